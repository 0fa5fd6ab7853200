"""World: where every joint and site stands, for one pose or for many."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError

if TYPE_CHECKING:
    from limbik.figure.figure import Figure


class World:
    """World frames (..., 4, 4) by name: `world["right_hand"]`. Leading axes are those of the poses.

    `matrices` (..., frames, 4, 4) holds all of them, joints first, then sites, in the order of `names`.
    """

    __slots__ = ("_figure", "_matrices")

    def __init__(self, figure: "Figure", matrices: Array) -> None:
        if matrices.shape[-3:] != (len(figure.layout.frames), 4, 4):
            raise InputError("matrices", f"have shape {matrices.shape}, not (..., {len(figure.layout.frames)}, 4, 4)")
        self._figure = figure
        self._matrices = matrices

    def __reduce__(self) -> tuple[Any, ...]:
        return World, (self._figure, self._matrices)

    @property
    def figure(self) -> "Figure":
        return self._figure

    @property
    def matrices(self) -> Array:
        """(..., frames, 4, 4)"""
        return self._matrices

    @property
    def names(self) -> tuple[str, ...]:
        return self.figure.frame_names

    @property
    def joints(self) -> Array:
        """(..., joints, 4, 4)"""
        return self.matrices[..., : len(self.figure.joints), :, :]

    @property
    def sites(self) -> Array:
        """(..., sites, 4, 4)"""
        return self.matrices[..., len(self.figure.joints) :, :, :]

    def __getitem__(self, name: str) -> Array:
        if isinstance(name, str) and name == "world":
            return np.broadcast_to(np.eye(4), (*self.matrices.shape[:-3], 4, 4))
        return self.matrices[..., self.figure.frame_index(name), :, :]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"World({self.figure.name!r}, {len(self)} frames, poses {self.matrices.shape[:-3]})"

    def position(self, name: str) -> Array:
        """The origin (..., 3) of a frame."""
        return self[name][..., :3, 3]

    def between(self, source: str, target: str) -> Array:
        """The matrix (..., 4, 4) that carries points of frame `source` to frame `target`; either may be "world"."""
        matrix = np.zeros((*self.matrices.shape[:-3], 4, 4))
        matrix[..., 3, 3] = 1.0
        source_rotation, source_origin = self._split(source)
        target_rotation, target_origin = self._split(target)
        back = np.swapaxes(target_rotation, -1, -2)
        matrix[..., :3, :3] = back @ source_rotation
        matrix[..., :3, 3] = np.einsum("...ij,...j->...i", back, source_origin - target_origin)
        return matrix

    def convert(self, points: ArrayLike, source: str, target: str = "world") -> Array:
        """Points (..., 3) of frame `source` in frame `target`; either may be "world".

        For one pose the points may have any leading axes; for many poses, theirs have to match.
        """
        given = check.numbers("points", points)
        if given.ndim == 0 or given.shape[-1] != 3:
            raise InputError("points", f"takes shape (..., 3), not {given.shape}")
        matrix = self.between(source, target)
        try:
            moved: Array = np.einsum("...ij,...j->...i", matrix[..., :3, :3], given) + matrix[..., :3, 3]
        except ValueError as error:
            poses = self.matrices.shape[:-3]
            raise InputError("points", f"of shape {given.shape} do not fit poses of shape {poses}") from error
        return moved

    def _split(self, name: str) -> tuple[Array, Array]:
        matrix = self[name]
        return matrix[..., :3, :3], matrix[..., :3, 3]

"""What is wanted. Data only: goals know no limb and no solving. Leading axes make a batch."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.transform import rotation_matrix, transform
from limbik.kernels import rigid


@dataclass(frozen=True, eq=False, init=False)
class Placement(check.Record):
    """The tool's whole frame, a 4x4 matrix in the world; or `position=` and `orientation=`, in any form that
    `transform` takes. Matrices (..., 4, 4) are a batch, and so are positions (..., 3) with one orientation, with
    matrices (..., 3, 3), quaternions (..., 4) or a SciPy Rotation of as many.

    A single goal is checked here. In a batch a row that is no rigid transform is answered by the status INVALID.
    """

    matrix: Array

    def __init__(self, matrix: ArrayLike | None = None, *, position: ArrayLike | None = None, orientation: Any = None):
        if matrix is None:
            if position is None or orientation is None:
                raise InputError("Placement", "takes a 4x4 matrix, or both position= and orientation=")
            places = check.any_numbers("position", position)
            matrix = _placed(places, orientation) if places.ndim > 1 else transform(position, orientation)
        elif position is not None or orientation is not None:
            raise InputError("Placement", "takes a 4x4 matrix, or position= and orientation=, not both")
        given = check.any_numbers("matrix", matrix)
        if given.ndim > 2 and given.shape[-2:] == (4, 4):
            check.fill(self, matrix=check.frozen(given))
        elif given.shape == (4, 4) and rigid.made_exact(given):
            object.__setattr__(self, "matrix", check.frozen(given))
        else:
            check.fill(self, matrix=check.rigid("matrix", matrix))

    @property
    def is_batch(self) -> bool:
        return self.matrix.ndim > 2

    def __getitem__(self, index: Any) -> "Placement":
        """Some rows of a batch, as they are."""
        rows: Placement = _rows_of(self, "matrix", index, 2)
        return rows


@dataclass(frozen=True, eq=False, init=False)
class Position(check.Record):
    """The tool's origin in the world; its orientation is free. Positions (..., 3) are a batch."""

    position: Array

    def __init__(self, position: ArrayLike) -> None:
        given = check.any_numbers("position", position)
        if given.ndim > 1 and given.shape[-1] == 3:
            check.fill(self, position=check.frozen(given))
        else:
            check.fill(self, position=check.frozen(check.numbers("position", position, (3,))))

    @property
    def is_batch(self) -> bool:
        return self.position.ndim > 1

    def __getitem__(self, index: Any) -> "Position":
        """Some rows of a batch, as they are."""
        rows: Position = _rows_of(self, "position", index, 1)
        return rows


def _rows_of(goal: Any, field: str, index: Any, axes: int) -> Any:
    array = getattr(goal, field)
    if array.ndim == axes:
        raise InputError(type(goal).__name__, "is a single goal; only a batch has rows")
    picked = object.__new__(type(goal))
    check.fill(picked, **{field: check.rows_at(array, index, axes)})
    return picked


def _placed(places: Array, orientation: Any) -> Array:
    """Matrices from positions (..., 3) and as many orientations, or one."""
    if places.shape[-1] != 3:
        raise InputError("position", f"takes shape (..., 3), not {places.shape}")
    matrices = np.zeros((*places.shape[:-1], 4, 4))
    matrices[..., :3, 3], matrices[..., 3, 3] = places, 1.0
    turns = check.any_numbers("orientation", orientation.as_matrix() if check.is_rotation(orientation) else orientation)
    if turns.shape in ((3, 3), (4,)):
        matrices[..., :3, :3] = rotation_matrix(orientation)
    elif turns.shape == (*places.shape[:-1], 3, 3):
        matrices[..., :3, :3] = turns
    elif turns.shape == (*places.shape[:-1], 4):
        flat = turns.reshape(-1, 4)
        with np.errstate(over="ignore", invalid="ignore"):
            good = np.abs(np.linalg.norm(flat, axis=1) - 1.0) <= check.ROTATION_TOLERANCE
        made = np.full((len(flat), 3, 3), np.nan)
        for row in np.flatnonzero(good):
            made[row] = rotation_matrix(flat[row] * (-1.0 if flat[row, 3] == 1.0 else 1.0))
        matrices[..., :3, :3] = made.reshape(*places.shape[:-1], 3, 3)
    else:
        raise InputError(
            "orientation",
            f"has shape {turns.shape}, which does not fit positions of shape {places.shape}; it takes one orientation, "
            "or matrices (..., 3, 3) or quaternions w x y z (..., 4), as many as positions",
        )
    return matrices

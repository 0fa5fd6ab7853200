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
from limbik.kernels.limb import turned_to
from limbik.kernels.rotation import about_axis
from limbik.kernels.vector import perpendicular


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
        rows: Placement = _rows_of(self, ("matrix",), index, 2)
        return rows


@dataclass(frozen=True, eq=False, init=False)
class Position(check.Record):
    """The tool's origin in the world; its orientation is free. Positions (..., 3) are a batch."""

    position: Array

    def __init__(self, position: ArrayLike) -> None:
        check.fill(self, position=check.frozen(_vectors("position", position)))

    @property
    def is_batch(self) -> bool:
        return self.position.ndim > 1

    def __getitem__(self, index: Any) -> "Position":
        """Some rows of a batch, as they are."""
        rows: Position = _rows_of(self, ("position",), index, 1)
        return rows


@dataclass(frozen=True, eq=False, init=False)
class Alignment(check.Record):
    """The tool's origin in the world, and the direction in which one of its axes points: hammering a nail. How the tool
    rolls about that axis is free.

    `axis` is an axis of the tool's frame: "x", "-x", "y", "-y", "z", "-z" or three numbers. Positions (..., 3) and
    directions (..., 3) are a batch, or many of one with one of the other; the axis is the same for all. Directions may
    have any length above 0. In a batch a row that is no goal is answered by the status INVALID.
    """

    position: Array
    direction: Array
    axis: Array

    def __init__(self, position: ArrayLike, direction: ArrayLike, axis: str | ArrayLike = "z") -> None:
        tool_axis = check.axis("axis", axis)
        places, directions = _vectors("position", position), check.any_numbers("direction", direction)
        if places.ndim == 1 and directions.ndim == 1:
            given = (places, check.axis("direction", direction))
        else:
            given = _together("position", places, "direction", _vectors("direction", direction))
        check.fill(self, position=check.frozen(given[0]), direction=check.frozen(given[1]), axis=tool_axis)

    @property
    def is_batch(self) -> bool:
        return self.position.ndim > 1

    def __getitem__(self, index: Any) -> "Alignment":
        """Some rows of a batch, as they are."""
        rows: Alignment = _rows_of(self, ("position", "direction"), index, 1)
        return rows

    def placement(self, roll: float = 0.0) -> Placement:
        """The whole placement of the tool at a roll, right-handed about the direction.

        Roll 0 is the smallest turn of the tool from the world's axes that makes its axis point in the direction.
        """
        if self.is_batch:
            raise InputError("Alignment", "is a batch; this takes one goal, such as goal[0]")
        angle = check.number("roll", roll)
        zero, turn, matrix = np.empty((3, 3)), np.empty((3, 3)), np.eye(4)
        direction = tuple(check.axis("direction", self.direction).tolist())
        axis = tuple(self.axis.tolist())
        turned_to(axis, perpendicular(axis), direction, zero)
        about_axis(direction, angle, turn)
        matrix[:3, :3], matrix[:3, 3] = turn @ zero, self.position
        return Placement(matrix)


@dataclass(frozen=True, eq=False, init=False)
class Aim(check.Record):
    """One of the tool's axes points from its origin at a point of the world: a torch that follows something.

    `axis` is an axis of the tool's frame: "x", "-x", "y", "-y", "z", "-z" or three numbers. Points (..., 3) are a
    batch.
    """

    at: Array
    axis: Array

    def __init__(self, at: ArrayLike, axis: str | ArrayLike = "z") -> None:
        check.fill(self, at=check.frozen(_vectors("at", at)), axis=check.axis("axis", axis))

    @property
    def is_batch(self) -> bool:
        return self.at.ndim > 1

    def __getitem__(self, index: Any) -> "Aim":
        """Some rows of a batch, as they are."""
        rows: Aim = _rows_of(self, ("at",), index, 1)
        return rows


def _vectors(argument: str, value: ArrayLike) -> Array:
    """Three numbers, which are checked, or a batch of them (..., 3), which is not."""
    given = check.any_numbers(argument, value)
    return given if given.ndim > 1 and given.shape[-1] == 3 else check.numbers(argument, value, (3,))


def _together(one: str, first: Array, other: str, second: Array) -> tuple[Array, Array]:
    """Two batches of equal shape; a single row serves for as many as the other has."""
    if first.ndim > 1 and second.ndim > 1 and first.shape != second.shape:
        raise InputError(other, f"has shape {second.shape}, which does not fit {one} of shape {first.shape}")
    shape = first.shape if first.ndim > 1 else second.shape
    return np.array(np.broadcast_to(first, shape)), np.array(np.broadcast_to(second, shape))


def _rows_of(goal: Any, fields: tuple[str, ...], index: Any, axes: int) -> Any:
    if not goal.is_batch:
        raise InputError(type(goal).__name__, "is a single goal; only a batch has rows")
    picked = object.__new__(type(goal))
    check.fill(picked, **vars(goal) | {field: check.rows_at(getattr(goal, field), index, axes) for field in fields})
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

"""What is wanted. Data only: goals know no limb and no solving."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.transform import transform


@dataclass(frozen=True, eq=False, init=False)
class Placement(check.Record):
    """The tool's whole frame, a 4x4 matrix in the world; or `position=` and `orientation=`, in any form that
    `transform` takes."""

    matrix: Array

    def __init__(self, matrix: ArrayLike | None = None, *, position: ArrayLike | None = None, orientation: Any = None):
        if matrix is None:
            if position is None or orientation is None:
                raise InputError("Placement", "takes a 4x4 matrix, or both position= and orientation=")
            matrix = transform(position, orientation)
        elif position is not None or orientation is not None:
            raise InputError("Placement", "takes a 4x4 matrix, or position= and orientation=, not both")
        check.fill(self, matrix=check.rigid("matrix", matrix))


@dataclass(frozen=True, eq=False, init=False)
class Position(check.Record):
    """The tool's origin in the world; its orientation is free."""

    position: Array

    def __init__(self, position: ArrayLike) -> None:
        check.fill(self, position=check.frozen(check.numbers("position", position, (3,))))

"""Rotations and placements from the notations that people use."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.kernels import euler, quaternion


def euler_axes(order: str) -> tuple[int, int, int]:
    """'YXZ' -> (1, 0, 2)."""
    i, j, k = ("XYZ".index(letter) for letter in order)
    return i, j, k


def rotation_matrix(orientation: Any, *, order: str | None = None) -> Array:
    """A rotation matrix from a matrix (3, 3), a quaternion w x y z, a SciPy Rotation, or Euler angles with `order`."""
    matrix = np.empty((3, 3))
    if order is not None:
        check.euler_order("order", order)
    if check.is_rotation(orientation):
        matrix[:] = check.rotation("orientation", orientation.as_matrix())
    elif order is not None:
        angles = check.numbers("orientation", orientation, (3,))
        if np.abs(angles).max() > check.TWO_TURNS:
            raise InputError(
                "orientation",
                f"has an angle of {np.abs(angles).max():g} radians, more than two turns; limbik takes radians",
                wrong=f"orientation={orientation}",
                right=f"orientation=np.radians({orientation})",
            )
        euler.to_matrix(tuple(angles.tolist()), *euler_axes(order), matrix)
    elif check.numbers("orientation", orientation).shape == (4,):
        quaternion.to_matrix(tuple(check.quaternion("orientation", orientation).tolist()), matrix)
    else:
        matrix[:] = check.rotation("orientation", orientation)
    return matrix


def transform(position: ArrayLike = (0.0, 0.0, 0.0), orientation: Any = None, *, order: str | None = None) -> Array:
    """A rigid 4x4 matrix from a position and an orientation.

    The orientation is a rotation matrix (3, 3), a quaternion w x y z, a SciPy Rotation or, with `order`, three Euler
    angles in radians.
    """
    matrix = np.eye(4)
    matrix[:3, 3] = check.numbers("position", position, (3,))
    if orientation is not None:
        matrix[:3, :3] = rotation_matrix(orientation, order=order)
    return matrix

"""What a limb is made of, and what an exploration of its swivels works in: plain tuples of arrays."""

from typing import NamedTuple

import numpy as np

from limbik.kernels import rows, swivel
from limbik.kernels.jit import Array, Integers, hot, kernel

RA, RB, TOOL, A, B, TOOL_TIP, REST_DIRECTION, REST_SIDE, TORSO = 0, 3, 6, 9, 10, 11, 12, 13, 14
"""Rows of an anatomy's geometry."""
LO, HI, OFFSET, LIMIT_LO, LIMIT_HI = 0, 1, 2, 3, 4
"""Columns of its bounds."""
REFERENCE = 6
TOLERANCE = 1e-9
"""Radians, and fractions of the reach, by which an answer may miss a limit if none keeps them all exactly."""
REACHED, TOO_FAR, TOO_CLOSE = 0, 1, 2
Reach = tuple[float, float, float, float]
"""The hinge's most extended angle, the free reach from near to far, and the lever."""


class Anatomy(NamedTuple):
    """A limb for the kernels.

    geometry (17, 3)   rotations Ra, Rb and the tool's, row by row; the offsets a (in the hinge's frame), b and the
                       tool's; the rest direction and the rest elbow's side (or the projected axis); for an arm the
                       torso's outward, forward and upward axes, else zeros
    bounds (7, 5)      limits of the Euler angles and the hinge; what is added to a value to get such an angle; limits
                       of the values
    orders (7,)        the axes of both balls; 1 for the projected reference, 0 for transport
    swing (2, 15)      limits of swing and twist, see `kernels.swing`
    entries, weights, masks   the limits as rows, see `kernels.rows`
    """

    geometry: Array
    bounds: Array
    orders: Integers
    swing: Array
    entries: Integers
    weights: Array
    masks: Integers


@kernel
def unpacked(numbers: Array, whole: Integers) -> Anatomy:
    """The anatomy in two flat arrays, which is quicker to hand over from Python: `limb.anatomy.packed`.

    whole: the number of rows and their width, orders, masks and entries; numbers: geometry, bounds, swing and weights.
    """
    count, width = whole[0], whole[1]
    return Anatomy(
        numbers[0:51].reshape((17, 3)),
        numbers[51:86].reshape((7, 5)),
        whole[2:9],
        numbers[86:116].reshape((2, 15)),
        whole[33 : 33 + count * (width + 2)].reshape((count, width + 2)),
        numbers[116 : 116 + count * (width + 1)].reshape((count, width + 1)),
        whole[9:33].reshape((4, 6)),
    )


class Space(NamedTuple):
    """Room for one exploration: what is found, then scratch."""

    basis: Array  # (3, 3): rows n, u, n x u
    bends: Array  # (2, 2): side and angle of each root of the hinge
    turns: Array  # (2, 2, 3, 9): for each root and ball the coefficients of sin phi, cos phi and 1
    arcs: Array
    labels: Integers
    goal: Array  # (4, 4): the tool's wanted frame in the world
    turned: Array  # (3, 3): the wrist's wanted rotation
    positions: Array
    marks: Integers
    keys: Integers
    ends: Array
    one: Array
    two: Array
    frame: Array
    entries: Integers
    weights: Array
    masks: Integers


@kernel
def new_space() -> Space:
    """One array of numbers and one of whole numbers, cut up: two allocations are quicker than seventeen."""
    numbers = np.empty(440 + rows.MOST_ROWS * (rows.WIDEST + 1))
    whole = np.empty(352 + rows.MOST_ROWS * (rows.WIDEST + 2), dtype=np.int64)
    goal, turned = numbers[9:25].reshape((4, 4)), numbers[25:34].reshape((3, 3))
    for i in range(3):
        for j in range(3):
            goal[i, j] = turned[i, j] = 1.0 if i == j else 0.0
        goal[3, i] = 0.0
    goal[3, 3] = 1.0
    return Space(
        numbers[0:9].reshape((3, 3)),
        numbers[34:38].reshape((2, 2)),
        numbers[38:146].reshape((2, 2, 3, 9)),
        numbers[146:274].reshape((swivel.MOST_ARCS, 2)),
        whole[0:64],
        goal,
        turned,
        numbers[274:402],
        whole[64:192],
        whole[192:320],
        numbers[402:410].reshape((4, 2)),
        numbers[410:419].reshape((3, 3)),
        numbers[419:428].reshape((3, 3)),
        numbers[428:440].reshape((3, 4)),
        whole[352:].reshape((rows.MOST_ROWS, rows.WIDEST + 2)),
        numbers[440:].reshape((rows.MOST_ROWS, rows.WIDEST + 1)),
        whole[320:344].reshape((4, 6)),
    )


@hot
def vector_of(table: Array, row: int) -> tuple[float, float, float]:
    return (table[row, 0], table[row, 1], table[row, 2])

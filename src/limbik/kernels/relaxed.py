"""Limits for a whole interval of the second freedom: what holds somewhere in it holds for the relaxed rows at its
middle.

A row p'R q >= k, p and q unit vectors, says that the latitude of R q over the plane normal to p is at least asin k. If
R is turned by no more than D, the latitude changes by no more than D, so that somewhere on the way

    p'R q >= sin(asin k - D) = k cos D - sqrt(1 - k^2) sin D

and nothing is asked once asin k - D is below -pi/2. A turn about a known axis x of the moving frame carries q along by
no more than its own share: by 2 asin(|q x x| sin(h/2)) for a turn of h. The rows of a + c and a - c are two such
products each, of length 1 together with any rotation, and change by no more than 4 sin(D/2).
"""

import math

from limbik.kernels.jit import Array, Integers, Vector, lean
from limbik.kernels.rows import TWIST

PLAIN, SUM, ELLIPSE_ROW, TWIST_ROW = 0.0, 1.0, 2.0, 3.0
NATURE, LEVEL, ACROSS, SHARE = 0, 1, 2, 3
"""Columns of natures: the kind of row, k, sqrt(1 - k^2), and |q x x|."""
WIDEST = 1.4
"""If a ball can turn by more than this, its limits tell nothing."""
ANYTHING = 4.0
"""A constant with which any row holds everywhere."""


@lean
def find_natures(entries: Integers, weights: Array, count: int, axis: Vector, natures: Array) -> None:
    """What the rows are made of; axis is x, about which the second freedom turns the hand."""
    width = weights.shape[1] - 1
    for row in range(count):
        natures[row, LEVEL], natures[row, ACROSS], natures[row, SHARE] = 0.0, 1.0, 1.0
        if entries[row, 0] < 0:
            natures[row, NATURE] = TWIST_ROW if entries[row, 0] == TWIST else ELLIPSE_ROW
            continue
        square, x, y, z = 0.0, 0.0, 0.0, 0.0  # of the matrix N = p q', and N times the axis
        for n in range(width):
            weight, entry = weights[row, n], entries[row, n]
            along = weight * axis[entry % 3]
            x += along if entry < 3 else 0.0
            y += along if 3 <= entry < 6 else 0.0
            z += along if entry >= 6 else 0.0
            square += weight * weight
        natures[row, NATURE] = SUM if square > 1.5 else PLAIN
        level = min(max(-weights[row, width], -1.0), 1.0)
        natures[row, LEVEL], natures[row, ACROSS] = level, math.sqrt((1.0 - level) * (1.0 + level))
        if square <= 1.5:
            natures[row, SHARE] = math.sqrt(max(1.0 - (x * x + y * y + z * z), 0.0))


@lean
def relax(
    entries: Integers, weights: Array, natures: Array, count: int, first: float, second: float, roll: float, out: Array
) -> None:
    """out = the weights with the constants of rows that hold if each ball turns by no more than `first`, `second`.

    The wrist's ball turns by `roll` about the hand's axis besides.
    """
    width = weights.shape[1] - 1
    cos_1, sin_1, cos_2, sin_2 = math.cos(first), math.sin(first), math.cos(second), math.sin(second)
    half = math.sin(0.5 * roll)
    for row in range(count):
        ball, nature = entries[row, width], natures[row, NATURE]
        if (first if ball == 0 else second) > WIDEST:
            out[row, width] = ANYTHING
            continue
        if nature == PLAIN:
            c, s = cos_1, sin_1
            if ball == 1:
                own = natures[row, SHARE] * half
                turn_c, turn_s = 1.0 - 2.0 * own * own, 2.0 * own * math.sqrt(1.0 - own * own)
                c, s = cos_2 * turn_c - sin_2 * turn_s, sin_2 * turn_c + cos_2 * turn_s
            level = natures[row, LEVEL]
            out[row, width] = ANYTHING if c <= -level else natures[row, ACROSS] * s - level * c
            continue
        turn = first if ball == 0 else second + roll
        if nature == SUM:
            out[row, width] = 4.0 * math.sin(0.5 * turn)
        elif nature == TWIST_ROW:
            out[row, width] = 2.0 * math.sin(0.25 * turn)
        else:  # the ellipse's function has a gradient of at most 2 sqrt(2) in the bone's direction
            out[row, width] = 4.0 * math.sqrt(2.0) * math.sin(0.5 * turn)

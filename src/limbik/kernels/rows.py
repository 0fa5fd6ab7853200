"""The limits of a limb's two balls as rows: conditions on linear functions of the entries of a rotation.

For the order (i, j, k) every Euler angle appears in entries of R as a cosine and a sine with a common factor; a range
of an outer angle is then one or two half-planes, a range of the middle one a pair of bounds. At lock only a + c or
a - c is defined, and the same half-planes of those two complete the set. A cone is one row as well; twist and ellipse
are rows of their own kind. `kernels.swivel` turns rows into arcs.

entries (rows, width + 2)   which entries of R a row sums (0 to 8, row by row), then the ball (0 or 1), then the
                            families that use the row, a bit each. A negative first entry (TWIST, ELLIPSE) says that
                            the weights hold parameters instead
weights (rows, width + 1)   their weights, and in the last column the constant; the sum must not be negative
masks (4, 6)                for shoulder family 1, 2 and wrist family 1, 2: the rows that must all hold, as bits, then
                            up to five sets of rows of which one must hold (0: no more such sets)

The width is 4, or 9 for a limb with swing and twist limits.
"""

import math

from limbik.kernels.jit import PI, TWO_PI, Array, Integers, lean
from limbik.kernels.swing import BONE, CENTER, CONE, HALF_ANGLES, KIND, ONE_FAMILY, TOWARD, TWIST_RANGE

MOST_ROWS = 60
WIDEST = 9
NEVER = -1
"""In place of the rows that must all hold: this family cannot occur."""
TWIST, ELLIPSE = -1, -2
THIN = 4e-9
"""Radians; so much of a middle angle's range beyond lock comes from a tolerance, not from the limits."""
FIRST, THIRD, TOTAL, DIFFERENCE = 1, 3, 5, 7
"""Numbers of the cosines of a, c, a + c, a - c among the functions below; the sine is the next one."""


@lean
def function(i: int, j: int, k: int, which: int) -> tuple[int, float, int, float]:
    """One function of the table of Euler angles: two entries of R and their weights.

    0: sin b (proper orders: cos b); 1 to 4: cos a, sin a, cos c, sin c, each times cos b (sin b); 5 to 8: cosine and
    sine of a + c, then of a - c, each times 1 + or - sin b (cos b), with the order's sign.
    """
    s = 1.0 if (j - i) % 3 == 1 else -1.0
    if k == i:
        h = 3 - i - j
        if which == 0:
            return (4 * i, 1.0, 0, 0.0)
        if which == 1:
            return (3 * h + i, -s, 0, 0.0)
        if which == 2:
            return (3 * j + i, 1.0, 0, 0.0)
        if which == 3:
            return (3 * i + h, s, 0, 0.0)
        if which == 4:
            return (3 * i + j, 1.0, 0, 0.0)
        minus = -1.0 if which >= 7 else 1.0
        if which % 2 == 1:
            return (4 * j, 1.0, 4 * h, minus)
        return (3 * h + j, s, 3 * j + h, -s * minus)
    if which == 0:
        return (3 * i + k, s, 0, 0.0)
    if which == 1:
        return (4 * k, 1.0, 0, 0.0)
    if which == 2:
        return (3 * j + k, -s, 0, 0.0)
    if which == 3:
        return (4 * i, 1.0, 0, 0.0)
    if which == 4:
        return (3 * i + j, -s, 0, 0.0)
    plus = 1.0 if which >= 7 else -1.0
    if which % 2 == 1:
        return (4 * j, 1.0, 3 * k + i, plus)
    return (3 * k + j, s, 3 * j + i, -s * plus)


@lean
def put(
    entries: Integers,
    weights: Array,
    row: int,
    ball: int,
    one: tuple[int, float, int, float],
    x: float,
    two: tuple[int, float, int, float],
    y: float,
    constant: float,
) -> None:
    """Row: x times one function plus y times another plus a constant."""
    width = weights.shape[1] - 1
    for n in range(width):
        entries[row, n], weights[row, n] = 0, 0.0
    entries[row, 0], weights[row, 0] = one[0], x * one[1]
    entries[row, 1], weights[row, 1] = two[0], y * two[1]
    entries[row, 2], weights[row, 2] = one[2], x * one[3]
    entries[row, 3], weights[row, 3] = two[2], y * two[3]
    entries[row, width], weights[row, width] = ball, constant


@lean
def wedge(
    entries: Integers,
    weights: Array,
    count: int,
    ball: int,
    order: tuple[int, int, int],
    which: int,
    lo: float,
    hi: float,
    sign: float,
) -> tuple[int, int, int]:
    """An angle given by (cosine, sine) times a factor of the family's sign lies in [lo, hi], on any turn.

    The number of rows after it, the bits that must all hold, and the bits of which one must hold.
    """
    width = hi - lo
    if not width < TWO_PI:
        return count, 0, 0
    cosine = function(order[0], order[1], order[2], which)
    sine = function(order[0], order[1], order[2], which + 1)
    put(entries, weights, count, ball, cosine, -sign * math.sin(lo), sine, sign * math.cos(lo), 0.0)
    put(entries, weights, count + 1, ball, cosine, sign * math.sin(hi), sine, -sign * math.cos(hi), 0.0)
    both = 3 << count
    count += 2
    if width > PI:
        return count, 0, both
    if width < 0.5:  # where both half-planes nearly coincide they do not tell the angle from its opposite
        middle = 0.5 * (lo + hi)
        put(entries, weights, count, ball, cosine, sign * math.cos(middle), sine, sign * math.sin(middle), 0.0)
        both |= 1 << count
        count += 1
    return count, both, 0


@lean
def middle_range(
    entries: Integers,
    weights: Array,
    count: int,
    ball: int,
    order: tuple[int, int, int],
    family: int,
    lo: float,
    hi: float,
) -> tuple[int, int, int]:
    """The middle angle lies in [lo, hi] and in the family's half circle, where its sine or cosine is monotone.

    As `wedge`; the bits that must hold are NEVER if the range does not meet the half circle.
    """
    if not hi - lo < TWO_PI:
        return count, 0, 0
    proper = order[0] == order[2]
    start = (0.0 if family == 1 else -PI) if proper else (-0.5 * PI if family == 1 else 0.5 * PI)
    rising = proper == (family == 2)
    sine = function(order[0], order[1], order[2], 0)
    every, some, pieces, unbounded = 0, 0, 0, False
    shift = TWO_PI * math.ceil((start - hi) / TWO_PI)
    while lo + shift <= start + PI:
        piece_lo, piece_hi = max(lo + shift, start), min(hi + shift, start + PI)
        shift += TWO_PI
        at_lock = piece_lo == start or piece_hi == start + PI
        if piece_hi - piece_lo <= THIN and at_lock and hi - lo > THIN:
            continue  # no more than rounding beyond lock: the other family has it
        pieces += 1
        bits = 0
        if piece_lo > start:
            level = math.cos(piece_lo) if proper else math.sin(piece_lo)
            sign = 1.0 if rising else -1.0
            put(entries, weights, count, ball, sine, sign, sine, 0.0, -sign * level)
            bits |= 1 << count
            count += 1
        if piece_hi < start + PI:
            level = math.cos(piece_hi) if proper else math.sin(piece_hi)
            sign = -1.0 if rising else 1.0
            put(entries, weights, count, ball, sine, sign, sine, 0.0, -sign * level)
            bits |= 1 << count
            count += 1
        if bits == 0:
            unbounded = True
        every, some = bits, some | bits  # of two pieces each ends at lock, and so has one bound
    if pieces == 0:
        return count, NEVER, 0
    if pieces == 1:
        return count, every, 0
    return count, 0, 0 if unbounded else some


@lean
def swing_and_twist(
    entries: Integers, weights: Array, count: int, ball: int, swing: Array, slack: float
) -> tuple[int, int]:
    """Rows of a ball's swing and twist; the number of rows after them and their bits, NEVER if none can hold."""
    bits = 0
    width = weights.shape[1] - 1
    if swing[KIND] == 0.0:
        return count, 0
    lo, hi = swing[TWIST_RANGE] - slack, swing[TWIST_RANGE + 1] + slack
    largest, second = swing[HALF_ANGLES] + slack, swing[HALF_ANGLES + 1] + slack
    if hi < lo or largest < 0.0 or second < 0.0:
        return count, NEVER
    if swing[KIND] == CONE:
        if largest < PI:
            for n in range(9):
                entries[count, n], weights[count, n] = n, swing[CENTER + n // 3] * swing[BONE + n % 3]
            entries[count, width], weights[count, width] = ball, -math.cos(largest)
            bits |= 1 << count
            count += 1
    elif largest < PI or second < PI:
        entries[count, 0], entries[count, width], weights[count, width] = ELLIPSE, ball, 0.0
        weights[count, 0], weights[count, 1] = min(largest, PI), min(second, PI)
        for n in range(3):
            weights[count, 2 + n], weights[count, 5 + n] = swing[BONE + n], swing[TOWARD + n]
        bits |= 1 << count
        count += 1
    if hi - lo < TWO_PI:
        entries[count, 0], entries[count, width], weights[count, width] = TWIST, ball, 0.0
        weights[count, 0], weights[count, 1] = lo, hi
        for n in range(3):
            weights[count, 2 + n] = swing[BONE + n]
        bits |= 1 << count
        count += 1
    return count, bits


@lean
def build(
    orders: Integers,
    bounds: Array,
    swing: Array,
    slack: float,
    balls: int,
    entries: Integers,
    weights: Array,
    masks: Integers,
) -> int:
    """All rows of a limb whose limits are widened by `slack` (narrowed, if negative); how many there are.

    bounds (7, 3): lower and upper limits of the Euler angles and the hinge; infinite ones are none. swing (2, 15) are
    the balls' limits of swing and twist (`kernels.swing`). With balls = 1 the wrist is free,
    and one family serves for both of its own.
    """
    masks[:, :] = 0
    count = 0
    for ball in range(balls):
        n = 4 * ball
        order = (orders[3 * ball], orders[3 * ball + 1], orders[3 * ball + 2])
        a_lo, a_hi = bounds[n, 0] - slack, bounds[n, 1] + slack
        b_lo, b_hi = bounds[n + 1, 0] - slack, bounds[n + 1, 1] + slack
        c_lo, c_hi = bounds[n + 2, 0] - slack, bounds[n + 2, 1] + slack
        count, shared = swing_and_twist(entries, weights, count, ball, swing[ball], slack)
        if shared == NEVER or a_lo > a_hi or b_lo > b_hi or c_lo > c_hi:
            masks[2 * ball, 0], masks[2 * ball + 1, 0] = NEVER, NEVER
            continue
        count, total, total_some = wedge(entries, weights, count, ball, order, TOTAL, a_lo + c_lo, a_hi + c_hi, 1.0)
        count, difference, difference_some = wedge(
            entries, weights, count, ball, order, DIFFERENCE, a_lo - c_hi, a_hi - c_lo, 1.0
        )
        for family in (1, 2):
            row = 2 * ball + family - 1
            sign = 1.0 if family == 1 else -1.0
            count, every, some = middle_range(entries, weights, count, ball, order, family, b_lo, b_hi)
            if every == NEVER:
                masks[row, 0] = NEVER
                continue
            count, first, first_some = wedge(entries, weights, count, ball, order, FIRST, a_lo, a_hi, sign)
            count, third, third_some = wedge(entries, weights, count, ball, order, THIRD, c_lo, c_hi, sign)
            masks[row, 0] = shared | total | difference | every | first | third
            place = 1
            for bits in (total_some, difference_some, some, first_some, third_some):
                if bits:
                    masks[row, place] = bits
                    place += 1
        if swing[ball, ONE_FAMILY] != 0.0:
            masks[2 * ball + 1, 0] = NEVER
    if balls == 1:
        masks[3, 0] = NEVER
    width = weights.shape[1] - 1
    for row in range(count):
        entries[row, width + 1] = 0
        for family in range(4):
            if masks[family, 0] == NEVER:
                continue
            for n in range(6):
                if masks[family, n] & (1 << row):
                    entries[row, width + 1] |= 1 << family
    return count

"""What a pick wants little of, a function of the posture: distance from other values, from mid-range, of the elbow."""

import math

from limbik.kernels import swing, swivel
from limbik.kernels.anatomy import LIMIT_HI, LIMIT_LO, RA, A, Anatomy, Space, vector_of
from limbik.kernels.box import swing_coordinates
from limbik.kernels.choice import CONTINUING, ELBOW
from limbik.kernels.jit import TWO_PI, Array, hot
from limbik.kernels.posture import posture
from limbik.kernels.rotation import mul_vec
from limbik.kernels.vector import dot, nearest_turn


@hot
def cost(body: Anatomy, space: Space, label: int, phi: float, balls: int, pick: int, aim: Array, q: Array) -> float:
    """The cost of the posture on an arc of that label at a swivel, which becomes q."""
    posture(body, space, label, phi, balls, q)
    if pick == CONTINUING:
        return away(body, balls, aim, q)
    if pick == ELBOW:
        return elbow_off(body, space, label, phi, aim)
    return off_middle(body, space, label, phi, balls, q)


@hot
def weight_of(body: Anatomy, pick: int, n: int) -> float:
    """How much a radian of value n can matter to the cost, beside one of CONTINUING."""
    if pick == ELBOW:
        return 0.0
    if pick == CONTINUING:
        return 1.0
    width: float = body.bounds[n, LIMIT_HI] - body.bounds[n, LIMIT_LO]
    return 2.0 / width if 0.0 < width < math.inf else 0.0


@hot
def away(body: Anatomy, balls: int, aim: Array, q: Array) -> float:
    """Sum of squares from the values of `aim`; a joint that can go round takes the nearest turn that it may take."""
    total = 0.0
    for n in range(4 if balls == 1 else 7):
        lo, hi = body.bounds[n, LIMIT_LO], body.bounds[n, LIMIT_HI]
        if hi - lo >= TWO_PI:
            q[n] = nearest_turn(q[n], min(max(aim[n], lo), hi))
            if q[n] < lo:
                q[n] += TWO_PI
            elif q[n] > hi:
                q[n] -= TWO_PI
        total += (q[n] - aim[n]) ** 2
    return total


@hot
def elbow_off(body: Anatomy, space: Space, label: int, phi: float, aim: Array) -> float:
    """Square of the elbow's distance from a point, as a fraction of the upper arm's length."""
    g = body.geometry
    a = vector_of(g, A)
    swivel.turned(space.turns[label >> 2, 0], phi, space.one)
    x, y, z = mul_vec(space.one, (dot(vector_of(g, RA), a), dot(vector_of(g, RA + 1), a), dot(vector_of(g, RA + 2), a)))
    off: float = (x - aim[0]) ** 2 + (y - aim[1]) ** 2 + (z - aim[2]) ** 2
    return off / dot(a, a)


@hot
def off_middle(body: Anatomy, space: Space, label: int, phi: float, balls: int, q: Array) -> float:
    """Sum of squares of the values' distances from the middle of their ranges, as fractions of the ranges.

    Swing and twist count likewise: a swing to its limit is half of its range away.
    """
    total = 0.0
    for n in range(4 if balls == 1 else 7):
        lo, hi = body.bounds[n, LIMIT_LO], body.bounds[n, LIMIT_HI]
        if 0.0 < hi - lo < math.inf:
            total += ((q[n] - 0.5 * (lo + hi)) / (hi - lo)) ** 2
    for ball in range(balls):
        limits = body.swing[ball]
        if limits[swing.KIND] != 0.0:
            swivel.turned(space.turns[label >> 2, ball], phi, space.one)
            _, share, twist = swing_coordinates(limits, space.one)
            total += 0.25 * share * share
            lo, hi = limits[swing.TWIST_RANGE], limits[swing.TWIST_RANGE + 1]
            if 0.0 < hi - lo < math.inf:
                total += ((twist - 0.5 * (lo + hi)) / (hi - lo)) ** 2
    return total

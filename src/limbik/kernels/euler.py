"""Euler angles, all 12 intrinsic orders, both families, lock included.

An order is three axis numbers i, j, k (0, 1, 2 = X, Y, Z): R = R_i(a) R_j(b) R_k(c). Tait-Bryan orders have three
different axes and lock at cos b = 0; proper orders have k = i and lock at sin b = 0. Every rotation away from lock is
met by two triples: family 1 has cos b >= 0 (Tait-Bryan) or sin b >= 0 (proper), family 2 the opposite.
"""

import math

from limbik.kernels.jit import PI, Array, Vector, hot
from limbik.kernels.vector import length, nearest_turn, wrap

LOCK = 1e-15
"""Below this distance from lock (|cos b| or |sin b|) the first angle carries no information."""


@hot
def rotate_columns(r: Array, axis: int, c: float, s: float) -> None:
    """r <- r R_axis(t) in place, given c = cos t and s = sin t."""
    p = (axis + 1) % 3
    q = (axis + 2) % 3
    for row in range(3):
        u, v = r[row, p], r[row, q]
        r[row, p] = c * u + s * v
        r[row, q] = c * v - s * u


@hot
def to_matrix(angles: Vector, i: int, j: int, k: int, out: Array) -> None:
    """out = R_i(a) R_j(b) R_k(c)."""
    c, s = math.cos(angles[0]), math.sin(angles[0])
    p, q = (i + 1) % 3, (i + 2) % 3
    out[i, i], out[i, p], out[i, q] = 1.0, 0.0, 0.0
    out[p, i], out[p, p], out[p, q] = 0.0, c, -s
    out[q, i], out[q, p], out[q, q] = 0.0, s, c
    rotate_columns(out, j, math.cos(angles[1]), math.sin(angles[1]))
    rotate_columns(out, k, math.cos(angles[2]), math.sin(angles[2]))


@hot
def from_matrix(r: Array, i: int, j: int, k: int, family: int, at_lock: float) -> tuple[float, float, float]:
    """Angles in [-pi, pi) of one family (1 or 2); at lock the first angle is `at_lock` and the third follows.

    The published extraction takes a and c from two unrelated pairs of entries, each with error eps / |cos b|, and
    loses the rotation near lock. Here c is what a leaves of a + c or a - c, whichever has the weight 1 + |sin b|
    (proper: 1 + |cos b|): the error of a then turns the result by only eps, at lock and everywhere.
    """
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    z = 1.0 if family == 1 else -1.0
    if k == i:
        h = 3 - i - j
        middle = r[i, i]  # cos b
        cos_a, sin_a = -sign * r[h, i], r[j, i]  # times sin b
        cos_c, sin_c = sign * r[i, h], r[i, j]
        together = middle >= 0.0
        if together:
            link = math.atan2(sign * (r[h, j] - r[j, h]), r[j, j] + r[h, h])
        else:
            link = math.atan2(sign * (r[h, j] + r[j, h]), r[j, j] - r[h, h])
    else:
        middle = sign * r[i, k]  # sin b
        cos_a, sin_a = r[k, k], -sign * r[j, k]  # times cos b
        cos_c, sin_c = r[i, i], -sign * r[i, j]
        together = sign * middle >= 0.0
        if together:
            link = math.atan2(sign * (r[k, j] + r[j, i]), r[j, j] - r[k, i])
        else:
            link = math.atan2(sign * (r[k, j] - r[j, i]), r[j, j] + r[k, i])
    away = 0.5 * (length(cos_a, sin_a) + length(cos_c, sin_c))
    a = at_lock if away < LOCK else math.atan2(z * sin_a, z * cos_a)
    b = math.atan2(z * away, middle) if k == i else math.atan2(middle, z * away)
    c = link - a if together else a - link
    return (wrap(a), wrap(b), wrap(c))


@hot
def other_family(angles: Vector, proper: bool) -> tuple[float, float, float]:
    """The second triple of the same rotation: (a + pi, pi - b, c + pi), proper orders (a + pi, -b, c + pi)."""
    b = -angles[1] if proper else PI - angles[1]
    return (wrap(angles[0] + PI), wrap(b), wrap(angles[2] + PI))


@hot
def nearest(r: Array, i: int, j: int, k: int, target: Vector) -> tuple[float, float, float]:
    """The triple, over both families and all whole turns, with the smallest sum of squares from target."""
    best = (0.0, 0.0, 0.0)
    least = math.inf
    for family in (1, 2):
        a, b, c = from_matrix(r, i, j, k, family, target[0])
        a, b, c = nearest_turn(a, target[0]), nearest_turn(b, target[1]), nearest_turn(c, target[2])
        distance = (a - target[0]) ** 2 + (b - target[1]) ** 2 + (c - target[2]) ** 2
        if distance < least:
            least = distance
            best = (a, b, c)
    return best

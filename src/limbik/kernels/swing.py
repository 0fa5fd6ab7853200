"""Swing and twist: how far a rotation is inside such limits, and where on the swivel circle it keeps them.

A ball's limits are 15 numbers: the kind (0 none, 1 a cone, 2 an ellipse), two half-angles, the twist's range, the bone,
the cone's centre, the direction that the ellipse's first half-angle reaches, and 1 if the ball has no Euler angles.
"""

import math

import numpy as np

from limbik.kernels import quaternion
from limbik.kernels.jit import PI, TWO_PI, Array, Vector, lean
from limbik.kernels.rotation import mul_vec
from limbik.kernels.vector import angle_between, cross, dot, nearest_turn

CONE, ELLIPSE = 1.0, 2.0
KIND, HALF_ANGLES, TWIST_RANGE, BONE, CENTER, TOWARD, ONE_FAMILY = 0, 1, 3, 5, 8, 11, 14
"""Where each stands among the 15 numbers."""

STEADY = 1e-14
"""A twist that changes less than this with the swivel is constant."""


@lean
def margins(limits: Array, r: Array) -> tuple[float, float]:
    """Radians to the limit of swing and of twist for a rotation (3, 3); negative outside.

    For an ellipse the swing's is measured along the great circle through its centre.
    """
    if limits[KIND] == 0.0:
        return math.inf, math.inf
    bone = (limits[BONE], limits[BONE + 1], limits[BONE + 2])
    moved = mul_vec(r, bone)
    allowed = limits[HALF_ANGLES]
    if limits[KIND] == ELLIPSE:
        toward = (limits[TOWARD], limits[TOWARD + 1], limits[TOWARD + 2])
        allowed = ellipse_reach(allowed, limits[HALF_ANGLES + 1], dot(moved, toward), dot(moved, cross(bone, toward)))
    swing = allowed - angle_between((limits[CENTER], limits[CENTER + 1], limits[CENTER + 2]), moved)
    lo, hi = limits[TWIST_RANGE], limits[TWIST_RANGE + 1]
    if not hi - lo < math.inf:
        return swing, math.inf
    twist = nearest_turn(quaternion.twist_angle(quaternion.from_matrix(r), bone), 0.5 * (lo + hi))
    return swing, min(twist - lo, hi - twist)


@lean
def ellipse_reach(first: float, second: float, x: float, y: float) -> float:
    """The half-angle of an ellipse on the side (x, y).

    The ellipse is drawn in the swing's quaternion, sin(angle / 2) times the direction, where its half-axes are the
    sines of half the half-angles; so it is a true cone when both are equal, and valid up to half a turn.
    """
    across = math.hypot(x, y)
    if across == 0.0:
        return min(first, second)
    half_sine = 1.0 / math.hypot(x / across / math.sin(0.5 * first), y / across / math.sin(0.5 * second))
    return 2.0 * math.atan2(half_sine, math.sqrt(max(0.0, 1.0 - half_sine * half_sine)))


@lean
def level_set(is_twist: bool, parameters: Array, turn: Array, rounding: float, ends: Array) -> int:
    """How many arcs of the circle keep the limit; their ends into ends (4, 2), for a whole circle a turn apart.

    turn (3, 9) holds the coefficients of sin phi, cos phi and 1 in R(phi). Parameters: for a twist lo, hi and the bone;
    for an ellipse its two half-angles, the bone, and the direction that the first one reaches; last, by how much the
    condition is relaxed (`kernels.relaxed`).
    """
    bone = (parameters[2], parameters[3], parameters[4])
    relaxed = parameters[len(parameters) - 1]
    if is_twist and relaxed > 0.0:
        return relaxed_twist(parameters[0], parameters[1], bone, turn, relaxed, ends)
    if is_twist:
        return twist_arc(parameters[0] - rounding, parameters[1] + rounding, bone, turn, ends)
    toward = (parameters[5], parameters[6], parameters[7])
    return ellipse_arcs(parameters[0], parameters[1], bone, toward, turn, rounding + relaxed, ends)


@lean
def skew_entry(turn: Array, i: int, j: int) -> float:
    """An entry of [k]x = (sine part) M', with M = R(0)."""
    total = 0.0
    for n in range(3):
        total += turn[0, 3 * i + n] * (turn[1, 3 * j + n] + turn[2, 3 * j + n])
    return total


@lean
def start_quaternion(turn: Array) -> tuple[float, float, float, float]:
    """The unit quaternion of R(0), from the entry of its square that is largest."""
    a, b, c = turn[1, 0] + turn[2, 0], turn[1, 1] + turn[2, 1], turn[1, 2] + turn[2, 2]
    d, e, f = turn[1, 3] + turn[2, 3], turn[1, 4] + turn[2, 4], turn[1, 5] + turn[2, 5]
    g, h, i = turn[1, 6] + turn[2, 6], turn[1, 7] + turn[2, 7], turn[1, 8] + turn[2, 8]
    w, x, y, z = 1.0 + a + e + i, 1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i  # four times the squares
    if w >= x and w >= y and w >= z:
        return quaternion.normalise((w, h - f, c - g, d - b))
    if x >= y and x >= z:
        return quaternion.normalise((h - f, x, b + d, c + g))
    if y >= z:
        return quaternion.normalise((c - g, b + d, y, f + h))
    return quaternion.normalise((d - b, c + g, f + h, z))


@lean
def twist_waves(bone: Vector, turn: Array) -> tuple[float, float, float, float]:
    """A1, B1, A2, B2: with x = phi / 2 the quaternion has q_w = A1 cos x + B1 sin x and q_t = A2 cos x + B2 sin x."""
    k = (skew_entry(turn, 2, 1), skew_entry(turn, 0, 2), skew_entry(turn, 1, 0))
    w, x, y, z = start_quaternion(turn)
    v = (x, y, z)
    return w, -dot(k, v), dot(bone, v), w * dot(bone, k) + dot(bone, cross(k, v))


@lean
def relaxed_twist(lo: float, hi: float, bone: Vector, turn: Array, relaxed: float, ends: Array) -> int:
    """The arcs where  q_t cos(lo/2) - q_w sin(lo/2)  and  q_w sin(hi/2) - q_t cos(hi/2)  are at least -relaxed.

    Both are waves in x = phi / 2; a whole turn of x has both signs of the quaternion. What overlaps becomes a circle.
    """
    a1, b1, a2, b2 = twist_waves(bone, turn)
    c, s = math.cos(0.5 * lo), math.sin(0.5 * lo)
    first, first_half = wave_arc(a2 * c - a1 * s, b2 * c - b1 * s, relaxed)
    c, s = math.cos(0.5 * hi), math.sin(0.5 * hi)
    last, last_half = wave_arc(a1 * s - a2 * c, b1 * s - b2 * c, relaxed)
    start, end = first - first_half, first + first_half
    begin = last - last_half
    begin += TWO_PI * np.ceil((start - begin) / TWO_PI)
    close = begin + 2.0 * last_half
    found = 0
    if begin <= end:
        ends[0, 0], ends[0, 1] = 2.0 * begin, 2.0 * min(end, close)
        found = 1
    if close >= start + TWO_PI:
        ends[found, 0], ends[found, 1] = 2.0 * (start + TWO_PI), 2.0 * min(close, end + TWO_PI)
        found += 1
    whole = found > 0 and ends[0, 1] - ends[0, 0] >= TWO_PI
    if found == 2:
        gap = ends[1, 0] - ends[0, 0]
        gap -= TWO_PI * np.floor(gap / TWO_PI)
        apart = ends[0, 1] - ends[0, 0] < gap and gap + (ends[1, 1] - ends[1, 0]) < TWO_PI
        whole = not apart
    if whole:
        ends[0, 0], ends[0, 1] = -PI, PI
        return 1
    return found


@lean
def wave_arc(cosine: float, sine: float, relaxed: float) -> tuple[float, float]:
    """Centre and half length of the arc where  cosine cos x + sine sin x >= -relaxed."""
    size = math.hypot(cosine, sine)
    if size <= relaxed:
        return 0.0, PI
    return math.atan2(sine, cosine), math.acos(-relaxed / size)


@lean
def twist_arc(lo: float, hi: float, bone: Vector, turn: Array, ends: Array) -> int:
    """The twist about the bone grows (or falls) with phi all round the circle, so its range is one arc."""
    a1, b1, a2, b2 = twist_waves(bone, turn)
    grows = a1 * b2 - a2 * b1
    if abs(grows) <= STEADY:
        twist = 2.0 * math.atan2(a2, a1) if a1 * a1 + a2 * a2 >= b1 * b1 + b2 * b2 else 2.0 * math.atan2(b2, b1)
        twist = nearest_turn(twist, 0.5 * (lo + hi))
        ends[0, 0], ends[0, 1] = -PI, PI
        return 1 if lo <= twist <= hi else 0
    start, end = (lo, hi) if grows > 0.0 else (hi, lo)
    s, c = math.sin(0.5 * start), math.cos(0.5 * start)
    ends[0, 0] = 2.0 * math.atan2(a1 * s - a2 * c, b2 * c - b1 * s)
    s, c = math.sin(0.5 * end), math.cos(0.5 * end)
    last = 2.0 * math.atan2(a1 * s - a2 * c, b2 * c - b1 * s)
    ends[0, 1] = last + TWO_PI * np.ceil((ends[0, 0] - last) / TWO_PI)
    return 1


@lean
def ellipse_arcs(
    first: float, second: float, bone: Vector, toward: Vector, turn: Array, rounding: float, ends: Array
) -> int:
    """The bone (x, y, z), y across `toward`, lies in  x^2 / sin^2(A1/2) + y^2 / sin^2(A2/2) <= 2 (1 + z)."""
    across = cross(bone, toward)
    one, two = math.sin(0.5 * first) ** 2, math.sin(0.5 * second) ** 2
    smaller = min(one, two)
    # c0 + c1 cos + s1 sin + c2 cos 2 phi + s2 sin 2 phi
    c0, c1, s1, c2, s2 = 2.0 * smaller + rounding, 0.0, 0.0, 0.0, 0.0
    for which in range(3):
        axis = bone if which == 0 else (toward if which == 1 else across)
        al, be, ga = 0.0, 0.0, 0.0
        for n in range(9):
            weight = axis[n // 3] * bone[n % 3]
            al += weight * turn[0, n]
            be += weight * turn[1, n]
            ga += weight * turn[2, n]
        if which == 0:
            c0, c1, s1 = c0 + 2.0 * smaller * ga, c1 + 2.0 * smaller * be, s1 + 2.0 * smaller * al
        else:
            f = -smaller / (one if which == 1 else two)
            c0 += f * (ga * ga + 0.5 * (al * al + be * be))
            c1, s1 = c1 + f * 2.0 * ga * be, s1 + f * 2.0 * ga * al
            c2, s2 = c2 + f * 0.5 * (be * be - al * al), s2 + f * al * be
    return positive_arcs(c0, c1, s1, c2, s2, ends)


@lean
def harmonic(x: float, c0: float, c1: float, s1: float, c2: float, s2: float) -> float:
    return c0 + c1 * math.cos(x) + s1 * math.sin(x) + c2 * math.cos(2.0 * x) + s2 * math.sin(2.0 * x)


@lean
def zeros(c0: float, c1: float, s1: float, c2: float, s2: float) -> tuple[int, float, float, float, float]:
    """The zeros of the function in [-pi, pi], sorted: how many, then up to 4 of them.

    With z = e^(ix) they are the roots of modulus 1 of a quartic; all four are refined together (Durand, Kerner).
    """
    size = abs(c0) + abs(c1) + abs(s1)
    count, a, b, c, d = 0, 0.0, 0.0, 0.0, 0.0
    if abs(c2) + abs(s2) <= 1e-14 * size:  # the first harmonic alone
        rho = math.hypot(c1, s1)
        if rho <= abs(c0):
            return 0, a, b, c, d
        center, half = math.atan2(s1, c1), 2.0 * math.atan2(math.sqrt(rho + c0), math.sqrt(rho - c0))
        count, a, b = 2, center - half, center + half
    else:
        lead = 0.5 * complex(c2, -s2)
        p3, p2 = 0.5 * complex(c1, -s1) / lead, complex(c0, 0.0) / lead
        p1, p0 = 0.5 * complex(c1, s1) / lead, 0.5 * complex(c2, s2) / lead
        z1, z2, z3, z4 = complex(1.0, 0.1), complex(-0.4, 0.9), complex(-0.7, -0.8), complex(0.3, -1.1)
        for _ in range(60):
            n1 = z1 - ((((z1 + p3) * z1 + p2) * z1 + p1) * z1 + p0) / ((z1 - z2) * (z1 - z3) * (z1 - z4))
            n2 = z2 - ((((z2 + p3) * z2 + p2) * z2 + p1) * z2 + p0) / ((z2 - n1) * (z2 - z3) * (z2 - z4))
            n3 = z3 - ((((z3 + p3) * z3 + p2) * z3 + p1) * z3 + p0) / ((z3 - n1) * (z3 - n2) * (z3 - z4))
            n4 = z4 - ((((z4 + p3) * z4 + p2) * z4 + p1) * z4 + p0) / ((z4 - n1) * (z4 - n2) * (z4 - n3))
            moved = abs(n1 - z1) + abs(n2 - z2) + abs(n3 - z3) + abs(n4 - z4)
            z1, z2, z3, z4 = n1, n2, n3, n4
            if not moved > 1e-15:
                break
        for z in (z1, z2, z3, z4):
            if abs(abs(z) - 1.0) < 1e-4:
                d, c, b, a = c, b, a, math.atan2(z.imag, z.real)
                count += 1
    a, b = polished(a, c0, c1, s1, c2, s2), polished(b, c0, c1, s1, c2, s2)
    c, d = polished(c, c0, c1, s1, c2, s2), polished(d, c0, c1, s1, c2, s2)
    b, c, d = (b if count > 1 else math.inf), (c if count > 2 else math.inf), (d if count > 3 else math.inf)
    a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    return count, a, min(b, c), max(b, c), d


@lean
def polished(x: float, c0: float, c1: float, s1: float, c2: float, s2: float) -> float:
    """A zero after three Newton steps, in [-pi, pi]."""
    for _ in range(3):
        slope = -c1 * math.sin(x) + s1 * math.cos(x) - 2.0 * c2 * math.sin(2.0 * x) + 2.0 * s2 * math.cos(2.0 * x)
        step = harmonic(x, c0, c1, s1, c2, s2) / slope if slope != 0.0 else 0.0
        if abs(step) < 1e-3:
            x -= step
    wrapped: float = x - TWO_PI * np.floor(x / TWO_PI + 0.5)
    return wrapped


@lean
def positive_arcs(c0: float, c1: float, s1: float, c2: float, s2: float, ends: Array) -> int:
    """The arcs where the function is not negative, at most 2 and their ends apart."""
    count, a, b, c, d = zeros(c0, c1, s1, c2, s2)
    cuts = (a, b, c, d)
    found = 0
    for n in range(count):
        start, end = cuts[n], cuts[n + 1] if n + 1 < count else cuts[0] + TWO_PI
        if harmonic(0.5 * (start + end), c0, c1, s1, c2, s2) < 0.0:
            continue
        if found and ends[found - 1, 1] == start:
            ends[found - 1, 1] = end
        else:
            ends[found, 0], ends[found, 1] = start, end
            found += 1
    if found > 1 and ends[found - 1, 1] == ends[0, 0] + TWO_PI:
        found -= 1
        ends[0, 0] = ends[found, 0] - TWO_PI
    if count == 0 and harmonic(0.0, c0, c1, s1, c2, s2) >= 0.0:
        ends[0, 0], ends[0, 1] = -PI, PI
        return 1
    return found

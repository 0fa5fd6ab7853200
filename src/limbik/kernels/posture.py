"""Postures: a swivel to the limb's seven values, and those to the tool's frame, its errors and its margin."""

import math

from limbik.kernels import euler, hinge, rotation, swing, swivel
from limbik.kernels.anatomy import (
    HI,
    LIMIT_HI,
    LIMIT_LO,
    LO,
    OFFSET,
    RA,
    RB,
    TOOL,
    TOOL_TIP,
    A,
    Anatomy,
    B,
    Space,
    vector_of,
)
from limbik.kernels.jit import Array, Integers, Vector, hot, lean
from limbik.kernels.vector import dot, wrap


@hot
def clamped(angle: float, lo: float, hi: float) -> float:
    return hinge.within(angle, lo, hi) if hi - lo < math.inf else angle


@hot
def ball_angles(r: Array, bounds: Array, orders: Integers, ball: int, family: int) -> tuple[float, float, float]:
    """Euler angles of one family, each in the turn of its limits and clamped to them."""
    i, j, k = orders[3 * ball], orders[3 * ball + 1], orders[3 * ball + 2]
    n = 4 * ball
    a, b, c = euler.from_matrix(r, i, j, k, family, 0.0)
    a_lo, a_hi, c_lo, c_hi = bounds[n, LO], bounds[n, HI], bounds[n + 2, LO], bounds[n + 2, HI]
    lean = r[i, i] if k == i else r[i, k]  # cos b, or sin b with the order's sign, which enters twice
    within_b = clamped(b, bounds[n + 1, LO], bounds[n + 1, HI])
    if abs(lean) < 1.0 - 5e-7:
        return clamped(a, a_lo, a_hi), within_b, clamped(c, c_lo, c_hi)
    together = 1.0 if lean >= 0.0 else -1.0  # the lock that is near fixes a + c, or a - c
    away = abs(math.sin(b) if k == i else math.cos(b))
    if away < 1e-9:
        a, c = linked(a, c, together, a_lo, a_hi, c_lo, c_hi)
    within_a, within_c = clamped(a, a_lo, a_hi), clamped(c, c_lo, c_hi)
    if away < 1e-3:  # what the clamp takes from a (or c) near lock, c (or a) has to make up for
        within_c = clamped(c + together * wrap(a - within_a), c_lo, c_hi)
        lost = wrap(a + together * c - within_a - together * within_c)
        within_a = clamped(within_a + lost, a_lo, a_hi)
    return within_a, within_b, within_c


@lean
def linked(
    a: float, c: float, together: float, a_lo: float, a_hi: float, c_lo: float, c_hi: float
) -> tuple[float, float]:
    """At lock only a + c or a - c is fixed: both angles at the same fraction of their ranges."""
    link = a + together * c
    if not a_hi - a_lo < math.inf:
        a_lo, a_hi = -math.pi, math.pi
    if not c_hi - c_lo < math.inf:
        c_lo, c_hi = -math.pi, math.pi
    start, end = (a_lo + c_lo, a_hi + c_hi) if together > 0.0 else (a_lo - c_hi, a_hi - c_lo)
    link = hinge.within(link, start, end)
    share = 0.5 if end == start else (link - start) / (end - start)
    new_a = a_lo + share * (a_hi - a_lo)
    return new_a, together * (link - new_a)


@hot
def posture(body: Anatomy, space: Space, label: int, phi: float, balls: int, q: Array) -> None:
    """The limb's values on an arc of that label at a swivel, clamped to the limits; q[4:] stay if balls = 1."""
    root, pair = label >> 2, label & 3
    bounds = body.bounds
    swivel.turned(space.turns[root, 0], phi, space.one)
    q[0], q[1], q[2] = ball_angles(space.one, bounds, body.orders, 0, 1 + (pair >> 1))
    q[3] = space.bends[root, 1]
    last = 4
    if balls == 2:
        swivel.turned(space.turns[root, 1], phi, space.one)
        q[4], q[5], q[6] = ball_angles(space.one, bounds, body.orders, 1, 1 + (pair & 1))
        last = 7
    for n in range(last):  # the offset's rounding may carry a clamped value outside by a bit
        q[n] = min(max(q[n] - bounds[n, OFFSET], bounds[n, LIMIT_LO]), bounds[n, LIMIT_HI])


@hot
def ball_matrix(body: Anatomy, ball: int, q: Array, out: Array) -> None:
    """out (3, 3) = the rotation that a ball's values stand for."""
    n, bounds, orders = 4 * ball, body.bounds, body.orders
    angles = (q[n] + bounds[n, OFFSET], q[n + 1] + bounds[n + 1, OFFSET], q[n + 2] + bounds[n + 2, OFFSET])
    euler.to_matrix(angles, orders[3 * ball], orders[3 * ball + 1], orders[3 * ball + 2], out)


@hot
def wrist_point(body: Anatomy, q: Array, b: Vector, scratch: Array) -> tuple[float, float, float]:
    """Where the end of the forearm b stands, in the shoulder's frame."""
    g = body.geometry
    angle = q[3] + body.bounds[3, OFFSET]
    c, s = math.cos(angle), math.sin(angle)
    w = (g[A, 0] + c * b[0] + s * b[2], g[A, 1] + b[1], g[A, 2] + c * b[2] - s * b[0])
    ball_matrix(body, 0, q, scratch)
    return rotation.mul_vec(
        scratch, (dot(vector_of(g, RA), w), dot(vector_of(g, RA + 1), w), dot(vector_of(g, RA + 2), w))
    )


@hot
def carried(
    geometry: Array, hand: Array, upper: Array, c: float, s: float, v: Vector, is_point: bool
) -> tuple[float, float, float]:
    """A direction or a point of the frame after the wrist, in the shoulder's frame: R1 Ra Ry Rb R2 of it.

    hand, upper: the rotations R2 and R1; c, s: of the hinge's angle. A point takes the offsets along.
    """
    x, y, z = (
        hand[0, 0] * v[0] + hand[0, 1] * v[1] + hand[0, 2] * v[2],
        hand[1, 0] * v[0] + hand[1, 1] * v[1] + hand[1, 2] * v[2],
        hand[2, 0] * v[0] + hand[2, 1] * v[1] + hand[2, 2] * v[2],
    )
    x, y, z = (
        geometry[RB, 0] * x + geometry[RB, 1] * y + geometry[RB, 2] * z,
        geometry[RB + 1, 0] * x + geometry[RB + 1, 1] * y + geometry[RB + 1, 2] * z,
        geometry[RB + 2, 0] * x + geometry[RB + 2, 1] * y + geometry[RB + 2, 2] * z,
    )
    if is_point:
        x, y, z = x + geometry[B, 0], y + geometry[B, 1], z + geometry[B, 2]
    x, z = c * x + s * z, c * z - s * x
    if is_point:
        x, y, z = x + geometry[A, 0], y + geometry[A, 1], z + geometry[A, 2]
    x, y, z = (
        geometry[RA, 0] * x + geometry[RA, 1] * y + geometry[RA, 2] * z,
        geometry[RA + 1, 0] * x + geometry[RA + 1, 1] * y + geometry[RA + 1, 2] * z,
        geometry[RA + 2, 0] * x + geometry[RA + 2, 1] * y + geometry[RA + 2, 2] * z,
    )
    return (
        upper[0, 0] * x + upper[0, 1] * y + upper[0, 2] * z,
        upper[1, 0] * x + upper[1, 1] * y + upper[1, 2] * z,
        upper[2, 0] * x + upper[2, 1] * y + upper[2, 2] * z,
    )


@hot
def tool_frame(body: Anatomy, q: Array, one: Array, two: Array, out: Array) -> None:
    """out (3, 4) = [R | t] of the tool in the shoulder's frame, for seven values."""
    g = body.geometry
    ball_matrix(body, 1, q, one)
    ball_matrix(body, 0, q, two)
    angle = q[3] + body.bounds[3, OFFSET]
    c, s = math.cos(angle), math.sin(angle)
    for column in range(3):
        v = (g[TOOL, column], g[TOOL + 1, column], g[TOOL + 2, column])
        out[0, column], out[1, column], out[2, column] = carried(g, one, two, c, s, v, False)
    out[0, 3], out[1, 3], out[2, 3] = carried(g, one, two, c, s, vector_of(g, TOOL_TIP), True)


@hot
def tool_ray(
    body: Anatomy, q: Array, axis: Vector, one: Array, two: Array
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Where the tool stands in the shoulder's frame, and where an axis of the frame after the wrist points."""
    g = body.geometry
    ball_matrix(body, 1, q, one)
    ball_matrix(body, 0, q, two)
    angle = q[3] + body.bounds[3, OFFSET]
    c, s = math.cos(angle), math.sin(angle)
    return carried(g, one, two, c, s, vector_of(g, TOOL_TIP), True), carried(g, one, two, c, s, axis, False)


@hot
def margin_of(body: Anatomy, q: Array, one: Array) -> float:
    """Radians from the nearest limit; infinite for a limb without limits."""
    least, bounds = math.inf, body.bounds
    for n in range(7):
        least = min(least, q[n] - bounds[n, LIMIT_LO], bounds[n, LIMIT_HI] - q[n])
    for ball in range(2):
        if body.swing[ball, swing.KIND] != 0.0:
            ball_matrix(body, ball, q, one)
            swung, twisted = swing.margins(body.swing[ball], one)
            least = min(least, swung, twisted)
    return least

"""Aim: one of the tool's axes, a ray from the tool's point, shall meet a target; the wrist is held.

In the hinge's frame the tool's point stands at h(t) = a + Ry(t) b and its axis points along v(t) = Ry(t) p. The
shoulder only turns, so the target, at the distance P, lies on the ray iff |h + x v| = P for some x >= 0:

    x = -k +- sqrt(D),   k = h.v,   D = P^2 - |f|^2,   f = h - k v  the foot of the perpendicular from the shoulder.

D < 0: the line passes the shoulder farther off than the target. P >= |h|: one root. P < |h|: two roots if the ray comes
nearer (k < 0), none if it goes away. For each root the place h + x v has to turn to the target, and the limb may turn
about the line from the shoulder to it: the swivel, whose zero is the elbow's side.
"""

import math

from limbik.kernels import hinge, limb, swivel
from limbik.kernels.anatomy import REACHED, REST_DIRECTION, TOLERANCE, TOO_CLOSE, A, Anatomy, Space, vector_of
from limbik.kernels.explore import set_basis
from limbik.kernels.jit import PI, TWO_PI, Array, Vector, hot, lean
from limbik.kernels.plan import AHEAD, FOOT, HINGE, POINTER, SPANS, TARGET, Plan
from limbik.kernels.rigid import LARGEST, inv_mul_point
from limbik.kernels.roll import add_span
from limbik.kernels.swing import zeros
from limbik.kernels.vector import combine, dot, length, norm, normalise

BEHIND = 1e-12
"""Rounding, as a fraction of the limb's length: by so much the target may lie behind the tool, or inside the line."""


@hot
def ask(body: Anatomy, root: Array, goals: Array, row: int, plan: Plan, space: Space) -> bool:
    """One row of goals (the target in the world) into the plan; False if it is none.

    The target becomes the last column of space.goal.
    """
    for n in range(3):
        if not abs(goals[row, n]) <= LARGEST:
            return False
        space.goal[n, 3] = goals[row, n]
    target = inv_mul_point(root, (goals[row, 0], goals[row, 1], goals[row, 2]))
    for n in range(3):
        plan.vectors[TARGET, n] = target[n]
    p, b = vector_of(plan.vectors, POINTER), plan.b
    across = combine(1.0, b, -dot(b, p), p)
    sweep = length(p[0], p[2])
    plan.vectors[FOOT, 0] = norm(target)
    plan.vectors[FOOT, 1] = length(across[0], across[2]) + norm(vector_of(body.geometry, A)) * sweep
    plan.vectors[FOOT, 2] = sweep
    return True


@hot
def ray_at(plan: Plan, body: Anatomy, angle: float) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """The tool's point h and its axis v in the hinge's frame."""
    a, b, p = vector_of(body.geometry, A), plan.b, vector_of(plan.vectors, POINTER)
    c, s = math.cos(angle), math.sin(angle)
    h = (a[0] + c * b[0] + s * b[2], a[1] + b[1], a[2] + c * b[2] - s * b[0])
    return h, (c * p[0] + s * p[2], p[1], c * p[2] - s * p[0])


@hot
def meeting(
    h: tuple[float, float, float],
    v: tuple[float, float, float],
    distance: float,
    side: float,
    size: float,
    ahead: float,
) -> tuple[bool, float, float]:
    """Whether the ray meets the sphere of the target on that side, where (x), and sqrt(D).

    The root of larger size is a sum; the other comes from their product, which loses no digits. Within rounding of a
    tangent both are one. size: the limb's length; ahead: the least x that counts.
    """
    k = dot(h, v)
    foot = norm(combine(1.0, h, -k, v))
    square = (distance - foot) * (distance + foot)
    if foot - distance > BEHIND * size:
        return False, 0.0, 0.0
    root = math.sqrt(max(square, 0.0))
    away = norm(h)
    product = (away - distance) * (away + distance)  # of both roots
    if side > 0.0:
        x = root - k if k <= 0.0 else -product / (root + k)
    else:
        x = -root - k if k >= 0.0 else product / (root - k)
    if x < ahead - BEHIND * size:
        return False, 0.0, root
    return True, max(x, 0.0), root


@lean
def find_spans(plan: Plan, body: Anatomy) -> int:
    """The flexions at which the ray can meet the target, side by side, into the plan; REACHED or TOO_CLOSE.

    Between the zeros of D and of |h| - P (h moved ahead, if the target has to be ahead) each side is possible or not
    throughout; the zeros themselves are spans of no width, for targets at the tool's point and lines that only touch.
    """
    lo, hi = plan.vectors[HINGE, 0], plan.vectors[HINGE, 1]
    hi = min(hi, lo + TWO_PI)
    count = 0
    for side in (1.0, -1.0):
        count = spans_of(plan, body, lo, hi, side, count)
    plan.counts[SPANS] = count
    return REACHED if count else TOO_CLOSE


@lean
def beyond(a: Vector, b: Vector, distance: float) -> tuple[float, float, float]:
    """The wave |a + Ry b|^2 - P^2: its constant, and the coefficients of cosine and sine."""
    return (
        dot(a, a) + dot(b, b) + 2.0 * a[1] * b[1] - distance * distance,
        2.0 * (a[0] * b[0] + a[2] * b[2]),
        2.0 * (a[0] * b[2] - a[2] * b[0]),
    )


@lean
def spans_of(plan: Plan, body: Anatomy, lo: float, hi: float, side: float, count: int) -> int:
    """Appends the spans of one side."""
    if lo == hi:
        return add_span(plan, count, lo, hi, side) if is_met(plan, body, lo, side) else count
    a, b, p, distance = vector_of(body.geometry, A), plan.b, vector_of(plan.vectors, POINTER), plan.vectors[FOOT, 0]
    # |h|^2 - P^2 and k are waves in the angle, D a trigonometric polynomial of degree two
    c0, c1, s1 = beyond(a, b, distance)
    k0 = dot(b, p) + a[1] * p[1]
    k1, k2 = a[0] * p[0] + a[2] * p[2], a[0] * p[2] - a[2] * p[0]
    near0, near1, near2 = beyond(a, combine(1.0, b, plan.vectors[AHEAD, 0], p), distance)
    first, z1, z2, _, _ = zeros(near0, near1, near2, 0.0, 0.0)
    more, z3, z4, z5, z6 = zeros(
        k0 * k0 + 0.5 * (k1 * k1 + k2 * k2) - c0,
        2.0 * k0 * k1 - c1,
        2.0 * k0 * k2 - s1,
        0.5 * (k1 * k1 - k2 * k2),
        k1 * k2,
    )
    start = lo
    while start < hi:
        end = hi
        for n in range(6):
            zero = z1 if n == 0 else (z2 if n == 1 else (z3 if n == 2 else (z4 if n == 3 else (z5 if n == 4 else z6))))
            if n >= 2 + more or (n < 2 and n >= first):
                continue
            zero += TWO_PI * math.ceil((start - zero) / TWO_PI)
            if zero <= start:
                zero += TWO_PI
            end = min(end, zero)
        if is_met(plan, body, 0.5 * (start + end), side):
            count = add_span(plan, count, start, end, side)
        elif is_met(plan, body, start, side):
            count = add_span(plan, count, start, start, side)
        start = end
    if is_met(plan, body, hi, side) and (
        count == 0 or plan.spans[count - 1, 1] < hi or plan.spans[count - 1, 2] != side
    ):
        count = add_span(plan, count, hi, hi, side)
    return count


@lean
def is_met(plan: Plan, body: Anatomy, angle: float, side: float) -> bool:
    h, v = ray_at(plan, body, angle)
    size = norm(vector_of(body.geometry, A)) + norm(plan.b)
    met, _, _ = meeting(h, v, plan.vectors[FOOT, 0], side, size, plan.vectors[AHEAD, 0])
    return met


@hot
def set_at(plan: Plan, body: Anatomy, angle: float, side: float, space: Space) -> tuple[bool, float]:
    """The limb at one flexion, the target on one side: root 0 of the space. Can it be; the rounding of the limits."""
    h, v = ray_at(plan, body, angle)
    a, distance = vector_of(body.geometry, A), plan.vectors[FOOT, 0]
    size = norm(a) + norm(plan.b)
    met, x, root = meeting(h, v, distance, side, size, plan.vectors[AHEAD, 0])
    if not met:
        return False, 0.0
    n, place = vector_of(body.geometry, REST_DIRECTION), v
    if distance > hinge.SNAP * size:
        target = vector_of(plan.vectors, TARGET)
        n = (target[0] / distance, target[1] / distance, target[2] / distance)
        place = normalise(combine(1.0, h, x, v))
    elbow = combine(1.0, a, -dot(a, place), place)
    if norm(elbow) <= 1e-9 * norm(a):
        elbow = combine(1.0, h, -dot(h, place), place)
        if norm(elbow) <= 1e-9 * size:
            elbow = combine(1.0, (0.0, 1.0, 0.0), -place[1], place)
            if norm(elbow) <= 1e-9:
                elbow = (1.0, 0.0, 0.0)
    elbow = normalise(elbow)
    set_basis(body.geometry, body.orders, n, space.basis)
    space.bends[0, 0], space.bends[0, 1] = side, angle
    u = vector_of(space.basis, 1)
    limb.ball_families(body.geometry, 1.0, 0.0, place, elbow, n, u, space.turned, 1, space.one, space.two)
    swivel.spread(n, space.one, space.turns[0, 0])
    return True, min(max(swivel.ROUNDING, 2e-15 * distance / root if root > 0.0 else 1.0), TOLERANCE)


@lean
def change(plan: Plan, body: Anatomy, angle: float, half: float) -> float:
    """By how much the shoulder's rotation can turn between a flexion and one at most `half` away, up to the swivel.

    The place h + x v on the sphere moves by no more than the foot does, plus what the rest of the way along the axis
    changes in length and in direction.
    """
    distance = plan.vectors[FOOT, 0]
    h, v = ray_at(plan, body, angle)
    foot = norm(combine(1.0, h, -dot(h, v), v))
    moved = plan.vectors[FOOT, 1] * half
    here = rest_of(distance, foot)
    moved += max(here - rest_of(distance, foot + moved), rest_of(distance, max(foot - moved, 0.0)) - here) + (
        here * 2.0 * math.sin(0.5 * half) * plan.vectors[FOOT, 2]
    )
    if not moved < 2.0 * distance:
        return PI
    return 2.0 * math.asin(0.5 * moved / distance)


@lean
def rest_of(whole: float, part: float) -> float:
    """The other side of a right-angled triangle; 0 if there is none."""
    return math.sqrt(max((whole - part) * (whole + part), 0.0))

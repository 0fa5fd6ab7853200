"""Alignment: the tool's point is given and where one of its axes points; how it rolls about that axis is free.

With Rw(roll) = Rot(a, roll) Rw(0) the wrist goes round a true circle,

    w(roll) = g + cos(roll) al + sin(roll) be,   |al| = |be|,  al.be = 0,

and its distance from the shoulder changes with the roll as it does with a hinge: from the largest at one roll to the
least half a turn away. For each roll the limb is that of a whole placement.
"""

import math

from limbik.kernels import hinge, limb, swivel
from limbik.kernels.anatomy import (
    REACHED,
    REST_DIRECTION,
    TOLERANCE,
    TOO_CLOSE,
    TOO_FAR,
    TOOL,
    TOOL_TIP,
    A,
    Anatomy,
    Space,
    vector_of,
)
from limbik.kernels.explore import set_basis, set_root
from limbik.kernels.jit import PI, TWO_PI, Array, Vector, hot, lean
from limbik.kernels.plan import (
    CENTER,
    CIRCLE,
    COSINE,
    DIRECTION,
    HINGE,
    PIECES,
    SINE,
    SPANS,
    TOOL_AXIS,
    TOOL_SIDE,
    Plan,
)
from limbik.kernels.rigid import LARGEST
from limbik.kernels.vector import combine, dot, length, norm, normalise, plain_norm, wrap

STEADY = 1e-13
"""A wrist whose distance varies by less than this fraction stays where it is."""


@hot
def ask(body: Anatomy, root: Array, goals: Array, row: int, plan: Plan, space: Space) -> bool:
    """One row of goals (place and direction in the world) into the plan; False if it is none.

    The place becomes the last column of space.goal, the direction the first one.
    """
    for n in range(6):
        if not abs(goals[row, n]) <= LARGEST:
            return False
    toward = normalise((goals[row, 3], goals[row, 4], goals[row, 5]))
    if toward[0] == 0.0 and toward[1] == 0.0 and toward[2] == 0.0:
        return False
    g = body.geometry
    limb.turned_to(vector_of(plan.vectors, TOOL_AXIS), vector_of(plan.vectors, TOOL_SIDE), toward, space.one)
    x, y, z = goals[row, 0] - root[0, 3], goals[row, 1] - root[1, 3], goals[row, 2] - root[2, 3]
    for i in range(3):
        space.goal[i, 0], space.goal[i, 3] = toward[i], goals[row, i]
        plan.vectors[DIRECTION, i] = root[0, i] * toward[0] + root[1, i] * toward[1] + root[2, i] * toward[2]
        plan.vectors[CENTER, i] = root[0, i] * x + root[1, i] * y + root[2, i] * z
        p = root[0, i] * space.one[0, 0] + root[1, i] * space.one[1, 0] + root[2, i] * space.one[2, 0]
        q = root[0, i] * space.one[0, 1] + root[1, i] * space.one[1, 1] + root[2, i] * space.one[2, 1]
        r = root[0, i] * space.one[0, 2] + root[1, i] * space.one[1, 2] + root[2, i] * space.one[2, 2]
        for j in range(3):  # Rw = root' Rg Re'
            space.two[i, j] = p * g[TOOL + j, 0] + q * g[TOOL + j, 1] + r * g[TOOL + j, 2]
    swivel.spread(vector_of(plan.vectors, DIRECTION), space.two, plan.rolled)
    tip = vector_of(g, TOOL_TIP)
    for i in range(3):
        r = 3 * i
        plan.vectors[SINE, i] = -dot((plan.rolled[0, r], plan.rolled[0, r + 1], plan.rolled[0, r + 2]), tip)
        plan.vectors[COSINE, i] = -dot((plan.rolled[1, r], plan.rolled[1, r + 1], plan.rolled[1, r + 2]), tip)
        plan.vectors[CENTER, i] -= dot((plan.rolled[2, r], plan.rolled[2, r + 1], plan.rolled[2, r + 2]), tip)
    return True


@hot
def wrist_at(plan: Plan, roll: float) -> tuple[float, float, float]:
    c, s, v = math.cos(roll), math.sin(roll), plan.vectors
    return (
        v[CENTER, 0] + c * v[COSINE, 0] + s * v[SINE, 0],
        v[CENTER, 1] + c * v[COSINE, 1] + s * v[SINE, 1],
        v[CENTER, 2] + c * v[COSINE, 2] + s * v[SINE, 2],
    )


@lean
def roll_toward(plan: Plan, point: Vector) -> float:
    """The roll that brings the wrist nearest to a point; the one half a turn away takes it farthest.

    On a circle the second harmonic of the distance cancels: there is no quartic to solve.
    """
    center = vector_of(plan.vectors, CENTER)
    off = combine(1.0, point, -1.0, center)
    return math.atan2(dot(off, vector_of(plan.vectors, SINE)), dot(off, vector_of(plan.vectors, COSINE)))


@hot
def set_circle(plan: Plan) -> None:
    """The wrist's least and largest distance over all rolls, and the roll of the largest."""
    center, a = vector_of(plan.vectors, CENTER), vector_of(plan.vectors, DIRECTION)
    radius = plain_norm(vector_of(plan.vectors, COSINE))
    along = dot(center, a)
    across = plain_norm(combine(1.0, center, -along, a))
    plan.vectors[CIRCLE, 0] = length(along, across - radius)
    plan.vectors[CIRCLE, 1] = length(along, across + radius)
    farthest = math.atan2(dot(center, vector_of(plan.vectors, SINE)), dot(center, vector_of(plan.vectors, COSINE)))
    plan.vectors[CIRCLE, 2] = farthest


@hot
def find_spans(plan: Plan) -> int:
    """The rolls at which the wrist can be reached, side by side, into the plan; REACHED, TOO_FAR or TOO_CLOSE.

    On each side the hinge reaches a piece of the shell, and the wrist is there from one angle to another on both sides
    of its farthest roll.
    """
    set_circle(plan)
    near, far, middle = plan.vectors[CIRCLE, 0], plan.vectors[CIRCLE, 1], plan.vectors[CIRCLE, 2]
    tolerance = TOLERANCE * plan.reach[2]
    count, how, least = 0, TOO_CLOSE, math.inf
    for n in range(plan.counts[PIECES]):
        low, high, side = plan.shell[n, 0], plan.shell[n, 1], plan.shell[n, 2]
        off = max(near - high, low - far)
        if off > tolerance:
            if off < least:
                least, how = off, TOO_FAR if near > high else TOO_CLOSE
            continue
        if far - near <= STEADY * far:
            start, end = 0.0, PI
        else:
            start, end = hinge.bend(max(high, near), near, far), hinge.bend(min(low, far), near, far)
        if start == 0.0 and end == PI:
            count = add_span(plan, count, middle - PI, middle + PI, side)
        elif start == 0.0:
            count = add_span(plan, count, middle - end, middle + end, side)
        elif end == PI:
            count = add_span(plan, count, middle + start, middle + TWO_PI - start, side)
        else:
            count = add_span(plan, count, middle + start, middle + end, side)
            count = add_span(plan, count, middle - end, middle - start, side)
    plan.counts[SPANS] = count
    return REACHED if count else how


@hot
def add_span(plan: Plan, count: int, start: float, end: float, side: float) -> int:
    if count < plan.spans.shape[0]:
        plan.spans[count, 0], plan.spans[count, 1], plan.spans[count, 2] = start, end, side
        return count + 1
    return count


@lean
def come_into_reach(plan: Plan, body: Anatomy) -> None:
    """Moves the goal by the least that lets the wrist be reached at some roll, its direction kept."""
    near, far, middle = plan.vectors[CIRCLE, 0], plan.vectors[CIRCLE, 1], plan.vectors[CIRCLE, 2]
    best, shift = 0.0, math.inf
    for n in range(plan.counts[PIECES]):
        low, high = plan.shell[n, 0], plan.shell[n, 1]
        off = high - near if near > high else low - far  # how much farther the wrist has to be
        if abs(off) < abs(shift):
            shift, best = off, middle + PI if near > high else middle
    wrist = wrist_at(plan, best)
    toward = vector_of(body.geometry, REST_DIRECTION) if plain_norm(wrist) == 0.0 else normalise(wrist)
    for i in range(3):
        plan.vectors[CENTER, i] += shift * toward[i]


@hot
def set_at(plan: Plan, body: Anatomy, roll: float, side: float, space: Space) -> tuple[bool, float]:
    """The limb at one roll, on one side of the hinge: root 0 of the space. Can it be there; the distance."""
    wrist = wrist_at(plan, roll)
    swivel.turned(plan.rolled, roll, space.turned)
    middle, near, far, _ = plan.reach
    wanted = plain_norm(wrist)
    d = min(max(wanted, near), far)
    if abs(wanted - d) > TOLERANCE * far:
        return False, d
    n = vector_of(body.geometry, REST_DIRECTION)
    if wanted > hinge.SNAP * far:
        n = (wrist[0] / wanted, wrist[1] / wanted, wrist[2] / wanted)
    bent = hinge.bend(d, near, far)
    lo, hi = plan.vectors[HINGE, 0], plan.vectors[HINGE, 1]
    accepted, angle = hinge.root(side, bent, middle, lo, hi, near, far, TOLERANCE)
    if accepted == 0:
        return False, d
    set_basis(body.geometry, body.orders, n, space.basis)
    space.bends[0, 0], space.bends[0, 1] = side, angle
    set_root(body, 0, side, angle, n, plan.b, middle, space.turned, 2, space)
    return True, d


@lean
def triangle_angle(d: float, bent: float, first: float, second: float, planar: bool) -> float:
    """The angle between the side `first` of the triangle and the line to the wrist; planar limbs by the bend."""
    if planar:
        return math.atan2(second * math.sin(bent), first + second * math.cos(bent))
    return 2.0 * math.atan2(
        math.sqrt(max((second - d + first) * (second + d - first), 0.0)),
        math.sqrt(max((d + first - second) * (d + first + second), 0.0)),
    )


@lean
def most_change(
    d: float, low: float, high: float, first: float, second: float, near: float, far: float, planar: bool
) -> float:
    """How much the triangle's angle at the end of `first` changes from distance d to any between low and high.

    It is monotone but for one turning point, at sqrt(first^2 - second^2).
    """
    here = triangle_angle(d, hinge.bend(d, near, far), first, second, planar)
    most = abs(triangle_angle(low, hinge.bend(low, near, far), first, second, planar) - here)
    most = max(most, abs(triangle_angle(high, hinge.bend(high, near, far), first, second, planar) - here))
    if first > second:
        turning = math.sqrt((first - second) * (first + second))
        if low < turning < high:
            top = triangle_angle(turning, hinge.bend(turning, near, far), first, second, planar)
            most = max(most, abs(top - here))
    return most


@lean
def change(plan: Plan, body: Anatomy, roll: float, half: float, d: float) -> tuple[float, float]:
    """By how much the shoulder's and the wrist's rotations can turn between a roll and one at most `half` away.

    For the same swivel, whose zero is carried along. The hand's own roll is not part of the wrist's. d: the distance
    at the roll.
    """
    radius = norm(vector_of(plan.vectors, COSINE))
    _, near, far, _ = plan.reach
    if radius <= 1e-15 * far:
        return 0.0, 0.0
    ratio = 2.0 * radius * math.sin(0.5 * half) / d if d > 0.0 else 1.0
    if ratio >= 1.0:
        return PI, PI
    swung = math.asin(ratio)
    off = abs(wrap(roll - plan.vectors[CIRCLE, 2]))
    low = hinge.distance(min(off + half, PI), plan.vectors[CIRCLE, 0], plan.vectors[CIRCLE, 1])
    high = hinge.distance(max(off - half, 0.0), plan.vectors[CIRCLE, 0], plan.vectors[CIRCLE, 1])
    low, high = max(min(low, d), near), min(max(high, d), far)
    a, b = vector_of(body.geometry, A), plan.b
    upper, fore = norm(a), norm(b)
    planar = a[1] == 0.0 and b[1] == 0.0
    first = swung + most_change(d, low, high, upper, fore, near, far, planar)
    second = swung + most_change(d, low, high, fore, upper, near, far, planar)
    if not planar:
        moved = abs(hinge.bend(low, near, far) - hinge.bend(high, near, far))
        at_low, at_high = (
            0.5 * (low * low - upper * upper - fore * fore),
            0.5 * (high * high - upper * upper - fore * fore),
        )
        product = upper * upper * fore * fore
        area = min(product - at_low * at_low, product - at_high * at_high)
        if area <= 0.0:
            return PI, PI
        one = max(abs(a[1] * fore * fore - b[1] * at_low), abs(a[1] * fore * fore - b[1] * at_high))
        two = max(abs(b[1] * upper * upper - a[1] * at_low), abs(b[1] * upper * upper - a[1] * at_high))
        first += upper * one * moved / area
        second += fore * two * moved / area
    return first, second

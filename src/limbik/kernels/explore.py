"""All answers of a limb to one goal: the hinge's roots, how both balls turn with the swivel, and the valid arcs."""

import math

import numpy as np

from limbik.kernels import hinge, limb, rows, swivel
from limbik.kernels.anatomy import (
    HI,
    LO,
    REACHED,
    REFERENCE,
    REST_DIRECTION,
    REST_SIDE,
    TOLERANCE,
    TOO_CLOSE,
    TOO_FAR,
    A,
    Anatomy,
    Reach,
    Space,
    new_space,
    vector_of,
)
from limbik.kernels.jit import TWO_PI, Array, Integers, Vector, hot, kernel, lean
from limbik.kernels.vector import length, norm, wrap

MOST_PIECES = 8
"""Of a shell."""


@hot
def hinge_limits(bounds: Array, middle: float) -> tuple[float, float]:
    """The hinge's range; without limits the turn about its most extended angle."""
    lo, hi = bounds[3, LO], bounds[3, HI]
    if hi - lo < math.inf:
        return lo, hi
    return middle - math.pi, middle + math.pi


@kernel
def reach_of(body: Anatomy, b: Vector) -> tuple[tuple[float, float, float, float], Array]:
    """What the hinge can do with a forearm b: its most extended angle, the free reach and the lever; and the shell.

    The shell (n, 3) holds the distances from shoulder to wrist that the hinge's limits allow, and the side: on each
    side of the most extended angle the distance falls with the bend, so the piece [l, h] of the range that lies there
    reaches exactly from distance(h) to distance(l). The lever is what the sine of the bend moves the half square of the
    distance by.
    """
    a = vector_of(body.geometry, A)
    middle, near, far = hinge.reach_constants(a, b)
    lo, hi = hinge_limits(body.bounds, middle)
    shell = np.empty((MOST_PIECES, 3))
    count = fill_shell(lo - middle, hi - middle, near, far, shell)
    return (middle, near, far, length(a[0], a[2]) * length(b[0], b[2])), shell[:count]


@lean
def fill_shell(lo: float, hi: float, near: float, far: float, shell: Array) -> int:
    """The pieces of the shell for a hinge's range, counted from the most extended angle; how many there are."""
    count = 0
    for side in (1.0, -1.0):
        start, end = (lo, hi) if side > 0.0 else (-hi, -lo)
        shift = TWO_PI * np.ceil(-end / TWO_PI)
        while start + shift <= math.pi and count < shell.shape[0]:
            shell[count, 0] = hinge.distance(min(end + shift, math.pi), near, far)
            shell[count, 1] = hinge.distance(max(start + shift, 0.0), near, far)
            shell[count, 2] = side
            shift += TWO_PI
            count += 1
    return count


@hot
def nearest_distance(d: float, shell: Array) -> float:
    """The distance nearest to d that the hinge's limits allow."""
    best, least = d, math.inf
    for n in range(shell.shape[0]):
        clamped = min(max(d, shell[n, 0]), shell[n, 1])
        if abs(clamped - d) < least:
            best, least = clamped, abs(clamped - d)
    return best


@hot
def set_basis(geometry: Array, orders: Integers, n: Vector, basis: Array) -> bool:
    """n, the swivel's zero u and n x u into the basis; False if the reference gives no zero there."""
    one, two = vector_of(geometry, REST_DIRECTION), vector_of(geometry, REST_SIDE)
    good, u = limb.projected(two, n) if orders[REFERENCE] == 1 else limb.transported(one, two, n)
    basis[0, 0], basis[0, 1], basis[0, 2] = n[0], n[1], n[2]
    basis[1, 0], basis[1, 1], basis[1, 2] = u[0], u[1], u[2]
    basis[2, 0] = n[1] * u[2] - n[2] * u[1]
    basis[2, 1] = n[2] * u[0] - n[0] * u[2]
    basis[2, 2] = n[0] * u[1] - n[1] * u[0]
    return good


@hot
def set_root(
    body: Anatomy,
    number: int,
    side: float,
    angle: float,
    n: Vector,
    b: Vector,
    middle: float,
    goal: Array,
    balls: int,
    space: Space,
) -> None:
    """How both balls turn with the swivel about n if the hinge stands at an angle: root `number` of the space."""
    a = vector_of(body.geometry, A)
    c, s = math.cos(angle), math.sin(angle)
    bent_b = (c * b[0] + s * b[2], b[1], c * b[2] - s * b[0])
    planar = a[1] == 0.0 and b[1] == 0.0
    out, elbow = limb.rest_triangle(a, bent_b, wrap(angle - middle), side, planar)
    u = vector_of(space.basis, 1)
    k2 = limb.ball_families(body.geometry, c, s, out, elbow, n, u, goal, balls, space.one, space.two)
    swivel.spread(n, space.one, space.turns[number, 0])
    if balls == 2:
        swivel.spread(k2, space.two, space.turns[number, 1])


@hot
def find_roots(
    body: Anatomy, wrist: Vector, b: Vector, reach: Reach, shell: Array, goal: Array, balls: int, space: Space
) -> tuple[int, float, int, bool]:
    """Whether the distance is REACHED, the distance used, how many roots the hinge has, and if the reference is good.

    wrist: where the wrist is wanted, in the shoulder's frame; b: the forearm, in the hinge's. goal (3, 3): the wrist's
    wanted rotation; reach and shell are those of `reach_of`. Out of reach the nearest distance takes the place of the
    wanted one.
    """
    geometry = body.geometry
    middle, near, far, _ = reach
    lo, hi = hinge_limits(body.bounds, middle)
    wanted = norm(wrist)
    d = nearest_distance(min(max(wanted, near), far), shell)
    how = REACHED
    if wanted > d + TOLERANCE * far:
        how = TOO_FAR
    elif wanted < d - TOLERANCE * far:
        how = TOO_CLOSE
    if wanted <= hinge.SNAP * far:
        n = vector_of(geometry, REST_DIRECTION)
    else:
        n = (wrist[0] / wanted, wrist[1] / wanted, wrist[2] / wanted)
    good = set_basis(geometry, body.orders, n, space.basis)
    bent = hinge.bend(d, near, far)
    count = 0
    first, flexion = 0, 0.0
    second, other = 0, 0.0
    if bent in (0.0, math.pi):  # both roots are one; it is named after the side that the hinge bends to
        side = 1.0 if wrap(0.5 * (lo + hi) - middle) >= 0.0 else -1.0
        first, flexion = hinge.root(side, bent, middle, lo, hi, near, far, TOLERANCE)
        if first:
            space.bends[0, 0], space.bends[0, 1] = side, flexion
            count = 1
    else:
        first, flexion = hinge.root(1.0, bent, middle, lo, hi, near, far, TOLERANCE)
        second, other = hinge.root(-1.0, bent, middle, lo, hi, near, far, TOLERANCE)
        best = max(first, second)  # a root that is nearly inside counts if none is truly
        if first and first == best:
            space.bends[0, 0], space.bends[0, 1] = 1.0, flexion
            count = 1
        if second and second == best:
            space.bends[count, 0], space.bends[count, 1] = -1.0, other
            count += 1
    for root in range(count):
        side, angle = space.bends[root, 0], space.bends[root, 1]
        set_root(body, root, side, angle, n, b, middle, goal, balls, space)
    return how, d, count, good


@hot
def rounding_of(d: float, angle: float, reach: Reach) -> float:
    """What the conditions may err by: the hinge's angle is known to eps times its sensitivity to the distance."""
    lever = reach[3] * abs(math.sin(angle - reach[0]))
    if lever <= 2e-6 * d * reach[2]:
        return TOLERANCE
    return max(swivel.ROUNDING, 2e-15 * d * reach[2] / lever)


@hot
def find_arcs(
    entries: Integers,
    weights: Array,
    number: int,
    masks: Integers,
    first: int,
    last: int,
    rounding: float,
    space: Space,
) -> int:
    """The valid arcs of the roots from first up to last under some rows; how many."""
    count = 0
    for root in range(first, last):
        count = swivel.valid_arcs(
            entries,
            weights,
            number,
            masks,
            space.turns[root],
            rounding,
            space.positions,
            space.marks,
            space.keys,
            space.ends,
            space.arcs,
            space.labels,
            count,
            root,
        )
    return count


@lean
def arcs_with_slack(
    body: Anatomy, slack: float, balls: int, first: int, last: int, rounding: float, space: Space
) -> int:
    """The valid arcs if every limit gave by `slack` (took, if negative)."""
    count = rows.build(body.orders, body.bounds, body.swing, slack, balls, space.entries, space.weights, space.masks)
    return find_arcs(space.entries, space.weights, count, space.masks, first, last, rounding, space)


@hot
def explore(
    body: Anatomy, wrist: Vector, b: Vector, reach: Reach, shell: Array, goal: Array, balls: int, space: Space
) -> tuple[int, int, int, bool]:
    """How the distance is (REACHED, ...), the hinge's roots, the valid arcs, and whether the reference is good.

    The arcs keep every limit exactly. Only if there is none, the limits give by the tolerance. The arcs' ends are
    pseudo-angles, in no order.
    """
    how, d, roots, good = find_roots(body, wrist, b, reach, shell, goal, balls, space)
    if roots == 0:
        return how, 0, 0, good
    rounding = rounding_of(d, space.bends[0, 1], reach)
    arcs = find_arcs(body.entries, body.weights, body.entries.shape[0], body.masks, 0, roots, rounding, space)
    if arcs == 0:
        arcs = arcs_with_slack(body, TOLERANCE, balls, 0, roots, rounding, space)
    return how, roots, arcs, good


@kernel
def survey(body: Anatomy, wrist: Vector, b: Vector, goal: Array, balls: int) -> tuple[int, int, int, bool, Space]:
    """`explore` in a space of its own, which comes last; its arcs are angles, sorted."""
    space = new_space()
    reach, shell = reach_of(body, b)
    how, roots, arcs, good = explore(body, wrist, b, reach, shell, goal, balls, space)
    swivel.to_angles(space.arcs, space.labels, arcs)
    return how, roots, arcs, good, space

"""The best approximation to a goal that cannot be met: every answer keeps the limits.

A placement whose place can be reached, but not so turned: the tool stands exactly at its place, turned as nearly as the
limits allow. Otherwise the wrist comes as near as it can to where it is wanted, and the hand turns as nearly.
Where a search is needed it runs over the box of `kernels.box`.
"""

import math

import numpy as np

from limbik.kernels import hinge, rotation, swivel
from limbik.kernels.anatomy import (
    OFFSET,
    RA,
    RB,
    REACHED,
    REST_DIRECTION,
    TOLERANCE,
    TOOL_TIP,
    A,
    Anatomy,
    B,
    Space,
    new_space,
    vector_of,
)
from limbik.kernels.box import box_of, to_coordinates, to_values
from limbik.kernels.explore import arcs_with_slack, find_roots, reach_of, set_basis
from limbik.kernels.fit import fit_ball, fit_on_arcs
from limbik.kernels.jit import Array, Integers, Vector, kernel, lean, once
from limbik.kernels.least_squares import BASES, halton
from limbik.kernels.local import WHOLE, Wish, come_nearer, restore, tool_residuals, turn_nearer
from limbik.kernels.posture import ball_matrix, posture, tool_frame, wrist_point
from limbik.kernels.solve import INVALID, ORIENTATION_ERROR, POSITION_ERROR, SOLVED, ask, report
from limbik.kernels.vector import dot, norm, normalise, wrap

STARTS = 16
"""Of a search for the nearest place."""
SAMPLES, FOLLOWED, POLISHED = 128, 12, 3
"""Of a search for the nearest orientation: postures of the wrist, those followed, and those followed to the end."""
NEIGHBOUR = 0.35
"""Starts whose coordinates all differ by less lead to the same place; one of them is enough."""


@lean
def family_of(orders: Integers, ball: int, middle: float) -> int:
    """Which family (1 or 2) a triple with that middle angle belongs to."""
    value = math.sin(middle) if orders[3 * ball] == orders[3 * ball + 2] else math.cos(middle)
    return 1 if value >= 0.0 else 2


@lean
def start_at(number: int, lo: Array, hi: Array, x: Array) -> None:
    """The middle of the box, then evenly spread points, some of them on its faces and edges."""
    for n in range(7):
        share = 0.5 if number == 0 else min(max(1.4 * halton(number, BASES[n]) - 0.2, 0.0), 1.0)
        x[n] = lo[n] + share * (hi[n] - lo[n])


@kernel
def best_elbow(body: Anatomy, wish: Wish, space: Space, q: Array) -> float:
    """With the wrist held at q[4:], the arm that brings the tool to its place, turned as nearly as it can; into q.

    tr of the tool's rotation and the wanted one, or the cosine between its axis and the wanted direction, or -2 if the
    tool cannot get there. It is a sine wave in the swivel, so the best one on each arc has a closed form.
    """
    geometry, aim, frame = body.geometry, wish.frame, np.empty((3, 4))
    hand, wanted = np.empty((3, 3)), np.empty((3, 3))
    ball_matrix(body, 1, q, hand)
    tip = rotation.mul_vec(hand, vector_of(geometry, TOOL_TIP))
    b = (
        geometry[B, 0] + dot(vector_of(geometry, RB), tip),
        geometry[B, 1] + dot(vector_of(geometry, RB + 1), tip),
        geometry[B, 2] + dot(vector_of(geometry, RB + 2), tip),
    )
    size = norm(b)
    if abs(b[1]) <= 1e-13 * size:
        b = (b[0], 0.0, b[2])
    if b[0] * b[0] + b[2] * b[2] <= 1e-16 * size * size:
        return -2.0
    reach, shell = reach_of(body, b)
    place = (aim[0, 3], aim[1, 3], aim[2, 3])
    how, _, roots, _ = find_roots(body, place, b, reach, shell, hand, 1, space)
    if how != REACHED or roots == 0:
        return -2.0
    count = arcs_with_slack(body, 0.0, 1, 0, roots, swivel.ROUNDING, space)
    swivel.to_angles(space.arcs, space.labels, count)
    best, chosen, place_best = -2.0, -1, 0.0
    for root in range(roots):
        for n in range(3):
            q[n] = -body.bounds[n, OFFSET]  # the shoulder's rotation left out
        q[3] = space.bends[root, 1] - body.bounds[3, OFFSET]
        tool_frame(body, q, space.one, space.two, frame)
        points = rotation.mul_vec(frame, wish.axis)
        for i in range(3):  # what R1 has to come near to: wanted hand', or the direction times the axis
            for j in range(3):
                wanted[i, j] = aim[i, 0] * points[j]
                if wish.kind == WHOLE:
                    wanted[i, j] = aim[i, 0] * frame[j, 0] + aim[i, 1] * frame[j, 1] + aim[i, 2] * frame[j, 2]
        al, be, ga = 0.0, 0.0, 0.0
        for i in range(3):
            for j in range(3):
                al += space.turns[root, 0, 0, 3 * i + j] * wanted[i, j]
                be += space.turns[root, 0, 1, 3 * i + j] * wanted[i, j]
                ga += space.turns[root, 0, 2, 3 * i + j] * wanted[i, j]
        for n in range(count):
            if space.labels[n] >> 2 == root:
                _, phi = swivel.arc_nearest(space.arcs[n : n + 1], 1, math.atan2(al, be))
                value = al * math.sin(phi) + be * math.cos(phi) + ga
                if value > best:
                    best, chosen, place_best = value, space.labels[n], phi
    if chosen >= 0:
        posture(body, space, chosen, place_best, 1, q)
    return best


@once
def relaxed_starts(
    body: Anatomy,
    roots: int,
    wish: Wish,
    lo: Array,
    hi: Array,
    space: Space,
    starts: Array,
    values: Array,
) -> None:
    """Postures that would meet the goal if all limits gave a little, brought back inside, as starts.

    They lead to answers near the edge of what is possible, which a search from the inside may miss. `space` has the
    goal's roots; the least that the limits must give is found by bisection.
    """
    x, q, out, scratch = np.empty(7), np.empty(7), np.empty(6), np.empty((3, 3))
    least, most = 0.0, math.pi
    if arcs_with_slack(body, most, 2, 0, roots, swivel.ROUNDING, space) == 0:
        return
    for _ in range(26):
        tried = 0.5 * (least + most)
        if arcs_with_slack(body, tried, 2, 0, roots, swivel.ROUNDING, space):
            most = tried
        else:
            least = tried
    for slack in (most, 1.02 * most + 1e-6, 1.3 * most + 1e-4):
        count = arcs_with_slack(body, slack, 2, 0, roots, swivel.ROUNDING, space)
        swivel.to_angles(space.arcs, space.labels, count)
        for n in range(min(count, 6)):
            for share in (0.0, 0.5, 1.0):
                phi = space.arcs[n, 0] + share * (space.arcs[n, 1] - space.arcs[n, 0])
                posture(body, space, space.labels[n], phi, 2, q)
                to_coordinates(body, q, x, scratch)
                for m in range(7):
                    x[m] = min(max(x[m], lo[m]), hi[m])
                if restore(body, x, lo, hi, wish, 12, q, space) <= 1e-10:
                    turn = tool_residuals(body, x, wish, q, space, out)
                    keep(-1.0 - 2.0 * math.cos(turn), x, starts, values)


@once
def turn_in_place(
    body: Anatomy, wish: Wish, q: Array, fitted: bool, wrist: Vector, turned: Array, space: Space
) -> bool:
    """The tool exactly at its place, turned as nearly as the limits allow: into q, if the place can be reached at all.

    Many postures of the wrist, each with its best elbow, are starts, and so is what would meet the goal if the limits
    gave a little.
    """
    lo, hi, b = np.empty(7), np.empty(7), vector_of(body.geometry, B)
    starts, values = np.zeros((FOLLOWED, 7)), np.full(FOLLOWED, math.inf)
    box_of(body, lo, hi)
    reach, shell = reach_of(body, b)
    _, _, roots, _ = find_roots(body, wrist, b, reach, shell, turned, 2, space)
    if roots:
        relaxed_starts(body, roots, wish, lo, hi, space, starts, values)
    wrist_starts(body, wish, lo, hi, fitted, q, space, starts, values)
    return follow_starts(body, wish, lo, hi, q, space, starts, values)


@kernel
def wrist_starts(
    body: Anatomy,
    wish: Wish,
    lo: Array,
    hi: Array,
    fitted: bool,
    q: Array,
    space: Space,
    starts: Array,
    values: Array,
) -> None:
    """Postures of the wrist, spread evenly, each with its best elbow, as starts; the one in q too if it is `fitted`."""
    x, best, scratch = np.empty(7), q.copy(), np.empty((3, 3))
    for number in range(SAMPLES):
        start_at(number, lo, hi, x)
        to_values(body, x, best, scratch)
        if number == 1 and fitted:
            best[:] = q
        value = -best_elbow(body, wish, space, best)
        if value < 2.0:
            to_coordinates(body, best, x, scratch)
            keep(value, x, starts, values)


@kernel
def follow_starts(
    body: Anatomy, wish: Wish, lo: Array, hi: Array, q: Array, space: Space, starts: Array, values: Array
) -> bool:
    """Starts with the tool in place are followed by a local search, the best few to the end: into q, if any is good."""
    best = q.copy()
    for number in range(len(values)):
        if values[number] < math.inf:
            values[number] = turn_nearer(body, starts[number], lo, hi, wish, 10, best, space)
    least, found = math.inf, False
    for _ in range(POLISHED):
        number = int(np.argmin(values))
        if not values[number] < math.inf:
            break
        values[number] = math.inf
        turn = turn_nearer(body, starts[number], lo, hi, wish, 60, best, space)
        if restore(body, starts[number], lo, hi, wish, 8, best, space) <= 1e-13 and turn < least:
            least, found = turn, True
            q[:] = best
    return found


@lean
def keep(value: float, x: Array, starts: Array, values: Array) -> None:
    """Puts a start among the best so far, in order; a better neighbour keeps it out, and it replaces a worse one."""
    if value >= values[-1]:
        return
    n = len(values) - 1
    for m in range(len(values)):
        apart = 0.0
        for i in range(7):
            apart = max(apart, abs(x[i] - starts[m, i]))
        if values[m] < math.inf and apart < NEIGHBOUR:
            if values[m] <= value:
                return
            n = m
            break
    while n > 0 and values[n - 1] > value:
        values[n] = values[n - 1]
        for m in range(7):
            starts[n, m] = starts[n - 1, m]
        n -= 1
    values[n] = value
    for m in range(7):
        starts[n, m] = x[m]


@kernel
def nearest_wrist(body: Anatomy, wrist: Vector, b: Vector, scale: float, space: Space, q: Array) -> None:
    """q[:4] bring the end of the forearm b as near as the limits allow to its place: the best of several starts."""
    lo, hi, best = np.empty(7), np.empty(7), np.empty(7)
    x = np.empty(7)
    box_of(body, lo, hi)
    least = math.inf
    for number in range(STARTS):
        start_at(number, lo, hi, x)
        off = come_nearer(body, x, lo, hi, wrist, b, False, scale, 60, best, space)
        if off < least:
            least = off
            q[:4] = best[:4]


@lean
def forearm_rotation(body: Anatomy, q: Array, out: Array, scratch: Array) -> None:
    """out = R1 Ra Ry Rb: the frame that the wrist's ball turns in."""
    g = body.geometry
    angle = q[3] + body.bounds[3, OFFSET]
    c, s = math.cos(angle), math.sin(angle)
    ball_matrix(body, 0, q, scratch)
    for i in range(3):
        row = (scratch[i, 0], scratch[i, 1], scratch[i, 2])
        x = row[0] * g[RA, 0] + row[1] * g[RA + 1, 0] + row[2] * g[RA + 2, 0]
        y = row[0] * g[RA, 1] + row[1] * g[RA + 1, 1] + row[2] * g[RA + 2, 1]
        z = row[0] * g[RA, 2] + row[1] * g[RA + 1, 2] + row[2] * g[RA + 2, 2]
        x, z = c * x - s * z, s * x + c * z
        for j in range(3):
            out[i, j] = x * g[RB, j] + y * g[RB + 1, j] + z * g[RB + 2, j]


@once
def nearest_placement(
    body: Anatomy, aim: Array, wrist: Vector, turned: Array, how: int, roots: int, space: Space, q: Array
) -> None:
    """The best approximation to a placement that no swivel meets, into q.

    aim (3, 4) is the tool's frame in the shoulder's, wrist and turned the wrist's place and rotation; space holds the
    roots of `explore`, for the nearest place of the wrist if that is out of reach (`how`).
    """
    b = vector_of(body.geometry, B)
    scale = norm(vector_of(body.geometry, A)) + norm(b)
    arcs = 0
    if roots:
        arcs = arcs_with_slack(body, 0.0, 1, 0, roots, swivel.ROUNDING, space)
        swivel.to_angles(space.arcs, space.labels, arcs)
    if arcs:
        overlap = fit_on_arcs(body, space, arcs, q)
        in_wrist = norm(vector_of(body.geometry, TOOL_TIP)) <= 1e-12 * scale
        subtle = overlap > 3.0 - 1e-8 or norm(wrist) <= 1e-9 * scale  # the circle is not all there is
        if how != REACHED or (in_wrist and not subtle):
            return
    if how == REACHED and turn_in_place(
        body, Wish(WHOLE, aim, (0.0, 0.0, 0.0), scale), q, arcs > 0, wrist, turned, space
    ):
        return
    if not arcs:
        nearest_wrist(body, wrist, b, scale, space, q)
        one, two, wanted = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
        forearm_rotation(body, q, one, two)
        rotation.inv_mul(one, turned, wanted)
        fit_ball(body, 1, wanted, 1e-15, True, q, one, two)


@lean
def describe(body: Anatomy, q: Array, b: Vector, space: Space) -> tuple[float, int, int, int]:
    """Swivel, the families of both balls and the hinge's side of any posture; b is the forearm to the goal's point."""
    geometry, bounds, orders = body.geometry, body.bounds, body.orders
    a = vector_of(geometry, A)
    middle, _, _ = hinge.reach_constants(a, b)
    w = wrist_point(body, q, b, space.one)
    elbow = rotation.mul_vec(
        space.one,
        (dot(vector_of(geometry, RA), a), dot(vector_of(geometry, RA + 1), a), dot(vector_of(geometry, RA + 2), a)),
    )
    n = normalise(w) if norm(w) > 1e-12 * (norm(a) + norm(b)) else vector_of(geometry, REST_DIRECTION)
    set_basis(geometry, orders, n, space.basis)
    phi = math.atan2(dot(vector_of(space.basis, 2), elbow), dot(vector_of(space.basis, 1), elbow))
    return (
        phi,
        family_of(orders, 0, q[1] + bounds[1, OFFSET]),
        family_of(orders, 1, q[5] + bounds[5, OFFSET]),
        1 if wrap(q[3] + bounds[3, OFFSET] - middle) >= 0.0 else -1,
    )


@kernel
def approximations(
    body: Anatomy,
    root: Array,
    b: Vector,
    balls: int,
    goals: Array,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> None:
    """Rows that `solve.answers` left without an answer get the best approximation."""
    space = new_space()
    reach, shell = reach_of(body, b)
    aim = np.empty((3, 4))
    scale = norm(vector_of(body.geometry, A)) + norm(b)
    for row in range(goals.shape[0]):
        if codes[row, 1] != 0 or codes[row, 0] == INVALID:
            continue
        mine = q[row]
        _, wrist = ask(body.geometry, root, balls, goals, row, space.goal, space.turned)
        if balls == 1:
            nearest_wrist(body, wrist, b, scale, space, mine)
        else:
            how, _, roots, _ = find_roots(body, wrist, b, reach, shell, space.turned, 2, space)
            for i in range(3):  # the goal in the shoulder's frame
                for j in range(4):
                    x, y, z = space.goal[0, j], space.goal[1, j], space.goal[2, j]
                    if j == 3:
                        x, y, z = x - root[0, 3], y - root[1, 3], z - root[2, 3]
                    aim[i, j] = root[0, i] * x + root[1, i] * y + root[2, i] * z
            nearest_placement(body, aim, wrist, space.turned, how, roots, space, mine)
        phi, first, last, side = describe(body, mine, b, space)
        report(body, root, b, balls, codes[row, 0], -1, phi, space, mine, numbers[row], codes[row])
        if numbers[row, POSITION_ERROR] <= 1e-12 * scale and numbers[row, ORIENTATION_ERROR] <= TOLERANCE:
            codes[row, 0] = SOLVED  # the search has met what rounding near a straight limb had hidden
        codes[row, 1], codes[row, 2], codes[row, 3] = first, last, side

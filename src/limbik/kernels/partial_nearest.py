"""The best approximation to an alignment or an aim that cannot be met: every answer keeps the limits.

An alignment whose place can be reached, but not so pointed: the tool stands exactly at its place, and its axis comes as
near to the direction as the limits allow. Otherwise the tool comes as near to its place as it can, and its axis points
as nearly from there. An aim points past its target by the least angle.
"""

import math

import numpy as np

from limbik.kernels import limb, rotation, swivel
from limbik.kernels.anatomy import (
    OFFSET,
    RA,
    REACHED,
    REST_DIRECTION,
    TOLERANCE,
    A,
    Anatomy,
    Space,
    new_space,
    vector_of,
)
from limbik.kernels.box import to_coordinates
from limbik.kernels.complete import FOUND, NEARLY, find_spans, first_valid
from limbik.kernels.explore import set_basis
from limbik.kernels.jit import Array, Integers, kernel, lean, once
from limbik.kernels.local import Wish, come_nearer, restore, tool_residuals
from limbik.kernels.nearest import (
    FOLLOWED,
    STARTS,
    describe,
    family_of,
    follow_starts,
    keep,
    start_at,
    wrist_starts,
)
from limbik.kernels.partial import ask, held_box, report, start_posture, wish_of
from limbik.kernels.plan import ALIGN, TARGET, TOOL_AXIS, TOOL_SIDE, Plan, Terms, balls_of, new_plan, set_limits
from limbik.kernels.posture import ball_matrix, posture, tool_frame
from limbik.kernels.solve import INVALID, LIMITED, ORIENTATION_ERROR, POSITION_ERROR, SOLVED
from limbik.kernels.vector import cross, dot, norm, normalise

AIMS = 64
"""Starts of a search for the best aim."""
NARROWED = 18
"""Bisections on how much the limits must give."""


@lean
def least_slack(plan: Plan, body: Anatomy, steps: int, space: Space) -> float:
    """The least angle by which all limits would have to give, by bisection; infinite if half a turn is not enough.

    Not below the true one, and within pi / 2^steps of it. The plan is left with those limits.
    """
    low, high = 0.0, math.pi
    if not holds(plan, body, high, space):
        return math.inf
    for _ in range(steps):
        middle = 0.5 * (low + high)
        if holds(plan, body, middle, space):
            high = middle
        else:
            low = middle
    set_limits(plan, body, high)
    find_spans(plan, body)
    return high


@lean
def holds(plan: Plan, body: Anatomy, slack: float, space: Space) -> bool:
    """Has the goal an answer if every limit gives by `slack`?"""
    set_limits(plan, body, slack)
    if find_spans(plan, body) != REACHED:
        return False
    verdict, _, _, _, _ = first_valid(plan, body, space)
    return verdict in (FOUND, NEARLY)


@once
def relaxed_starts(
    plan: Plan,
    body: Anatomy,
    wish: Wish,
    lo: Array,
    hi: Array,
    held: Array,
    space: Space,
    starts: Array,
    values: Array,
) -> None:
    """Postures that would meet the goal if all limits gave by the least that they must, brought back inside, as starts.

    held (7,): the values that an aim does not change.
    """
    x, q, out, scratch = np.empty(7), held.copy(), np.empty(6), np.empty((3, 3))
    least = least_slack(plan, body, NARROWED, space)
    for slack in (least, 1.02 * least + 1e-6, 1.3 * least + 1e-4):
        if not (slack < math.pi and holds(plan, body, slack, space)):
            continue
        _, _, _, _, count = first_valid(plan, body, space)
        swivel.to_angles(space.arcs, space.labels, count)
        for n in range(min(count, 6)):
            for share in (0.0, 0.5, 1.0):
                phi = space.arcs[n, 0] + share * (space.arcs[n, 1] - space.arcs[n, 0])
                posture(body, space, space.labels[n], phi, balls_of(plan), q)
                to_coordinates(body, q, x, scratch)
                for m in range(7):
                    x[m] = min(max(x[m], lo[m]), hi[m])
                if restore(body, x, lo, hi, wish, 12, q, space) <= 1e-10:
                    keep(-math.cos(tool_residuals(body, x, wish, q, space, out)), x, starts, values)
    set_limits(plan, body, 0.0)
    find_spans(plan, body)


@once
def aim_starts(body: Anatomy, wish: Wish, lo: Array, hi: Array, space: Space, starts: Array, values: Array) -> None:
    """Postures spread evenly over the box as starts."""
    x, q, out = np.empty(7), np.empty(7), np.empty(6)
    for number in range(AIMS):
        start_at(number, lo, hi, x)
        keep(-math.cos(tool_residuals(body, x, wish, q, space, out)), x, starts, values)


@once
def nearest_place(body: Anatomy, wish: Wish, lo: Array, hi: Array, q: Array, space: Space) -> None:
    """The tool as near to its place as the limits allow, into q, and its axis then as nearly as that allows."""
    x, best, mine = np.empty(7), np.empty(7), np.empty(7)
    place = (wish.frame[0, 3], wish.frame[1, 3], wish.frame[2, 3])
    least = math.inf
    for number in range(STARTS // 2):
        start_at(number, lo, hi, x)
        off = come_nearer(body, x, lo, hi, place, place, True, wish.scale, 40, mine, space)
        if off < least - 1e-15:
            least = off
            best[:] = x
            q[:] = mine
    tool_frame(body, q, space.one, space.two, space.frame)
    for i in range(3):
        wish.frame[i, 3] = space.frame[i, 3]
    starts, values = best.reshape((1, 7)).copy(), np.zeros(1)
    follow_starts(body, wish, lo, hi, q, space, starts, values)


@once
def approximate(plan: Plan, body: Anatomy, root: Array, reached: bool, space: Space, q: Array) -> None:
    """The best approximation to the goal in the plan and in space.goal, into q, which has what an aim does not change.

    reached: whether the wrist's distance is possible at some roll.
    """
    x, lo, hi, frame = np.empty(7), np.empty(7), np.empty(7), np.zeros((3, 4))
    starts, values = np.zeros((FOLLOWED, 7)), np.full(FOLLOWED, math.inf)
    wish = wish_of(plan, root, space, frame)
    to_coordinates(body, q, x, space.one)
    held_box(plan, body, x, lo, hi)
    if reached:
        relaxed_starts(plan, body, wish, lo, hi, q, space, starts, values)
    if plan.kind == ALIGN:
        wrist_starts(body, wish, lo, hi, False, q, space, starts, values)
    else:
        aim_starts(body, wish, lo, hi, space, starts, values)
    if not follow_starts(body, wish, lo, hi, q, space, starts, values):
        nearest_place(body, wish, lo, hi, q, space)


@once
def roll_of(plan: Plan, root: Array, q: Array, body: Anatomy, space: Space) -> float:
    """How the tool is rolled about the wanted direction, whether its axis points there or only nearly."""
    axis = vector_of(plan.vectors, TOOL_AXIS)
    direction = (space.goal[0, 0], space.goal[1, 0], space.goal[2, 0])
    side = vector_of(plan.vectors, TOOL_SIDE)
    _, zero = limb.transported(axis, side, direction)
    tool_frame(body, q, space.one, space.two, space.frame)
    _, moved = limb.transported(
        rotation.mul_vec(root, rotation.mul_vec(space.frame, axis)),
        rotation.mul_vec(root, rotation.mul_vec(space.frame, side)),
        direction,
    )
    return math.atan2(dot(moved, cross(direction, zero)), dot(moved, zero))


@once
def describe_aim(plan: Plan, body: Anatomy, q: Array, space: Space) -> tuple[float, int]:
    """The elbow's swivel about the line to the target, and the shoulder's family, of any posture."""
    g = body.geometry
    a, target = vector_of(g, A), vector_of(plan.vectors, TARGET)
    ball_matrix(body, 0, q, space.one)
    elbow = rotation.mul_vec(
        space.one, (dot(vector_of(g, RA), a), dot(vector_of(g, RA + 1), a), dot(vector_of(g, RA + 2), a))
    )
    n = normalise(target) if norm(target) > 1e-12 * plan.reach[2] else vector_of(g, REST_DIRECTION)
    set_basis(g, body.orders, n, space.basis)
    phi = math.atan2(dot(vector_of(space.basis, 2), elbow), dot(vector_of(space.basis, 1), elbow))
    return phi, family_of(body.orders, 0, q[1] + body.bounds[1, OFFSET])


@kernel
def approximations(
    terms: Terms, body: Anatomy, root: Array, goals: Array, q: Array, numbers: Array, codes: Integers
) -> None:
    """Rows that `partial.answers` left without an answer get the best approximation."""
    plan, space = new_plan(terms, body), new_space()
    for row in range(goals.shape[0]):
        if codes[row, 1] != 0 or codes[row, 0] == INVALID:
            continue
        mine, proved, status = q[row], codes[row, 4] != 0, codes[row, 0]
        start_posture(plan, terms, body, mine)
        ask(plan, body, root, goals, row, space)
        find_spans(plan, body)
        approximate(plan, body, root, status == LIMITED, space, mine)
        first, last, side, outer = 0, 1, 1, 0.0
        if plan.kind == ALIGN:
            phi, first, last, side = describe(body, mine, plan.b, space)
            outer = roll_of(plan, root, mine, body, space)
        else:
            phi, first = describe_aim(plan, body, mine, space)
        report(plan, body, root, status, -1, 0.0, phi, outer, proved, space, mine, numbers[row], codes[row])
        near = numbers[row, POSITION_ERROR] <= 1e-12 * plan.reach[2] or plan.kind != ALIGN
        if near and numbers[row, ORIENTATION_ERROR] <= TOLERANCE:
            codes[row, 0], codes[row, 4] = SOLVED, 1  # the search has met what rounding near a straight limb had hidden
        codes[row, 1], codes[row, 2], codes[row, 3] = first, last, side

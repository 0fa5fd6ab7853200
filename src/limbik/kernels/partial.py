"""Goals that leave two freedoms to answers, row by row: reach, then an answer or the proof that there is none, then the
pick.

Rows of goals are alignments (6 numbers: place and direction) or aims (3: the target). Answers: see `kernels.solve`.
"""

import math

import numpy as np

from limbik.kernels import ray, roll, swivel
from limbik.kernels.anatomy import OFFSET, REACHED, Anatomy, Space, new_space, vector_of
from limbik.kernels.box import box_of, to_coordinates
from limbik.kernels.choice import CLEARANCE, CONTINUING, FIRST, MIDRANGE
from limbik.kernels.complete import FOUND, NONE, UNDECIDED, anywhere, find_spans, first_valid, set_at
from limbik.kernels.cost import away
from limbik.kernels.jit import Array, Integers, Vector, hot, kernel, lean, once
from limbik.kernels.local import AT_TARGET, AXIS, RAY, Wish, meet
from limbik.kernels.plan import AHEAD, ALIGN, HAND_AXIS, HINGE, ROWS, TOOL_AXIS, Plan, Terms, balls_of, new_plan
from limbik.kernels.posture import margin_of, posture, tool_ray
from limbik.kernels.prefer import clearest, prefer, prefer_near
from limbik.kernels.rigid import inv_mul_point
from limbik.kernels.rotation import mul_vec
from limbik.kernels.solve import (
    INVALID,
    LIMITED,
    MARGIN,
    ORIENTATION_ERROR,
    POSITION_ERROR,
    ROLL,
    SWIVEL,
    middle_posture,
)
from limbik.kernels.vector import combine, cross, dot, plain_norm, wrap
from limbik.kernels.worth import Bench, Taste, new_bench

FAR_ENOUGH = 1e-4
"""As a fraction of the limb: so far ahead of the tool an aim's target shall be, if there is such an answer."""


@once
def ask(plan: Plan, body: Anatomy, root: Array, goals: Array, row: int, space: Space) -> bool:
    """One row of goals into the plan, and into space.goal; False if it is none."""
    if plan.kind == ALIGN:
        return roll.ask(body, root, goals, row, plan, space)
    return ray.ask(body, root, goals, row, plan, space)


@once
def reach(plan: Plan, body: Anatomy) -> int:
    """Whether the goal is REACHED, its spans found; an alignment out of reach is moved until it is in reach."""
    how = find_spans(plan, body)
    if how != REACHED and plan.kind == ALIGN:
        roll.come_into_reach(plan, body)
        find_spans(plan, body)
    return how


@lean
def hinge_is_free(plan: Plan) -> bool:
    return bool(plan.vectors[HINGE, 1] - plan.vectors[HINGE, 0] >= 2.0 * math.pi)


@once
def choose(plan: Plan, body: Anatomy, taste: Taste, space: Space, bench: Bench) -> tuple[int, float, float, int, float]:
    """The verdict of `complete.first_valid`, and the chosen answer: outer freedom, side, label and swivel.

    The limb is then set there in the space.
    """
    if taste.pick not in (FIRST, CLEARANCE):
        found, outer, side, label, phi = prefer(plan, body, taste, space, bench)
        if found:
            return FOUND, outer, side, label, phi
    verdict, outer, half, side, arcs = first_valid(plan, body, space)
    if verdict in (NONE, UNDECIDED):
        return verdict, 0.0, 0.0, -1, 0.0
    label, phi = swivel.widest_of(space.arcs, space.labels, arcs)
    if verdict == FOUND and taste.pick == CLEARANCE:
        outer, side, label, phi = clearest(plan, body, outer, side, space)
    elif verdict == FOUND and taste.pick != FIRST:
        found, place, there, best, at = prefer_near(plan, body, outer, half, side, taste, space, bench)
        if found:
            return FOUND, place, there, best, at
        set_at(plan, body, outer, side, space)
    return verdict, outer, side, label, phi


@kernel
def wish_of(plan: Plan, root: Array, space: Space, frame: Array) -> Wish:
    """The goal in space.goal as the local searches take it; frame (3, 4) is filled."""
    place = inv_mul_point(root, (space.goal[0, 3], space.goal[1, 3], space.goal[2, 3]))
    for i in range(3):
        frame[i, 0] = root[0, i] * space.goal[0, 0] + root[1, i] * space.goal[1, 0] + root[2, i] * space.goal[2, 0]
        frame[i, 3] = place[i]
    return Wish(AXIS if plan.kind == ALIGN else RAY, frame, vector_of(plan.vectors, TOOL_AXIS), plan.reach[2])


@lean
def held_box(plan: Plan, body: Anatomy, x: Array, lo: Array, hi: Array) -> None:
    """The box of coordinates for a search; what an aim holds stays as it is in x."""
    box_of(body, lo, hi)
    if plan.held[0] <= plan.held[1]:
        lo[3], hi[3] = x[3], x[3]
    if plan.kind != ALIGN:
        for n in range(4, 7):
            lo[n], hi[n] = x[n], x[n]


@kernel
def polish(plan: Plan, body: Anatomy, root: Array, space: Space, q: Array) -> None:
    """An answer that had to be clamped to the limits is made exact if it can be."""
    x, lo, hi, mine = np.empty(7), np.empty(7), np.empty(7), np.empty(7)
    frame = np.zeros((3, 4))
    wish = wish_of(plan, root, space, frame)
    to_coordinates(body, q, x, space.one)
    held_box(plan, body, x, lo, hi)
    meet(body, x, lo, hi, wish, 12, mine, space)
    q[:] = mine


@hot
def errors(plan: Plan, body: Anatomy, root: Array, q: Array, space: Space) -> tuple[float, float]:
    """By forward kinematics, in the world: an alignment's distance and angle; for an aim the distance of the target
    from the ray, and the angle by which the ray points past it."""
    (x, y, z), points = tool_ray(body, q, vector_of(plan.vectors, HAND_AXIS), space.one, space.two)
    goal = space.goal
    off = (  # from the goal's point to the tool
        root[0, 0] * x + root[0, 1] * y + root[0, 2] * z + (root[0, 3] - goal[0, 3]),
        root[1, 0] * x + root[1, 1] * y + root[1, 2] * z + (root[1, 3] - goal[1, 3]),
        root[2, 0] * x + root[2, 1] * y + root[2, 2] * z + (root[2, 3] - goal[2, 3]),
    )
    axis = mul_vec(root, points)
    if plan.kind == ALIGN:
        return plain_norm(off), quick_angle(axis, (goal[0, 0], goal[1, 0], goal[2, 0]))
    along = -dot(off, axis)
    away = plain_norm(off)
    aside = plain_norm(combine(1.0, off, along, axis)) if along > 0.0 else away
    return aside, 0.0 if away <= AT_TARGET * plan.reach[2] else quick_angle(axis, (-off[0], -off[1], -off[2]))


@hot
def quick_angle(a: Vector, b: Vector) -> float:
    """As `vector.angle_between`, for vectors whose squares neither overflow nor vanish."""
    return math.atan2(plain_norm(cross(a, b)), dot(a, b))


@hot
def report(
    plan: Plan,
    body: Anatomy,
    root: Array,
    status: int,
    label: int,
    side: float,
    phi: float,
    outer: float,
    proved: bool,
    space: Space,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> None:
    """What is told of an answer q (7,) to the goal in space: numbers (5,) and codes (5,)."""
    codes[0], codes[1], codes[2], codes[3], codes[4] = status, 0, 0, 0, 1 if proved else 0
    if label >= 0:
        codes[1], codes[2], codes[3] = 1 + ((label & 3) >> 1), 1 + (label & 1), 1 if side > 0.0 else -1
    numbers[SWIVEL], numbers[ROLL] = wrap(phi), wrap(outer) if plan.kind == ALIGN else 0.0
    if status == INVALID:
        numbers[POSITION_ERROR], numbers[ORIENTATION_ERROR] = math.inf, math.inf
    else:
        numbers[POSITION_ERROR], numbers[ORIENTATION_ERROR] = errors(plan, body, root, q, space)
    numbers[MARGIN] = margin_of(body, q, space.one)


@once
def start_posture(plan: Plan, terms: Terms, body: Anatomy, q: Array) -> None:
    """The middle of the ranges, and what an aim holds."""
    middle_posture(body.bounds, balls_of(plan), q)
    if plan.kind != ALIGN:
        q[4], q[5], q[6] = terms.wrist
    if plan.held[0] <= plan.held[1]:
        q[3] = plan.held[0] - body.bounds[3, OFFSET]


@kernel
def answers(
    terms: Terms,
    body: Anatomy,
    root: Array,
    goals: Array,
    pick: int,
    aims: Array,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> int:
    """Answers to rows of goals in the world; how many rows have none yet, because their approximation takes a search.

    root: the shoulder's frame in the world. aims (1 or N, 7): what the pick needs, see `kernels.choice`.
    """
    plan, space, bench = new_plan(terms, body), new_space(), new_bench()
    open_rows = 0
    any_will_do = plan.counts[ROWS] == 0 and (pick == FIRST or (pick == MIDRANGE and hinge_is_free(plan)))
    for row in range(goals.shape[0]):
        mine, taste = q[row], Taste(pick, aims[row if aims.shape[0] > 1 else 0])
        if not ask(plan, body, root, goals, row, space):
            start_posture(plan, terms, body, mine)
            report(plan, body, root, INVALID, -1, 0.0, 0.0, 0.0, True, space, mine, numbers[row], codes[row])
            continue
        # an aim at the tool's own point has no direction, so it comes last
        plan.vectors[AHEAD, 0] = FAR_ENOUGH * plan.reach[2] if plan.kind != ALIGN else 0.0
        for _ in range(2):
            if any_will_do:
                how, outer, side, verdict = anywhere(plan, body, space)
                label, phi = 0 if verdict == FOUND else -1, 0.0
            else:
                how = reach(plan, body)
                verdict, outer, side, label, phi = choose(plan, body, taste, space, bench)
            if label >= 0 or plan.vectors[AHEAD, 0] == 0.0:
                break
            plan.vectors[AHEAD, 0] = 0.0
        status = LIMITED if how == REACHED and label < 0 else how
        proved = verdict != UNDECIDED
        if label >= 0:
            if plan.kind != ALIGN:
                mine[4], mine[5], mine[6] = terms.wrist
            posture(body, space, label, phi, balls_of(plan), mine)
            if pick == CONTINUING:
                away(body, balls_of(plan), taste.aim, mine)
        else:
            start_posture(plan, terms, body, mine)
            open_rows += 1
        report(plan, body, root, status, label, side, phi, outer, proved, space, mine, numbers[row], codes[row])
        if status == REACHED and is_rough(plan, numbers[row], space):
            polish(plan, body, root, space, mine)
            report(plan, body, root, status, label, side, phi, outer, proved, space, mine, numbers[row], codes[row])
    return open_rows


@lean
def is_rough(plan: Plan, numbers: Array, space: Space) -> bool:
    """Does an answer, at the edge of the limits perhaps, err by more than rounding?"""
    rounding = 1e-14 * plan.reach[2] + 2e-15 * plain_norm((space.goal[0, 3], space.goal[1, 3], space.goal[2, 3]))
    return bool(numbers[POSITION_ERROR] > rounding or (plan.kind == ALIGN and numbers[ORIENTATION_ERROR] > 1e-14))

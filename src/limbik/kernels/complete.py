"""Complete search over the second freedom: an answer, or the proof that there is none.

An interval is dropped if the relaxed limits at its middle leave no swivel, done if the exact ones do, halved otherwise.
"""

import math

from limbik.kernels import ray, roll, swivel
from limbik.kernels.anatomy import REACHED, TOLERANCE, Anatomy, Space
from limbik.kernels.explore import arcs_with_slack, rounding_of
from limbik.kernels.jit import TWO_PI, Array, Integers, hot, lean
from limbik.kernels.plan import AIM, ALIGN, CIRCLE, HINGE, PIECES, ROWS, SLACK, SPANS, Plan, balls_of
from limbik.kernels.relaxed import WIDEST, relax

NONE, FOUND, NEARLY, UNDECIDED = 0, 1, 2, 3
"""There is no answer; one inside the limits; one if the limits give by the tolerance; the search gave up."""
COARSE = TWO_PI / 24.0
"""The widest interval to begin with."""
FINE, FINEST = 1e-10, 1e-13
"""Half widths below which the limits may give by the tolerance, and below which nothing is halved any more."""
MOST_NODES = 20_000


@lean
def find_spans(plan: Plan, body: Anatomy) -> int:
    """Fills the plan's spans, the widest first: REACHED, TOO_FAR or TOO_CLOSE."""
    how = roll.find_spans(plan) if plan.kind == ALIGN else ray.find_spans(plan, body)
    for n in range(1, plan.counts[SPANS]):
        start, end, side = plan.spans[n, 0], plan.spans[n, 1], plan.spans[n, 2]
        m = n
        while m > 0 and plan.spans[m - 1, 1] - plan.spans[m - 1, 0] < end - start:
            for column in range(3):
                plan.spans[m, column] = plan.spans[m - 1, column]
            m -= 1
        plan.spans[m, 0], plan.spans[m, 1], plan.spans[m, 2] = start, end, side
    return how


@lean
def set_at(plan: Plan, body: Anatomy, outer: float, side: float, space: Space) -> tuple[bool, float, float]:
    """The limb at one value of the outer freedom: can it be there, the rounding of its limits, and the distance."""
    if plan.kind == ALIGN:
        good, d = roll.set_at(plan, body, outer, side, space)
        return good, rounding_of(d, space.bends[0, 1], plan.reach) if good else 0.0, d
    good, rounding = ray.set_at(plan, body, outer, side, space)
    return good, rounding, 0.0


@lean
def arcs_under(entries: Integers, weights: Array, count: int, masks: Integers, rounding: float, space: Space) -> int:
    """The valid arcs of root 0 under some rows."""
    return swivel.valid_arcs(
        entries,
        weights,
        count,
        masks,
        space.turns[0],
        rounding,
        space.positions,
        space.marks,
        space.keys,
        space.ends,
        space.arcs,
        space.labels,
        0,
        0,
    )


@lean
def relaxed_arcs(plan: Plan, body: Anatomy, outer: float, half: float, d: float, rounding: float, space: Space) -> int:
    """The arcs that the relaxed limits leave for an interval, whose middle is set in the space; -1 if it is too wide.

    None: there is no answer in the whole interval.
    """
    if plan.kind == ALIGN:
        first, second = roll.change(plan, body, outer, half, d)
        own = half
    else:
        first, second, own = ray.change(plan, body, outer, half), 0.0, 0.0
    if first > WIDEST and second > WIDEST:
        return -1
    relax(
        plan.entries,
        plan.weights,
        plan.natures,
        plan.counts[ROWS],
        first,
        second,
        own,
        plan.relaxed,
    )
    return arcs_under(plan.entries, plan.relaxed, plan.counts[ROWS], plan.masks, rounding, space)


@hot
def anywhere(plan: Plan, body: Anatomy, space: Space) -> tuple[int, float, float, int]:
    """For a limb whose balls have no limits, where any answer will do: how it is reached, and FOUND or NONE there.

    Then the outer freedom, in the middle of the widest span, and its side; the limb is set there in the space.
    """
    outer, side = 0.0, 0.0
    if plan.kind == AIM:  # mostly some flexion or other will do, and spans need not be found
        lo, hi = plan.vectors[HINGE, 0], plan.vectors[HINGE, 1]
        for n in range(8):
            outer = lo + (hi - lo) * ((n + 4) % 8 + 0.5) / 8.0
            good, _ = ray.set_at(plan, body, outer, 1.0, space)
            if good:
                return REACHED, outer, 1.0, FOUND
    else:  # mostly the wrist can be reached at every roll
        roll.set_circle(plan)
        near, far, outer = plan.vectors[CIRCLE, 0], plan.vectors[CIRCLE, 1], plan.vectors[CIRCLE, 2]
        if plan.counts[PIECES] > 0 and plan.shell[0, 0] <= near and far <= plan.shell[0, 1]:
            side = plan.shell[0, 2]
            good, _ = roll.set_at(plan, body, outer, side, space)
            if good:
                return REACHED, outer, side, FOUND
    how = find_spans(plan, body)
    if how != REACHED and plan.kind == ALIGN:
        roll.come_into_reach(plan, body)
        find_spans(plan, body)
    if plan.counts[SPANS] > 0:
        outer, side = 0.5 * (plan.spans[0, 0] + plan.spans[0, 1]), plan.spans[0, 2]
    good, _, _ = set_at(plan, body, outer, side, space)
    return how, outer, side, FOUND if good else NONE


@lean
def seeds(plan: Plan) -> int:
    """The first intervals, in an order that spreads over each span; how many."""
    count = 0
    for n in range(plan.counts[SPANS]):
        start, end, side = plan.spans[n, 0], plan.spans[n, 1], plan.spans[n, 2]
        parts = max(1, math.ceil((end - start) / COARSE - 1e-9))
        half = 0.5 * (end - start) / parts
        stride = max(1, int(0.618 * parts))
        while math.gcd(parts, stride) > 1:
            stride -= 1
        for m in range(parts):
            place = (parts // 2 + m * stride) % parts
            plan.waiting[0, count, 0] = start + (2 * place + 1) * half
            plan.waiting[0, count, 1], plan.waiting[0, count, 2] = half, side
            count += 1
    return count


@lean
def first_valid(plan: Plan, body: Anatomy, space: Space) -> tuple[int, float, float, float, int]:
    """NONE, FOUND, NEARLY or UNDECIDED; in which interval (its middle, half width and side), and how many arcs are in
    the space at its middle."""
    here, left = 0, seeds(plan)
    examined, doubtful = 0, 0
    while left:
        after = 0
        there = 1 - here
        for n in range(left):
            middle, half, side = plan.waiting[here, n, 0], plan.waiting[here, n, 1], plan.waiting[here, n, 2]
            examined += 1
            good, rounding, d = set_at(plan, body, middle, side, space)
            if good:
                if half > 0.0 and relaxed_arcs(plan, body, middle, half, d, rounding, space) == 0:
                    continue
                arcs = arcs_under(plan.entries, plan.weights, plan.counts[ROWS], plan.masks, rounding, space)
                if arcs:
                    return FOUND, middle, half, side, arcs
                if half <= FINE:
                    arcs = arcs_with_slack(
                        body, plan.vectors[SLACK, 0] + TOLERANCE, balls_of(plan), 0, 1, rounding, space
                    )
                    if arcs:
                        return NEARLY, middle, half, side, arcs
            if half <= FINEST:
                doubtful += 1 if half > 0.0 and good else 0
                continue
            if after + 2 > plan.waiting.shape[1] or examined > MOST_NODES:
                return UNDECIDED, 0.0, 0.0, 0.0, 0
            for sign in (-1.0, 1.0):
                plan.waiting[there, after, 0] = middle + sign * 0.5 * half
                plan.waiting[there, after, 1], plan.waiting[there, after, 2] = 0.5 * half, side
                after += 1
        here, left = there, after
    return (UNDECIDED if doubtful else NONE), 0.0, 0.0, 0.0, 0

"""Samples of the outer freedom, dense enough that no family of answers hides between them, and their minima."""

import math

from limbik.kernels import swivel
from limbik.kernels.anatomy import LIMIT_HI, LIMIT_LO, Anatomy, Space
from limbik.kernels.complete import relaxed_arcs, set_at
from limbik.kernels.jit import TWO_PI, Array, lean, once
from limbik.kernels.plan import Plan, balls_of
from limbik.kernels.search import HIGH, LOW, PLACE, VALUE
from limbik.kernels.worth import (
    MOST_MINIMA,
    NOTHING,
    Bench,
    Four,
    Taste,
    arcs_at,
    arcs_by_pair,
    has_closed_form,
    outer_at,
    stretch,
    values_at,
)

OUTER, CLOSE, FEWEST = TWO_PI / 64.0, 0.15, 8
"""The widest step of the outer freedom between samples, its share of the narrowest range that it shall not exceed where
there are answers, and the fewest steps in a span."""
THINNEST = 1e-4
"""Width, in radians of the outer freedom, below which a region between two samples is not looked for."""
SPAN, PAIR, SWIVEL, EDGE = 4, 5, 6, 7
"""Further columns of minima, beside those of `kernels.search`; EDGE is 1 if a neighbour has no such family."""
CLOSER = 4
"""Parts of the distance to a neighbour."""


@lean
def has_more(packed: int, one: int, other: int) -> bool:
    """Has some pair of families more arcs than in both of two others?"""
    for pair in range(4):
        shift = 8 * pair
        if (packed >> shift) & 255 > max((one >> shift) & 255, (other >> shift) & 255):
            return True
    return False


@once
def hidden_between(
    plan: Plan, body: Anatomy, span: int, start: float, end: float, at_start: int, at_end: int, space: Space
) -> tuple[bool, float]:
    """A place of a span between two others where a pair of families has more arcs than at either, if there is one.

    A complete search, as `complete.first_valid`, down to intervals of the thinnest kind.
    """
    plan.waiting[0, 0, 0], plan.waiting[0, 0, 1] = start, end
    here, left, side = 0, 1, plan.spans[span, 2]
    while left:
        there, after = 1 - here, 0
        for n in range(left):
            low, high = plan.waiting[here, n, 0], plan.waiting[here, n, 1]
            first, last = outer_at(plan, span, low), outer_at(plan, span, high)
            outer, half = 0.5 * (first + last), 0.5 * (last - first)
            good, rounding, d = set_at(plan, body, outer, side, space)
            if good:
                count = relaxed_arcs(plan, body, outer, half, d, rounding, space)
                if count >= 0 and not has_more(arcs_by_pair(space, count), at_start, at_end):
                    continue
            middle = 0.5 * (low + high)
            count = arcs_at(plan, body, outer_at(plan, span, middle), side, space)
            if has_more(arcs_by_pair(space, count), at_start, at_end):
                return True, middle
            if high - low > THINNEST and after + 2 <= plan.waiting.shape[1]:
                plan.waiting[there, after, 0], plan.waiting[there, after, 1] = low, middle
                plan.waiting[there, after + 1, 0], plan.waiting[there, after + 1, 1] = middle, high
                after += 2
        here, left = there, after
    return False, 0.0


@lean
def note_minima(
    minima: Array, count: int, before: float, here: float, ahead: float, span: int, left: Four, value: Four, right: Four
) -> int:
    """Puts the pairs that are lowest in the middle of three samples among the lowest so far, in order; how many."""
    for pair in range(4):
        if not value[pair] < left[pair] or value[pair] > right[pair]:  # of a plateau the first
            continue
        if count == MOST_MINIMA and minima[count - 1, VALUE] <= value[pair]:
            continue
        n = min(count, MOST_MINIMA - 1)
        count = n + 1
        while n > 0 and minima[n - 1, VALUE] > value[pair]:
            for column in range(8):
                minima[n, column] = minima[n - 1, column]
            n -= 1
        minima[n, PLACE], minima[n, LOW], minima[n, HIGH], minima[n, VALUE] = here, before, ahead, value[pair]
        minima[n, SPAN], minima[n, PAIR] = span, pair
        minima[n, EDGE] = 1.0 if left[pair] == math.inf or right[pair] == math.inf else 0.0
    return count


@lean
def step_of(plan: Plan, body: Anatomy) -> float:
    """The step of the outer freedom where there are answers: where limits are tight, much happens in little room."""
    narrowest = math.inf
    for n in range(4 if balls_of(plan) == 1 else 7):
        width = body.bounds[n, LIMIT_HI] - body.bounds[n, LIMIT_LO]
        if width > 0.0:
            narrowest = min(narrowest, width)
    return min(max(CLOSE * narrowest, OUTER / 12.0), OUTER)


@once
def sample_span(plan: Plan, body: Anatomy, span: int, taste: Taste, space: Space, bench: Bench, count: int) -> int:
    """Samples a span and notes the minima of each pair of families; how many there are then.

    Between two samples that lack arcs which occur between them one more is taken, and so on.
    """
    whole = stretch(plan, span)
    parts = max(FEWEST, math.ceil(whole / OUTER))
    # what closed forms choose changes as the arcs' ends do, with edges
    fine = step_of(plan, body) / (3.0 if has_closed_form(taste) else 1.0)
    before, here, left = 0.0, 0.0, NOTHING
    value, arcs = values_at(plan, body, span, 0.0, -1, taste, space, bench)
    if whole == 0.0:
        return note_minima(bench.minima, count, 0.0, 0.0, 0.0, span, NOTHING, value, NOTHING)
    for part in range(1, parts + 1):
        planned = whole if part == parts else part * whole / parts
        at_planned, planned_arcs = values_at(plan, body, span, planned, -1, taste, space, bench)
        while here < planned:
            ahead, right, arcs_ahead = planned, at_planned, planned_arcs
            hidden = True
            while hidden:
                hidden, place = hidden_between(plan, body, span, here, ahead, arcs, arcs_ahead, space)
                if hidden:
                    ahead = place
                    right, arcs_ahead = values_at(plan, body, span, ahead, -1, taste, space, bench)
            if (arcs > 0 or arcs_ahead > 0) and ahead - here > 1.5 * fine:
                ahead = here + fine
                right, arcs_ahead = values_at(plan, body, span, ahead, -1, taste, space, bench)
            count = note_minima(bench.minima, count, before, here, ahead, span, left, value, right)
            before, here, left, value, arcs = here, ahead, value, right, arcs_ahead
    return note_minima(bench.minima, count, before, here, here, span, left, value, NOTHING)


@once
def look_closer(plan: Plan, body: Anatomy, taste: Taste, space: Space, bench: Bench, count: int) -> int:
    """More samples about minima at the edge of a family, or all if limits are tight or arcs' ends decide.

    How many minima there are then.
    """
    tight = step_of(plan, body) < OUTER
    for n in range(count):
        for column in range(8):
            bench.coarse[n, column] = bench.minima[n, column]
    found = 0
    for n in range(count):
        row = bench.coarse[n]
        span, pair, low, high = int(row[SPAN]), int(row[PAIR]), row[LOW], row[HIGH]
        left, value, right = NOTHING, NOTHING, NOTHING
        if not (tight or row[EDGE] == 1.0 or has_closed_form(taste)) or high == low:
            value = swivel.with_item(NOTHING, pair, row[VALUE])
            found = note_minima(bench.minima, found, low, row[PLACE], high, span, left, value, right)
            continue
        here, ahead = low, low
        first, last = 0 if row[PLACE] > low else CLOSER, 2 * CLOSER if high > row[PLACE] else CLOSER
        for m in range(first, last + 2):  # on both sides of the place, which is one of them
            before, here, left, value, right = here, ahead, value, right, NOTHING
            if m <= last:
                part = (m - CLOSER) / CLOSER
                ahead = row[PLACE] + part * ((high - row[PLACE]) if part > 0.0 else (row[PLACE] - low))
                right, _ = values_at(plan, body, span, ahead, pair, taste, space, bench)
            if m > first:
                found = note_minima(bench.minima, found, before, here, ahead, span, left, value, right)
    return found

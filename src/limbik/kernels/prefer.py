"""One answer among all where two freedoms are left: the least of a cost over swivel and roll, or swivel and flexion.

The outer freedom is sampled for each pair of families, and each minimum of the samples that may be the least is
followed by a line search.
"""

import math

from limbik.kernels import line_search, swivel
from limbik.kernels.anatomy import HI, LO, REACHED, Anatomy, Space
from limbik.kernels.complete import FOUND, find_spans, first_valid
from limbik.kernels.jit import Array, lean, once
from limbik.kernels.plan import SPANS, Plan, balls_of, set_limits
from limbik.kernels.samples import PAIR, SPAN, SWIVEL, look_closer, sample_span
from limbik.kernels.search import HIGH, LOW, PLACE, PRECISE, VALUE
from limbik.kernels.worth import (
    NEAR,
    Bench,
    Taste,
    arcs_at,
    has_closed_form,
    inner_bottom,
    inner_scan,
    outer_at,
    place_of,
    stretch,
    value_near,
)

ROUGH, NEAR_TOO, EQUAL = 0.03, 0.1, 0.02
"""Minima of the samples are followed roughly (to a share of the distance between their neighbours) if they are no more
than NEAR above the least, from swivels no more than NEAR_TOO above it, and precisely if they are then no more than
EQUAL above it."""
BISECTIONS = 28


@lean
def follow(
    plan: Plan, body: Anatomy, minimum: Array, phi: float, tolerance: float, taste: Taste, space: Space, bench: Bench
) -> tuple[float, float, float]:
    """From a minimum of the samples and a swivel to its bottom: how low, its place in the span and the swivel there."""
    span, pair, place = int(minimum[SPAN]), int(minimum[PAIR]), minimum[PLACE]
    side, whole = plan.spans[span, 2], stretch(plan, span)
    inner = max(0.1 * tolerance, PRECISE)
    outer = outer_at(plan, span, place)
    value, phi = value_near(plan, body, outer, side, pair, phi, taste, inner, space, bench)
    low, high = minimum[LOW], minimum[HIGH]
    width = high - low
    for _ in range(8):  # as long as it falls beyond the neighbours
        if not high - low > 4.0 * tolerance:
            break
        line_search.begin(bench.outer, low, high, place, value, tolerance)
        for _ in range(70):
            if line_search.is_done(bench.outer):
                break
            tried = line_search.propose(bench.outer)
            outer = outer_at(plan, span, tried)
            found, there = value_near(plan, body, outer, side, pair, phi, taste, inner, space, bench)
            if found <= value:
                value, phi = found, there
            line_search.learn(bench.outer, tried, found)
        place = bench.outer[line_search.BEST]
        edge = max(4.0 * tolerance, 0.02 * (high - low))
        if (place - low > edge or low == 0.0) and (high - place > edge or high == whole):
            break
        low, high = max(place - width, 0.0), min(place + width, whole)
    return value, place, phi


@once
def follow_roughly(plan: Plan, body: Anatomy, n: int, taste: Taste, space: Space, bench: Bench) -> None:
    """Follows minimum n of the samples from each of the swivels that are nearly as low; its row takes the lowest."""
    row = bench.minima[n]
    pair, balls = int(row[PAIR]), balls_of(plan)
    starts, count, least = (0.0, 0.0, 0.0, 0.0), 1, math.inf
    if not has_closed_form(taste):
        count = 0
        outer, side = outer_at(plan, int(row[SPAN]), row[PLACE]), plan.spans[int(row[SPAN]), 2]
        for number in range(arcs_at(plan, body, outer, side, space)):
            if space.labels[number] != pair:
                continue
            for m in range(inner_scan(plan, body, number, taste, space, bench)):
                value, phi = inner_bottom(body, m, pair, balls, taste, space, bench)
                if value < least + NEAR_TOO and count < 4:
                    starts = swivel.with_item(starts, count, phi)
                    count += 1
                least = min(least, value)
    least, best, place = math.inf, 0.0, row[PLACE]
    for m in range(count):
        value, where, phi = follow(plan, body, row, starts[m], ROUGH * (row[HIGH] - row[LOW]), taste, space, bench)
        if value < least:
            least, place, best = value, where, phi
    margin = 0.5 * (row[HIGH] - row[LOW])
    row[VALUE], row[PLACE], row[SWIVEL] = least, place, best
    row[LOW], row[HIGH] = max(place - margin, 0.0), min(place + margin, stretch(plan, int(row[SPAN])))


@once
def prefer(
    plan: Plan, body: Anatomy, taste: Taste, space: Space, bench: Bench
) -> tuple[bool, float, float, int, float]:
    """Whether anything was found; if so the best value of the outer freedom, its side, the label and the swivel.

    The limb is then set there in the space.
    """
    count = 0
    bench.least[0] = math.inf
    for span in range(plan.counts[SPANS]):
        count = sample_span(plan, body, span, taste, space, bench, count)
    count = look_closer(plan, body, taste, space, bench, count)
    least = math.inf
    for n in range(count):
        if bench.minima[n, VALUE] > least + NEAR * (1.0 + abs(least)):
            bench.minima[n, VALUE] = math.inf
        else:
            follow_roughly(plan, body, n, taste, space, bench)
            least = min(least, bench.minima[n, VALUE])
    best, place, phi, value = -1, 0.0, 0.0, math.inf
    for n in range(count):
        row = bench.minima[n]
        if row[VALUE] <= least + EQUAL * (1.0 + abs(least)):
            found, where, there = follow(plan, body, row, row[SWIVEL], PRECISE, taste, space, bench)
            if found < value:
                best, value, place, phi = n, found, where, there
    if best < 0:
        return False, 0.0, 0.0, 0, 0.0
    span, pair = int(bench.minima[best, SPAN]), int(bench.minima[best, PAIR])
    outer, side = outer_at(plan, span, place), plan.spans[span, 2]
    arcs_at(plan, body, outer, side, space)
    return True, outer, side, pair, phi


@once
def prefer_near(
    plan: Plan, body: Anatomy, outer: float, half: float, side: float, taste: Taste, space: Space, bench: Bench
) -> tuple[bool, float, float, int, float]:
    """As `prefer`, for an answer in an interval so narrow that no sample has met it: the best one about it."""
    span = 0
    for n in range(plan.counts[SPANS]):
        if plan.spans[n, 2] == side and plan.spans[n, 0] <= outer <= plan.spans[n, 1]:
            span = n
    row = bench.minima[0]
    row[SPAN], row[PLACE] = span, place_of(plan, span, outer)
    row[LOW], row[HIGH] = place_of(plan, span, outer - 2.0 * half), place_of(plan, span, outer + 2.0 * half)
    least, place, swivel_there, best = math.inf, row[PLACE], 0.0, 0
    for pair in range(4):
        row[PAIR] = pair
        for n in range(arcs_at(plan, body, outer, side, space)):
            if space.labels[n] == pair:
                phi, tolerance = 0.5 * (space.arcs[n, 0] + space.arcs[n, 1]), ROUGH * (row[HIGH] - row[LOW])
                value, where, there = follow(plan, body, row, phi, tolerance, taste, space, bench)
                if value < least:
                    least, place, swivel_there, best = value, where, there, pair
                arcs_at(plan, body, outer, side, space)
    outer = outer_at(plan, span, place)
    arcs_at(plan, body, outer, side, space)
    return least < math.inf, outer, side, best, swivel_there


@once
def clearest(plan: Plan, body: Anatomy, outer: float, side: float, space: Space) -> tuple[float, float, int, float]:
    """The answer farthest from every limit, from one that is valid: where, its side, the label and the swivel.

    By bisection on how much all limits take, with a complete search for each. The limb is then set there in the space.
    """
    most = 0.5 * math.pi
    for n in range(4 if balls_of(plan) == 1 else 7):
        if n != 3 or plan.held[0] > plan.held[1]:
            most = min(most, 0.5 * (body.bounds[n, HI] - body.bounds[n, LO]))
    lowest, highest, label, phi = 0.0, most, 0, 0.0
    label, phi = widest_at(plan, body, outer, side, space)
    for _ in range(BISECTIONS):
        tried = 0.5 * (lowest + highest)
        met = False
        if set_limits(plan, body, -tried) and find_spans(plan, body) == REACHED:
            if arcs_at(plan, body, outer, side, space) > 0:
                met = True
            else:
                verdict, place, _, there, _ = first_valid(plan, body, space)
                if verdict == FOUND:
                    met, outer, side = True, place, there
        if met:
            lowest = tried
            label, phi = widest_at(plan, body, outer, side, space)
        else:
            highest = tried
    set_limits(plan, body, 0.0)
    find_spans(plan, body)
    arcs_at(plan, body, outer, side, space)
    return outer, side, label, phi


@lean
def widest_at(plan: Plan, body: Anatomy, outer: float, side: float, space: Space) -> tuple[int, float]:
    """The label and the middle of the widest arc at a value of the outer freedom."""
    arcs = arcs_at(plan, body, outer, side, space)
    if arcs == 0:
        return 0, 0.0
    n = swivel.arc_widest(space.arcs, arcs)
    return space.labels[n], 0.5 * (space.arcs[n, 0] + space.arcs[n, 1])

"""What an outer freedom (roll or flexion) is worth to a pick: the least cost over the swivels that are valid there.

For each pair of families of shoulder and wrist on its own, since each is a smooth function of the outer freedom.
"""

import math
from typing import NamedTuple

import numpy as np

from limbik.kernels import line_search, roll, search, swivel
from limbik.kernels.anatomy import Anatomy, Space
from limbik.kernels.choice import ELBOW, NATURAL, NEAREST, WIDEST, natural_elbow, swivel_of
from limbik.kernels.complete import arcs_under, set_at
from limbik.kernels.cost import cost, elbow_off, off_middle, weight_of
from limbik.kernels.jit import TWO_PI, Array, kernel, lean
from limbik.kernels.plan import ROWS, Plan, balls_of
from limbik.kernels.posture import posture
from limbik.kernels.search import HIGH, LOW, PLACE, VALUE
from limbik.kernels.vector import length, wrap

MOST_MINIMA = 32
ROUGHLY, WINDOW = 0.05, 0.3
"""How well minima over the swivel are found while sampling, as a share of the distance between neighbours; and how far
in radians one is followed at a time."""
NEAR = 0.3
"""A minimum of the samples that is this much above the least so far is not looked at more closely."""
TIE = 1e-7
"""What mid-range weighs beside a swivel's distance from the wanted one."""
Four = tuple[float, float, float, float]
NOTHING = (math.inf, math.inf, math.inf, math.inf)


class Bench(NamedTuple):
    """Room to choose."""

    minima: Array
    coarse: Array
    inner: Array
    line: Array
    outer: Array
    q: Array
    least: Array  # (1,): the lowest cost so far


@kernel
def new_bench() -> Bench:
    return Bench(
        np.empty((MOST_MINIMA, 8)),
        np.empty((MOST_MINIMA, 8)),
        np.empty((search.MOST_MINIMA + 1, 7)),
        np.empty(line_search.STATE),
        np.empty(line_search.STATE),
        np.empty(7),
        np.empty(1),
    )


class Taste(NamedTuple):
    """A pick, and what it needs (see `kernels.choice`)."""

    pick: int
    aim: Array


@lean
def has_closed_form(taste: Taste) -> bool:
    return taste.pick in (WIDEST, NEAREST, ELBOW, NATURAL)


@lean
def chosen_on_arc(
    plan: Plan, body: Anatomy, outer: float, n: int, taste: Taste, space: Space, q: Array
) -> tuple[float, float]:
    """For picks that have a closed form: the cost on arc n of the space, and the swivel."""
    label, lo, hi, balls = space.labels[n], space.arcs[n, 0], space.arcs[n, 1], balls_of(plan)
    if taste.pick == WIDEST:
        return lo - hi, 0.5 * (lo + hi)
    wanted = taste.aim[0]
    if taste.pick == NATURAL:
        _, elbow = natural_elbow(body.geometry, roll.wrist_at(plan, outer), plan.b)
        _, wanted = swivel_of(elbow, space.basis)
    elif taste.pick == ELBOW:
        _, wanted = swivel_of((taste.aim[0], taste.aim[1], taste.aim[2]), space.basis)
    _, phi = swivel.arc_nearest(space.arcs[n : n + 1], 1, wanted)
    if taste.pick == ELBOW:
        return elbow_off(body, space, label, phi, taste.aim), phi
    posture(body, space, label, phi, balls, q)
    off = abs(wrap(phi - wanted))
    if taste.pick == NEAREST and taste.aim[1] != 0.0:
        off = length(off, wrap(outer - taste.aim[2]))
    return off + TIE * off_middle(body, space, label, phi, balls, q), phi


@lean
def arcs_at(plan: Plan, body: Anatomy, outer: float, side: float, space: Space) -> int:
    """The valid arcs at one value of the outer freedom, exactly, their ends as angles."""
    good, rounding, _ = set_at(plan, body, outer, side, space)
    if not good:
        return 0
    arcs = arcs_under(plan.entries, plan.weights, plan.counts[ROWS], plan.masks, rounding, space)
    swivel.to_angles(space.arcs, space.labels, arcs)
    return arcs


@lean
def stretch(plan: Plan, span: int) -> float:
    """How long a span is on the scale on which it is sampled and searched: as long as it is, or longer.

    At the end of a span the limb is straight, folded or at the hinge's limit, and much may happen there within little
    of the outer freedom, as the root of the distance from the end. On a scale that grows like it nothing is quick.
    """
    own: float = plan.spans[span, 1] - plan.spans[span, 0]
    return own if own >= TWO_PI * (1.0 - 1e-12) else 0.5 * math.pi * own


@lean
def outer_at(plan: Plan, span: int, place: float) -> float:
    """The outer freedom at a place of a span's own scale, which runs from 0 to its stretch."""
    start: float = plan.spans[span, 0]
    end: float = plan.spans[span, 1]
    whole = stretch(plan, span)
    if place <= 0.0:
        return start
    if place >= whole:
        return end
    if end - start >= TWO_PI * (1.0 - 1e-12):
        return start + place
    half = math.sin(0.5 * math.pi * place / whole)
    return start + (end - start) * half * half


@lean
def place_of(plan: Plan, span: int, outer: float) -> float:
    """The inverse of `outer_at`."""
    start, end = plan.spans[span, 0], plan.spans[span, 1]
    if end == start:
        return 0.0
    share: float = min(max((outer - start) / (end - start), 0.0), 1.0)
    whole = stretch(plan, span)
    if end - start >= TWO_PI * (1.0 - 1e-12):
        return share * whole
    return whole * 2.0 / math.pi * math.asin(math.sqrt(share))


@lean
def arcs_by_pair(space: Space, arcs: int) -> int:
    """How many arcs each pair of families has, eight bits for each."""
    packed = 0
    for n in range(arcs):
        packed += 1 << (8 * (space.labels[n] & 3))
    return packed


@lean
def inner_step(plan: Plan, body: Anatomy, taste: Taste) -> float:
    """The step of the swivel between samples."""
    most = 0.1
    for n in range(4 if balls_of(plan) == 1 else 7):
        most = max(most, weight_of(body, taste.pick, n))
    return min(max(0.3, 0.2 / most), 0.6)


@lean
def values_at(
    plan: Plan, body: Anatomy, span: int, place: float, only: int, taste: Taste, space: Space, bench: Bench
) -> tuple[Four, int]:
    """About the least cost of each pair of families at a place of a span; infinite where there is none.

    With `only` (not -1) of that pair alone. Last, the number of arcs (see `arcs_by_pair`).
    """
    values, balls = NOTHING, balls_of(plan)
    outer = outer_at(plan, span, place)
    arcs = arcs_at(plan, body, outer, plan.spans[span, 2], space)
    for n in range(arcs):
        label = space.labels[n]
        if only not in (-1, label):
            continue
        if has_closed_form(taste):
            value, _ = chosen_on_arc(plan, body, outer, n, taste, space, bench.q)
            values = swivel.with_item(values, label, min(value, values[label]))
            continue
        for m in range(inner_scan(plan, body, n, taste, space, bench)):
            value = bench.inner[m, VALUE]
            if value < min(values[label], bench.least[0]) + NEAR:
                value, _ = inner_bottom(body, m, label, balls, taste, space, bench)
                bench.least[0] = min(bench.least[0], value)
            values = swivel.with_item(values, label, min(value, values[label]))
    return values, arcs_by_pair(space, arcs)


@lean
def inner_scan(plan: Plan, body: Anatomy, n: int, taste: Taste, space: Space, bench: Bench) -> int:
    """The minima among samples of arc n of the space, into bench.inner; how many."""
    label, lo, hi, step = space.labels[n], space.arcs[n, 0], space.arcs[n, 1], inner_step(plan, body, taste)
    balls, pick, aim = balls_of(plan), taste.pick, taste.aim
    return search.scan(body, space, label, lo, hi, balls, pick, aim, step, bench.q, bench.inner)


@lean
def inner_bottom(
    body: Anatomy, m: int, label: int, balls: int, taste: Taste, space: Space, bench: Bench
) -> tuple[float, float]:
    """About the bottom of minimum m of a scan, and its swivel."""
    low, high, place, value = bench.inner[m, LOW], bench.inner[m, HIGH], bench.inner[m, PLACE], bench.inner[m, VALUE]
    tolerance = ROUGHLY * (high - low)
    return search.bottom(
        body, space, label, low, high, place, value, balls, taste.pick, taste.aim, tolerance, bench.q, bench.line
    )


@lean
def value_near(
    plan: Plan,
    body: Anatomy,
    outer: float,
    side: float,
    pair: int,
    phi: float,
    taste: Taste,
    tolerance: float,
    space: Space,
    bench: Bench,
) -> tuple[float, float]:
    """The minimum of a pair of families at one value of the outer freedom that lies nearest to a swivel.

    Infinite if there is none.
    """
    nearest, place, least = -1, 0.0, math.inf
    for n in range(arcs_at(plan, body, outer, side, space)):
        if space.labels[n] == pair:
            if has_closed_form(taste):
                value, there = chosen_on_arc(plan, body, outer, n, taste, space, bench.q)
                if value < least:
                    least, place = value, there
                continue
            _, there = swivel.arc_nearest(space.arcs[n : n + 1], 1, phi)
            off = abs(wrap(there - phi))
            if off < least:
                nearest, place, least = n, there, off
    if nearest < 0:
        return least, place
    lo, hi, balls = space.arcs[nearest, 0], space.arcs[nearest, 1], balls_of(plan)
    value = cost(body, space, pair, place, balls, taste.pick, taste.aim, bench.q)
    for _ in range(12):  # as long as it falls beyond the window
        low, high = max(place - WINDOW, lo), min(place + WINDOW, hi)
        value, found = search.bottom(
            body, space, pair, low, high, place, value, balls, taste.pick, taste.aim, tolerance, bench.q, bench.line
        )
        stays = abs(found - place) < 0.9 * WINDOW
        place = found
        if stays:
            break
    return value, place

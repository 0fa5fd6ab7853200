"""Picks that search: the posture of least cost, and the swivel farthest from every limit."""

import math

import numpy as np

from limbik.kernels import line_search, swivel
from limbik.kernels.anatomy import HI, LO, Anatomy, Space, new_space
from limbik.kernels.choice import CLEARANCE
from limbik.kernels.cost import cost, weight_of
from limbik.kernels.explore import arcs_with_slack, explore, reach_of
from limbik.kernels.jit import Array, Integers, Vector, kernel, lean
from limbik.kernels.posture import posture
from limbik.kernels.solve import INVALID, ask, report
from limbik.kernels.vector import wrap

SAMPLE = 0.1
"""Radians between the samples from which a minimum is looked for."""
QUICK, SLOWEST = 0.4, 1e-3
"""Where a joint turns by more than QUICK (times its weight) between two samples, they come nearer to each other, but
not below SLOWEST."""
PRECISE = 1e-8
"""Radians: how well a minimum is found."""
PLACE, LOW, HIGH, VALUE = 0, 1, 2, 3
"""Columns of minima: where, between which neighbours, how low."""
MOST_MINIMA = 16


@lean
def scan(
    body: Anatomy,
    space: Space,
    label: int,
    lo: float,
    hi: float,
    balls: int,
    pick: int,
    aim: Array,
    sample: float,
    q: Array,
    minima: Array,
) -> int:
    """The minima of the cost among samples of an arc, into minima (MOST_MINIMA + 1, 7); how many there are.

    The first four columns are the swivel, its two neighbours and the cost; the last row is scratch.
    """
    last = 4 if balls == 1 else 7
    held = minima.shape[0] - 1
    count = 0
    before, here, at_before = lo, lo, math.inf
    at_here = cost(body, space, label, lo, balls, pick, aim, q)
    for n in range(last):
        minima[held, n] = q[n]
    base = min(sample, 0.25 * (hi - lo))
    step, ahead = base, lo
    while ahead < hi:
        ahead = min(here + step, hi)
        value = cost(body, space, label, ahead, balls, pick, aim, q)
        jump = 0.0
        for n in range(last):
            jump = max(jump, weight_of(body, pick, n) * abs(wrap(q[n] - minima[held, n])))
        if jump > QUICK and ahead - here > SLOWEST:
            step, ahead = 0.5 * (ahead - here), here
            continue
        for n in range(last):
            minima[held, n] = q[n]
        if at_here <= value and at_here <= at_before:
            count = noted(minima, count, here, before, ahead, at_here)
        before, at_before, here, at_here = here, at_here, ahead, value
        step = min(2.0 * step, base)
    if at_here <= at_before:
        count = noted(minima, count, here, before, here, at_here)
    return count


@lean
def noted(minima: Array, count: int, place: float, low: float, high: float, value: float) -> int:
    """One more minimum; if there are too many, the highest goes."""
    n = count
    if count == minima.shape[0] - 1:
        n = 0
        for m in range(count):
            if minima[m, VALUE] > minima[n, VALUE]:
                n = m
        if minima[n, VALUE] <= value:
            return count
    minima[n, PLACE], minima[n, LOW], minima[n, HIGH], minima[n, VALUE] = place, low, high, value
    return max(count, n + 1)


@lean
def bottom(
    body: Anatomy,
    space: Space,
    label: int,
    start: float,
    end: float,
    place: float,
    value: float,
    balls: int,
    pick: int,
    aim: Array,
    tolerance: float,
    q: Array,
    state: Array,
) -> tuple[float, float]:
    """The least cost between two swivels, about a place that is no higher than either, and its swivel."""
    if end - start <= 4.0 * tolerance:
        return value, place
    if place in (start, end):  # an end of the arc, unless it falls towards the inside
        inside = place + 4.0 * tolerance * (1.0 if place == start else -1.0)
        if cost(body, space, label, inside, balls, pick, aim, q) >= value:
            return value, place
    line_search.begin(state, start, end, place, value, tolerance)
    for _ in range(60):
        if line_search.is_done(state):
            break
        phi = line_search.propose(state)
        line_search.learn(state, phi, cost(body, space, label, phi, balls, pick, aim, q))
    return state[line_search.AT_BEST], state[line_search.BEST]


@lean
def least_on_arcs(
    body: Anatomy, space: Space, arcs: int, balls: int, pick: int, aim: Array, q: Array, minima: Array, state: Array
) -> tuple[int, float]:
    """The label and the swivel of least cost over all arcs, whose ends are angles; its posture becomes q."""
    best, place, least = space.labels[0], space.arcs[0, 0], math.inf
    for n in range(arcs):
        label, lo, hi = space.labels[n], space.arcs[n, 0], space.arcs[n, 1]
        count = scan(body, space, label, lo, hi, balls, pick, aim, SAMPLE, q, minima)
        for m in range(count):
            low, high, here, value = minima[m, LOW], minima[m, HIGH], minima[m, PLACE], minima[m, VALUE]
            value, phi = bottom(body, space, label, low, high, here, value, balls, pick, aim, PRECISE, q, state)
            if value < least:
                best, place, least = label, phi, value
    cost(body, space, best, place, balls, pick, aim, q)
    return best, place


@lean
def clearest(body: Anatomy, space: Space, roots: int, arcs: int, balls: int) -> tuple[int, float]:
    """The swivel with the largest smallest distance to a limit of a ball, by bisection on how much all limits take.

    The hinge's own distance is the same all round the circle: it decides between its two roots where it is smaller.
    """
    label, phi = swivel.widest_of(space.arcs, space.labels, arcs)
    most, best, second = math.pi, -math.inf, -math.inf
    for n in range(7):
        if n != 3:
            most = min(most, 0.5 * (body.bounds[n, HI] - body.bounds[n, LO]))
    for root in range(roots):
        angle = space.bends[root, 1]
        hinge_margin = min(angle - body.bounds[3, LO], body.bounds[3, HI] - angle)
        lowest, highest = 0.0, most
        for _ in range(45):
            tried = 0.5 * (lowest + highest)
            if arcs_with_slack(body, -tried, balls, root, root + 1, swivel.ROUNDING, space):
                lowest = tried
            else:
                highest = tried
        count = arcs_with_slack(body, -lowest, balls, root, root + 1, swivel.ROUNDING, space)
        score = min(lowest, hinge_margin)
        if count and (score > best or (score == best and lowest > second)):
            best, second = score, lowest
            label, phi = swivel.widest_of(space.arcs, space.labels, count)
    return label, phi


@kernel
def answers_again(
    body: Anatomy,
    root: Array,
    b: Vector,
    balls: int,
    goals: Array,
    pick: int,
    aims: Array,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> None:
    """Answers of `solve.answers` that lie on an arc are replaced by those of a pick that searches.

    For CONTINUING aims hold the values to stay near to.
    """
    space = new_space()
    minima, state = np.empty((MOST_MINIMA + 1, 7)), np.empty(line_search.STATE)
    reach, shell = reach_of(body, b)
    for row in range(goals.shape[0]):
        if codes[row, 1] == 0 or codes[row, 0] == INVALID:
            continue
        mine, aim = q[row], aims[row if aims.shape[0] > 1 else 0]
        _, wrist = ask(body.geometry, root, balls, goals, row, space.goal, space.turned)
        how, roots, arcs, _ = explore(body, wrist, b, reach, shell, space.turned, balls, space)
        if pick == CLEARANCE:
            label, phi = clearest(body, space, roots, arcs, balls)
            posture(body, space, label, phi, balls, mine)
        else:
            swivel.to_angles(space.arcs, space.labels, arcs)
            label, phi = least_on_arcs(body, space, arcs, balls, pick, aim, mine, minima, state)
        report(body, root, b, balls, how, label, wrap(phi), space, mine, numbers[row], codes[row])

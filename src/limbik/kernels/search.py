"""Picks that search: the posture nearest to another one, and the swivel farthest from every limit."""

import math

from limbik.kernels import swivel
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, Anatomy, Space, new_space
from limbik.kernels.choice import CONTINUING
from limbik.kernels.explore import arcs_with_slack, explore, reach_of
from limbik.kernels.jit import TWO_PI, Array, Integers, Vector, kernel, lean
from limbik.kernels.posture import posture
from limbik.kernels.solve import INVALID, ask, report
from limbik.kernels.vector import nearest_turn, wrap

SAMPLE = 0.1
"""Radians between the samples from which a minimum is looked for."""
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
REFINEMENTS = 40


@lean
def away(body: Anatomy, space: Space, label: int, phi: float, balls: int, aim: Array, q: Array) -> float:
    """Sum of squares from the values of `aim`; a joint that can go round counts by the nearest turn it may take."""
    posture(body, space, label, phi, balls, q)
    total = 0.0
    for n in range(4 if balls == 1 else 7):
        if body.bounds[n, LIMIT_HI] - body.bounds[n, LIMIT_LO] >= TWO_PI:
            lo, hi = body.bounds[n, LIMIT_LO], body.bounds[n, LIMIT_HI]
            q[n] = nearest_turn(q[n], min(max(aim[n], lo), hi))
            if q[n] < lo:
                q[n] += TWO_PI
            elif q[n] > hi:
                q[n] -= TWO_PI
        total += (q[n] - aim[n]) ** 2
    return total


@lean
def nearest_posture(body: Anatomy, space: Space, arcs: int, balls: int, aim: Array, q: Array) -> tuple[int, float]:
    """The least of `away` over all arcs: samples, then a golden section about each of their minima."""
    best, place, least = 0, 0.0, math.inf
    for n in range(arcs):
        label, lo, hi = space.labels[n], space.arcs[n, 0], space.arcs[n, 1]
        count = max(4, int((hi - lo) / SAMPLE) + 1)
        step = (hi - lo) / count
        before, here = math.inf, away(body, space, label, lo, balls, aim, q)
        for m in range(count + 1):
            after = math.inf
            if m < count:
                after = away(body, space, label, lo + (m + 1) * step, balls, aim, q)
            if here <= before and here <= after:
                if here < least:
                    best, place, least = label, lo + m * step, here
                start, end = max(lo, lo + (m - 1) * step), min(hi, lo + (m + 1) * step)
                phi, value = golden(body, space, label, start, end, balls, aim, q)
                if value < least:
                    best, place, least = label, phi, value
            before, here = here, after
    return best, place


@lean
def golden(
    body: Anatomy, space: Space, label: int, start: float, end: float, balls: int, aim: Array, q: Array
) -> tuple[float, float]:
    x, y = end - GOLDEN * (end - start), start + GOLDEN * (end - start)
    at_x, at_y = away(body, space, label, x, balls, aim, q), away(body, space, label, y, balls, aim, q)
    for _ in range(REFINEMENTS):
        if at_x <= at_y:
            end, y, at_y = y, x, at_x
            x = end - GOLDEN * (end - start)
            at_x = away(body, space, label, x, balls, aim, q)
        else:
            start, x, at_x = x, y, at_y
            y = start + GOLDEN * (end - start)
            at_y = away(body, space, label, y, balls, aim, q)
    return (x, at_x) if at_x <= at_y else (y, at_y)


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
    reach, shell = reach_of(body, b)
    for row in range(goals.shape[0]):
        if codes[row, 1] == 0 or codes[row, 0] == INVALID:
            continue
        mine, aim = q[row], aims[row if aims.shape[0] > 1 else 0]
        _, wrist = ask(body.geometry, root, balls, goals, row, space.goal, space.turned)
        how, roots, arcs, _ = explore(body, wrist, b, reach, shell, space.turned, balls, space)
        if pick == CONTINUING:
            swivel.to_angles(space.arcs, space.labels, arcs)
            label, phi = nearest_posture(body, space, arcs, balls, aim, mine)
            away(body, space, label, phi, balls, aim, mine)
        else:
            label, phi = clearest(body, space, roots, arcs, balls)
            posture(body, space, label, phi, balls, mine)
        report(body, root, b, balls, how, label, wrap(phi), space, mine, numbers[row], codes[row])

"""One goal that leaves two freedoms, looked at from all sides: its verdict, its spans, its arcs and its region."""

import math

import numpy as np

from limbik.kernels.anatomy import REACHED, Anatomy, Space, new_space
from limbik.kernels.complete import NONE, find_spans, first_valid, set_at
from limbik.kernels.jit import TWO_PI, Array, Integers, kernel
from limbik.kernels.partial import ask, errors, start_posture
from limbik.kernels.partial_nearest import least_slack
from limbik.kernels.plan import SPANS, Plan, Terms, balls_of, new_plan
from limbik.kernels.posture import margin_of, posture
from limbik.kernels.roll import roll_toward, wrist_at
from limbik.kernels.worth import arcs_at

FINE_SLACK = 30
"""Bisections on how much the limits must give, when that is told."""


@kernel
def plan_of(terms: Terms, body: Anatomy, root: Array, goals: Array) -> tuple[int, Plan, Space]:
    """Whether the goal (one row) is REACHED, its plan with all spans, and room."""
    plan, space = new_plan(terms, body), new_space()
    ask(plan, body, root, goals, 0, space)
    return find_spans(plan, body), plan, space


@kernel
def decide(terms: Terms, body: Anatomy, root: Array, goals: Array) -> tuple[int, int]:
    """Whether the goal is REACHED, and the verdict of a complete search."""
    how, plan, space = plan_of(terms, body, root, goals)
    if how != REACHED:
        return how, NONE
    verdict, _, _, _, _ = first_valid(plan, body, space)
    return how, verdict


@kernel
def must_give(terms: Terms, body: Anatomy, root: Array, goals: Array) -> float:
    """The least angle by which all limits would have to give; infinite if half a turn is not enough."""
    _, plan, space = plan_of(terms, body, root, goals)
    return least_slack(plan, body, FINE_SLACK, space)


@kernel
def spans_of(terms: Terms, body: Anatomy, root: Array, goals: Array) -> Array:
    """(n, 3): the ranges of the outer freedom that the reach allows, each with its side."""
    _, plan, _ = plan_of(terms, body, root, goals)
    return plan.spans[: plan.counts[SPANS]].copy()


@kernel
def wrist_circle(terms: Terms, body: Anatomy, root: Array, goals: Array, point: Array) -> tuple[Array, float]:
    """For an alignment: the wrist at rolls 0, 90, 180 and 270 degrees, and the roll that brings it nearest to a point.

    All in the shoulder's frame.
    """
    _, plan, _ = plan_of(terms, body, root, goals)
    places = np.empty((4, 3))
    for n in range(4):
        places[n] = wrist_at(plan, 0.5 * math.pi * n)
    return places, roll_toward(plan, (point[0], point[1], point[2]))


@kernel
def survey(
    terms: Terms, body: Anatomy, root: Array, goals: Array, outer: float, side: float
) -> tuple[bool, int, Space]:
    """Can the limb be at a value of the outer freedom; how many arcs are valid there; the space they are in."""
    _, plan, space = plan_of(terms, body, root, goals)
    good, _, _ = set_at(plan, body, outer, side, space)
    return good, arcs_at(plan, body, outer, side, space), space


@kernel
def judge(terms: Terms, body: Anatomy, root: Array, goals: Array, q: Array) -> tuple[float, float, float]:
    """Both errors and the margin of one posture."""
    _, plan, space = plan_of(terms, body, root, goals)
    off, turn = errors(plan, body, root, q, space)
    return off, turn, margin_of(body, q, space.one)


@kernel
def postures(
    terms: Terms,
    body: Anatomy,
    root: Array,
    goals: Array,
    outer: float,
    side: float,
    labels: Integers,
    swivels: Array,
    out: Array,
) -> None:
    """out (n, 7) = the values at several swivels, each on an arc of its label, at one value of the outer freedom."""
    _, plan, space = plan_of(terms, body, root, goals)
    set_at(plan, body, outer, side, space)
    for n in range(len(swivels)):
        start_posture(plan, terms, body, out[n])
        posture(body, space, labels[n], swivels[n], balls_of(plan), out[n])


@kernel
def region(
    terms: Terms, body: Anatomy, root: Array, goals: Array, outers: Array, swivels: Array, valid: Array, reached: Array
) -> None:
    """valid (outers, swivels) = 1 where every limit is kept; reached (outers,) = 1 where the reach allows anything."""
    _, plan, space = plan_of(terms, body, root, goals)
    for i in range(len(outers)):
        reached[i] = 0.0
        for j in range(len(swivels)):
            valid[i, j] = 0.0
        for side in (1.0, -1.0):
            good, _, _ = set_at(plan, body, outers[i], side, space)
            if not good:
                continue
            reached[i] = 1.0
            for n in range(arcs_at(plan, body, outers[i], side, space)):
                lo, hi = space.arcs[n, 0], space.arcs[n, 1]
                for j in range(len(swivels)):
                    off = swivels[j] - lo
                    if off - TWO_PI * np.floor(off / TWO_PI) <= hi - lo:
                        valid[i, j] = 1.0

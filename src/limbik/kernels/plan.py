"""Goals that leave two freedoms, as the shoulder sees them: the swivel, and the roll of an alignment or the flexion of
an aim.

The second freedom is the outer one: for each of its values, and each side, the swivels that keep the limits are known
exactly. For an alignment a side is that of the hinge's bend; for an aim it tells at which of two places on the tool's
axis the target lies, the farther (+1) or the nearer one (-1).
"""

from typing import NamedTuple

import numpy as np

from limbik.kernels import rows
from limbik.kernels.anatomy import HI, LO, A, Anatomy, Reach, vector_of
from limbik.kernels.explore import MOST_PIECES, fill_shell, hinge_limits
from limbik.kernels.hinge import reach_constants
from limbik.kernels.jit import Array, Integers, Vector, kernel, lean
from limbik.kernels.relaxed import find_natures
from limbik.kernels.vector import length, perpendicular

ALIGN, AIM = 0, 1
CENTER, COSINE, SINE, DIRECTION, CIRCLE = 0, 1, 2, 3, 4
TARGET, POINTER, FOOT, AHEAD = 5, 6, 7, 8
HINGE, TOOL_AXIS, TOOL_SIDE, HAND_AXIS, SLACK = 9, 10, 11, 12, 13
"""Rows of a plan's vectors.

alignment: the wrist stands at CENTER + cos(roll) COSINE + sin(roll) SINE; DIRECTION is where the axis shall point;
           CIRCLE holds its least and largest distance from the shoulder, and the roll of the largest
aim:       TARGET; POINTER, the tool's axis in the hinge's frame before it turns; FOOT holds the target's distance, and
           how fast the foot of the shoulder's perpendicular on the axis and the axis itself can move with the hinge;
           AHEAD, how far ahead of the tool's point the target has to be at least
both:      HINGE, the hinge's range and its most extended angle; TOOL_AXIS and HAND_AXIS, the axis in the tool's frame
           and in the wrist's; TOOL_SIDE, normal to the first; SLACK, by how much the limits are widened
"""
PIECES, SPANS, ROWS = 0, 1, 2
"""Places of a plan's counts: of the shell's pieces, of the spans, and of the limits' rows."""
MOST_SPANS = 64
MOST_WAITING = 2048
FREE = (1.0, -1.0)
"""In place of a held flexion."""


class Terms(NamedTuple):
    """What the goals of a batch have in common.

    b: from the hinge to the wrist or, for aims, to the tool; tool, hand, pointer: the axis in the tool's frame, in the
    wrist's, and in the hinge's before it turns; flexion: the hinge's angle twice if it is held, else FREE; wrist: the
    wrist's values, if they are held.
    """

    kind: int
    b: tuple[float, float, float]
    tool: tuple[float, float, float]
    hand: tuple[float, float, float]
    pointer: tuple[float, float, float]
    flexion: tuple[float, float]
    wrist: tuple[float, float, float]


class Plan(NamedTuple):
    """One goal, the limits as rows, and room for a complete search.

    spans (MOST_SPANS, 3): the ranges of the outer freedom that the reach allows: start, end, side. rolled (3, 9): the
    coefficients of sin(roll), cos(roll) and 1 in the wrist's wanted rotation. relaxed: the weights of rows that hold
    for a whole interval, natures (rows, 4) what they are made from. waiting (2, MOST_WAITING, 3): intervals, each
    with its middle, half width and side.
    """

    kind: int
    b: Vector
    reach: Reach
    held: tuple[float, float]
    shell: Array
    vectors: Array
    rolled: Array
    spans: Array
    counts: Integers
    entries: Integers
    weights: Array
    masks: Integers
    relaxed: Array
    natures: Array
    waiting: Array


@kernel
def new_plan(terms: Terms, body: Anatomy) -> Plan:
    """Room for the plans of a batch."""
    a, b = vector_of(body.geometry, A), terms.b
    middle, near, far = reach_constants(a, b)
    width = body.weights.shape[1] - 1
    vectors = np.zeros((14, 3))
    side = perpendicular(terms.tool)
    for n in range(3):
        vectors[TOOL_SIDE, n] = side[n]
        vectors[TOOL_AXIS, n], vectors[HAND_AXIS, n], vectors[POINTER, n] = (
            terms.tool[n],
            terms.hand[n],
            terms.pointer[n],
        )
    plan = Plan(
        terms.kind,
        b,
        (middle, near, far, length(a[0], a[2]) * length(b[0], b[2])),
        terms.flexion,
        np.empty((MOST_PIECES, 3)),
        vectors,
        np.zeros((3, 9)),
        np.empty((MOST_SPANS, 3)),
        np.zeros(3, dtype=np.int64),
        np.zeros((rows.MOST_ROWS, width + 2), dtype=np.int64),
        np.zeros((rows.MOST_ROWS, width + 1)),
        np.zeros((4, 6), dtype=np.int64),
        np.zeros((rows.MOST_ROWS, width + 1)),
        np.zeros((rows.MOST_ROWS, 4)),
        np.empty((2, MOST_WAITING, 3)),
    )
    set_limits(plan, body, 0.0)
    return plan


@lean
def balls_of(plan: Plan) -> int:
    """How many balls the goal moves: an aim holds the wrist."""
    return 2 if plan.kind == ALIGN else 1


@lean
def set_limits(plan: Plan, body: Anatomy, slack: float) -> bool:
    """The limb's limits, all widened by `slack` (narrowed, if negative), into the plan; False if a range is empty."""
    middle, near, far, _ = plan.reach
    lo, hi = hinge_limits(body.bounds, middle)
    if body.bounds[3, HI] - body.bounds[3, LO] < np.inf:
        lo, hi = lo - slack, hi + slack
    if plan.held[0] <= plan.held[1]:
        lo, hi = plan.held[0], plan.held[1]
    plan.vectors[HINGE, 0], plan.vectors[HINGE, 1], plan.vectors[HINGE, 2] = lo, hi, middle
    plan.vectors[SLACK, 0] = slack
    if lo > hi:
        return False
    plan.counts[PIECES] = fill_shell(lo - middle, hi - middle, near, far, plan.shell)
    count = rows.build(
        body.orders, body.bounds, body.swing, slack, balls_of(plan), plan.entries, plan.weights, plan.masks
    )
    plan.counts[ROWS] = count
    find_natures(plan.entries, plan.weights, count, vector_of(plan.vectors, HAND_AXIS), plan.natures)
    for row in range(count):
        for n in range(plan.weights.shape[1]):
            plan.relaxed[row, n] = plan.weights[row, n]
    return True

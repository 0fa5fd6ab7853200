"""Why an alignment or an aim cannot be met, and what was found if it can."""

import math
from typing import TYPE_CHECKING

import numpy as np

from limbik.goals import Aim, Alignment
from limbik.kernels import partial_survey
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, REACHED
from limbik.limb import anatomy, partial
from limbik.limb.blame import excess_of, length_of, listed, nearest_limit, outside_of, relief_of, smallest_set
from limbik.limb.partial import PartialQuestion
from limbik.solution import Solution, Status, covered

if TYPE_CHECKING:
    from limbik.limb.limb import Limb


def blocked_by(limb: "Limb", solution: Solution) -> tuple[str, ...]:
    """The limits that empty the set of answers: together they do, and any of them left out they do not."""
    question = _question(limb, solution)
    if solution.status in (Status.TOO_FAR, Status.TOO_CLOSE):
        return (limb.value_names[3],) if _hinge_blocks(question) else ()
    if _is_possible(question):  # some elbow would do, but not this one
        return tuple(name for name, _ in _outside(limb, solution, question))
    return smallest_set(limb, question)


def sentence(limb: "Limb", solution: Solution) -> str:
    """One plain sentence."""
    question = _question(limb, solution)
    if solution.status is Status.SOLVED:
        return _solved(limb, solution)
    text = _out_of_reach if solution.status in (Status.TOO_FAR, Status.TOO_CLOSE) else _limited
    told = text(limb, solution, question)
    return told if solution.proved else f"{told[:-1]}; the search gave up before this was proved."


def _question(limb: "Limb", solution: Solution) -> PartialQuestion:
    return partial.question(limb, solution.goal, solution.pose, solution.wrist, solution.flexion)


def _is_possible(question: PartialQuestion) -> bool:
    return question.holds(np.array(question.body.bounds), np.array(question.body.swing))


def _hinge_blocks(question: PartialQuestion) -> bool:
    """Would the goal be in reach if the hinge had no limits?"""
    bounds = np.array(question.body.bounds)
    bounds[3, [LO, LIMIT_LO]], bounds[3, [HI, LIMIT_HI]] = -np.inf, np.inf
    body = question.body
    free = anatomy.with_limits(body.geometry, bounds, body.orders, np.array(body.swing), question.balls)
    how, _ = partial_survey.decide(question.asking.terms, free, question.asking.root, question.row)
    return bool(how == REACHED)


def _solved(limb: "Limb", solution: Solution) -> str:
    ways = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist, flexion=solution.flexion)
    if isinstance(solution.goal, Alignment):
        room = ways.at_roll(solution.roll).room
        where = f"at roll {math.degrees(solution.roll or 0.0):.1f} degrees"
    else:
        room = covered(ways.arcs(float(solution.q[3])))
        where = f"at {math.degrees(solution.q[3]):.1f} degrees of flexion"
    free = f"the elbow has {math.degrees(room):.3g} degrees of valid swivel"
    return f"Solved {where}, where {free}; {nearest_limit(limb, solution)}."


def _points_off(solution: Solution) -> str:
    return f"{math.degrees(solution.orientation_error):.1f} degrees"


def _out_of_reach(limb: "Limb", solution: Solution, question: PartialQuestion) -> str:
    blocked = f" because {limb.value_names[3]} goes no further" if _hinge_blocks(question) else ""
    if isinstance(solution.goal, Aim):
        target = float(np.linalg.norm(solution.goal.at - question.asking.root[:3, 3]))
        held = "with the hinge held so" if solution.flexion is not None else "at any flexion"
        return (
            f"Too close: the target is {length_of(limb, target)} from the shoulder, and the tool's axis passes farther "
            f"off, or points away, {held}{blocked}; the answer points {_points_off(solution)} past it."
        )
    far = solution.status is Status.TOO_FAR
    off = f"{length_of(limb, solution.position_error)} short of the goal"
    if solution.position_error <= 1e-9 * limb.reach[1]:
        off = f"at the place all the same, but points {_points_off(solution)} off"
    elif solution.orientation_error > 1e-9:
        off += f" and points {_points_off(solution)} off"
    what = "farther from the shoulder than the limb reaches" if far else "nearer to the shoulder than the limb folds"
    return (
        f"Too {'far' if far else 'close'}: at every roll the wrist would have to be {what}{blocked}; "
        f"the answer is {off}."
    )


def _outside(limb: "Limb", solution: Solution, question: PartialQuestion) -> list[tuple[str, float]]:
    """At a blocked swivel: the values that the goal would take beyond their limits there, and by how much."""
    if isinstance(solution.goal, Alignment):
        assert solution.roll is not None
        found = limb.swivel(solution.goal.placement(solution.roll), pose=solution.pose)
        return outside_of(limb, found, solution) if found.roots else []
    angle = float(solution.q[3] + limb._offsets[3])
    good, _, space = partial_survey.survey(*question.asked, angle, float(solution.family.hinge))
    if not good:
        return []
    return excess_of(limb, question.body, space.turns[0], solution.swivel, (solution.family.shoulder,))


def _limited(limb: "Limb", solution: Solution, question: PartialQuestion) -> str:
    aim = isinstance(solution.goal, Aim)
    if _is_possible(question):
        beyond = ", ".join(
            f"{name} by {math.degrees(size):.1f} degrees" for name, size in _outside(limb, solution, question)
        )
        second = "flexion" if aim else "roll"
        return (
            f"Limited at this elbow and {second}: the goal would take {beyond or 'a joint'} beyond the limits; other "
            f"swivels or {second}s would do."
        )
    names, relief = listed(smallest_set(limb, question)), relief_of(question)
    if aim:
        ways = "every elbow" if solution.flexion is not None else "every elbow and flexion"
        return (
            f"Limited: the limits of {names} exclude the target for {ways}; the answer points {_points_off(solution)} "
            f"past it: {relief}."
        )
    if solution.position_error <= 1e-9 * limb.reach[1]:
        return (
            f"Limited: the place can be reached, but not so pointed: the limits of {names} exclude it for every elbow "
            f"and roll; the answer points {_points_off(solution)} off: {relief}."
        )
    return (
        f"Limited: the limits of {names} exclude the goal for every elbow and roll; the answer is "
        f"{length_of(limb, solution.position_error)} away and points {_points_off(solution)} off: {relief}."
    )

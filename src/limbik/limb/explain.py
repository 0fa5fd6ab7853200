"""Why a goal cannot be met: which limits exclude each other, by how much, and whether another elbow would do."""

import math
from typing import TYPE_CHECKING

import numpy as np

from limbik.check import Array
from limbik.goals import Aim, Alignment
from limbik.kernels import euler, hinge
from limbik.kernels.anatomy import A
from limbik.limb import explain_partial
from limbik.limb.blame import length_of, listed, nearest_limit, outside_of, relief_of, smallest_set
from limbik.limb.question import Question
from limbik.solution import Solution, Status

if TYPE_CHECKING:
    from limbik.limb.limb import Limb


def blocked_by(limb: "Limb", solution: Solution) -> tuple[str, ...]:
    """The limits that empty the set of answers: together they do, and any of them left out they do not."""
    if solution.status in (Status.SOLVED, Status.INVALID):
        return ()
    if isinstance(solution.goal, Alignment | Aim):
        return explain_partial.blocked_by(limb, solution)
    question = limb.question(solution.goal, pose=solution.pose, wrist=solution.wrist)
    if solution.status in (Status.TOO_FAR, Status.TOO_CLOSE):
        near, far = _free_reach(question)
        return (limb.value_names[3],) if near <= question.distance <= far else ()
    if question.holds(question.body.bounds, question.body.swing):  # some elbow would do, but not this one
        return tuple(name for name, _ in _outside(limb, solution))
    return smallest_set(limb, question)


def sentence(limb: "Limb", solution: Solution) -> str:
    """One plain sentence."""
    if solution.status is Status.INVALID:
        return "Invalid: the goal is not finite, or not a rigid transform, or its direction has no length."
    if isinstance(solution.goal, Alignment | Aim):
        return explain_partial.sentence(limb, solution)
    question = limb.question(solution.goal, pose=solution.pose, wrist=solution.wrist)
    tell = {
        Status.SOLVED: _solved,
        Status.TOO_FAR: _out_of_reach,
        Status.TOO_CLOSE: _out_of_reach,
        Status.LIMITED: _limited,
    }[solution.status]
    return tell(limb, solution, question)


def _solved(limb: "Limb", solution: Solution, question: Question) -> str:
    room = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist).room
    free = f"the elbow has {math.degrees(room):.3g} degrees of valid swivel"
    return f"Solved: {free}; {nearest_limit(limb, solution)}."


def _out_of_reach(limb: "Limb", solution: Solution, question: Question) -> str:
    far = solution.status is Status.TOO_FAR
    end = "wrist" if question.held is None else "tool"
    blocked = blocked_by(limb, solution)
    used = float(np.linalg.norm(_end_of(limb, solution, question)))
    why = f"because {blocked[0]} goes no further" if blocked else f"with the limb {'straight' if far else 'folded'}"
    off = f"{length_of(limb, solution.position_error)} short of the goal"
    if question.held is None and solution.orientation_error > 1e-9:
        off += f" and turned {math.degrees(solution.orientation_error):.1f} degrees from it"
    return (
        f"Too {'far' if far else 'close'}: the {end} would have to be {length_of(limb, question.distance)} from the "
        f"shoulder, and {'at most' if far else 'at least'} {length_of(limb, used)} is possible {why}; "
        f"the answer is {off}, and moving the elbow does not help."
    )


def _limited(limb: "Limb", solution: Solution, question: Question) -> str:
    if question.holds(question.body.bounds, question.body.swing):
        found = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist)
        excess = ", ".join(f"{name} by {math.degrees(size):.1f} degrees" for name, size in _outside(limb, solution))
        place = found.nearest(solution.swivel).swivel
        turn = math.degrees(math.remainder(place - solution.swivel, 2.0 * math.pi))
        return (
            f"Limited at this elbow: the goal would take {excess or 'a joint'} beyond the limits; moving the elbow by "
            f"{turn:.1f} degrees, to swivel {place:.3f}, would help."
        )
    names = listed(blocked_by(limb, solution))
    relief = relief_of(question)
    if question.held is None and solution.position_error <= 1e-9 * limb.reach[1]:
        return (
            f"Limited: the place can be reached, but not so turned: the limits of {names} exclude it for every elbow; "
            f"the answer is turned {math.degrees(solution.orientation_error):.1f} degrees from the goal, and moving "
            f"the elbow does not help: {relief}."
        )
    turned = (
        f" and turned {math.degrees(solution.orientation_error):.1f} degrees"
        if question.held is None and solution.orientation_error > 1e-9
        else ""
    )
    return (
        f"Limited: the limits of {names} exclude the goal for every elbow; the answer is "
        f"{length_of(limb, solution.position_error)} away{turned}, and moving the elbow does not help: {relief}."
    )


def _free_reach(question: Question) -> tuple[float, float]:
    a = tuple(question.body.geometry[A].tolist())
    _, near, far = hinge.reach_constants(a, question.forearm)
    return near, far


def _outside(limb: "Limb", solution: Solution) -> list[tuple[str, float]]:
    """At a blocked swivel: the values that the goal would take beyond their limits there, and by how much."""
    found = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist)
    return outside_of(limb, found, solution)


def _end_of(limb: "Limb", solution: Solution, question: Question) -> Array:
    """Where the end of the forearm stands in the answer, seen from the shoulder."""
    angles = solution.q[:4] + limb._offsets[:4]
    r1, bend = np.empty((3, 3)), np.empty((3, 3))
    i, j, k = (int(axis) for axis in question.body.orders[:3])
    euler.to_matrix(tuple(angles[:3].tolist()), i, j, k, r1)
    euler.to_matrix((float(angles[3]), 0.0, 0.0), 1, 0, 2, bend)
    end: Array = r1 @ (limb.A[:3, 3] + limb.A[:3, :3] @ bend @ np.array(question.forearm))
    return end

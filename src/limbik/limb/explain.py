"""Why a goal cannot be met: which limits exclude each other, by how much, and whether another elbow would do."""

import math
from typing import TYPE_CHECKING

import numpy as np

from limbik.check import Array
from limbik.kernels import euler, explore, hinge, swing, swivel
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, REACHED, A
from limbik.limb import anatomy
from limbik.limb.question import Question
from limbik.solution import Solution, Status

if TYPE_CHECKING:
    from limbik.limb.limb import Limb
    from limbik.limb.swivel import Swivel

Unit = tuple[str, int, int]
"""One limit: its name; the value's number, or -1; the ball with a swing (column 1) or twist (column 3), as 16 ball +
column."""


def blocked_by(limb: "Limb", solution: Solution) -> tuple[str, ...]:
    """The limits that empty the set of answers: together they do, and any of them left out they do not."""
    if solution.status in (Status.SOLVED, Status.INVALID):
        return ()
    question = limb.question(solution.goal, pose=solution.pose, wrist=solution.wrist)
    if solution.status in (Status.TOO_FAR, Status.TOO_CLOSE):
        near, far = _free_reach(question)
        return (limb.value_names[3],) if near <= question.distance <= far else ()
    if _holds(question, question.body.bounds, question.body.swing):  # some elbow would do, but not this one
        return tuple(name for name, _ in _outside(limb, solution))
    units = _units(limb, question)
    for unit in list(units):
        fewer = [other for other in units if other is not unit]
        if not _holds(question, *_limited_by(question, fewer)):
            units = fewer
    return tuple(name for name, _, _ in units)


def sentence(limb: "Limb", solution: Solution) -> str:
    """One plain sentence."""
    if solution.status is Status.INVALID:
        return "Invalid: the goal is not finite, or not a rigid transform."
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
    if not math.isfinite(solution.margin):
        return f"Solved: {free}; no joint has limits."
    name = min(_margins(limb, solution.q), key=lambda pair: pair[1])[0]
    return f"Solved: {free}; the nearest limit is {name}'s, {math.degrees(solution.margin):.1f} degrees away."


def _out_of_reach(limb: "Limb", solution: Solution, question: Question) -> str:
    far = solution.status is Status.TOO_FAR
    end = "wrist" if question.held is None else "tool"
    blocked = blocked_by(limb, solution)
    used = float(np.linalg.norm(_end_of(limb, solution, question)))
    why = f"because {blocked[0]} goes no further" if blocked else f"with the limb {'straight' if far else 'folded'}"
    off = f"{_length(limb, solution.position_error)} short of the goal"
    if question.held is None and solution.orientation_error > 1e-9:
        off += f" and turned {math.degrees(solution.orientation_error):.1f} degrees from it"
    return (
        f"Too {'far' if far else 'close'}: the {end} would have to be {_length(limb, question.distance)} from the "
        f"shoulder, and {'at most' if far else 'at least'} {_length(limb, used)} is possible {why}; "
        f"the answer is {off}, and moving the elbow does not help."
    )


def _limited(limb: "Limb", solution: Solution, question: Question) -> str:
    if _holds(question, question.body.bounds, question.body.swing):
        found = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist)
        excess = ", ".join(f"{name} by {math.degrees(size):.1f} degrees" for name, size in _outside(limb, solution))
        place = found.nearest(solution.swivel).swivel
        turn = math.degrees(math.remainder(place - solution.swivel, 2.0 * math.pi))
        return (
            f"Limited at this elbow: the goal would take {excess or 'a joint'} beyond the limits; moving the elbow by "
            f"{turn:.1f} degrees, to swivel {place:.3f}, would help."
        )
    names = _listed(blocked_by(limb, solution))
    give = _relaxation(question)
    relief = f"they would have to give by {math.degrees(give):.1f} degrees" if give is not None else "no widening helps"
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
        f"{_length(limb, solution.position_error)} away{turned}, and moving the elbow does not help: {relief}."
    )


def _holds(question: Question, bounds: Array, limits: Array) -> bool:
    """Has the goal an answer under these limits?"""
    body = anatomy.with_limits(question.body.geometry, bounds, question.body.orders, limits, question.balls)
    how, _, arcs, _, _ = explore.survey(
        body, question.place, question.forearm, np.array(question.turned), question.balls
    )
    return how == REACHED and arcs > 0


def _units(limb: "Limb", question: Question) -> list[Unit]:
    """Every limit that has a say, from the shoulder outward."""
    found: list[Unit] = []
    for n, name in enumerate(limb.value_names[: 7 if question.balls == 2 else 4]):
        if n in (0, 4) and question.body.swing[n // 4, swing.KIND] != 0.0:
            ball, joint = n // 4, name.partition(".")[0]
            found += [(f"{joint}.swing", -1, 16 * ball + swing.HALF_ANGLES)]
            if math.isfinite(question.body.swing[ball, swing.TWIST_RANGE]):
                found += [(f"{joint}.twist", -1, 16 * ball + swing.TWIST_RANGE)]
        if np.isfinite(question.body.bounds[n, :2]).all():
            found.append((name, n, 0))
    return found


def _limited_by(question: Question, units: list[Unit]) -> tuple[Array, Array]:
    """Bounds and swing limits that keep only some of the limits."""
    bounds, limits = np.array(question.body.bounds), np.array(question.body.swing)
    values = [n for _, n, _ in units if n >= 0]
    parts = [part for _, n, part in units if n < 0]
    for n in range(7):
        if n not in values:
            bounds[n, [LO, LIMIT_LO]], bounds[n, [HI, LIMIT_HI]] = -np.inf, np.inf
    for ball in range(2):
        if 16 * ball + swing.HALF_ANGLES not in parts:
            limits[ball, swing.HALF_ANGLES : swing.HALF_ANGLES + 2] = math.pi
        if 16 * ball + swing.TWIST_RANGE not in parts:
            limits[ball, swing.TWIST_RANGE : swing.TWIST_RANGE + 2] = -np.inf, np.inf
    return bounds, limits


def _relaxation(question: Question) -> float | None:
    """The least angle by which all limits would have to give, by bisection; None if half a turn is not enough."""

    def widened(slack: float) -> tuple[Array, Array]:
        bounds, limits = np.array(question.body.bounds), np.array(question.body.swing)
        bounds[:, [LO, LIMIT_LO]] -= slack
        bounds[:, [HI, LIMIT_HI]] += slack
        limits[:, swing.HALF_ANGLES : swing.HALF_ANGLES + 2] = np.minimum(
            limits[:, swing.HALF_ANGLES : swing.HALF_ANGLES + 2] + slack, math.pi
        )
        limits[:, swing.TWIST_RANGE] -= slack
        limits[:, swing.TWIST_RANGE + 1] += slack
        return bounds, limits

    low, high = 0.0, math.pi
    if not _holds(question, *widened(high)):
        return None
    for _ in range(30):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if _holds(question, *widened(middle)) else (middle, high)
    return high


def _free_reach(question: Question) -> tuple[float, float]:
    a = tuple(question.body.geometry[A].tolist())
    _, near, far = hinge.reach_constants(a, question.forearm)
    return near, far


def _outside(limb: "Limb", solution: Solution) -> list[tuple[str, float]]:
    """At a blocked swivel: the values that the goal would take beyond their limits there, and by how much."""
    found = limb.swivel(solution.goal, pose=solution.pose, wrist=solution.wrist)
    return _excess(limb, found, solution)


def _excess(limb: "Limb", found: "Swivel", solution: Solution) -> list[tuple[str, float]]:
    root = [r.side for r in found.roots].index(solution.family.hinge)
    body, matrix = found._question.body, np.empty((3, 3))
    out: list[tuple[str, float]] = []
    for ball, family in enumerate((solution.family.shoulder, solution.family.wrist)[: found._question.balls]):
        swivel.turned(found._space.turns[root, ball], solution.swivel, matrix)
        i, j, k = (int(axis) for axis in body.orders[3 * ball : 3 * ball + 3])
        angles = euler.from_matrix(matrix, i, j, k, family, 0.0)
        for n, angle in enumerate(angles, start=4 * ball):
            lo, hi = body.bounds[n, :2]
            if math.isfinite(hi - lo):
                off = abs(math.remainder(angle - hinge.within(angle, lo, hi), 2.0 * math.pi))
                if off > 1e-9:
                    out.append((limb.value_names[n], off))
        joint = limb.value_names[4 * ball].partition(".")[0]
        for name, margin in zip(("swing", "twist"), swing.margins(body.swing[ball], matrix), strict=True):
            if margin < -1e-9:
                out.append((f"{joint}.{name}", -margin))
    return out


def _margins(limb: "Limb", q: Array) -> list[tuple[str, float]]:
    """The distance of every value from its nearer limit."""
    found = [
        (name, float(min(value - lo, hi - value)))
        for name, value, (lo, hi) in zip(limb.value_names, q, limb.limits, strict=True)
    ]
    matrix = np.empty((3, 3))
    for ball in range(2):
        if limb._body.swing[ball, swing.KIND] != 0.0:
            i, j, k = (int(axis) for axis in limb._body.orders[3 * ball : 3 * ball + 3])
            euler.to_matrix(tuple(q[4 * ball : 4 * ball + 3].tolist()), i, j, k, matrix)
            joint = limb.value_names[4 * ball].partition(".")[0]
            margins = swing.margins(limb._body.swing[ball], matrix)
            found += [(f"{joint}.{name}", margin) for name, margin in zip(("swing", "twist"), margins, strict=True)]
    return found


def _end_of(limb: "Limb", solution: Solution, question: Question) -> Array:
    """Where the end of the forearm stands in the answer, seen from the shoulder."""
    angles = solution.q[:4] + limb._offsets[:4]
    r1, bend = np.empty((3, 3)), np.empty((3, 3))
    i, j, k = (int(axis) for axis in question.body.orders[:3])
    euler.to_matrix(tuple(angles[:3].tolist()), i, j, k, r1)
    euler.to_matrix((float(angles[3]), 0.0, 0.0), 1, 0, 2, bend)
    end: Array = r1 @ (limb.A[:3, 3] + limb.A[:3, :3] @ bend @ np.array(question.forearm))
    return end


def _length(limb: "Limb", value: float) -> str:
    units = "m" if limb.figure is None else limb.figure.units
    return f"{value:.3g} {units}"


def _listed(names: tuple[str, ...]) -> str:
    if not names:
        return "no joint"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

"""Limits by name: which of them leave no answer, how far a posture is from them or beyond them, and how much they must
give."""

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from limbik.check import Array
from limbik.kernels import euler, hinge, swing, swivel
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, Anatomy
from limbik.solution import Solution

if TYPE_CHECKING:
    from limbik.limb.limb import Limb
    from limbik.limb.swivel import Swivel

Unit = tuple[str, int, int]
"""One limit: its name; the value's number, or -1; the ball with a swing (column 1) or twist (column 3), as 16 ball +
column."""


class Answerable(Protocol):
    """A goal of a limb that can be tried under other limits."""

    @property
    def body(self) -> Anatomy: ...

    @property
    def balls(self) -> int: ...

    def holds(self, bounds: Array, limits: Array) -> bool: ...

    def must_give(self) -> float | None: ...


def smallest_set(limb: "Limb", question: Answerable) -> tuple[str, ...]:
    """Limits that leave the goal without an answer, none of which could be left out."""
    units = _units(limb, question)
    for unit in list(units):
        fewer = [other for other in units if other is not unit]
        if not question.holds(*_limited_by(question, fewer)):
            units = fewer
    return tuple(name for name, _, _ in units)


def _units(limb: "Limb", question: Answerable) -> list[Unit]:
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


def _limited_by(question: Answerable, units: list[Unit]) -> tuple[Array, Array]:
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


def excess_of(
    limb: "Limb", body: Anatomy, turns: Array, swivel_angle: float, families: tuple[int, ...]
) -> list[tuple[str, float]]:
    """The values that a goal would take beyond their limits at a swivel, and by how much.

    turns: how the balls turn with the swivel, families: of as many balls as count.
    """
    out: list[tuple[str, float]] = []
    matrix = np.empty((3, 3))
    for ball, family in enumerate(families):
        swivel.turned(turns[ball], swivel_angle, matrix)
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


def outside_of(limb: "Limb", found: "Swivel", solution: Solution) -> list[tuple[str, float]]:
    """At a blocked swivel of a goal: the values beyond their limits, and by how much."""
    root = [r.side for r in found.roots].index(solution.family.hinge)
    families = (solution.family.shoulder, solution.family.wrist)[: found._question.balls]
    return excess_of(limb, found._question.body, found._space.turns[root], solution.swivel, families)


def margins_of(limb: "Limb", q: Array) -> list[tuple[str, float]]:
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


def nearest_limit(limb: "Limb", solution: Solution) -> str:
    if not math.isfinite(solution.margin):
        return "no joint has limits"
    name = min(margins_of(limb, solution.q), key=lambda pair: pair[1])[0]
    return f"the nearest limit is {name}'s, {math.degrees(solution.margin):.1f} degrees away"


def relief_of(question: Answerable) -> str:
    """By how much the limits would have to give."""
    give = question.must_give()
    return f"they would have to give by {math.degrees(give):.1f} degrees" if give is not None else "no widening helps"


def length_of(limb: "Limb", value: float) -> str:
    units = "m" if limb.figure is None else limb.figure.units
    return f"{value:.3g} {units}"


def listed(names: tuple[str, ...]) -> str:
    if not names:
        return "no joint"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

"""All answers to a goal that leaves two freedoms: the swivel, and the roll of an alignment or the flexion of an aim."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.goals import Aim, Alignment
from limbik.kernels import anatomy, fit, partial_survey, posture, swing, swivel
from limbik.limb import picks
from limbik.limb.partial import PartialQuestion
from limbik.limb.swivel import Swivel
from limbik.solution import Arc, Family, Solution, Status

if TYPE_CHECKING:
    from limbik.limb.limb import Limb

TURN = 2.0 * math.pi


@dataclass(frozen=True, eq=False)
class Region:
    """Which swivels are valid at which rolls or flexions, on a grid.

    `second` names the second freedom, "roll" or "flexion"; `valid` (others, swivels) tells where every limit is kept,
    `reachable` (others,) where the reach allows anything at all.
    """

    second: str
    swivels: Array
    others: Array
    valid: NDArray[np.bool_]
    reachable: NDArray[np.bool_]

    @property
    def share(self) -> float:
        """How much of the grid is valid, from 0 to 1."""
        return float(self.valid.mean())


class TwoWays(check.Sealed):
    """What both kinds have in common. `second` names the freedom beside the swivel."""

    second: str

    def __init__(self, question: PartialQuestion) -> None:
        self._question = question
        self.limb: Limb = question.asking.limb
        self.goal = question.goal
        self._spans: list[tuple[float, float, float]] = [
            (start, end, side) for start, end, side in partial_survey.spans_of(*question.asked).tolist()
        ]
        self._prepare()
        self.seal()

    def _prepare(self) -> None:
        """What one kind needs besides."""

    @property
    def reachable(self) -> bool:
        """Does the reach allow the goal at all, limits of the balls left aside?"""
        return bool(self._spans)

    def solve(self, pick: picks.Pick | None = None) -> Solution:
        """One answer, as `limb.solve`."""
        asking = self._question.asking
        found: Solution = self.limb.solve(
            self.goal, pick=pick, pose=asking.pose, wrist=asking.held, flexion=asking.flexion
        )
        return found

    def widest(self) -> Solution:
        """The answer in the middle of the widest arc of all."""
        return self.solve(picks.widest)

    def toward(self, point: ArrayLike) -> Solution:
        """The answer whose elbow is nearest to a point of the world."""
        return self.solve(picks.elbow(point))

    def least(self, f: Callable[[Array], float]) -> Solution:
        """The answer with the least f(q), over both freedoms; see `lb.least`."""
        return self.solve(picks.least(f))

    def _region(self, others: Array, swivels: int) -> Region:
        places = np.linspace(-math.pi, math.pi, swivels, endpoint=False) + math.pi / swivels
        valid, reached = np.empty((len(others), swivels)), np.empty(len(others))
        offset = 0.0 if self.second == "roll" else self._hinge_offset
        partial_survey.region(*self._question.asked, others + offset, places, valid, reached)
        return Region(self.second, places, others, valid > 0.5, reached > 0.5)

    @property
    def _hinge_offset(self) -> float:
        return float(self._question.body.bounds[3, anatomy.OFFSET])


class SwivelAndRoll(TwoWays):
    """All answers to an `Alignment`: for each roll the elbow's circle and the exact arcs of valid swivels.

    Roll is right-handed about the direction; 0 is that of `Alignment.placement`. `rolls` holds the rolls at which the
    wrist can be reached, as pairs (lo, hi) with lo in [-pi, pi).
    """

    second = "roll"
    goal: Alignment

    def _prepare(self) -> None:
        self.rolls: tuple[tuple[float, float], ...] = _union([(lo, hi) for lo, hi, _ in self._spans])
        corners, _ = partial_survey.wrist_circle(*self._question.asked, np.zeros(3))
        self._corners = corners

    def at_roll(self, roll: float) -> Swivel:
        """The `Swivel` of the placement at a roll."""
        found: Swivel = self.limb.swivel(self.goal.placement(roll), pose=self._question.asking.pose)
        return found

    def arcs(self, roll: float) -> tuple[Arc, ...]:
        """The exact set of valid swivels at a roll, sorted; empty if there is none."""
        return self.at_roll(roll).arcs

    def at(self, phi: float, roll: float, family: Family | None = None) -> Solution:
        """The answer at a swivel and a roll: in one family, or in the valid one there with the largest margin.

        Where none is valid the status is LIMITED, or TOO_FAR or TOO_CLOSE, and q the best approximation to that
        placement.
        """
        found = self.at_roll(roll).at(phi, family)
        angle = math.remainder(check.number("roll", roll), TURN)
        families = (found.family.shoulder, found.family.wrist, found.family.hinge)
        return self._question.solution(int(found.status), np.array(found.q), found.swivel, angle, families)

    def wrist(self, roll: float) -> Array:
        """Where the wrist stands in the world at a roll."""
        angle, root = check.number("roll", roll), self._question.asking.root
        center, one, two = self._circle
        place: Array = root[:3, :3] @ (center + math.cos(angle) * one + math.sin(angle) * two) + root[:3, 3]
        return place

    @property
    def circle(self) -> tuple[Array, float, Array]:
        """The circle on which the wrist goes as the tool rolls, in the world: centre, radius and unit axis."""
        root = self._question.asking.root
        center, one, _ = self._circle
        return (
            root[:3, :3] @ center + root[:3, 3],
            float(np.linalg.norm(one)),
            np.array(check.axis("direction", self.goal.direction)),
        )

    def highest(self, up: str | ArrayLike) -> float:
        """The roll at which the wrist is farthest along a direction of the world, in closed form; 0 if it stays."""
        axis = check.axis("up", up)
        _, one, two = self._circle
        turn = self._question.asking.root[:3, :3]
        along, across = float(axis @ turn @ one), float(axis @ turn @ two)
        size = float(np.linalg.norm(one))
        return 0.0 if math.hypot(along, across) <= 1e-12 * size else math.atan2(across, along)

    def lowest(self, up: str | ArrayLike) -> float:
        """The roll at which the wrist is least far along a direction: half a turn from the highest."""
        return math.remainder(self.highest(up) + math.pi, TURN)

    def nearest_to(self, point: ArrayLike) -> float:
        """The roll that brings the wrist nearest to a point of the world, in closed form."""
        place = check.numbers("point", point, (3,))
        root = self._question.asking.root
        _, roll = partial_survey.wrist_circle(*self._question.asked, (place - root[:3, 3]) @ root[:3, :3])
        return float(roll)

    def nearest(self, phi: float, roll: float | None = None) -> Solution:
        """The answer with the valid swivel nearest to an angle, or with swivel and roll nearest to both."""
        return self.solve(picks.nearest(phi, roll=roll))

    def region(self, swivels: int = 180, rolls: int = 120) -> Region:
        """Which swivels are valid at which rolls, on a grid over both full turns."""
        count = _count("rolls", rolls)
        others = np.linspace(-math.pi, math.pi, count, endpoint=False) + math.pi / count
        return self._region(others, _count("swivels", swivels))

    @property
    def _circle(self) -> tuple[Array, Array, Array]:
        """In the shoulder's frame: centre, and what cosine and sine of the roll add."""
        east, north, west, _ = self._corners
        center = 0.5 * (east + west)
        return center, east - center, north - center


class SwivelAndFlexion(TwoWays):
    """All answers to an `Aim`: for each flexion of the hinge the exact arcs of valid swivels.

    The swivel is the elbow's angle about the line from shoulder to target. `flexions` holds the angles of the hinge
    at which the tool's axis can meet the target, inside the hinge's limits, as pairs (lo, hi).
    """

    second = "flexion"
    goal: Aim

    def _prepare(self) -> None:
        shift = self._hinge_offset
        self.flexions: tuple[tuple[float, float], ...] = _joined(
            [(lo - shift, hi - shift) for lo, hi, _ in self._spans]
        )

    def arcs(self, flexion: float | None = None) -> tuple[Arc, ...]:
        """The exact set of valid swivels at a flexion (where it is held: by default that one), sorted."""
        angle = self._angle(flexion)
        found = [
            Arc(lo, hi, _family(label, side), angle)
            for side in (1, -1)
            for label, lo, hi in self._slice(angle, side)[1]
        ]
        return tuple(sorted(found, key=lambda arc: (arc.lo, arc.hi, arc.family)))

    def at(self, phi: float, flexion: float | None = None, family: Family | None = None) -> Solution:
        """The answer at a swivel and a flexion: in one family, or in the valid one there with the largest margin.

        Where none is valid the status is LIMITED, and the shoulder is brought inside its limits; where the axis cannot
        meet the target at that flexion, it is TOO_CLOSE.
        """
        place, angle = check.number("phi", phi), self._angle(flexion)
        valid: list[Solution] = []
        blocked: list[Solution] = []
        for side in (1, -1):
            space, arcs = self._slice(angle, side)
            for label in (0, 2) if space is not None else ():
                if family not in (None, _family(label, side)):
                    continue
                inside = any(pair == label and (place - lo) % TURN <= hi - lo + 1e-12 for pair, lo, hi in arcs)
                found = self._solution(place, angle, side, label, space, inside)
                (valid if inside else blocked).append(found)
        if valid:
            return max(valid, key=lambda found: found.margin)
        if blocked:
            return min(blocked, key=lambda found: found.orientation_error)
        if family is not None:
            raise InputError("family", f"{family} is none of this goal's; take that of an arc")
        asking = self._question.asking
        there: Solution = self.limb.solve(self.goal, pose=asking.pose, wrist=asking.held, flexion=angle)
        return there

    def elbow(self, phi: float, flexion: float | None = None) -> Array:
        """Where the elbow stands in the world at a swivel and a flexion."""
        place, angle = check.number("phi", phi), self._angle(flexion)
        for side in (1, -1):
            space, _ = self._slice(angle, side)
            if space is not None:
                turned = np.empty((3, 3))
                swivel.turned(space.turns[0, 0], place, turned)
                root = self._question.asking.root
                there: Array = root[:3, :3] @ turned @ self.limb.A[:3, 3] + root[:3, 3]
                return there
        raise InputError("flexion", "is one at which the tool's axis cannot meet the target, so there is no circle")

    def nearest(self, phi: float, flexion: float | None = None) -> Solution:
        """The answer with the valid swivel nearest to an angle, or with swivel and flexion nearest to both."""
        return self.solve(picks.nearest(phi, flexion=flexion))

    def region(self, swivels: int = 180, flexions: int = 120) -> Region:
        """Which swivels are valid at which flexions, on a grid over a full turn and the hinge's limits."""
        count = _count("flexions", flexions)
        held, (lo, hi) = self._question.asking.flexion, self.limb.limits[3].tolist()
        if not math.isfinite(hi - lo):
            lo, hi = -math.pi, math.pi
        others = lo + (hi - lo) * (np.arange(count) + 0.5) / count if held is None else np.array([held])
        return self._region(others, _count("swivels", swivels))

    def _angle(self, flexion: float | None) -> float:
        held = self._question.asking.flexion
        if flexion is None and held is None:
            raise InputError("flexion", "is missing: it is free in this goal, so tell which one you mean")
        angle = held if flexion is None else check.number("flexion", flexion)
        assert angle is not None
        return angle

    def _slice(self, angle: float, side: int) -> tuple[Any, list[tuple[int, float, float]]]:
        """The space at one flexion and side, None if the axis cannot meet the target there, and its valid arcs."""
        good, count, space = partial_survey.survey(*self._question.asked, angle + self._hinge_offset, float(side))
        arcs = [
            (label, lo, hi)
            for label, (lo, hi) in zip(space.labels[:count].tolist(), space.arcs[:count].tolist(), strict=True)
        ]
        lo, hi = self.limb.limits[3].tolist()
        inside = not math.isfinite(hi - lo) or lo - 1e-9 <= angle <= hi + 1e-9
        return (space if good else None), (arcs if inside else [])

    def _solution(self, phi: float, angle: float, side: int, label: int, space: Any, valid: bool) -> Solution:
        question, q = self._question, np.empty(7)
        q[3], q[4:] = angle, question.asking.held
        posture.posture(question.body, space, label, phi, 1, q)
        if not valid and question.body.swing[0, swing.KIND] != 0.0:
            scratch = np.empty((3, 3))
            swivel.turned(space.turns[0, 0], phi, scratch)
            fit.fit_ball(question.body, 0, scratch, 1e-15, True, q, space.one, space.two)
        status = Status.SOLVED if valid else Status.LIMITED
        return question.solution(int(status), q, phi, 0.0, (1 + (label >> 1), 1, side))


def _family(label: int, side: int) -> Family:
    return Family(1 + ((label & 3) >> 1), 1 + (label & 1), side)


def _count(argument: str, value: int) -> int:
    count = check.number(argument, value)
    if count != int(count) or not 2 <= count <= 10_000:
        raise InputError(argument, f"is {value}; it takes a whole number from 2 to 10,000")
    return int(count)


def _joined(pairs: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Intervals of the line, sorted, those that touch made one."""
    out: list[list[float]] = []
    for lo, hi in sorted(pairs):
        if out and lo <= out[-1][1] + 1e-12:
            out[-1][1] = max(out[-1][1], hi)
        else:
            out.append([lo, hi])
    return tuple((lo, hi) for lo, hi in out)


def _union(pairs: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Intervals of the circle, each with lo in [-pi, pi), those that touch made one."""
    if any(hi - lo >= TURN - 1e-12 for lo, hi in pairs):
        return ((-math.pi, math.pi),)
    starts = [(lo + math.pi) % TURN - math.pi for lo, _ in pairs]
    cut = [(start, start + hi - lo) for start, (lo, hi) in zip(starts, pairs, strict=True)]
    pieces = [(lo, min(hi, math.pi)) for lo, hi in cut] + [(-math.pi, hi - TURN) for _, hi in cut if hi > math.pi]
    joined = list(_joined(pieces))
    if len(joined) > 1 and joined[0][0] == -math.pi and joined[-1][1] == math.pi:
        first = joined.pop(0)
        joined[-1] = (joined[-1][0], first[1] + TURN)
    return tuple(joined)

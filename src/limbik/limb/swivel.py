"""Swivel: the self-motion of a limb for a goal: the elbow's circle, its zero, and the exact arcs of valid angles."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.goals import Placement
from limbik.kernels import anatomy, choice, explore, fit, hinge, posture, solve, swing, swivel
from limbik.limb import minimise
from limbik.limb.picks import check_functions
from limbik.limb.question import Question
from limbik.solution import Arc, Family, Solution, Status, covered

if TYPE_CHECKING:
    from limbik.limb.limb import Limb


@dataclass(frozen=True, slots=True)
class Root:
    """One angle of the hinge that gives the right distance, and its side of the most extended angle."""

    side: int
    flexion: float


class Swivel(check.Sealed):
    """For one goal: `arcs` is exactly the set of valid elbows, sorted; empty if there is none.

    Angles are right-handed about the line from shoulder to wrist, from the limb's reference. `reachable` tells whether
    the distance is right for the hinge (limits included); `at_shoulder`, that the goal is at the shoulder itself, where
    the arcs are only a part of all answers; `reference_failed`, that the reference gave no zero and a coordinate axis
    took its place.
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self.limb: Limb = question.limb
        body = question.body
        how, roots, arcs, good, space = explore.survey(
            body, question.place, question.forearm, np.array(question.turned), question.balls
        )
        a = tuple(body.geometry[anatomy.A].tolist())
        _, near, far = hinge.reach_constants(a, question.forearm)
        self._space, self._how = space, Status(how)
        self.distance, self.reach = question.distance, (near, far)
        self.at_shoulder = self.distance <= hinge.SNAP * far
        self.reference_failed = not good
        reached = how == anatomy.REACHED
        offset = float(body.bounds[3, anatomy.OFFSET])
        self.roots = tuple(Root(int(side), angle) for side, angle in space.bends[: roots if reached else 0].tolist())
        self._labels: tuple[int, ...] = tuple(space.labels[: arcs if reached else 0].tolist())
        self.arcs: tuple[Arc, ...] = tuple(
            Arc(lo, hi, self._family(label), self.roots[label >> 2].flexion - offset)
            for (lo, hi), label in zip(space.arcs[: len(self._labels)].tolist(), self._labels, strict=True)
        )
        self.seal()

    def _family(self, label: int) -> Family:
        return Family(1 + ((label & 3) >> 1), 1 + (label & 1), self.roots[label >> 2].side)

    @property
    def reachable(self) -> bool:
        return bool(self.roots)

    @property
    def room(self) -> float:
        """How much of the circle is valid, in radians; where several families are, it counts once."""
        return covered(self.arcs)

    @property
    def circle(self) -> tuple[Array, float, Array]:
        """The elbow's circle in the world: centre, radius and unit axis; out of reach, that of the nearest distance."""
        upper, fore = (
            float(np.linalg.norm(v)) for v in (self._question.body.geometry[anatomy.A], self._question.forearm)
        )
        near, far = self.reach
        d = min(max(self.distance, near), far)
        along = 0.5 * (d * d + upper * upper - fore * fore) / d if d > 0.0 else 0.0
        root = self._question.root
        axis = root[:3, :3] @ self._space.basis[0]
        return root[:3, 3] + along * axis, math.sqrt(max(upper * upper - along * along, 0.0)), axis

    def elbow(self, phi: float) -> Array:
        """Where the elbow stands in the world at a swivel angle."""
        angle = check.number("phi", phi)
        center, radius, _ = self.circle
        _, u, v = (self._question.root[:3, :3] @ self._space.basis.T).T
        place: Array = center + radius * (math.cos(angle) * u + math.sin(angle) * v)
        return place

    def angle_of(self, point: ArrayLike) -> float:
        """The swivel whose elbow is nearest to a point of the world; 0 for a point on the circle's axis."""
        place = check.numbers("point", point, (3,))
        root = self._question.root
        x, y, z = ((place - root[:3, 3]) @ root[:3, :3]).tolist()
        return choice.swivel_of((x, y, z), self._space.basis)[1]

    def values(self, phi: float, family: Family) -> Array:
        """The limb's seven values at a swivel angle, in one family: inside the limits on that family's arcs."""
        return self._values(check.number("phi", phi), self._label_of(family))

    def _label_of(self, family: Family) -> int:
        check.instance("family", family, Family, "swivel.arcs[0].family")
        sides = [root.side for root in self.roots]
        if family.hinge not in sides or family.shoulder not in (1, 2) or family.wrist not in (1, 2):
            raise InputError("family", f"{family} is none of this goal's; take that of an arc")
        return 4 * sides.index(family.hinge) + 2 * (family.shoulder - 1) + family.wrist - 1

    def _values(self, phi: float, label: int) -> Array:
        q = np.empty(7)
        if self._question.held is not None:
            q[4:] = self._question.held
        posture.posture(self._question.body, self._space, label, phi, self._question.balls, q)
        return q

    def _arcs_at(self, phi: float) -> list[int]:
        """Numbers of the arcs that hold a swivel."""
        turn = 2.0 * math.pi
        inside = [min((phi - arc.lo) % turn, (arc.lo - phi) % turn) <= 1e-12 for arc in self.arcs]
        return [n for n, arc in enumerate(self.arcs) if inside[n] or (phi - arc.lo) % turn <= arc.length + 1e-12]

    def at(self, phi: float, family: Family | None = None) -> Solution:
        """The answer with the elbow at a swivel: in one family, or in the valid one there with the largest margin.

        Where none is, the status is LIMITED: the shoulder's angles are brought inside their limits, the hand turns as
        nearly as it can, and `explain()` tells whether another elbow would do.
        """
        angle = check.number("phi", phi)
        if family is not None:
            check.instance("family", family, Family, "swivel.arcs[0].family")
        if not self.roots:
            return self._unreached()
        labels = range(4 * len(self.roots)) if family is None else (self._label_of(family),)
        there = [self._solution(angle, self._labels[n]) for n in self._arcs_at(angle) if self._labels[n] in labels]
        if there:
            return max(there, key=lambda found: found.margin)
        return self._blocked_at(angle, labels)

    def nearest(self, phi: float) -> Solution:
        """The answer with the valid swivel nearest to an angle."""
        angle = check.number("phi", phi)
        if not self.arcs:
            return self._unreached()
        number, place = swivel.arc_nearest(self._space.arcs, len(self.arcs), angle)
        return self._solution(place, self._labels[number])

    def toward(self, point: ArrayLike) -> Solution:
        """The answer whose elbow is nearest to a point of the world."""
        return self.nearest(self.angle_of(point))

    def widest(self) -> Solution:
        """The answer in the middle of the widest arc."""
        if not self.arcs:
            return self._unreached()
        number = swivel.arc_widest(self._space.arcs, len(self.arcs))
        return self._solution(self.arcs[number].middle, self._labels[number])

    def least(self, f: Callable[[Array], float], gradient: Callable[[Array], ArrayLike] | None = None) -> Solution:
        """The answer with the least f(q), over all arcs and families; see `lb.least`."""
        check_functions(f, gradient)
        if not self.arcs:
            return self._unreached()
        arcs = [(arc.lo, arc.hi) for arc in self.arcs]

        def value(number: int, phi: float) -> float:
            return check.number("f", f(self._values(phi, self._labels[number])))

        def slope(number: int, phi: float) -> float:
            assert gradient is not None
            along = check.numbers("gradient", gradient(self._values(phi, self._labels[number])), (7,))
            return float(along @ self._rates(phi, self._labels[number]))

        number, phi = minimise.over_arcs(arcs, value, None if gradient is None else slope)
        return self._solution(phi, self._labels[number])

    def derivative(self, phi: float, family: Family | None = None) -> Array:
        """dq / dphi (7,) at a swivel, in one family or in that of `at(phi)`; the hinge's is 0.

        At gimbal lock single angles have no rate; there the smallest rates that turn the ball are given.
        """
        angle = check.number("phi", phi)
        if not self.roots:
            raise InputError("phi", "the goal is out of reach, so there is no circle to go round")
        return self._rates(angle, self._label_of(self.at(angle).family if family is None else family))

    def _rates(self, phi: float, label: int) -> Array:
        """The balls' joint axes g_i, in the frame before each, satisfy  sum g_i dq_i = k dphi."""
        q = self._values(phi, label) + self._question.body.bounds[:, anatomy.OFFSET]
        rates = np.zeros(7)
        for ball in range(self._question.balls):
            turn = self._space.turns[label >> 2, ball].reshape(3, 3, 3)
            skew = turn[0] @ (turn[1] + turn[2]).T
            k = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
            axes = minimise.euler_axes_of(self._question.body.orders[3 * ball : 3 * ball + 3], q[4 * ball :])
            rates[4 * ball : 4 * ball + 3] = np.linalg.lstsq(axes, k, rcond=1e-9)[0]
        return rates

    def _solution(self, phi: float, label: int, status: Status = Status.SOLVED, q: Array | None = None) -> Solution:
        question = self._question
        values = self._values(phi, label) if q is None else q
        family = self._family(label)
        off, turned, margin = solve.judge(
            question.body, question.root, question.forearm, self._goal_frame(), question.balls, values
        )
        numbers = [math.remainder(phi, 2.0 * math.pi), off, turned, margin, 0.0]
        codes = [int(status), family.shoulder, family.wrist, family.hinge, 1]
        return Solution(self.limb, question.goal, question.pose, question.held, values, numbers, codes)

    def _goal_frame(self) -> Array:
        goal = self._question.goal
        if isinstance(goal, Placement):
            return goal.matrix
        frame = np.eye(4)
        frame[:3, 3] = goal.position
        return check.frozen(frame)

    def _unreached(self) -> Solution:
        """The best approximation, when there is nothing to choose from."""
        question = self._question
        found: Solution = self.limb.solve(question.goal, pose=question.pose, wrist=question.held)
        return found

    def _blocked_at(self, phi: float, labels: Iterable[int]) -> Solution:
        """The posture with the elbow at a blocked swivel: every joint at the nearest value that its limits allow."""
        best: Solution | None = None
        body, scratch = self._question.body, np.empty((3, 3))
        for label in labels:
            q = self._values(phi, label)
            if body.swing[0, swing.KIND] != 0.0:
                swivel.turned(self._space.turns[label >> 2, 0], phi, scratch)
                fit.fit_ball(body, 0, scratch, 1e-15, True, q, self._space.one, self._space.two)
            if self._question.balls == 2:
                fit.fit_at(body, self._space, label, phi, 1e-15, True, q, scratch)
            found = self._solution(phi, label, Status.LIMITED, q)
            size = found.position_error / self.reach[1] + found.orientation_error
            if best is None or size < best.position_error / self.reach[1] + best.orientation_error - 1e-12:
                best = found
        assert best is not None
        return best

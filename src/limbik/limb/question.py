"""A goal as a limb sees it: where its wrist is wanted, in the shoulder's own frame."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limbik.check import Array
from limbik.figure.pose import Pose
from limbik.goals import Placement, Position
from limbik.kernels import explore, swing
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, REACHED, Anatomy
from limbik.limb import anatomy

if TYPE_CHECKING:
    from limbik.limb.limb import Limb


@dataclass(frozen=True, eq=False)
class Question:
    """One goal of a limb in a pose.

    body: the limb's anatomy, with the rows that this kind of goal needs; root: the shoulder's frame in the world;
    place and turned: where the wrist is wanted, and how, in the shoulder's frame; forearm: from the hinge to the wrist,
    or to the tool if the wrist is held at the values `held`.
    """

    limb: "Limb"
    goal: Placement | Position
    pose: Pose | None
    body: Anatomy
    root: Array
    place: tuple[float, float, float]
    turned: Array
    forearm: tuple[float, float, float]
    held: Array | None

    @property
    def balls(self) -> int:
        """2 if the goal asks for an orientation, which the wrist must take; 1 if the wrist is held."""
        return 2 if self.held is None else 1

    @property
    def distance(self) -> float:
        return float(np.linalg.norm(self.place))

    def holds(self, bounds: Array, limits: Array) -> bool:
        """Has the goal an answer under these limits of values, and of swing and twist?"""
        body = anatomy.with_limits(self.body.geometry, bounds, self.body.orders, limits, self.balls)
        how, _, arcs, _, _ = explore.survey(body, self.place, self.forearm, np.array(self.turned), self.balls)
        return bool(how == REACHED and arcs > 0)

    def must_give(self) -> float | None:
        """The least angle by which all limits would have to give, by bisection; None if half a turn is not enough."""
        low, high = 0.0, math.pi
        if not self.holds(*self._widened(high)):
            return None
        for _ in range(30):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self.holds(*self._widened(middle)) else (middle, high)
        return high

    def _widened(self, slack: float) -> tuple[Array, Array]:
        bounds, limits = np.array(self.body.bounds), np.array(self.body.swing)
        bounds[:, [LO, LIMIT_LO]] -= slack
        bounds[:, [HI, LIMIT_HI]] += slack
        halves, twist = limits[:, swing.HALF_ANGLES : swing.HALF_ANGLES + 2], swing.TWIST_RANGE
        halves[:] = np.minimum(halves + slack, math.pi)
        limits[:, twist] -= slack
        limits[:, twist + 1] += slack
        return bounds, limits

"""A goal as a limb sees it: where its wrist is wanted, in the shoulder's own frame."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limbik.check import Array
from limbik.figure.pose import Pose
from limbik.goals import Placement, Position
from limbik.kernels.anatomy import Anatomy

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

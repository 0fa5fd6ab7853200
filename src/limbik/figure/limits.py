"""What a joint may do: a range for each value, and swing and twist for balls."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.kernels import swing
from limbik.kernels.vector import nearest_turn

LIMIT_TOLERANCE = 1e-9
"""How far (radians or length units) a value may stand outside a limit and still count as inside."""


@dataclass(frozen=True, slots=True)
class Range:
    """A closed interval [lo, hi] for one value of a joint."""

    lo: float
    hi: float

    def __post_init__(self) -> None:
        self._check("Range", self.lo, self.hi)

    @staticmethod
    def _check(argument: str, lo: float, hi: float) -> None:
        check.numbers(argument, (lo, hi), (2,))
        if lo > hi:
            raise InputError(
                argument,
                f"is upside down: the lower limit {lo:g} is above the upper limit {hi:g}",
                wrong=check.assigned(argument, f"({lo:g}, {hi:g})"),
                right=check.assigned(argument, f"({hi:g}, {lo:g})"),
            )

    @classmethod
    def of(cls, argument: str, value: Any, *, turns: bool) -> "Range | None":
        """From a pair of numbers; None is unlimited. `turns` tells angles, which have to be radians, from lengths."""
        if value is None:
            return None
        pair = (value.lo, value.hi) if isinstance(value, Range) else value
        lo, hi = check.numbers(argument, pair, (2,)).tolist()
        cls._check(argument, lo, hi)
        if turns and max(abs(lo), abs(hi)) > check.TWO_TURNS:
            raise InputError(
                argument,
                f"({lo:g}, {hi:g}) spans more than two turns: limbik takes radians, and None for no limit",
                wrong=check.assigned(argument, f"({lo:g}, {hi:g})"),
                right=check.assigned(argument, f"(math.radians({lo:g}), math.radians({hi:g}))"),
            )
        return cls(lo, hi)

    @property
    def middle(self) -> float:
        return 0.5 * (self.lo + self.hi)

    def margin(self, value: float, *, turns: bool) -> float:
        """Distance to the nearer end; negative outside. An angle counts by whichever whole turn fits best."""
        if turns:
            value = nearest_turn(value, self.middle)
        return min(value - self.lo, self.hi - value)


@dataclass(frozen=True, eq=False, init=False)
class SwingTwist(check.Record):
    """Limits of a ball as people think of them: how far the bone may swing, and how far it may twist about itself.

    The rotation is split as swing * twist(bone, angle). The bone, a direction of the child's frame, may swing within
    `swing` radians of `center`, a direction of the parent's side (default: where the bone points with no rotation). Two
    half-angles make an ellipse about the bone's own direction: the first reaches `toward`, the second across it.
    """

    swing: float | tuple[float, float]
    twist: Range | None
    bone: Array
    center: Array
    toward: Array | None

    def __init__(
        self,
        swing: float | tuple[float, float],
        twist: tuple[float, float] | Range | None = None,
        *,
        bone: str | ArrayLike = "z",
        center: str | ArrayLike | None = None,
        toward: str | ArrayLike | None = None,
    ) -> None:
        half_angles = check.numbers("swing", swing)
        if half_angles.shape not in ((), (2,)):
            raise InputError("swing", "takes one half-angle (a cone) or two (an ellipse)")
        if half_angles.min() < 0.0 or half_angles.max() > math.pi:
            degrees = half_angles.min() >= 0.0
            raise InputError(
                "swing",
                f"is {swing}; half-angles lie between 0 and pi, in radians",
                wrong=f"swing={swing}" if degrees else None,
                right=f"swing=np.radians({swing})" if degrees else None,
            )
        bone_axis = check.axis("bone", bone)
        middle = bone_axis if center is None else check.axis("center", center)
        if half_angles.shape == ():
            if toward is not None:
                raise InputError("toward", "belongs to an ellipse; a cone with one half-angle has no such direction")
            check.fill(self, swing=float(half_angles), toward=None)
        else:
            check.fill(self, swing=(float(half_angles[0]), float(half_angles[1])))
            check.fill(self, toward=_ellipse_axis(half_angles, bone_axis, middle, toward))
        check.fill(self, bone=bone_axis, center=middle, twist=Range.of("twist", twist, turns=True))

    @cached_property
    def numbers(self) -> Array:
        """The limits as the 15 numbers that `kernels.swing` takes."""
        first, second = self.swing if isinstance(self.swing, tuple) else (self.swing, self.swing)
        lo, hi = (-math.inf, math.inf) if self.twist is None else (self.twist.lo, self.twist.hi)
        kind = swing.CONE if self.toward is None else swing.ELLIPSE
        toward = np.zeros(3) if self.toward is None else self.toward
        return check.frozen(
            np.array([kind, first, second, lo, hi, *self.bone, *self.center, *toward, 0.0], dtype=np.float64)
        )

    def margins(self, matrix: Array) -> tuple[float, float]:
        """Radians to the limit of swing and of twist for a rotation (3, 3); negative outside.

        For an ellipse the swing margin is measured along the great circle through its centre.
        """
        return swing.margins(self.numbers, np.ascontiguousarray(matrix, dtype=np.float64))


def _ellipse_axis(half_angles: Array, bone: Array, center: Array, toward: str | ArrayLike | None) -> Array:
    if half_angles.min() < 1e-6:
        raise InputError("swing", "an ellipse with a half-angle of (nearly) 0 is flat; use a universal joint instead")
    if np.abs(center - bone).max() > 1e-12:
        raise InputError("center", "an ellipse is centred on the bone; leave center out")
    if toward is None:
        raise InputError("toward", "an ellipse needs the direction that its first half-angle reaches")
    given = check.axis("toward", toward)
    along = float(given @ bone)
    if abs(along) > 1.0 - 1e-9:
        raise InputError("toward", "lies along the bone; it must point across it")
    return given if along == 0.0 else check.axis("toward", given - along * bone)

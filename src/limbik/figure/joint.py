"""Joint, the arc of the tree: a constant location, an articulation, limits, and the segment it leads to. And Site."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.geometry import Segment
from limbik.figure.limits import LIMIT_TOLERANCE, Range, SwingTwist
from limbik.figure.transform import euler_axes
from limbik.kernels import euler

Kind = Literal["fixed", "hinge", "slide", "planar", "universal", "ball", "free"]
KINDS: tuple[Kind, ...] = ("fixed", "hinge", "slide", "planar", "universal", "ball", "free")
QUATERNION = "quaternion"
Axis = str | ArrayLike
Limits = Sequence[Any] | None


class Common(TypedDict, total=False):
    """What every maker of joints takes besides its own arguments."""

    location: ArrayLike | None
    names: Sequence[str] | None
    rest: Any
    segment: Segment | None


class Limited(Common, total=False):
    """The same for joints with several values: a pair of limits (or None) for each."""

    limits: Limits


class Ball(Limited, total=False):
    """The same for balls and free joints."""

    swing_twist: SwingTwist | None


@dataclass(frozen=True, eq=False, init=False)
class Joint(check.Record):
    """An arc of the tree. Make one with `Joint.hinge(...)`, `Joint.ball(...)` and so on, one maker for each kind.

    `location` (4, 4) is the neutral placement of the child in the parent segment's frame. The articulation acts after
    it, so the child's frame in the parent's is `location @ articulation(values)`. `names` are the names of the values;
    `rest` are the values at rest, by default 0 or the limit nearest to it.
    """

    name: str
    kind: Kind
    parent: str | None
    location: Array
    axes: Array
    order: str
    names: tuple[str, ...]
    limits: tuple[Range | None, ...]
    swing_twist: SwingTwist | None
    rest: tuple[float, ...]
    segment: Segment

    def __init__(
        self,
        name: str,
        kind: Kind,
        parent: str | None,
        *,
        location: ArrayLike | None = None,
        axes: Sequence[Axis] = (),
        order: str = "",
        names: Sequence[str] | None = None,
        limits: Limits = None,
        swing_twist: SwingTwist | None = None,
        rest: Any = None,
        segment: Segment | None = None,
    ) -> None:
        label = f"joint {check.name('name', name)!r}"
        check.choice(f"{label}, kind", kind, KINDS)
        if parent is not None:
            check.name(f"{label}, parent", parent)
        self._check_order(label, kind, order)
        check.fill(self, name=name, kind=kind, parent=parent, order=order)
        placement = np.eye(4) if location is None else location
        check.fill(self, location=check.rigid(f"{label}, location", placement))
        if swing_twist is not None and (kind not in ("ball", "free") or not isinstance(swing_twist, SwingTwist)):
            raise InputError(f"{label}, swing_twist", "takes a SwingTwist, for a ball or free joint only")
        if segment is not None and not isinstance(segment, Segment):
            raise InputError(f"{label}, segment", f"takes a Segment, not {segment!r}")
        check.fill(
            self,
            axes=self._checked_axes(label, axes),
            swing_twist=swing_twist,
            segment=segment or Segment(),
        )
        check.fill(self, names=self._checked_names(label, names))
        check.fill(self, limits=self._checked_limits(label, limits))
        check.fill(self, rest=self.checked_values(f"{label}, rest", self._default_rest() if rest is None else rest))
        for value_name, value, limit, turns in zip(self.names, self.rest, self.limits, self.turns, strict=True):
            if limit is not None and limit.margin(value, turns=turns) < -LIMIT_TOLERANCE:
                raise InputError(
                    f"{label}, rest", f"{value_name} is {value:g}, outside its limits {limit.lo:g} .. {limit.hi:g}"
                )

    @classmethod
    def fixed(cls, name: str, parent: str | None, **more: Unpack[Common]) -> Self:
        """No freedom: a bolt."""
        return cls(name, "fixed", parent, **more)

    @classmethod
    def hinge(cls, name: str, parent: str | None, axis: Axis, *, limits: Limits = None, **more: Unpack[Common]) -> Self:
        """One turn about an axis of the neutral frame (revolute). `limits` is a pair in radians, or None."""
        return cls(name, "hinge", parent, axes=[axis], limits=None if limits is None else [limits], **more)

    @classmethod
    def slide(cls, name: str, parent: str | None, axis: Axis, *, limits: Limits = None, **more: Unpack[Common]) -> Self:
        """One move along an axis of the neutral frame (prismatic)."""
        return cls(name, "slide", parent, axes=[axis], limits=None if limits is None else [limits], **more)

    @classmethod
    def planar(
        cls, name: str, parent: str | None, first: Axis = "x", second: Axis = "y", **more: Unpack[Limited]
    ) -> Self:
        """Two moves along perpendicular axes, then a turn about their normal."""
        return cls(name, "planar", parent, axes=[first, second], **more)

    @classmethod
    def universal(cls, name: str, parent: str | None, order: str = "XY", **more: Unpack[Limited]) -> Self:
        """Two turns about different coordinate axes: order 'XY' is R_x R_y."""
        return cls(name, "universal", parent, order=order, **more)

    @classmethod
    def ball(cls, name: str, parent: str | None, order: str = QUATERNION, **more: Unpack[Ball]) -> Self:
        """Any rotation: three Euler angles in one of the 12 orders, or a quaternion w x y z."""
        return cls(name, "ball", parent, order=order, **more)

    @classmethod
    def free(cls, name: str, parent: str | None = None, order: str = QUATERNION, **more: Unpack[Ball]) -> Self:
        """Any placement: three moves, then a ball. The usual root of a figure that walks about."""
        return cls(name, "free", parent, order=order, **more)

    @property
    def width(self) -> int:
        """How many numbers of q belong to this joint."""
        return len(self.names)

    @property
    def dof(self) -> int:
        """Degrees of freedom: the width, but a quaternion's four numbers are three freedoms."""
        return self.width - (self.order == QUATERNION)

    @property
    def turns(self) -> tuple[bool, ...]:
        """For each value: is it an angle?"""
        if self.kind in ("fixed", "hinge", "universal"):
            return (True,) * self.width
        if self.kind == "slide":
            return (False,)
        if self.kind == "planar":
            return (False, False, True)
        rotation = (False,) * 4 if self.order == QUATERNION else (True,) * 3
        return rotation if self.kind == "ball" else (False,) * 3 + rotation

    @property
    def rotation_slice(self) -> slice | None:
        """Where a ball's or free joint's rotation stands among its values."""
        if self.kind not in ("ball", "free"):
            return None
        return slice(0 if self.kind == "ball" else 3, self.width)

    def checked_values(self, argument: str, values: Any) -> tuple[float, ...]:
        """Values for this joint from a number, a sequence or a SciPy Rotation, or an error that says what is wrong."""
        if check.is_rotation(values) and self.kind == "ball" and self.order != QUATERNION:
            return self.angles_of(argument, values)
        if check.is_rotation(values) and self.kind == "free":
            raise InputError(argument, f"takes {self.width} numbers ({', '.join(self.names)}), not a rotation alone")
        if self.kind == "ball" and self.order == QUATERNION:
            return tuple(float(v) for v in check.quaternion(argument, values))
        array = np.atleast_1d(check.numbers(argument, values))
        if array.shape != (self.width,):
            wanted = f"{self.width} numbers ({', '.join(self.names)})" if self.width != 1 else "one number"
            raise InputError(argument, f"takes {wanted}, not {array.size}")
        if self.kind == "free" and self.order == QUATERNION:
            array[3:] = check.quaternion(f"{argument}, quaternion", array[3:])
        self.refuse_degrees(argument, self.names, array)
        return tuple(float(v) for v in array)

    def refuse_degrees(self, argument: str, names: Sequence[str], values: Array) -> None:
        """An error if one of the named values cannot have been meant in radians."""
        for name, value in zip(names, values, strict=True):
            lowest, highest = self.believable[self.names.index(name)]
            if not lowest <= value <= highest:
                raise InputError(
                    argument,
                    f"the angle {self.name}.{name} is {value:g} radians, that is {value / (2 * math.pi):.1f} turns; "
                    "limbik takes radians",
                    wrong=check.assigned(argument, _listed(values)),
                    right=check.assigned(argument, _in_radians(values)),
                )

    def angles_of(self, argument: str, rotation: Any) -> tuple[float, ...]:
        """Euler angles of a SciPy Rotation: of both families and all whole turns, those nearest to mid-range."""
        matrix = np.array(check.rotation(argument, rotation.as_matrix()))
        a, b, c = (0.0 if limit is None else limit.middle for limit in self.limits)
        return euler.nearest(matrix, *euler_axes(self.order), (a, b, c))

    @property
    def believable(self) -> tuple[tuple[float, float], ...]:
        """The span outside of which each value was surely meant in degrees.

        An angle more than a turn outside its limits; one of more than two turns where only a hinge could spin.
        """
        spans: list[tuple[float, float]] = []
        for turns, limit in zip(self.turns, self.limits, strict=True):
            if turns and limit is not None:
                spans.append((limit.lo - 2.0 * math.pi, limit.hi + 2.0 * math.pi))
            elif turns and self.kind != "hinge":
                spans.append((-check.TWO_TURNS, check.TWO_TURNS))
            else:
                spans.append((-math.inf, math.inf))
        return tuple(spans)

    @staticmethod
    def _check_order(label: str, kind: Kind, order: object) -> None:
        if kind in ("fixed", "hinge", "slide", "planar"):
            if order != "":
                raise InputError(f"{label}, order", f"is {order!r}; a {kind} joint has none")
        elif kind == "universal":
            letters = str(order)
            if len(letters) != 2 or letters[0] == letters[1] or not set(letters) <= set("XYZ"):
                raise InputError(f"{label}, order", f"is {order!r}; it takes two different letters of X, Y, Z")
        elif order != QUATERNION:
            check.euler_order(f"{label}, order", order)

    def _checked_axes(self, label: str, axes: Sequence[Axis]) -> Array:
        wanted = {"hinge": 1, "slide": 1, "planar": 2}.get(self.kind, 0)
        given = check.listed(f"{label}, axes", axes)
        if len(given) != wanted:
            raise InputError(f"{label}, axes", f"a {self.kind} joint takes {wanted}, not {len(given)}")
        units = np.array([check.axis(f"{label}, axis", axis) for axis in given]).reshape(-1, 3)
        if self.kind == "planar" and abs(float(units[0] @ units[1])) > 1e-9:
            raise InputError(f"{label}, axes", "the two are not perpendicular to each other")
        return check.frozen(units)

    def _checked_names(self, label: str, names: Sequence[str] | None) -> tuple[str, ...]:
        default = self._default_names()
        if names is None:
            return default
        names = (names,) if isinstance(names, str) else check.listed(f"{label}, names", names)
        chosen = tuple(check.name(f"{label}, names", name) for name in names)
        if self.kind == "free" and len(chosen) == len(default) - 3:
            chosen = default[:3] + chosen
        if len(chosen) != len(default) or len(set(chosen)) != len(chosen):
            raise InputError(f"{label}, names", f"takes {len(default)} different names, as in {default}")
        return chosen

    def _default_names(self) -> tuple[str, ...]:
        moves = ("move_x", "move_y", "move_z")
        match self.kind:
            case "fixed":
                return ()
            case "hinge":
                return ("angle",)
            case "slide":
                return ("distance",)
            case "planar":
                return ("move_1", "move_2", "angle")
            case "universal":
                return tuple(f"turn_{letter.lower()}" for letter in self.order)
        if self.order == QUATERNION:
            turns: tuple[str, ...] = ("w", "x", "y", "z")
        else:
            letters = self.order.lower()
            turns = tuple(f"turn_{letter}" for letter in letters)
            if letters[0] == letters[2]:
                turns = (turns[0], turns[1], turns[2] + "_again")
        return turns if self.kind == "ball" else moves + turns

    def _checked_limits(self, label: str, limits: Limits) -> tuple[Range | None, ...]:
        turns = self.turns
        if limits is None:
            return (None,) * self.width
        count = self.width if self.order != QUATERNION else self.width - 4
        limits = check.listed(f"{label}, limits", limits)
        if len(limits) != count:
            hint = "; a quaternion's own limits are a SwingTwist" if self.order == QUATERNION else ""
            raise InputError(f"{label}, limits", f"takes {count} pairs (or None), not {len(limits)}{hint}")
        ranges = [
            Range.of(f"{label}, limits of {self.names[n]!r}", limit, turns=turns[n]) for n, limit in enumerate(limits)
        ]
        return tuple(ranges) + (None,) * (self.width - count)

    def _default_rest(self) -> tuple[float, ...]:
        """Zero, or the value nearest to it inside the limits; no rotation for a quaternion."""
        rest = [0.0 if limit is None else min(max(0.0, limit.lo), limit.hi) for limit in self.limits]
        if self.order == QUATERNION:
            rest[-4] = 1.0
        return tuple(rest)


def _listed(array: Array) -> str:
    numbers = ", ".join(f"{value:g}" for value in array)
    return numbers if len(array) == 1 else f"({numbers})"


def _in_radians(array: Array) -> str:
    return f"math.radians({_listed(array)})" if len(array) == 1 else f"np.radians({_listed(array)})"


@dataclass(frozen=True, eq=False, init=False)
class Site(check.Record):
    """A named frame that a segment carries: hand, fingertip, hammer head."""

    name: str
    parent: str
    location: Array

    def __init__(self, name: str, parent: str, location: ArrayLike | None = None) -> None:
        label = f"site {check.name('name', name)!r}"
        check.fill(self, name=name, parent=check.name(f"{label}, parent", parent))
        placement = np.eye(4) if location is None else location
        check.fill(self, location=check.rigid(f"{label}, location", placement))


@dataclass(frozen=True, slots=True)
class LimbParts:
    """A declared limb: its joints from the root outward (a ball-hinge-ball unit, or seven hinges) and its tool site."""

    joints: tuple[str, ...]
    site: str

    def __post_init__(self) -> None:
        names = check.listed("joints", self.joints)
        if not names or not all(isinstance(name, str) for name in (*names, self.site)):
            raise InputError("joints", "takes the names of a limb's joints and, last, of its site")
        check.fill(self, joints=tuple(names))

"""Figure: an articulated figure, a tree of joints with sites and declared limbs. Immutable."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from limbik import check
from limbik.check import Array
from limbik.compiled import over_chunks
from limbik.errors import InputError, UnknownNameError
from limbik.figure.joint import QUATERNION, Joint, LimbParts, Site
from limbik.figure.layout import build_layout, depth_first
from limbik.figure.pose import Pose
from limbik.figure.world import World
from limbik.kernels import tree

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}


class Figure(check.Sealed):
    """A tree of joints. Every joint leads to one segment; sites are named frames on segments.

    The joint without a parent is the root arc and places the whole figure. `joints` come out in traversal order
    (depth first), which is also the order of the values in a pose.
    """

    def __init__(
        self,
        joints: Iterable[Joint],
        sites: Iterable[Site] = (),
        *,
        name: str = "figure",
        limbs: Mapping[str, LimbParts] | None = None,
        up: str = "z",
        units: str = "m",
    ) -> None:
        given = check.listed("joints", joints)
        if not given:
            raise InputError("joints", "there are none; a figure has at least its root")
        for entry in given:
            check.instance("joints", entry, Joint, "Joint.hinge(...)")
        self.name = check.name("name", name)
        self.up = check.choice("up", up, tuple(check.AXES))
        self.units = check.choice("units", units, tuple(UNITS))
        self.joints = depth_first(given)
        self.sites: tuple[Site, ...] = tuple(check.listed("sites", sites))
        for site in self.sites:
            check.instance("sites", site, Site, "Site('hand', 'wrist')")
        self._joint_by_name = {joint.name: joint for joint in self.joints}
        taken = set(self._joint_by_name)
        for site in self.sites:
            if site.parent not in self._joint_by_name:
                raise UnknownNameError(f"site {site.name!r}, parent", site.parent, self._joint_by_name, "joint")
            if site.name in taken:
                raise InputError("sites", f"the name {site.name!r} is used twice; every joint and site needs its own")
            taken.add(site.name)
        self.layout = build_layout(self.joints, self.sites)
        check.instance("limbs", limbs or {}, Mapping, "{'right_arm': LimbParts(...)}")
        self.limbs: Mapping[str, LimbParts] = MappingProxyType(dict(limbs or {}))
        for limb, parts in self.limbs.items():
            self._check_limb(f"limb {check.name('limbs', limb)!r}", parts)
        self.seal()

    def _check_limb(self, label: str, parts: LimbParts) -> None:
        check.instance(label, parts, LimbParts, "LimbParts(('shoulder', 'elbow', 'wrist'), 'hand')")
        for joint in parts.joints:
            self.joint(joint, argument=label)
        self.frame_index(parts.site, argument=label)
        on_the_way = [joint.name for joint in self.path(parts.site) if joint.name in parts.joints]
        if on_the_way != list(parts.joints):
            raise InputError(label, f"its joints do not lie one after the other on the way to {parts.site!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.joints, self.sites, self.name, dict(self.limbs), self.up, self.units)

    def __copy__(self) -> "Figure":
        return self

    def __deepcopy__(self, memo: object) -> "Figure":
        return self

    def same_values(self, other: "Figure") -> bool:
        """Does the same q mean the same thing to both figures?"""
        return self is other or [(joint.name, joint.kind, joint.order, joint.names) for joint in self.joints] == [
            (joint.name, joint.kind, joint.order, joint.names) for joint in other.joints
        ]

    def same_build(self, other: "Figure") -> bool:
        """Have both the same joints at the same places? Then a pose of one is a pose of the other."""
        return self is other or (
            self.same_values(other)
            and all(np.array_equal(a, b) for a, b in zip(self.layout.tree, other.layout.tree, strict=True))
        )

    def __repr__(self) -> str:
        return f"Figure({self.name!r}, {len(self.joints)} joints, {self.dof} degrees of freedom)"

    @property
    def dof(self) -> int:
        """Degrees of freedom: the columns of a Jacobian."""
        return self.layout.dof

    @property
    def width(self) -> int:
        """Numbers in a pose's q: the degrees of freedom, and one more for each quaternion."""
        return self.layout.width

    @cached_property
    def frame_names(self) -> tuple[str, ...]:
        """The joints, then the sites."""
        return tuple(self.layout.frames)

    @cached_property
    def value_names(self) -> tuple[str, ...]:
        """'joint.value' for each number in q."""
        return tuple(f"{joint.name}.{value}" for joint in self.joints for value in joint.names)

    @cached_property
    def dof_names(self) -> tuple[str, ...]:
        """'joint.value' for each column of a Jacobian; a quaternion has the columns turn_x, turn_y, turn_z."""
        turns = ("turn_x", "turn_y", "turn_z")
        return tuple(
            f"{joint.name}.{value}"
            for joint in self.joints
            for value in (joint.names if joint.order != QUATERNION else (*joint.names[:-4], *turns))
        )

    @cached_property
    def limits(self) -> Array:
        """(width, 2): lower and upper limit of each value; infinite where there is none."""
        ranges = [limit for joint in self.joints for limit in joint.limits]
        pairs = [(-math.inf, math.inf) if limit is None else (limit.lo, limit.hi) for limit in ranges]
        return check.frozen(np.array(pairs, dtype=np.float64).reshape(-1, 2))

    @cached_property
    def turns(self) -> NDArray[np.bool_]:
        """(width,): which values are angles."""
        flags = np.array([turn for joint in self.joints for turn in joint.turns], dtype=bool)
        flags.flags.writeable = False
        return flags

    @cached_property
    def mass(self) -> float:
        return float(self.layout.masses.sum())

    def joint(self, name: str, *, argument: str = "joint") -> Joint:
        try:
            return self._joint_by_name[name]
        except (KeyError, TypeError):
            raise UnknownNameError(argument, name, self._joint_by_name, "joint") from None

    def frame_index(self, name: str, *, argument: str = "frame") -> int:
        """Where a joint or site stands in `world().matrices`."""
        try:
            return self.layout.frames[name]
        except (KeyError, TypeError):
            raise UnknownNameError(argument, name, self.layout.frames, "joint or site") from None

    def values_of(self, joint: str) -> slice:
        """Where a joint's values stand in q."""
        width = self.joint(joint).width
        first = self.layout.first_value[joint]
        return slice(first, first + width)

    def children(self, name: str) -> tuple[Joint, ...]:
        """The joints that hang on a joint's segment."""
        self.joint(name)
        return self._children.get(name, ())

    @cached_property
    def _children(self) -> dict[str, tuple[Joint, ...]]:
        found: dict[str, tuple[Joint, ...]] = {}
        for joint in self.joints:
            if joint.parent is not None:
                found[joint.parent] = (*found.get(joint.parent, ()), joint)
        return found

    def path(self, name: str) -> tuple[Joint, ...]:
        """The joints from the root to a joint or site, in that order."""
        number = self.frame_index(name)
        entry = (
            self.joints[number]
            if number < len(self.joints)
            else self._joint_by_name[self.sites[number - len(self.joints)].parent]
        )
        upward = [entry]
        while upward[-1].parent is not None:
            upward.append(self._joint_by_name[upward[-1].parent])
        return tuple(reversed(upward))

    @cached_property
    def _rest(self) -> Pose:
        return Pose.of(self, np.array([value for joint in self.joints for value in joint.rest], dtype=np.float64))

    def rest(self) -> Pose:
        """The pose in which every joint has its rest value."""
        return self._rest

    def pose(self, q: ArrayLike | Mapping[str, Any] | None = None, /, **values: Any) -> Pose:
        """A pose from a whole vector, or the rest pose with some values set as `Pose.with_values` takes them:
        `figure.pose(right_elbow=1.2)`."""
        if q is None or isinstance(q, Mapping):
            return self.rest().with_values(q, **values)
        if values:
            raise InputError("q", "was given together with single values; give one or the other")
        return Pose(self, q)

    def checked_rows(self, q: ArrayLike, argument: str = "Q", shape: tuple[int, ...] | None = None) -> Array:
        """Poses (..., width) as a fresh, read-only array (N, width): finite, and with unit quaternions."""
        rows = check.numbers(argument, q, shape)
        if rows.ndim == 0 or rows.shape[-1] != self.width:
            raise InputError(
                argument,
                f"has shape {rows.shape}; {self.name} takes {self.width} values in the last axis, "
                "in the order of figure.value_names",
            )
        rows = rows.reshape(math.prod(rows.shape[:-1]), self.width)
        self._refuse_degrees(rows, argument)
        for joint in self.joints:
            if joint.order == QUATERNION:
                last = self.values_of(joint.name).stop
                unit = rows[:, last - 4 : last]
                size = np.sqrt(np.einsum("ij,ij->i", unit, unit))
                far = np.abs(size - 1.0) > check.ROTATION_TOLERANCE
                if far.any():
                    row = int(np.argmax(far))
                    raise InputError(
                        argument,
                        f"row {row}: the quaternion (w x y z) of joint {joint.name!r} has length {size[row]:g}, not 1",
                    )
                unit /= np.where(np.abs(size - 1.0) > 1e-15, size, 1.0)[:, None]
        return check.frozen(rows)

    @cached_property
    def _believable(self) -> Array:
        return np.array([span for joint in self.joints for span in joint.believable]).reshape(-1, 2).T

    def _refuse_degrees(self, rows: Array, argument: str) -> None:
        lowest, highest = self._believable
        if (rows < lowest).any() or (rows > highest).any():
            row, column = np.argwhere((rows < lowest) | (rows > highest))[0]
            raise InputError(
                argument,
                f"row {row}: {self.value_names[column]} is {rows[row, column]:g} radians; limbik takes radians",
                wrong="figure.pose(degrees)",
                right="figure.pose(np.radians(degrees)), for the values that are angles: figure.turns",
            )

    def world(self, q: ArrayLike) -> World:
        """Where everything stands, for poses (..., width) at once; threaded."""
        rows = self.checked_rows(q)
        matrices = np.empty((len(rows), len(self.layout.frames), 4, 4))
        over_chunks(lambda part: tree.forward(*self.layout.tree, rows[part], matrices[part]), len(rows))
        return World(self, matrices.reshape(*np.shape(q)[:-1], *matrices.shape[1:]))

    def jacobian(self, q: ArrayLike, site: str) -> Array:
        """Geometric Jacobians (..., 6, dof) of a site or joint, for poses (..., width); world axes, threaded."""
        rows = self.checked_rows(q)
        frame = self.frame_index(site, argument="site")
        out = np.empty((len(rows), 6, self.dof))

        def work(part: slice) -> None:
            world = np.empty((part.stop - part.start, len(self.layout.frames), 4, 4))
            lines = np.empty((self.dof, 6))
            tree.jacobian(*self.layout.tree, rows[part], frame, world, lines, out[part])

        over_chunks(work, len(rows))
        return out.reshape(*np.shape(q)[:-1], 6, self.dof)

    def center_of_mass(self, q: ArrayLike) -> Array:
        """(..., 3) for poses (..., width) at once."""
        self.check_mass()
        matrices = check.frozen(self.world(q).matrices.reshape(-1, len(self.layout.frames), 4, 4))
        out = np.empty((len(matrices), 3))
        over_chunks(
            lambda part: tree.center_of_mass(self.layout.masses, self.layout.centers, matrices[part], out[part]),
            len(matrices),
        )
        return out.reshape(*np.shape(q)[:-1], 3)

    def check_mass(self) -> None:
        if self.mass == 0.0:
            raise InputError("figure", f"{self.name} has no mass; give its segments one: Segment(mass=...)")


def _made_again(
    joints: tuple[Joint, ...], sites: tuple[Site, ...], name: str, limbs: dict[str, LimbParts], up: str, units: str
) -> Figure:
    """A figure from its pickled parts."""
    return Figure(joints, sites, name=name, limbs=limbs, up=up, units=units)

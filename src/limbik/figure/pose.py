"""Pose: one value for each degree of freedom, bound to its figure. Immutable."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError, UnknownNameError
from limbik.figure.joint import QUATERNION, Joint
from limbik.figure.limits import LIMIT_TOLERANCE
from limbik.figure.transform import euler_axes
from limbik.figure.world import World
from limbik.kernels import euler, quaternion, tree

if TYPE_CHECKING:
    from limbik.figure.figure import Figure


@dataclass(frozen=True, slots=True)
class Violation:
    """A limit that a pose breaks: the value ('joint.value', or 'joint.swing' or 'joint.twist') and by how much."""

    name: str
    excess: float


class Pose:
    """A posture. `with_values` gives a new one; nothing changes an old one."""

    __slots__ = ("_figure", "_row", "_world")

    _figure: "Figure"
    _row: Array
    _world: World | None

    def __init__(self, figure: "Figure", q: ArrayLike) -> None:
        """All values at once; `figure.pose(...)` also takes some of them by name."""
        self._figure = figure
        self._row = figure.checked_rows(q, "q", (figure.width,))
        self._world = None

    @classmethod
    def of(cls, figure: "Figure", row: Array) -> "Pose":
        """From values that are known to be good; the pose keeps the array."""
        pose = cls.__new__(cls)
        row.setflags(write=False)
        pose._figure = figure
        pose._row = row[None]
        pose._world = None
        return pose

    def __reduce__(self) -> tuple[Any, ...]:
        return Pose.of, (self._figure, np.array(self._row[0]))

    @property
    def figure(self) -> "Figure":
        return self._figure

    @property
    def q(self) -> Array:
        """All values, read-only, in the order of `figure.value_names`."""
        values: Array = self._row[0]
        return values

    def __repr__(self) -> str:
        moved = [
            f"{name}={value:.4g}"
            for name, value, rest in zip(self.figure.value_names, self._row[0], self.figure.rest().q, strict=True)
            if value != rest
        ]
        shown = ", ".join(moved[:6]) + (", ..." if len(moved) > 6 else "") if moved else "at rest"
        return f"Pose({self.figure.name!r}: {shown})"

    def __eq__(self, other: object) -> bool:
        """The same values of the same figure."""
        if not isinstance(other, Pose):
            return NotImplemented
        return self.figure.same_values(other.figure) and np.array_equal(self._row, other._row)

    def __hash__(self) -> int:
        return hash(self._row.tobytes())

    def __getitem__(self, name: str) -> Any:
        """`pose["right_elbow"]` or `pose["right_shoulder.flexion"]`: a number, or an array for several values."""
        _, place = self._find(name)
        part = self._row[0, place]
        return float(part[0]) if len(part) == 1 else part.copy()

    def __contains__(self, name: object) -> bool:
        return name in self.figure.layout.first_value or name in self.figure.value_names

    def __iter__(self) -> Iterator[str]:
        """The joints that have values."""
        return (joint.name for joint in self.figure.joints if joint.width)

    def with_values(self, values: Mapping[str, Any] | None = None, /, **more: Any) -> "Pose":
        """A new pose with some joints set.

        Keys are joints (`right_elbow=1.2`) or single values (`{"right_shoulder.flexion": 0.5}`); a ball also takes a
        SciPy Rotation. Limits are not enforced: `within_limits` tells.
        """
        row = self._row[0].copy()
        wanted = {} if values is None else values
        check.instance("values", wanted, Mapping, "{'right_shoulder.flexion': 0.5}")
        taken: dict[int, str] = {}
        for name, value in [*wanted.items(), *more.items()]:
            joint, place = self._find(name)
            for number in range(place.start, place.stop):
                if number in taken:
                    raise InputError(name, f"is set twice, here and by {taken[number]!r}")
                taken[number] = name
            if place.stop - place.start == joint.width:
                row[place] = joint.checked_values(name, value)
            else:
                whole = self.figure.values_of(joint.name)
                if joint.order == QUATERNION and place.start >= whole.stop - 4:
                    raise InputError(name, "is a part of a quaternion; give all four numbers w x y z together")
                row[place] = check.number(name, value)
                joint.refuse_degrees(name, [name.partition(".")[2]], row[place])
        return Pose.of(self.figure, row)

    def world(self) -> World:
        """Where every joint and site stands, in one pass."""
        if self._world is None:
            layout = self._figure.layout
            matrices = np.empty((1, len(layout.frames), 4, 4))
            tree.forward(*layout.tree, self._row, matrices)
            matrices.setflags(write=False)
            self._world = World(self._figure, matrices[0])
        return self._world

    def convert(self, points: ArrayLike, source: str, target: str = "world") -> Array:
        """Points (..., 3) of frame `source` in frame `target`; frames are joints, sites or "world"."""
        return self.world().convert(points, source, target)

    def vertices(self, joint: str) -> Array:
        """The vertices of a joint's segment in the world: W D x."""
        segment = self.figure.joint(joint).segment
        if segment.geometry is None:
            return np.empty((0, 3))
        matrix = self.world()[joint] @ segment.preparation
        points: Array = segment.geometry.triangles[0] @ matrix[:3, :3].T + matrix[:3, 3]
        return points

    def jacobian(self, site: str, frame: str = "world", at: str | ArrayLike | None = None) -> Array:
        """The geometric Jacobian (6, dof) of a site or joint: rows of velocity, then of angular velocity.

        `frame` names the axes in which both are written: "world", or any joint or site. `at` is the point that the
        velocity belongs to, carried along by the site's segment: the site itself (default), a joint or site by name,
        "world" for the world's origin (the spatial Jacobian), or a world position. The columns of a quaternion are
        the angular velocities about the axes of its parent side.
        """
        figure, layout = self.figure, self.figure.layout
        number = figure.frame_index(site, argument="site")
        matrices = np.empty((1, len(layout.frames), 4, 4))
        out = np.empty((1, 6, figure.dof))
        tree.jacobian(*layout.tree, self._row, number, matrices, np.empty((figure.dof, 6)), out)
        columns = out[0]
        if at is not None:
            point = self._point(at)
            columns[:3] -= np.cross(point - matrices[0, number, :3, 3], columns[3:].T).T
        if not isinstance(frame, str) or frame != "world":
            back = matrices[0, figure.frame_index(frame), :3, :3].T
            columns[:3] = back @ columns[:3]
            columns[3:] = back @ columns[3:]
        return np.ascontiguousarray(columns)

    def center_of_mass(self) -> Array:
        """The whole figure's centre of mass in the world."""
        self.figure.check_mass()
        layout = self.figure.layout
        out = np.empty((1, 3))
        tree.center_of_mass(layout.masses, layout.centers, self.world().matrices[None], out)
        center: Array = out[0]
        return center

    def violations(self, tolerance: float = LIMIT_TOLERANCE) -> tuple[Violation, ...]:
        """Every limit that the pose breaks by more than the tolerance (radians, or length units)."""
        if check.number("tolerance", tolerance) < 0.0:
            raise InputError("tolerance", f"is {tolerance:g}; it must be 0 or more")
        found: list[Violation] = []
        for joint in self.figure.joints:
            values = self._row[0, self.figure.values_of(joint.name)]
            for name, value, limit, turns in zip(joint.names, values, joint.limits, joint.turns, strict=True):
                margin = np.inf if limit is None else limit.margin(float(value), turns=turns)
                if margin < -tolerance:
                    found.append(Violation(f"{joint.name}.{name}", -margin))
            if joint.swing_twist is not None:
                for name, margin in zip(
                    ("swing", "twist"), joint.swing_twist.margins(self.rotation(joint.name)), strict=True
                ):
                    if margin < -tolerance:
                        found.append(Violation(f"{joint.name}.{name}", -margin))
        return tuple(found)

    def within_limits(self, tolerance: float = LIMIT_TOLERANCE) -> bool:
        """Does the pose keep every limit? `violations()` says which it does not."""
        return not self.violations(tolerance)

    def rotation(self, joint: str) -> Array:
        """The rotation matrix (3, 3) that a ball or free joint's values stand for."""
        entry = self.figure.joint(joint)
        place = entry.rotation_slice
        if place is None:
            raise InputError("joint", f"{joint!r} is a {entry.kind} joint; only balls and free joints have a rotation")
        return rotation_of(entry, self._row[0, self.figure.values_of(joint)][place])

    def blend(self, other: "Pose", t: float) -> "Pose":
        """The pose a fraction t of the way to another: 0 is this one, 1 the other.

        Balls take the shortest rotation at constant speed, also those written in Euler angles; all other values go
        straight. t outside [0, 1] goes on beyond.
        """
        check.instance("other", other, Pose, "figure.rest()")
        if not self.figure.same_values(other.figure):
            raise InputError("other", "is a pose of another figure; both must have the same joints")
        fraction = check.number("t", t)
        if fraction in (0.0, 1.0):
            return Pose.of(self.figure, (self if fraction == 0.0 else other)._row[0])
        a, b = self._row[0], other._row[0]
        row = a + fraction * (b - a)
        check.numbers("t", row)  # far beyond the ends, values may become too large
        for joint in self.figure.joints:
            place = joint.rotation_slice
            if place is not None:
                here = row[self.figure.values_of(joint.name)][place]
                p, q = (
                    quaternion.from_matrix(rotation_of(joint, pose[self.figure.values_of(joint.name)][place]))
                    for pose in (a, b)
                )
                here[:] = rotation_values(joint, quaternion.slerp(p, q, fraction), here)
        return Pose.of(self.figure, row)

    def _find(self, name: str) -> tuple[Joint, slice]:
        """A joint and the values meant: all of a joint's, or the one of 'joint.value'."""
        joint_name, dot, value = str(name).partition(".")
        if joint_name not in self.figure.layout.first_value:
            if joint_name in self.figure.layout.frames:
                raise InputError(str(name), "is a site; only joints have values. Where it stands: pose.world()[...]")
            known = [joint.name for joint in self.figure.joints]
            raise UnknownNameError("joint", name, known if not value else self.figure.value_names, "joint")
        joint, place = self.figure.joint(joint_name), self.figure.values_of(joint_name)
        if not dot:
            if joint.width == 0:
                raise InputError(name, "is a fixed joint; it has no values")
            return joint, place
        if value not in joint.names:
            raise UnknownNameError("value", name, [f"{joint_name}.{known}" for known in joint.names], "value")
        start = place.start + joint.names.index(value)
        return joint, slice(start, start + 1)

    def _point(self, at: str | ArrayLike) -> Array:
        if isinstance(at, str):
            if at == "world":
                return np.zeros(3)
            place: Array = self.world().matrices[self.figure.frame_index(at, argument="at"), :3, 3]
            return place
        return check.numbers("at", at, (3,))


def rotation_of(joint: Joint, values: Array) -> Array:
    """The rotation matrix of a ball's values."""
    matrix = np.empty((3, 3))
    if joint.order == QUATERNION:
        quaternion.to_matrix(tuple(values.tolist()), matrix)
    else:
        euler.to_matrix(tuple(values.tolist()), *euler_axes(joint.order), matrix)
    return matrix


def rotation_values(joint: Joint, rotation: tuple[float, float, float, float], near: Array) -> tuple[float, ...]:
    """The values of a ball for a rotation (quaternion): among equals, those nearest to `near`."""
    if joint.order == QUATERNION:
        same_side = sum(a * b for a, b in zip(rotation, near, strict=True)) >= 0.0
        return rotation if same_side else tuple(-v for v in rotation)
    matrix = np.empty((3, 3))
    quaternion.to_matrix(rotation, matrix)
    return euler.nearest(matrix, *euler_axes(joint.order), tuple(near.tolist()))

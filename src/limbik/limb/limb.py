"""Limb: a ball, a hinge and a ball, between a root and a tool."""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.compiled import over_chunks
from limbik.errors import InputError, UnknownNameError
from limbik.figure.figure import Figure
from limbik.figure.limits import LIMIT_TOLERANCE
from limbik.figure.pose import Pose
from limbik.figure.transform import euler_axes
from limbik.goals import Placement, Position
from limbik.kernels import euler, hinge, limb
from limbik.limb.recognise import recognise
from limbik.limb.rows import RowTable
from limbik.limb.swivel import Swivel

FLAT = 1e-13
"""Below this fraction of its length an offset along the hinge is rounding, and the limb is planar."""


class Limb(check.Sealed):
    """The ball-hinge-ball unit of a figure: `Limb(human, "right_arm")`; or without a figure, `Limb.from_matrices`.

    In the shoulder's frame the tool stands at  T1(R1) A Ry(theta) B T2(R2) E. The seven values are the shoulder's three
    Euler angles, the hinge's angle and the wrist's three; for hinges that act as balls, the hinges' own. `miss` tells
    how far such hinges are from meeting in a point.
    """

    def __init__(
        self,
        figure: Figure,
        name: str,
        *,
        reference: Literal["transport", "projected"] = "transport",
        reference_axis: str | ArrayLike | None = None,
    ) -> None:
        check.instance("figure", figure, Figure, "lb.human()")
        if not isinstance(name, str) or name not in figure.limbs:
            raise UnknownNameError("name", name, figure.limbs, "limb")
        unit = recognise(figure, name)
        self.figure: Figure | None = figure
        self.name = name
        self.miss = unit.miss
        self._root, self._offsets = unit.root, unit.offsets
        self._build(unit.a, unit.b, unit.tool, unit.shoulder, unit.wrist, unit.limits, reference, reference_axis)
        self.seal()

    @classmethod
    def from_matrices(
        cls,
        A: ArrayLike,  # noqa: N803
        B: ArrayLike,  # noqa: N803
        *,
        tool: ArrayLike | None = None,
        shoulder: str = "XYZ",
        wrist: str = "XYZ",
        limits: ArrayLike | None = None,
        reference: Literal["transport", "projected"] = "transport",
        reference_axis: str | ArrayLike | None = None,
    ) -> "Limb":
        """A limb from its constant transforms, the shoulder at the origin.

        Limits are (7, 2) in radians, with -inf and inf for a joint that has none, or None for no limits at all.
        """
        made = cls.__new__(cls)
        bounds = _checked_limits(limits)
        end = np.eye(4) if tool is None else tool
        orders = check.euler_order("shoulder", shoulder), check.euler_order("wrist", wrist)
        a, b, e = (np.array(check.rigid(*pair)) for pair in (("A", A), ("B", B), ("tool", end)))
        made.figure, made.name, made.miss = None, "limb", 0.0
        made._root, made._offsets = np.eye(4), np.zeros(7)
        made._build(a, b, e, *orders, bounds, reference, reference_axis)
        made.seal()
        return made

    def _build(
        self,
        a: Array,
        b: Array,
        tool: Array,
        shoulder: str,
        wrist: str,
        limits: Array,
        reference: str,
        reference_axis: str | ArrayLike | None,
    ) -> None:
        self.A, self.B, self.tool = (check.frozen(np.array(matrix)) for matrix in (a, b, tool))
        self.shoulder, self.wrist = shoulder, wrist
        self.limits = check.frozen(np.array(limits))
        self._bounds = limits + self._offsets[:, None]  # of the Euler angles and the hinge, rather than of the values
        self.reference = check.choice("reference", reference, ("transport", "projected"))
        offset_a, offset_b = a[:3, :3].T @ a[:3, 3], b[:3, 3].copy()
        for offset, length in ((offset_a, np.linalg.norm(offset_a)), (offset_b, np.linalg.norm(offset_b))):
            if abs(offset[1]) <= FLAT * length:
                offset[1] = 0.0
        if not np.linalg.norm(offset_a) + np.linalg.norm(offset_b) > 1e-60:
            raise InputError("A, B", "have no length to speak of; a limb is longer than 1e-60")
        self._a, self._b = offset_a, offset_b
        self._orders = np.array([*euler_axes(shoulder), *euler_axes(wrist)])
        for offset in (offset_a, offset_b):
            if math.hypot(offset[0], offset[2]) <= 1e-9 * np.linalg.norm(offset):
                raise InputError("A, B", "the shoulder or the wrist lies on the hinge, which cannot change the reach")
        self._ra, self._rb = np.ascontiguousarray(a[:3, :3]), np.ascontiguousarray(b[:3, :3])
        table = RowTable()
        table.add_ball(0, shoulder, self._bounds[:3], LIMIT_TOLERANCE)
        table.add_ball(1, wrist, self._bounds[4:], LIMIT_TOLERANCE)
        self._rows = table.arrays()
        alone = RowTable()
        alone.add_ball(0, shoulder, self._bounds[:3], LIMIT_TOLERANCE)
        alone.add_free_ball()
        self._shoulder_rows = alone.arrays()
        self._reference_axis = None if reference_axis is None else check.axis("reference_axis", reference_axis)
        if self.reference == "projected" and self._reference_axis is None:
            raise InputError("reference_axis", "is missing; the projected reference needs the axis that it projects")
        limited = np.isfinite(self._bounds).all(axis=1)
        self._middle = np.where(limited, np.where(np.isfinite(self._bounds), self._bounds, 0.0).mean(axis=1), 0.0)
        self._rest_direction, self._rest_side = self._rest_reference()

    def _rest_reference(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Where the wrist lies with the ball and the hinge at mid-range, and the elbow's side there.

        Without limits that is all angles 0; if the limb is then straight, any side normal to it serves.
        """
        middle = self._middle
        r1 = np.empty((3, 3))
        euler.to_matrix(tuple(middle[:3].tolist()), *euler_axes(self.shoulder), r1)
        elbow = self.A[:3, 3]
        wrist = elbow + self._ra @ _turn_y(middle[3]) @ self.B[:3, 3]
        size = np.linalg.norm(wrist)
        n = r1 @ (wrist / size if size > 0.0 else self._ra[:, 1])
        side = r1 @ elbow - (r1 @ elbow @ n) * n
        if np.linalg.norm(side) < 1e-9 * np.linalg.norm(elbow):
            side = r1 @ self._ra[:, 1] - (r1 @ self._ra[:, 1] @ n) * n
        u = side / np.linalg.norm(side)
        (x, y, z), (ux, uy, uz) = n.tolist(), u.tolist()
        return (x, y, z), (ux, uy, uz)

    @property
    def reach(self) -> tuple[float, float]:
        """The nearest and the farthest distance from shoulder to wrist, the hinge unlimited."""
        _, near, far = hinge.reach_constants(tuple(self._a.tolist()), tuple(self._b.tolist()))
        return near, far

    def root(self, pose: Pose | None = None) -> Array:
        """The shoulder's neutral frame in the world; the identity for a limb without a figure."""
        if self.figure is None:
            return np.eye(4)
        pose = self.figure.rest() if pose is None else pose
        check.instance("pose", pose, Pose, "figure.rest()")
        if not pose.figure.same_values(self.figure):
            raise InputError("pose", "is a pose of another figure")
        parent = self.figure.joint(self.figure.limbs[self.name].joints[0]).parent
        placed: Array = self._root if parent is None else pose.world()[parent] @ self._root
        return placed

    def forward(self, q: ArrayLike, pose: Pose | None = None) -> Array:
        """The tool's frame (..., 4, 4) in the world for values (..., 7)."""
        values = check.numbers("q", q)
        if values.ndim == 0 or values.shape[-1] != 7:
            raise InputError("q", f"takes 7 values in the last axis, not shape {values.shape}")
        rows = (values + self._offsets).reshape(-1, 7)
        out = np.empty((len(rows), 4, 4))
        root = np.ascontiguousarray(self.root(pose))
        over_chunks(
            lambda part: limb.forward(root, self.A, self.B, self.tool, self._orders, rows[part], out[part]), len(rows)
        )
        return out.reshape(*values.shape[:-1], 4, 4)

    def swivel(self, goal: Placement | Position, *, pose: Pose | None = None, wrist: ArrayLike | None = None) -> Swivel:
        """The whole family of answers to a goal in the world: the elbow's circle and the exact arcs of valid swivels.

        For a `Position` the wrist's three values are held: `wrist`, or those of the pose (without a figure: mid-range).
        """
        root = self.root(pose)
        if isinstance(goal, Placement):
            if wrist is not None:
                raise InputError("wrist", "belongs to a Position; a Placement sets the wrist itself")
            wanted = np.linalg.inv(root) @ goal.matrix
            turned = wanted[:3, :3] @ self.tool[:3, :3].T
            return Swivel(self, root, wanted[:3, 3] - turned @ self.tool[:3, 3], turned, self._b, self._rows)
        check.instance("goal", goal, Position, "lb.Position((0.4, -0.2, 1.1))")
        held = self._held_wrist(pose, wrist)
        r2 = np.empty((3, 3))
        euler.to_matrix(tuple((held + self._offsets[4:]).tolist()), *euler_axes(self.wrist), r2)
        # With the wrist held, the forearm reaches to the tool: that point takes the wrist's place.
        point = self.B[:3, 3] + self._rb @ r2 @ self.tool[:3, 3]
        if math.hypot(point[0], point[2]) <= 1e-9 * (np.linalg.norm(point) + np.linalg.norm(self._b)):
            raise InputError("wrist", "brings the tool onto the hinge's axis, where bending does not move it")
        aim = (np.linalg.inv(root) @ [*goal.position, 1.0])[:3]
        return Swivel(self, root, aim, None, point, self._shoulder_rows, held)

    def _held_wrist(self, pose: Pose | None, wrist: ArrayLike | None) -> Array:
        if wrist is not None:
            held = check.numbers("wrist", wrist, (3,))
        elif self.figure is None:
            held = self._middle[4:] - self._offsets[4:]
        else:
            chosen = self.figure.rest() if pose is None else pose
            joints = self.figure.limbs[self.name].joints
            held = np.concatenate([chosen.q[self.figure.values_of(joint)] for joint in joints])[4:]
        for value, (lo, hi) in zip(held, self.limits[4:], strict=True):
            if math.isfinite(hi - lo) and abs(math.remainder(value - hinge.within(value, lo, hi), 2 * math.pi)) > 1e-9:
                where = "wrist" if wrist is not None else "pose"
                raise InputError(where, f"holds the wrist at {value:g}, outside its limits {lo:g} .. {hi:g} (radians)")
        return held


def _checked_limits(limits: ArrayLike | None) -> Array:
    if limits is None:
        return np.full((7, 2), (-np.inf, np.inf))
    try:
        given = np.array(limits, dtype=np.float64)
    except (TypeError, ValueError):
        given = np.empty(0)
    if given.shape != (7, 2) or np.isnan(given).any():
        raise InputError("limits", "takes seven pairs of numbers; -inf and inf for a joint without limits")
    bounded = np.isfinite(given)
    if (bounded[:, 0] != bounded[:, 1]).any() or (given[:, 0] > given[:, 1]).any():
        wrong = (bounded[:, 0] != bounded[:, 1]) | (given[:, 0] > given[:, 1])
        row = int(np.argmax(wrong))
        raise InputError("limits", f"row {row} is upside down or has one end only: {given[row].tolist()}")
    if np.abs(given[bounded]).max(initial=0.0) > 100.0:
        raise InputError("limits", "has an angle beyond 100 radians; limbik takes radians, and -inf, inf for no limits")
    return given


def _turn_y(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])

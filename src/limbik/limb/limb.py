"""Limb: a ball, a hinge and a ball, between a root and a tool."""

import math
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from limbik import check
from limbik.check import Array
from limbik.compiled import over_chunks
from limbik.errors import InputError, UnknownNameError
from limbik.figure.figure import Figure
from limbik.figure.joint import QUATERNION
from limbik.figure.limits import LIMIT_TOLERANCE
from limbik.figure.pose import Pose, rotation_of
from limbik.figure.transform import euler_axes
from limbik.goals import Aim, Alignment, Placement, Position
from limbik.kernels import euler, hinge, limb, nearest, quaternion, rigid, search, solve, swing
from limbik.kernels.choice import CLEARANCE, CONTINUING, ELBOW, MIDRANGE
from limbik.limb import anatomy, derivatives, explain, partial
from limbik.limb.picks import NO_WRIST, NOTHING, Least, Pick, midrange, widest
from limbik.limb.question import Question
from limbik.limb.recognise import FREE_ORDER, Unit, recognise
from limbik.limb.swivel import Swivel
from limbik.limb.two_ways import SwivelAndFlexion, SwivelAndRoll
from limbik.solution import Solution, Solutions

Goal = Placement | Position | Alignment | Aim


class Limb(check.Sealed):
    """The ball-hinge-ball unit of a figure: `Limb(human, "right_arm")`; or without a figure, `Limb.from_matrices`.

    The tool that goals are for is the limb's own site, or with `tool` another site that its last joint carries, or a
    frame relative to its own: `tool=lb.transform((0, 0, -0.3))` for something held in the hand.

    In the shoulder's frame the tool stands at  T1(R1) A Ry(theta) B T2(R2) E. The seven values are the shoulder's three
    Euler angles, the hinge's angle and the wrist's three; for hinges that act as balls, the hinges' own; for a ball
    that is a quaternion, its turns about x, y, z. `miss` tells how far such hinges are from meeting in a point.
    """

    def __init__(
        self,
        figure: Figure,
        name: str,
        *,
        tool: str | ArrayLike | None = None,
        reference: Literal["transport", "projected"] = "transport",
        reference_axis: str | ArrayLike | None = None,
    ) -> None:
        check.instance("figure", figure, Figure, "lb.human()")
        if not isinstance(name, str) or name not in figure.limbs:
            raise UnknownNameError("name", name, figure.limbs, "limb")
        site = tool if isinstance(tool, str) else None
        unit = recognise(figure, name, site)
        if tool is not None and site is None:
            unit = replace(unit, tool=unit.tool @ check.rigid("tool", tool))
        self.figure: Figure | None = figure
        self.name = name
        self._torso = anatomy.torso_axes(figure, name, unit)
        self._build(unit, reference, reference_axis)

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
        bounds = anatomy.checked_limits(limits)
        orders = check.euler_order("shoulder", shoulder), check.euler_order("wrist", wrist)
        end = np.eye(4) if tool is None else tool
        a, b, e = (np.array(check.rigid(*pair)) for pair in (("A", A), ("B", B), ("tool", end)))
        names = ("shoulder.1", "shoulder.2", "shoulder.3", "hinge", "wrist.1", "wrist.2", "wrist.3")
        made.figure, made.name, made._torso = None, "limb", np.zeros((3, 3))
        unit = Unit(np.eye(4), a, b, e, *orders, bounds, np.zeros(7), np.zeros((2, 15)), names, 0.0)
        made._build(unit, reference, reference_axis)
        return made

    def _build(self, unit: Unit, reference: str, reference_axis: str | ArrayLike | None) -> None:
        self.A, self.B, self.tool = (check.frozen(np.array(matrix)) for matrix in (unit.a, unit.b, unit.tool))
        self.shoulder, self.wrist = unit.shoulder, unit.wrist
        self.limits = check.frozen(np.array(unit.limits))
        self.value_names, self.miss = unit.names, unit.miss
        self._root, self._offsets = unit.root, unit.offsets
        self.reference = check.choice("reference", reference, ("transport", "projected"))
        axis = None if reference_axis is None else check.axis("reference_axis", reference_axis)
        if self.reference == "projected" and axis is None:
            raise InputError("reference_axis", "is missing; the projected reference needs the axis that it projects")
        self._body = anatomy.build(
            self.A,
            self.B,
            self.tool,
            self.shoulder,
            self.wrist,
            self.limits,
            self._offsets,
            unit.swing,
            axis if self.reference == "projected" else None,
            self._torso,
        )
        body = self._body
        self._arm_body = anatomy.with_limits(body.geometry, body.bounds, body.orders, body.swing, 1)
        self._packed, self._arm_packed = anatomy.packed(body), anatomy.packed(self._arm_body)
        self._orders = np.array(body.orders[:6])
        x, y, z = body.geometry[10].tolist()
        self._own_forearm = (x, y, z)
        self._rest_root = check.frozen(np.array(self.root(None)))
        self.seal()

    def __setstate__(self, state: dict[str, object]) -> None:
        super().__setstate__(state)
        for body in (self._body, self._arm_body, self._packed, self._arm_packed):
            for part in body:
                part.flags.writeable = False

    @property
    def reach(self) -> tuple[float, float]:
        """The nearest and the farthest distance from shoulder to wrist, the hinge unlimited."""
        _, near, far = hinge.reach_constants(*(tuple(row) for row in self._body.geometry[9:11].tolist()))
        return near, far

    def root(self, pose: Pose | None = None) -> Array:
        """The shoulder's neutral frame in the world; the identity for a limb without a figure."""
        pose = None if pose is None else self._checked(pose)
        if self.figure is None:
            return np.eye(4)
        pose = self.figure.rest() if pose is None else pose
        parent = self.figure.joint(self.figure.limbs[self.name].joints[0]).parent
        placed: Array = self._root if parent is None else pose.world()[parent] @ self._root
        return placed

    def _frozen_root(self, pose: Pose | None) -> Array:
        """The root as kernels take it; that of the rest pose is kept."""
        return self._rest_root if pose is None else check.frozen(np.array(self.root(pose)))

    def _checked(self, pose: Pose) -> Pose:
        check.instance("pose", pose, Pose, "figure.rest()")
        if self.figure is None:
            raise InputError("pose", "is for a limb of a figure; this one has none")
        if not pose.figure.same_build(self.figure):
            raise InputError("pose", "is a pose of another figure, with other joints or other lengths")
        return pose

    def forward(self, q: ArrayLike, pose: Pose | None = None) -> Array:
        """The tool's frame (..., 4, 4) in the world for values (..., 7)."""
        values = check.numbers("q", q)
        if values.ndim == 0 or values.shape[-1] != 7:
            raise InputError("q", f"takes 7 values in the last axis, not shape {values.shape}")
        rows = (values + self._offsets).reshape(-1, 7)
        out = np.empty((len(rows), 4, 4))
        root = self._frozen_root(pose)
        over_chunks(
            lambda part: limb.forward(root, self.A, self.B, self.tool, self._orders, rows[part], out[part]), len(rows)
        )
        return out.reshape(*values.shape[:-1], 4, 4)

    def values(self, pose: Pose) -> Array:
        """The limb's seven values in a pose."""
        self._checked(pose)
        assert self.figure is not None
        parts = []
        for name in self.figure.limbs[self.name].joints:
            joint, values = self.figure.joint(name), pose.q[self.figure.values_of(name)]
            if joint.order == QUATERNION:
                turned = rotation_of(joint, values)
                values = np.array(euler.from_matrix(turned, *euler_axes(FREE_ORDER), 1, 0.0))
            parts.append(values)
        return np.concatenate(parts)

    def solve(
        self,
        goal: Goal,
        *,
        pick: Pick | None = None,
        pose: Pose | None = None,
        wrist: ArrayLike | None = None,
        flexion: float | None = None,
        approximate: bool = True,
        progress: bool = False,
    ) -> Any:
        """The answer to a goal in the world: a `Solution`, or `Solutions` for a batch.

        `pick` chooses among the valid answers (default: `widest`, for an `Alignment` or an `Aim` `midrange`). `pose`
        says where the rest of the figure stands (default: at rest). For a `Position` or an `Aim` the wrist's three
        values are held: `wrist`, or those of the pose (without a figure: mid-range). An `Aim` may hold the hinge too:
        `flexion`. With approximate=False a goal whose best approximation needs a search gets its status only, which is
        quicker; q is then the middle of the ranges. progress=True shows a bar.
        """
        if pick is not None and not isinstance(pick, Pick):
            raise InputError("pick", f"takes a pick, such as lb.widest or lb.nearest(0.3), not {pick!r}")
        if isinstance(goal, Alignment | Aim):
            return partial.solve(self, goal, pick or midrange, pose, wrist, flexion, approximate, progress)
        pick = pick or widest
        if flexion is not None or pick.second is not None:
            _refuse_second(goal, flexion, pick)
        root = self._frozen_root(pose)
        if isinstance(goal, Placement):
            if wrist is not None:
                raise InputError("wrist", "belongs to a Position; a Placement sets the wrist itself")
            targets, shape, held = goal.matrix, goal.matrix.shape[:-2], None
            if not shape:
                targets = targets[None]
        else:
            _check_goal(goal)
            targets, shape, held = goal.position, goal.position.shape[:-1], self._held_wrist(pose, wrist)
        if isinstance(pick, Least):
            return self._solve_least(goal, shape, pick, pose, wrist)
        count = math.prod(shape)
        rows = np.ascontiguousarray(targets).reshape(count, 16 if held is None else 3)
        rows.flags.writeable = False
        aims = NOTHING if pick.aim is None else self._aims(pick, root, shape)
        q, numbers = np.empty((count, 7)), np.empty((count, 5))
        codes = np.empty((count, 5), dtype=np.int64)
        asked = (root, self._own_forearm, NO_WRIST, 2) if held is None else (root, self._forearm(held), held, 1)
        if count == 1 and not progress:
            self._run(asked, pick.code, approximate, rows, aims, q, numbers, codes)
        else:

            def job(part: slice) -> None:
                some = aims[part] if len(aims) > 1 else aims
                self._run(asked, pick.code, approximate, rows[part], some, q[part], numbers[part], codes[part])

            over_chunks(job, count, smallest=64, progress="solving" if progress else None)
        base = pose if pose is not None or self.figure is None else self.figure.rest()
        if shape:
            whole = (q.reshape(*shape, 7), numbers.reshape(*shape, 5), codes.reshape(*shape, 5))
            return Solutions(self, goal, base, held, *whole)
        return Solution(self, goal, base, held, q[0], numbers[0].tolist(), codes[0].tolist())

    def _run(
        self,
        asked: tuple[Array, tuple[float, float, float], Array, int],
        code: int,
        approximate: bool,
        rows: Array,
        aims: Array,
        q: Array,
        numbers: Array,
        codes: NDArray[np.int64],
    ) -> None:
        """Some rows of goals: first the answers, then what needs a search."""
        root, forearm, wrist, balls = asked
        packed, body = (self._packed, self._body) if balls == 2 else (self._arm_packed, self._arm_body)
        left = solve.answers(packed, root, forearm, wrist, balls, rows, code, aims, q, numbers, codes)
        if code in (CONTINUING, CLEARANCE, MIDRANGE):
            search.answers_again(body, root, forearm, balls, rows, code, aims, q, numbers, codes)
        if left and approximate:
            nearest.approximations(body, root, forearm, balls, rows, q, numbers, codes)

    def solve_q(self, matrix: Array) -> Array | None:
        """The seven values for one placement of the tool (4, 4), as float64; None if it cannot be met.

        The quickest call: `widest` is the pick, the figure is at rest, and nothing else is reported.
        """
        try:
            goals = np.ascontiguousarray(matrix, dtype=np.float64)
        except (TypeError, ValueError):
            goals = np.empty(0)
        if goals.shape != (4, 4):
            raise InputError("matrix", "takes a 4x4 array of numbers")
        goals = goals.reshape(1, 16)
        goals.flags.writeable = False  # of this view; kernels know one kind of goals
        q = np.empty(7)
        return q if solve.quick_answer(self._packed, self._rest_root, self._own_forearm, goals, q) else None

    def swivel(
        self,
        goal: Goal,
        *,
        pose: Pose | None = None,
        wrist: ArrayLike | None = None,
        flexion: float | None = None,
    ) -> Any:
        """The whole family of answers to a goal in the world, with the same arguments as `solve`.

        A `Swivel` for a `Placement` or a `Position`: the elbow's circle and the exact arcs of valid swivels. For an
        `Alignment` a `SwivelAndRoll`, for an `Aim` a `SwivelAndFlexion`, which have those for each roll or flexion.
        """
        if isinstance(goal, Alignment):
            return SwivelAndRoll(partial.question(self, goal, pose, wrist, flexion))
        if isinstance(goal, Aim):
            return SwivelAndFlexion(partial.question(self, goal, pose, wrist, flexion))
        if flexion is not None:
            _refuse_second(goal, flexion, widest)
        return Swivel(self.question(goal, pose=pose, wrist=wrist))

    def question(
        self, goal: Placement | Position, *, pose: Pose | None = None, wrist: ArrayLike | None = None
    ) -> Question:
        """One goal, seen from the shoulder."""
        root = self._frozen_root(pose)
        base = (self.figure.rest() if pose is None else pose) if self.figure is not None else None
        if isinstance(goal, Placement | Position) and goal.is_batch:
            raise InputError("goal", "is a batch; this takes one goal, such as goal[0]")
        if isinstance(goal, Placement):
            if wrist is not None:
                raise InputError("wrist", "belongs to a Position; a Placement sets the wrist itself")
            exact = np.array(goal.matrix)
            if not rigid.made_exact(exact):
                raise InputError("goal", "is a row of a batch that is not finite, or not a rigid transform")
            wanted = np.linalg.inv(root) @ exact
            turned = wanted[:3, :3] @ self.tool[:3, :3].T
            x, y, z = (wanted[:3, 3] - turned @ self.tool[:3, 3]).tolist()
            return Question(self, goal, base, self._body, root, (x, y, z), turned, self._own_forearm, None)
        _check_goal(goal)
        if not (np.abs(goal.position) <= check.LARGEST).all():
            raise InputError("goal", f"{goal.position.tolist()} is no place; every number must be finite")
        held = self._held_wrist(pose, wrist)
        x, y, z = (np.linalg.inv(root) @ [*goal.position, 1.0])[:3].tolist()
        return Question(self, goal, base, self._arm_body, root, (x, y, z), np.eye(3), self._forearm(held), held)

    def _forearm(self, held: Array) -> tuple[float, float, float]:
        """With the wrist held, the forearm reaches to the tool: that point takes the wrist's place."""
        r2 = np.empty((3, 3))
        euler.to_matrix(tuple((held + self._offsets[4:]).tolist()), *euler_axes(self.wrist), r2)
        point = anatomy.flattened(self.B[:3, 3] + self.B[:3, :3] @ r2 @ self.tool[:3, 3])
        if math.hypot(point[0], point[2]) <= 1e-9 * (np.linalg.norm(point) + np.linalg.norm(self.B[:3, 3])):
            raise InputError("wrist", "brings the tool onto the hinge's axis, where bending does not move it")
        x, y, z = point.tolist()
        return x, y, z

    def _held_wrist(self, pose: Pose | None, wrist: ArrayLike | None) -> Array:
        if wrist is not None:
            held = check.numbers("wrist", wrist, (3,))
        elif self.figure is None:
            held = anatomy.middles(self.limits)[4:]
        else:
            held = self.values(self.figure.rest() if pose is None else pose)[4:].copy()
        where = "wrist" if wrist is not None else "pose"
        for n, (value, (lo, hi)) in enumerate(zip(held.tolist(), self.limits[4:].tolist(), strict=True)):
            if math.isfinite(hi - lo):
                held[n] = hinge.within(value, lo, hi)
                if abs(math.remainder(value - held[n], 2.0 * math.pi)) > LIMIT_TOLERANCE:
                    raise InputError(
                        where, f"holds the wrist at {value:g}, outside its limits {lo:g} .. {hi:g} (radians)"
                    )
        turned = np.empty((3, 3))
        euler.to_matrix(tuple((held + self._offsets[4:]).tolist()), *euler_axes(self.wrist), turned)
        if min(swing.margins(self._body.swing[1], turned)) < -LIMIT_TOLERANCE:
            raise InputError(where, "holds the wrist outside its limits of swing and twist")
        return check.frozen(held)

    def _aims(self, pick: Pick, root: Array, shape: tuple[int, ...]) -> Array:
        """What the pick needs, one row for all goals or one for each, in the shoulder's frame."""
        given = self.values(pick.aim) if isinstance(pick.aim, Pose) else pick.aim
        if pick.code == ELBOW:
            given = (given - root[:3, 3]) @ root[:3, :3]
        elif pick.second == "flexion":
            given = given + np.array([0.0, 0.0, self._offsets[3]])
        if given.shape[:-1] not in ((), shape):
            raise InputError(f"pick=lb.{pick.name}", f"is for {given.shape[:-1]} goals, but there are {shape}")
        aims = np.zeros((math.prod(given.shape[:-1]), 7))
        aims[:, : given.shape[-1]] = given.reshape(len(aims), given.shape[-1])
        return check.frozen(aims)

    def _solve_least(
        self,
        goal: Placement | Position,
        shape: tuple[int, ...],
        pick: Least,
        pose: Pose | None,
        wrist: ArrayLike | None,
    ) -> Any:
        """`least` calls the user's function, so it goes goal by goal."""
        found = self.solve(goal, pose=pose, wrist=wrist)
        if not shape:
            return self.swivel(goal, pose=pose, wrist=wrist).least(pick.objective, pick.gradient) if found.ok else found
        q, numbers, codes = (np.array(part) for part in (found.q, found._numbers, found._codes))
        for index in np.ndindex(*shape):
            if found.ok[index]:
                best = self.swivel(goal[index], pose=pose, wrist=wrist).least(pick.objective, pick.gradient)
                q[index], numbers[index], codes[index] = best.q, best._numbers, best._codes
        return Solutions(self, goal, found.pose, found.wrist, q, numbers, codes)

    def jacobian_of_solution(self, solution: Solution) -> Array:
        """(7, 6): how q answers a small move (metres) and turn (radians) of the tool in the world, the swivel fixed.

        For a `Position` (7, 3), the wrist held. For an `Alignment` the roll is part of the turn.
        """
        return derivatives.of_solution(self, solution)

    def _blocked_by(self, solution: Solution) -> tuple[str, ...]:
        return explain.blocked_by(self, solution)

    def _explain(self, solution: Solution) -> str:
        return explain.sentence(self, solution)

    def apply(self, q: ArrayLike, pose: Pose) -> Pose:
        """A pose with this limb's seven values."""
        return Pose.of(self._checked(pose).figure, self._apply(check.numbers("q", q, (7,)), pose))

    def _apply(self, q: Array, pose: Pose) -> Array:
        """The figure's values (..., width) for rows of the limb's (..., 7), all else from the pose."""
        figure = self._checked(pose).figure
        rows = np.tile(pose.q, (*q.shape[:-1], 1)) if q.ndim > 1 else pose.q.copy()
        first = 0
        for name in figure.limbs[self.name].joints:
            joint, place = figure.joint(name), figure.values_of(name)
            part = q[..., first : first + joint.dof]
            rows[..., place] = _quaternions(part) if joint.order == QUATERNION else part
            first += joint.dof
        return rows


def _check_goal(goal: object) -> None:
    if not isinstance(goal, Position | Placement):
        raise InputError("goal", f"takes a goal, such as lb.Placement(T) or lb.Position(p), not {type(goal).__name__}")


def _refuse_second(goal: object, flexion: float | None, pick: Pick) -> None:
    """An error for what only an alignment or an aim can have."""
    _check_goal(goal)
    if flexion is not None:
        raise InputError("flexion", f"belongs to an Aim; a {type(goal).__name__} sets the hinge itself")
    raise InputError(f"pick=lb.nearest, {pick.second}", f"is not free in a {type(goal).__name__}")


def _quaternions(angles: Array) -> Array:
    """Unit quaternions of turns (..., 3) in the order that limbs use for such balls."""
    flat, matrix = angles.reshape(-1, 3), np.empty((3, 3))
    out = np.empty((len(flat), 4))
    for row, (a, b, c) in enumerate(flat.tolist()):
        euler.to_matrix((a, b, c), *euler_axes(FREE_ORDER), matrix)
        out[row] = quaternion.from_matrix(matrix)
    return out.reshape(*angles.shape[:-1], 4)

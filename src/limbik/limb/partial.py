"""Alignments and aims: goals that leave a second freedom beside the swivel, the roll or the flexion."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.compiled import over_chunks
from limbik.errors import InputError
from limbik.figure.limits import LIMIT_TOLERANCE
from limbik.figure.pose import Pose
from limbik.figure.transform import euler_axes
from limbik.goals import Aim, Alignment
from limbik.kernels import complete, euler, hinge, partial, partial_nearest, partial_survey
from limbik.kernels.anatomy import REACHED, TORSO, Anatomy
from limbik.kernels.choice import NATURAL
from limbik.kernels.plan import AIM, ALIGN, FREE, Terms
from limbik.limb import anatomy
from limbik.limb.picks import NOTHING, Least, Pick, midrange
from limbik.solution import Solution, Solutions

if TYPE_CHECKING:
    from limbik.limb.limb import Limb

PartialGoal = Alignment | Aim
SMALLEST = 8
"""Goals in a chunk: these take longer than placements."""


@dataclass(frozen=True, eq=False)
class Asking:
    """What the goals of a batch have in common: the limb in its pose, the tool's axis, and what an aim holds."""

    limb: "Limb"
    pose: Pose | None
    root: Array
    body: Anatomy
    terms: Terms
    held: Array | None
    flexion: float | None

    @property
    def base(self) -> Pose | None:
        return self.pose if self.pose is not None or self.limb.figure is None else self.limb.figure.rest()


@dataclass(frozen=True, eq=False)
class PartialQuestion:
    """One goal, and the row (1, 6 or 3) that the kernels take for it."""

    asking: Asking
    goal: PartialGoal
    row: Array

    @property
    def asked(self) -> tuple[Terms, Anatomy, Array, Array]:
        return self.asking.terms, self.asking.body, self.asking.root, self.row

    @property
    def body(self) -> Anatomy:
        return self.asking.body

    @property
    def balls(self) -> int:
        """2 if the wrist moves, 1 if it is held."""
        return 2 if self.asking.terms.kind == ALIGN else 1

    def holds(self, bounds: Array, swing: Array) -> bool:
        """Has the goal an answer under these limits?"""
        body = anatomy.with_limits(self.body.geometry, bounds, self.body.orders, swing, self.balls)
        how, verdict = partial_survey.decide(self.asking.terms, body, self.asking.root, self.row)
        return how == REACHED and verdict in (complete.FOUND, complete.NEARLY)

    def must_give(self) -> float | None:
        """The least angle by which all limits would have to give; None if half a turn is not enough."""
        slack = partial_survey.must_give(*self.asked)
        return slack if math.isfinite(slack) else None

    def solution(self, status: int, q: Array, swivel: float, roll: float, family: tuple[int, int, int]) -> Solution:
        """A posture as an answer."""
        off, turned, margin = partial_survey.judge(*self.asked, q)
        numbers = [math.remainder(swivel, 2.0 * math.pi), off, turned, margin, roll]
        asked = (self.asking.limb, self.goal, self.asking.base, self.asking.held)
        return Solution(*asked, q, numbers, [status, *family, 1], self.asking.flexion)


def ask(limb: "Limb", goal: PartialGoal, pose: Pose | None, wrist: ArrayLike | None, flexion: float | None) -> Asking:
    """The terms of a goal, or of a batch."""
    root = limb._frozen_root(pose)
    axis = np.array(goal.axis)
    hand = limb.tool[:3, :3] @ axis
    if isinstance(goal, Alignment):
        for name, value in (("wrist", wrist), ("flexion", flexion)):
            if value is not None:
                raise InputError(name, "belongs to an Aim; an Alignment sets all seven joints itself")
        terms = Terms(ALIGN, limb._own_forearm, _triple(axis), _triple(hand), (0.0, 0.0, 0.0), FREE, (0.0, 0.0, 0.0))
        return Asking(limb, pose, root, limb._body, terms, None, None)
    held = limb._held_wrist(pose, wrist)
    turned = np.empty((3, 3))
    euler.to_matrix(_triple(held + limb._offsets[4:]), *euler_axes(limb.wrist), turned)
    forearm = limb.B[:3, 3] + limb.B[:3, :3] @ turned @ limb.tool[:3, 3]
    pointer = limb.B[:3, :3] @ turned @ hand
    bend = None if flexion is None else _held_flexion(limb, flexion)
    angle = FREE if bend is None else (bend + float(limb._offsets[3]), bend + float(limb._offsets[3]))
    terms = Terms(AIM, _triple(forearm), _triple(axis), _triple(hand), _triple(pointer), angle, _triple(held))
    return Asking(limb, pose, root, limb._arm_body, terms, held, bend)


def question(
    limb: "Limb", goal: PartialGoal, pose: Pose | None, wrist: ArrayLike | None, flexion: float | None
) -> PartialQuestion:
    """One goal, checked: a row of a batch may be none."""
    if goal.is_batch:
        raise InputError("goal", "is a batch; this takes one goal, such as goal[0]")
    rows, _ = _rows(goal)
    if not (np.abs(rows) <= check.LARGEST).all() or (isinstance(goal, Alignment) and not goal.direction.any()):
        raise InputError("goal", "is a row of a batch that is no goal: not finite, or a direction of length 0")
    return PartialQuestion(ask(limb, goal, pose, wrist, flexion), goal, rows)


def solve(
    limb: "Limb",
    goal: PartialGoal,
    pick: Pick,
    pose: Pose | None,
    wrist: ArrayLike | None,
    flexion: float | None,
    approximate: bool,
    progress: bool,
) -> Any:
    """A `Solution`, or `Solutions` for a batch."""
    asking = ask(limb, goal, pose, wrist, flexion)
    rows, shape = _rows(goal)
    if isinstance(pick, Least):
        return _solve_least(asking, goal, shape, pick)
    if pick.second is not None and (pick.second == "roll") != isinstance(goal, Alignment):
        kind = "an Aim" if isinstance(goal, Aim) else "an Alignment"
        raise InputError(f"pick=lb.nearest, {pick.second}", f"is not free in {kind}")
    if pick.code == NATURAL and (isinstance(goal, Aim) or not asking.body.geometry[TORSO:].any()):
        pick = midrange
    aims = NOTHING if pick.aim is None else limb._aims(pick, asking.root, shape)
    count = len(rows)
    q, numbers, codes = np.empty((count, 7)), np.empty((count, 5)), np.empty((count, 5), dtype=np.int64)

    def job(part: slice) -> None:
        some = aims[part] if len(aims) > 1 else aims
        mine = (q[part], numbers[part], codes[part])
        common = (asking.terms, asking.body, asking.root, rows[part])
        left = partial.answers(*common, pick.code, some, *mine)
        if left and approximate:
            partial_nearest.approximations(*common, *mine)

    over_chunks(job, count, smallest=SMALLEST, progress="solving" if progress else None)
    return _answered(asking, goal, shape, q, numbers, codes)


def _answered(asking: Asking, goal: PartialGoal, shape: tuple[int, ...], q: Array, numbers: Array, codes: Any) -> Any:
    asked = (asking.limb, goal, asking.base, asking.held)
    if shape:
        whole = (q.reshape(*shape, 7), numbers.reshape(*shape, 5), codes.reshape(*shape, 5))
        return Solutions(*asked, *whole, asking.flexion)
    return Solution(*asked, q[0], numbers[0].tolist(), codes[0].tolist(), asking.flexion)


def _solve_least(asking: Asking, goal: PartialGoal, shape: tuple[int, ...], pick: Least) -> Any:
    """`least` calls the user's function, so it goes goal by goal."""
    from limbik.limb.partial_least import least

    found = solve(asking.limb, goal, midrange, asking.pose, asking.held, asking.flexion, True, False)
    if not shape:
        return least(PartialQuestion(asking, goal, _rows(goal)[0]), pick.objective, found) if found.ok else found
    q, numbers, codes = (np.array(part).reshape(-1, part.shape[-1]) for part in (found.q, found._numbers, found._codes))
    for n, index in enumerate(np.ndindex(*shape)):
        if codes[n, 0] == 0:
            one = PartialQuestion(asking, goal[index], _rows(goal[index])[0])
            best = least(one, pick.objective, found[index])
            q[n], numbers[n], codes[n] = best.q, best._numbers, best._codes
    return _answered(asking, goal, shape, q, numbers, codes)


def _rows(goal: PartialGoal) -> tuple[Array, tuple[int, ...]]:
    """Rows of numbers for the kernels, and the goal's leading axes."""
    if isinstance(goal, Alignment):
        numbers = np.concatenate([goal.position, goal.direction], axis=-1)
    else:
        numbers = np.array(goal.at)
    rows = numbers.reshape(-1, numbers.shape[-1])
    return check.frozen(rows), numbers.shape[:-1]


def _held_flexion(limb: "Limb", flexion: float) -> float:
    value = check.number("flexion", flexion)
    lo, hi = limb.limits[3].tolist()
    if not math.isfinite(hi - lo):
        return value
    held = hinge.within(value, lo, hi)
    if abs(math.remainder(value - held, 2.0 * math.pi)) > LIMIT_TOLERANCE:
        raise InputError("flexion", f"holds the hinge at {value:g}, outside its limits {lo:g} .. {hi:g} (radians)")
    return held


def _triple(vector: Array) -> tuple[float, float, float]:
    x, y, z = vector.tolist()
    return x, y, z

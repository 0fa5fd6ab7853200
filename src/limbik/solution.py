"""What comes back: whether and how well a goal is met, the posture, and the arcs of valid swivels."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.pose import Pose
from limbik.goals import Alignment


class Status(IntEnum):
    """Whether a goal is met. All but the first come with the best approximation that the limits allow.

    INVALID is for a row of a batch that is no goal: not finite, or not a rigid transform.
    """

    SOLVED = 0
    TOO_FAR = 1
    TOO_CLOSE = 2
    LIMITED = 3
    INVALID = 4


@dataclass(frozen=True, slots=True, order=True)
class Family:
    """Which Euler branch the shoulder and the wrist take (1 or 2), and which root the hinge: on which side of its most
    extended angle it bends (+1 or -1). For an `Aim` the root is the place of the target on the tool's axis: there may
    be two, the farther (+1) and the nearer one (-1)."""

    shoulder: int
    wrist: int
    hinge: int


@dataclass(frozen=True, slots=True)
class Arc:
    """An interval of swivel angles that keeps every joint inside its limits.

    lo lies in [-pi, pi), hi in [lo, lo + 2 pi]; the ends belong to it. `flexion` is the hinge's angle on it.
    """

    lo: float
    hi: float
    family: Family
    flexion: float

    @property
    def middle(self) -> float:
        return 0.5 * (self.lo + self.hi)

    @property
    def length(self) -> float:
        return self.hi - self.lo


def covered(arcs: Iterable[Arc]) -> float:
    """How much of the circle some arcs cover together, in radians; where several overlap, it counts once."""
    turn, total, reached = 2.0 * math.pi, 0.0, -math.inf
    for start, end in sorted((arc.lo + shift, arc.hi + shift) for arc in arcs for shift in (-turn, 0.0, turn)):
        low, high = max(start, reached, 0.0), min(end, turn)
        total += max(high - low, 0.0)
        reached = max(reached, end)
    return total


class Solver(Protocol):
    """What an answer asks of the solver that it came from."""

    def _blocked_by(self, solution: "Solution") -> tuple[str, ...]: ...

    def _explain(self, solution: "Solution") -> str: ...

    def _apply(self, q: Array, pose: Pose) -> Array: ...


class Solution:
    """One answer: `q` keeps every limit, whatever the status. `goal`, `pose`, `wrist` and `flexion` are what was asked.

    position_error (lengths) and orientation_error (radians) are forward kinematics of q beside the goal: for an
    `Alignment` the angle between the axis and the direction; for an `Aim` the distance of the target from the axis, and
    the angle by which that points past it. `margin` is the distance to the nearest limit in radians, infinite if there
    is none.
    """

    __slots__ = ("_codes", "_numbers", "_solver", "flexion", "goal", "pose", "q", "wrist")
    goal: Any
    pose: Pose | None
    wrist: Array | None
    flexion: float | None
    q: Array
    _solver: Solver
    _numbers: list[float]
    _codes: list[int]

    def __init__(
        self,
        solver: Solver,
        goal: Any,
        pose: Pose | None,
        wrist: Array | None,
        q: Array,
        numbers: list[float],
        codes: list[int],
        flexion: float | None = None,
    ) -> None:
        put = object.__setattr__
        q.flags.writeable = False
        if wrist is not None:
            wrist.flags.writeable = False
        put(self, "_solver", solver)
        put(self, "goal", goal)
        put(self, "pose", pose)
        put(self, "wrist", wrist)
        put(self, "flexion", flexion)
        put(self, "q", q)
        put(self, "_numbers", numbers)
        put(self, "_codes", codes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Solution cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        asked = (self._solver, self.goal, self.pose, self.wrist)
        return Solution, (*asked, self.q, self._numbers, self._codes, self.flexion)

    @property
    def status(self) -> Status:
        return _STATUSES[self._codes[0]]

    @property
    def ok(self) -> bool:
        """Is the goal met?"""
        return self._codes[0] == 0

    @property
    def swivel(self) -> float:
        """The elbow's angle about the line from shoulder to wrist; for an `Aim`, to the target."""
        return self._numbers[0]

    @property
    def roll(self) -> float | None:
        """For an `Alignment`: how the tool is rolled about the direction (see `Alignment.placement`); else None."""
        return self._numbers[4] if isinstance(self.goal, Alignment) else None

    @property
    def proved(self) -> bool:
        """Whether the status is certain. False: a complete search gave up, which should not happen."""
        return self._codes[4] == 1

    @property
    def position_error(self) -> float:
        return self._numbers[1]

    @property
    def orientation_error(self) -> float:
        return self._numbers[2]

    @property
    def margin(self) -> float:
        return self._numbers[3]

    @property
    def family(self) -> Family:
        """The branch that q belongs to."""
        return Family(*self._codes[1:4])

    @property
    def blocked_by(self) -> tuple[str, ...]:
        """The joints' values whose limits, together, leave no answer; none of them could be left out of the list."""
        return self._solver._blocked_by(self)

    def explain(self) -> str:
        """One plain sentence: what was found, or what is in the way, by how much, and whether the elbow can help."""
        return self._solver._explain(self)

    def apply(self, pose: Pose | None = None) -> Pose:
        """A pose of the figure with this limb as solved; all else from `pose`, by default the one it was solved in."""
        base = _base(self.pose, pose)
        return Pose.of(base.figure, self._solver._apply(self.q, base))

    def __repr__(self) -> str:
        return (
            f"Solution({self.status.name}, swivel={self.swivel:.4g}, position_error={self.position_error:.2g}, "
            f"orientation_error={self.orientation_error:.2g}, margin={self.margin:.3g})"
        )


_STATUSES = tuple(Status)


def _base(own: Pose | None, given: Pose | None) -> Pose:
    if own is None:
        raise InputError("pose", "this limb has no figure, so there is no pose to apply its answer to")
    return own if given is None else given


class Solutions(check.Sealed):
    """Answers to a batch of goals, as arrays over its leading axes; `solutions[n]` is one of them as a Solution.

    status holds numbers of `Status`; family (..., 3) those of `Family`. A row that was no goal is INVALID: its q is the
    middle of the ranges, its errors are infinite.
    """

    def __init__(
        self,
        solver: Solver,
        goal: Any,
        pose: Pose | None,
        wrist: Array | None,
        q: Array,
        numbers: Array,
        codes: NDArray[np.int64],
        flexion: float | None = None,
    ) -> None:
        self._solver, self.goal, self.pose, self.wrist, self.flexion = solver, goal, pose, wrist, flexion
        self.q, self._numbers, self._codes = q, numbers, codes
        for array in (q, numbers, codes):
            array.flags.writeable = False
        self.seal()

    @property
    def shape(self) -> tuple[int, ...]:
        """The goal's leading axes."""
        return self.q.shape[:-1]

    @property
    def status(self) -> NDArray[np.int64]:
        return self._codes[..., 0]

    @property
    def ok(self) -> NDArray[np.bool_]:
        met: NDArray[np.bool_] = self.status == Status.SOLVED
        return met

    @property
    def family(self) -> NDArray[np.int64]:
        return self._codes[..., 1:4]

    @property
    def roll(self) -> Array | None:
        """For an `Alignment`, see `Solution.roll`; else None."""
        return self._numbers[..., 4] if isinstance(self.goal, Alignment) else None

    @property
    def proved(self) -> NDArray[np.bool_]:
        """Where the status is certain, see `Solution.proved`."""
        certain: NDArray[np.bool_] = self._codes[..., 4] == 1
        return certain

    @property
    def swivel(self) -> Array:
        return self._numbers[..., 0]

    @property
    def position_error(self) -> Array:
        return self._numbers[..., 1]

    @property
    def orientation_error(self) -> Array:
        return self._numbers[..., 2]

    @property
    def margin(self) -> Array:
        return self._numbers[..., 3]

    def counts(self) -> dict[Status, int]:
        """How many rows have each status."""
        found = np.bincount(self.status.ravel(), minlength=len(Status))
        return {status: int(found[status]) for status in Status}

    def apply(self, pose: Pose | None = None) -> Array:
        """The whole figure's values (..., width), as `figure.world` takes them: each row the pose with one answer."""
        return self._solver._apply(self.q, _base(self.pose, pose))

    def __len__(self) -> int:
        return len(self.q)

    def __iter__(self) -> Iterator[Any]:
        return (self[n] for n in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        q, numbers, codes = (check.rows_at(array, index, 1) for array in (self.q, self._numbers, self._codes))
        goal = self.goal[index]
        if q.ndim > 1:
            return Solutions(self._solver, goal, self.pose, self.wrist, q, numbers, codes, self.flexion)
        asked = (self._solver, goal, self.pose, self.wrist)
        return Solution(*asked, q, numbers.tolist(), codes.tolist(), self.flexion)

    def __repr__(self) -> str:
        found = ", ".join(f"{number} {status.name}" for status, number in self.counts().items() if number)
        return f"Solutions(shape {self.shape}: {found or 'none'})"

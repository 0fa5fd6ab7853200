"""Keys: poses at moments in time, and everything in between."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import PchipInterpolator
from scipy.spatial.transform import Rotation, Slerp

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.joint import Joint
from limbik.figure.pose import Pose, rotation_of, rotation_values

Rotations = Callable[[Array], Rotation]

SHORTEST = 1e-9
"""Keys have to be at least this fraction of the whole time apart."""


class Keys(check.Sealed):
    """Key poses at increasing times (seconds).

    Straight (the default): values go in straight lines, balls along the shortest rotation at constant speed. Smooth:
    values by monotone cubics, which have no corner and never leave the span of their two keys, so that they keep every
    limit that the keys keep; balls by cubic curves with continuous angular velocity, which may swing a little past
    their keys. Before the first key and after the last, the figure stands still.
    """

    def __init__(self, times: ArrayLike, poses: Sequence[Pose], *, smooth: bool = False) -> None:
        self.times = check.frozen(check.numbers("times", times, (None,)))
        self.poses: tuple[Pose, ...] = tuple(check.listed("poses", poses))
        self.smooth = bool(smooth)
        if len(self.poses) < 2 or len(self.poses) != len(self.times):
            raise InputError("poses", f"are {len(self.poses)} for {len(self.times)} times; give at least 2, in pairs")
        gaps = np.diff(self.times)
        if not (gaps > 0.0).all():
            raise InputError("times", "do not increase; give each key a later time than the one before")
        if gaps.min() < SHORTEST * (self.times[-1] - self.times[0]) or gaps.min() < 1e-100:
            raise InputError("times", f"has keys only {gaps.min():g} s apart; merge them")
        for number, pose in enumerate(self.poses):
            check.instance(f"poses[{number}]", pose, Pose, "figure.rest()")
            if not pose.figure.same_values(self.poses[0].figure):
                raise InputError(f"poses[{number}]", "is no pose of the first pose's figure")
        self.figure = self.poses[0].figure
        rows = np.array([pose.q for pose in self.poses])
        self._rows = rows
        self._smooth_values = PchipInterpolator(self.times, rows) if smooth and rows.shape[1] else None
        self._rotations: list[tuple[Joint, slice, Rotations]] = []
        for joint in self.figure.joints:
            if joint.rotation_slice is not None:
                whole = self.figure.values_of(joint.name)
                place = slice(whole.start + joint.rotation_slice.start, whole.stop)
                turns = Rotation.from_matrix(np.array([rotation_of(joint, row[place]) for row in rows]))
                made: Rotations = SmoothRotations(self.times, turns) if smooth else Slerp(self.times, turns)
                self._rotations.append((joint, place, made))
        self.seal()

    def __repr__(self) -> str:
        kind = "smooth" if self.smooth else "straight"
        return f"Keys({self.figure.name!r}, {len(self.times)} {kind} keys, {self.times[0]:g} to {self.times[-1]:g} s)"

    def at(self, time: float) -> Pose:
        """The pose at a moment."""
        return Pose.of(self.figure, self.sample(check.number("time", time)))

    def sample(self, times: ArrayLike) -> Array:
        """The poses (..., width) at moments (...), ready for `figure.world`."""
        given = check.numbers("times", times)
        moments = np.clip(given.ravel(), self.times[0], self.times[-1])
        if self._smooth_values is not None:
            rows = np.asarray(self._smooth_values(moments), dtype=np.float64)
        else:
            columns = [np.interp(moments, self.times, column) for column in self._rows.T]
            rows = np.stack(columns, axis=1) if columns else np.empty((len(moments), 0))
        for joint, place, rotations in self._rotations:
            turned = np.roll(rotations(moments).as_quat(), 1, axis=1)  # SciPy writes x y z w
            for row, quaternion in zip(rows, turned, strict=True):
                row[place] = rotation_values(joint, tuple(quaternion.tolist()), row[place])
        on_key = np.searchsorted(self.times, moments)
        exact = self.times[on_key] == moments
        rows[exact] = self._rows[on_key[exact]]
        return rows.reshape(*given.shape, rows.shape[1])


class SmoothRotations:
    """Rotations through keys with continuous angular velocity: cubic curves, closed form, no iteration.

    Between two keys the curve is q0 exp(b1 w1) exp(b2 w2) exp(b3 w3) with cumulative Bernstein polynomials b (Kim, Kim
    and Shin 1995): w1 and w3 are a third of the interval times the angular velocities at its ends, in the body, and w2
    is what is left. The velocity at a key is a mean of the two neighbouring ones, no faster than three times the slower
    and 0 where they oppose each other: the rule of monotone cubics, which keeps overshoot small.
    """

    def __init__(self, times: Array, keys: Rotation) -> None:
        self.times = times
        self.keys = keys
        spans = np.diff(times)
        slopes = (keys[:-1].inv() * keys[1:]).as_rotvec() / spans[:, None]
        velocities = np.concatenate([slopes[:1], np.zeros((len(slopes) - 1, 3)), slopes[-1:]])
        for number in range(1, len(slopes)):
            before, after = slopes[number - 1], slopes[number]
            if before @ after > 0.0:
                mean = (spans[number] * before + spans[number - 1] * after) / (spans[number - 1] + spans[number])
                fastest = 3.0 * min(np.linalg.norm(before), np.linalg.norm(after))
                velocities[number] = mean * min(1.0, fastest / np.linalg.norm(mean))
        self.first = velocities[:-1] * spans[:, None] / 3.0
        self.last = velocities[1:] * spans[:, None] / 3.0
        middle = Rotation.from_rotvec(-self.first) * keys[:-1].inv() * keys[1:] * Rotation.from_rotvec(-self.last)
        self.middle = middle.as_rotvec()

    def __call__(self, moments: Array) -> Rotation:
        number = np.clip(np.searchsorted(self.times, moments, side="right") - 1, 0, len(self.times) - 2)
        t = ((moments - self.times[number]) / (self.times[number + 1] - self.times[number]))[:, None]
        turned = self.keys[number] * Rotation.from_rotvec((1.0 - (1.0 - t) ** 3) * self.first[number])
        turned = turned * Rotation.from_rotvec((3.0 - 2.0 * t) * t * t * self.middle[number])
        return turned * Rotation.from_rotvec(t**3 * self.last[number])

"""Keys: poses at moments in time, and everything in between."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import PchipInterpolator
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.joint import Joint
from limbik.figure.pose import Pose, rotation_of, rotation_values

Rotations = Callable[[Array], Rotation]


class Keys:
    """Key poses at increasing times (seconds).

    Straight (the default): values go in straight lines, balls along the shortest rotation at constant speed. Smooth:
    values by monotone cubics, which have no corner and never leave the span of their two keys, so that they keep every
    limit that the keys keep; balls by a rotation spline with continuous angular velocity, which may. Before the first
    key and after the last, the figure stands still.
    """

    def __init__(self, times: ArrayLike, poses: Sequence[Pose], *, smooth: bool = False) -> None:
        self.times = check.frozen(check.numbers("times", times, (None,)))
        self.poses = tuple(poses)
        self.smooth = smooth
        if len(self.poses) < 2 or len(self.poses) != len(self.times):
            raise InputError("poses", f"are {len(self.poses)} for {len(self.times)} times; give at least 2, in pairs")
        if not (np.diff(self.times) > 0.0).all():
            raise InputError("times", "do not increase; give each key a later time than the one before")
        for number, pose in enumerate(self.poses):
            check.instance(f"poses[{number}]", pose, Pose, "figure.rest()")
            if pose.figure.value_names != self.poses[0].figure.value_names:
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
                keys = Rotation.from_matrix(np.array([rotation_of(joint, row[place]) for row in rows]))
                made: Rotations = (RotationSpline if smooth else Slerp)(self.times, keys)
                self._rotations.append((joint, place, made))

    def at(self, time: float) -> Pose:
        """The pose at a moment."""
        return Pose(self.figure, self.sample(check.number("time", time)))

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
            # SciPy writes x y z w.
            turned = np.roll(rotations(moments).as_quat(), 1, axis=1)
            for row, quaternion in zip(rows, turned, strict=True):
                row[place] = rotation_values(joint, tuple(quaternion.tolist()), row[place])
        on_key = np.searchsorted(self.times, moments)
        exact = self.times[on_key] == moments
        rows[exact] = self._rows[on_key[exact]]
        return rows.reshape(*given.shape, -1) if rows.size else rows.reshape(*given.shape, rows.shape[1])

    def __repr__(self) -> str:
        kind = "smooth" if self.smooth else "straight"
        return f"Keys({self.figure.name!r}, {len(self.times)} {kind} keys, {self.times[0]:g} to {self.times[-1]:g} s)"

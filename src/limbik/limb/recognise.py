"""Finds the ball-hinge-ball unit in a figure's joints: balls, or consecutive hinges whose axes meet in a point.

With every joint at 0, the seven joint axes are lines in the frame that the limb hangs on. Three of them must meet in
the shoulder and the last three in the wrist; the motion is then a product of turns about those lines,

    E1(q1, q2, q3) E4(q4) E2(q5, q6, q7) Z,      Z the tool's frame at zero,

and written about the points where the axes meet it takes the form T1 A Ry B T2 E.
"""

import math
from dataclasses import dataclass

import numpy as np

from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.figure import Figure
from limbik.figure.joint import QUATERNION, Joint, LimbParts
from limbik.figure.layout import steps_of
from limbik.figure.pose import Pose
from limbik.figure.transform import euler_axes, transform
from limbik.kernels import tree
from limbik.kernels.rotation import about_axis
from limbik.kernels.swing import ONE_FAMILY

FREE_ORDER = "XYZ"
"""The angles that a limb uses for a ball that is a quaternion."""
WIDEST_MISS = 1e-6
"""Axes that miss their common point by more than this fraction of the limb's length do not make a ball."""


@dataclass(frozen=True, eq=False)
class Unit:
    """What `Limb` is built from. `root` is relative to the frame that the first joint hangs on."""

    root: Array
    a: Array
    b: Array
    tool: Array
    shoulder: str
    wrist: str
    limits: Array
    offsets: Array
    """Added to the joints' values to get the angles of the Euler orders and of the hinge."""
    swing: Array
    """(2, 15): limits of swing and twist of both balls, see `kernels.swing`."""
    names: tuple[str, ...]
    """Of the seven values; a quaternion counts as the turns of the order X Y Z."""
    miss: float
    """How far the axes are from meeting, in the figure's lengths; 0 for true balls."""


@dataclass(frozen=True, eq=False)
class Line:
    direction: Array
    point: Array


@dataclass(frozen=True, eq=False)
class BallAxes:
    """Three axes through one point: Rot(k1) Rot(k2) Rot(k3) = P [Euler angles + offset] P' after."""

    center: Array
    basis: Array
    order: str
    offset: float
    after: Array
    miss: float


def recognise(figure: Figure, name: str, site: str | None = None) -> Unit:
    """The limb of that name, or an error that says why its joints are none; its site, or another one if given."""
    parts = figure.limbs[name]
    if site is not None:
        figure.frame_index(site, argument="tool")
        if figure.joint(parts.joints[-1]) not in figure.path(site):
            raise InputError("tool", f"{site!r} is not carried by {parts.joints[-1]!r}, the limb's last joint")
        parts = LimbParts(parts.joints, site)
    joints = [figure.joint(joint) for joint in parts.joints]
    zero = _zero_pose(figure)
    _check_nothing_moves_between(figure, name, joints, parts.site)
    parent = joints[0].parent
    back = np.eye(4) if parent is None else np.linalg.inv(zero.world()[parent])
    lines = [line for joint in joints for line in _lines(joint, back @ zero.world()[joint.name])]
    if len(lines) != 7:
        raise InputError("name", f"{name!r} has {len(lines)} axes; a limb has 7: a ball, a hinge and a ball")
    tool = back @ zero.world()[parts.site]
    shoulder = _ball(name, "shoulder", lines[:3], _single_ball(joints, 0))
    wrist = _ball(name, "wrist", lines[4:], _single_ball(joints, 4))
    length = sum(float(np.linalg.norm(ball.center - lines[3].point)) for ball in (shoulder, wrist))
    for where, ball in (("shoulder", shoulder), ("wrist", wrist)):
        if ball.miss > WIDEST_MISS * length:
            raise InputError("name", f"{name!r}: the {where}'s axes miss a common point by {ball.miss:.3g}")
    bend = _y_to(lines[3].direction)
    to_hinge = transform(lines[3].point, bend)
    root = transform(shoulder.center, shoulder.basis)
    first = transform(orientation=shoulder.basis.T @ shoulder.after) @ transform(-shoulder.center)
    last = transform(orientation=wrist.basis.T @ wrist.after) @ transform(-wrist.center)
    offsets = np.array([0.0, shoulder.offset, 0.0, 0.0, 0.0, wrist.offset, 0.0])
    limits = np.concatenate([_limits_of(joint) for joint in joints])
    return Unit(
        root=root,
        a=first @ to_hinge,
        b=np.linalg.inv(to_hinge) @ transform(wrist.center, wrist.basis),
        tool=last @ tool,
        shoulder=shoulder.order,
        wrist=wrist.order,
        limits=limits,
        offsets=offsets,
        swing=np.array([_swing_of(joints, 0), _swing_of(joints, 4)]),
        names=tuple(f"{joint.name}.{value}" for joint in joints for value in _value_names(joint)),
        miss=max(shoulder.miss, wrist.miss),
    )


def _zero_pose(figure: Figure) -> Pose:
    values = np.zeros(figure.width)
    for joint in figure.joints:
        if joint.order == QUATERNION:
            values[figure.values_of(joint.name).stop - 4] = 1.0
    return Pose.of(figure, values)


def _check_nothing_moves_between(figure: Figure, name: str, joints: list[Joint], site: str) -> None:
    path = figure.path(site)
    for joint in path[path.index(joints[0]) :]:
        if joint.width and joint not in joints:
            raise InputError("name", f"{name!r}: {joint.name!r} moves between its joints; a limb has no others")
        if joint in joints and joint.swing_twist is not None and any(limit is not None for limit in joint.limits):
            raise InputError(
                "name", f"{name!r}: {joint.name!r} has ranges as well as swing and twist; a limb takes one"
            )


def _lines(joint: Joint, frame: Array) -> list[Line]:
    """The axes of a joint at zero, one for each turn."""
    found = []
    if joint.kind == "ball" and joint.order == QUATERNION:
        return [Line(column, frame[:3, 3]) for column in frame[:3, :3].T]
    for code, axis in steps_of(joint):
        if code in (tree.SLIDE, tree.QUATERNION):
            raise InputError("name", f"{joint.name!r} is a {joint.kind} joint; a limb's joints only turn")
        found.append(Line(frame[:3, :3] @ axis, frame[:3, 3]))
    return found


def _single_ball(joints: list[Joint], first: int) -> str | None:
    """The order of the ball whose three axes start at that number, if one joint has all three."""
    joint = _ball_at(joints, first)
    return None if joint is None else FREE_ORDER if joint.order == QUATERNION else joint.order


def _ball_at(joints: list[Joint], first: int) -> Joint | None:
    number = 0
    for joint in joints:
        if number == first and joint.kind == "ball":
            return joint
        number += joint.dof
    return None


def _limits_of(joint: Joint) -> Array:
    if joint.order == QUATERNION:
        return np.full((3, 2), (-np.inf, np.inf))
    return np.array([(-np.inf, np.inf) if limit is None else (limit.lo, limit.hi) for limit in joint.limits])


def _value_names(joint: Joint) -> tuple[str, ...]:
    return ("turn_x", "turn_y", "turn_z") if joint.order == QUATERNION else joint.names


def _swing_of(joints: list[Joint], first: int) -> Array:
    """The swing and twist limits of the ball whose axes start at that number."""
    numbers = np.zeros(15)
    joint = _ball_at(joints, first)
    if joint is not None and joint.swing_twist is not None:
        numbers[:] = joint.swing_twist.numbers
    if joint is not None and joint.order == QUATERNION:
        numbers[ONE_FAMILY] = 1.0
    return numbers


def _ball(name: str, where: str, lines: list[Line], single: str | None) -> BallAxes:
    if single is not None:
        order = single
        i, j, _ = euler_axes(order)
        basis = np.empty((3, 3))
        basis[:, i], basis[:, j] = lines[0].direction, lines[1].direction
        sign = 1.0 if (j - i) % 3 == 1 else -1.0
        basis[:, 3 - i - j] = sign * np.cross(lines[0].direction, lines[1].direction)
        return BallAxes(lines[0].point, basis, order, 0.0, np.eye(3), 0.0)
    center, miss = _meeting_point(lines)
    k1, k2, k3 = (line.direction for line in lines)
    for first, second, pair in ((k1, k2, "first and second"), (k2, k3, "second and third")):
        if abs(first @ second) > 1e-9:
            raise InputError("name", f"{name!r}: the {where}'s {pair} axes are not perpendicular to each other")
    # Any such axes are Z Y Z: k3 is k1 turned about k2, which only shifts the middle angle.
    offset = math.atan2(np.cross(k1, k3) @ k2, k1 @ k3)
    after = np.empty((3, 3))
    about_axis(tuple(k2.tolist()), -offset, after)
    basis = np.array([np.cross(k2, k1), k2, k1]).T
    return BallAxes(center, basis, "ZYZ", offset, after, miss)


def _meeting_point(lines: list[Line]) -> tuple[Array, float]:
    """The point nearest to several lines, and its largest distance from one of them."""
    flats = [np.eye(3) - np.outer(line.direction, line.direction) for line in lines]
    aims = np.concatenate([flat @ line.point for flat, line in zip(flats, lines, strict=True)])
    point: Array = np.linalg.lstsq(np.concatenate(flats), aims, rcond=None)[0]
    miss = max(float(np.linalg.norm(flat @ (point - line.point))) for flat, line in zip(flats, lines, strict=True))
    return point, miss


def _y_to(axis: Array) -> Array:
    """A rotation whose y axis is the given one."""
    x = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    x /= np.linalg.norm(x)
    return np.array([x, axis, np.cross(x, axis)]).T

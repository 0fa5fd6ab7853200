"""A limb's limits as a box, for searches: coordinates whose ranges are independent of each other.

An Euler angle is a coordinate of its own; of a ball with swing and twist the coordinates are the direction of the
swing, its size as a share of what is allowed there, and the twist.
"""

import math

from limbik.kernels import hinge, quaternion, rotation, swing
from limbik.kernels.anatomy import LIMIT_HI, LIMIT_LO, OFFSET, Anatomy
from limbik.kernels.jit import PI, Array, Vector, lean
from limbik.kernels.posture import ball_angles, ball_matrix
from limbik.kernels.vector import cross, dot, normalise, perpendicular


@lean
def set_values(body: Anatomy, ball: int, angles: Vector, q: Array) -> None:
    """Euler angles of a ball as values of the limb, inside their limits."""
    for n in range(3):
        m = 4 * ball + n
        q[m] = min(max(angles[n] - body.bounds[m, OFFSET], body.bounds[m, LIMIT_LO]), body.bounds[m, LIMIT_HI])


@lean
def swing_matrix(limits: Array, azimuth: float, share: float, twist: float, out: Array) -> None:
    """The rotation that swings the bone from its centre toward an azimuth, by a share of what is allowed there."""
    bone = (limits[swing.BONE], limits[swing.BONE + 1], limits[swing.BONE + 2])
    center = (limits[swing.CENTER], limits[swing.CENTER + 1], limits[swing.CENTER + 2])
    side, allowed = perpendicular(center), limits[swing.HALF_ANGLES]
    c, s = math.cos(azimuth), math.sin(azimuth)
    if limits[swing.KIND] == swing.ELLIPSE:
        side = (limits[swing.TOWARD], limits[swing.TOWARD + 1], limits[swing.TOWARD + 2])
        allowed = swing.ellipse_reach(allowed, limits[swing.HALF_ANGLES + 1], c, s)
    other = cross(center, side)
    angle = share * allowed
    x, y = math.sin(angle) * c, math.sin(angle) * s
    z = math.cos(angle)
    moved = (
        z * center[0] + x * side[0] + y * other[0],
        z * center[1] + x * side[1] + y * other[1],
        z * center[2] + x * side[2] + y * other[2],
    )
    turn = quaternion.mul(quaternion.between(bone, normalise(moved)), quaternion.from_axis_angle(bone, twist))
    quaternion.to_matrix(turn, out)


@lean
def swing_coordinates(limits: Array, r: Array) -> tuple[float, float, float]:
    """The inverse of `swing_matrix`, brought inside the limits: azimuth, share in [0, 1], twist."""
    bone = (limits[swing.BONE], limits[swing.BONE + 1], limits[swing.BONE + 2])
    center = (limits[swing.CENTER], limits[swing.CENTER + 1], limits[swing.CENTER + 2])
    side, allowed = perpendicular(center), limits[swing.HALF_ANGLES]
    if limits[swing.KIND] == swing.ELLIPSE:
        side = (limits[swing.TOWARD], limits[swing.TOWARD + 1], limits[swing.TOWARD + 2])
    moved = rotation.mul_vec(r, bone)
    x, y, z = dot(moved, side), dot(moved, cross(center, side)), dot(moved, center)
    if limits[swing.KIND] == swing.ELLIPSE:
        allowed = swing.ellipse_reach(allowed, limits[swing.HALF_ANGLES + 1], x, y)
    angle = math.atan2(math.hypot(x, y), z)
    share = 0.0 if allowed == 0.0 else min(angle / allowed, 1.0)
    twist = quaternion.twist_angle(quaternion.from_matrix(r), bone)
    lo, hi = limits[swing.TWIST_RANGE], limits[swing.TWIST_RANGE + 1]
    return math.atan2(y, x), share, (hinge.within(twist, lo, hi) if hi - lo < math.inf else twist)


@lean
def box_of(body: Anatomy, lo: Array, hi: Array) -> None:
    """The box of the seven coordinates; what has no limits gets a turn to either side."""
    for n in range(7):
        lo[n], hi[n] = body.bounds[n, LIMIT_LO], body.bounds[n, LIMIT_HI]
        if not hi[n] - lo[n] < math.inf:
            lo[n], hi[n] = -2.0 * PI, 2.0 * PI
    for ball in range(2):
        limits, n = body.swing[ball], 4 * ball
        if limits[swing.KIND] != 0.0:
            lo[n], hi[n], lo[n + 1], hi[n + 1] = -2.0 * PI, 2.0 * PI, 0.0, 1.0
            if limits[swing.TWIST_RANGE + 1] - limits[swing.TWIST_RANGE] < math.inf:
                lo[n + 2], hi[n + 2] = limits[swing.TWIST_RANGE], limits[swing.TWIST_RANGE + 1]


@lean
def to_values(body: Anatomy, x: Array, q: Array, scratch: Array) -> None:
    """Coordinates in the box to the limb's values."""
    q[3] = x[3]
    for ball in range(2):
        n = 4 * ball
        if body.swing[ball, swing.KIND] == 0.0:
            q[n], q[n + 1], q[n + 2] = x[n], x[n + 1], x[n + 2]
        else:
            swing_matrix(body.swing[ball], x[n], x[n + 1], x[n + 2], scratch)
            set_values(body, ball, ball_angles(scratch, body.bounds, body.orders, ball, 1), q)


@lean
def to_coordinates(body: Anatomy, q: Array, x: Array, scratch: Array) -> None:
    """The limb's values to coordinates in the box."""
    x[3] = q[3]
    for ball in range(2):
        n = 4 * ball
        if body.swing[ball, swing.KIND] == 0.0:
            x[n], x[n + 1], x[n + 2] = q[n], q[n + 1], q[n + 2]
        else:
            ball_matrix(body, ball, q, scratch)
            x[n], x[n + 1], x[n + 2] = swing_coordinates(body.swing[ball], scratch)

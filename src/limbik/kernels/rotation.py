"""Rotation matrices (3, 3), columns the axes of the rotated frame."""

import math

from limbik.kernels import quaternion
from limbik.kernels.jit import Array, Vector, hot, lean
from limbik.kernels.vector import norm


@lean
def about_axis(axis: Vector, angle: float, out: Array) -> None:
    """Rot(k, t) = k k' + cos t (I - k k') + sin t [k]x for a unit axis k (Rodrigues)."""
    c, s = math.cos(angle), math.sin(angle)
    half = math.sin(0.5 * angle)
    v = 2.0 * half * half  # 1 - cos t without cancellation
    x, y, z = axis[0], axis[1], axis[2]
    out[0, 0] = c + v * x * x
    out[0, 1] = v * x * y - s * z
    out[0, 2] = v * x * z + s * y
    out[1, 0] = v * x * y + s * z
    out[1, 1] = c + v * y * y
    out[1, 2] = v * y * z - s * x
    out[2, 0] = v * x * z - s * y
    out[2, 1] = v * y * z + s * x
    out[2, 2] = c + v * z * z


@lean
def mul(a: Array, b: Array, out: Array) -> None:
    """out = a b; out must be neither a nor b."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + a[i, 2] * b[2, j]


@lean
def inv_mul(a: Array, b: Array, out: Array) -> None:
    """out = a' b; out must be neither a nor b."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[0, i] * b[0, j] + a[1, i] * b[1, j] + a[2, i] * b[2, j]


@hot
def mul_vec(r: Array, v: Vector) -> tuple[float, float, float]:
    """r v; r may have more columns, as the frame (3, 4) of a tool has."""
    return (
        r[0, 0] * v[0] + r[0, 1] * v[1] + r[0, 2] * v[2],
        r[1, 0] * v[0] + r[1, 1] * v[1] + r[1, 2] * v[2],
        r[2, 0] * v[0] + r[2, 1] * v[1] + r[2, 2] * v[2],
    )


@lean
def inv_mul_vec(r: Array, v: Vector) -> tuple[float, float, float]:
    """r' v."""
    return (
        r[0, 0] * v[0] + r[1, 0] * v[1] + r[2, 0] * v[2],
        r[0, 1] * v[0] + r[1, 1] * v[1] + r[2, 1] * v[2],
        r[0, 2] * v[0] + r[1, 2] * v[1] + r[2, 2] * v[2],
    )


@lean
def exp(v: Vector, out: Array) -> None:
    """Rotation vector (axis times angle) to matrix."""
    quaternion.to_matrix(quaternion.exp(v), out)


@lean
def log(r: Array) -> tuple[float, float, float]:
    """Matrix to the shortest rotation vector, |v| <= pi; accurate at 0 and at half a turn."""
    return quaternion.log(quaternion.from_matrix(r))


@lean
def angle_between(a: Array, b: Array) -> float:
    """The angle in [0, pi] of the rotation from a to b, accurate at both ends."""
    # For D = a'b: tr D = 1 + 2 cos t, and D - D' = 2 sin t [u]x.
    trace = 0.0
    x, y, z = 0.0, 0.0, 0.0
    for i in range(3):
        trace += a[i, 0] * b[i, 0] + a[i, 1] * b[i, 1] + a[i, 2] * b[i, 2]
        x += a[i, 2] * b[i, 1] - a[i, 1] * b[i, 2]
        y += a[i, 0] * b[i, 2] - a[i, 2] * b[i, 0]
        z += a[i, 1] * b[i, 0] - a[i, 0] * b[i, 1]
    return math.atan2(norm((x, y, z)), trace - 1.0)

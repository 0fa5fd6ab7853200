"""Unit quaternions w x y z, Hamilton product: q(k, t) = (cos t/2, k sin t/2)."""

import math

from limbik.kernels.jit import Array, Quaternion, Vector, lean
from limbik.kernels.vector import cross, dot, norm, perpendicular


@lean
def normalise(q: Quaternion) -> tuple[float, float, float, float]:
    """Unit quaternion along q; four zeros become the identity."""
    size = math.hypot(math.hypot(q[0], q[1]), math.hypot(q[2], q[3]))
    if size == 0.0:
        return (1.0, 0.0, 0.0, 0.0)
    return (q[0] / size, q[1] / size, q[2] / size, q[3] / size)


@lean
def mul(p: Quaternion, q: Quaternion) -> tuple[float, float, float, float]:
    """Rotation q first, then p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@lean
def inv(q: Quaternion) -> tuple[float, float, float, float]:
    """Inverse of a unit quaternion."""
    return (q[0], -q[1], -q[2], -q[3])


@lean
def mul_vec(q: Quaternion, v: Vector) -> tuple[float, float, float]:
    """The vector v rotated by q: v + 2 w (u x v) + 2 u x (u x v)."""
    u = (q[1], q[2], q[3])
    t = cross(u, v)
    tt = cross(u, t)
    w = 2.0 * q[0]
    return (v[0] + w * t[0] + 2.0 * tt[0], v[1] + w * t[1] + 2.0 * tt[1], v[2] + w * t[2] + 2.0 * tt[2])


@lean
def inv_mul_vec(q: Quaternion, v: Vector) -> tuple[float, float, float]:
    """The vector v rotated by the inverse of q."""
    return mul_vec(inv(q), v)


@lean
def from_axis_angle(axis: Vector, angle: float) -> tuple[float, float, float, float]:
    """Rotation by angle about a unit axis."""
    s = math.sin(0.5 * angle)
    return (math.cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2])


@lean
def exp(v: Vector) -> tuple[float, float, float, float]:
    """Rotation vector (axis times angle) to quaternion."""
    angle = norm(v)
    half = 0.5 * angle
    s = 0.5 - half * half / 12.0 if angle < 1e-4 else math.sin(half) / angle  # sin(x/2)/x by its series near 0
    return (math.cos(half), s * v[0], s * v[1], s * v[2])


@lean
def log(q: Quaternion) -> tuple[float, float, float]:
    """Quaternion to the shortest rotation vector, |v| <= pi."""
    sign = -1.0 if q[0] < 0.0 else 1.0
    u = (sign * q[1], sign * q[2], sign * q[3])
    size = norm(u)
    if size == 0.0:
        return (0.0, 0.0, 0.0)
    factor = 2.0 * math.atan2(size, sign * q[0]) / size
    return (factor * u[0], factor * u[1], factor * u[2])


@lean
def between(a: Vector, b: Vector) -> tuple[float, float, float, float]:
    """The smallest rotation that carries unit vector a to unit vector b; half a turn where they are opposite."""
    w = 1.0 + dot(a, b)
    if w < 1e-15:
        axis = perpendicular(a)
        return (0.0, axis[0], axis[1], axis[2])
    # Half-angle form: |a + b| = 2 cos(t/2) keeps every digit where 1 + a.b would lose half of them.
    bisector = norm((a[0] + b[0], a[1] + b[1], a[2] + b[2]))
    c = cross(a, b)
    return normalise((0.5 * bisector, c[0] / bisector, c[1] / bisector, c[2] / bisector))


@lean
def slerp(p: Quaternion, q: Quaternion, t: float) -> tuple[float, float, float, float]:
    """The rotation a fraction t of the shortest way from p to q, at constant speed."""
    step = log(mul(inv(p), q))
    return normalise(mul(p, exp((t * step[0], t * step[1], t * step[2]))))


@lean
def twist_angle(q: Quaternion, axis: Vector) -> float:
    """The twist t in [-pi, pi) of q = swing * twist(axis, t). Half a turn of swing leaves it undefined: then 0."""
    along = q[1] * axis[0] + q[2] * axis[1] + q[3] * axis[2]
    if math.hypot(along, q[0]) < 1e-12:
        return 0.0
    angle = 2.0 * math.atan2(along, q[0])
    if angle >= math.pi:
        return angle - 2.0 * math.pi
    if angle < -math.pi:
        return angle + 2.0 * math.pi
    return angle


@lean
def to_matrix(q: Quaternion, out: Array) -> None:
    """Rotation matrix of a unit quaternion into out (3, 3)."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    out[0, 0] = 1.0 - 2.0 * (y * y + z * z)
    out[0, 1] = 2.0 * (x * y - w * z)
    out[0, 2] = 2.0 * (x * z + w * y)
    out[1, 0] = 2.0 * (x * y + w * z)
    out[1, 1] = 1.0 - 2.0 * (x * x + z * z)
    out[1, 2] = 2.0 * (y * z - w * x)
    out[2, 0] = 2.0 * (x * z - w * y)
    out[2, 1] = 2.0 * (y * z + w * x)
    out[2, 2] = 1.0 - 2.0 * (x * x + y * y)


@lean
def from_matrix(r: Array) -> tuple[float, float, float, float]:
    """Unit quaternion of a rotation matrix, w >= 0; divides by the largest of the four components."""
    trace = r[0, 0] + r[1, 1] + r[2, 2]
    if trace >= max(r[0, 0], r[1, 1], r[2, 2]):
        q = (1.0 + trace, r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1])
    elif r[0, 0] >= r[1, 1] and r[0, 0] >= r[2, 2]:
        q = (r[2, 1] - r[1, 2], 1.0 + 2.0 * r[0, 0] - trace, r[0, 1] + r[1, 0], r[0, 2] + r[2, 0])
    elif r[1, 1] >= r[2, 2]:
        q = (r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], 1.0 + 2.0 * r[1, 1] - trace, r[1, 2] + r[2, 1])
    else:
        q = (r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], 1.0 + 2.0 * r[2, 2] - trace)
    unit = normalise(q)
    if unit[0] < 0.0:
        return (-unit[0], -unit[1], -unit[2], -unit[3])
    return unit

"""Vectors of three and angles on the circle."""

import math

import numpy as np

from limbik.kernels.jit import PI, TWO_PI, Vector, hot


@hot
def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@hot
def cross(a: Vector, b: Vector) -> tuple[float, float, float]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@hot
def length(x: float, y: float) -> float:
    """Of a plane vector: six times as fast as hypot, for numbers whose squares neither overflow nor vanish."""
    return math.sqrt(x * x + y * y)


@hot
def plain_norm(a: Vector) -> float:
    """As `norm`, quicker, under the same condition as `length`."""
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@hot
def unit(a: Vector) -> tuple[float, float, float]:
    """As `normalise`, quicker, for a vector that is not tiny, huge or zero."""
    f = 1.0 / plain_norm(a)
    return (f * a[0], f * a[1], f * a[2])


@hot
def norm(a: Vector) -> float:
    """Euclidean length; neither overflows nor underflows on the way."""
    largest: float = max(abs(a[0]), abs(a[1]), abs(a[2]))
    if largest == 0.0 or not math.isfinite(largest):
        return largest
    x, y, z = a[0] / largest, a[1] / largest, a[2] / largest
    return largest * math.sqrt(x * x + y * y + z * z)


@hot
def normalise(a: Vector) -> tuple[float, float, float]:
    """Unit vector along a; the zero vector stays zero."""
    length = norm(a)
    if length == 0.0:
        return (0.0, 0.0, 0.0)
    return (a[0] / length, a[1] / length, a[2] / length)


@hot
def combine(s: float, a: Vector, t: float, b: Vector) -> tuple[float, float, float]:
    """s a + t b."""
    return (s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2])


@hot
def angle_between(a: Vector, b: Vector) -> float:
    """Angle in [0, pi], accurate at both ends (atan2, not acos)."""
    return math.atan2(norm(cross(a, b)), dot(a, b))


@hot
def perpendicular(a: Vector) -> tuple[float, float, float]:
    """A unit vector normal to the unit vector a: the coordinate axis of the smallest |component|, projected.

    The lowest index wins ties, so the answer is the same every time.
    """
    x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
    if x <= y and x <= z:
        return normalise((1.0 - a[0] * a[0], -a[0] * a[1], -a[0] * a[2]))
    if y <= z:
        return normalise((-a[1] * a[0], 1.0 - a[1] * a[1], -a[1] * a[2]))
    return normalise((-a[2] * a[0], -a[2] * a[1], 1.0 - a[2] * a[2]))


@hot
def wrap(angle: float) -> float:
    """The same direction in [-pi, pi)."""
    if -PI <= angle < PI:
        return angle
    # NumPy's floor stays a float; math.floor would become a 64-bit integer and overflow.
    wrapped: float = angle - TWO_PI * np.floor((angle + PI) / TWO_PI)
    return wrapped if -PI <= wrapped < PI else -PI


@hot
def nearest_turn(angle: float, target: float) -> float:
    """angle + 2 pi m, the m for which it lies nearest to target."""
    near: float = angle + TWO_PI * np.floor((target - angle) / TWO_PI + 0.5)
    return near

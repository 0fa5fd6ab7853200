"""The hinge of a limb: how its angle sets the distance from shoulder to wrist, and back.

In the hinge's frame, whose y axis is the hinge, the shoulder lies at -a and the wrist, at angle 0, at b. The distance
is

    d^2(t) = (dmin^2 + dmax^2) / 2 + 2 axz bxz cos(t - t0)

with axz, bxz the lengths of a and b across the hinge, t0 the most extended angle, and

    dmin = hypot(axz - bxz, ay + by),   dmax = hypot(axz + bxz, ay + by).
"""

import math

from limbik.kernels.jit import PI, Vector, hot
from limbik.kernels.vector import length, nearest_turn, wrap

SNAP = 1e-14
"""Within this fraction of dmax from a bound the limb counts as straight or folded."""


@hot
def reach_constants(a: Vector, b: Vector) -> tuple[float, float, float]:
    """The most extended angle t0 and the unlimited reach dmin, dmax."""
    axz, bxz = length(a[0], a[2]), length(b[0], b[2])
    middle = math.atan2(a[0] * b[2] - a[2] * b[0], a[0] * b[0] + a[2] * b[2])
    along = a[1] + b[1]
    return middle, length(axz - bxz, along), length(axz + bxz, along)


@hot
def bend(d: float, dmin: float, dmax: float) -> float:
    """How far from the most extended angle the hinge stands at distance d, in [0, pi]; d is clamped to its bounds.

    The half-angle form keeps every digit near straight and folded, where acos would lose half of them.
    """
    if dmax - d <= SNAP * dmax:
        return 0.0
    if d - dmin <= SNAP * dmax:
        return math.pi
    return 2.0 * math.atan2(math.sqrt((dmax - d) * (dmax + d)), math.sqrt((d - dmin) * (d + dmin)))


@hot
def distance(bent: float, dmin: float, dmax: float) -> float:
    """The distance from shoulder to wrist at a bend; the inverse of `bend`."""
    c, s = math.cos(0.5 * bent), math.sin(0.5 * bent)
    return length(dmax * c, dmin * s)


@hot
def within(angle: float, lo: float, hi: float) -> float:
    """The angle, moved by whole turns to where it is nearest to the middle of [lo, hi], then clamped to it."""
    return min(max(nearest_turn(angle, 0.5 * (lo + hi)), lo), hi)


@hot
def root(
    sigma: float, bent: float, middle: float, lo: float, hi: float, dmin: float, dmax: float, tolerance: float
) -> tuple[int, float]:
    """The root on one side (sigma = +1 or -1) of the most extended angle: 2 inside the limits, 1 nearly, 0 not; where.

    Near straight and folded the angle hangs on the distance like a square root, so a root is nearly inside if clamping
    it to the limits changes the distance, rather than the angle, by no more than the tolerance; not, however, if the
    clamp carries it to the other side, where the other root lives.
    """
    angle = middle + sigma * bent
    clamped = within(angle, lo, hi)
    if abs(wrap(clamped - angle)) <= tolerance:
        return 2, clamped
    landed = wrap(clamped - middle)
    if sigma * landed < 0.0 and landed > -PI:
        return 0, clamped
    off = abs(distance(landed, dmin, dmax) - distance(bent, dmin, dmax))
    return (1 if off <= tolerance * dmax else 0), clamped

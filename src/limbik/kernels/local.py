"""Local searches inside a limb's box of limits: nearer to a place, and nearer to an orientation with the place kept."""

from typing import NamedTuple

import numpy as np

from limbik.kernels import rotation
from limbik.kernels.anatomy import Anatomy, Space
from limbik.kernels.box import to_values
from limbik.kernels.jit import Array, Vector, kernel, lean
from limbik.kernels.least_squares import box_step, normal_equations
from limbik.kernels.posture import tool_frame, wrist_point
from limbik.kernels.vector import angle_between, combine, cross, norm, normalise, perpendicular

WEIGHT = 1000.0
"""What a displacement by the limb's length counts beside a radian while a step is sought."""
STEP = 1e-7
"""For derivatives by differences."""
WHOLE, AXIS, RAY = 0, 1, 2
AT_TARGET = 1e-12
"""As a fraction of the limb: a tool this near to the target points at it."""


class Wish(NamedTuple):
    """What is wanted of the tool, in the shoulder's frame.

    WHOLE: the frame (3, 4). AXIS: its last column is the place, its first the direction in which the tool's axis shall
    point. RAY: its last column is the target that the tool's axis shall point at. scale: the limb's length.
    """

    kind: int
    frame: Array
    axis: Vector
    scale: float


@lean
def tool_residuals(body: Anatomy, x: Array, wish: Wish, q: Array, space: Space, out: Array) -> float:
    """The tool's displacement, as a fraction of the limb, and its turn from what is wanted, into out (6,).

    The size of the turn comes back, q takes the values of the coordinates x.
    """
    frame, one, aim = space.frame, space.one, wish.frame
    to_values(body, x, q, one)
    tool_frame(body, q, one, space.two, frame)
    if wish.kind == WHOLE:
        for i in range(3):
            for j in range(3):
                one[i, j] = frame[i, 0] * aim[j, 0] + frame[i, 1] * aim[j, 1] + frame[i, 2] * aim[j, 2]
        v = rotation.log(one)
    else:
        points = rotation.mul_vec(frame, wish.axis)
        v = turn_between(wanted_direction(wish, frame, points), points)
    for i in range(3):
        out[i] = 0.0 if wish.kind == RAY else (frame[i, 3] - aim[i, 3]) / wish.scale
        out[3 + i] = v[i]
    return norm(v)


@lean
def wanted_direction(wish: Wish, frame: Array, points: Vector) -> tuple[float, float, float]:
    """Where the tool's axis, which now `points` somewhere, should point with the tool's frame (3, 4) where it is."""
    aim = wish.frame
    if wish.kind == AXIS:
        return (aim[0, 0], aim[1, 0], aim[2, 0])
    away = (aim[0, 3] - frame[0, 3], aim[1, 3] - frame[1, 3], aim[2, 3] - frame[2, 3])
    if norm(away) <= AT_TARGET * wish.scale:
        return (points[0], points[1], points[2])
    return normalise(away)


@lean
def turn_between(a: Vector, b: Vector) -> tuple[float, float, float]:
    """The smallest rotation vector that carries unit vector a to b; any of half a turn where they are opposite."""
    angle, normal = angle_between(a, b), cross(a, b)
    size = norm(normal)
    if size < 1e-14:
        normal = perpendicular(a) if angle > 1.0 else (0.0, 0.0, 0.0)
        size = 1.0
    return combine(angle / size, normal, 0.0, normal)


@lean
def tool_jacobian(
    body: Anatomy, x: Array, here: Array, wish: Wish, q: Array, space: Space, ahead: Array, out: Array
) -> None:
    """out (6, 7) = the derivatives of `tool_residuals`, which are `here` at x, by differences; ahead is scratch."""
    for n in range(7):
        kept = x[n]
        x[n] = kept + STEP
        tool_residuals(body, x, wish, q, space, ahead)
        x[n] = kept
        for m in range(6):
            out[m, n] = (ahead[m] - here[m]) / STEP


@kernel
def restore(body: Anatomy, x: Array, lo: Array, hi: Array, wish: Wish, steps: int, q: Array, space: Space) -> float:
    """Newton steps inside the box until the tool stands at its place; how far off it is, as a fraction of the limb."""
    here, ahead, jacobian = np.empty(6), np.empty(6), np.zeros((6, 7))
    h, g, step = np.empty((7, 7)), np.empty(7), np.empty(7)
    held, scratch, low, high = np.zeros(7, dtype=np.int64), np.empty((7, 8)), np.empty(7), np.empty(7)
    before = 0.0
    for _ in range(steps):
        tool_residuals(body, x, wish, q, space, here)
        off = norm((here[0], here[1], here[2]))
        if off <= 1e-15:
            break
        if not off <= 0.1 * before:  # else the last derivatives are good enough
            tool_jacobian(body, x, here, wish, q, space, ahead, jacobian)
        before = off
        normal_equations(jacobian[:3], here, 1e-9, h, g)
        for n in range(7):
            low[n], high[n] = lo[n] - x[n], hi[n] - x[n]
        box_step(h, g, low, high, step, held, scratch)
        for n in range(7):
            x[n] = min(max(x[n] + step[n], lo[n]), hi[n])
    tool_residuals(body, x, wish, q, space, here)
    return norm((here[0], here[1], here[2]))


@kernel
def meet(body: Anatomy, x: Array, lo: Array, hi: Array, wish: Wish, steps: int, q: Array, space: Space) -> float:
    """Newton steps inside the box for place and turn together, from coordinates that nearly meet the wish.

    The size of what remains, in fractions of the limb and radians; q takes the best values.
    """
    here, ahead, jacobian = np.empty(6), np.empty(6), np.zeros((6, 7))
    h, g, step, best = np.empty((7, 7)), np.empty(7), np.empty(7), x.copy()
    held, scratch, low, high = np.zeros(7, dtype=np.int64), np.empty((7, 8)), np.empty(7), np.empty(7)
    least = np.inf
    for _ in range(steps):
        turn = tool_residuals(body, x, wish, q, space, here)
        off = norm((here[0], here[1], here[2])) + turn
        if off >= 0.5 * least:
            break
        least = off
        best[:] = x
        tool_jacobian(body, x, here, wish, q, space, ahead, jacobian)
        normal_equations(jacobian, here, 1e-14, h, g)
        for n in range(7):
            low[n], high[n] = lo[n] - x[n], hi[n] - x[n]
        box_step(h, g, low, high, step, held, scratch)
        for n in range(7):
            x[n] = min(max(x[n] + step[n], lo[n]), hi[n])
    x[:] = best
    turn = tool_residuals(body, x, wish, q, space, here)
    return norm((here[0], here[1], here[2])) + turn


@kernel
def turn_nearer(body: Anatomy, x: Array, lo: Array, hi: Array, wish: Wish, steps: int, q: Array, space: Space) -> float:
    """From coordinates x with the tool in place, steps that turn it nearer and keep it there; the turn that remains.

    Damped least squares inside the box, in which a displacement weighs WEIGHT times as much as a turn; after each step
    the tool is brought back to its place.
    """
    jacobian, here, there = np.zeros((6, 7)), np.empty(6), np.empty(6)
    h, g, step = np.empty((7, 7)), np.empty(7), np.empty(7)
    held, scratch = np.zeros(7, dtype=np.int64), np.empty((7, 8))
    low, high, tried = np.empty(7), np.empty(7), x.copy()
    damping = 1e-3
    turn = tool_residuals(body, x, wish, q, space, here)
    fresh = False
    for _ in range(steps):
        if not fresh:
            tool_jacobian(body, x, here, wish, q, space, there, jacobian)
            fresh = True
            for n in range(7):
                low[n], high[n] = lo[n] - x[n], hi[n] - x[n]
                for m in range(3):
                    jacobian[m, n] *= WEIGHT
        for m in range(3):
            here[m] = 0.0
        normal_equations(jacobian, here, damping, h, g)
        box_step(h, g, low, high, step, held, scratch)
        size = 0.0
        for n in range(7):
            tried[n] = min(max(x[n] + step[n], lo[n]), hi[n])
            size = max(size, abs(step[n]))
        off = restore(body, tried, lo, hi, wish, 4, q, space)
        after = tool_residuals(body, tried, wish, q, space, there)
        if off <= 1e-10 and after < turn:
            gain = turn - after
            x[:] = tried
            here[:] = there
            turn, fresh, damping = after, False, max(0.2 * damping, 1e-9)
            if gain < 1e-10:
                break
        else:
            damping *= 5.0
        if size < 1e-9 or damping > 1e6:
            break
    return turn


@lean
def point_at(body: Anatomy, x: Array, b: Vector, whole: bool, q: Array, space: Space) -> tuple[float, float, float]:
    """Where the tool stands, or the end of the forearm b if not the whole limb counts; q takes the coordinates x."""
    to_values(body, x, q, space.one)
    if not whole:
        return wrist_point(body, q, b, space.one)
    tool_frame(body, q, space.one, space.two, space.frame)
    return (space.frame[0, 3], space.frame[1, 3], space.frame[2, 3])


@kernel
def come_nearer(
    body: Anatomy,
    x: Array,
    lo: Array,
    hi: Array,
    place: Vector,
    b: Vector,
    whole: bool,
    scale: float,
    steps: int,
    q: Array,
    space: Space,
) -> float:
    """Damped least squares inside the box for a place alone; the square of the distance that remains.

    Of the tool, or of the end of the forearm b, which changes x[:4] only.
    """
    count = 7 if whole else 4
    jacobian, here = np.zeros((3, count)), np.empty(3)
    h, g, step = np.empty((count, count)), np.empty(count), np.empty(count)
    held, scratch = np.zeros(count, dtype=np.int64), np.empty((count, count + 1))
    low, high, tried = np.empty(count), np.empty(count), x.copy()
    damping = 1e-3
    p = point_at(body, x, b, whole, q, space)
    for _ in range(steps):
        for m in range(3):
            here[m] = (p[m] - place[m]) / scale
        value = here[0] ** 2 + here[1] ** 2 + here[2] ** 2
        for n in range(count):
            kept = x[n]
            x[n] = kept + STEP
            ahead = point_at(body, x, b, whole, q, space)
            x[n] = kept
            low[n], high[n] = lo[n] - kept, hi[n] - kept
            for m in range(3):
                jacobian[m, n] = (ahead[m] - p[m]) / (STEP * scale)
        normal_equations(jacobian, here, damping, h, g)
        add_curvature(body, x, here, b, whole, scale, q, space, h)
        box_step(h, g, low, high, step, held, scratch)
        size = 0.0
        for n in range(count):
            tried[n] = min(max(x[n] + step[n], lo[n]), hi[n])
            size = max(size, abs(step[n]))
        there = point_at(body, tried, b, whole, q, space)
        after = 0.0
        for m in range(3):
            after += ((there[m] - place[m]) / scale) ** 2
        if after < value:
            for n in range(count):
                x[n] = tried[n]
            p, damping = there, max(0.2 * damping, 1e-9)
        else:
            damping *= 5.0
            if size < 1e-6:  # the differences are not finer
                break
        if size < 1e-9 or damping > 1e8:
            break
    p = point_at(body, x, b, whole, q, space)
    return ((p[0] - place[0]) ** 2 + (p[1] - place[1]) ** 2 + (p[2] - place[2]) ** 2) / scale**2


@lean
def add_curvature(
    body: Anatomy, x: Array, residual: Array, b: Vector, whole: bool, scale: float, q: Array, space: Space, h: Array
) -> None:
    """Adds to h = J'J what the second derivatives of the place contribute, which counts where the goal is far away."""
    wide = 1e-4
    for i in range(h.shape[0]):
        for j in range(i + 1):
            total = 0.0
            at_i, at_j = x[i], x[j]
            for corner in range(4):
                di = wide if corner < 2 else -wide
                dj = wide if corner % 2 == 0 else -wide
                x[i] += di
                x[j] += dj
                p = point_at(body, x, b, whole, q, space)
                x[j] = at_j
                x[i] = at_i
                sign = 1.0 if di * dj > 0.0 else -1.0
                total += sign * (residual[0] * p[0] + residual[1] * p[1] + residual[2] * p[2])
            h[i, j] += total / (4.0 * wide * wide * scale)
            if i != j:
                h[j, i] += total / (4.0 * wide * wide * scale)

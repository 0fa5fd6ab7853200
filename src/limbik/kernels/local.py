"""Local searches inside a limb's box of limits: nearer to a place, and nearer to an orientation with the place kept."""

import numpy as np

from limbik.kernels import rotation
from limbik.kernels.anatomy import Anatomy, Space
from limbik.kernels.box import to_values
from limbik.kernels.jit import Array, Vector, kernel, lean
from limbik.kernels.least_squares import box_step, normal_equations
from limbik.kernels.posture import tool_frame, wrist_point
from limbik.kernels.vector import norm

WEIGHT = 1000.0
"""What a displacement by the limb's length counts beside a radian while a step is sought."""
STEP = 1e-7
"""For derivatives by differences."""


@lean
def tool_residuals(body: Anatomy, x: Array, aim: Array, scale: float, q: Array, space: Space, out: Array) -> float:
    """The tool's displacement, as a fraction of the limb, and its turn from the aim (3, 4), into out (6,).

    The size of the turn comes back, q takes the values of the coordinates x.
    """
    frame, one = space.frame, space.one
    to_values(body, x, q, one)
    tool_frame(body, q, one, space.two, frame)
    for i in range(3):
        for j in range(3):
            one[i, j] = frame[i, 0] * aim[j, 0] + frame[i, 1] * aim[j, 1] + frame[i, 2] * aim[j, 2]
    v = rotation.log(one)
    for i in range(3):
        out[i], out[3 + i] = (frame[i, 3] - aim[i, 3]) / scale, v[i]
    return norm(v)


@lean
def tool_jacobian(
    body: Anatomy, x: Array, here: Array, aim: Array, scale: float, q: Array, space: Space, ahead: Array, out: Array
) -> None:
    """out (6, 7) = the derivatives of `tool_residuals`, which are `here` at x, by differences; ahead is scratch."""
    for n in range(7):
        kept = x[n]
        x[n] = kept + STEP
        tool_residuals(body, x, aim, scale, q, space, ahead)
        x[n] = kept
        for m in range(6):
            out[m, n] = (ahead[m] - here[m]) / STEP


@kernel
def restore(
    body: Anatomy, x: Array, lo: Array, hi: Array, aim: Array, scale: float, steps: int, q: Array, space: Space
) -> float:
    """Newton steps inside the box until the tool stands at its place; how far off it is, as a fraction of the limb."""
    here, ahead, jacobian = np.empty(6), np.empty(6), np.zeros((6, 7))
    h, g, step = np.empty((7, 7)), np.empty(7), np.empty(7)
    held, scratch, low, high = np.zeros(7, dtype=np.int64), np.empty((7, 8)), np.empty(7), np.empty(7)
    before = 0.0
    for _ in range(steps):
        tool_residuals(body, x, aim, scale, q, space, here)
        off = norm((here[0], here[1], here[2]))
        if off <= 1e-15:
            break
        if not off <= 0.1 * before:  # else the last derivatives are good enough
            tool_jacobian(body, x, here, aim, scale, q, space, ahead, jacobian)
        before = off
        normal_equations(jacobian[:3], here, 1e-9, h, g)
        for n in range(7):
            low[n], high[n] = lo[n] - x[n], hi[n] - x[n]
        box_step(h, g, low, high, step, held, scratch)
        for n in range(7):
            x[n] = min(max(x[n] + step[n], lo[n]), hi[n])
    tool_residuals(body, x, aim, scale, q, space, here)
    return norm((here[0], here[1], here[2]))


@kernel
def turn_nearer(
    body: Anatomy, x: Array, lo: Array, hi: Array, aim: Array, scale: float, steps: int, q: Array, space: Space
) -> float:
    """From coordinates x with the tool in place, steps that turn it nearer and keep it there; the turn that remains.

    Damped least squares inside the box, in which a displacement weighs WEIGHT times as much as a turn; after each step
    the tool is brought back to its place.
    """
    jacobian, here, there = np.zeros((6, 7)), np.empty(6), np.empty(6)
    h, g, step = np.empty((7, 7)), np.empty(7), np.empty(7)
    held, scratch = np.zeros(7, dtype=np.int64), np.empty((7, 8))
    low, high, tried = np.empty(7), np.empty(7), x.copy()
    damping = 1e-3
    turn = tool_residuals(body, x, aim, scale, q, space, here)
    fresh = False
    for _ in range(steps):
        if not fresh:
            tool_jacobian(body, x, here, aim, scale, q, space, there, jacobian)
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
        off = restore(body, tried, lo, hi, aim, scale, 4, q, space)
        after = tool_residuals(body, tried, aim, scale, q, space, there)
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


@kernel
def come_nearer(
    body: Anatomy, x: Array, lo: Array, hi: Array, place: Vector, b: Vector, scale: float, steps: int, q: Array
) -> float:
    """Damped least squares inside the box for the end of the forearm b alone; the square of the distance that remains.

    Only x[:4] are changed.
    """
    jacobian, here = np.zeros((3, 4)), np.empty(3)
    h, g, step = np.empty((4, 4)), np.empty(4), np.empty(4)
    held, scratch, one = np.zeros(4, dtype=np.int64), np.empty((4, 5)), np.empty((3, 3))
    low, high, tried = np.empty(4), np.empty(4), x.copy()
    damping = 1e-3
    to_values(body, x, q, one)
    p = wrist_point(body, q, b, one)
    for _ in range(steps):
        for m in range(3):
            here[m] = (p[m] - place[m]) / scale
        value = here[0] ** 2 + here[1] ** 2 + here[2] ** 2
        for n in range(4):
            kept = x[n]
            x[n] = kept + STEP
            to_values(body, x, q, one)
            ahead = wrist_point(body, q, b, one)
            x[n] = kept
            low[n], high[n] = lo[n] - kept, hi[n] - kept
            for m in range(3):
                jacobian[m, n] = (ahead[m] - p[m]) / (STEP * scale)
        normal_equations(jacobian, here, damping, h, g)
        add_curvature(body, x, here, b, scale, q, one, h)
        box_step(h, g, low, high, step, held, scratch)
        size = 0.0
        for n in range(4):
            tried[n] = min(max(x[n] + step[n], lo[n]), hi[n])
            size = max(size, abs(step[n]))
        to_values(body, tried, q, one)
        there = wrist_point(body, q, b, one)
        after = 0.0
        for m in range(3):
            after += ((there[m] - place[m]) / scale) ** 2
        if after < value:
            x[:4] = tried[:4]
            p, damping = there, max(0.2 * damping, 1e-9)
        else:
            damping *= 5.0
            if size < 1e-6:  # the differences are not finer
                break
        if size < 1e-9 or damping > 1e8:
            break
    to_values(body, x, q, one)
    p = wrist_point(body, q, b, one)
    return ((p[0] - place[0]) ** 2 + (p[1] - place[1]) ** 2 + (p[2] - place[2]) ** 2) / scale**2


@lean
def add_curvature(
    body: Anatomy, x: Array, residual: Array, b: Vector, scale: float, q: Array, one: Array, h: Array
) -> None:
    """Adds to h = J'J what the second derivatives of the place contribute, which counts where the goal is far away."""
    wide = 1e-4
    for i in range(4):
        for j in range(i + 1):
            total = 0.0
            at_i, at_j = x[i], x[j]
            for corner in range(4):
                di = wide if corner < 2 else -wide
                dj = wide if corner % 2 == 0 else -wide
                x[i] += di
                x[j] += dj
                to_values(body, x, q, one)
                p = wrist_point(body, q, b, one)
                x[j] = at_j
                x[i] = at_i
                sign = 1.0 if di * dj > 0.0 else -1.0
                total += sign * (residual[0] * p[0] + residual[1] * p[1] + residual[2] * p[2])
            h[i, j] += total / (4.0 * wide * wide * scale)
            if i != j:
                h[j, i] += total / (4.0 * wide * wide * scale)

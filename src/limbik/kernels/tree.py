"""Traversal of a figure's tree: forward kinematics, geometric Jacobian, centre of mass.

A figure comes here as flat arrays, made once by `figure.layout`:

arcs (frames, 4)          parent frame (-1: the world), first step, end of steps, 1 if the location does not rotate
steps (steps, 3)          what one step does (a code below), its first place in q, its first column in a Jacobian
axes (steps, 3)           unit axis of the step, in the frame it acts in
locations (frames, 3, 4)  the constant location matrix L of each arc, without its last row

Parents stand before their children; sites are arcs without steps. Every joint kind is a run of steps: a hinge is one
turn, a ball three turns or one quaternion, a planar joint two slides and a turn, a free joint three slides and a ball.
A moving frame is held as its columns x, y, z and its origin p.

`forward` also leaves, where room for them is passed, the lines (columns, 6) about which or along which each column of a
Jacobian moves the figure: unit direction and a point, in world coordinates.
"""

import numpy as np

from limbik.kernels.jit import Array, Integers, Vector, kernel
from limbik.kernels.trig import sines_and_cosines
from limbik.kernels.vector import cross

TURN_X, TURN_Y, TURN_Z, TURN, SLIDE, QUATERNION = 0, 1, 2, 3, 4, 5


@kernel
def combined(x: Vector, y: Vector, z: Vector, a: float, b: float, c: float) -> tuple[float, float, float]:
    """a x + b y + c z: the vector (a, b, c) of the frame with columns x, y, z."""
    return (a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2])


@kernel
def turned(u: Vector, v: Vector, s: float, c: float) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Two columns of a frame after a turn that carries the first towards the second."""
    return (
        (c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]),
        (c * v[0] - s * u[0], c * v[1] - s * u[1], c * v[2] - s * u[2]),
    )


@kernel
def spun(
    x: Vector, y: Vector, z: Vector, w: float, i: float, j: float, k: float
) -> tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]:
    """The columns of a frame after the rotation of a unit quaternion, taken in the frame itself."""
    return (
        combined(x, y, z, 1.0 - 2.0 * (j * j + k * k), 2.0 * (i * j + w * k), 2.0 * (i * k - w * j)),
        combined(x, y, z, 2.0 * (i * j - w * k), 1.0 - 2.0 * (i * i + k * k), 2.0 * (j * k + w * i)),
        combined(x, y, z, 2.0 * (i * k + w * j), 2.0 * (j * k - w * i), 1.0 - 2.0 * (i * i + j * j)),
    )


@kernel
def swung(
    x: Vector, y: Vector, z: Vector, i: float, j: float, k: float, s: float, c: float
) -> tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]:
    """The columns of a frame after a turn about the unit axis (i, j, k) of the frame itself (Rodrigues)."""
    v = 1.0 - c
    return (
        combined(x, y, z, c + v * i * i, v * i * j + s * k, v * i * k - s * j),
        combined(x, y, z, v * i * j - s * k, c + v * j * j, v * j * k + s * i),
        combined(x, y, z, v * i * k + s * j, v * j * k - s * i, c + v * k * k),
    )


@kernel
def forward_row(
    arcs: Integers,
    steps: Integers,
    axes: Array,
    locations: Array,
    q: Array,
    row: int,
    trig: Array,
    world: Array,
    lines: Array,
) -> None:
    """`forward` for one row of q; trig holds its sines and cosines."""
    for frame in range(arcs.shape[0]):
        parent = arcs[frame, 0]
        x, y, z, p = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
        if parent >= 0:
            x = (world[row, parent, 0, 0], world[row, parent, 1, 0], world[row, parent, 2, 0])
            y = (world[row, parent, 0, 1], world[row, parent, 1, 1], world[row, parent, 2, 1])
            z = (world[row, parent, 0, 2], world[row, parent, 1, 2], world[row, parent, 2, 2])
            p = (world[row, parent, 0, 3], world[row, parent, 1, 3], world[row, parent, 2, 3])
        d = combined(x, y, z, locations[frame, 0, 3], locations[frame, 1, 3], locations[frame, 2, 3])
        p = (p[0] + d[0], p[1] + d[1], p[2] + d[2])
        if arcs[frame, 3] == 0:
            x, y, z = (
                combined(x, y, z, locations[frame, 0, 0], locations[frame, 1, 0], locations[frame, 2, 0]),
                combined(x, y, z, locations[frame, 0, 1], locations[frame, 1, 1], locations[frame, 2, 1]),
                combined(x, y, z, locations[frame, 0, 2], locations[frame, 1, 2], locations[frame, 2, 2]),
            )
        for step in range(arcs[frame, 1], arcs[frame, 2]):
            code, first, column = steps[step, 0], steps[step, 1], steps[step, 2]
            s, c = trig[0, first], trig[1, first]
            if lines.shape[0] > 0 and code != QUATERNION:
                d = combined(x, y, z, axes[step, 0], axes[step, 1], axes[step, 2])
                for n in range(3):
                    lines[column, n], lines[column, 3 + n] = d[n], p[n]
            if code == TURN_X:
                y, z = turned(y, z, s, c)
            elif code == TURN_Y:
                z, x = turned(z, x, s, c)
            elif code == TURN_Z:
                x, y = turned(x, y, s, c)
            elif code == SLIDE:
                d = combined(x, y, z, axes[step, 0], axes[step, 1], axes[step, 2])
                v = q[row, first]
                p = (p[0] + v * d[0], p[1] + v * d[1], p[2] + v * d[2])
            elif code == QUATERNION:
                if lines.shape[0] > 0:
                    for n in range(3):
                        lines[column, n], lines[column, 3 + n] = x[n], p[n]
                        lines[column + 1, n], lines[column + 1, 3 + n] = y[n], p[n]
                        lines[column + 2, n], lines[column + 2, 3 + n] = z[n], p[n]
                x, y, z = spun(x, y, z, q[row, first], q[row, first + 1], q[row, first + 2], q[row, first + 3])
            else:
                x, y, z = swung(x, y, z, axes[step, 0], axes[step, 1], axes[step, 2], s, c)
        for n in range(3):
            world[row, frame, n, 0] = x[n]
            world[row, frame, n, 1] = y[n]
            world[row, frame, n, 2] = z[n]
            world[row, frame, n, 3] = p[n]
            world[row, frame, 3, n] = 0.0
        world[row, frame, 3, 3] = 1.0


@kernel
def forward(arcs: Integers, steps: Integers, axes: Array, locations: Array, q: Array, world: Array) -> None:
    """W_child = W_parent L A(q) for every joint and site: rows of q (N, width) into world (N, frames, 4, 4)."""
    trig = np.empty((2, q.shape[1]))
    no_lines = np.empty((0, 6))
    for row in range(q.shape[0]):
        sines_and_cosines(q, row, trig)
        forward_row(arcs, steps, axes, locations, q, row, trig, world, no_lines)


@kernel
def jacobian_row(arcs: Integers, steps: Integers, row: int, frame: int, at: Vector, lines: Array, out: Array) -> None:
    """out[row] = the geometric Jacobian of the point `at` carried by `frame`, world axes: rows v, then omega.

    A turn about the line (z, P) moves the point by z x (at - P) and turns it by z; a slide moves it by z. Only the
    arcs between the frame and the root have columns other than zero.
    """
    out[row, :, :] = 0.0
    while frame >= 0:
        for step in range(arcs[frame, 1], arcs[frame, 2]):
            code, column = steps[step, 0], steps[step, 2]
            for m in range(column, column + (3 if code == QUATERNION else 1)):
                z = (lines[m, 0], lines[m, 1], lines[m, 2])
                if code == SLIDE:
                    out[row, 0, m], out[row, 1, m], out[row, 2, m] = z[0], z[1], z[2]
                else:
                    v = cross(z, (at[0] - lines[m, 3], at[1] - lines[m, 4], at[2] - lines[m, 5]))
                    out[row, 0, m], out[row, 1, m], out[row, 2, m] = v[0], v[1], v[2]
                    out[row, 3, m], out[row, 4, m], out[row, 5, m] = z[0], z[1], z[2]
        frame = arcs[frame, 0]


@kernel
def jacobian(
    arcs: Integers,
    steps: Integers,
    axes: Array,
    locations: Array,
    q: Array,
    frame: int,
    world: Array,
    lines: Array,
    out: Array,
) -> None:
    """Geometric Jacobians (N, 6, dof) of a frame's origin, and the world frames, for rows of q."""
    trig = np.empty((2, q.shape[1]))
    for row in range(q.shape[0]):
        sines_and_cosines(q, row, trig)
        forward_row(arcs, steps, axes, locations, q, row, trig, world, lines)
        at = (world[row, frame, 0, 3], world[row, frame, 1, 3], world[row, frame, 2, 3])
        jacobian_row(arcs, steps, row, frame, at, lines, out)


@kernel
def center_of_mass(masses: Array, centers: Array, world: Array, out: Array) -> None:
    """out (N, 3) = sum of m W c over the segments, divided by the whole mass; centers are in the segments' frames."""
    total = 0.0
    for segment in range(masses.shape[0]):
        total += masses[segment]
    for row in range(world.shape[0]):
        for i in range(3):
            moment = 0.0
            for segment in range(masses.shape[0]):
                x, y, z = centers[segment, 0], centers[segment, 1], centers[segment, 2]
                moment += masses[segment] * (
                    world[row, segment, i, 0] * x
                    + world[row, segment, i, 1] * y
                    + world[row, segment, i, 2] * z
                    + world[row, segment, i, 3]
                )
            out[row, i] = moment / total

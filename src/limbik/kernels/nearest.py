"""The best approximation to a goal that cannot be met: every answer keeps the limits.

A placement whose place can be reached, but not so turned: the tool stands exactly at its place, turned as nearly as the
limits allow. Otherwise the wrist comes as near as it can to where it is wanted, and the hand turns as nearly.
Where a search is needed it runs over the box of `kernels.box`.
"""

import math

import numpy as np

from limbik.kernels import hinge, rotation, swivel
from limbik.kernels.anatomy import (
    OFFSET,
    RA,
    RB,
    REACHED,
    REST_DIRECTION,
    TOOL_TIP,
    A,
    Anatomy,
    B,
    Space,
    new_space,
    vector_of,
)
from limbik.kernels.box import box_of, to_coordinates, to_values
from limbik.kernels.explore import arcs_with_slack, find_roots, reach_of, set_basis
from limbik.kernels.fit import fit_ball, fit_on_arcs
from limbik.kernels.jit import Array, Integers, Vector, kernel, lean
from limbik.kernels.least_squares import BASES, box_step, halton, normal_equations, solve_free
from limbik.kernels.posture import ball_matrix, tool_frame, wrist_point
from limbik.kernels.solve import INVALID, ask, report
from limbik.kernels.vector import dot, norm, normalise, wrap

STARTS = 16
POLISHED = 3
WEIGHT = 100.0
"""What a limb's length of displacement counts beside a radian while both are minimised together."""
STEP = 1e-6
"""For derivatives by differences."""


@lean
def family_of(orders: Integers, ball: int, middle: float) -> int:
    """Which family (1 or 2) a triple with that middle angle belongs to."""
    value = math.sin(middle) if orders[3 * ball] == orders[3 * ball + 2] else math.cos(middle)
    return 1 if value >= 0.0 else 2


@kernel
def residuals(body: Anatomy, x: Array, tool: bool, aim: Array, b: Vector, scale: float, q: Array, out: Array) -> float:
    """What is to become small, and the sum of its squares: the tool's displacement and turn, or the wrist's alone.

    aim (3, 4) is the tool's wanted frame; its last column is the wrist's place if that is meant.
    """
    frame, one, two = np.empty((3, 4)), np.empty((3, 3)), np.empty((3, 3))
    to_values(body, x, q, one)
    if not tool:
        p = wrist_point(body, q, b, one)
        total = 0.0
        for i in range(3):
            out[i] = (p[i] - aim[i, 3]) / scale
            total += out[i] * out[i]
        return total
    tool_frame(body, q, one, two, frame)
    for i in range(3):
        for j in range(3):
            one[i, j] = frame[i, 0] * aim[j, 0] + frame[i, 1] * aim[j, 1] + frame[i, 2] * aim[j, 2]
    v = rotation.log(one)
    total = 0.0
    for i in range(3):
        out[i], out[3 + i] = WEIGHT * (frame[i, 3] - aim[i, 3]) / scale, v[i]
        total += out[i] * out[i] + out[3 + i] * out[3 + i]
    return total


@kernel
def descend(
    body: Anatomy, x: Array, lo: Array, hi: Array, tool: bool, aim: Array, b: Vector, scale: float, steps: int, q: Array
) -> float:
    """Levenberg-Marquardt steps inside the box from x, which is changed; the sum of squares there.

    For the tool its place counts as a condition: what a step misses of it is added to the next one's aim.
    """
    count, rows = (7, 6) if tool else (4, 3)
    jacobian, here, ahead, behind = np.zeros((rows, count)), np.empty(6), np.empty(6), np.empty(6)
    h, g, step = np.empty((count, count)), np.empty(count), np.empty(count)
    held, scratch = np.zeros(count, dtype=np.int64), np.empty((count, count + 1))
    low, high, tried = np.empty(count), np.empty(count), x.copy()
    shifted = aim.copy()
    damping = 1e-3
    value = residuals(body, x, tool, shifted, b, scale, q, here)
    for _ in range(steps):
        for n in range(count):
            kept = x[n]
            x[n] = kept + STEP
            residuals(body, x, tool, shifted, b, scale, q, ahead)
            x[n] = kept - STEP
            residuals(body, x, tool, shifted, b, scale, q, behind)
            x[n] = kept
            low[n], high[n] = lo[n] - kept, hi[n] - kept
            for m in range(rows):
                jacobian[m, n] = (ahead[m] - behind[m]) / (2.0 * STEP)
        normal_equations(jacobian, here, damping, h, g)
        box_step(h, g, low, high, step, held, scratch)
        size = 0.0
        for n in range(count):
            tried[n] = min(max(x[n] + step[n], lo[n]), hi[n])
            size = max(size, abs(step[n]))
        after = residuals(body, tried, tool, shifted, b, scale, q, ahead)
        if after < value:
            x[:count] = tried[:count]
            damping = max(0.2 * damping, 1e-9)
            if tool:
                for i in range(3):
                    shifted[i, 3] -= ahead[i] * scale / WEIGHT * 0.5
                after = residuals(body, x, tool, shifted, b, scale, q, here)
            else:
                here[:] = ahead
            value = after
        else:
            damping *= 5.0
        if size < 1e-11 or damping > 1e8:
            break
    return residuals(body, x, tool, aim, b, scale, q, here)


@kernel
def restore(body: Anatomy, x: Array, lo: Array, hi: Array, aim: Array, scale: float, q: Array) -> float:
    """Newton steps of the joints that are not at a limit, until the tool stands at its place; how far off it is.

    The step is the shortest one, J' (J J')^-1 r.
    """
    here, ahead, behind = np.empty(6), np.empty(6), np.empty(6)
    jacobian, square, y = np.zeros((3, 7)), np.empty((3, 3)), np.zeros(3)
    held, scratch = np.zeros(3, dtype=np.int64), np.empty((3, 4))
    b = (0.0, 0.0, 0.0)
    for _ in range(8):
        residuals(body, x, True, aim, b, scale, q, here)
        off = norm((here[0], here[1], here[2]))
        if off <= 1e-14:
            break
        for n in range(7):
            free = x[n] - lo[n] > 1e-7 and hi[n] - x[n] > 1e-7
            kept = x[n]
            x[n] = kept + STEP
            residuals(body, x, True, aim, b, scale, q, ahead)
            x[n] = kept - STEP
            residuals(body, x, True, aim, b, scale, q, behind)
            x[n] = kept
            for m in range(3):
                jacobian[m, n] = (ahead[m] - behind[m]) / (2.0 * STEP) if free else 0.0
        for i in range(3):
            for j in range(3):
                square[i, j] = 1e-12 if i == j else 0.0
                for n in range(7):
                    square[i, j] += jacobian[i, n] * jacobian[j, n]
        solve_free(square, here[:3], y, held, scratch)
        for n in range(7):
            move = 0.0
            for m in range(3):
                move += jacobian[m, n] * scratch[m, 3]
            x[n] = min(max(x[n] - move, lo[n]), hi[n])
    residuals(body, x, True, aim, b, scale, q, here)
    return norm((here[0], here[1], here[2])) / WEIGHT


@lean
def start_at(number: int, lo: Array, hi: Array, x: Array) -> None:
    """The middle of the box, then evenly spread points."""
    for n in range(7):
        share = 0.5 if number == 0 else halton(number, BASES[n])
        x[n] = lo[n] + share * (hi[n] - lo[n])


@kernel
def turn_in_place(body: Anatomy, aim: Array, scale: float, q: Array, fitted: bool) -> bool:
    """The tool exactly at its place, turned as nearly as the limits allow: into q, if the place can be reached at all.

    A local search from several starts: from q itself, if that is a fit with the wrist in place, and from points spread
    over the box; the best few are followed to the end.
    """
    lo, hi, best, scratch = np.empty(7), np.empty(7), q.copy(), np.empty((3, 3))
    starts, values, out, b = np.empty((STARTS, 7)), np.empty(STARTS), np.empty(6), (0.0, 0.0, 0.0)
    box_of(body, lo, hi)
    for number in range(STARTS):
        if number == STARTS - 1 and fitted:
            to_coordinates(body, q, starts[number], scratch)
        else:
            start_at(number, lo, hi, starts[number])
        values[number] = descend(body, starts[number], lo, hi, True, aim, b, scale, 8, best)
    least, found = math.inf, False
    for _ in range(POLISHED):
        number = int(np.argmin(values))
        values[number] = math.inf
        descend(body, starts[number], lo, hi, True, aim, b, scale, 80, best)
        if restore(body, starts[number], lo, hi, aim, scale, best) > 1e-13:
            continue
        residuals(body, starts[number], True, aim, b, scale, best, out)
        turn = norm((out[3], out[4], out[5]))
        if turn < least:
            least, found = turn, True
            q[:] = best
    return found


@kernel
def nearest_wrist(body: Anatomy, wrist: Vector, b: Vector, scale: float, q: Array) -> None:
    """q[:4] bring the end of the forearm b as near as the limits allow to its place."""
    lo, hi, x, best = np.empty(7), np.empty(7), np.empty(7), np.empty(7)
    aim = np.zeros((3, 4))
    aim[0, 3], aim[1, 3], aim[2, 3] = wrist[0], wrist[1], wrist[2]
    box_of(body, lo, hi)
    least = math.inf
    for number in range(STARTS):
        start_at(number, lo, hi, x)
        off = descend(body, x, lo, hi, False, aim, b, scale, 40, best)
        if off < least:
            least = off
            q[:4] = best[:4]


@lean
def forearm_rotation(body: Anatomy, q: Array, out: Array, scratch: Array) -> None:
    """out = R1 Ra Ry Rb: the frame that the wrist's ball turns in."""
    g = body.geometry
    angle = q[3] + body.bounds[3, OFFSET]
    c, s = math.cos(angle), math.sin(angle)
    ball_matrix(body, 0, q, scratch)
    for i in range(3):
        row = (scratch[i, 0], scratch[i, 1], scratch[i, 2])
        x = row[0] * g[RA, 0] + row[1] * g[RA + 1, 0] + row[2] * g[RA + 2, 0]
        y = row[0] * g[RA, 1] + row[1] * g[RA + 1, 1] + row[2] * g[RA + 2, 1]
        z = row[0] * g[RA, 2] + row[1] * g[RA + 1, 2] + row[2] * g[RA + 2, 2]
        x, z = c * x - s * z, s * x + c * z
        for j in range(3):
            out[i, j] = x * g[RB, j] + y * g[RB + 1, j] + z * g[RB + 2, j]


@kernel
def nearest_placement(
    body: Anatomy, aim: Array, wrist: Vector, turned: Array, how: int, roots: int, space: Space, q: Array
) -> None:
    """The best approximation to a placement that no swivel meets, into q.

    aim (3, 4) is the tool's frame in the shoulder's, wrist and turned the wrist's place and rotation; space holds the
    roots of `explore`, for the nearest place of the wrist if that is out of reach (`how`).
    """
    b = vector_of(body.geometry, B)
    scale = norm(vector_of(body.geometry, A)) + norm(b)
    arcs = 0
    if roots:
        arcs = arcs_with_slack(body, 0.0, 1, 0, roots, swivel.ROUNDING, space)
        swivel.to_angles(space.arcs, space.labels, arcs)
    if arcs:
        fit_on_arcs(body, space, arcs, q)
        if how != REACHED or norm(vector_of(body.geometry, TOOL_TIP)) <= 1e-12 * scale:
            return
    if how == REACHED and turn_in_place(body, aim, scale, q, arcs > 0):
        return
    if not arcs:
        nearest_wrist(body, wrist, b, scale, q)
        one, two, wanted = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
        forearm_rotation(body, q, one, two)
        rotation.inv_mul(one, turned, wanted)
        fit_ball(body, 1, wanted, q, one, two)


@lean
def describe(body: Anatomy, q: Array, b: Vector, space: Space) -> tuple[float, int, int, int]:
    """Swivel, the families of both balls and the hinge's side of any posture; b is the forearm to the goal's point."""
    geometry, bounds, orders = body.geometry, body.bounds, body.orders
    a = vector_of(geometry, A)
    middle, _, _ = hinge.reach_constants(a, b)
    w = wrist_point(body, q, b, space.one)
    elbow = rotation.mul_vec(
        space.one,
        (dot(vector_of(geometry, RA), a), dot(vector_of(geometry, RA + 1), a), dot(vector_of(geometry, RA + 2), a)),
    )
    n = normalise(w) if norm(w) > 1e-12 * (norm(a) + norm(b)) else vector_of(geometry, REST_DIRECTION)
    set_basis(geometry, orders, n, space.basis)
    phi = math.atan2(dot(vector_of(space.basis, 2), elbow), dot(vector_of(space.basis, 1), elbow))
    return (
        phi,
        family_of(orders, 0, q[1] + bounds[1, OFFSET]),
        family_of(orders, 1, q[5] + bounds[5, OFFSET]),
        1 if wrap(q[3] + bounds[3, OFFSET] - middle) >= 0.0 else -1,
    )


@kernel
def approximations(
    body: Anatomy,
    root: Array,
    b: Vector,
    balls: int,
    goals: Array,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> None:
    """Rows that `solve.answers` left without an answer get the best approximation."""
    space = new_space()
    reach, shell = reach_of(body, b)
    aim = np.empty((3, 4))
    scale = norm(vector_of(body.geometry, A)) + norm(b)
    for row in range(goals.shape[0]):
        if codes[row, 1] != 0 or codes[row, 0] == INVALID:
            continue
        mine = q[row]
        _, wrist = ask(body.geometry, root, balls, goals, row, space.goal, space.turned)
        if balls == 1:
            nearest_wrist(body, wrist, b, scale, mine)
        else:
            how, _, roots, _ = find_roots(body, wrist, b, reach, shell, space.turned, 2, space)
            for i in range(3):  # the goal in the shoulder's frame
                for j in range(4):
                    x, y, z = space.goal[0, j], space.goal[1, j], space.goal[2, j]
                    if j == 3:
                        x, y, z = x - root[0, 3], y - root[1, 3], z - root[2, 3]
                    aim[i, j] = root[0, i] * x + root[1, i] * y + root[2, i] * z
            nearest_placement(body, aim, wrist, space.turned, how, roots, space, mine)
        phi, first, last, side = describe(body, mine, b, space)
        report(body, root, b, balls, codes[row, 0], -1, phi, space, mine, numbers[row], codes[row])
        codes[row, 1], codes[row, 2], codes[row, 3] = first, last, side

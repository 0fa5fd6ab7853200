"""The hand turned as nearly as the wrist's limits allow: for one swivel, and over all that the shoulder allows."""

import math

import numpy as np

from limbik.kernels import euler, hinge, swing, swivel
from limbik.kernels.anatomy import HI, LIMIT_HI, LIMIT_LO, LO, OFFSET, Anatomy, Space
from limbik.kernels.box import set_values, swing_coordinates, swing_matrix
from limbik.kernels.jit import PI, Array, kernel, lean
from limbik.kernels.posture import ball_angles, ball_matrix

SCAN = 48
"""Swivels in a whole turn that are tried before the best are refined."""
NEAR = 0.3
"""A sample whose tr is this much below the best so far is not refined."""
COARSE, FINE = 1e-6, 1e-12
"""The gain in tr below which a fit ends, while scanning and while refining."""
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
EQUAL = 1e-13
"""Fits that differ by less count as equal, so that rounding does not choose between them."""


@lean
def overlap(a: Array, b: Array) -> float:
    """tr(a' b) = 1 + 2 cos of the angle between two rotations."""
    total = 0.0
    for i in range(3):
        for j in range(3):
            total += a[i, j] * b[i, j]
    return total


@lean
def corner(bounds: Array, n: int, upper: int) -> float:
    """The lower or upper end of an angle's range; without one, 0 or half a turn."""
    lo, hi = bounds[n, LO], bounds[n, HI]
    if not hi - lo < math.inf:
        return PI if upper else 0.0
    end: float = hi if upper else lo
    return end


@lean
def fit_ball(
    body: Anatomy, ball: int, wanted: Array, gain: float, all_over: bool, q: Array, one: Array, two: Array
) -> float:
    """Sets a ball's values to the rotation inside its limits that is nearest to the wanted one; tr of both.

    tr is a sine wave in each Euler angle, so one angle at a time has a closed form; it never falls. Both families,
    brought into the limits, are starts; further ones are the values in q or, if it shall look all over, the corners of
    the limits. Each ends when a round brings less than `gain`.
    """
    n, bounds, orders = 4 * ball, body.bounds, body.orders
    if body.swing[ball, swing.KIND] != 0.0:
        fit_swing(body.swing[ball], wanted, math.sqrt(gain), one)
        set_values(body, ball, ball_angles(one, bounds, orders, ball, 1), q)
        ball_matrix(body, ball, q, one)
        return overlap(wanted, one)
    best, chosen = -2.0, (0.0, 0.0, 0.0)
    for number in range(10 if all_over else 3):
        t = ball_angles(wanted, bounds, orders, ball, 1 + number % 2)
        if number >= 2 and all_over:
            t = (corner(bounds, n, number & 1), corner(bounds, n + 1, number & 2), corner(bounds, n + 2, number & 4))
        elif number == 2:
            t = (q[n] + bounds[n, OFFSET], q[n + 1] + bounds[n + 1, OFFSET], q[n + 2] + bounds[n + 2, OFFSET])
        before = -2.0
        for _ in range(60):
            for turn in range(3):
                for i in range(3):  # X = (what comes after) wanted' (what comes before)
                    for j in range(3):
                        one[i, j] = 1.0 if i == j else 0.0
                for m in range(turn + 1, 3):
                    euler.rotate_columns(one, orders[3 * ball + m], math.cos(t[m]), math.sin(t[m]))
                for i in range(3):
                    for j in range(3):
                        two[i, j] = one[i, 0] * wanted[j, 0] + one[i, 1] * wanted[j, 1] + one[i, 2] * wanted[j, 2]
                for m in range(turn):
                    euler.rotate_columns(two, orders[3 * ball + m], math.cos(t[m]), math.sin(t[m]))
                axis = orders[3 * ball + turn]
                p, r = (axis + 1) % 3, (axis + 2) % 3
                angle = math.atan2(two[p, r] - two[r, p], two[p, p] + two[r, r])
                lo, hi = bounds[n + turn, LO], bounds[n + turn, HI]
                angle = hinge.within(angle, lo, hi) if hi - lo < math.inf else angle
                t = (angle if turn == 0 else t[0], angle if turn == 1 else t[1], angle if turn == 2 else t[2])
            euler.to_matrix(t, orders[3 * ball], orders[3 * ball + 1], orders[3 * ball + 2], one)
            now = overlap(wanted, one)
            if now - before <= gain:
                break
            before = now
        if now > best:
            best, chosen = now, t
    set_values(body, ball, chosen, q)
    return best


@lean
def twisted(limits: Array, azimuth: float, share: float, wanted: Array, out: Array) -> float:
    """out = the swing with the twist inside its range that comes nearest to the wanted rotation; tr of both.

    tr is a sine wave in the twist.
    """
    swing_matrix(limits, azimuth, share, 0.0, out)
    x, y, z = limits[swing.BONE], limits[swing.BONE + 1], limits[swing.BONE + 2]
    # D = out' wanted; tr(twist' D) = n'Dn + cos (tr D - n'Dn) + sin n.(D's skew part)
    trace, along, around = 0.0, 0.0, 0.0
    for i in range(3):
        for j in range(3):
            d = out[0, i] * wanted[0, j] + out[1, i] * wanted[1, j] + out[2, i] * wanted[2, j]
            n_i = x if i == 0 else (y if i == 1 else z)
            n_j = x if j == 0 else (y if j == 1 else z)
            along += n_i * d * n_j
            if i == j:
                trace += d
            elif (j - i) % 3 == 1:
                around -= d * (z if i + j == 1 else (y if i + j == 2 else x))
            else:
                around += d * (z if i + j == 1 else (y if i + j == 2 else x))
    twist = math.atan2(around, trace - along)
    lo, hi = limits[swing.TWIST_RANGE], limits[swing.TWIST_RANGE + 1]
    twist = hinge.within(twist, lo, hi) if hi - lo < math.inf else twist
    swing_matrix(limits, azimuth, share, twist, out)
    return along + math.cos(twist) * (trace - along) + math.sin(twist) * around


@lean
def fit_swing(limits: Array, wanted: Array, smallest: float, out: Array) -> None:
    """out = the rotation inside swing and twist limits that is nearest to the wanted one.

    A search over the direction and the share of the swing, from the clamped rotation and from a coarse grid, with steps
    that halve until they are `smallest`; the twist has a closed form.
    """
    azimuth, share, _ = swing_coordinates(limits, wanted)
    best = twisted(limits, azimuth, share, wanted, out)
    for n in range(12):
        for m in range(1, 4):
            value = twisted(limits, n * PI / 6.0, m / 3.0, wanted, out)
            if value > best:
                best, azimuth, share = value, n * PI / 6.0, m / 3.0
    step = 0.3
    while step > smallest:
        moved = False
        for way in range(4):
            a = azimuth + (step if way == 0 else (-step if way == 1 else 0.0))
            s = min(max(share + 0.5 * (step if way == 2 else (-step if way == 3 else 0.0)), 0.0), 1.0)
            value = twisted(limits, a, s, wanted, out)
            if value > best:
                best, azimuth, share, moved = value, a, s, True
        if not moved:
            step *= 0.5
    twisted(limits, azimuth, share, wanted, out)


@lean
def fit_at(
    body: Anatomy, space: Space, label: int, phi: float, gain: float, all_over: bool, q: Array, wanted: Array
) -> float:
    """The wrist's best fit at one swivel of the shoulder; q[4:] are set."""
    swivel.turned(space.turns[label >> 2, 1], phi, wanted)
    return fit_ball(body, 1, wanted, gain, all_over, q, space.one, space.two)


@lean
def refined(
    body: Anatomy, space: Space, label: int, start: float, end: float, q: Array, wanted: Array
) -> tuple[float, float]:
    """The best swivel between two others and its fit, by a golden section."""
    x, y = end - GOLDEN * (end - start), start + GOLDEN * (end - start)
    at_x, at_y = (
        fit_at(body, space, label, x, FINE, False, q, wanted),
        fit_at(body, space, label, y, FINE, False, q, wanted),
    )
    for _ in range(26):
        if at_x >= at_y:
            end, y, at_y = y, x, at_x
            x = end - GOLDEN * (end - start)
            at_x = fit_at(body, space, label, x, FINE, False, q, wanted)
        else:
            start, x, at_x = x, y, at_y
            y = start + GOLDEN * (end - start)
            at_y = fit_at(body, space, label, y, FINE, False, q, wanted)
    return (x, at_x) if at_x >= at_y else (y, at_y)


@kernel
def fit_on_arcs(body: Anatomy, space: Space, arcs: int, q: Array) -> float:
    """Over all swivels that the shoulder allows, the best fit of the hand; the wrist's place is kept. tr of both.

    A scan of every arc, then a golden section about the maxima that come near to the best.
    """
    wanted, samples = np.empty((3, 3)), np.empty(2 * SCAN + 1)
    best, label_best, place = -2.0, 0, 0.0
    for n in range(arcs):
        label, lo, hi = space.labels[n], space.arcs[n, 0], space.arcs[n, 1]
        count = min(max(4, int((hi - lo) / (2.0 * PI) * SCAN) + 1), 2 * SCAN)
        step = (hi - lo) / count
        for m in range(count + 1):
            samples[m] = fit_at(body, space, label, lo + m * step, COARSE, m % 6 == 0, q, wanted)
            if samples[m] > best + EQUAL:
                best, label_best, place = samples[m], label, lo + m * step
        for m in range(count + 1):
            low, high = max(m - 1, 0), min(m + 1, count)
            if samples[m] < samples[low] or samples[m] < samples[high] or samples[m] < best - NEAR:
                continue
            phi, value = refined(body, space, label, lo + low * step, lo + high * step, q, wanted)
            if value > best + EQUAL:
                best, label_best, place = value, label, phi
    best = fit_at(body, space, label_best, place, 1e-15, True, q, wanted)
    swivel.turned(space.turns[label_best >> 2, 0], place, space.one)
    set_values(body, 0, ball_angles(space.one, body.bounds, body.orders, 0, 1 + ((label_best & 3) >> 1)), q)
    angle = space.bends[label_best >> 2, 1] - body.bounds[3, OFFSET]
    q[3] = min(max(angle, body.bounds[3, LIMIT_LO]), body.bounds[3, LIMIT_HI])
    return best

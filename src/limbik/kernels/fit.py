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
def fit_ball(body: Anatomy, ball: int, wanted: Array, q: Array, one: Array, two: Array) -> float:
    """Sets a ball's values to the rotation inside its limits that is nearest to the wanted one; tr of both.

    tr is a sine wave in each Euler angle, so one angle at a time has a closed form; it never falls. Both families,
    brought into the limits, are starts.
    """
    n, bounds, orders = 4 * ball, body.bounds, body.orders
    if body.swing[ball, swing.KIND] != 0.0:
        azimuth, share, twist = swing_coordinates(body.swing[ball], wanted)
        swing_matrix(body.swing[ball], azimuth, share, twist, one)
        set_values(body, ball, ball_angles(one, bounds, orders, ball, 1), q)
        ball_matrix(body, ball, q, one)
        return overlap(wanted, one)
    best, chosen = -2.0, (0.0, 0.0, 0.0)
    for family in (1, 2):
        t = ball_angles(wanted, bounds, orders, ball, family)
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
            if now - before <= 1e-15:
                break
            before = now
        if now > best:
            best, chosen = now, t
    set_values(body, ball, chosen, q)
    return best


@lean
def fit_at(body: Anatomy, space: Space, label: int, phi: float, q: Array, wanted: Array) -> float:
    """The wrist's best fit at one swivel of the shoulder; q[4:] are set."""
    swivel.turned(space.turns[label >> 2, 1], phi, wanted)
    return fit_ball(body, 1, wanted, q, space.one, space.two)


@kernel
def fit_on_arcs(body: Anatomy, space: Space, arcs: int, q: Array) -> float:
    """Over all swivels that the shoulder allows, the best fit of the hand; the wrist's place is kept. tr of both.

    A scan of every arc, then a golden section about the minima that come near to the best.
    """
    wanted, samples = np.empty((3, 3)), np.empty(4 * SCAN)
    best, label_best, place = -2.0, 0, 0.0
    for n in range(arcs):
        label, lo, hi = space.labels[n], space.arcs[n, 0], space.arcs[n, 1]
        count = min(max(4, int((hi - lo) / (2.0 * PI) * SCAN) + 1), 2 * SCAN)
        step = (hi - lo) / count
        peak = -2.0
        for m in range(count + 1):
            samples[m] = fit_at(body, space, label, lo + m * step, q, wanted)
            if samples[m] > best + EQUAL:
                best, label_best, place = samples[m], label, lo + m * step
            peak = max(peak, samples[m])
        for m in range(count + 1):
            low, high = max(m - 1, 0), min(m + 1, count)
            if samples[m] < samples[low] or samples[m] < samples[high] or samples[m] < max(peak, best) - 0.5:
                continue
            start, end = lo + low * step, lo + high * step
            for _ in range(45):
                third = (end - start) / 3.0
                left = fit_at(body, space, label, start + third, q, wanted)
                right = fit_at(body, space, label, end - third, q, wanted)
                if left > best + EQUAL:
                    best, label_best, place = left, label, start + third
                if right > best + EQUAL:
                    best, label_best, place = right, label, end - third
                if left >= right:
                    end -= third
                else:
                    start += third
    fit_at(body, space, label_best, place, q, wanted)
    swivel.turned(space.turns[label_best >> 2, 0], place, space.one)
    set_values(body, 0, ball_angles(space.one, body.bounds, body.orders, 0, 1 + ((label_best & 3) >> 1)), q)
    angle = space.bends[label_best >> 2, 1] - body.bounds[3, OFFSET]
    q[3] = min(max(angle, body.bounds[3, LIMIT_LO]), body.bounds[3, LIMIT_HI])
    return best

"""Bounded least squares for the few variables of a limb: Levenberg-Marquardt steps inside a box."""

import numpy as np

from limbik.kernels.jit import Array, Integers, lean


@lean
def box_step(h: Array, g: Array, lo: Array, hi: Array, x: Array, held: Integers, scratch: Array) -> None:
    """x minimises x'hx / 2 - g'x inside lo <= x <= hi (which holds 0), for a positive definite h: active sets.

    held (n,) tells which variables end at a bound: -1 the lower, 1 the upper, 0 none. scratch (n, n + 1).
    """
    n = len(g)
    for i in range(n):
        x[i], held[i] = 0.0, 0
    for _ in range(6 * n):
        solve_free(h, g, x, held, scratch)
        share, block, side = 1.0, -1, 0
        for i in range(n):
            if held[i] == 0:
                step = scratch[i, n] - x[i]
                if scratch[i, n] < lo[i] and (lo[i] - x[i]) > share * step:
                    share, block, side = (lo[i] - x[i]) / step, i, -1
                elif scratch[i, n] > hi[i] and (hi[i] - x[i]) < share * step:
                    share, block, side = (hi[i] - x[i]) / step, i, 1
        for i in range(n):
            if held[i] == 0:
                x[i] += share * (scratch[i, n] - x[i])
        if block >= 0:
            held[block] = side
            x[block] = lo[block] if side < 0 else hi[block]
            continue
        worst, most = -1, 1e-14
        for i in range(n):
            if held[i] != 0:
                slope = -g[i]
                for j in range(n):
                    slope += h[i, j] * x[j]
                if held[i] * slope > most:  # the function falls towards the inside
                    worst, most = i, held[i] * slope
        if worst < 0:
            return
        held[worst] = 0


@lean
def solve_free(h: Array, g: Array, x: Array, held: Integers, out: Array) -> None:
    """out[:, n] = the minimum over the variables that are not held, the others staying at x; Gauss, no pivots."""
    n = len(g)
    for i in range(n):
        if held[i] != 0:
            for j in range(n):
                out[i, j] = 0.0
            out[i, i], out[i, n] = 1.0, x[i]
            continue
        out[i, n] = g[i]
        for j in range(n):
            if held[j] != 0:
                out[i, j] = 0.0
                out[i, n] -= h[i, j] * x[j]
            else:
                out[i, j] = h[i, j]
    for i in range(n):
        for r in range(i + 1, n):
            f = out[r, i] / out[i, i]
            if f != 0.0:
                for j in range(i, n + 1):
                    out[r, j] -= f * out[i, j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            out[i, n] -= out[i, j] * out[j, n]
        out[i, n] /= out[i, i]


@lean
def normal_equations(jacobian: Array, residual: Array, damping: float, h: Array, g: Array) -> None:
    """h = J'J + damping I, g = -J'r."""
    rows, n = jacobian.shape
    for i in range(n):
        g[i] = 0.0
        for m in range(rows):
            g[i] -= jacobian[m, i] * residual[m]
        for j in range(n):
            h[i, j] = damping if i == j else 0.0
            for m in range(rows):
                h[i, j] += jacobian[m, i] * jacobian[m, j]


@lean
def halton(number: int, base: int) -> float:
    """The number's digits in a base, mirrored at the point: evenly spread over [0, 1)."""
    value, part = 0.0, 1.0
    while number > 0:
        part /= base
        value += part * (number % base)
        number //= base
    return value


BASES = np.array([2, 3, 5, 7, 11, 13, 17])

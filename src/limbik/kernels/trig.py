"""Sines and cosines of a whole row of angles, in arithmetic that the compiler spreads over the processor's lanes."""

import math

from limbik.kernels.jit import Array, kernel

QUARTERS = 2.0 / math.pi
# pi/2 in three parts; the first two have 33 bits each, so their products with a whole number below 2^20 are exact.
HALF_PI_1 = 1.57079632673412561417e00
HALF_PI_2 = 6.07710050630396597660e-11
HALF_PI_3 = 2.02226624879595063154e-21
FARTHEST = 1.0e6
"""Beyond this angle the reduction would lose digits, and the library's own sine takes over."""
# The classical minimax polynomials on [-pi/4, pi/4]: sin x = x + x^3 S(x^2), cos x = 1 - x^2/2 + x^4 C(x^2).
S0, S1, S2 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S3, S4, S5 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
C0, C1, C2 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C3, C4, C5 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


@kernel
def sines_and_cosines(q: Array, row: int, out: Array) -> None:
    """out[0] = sin q[row], out[1] = cos q[row]; each within 2.3e-16 of the truth."""
    for n in range(q.shape[1]):
        angle = q[row, n] if abs(q[row, n]) < FARTHEST else 0.0
        quarter = math.floor(angle * QUARTERS + 0.5)
        x = ((angle - quarter * HALF_PI_1) - quarter * HALF_PI_2) - quarter * HALF_PI_3
        z = x * x
        s = x + x * z * (S0 + z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * S5)))))
        c = (1.0 - 0.5 * z) + z * z * (C0 + z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * C5)))))
        halves = math.floor(0.5 * quarter)  # half turns
        odd = quarter != 2.0 * halves
        upper = halves != 2.0 * math.floor(0.5 * halves)
        sine = c if odd else s
        cosine = -s if odd else c
        out[0, n] = -sine if upper else sine
        out[1, n] = -cosine if upper else cosine
    for n in range(q.shape[1]):
        if not abs(q[row, n]) < FARTHEST:
            out[0, n], out[1, n] = math.sin(q[row, n]), math.cos(q[row, n])

"""The least of a function over several arcs: samples, then a refinement about each of their minima."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq, minimize_scalar

from limbik.check import Array

SAMPLE = 0.1
"""Radians between samples, at most."""
FEWEST = 5


def over_arcs(
    arcs: Sequence[tuple[float, float]],
    value: Callable[[int, float], float],
    slope: Callable[[int, float], float] | None,
) -> tuple[int, float]:
    """The arc's number and the place of the least value(number, phi); the first one wins ties."""
    best: tuple[float, int, float] = (math.inf, 0, arcs[0][0])
    for number, (lo, hi) in enumerate(arcs):
        places = np.linspace(lo, hi, max(FEWEST, math.ceil((hi - lo) / SAMPLE) + 1)).tolist()
        values = [value(number, phi) for phi in places]
        for n, (phi, here) in enumerate(zip(places, values, strict=True)):
            low, high = max(n - 1, 0), min(n + 1, len(places) - 1)
            if here > values[low] or here > values[high]:
                continue
            for found in (phi, _refined(number, places[low], places[high], value, slope)):
                size = value(number, found)
                if size < best[0]:
                    best = (size, number, found)
    return best[1], best[2]


def _refined(
    number: int,
    start: float,
    end: float,
    value: Callable[[int, float], float],
    slope: Callable[[int, float], float] | None,
) -> float:
    """The minimum between two samples: where the slope changes its sign, if it is known and does so once."""
    if end - start < 1e-12:
        return start
    if slope is not None and slope(number, start) < 0.0 < slope(number, end):
        return float(brentq(lambda phi: slope(number, phi), start, end, xtol=1e-15))
    found = minimize_scalar(
        lambda phi: value(number, phi), bounds=(start, end), method="bounded", options={"xatol": 1e-12}
    )
    return float(found.x)


def euler_axes_of(order: ArrayLike, angles: Array) -> Array:
    """The axes of three Euler angles in the frame before them, as columns: e_i, R_i e_j, R_i R_j e_k."""
    i, j, k = (int(axis) for axis in np.asarray(order))
    unit = np.eye(3)
    first = _turn(i, angles[0])
    return np.array([unit[i], first @ unit[j], first @ _turn(j, angles[1]) @ unit[k]]).T


def _turn(axis: int, angle: float) -> Array:
    p, r = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[p, p] = matrix[r, r] = math.cos(angle)
    matrix[p, r], matrix[r, p] = -math.sin(angle), math.sin(angle)
    return matrix

"""The least of a user's function over both freedoms of an alignment or an aim."""

import math
from collections.abc import Callable

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.kernels import partial_survey
from limbik.limb.partial import PartialQuestion
from limbik.solution import Solution, Status

STEP, FEWEST, INNER = 0.1, 9, 0.15
"""Radians between samples of the outer freedom and of the swivel, and the fewest samples of a span."""
POINTS, ROUNDS, FOLLOWED = 9, 10, 6
"""An interval is looked at in so many points, so many times; and the minima that are followed."""
GOLDEN, FINEST = 0.5 * (math.sqrt(5.0) - 1.0), 1e-8


def least(question: PartialQuestion, f: Callable[[Array], float], known: Solution) -> Solution:
    """The answer of least f(q); `known` is one, in case the samples meet none."""

    def value(q: Array) -> float:
        return check.number("f", f(q))

    best = (value(known.q), known)
    minima: list[tuple[float, float, float, float, float, int]] = []
    for start, end, side in partial_survey.spans_of(*question.asked).tolist():
        minima += _minima_of_span(question, start, end, side, value)
    for _, low, place, high, side, label in sorted(minima)[:FOLLOWED]:
        found = _followed(question, low, place, high, side, label, value)
        if found is not None and found[0] < best[0]:
            size, outer, phi = found
            q = _postures(question, outer, side, [label], [phi])[0]
            family = (1 + (label >> 1), 1 + (label & 1), 1 if side > 0.0 else -1)
            roll = math.remainder(outer, 2.0 * math.pi) if question.balls == 2 else 0.0
            best = (size, question.solution(int(Status.SOLVED), q, phi, roll, family))
    return best[1]


def _minima_of_span(
    question: PartialQuestion, start: float, end: float, side: float, value: Callable[[Array], float]
) -> list[tuple[float, float, float, float, float, int]]:
    """For each pair of families the minima of samples: how low, between which three outer values, side and label."""
    count = max(FEWEST, math.ceil(0.5 * math.pi * (end - start) / STEP)) if end > start else 1
    shares = 0.5 - 0.5 * np.cos(np.linspace(0.0, math.pi, count)) if count > 1 else np.zeros(1)
    outers = (start + (end - start) * shares).tolist()
    profile = np.full((count + 2, 4), np.inf)
    for n, outer in enumerate(outers):
        for label, size, _ in _sampled(question, outer, side, value):
            profile[n + 1, label] = min(profile[n + 1, label], size)
    minima = []
    for n, label in zip(*np.nonzero(np.isfinite(profile[1:-1])), strict=True):
        before, here, after = profile[n : n + 3, label].tolist()
        if here < before and here <= after:
            low, high = outers[max(n - 1, 0)], outers[min(n + 1, count - 1)]
            minima.append((here, low, outers[n], high, side, int(label)))
    return minima


def _arcs(question: PartialQuestion, outer: float, side: float) -> list[tuple[int, float, float]]:
    _, count, space = partial_survey.survey(*question.asked, outer, side)
    return [
        (label, lo, hi)
        for label, (lo, hi) in zip(space.labels[:count].tolist(), space.arcs[:count].tolist(), strict=True)
    ]


def _postures(question: PartialQuestion, outer: float, side: float, labels: list[int], swivels: list[float]) -> Array:
    out = np.empty((len(swivels), 7))
    partial_survey.postures(
        *question.asked, outer, side, np.array(labels, dtype=np.int64), np.array(swivels, dtype=np.float64), out
    )
    return out


def _sampled(
    question: PartialQuestion, outer: float, side: float, value: Callable[[Array], float]
) -> list[tuple[int, float, float]]:
    """Label, value and swivel of the lowest sample of every arc at an outer value."""
    found = []
    for label, lo, hi in _arcs(question, outer, side):
        places = np.linspace(lo, hi, max(5, math.ceil((hi - lo) / INNER) + 1)).tolist()
        sizes = [value(q) for q in _postures(question, outer, side, [label] * len(places), places)]
        n = int(np.argmin(sizes))
        found.append((label, sizes[n], places[n]))
    return found


def _lowest_on_arcs(
    question: PartialQuestion, outer: float, side: float, label: int, value: Callable[[Array], float]
) -> tuple[float, float]:
    """The least value of a pair of families at an outer value, and its swivel; infinite if it has no arc.

    Each arc is looked at in some points, then more and more closely about the best of them.
    """
    best = (math.inf, 0.0)
    for pair, lo, hi in _arcs(question, outer, side):
        if pair != label:
            continue
        low, high, count = lo, hi, max(POINTS, math.ceil((hi - lo) / INNER) + 1)
        for _ in range(ROUNDS):
            places = np.linspace(low, high, count).tolist()
            sizes = [value(q) for q in _postures(question, outer, side, [label] * count, places)]
            n = int(np.argmin(sizes))
            best = min(best, (sizes[n], places[n]))
            step, count = (high - low) / (count - 1), POINTS
            low, high = max(places[n] - step, lo), min(places[n] + step, hi)
    return best


def _followed(
    question: PartialQuestion,
    low: float,
    place: float,
    high: float,
    side: float,
    label: int,
    value: Callable[[Array], float],
) -> tuple[float, float, float] | None:
    """The bottom of a minimum: how low, the outer value and the swivel. Some points, then a golden section."""
    found: dict[float, tuple[float, float]] = {}

    def look(outer: float) -> float:
        if outer not in found:
            found[outer] = _lowest_on_arcs(question, outer, side, label, value)
        return found[outer][0]

    outers = sorted({place, *np.linspace(low, high, POINTS).tolist()})
    n = int(np.argmin([look(outer) for outer in outers]))
    start, end = outers[max(n - 1, 0)], outers[min(n + 1, len(outers) - 1)]
    x, y = end - GOLDEN * (end - start), start + GOLDEN * (end - start)
    while end - start > FINEST:
        if look(x) <= look(y):
            end, y = y, x
            x = end - GOLDEN * (end - start)
        else:
            start, x = x, y
            y = start + GOLDEN * (end - start)
    size, outer, phi = min((size, outer, phi) for outer, (size, phi) in found.items())
    return (size, outer, phi) if math.isfinite(size) else None

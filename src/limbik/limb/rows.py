"""The limits of a limb's two balls as rows: conditions that are linear in the entries of a rotation.

For the order (i, j, k) every Euler angle appears in entries of R as a cosine and a sine with a common factor; a range
of an outer angle is then one or two half-planes, a range of the middle one a pair of bounds. At lock only a + c or
a - c is defined, and the same half-planes of those two complete the set. See the page on mathematics.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from limbik.check import Array
from limbik.figure.transform import euler_axes
from limbik.kernels.swivel import NEVER

Functional = Array
"""Nine weights on the entries of R, row by row."""


@dataclass
class Conditions:
    """Which rows must all hold, and sets of rows of which one must hold."""

    every: list[int] = field(default_factory=list)
    some: list[list[int]] = field(default_factory=list)
    possible: bool = True


@dataclass(frozen=True)
class Entries:
    """The functions of R that stand for Euler angles, each times a factor that both of a pair share."""

    middle: Functional
    first: tuple[Functional, Functional]  # cosine, sine
    third: tuple[Functional, Functional]
    total: tuple[Functional, Functional]  # of a + c
    difference: tuple[Functional, Functional]  # of a - c


def entries_of(order: str) -> Entries:
    """The table of entries for one of the 12 orders."""
    i, j, k = euler_axes(order)
    s = 1.0 if (j - i) % 3 == 1 else -1.0

    def e(row: int, column: int) -> Functional:
        unit = np.zeros(9)
        unit[3 * row + column] = 1.0
        return unit

    if k == i:
        h = 3 - i - j
        return Entries(
            e(i, i),
            (-s * e(h, i), e(j, i)),
            (s * e(i, h), e(i, j)),
            (e(j, j) + e(h, h), s * (e(h, j) - e(j, h))),
            (e(j, j) - e(h, h), s * (e(h, j) + e(j, h))),
        )
    return Entries(
        s * e(i, k),
        (e(k, k), -s * e(j, k)),
        (e(i, i), -s * e(i, j)),
        (e(j, j) - e(k, i), s * (e(k, j) + e(j, i))),
        (e(j, j) + e(k, i), s * (e(k, j) - e(j, i))),
    )


class RowTable:
    """Rows and masks of both balls, in the arrays that `kernels.swivel` takes."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, Functional, float]] = []
        self.families: list[Conditions] = []

    def add_ball(self, joint: int, order: str, limits: Array, tolerance: float) -> None:
        """Both families of a ball with limits (3, 2) on its Euler angles; infinite limits are none."""
        (a_lo, a_hi), (b_lo, b_hi), (c_lo, c_hi) = limits + np.array([-tolerance, tolerance])
        entries = entries_of(order)
        shared = Conditions()
        if np.isfinite(limits[[0, 2]]).all():
            self._wedge(joint, shared, entries.total, a_lo + c_lo, a_hi + c_hi, 1.0)
            self._wedge(joint, shared, entries.difference, a_lo - c_hi, a_hi - c_lo, 1.0)
        for family in (1, 2):
            own = Conditions(list(shared.every), list(shared.some))
            sign = 1.0 if family == 1 else -1.0
            self._middle(joint, own, entries.middle, order, family, b_lo, b_hi, 4.0 * tolerance)
            if own.possible:
                self._wedge(joint, own, entries.first, a_lo, a_hi, sign)
                self._wedge(joint, own, entries.third, c_lo, c_hi, sign)
            self.families.append(own)

    def add_free_ball(self) -> None:
        """A ball without limits: one family serves for both."""
        self.families += [Conditions(), Conditions(possible=False)]

    def _row(self, joint: int, functional: Functional, constant: float = 0.0) -> int:
        self.rows.append((joint, functional, constant))
        return len(self.rows) - 1

    def _wedge(
        self, joint: int, into: Conditions, pair: tuple[Functional, Functional], lo: float, hi: float, sign: float
    ) -> None:
        """An angle given by (cosine, sine) times a factor of the family's sign lies in [lo, hi], on any turn."""
        width = hi - lo
        if not width < 2.0 * math.pi:
            return
        cosine, sine = sign * pair[0], sign * pair[1]
        above = self._row(joint, math.cos(lo) * sine - math.sin(lo) * cosine)
        below = self._row(joint, math.sin(hi) * cosine - math.cos(hi) * sine)
        if width > math.pi:
            into.some.append([above, below])
            return
        into.every += [above, below]
        if width < 0.5:  # where both half-planes nearly coincide they do not tell the angle from its opposite
            middle = 0.5 * (lo + hi)
            into.every.append(self._row(joint, math.cos(middle) * cosine + math.sin(middle) * sine))

    def _middle(
        self,
        joint: int,
        into: Conditions,
        functional: Functional,
        order: str,
        family: int,
        lo: float,
        hi: float,
        thin: float,
    ) -> None:
        """The middle angle lies in [lo, hi] and in the family's half circle, where its sine or cosine is monotone."""
        if not hi - lo < 2.0 * math.pi:
            return
        proper = order[0] == order[2]
        start = {(False, 1): -0.5, (False, 2): 0.5, (True, 1): 0.0, (True, 2): -1.0}[proper, family] * math.pi
        rising = (not proper and family == 1) or (proper and family == 2)
        value = math.cos if proper else math.sin
        bounds: list[list[int]] = []
        for piece_lo, piece_hi in _pieces(lo, hi, start, start + math.pi):
            if piece_hi - piece_lo <= thin and (piece_lo == start or piece_hi == start + math.pi) and hi - lo > thin:
                continue  # no more than the tolerance beyond lock: the other family has it
            here: list[int] = []
            if piece_lo > start:
                here.append(self._bound(joint, functional, value(piece_lo), rising))
            if piece_hi < start + math.pi:
                here.append(self._bound(joint, functional, value(piece_hi), not rising))
            bounds.append(here)
        if not bounds:
            into.possible = False
        elif len(bounds) == 1:
            into.every += bounds[0]
        elif all(bounds):
            into.some.append([row for piece in bounds for row in piece])  # each ends at lock, so has one bound

    def _bound(self, joint: int, functional: Functional, level: float, at_least: bool) -> int:
        sign = 1.0 if at_least else -1.0
        return self._row(joint, sign * functional, -sign * level)

    def arrays(self) -> "RowArrays":
        count = len(self.rows)
        entries = np.zeros((count, 4), dtype=np.int64)
        weights = np.zeros((count, 4))
        for row, (_, functional, _) in enumerate(self.rows):
            used = np.flatnonzero(functional)
            entries[row, : len(used)] = used
            weights[row, : len(used)] = functional[used]
        masks = np.zeros((4, 6), dtype=np.int64)
        for family, conditions in enumerate(self.families):
            masks[family, 0] = sum(1 << row for row in conditions.every) if conditions.possible else NEVER
            for n, rows in enumerate(conditions.some):
                masks[family, 1 + n] = sum(1 << row for row in rows)
        return (
            entries,
            weights,
            np.array([constant for _, _, constant in self.rows]),
            np.array([joint for joint, _, _ in self.rows], dtype=np.int64),
            masks,
        )


RowArrays = tuple[NDArray[np.int64], Array, Array, NDArray[np.int64], NDArray[np.int64]]


def _pieces(lo: float, hi: float, start: float, end: float) -> list[tuple[float, float]]:
    """[lo, hi], moved by whole turns, cut with [start, end]: none, one or two pieces."""
    found = []
    turn = 2.0 * math.pi
    shift = turn * math.ceil((start - hi) / turn)
    while lo + shift <= end:
        found.append((max(lo + shift, start), min(hi + shift, end)))
        shift += turn
    return found

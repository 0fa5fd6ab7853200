"""The valid swivels of a limb: the exact set of angles phi that keep both balls inside their limits.

Both balls turn with phi as R(phi) = Rot(k, phi) M, so every entry of R, and every linear function of its entries, has
the form  be cos phi + al sin phi + ga.  All limits on Euler angles are Boolean combinations of conditions on such
functions, the rows of `kernels.rows`, and each row holds on one closed arc of the circle. The set is found by a sweep:
the ends of all arcs are sorted, and between two of them nothing changes. Positions on the circle are pseudo-angles in
[0, 4], a rational function of cosine and sine that grows with the angle; only the ends that remain become angles.
"""

import math

import numpy as np

from limbik.kernels.jit import TWO_PI, Array, Integers, Vector, hot
from limbik.kernels.rows import NEVER, TWIST
from limbik.kernels.swing import level_set

ROUNDING = 1e-13
"""The least that is added to every row: closed sets stay closed in spite of rounding."""
MOST_EVENTS = 128
MOST_ARCS = 64
FINE = 2.0**52
"""Positions are sorted as whole numbers of this part, which loses nothing."""


@hot
def pseudo_angle(x: float, y: float) -> float:
    """A number in [0, 4) that grows with the direction's angle; no trigonometry."""
    a = y / (abs(x) + abs(y))
    if x < 0.0:
        return 2.0 - a
    return a if y >= 0.0 else 4.0 + a


@hot
def true_angle(position: float) -> float:
    """The angle in [0, 2 pi] of a pseudo-angle in [0, 4]."""
    if position <= 1.0:
        return math.atan2(position, 1.0 - position)
    if position <= 3.0:
        a = 2.0 - position
        angle = math.atan2(a, abs(a) - 1.0)
        return angle if angle >= 0.0 else angle + TWO_PI
    a = position - 4.0
    return math.atan2(a, 1.0 + a) + TWO_PI


@hot
def spread(k: Vector, m: Array, out: Array) -> None:
    """out (3, 9) = the coefficients of sin phi, cos phi and 1 in the entries of Rot(k, phi) M, for a unit axis k."""
    for column in range(3):
        x, y, z = m[0, column], m[1, column], m[2, column]
        along = k[0] * x + k[1] * y + k[2] * z
        gx, gy, gz = k[0] * along, k[1] * along, k[2] * along
        out[0, column] = k[1] * z - k[2] * y
        out[0, 3 + column] = k[2] * x - k[0] * z
        out[0, 6 + column] = k[0] * y - k[1] * x
        out[1, column], out[1, 3 + column], out[1, 6 + column] = x - gx, y - gy, z - gz
        out[2, column], out[2, 3 + column], out[2, 6 + column] = gx, gy, gz


@hot
def turned(coefficients: Array, phi: float, out: Array) -> None:
    """out (3, 3) = R(phi) from the coefficients of `spread`."""
    s, c = math.sin(phi), math.cos(phi)
    for i in range(3):
        for j in range(3):
            n = 3 * i + j
            out[i, j] = s * coefficients[0, n] + c * coefficients[1, n] + coefficients[2, n]


@hot
def family_holds(masks: Integers, family: int, bits: int) -> bool:
    """Do the rows in `bits` satisfy one family of one ball?"""
    every = masks[family, 0]
    if every == NEVER or (bits & every) != every:
        return False
    for n in range(1, 6):
        some = masks[family, n]
        if some == 0:
            break
        if (bits & some) == 0:
            return False
    return True


@hot
def families_that_hold(masks: Integers, bits: int) -> int:
    """Bit 0, 1 for the shoulder's families 1, 2; bit 2, 3 for the wrist's."""
    found = 0
    for family in range(4):
        if family_holds(masks, family, bits):
            found |= 1 << family
    return found


@hot
def combinations(families: int) -> int:
    """Bit 2 s + w for each pair of a shoulder family and a wrist family (both counted from 0) that holds."""
    wrist = (families >> 2) & 3
    return (wrist if families & 1 else 0) | (wrist << 2 if families & 2 else 0)


@hot
def row_events(
    entries: Integers,
    weights: Array,
    count: int,
    masks: Integers,
    turns: Array,
    rounding: float,
    positions: Array,
    marks: Integers,
    ends: Array,
) -> tuple[int, int, int]:
    """Where each row begins (mark 2 row) and ends (2 row + 1) to hold; how many events, and the rows that hold at 0.

    The last number is the families that are still possible: a row that holds nowhere rules out those that need it.
    turns (2, 3, 9) are the coefficients of both balls.
    """
    width = weights.shape[1] - 1
    found, at_zero = 0, 0
    live = 0
    for family in range(4):
        if masks[family, 0] != NEVER:
            live |= 1 << family
    for row in range(count):
        if entries[row, width + 1] & live == 0:
            continue
        ball = entries[row, width]
        bit = 1 << row
        nowhere = True
        if entries[row, 0] < 0:
            pieces = level_set(entries[row, 0] == TWIST, weights[row], turns[ball], rounding, ends)
            for n in range(pieces):
                nowhere = False
                if ends[n, 1] - ends[n, 0] >= TWO_PI:
                    at_zero |= bit
                    continue
                start = pseudo_angle(math.cos(ends[n, 0]), math.sin(ends[n, 0]))
                end = pseudo_angle(math.cos(ends[n, 1]), math.sin(ends[n, 1]))
                if start > end:
                    at_zero |= bit
                positions[found], marks[found] = start, 2 * row
                positions[found + 1], marks[found + 1] = end, 2 * row + 1
                found += 2
        else:
            one, two, x, y = entries[row, 0], entries[row, 1], weights[row, 0], weights[row, 1]
            al = x * turns[ball, 0, one] + y * turns[ball, 0, two]
            be = x * turns[ball, 1, one] + y * turns[ball, 1, two]
            ga = x * turns[ball, 2, one] + y * turns[ball, 2, two] + (weights[row, width] + rounding)
            for n in range(2, width):  # few rows have more than two entries
                weight = weights[row, n]
                if weight != 0.0:
                    entry = entries[row, n]
                    al += weight * turns[ball, 0, entry]
                    be += weight * turns[ball, 1, entry]
                    ga += weight * turns[ball, 2, entry]
            square = (al * al + be * be) - ga * ga
            if square > 0.0:
                nowhere = False
                side = math.sqrt(square)
                start = pseudo_angle(al * side - be * ga, -al * ga - be * side)
                end = pseudo_angle(-al * side - be * ga, be * side - al * ga)
                if start > end:
                    at_zero |= bit
                positions[found], marks[found] = start, 2 * row
                positions[found + 1], marks[found + 1] = end, 2 * row + 1
                found += 2
            elif ga >= 0.0:
                nowhere = False
                at_zero |= bit
        if nowhere:
            for family in range(4):
                if masks[family, 0] & bit:
                    live &= ~(1 << family)
            if live & 3 == 0 or live & 12 == 0:
                return 0, 0, 0
    return found, at_zero, live


@hot
def sort_events(positions: Array, marks: Integers, count: int, keys: Integers) -> None:
    """keys = the events by position; where two coincide, what begins comes before what ends.

    A key's lowest seven bits are the event's number. Insertion: there are some dozens.
    """
    for n in range(count):
        key = (int(positions[n] * FINE) << 8) | ((marks[n] & 1) << 7) | n
        m = n - 1
        while m >= 0 and keys[m] > key:
            keys[m + 1] = keys[m]
            m -= 1
        keys[m + 1] = key


@hot
def valid_arcs(
    entries: Integers,
    weights: Array,
    count: int,
    masks: Integers,
    turns: Array,
    rounding: float,
    positions: Array,
    marks: Integers,
    keys: Integers,
    ends: Array,
    arcs: Array,
    labels: Integers,
    first: int,
    root: int,
) -> int:
    """Appends the valid arcs after the `first` ones already there; how many there are then.

    arcs (MOST_ARCS, 2) takes their ends as pseudo-angles, the end of an arc through phi = 0 plus 4. labels takes
    4 root + 2 s + w: the hinge's root and the families of shoulder and wrist, all counted from 0.
    `rounding` is what the functions may err by; positions, marks, keys and ends are scratch.
    """
    events, bits, live = row_events(entries, weights, count, masks, turns, rounding, positions, marks, ends)
    if live == 0:
        return first
    width = weights.shape[1] - 1
    sort_events(positions, marks, events, keys)
    holding = families_that_hold(masks, bits) & live
    now = combinations(holding)
    found = first
    began = (0.0, 0.0, 0.0, 0.0)
    for event in range(events + 1):
        position = 4.0
        after = 0
        if event < events:
            number = keys[event] & 127
            position = positions[number]
            row = marks[number] >> 1
            bits ^= 1 << row
            for family in range(4):
                if (entries[row, width + 1] & live) & (1 << family):
                    if family_holds(masks, family, bits):
                        holding |= 1 << family
                    else:
                        holding &= ~(1 << family)
            after = combinations(holding)
        changed = now ^ after
        if changed:
            for pair in range(4):
                if changed & (1 << pair):
                    if after & (1 << pair):
                        began = with_item(began, pair, position)
                    elif found < arcs.shape[0]:
                        arcs[found, 0], arcs[found, 1] = began[pair], position
                        labels[found] = 4 * root + pair
                        found += 1
            now = after
    return joined_at_zero(arcs, labels, first, found)


@hot
def with_item(items: tuple[float, float, float, float], place: int, value: float) -> tuple[float, float, float, float]:
    return (
        value if place == 0 else items[0],
        value if place == 1 else items[1],
        value if place == 2 else items[2],
        value if place == 3 else items[3],
    )


@hot
def joined_at_zero(arcs: Array, labels: Integers, first: int, count: int) -> int:
    """An arc that ends at 4 and one of the same label that begins at 0 are one."""
    head = first
    while head < count:
        tail = first
        while arcs[head, 0] == 0.0 and arcs[head, 1] < 4.0 and tail < count:
            if labels[tail] == labels[head] and arcs[tail, 1] == 4.0 and arcs[tail, 0] > 0.0:
                break
            tail += 1
        if arcs[head, 0] == 0.0 and arcs[head, 1] < 4.0 and tail < count:
            arcs[tail, 1] = 4.0 + arcs[head, 1]
            count -= 1  # the last one takes the free place, and is looked at next
            arcs[head, 0], arcs[head, 1], labels[head] = arcs[count, 0], arcs[count, 1], labels[count]
        else:
            head += 1
    return count


@hot
def angles_of(start: float, end: float) -> tuple[float, float]:
    """An arc's ends as angles: the first in [-pi, pi), the second at most a turn later."""
    lo = true_angle(start)
    hi = true_angle(end) if end <= 4.0 else true_angle(end - 4.0) + TWO_PI
    turn = TWO_PI if lo >= math.pi else 0.0
    return lo - turn, max(lo, hi) - turn


@hot
def rank(label: int) -> int:
    """The order of labels by families of shoulder and wrist, then by the hinge's side, the negative one first."""
    return 2 * (label & 3) + 1 - (label >> 2)


@hot
def to_angles(arcs: Array, labels: Integers, count: int) -> None:
    """Ends that are pseudo-angles become angles, and the arcs are sorted by start, then by end, then by family."""
    for n in range(count):
        lo, hi = angles_of(arcs[n, 0], arcs[n, 1])
        label = labels[n]
        m = n - 1
        while m >= 0 and (
            arcs[m, 0] > lo
            or (arcs[m, 0] == lo and (arcs[m, 1] > hi or (arcs[m, 1] == hi and rank(labels[m]) > rank(label))))
        ):
            arcs[m + 1, 0], arcs[m + 1, 1], labels[m + 1] = arcs[m, 0], arcs[m, 1], labels[m]
            m -= 1
        arcs[m + 1, 0], arcs[m + 1, 1], labels[m + 1] = lo, hi, label


@hot
def widest_of(arcs: Array, labels: Integers, count: int) -> tuple[int, float]:
    """The label and the middle of the longest of arcs whose ends are pseudo-angles; ties go as in `arc_widest`.

    An angle is at least its pseudo-angle and at most twice that, so most arcs need not be measured.
    """
    best, lowest, highest, most = 0, 0.0, 0.0, -1.0
    for n in range(count):
        if 2.0 * (arcs[n, 1] - arcs[n, 0]) < most:
            continue
        lo, hi = angles_of(arcs[n, 0], arcs[n, 1])
        if hi - lo > most or (
            hi - lo == most
            and (lo < lowest or (lo == lowest and (hi < highest or (hi == highest and rank(labels[n]) < rank(best)))))
        ):
            best, lowest, highest, most = labels[n], lo, hi, hi - lo
    return best, 0.5 * (lowest + highest)


@hot
def arc_nearest(arcs: Array, count: int, phi: float) -> tuple[int, float]:
    """Number of the arc nearest to an angle, and the nearest angle on it; the first one wins ties."""
    best, place, least = -1, 0.0, math.inf
    for n in range(count):
        middle, half = 0.5 * (arcs[n, 0] + arcs[n, 1]), 0.5 * (arcs[n, 1] - arcs[n, 0])
        off = phi - middle
        off -= TWO_PI * np.floor(off / TWO_PI + 0.5)
        beyond = max(abs(off) - half, 0.0)
        if beyond < least:
            best, least = n, beyond
            place = middle + min(max(off, -half), half)
    return best, place


@hot
def arc_widest(arcs: Array, count: int) -> int:
    """Number of the longest arc; the first one wins ties."""
    best = 0
    for n in range(1, count):
        if arcs[n, 1] - arcs[n, 0] > arcs[best, 1] - arcs[best, 0]:
            best = n
    return best

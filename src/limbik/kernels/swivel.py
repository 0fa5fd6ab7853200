"""The valid swivels of a limb: the exact set of angles phi that keep both balls inside their limits.

Both balls turn with phi as R(phi) = Rot(k, phi) M, so every entry of R, and every linear function of its entries, has
the form  be cos phi + al sin phi + ga.  All limits on Euler angles are Boolean combinations of conditions on such
functions, here called rows, and each row holds on one closed arc of the circle. The set is found by a sweep: the ends
of all arcs are sorted, and between two of them nothing changes. Positions on the circle are pseudo-angles in [0, 4], a
rational function of cosine and sine that grows with the angle; only the ends that remain become angles.

A limb's rows come as arrays, made once by `limb.rows`:

entries (rows, 4), weights (rows, 4)   a row's function: sum of weights times entries of R (0 to 8, row by row) ...
constants (rows,)                      ... plus a constant; the condition is that it is not negative
joints (rows,)                         0 shoulder, 1 wrist
masks (4, 6)                           for shoulder family 1, 2 and wrist family 1, 2: the rows that must all hold, then
                                       up to five sets of rows of which one must hold (0: no such set)
"""

import math

from limbik.kernels.jit import TWO_PI, Array, Integers, Vector, kernel

ROUNDING = 1e-13
"""The least that is added to every row: closed sets stay closed in spite of rounding."""
NEVER = -1
"""In place of the rows that must all hold: this family cannot occur."""


@kernel
def pseudo_angle(x: float, y: float) -> float:
    """A number in [0, 4) that grows with the direction's angle; no trigonometry."""
    a = y / (abs(x) + abs(y))
    if x < 0.0:
        return 2.0 - a
    return a if y >= 0.0 else 4.0 + a


@kernel
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


@kernel
def spread(k: Vector, m: Array, joint: int, out: Array) -> None:
    """out[joint] = the 9 coefficients each of sin phi, cos phi and 1 in Rot(k, phi) M, for a unit axis k."""
    for column in range(3):
        x, y, z = m[0, column], m[1, column], m[2, column]
        along = k[0] * x + k[1] * y + k[2] * z
        gx, gy, gz = k[0] * along, k[1] * along, k[2] * along
        out[joint, 0, column] = k[1] * z - k[2] * y
        out[joint, 0, 3 + column] = k[2] * x - k[0] * z
        out[joint, 0, 6 + column] = k[0] * y - k[1] * x
        out[joint, 1, column], out[joint, 1, 3 + column], out[joint, 1, 6 + column] = x - gx, y - gy, z - gz
        out[joint, 2, column], out[joint, 2, 3 + column], out[joint, 2, 6 + column] = gx, gy, gz


@kernel
def family_holds(masks: Integers, family: int, bits: int) -> bool:
    """Do the rows in `bits` satisfy one family of one ball?"""
    every = masks[family, 0]
    if every == NEVER or (bits & every) != every:
        return False
    for n in range(1, masks.shape[1]):
        some = masks[family, n]
        if some != 0 and (bits & some) == 0:
            return False
    return True


@kernel
def combinations(masks: Integers, bits: int) -> int:
    """Bit 2 s + w for each pair of a shoulder family and a wrist family (both counted from 0) that holds."""
    found = 0
    wrist = 0
    if family_holds(masks, 2, bits):
        wrist |= 1
    if family_holds(masks, 3, bits):
        wrist |= 2
    if wrist:
        if family_holds(masks, 0, bits):
            found |= wrist
        if family_holds(masks, 1, bits):
            found |= wrist << 2
    return found


@kernel
def sort_events(positions: Array, marks: Integers, count: int) -> None:
    """By position; where two coincide, what begins comes before what ends. Insertion: there are some dozens."""
    for n in range(1, count):
        position, mark = positions[n], marks[n]
        m = n - 1
        while m >= 0 and (positions[m] > position or (positions[m] == position and marks[m] < 0 < mark)):
            positions[m + 1], marks[m + 1] = positions[m], marks[m]
            m -= 1
        positions[m + 1], marks[m + 1] = position, mark


@kernel
def row_events(
    entries: Integers,
    weights: Array,
    constants: Array,
    joints: Integers,
    coefficients: Array,
    rounding: float,
    positions: Array,
    marks: Integers,
) -> tuple[int, int, int]:
    """The ends of the rows' arcs, and the rows that hold at phi = 0 and anywhere: (events, bits at 0, bits at all)."""
    count, at_zero, at_all = 0, 0, 0
    for row in range(constants.shape[0]):
        joint = joints[row]
        al, be, ga = 0.0, 0.0, constants[row] + rounding
        for n in range(entries.shape[1]):
            entry, weight = entries[row, n], weights[row, n]
            al += weight * coefficients[joint, 0, entry]
            be += weight * coefficients[joint, 1, entry]
            ga += weight * coefficients[joint, 2, entry]
        rho = math.sqrt(al * al + be * be)
        bit = 1 << row
        if ga < -rho:
            continue
        at_all |= bit
        if ga >= rho:
            at_zero |= bit
            continue
        side = math.sqrt((rho - ga) * (rho + ga))
        start = pseudo_angle(al * side - be * ga, -al * ga - be * side)
        end = pseudo_angle(-al * side - be * ga, be * side - al * ga)
        if start > end:
            at_zero |= bit
        positions[count], marks[count] = start, row + 1
        positions[count + 1], marks[count + 1] = end, -(row + 1)
        count += 2
    return count, at_zero, at_all


@kernel
def valid_arcs(
    entries: Integers,
    weights: Array,
    constants: Array,
    joints: Integers,
    masks: Integers,
    coefficients: Array,
    rounding: float,
    positions: Array,
    marks: Integers,
    arcs: Array,
    families: Integers,
) -> int:
    """The valid arcs, each with its pair of families (2 s + w); how many there are.

    arcs (room, 2) takes the start in [-pi, pi) and the end, at most a turn later; an arc through phi = 0 is one arc.
    `rounding` is what the functions may err by; positions and marks are scratch, with room for two events a row.
    """
    count, bits, at_all = row_events(entries, weights, constants, joints, coefficients, rounding, positions, marks)
    if combinations(masks, at_all) == 0:
        return 0  # some row rules out every pair of families
    sort_events(positions, marks, count)
    found = 0
    now = combinations(masks, bits)
    began = (0.0, 0.0, 0.0, 0.0)
    for event in range(count + 1):
        position = 4.0
        after = 0
        if event < count:
            position = positions[event]
            mark = marks[event]
            bits = (bits | (1 << (mark - 1))) if mark > 0 else (bits & ~(1 << (-mark - 1)))
            after = combinations(masks, bits)
        changed = now ^ after
        if changed:
            for pair in range(4):
                if changed & (1 << pair):
                    if after & (1 << pair):
                        began = with_item(began, pair, position)
                    elif found < arcs.shape[0]:
                        arcs[found, 0], arcs[found, 1] = began[pair], position
                        families[found] = pair
                        found += 1
            now = after
    found = joined_at_zero(arcs, families, found)
    for n in range(found):
        lo = true_angle(arcs[n, 0])
        hi = true_angle(arcs[n, 1]) if arcs[n, 1] <= 4.0 else true_angle(arcs[n, 1] - 4.0) + TWO_PI
        turn = TWO_PI if lo >= math.pi else 0.0
        arcs[n, 0], arcs[n, 1] = lo - turn, max(lo, hi) - turn
    sort_arcs(arcs, families, found)
    return found


@kernel
def with_item(items: tuple[float, float, float, float], place: int, value: float) -> tuple[float, float, float, float]:
    return (
        value if place == 0 else items[0],
        value if place == 1 else items[1],
        value if place == 2 else items[2],
        value if place == 3 else items[3],
    )


@kernel
def joined_at_zero(arcs: Array, families: Integers, count: int) -> int:
    """An arc that ends at 4 and one of the same families that begins at 0 are one."""
    for pair in range(4):
        tail, head = -1, -1
        for n in range(count):
            if families[n] == pair and arcs[n, 1] == 4.0 and arcs[n, 0] > 0.0:
                tail = n
            if families[n] == pair and arcs[n, 0] == 0.0 and arcs[n, 1] < 4.0:
                head = n
        if tail >= 0 and head >= 0:
            arcs[tail, 1] = 4.0 + arcs[head, 1]
            count -= 1
            arcs[head, 0], arcs[head, 1], families[head] = arcs[count, 0], arcs[count, 1], families[count]
    return count


@kernel
def sort_arcs(arcs: Array, families: Integers, count: int) -> None:
    """By start, then by families."""
    for n in range(1, count):
        lo, hi, pair = arcs[n, 0], arcs[n, 1], families[n]
        m = n - 1
        while m >= 0 and (arcs[m, 0] > lo or (arcs[m, 0] == lo and families[m] > pair)):
            arcs[m + 1, 0], arcs[m + 1, 1], families[m + 1] = arcs[m, 0], arcs[m, 1], families[m]
            m -= 1
        arcs[m + 1, 0], arcs[m + 1, 1], families[m + 1] = lo, hi, pair

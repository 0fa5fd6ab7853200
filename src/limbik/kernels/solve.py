"""Goals to answers, row by row: explore the swivels, choose one, judge it by forward kinematics.

Rows of goals are placements (16 numbers, a matrix row by row) or places (3 numbers). Answers are q (N, 7), numbers
(N, 5: swivel, both errors, margin, and for some goals the roll) and codes (N, 5: status, families of shoulder and
wrist, the hinge's side, and 1 if the status is proved).
"""

import math

import numpy as np

from limbik.kernels.anatomy import (
    LIMIT_HI,
    LIMIT_LO,
    REACHED,
    TOOL,
    TOOL_TIP,
    Anatomy,
    Reach,
    Space,
    new_space,
    unpacked,
    vector_of,
)
from limbik.kernels.choice import WIDEST, choose
from limbik.kernels.explore import explore, reach_of
from limbik.kernels.jit import Array, Integers, Vector, hot, kernel
from limbik.kernels.posture import margin_of, posture, tool_frame, wrist_point
from limbik.kernels.rigid import LARGEST, inv_mul_point, made_exact

SOLVED, TOO_FAR, TOO_CLOSE, LIMITED, INVALID = 0, 1, 2, 3, 4
SWIVEL, POSITION_ERROR, ORIENTATION_ERROR, MARGIN, ROLL = 0, 1, 2, 3, 4


@hot
def ask(
    geometry: Array, root: Array, balls: int, goals: Array, row: int, goal: Array, turned: Array
) -> tuple[bool, tuple[float, float, float]]:
    """One row of goals as the shoulder sees it: is it a goal, and where the wrist is wanted.

    goal (4, 4) takes the tool's wanted frame in the world, turned (3, 3) the wrist's wanted rotation.
    """
    if balls == 1:
        for i in range(3):
            if not abs(goals[row, i]) <= LARGEST:
                return False, (0.0, 0.0, 0.0)
            goal[i, 3] = goals[row, i]
        return True, inv_mul_point(root, (goal[0, 3], goal[1, 3], goal[2, 3]))
    for n in range(16):
        goal[n // 4, n % 4] = goals[row, n]
    if not made_exact(goal):
        return False, (0.0, 0.0, 0.0)
    x, y, z = goal[0, 3] - root[0, 3], goal[1, 3] - root[1, 3], goal[2, 3] - root[2, 3]
    tip = vector_of(geometry, TOOL_TIP)
    place = (0.0, 0.0, 0.0)
    for i in range(3):  # Rw = root' Rg Re', tw = root' (tg - its origin) - Rw te
        p = root[0, i] * goal[0, 0] + root[1, i] * goal[1, 0] + root[2, i] * goal[2, 0]
        q = root[0, i] * goal[0, 1] + root[1, i] * goal[1, 1] + root[2, i] * goal[2, 1]
        r = root[0, i] * goal[0, 2] + root[1, i] * goal[1, 2] + root[2, i] * goal[2, 2]
        for j in range(3):
            turned[i, j] = p * geometry[TOOL + j, 0] + q * geometry[TOOL + j, 1] + r * geometry[TOOL + j, 2]
        off = root[0, i] * x + root[1, i] * y + root[2, i] * z
        off -= turned[i, 0] * tip[0] + turned[i, 1] * tip[1] + turned[i, 2] * tip[2]
        place = (place[1], place[2], off)
    return True, place


@hot
def middle_posture(bounds: Array, balls: int, q: Array) -> None:
    """Every joint in the middle of its range, at 0 without one; the held wrist stays if balls = 1."""
    for n in range(7 if balls == 2 else 4):
        lo, hi = bounds[n, LIMIT_LO], bounds[n, LIMIT_HI]
        q[n] = 0.5 * (lo + hi) if hi - lo < math.inf else 0.0


@hot
def errors(
    body: Anatomy, root: Array, b: Vector, goal: Array, balls: int, q: Array, one: Array, two: Array, frame: Array
) -> tuple[float, float]:
    """How far the tool stands from the goal, in the world, and how far it is turned from it: forward kinematics."""
    if balls == 1:
        x, y, z = wrist_point(body, q, b, one)
    else:
        tool_frame(body, q, one, two, frame)
        x, y, z = frame[0, 3], frame[1, 3], frame[2, 3]
    off = 0.0
    for i in range(3):
        off += (root[i, 0] * x + root[i, 1] * y + root[i, 2] * z + (root[i, 3] - goal[i, 3])) ** 2
    if balls == 1:
        return math.sqrt(off), 0.0
    square = 0.0  # of R - Rg, which is 8 sin^2(angle / 2)
    for i in range(3):
        for j in range(3):
            entry = root[i, 0] * frame[0, j] + root[i, 1] * frame[1, j] + root[i, 2] * frame[2, j]
            square += (entry - goal[i, j]) ** 2
    return math.sqrt(off), 2.0 * math.atan2(math.sqrt(square), math.sqrt(max(8.0 - square, 0.0)))


@kernel
def judge(body: Anatomy, root: Array, b: Vector, goal: Array, balls: int, q: Array) -> tuple[float, float, float]:
    """Both errors and the margin of one posture."""
    one, two, frame = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 4))
    off, turn = errors(body, root, b, goal, balls, q, one, two, frame)
    return off, turn, margin_of(body, q, one)


@hot
def answer(
    body: Anatomy,
    root: Array,
    b: Vector,
    reach: Reach,
    shell: Array,
    balls: int,
    goals: Array,
    row: int,
    pick: int,
    aim: Array,
    space: Space,
    q: Array,
) -> tuple[int, int, float]:
    """The answer to one row of goals, into q (7,): its status, the label of its arc (-1 for none) and its swivel.

    A goal out of reach whose nearest place can be taken as wanted is answered with that; any other that cannot be met
    with the middle of the ranges.
    """
    good, wrist = ask(body.geometry, root, balls, goals, row, space.goal, space.turned)
    if not good:
        middle_posture(body.bounds, balls, q)
        return INVALID, -1, 0.0
    how, _, arcs, _ = explore(body, wrist, b, reach, shell, space.turned, balls, space)
    if arcs == 0:
        middle_posture(body.bounds, balls, q)
        return (LIMITED if how == REACHED else how), -1, 0.0
    label, phi = choose(body.geometry, space, wrist, b, arcs, pick, aim)
    posture(body, space, label, phi, balls, q)
    return how, label, phi


@hot
def report(
    body: Anatomy,
    root: Array,
    b: Vector,
    balls: int,
    status: int,
    label: int,
    phi: float,
    space: Space,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> None:
    """What is told of an answer q (7,) to the goal in space: numbers (5,) and codes (5,)."""
    codes[0], codes[1], codes[2], codes[3], codes[4] = status, 0, 0, 0, 1
    if label >= 0:
        codes[1], codes[2] = 1 + ((label & 3) >> 1), 1 + (label & 1)
        codes[3] = 1 if space.bends[label >> 2, 0] > 0.0 else -1
    numbers[SWIVEL], numbers[ROLL] = phi - 2.0 * math.pi if phi >= math.pi else phi, 0.0
    if status == INVALID:
        numbers[POSITION_ERROR], numbers[ORIENTATION_ERROR] = math.inf, math.inf
    else:
        off, turn = errors(body, root, b, space.goal, balls, q, space.one, space.two, space.frame)
        numbers[POSITION_ERROR], numbers[ORIENTATION_ERROR] = off, turn
    numbers[MARGIN] = margin_of(body, q, space.one)


@kernel
def answers(
    packed: tuple[Array, Integers],
    root: Array,
    b: Vector,
    held: Array,
    balls: int,
    goals: Array,
    pick: int,
    aims: Array,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> int:
    """Answers to rows of goals in the world; how many rows have none yet, because their approximation takes a search.

    packed: the anatomy; root: the shoulder's frame in the world; b: the forearm; with balls = 1 goals are places and
    the wrist's values are `held`. aims (1 or N, 7): what the pick needs, see `kernels.choice`.
    """
    body = unpacked(packed[0], packed[1])
    space = new_space()
    reach, shell = reach_of(body, b)
    return all_answers(body, root, b, reach, shell, held, balls, goals, pick, aims, space, q, numbers, codes)


@hot
def all_answers(
    body: Anatomy,
    root: Array,
    b: Vector,
    reach: Reach,
    shell: Array,
    held: Array,
    balls: int,
    goals: Array,
    pick: int,
    aims: Array,
    space: Space,
    q: Array,
    numbers: Array,
    codes: Integers,
) -> int:
    """The rows of `answers`, which has made the room."""
    open_rows = 0
    for row in range(goals.shape[0]):
        mine = q[row]
        if balls == 1:
            mine[4], mine[5], mine[6] = held[0], held[1], held[2]
        aim = aims[row if aims.shape[0] > 1 else 0]
        status, label, phi = answer(body, root, b, reach, shell, balls, goals, row, pick, aim, space, mine)
        report(body, root, b, balls, status, label, phi, space, mine, numbers[row], codes[row])
        if label < 0 and status != INVALID:
            open_rows += 1
    return open_rows


@kernel
def quick_answer(packed: tuple[Array, Integers], root: Array, b: Vector, goals: Array, q: Array) -> bool:
    """One placement (1, 16), the widest pick, nothing but q (7,); is it met?"""
    body = unpacked(packed[0], packed[1])
    space = new_space()
    reach, shell = reach_of(body, b)
    status, _, _ = answer(body, root, b, reach, shell, 2, goals, 0, WIDEST, q, space, q)
    return status == SOLVED

"""Limbs: is every reachable goal met, how exactly, how fast beside the bare arithmetic, and in how much memory."""

import math
import os
import resource
import time

import numpy as np
from scipy.optimize import least_squares, minimize
from scipy.spatial.transform import Rotation

import limbik as lb
from benchmarks.metric import Metric, interleaved
from limbik.kernels import limb as kernels

LIMBS = {"human arm": (lb.human, "right_arm"), "human leg": (lb.human, "right_leg"), "iiwa14": (lb.iiwa14, "arm")}
COVERED = 1_000_000
TIMED = 20_000
SINGLE = 500
SEARCHED = 1_000


def metrics() -> list[Metric]:
    out = []
    for label, (make, name) in LIMBS.items():
        limb = lb.Limb(make(), name)
        out += _coverage(label, limb) + _speed(label, limb) + _iterating(label, limb)
    arm = lb.Limb(lb.human(), "right_arm")
    return out + _approximations(arm) + _memory(arm)


def _goals(limb: lb.Limb, count: int, seed: int) -> np.ndarray:
    return limb.forward(np.random.default_rng(seed).uniform(*limb.limits.T, size=(count, 7)))


def _coverage(label: str, limb: lb.Limb) -> list[Metric]:
    found = limb.solve(lb.Placement(_goals(limb, COVERED, 1)))
    inside = bool((found.q >= limb.limits[:, 0]).all() and (found.q <= limb.limits[:, 1]).all())
    units = limb.figure.units if limb.figure is not None else "m"
    note = f"{COVERED:,} goals of random postures inside the limits; all answers inside them: {inside}"
    return [
        Metric(f"{label}: reachable goals met", 100.0 * found.ok.mean(), "%", "higher is better", note),
        Metric(f"{label}: worst position error", found.position_error.max(), units, "lower is better"),
        Metric(f"{label}: worst orientation error", found.orientation_error.max(), "rad", "lower is better"),
    ]


def _speed(label: str, limb: lb.Limb) -> list[Metric]:
    """One core; the bare arithmetic is one forward pass of the same limb."""
    values = np.random.default_rng(3).uniform(*limb.limits.T, size=(TIMED, 7))
    frames = np.empty((TIMED, 4, 4))
    placements = lb.Placement(limb.forward(values))
    held = values[0, 4:].copy()
    values[:, 4:] = held
    places = lb.Position(limb.forward(values)[:, :3, 3])
    rotations = np.array(placements.matrix)
    rotations[:, :3, :3] = Rotation.random(TIMED, random_state=1).as_matrix()
    random_turns = lb.Placement(rotations)
    singles, matrices = [placements[n] for n in range(SINGLE)], list(placements.matrix[:SINGLE])
    base = np.eye(4)
    base.flags.writeable = False
    os.environ["LIMBIK_THREADS"] = "1"
    times = interleaved(
        {
            "forward pass, kernel": (
                lambda: kernels.forward(base, limb.A, limb.B, limb.tool, limb._orders, values, frames),
                TIMED,
            ),
            "placement in a batch, arcs and pick": (lambda: limb.solve(placements), TIMED),
            "place in a batch": (lambda: limb.solve(places, wrist=held), TIMED),
            "verdict on a random orientation, batch": (lambda: limb.solve(random_turns, approximate=False), TIMED),
            "one limb.solve, full Solution": (lambda: [limb.solve(goal) for goal in singles], SINGLE),
            "one limb.solve_q": (lambda: [limb.solve_q(matrix) for matrix in matrices], SINGLE),
            "one limb.swivel, every valid elbow": (lambda: [limb.swivel(goal) for goal in singles], SINGLE),
            "placement in a batch, clearance": (lambda: limb.solve(placements[:2000], pick=lb.clearance), 2000),
            "placement in a batch, continuing": (
                lambda: limb.solve(placements[:2000], pick=lb.continuing(values[0])),
                2000,
            ),
        },
        repeats=7,
    )
    del os.environ["LIMBIK_THREADS"]
    bare = times["forward pass, kernel"].least
    return [
        Metric(
            f"{label}: {what}", timing.least * 1e6, "µs", "lower is better", f"{timing.least / bare:.1f} forward passes"
        )
        for what, timing in times.items()
    ]


def _iterating(label: str, limb: lb.Limb) -> list[Metric]:
    """Without a closed form: bounded least squares over the seven values, from the middle of the ranges."""
    goals = _goals(limb, 200, 6)
    met, spent = 0, 0.0
    for goal in goals:

        def residuals(q: np.ndarray, goal: np.ndarray = goal) -> np.ndarray:
            frame = limb.forward(q)
            turn = Rotation.from_matrix(frame[:3, :3].T @ goal[:3, :3]).as_rotvec()
            return np.concatenate([frame[:3, 3] - goal[:3, 3], turn])

        start = time.perf_counter()
        q = least_squares(residuals, limb.limits.mean(axis=1), bounds=limb.limits.T, xtol=1e-12, ftol=1e-12).x
        spent += time.perf_counter() - start
        met += bool(np.abs(residuals(q)).max() < 1e-6)
    note = f"{len(goals)} reachable goals, one start, 1e-6 m and rad"
    return [
        Metric(f"{label}: SciPy's least_squares meets", 100.0 * met / len(goals), "%", "higher is better", note),
        Metric(f"{label}: SciPy's least_squares, a goal", spent / len(goals) * 1e6, "µs", "lower is better"),
    ]


def _approximations(limb: lb.Limb) -> list[Metric]:
    """Goals whose place can be reached, but not so turned: beside a general optimiser from several starts."""
    rng = np.random.default_rng(4)
    goals = _goals(limb, 6 * SEARCHED, 4)
    goals[:, :3, :3] = Rotation.random(len(goals), random_state=4).as_matrix()
    verdicts = limb.solve(lb.Placement(goals), approximate=False)
    goals = goals[verdicts.status == lb.Status.LIMITED][:SEARCHED]
    limb.solve(lb.Placement(goals[:1]))  # compiles
    start = time.perf_counter()
    found = limb.solve(lb.Placement(goals))
    spent = (time.perf_counter() - start) / len(goals)
    short = []
    for goal, q, mine in zip(goals, found.q, found.orientation_error, strict=True):
        best = min(_searched(limb, goal, x) for x in (q, rng.uniform(*limb.limits.T)))
        short.append(mine - best)
    note = f"{len(goals):,} goals; SciPy's SLSQP on the seven values, from two starts"
    return [
        Metric("human arm: worst place of an approximation", found.position_error.max(), "m", "lower is better",
               "where the place alone can be reached"),
        Metric("human arm: most that SLSQP turns nearer", math.degrees(max(short)), "deg", "lower is better", note),
        Metric("human arm: approximation", spent * 1e6, "µs", "lower is better", "all cores"),
    ]  # fmt: skip


def _searched(limb: lb.Limb, goal: np.ndarray, start: np.ndarray) -> float:
    def turn(q: np.ndarray) -> float:
        return float(Rotation.from_matrix(limb.forward(q)[:3, :3].T @ goal[:3, :3]).magnitude() ** 2)

    def off(q: np.ndarray) -> np.ndarray:
        return (limb.forward(q)[:3, 3] - goal[:3, 3]) * 10.0

    found = minimize(
        turn, start, bounds=limb.limits, constraints={"type": "eq", "fun": off}, method="SLSQP",
        options={"maxiter": 60, "ftol": 1e-9},
    )  # fmt: skip
    return math.sqrt(turn(found.x)) if np.linalg.norm(off(found.x)) < 1e-6 else math.inf


def _memory(limb: lb.Limb) -> list[Metric]:
    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def now() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    matrix = np.tile(limb.forward(np.full(7, 0.3)), (4 * COVERED, 1, 1))  # larger than any peak before
    goal = lb.Placement(matrix)
    del matrix
    before = now()
    found = limb.solve(goal)
    extra = max(peak() - before, 0) / (
        goal.matrix.nbytes + found.q.nbytes + found._numbers.nbytes + found._codes.nbytes
    )
    del goal, found
    one = lb.Placement(limb.forward(np.full(7, 0.3)))
    for _ in range(10_000):
        limb.solve(one)
    before = now()
    for _ in range(COVERED):
        limb.solve(one)
    grown = (now() - before) / 1e6
    return [
        Metric("human arm: memory of a batch beside its goals and answers", extra, "times", "lower is better",
               f"{4 * COVERED:,} goals; the answers themselves are part of it"),
        Metric("human arm: growth over 1,000,000 single calls", grown, "MB", "lower is better"),
    ]  # fmt: skip

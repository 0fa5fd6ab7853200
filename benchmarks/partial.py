"""Alignments and aims: is every goal that can be met met, is every verdict right, is the pick the best, how fast."""

import math
import os
import time
from collections.abc import Iterator

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import limbik as lb
from benchmarks.metric import Metric, interleaved
from limbik.check import EULER_ORDERS

COVERED = 100_000
JUDGED = 2_000
TIMED = 10_000
SEARCHED = 60
DENSE = 150


def metrics() -> list[Metric]:
    arm = lb.Limb(lb.human(), "right_arm")
    out = _coverage("human arm", [arm], COVERED) + _coverage("tight limbs", _tight_limbs(COVERED // 50), COVERED)
    out += _verdicts(arm) + _picks(arm)
    for label, limb in (("human arm", arm), ("iiwa14", lb.Limb(lb.iiwa14(), "arm"))):
        out += _speed(label, limb)
    return out + _searching(arm)


def _tight_limbs(count: int) -> Iterator[lb.Limb]:
    """Any orders, planar or not, ranges from 0.05 to 3 rad, one in seven down to 1e-5."""
    rng = np.random.default_rng(5)
    for _ in range(count):
        a, b, tool = (
            lb.transform(rng.normal(scale=scale, size=3), Rotation.random(random_state=rng).as_matrix())
            for scale in (0.3, 0.3, 0.15)
        )
        if rng.random() < 0.4:
            a, b = lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25))
        width = rng.uniform(0.05, 1.6, size=7) * rng.choice([1, 1, 2], size=7)
        if rng.random() < 1.0 / 7.0:
            width = 10.0 ** rng.uniform(-5.0, 0.3, size=7)
        middle = rng.uniform(-3.0, 3.0, size=7)
        limits = np.stack([middle - 0.5 * width, middle + 0.5 * width], axis=1)
        shoulder, wrist = rng.choice(EULER_ORDERS, size=2).tolist()
        yield lb.Limb.from_matrices(a, b, tool=tool, shoulder=shoulder, wrist=wrist, limits=limits)


def _aligned(limb: lb.Limb, count: int, rng: np.random.Generator) -> lb.Alignment:
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(count, 7)))
    return lb.Alignment(frames[:, :3, 3], frames[:, :3, 2], "z")


def _aimed(limb: lb.Limb, count: int, rng: np.random.Generator, hold: bool = False) -> tuple[lb.Aim, dict]:
    """Targets ahead of postures that share their wrist, and the flexion if it is held."""
    q = rng.uniform(*limb.limits.T, size=(count, 7))
    q[:, 4:] = q[0, 4:]
    if hold:
        q[:, 3] = q[0, 3]
    frames = limb.forward(q)
    ahead = limb.reach[1] * 10.0 ** rng.uniform(-1.5, 0.7, size=(count, 1))
    held = {"wrist": q[0, 4:]} | ({"flexion": float(q[0, 3])} if hold else {})
    return lb.Aim(frames[:, :3, 3] + ahead * frames[:, :3, 2], "z"), held


def _coverage(label: str, limbs, whole: int) -> list[Metric]:
    rng = np.random.default_rng(1)
    limbs = list(limbs)
    each = whole // len(limbs)
    found: dict[str, list] = {"alignment": [], "aim, flexion free": [], "aim, flexion given": []}
    for limb in limbs:
        found["alignment"].append((limb, limb.solve(_aligned(limb, each, rng), pick=lb.first)))
        for kind, hold in (("aim, flexion free", False), ("aim, flexion given", True)):
            goal, held = _aimed(limb, each, rng, hold)
            found[kind].append((limb, limb.solve(goal, pick=lb.first, **held)))
    out = []
    for kind, answers in found.items():
        met = np.concatenate([some.ok for _, some in answers])
        proved = np.concatenate([some.proved for _, some in answers])
        inside = all(
            (some.q >= limb.limits[:, 0]).all() and (some.q <= limb.limits[:, 1]).all() for limb, some in answers
        )
        off = max(some.position_error[some.ok].max() / limb.reach[1] for limb, some in answers)
        turn = max(some.orientation_error[some.ok].max() for _, some in answers)
        note = f"{len(met):,} goals of postures inside the limits of {len(limbs):,} limbs; answers inside: {inside}"
        out += [
            Metric(f"{label}, {kind}: reachable goals met", 100.0 * met.mean(), "%", "higher is better", note),
            Metric(f"{label}, {kind}: undecided", int((~proved).sum()), "goals", "lower is better"),
            Metric(f"{label}, {kind}: worst position error", off, "limb lengths", "lower is better"),
            Metric(f"{label}, {kind}: worst angle", turn, "rad", "lower is better"),
        ]
    return out


def _impossible(limb: lb.Limb, count: int, seed: int) -> tuple[lb.Alignment, lb.Aim]:
    """Goals at places in reach that were called impossible."""
    rng = np.random.default_rng(seed)
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(20 * count, 7)))
    goal = lb.Alignment(frames[:, :3, 3], rng.normal(size=(len(frames), 3)), "z")
    aim = lb.Aim(limb.root()[:3, 3] + rng.normal(scale=0.6, size=(len(frames), 3)), "z")
    goal = goal[limb.solve(goal, pick=lb.first, approximate=False).status == lb.Status.LIMITED]
    aim = aim[limb.solve(aim, pick=lb.first, approximate=False).status == lb.Status.LIMITED]
    return goal[:count], aim[:count]


def _verdicts(limb: lb.Limb) -> list[Metric]:
    """Brute force: whole placements at 360 rolls, and aims with the flexion held at 180 angles."""
    goal, aim = _impossible(limb, JUDGED, 2)
    rolls = np.linspace(-math.pi, math.pi, 360, endpoint=False)
    wrong = 0
    for n in range(len(goal.position)):
        matrices = np.array([goal[n].placement(roll).matrix for roll in rolls])
        wrong += bool(limb.solve(lb.Placement(matrices), approximate=False).ok.any())
    held = np.zeros(len(aim.at), dtype=bool)
    for flexion in np.linspace(*limb.limits[3], 180):
        held |= limb.solve(aim, flexion=float(flexion), pick=lb.first, approximate=False).ok
    return [
        Metric("human arm, alignment: wrong 'impossible'", wrong, "goals", "lower is better",
               f"of {len(goal.position):,}, against placements at 360 rolls each"),
        Metric("human arm, aim: wrong 'impossible'", int(held.sum()), "goals", "lower is better",
               f"of {len(aim.at):,}, against 180 flexions each"),
    ]  # fmt: skip


def _picks(limb: lb.Limb) -> list[Metric]:
    """What a dense search over the roll, exact over the swivel, finds below the picks."""
    rng = np.random.default_rng(3)
    goal = _aligned(limb, DENSE, rng)
    lo, hi = limb.limits.T
    previous, point = rng.uniform(lo, hi), limb.root()[:3, 3] + rng.normal(scale=0.3, size=3)
    elbow = limb.A[:3, 3]

    def elbow_off(q: np.ndarray) -> np.ndarray:
        turns = Rotation.from_euler(limb.shoulder, q[..., :3]).as_matrix()
        return np.linalg.norm(turns @ elbow @ limb.root()[:3, :3].T + limb.root()[:3, 3] - point, axis=-1)

    out = []
    for name, pick, value in (
        ("midrange", lb.midrange, lambda q: (((q - 0.5 * (lo + hi)) / (hi - lo)) ** 2).sum(axis=-1)),
        ("continuing", lb.continuing(previous), lambda q: ((q - previous) ** 2).sum(axis=-1)),
        ("elbow", lb.elbow(point), elbow_off),
    ):
        found = limb.solve(goal, pick=pick)
        below = -math.inf
        for n in range(DENSE):
            rolls = np.linspace(-math.pi, math.pi, 720, endpoint=False)
            dense = limb.solve(lb.Placement(np.array([goal[n].placement(r).matrix for r in rolls])), pick=pick)
            if dense.ok.any():
                below = max(below, float(value(found.q[n])) - float(value(dense.q[dense.ok]).min()))
        note = f"{DENSE} goals, 720 rolls each; negative: the pick is lower"
        out.append(
            Metric(
                f"human arm, alignment, {name}: most that a dense search is below", below, "", "lower is better", note
            )
        )
    return out


def _speed(label: str, limb: lb.Limb) -> list[Metric]:
    rng = np.random.default_rng(4)
    goal = _aligned(limb, TIMED, rng)
    aim, held = _aimed(limb, TIMED, rng)
    given, held_too = _aimed(limb, TIMED, rng, hold=True)
    hopeless, hopeless_aim = _impossible(limb, 1_000, 5)
    free = lb.Limb.from_matrices(limb.A, limb.B, tool=limb.tool, shoulder=limb.shoulder, wrist=limb.wrist)
    loose = _free_goals(free, TIMED, rng)
    one = goal[0]
    whole = lb.Placement(limb.forward(rng.uniform(*limb.limits.T, size=(TIMED, 7))))
    os.environ["LIMBIK_THREADS"] = "1"
    few = goal[:500]
    jobs = {
        "placement, batch": (lambda: limb.solve(whole), TIMED),
        "alignment, first answer, batch": (lambda: limb.solve(goal, pick=lb.first), TIMED),
        "alignment, proof that there is none, batch": (
            lambda: limb.solve(hopeless, pick=lb.first, approximate=False),
            len(hopeless.position),
        ),
        "alignment, mid-range of all answers, batch": (lambda: limb.solve(few), 500),
        "alignment without limits, batch": (lambda: free.solve(loose), TIMED),
        "aim, flexion given, batch": (lambda: limb.solve(given, pick=lb.first, **held_too), TIMED),
        "aim, flexion free, batch": (lambda: limb.solve(aim, pick=lb.first, **held), TIMED),
        "aim, mid-range of all answers, batch": (lambda: limb.solve(aim[:500], **held), 500),
        "one limb.solve(Alignment), full Solution": (lambda: [limb.solve(one) for _ in range(100)], 100),
    }
    if len(hopeless_aim.at):
        jobs["aim, proof that there is none, batch"] = (
            lambda: limb.solve(hopeless_aim, pick=lb.first, approximate=False),
            len(hopeless_aim.at),
        )
    times = interleaved(jobs, repeats=5)
    del os.environ["LIMBIK_THREADS"]
    bare = times.pop("placement, batch").least
    return [
        Metric(
            f"{label}: {name}", timing.least * 1e6, "µs", "lower is better",
            f"{timing.least / bare:.1f} placements with limits in the same run",
        )
        for name, timing in times.items()
    ]  # fmt: skip


def _free_goals(limb: lb.Limb, count: int, rng: np.random.Generator) -> lb.Alignment:
    frames = limb.forward(rng.uniform(-3.0, 3.0, size=(count, 7)))
    return lb.Alignment(frames[:, :3, 3], frames[:, :3, 2], "z")


def _across(direction: np.ndarray) -> np.ndarray:
    """(2, 3): two directions normal to one. Equal directions are two equations; as three they would be singular."""
    return np.linalg.svd(direction[None])[2][1:]


def _searching(limb: lb.Limb) -> list[Metric]:
    """The same problems for a general optimiser: the joints in their limits, nearest to mid-range, from mid-range."""
    rng = np.random.default_rng(6)
    goal = _aligned(limb, SEARCHED, rng)
    aim, held = _aimed(limb, SEARCHED, rng)

    def aligned(n: int):
        place, direction, across = goal.position[n], goal.direction[n], _across(goal.direction[n])

        def equations(q: np.ndarray) -> np.ndarray:
            frame = limb.forward(q)
            return np.concatenate([frame[:3, 3] - place, across @ frame[:3, 2]])

        return equations, lambda q: limb.forward(q)[:3, 2] @ direction

    def aimed(n: int):
        def seen(x: np.ndarray) -> np.ndarray:  # the target in the tool's frame, which has it ahead on its z axis
            frame = limb.forward(np.concatenate([x, held["wrist"]]))
            return (aim.at[n] - frame[:3, 3]) @ frame[:3, :3]

        least = 1e-3 * limb.reach[1]  # a tool at its target points anywhere; ours keeps 1e-4 away
        return lambda x: seen(x)[:2], lambda x: seen(x)[2] - least

    out = []
    for kind, problem, found, count in (
        ("alignment", aligned, limb.solve(goal), 7),
        ("aim", aimed, limb.solve(aim, **held), 4),
    ):
        lo, hi = limb.limits[:count].T
        middle = 0.5 * (lo + hi)
        met, better, spent = 0, 0, 0.0

        def cost(x: np.ndarray, middle=middle, width=hi - lo) -> float:
            return float((((x - middle) / width) ** 2).sum())

        for n in range(SEARCHED):
            equations, ahead = problem(n)
            start = time.perf_counter()
            tried = minimize(
                cost, middle, bounds=limb.limits[:count], method="SLSQP", options={"maxiter": 500, "ftol": 1e-12},
                constraints=[{"type": "eq", "fun": equations}, {"type": "ineq", "fun": ahead}],
            )  # fmt: skip
            spent += time.perf_counter() - start
            good = bool(np.abs(equations(tried.x)).max() < 1e-6 and ahead(tried.x) > -1e-9)
            met += good
            better += good and cost(tried.x) < cost(found.q[n, :count]) - 1e-6
        note = f"{SEARCHED} reachable goals, from mid-range, 1e-6 m and rad"
        name = f"human arm: SciPy's SLSQP, {kind}"
        out += [
            Metric(f"{name}, reachable goals met", 100.0 * met / SEARCHED, "%", "higher is better", note),
            Metric(f"{name}, a goal", spent / SEARCHED * 1e6, "µs", "lower is better"),
            Metric(f"{name}, a better mid-range than ours", better, "goals", "lower is better", note),
        ]
    return out

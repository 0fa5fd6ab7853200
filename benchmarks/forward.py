"""Forward kinematics of the human, beside Pinocchio's on a figure of the same joints."""

import os
from collections.abc import Callable

import numpy as np

import limbik as lb
from benchmarks.metric import Metric, interleaved
from limbik.figure.figure import Figure
from limbik.figure.pose import Pose
from limbik.kernels import tree

POSES = 4_000
LOOP = 2_000


def metrics() -> list[Metric]:
    human = lb.human()
    rng = np.random.default_rng(7)
    rows = np.tile(human.rest().q, (POSES, 1))
    lo, hi = np.clip(human.limits[7:], -1.0, 1.0).T
    rows[:, 7:] = rng.uniform(lo, hi, size=(POSES, human.width - 7))
    rows.flags.writeable = False  # as the library hands them over
    frames = np.empty((POSES, len(human.frame_names), 4, 4))
    singles = [np.array(row) for row in rows[:LOOP]]

    def one_thread() -> None:
        os.environ["LIMBIK_THREADS"] = "1"
        human.world(rows)
        del os.environ["LIMBIK_THREADS"]

    def one_by_one(call: Callable[[Pose], object]) -> None:
        for row in singles:
            call(Pose.of(human, row))

    jobs = {
        "kernel": (lambda: tree.forward(*human.layout.tree, rows, frames), POSES),
        "world, 1 thread": (one_thread, POSES),
        "world, all threads": (lambda: human.world(rows), POSES),
        "pose.world()": (lambda: one_by_one(lambda pose: pose.world()), LOOP),
        "pose.jacobian()": (lambda: one_by_one(lambda pose: pose.jacobian("right_hand")), LOOP),
    }
    peers = pinocchio_jobs(human, rng)
    times = interleaved(jobs | peers)
    out = [
        Metric(f"forward kinematics of the human: {name}", timing.least * 1e6, "µs a pose", "lower is better")
        for name, timing in times.items()
    ]
    for peer in peers:
        for name in ("world, 1 thread", "pose.world()"):
            ratio = times[name].least / times[peer].least
            out.append(
                Metric(f"{name} / {peer}", ratio, "ratio", "lower is better", "20 joints, one core, least of 15")
            )
    bare = times["kernel"].least
    out.append(Metric("pose.world() / kernel", times["pose.world()"].least / bare, "ratio", "lower is better"))
    return out


def pinocchio_jobs(human: Figure, rng: np.random.Generator) -> dict:
    """forwardKinematics called in a Python loop: balls as Euler angles like ours, and as quaternions, its quickest."""
    try:
        import pinocchio as pin
    except ImportError:
        return {}
    jobs = {}
    for label, ball in (("Euler", pin.JointModelSphericalZYX), ("quaternion", pin.JointModelSpherical)):
        model = pin.Model()
        numbers: dict[str | None, int] = {None: 0}
        for joint in human.joints:
            kind = {
                "free": pin.JointModelFreeFlyer,
                "ball": ball,
                "hinge": pin.JointModelRY,
                "universal": lambda: pin.JointModelUniversal(np.array([0.0, 0, 1]), np.array([1.0, 0, 0])),
            }[joint.kind]
            place = pin.SE3(joint.location[:3, :3].copy(), joint.location[:3, 3].copy())
            numbers[joint.name] = model.addJoint(numbers[joint.parent], kind(), place, joint.name)
        data = model.createData()
        ends = np.full(model.nq, 1.0)
        singles = [pin.randomConfiguration(model, -ends, ends) for _ in range(LOOP)]

        def loop(model=model, data=data, singles=singles) -> None:
            for q in singles:
                pin.forwardKinematics(model, data, q)

        jobs[f"Pinocchio, {label} balls"] = (loop, LOOP)
    return jobs

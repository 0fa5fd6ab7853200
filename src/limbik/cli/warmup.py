"""`limbik warmup`: compile every kernel now, so that nothing has to wait for it later."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import limbik
from limbik.figure.limits import SwingTwist


def steps() -> list[tuple[str, Callable[[], object]]]:
    """Small jobs that together call every kernel that the library calls, with the types that it calls them with."""
    figure = limbik.Figure(
        [
            limbik.Joint.free("root", segment=limbik.Segment(mass=1.0)),
            limbik.Joint.ball("ball", "root", order="XYZ", swing_twist=SwingTwist(1.0, (-1.0, 1.0))),
        ],
        [limbik.Site("tip", "ball")],
    )
    pose = figure.rest().with_values(ball=(0.1, 0.2, 0.3))
    rows = np.tile(pose.q, (4, 1))
    return [
        ("forward kinematics", lambda: figure.world(rows)),
        ("Jacobians", lambda: figure.jacobian(rows, "tip")),
        ("centre of mass", lambda: (figure.center_of_mass(rows), pose.center_of_mass())),
        ("limits", pose.within_limits),
        ("blending", lambda: pose.blend(figure.rest(), 0.5)),
        ("orientations", lambda: limbik.transform((0, 0, 0), (1, 0, 0, 0))),
        ("goals", lambda: limbik.Placement(np.eye(4))),
        ("limbs", _solve_an_arm),
        ("what limbs cannot do", _miss_with_an_arm),
        ("alignments and aims", _point_with_an_arm),
        ("pictures", _fill_one_triangle),
    ]


def _arms() -> list[limbik.Limb]:
    place = limbik.transform((0.0, 0.0, 0.3))
    limits = np.array([(-1.0, 1.0)] * 7)
    return [
        limbik.Limb.from_matrices(
            place,
            place,
            tool=place,
            limits=limits,
            reference=reference,
            reference_axis="x",
        )
        for reference in ("transport", "projected")
    ]


def _solve_an_arm() -> None:
    for arm in _arms():
        values = np.full(7, 0.4)
        goal = limbik.Placement(arm.forward(values))
        swivel = arm.swivel(goal)
        found = arm.solve(goal)
        arm.solve_q(goal.matrix)
        for pick in (limbik.clearance, limbik.continuing(values)):
            arm.solve(goal, pick=pick)
        swivel.derivative(swivel.nearest(0.1).swivel), swivel.toward((0.0, 0.0, 1.0)), swivel.widest()
        arm.jacobian_of_solution(found), found.explain()
        arm.swivel(limbik.Position((0.3, 0.0, 0.5)))
    limbik.Limb(limbik.iiwa14(), "arm")


def _miss_with_an_arm() -> None:
    arm = _arms()[0]
    for turn in ((0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)):
        found = arm.solve(limbik.Placement(position=(0.1, 0.1, 0.7), orientation=turn))
        found.explain()
    arm.solve(limbik.Position((0.0, 0.0, 5.0))).explain()
    arm.solve(limbik.Position((0.0, 0.0, -0.5))).explain()
    values = np.full(7, 0.4)
    swivel = arm.swivel(limbik.Placement(arm.forward(values)))
    swivel.at(swivel.arcs[0].hi + 1.0).explain()


def _point_with_an_arm() -> None:
    arm = _arms()[0]
    values = np.full(7, 0.4)
    hand = arm.forward(values)
    for goal in (
        limbik.Alignment(hand[:3, 3], hand[:3, 2]),
        limbik.Aim(hand[:3, 3] + 0.3 * hand[:3, 2]),
        limbik.Alignment(hand[:3, 3], -hand[:3, 2]),
        limbik.Aim(-hand[:3, 3]),
    ):
        wrist = values[4:] if isinstance(goal, limbik.Aim) else None
        found = arm.solve(goal, wrist=wrist)
        arm.solve(goal, wrist=wrist, pick=limbik.least(lambda q: float(q @ q)))
        found.explain(), found.blocked_by
        ways = arm.swivel(goal, wrist=wrist)
        ways.region(2, 2)
        if isinstance(ways, limbik.SwivelAndRoll):
            ways.at(0.0, 0.0), ways.nearest_to((0.0, 0.0, 0.0)), ways.wrist(0.0)
        else:
            ways.arcs(0.4), ways.at(0.1, 0.4), ways.elbow(0.1, 0.4)


def _fill_one_triangle() -> None:
    from limbik.kernels import raster

    unit = (0.0, 0.0, 1.0)
    raster.fill(
        np.zeros((1, 3, 3)), np.ones((1, 3, 3)), np.ones((1, 3)), unit, unit, np.zeros((2, 2)), np.zeros((2, 2, 4))
    )


@dataclass
class WarmUp:
    """Compile every kernel for this machine; the result is cached."""

    def run(self, console: Console) -> None:
        bar = Progress(
            TextColumn("{task.description:20}"),
            BarColumn(),
            TextColumn("{task.completed}/{task.total}"),
            TimeElapsedColumn(),
            console=console,
        )
        with bar:
            work = steps()
            task = bar.add_task("compiling", total=len(work))
            for name, job in work:
                bar.update(task, description=name)
                job()
                bar.advance(task)
            bar.update(task, description="done")

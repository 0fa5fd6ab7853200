"""The exact set of valid swivels, beside the bare arithmetic of one forward pass of the same limb."""

import numpy as np

import limbik as lb
from benchmarks.metric import Metric, interleaved
from limbik.kernels import limb, swivel

LIMBS = {"human arm": (lb.human, "right_arm"), "human leg": (lb.human, "right_leg"), "iiwa14": (lb.iiwa14, "arm")}
GOALS = 100
REPEATS = 20


def metrics() -> list[Metric]:
    out = []
    for label, (make, name) in LIMBS.items():
        arm = lb.Limb(make(), name)
        values = np.random.default_rng(3).uniform(*arm.limits.T, size=(GOALS, 7))
        goals = [lb.Placement(matrix) for matrix in arm.forward(values)]
        swivels = [arm.swivel(goal) for goal in goals]
        roots = [(found, root) for found in swivels for root in found.roots]
        events = 2 * len(arm._rows[2]) + 2
        scratch = (np.empty((2, 3, 9)), np.empty(events), np.empty(events, dtype=np.int64))
        room = (np.empty((64, 2)), np.empty(64, dtype=np.int64))
        frames, base = np.empty((GOALS, 4, 4)), np.eye(4)

        def sets(arm=arm, roots=roots, scratch=scratch, room=room) -> None:
            for found, root in roots:
                swivel.spread(found._n, root.m1, 0, scratch[0])
                swivel.spread(root.k2, root.m2, 1, scratch[0])
                swivel.valid_arcs(*arm._rows, scratch[0], swivel.ROUNDING, *scratch[1:], *room)

        def forward(arm=arm, values=values, frames=frames, base=base) -> None:
            for _ in range(REPEATS):
                limb.forward(base, arm.A, arm.B, arm.tool, arm._orders, values, frames)

        times = interleaved(
            {
                "valid swivels of one hinge root, kernels called from Python": (sets, len(roots)),
                "limb.swivel(goal), whole call": (lambda arm=arm, goals=goals: [arm.swivel(g) for g in goals], GOALS),
                "forward, kernel": (forward, GOALS * REPEATS),
            }
        )
        bare = times["forward, kernel"].least
        for what, timing in times.items():
            note = f"{timing.least / bare:.0f} times the bare forward pass"
            out.append(Metric(f"{label}: {what}", timing.least * 1e6, "µs", "lower is better", note))
    return out

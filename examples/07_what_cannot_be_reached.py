"""Goals that cannot be met, told apart and answered. Run it: python examples/07_what_cannot_be_reached.py"""

import math

import numpy as np

import limbik as lb

arm = lb.Limb(lb.human(), "right_arm")
goals = {
    "three metres away": lb.Position((3.0, -0.2, 1.2)),
    "in the armpit": lb.Position(arm.root()[:3, 3] + (0.05, 0.0, -0.05)),
    "behind the back": lb.Position((-0.3, 0.3, 1.2)),
    "hand bent back": lb.Placement(lb.transform((0.42, -0.25, 1.15), (0.5, -0.5, 0.5, 0.5))),
}
for name, goal in goals.items():
    found = arm.solve(goal)
    print(f"{name}: {found.status.name}\n  {found.explain()}")
    assert found.apply().within_limits()  # the best approximation keeps every limit

# A batch answers all rows; one that is no goal is INVALID and disturbs nobody.
rng = np.random.default_rng(1)
matrices = arm.forward(rng.uniform(*arm.limits.T, size=(1000, 7)))
matrices[10, 0, 3] = math.nan
matrices[20, :3, 3] += 2.0
many = arm.solve(lb.Placement(matrices))
print(many)

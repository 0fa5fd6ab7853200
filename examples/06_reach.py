"""A goal for the hand, one answer chosen in several ways, and a picture. Run it with: python examples/06_reach.py"""

import math
import tempfile
from pathlib import Path

import limbik as lb

human = lb.human(height=1.78)
arm = lb.Limb(human, "right_arm")
held = human.pose(right_shoulder=(0.9, 0.2, 0.3), right_elbow=1.2, right_wrist=(0.9, 0.2, 0.0))
cup = lb.Placement(held.world()["right_hand"])  # any 4x4 in the world; or position= and orientation=

# One answer. It keeps every limit, and its errors are forward kinematics, never assumed.
found = arm.solve(cup)
print(found.explain())
print(f"{found.status.name}, hand off by {found.position_error:.0e} m and {found.orientation_error:.0e} rad")

# The elbow is yours: pick the answer that you like.
for name, pick in (
    ("middle of the widest arc", lb.widest),
    ("as people do it", lb.natural),
    ("far from every limit", lb.clearance),
    ("elbow low", lb.elbow((0.1, -0.4, 0.5))),
    ("wrist straight", lb.least(lambda q: float(q[4:] @ q[4:]))),
):
    chosen = arm.solve(cup, pick=pick)
    print(f"{name:25} swivel {math.degrees(chosen.swivel):6.1f}°, {math.degrees(chosen.margin):4.1f}° from a limit")

# The whole family of answers, and the picture: valid elbows green, blocked ones red, others as ghosts.
swivel = arm.swivel(cup)
print(f"{math.degrees(swivel.room):.0f} degrees of valid swivel in {len(swivel.arcs)} arcs")
picture = Path(tempfile.gettempdir()) / "limbik_reach.png"
lb.plot(arm.solve(cup, pick=lb.natural).apply(human.rest()), picture, swivel=swivel)
print(f"drew {picture}")

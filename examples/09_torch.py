"""A torch that follows a moving point: the wrist held, elbow and shoulder aim it. Run: python examples/09_torch.py"""

import math
import tempfile
from pathlib import Path

import numpy as np

import limbik as lb

# A torch in the right hand, its beam along the fingers: the hand's site has x along them.
human = lb.human(height=1.78)
hand = next(site for site in human.sites if site.name == "right_hand").location
along = lb.transform((0.0, 0.0, 0.03), (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0))  # z along x
torch = lb.Segment(lb.Capsule(length=0.2, radius=0.018, end_radius=0.028))
watchman = lb.Figure(
    [*human.joints, lb.Joint.fixed("right_torch", "right_wrist", location=hand @ along, segment=torch)],
    [*human.sites, lb.Site("lens", "right_torch", lb.transform((0.0, 0.0, 0.21)))],
    name="watchman",
    limbs=human.limbs,
)
arm = lb.Limb(watchman, "right_arm", tool="lens")

# A moth flies through the room. Each frame continues the last, so nothing jumps.
times = np.linspace(0.0, 2.0 * math.pi, 120)
flight = np.stack([1.6 + 0.3 * np.cos(times), -0.5 + 0.5 * np.sin(2.0 * times), 1.2 + 0.4 * np.sin(times)], axis=1)
frames = [arm.solve(lb.Aim(flight[0], axis="z"))]
for point in flight[1:]:
    frames.append(arm.solve(lb.Aim(point, axis="z"), pick=lb.continuing(frames[-1])))
assert all(found.ok for found in frames)
steps = np.abs(np.diff([found.q for found in frames], axis=0)).max()
print(f"{len(frames)} frames; no joint moves by more than {math.degrees(steps):.1f}° between two of them")
print(f"the beam passes the moth by {max(found.position_error for found in frames):.0e} m at most")

# The same as a batch, frame by frame on its own, and with the elbow held at a right angle.
held = arm.solve(lb.Aim(flight, axis="z"), flexion=math.pi / 2)
print("elbow held at 90°:", held)

# One frame in words, and a moth behind the watchman's back that he cannot light with a straight arm.
found = frames[30]
print(found.explain())
print(arm.solve(lb.Aim((-0.8, 0.6, 1.3), axis="z"), flexion=0.1).explain())

picture = Path(tempfile.gettempdir()) / "limbik_torch.png"
lb.plot(found.apply(), picture, swivel=arm.swivel(found.goal), answer=found, view=(math.radians(-50), math.radians(12)))
print(f"drew {picture}")

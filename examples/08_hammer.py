"""A hammer and a nail: where the head strikes and which way, the roll left free. Run: python examples/08_hammer.py"""

import math
import tempfile
from pathlib import Path

import limbik as lb

# A hammer in the right hand. The hand's site has x along the fingers and z out of the palm, so the thumb is at -y.
human = lb.human(height=1.78)
hand = next(site for site in human.sites if site.name == "right_hand").location
grip = hand @ lb.transform((0.01, 0.04, 0.03), (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0))  # z along -y
handle = lb.Segment(lb.Capsule(length=0.30, radius=0.013))
head = lb.Segment(lb.Box((0.13, 0.035, 0.035)))
carpenter = lb.Figure(
    [
        *human.joints,
        lb.Joint.fixed("right_handle", "right_wrist", location=grip, segment=handle),
        lb.Joint.fixed("hammer_head", "right_handle", location=lb.transform((0.0, 0.0, 0.31)), segment=head),
    ],
    [*human.sites, lb.Site("hammer", "hammer_head", lb.transform((0.065, 0.0, 0.0)))],
    name="carpenter",
    limbs=human.limbs,
)
arm = lb.Limb(carpenter, "right_arm", tool="hammer")

# The nail: the head's x axis shall point into the wall. How the hammer rolls about the nail is left to the limb.
nail = lb.Alignment(position=(0.62, -0.12, 1.35), direction=(1.0, 0.0, 0.0), axis="x")
found = arm.solve(nail)
print(found.explain())
assert found.ok
print(f"roll {math.degrees(found.roll):.1f}°, off by {found.position_error:.0e} m, {found.orientation_error:.0e} rad")

# The swing: the same direction from farther and farther back, each posture next to the one before.
swing = [found]
for step in range(1, 13):
    back = lb.Alignment((0.62 - 0.02 * step, -0.12, 1.35 + 0.015 * step), (1.0, 0.0, 0.09 * step), "x")
    swing.append(arm.solve(back, pick=lb.continuing(swing[-1])))
    assert swing[-1].ok
print(f"{len(swing)} postures of the swing; the elbow goes from {math.degrees(swing[0].q[3]):.0f}° "
      f"to {math.degrees(swing[-1].q[3]):.0f}°")  # fmt: skip

# All answers: every elbow and roll that keeps the limits, and a nail that nobody can hit.
ways = arm.swivel(nail)
print(f"{100 * ways.region().share:.2g} % of all elbows and rolls would do")
print(
    f"wrist highest at roll {math.degrees(ways.highest('z')):.0f}°, valid there: {bool(ways.arcs(ways.highest('z')))}"
)
print(arm.solve(lb.Alignment((0.62, -0.12, 1.35), (-1.0, 0.0, 0.0), "x")).explain())

picture = Path(tempfile.gettempdir()) / "limbik_hammer.png"
lb.plot(found.apply(), picture, swivel=ways, answer=found, view=(math.radians(-62), math.radians(12)))
print(f"drew {picture}")

"""Every valid elbow for one goal of the hand, exactly. Run it with: python examples/05_every_elbow.py"""

import math

import numpy as np

import limbik as lb

human = lb.human()
arm = lb.Limb(human, "right_arm")

# Where the hand is in some posture: a goal that can be reached, with the elbow free to swivel.
posture = human.pose(right_shoulder=(0.7, 0.4, 0.2), right_elbow=1.3, right_wrist=(0.2, 0.1, 0.0))
goal = lb.Placement(posture.world()["right_hand"])

swivel = arm.swivel(goal)
for arc in swivel.arcs:
    lo, hi, flexion = (math.degrees(angle) for angle in (arc.lo, arc.hi, arc.flexion))
    print(f"valid from {lo:6.1f}° to {hi:6.1f}°, with the elbow bent by {flexion:.1f}°")

# Anywhere on an arc all seven joints are inside their limits and the hand stays where it is.
arc = swivel.arcs[0]
for phi in np.linspace(arc.lo, arc.hi, 5):
    q = swivel.values(phi, arc.family)
    off = np.abs(arm.forward(q) - goal.matrix).max()
    print(f"swivel {math.degrees(phi):6.1f}°: elbow {swivel.elbow(phi).round(3)}, hand off by {off:.0e}")

# Out of reach is an answer, not an error.
print("three metres away:", arm.swivel(lb.Position((3.0, 0.0, 1.0))).arcs)

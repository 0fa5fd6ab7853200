"""A human, posed and measured. Run it with: python examples/01_first_figure.py"""

import math

import limbik as lb

human = lb.human(height=1.78)
pose = human.pose(
    right_shoulder=(math.radians(70), math.radians(15), 0.0),  # flexion, abduction, medial rotation
    right_elbow=math.radians(40),
)

world = pose.world()  # every joint and site, in one pass
print("right hand at", world.position("right_hand").round(3), "metres")
print("centre of mass at", pose.center_of_mass().round(3))
print("inside all limits:", pose.within_limits())

# The same point seen from the head: is the hand in front of the eyes?
seen = pose.convert((0.0, 0.0, 0.0), "right_hand", "gaze")
print(f"the hand is {seen[0]:.2f} m in front of the eyes and {-seen[1]:.2f} m to the right")

# How the hand moves when the elbow bends: one column of the Jacobian.
column = human.dof_names.index("right_elbow.flexion")
print("bending the elbow moves the hand by", pose.jacobian("right_hand")[:3, column].round(3), "m/rad")

"""A desk lamp from scratch: joints, a shared shape, limits, a file. Run: python examples/02_your_own_figure.py"""

import math
import tempfile
from pathlib import Path

import numpy as np

import limbik as lb

rod = lb.Segment(lb.Capsule(length=0.4, radius=0.012), mass=0.3, center_of_mass=(0.0, 0.0, 0.2))
shade = lb.Segment(lb.Ellipsoid((0.07, 0.07, 0.05)), mass=0.2)
foot = lb.Segment(lb.Ellipsoid((0.12, 0.12, 0.02)), mass=2.0)
up = lb.transform((0.0, 0.0, 0.4))  # 40 cm along the rod

lamp = lb.Figure(
    [
        lb.Joint.fixed("foot", parent=None, segment=foot),
        lb.Joint.universal("base", "foot", order="ZY", names=("turn", "lean"), limits=[None, (-1.2, 1.2)], segment=rod),
        lb.Joint.hinge("knee", "base", axis="y", location=up, limits=(0.0, math.radians(150)), segment=rod),
        lb.Joint.ball(
            "head", "knee", location=up, swing_twist=lb.SwingTwist(swing=1.5, twist=(-3.0, 3.0)), segment=shade
        ),
    ],
    sites=[lb.Site("bulb", "head", lb.transform((0.0, 0.0, 0.05)))],
    name="lamp",
)
pose = lamp.rest().with_values({"base.turn": 0.5, "base.lean": -0.4}, knee=1.6)
print(lamp)
print("bulb at", pose.world().position("bulb").round(3))
print("does it stand?", np.linalg.norm(pose.center_of_mass()[:2]) < 0.12)

# A mistake that everybody makes once, and what limbik says about it.
try:
    pose.with_values(knee=90)
except lb.LimbikError as error:
    print(error)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "lamp.json"
    lb.save(lamp, file)
    assert np.array_equal(lb.load(file).pose(pose.q).world().matrices, pose.world().matrices)
    lb.plot(pose, Path(folder) / "lamp.png")
    print("saved, loaded and drawn")

"""A wave of the hand between key poses, 1,000 frames at once. Run it with: python examples/03_key_poses.py"""

import numpy as np

import limbik as lb

human = lb.human()


def arm_up(rotation: float) -> lb.Pose:
    """The right arm lifted sideways, elbow bent, the forearm turned in or out."""
    degrees = {"right_shoulder": (10.0, 80.0, rotation), "right_elbow": 90.0}
    return human.pose(**{joint: np.radians(values) for joint, values in degrees.items()})


keys = lb.Keys(
    times=[0.0, 0.8, 1.1, 1.4, 1.7, 2.6],
    poses=[human.rest(), arm_up(-80.0), arm_up(-55.0), arm_up(-90.0), arm_up(-60.0), human.rest()],
    smooth=True,
)
times = np.linspace(0.0, 2.6, 1000)
rows = keys.sample(times)  # (1000, width)
hand = human.world(rows).position("right_hand")  # (1000, 3), computed in threads
speed = np.linalg.norm(np.gradient(hand, times, axis=0), axis=1)
print(f"the hand rises from {hand[0, 2]:.2f} m to {hand[:, 2].max():.2f} m")
print(f"its top speed is {speed.max():.1f} m/s, {times[speed.argmax()]:.2f} s after the start")

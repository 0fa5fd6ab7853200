"""Limbs at random, for tests of many kinds."""

import numpy as np
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.check import EULER_ORDERS


def random_frame(rng, offset):
    return lb.transform(offset, Rotation.random(random_state=rng).as_matrix())


def tight_limb(rng) -> lb.Limb:
    """Narrow limits, some of them needles, any orders; planar or not, with a tool off the wrist or in it."""
    middle, width = rng.uniform(-3.0, 3.0, size=7), rng.uniform(0.05, 1.6, size=7) * rng.choice([1, 1, 2], size=7)
    if rng.random() < 0.15:
        width = 10.0 ** rng.uniform(-5.0, 0.3, size=7)
    if rng.random() < 0.15:
        width[3] = 4.0
    a, b = (random_frame(rng, rng.normal(scale=0.3, size=3)) for _ in range(2))
    if rng.random() < 0.4:
        a, b = lb.transform((0, 0, 0.3)), lb.transform((0, 0, rng.choice([0.3, 0.25])))
    tool = random_frame(rng, rng.choice([0, 1, 1]) * rng.normal(scale=0.15, size=3))
    shoulder, wrist = rng.choice(EULER_ORDERS, size=2).tolist()
    limits = np.stack([middle - 0.5 * width, middle + 0.5 * width], axis=1)
    return lb.Limb.from_matrices(a, b, tool=tool, shoulder=shoulder, wrist=wrist, limits=limits)


def random_axis(rng) -> np.ndarray:
    """A coordinate axis, or any direction."""
    axis = np.eye(3)[rng.integers(3)] if rng.random() < 0.6 else rng.normal(size=3)
    return axis / np.linalg.norm(axis)


def inside(limb: lb.Limb, q: np.ndarray) -> bool:
    return bool((q >= limb.limits[:, 0]).all() and (q <= limb.limits[:, 1]).all())


def widened(limits: np.ndarray, slack: float) -> np.ndarray:
    return limits + np.array([-slack, slack])

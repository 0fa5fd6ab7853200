"""Alignments and aims by brute force over both freedoms, with SciPy's Euler angles and triangles built from points."""

import math

import numpy as np
from scipy.spatial.transform import Rotation

from tests.naive.limbs import rotations_at
from tests.naive.rotations import about_axis


def euler_margins(rotations: np.ndarray, order: str, limits: np.ndarray) -> np.ndarray:
    """For rotations (n, 3, 3) the smallest distance to a limit (negative: outside), of the better of both triples."""
    first = Rotation.from_matrix(rotations).as_euler(order)
    a, b, c = first.T
    second = np.stack([a + math.pi, -b if order[0] == order[2] else math.pi - b, c + math.pi], axis=1)
    lo, hi = limits.T
    best = np.full(len(rotations), -np.inf)
    for angles in (first, second):
        off = angles - 0.5 * (lo + hi)
        off -= 2.0 * math.pi * np.round(off / (2.0 * math.pi))
        best = np.maximum(best, (0.5 * (hi - lo) - np.abs(off)).min(axis=1))
    return best


def hinge_angles(limb, distance: float) -> list[float]:
    """Both angles of the hinge at which the wrist is that far from the shoulder, by the law of cosines."""
    a, b = limb.A[:3, :3].T @ limb.A[:3, 3], limb.B[:3, 3]
    constant = a @ a + b @ b + 2.0 * a[1] * b[1]
    cosine, sine = 2.0 * (a[0] * b[0] + a[2] * b[2]), 2.0 * (a[0] * b[2] - a[2] * b[0])
    level = (distance**2 - constant) / math.hypot(cosine, sine)
    if abs(level) > 1.0:
        return []
    center, half = math.atan2(sine, cosine), math.acos(level)
    return [center + half, center - half]


def hinge_margin(limb, angle: float) -> float:
    lo, hi = limb.limits[3]
    off = math.remainder(angle - 0.5 * (lo + hi), 2.0 * math.pi)
    return 0.5 * (hi - lo) - abs(off)


def best_alignment(limb, position, direction, axis, rolls: int, swivels: int) -> float:
    """The largest smallest distance to a limit over a grid of rolls and swivels; -9 if none can be reached."""
    phis = np.linspace(0.0, 2.0 * math.pi, swivels, endpoint=False)
    across = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    onto = np.cross(direction, np.eye(3)[np.argmin(np.abs(direction))])
    frame = np.array([axis, across / np.linalg.norm(across), np.cross(axis, across) / np.linalg.norm(across)]).T
    there = np.array([direction, onto / np.linalg.norm(onto), np.cross(direction, onto) / np.linalg.norm(onto)]).T
    best = -9.0
    for roll in np.linspace(0.0, 2.0 * math.pi, rolls, endpoint=False):
        goal = np.eye(4)
        goal[:3, :3], goal[:3, 3] = about_axis(direction, roll) @ there @ frame.T, position
        wrist = position - goal[:3, :3] @ limb.tool[:3, :3].T @ limb.tool[:3, 3]
        for flexion in hinge_angles(limb, float(np.linalg.norm(wrist))):
            if hinge_margin(limb, flexion) < best:
                continue
            first, second = rotations_at(limb, goal, flexion, phis)
            margins = np.minimum(
                euler_margins(first, limb.shoulder, limb.limits[:3]), euler_margins(second, limb.wrist, limb.limits[4:])
            )
            best = max(best, min(float(margins.max()), hinge_margin(limb, flexion)))
    return best


def best_aim(limb, target, axis, wrist, flexions, swivels: int) -> float:
    """As `best_alignment`, over flexions and swivels; the margins of what is held do not count."""
    phis = np.linspace(0.0, 2.0 * math.pi, swivels, endpoint=False)
    hand = Rotation.from_euler(limb.wrist, wrist).as_matrix()
    distance = np.linalg.norm(target)
    best = -9.0
    for flexion in flexions:
        fore = limb.A[:3, :3] @ about_axis(np.array([0.0, 1.0, 0.0]), flexion) @ limb.B[:3, :3] @ hand
        tool = limb.A[:3, 3] + limb.A[:3, :3] @ about_axis(np.array([0.0, 1.0, 0.0]), flexion) @ limb.B[:3, 3]
        tool = tool + fore @ limb.tool[:3, 3]
        ray = fore @ limb.tool[:3, :3] @ axis
        # |tool + x ray| = distance
        for x in np.roots([1.0, 2.0 * tool @ ray, tool @ tool - distance**2]):
            if abs(x.imag) > 1e-12 or x.real < 0.0:
                continue
            place = tool + x.real * ray
            between = Rotation.align_vectors([target / distance], [place / np.linalg.norm(place)])[0].as_matrix()
            turns = np.array([about_axis(target / distance, phi) @ between for phi in phis])
            best = max(best, float(euler_margins(turns, limb.shoulder, limb.limits[:3]).max()))
    return best

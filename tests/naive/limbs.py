"""A limb by its definition, and brute force over the swivel circle, to be read beside kernels.limb and kernels.swivel."""

import math

import numpy as np
from scipy.spatial.transform import Rotation

from tests.naive.rotations import about_axis


def elbow_and_rotations(limb, tool_goal: np.ndarray, flexion: float, phi: float, reference_axis: np.ndarray):
    """R1 and R2 from two triangle frames: the one at hand and the one wanted; only for limbs that are not straight."""
    rw = tool_goal[:3, :3] @ limb.tool[:3, :3].T
    tw = tool_goal[:3, 3] - rw @ limb.tool[:3, 3]
    elbow0 = limb.A[:3, 3]
    forearm = limb.A[:3, :3] @ about_axis(np.array([0.0, 1.0, 0.0]), flexion)
    wrist0 = elbow0 + forearm @ limb.B[:3, 3]
    d, upper, fore = np.linalg.norm(tw), np.linalg.norm(elbow0), np.linalg.norm(limb.B[:3, 3])
    n = tw / d
    along = (d * d + upper * upper - fore * fore) / (2 * d)
    u = reference_axis - (reference_axis @ n) * n
    u /= np.linalg.norm(u)
    v = np.cross(n, u)
    elbow = along * n + math.sqrt(upper**2 - along**2) * (math.cos(phi) * u + math.sin(phi) * v)

    def frame(wrist, point):
        x = wrist / np.linalg.norm(wrist)
        y = point - (point @ x) * x
        y /= np.linalg.norm(y)
        return np.array([x, y, np.cross(x, y)]).T

    r1 = frame(tw, elbow) @ frame(wrist0, elbow0).T
    r2 = (r1 @ forearm @ limb.B[:3, :3]).T @ rw
    return elbow, r1, r2


def rotations_at(limb, tool_goal: np.ndarray, flexion: float, phis: np.ndarray):
    """R1 and R2 (n, 3, 3) at many swivels, counted from any zero: the whole limb turned about the line to the wrist."""
    rw = tool_goal[:3, :3] @ limb.tool[:3, :3].T
    tw = tool_goal[:3, 3] - rw @ limb.tool[:3, 3]
    forearm = limb.A[:3, :3] @ about_axis(np.array([0.0, 1.0, 0.0]), flexion)
    wrist0 = limb.A[:3, 3] + forearm @ limb.B[:3, 3]
    n = tw / np.linalg.norm(tw)
    start = Rotation.align_vectors([n], [wrist0 / np.linalg.norm(wrist0)])[0].as_matrix()
    r1 = np.array([about_axis(n, phi) @ start for phi in phis])
    r2 = np.swapaxes(r1 @ forearm @ limb.B[:3, :3], 1, 2) @ rw
    return r1, r2


def angle_inside(angle: float, limit) -> bool:
    lo, hi = limit
    if not math.isfinite(hi - lo):
        return True
    return lo <= angle + 2 * math.pi * math.ceil((lo - angle) / (2 * math.pi)) <= hi


def ball_inside(rotation: np.ndarray, order: str, limits: np.ndarray) -> bool:
    """Does either triple of Euler angles, as SciPy finds them, keep the limits?"""
    a, b, c = Rotation.from_matrix(rotation).as_euler(order)
    other = (a + math.pi, -b if order[0] == order[2] else math.pi - b, c + math.pi)
    return any(all(angle_inside(x, limit) for x, limit in zip(t, limits, strict=True)) for t in ((a, b, c), other))

"""Random figures with every joint kind."""

import numpy as np
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.check import EULER_ORDERS
from limbik.figure.figure import Figure

KINDS = (
    "fixed", "hinge", "hinge", "slide", "planar", "universal", "ball", "ball", "free", "free",
)  # fmt: skip


def random_placement(rng: np.random.Generator, size: float = 1.0) -> np.ndarray:
    placement = np.eye(4)
    if rng.random() < 0.7:
        placement[:3, :3] = Rotation.random(random_state=rng).as_matrix()
    placement[:3, 3] = rng.normal(size=3) * size
    return placement


def random_axis(rng: np.random.Generator):
    if rng.random() < 0.4:
        return rng.choice(["x", "y", "z", "-x", "-y", "-z"]).item()
    axis = rng.normal(size=3)
    return axis / np.linalg.norm(axis)


def random_joint(rng: np.random.Generator, name: str, parent: str | None, kind: str, size: float = 1.0) -> lb.Joint:
    more = {
        "location": random_placement(rng, size),
        "segment": lb.Segment(mass=float(rng.uniform(0.1, 5.0)), center_of_mass=rng.normal(size=3) * size),
    }
    match kind:
        case "fixed":
            return lb.Joint.fixed(name, parent, **more)
        case "hinge":
            return lb.Joint.hinge(name, parent, random_axis(rng), **more)
        case "slide":
            return lb.Joint.slide(name, parent, random_axis(rng), **more)
        case "planar":
            frame = Rotation.random(random_state=rng).as_matrix()
            return lb.Joint.planar(name, parent, frame[0], frame[1], **more)
        case "universal":
            return lb.Joint.universal(name, parent, rng.choice(["XY", "YX", "XZ", "ZX", "YZ", "ZY"]).item(), **more)
    order = "quaternion" if rng.random() < 0.4 else rng.choice(EULER_ORDERS).item()
    return (lb.Joint.ball if kind == "ball" else lb.Joint.free)(name, parent, order=order, **more)


def random_figure(
    rng: np.random.Generator, joints: int = 12, size: float = 1.0, kinds: tuple[str, ...] = KINDS
) -> Figure:
    """Any branching: each joint hangs on any earlier one."""
    made = [random_joint(rng, "joint_0", None, rng.choice(kinds).item(), size)]
    for number in range(1, joints):
        parent = f"joint_{rng.integers(number)}"
        made.append(random_joint(rng, f"joint_{number}", parent, rng.choice(kinds).item(), size))
    sites = [lb.Site(f"site_{n}", f"joint_{rng.integers(joints)}", random_placement(rng, size)) for n in range(3)]
    shuffled = [made[n] for n in rng.permutation(joints)]
    return Figure(shuffled, sites)


def random_q(rng: np.random.Generator, figure: Figure, count: int | None = None) -> np.ndarray:
    """Values in [-3, 3], quaternions uniform."""
    rows = rng.uniform(-3.0, 3.0, size=(1 if count is None else count, figure.width))
    for joint in figure.joints:
        if joint.order == "quaternion":
            last = figure.values_of(joint.name).stop
            rows[:, last - 4 : last] /= np.linalg.norm(rows[:, last - 4 : last], axis=1, keepdims=True)
    return rows[0] if count is None else rows

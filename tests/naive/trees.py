"""Forward kinematics, Jacobian and centre of mass by recursion over the nouns, to be read beside kernels.tree."""

import numpy as np

from tests.naive.rotations import about_axis, euler, quaternion_matrix, rigid


def articulation(joint, values: np.ndarray) -> np.ndarray:
    """The articulation matrix A(q) of a joint, kind by kind."""
    zero = np.zeros(3)
    match joint.kind:
        case "fixed":
            return np.eye(4)
        case "hinge":
            return rigid(about_axis(joint.axes[0], values[0]), zero)
        case "slide":
            return rigid(np.eye(3), values[0] * joint.axes[0])
        case "planar":
            u, v = joint.axes
            return rigid(about_axis(np.cross(u, v), values[2]), values[0] * u + values[1] * v)
        case "universal":
            return rigid(euler(joint.order, values), zero)
    turn = quaternion_matrix(values[-4:]) if joint.order == "quaternion" else euler(joint.order, values[-3:])
    return rigid(turn, values[:3] if joint.kind == "free" else zero)


def world(figure, q: np.ndarray) -> dict[str, np.ndarray]:
    """W_child = W_parent L A(q), by the figure's own traversal."""
    frames: dict[str, np.ndarray] = {}
    by_name = {joint.name: joint for joint in figure.joints}

    def frame_of(name: str | None) -> np.ndarray:
        if name is None:
            return np.eye(4)
        if name not in frames:
            joint = by_name[name]
            frames[name] = frame_of(joint.parent) @ joint.location @ articulation(joint, q[figure.values_of(name)])
        return frames[name]

    for joint in figure.joints:
        frame_of(joint.name)
    return frames | {site.name: frames[site.parent] @ site.location for site in figure.sites}


def velocity_step(figure, q: np.ndarray, column: int, step: float) -> np.ndarray:
    """q after a small move along one degree of freedom; a quaternion q turns to exp(dw / 2) q, dw in the parent frame."""
    moved = q.copy()
    freedom = 0
    for joint in figure.joints:
        values = figure.values_of(joint.name)
        plain = joint.width - 4 if joint.order == "quaternion" else joint.width
        if column < freedom + plain:
            moved[values.start + column - freedom] += step
            return moved
        freedom += plain
        if joint.order == "quaternion":
            if column < freedom + 3:
                from tests.naive.rotations import quaternion_product

                axis = np.eye(3)[column - freedom]
                turn = np.array([np.cos(step / 2), *(np.sin(step / 2) * axis)])
                moved[values.stop - 4 : values.stop] = quaternion_product(turn, q[values.stop - 4 : values.stop])
                return moved
            freedom += 3
    raise AssertionError(column)


def jacobian_by_differences(figure, q: np.ndarray, name: str, step: float = 1e-6) -> np.ndarray:
    """Central differences of position and of rotation (through R' R^T)."""
    columns = []
    here = world(figure, q)[name]
    for column in range(figure.dof):
        after = world(figure, velocity_step(figure, q, column, step))[name]
        before = world(figure, velocity_step(figure, q, column, -step))[name]
        velocity = (after[:3, 3] - before[:3, 3]) / (2 * step)
        spin = (after[:3, :3] - before[:3, :3]) / (2 * step) @ here[:3, :3].T
        columns.append([*velocity, spin[2, 1], spin[0, 2], spin[1, 0]])
    return np.array(columns).reshape(-1, 6).T


def center_of_mass(figure, q: np.ndarray) -> np.ndarray:
    frames = world(figure, q)
    total = sum(joint.segment.mass for joint in figure.joints)
    moment = sum(
        joint.segment.mass * (frames[joint.name] @ [*joint.segment.center_of_mass, 1.0])[:3] for joint in figure.joints
    )
    return moment / total

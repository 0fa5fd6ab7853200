"""A figure rebuilt in Pinocchio, joint kind by joint kind: the outside witness."""

import numpy as np
import pinocchio as pin

from limbik.figure.figure import Figure
from limbik.figure.joint import Joint

TURNS = {"X": pin.JointModelRX, "Y": pin.JointModelRY, "Z": pin.JointModelRZ}


class Twin:
    """The same figure in Pinocchio; Euler angles become single turns, and a planar joint is turned into its own plane."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.model = pin.Model()
        self.frames: dict[str, tuple[int, pin.SE3]] = {}
        self.slots: list[tuple[Joint, list[int]]] = []
        for joint in figure.joints:
            parent, offset = (0, pin.SE3.Identity()) if joint.parent is None else self.frames[joint.parent]
            placement = offset * pin.SE3(joint.location[:3, :3].copy(), joint.location[:3, 3].copy())
            self.add(joint, parent, placement)
        for site in figure.sites:
            parent, offset = self.frames[site.parent]
            place = pin.SE3(site.location[:3, :3].copy(), site.location[:3, 3].copy())
            self.frames[site.name] = (parent, offset * place)
        for joint in figure.joints:
            number, offset = self.frames[joint.name]
            center = offset.act(joint.segment.center_of_mass)
            self.model.appendBodyToJoint(
                number, pin.Inertia(joint.segment.mass, center, np.eye(3) * 1e-9), pin.SE3.Identity()
            )
        self.data = self.model.createData()

    def add(self, joint: Joint, parent: int, placement: pin.SE3) -> None:
        models: list = []
        after = pin.SE3.Identity()
        match joint.kind:
            case "hinge":
                models = [pin.JointModelRevoluteUnaligned(*joint.axes[0])]
            case "slide":
                models = [pin.JointModelPrismaticUnaligned(*joint.axes[0])]
            case "planar":
                u, v = joint.axes
                plane = pin.SE3(np.array([u, v, np.cross(u, v)]).T, np.zeros(3))
                placement, after = placement * plane, plane.inverse()
                models = [pin.JointModelPlanar()]
            case "universal":
                unit = np.eye(3)
                models = [pin.JointModelUniversal(*(unit["XYZ".index(letter)] for letter in joint.order))]
            case "ball" | "free":
                if joint.order != "quaternion":
                    models = [TURNS[letter]() for letter in joint.order]
                    models = ([pin.JointModelTranslation()] if joint.kind == "free" else []) + models
                else:
                    models = [pin.JointModelSpherical() if joint.kind == "ball" else pin.JointModelFreeFlyer()]
        numbers = []
        for index, model in enumerate(models):
            parent = self.model.addJoint(parent, model, placement, f"{joint.name}/{index}")
            placement = pin.SE3.Identity()
            numbers.append(parent)
        self.slots.append((joint, numbers))
        self.frames[joint.name] = (parent, placement * after)

    def configuration(self, q: np.ndarray) -> np.ndarray:
        out = np.zeros(self.model.nq)
        for joint, numbers in self.slots:
            values = q[self.figure.values_of(joint.name)]
            if not numbers:
                continue
            first = self.model.joints[numbers[0]].idx_q
            if joint.kind == "planar":
                values = np.array([values[0], values[1], np.cos(values[2]), np.sin(values[2])])
            elif joint.order == "quaternion":
                values = np.concatenate([values[:-4], np.roll(values[-4:], -1)])
            out[first : first + len(values)] = values
        return out

    def world(self, q: np.ndarray) -> dict[str, np.ndarray]:
        pin.forwardKinematics(self.model, self.data, self.configuration(q))
        return {name: (self.data.oMi[number] * offset).homogeneous for name, (number, offset) in self.frames.items()}

    def jacobian(self, q: np.ndarray, name: str) -> np.ndarray:
        """Columns in our velocity coordinates: world rates at the frame's origin."""
        configuration = self.configuration(q)
        number, offset = self.frames[name]
        raw = np.zeros((6, self.model.nv))
        if number:
            pin.computeJointJacobians(self.model, self.data, configuration)
            raw = pin.getJointJacobian(self.model, self.data, number, pin.LOCAL_WORLD_ALIGNED)
            arm = self.data.oMi[number].rotation @ offset.translation
            raw[:3] += np.cross(raw[3:].T, arm).T
        columns = []
        for joint, numbers in self.slots:
            block = np.concatenate(
                [
                    raw[:, self.model.joints[n].idx_v : self.model.joints[n].idx_v + self.model.joints[n].nv]
                    for n in numbers
                ]
                or [np.empty((6, 0))],
                axis=1,
            )
            columns.append(block @ self.rates(joint, q[self.figure.values_of(joint.name)]))
        return np.concatenate(columns, axis=1)

    def center_of_mass(self, q: np.ndarray) -> np.ndarray:
        """Pinocchio leaves out what hangs on its immovable universe; that is added here."""
        center = pin.centerOfMass(self.model, self.data, self.configuration(q))
        moving, fixed = self.data.mass[0], self.model.inertias[0]
        return (moving * center + fixed.mass * fixed.lever) / (moving + fixed.mass)

    @staticmethod
    def rates(joint: Joint, values: np.ndarray) -> np.ndarray:
        """Pinocchio's local velocities from our rates."""
        if joint.kind == "planar":
            c, s = np.cos(values[2]), np.sin(values[2])
            return np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        if joint.order == "quaternion":
            back = pin.Quaternion(*values[-4:]).toRotationMatrix().T
            if joint.kind == "ball":
                return back
            return np.block([[back, np.zeros((3, 3))], [np.zeros((3, 3)), back]])
        return np.eye(joint.dof)

"""Frames, Jacobians and centres of mass against Pinocchio, on random trees with every joint kind and on real files."""

import numpy as np
import pinocchio as pin
import pytest

import limbik as lb
from tests.figure.pinocchio_twin import Twin
from tests.trees import random_figure, random_q

TREES = 60


@pytest.mark.parametrize(
    ("size", "seed"), [*((1.0, n) for n in range(TREES)), *((size, n) for size in (1e-6, 1e6) for n in range(6))]
)
def test_random_trees(size, seed):
    rng = np.random.default_rng(1000 + seed)
    figure = random_figure(rng, joints=14, size=size)
    twin = Twin(figure)
    for q in random_q(rng, figure, 3):
        pose = figure.pose(q)
        ours, theirs = pose.world(), twin.world(q)
        scale = max(np.abs(matrix[:3, 3]).max() for matrix in theirs.values())
        for name, matrix in theirs.items():
            assert np.abs(ours[name][:3, :3] - matrix[:3, :3]).max() <= 1e-12
            assert np.abs(ours[name][:3, 3] - matrix[:3, 3]).max() <= 1e-12 * scale
        for name in ("site_0", "joint_7"):
            expected = twin.jacobian(q, name)
            found = pose.jacobian(name)
            assert np.abs(found - expected).max() <= 1e-12 * max(1.0, np.abs(expected).max())
        assert np.abs(pose.center_of_mass() - twin.center_of_mass(q)).max() <= 1e-12 * scale


def test_every_joint_kind_was_met():
    kinds = {
        (joint.kind, joint.order == "quaternion")
        for seed in range(TREES)
        for joint in random_figure(np.random.default_rng(1000 + seed), joints=14).joints
    }
    assert {kind for kind, _ in kinds} == {"fixed", "hinge", "slide", "planar", "universal", "ball", "free"}
    assert {("ball", True), ("ball", False), ("free", True), ("free", False)} <= kinds


def test_the_human_in_many_poses(rng):
    human = lb.human()
    twin = Twin(human)
    for q in random_q(rng, human, 20):
        for name, matrix in twin.world(q).items():
            assert np.abs(human.pose(q).world()[name] - matrix).max() <= 1e-12


def test_the_iiwa_is_the_one_of_the_public_description(shared, rng):
    """Axis by axis and at the wrist, against the arm that Pinocchio reads from a URDF."""
    text = (shared / "data" / "urdf" / "drake_iiwa14.urdf").read_text()
    limit = '<limit lower="-3" upper="3" effort="1" velocity="1"/>'  # the file has none, and Pinocchio wants some
    model = pin.buildModelFromXML(text.replace('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/>' + limit))
    data = model.createData()
    arm = lb.iiwa14()
    joints = [number for number in range(1, model.njoints) if model.nvs[number] == 1]
    assert len(joints) == 7
    constant = None
    for q in rng.uniform(-2, 2, size=(20, 7)):
        configuration = np.zeros(model.nq)
        configuration[[model.idx_qs[number] for number in joints]] = q
        pin.forwardKinematics(model, data, configuration)
        theirs = data.oMi[joints[-1]].homogeneous
        ours = arm.pose(q).world()["joint_7"]
        np.testing.assert_allclose(ours[:3, 3], theirs[:3, 3], atol=1e-12)
        between = theirs[:3, :3].T @ ours[:3, :3]
        constant = between if constant is None else constant
        np.testing.assert_allclose(between, constant, atol=1e-12)

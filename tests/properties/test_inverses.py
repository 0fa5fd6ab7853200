"""Everything that has an inverse, over all of its inputs."""

import math

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import limbik as lb
from limbik.check import EULER_ORDERS
from limbik.figure.transform import euler_axes
from limbik.kernels import euler, quaternion, rigid, rotation, vector
from tests.limbs import random_axis, tight_limb
from tests.naive.rotations import about_axis
from tests.trees import random_figure, random_q

angle = st.floats(-10.0, 10.0)
coordinate = st.floats(-1e6, 1e6)
point = st.tuples(coordinate, coordinate, coordinate)
seeds = st.integers(0, 2**32 - 1)


@st.composite
def units(draw):
    v = draw(st.tuples(*[st.floats(-1.0, 1.0)] * 3))
    assume(np.linalg.norm(v) > 1e-3)
    return vector.normalise(v)


@st.composite
def quaternions(draw):
    return quaternion.from_axis_angle(draw(units()), draw(angle))


@given(st.sampled_from(EULER_ORDERS), st.tuples(angle, angle, angle), st.sampled_from((1, 2)))
def test_euler_angles(order, angles, family):
    matrix, back = np.empty((3, 3)), np.empty((3, 3))
    euler.to_matrix(angles, *euler_axes(order), matrix)
    euler.to_matrix(euler.from_matrix(matrix, *euler_axes(order), family, 0.0), *euler_axes(order), back)
    assert np.abs(back - matrix).max() <= 1e-14


@given(quaternions())
def test_quaternion_and_matrix_and_rotation_vector(q):
    matrix, back = np.empty((3, 3)), np.empty((3, 3))
    quaternion.to_matrix(q, matrix)
    quaternion.to_matrix(quaternion.from_matrix(matrix), back)
    assert np.abs(back - matrix).max() <= 2e-15
    rotation.exp(rotation.log(matrix), back)
    assert np.abs(back - matrix).max() <= 4e-15


@given(quaternions(), quaternions(), point)
def test_rotating_there_and_back(p, q, v):
    size = 1.0 + np.linalg.norm(v)
    assert np.abs(np.subtract(quaternion.inv_mul_vec(p, quaternion.mul_vec(p, v)), v)).max() <= 1e-14 * size
    both = quaternion.mul(p, q)
    one_by_one = quaternion.mul_vec(p, quaternion.mul_vec(q, v))
    assert np.abs(np.subtract(quaternion.mul_vec(both, v), one_by_one)).max() <= 1e-14 * size


@given(units(), units())
def test_smallest_rotation(a, b):
    q = quaternion.between(a, b)
    if np.dot(a, b) > -1.0 + 1e-6:
        assert np.abs(np.subtract(quaternion.mul_vec(q, a), b)).max() <= 1e-9
        np.testing.assert_allclose(np.linalg.norm(quaternion.log(q)), vector.angle_between(a, b), atol=1e-9)


@given(quaternions(), point, point)
def test_rigid_inverse(q, t, p):
    matrix, inverse = np.eye(4), np.empty((4, 4))
    turn = np.empty((3, 3))
    quaternion.to_matrix(q, turn)
    matrix[:3, :3], matrix[:3, 3] = turn, t
    rigid.inv(matrix, inverse)
    size = 1.0 + np.linalg.norm(t) + np.linalg.norm(p)
    assert np.abs(np.subtract(rigid.mul_point(inverse, rigid.mul_point(matrix, p)), p)).max() <= 1e-14 * size
    assert np.abs(np.subtract(rigid.inv_mul_point(matrix, rigid.mul_point(matrix, p)), p)).max() <= 1e-14 * size


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
def test_turns(angle_, target):
    near = vector.nearest_turn(angle_, target)
    assert abs(near - target) <= math.pi * (1 + 1e-9)
    assert abs(vector.wrap(near - angle_)) <= 1e-10 or abs(abs(vector.wrap(near - angle_)) - 2 * math.pi) <= 1e-10


@given(seeds)
def test_figures_and_files(seed):
    from limbik.io import figure_json

    figure = random_figure(np.random.default_rng(seed), joints=6)
    text = figure_json.to_text(figure)
    assert figure_json.to_text(figure_json.from_text(text)) == text


@given(seeds, st.sampled_from(["site_0", "joint_2", "world"]), st.sampled_from(["site_1", "joint_4", "world"]))
def test_points_there_and_back(seed, source, target):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=6)
    pose = figure.pose(random_q(rng, figure))
    points = rng.normal(size=(4, 3))
    there = pose.convert(points, source, target)
    np.testing.assert_allclose(pose.convert(there, target, source), points, atol=1e-11)
    np.testing.assert_allclose(
        pose.world().between(source, target) @ pose.world().between(target, source), np.eye(4), atol=1e-11
    )


@given(seeds, st.floats(0.0, 1.0))
def test_blending_back_and_forth(seed, t):
    """A fraction t from a to b is a fraction 1 - t from b to a."""
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=5)
    a, b = (figure.pose(random_q(rng, figure)) for _ in range(2))
    one, other = a.blend(b, t).world().matrices, b.blend(a, 1.0 - t).world().matrices
    if min(_from_half_turn(figure, a, b)) > 1e-3:
        np.testing.assert_allclose(one, other, atol=1e-9)


def _from_half_turn(figure, a, b):
    """How far each ball's turn from a to b is from half a turn, where both ways round are equally short."""
    distances = [1.0]
    for joint in figure.joints:
        if joint.kind in ("ball", "free"):
            turn = rotation.angle_between(a.rotation(joint.name), b.rotation(joint.name))
            distances.append(math.pi - turn)
    return distances


@given(seeds)
def test_expanding_keeps_every_frame(seed):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=6, kinds=("fixed", "hinge", "slide", "planar", "universal"))
    apart = lb.expand(figure)
    q = random_q(rng, figure)
    for name in figure.frame_names:
        np.testing.assert_allclose(apart.pose(q).world()[name], figure.pose(q).world()[name], atol=1e-12)


@given(seeds)
def test_an_alignment_is_met_by_what_made_it(seed):
    """Forward kinematics of a posture, its roll forgotten: the answer nearest to the posture is the posture."""
    rng = np.random.default_rng(seed)
    limb, axis = tight_limb(rng), random_axis(rng)
    q = rng.uniform(*limb.limits.T)
    frame = limb.forward(q)
    goal = lb.Alignment(frame[:3, 3], 3.0 * frame[:3, :3] @ axis, axis)
    found = limb.solve(goal, pick=lb.continuing(q))
    assert found.ok
    assert np.abs(found.q - q).max() < 1e-3
    np.testing.assert_allclose(goal.placement(found.roll).matrix, limb.forward(found.q), atol=1e-7)


@given(seeds)
def test_an_aim_is_met_by_what_made_it(seed):
    rng = np.random.default_rng(seed)
    limb, axis = tight_limb(rng), random_axis(rng)
    q = rng.uniform(*limb.limits.T)
    frame = limb.forward(q)
    goal = lb.Aim(frame[:3, 3] + rng.uniform(0.05, 1.0) * frame[:3, :3] @ axis, axis)
    found = limb.solve(goal, wrist=q[4:], pick=lb.continuing(q))
    assert found.ok
    assert np.abs(found.q - q).max() < 1e-3


@given(st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3), st.floats(-10.0, 10.0))
def test_the_roll_of_a_placement(direction, roll):
    """Whatever the direction, the axis points there and the roll turns about it."""
    if np.linalg.norm(direction) < 1e-3:
        return
    goal = lb.Alignment((1.0, 2.0, 3.0), direction, "y")
    unit = np.array(direction) / np.linalg.norm(direction)
    start, turned = goal.placement().matrix, goal.placement(roll).matrix
    np.testing.assert_allclose(turned[:3, 1], unit, atol=1e-15)
    back = about_axis(unit, -roll)
    np.testing.assert_allclose(back @ turned[:3, :3], start[:3, :3], atol=1e-14)

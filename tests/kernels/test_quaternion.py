import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from limbik.kernels import quaternion
from tests.naive import rotations as naive


def randoms(rng, count=60):
    """Rotations of every size, also tiny and nearly half a turn."""
    vectors = rng.normal(size=(count, 3))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    angles = np.concatenate([rng.uniform(0, np.pi, count - 6), [0.0, 1e-12, 1e-8, 1e-4, np.pi - 1e-8, np.pi]])
    return [tuple(q) for q in Rotation.from_rotvec(vectors * angles[:, None]).as_quat(scalar_first=True).tolist()]


def same(p, q, tolerance=4e-16):
    """The same rotation: p and -p are."""
    return min(np.abs(np.subtract(p, q)).max(), np.abs(np.add(p, q)).max()) <= tolerance


def test_product_and_inverse(rng):
    for p, q in zip(randoms(rng), randoms(rng), strict=True):
        expected = Rotation.from_quat(p, scalar_first=True) * Rotation.from_quat(q, scalar_first=True)
        assert same(quaternion.mul(p, q), expected.as_quat(scalar_first=True))
        np.testing.assert_allclose(quaternion.mul(p, q), naive.quaternion_product(np.array(p), np.array(q)), atol=1e-15)
        np.testing.assert_allclose(quaternion.mul(p, quaternion.inv(p)), (1, 0, 0, 0), atol=1e-15)


def test_rotating_vectors(rng):
    for q in randoms(rng):
        v = tuple(rng.normal(size=3).tolist())
        turned = quaternion.mul_vec(q, v)
        np.testing.assert_allclose(turned, Rotation.from_quat(q, scalar_first=True).apply(v), atol=5e-15)
        np.testing.assert_allclose(quaternion.inv_mul_vec(q, turned), v, atol=5e-15)


def test_matrix_and_back(rng):
    matrix = np.empty((3, 3))
    for q in randoms(rng):
        quaternion.to_matrix(q, matrix)
        np.testing.assert_allclose(matrix, Rotation.from_quat(q, scalar_first=True).as_matrix(), atol=1e-15)
        np.testing.assert_allclose(matrix, naive.quaternion_matrix(np.array(q)), atol=1e-15)
        back = quaternion.from_matrix(matrix)
        assert back[0] >= 0.0
        assert same(back, q, 1e-15)


def test_exp_and_log(rng):
    for q in randoms(rng):
        vector = quaternion.log(q)
        assert np.linalg.norm(vector) <= math.pi + 1e-15
        np.testing.assert_allclose(
            np.linalg.norm(vector), Rotation.from_quat(q, scalar_first=True).magnitude(), rtol=1e-14, atol=1e-300
        )
        assert same(quaternion.exp(vector), q, 1e-15)
    assert quaternion.log((-1.0, 0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


def test_axis_and_angle(rng):
    for _ in range(20):
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        angle = float(rng.uniform(-4, 4))
        expected = Rotation.from_rotvec(axis * angle).as_quat(scalar_first=True)
        assert same(quaternion.from_axis_angle(tuple(axis.tolist()), angle), expected, 1e-15)


@pytest.mark.parametrize("away", [0.0, 1e-15, 1e-9, 1e-7, 1e-3, 1.0])
def test_between_carries_a_to_b_even_when_they_are_opposite(rng, away):
    for _ in range(20):
        a = rng.normal(size=3)
        a /= np.linalg.norm(a)
        b = -a + away * rng.normal(size=3)
        b /= np.linalg.norm(b)
        q = quaternion.between(tuple(a.tolist()), tuple(b.tolist()))
        assert np.linalg.norm(q) == pytest.approx(1.0, abs=1e-15)
        # Nearly opposite, the axis is only as good as the difference of the two; the image is off by eps / away.
        assert np.abs(np.subtract(quaternion.mul_vec(q, tuple(a.tolist())), b)).max() < 1e-7
        if away >= 1e-3:
            np.testing.assert_allclose(quaternion.mul_vec(q, tuple(a.tolist())), b, atol=1e-12)


def test_slerp_is_even_and_short(rng):
    for p, q in zip(randoms(rng), randoms(rng), strict=True):
        steps = [quaternion.slerp(p, q, t) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
        assert same(steps[0], p, 1e-15)
        assert same(steps[-1], q, 2e-15)
        turns = [np.linalg.norm(quaternion.log(quaternion.mul(quaternion.inv(a), b))) for a, b in pairwise(steps)]
        np.testing.assert_allclose(
            turns, np.linalg.norm(quaternion.log(quaternion.mul(quaternion.inv(p), q))) / 4, atol=1e-14
        )


def test_twist_is_what_swing_leaves(rng):
    for _ in range(50):
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        across = np.cross(axis, rng.normal(size=3))
        across /= np.linalg.norm(across)
        twist = float(rng.uniform(-math.pi, math.pi))
        swing = Rotation.from_rotvec(across * rng.uniform(0, 3.0))
        whole = (swing * Rotation.from_rotvec(axis * twist)).as_quat(scalar_first=True)
        found = quaternion.twist_angle(tuple(whole.tolist()), tuple(axis.tolist()))
        assert found == pytest.approx(twist, abs=1e-13)


def test_no_rotation_at_all():
    assert quaternion.normalise((0.0, 0.0, 0.0, 0.0)) == (1.0, 0.0, 0.0, 0.0)
    assert quaternion.twist_angle((0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0)) == 0.0

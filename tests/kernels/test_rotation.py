import math

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from limbik.kernels import rotation
from tests.naive import rotations as naive

ANGLES = [0.0, 1e-15, 1e-9, 1e-5, 0.3, 2.0, math.pi - 1e-6, math.pi, 5.0, -2.5]


@pytest.mark.parametrize("angle", ANGLES)
def test_about_axis(rng, angle):
    out = np.empty((3, 3))
    for _ in range(10):
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        rotation.about_axis(tuple(axis.tolist()), angle, out)
        np.testing.assert_allclose(out, naive.about_axis(axis, angle), atol=4e-16)
        np.testing.assert_allclose(out, Rotation.from_rotvec(axis * angle).as_matrix(), atol=2e-15)
        np.testing.assert_allclose(out, expm(angle * naive.cross_matrix(axis)), atol=2e-14)


def test_products(rng):
    out = np.empty((3, 3))
    for a, b in zip(*(Rotation.random(20, random_state=rng).as_matrix() for _ in range(2)), strict=True):
        rotation.mul(a, b, out)
        np.testing.assert_allclose(out, a @ b, atol=1e-15)
        rotation.inv_mul(a, b, out)
        np.testing.assert_allclose(out, a.T @ b, atol=1e-15)
        v = rng.normal(size=3)
        np.testing.assert_allclose(rotation.mul_vec(a, v), a @ v, atol=1e-14)
        np.testing.assert_allclose(rotation.inv_mul_vec(a, v), a.T @ v, atol=1e-14)


@pytest.mark.parametrize("angle", [angle for angle in ANGLES if 0.0 <= angle <= math.pi])
def test_exp_log_and_angle(rng, angle):
    out = np.empty((3, 3))
    for _ in range(10):
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        rotation.exp(tuple((axis * angle).tolist()), out)
        np.testing.assert_allclose(out, Rotation.from_rotvec(axis * angle).as_matrix(), atol=2e-15)
        assert np.linalg.norm(rotation.log(out)) == pytest.approx(angle, abs=1e-15)
        base = Rotation.random(random_state=rng).as_matrix()
        assert rotation.angle_between(base, base @ out) == pytest.approx(angle, abs=2e-15)

import math

import numpy as np
import pytest

from limbik.kernels import vector


def vectors(rng, count=50):
    return [tuple(v) for v in (rng.normal(size=(count, 3)) * 10.0 ** rng.uniform(-9, 9, size=(count, 1))).tolist()]


def test_products_and_lengths_equal_numpy(rng):
    for a, b in zip(vectors(rng), vectors(rng), strict=True):
        assert vector.dot(a, b) == pytest.approx(
            np.dot(a, b), rel=1e-15, abs=1e-14 * np.linalg.norm(a) * np.linalg.norm(b)
        )
        np.testing.assert_allclose(
            vector.cross(a, b), np.cross(a, b), atol=1e-15 * np.linalg.norm(a) * np.linalg.norm(b)
        )
        assert vector.norm(a) == pytest.approx(np.linalg.norm(a), rel=1e-15)
        np.testing.assert_allclose(vector.normalise(a), np.array(a) / np.linalg.norm(a), atol=3e-16)
        np.testing.assert_allclose(vector.combine(2.0, a, -3.0, b), 2.0 * np.array(a) - 3.0 * np.array(b), rtol=1e-14)


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_length_neither_overflows_nor_underflows(scale):
    assert vector.norm((3.0 * scale, 4.0 * scale, 12.0 * scale)) == pytest.approx(13.0 * scale, rel=1e-15)


def test_zero_vector():
    assert vector.norm((0.0, 0.0, 0.0)) == 0.0
    assert vector.normalise((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-8, 0.1, 1.5, math.pi - 1e-8, math.pi - 1e-12, math.pi])
def test_angle_between_is_exact_at_both_ends(angle):
    a = (2.0, 0.0, 0.0)
    b = (math.cos(angle), math.sin(angle), 0.0)
    assert vector.angle_between(a, b) == pytest.approx(angle, abs=2e-16)


def test_perpendicular_is_unit_normal_and_deterministic(rng):
    for a in [*map(vector.normalise, vectors(rng)), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]:
        p = vector.perpendicular(a)
        assert abs(np.dot(a, p)) < 1e-15
        assert np.linalg.norm(p) == pytest.approx(1.0, abs=1e-15)
    s = 1.0 / math.sqrt(3.0)
    assert vector.perpendicular((s, s, s))[0] > 0.0  # a tie: the lowest index


def test_wrap_and_nearest_turn(rng):
    for angle in [*rng.uniform(-50, 50, size=100), math.pi, -math.pi, 3 * math.pi, 0.0]:
        wrapped = vector.wrap(angle)
        assert -math.pi <= wrapped < math.pi
        assert math.cos(wrapped - angle) == pytest.approx(1.0, abs=1e-13)
        target = float(rng.uniform(-20, 20))
        near = vector.nearest_turn(angle, target)
        assert abs(near - target) <= math.pi + 1e-12
        assert math.cos(near - angle) == pytest.approx(1.0, abs=1e-13)

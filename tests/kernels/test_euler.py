import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from limbik.check import EULER_ORDERS
from limbik.figure.transform import euler_axes
from limbik.kernels import euler
from tests.naive import rotations as naive

DISTANCES = [0.0, *10.0 ** np.arange(-16.0, -1.0)]


def is_proper(order):
    return order[0] == order[2]


def lock_angles(order):
    return (0.0, math.pi, -math.pi) if is_proper(order) else (math.pi / 2, -math.pi / 2)


def as_computed(matrix, rng):
    """The matrix with the rounding of a few products, as it comes out of a solver."""
    other = Rotation.random(random_state=rng).as_matrix()
    return other @ (other.T @ matrix)


def matrix_of(order, angles):
    out = np.empty((3, 3))
    euler.to_matrix(tuple(float(a) for a in angles), *euler_axes(order), out)
    return out


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_matrix_equals_scipy_and_the_naive_product(rng, order):
    for angles in rng.uniform(-7, 7, size=(50, 3)):
        made = matrix_of(order, angles)
        np.testing.assert_allclose(made, Rotation.from_euler(order, angles).as_matrix(), atol=2e-15)
        np.testing.assert_allclose(made, naive.euler(order, angles), atol=2e-15)


@pytest.mark.parametrize("order", EULER_ORDERS)
@pytest.mark.parametrize("family", [1, 2])
def test_angles_of_both_families_give_back_the_rotation_everywhere_and_near_lock(rng, order, family):
    """At most 1e-14, at lock and at every distance from it; no NaN."""
    cases = list(rng.uniform(-math.pi, math.pi, size=(60, 3)))
    for lock in lock_angles(order):
        for distance in DISTANCES:
            for side in (-1.0, 1.0):
                a, c = rng.uniform(-math.pi, math.pi, size=2)
                cases.append(np.array([a, lock + side * distance, c]))
    for angles in cases:
        clean = matrix_of(order, angles)
        for wanted in (clean, as_computed(clean, rng)):
            found = euler.from_matrix(wanted, *euler_axes(order), family, 0.3)
            assert all(-math.pi <= angle < math.pi for angle in found)
            assert np.abs(matrix_of(order, found) - wanted).max() <= 1e-14
            side = math.sin(found[1]) if is_proper(order) else math.cos(found[1])
            assert side >= -3e-16 if family == 1 else side <= 3e-16


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_regular_angles_come_back_themselves(rng, order):
    """In the right family the angles are the ones that made the rotation, as SciPy finds them."""
    for a, b, c in rng.uniform(-3.1, 3.1, size=(50, 3)):
        middle = math.sin(b) if is_proper(order) else math.cos(b)
        if abs(middle) < 1e-3:
            continue
        found = euler.from_matrix(matrix_of(order, (a, b, c)), *euler_axes(order), 1 if middle > 0 else 2, 0.0)
        np.testing.assert_allclose(found, (a, b, c), atol=1e-12)
        first = euler.from_matrix(matrix_of(order, (a, b, c)), *euler_axes(order), 1, 0.0)
        witness = Rotation.from_euler(order, (a, b, c)).as_euler(order)
        difference = np.subtract(first, witness)
        np.testing.assert_allclose(np.cos(difference), 1.0, atol=1e-12)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_the_other_family_is_the_same_rotation(rng, order):
    for angles in rng.uniform(-3, 3, size=(20, 3)):
        other = euler.other_family(tuple(angles.tolist()), is_proper(order))
        np.testing.assert_allclose(matrix_of(order, other), matrix_of(order, angles), atol=1e-15)
        assert np.abs(np.subtract(other, angles)).max() > 0.1


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_at_lock_the_first_angle_is_the_one_asked_for(order):
    for lock in lock_angles(order):
        wanted = matrix_of(order, (0.4, lock, -1.1))
        if is_proper(order) and lock == 0.0:
            found = euler.from_matrix(wanted, *euler_axes(order), 1, 0.77)
            assert found[0] == 0.77
        found = euler.from_matrix(wanted, *euler_axes(order), 1, 0.77)
        assert np.abs(matrix_of(order, found) - wanted).max() <= 2e-15


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_nearest_finds_the_target_over_families_and_turns(rng, order):
    for angles in rng.uniform(-9, 9, size=(30, 3)):
        near = tuple((angles + rng.normal(size=3) * 1e-3).tolist())
        found = euler.nearest(matrix_of(order, angles), *euler_axes(order), near)
        middle = abs(math.sin(angles[1]) if is_proper(order) else math.cos(angles[1]))
        np.testing.assert_allclose(found, angles, atol=1e-14 / max(middle, 1e-3) ** 2 + 1e-12)


def test_the_published_extraction_loses_the_rotation_near_lock():
    """Taking both outer angles from their own entries errs by eps / cos b; linking them does not."""
    worst_published = worst_linked = 0.0
    rng = np.random.default_rng(1)
    for _ in range(200):
        a, c = rng.uniform(-3, 3, size=2)
        r = as_computed(matrix_of("XYZ", (a, math.pi / 2 - 1e-8, c)), rng)
        published = (
            math.atan2(-r[1, 2], r[2, 2]), math.atan2(r[0, 2], math.hypot(r[0, 0], r[0, 1])), math.atan2(-r[0, 1], r[0, 0]),
        )  # fmt: skip
        worst_published = max(worst_published, np.abs(matrix_of("XYZ", published) - r).max())
        linked = euler.from_matrix(r, 0, 1, 2, 1, 0.0)
        worst_linked = max(worst_linked, np.abs(matrix_of("XYZ", linked) - r).max())
    assert worst_published > 1e-10
    assert worst_linked < 4e-15

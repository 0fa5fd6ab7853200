import math

import numpy as np
import pytest

from limbik.kernels import hinge
from tests.naive.rotations import about_axis

Y = np.array([0.0, 1.0, 0.0])


def distance(a, b, angle):
    return np.linalg.norm(a + about_axis(Y, angle) @ b)


def test_reach_is_what_the_hinge_can_do(rng):
    for _ in range(30):
        a, b = rng.normal(size=(2, 3))
        middle, near, far = hinge.reach_constants(tuple(a.tolist()), tuple(b.tolist()))
        distances = [distance(a, b, angle) for angle in np.linspace(-np.pi, np.pi, 2001)]
        assert min(distances) == pytest.approx(near, abs=1e-5)
        assert max(distances) == pytest.approx(far, abs=1e-5)
        assert distance(a, b, middle) == pytest.approx(far, abs=1e-14)
        for angle in rng.uniform(-np.pi, np.pi, size=10):
            d = distance(a, b, angle)
            bent = hinge.bend(d, near, far)
            assert distance(a, b, middle + bent) == pytest.approx(d, abs=1e-13)
            assert distance(a, b, middle - bent) == pytest.approx(d, abs=1e-13)
            assert hinge.distance(bent, near, far) == pytest.approx(d, abs=1e-14)


@pytest.mark.parametrize("bent", [1e-6, 1e-5, 1e-3, 1.0, math.pi - 1e-3, math.pi - 1e-5])
def test_bend_keeps_its_digits_near_straight_and_folded(bent):
    near, far = 0.1, 0.7
    d = hinge.distance(bent, near, far)
    # The distance itself holds the bend only to eps / sin(bent).
    assert hinge.bend(d, near, far) == pytest.approx(bent, abs=1e-15 / math.sin(bent) + 1e-15)


def test_straight_and_folded_are_exact():
    assert hinge.bend(0.7, 0.1, 0.7) == 0.0
    assert hinge.bend(0.7 * (1 - 1e-15), 0.1, 0.7) == 0.0
    assert hinge.bend(0.1, 0.1, 0.7) == math.pi


@pytest.mark.parametrize(
    ("angle", "lo", "hi", "expected"),
    [
        (0.5, 0.0, 1.0, 0.5),
        (0.5 + 2 * math.pi, 0.0, 1.0, 0.5),
        (0.5 - 6 * math.pi, 0.0, 1.0, 0.5),
        (1.2, 0.0, 1.0, 1.0),
        (-0.2, 0.0, 1.0, 0.0),
        (0.5, 6.0, 7.0, 0.5 + 2 * math.pi),
        (3.0, 1.0, 1.0, 1.0),
        (0.5, -20.0, 20.0, 0.5),
    ],
)
def test_within(angle, lo, hi, expected):
    found = hinge.within(angle, lo, hi)
    assert lo <= found <= hi
    if expected is None:
        assert math.cos(found - angle) == pytest.approx(1.0)
    else:
        assert found == pytest.approx(expected, abs=1e-14)


def test_roots_outside_the_limits_are_refused_and_touching_ones_are_not():
    near, far, middle = 0.1, 0.7, 0.0
    bent = hinge.bend(0.5, near, far)
    assert hinge.root(1.0, bent, middle, 0.0, 3.0, near, far, 1e-9) == (2, bent)
    assert hinge.root(-1.0, bent, middle, 0.0, 3.0, near, far, 1e-9)[0] == 0
    inside, clamped = hinge.root(1.0, bent, middle, bent + 5e-10, 3.0, near, far, 1e-9)
    assert inside == 2
    assert clamped == bent + 5e-10
    # Nearly straight, a large change of the angle is a tiny one of the distance.
    assert hinge.root(1.0, 1e-7, middle, 1e-5, 3.0, near, far, 1e-9)[0] == 1
    # The mirror root, which the clamp would carry onto the other one, is not inside.
    assert hinge.root(-1.0, bent, middle, 0.0, bent, near, far, 1e-9)[0] == 0

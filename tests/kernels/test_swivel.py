"""Sets on the swivel circle beside plain sampling."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from limbik.check import EULER_ORDERS
from limbik.figure.transform import euler_axes
from limbik.kernels import limb, rows, swivel
from tests.naive.limbs import ball_inside
from tests.naive.rotations import about_axis, euler


def test_pseudo_angles_grow_with_the_angle_and_come_back():
    angles = np.concatenate([np.linspace(0.0, 2 * np.pi, 400, endpoint=False), [1e-16, 1e-9]])
    angles.sort()
    found = [swivel.pseudo_angle(math.cos(angle), math.sin(angle)) for angle in angles]
    assert all(a <= b for a, b in pairwise(found))
    assert min(found) >= 0.0
    assert max(found) <= 4.0
    np.testing.assert_allclose([swivel.true_angle(p) for p in found], angles, atol=2e-15)
    assert swivel.true_angle(4.0) == pytest.approx(2 * np.pi)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_the_table_of_entries(order, rng):
    """Every function of the table, for random angles: all 12 orders."""
    axes = euler_axes(order)

    def table(which, flat):
        first, weight, second, other = rows.function(*axes, which)
        return weight * flat[first] + other * flat[second]

    for a, b, c in rng.uniform(-3, 3, size=(20, 3)):
        flat = euler(order, (a, b, c)).ravel()
        proper = order[0] == order[2]
        factor = math.sin(b) if proper else math.cos(b)
        sign = 1.0 if ("XYZ".index(order[1]) - "XYZ".index(order[0])) % 3 == 1 else -1.0
        lean = math.cos(b) if proper else sign * math.sin(b)
        assert table(0, flat) == pytest.approx(math.cos(b) if proper else math.sin(b), abs=1e-14)
        for which, angle, size in (
            (rows.FIRST, a, factor),
            (rows.THIRD, c, factor),
            (rows.TOTAL, a + c, 1.0 + lean),
            (rows.DIFFERENCE, a - c, 1.0 - lean),
        ):
            assert table(which, flat) == pytest.approx(size * math.cos(angle), abs=1e-14)
            assert table(which + 1, flat) == pytest.approx(size * math.sin(angle), abs=1e-14)


def test_coefficients_make_the_rotation(rng):
    out, matrix = np.empty((3, 9)), np.empty((3, 3))
    for _ in range(10):
        k = rng.normal(size=3)
        k /= np.linalg.norm(k)
        m = Rotation.random(random_state=rng).as_matrix()
        swivel.spread(tuple(k.tolist()), m, out)
        for phi in rng.uniform(-4, 4, size=5):
            swivel.turned(out, phi, matrix)
            np.testing.assert_allclose(matrix, about_axis(k, phi) @ m, atol=1e-15)


def arcs_of(k, m, order, limits, swing=None):
    """The valid arcs of one ball, the other being free."""
    bounds = np.full((7, 5), np.inf)
    bounds[:, 0] = -np.inf
    bounds[:3, :2] = limits
    extra = np.zeros((2, 15))
    if swing is not None:
        extra[0] = swing
    orders = np.array([*euler_axes(order), 0, 1, 2, 0])
    entries, weights = np.zeros((rows.MOST_ROWS, 11), dtype=np.int64), np.zeros((rows.MOST_ROWS, 10))
    masks = np.zeros((4, 6), dtype=np.int64)
    count = rows.build(orders, bounds, extra, 1e-9, 1, entries, weights, masks)
    turns = np.zeros((2, 3, 9))
    swivel.spread(tuple(k.tolist()), m, turns[0])
    arcs, labels = np.empty((swivel.MOST_ARCS, 2)), np.empty(swivel.MOST_ARCS, dtype=np.int64)
    scratch = np.empty(128), np.empty(128, dtype=np.int64), np.empty(128, dtype=np.int64), np.empty((4, 2))
    found = swivel.valid_arcs(entries, weights, count, masks, turns, swivel.ROUNDING, *scratch, arcs, labels, 0, 0)
    swivel.to_angles(arcs, labels, found)
    return arcs[:found], labels[:found]


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_arcs_of_one_ball_equal_sampling(order, rng):
    for _ in range(4):
        k = rng.normal(size=3)
        k /= np.linalg.norm(k)
        m = Rotation.random(random_state=rng).as_matrix()
        middle, width = rng.uniform(-4, 4, size=3), rng.uniform(0.3, 7.0, size=3)
        limits = np.stack([middle - width / 2, middle + width / 2], axis=1)
        arcs, _ = arcs_of(k, m, order, limits)
        for phi in rng.uniform(-math.pi, math.pi, size=60):
            wanted = ball_inside(about_axis(k, phi) @ m, order, limits)
            into = [((phi - lo) % (2 * math.pi), hi - lo) for lo, hi in arcs]
            found = any(x <= length for x, length in into)
            close = any(min(x, 2 * math.pi - x, abs(x - length)) < 1e-6 for x, length in into)
            assert found == wanted or close


def test_no_limits_is_the_whole_circle_and_impossible_ones_are_nothing(rng):
    k, m = np.array([0.0, 0.0, 1.0]), Rotation.random(random_state=rng).as_matrix()
    arcs, pairs = arcs_of(k, m, "XYZ", np.full((3, 2), (-np.inf, np.inf)))
    assert sorted(set(pairs.tolist())) == [0, 2]  # both families, everywhere
    np.testing.assert_allclose(arcs[:, 1] - arcs[:, 0], 2 * math.pi)
    apart = np.array([[0.0, 1e-3], [0.5, 0.501], [0.0, 1e-3]])
    assert len(arcs_of(k, euler("XYZ", (2.0, -0.5, 2.0)), "XYZ", apart)[0]) == 0


def test_single_point_limits_are_found(rng):
    """All three angles fixed to those of one swivel: the arc is that point."""
    k = np.array([0.6, 0.0, 0.8])
    for order in EULER_ORDERS:
        angles = rng.uniform(0.3, 1.2, size=3)
        m = about_axis(k, -0.7) @ euler(order, angles)
        arcs, _ = arcs_of(k, m, order, np.stack([angles, angles], axis=1))
        assert len(arcs) == 1
        assert arcs[0].mean() == pytest.approx(0.7, abs=1e-7)
        assert arcs[0, 1] - arcs[0, 0] < 1e-6


def test_transport_is_the_smallest_rotation(rng):
    from limbik.kernels import quaternion

    for _ in range(30):
        n0, n = rng.normal(size=(2, 3))
        n0, n = n0 / np.linalg.norm(n0), n / np.linalg.norm(n)
        u0 = np.cross(n0, rng.normal(size=3))
        u0 /= np.linalg.norm(u0)
        n0, n, u0 = (tuple(v.tolist()) for v in (n0, n, u0))
        good, u = limb.transported(n0, u0, n)
        assert good
        np.testing.assert_allclose(u, quaternion.mul_vec(quaternion.between(n0, n), u0), atol=1e-12)
    assert not limb.transported((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0))[0]
    assert not limb.projected((0.0, 0.0, 1.0), (0.0, 0.0, -1.0))[0]

"""The kernels behind a limb's answers, few goals each: these tests also run with the JIT off."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.kernels import anatomy, box, explore, fit, least_squares, posture, swing
from tests.naive.rotations import euler


@pytest.fixture(scope="module")
def arm():
    return lb.Limb(lb.human(), "right_arm")


def test_goals_to_answers_and_back(arm, rng):
    for pick in (lb.widest, lb.nearest(0.3), lb.natural, lb.clearance, lb.continuing(np.zeros(7))):
        values = rng.uniform(*arm.limits.T)
        found = arm.solve(lb.Placement(arm.forward(values)), pick=pick)
        assert found.ok
        np.testing.assert_allclose(arm.forward(found.q), arm.forward(values), atol=1e-9)
    place = arm.forward(values)[:3, 3]
    held = arm.solve(lb.Position(place), wrist=values[4:])
    np.testing.assert_allclose(arm.forward(held.q)[:3, 3], place, atol=1e-12)
    assert arm.solve(lb.Placement(np.full((1, 4, 4), np.nan))).status[0] == lb.Status.INVALID


def test_what_cannot_be_met(arm):
    turned = arm.solve(lb.Placement(lb.transform((0.42, -0.25, 1.15), (0.5, -0.5, 0.5, 0.5))))
    assert turned.status is lb.Status.LIMITED
    assert turned.position_error < 1e-12
    assert math.degrees(turned.orientation_error) == pytest.approx(37.9, abs=0.1)
    away = arm.solve(lb.Position((-0.3, 0.3, 1.2)))
    assert away.status is lb.Status.LIMITED
    assert away.position_error == pytest.approx(0.0207, abs=1e-4)
    far = arm.solve(lb.Placement(lb.transform((1.4, -0.2, 1.2), (0, 1, 0, 0))))
    assert far.status is lb.Status.TOO_FAR


def test_packed_and_unpacked_anatomies_are_the_same(arm):
    for mine, other in zip(arm._body, anatomy.unpacked(*arm._packed), strict=True):
        np.testing.assert_array_equal(mine, other)


def test_the_tools_frame_is_forward_kinematics(arm, rng):
    one, two, frame = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 4))
    for values in rng.uniform(*arm.limits.T, size=(5, 7)):
        posture.tool_frame(arm._body, values, one, two, frame)
        np.testing.assert_allclose(arm.root() @ np.vstack([frame, (0, 0, 0, 1)]), arm.forward(values), atol=1e-14)


def test_shells_hold_what_the_hinge_can_do(rng):
    """Distances of random angles inside random ranges, and none outside: by sampling."""
    for _ in range(6):
        lo = rng.uniform(-4, 3)
        hi = lo + rng.uniform(0.05, 6.0)
        limits = np.full((7, 2), (-np.inf, np.inf))
        limits[3] = (lo, hi)
        a, b = (lb.transform(rng.normal(size=3), Rotation.random(random_state=rng)) for _ in range(2))
        limb = lb.Limb.from_matrices(a, b, limits=limits)
        _, shell = explore.reach_of(limb._body, limb._own_forearm)
        angles = np.zeros((2000, 7))
        angles[:, 3] = np.linspace(lo, hi, 2000)
        seen = np.linalg.norm(limb.forward(angles)[:, :3, 3], axis=1)
        near, far = shell[:, 0].min(), shell[:, 1].max()
        assert near == pytest.approx(seen.min(), abs=1e-5)
        assert far == pytest.approx(seen.max(), abs=1e-5)
        for d in seen[::200]:
            assert explore.nearest_distance(float(d), shell) == pytest.approx(d, abs=1e-12)


def test_steps_inside_a_box_are_minima(rng):
    """Against SciPy's bounded minimiser."""
    for _ in range(20):
        n = int(rng.integers(2, 8))
        root = rng.normal(size=(n, n))
        h, g = root @ root.T + 0.1 * np.eye(n), rng.normal(size=n) * 3
        lo, hi = -rng.uniform(0, 1, size=n), rng.uniform(0, 1, size=n)
        x = np.empty(n)
        least_squares.box_step(h, g, lo, hi, x, np.zeros(n, dtype=np.int64), np.empty((n, n + 1)))
        wanted = minimize(
            lambda y, h=h, g=g: 0.5 * y @ h @ y - g @ y, np.zeros(n), jac=lambda y, h=h, g=g: h @ y - g,
            bounds=list(zip(lo, hi, strict=True)), method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-12},
        ).x  # fmt: skip
        np.testing.assert_allclose(x, wanted, atol=1e-5)
        assert 0.5 * x @ h @ x - g @ x <= 0.5 * wanted @ h @ wanted - g @ wanted + 1e-12


def test_the_nearest_rotation_of_a_ball_inside_its_ranges(arm, rng):
    q, one, two = np.zeros(7), np.empty((3, 3)), np.empty((3, 3))
    for _ in range(4):
        wanted = Rotation.random(random_state=rng).as_matrix()
        found = fit.fit_ball(arm._body, 1, wanted, 1e-15, True, q, one, two)

        def turn(angles, wanted=wanted):
            return -np.trace(wanted.T @ euler(arm.wrist, angles))

        best = min(
            minimize(turn, start, bounds=arm.limits[4:], method="L-BFGS-B").fun
            for start in rng.uniform(*arm.limits[4:].T, size=(8, 3))
        )
        assert found >= -best - 1e-9
        assert found == pytest.approx(-turn(q[4:]), abs=1e-12)


@pytest.mark.parametrize("limits", [lb.SwingTwist(0.8, (-0.2, 0.4)), lb.SwingTwist((1.2, 0.5), (-1, 1), toward="x")])
def test_the_nearest_rotation_inside_swing_and_twist(limits, rng):
    out = np.empty((3, 3))
    for _ in range(3):
        wanted = Rotation.random(random_state=rng).as_matrix()
        fit.fit_swing(limits.numbers, wanted, 1e-6, out)
        assert min(limits.margins(out)) > -1e-9
        best = -1.0
        for azimuth in np.linspace(0, 2 * math.pi, 40):
            for share in np.linspace(0, 1, 10):
                for twist in np.linspace(limits.twist.lo, limits.twist.hi, 10):
                    tried = np.empty((3, 3))
                    box.swing_matrix(limits.numbers, azimuth, share, twist, tried)
                    assert min(limits.margins(tried)) > -1e-9
                    best = max(best, np.trace(wanted.T @ tried))
        assert np.trace(wanted.T @ out) >= best - 1e-9


def test_coordinates_of_swing_and_twist_come_back(rng):
    limits = lb.SwingTwist((1.2, 0.5), (-1.0, 1.0), toward="x").numbers
    made, again = np.empty((3, 3)), np.empty((3, 3))
    for azimuth, share, twist in rng.uniform((-3, 0, -1), (3, 1, 1), size=(10, 3)):
        box.swing_matrix(limits, azimuth, share, twist, made)
        box.swing_matrix(limits, *box.swing_coordinates(limits, made), again)
        np.testing.assert_allclose(made, again, atol=1e-12)


def test_zeros_of_second_harmonics(rng):
    """Made from chosen zeros: products of two first-degree factors."""
    for _ in range(20):
        a, b = rng.uniform(-3, 3, size=2)
        s, t = rng.uniform(0.1, 3.0, size=2)  # zeros a +- s, b +- t
        # (cos(x - a) - cos s)(cos(x - b) - cos t), expanded
        c0 = 0.5 * math.cos(a - b) + math.cos(s) * math.cos(t)
        c1 = -math.cos(t) * math.cos(a) - math.cos(s) * math.cos(b)
        s1 = -math.cos(t) * math.sin(a) - math.cos(s) * math.sin(b)
        c2, s2 = 0.5 * math.cos(a + b), 0.5 * math.sin(a + b)
        count, *found = swing.zeros(c0, c1, s1, c2, s2)
        wanted = sorted(math.remainder(x, 2 * math.pi) for x in (a - s, a + s, b - t, b + t))
        gaps = np.diff([*wanted, wanted[0] + 2 * math.pi])
        if gaps.min() > 1e-2:
            assert count == 4
            np.testing.assert_allclose(found, wanted, atol=1e-9)
        ends = np.empty((4, 2))
        pieces = swing.positive_arcs(c0, c1, s1, c2, s2, ends)
        for x in rng.uniform(-math.pi, math.pi, size=20):
            value = (math.cos(x - a) - math.cos(s)) * (math.cos(x - b) - math.cos(t))
            inside = any((x - lo) % (2 * math.pi) <= hi - lo for lo, hi in ends[:pieces])
            assert inside == (value >= 0.0) or abs(value) < 1e-9

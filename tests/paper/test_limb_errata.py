"""Misprints of the limb's paper (Tolani, Goswami, Badler 2000), sections 3.2.1 to 3.3 and 3.6.

Each test computes the printed form beside ours; it would fail if limbik followed the print. Numbers are those of the
errata list in the mathematics.
"""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.check import EULER_ORDERS
from tests.naive.rotations import about_axis, euler

A, B = lb.transform((0.0, 0.0, 0.3)), lb.transform((0.0, 0.0, 0.25))
FULL = 2 * math.pi


def limb(**more):
    return lb.Limb.from_matrices(A, B, reference="projected", reference_axis=(1.0, 0.2, 0.1), **more)


def goal_of(q, of):
    return lb.Placement(of.forward(q))


def test_16_both_roots_of_the_hinge_may_be_inside_the_limits():
    """3.2.1 keeps one root. A hinge that bends both ways has two, and the posture may be on either."""
    limits = np.array([(-3.0, 3.0)] * 7)
    both = limb(limits=limits)
    q = np.array([0.3, 0.4, 0.5, -1.1, 0.2, 0.3, 0.4])
    swivel = both.swivel(goal_of(q, both))
    assert sorted(root.flexion for root in swivel.roots) == pytest.approx([-1.1, 1.1])
    close = both.solve(goal_of(q, both), pick=lb.continuing(q))
    np.testing.assert_allclose(close.q, q, atol=1e-7)


def test_17_the_circles_centre_divides_by_twice_the_distance():
    d, upper, fore = 0.4, 0.3, 0.25
    printed = (d * d + upper * upper - fore * fore) / (d * upper)
    assert printed > 1.0  # the cosine of nothing
    center, radius, axis = limb().swivel(lb.Position((0.0, 0.0, d))).circle
    assert center @ axis / upper == pytest.approx(printed / 2.0)
    assert radius == pytest.approx(upper * math.sin(math.acos(printed / 2.0)))


def test_18_and_47_the_swivel_has_a_sign():
    """Printed: atan2(|p x u|, p.u), which is never negative. Positive is right-handed about shoulder to wrist."""
    swivel = limb().swivel(lb.Position((0.1, 0.2, 0.35)))
    center, _, axis = swivel.circle
    for phi in (-1.0, 1.0):
        p, u = swivel.elbow(phi) - center, swivel.elbow(0.0) - center
        printed = math.atan2(np.linalg.norm(np.cross(p, u)), p @ u)
        assert printed == pytest.approx(1.0)
        assert swivel.angle_of(swivel.elbow(phi)) == pytest.approx(phi)
        np.testing.assert_allclose(about_axis(axis, phi) @ u, p, atol=1e-12)


def test_19_and_42_a_straight_arm_still_turns_with_the_swivel():
    """3.6 calls the swivel irrelevant there. The elbow stays, but both balls turn and limits still choose."""
    limits = np.array([(-3.0, 3.0)] * 7)
    limits[2] = (0.2, 0.6)
    straight = limb(limits=limits)
    q = np.array([0.3, 0.4, 0.5, 0.0, 0.2, 0.3, 0.4])
    swivel = straight.swivel(goal_of(q, straight))
    np.testing.assert_allclose(swivel.elbow(0.0), swivel.elbow(2.0), atol=1e-8)
    assert swivel.arcs
    assert 0.0 < swivel.room < FULL - 1.0
    for arc in swivel.arcs:
        found = swivel.at(arc.middle, arc.family)
        assert found.position_error < 1e-12
        assert found.orientation_error < 1e-11
        assert 0.2 <= found.q[2] <= 0.6


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_20_the_bounded_entry_is_that_of_the_middle_angle(order, rng):
    """The sine (three axes) or cosine (two) that stands alone in the matrix is always the middle angle's."""
    i, j, k = ("XYZ".index(letter) for letter in order)
    angles = rng.uniform(-1.4, 1.4, size=3)
    r = euler(order, angles)
    alone = r[i, i] if i == k else (1.0 if (j - i) % 3 == 1 else -1.0) * r[i, k]
    assert alone == pytest.approx(math.cos(angles[1]) if i == k else math.sin(angles[1]))
    limits = np.array([(-math.inf, math.inf)] * 7)
    limits[1] = (angles[1] - 1e-3, angles[1] + 1e-3)
    narrow = limb(shoulder=order, limits=limits)
    found = narrow.solve(goal_of([*angles, 1.0, 0.1, 0.2, 0.3], narrow))
    assert found.ok
    assert abs(found.q[1] - angles[1]) <= 1e-3


def test_22_in_the_second_family_the_sine_falls():
    """The bounds are (sin b, sin a) there; in the printed order the set is empty."""
    limits = np.array([(-math.inf, math.inf)] * 7)
    lo, hi = 2.0, 2.6  # beyond a quarter turn: second family
    assert math.sin(lo) > math.sin(hi)
    limits[1] = (lo, hi)
    second = limb(limits=limits)
    q = [0.3, 2.3, 0.5, 1.0, 0.1, 0.2, 0.3]
    found = second.solve(goal_of(q, second))
    assert found.ok
    assert found.family.shoulder == 2
    assert lo <= found.q[1] <= hi


def test_23_the_tangent_is_the_sine_over_the_cosine():
    """(8) prints atan2(f2, f3) with f2 the cosine's entry: the angle comes out as its complement."""
    a, b, c = 1.2, 0.3, -0.4
    r = euler("XYZ", (a, b, c))
    cosine, sine = r[2, 2], -r[1, 2]
    assert math.atan2(sine, cosine) == pytest.approx(a)
    assert abs(math.atan2(cosine, sine) - a) > 0.5
    of = limb()
    found = of.solve(goal_of([a, b, c, 1.0, 0.1, 0.2, 0.3], of), pick=lb.continuing([a, b, c, 1.0, 0.1, 0.2, 0.3]))
    np.testing.assert_allclose(found.q[:3], (a, b, c), atol=1e-7)


def test_24_an_arc_through_zero_is_one_arc(rng):
    """The pieces (0, phi_i) and (phi_j, 2 pi) are joined, not (0, phi_i) and (phi_i, 2 pi), which is everything."""
    seen = 0
    of = lb.Limb(lb.human(), "right_arm")
    for goal in of.forward(rng.uniform(*of.limits.T, size=(60, 7))):
        for arc in of.swivel(lb.Placement(goal)).arcs:
            if arc.lo < 0.0 < arc.hi:
                seen += 1
                assert arc.length < FULL - 1e-6
                inside = of.swivel(lb.Placement(goal)).at(0.0, arc.family)
                assert inside.position_error < 1e-12
    assert seen > 10


def test_25_families_of_the_two_ends_are_free_of_each_other(rng):
    """V = (A1 u A2) n (B1 u B2): a shoulder of the first family may go with a wrist of the second."""
    of = lb.Limb(lb.iiwa14(), "arm")
    pairs = {
        (arc.family.shoulder, arc.family.wrist)
        for goal in of.forward(rng.uniform(*of.limits.T, size=(30, 7)))
        for arc in of.swivel(lb.Placement(goal)).arcs
    }
    assert pairs == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_26_rates_divide_by_the_square(rng):
    """All six places print sqrt(1 - e3^2) where 1 - e3^2 belongs."""
    of = limb()
    q = np.array([0.3, 0.9, 0.5, 1.0, 0.1, 0.7, 0.3])
    swivel = of.swivel(goal_of(q, of))
    phi = swivel.widest().swivel
    family = swivel.widest().family
    rates = swivel.derivative(phi, family)
    step = 1e-6
    slope = (swivel.values(phi + step, family) - swivel.values(phi - step, family)) / (2 * step)
    np.testing.assert_allclose(rates, slope, atol=1e-8)
    shrunk = math.cos(swivel.values(phi, family)[1])  # what the root instead of the square would lose
    assert abs(rates[0] * shrunk - slope[0]) > 1e-3


def test_27_at_lock_only_a_sum_or_difference_counts():
    """The wedge tests say nothing there. With limits that no pair (a, c) of the right sum keeps, nothing is valid."""
    limits = np.array([(-math.inf, math.inf)] * 7)
    limits[0], limits[1], limits[2] = (0.0, 0.1), (math.pi / 2, math.pi / 2), (0.0, 0.1)
    locked = limb(limits=limits)
    q = [0.05, math.pi / 2, 0.05, 1.0, 0.1, 0.2, 0.3]
    found = locked.solve(goal_of(q, locked))
    assert found.ok
    assert found.position_error < 1e-9
    free = limb()
    outside = free.forward([0.4, math.pi / 2, 0.4, 1.0, 0.1, 0.2, 0.3])
    assert not locked.solve(lb.Placement(outside)).ok


def test_28_and_45_the_orientation_error_is_not_zero_at_half_a_turn():
    """sin^2 of the angle is 0 there, and 1 - q.q' depends on the quaternion's sign."""
    limits = np.array([(-0.5, 0.5)] * 7)
    limits[3] = (0.1, 2.0)
    of = limb(limits=limits)
    goal = of.forward([0.1, 0.1, 0.1, 1.0, 0.1, 0.1, 0.1])
    goal[:3, :3] = goal[:3, :3] @ about_axis(np.array([0.6, 0.0, 0.8]), math.pi)
    found = of.solve(lb.Placement(goal))
    apart = Rotation.from_matrix(of.forward(found.q)[:3, :3].T @ goal[:3, :3])
    assert found.status is lb.Status.LIMITED
    assert found.orientation_error == pytest.approx(apart.magnitude(), abs=1e-9)
    assert found.orientation_error > math.radians(60)


def test_29_the_tool_is_seen_from_the_far_side_of_the_wrist(rng):
    """T1 A Ry B T2 E: a tool in the near frame would not turn with the wrist."""
    tool = lb.transform((0.02, 0.03, 0.1), (0.5, 0.5, 0.5, 0.5))
    of = limb(tool=tool)
    q = np.array([0.3, 0.4, 0.5, 1.0, 0.6, 0.7, 0.8])
    near = of.forward([*q[:4], 0.0, 0.0, 0.0])
    assert np.linalg.norm(of.forward(q)[:3, 3] - near[:3, 3]) > 0.02
    found = of.solve(goal_of(q, of))
    assert found.ok
    np.testing.assert_allclose(of.forward(found.q), of.forward(q), atol=1e-12)

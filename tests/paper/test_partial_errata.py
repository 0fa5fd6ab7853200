"""Misprints of the limb's paper (Tolani, Goswami, Badler 2000), sections 3.3 and 3.4: alignment and aiming.

Each test computes the printed form beside ours; it would fail if limbik followed the print. Misprints that only mix up
names (30, 32, 41, 48) have no number to test.
"""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from tests.naive.rotations import about_axis

A = lb.transform((0.1, -0.2, 0.3), Rotation.from_euler("XYZ", (0.4, 0.5, -0.3)).as_matrix())
B = lb.transform((0.05, 0.1, 0.25), Rotation.from_euler("XYZ", (-0.2, 0.3, 0.6)).as_matrix())
TOOL = lb.transform((0.03, 0.12, 0.08), Rotation.from_euler("XYZ", (0.9, -0.4, 0.2)).as_matrix())
LIMB = lb.Limb.from_matrices(A, B, tool=TOOL)
Q = np.array([0.3, 0.4, 0.5, 1.1, 0.2, -0.3, 0.7])


def parts():
    """R1, Ry and R2 of the posture Q."""
    r1, r2 = (Rotation.from_euler("XYZ", Q[part]).as_matrix() for part in (slice(0, 3), slice(4, 7)))
    return r1, about_axis(np.array([0.0, 1.0, 0.0]), Q[3]), r2


def test_31_the_nearest_wrist_needs_no_quartic():
    """On a circle the second harmonic of the distance cancels: one arctangent, no quartic in tan(psi / 2)."""
    ways = LIMB.swivel(lb.Alignment((0.3, 0.2, 0.1), (1.0, 2.0, -1.0), "y"))
    point = np.array([0.4, -0.1, 0.3])
    rolls = np.linspace(-math.pi, math.pi, 20001)
    squares = np.array([((ways.wrist(roll) - point) ** 2).sum() for roll in rolls])
    harmonics = np.abs(np.fft.rfft(squares[:-1])) / len(rolls)
    assert harmonics[1] > 1e-3
    assert harmonics[2] < 1e-12
    assert abs(math.remainder(ways.nearest_to(point) - rolls[np.argmin(squares)], 2 * math.pi)) < 4e-4


def test_33_and_34_where_the_tool_is_and_where_it_points():
    """Printed: h = R1 ta + R1 Ry tb and a = R1 Ry tb a_o, without Ra, the tool's offset and the wrist."""
    r1, ry, r2 = parts()
    frame = LIMB.forward(Q)
    printed = r1 @ A[:3, 3] + r1 @ ry @ B[:3, 3]
    right = r1 @ (A[:3, 3] + A[:3, :3] @ ry @ (B[:3, 3] + B[:3, :3] @ r2 @ TOOL[:3, 3]))
    assert np.linalg.norm(printed - frame[:3, 3]) > 0.05
    np.testing.assert_allclose(right, frame[:3, 3], atol=1e-15)
    axis = np.array([0.0, 0.0, 1.0])
    np.testing.assert_allclose(r1 @ A[:3, :3] @ ry @ B[:3, :3] @ r2 @ TOOL[:3, :3] @ axis, frame[:3, 2], atol=1e-15)
    found = LIMB.solve(lb.Aim(frame[:3, 3] + 0.4 * frame[:3, 2], "z"), wrist=Q[4:], flexion=Q[3])
    assert found.ok
    assert found.orientation_error < 1e-12


def test_35_and_36_the_angle_at_the_tool():
    """The angle between the axis and the line from shoulder to tool, both seen from the forearm."""
    _, ry, r2 = parts()
    frame, axis = LIMB.forward(Q), np.array([0.0, 0.0, 1.0])
    length = np.linalg.norm(frame[:3, 3])
    wanted = frame[:3, 2] @ frame[:3, 3] / length
    a_f = B[:3, :3] @ r2 @ TOOL[:3, :3] @ axis
    reach = B[:3, 3] + B[:3, :3] @ r2 @ TOOL[:3, 3]
    right = (a_f @ ry.T @ A[:3, :3].T @ A[:3, 3] + a_f @ reach) / length
    printed = (axis @ ry.T @ A[:3, 3] + axis @ ry.T @ ry @ B[:3, 3]) / length
    assert right == pytest.approx(wanted)
    assert abs(printed - wanted) > 0.1


def test_37_the_triangle_has_no_one_or_two_solutions():
    """Printed: always one, by an arcsine that misses the obtuse one and invents one behind the hand."""
    limb = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.3)), tool=lb.transform((0.1, 0, 0)))
    wrist, flexion, counts = (0.0, 0.0, 0.0), 2.0, set()
    h = limb.forward([0, 0, 0, flexion, *wrist])
    back = h[:3, :3].T @ (0.05 * np.ones(3) - h[:3, 3])  # past the shoulder
    for distance in (0.02, 0.15, 0.3, 0.5):
        for axis in ("x", "-x", back, -back):
            found = limb.swivel(lb.Aim((0.0, 0.0, distance), axis), wrist=wrist, flexion=flexion)
            v = h[:3, :3] @ found.goal.axis
            roots = np.roots([1.0, 2.0 * h[:3, 3] @ v, h[:3, 3] @ h[:3, 3] - distance**2])
            ahead = [x for x in roots if abs(x.imag) < 1e-12 and x.real >= 0.0]
            counts.add(len(ahead))
            assert len({arc.family.hinge for arc in found.arcs()}) == len(ahead)
    assert counts == {0, 1, 2}


def test_38_and_39_the_angle_about_an_axis():
    """Printed: x* = x - z'z x, which is 0, and an arctangent with x.y where the part along z belongs off."""
    z, x = np.array([0.0, 0.6, 0.8]), np.array([0.5, 0.5, math.sqrt(0.5)])
    y = about_axis(z, 0.8) @ x
    assert np.abs(x - (z @ z) * x).max() < 1e-15
    flat_x, flat_y = x - (z @ x) * z, y - (z @ y) * z
    assert math.atan2(z @ np.cross(flat_x, flat_y), x @ y) < 0.2  # for a turn of 0.8
    assert math.atan2(z @ np.cross(x, y), x @ y - (z @ x) * (z @ y)) == pytest.approx(0.8)


def test_40_a_target_straight_ahead():
    """Printed: a turn about h0 x h, which is none when both are parallel; frames have no such hole."""
    limb = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.3)))
    for target in ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (1e-12, 0.0, 1.0)):
        found = limb.solve(lb.Aim(target, "z"), wrist=(0, 0, 0), flexion=0.0)
        assert found.ok
        assert found.orientation_error < 1e-11

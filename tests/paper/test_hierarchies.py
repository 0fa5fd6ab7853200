"""R. Parent, Computer Animation, chapter 5: hierarchies and Jacobians, and the misprints that concern them."""

import math

import numpy as np

import limbik as lb
from tests.naive import trees as naive


def test_arc_and_node_matrices():
    """A vertex of a second-level node goes through its data matrix, its arc's two matrices, then the arc above."""
    first = lb.Joint.hinge("first", None, "z", location=lb.transform((2.0, 0.0, 0.0)))
    data = lb.transform((0.5, 0.5, 0.0))
    shape = lb.Mesh([[1.0, 0.0, 0.0]], np.empty((0, 3), dtype=int))
    second = lb.Joint.hinge(
        "second", "first", "x", location=lb.transform((0.0, 3.0, 0.0)), segment=lb.Segment(shape, data)
    )
    pose = lb.Figure([first, second]).pose(first=0.4, second=0.9)

    def rz(t):
        return lb.transform(orientation=(t, 0, 0), order="ZYX")

    def rx(t):
        return lb.transform(orientation=(t, 0, 0), order="XYZ")

    chain = lb.transform((2, 0, 0)) @ rz(0.4) @ lb.transform((0, 3, 0)) @ rx(0.9) @ data
    np.testing.assert_allclose(pose.vertices("second")[0], (chain @ (1, 0, 0, 1))[:3], atol=1e-15)


def test_angular_rows_are_not_derivatives_of_euler_angles():
    """Misprint in the text at eq. 5.11 to 5.15: the rows are called both. A unit rate of the third XYZ angle turns the
    body about R_x(a) R_y(b) z, not about z."""
    figure = lb.Figure([lb.Joint.ball("ball", None, order="XYZ")])
    a, b = 0.3, 0.9
    column = figure.pose(ball=(a, b, -0.4)).jacobian("ball")[3:, 2]
    expected = (math.sin(b), -math.sin(a) * math.cos(b), math.cos(a) * math.cos(b))
    np.testing.assert_allclose(column, expected, atol=1e-15)
    assert np.abs(column - (0, 0, 1)).max() > 0.4


def test_the_planar_jacobian_of_the_chapter():
    """Columns z x (E - P): the chapter's three-link arm."""
    arm = lb.planar_arm((15.0, 10.0, 5.0))
    pose = arm.pose((math.pi / 8, math.pi / 4, math.pi / 4))
    world = pose.world()
    tip = world.position("tip")
    columns = [np.cross((0, 0, 1), tip - world.position(f"joint_{n}")) for n in (1, 2, 3)]
    np.testing.assert_allclose(pose.jacobian("tip")[:3], np.array(columns).T, atol=1e-13)
    np.testing.assert_allclose(pose.jacobian("tip"), naive.jacobian_by_differences(arm, pose.q, "tip"), atol=1e-7)

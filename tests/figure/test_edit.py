import numpy as np
import pytest

import limbik as lb
from limbik.check import EULER_ORDERS
from tests.trees import random_figure, random_q


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_a_ball_is_three_hinges_with_links_of_zero_length(rng, order):
    ball = lb.Joint.ball("ball", "root", order=order, location=lb.transform((1, 2, 3)), limits=[(-1, 1), (-2, 2), None])
    figure = lb.Figure([lb.Joint.fixed("root", None), ball], [lb.Site("tip", "ball", lb.transform((0, 0, 1)))])
    hinges = lb.expand(figure)
    assert [joint.kind for joint in hinges.joints] == ["fixed", "hinge", "hinge", "hinge"]
    np.testing.assert_array_equal(hinges.limits, figure.limits)
    for q in rng.uniform(-3, 3, size=(10, 3)):
        one, other = figure.pose(q), hinges.pose(q)
        for name in ("ball", "tip"):
            np.testing.assert_array_equal(one.world()[name], other.world()[name])
        np.testing.assert_allclose(one.jacobian("tip"), other.jacobian("tip"), atol=1e-15)


def test_whole_figures_come_apart(rng):
    for _ in range(10):
        figure = random_figure(rng)
        apart = lb.expand(figure)
        assert all(joint.width <= 1 or joint.order == "quaternion" for joint in apart.joints)
        q = random_q(rng, figure)
        for name in figure.frame_names:
            np.testing.assert_allclose(apart.pose(q).world()[name], figure.pose(q).world()[name], atol=1e-12)
        np.testing.assert_allclose(apart.pose(q).center_of_mass(), figure.pose(q).center_of_mass(), atol=1e-12)


def test_limbs_follow_their_joints():
    assert lb.expand(lb.human()).limbs["right_arm"].joints == (
        "right_shoulder_flexion", "right_shoulder_abduction", "right_shoulder",
        "right_elbow",
        "right_wrist_pronation", "right_wrist_extension", "right_wrist",
    )  # fmt: skip


def test_what_hinges_cannot_carry_stays_whole():
    ball = lb.Joint.ball("ball", None, order="XYZ", swing_twist=lb.SwingTwist(1.0))
    assert lb.expand(lb.Figure([ball])).joint("ball").width == 3
    assert lb.expand(lb.human()).joint("pelvis").kind == "free"
    with pytest.raises(lb.InputError, match="takes a Figure"):
        lb.expand(lb.human().rest())


@pytest.mark.parametrize("factor", [1e-6, 0.01, 100.0, 1e6])
def test_scaling_scales_every_length_and_nothing_else(rng, factor):
    figure = random_figure(rng)
    scaled = lb.scale(figure, factor)
    q = random_q(rng, figure)
    lengths = np.array(~figure.turns)
    for joint in figure.joints:
        if joint.order == "quaternion":
            last = figure.values_of(joint.name).stop
            lengths[last - 4 : last] = False
    big = scaled.pose(np.where(lengths, q * factor, q))
    for name in figure.frame_names:
        one, other = figure.pose(q).world()[name], big.world()[name]
        np.testing.assert_allclose(other[:3, :3], one[:3, :3], atol=1e-13)
        np.testing.assert_allclose(other[:3, 3], one[:3, 3] * factor, atol=1e-11 * factor)
    np.testing.assert_allclose(big.center_of_mass(), figure.pose(q).center_of_mass() * factor, atol=1e-11 * factor)
    assert scaled.mass == pytest.approx(figure.mass)


def test_units_are_told():
    tall = lb.scale(lb.human(1.75), 100.0, units="cm")
    assert tall.units == "cm"
    assert tall.rest().world().position("head_top")[2] == pytest.approx(175.0)
    with pytest.raises(lb.InputError, match="factor"):
        lb.scale(lb.human(), -1.0)
    with pytest.raises(lb.InputError, match="units"):
        lb.scale(lb.human(), 2.0, units="cubits")

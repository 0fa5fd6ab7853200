"""Limbs whose balls have swing and twist limits, as quaternions or in Euler angles."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb


def swing_limits(rng, number):
    """A cone about some direction, an ellipse, a cone without a twist limit, in turn."""
    twist = (-rng.uniform(0.3, 2.5), rng.uniform(0.3, 2.5))
    if number % 3 == 0:
        return lb.SwingTwist(rng.uniform(0.5, 1.8), twist, center=rng.normal(size=3))
    if number % 3 == 1:
        return lb.SwingTwist(tuple(rng.uniform(0.4, 2.2, size=2)), twist, toward=(1.0, 0.3, 0.0))
    return lb.SwingTwist(rng.uniform(0.5, 1.5), None, bone=rng.normal(size=3))


def figure_with(shoulder, wrist, rng, order):
    joints = [
        lb.Joint.fixed("base", None),
        lb.Joint.ball(
            "shoulder", "base", order=order, swing_twist=shoulder,
            location=lb.transform(rng.normal(size=3), Rotation.random(random_state=rng)),
        ),
        lb.Joint.hinge("elbow", "shoulder", "y", limits=(0.05, 2.5), location=lb.transform((0, 0, 0.3))),
        lb.Joint.ball("wrist", "elbow", swing_twist=wrist, location=lb.transform((0, 0, 0.27))),
    ]  # fmt: skip
    site = lb.Site("hand", "wrist", lb.transform((0.02, 0, 0.1), (0.5, 0.5, -0.5, 0.5)))
    return lb.Figure(joints, [site], limbs={"arm": lb.LimbParts(("shoulder", "elbow", "wrist"), "hand")})


def rotation_inside(limits, rng):
    while True:
        turn = Rotation.random(random_state=rng)
        if min(limits.margins(turn.as_matrix())) > 0.0:
            return turn


@pytest.mark.parametrize("order", ["quaternion", "ZYX", "YZY"])
@pytest.mark.parametrize("number", range(9))
def test_arcs_are_exact_and_answers_keep_the_limits(number, order):
    rng = np.random.default_rng([number, len(order)])
    shoulder, wrist = swing_limits(rng, number), swing_limits(rng, number // 3)
    figure = figure_with(shoulder, wrist, rng, order)
    limb = lb.Limb(figure, "arm")
    pose = figure.pose(
        shoulder=rotation_inside(shoulder, rng), elbow=rng.uniform(0.1, 2.4), wrist=rotation_inside(wrist, rng)
    )
    goal = pose.world()["hand"]
    np.testing.assert_allclose(limb.forward(limb.values(pose)), goal, atol=1e-12)
    found = limb.solve(lb.Placement(goal))
    assert found.ok
    there = found.apply(figure.rest())
    np.testing.assert_allclose(there.world()["hand"], goal, atol=1e-12)
    assert there.within_limits()
    assert found.margin == pytest.approx(
        min(
            found.q[3] - 0.05,
            2.5 - found.q[3],
            *shoulder.margins(there.rotation("shoulder")),
            *wrist.margins(there.rotation("wrist")),
        ),
        abs=1e-9,
    )
    swivel = limb.swivel(lb.Placement(goal))
    for family in {arc.family for arc in swivel.arcs}:
        mine = [arc for arc in swivel.arcs if arc.family.hinge == family.hinge]
        ends = np.concatenate([[arc.lo, arc.hi] for arc in mine])
        beside = np.concatenate([ends + off for off in (2e-9, -2e-9, 1e-7, -1e-7)])
        for phi in np.concatenate([rng.uniform(-math.pi, math.pi, size=60), beside]):
            q = swivel.values(phi, family)
            inside = limb.apply(q, figure.rest()).within_limits(0.0)
            into = [(phi - arc.lo) % (2 * math.pi) for arc in mine]
            held = any(x <= arc.length for x, arc in zip(into, mine, strict=True))
            near = any(min(x, 2 * math.pi - x, abs(x - arc.length)) < 1e-9 for x, arc in zip(into, mine, strict=True))
            assert inside == held or near


@pytest.mark.parametrize("number", range(9))
def test_what_cannot_be_met_is_approached_inside_the_limits(number):
    rng = np.random.default_rng(number)
    shoulder, wrist = swing_limits(rng, number), swing_limits(rng, number // 3)
    figure = figure_with(shoulder, wrist, rng, "quaternion")
    limb = lb.Limb(figure, "arm")
    pose = figure.pose(shoulder=rotation_inside(shoulder, rng), elbow=1.0, wrist=rotation_inside(wrist, rng))
    goal = pose.world()["hand"].copy()
    goal[:3, :3] = Rotation.random(random_state=rng).as_matrix()
    for wanted in (lb.Placement(goal), lb.Position(goal[:3, 3] + rng.normal(size=3))):
        found = limb.solve(wanted, wrist=limb.values(pose)[4:] if isinstance(wanted, lb.Position) else None)
        assert found.apply(figure.rest()).within_limits(1e-9)
        if found.status is lb.Status.LIMITED:
            assert all(name.partition(".")[0] in ("shoulder", "elbow", "wrist") for name in found.blocked_by)
            assert found.explain().startswith("Limited")
    clear = limb.solve(lb.Placement(pose.world()["hand"]), pick=lb.clearance)
    swivel = limb.swivel(lb.Placement(pose.world()["hand"]))
    best = max(swivel.at(phi, arc.family).margin for arc in swivel.arcs for phi in np.linspace(arc.lo, arc.hi, 40))
    if not isinstance(shoulder.swing, tuple) and not isinstance(wrist.swing, tuple):
        assert clear.margin >= best - 1e-6


def test_ranges_and_swing_on_one_ball_are_refused():
    limits = [(-1.0, 1.0)] * 3
    joints = [
        lb.Joint.ball("shoulder", None, order="XYZ", limits=limits, swing_twist=lb.SwingTwist(1.0)),
        lb.Joint.hinge("elbow", "shoulder", "y", location=lb.transform((0, 0, 0.3))),
        lb.Joint.ball("wrist", "elbow", location=lb.transform((0, 0, 0.3))),
    ]
    figure = lb.Figure(
        joints, [lb.Site("hand", "wrist")], limbs={"arm": lb.LimbParts(("shoulder", "elbow", "wrist"), "hand")}
    )
    with pytest.raises(lb.InputError, match="a limb takes one"):
        lb.Limb(figure, "arm")

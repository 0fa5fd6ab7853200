"""Goals at the edge of what is possible, found by a reviewer's brute force: each was answered wrongly once."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik import Status
from tests.limb.test_solve import LIMBS, made
from tests.limbs import widened


@pytest.mark.parametrize("name", ["arm", "leg"])
def test_beside_a_posture_that_touches_its_limits_the_approximation_is_as_near(name):
    """A posture with joints at their limits, its hand turned a little: the posture itself is that near."""
    limb = made(name)
    rng = np.random.default_rng(12)
    limited, worse = 0, 0
    for _ in range(120):
        q = rng.uniform(*limb.limits.T)
        ends = rng.choice(7, 3, replace=False)
        q[ends] = limb.limits[ends, rng.integers(0, 2, 3)]
        axis = rng.normal(size=3)
        turn = 10.0 ** rng.uniform(-5, -2)
        goal = limb.forward(q)
        goal[:3, :3] = goal[:3, :3] @ Rotation.from_rotvec(turn * axis / np.linalg.norm(axis)).as_matrix()
        found = limb.solve(lb.Placement(goal))
        assert found.apply().within_limits()
        if found.status is Status.LIMITED:
            limited += 1
            assert found.position_error < 1e-12
            worse += found.orientation_error > turn + math.radians(0.1)
    assert limited > 20
    assert worse <= 1  # no proof of the global optimum


@pytest.mark.parametrize("bend", [1e-9, 1e-8, 1e-7, 2e-7, 1e-6, 1e-5])
def test_nearly_straight_with_a_joint_at_its_limit_is_met(bend):
    """The distance tells such a bend to a few 1e-8 only; the limit leaves no room for that."""
    leg = made("leg")
    q = np.array([1.1972298473779581, leg.limits[1, 0], -0.12285891437356578, bend, 0.0287, 0.0487, 0.1717])
    found = leg.solve(lb.Placement(leg.forward(q)))
    assert found.ok
    assert found.position_error < 1e-9
    assert found.orientation_error < 1e-8


def test_goals_at_the_shoulder_are_met():
    """There the circle is only a part of all answers; a search finds the others."""
    limits = [(-1, 1)] * 3 + [(0, math.pi)] + [(-1, 1)] * 3
    limb = lb.Limb.from_matrices(lb.transform((0, 0, -1.0)), lb.transform((0, 0, -1.0)), limits=limits)
    rng = np.random.default_rng(2)
    for q in rng.uniform(-1, 1, size=(25, 7)):
        q[3] = math.pi
        found = limb.solve(lb.Placement(limb.forward(q)))
        assert found.ok
        assert found.orientation_error < 1e-8


def swinging(shoulder=None, wrist=None):
    joints = [
        lb.Joint.ball("shoulder", None, swing_twist=shoulder),
        lb.Joint.hinge("elbow", "shoulder", "y", limits=(-2.5, 0), location=lb.transform((0, 0, -1))),
        lb.Joint.ball("wrist", "elbow", location=lb.transform((0, 0, -1)), swing_twist=wrist),
    ]
    parts = lb.LimbParts(("shoulder", "elbow", "wrist"), "hand")
    return lb.Limb(lb.Figure(joints, [lb.Site("hand", "wrist")], limbs={"arm": parts}), "arm")


def test_the_nearest_orientation_under_swing_and_twist():
    limb = swinging(wrist=lb.SwingTwist(1.0, (-0.2, 0.2), bone="y"))
    rng = np.random.default_rng(1)
    place = rng.normal(size=3)
    place *= rng.uniform(0.8, 1.9) / np.linalg.norm(place)
    found = limb.solve(lb.Placement(lb.transform(place, Rotation.random(random_state=0))))
    assert found.status is Status.LIMITED
    assert math.degrees(found.orientation_error) == pytest.approx(57.124, abs=0.01)


def test_a_blocked_elbow_keeps_swing_and_twist():
    limb = swinging(shoulder=lb.SwingTwist(0.5, (-1, 1), bone=(0, 0, -1)))
    hand = limb.solve(lb.Position((0.3, 0, -1.6))).apply().world()["hand"]
    swivel = limb.swivel(lb.Placement(hand))
    found = swivel.at(swivel.arcs[0].middle + math.pi)
    assert found.status is Status.LIMITED
    assert found.apply().within_limits(1e-9)


def test_continuing_stays_on_its_turn():
    limits = [(-4, 4), (-1, 1), (-1, 1), (0.1, 2.5), (-1, 1), (-1, 1), (-1, 1)]
    limb = lb.Limb.from_matrices(lb.transform((0, 0, -1)), lb.transform((0, 0, -1)), limits=limits)
    for first in (3.3, -3.3, 1.0):
        q = np.array([first, 0.2, 0.3, 1.0, 0.1, 0.2, 0.3])
        np.testing.assert_allclose(limb.solve(lb.Placement(limb.forward(q)), pick=lb.continuing(q)).q, q, atol=1e-6)

    far = limb.solve(lb.Placement(limb.forward(q)), pick=lb.continuing(np.full(7, 900.0)))
    assert far.ok
    assert far.margin >= 0.0


@pytest.mark.parametrize("name", [*LIMBS, "wam7"])
def test_the_room_is_the_union_of_the_arcs(name, rng):
    limb = lb.Limb(lb.wam7(), "arm") if name == "wam7" else made(name)
    ring = np.linspace(-math.pi, math.pi, 4000, endpoint=False)
    goals = [*limb.forward(rng.uniform(*limb.limits.T, size=(15, 7)))]
    if name == "wam7":
        goals.append(limb.forward([0.3, -0.2, 1.5, 1.4, -2.4, 0.4, 0.3]))
    for goal in goals:
        swivel = limb.swivel(lb.Placement(goal))
        valid = np.zeros(len(ring), dtype=bool)
        for arc in swivel.arcs:
            valid |= (ring - arc.lo) % (2 * math.pi) <= arc.length
        assert swivel.room == pytest.approx(2 * math.pi * valid.mean(), abs=0.02)


def test_how_much_limits_must_give_is_exact(rng):
    """Beyond 45 degrees too, where a family's half circle was once dropped as if it were a tolerance."""
    limb = lb.Limb.from_matrices(
        lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.27)), shoulder="YXZ", wrist="ZXY",
        limits=np.array([(-0.2, 0.3), (-0.3, 0.2), (-0.2, 0.2), (0.1, 2.4), (-0.3, 0.3), (-0.2, 0.3), (-0.2, 0.2)]),
    )  # fmt: skip
    sizes = []
    for _ in range(40):
        frame = limb.forward(rng.uniform(*limb.limits.T))
        frame[:3, :3] = Rotation.random(random_state=rng).as_matrix()
        question = limb.question(lb.Placement(frame))
        give = question.must_give()
        if give is None:
            continue
        sizes.append(give)

        def met(slack, frame=frame):
            wider = lb.Limb.from_matrices(
                limb.A, limb.B, shoulder="YXZ", wrist="ZXY", limits=widened(limb.limits, slack)
            )
            return wider.solve(lb.Placement(frame), approximate=False).ok

        assert met(give + 1e-6)
        assert not met(give - 1e-5)
        assert not met(0.5 * give)
    assert max(sizes) > math.radians(60)
    assert len(sizes) > 20

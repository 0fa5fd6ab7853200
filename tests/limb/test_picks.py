"""Picks against dense sampling, derivatives against differences, and what answers say of themselves."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik import Status
from tests.limb.test_solve import LIMBS, made, postures


def samples(swivel, count=60):
    """(phi, family, values) over all arcs, ends included."""
    return [
        (phi, arc.family, swivel.values(phi, arc.family))
        for arc in swivel.arcs
        for phi in np.linspace(arc.lo, arc.hi, count)
    ]


def ball_margin(limb, q):
    ends = np.minimum(q - limb.limits[:, 0], limb.limits[:, 1] - q)
    return ends[[0, 1, 2, 4, 5, 6]].min()


@pytest.mark.parametrize("name", LIMBS)
def test_no_sample_beats_a_pick(name):
    limb = made(name)
    rng = np.random.default_rng(3)
    for values, before in zip(postures(limb, rng, 12), postures(limb, rng, 12), strict=True):
        goal = lb.Placement(limb.forward(values))
        swivel = limb.swivel(goal)
        seen = samples(swivel)
        phi = rng.uniform(-math.pi, math.pi)
        point = rng.normal(size=3)

        near = limb.solve(goal, pick=lb.nearest(phi))
        away = [abs(math.remainder(place - phi, 2 * math.pi)) for place, _, _ in seen]
        assert abs(math.remainder(near.swivel - phi, 2 * math.pi)) <= min(away) + 1e-12

        toward = limb.solve(goal, pick=lb.elbow(point))
        center, _, axis = swivel.circle
        flat = point - center - ((point - center) @ axis) * axis

        def elbow_distance(place, swivel=swivel, center=center, flat=flat):
            return np.linalg.norm(swivel.elbow(place) - center - flat)

        assert elbow_distance(toward.swivel) <= min(elbow_distance(place) for place, _, _ in seen) + 1e-9

        clear = limb.solve(goal, pick=lb.clearance)
        hinge = {
            root.side: min(root.flexion - limb.limits[3, 0], limb.limits[3, 1] - root.flexion) for root in swivel.roots
        }
        assert (
            min(ball_margin(limb, clear.q), hinge[clear.family.hinge])
            >= max(min(ball_margin(limb, q), hinge[family.hinge]) for _, family, q in seen) - 1e-9
        )

        close = limb.solve(goal, pick=lb.continuing(before))
        assert np.sum((close.q - before) ** 2) <= min(np.sum((q - before) ** 2) for _, _, q in seen) + 1e-9

        def cost(q, before=before):
            return float(np.sum(np.cos(3 * (q - before))) + 0.1 * np.sum(q**2))

        def gradient(q, before=before):
            return -3 * np.sin(3 * (q - before)) + 0.2 * q

        for found in (
            limb.solve(goal, pick=lb.least(cost)),
            limb.solve(goal, pick=lb.least(cost, gradient)),
            swivel.least(cost),
        ):
            assert cost(found.q) <= min(cost(q) for _, _, q in seen) + 1e-9
        for found in (near, toward, clear, close):
            assert found.ok
            assert found.position_error < 1e-9


def test_continuing_comes_back_to_where_it_was(rng):
    human = lb.human()
    limb = lb.Limb(human, "right_arm")
    values = postures(limb, rng, 200)
    goals = lb.Placement(limb.forward(values))
    for previous in (values, limb.solve(goals, pick=lb.continuing(values))):
        found = limb.solve(goals, pick=lb.continuing(previous))
        assert np.abs(found.q - values).max() < 1e-6
    one = limb.solve(goals[3], pick=lb.continuing(limb.apply(values[3], human.rest())))
    np.testing.assert_allclose(one.q, values[3], atol=1e-6)


def test_continuing_follows_a_path_without_a_jump():
    """The elbow of a hand that moves by millimetres moves by millimetres: it never flips."""
    limb = made("arm")
    found = limb.solve(lb.Position((0.3, -0.3, 1.1)))
    for t in np.linspace(0.0, 2 * math.pi, 200):
        place = (0.3 + 0.08 * math.sin(t), -0.4 + 0.1 * math.cos(t), 1.1 + 0.1 * math.sin(2 * t))
        after = limb.solve(lb.Position(place), pick=lb.continuing(found))
        if t > 0.0:
            assert np.abs(after.q - found.q).max() < 0.1
        found = after


def test_the_natural_elbow_is_that_of_the_published_law():
    """Soechting and Flanders, in their own axes: x to the right, y forward, z up, for a hand straight ahead."""
    human = lb.human()
    for name, outward in (("right_arm", -1.0), ("left_arm", 1.0)):
        limb = lb.Limb(human, name)
        shoulder = limb.root()[:3, 3]
        offset = np.array([0.3, outward * 0.1, -0.15])  # forward, outward, down
        found = limb.solve(lb.Position(shoulder + offset), pick=lb.natural)
        forearm = np.linalg.norm(limb.swivel(found.goal)._question.forearm)
        upper = np.linalg.norm(limb.A[:3, 3])
        r = np.linalg.norm(offset) * 58.0 / (upper + forearm)
        chi, psi = math.degrees(math.atan2(0.1, 0.3)), math.degrees(math.atan2(-0.15, math.hypot(0.1, 0.3)))
        elevation, yaw = math.radians(-4.0 + 1.1 * r + 0.9 * psi), math.radians(13.2 + 0.86 * chi + 0.11 * psi)
        aside, ahead = math.sin(elevation) * math.sin(yaw), math.sin(elevation) * math.cos(yaw)
        elbow = shoulder + upper * np.array([ahead, outward * aside, -math.cos(elevation)])
        swivel = limb.swivel(found.goal)
        assert found.swivel == pytest.approx(swivel.nearest(swivel.angle_of(elbow)).swivel, abs=1e-12)
    leg = lb.Limb(human, "right_leg")
    goal = lb.Position(leg.root()[:3, 3] + (0.2, 0.0, -0.6))
    np.testing.assert_array_equal(leg.solve(goal, pick=lb.natural).q, leg.solve(goal).q)


@pytest.mark.parametrize("name", LIMBS)
def test_rates_are_those_of_differences(name):
    limb = made(name)
    rng = np.random.default_rng(8)
    for goal in limb.forward(postures(limb, rng, 15)):
        swivel = limb.swivel(lb.Placement(goal))
        found = swivel.widest()
        q = found.q
        if min(abs(math.sin(q[1])), abs(math.cos(q[1])), abs(math.sin(q[5])), abs(math.cos(q[5]))) < 0.1:
            continue  # too near to lock for differences
        step = 1e-6
        slope = (
            swivel.values(found.swivel + step, found.family) - swivel.values(found.swivel - step, found.family)
        ) / (2 * step)
        rates = swivel.derivative(found.swivel, found.family)
        assert rates[3] == 0.0
        np.testing.assert_allclose(rates, slope, atol=1e-7 * max(1.0, np.abs(slope).max()))


@pytest.mark.parametrize("reference", ["transport", "projected"])
@pytest.mark.parametrize("name", LIMBS)
def test_how_an_answer_moves_with_its_goal(name, reference):
    """Both references: the rate of the swivel's zero is part of it."""
    make, limb_name = LIMBS[name]
    limb = lb.Limb(make(), limb_name, reference=reference, reference_axis=(0.3, -0.8, 0.5))
    rng = np.random.default_rng(9)
    checked = 0
    for goal in limb.forward(postures(limb, rng, 12)):
        found = limb.solve(lb.Placement(goal))
        rates = limb.jacobian_of_solution(found)
        if np.abs(rates).max() > 30.0:
            continue
        step = 1e-6
        for column in range(6):
            ends = []
            for sign in (step, -step):
                moved = goal.copy()
                if column < 3:
                    moved[column, 3] += sign
                else:
                    turn = Rotation.from_rotvec(sign * np.eye(3)[column - 3]).as_matrix()
                    moved[:3, :3] = turn @ goal[:3, :3]
                ends.append(limb.swivel(lb.Placement(moved)).values(found.swivel, found.family))
            np.testing.assert_allclose(rates[:, column], (ends[0] - ends[1]) / (2 * step), atol=1e-5)
        place = lb.Position(goal[:3, 3])
        held = limb.solve(place, wrist=found.q[4:])
        if held.ok:
            wanted = limb.jacobian_of_solution(held)
            assert wanted.shape == (7, 3)
            assert not wanted[4:].any()
            if np.abs(wanted).max() < 30.0:
                for column in range(3):
                    ends = [
                        limb.swivel(lb.Position(place.position + sign * np.eye(3)[column]), wrist=found.q[4:]).values(
                            held.swivel, held.family
                        )
                        for sign in (step, -step)
                    ]
                    np.testing.assert_allclose(wanted[:, column], (ends[0] - ends[1]) / (2 * step), atol=1e-5)
        checked += 1
    assert checked >= 5


def test_a_straight_arm_has_no_rate():
    limb = made("arm")
    far = limb.solve(lb.Position((5.0, -0.2, 1.2)))
    with pytest.raises(lb.InputError, match="singular"):
        limb.jacobian_of_solution(far)


def test_a_blocked_elbow_says_which_way_to_go(rng):
    limb = made("arm")
    told = 0
    for goal in limb.forward(postures(limb, rng, 30)):
        swivel = limb.swivel(lb.Placement(goal))
        assert 0.0 < swivel.room <= 2 * math.pi
        phi = swivel.arcs[-1].hi + 0.3
        found = swivel.at(phi)
        if found.ok:
            continue
        told += 1
        assert found.status is Status.LIMITED
        assert found.apply().within_limits()
        assert found.blocked_by
        text = found.explain()
        assert text.startswith("Limited at this elbow")
        assert "would help" in text
        place = float(text.split("swivel ")[-1].split(",")[0])
        assert abs(math.remainder(place - swivel.nearest(phi).swivel, 2 * math.pi)) < 1e-3
        inside = swivel.at(swivel.arcs[0].middle)
        assert inside.ok
        assert inside.position_error < 1e-12
    assert told >= 10


def test_what_is_in_the_way_is_a_smallest_set(rng):
    """Without the named limits the goal has an answer; with them alone, and all others gone, it has none."""
    limb = made("arm")
    seen = 0
    for values in postures(limb, rng, 60):
        goal = limb.forward(values)
        goal[:3, :3] = Rotation.random(random_state=rng).as_matrix()
        found = limb.solve(lb.Placement(goal))
        if found.status is not Status.LIMITED:
            continue
        seen += 1
        names = found.blocked_by
        assert names
        for left_out in (None, *names):
            limits = np.full((7, 2), (-math.inf, math.inf))
            for n, name in enumerate(limb.value_names):
                if name in names and name != left_out:
                    limits[n] = limb.limits[n]
            other = lb.Limb.from_matrices(
                limb.A, limb.B, tool=limb.tool, shoulder=limb.shoulder, wrist=limb.wrist, limits=limits
            )
            local = np.linalg.inv(limb.root()) @ goal
            assert other.solve(lb.Placement(local), approximate=False).ok == (left_out is not None)
    assert seen >= 10


def test_explanations_are_sentences_with_numbers():
    limb = made("arm")
    for goal, words in (
        (lb.Position((0.35, -0.2, 1.1)), ("Solved: the elbow has 150 degrees", "radial_deviation's, 20.0 degrees")),
        (lb.Position((1.35, -0.2, 1.1)), ("Too far: the tool would have to be 1.39 m", "at most 0.675 m", "0.715 m")),
        (lb.Position(limb.root()[:3, 3] + (0.06, 0, 0)), ("Too close", "right_elbow.flexion goes no further")),
        (
            lb.Placement(lb.transform((0.42, -0.25, 1.15), (0.5, -0.5, 0.5, 0.5))),
            (
                "Limited: the place can be reached, but not so turned",
                "exclude it for every elbow",
                "would have to give",
            ),
        ),
        (lb.Position((-0.3, 0.3, 1.2)), ("Limited: the limits of", "m away", "moving the elbow does not help")),
    ):
        text = limb.solve(goal).explain()
        for word in words:
            assert word in text
        assert text.endswith(".")
        assert "\n" not in text
    free = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25)))
    assert "no joint has limits" in free.solve(lb.Position((0.1, 0.2, 0.3))).explain()


def test_midrange_is_the_least_of_all_arcs(rng):
    """Also where `first` and `widest` are the same, since there is nothing to search."""
    for make, name in ((lb.human, "right_arm"), (lb.iiwa14, "arm")):
        limb = lb.Limb(make(), name)
        lo, hi = limb.limits.T
        goals = lb.Placement(limb.forward(rng.uniform(lo, hi, size=(25, 7))))
        found = limb.solve(goals, pick=lb.midrange)
        assert found.ok.all()
        assert np.array_equal(limb.solve(goals, pick=lb.first).q, limb.solve(goals).q)
        for n in range(25):
            swivel = limb.swivel(goals[n])

            def off(q, lo=lo, hi=hi):
                return float((((q - 0.5 * (lo + hi)) / (hi - lo)) ** 2).sum())

            dense = min(
                off(swivel.values(phi, arc.family))
                for arc in swivel.arcs
                for phi in np.linspace(arc.lo, arc.hi, max(3, math.ceil(arc.length / 0.005)))
            )
            assert off(found.q[n]) <= dense + 1e-9
            assert np.array_equal(limb.solve(goals[n], pick=lb.midrange).q, found.q[n])

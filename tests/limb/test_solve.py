"""Answers: every reachable goal is met, the same way every time, and what cannot be met is told apart."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik import Status

LIMBS = {"arm": (lb.human, "right_arm"), "leg": (lb.human, "right_leg"), "iiwa14": (lb.iiwa14, "arm")}


def made(name):
    make, limb = LIMBS[name]
    return lb.Limb(make(), limb)


def postures(limb, rng, count):
    return rng.uniform(*limb.limits.T, size=(count, 7))


@pytest.mark.parametrize("name", LIMBS)
def test_every_goal_of_a_posture_inside_the_limits_is_met(name):
    limb = made(name)
    goals = limb.forward(postures(limb, np.random.default_rng(20001), 20_000))
    found = limb.solve(lb.Placement(goals))
    assert found.ok.all()
    assert found.position_error.max() <= 1e-12
    assert found.orientation_error.max() <= 1e-11
    assert (found.q >= limb.limits[:, 0]).all()
    assert (found.q <= limb.limits[:, 1]).all()
    assert found.margin.min() >= 0.0
    again = limb.forward(found.q)  # the errors are not taken on trust
    np.testing.assert_allclose(np.linalg.norm(again - goals, axis=(1, 2)), 0.0, atol=1e-11)


@pytest.mark.parametrize("name", LIMBS)
def test_places_are_met_with_the_wrist_held(name):
    limb = made(name)
    values = postures(limb, np.random.default_rng(7), 5_000)
    held = values[0, 4:]
    values[:, 4:] = held
    places = limb.forward(values)[:, :3, 3]
    found = limb.solve(lb.Position(places), wrist=held)
    assert found.ok.all()
    assert found.position_error.max() <= 1e-12
    assert not found.orientation_error.any()
    np.testing.assert_array_equal(found.q[:, 4:], np.tile(held, (5_000, 1)))
    np.testing.assert_allclose(limb.forward(found.q)[:, :3, 3], places, atol=1e-12)


def test_single_batch_and_quick_answers_are_the_same_bits(rng):
    limb = made("arm")
    goals = limb.forward(postures(limb, rng, 600)).reshape(3, 200, 4, 4)
    many = limb.solve(lb.Placement(goals))
    assert many.shape == (3, 200)
    for index in ((0, 0), (1, 7), (2, 199)):
        one = limb.solve(lb.Placement(goals[index]))
        np.testing.assert_array_equal(one.q, many.q[index])
        np.testing.assert_array_equal(one.q, limb.solve_q(goals[index]))
        np.testing.assert_array_equal(one.q, limb.swivel(lb.Placement(goals[index])).widest().q)
        picked = many[index]
        assert isinstance(picked, lb.Solution)
        assert (picked.status, picked.family, picked.swivel) == (one.status, one.family, one.swivel)
    assert many[1].shape == (200,)
    assert limb.solve_q(lb.transform((9.0, 0.0, 0.0))) is None


def test_the_same_goal_from_a_thousand_poses_has_one_answer(rng):
    human = lb.human()
    limb = lb.Limb(human, "right_arm")
    goal = lb.Placement(limb.forward(postures(limb, rng, 1)[0]))
    for pick in (lb.widest, lb.natural, lb.clearance, lb.nearest(0.4), lb.elbow((0.0, -0.6, 1.0))):
        first = limb.solve(goal, pick=pick).q
        for values in postures(limb, rng, 200):
            pose = limb.apply(values, human.rest()).with_values(left_elbow=rng.uniform(0.0, 2.0))
            np.testing.assert_array_equal(limb.solve(goal, pick=pick, pose=pose).q, first)


@pytest.mark.parametrize("pick", [lb.widest, lb.natural, lb.clearance], ids=repr)
def test_a_hundred_laps_of_a_circle_do_not_drift(pick):
    limb = made("arm")
    turn = limb.solve(lb.Position((0.35, -0.3, 1.1))).goal
    angles = np.linspace(0.0, 2 * math.pi, 24, endpoint=False)
    lap = turn.position + 0.08 * np.stack([0 * angles, np.cos(angles), np.sin(angles)], axis=1)
    found = limb.solve(lb.Position(np.tile(lap, (100, 1))), pick=pick)
    assert found.ok.all()
    np.testing.assert_array_equal(found.q.reshape(100, 24, 7), np.tile(found.q[:24], (100, 1, 1)))


def test_turned_moved_mirrored_and_scaled_problems_have_the_same_answer(rng):
    human = lb.human()
    right, left = lb.Limb(human, "right_arm"), lb.Limb(human, "left_arm")
    mirror = np.diag([1.0, -1.0, 1.0, 1.0])
    for values in postures(right, rng, 40):
        goal = right.forward(values)
        found = right.solve(lb.Placement(goal))
        place = lb.transform(rng.normal(size=3) * 3, Rotation.random(random_state=rng))
        root, location = human.rest()["pelvis"], human.joint("pelvis").location
        moved = np.linalg.inv(location) @ place @ location @ lb.transform(root[:3], root[3:])
        turn = Rotation.from_matrix(moved[:3, :3]).as_quat()[[3, 0, 1, 2]]
        pose = human.pose(pelvis=(*moved[:3, 3], *turn))
        elsewhere = right.solve(lb.Placement(place @ goal), pose=pose)
        np.testing.assert_allclose(elsewhere.q, found.q, atol=1e-9)
        assert elsewhere.swivel == pytest.approx(found.swivel, abs=1e-9)
        # the left arm's angles have the signs of the right one's, so the mirrored posture has the same values
        twin = left.solve(lb.Placement(left.forward(values)))
        np.testing.assert_allclose(left.forward(values)[:3, 3], (mirror @ goal)[:3, 3], atol=1e-12)
        np.testing.assert_allclose(twin.q, found.q, atol=1e-9)
        for size in (1e-6, 1e6):
            other = lb.Limb(lb.scale(human, size), "right_arm")
            bigger = goal.copy()
            bigger[:3, 3] *= size
            scaled = other.solve(lb.Placement(bigger))
            assert scaled.ok
            np.testing.assert_allclose(scaled.q, found.q, atol=1e-9)
            assert scaled.position_error <= 1e-12 * size


def test_out_of_reach_the_wrist_comes_as_near_as_it_can(rng):
    limb = made("arm")
    shoulder = limb.root()[:3, 3]
    for _ in range(30):
        direction = rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        far = limb.solve(lb.Position(shoulder + 1.5 * direction))
        assert far.status is Status.TOO_FAR
        assert not far.ok
        near = limb.solve(lb.Position(shoulder + 1.5 * limb.swivel(far.goal).reach[0] * direction))
        assert near.status is Status.TOO_CLOSE
        assert near.blocked_by == ("right_elbow.flexion",)
        for found in (far, near):
            assert found.apply().within_limits()
            assert found.position_error == pytest.approx(
                np.linalg.norm(limb.forward(found.q)[:3, 3] - found.goal.position), abs=1e-14
            )
            best = min(
                minimize(
                    lambda q, found=found: np.sum((limb.forward([*q, *found.wrist])[:3, 3] - found.goal.position) ** 2),
                    start,
                    bounds=limb.limits[:4],
                    method="L-BFGS-B",
                ).fun
                ** 0.5
                for start in (limb.limits[:4].mean(axis=1), found.q[:4], *rng.uniform(*limb.limits[:4].T, size=(3, 4)))
            )
            assert found.position_error <= best + 1e-7


def test_a_hinge_that_ends_before_it_is_straight_has_its_own_shell():
    limits = np.array([(-math.inf, math.inf)] * 7)
    limits[3] = (0.5, 1.5)
    limb = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25)), limits=limits)

    def distance(bend):
        return math.sqrt(0.3**2 + 0.25**2 + 2 * 0.3 * 0.25 * math.cos(bend))

    assert limb.solve(lb.Position((0.0, 0.6, 0.0))).blocked_by == ()  # too far for any angle of the hinge
    for d, status, error in (
        (0.54, Status.TOO_FAR, 0.54 - distance(0.5)),
        (distance(0.5) + 1e-6, Status.TOO_FAR, 1e-6),
        (distance(0.5) - 1e-6, Status.SOLVED, 0.0),
        (distance(1.5) + 1e-6, Status.SOLVED, 0.0),
        (0.2, Status.TOO_CLOSE, distance(1.5) - 0.2),
    ):
        found = limb.solve(lb.Position((0.0, d, 0.0)))
        assert found.status is status
        assert found.position_error == pytest.approx(error, abs=1e-14)
        assert found.blocked_by == (() if status is Status.SOLVED else ("hinge",))


def orientation_by_search(limb, goal, starts):
    """The least turn with the tool at its place, by a general optimiser from many starts."""

    def turn(q):
        return Rotation.from_matrix(limb.forward(q)[:3, :3].T @ goal[:3, :3]).magnitude() ** 2

    def off(q):
        return (limb.forward(q)[:3, 3] - goal[:3, 3]) * 10.0

    best = math.inf
    for start in starts:
        found = minimize(
            turn, start, bounds=limb.limits, constraints={"type": "eq", "fun": off}, method="SLSQP",
            options={"maxiter": 100, "ftol": 1e-10},
        )  # fmt: skip
        if np.linalg.norm(off(found.x)) < 1e-6:
            best = min(best, math.sqrt(turn(found.x)))
    return best


@pytest.mark.parametrize("name", LIMBS)
def test_where_the_place_can_be_reached_it_is_and_the_hand_turns_as_nearly_as_it_can(name):
    limb = made(name)
    rng = np.random.default_rng(11)
    seen = 0
    for values in postures(limb, rng, 40):
        goal = limb.forward(values)
        goal[:3, :3] = Rotation.random(random_state=rng).as_matrix()
        found = limb.solve(lb.Placement(goal))
        if found.status is not Status.LIMITED:
            continue
        seen += 1
        assert found.position_error <= 1e-12
        assert found.apply().within_limits()
        best = orientation_by_search(limb, goal, [found.q, *postures(limb, rng, 3)])
        assert found.orientation_error <= best + math.radians(0.1)
    assert seen >= (5 if name != "iiwa14" else 1)


def test_bad_rows_of_a_batch_leave_the_others_alone(rng):
    limb = made("leg")
    goals = limb.forward(postures(limb, rng, 300))
    whole = limb.solve(lb.Placement(goals))
    broken = goals.copy()
    broken[3, 0, 3] = np.nan
    broken[5] *= 2.0
    broken[7, :3, :3] = np.diag([1.0, 1.0, -1.0])
    broken[9, 0, 1] += 0.01
    broken[11, 1, 3] = np.inf
    broken[13, 3] = (0, 0, 1, 1)
    found = limb.solve(lb.Placement(broken))
    bad = np.array([3, 5, 7, 9, 11, 13])
    good = np.setdiff1d(np.arange(300), bad)
    assert (found.status[bad] == Status.INVALID).all()
    np.testing.assert_array_equal(found.q[good], whole.q[good])
    assert not np.isnan(found.q).any()
    assert found.counts() == {**dict.fromkeys(Status, 0), Status.SOLVED: 294, Status.INVALID: 6}
    assert "294 SOLVED, 6 INVALID" in repr(found)
    assert "Invalid" in found[3].explain()
    assert found[3].blocked_by == ()


def test_a_matrix_rounded_to_single_precision_is_a_rotation(rng):
    limb = made("arm")
    goals = limb.forward(postures(limb, rng, 50)).astype(np.float32)
    found = limb.solve(lb.Placement(goals))
    assert (found.status != Status.INVALID).all()
    assert found.orientation_error[found.ok].max() < 1e-11


def test_eight_threads_on_one_limb_give_the_answers_of_one(rng):
    limb = made("iiwa14")
    goals = [lb.Placement(goal) for goal in limb.forward(postures(limb, rng, 400))]
    alone = [limb.solve(goal).q for goal in goals]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda goal: limb.solve(goal).q, goals))
    np.testing.assert_array_equal(together, alone)


@settings(max_examples=60, deadline=None)
@given(
    npst.arrays(np.float64, (6, 4, 4), elements=st.floats(allow_nan=True, allow_infinity=True)),
    npst.arrays(np.float64, (6, 3), elements=st.floats(allow_nan=True, allow_infinity=True)),
    st.sampled_from(list(LIMBS)),
)
def test_no_nan_leaves_whatever_goes_in(matrices, places, name):
    limb = made(name)
    matrices[2:] = np.eye(4)
    matrices[2:, :3, 3] = places[2:]
    for goal in (lb.Placement(matrices), lb.Position(places)):
        found = limb.solve(goal, approximate=False)
        for array in (found.q, found.swivel, found.position_error, found.orientation_error, found.margin):
            assert not np.isnan(array).any()
        assert (found.q >= limb.limits[:, 0]).all()
        assert (found.q <= limb.limits[:, 1]).all()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-1e30, 1e30), min_size=3, max_size=3), st.sampled_from(list(LIMBS)))
def test_approximations_of_anything_keep_the_limits(place, name):
    limb = made(name)
    for goal in (lb.Position(place), lb.Placement(lb.transform(place))):
        found = limb.solve(goal)
        assert np.isfinite(found.q).all()
        assert np.isfinite([found.position_error, found.orientation_error, found.swivel]).all()
        assert found.margin >= -1e-9


def test_unreachable_goals_can_have_their_verdict_alone():
    limb = made("arm")
    far = lb.Position((5.0, 0.0, 1.0))
    found = limb.solve(far, approximate=False)
    assert found.status is Status.TOO_FAR
    blocked = lb.Placement(lb.transform((0.42, -0.25, 1.15), (0.5, -0.5, 0.5, 0.5)))
    found = limb.solve(blocked, approximate=False)
    assert found.status is Status.LIMITED
    assert found.position_error > limb.solve(blocked).position_error


def test_progress_shows_a_bar(rng, capfd):
    limb = made("arm")
    goals = lb.Placement(limb.forward(postures(limb, rng, 500)))
    shown = limb.solve(goals, progress=True)
    np.testing.assert_array_equal(shown.q, limb.solve(goals).q)
    assert "500/500" in capfd.readouterr().err


def test_solutions_are_applied_to_poses(rng):
    human = lb.human()
    limb = lb.Limb(human, "left_leg")
    goals = limb.forward(postures(limb, rng, 5))
    many = limb.solve(lb.Placement(goals))
    np.testing.assert_allclose(human.world(many.apply())["left_foot"], goals, atol=1e-12)
    pose = many[2].apply(human.rest().with_values(right_elbow=1.0))
    np.testing.assert_allclose(pose.world()["left_foot"], goals[2], atol=1e-12)
    assert pose["right_elbow"] == 1.0
    np.testing.assert_array_equal(limb.values(pose), many.q[2])
    free = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25)))
    with pytest.raises(lb.InputError, match="no figure"):
        free.solve(lb.Position((0.1, 0.2, 0.3))).apply()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda limb: limb.solve("there"), "such as lb.Placement(T)"),
        (lambda limb: limb.solve(lb.Position((0.3, 0, 1)), pick="widest"), "takes a pick"),
        (lambda limb: limb.solve(lb.Placement(np.eye(4)), wrist=(0, 0, 0)), "belongs to a Position"),
        (lambda limb: limb.solve(lb.Position(np.zeros((4, 3))), pick=lb.nearest(np.zeros(3))), "is for (3,) goals"),
        (lambda limb: limb.swivel(lb.Position(np.zeros((4, 3)))), "is a batch"),
        (lambda limb: limb.solve(lb.Position((0.3, 0, 1)), pose=lb.iiwa14().rest()), "another figure"),
        (lambda limb: lb.elbow((1, 2)), "takes three numbers"),
        (lambda limb: lb.nearest(math.nan), "nan"),
        (lambda limb: lb.continuing((1, 2, 3)), "seven values"),
        (lambda limb: lb.least(3), "takes a function"),
        (lambda limb: lb.Placement(position=np.zeros((4, 3)), orientation=np.zeros((3, 3, 3))), "does not fit"),
        (lambda limb: lb.Placement(np.eye(4))[0], "is a single goal"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(make, words):
    with pytest.raises(lb.InputError) as caught:
        make(made("arm"))
    assert words in str(caught.value)


def test_batches_of_positions_and_orientations():
    places = np.array([(0.3, -0.2, 1.1), (0.4, -0.3, 1.2)])
    turns = Rotation.from_euler("XYZ", [(0.1, 0.2, 0.3), (1, 2, 3)])
    wanted = [lb.transform(p, r) for p, r in zip(places, turns, strict=True)]
    for orientation in (turns, turns.as_matrix(), turns.as_quat()[:, [3, 0, 1, 2]]):
        np.testing.assert_allclose(lb.Placement(position=places, orientation=orientation).matrix, wanted, atol=1e-15)
    one = lb.Placement(position=places, orientation=turns[0])
    np.testing.assert_allclose(one[1].matrix[:3, :3], wanted[0][:3, :3], atol=1e-15)
    crooked = lb.Placement(position=places, orientation=[(1, 0, 0, 0), (2, 0, 0, 0)])
    assert lb.Limb(lb.human(), "right_arm").solve(crooked).status[1] == Status.INVALID

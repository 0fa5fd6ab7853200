"""Odd questions and attempts to change answers."""

import copy
import math
import pickle

import numpy as np
import pytest

import limbik as lb


@pytest.fixture
def arm():
    return lb.Limb(lb.human(), "right_arm")


@pytest.fixture
def goals(arm, rng):
    return arm.forward(rng.uniform(*arm.limits.T, size=(4, 7)))


def test_a_family_that_is_blocked_is_not_solved(arm, goals):
    swivel = arm.swivel(lb.Placement(goals[0]))
    family = swivel.arcs[0].family
    outside = swivel.arcs[0].hi + 0.5 * (2 * math.pi - swivel.arcs[0].length)
    found = swivel.at(outside, family)
    assert found.status is lb.Status.LIMITED or found.position_error < 1e-9
    assert swivel.at(swivel.arcs[0].middle, family).ok


def test_poses_of_another_build_are_refused(arm):
    with pytest.raises(lb.InputError, match="other lengths"):
        arm.solve(lb.Position((0.35, -0.2, 1.1)), pose=lb.human(1.2).rest())
    assert arm.solve(lb.Position((0.35, -0.2, 1.1)), pose=lb.human().rest()).ok  # the same build
    free = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25)))
    with pytest.raises(lb.InputError, match="this one has none"):
        free.solve(lb.Position((0.1, 0.2, 0.3)), pose=lb.human().rest())
    with pytest.raises(lb.InputError, match="another figure"):
        lb.plot(lb.human().rest(), swivel=lb.Limb(lb.iiwa14(), "arm").swivel(lb.Position((0.4, 0.1, 0.6))))


def test_a_held_wrist_keeps_its_limits(arm):
    found = arm.solve(lb.Position((0.35, -0.2, 1.1)), wrist=(2 * math.pi, 0.1, 0.0))
    assert found.q[4] == pytest.approx(0.0, abs=1e-12)  # the same angle, on the turn of its limits
    assert found.margin >= 0.0
    wrist = lb.SwingTwist(0.4, (-0.3, 0.3))
    figure = lb.Figure(
        [
            lb.Joint.ball("shoulder", None),
            lb.Joint.hinge("elbow", "shoulder", "y", location=lb.transform((0, 0, 0.3))),
            lb.Joint.ball("wrist", "elbow", order="XYZ", swing_twist=wrist, location=lb.transform((0, 0, 0.3))),
        ],
        [lb.Site("hand", "wrist")],
        limbs={"arm": lb.LimbParts(("shoulder", "elbow", "wrist"), "hand")},
    )
    with pytest.raises(lb.InputError, match="swing and twist"):
        lb.Limb(figure, "arm").solve(lb.Position((0.2, 0.1, -0.4)), wrist=(1.2, 0, 0))


def test_batches_are_indexed_by_their_leading_axes_only(arm, goals):
    many = arm.solve(lb.Placement(goals))
    for wrong in ((slice(None), 0), (0, 0), (..., 0), 9):
        with pytest.raises(IndexError):
            many[wrong]
        with pytest.raises(IndexError):
            many.goal[wrong]
    mask = np.array([True, False, True, False])
    assert many[mask].shape == (2,)
    assert many[-1].ok
    assert [found.status for found in many] == list(many.status)
    whole = arm.solve(lb.Placement(goals.reshape(2, 2, 4, 4)))
    assert whole[1].shape == (2,)
    assert whole[np.array([[True, False], [True, True]])].shape == (3,)


def test_a_bad_row_is_refused_as_a_single_goal(arm):
    for goal in (
        lb.Position([[math.nan] * 3])[0],
        lb.Placement(np.full((1, 4, 4), math.nan))[0],
        lb.Placement(2.0 * np.eye(4)[None])[0],
    ):
        with pytest.raises(lb.InputError, match="goal"):
            arm.swivel(goal)


def test_empty_batches(arm):
    for goal in (lb.Placement(np.zeros((0, 4, 4))), lb.Position(np.zeros((2, 0, 3)))):
        shape = (0,) if isinstance(goal, lb.Placement) else (2, 0)
        for pick in (lb.widest, lb.nearest(np.zeros(shape)), lb.elbow(np.zeros((*shape, 3))), lb.clearance):
            assert arm.solve(goal, pick=pick, progress=True).shape == shape


def test_answers_cannot_be_changed_also_after_a_journey(arm, goals):
    one, many = arm.solve(lb.Placement(goals[0])), arm.solve(lb.Placement(goals))
    for answer in (one, many, arm.swivel(lb.Position((0.3, -0.2, 1.1))).widest()):
        for travelled in (answer, pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
            np.testing.assert_array_equal(travelled.q, answer.q)
            with pytest.raises(ValueError, match="read-only"):
                travelled.q[..., 0] = 9.0
            with pytest.raises(AttributeError):
                travelled.q = 9.0
            if travelled.wrist is not None:
                with pytest.raises(ValueError, match="read-only"):
                    travelled.wrist[0] = 9.0
    assert pickle.loads(pickle.dumps(one)).explain() == one.explain()
    assert pickle.loads(pickle.dumps(many))[1].apply() == many[1].apply()
    for array in (lb.nearest([1.0, 2.0]).aim, lb.Placement(goals)[[0, 1]].matrix, many[[0, 2]].q):
        assert not array.flags.writeable
    again = pickle.loads(pickle.dumps(arm))
    np.testing.assert_array_equal(again.solve(lb.Placement(goals[0])).q, one.q)


@pytest.mark.parametrize(
    "make",
    [
        lambda arm: arm.solve_q(np.zeros((3, 3))),
        lambda arm: arm.solve_q("there"),
        lambda arm: arm.solve_q(None),
        lambda arm: arm.apply(np.zeros(3), lb.human().rest()),
        lambda arm: arm.apply(np.full(7, math.nan), lb.human().rest()),
        lambda arm: lb.least(None),
        lambda arm: lb.continuing(np.full(7, 1e90)),
        lambda arm: arm.swivel(lb.Position((9, 9, 9))).least(3),
        lambda arm: arm.swivel(lb.Position((9, 9, 9))).at(0.0, (1, 1, 1)),
        lambda arm: arm.swivel(lb.Position((0.3, -0.2, 1.1))).least(lambda q: math.nan),
        lambda arm: arm.swivel(lb.Position((0.3, -0.2, 1.1))).least(lambda q: 0.0, lambda q: q[:3]),
        lambda arm: arm.swivel(lb.Position((9, 9, 9))).derivative(0.0),
        lambda arm: arm.jacobian_of_solution(arm.solve(lb.Position([[math.nan] * 3]))[0]),
        lambda arm: lb.plot(lb.human().rest(), swivel=arm.swivel(lb.Position((0.3, -0.2, 1.1))), ghosts=1000),
        lambda arm: lb.Limb.from_matrices(np.eye(4), np.eye(4), limits=[[-90, 90]] * 7),
    ],
)
def test_odd_questions_get_a_clear_error(arm, make):
    with pytest.raises(lb.InputError):
        make(arm)


NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: lb.Alignment((0, 0, NAN), (1, 0, 0)), "position: has nan"),
        (lambda: lb.Alignment((0, 0, 1e200), (1, 0, 0)), "position: has 1e"),
        (lambda: lb.Alignment((0, 0, 0), (0, 0, 0)), "direction: has length 0"),
        (lambda: lb.Alignment((0, 0, 0), (INF, 0, 0)), "direction: has inf"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0)), "direction"),
        (lambda: lb.Alignment((0, 0), (1, 0, 0)), "position"),
        (lambda: lb.Alignment((0, 0, 0), "up"), "direction"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0, 0), "w"), "axis: is 'w'"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0, 0), (0, 0, 0)), "axis: has length 0"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0, 0), np.eye(3)), "axis"),
        (lambda: lb.Alignment(np.zeros((4, 3)), np.ones((5, 3))), "direction: has shape"),
        (lambda: lb.Alignment(None, (1, 0, 0)), "position: takes numbers"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0, 0)).placement(NAN), "roll"),
        (lambda: lb.Alignment(np.zeros((4, 3)), (1, 0, 0)).placement(0.0), "is a batch"),
        (lambda: lb.Alignment((0, 0, 0), (1, 0, 0))[0], "single goal"),
        (lambda: lb.Aim((0, NAN, 0)), "at: has nan"),
        (lambda: lb.Aim((0, 0)), "at"),
        (lambda: lb.Aim((0, 0, 0), axis=(NAN, 0, 0)), "axis: has nan"),
        (lambda: lb.Aim((0, 0, 0), axis=3), "axis"),
        (lambda: lb.nearest(0.1, roll=0.1, flexion=0.2), "give one of them"),
        (lambda: lb.nearest(np.zeros(3), roll=np.zeros(4)), "roll: has shape"),
        (lambda: lb.nearest(0.1, roll=NAN), "roll"),
    ],
)
def test_goals_that_are_none(make, complaint):
    with pytest.raises(lb.InputError) as caught:
        make()
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("goal", "more", "complaint"),
    [
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"wrist": (0, 0, 0)}, "wrist: belongs to an Aim"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"flexion": 1.0}, "flexion: belongs to an Aim"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"pick": lb.nearest(0.1, flexion=1.0)}, "flexion: is not free"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"pick": lb.nearest([0.1, 0.2])}, "is for (2,) goals"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"pick": "widest"}, "takes a pick"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"pick": lb.least(lambda q: "x")}, "f: takes numbers"),
        (lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)), {"pick": lb.least(lambda q: NAN)}, "f: has nan"),
        (lb.Aim((1, 0, 1)), {"flexion": 3.0}, "holds the hinge at 3, outside its limits 0 .. 2.61799"),
        (lb.Aim((1, 0, 1)), {"flexion": NAN}, "flexion: has nan"),
        (lb.Aim((1, 0, 1)), {"flexion": (1, 2)}, "flexion"),
        (lb.Aim((1, 0, 1)), {"wrist": (3.0, 0, 0)}, "holds the wrist at 3"),
        (lb.Aim((1, 0, 1)), {"wrist": (0, 0)}, "wrist"),
        (lb.Aim((1, 0, 1)), {"pick": lb.nearest(0.1, roll=1.0)}, "roll: is not free"),
        (lb.Aim((1, 0, 1)), {"pose": lb.iiwa14().rest()}, "another figure"),
        (lb.Position((0.3, -0.2, 1.1)), {"flexion": 1.0}, "flexion: belongs to an Aim"),
        (lb.Placement(np.eye(4)), {"pick": lb.nearest(0.1, roll=1.0)}, "roll: is not free in a Placement"),
    ],
)
def test_questions_that_make_no_sense(arm, goal, more, complaint):
    with pytest.raises(lb.InputError) as caught:
        arm.solve(goal, **more)
    assert complaint in str(caught.value)


def test_explorations_that_make_no_sense(arm):
    ways = arm.swivel(lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0)))
    aimed = arm.swivel(lb.Aim((1, 0, 1)))
    for call, complaint in (
        (lambda: ways.arcs(NAN), "roll"),
        (lambda: ways.at("x", 0.0), "phi"),
        (lambda: ways.at(0.0, INF), "roll"),
        (lambda: ways.at(0.0, 0.0, "family"), "family"),
        (lambda: ways.region(1, 5), "swivels: is 1"),
        (lambda: ways.region(5, 2.5), "rolls: is 2.5"),
        (lambda: ways.highest((0, 0, 0)), "up"),
        (lambda: ways.nearest_to((1, 2)), "point"),
        (lambda: ways.wrist(NAN), "roll"),
        (aimed.arcs, "flexion: is missing"),
        (lambda: aimed.at(0.1), "flexion: is missing"),
        (lambda: aimed.arcs(NAN), "flexion"),
        (lambda: aimed.at(0.1, 1.0, lb.Family(7, 1, 1)), "none of this goal's"),
        (lambda: aimed.region(10, 100_000), "flexions"),
        (lambda: arm.swivel(lb.Alignment(np.zeros((2, 3)), (1, 0, 0))), "is a batch"),
        (lambda: arm.swivel(lb.Aim(np.zeros((2, 3)))), "is a batch"),
        (lambda: arm.swivel(lb.Placement(np.eye(4)), flexion=1.0), "flexion: belongs to an Aim"),
    ):
        with pytest.raises(lb.InputError) as caught:
            call()
        assert complaint in str(caught.value)
    for one in (ways, aimed):
        with pytest.raises(AttributeError):
            one.goal = None
    assert aimed.at(0.1, 5.0).status is not lb.Status.SOLVED  # beyond the hinge's limits


def test_goals_far_away_and_at_odd_places(arm):
    """Whatever the numbers, an answer inside the limits and no NaN."""
    root = arm.root()[:3, 3]
    places = np.array(
        [root, root + 1e-300, root + 1e-9, (1e99, 0, 0), (-1e99, 1e99, 1e99), (0, 0, 0), root - 0.5 * np.eye(3)[2]]
    )
    for goal in (
        lb.Alignment(places, (0, 0, 1), "x"),
        lb.Alignment(places, (1e-300, 0, 0), "z"),
        lb.Alignment(places, (1e99, -1e99, 0), "z"),
        lb.Aim(places, "x"),
        lb.Aim(places, (1e-200, 1e-200, 0)),
    ):
        for pick in (None, lb.first, lb.widest, lb.clearance, lb.natural):
            found = arm.solve(goal, pick=pick)
            assert (found.q >= arm.limits[:, 0]).all()
            assert (found.q <= arm.limits[:, 1]).all()
            for numbers in (found.q, found.position_error, found.orientation_error, found.margin, found.swivel):
                assert np.isfinite(numbers).all()
        for n in range(len(places)):
            assert found[n].explain()


def test_goals_and_maps_cannot_be_changed(arm):
    goal = lb.Alignment((0.3, -0.2, 1.1), (1, 0, 0))
    for array in (goal.position, goal.direction, goal.axis, lb.Aim((1, 2, 3)).at):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5.0
    again = pickle.loads(pickle.dumps(goal))
    with pytest.raises(ValueError, match="read-only"):
        again.direction[0] = 5.0
    assert copy.deepcopy(goal).placement(0.3).matrix == pytest.approx(goal.placement(0.3).matrix)

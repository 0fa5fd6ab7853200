"""Numbers that nobody should pass, and the promise that no NaN leaves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import limbik as lb
from tests.trees import random_figure, random_q

wild = st.floats(allow_nan=True, allow_infinity=True, width=64)


@given(st.integers(0, 20), st.lists(wild, min_size=1, max_size=30))
def test_any_vector_gives_finite_frames_or_an_input_error(seed, numbers):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=5)
    q = random_q(rng, figure)
    q[: min(len(q), len(numbers))] = numbers[: len(q)]
    try:
        pose = figure.pose(q)
    except lb.InputError:
        return
    assert np.isfinite(pose.world().matrices).all()
    assert np.isfinite(pose.jacobian("site_0")).all()
    assert np.isfinite(pose.center_of_mass()).all()
    assert all(np.isfinite(violation.excess) for violation in pose.violations())


@given(st.lists(wild, min_size=16, max_size=16))
def test_any_matrix_is_rigid_or_refused(numbers):
    try:
        joint = lb.Joint.fixed("j", None, location=np.reshape(numbers, (4, 4)))
    except lb.InputError:
        return
    turn = joint.location[:3, :3]
    assert np.abs(turn @ turn.T - np.eye(3)).max() < 1e-12


@given(st.lists(wild, min_size=4, max_size=4))
def test_any_quaternion_is_unit_or_refused(numbers):
    try:
        joint = lb.Joint.ball("j", None, rest=numbers)
    except lb.InputError:
        return
    assert np.linalg.norm(joint.rest) == pytest.approx(1.0, abs=1e-15)


@given(wild, wild)
def test_any_limits_are_ordered_or_refused(lo, hi):
    try:
        joint = lb.Joint.hinge("j", None, "x", limits=(lo, hi))
    except lb.InputError:
        assert not (lo <= hi) or max(abs(lo), abs(hi)) > 12
        return
    (limit,) = joint.limits
    assert limit.lo <= limit.hi


@pytest.mark.parametrize("value", ["text", object(), [[1]], {"a": 1}, None, 1 + 2j, b"x", [1, [2]]])
def test_things_that_are_no_numbers(value):
    human = lb.human()
    with pytest.raises(lb.LimbikError):
        human.pose(right_elbow=value)
    with pytest.raises(lb.LimbikError):
        human.world(value)
    with pytest.raises(lb.LimbikError):
        lb.transform(value)
    with pytest.raises(lb.LimbikError):
        lb.Joint.hinge("j", None, value)


@pytest.mark.parametrize("name", [None, 3, "", "a.b", " a", "a\n", ["a"], "world"])
def test_things_that_are_no_names(name):
    with pytest.raises(lb.LimbikError):
        lb.Joint.fixed(name, None)
    with pytest.raises(lb.LimbikError):
        lb.Site(name, "root")
    if name != "world":
        with pytest.raises(lb.LimbikError):
            lb.human().rest().world()[name]
    with pytest.raises(lb.LimbikError):
        lb.human().rest()[name]


@pytest.mark.parametrize(
    "make",
    [
        lambda: lb.Joint("a", "fixed", None, order="XYZ"),
        lambda: lb.Joint("a", "fixed", None, order="quaternion", rest=[]),
        lambda: lb.Joint("a", "hinge", None, axes=["z"], order="quaternion", rest=[0.0]),
        lambda: lb.Joint("a", "hinge", None),
        lambda: lb.Joint("a", "hinge", None, axes=["x", "y"]),
        lambda: lb.Joint("a", "planar", None, axes=["x", "x"]),
        lambda: lb.Joint("a", "fixed", None, axes=["x"]),
        lambda: lb.Joint("a", "ball", None, order=5),
        lambda: lb.Joint("a", "ball", None, order="XYZ", limits=5),
        lambda: lb.Joint("a", "ball", None, order="XYZ", names=5),
        lambda: lb.Joint("a", "hinge", None, axes=None),
        lambda: lb.Joint.hinge("a", None, "z", limits=(0.5, 1.0), rest=0.2),
        lambda: lb.Pose(lb.human(), np.zeros(3)),
        lambda: lb.Pose(lb.planar_arm(), [np.nan] * 3),
        lambda: lb.World(lb.human(), np.zeros((2, 2))),
        lambda: lb.Range(3, 1),
        lambda: lb.Range(np.nan, 1),
        lambda: lb.Range("a", "b"),
        lambda: lb.Joint.hinge("a", None, "z", limits=lb.Range(-360, 360)),
        lambda: lb.human().rest().within_limits(np.nan),
        lambda: lb.human().rest().within_limits(-1.0),
        lambda: lb.human().rest().within_limits("x"),
        lambda: lb.human(True),
        lambda: lb.planar_arm([np.datetime64("2020-01-01")]),
        lambda: lb.planar_arm(np.ma.masked_array([1.0, 2.0], [False, True])),
        lambda: lb.planar_arm([1 + 2j]),
        lambda: lb.planar_arm(10**400),
        lambda: lb.Figure(5),
        lambda: lb.Figure([lb.Joint.fixed("a", None)], None),
        lambda: lb.Figure([lb.Joint.fixed("a", None)], [1]),
        lambda: lb.Figure([lb.Joint.fixed("a", None)], limbs=["a"]),
        lambda: lb.Figure([lb.Joint.fixed("a", None)], limbs={"a": "b"}),
        lambda: lb.Figure([lb.Joint.fixed("a", None)], limbs={"\ud800": lb.LimbParts(("a",), "a")}),
        lambda: lb.LimbParts(None, None),
        lambda: lb.LimbParts((), "a"),
        lambda: lb.LimbParts("a", "a"),
        lambda: lb.Figure(lb.human().joints, lb.human().sites, limbs={"x": lb.LimbParts(("right_wrist", "left_knee"), "head")}),
        lambda: lb.Keys([0, 1], [1, 2]),
        lambda: lb.Keys([0, 1], None),
        lambda: lb.Keys([0, 1e-309], [lb.human().rest()] * 2),
        lambda: lb.Keys([0, 1e-12, 1], [lb.human().rest()] * 3),
        lambda: lb.expand(None),
        lambda: lb.scale(lb.human().rest(), 2),
        lambda: lb.from_dh(None),
        lambda: lb.from_dh([lb.DHRow(alpha="0.5")]),
        lambda: lb.transform((0, 0, 0), [[1, 2], [3]]),
        lambda: lb.transform((0, 0, 0), Rotation),
        lambda: lb.transform((0, 0, 0), Rotation.identity(), order="nonsense"),
        lambda: lb.Figure([lb.Joint.ball("b", None)]).pose(b=Rotation),
        lambda: lb.human().rest().jacobian("head", frame=np.eye(3)),
        lambda: lb.human().rest().convert((0, 0, 0), np.eye(3)),
        lambda: lb.human().rest().jacobian("head", at="nowhere"),
        lambda: lb.human().rest()["right_elbow."],
        lambda: lb.human().rest().with_values([1, 2]),
        lambda: lb.load(5),
        lambda: lb.load(b"x.json"),
        lambda: lb.load("a\0.json"),
        lambda: lb.save(lb.planar_arm(), "a\0.json"),
        lambda: lb.plot(lb.planar_arm().rest(), 5),
        lambda: lb.plot(lb.planar_arm().rest(), size=(-1, 5)),
        lambda: lb.Capsule("1.5", 0.5),
        lambda: lb.Capsule(1.6e-16, 1 + 2.3e-16, 1.0),
        lambda: lb.Mesh([[0, 0, 0]] * 3, [[0, 1, 2], [0, 1]]),
        lambda: lb.SwingTwist((5e-324, 1), toward="x"),
        lambda: lb.SwingTwist(1, lb.Range(-90, 90)),
    ],
)  # fmt: skip
def test_what_a_hostile_tester_found(make):
    with pytest.raises(lb.LimbikError) as caught:
        make()
    assert "np.float64" not in str(caught.value)


def test_a_path_that_is_no_plain_file(tmp_path):
    import os

    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(lb.FileError, match="no plain file"):
        lb.load(tmp_path / "pipe.json")


def test_blends_and_keys_never_leave_the_numbers():
    rail = lb.Figure([lb.Joint.slide("s", None, "x")])
    near, far = rail.pose(s=0.0), rail.pose(s=1e100)
    with pytest.raises(lb.InputError, match="t: has"):
        near.blend(far, 1e100)
    ball = lb.Figure([lb.Joint.ball("b", None, order="XYZ")])
    with pytest.raises(lb.InputError):
        ball.rest().blend(ball.pose(b=(1, 2, 3)), 1e101)
    keys = lb.Keys([0.0, 1e-3, 1.0], [near, far, near], smooth=True)
    assert np.isfinite(keys.sample(np.linspace(0, 1, 1000))).all()


def test_a_figure_without_freedom():
    still = lb.Figure([lb.Joint.fixed("a", None)], [lb.Site("s", "a", lb.transform((1, 2, 3)))])
    assert (still.dof, still.width) == (0, 0)
    np.testing.assert_array_equal(still.pose([]).world().position("s"), (1, 2, 3))
    assert still.world(np.empty((3, 0)))["s"].shape == (3, 4, 4)
    assert still.jacobian(np.empty((3, 0)), "s").shape == (3, 6, 0)
    assert still.rest().jacobian("s").shape == (6, 0)
    assert lb.Keys([0, 1], [still.rest()] * 2, smooth=True).sample([0.5]).shape == (1, 0)


def test_huge_spins_stay_what_they_are():
    from limbik.kernels import vector

    assert vector.nearest_turn(0.1, 1e20) == pytest.approx(1e20)
    assert -np.pi <= vector.wrap(1e20) < np.pi
    wheel = lb.Figure([lb.Joint.hinge("wheel", None, "z")])
    assert np.isfinite(wheel.pose(wheel=1e90).world().matrices).all()


@pytest.mark.parametrize("value", ["²", "0", "-1", "abc"])
def test_thread_counts_that_are_none(monkeypatch, value):
    monkeypatch.setenv("LIMBIK_THREADS", value)
    with pytest.raises(lb.InputError, match="LIMBIK_THREADS"):
        lb.planar_arm().world(np.zeros((2, 3)))


@pytest.mark.parametrize("lengths", [[0.001, 10.0], [1.0] * 250])
def test_any_lengths_make_an_arm(lengths):
    assert lb.planar_arm(lengths).rest().world().position("tip")[0] == pytest.approx(sum(lengths))

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from tests.naive import trees as naive
from tests.trees import random_figure, random_q


@pytest.fixture(scope="module")
def human():
    return lb.human()


def test_with_values_sets_what_it_names_and_nothing_else(human):
    pose = human.rest().with_values({"right_shoulder.flexion": 0.5}, right_elbow=1.2, left_hip=(0.1, 0.2, 0.3))
    assert pose["right_elbow"] == 1.2
    assert pose["right_shoulder.flexion"] == 0.5
    np.testing.assert_array_equal(pose["left_hip"], (0.1, 0.2, 0.3))
    assert np.count_nonzero(pose.q != human.rest().q) == 5
    assert human.pose(right_elbow=1.2)["right_elbow"] == 1.2
    np.testing.assert_array_equal(human.pose(pose.q).q, pose.q)


def test_poses_cannot_be_changed(human):
    pose = human.pose(right_elbow=1.0)
    with pytest.raises(ValueError, match="read-only"):
        pose.q[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        pose.world().matrices[0, 0, 0] = 2.0
    source = np.array(pose.q)
    kept = human.pose(source)
    source[:] = 9.0
    np.testing.assert_array_equal(kept.q, pose.q)
    values = pose["left_hip"]
    values[:] = 9.0
    assert pose["left_hip"][0] == 0.0


def test_balls_take_scipy_rotations(human):
    turn = Rotation.from_euler("YXZ", (0.3, 0.2, 0.1))
    np.testing.assert_allclose(human.pose(right_shoulder=turn)["right_shoulder"], (0.3, 0.2, 0.1), atol=1e-15)
    figure = lb.Figure([lb.Joint.ball("ball", None)])
    np.testing.assert_allclose(figure.pose(ball=turn).world()["ball"][:3, :3], turn.as_matrix(), atol=1e-15)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"right_elbow": 90}, ["right_elbow", "radians", "wrong: right_elbow=90", "math.radians(90)"]),
        ({"right_shoulder": (45, 20, 0)}, ["right_shoulder.flexion", "right: right_shoulder=np.radians((45, 20, 0))"]),
        ({"right_shoulder.flexion": -170}, ["right: math.radians(-170)"]),
        ({"right_shoulder.flexion": 1, "right_shoulder": (0, 0, 0)}, ["set twice", "'right_shoulder.flexion'"]),
        ({"right_hand": 1}, ["right_hand", "is a site"]),
        ({"pelvis": Rotation.identity()}, ["7 numbers", "not a rotation alone"]),
        ({"right_elbw": 1}, ["'right_elbw'", "did you mean 'right_elbow'"]),
        ({"right_shoulder.flex": 1}, ["right_shoulder.flexion"]),
        ({"elbow.flexion": 1}, ["right_elbow.flexion"]),
        ({"right_elbow": math.nan}, ["right_elbow", "nan"]),
        ({"right_elbow": "bent"}, ["right_elbow", "numbers"]),
        ({"right_elbow": None}, ["right_elbow"]),
        ({"right_shoulder": (1, 2)}, ["3 numbers", "flexion, abduction, medial_rotation"]),
        ({"pelvis": (0, 0, 0, 0, 0, 0, 1)}, ["w x y z"]),
        ({"pelvis": (0, 0, 0, 2, 0, 0, 0)}, ["length 2"]),
        ({"pelvis.w": 0.5}, ["all four"]),
    ],
)
def test_mistakes_are_explained(human, values, words):
    with pytest.raises(lb.InputError) as caught:
        human.rest().with_values(values)
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_whole_vectors_are_checked(human):
    with pytest.raises(lb.InputError, match="takes shape \\(54,\\)"):
        human.pose(np.zeros(7))
    bad = np.array(human.rest().q)
    bad[9] = np.inf
    with pytest.raises(lb.InputError, match=r"has inf at \[9\]"):
        human.pose(bad)
    bad[9] = 0.0
    bad[3] = 1.5
    with pytest.raises(lb.InputError, match=r"quaternion .* 'pelvis' has length 1\.5"):
        human.world([human.rest().q, bad])
    with pytest.raises(lb.InputError, match="54 values in the last axis"):
        human.world(np.zeros((3, 53)))
    with pytest.raises(lb.InputError, match="one or the other"):
        human.pose(human.rest().q, right_elbow=1.0)


def test_degrees_in_whole_vectors_are_noticed(human):
    row = np.array(human.rest().q)
    row[human.value_names.index("right_elbow.flexion")] = 90.0
    for call in (human.pose, human.world, lambda q: human.jacobian([human.rest().q, q], "right_hand")):
        with pytest.raises(lb.InputError, match=r"right_elbow\.flexion is 90 radians"):
            call(row)


def test_rotations_near_lock_keep_their_digits_and_their_family(human):
    for distance in (0.0, 1e-12, 1e-8, 1e-7, 1e-4):
        turn = Rotation.from_euler("YXZ", (0.3, math.pi / 2 - distance, 0.2))
        pose = human.pose(right_shoulder=turn)
        assert np.abs(pose.rotation("right_shoulder") - turn.as_matrix()).max() < 1e-14
    ball = lb.Figure([lb.Joint.ball("b", None, order="XYZ", limits=[(-4, 4), (2, 3), (-4, 4)])])
    inside = ball.pose(b=(0.1, 2.5, 0.2))
    again = ball.pose(b=Rotation.from_matrix(inside.rotation("b")))
    np.testing.assert_allclose(again.q, inside.q, atol=1e-14)


def test_poses_are_equal_when_their_values_are(human):
    assert human.pose(right_elbow=1.0) == human.pose({"right_elbow.flexion": 1.0})
    assert human.pose(right_elbow=1.0) != human.rest()
    assert len({human.pose(right_elbow=1.0), human.pose(right_elbow=1.0), human.rest()}) == 2
    assert human.rest() != 3


def test_a_fixed_joint_has_no_values():
    with pytest.raises(lb.InputError, match="fixed"):
        lb.iiwa14().rest().with_values(base=1.0)


def test_slides_are_lengths_and_hinges_may_spin():
    figure = lb.Figure([lb.Joint.slide("rail", None, "x"), lb.Joint.hinge("wheel", "rail", "z")])
    pose = figure.pose(rail=250.0, wheel=1000.0)
    np.testing.assert_allclose(pose.world().position("wheel"), (250.0, 0.0, 0.0))


def test_points_between_any_two_frames(rng):
    figure = random_figure(rng)
    q = random_q(rng, figure)
    pose, frames = figure.pose(q), naive.world(figure, q) | {"world": np.eye(4)}
    points = rng.normal(size=(5, 2, 3))
    for source in ("joint_3", "site_1", "world"):
        for target in ("joint_8", "site_0", "world"):
            expected = np.linalg.solve(frames[target], frames[source] @ np.append(points[1, 1], 1.0))[:3]
            converted = pose.convert(points, source, target)
            assert converted.shape == points.shape
            np.testing.assert_allclose(converted[1, 1], expected, atol=1e-11)
            np.testing.assert_allclose(pose.convert(converted, target, source), points, atol=1e-11)
    with pytest.raises(lb.InputError, match="points"):
        pose.convert((1.0, 2.0), "joint_3")
    with pytest.raises(lb.InputError, match="do not fit"):
        figure.world(random_q(rng, figure, 4)).convert(np.zeros((3, 3)), "joint_3")


def test_jacobian_in_other_axes_and_at_other_points(rng):
    """Both blocks turn with the axes; the velocity of another point is v + w x (F - E)."""
    figure = random_figure(rng)
    q = random_q(rng, figure)
    pose, frames = figure.pose(q), naive.world(figure, q)
    plain = pose.jacobian("site_0")
    for frame in ("joint_4", "site_0", "site_2"):
        back = frames[frame][:3, :3].T
        turned = pose.jacobian("site_0", frame)
        np.testing.assert_allclose(turned[:3], back @ plain[:3], atol=1e-12)
        np.testing.assert_allclose(turned[3:], back @ plain[3:], atol=1e-12)
    for at, place in (
        ("joint_4", frames["joint_4"][:3, 3]),
        ("world", np.zeros(3)),
        ((1.0, 2.0, 3.0), (1.0, 2.0, 3.0)),
    ):
        moved = pose.jacobian("site_0", at=at)
        arm = np.asarray(place) - frames["site_0"][:3, 3]
        np.testing.assert_allclose(moved[:3], plain[:3] + np.cross(plain[3:].T, arm).T, atol=1e-11)
        np.testing.assert_allclose(moved[3:], plain[3:])
    with pytest.raises(lb.UnknownNameError, match="site"):
        pose.jacobian("hand")


def test_the_spatial_jacobian_has_the_moment_of_each_axis(rng):
    """At the world's origin a hinge's velocity column is P x z."""
    arm = lb.iiwa14()
    pose = arm.pose(rng.uniform(-1, 1, size=7))
    columns = pose.jacobian("flange", at="world")
    axes = [(0, 0, 1), (0, 1, 0), (0, 0, 1), (0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, 1)]
    for number, axis in enumerate(axes):
        frame = pose.world()[f"joint_{number + 1}"]
        z = frame[:3, :3] @ axis
        np.testing.assert_allclose(columns[:, number], [*np.cross(frame[:3, 3], z), *z], atol=1e-14)


def test_limits(human):
    assert human.rest().within_limits()
    bent = human.pose(right_elbow=-0.2, left_hip=(0.0, 2.0, 0.0))
    assert not bent.within_limits()
    found = {violation.name: violation.excess for violation in bent.violations()}
    assert found == pytest.approx({"right_elbow.flexion": 0.2, "left_hip.abduction": 2.0 - math.radians(45)})
    assert human.pose(right_elbow=-1e-10).within_limits()
    assert not human.pose(right_elbow=-1e-10).within_limits(tolerance=0.0)
    assert human.pose(right_elbow=1.0 - 2 * math.pi).within_limits()  # a whole turn away is the same posture


def test_swing_twist_limits_count():
    limit = lb.SwingTwist(0.5, (-0.2, 0.2), bone="z")
    for order in ("quaternion", "XYZ"):
        figure = lb.Figure([lb.Joint.ball("ball", None, order=order, swing_twist=limit)])
        assert figure.rest().within_limits()
        far = figure.pose(ball=Rotation.from_rotvec([0.7, 0.0, 0.0]))
        assert [(v.name, round(v.excess, 9)) for v in far.violations()] == [("ball.swing", 0.2)]
        twisted = figure.pose(ball=Rotation.from_rotvec([0.0, 0.0, -0.3]))
        assert [(v.name, round(v.excess, 9)) for v in twisted.violations()] == [("ball.twist", 0.1)]


def test_sliding_limits_are_lengths():
    figure = lb.Figure([lb.Joint.slide("rail", None, "x", limits=(0.0, 100.0))])
    assert figure.pose(rail=99.0).within_limits()
    assert figure.pose(rail=103.0).violations() == (lb.figure.pose.Violation("rail.distance", 3.0),)


def test_blend_ends_and_middle(human, rng):
    a = human.pose(right_shoulder=(0.3, 0.2, 0.1), right_elbow=0.4, pelvis=(1, 2, 3, 1, 0, 0, 0))
    b = human.pose(
        right_shoulder=(1.3, 0.6, -0.5), right_elbow=1.4, pelvis=(3, 2, 3, math.sqrt(0.5), 0, 0, math.sqrt(0.5))
    )
    np.testing.assert_array_equal(a.blend(b, 0.0).q, a.q)
    np.testing.assert_array_equal(a.blend(b, 1.0).q, b.q)
    middle = a.blend(b, 0.5)
    assert middle["right_elbow"] == pytest.approx(0.9)
    np.testing.assert_allclose(middle["pelvis"][:3], (2, 2, 3))
    p, q = (Rotation.from_matrix(pose.rotation("right_shoulder")) for pose in (a, b))
    halfway = p * Rotation.from_rotvec(0.5 * (p.inv() * q).as_rotvec())
    np.testing.assert_allclose(middle.rotation("right_shoulder"), halfway.as_matrix(), atol=1e-14)
    np.testing.assert_allclose(middle["right_shoulder"], (0.8, 0.4, -0.2), atol=0.1)  # no jump to the other family
    with pytest.raises(lb.InputError, match="another figure"):
        a.blend(lb.iiwa14().rest(), 0.5)
    with pytest.raises(lb.InputError, match="t: has nan"):
        a.blend(b, math.nan)


def test_poses_say_what_they_are(human):
    assert repr(human.rest()) == "Pose('human': at rest)"
    assert repr(human.pose(right_elbow=1.2)) == "Pose('human': right_elbow.flexion=1.2)"
    assert "20 joints, 53 degrees of freedom" in repr(human)
    assert "32 frames" in repr(human.rest().world())
    with pytest.raises(lb.InputError, match="hinge"):
        human.rest().rotation("right_elbow")

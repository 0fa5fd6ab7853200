import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb


@pytest.fixture(scope="module")
def human():
    return lb.human()


@pytest.fixture(scope="module")
def poses(human):
    turn = Rotation.from_euler("z", 80, degrees=True).as_quat(scalar_first=True)
    return [
        human.rest(),
        human.pose(right_shoulder=(1.2, 0.4, -0.3), right_elbow=1.0, pelvis=(0.5, 0, 0, 1, 0, 0, 0)),
        human.pose(right_shoulder=(1.5, 0.1, 0.6), right_elbow=1.0, pelvis=(1, 0.2, 0, *turn)),
        human.pose(right_elbow=0.2),
    ]


TIMES = (0.0, 1.0, 1.5, 3.0)


@pytest.mark.parametrize("smooth", [False, True])
def test_keys_are_met_exactly_and_the_ends_stand_still(poses, smooth):
    keys = lb.Keys(TIMES, poses, smooth=smooth)
    for time, pose in zip(TIMES, poses, strict=True):
        np.testing.assert_array_equal(keys.at(time).q, pose.q)
    np.testing.assert_array_equal(keys.at(-5.0).q, poses[0].q)
    np.testing.assert_array_equal(keys.at(99.0).q, poses[-1].q)


def test_straight_keys_are_blends(poses):
    keys = lb.Keys(TIMES, poses)
    for t in (0.1, 0.5, 0.9):
        np.testing.assert_allclose(keys.at(t).q, poses[0].blend(poses[1], t).q, atol=1e-14)
    np.testing.assert_allclose(keys.at(1.25).q, poses[1].blend(poses[2], 0.5).q, atol=1e-14)


def test_smooth_keys_have_no_corners_and_straight_ones_do(human, poses):
    """The hand's velocity just before and just after a key."""

    def jump(keys):
        h = 1e-6
        places = human.world(keys.sample([1.0 - h, 1.0, 1.0 + h])).position("right_hand")
        return np.linalg.norm((places[2] - places[1]) - (places[1] - places[0])) / h

    assert jump(lb.Keys(TIMES, poses, smooth=True)) < 1e-4
    assert jump(lb.Keys(TIMES, poses)) > 0.1


def test_smooth_values_stay_between_their_keys(human, poses):
    rows = lb.Keys(TIMES, poses, smooth=True).sample(np.linspace(0, 3, 301))
    elbow = rows[:, human.values_of("right_elbow")].ravel()
    assert elbow.min() >= 0.0
    assert elbow.max() <= 1.0
    assert rows.shape == (301, human.width)


def test_balls_do_not_jump_between_families(human, poses):
    for smooth in (False, True):
        rows = lb.Keys(TIMES, poses, smooth=smooth).sample(np.linspace(0, 3, 3001))
        assert np.abs(np.diff(rows[:, human.values_of("right_shoulder")], axis=0)).max() < 0.02
        size = np.linalg.norm(rows[:, 3:7], axis=1)
        np.testing.assert_allclose(size, 1.0, atol=1e-14)


@pytest.mark.parametrize(
    ("times", "count", "words"),
    [
        ((0.0, 1.0), 3, "poses"),
        ((0.0,), 1, "at least 2"),
        ((0.0, 0.0), 2, "do not increase"),
        ((1.0, 0.0), 2, "do not increase"),
        ((0.0, np.nan), 2, "nan"),
    ],
)
def test_mistakes_are_explained(human, times, count, words):
    with pytest.raises(lb.InputError, match=words):
        lb.Keys(times, [human.rest()] * count)


def test_keys_of_two_figures(human):
    with pytest.raises(lb.InputError, match=r"poses\[1\]"):
        lb.Keys((0, 1), [human.rest(), lb.iiwa14().rest()])
    with pytest.raises(lb.InputError, match="time"):
        lb.Keys((0, 1), [human.rest(), human.rest()]).at(np.nan)


def test_smooth_rotations_never_spin_wildly(rng):
    """Key sets on which iterative rotation splines do not converge; here the speed is bounded by the keys' own."""
    ball = lb.Figure([lb.Joint.ball("b", None, order="XYZ")])
    sets = [([0, 1, 2, 3, 3.1], [[-10, 30, -70], [90, 0, -20], [-90, 80, -20], [80, -80, 50], [80, 40, -90]])]
    for _ in range(100):
        sets.append((np.cumsum(rng.uniform(0.01, 1.0, size=5)), rng.uniform(-90, 90, size=(5, 3))))
    for times, degrees in sets:
        poses = [ball.pose(b=np.radians(angles)) for angles in degrees]
        keys = lb.Keys(times, poses, smooth=True)
        moments = np.linspace(times[0], times[-1], 4001)
        turns = Rotation.from_matrix(ball.world(keys.sample(moments))["b"][:, :3, :3])
        speed = (turns[:-1].inv() * turns[1:]).magnitude() / np.diff(moments)
        turned = Rotation.from_matrix(np.array([pose.rotation("b") for pose in poses]))
        fastest = ((turned[:-1].inv() * turned[1:]).magnitude() / np.diff(times)).max()
        assert speed.max() < 4.0 * fastest
        for time, pose in zip(times, poses, strict=True):
            near = ball.world(keys.sample([time - 1e-7, time + 1e-7]))["b"][:, :3, :3]
            assert np.abs(near - pose.rotation("b")).max() < 1e-4


def test_moments_of_any_shape(human, poses):
    keys = lb.Keys(TIMES, poses)
    assert keys.sample(0.5).shape == (human.width,)
    assert keys.sample(np.zeros((2, 3))).shape == (2, 3, human.width)
    assert repr(keys) == "Keys('human', 4 straight keys, 0 to 3 s)"

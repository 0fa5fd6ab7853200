import math

import numpy as np
import pytest

import limbik as lb


def test_the_planar_arm_of_the_textbook():
    arm = lb.planar_arm()
    q = np.array([math.pi / 8, math.pi / 4, math.pi / 4])
    sums = np.cumsum(q)
    tip = np.array([(15, 10, 5) @ np.cos(sums), (15, 10, 5) @ np.sin(sums), 0.0])
    np.testing.assert_allclose(arm.pose(q).world().position("tip"), tip, atol=1e-14)
    with pytest.raises(lb.InputError, match="lengths"):
        lb.planar_arm([1.0, -1.0])
    with pytest.raises(lb.InputError, match="lengths"):
        lb.planar_arm([])


def common_point(pose, names, axes):
    """The point nearest to several joint axes, and its largest distance from one of them."""
    world = pose.world()
    lines = [(world[n][:3, 3], world[n][:3, :3] @ a) for n, a in zip(names, axes, strict=True)]
    flats = [np.eye(3) - np.outer(z, z) for _, z in lines]
    point = np.linalg.lstsq(
        np.concatenate(flats), np.concatenate([m @ p for m, (p, _) in zip(flats, lines, strict=True)])
    )[0]
    return point, max(np.linalg.norm(m @ (point - p)) for m, (p, _) in zip(flats, lines, strict=True))


@pytest.mark.parametrize(
    ("make", "upper", "fore"), [(lb.iiwa14, 0.42, 0.40), (lb.wam7, math.hypot(0.55, 0.045), math.hypot(0.3, 0.045))]
)
def test_robot_arms_are_ball_hinge_ball(make, upper, fore, rng):
    """Axes 1-3 meet in a point, axes 5-7 in another; the lengths are those of the published geometry."""
    arm = make()
    joints = arm.limbs["arm"].joints
    axes = [arm.joint(name).axes[0] for name in joints]
    for q in rng.uniform(-1, 1, size=(5, 7)):
        pose = arm.pose(q)
        shoulder, shoulder_miss = common_point(pose, joints[:3], axes[:3])
        wrist, wrist_miss = common_point(pose, joints[4:], axes[4:])
        assert max(shoulder_miss, wrist_miss) < 1e-14
        frame = pose.world()[joints[3]]
        z = frame[:3, :3] @ axes[3]
        across = np.eye(3) - np.outer(z, z)
        assert np.linalg.norm(across @ (shoulder - frame[:3, 3])) == pytest.approx(upper, abs=1e-14)
        assert np.linalg.norm(across @ (wrist - frame[:3, 3])) == pytest.approx(fore, abs=1e-14)


def test_sun_earth_and_moon():
    """The moon goes with the earth around the sun, but neither with the earth's days nor with its tilt."""
    system = lb.solar_system()
    quarter = math.pi / 2
    place = system.pose(year=quarter, month=math.pi).world().position
    np.testing.assert_allclose(place("earth"), (0, 4, 0), atol=1e-15)
    np.testing.assert_allclose(place("moon"), (0, 3, 0), atol=1e-15)
    still = system.rest()
    turned = system.pose(earth=1.0)
    np.testing.assert_array_equal(turned.world()["moon"], still.world()["moon"])
    assert not np.allclose(turned.world().position("greenwich"), still.world().position("greenwich"))
    shapes = {id(joint.segment.geometry) for joint in system.joints if joint.segment.geometry}
    assert len(shapes) == 1
    radii = [np.ptp(still.vertices(name), axis=0).max() / 2 for name in ("sun", "earth", "moon")]
    np.testing.assert_allclose(radii, (1.0, 0.4, 0.12), rtol=0.01)
    many_days = system.pose(earth=2 * math.pi * 365.25)  # a hinge may spin
    assert np.isfinite(many_days.world().matrices).all()

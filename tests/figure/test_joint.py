import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb


def test_every_kind_has_its_widths():
    widths = {
        "fixed": (lb.Joint.fixed("j", None), 0, 0),
        "hinge": (lb.Joint.hinge("j", None, "x"), 1, 1),
        "slide": (lb.Joint.slide("j", None, (1, 1, 0)), 1, 1),
        "planar": (lb.Joint.planar("j", None), 3, 3),
        "universal": (lb.Joint.universal("j", None, "YZ"), 2, 2),
        "ball": (lb.Joint.ball("j", None), 4, 3),
        "free": (lb.Joint.free("j"), 7, 6),
    }
    for kind, (joint, width, dof) in widths.items():
        assert (joint.kind, joint.width, joint.dof) == (kind, width, dof)
        assert len(joint.rest) == len(joint.limits) == len(joint.turns) == width
    assert lb.Joint.ball("j", None, order="ZXZ").names == ("turn_z", "turn_x", "turn_z_again")
    assert lb.Joint.free("j", order="XYZ").dof == 6


def test_axes_are_made_unit():
    np.testing.assert_allclose(lb.Joint.hinge("j", None, (3e99, 4e99, 0)).axes[0], (0.6, 0.8, 0.0))
    np.testing.assert_array_equal(lb.Joint.hinge("j", None, "-y").axes[0], (0.0, -1.0, 0.0))


def test_rest_defaults_to_zero_or_the_nearest_limit():
    assert lb.Joint.hinge("j", None, "x", limits=(0.5, 2.0)).rest == (0.5,)
    assert lb.Joint.hinge("j", None, "x", limits=(-2.0, -0.5)).rest == (-0.5,)
    assert lb.Joint.hinge("j", None, "x", limits=(-2.0, 0.5)).rest == (0.0,)
    assert lb.Joint.ball("j", None).rest == (1.0, 0.0, 0.0, 0.0)


def test_joints_cannot_be_changed():
    joint = lb.Joint.hinge("j", None, "x")
    with pytest.raises(AttributeError):
        joint.name = "k"
    with pytest.raises(ValueError, match="read-only"):
        joint.location[0, 3] = 1.0


def sheared():
    matrix = np.eye(4)
    matrix[0, 1] = 0.1
    return matrix


def mirrored():
    return np.diag([1.0, -1.0, 1.0, 1.0])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lb.Joint.hinge("j", None, "x", limits=(90, -90)), ["upside down", "wrong: ", "right: ", "(-90, 90)"]),
        (lambda: lb.Joint.hinge("j", None, "x", limits=(-90, 90)), ["radians", "math.radians(90)"]),
        (lambda: lb.Joint.hinge("j", None, "x", limits=(0, math.nan)), ["limits", "nan", "finite"]),
        (lambda: lb.Joint.hinge("j", None, "x", limits=(0, 1, 2)), ["limits", "(2,)"]),
        (lambda: lb.Joint.hinge("j", None, "w"), ["axis", "'w'", "'-z'"]),
        (lambda: lb.Joint.hinge("j", None, (0, 0, 0)), ["axis", "length 0"]),
        (lambda: lb.Joint.hinge("j", None, (0, math.inf, 0)), ["axis", "inf"]),
        (lambda: lb.Joint.hinge("j", None, "x", location=lb.transform((1, 2, 3)).T), ["row-vector", "location=T.T"]),
        (lambda: lb.Joint.hinge("j", None, "x", location=sheared()), ["location", "sheared"]),
        (lambda: lb.Joint.hinge("j", None, "x", location=mirrored()), ["location", "mirrored", "+1"]),
        (lambda: lb.Joint.hinge("j", None, "x", location=np.eye(3)), ["location", "4x4", "lb.transform((0, 0, 0), R)"]),
        (lambda: lb.Joint.hinge("j", None, "x", location=(0, 0, 1)), ["location=lb.transform((0, 0, 1))"]),
        (lambda: lb.Joint.hinge("j", None, "x", rest=None, limits=("0", "1")), ["limits", "numbers"]),
        (lambda: lb.Joint.hinge("j", None, "x", rest=90, limits=(0, 2)), ["rest", "radians", "rest=math.radians(90)"]),
        (lambda: lb.Joint.ball("j", None, order="xyz"), ["order", "extrinsic", "'ZYX'"]),
        (lambda: lb.Joint.ball("j", None, order="XXY"), ["order", "'XXY'", "'ZYZ'"]),
        (lambda: lb.Joint.ball("j", None, rest=(0, 0, 0, 1)), ["w x y z", "(1, 0, 0, 0)", "(0, 0, 0, -1)"]),
        (lambda: lb.Joint.ball("j", None, rest=(2, 0, 0, 0)), ["length 2", "right: "]),
        (lambda: lb.Joint.ball("j", None, limits=[(0, 1)] * 4), ["SwingTwist"]),
        (lambda: lb.Joint.ball("j", None, order="XYZ", limits=[(0, 1)]), ["takes 3 pairs"]),
        (lambda: lb.Joint.universal("j", None, order="XX"), ["order", "two different"]),
        (lambda: lb.Joint.planar("j", None, "x", (1, 1, 0)), ["perpendicular"]),
        (lambda: lb.Joint.hinge("a.b", None, "x"), ["'a.b'", "no dot"]),
        (lambda: lb.Joint.hinge("", None, "x"), ["name"]),
        (lambda: lb.Joint.hinge("world", None, "x"), ["'world'"]),
        (lambda: lb.Joint.hinge("j", None, "x", names=("a", "b")), ["names", "1 different"]),
        (lambda: lb.Joint.hinge("j", None, "x", swing_twist=lb.SwingTwist(1.0)), ["ball"]),
        (lambda: lb.Joint("j", "revolute", None), ["kind", "'hinge'"]),
        (lambda: lb.Site("s", "j", sheared()), ["site 's', location", "sheared"]),
        (lambda: lb.Segment(mass=-1), ["mass", "0 or more"]),
        (lambda: lb.Segment(preparation=np.diag([1, 1, 0, 1])), ["preparation", "flat"]),
        (lambda: lb.Segment("sphere"), ["geometry", "Capsule"]),
        (lambda: lb.Capsule(1.0, 0.0), ["radius", "above 0"]),
        (lambda: lb.Capsule(1.0, 0.1, 3.0), ["end_radius", "swallows"]),
        (lambda: lb.Box((1, -1, 1)), ["size", "above 0"]),
        (lambda: lb.Ellipsoid((1, 1)), ["radii", "(3,)"]),
        (lambda: lb.Mesh([[0, 0, 0]], [[0, 0, 1]]), ["faces", "not there"]),
        (lambda: lb.SwingTwist(45.0), ["swing", "radians", "swing=np.radians(45.0)"]),
        (lambda: lb.SwingTwist((0.5, 0.4)), ["toward"]),
        (lambda: lb.SwingTwist((0.5, 0.4), toward="z"), ["toward", "across"]),
        (lambda: lb.SwingTwist((0.5, 0.0), toward="x"), ["flat"]),
        (lambda: lb.SwingTwist((0.5, 0.4), toward="x", center="x"), ["center"]),
        (lambda: lb.SwingTwist(0.5, toward="x"), ["toward"]),
        (lambda: lb.SwingTwist(0.5, (1.0, -1.0)), ["twist", "upside down"]),
    ],
)  # fmt: skip
def test_mistakes_are_explained(make, words):
    with pytest.raises(lb.InputError) as caught:
        make()
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_rounded_matrices_are_rounded_back():
    rough = Rotation.random(random_state=3).as_matrix().astype(np.float32).astype(float)
    joint = lb.Joint.fixed("j", None, location=np.block([[rough, np.zeros((3, 1))], [0, 0, 0, 1]]))
    turn = joint.location[:3, :3]
    assert np.abs(turn @ turn.T - np.eye(3)).max() < 1e-15
    assert np.abs(turn - rough).max() < 1e-7


def test_transform_takes_every_notation(rng):
    turn = Rotation.random(random_state=5)
    expected = turn.as_matrix()
    for given in (turn, expected, turn.as_quat(scalar_first=True)):
        np.testing.assert_allclose(lb.transform((1, 2, 3), given)[:3, :3], expected, atol=1e-15)
    np.testing.assert_allclose(
        lb.transform(orientation=turn.as_euler("ZXZ"), order="ZXZ")[:3, :3], expected, atol=1e-14
    )
    with pytest.raises(lb.InputError, match="radians"):
        lb.transform(orientation=(90, 0, 0), order="XYZ")
    with pytest.raises(lb.InputError, match="orientation"):
        lb.transform(orientation=np.ones((3, 3)))


def test_swing_and_twist_margins(rng):
    cone = lb.SwingTwist(0.5, (-0.3, 0.4), bone="z")
    swing = Rotation.from_rotvec([0.45, 0.0, 0.0])
    twist = Rotation.from_rotvec([0.0, 0.0, 0.35])
    np.testing.assert_allclose(cone.margins((swing * twist).as_matrix()), (0.05, 0.05), atol=1e-12)
    assert cone.margins(Rotation.from_rotvec([0.6, 0, 0]).as_matrix())[0] == pytest.approx(-0.1)
    ellipse = lb.SwingTwist((0.8, 0.3), bone="z", toward="x")
    toward_x = Rotation.from_rotvec([0.0, 0.7, 0.0]).as_matrix()
    toward_y = Rotation.from_rotvec([0.7, 0.0, 0.0]).as_matrix()
    assert ellipse.margins(toward_x)[0] == pytest.approx(0.1)
    assert ellipse.margins(toward_y)[0] == pytest.approx(-0.4)
    assert ellipse.margins(np.eye(3)) == (0.3, math.inf)
    # The closed inequality of the swing quaternion's ellipse.
    for turn in Rotation.random(200, random_state=rng).as_matrix():
        x, y, z = turn @ (0.0, 0.0, 1.0)
        inside = x**2 / math.sin(0.4) ** 2 + y**2 / math.sin(0.15) ** 2 <= 2 * (1 + z)
        assert (ellipse.margins(turn)[0] >= 0.0) == inside
    aside = lb.SwingTwist(0.2, bone="z", center="x")
    assert aside.margins(np.eye(3))[0] == pytest.approx(0.2 - math.pi / 2)


def test_a_round_ellipse_is_a_cone(rng):
    cone, ellipse = lb.SwingTwist(0.9), lb.SwingTwist((0.9, 0.9), toward="y")
    for turn in Rotation.random(50, random_state=rng).as_matrix():
        assert ellipse.margins(turn)[0] == pytest.approx(cone.margins(turn)[0], abs=1e-12)

"""Pictures: that the figure is really in them, in its colours, and that bad requests are explained."""

import numpy as np
import pytest
from PIL import Image

import limbik as lb
from limbik.draw.camera import Camera
from limbik.draw.picture import LEFT_COLOR, MIDDLE_COLOR, RIGHT_COLOR


def pixels(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), dtype=float) / 255.0


def share(image, color):
    """The share of pixels whose hue is a colour's: proportional to it within the range of the light."""
    brightness = image @ color / np.dot(color, color)
    off = np.linalg.norm(image - brightness[..., None] * np.array(color), axis=-1)
    return float(np.mean((off < 0.06) & (brightness > 0.3) & (brightness < 1.1)))


def test_the_human_is_seen_in_three_colours(tmp_path):
    lb.plot(lb.human().rest(), tmp_path / "human.png")
    image = pixels(tmp_path / "human.png")
    assert image.shape == (1050, 1050, 3)
    for color in (RIGHT_COLOR, LEFT_COLOR):
        assert 0.01 < share(image, color) < 0.2
    assert share(image, MIDDLE_COLOR) > 0.01


def test_from_the_front_the_right_arm_is_on_the_left_of_the_picture(tmp_path):
    lb.plot(lb.human().rest(), tmp_path / "front.png", view=(0.0, 0.1))
    image = pixels(tmp_path / "front.png")
    half = image.shape[1] // 2
    assert share(image[:, :half], RIGHT_COLOR) > 10 * share(image[:, half:], RIGHT_COLOR)
    assert share(image[:, half:], LEFT_COLOR) > 10 * share(image[:, :half], LEFT_COLOR)


def test_what_is_in_front_hides_what_is_behind(tmp_path):
    """From the right side the right leg covers the left one."""
    lb.plot(lb.human().rest(), tmp_path / "side.png", view=(-np.pi / 2, 0.0))
    image = pixels(tmp_path / "side.png")
    assert share(image, RIGHT_COLOR) > 20 * share(image, LEFT_COLOR)


@pytest.mark.parametrize("make", [lb.iiwa14, lb.wam7, lb.planar_arm, lb.solar_system])
def test_every_ready_made_figure_can_be_drawn(make, tmp_path):
    lb.plot(make().rest(), tmp_path / "figure.png")
    assert share(pixels(tmp_path / "figure.png"), MIDDLE_COLOR) > 0.01


@pytest.mark.parametrize("up", ["x", "-x", "y", "-y", "z", "-z"])
def test_a_figure_without_shapes_becomes_sticks_and_stands_upright(up, tmp_path):
    from limbik.check import AXES

    along = np.array(AXES[up])
    joints = [lb.Joint.fixed("root", None), lb.Joint.hinge("tall", "root", "x", location=lb.transform(3.0 * along))]
    lb.plot(lb.Figure(joints, up=up).rest(), tmp_path / "sticks.png")
    image = pixels(tmp_path / "sticks.png")
    brightness = image @ MIDDLE_COLOR / np.dot(MIDDLE_COLOR, MIDDLE_COLOR)
    off = np.linalg.norm(image - brightness[..., None] * np.array(MIDDLE_COLOR), axis=-1)
    rows, columns = np.nonzero((off < 0.05) & (brightness < 1.05) & (brightness > 0.3))
    middle = np.abs(columns - image.shape[1] / 2) < 60
    assert np.ptp(rows[middle]) > 5 * np.ptp(columns[middle])


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_tiny_and_huge_figures_fill_the_picture_alike(size, tmp_path):
    lb.plot(lb.scale(lb.human(), size).rest(), tmp_path / "human.png", title="")
    assert share(pixels(tmp_path / "human.png"), RIGHT_COLOR) > 0.01


def test_the_axes_are_those_of_the_data(tmp_path):
    """With y up, the axis that points up in the picture is labelled y."""
    figure = lb.Figure([lb.Joint.fixed("a", None)], [lb.Site("s", "a", lb.transform((0, 1, 0)))], up="y")
    drawing = lb.plot(figure.rest())
    words = {text.get_text(): text.get_position() for text in drawing.axes[0].texts}
    assert words["y"][1] > max(words["x"][1], words["z"][1])


def test_one_point_can_be_drawn(tmp_path):
    lb.plot(lb.Figure([lb.Joint.fixed("root", None)]).rest(), tmp_path / "point.png")


def test_other_formats_and_names(tmp_path):
    for ending in ("svg", "pdf"):
        lb.plot(lb.planar_arm().rest(), tmp_path / f"arm.{ending}", names=True)
        assert (tmp_path / f"arm.{ending}").stat().st_size > 1000
    plain = lb.plot(lb.planar_arm().rest(), names=True)
    assert "joint_2" in [text.get_text().strip() for text in plain.axes[0].texts]


def test_mistakes_are_explained(tmp_path):
    rest = lb.planar_arm().rest()
    with pytest.raises(lb.InputError, match="takes a Pose"):
        lb.plot(lb.planar_arm())
    with pytest.raises(lb.InputError, match="view"):
        lb.plot(rest, view=(45, 30))
    with pytest.raises(lb.FileError, match=r"cannot be written"):
        lb.plot(rest, tmp_path / "arm.xyz")
    with pytest.raises(lb.FileError, match=r"cannot be written"):
        lb.plot(rest, tmp_path / "no" / "arm.png")
    with pytest.raises(lb.FileError, match="no ending"):
        lb.plot(rest, tmp_path / "arm")
    with pytest.raises(lb.InputError, match="size"):
        lb.plot(rest, size=(0, 1))


def test_the_camera_keeps_right_right_and_near_near():
    camera = Camera(np.zeros(3), 10.0, azimuth=0.0, elevation=0.0)
    flat, depth = camera.project(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [5.0, 1.0, 0.0]]))
    np.testing.assert_allclose(flat, [[1, 0], [0, 1], [2, 0]], atol=1e-15)
    np.testing.assert_allclose(depth, [10, 10, 5])
    np.testing.assert_allclose(camera.axes @ camera.axes.T, np.eye(3), atol=1e-15)


def test_an_alignment_has_a_map_beside_it(tmp_path):
    """The share of green on the map is that of the valid pairs."""
    from limbik.draw.swivel import BLOCKED, VALID
    from limbik.draw.ways import PALE

    human = lb.human()
    arm = lb.Limb(human, "right_arm", tool=lb.transform((0, 0, -0.1)))
    for goal in (lb.Alignment((0.4, -0.25, 1.1), (1, 0, -0.5), "-z"), lb.Aim((1.2, -0.3, 1.2), "-z")):
        ways, found = arm.swivel(goal), arm.solve(goal)
        lb.plot(found.apply(), tmp_path / "map.png", swivel=ways, answer=found)
        image = pixels(tmp_path / "map.png")
        assert image.shape[0] == 1050
        assert image.shape[1] > 1900
        right = image[:, 1050:]
        pale = 1.0 - PALE * (1.0 - np.array(BLOCKED))
        green = np.abs(right - VALID).max(axis=-1) < 0.03
        red = np.abs(right - pale).max(axis=-1) < 0.03
        assert green.sum() / (green.sum() + red.sum()) == pytest.approx(ways.region(360, 240).share, abs=0.01)
        assert share(image[:, :1050], RIGHT_COLOR) > 0.02
    lb.plot(found.apply(), tmp_path / "plain.png", swivel=ways, ghosts=0)
    missed = arm.solve(lb.Aim(arm.root()[:3, 3] + 0.01, "x"))
    lb.plot(missed.apply(), tmp_path / "missed.png", swivel=arm.swivel(missed.goal), answer=missed)
    for wrong, complaint in (
        ({"swivel": "map"}, "takes what limb.swivel"),
        ({"swivel": ways, "answer": 3}, "answer"),
        ({"swivel": ways, "ghosts": 1000}, "0 to 100"),
    ):
        with pytest.raises(lb.InputError, match=complaint):
            lb.plot(human.rest(), **wrong)

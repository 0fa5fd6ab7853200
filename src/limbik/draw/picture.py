"""`plot`: a picture of a pose."""

import math
import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.draw.camera import Camera
from limbik.draw.scene import AXIS_COLORS, SKY, Color, Scene, add_stick, paint_ground, paint_shadow
from limbik.draw.swivel import add_swivel
from limbik.draw.ways import add_ways, paint_map
from limbik.errors import FileError, InputError, LimbikError
from limbik.figure.joint import Joint, Site
from limbik.figure.pose import Pose
from limbik.io.files import write_bytes
from limbik.limb.swivel import Swivel
from limbik.limb.two_ways import SwivelAndFlexion, SwivelAndRoll, TwoWays
from limbik.solution import Solution

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

RIGHT_COLOR: Color = (0.16, 0.60, 0.62)
LEFT_COLOR: Color = (0.91, 0.58, 0.28)
MIDDLE_COLOR: Color = (0.62, 0.67, 0.76)
DOTS_PER_INCH = 150
MAP_WIDTH = 0.85
"""Of the map beside a picture, in heights of the picture."""
LIGHT = np.array([0.42, -0.36, 0.83]) / np.linalg.norm([0.42, -0.36, 0.83])


def plot(
    pose: Pose,
    path: str | os.PathLike[str] | None = None,
    *,
    view: tuple[float, float] = (math.radians(-38.0), math.radians(14.0)),
    size: tuple[float, float] = (7.0, 7.0),
    title: str | None = None,
    names: bool = False,
    swivel: Swivel | SwivelAndRoll | SwivelAndFlexion | None = None,
    answer: Solution | None = None,
    ghosts: int = 5,
) -> "Drawing":
    """Draw a pose as solid shapes on a ground grid; with a path, write it as PNG, or as SVG or PDF around an image.

    `view` is the camera's azimuth (0 looks at the figure from +x, its front) and elevation, in radians. Right limbs are
    drawn in teal, left ones in orange. With a `swivel` the elbow's circle is drawn too, valid arcs green and thick,
    blocked ones red, some other valid arms as ghosts, and the goal; the picture comes nearer to that limb. For an
    alignment or an aim a map of all valid pairs of swivel and roll, or flexion, stands beside it, and `answer` tells
    whose circle is drawn and which pair is marked. Needs matplotlib: `pip install limbik[plots]`.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Drawing
    except ImportError as error:
        raise LimbikError("drawing needs matplotlib: pip install 'limbik[plots]'") from error
    check.instance("pose", pose, Pose, "figure.rest()")
    azimuth, elevation = check.numbers("view", view, (2,))
    if abs(elevation) > math.pi / 2 or abs(azimuth) > check.TWO_TURNS:
        raise InputError("view", "is azimuth and elevation in radians; the elevation lies between -pi/2 and pi/2")

    width, height = check.numbers("size", size, (2,)).tolist()
    if not (0.5 <= width <= 100.0 and 0.5 <= height <= 100.0):
        raise InputError("size", f"is {size}; width and height are in inches, between 0.5 and 100")
    if path is not None and not isinstance(path, str | os.PathLike):
        raise InputError("path", f"takes text or a Path, not {path!r}")
    if path is not None and not Path(path).suffix:
        raise FileError(path, "has no ending that says what to write, such as .png, .svg or .pdf")

    upright = _upright(pose.figure.up)
    scene = figure_scene(pose, upright, names=names)
    triangles = scene.triangles  # of the figure alone, which casts the shadow
    points = triangles.reshape(-1, 3) if len(triangles) else pose.world().matrices[:, :3, 3] @ upright.T
    ground = min(0.0, float(points[:, 2].min()))
    marks = Scene()
    if swivel is not None:
        _check_swivel(swivel, answer, ghosts, pose)
        if isinstance(swivel, Swivel):
            shown = add_swivel(scene, marks, swivel, upright, ghosts=int(ghosts))
        else:
            shown = add_ways(scene, marks, swivel, answer, upright, ghosts=int(ghosts))
        points = _around(shown, swivel.limb.reach[1])
    low, high = points.min(axis=0), points.max(axis=0)
    extent = float(np.linalg.norm(high - low)) or 1.0
    camera = Camera(0.5 * (low + high), 3.2 * extent, float(azimuth), float(elevation))

    has_map = isinstance(swivel, TwoWays)
    whole = width + (MAP_WIDTH * height if has_map else 0.0)
    drawing = Drawing(figsize=(whole, height), dpi=DOTS_PER_INCH, facecolor=SKY)
    FigureCanvasAgg(drawing)
    axes = drawing.add_axes((0.0, 0.0, width / whole, 1.0))
    if isinstance(swivel, TwoWays):
        side = MAP_WIDTH * height / whole
        paint_map(drawing.add_axes((width / whole + 0.16 * side, 0.16, 0.78 * side, 0.72)), swivel, answer)
    axes.set_axis_off()
    _frame(axes, camera, points, width / height)
    _add_world_axes(scene, camera, axes, upright)
    step = _round_step(extent / 6.0)
    paint_ground(axes, camera, camera.target, ground, step, 8)
    paint_shadow(axes, camera, triangles, LIGHT, ground)
    scene.paint(axes, camera, LIGHT, (round(width * DOTS_PER_INCH), round(height * DOTS_PER_INCH)), marks)
    caption = f"{pose.figure.name}   grid {step:g} {pose.figure.units}" if title is None else title
    grey = (0.42, 0.46, 0.53)
    axes.text(0.02, 0.02, caption, transform=axes.transAxes, color=grey, fontsize=8, zorder=6, parse_math=False)
    if path is not None:
        content = BytesIO()
        try:
            drawing.savefig(content, format=Path(path).suffix[1:])
        except ValueError as error:
            raise FileError(path, f"the picture cannot be written: {error}") from error
        write_bytes(Path(path), content.getvalue())
    return drawing


def figure_scene(pose: Pose, upright: Array, *, names: bool = False) -> Scene:
    """The segments of a pose as solids. A figure that has no shapes at all is drawn as sticks between its frames."""
    figure = pose.figure
    scene = Scene()
    places = dict(zip(figure.frame_names, pose.world().matrices[:, :3, 3] @ upright.T, strict=True))
    shapeless = all(joint.segment.geometry is None for joint in figure.joints)
    thin = 0.018 * (float(np.ptp(list(places.values()), axis=0).max()) or 1.0)
    for joint in figure.joints:
        color = _color_of(joint.name)
        segment = joint.segment
        if segment.geometry is not None:
            faces = segment.geometry.triangles[1]
            if np.linalg.det(segment.preparation[:3, :3]) < 0.0:
                faces = faces[:, ::-1]  # mirrored data turns its faces inside out
            scene.add_solid(pose.vertices(joint.name) @ upright.T, faces, color)
        if shapeless:
            ends: list[Joint | Site] = [*figure.joints, *figure.sites]
            for end in ends:
                if end.parent == joint.name:
                    add_stick(scene, places[joint.name], places[end.name], thin, color)
        if names:
            scene.add_name(places[joint.name], joint.name)
    return scene


def _add_world_axes(scene: Scene, camera: Camera, axes: "Axes", upright: Array) -> None:
    """Red x, green y, blue z in the lower left corner of the picture, whatever the figure does."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    length = 0.07 * (top - bottom)
    across, above = left + 0.10 * (right - left), bottom + 0.11 * (top - bottom)
    corner = camera.target + across * camera.axes[0] + above * camera.axes[1]
    for unit, letter, color in zip(upright.T, "xyz", AXIS_COLORS, strict=True):
        add_stick(scene, corner, corner + length * unit, 0.035 * length, color)
        scene.add_word(corner + 1.22 * length * unit, letter, color)


def _color_of(name: str) -> Color:
    words = name.lower()
    if words.startswith("right") or words.endswith(("_r", ".r")):
        return RIGHT_COLOR
    if words.startswith("left") or words.endswith(("_l", ".l")):
        return LEFT_COLOR
    return MIDDLE_COLOR


def _upright(up: str) -> Array:
    """The rotation that carries the figure's up axis to z."""
    turns = {
        "z": np.eye(3),
        "-z": np.diag([1.0, -1.0, -1.0]),
        "y": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        "-y": np.array([[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]),
        "x": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
        "-x": np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]]),
    }
    return turns[up]


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, near a rough length."""
    power = 10.0 ** math.floor(math.log10(rough))
    return float(power * min((1.0, 2.0, 5.0, 10.0), key=lambda factor: abs(factor * power - rough)))


def _check_swivel(swivel: object, answer: object, ghosts: float, pose: Pose) -> None:
    if not isinstance(swivel, Swivel | TwoWays):
        raise InputError("swivel", f"takes what limb.swivel(goal) gives, not {type(swivel).__name__}")
    if swivel.limb.figure is None or not swivel.limb.figure.same_build(pose.figure):
        raise InputError("swivel", "belongs to a limb of another figure than the pose")
    if answer is not None:
        check.instance("answer", answer, Solution, "limb.solve(goal)")
    if not 0 <= check.number("ghosts", ghosts) <= 100:
        raise InputError("ghosts", f"is {ghosts}; it takes 0 to 100")


def _around(points: Array, reach: float) -> Array:
    """The corners of a box that has the points and some of the figure beside them in it."""
    room = 0.25 * reach
    return np.array([points.min(axis=0) - room, points.max(axis=0) + room])


def _frame(axes: "Axes", camera: Camera, points: Array, ratio: float) -> None:
    """Fill the picture with the figure, with a margin."""
    flat, _ = camera.project(points)
    low, high = flat.min(axis=0), flat.max(axis=0)
    center = 0.5 * (low + high)
    half = 0.57 * max(high[1] - low[1], (high[0] - low[0]) / ratio) or 0.1 * camera.distance
    axes.set_xlim(center[0] - half * ratio, center[0] + half * ratio)
    axes.set_ylim(center[1] - half, center[1] + half)

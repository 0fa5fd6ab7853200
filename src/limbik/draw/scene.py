"""Scene: solids and words in space, and how they get onto a picture with a floor."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from limbik.check import Array
from limbik.draw.camera import Camera
from limbik.figure.geometry import Capsule, Ellipsoid
from limbik.kernels import raster

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Color = tuple[float, float, float]

SKY: Color = (0.976, 0.980, 0.988)
GROUND: Color = (0.925, 0.935, 0.950)
SHADOW: Color = (0.815, 0.835, 0.865)
GRID: Color = (0.835, 0.855, 0.885)
INK: Color = (0.200, 0.235, 0.290)
AXIS_COLORS: tuple[Color, Color, Color] = ((0.86, 0.28, 0.28), (0.28, 0.66, 0.34), (0.28, 0.48, 0.92))
FINER = 2
"""Pixels are computed this many times finer each way and averaged, which smooths the edges."""
HIDDEN = 0.45
"""How much is seen of a mark behind something."""


@dataclass
class Scene:
    """What is to be painted, in world coordinates with z up."""

    corners: list[Array] = field(default_factory=list)
    normals: list[Array] = field(default_factory=list)
    colors: list[Array] = field(default_factory=list)
    words: list[tuple[Array, str, Color]] = field(default_factory=list)
    names: list[tuple[Array, str]] = field(default_factory=list)

    def add_solid(self, vertices: Array, faces: NDArray[np.int64], color: Color) -> None:
        """A closed surface; where faces share a vertex it looks round."""
        triangles = vertices[faces]
        across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        at_vertex = np.zeros_like(vertices)
        for corner in range(3):
            np.add.at(at_vertex, faces[:, corner], across)
        size = np.linalg.norm(at_vertex, axis=1, keepdims=True)
        at_vertex /= np.where(size > 0.0, size, 1.0)
        self.corners.append(triangles)
        self.normals.append(at_vertex[faces])
        self.colors.append(np.tile(color, (len(triangles), 1)))

    def add_word(self, place: Array, text: str, color: Color) -> None:
        """A word centred on its place."""
        self.words.append((place, text, color))

    def add_name(self, place: Array, text: str) -> None:
        """A name beside its place, on the side that leads away from the middle of the picture."""
        self.names.append((place, text))

    @property
    def triangles(self) -> Array:
        """(n, 3, 3)"""
        return np.concatenate(self.corners) if self.corners else np.empty((0, 3, 3))

    def _rendered(self, axes: "Axes", camera: Camera, light: Array, shape: tuple[int, int]) -> tuple[Array, Array]:
        """Colours and cover of every fine pixel (rows, columns, 4), and the distance of what is seen there."""
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        columns, rows = shape[0] * FINER, shape[1] * FINER
        flat, distance = camera.project(self.triangles)
        pixels = np.empty((len(flat), 3, 3))
        pixels[..., 0] = (flat[..., 0] - left) / (right - left) * columns - 0.5
        pixels[..., 1] = (top - flat[..., 1]) / (top - bottom) * rows - 0.5
        pixels[..., 2] = distance
        image = np.zeros((rows, columns, 4))
        depth = np.full((rows, columns), np.inf)
        if len(flat):
            toward_eye = tuple(camera.axes[2].tolist())
            normals, colors = np.concatenate(self.normals), np.concatenate(self.colors)
            raster.fill(pixels, normals, colors, tuple(light.tolist()), toward_eye, depth, image)
        return image, depth

    def paint(
        self, axes: "Axes", camera: Camera, light: Array, shape: tuple[int, int], marks: "Scene | None" = None
    ) -> None:
        """The solids as an image over the axes' present limits, `shape` pixels wide and high, then the words.

        `marks` are painted over them, and shine through where they would be hidden.
        """
        from matplotlib.patheffects import withStroke

        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        image, depth = self._rendered(axes, camera, light, shape)
        pictures = [image]
        if marks is not None:
            over, nearer = marks._rendered(axes, camera, light, shape)
            over[..., 3] *= np.where(nearer <= depth, 1.0, HIDDEN)
            pictures.append(over)
        for number, picture in enumerate(pictures):
            cells = picture.reshape(shape[1], FINER, shape[0], FINER, 4)
            mixed = (cells[..., :3] * cells[..., 3:]).sum(axis=(1, 3))
            cover = cells[..., 3].sum(axis=(1, 3))
            mixed /= np.where(cover > 0.0, cover, 1.0)[..., None]
            smooth = np.concatenate([mixed, cover[..., None] / (FINER * FINER)], axis=2)
            axes.imshow(
                smooth,
                extent=(left, right, bottom, top),
                interpolation="none",
                aspect="auto",
                zorder=3 + 0.5 * number,
                origin="upper",
            )
        style: dict[str, Any] = {"fontsize": 8, "va": "center", "zorder": 5, "parse_math": False}
        style["path_effects"] = [withStroke(linewidth=2.5, foreground=SKY)]  # a halo, to be read on any ground
        for place, text, ink in self.words:
            (x, y), _ = camera.project(place)
            axes.text(x, y, text, color=ink, ha="center", **style)
        for place, text in self.names:
            (x, y), _ = camera.project(place)
            aside = (x - 0.5 * (left + right)) / (right - left)
            side = "center" if abs(aside) < 0.008 else "right" if aside < 0.0 else "left"
            axes.text(x, y, f" {text} ", color=INK, ha=side, **style)


def add_stick(scene: Scene, start: Array, end: Array, radius: float, color: Color) -> None:
    """A capsule between two points; a ball where they coincide."""
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 1e-6 * radius:
        vertices, faces = Ellipsoid((radius, radius, radius)).triangles
        scene.add_solid(vertices + start, faces, color)
        return
    z = along / length
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x /= np.linalg.norm(x)
    vertices, faces = Capsule(length, radius).triangles
    scene.add_solid(vertices @ np.array([x, np.cross(z, x), z]) + start, faces, color)


def add_arrow(scene: Scene, start: Array, end: Array, radius: float, color: Color) -> None:
    """A stick that ends in a cone, whose tip is the end."""
    along = end - start
    length = float(np.linalg.norm(along))
    z = along / length
    head = min(9.0 * radius, 0.5 * length)
    add_stick(scene, start, end - head * z, radius, color)
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x /= np.linalg.norm(x)
    angles = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    rim = end - head * z + 3.0 * radius * (np.outer(np.cos(angles), x) + np.outer(np.sin(angles), np.cross(z, x)))
    after = (np.arange(24) + 1) % 24
    side = np.stack([np.arange(24), after, np.full(24, 24)], axis=1)
    scene.add_solid(np.vstack([rim, end]), side, color)
    scene.add_solid(np.vstack([rim, end - head * z]), side[:, ::-1], color)


def paint_ground(axes: "Axes", camera: Camera, center: Array, height: float, step: float, reach: int) -> None:
    """A floor with a grid of squares."""
    from matplotlib.collections import LineCollection, PolyCollection

    x0, y0 = (step * np.round(center[axis] / step) for axis in (0, 1))
    edge = step * reach
    square = np.array([[x0 + sx * edge, y0 + sy * edge, height] for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    floor, _ = camera.project(square)
    axes.add_collection(PolyCollection([floor], facecolors=[GROUND], edgecolors="none", zorder=0))
    lines, widths = [], []
    for number in range(-reach, reach + 1):
        for start, end in (((number, -reach), (number, reach)), ((-reach, number), (reach, number))):
            ends = np.array([[x0 + step * i, y0 + step * j, height] for i, j in (start, end)])
            lines.append(camera.project(ends)[0])
            widths.append(0.9 if number == 0 else 0.6)
    axes.add_collection(LineCollection(lines, colors=[GRID], linewidths=widths, zorder=1))


def paint_shadow(axes: "Axes", camera: Camera, triangles: Array, light: Array, height: float) -> None:
    """Where the light does not reach the floor."""
    from matplotlib.collections import PolyCollection

    above = triangles[..., 2] - height
    fallen = triangles - above[..., None] * (light / light[2])
    fallen[..., 2] = height
    corners: Any = camera.project(fallen)[0]
    axes.add_collection(PolyCollection(corners, facecolors=[SHADOW], edgecolors=[SHADOW], linewidths=0.4, zorder=2))

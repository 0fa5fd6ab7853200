"""Shapes, and the segment (the tree's node) that carries one. A shape may be shared by many segments."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from limbik import check
from limbik.check import Array
from limbik.errors import InputError

Triangles = tuple[Array, NDArray[np.int64]]
"""Vertices (n, 3) and faces (m, 3), counter-clockwise seen from outside."""

AROUND, ALONG = 24, 8  # how finely round shapes are cut into triangles


class Geometry(check.Record):
    """A shape about its own origin. `triangles` is its surface."""

    @cached_property
    def triangles(self) -> Triangles:
        raise TypeError(f"{type(self).__name__} has no surface")


@dataclass(frozen=True)
class Capsule(Geometry):
    """A round stick from the origin to z = length, with a ball of its own radius at each end."""

    length: float
    radius: float
    end_radius: float | None = None

    def __post_init__(self) -> None:
        length, radius = check.positive("length", self.length), check.positive("radius", self.radius)
        end = None if self.end_radius is None else check.positive("end_radius", self.end_radius)
        check.fill(self, length=length, radius=radius, end_radius=end)
        if end is not None and end - radius >= length:
            raise InputError("end_radius", "is so large that the end swallows the rest; use an Ellipsoid")
        if end is not None and radius - end >= length:
            raise InputError("radius", "is so large that it swallows the end; use an Ellipsoid")

    @cached_property
    def triangles(self) -> Triangles:
        first, last = self.radius, self.radius if self.end_radius is None else self.end_radius
        slope = math.asin((first - last) / self.length)  # where the cone touches both balls
        lower = np.linspace(-math.pi / 2, slope, ALONG)
        upper = np.linspace(slope, math.pi / 2, ALONG)
        radii = np.concatenate([first * np.cos(lower), last * np.cos(upper)])
        heights = np.concatenate([first * np.sin(lower), self.length + last * np.sin(upper)])
        return _revolved(radii, heights)


@dataclass(frozen=True)
class Ellipsoid(Geometry):
    """A ball stretched to three radii."""

    radii: tuple[float, float, float]

    def __post_init__(self) -> None:
        radii = check.numbers("radii", self.radii, (3,))
        if radii.min() <= 0.0:
            raise InputError("radii", f"are {radii.tolist()}; each must be above 0")
        check.fill(self, radii=tuple(float(r) for r in radii))

    @cached_property
    def triangles(self) -> Triangles:
        angles = np.linspace(-math.pi / 2, math.pi / 2, 2 * ALONG)
        vertices, faces = _revolved(np.cos(angles), np.sin(angles))
        return check.frozen(vertices * self.radii), faces


@dataclass(frozen=True)
class Box(Geometry):
    """A box about the origin; size is its full extent along x, y, z."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        size = check.numbers("size", self.size, (3,))
        if size.min() <= 0.0:
            raise InputError("size", f"is {size.tolist()}; each must be above 0")
        check.fill(self, size=tuple(float(s) for s in size))

    @cached_property
    def triangles(self) -> Triangles:
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
        # Each side has corners of its own, so that its edges stay sharp when it is lit.
        faces = np.array([[first, first + a, first + a + 1] for first in range(0, 24, 4) for a in (1, 2)])
        return check.frozen(corners[np.ravel(sides)] * self.size), _frozen_faces(faces)


@dataclass(frozen=True, eq=False, init=False)
class Mesh(Geometry):
    """Any triangle mesh."""

    vertices: Array
    faces: NDArray[np.int64]

    def __init__(self, vertices: ArrayLike, faces: ArrayLike) -> None:
        points = check.numbers("vertices", vertices, (None, 3))
        try:
            corners = np.array(faces)
        except ValueError:
            corners = np.empty(0)  # rows of different lengths
        if corners.ndim != 2 or corners.shape[1] != 3 or not np.issubdtype(corners.dtype, np.integer):
            raise InputError("faces", "takes whole numbers of shape (any, 3)")
        if corners.size and (corners.min() < 0 or corners.max() >= len(points)):
            raise InputError("faces", f"names a vertex that is not there; there are {len(points)}, counted from 0")
        check.fill(self, vertices=check.frozen(points), faces=_frozen_faces(corners.astype(np.int64)))

    @cached_property
    def triangles(self) -> Triangles:
        return self.vertices, self.faces


@dataclass(frozen=True, eq=False, init=False)
class Segment(check.Record):
    """The node that a joint leads to: what it looks like and what it weighs.

    `preparation` moves (and may scale) the geometry's own data so that its pivot is the segment's origin; the
    children of the segment do not inherit it. `center_of_mass` is in the segment's frame.
    """

    geometry: Geometry | None
    preparation: Array
    mass: float
    center_of_mass: Array

    def __init__(
        self,
        geometry: Geometry | None = None,
        preparation: ArrayLike | None = None,
        mass: float = 0.0,
        center_of_mass: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        if geometry is not None and not isinstance(geometry, Geometry):
            raise InputError("geometry", f"takes a Capsule, Ellipsoid, Box or Mesh, not {geometry!r}")
        weight = check.number("mass", mass)
        if weight < 0.0:
            raise InputError("mass", f"is {weight:g}; it must be 0 or more")
        check.fill(
            self,
            geometry=geometry,
            preparation=check.affine("preparation", np.eye(4) if preparation is None else preparation),
            mass=weight,
            center_of_mass=check.frozen(check.numbers("center_of_mass", center_of_mass, (3,))),
        )


def _revolved(radii: Array, heights: Array) -> Triangles:
    """A closed surface of revolution about z; its first and last radius are (nearly) 0."""
    around = np.linspace(0.0, 2.0 * math.pi, AROUND, endpoint=False)
    inner = slice(1, len(radii) - 1)
    rings = np.stack(
        [
            np.outer(radii[inner], np.cos(around)),
            np.outer(radii[inner], np.sin(around)),
            np.repeat(heights[inner, None], AROUND, axis=1),
        ],
        axis=-1,
    )
    vertices = np.concatenate([[[0.0, 0.0, heights[0]]], rings.reshape(-1, 3), [[0.0, 0.0, heights[-1]]]])
    count = len(radii) - 2
    here = np.arange(AROUND)
    there = (here + 1) % AROUND
    faces = [np.stack([np.zeros_like(here), 1 + there, 1 + here], axis=1)]
    for ring in range(count - 1):
        low, high = 1 + ring * AROUND, 1 + (ring + 1) * AROUND
        faces.append(np.stack([low + here, low + there, high + there], axis=1))
        faces.append(np.stack([low + here, high + there, high + here], axis=1))
    top = 1 + (count - 1) * AROUND
    faces.append(np.stack([np.full_like(here, len(vertices) - 1), top + here, top + there], axis=1))
    return check.frozen(vertices), _frozen_faces(np.concatenate(faces))


def _frozen_faces(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    faces.flags.writeable = False
    return faces

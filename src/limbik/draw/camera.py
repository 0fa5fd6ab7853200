"""Camera: where the picture is taken from, and what lies in front of what."""

import math
from dataclasses import dataclass

import numpy as np

from limbik.check import Array


@dataclass(frozen=True)
class Camera:
    """A perspective camera that looks at `target` (z up) from a distance, turned by azimuth and raised by elevation."""

    target: Array
    distance: float
    azimuth: float
    elevation: float

    @property
    def axes(self) -> Array:
        """Rows: right and up in the picture, and toward the viewer."""
        ca, sa = math.cos(self.azimuth), math.sin(self.azimuth)
        ce, se = math.cos(self.elevation), math.sin(self.elevation)
        return np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])

    @property
    def eye(self) -> Array:
        place: Array = self.target + self.distance * self.axes[2]
        return place

    def project(self, points: Array) -> tuple[Array, Array]:
        """Picture coordinates (..., 2), in lengths at the target, and the distance (...,) from the picture's plane."""
        seen = (points - self.target) @ self.axes.T
        depth = self.distance - seen[..., 2]
        return seen[..., :2] * (self.distance / depth)[..., None], depth

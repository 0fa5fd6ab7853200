"""Figures from the classroom: a planar arm, and sun, earth and moon."""

import math
from collections.abc import Sequence

import numpy as np

from limbik import check
from limbik.errors import InputError
from limbik.figure.figure import Figure
from limbik.figure.geometry import Capsule, Ellipsoid, Segment
from limbik.figure.joint import Joint, Site
from limbik.figure.transform import transform


def planar_arm(lengths: Sequence[float] = (15.0, 10.0, 5.0)) -> Figure:
    """Hinges about z in the x-y plane, each link along x; the site 'tip' ends the last link."""
    links = check.numbers("lengths", lengths, (None,))
    if len(links) == 0 or links.min() <= 0.0:
        raise InputError("lengths", f"are {lengths}; there must be at least one, each above 0")
    along_x = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    radius = 0.02 * float(links.sum())
    joints: list[Joint] = []
    before = 0.0
    for number, length in enumerate(links):
        shape = Capsule(float(length), radius * max(0.85**number, 0.3))
        joints.append(
            Joint.hinge(
                f"joint_{number + 1}",
                joints[-1].name if joints else None,
                "z",
                location=transform((before, 0.0, 0.0)),
                segment=Segment(shape, transform(orientation=along_x)),
            )
        )
        before = float(length)
    return Figure(joints, [Site("tip", joints[-1].name, transform((before, 0.0, 0.0)))], name="planar_arm")


def solar_system() -> Figure:
    """Sun, earth and moon: what moves with what. Not to scale.

    One sphere is the geometry of all three; each has its own data-preparation matrix for its size and the earth's tilt,
    which the moon does not inherit. Orbits are joints; so is each body's own turning, on a branch of its own, because
    the moon follows the earth around the sun but does not turn with the earth's days.
    """
    sphere = Ellipsoid((1.0, 1.0, 1.0))

    def body(radius: float, tilt: float = 0.0) -> Segment:
        size = transform(orientation=(math.cos(tilt / 2), math.sin(tilt / 2), 0.0, 0.0))
        size[:3, :3] *= radius
        return Segment(sphere, size)

    joints = [
        Joint.fixed("center", None),
        Joint.hinge("sun", "center", "z", names=("day",), segment=body(1.0)),
        Joint.hinge("year", "center", "z"),
        Joint.fixed("earth_place", "year", location=transform((4.0, 0.0, 0.0))),
        Joint.hinge("earth", "earth_place", "z", names=("day",), segment=body(0.4, math.radians(23.4))),
        Joint.hinge("month", "earth_place", "z"),
        Joint.hinge("moon", "month", "z", names=("day",), location=transform((1.0, 0.0, 0.0)), segment=body(0.12)),
    ]
    sites = [Site("greenwich", "earth", transform((0.4, 0.0, 0.0)))]
    return Figure(joints, sites, name="solar_system")

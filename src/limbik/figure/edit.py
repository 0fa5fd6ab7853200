"""Figures made from figures: multi-freedom joints taken apart into hinges and slides, and a change of size."""

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.figure.figure import UNITS, Figure
from limbik.figure.geometry import Segment
from limbik.figure.joint import QUATERNION, Joint, LimbParts, Site
from limbik.figure.layout import steps_of
from limbik.figure.limits import Range
from limbik.kernels import tree


def expand(figure: Figure) -> Figure:
    """The same figure with its planar, universal, ball and free joints taken apart into hinges and slides.

    Links of zero length join the parts. The last part of each joint keeps its name, segment and frame; the parts before
    it are called after its values (`shoulder_flexion`). q keeps its order, so every pose of the one is a pose of the
    other. Joints with a quaternion or with swing-twist limits have no such parts and stay whole.
    """
    check.instance("figure", figure, Figure, "lb.human()")
    joints: list[Joint] = []
    parts: dict[str, tuple[str, ...]] = {}
    for joint in figure.joints:
        pieces = _taken_apart(joint)
        parts[joint.name] = tuple(piece.name for piece in pieces)
        joints.extend(pieces)
    limbs = {
        name: LimbParts(tuple(piece for joint in limb.joints for piece in parts[joint]), limb.site)
        for name, limb in figure.limbs.items()
    }
    return Figure(joints, figure.sites, name=figure.name, limbs=limbs, up=figure.up, units=figure.units)


def _taken_apart(joint: Joint) -> list[Joint]:
    if joint.width <= 1 or joint.order == QUATERNION or joint.swing_twist is not None:
        return [joint]
    pieces: list[Joint] = []
    for number, (code, axis) in enumerate(steps_of(joint)):
        last = number == joint.width - 1
        pieces.append(
            Joint(
                joint.name if last else f"{joint.name}_{joint.names[number]}",
                "slide" if code == tree.SLIDE else "hinge",
                pieces[-1].name if pieces else joint.parent,
                location=None if pieces else joint.location,
                axes=[axis],
                names=[joint.names[number]],
                limits=[joint.limits[number]],
                rest=joint.rest[number],
                segment=joint.segment if last else None,
            )
        )
    return pieces


def scale(figure: Figure, factor: float, *, units: str | None = None) -> Figure:
    """Every length times a factor: locations, slides, geometry, centres of mass. Masses and angles stay.

    `scale(figure, 100.0, units="cm")` says the same lengths in other units.
    """
    check.instance("figure", figure, Figure, "lb.human()")
    times = check.positive("factor", factor)
    joints = [_scaled_joint(joint, times) for joint in figure.joints]
    sites = [Site(site.name, site.parent, _moved(site.location, times)) for site in figure.sites]
    chosen = figure.units if units is None else check.choice("units", units, tuple(UNITS))
    return Figure(joints, sites, name=figure.name, limbs=figure.limbs, up=figure.up, units=chosen)


def _scaled_joint(joint: Joint, times: float) -> Joint:
    factors = [1.0 if turns else times for turns in joint.turns]
    if joint.order == QUATERNION:
        factors[-4:] = [1.0] * 4
    limits = [
        None if limit is None else Range(limit.lo * by, limit.hi * by)
        for limit, by in zip(joint.limits, factors, strict=True)
    ]
    segment = joint.segment
    return Joint(
        joint.name,
        joint.kind,
        joint.parent,
        location=_moved(joint.location, times),
        axes=joint.axes,  # type: ignore[arg-type]
        order=joint.order,
        names=joint.names,
        limits=limits[:-4] if joint.order == QUATERNION else limits,
        swing_twist=joint.swing_twist,
        rest=[value * by for value, by in zip(joint.rest, factors, strict=True)],
        segment=Segment(
            segment.geometry,
            np.diag([times, times, times, 1.0]) @ segment.preparation,
            segment.mass,
            segment.center_of_mass * times,
        ),
    )


def _moved(location: Array, times: float) -> Array:
    moved = location.copy()
    moved[:3, 3] *= times
    return moved

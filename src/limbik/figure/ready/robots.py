"""Robot arms built like ours: three axes through the shoulder, a hinge, three through the wrist."""

import math

from limbik.figure.dh import DHRow, from_dh
from limbik.figure.figure import Figure
from limbik.figure.geometry import Box, Capsule, Segment
from limbik.figure.joint import Joint, LimbParts, Site
from limbik.figure.transform import transform


def iiwa14() -> Figure:
    """KUKA LBR iiwa 14 R820: 0.36 m to the shoulder, 0.42 m upper arm, 0.40 m forearm, 0.126 m to the flange."""
    axes = ("z", "y", "z", "-y", "z", "y", "z")
    heights = (0.1575, 0.2025, 0.2045, 0.2155, 0.1845, 0.2155, 0.0810)
    degrees = (170.0, 120.0, 170.0, 120.0, 170.0, 120.0, 175.0)
    flange = 0.045
    joints = [Joint.fixed("base", None, segment=_pedestal(0.0, heights[0]))]
    for number, (axis, height, limit) in enumerate(zip(axes, heights, degrees, strict=True)):
        bound = math.radians(limit)
        reach = heights[number + 1] if number < 6 else flange
        joints.append(
            Joint.hinge(
                f"joint_{number + 1}",
                joints[-1].name,
                axis,
                limits=(-bound, bound),
                location=transform((0.0, 0.0, height)),
                segment=_stick(reach, 0.068 - 0.005 * number),
            )
        )
    limb = LimbParts(tuple(joint.name for joint in joints[1:]), "flange")
    site = Site("flange", joints[-1].name, transform((0.0, 0.0, flange)))
    return Figure(joints, [site], name="iiwa14", limbs={"arm": limb})


def wam7() -> Figure:
    """Barrett WAM, seven joints: 0.55 and 0.30 m links and an elbow set off by 45 mm, still ball, hinge and ball."""
    right_angle = math.pi / 2.0
    rows = [
        DHRow(a=0.0, alpha=-right_angle, d=0.0, limits=(-2.6, 2.6)),
        DHRow(a=0.0, alpha=right_angle, d=0.0, limits=(-2.0, 2.0)),
        DHRow(a=0.045, alpha=-right_angle, d=0.55, limits=(-2.8, 2.8)),
        DHRow(a=-0.045, alpha=right_angle, d=0.0, limits=(-0.9, 3.1)),
        DHRow(a=0.0, alpha=-right_angle, d=0.30, limits=(-4.76, 1.24)),
        DHRow(a=0.0, alpha=right_angle, d=0.0, limits=(-1.6, 1.6)),
        DHRow(a=0.0, alpha=0.0, d=0.06, limits=(-3.0, 3.0)),
    ]
    arm = from_dh(rows, name="wam7", limb="arm")
    # Sticks along the links: the long ones from joint 3 to the elbow, from the elbow to the wrist, and the flange.
    shapes = {
        "base": _pedestal(-0.35, 0.0),
        "joint_3": _stick(0.55, 0.06),
        "joint_5": _stick(0.30, 0.045),
        "joint_7": _stick(0.06, 0.03),
    }
    joints = [
        Joint(
            joint.name,
            joint.kind,
            joint.parent,
            location=joint.location,
            axes=joint.axes,  # type: ignore[arg-type]
            limits=joint.limits,
            segment=shapes.get(joint.name),
        )
        for joint in arm.joints
    ]
    return Figure(joints, arm.sites, name="wam7", limbs=arm.limbs)


def _pedestal(bottom: float, top: float) -> Segment:
    return Segment(Box((0.22, 0.22, top - bottom)), transform((0.0, 0.0, 0.5 * (bottom + top))))


def _stick(length: float, radius: float) -> Segment:
    return Segment(Capsule(length, radius))

"""Denavit-Hartenberg tables, standard and modified, as figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.figure import Figure
from limbik.figure.joint import Joint, LimbParts, Site
from limbik.figure.transform import transform

CONVENTIONS = ("standard", "modified")


@dataclass(frozen=True)
class DHRow:
    """One row of a table. The joint's variable adds to `theta` (a hinge) or to `d` (a slide).

    Standard: T = Rz(theta) Tz(d) Tx(a) Rx(alpha). Modified (Craig): T = Rx(alpha) Tx(a) Rz(theta) Tz(d), where
    alpha and a are those of the link before.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    kind: str = "hinge"
    limits: Any = None
    name: str | None = None


def from_dh(
    rows: Sequence[DHRow | Sequence[float]],
    convention: str = "standard",
    *,
    base: ArrayLike | None = None,
    tool: ArrayLike | None = None,
    name: str = "arm",
    limb: str | None = None,
) -> Figure:
    """A serial arm from a Denavit-Hartenberg table: DHRows, or plain rows (a, alpha, d, theta) of hinges.

    Joints are called joint_1, joint_2, ... unless the rows name them; the root 'base' places the arm, and the site
    'flange' is the frame after the last row and the tool. A modified table's frames are the joints' own; a standard
    table's frame i lies at the far end of its link, past the joint, and only the last one is a frame of the figure.
    """
    check.choice("convention", convention, CONVENTIONS)
    table = [_row(f"rows[{number}]", row) for number, row in enumerate(check.listed("rows", rows))]
    if not table:
        raise InputError("rows", "there are none; a table has a row for each joint")
    joints = [Joint.fixed("base", None, location=np.eye(4) if base is None else base)]
    carried = np.eye(4)  # what the rows before leave for the next arc
    for number, row in enumerate(table):
        if convention == "standard":
            location = carried @ _screw(2, row.theta, 0.0)
            carried = _screw(2, 0.0, row.d) @ _screw(0, row.alpha, row.a)
        else:
            location = carried @ _screw(0, row.alpha, row.a) @ _screw(2, row.theta, row.d)
            carried = np.eye(4)
        joint_name = row.name or f"joint_{number + 1}"
        maker = Joint.slide if row.kind == "slide" else Joint.hinge
        joints.append(maker(joint_name, joints[-1].name, "z", location=location, limits=row.limits))
    end = carried if tool is None else carried @ check.rigid("tool", tool)
    limbs = {} if limb is None else {limb: LimbParts(tuple(joint.name for joint in joints[1:]), "flange")}
    return Figure(joints, [Site("flange", joints[-1].name, end)], name=name, limbs=limbs)


def _row(argument: str, row: DHRow | Sequence[float]) -> DHRow:
    if not isinstance(row, DHRow):
        a, alpha, d, theta = check.numbers(argument, row, (4,)).tolist()
        row = DHRow(a, alpha, d, theta)
    check.choice(f"{argument}, kind", row.kind, ("hinge", "slide"))
    for field in ("a", "alpha", "d", "theta"):
        value = check.number(f"{argument}, {field}", getattr(row, field))
        if field in ("alpha", "theta") and abs(value) > check.TWO_TURNS:
            raise InputError(
                f"{argument}, {field}",
                f"is {value:g} radians, more than two turns; limbik takes radians, and rows as (a, alpha, d, theta)",
                wrong=f"{field}={value:g}",
                right=f"{field}=math.radians({value:g})",
            )
    return row


def _screw(axis: int, angle: float, along: float) -> Array:
    """A turn about and a move along one coordinate axis, which commute."""
    unit = np.eye(3)[axis]
    half = 0.5 * angle
    return transform(unit * along, (math.cos(half), *(math.sin(half) * unit)))

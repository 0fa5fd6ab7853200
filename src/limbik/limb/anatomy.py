"""A limb's matrices and limits as the arrays that the kernels take."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.figure import Figure
from limbik.figure.transform import euler_axes
from limbik.kernels import euler, rows
from limbik.kernels.anatomy import Anatomy
from limbik.kernels.jit import Integers
from limbik.limb.recognise import Unit

FLAT = 1e-13
"""Below this fraction of its length an offset along the hinge is rounding, and the limb is planar."""


def build(
    a: Array,
    b: Array,
    tool: Array,
    shoulder: str,
    wrist: str,
    limits: Array,
    offsets: Array,
    swing: Array,
    axis: Array | None,
    torso: Array,
) -> Anatomy:
    """From the constant transforms, orders and limits; axis is the one that the swivel's zero projects, if any."""
    offset_a, offset_b = flattened(a[:3, :3].T @ a[:3, 3]), flattened(b[:3, 3])
    if not np.linalg.norm(offset_a) + np.linalg.norm(offset_b) > 1e-60:
        raise InputError("A, B", "have no length to speak of; a limb is longer than 1e-60")
    for offset in (offset_a, offset_b):
        if math.hypot(offset[0], offset[2]) <= 1e-9 * np.linalg.norm(offset):
            raise InputError("A, B", "the shoulder or the wrist lies on the hinge, which cannot change the reach")
    orders = np.array([*euler_axes(shoulder), *euler_axes(wrist), axis is not None])
    angles = limits + offsets[:, None]  # of the Euler angles and the hinge, rather than of the values
    bounds = np.column_stack([angles, offsets, limits])
    direction, side = rest_reference(a, b, shoulder, middles(angles))
    geometry = np.concatenate(
        [
            a[:3, :3],
            b[:3, :3],
            tool[:3, :3],
            [offset_a, offset_b, tool[:3, 3], direction, side if axis is None else axis],
            torso,
        ]
    )
    return with_limits(geometry, bounds, orders, swing, 2)


def flattened(offset: Array) -> Array:
    """A vector in the hinge's frame, with a trace of length along the hinge taken off."""
    flat = np.array(offset)
    if abs(flat[1]) <= FLAT * np.linalg.norm(flat):
        flat[1] = 0.0
    return flat


def with_limits(geometry: Array, bounds: Array, orders: Integers, swing: Array, balls: int) -> Anatomy:
    """An anatomy whose rows are made from its limits; with balls = 1 those of the shoulder alone."""
    width = 9 if (swing[:, 0] != 0.0).any() else 4
    entries = np.zeros((rows.MOST_ROWS, width + 2), dtype=np.int64)
    weights = np.zeros((rows.MOST_ROWS, width + 1))
    masks = np.zeros((4, 6), dtype=np.int64)
    shape, bound, order, swung = (_sealed(part) for part in (geometry, bounds, orders, swing))
    count = rows.build(order, bound, swung, 0.0, balls, entries, weights, masks)
    return Anatomy(shape, bound, order, swung, *(_sealed(part) for part in (entries[:count], weights[:count], masks)))


def packed(body: Anatomy) -> tuple[Array, Integers]:
    """An anatomy in two flat arrays, see `kernels.anatomy.unpacked`."""
    numbers = np.concatenate([part.ravel() for part in (body.geometry, body.bounds, body.swing, body.weights)])
    count, width = len(body.entries), body.weights.shape[1] - 1
    whole = np.concatenate([[count, width], body.orders, body.masks.ravel(), body.entries.ravel()])
    return _sealed(numbers), _sealed(whole.astype(np.int64))


def _sealed(array: Any) -> Any:
    """A read-only copy."""
    copy = np.array(array, order="C")
    copy.flags.writeable = False
    return copy


def middles(limits: Array) -> Array:
    """The middle of every range (n, 2), 0 where there is none."""
    limited = np.isfinite(limits).all(axis=1)
    return np.where(limited, np.where(np.isfinite(limits), limits, 0.0).mean(axis=1), 0.0)


def rest_reference(a: Array, b: Array, shoulder: str, middle: Array) -> tuple[Array, Array]:
    """Where the wrist lies with the ball and the hinge at mid-range, and the elbow's side there: unit vectors.

    Without limits that is all angles 0; if the limb is then straight, any side normal to it serves.
    """
    r1 = np.empty((3, 3))
    euler.to_matrix(tuple(middle[:3].tolist()), *euler_axes(shoulder), r1)
    elbow = a[:3, 3]
    c, s = math.cos(middle[3]), math.sin(middle[3])
    wrist = elbow + a[:3, :3] @ np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]) @ b[:3, 3]
    size = np.linalg.norm(wrist)
    n = r1 @ (wrist / size if size > 0.0 else a[:3, 1])
    side = r1 @ elbow - (r1 @ elbow @ n) * n
    if np.linalg.norm(side) < 1e-9 * np.linalg.norm(elbow):
        side = r1 @ a[:3, 1] - (r1 @ a[:3, 1] @ n) * n
    return n, side / np.linalg.norm(side)


def torso_axes(figure: Figure, name: str, unit: Unit) -> Array:
    """For an arm with a twin on the other side: outward, forward and up at rest, as rows in the shoulder's frame."""
    twin = name.replace("right", "left") if "right" in name else name.replace("left", "right")
    if "arm" not in name or twin == name or twin not in figure.limbs:
        return np.zeros((3, 3))
    world = figure.rest().world()
    mine, other = (world.position(figure.limbs[limb].joints[0]) for limb in (name, twin))
    up = check.axis("up", figure.up)
    outward = (mine - other) - ((mine - other) @ up) * up
    if np.linalg.norm(outward) < 1e-9:
        return np.zeros((3, 3))
    outward /= np.linalg.norm(outward)
    forward = np.cross(up, outward) if "right" in name else np.cross(outward, up)
    parent = figure.joint(figure.limbs[name].joints[0]).parent
    turn = unit.root[:3, :3] if parent is None else world[parent][:3, :3] @ unit.root[:3, :3]
    return np.array([outward, forward, up]) @ turn


def checked_limits(limits: ArrayLike | None) -> Array:
    if limits is None:
        return np.full((7, 2), (-np.inf, np.inf))
    try:
        given = np.array(limits, dtype=np.float64)
    except (TypeError, ValueError):
        given = np.empty(0)
    if given.shape != (7, 2) or np.isnan(given).any():
        raise InputError("limits", "takes seven pairs of numbers; -inf and inf for a joint without limits")
    bounded = np.isfinite(given)
    if (bounded[:, 0] != bounded[:, 1]).any() or (given[:, 0] > given[:, 1]).any():
        wrong = (bounded[:, 0] != bounded[:, 1]) | (given[:, 0] > given[:, 1])
        row = int(np.argmax(wrong))
        raise InputError("limits", f"row {row} is upside down or has one end only: {given[row].tolist()}")
    if np.abs(given[bounded]).max(initial=0.0) > check.TWO_TURNS:
        raise InputError("limits", "has an angle beyond two turns; limbik takes radians, and -inf, inf for no limits")
    return given

"""How an answer moves with its goal: the augmented Jacobian, whose last row is the swivel's rate."""

from typing import TYPE_CHECKING

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.goals import Aim
from limbik.kernels import anatomy, euler
from limbik.limb.minimise import euler_axes_of
from limbik.solution import Solution, Status

if TYPE_CHECKING:
    from limbik.limb.limb import Limb

SINGULAR = 1e10
"""A Jacobian with a larger condition number (lengths as fractions of the reach) has no useful inverse."""


def of_solution(limb: "Limb", solution: Solution) -> Array:
    """(7, 6), or (7, 3) for a position, whose wrist is held: dq for a small move and turn of the tool in the world."""
    check.instance("solution", solution, Solution, "limb.solve(goal)")
    if solution.status is Status.INVALID:
        raise InputError("solution", "answers no goal: its row was invalid")
    if isinstance(solution.goal, Aim):
        raise InputError("solution", "answers an Aim, which does not say where the tool goes; q has no rate for that")
    whole = solution.wrist is None
    axes, points, tool = _axes(limb, solution.q)
    moved = points[6] if whole else tool  # the end of the forearm, or what takes its place
    count = 7 if whole else 4
    linear = np.cross(axes, tool - points)[:count].T
    scale = limb.reach[1]
    swivel = scale * _swivel_rate(limb, axes[:count], points[3], moved, np.cross(axes, moved - points)[:count].T)
    rows = [linear, scale * axes[:count].T, swivel[None]] if whole else [linear, swivel[None]]
    augmented = np.concatenate(rows) / scale
    if not np.linalg.cond(augmented) < SINGULAR:
        raise InputError("solution", "is singular: the limb is straight or folded, or a ball is locked; q has no rate")
    inverse = np.linalg.inv(augmented)
    turn = limb.root(solution.pose)[:3, :3].T
    rates = np.zeros((7, 6 if whole else 3))
    rates[:count, :3] = inverse[:, :3] @ turn / scale
    if whole:
        rates[:, 3:] = inverse[:, 3:6] @ turn
    return rates


def _axes(limb: "Limb", q: Array) -> tuple[Array, Array, Array]:
    """The seven axes, a point on each, and the tool's place, all in the shoulder's frame."""
    body, angles = limb._body, q + limb._offsets
    r1, bend, r2 = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    i, j, k, p, q_, r = (int(axis) for axis in body.orders[:6])
    euler.to_matrix(tuple(angles[:3].tolist()), i, j, k, r1)
    euler.to_matrix((float(angles[3]), 0.0, 0.0), 1, 0, 2, bend)
    euler.to_matrix(tuple(angles[4:].tolist()), p, q_, r, r2)
    upper = r1 @ limb.A[:3, :3]
    fore = upper @ bend @ limb.B[:3, :3]
    elbow = r1 @ limb.A[:3, 3]
    wrist = elbow + upper @ bend @ limb.B[:3, 3]
    axes = np.concatenate(
        [
            euler_axes_of(body.orders[:3], angles[:3]).T,
            upper[:, 1][None],
            (fore @ euler_axes_of(body.orders[3:6], angles[4:])).T,
        ]
    )
    points = np.array([*np.zeros((3, 3)), elbow, wrist, wrist, wrist])
    return axes, points, wrist + fore @ r2 @ limb.tool[:3, 3]


def _swivel_rate(limb: "Limb", axes: Array, elbow: Array, wrist: Array, wrist_rate: Array) -> Array:
    """d phi / dq: how the elbow goes round the line to the wrist, less how the circle's zero does."""
    geometry = limb._body.geometry
    d = float(np.linalg.norm(wrist))
    elbow_rate = np.zeros_like(wrist_rate)
    elbow_rate[:, :3] = np.cross(axes[:3], elbow).T
    if d == 0.0:
        return np.zeros(wrist_rate.shape[1])
    n = wrist / d
    n_rate = (wrist_rate - np.outer(n, n @ wrist_rate)) / d
    across = elbow - (elbow @ n) * n
    size = float(np.linalg.norm(across))
    if size <= 1e-9 * float(np.linalg.norm(elbow)):
        return np.zeros(wrist_rate.shape[1])
    around = np.cross(n, across) / size
    rate = (around @ elbow_rate - (elbow @ n) * (around @ n_rate)) / size
    if limb.reference == "projected":
        p = geometry[anatomy.REST_SIDE]
        flat = p - (p @ n) * n
        length = float(np.linalg.norm(flat))
        return np.asarray(rate + (p @ n) * (np.cross(n, flat) / length @ n_rate) / length)
    n0 = geometry[anatomy.REST_DIRECTION]
    return np.asarray(rate + np.cross(n0, n) @ n_rate / (1.0 + n0 @ n))

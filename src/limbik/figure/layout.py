"""A figure's tree as the flat arrays that the kernels traverse (see `kernels.tree`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from limbik.check import Array, frozen
from limbik.errors import InputError, UnknownNameError
from limbik.figure.joint import QUATERNION, Joint, Site
from limbik.kernels import tree


@dataclass(frozen=True, slots=True)
class Layout:
    """Flat, read-only arrays; frames are the joints in traversal order, then the sites."""

    tree: tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]
    """arcs, steps, axes and locations, in the order in which the kernels take them."""
    masses: Array
    centers: Array
    frames: Mapping[str, int]
    first_value: Mapping[str, int]
    width: int
    dof: int


def depth_first(joints: Sequence[Joint]) -> tuple[Joint, ...]:
    """The joints in traversal order: parents before children, children in the order in which they were given."""
    by_name: dict[str, Joint] = {}
    for joint in joints:
        if joint.name in by_name:
            raise InputError("joints", f"the name {joint.name!r} is used twice; every joint needs its own")
        by_name[joint.name] = joint
    children: dict[str | None, list[Joint]] = {}
    for joint in joints:
        if joint.parent is not None and joint.parent not in by_name:
            raise UnknownNameError(f"joint {joint.name!r}, parent", joint.parent, by_name, "joint")
        children.setdefault(joint.parent, []).append(joint)
    roots = children.get(None, [])
    if len(roots) > 1:
        names = ", ".join(repr(root.name) for root in roots)
        raise InputError(
            "joints",
            f"{len(roots)} joints have no parent ({names}); one root arc places the whole figure",
            wrong=f"Joint.hinge({roots[1].name!r}, parent=None, ...)",
            right=f"Joint.hinge({roots[1].name!r}, parent={roots[0].name!r}, ...)",
        )
    ordered: list[Joint] = []
    waiting = list(roots)
    while waiting:
        joint = waiting.pop()
        ordered.append(joint)
        waiting.extend(reversed(children.get(joint.name, [])))
    if len(ordered) < len(joints):
        raise InputError("joints", f"are tied in a ring: {_ring(by_name, ordered)}; a tree has one root and no rings")
    return tuple(ordered)


def _ring(by_name: dict[str, Joint], reached: list[Joint]) -> str:
    """'a -> b -> c -> a' for a cycle among the joints that the root does not reach."""
    inside = set(by_name) - {joint.name for joint in reached}
    walk: list[str] = []
    here: str | None = min(inside)
    while here is not None and here not in walk:
        walk.append(here)
        here = by_name[here].parent
    ring = walk[walk.index(here) :] if here in walk else walk
    return " -> ".join([*reversed(ring), ring[-1]])


def steps_of(joint: Joint) -> list[tuple[int, Array]]:
    """What each degree of freedom does, as (code, axis): the articulation matrix factor by factor."""
    unit = np.eye(3)
    turns: list[tuple[int, Array]] = []
    if joint.order == QUATERNION:
        turns = [(tree.QUATERNION, unit[2])]
    elif joint.order:
        turns = [("XYZ".index(letter), unit["XYZ".index(letter)]) for letter in joint.order]
    match joint.kind:
        case "hinge":
            return [_turn(joint.axes[0])]
        case "slide":
            return [(tree.SLIDE, joint.axes[0])]
        case "planar":
            first, second = joint.axes
            return [(tree.SLIDE, first), (tree.SLIDE, second), _turn(np.cross(first, second))]
        case "free":
            return [(tree.SLIDE, axis) for axis in unit] + turns
    return turns


def _turn(axis: Array) -> tuple[int, Array]:
    for number, unit in enumerate(np.eye(3)):
        if np.array_equal(axis, unit):
            return number, axis
    return tree.TURN, axis


def build_layout(joints: Sequence[Joint], sites: Sequence[Site]) -> Layout:
    """Joints in traversal order and sites, flattened."""
    entries: list[Joint | Site] = [*joints, *sites]
    frames = {entry.name: number for number, entry in enumerate(entries)}
    arcs: list[tuple[int, int, int, int]] = []
    steps: list[tuple[int, int, int]] = []
    axes: list[Array] = []
    first_value: dict[str, int] = {}
    width = dof = 0
    for joint in joints:
        first_value[joint.name] = width
        first_step = len(steps)
        for code, axis in steps_of(joint):
            steps.append((code, width, dof))
            axes.append(axis)
            width += 4 if code == tree.QUATERNION else 1
            dof += 3 if code == tree.QUATERNION else 1
        parent = -1 if joint.parent is None else frames[joint.parent]
        arcs.append((parent, first_step, len(steps), _does_not_rotate(joint.location)))
    for site in sites:
        arcs.append((frames[site.parent], len(steps), len(steps), _does_not_rotate(site.location)))
    locations = np.array([entry.location[:3] for entry in entries])
    tree_arrays = (
        np.array(arcs, dtype=np.int64),
        np.array(steps, dtype=np.int64).reshape(-1, 3),
        np.array(axes, dtype=np.float64).reshape(-1, 3),
        locations,
    )
    for array in tree_arrays:
        array.flags.writeable = False
    return Layout(
        tree=tree_arrays,
        masses=frozen(np.array([joint.segment.mass for joint in joints])),
        centers=frozen(np.array([joint.segment.center_of_mass for joint in joints])),
        frames=MappingProxyType(frames),
        first_value=MappingProxyType(first_value),
        width=width,
        dof=dof,
    )


def _does_not_rotate(location: Array) -> int:
    return int(np.array_equal(location[:3, :3], np.eye(3)))

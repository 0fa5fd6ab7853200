"""A swivel in a picture: the elbow's circle with its valid arcs, other valid arms as ghosts, and the goal."""

import math
from itertools import pairwise

import numpy as np

from limbik.check import Array
from limbik.draw.scene import AXIS_COLORS, Color, Scene, add_stick
from limbik.goals import Placement
from limbik.limb.swivel import Swivel
from limbik.solution import Arc

VALID: Color = (0.25, 0.69, 0.38)
BLOCKED: Color = (0.87, 0.36, 0.33)
GHOST: Color = (0.80, 0.86, 0.89)
GOAL: Color = (0.25, 0.29, 0.36)
PIECES = 180


def add_swivel(scene: Scene, marks: Scene, swivel: Swivel, upright: Array, *, ghosts: int = 0) -> Array:
    """Adds ghosts to the scene, circle and goal to the marks; the points that the picture should show come back."""
    size = swivel.reach[1]
    thin = 0.011 * size
    center, radius, _ = swivel.circle
    angles = np.linspace(-math.pi, math.pi, PIECES + 1)
    ring = np.array([swivel.elbow(phi) for phi in angles]) @ upright.T
    if radius > 2.0 * thin:
        add_ring(marks, ring, [is_on(swivel.arcs, phi) for phi in 0.5 * (angles[1:] + angles[:-1])], thin)
    shoulder = swivel.limb.root(swivel._question.pose)[:3, 3]
    for phi, place in _spread(swivel, ghosts):
        add_ghost(scene, [shoulder, swivel.elbow(phi), place], upright, thin)
    goal = _add_goal(marks, swivel, upright, thin, 0.16 * size)
    return np.concatenate([ring, [upright @ center, upright @ shoulder, goal]])


def add_ghost(scene: Scene, arm: list[Array], upright: Array, thin: float) -> None:
    """Another valid arm, as sticks from point to point."""
    for start, end in pairwise(arm):
        add_stick(scene, upright @ start, upright @ end, 1.3 * thin, GHOST)


def add_ring(marks: Scene, ring: Array, valid: list[bool], thin: float) -> None:
    """A circle in pieces, valid ones thick and green, blocked ones thin and red; ring has one point more than those."""
    for n, good in enumerate(valid):
        add_stick(marks, ring[n], ring[n + 1], thin if good else 0.55 * thin, VALID if good else BLOCKED)


def is_on(arcs: tuple[Arc, ...], phi: float) -> bool:
    """Does one of the arcs hold a swivel?"""
    return any((phi - arc.lo) % (2.0 * math.pi) <= arc.length for arc in arcs)


def _spread(swivel: Swivel, count: int) -> list[tuple[float, Array]]:
    """Swivels spread over the valid arcs, and where the forearm ends, which is the same place for all."""
    whole = sum(arc.length for arc in swivel.arcs)
    if whole == 0.0 or count < 1:
        return []
    root = swivel.limb.root(swivel._question.pose)
    end = (root @ [*swivel._question.place, 1.0])[:3]
    found = []
    for n in range(count):
        into = whole * (n + 0.5) / count
        for arc in swivel.arcs:
            if into <= arc.length:
                found.append((arc.lo + into, end))
                break
            into -= arc.length
    return found


def _add_goal(marks: Scene, swivel: Swivel, upright: Array, thin: float, size: float) -> Array:
    """Three axes for a placement, a ball for a place; where it stands."""
    goal = swivel._question.goal
    place: Array = upright @ (goal.matrix[:3, 3] if isinstance(goal, Placement) else goal.position)
    add_stick(marks, place, place, 1.8 * thin, GOAL)
    if isinstance(goal, Placement):
        for axis, color in zip(goal.matrix[:3, :3].T, AXIS_COLORS, strict=True):
            add_stick(marks, place, place + size * (upright @ axis), 0.8 * thin, color)
    return place

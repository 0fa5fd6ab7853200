"""An alignment or an aim in a picture: the goal, other valid arms, the elbow's circle of one answer; a map of all."""

import math
from typing import TYPE_CHECKING

import numpy as np

from limbik.check import Array
from limbik.draw.scene import INK, SKY, Color, Scene, add_arrow, add_stick
from limbik.draw.swivel import BLOCKED, GOAL, PIECES, VALID, add_ghost, add_ring, is_on
from limbik.goals import Alignment
from limbik.limb.two_ways import SwivelAndFlexion, SwivelAndRoll, TwoWays
from limbik.solution import Solution

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NEAR_TARGET: Color = (0.93, 0.66, 0.20)
OUT_OF_REACH: Color = (0.86, 0.88, 0.91)
PALE = 0.55
"""How much of the colour of what is blocked is left on the map."""


def add_ways(
    scene: Scene, marks: Scene, ways: TwoWays, answer: Solution | None, upright: Array, *, ghosts: int
) -> Array:
    """Adds ghosts to the scene, circle and goal to the marks; the points that the picture should show come back."""
    thin = 0.011 * ways.limb.reach[1]
    shoulder = ways._question.asking.root[:3, 3]
    points = [shoulder]
    for arm in _spread(ways, ghosts):
        add_ghost(scene, [shoulder, *arm], upright, thin)
        points += arm
    if answer is not None:
        points += _add_circle(marks, ways, answer, upright, thin)
    points += _add_goal(marks, ways, answer, upright, thin)
    return np.array(points) @ upright.T


def _spread(ways: TwoWays, count: int) -> list[list[Array]]:
    """Elbow and end of the forearm of some valid arms, spread over the map."""
    assert isinstance(ways, SwivelAndRoll | SwivelAndFlexion)
    region = ways.region(60, 48)
    cells = np.argwhere(region.valid)
    count = min(count, len(cells))
    found = []
    for n in range(count):
        row, column = cells[int((n + 0.5) * len(cells) / count)]
        phi, other = float(region.swivels[column]), float(region.others[row])
        if isinstance(ways, SwivelAndRoll):
            found.append([ways.at_roll(other).elbow(phi), ways.wrist(other)])
        else:
            tool = ways.limb.forward(ways.at(phi, other).q, ways._question.asking.pose)[:3, 3]
            found.append([ways.elbow(phi, other), tool])
    return found


def _add_circle(marks: Scene, ways: TwoWays, answer: Solution, upright: Array, thin: float) -> list[Array]:
    """The elbow's circle at the answer's roll or flexion."""
    angles = np.linspace(-math.pi, math.pi, PIECES + 1)
    middles = 0.5 * (angles[1:] + angles[:-1])
    if isinstance(ways, SwivelAndRoll):
        assert answer.roll is not None
        swivel = ways.at_roll(answer.roll)
        arcs, ring = swivel.arcs, [swivel.elbow(phi) for phi in angles]
    else:
        assert isinstance(ways, SwivelAndFlexion)
        if not any(lo <= answer.q[3] <= hi for lo, hi in ways.flexions):
            return []
        flexion = float(answer.q[3])
        arcs, ring = ways.arcs(flexion), [ways.elbow(phi, flexion) for phi in angles]
    if np.linalg.norm(ring[0] - ring[PIECES // 2]) > 4.0 * thin:
        add_ring(marks, np.array(ring) @ upright.T, [is_on(arcs, phi) for phi in middles], thin)
    return ring


def _add_goal(marks: Scene, ways: TwoWays, answer: Solution | None, upright: Array, thin: float) -> list[Array]:
    """For an alignment an arrow that ends at the place; for an aim the target, and the line of sight to it."""
    reach = ways.limb.reach[1]
    goal = ways.goal
    if isinstance(goal, Alignment):
        place = goal.position
        direction = goal.direction / np.linalg.norm(goal.direction)
        tail = place - 0.45 * reach * direction
        add_arrow(marks, upright @ tail, upright @ place, 0.7 * thin, GOAL)
        return [tail, place]
    if answer is not None:
        tool = ways.limb.forward(answer.q, ways._question.asking.pose)
        start, axis = tool[:3, 3], tool[:3, :3] @ goal.axis
        length = max(float((goal.at - start) @ axis), 0.2 * reach)
        dashes = max(int(length / (6.0 * thin)), 1)
        for n in range(dashes):
            one, two = (start + length * (n + part) / dashes * axis for part in (0.0, 0.55))
            add_stick(marks, upright @ one, upright @ two, 0.45 * thin, NEAR_TARGET)
    add_stick(marks, upright @ goal.at, upright @ goal.at, 3.0 * thin, GOAL)
    return [goal.at]


def paint_map(axes: "Axes", ways: TwoWays, answer: Solution | None) -> None:
    """All pairs of swivel and roll, or flexion: valid ones green, blocked ones pale red, out of reach grey."""
    assert isinstance(ways, SwivelAndRoll | SwivelAndFlexion)
    region = ways.region(360, 240)
    pale = tuple(1.0 - PALE * (1.0 - part) for part in BLOCKED)
    image = np.where(region.valid[..., None], VALID, np.where(region.reachable[:, None, None], pale, OUT_OF_REACH))
    low, high = (math.degrees(float(edge)) for edge in (region.others[0], region.others[-1]))
    half = 0.5 * (high - low) / max(len(region.others) - 1, 1) or 1.0
    axes.imshow(
        image, origin="lower", aspect="auto", interpolation="nearest", extent=(-180.0, 180.0, low - half, high + half)
    )
    if answer is not None:
        other = answer.roll if isinstance(ways, SwivelAndRoll) else float(answer.q[3])
        place = ([math.degrees(answer.swivel)], [math.degrees(other or 0.0)])
        axes.plot(*place, "D", color=INK, markersize=7, markeredgecolor=SKY, markeredgewidth=1.4, clip_on=False)
    axes.set_xlabel("swivel (degrees)", color=INK, fontsize=9)
    axes.set_ylabel(f"{ways.second} (degrees)", color=INK, fontsize=9)
    axes.set_xticks(range(-180, 181, 90))
    if isinstance(ways, SwivelAndRoll):
        axes.set_yticks(range(-180, 181, 90))
    axes.set_facecolor(OUT_OF_REACH)
    axes.tick_params(labelsize=8, colors=INK, length=3)
    for spine in axes.spines.values():
        spine.set_color(OUT_OF_REACH)
    title = f"{100.0 * region.share:.3g} % of all pairs are valid"
    axes.set_title(title, color=INK, fontsize=9, loc="left", pad=8)

"""What `limbik reach` and `limbik aim` share: the figure and its limb, the pick, and how an answer is shown."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

import limbik
from limbik.cli.figure import Settings, find_figure, posed, read_view
from limbik.errors import InputError, UnknownNameError
from limbik.goals import Aim, Alignment, Placement, Position
from limbik.limb.limb import Limb
from limbik.limb.picks import Pick
from limbik.limb.swivel import Swivel
from limbik.limb.two_ways import Region, SwivelAndFlexion, SwivelAndRoll
from limbik.solution import Arc, Solution, Status

PICKS = ("widest", "midrange", "nearest", "elbow", "clearance", "natural", "first")
Ways = Swivel | SwivelAndRoll | SwivelAndFlexion


@dataclass(kw_only=True)
class Common:
    """The arguments that every such verb takes."""

    figure: str = "human"
    """A ready-made figure, or a .json file."""
    limb: str | None = None
    """Which limb; default: the figure's first."""
    tool: tuple[float, float, float] | None = None
    """Where the tool's point lies in the frame of the hand, foot or flange; default: at its origin."""
    height: float | None = None
    """Stature of the human in metres."""
    set: Settings = ()
    """Pose the rest of the figure: lower_spine=10deg,0,0"""
    pick: tuple[str, ...] = ()
    """widest, midrange, clearance, natural, first; nearest DEGREES; elbow X Y Z."""
    plot: Path | None = None
    """Draw the figure with the elbow's circle into this file (png, svg, pdf)."""
    view: tuple[float, float] = (-38.0, 14.0)
    """Azimuth and elevation of the camera, in degrees; azimuth 0 looks at the front."""
    json: bool = False
    """Print JSON instead: angles in radians, lengths in the figure's units."""

    def answer(
        self,
        console: Console,
        goal: Placement | Position | Alignment | Aim,
        wrist: tuple[float, float, float] | None,
        flexion: float | None = None,
    ) -> None:
        """Solve, draw and print; wrist and flexion in degrees."""
        figure = find_figure(self.figure, self.height)
        tool = None if self.tool is None else limbik.transform(self.tool)
        limb = Limb(figure, find_limb(figure, self.limb), tool=tool)
        pose = posed(figure, [text for texts in self.set for text in texts])
        held = None if wrist is None else [math.radians(angle) for angle in wrist]
        bend = None if flexion is None else math.radians(flexion)
        pick = read_pick(self.pick) if self.pick else None
        try:
            found: Solution = limb.solve(goal, pick=pick, pose=pose, wrist=held, flexion=bend)
        except InputError as error:
            if error.argument in ("wrist", "flexion"):
                what = "wrist" if error.argument == "wrist" else "hinge"
                problem = f"holds the {what} outside its limits; the angles are in degrees"
                raise InputError(f"--{error.argument}", problem) from error
            raise
        ways: Ways = limb.swivel(goal, pose=pose, wrist=held, flexion=bend)
        if self.plot is not None:
            drawn = found.apply(pose)
            view = read_view(self.view)
            limbik.plot(drawn, self.plot, view=view, swivel=ways, answer=found, title=_caption(found))
        if self.json:
            print(json.dumps(as_data(limb, found, ways), indent=1))
            return
        print_answer(limb, found, ways, console)
        if self.plot is not None:
            console.print(f"drew {self.plot}", highlight=False, markup=False, soft_wrap=True)


def read_axis(words: tuple[str, ...]) -> str | list[float]:
    """('z',) or ('0', '0', '-1') -> what goals take as an axis."""
    if len(words) == 1:
        return words[0]
    try:
        values = [float(word) for word in words]
    except ValueError:
        values = []
    if len(values) != 3 or not all(math.isfinite(value) for value in values):
        raise InputError(
            "--axis", f"{' '.join(words)!r} is none", right="--axis z, --axis -z, or three numbers: --axis 0 0 -1"
        )
    return values


def find_limb(figure: limbik.Figure, name: str | None) -> str:
    """The limb of that name, or the figure's first."""
    if not figure.limbs:
        raise InputError("--figure", f"{figure.name!r} declares no limb")
    if name is not None and name not in figure.limbs:
        raise UnknownNameError("--limb", name, figure.limbs, "limb")
    return next(iter(figure.limbs)) if name is None else name


def read_pick(words: tuple[str, ...]) -> Pick:
    """('nearest', '30') -> lb.nearest(0.52)."""
    name, numbers = (words[0] if words else ""), words[1:]
    wanted = {"nearest": 1, "elbow": 3}.get(name, 0)
    if name not in PICKS:
        raise InputError("--pick", f"is {name!r}; it takes one of {', '.join(PICKS)}")
    try:
        values = [float(word) for word in numbers]
    except ValueError:
        raise InputError("--pick", f"{' '.join(numbers)!r} is no number") from None
    if not all(math.isfinite(value) for value in values):
        raise InputError("--pick", f"{' '.join(numbers)!r} is not finite")
    if len(values) != wanted:
        raise InputError("--pick", f"{name} takes {wanted or 'no'} numbers, not {len(values)}")
    if name == "nearest":
        return limbik.nearest(math.radians(values[0]))
    pick: Pick = limbik.elbow(values) if name == "elbow" else getattr(limbik, name)
    return pick


def print_answer(limb: Limb, found: Solution, ways: Ways, console: Console) -> None:
    color = {Status.SOLVED: "green", Status.LIMITED: "yellow"}.get(found.status, "red")
    verdict, colon, rest = found.explain().partition(":")
    console.print(f"[bold {color}]{verdict}[/]{colon}{escape(rest)}", highlight=False)
    units = "m" if limb.figure is None else limb.figure.units
    turned = "" if isinstance(found.goal, Position) else f", {math.degrees(found.orientation_error):.3g}°"
    console.print(f"off by {found.position_error:.3g} {units}{turned}", style="dim", highlight=False)
    console.print()
    arcs = _arcs_of(ways, found)
    console.print(Columns([dial(arcs, found.swivel), _arc_table(arcs, ways, found)], padding=(0, 3)))
    if not isinstance(ways, Swivel):
        console.print()
        console.print(chart(ways.region(120, 120), found), highlight=False)
    console.print()
    console.print(_joint_table(limb, found, bars=console.width >= 78), highlight=False)
    if found.blocked_by:
        console.print("! in the way", style="yellow", highlight=False)


def _joint_table(limb: Limb, found: Solution, *, bars: bool) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    table.add_column("joint", no_wrap=True)
    for name in ("now", "limits", "margin"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    blocked = set(found.blocked_by)
    for name, value, (lo, hi) in zip(limb.value_names, found.q.tolist(), limb.limits.tolist(), strict=True):
        free = not math.isfinite(hi - lo)
        margin = math.inf if free else min(value - lo, hi - value)
        table.add_row(
            escape(name),
            f"{math.degrees(value):.1f}°",
            "free" if free else f"{math.degrees(lo):.4g} .. {math.degrees(hi):.4g}°",
            "" if free else f"{math.degrees(margin):.1f}°",
            ("" if free or not bars else _bar(value, lo, hi)) + (" !" if name in blocked else ""),
            style="yellow" if name in blocked else "",
        )
    return table


def _bar(value: float, lo: float, hi: float, width: int = 14) -> str:
    """Where a value stands between its limits."""
    share = 0.5 if hi == lo else (value - lo) / (hi - lo)
    place = min(max(round(share * (width - 1)), 0), width - 1)
    return "├" + "─" * place + "●" + "─" * (width - 1 - place) + "┤"


def _arcs_of(ways: Ways, found: Solution) -> tuple[Arc, ...]:
    """The valid arcs at the answer's roll or flexion."""
    if isinstance(ways, Swivel):
        return ways.arcs
    return ways.arcs(found.roll or 0.0) if isinstance(ways, SwivelAndRoll) else ways.arcs(float(found.q[3]))


def _second(ways: Ways, found: Solution) -> str:
    """What is told of the second freedom."""
    if isinstance(ways, SwivelAndRoll):
        return f", roll {math.degrees(found.roll or 0.0):.1f}°"
    return f", flexion {math.degrees(found.q[3]):.1f}°" if isinstance(ways, SwivelAndFlexion) else ""


def chart(region: Region, found: Solution, columns: int = 60, rows: int = 12) -> Text:
    """A map of all pairs: swivel to the right, roll or flexion upward; valid parts are solid, `x` is out of reach."""
    drawn = Text(f"{region.second}, and swivel to the right; {100.0 * region.share:.3g} % of all pairs are valid\n")
    other = found.roll if region.second == "roll" else float(found.q[3])
    assert other is not None
    edges = np.linspace(0, len(region.others), min(rows, len(region.others)) + 1).astype(int)
    step = region.others[1] - region.others[0] if len(region.others) > 1 else 1.0
    for row in reversed(range(len(edges) - 1)):
        band = slice(edges[row], edges[row + 1])
        low, high = region.others[band][0] - 0.5 * step, region.others[band][-1] + 0.5 * step
        drawn.append(f"{math.degrees(0.5 * (low + high)):6.0f}° ", style="dim")
        parts = np.array_split(region.valid[band], columns, axis=1)
        for column, part in enumerate(parts):
            start = -math.pi + column * 2.0 * math.pi / columns
            here = start <= found.swivel < start + 2.0 * math.pi / columns and low <= other < high
            sign, style = ("█", "green") if part.any() else ("·", "red")
            if not region.reachable[band].any():
                sign, style = "x", "dim"
            drawn.append("◆" if here else sign, style="bold" if here else style)
        drawn.append("\n")
    drawn.append(" " * 8 + f"{'-180°':<{columns // 2 - 2}}0°{'180°':>{columns // 2}}", style="dim")
    return drawn


def _arc_table(arcs: tuple[Arc, ...], ways: Ways, found: Solution) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for name, side in (("valid swivel", "right"), ("length", "right"), ("bend", "right"), ("family", "left")):
        table.add_column(name, justify=side, no_wrap=True)  # type: ignore[arg-type]
    for arc in arcs[:8]:
        family = f"{arc.family.shoulder} {arc.family.wrist} {'+' if arc.family.hinge > 0 else '-'}"
        lo, hi, length = (math.degrees(x) for x in (arc.lo, arc.hi, arc.length))
        table.add_row(f"{lo:.1f} .. {hi:.1f}°", f"{length:.1f}°", f"{math.degrees(arc.flexion):.1f}°", family)
    if len(arcs) > 8:
        table.add_row(f"and {len(arcs) - 8} more", "", "", "")
    if not arcs:
        table.add_row("none", "", "", "")
    table.add_row("", "", "", "")
    table.add_row(f"chosen {math.degrees(found.swivel):.1f}°", "", "", "", style="bold")
    second = _second(ways, found)
    if second:
        table.add_row(second.removeprefix(", "), "", "", "", style="bold")
    return table


def dial(arcs: tuple[Arc, ...], chosen: float, rows: int = 11) -> Text:
    """The swivel's circle, seen from the shoulder: 0 on top, a quarter turn to the right; valid parts are solid."""
    columns = 2 * rows + 1
    cells = [[(" ", "")] * columns for _ in range(rows)]
    middle, half = columns // 2, rows // 2

    def put(phi: float, sign: str, style: str) -> None:
        row, column = round(half - (half - 0.3) * math.cos(phi)), round(middle + (middle - 2.3) * math.sin(phi))
        cells[row][column] = (sign, style)

    ring = [math.pi * (n + 0.5) / 360.0 - math.pi for n in range(720)]
    valid = [any((phi - arc.lo) % (2.0 * math.pi) <= arc.length for arc in arcs) for phi in ring]
    for wanted, sign, style in ((False, "·", "red"), (True, "█", "green")):  # a thin valid arc is seen in any case
        for phi, here in zip(ring, valid, strict=True):
            if here == wanted:
                put(phi, sign, style)
    put(chosen, "◆", "bold")
    for text, row, column in (("0°", 1, middle - 1), ("180°", rows - 2, middle - 2), ("90°", half, columns - 7),
                              ("-90°", half, 4)):  # fmt: skip
        for n, letter in enumerate(text):
            cells[row][column + n] = (letter, "dim")
    drawn = Text()
    for line in cells:
        for sign, style in line:
            drawn.append(sign, style=style)
        drawn.append("\n")
    drawn.right_crop(1)
    return drawn


def _caption(found: Solution) -> str:
    roll = "" if found.roll is None else f", roll {math.degrees(found.roll):.1f}°"
    return f"{found.status.name}, swivel {math.degrees(found.swivel):.1f}°{roll}"


def as_data(limb: Limb, found: Solution, ways: Ways) -> dict[str, Any]:
    """The answer as plain data; a limb without limits has no margin.

    For an alignment or an aim the arcs are those at the answer's roll or flexion.
    """
    data: dict[str, Any] = {} if found.roll is None else {"roll": found.roll}
    if not isinstance(ways, Swivel):
        data |= {"proved": found.proved, "share_of_valid_pairs": ways.region().share}
    return data | {
        "limb": limb.name,
        "status": found.status.name,
        "explanation": found.explain(),
        "q": dict(zip(limb.value_names, found.q.tolist(), strict=True)),
        "swivel": found.swivel,
        "family": {"shoulder": found.family.shoulder, "wrist": found.family.wrist, "hinge": found.family.hinge},
        "position_error": found.position_error,
        "orientation_error": None if isinstance(found.goal, Position) else found.orientation_error,
        "margin": found.margin if math.isfinite(found.margin) else None,
        "blocked_by": list(found.blocked_by),
        "arcs": [
            {
                "lo": arc.lo,
                "hi": arc.hi,
                "flexion": arc.flexion,
                "family": {"shoulder": arc.family.shoulder, "wrist": arc.family.wrist, "hinge": arc.family.hinge},
            }
            for arc in _arcs_of(ways, found)
        ],
    }

"""`limbik reach`: can a limb meet a goal? Status, joints, every valid elbow, and a picture."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

import limbik
from limbik.cli.figure import Settings, find_figure, posed, read_view
from limbik.errors import InputError, UnknownNameError
from limbik.limb.limb import Limb
from limbik.limb.picks import Pick
from limbik.limb.swivel import Swivel
from limbik.solution import Solution, Status

PICKS = ("widest", "nearest", "elbow", "clearance", "natural")


@dataclass
class Reach:
    """Can a limb reach a place? Prints the answer, every valid elbow on a dial, and why if there is none.

    Without --orientation only the place counts, and the wrist keeps its angles.
    """

    position: tuple[float, float, float]
    """Where the tool (hand, foot, flange) shall be, in the world."""
    orientation: tuple[float, ...] = ()
    """How it shall be turned: a quaternion w x y z, or three angles in degrees (turns about x, then y, then z)."""
    figure: str = "human"
    """A ready-made figure, or a .json file."""
    limb: str | None = None
    """Which limb; default: the figure's first."""
    height: float | None = None
    """Stature of the human in metres."""
    set: Settings = ()
    """Pose the rest of the figure: lower_spine=10deg,0,0"""
    wrist: tuple[float, float, float] | None = None
    """Without an orientation: the wrist's three angles in degrees."""
    pick: tuple[str, ...] = ("widest",)
    """widest, clearance, natural; nearest DEGREES; elbow X Y Z."""
    plot: Path | None = None
    """Draw the figure with the elbow's circle into this file (png, svg, pdf)."""
    view: tuple[float, float] = (-38.0, 14.0)
    """Azimuth and elevation of the camera, in degrees; azimuth 0 looks at the front."""
    json: bool = False
    """Print JSON instead: angles in radians, lengths in the figure's units."""

    def run(self, console: Console) -> None:
        figure = find_figure(self.figure, self.height)
        limb = Limb(figure, find_limb(figure, self.limb))
        pose = posed(figure, [text for texts in self.set for text in texts])
        goal = self._goal()
        wrist = None if self.wrist is None else [math.radians(angle) for angle in self.wrist]
        try:
            found: Solution = limb.solve(goal, pick=read_pick(self.pick), pose=pose, wrist=wrist)
        except InputError as error:
            if error.argument == "wrist":
                raise InputError("--wrist", "holds the wrist outside its limits; the angles are in degrees") from error
            raise
        swivel = limb.swivel(goal, pose=pose, wrist=wrist)
        if self.plot is not None:
            limbik.plot(found.apply(pose), self.plot, view=read_view(self.view), swivel=swivel, title=_caption(found))
        if self.json:
            print(json.dumps(as_data(limb, found, swivel), indent=1))
            return
        print_answer(limb, found, swivel, console)
        if self.plot is not None:
            console.print(f"drew {self.plot}", highlight=False, markup=False, soft_wrap=True)

    def _goal(self) -> limbik.Placement | limbik.Position:
        if not self.orientation:
            return limbik.Position(self.position)
        if self.wrist is not None:
            raise InputError("--wrist", "is for a place alone; an orientation sets the wrist")
        if len(self.orientation) == 3:
            turn = limbik.transform(orientation=[math.radians(a) for a in self.orientation], order="XYZ")[:3, :3]
            return limbik.Placement(position=self.position, orientation=turn)
        if len(self.orientation) != 4:
            raise InputError(
                "--orientation",
                f"takes a quaternion w x y z or three angles in degrees, not {len(self.orientation)} numbers",
            )
        return limbik.Placement(position=self.position, orientation=self.orientation)


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


def print_answer(limb: Limb, found: Solution, swivel: Swivel, console: Console) -> None:
    color = {Status.SOLVED: "green", Status.LIMITED: "yellow"}.get(found.status, "red")
    verdict, colon, rest = found.explain().partition(":")
    console.print(f"[bold {color}]{verdict}[/]{colon}{escape(rest)}", highlight=False)
    units = "m" if limb.figure is None else limb.figure.units
    turned = "" if found.wrist is not None else f", turned {math.degrees(found.orientation_error):.3g}°"
    console.print(f"off by {found.position_error:.3g} {units}{turned}", style="dim", highlight=False)
    console.print()
    console.print(Columns([dial(swivel, found), _arc_table(swivel, found)], padding=(0, 3)))
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


def _arc_table(swivel: Swivel, found: Solution) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for name, side in (("valid swivel", "right"), ("length", "right"), ("bend", "right"), ("family", "left")):
        table.add_column(name, justify=side, no_wrap=True)  # type: ignore[arg-type]
    for arc in swivel.arcs[:8]:
        family = f"{arc.family.shoulder} {arc.family.wrist} {'+' if arc.family.hinge > 0 else '-'}"
        lo, hi, length = (math.degrees(x) for x in (arc.lo, arc.hi, arc.length))
        table.add_row(f"{lo:.1f} .. {hi:.1f}°", f"{length:.1f}°", f"{math.degrees(arc.flexion):.1f}°", family)
    if len(swivel.arcs) > 8:
        table.add_row(f"and {len(swivel.arcs) - 8} more", "", "", "")
    if not swivel.arcs:
        table.add_row("none", "", "", "")
    table.add_row("", "", "", "")
    table.add_row(f"chosen {math.degrees(found.swivel):.1f}°", "", "", "", style="bold")
    return table


def dial(swivel: Swivel, found: Solution, rows: int = 11) -> Text:
    """The swivel's circle, seen from the shoulder: 0 on top, a quarter turn to the right; valid parts are solid."""
    columns = 2 * rows + 1
    cells = [[(" ", "")] * columns for _ in range(rows)]
    middle, half = columns // 2, rows // 2

    def put(phi: float, sign: str, style: str) -> None:
        row, column = round(half - (half - 0.3) * math.cos(phi)), round(middle + (middle - 2.3) * math.sin(phi))
        cells[row][column] = (sign, style)

    ring = [math.pi * (n + 0.5) / 360.0 - math.pi for n in range(720)]
    valid = [any((phi - arc.lo) % (2.0 * math.pi) <= arc.length for arc in swivel.arcs) for phi in ring]
    for wanted, sign, style in ((False, "·", "red"), (True, "█", "green")):  # a thin valid arc is seen in any case
        for phi, here in zip(ring, valid, strict=True):
            if here == wanted:
                put(phi, sign, style)
    put(found.swivel, "◆", "bold")
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
    return f"{found.status.name}, swivel {math.degrees(found.swivel):.1f}°"


def as_data(limb: Limb, found: Solution, swivel: Swivel) -> dict[str, Any]:
    """The answer as plain data; a limb without limits has no margin."""
    return {
        "limb": limb.name,
        "status": found.status.name,
        "explanation": found.explain(),
        "q": dict(zip(limb.value_names, found.q.tolist(), strict=True)),
        "swivel": found.swivel,
        "family": {"shoulder": found.family.shoulder, "wrist": found.family.wrist, "hinge": found.family.hinge},
        "position_error": found.position_error,
        "orientation_error": None if found.wrist is not None else found.orientation_error,
        "margin": found.margin if math.isfinite(found.margin) else None,
        "blocked_by": list(found.blocked_by),
        "arcs": [
            {
                "lo": arc.lo,
                "hi": arc.hi,
                "flexion": arc.flexion,
                "family": {"shoulder": arc.family.shoulder, "wrist": arc.family.wrist, "hinge": arc.family.hinge},
            }
            for arc in swivel.arcs
        ],
    }

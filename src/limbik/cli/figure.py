"""`limbik figure`: a figure's tree, freedoms and limits in a table, and its picture."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import limbik
from limbik.errors import InputError, UnknownNameError
from limbik.figure.figure import Figure
from limbik.figure.joint import QUATERNION, Joint
from limbik.figure.pose import Pose

READY_MADE = ("human", "iiwa14", "planar_arm", "solar_system", "wam7")


@dataclass
class ShowFigure:
    """Print a figure's joints, freedoms and limits; draw it; save it.

    Figures: human, iiwa14, planar_arm, solar_system, wam7, or a .json file.
    """

    figure: Annotated[str, tyro.conf.Positional] = "human"
    """A ready-made figure, or a file."""
    height: float | None = None
    """Stature of the human in metres."""
    set: Annotated[tuple[str, ...], tyro.conf.arg(metavar="JOINT=VALUE ...")] = ()
    """Pose it: right_elbow=90deg, right_shoulder=60deg,20deg,0, or right_elbow.flexion=1.2 (radians)."""
    plot: Path | None = None
    """Draw it into this file (png, svg, pdf)."""
    names: bool = False
    """Write the joints' names into the picture."""
    view: tuple[float, float] = (-38.0, 14.0)
    """Azimuth and elevation of the camera, in degrees; azimuth 0 looks at the front."""
    save: Path | None = None
    """Write the figure into this .json file."""

    def run(self, console: Console) -> None:
        figure = find_figure(self.figure, self.height)
        pose = figure.rest().with_values(dict(read_setting(text, figure) for text in self.set))
        print_figure(figure, pose, console)
        if self.save is not None:
            limbik.save(figure, self.save)
            console.print(f"saved {self.save}", highlight=False, markup=False)
        if self.plot is not None:
            azimuth, elevation = (math.radians(angle) for angle in self.view)
            limbik.plot(pose, self.plot, view=(azimuth, elevation), names=self.names)
            console.print(f"drew {self.plot}", highlight=False, markup=False)


def find_figure(name: str, height: float | None = None) -> Figure:
    """A ready-made figure by name, or one from a file."""
    if height is not None and name != "human":
        raise InputError("--height", f"is for the human, not for {name!r}")
    if name == "human" and height is not None:
        return limbik.human(height)
    if name in READY_MADE:
        figure: Figure = getattr(limbik, name)()
        return figure
    if Path(name).suffix or "/" in name:
        return limbik.load(name)
    raise UnknownNameError("figure", name, READY_MADE, "ready-made figure")


def read_setting(text: str, figure: Figure) -> tuple[str, Any]:
    """'right_elbow=90deg' -> ('right_elbow', 1.5708); several values are separated by commas."""
    name, equals, values = text.partition("=")
    if not equals:
        raise InputError("--set", f"{text!r} has no '='", right="--set right_elbow=90deg")
    numbers = [_read_number(text, word) for word in values.split(",")]
    return name, numbers[0] if len(numbers) == 1 else numbers


def _read_number(text: str, word: str) -> float:
    digits, degrees = (word[:-3], True) if word.endswith("deg") else (word, False)
    try:
        number = float(digits)
    except ValueError:
        raise InputError("--set", f"{word!r} in {text!r} is no number", right="--set right_elbow=90deg") from None
    return math.radians(number) if degrees else number


def print_figure(figure: Figure, pose: Pose, console: Console) -> None:
    weight = f", {figure.mass:.1f} kg" if figure.mass else ""
    console.print(
        f"[bold]{escape(figure.name)}[/]: {len(figure.joints)} joints, {figure.dof} degrees of freedom{weight}, "
        f"{figure.up} up, lengths in {figure.units}",
        highlight=False,
    )
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    table.add_column("joint", no_wrap=True)
    table.add_column("kind", style="dim", no_wrap=True)
    table.add_column("value", no_wrap=True)
    table.add_column("now", justify="right", no_wrap=True)
    table.add_column("limits", justify="right", no_wrap=True)
    broken = {violation.name for violation in pose.violations()}
    for joint, branch in _branches(figure):
        rows = _value_rows(joint, pose)
        for number, (value, now, limits) in enumerate(rows):
            first = number == 0
            style = "red" if f"{joint.name}.{value}" in broken else ""
            trunk = branch + escape(joint.name) if first else _continued(figure, joint, branch)
            table.add_row(trunk, joint.kind if first else "", value, now, limits, style=style)
    console.print(table, highlight=False)
    if figure.sites:
        console.print("[bold]sites[/]  " + escape(", ".join(site.name for site in figure.sites)), highlight=False)
    for name, limb in figure.limbs.items():
        parts = " > ".join(limb.joints) if len(limb.joints) <= 3 else f"{limb.joints[0]} ... {limb.joints[-1]}"
        console.print(f"[bold]limb[/]   {escape(name)}: {escape(parts)} > {escape(limb.site)}", highlight=False)
    if broken:
        console.print(f"outside its limits: {escape(', '.join(sorted(broken)))}", style="red", highlight=False)


def _branches(figure: Figure) -> list[tuple[Joint, str]]:
    """Every joint with the lines of the tree that lead to it."""
    shown: list[tuple[Joint, str]] = []

    def visit(joint: Joint, before: str, mark: str, after: str) -> None:
        shown.append((joint, before + mark))
        children = figure.children(joint.name)
        for number, child in enumerate(children):
            last = number == len(children) - 1
            # A single child goes straight on: a chain of many joints would otherwise walk off the page.
            if len(children) == 1:
                visit(child, before + after, "", "")
            else:
                visit(child, before + after, "└ " if last else "├ ", "  " if last else "│ ")

    visit(figure.joints[0], "", "", "")
    return shown


def _continued(figure: Figure, joint: Joint, branch: str) -> str:
    """The tree's lines beside the second and later values of a joint."""
    below = "│ " if len(figure.children(joint.name)) > 1 else ""
    return branch.replace("├ ", "│ ").replace("└ ", "  ") + below


def _value_rows(joint: Joint, pose: Pose) -> list[tuple[str, str, str]]:
    """(name, present value, limits) for each value; angles in degrees."""
    if joint.width == 0:
        return [("", "", "")]
    values = pose.q[pose.figure.values_of(joint.name)]
    units = pose.figure.units
    rows: list[tuple[str, str, str]] = []
    for name, value, turns, limit in zip(joint.names, values, joint.turns, joint.limits, strict=True):
        if joint.order == QUATERNION and name == joint.names[-4]:
            rows.append(("w x y z", " ".join(f"{v:.3g}" for v in values[-4:]), _swing_twist(joint) or "free"))
            return rows
        scale, unit = (180.0 / math.pi, "°") if turns else (1.0, f" {units}")
        bounds = "free" if limit is None else f"{limit.lo * scale:.4g} .. {limit.hi * scale:.4g}{unit}"
        rows.append((name, f"{value * scale:.4g}{unit}", bounds))
    if joint.swing_twist is not None:
        rows.append(("swing, twist", "", _swing_twist(joint)))
    return rows


def _swing_twist(joint: Joint) -> str:
    limit = joint.swing_twist
    if limit is None:
        return ""
    swing = limit.swing if isinstance(limit.swing, tuple) else (limit.swing,)
    text = " x ".join(f"{math.degrees(angle):.4g}°" for angle in swing)
    if limit.twist is None:
        return text
    return f"{text}, {math.degrees(limit.twist.lo):.4g} .. {math.degrees(limit.twist.hi):.4g}°"

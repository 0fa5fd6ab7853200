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

Settings = Annotated[tuple[tuple[str, ...], ...], tyro.conf.UseAppendAction, tyro.conf.arg(metavar="JOINT=VALUE ...")]
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
    set: Settings = ()
    """Pose it: right_elbow=90deg, right_shoulder=60deg,20deg,0, or right_elbow.flexion=1.2 (radians)."""
    plot: Path | None = None
    """Draw it into this file (png, svg, pdf)."""
    names: bool = False
    """Write the joints' names into the picture."""
    view: tuple[float, float] = (-38.0, 14.0)
    """Azimuth and elevation of the camera, in degrees; azimuth 0 looks at the front."""
    save: Path | None = None
    """Write the figure, not its pose, into this .json file."""

    def run(self, console: Console) -> None:
        figure = find_figure(self.figure, self.height)
        pose = posed(figure, [text for texts in self.set for text in texts])
        done: list[str] = []  # said below the table, where it is seen
        if self.save is not None:
            limbik.save(figure, self.save)
            done.append(f"saved {self.save}")
        if self.plot is not None:
            limbik.plot(pose, self.plot, view=read_view(self.view), names=self.names)
            done.append(f"drew {self.plot}")
        print_figure(figure, pose, console)
        for line in done:
            console.print(line, highlight=False, markup=False, soft_wrap=True)


def find_figure(name: str, height: float | None = None) -> Figure:
    """A ready-made figure by name, or one from a file."""
    if height is not None and name != "human":
        raise InputError("--height", f"is for the human, not for {name!r}")
    if name == "human" and height is not None:
        try:
            return limbik.human(height)
        except InputError as error:
            raise InputError("--height", error.problem, right="--height 1.78") from error
    if name in READY_MADE:
        figure: Figure = getattr(limbik, name)()
        return figure
    if Path(name).suffix or "/" in name:
        return limbik.load(name)
    raise UnknownNameError("figure", name, READY_MADE, "ready-made figure")


def read_view(view: tuple[float, float]) -> tuple[float, float]:
    """The camera's azimuth and elevation, from degrees."""
    azimuth, elevation = view
    if not (abs(elevation) <= 90.0 and abs(azimuth) <= 720.0):
        raise InputError("--view", "takes azimuth and elevation in degrees; the elevation lies in -90 .. 90")
    return math.radians(azimuth), math.radians(elevation)


def posed(figure: Figure, settings: list[str]) -> Pose:
    """The rest pose with the settings of --set."""
    pose = figure.rest()
    seen: set[str] = set()
    for text in settings:
        name, values = read_setting(text)
        if name in seen:
            raise InputError("--set", f"{name!r} is set twice")
        seen.add(name)
        try:
            pose = pose.with_values({name: values})
        except UnknownNameError:
            raise
        except InputError as error:
            hint = f"--set {text}deg" if error.right and "radians" in error.right and "," not in text else None
            raise InputError(f"--set {text}", error.problem, right=hint) from error
    return pose


def read_setting(text: str) -> tuple[str, Any]:
    """'right_elbow=90deg' -> ('right_elbow', 1.5708); several values are separated by commas."""
    name, equals, values = text.partition("=")
    if not equals:
        raise InputError("--set", f"{text!r} has no '='; the figure's name goes first", right="--set right_elbow=90deg")
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
            table.add_row(trunk, joint.kind if first else "", escape(value), now, limits, style=style)
    console.print(table, highlight=False)
    notes = Table.grid(padding=(0, 2, 0, 0))
    if figure.sites:
        notes.add_row("[bold]sites[/]", escape(", ".join(site.name for site in figure.sites)))
    for name, limb in figure.limbs.items():
        parts = " > ".join(limb.joints) if len(limb.joints) <= 3 else f"{limb.joints[0]} ... {limb.joints[-1]}"
        notes.add_row("[bold]limb[/]", f"{escape(name)}: {escape(parts)} > {escape(limb.site)}")
    for violation in pose.violations():
        known = violation.name in figure.value_names  # swing and twist are no values, but angles all the same
        slides = known and not figure.turns[figure.value_names.index(violation.name)]
        excess = f"{violation.excess:.4g} {figure.units}" if slides else f"{math.degrees(violation.excess):.4g}°"
        notes.add_row("[red]outside[/]", f"[red]{escape(violation.name)} by {excess}[/]")
    console.print(notes, highlight=False)


def _branches(figure: Figure) -> list[tuple[Joint, str]]:
    """Every joint with the lines of the tree that lead to it."""
    shown: list[tuple[Joint, str]] = []
    waiting = [(figure.joints[0], "", "", "")]
    while waiting:
        joint, before, mark, after = waiting.pop()
        shown.append((joint, before + mark))
        children = figure.children(joint.name)
        for child in reversed(children):
            # A single child goes straight on: a chain of many joints would otherwise walk off the page.
            marks = ("→ ", "") if len(children) == 1 else ("└ ", "  ") if child is children[-1] else ("├ ", "│ ")
            waiting.append((child, before + after, *marks))
    return shown


def _continued(figure: Figure, joint: Joint, branch: str) -> str:
    """The tree's lines beside the second and later values of a joint."""
    below = "│ " if len(figure.children(joint.name)) > 1 else ""
    return branch.replace("├ ", "│ ").replace("└ ", "  ").replace("→ ", "") + below


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
        rows.append(("", "", _swing_twist(joint)))
    return rows


def _swing_twist(joint: Joint) -> str:
    limit = joint.swing_twist
    if limit is None:
        return ""
    swing = limit.swing if isinstance(limit.swing, tuple) else (limit.swing,)
    text = "swing " + " x ".join(f"{math.degrees(angle):.4g}°" for angle in swing)
    if limit.twist is None:
        return text
    return f"{text}, twist {math.degrees(limit.twist.lo):.4g} .. {math.degrees(limit.twist.hi):.4g}°"

"""`limbik solve`: a file of goals in, a file of answers out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from numpy.typing import NDArray
from rich.console import Console

from limbik.check import Array
from limbik.cli.figure import Settings, find_figure, posed
from limbik.cli.reach import find_limb, read_pick
from limbik.errors import FileError
from limbik.goals import Placement, Position
from limbik.io.tables import check_ending, read_table, write_table
from limbik.limb.limb import Limb
from limbik.solution import Solutions, Status

PLACE = ("x", "y", "z")
TURN = ("qw", "qx", "qy", "qz")
MATRIX = tuple(f"m{row}{column}" for row in range(4) for column in range(4))


@dataclass
class SolveFile:
    """Solve every goal of a file: csv, npz, or parquet (with pyarrow).

    Columns: x y z for places; with qw qx qy qz for placements; or m00 m01 .. m33. An npz file may have arrays
    `position` (n, 3), with `orientation` (n, 4), or `matrix` (n, 4, 4). A row that is no goal is answered by INVALID.
    """

    goals: Annotated[Path, tyro.conf.Positional]
    """The file of goals, in the world."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """The file to write: status, the joints' values (radians), swivel, errors, margin."""
    figure: str = "human"
    """A ready-made figure, or a .json file."""
    limb: str | None = None
    """Which limb; default: the figure's first."""
    height: float | None = None
    """Stature of the human in metres."""
    set: Settings = ()
    """Pose the rest of the figure: lower_spine=10deg,0,0"""
    pick: tuple[str, ...] = ("widest",)
    """widest, clearance, natural; nearest DEGREES; elbow X Y Z."""
    approximate: bool = True
    """Also find the best approximation for goals that cannot be met."""

    def run(self, console: Console) -> None:
        check_ending(self.output)
        figure = find_figure(self.figure, self.height)
        limb = Limb(figure, find_limb(figure, self.limb))
        pose = posed(figure, [text for texts in self.set for text in texts])
        goals = read_goals(self.goals)
        pick = read_pick(self.pick)
        found: Solutions = limb.solve(goals, pick=pick, pose=pose, approximate=self.approximate, progress=True)
        write_table(self.output, answer_columns(limb, found))
        counts = ", ".join(f"{number} {status.name}" for status, number in found.counts().items() if number)
        console.print(f"{len(found)} goals: {counts or 'none'}", highlight=False)
        console.print(f"wrote {self.output}", highlight=False, markup=False, soft_wrap=True)


def read_goals(path: Path) -> Placement | Position:
    """The goals of a table."""
    table = read_table(path)
    if "matrix" in table:
        return Placement(_shaped(path, "matrix", table["matrix"], (4, 4)))
    if "position" in table:
        places = _shaped(path, "position", table["position"], (3,))
        if "orientation" not in table:
            return Position(places)
        return Placement(position=places, orientation=_shaped(path, "orientation", table["orientation"], (4,)))
    if all(name in table for name in MATRIX):
        return Placement(np.stack([table[name] for name in MATRIX], axis=1).reshape(-1, 4, 4))
    if not all(name in table for name in PLACE):
        raise FileError(
            path, f"has the columns {', '.join(table) or '(none)'}; it needs x, y, z, or these with qw, qx, qy, qz"
        )
    places = np.stack([table[name] for name in PLACE], axis=1)
    if not any(name in table for name in TURN):
        return Position(places)
    if not all(name in table for name in TURN):
        raise FileError(path, "has some of the columns qw, qx, qy, qz, but not all")
    return Placement(position=places, orientation=np.stack([table[name] for name in TURN], axis=1))


def _shaped(path: Path, name: str, array: Array, last: tuple[int, ...]) -> Array:
    if array.ndim != 1 + len(last) or array.shape[1:] != last:
        wanted = ", ".join(["n", *map(str, last)])
        raise FileError(path, f"the array {name!r} has shape {array.shape}; it takes ({wanted})")
    return array


def answer_columns(limb: Limb, found: Solutions) -> dict[str, NDArray[np.generic]]:
    """What is written, a column each."""
    names = np.array([status.name for status in Status])
    columns: dict[str, NDArray[np.generic]] = {"status": names[found.status]}
    columns |= {name: found.q[:, n] for n, name in enumerate(limb.value_names)}
    columns |= {
        "swivel": found.swivel,
        "position_error": found.position_error,
        "orientation_error": found.orientation_error,
        "margin": found.margin,
    }
    columns |= {f"{name}_family": found.family[:, n] for n, name in enumerate(("shoulder", "wrist", "hinge"))}
    return columns

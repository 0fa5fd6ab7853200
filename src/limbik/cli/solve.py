"""`limbik solve`: a file of goals in, a file of answers out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from numpy.typing import NDArray
from rich.console import Console

from limbik.check import Array
from limbik.cli.answer import find_limb, read_axis, read_pick
from limbik.cli.figure import Settings, find_figure, posed
from limbik.errors import FileError
from limbik.goals import Aim, Alignment, Placement, Position
from limbik.io.tables import check_ending, read_table, write_table
from limbik.limb.limb import Limb
from limbik.solution import Solutions, Status

PLACE = ("x", "y", "z")
TURN = ("qw", "qx", "qy", "qz")
ROUNDED = 1e-3
"""A quaternion of a file whose length is this near to 1 is taken for a rounded one."""
DIRECTION = ("dx", "dy", "dz")
AT = ("at_x", "at_y", "at_z")
MATRIX = tuple(f"m{row}{column}" for row in range(4) for column in range(4))


@dataclass
class SolveFile:
    """Solve every goal of a file: csv, npz, or parquet (with pyarrow).

    Columns: x y z for places; with qw qx qy qz, or m00 m01 .. m33, for placements; with dx dy dz for alignments (the
    direction of the tool's --axis); at_x at_y at_z for aims. An npz file may have arrays `position` (n, 3), with
    `orientation` (n, 4) or `direction` (n, 3), or `matrix` (n, 4, 4), or `at` (n, 3). A row that is no goal is answered
    by INVALID.
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
    axis: tuple[str, ...] = ("z",)
    """For alignments and aims, which axis of the tool: x, -x, y, -y, z, -z, or three numbers."""
    pick: tuple[str, ...] = ()
    """widest, midrange, clearance, natural, first; nearest DEGREES; elbow X Y Z."""
    approximate: bool = True
    """Also find the best approximation for goals that cannot be met."""

    def run(self, console: Console) -> None:
        check_ending(self.output)
        if self.output.exists() and self.goals.exists() and self.output.samefile(self.goals):
            raise FileError(self.output, "is the file of goals; write the answers to another one")
        figure = find_figure(self.figure, self.height)
        limb = Limb(figure, find_limb(figure, self.limb))
        pose = posed(figure, [text for texts in self.set for text in texts])
        goals = read_goals(self.goals, read_axis(self.axis))
        pick = read_pick(self.pick) if self.pick else None
        found: Solutions = limb.solve(goals, pick=pick, pose=pose, approximate=self.approximate, progress=True)
        write_table(self.output, answer_columns(limb, found))
        counts = ", ".join(f"{number} {status.name}" for status, number in found.counts().items() if number)
        console.print(f"{len(found)} goals: {counts or 'none'}", highlight=False)
        wrong = np.flatnonzero(found.status == Status.INVALID)
        if len(wrong):
            reason = "not finite, not a rotation, or a direction of length 0"
            console.print(f"INVALID: {reason}, first in row {wrong[0] + 1}", highlight=False)
        console.print(f"wrote {self.output}", highlight=False, markup=False, soft_wrap=True)


def read_goals(path: Path, axis: str | list[float] = "z") -> Placement | Position | Alignment | Aim:
    """The goals of a table."""
    arrays = ("matrix", "position", "orientation", "direction", "at")
    table = read_table(path, (*arrays, *PLACE, *TURN, *MATRIX, *DIRECTION, *AT))
    if "matrix" in table:
        return Placement(_shaped(path, "matrix", table["matrix"], (4, 4)))
    if "at" in table or AT[0] in table:
        targets = _shaped(path, "at", table["at"], (3,)) if "at" in table else _whole(path, table, AT)
        assert targets is not None
        return Aim(targets, axis)
    if "position" in table:
        places = _shaped(path, "position", table["position"], (3,))
        turns = _shaped(path, "orientation", table["orientation"], (4,)) if "orientation" in table else None
        toward = _shaped(path, "direction", table["direction"], (3,)) if "direction" in table else None
        return _goals(path, places, turns, toward, axis)
    if all(name in table for name in MATRIX):
        return Placement(_stacked(path, table, MATRIX).reshape(-1, 4, 4))
    if not all(name in table for name in PLACE):
        raise FileError(
            path,
            "lacks some of the columns x, y, z (with qw, qx, qy, qz or m00 .. m33 for placements, dx, dy, dz for "
            "alignments), and has no at_x, at_y, at_z for aims",
        )
    return _goals(path, _stacked(path, table, PLACE), _whole(path, table, TURN), _whole(path, table, DIRECTION), axis)


def _whole(path: Path, table: dict[str, Array], names: tuple[str, ...]) -> Array | None:
    """Some columns together, None if there is none of them; some but not all is an error."""
    if not any(name in table for name in names):
        return None
    if not all(name in table for name in names):
        raise FileError(path, f"has some of the columns {', '.join(names)}, but not all")
    return _stacked(path, table, names)


def _goals(
    path: Path, places: Array, turns: Array | None, toward: Array | None, axis: str | list[float]
) -> Placement | Position | Alignment:
    if toward is not None:
        if turns is not None:
            raise FileError(path, "has orientations and directions; a goal has one of them")
        if len(toward) != len(places):
            raise FileError(path, f"has {len(places)} positions, but {len(toward)} directions")
        return Alignment(places, toward, axis)
    if turns is None:
        return Position(places)
    if len(turns) != len(places):
        raise FileError(path, f"has {len(places)} positions, but {len(turns)} orientations")
    with np.errstate(all="ignore"):
        size = np.linalg.norm(turns, axis=1, keepdims=True)
        rounded = np.abs(size - 1.0) <= ROUNDED  # a file's quaternions have few digits
        turns = np.where(rounded, turns / size, turns)
    return Placement(position=places, orientation=turns)


def _stacked(path: Path, table: dict[str, Array], names: tuple[str, ...]) -> Array:
    columns = [table[name] for name in names]
    if any(column.ndim != 1 or len(column) != len(columns[0]) for column in columns):
        raise FileError(path, f"the columns {names[0]} .. {names[-1]} are not equally long lists of numbers")
    return np.stack(columns, axis=1)


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
    if found.roll is not None:
        columns["roll"] = found.roll
    columns |= {f"{name}_family": found.family[:, n] for n, name in enumerate(("shoulder", "wrist", "hinge"))}
    return columns

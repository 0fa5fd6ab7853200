"""`limbik reach`: can a limb meet a goal? Status, joints, every valid elbow, and a picture."""

import math
from dataclasses import dataclass

from rich.console import Console

import limbik
from limbik.cli.answer import Common, read_axis
from limbik.errors import InputError


@dataclass(kw_only=True)
class Reach(Common):
    """Can a limb reach a place? Prints the answer, every valid elbow on a dial, and why if there is none.

    Without --orientation and --align only the place counts, and the wrist keeps its angles. With --align one axis of
    the tool shall point somewhere too, and how it rolls about that is free: a hammer on a nail.
    """

    position: tuple[float, float, float]
    """Where the tool (hand, foot, flange) shall be, in the world."""
    orientation: tuple[float, ...] = ()
    """How it shall be turned: a quaternion w x y z, or three angles in degrees (turns about x, then y, then z)."""
    align: tuple[float, float, float] | None = None
    """The direction in the world in which the tool's axis shall point."""
    axis: tuple[str, ...] = ("z",)
    """With --align, which axis of the tool: x, -x, y, -y, z, -z, or three numbers."""
    wrist: tuple[float, float, float] | None = None
    """With neither: the wrist's three angles in degrees."""

    def run(self, console: Console) -> None:
        self.answer(console, self._goal(), self.wrist)

    def _goal(self) -> limbik.Placement | limbik.Position | limbik.Alignment:
        if self.orientation and self.align is not None:
            raise InputError("--align", "leaves the roll free, and --orientation does not; give one of them")
        if self.wrist is not None and (self.orientation or self.align is not None):
            raise InputError("--wrist", "is for a place alone; an orientation or an alignment sets the wrist")
        if self.align is not None:
            try:
                return limbik.Alignment(self.position, self.align, read_axis(self.axis))
            except InputError as error:
                names = {"direction": "--align", "axis": "--axis"}
                raise InputError(names.get(error.argument, error.argument), error.problem) from error
        if not self.orientation:
            return limbik.Position(self.position)
        if len(self.orientation) == 3:
            turn = limbik.transform(orientation=[math.radians(a) for a in self.orientation], order="XYZ")[:3, :3]
            return limbik.Placement(position=self.position, orientation=turn)
        if len(self.orientation) != 4:
            raise InputError(
                "--orientation",
                f"takes a quaternion w x y z or three angles in degrees, not {len(self.orientation)} numbers",
            )
        return limbik.Placement(position=self.position, orientation=self.orientation)

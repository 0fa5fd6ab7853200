"""`limbik aim`: can a limb point its tool at something? Status, joints, all valid elbows and flexions, a picture."""

from dataclasses import dataclass

from rich.console import Console

import limbik
from limbik.cli.answer import Common, read_axis
from limbik.errors import InputError


@dataclass(kw_only=True)
class AimAt(Common):
    """Point an axis of the tool at a place: a torch, a camera, a finger. The wrist keeps its angles.

    Prints the answer, every valid elbow at its flexion on a dial, a map of all elbows and flexions, and why if there is
    none.
    """

    at: tuple[float, float, float]
    """What to point at, in the world."""
    axis: tuple[str, ...] = ("z",)
    """Which axis of the tool: x, -x, y, -y, z, -z, or three numbers."""
    wrist: tuple[float, float, float] | None = None
    """The wrist's three angles in degrees; default: as the figure is posed."""
    flexion: float | None = None
    """Hold the elbow or knee at this angle, in degrees; default: free."""

    def run(self, console: Console) -> None:
        try:
            goal = limbik.Aim(self.at, read_axis(self.axis))
        except InputError as error:
            raise InputError(f"--{error.argument.lstrip('-')}", error.problem) from error
        self.answer(console, goal, self.wrist, self.flexion)

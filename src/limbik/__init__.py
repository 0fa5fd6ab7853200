"""limbik: inverse kinematics of articulated figures, exact where it can be.

The public names live here and nothing else does. Each is fetched when it is first used, so that `import limbik` takes
no time and compiles nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from limbik.draw.picture import plot as plot
    from limbik.errors import FileError as FileError
    from limbik.errors import InputError as InputError
    from limbik.errors import LimbikError as LimbikError
    from limbik.errors import UnknownNameError as UnknownNameError
    from limbik.figure.dh import DHRow as DHRow
    from limbik.figure.dh import from_dh as from_dh
    from limbik.figure.edit import expand as expand
    from limbik.figure.edit import scale as scale
    from limbik.figure.figure import Figure as Figure
    from limbik.figure.geometry import Box as Box
    from limbik.figure.geometry import Capsule as Capsule
    from limbik.figure.geometry import Ellipsoid as Ellipsoid
    from limbik.figure.geometry import Mesh as Mesh
    from limbik.figure.geometry import Segment as Segment
    from limbik.figure.joint import Joint as Joint
    from limbik.figure.joint import LimbParts as LimbParts
    from limbik.figure.joint import Site as Site
    from limbik.figure.limits import Range as Range
    from limbik.figure.limits import SwingTwist as SwingTwist
    from limbik.figure.pose import Pose as Pose
    from limbik.figure.pose import Violation as Violation
    from limbik.figure.ready.human import human as human
    from limbik.figure.ready.robots import iiwa14 as iiwa14
    from limbik.figure.ready.robots import wam7 as wam7
    from limbik.figure.ready.textbook import planar_arm as planar_arm
    from limbik.figure.ready.textbook import solar_system as solar_system
    from limbik.figure.transform import transform as transform
    from limbik.figure.world import World as World
    from limbik.goals import Aim as Aim
    from limbik.goals import Alignment as Alignment
    from limbik.goals import Placement as Placement
    from limbik.goals import Position as Position
    from limbik.io.files import load as load
    from limbik.io.files import save as save
    from limbik.limb.limb import Limb as Limb
    from limbik.limb.picks import Pick as Pick
    from limbik.limb.picks import clearance as clearance
    from limbik.limb.picks import continuing as continuing
    from limbik.limb.picks import elbow as elbow
    from limbik.limb.picks import first as first
    from limbik.limb.picks import least as least
    from limbik.limb.picks import midrange as midrange
    from limbik.limb.picks import natural as natural
    from limbik.limb.picks import nearest as nearest
    from limbik.limb.picks import widest as widest
    from limbik.limb.swivel import Swivel as Swivel
    from limbik.limb.two_ways import Region as Region
    from limbik.limb.two_ways import SwivelAndFlexion as SwivelAndFlexion
    from limbik.limb.two_ways import SwivelAndRoll as SwivelAndRoll
    from limbik.motion.keys import Keys as Keys
    from limbik.solution import Arc as Arc
    from limbik.solution import Family as Family
    from limbik.solution import Solution as Solution
    from limbik.solution import Solutions as Solutions
    from limbik.solution import Status as Status

__version__ = "0.1.0"

_HOMES = {
    "draw.picture": ("plot",),
    "errors": ("FileError", "InputError", "LimbikError", "UnknownNameError"),
    "figure.dh": ("DHRow", "from_dh"),
    "figure.edit": ("expand", "scale"),
    "figure.figure": ("Figure",),
    "figure.geometry": ("Box", "Capsule", "Ellipsoid", "Mesh", "Segment"),
    "figure.joint": ("Joint", "LimbParts", "Site"),
    "figure.limits": ("Range", "SwingTwist"),
    "figure.pose": ("Pose", "Violation"),
    "figure.ready.human": ("human",),
    "figure.ready.robots": ("iiwa14", "wam7"),
    "figure.ready.textbook": ("planar_arm", "solar_system"),
    "figure.transform": ("transform",),
    "figure.world": ("World",),
    "goals": ("Aim", "Alignment", "Placement", "Position"),
    "io.files": ("load", "save"),
    "limb.limb": ("Limb",),
    "limb.picks": (
        "Pick",
        "clearance",
        "continuing",
        "elbow",
        "first",
        "least",
        "midrange",
        "natural",
        "nearest",
        "widest",
    ),
    "limb.swivel": ("Swivel",),
    "limb.two_ways": ("Region", "SwivelAndFlexion", "SwivelAndRoll"),
    "motion.keys": ("Keys",),
    "solution": ("Arc", "Family", "Solution", "Solutions", "Status"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *_HOME_OF]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'limbik' has no attribute {name!r}")
    value = getattr(import_module(f"limbik.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

"""Picks: how one answer is chosen among the valid ones. Each is a value for `pick=`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.pose import Pose
from limbik.kernels import choice
from limbik.solution import Solution, Solutions

Objective = Callable[[Array], float]
NOTHING = check.frozen(np.zeros((1, 7)))
FARTHEST = 1e6
"""Radians; beyond, an angle has lost too many digits to tell its direction."""
NO_WRIST = check.frozen(np.zeros(3))


@dataclass(frozen=True, eq=False, repr=False)
class Pick:
    """How to choose; made by `widest`, `midrange`, `nearest`, `elbow`, `least`, `clearance`, `continuing`,
    `natural` and `first`."""

    name: str
    code: int
    aim: Any = None
    second: str | None = None
    """Which second freedom `nearest` wants a value of: roll or flexion."""

    def __repr__(self) -> str:
        return f"lb.{self.name}" if self.aim is None else f"lb.{self.name}(...)"


@dataclass(frozen=True, eq=False, repr=False)
class Least(Pick):
    """The pick of `least`: a function of the seven values, and perhaps its gradient."""

    objective: Objective = float
    gradient: Callable[[Array], ArrayLike] | None = None


widest = Pick("widest", choice.WIDEST)
"""The middle of the widest arc, for an alignment or an aim over all rolls or flexions: the default for a placement or a
position."""
midrange = Pick("midrange", choice.MIDRANGE)
"""The posture nearest to the middle of all ranges: the least sum of squares of the distances, each as a fraction of its
range. The default for an alignment or an aim."""
first = Pick("first", choice.FIRST)
"""Any answer, as quickly as can be: for an alignment or an aim the first one that the search meets, always the same for
the same goal; `widest` where there is nothing to search."""
clearance = Pick("clearance", choice.CLEARANCE)
"""The answer that stays farthest from every limit: the largest smallest distance of the balls, and of the hinge where
that is free; exactly (of an ellipse both half-angles count)."""
natural = Pick("natural", choice.NATURAL)
"""The valid swivel nearest to where people's elbows go (Soechting and Flanders 1989); for an alignment, of all rolls
the one that comes nearest, and of those that do the one nearest to mid-range. If the limb is no arm, and for an aim,
the default pick."""


def nearest(phi: ArrayLike, *, roll: ArrayLike | None = None, flexion: ArrayLike | None = None) -> Pick:
    """The valid swivel nearest to an angle; one angle, or one for each goal.

    Of all rolls or flexions that an alignment or an aim allows, one that brings the swivel nearest; of those, the one
    nearest to mid-range. With `roll` or `flexion` the nearest to both: the least sum of squares.
    """
    if roll is not None and flexion is not None:
        raise InputError("flexion", "is for an Aim and roll for an Alignment; give one of them")
    second = "roll" if roll is not None else "flexion" if flexion is not None else None
    wanted = check.numbers("phi", phi)
    other = check.numbers(second, roll if roll is not None else flexion) if second else np.zeros(())  # type: ignore[arg-type]
    if wanted.ndim and other.ndim and wanted.shape != other.shape:
        raise InputError(str(second), f"has shape {other.shape}, which does not fit phi of shape {wanted.shape}")
    both = np.zeros((*np.broadcast_shapes(wanted.shape, other.shape), 3))
    both[..., 0], both[..., 1], both[..., 2] = wanted, second is not None, other
    return Pick("nearest", choice.NEAREST, check.frozen(both), second)


def elbow(point: ArrayLike) -> Pick:
    """The answer whose elbow is nearest to a point of the world; one point, or one for each goal."""
    place = check.numbers("point", point)
    if place.ndim == 0 or place.shape[-1] != 3:
        raise InputError("point", f"takes three numbers, not shape {place.shape}")
    return Pick("elbow", choice.ELBOW, check.frozen(place))


def continuing(previous: Solution | Solutions | Pose | ArrayLike) -> Pick:
    """The posture nearest to a previous one: a solution, a pose or the limb's seven values; one, or one for each goal.

    Nearest is the least sum of squares over the seven values, sought over all answers.
    """
    if isinstance(previous, Pose):
        return Pick("continuing", choice.CONTINUING, previous)
    values = check.numbers("previous", previous.q if isinstance(previous, Solution | Solutions) else previous)
    if values.ndim == 0 or values.shape[-1] != 7:
        raise InputError("previous", f"takes a solution, a pose or seven values, not shape {values.shape}")
    if np.abs(values).max(initial=0.0) > FARTHEST:
        raise InputError("previous", f"has the angle {np.abs(values).max():g}; no joint has turned that far")
    return Pick("continuing", choice.CONTINUING, check.frozen(values))


def least(f: Objective, gradient: Callable[[Array], ArrayLike] | None = None) -> Pick:
    """The least of a function of the seven values, over all arcs and families, and over all rolls or flexions.

    Samples at most 0.15 rad apart, then a refinement about each of their minima; for placements and positions with the
    gradient to the last digit.
    """
    check_functions(f, gradient)
    return Least("least", -1, f, objective=f, gradient=gradient)


def check_functions(f: object, gradient: object) -> None:
    """An error if an objective or its gradient (which may be missing) cannot be called."""
    for argument, given in (("f", f), ("gradient", gradient)):
        if not callable(given) and (given is not None or argument == "f"):
            raise InputError(argument, f"takes a function of the seven values, not {given!r}")

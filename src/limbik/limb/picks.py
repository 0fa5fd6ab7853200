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
    """How to choose; made by `widest`, `nearest`, `elbow`, `least`, `clearance`, `continuing` and `natural`."""

    name: str
    code: int
    aim: Any = None

    def __repr__(self) -> str:
        return f"lb.{self.name}" if self.aim is None else f"lb.{self.name}(...)"


@dataclass(frozen=True, eq=False, repr=False)
class Least(Pick):
    """The pick of `least`: a function of the seven values, and perhaps its gradient."""

    objective: Objective = float
    gradient: Callable[[Array], ArrayLike] | None = None


widest = Pick("widest", choice.WIDEST)
"""The middle of the widest arc: the default."""
clearance = Pick("clearance", choice.CLEARANCE)
"""The swivel that stays farthest from every limit: the largest smallest distance of the balls, exactly (of an ellipse
both half-angles count)."""
natural = Pick("natural", choice.NATURAL)
"""The valid swivel nearest to where people's elbows go (Soechting and Flanders 1989); `widest` if it is no arm."""


def nearest(phi: ArrayLike) -> Pick:
    """The valid swivel nearest to an angle; one angle, or one for each goal."""
    return Pick("nearest", choice.NEAREST, check.frozen(check.numbers("phi", phi)))


def elbow(point: ArrayLike) -> Pick:
    """The valid swivel whose elbow is nearest to a point of the world; one point, or one for each goal."""
    place = check.numbers("point", point)
    if place.ndim == 0 or place.shape[-1] != 3:
        raise InputError("point", f"takes three numbers, not shape {place.shape}")
    return Pick("elbow", choice.ELBOW, check.frozen(place))


def continuing(previous: Solution | Solutions | Pose | ArrayLike) -> Pick:
    """The posture nearest to a previous one: a solution, a pose or the limb's seven values; one, or one for each goal.

    Nearest is the least sum of squares over the seven values, sought over all arcs.
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
    """The least of a function of the seven values, over all arcs and families.

    Samples at most 0.1 rad apart, then a refinement about each of their minima; with the gradient to the last digit.
    """
    check_functions(f, gradient)
    return Least("least", -1, f, objective=f, gradient=gradient)


def check_functions(f: object, gradient: object) -> None:
    """An error if an objective or its gradient (which may be missing) cannot be called."""
    for argument, given in (("f", f), ("gradient", gradient)):
        if not callable(given) and (given is not None or argument == "f"):
            raise InputError(argument, f"takes a function of the seven values, not {given!r}")

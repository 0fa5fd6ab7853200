"""Swivel: the self-motion of a limb for a goal: the elbow's circle, its zero, and the exact arcs of valid angles."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limbik import check
from limbik.check import Array
from limbik.errors import InputError
from limbik.figure.limits import LIMIT_TOLERANCE
from limbik.figure.transform import euler_axes
from limbik.kernels import euler, hinge, limb, rotation, swivel
from limbik.limb.rows import RowArrays
from limbik.solution import Arc, Family

if TYPE_CHECKING:
    from limbik.limb.limb import Limb

ROOM = 64


@dataclass(frozen=True, eq=False)
class Root:
    """One angle of the hinge that gives the right distance, and how both balls then turn with the swivel."""

    side: int
    flexion: float
    m1: Array
    m2: Array
    k2: tuple[float, float, float]


class Swivel(check.Sealed):
    """For one goal: `arcs` is exactly the set of valid elbows, sorted; empty if there is none.

    Angles are right-handed about the line from shoulder to wrist, from the limb's reference. `reachable` tells whether
    the distance is right for the hinge (limits included); `at_shoulder`, that the goal is at the shoulder itself, where
    the arcs are only a part of all answers; `reference_failed`, that the reference gave no zero and a coordinate axis
    took its place.
    """

    def __init__(
        self,
        of: "Limb",
        root: Array,
        wrist: Array,
        orientation: Array | None,
        forearm: Array,
        rows: RowArrays,
        held: Array | None = None,
    ) -> None:
        self.limb = of
        self._root = root
        self._held = held
        self._orientation = orientation
        b = forearm.copy()
        if abs(b[1]) <= 1e-13 * np.linalg.norm(b):
            b[1] = 0.0
        a = of._a
        self._planar = a[1] == 0.0 and b[1] == 0.0
        middle, near, far = hinge.reach_constants(tuple(a.tolist()), tuple(b.tolist()))
        distance = float(np.linalg.norm(wrist))
        tolerance = LIMIT_TOLERANCE
        self.distance = distance
        self.reach = (near, far)
        self._lengths = (float(np.linalg.norm(a)), float(np.linalg.norm(b)))
        self.at_shoulder = distance <= hinge.SNAP * far
        direction = np.array(of._rest_direction) if self.at_shoulder else wrist / distance
        self._n = tuple(direction.tolist())
        self._u, self.reference_failed = self._zero()
        self.roots: tuple[Root, ...] = ()
        self.arcs: tuple[Arc, ...] = ()
        if near - tolerance * far <= distance <= far * (1.0 + tolerance):
            bent = hinge.bend(min(max(distance, near), far), near, far)
            self.roots = tuple(self._roots(a, b, middle, near, far, bent, tolerance))
            rounding = self._rounding(a, b, far, bent)
            found = [arc for root in self.roots for arc in self._arcs_of(root, rows, rounding)]
            self.arcs = tuple(sorted(found, key=lambda arc: (arc.lo, arc.hi, arc.family)))
        self.seal()

    @property
    def reachable(self) -> bool:
        return bool(self.roots)

    def _zero(self) -> tuple[tuple[float, float, float], bool]:
        if self.limb.reference == "projected":
            assert self.limb._reference_axis is not None
            good, u = limb.projected(tuple(self.limb._reference_axis.tolist()), self._n)
        else:
            good, u = limb.transported(self.limb._rest_direction, self.limb._rest_side, self._n)
        return u, not good

    def _roots(
        self, a: Array, b: Array, middle: float, near: float, far: float, bent: float, tolerance: float
    ) -> list[Root]:
        lo, hi = self.limb._bounds[3]
        if not math.isfinite(hi - lo):
            lo, hi = middle - math.pi, middle + math.pi
        sides: tuple[int, ...] = (1, -1)
        if bent in (0.0, math.pi):  # both roots are one; it is named after the side that the hinge bends to
            sides = (1,) if math.remainder(0.5 * (lo + hi) - middle, 2.0 * math.pi) >= 0.0 else (-1,)
        found = [(side, *hinge.root(float(side), bent, middle, lo, hi, near, far, tolerance)) for side in sides]
        best = max(inside for _, inside, _ in found)  # a root that is nearly inside counts if none is truly
        roots = []
        for side, inside, flexion in found:
            if inside == 0 or inside < best:
                continue
            c, s = math.cos(flexion), math.sin(flexion)
            turned = (c * b[0] + s * b[2], b[1], c * b[2] - s * b[0])
            signed = math.remainder(flexion - middle, 2.0 * math.pi)
            wrist, elbow = limb.rest_triangle(tuple(a.tolist()), turned, signed, float(side), self._planar)
            m1, m2 = np.empty((3, 3)), np.empty((3, 3))
            goal = np.eye(3) if self._orientation is None else np.array(self._orientation)
            k2 = limb.ball_families(self.limb._ra, self.limb._rb, flexion, wrist, elbow, self._n, self._u, goal, m1, m2)
            roots.append(Root(side, flexion, m1, m2, k2))
        return roots

    def _rounding(self, a: Array, b: Array, far: float, bent: float) -> float:
        """What the conditions may err by: the hinge's angle is known to eps times its sensitivity to the distance."""
        lever = math.hypot(a[0], a[2]) * math.hypot(b[0], b[2]) * abs(math.sin(bent))
        sensitive = 0.0 if lever == 0.0 else 2e-15 * self.distance * far / lever
        return min(max(swivel.ROUNDING, sensitive), LIMIT_TOLERANCE)

    def _arcs_of(self, root: Root, rows: RowArrays, rounding: float) -> list[Arc]:
        coefficients = np.empty((2, 3, 9))
        swivel.spread(self._n, root.m1, 0, coefficients)
        swivel.spread(root.k2, root.m2, 1, coefficients)
        events = 2 * len(rows[2]) + 2
        arcs, pairs = np.empty((ROOM, 2)), np.empty(ROOM, dtype=np.int64)
        count = swivel.valid_arcs(
            *rows, coefficients, rounding, np.empty(events), np.empty(events, dtype=np.int64), arcs, pairs
        )
        flexion = root.flexion - float(self.limb._offsets[3])
        return [
            Arc(float(lo), float(hi), Family(1 + int(pair) // 2, 1 + int(pair) % 2, root.side), flexion)
            for (lo, hi), pair in zip(arcs[:count], pairs[:count], strict=True)
        ]

    @property
    def circle(self) -> tuple[Array, float, Array]:
        """The elbow's circle in the world: centre, radius and unit axis; out of reach, that of the nearest distance."""
        upper, fore = self._lengths
        near, far = self.reach
        d = min(max(self.distance, near), far)
        along = 0.5 * (d * d + upper * upper - fore * fore) / d if d > 0.0 else 0.0
        turn = self._root[:3, :3]
        axis = turn @ self._n
        return self._root[:3, 3] + along * axis, math.sqrt(max(upper * upper - along * along, 0.0)), axis

    def elbow(self, phi: float) -> Array:
        """Where the elbow stands in the world at a swivel angle."""
        angle = check.number("phi", phi)
        center, radius, axis = self.circle
        u = self._root[:3, :3] @ self._u
        place: Array = center + radius * (math.cos(angle) * u + math.sin(angle) * np.cross(axis, u))
        return place

    def values(self, phi: float, family: Family) -> Array:
        """The limb's seven values at a swivel angle, in one family: inside the limits on that family's arcs."""
        angle = check.number("phi", phi)
        check.instance("family", family, Family, "swivel.arcs[0].family")
        chosen = [root for root in self.roots if root.side == family.hinge]
        if not chosen or family.shoulder not in (1, 2) or family.wrist not in (1, 2):
            raise InputError("family", f"{family} is none of this goal's; take that of an arc")
        (root,) = chosen
        first = self._angles(self._ball(self._n, root.m1, angle), self.limb.shoulder, family.shoulder, 0)
        if self._held is not None:
            last: Array = self._held + self.limb._offsets[4:]
        else:
            turned = self._ball(root.k2, root.m2, angle)
            last = np.array(self._angles(turned, self.limb.wrist, family.wrist, 4))
        whole = np.array([*first, root.flexion, *last]) - self.limb._offsets
        return np.clip(whole, *self.limb.limits.T)  # the offset's rounding may carry a clamped value outside by a bit

    @staticmethod
    def _ball(axis: tuple[float, float, float], matrix: Array, angle: float) -> Array:
        turned = np.empty((3, 3))
        rotation.about_axis(axis, angle, turned)
        placed: Array = turned @ matrix
        return placed

    def _angles(self, matrix: Array, order: str, family: int, first: int) -> tuple[float, float, float]:
        """Euler angles of one family, each in the turn of its limits and clamped to them."""
        limits = self.limb._bounds[first : first + 3]
        a, b, c = euler.from_matrix(matrix, *euler_axes(order), family, 0.0)
        from_lock = abs(math.sin(b) if order[0] == order[2] else math.cos(b))
        if from_lock < 1e-9:
            a, c = self._linked(a, c, matrix, order, limits)
        within = [_clamped(angle, limit) for angle, limit in zip((a, b, c), limits, strict=True)]
        if from_lock < 1e-3:  # what the clamp takes from a (or c) near lock, c (or a) has to make up for
            together = _together(matrix, order)
            within[2] = _clamped(c + together * math.remainder(a - within[0], 2.0 * math.pi), limits[2])
            lost = math.remainder(a + together * c - within[0] - together * within[2], 2.0 * math.pi)
            within[0] = _clamped(within[0] + lost, limits[0])
        return within[0], within[1], within[2]

    @staticmethod
    def _linked(a: float, c: float, matrix: Array, order: str, limits: Array) -> tuple[float, float]:
        """At lock only a + c or a - c is fixed: both angles at the same fraction of their ranges."""
        together = _together(matrix, order)
        link = a + together * c
        (a_lo, a_hi), (c_lo, c_hi) = (
            limit if np.isfinite(limit).all() else (-math.pi, math.pi) for limit in (limits[0], limits[2])
        )
        start, end = (a_lo + c_lo, a_hi + c_hi) if together > 0 else (a_lo - c_hi, a_hi - c_lo)
        link = hinge.within(link, start, end)
        share = 0.5 if end == start else (link - start) / (end - start)
        new_a = a_lo + share * (a_hi - a_lo)
        return new_a, together * (link - new_a)


def _clamped(angle: float, limit: Array) -> float:
    return hinge.within(angle, limit[0], limit[1]) if np.isfinite(limit).all() else angle


def _together(matrix: Array, order: str) -> float:
    """+1 where the lock that is nearer fixes a + c, -1 where it fixes a - c."""
    i, _, k = euler_axes(order)
    if k == i:
        return 1.0 if matrix[i, i] >= 0.0 else -1.0
    return 1.0 if matrix[i, k] >= 0.0 else -1.0  # the order's own sign enters twice

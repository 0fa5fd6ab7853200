"""What comes back: the arcs of valid swivels and their families."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Family:
    """Which Euler branch the shoulder and the wrist take (1 or 2), and on which side of the most extended angle the
    hinge bends (+1 or -1)."""

    shoulder: int
    wrist: int
    hinge: int


@dataclass(frozen=True, slots=True)
class Arc:
    """An interval of swivel angles that keeps every joint inside its limits.

    lo lies in [-pi, pi), hi in [lo, lo + 2 pi]; the ends belong to it. `flexion` is the hinge's angle on it.
    """

    lo: float
    hi: float
    family: Family
    flexion: float

    @property
    def middle(self) -> float:
        return 0.5 * (self.lo + self.hi)

    @property
    def length(self) -> float:
        return self.hi - self.lo

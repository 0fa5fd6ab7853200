"""Metric, and how times are taken on machines that are shared and noisy."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Literal


@dataclass(frozen=True)
class Metric:
    """One figure: what, how much, in which unit, and whether more or less of it is better."""

    name: str
    value: float
    unit: str
    direction: Literal["lower is better", "higher is better"]
    note: str = ""


@dataclass(frozen=True)
class Timing:
    """Seconds for one item: the least seen, and the median."""

    least: float
    median: float


def interleaved(jobs: Mapping[str, tuple[Callable[[], object], int]], repeats: int = 15) -> dict[str, Timing]:
    """Time several jobs in turn, so that a busy moment of the machine hits all of them; each is (call, items in it)."""
    for call, _ in jobs.values():
        call()
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(repeats):
        for name, (call, items) in jobs.items():
            start = time.perf_counter()
            call()
            seconds[name].append((time.perf_counter() - start) / items)
    return {name: Timing(min(times), median(times)) for name, times in seconds.items()}

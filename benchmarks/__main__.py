"""`make bench`: run everything, print it, write benchmarks/results.json."""

import json
import os
import platform
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import forward, limb, partial, startup

PARTS = {
    "start-up": startup.metrics,
    "forward kinematics": forward.metrics,
    "limbs": limb.metrics,
    "alignments and aims": partial.metrics,
}


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in ("limbik", "numpy", "scipy", "numba", "pin"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def main() -> None:
    console = Console()
    load = os.getloadavg()[0]
    machine = {"machine": platform.machine(), "processors": os.cpu_count(), "load before": round(load, 2)}
    results = {name: part() for name, part in track(PARTS.items(), description="measuring", console=console)}
    console.print(", ".join(f"{name} {value}" for name, value in (versions() | machine).items()), highlight=False)
    for name, metrics in results.items():
        table = Table("metric", "value", "unit", "", "note", title=name, title_justify="left", box=None, pad_edge=False)
        table.columns[1].justify = "right"
        for metric in metrics:
            table.add_row(metric.name, f"{metric.value:.3g}", metric.unit, metric.direction, metric.note)
        console.print(table, highlight=False)
    document = {
        "versions": versions(),
        "machine": machine,
        "metrics": {name: [asdict(metric) for metric in metrics] for name, metrics in results.items()},
    }
    path = Path(__file__).with_name("results.json")
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    console.print(f"wrote {path.relative_to(Path.cwd())}" if path.is_relative_to(Path.cwd()) else f"wrote {path}")


if __name__ == "__main__":
    main()

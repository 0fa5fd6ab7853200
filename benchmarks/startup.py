"""What a user waits for before the first answer."""

import os
import subprocess
import sys
import tempfile

from benchmarks.metric import Metric

TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
FIRST = "import limbik as lb; lb.human().rest().world()"


def metrics() -> list[Metric]:
    out = [
        Metric("import limbik", _least("import limbik"), "s", "lower is better", "warm, least of 5"),
        Metric("import numpy", _least("import numpy"), "s", "lower is better", "for comparison"),
        Metric("import and first pose, cached", _least(FIRST), "s", "lower is better", "with Numba's own import"),
    ]
    with tempfile.TemporaryDirectory() as empty:
        cold = _seconds(FIRST, {"NUMBA_CACHE_DIR": empty})
    out.append(Metric("import and first pose, cold", cold, "s", "lower is better", "compiles one kernel"))
    return out


def _least(program: str) -> float:
    return min(_seconds(program, {}) for _ in range(5))


def _seconds(program: str, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", TIMED.format(program)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return float(done.stdout)

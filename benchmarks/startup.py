"""What a user waits for before the first answer."""

import os
import subprocess
import sys
import tempfile

from benchmarks.metric import Metric

TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
FIRST = "import limbik as lb; lb.human().rest().world()"
ALIGN = "import limbik as lb; lb.Limb(lb.human(), 'right_arm').solve(lb.Alignment((0.45, -0.2, 1.1), (1, 0, 0), 'x'))"
SOLVE = "import limbik as lb; lb.Limb(lb.human(), 'right_arm').solve(lb.Position((0.35, -0.2, 1.1)))"


def metrics() -> list[Metric]:
    out = [
        Metric("import limbik", _least("import limbik"), "s", "lower is better", "warm, least of 5"),
        Metric("import numpy", _least("import numpy"), "s", "lower is better", "for comparison"),
        Metric("import and first pose, cached", _least(FIRST), "s", "lower is better", "with Numba's own import"),
        Metric("import and first solve, cached", _least(SOLVE), "s", "lower is better", "with Numba's own import"),
        Metric("import and first alignment, cached", _least(ALIGN), "s", "lower is better", "with Numba's own import"),
    ]
    with tempfile.TemporaryDirectory() as empty:
        cold = _seconds(FIRST, {"NUMBA_CACHE_DIR": empty})
        colder = _seconds(SOLVE, {"NUMBA_CACHE_DIR": empty})
    out.append(Metric("import and first pose, cold", cold, "s", "lower is better", "compiles one kernel"))
    with tempfile.TemporaryDirectory() as empty:
        coldest = _seconds(ALIGN, {"NUMBA_CACHE_DIR": empty})
    out.append(
        Metric("import and first alignment, cold", coldest, "s", "lower is better", "compiles nearly everything")
    )
    out.append(Metric("import and first solve, cold", colder, "s", "lower is better", "compiles some hundred kernels"))
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

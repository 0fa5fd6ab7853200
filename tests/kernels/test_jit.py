import subprocess
import sys

import numba
import pytest

from limbik.kernels import jit, tree

needs_jit = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="there is no compiled function with the JIT off")


@needs_jit
def test_settings_are_the_house_rules():
    options = tree.forward.targetoptions
    assert options["nogil"] is True
    assert options["error_model"] == "numpy"
    assert not options.get("fastmath")
    assert not options.get("parallel")


@needs_jit
def test_the_cache_is_named_after_all_kernels_so_that_a_changed_callee_is_noticed():
    assert jit._DIGEST in tree.forward._cache._cache_file._index_name
    assert tree.forward.py_func.__qualname__ == "forward"


def test_importing_a_kernel_compiles_nothing():
    program = (
        "from numba.core import event\n"
        "import sys\n"
        "class Told(event.Listener):\n"
        "    def on_start(self, e): print('compiled', e.data['dispatcher']); sys.exit(1)\n"
        "    def on_end(self, e): pass\n"
        "event.register('numba:compile', Told())\n"
        "from limbik.kernels import euler, quaternion, raster, rigid, rotation, tree, trig, vector\n"
        "import limbik.figure.figure, limbik.compiled\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

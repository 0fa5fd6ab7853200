"""The decorators of every kernel.

`kernel` is Numba's `njit` with the project's settings, plus a cache key that covers *all* kernel sources. Numba's own
key covers only the file a function is written in, so a cached caller would survive a change of its callee.
"""

import math
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Vector = tuple[float, float, float] | Array
"""Three numbers that can be indexed: kernels read tuples and arrays alike, and give back tuples."""
Quaternion = tuple[float, float, float, float] | Array
"""Four numbers w, x, y, z."""

PI = math.pi
TWO_PI = 2.0 * math.pi


def _digest_of_all_kernels() -> str:
    sources = sorted(
        (entry.name, entry.read_bytes()) for entry in files(__package__).iterdir() if entry.name.endswith(".py")
    )
    return sha256(b"".join(name.encode() + source for name, source in sources)).hexdigest()[:12]


_DIGEST = _digest_of_all_kernels()


def kernel(function: Function) -> Function:
    """Compile on first call, cache on disk, release the GIL, divide like NumPy."""
    return _compiled(function, {})


def lean(function: Function) -> Function:
    """A kernel that makes no array and calls only such kernels.

    Numba then counts no references, which otherwise takes more time than the arithmetic of a small kernel, and makes
    threads wait for each other.
    """
    return _compiled(function, {"_nrt": False})


def hot(function: Function) -> Function:
    """A lean kernel on the way of every solve: it becomes part of its callers, which halves their time again.

    It also makes them slower to compile, so this is not for kernels that are called now and then.
    """
    return _compiled(function, {"_nrt": False, "forceinline": True})


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    plain_name = function.__qualname__
    function.__qualname__ = f"{plain_name}-{_DIGEST}"  # names the cache file
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    function.__qualname__ = plain_name
    return cast(Function, compiled)

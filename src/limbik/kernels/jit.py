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
from numba.core import types
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
    """A kernel that makes no array, gives none back, and calls only such kernels.

    Numba then counts no references, which otherwise takes more time than the arithmetic of a small kernel, and makes
    threads wait for each other.
    """
    return _compiled(function, {"_nrt": False})


def hot(function: Function) -> Function:
    """A lean kernel on the way of every solve: it becomes part of its callers, which halves their time again.

    It also makes them slower to compile, so this is not for kernels that are called now and then.
    """
    return _compiled(function, {"_nrt": False, "forceinline": True})


def once(function: Function) -> Function:
    """A kernel with a single caller, which it becomes part of before anything is compiled.

    Numba compiles all that a kernel calls once more with each of its callers, all the way up; so every storey of a deep
    tower of kernels costs as much time as those below it together. This takes storeys out.
    """
    return _compiled(function, {"inline": "always"})


def _compiled(function: Function, options: dict[str, Any]) -> Function:
    plain_name = function.__qualname__
    function.__qualname__ = f"{plain_name}-{_DIGEST}"  # names the cache file
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    function.__qualname__ = plain_name
    if hasattr(compiled, "get_call_template"):
        _forget_literals(compiled)
    return cast(Function, compiled)


def _forget_literals(compiled: Any) -> None:
    """Let kernels that call this one with different constants share one compilation, not have one for each constant."""
    resolve = compiled.get_call_template
    plain: Callable[[Any], Any] = types.unliteral

    def with_plain_types(args: Any, kws: Any) -> Any:
        return resolve(tuple(plain(kind) for kind in args), {name: plain(kind) for name, kind in kws.items()})

    compiled.get_call_template = with_plain_types

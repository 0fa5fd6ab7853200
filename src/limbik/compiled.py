"""The door to the kernels: says when they are being compiled, and runs them over chunks in threads."""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Any, TextIO

from numba.core import event

from limbik.errors import InputError

_CHUNKS_PER_THREAD = 4
_pool: ThreadPoolExecutor | None = None
_pool_of = (-1, 0)  # process and size
_lock = threading.Lock()


class CompileNotice(event.Listener):
    """Tells a person at a terminal, once, why the first call takes seconds."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.said = False

    def on_start(self, event: Any) -> None:
        if self.said or not _is_ours(event.data.get("dispatcher")):
            return
        self.said = True
        print(
            "limbik: compiling its kernels for this machine, once; the result is kept ('limbik warmup' does it all).",
            file=self.stream,
            flush=True,
        )

    def on_end(self, event: Any) -> None:
        pass


def _is_ours(dispatcher: Any) -> bool:
    return str(getattr(getattr(dispatcher, "py_func", None), "__module__", "")).startswith("limbik.")


def _announce_on_terminals() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        event.register("numba:compile", CompileNotice(sys.stderr))  # type: ignore[no-untyped-call]


_announce_on_terminals()


def thread_count() -> int:
    """How many threads a batch may use: the processors of this process, or the environment's LIMBIK_THREADS."""
    wanted = os.environ.get("LIMBIK_THREADS", "")
    if wanted:
        if not wanted.isdecimal() or int(wanted) == 0:
            raise InputError("LIMBIK_THREADS", f"is {wanted!r}; it takes a whole number above 0")
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_chunks(work: Callable[[slice], None], count: int, smallest: int = 256, *, progress: str | None = None) -> None:
    """Call work(slice) for slices that cover range(count), in several threads if there is enough to do.

    `work` must release the GIL, as kernels do, and must write only to its own rows. An error in one slice is raised
    here after the others have ended. With `progress` a bar of that name shows how far it is.
    """
    threads = thread_count()
    if progress is None and (threads == 1 or count < 2 * smallest):
        work(slice(0, count))
        return
    size = max(smallest, -(-count // (threads * _CHUNKS_PER_THREAD)))
    if progress is not None:
        size = max(smallest, min(size, -(-count // 200)))
    parts = [slice(start, min(start + size, count)) for start in range(0, count, size)]
    futures = [_executor(threads).submit(work, part) for part in parts]
    try:
        if progress is not None:
            _show(progress, parts, futures)
        errors = [error for future in futures if (error := future.exception()) is not None]
    except BaseException:  # the user has had enough: what has not begun shall not begin
        for future in futures:
            future.cancel()
        raise
    if errors:
        raise errors[0]


def _show(title: str, parts: list[slice], futures: list[Future[None]]) -> None:
    """A bar on the terminal until all is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=parts[-1].stop if parts else 0)
        sizes = {future: part.stop - part.start for future, part in zip(futures, parts, strict=True)}
        for future in as_completed(futures):
            bar.advance(task, sizes[future])


def _executor(threads: int) -> ThreadPoolExecutor:
    """One pool a process: a forked child does not inherit its parent's threads."""
    global _pool, _pool_of
    with _lock:
        wanted = (os.getpid(), threads)
        if _pool is None or _pool_of != wanted:
            _pool, _pool_of = ThreadPoolExecutor(threads, thread_name_prefix="limbik"), wanted
        return _pool

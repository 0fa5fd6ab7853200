"""`load` and `save`: one spelling for every kind of file, told apart by its ending."""

import os
import tempfile
from pathlib import Path

from limbik import check
from limbik.errors import FileError, InputError
from limbik.figure.figure import Figure
from limbik.io import figure_json

LARGEST = 256 * 1024 * 1024
"""Bytes; a file beyond this is refused before it is read."""
ENDINGS = (".json",)


def load(path: str | os.PathLike[str]) -> Figure:
    """Read a figure from a file that `save` wrote."""
    place = _path(path)
    return figure_json.from_text(read_text(place), place)


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure to a file, whole or not at all: an old file stays as it was until the new one is complete."""
    check.instance("figure", figure, Figure, "lb.human()")
    place = _path(path)
    write_bytes(place, figure_json.to_text(figure).encode())


def read_text(path: Path) -> str:
    """The text of a file, or an error that says why there is none."""
    try:
        if not path.is_file() and path.exists():
            raise FileError(path, "cannot be read: it is no plain file")
        size = path.stat().st_size
        if size > LARGEST:
            raise FileError(path, f"has {size / 1e6:.0f} MB; limbik reads files of up to {LARGEST / 1e6:.0f} MB")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileError(path, f"is not UTF-8 text ({error.reason})", where=f"byte {error.start}") from None
    except (OSError, ValueError) as error:  # ValueError: a path that no system can have
        raise FileError(path, f"cannot be read: {getattr(error, 'strerror', error)}") from error


def write_bytes(given: Path, content: bytes) -> None:
    """Write beside the target, then put in its place; a link stays a link, and the file that it names is replaced."""
    try:
        path = Path(os.path.realpath(given))
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(beside, path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            os.replace(beside, path)
        except BaseException:
            os.unlink(beside)
            raise
    except (OSError, ValueError) as error:  # ValueError: a path that no system can have
        raise FileError(given, f"cannot be written: {getattr(error, 'strerror', error)}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _path(given: str | os.PathLike[str]) -> Path:
    if not isinstance(given, str | os.PathLike):
        raise InputError("path", f"takes text or a Path, not {given!r}")
    path = Path(given)
    if "\0" in str(path):
        raise InputError("path", f"{str(path)!r} has a null character, which no path can have")
    if path.suffix.lower() not in ENDINGS:
        raise FileError(path, f"ends in {path.suffix or 'nothing'!r}; limbik knows {', '.join(ENDINGS)}")
    return path

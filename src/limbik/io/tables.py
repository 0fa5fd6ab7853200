"""Tables of numbers in and out: csv, npz, and parquet if pyarrow is there."""

import csv
import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from limbik.check import Array
from limbik.errors import FileError
from limbik.io.files import read_text, write_bytes

ENDINGS = (".csv", ".npz", ".parquet")


def check_ending(path: Path) -> str:
    """The ending of a table's path, or an error that lists the known ones."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FileError(path, f"ends in {path.suffix or 'nothing'!r}; tables end in {', '.join(ENDINGS)}")
    if ending == ".parquet":
        _parquet(path)
    return ending


def read_table(path: str | os.PathLike[str]) -> dict[str, Array]:
    """The columns of a table by name; npz arrays may have more axes. Numbers that are not finite are let through."""
    place = Path(path)
    ending = check_ending(place)
    if ending == ".csv":
        return _from_csv(read_text(place), place)
    try:
        if ending == ".npz":
            with place.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                found = {name: arrays[name] for name in arrays.files}
        else:
            table = _parquet(place).read_table(place)
            found = {name: table[name].to_numpy() for name in table.column_names}
    except OSError as error:
        raise FileError(place, f"cannot be read: {error.strerror or error}") from error
    except Exception as error:  # whatever a broken file makes its reader do
        raise FileError(place, f"is no {ending[1:]} file that can be read: {error}") from error
    for name, values in found.items():
        if values.dtype.kind not in "iuf":
            raise FileError(place, f"{name!r} holds no numbers, but {values.dtype}")
    return {name: np.asarray(values, dtype=np.float64) for name, values in found.items()}


def write_table(path: str | os.PathLike[str], columns: Mapping[str, NDArray[Any]]) -> None:
    """Write columns of equal length, whole or not at all."""
    place = Path(path)
    ending = check_ending(place)
    content = BytesIO()
    if ending == ".csv":
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
        content.write(text.getvalue().encode())
    elif ending == ".npz":
        np.savez_compressed(content, allow_pickle=False, **dict(columns))
    else:
        _parquet(place).write_table(import_module("pyarrow").table(dict(columns)), content)
    write_bytes(place, content.getvalue())


def _parquet(path: Path) -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ImportError as error:
        raise FileError(path, "parquet files need pyarrow: pip install pyarrow") from error


def _from_csv(text: str, path: Path) -> dict[str, Array]:
    lines = text.splitlines()
    names = [name.strip() for name in lines[0].split(",")] if lines else []
    if not names or not all(names) or len(set(names)) != len(names) or all(_is_number(name) for name in names):
        raise FileError(path, "must begin with the names of its columns, such as x,y,z,qw,qx,qy,qz", where="line 1")
    body = [line for line in lines[1:] if line.strip()]
    if not body:
        return {name: np.empty(0) for name in names}
    try:
        numbers = np.loadtxt(body, delimiter=",", ndmin=2, comments=None)
    except ValueError:
        numbers = np.empty((0, 0))
    if numbers.shape != (len(body), len(names)):
        _complain(lines, names, path)
    return dict(zip(names, np.ascontiguousarray(numbers.T), strict=True))


def _complain(lines: Sequence[str], names: Sequence[str], path: Path) -> None:
    """Say which line is not a row of numbers."""
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split(",")
        if not line.strip():
            continue
        if len(cells) != len(names):
            raise FileError(path, f"has {len(cells)} cells, but there are {len(names)} columns", where=f"line {number}")
        for name, cell in zip(names, cells, strict=True):
            if not _is_number(cell):
                raise FileError(path, f"{cell.strip()!r} in column {name!r} is no number", where=f"line {number}")
    raise FileError(path, "is no table of numbers")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

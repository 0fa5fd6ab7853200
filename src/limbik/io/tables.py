"""Tables of numbers in and out: csv, npz, and parquet if pyarrow is there."""

import csv
import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from limbik import check
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


def read_table(path: str | os.PathLike[str], names: Sequence[str]) -> dict[str, Array]:
    """Those of the named columns that a table has; npz arrays may have more axes. Others are passed over.

    Numbers that are not finite are let through. Cells of a csv file are separated by commas, semicolons or tabs.
    """
    place = Path(path)
    ending = check_ending(place)
    if ending == ".csv":
        return _from_csv(read_text(place).removeprefix("\ufeff"), place, names)
    if place.exists() and not place.is_file():
        raise FileError(place, "cannot be read: it is no plain file")
    try:
        if ending == ".npz":
            with place.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                found = {name: arrays[name] for name in arrays.files if name in names}
        else:
            table = _parquet(place).read_table(place)
            found = {name: table[name].to_numpy() for name in table.column_names if name in names}
    except OSError as error:
        raise FileError(place, f"cannot be read: {error.strerror or 'it is broken'}") from error
    except Exception as error:  # whatever a broken file makes its reader do
        raise FileError(place, f"is no {ending[1:]} file that can be read") from error
    for name, values in found.items():
        if getattr(values, "dtype", np.dtype(object)).kind not in "iuf":
            raise FileError(place, f"{name!r} holds no numbers")
    return {name: check.any_numbers(name, values) for name, values in found.items()}


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
        np.savez_compressed(content, **columns)  # type: ignore[arg-type]
    else:
        _parquet(place).write_table(import_module("pyarrow").table(dict(columns)), content)
    write_bytes(place, content.getvalue())


def _parquet(path: Path) -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ImportError as error:
        raise FileError(path, "parquet files need pyarrow: pip install pyarrow") from error


def _from_csv(text: str, path: Path, names: Sequence[str]) -> dict[str, Array]:
    lines = text.splitlines()
    first = lines[0] if lines else ""
    comma = max(",;\t", key=first.count)
    header = [cell.strip() for cell in next(csv.reader([first], delimiter=comma), [])]
    if not header or all(_is_number(name) for name in header):
        raise FileError(path, "must begin with the names of its columns, such as x,y,z,qw,qx,qy,qz", where="line 1")
    wanted = [n for n, name in enumerate(header) if name in names]
    for n in wanted:
        if header.count(header[n]) > 1:
            raise FileError(path, f"has the column {header[n]!r} twice", where="line 1")
    body = [line for line in lines[1:] if line.strip()]
    if not body or not wanted:
        return {header[n]: np.empty(0) for n in wanted}
    try:
        numbers = np.loadtxt(body, delimiter=comma, ndmin=2, comments=None, usecols=wanted, quotechar='"')
    except ValueError:
        _complain(lines, header, wanted, comma, path)
    return {header[n]: np.ascontiguousarray(column) for n, column in zip(wanted, numbers.T, strict=True)}


def _complain(lines: Sequence[str], header: Sequence[str], wanted: Sequence[int], comma: str, path: Path) -> NoReturn:
    """Say which line is not a row of numbers."""
    for number, line in enumerate(lines[1:], start=2):
        cells = next(csv.reader([line], delimiter=comma), [])
        if not line.strip():
            continue
        if len(cells) <= max(wanted):
            raise FileError(
                path, f"has {len(cells)} cells, but there are {len(header)} columns", where=f"line {number}"
            )
        for n in wanted:
            if not _is_number(cells[n]):
                raise FileError(
                    path, f"{cells[n].strip()!r} in column {header[n]!r} is no number", where=f"line {number}"
                )
    raise FileError(path, "is no table of plain numbers")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text and text.isascii()

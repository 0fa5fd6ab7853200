"""The public boundary: every number that a user hands over passes one of these checks, once."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from limbik.errors import InputError

Array = NDArray[np.float64]

EULER_ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "XYX", "XZX", "YXY", "YZY", "ZXZ", "ZYZ")
AXES = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}
ROTATION_TOLERANCE = 1e-6
"""A matrix this far from a rotation is taken for one that was rounded, and is rounded back; farther is an error."""
LARGEST = 1e100
"""Products of two such numbers still fit, so nothing that is computed from them overflows."""
TWO_TURNS = 4.0 * math.pi


def frozen(array: Array) -> Array:
    """The array, read-only from now on, and what it is a view of as well."""
    below: Any = array
    while isinstance(below, np.ndarray):
        below.flags.writeable = False
        below = below.base
    return array


class Record:
    """A frozen dataclass with arrays: what is unpickled or copied is as read-only as what was made."""

    def __setstate__(self, state: dict[str, object]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        fill(self, **state)


class Sealed:
    """An object whose attributes are set in its constructor, which ends with `self.seal()`, and never again."""

    def seal(self) -> None:
        self.__dict__["_sealed"] = True

    def __setstate__(self, state: dict[str, object]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)

    def __setattr__(self, name: str, value: object) -> None:
        if "_sealed" in self.__dict__:
            raise AttributeError(f"{type(self).__name__} cannot be changed; make a new one")
        object.__setattr__(self, name, value)


def fill(record: object, **fields: object) -> None:
    """Set the fields of a frozen dataclass, from inside its own constructor."""
    for field, value in fields.items():
        object.__setattr__(record, field, value)


def assigned(argument: str, value: str) -> str:
    """'limits=(0, 1)' for the argument 'joint "elbow", limits'; the value alone where there is no such word."""
    word = argument.rsplit(", ", 1)[-1]
    return f"{word}={value}" if word.isidentifier() else value


def instance(argument: str, value: object, kind: type, example: str) -> None:
    """A thing of the right class, or an error that shows how to get one."""
    if not isinstance(value, kind):
        raise InputError(argument, f"takes a {kind.__name__}, such as {example}, not {_short(value)}")


def any_numbers(argument: str, value: ArrayLike) -> Array:
    """A fresh float64 array; its numbers may be anything, also not finite."""
    try:
        given = np.asarray(value)
        if (given.dtype.kind not in "iuf" and given.size) or np.ma.is_masked(value):
            raise TypeError  # booleans, text, None, complex numbers, objects, gaps
        with np.errstate(over="ignore"):  # a wider number becomes infinite, which is told below
            return np.array(given, dtype=np.float64, order="C")
    except Exception as error:  # whatever a strange object does when it is asked for its numbers
        raise InputError(argument, f"takes numbers, not {_short(value)}") from error


def rows_at(array: Any, index: Any, axes: int) -> Any:
    """array[index], where only the axes before the last few may be indexed; read-only."""
    leading = array.ndim - axes
    keys = index if isinstance(index, tuple) else (index,)
    taken = sum(
        key.ndim if isinstance(key, np.ndarray) and key.dtype.kind == "b" else 1 for key in keys if key is not None
    )
    if Ellipsis in [key for key in keys if not isinstance(key, np.ndarray | list)]:
        raise IndexError("a batch is indexed by its leading axes, without '...'")
    if taken > leading:
        raise IndexError(f"too many indices: the batch has {leading} leading axes, but {taken} were indexed")
    rows = array[index]
    rows.flags.writeable = False
    return rows


def numbers(argument: str, value: ArrayLike, shape: tuple[int | None, ...] | None = None) -> Array:
    """A fresh float64 array of finite numbers; None in `shape` stands for any length."""
    array = any_numbers(argument, value)
    if shape is not None and (
        array.ndim != len(shape) or any(n is not None and n != m for n, m in zip(shape, array.shape, strict=True))
    ):
        wanted = "a single number" if shape == () else f"shape {_shape_text(shape)}"
        raise InputError(argument, f"takes {wanted}, not {_short(value)} of shape {_shape_text(array.shape)}")
    usable = np.abs(array) <= LARGEST
    if not usable.all():
        place = tuple(int(i) for i in np.argwhere(~usable)[0])
        at = "" if array.ndim == 0 else f" at {list(place)}"
        raise InputError(argument, f"has {array[place]}{at}; every number must be finite, and at most {LARGEST:g}")
    return array


def number(argument: str, value: Any) -> float:
    """One finite number."""
    return float(numbers(argument, value, ()))


def positive(argument: str, value: Any) -> float:
    """One finite number above zero."""
    checked = number(argument, value)
    if checked <= 0.0:
        raise InputError(argument, f"is {checked:g}; it must be above 0")
    return checked


def listed(argument: str, value: Any) -> list[Any]:
    """The members of a list, tuple or array."""
    if isinstance(value, str | bytes | dict) or not hasattr(value, "__iter__"):
        raise InputError(argument, f"takes a list, not {_short(value)}")
    try:
        return list(value)
    except TypeError as error:
        raise InputError(argument, f"takes a list, not {_short(value)}") from error


def choice(argument: str, value: object, options: Sequence[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in options:
        raise InputError(argument, f"is {value!r}; it takes one of {', '.join(map(repr, options))}")
    return value


def name(argument: str, value: object) -> str:
    """A name: some text without dots, which separate a joint from its value, and without blanks around it."""
    if not isinstance(value, str) or not value or value.strip() != value or "." in value or not value.isprintable():
        raise InputError(argument, f"{value!r} is no name; it takes printable text with no dot and no blank around it")
    if value == "world":
        raise InputError(argument, "'world' is the frame that the figure stands in; choose another name")
    return value


def axis(argument: str, value: str | ArrayLike) -> Array:
    """A unit vector, from 'x', '-x', 'y', '-y', 'z', '-z' or from three numbers of any length above zero."""
    if isinstance(value, str):
        return frozen(np.array(AXES[choice(argument, value, tuple(AXES))]))
    vector = numbers(argument, value, (3,))
    length = math.hypot(*vector)
    if length == 0.0:
        raise InputError(argument, "has length 0; an axis needs a direction")
    if abs(length - 1.0) > 1e-15:
        vector = vector / np.abs(vector).max()
        vector /= math.hypot(*vector)
    return frozen(vector)


def euler_order(argument: str, value: object) -> str:
    """One of the 12 intrinsic orders, in capitals."""
    if isinstance(value, str) and value.upper() in EULER_ORDERS and value not in EULER_ORDERS:
        raise InputError(
            argument,
            "small letters would be an extrinsic order; limbik's are intrinsic, in capitals",
            wrong=assigned(argument, repr(value)),
            right=assigned(argument, repr(value[::-1].upper())) + " with the angles reversed, if extrinsic was meant",
        )
    return choice(argument, value, EULER_ORDERS)


def rotation(argument: str, value: ArrayLike) -> Array:
    """A rotation matrix (3, 3); rounding up to 1e-6 is mended, anything else is an error."""
    return frozen(_proper(argument, numbers(argument, value, (3, 3))))


def rigid(argument: str, value: ArrayLike) -> Array:
    """A rigid transform (4, 4) that acts on column vectors."""
    matrix = numbers(argument, value)
    if matrix.shape == (3,):
        raise InputError(
            argument,
            "takes a 4x4 matrix, not three numbers",
            wrong=assigned(argument, _plain(matrix)),
            right=assigned(argument, f"lb.transform({_plain(matrix)})"),
        )
    if matrix.shape == (3, 3):
        raise InputError(
            argument,
            "takes a 4x4 matrix, not a 3x3 one",
            wrong=assigned(argument, "R"),
            right=assigned(argument, "lb.transform((0, 0, 0), R)"),
        )
    matrix = numbers(argument, value, (4, 4))
    _check_last_row(argument, matrix)
    matrix[:3, :3] = _proper(argument, matrix[:3, :3])
    return frozen(matrix)


def affine(argument: str, value: ArrayLike) -> Array:
    """An invertible affine transform (4, 4) that acts on column vectors; it may scale and mirror."""
    matrix = numbers(argument, value, (4, 4))
    _check_last_row(argument, matrix)
    scale = np.abs(matrix[:3, :3]).max()
    if scale == 0.0 or abs(np.linalg.det(matrix[:3, :3] / scale)) < 1e-12:
        raise InputError(argument, "squashes space flat (its determinant is 0); it must be invertible")
    return frozen(matrix)


def is_rotation(value: object) -> bool:
    """A SciPy Rotation, told by what it can do, because importing SciPy for it would take longer than the rest."""
    return hasattr(value, "as_matrix") and hasattr(value, "as_quat") and not isinstance(value, type)


def quaternion(argument: str, value: Any) -> Array:
    """A unit quaternion w x y z from four numbers, or from a SciPy Rotation."""
    if is_rotation(value):
        unit = numbers(argument, np.roll(value.as_quat(), 1), (4,))
        return frozen(-unit if unit[3] == 1.0 else unit)  # half a turn about z, spelled as below
    unit = numbers(argument, value, (4,))
    size = math.sqrt(unit @ unit)
    if abs(size - 1.0) > ROTATION_TOLERANCE:
        raise InputError(
            argument,
            f"has length {size:g}; a rotation is a unit quaternion w x y z",
            wrong=assigned(argument, _plain(unit)),
            right=assigned(argument, _plain(unit / size) if size > 0.0 else "(1, 0, 0, 0)"),
        )
    if unit[0] == 0.0 and unit[1] == 0.0 and unit[2] == 0.0 and unit[3] > 0.0:
        raise InputError(
            argument,
            "(0, 0, 0, 1) is 'no rotation' in the order x y z w, but limbik's order is w x y z",
            wrong=assigned(argument, "(0, 0, 0, 1)"),
            right=assigned(argument, "(1, 0, 0, 0)") + "; or (0, 0, 0, -1), if half a turn about z is meant",
        )
    if abs(size - 1.0) > 1e-15:
        unit /= size
    return frozen(unit)


def _check_last_row(argument: str, matrix: Array) -> None:
    if np.array_equal(matrix[3], (0.0, 0.0, 0.0, 1.0)):
        return
    if np.array_equal(matrix[:, 3], (0.0, 0.0, 0.0, 1.0)):
        raise InputError(
            argument,
            "has its translation in the last row: that is a row-vector matrix, and limbik's act on column vectors",
            wrong=assigned(argument, "T"),
            right=assigned(argument, "T.T"),
        )
    raise InputError(argument, f"has the last row {_plain(matrix[3])}; it must be (0, 0, 0, 1)")


def _proper(argument: str, matrix: Array) -> Array:
    error = np.abs(matrix.T @ matrix - np.eye(3)).max()
    if error > ROTATION_TOLERANCE:
        raise InputError(
            argument,
            f"is sheared or scaled: its columns are not orthonormal (off by {error:.1e}); it must be a rotation",
        )
    if np.linalg.det(matrix) < 0.0:
        raise InputError(argument, "is mirrored (determinant -1); a right-handed rotation has determinant +1")
    if error <= 1e-14:
        return matrix
    u, _, v = np.linalg.svd(matrix)
    nearest: Array = u @ v
    return nearest


def _plain(values: Array) -> str:
    return "(" + ", ".join(f"{v:.6g}" for v in values) + ")"


def _shape_text(shape: tuple[int | None, ...]) -> str:
    inner = ", ".join("any" if n is None else str(n) for n in shape)
    return f"({inner},)" if len(shape) == 1 else f"({inner})"


def _short(value: object) -> str:
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 60 else text[:57] + "..."

"""A figure as JSON. Numbers are written with the digits that bring back the same bits.

The document is `{"limbik": "figure", "version": 1, ...}`. Shapes stand once in `geometry` and segments name them by
number, so that sharing survives.
"""

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from limbik import check
from limbik.errors import FileError, LimbikError
from limbik.figure.figure import Figure
from limbik.figure.geometry import Box, Capsule, Ellipsoid, Geometry, Mesh, Segment
from limbik.figure.joint import QUATERNION, Joint, LimbParts, Site
from limbik.figure.limits import SwingTwist

VERSION = 1
Part = TypeVar("Part")

_IDENTITY = np.eye(4)


def to_text(figure: Figure) -> str:
    """The JSON document of a figure; the same figure gives the same text."""
    shapes: list[Geometry] = []
    joints = [_joint_document(joint, shapes) for joint in figure.joints]
    document = {
        "limbik": "figure",
        "version": VERSION,
        "name": figure.name,
        "up": figure.up,
        "units": figure.units,
        "geometry": [_geometry_document(shape) for shape in shapes],
        "joints": joints,
        "sites": [
            {"name": site.name, "parent": site.parent, "location": site.location[:3].tolist()} for site in figure.sites
        ],
        "limbs": {name: {"joints": list(limb.joints), "site": limb.site} for name, limb in figure.limbs.items()},
    }
    return _laid_out(document)


def _laid_out(document: dict[str, Any]) -> str:
    """JSON with one line for each entry of a list: a figure that people can read and compare line by line."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            entries = ",\n".join(f"  {_on_one_line(entry)}" for entry in value)
            lines.append(f' "{key}": [\n{entries}\n ]')
        else:
            lines.append(f' "{key}": {_on_one_line(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def from_text(text: str, path: Path | str = "figure") -> Figure:
    """The figure of a JSON document; `path` is only for error messages."""
    return _Reader(path).figure(_parsed(text, path))


def _joint_document(joint: Joint, shapes: list[Geometry]) -> dict[str, Any]:
    document: dict[str, Any] = {"name": joint.name, "kind": joint.kind, "parent": joint.parent}
    document["location"] = joint.location[:3].tolist()
    if len(joint.axes):
        document["axes"] = joint.axes.tolist()
    if joint.order:
        document["order"] = joint.order
    if joint.names:
        document["names"] = list(joint.names)
        document["rest"] = list(joint.rest)
    if any(limit is not None for limit in joint.limits):
        scalars = joint.limits[:-4] if joint.order == QUATERNION else joint.limits
        document["limits"] = [None if limit is None else [limit.lo, limit.hi] for limit in scalars]
    if joint.swing_twist is not None:
        document["swing_twist"] = _swing_twist_document(joint.swing_twist)
    segment: dict[str, Any] = {}
    if joint.segment.geometry is not None:
        known = [number for number, shape in enumerate(shapes) if shape is joint.segment.geometry]
        if not known:
            shapes.append(joint.segment.geometry)
        segment["geometry"] = known[0] if known else len(shapes) - 1
    if not np.array_equal(joint.segment.preparation, _IDENTITY):
        segment["preparation"] = joint.segment.preparation[:3].tolist()
    if joint.segment.mass:
        segment["mass"] = joint.segment.mass
    if joint.segment.center_of_mass.any():
        segment["center_of_mass"] = joint.segment.center_of_mass.tolist()
    if segment:
        document["segment"] = segment
    return document


def _swing_twist_document(limit: SwingTwist) -> dict[str, Any]:
    document: dict[str, Any] = {
        "swing": list(limit.swing) if isinstance(limit.swing, tuple) else limit.swing,
        "twist": None if limit.twist is None else [limit.twist.lo, limit.twist.hi],
        "bone": limit.bone.tolist(),
        "center": limit.center.tolist(),
    }
    if limit.toward is not None:
        document["toward"] = limit.toward.tolist()
    return document


def _geometry_document(shape: Geometry) -> dict[str, Any]:
    match shape:
        case Capsule():
            return {"capsule": {"length": shape.length, "radius": shape.radius, "end_radius": shape.end_radius}}
        case Ellipsoid():
            return {"ellipsoid": {"radii": list(shape.radii)}}
        case Box():
            return {"box": {"size": list(shape.size)}}
        case Mesh():
            return {"mesh": {"vertices": shape.vertices.tolist(), "faces": shape.faces.tolist()}}
    raise TypeError(f"cannot write a {type(shape).__name__}")


def _parsed(text: str, path: Path | str) -> Any:
    def refuse(constant: str) -> float:
        raise FileError(path, f"has the number {constant}; every number must be finite")

    def finite(digits: str) -> float:
        value = float(digits)
        return value if math.isfinite(value) else refuse(digits)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            raise FileError(path, f"has the key {counts.most_common(1)[0][0]!r} twice in one object")
        return made

    try:
        return json.loads(text, parse_constant=refuse, parse_float=finite, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise FileError(path, f"is not JSON: {error.msg}", where=f"line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise FileError(path, "is nested too deeply to be a figure") from None
    except ValueError as error:  # a number with thousands of digits
        raise FileError(path, f"is not JSON that limbik reads: {error}") from None


class _Reader:
    """Builds the parts of a document; every complaint names the place in it."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.shapes: list[Geometry] = []

    def figure(self, document: Any) -> Figure:
        top = self.table(
            document,
            "the document",
            {"limbik", "version", "name", "joints"},
            {"up", "units", "geometry", "sites", "limbs"},
        )
        if top["limbik"] != "figure":
            raise FileError(self.path, f'"limbik" is {top["limbik"]!r}; a figure says "figure"')
        if top["version"] != VERSION or isinstance(top["version"], bool):
            raise FileError(
                self.path,
                f'"version" is {top["version"]!r}; this limbik reads version {VERSION}',
            )
        self.shapes = self.each(top.get("geometry", []), "geometry", self.shape)
        joints = self.each(top["joints"], "joints", self.joint)
        sites = self.each(top.get("sites", []), "sites", self.site)
        limbs = top.get("limbs", {})
        if not isinstance(limbs, dict):
            raise FileError(self.path, "takes an object", where="limbs")
        parts = {name: self.limb(limb, f"limbs.{name}") for name, limb in limbs.items()}
        return self.made(
            lambda: Figure(
                joints, sites, name=top["name"], limbs=parts, up=top.get("up", "z"), units=top.get("units", "m")
            ),
            "the document",
        )

    def joint(self, document: Any, where: str) -> Joint:
        entry = self.table(
            document,
            where,
            {"name", "kind", "parent", "location"},
            {"axes", "order", "names", "rest", "limits", "swing_twist", "segment"},
        )
        segment = self.segment(entry.get("segment", {}), f"{where}.segment")
        swing_twist = None
        if "swing_twist" in entry:
            swing_twist = self.swing_twist(entry["swing_twist"], f"{where}.swing_twist")
        return self.made(
            lambda: Joint(
                entry["name"],
                entry["kind"],
                entry["parent"],
                location=self.matrix(entry["location"], f"{where}.location"),
                axes=entry.get("axes", ()),
                order=entry.get("order", ""),
                names=entry.get("names"),
                limits=entry.get("limits"),
                swing_twist=swing_twist,
                rest=entry.get("rest"),
                segment=segment,
            ),
            where,
        )

    def segment(self, document: Any, where: str) -> Segment:
        entry = self.table(document, where, set(), {"geometry", "preparation", "mass", "center_of_mass"})
        shape = None
        if "geometry" in entry:
            number = entry["geometry"]
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.shapes):
                problem = f"is {number!r}; the shapes are numbered from 0 to {len(self.shapes) - 1}"
                raise FileError(self.path, problem, where=f"{where}.geometry")
            shape = self.shapes[number]
        preparation = None
        if "preparation" in entry:
            preparation = self.matrix(entry["preparation"], f"{where}.preparation")
        center = entry.get("center_of_mass", (0.0, 0.0, 0.0))
        return self.made(lambda: Segment(shape, preparation, entry.get("mass", 0.0), center), where)

    def swing_twist(self, document: Any, where: str) -> SwingTwist:
        entry = self.table(document, where, {"swing"}, {"twist", "bone", "center", "toward"})
        return self.made(
            lambda: SwingTwist(
                entry["swing"],
                entry.get("twist"),
                bone=entry.get("bone", "z"),
                center=entry.get("center"),
                toward=entry.get("toward"),
            ),
            where,
        )

    def shape(self, document: Any, where: str) -> Geometry:
        entry = self.table(document, where, set(), {"capsule", "ellipsoid", "box", "mesh"})
        if len(entry) != 1:
            raise FileError(self.path, "takes exactly one of capsule, ellipsoid, box, mesh", where=where)
        ((kind, measures),) = entry.items()
        maker: Callable[..., Geometry]
        match kind:
            case "capsule":
                maker, needed, more = Capsule, {"length", "radius"}, {"end_radius"}
            case "ellipsoid":
                maker, needed, more = Ellipsoid, {"radii"}, set()
            case "box":
                maker, needed, more = Box, {"size"}, set()
            case _:
                maker, needed, more = Mesh, {"vertices", "faces"}, set()
        arguments = self.table(measures, f"{where}.{kind}", needed, more)
        return self.made(lambda: maker(**arguments), f"{where}.{kind}")

    def site(self, document: Any, where: str) -> Site:
        entry = self.table(document, where, {"name", "parent", "location"}, set())
        location = self.matrix(entry["location"], f"{where}.location")
        return self.made(lambda: Site(entry["name"], entry["parent"], location), where)

    def limb(self, document: Any, where: str) -> LimbParts:
        entry = self.table(document, where, {"joints", "site"}, set())
        return self.made(lambda: LimbParts(entry["joints"], entry["site"]), where)

    def matrix(self, rows: Any, where: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Three rows of four numbers; the last row of a transform is not written."""
        try:
            matrix = check.numbers("rows", rows, (3, 4))
        except LimbikError:
            raise FileError(self.path, "takes three rows of four numbers", where=where) from None
        return np.vstack([matrix, _IDENTITY[3]])

    def table(self, document: Any, where: str, needed: set[str], more: set[str]) -> dict[str, Any]:
        if not isinstance(document, dict):
            raise FileError(self.path, f"takes an object, not {type(document).__name__}", where=where)
        for key in sorted(needed - document.keys()):
            raise FileError(self.path, f"has no {key!r}", where=where)
        for key in sorted(document.keys() - needed - more):
            known = ", ".join(sorted(needed | more))
            raise FileError(self.path, f"has the unknown key {key!r}; known: {known}", where=where)
        return document

    def each(self, documents: Any, where: str, maker: Callable[[Any, str], Part]) -> list[Part]:
        if not isinstance(documents, list):
            raise FileError(self.path, f"takes a list, not {type(documents).__name__}", where=where)
        return [maker(document, f"{where}[{number}]") for number, document in enumerate(documents)]

    def made(self, maker: Callable[[], Part], where: str) -> Part:
        try:
            return maker()
        except FileError:
            raise
        except LimbikError as error:
            raise FileError(self.path, str(error), where=where) from error

"""Broken, hostile and half-right JSON: always a FileError that says where, never anything else."""

import contextlib
import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import limbik as lb
from limbik.io import figure_json, files

GOOD = json.loads(figure_json.to_text(lb.human()))
SMALL = json.loads(figure_json.to_text(lb.planar_arm()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["line 1"]),
        ("{", ["line 1, column 2"]),
        ('{\n "limbik": "figure",\n "version": 1,,\n}', ["line 3"]),
        ("[]", ["takes an object"]),
        ("null", ["takes an object"]),
        ('{"limbik": "figure"}', ["has no 'joints'"]),
        ('{"a": 1, "a": 2}', ["'a' twice"]),
        ('{"a": NaN}', ["NaN", "finite"]),
        ('{"a": -Infinity}', ["-Infinity"]),
        ('{"a": 1e999}', ["1e999"]),
        ('{"a": ' + "9" * 5000 + "}", ["figure"]),
        ("[" * 100_000, ["nested"]),
        ('"' + "x" * 10, ["line 1"]),
    ],
)
def test_not_a_document(text, words):
    with pytest.raises(lb.FileError) as caught:
        figure_json.from_text(text)
    for word in words:
        assert word in str(caught.value)


def changed(path, value):
    document = copy.deepcopy(SMALL)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["version"], 2, ["version", "reads version 1"]),
        (["version"], True, ["version"]),
        (["limbik"], "clip", ["'clip'"]),
        (["extra"], 1, ["unknown key 'extra'"]),
        (["up"], "w", ["up", "'-z'"]),
        (["units"], "parsec", ["units"]),
        (["joints"], {}, ["joints", "takes a list"]),
        (["joints"], [], ["there are none"]),
        (["joints", 1], 7, ["joints[1]", "takes an object"]),
        (["joints", 1, "parent"], "joint_3", ["ring"]),
        (["joints", 1, "parent"], "elbow", ["joint 'joint_2', parent", "'elbow'"]),
        (["joints", 1, "parent"], 5, ["joints[1]", "parent"]),
        (["joints", 1, "name"], "joint_1", ["used twice"]),
        (["joints", 1, "kind"], "screw", ["joints[1]", "'hinge'"]),
        (["joints", 1, "location"], [[1, 0, 0], [0, 1, 0]], ["joints[1].location", "three rows"]),
        (["joints", 1, "location"], "here", ["joints[1].location"]),
        (["joints", 1, "location", 0], [2, 0, 0, 0], ["joints[1]", "sheared or scaled"]),
        (["joints", 1, "axes"], [[0, 0, 0]], ["joints[1]", "length 0"]),
        (["joints", 1, "axes"], 5, ["joints[1]"]),
        (["joints", 1, "limits"], [[2, 1]], ["joints[1]", "upside down"]),
        (["joints", 1, "limits"], 5, ["joints[1]"]),
        (["joints", 1, "rest"], ["a"], ["joints[1]", "rest"]),
        (["joints", 1, "names"], [5], ["joints[1]", "names"]),
        (["joints", 1, "segment"], {"geometry": 9}, ["joints[1].segment.geometry", "9"]),
        (["joints", 1, "segment"], {"geometry": -1}, ["joints[1].segment.geometry"]),
        (["joints", 1, "segment"], {"mass": "heavy"}, ["joints[1].segment", "mass"]),
        (["joints", 1, "swing_twist"], {"swing": 1}, ["joints[1]", "ball"]),
        (["geometry", 0], {"capsule": {"length": -1, "radius": 1}}, ["geometry[0].capsule", "length"]),
        (["geometry", 0], {"cone": {}}, ["geometry[0]", "'cone'"]),
        (["geometry", 0], {}, ["geometry[0]", "exactly one"]),
        (["geometry", 0], {"mesh": {"vertices": [[0, 0, 0]], "faces": [[0, 1, 2]]}}, ["geometry[0].mesh", "faces"]),
        (["sites", 0, "parent"], "elbow", ["site 'tip'", "'elbow'"]),
        (["limbs"], {"arm": {"joints": ["elbow"], "site": "tip"}}, ["limb 'arm'", "'elbow'"]),
        (["limbs"], {"arm": {"joints": "elbow", "site": "tip"}}, ["limbs.arm", "takes a list"]),
        (["limbs"], [1], ["limbs"]),
        (["name"], None, ["name"]),
        (["joints", 1, "order"], "XYZ", ["joints[1]", "order", "hinge joint has none"]),
        (["joints", 1, "axes"], [[1, 0, 0], [0, 1, 0]], ["joints[1]", "takes 1, not 2"]),
        (["joints", 1, "segment"], {"mass": 10**400}, ["mass", "numbers"]),
        (["joints", 1, "segment"], {"mass": True}, ["mass", "numbers"]),
        (["joints", 1, "location"], [0] * 12, ["joints[1].location", "three rows"]),
        (["geometry", 0], {"mesh": {"vertices": [[0, 0, 0]], "faces": [[0, 1], [0]]}}, ["geometry[0].mesh", "faces"]),
    ],
)  # fmt: skip
def test_complaints_name_the_place(path, value, words):
    with pytest.raises(lb.FileError) as caught:
        figure_json.from_text(changed(path, value), "arm.json")
    assert "arm.json" in str(caught.value)
    for word in words:
        assert word in str(caught.value), str(caught.value)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def places(document, before=()):
    yield before
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        yield from places(value, (*before, key))


PLACES = [place for place in places(SMALL) if place]


@given(st.lists(st.tuples(st.sampled_from(PLACES), junk), min_size=1, max_size=3))
def test_any_value_anywhere_is_a_figure_or_a_file_error(changes):
    document = copy.deepcopy(SMALL)
    for path, value in changes:
        place = document
        try:
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    try:
        figure = figure_json.from_text(json.dumps(document))
    except lb.FileError:
        return
    figure.rest().world()


@given(st.data())
def test_cut_and_spliced_text(data):
    text = figure_json.to_text(lb.planar_arm())
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    spliced = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    with contextlib.suppress(lb.FileError):
        figure_json.from_text(spliced)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "figure.json"
    path.write_bytes(b'{"limbik": "\xff\xfe"}')
    with pytest.raises(lb.FileError, match="byte 12: is not UTF-8"):
        lb.load(path)
    with pytest.raises(lb.FileError, match="cannot be read"):
        lb.load(tmp_path / "folder.json" if (tmp_path / "folder.json").mkdir() is None else "")


def test_files_too_large_are_refused_before_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 100)
    lb.save(lb.planar_arm(), tmp_path / "figure.json")
    with pytest.raises(lb.FileError, match="reads files of up to"):
        lb.load(tmp_path / "figure.json")

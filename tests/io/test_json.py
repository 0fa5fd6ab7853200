"""Figures to JSON and back, bit for bit."""

import json
import os
import stat

import numpy as np
import pytest

import limbik as lb
from limbik.io import figure_json
from tests.trees import random_figure, random_q

READY = [lb.human, lb.iiwa14, lb.wam7, lb.planar_arm, lb.solar_system]


def everything():
    """A figure that uses every field of the format."""
    mesh = lb.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0.1]], [[0, 1, 2]])
    return lb.Figure(
        [
            lb.Joint.free("root", segment=lb.Segment(mesh, np.diag([2, 2, 2, 1.0]), 1.5, (0.1, 0.2, 0.3)),
                          limits=[(-1, 1), None, (0, 2)], swing_twist=lb.SwingTwist((0.3, 0.7), (-0.1, 0.2), bone="x", toward="z")),
            lb.Joint.ball("ball", "root", order="ZXZ", limits=[(-0.1, 1 / 3), None, (0, 9)], rest=(0.1, 0.2, 0.3),
                          swing_twist=lb.SwingTwist(1.1, center=(1, 2, 3)), segment=lb.Segment(mesh)),
            lb.Joint.planar("planar", "ball", (1, 1, 0), (0, 0, 1), segment=lb.Segment(lb.Box((1, 2, 3)))),
            lb.Joint.universal("universal", "planar", "ZY", names=("pan", "tilt"), segment=lb.Segment(lb.Ellipsoid((1, 2, 3)))),
            lb.Joint.slide("slide", "universal", (1, 2, 3), limits=(-5, 100)),
            lb.Joint.fixed("Fußgelenk", "slide", segment=lb.Segment(lb.Capsule(1, 0.1, 0.2))),
            lb.Joint.ball("half", "slide", rest=(0, 0, 0, -1)),
        ],
        [lb.Site("spitze", "half", lb.transform((0.1, 0.2, 0.3), (0.5, 0.5, 0.5, 0.5)))],
        name="everything", limbs={"limb": lb.LimbParts(("ball", "slide"), "spitze")}, up="-y", units="in",
    )  # fmt: skip


@pytest.mark.parametrize("make", [*READY, everything], ids=lambda make: make.__name__)
def test_round_trip_is_exact(make, tmp_path, rng):
    figure = make()
    path = tmp_path / "figure.json"
    lb.save(figure, path)
    back = lb.load(path)
    lb.save(back, tmp_path / "again.json")
    assert path.read_bytes() == (tmp_path / "again.json").read_bytes()
    for one, other in zip(figure.layout.tree, back.layout.tree, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(figure.limits, back.limits)
    assert figure.value_names == back.value_names
    assert dict(figure.limbs) == dict(back.limbs)
    assert (figure.name, figure.up, figure.units) == (back.name, back.up, back.units)
    rows = random_q(rng, figure, 3)
    np.testing.assert_array_equal(figure.world(rows).matrices, back.world(rows).matrices)
    np.testing.assert_array_equal(figure.rest().q, back.rest().q)


def test_random_figures_round_trip(rng):
    for _ in range(20):
        figure = random_figure(rng)
        text = figure_json.to_text(figure)
        assert figure_json.to_text(figure_json.from_text(text)) == text


def test_shared_geometry_stays_shared(tmp_path):
    lb.save(lb.solar_system(), tmp_path / "system.json")
    back = lb.load(tmp_path / "system.json")
    assert back.joint("sun").segment.geometry is back.joint("moon").segment.geometry
    assert len(json.loads((tmp_path / "system.json").read_text())["geometry"]) == 1


def test_the_file_is_plain_json_with_a_version(tmp_path):
    lb.save(everything(), tmp_path / "f.json")
    document = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    assert document["limbik"] == "figure"
    assert document["version"] == 1
    assert max(len(line) for line in (tmp_path / "f.json").read_text().splitlines()) < 1000


def test_an_old_file_survives_a_failed_write(tmp_path, monkeypatch):
    path = tmp_path / "figure.json"
    lb.save(lb.planar_arm(), path)
    before = path.read_bytes()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(lb.FileError, match="No space left"):
        lb.save(lb.human(), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["figure.json"]


def test_permissions_are_those_of_any_new_file(tmp_path):
    lb.save(lb.planar_arm(), tmp_path / "figure.json")
    plain = tmp_path / "plain"
    plain.write_text("")
    assert stat.S_IMODE((tmp_path / "figure.json").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_paths_that_cannot_be(tmp_path):
    with pytest.raises(lb.FileError, match="No such file"):
        lb.load(tmp_path / "nothing.json")
    with pytest.raises(lb.FileError, match="cannot be written"):
        lb.save(lb.planar_arm(), tmp_path / "no" / "folder.json")
    with pytest.raises(lb.FileError, match=r"ends in '\.bvx'"):
        lb.load(tmp_path / "walk.bvx")
    with pytest.raises(lb.InputError, match="takes a Figure"):
        lb.save(lb.planar_arm().rest(), tmp_path / "pose.json")

"""Nothing that limbik hands out can change what it came from; everything can be copied and sent to another process."""

import copy
import pickle

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb


@pytest.fixture(scope="module")
def human():
    return lb.human()


@pytest.mark.parametrize(
    "array",
    [
        lambda human: human.rest().q,
        lambda human: human.rest().world().matrices,
        lambda human: human.rest().world()["head"],
        lambda human: human.limits,
        lambda human: human.turns,
        lambda human: human.joint("neck").location,
        lambda human: human.joint("right_elbow").axes,
        lambda human: human.joint("neck").segment.preparation,
        lambda human: human.joint("neck").segment.geometry.triangles[0],
        lambda human: human.joint("neck").segment.geometry.triangles[1],
        lambda human: lb.Box((1, 2, 3)).triangles[1],
        lambda human: human.layout.masses,
        lambda human: human.layout.tree[3],
        lambda human: lb.Keys([0, 1], [human.rest(), human.rest()]).times,
    ],
)
def test_arrays_are_read_only_to_the_bottom(human, array):
    found = array(human)
    with pytest.raises(ValueError, match="read-only"):
        found[...] = 0
    with pytest.raises(ValueError, match="WRITEABLE"):
        found[...].flags.writeable = True
    base = found
    while isinstance(base.base, np.ndarray):
        base = base.base
        assert not base.flags.writeable


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (lambda human: human, "joints"),
        (lambda human: human, "name"),
        (lambda human: human.rest(), "figure"),
        (lambda human: human.rest(), "q"),
        (lambda human: human.rest().world(), "matrices"),
        (lambda human: lb.Keys([0, 1], [human.rest(), human.rest()]), "poses"),
        (lambda human: human.joints[0], "name"),
        (lambda human: human.joints[0].segment, "mass"),
        (lambda human: human.sites[0], "location"),
        (lambda human: lb.Range(0, 1), "lo"),
        (lambda human: lb.Capsule(1, 2), "radius"),
    ],
)
def test_attributes_cannot_be_set(human, thing, name):
    with pytest.raises(AttributeError):
        setattr(thing(human), name, 5)


def test_names_cannot_be_taken_away(human):
    with pytest.raises((TypeError, AttributeError)):
        human.layout.frames.clear()
    with pytest.raises(TypeError):
        human.limbs["right_arm"] = None


@pytest.mark.parametrize("send", [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy, copy.copy])
def test_figures_poses_and_keys_can_be_sent(human, send):
    pose = human.pose(right_elbow=1.0)
    figure = send(human)
    assert figure.value_names == human.value_names
    np.testing.assert_array_equal(figure.pose(pose.q).world().matrices, pose.world().matrices)
    assert not figure.joints[3].location.flags.writeable
    assert not figure.joints[3].segment.center_of_mass.flags.writeable
    assert send(pose) == pose
    np.testing.assert_array_equal(send(pose.world())["head"], pose.world()["head"])
    keys = lb.Keys([0, 1], [human.rest(), pose], smooth=True)
    np.testing.assert_array_equal(send(keys).sample([0.3]), keys.sample([0.3]))


def test_errors_can_be_sent():
    for make in (lambda: lb.human(height=-1), lambda: lb.human().joint("elbow"), lambda: lb.load("nothing.json")):
        with pytest.raises(lb.LimbikError) as caught:
            make()
        for again in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
            assert type(again) is type(caught.value)
            assert str(again) == str(caught.value)
            assert again.__dict__ == caught.value.__dict__


def test_a_saved_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    lb.save(lb.planar_arm(), real)
    link.symlink_to(real)
    lb.save(lb.iiwa14(), link)
    assert link.is_symlink()
    assert lb.load(real).name == "iiwa14"


def test_an_old_picture_survives_a_failed_drawing(tmp_path):
    path = tmp_path / "old.svg"
    path.write_text("old")
    with pytest.raises(lb.LimbikError):
        lb.plot(lb.planar_arm().rest(), path, view=(99.0, 0.0))
    assert path.read_text() == "old"
    odd = lb.Figure([lb.Joint.fixed(r"$\foo$", None)])
    lb.plot(odd.rest(), path, names=True)  # names are text, not formulas
    assert path.stat().st_size > 1000


def test_half_a_turn_about_z_travels(tmp_path):
    half = Rotation.from_quat([0, 0, 1, 0])
    figure = lb.Figure([lb.Joint.ball("b", None, rest=half)])
    lb.save(figure, tmp_path / "half.json")
    for other in (lb.load(tmp_path / "half.json"), lb.scale(figure, 2.0)):
        np.testing.assert_allclose(other.rest().world()["b"], figure.rest().world()["b"], atol=1e-15)
    free = lb.Figure([lb.Joint.free("root")])
    moved = free.pose([0, 0, 0, 0, 0, 0, 1.0]).with_values({"root.move_x": 1.0})
    assert moved["root"][0] == 1.0

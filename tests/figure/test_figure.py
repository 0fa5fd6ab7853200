import numpy as np
import pytest

import limbik as lb
from tests.trees import random_figure, random_q


def test_traversal_is_depth_first_whatever_the_order_given():
    joints = [
        lb.Joint.hinge("wrist", "elbow", "z"),
        lb.Joint.fixed("root", None),
        lb.Joint.hinge("shoulder", "root", "z"),
        lb.Joint.hinge("hip", "root", "z"),
        lb.Joint.hinge("elbow", "shoulder", "z"),
    ]
    figure = lb.Figure(joints)
    assert [joint.name for joint in figure.joints] == ["root", "shoulder", "elbow", "wrist", "hip"]
    assert [joint.name for joint in figure.path("wrist")] == ["root", "shoulder", "elbow", "wrist"]
    assert [joint.name for joint in figure.children("root")] == ["shoulder", "hip"]


def test_values_are_named_and_placed():
    figure = lb.Figure(
        [lb.Joint.free("root"), lb.Joint.ball("hip", "root", order="YXZ"), lb.Joint.slide("rail", "hip", "x")]
    )
    assert (figure.width, figure.dof) == (11, 10)
    assert figure.value_names[:4] == ("root.move_x", "root.move_y", "root.move_z", "root.w")
    assert figure.values_of("hip") == slice(7, 10)
    assert figure.dof_names[3:7] == ("root.turn_x", "root.turn_y", "root.turn_z", "hip.turn_y")
    assert len(figure.dof_names) == figure.dof
    np.testing.assert_array_equal(figure.turns, [False] * 7 + [True] * 3 + [False])


def test_data_preparation_is_not_inherited():
    """x_world = W D x for the node; the children hang on W alone."""
    prepared = np.diag([2.0, 3.0, 4.0, 1.0])
    prepared[:3, 3] = (5.0, 6.0, 7.0)
    cube = lb.Box((1.0, 1.0, 1.0))
    plain = lb.Joint.hinge("child", "root", "z", location=lb.transform((1.0, 0.0, 0.0)), segment=lb.Segment(cube))
    figure = lb.Figure([lb.Joint.fixed("root", None, segment=lb.Segment(cube, prepared)), plain])
    pose = figure.rest()
    np.testing.assert_allclose(pose.world()["child"], lb.transform((1.0, 0.0, 0.0)))
    vertices = pose.vertices("root")
    np.testing.assert_allclose(vertices.min(axis=0), (4.0, 4.5, 5.0))
    np.testing.assert_allclose(vertices.max(axis=0), (6.0, 7.5, 9.0))
    np.testing.assert_allclose(pose.vertices("child").mean(axis=0), (1.0, 0.0, 0.0), atol=1e-15)
    assert figure.joint("root").segment.geometry is figure.joint("child").segment.geometry


def test_batches_equal_single_poses_bit_for_bit(rng):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 2000)
    many = figure.world(rows)
    jacobians = figure.jacobian(rows, "site_1")
    centers = figure.center_of_mass(rows)
    assert many.matrices.shape == (2000, 15, 4, 4)
    for number in (0, 1, 777, 1999):
        pose = figure.pose(rows[number])
        np.testing.assert_array_equal(many.matrices[number], pose.world().matrices)
        np.testing.assert_array_equal(jacobians[number], pose.jacobian("site_1"))
        np.testing.assert_array_equal(centers[number], pose.center_of_mass())


def test_leading_axes_are_kept(rng):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 24).reshape(2, 3, 4, -1)
    world = figure.world(rows)
    assert world["site_0"].shape == (2, 3, 4, 4, 4)
    assert world.position("site_0").shape == (2, 3, 4, 3)
    assert world.joints.shape == (2, 3, 4, 12, 4, 4)
    assert world.sites.shape == (2, 3, 4, 3, 4, 4)
    assert figure.jacobian(rows, "site_0").shape == (2, 3, 4, 6, figure.dof)
    assert figure.center_of_mass(rows).shape == (2, 3, 4, 3)
    assert figure.world(np.empty((0, figure.width))).matrices.shape == (0, 15, 4, 4)


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_threads_do_not_change_the_answer(rng, monkeypatch, threads):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 3000)
    monkeypatch.setenv("LIMBIK_THREADS", "1")
    alone = figure.world(rows).matrices
    monkeypatch.setenv("LIMBIK_THREADS", threads)
    np.testing.assert_array_equal(figure.world(rows).matrices, alone)


def test_read_only_and_strided_input(rng):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 10)
    expected = figure.world(rows).matrices
    frozen = rows.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(figure.world(frozen).matrices, expected)
    np.testing.assert_array_equal(figure.world(np.asfortranarray(rows)).matrices, expected)
    np.testing.assert_array_equal(figure.world(np.repeat(rows, 2, axis=0)[::2]).matrices, expected)
    np.testing.assert_array_equal(figure.world(rows.tolist()).matrices, expected)


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        ([], "there are none"),
        ([lb.Joint.fixed("a", None), lb.Joint.fixed("a", None)], "'a' is used twice"),
        ([lb.Joint.fixed("a", None), lb.Joint.fixed("b", None)], "2 joints have no parent"),
        ([lb.Joint.fixed("a", None), lb.Joint.fixed("b", "shoulder")], "there is no joint 'shoulder'"),
        (
            [lb.Joint.fixed("root", None), *(lb.Joint.fixed(a, b) for a, b in ("bc", "cd", "db"))],
            "tied in a ring: ",
        ),
        ([lb.Joint.fixed("b", "b")], "tied in a ring: b -> b"),
        (["root"], "takes a Joint"),
    ],
)
def test_broken_trees(joints, message):
    with pytest.raises(lb.InputError, match=message):
        lb.Figure(joints)


def test_a_ring_is_shown_from_parent_to_child():
    joints = [lb.Joint.fixed("root", None), *(lb.Joint.fixed(a, b) for a, b in ("bc", "cd", "db"))]
    with pytest.raises(lb.InputError) as caught:
        lb.Figure(joints)
    assert (
        "b -> d -> c -> b" in str(caught.value)
        or "d -> c -> b -> d" in str(caught.value)
        or ("c -> b -> d -> c" in str(caught.value))
    )


def test_sites_and_limbs_are_checked():
    root = lb.Joint.fixed("root", None)
    with pytest.raises(lb.UnknownNameError, match="site 'hand', parent: there is no joint 'rot'; did you mean 'root'"):
        lb.Figure([root], [lb.Site("hand", "rot")])
    with pytest.raises(lb.InputError, match="'root' is used twice"):
        lb.Figure([root], [lb.Site("root", "root")])
    with pytest.raises(lb.UnknownNameError, match="limb 'arm'"):
        lb.Figure([root], limbs={"arm": lb.LimbParts(("elbow",), "root")})


def test_unknown_names_list_the_near_ones():
    human = lb.human()
    with pytest.raises(lb.UnknownNameError) as caught:
        human.joint("right_elbw")
    assert caught.value.near[0] == "right_elbow"
    with pytest.raises(lb.UnknownNameError, match="right_hand"):
        human.rest().world()["Right_Hand"]
    with pytest.raises(LookupError):
        human.frame_index("nothing like it at all")


def test_a_figure_without_mass_has_no_center():
    figure = lb.planar_arm()
    with pytest.raises(lb.InputError, match="no mass"):
        figure.rest().center_of_mass()
    with pytest.raises(lb.InputError, match="no mass"):
        figure.center_of_mass(np.zeros((2, 3)))

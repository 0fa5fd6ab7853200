"""Numbers that nobody should pass, and the promise that no NaN leaves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import limbik as lb
from tests.trees import random_figure, random_q

wild = st.floats(allow_nan=True, allow_infinity=True, width=64)


@given(st.integers(0, 20), st.lists(wild, min_size=1, max_size=30))
def test_any_vector_gives_finite_frames_or_an_input_error(seed, numbers):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=5)
    q = random_q(rng, figure)
    q[: min(len(q), len(numbers))] = numbers[: len(q)]
    try:
        pose = figure.pose(q)
    except lb.InputError:
        return
    assert np.isfinite(pose.world().matrices).all()
    assert np.isfinite(pose.jacobian("site_0")).all()
    assert np.isfinite(pose.center_of_mass()).all()
    assert all(np.isfinite(violation.excess) for violation in pose.violations())


@given(st.lists(wild, min_size=16, max_size=16))
def test_any_matrix_is_rigid_or_refused(numbers):
    try:
        joint = lb.Joint.fixed("j", None, location=np.reshape(numbers, (4, 4)))
    except lb.InputError:
        return
    turn = joint.location[:3, :3]
    assert np.abs(turn @ turn.T - np.eye(3)).max() < 1e-12


@given(st.lists(wild, min_size=4, max_size=4))
def test_any_quaternion_is_unit_or_refused(numbers):
    try:
        joint = lb.Joint.ball("j", None, rest=numbers)
    except lb.InputError:
        return
    assert np.linalg.norm(joint.rest) == pytest.approx(1.0, abs=1e-15)


@given(wild, wild)
def test_any_limits_are_ordered_or_refused(lo, hi):
    try:
        joint = lb.Joint.hinge("j", None, "x", limits=(lo, hi))
    except lb.InputError:
        assert not (lo <= hi) or max(abs(lo), abs(hi)) > 12
        return
    (limit,) = joint.limits
    assert limit.lo <= limit.hi


@pytest.mark.parametrize("value", ["text", object(), [[1]], {"a": 1}, None, 1 + 2j, b"x", [1, [2]]])
def test_things_that_are_no_numbers(value):
    human = lb.human()
    with pytest.raises(lb.LimbikError):
        human.pose(right_elbow=value)
    with pytest.raises(lb.LimbikError):
        human.world(value)
    with pytest.raises(lb.LimbikError):
        lb.transform(value)
    with pytest.raises(lb.LimbikError):
        lb.Joint.hinge("j", None, value)


@pytest.mark.parametrize("name", [None, 3, "", "a.b", " a", "a\n", ["a"], "world"])
def test_things_that_are_no_names(name):
    with pytest.raises(lb.LimbikError):
        lb.Joint.fixed(name, None)
    with pytest.raises(lb.LimbikError):
        lb.Site(name, "root")
    with pytest.raises(lb.LimbikError):
        lb.human().rest().world()[name]
    with pytest.raises(lb.LimbikError):
        lb.human().rest()[name]

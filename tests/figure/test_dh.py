import math

import numpy as np
import pytest

import limbik as lb
from tests.naive.rotations import about_axis, rigid


def turn(axis, angle):
    return rigid(about_axis(np.eye(3)[axis], angle), np.zeros(3))


def move(axis, length):
    return rigid(np.eye(3), np.eye(3)[axis] * length)


def standard(a, alpha, d, theta):
    """The matrix as every textbook prints it."""
    ct, st, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array(
        [[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]]
    )


def modified(a, alpha, d, theta):
    return turn(0, alpha) @ move(0, a) @ turn(2, theta) @ move(2, d)


@pytest.mark.parametrize(("convention", "matrix"), [("standard", standard), ("modified", modified)])
def test_tables_with_hinges_and_slides(rng, convention, matrix):
    for _ in range(20):
        table = rng.uniform(-2, 2, size=(6, 4))
        kinds = rng.choice(["hinge", "slide"], size=6)
        base, tool = turn(1, 0.3) @ move(0, 2.0), move(1, 0.5) @ turn(0, 1.0)
        rows = [lb.DHRow(*row, kind=kind) for row, kind in zip(table.tolist(), kinds.tolist(), strict=True)]
        arm = lb.from_dh(rows, convention, base=base, tool=tool)
        q = rng.uniform(-2, 2, size=6)
        expected = base
        for (a, alpha, d, theta), kind, value in zip(table, kinds, q, strict=True):
            hinge = kind == "hinge"
            expected = expected @ matrix(a, alpha, d + (0 if hinge else value), theta + (value if hinge else 0))
        np.testing.assert_allclose(arm.pose(q).world()["flange"], expected @ tool, atol=1e-13)


def test_plain_rows_are_hinges():
    arm = lb.from_dh([(1.0, 0.0, 0.0, 0.0), (0.5, 0.0, 0.0, 0.0)])
    np.testing.assert_allclose(arm.pose((0.0, math.pi / 2)).world().position("flange"), (1.0, 0.5, 0.0), atol=1e-15)
    assert [joint.name for joint in arm.joints] == ["base", "joint_1", "joint_2"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lb.from_dh([(1.0, 90.0, 0.0, 0.0)]), ["rows[0], alpha", "math.radians(90)"]),
        (lambda: lb.from_dh([(1.0, 0.0, 0.0)]), ["rows[0]", "(4,)"]),
        (lambda: lb.from_dh([]), ["rows", "none"]),
        (lambda: lb.from_dh([(1, 0, 0, 0)], "craig"), ["convention", "'modified'"]),
        (lambda: lb.from_dh([lb.DHRow(kind="screw")]), ["kind", "'slide'"]),
        (lambda: lb.from_dh([lb.DHRow(d=math.nan)]), ["rows[0], d", "nan"]),
    ],
)
def test_mistakes_are_explained(make, words):
    with pytest.raises(lb.InputError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)

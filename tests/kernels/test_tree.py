"""The traversal kernels beside their naive twins, on random trees with every joint kind."""

import numpy as np
import pytest

from limbik.kernels import tree
from tests.naive import trees as naive
from tests.trees import random_figure, random_q


def forward(figure, q):
    rows = np.atleast_2d(q).copy()
    rows.flags.writeable = False  # as the library hands them over
    world = np.empty((len(rows), len(figure.frame_names), 4, 4))
    tree.forward(*figure.layout.tree, rows, world)
    return world


@pytest.mark.parametrize("seed", range(20))
def test_forward_equals_the_naive_recursion(seed):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng)
    q = random_q(rng, figure)
    frames = forward(figure, q)[0]
    for name, expected in naive.world(figure, q).items():
        found = frames[figure.frame_index(name)]
        assert np.abs(found - expected).max() <= 1e-13 * max(1.0, np.abs(expected).max())
        assert tuple(found[3]) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize("seed", range(6))
def test_jacobian_equals_differences_for_every_joint_kind(seed):
    rng = np.random.default_rng(seed)
    figure = random_figure(rng, joints=8)
    q = random_q(rng, figure)
    out = np.empty((1, 6, figure.dof))
    world = np.empty((1, len(figure.frame_names), 4, 4))
    for name in ("site_0", "joint_5"):
        tree.jacobian(
            *figure.layout.tree, q[None].copy(), figure.frame_index(name), world, np.empty((figure.dof, 6)), out
        )
        expected = naive.jacobian_by_differences(figure, q, name)
        assert np.abs(out[0] - expected).max() <= 1e-7 * max(1.0, np.abs(expected).max())
        np.testing.assert_array_equal(world[0], forward(figure, q)[0])


def test_center_of_mass_equals_the_naive_sum(rng):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 3)
    out = np.empty((3, 3))
    tree.center_of_mass(figure.layout.masses, figure.layout.centers, forward(figure, rows), out)
    for row, q in enumerate(rows):
        np.testing.assert_allclose(out[row], naive.center_of_mass(figure, q), rtol=1e-12, atol=1e-12)


def test_rows_do_not_disturb_one_another(rng):
    figure = random_figure(rng)
    rows = random_q(rng, figure, 5)
    together = forward(figure, rows)
    for row, q in enumerate(rows):
        np.testing.assert_array_equal(together[row], forward(figure, q)[0])

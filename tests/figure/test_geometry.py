import math

import numpy as np
import pytest

import limbik as lb

SHAPES = {
    "capsule": (lb.Capsule(1.0, 0.3), math.pi * 0.3**2 * 1.0 + 4 / 3 * math.pi * 0.3**3),
    "tapered": (lb.Capsule(1.0, 0.3, 0.1), None),
    "ellipsoid": (lb.Ellipsoid((0.5, 0.3, 0.2)), 4 / 3 * math.pi * 0.5 * 0.3 * 0.2),
    "box": (lb.Box((1.0, 2.0, 3.0)), 6.0),
}


def volume(shape):
    """Sum of signed tetrahedra: positive only if every face looks outward."""
    vertices, faces = shape.triangles
    a, b, c = (vertices[faces[:, n]] for n in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


@pytest.mark.parametrize("name", SHAPES)
def test_surfaces_are_closed_and_look_outward(name):
    shape, _ = SHAPES[name]
    vertices, faces = shape.triangles
    places = np.round(vertices, 9)
    edges: dict[tuple, int] = {}
    for face in faces:
        for a, b in zip(face, np.roll(face, -1), strict=True):
            p, q = tuple(places[a]), tuple(places[b])
            if p != q:
                edges[p, q] = edges.get((p, q), 0) + 1
    assert all(edges.get((q, p)) == count for (p, q), count in edges.items())
    assert volume(shape) > 0.0


@pytest.mark.parametrize("name", [name for name, (_, expected) in SHAPES.items() if expected is not None])
def test_volumes(name):
    shape, expected = SHAPES[name]
    assert volume(shape) == pytest.approx(expected, rel=0.03)


def test_extents():
    vertices, _ = lb.Capsule(1.0, 0.3, 0.1).triangles
    np.testing.assert_allclose(vertices.min(axis=0)[2], -0.3, atol=1e-12)
    np.testing.assert_allclose(vertices.max(axis=0)[2], 1.1, atol=1e-12)
    np.testing.assert_allclose(lb.Box((1, 2, 3)).triangles[0].max(axis=0), (0.5, 1.0, 1.5))


def test_a_mesh_keeps_its_data():
    mesh = lb.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    np.testing.assert_array_equal(mesh.triangles[0], [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    with pytest.raises(lb.InputError, match="whole numbers"):
        lb.Mesh([[0, 0, 0]], [[0.0, 0.0, 0.0]])

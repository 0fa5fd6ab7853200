import numpy as np

from limbik.kernels import raster

LIGHT = (0.0, 0.0, 1.0)


def canvas(size=20):
    return np.full((size, size), np.inf), np.zeros((size, size, 4))


def triangle(points, distance):
    return np.array([[[x, y, distance] for x, y in points]])


def facing(count=1):
    return np.tile((0.0, 0.0, 1.0), (count, 3, 1))


def test_a_triangle_covers_the_pixels_inside_it_and_no_others():
    depth, image = canvas()
    points = [(2.0, 3.0), (15.0, 5.0), (6.0, 17.0)]
    raster.fill(triangle(points, 1.0), facing(), np.array([[1.0, 0.0, 0.0]]), LIGHT, LIGHT, depth, image)
    a, b, c = (np.array(p) for p in points)
    for row in range(20):
        for column in range(20):
            p = np.array([column, row])
            sides = [(q - r)[0] * (p - r)[1] - (q - r)[1] * (p - r)[0] for q, r in ((b, a), (c, b), (a, c))]
            assert (image[row, column, 3] == 1.0) == (min(sides) >= 0.0 or max(sides) <= 0.0)


def test_the_nearer_triangle_wins_whatever_the_order():
    square = [(1.0, 1.0), (18.0, 1.0), (1.0, 18.0)]
    colors = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    both = np.concatenate([triangle(square, 2.0), triangle(square, 1.0)])
    for order in ([0, 1], [1, 0]):
        depth, image = canvas()
        raster.fill(both[order], facing(2), colors[order], LIGHT, LIGHT, depth, image)
        assert depth[5, 5] == 1.0
        assert image[5, 5, 1] > image[5, 5, 0]


def test_surfaces_toward_the_light_are_brighter():
    toward, _ = raster.brightness((0.0, 0.0, 1.0), LIGHT, LIGHT)
    aside, _ = raster.brightness((1.0, 0.0, 0.0), LIGHT, LIGHT)
    away, gloss = raster.brightness((0.0, 0.0, -1.0), LIGHT, LIGHT)
    assert toward > aside > away > 0.0
    assert gloss == 0.0


def test_flat_outside_and_broken_triangles_paint_nothing():
    depth, image = canvas()
    flat = triangle([(1.0, 1.0), (5.0, 5.0), (9.0, 9.0)], 1.0)
    outside = triangle([(100.0, 1.0), (105.0, 5.0), (109.0, 1.0)], 1.0)
    broken = triangle([(np.nan, 1.0), (5.0, 5.0), (9.0, 1.0)], 1.0)
    raster.fill(np.concatenate([flat, outside, broken]), facing(3), np.ones((3, 3)), LIGHT, LIGHT, depth, image)
    assert not image.any()

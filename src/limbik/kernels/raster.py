"""Solid pictures: triangles into an image, the nearest in front, lit pixel by pixel."""

import math

from limbik.kernels.jit import Array, Vector, kernel

AMBIENT, DIFFUSE, FROM_ABOVE, GLOSS = 0.50, 0.46, 0.08, 0.10


@kernel
def brightness(normal: Vector, light: Vector, eye: Vector) -> tuple[float, float]:
    """How much of its own colour a surface shows, and how much white gloss (all three vectors unit)."""
    facing = normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]
    own = AMBIENT + DIFFUSE * max(facing, -0.3) + FROM_ABOVE * normal[2]
    x, y, z = light[0] + eye[0], light[1] + eye[1], light[2] + eye[2]
    half = (normal[0] * x + normal[1] * y + normal[2] * z) / math.sqrt(x * x + y * y + z * z)
    return own, GLOSS * max(half, 0.0) ** 24


@kernel
def fill(corners: Array, normals: Array, colors: Array, light: Vector, eye: Vector, depth: Array, image: Array) -> None:
    """Paint triangles over what is farther away.

    corners (n, 3, 3) hold pixel column, pixel row and distance; normals (n, 3, 3) are unit vectors at the corners and
    are blended over the face; image (rows, columns, 4) takes red, green, blue and coverage; depth (rows, columns) is
    infinite where nothing is painted yet.
    """
    rows, columns = depth.shape
    for n in range(corners.shape[0]):
        ax, ay, az = corners[n, 0, 0], corners[n, 0, 1], corners[n, 0, 2]
        bx, by, bz = corners[n, 1, 0], corners[n, 1, 1], corners[n, 1, 2]
        cx, cy, cz = corners[n, 2, 0], corners[n, 2, 1], corners[n, 2, 2]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area == 0.0 or not math.isfinite(area):
            continue
        left, right = max(0, math.floor(min(ax, bx, cx))), min(columns - 1, math.ceil(max(ax, bx, cx)))
        top, bottom = max(0, math.floor(min(ay, by, cy))), min(rows - 1, math.ceil(max(ay, by, cy)))
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                # Shares of the three corners; all positive inside.
                u = ((bx - column) * (cy - row) - (by - row) * (cx - column)) / area
                v = ((cx - column) * (ay - row) - (cy - row) * (ax - column)) / area
                w = 1.0 - u - v
                if u < -1e-9 or v < -1e-9 or w < -1e-9:
                    continue
                distance = u * az + v * bz + w * cz
                if distance >= depth[row, column]:
                    continue
                x = u * normals[n, 0, 0] + v * normals[n, 1, 0] + w * normals[n, 2, 0]
                y = u * normals[n, 0, 1] + v * normals[n, 1, 1] + w * normals[n, 2, 1]
                z = u * normals[n, 0, 2] + v * normals[n, 1, 2] + w * normals[n, 2, 2]
                size = math.sqrt(x * x + y * y + z * z)
                if size == 0.0:
                    continue
                own, gloss = brightness((x / size, y / size, z / size), light, eye)
                depth[row, column] = distance
                for band in range(3):
                    image[row, column, band] = min(1.0, colors[n, band] * own + gloss)
                image[row, column, 3] = 1.0

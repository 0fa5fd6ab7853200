"""Rigid transforms: 4x4 matrices [R t; 0 1] that act on column vectors."""

from limbik.kernels.jit import Array, Vector, hot

LARGEST = 1e100
"""Products of two such numbers still fit."""
SHEARED = 1e-6
"""A matrix this far from a rotation is taken for one that was rounded, and is rounded back."""


@hot
def mul(a: Array, b: Array, out: Array) -> None:
    """out = a b; out must be neither a nor b."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[i, 0] * b[0, j] + a[i, 1] * b[1, j] + a[i, 2] * b[2, j]
        out[i, 3] = a[i, 0] * b[0, 3] + a[i, 1] * b[1, 3] + a[i, 2] * b[2, 3] + a[i, 3]
    out[3, 0], out[3, 1], out[3, 2], out[3, 3] = 0.0, 0.0, 0.0, 1.0


@hot
def inv(a: Array, out: Array) -> None:
    """out = [R' | -R' t], the inverse of a rigid transform; out must not be a."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[j, i]
        out[i, 3] = -(a[0, i] * a[0, 3] + a[1, i] * a[1, 3] + a[2, i] * a[2, 3])
    out[3, 0], out[3, 1], out[3, 2], out[3, 3] = 0.0, 0.0, 0.0, 1.0


@hot
def inv_mul(a: Array, b: Array, out: Array) -> None:
    """out = a^-1 b; out must be neither a nor b."""
    for i in range(3):
        for j in range(3):
            out[i, j] = a[0, i] * b[0, j] + a[1, i] * b[1, j] + a[2, i] * b[2, j]
        x, y, z = b[0, 3] - a[0, 3], b[1, 3] - a[1, 3], b[2, 3] - a[2, 3]
        out[i, 3] = a[0, i] * x + a[1, i] * y + a[2, i] * z
    out[3, 0], out[3, 1], out[3, 2], out[3, 3] = 0.0, 0.0, 0.0, 1.0


@hot
def mul_point(a: Array, p: Vector) -> tuple[float, float, float]:
    """The point p of frame a in the frame outside."""
    return (
        a[0, 0] * p[0] + a[0, 1] * p[1] + a[0, 2] * p[2] + a[0, 3],
        a[1, 0] * p[0] + a[1, 1] * p[1] + a[1, 2] * p[2] + a[1, 3],
        a[2, 0] * p[0] + a[2, 1] * p[1] + a[2, 2] * p[2] + a[2, 3],
    )


@hot
def inv_mul_point(a: Array, p: Vector) -> tuple[float, float, float]:
    """The point p of the frame outside in frame a."""
    x, y, z = p[0] - a[0, 3], p[1] - a[1, 3], p[2] - a[2, 3]
    return (
        a[0, 0] * x + a[1, 0] * y + a[2, 0] * z,
        a[0, 1] * x + a[1, 1] * y + a[2, 1] * z,
        a[0, 2] * x + a[1, 2] * y + a[2, 2] * z,
    )


@hot
def made_exact(out: Array) -> bool:
    """Is a matrix (4, 4) a rigid transform? If so, what its rotation lacks by rounding is mended in place."""
    for i in range(4):
        for j in range(4):
            if not abs(out[i, j]) <= LARGEST:
                return False
    if out[3, 0] != 0.0 or out[3, 1] != 0.0 or out[3, 2] != 0.0 or out[3, 3] != 1.0:
        return False
    for _ in range(3):
        xx = out[0, 0] * out[0, 0] + out[1, 0] * out[1, 0] + out[2, 0] * out[2, 0] - 1.0
        yy = out[0, 1] * out[0, 1] + out[1, 1] * out[1, 1] + out[2, 1] * out[2, 1] - 1.0
        zz = out[0, 2] * out[0, 2] + out[1, 2] * out[1, 2] + out[2, 2] * out[2, 2] - 1.0
        xy = out[0, 0] * out[0, 1] + out[1, 0] * out[1, 1] + out[2, 0] * out[2, 1]
        xz = out[0, 0] * out[0, 2] + out[1, 0] * out[1, 2] + out[2, 0] * out[2, 2]
        yz = out[0, 1] * out[0, 2] + out[1, 1] * out[1, 2] + out[2, 1] * out[2, 2]
        worst = max(abs(xx), abs(yy), abs(zz), abs(xy), abs(xz), abs(yz))
        if worst > SHEARED:
            return False
        if worst <= 1e-14:
            break
        for i in range(3):  # R (3 I - R'R) / 2, which squares the error
            x, y, z = out[i, 0], out[i, 1], out[i, 2]
            out[i, 0] = x - 0.5 * (x * xx + y * xy + z * xz)
            out[i, 1] = y - 0.5 * (x * xy + y * yy + z * yz)
            out[i, 2] = z - 0.5 * (x * xz + y * yz + z * zz)
    across = (
        out[1, 0] * out[2, 1] - out[2, 0] * out[1, 1],
        out[2, 0] * out[0, 1] - out[0, 0] * out[2, 1],
        out[0, 0] * out[1, 1] - out[1, 0] * out[0, 1],
    )
    mirrored = across[0] * out[0, 2] + across[1] * out[1, 2] + across[2] * out[2, 2] < 0.0
    return not mirrored

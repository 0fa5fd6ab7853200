"""The ball-hinge-ball limb  T1(R1) A Ry(theta) B T2(R2) E = G  as two rotation families over the swivel.

A = [Ra | ta] leads from the shoulder to the hinge, B = [Rb | tb] from the hinge to the wrist; the hinge is the y axis
of its own frame. With n the direction from shoulder to wrist, the elbow goes round a circle about n, and

    R1(phi) = Rot(n, phi) M1,      R2(phi) = Rot(k2, phi) M2.
"""

import math

import numpy as np

from limbik.kernels import euler, rigid
from limbik.kernels.jit import Array, Integers, Vector, hot, kernel
from limbik.kernels.vector import combine, cross, dot, length, norm, normalise, perpendicular, plain_norm, unit

PARALLEL = 1e-8
"""Below this length a projected reference direction is taken for none."""


@kernel
def forward(root: Array, a: Array, b: Array, tool: Array, orders: Integers, q: Array, out: Array) -> None:
    """out (N, 4, 4) = root T1 A Ry B T2 tool for rows of q (N, 7); orders holds the six axis numbers."""
    turn, first, second = np.eye(4), np.empty((4, 4)), np.empty((4, 4))
    ball = np.empty((3, 3))
    for row in range(q.shape[0]):
        euler.to_matrix((q[row, 0], q[row, 1], q[row, 2]), orders[0], orders[1], orders[2], ball)
        turn[:3, :3] = ball
        rigid.mul(root, turn, first)
        rigid.mul(first, a, second)
        c, s = math.cos(q[row, 3]), math.sin(q[row, 3])
        for i in range(3):  # second Ry, in place
            x, z = second[i, 0], second[i, 2]
            second[i, 0], second[i, 2] = c * x - s * z, s * x + c * z
        rigid.mul(second, b, first)
        euler.to_matrix((q[row, 4], q[row, 5], q[row, 6]), orders[3], orders[4], orders[5], ball)
        turn[:3, :3] = ball
        rigid.mul(first, turn, second)
        rigid.mul(second, tool, first)
        out[row] = first


@hot
def transported(n0: Vector, u0: Vector, n: Vector) -> tuple[bool, tuple[float, float, float]]:
    """u0 carried by the smallest rotation from n0 to n: the swivel's zero. Fails only opposite to n0.

    u = u0 - (u0.n) / (1 + n0.n) (n0 + n), for u0 normal to n0.
    """
    w = 1.0 + dot(n0, n)
    if w < PARALLEL:
        return False, perpendicular(n)
    f = dot(u0, n) / w
    u = combine(1.0, u0, -f, combine(1.0, n0, 1.0, n))
    # Rounding leaves a trace along n; take it off.
    return True, unit(combine(1.0, u, -dot(u, n), n))


@hot
def turned_to(axis: Vector, side: Vector, direction: Vector, out: Array) -> None:
    """out (3, 3) = the smallest rotation that carries one unit vector exactly to the other: the zero of the roll.

    side: `perpendicular` of the axis.
    """
    _, moved = transported(axis, side, direction)
    third, last = cross(axis, side), cross(direction, moved)
    for i in range(3):
        for j in range(3):
            out[i, j] = direction[i] * axis[j] + moved[i] * side[j] + last[i] * third[j]


@hot
def projected(p: Vector, n: Vector) -> tuple[bool, tuple[float, float, float]]:
    """The axis p projected on the plane normal to n: the published zero. Fails where p is parallel to n."""
    u = combine(1.0, p, -dot(p, n), n)
    if norm(u) < PARALLEL:
        return False, perpendicular(n)
    return True, normalise(u)


@hot
def rest_triangle(
    a: Vector, b: Vector, bent: float, side: float, planar: bool
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """In the hinge's frame: the direction to the wrist and the elbow's side, for b already turned by the hinge.

    `bent` is the signed bend (side times the bend), `side` the sign of the root. The triangle's normal fails where the
    limb is straight or folded; there the hinge takes its place, so that both stay continuous and exact.
    """
    axz, bxz = length(a[0], a[2]), length(b[0], b[2])
    wrist = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
    if planar:
        normal = (0.0, side, 0.0)
    else:
        plain = cross(a, b)
        normal = (plain[0], axz * bxz * math.sin(bent), plain[2])
        if plain_norm(normal) <= 1e-10 * plain_norm(a) * plain_norm(b):
            f = a[1] / dot(a, a)
            normal = (-side * f * a[0], side * (1.0 - f * a[1]), -side * f * a[2])
        normal = normalise(normal)
    if plain_norm(wrist) <= 1e-9 * (plain_norm(a) + plain_norm(b)):  # at the shoulder: the side is the upper arm itself
        return normalise(cross(normal, a)), normalise(a)
    wrist = unit(wrist)
    if not planar:
        normal = unit(combine(1.0, normal, -dot(normal, wrist), wrist))
    return wrist, cross(wrist, normal)


@hot
def ball_families(
    geometry: Array,
    c: float,
    s: float,
    wrist: Vector,
    elbow: Vector,
    n: Vector,
    u: Vector,
    goal: Array,
    balls: int,
    m1: Array,
    m2: Array,
) -> tuple[float, float, float]:
    """M1 and, for both balls, M2 into (3, 3) arrays, and the axis k2; goal is the wrist's rotation R1 Ra Ry Rb R2.

    The first six rows of geometry are Ra and Rb; c and s belong to the hinge's angle. F0 = Ra [wrist, elbow,
    wrist x elbow] is the triangle in the upper arm; M1 = [n u v] F0'; N1 = M1 Ra Ry Rb; k2 = -N1' n; M2 = N1' goal.
    """
    v = cross(n, u)
    third = cross(wrist, elbow)
    k0, k1, k2 = 0.0, 0.0, 0.0
    for i in range(3):
        # [n u v] [wrist elbow third]' in the hinge's frame; the upper arm's frame is Ra of it
        x = n[i] * wrist[0] + u[i] * elbow[0] + v[i] * third[0]
        y = n[i] * wrist[1] + u[i] * elbow[1] + v[i] * third[1]
        z = n[i] * wrist[2] + u[i] * elbow[2] + v[i] * third[2]
        for j in range(3):
            m1[i, j] = x * geometry[j, 0] + y * geometry[j, 1] + z * geometry[j, 2]
        if balls == 1:
            continue
        x, z = c * x - s * z, s * x + c * z
        p = x * geometry[3, 0] + y * geometry[4, 0] + z * geometry[5, 0]  # a row of N1
        q = x * geometry[3, 1] + y * geometry[4, 1] + z * geometry[5, 1]
        r = x * geometry[3, 2] + y * geometry[4, 2] + z * geometry[5, 2]
        k0, k1, k2 = k0 - p * n[i], k1 - q * n[i], k2 - r * n[i]
        for j in range(3):
            m2[0, j] = p * goal[i, j] + (m2[0, j] if i else 0.0)
            m2[1, j] = q * goal[i, j] + (m2[1, j] if i else 0.0)
            m2[2, j] = r * goal[i, j] + (m2[2, j] if i else 0.0)
    return (k0, k1, k2)

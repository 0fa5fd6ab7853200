"""One answer among all valid ones: which arc, and which swivel on it."""

import math

from limbik.kernels import swivel
from limbik.kernels.anatomy import TORSO, A, Space, vector_of
from limbik.kernels.jit import Array, Vector, hot, lean
from limbik.kernels.vector import dot, norm

WIDEST, NEAREST, ELBOW, NATURAL, CONTINUING, CLEARANCE, MIDRANGE, FIRST = range(8)
"""CONTINUING, CLEARANCE and MIDRANGE search; they are in `kernels.search`. FIRST is the widest where nothing has to be
searched."""


@hot
def choose(
    geometry: Array, space: Space, wrist: Vector, b: Vector, arcs: int, pick: int, aim: Array
) -> tuple[int, float]:
    """The label of the chosen arc and the swivel on it; the arcs are those of `explore`.

    aim holds what the pick needs: a swivel, or a point in the shoulder's frame. For goals that leave a second freedom
    NEAREST may want a value of that too: then its second number is 1, and the third one that value.
    """
    wanted, known = aim[0], pick == NEAREST
    if pick == ELBOW:
        known, wanted = swivel_of((aim[0], aim[1], aim[2]), space.basis)
    elif pick == NATURAL:
        known, elbow = natural_elbow(geometry, wrist, b)
        if known:
            known, wanted = swivel_of(elbow, space.basis)
    if not known:
        return swivel.widest_of(space.arcs, space.labels, arcs)
    swivel.to_angles(space.arcs, space.labels, arcs)
    n, phi = swivel.arc_nearest(space.arcs, arcs, wanted)
    return space.labels[n], phi


@hot
def swivel_of(point: Vector, basis: Array) -> tuple[bool, float]:
    """The swivel whose elbow is nearest to a point; not for a point on the circle's axis."""
    x, y = dot(vector_of(basis, 1), point), dot(vector_of(basis, 2), point)
    if math.hypot(x, y) <= 1e-12 * norm(point):
        return False, 0.0
    return True, math.atan2(y, x)


@lean
def natural_elbow(geometry: Array, wrist: Vector, b: Vector) -> tuple[bool, tuple[float, float, float]]:
    """Where people's elbows go (Soechting and Flanders 1989), as a direction; only for arms.

    Elevation and yaw of the upper arm are linear in the distance (in centimetres of their subjects' arms, 58 long) and
    in the azimuth and elevation of the target, all angles in degrees.
    """
    outward, forward, up = vector_of(geometry, TORSO), vector_of(geometry, TORSO + 1), vector_of(geometry, TORSO + 2)
    if norm(up) == 0.0:
        return False, (0.0, 0.0, 0.0)
    x, y, z = dot(outward, wrist), dot(forward, wrist), dot(up, wrist)
    distance = norm(wrist) * 58.0 / (norm(vector_of(geometry, A)) + norm(b))
    chi, psi = math.degrees(math.atan2(x, y)), math.degrees(math.atan2(z, math.hypot(x, y)))
    elevation = math.radians(min(max(-4.0 + 1.10 * distance + 0.90 * psi, 0.0), 180.0))
    yaw = math.radians(13.2 + 0.86 * chi + 0.11 * psi)
    s, c = math.sin(elevation), math.cos(elevation)
    p, q = s * math.sin(yaw), s * math.cos(yaw)
    return True, (
        p * outward[0] + q * forward[0] - c * up[0],
        p * outward[1] + q * forward[1] - c * up[1],
        p * outward[2] + q * forward[2] - c * up[2],
    )

"""Limbs of figures, brute force over the circle, and what makes joints a limb."""

import itertools
import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.check import EULER_ORDERS
from tests.naive import limbs as naive

ARMS = [
    (lb.human, "right_arm"),
    (lb.human, "left_arm"),
    (lb.human, "right_leg"),
    (lb.iiwa14, "arm"),
    (lb.wam7, "arm"),
    (lambda: lb.expand(lb.human()), "right_arm"),
]


def posed(figure, name, q, pose=None):
    values, first = {}, 0
    for joint in figure.limbs[name].joints:
        width = figure.joint(joint).width
        values[joint] = q[first] if width == 1 else q[first : first + width]
        first += width
    return (pose or figure.rest()).with_values(values)


@pytest.mark.parametrize(("make", "name"), ARMS)
def test_every_reachable_goal_is_met_inside_the_limits(make, name, rng):
    """Goals made by random postures inside the limits, the figure itself somewhere else."""
    figure = make()
    limb = lb.Limb(figure, name)
    lo, hi = limb.limits.T
    base = figure.rest()
    if "pelvis" in base:
        base = figure.pose(pelvis=(0.3, -2.0, 0.5, 0.5, 0.5, -0.5, 0.5), right_elbow=0.3)
    assert limb.miss < 1e-15
    for q in rng.uniform(lo, hi, size=(60, 7)):
        goal = posed(figure, name, q, base).world()[figure.limbs[name].site]
        np.testing.assert_allclose(limb.forward(q, base), goal, atol=1e-14 * 10)
        swivel = limb.swivel(lb.Placement(goal), pose=base)
        assert swivel.arcs
        for arc in swivel.arcs:
            assert -math.pi <= arc.lo < math.pi
            assert arc.lo <= arc.hi <= arc.lo + 2 * math.pi
            found = swivel.values(arc.middle, arc.family)
            assert (found >= lo).all()
            assert (found <= hi).all()
            assert np.abs(limb.forward(found, base) - goal).max() < 1e-9
            assert found[3] == pytest.approx(arc.flexion, abs=1e-15)
        assert list(swivel.arcs) == sorted(swivel.arcs, key=lambda arc: (arc.lo, arc.hi, arc.family))


def test_the_posture_that_made_the_goal_is_on_an_arc(rng):
    figure = lb.human()
    limb = lb.Limb(figure, "right_arm")
    for q in rng.uniform(*limb.limits.T, size=(60, 7)):
        pose = posed(figure, "right_arm", q)
        swivel = limb.swivel(lb.Placement(pose.world()["right_hand"]))
        elbow = pose.world().position("right_elbow")
        center, radius, axis = swivel.circle
        zero = swivel.elbow(0.0) - center
        phi = math.atan2(np.cross(axis, zero) @ (elbow - center), zero @ (elbow - center))
        np.testing.assert_allclose(swivel.elbow(phi), elbow, atol=1e-12)
        assert np.linalg.norm(elbow - center) == pytest.approx(radius, abs=1e-12)
        holding = [arc for arc in swivel.arcs if (phi - arc.lo) % (2 * math.pi) <= arc.length + 1e-9]
        assert any(np.abs(swivel.values(phi, arc.family) - q).max() < 1e-6 for arc in holding)


def random_limb(rng, orders, planar=False):
    """Tilted hinge, tool, ranges of every width about a random middle."""

    def place(size):
        return lb.transform(rng.normal(size=3) * size, Rotation.random(random_state=rng))

    a, b = place(0.3), place(0.3)
    if planar:
        a[:3, 3] -= (a[:3, 3] @ a[:3, 1]) * a[:3, 1]
        b[1, 3] = 0.0
    middle, width = rng.uniform(-3, 3, size=7), rng.uniform(0.4, 6.0, size=7)
    limits = np.stack([middle - width / 2, middle + width / 2], axis=1)
    axis = rng.normal(size=3)
    return lb.Limb.from_matrices(
        a, b, tool=place(0.1), shoulder=orders[0], wrist=orders[1], limits=limits,
        reference="projected", reference_axis=axis,
    )  # fmt: skip


@pytest.mark.parametrize("orders", list(itertools.product(EULER_ORDERS, EULER_ORDERS)), ids="-".join)
def test_arcs_equal_brute_force_for_every_pair_of_orders(orders):
    """Swivels everywhere and beside every end, judged by triangles and SciPy's Euler angles: only within 1e-9 of an
    end may they differ."""
    rng = np.random.default_rng([EULER_ORDERS.index(order) for order in orders])
    for planar in (False, True):
        limb = random_limb(rng, orders, planar)
        goal = limb.forward(rng.uniform(*limb.limits.T))
        swivel = limb.swivel(lb.Placement(goal))
        assert swivel.arcs
        for root in swivel.roots:
            arcs = [arc for arc in swivel.arcs if arc.family.hinge == root.side]
            ends = np.array([end for arc in arcs for end in (arc.lo, arc.hi)])
            beside = [ends + off for off in (1.5e-9, -1.5e-9, 1e-7, -1e-7)]
            for phi in np.concatenate([rng.uniform(-math.pi, math.pi, size=180), *beside]):
                elbow, r1, r2 = naive.elbow_and_rotations(limb, goal, root.flexion, phi, limb._body.geometry[13])
                np.testing.assert_allclose(swivel.elbow(phi), elbow, atol=1e-10)
                wanted = naive.ball_inside(r1, limb.shoulder, limb.limits[:3]) and naive.ball_inside(
                    r2, limb.wrist, limb.limits[4:]
                )
                into = [(phi - arc.lo) % (2 * math.pi) for arc in arcs]
                found = any(x <= arc.length for x, arc in zip(into, arcs, strict=True))
                near_end = any(
                    min(x, 2 * math.pi - x, abs(x - arc.length)) < 1e-9 for x, arc in zip(into, arcs, strict=True)
                )
                assert found == wanted or near_end


def check_elbows(limb, swivel, root=None):
    """The elbow of the circle is the elbow of the posture, on every arc."""
    root = np.eye(4) if root is None else root
    for arc in swivel.arcs:
        for phi in (arc.lo, arc.middle, arc.hi):
            q = swivel.values(phi, arc.family) + limb._offsets
            r1 = Rotation.from_euler(limb.shoulder, q[:3]).as_matrix()
            elbow = (root @ [*(r1 @ limb.A[:3, 3]), 1.0])[:3]
            np.testing.assert_allclose(swivel.elbow(phi), elbow, atol=2e-8 * limb.reach[1])


@pytest.mark.parametrize(("make", "name"), ARMS)
def test_goals_with_joints_at_their_limits(make, name, rng):
    """Every joint at an end of its range with probability 1/2: no false bend, no lost goal, elbows where they belong."""
    limb = lb.Limb(make(), name)
    lo, hi = limb.limits.T
    for _ in range(60):
        q = rng.uniform(lo, hi)
        ends = np.where(rng.random(7) < 0.5, lo, hi)
        q = np.where(rng.random(7) < 0.5, ends, q)
        goal = limb.forward(q)
        swivel = limb.swivel(lb.Placement(goal))
        assert swivel.arcs
        check_elbows(limb, swivel, limb.root())
        for arc in swivel.arcs:
            found = swivel.values(arc.middle, arc.family)
            assert (found >= lo).all()
            assert (found <= hi).all()
            assert np.abs(limb.forward(found) - goal).max() < 1e-8


def test_a_fully_bent_elbow_has_one_bend_and_so_has_a_nearly_straight_one():
    human = lb.human()
    limb = lb.Limb(human, "right_arm")
    for flexion in (limb.limits[3, 1], 1e-5, 5e-5, 1e-4, 1e-3):
        pose = human.pose(right_shoulder=(0.3, 0.2, 0.1), right_elbow=flexion)
        swivel = limb.swivel(lb.Placement(pose.world()["right_hand"]))
        assert {arc.family.hinge for arc in swivel.arcs} == {1}
        assert swivel.arcs[0].flexion == pytest.approx(flexion, abs=1e-6)
        check_elbows(limb, swivel, limb.root())


def test_forward_takes_batches(rng):
    limb = lb.Limb(lb.wam7(), "arm")
    rows = rng.uniform(-2, 2, size=(2, 400, 7))
    many = limb.forward(rows)
    assert many.shape == (2, 400, 4, 4)
    np.testing.assert_array_equal(many[1, 3], limb.forward(rows[1, 3]))
    np.testing.assert_allclose(many, lb.wam7().world(rows)["flange"], atol=1e-14)


def test_out_of_reach_is_an_answer():
    limb = lb.Limb(lb.human(), "right_arm")
    far = limb.swivel(lb.Position((5.0, 0.0, 1.0)))
    assert not far.reachable
    assert far.arcs == ()
    center, radius, _ = far.circle
    assert radius == pytest.approx(0.0, abs=1e-7)
    assert np.isfinite(far.elbow(1.0)).all()
    assert np.isfinite(center).all()


def test_a_position_holds_the_wrist_of_the_pose(rng):
    human = lb.human()
    limb = lb.Limb(human, "right_arm")
    pose = human.pose(right_shoulder=(0.6, 0.4, 0.1), right_elbow=1.1, right_wrist=(0.3, -0.2, 0.1))
    goal = lb.Position(pose.world().position("right_hand"))
    swivel = limb.swivel(goal, pose=pose)
    for arc in swivel.arcs:
        q = swivel.values(arc.middle, arc.family)
        np.testing.assert_array_equal(q[4:], (0.3, -0.2, 0.1))
        np.testing.assert_allclose(limb.forward(q, pose)[:3, 3], goal.position, atol=1e-9)
    other = limb.swivel(goal, pose=pose, wrist=(0.0, 0.0, 0.0))
    np.testing.assert_array_equal(other.values(other.arcs[0].middle, other.arcs[0].family)[4:], (0.0, 0.0, 0.0))


def test_the_transport_reference_is_continuous_wherever_an_arm_reaches(rng):
    """Nearby goals have nearby zeros, everywhere but opposite to the limb's rest direction."""
    limb = lb.Limb(lb.human(), "right_arm")
    root = limb.root()[:3, 3]
    n0 = limb.root()[:3, :3] @ limb._body.geometry[12]
    for _ in range(200):
        n = rng.normal(size=3)
        n /= np.linalg.norm(n)
        if n @ n0 < -0.9:
            continue
        here = limb.swivel(lb.Position(root + 0.5 * n)).elbow(0.0)
        there = limb.swivel(lb.Position(root + 0.5 * (n + 1e-6 * rng.normal(size=3)))).elbow(0.0)
        assert np.linalg.norm(here - there) < 1e-4


def test_goals_at_the_shoulder_and_straight_arms_are_deterministic():
    equal = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.3)))
    at = equal.swivel(lb.Position((0.0, 0.0, 0.0)))
    assert at.at_shoulder
    assert at.arcs == equal.swivel(lb.Position((0.0, 0.0, 0.0))).arcs
    check_elbows(equal, at)
    straight = equal.swivel(lb.Position((0.0, 0.6, 0.0)))
    assert len(straight.roots) == 1
    q = straight.values(0.3, straight.arcs[0].family)
    np.testing.assert_allclose(equal.forward(q)[:3, 3], (0.0, 0.6, 0.0), atol=1e-12)


def three_hinges(axes, offset=0.0):
    joints = [lb.Joint.fixed("base", None)]
    places = [(0, 0, 0), (0, 0, 0), (offset, 0, 0), (0, 0, 0.3), (0, 0, 0.3), (0, 0, 0), (0, 0, 0)]
    for number, (axis, place) in enumerate(zip(axes, places, strict=True)):
        joints.append(lb.Joint.hinge(f"j{number}", joints[-1].name, axis, location=lb.transform(place), limits=(-2, 2)))
    site = lb.Site("tip", "j6", lb.transform((0, 0, 0.1)))
    return lb.Figure(joints, [site], limbs={"arm": lb.LimbParts(tuple(f"j{n}" for n in range(7)), "tip")})


@pytest.mark.parametrize("shoulder", ["xyz", "zyz", "yxz", "yzy", ("x", "y", (0.6, 0.0, 0.8))])
@pytest.mark.parametrize("wrist", ["zyx", "zyz", "xzy"])
def test_hinges_in_any_axis_order_make_balls(shoulder, wrist, rng):
    figure = three_hinges([*shoulder, "y", *wrist])
    limb = lb.Limb(figure, "arm")
    for q in rng.uniform(-2, 2, size=(10, 7)):
        goal = figure.pose(q).world()["tip"]
        np.testing.assert_allclose(limb.forward(q), goal, atol=1e-14)
        swivel = limb.swivel(lb.Placement(goal))
        assert swivel.arcs
        arc = max(swivel.arcs, key=lambda arc: arc.length)
        found = swivel.values(arc.middle, arc.family)
        assert (np.abs(found) <= 2).all()
        np.testing.assert_allclose(figure.pose(found).world()["tip"], goal, atol=1e-9)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lb.Limb(lb.human(), "right_am"), "did you mean 'right_arm'"),
        (lambda: lb.Limb(lb.planar_arm(), "arm"), "there are none"),
        (lambda: lb.Limb(three_hinges([*"zyz", "y", *"zyz"], offset=0.01), "arm"), "axes miss a common point by 0.00"),
        (lambda: lb.Limb(three_hinges([*"zzx", "y", *"zyz"]), "arm"), "first and second axes are not perpendicular"),
        (lambda: lb.Limb.from_matrices(np.eye(4), lb.transform((0, 0, 1))), "lies on the hinge"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), np.eye(3)), "B: takes a 4x4"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), lb.transform((0, 0, 1)), limits=[[1, 0]] * 7), "upside down"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), lb.transform((0, 0, 1)), shoulder="xyz"), "extrinsic"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), lb.transform((0, 0, 1)), reference="projected"), "reference_axis"),
        (lambda: lb.Limb(lb.human(), "right_arm").forward(np.zeros(6)), "7 values"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel((1, 2, 3)), "such as lb.Placement(T)"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel(lb.Position((1, 2, 3)), pose=lb.iiwa14().rest()), "another figure"),
        (lambda: lb.Limb(lb.human(), ["right_arm"]), "there is no limb"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel(lb.Position((0.3, -0.2, 1.0)), wrist=(90, 0, 0)), "outside its limits"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel(lb.Placement(np.eye(4)), wrist=(0, 0, 0)), "belongs to a Position"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel(lb.Position((0.3, -0.2, 1.0))).values(0.0, None), "takes a Family"),
        (lambda: lb.Limb(lb.human(), "right_arm").swivel(lb.Position((0.3, -0.2, 1.0))).values(0.0, lb.Family(9, 9, 1)), "take that of an arc"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1e-200)), lb.transform((0, 0, 1e-200))), "no length"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), lb.transform((0, 0, 1)), limits=[[-1e100, 1e100]] * 7), "-inf, inf"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0, 1)), lb.transform((0, 0, 1)), limits=[[0, np.inf]] * 7), "one end only"),
        (lambda: lb.Limb.from_matrices(lb.transform((0, 0.1, 0.3)), lb.transform((0, 0, 0.25)), tool=lb.transform((0, 0, -0.25))).swivel(lb.Position((0, 0.3, 0.1))), "onto the hinge"),
        (lambda: lb.Placement(position=(1, 2, 3)), "both position= and orientation="),
        (lambda: lb.Placement(np.diag([1.0, -1.0, 1.0, 1.0])), "mirrored"),
        (lambda: lb.Position((1, math.nan, 3)), "nan"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(make, words):
    with pytest.raises(lb.InputError) as caught:
        make()
    assert words in str(caught.value)


def test_single_joints_may_be_unlimited(rng):
    limits = np.array([(-1.0, 1.0)] * 7)
    limits[2] = (-np.inf, np.inf)
    limb = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.25)), limits=limits)
    goal = limb.forward((0.2, 0.3, 2.9, 0.5, 0.1, 0.2, 0.3))
    swivel = limb.swivel(lb.Placement(goal))
    assert swivel.arcs
    np.testing.assert_allclose(
        limb.forward(swivel.values(swivel.arcs[0].middle, swivel.arcs[0].family)), goal, atol=1e-9
    )


def test_limbs_are_sealed_also_after_a_journey():
    import pickle

    limb = pickle.loads(pickle.dumps(lb.Limb(lb.human(), "right_arm")))
    assert not limb.A.flags.writeable
    assert not limb.limits.flags.writeable
    with pytest.raises(AttributeError):
        limb.swivel(lb.Position((0.3, -0.2, 1.0))).arcs = ()

"""Aims: the wrist held, the flexion given or free; never a missed target, never a wrong verdict."""

import math
import pickle

import numpy as np
import pytest
from scipy.optimize import minimize

import limbik as lb
from limbik.limb.partial import question
from tests.limbs import inside, random_axis, tight_limb
from tests.naive.partial import best_aim

LIMBS = {"arm": (lb.human, "right_arm"), "leg": (lb.human, "left_leg"), "iiwa14": (lb.iiwa14, "arm")}


def aims(limb, rng, count, axis, *, same_flexion=False):
    """Targets ahead of random postures that share their wrist: at any distance, sometimes nearer than the hand."""
    q = rng.uniform(*limb.limits.T, size=(count, 7))
    q[:, 4:] = q[0, 4:]
    if same_flexion:
        q[:, 3] = q[0, 3]
    frames = limb.forward(q)
    ahead = limb.reach[1] * 10.0 ** rng.uniform(-2.0, 1.0, size=(count, 1))
    goal = lb.Aim(frames[:, :3, 3] + ahead * (frames[:, :3, :3] @ axis), axis)
    return goal, {"wrist": q[0, 4:]} | ({"flexion": float(q[0, 3])} if same_flexion else {})


def check_met(limb, found, goal, held):
    frames = limb.forward(found.q)
    assert found.ok.all()
    assert found.proved.all()
    assert inside(limb, found.q)
    away = goal.at - frames[:, :3, 3]
    pointing = frames[:, :3, :3] @ goal.axis
    along = (away * pointing).sum(axis=1, keepdims=True)
    assert (along > -1e-9 * limb.reach[1]).all()
    assert np.linalg.norm(away - along * pointing, axis=1).max() <= 1e-11 * max(limb.reach[1], np.abs(goal.at).max())
    assert found.orientation_error.max() <= 1e-10
    assert np.abs(found.q[:, 4:] - held["wrist"]).max() < 1e-12
    if "flexion" in held:
        assert np.abs(found.q[:, 3] - held["flexion"]).max() < 1e-12


@pytest.mark.parametrize("name", LIMBS)
@pytest.mark.parametrize("same_flexion", [True, False])
def test_every_target_in_reach_is_met(name, same_flexion, rng):
    make, limb_name = LIMBS[name]
    limb = lb.Limb(make(), limb_name)
    for _ in range(4):
        goal, held = aims(limb, rng, 500, random_axis(rng), same_flexion=same_flexion)
        check_met(limb, limb.solve(goal, pick=lb.first, **held), goal, held)
        check_met(limb, limb.solve(goal[:25], **held), goal[:25], held)


def test_tight_limits_never_hide_an_answer(rng):
    for number in range(150):
        limb = tight_limb(rng)
        goal, held = aims(limb, rng, 20, random_axis(rng), same_flexion=number % 2 == 0)
        check_met(limb, limb.solve(goal, pick=lb.first, **held), goal, held)
        check_met(limb, limb.solve(goal[:4], **held), goal[:4], held)


def test_every_joint_at_a_limit(rng):
    for number in range(60):
        limb = tight_limb(rng) if number % 2 else lb.Limb(lb.human(), "right_arm")
        q, axis = np.where(rng.random(7) < 0.5, *limb.limits.T), random_axis(rng)
        frame = limb.forward(q)
        found = limb.solve(lb.Aim(frame[:3, 3] + 0.7 * frame[:3, :3] @ axis, axis), wrist=q[4:])
        assert found.ok
        assert inside(limb, found.q)
        assert found.orientation_error <= 1e-8


def test_the_target_at_the_tool_itself(rng):
    """There is no direction to it, and that is as good as any."""
    for _ in range(30):
        limb = tight_limb(rng)
        q = rng.uniform(*limb.limits.T)
        found = limb.solve(lb.Aim(limb.forward(q)[:3, 3], "x"), wrist=q[4:], flexion=float(q[3]))
        assert found.ok
        assert found.position_error < 1e-11 * limb.reach[1]


def test_a_line_that_only_touches(rng):
    """The target as near to the shoulder as the axis comes."""
    for _ in range(40):
        limb, axis = tight_limb(rng), random_axis(rng)
        q = rng.uniform(*limb.limits.T)
        frame = limb.forward(q)
        along = -float(frame[:3, 3] @ frame[:3, :3] @ axis)
        if along < 0.0:
            axis, along = -axis, -along
        found = limb.solve(lb.Aim(frame[:3, 3] + along * frame[:3, :3] @ axis, axis), wrist=q[4:], flexion=float(q[3]))
        assert found.ok
        assert found.position_error < 1e-10 * limb.reach[1]


def test_brute_force_finds_nothing_that_was_called_impossible(rng):
    verdicts = []
    for number in range(60):
        limb, axis = tight_limb(rng), random_axis(rng)
        q = rng.uniform(*limb.limits.T)
        frame = limb.forward(q)
        target = frame[:3, 3] + rng.uniform(0.05, 1.0) * frame[:3, :3] @ axis
        target = target + rng.choice([0.0, 0.1, 0.5]) * rng.normal(size=3)
        held = float(q[3]) if number % 2 else None
        found = limb.solve(lb.Aim(target, axis), wrist=q[4:], flexion=held, pick=lb.clearance)
        lo, hi = limb.limits[3]
        flexions = [q[3]] if held is not None else np.linspace(lo, min(hi, lo + 2 * math.pi), 80)
        margin = best_aim(limb, target, axis, q[4:], flexions, 240)
        verdicts.append(found.ok)
        if margin > 0.0:
            assert found.ok
        if found.ok and held is not None:
            own = np.minimum(found.q - limb.limits[:, 0], limb.limits[:, 1] - found.q)[:3].min()
            assert own >= margin - 1e-6
    assert 0.2 < np.mean(verdicts) < 0.95


def test_without_limits(rng):
    limb = lb.Limb.from_matrices(
        lb.transform((0, 0, 0.3)), lb.transform((0, 0.02, 0.25)), tool=lb.transform((0.1, 0, 0.1))
    )
    goal = lb.Aim(rng.normal(scale=2.0, size=(300, 3)), (1.0, 2.0, -1.0))
    found = limb.solve(goal, wrist=(0.1, 0.2, 0.3))
    check_met(limb, found, goal, {"wrist": np.array([0.1, 0.2, 0.3])})
    # in the shoulder: the axis would have to pass through it
    close = limb.solve(lb.Aim((0.0, 0.0, 0.001), "y"), wrist=(0.0, 0.0, 0.0), flexion=1.0)
    assert close.status is lb.Status.TOO_CLOSE
    assert close.blocked_by == ()
    assert "with the hinge held so" in close.explain()


def test_swing_and_twist_limits(rng):
    from tests.limb.test_swing import figure_with, rotation_inside, swing_limits

    for number in range(18):
        shoulder, wrist = swing_limits(rng, number), swing_limits(rng, number // 3)
        figure = figure_with(shoulder, wrist, rng, ("quaternion", "ZYX")[number % 2])
        limb = lb.Limb(figure, "arm")
        for _ in range(8):
            pose = figure.pose(
                shoulder=rotation_inside(shoulder, rng), elbow=rng.uniform(0.1, 2.4), wrist=rotation_inside(wrist, rng)
            )
            hand, axis = pose.world()["hand"], random_axis(rng)
            goal = lb.Aim(hand[:3, 3] + rng.uniform(0.05, 1.0) * hand[:3, :3] @ axis, axis)
            found = limb.solve(goal, pose=pose)
            assert found.ok
            assert found.apply().within_limits()
            assert max(found.position_error, found.orientation_error) < 1e-10


def exploring(rng):
    limb = lb.Limb(lb.human(), "right_arm", tool=lb.transform((0.03, 0.02, -0.12)))
    while True:
        goals, held = aims(limb, rng, 1, np.array([0.0, 0.0, -1.0]))
        goal = goals[0]
        ways = limb.swivel(goal, **held)
        if ways.region(90, 60).share > 0.02:
            return limb, goal, held, ways


def test_the_map_is_the_arcs(rng):
    _, goal, _, ways = exploring(rng)
    region = ways.region(72, 30)
    assert region.second == "flexion"
    assert region.valid.shape == (30, 72)
    for row, flexion in enumerate(region.others):
        arcs = ways.arcs(flexion)
        valid = [any((phi - arc.lo) % (2 * math.pi) <= arc.length for arc in arcs) for phi in region.swivels]
        assert region.valid[row].tolist() == valid
        assert region.reachable[row] == any(lo <= flexion <= hi for lo, hi in ways.flexions)
        for phi, good in zip(region.swivels[::12], valid[::12], strict=True):
            found = ways.at(phi, flexion)
            assert found.ok == good
            assert found.q[3] == pytest.approx(flexion)
            assert found.goal is goal
            if good:
                assert found.swivel == pytest.approx(math.remainder(phi, 2 * math.pi))
                assert found.orientation_error < 1e-10
                there = found.apply().world()
                np.testing.assert_allclose(there.position("right_elbow"), ways.elbow(phi, flexion), atol=1e-12)
                assert ways.at(phi, flexion, found.family).q == pytest.approx(found.q)


def test_ends_of_arcs_are_at_limits(rng):
    """Just beyond every end a joint leaves its limits."""
    limb, _, _, ways = exploring(rng)
    checked = 0
    for flexion in np.linspace(*ways.flexions[0], 12):
        for arc in ways.arcs(flexion):
            for end, step in ((arc.lo, -1e-6), (arc.hi, 1e-6)):
                q = ways.at(end, flexion, arc.family).q
                assert np.minimum(q - limb.limits[:, 0], limb.limits[:, 1] - q)[:3].min() < 1e-9
                assert not any(
                    (end + step - other.lo) % (2 * math.pi) <= other.length
                    for other in ways.arcs(flexion) if other.family == arc.family
                )  # fmt: skip
                checked += 1
    assert checked > 10


def dense_least(limb, ways, f):
    best = math.inf
    for flexion in np.linspace(*limb.limits[3], 240):
        for arc in ways.arcs(flexion):
            for phi in np.linspace(arc.lo, arc.hi, max(3, math.ceil(arc.length / 0.03))):
                best = min(best, f(ways.at(phi, flexion, arc.family).q))
    return best


def test_no_dense_search_beats_the_picks(rng):
    limb, goal, held, ways = exploring(rng)
    lo, hi = limb.limits[:4].T
    previous = rng.uniform(*limb.limits.T)
    objectives = {
        lb.midrange: lambda q: float((((q[:4] - 0.5 * (lo + hi)) / (hi - lo)) ** 2).sum()),
        lb.continuing(previous): lambda q: float(((q[:4] - previous[:4]) ** 2).sum()),
        lb.least(lambda q: float(np.sin(4.0 * q).sum())): lambda q: float(np.sin(4.0 * q).sum()),
    }
    for pick, f in objectives.items():
        found = limb.solve(goal, pick=pick, **held)
        assert found.ok
        assert f(found.q) <= dense_least(limb, ways, f) + 1e-6, pick
    point = limb.root()[:3, 3] + rng.normal(scale=0.3, size=3)
    near = limb.solve(goal, pick=lb.elbow(point), **held).apply().world().position("right_elbow")
    for flexion in np.linspace(*limb.limits[3], 200):
        for arc in ways.arcs(flexion):
            for phi in np.linspace(arc.lo, arc.hi, 30):
                assert np.linalg.norm(near - point) <= np.linalg.norm(ways.elbow(phi, flexion) - point) + 1e-6
    both = ways.nearest(0.3, flexion=1.0)
    grid = ((phi, flexion) for flexion in np.linspace(*limb.limits[3], 400) for phi in np.linspace(-3.1, 3.1, 300))
    off = math.hypot(math.remainder(both.swivel - 0.3, 2 * math.pi), both.q[3] - 1.0)
    slices = {flexion: ways.arcs(flexion) for flexion in np.linspace(*limb.limits[3], 400)}
    assert off <= min(
        math.hypot(math.remainder(phi - 0.3, 2 * math.pi), flexion - 1.0)
        for phi, flexion in grid
        if any((phi - arc.lo) % (2 * math.pi) <= arc.length for arc in slices[flexion])
    ) + 1e-6  # fmt: skip


def test_what_cannot_be_pointed_at_is_missed_by_the_least_angle(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    targets = limb.root()[:3, 3] + rng.normal(scale=0.6, size=(60, 3))
    for axis in ("-z", (0.5, 0.0, -1.0)):
        goal = lb.Aim(targets, axis)
        found = limb.solve(goal)
        assert inside(limb, found.q)
        missed = np.flatnonzero(~found.ok)
        assert len(missed) >= 3
        for row in missed[:6]:

            def turn(x, row=row, goal=goal):
                frame = limb.forward(np.concatenate([x, np.zeros(3)]))
                away = targets[row] - frame[:3, 3]
                return 1.0 - float(frame[:3, :3] @ goal.axis @ away) / float(np.linalg.norm(away))

            for start in (found.q[row, :4], *rng.uniform(*limb.limits[:4].T, size=(6, 4))):
                tried = minimize(turn, start, bounds=limb.limits[:4], method="L-BFGS-B")
                assert found.orientation_error[row] <= math.acos(np.clip(1.0 - tried.fun, -1.0, 1.0)) + 1e-4


def test_what_is_in_the_way_and_by_how_much():
    limb = lb.Limb(lb.human(), "right_arm", tool=lb.transform((0, 0, -0.1)))
    goal = lb.Aim((1.0, 0.3, 1.5), "-z")
    found = limb.solve(goal)
    assert found.status is lb.Status.LIMITED
    assert found.blocked_by == ("right_shoulder.abduction", "right_shoulder.medial_rotation", "right_elbow.flexion")
    give = question(limb, goal, None, None, None).must_give()
    assert 0.0 < math.degrees(give) < 3.0  # the answer points by some two degrees past the target
    assert f"{math.degrees(give):.1f} degrees" in found.explain()
    assert "for every elbow and flexion" in found.explain()
    held = limb.solve(goal, flexion=0.9)
    assert "for every elbow;" in held.explain()
    ways = limb.swivel(lb.Aim((1.2, -0.3, 1.2), "-z"))
    blocked = ways.at(2.9, 1.2)
    assert blocked.status is lb.Status.LIMITED
    assert blocked.explain().startswith("Limited at this elbow and flexion: the goal would take right_shoulder")
    assert blocked.blocked_by
    solved = ways.solve()
    assert solved.explain().startswith("Solved at ")


def test_a_hinge_that_goes_no_further_is_named():
    free = lb.Limb.from_matrices(lb.transform((0, 0, 0.3)), lb.transform((0, 0, 0.3)))
    target = (0.0, 0.0, 0.05)
    assert free.solve(lb.Aim(target, "z"), wrist=(0, 0, 0)).ok
    limits = np.full((7, 2), (-np.inf, np.inf))
    limits[3] = 0.2, 0.5
    bound = lb.Limb.from_matrices(free.A, free.B, limits=limits)
    found = bound.solve(lb.Aim(target, "z"), wrist=(0, 0, 0))
    assert found.status is lb.Status.TOO_CLOSE
    assert found.blocked_by == ("hinge",)
    assert "because hinge goes no further" in found.explain()


def test_batches_are_their_rows(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    targets = rng.normal((0.5, 0.0, 1.0), size=(2, 6, 3))
    targets[0, 3, 1] = np.inf
    goal = lb.Aim(targets, "-z")
    found = limb.solve(goal, wrist=(0.1, 0.2, 0.1))
    assert found.shape == (2, 6)
    assert found.roll is None
    assert found.status[0, 3] == lb.Status.INVALID
    assert np.isfinite(found.q).all()
    for index in np.ndindex(2, 6):
        if index != (0, 3):
            one = limb.solve(goal[index], wrist=(0.1, 0.2, 0.1))
            assert np.array_equal(one.q, found.q[index])
            assert one.roll is None
    again = pickle.loads(pickle.dumps(limb.solve(goal[0, 0], flexion=1.0)))
    assert again.flexion == 1.0


def test_where_the_pose_puts_the_limb(rng):
    """A goal in the world is met in the world, whatever the rest of the figure does."""
    human = lb.human()
    pose = human.pose(lower_spine=(0.3, 0.1, -0.2), pelvis=(0.4, -0.2, 1.1, 0.9, 0.1, 0.2, np.sqrt(0.14)))
    limb = lb.Limb(human, "left_arm")
    q = rng.uniform(*limb.limits.T)
    there = limb.apply(q, pose)
    hand = there.world()["left_hand"]
    for goal in (lb.Aim(hand[:3, 3] + 0.4 * hand[:3, 0], "x"), lb.Alignment(hand[:3, 3], hand[:3, 0], "x")):
        found = limb.solve(goal, pose=there)
        assert found.ok
        frame = found.apply(pose).world()["left_hand"]
        target = goal.at if isinstance(goal, lb.Aim) else frame[:3, 3] + goal.direction
        away = target - frame[:3, 3]
        assert np.linalg.norm(np.cross(away, frame[:3, 0])) < 1e-12


def test_an_aim_has_no_rates():
    limb = lb.Limb(lb.human(), "right_arm")
    with pytest.raises(lb.InputError, match="answers an Aim"):
        limb.jacobian_of_solution(limb.solve(lb.Aim((1, 0, 1))))


def test_a_torch_follows_without_jumps():
    limb = lb.Limb(lb.human(), "right_arm", tool=lb.transform((0, 0, -0.1)))
    found = None
    for t in np.linspace(0.0, 2.0 * math.pi, 60):
        goal = lb.Aim((1.5, -0.4 + 0.4 * math.cos(t), 1.1 + 0.3 * math.sin(t)), "-z")
        last, found = found, limb.solve(goal, pick=lb.midrange if found is None else lb.continuing(found))
        assert found.ok
        if last is not None:
            assert np.abs(found.q - last.q).max() < 0.2

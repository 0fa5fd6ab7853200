"""Alignments: never a missed goal, never a wrong verdict, and the best of all answers."""

import math
import pickle

import numpy as np
import pytest
from scipy.optimize import minimize

import limbik as lb
from limbik.limb.partial import question
from tests.limbs import inside, random_axis, tight_limb, widened
from tests.naive.partial import best_alignment

LIMBS = {"arm": (lb.human, "right_arm"), "leg": (lb.human, "left_leg"), "iiwa14": (lb.iiwa14, "arm")}


def alignments(limb, rng, count, axis):
    """Goals of random postures inside the limits."""
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(count, 7)))
    return lb.Alignment(frames[:, :3, 3], frames[:, :3, :3] @ axis, axis)


def check_met(limb, found, goal):
    """Forward kinematics of every answer, and its limits."""
    frames = limb.forward(found.q)
    assert found.ok.all()
    assert found.proved.all()
    assert inside(limb, found.q)
    assert np.linalg.norm(frames[:, :3, 3] - goal.position, axis=1).max() <= 1e-11 * limb.reach[1]
    pointing, wanted = frames[:, :3, :3] @ goal.axis, goal.direction
    wanted = wanted / np.linalg.norm(wanted, axis=1, keepdims=True)
    assert np.linalg.norm(pointing - wanted, axis=1).max() <= 1e-10
    assert found.position_error.max() <= 1e-11 * limb.reach[1]
    assert found.orientation_error.max() <= 1e-10


@pytest.mark.parametrize("name", LIMBS)
@pytest.mark.parametrize("axis", ["x", "-z", (0.3, -0.5, 0.8)])
def test_every_reachable_goal_is_met(name, axis, rng):
    make, limb_name = LIMBS[name]
    limb = lb.Limb(make(), limb_name)
    axis = lb.Alignment((0, 0, 0), (0, 0, 1), axis).axis
    goal = alignments(limb, rng, 2000, axis)
    check_met(limb, limb.solve(goal, pick=lb.first), goal)
    check_met(limb, limb.solve(goal[:60]), goal[:60])


def test_tight_limits_never_hide_an_answer(rng):
    for _ in range(120):
        limb = tight_limb(rng)
        goal = alignments(limb, rng, 25, random_axis(rng))
        check_met(limb, limb.solve(goal, pick=lb.first), goal)
        check_met(limb, limb.solve(goal[:4]), goal[:4])


def test_every_joint_at_a_limit(rng):
    """Often a single posture meets such a goal: no interval of rolls, only one."""
    for number in range(60):
        limb = tight_limb(rng) if number % 2 else lb.Limb(lb.human(), "right_arm")
        corners = np.where(rng.random((20, 7)) < 0.5, *limb.limits.T)
        frames, axis = limb.forward(corners), random_axis(rng)
        found = limb.solve(lb.Alignment(frames[:, :3, 3], frames[:, :3, :3] @ axis, axis))
        assert found.ok.all()
        assert inside(limb, found.q)
        assert found.position_error.max() <= 1e-9 * limb.reach[1]
        assert found.orientation_error.max() <= 1e-9


def test_locked_joints(rng):
    """With two joints locked the answers are isolated points of swivel and roll."""
    for _ in range(40):
        wide = tight_limb(rng)
        limits, q = wide.limits.copy(), rng.uniform(*wide.limits.T)
        for n in rng.choice(7, size=2, replace=False):
            limits[n] = q[n]
        limb = lb.Limb.from_matrices(
            wide.A, wide.B, tool=wide.tool, shoulder=wide.shoulder, wrist=wide.wrist, limits=limits
        )
        frame, axis = limb.forward(q), random_axis(rng)
        found = limb.solve(lb.Alignment(frame[:3, 3], frame[:3, :3] @ axis, axis))
        assert found.ok
        assert found.position_error <= 1e-9 * limb.reach[1]
        assert found.orientation_error <= 1e-9


def test_brute_force_finds_nothing_that_was_called_impossible(rng):
    verdicts = []
    for _ in range(30):
        limb, axis = tight_limb(rng), random_axis(rng)
        frame = limb.forward(rng.uniform(*limb.limits.T))
        direction = frame[:3, :3] @ axis + rng.choice([0.0, 0.2, 1.0]) * rng.normal(size=3)
        direction /= np.linalg.norm(direction)
        place = frame[:3, 3] + rng.choice([0.0, 0.05]) * rng.normal(size=3)
        found = limb.solve(lb.Alignment(place, direction, axis), pick=lb.clearance)
        margin = best_alignment(limb, place, direction, axis, 60, 90)
        verdicts.append(found.ok)
        if margin > 0.0:
            assert found.ok
        if found.ok:
            assert found.margin >= margin - 1e-6
    assert 0.2 < np.mean(verdicts) < 0.95


def test_no_roll_of_an_impossible_goal_is_possible_as_a_placement(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    goal = alignments(limb, rng, 400, np.array([0.0, 0.0, 1.0]))
    turned = rng.normal(size=(400, 3))
    goal = lb.Alignment(goal.position, turned, "z")
    found = limb.solve(goal, approximate=False)
    impossible = np.flatnonzero(~found.ok)
    assert 50 < len(impossible) < 350
    for row in impossible:
        rolls = np.linspace(-math.pi, math.pi, 240)
        matrices = np.array([goal[row].placement(roll).matrix for roll in rolls])
        assert not limb.solve(lb.Placement(matrices), approximate=False).ok.any()


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
            found = limb.solve(lb.Alignment(hand[:3, 3], hand[:3, :3] @ axis, axis), pick=lb.first)
            assert found.ok
            assert found.apply().within_limits()
            assert max(found.position_error, found.orientation_error) < 1e-10
            # a direction that may be impossible: no roll may then be possible either
            other = lb.Alignment(hand[:3, 3], rng.normal(size=3), axis)
            if not limb.solve(other, approximate=False).ok:
                rolls = np.linspace(-math.pi, math.pi, 90)
                matrices = np.array([other.placement(roll).matrix for roll in rolls])
                assert not limb.solve(lb.Placement(matrices), approximate=False).ok.any()


def test_without_limits_every_roll_in_reach_will_do(rng):
    limb = lb.Limb.from_matrices(
        lb.transform((0, 0, 0.3)), lb.transform((0, 0.02, 0.25)), tool=lb.transform((0.1, 0, 0.1))
    )
    frames = limb.forward(rng.uniform(-3.0, 3.0, size=(500, 7)))
    goal = lb.Alignment(frames[:, :3, 3], frames[:, :3, 0], "x")
    for pick in (lb.midrange, lb.first, lb.widest):
        some = goal if pick is not lb.widest else goal[:20]
        check_met(limb, limb.solve(some, pick=pick), some)
    far = limb.solve(lb.Alignment((5.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    assert far.status is lb.Status.TOO_FAR
    assert far.orientation_error < 1e-12


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_tiny_and_huge_limbs(scale, rng):
    figure = lb.scale(lb.human(), scale)
    limb = lb.Limb(figure, "right_arm")
    goal = alignments(limb, rng, 200, np.array([1.0, 0.0, 0.0]))
    check_met(limb, limb.solve(goal, pick=lb.first), goal)


def test_roll_is_that_of_the_placement(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    goal = alignments(limb, rng, 30, np.array([0.0, 0.6, -0.8]))
    found = limb.solve(goal)
    for row in range(30):
        one = found[row]
        np.testing.assert_allclose(goal[row].placement(one.roll).matrix, limb.forward(one.q), atol=1e-9)
    assert np.array_equal(found.roll, [one.roll for one in found])


@pytest.mark.parametrize("direction", [(0, 0, 1), (0, 0, -1), (1e-9, 0, -1), (1e-5, 2e-5, -1), (1, 2, 3)])
def test_the_zero_of_the_roll_is_the_smallest_turn(direction):
    goal = lb.Alignment((1, 2, 3), direction, "z")
    matrix = goal.placement().matrix
    unit = np.array(direction) / np.linalg.norm(direction)
    np.testing.assert_allclose(matrix[:3, 2], unit, atol=1e-15)
    np.testing.assert_allclose(matrix[:3, 3], (1, 2, 3))
    if unit[2] > -1.0 + 1e-8:
        angle = math.acos(np.clip((np.trace(matrix[:3, :3]) - 1.0) / 2.0, -1.0, 1.0))
        assert angle == pytest.approx(math.acos(np.clip(unit[2], -1.0, 1.0)), abs=1e-6)
    quarter = goal.placement(math.pi / 2).matrix
    np.testing.assert_allclose(quarter[:3, 0], np.cross(unit, matrix[:3, 0]), atol=1e-15)


def exploring(rng):
    limb = lb.Limb(lb.human(), "right_arm", tool=lb.transform((0.03, 0.02, -0.12)))
    while True:
        goal = alignments(limb, rng, 1, np.array([0.0, 0.0, -1.0]))[0]
        ways = limb.swivel(goal)
        if ways.region(90, 60).share > 0.005:
            return limb, goal, ways


def test_the_wrist_goes_round_a_circle(rng):
    limb, goal, ways = exploring(rng)
    rolls = np.linspace(-math.pi, math.pi, 2001)
    wrists = []
    for roll in rolls:
        frame = goal.placement(roll).matrix
        wrists.append(frame[:3, 3] - frame[:3, :3] @ limb.tool[:3, :3].T @ limb.tool[:3, 3])
        if len(wrists) % 100 == 0:
            np.testing.assert_allclose(ways.wrist(roll), wrists[-1], atol=1e-14)
    center, radius, axis = ways.circle
    np.testing.assert_allclose(np.linalg.norm(np.array(wrists) - center, axis=1), radius, atol=1e-14)
    np.testing.assert_allclose((np.array(wrists) - center) @ axis, 0.0, atol=1e-14)
    up, point = rng.normal(size=3), rng.normal(size=3)
    heights = np.array(wrists) @ (up / np.linalg.norm(up))
    away = np.linalg.norm(np.array(wrists) - point, axis=1)
    for roll, wanted in (
        (ways.highest(up), rolls[np.argmax(heights)]),
        (ways.lowest(up), rolls[np.argmin(heights)]),
        (ways.nearest_to(point), rolls[np.argmin(away)]),
    ):
        assert abs(math.remainder(roll - wanted, 2 * math.pi)) < 0.004
    assert ways.wrist(ways.highest(up)) @ up >= heights.max() * np.linalg.norm(up) - 1e-12
    assert np.linalg.norm(ways.wrist(ways.nearest_to(point)) - point) <= away.min() + 1e-12
    assert ways.highest(goal.direction) == 0.0


def test_rolls_that_the_reach_allows(rng):
    """The closed form beside the placements themselves."""
    for _ in range(25):
        limb, axis = tight_limb(rng), random_axis(rng)
        goal = alignments(limb, rng, 1, axis)[0]
        ways = limb.swivel(goal)
        for roll in rng.uniform(-math.pi, math.pi, size=40):
            edge = min(
                (abs(math.remainder(roll - end, 2 * math.pi)) for pair in ways.rolls for end in pair), default=9.0
            )
            if edge < 1e-6:
                continue
            inside_a_span = any((roll - lo) % (2 * math.pi) <= hi - lo for lo, hi in ways.rolls)
            assert limb.swivel(goal.placement(roll)).reachable == inside_a_span


def test_the_map_is_the_arcs(rng):
    _, goal, ways = exploring(rng)
    region = ways.region(72, 40)
    assert region.valid.shape == (40, 72)
    assert region.second == "roll"
    for row, roll in enumerate(region.others):
        arcs = ways.arcs(roll)
        valid = [any((phi - arc.lo) % (2 * math.pi) <= arc.length for arc in arcs) for phi in region.swivels]
        assert region.valid[row].tolist() == valid
        assert region.reachable[row] == ways.at_roll(roll).reachable
        for phi, good in zip(region.swivels[::12], valid[::12], strict=True):
            found = ways.at(phi, roll)
            assert found.ok == good
            assert found.roll == pytest.approx(roll)
            assert found.goal is goal
            if good:
                assert found.swivel == pytest.approx(math.remainder(phi, 2 * math.pi))
                assert max(found.position_error, found.orientation_error) < 1e-10


def off_middle(limb):
    (lo, hi) = limb.limits.T
    return lambda q: float((((q - 0.5 * (lo + hi)) / (hi - lo)) ** 2).sum())


def dense_least(limb, ways, f, rolls=300, step=0.02):
    """The least of f over a dense grid of all answers."""
    best = math.inf
    for roll in np.linspace(-math.pi, math.pi, rolls, endpoint=False):
        swivel = ways.at_roll(roll)
        for arc in swivel.arcs:
            for phi in np.linspace(arc.lo, arc.hi, max(3, math.ceil(arc.length / step))):
                best = min(best, f(swivel.values(phi, arc.family)))
    return best


def test_no_dense_search_beats_the_picks(rng):
    for number in range(4):
        limb, goal, ways = exploring(rng)
        previous = rng.uniform(*limb.limits.T)
        point = limb.root()[:3, 3] + rng.normal(scale=0.3, size=3)
        elbow_at = limb.A[:3, 3]

        def elbow_off(q, limb=limb, point=point, elbow_at=elbow_at):
            turn = lb.transform(orientation=q[:3], order=limb.shoulder)[:3, :3]
            return float(np.linalg.norm(limb.root()[:3, :3] @ turn @ elbow_at + limb.root()[:3, 3] - point))

        objectives = {
            lb.midrange: off_middle(limb),
            lb.continuing(previous): lambda q, previous=previous: float(((q - previous) ** 2).sum()),
            lb.elbow(point): elbow_off,
        }
        if number % 2 == 0:

            def wavy(q):
                return float(np.cos(3.0 * q).sum() + (q**2).sum())

            objectives[lb.least(wavy)] = wavy
        for pick, f in objectives.items():
            found = limb.solve(goal, pick=pick)
            assert found.ok
            assert inside(limb, found.q)
            assert f(found.q) <= dense_least(limb, ways, f) + 1e-6, pick


def test_nearest_widest_and_clearance_are_the_best_of_all_rolls(rng):
    limb, goal, ways = exploring(rng)
    slices = [(roll, ways.arcs(roll)) for roll in np.linspace(-math.pi, math.pi, 2000)]
    arcs = [(roll, arc) for roll, some in slices for arc in some]
    wide = limb.solve(goal, pick=lb.widest)
    assert max(arc.length for arc in ways.arcs(wide.roll)) >= max(arc.length for _, arc in arcs) - 1e-6
    for phi in (-2.0, 0.1, 1.7):
        found = limb.solve(goal, pick=lb.nearest(phi))
        off = abs(math.remainder(found.swivel - phi, 2 * math.pi))

        def beyond(arc, phi=phi):
            return max(abs(math.remainder(phi - arc.middle, 2 * math.pi)) - 0.5 * arc.length, 0.0)

        assert off <= min(beyond(arc) for _, arc in arcs) + 1e-6
        both = limb.solve(goal, pick=lb.nearest(phi, roll=0.4))
        here = math.hypot(*(math.remainder(a - b, 2 * math.pi) for a, b in ((both.swivel, phi), (both.roll, 0.4))))
        assert (
            here <= min(math.hypot(beyond(arc), math.remainder(roll - 0.4, 2 * math.pi)) for roll, arc in arcs) + 1e-6
        )
        assert ways.nearest(phi).swivel == found.swivel
    clear = limb.solve(goal, pick=lb.clearance)
    best = 0.0
    for roll, some in slices[::20]:
        swivel = ways.at_roll(roll)
        for arc in some:
            for phi in np.linspace(arc.lo, arc.hi, 25):
                q = swivel.values(phi, arc.family)
                best = max(best, float(np.minimum(q - limb.limits[:, 0], limb.limits[:, 1] - q).min()))
    assert clear.margin >= best - 1e-6
    assert limb.solve(goal, pick=lb.natural).ok
    assert ways.widest().roll == wide.roll


def test_a_goal_that_cannot_be_pointed_is_met_in_place(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(60, 7)))
    goal = lb.Alignment(frames[:, :3, 3], rng.normal(size=(60, 3)), "z")
    found = limb.solve(goal)
    limited = np.flatnonzero(found.status == lb.Status.LIMITED)
    assert len(limited) >= 5
    assert found.position_error[limited].max() < 1e-12
    assert inside(limb, found.q)
    for row in limited[:4]:
        direction = goal.direction[row] / np.linalg.norm(goal.direction[row])

        def turn(q, direction=direction):
            return 1.0 - float(limb.forward(q)[:3, 2] @ direction)

        def off(q, row=row):
            return (limb.forward(q)[:3, 3] - goal.position[row]) * 10.0

        for start in (found.q[row], *rng.uniform(*limb.limits.T, size=(3, 7))):
            tried = minimize(
                turn, start, bounds=limb.limits, method="SLSQP", constraints={"type": "eq", "fun": off},
                options={"maxiter": 80, "ftol": 1e-10},
            )  # fmt: skip
            if np.linalg.norm(off(tried.x)) < 1e-7:
                angle = math.acos(np.clip(1.0 - turn(tried.x), -1.0, 1.0))
                assert found.orientation_error[row] <= angle + 1e-5


def test_out_of_reach_the_direction_is_kept_if_it_can_be(rng):
    limb = lb.Limb(lb.iiwa14(), "arm")
    frames = limb.forward(rng.uniform(*(0.5 * limb.limits).T, size=(40, 7)))
    shoulder = limb.root()[:3, 3]
    outward = frames[:, :3, 3] - shoulder
    goal = lb.Alignment(
        shoulder + 2.5 * outward / np.linalg.norm(outward, axis=1, keepdims=True), frames[:, :3, 2], "z"
    )
    found = limb.solve(goal)
    assert (found.status == lb.Status.TOO_FAR).all()
    kept = found.orientation_error < 1e-9
    assert kept.mean() > 0.5
    for row in np.flatnonzero(kept):
        ways = limb.swivel(goal[row])
        nearest = min(np.linalg.norm(ways.wrist(roll) - shoulder) for roll in np.linspace(-math.pi, math.pi, 721))
        assert found.position_error[row] == pytest.approx(nearest - limb.reach[1], abs=1e-6)
    assert inside(limb, found.q)


@pytest.mark.parametrize("place", [(-0.5, -0.1, 1.6), (-0.3, 0.3, 1.7)])
def test_a_place_that_the_limits_exclude_is_approached(place, rng):
    limb = lb.Limb(lb.human(), "right_arm")
    goal = lb.Alignment(place, (0.0, 0.0, 1.0), "-z")
    found = limb.solve(goal)
    assert found.status is lb.Status.LIMITED
    assert found.position_error > 0.05

    def off(q):
        return float(((limb.forward(q)[:3, 3] - goal.position) ** 2).sum())

    for start in (found.q, *rng.uniform(*limb.limits.T, size=(12, 7))):
        tried = minimize(off, start, bounds=limb.limits, method="L-BFGS-B", options={"ftol": 1e-15})
        assert found.position_error <= math.sqrt(tried.fun) + 1e-6
    assert "m away and points" in found.explain()
    assert inside(limb, found.q)


def test_what_is_in_the_way_and_by_how_much(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    free = {"shoulder": limb.shoulder, "wrist": limb.wrist, "tool": limb.tool}
    root, seen = limb.root(), 0
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(40, 7)))
    for frame, direction in zip(frames, rng.normal(size=(40, 3)), strict=True):
        goal = lb.Alignment(frame[:3, 3], direction, "x")
        found = limb.solve(goal, approximate=False)
        if found.status is not lb.Status.LIMITED:
            continue
        seen += 1
        local = lb.Alignment((goal.position - root[:3, 3]) @ root[:3, :3], goal.direction @ root[:3, :3], "x")

        def verdict(limits, local=local):
            other = lb.Limb.from_matrices(limb.A, limb.B, limits=limits, **free)
            return other.solve(local, approximate=False, pick=lb.first).ok

        numbers = [limb.value_names.index(name) for name in found.blocked_by]
        assert numbers
        only = np.full((7, 2), (-np.inf, np.inf))
        only[numbers] = limb.limits[numbers]
        assert not verdict(only)
        for number in numbers:
            fewer = only.copy()
            fewer[number] = -np.inf, np.inf
            assert verdict(fewer)
        give = question(limb, goal, None, None, None).must_give()
        assert verdict(widened(limb.limits, give + 1e-6))
        assert not verdict(widened(limb.limits, give - 1e-5))
        assert f"{math.degrees(give):.1f} degrees" in found.explain()
    assert seen >= 3


def test_sentences():
    limb = lb.Limb(lb.human(), "right_arm")
    place, ahead = (0.45, -0.2, 1.1), (1, 0, 0)
    solved = limb.solve(lb.Alignment(place, ahead, "-z"))
    assert solved.explain().startswith("Solved at roll ")
    assert solved.blocked_by == ()
    far = limb.solve(lb.Alignment((1.5, -0.2, 1.1), ahead, "-z"))
    assert far.explain().startswith("Too far: at every roll the wrist would have to be farther")
    ways = limb.swivel(lb.Alignment(place, ahead, "-z"))
    blocked = ways.at(solved.swivel + 2.5, solved.roll)
    assert blocked.status is lb.Status.LIMITED
    assert "Limited at this elbow and roll: the goal would take right_" in blocked.explain()
    assert all(name.startswith("right_") for name in blocked.blocked_by)
    # a search that gave up says so; it has never been seen to
    unsure = lb.Solution(limb, blocked.goal, blocked.pose, None, blocked.q.copy(), blocked._numbers, [3, 1, 1, 1, 0])
    assert not unsure.proved
    assert unsure.explain().endswith("the search gave up before this was proved.")


def test_batches_are_their_rows(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    frames = limb.forward(rng.uniform(*limb.limits.T, size=(3, 5, 7)))
    directions = frames[..., :3, 2].copy()
    directions[0, 1] = 0.0
    directions[1, 2, 0] = np.nan
    directions[2, 4] = (0.0, 0.0, -1.0)
    goal = lb.Alignment(frames[..., :3, 3], 7.0 * directions, "z")
    found = limb.solve(goal, progress=True)
    assert found.shape == (3, 5)
    assert found.roll.shape == (3, 5)
    assert found.status[0, 1] == found.status[1, 2] == lb.Status.INVALID
    assert np.isinf(found.position_error[0, 1])
    assert np.isfinite(found.q).all()
    for index in np.ndindex(3, 5):
        if found.status[index] == lb.Status.INVALID:
            with pytest.raises(lb.InputError, match="no goal"):
                limb.swivel(goal[index])
            assert found[index].explain().startswith("Invalid")
            continue
        one = limb.solve(goal[index])
        assert np.array_equal(one.q, found.q[index])
        assert one.roll == found.roll[index]
        assert one.status == found.status[index]
    again = pickle.loads(pickle.dumps(found))
    assert np.array_equal(again.roll, found.roll)
    assert pickle.loads(pickle.dumps(found[0, 0])).roll == found.roll[0, 0]
    shared_direction = limb.solve(lb.Alignment(goal.position[0], (1, 0, 0), "z"), approximate=False)
    assert shared_direction.shape == (5,)
    assert limb.solve(lb.Alignment(goal.position[:0], goal.direction[:0])).shape == (0, 5)


def test_picks_for_each_goal_of_a_batch(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    goal = alignments(limb, rng, 6, np.array([0.0, 0.0, 1.0]))
    phis, rolls = rng.uniform(-3, 3, size=(2, 6))
    previous = rng.uniform(*limb.limits.T, size=(6, 7))
    points = rng.normal(size=(6, 3))
    for many, single in (
        (lb.nearest(phis), lambda n: lb.nearest(phis[n])),
        (lb.nearest(phis, roll=rolls), lambda n: lb.nearest(phis[n], roll=rolls[n])),
        (lb.nearest(0.2, roll=rolls), lambda n: lb.nearest(0.2, roll=rolls[n])),
        (lb.continuing(previous), lambda n: lb.continuing(previous[n])),
        (lb.elbow(points), lambda n: lb.elbow(points[n])),
        (lb.least(lambda q: float(q @ q)), lambda n: lb.least(lambda q: float(q @ q))),
    ):
        found = limb.solve(goal, pick=many)
        for n in range(6):
            assert np.array_equal(limb.solve(goal[n], pick=single(n)).q, found.q[n])


def test_a_moving_goal_has_no_jumps():
    """The pick that continues keeps the posture near the last one while a nail's direction turns."""
    limb = lb.Limb(lb.human(), "right_arm", tool=lb.transform((0, 0, -0.1)))
    found = None
    for turn in np.linspace(-0.5, 0.5, 41):
        goal = lb.Alignment((0.42, -0.2, 1.15), (math.cos(turn), math.sin(turn), 0.0), "-z")
        last, found = found, limb.solve(goal, pick=lb.midrange if found is None else lb.continuing(found))
        assert found.ok
        if last is not None:
            assert np.abs(found.q - last.q).max() < 0.15


def test_tools_of_a_limb():
    human = lb.human()
    plain = lb.Limb(human, "right_arm")
    offset = lb.transform((0.1, 0.2, 0.3), (0.5, 0.5, 0.5, 0.5))
    held = lb.Limb(human, "right_arm", tool=offset)
    q = np.full(7, 0.3)
    np.testing.assert_allclose(held.forward(q), plain.forward(q) @ offset, atol=1e-14)
    wrist = lb.Limb(human, "right_arm", tool="right_wrist")
    np.testing.assert_allclose(
        wrist.forward(q)[:3, 3], plain.apply(q, human.rest()).world().position("right_wrist"), atol=1e-14
    )
    with pytest.raises(lb.InputError, match="is not carried by 'right_wrist'"):
        lb.Limb(human, "right_arm", tool="left_hand")
    with pytest.raises(lb.UnknownNameError, match="right_hand"):
        lb.Limb(human, "right_arm", tool="right_hnad")
    with pytest.raises(lb.InputError, match="tool"):
        lb.Limb(human, "right_arm", tool=np.eye(3))


def test_rates_of_an_alignment_are_those_of_its_placement(rng):
    limb = lb.Limb(lb.human(), "right_arm")
    found = limb.solve(alignments(limb, rng, 1, np.array([1.0, 0.0, 0.0]))[0])
    placed = limb.solve(found.goal.placement(found.roll), pick=lb.nearest(found.swivel))
    np.testing.assert_allclose(limb.jacobian_of_solution(found), limb.jacobian_of_solution(placed), atol=1e-6)

"""Goals with two freedoms: the bounds that the proofs rest on, beside the motions that they bound."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from limbik.kernels import (
    complete,
    limb,
    partial,
    partial_nearest,
    partial_survey,
    ray,
    relaxed,
    roll,
    rows,
    swing,
    swivel,
)
from limbik.kernels.choice import FIRST, MIDRANGE
from limbik.kernels.plan import AIM, ALIGN, CIRCLE, FREE, SPANS, TARGET, Terms
from tests.limbs import random_axis, tight_limb
from tests.naive.rotations import about_axis

ROOT = np.eye(4)
ROOT.flags.writeable = False


def triple(vector):
    return tuple(float(x) for x in vector)


def align_plan(of, rng, axis):
    """The plan of a goal that some posture inside the limits meets."""
    frame = of.forward(rng.uniform(*of.limits.T))
    terms = Terms(
        ALIGN, of._own_forearm, triple(axis), triple(of.tool[:3, :3] @ axis), (0.0, 0.0, 0.0), FREE, (0.0, 0.0, 0.0)
    )
    row = np.array([[*frame[:3, 3], *(frame[:3, :3] @ axis)]])
    return partial_survey.plan_of(terms, of._body, ROOT, row)


def aim_plan(of, rng, axis):
    q = rng.uniform(*of.limits.T)
    frame, hand = of.forward(q), of.tool[:3, :3] @ axis
    turned = Rotation.from_euler(of.wrist, q[4:]).as_matrix()
    forearm = of.B[:3, 3] + of.B[:3, :3] @ turned @ of.tool[:3, 3]
    pointer = of.B[:3, :3] @ turned @ hand
    terms = Terms(AIM, triple(forearm), triple(axis), triple(hand), triple(pointer), FREE, triple(q[4:]))
    row = (frame[:3, 3] + rng.uniform(0.01, 1.0) * frame[:3, :3] @ axis)[None]
    return partial_survey.plan_of(terms, of._arm_body, ROOT, row)


def matrix_of(space, ball, phi):
    out = np.empty((3, 3))
    swivel.turned(space.turns[0, ball], phi, out)
    return out


def angle_between(a, b):
    return Rotation.from_matrix(a.T @ b).magnitude()


def test_the_balls_turn_no_more_than_the_bounds_say(rng):
    """For the same swivel, its zero carried along the shortest way; the hand's own roll taken off."""
    tightest = 0.0
    for _ in range(40):
        of, axis = tight_limb(rng), random_axis(rng)
        _, plan, space = align_plan(of, rng, axis)
        start, end, side = plan.spans[0]
        here = rng.uniform(start, end)
        half = min(10.0 ** rng.uniform(-6.0, -0.8), here - start, end - here)
        if not half > 0.0:
            continue
        good, d = roll.set_at(plan, of._body, here, side, space)
        assert good
        first, second = roll.change(plan, of._body, here, half, d)
        basis, phi = space.basis.copy(), rng.uniform(-3.0, 3.0)
        one, two = matrix_of(space, 0, phi), matrix_of(space, 1, phi)
        for share in (-1.0, -0.4, 0.3, 1.0):
            there = here + share * half
            assert roll.set_at(plan, of._body, there, side, space)[0]
            _, carried = limb.transported(triple(basis[0]), triple(basis[1]), triple(space.basis[0]))
            shift = math.atan2(np.dot(carried, space.basis[2]), np.dot(carried, space.basis[1]))
            turn = angle_between(one, matrix_of(space, 0, phi + shift))
            assert turn <= first * (1.0 + 1e-9) + 1e-7
            own = about_axis(of.tool[:3, :3] @ axis, share * half)
            assert angle_between(two @ own, matrix_of(space, 1, phi + shift)) <= second * (1.0 + 1e-9) + 1e-7
            if 1e-4 < first < 1.0:
                tightest = max(tightest, turn / first)
    assert tightest > 0.5  # a bound that is far too wide would prove nothing


def test_the_place_on_the_ray_moves_no_more_than_the_bound_says(rng):
    tightest, checked = 0.0, 0
    for _ in range(80):
        of, axis = tight_limb(rng), random_axis(rng)
        _, plan, space = aim_plan(of, rng, axis)
        start, end, side = plan.spans[rng.integers(plan.counts[SPANS])]
        here = rng.uniform(start, end)
        half = min(10.0 ** rng.uniform(-6.0, -0.8), here - start, end - here)
        if not half > 0.0:
            continue
        bound = ray.change(plan, of._arm_body, here, half)
        n = plan.vectors[TARGET] / np.linalg.norm(plan.vectors[TARGET])

        def place(flexion, plan=plan, of=of, side=side, space=space, n=n):
            assert ray.set_at(plan, of._arm_body, flexion, side, space)[0]
            return matrix_of(space, 0, 0.0).T @ n  # where the target lies for the upper arm

        for share in (-1.0, -0.3, 0.5, 1.0):
            turn = math.atan2(
                np.linalg.norm(np.cross(place(here), place(here + share * half))),
                place(here) @ place(here + share * half),
            )
            assert turn <= bound * (1.0 + 1e-9) + 1e-7
            checked += 1
            if 1e-4 < bound < 1.0:
                tightest = max(tightest, turn / bound)
    assert checked > 100
    assert tightest > 0.5


def test_relaxed_rows_hold_where_exact_ones_hold_nearby(rng):
    for _ in range(60):
        of, axis = tight_limb(rng), random_axis(rng)
        body, width = of._body, of._body.weights.shape[1] - 1
        count = len(body.entries)
        natures, out = np.zeros((rows.MOST_ROWS, 4)), np.array(body.weights)
        hand = of.tool[:3, :3] @ axis
        relaxed.find_natures(body.entries, body.weights, count, triple(hand), natures)
        first, second, own = 10.0 ** rng.uniform(-5.0, 0.0, size=3)
        own = min(own, 0.25)
        relaxed.relax(body.entries, body.weights, natures, count, first, second, own, out)
        for _ in range(20):
            turns = Rotation.random(2, random_state=rng).as_matrix()
            for ball, (most, about) in enumerate(((first, 0.0), (second, own))):
                near = about_axis(random_axis(rng), rng.uniform(-most, most)) @ turns[ball]
                near = near @ about_axis(hand, rng.uniform(-about, about))
                for row in range(count):
                    if body.entries[row, width] != ball:
                        continue
                    terms = body.weights[row, :width]
                    exact = terms @ near.ravel()[body.entries[row, :width]] + body.weights[row, width]
                    loose = terms @ turns[ball].ravel()[body.entries[row, :width]] + out[row, width]
                    assert exact < 0.0 or loose >= -1e-12


def test_relaxed_twist_and_ellipse_contain_what_is_nearby(rng):
    ends = np.empty((4, 2))
    for _ in range(150):
        bone, toward = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])
        k, start = random_axis(rng), Rotation.random(random_state=rng).as_matrix()
        turn, near = np.empty((3, 9)), np.empty((3, 9))
        most = 10.0 ** rng.uniform(-4.0, 0.0)
        swivel.spread(triple(k), start, turn)
        shift = about_axis(random_axis(rng), rng.uniform(-most, most))
        swivel.spread(triple(shift @ k), shift @ start, near)
        lo, hi = np.sort(rng.uniform(-3.0, 3.0, size=2))
        for is_twist, parameters, slack in (
            (True, [lo, hi, *bone, 0.0, 0.0, 0.0, 0.0], 2.0 * math.sin(0.25 * most)),
            (False, [*rng.uniform(0.3, 2.5, size=2), *bone, *toward, 0.0], 4.0 * math.sqrt(2.0) * math.sin(0.5 * most)),
        ):
            exact = swing.level_set(is_twist, np.array([*parameters, 0.0]), near, 0.0, ends)
            inside = [(ends[n, 0], ends[n, 1]) for n in range(exact)]
            count = swing.level_set(is_twist, np.array([*parameters, slack]), turn, 1e-12, ends)
            arcs = [(ends[n, 0], ends[n, 1]) for n in range(count)]
            for low, high in inside:
                for phi in np.linspace(low, high, 9):
                    assert any((phi - a) % (2 * math.pi) <= b - a + 1e-9 or b - a >= 2 * math.pi for a, b in arcs)


def test_where_a_ray_meets_a_sphere(rng):
    """Both roots beside the plain quadratic equation; those behind the tool do not count."""
    for _ in range(300):
        h, v = rng.normal(size=3), random_axis(rng)
        distance = rng.uniform(0.0, 2.0)
        roots = np.roots([1.0, 2.0 * h @ v, h @ h - distance**2])
        real = sorted(float(x.real) for x in roots if abs(x.imag) < 1e-12)
        for side, wanted in zip((-1.0, 1.0), real or (None, None), strict=True):
            met, x, _ = ray.meeting(triple(h), triple(v), distance, side, 1.0, 0.0)
            assert met == (wanted is not None and wanted >= 0.0)
            if met:
                assert x == pytest.approx(wanted, abs=1e-9)
                assert np.linalg.norm(h + x * v) == pytest.approx(distance, abs=1e-12)


def test_the_wrists_distance_over_the_roll(rng):
    for _ in range(20):
        of = tight_limb(rng)
        how, plan, _ = align_plan(of, rng, random_axis(rng))
        assert how == 0
        rolls = np.linspace(-math.pi, math.pi, 721)
        distances = [np.linalg.norm(roll.wrist_at(plan, float(angle))) for angle in rolls]
        near, far, middle = plan.vectors[CIRCLE]
        assert min(distances) == pytest.approx(near, abs=1e-4)
        assert max(distances) == pytest.approx(far, abs=1e-4)
        assert np.linalg.norm(roll.wrist_at(plan, middle)) == pytest.approx(far, abs=1e-14)


def test_the_search_ends_with_a_verdict(rng):
    """A posture inside the limits made the goal, so there is an answer; without its limits' families there is none."""
    for make, body in ((align_plan, "_body"), (aim_plan, "_arm_body")):
        for _ in range(6):
            of = tight_limb(rng)
            _, plan, space = make(of, rng, random_axis(rng))
            verdict, outer, _, side, arcs = complete.first_valid(plan, getattr(of, body), space)
            assert verdict in (complete.FOUND, complete.NEARLY)
            assert arcs > 0
            assert any(lo <= outer <= hi and there == side for lo, hi, there in plan.spans[: plan.counts[SPANS]])
            plan.masks[:, 0] = rows.NEVER
            assert complete.first_valid(plan, getattr(of, body), space)[0] == complete.NONE


def test_rows_of_goals_to_answers(rng):
    """Reached, out of reach, impossible and invalid rows; the approximation of those that are open."""
    of, axis = tight_limb(rng), np.array([0.0, 0.0, 1.0])
    frames = of.forward(rng.uniform(*of.limits.T, size=(4, 7)))
    goals = np.concatenate([frames[:, :3, 3], frames[:, :3, 2]], axis=1)
    goals[1, :3] *= 9.0
    goals[2, 3:] *= -1.0
    goals[3, 4] = np.nan
    hand = of.tool[:3, :3] @ axis
    terms = Terms(ALIGN, of._own_forearm, triple(axis), triple(hand), (0.0, 0.0, 0.0), FREE, (0.0, 0.0, 0.0))
    for pick in (FIRST, MIDRANGE):
        q, numbers, codes = np.empty((4, 7)), np.empty((4, 5)), np.empty((4, 5), dtype=np.int64)
        left = partial.answers(terms, of._body, ROOT, goals, pick, np.zeros((1, 7)), q, numbers, codes)
        assert codes[0].tolist()[0] == 0
        assert codes[1, 0] == 1
        assert codes[2, 0] in (0, 3)
        assert codes[3, 0] == 4
        np.testing.assert_allclose(of.forward(q[0])[:3, 3], goals[0, :3], atol=1e-12)
        np.testing.assert_allclose(of.forward(q[0])[:3, 2], goals[0, 3:], atol=1e-12)
    assert left == (codes[:3, 1] == 0).sum()
    partial_nearest.approximations(terms, of._body, ROOT, goals[2:3], q[2:3], numbers[2:3], codes[2:3])
    assert codes[2, 1] != 0
    assert numbers[2, 1] < 1e-12 or codes[2, 0] == 3
    assert (q >= of.limits[:, 0]).all()
    assert (q <= of.limits[:, 1]).all()

"""The reference cases of an independent high-precision oracle: 0 disagreements."""

import json
import math

import numpy as np
import pytest

import limbik as lb

FULL = 2.0 * math.pi


def cases(shared, kind):
    return json.loads((shared / "cases" / f"{kind}.json").read_text())["cases"]


def matrix(rotation, translation):
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = rotation, translation
    return out


def limb_of(case, *, tool=True):
    limb = case["limb"]
    return lb.Limb.from_matrices(
        matrix(limb["Ra"], limb["ta"]),
        matrix(limb["Rb"], limb["tb"]),
        tool=matrix(limb["Re"], limb["te"]) if tool else None,
        shoulder=limb["seq1"],
        wrist=limb["seq2"],
        limits=np.array([limb["lo"], limb["hi"]]).T,
        reference="projected",
        reference_axis=limb["axis"],
    )


def merged(arcs):
    """The union of arcs on the circle, as (start in [0, 2 pi), end); what touches is joined."""
    pieces = []
    for lo, hi in arcs:
        start = lo % FULL
        end = start + min(hi - lo, FULL)
        pieces += [(start, FULL), (0.0, end - FULL)] if end > FULL else [(start, end)]
    out: list[list[float]] = []
    for start, end in sorted(pieces):
        if out and start <= out[-1][1] + 1e-8:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    if len(out) > 1 and out[0][0] <= 1e-8 and out[-1][1] >= FULL - 1e-8:
        out[-1][1] = FULL + out.pop(0)[1]
    return out


def check_sets(swivel, expected):
    """Every hinge root of the oracle with its arcs, to 1e-6."""
    for wanted in expected:
        mine = merged(
            (arc.lo, arc.hi) for arc in swivel.arcs if abs(math.remainder(arc.flexion - wanted["theta4"], FULL)) < 1e-5
        )
        theirs = merged(wanted["arcs"])
        assert len(mine) == len(theirs)
        for (lo, hi), (start, end) in zip(mine, theirs, strict=True):
            if hi - lo < FULL - 1e-6:
                assert abs(math.remainder(lo - start, FULL)) < 1e-6
            assert hi - lo == pytest.approx(end - start, abs=2e-6)


def check_postures(limb, swivel, error, last=7):
    """The middle of every arc is inside the limits and meets the goal to 1e-7 of the limb's length."""
    for arc in swivel.arcs:
        q = swivel.values(arc.middle, arc.family)
        assert (q[:last] >= limb.limits[:last, 0] - 1e-9).all()
        assert (q[:last] <= limb.limits[:last, 1] + 1e-9).all()
        assert error(limb.forward(q)) <= 1e-7 * limb.reach[1]


def test_forward(shared):
    for case in cases(shared, "fk"):
        limb = limb_of(case)
        found = limb.forward(case["q"])
        scale = np.abs(found[:3, 3]).max()
        np.testing.assert_allclose(found[:3, :3], case["expect"]["R"], atol=2e-15)
        np.testing.assert_allclose(found[:3, 3], case["expect"]["t"], atol=2e-15 * max(scale, 1e-6))


def test_hinge(shared):
    for case in cases(shared, "hinge"):
        limb, d, expected = limb_of(case, tool=False), case["d"], case["expect"]
        np.testing.assert_allclose(
            limb.reach, (expected["dmin"], expected["dmax"]), rtol=1e-8, atol=1e-8 * limb.reach[1]
        )
        free = lb.Limb.from_matrices(limb.A, limb.B, shoulder=limb.shoulder, wrist=limb.wrist)
        roots = free.swivel(lb.Position((0.0, 0.0, d))).roots
        assert len(roots) == len(expected["roots"])
        for wanted in expected["roots"]:
            assert min(abs(math.remainder(root.flexion - wanted, FULL)) for root in roots) < 1e-8


def test_swivel(shared):
    for case in cases(shared, "swivel"):
        limb, goal = limb_of(case), matrix(case["R"], case["t"])
        swivel = limb.swivel(lb.Placement(goal))
        assert bool(swivel.arcs) == case["expect"]["feasible"], case["id"]
        check_sets(swivel, case["expect"]["sets"])
        check_postures(limb, swivel, lambda found, goal=goal: np.abs(found - goal).max())


def test_position(shared):
    for case in cases(shared, "position"):
        limb = limb_of(case, tool=False)
        swivel = limb.swivel(lb.Position(case["wrist"]))
        assert bool(swivel.arcs) == case["expect"]["feasible"], case["id"]
        check_sets(swivel, case["expect"]["sets"])
        check_postures(limb, swivel, lambda found, case=case: np.abs(found[:3, 3] - case["wrist"]).max(), last=4)


def test_nasty(shared):
    tags = set()
    for case in cases(shared, "nasty"):
        limb, goal = limb_of(case), matrix(case["R"], case["t"])
        swivel = limb.swivel(lb.Placement(goal))
        assert bool(swivel.arcs) == case["expect"]["feasible"], (case["id"], case["tag"])
        check_sets(swivel, case["expect"].get("sets") or [])
        check_postures(limb, swivel, lambda found, goal=goal: np.abs(found - goal).max())
        tags.add(case["tag"])
    assert len(tags) >= 15


def test_partial(shared):
    """Every verdict of the oracle, every answer exact and inside the limits, and no clearance below the oracle's."""
    feasible = 0
    for case in cases(shared, "partial"):
        if case["expect"]["marginal"]:
            continue
        limb = limb_of(case)
        goal = lb.Alignment(case["t"], case["direction"], np.eye(3)[case["column"]])
        for pick in (lb.first, lb.midrange, lb.clearance):
            found = limb.solve(goal, pick=pick)
            assert found.proved
            assert found.ok == case["expect"]["feasible"], (case["id"], pick)
            if found.ok:
                feasible += 1
                frame = limb.forward(found.q)
                np.testing.assert_allclose(frame[:3, 3], case["t"], atol=1e-11 * limb.reach[1])
                np.testing.assert_allclose(frame[:3, case["column"]], case["direction"], atol=1e-10)
                assert found.position_error <= 1e-11 * limb.reach[1]
                assert found.orientation_error <= 1e-10
            assert (found.q >= limb.limits[:, 0]).all()
            assert (found.q <= limb.limits[:, 1]).all()
        if found.ok and case["expect"]["margin"] is not None:
            assert found.margin >= case["expect"]["margin"] - 1e-6
    assert feasible >= 30


def test_aim(shared):
    feasible = 0
    for case in cases(shared, "aim"):
        if case["expect"]["marginal"]:
            continue
        limb = limb_of(case)
        goal = lb.Aim(case["target"], case["aim_axis"])
        held = {"wrist": case["wrist_angles"], "flexion": case["theta4"]}
        for pick in (lb.first, lb.midrange, lb.clearance):
            found = limb.solve(goal, pick=pick, **held)
            assert found.proved
            assert found.ok == case["expect"]["feasible"], (case["id"], pick)
            if found.ok:
                feasible += 1
                frame = limb.forward(found.q)
                away = np.array(case["target"]) - frame[:3, 3]
                along = away @ frame[:3, :3] @ case["aim_axis"]
                assert along >= -1e-9
                assert np.linalg.norm(away - along * frame[:3, :3] @ case["aim_axis"]) <= 1e-11 * limb.reach[1]
                assert found.orientation_error <= 1e-10
                assert found.q[4:] == pytest.approx(
                    [
                        held + FULL * round((q - held) / FULL)
                        for q, held in zip(found.q[4:], case["wrist_angles"], strict=True)
                    ]
                )
            assert (found.q >= limb.limits[:, 0]).all()
            assert (found.q <= limb.limits[:, 1]).all()
    assert feasible >= 60

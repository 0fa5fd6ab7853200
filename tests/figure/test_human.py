"""The ready-made human: the published measures, the clinical meaning of every angle, and the exact mirror."""

import csv
import math

import numpy as np
import pytest

import limbik as lb
from limbik.figure.ready import anthropometry as body
from tests.trees import random_q

MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])


@pytest.fixture(scope="module")
def human():
    return lb.human(1.75)


def posed(human, **degrees):
    return human.pose(**{joint: np.radians(angle) for joint, angle in degrees.items()}).world()


def test_has_the_parts(human):
    joints = {joint.name for joint in human.joints}
    for side in ("right", "left"):
        assert {
            f"{side}_{part}" for part in ("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle")
        } <= joints
    assert {"pelvis", "lower_spine", "middle_spine", "upper_spine", "neck", "head"} <= joints
    assert {"right_hand", "left_hand", "right_foot", "left_foot"} <= {site.name for site in human.sites}
    assert set(human.limbs) == {"right_arm", "left_arm", "right_leg", "left_leg"}
    for limb in human.limbs.values():
        assert [human.joint(name).kind for name in limb.joints] == ["ball", "hinge", "ball"]
    assert (human.up, human.units) == ("z", "m")


@pytest.mark.parametrize("height", [0.5, 1.5, 1.78, 2.1])
def test_measures_follow_stature(height, shared):
    """Every length of the published table that the figure has a joint or site for."""
    world = lb.human(height).rest().world()
    place = world.position
    measured = {
        "upper_arm": np.linalg.norm(place("right_elbow") - place("right_shoulder")),
        "forearm": np.linalg.norm(place("right_wrist") - place("right_elbow")),
        "hand": np.linalg.norm(place("right_fingertip") - place("right_wrist")),
        "thigh": np.linalg.norm(place("left_knee") - place("left_hip")),
        "shank": np.linalg.norm(place("left_ankle") - place("left_knee")),
        "ankle_height": place("left_ankle")[2],
        "hip_height": place("left_hip")[2],
        "shoulder_height": place("left_shoulder")[2],
        "knee_height": place("right_knee")[2],
        "eye_height": place("gaze")[2],
        "foot_length": np.linalg.norm(place("right_toe") - place("right_heel")),
    }
    lines = [line for line in (shared / "data/tables/segment_ratios.csv").read_text().splitlines() if line[0] != "#"]
    published = {row["quantity"]: float(row["fraction_of_stature"]) for row in csv.DictReader(lines)}
    for quantity, length in measured.items():
        assert length / height == pytest.approx(published[quantity], abs=1e-12), quantity
    assert place("head_top")[2] == pytest.approx(height)
    assert place("right_foot")[2] == pytest.approx(0.0, abs=1e-15)


def test_limits_are_the_published_ranges(shared, human):
    lines = [line for line in (shared / "data/tables/joint_rom.csv").read_text().splitlines() if line[0] != "#"]
    norms = {(row["joint"], row["motion"]): float(row["AAOS_deg"]) for row in csv.DictReader(lines)}
    wanted = {
        "right_shoulder.flexion": (-norms["shoulder", "extension"], norms["shoulder", "flexion"]),
        "right_shoulder.medial_rotation": (
            -norms["shoulder", "lateral_rotation"],
            norms["shoulder", "medial_rotation"],
        ),
        "right_elbow.flexion": (norms["elbow", "extension"], norms["elbow", "flexion"]),
        "right_wrist.pronation": (-norms["forearm", "supination"], norms["forearm", "pronation"]),
        "right_wrist.extension": (-norms["wrist", "flexion"], norms["wrist", "extension"]),
        "right_wrist.radial_deviation": (-norms["wrist", "ulnar_deviation"], norms["wrist", "radial_deviation"]),
        "right_hip.flexion": (-norms["hip", "extension"], norms["hip", "flexion"]),
        "right_hip.abduction": (-norms["hip", "adduction"], norms["hip", "abduction"]),
        "right_hip.medial_rotation": (-norms["hip", "lateral_rotation"], norms["hip", "medial_rotation"]),
        "right_knee.flexion": (-norms["knee", "extension"], norms["knee", "flexion"]),
        "right_ankle.dorsiflexion": (-norms["ankle", "plantarflexion"], norms["ankle", "dorsiflexion"]),
        "right_ankle.eversion": (-norms["subtalar", "inversion"], norms["subtalar", "eversion"]),
    }
    for name, degrees in wanted.items():
        for side in ("right", "left"):
            number = human.value_names.index(name.replace("right", side))
            np.testing.assert_allclose(np.degrees(human.limits[number]), degrees, atol=1e-12)


def test_the_spine_and_neck_add_up_to_the_published_ranges(human):
    for parts, ranges in (
        (("lower_spine", "middle_spine", "upper_spine"), (body.SPINE_FLEXION, body.SPINE_BENDING, body.SPINE_ROTATION)),
        (("neck", "head"), (body.NECK_FLEXION, body.NECK_BENDING, body.NECK_ROTATION)),
    ):
        total = sum(np.degrees(human.limits[human.values_of(part)]) for part in parts)
        np.testing.assert_allclose(total, ranges, atol=1e-10)


@pytest.mark.parametrize("sex", [None, "male", "female"])
def test_masses_add_up_and_the_body_balances_where_bodies_do(sex):
    human = lb.human(1.8, mass=80.0, sex=sex)
    assert human.mass == pytest.approx(80.0, rel=1e-14)
    center = human.rest().center_of_mass() / 1.8
    assert 0.54 < center[2] < 0.58  # standing adults: 55 to 57 % of stature
    assert abs(center[1]) < 1e-15
    world = human.rest().world()
    assert world.position("right_heel")[0] < center[0] * 1.8 < world.position("right_toe")[0]


def test_women_balance_lower_than_men():
    heights = [lb.human(sex=sex).rest().center_of_mass()[2] for sex in ("female", "male")]
    assert heights[0] < heights[1]


# What an angle's name promises, as a direction in which something moves from the standing pose.
FORWARD, RIGHTWARD, UPWARD = np.array([1.0, 0, 0]), np.array([0, -1.0, 0]), np.array([0, 0, 1.0])
MEANINGS = [
    ({"right_shoulder": (30, 0, 0)}, "right_hand", FORWARD, "flexion lifts the arm forward"),
    ({"right_shoulder": (0, 30, 0)}, "right_hand", RIGHTWARD, "abduction lifts the arm sideways"),
    ({"right_shoulder": (0, 0, 40), "right_elbow": 90}, "right_hand", -RIGHTWARD, "medial rotation swings it inward"),
    ({"right_elbow": 40}, "right_hand", FORWARD, "elbow flexion lifts the forearm forward"),
    ({"right_wrist": (0, 40, 0)}, "right_fingertip", RIGHTWARD, "extension moves the hand toward its back"),
    ({"right_wrist": (0, 0, 15)}, "right_fingertip", FORWARD, "radial deviation moves the hand toward the thumb"),
    ({"right_wrist": (40, -40, 0)}, "right_fingertip", -FORWARD, "a pronated hand flexes backward"),
    ({"right_clavicle": (20, 0)}, "right_shoulder", FORWARD, "protraction brings the shoulder forward"),
    ({"right_clavicle": (0, 20)}, "right_shoulder", UPWARD, "elevation shrugs it"),
    ({"right_hip": (30, 0, 0)}, "right_ankle", FORWARD, "hip flexion lifts the thigh"),
    ({"right_hip": (0, 30, 0)}, "right_ankle", RIGHTWARD, "hip abduction spreads the legs"),
    ({"right_hip": (0, 0, 30)}, "right_toe", -RIGHTWARD, "medial rotation turns the toes in"),
    ({"right_knee": 40}, "right_ankle", -FORWARD, "knee flexion lifts the heel"),
    ({"right_ankle": (15, 0, 0)}, "right_toe", UPWARD, "dorsiflexion lifts the toes"),
    ({"right_ankle": (0, 0, 10)}, "right_toe", -RIGHTWARD, "adduction turns the toes in"),
    ({"lower_spine": (30, 0, 0)}, "head", FORWARD, "spine flexion bows forward"),
    ({"lower_spine": (0, 10, 0)}, "head", RIGHTWARD, "right bending"),
    ({"head": (0, 0, 20)}, "gaze", -RIGHTWARD, "left rotation looks left"),
]  # fmt: skip


@pytest.mark.parametrize(("angles", "site", "direction", "meaning"), MEANINGS, ids=[row[3] for row in MEANINGS])
def test_every_angle_does_what_its_clinical_name_says(human, angles, site, direction, meaning):
    base = {joint: 90 for joint in angles if joint == "right_elbow" and len(angles) > 1}
    moved = posed(human, **angles).position(site) - posed(human, **base).position(site)
    assert moved @ direction > 0.02, meaning
    # The left twin mirrors it, with the same numbers.
    left = {joint.replace("right_", "left_"): angle for joint, angle in angles.items()}
    left_base = {joint.replace("right_", "left_"): angle for joint, angle in base.items()}
    if left != angles:
        left_site = site.replace("right_", "left_")
        other = posed(human, **left).position(left_site) - posed(human, **left_base).position(left_site)
        np.testing.assert_array_equal(other, moved * (1, -1, 1))


def test_eversion_turns_the_sole_outward(human):
    sole_normal = posed(human, right_ankle=(0, 15, 0))["right_foot"][:3, 2]
    assert sole_normal @ RIGHTWARD < -0.2  # the top of the foot leans inward, so the sole looks outward


def test_palms_face_inward_and_sites_are_oriented(human):
    world = human.rest().world()
    np.testing.assert_array_equal(world["right_hand"][:3, 0], (0, 0, -1))  # fingers
    np.testing.assert_array_equal(world["right_hand"][:3, 2], (0, 1, 0))  # out of the palm
    np.testing.assert_array_equal(world["left_hand"][:3, 2], (0, -1, 0))
    for side in ("right", "left"):
        np.testing.assert_array_equal(world[f"{side}_foot"][:3, :3], np.eye(3))


def test_left_is_the_exact_mirror_of_right(human, rng):
    """Bit for bit, in every frame, for random poses with the same numbers on both sides."""
    sites = {site.name for site in human.sites}
    for q in random_q(rng, human, 20):
        pose = human.pose(np.concatenate([human.rest().q[:7], q[7:]]))
        values = {joint: 0.0 * pose[joint] for joint in ("lower_spine", "middle_spine", "upper_spine", "neck", "head")}
        for joint in human.joints:
            if joint.name.startswith("right"):
                values[joint.name.replace("right", "left")] = pose[joint.name]
        world = pose.with_values(values).world()
        for name in human.frame_names:
            if name.startswith("right"):
                inside = MIRROR if name in sites else np.diag([-1.0, -1.0, -1.0, 1.0])
                np.testing.assert_array_equal(MIRROR @ world[name] @ inside, world[name.replace("right", "left")])


def test_left_shapes_masses_and_limits_are_the_right_ones_mirrored(human):
    pose = human.rest()
    for joint in human.joints:
        if joint.name.startswith("right"):
            twin = human.joint(joint.name.replace("right", "left"))
            assert twin.limits == joint.limits
            assert twin.segment.mass == joint.segment.mass
            assert twin.segment.geometry is joint.segment.geometry
            mine = pose.vertices(joint.name) * (1, -1, 1)
            theirs = pose.vertices(twin.name)
            np.testing.assert_allclose(np.sort(mine, axis=0), np.sort(theirs, axis=0), atol=1e-15)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"height": 175}, ["metres", "human(height=1.75)"]),
        ({"height": 0}, ["height", "between 0.4 and 3"]),
        ({"height": "1.8"}, ["height", "numbers"]),
        ({"height": math.nan}, ["height", "nan"]),
        ({"mass": -3}, ["mass", "kilograms"]),
        ({"sex": "men"}, ["sex", "'male'"]),
    ],
)
def test_mistakes_are_explained(arguments, words):
    with pytest.raises(lb.InputError) as caught:
        lb.human(**arguments)
    for word in words:
        assert word in str(caught.value)

"""The command as a person uses it, in a terminal of 80 columns."""

import json
import os
import pty
import subprocess
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import limbik as lb
from limbik.cli.main import main


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(capsys, *words):
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_human_in_a_table(capsys):
    code, out, _ = run(capsys, "figure", "human")
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "20 joints, 53 degrees of freedom, 67.4 kg, z up" in out
    for words in (
        "right_elbow",
        "flexion",
        "0 .. 150°",
        "medial_rotation",
        "-90 .. 70°",
        "limb   right_arm: ",
        "→ right_elbow",
    ):
        assert words in out


def test_reach_says_what_it_finds(capsys, tmp_path):
    picture = tmp_path / "reach.png"
    code, out, _ = run(
        capsys, "reach", "--figure", "human", "--limb", "right_arm", "--position", "0.35", "-0.2", "1.1",
        "--plot", str(picture),
    )  # fmt: skip
    assert code == 0
    assert max(len(line) for line in out.splitlines() if not line.startswith("drew")) <= 80
    for words in (
        "Solved: the elbow has 150 degrees",
        "-82.2 .. 67.9°",
        "right_elbow.flexion",
        "0 .. 150°",
        "◆",
        "█",
        "·",
    ):
        assert words in out
    assert picture.stat().st_size > 20_000


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--position", "0.35", "-0.2", "1.1"), "SOLVED"),
        (("--position", "0.35", "-0.2", "1.1", "--wrist", "10", "20", "-5", "--pick", "natural"), "SOLVED"),
        (("--position", "1.35", "-0.2", "1.1", "--pick", "nearest", "-30"), "TOO_FAR"),
        (("--position", "0.42", "-0.25", "1.15", "--orientation", "0.5", "-0.5", "0.5", "0.5"), "LIMITED"),
        (("--figure", "iiwa14", "--position", "0.4", "0.2", "0.7", "--orientation", "180", "0", "0"), "SOLVED"),
        (("--limb", "left_leg", "--position", "0.3", "0.1", "0.3", "--pick", "elbow", "1", "0.5", "0.6"), "SOLVED"),
        (
            ("--limb", "right_arm", "--position", "0.45", "-0.2", "1.1", "--align", "1", "0", "0", "--axis", "-z"),
            "SOLVED",
        ),
        (("--figure", "iiwa14", "--position", "0.4", "0.2", "0.7", "--align", "0", "0", "-1"), "SOLVED"),
        (
            ("--figure", "iiwa14", "--position", "2", "0", "1", "--align", "0", "0", "-1", "--tool", "0", "0", "0.2"),
            "TOO_FAR",
        ),
    ],
)
def test_reach_in_json(capsys, words, status):
    code, out, _ = run(capsys, "reach", *words, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["status"] == status
    assert len(found["q"]) == 7
    assert bool(found["arcs"]) == (status == "SOLVED")
    code, out, _ = run(capsys, "reach", *words)
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--figure", "planar_arm", "--position", "1", "0", "0"), "declares no limb"),
        (("--limb", "right_wing", "--position", "1", "0", "0"), "right_leg"),
        (("--position", "1", "0", "0", "--orientation", "1", "2"), "not 2 numbers"),
        (("--position", "1", "0", "0", "--pick", "best"), "takes one of widest"),
        (("--position", "1", "0", "0", "--pick", "nearest"), "takes 1 numbers, not 0"),
        (("--position", "1", "0", "0", "--wrist", "200", "0", "0"), "outside its limits; the angles are in degrees"),
        (("--position", "nan", "0", "0"), "nan"),
    ],
)
def test_reach_explains_mistakes(capsys, words, complaint):
    code, _, err = run(capsys, "reach", *words)
    assert code == 1
    assert complaint in err.replace("\n", " ")


def test_reach_with_a_direction_shows_a_map(capsys, tmp_path):
    picture = tmp_path / "nail.png"
    code, out, _ = run(
        capsys, "reach", "--limb", "right_arm", "--position", "0.45", "-0.2", "1.1", "--align", "1", "0", "0",
        "--axis", "0", "0", "-1", "--tool", "0", "0", "-0.1", "--pick", "clearance", "--plot", str(picture),
    )  # fmt: skip
    assert code == 0
    assert max(len(line) for line in out.splitlines() if not line.startswith("drew")) <= 80
    for words in ("Solved at roll ", "of all pairs are valid", "roll, and swivel to the right", "right_elbow.flexion"):
        assert words in out
    assert picture.stat().st_size > 20_000


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--at", "1.2", "-0.3", "1.2", "--axis", "-z"), "SOLVED"),
        (("--at", "1.2", "-0.3", "1.2", "--axis", "-z", "--flexion", "80", "--wrist", "10", "0", "0"), "SOLVED"),
        (("--at", "1", "0.3", "1.5", "--axis", "-z", "--tool", "0", "0", "-0.1", "--pick", "nearest", "20"), "LIMITED"),
        (("--at", "0", "-0.2", "1.45", "--axis", "1", "0", "0"), "TOO_CLOSE"),
        (("--figure", "iiwa14", "--at", "1", "0.3", "0.5"), "SOLVED"),
    ],
)
def test_aim(capsys, words, status, tmp_path):
    more = () if "--figure" in words else ("--limb", "right_arm")
    code, out, _ = run(capsys, "aim", *words, *more, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["status"] == status
    assert found["proved"] is True
    assert len(found["q"]) == 7
    code, out, _ = run(capsys, "aim", *words, *more, "--plot", str(tmp_path / "aim.png"))
    assert code == 0
    assert max(len(line) for line in out.splitlines() if not line.startswith("drew")) <= 80
    assert "flexion, and swivel to the right" in out
    assert (tmp_path / "aim.png").stat().st_size > 20_000


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("reach", "--position", "1", "0", "0", "--align", "0", "0", "0"), "--align: has length 0"),
        (("reach", "--position", "1", "0", "0", "--align", "1", "0", "0", "--axis", "w"), "--axis: is 'w'"),
        (("reach", "--position", "1", "0", "0", "--align", "1", "0", "0", "--axis", "1", "2"), "--axis: '1 2' is none"),
        (("reach", "--position", "1", "0", "0", "--align", "1", "0", "0", "--wrist", "0", "0", "0"), "--wrist: is for"),
        (
            ("reach", "--position", "1", "0", "0", "--align", "1", "0", "0", "--orientation", "1", "0", "0", "0"),
            "give one of them",
        ),
        (("aim", "--at", "nan", "0", "0"), "--at: has nan"),
        (("aim", "--at", "1", "0", "1", "--flexion", "200"), "--flexion: holds the hinge outside its limits"),
        (("aim", "--at", "1", "0", "1", "--axis", "0", "0", "0"), "--axis: has length 0"),
        (("aim", "--at", "1", "0", "1", "--tool", "inf", "0", "0"), "position: has inf"),
    ],
)
def test_pointing_mistakes_are_explained(capsys, words, complaint):
    code, _, err = run(capsys, *words)
    assert code == 1
    assert complaint in err.replace("\n", " ")


def test_files_of_alignments_and_aims(capsys, tmp_path):
    arm = lb.Limb(lb.human(), "right_arm")
    frames = arm.forward(np.random.default_rng(3).uniform(*arm.limits.T, size=(20, 7)))
    place, toward = frames[:, :3, 3], frames[:, :3, 0]
    rows = np.concatenate([place, toward], axis=1)
    table, answers = tmp_path / "goals.csv", tmp_path / "answers.csv"
    np.savetxt(table, rows, delimiter=",", header="x,y,z,dx,dy,dz", comments="")
    words = ("solve", str(table), "-o", str(answers), "--limb", "right_arm", "--axis", "x")
    code, out, _ = run(capsys, *words, "--pick", "first")
    assert code == 0
    assert "20 goals: 20 SOLVED" in out
    assert "roll" in answers.read_text().splitlines()[0]
    np.savez(tmp_path / "goals.npz", position=place, direction=toward)
    code, out, _ = run(capsys, "solve", str(tmp_path / "goals.npz"), *words[2:])
    assert "20 SOLVED" in out
    np.savez(tmp_path / "aims.npz", at=place + 3.0 * toward)
    code, out, _ = run(capsys, "solve", str(tmp_path / "aims.npz"), *words[2:])
    assert code == 0
    assert "20 goals" in out
    table.write_text("at_x,at_y,at_z\n1,0,1\nnan,0,1\n")
    code, out, _ = run(capsys, *words)
    assert "1 INVALID" in out
    for text, complaint in (
        ("at_x,at_y\n1,0\n", "has some of the columns at_x, at_y, at_z, but not all"),
        ("x,y,z,dx,dy\n1,0,0,0,0\n", "has some of the columns dx, dy, dz, but not all"),
        ("x,y,z,dx,dy,dz,qw,qx,qy,qz\n1,0,0,0,0,1,1,0,0,0\n", "a goal has one of them"),
        ("dx,dy,dz\n1,0,0\n", "lacks some of the columns x, y, z"),
    ):
        table.write_text(text)
        code, _, err = run(capsys, *words)
        assert code == 1
        assert complaint in err.replace("\n", " ")


def test_files_of_goals_are_solved(capsys, tmp_path):
    arm = lb.Limb(lb.human(), "right_arm")
    goals = arm.forward(np.random.default_rng(1).uniform(*arm.limits.T, size=(50, 7)))
    goals[7, :3, 3] += 5.0
    goals[9, 0, 3] = np.nan
    turns = Rotation.from_matrix(goals[:, :3, :3]).as_quat()[:, [3, 0, 1, 2]]
    table, answers = tmp_path / "goals.csv", tmp_path / "answers.csv"
    rows = [",".join(map(repr, map(float, (*goal[:3, 3], *turn)))) for goal, turn in zip(goals, turns, strict=True)]
    table.write_text("x,y,z,qw,qx,qy,qz\n" + "\n".join(rows) + "\n\n")
    code, out, _ = run(capsys, "solve", str(table), "-o", str(answers), "--limb", "right_arm")
    assert code == 0
    assert "50 goals: 48 SOLVED, 1 TOO_FAR, 1 INVALID" in out
    lines = answers.read_text().splitlines()
    assert lines[0].startswith("status,right_shoulder.flexion,")
    assert [line.partition(",")[0] for line in lines[8:11]] == ["TOO_FAR", "SOLVED", "INVALID"]
    q = np.array([line.split(",")[1:8] for line in lines[1:]], dtype=float)
    many = arm.solve(lb.Placement(goals))
    met = np.delete(np.arange(50), 7)  # a straight arm may share its roll between shoulder and wrist in many ways
    np.testing.assert_allclose(q[met], many.q[met], atol=1e-9)
    np.savez(tmp_path / "goals.npz", matrix=goals)
    code, _, _ = run(capsys, "solve", str(tmp_path / "goals.npz"), "-o", str(tmp_path / "a.npz"), "--limb", "right_arm")
    assert code == 0
    with np.load(tmp_path / "a.npz") as found:
        assert found["status"][9] == "INVALID"
        np.testing.assert_array_equal(found["right_elbow.flexion"], many.q[:, 3])
    np.savez(tmp_path / "places.npz", position=goals[:, :3, 3])
    code, out, _ = run(capsys, "solve", str(tmp_path / "places.npz"), "-o", str(answers), "--pick", "natural")
    assert code == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "names of its columns"),
        ("1,2,3\n4,5,6\n", "names of its columns"),
        ("x,y\n1,2\n", "lacks some of the columns x, y, z"),
        ("x,y,z,qw\n1,2,3,4\n", "but not all"),
        ("x,y,z\n1,2,3\n1,2\n", "line 3: has 2 cells"),
        ("x,y,z\n1,2,3\n\n1,two,3\n", "line 4: 'two' in column 'y' is no number"),
    ],
)
def test_broken_files_of_goals(capsys, tmp_path, text, complaint):
    table, answers = tmp_path / "goals.csv", tmp_path / "answers.csv"
    table.write_text(text)
    code, _, err = run(capsys, "solve", str(table), "-o", str(answers))
    assert code == 1
    assert complaint in err.replace("\n", " ")
    assert not answers.exists()


def test_other_broken_tables(capsys, tmp_path):
    (tmp_path / "bad.npz").write_bytes(b"PK\x03\x04 not really")
    np.savez(tmp_path / "shape.npz", matrix=np.zeros((3, 3)))
    np.savez(tmp_path / "words.npz", position=np.array([["a", "b", "c"]]))
    for name, complaint in (
        ("bad.npz", "is no npz file"),
        ("shape.npz", "takes (n, 4, 4)"),
        ("words.npz", "holds no numbers"),
        ("missing.csv", "cannot be read"),
        ("goals.txt", "tables end in .csv"),
    ):
        code, _, err = run(capsys, "solve", str(tmp_path / name), "-o", str(tmp_path / "out.csv"))
        assert code == 1
        assert complaint in err.replace("\n", " ")
    code, _, err = run(capsys, "solve", str(tmp_path / "shape.npz"), "-o", str(tmp_path / "out.xls"))
    assert code == 1
    assert "tables end in" in err
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("name", ["iiwa14", "wam7", "planar_arm", "solar_system"])
def test_the_other_figures(capsys, name):
    code, out, _ = run(capsys, "figure", name)
    assert code == 0
    assert out.startswith(f"{name}: ")


def test_height_pose_picture_and_file(capsys, tmp_path):
    picture, file = tmp_path / "human.png", tmp_path / "human.json"
    code, out, _ = run(
        capsys, "figure", "human", "--height", "1.9", "--plot", str(picture), "--save", str(file),
        "--set", "right_elbow=90deg", "right_shoulder=60deg,0.2,0", "--set", "left_elbow.flexion=1.0",
    )  # fmt: skip
    assert code == 0
    assert "90°" in out
    assert "57.3°" in out
    assert picture.stat().st_size > 20_000
    assert lb.load(file).rest().world().position("head_top")[2] == pytest.approx(1.9)
    code, out, _ = run(capsys, "figure", str(file))
    assert code == 0


def test_values_outside_the_limits_are_shown(capsys):
    _, out, _ = run(capsys, "figure", "human", "--set", "right_elbow=170deg")
    assert "outside  right_elbow.flexion by 20°" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["figure", "humn"], "did you mean 'human'"),
        (["figure", "nothing.json"], "nothing.json: cannot be read: No such file"),
        (["figure", "human", "--set", "right_elbow"], "has no '='"),
        (["figure", "human", "--set", "right_elbow=bent"], "'bent'"),
        (["figure", "human", "--set", "right_elbow=90"], "right: --set right_elbow=90deg"),
        (["figure", "human", "--set", "elbow=1"], "did you mean"),
        (["figure", "human", "--set", "right_elbow=1", "right_elbow=2"], "set twice"),
        (["figure", "human", "--height", "180"], "right: --height 1.78"),
        (["figure", "human", "--view", "0", "100", "--plot", "x.png"], "in degrees"),
        (["figure", "human", "--plot", "picture"], "no ending"),
        (["figure", "iiwa14", "--height", "1.8"], "--height"),
        (["figure", "iiwa14", "--plot", "no/folder/arm.png"], "cannot be written"),
    ],
)
def test_mistakes_are_one_message_and_no_traceback(capsys, words, message):
    code, _, err = run(capsys, *words)
    assert code == 1
    assert err.startswith("limbik: ")
    assert message in err
    assert "Traceback" not in err


def test_words_not_understood(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["fly"])
    assert caught.value.code == 2
    capsys.readouterr()


def test_help_and_version(capsys):
    assert run(capsys, "--version")[1] == f"limbik {lb.__version__}\n"
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "figure" in out
    assert "warmup" in out


def test_a_reader_that_goes_away_is_no_error():
    """limbik figure human | head -1"""
    command = f"{sys.executable} -m limbik figure human | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("human: ")
    assert "Traceback" not in done.stderr


def test_output_that_cannot_be_written():
    command = f"{sys.executable} -m limbik figure iiwa14 > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_that_knows_only_ascii():
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "limbik", "figure", "human"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 .. 150?" in done.stdout


def test_names_are_not_markup_and_long_chains_are_printed(capsys, tmp_path):
    joints = [lb.Joint.hinge("joint_0", None, "z", names=("[red]v",))]
    joints += [lb.Joint.hinge(f"joint_{n}", f"joint_{n - 1}", "z") for n in range(1, 2000)]
    lb.save(lb.Figure(joints), tmp_path / "chain.json")
    code, out, _ = run(capsys, "figure", str(tmp_path / "chain.json"))
    assert code == 0
    assert "[red]v" in out
    assert "→ joint_1999" in out


def in_a_terminal(words, environment):
    """What a person sees who types the command."""
    lead, follow = pty.openpty()
    with subprocess.Popen(
        words, stdout=follow, stderr=follow, stdin=follow, env=environment, close_fds=True
    ) as process:
        os.close(follow)
        seen = b""
        while True:
            try:
                piece = os.read(lead, 4096)
            except OSError:
                break
            if not piece:
                break
            seen += piece
    os.close(lead)
    return process.returncode, seen.decode()


WORKOUT = """
import numpy as np
from numba.core import event
class Told(event.Listener):
    def on_start(self, e):
        raise SystemExit(f"compiled {e.data['dispatcher']}")
    def on_end(self, e): pass
event.register("numba:compile", Told())
import limbik as lb
human = lb.human()
pose = human.pose(right_shoulder=(0.1, 0.2, 0.3), right_elbow=0.7, pelvis=(0, 0, 0, 1, 0, 0, 0))
pose.world(), pose.jacobian("right_hand", "pelvis", at="world"), pose.center_of_mass(), pose.within_limits()
rows = np.tile(pose.q, (1000, 1))
human.world(rows), human.jacobian(rows, "right_hand"), human.center_of_mass(rows)
frozen = rows.copy(); frozen.flags.writeable = False
human.world(frozen), human.world(rows[:0])
pose.blend(human.rest(), 0.3), lb.Keys([0, 1], [pose, human.rest()], smooth=True).at(0.4)
ball = lb.Figure([lb.Joint.ball("b", None, swing_twist=lb.SwingTwist((1, 0.5), (-1, 1), toward="x"))])
ball.rest().violations(), ball.rest().blend(ball.pose(b=(0.6, 0.8, 0, 0)), 0.5)
lb.transform((1, 2, 3), (0.1, 0.2, 0.3), order="ZXZ"), lb.transform(orientation=(0.6, 0.8, 0, 0))
lb.expand(lb.iiwa14()), lb.scale(human, 2.0), lb.wam7(), lb.solar_system()
arm = lb.Limb(human, "right_arm")
swivel = arm.swivel(lb.Placement(pose.world()["right_hand"]))
swivel.values(swivel.arcs[0].lo, swivel.arcs[0].family), swivel.elbow(0.1)
robot = lb.Limb(lb.iiwa14(), "arm", reference="projected", reference_axis=(1, 2, 3))
robot.swivel(lb.Position((0.3, 0.2, 0.6)), wrist=(0, 1, 0)), robot.forward(np.zeros((2, 7)))
goal = lb.Placement(pose.world()["right_hand"])
for limb, wanted in ((arm, goal), (robot, lb.Placement(robot.forward(np.full(7, 0.5))))):
    many = lb.Placement(np.tile(wanted.matrix, (600, 1, 1)))
    for pick in (lb.widest, lb.nearest(0.1), lb.elbow((0, 0, 1)), lb.clearance, lb.continuing(np.zeros(7)), lb.natural):
        found = limb.solve(wanted, pick=pick)
        limb.solve(many, pick=pick)
        limb.solve(many[::2], pick=pick)
    limb.solve(wanted, pick=lb.least(lambda q: q @ q, lambda q: 2 * q))
    limb.solve_q(wanted.matrix), limb.jacobian_of_solution(found), found.explain(), found.apply()
    limb.solve(lb.Position((9, 9, 9))).explain()
    limb.solve(lb.Position(np.zeros((600, 3)) + 0.3))
    turned = wanted.matrix @ lb.transform(orientation=(0, 1, 0, 0))
    limb.solve(lb.Placement(turned)).explain(), limb.solve(lb.Placement(turned)).blocked_by
    limb.swivel(wanted).at(3.0).explain(), limb.swivel(wanted).derivative(found.swivel)
hand = pose.world()["right_hand"]
for limb in (arm, robot, lb.Limb(human, "right_arm", tool="right_wrist")):
    for goal in (lb.Alignment(hand[:3, 3], hand[:3, 2]), lb.Alignment(hand[:3, 3], -hand[:3, 2], "x"),
                 lb.Aim(hand[:3, 3] + hand[:3, 2]), lb.Aim((-1, 0.5, 1))):
        for pick in (None, lb.first, lb.nearest(0.1), lb.clearance, lb.natural, lb.least(lambda q: q @ q)):
            found = limb.solve(goal, pick=pick)
        ways = limb.swivel(goal)
        found.explain(), found.blocked_by, ways.region(8, 8), ways.solve()
        many = type(goal)(np.tile(goal.position, (40, 1)), goal.direction) if hasattr(goal, "position") else goal
        limb.solve(many, pick=lb.first), limb.solve(many)
        if isinstance(ways, lb.SwivelAndRoll):
            ways.at(0.1, 0.2), ways.highest("z"), ways.nearest_to((0, 0, 0)), goal.placement(0.3)
        else:
            ways.at(0.1, float(found.q[3])), ways.arcs(0.3), limb.solve(goal, flexion=0.4)
swinging = lb.SwingTwist((1, 0.5), (-1, 1), toward="x")
joints = [lb.Joint.ball("a", None, swing_twist=swinging),
          lb.Joint.hinge("b", "a", "y", location=lb.transform((0, 0, 0.3))),
          lb.Joint.ball("c", "b", swing_twist=swinging, location=lb.transform((0, 0, 0.3)))]
figure = lb.Figure(joints, [lb.Site("tip", "c")], limbs={"arm": lb.LimbParts(("a", "b", "c"), "tip")})
odd = lb.Limb(figure, "arm")
odd.solve(lb.Placement(odd.forward(np.full(7, 0.1)))).explain(), odd.solve(lb.Position((0, 0, -0.5))).explain()
odd.solve(lb.Alignment((0.1, 0.1, 0.3), (0, 0, 1))).explain(), odd.solve(lb.Aim((0.3, 0.1, 0.3))).explain()
lb.plot(pose, swivel=swivel)
print("compiled nothing")
"""


def test_the_first_compile_is_announced_on_a_terminal_and_warmup_leaves_nothing_to_compile(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "COLUMNS": "80", "TERM": "xterm"}
    code, seen = in_a_terminal([sys.executable, "-m", "limbik", "warmup"], environment)
    assert code == 0
    assert seen.count("compiling its kernels") == 1
    assert "11/11" in seen
    done = subprocess.run([sys.executable, "-c", WORKOUT], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "compiled nothing"
    code, seen = in_a_terminal([sys.executable, "-m", "limbik", "warmup"], environment)
    assert code == 0
    assert "compiling its kernels" not in seen


def test_without_a_terminal_compiling_is_silent(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    program = "import limbik as lb; lb.planar_arm().rest().world()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_tables_as_other_programs_write_them(capsys, tmp_path):
    """A byte-order mark, quotes, semicolons, a column of words, quaternions with five digits."""
    arm = lb.Limb(lb.human(), "right_arm")
    goals = arm.forward(np.random.default_rng(2).uniform(*arm.limits.T, size=(20, 7)))
    turns = Rotation.from_matrix(goals[:, :3, :3]).as_quat()[:, [3, 0, 1, 2]].round(5)
    rows = ["name;x;y;z;qw;qx;qy;qz"]
    rows += [f'"goal {n}";' + ";".join(f'"{v}"' for v in (*goal[:3, 3], *turns[n])) for n, goal in enumerate(goals)]
    table, answers = tmp_path / "goals.csv", tmp_path / "answers.csv"
    table.write_text("\ufeff" + "\r\n".join(rows), encoding="utf-8")
    code, out, _ = run(capsys, "solve", str(table), "-o", str(answers), "--limb", "right_arm")
    assert code == 0
    assert "INVALID" not in out
    code, _, err = run(capsys, "solve", str(table), "-o", str(table))
    assert code == 1
    assert "is the file of goals" in err


@pytest.mark.parametrize(
    "arrays",
    [
        {"x": np.zeros(2), "y": np.zeros(3), "z": np.zeros(2)},
        {"x": np.array(1.0), "y": np.array(1.0), "z": np.array(1.0)},
        {"position": np.zeros((2, 3)), "orientation": np.zeros((3, 4))},
    ],
)
def test_arrays_that_do_not_fit(capsys, tmp_path, arrays):
    np.savez(tmp_path / "goals.npz", **arrays)
    code, _, err = run(capsys, "solve", str(tmp_path / "goals.npz"), "-o", str(tmp_path / "a.csv"))
    assert code == 1
    assert "goals.npz" in err.replace("\n", "")


def test_parquet_tables(capsys, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"x": [0.35], "y": [-0.2], "z": [1.1]}), tmp_path / "goals.parquet")
    answers = tmp_path / "answers.parquet"
    code, _, _ = run(capsys, "solve", str(tmp_path / "goals.parquet"), "-o", str(answers), "--limb", "right_arm")
    assert code == 0
    assert parquet.read_table(answers)["status"].to_pylist() == ["SOLVED"]

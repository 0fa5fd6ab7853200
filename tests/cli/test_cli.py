"""The command as a person uses it, in a terminal of 80 columns."""

import os
import pty
import subprocess
import sys

import pytest

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
pose = human.pose(right_shoulder=(0.1, 0.2, 0.3), pelvis=(0, 0, 0, 1, 0, 0, 0))
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
lb.plot(pose)
print("compiled nothing")
"""


def test_the_first_compile_is_announced_on_a_terminal_and_warmup_leaves_nothing_to_compile(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "COLUMNS": "80", "TERM": "xterm"}
    code, seen = in_a_terminal([sys.executable, "-m", "limbik", "warmup"], environment)
    assert code == 0
    assert seen.count("compiling its kernels") == 1
    assert "8/8" in seen
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

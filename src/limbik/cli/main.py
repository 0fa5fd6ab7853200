"""Entry of the command: reads the words, runs the verb, says in one line what went wrong."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import tyro
from rich.console import Console

import limbik
from limbik.cli.aim import AimAt
from limbik.cli.figure import ShowFigure
from limbik.cli.reach import Reach
from limbik.cli.solve import SolveFile
from limbik.cli.warmup import WarmUp
from limbik.errors import LimbikError

Verb = (
    Annotated[ShowFigure, tyro.conf.subcommand("figure", prefix_name=False)]
    | Annotated[Reach, tyro.conf.subcommand("reach", prefix_name=False)]
    | Annotated[AimAt, tyro.conf.subcommand("aim", prefix_name=False)]
    | Annotated[SolveFile, tyro.conf.subcommand("solve", prefix_name=False)]
    | Annotated[WarmUp, tyro.conf.subcommand("warmup", prefix_name=False)]
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the answer is the exit code: 0 done, 1 a mistake that was explained, 2 words not understood."""
    given = list(sys.argv[1:] if words is None else words)
    if given in (["--version"], ["-V"]):
        print(f"limbik {limbik.__version__}")
        return 0
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs gets question marks, not an error
    verb = tyro.cli(
        Verb,
        prog="limbik",
        description="Inverse kinematics of articulated figures: arms, legs, whole bodies, robot arms.",
        args=_with_axes(given) or ["--help"],
        config=(tyro.conf.OmitArgPrefixes,),
    )
    try:
        verb.run(Console())
        sys.stdout.flush()
    except LimbikError as error:
        _complain(str(error))
        return 1
    except KeyboardInterrupt:
        _complain("stopped")
        return 130
    except OSError as error:  # our output has nowhere to go: the disk is full, or its reader has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            _complain(f"cannot write: {error.strerror}")
        return 1
    return 0


def _with_axes(words: list[str]) -> list[str]:
    """'--axis -z' as '--axis=-z': a lone word with a minus would be taken for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == "--axis" and word in ("-x", "-y", "-z"):
            joined[-1] = f"--axis={word}"
        else:
            joined.append(word)
    return joined


def _complain(message: str) -> None:
    Console(stderr=True).print(f"limbik: {message}", style="red", markup=False, highlight=False, soft_wrap=True)

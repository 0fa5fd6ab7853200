"""Entry of the command: reads the words, runs the verb, says in one line what went wrong."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import tyro
from rich.console import Console

import limbik
from limbik.cli.figure import ShowFigure
from limbik.cli.warmup import WarmUp
from limbik.errors import LimbikError

Verb = (
    Annotated[ShowFigure, tyro.conf.subcommand("figure", prefix_name=False)]
    | Annotated[WarmUp, tyro.conf.subcommand("warmup", prefix_name=False)]
)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the answer is the exit code: 0 done, 1 a mistake that was explained, 2 words not understood."""
    given = list(sys.argv[1:] if words is None else words)
    if given in (["--version"], ["-V"]):
        print(f"limbik {limbik.__version__}")
        return 0
    verb = tyro.cli(
        Verb,
        prog="limbik",
        description="Inverse kinematics of articulated figures: arms, legs, whole bodies, robot arms.",
        args=given or ["--help"],
        config=(tyro.conf.OmitArgPrefixes,),
    )
    try:
        verb.run(Console())
    except LimbikError as error:
        Console(stderr=True).print(f"limbik: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0

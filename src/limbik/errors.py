"""What limbik raises. A goal that cannot be reached is never an error: it is an answer with a Status."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Any


class LimbikError(Exception):
    """The parent of every error that limbik raises on purpose. All of them can be pickled, for worker processes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[LimbikError], args: tuple[Any, ...], fields: dict[str, Any]) -> LimbikError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class InputError(LimbikError, ValueError):
    """An argument cannot be used: which one, what is wrong with it, and what would be right.

    `wrong` and `right`, where given, are the line as it was probably written and the line that was meant.
    """

    def __init__(self, argument: str, problem: str, *, wrong: str | None = None, right: str | None = None) -> None:
        self.argument = argument
        self.problem = problem
        self.wrong = wrong
        self.right = right
        lines = [f"{argument}: {problem}"]
        if wrong is not None:
            lines.append(f"  wrong: {wrong}")
        if right is not None:
            lines.append(f"  right: {right}")
        super().__init__("\n".join(lines))


class UnknownNameError(InputError, LookupError):
    """A name that nothing carries; `near` holds the names that look most like it."""

    def __init__(self, argument: str, name: object, known: Iterable[str], what: str = "name") -> None:
        self.name = name
        self.known = tuple(known)
        text = str(name)
        lowered = {known_name.lower(): known_name for known_name in self.known}
        close = get_close_matches(text.lower(), lowered, n=4, cutoff=0.55)
        likeness = [SequenceMatcher(None, text.lower(), match).ratio() for match in close]
        # A clear misspelling has one answer; without one, the few that come near are all worth a look.
        self.near = tuple(
            lowered[match] for match, alike in zip(close, likeness, strict=True) if alike > likeness[0] - 0.1
        )
        if self.near:
            hint = "did you mean " + " or ".join(repr(match) for match in self.near) + "?"
        elif self.known:
            shown = ", ".join(self.known[:12]) + (", ..." if len(self.known) > 12 else "")
            hint = f"known: {shown}"
        else:
            hint = "there are none"
        super().__init__(argument, f"there is no {what} {text!r}; {hint}")


class FileError(LimbikError):
    """A file that cannot be read or written: the path, the place in it, what is wrong and what would be right."""

    def __init__(self, path: object, problem: str, *, where: str | None = None) -> None:
        self.path = str(path)
        self.where = where
        self.problem = problem
        super().__init__(f"{self.path}, {where}: {problem}" if where else f"{self.path}: {problem}")

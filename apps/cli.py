"""The command line."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated, NoReturn

from ..envs.core.inputs.arguments import how_to_install, said
from . import INTERRUPTED

MISSING = f"the command line needs more packages: {how_to_install('cli')}"
MISTAKES = (ValueError, KeyError, OSError, ImportError)
"""The errors that a user's mistake raises; any other is a fault of quintain."""
UNREAD = 1
"""The exit status if the reader closes the pipe before the end of the output."""

try:
    import typer
    from rich.text import Text
except ImportError:
    sys.exit(MISSING)

# These need the packages above.
from .. import __version__  # noqa: E402
from .commands import LazyCommands  # noqa: E402
from .common import notes  # noqa: E402
from .rule_faults import rule_fault  # noqa: E402
from .terminal import finish_streams, give_up_output, prepare_streams  # noqa: E402

app = typer.Typer(
    cls=LazyCommands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line; a mistake of a user, or in a rule, ends in one sentence."""
    prepare_streams()
    try:
        try:
            app()
        finally:
            finish_streams()
    except BrokenPipeError:  # the reader of the output has closed the pipe
        give_up_output()
        raise SystemExit(UNREAD) from None
    except Exception as error:
        fault = rule_fault(error)
        if fault is None and not isinstance(error, MISTAKES):
            raise
        refuse(fault or said(error))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def refuse(sentence: str) -> NoReturn:
    """Print why a command cannot run, and exit."""
    with contextlib.suppress(OSError):
        notes.print(Text("quintain: ", style="bold red").append(sentence, style="default"))
    raise SystemExit(2) from None


def print_version(is_asked: bool) -> None:
    """Print the version and exit."""
    if is_asked:
        print(__version__)
        raise typer.Exit


@app.callback()
def quintain(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Tabletop combat systems as environments: watch, compare and train agents."""


if __name__ == "__main__":
    main()

"""`python -m quintain` is the command line, as is the command `quintain`."""

from __future__ import annotations

import gc
import os
import signal
from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
OBJECTS = 50_000
"""New objects after which Python looks for unused ones. With the usual 700 that takes an eighth of
the time in which a command loads."""


def main() -> None:
    """Run the command line; Ctrl-C while it is being loaded ends it without a word."""
    gc.set_threshold(OBJECTS)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # what runs in the background may ignore Ctrl-C
        signal.signal(signal.SIGINT, leave)
    try:
        from quintain.apps.cli import main as run
    except ImportError as error:  # Numba, for one, refuses a NumPy that is too new
        if (error.name or "").startswith("quintain"):
            raise
        reason = str(error).rstrip(".")
        command = "pip install --upgrade '.[cli]' in quintain's repository"
        raise SystemExit(f"quintain: {reason}: {command}") from None

    signal.signal(signal.SIGINT, before)
    run()


def leave(*_: object) -> NoReturn:
    """End at once: nothing has been begun that would have to be tidied up."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()

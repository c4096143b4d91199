"""Check all that a release needs and that a machine can check, then build it into `dist`.

    python tests/release [--facts]

`docs/release.md` says what is left for people. The facts (versions, dates, hours of fuzzing) take a
second; `--facts` ends after them. The commands after them take hours. All of them run, even if one
fails, and the end is a list of what is missing. Exit status 1 if anything is.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from facts import ROOT, missing

COMMANDS = (
    ("make", "check"),
    ("make", "licences"),
    ("make", "golden", "docs"),
    ("git", "diff", "--exit-code", "--stat"),  # the line above has changed nothing
    (sys.executable, "bench/fingerprints.py"),
    ("make", "test", "test-boundscheck-rest"),
    ("make", "test-slow"),
    *(("make", "test-library", f"LIBRARY={one}") for one in ("ray", "torchrl", "tianshou")),
    ("make", "test-wheel"),
    (sys.executable, "-m", "build"),
)
"""The commands of a release, the quickest first; the last one builds."""


def main() -> int:
    """Run the checks and print what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--facts", action="store_true", help="end after the quick checks")
    only_facts = parser.parse_args().facts
    found = missing()
    for command in () if only_facts else COMMANDS:
        words = " ".join(command)
        print(f"--- {words}", flush=True)
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            found.append(f"failed: {words}")
    print("\n".join(["Missing for a release:", *found] if found else ["Nothing is missing."]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

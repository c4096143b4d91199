"""`python -m quintain` is the command line."""

from quintain.apps.cli import main

main()

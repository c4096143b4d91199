"""Everything that chooses: random, scripted, searching, trained.

Importing this package registers the compiled heuristics of every system.
"""

from .heuristics import mythic_epoch as _mythic_epoch  # noqa: F401

"""Everything that chooses: random, scripted, searching, trained.

Importing this package registers the compiled heuristics of each system when the system is loaded.
"""

import importlib

from ..envs.core.engine.system import System, when_registered


def _load_heuristics(system: System) -> None:
    importlib.import_module(f".heuristics.{system.name}", __name__)


when_registered(_load_heuristics)

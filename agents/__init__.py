"""Agents: random, heuristics, search, NPC files.

Importing this package registers the compiled heuristics of each system when the system is loaded:
those in `heuristics/<system>` here, or in the module `heuristics` of the system's own package.
"""

import importlib
import importlib.util

from ..envs.core.engine.system import System, register_policies, when_registered


def _load_heuristics(system: System) -> None:
    places = (f"{__name__}.heuristics.{system.name}", f"{system.package}.heuristics")
    for place in places:
        if importlib.util.find_spec(place) is not None:
            importlib.import_module(place)
    if not system.policies:
        only_random = importlib.import_module(".heuristics.only_random", __name__)
        register_policies(system.name, only_random.POLICIES, only_random.choose)


when_registered(_load_heuristics)

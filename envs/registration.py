"""The ids of all systems in the registries of PettingZoo and Gymnasium.

PettingZoo (where it has a registry, from 1.27 on): `quintain/mythic_epoch-v0`, both as `aec` and as
`parallel`. Gymnasium: `quintain/MythicEpoch-v0`. Nothing is loaded before it is made.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from .core.system import system_names

VERSION = 0


def gymnasium_id(system: str) -> str:
    """`mythic_epoch` is registered as `quintain/MythicEpoch-v0`."""
    return f"quintain/{system.title().replace('_', '')}-v{VERSION}"


def pettingzoo_id(system: str) -> str:
    """`mythic_epoch` is registered as `quintain/mythic_epoch-v0`."""
    return f"quintain/{system}-v{VERSION}"


def register_ids() -> None:
    """Register the ids of all systems; those that are registered already are left alone."""
    for system in system_names():
        module = f"{__package__}.{system}_v{VERSION}"
        if gymnasium_id(system) not in gymnasium.registry:
            gymnasium.register(gymnasium_id(system), f"{module}:single_env")
        if not hasattr(pettingzoo, "register"):
            continue
        name = pettingzoo_id(system)
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{module}:env")
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, f"{module}:parallel_env")

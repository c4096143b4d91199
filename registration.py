"""The ids of all systems in the registries of Gymnasium, PettingZoo and OpenSpiel.

Gymnasium: `quintain/MythicEpoch-v0`. PettingZoo (where it has a registry, from 1.27 on):
`quintain/mythic_epoch-v0`, both as `aec` and as `parallel`. OpenSpiel: `quintain_mythic_epoch`. No
system is loaded before it is made, and none of the libraries is imported for it: a library that is
imported later gets its ids then.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

from .discovery import system_names

VERSION = 0
MAKE = f"{__package__}:make"
"""The function behind PettingZoo's ids; the system and the interface are its arguments."""
SINGLE = f"{__package__}.envs.core.adapters.gymnasium_env:BattleEnv"
VECTOR = f"{__package__}.envs.core.adapters.gymnasium_vector:BattleVectorEnv"
"""The classes behind Gymnasium's ids, for one battle and for many."""
GAME = ".envs.core.adapters.openspiel"
"""The module of OpenSpiel's games."""
EXPLICIT, MERGED, SAMPLED = "explicit", "merged", "sampled"
"""The values of the parameter `chance` of OpenSpiel's games."""
GAME_PARAMETERS: dict[str, Any] = {
    "scenario": "",
    "choices": "full",
    "memory": 0,
    "max_side": 0,
    "chance": EXPLICIT,
    "draws": 64,
    "recall": 4,
    "rng_seed": 0,
}
"""The parameters of OpenSpiel's games and their defaults; `BattleGame` describes them."""


def gymnasium_id(system: str) -> str:
    """`mythic_epoch` is registered as `quintain/MythicEpoch-v0`."""
    return f"quintain/{system.title().replace('_', '')}-v{VERSION}"


def pettingzoo_id(system: str) -> str:
    """`mythic_epoch` is registered as `quintain/mythic_epoch-v0`."""
    return f"quintain/{system}-v{VERSION}"


def openspiel_name(system: str) -> str:
    """`mythic_epoch` is the game `quintain_mythic_epoch`."""
    return f"quintain_{system}"


def openspiel_type(pyspiel: Any, system: str, chance: str = EXPLICIT) -> Any:
    """The `GameType` of a system in OpenSpiel, which is known before the system is loaded.

    Args:
        pyspiel: the module.
        system: its name.
        chance: `explicit`, `merged` or `sampled`.
    """
    kind = pyspiel.GameType
    modes = kind.ChanceMode
    return kind(
        short_name=openspiel_name(system),
        long_name=f"quintain: {system.replace('_', ' ').title()}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if chance == SAMPLED else modes.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=GAME_PARAMETERS,
    )


def register_with_gymnasium(gymnasium: Any) -> None:
    """Register the ids of all systems; those that are registered already are left alone."""
    for system in system_names():
        name = gymnasium_id(system)
        if name not in gymnasium.registry:
            arguments = {"system": system}
            gymnasium.register(name, SINGLE, vector_entry_point=VECTOR, kwargs=arguments)


def register_with_pettingzoo(pettingzoo: Any) -> None:
    """The same for PettingZoo, if it has a registry."""
    if not hasattr(pettingzoo, "register"):
        return
    registries = {"aec": pettingzoo.aec_registry, "parallel": pettingzoo.parallel_registry}
    for system in system_names():
        name = pettingzoo_id(system)
        for interface, registry in registries.items():
            if name not in registry:
                arguments = {"system": system, "interface": interface}
                pettingzoo.register(interface, name, MAKE, kwargs=arguments)


def register_with_openspiel(pyspiel: Any) -> None:
    """The same for OpenSpiel."""
    known = {*pyspiel.registered_names()}
    for system in system_names():
        if openspiel_name(system) not in known:
            load = functools.partial(_load_game, system)
            # OpenSpiel drops it after the interpreter's end, which must not free it then.
            load.__dict__["itself"] = load
            pyspiel.register_game(openspiel_type(pyspiel, system), load)


def _load_game(system: str, params: dict[str, Any]) -> Any:
    """The game of a system, for OpenSpiel."""
    return importlib.import_module(GAME, __package__).BattleGame(system, params)


REGISTER: dict[str, Callable[[Any], None]] = {
    "gymnasium": register_with_gymnasium,
    "pettingzoo": register_with_pettingzoo,
    "pyspiel": register_with_openspiel,
}


class RegisterOnImport:
    """A finder of `sys.meta_path` that registers the ids with a library when it is imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The library's own spec, whose loader registers the ids as well; None for other names."""
        if name not in REGISTER:
            return None
        import importlib.util  # here, since it takes longer than all else in this file

        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec is not None and spec.loader is not None:
            _call_after(spec, REGISTER[name])
        return spec


def _call_after(spec: Any, register: Callable[[Any], None]) -> None:
    """Let a module's loader call a function with the module that it has executed."""
    loader: Any = spec.loader
    execute = loader.exec_module

    def execute_and_register(module: Any) -> None:
        execute(module)
        register(module)

    loader.exec_module = execute_and_register


def register_ids() -> None:
    """Register the ids with what is imported already, and with what is imported later."""
    for name, register in REGISTER.items():
        if (library := sys.modules.get(name)) is not None:  # None: its import is blocked
            register(library)
    if not any(isinstance(finder, RegisterOnImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, RegisterOnImport())

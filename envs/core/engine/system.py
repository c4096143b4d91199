"""The interface of a system, the registry, and dispatch by the type of the battle's record.

The functions at the end of this file call the system's function of the same name. Compiled calls
are bound to it by the record's type, interpreted calls look it up by the record's dtype.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from ....discovery import find_systems, load_system
from ....discovery import system_names as system_names
from ..compiler.bits import FLAGS, flags_at, lowest_bit, sum_of_bytes
from ..compiler.compile import bound_by_type, njit
from ..inputs.spelling import nearest
from .dice import below
from .hidden import Hidden
from .layout import Layout
from .roles import find_roles, folder_of, member_names


@dataclass(frozen=True)
class System:
    """One tabletop system: its record, its compiled functions, and its words.

    Letters: `S` slots a side (`max_side`, 1 to 6), `A` = `num_actions(S)` actions.

    Attributes:
        name: the name in code, `mythic_epoch`.
        title: the book's name, `Mythic Epoch`.
        package: the package that holds its modules, as it is imported.
        dtype: one record dtype for all scenarios.
        template_dtype: a compiled scenario, from which battles are deployed.
        deploy: `(battle, template)`: place the fighters, play to the first decision.
        legal_action_mask: `(battle, mask [A] bool)`: mask of the deciding fighter.
        advance: `(battle, action)`: apply it, play on to the next decision or the end.
        observe: `(battle, fighter, observation [size] float32)`: write what that fighter may know.
        conceal: `(battle, fighter, rng_state [4] uint32)`: replace what it cannot know by a sample.
        strength: `(battle, side)`: fighting strength left, 0 to 1 (for optional shaping).
        num_actions: `max_side -> A`.
        observation_layout: `max_side -> Layout`.
        scenario_model: the pydantic model of its scenarios.
        load_scenario: name or path to a validated scenario.
        make_template: compiles a scenario to a template record.
        scenario_names: the scenarios that come with quintain.
        describe: `(battle, action) -> str`, one English sentence.
        encode: `({"verb": ..., "target": ...}, max_side) -> action`.
        decode: `(action, max_side) -> {"verb": ..., ...}`.
        verbs: the verbs in id order.
        narrate: `(battle) -> list[(sentence, rows)]` of the events since the last decision.
        fighter_names: `battle -> list[str]`.
        scene: `battle -> render.Scene`.
        endings: names of the reasons why battles end, by number.
        truncating: the names of the endings that are truncations (the round limit).
        windows: the names of the kinds of decision, by number.
        rules_file: path of RULES.md.
        order_choices: `max_side ->` the actions of each clause of a written order, the passing one
            first; None if the system has no written orders.
        order_clause: `(battle)`: the number of the clause that the deciding fighter writes.
        order_mask: `(battle, fighter, clause, mask [A] bool)`: mask of a clause that is
            independent of the other clauses.
        record_checks: relations between fields that hold in every battle (`record_checks.Check`);
            a record from outside that breaks one is refused.
        hidden: the fields of the record that a fighter cannot know.
        public_kind: `(battle, kind, what) -> Memory`: how a logged event is remembered; None if
            the system has no memory.
        notices: `(battle, viewer, other) -> bool`: whether a fighter notices what another does.
        rules_version: raised when the rules change so much that agents trained on the old rules
            are no longer reliable; their files are then refused.
        policies: number of each compiled heuristic, once `quintain.agents` is imported.
        policy_descriptions: description of each compiled heuristic in a few words.
        choosers: the compiled `choose` of these heuristics.
    """

    name: str
    title: str
    package: str
    dtype: np.dtype
    template_dtype: np.dtype
    deploy: Callable
    legal_action_mask: Callable
    advance: Callable
    observe: Callable
    conceal: Callable
    strength: Callable
    num_actions: Callable[[int], int]
    observation_layout: Callable[[int], Layout]
    scenario_model: type[Any]
    load_scenario: Callable[[str], Any]
    make_template: Callable[[Any], np.ndarray]
    scenario_names: Callable[[], list[str]]
    describe: Callable[[np.record, int], str]
    encode: Callable[[dict, int], int]
    decode: Callable[[int, int], dict]
    verbs: tuple[str, ...]
    narrate: Callable[[np.record], list[tuple[str, tuple[str, ...]]]]
    fighter_names: Callable[[np.record], list[str]]
    scene: Callable[[np.record], Any]
    endings: tuple[str, ...]
    truncating: tuple[int, ...]
    windows: tuple[str, ...]
    rules_file: Path
    order_choices: Callable[[int], tuple[np.ndarray, ...]] | None = None
    order_clause: Any = None
    order_mask: Any = None
    record_checks: tuple[Any, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    public_kind: Any = None
    notices: Any = None
    rules_version: int = 1
    policies: dict[str, int] = field(default_factory=dict)
    policy_descriptions: dict[str, str] = field(default_factory=dict)
    choosers: list[Callable] = field(default_factory=list)

    @classmethod
    def from_package(
        cls,
        package: str,
        title: str,
        truncating: tuple[str, ...] = ("round_limit",),
        rules_version: int = 1,
    ) -> System:
        """The system made of the modules of a package; `roles.py` lists the place of each part.

        Args:
            package: the package's name as it is imported; its last part names the system.
            title: the book's name.
            truncating: the endings, by name, that are truncations.
            rules_version: see `System`.

        Raises:
            ImportError: a part is missing; the message names the file and the part.
            ValueError: an ending of `truncating` is none of `enums.Ending`.
        """
        endings, found = member_names(package, "Ending"), find_roles(package)
        for ending in truncating:
            if ending not in endings:
                known = ", ".join(endings)
                raise ValueError(
                    f"{package} has no ending {ending!r} in enums.Ending, only {known}"
                )
        found["observation_layout"] = cache(found["observation_layout"])
        return cls(
            name=package.rpartition(".")[2],
            title=title,
            package=package,
            endings=endings,
            truncating=tuple(endings.index(ending) for ending in truncating),
            windows=member_names(package, "Window"),
            rules_file=folder_of(package) / "RULES.md",
            rules_version=rules_version,
            **found,
        )

    @property
    def default_scenario(self) -> str:
        """The scenario if none is named: `duel`, or the first of a system without it."""
        names = self.scenario_names()
        return "duel" if "duel" in names else names[0]

    def new_battles(self, count: int) -> np.ndarray:
        """Array `[count]` of empty battle records."""
        return np.zeros(count, self.dtype)


_systems: dict[str, System] = {}
_by_dtype: dict[np.dtype, System] = {}
_by_type: dict[Any, System] = {}
_callbacks: list[Callable[[System], None]] = []


def get_system(name: str | System) -> System:
    """The system with a name, loaded at first use; a `System` is returned as it is.

    Raises:
        KeyError: unknown name; the message gives the nearest ones.
        TypeError: neither a name nor a system, or an entry point that names something else.
        ValueError: two distributions offer a system of this name.
    """
    if isinstance(name, System):
        return name
    if not isinstance(name, str):
        raise TypeError(f"a system is given by its name, got {name!r}")
    if name not in _systems:
        found = find_systems()
        if name not in found:
            raise KeyError(f"no system {name!r}: {nearest(name, list(found))}")
        register(_checked(name, load_system(name, found[name])))
    return _systems[name]


def _checked(name: str, system: object) -> System:
    """The object loaded for a name, if it is the system with that name."""
    if not isinstance(system, System):
        raise TypeError(f"the entry point {name!r} must name a System, got {system!r}")
    if system.name != name:
        raise ValueError(f"the entry point {name!r} gives the system {system.name!r}: name it so")
    return system


def register(system: System) -> None:
    """Make a system known to the dispatching functions."""
    _systems[system.name] = system
    _by_dtype[system.dtype] = system
    _by_type[numba.from_dtype(system.dtype)] = system
    for callback in _callbacks:
        callback(system)


def when_registered(callback: Callable[[System], None]) -> None:
    """Call back for every system: at once for loaded ones, later for the others."""
    _callbacks.append(callback)
    for system in list(_systems.values()):
        callback(system)


def register_policies(name: str, policies: dict[str, str], choose: Callable) -> None:
    """Add a system's compiled heuristics.

    Args:
        name: the system.
        policies: descriptions of the heuristics by their names, in the order of their numbers.
        choose: compiled `(battle, policy, mask, rng_state) -> action`.
    """
    system = get_system(name)
    system.policies.update({policy: number for number, policy in enumerate(policies)})
    system.policy_descriptions.update(policies)
    system.choosers[:] = [choose]


def system_of(battle: np.record | np.ndarray) -> System:
    """The system that a battle record (or an array of them) belongs to."""
    return _by_dtype[battle.dtype]


def _function_for(name: str) -> Callable[[Any], Any]:
    """Returns a function that finds a system's function `name` by the type of the record."""
    return lambda record: getattr(_by_type.get(record), name, None)


def _chooser_for(record: Any) -> Any:
    """The heuristics' `choose` of the system of a record type."""
    system = _by_type.get(record)
    return system.choosers[0] if system is not None and system.choosers else None


@bound_by_type(_function_for("deploy"))
def deploy(battle, template):
    """Place the fighters of the template and play to the first decision point."""
    system_of(battle).deploy(battle, template)


@bound_by_type(_function_for("legal_action_mask"))
def legal_action_mask(battle, mask):
    """Write the legal actions of the deciding fighter into the mask."""
    system_of(battle).legal_action_mask(battle, mask)


@bound_by_type(_function_for("advance"))
def advance(battle, action):
    """Apply an action and play to the next decision point or the end."""
    system_of(battle).advance(battle, action)


@bound_by_type(_function_for("observe"))
def observe(battle, fighter, observation):
    """Write the observation of a fighter; it contains what the fighter may know."""
    system_of(battle).observe(battle, fighter, observation)


@bound_by_type(_function_for("conceal"))
def conceal(battle, fighter, rng_state):
    """Replace what a fighter cannot know by a plausible sample."""
    system_of(battle).conceal(battle, fighter, rng_state)


@bound_by_type(_function_for("strength"))
def strength(battle, side):
    """Fighting strength that a side has left, 0 to 1."""
    return system_of(battle).strength(battle, side)


@bound_by_type(_function_for("order_clause"))
def order_clause(battle):
    """The number of the clause of a written order that the deciding fighter writes."""
    return system_of(battle).order_clause(battle)


@bound_by_type(_function_for("order_mask"))
def order_mask(battle, fighter, clause, mask):
    """Write the mask of one clause of a fighter's written order."""
    system_of(battle).order_mask(battle, fighter, clause, mask)


@njit
def _nothing(battle, one, other):
    """The answer of a system without memory."""
    return 0


def _memory_for(name: str) -> Callable[[Any], Any]:
    """As `_function_for`, with an answer for systems without memory."""
    find = _function_for(name)
    return lambda record: find(record) or _nothing


@bound_by_type(_memory_for("public_kind"))
def public_kind(battle, kind, what):
    """The kind of memory that an event is, 0 if nobody remembers it."""
    return (system_of(battle).public_kind or _nothing)(battle, kind, what)


@bound_by_type(_memory_for("notices"))
def notices(battle, viewer, other):
    """Whether a fighter notices what another one does, or what happens to it."""
    return (system_of(battle).notices or _nothing)(battle, viewer, other)


@bound_by_type(_chooser_for)
def choose(battle, policy, mask, rng_state):
    """The action of a registered heuristic (`register_policies`)."""
    return system_of(battle).choosers[0](battle, policy, mask, rng_state)


BLOCK = 31 * FLAGS
"""Number of flags that are counted in eight partial sums at a time (`sum_of_bytes`)."""
FEW = 4 * FLAGS
"""Number of flags that are skipped at once in the search for a legal action."""


@njit
def count_legal(flags):
    """Number of legal actions of a mask of bytes."""
    legal = 0
    whole = len(flags) // FLAGS * FLAGS
    for start in range(0, whole, BLOCK):
        eight = 0
        for first in range(start, min(whole, start + BLOCK), FLAGS):
            eight += flags_at(flags, first)
        legal += sum_of_bytes(eight)
    for action in range(whole, len(flags)):
        legal += flags[action]
    return legal


@njit
def random_choice(mask, rng_state):
    """A legal action, each with the same probability."""
    flags = mask.view(np.uint8)
    left = below(rng_state, count_legal(flags))
    first = 0
    while first + FEW <= len(flags):
        eight = flags_at(flags, first) + flags_at(flags, first + FLAGS)
        eight += flags_at(flags, first + 2 * FLAGS) + flags_at(flags, first + 3 * FLAGS)
        legal = sum_of_bytes(eight)
        if left < legal:
            break
        left -= legal
        first += FEW
    while first + FLAGS <= len(flags):
        word = flags_at(flags, first)
        legal = sum_of_bytes(word)
        if left < legal:
            for _ in range(left):
                word &= word - 1
            return first + lowest_bit(word) // 8
        left -= legal
        first += FLAGS
    for action in range(first, len(flags)):
        left -= flags[action]
        if left < 0:
            return action
    return 0

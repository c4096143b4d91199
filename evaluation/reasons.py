"""Reasons for a choice: small changes of facts, tried one by one, with which an adviser changes it.

Each change is written into a copy of the battle by a key of the system's sheet, as a person edits a
state, and the adviser is asked in it. A reason claims no more than that.

Letters: `V` changes, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.advice import is_quick
from ..envs.core.engine.dice import seed_rng_states
from ..envs.core.engine.hidden import nothing
from ..envs.core.engine.record_checks import HEADER_CHECKS
from ..envs.core.engine.roles import require
from ..envs.core.scenarios.sheet_keys import Key, Speaker
from ..envs.core.scenarios.sheets import Sheet
from ..envs.core.session.agent_query import query_agent, remembered_by
from ..envs.core.session.match import Match
from ..envs.core.text.narration import attach_names
from .next_decision import Decision, looks

FACTS = (
    "ap", "damage", "hp", "wounds", "stamina", "fatigue", "status", "posture", "prone", "defending",
    "dazed", "stunned", "terror", "shield_ready", "reactions", "aimed", "wp", "mana",
    "strain", "exhaustion", "sickened", "hobbled", "bleeding", "burning", "poisoned", "harried",
    "distracted", "tired", "dodge_ready", "standard", "missile", "missiles", "stock",
    "mends", "potions", "flying", "mounted", "carried",
)  # fmt: skip
"""Keys of the sheets that are changed, those that a table speaks of most first.

`loaded` is not among them: an unloaded bow only allows to load it, and a sword is never unloaded.
"""
LEFT = ("hp", "wp", "stamina", "exhaustion", "mana", "stock", "mends", "missiles", "potions")
"""Quantities that a fighter has no more of than at the beginning."""
OF_A_TURN = ("ap", "reactions")
"""Quantities that come back, of which no fighter has more than the one who has most."""
STEPS = (1, 2, 3, 4, 6, 8, 12)
"""Changes of a number, up and down."""
YES_OR_NO = "true or false"
MOST_NAMES = 8
"""Most values of a fact with names; those with more, such as weapons, stay as they are."""
FLAG_COST, ENEMY_COST, ALLY_COST, KEY_COST = 0.3, 0.1, 0.3, 0.01
LEAST_CHANGE = 0.25
"""The least fall of the share with which the adviser makes its choice."""
ASKED_AGAIN = 60
"""Times that a heuristic is asked about a change that seems to matter: few would flip by luck."""
MOST_REASONS = 2


@dataclass(frozen=True)
class Change:
    """A fact with another value.

    Attributes:
        fighter: the number of the fighter whose fact it is.
        key: the key of its sheet.
        value: the number in its field.
        cost: how large and how remote the change is, 0 for none.
        is_kind: whether the fact is a category or a flag: one that allows a new action, as a fall
            allows to stand up, is no reason.
    """

    fighter: int
    key: Key
    value: int
    cost: float
    is_kind: bool


def find_reasons(
    decision: Decision, agent: Any, action: int, weight: float, seed: int = 0
) -> tuple[str, ...]:
    """At most two sentences about facts with which the adviser would choose something else.

    Args:
        decision: a decision.
        agent: the adviser.
        action: its choice, or the first action of it.
        weight: the share with which it takes this action.
        seed: of the draws of a heuristic.

    Returns:
        Nothing for a later decision, for an adviser that takes long for a choice, for a system
        without a sheet, and where no small change matters.

    Raises:
        AgentError: the adviser failed or chose an illegal action.
    """
    match = decision.match
    sheet = getattr(match.system.scenario_model, "sheet", None)
    if not decision.is_at_hand or sheet is None or not is_quick(agent, match.system):
        return ()
    if not is_same_after_opening(match, sheet):
        return ()
    changes = sorted(changes_of(match, sheet), key=lambda one: one.cost)
    changes, battles = possible(match, sheet, changes)
    found: list[tuple[Change, int, np.record]] = []
    for row, new in flips(decision, agent, battles, action, weight, seed).items():
        is_told = any(changes[row].key == one.key for one, _, _ in found)
        if is_told or (changes[row].is_kind and not match.mask[new]):
            continue
        found.append((changes[row], new, battles[row]))
        if len(found) == MOST_REASONS:
            break
    return tuple(in_words(match, sheet, *one) for one in found)


# --- Changes --------------------------------------------------------------------------------------


def changes_of(match: Match, sheet: Sheet) -> Iterator[Change]:
    """Small changes of what the deciding fighter can see or feel."""
    battle = match.battles[0]
    out = require(match.system.package, "text.outcome.outcome")(match.battles)
    first = beginning_of(match)
    keys = {key.name: key for key in sheet.fighter if type(key) is Key}
    for fighter in range(battle.num_fighters):
        if out.fallen[0, fighter] or out.left[0, fighter]:
            continue
        base = 0.0 if fighter == match.to_act else ALLY_COST
        if battle.side[fighter] != battle.side[match.to_act]:
            base = ENEMY_COST
        for rank, key in enumerate(keys[name] for name in FACTS if name in keys):
            if is_unknown(match, key, fighter):
                continue
            is_kind = bool(key.names) or key.value(sheet.fighter_fields) == YES_OR_NO
            for value, cost in values_of(key, sheet, battle, first, fighter):
                yield Change(fighter, key, value, base + cost + KEY_COST * rank, is_kind)


def beginning_of(match: Match) -> np.record:
    """The battle as it began; as it stands if that is not known."""
    if match.beginning is None:
        return match.battles[0]
    begun = copy.deepcopy(match)
    begun.begin_as(match.beginning)
    return begun.battles[0]


def is_unknown(match: Match, key: Key, fighter: int) -> bool:
    """Whether the deciding fighter can see no part of a fact."""
    battle, path = match.battles[0], f"fighters.{key.covers()[0]}"
    return any(
        hidden.field == path and hidden.shows is nothing
        and hidden.is_hidden(battle, match.to_act, fighter)
        for hidden in match.system.hidden
    )  # fmt: skip


def values_of(
    key: Key, sheet: Sheet, battle: np.record, first: np.record, fighter: int
) -> Iterator[tuple[int, float]]:
    """Other values of a fact, and the cost of each."""
    declared = key.field_in(sheet.fighter_fields)
    if declared.shape or declared.limit or key.is_set or len(key.names) > MOST_NAMES:
        return
    name = declared.name
    fighters, count = battle.fighters, battle.num_fighters
    now, low, high = int(fighters[fighter][name]), int(declared.low), int(declared.high)
    if key.names or key.value(sheet.fighter_fields) == YES_OR_NO:
        yield from ((value, FLAG_COST) for value in range(low, high + 1) if value != now)
        return
    if key.name in LEFT:
        high = min(high, max(now, int(first.fighters[fighter][name])))
    if key.name in OF_A_TURN:
        most = [int(one[:count][name].max()) for one in (fighters, first.fighters)]
        high = min(high, max(most))
    for place, step in enumerate(STEPS):
        cost = (1 + place) / len(STEPS)
        yield from ((one, cost) for one in (now - step, now + step) if low <= one <= high)


# --- Asking ---------------------------------------------------------------------------------------


def is_same_after_opening(match: Match, sheet: Sheet) -> bool:
    """Whether a battle that the sheet can express is the same to its fighter once opened."""
    battles = match.battles.copy()
    if not sheet.is_open(battles[0]):
        return True
    sheet.open(battles[0])
    seen, masks = looks(match, battles)
    return bool((seen[0] == match.observation).all() and (masks[0] == match.mask).all())


def possible(match: Match, sheet: Sheet, changes: list[Change]) -> tuple[list[Change], np.ndarray]:
    """The changes `[V]` that leave a possible battle with the same decision, and these battles."""
    battles = np.repeat(match.battles, len(changes))
    can_open = sheet.is_open(match.battles[0])
    holds = np.ones(len(changes), np.bool_)
    for row, change in enumerate(changes):
        battle = battles[row]
        battle.fighters[change.fighter][change.key.covers()[0]] = change.value
        if can_open:
            sheet.open(battle)
            holds[row] = not any(True for _ in sheet.problems(battle))
    for check in (*HEADER_CHECKS, *match.system.record_checks):
        holds &= check.holds(battles)
    now = match.battles[0]
    holds &= (battles["to_act"] == now.to_act) & (battles["window"] == now.window)
    return [one for one, held in zip(changes, holds, strict=True) if held], battles[holds]


def flips(
    decision: Decision, agent: Any, battles: np.ndarray, action: int, weight: float, seed: int
) -> dict[int, int]:
    """The changes, by their places in `battles [V]`, with which the adviser chooses otherwise.

    Returns:
        The new choice of each, in the order of the changes. The old one stays legal.
    """
    if not len(battles):
        return {}
    match, system = decision.match, decision.match.system
    seen, masks = looks(match, battles)
    if hasattr(agent, "chances"):
        chances = agent.chances(remembered_by(agent, battles, seen), masks)
    else:
        rng_state = np.repeat(seed_rng_states(seed, 1), len(battles), axis=0)
        every = np.arange(len(battles))
        actions, _ = query_agent(agent, system, battles, rng_state, seen, masks, every)
        chances = np.zeros(masks.shape)
        for row in np.flatnonzero((actions != action) & masks[:, action]):
            again = np.full(ASKED_AGAIN, row)
            dice = seed_rng_states(np.random.SeedSequence([seed, 6]), ASKED_AGAIN)
            actions, _ = query_agent(
                agent,
                system,
                battles[again],
                dice,
                seen[again],
                masks[again],
                np.arange(len(again)),
            )
            chances[row] = np.bincount(actions, minlength=masks.shape[1]) / ASKED_AGAIN
    best = chances.argmax(axis=1)
    changed = masks[:, action] & chances.any(axis=1) & (best != action)
    changed &= chances[:, action] <= weight - LEAST_CHANGE
    return {int(row): int(best[row]) for row in np.flatnonzero(changed)}


# --- In words -------------------------------------------------------------------------------------


def in_words(match: Match, sheet: Sheet, change: Change, new: int, battle: np.record) -> str:
    """A change and the choice that follows from it, in one sentence."""
    names = match.system.fighter_names(match.battle)
    if match.names:
        attach_names(battle, match.names)
    sentence, whose = match.system.describe(battle, new), names[change.fighter]
    fields, speaker = sheet.fighter_fields, Speaker(match.scenarios[0])
    now, then = (
        change.key.read(one.fighters[change.fighter], fields, speaker)
        for one in (match.battles[0], battle)
    )
    told = f"{short_meaning(change.key)}: {plain_value(then)} instead of {plain_value(now)}"
    return f"With one change to {whose} ({told}), the choice would be: {sentence}"


def short_meaning(key: Key) -> str:
    """The meaning of a key, without its first word and what follows a `;`: `AP left`."""
    meaning, _, _ = key.meaning.partition(";")
    first, _, rest = meaning.partition(" ")
    return rest if first in ("the", "its", "his", "whether") else meaning


def plain_value(value: Any) -> str:
    """A value of a sheet in words: `yes`, `on guard`, `3`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")

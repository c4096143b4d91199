"""The masks of turns and interrupts, against `Reading` and against `may_choose`.

The maps are empty: terrain, doors, flanks and movement goals have separate tests.
"""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.wildroll import step, turn
from quintain.envs.wildroll.actions import masks
from quintain.envs.wildroll.actions.table import ANSWERS, argument_of, num_actions, slot_in, verb_of
from quintain.envs.wildroll.enums import FULL_VERBS, Role, Verb, Window
from quintain.envs.wildroll.rules.combat_sequence.legality import may_choose, target_of

from .reading import Reading

pytestmark = pytest.mark.interpreted

SEEDS = range(1) if numba.config.DISABLE_JIT else range(6)
IN_EVERY_RUN = 2
"""Seeds that are not left to `make test-slow`: `Reading` is slow, and each plays a whole battle."""
DECISIONS = 20 if numba.config.DISABLE_JIT else 1500

# --- Verbs that `Reading` leaves out --------------------------------------------------------------

UNREAD = {Verb.DOOR, Verb.SURFACE, Verb.JUMP}
UNREAD |= {Verb.TO_ITEM, Verb.TO_GROUND, Verb.TOWARD, Verb.TO_REACH, Verb.AWAY, Verb.FLANK}
UNREAD |= {Verb.COVER, Verb.TO_ALLY}

# --- Random play ----------------------------------------------------------------------------------

PEOPLE = (
    "swordsman spearman champion wrestler archer crossbowman mage healer medic duellist cutthroat "
    "warden halfling torchbearer thug ogre wolf panther serpent crab ooze giant"
).split()


def somebody(choose, x, y):
    """A random fighter, often hurt."""
    one = {"base": choose.choice(PEOPLE), "at": (x, y)}
    if choose.random() < 0.5:
        one |= {"wounds": {"moderate": 1}, "bleeding": 1, "initiative": choose.randint(5, 25)}
    if choose.random() < 0.3:
        one |= {"poisoned": 1, "hobbled": True, "fatigue": 6, "posture": 2}
    return one


def skirmish(battle_of, choose):
    """Three against three, at close quarters."""
    red, blue = ([somebody(choose, x, y) for y in (2, 3, 4)] for x in (4, 6))
    return battle_of(red, blue)


def cavalry(battle_of, choose):
    """Riders, a sentient mount and a hidden archer."""
    red = [
        {"base": "knight", "rides": 2},
        {"base": "lancer", "rides": 3},
        {"base": "warhorse", "at": (4, 3)},
        {"base": "horse", "at": (4, 5)},
    ]
    blue = [
        {"base": "guard", "at": (6, 3)},
        {"base": "knight", "rides": 7},
        {"base": "scout", "at": (9, 6), "hidden": True},
        {"base": "griffin", "at": (6, 5)},
    ]
    return battle_of(red, blue, hiding_side=1)


def decisions(battle_of, make, seed):
    """Random play: the battle and its mask, at each decision."""
    choose = random.Random(seed)
    battle = make(battle_of, choose)
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    turn.play_on(battle)
    while not battle.over and battle.decisions < DECISIONS:
        masks.legal_action_mask(battle, mask)
        yield battle, mask
        verbs = {int(verb_of(action)) for action in np.flatnonzero(mask)}
        verb = choose.choice(sorted(verbs))
        step.advance(battle, choose.choice([a for a in np.flatnonzero(mask) if verb_of(a) == verb]))


def names(ids):
    """Actions in words, for the message."""
    return [
        f"{Verb(int(verb_of(a))).name} {int(argument_of(a))} {int(slot_in(a))}" for a in sorted(ids)
    ]


@njit
def write_choices(battle, role, actions, may):
    """The answers of `may_choose` for these actions."""
    actor = battle.to_act
    for at in range(len(actions)):
        verb, argument = verb_of(actions[at]), argument_of(actions[at])
        target = target_of(battle, actor, verb, slot_in(actions[at]))
        may[at] = may_choose(battle, actor, verb, argument, target, role)


MAKERS = [skirmish, cavalry]


@pytest.mark.compiled
@pytest.mark.rule(
    "QW1", "QW2", "QW9", "QW10", "H12", "H14", "H18", "H25", "H28", "W49", "W72", "W75", "W80",
    "W81", "W84", "W88", "W94", "W100", "W101", "RW5", "RW7", "RW14", "RW32", "RW36", "RW40",
)  # fmt: skip
@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "seed",
    [pytest.param(one, marks=[pytest.mark.slow] * (one >= IN_EVERY_RUN)) for one in SEEDS],
)
def test_QW1_QW2_the_masks_are_what_the_rows_allow(battle_of, make, seed):
    for battle, mask in decisions(battle_of, make, seed):
        if battle.window not in (Window.TURN, Window.INTERRUPT):
            continue
        unread = set(UNREAD) | set(FULL_VERBS)
        if battle.fighters[battle.to_act].drag_points != 0:
            unread.add(Verb.STEP)
        found = {int(a) for a in np.flatnonzero(mask) if verb_of(a) not in unread}
        expected = {a for a in Reading(battle).read() if verb_of(a) not in unread}
        assert found == expected, (names(found - expected), names(expected - found))


@pytest.mark.compiled
@pytest.mark.rule("QW1", "QW2", "QW12")
@pytest.mark.parametrize("make", MAKERS)
def test_QW1_QW2_the_masks_say_what_may_choose_says(battle_of, make):
    left_out = {*ANSWERS, Verb.INTERPOSE}
    count = num_actions(int(make(battle_of, random.Random(9)).max_side))
    actions = np.array([a for a in range(count) if verb_of(a) not in left_out])
    may = np.zeros(len(actions), np.bool_)
    for battle, mask in decisions(battle_of, make, 9):
        if battle.window not in (Window.TURN, Window.INTERRUPT):
            continue
        role = Role.TURN if battle.window == Window.TURN else Role.INTERRUPT
        write_choices(battle, role, actions, may)
        differ = actions[mask[actions] != may]
        assert differ.size == 0, names(differ)


@pytest.mark.compiled
@pytest.mark.rule("QW1", "QW2", "QW4")
@pytest.mark.parametrize("make", MAKERS)
def test_QW1_nobody_is_asked_who_can_only_wait(battle_of, make):
    for battle, mask in decisions(battle_of, make, 5):
        assert mask[0]
        assert mask[1:].any(), Window(int(battle.window)).name

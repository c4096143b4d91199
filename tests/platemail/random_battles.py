"""Random battles and random legal orders.

Battles have any characters of the cast, on any map, in changed states: wounded, fallen, netted,
bound, Dazed, in Terror, carried, hidden, with spells in hand.
"""

from __future__ import annotations

import random

import numba
import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.platemail import deploy as deployment
from quintain.envs.platemail import step as engine
from quintain.envs.platemail import turn
from quintain.envs.platemail.actions import masks as action_masks
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.actions.clauses import NUM_CLAUSES, SEQUENCE
from quintain.envs.platemail.enums import Life, Spell, Window
from quintain.envs.platemail.observation.layout import observation_layout
from quintain.envs.platemail.observation.writer import observe
from quintain.envs.platemail.rules.bodies import has_free_hand, is_reloadable, knows_spell
from quintain.envs.platemail.rules.spells import bind_bit
from quintain.envs.platemail.rules.wounds import sever
from quintain.envs.platemail.scenario import Scenario, make_template
from quintain.envs.platemail.state import BATTLE, NET
from quintain.envs.platemail.tables import ARMOUR_NAMES, CAST_NAMES, IS_THROWN

from ..fixtures.observations import length_at

FEW, MANY = (6, 12) if numba.config.DISABLE_JIT else (60, 150)
"""Examples: a round takes a tenth of a second without the compiler."""
slow = settings(
    deadline=None,
    max_examples=FEW,
    phases=(Phase.explicit, Phase.generate),  # neighbouring seeds have nothing in common
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(0, 2**32 - 1)
NOBODY = -1
SLOTS = 12


def random_person(rng):
    """Any character of the cast, with other attributes, armour and Max Wounds."""
    person = {"base": rng.choice(CAST_NAMES), "attack_bonus": rng.randint(0, 4)}
    person |= {key: rng.randint(-3, 3) for key in ("strength", "dexterity", "will")}
    person |= {key: rng.randint(0, 3) for key in ("stealth", "perception", "medical")}
    if rng.random() < 0.5:
        person["armour"] = rng.choice(ARMOUR_NAMES)
    if rng.random() < 0.3:
        person["max_wounds"] = rng.randint(1, 6)
    return person


def random_rows(rng, width, height):
    """A map of text: bare, or with low, high and raised squares and a few doors."""
    letters = rng.choice([".", "....o#^", "..o", ".....#"])
    rows = [[rng.choice(letters) for _ in range(width)] for _ in range(height)]
    if "#" in letters:
        for _ in range(rng.randint(1, 3)):
            rows[rng.randrange(height)][rng.randrange(width)] = rng.choice("+/")
    return rows


def random_scenario(rng):
    """Any scenario: sizes, map, people, wards, switches; most begin close together."""
    width, height = rng.choice([(5, 4), (9, 7), (16, 5)])
    rows = random_rows(rng, width, height)
    places = rng.sample([(x, y) for x in range(width) for y in range(height)], width * height)
    if rng.random() < 0.7:
        places.sort(key=lambda at: -max(abs(at[0] - width // 2), abs(at[1] - height // 2)))
    sizes = rng.choice([(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3), (4, 4)])
    wards = [rng.randrange(size) if rng.random() < 0.2 else None for size in sizes]

    def seat(place, ward):
        x, y = places.pop()
        if rows[y][x] in "#+":
            rows[y][x] = "."
        return {"fighter": random_person(rng), "at": [x, y], "ward": place == ward}

    red, blue = (
        [seat(place, ward) for place in range(size)]
        for size, ward in zip(sizes, wards, strict=True)
    )
    return Scenario.model_validate(
        {
            "title": "Random",
            "description": "Random.",
            "map": "\n".join("".join(row) for row in rows),
            "red": red,
            "blue": blue,
            "round_limit": rng.randint(2, 6),
            "max_side": rng.choice([0, max(sizes), 6]),
            "rules": {key: rng.random() < 0.5 for key in ("full_absorb", "plan_alone")},
        }
    )


def deploy(seed):
    """A random battle at its first decision, changed so that rare states occur."""
    rng = random.Random(seed)
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    deployment.deploy(battle, make_template(random_scenario(rng))[0])
    if rng.random() < 0.8:
        stir(battle, rng)
        begin_anew(battle)
    return battle, rng


def begin_anew(battle):
    """Ask for the round's orders again, from the first clause."""
    battle.window, battle.to_act = Window.NONE, NOBODY
    turn.begin_round(battle)
    engine.play_on(battle)


def side_of(battle, side):
    """The numbers of a side's fighters."""
    return [actor for actor in range(battle.num_fighters) if battle.side[actor] == side]


def stir(battle, rng):
    """Another plausible state; at least one fighter of each side stays able."""
    battle.quiet_rounds = rng.choice([0, 0, 13])
    spared = {rng.choice(side_of(battle, side)) for side in (0, 1)}
    numbers = range(battle.num_fighters)
    for actor in numbers:
        it = battle.fighters[actor]
        it.moved, it.used_weapon = (rng.random() < 0.3 for _ in range(2))
        it.attacked = rng.getrandbits(battle.num_fighters) if rng.random() < 0.3 else 0
        if actor not in spared and rng.random() < 0.25:
            it.life = rng.choice([Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
            it.wounds = it.max_wounds + rng.randint(1, 2)
            it.countdown = rng.randint(0, int(it.max_wounds))
            continue
        it.wounds = rng.choice([0, 0, rng.randint(0, int(it.max_wounds))])
        it.prone = rng.random() < 0.1
        for field in ("dazed", "terror"):
            it[field] = rng.choice([0] * 6 + [1, 3])
        stir_gear(battle, actor, rng)
        stir_hiding(battle, actor, rng)
    for actor in rng.sample(numbers, len(numbers)):
        if rng.random() < 0.3:
            stir_bind(battle, actor, rng)
        elif rng.random() < 0.3:
            stir_burden(battle, actor, rng)


def stir_gear(battle, actor, rng):
    """Nets, severed limbs, weapons to be loaded, few to throw, a spell in hand, aim."""
    it = battle.fighters[actor]
    it.entrapped = NET * (rng.random() < 0.15)
    if rng.random() < 0.1:
        sever(battle, actor, rng.randint(1, 4))
    if IS_THROWN[it.hand]:
        it.stock = rng.randint(1, 3)
    if is_reloadable(it):
        it.loaded = rng.random() < 0.5
    it.aimed = rng.random() < 0.2
    known = [spell for spell in Spell if knows_spell(it, spell)]
    if known and has_free_hand(it) and rng.random() < 0.6:
        it.prepared = rng.choice(known)


def stir_hiding(battle, actor, rng):
    """Change the enemies who are Unaware of a fighter, and those that it has struck."""
    if rng.random() < 0.3:
        it = battle.fighters[actor]
        it.stealth_roll = rng.randint(1, 23)
        for enemy in side_of(battle, 1 - battle.side[actor]):
            it.hidden_from |= (rng.random() < 0.6) << enemy
        it.struck = it.surprised = it.hidden_from & rng.getrandbits(SLOTS)
        it.hides_from = it.hidden_from


def stir_bind(battle, actor, rng):
    """A Bind on an enemy that lasts while the caster keeps Focus."""
    caster = battle.fighters[actor]
    enemy = rng.choice(side_of(battle, 1 - battle.side[actor]))
    if caster.life == battle.fighters[enemy].life == Life.ABLE and knows_spell(caster, Spell.BIND):
        caster.focus = enemy
        battle.fighters[enemy].entrapped |= bind_bit(actor)


def stir_burden(battle, actor, rng):
    """An ally carried on the shoulders."""
    carrier, ally = battle.fighters[actor], rng.choice(side_of(battle, battle.side[actor]))
    it = battle.fighters[ally]
    is_free = all(one.carrying == one.carried_by == NOBODY for one in (carrier, it))
    can_carry = carrier.life == Life.ABLE and carrier.prone == 0
    if ally == actor or not can_carry or it.life == Life.DEAD or not is_free:
        return
    carrier.carrying, it.carried_by = ally, actor
    it.x, it.y = carrier.x, carrier.y


def masks_of(battle, actor):
    """The masks of all clauses of a fighter: `[clauses, actions]`."""
    size = table.num_actions(int(battle.max_side))
    masks = np.zeros((NUM_CLAUSES, size), np.bool_)
    for clause, mask in enumerate(masks):
        action_masks.order_mask(battle, actor, clause, mask)
    return masks


def order_masks(battle):
    """The masks of all fighters: `[fighters, clauses, actions]`."""
    return np.stack([masks_of(battle, actor) for actor in range(battle.num_fighters)])


def choose(mask, rng):
    """A legal action; first a verb, so that those with many targets are not chosen most."""
    by_verb = {}
    for action in np.flatnonzero(mask).tolist():
        by_verb.setdefault(int(table.verb_of(action)), []).append(action)
    return rng.choice(rng.choice(list(by_verb.values())))


def write_all(battle, rng):
    """Write a random order for every fighter; return the choice for each clause that is asked."""
    chosen = {}
    for actor, masks in enumerate(order_masks(battle)):
        for clause in SEQUENCE.tolist():
            if not turn.is_asked(battle, actor, clause):
                continue
            action = choose(masks[clause], rng)
            engine.write_clause(battle, actor, clause, action)
            chosen[actor, clause] = action
        battle.orders[actor].is_written = 1
    battle.window, battle.to_act, battle.writer = Window.NONE, NOBODY, NOBODY
    return chosen


def copy_of(battle):
    """A battle of its own with the same bytes."""
    copy = np.zeros(1, BATTLE)
    copy[0] = battle
    return copy[0]


def seen_by(battle, actor):
    """The observation of a fighter."""
    out = np.zeros(length_at(observation_layout, int(battle.max_side)), np.float32)
    observe(battle, actor, out)
    return out

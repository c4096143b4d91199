"""The facts that a fighter cannot know, and the samples of `conceal` (XP1 to XP6)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.engine.dice import load_dice, seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match
from quintain.envs.platemail import hidden, turn
from quintain.envs.platemail import step as engine
from quintain.envs.platemail.actions import masks as action_masks
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.enums import (
    Condition,
    Life,
    Spell,
    Verb,
    Window,
)
from quintain.envs.platemail.observation.layout import observation_layout
from quintain.envs.platemail.observation.writer import observe
from quintain.envs.platemail.rules.hiding import has_hiding_place
from quintain.envs.platemail.rules.sight import is_covered_from, is_floor
from quintain.envs.platemail.state import (
    BATTLE,
)
from quintain.envs.platemail.tables import BASE_SAVE

from ..fixtures.observations import length_at

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("platemail")
UNWRITTEN = [turn.UNWRITTEN] * 3


def concealed(battle, fighter, seed=0):
    """The battle as a fighter may imagine it."""
    copy = np.zeros(1, BATTLE)
    copy[0] = battle
    hidden.conceal(copy[0], fighter, seed_rng_states(seed, 1)[0])
    return copy[0]


def seen(battle, fighter):
    """The observation of a fighter, and the masks of all clauses of its order."""
    out = np.zeros(length_at(observation_layout, int(battle.max_side)), np.float32)
    observe(battle, fighter, out)
    masks = np.zeros((Window.STANDING, table.num_actions(int(battle.max_side))), np.bool_)
    for clause, mask in enumerate(masks):
        action_masks.order_mask(battle, fighter, clause, mask)
    return out.tobytes() + masks.tobytes()


def legal(battle):
    """The legal actions of the deciding fighter."""
    mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
    action_masks.legal_action_mask(battle, mask)
    return np.flatnonzero(mask).tolist()


def begin(battle):
    """Begin the round of a battle that was set up by hand."""
    battle.log = False
    battle.events[:] = np.zeros(1, battle.events.dtype)
    turn.begin_round(battle)
    engine.play_on(battle)
    return battle


def write(battle, rounds=1):
    """Write first clauses until the next fighter decides."""
    actor = battle.to_act
    while battle.to_act == actor:
        engine.advance(battle, legal(battle)[-1])
    return battle


# --- What he knows stays (XP1 to XP6) -------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.rule("XP1", "XP2", "XP3", "XP4", "XP5", "XP6", "P9")
@pytest.mark.parametrize("name", SYSTEM.scenario_names())
def test_XP1_what_a_fighter_sees_and_may_write_stays_as_it_is(name):
    match, rng = Match(SYSTEM, name), random.Random(5)
    match.reset(5)
    for _ in range(40):
        battle, fighter = match.battle, match.to_act
        if rng.random() < 0.2:
            other = concealed(battle, fighter, rng.randrange(100))
            assert seen(other, fighter) == seen(battle, fighter)
            assert (other.to_act, other.window) == (battle.to_act, battle.window)
            own, before = other.fighters[fighter], battle.fighters[fighter]
            own.hidden_from, own.struck = before.hidden_from, before.struck
            assert own.tobytes() == before.tobytes()
            assert other.orders[fighter].tobytes() == battle.orders[fighter].tobytes()
        match.step(rng.choice(np.flatnonzero(match.mask).tolist()))
        if match.is_over:
            match.reset()


OPEN = (
    "x", "y", "wounds", "life", "hand", "second", "shield", "armour", "prone", "limbs",
    "entrapped", "dazed", "terror", "carrying", "carried_by", "hidden_from", "struck", "moved",
    "attacked", "assailants", "used_weapon", "is_ward", "aimed", "key", "cast",
)  # fmt: skip


@pytest.mark.rule("XP4")
def test_XP4_what_all_see_and_ones_own_side_stay(fight):
    blue = {"base": "battle_mage", "wounds": 1, "prepared": Spell.FEAR, "prone": 1}
    battle = begin(fight([{"strength": 2}, {"will": -1, "max_wounds": 5}], [blue, {}]))
    for seed in range(10):
        other = concealed(battle, 0, seed)
        for ally in (0, 1):
            assert other.fighters[ally].tobytes() == battle.fighters[ally].tobytes()
        for enemy in (2, 3):
            for field in OPEN:
                assert other.fighters[enemy][field] == battle.fighters[enemy][field], field
        assert other.fighters[2].prepared >= 0
        assert other.fighters[3].prepared == -1
        assert (other.low == battle.low).all()
        assert other.round_number == battle.round_number


# --- Unknown facts are drawn again ----------------------------------------------------------------


@pytest.fixture
def twins(fight):
    """Whether a fighter's samples agree for two battles with different hidden facts."""

    def check(fields, rules=None, change=None, **both):
        blue = {"base": "battle_mage", "at": (6, 3), **both}
        one, other = (
            begin(fight([{}, {}], [{**blue, **more}, {"at": (6, 5)}], rules=rules))
            for more in ({}, fields)
        )
        if change:
            change(other)
        assert one.tobytes() != other.tobytes()
        return all(
            concealed(one, fighter, seed).tobytes() == concealed(other, fighter, seed).tobytes()
            for fighter in (0, 1)
            for seed in range(5)
        )

    return check


@pytest.mark.rule("XP4", "RP1")
@pytest.mark.parametrize(
    "fields",
    [
        {"strength": -3}, {"dexterity": 3}, {"will": -3}, {"stealth": 3}, {"perception": 3},
        {"medical": 3}, {"attack_bonus": 4}, {"max_wounds": 6}, {"mends": 1},
    ],
    ids=str,
)  # fmt: skip
def test_XP4_an_enemys_numbers_make_no_difference(twins, fields):
    assert twins(fields)


@pytest.mark.rule("XP4", "P46")
def test_XP4_max_wounds_fit_the_wounds_that_are_seen(fight):
    blue = [{"max_wounds": 6, "wounds": 5}, {"max_wounds": 1}]
    battle = begin(fight([{}], blue))
    for seed in range(5):
        for it in concealed(battle, 0, seed).fighters[1:3]:
            assert max(1, it.wounds) <= it.max_wounds


@pytest.mark.rule("XP5", "RP21")
def test_XP5_poison_makes_no_difference(twins):
    assert twins({"poison": 3})


@pytest.mark.compiled
@pytest.mark.rule("XP2")
def test_XP2_the_stealth_roll_of_a_hidden_enemy_makes_no_difference(twins):
    assert twins({"stealth_roll": 17}, hidden_from=0b10)


@pytest.mark.rule("XP2", "P55")
def test_XP2_nor_does_the_last_roll_of_one_who_is_seen(twins):
    assert twins({"stealth_roll": 17}, stealth_roll=5)


@pytest.mark.rule("XP4", "P47", "RP12")
def test_XP4_how_long_the_fallen_live_does_not_tell_their_max_wounds(twins):
    fallen = {"life": Life.FATALLY_WOUNDED, "wounds": 7}
    assert twins({"max_wounds": 6, "countdown": 5}, max_wounds=3, countdown=2, **fallen)


@pytest.mark.rule("XP3", "P74", "RP37")
def test_XP3_which_spell_is_in_hand_makes_no_difference(fight):
    for fighter in (0, 1):
        for seed in range(5):
            seen_spells = {
                concealed(
                    begin(fight([{}, {}], [{"base": "battle_mage", "prepared": spell}])),
                    fighter,
                    seed,
                ).tobytes()
                for spell in Spell
            }
            assert len(seen_spells) == 1


@pytest.mark.rule("XP3", "XP4")
def test_XP4_samples_vary(fight):
    battle = begin(fight([{}], [{"base": "battle_mage", "prepared": Spell.BOLT}]))
    samples = [concealed(battle, 0, seed).fighters[1] for seed in range(60)]
    for field in ("strength", "dexterity", "will", "stealth", "perception", "medical"):
        assert len({int(it[field]) for it in samples}) >= 4
        assert {int(it[field]) for it in samples} <= set(range(-3, 4))
    assert {int(it.prepared) for it in samples} == set(Spell)


@pytest.mark.rule("XP4", "RP38")
@pytest.mark.parametrize("loaded", [0, 1])
@pytest.mark.parametrize("stock", [1, 3])
def test_XP4_a_sample_keeps_what_an_enemy_openly_holds(fight, loaded, stock):
    archer = {"base": "crossbowman", "loaded": loaded}
    thrower = {"base": "javelineer", "stock": stock}
    battle = begin(fight([{}], [archer, thrower]))
    for seed in range(10):
        one, other = concealed(battle, 0, seed).fighters[1:3]
        assert (one.loaded, other.stock) == (loaded, stock)


@pytest.mark.rule("XP6")
@pytest.mark.parametrize("fighter", [0, 1])
def test_XP6_the_dice_to_come_are_drawn_anew_for_everybody(duel, fighter):
    battle, other = begin(duel()), begin(duel())
    other.dice[:] = seed_rng_states(99, 1)[0]
    load_dice(other, [5, 5, 5])
    one, two = concealed(battle, fighter), concealed(other, fighter)
    assert (one.dice == two.dice).all()
    assert not (one.dice == battle.dice).all()
    assert two.next_loaded == two.num_loaded  # nobody foresees loaded dice
    assert not (concealed(battle, fighter, 1).dice == one.dice).all()
    assert one.dice.any()  # the generator must not be all zero


@pytest.mark.rule("P58", "XP4")
def test_XP4_a_search_cannot_tell_whether_those_whom_he_surprised_are_unaware_still(duel):
    tried = {"hides_from": 2, "surprised": 2, "stealth_roll": BASE_SAVE + 2}
    battles = [begin(duel({**tried, "hidden_from": it, "struck": it})) for it in (0, 2)]
    samples = [[concealed(battle, 0, seed).fighters[0] for seed in range(20)] for battle in battles]
    drawn = [[(int(it.hidden_from), int(it.struck)) for it in sample] for sample in samples]
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {(0, 0), (2, 2)}


# --- Where the Hidden are (XP2, RP36) -------------------------------------------------------------

MAP = "\n".join(["..........", "..o....o..", "..........", "....##....", ".........."])


@pytest.mark.rule("XP2", "P54", "RP36")
def test_XP2_one_of_whom_he_is_unaware_is_put_where_one_can_hide(fight):
    blue = [{"at": (2, 1), "hidden_from": 1}, {"at": (7, 2)}]
    battle = begin(fight([{"at": (0, 4)}], blue, map=MAP))
    places = set()
    for seed in range(40):
        other = concealed(battle, 0, seed)
        it, seer = other.fighters[1], other.fighters[0]
        place = (int(it.x), int(it.y))
        places.add(place)
        assert is_floor(other, it.x, it.y)
        assert place not in ((0, 4), (7, 2))
        assert has_hiding_place(other, 1, 0)
        assert is_covered_from(other, 2, 0) == is_covered_from(battle, 2, 0)
        assert (seer.x, seer.y, other.fighters[2].x, other.fighters[2].y) == (0, 4, 7, 2)
        assert it.hidden_from == 1
    assert len(places) > 3


@pytest.mark.rule("XP2")
def test_XP2_his_allies_know_where_they_are_and_so_does_who_is_aware(fight):
    blue = [{"at": (2, 1), "hidden_from": 0b01}, {"at": (7, 2)}]
    battle = begin(fight([{"at": (0, 4)}, {"at": (1, 4)}], blue, map=MAP))
    battle.fighters[2].hidden_from = 0b01
    for fighter in (1, 2, 3):
        for seed in range(5):
            other = concealed(battle, fighter, seed)
            assert (other.fighters[2].x, other.fighters[2].y) == (2, 1)


# --- Sealed orders (XP1) --------------------------------------------------------------------------


def give_order(battle, actor):
    """A sealed order."""
    order = battle.orders[actor]
    order.verb[:], order.target[:] = Verb.CHARGE, 1 - battle.side[actor]
    order.condition, order.argument = Condition.WOUNDED, 1
    order.opportunity, order.stand, order.is_written = 0, 0, 1


@pytest.mark.rule("XP1", "P5")
@pytest.mark.parametrize(("alone", "known"), [(False, [0, 1]), (True, [1])])
def test_XP1_orders_that_he_does_not_know_are_blank(fight, alone, known):
    battle = begin(fight([{}, {}], [{}, {}], rules={"plan_alone": alone}))
    for actor in range(4):
        give_order(battle, actor)
    other = concealed(battle, 1)
    for actor in range(4):
        order = other.orders[actor]
        assert order.is_written == (actor in known)
        if actor in known:
            assert order.tobytes() == battle.orders[actor].tobytes()
        else:
            assert order.verb.tolist() == UNWRITTEN
            assert (order.condition, order.opportunity, order.stand) == (Condition.ALWAYS, 1, 1)


@pytest.mark.rule("XP1", "P5", "TP2")
def test_XP1_sealed_orders_of_others_are_asked_for_again_after_his_own(fight):
    battle = begin(fight([{}, {}], [{}, {}], rules={"plan_alone": True}))
    for _ in range(3):
        write(battle)
    assert battle.to_act == 3
    assert [order.is_written for order in battle.orders[:4]] == [1, 1, 1, 0]
    other = concealed(battle, 3)
    asked = []
    while other.round_number == 0 and not other.over:
        if other.to_act not in asked:
            asked.append(int(other.to_act))
        engine.advance(other, legal(other)[0])
    assert asked == [3, 0, 1, 2]


@pytest.mark.rule("XP1", "P5")
def test_XP1_what_he_has_written_of_his_own_order_stays(duel):
    battle = begin(duel())
    engine.advance(battle, table.directive_action(battle, 0, Verb.CHARGE, 1))
    assert battle.window == Window.CONDITION
    other = concealed(battle, 0)
    assert other.orders[0].tobytes() == battle.orders[0].tobytes()
    assert (other.writer, other.clause) == (battle.writer, battle.clause)


@pytest.mark.rule("XP1")
def test_XP1_sealed_enemy_orders_make_no_difference(twins):
    def seal(battle):
        give_order(battle, 2)

    assert twins({}, change=seal)


# --- The battle can be played on (XP1 to XP6) -----------------------------------------------------


@pytest.mark.rule("XP1", "XP2")
@pytest.mark.parametrize("name", ["duel", "ambush", "caster"])
def test_XP1_a_concealed_battle_is_played_to_its_end(name):
    scenario = SYSTEM.load_scenario(name).model_copy(update={"round_limit": 3})
    match, rng = Match(SYSTEM, scenario), random.Random(7)
    match.reset(7)
    while match.battle.round_number < 1:
        match.step(rng.choice(np.flatnonzero(match.mask).tolist()))
    other = concealed(match.battle, match.to_act)
    decisions = 0
    while not other.over:
        assert len(legal(other)) > 1
        engine.advance(other, rng.choice(legal(other)))
        decisions += 1
    assert 0 < decisions
    assert other.ending


# --- Whole battles (XP2) --------------------------------------------------------------------------


WOODS = "\n".join(["." * 14, "." * 14, "." * 14, "." * 14, "#" * 14, "." * 14, "." * 14])
"""Those behind the wall never meet the others."""


def watched(fight, lair, seed):
    """Masks and observations of the red fighters in rounds without effect of a hidden enemy."""
    hidden_enemy = {"at": lair, "hidden_from": 0b11, "hides_from": 0b11, "stealth_roll": 20}
    blue = [{"at": (9, 1)}, {"at": (9, 2), "base": "archer"}, hidden_enemy]
    red = [{"at": (4, 1)}, {"at": (4, 2), "base": "archer"}]
    battle, rng, told = begin(fight(red, blue, map=WOODS)), random.Random(seed), []
    keep = table.directive_action(battle, 4, Verb.SKULK_KEEP, -1)
    while not battle.over and battle.round_number < 6:
        actor, actions = int(battle.to_act), legal(battle)
        if actor == 4:
            action = keep if keep in actions else 0
        else:  # what concerns allies depends on the hidden one
            action = rng.choice([one for one in actions if not for_ally(one)])
        if actor in (0, 1):
            told.append((actor, int(battle.window), seen(battle, actor)))
        engine.advance(battle, action)
    assert battle.fighters[4].hidden_from != 0
    return told


def for_ally(action):
    """Whether it is a directive for an ally."""
    return table.TARGETS[table.verb_of(action)] == Target.ALLY


@pytest.mark.rule("XP2", "XP4")
@pytest.mark.parametrize("seed", range(3))
def test_XP2_where_an_unknown_enemy_hides_changes_no_window_mask_or_observation(fight, seed):
    one, other = watched(fight, (1, 6), seed), watched(fight, (12, 5), seed)
    assert len(one) > 20
    assert one == other

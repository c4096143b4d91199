"""Whole rounds in which something is hidden (XP1 to XP6)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.platemail.actions.table import directive_action
from quintain.envs.platemail.enums import Act, Spell, Verb
from quintain.envs.platemail.hidden import conceal
from quintain.envs.platemail.observation.layout import observation_layout
from quintain.envs.platemail.observation.writer import observe
from quintain.envs.platemail.state import LEFT_ARM
from quintain.envs.platemail.step import advance
from quintain.envs.platemail.tables import BASE_SAVE
from quintain.envs.platemail.turn import begin_round, play_on

from ..fixtures.observations import length_at
from .written_orders import PASS, square, write

pytestmark = [pytest.mark.interpreted]


def twin(battle):
    """An independent copy."""
    copy = np.zeros(1, battle.dtype)
    copy[0] = battle
    return copy[0]


# --- What is hidden (XP1 to XP6) ------------------------------------------------------------------


def seen(battle, fighter):
    """The observation of a fighter."""
    out = np.zeros(length_at(observation_layout, int(battle.max_side)), np.float32)
    observe(battle, fighter, out)
    return out.tobytes()


def imagined(battle, fighter, seed=0):
    """The battle as a fighter may imagine it."""
    copy = twin(battle)
    conceal(copy, fighter, seed_rng_states(seed, 1)[0])
    return copy


@pytest.mark.rule("XP1", "P5")
def test_XP1_nobody_sees_an_enemys_order_before_it_is_carried_out(duel):
    battle = duel()
    begin_round(battle)
    play_on(battle)
    one, other = twin(battle), twin(battle)
    advance(one, directive_action(one, 0, Verb.FULL_ATTACK, 1))
    advance(other, PASS)
    for written in (one, other):
        while written.to_act == 0:
            advance(written, PASS)
    assert one.orders[0].tobytes() != other.orders[0].tobytes()
    assert seen(one, 1) == seen(other, 1)
    assert imagined(one, 1).tobytes() == imagined(other, 1).tobytes()


@pytest.mark.rule("XP1")
@pytest.mark.parametrize("plan_alone", [False, True])
def test_XP1_allies_see_each_others_orders_if_they_plan_together(fight, plan_alone):
    battle = fight([{}, {}], [{}, {}], rules={"plan_alone": plan_alone})
    other = twin(battle)
    write(other, 0, (Verb.GUARD, 1))
    write(battle, 0, (Verb.COUNTER, 2))
    assert (seen(battle, 1) == seen(other, 1)) == plan_alone
    assert (imagined(battle, 1).orders[0].verb[0] == Verb.COUNTER) != plan_alone


@pytest.mark.rule("XP2")
def test_XP2_the_unaware_see_neither_place_nor_roll_of_the_hidden(duel):
    rows = "\n".join(["." * 32, "." * 32, "." * 32, "....o..o" + "." * 24, *["." * 32] * 4])
    one = duel({"hidden_from": 2, "stealth_roll": 15}, {"at": (20, 3)}, map=rows)
    other = duel({"hidden_from": 2, "stealth_roll": 19, "at": (7, 3)}, {"at": (20, 3)}, map=rows)
    assert seen(one, 1) == seen(other, 1)
    one.fighters[0].hidden_from = other.fighters[0].hidden_from = 0
    assert seen(one, 1) != seen(other, 1)


@pytest.mark.rule("XP3")
def test_XP3_enemies_see_that_a_spell_is_in_hand_but_not_which(duel):
    battles = [
        duel({"spells": ["bolt", "fear"], "hand": "dagger", "prepared": spell})
        for spell in (-1, Spell.BOLT, Spell.FEAR)
    ]
    none, bolt, fear = (seen(battle, 1) for battle in battles)
    assert none != bolt
    assert bolt == fear
    assert seen(battles[1], 0) != seen(battles[2], 0)
    assert imagined(battles[1], 1).tobytes() == imagined(battles[2], 1).tobytes()


ROW = "." * 32


@pytest.mark.compiled
@pytest.mark.rule("XP2")
def test_XP2_the_hidden_are_imagined_in_any_square_that_hides_them(duel):
    rows = "\n".join([ROW, ROW, ROW, "....o" + "." * 27, ROW, "....o..o" + "." * 24, ROW, ROW])
    battle = duel({"at": (4, 3), "hidden_from": 2}, {"at": (4, 7)}, map=rows)
    places = {square(imagined(battle, 1, seed), 0) for seed in range(60)}
    # in the low squares, or behind one as the observer looks
    assert {(4, 5), (4, 3), (4, 2)} <= places
    assert len(places) > 12
    assert not {place for place in places if place[1] > 5}
    others = [square(imagined(battle, 1, seed), 0) for seed in range(60)]
    assert others.count((4, 3)) < 20


@pytest.mark.rule("XP2")
def test_XP2_a_single_other_place_is_found_and_without_one_he_stays(duel):
    rows = "\n".join([ROW, "o" + ROW[1:], ROW, ROW])
    hider = {"at": (20, 3), "hidden_from": 2}  # what hid him is gone
    battle = duel(hider, {"at": (0, 3)}, map=rows)
    battle.low[1] = 0
    battle.has_obstacles = 1
    assert {square(imagined(battle, 1, seed), 0) for seed in range(9)} == {(20, 3)}
    battle.low[0] = 1
    assert {square(imagined(battle, 1, seed), 0) for seed in range(9)} == {(0, 0)}


@pytest.mark.rule("XP3", "XP4", "RP23", "RP37")
def test_XP3_the_spells_that_enemies_know_are_imagined(duel):
    battle = duel({"spells": ["fear"], "hand": "dagger", "prepared": Spell.FEAR})
    other = duel({"spells": ["bolt", "mend"], "hand": "dagger", "prepared": Spell.MEND, "mends": 3})
    assert imagined(battle, 1).tobytes() == imagined(other, 1).tobytes()
    casters = [imagined(battle, 1, seed).fighters[0] for seed in range(60)]
    assert len({int(it.spells) for it in casters}) > 15
    assert {int(it.prepared) for it in casters} == set(Spell)
    assert all(it.spells >> it.prepared & 1 for it in casters)
    assert all(it.mends > 0 for it in casters if it.prepared == Spell.MEND)
    assert imagined(battle, 0).fighters[0].spells == battle.fighters[0].spells
    battle.fighters[0].prepared, battle.fighters[0].focus = -1, 1
    keepers = [imagined(battle, 1, seed).fighters[0] for seed in range(20)]
    assert all(it.spells >> Spell.BIND & 1 and it.prepared == -1 for it in keepers)


@pytest.mark.rule("XP3", "XP4", "RP23")
@pytest.mark.parametrize(("more", "may_cast"), [
    ({}, True), ({"shield": "shield"}, False), ({"limbs": LEFT_ARM}, False),
    ({"shield": "shield", "carried_hand": "dagger"}, True),
])  # fmt: skip
def test_XP4_a_secret_caster_is_imagined_as_any_other_with_a_hand_to_cast(duel, more, may_cast):
    one, other = duel({"hand": "dagger", **more}), duel({"hand": "dagger", **more})
    other.fighters[0].spells, other.fighters[0].mends = 1 << Spell.MEND, 3
    samples = []
    for seed in range(40):
        sample = imagined(one, 1, seed)
        assert sample.tobytes() == imagined(other, 1, seed).tobytes()
        samples.append(sample.fighters[0])
    assert {it.spells != 0 for it in samples} == ({True, False} if may_cast else {False})
    assert all(it.mends == 0 for it in samples if it.spells == 0)
    one.fighters[0].spells, one.fighters[0].seen_casting = 1, 2  # it has been seen casting
    assert all(imagined(one, 1, seed).fighters[0].spells for seed in range(9))


LOW_GROUND = "\n".join(["." * 16, "....o" + "." * 11, "." * 16])


@pytest.mark.rule("XP2", "XP4", "P56")
@pytest.mark.parametrize("acted", [Act.SKULK, Act.AIM, Act.COUNTER])
def test_XP2_whom_an_enemy_believes_unaware_does_not_tell_its_stealth_roll(duel, acted):
    """The second knows by its roll of 11 that Perception may be below it, the first does not."""
    hider = {"at": (4, 1), "acted": acted}
    one, other = (
        duel({**hider, **more}, {"at": (9, 1), "perception": 3}, map=LOW_GROUND)
        for more in ({"stealth_roll": 9}, {"stealth_roll": 11, "hides_from": 2, "surprised": 2})
    )
    beliefs = set()
    for seed in range(40):
        sample = imagined(one, 1, seed)
        assert sample.tobytes() == imagined(other, 1, seed).tobytes()
        it = sample.fighters[0]
        believes = it.stealth_roll > BASE_SAVE and acted != Act.COUNTER
        assert it.hides_from == (2 if believes else 0)
        beliefs.add(int(it.hides_from))
        assert it.surprised == 0
    assert len(beliefs) == (1 if acted == Act.COUNTER else 2)


@pytest.mark.rule("XP2", "P56", "P58", "P31")
def test_XP2_an_enemy_believes_unaware_who_is_and_who_has_no_line_to_it(fight):
    rows = "\n".join(["." * 16, "....#" + "." * 11, "." * 16])
    hider = {"at": (3, 1), "acted": Act.SKULK, "stealth_roll": 3}
    red = [{**hider, "hidden_from": 0b100, "struck": 0b100}]
    battle = fight(red, [{"at": (9, 1)}, {"at": (2, 1)}, {"at": (3, 2)}], map=rows)
    for seed in range(20):
        it = imagined(battle, 3, seed).fighters[0]
        assert (it.hides_from, it.surprised) == (0b110, 0b100)


@pytest.mark.rule("XP4", "P124", "RP38")
@pytest.mark.parametrize(
    ("hand", "field", "value"),
    [("heavy_crossbow", "loaded", 0), ("heavy_crossbow", "loaded", 1), ("dart", "stock", 2)],
)
def test_XP4_what_is_loaded_or_left_to_throw_is_open(duel, hand, field, value):
    battle = duel({"hand": hand, "strength": 3})
    battle.fighters[0][field] = value
    assert {int(imagined(battle, 1, seed).fighters[0][field]) for seed in range(9)} == {value}


@pytest.mark.rule("XP4", "RP38")
def test_XP4_what_hangs_at_the_belt_is_open(duel):
    battle = duel({"carried_hand": "light_crossbow", "carried_loaded": 0})
    for field in ("carried_hand", "carried_second", "carried_shield", "carried_loaded"):
        values = {int(imagined(battle, 1, seed).fighters[0][field]) for seed in range(9)}
        assert values == {int(battle.fighters[0][field])}


ATTRIBUTES = ["strength", "dexterity", "will", "stealth", "perception", "medical"]


@pytest.mark.rule("XP4", "RP1")
@pytest.mark.parametrize("number", [*ATTRIBUTES, "attack_bonus", "max_wounds"])
def test_XP4_attributes_and_max_wounds_are_not_seen(duel, number):
    one, other = duel({number: 1}), duel({number: 3})
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


@pytest.mark.rule("XP4")
@pytest.mark.parametrize("number", ATTRIBUTES)
def test_XP4_nor_imagined_as_they_are(duel, number):
    one, other = duel({number: 1}), duel({number: 3})
    assert imagined(one, 1).tobytes() == imagined(other, 1).tobytes()
    assert imagined(one, 0).fighters[0][number] == 1


@pytest.mark.rule("XP4")
@pytest.mark.parametrize("look", [{"wounds": 2}, {"hand": "axe"}, {"armour": "leather"}])
def test_XP4_wounds_weapons_and_armour_are_seen(duel, look):
    assert seen(duel(look), 1) != seen(duel(), 1)


@pytest.mark.rule("XP5", "P123")
def test_XP5_poison_is_not_seen(duel):
    one, other = duel({"hand": "blowgun", "poison": 3}), duel({"hand": "blowgun"})
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


@pytest.mark.rule("XP6")
def test_XP6_dice_to_come_are_neither_seen_nor_imagined(duel, load):
    one, other = duel(), duel()
    other.dice[:] = seed_rng_states(1, 1)[0]
    assert one.dice.tobytes() != other.dice.tobytes()
    for fighter in range(2):
        assert seen(one, fighter) == seen(other, fighter)
        assert imagined(one, fighter).dice.tobytes() == imagined(other, fighter).dice.tobytes()
    load(one, [20])
    copy = imagined(one, 0)
    assert copy.next_loaded == copy.num_loaded
    assert imagined(one, 0, 1).dice.tobytes() != copy.dice.tobytes()

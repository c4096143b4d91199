"""The fight report: every event in a sentence, what belongs together in one (`narrate`)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.platemail import rules
from quintain.envs.platemail.actions.orders import (
    VERB_ACT,
)
from quintain.envs.platemail.enums import (
    Act,
    Condition,
    Ending,
    Event,
    Save,
    Spell,
    Verb,
)
from quintain.envs.platemail.rules.guards import SPELL_WEAPON
from quintain.envs.platemail.state import (
    LOG_CAPACITY,
)
from quintain.envs.platemail.tables import (
    SPELL_NAMES,
    WEAPON_NAMES,
)
from quintain.envs.platemail.text import phrases
from quintain.envs.platemail.text.phrases import SIMPLE
from quintain.envs.platemail.text.report import TELL, narrate

pytestmark = [pytest.mark.interpreted]

RULES = Path(rules.__file__).parents[1] / "RULES.md"
RED, BLUE, NOBODY = 0, 1, -1
SWORD, DAGGER, BOW = (WEAPON_NAMES.index(name) for name in ("sword", "dagger", "long_bow"))
LEATHER_AND_SHIELD = {"armour": "leather", "shield": "shield"}
CAPTAIN, GUARD, ENVOY, AXEMAN, MAGE = range(5)
"""Fighters of `band`: three red, two blue."""


def are_rows(ids):
    """Whether there are rows, none twice."""
    is_once = len(set(ids)) == len(ids) > 0
    return is_once and all(re.fullmatch(r"R?P\d+|TP\d", row) for row in ids)


@pytest.fixture
def told(told):
    """What is told of events, with no rows but those of rules."""

    def tell(battle, *events):
        text = told(battle, *events)
        assert all(are_rows(ids) for _, ids in narrate(battle))
        return text

    return tell


@pytest.fixture
def band(fight):
    """A battle of five different fighters: three red, two blue."""
    return fight(
        [{"base": "swordsman"}, {"base": "bodyguard"}, {"base": "ward"}],
        [{"base": "axeman"}, {"base": "battle_mage"}],
    )


# --- Every event ----------------------------------------------------------------------------------

SILENT = {Event.NONE, Event.CONDITION}
"""A condition is told with the action that hangs on it."""


@pytest.mark.parametrize("kind", list(Event))
def test_every_event_is_told_or_silent_on_purpose(band, kind, told):
    assert kind in TELL or kind in SIMPLE
    text = told(band, (kind, CAPTAIN, AXEMAN, 1, 1, 2))
    assert bool(text) == (kind not in SILENT)


PLAUSIBLE = {
    Event.ROUND: {"amount": range(1, 50)},
    Event.WOUNDED: {"what": range(1, 9), "amount": range(1, 13)},
    Event.STOPPED: {"what": range(1, 5)},
    Event.HEALED: {"amount": range(4)},
    **{kind: {"amount": range(1, 5)} for kind in (Event.DAZED, Event.TERROR, Event.POISONED)},
    Event.HIT: {"what": range(3), "amount": range(7)},
    Event.CRITICAL: {"what": range(1, 4), "amount": range(7)},
    Event.PHASE: {"amount": (1, 2)},
    Event.CONDITION: {"what": list(Condition), "amount": (0, 1)},
    Event.SAVE: {"what": list(Save)},
    Event.LOST: {"what": list(Act)},
    Event.OVER: {"what": list(Ending), "amount": (-1, 0, 1)},
    Event.ATTACK: {"what": range(SPELL_WEAPON + len(SPELL_NAMES))},
    Event.PREPARED: {"what": list(Spell)},
    Event.RELEASED: {"what": list(Spell)},
    Event.SEVERED: {"what": range(1, 5)},
    Event.LIMB_SAVED: {"what": range(1, 5)},
    Event.MOVED: {"what": range(1, 7), "amount": range(512)},
    Event.SWAPPED: {"what": range(len(WEAPON_NAMES))},
    Event.RELOADED: {"what": range(len(WEAPON_NAMES))},
    Event.AIMED: {"what": range(len(WEAPON_NAMES))},
}


def random_event(chance, size):
    """An event with fields that the rules could have given it."""
    kind = Event(int(chance.integers(1, len(Event))))
    said = PLAUSIBLE.get(kind, {})
    what = int(chance.choice(said.get("what", range(5))))
    amount = int(chance.choice(said.get("amount", range(-2, 26))))
    actor, target = (int(chance.integers(-1, size)) for _ in range(2))
    if kind == Event.CONDITION and what in (Condition.WOUNDED, Condition.NEAR):
        target = int(chance.integers(1, 4))
    if kind == Event.OVER:
        amount = int(chance.integers(0, 2)) if what in (Ending.SIDE_DOWN, Ending.WARD_DOWN) else -1
    if kind == Event.ACTION:
        verb = int(chance.integers(-1, len(Verb)))
        act = Act.DAZED if verb < 0 else int(chance.integers(0, len(Act)))
        return kind, max(actor, 0), target, verb, act, 0
    return kind, max(actor, 0), target, what, amount, int(chance.integers(0, 21))


@pytest.mark.parametrize("seed", range(150))
def test_no_log_makes_bad_sentences(band, duel, seed, write, is_sentence):
    chance = np.random.default_rng(seed)
    battle = band if seed % 3 else duel()
    battle.over = bool(seed % 2)
    size = int(battle.num_fighters)
    count = int(chance.integers(1, LOG_CAPACITY))
    write(battle, *(random_event(chance, size) for _ in range(count)))
    for text, ids in narrate(battle):
        assert is_sentence(text), text
        assert are_rows(ids), ids


def test_nothing_is_told_without_events(band, write):
    write(band)
    assert narrate(band) == []


def test_the_same_log_is_told_in_the_same_words(band, write):
    chance = np.random.default_rng(7)
    write(band, *(random_event(chance, 5) for _ in range(60)))
    before = band.tobytes()
    assert narrate(band) == narrate(band)
    assert band.tobytes() == before


def test_every_table_of_words_is_complete():
    assert set(phrases.ACT_ROWS) == set(Act)
    assert set(phrases.SAVES) == set(Save)
    assert set(phrases.ENDINGS) == set(Ending)
    assert set(phrases.CONDITIONS) == set(Condition) - {Condition.ALWAYS}
    assert set(phrases.BLOWS) == set(WEAPON_NAMES)


def test_the_rows_cited_are_rows_of_the_rules(band, write):
    known = set(re.findall(r"\b(?:R?P|TP)\d+\b", RULES.read_text(encoding="utf-8")))
    cited = {row for rows in phrases.ACT_ROWS.values() for row in rows}
    chance = np.random.default_rng(1)
    for _ in range(40):
        write(band, *(random_event(chance, 5) for _ in range(60)))
        cited.update(row for _, rows in narrate(band) for row in rows)
    assert cited <= known


# --- Headings and endings -------------------------------------------------------------------------


@pytest.mark.rule("P3", "P4")
def test_rounds_and_phases_are_headings(duel, told):
    battle = duel()
    assert told(battle, (Event.ROUND, NOBODY, NOBODY, 0, 1)) == "Round 1: all write their orders."
    battle.round_number = 3
    log = ((Event.PHASE, NOBODY, NOBODY, 0, 1), (Event.PHASE, NOBODY, NOBODY, 0, 2))
    after = told(battle, *log, (Event.ROUND, NOBODY, NOBODY, 0, 4))
    assert (
        after == "Round 3, first action. Round 3, second action. Round 4: all write their orders."
    )


@pytest.mark.rule("RP30")
def test_the_last_round_has_the_right_number(duel, told):
    battle = duel()
    battle.round_number, battle.over = 3, True
    for ending, number in ((Ending.SIDE_DOWN, 4), (Ending.QUIET, 3), (Ending.ROUND_LIMIT, 3)):
        battle.ending = ending
        assert told(battle, (Event.PHASE, NOBODY, NOBODY, 0, 1)).startswith(f"Round {number}, ")


@pytest.mark.rule("RP30")
@pytest.mark.parametrize(
    ("ending", "winner", "words"),
    [
        (Ending.SIDE_DOWN, 0, "Red wins: none of the other side is able to act."),
        (Ending.WARD_DOWN, 1, "Blue wins: the other side's ward is down."),
        (Ending.WARD_DOWN, -1, "Neither side has kept its ward: the battle is a draw."),
        (Ending.BOTH_SIDES_DOWN, -1, "Nobody is left standing: the battle is a draw."),
        (Ending.QUIET, -1, "Nobody has been wounded for many rounds: the battle is a draw."),
    ],
)
def test_endings_are_told(duel, ending, winner, words, told):
    assert told(duel(), (Event.OVER, NOBODY, NOBODY, ending, winner)) == words


# --- Orders ---------------------------------------------------------------------------------------


def action(actor, verb, act, target=NOBODY):
    """The event of an order that is carried out."""
    return Event.ACTION, actor, target, verb, act


@pytest.mark.rule("P67")
def test_those_who_defend_share_a_sentence(band, told):
    log = [action(who, Verb.DEFEND, Act.DEFEND) for who in (CAPTAIN, GUARD, AXEMAN)]
    assert told(band, *log[:1]) == "The red swordsman defends."
    assert told(band, *log) == "The red swordsman, the red bodyguard and the blue axeman defend."


@pytest.mark.rule("P68")
def test_those_who_guard_the_same_share_a_sentence(band, told):
    log = [action(who, Verb.GUARD, Act.GUARD, ENVOY) for who in (CAPTAIN, GUARD)]
    assert told(band, *log) == "The red swordsman and the red bodyguard guard the envoy."
    other = action(GUARD, Verb.GUARD, Act.GUARD, CAPTAIN)
    expected = "The red swordsman guards the envoy. The red bodyguard guards the swordsman."
    assert told(band, log[0], other) == expected


@pytest.mark.rule("P8", "RP16")
def test_a_condition_is_told_once_with_what_hung_on_it(band, told):
    attack = (Event.ATTACK, CAPTAIN, AXEMAN, SWORD, 17, 14)
    hit = (Event.HIT, CAPTAIN, AXEMAN, 1, 0)
    full = action(CAPTAIN, Verb.FULL_ATTACK, Act.FULL_ATTACK, AXEMAN)
    phase = (Event.PHASE, NOBODY, NOBODY, 0, 2)
    for holds, words in ((1, "who has reached the axeman"), (0, "who has not reached the axeman")):
        condition = (Event.CONDITION, CAPTAIN, AXEMAN, Condition.REACHED, holds)
        text = told(band, condition, phase, full, attack, hit)
        assert f"The red swordsman, {words}, makes a full attack: a cut at the axeman" in text
        assert text.count("who") == 1
    assert "who" not in told(band, (Event.CONDITION, CAPTAIN), phase, full, attack, hit)


@pytest.mark.rule("P8", "RP16")
@pytest.mark.parametrize(
    ("condition", "argument", "holds", "words"),
    [
        (Condition.WOUNDED, 1, 1, "who is wounded"),
        (Condition.WOUNDED, 1, 0, "who is not wounded"),
        (Condition.WOUNDED, 2, 1, "who has at least two Wounds"),
        (Condition.NEAR, 3, 0, "who has no enemy within 15 feet"),
        (Condition.ATTACKED, NOBODY, 1, "who was attacked"),
        (Condition.DOWN, AXEMAN, 1, "who sees the axeman down"),
    ],
)
def test_conditions_in_words(band, condition, argument, holds, words, told):
    log = (
        (Event.CONDITION, CAPTAIN, argument, condition, holds),
        (Event.PHASE, NOBODY, NOBODY, 0, 2),
        action(CAPTAIN, Verb.DEFEND, Act.DEFEND),
    )
    assert told(band, *log).endswith(f"The red swordsman, {words}, defends.")


@pytest.mark.rule("RP29")
def test_a_replaced_order_leaves_its_condition_out(band, told):
    log = (
        (Event.CONDITION, CAPTAIN, NOBODY, Condition.ATTACKED, 1),
        (Event.PHASE, NOBODY, NOBODY, 0, 2),
        action(CAPTAIN, NOBODY, Act.DAZED),
    )
    assert told(band, *log).endswith("The red swordsman is Dazed and loses the action.")


def stands_at(x, y):
    """The square of Event.MOVED."""
    return x + 32 * y


@pytest.mark.rule("P50", "P60", "RP32")
def test_ways_are_told_with_where_they_lead(band, told):
    there = stands_at(4, 3)  # the axeman stands at (5, 3)
    far = stands_at(1, 3)
    cases = (
        (Verb.MOVE_TO, Act.MOVE, there, "moves 15 feet to the axeman"),
        (Verb.MOVE_TO, Act.MOVE, far, "moves 15 feet towards the axeman"),
        (Verb.MOVE_AWAY, Act.MOVE, far, "moves 15 feet away from the axeman"),
        (Verb.CHARGE, Act.CHARGE, there, "charges 15 feet at the axeman"),
    )
    for verb, act, square, words in cases:
        log = (action(CAPTAIN, verb, act, AXEMAN), (Event.MOVED, CAPTAIN, NOBODY, 3, square))
        assert told(band, *log) == f"The red swordsman {words}."


@pytest.mark.rule("RP31", "P60")
def test_a_charge_that_is_too_short_is_one_sentence(band, told):
    log = (
        action(CAPTAIN, Verb.CHARGE, Act.CHARGE, AXEMAN),
        (Event.MOVED, CAPTAIN, NOBODY, 3, stands_at(1, 3)),
        (Event.LOST, CAPTAIN, AXEMAN, Act.CHARGE),
    )
    expected = "The red swordsman charges 15 feet at the axeman, but not far enough."
    assert told(band, *log) == expected


@pytest.mark.rule("RP31")
def test_lost_attacks_are_told_once(band, told):
    lost = (Event.LOST, CAPTAIN, AXEMAN, Act.FULL_ATTACK)
    full = action(CAPTAIN, Verb.FULL_ATTACK, Act.FULL_ATTACK, AXEMAN)
    expected = "The red swordsman is set for a full attack, but the axeman is out of reach."
    assert told(band, full, lost, lost) == expected
    attack = (Event.ATTACK, CAPTAIN, MAGE, SWORD, 9, 6)
    miss = (Event.MISS, CAPTAIN, MAGE, SWORD, 13, 6)
    text = told(band, full, lost, attack, miss)
    assert text.count(".") == 1
    assert text.endswith("(9 against 13); for another attack there is nobody within reach.")


@pytest.mark.parametrize("verb", list(Verb))
def test_every_order_in_vain_has_words(band, verb, told):
    act = int(VERB_ACT[verb])
    target = 2 if verb in (Verb.STEP, Verb.PREPARE) else AXEMAN
    for about in (target, NOBODY):
        text = told(band, action(CAPTAIN, verb, act, about))
        assert bool(text) == (verb not in (Verb.AIM,)), text


# --- Blows ----------------------------------------------------------------------------------------


@pytest.mark.rule("P34", "P61")
def test_attacks_of_one_action_are_one_sentence(duel, told):
    battle = duel(LEATHER_AND_SHIELD, LEATHER_AND_SHIELD)
    log = (
        action(RED, Verb.FULL_ATTACK, Act.FULL_ATTACK, BLUE),
        (Event.ATTACK, RED, BLUE, SWORD, 17, 14),
        (Event.HIT, RED, BLUE, 1, 0),
        (Event.ATTACK, RED, BLUE, SWORD, 9, 6),
        (Event.MISS, RED, BLUE, SWORD, 15, 6),
        (Event.STOPPED, BLUE, NOBODY, 1),
    )
    assert re.fullmatch(
        r"Red makes a full attack: a cut at Blue [a-z ]+ \(17\), but armour and shield stop it; "
        r"another [a-z ]+ \(9 against 15\)\.",
        told(battle, *log),
    )


@pytest.mark.rule("P39")
def test_the_shield_of_the_unready_stops_nothing(duel, told):
    battle = duel({}, LEATHER_AND_SHIELD)
    blow = (
        (Event.ATTACK, RED, BLUE, SWORD, 17, 14),
        (Event.HIT, RED, BLUE, 1, 0),
        (Event.STOPPED, BLUE, NOBODY, 1),
    )
    counter = action(BLUE, Verb.COUNTER, Act.COUNTER, RED)
    sprint = action(BLUE, Verb.SPRINT_TO, Act.SPRINT, RED)
    assert "but armour and shield stop it" in told(battle, counter, *blow)
    assert "but the armour stops it" in told(battle, sprint, *blow)


@pytest.mark.rule("P36", "P44")
def test_a_critical_is_told_with_its_wounds(duel, told):
    log = (
        (Event.ATTACK, RED, BLUE, SWORD, 23, 20),
        (Event.CRITICAL, RED, BLUE, 2, 1),
        (Event.WOUNDED, BLUE, NOBODY, 2, 2),
    )
    assert told(duel(), *log) == (
        "Red attacks: a cut at Blue hits critically (natural 20, Penetration 1) "
        "for two Wounds (2 of 3)."
    )


@pytest.mark.rule("P43", "P46")
def test_wounds_of_several_hits_and_falls_are_told_after_the_blows(band, write):
    log = (
        (Event.ATTACK, CAPTAIN, AXEMAN, SWORD, 17, 14),
        (Event.HIT, CAPTAIN, AXEMAN, 1, 0),
        (Event.ATTACK, GUARD, AXEMAN, SWORD, 19, 14),
        (Event.HIT, GUARD, AXEMAN, 1, 0),
        (Event.STOPPED, AXEMAN, NOBODY, 1),
        (Event.WOUNDED, AXEMAN, NOBODY, 1, 4),
        (Event.DOWN, AXEMAN),
    )
    sentences = [text for text, _ in (write(band, *log), narrate(band))[1]]
    assert len(sentences) == 3
    assert re.fullmatch(
        r"The blue axeman, whose armour and shield stop one Wound, takes one Wound \(4, over 3\) "
        r"and (falls|collapses,) .*",
        sentences[2],
    )


@pytest.mark.rule("P70", "P71")
def test_a_guard_stands_in_the_sentence_of_the_attack(band, told):
    attack = (Event.ATTACK, AXEMAN, ENVOY, SWORD, 14, 10)
    blocked = told(band, attack, (Event.BLOCKED, GUARD, ENVOY, SWORD, 14, 10))
    assert (
        blocked == "The blue axeman attacks: a cut at the envoy is blocked by the bodyguard (14)."
    )
    taken = told(
        band, attack, (Event.TAKEN, GUARD, ENVOY, SWORD, 0, 4), (Event.HIT, AXEMAN, GUARD, 1, 0)
    )
    assert "a cut at the envoy is taken by the bodyguard (die 4, even) and" in taken
    past = told(
        band,
        attack,
        (Event.LET_THROUGH, GUARD, ENVOY, SWORD, 0, 3),
        (Event.ATTACK, AXEMAN, ENVOY, SWORD, 12, 8),
        (Event.MISS, AXEMAN, ENVOY, SWORD, 13, 8),
    )
    assert "a cut at the envoy gets past the bodyguard (14; die 3, odd) and" in past
    assert past.endswith("(12 against 13).")


@pytest.mark.rule("P24", "P87")
def test_attacks_of_opportunity_say_why(band, told):
    blow = (
        (Event.OPPORTUNITY, CAPTAIN, AXEMAN),
        (Event.ATTACK, CAPTAIN, AXEMAN, SWORD, 9, 6),
        (Event.MISS, CAPTAIN, AXEMAN, SWORD, 13, 6),
    )
    assert told(band, *blow).startswith("As the blue axeman breaks away, the red swordsman strikes")
    text = told(band, (Event.CLASH, CAPTAIN, AXEMAN), *blow)
    assert "In the clash the red swordsman strikes at the blue axeman: a cut " in text


@pytest.mark.rule("P83", "P84")
def test_a_crash_is_told_with_both_saves(band, told):
    log = (
        (Event.SAVE, CAPTAIN, GUARD, Save.CRASH, 14, 11),
        (Event.CRASH, CAPTAIN, GUARD, 1),
        (Event.SAVE, GUARD, CAPTAIN, Save.CRASH, 10, 13),
        (Event.CRASH, GUARD, CAPTAIN, 0),
        (Event.PRONE, GUARD),
    )
    assert told(band, *log) == (
        "The red swordsman and the red bodyguard run into each other: the swordsman keeps going "
        "(14 against 10); the bodyguard is stopped short (10 against 10). "
        "The red bodyguard falls Prone."
    )


@pytest.mark.rule("RP12")
def test_the_fallen_are_hit_without_numbers(duel, told):
    log = ((Event.ATTACK, RED, BLUE, SWORD), (Event.HIT, RED, BLUE, 1, 0))
    assert told(duel(), *log) == "Red attacks: a cut at Blue hits without a roll."


@pytest.mark.rule("P63", "P113")
def test_a_thrown_dagger_is_no_stab(duel, told):
    blow = ((Event.ATTACK, RED, BLUE, DAGGER, 9, 6), (Event.MISS, RED, BLUE, DAGGER, 13, 6))
    throw = action(RED, Verb.SHOOT, Act.RANGED_ATTACK, BLUE)
    assert told(duel(), throw, *blow).startswith("Red throws: a dagger at Blue ")
    assert told(duel(), *blow).startswith("Red attacks: a stab at Blue ")


@pytest.mark.rule("P123", "RP21")
def test_poison_follows_the_hit(duel, told):
    log = (
        (Event.ATTACK, RED, BLUE, WEAPON_NAMES.index("blowgun"), 17, 14),
        (Event.HIT, RED, BLUE, 0, 1),
        (Event.SAVE, BLUE, RED, Save.POISON, 8, 8),
        (Event.POISONED, BLUE, RED, 0, 3),
    )
    assert told(duel(), *log).endswith(
        "; the poison takes hold of Blue (8 against 10), to be Dazed for three actions."
    )


@pytest.mark.rule("P105", "P135")
def test_limbs_are_told_with_the_wound(duel, told):
    hits = ((Event.ATTACK, RED, BLUE, SWORD, 23, 20), (Event.CRITICAL, RED, BLUE, 2, 1))
    wounded = (Event.WOUNDED, BLUE, NOBODY, 2, 2)
    lost = told(duel(), *hits, wounded, (Event.SEVERED, BLUE, NOBODY, 1), (Event.PRONE, BLUE))
    assert lost.endswith("Blue takes two Wounds (2 of 3), loses the left leg and falls Prone.")
    saved = told(duel(), *hits, wounded, (Event.LIMB_SAVED, BLUE, NOBODY, 3, 0, 2))
    assert saved.endswith("and keeps the left arm thanks to the armour (die 2).")


# --- Spells and aid -------------------------------------------------------------------------------


@pytest.mark.rule("RP23")
def test_a_blast_tells_of_everybody_in_it(band, told):
    log = (
        (Event.RELEASED, MAGE, CAPTAIN, Spell.BLAST),
        (Event.SAVE, CAPTAIN, MAGE, Save.BLAST, 8, 8),
        (Event.HIT, MAGE, CAPTAIN, 2, 2),
        (Event.SAVE, GUARD, MAGE, Save.BLAST, 15, 14),
        (Event.HIT, MAGE, ENVOY, 2, 2),
        (Event.WOUNDED, CAPTAIN, NOBODY, 2, 2),
    )
    assert told(band, *log) == (
        "The blue battle mage releases Blast at the swordsman: the swordsman is caught in it "
        "(8 against 10) for two Wounds (2 of 3); the bodyguard gets clear of it (15 against 10); "
        "the envoy lies in it."
    )


@pytest.mark.rule("RP23", "P75")
def test_a_bolt_is_told_once(band, told):
    log = (
        (Event.RELEASED, MAGE, CAPTAIN, Spell.BOLT),
        (Event.ATTACK, MAGE, CAPTAIN, SPELL_WEAPON + Spell.BOLT, 17, 14),
        (Event.HIT, MAGE, CAPTAIN, 2, 3),
    )
    text = told(band, *log)
    assert text.startswith("The blue battle mage releases a spell: a Bolt at the swordsman ")
    assert text.count(".") == 1


@pytest.mark.rule("P28", "P29")
def test_lost_concentration_is_told_with_the_spell(band, told):
    save = (Event.SAVE, MAGE, MAGE, Save.CONCENTRATION, 8, 9)
    assert told(band, save, (Event.DISRUPTED, MAGE)) == (
        "The battle mage loses concentration (8 against 10) and the spell with it."
    )
    kept = (Event.SAVE, MAGE, MAGE, Save.CONCENTRATION, 11, 9)
    assert told(band, kept) == "The battle mage keeps concentration (11 against 10)."


@pytest.mark.rule("P82", "RP23", "RP37")
def test_aid_says_who_helps_whom(band, told):
    assert told(band, (Event.STABLE, GUARD, ENVOY, 0, 14, 12)) == (
        "The red bodyguard stabilizes the envoy (14 against 10)."
    )
    assert told(band, (Event.FAILED_TO_STABILIZE, GUARD, ENVOY, 0, 9, 9)) == (
        "The red bodyguard cannot stabilize the envoy (9 against 10)."
    )
    assert told(band, (Event.STABLE, ENVOY, ENVOY)) == "The red envoy is Stable by a Mend."
    assert told(band, (Event.FREED, GUARD, ENVOY)) == "The red bodyguard cuts the envoy free."
    assert told(band, (Event.FREED, GUARD, GUARD)) == "The red bodyguard gets free."
    assert told(band, (Event.FREED, MAGE, ENVOY)) == (
        "The blue battle mage no longer keeps up the Bind, and the envoy is free of it."
    )


@pytest.mark.rule("P47", "RP12")
def test_death_by_the_count_differs_from_death_by_a_blow(band, told):
    assert told(band, (Event.DEAD, ENVOY)) == "The red envoy dies of the wounds."
    blow = told(band, (Event.WOUNDED, ENVOY, NOBODY, 1, 5), (Event.DEAD, ENVOY))
    assert blow == "The red envoy takes one Wound (5, over 3) and dies."


@pytest.mark.rule("RP48", "P55")
def test_those_in_hiding_share_a_sentence(band, told):
    log = ((Event.HIDES, AXEMAN, NOBODY, 0, 12, 12), (Event.HIDES, MAGE, NOBODY, 0, 15, 15))
    expected = "The blue axeman (Stealth 12) and the blue battle mage (Stealth 15) lie in hiding."
    assert told(band, *log) == expected
    assert told(band, (Event.PHASE, NOBODY, NOBODY, 0, 1), log[0]).endswith(
        "The blue axeman tries to stay unseen (Stealth 12)."
    )

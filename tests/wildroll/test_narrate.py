"""The fight report: every event in a sentence, what belongs together in one (`narrate`)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.session.match import Match
from quintain.envs.core.text.narration import LoggedEvent
from quintain.envs.wildroll import rules, system
from quintain.envs.wildroll.enums import (
    Condition,
    Deed,
    Defence,
    Ending,
    Event,
    Level,
    Life,
    Posture,
    Role,
    Stage,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.scenario import scenario_names
from quintain.envs.wildroll.scene import ENDINGS
from quintain.envs.wildroll.tables import ITEM_NAMES
from quintain.envs.wildroll.text.declaration_events import ACTS
from quintain.envs.wildroll.text.report import CLAUSES, TELL, narrate
from quintain.envs.wildroll.text.state_events import BEGINS, PURPOSES

pytestmark = pytest.mark.interpreted

RED, BLUE, NOBODY = 0, 1, -1
SWORD, SHIELD = (ITEM_NAMES.index(name) for name in ("sword", "shield"))
QUICK = (Event.DECLARES, RED, BLUE, Deed.QUICK, 0, Role.TURN)
DECISIONS = 25


@pytest.fixture
def flaws():
    """What must not stand in these sentences besides."""
    return ("somebody",)


# --- Every event ----------------------------------------------------------------------------------

SPREAD = {
    Event.DECLARES: [deed for deed in Deed if deed not in (Deed.NONE, Deed.WAY)],
    Event.PAYS: [deed for deed in Deed if deed not in (Deed.NONE, Deed.WAY)],
    Event.INTERRUPTS: [Deed.WAY, Deed.QUICK],
    Event.CANCELLED: list(Deed),
    Event.CRITICAL: range(2),
    Event.WOUNDED: range(Level.LIGHT, Level.DEATH),
    Event.HITS: range(Level.NONE, Level.DEATH),
    Event.POSTURE: list(Posture),
    Event.DEFENCE: list(Defence),
    Event.FREED: range(2),
    Event.MANA: range(3),
    Event.CASTS: range(3),
    Event.CHARM: range(2),
    Event.CONDITION: list(Condition),
    Event.TREATS: range(Level.LIGHT, Level.DEATH),
    Event.DOOR: range(2),
    Event.LANDS: range(3),
    Event.IGNORES: range(2),
    Event.INITIATIVE: range(2),
    Event.FALLS: range(2),
    Event.MOVES: list(Role),
}


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
@pytest.mark.parametrize("fighters", [(["fighter"], ["mage"]), (["archer", "wolf"], ["giant"])])
def test_every_kind_of_event_is_told_in_a_sentence(battle_of, kind, fighters, told):
    battle = battle_of(*fighters, ending=Ending.SIDE_DOWN, winner=0)
    for what in SPREAD.get(kind, [1]):
        for amount in (0, 1):
            assert told(battle, (kind, RED, len(fighters[0]), what, amount, 1))


def test_there_is_a_clause_for_everything():
    assert set(CLAUSES) | set(TELL) == set(Event) - {Event.NONE}
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}
    assert set(ACTS) == set(Deed) - {Deed.NONE, Deed.WAY}
    assert set(BEGINS) == set(Condition)
    assert set(PURPOSES) < set(Deed)


def test_every_event_that_there_is_is_logged_somewhere():
    folder = Path(rules.__file__).parent
    files = [*folder.rglob("*.py"), *(folder.parent / name for name in ("turn.py", "step.py"))]
    logged = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Event":
                logged.add(node.attr)
    assert logged == {event.name for event in Event} - {"NONE"}


def test_nothing_is_told_without_events(battle_of):
    assert narrate(battle_of()) == []


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_every_decision_of_a_battle_is_told_in_sentences(name, is_sentence):
    match, chance = Match("wildroll", name, log=True), np.random.default_rng(1)
    match.reset(1)
    known = set(re.findall(r"\b[A-Z]{1,2}\d+\b", system.SYSTEM.rules_file.read_text("utf-8")))
    lines = 0
    for _ in range(DECISIONS):
        assert match.battle.events_lost == 0
        for text, ids in match.narrate():
            assert is_sentence(text), text
            assert len(set(ids)) == len(ids) > 0, text
            assert known.issuperset(ids), ids
            lines += 1
        if match.is_over:
            break
        match.step(int(chance.choice(np.flatnonzero(match.mask))))
    assert lines > 10


# --- Rounds and turns -----------------------------------------------------------------------------


@pytest.mark.rule("W52", "W56", "RW13")
def test_W52_the_order_of_turns(battle_of, told):
    battle = battle_of(["archer"], ["wolf"])
    text = told(battle, (Event.INITIATIVE, RED, -1, 1, 7), (Event.INITIATIVE, BLUE, -1, 0, 15))
    assert text == "Initiative: the blue wolf 15; the red archer 7, surprised."


@pytest.mark.rule("W44", "W46", "TW1")
def test_W44_the_AP_of_a_round_are_told_together(battle_of, told):
    battle = battle_of([{"action_points": 9}], [{"action_points": 6}], round_number=1)
    gains = [(Event.GAINS, who, NOBODY, 0, 6) for who in (RED, BLUE)]
    text = told(battle, (Event.ROUND, NOBODY, NOBODY, 0, 1), *gains)
    assert text == "Round 2, with AP for all: Red gains 6 and has 9; Blue gains 6 and has 6."


@pytest.mark.rule("W42", "W44", "TW2")
def test_W42_a_turn_begins_with_what_AP_and_initiative_there_are(battle_of, told):
    battle = battle_of([{"action_points": 15}])
    turn, gain = (Event.TURN, RED), (Event.GAINS, RED, NOBODY, 0, 6)
    assert re.fullmatch(
        r"Red (has the turn|is next), with initiative 20 and 9 AP\. Red gains 6 AP and has 15\.",
        told(battle, turn, gain),
    )


# --- Declarations, interrupts, AP -----------------------------------------------------------------


@pytest.mark.rule("W58", "W114")
def test_W58_a_declaration_is_told_apart_from_what_takes_place(battle_of, begun, act, told):
    battle = begun(battle_of(blue=[{"initiative": 30}]))
    act(battle, "quick")
    assert told(battle) == "Red declares a Quick Attack on Blue with the sword (3 AP)."
    act(battle, "wait", faces=[3, 3, 3])
    assert told(battle) == (
        "Red's Quick Attack takes place (3 AP, 9 left). "
        "Red rolls 9, in all 14 against a Defense of 11: a hit; final damage 1, a light wound that "
        "a Quick Attack makes no wound at all."
    )


@pytest.mark.rule("W73", "W114")
def test_W73_what_nobody_can_stop_takes_place_at_once(battle_of, begun, act, told):
    battle = begun(battle_of())
    act(battle, "quick", faces=[1, 2, 3])
    assert told(battle) == (
        "Red makes a Quick Attack on Blue with the sword (3 AP, 9 left). "
        "Red rolls 6, in all 11 against a Defense of 11: a hit; final damage -2; "
        "Blue is not wounded."
    )


@pytest.mark.rule("W57", "W59", "RW14")
def test_W59_an_interrupt_costs_initiative_and_cancels(battle_of, begun, act, told):
    battle = begun(battle_of(blue=[{"initiative": 30}]))
    act(battle, "quick")
    act(battle, "defend")
    assert told(battle) == (
        "Out of turn, before Red's Quick Attack, for 2 initiative (28 left), "
        "Blue defends until the next turn or a wound (3 AP, 9 left). "
        "Red's Quick Attack is cancelled by Blue before it happens, and its AP are not spent."
    )


@pytest.mark.rule("W58", "W66")
@pytest.mark.parametrize(
    ("amount", "deed", "when"),
    [
        (Stage.TURN_START, Deed.NONE, "at the start of Red's turn"),
        (Stage.TURN_END, Deed.NONE, "at the end of Red's turn"),
        (Step.DECLARED, Deed.STRONG, "before Red's Strong Attack"),
        (Step.RESOLVED, Deed.STRONG, "after Red's Strong Attack"),
    ],
)
def test_W58_the_moments_of_an_interrupt(battle_of, told, amount, deed, when):
    text = told(battle_of(), (Event.INTERRUPTS, BLUE, RED, Deed.WAY, amount, deed))
    assert text == f"Out of turn, {when}, for no initiative, Blue sets out."


@pytest.mark.rule("W58", "W66")
def test_W66_a_move_out_of_turn_is_one_sentence(battle_of, begun, act, told):
    battle = begun(battle_of(blue=[{"initiative": 30}]))
    act(battle, "quick")
    act(battle, "away")
    assert told(battle).startswith(
        "Out of turn, before Red's Quick Attack, for no initiative, Blue moves "
    )


@pytest.mark.rule("W57", "W106")
def test_W106_what_is_left_of_initiative_is_the_worse_of_two(battle_of, told):
    battle = battle_of([{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (1, 1)}])
    interrupts = (Event.INTERRUPTS, RED, 2, Deed.QUICK, Stage.TURN_START, Deed.NONE)
    moves = [(Event.INITIATIVE_MOVES, who, NOBODY, 0, left) for who, left in ((0, 18), (1, 17))]
    text = told(battle, interrupts, *moves, (Event.DECLARES, RED, 2, Deed.QUICK, 0, Role.INTERRUPT))
    assert "for 2 initiative (17 left), the red knight declares a Quick Attack" in text


@pytest.mark.rule("W106", "H25")
def test_W106_an_animal_acts_on_command(battle_of, told):
    battle = battle_of([{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (1, 1)}])
    text = told(battle, (Event.DECLARES, 1, 2, Deed.STANDARD, 2, Role.TURN))
    assert text.startswith("The red warhorse, on command, declares a Standard Attack on the blue")


@pytest.mark.rule("W49", "TW6", "RW39")
def test_W49_a_long_action_is_paid_over_turns(battle_of, begun, act, told):
    battle = begun(battle_of([{"action_points": 4}]))
    act(battle, "strong")
    assert told(battle).startswith(
        "Red declares a Strong Attack on Blue with the sword (9 AP). "
        "Red puts all AP into a Strong Attack, with 5 AP still to be paid. "
    )
    lost = told(battle, (Event.GIVES_UP, RED, NOBODY, Deed.STRONG))
    assert lost == "Red gives up a Strong Attack, and what was paid for it is lost."


@pytest.mark.rule("W49", "RW39", "H7")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Event.FAILS, "Red's Trip has become impossible"),
        (Event.CANCELLED, "Red's Trip is cancelled by Blue before it happens"),
    ],
)
def test_RW39_what_was_paid_for_a_long_action_is_told_to_be_lost(battle_of, told, kind, said):
    trips = (Event.DECLARES, RED, BLUE, Deed.TRIP, 0, Role.TURN)
    for completes, start, end in (
        (0, "Red declares a Trip", "and its AP are not spent."),
        (1, "Red goes on with a Trip", "and what was paid for it is lost."),
    ):
        text = told(battle_of(), trips, (kind, RED, BLUE, Deed.TRIP, completes))
        assert text == f"{start} on Blue (4 AP). {said}, {end}"


@pytest.mark.rule("W100", "W101")
def test_W100_what_is_treated_is_named(battle_of, told):
    treats = (Event.DECLARES, RED, RED, Deed.TREAT_CONDITION, Condition.POISONED, Role.TURN)
    pays = (Event.PAYS, RED, RED, Deed.TREAT_CONDITION, 6, 2)
    assert told(battle_of(), treats, pays) == "Red treats its own poison (6 AP, 2 left)."
    treats = (Event.DECLARES, RED, RED, Deed.TREAT_WOUND, Level.SEVERE, Role.TURN)
    assert told(battle_of(), treats, pays).startswith("Red treats a severe wound of its own (")


@pytest.mark.rule("W12", "W109", "RW6")
def test_W109_stamina_and_mana_stand_with_the_AP(battle_of, told):
    pays = (Event.PAYS, RED, BLUE, Deed.STRONG, 9, 3)
    stamina = (Event.STAMINA, RED, NOBODY, 1, 3)
    fatigue = (Event.FATIGUE, RED, NOBODY, 0, 1)
    assert told(battle_of(), (*QUICK[:3], Deed.STRONG, 0, 0), pays, stamina, fatigue) == (
        "Red makes a Strong Attack on Blue with the sword (9 AP, 3 left; 3 stamina, 1 of it as "
        "fatigue)."
    )
    shield = (Event.DECLARES, BLUE, NOBODY, Deed.FORCE_SHIELD, 0, 0)
    pays = (Event.PAYS, BLUE, NOBODY, Deed.FORCE_SHIELD, 5, 0)
    mana, casts = (Event.MANA, BLUE, NOBODY, 1, 3), (Event.CASTS, BLUE, NOBODY, 1)
    assert told(battle_of(), shield, pays, mana, casts) == (
        "Blue raises a Force Shield: Toughness 2 more for 2 rounds, this one counted "
        "(5 AP, none left; 3 mana)."
    )


@pytest.mark.rule("W103")
@pytest.mark.parametrize(
    ("saved", "said"),
    [(2, "cost 2 AP less"), (-3, "cost 3 AP more"), (0, "cost what it always does")],
)
def test_W103_haste(battle_of, told, saved, said):
    hurries = (Event.HURRIES, RED, NOBODY, Deed.POTION, saved)
    assert told(battle_of(), hurries).endswith(f"{said}.")


@pytest.mark.rule("W80", "RW26", "RW38")
def test_RW26_what_is_readied_is_told_only_when_it_is_used(battle_of, told):
    ready = (Event.DECLARES, RED, NOBODY, Deed.READY, 1, Role.TURN)
    pays = (Event.PAYS, RED, NOBODY, Deed.READY, 2, 10)
    text = told(battle_of(), ready, pays, (Event.READIES, RED))
    assert text == "Red readies an action and keeps secret which (2 AP, 10 left)."
    assert told(battle_of(), ready) == "Red declares Ready an Action (2 AP)."
    used = (*QUICK[:5], Role.REACTION)
    text = told(battle_of(), used, (Event.PAYS, RED, BLUE, Deed.QUICK, 3, 9))
    assert text == (
        "Red takes the readied action and makes a Quick Attack on Blue with the sword "
        "(3 AP, 9 left)."
    )


@pytest.mark.rule("W80", "RW38")
def test_RW38_what_is_used_as_readied_is_called_so(battle_of, told):
    seizes = (Event.DECLARES, RED, NOBODY, Deed.SEIZE, 0, Role.REACTION)
    pays = (Event.PAYS, RED, NOBODY, Deed.SEIZE, 4, 2)
    text = told(battle_of(), seizes, pays, (Event.SEIZES, RED, NOBODY, 0, 3))
    assert text == "Red seizes the initiative, 3 more, as readied (4 AP, 2 left)."
    trips = (Event.DECLARES, RED, BLUE, Deed.TRIP, 0, Role.REACTION)
    text = told(battle_of(), trips, (Event.GIVES_UP, RED, NOBODY, Deed.TREAT_WOUND))
    assert text.startswith("Red takes the readied action, a Trip on Blue (4 AP). Red gives up ")


# --- Rolls and wounds -----------------------------------------------------------------------------


@pytest.mark.rule("W29", "RW2")
def test_W29_a_critical_roll_moves_initiative(battle_of, told):
    text = told(
        battle_of(),
        (Event.ROLLS, RED, BLUE, 17, 26, 11),
        (Event.CRITICAL, RED, BLUE, 1),
        (Event.INITIATIVE_MOVES, RED, NOBODY, 0, 22, 2),
        (Event.INITIATIVE_MOVES, BLUE, NOBODY, 0, 17, -2),
        (Event.HITS, RED, BLUE, Level.FATAL, 12, 4),
    )
    assert text == (
        "Red rolls 17, in all 26 against a Defense of 11: a critical success, one more die added, "
        "initiative 22 for Red and 17 for Blue; a hit; final damage 12 with the 4 of the Strong "
        "Attack, a fatal wound."
    )
    alone = told(battle_of(), (Event.INITIATIVE_MOVES, BLUE, NOBODY, 0, 17, -2))
    assert alone == "Blue's initiative is 17 now (-2)."


@pytest.mark.rule("W78", "RW27")
def test_RW27_the_Defense_chosen_is_named(battle_of, told):
    text = told(
        battle_of(),
        (Event.DEFENCE, BLUE, RED, Defence.AGILITY),
        (Event.ROLLS, RED, BLUE, 9, 12, 14),
        (Event.MISSES, RED, BLUE),
    )
    assert text == (
        "Blue meets the attack with the Agility Defense. "
        "Red rolls 9, in all 12 against an Agility Defense of 14: Red misses Blue."
    )


@pytest.mark.rule("W37")
def test_W37_a_Defense_of_0_is_told(battle_of, told):
    text = told(battle_of(), (Event.ROLLS, RED, BLUE, 9, 15, 0), (Event.MISSES, RED, BLUE))
    assert text.startswith("Red rolls 9, in all 15 against a Defense of 0: ")


@pytest.mark.rule("W72", "QW7")
def test_W72_the_level_of_a_nonlethal_wound_was_chosen(battle_of, told):
    text = told(battle_of(), (Event.WOUNDED, BLUE, RED, Level.MODERATE, 1))
    assert text == (
        "Blue takes a moderate wound (moderate slots: 1 of 3), a level that Red was free to choose."
    )


@pytest.mark.rule("W28")
def test_W28_a_penetrating_weapon_may_hit_by_its_damage(battle_of, told):
    roll, hit = (Event.ROLLS, RED, BLUE, 9, 12, 14), (Event.HITS, RED, BLUE, Level.LIGHT, 0)
    text = told(battle_of(), roll, hit)
    assert "a hit by the damage of the weapon; final damage 0, a light wound" in text


@pytest.mark.rule("W6", "W73", "W74", "RW33")
@pytest.mark.parametrize(
    ("damage", "worth", "lodged", "said"),
    [
        (4, Level.SEVERE, Level.SEVERE, "Blue takes a severe wound (severe slots: 1 of 3)."),
        (4, Level.SEVERE, Level.CRITICAL,
         "Blue's severe slots are full, so the wound lodges as critical (critical slots: 1 of 2)."),
        (4, Level.MODERATE, Level.CRITICAL,
         "Blue's moderate and severe slots are full, so the wound lodges as critical "
         "(critical slots: 1 of 2)."),
    ],
)  # fmt: skip
def test_W6_wounds_that_find_no_slot_are_told(battle_of, told, damage, worth, lodged, said):
    text = told(
        battle_of(),
        (Event.ROLLS, RED, BLUE, 9, 14, 11),
        (Event.HITS, RED, BLUE, worth, damage),
        (Event.WOUNDED, BLUE, RED, lodged, 1),
    )
    assert text.endswith(said)
    assert ("a Quick Attack makes moderate" in text) == (worth == Level.MODERATE)


@pytest.mark.rule("W74")
def test_W74_a_rebuff_makes_a_wound_worse(battle_of, told):
    roll, hit = (Event.ROLLS, RED, BLUE, 9, 12, 11), (Event.HITS, RED, BLUE, Level.SEVERE, 2)
    assert "a moderate wound that a Rebuff makes severe" in told(battle_of(), roll, hit)


@pytest.mark.rule("W8", "RW11", "RW33")
def test_RW33_who_dies_of_a_full_fatal_slot(battle_of, told):
    dies = (Event.DIES, BLUE, RED)
    lies = (Event.POSTURE, BLUE, NOBODY, Posture.PRONE)
    assert told(battle_of(), dies, lies) == "Blue dies and lies on the ground."
    roll, hit = (Event.ROLLS, RED, BLUE, 9, 22, 11), (Event.HITS, RED, BLUE, Level.FATAL, 9)
    text = told(battle_of(), roll, hit, dies)
    assert text.endswith("The wound finds even the fatal slot full, and Blue dies.")


@pytest.mark.rule("W99", "W105", "W106", "RW11", "RW21", "RW23")
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([(Event.WOUNDED, BLUE, RED, Level.CRITICAL, 1)], [], "Blue's Fortitude to stay awake"),
        ([], [(Event.DIES, BLUE)], "Blue's Fortitude against death"),
        ([], [(Event.WAKES, BLUE)], "Blue's Fortitude to wake"),
        ([], [(Event.SINKS, BLUE)], "Blue's check to hold on"),
        ([], [(Event.UNCONTROLLED, RED, BLUE)], "Blue's Riding check"),
        ([], [(Event.HURRIES, BLUE, NOBODY, Deed.DOOR, 1)], "Blue's check for haste"),
        (
            [],
            [(Event.STAMINA, BLUE, NOBODY, 0, 1), (Event.HURRIES, BLUE, NOBODY, Deed.DOOR, 1)],
            "Blue's check for haste",
        ),
        ([(Event.PAYS, BLUE, RED, Deed.STABILIZE, 8, 1)], [], "Blue's Healing check"),
        ([], [], "Blue's check"),
    ],
)
def test_a_check_says_what_it_is_for(battle_of, told, before, after, said):
    check = (Event.SAVES, BLUE, NOBODY, 9, 9, 10)
    assert f"{said}, 9 against 10, fails." in told(battle_of(), *before, check, *after)


@pytest.mark.rule("RW2", "W26", "H31")
@pytest.mark.parametrize(
    ("natural", "said"),
    [(4, "fails by a critical failure, one more die taken off"), (9, "fails"),
     (16, "fails by a critical success, one more die added")],
)  # fmt: skip
def test_RW2_a_critical_Fortitude_check_is_told(battle_of, told, natural, said):
    check = (Event.SAVES, BLUE, NOBODY, natural, 2, 10)
    assert f"2 against 10, {said}." in told(battle_of(), check, (Event.DIES, BLUE))


@pytest.mark.rule("W94", "RW23")
def test_RW23_opposed_checks(battle_of, told):
    answer, roll = (Event.SAVES, BLUE, RED, 9, 13, 14), (Event.ROLLS, RED, BLUE, 11, 14, 13)
    gone = [(Event.DISARMED, BLUE, RED, 0, SWORD), (Event.DROPS, BLUE, NOBODY, 0, SWORD)]
    assert told(battle_of(), answer, roll, *gone) == (
        "Blue answers with 9, in all 13. Red rolls 11, in all 14 against 13: a success. "
        "Red strikes the sword out of the hand of Blue, and it falls to the ground."
    )


@pytest.mark.rule("W85", "W20", "RW2")
def test_RW2_critical_checks_are_no_attacks(battle_of, told):
    pays = (Event.PAYS, RED, NOBODY, Deed.ESCAPE, 4, 2)
    text = told(battle_of(), pays, (Event.ROLLS, RED, NOBODY, 17, 22, 13))
    assert "with one more die added for a critical success, against a TN of 13: a success" in text
    text = told(battle_of(), pays, (Event.ROLLS, RED, NOBODY, 4, 1, 13))
    assert "with one more die taken off for a critical failure, against" in text


# --- Bodies and movement --------------------------------------------------------------------------


@pytest.mark.rule("RW9", "RW12", "W101")
def test_W13_where_fatigue_comes_from(battle_of, told):
    tired = (Event.FATIGUE, RED, NOBODY, 0, 1)
    battle = battle_of([{"fatigue": 3, "poisoned": 1}])
    assert told(battle, tired) == "Red gains 1 fatigue by the poison, now 3 of 11."
    treats = (Event.PAYS, RED, RED, Deed.TREAT_WOUND, 18, 0)
    assert "by the treatment" in told(battle, treats, tired)
    roll, hit = (Event.ROLLS, BLUE, RED, 9, 14, 11), (Event.HITS, BLUE, RED, Level.SEVERE, 4)
    wound = (Event.WOUNDED, RED, BLUE, Level.SEVERE, 1)
    assert "by the concussion" in told(battle, roll, hit, wound, tired)


@pytest.mark.rule("W11", "RW12")
def test_RW12_stamina_lost_by_bleeding(battle_of, told):
    battle = battle_of([{"bleeding": 2}])
    assert told(battle, (Event.STAMINA, RED, -1, 0, 2)) == "Red loses 2 stamina by bleeding."
    assert told(battle, (Event.STAMINA, RED, -1, 0, -6)) == "Red regains 6 stamina."


@pytest.mark.rule("RW12", "TW7")
def test_TW7_the_end_of_a_round_is_no_part_of_the_last_action(battle_of, told):
    battle = battle_of([{"bleeding": 2, "poisoned": 1, "fatigue": 1}])
    roll, miss = (Event.ROLLS, RED, BLUE, 9, 10, 11), (Event.MISSES, RED, BLUE)
    pays, gains = (Event.PAYS, RED, BLUE, Deed.QUICK, 3, 3), (Event.GAINS, RED, NOBODY, 0, 6)
    end = [(Event.STAMINA, RED, NOBODY, 0, 2), (Event.FATIGUE, RED, NOBODY, 0, 1)]
    text = told(battle, pays, roll, miss, gains, *end)
    assert "Red loses 2 stamina by bleeding. Red gains 1 fatigue by the poison, now" in text


@pytest.mark.rule("W42", "H5")
def test_H5_a_turn_of_who_can_do_nothing(battle_of, told):
    text = told(battle_of([{"life": Life.UNCONSCIOUS}]), (Event.TURN, RED))
    assert text.endswith("AP, but can do nothing.")


@pytest.mark.rule("W32", "W74", "H9")
def test_H9_the_yards_come_before_what_they_have_brought_about(battle_of, told):
    goes, flanked = (Event.MOVES, RED, NOBODY, Role.TURN, 3), (Event.FLANKED, BLUE)
    text = told(battle_of(), flanked, goes)
    assert re.fullmatch(r"Red moves 3 yards, .*\. Blue is flanked, so .*\.", text)
    rebuffs = [(Event.DECLARES, BLUE, RED, Deed.REBUFF, 0, Role.REACTION)]
    rebuffs += [(Event.PAYS, BLUE, RED, Deed.REBUFF, 4, 8), (Event.ROLLS, BLUE, RED, 9, 10, 11)]
    text = told(battle_of(), *rebuffs, (Event.MISSES, BLUE, RED), goes)
    assert re.fullmatch(r"Red moves 3 yards, .*\. Blue rebuffs Red .*\. Blue rolls .*\.", text)


@pytest.mark.rule("W32", "W34")
@pytest.mark.parametrize(
    ("mover", "said"), [(RED, "As Red comes up, Blue"), (BLUE, "On its way, Blue")]
)
def test_W32_who_flanks_in_the_middle_of_a_way_is_told(battle_of, told, mover, said):
    battle = battle_of()
    action_stack.push(battle, Role.TURN, Deed.WAY, mover, NOBODY, 0)
    assert told(battle, (Event.FLANKED, BLUE)).startswith(f"{said} is flanked, so attacks on ")


@pytest.mark.rule("W74", "H9")
def test_H9_a_way_that_a_rebuff_ended_is_told_as_it_was_before(battle_of, told):
    rebuffs = (Event.DECLARES, BLUE, RED, Deed.REBUFF, 0, Role.REACTION)
    goes = (Event.MOVES, RED, NOBODY, Role.TURN, 3)
    text = told(battle_of([{"life": Life.UNCONSCIOUS}]), rebuffs, goes)
    assert text.startswith("Red moves 3 yards, ")


@pytest.mark.rule("W62", "RW11")
def test_W62_how_near_is_told_of_who_still_stands(battle_of, told):
    battle = battle_of(blue=[{"at": (5, 3), "life": Life.UNCONSCIOUS}, {"at": (8, 3)}])
    text = told(battle, (Event.MOVES, RED, NOBODY, Role.TURN, 3))
    assert ", 4 yards from the blue fighter 2" in text


def test_what_the_log_had_no_room_for_is_told_to_be_missing(battle_of, told):
    battle = battle_of()
    misses = [(Event.MISSES, RED, BLUE)] * len(battle.events)
    assert told(battle, *misses).endswith("Red misses Blue.")
    battle.events_lost = 2
    assert told(battle).endswith("Red misses Blue; more happened, but the log was full.")


@pytest.mark.rule("W62", "W66")
@pytest.mark.parametrize(
    ("fighter", "start", "said"),
    [
        ({}, Posture.STANDING, "Red moves 3 yards, next to Blue (12 AP left)."),
        ({"posture": 2}, Posture.PRONE, "Red crawls 3 yards, next to Blue (12 AP left)."),
        ({"helpless_rounds": 1}, 0, "Red had gone 3 yards, next to Blue (12 AP left)."),
        ({"at": (1, 3)}, 0, "Red moves 3 yards, 4 yards from Blue (12 AP left)."),
        ({"action_points": 0}, 0, "Red moves 3 yards, next to Blue (no AP left)."),
    ],
)
def test_W62_ways(battle_of, told, fighter, start, said):
    assert told(battle_of([fighter]), (Event.MOVES, RED, NOBODY, Role.TURN, 3, start)) == said


@pytest.mark.rule("W106")
def test_W106_a_mount_carries_its_rider_and_both_pay(battle_of, told):
    red = [{"base": "knight", "rides": 1, "action_points": 5}, {"base": "warhorse", "at": (1, 1)}]
    text = told(battle_of(red), (Event.MOVES, 1, NOBODY, Role.TURN, 8))
    assert text == (
        "The red warhorse carries the knight 8 yards, 5 yards from the fighter "
        "(12 AP left, 5 of the knight)."
    )


@pytest.mark.rule("W83", "W29")
def test_W83_an_opening(battle_of, told):
    opening = (Event.OPENING, RED, BLUE, 0, 14, 10)
    said = "Red rolls 10, in all 14, a Defense against Rebuffs by Blue in this turn"
    assert told(battle_of(), opening) == f"{said}."
    text = told(battle_of(), opening, (Event.CRITICAL, RED, BLUE, 0))
    assert text == f"{said}: a critical failure, one more die taken off."


@pytest.mark.rule("W101", "RW33")
@pytest.mark.parametrize(
    ("after", "said"),
    [
        (Level.NONE, "A severe wound of Red is healed."),
        (Level.LIGHT, "A severe wound of Red is light now."),
        (Level.SEVERE, "A severe wound of Red stays as it is, for the lighter slots are full."),
    ],
)
def test_W101_treated_wounds(battle_of, told, after, said):
    assert told(battle_of(), (Event.TREATS, RED, NOBODY, Level.SEVERE, after)) == said


@pytest.mark.rule("W89")
def test_W89_who_clings(battle_of, told):
    text = told(battle_of(), (Event.FOLLOWS, RED, BLUE, 1, 2))
    assert text == "Red will follow Blue up to 2 yards and takes 1 yard off the movement of Blue."
    text = told(battle_of(), (Event.FOLLOWS, RED, BLUE, 3, 0))
    assert text == "Red takes 3 yards off the movement of Blue."
    clings = (Event.DECLARES, RED, BLUE, Deed.CLING, 0, Role.REACTION)
    text = told(battle_of(), clings, (Event.ROLLS, RED, BLUE, 16, 30, 0))
    assert text.endswith("in all 30, with one more die added for a critical success.")


@pytest.mark.rule("W91")
def test_W91_who_is_put_before_an_attack(battle_of, told):
    battle = battle_of(["wrestler"], ["wolf", "ogre"])
    pays = (Event.PAYS, 0, 1, Deed.INTERPOSE, 2, 4)
    tries, check = (Event.REACTS, 0, 2, Deed.INTERPOSE), (Event.SAVES, 0, NOBODY, 9, 15, 14)
    assert told(battle, pays, tries, check, (Event.INTERPOSES, 0, 2)) == (
        "The red wrestler tries to put the blue ogre before the attack (2 AP, 4 left). "
        "The wrestler's check to interpose, 15 against 14, succeeds. "
        "The wrestler puts the ogre before the attack, which aims there now."
    )


# --- The end --------------------------------------------------------------------------------------


@pytest.mark.rule("RW31")
@pytest.mark.parametrize(
    ("ending", "winner", "said"),
    [
        (Ending.SIDE_DOWN, 1, "Blue wins: nobody of the other side is able to act any more."),
        (Ending.BOTH_SIDES_DOWN, -1, "Nobody is able to act any more: a draw."),
        (Ending.ROUND_LIMIT, -1, "The rounds are over: a draw."),
    ],
)
def test_RW31_the_end(battle_of, ending, winner, said, told):
    battle = battle_of(ending=ending, winner=winner, over=True)
    assert told(battle, (Event.OVER, NOBODY, NOBODY, ending, winner)) == said


def test_names_are_full_where_somebody_acts_and_short_afterwards(battle_of, told):
    battle = battle_of(["archer", "wolf"], ["giant"])
    pays = (Event.PAYS, 0, 2, Deed.QUICK, 3, 9)
    text = told(battle, (*QUICK[:2], 2, *QUICK[3:]), pays, (Event.MISSES, 0, 2))
    assert text == (
        "The red archer makes a Quick Attack on the blue giant with the bow (3 AP, 9 left). "
        "The archer misses the giant."
    )


def test_telling_changes_nothing(battle_of, write):
    battle = battle_of()
    write(battle, (Event.TURN, RED), (Event.ROLLS, RED, BLUE, 3, 5, 16))
    before = battle.tobytes()
    assert narrate(battle) == narrate(battle)
    assert battle.tobytes() == before
    assert LoggedEvent._fields[:3] == ("kind", "actor", "target")

"""Skulking and hiding (P53 to P59, P125, RP4, RP36)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.record import fields_of
from quintain.envs.platemail.enums import (
    Act,
    Life,
    Verb,
)
from quintain.envs.platemail.rules.attacks import opportunity_attack
from quintain.envs.platemail.rules.hiding import is_overt, note_noise, roll_stealth, update_hiding
from quintain.envs.platemail.rules.sight import is_unaware
from quintain.envs.platemail.state import FIGHTER

from .written_orders import play

pytestmark = [pytest.mark.interpreted]

BARE = "\n".join(["." * 12] * 6)
LOW = "\n".join(["............", "......o.....", *["............"] * 4])
HIGH = "\n".join(["............", "......#.....", *["............"] * 4])
SKULK = {"act": Act.SKULK, "verb": Verb.SKULK_STILL, "able": 1}
READY, NOT_READY = {"act": Act.DEFEND, "ready": 1, "able": 1}, {"act": Act.SPRINT, "able": 1}


def skulker(**more) -> dict:
    """Red 0, behind the obstacle in (6, 1), with a Stealth roll of 15."""
    return {"at": (7, 1), "stealth_roll": 15, "phase": SKULK, **more}


def observer(**more) -> dict:
    """An enemy in the same row who is Ready."""
    return {"at": (1, 1), "phase": READY, **more}


def hidden(battle, eye: int = 1) -> bool:
    """Whether an observer is Unaware of red 0 after the phase."""
    update_hiding(battle)
    return bool(is_unaware(battle, eye, 0))


# --- The roll (P55, RP4) --------------------------------------------------------------------------


@pytest.mark.rule("P55", "RP4")
def test_RP4_the_stealth_roll(duel, loaded, events):
    battle = duel(skulker(stealth=3, wounds=1), observer())
    with loaded(battle, [11]):
        roll_stealth(battle)
    assert battle.fighters[0].stealth_roll == 11 + 3 - 1
    assert events(battle) == [("reasons", 0, 0, 0, 0, 1), ("hides", 0, -1, 0, 13, 11)]


@pytest.mark.rule("P55", "QP6")
@pytest.mark.parametrize(
    ("verb", "steps", "rolls"),
    [
        (Verb.SKULK_STILL, 0, True),
        (Verb.SKULK_KEEP, 0, False),
        (Verb.SKULK_TO_COVER, 3, True),
        (Verb.SKULK_TO, 1, True),
        (Verb.SKULK_TO, 0, True),
    ],
)
def test_P55_who_moves_rolls_anew_who_does_not_may_keep(duel, loaded, verb, steps, rolls):
    battle = duel(skulker(phase={**SKULK, "verb": verb, "steps": steps}), observer())
    with loaded(battle, [4] if rolls else []):
        roll_stealth(battle)
    assert battle.fighters[0].stealth_roll == (4 if rolls else 15)


@pytest.mark.rule("P55", "QP6")
@pytest.mark.parametrize(("last", "rolls"), [(0, True), (-2, True), (1, False)])
def test_P55_a_skulker_without_a_last_roll_to_keep_rolls(duel, loaded, last, rolls):
    battle = duel(skulker(stealth_roll=last, phase={**SKULK, "verb": Verb.SKULK_KEEP}), observer())
    with loaded(battle, [14] if rolls else []):
        roll_stealth(battle)
    assert battle.fighters[0].stealth_roll == (14 if rolls else last)


@pytest.mark.rule("P55", "P56", "QP6")
def test_P55_the_first_skulk_is_a_roll_whatever_it_means_to_keep(duel, loaded):
    """The second action keeps a roll that the first one was meant to make."""
    battle = duel({"at": (7, 1)}, {"at": (1, 1)}, map=LOW)
    with loaded(battle, [12]):
        play(battle, {"then": (Verb.SKULK_KEEP, -1)})
    assert is_unaware(battle, 1, 0)


@pytest.mark.rule("P55")
def test_P55_only_skulkers_roll(duel, loaded):
    battle = duel(skulker(phase={"act": Act.AIM, "verb": Verb.AIM, "able": 1}), observer())
    with loaded(battle, []):
        roll_stealth(battle)
    assert battle.fighters[0].stealth_roll == 15


@pytest.mark.rule("P45", "P55")
def test_P45_many_wounds_lower_a_stealth_roll_as_far_as_the_record_allows(duel, loaded):
    battle = duel(skulker(max_wounds=20, wounds=18, phase={**SKULK, "steps": 1}), observer())
    with loaded(battle, [4]):
        roll_stealth(battle)
    (declared,) = [one for one in fields_of(FIGHTER) if one.name == "stealth_roll"]
    assert declared.low <= battle.fighters[0].stealth_roll == 4 - 18


# --- Who is Unaware (P54, P56, RP4) ---------------------------------------------------------------


@pytest.mark.rule("P56", "RP4")
@pytest.mark.parametrize(("roll", "perception", "is_hidden"), [
    (10, 0, False), (11, 0, True), (12, 2, False), (13, 2, True),
])  # fmt: skip
def test_RP4_perception_below_the_roll(duel, loaded, roll, perception, is_hidden):
    battle = duel(skulker(stealth_roll=roll), observer(perception=perception, wounds=2), map=LOW)
    with loaded(battle, []):  # Perception is no roll
        assert hidden(battle) == is_hidden


@pytest.mark.rule("P56", "RP36")
@pytest.mark.parametrize(("phase", "is_hidden"), [(READY, False), (NOT_READY, True)])
def test_P56_whoever_was_not_ready_is_unaware(duel, phase, is_hidden):
    battle = duel(skulker(stealth_roll=1), observer(phase=phase), map=LOW)
    assert hidden(battle) == is_hidden


@pytest.mark.rule("P54")
@pytest.mark.parametrize(("rows", "is_hidden"), [(BARE, False), (LOW, True), (HIGH, True)])
def test_P54_only_with_cover_or_concealment(duel, rows, is_hidden):
    battle = duel(skulker(), observer(), map=rows)
    assert hidden(battle) == is_hidden


@pytest.mark.rule("P54", "P134", "RP28")
def test_P54_a_tower_shield_beside_him_is_cover(fight):
    battle = fight([skulker(), {"at": (7, 2), "shield": "tower_shield"}], [observer()], map=BARE)
    assert hidden(battle, 2)


@pytest.mark.rule("P53", "RP36")
@pytest.mark.parametrize(("act", "is_hidden"), [(Act.SKULK, True), (Act.AIM, False)])
def test_RP36_one_must_skulk_to_become_hidden(duel, act, is_hidden):
    battle = duel(skulker(phase={"act": act, "able": 1}), observer(), map=LOW)
    assert hidden(battle) == is_hidden


@pytest.mark.rule("RP36")
def test_RP36_it_is_a_relation_with_each_observer(fight):
    eyes = [observer(), observer(at=(7, 5)), observer(at=(1, 0), perception=3, stealth=3)]
    battle = fight([skulker(stealth_roll=12), {"at": (0, 0)}], eyes, map=LOW)
    update_hiding(battle)
    unaware = [bool(is_unaware(battle, eye, 0)) for eye in range(5)]
    assert unaware == [False, False, True, False, False]


@pytest.mark.rule("RP36")
def test_RP36_the_fallen_neither_hide_nor_watch(fight):
    down = {"life": int(Life.STABLE), "phase": {}}
    battle = fight([skulker(**{**down, "hidden_from": 6})], [observer()], map=LOW)
    assert not hidden(battle)
    battle = fight([skulker()], [observer(**down)], map=LOW)
    assert not hidden(battle)


# --- How long (P59, RP36) -------------------------------------------------------------------------


@pytest.mark.rule("RP36")
@pytest.mark.parametrize(("rows", "ready", "roll", "is_hidden"), [
    (LOW, READY, 15, True), (LOW, READY, 10, False), (LOW, NOT_READY, 10, True),
    (BARE, READY, 15, False), (BARE, NOT_READY, 15, False),
])  # fmt: skip
def test_RP36_who_was_hidden_and_aims_stays_hidden_while_he_can(
    duel, events, rows, ready, roll, is_hidden
):
    aims = {"act": Act.AIM, "verb": Verb.AIM, "able": 1}
    start = skulker(phase=aims, hidden_from=2, stealth_roll=roll)
    battle = duel(start, observer(phase=ready), map=rows)
    assert hidden(battle) == is_hidden
    assert events(battle) == ([] if is_hidden else [("revealed", 0, -1, 0, 0, 0)])


@pytest.mark.rule("P59", "RP36")
@pytest.mark.parametrize(("act", "overt"), [
    (Act.SKULK, False), (Act.AIM, False), (Act.QUICK_ITEM, False), (Act.COMPLEX_ITEM, True),
    (Act.MOVE, True), (Act.SPRINT, True), (Act.FALL_BACK, True), (Act.DEFEND, True),
    (Act.GUARD, True), (Act.PREPARE_SPELL, True), (Act.RELEASE_SPELL, True),
    (Act.FOCUS_SPELL, True), (Act.RESCUE, True), (Act.STABILIZE, True), (Act.DAZED, True),
    (Act.TERROR, True),
])  # fmt: skip
def test_P59_overt_acts(duel, act, overt):
    battle = duel(skulker(hand="dart", phase={"act": act, "able": 1}), observer())
    note_noise(battle)
    assert bool(is_overt(battle, 0)) == overt


@pytest.mark.rule("P59", "P125", "P113", "P114", "P116", "RP36")
@pytest.mark.parametrize(("act", "hand", "overt"), [
    (Act.RANGED_ATTACK, "dart", False), (Act.RANGED_ATTACK, "blowgun", False),
    (Act.RANGED_ATTACK, "dagger", False), (Act.RAPID_FIRE, "dart", False),
    (Act.RANGED_ATTACK, "short_bow", True), (Act.RAPID_FIRE, "sling", True),
    (Act.FULL_ATTACK, "sword", True), (Act.CHARGE, "spear", True),
])  # fmt: skip
def test_P125_shots_and_throws_of_silent_weapons_reveal_nobody(duel, act, hand, overt):
    battle = duel(skulker(hand=hand, phase={"act": act, "able": 1}), observer())
    note_noise(battle)
    assert bool(is_overt(battle, 0)) == overt


@pytest.mark.rule("P59", "P93", "P113", "P125", "RP19", "RP36")
@pytest.mark.parametrize("second", ["dagger", "sword"])
@pytest.mark.parametrize(("act", "verb"), [
    (Act.COUNTER, Verb.COUNTER), (Act.FULL_ATTACK, Verb.FULL_ATTACK),
    (Act.FULL_ATTACK, Verb.THREE_ATTACKS), (Act.CHARGE, Verb.CHARGE),
])  # fmt: skip
def test_P125_a_dagger_is_silent_only_when_it_is_thrown(duel, act, verb, second):
    phase = {"act": act, "verb": verb, "able": 1}
    battle = duel(skulker(hand="dagger", second=second, phase=phase), observer())
    note_noise(battle)
    assert is_overt(battle, 0)


@pytest.mark.rule("P59", "P27", "TP4", "RP36")
@pytest.mark.parametrize(("hand", "strikes", "overt"), [
    ("sword", True, True), ("dagger", True, True), ("sword", False, False),
])  # fmt: skip
def test_P59_an_attack_of_opportunity_is_overt(duel, loaded, hand, strikes, overt):
    """`opportunity` also represents one that the fighter has declined."""
    phase = {**SKULK, "opportunity": 1}
    battle = duel(skulker(hand=hand, phase=phase), observer(), map=LOW)
    if strikes:
        with loaded(battle, [2]):
            opportunity_attack(battle, 0, 1)
    assert bool(is_overt(battle, 0)) == overt
    assert hidden(battle) != overt


# A low square, where the one in hiding is: the first enemy is beside him, the second far away.
DEN = "\n".join(["." * 20] * 4 + ["......o............."] + ["." * 20] * 4)
HIDER = {"at": (6, 4), "stealth": 3, "stealth_roll": 22, "hides_from": 6}


@pytest.mark.rule("P59", "P125", "P78", "P27", "RP36")
def test_P59_an_attack_of_opportunity_is_overt_whatever_is_taken_up_later(fight, loaded):
    hider = {**HIDER, "hand": "sword", "carried_hand": "dart", "hidden_from": 4}
    battle = fight([hider], [{"at": (5, 3)}, {"at": (1, 4)}], map=DEN)
    swaps = {"first": (Verb.SWAP, -1), "then": (Verb.AIM, -1)}
    away = {"first": (Verb.MOVE_AWAY, 0), "then": (Verb.DEFEND, -1)}
    with loaded(battle, [2]):
        play(battle, swaps, away)
    assert battle.fighters[0].hidden_from & 4 == 0


@pytest.mark.rule("P125", "P105", "RP20", "RP36")
def test_P125_a_silent_throw_stays_silent_if_the_arm_is_lost(fight, loaded, events):
    hider = {**HIDER, "hand": "dart", "hidden_from": 4}
    battle = fight([hider], [{"at": (5, 4), "hand": "axe"}, {"at": (1, 4)}], map=DEN)
    throws = {"first": (Verb.SHOOT, 2), "then": (Verb.AIM, -1)}
    with loaded(battle, [2, 20, 4]):
        play(battle, throws, {"first": (Verb.COUNTER, 0)})
    assert ("severed", 0, -1, 4, 0, 0) in events(battle)
    assert battle.fighters[0].hidden_from & 4 == 4


@pytest.mark.rule("P59", "P60", "P125", "RP36")
@pytest.mark.parametrize("at", [(14, 4), (7, 4)])
def test_P59_the_run_of_a_charge_is_overt_and_so_is_its_attack(fight, loaded, at):
    """The fighter starts and ends in Cover from the second enemy."""
    rows = "\n".join(["." * 24] * 4 + ["...." + "o" * 6 + "." * 14] + ["." * 24] * 4)
    hider = {**HIDER, "at": (6, 4), "hand": "dagger", "hidden_from": 4}
    battle = fight([hider], [{"at": at}, {"at": (1, 4)}], map=rows)
    charges = {"first": (Verb.CHARGE, 1), "then": (Verb.AIM, -1)}
    with loaded(battle, [2] if at == (7, 4) else []):
        play(battle, charges, {"first": (Verb.DEFEND, -1)})
    assert battle.fighters[0].hidden_from & 4 == 0


@pytest.mark.rule("P59", "RP36")
def test_P59_overt_acts_reveal_even_to_who_looks_away(duel, events):
    start = skulker(hidden_from=2, phase={"act": Act.SPRINT, "able": 1})
    battle = duel(start, observer(phase=NOT_READY), map=LOW)
    assert not hidden(battle)
    assert events(battle, "revealed") == [("revealed", 0, -1, 0, 0, 0)]


# --- The first attack (P58, RP24) -----------------------------------------------------------------


@pytest.mark.rule("P58", "RP24")
def test_RP24_who_is_aware_again_can_be_surprised_again(fight):
    shoots = {"act": Act.RANGED_ATTACK, "able": 1}
    start = skulker(hand="dart", phase=shoots, hidden_from=6, struck=6, stealth_roll=12)
    battle = fight([start], [observer(perception=2), observer(at=(1, 0))], map=LOW)
    update_hiding(battle)
    assert battle.fighters[0].hidden_from == 4
    assert battle.fighters[0].struck == 4


# --- What the skulker can tell of it (P56, XP4) ---------------------------------------------------


@pytest.mark.rule("P56", "XP4")
@pytest.mark.parametrize("perception", [0, 3])
@pytest.mark.parametrize(
    ("roll", "phase", "seems"),
    [
        (10, READY, False),  # even the worst Perception notices
        (11, READY, True),
        (13, READY, True),
        (10, NOT_READY, True),
    ],
)
def test_XP4_a_skulker_hides_from_all_who_may_be_unaware(duel, perception, roll, phase, seems):
    battle = duel(skulker(stealth_roll=roll), observer(perception=perception, phase=phase), map=LOW)
    update_hiding(battle)
    assert battle.fighters[0].hides_from == (2 if seems else 0)


@pytest.mark.rule("P56", "XP4")
@pytest.mark.parametrize(("attacked", "seems"), [(0, 2), (2, 0)])
def test_XP4_an_attacker_is_known_to_be_aware(duel, attacked, seems):
    aims = {"act": Act.AIM, "verb": Verb.AIM, "able": 1}
    start = skulker(phase=aims, hides_from=2, attacked=attacked)
    battle = duel(start, observer(), map=LOW)
    update_hiding(battle)
    assert battle.fighters[0].hides_from == seems


@pytest.mark.rule("P58", "XP4")
def test_XP4_a_skulker_cannot_tell_when_one_whom_he_surprised_notices_him(fight):
    shoots = {"act": Act.RANGED_ATTACK, "able": 1}
    masks = {"hidden_from": 6, "hides_from": 6, "struck": 6, "surprised": 6}
    start = skulker(hand="dart", phase=shoots, stealth_roll=12, **masks)
    battle = fight([start], [observer(perception=2), observer(at=(1, 0))], map=LOW)
    update_hiding(battle)
    assert battle.fighters[0].struck == 4
    assert battle.fighters[0].surprised == 6
    battle.fighters[0].attacked = 2  # who attacks him is aware of him
    update_hiding(battle)
    assert battle.fighters[0].surprised == 4

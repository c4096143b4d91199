"""Whole rounds as the fight report tells them: Ready or not, held or not (P11, P39, P56, P122)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.enums import Description, Life, Spell, Verb
from quintain.envs.platemail.state import NET
from quintain.envs.platemail.text.report import narrate

from .written_orders import EAST, WEST, play

pytestmark = [pytest.mark.interpreted]

ARMOURED = {"armour": "leather", "shield": "shield"}
SLING = {"hand": "sling"}


@pytest.fixture
def report(loaded):
    """Play a round with loaded dice; its report as one text."""

    def tell(battle, faces, *orders):
        with loaded(battle, faces):
            play(battle, *orders)
        return " ".join(line[0] for line in narrate(battle))

    return tell


@pytest.mark.rule("P39", "P122", "RP47")
@pytest.mark.parametrize(("held", "stops"), [(0, "armour and shield stop"), (NET, "armour stops")])
def test_P39_the_shield_of_the_entrapped_is_not_told_of(duel, report, held, stops):
    battle = duel(SLING, {"at": (8, 3), **ARMOURED, "entrapped": held})
    assert stops in report(battle, [16], {"first": (Verb.SHOOT, 1)})


@pytest.mark.rule("P39", "P84")
@pytest.mark.parametrize(("face", "stops"), [(1, "the armour stops"), (20, "armour and shield")])
def test_P84_the_shield_of_one_who_has_failed_in_a_crash_is_not_told_of(fight, report, face, stops):
    red = [{"at": (8, 3), **ARMOURED}, {"at": (9, 3)}]
    battle = fight(red, [{"at": (4, 8), **SLING}, {"at": (4, 3)}])
    walk, run = {"first": (Verb.MOVE_STRAIGHT, EAST)}, {"first": (Verb.SPRINT_TO, 3)}
    told = report(battle, [face, 20, 19], walk, run, {"first": (Verb.SHOOT, 0)})
    assert f"{stops} " in told


@pytest.mark.rule("P38", "P39", "P78", "P105")
def test_P39_the_gear_that_stops_a_wound_is_that_of_its_phase(duel, report):
    """The shield is put away, or falls with the arm, once it has stopped the Wound."""
    bearer = {"hand": "sword", "shield": "shield", "carried_hand": "staff", "at": (5, 3)}
    swaps, blow = {"first": (Verb.SWAP, NOBODY)}, {"first": (Verb.COUNTER, 1)}
    assert "but the shield stops it" in report(duel({"hand": "mace"}, bearer), [19], blow, swaps)
    told = report(duel({"hand": "axe"}, bearer), [20, 3], blow)
    assert "Blue takes 2 Wounds" in told
    leather = {**bearer, "armour": "leather"}
    told = report(duel({"hand": "axe"}, leather), [20, 3], blow)
    assert "whose armour and shield stop 1 Wound," in told


@pytest.mark.rule("P39", "RP12")
def test_RP12_the_shield_of_the_unconscious_is_not_told_of(fight, report, events):
    fallen = {"life": Life.STABLE, "wounds": 4, "at": (8, 3), **ARMOURED}
    battle = fight([SLING], [fallen, {"at": (20, 3)}])
    told = report(battle, [], {"first": (Verb.SHOOT, 1)})
    assert "hits without a roll, but the armour stops it" in told
    assert [event[4:] for event in events(battle, "attack")] == [(0, 0)]


@pytest.mark.rule("P56", "P122", "RP36")
@pytest.mark.parametrize(("held", "why"), [(NET, "Not Ready"), (0, "Perception 11")])
def test_P56_an_entrapped_observer_is_unaware_because_not_ready(duel, report, held, why):
    rows = "\n".join(["." * 12] * 3 + ["....o......."] + ["." * 12] * 3)
    battle = duel({}, {"at": (8, 3), "perception": 1, "entrapped": held}, map=rows)
    told = report(battle, [12], {"first": (Verb.SKULK_STILL, NOBODY)})
    assert f"Blue ({why}) is Unaware of Red" in told


@pytest.mark.rule("P76", "P122", "RP37", "RP47")
def test_RP37_a_bind_that_ends_as_the_phase_begins_holds_nobody_in_it(duel, report):
    battle = duel({"entrapped": 1 << 2}, {"spells": ["bind"], "focus": 0, "hand": "unarmed"})
    told = report(battle, [], {"first": (Verb.MOVE_TO, 1)})
    assert "Red stays next to Blue. " in told
    assert "Red is free of it" in told


@pytest.mark.rule("P112", "P122", "RP47")
def test_P122_a_second_net_was_not_the_first_to_hold(duel, report):
    battle = duel({"entrapped": NET}, {"at": (6, 3), "hand": "net", "stock": 3})
    told = report(battle, [19], {"first": (Verb.MOVE_TO, 1)}, {"first": (Verb.SHOOT, 0)})
    assert "Red gets no nearer to Blue, being Entrapped." in told


@pytest.mark.rule("P66", "RP31")
def test_P66_the_report_tells_that_an_aim_lacks_a_weapon(duel, report):
    told = report(duel({}, {"at": (9, 3)}), [], {"first": (Verb.AIM, NOBODY)})
    assert "Red cannot Aim: no weapon to shoot or throw is in hand." in told


@pytest.mark.rule("P76", "RP37")
@pytest.mark.parametrize(
    ("focus", "said"), [(1, "keeps up the spell"), (-1, "has no spell to keep up")]
)
def test_P76_the_report_tells_whether_there_is_a_spell_to_keep_up(duel, report, focus, said):
    caster = {"spells": ["bind"], "hand": "unarmed", "focus": focus}
    battle = duel(caster, {"at": (9, 3), "entrapped": 1 << 1 if focus > 0 else 0})
    told = report(battle, [], {"first": (Verb.FOCUS, NOBODY)})
    assert f"Red {said}." in told


@pytest.mark.rule("P14", "P51", "P52", "P53", "P81")
@pytest.mark.parametrize(
    ("verb", "target", "moves", "stays"),
    [
        (Verb.MOVE_STEPS, NOBODY, "moves 10 feet", "does not move and stays"),
        (Verb.SPRINT_STEPS, NOBODY, "Sprints 10 feet", "does not Sprint and stays"),
        (Verb.SKULK_STEPS, NOBODY, "Skulks 10 feet", "makes a Stealth roll of 5 to stay Hidden"),
        (Verb.FALL_BACK_STEPS, NOBODY, "Falls Back 10 feet", "does not Fall Back and stays"),
    ],
)
def test_P14_walks_by_steps_have_the_names_of_their_actions(
    duel, report, verb, target, moves, stays
):
    for steps, said in (((WEST, WEST), moves), ((), stays)):
        faces = [5] if verb == Verb.SKULK_STEPS else []
        order = {"first": (verb, target), "steps": steps}
        assert f"Red {said}. " in report(duel({}, {"at": (6, 3)}), faces, order)


@pytest.mark.rule("P81", "RP42")
@pytest.mark.parametrize(("verb", "fallen"), [(Verb.CARRY, 1), (Verb.RESCUE_ENEMY, 2)])
def test_P81_a_rescue_by_steps_is_told_as_a_rescue(fight, report, verb, fallen):
    places = {1: (10, 8), 2: (20, 4), fallen: (7, 3)}
    red, blue = [{"at": (4, 3)}, {"at": places[1]}], [{"at": places[2]}, {"at": (20, 3)}]
    battle = fight(red, blue)
    battle.fighters[fallen].life, battle.fighters[fallen].wounds = Life.STABLE, 4
    order = {"first": (verb, fallen), "steps": (WEST,)}
    told = report(battle, [], order)
    assert "The red swordsman 1 moves 15 feet to Rescue the " in told
    battle.fighters[0].entrapped = NET
    assert "does not get to the " in report(battle, [], order)


@pytest.mark.rule("P86", "P14")
def test_P86_a_sprint_by_steps_that_a_clash_stops_is_told_as_a_sprint(duel, report):
    order = {"first": (Verb.SPRINT_STEPS, NOBODY), "steps": (EAST, EAST)}
    told = report(duel({}, {"at": (6, 3)}), [80, 20, 2], order, {"first": (Verb.MOVE_TO, 0)})
    assert "Red sets out to Sprint. " in told


@pytest.mark.rule("P77")
def test_P77_the_report_tells_which_way_a_door_is_not_worked(duel, report):
    for verb, said in ((Verb.OPEN_DOOR, "opens no door"), (Verb.CLOSE_DOOR, "closes no door")):
        assert f"Red {said}: " in report(duel(), [], {"first": (verb, EAST)})


@pytest.mark.rule("P46", "P59", "RP36")
@pytest.mark.parametrize(("wounds", "is_said"), [(3, False), (0, True)])
def test_RP36_nobody_notices_who_is_hidden_from_the_fallen_alone(fight, report, wounds, is_said):
    """The enemy who is Unaware falls, or is missed by an arrow that gives the archer away."""
    rows = "\n".join(["." * 16, "....o...........", "." * 16])
    archer = {"at": (4, 1), "hand": "short_bow", "hidden_from": 0b10, "stealth_roll": 18}
    battle = fight([archer], [{"at": (8, 1), "wounds": wounds}, {"at": (15, 0)}], map=rows)
    told = report(battle, [19 if wounds else 2], {"first": (Verb.SHOOT, 1)})
    assert ("is hidden no longer" in told) == is_said


FAR_WARD = {"at": (20, 3)}


@pytest.mark.rule("P68", "P122", "RP10", "RP47")
@pytest.mark.parametrize(
    ("guard", "ward", "said"),
    [
        ({}, {"at": (5, 3)}, "Guards the red swordsman 2"),
        ({"entrapped": NET}, {"at": (5, 3)}, "cannot Guard the red swordsman 2, being Entrapped"),
        ({"prone": 1}, {"at": (5, 3)}, "Guards the red swordsman 2"),
        ({"prone": 1}, FAR_WARD, "cannot Guard the red swordsman 2, who is out of reach"),
        ({}, FAR_WARD, "moves 15 feet to Guard the red swordsman 2, but does not get there"),
        ({}, {"at": (8, 3)}, "moves 15 feet to Guard the red swordsman 2"),
    ],
)
def test_P68_the_report_tells_who_cannot_guard(fight, report, guard, ward, said):
    battle = fight([guard, ward], [{"at": (20, 12)}])
    told = report(battle, [], {"first": (Verb.GUARD, 1)}, {"then": (Verb.MOVE_STRAIGHT, EAST)})
    assert f"The red swordsman 1 {said}. " in told


MAGE = {"base": "battle_mage", "at": (0, 4), "prepared": Spell.BLAST}


@pytest.mark.rule("RP31", "RP47")
@pytest.mark.parametrize(
    ("ally", "target", "why"),
    [
        (
            {"at": (7, 4), "entrapped": NET},
            1,
            "cannot cut the red swordsman 2 free: "
            "the red swordsman 2 is 15 feet away, out of reach",
        ),
        (
            {"at": (5, 4), "life": Life.DEAD},
            1,
            "finds nobody to cut free: the red swordsman 2 is dead",
        ),
        (
            {"at": (7, 4), "entrapped": NET},
            Description.MOST_WOUNDED_ALLY,
            "finds nobody to cut free",
        ),
    ],
)
def test_RP47_the_report_tells_why_an_ally_is_not_cut_free(fight, report, ally, target, why):
    battle = fight([{"at": (4, 4)}, ally], [{"at": (20, 4)}])
    told = report(battle, [], {"first": (Verb.FREE, target)})
    assert f"The red swordsman 1 {why}. " in told


@pytest.mark.rule("RP31", "P75", "RP23")
@pytest.mark.parametrize(
    ("target", "why"),
    [
        (1, "on Blue: the place beside Blue is out of sight or of range."),
        (Description.CLOSEST, ": nobody who fits the order is in sight and in range."),
    ],
)
def test_RP31_the_report_tells_why_a_blast_has_no_place(duel, report, target, why):
    battle = duel(MAGE, {"at": (13, 4)})
    told = report(battle, [], {"first": (Verb.RELEASE_BESIDE, target), "steps": (EAST,)})
    assert f"Red cannot release a spell {why}".replace(" :", ":") in told


@pytest.mark.rule("P48", "P82", "RP12")
@pytest.mark.parametrize(("countdown", "verb"), [(0, "comes too late for"), (2, "Stabilizes")])
def test_P82_the_report_stabilizes_nobody_who_dies_in_the_phase(fight, report, countdown, verb):
    dying = {"at": (5, 4), "life": Life.FATALLY_WOUNDED, "countdown": countdown, "wounds": 4}
    battle = fight([{"at": (4, 4)}, dying], [{"at": (6, 4)}])
    orders = {"first": (Verb.STABILIZE, 1)}, {}, {"first": (Verb.COUNTER, 1)}
    told = report(battle, [15], *orders)
    assert f" and {verb} the red swordsman 2. " in told

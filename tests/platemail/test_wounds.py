"""Absorb, Wounds, falls, death, limbs, lasting effects (P36 to P49, P103 to P105, P135)."""

from __future__ import annotations

import itertools

import pytest

from quintain.envs.platemail.enums import (
    Act,
    Gear,
    Life,
    Spell,
)
from quintain.envs.platemail.rules.attacks import attack_all
from quintain.envs.platemail.rules.wounds import (
    count_down,
    gear_that_stops,
    take_hold,
    tally,
    wounds_stopped,
)
from quintain.envs.platemail.state import (
    LEFT_ARM,
    LEFT_LEG,
    NET,
    RIGHT_ARM,
    RIGHT_LEG,
)
from quintain.envs.platemail.tables import (
    IGNORES_ABSORB,
    NO_SHIELD,
    NONE,
    PENETRATIONS,
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted]

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
ABSORB = {"none": 0, "leather": 1, "chain_mail": 2, "splint_mail": 2, "half_plate": 3,
          "full_plate": 3}  # fmt: skip


@pytest.fixture
def hurt(duel):
    """A battle in a phase in which red was hit: Wounds by Penetration, fields of its row."""

    def build(noted=(), /, phase=None, *, rules=None, **fighter):
        battle = duel({**fighter, "phase": {"able": 1, "ready": 1, **(phase or {})}}, rules=rules)
        battle.phase = 1
        if battle.fighters[0].life != Life.ABLE:
            battle.phases[0].able = battle.phases[0].ready = 0
        for pierce in noted:
            battle.phases[0].wounds[pierce] += 1
        return battle

    return build


# --- Absorb (P38 to P41, RP6, RP7) ----------------------------------------------------------------


@pytest.mark.rule("P38", "P40", "P127", "P128", "P129", "P130", "P131", "RP6")
@pytest.mark.parametrize("armour", ABSORB)
@pytest.mark.parametrize("pierce", range(6))
def test_RP6_one_wound_against_a_whole_absorb(hurt, armour, pierce):
    battle = hurt([pierce], armour=armour)
    assert wounds_stopped(battle, 0) == (1 if pierce < ABSORB[armour] else 0)


@pytest.mark.rule("P38", "RP6")
@pytest.mark.parametrize(
    ("armour", "wounds", "taken"),
    [
        ("half_plate", [2], 0),  # the example of RP6: stopped while it is whole,
        ("half_plate", [2, 2], 1),  # past it once one Wound has used it
        ("half_plate", [0, 2], 1),
        ("half_plate", [3, 3, 3], 3),  # past it, nothing used up
        ("half_plate", [3, 2], 1),
        ("half_plate", [1, 1], 0),
        ("half_plate", [1, 1, 1], 1),
        ("half_plate", [0, 0, 0], 0),
        ("half_plate", [0, 0, 0, 0], 1),
        ("half_plate", [0, 1, 1], 1),  # the lowest first: 3, 2 and then 1 are left
        ("half_plate", [0, 0, 1], 1),
        ("leather", [0], 0),
        ("leather", [0, 0], 1),
        ("leather", [1], 1),
        ("leather", [1, 1, 0], 2),
        ("chain_mail", [1, 1], 1),
        ("chain_mail", [0, 1], 1),
        ("none", [0, 0], 2),
    ],
)
def test_RP6_wounds_meet_what_is_left_lowest_penetration_first(hurt, armour, wounds, taken):
    battle = hurt(wounds, armour=armour)
    assert tally(battle) == taken
    assert battle.fighters[0].wounds == taken


@pytest.mark.rule("RP6")
@pytest.mark.parametrize(
    ("wounds", "taken"),
    [([2, 2], 0), ([0, 2], 0), ([2, 2, 2, 2], 1), ([3, 2], 1), ([0, 0, 0, 2], 1)],
)
def test_RP6_the_variant_compares_with_the_whole_absorb(hurt, wounds, taken):
    battle = hurt(wounds, rules={"full_absorb": True}, armour="half_plate")
    assert tally(battle) == taken


def stop_by_hand(wounds, absorb, is_variant):
    """RP6 in other words: how many of the Wounds, lowest first, are stopped."""
    stopped = 0
    for pierce in sorted(wounds):
        rating = absorb if is_variant else absorb - stopped
        stopped += stopped < absorb and pierce < rating
    return stopped


@pytest.mark.rule("RP6")
@pytest.mark.parametrize("is_variant", [False, True])
def test_RP6_every_set_of_three_wounds(hurt, is_variant):
    for armour, absorb in ABSORB.items():
        battle = hurt(rules={"full_absorb": is_variant}, armour=armour)
        for wounds in itertools.combinations_with_replacement(range(5), 3):
            battle.phases[0].wounds[:] = 0
            for pierce in wounds:
                battle.phases[0].wounds[pierce] += 1
            assert wounds_stopped(battle, 0) == stop_by_hand(wounds, absorb, is_variant)


@pytest.mark.rule("P38")
def test_P38_absorb_is_whole_again_in_the_next_phase(hurt):
    battle = hurt([0], armour="leather")
    assert [tally(battle), tally(battle)] == [0, 0]


@pytest.mark.rule("P39", "P133", "P134", "P132", "RP7")
@pytest.mark.parametrize(
    ("shield", "absorb"), [("none", 2), ("buckler", 2), ("shield", 3), ("tower_shield", 3)]
)
def test_P39_a_shields_absorb_adds_while_ready(hurt, shield, absorb):
    battle = hurt([0] * 5, armour="chain_mail", shield=shield)
    assert wounds_stopped(battle, 0) == absorb
    battle.phases[0].ready = 0
    assert wounds_stopped(battle, 0) == 2


@pytest.mark.rule("P41")
def test_P41_some_wounds_ignore_absorb(hurt):
    assert IGNORES_ABSORB == PENETRATIONS - 1
    battle = hurt([IGNORES_ABSORB, IGNORES_ABSORB, 0], armour="full_plate")
    assert tally(battle) == 2


@pytest.mark.rule("P38", "P39", "RP7")
@pytest.mark.parametrize("ready", [0, 1])
@pytest.mark.parametrize(("armour", "shield", "gear"), [
    ("leather", "none", (Gear.ARMOUR, Gear.ARMOUR)), ("none", "shield", (0, Gear.SHIELD)),
    ("leather", "shield", (Gear.ARMOUR, Gear.ARMOUR + Gear.SHIELD)),
    ("leather", "buckler", (Gear.ARMOUR, Gear.ARMOUR)),
])  # fmt: skip
def test_P39_the_log_names_the_gear_with_absorb_the_shield_of_the_ready_alone(
    duel, ready, armour, shield, gear
):
    battle = duel({"armour": armour, "shield": shield, "phase": {"ready": ready}})
    assert gear_that_stops(battle, 0) == gear[ready]


@pytest.mark.rule("P44")
def test_P44_the_log_tells_stopped_and_taken(hurt, events):
    battle = hurt([0, 0, 3], armour="leather", wounds=1)
    assert tally(battle) == 2
    assert events(battle) == [("stopped", 0, -1, 1, Gear.ARMOUR, 0), ("wounded", 0, -1, 2, 3, 0)]


@pytest.mark.rule("P43", "RP30")
def test_P43_the_tally_counts_everybodys_wounds(duel):
    battle = duel()
    for actor in (0, 1):
        battle.phases[actor].able = 1
        battle.phases[actor].wounds[0] = 1 + actor
    assert tally(battle) == 3
    assert [int(f.wounds) for f in battle.fighters[:2]] == [1, 2]


# --- The fall and death (P42, P46 to P49, RP12) ---------------------------------------------------


@pytest.mark.rule("P42", "P46", "P47")
@pytest.mark.parametrize(("before", "life"), [(1, Life.ABLE), (2, Life.FATALLY_WOUNDED)])
def test_P46_more_than_max_wounds_fells(hurt, before, life):
    battle = hurt([0, 0], wounds=before)
    tally(battle)
    assert battle.fighters[0].life == life


@pytest.mark.rule("P46", "P47")
def test_P46_the_fallen_has_as_many_rounds_as_max_wounds(hurt, events):
    battle = hurt([0] * 6, max_wounds=5)
    tally(battle)
    assert battle.fighters[0].countdown == 5
    assert events(battle, "down") == [("down", 0, -1, 0, 0, 0)]


@pytest.mark.rule("P47", "RP12")
def test_RP12_the_count_starts_after_the_round_of_the_fall_death_at_its_end(hurt, events):
    battle = hurt([0] * 4)
    tally(battle)
    for _ in range(3):  # the round of the fall and two more
        count_down(battle)
        assert battle.fighters[0].life == Life.FATALLY_WOUNDED
    count_down(battle)  # the third round after the fall
    assert battle.fighters[0].life == Life.DEAD
    assert events(battle, "dead") == [("dead", 0, -1, 0, 0, 0)]


@pytest.mark.rule("P48", "P49", "RP11")
@pytest.mark.parametrize("life", [Life.ABLE, Life.STABLE, Life.DEAD])
def test_P48_only_the_fatally_wounded_are_counted(hurt, events, life):
    battle = hurt(life=life, countdown=0)
    count_down(battle)
    assert battle.fighters[0].life == life
    assert events(battle) == []


@pytest.mark.rule("RP12")
@pytest.mark.parametrize(
    ("count", "wounds", "life", "left"),
    [(2, 1, 1, 1), (2, 2, 1, 0), (2, 3, 3, None), (0, 1, 3, None), (2, 0, 1, 2)],
)
def test_RP12_each_wound_on_the_fallen_takes_a_round_off(hurt, count, wounds, life, left):
    battle = hurt([0] * wounds, life=Life.FATALLY_WOUNDED, wounds=4, countdown=count)
    assert tally(battle) == wounds
    assert battle.fighters[0].life == life
    if left is not None:
        assert battle.fighters[0].countdown == left
    assert battle.fighters[0].wounds == 4 + wounds


@pytest.mark.rule("RP12")
@pytest.mark.parametrize(("pierce", "life", "left"), [(0, Life.STABLE, 0), (1, 1, 2)])
def test_RP12_a_wound_undoes_stable_and_armour_still_absorbs(hurt, pierce, life, left):
    battle = hurt([pierce], life=Life.STABLE, wounds=4, countdown=0, armour="leather")
    tally(battle)
    assert battle.fighters[0].life == life
    assert battle.fighters[0].countdown == left


@pytest.mark.rule("RP12", "P46")
def test_RP12_wounds_of_the_phase_of_the_fall_take_no_round_off(hurt):
    battle = hurt([0] * 9, wounds=3)
    tally(battle)
    assert battle.fighters[0].countdown == 3


@pytest.mark.rule("P47")
def test_P47_the_dead_suffer_no_more(hurt, events):
    battle = hurt([0, 0], life=Life.DEAD, wounds=5)
    assert tally(battle) == 0
    assert events(battle) == []


@pytest.mark.rule("RP23", "P48")
@pytest.mark.parametrize(
    ("before", "hits", "mends", "after", "life"),
    [
        (2, 0, 1, 1, Life.ABLE),
        (0, 0, 1, 0, Life.ABLE),
        (2, 0, 3, 0, Life.ABLE),
        (3, 1, 1, 3, Life.ABLE),  # Wounds first, then Mends, then who falls
        (3, 2, 1, 4, Life.FATALLY_WOUNDED),
    ],
)
def test_RP23_mends_count_before_it_is_asked_who_falls(
    hurt, events, before, hits, mends, after, life
):
    battle = hurt([0] * hits, {"healed": mends}, wounds=before)
    assert tally(battle) == hits
    assert (battle.fighters[0].wounds, battle.fighters[0].life) == (after, life)
    [healed] = events(battle, "healed")
    assert healed[3:5] == (before + hits - after, after)


@pytest.mark.rule("P48", "RP23")
@pytest.mark.parametrize(
    ("life", "wounds", "after"),
    [
        (Life.FATALLY_WOUNDED, 0, Life.STABLE),
        (Life.FATALLY_WOUNDED, 1, Life.STABLE),
        (Life.FATALLY_WOUNDED, 5, Life.DEAD),
        (Life.STABLE, 0, Life.STABLE),
        (Life.DEAD, 0, Life.DEAD),
    ],
)
def test_P48_a_mend_makes_the_fatally_wounded_stable(hurt, life, wounds, after):
    battle = hurt([0] * wounds, {"healed": 1}, life=life, countdown=2, wounds=4)
    tally(battle)
    assert battle.fighters[0].life == after


# --- Limbs (P105, P135, RP20) ---------------------------------------------------------------------


@pytest.mark.rule("P105", "RP20")
@pytest.mark.parametrize(
    ("face", "limb", "prone"),
    [(1, LEFT_LEG, 1), (2, RIGHT_LEG, 1), (3, LEFT_ARM, 0), (4, RIGHT_ARM, 0)],
)
def test_P105_the_die_names_the_limb(hurt, loaded, events, face, limb, prone):
    battle = hurt([1, 1], {"severings": 1})
    with loaded(battle, [face]):
        tally(battle)
    assert (battle.fighters[0].limbs, battle.fighters[0].prone) == (limb, prone)
    assert (
        events(battle, "severed", "prone")
        == [("severed", 0, -1, face, 0, 0)] + [("prone", 0, -1, 0, 0, 0)] * prone
    )


@pytest.mark.rule("P105", "RP20")
@pytest.mark.parametrize(
    ("face", "hand", "second", "shield"),
    [
        (3, "sword", NONE, NO_SHIELD),
        (4, "unarmed", W["axe"], 2),
        (1, "sword", W["axe"], 2),
    ],
)
def test_RP20_an_arm_drops_what_it_held(hurt, loaded, face, hand, second, shield):
    battle = hurt([1], {"severings": 1})
    battle.fighters[0].second = W["axe"]
    battle.fighters[0].shield = 2
    with loaded(battle, [face]):
        tally(battle)
    it = battle.fighters[0]
    assert (it.hand, it.second, it.shield) == (W[hand], second, shield)


@pytest.mark.rule("RP20", "RP38")
@pytest.mark.parametrize("face", [3, 4])
def test_RP20_either_arm_drops_a_two_handed_weapon(hurt, loaded, face):
    battle = hurt([1], {"severings": 1}, hand="heavy_crossbow")
    with loaded(battle, [face]):
        tally(battle)
    assert battle.fighters[0].hand == UNARMED


@pytest.mark.rule("RP20")
@pytest.mark.parametrize(("armour", "limbs"), [("leather", 0), ("none", LEFT_LEG)])
def test_RP20_a_limb_is_lost_only_with_a_wound(hurt, load, armour, limbs):
    battle = hurt([0], {"severings": 1}, armour=armour)
    load(battle, [1])
    tally(battle)
    assert battle.fighters[0].limbs == limbs


@pytest.mark.rule("P135", "P129", "P130", "P131", "RP45")
@pytest.mark.parametrize(
    ("armour", "protects"), [("splint_mail", 1), ("half_plate", 2), ("full_plate", 3)]
)
def test_P135_armour_may_save_the_limb(hurt, loaded, events, armour, protects):
    for face in (protects, protects + 1):
        battle = hurt([5, 5], {"severings": 1}, armour=armour)
        with loaded(battle, [3, face]):
            tally(battle)
        assert battle.fighters[0].limbs == (0 if face <= protects else LEFT_ARM)
        saved = [("limb_saved", 0, -1, 3, 0, face)] if face <= protects else []
        assert events(battle, "limb_saved") == saved


@pytest.mark.rule("P105")
def test_P105_what_is_off_is_off(hurt, loaded, events):
    battle = hurt([1] * 2, {"severings": 2}, limbs=LEFT_LEG, prone=1)
    with loaded(battle, [1, 2]):
        tally(battle)
    assert battle.fighters[0].limbs == LEFT_LEG | RIGHT_LEG
    assert len(events(battle, "severed")) == 1
    assert events(battle, "prone") == []


@pytest.mark.rule("P91", "P105", "P36", "RP20")
def test_P91_an_axes_critical_severs(duel, loaded):
    battle = duel({"hand": "axe"}, {"armour": "leather"})
    battle.phase = 1
    for actor in (0, 1):
        battle.phases[actor].able = battle.phases[actor].ready = 1
    battle.phases[0].act, battle.phases[0].target = Act.COUNTER, 1
    with loaded(battle, [20]):
        attack_all(battle)
    with loaded(battle, [4]):
        assert tally(battle) == 2
    assert battle.fighters[1].hand == UNARMED


# --- What takes hold (RP9, RP37, RP46, RP47) ------------------------------------------------------


@pytest.mark.rule("P103", "RP46", "RP9")
@pytest.mark.parametrize(("before", "new", "after"), [(0, 3, 3), (2, 3, 3), (4, 3, 4), (2, 0, 2)])
@pytest.mark.parametrize(("note", "count"), [("daze", "dazed"), ("fear", "terror")])
def test_RP46_the_longer_count_holds(hurt, events, note, count, before, new, after):
    battle = hurt((), {note: new}, **{count: before})
    tally(battle)
    assert battle.fighters[0][count] == before  # not before the tally is over
    take_hold(battle)
    assert battle.fighters[0][count] == after
    kind = {"daze": "dazed", "fear": "terror"}[note]
    assert [event[4] for event in events(battle, kind)] == ([after] if new else [])


@pytest.mark.rule("P112", "P122", "RP47")
@pytest.mark.parametrize(("snares", "what"), [(NET, [0]), (1 << 2, [1]), (NET | 1 << 2, [0, 1])])
def test_RP47_snares_take_hold(hurt, events, snares, what):
    battle = hurt((), {"snares": snares}, entrapped=1 << 4)
    take_hold(battle)
    assert battle.fighters[0].entrapped == snares | 1 << 4
    assert [event[3] for event in events(battle, "entrapped")] == what


@pytest.mark.rule("RP37")
@pytest.mark.parametrize("note", ["daze", "fear"])
def test_RP37_dazed_or_in_terror_the_caster_loses_spell_and_focus(hurt, events, note):
    battle = hurt((), {note: 1}, prepared=Spell.BOLT, focus=1)
    battle.fighters[1].entrapped = NET | 1 << 1
    take_hold(battle)
    assert (battle.fighters[0].prepared, battle.fighters[0].focus) == (NONE, NONE)
    assert battle.fighters[1].entrapped == NET
    assert len(events(battle, "disrupted")) == 1


@pytest.mark.rule("RP37")
def test_RP37_who_keeps_his_head_keeps_his_spell(hurt, events):
    battle = hurt([0], prepared=Spell.BOLT, dazed=2)
    tally(battle)
    take_hold(battle)
    assert battle.fighters[0].prepared == Spell.BOLT
    assert events(battle, "disrupted") == []


@pytest.mark.rule("RP37", "P46", "RP9")
def test_RP37_who_falls_loses_spell_and_aim_and_is_not_dazed(hurt, events):
    battle = hurt([0], {"daze": 3}, wounds=3, prepared=Spell.MEND, aimed=1, dazed=1, terror=1)
    tally(battle)
    take_hold(battle)
    it = battle.fighters[0]
    assert (it.prepared, it.aimed, it.dazed, it.terror) == (NONE, 0, 0, 0)
    assert events(battle, "dazed") == []


@pytest.mark.rule("RP37", "RP47")
def test_RP37_a_bind_of_this_phase_ends_with_its_caster(hurt):
    battle = hurt([0], wounds=3, focus=1)
    battle.phases[1].able = 1
    battle.phases[1].snares = 1 << 1
    tally(battle)
    take_hold(battle)
    assert battle.fighters[1].entrapped == 0


@pytest.mark.rule("RP37", "P46", "P76")
def test_RP37_a_bind_ends_with_the_one_it_holds(hurt):
    battle = hurt([0], wounds=3, entrapped=NET | 1 << 2)
    battle.fighters[1].focus = 0
    tally(battle)
    take_hold(battle)
    assert battle.fighters[0].life == Life.FATALLY_WOUNDED
    assert (battle.fighters[0].entrapped, battle.fighters[1].focus) == (NET, NONE)

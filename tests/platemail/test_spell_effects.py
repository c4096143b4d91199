"""Bolt, Blast, Mend, Fear, Bind, Focus (P31, P73, P76, RP22, RP23, RP37)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.platemail.enums import Act, Life, Save, Spell, Verb
from quintain.envs.platemail.rules.phase_setup import begin_phase, set_stances
from quintain.envs.platemail.rules.spells import concentrate_all, prepare_all, uphold_binds
from quintain.envs.platemail.rules.wounds import take_hold, tally
from quintain.envs.platemail.tables import MEND_USES, SPELL_PENETRATION, SPELL_WOUNDS

from .attack_phase import noted
from .spell_phase import ALL, BEHIND, caster, does, placed, release

pytestmark = [pytest.mark.interpreted]


# --- Bolt (RP23) ----------------------------------------------------------------------------------


@pytest.mark.rule("RP23", "P32", "P33")
@pytest.mark.parametrize(("face", "hits"), [(12, False), (13, True)])
def test_RP23_bolt_is_an_attack_without_range_increments(duel, loaded, face, hits):
    """13 at 60 feet against 10 + leather 2."""
    battle = placed(duel(caster(Spell.BOLT), {"at": (16, 3), "armour": "leather"}))
    with loaded(battle, [face]):
        release(battle)
    assert noted(battle, 1) == ({3: 2} if hits else {})
    assert (SPELL_PENETRATION[Spell.BOLT], SPELL_WOUNDS[Spell.BOLT]) == (3, 2)
    assert (battle.phases[1].hits, battle.fighters[1].attacked) == (int(hits), 1)


@pytest.mark.rule("RP41", "P72")
def test_RP41_bolts_at_a_guarded_one_come_in_the_order_of_lots(fight, loaded, events):
    """Each draws a lot first; the higher is blocked by the fresh guard."""
    mages = [caster(Spell.BOLT, target=2, at=(4, 3)), caster(Spell.BOLT, target=2, at=(4, 5))]
    guard = {"phase": {"act": Act.GUARD, "ward": 2, "limit": 9, "ready": 1, "able": 1}}
    blue = [{"at": (8, 4)}, {"at": (8, 5), "shield": "shield", **guard}]
    battle = placed(fight(mages, blue))
    with loaded(battle, [10, 60, 2, 3]):
        release(battle)
    told = [event[:3] for event in events(battle, "attack", "blocked")]
    assert told == [("attack", 1, 2), ("blocked", 3, 2), ("attack", 0, 2), ("blocked", 3, 2)]


@pytest.mark.rule("RP41", "P72", "RP9")
@pytest.mark.parametrize(("lots", "first"), [([10, 60], 0), ([60, 10], 1)])
def test_RP41_a_bolt_comes_before_or_after_a_blow_as_the_lots_fall(
    fight, loaded, events, lots, first
):
    """Each draws a lot; the first one meets the unused guard."""
    blow = {"at": (7, 4), "hand": "club", **does(Verb.COUNTER, 2)}
    red = [blow, caster(Spell.BOLT, target=2, at=(4, 5))]
    guard = {"phase": {"act": Act.GUARD, "ward": 2, "limit": 9, "ready": 1, "able": 1}}
    blue = [{"at": (8, 4)}, {"at": (8, 5), "shield": "shield", **guard}]
    battle = placed(fight(red, blue))
    with loaded(battle, [*lots, 2, 3]):
        release(battle)
    told = [event[1] for event in events(battle, "attack")]
    assert told == [1 - first, first]


# --- Blast (RP23, P31, P73) -----------------------------------------------------------------------


@pytest.mark.rule("RP23", "RP2", "P21")
def test_RP23_blast_strikes_friend_and_foe_within_ten_feet(fight, loaded):
    """The caster too; each saves for himself."""
    red = [caster(Spell.BLAST, target=2, at=(4, 3)), {"at": (3, 4)}]
    blue = [{"at": (6, 3)}, {"at": (8, 5), "dexterity": 3}, {"at": (9, 3)}]
    battle = placed(fight(red, blue))
    with loaded(battle, [10, 11, 8]):
        release(battle)
    wounds = [noted(battle, actor) for actor in range(5)]
    assert wounds == [{2: 2}, {}, {}, {}, {}]
    assert [int(phase.hits) for phase in battle.phases[:5]] == [1, 0, 0, 0, 0]
    assert [int(it.attacked) for it in battle.fighters[:5]] == [1, 0, 1, 1, 0]


@pytest.mark.rule("RP23", "RP2")
@pytest.mark.parametrize(("face", "hit"), [(9, True), (10, False)])
def test_RP23_blast_a_dexterity_save(duel, loaded, events, face, hit):
    """10 + Dexterity 2 - 1 Wound."""
    battle = placed(duel(caster(Spell.BLAST), {"at": (9, 3), "dexterity": 2, "wounds": 1}))
    with loaded(battle, [face]):
        release(battle)
    assert noted(battle, 1) == ({2: 2} if hit else {})
    told = [("save", 1, 0, int(Save.BLAST), face + 1, face)]
    assert events(battle, "save", "hit") == told + [("hit", 0, 1, 2, 2, 0)] * hit


@pytest.mark.rule("RP23", "P67")
def test_P67_defend_helps_against_blast(duel, loaded):
    battle = placed(duel(caster(Spell.BLAST), {"at": (9, 3), "phase": {"saves": 1}}))
    with loaded(battle, [8]):
        release(battle)
    assert noted(battle, 1) == {}


@pytest.mark.rule("RP23", "RP12")
def test_RP12_the_fallen_do_not_dodge_and_the_dead_feel_nothing(fight, loaded):
    blue = [{"at": (9, 3), "life": int(Life.STABLE)}, {"at": (9, 4), "life": int(Life.DEAD)}]
    battle = placed(fight([caster(Spell.BLAST)], blue))
    with loaded(battle, []):
        release(battle)
    assert [noted(battle, actor) for actor in (1, 2)] == [{2: 2}, {}]


@pytest.mark.rule("RP23", "P109")
def test_RP23_blast_is_where_the_target_was(fight, loaded):
    blue = [{"at": (9, 3)}, {"at": (12, 3)}]
    battle = placed(fight([caster(Spell.BLAST)], blue))
    battle.fighters[1].x, battle.fighters[2].x = 14, 10
    with loaded(battle, [2]):
        release(battle)
    assert [noted(battle, actor) for actor in (1, 2)] == [{2: 2}, {}]


@pytest.mark.rule("P31", "RP23")
def test_P31_blast_reaches_the_concealed(fight, loaded):
    battle = placed(fight([caster(Spell.BLAST)], [{"at": (7, 1)}, {"at": (8, 3)}], map=BEHIND))
    with loaded(battle, [1, 1]):
        release(battle)
    assert noted(battle, 2) == {2: 2}


@pytest.mark.rule("P73", "RP23")
def test_P73_nobody_guards_against_a_blast(fight, loaded):
    guard = {"phase": {"act": Act.GUARD, "ward": 1, "limit": 9, "ready": 1, "able": 1}}
    battle = placed(fight([caster(Spell.BLAST)], [{"at": (9, 3)}, {"at": (9, 4), **guard}]))
    with loaded(battle, [1, 20]):
        release(battle)
    assert battle.phases[2].blocks == 0
    assert [noted(battle, actor) for actor in (1, 2)] == [{2: 2}, {}]


# --- Mend (RP23) ----------------------------------------------------------------------------------


@pytest.mark.rule("RP23", "P48")
@pytest.mark.parametrize(("x", "is_healed"), [(10, True), (11, False)])
def test_RP23_mend_at_thirty_feet(fight, x, is_healed):
    healer = caster(Spell.MEND, verb=Verb.MEND, target=1)
    battle = placed(fight([healer, {"at": (x, 3), "wounds": 2}], [{"at": (1, 1)}]))
    release(battle)
    assert battle.phases[1].healed == is_healed
    assert battle.fighters[0].mends == MEND_USES - is_healed
    tally(battle)
    assert battle.fighters[1].wounds == 2 - is_healed


@pytest.mark.rule("RP23")
def test_RP23_mend_oneself(duel):
    battle = placed(duel(caster(Spell.MEND, verb=Verb.MEND_SELF, target=-1, wounds=1), {}))
    release(battle)
    tally(battle)
    assert battle.fighters[0].wounds == 0


@pytest.mark.rule("RP23", "P48")
def test_P48_mend_stabilises_the_fallen(fight):
    down = {"at": (6, 3), "wounds": 4, "life": int(Life.FATALLY_WOUNDED), "countdown": 2}
    battle = placed(fight([caster(Spell.MEND, verb=Verb.MEND, target=1), down], [{"at": (1, 1)}]))
    release(battle)
    tally(battle)
    assert (battle.fighters[1].life, battle.fighters[1].wounds) == (Life.STABLE, 4)


# --- Fear (RP22, RP23) ----------------------------------------------------------------------------


@pytest.mark.rule("RP22", "RP23", "P90")
@pytest.mark.parametrize(("faces", "terror"), [([8], 0), ([7, 3], 3), ([7, 1], 1)])
def test_RP23_fear_a_will_save_or_terror(duel, loaded, faces, terror):
    """8 + Will 3 is greater than 10; 1d4 actions."""
    battle = placed(duel(caster(Spell.FEAR), {"will": 3}))
    with loaded(battle, faces):
        release(battle)
    assert battle.phases[1].fear == terror
    assert battle.fighters[1].terror == 0  # not before the tally
    take_hold(battle)
    assert battle.fighters[1].terror == terror


@pytest.mark.rule("RP46", "RP23")
def test_RP46_of_two_fears_the_longer(fight, loaded):
    mages = [caster(Spell.FEAR, target=2), caster(Spell.FEAR, target=2)]
    battle = placed(fight(mages, [{}]))
    with loaded(battle, [1, 4, 1, 2]):
        release(battle)
    assert battle.phases[2].fear == 4


# --- Bind and Focus (P76, RP23, RP37) -------------------------------------------------------------


@pytest.mark.rule("RP23", "P122", "RP47")
@pytest.mark.parametrize(("face", "is_held"), [(9, False), (8, True)])
def test_RP23_bind_a_strength_save_or_entrapped(duel, loaded, face, is_held):
    """9 + Strength 2 is greater than 10."""
    battle = placed(duel(caster(Spell.BIND), {"strength": 2}))
    with loaded(battle, [face]):
        release(battle)
    assert battle.fighters[1].entrapped == 0
    take_hold(battle)
    assert battle.fighters[1].entrapped == (1 << 1 if is_held else 0)
    assert battle.fighters[0].focus == (1 if is_held else -1)


@pytest.mark.rule("P76", "RP37")
@pytest.mark.parametrize(
    ("act", "is_held"),
    [(Act.FOCUS_SPELL, True), (Act.PREPARE_SPELL, False), (Act.DAZED, False), (Act.MOVE, False)],
)
def test_RP37_focus_must_follow_without_a_gap(duel, events, act, is_held):
    battle = duel({"focus": 1, "phase": {"act": act, "able": 1}}, {"entrapped": 3})
    uphold_binds(battle)
    assert battle.fighters[1].entrapped == (3 if is_held else 1)  # the net stays
    assert battle.fighters[0].focus == (1 if is_held else -1)
    assert events(battle) == ([] if is_held else [("freed", 0, 1, 0, 0, 0)])


@pytest.mark.rule("P75", "P76", "RP23", "RP37")
def test_RP23_prepare_release_focus_and_let_go(duel, loaded):
    """Four phases of a Bind."""
    verbs = [Verb.PREPARE, Verb.RELEASE, Verb.FOCUS, Verb.DEFEND]
    battle = duel({"spells": ALL}, {"order": {"verb": [Verb.DEFEND] * 3}})
    held = []
    for verb, target, faces in zip(verbs, [Spell.BIND, 1, -1, -1], [[], [4], [], []], strict=True):
        battle.orders[0].verb[0], battle.orders[0].target[0] = verb, target
        begin_phase(battle, np.zeros(MAX_FIGHTERS, np.int64))
        set_stances(battle)
        with loaded(battle, faces):
            release(battle)
            concentrate_all(battle)
            tally(battle)
            take_hold(battle)
            prepare_all(battle)
        held.append((int(battle.phases[1].ready), int(battle.fighters[1].entrapped)))
    assert held == [(1, 0), (1, 2), (0, 2), (1, 0)]


@pytest.mark.rule("RP37", "RP9")
@pytest.mark.parametrize("state", [{"daze": 1}, {"fear": 2}])
def test_RP37_a_bind_of_this_very_phase_is_lost_with_its_caster(duel, loaded, state):
    battle = placed(duel(caster(Spell.BIND), {}))
    for key, value in state.items():
        battle.phases[0][key] = value
    with loaded(battle, [4]):
        release(battle)
    take_hold(battle)
    assert (battle.fighters[1].entrapped, battle.fighters[0].focus) == (0, -1)

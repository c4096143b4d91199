"""Prepare, Concentration, Release (P28, P29, P74 to P76, RP3, RP23, RP31, RP37)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Act, Failure, Life, Save, Spell, Verb
from quintain.envs.platemail.rules.spells import concentrate_all, prepare_all
from quintain.envs.platemail.rules.wounds import take_hold, tally
from quintain.envs.platemail.state import LEFT_ARM
from quintain.envs.platemail.tables import NONE, SPELL_NAMES

from .attack_phase import noted
from .spell_phase import ALL, BEHIND, caster, does, placed, release
from .written_orders import play

pytestmark = [pytest.mark.interpreted]

SHIELDED = {"carried_hand": "sword", "carried_shield": "buckler"}
"""A set with a shield, which the tests take up at once, so that no hand is free."""


def take_up_shield(battle):
    """Give the first fighter the shield of its other set, if it has one."""
    if battle.fighters[0].carried_shield > 0:
        battle.fighters[0].shield = battle.fighters[0].carried_shield


# --- Prepare (P74, RP23, RP37) --------------------------------------------------------------------


@pytest.mark.rule("P74", "RP23", "RP37")
def test_P74_the_spell_is_prepared_at_the_end_of_the_phase(duel, events):
    battle = duel({"spells": ALL, "will": 3, **does(Verb.PREPARE, Spell.BLAST)}, {})
    prepare_all(battle)
    assert battle.fighters[0].prepared == Spell.BLAST
    assert events(battle) == [("prepared", 0, -1, int(Spell.BLAST), 0, 0)]


@pytest.mark.rule("RP37")
def test_RP37_one_spell_at_a_time(duel):
    start = {"spells": ALL, "prepared": int(Spell.BOLT)}
    battle = duel({**start, **does(Verb.PREPARE, Spell.FEAR)}, {})
    prepare_all(battle)
    assert battle.fighters[0].prepared == Spell.FEAR


@pytest.mark.rule("RP23", "RP31", "RP38")
@pytest.mark.parametrize(
    ("state", "spell", "why"),
    [
        ({"spells": ["bolt"]}, Spell.FEAR, Failure.SPELL_UNKNOWN),
        ({"spells": ALL, **SHIELDED}, Spell.BOLT, Failure.NO_FREE_HAND),
        ({"spells": ALL, "limbs": LEFT_ARM}, Spell.BOLT, Failure.NO_FREE_HAND),
        ({"spells": ALL, "mends": 0}, Spell.MEND, Failure.NO_MEND_LEFT),
        ({"spells": ALL}, -1, Failure.SPELL_UNKNOWN),
        ({"spells": ALL}, len(SPELL_NAMES), Failure.SPELL_UNKNOWN),
    ],
    ids=["unknown", "shield", "one arm", "no Mend left", "none", "beyond"],
)
def test_RP23_what_cannot_be_prepared(duel, events, state, spell, why):
    battle = duel({**state, **does(Verb.PREPARE, spell)}, {})
    take_up_shield(battle)
    prepare_all(battle)
    assert battle.fighters[0].prepared == NONE
    assert events(battle) == [("lost", 0, -1, int(Act.PREPARE_SPELL), why, 0)]


@pytest.mark.rule("P74", "RP37")
@pytest.mark.parametrize("state", [{"daze": 1}, {"fear": 1}])
def test_P74_the_interrupted_prepare_nothing(duel, state):
    battle = duel({"spells": ALL, **does(Verb.PREPARE, Spell.BOLT, **state)}, {})
    prepare_all(battle)
    assert battle.fighters[0].prepared == NONE


@pytest.mark.rule("P74", "RP9")
def test_P74_the_fallen_prepare_nothing(duel):
    down = {"life": int(Life.FATALLY_WOUNDED)}
    battle = duel({"spells": ALL, **down, **does(Verb.PREPARE, Spell.BOLT)}, {})
    prepare_all(battle)
    assert battle.fighters[0].prepared == NONE


# --- Concentration (P28, P29, P74, P76, RP3) ------------------------------------------------------


@pytest.mark.rule("P28", "RP3")
@pytest.mark.parametrize(("face", "holds"), [(9, False), (10, True)])
def test_RP3_will_at_minus_one_a_hit(duel, loaded, events, face, holds):
    """10 + Will 3 - 2 hits is greater than 10; absorbed hits count."""
    battle = duel({"spells": ALL, "will": 3, **does(Verb.PREPARE, Spell.BOLT, hits=2)}, {})
    with loaded(battle, [face]):
        concentrate_all(battle)
    assert battle.phases[0].daze == (0 if holds else 1)
    told = [("save", 0, 0, int(Save.CONCENTRATION), face + 1, face)]
    assert events(battle) == told + [("disrupted", 0, -1, 0, 0, 0)] * (not holds)
    tally(battle)
    take_hold(battle)
    prepare_all(battle)
    assert battle.fighters[0].prepared == (Spell.BOLT if holds else NONE)
    assert battle.fighters[0].dazed == (0 if holds else 1)


@pytest.mark.rule("RP3", "P45")
def test_RP3_old_wounds_count(duel, loaded):
    battle = duel({"spells": ALL, "wounds": 2, **does(Verb.PREPARE, Spell.BOLT, hits=1)}, {})
    with loaded(battle, [13]):
        concentrate_all(battle)
    assert battle.phases[0].daze == 1
    battle = duel({"spells": ALL, "wounds": 2, **does(Verb.PREPARE, Spell.BOLT, hits=1)}, {})
    with loaded(battle, [14]):
        concentrate_all(battle)
    assert battle.phases[0].daze == 0


@pytest.mark.rule("P28")
@pytest.mark.parametrize(
    "action",
    [
        does(Verb.PREPARE, 0),
        does(Verb.FOCUS),
        does(Verb.RELEASE, 1, hits=1),
        does(Verb.AIM, hits=1),
    ],
    ids=["Prepare, not hit", "Focus, not hit", "Release", "Aim"],
)
def test_P28_only_who_is_hit_while_preparing_or_focusing(duel, loaded, action):
    battle = duel({"spells": ALL, **action}, {})
    with loaded(battle, []):
        concentrate_all(battle)
    assert battle.phases[0].daze == 0


@pytest.mark.rule("P29", "RP46")
def test_RP46_a_longer_daze_stays(duel, loaded):
    battle = duel({"spells": ALL, **does(Verb.PREPARE, 0, hits=1, daze=3)}, {})
    with loaded(battle, [2]):
        concentrate_all(battle)
    assert battle.phases[0].daze == 3


@pytest.mark.rule("P29", "P76", "RP37")
@pytest.mark.parametrize(("face", "holds"), [(11, False), (12, True)])
def test_P76_a_hit_may_cost_the_focus(duel, loaded, face, holds):
    battle = duel({"spells": ALL, "focus": 1, **does(Verb.FOCUS, hits=1)}, {"entrapped": 1 << 1})
    with loaded(battle, [face]):
        concentrate_all(battle)
        tally(battle)
        take_hold(battle)
    assert (battle.fighters[1].entrapped != 0) == holds
    assert (battle.fighters[0].focus == 1) == holds
    assert battle.fighters[0].dazed == (not holds)


# --- Release (P75, RP31, RP37) --------------------------------------------------------------------


@pytest.mark.rule("P75", "RP37")
def test_P75_a_release_uses_the_prepared_spell_up(duel, loaded, events):
    battle = placed(duel(caster(Spell.FEAR), {}))
    with loaded(battle, [20]):
        release(battle)
    assert battle.fighters[0].prepared == NONE
    assert events(battle, "released") == [("released", 0, 1, int(Spell.FEAR), 0, 0)]


FAR = {"at": (17, 3)}  # 65 feet away
OFF = {"at": (11, 3)}  # 35 feet away


@pytest.mark.rule("RP23", "RP31", "RP37", "P31", "P57", "RP36")
@pytest.mark.parametrize(
    ("first", "second", "rows"),
    [
        (caster(Spell.BOLT), FAR, None),
        (caster(Spell.BLAST), FAR, None),
        (caster(Spell.FEAR), OFF, None),
        (caster(Spell.BIND), OFF, None),
        (caster(Spell.BOLT), {"at": (8, 3)}, BEHIND),
        (caster(Spell.BLAST), {"at": (8, 3)}, BEHIND),
        (caster(Spell.FEAR), {"at": (8, 3)}, BEHIND),
        (caster(Spell.BOLT), {"hidden_from": 1}, None),
        (caster(Spell.BLAST), {"hidden_from": 1}, None),
        (caster(Spell.BIND), {"hidden_from": 1}, None),
        (caster(Spell.BOLT, target=-1), {}, None),
        (caster(Spell.BLAST, target=0), {}, None),
        (caster(Spell.BOLT), {"life": int(Life.DEAD)}, None),
        (caster(Spell.FEAR), {"life": int(Life.STABLE)}, None),
        (caster(Spell.BIND), {"life": int(Life.STABLE)}, None),
        (caster(Spell.BOLT, **SHIELDED), {}, None),
        (caster(Spell.MEND), {}, None),
        (caster(Spell.MEND, verb=Verb.MEND), {"wounds": 1}, None),
        (caster(Spell.MEND, verb=Verb.MEND_SELF, mends=0), {}, None),
    ],
)  # fmt: skip
def test_RP37_without_a_legal_target_the_spell_is_kept(duel, loaded, events, first, second, rows):
    battle = placed(duel(first, second, map=rows))
    take_up_shield(battle)
    before = int(battle.fighters[0].prepared)
    with loaded(battle, []):
        release(battle)
    assert [event[:2] for event in events(battle)] == [("lost", 0)]
    assert battle.fighters[0].prepared == before
    assert noted(battle, 1) == {}


@pytest.mark.rule("P75", "RP31")
def test_P75_nothing_prepared_nothing_released(duel, loaded, events):
    battle = placed(duel(caster(NONE), {}))
    with loaded(battle, []):
        release(battle)
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("RP23", "P109")
@pytest.mark.parametrize(
    ("spell", "squares"), [(Spell.BOLT, 12), (Spell.BLAST, 12), (Spell.FEAR, 6), (Spell.BIND, 6)]
)
def test_RP23_ranges_count_from_where_the_phase_began(duel, loaded, spell, squares):
    battle = placed(duel(caster(spell), {"at": (4 + squares, 3), "will": 3}))
    battle.fighters[1].x += 3
    with loaded(battle, [19] if spell != Spell.BOLT else [2]):
        release(battle)
    assert battle.fighters[0].prepared == NONE


@pytest.mark.rule("P48", "P75", "RP37")
@pytest.mark.parametrize("spell", [Spell.BOLT, Spell.BLAST])
@pytest.mark.parametrize("verb", [Verb.MEND_ENEMY, Verb.RELEASE])
def test_P75_an_order_to_release_a_mend_releases_no_other_spell(fight, loaded, events, spell, verb):
    dying = {"at": (9, 3), "life": Life.FATALLY_WOUNDED, "wounds": 4, "countdown": 3}
    battle = fight([{"spells": ALL, "prepared": int(spell)}], [dying, {"at": (20, 9)}])
    with loaded(battle, []):
        play(battle, {"first": (verb, 1)})
    if verb == Verb.RELEASE:
        assert ("released", 0, 1, int(spell), 0, 0) in events(battle)
    else:
        assert events(battle, "released", "hit") == []
        assert events(battle, "lost") == [("lost", 0, 1, int(Act.RELEASE_SPELL), 0, 0)]
        assert battle.fighters[0].prepared == spell

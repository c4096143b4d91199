"""All actions of a phase take effect at once (P21, P43, P45, TP3)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import DRAW, NOBODY
from quintain.envs.platemail.enums import Act, Ending, Life, Save, Spell, Verb
from quintain.envs.platemail.turn import begin_round, play_on

from .written_orders import DEFEND, EAST, W, kinds, legal, phases, play, square

pytestmark = [pytest.mark.interpreted]


# --- All at once (P21, P43, P45, TP3) -------------------------------------------------------------


@pytest.mark.rule("P21", "P43", "RP9", "RP30")
def test_P43_two_who_fell_each_other_both_fall_and_the_second_phase_is_not_played(
    duel, loaded, events
):
    battle = duel({"wounds": 3}, {"wounds": 3})
    with loaded(battle, [20, 20]):
        play(battle, {"first": (Verb.COUNTER, 1)}, {"first": (Verb.COUNTER, 0)})
    assert kinds(events, battle, "phase", "critical", "down", "over") == [
        "phase", "critical", "critical", "down", "down", "over",
    ]  # fmt: skip
    assert (battle.over, battle.winner, battle.ending) == (True, DRAW, Ending.BOTH_SIDES_DOWN)


@pytest.mark.rule("P21", "P43")
def test_P21_more_than_enough_may_hit_the_same_target(fight, loaded, events):
    battle = fight(
        [{"at": (4, 3)}, {"at": (5, 4)}, {"at": (6, 3)}], [{"wounds": 3}, {"at": (20, 3)}]
    )
    strike = {"first": (Verb.COUNTER, 3)}
    with loaded(battle, [18, 18, 18]):
        play(battle, strike, strike, strike)
    assert events(battle, "wounded") == [("wounded", 3, -1, 3, 6, 0)]
    assert not battle.over


@pytest.mark.rule("P43", "P45", "P21")
def test_P45_wounds_of_the_first_phase_hamper_the_second(duel, loaded, events):
    battle = duel({}, {})
    blows = {"first": (Verb.COUNTER, 1), "then": (Verb.COUNTER, 1)}
    back = {"first": (Verb.COUNTER, 0), "then": (Verb.COUNTER, 0)}
    with loaded(battle, [18, 2, 10, 10]):  # 18 less 3 for Counter is greater than 14
        play(battle, blows, back)
    assert [event[1:] for event in events(battle, "attack")] == [
        (0, 1, W["sword"], 15, 18),
        (1, 0, W["sword"], -1, 2),
        (0, 1, W["sword"], 7, 10),
        (1, 0, W["sword"], 6, 10),
    ]


@pytest.mark.rule("TP3", "RP9", "P43", "P28", "P74", "P26")
@pytest.mark.parametrize(
    ("save", "last"), [(12, ["wounded", "prepared"]), (11, ["disrupted", "wounded", "dazed"])]
)
def test_TP3_the_steps_of_a_phase_in_their_order(fight, loaded, events, save, last):
    battle = fight([{}, {"at": (4, 8)}], [{"spells": ["bolt"], "hand": "dagger"}, {"at": (5, 8)}])
    with loaded(battle, [2, 10, save]):  # the one who leaves; the blow; Will at -1
        play(
            battle,
            {"first": (Verb.COUNTER, 2)},
            {},
            {"first": (Verb.PREPARE, Spell.BOLT)},
            {"first": (Verb.MOVE_AWAY, 1)},
        )
    first, _ = phases(events, battle)
    told = [event[0] for event in first if event[0] not in ("phase", "action", "moved", "miss")]
    assert told == ["opportunity", "attack", "reasons", "attack", "hit", "save", *last]
    assert [event[1] for event in first if event[0] == "attack"] == [1, 0]
    assert (battle.fighters[2].prepared == Spell.BOLT) == (last[-1] == "prepared")


@pytest.mark.rule(
    "TP3", "RP9", "P21", "P16", "P17", "P24", "P60", "P70", "P71", "P72", "P74", "P83", "P84",
    "P85", "P86", "P88", "RP3", "RP29", "RP33", "RP41",
)  # fmt: skip
def test_TP3_a_round_in_which_all_comes_together(fight, loaded, events):
    charger, guard, caster, walker, sprinter, foe, twice, once, leaver = range(9)
    battle = fight(
        [
            {"at": (4, 3)},
            {"at": (4, 8)},
            {"at": (5, 8), "spells": ["bolt"], "hand": "dagger"},
            {"at": (10, 12)},
            {"at": (12, 12)},
        ],
        [{"at": (7, 3)}, {"at": (6, 8)}, {"at": (6, 9)}, {"at": (3, 8)}],
    )
    dice = [
        *(8, 13),  # Crash: the walker with Favor 11, the sprinter with Disfavor 10
        14,  # the guard at the one who leaves: 14 is not greater than 14
        *(5, 9, 2),  # lots: the second blow at the caster comes first, the Counter last
        11,  # Favor makes 14, the guard has 14: blocked
        *(11, 7, 8),  # 14 beats 13, odd: let through; 11 beats the caster's 10
        *(12, 4),  # 15 beats 12, even: the guard takes it
        *(8, 7),  # the chargers, with Favor: 11 hits, 10 does not
        11,  # Will less one hit: 10 is too little
    ]
    with loaded(battle, dice):
        play(
            battle,
            {"first": (Verb.CHARGE, foe)},
            {"first": (Verb.GUARD, caster)},
            {"first": (Verb.PREPARE, Spell.BOLT), "then": (Verb.PREPARE, Spell.BOLT)},
            {"first": (Verb.MOVE_STRAIGHT, EAST)},
            {"first": (Verb.SPRINT_NEXT_TO, walker), "then": (Verb.STAND_UP, NOBODY)},
            {"first": (Verb.CHARGE, charger)},
            {"first": (Verb.FULL_ATTACK, caster)},
            {"first": (Verb.COUNTER, caster)},
            {"first": (Verb.MOVE_AWAY, guard)},
        )
    first, second = phases(events, battle)
    sword, crash, will = W["sword"], int(Save.CRASH), int(Save.CONCENTRATION)
    assert [event for event in first if event[0] not in ("phase", "action", "reasons")] == [
        ("save", walker, sprinter, crash, 11, 8),
        ("crash", walker, sprinter, 1, 0, 0),
        ("save", sprinter, walker, crash, 10, 13),
        ("crash", sprinter, walker, 0, 0, 0),
        ("clash", charger, foe, 0, 0, 0),
        ("opportunity", guard, leaver, 0, 0, 0),
        ("attack", guard, leaver, sword, 14, 14),
        ("miss", guard, leaver, sword, 14, 14),
        ("prone", sprinter, -1, 0, 0, 0),
        ("moved", charger, -1, 1, 5 + 32 * 3, 0),
        ("moved", walker, -1, 3, 13 + 32 * 12, 0),
        ("moved", sprinter, -1, 1, 11 + 32 * 12, 0),
        ("moved", foe, -1, 1, 6 + 32 * 3, 0),
        ("moved", leaver, -1, 3, 0 + 32 * 8, 0),
        ("attack", twice, caster, sword, 14, 11),
        ("blocked", guard, caster, sword, 14, 11),
        ("attack", twice, caster, sword, 14, 11),
        ("let_through", guard, caster, sword, 13, 7),
        ("attack", twice, caster, sword, 11, 8),
        ("hit", twice, caster, 1, 0, 10),
        ("attack", once, caster, sword, 15, 12),
        ("taken", guard, caster, sword, 12, 4),
        ("hit", once, guard, 1, 0, 0),
        ("attack", charger, foe, sword, 11, 8),
        ("hit", charger, foe, 1, 0, 10),
        ("attack", foe, charger, sword, 10, 7),
        ("miss", foe, charger, sword, 10, 7),
        ("save", caster, caster, will, 10, 11),
        ("disrupted", caster, -1, 0, 0, 0),
        ("wounded", guard, -1, 1, 1, 0),
        ("wounded", caster, -1, 1, 1, 0),
        ("wounded", foe, -1, 1, 1, 0),
        ("dazed", caster, -1, 0, 1, 0),
    ]
    told = [event[:2] for event in second if event[0] not in ("phase", "action")]
    assert told == [("stood_up", sprinter), ("round", -1)]
    assert ("action", caster, -1, -1, int(Act.DAZED), 0) in second  # the order is lost
    fighters = battle.fighters[:9]
    assert [int(it.wounds) for it in fighters] == [0, 1, 1, 0, 0, 1, 0, 0, 0]
    assert [square(battle, actor) for actor in range(9)] == [
        (5, 3), (4, 8), (5, 8), (13, 12), (11, 12), (6, 3), (6, 8), (6, 9), (0, 8),
    ]  # fmt: skip
    assert [int(it.prepared) for it in fighters] == [-1] * 9
    assert [int(it.dazed) + int(it.prone) for it in fighters] == [0] * 9


@pytest.mark.rule("P18", "P60", "RP12", "P47")
def test_RP12_one_may_charge_at_the_fallen(fight, loaded, events):
    battle = fight([{}], [{"at": (7, 3), "life": Life.STABLE, "wounds": 4}, {"at": (20, 9)}])
    begin_round(battle)
    play_on(battle)
    assert legal(battle, 0, Verb.CHARGE, 1)[0]
    with loaded(battle, []):  # hit without a roll
        play(battle, {"first": (Verb.CHARGE, 1)})
    assert square(battle, 0) == (6, 3)
    assert events(battle, "hit", "wounded") == [
        ("hit", 0, 1, 1, 0, 0),
        ("wounded", 1, -1, 1, 5, 0),
    ]


@pytest.mark.rule("P48", "RP9", "RP23")
def test_RP9_a_mend_on_the_unhurt_heals_the_wound_of_the_phase(duel, loaded):
    healer = {"spells": ["mend"], "hand": "dagger", "prepared": Spell.MEND, "mends": 3}
    battle = duel(healer)
    with loaded(battle, [18]):
        play(battle, {"first": (Verb.MEND_SELF, NOBODY)}, {"first": (Verb.COUNTER, 0)})
    assert (int(battle.fighters[0].wounds), int(battle.fighters[0].mends)) == (0, 2)


@pytest.mark.rule("TP3", "TP2", "P47", "RP12")
def test_TP2_the_count_of_the_fallen_goes_by_rounds_not_by_phases(fight, loaded):
    battle = fight([{}], [{"wounds": 3}, {"at": (20, 3)}])
    with loaded(battle, [18]):
        play(battle, {"first": (Verb.COUNTER, 1)})
    at_first = int(battle.fighters[1].countdown)
    with loaded(battle, []):
        play(battle)
    assert int(battle.fighters[1].countdown) == at_first - 1


@pytest.mark.rule("P39", "RP9", "RP34", "P88")
@pytest.mark.parametrize(
    ("walks", "dice", "limit", "wounds"),
    [
        ((Verb.MOVE_TO, 0), [2, 14], 10, 1),  # Clash: an attack of opportunity, then the Charge
        (DEFEND, [17], 15, 0),  # still Ready, in its shield and unarmoured: 10 + 2 + 3
    ],
)
def test_RP34_after_a_clash_the_shield_neither_deflects_nor_absorbs(
    duel, loaded, events, walks, dice, limit, wounds
):
    battle = duel({"hand": "axe"}, {"at": (7, 3), "hand": "axe", "shield": "shield"})
    with loaded(battle, dice):
        play(battle, {"first": (Verb.CHARGE, 1)}, {"first": walks})
    assert ("hit", 0, 1, 1, 0, limit) in events(battle)
    assert battle.fighters[1].wounds == wounds

"""Nets and Binds, Stabilize, Rescue (P48, P81, P82, P122, RP5, RP42, RP47)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail.enums import Act, Failure, Life, Save, Verb
from quintain.envs.platemail.rules.support import (
    set_down_all,
    settle_aid,
    stabilize_all,
    struggle_all,
    use_items,
)
from quintain.envs.platemail.state import NET

from .orders import does

pytestmark = [pytest.mark.interpreted]


# --- Nets and Binds (P122, RP47) ------------------------------------------------------------------


@pytest.mark.rule("P122", "RP47")
def test_P122_a_use_item_frees_from_a_net(duel, loaded, events):
    battle = duel({"entrapped": NET, **does(Verb.CUT_FREE, ready=0)}, {})
    with loaded(battle, []):
        struggle_all(battle)
        assert battle.fighters[0].entrapped == NET  # at the phase's end only
        use_items(battle)
    assert battle.fighters[0].entrapped == 0
    assert events(battle) == [("freed", 0, 0, 0, 0, 0)]


@pytest.mark.rule("RP47")
@pytest.mark.parametrize(("x", "is_free"), [(5, True), (6, False)])
def test_RP47_an_adjacent_ally_frees(fight, events, x, is_free):
    battle = fight([does(Verb.FREE, 1), {"at": (x, 3), "entrapped": NET}], [{"at": (9, 9)}])
    struggle_all(battle)
    use_items(battle)
    assert (battle.fighters[1].entrapped == 0) == is_free
    freed, lost = (
        ("freed", 0, 1, 0, 0, 0),
        ("lost", 0, -1, int(Act.QUICK_ITEM), Failure.NO_TARGET, 0),
    )
    assert events(battle) == [freed if is_free else lost]


@pytest.mark.rule("RP47")
@pytest.mark.parametrize(("face", "is_free"), [(8, False), (9, True)])
def test_RP47_from_bind_only_with_a_strength_save(duel, loaded, events, face, is_free):
    """9 + Strength 3 - 1 Wound is greater than 10."""
    held = {"entrapped": 1 << 2, "strength": 3, "wounds": 1, **does(Verb.CUT_FREE, ready=0)}
    battle = duel(held, {"spells": ["bind"], "focus": 0})
    with loaded(battle, [face]):
        struggle_all(battle)
        use_items(battle)
    assert (battle.fighters[0].entrapped == 0) == is_free
    assert battle.fighters[1].focus == (-1 if is_free else 0)
    told = [("reasons", 0, 1, 0, 0, 1), ("save", 0, 1, int(Save.BIND), face + 2, face)]
    assert events(battle) == told + [("freed", 0, 0, 0, 0, 0)] * is_free


@pytest.mark.rule("RP47", "P45")
def test_P45_wounds_of_the_phase_do_not_hinder_the_save_yet(duel, loaded):
    battle = duel({"entrapped": 1 << 2, **does(Verb.CUT_FREE)}, {"focus": 0})
    with loaded(battle, [11]):
        struggle_all(battle)
    battle.fighters[0].wounds = 2  # the tally comes after
    use_items(battle)
    assert battle.fighters[0].entrapped == 0


@pytest.mark.rule("RP47", "RP9", "P82")
@pytest.mark.parametrize("falls", [False, True])
def test_RP47_a_helper_who_falls_in_the_phase_breaks_no_bind(fight, loaded, events, falls):
    held = {"at": (4, 4), "entrapped": NET | 1 << 3}
    battle = fight([does(Verb.FREE, 1), held], [{"at": (20, 4), "focus": 1}])
    with loaded(battle, [11]):
        struggle_all(battle)
        if falls:
            battle.fighters[0].life = Life.FATALLY_WOUNDED  # the tally comes between
        use_items(battle)
    assert battle.fighters[1].entrapped == (NET | 1 << 3 if falls else 0)
    assert battle.fighters[2].focus == (1 if falls else -1)
    assert events(battle, "freed") == ([] if falls else [("freed", 0, 1, 0, 0, 0)])


@pytest.mark.rule("RP47", "RP9")
def test_RP47_a_bind_is_broken_where_one_of_two_helpers_stands(fight, loaded):
    held = {"at": (4, 4), "entrapped": 1 << 4}
    battle = fight([does(Verb.FREE, 1), held, does(Verb.FREE, 1)], [{"at": (20, 4), "focus": 1}])
    battle.fighters[2].y = 5
    with loaded(battle, [11]):
        struggle_all(battle)
        battle.fighters[0].life = Life.FATALLY_WOUNDED
        use_items(battle)
    assert (battle.fighters[1].entrapped, battle.fighters[3].focus) == (0, -1)


@pytest.mark.rule("RP47")
def test_RP47_net_and_bind_at_once(duel, loaded):
    battle = duel({"entrapped": NET | 1 << 2, **does(Verb.CUT_FREE)}, {"focus": 0})
    with loaded(battle, [2]):
        struggle_all(battle)
        use_items(battle)
    assert battle.fighters[0].entrapped == 1 << 2


@pytest.mark.rule("RP47")
def test_RP47_two_helpers_are_one_save(fight, loaded):
    held = {"at": (5, 4), "entrapped": 1 << 5, **does(Verb.CUT_FREE)}
    red = [does(Verb.FREE, 2), does(Verb.FREE, 2), held, {}]
    battle = fight(red, [{"at": (20, 4), "focus": 2}])
    with loaded(battle, [11]):
        struggle_all(battle)
        use_items(battle)
    assert battle.fighters[2].entrapped == 0


@pytest.mark.rule("RP47", "RP31")
@pytest.mark.parametrize("target", [2, -1])
def test_RP47_neither_enemies_nor_nobody_are_freed(fight, events, target):
    battle = fight([does(Verb.FREE, target), {}], [{"at": (4, 2), "entrapped": NET}])
    struggle_all(battle)
    use_items(battle)
    assert battle.fighters[2].entrapped == NET
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("RP31")
def test_RP31_who_is_free_cuts_nothing(duel, events):
    battle = duel(does(Verb.CUT_FREE), {})
    struggle_all(battle)
    use_items(battle)
    assert [event[0] for event in events(battle)] == ["lost"]


# --- Stabilize (P48, P82, RP5) --------------------------------------------------------------------

DYING = {"life": int(Life.FATALLY_WOUNDED), "wounds": 4, "countdown": 2}


@pytest.mark.rule("P48", "P82", "RP5")
@pytest.mark.parametrize(("face", "succeeds"), [(9, False), (10, True)])
def test_RP5_the_medical_roll(fight, loaded, events, face, succeeds):
    """10 + Medical 2 - 1 Wound is greater than 10; the patient's Wounds do not count."""
    medic = {"medical": 2, "wounds": 1, **does(Verb.STABILIZE, 1)}
    battle = fight([medic, DYING], [{"at": (9, 9)}])
    with loaded(battle, [face]):
        stabilize_all(battle)
    settle_aid(battle)
    assert battle.fighters[1].life == (Life.STABLE if succeeds else Life.FATALLY_WOUNDED)
    kind = "stable" if succeeds else "failed_to_stabilize"
    assert events(battle) == [("reasons", 0, 1, 0, 0, 1), (kind, 0, 1, 0, face + 1, face)]


@pytest.mark.rule("P48", "RP9")
def test_RP9_aid_helps_after_the_tally(fight, loaded):
    battle = fight([does(Verb.STABILIZE, 1), DYING], [{"at": (9, 9)}])
    with loaded(battle, [20]):
        stabilize_all(battle)
    assert battle.fighters[1].life == Life.FATALLY_WOUNDED
    battle.fighters[1].life = Life.DEAD  # what the tally may bring
    settle_aid(battle)
    assert battle.fighters[1].life == Life.DEAD


@pytest.mark.rule("RP5", "RP31")
@pytest.mark.parametrize(
    ("patient", "target"),
    [
        ({**DYING, "at": (4, 5)}, 1),
        ({"at": (4, 4), "wounds": 3}, 1),
        ({**DYING, "life": int(Life.STABLE)}, 1),
        ({**DYING, "life": int(Life.DEAD)}, 1),
        (DYING, 0),
        (DYING, -1),
    ],
    ids=["not adjacent", "able", "stable", "dead", "himself", "nobody"],
)
def test_RP5_who_cannot_be_stabilised(fight, loaded, events, patient, target):
    battle = fight([does(Verb.STABILIZE, target), patient], [{"at": (9, 9)}])
    before = int(battle.fighters[1].life)
    with loaded(battle, []):
        stabilize_all(battle)
    settle_aid(battle)
    assert battle.fighters[1].life == before
    why = Failure.NO_TARGET if target < 0 else Failure.NOT_DYING
    assert events(battle) == [("lost", 0, -1, int(Act.STABILIZE), why, 0)]


# --- Rescue (P81, RP42) ---------------------------------------------------------------------------


def burden(**more) -> dict:
    """Red 1, whom red 0 carries."""
    return {"carried_by": 0, "x": 4, "y": 3, **more}


@pytest.mark.rule("P81", "RP42")
def test_RP42_at_the_end_of_a_rescue_he_may_go_on(fight, events):
    battle = fight([{"carrying": 1, **does(Verb.RESCUE, 1)}, burden()], [{"at": (9, 9)}])
    set_down_all(battle)
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (1, 0)
    assert events(battle) == []


@pytest.mark.rule("P81", "RP42")
@pytest.mark.parametrize(
    ("carrier", "carried"),
    [
        (does(Verb.DEFEND), {}),
        ({**does(Verb.RESCUE, 1), "life": int(Life.STABLE)}, {}),
        (does(Verb.RESCUE, 1), {"life": int(Life.DEAD)}),
        (does(Verb.RESCUE, 2), {}),
    ],
    ids=["another action", "fallen", "burden dead", "another one"],
)
def test_RP42_who_is_set_down(fight, events, carrier, carried):
    battle = fight([{**carrier, "carrying": 1}, burden(**carried), {}], [{"at": (9, 9)}])
    set_down_all(battle)
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (-1, -1)
    assert events(battle) == [("set_down", 0, 1, 0, 0, 0)]


@pytest.mark.rule("RP42", "RP12")
def test_RP42_the_unconscious_are_laid_where_the_rescuer_stands(fight, loaded):
    carrier = {**does(Verb.DEFEND), "carrying": 1}
    battle = fight([carrier, burden(life=int(Life.STABLE))], [{"at": (9, 9)}])
    with loaded(battle, []):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == (4, 3)


@pytest.mark.rule("RP42", "RP33")
@pytest.mark.parametrize(("face", "square"), [(1, (3, 2)), (5, (5, 3)), (8, (5, 4))])
def test_RP42_who_can_stand_gets_an_adjacent_square_by_a_die(fight, loaded, face, square):
    battle = fight([{**does(Verb.DEFEND), "carrying": 1}, burden()], [{"at": (9, 9)}])
    with loaded(battle, [face]):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == square


@pytest.mark.rule("RP42", "RP33")
def test_RP42_only_floor_where_nobody_stands(fight, loaded):
    """In a passage one square is left, and needs no die."""
    battle = fight(
        [
            {**does(Verb.DEFEND), "carrying": 1, "at": (2, 1)},
            burden(x=2, y=1, at=(0, 1)),
            {"at": (4, 1)},
        ],
        [{"at": (3, 1)}],
        map="#####\n.....\n#####",
    )
    battle.fighters[2].x = 0
    with loaded(battle, []):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == (1, 1)


@pytest.mark.rule("RP33")
def test_RP33_where_all_is_taken_the_next_free_square(fight):
    rows = "#####\n.....\n#####"
    red = [
        {**does(Verb.DEFEND), "carrying": 1, "at": (2, 1)},
        burden(x=2, y=1, at=(0, 1)),
        {"at": (1, 1)},
    ]
    battle = fight(red, [{"at": (3, 1)}], map=rows)
    set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) in {(0, 1), (4, 1)}


@pytest.mark.rule("RP33", "RP42", "P21")
def test_RP42_two_set_down_at_once_do_not_get_the_same_square(fight):
    rows = "#####\n.....\n#####"
    red = [{**does(Verb.DEFEND), "carrying": 2, "at": (0, 1)}, {}, {"carried_by": 0}]
    blue = [{**does(Verb.DEFEND), "carrying": 4, "at": (2, 1)}, {"carried_by": 3}]
    seats = [(0, 1), (4, 1), (1, 1), (2, 1), (3, 1)]
    for one, at in zip([*red, *blue], seats, strict=True):
        one["at"] = at
    for seed in range(8):
        battle = fight(red, blue, map=rows)
        battle.dice[:] = np.arange(1, 5) * (seed + 1)
        for carried, carrier in ((2, 0), (4, 3)):
            battle.fighters[carried].x = battle.fighters[carrier].x
        set_down_all(battle)
        places = {(int(it.x), int(it.y)) for it in battle.fighters[:5]}
        assert places == {(x, 1) for x in range(5)}

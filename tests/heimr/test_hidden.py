"""`conceal` changes hidden fields and keeps all others (XH1 to XH6)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.heuristics.heimr import hidden_info
from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.engine.dice import LOADED_CAPACITY, load_dice
from quintain.envs.heimr import turn
from quintain.envs.heimr.actions.table import TABLE, num_actions
from quintain.envs.heimr.enums import Act, Defence, Hand, Injury, Life, Stage, Trigger
from quintain.envs.heimr.hidden import HIDDEN, SHEETS
from quintain.envs.heimr.rules.attacks import weapon_attack
from quintain.envs.heimr.rules.combat_basics.fatigue import base_fatigue
from quintain.envs.heimr.rules.defence.current_defence import may_use
from quintain.envs.heimr.rules.environment.concealment import concealment_from
from quintain.envs.heimr.rules.forced_movement import carrying
from quintain.envs.heimr.rules.health.health import injury_of, most_hp, most_wp
from quintain.envs.heimr.rules.modules.armoury import IN_HANDS
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.state import FIGHTER
from quintain.envs.heimr.tables import BODY_PARTS, CAST_NAMES, FATIGUE_MOST, NONE

pytestmark = pytest.mark.interpreted

FIGURES = {"hp", "wp", "fatigue", "tired"}
SHRUBS = "s.s\n.s.\ns.s"
DECISIONS = 12


@pytest.mark.rule("XH5")
def test_XH5_only_dice_and_the_figures_of_opponents_change(battle_of, concealed, changed):
    battle = battle_of(["fighter"] * 2, ["fighter"], round_number=5)
    assert changed(battle, 0) == changed(battle, 1) == set()
    assert changed(battle, 2) == FIGURES
    copy = concealed(battle)
    for name in battle.dtype.names:
        if name not in ("dice", "fighters"):
            assert copy[name].tobytes() == battle[name].tobytes(), name
    assert (copy.dice != battle.dice).any()


@pytest.mark.rule("XH1", "XH5", "RH50")
@pytest.mark.parametrize(
    ("state", "listed"),
    [({}, {"hp", "wp"}), ({"life": Life.FLED}, set()), ({"life": Life.DEAD}, set()),
     ({"hidden": True, "known_by": [0]}, {"hp", "wp", "hide"}),
     ({"hidden": True}, {"hp", "wp", "hide", "location", "height"})],
)  # fmt: skip
def test_XH1_what_the_list_of_hidden_fields_says(battle_of, state, listed):
    battle = battle_of(["fighter"] * 2, [state], darkness=2)
    asked = {"hp", "wp", "hide", "location", "height"}
    rules = [(one.field.removeprefix("fighters."), one) for one in HIDDEN]
    for of, hides in ((1, set()), (2, listed)):
        found = {field for field, one in rules if one.is_hidden(battle, 0, of)}
        assert found & asked == hides


@pytest.mark.rule("XH5", "H31", "HH38")
@pytest.mark.parametrize(("hp", "life"), [(4, 0), (1, 0), (0, 0), (-2, 0), (-4, 2), (-3, 2)])
def test_XH5_who_is_injured_stays_so(battle_of, concealed, hp, life):
    parts = ["right_leg"] if hp <= 0 else []
    battle = battle_of([{}], [{"hp": hp, "life": life, "injured": parts}])
    seen = set()
    for seed in range(40):
        it = concealed(battle, 0, seed).fighters[1]
        assert (it.hp > 0) == (hp > 0)
        assert it.hp <= most_hp(it)
        assert injury_of(int(it.hp)) <= max(Injury.NONE, injury_of(hp))
        assert 0 <= it.wp <= most_wp(it)
        seen.add(int(it.hp))
    assert len(seen) > 1


@pytest.mark.rule("XH5", "H73")
def test_XH5_fatigue_has_risen_once_a_round_at_most(battle_of, concealed):
    for rounds in (0, 3, 50):
        battle = battle_of([{}], [{"fatigue": 4}], round_number=rounds)
        drawn = [concealed(battle, 0, seed).fighters[1] for seed in range(60)]
        base = base_fatigue(battle.fighters[1])
        values = {int(it.fatigue) for it in drawn}
        assert min(values) == base
        assert max(values) <= min(FATIGUE_MOST, base + rounds + 1)


@pytest.mark.rule("XH5", "RH51")
def test_RH51_what_insight_has_shown_bounds_the_sample(battle_of, concealed):
    seen = {"sized_up_by": [0], "seen_hp": 2, "seen_wp": 3, "seen_fatigue": 9, "hp": 2, "wp": 1}
    battle = battle_of([{}, {}], [seen], round_number=20)
    for seed in range(30):
        it = concealed(battle, 0, seed).fighters[2]
        assert 1 <= it.hp <= 2
        assert it.wp <= 3
        assert it.fatigue >= 8
    free = {int(concealed(battle, 1, seed).fighters[2].hp) for seed in range(30)}
    assert max(free) > 2


@pytest.mark.rule("XH5", "H73")
def test_XH5_nobody_knows_whether_the_fatigue_of_an_opponent_has_risen_in_this_turn(
    battle_of, concealed
):
    battle = battle_of([{}], [{"fatigue": 6, "tired": True}], round_number=5)
    drawn = [concealed(battle, 0, seed).fighters[1] for seed in range(40)]
    assert {bool(it.tired) for it in drawn} == {False, True}
    assert not any(it.tired and it.fatigue == base_fatigue(it) for it in drawn)


@pytest.mark.rule("XH6", "RH6")
def test_XH6_skills_are_those_of_the_kind(battle_of, concealed):
    battle = battle_of([{}], [{"base": "spearman", "skills": {"clear_head": 3}}])
    copy = concealed(battle)
    assert copy.fighters[1].skills == SHEETS[CAST_NAMES.index("spearman")].skills
    assert copy.fighters[1].skills != battle.fighters[1].skills


@pytest.mark.rule("XH6", "HH38")
def test_XH6_attributes_and_training_are_those_of_the_kind(battle_of, concealed):
    battle = battle_of([{}], [{"base": "spearman"}])
    true = battle.fighters[1]
    true.attributes[0] += 1
    true.spent, true.free_used, true.potential[0] = 5, 3, 2
    seen, kind = concealed(battle).fighters[1], SHEETS[CAST_NAMES.index("spearman")]
    for field in ("attributes", "consistency", "potential", "spent", "free_used"):
        assert np.array_equal(seen[field], kind[field])
    assert not np.array_equal(seen.attributes, true.attributes)


@pytest.mark.rule("XH6", "RH51")
def test_XH6_concealed_items_are_drawn_until_they_are_found(battle_of, changed):
    blue = {"pack": ["light"], "concealed_item": 0, "conceal": 5}
    assert changed(battle_of([{}], [blue]), 1) == FIGURES | {"pack", "conceal"}
    assert changed(battle_of([{}], [{**blue, "item_found_by": [0]}]), 1) == FIGURES


@pytest.mark.rule("XH6", "H101")
def test_XH6_what_is_concealed_in_a_hand_is_drawn_until_it_is_found(battle_of, concealed, changed):
    blue = {"held": ["medium"], "concealed_item": IN_HANDS, "conceal": 5}
    battle = battle_of([{}], [blue])
    assert changed(battle, 1) == FIGURES | {"held", "conceal"}
    drawn = {int(concealed(battle, 0, seed).fighters[1].held[0]) for seed in range(40)}
    assert len(drawn) > 2
    assert {int(concealed(battle, 0, seed).fighters[1].held[1]) for seed in range(40)} == {NONE}
    assert changed(battle_of([{}], [{**blue, "item_found_by": [0]}]), 1) == FIGURES


@pytest.mark.rule("XH6", "H101", "RH39")
@pytest.mark.parametrize(
    ("held", "hand", "defence"),
    [(["medium"], 0, Defence.PARRY), (["medium", "small_shield"], 1, Defence.BLOCK)],
)
def test_XH6_what_is_concealed_after_a_pre_roll_can_still_do_it(
    battle_of, concealed, held, hand, defence
):
    blue = {"held": held, "concealed_item": IN_HANDS + hand}
    battle = battle_of([{}], [{**blue, "defence": defence, "defence_hand": hand}])
    for seed in range(40):
        assert may_use(concealed(battle, 0, seed).fighters[1], defence, hand)


@pytest.mark.rule("XH6", "H101")
def test_XH6_a_heuristic_sees_no_item_that_is_concealed_in_a_hand(battle_of):
    battle = battle_of([{}], [{"held": ["medium"], "concealed_item": IN_HANDS}])
    kept = np.zeros(8, FIGHTER)
    before = battle.fighters[1].copy()
    hidden_info.set_aside(battle, 0, kept)
    assert battle.fighters[1].held[0] == NONE
    hidden_info.put_back(battle, 0, kept)
    assert battle.fighters[1].tobytes() == before.tobytes()


@pytest.mark.rule("XH2", "RH36", "HH38")
def test_XH2_a_side_with_quick_choices_has_readied_only_what_it_is_asked_for(battle_of, concealed):
    for quick, most in ((3, 9), (0, 16)):
        ready = {"readied": Act.MOVE, "trigger": Trigger.ENTERS}
        battle = battle_of([{}], [ready], quick_sides=quick)
        drawn = {int(concealed(battle, 0, seed).fighters[1].readied) for seed in range(200)}
        assert len(drawn) == most - 1  # not to carry


@pytest.mark.rule("XH2", "RH37", "HH38")
def test_XH2_what_is_readied_is_drawn_anew(battle_of, concealed, changed):
    ready = {"readied": Act.MOVE, "trigger": Trigger.SHOOTS, "trigger_by": 0}
    battle = battle_of([{}], [{**ready, "held": []}])
    assert changed(battle, 1) == FIGURES | set(ready)
    drawn = {int(concealed(battle, 0, seed).fighters[1].readied) for seed in range(60)}
    assert Act.NONE not in drawn
    assert Act.WEAPON_ATTACK not in drawn  # it has no weapon
    assert len(drawn) > 4
    assert changed(battle_of(), 1).isdisjoint(ready)


@pytest.mark.rule("XH1", "RH50")
def test_XH1_who_lies_in_ambush_may_be_wherever_one_can_hide(battle_of, concealed):
    hidden = {"at": (2, 0), "hidden": True, "hide": 20}
    battle = battle_of([{"at": (1, 2)}], [hidden], SHRUBS)
    places = set()
    for seed in range(60):
        copy = concealed(battle, 0, seed)
        assert concealment_from(copy, 0, 1) > 0
        places.add(int(copy.fighters[1].location))
    assert places == {0, 2, 6, 10, 12}


@pytest.mark.rule("XH1", "RH50")
def test_XH1_who_is_known_to_hide_stays_where_it_is_known_to_be(battle_of, changed):
    hidden = {"at": (2, 0), "hidden": True, "hide": 20, "last_seen": 2, "known_by": [0]}
    battle = battle_of([{"at": (1, 2)}], [hidden], SHRUBS)
    assert changed(battle, 1) == FIGURES | {"hide"}
    battle.fighters[1].found_by = 1
    assert changed(battle, 1) == FIGURES


def test_the_dead_stay_as_they_are(battle_of, changed):
    assert changed(battle_of([{}], [{"life": 3, "hp": -9}]), 1) == set()


@pytest.mark.parametrize("name", scenario_names())
def test_who_decides_may_do_the_same_whatever_it_cannot_know(name, same_masks):
    assert same_masks(name, DECISIONS) > 5


@pytest.mark.rule("XH5")
def test_what_is_observed_stays_the_same(battle_of, concealed, numbers):
    ready = {"readied": Act.MOVE, "trigger": Trigger.SHOOTS}
    blue = [{"at": (2, 0), "hidden": True, "hide": 9}, {**ready, "at": (0, 1)}]
    battle = battle_of([{"at": (1, 2)}], blue, SHRUBS)
    for seed in range(10):
        assert (numbers(concealed(battle, 0, seed), 0) == numbers(battle, 0)).all()


# --- Choices that would betray a hidden fighter (XH1) ---------------------------------------------


@pytest.mark.rule("XH1", "H133", "RH16")
def test_XH1_no_strike_at_items_of_a_fighter_who_is_not_seen(battle_of):
    red = [{"skills": {"breaking_strike": 1}}]
    hidden = {"hidden": True, "hide": 20, "last_seen": 6, "known_by": [0], "held": ["medium"]}
    battle = battle_of(red, [hidden], "...\n.s.\n...")
    assert weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, NONE)
    assert not weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, BODY_PARTS)
    battle.fighters[1].found_by = 1
    assert weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, BODY_PARTS)


@pytest.mark.rule("XH1", "H146")
def test_XH1_nobody_carries_off_a_fighter_who_is_not_seen(battle_of):
    ready = {"readied": Act.CARRY, "trigger": Trigger.ENTERS}
    hidden = {"hidden": True, "hide": 20, "life": Life.UNCONSCIOUS, "hp": -4}
    battle = battle_of([{}, ready], [hidden], "...\n.s.\n...")
    assert not carrying.may_lift(battle, 0, 2)
    battle.fighters[2].found_by = 1
    assert carrying.may_lift(battle, 0, 2)


@pytest.mark.rule("XH1", "H55", "H133")
def test_XH1_the_range_to_a_hidden_fighter_is_that_to_the_ground(battle_of):
    archer = {"base": "archer", "at": (0, 0), "missile": True}
    hidden = {"hidden": True, "hide": 20, "last_seen": 12, "known_by": [0], "at": (2, 2)}
    battle = battle_of([archer], [hidden], darkness=2, plain=False)
    for height in (0, 4):
        battle.fighters[1].height = height
        assert weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, NONE)
    battle.darkness = 0
    assert not weapon_attack.may_attack(battle, 0, 1, Hand.SWORD, NONE)


# --- Whole battles --------------------------------------------------------------------------------

AMBUSHES = (
    ((0, 0), (2, 2), (0, 3, 1, 4, 2)),
    ((2, 2), (1, 0), (3, 4, 0, 1, 2)),
    ((0, 2), (0, 2), (0, 1, 3, 2, 4)),
    ((1, 0), (0, 1), (4, 0, 1, 2, 3)),
)
"""Where two ambushers (3, 4) wait, and when they act among two of red and one of blue."""
LENGTH = 80
"""Decisions of red that are compared."""
BY_ALLY = TABLE.target[TABLE.verb] == Target.ALLY


def what_red_meets(battle, system, seed):
    """All that the two of red are asked, see and may do while the ambushers only wait."""
    chance, met = np.random.default_rng(seed), []
    while len(met) < LENGTH and not battle.over:
        actor, mask = int(battle.to_act), np.zeros(num_actions(3), np.bool_)
        system.legal_action_mask(battle, mask)
        if battle.side[actor] == 0:
            seen = np.zeros(system.observation_layout(3).length, np.float32)
            system.observe(battle, actor, seen)
            met.append((actor, int(battle.window), mask.tobytes(), seen.tobytes()))
        is_ambusher = actor > 2
        if actor == 2:
            mask &= ~BY_ALLY[: len(mask)]  # what blue may do for an ambusher beside it
        action = 0 if is_ambusher else int(chance.choice(np.flatnonzero(mask)))
        load_dice(battle, [3] * LOADED_CAPACITY)
        system.advance(battle, action)
    return met


@pytest.mark.rule("XH1", "RH50", "HH30", "HH43")
@pytest.mark.parametrize("seed", range(4))
def test_XH1_nothing_shows_where_unknown_ambushers_are_and_when_they_act(battle_of, system, seed):
    ambusher = {"hidden": True, "hide": 50, "last_seen": -1}
    met = []
    for first, second, order in AMBUSHES:
        battle = battle_of(
            [{"at": (0, 1)}, {"base": "archer", "at": (1, 1)}],
            [{"at": (2, 1)}, {**ambusher, "at": first}, {**ambusher, "at": second}],
            map="sss\nsss\nsss",
            stage=Stage.NEXT,
        )
        battle.fighters[0].known_by, battle.fighters[1].known_by = 0b11100, 0b11100
        battle.fighters[2].known_by = 0b11
        battle.order[:5] = order
        turn.play_on(battle)
        met.append(what_red_meets(battle, system, seed))
    assert len(met[0]) == LENGTH
    assert all(one == met[0] for one in met)

"""Observations: the meaning and range of each number, and hidden facts (XH1 to XH6)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY, open_window
from quintain.envs.heimr.enums import (
    ABILITY_NAMES,
    ATTRIBUTE_NAMES,
    Act,
    Defence,
    Guarded,
    Role,
    Stage,
    Trigger,
    Window,
)
from quintain.envs.heimr.observation.body import KIND_OF
from quintain.envs.heimr.observation.layout import (
    WINDOWS,
    observation_layout,
)
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.system import SYSTEM
from quintain.envs.heimr.tables import CAST_NAMES, ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

DECISIONS = 20
SHRUBS = "s.s\n.s.\ns.s"


def one_hot(length, place):
    """A 1 at a place, else 0."""
    return [float(at == place) for at in range(length)]


# --- The whole vector -----------------------------------------------------------------------------


def test_the_skirmish_has_less_than_670_numbers():
    assert observation_layout(3).length < 670


LARGEST = {
    **dict.fromkeys(ATTRIBUTE_NAMES, 4), "trained": {name: [4, 4] for name in ABILITY_NAMES},
    "hp": 20, "wp": 20, "fatigue": 20, "height": 9, "defence": 2, "defence_value": 99, "dodges": 9,
    "blocks": 9, "seconds": {"stumble": 9, "daze": 9, "bind": 9, "weaken": 9}, "hidden": True,
    "hide": 99, "seen_hp": 20, "seen_wp": 20, "seen_fatigue": 20, "missiles": 99,
    "sized_up_by": list(range(12)), "found_by": list(range(12)), "readied": 1, "trigger": 6,
}  # fmt: skip
LEAST = {
    **dict.fromkeys(ATTRIBUTE_NAMES, -3), "hp": -100, "wp": 0, "fatigue": 1, "held": [],
    "defence": 1, "defence_value": -99, "seen_hp": -100, "sized_up_by": list(range(12)),
}  # fmt: skip


def test_the_largest_numbers_lie_in_range(battle_of, numbers):
    """The limits of the record, at both ends of the largest field, six against six."""
    rows = "\n".join(["....."] * 5)
    red = [{"base": "knife_fighter", **LARGEST, "at": (0, 0)}] * 6
    blue = [{**LEAST, "at": (4, 4)}] * 6
    battle = battle_of(red, blue, rows, round_number=59, darkness=3, weather=3)
    push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 6, 0)
    frame = battle.frames[battle.top]
    frame.d6, frame.total, frame.damage, frame.seconds, frame.challenge = 6, 99, 9, 99, 99
    battle.roll.total = 99
    for actor in range(12):
        assert np.abs(numbers(battle, actor)).max() <= 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_numbers_of_a_battle_lie_in_range(name, deployed, legal_actions, numbers):
    battle, chance = deployed(name, 2), np.random.default_rng(2)
    for _ in range(DECISIONS):
        for actor in range(battle.num_fighters):
            assert np.abs(numbers(battle, actor)).max() <= 1
        if battle.over:
            break
        SYSTEM.advance(battle, int(chance.choice(legal_actions(battle))))
    assert battle.decisions > 5


@pytest.mark.parametrize("base", CAST_NAMES)
def test_everybody_sees_itself_as_others_do(battle_of, look, base):
    """Own, ally and enemy blocks begin with the same numbers."""
    battle = battle_of([base, {}], [{}, {}])
    blocks = [
        {name.partition(".")[2]: value for name, value in look(battle, actor).items()
         if name.startswith(which)}
        for actor, which in ((0, "own."), (1, "ally_0."), (2, "enemy_0."))
    ]  # fmt: skip
    shared = list(itertools.takewhile(lambda name: name != "hp", blocks[0]))
    assert len(shared) > 25
    assert [blocks[0][name] for name in shared] == [blocks[1][name] for name in shared]
    assert [blocks[0][name] for name in shared] == [blocks[2][name] for name in shared]


# --- Bodies and places ----------------------------------------------------------------------------


def test_what_hands_hold(battle_of, block):
    seen = block(battle_of(["archer"], [{"base": "swordsman", "armour": "massive"}]), 0, "enemy_0")
    assert [seen[f"sword_{trait}"] for trait in ("damage", "bonus", "range")] == pytest.approx(
        [2 / 3, 3 / 5, -1]
    )
    assert [seen[f"off_{trait}"] for trait in ("damage", "bonus")] == pytest.approx([0, 3 / 5])
    assert seen["armour"] == 1
    own = block(battle_of(["archer"]), 0, "own")
    assert (own["sword_range"], own["missile"]) == (1, 1)


@pytest.mark.rule("H136", "H151", "XH6")
@pytest.mark.parametrize(("climbs_on", "climbing"), [(-1, 0), (0, 1)])
def test_H151_heights_and_climbs_are_seen(battle_of, block, climbs_on, climbing):
    seen = block(battle_of([{}], [{"height": 2, "climbs_on": climbs_on}]), 0, "enemy_0")
    assert (seen["height"], seen["climbing"]) == (2 / 4, climbing)


@pytest.mark.rule("H155")
def test_H155_darkness_and_weather_are_seen(battle_of, block):
    seen = block(battle_of(darkness=2, weather=1), 0, "window")
    assert (seen["darkness"], seen["weather"]) == pytest.approx((2 / 3, 1 / 3))


@pytest.mark.rule("H32", "XH5")
def test_H32_injured_parts_are_seen(battle_of, block):
    battle = battle_of([{}], [{"injured": ["torso", "left_leg"], "hp": -1, "prone": True}])
    seen = block(battle, 0, "enemy_0")
    assert seen["injured"] == [1, 0, 0, 0, 1]
    assert (seen["prone"], seen["can_act"], seen["is_down"]) == (1, 0, 0)


def test_of_the_dead_and_fled_nothing_else_is_said(battle_of, look):
    battle = battle_of([{}], [{"life": 3, "hp": -9, "prone": True}])
    block = {key: value for key, value in look(battle, 0).items() if key.startswith("enemy_0.")}
    assert [key for key, value in block.items() if np.any(value)] == ["enemy_0.is_out"]
    assert [key for key, value in look(battle, 1).items() if key.startswith("own.") and
            np.any(value)] == ["own.is_out"]  # fmt: skip


@pytest.mark.rule("H5", "H55")
def test_H55_offset_and_distance(battle_of, block):
    battle = battle_of([{"at": (0, 2)}, {"at": (0, 0)}], [{"at": (2, 1)}])
    seen = block(battle, 0, "enemy_0")
    assert (seen["offset"], seen["distance"]) == ([0.5, -0.25], 3 / 8)
    assert block(battle, 0, "ally_0")["distance"] == 2 / 8
    walled = battle_of([{"at": (0, 1)}], [{"at": (1, 1)}],
                       borders=[((0, 1), "east", "solid")])  # fmt: skip
    assert block(walled, 0, "enemy_0")["distance"] == 3 / 8
    assert block(walled, 0, "own")["open_squares"] == [0.25, 0, 0.25, 0]


@pytest.mark.rule("H44")
def test_H44_turns_until_ones_own(battle_of, block):
    battle = battle_of(["fighter"] * 2, ["fighter"] * 2, place=1)
    turns = [block(battle, actor, "own")["turn_in"] * 12 for actor in range(4)]
    assert turns == pytest.approx([3, 0, 1, 2])


# --- The map and the ground -----------------------------------------------------------------------


@pytest.mark.rule("H7", "H149", "H151", "RH55")
def test_H7_ways_from_my_location(battle_of, block):
    borders = [((0, 0), "south", "solid"), ((0, 1), "south", "window")]
    battle = battle_of([{"at": (0, 1)}], [{"at": (2, 1)}], ".....\n..s..\n.....",
                       heights="00000\n01200\n00000", borders=borders)  # fmt: skip
    battle.locations[5].exits = 0b1000
    own = block(battle, 0, "own")
    assert own["open_squares"] == [0, 0.5, 0.25, -1]
    assert own["rise"] == [0, 0.25, 0, 0]
    assert (own["barrier"][0], own["barrier"][1]) == (1, 0)
    assert own["crossing"] == pytest.approx([0, 0, 5 / 12, 0])
    assert block(battle, 1, "own")["rise"] == [-0.5, -0.5, -0.5, -0.25]


@pytest.mark.rule("H147", "H151", "H154", "H155", "H156")
def test_H147_terrain_beyond_the_next_location(battle_of, block):
    heights = "00000\n00000\n00000\n00000\n02000"
    rows = "\n".join(["....."] * 5)
    battle = battle_of([{"at": (1, 3)}], [{"at": (4, 4)}], rows, heights=heights)
    places = battle.locations
    places[1 + 5 * 1].concealment = 2
    places[1 + 5 * 0].difficult = True
    places[4 + 5 * 3].light = 1
    places[0 + 5 * 3].top = 2
    own = block(battle, 0, "own")
    assert own["cover_squares"] == [1 / 2, 0, 0, 0]
    assert own["difficult_squares"] == pytest.approx([1 / 3, 0, 0, 0])
    assert own["high_squares"] == [0, 0, 1, 0]
    assert own["object_squares"] == [0, 0, 0, 1]
    assert own["fire_squares"] == pytest.approx([0, 1 / 3, 0, 0])
    battle.fighters[0].height = 2
    assert block(battle, 0, "own")["high_squares"] == [0, 0, 0, 0]


@pytest.mark.rule("H155", "H156")
def test_H155_cover_darkness_and_concealment_both_ways(battle_of, block):
    battle = battle_of([{"at": (1, 0)}], ["torchbearer"], SHRUBS, darkness=2)
    battle.fighters[1].location = 14
    own, enemy = block(battle, 0, "own"), block(battle, 0, "enemy_0")
    bush = battle.locations[0].concealment
    assert own["cover"] == pytest.approx([0, bush / 5, bush / 5, bush / 5])
    assert own["ground"] == pytest.approx([0, 0, 2 / 3, 0])
    assert (enemy["concealment"], enemy["my_concealment"]) == pytest.approx(
        (min(1, battle.locations[14].concealment / 5), 2 / 5)
    )


@pytest.mark.rule("H143", "H144")
@pytest.mark.parametrize(
    ("guard", "at", "guarded", "seen"),
    [
        (Guarded.BORDER, (1, 1), 1, [0, 1, 0, 0]),
        (Guarded.BORDER, (1, 0), 2, [1, 0, 0, 0]),
        (Guarded.BORDER, (1, 0), 1, [0, 0, 0, 0]),
        (Guarded.PLACE, (0, 1), NONE, [0, 0, 0, 1]),
        (Guarded.PLACE, (1, 1), NONE, [0, 0, 0, 0]),
        (Guarded.ITEMS, (0, 1), NONE, [0, 0, 0, 0]),
    ],
)
def test_H143_the_guarded_ways(battle_of, block, guard, at, guarded, seen):
    battle = battle_of([{}], [{"at": at, "guard": guard, "guarded": guarded}])
    assert block(battle, 0, "own")["guarded_way"] == seen
    assert block(battle, 0, "enemy_0")["guards"] == guard / 4


@pytest.mark.rule("H100")
def test_H100_the_nearest_items_on_the_ground(battle_of, block):
    battle = battle_of([{"at": (0, 0)}])
    lying = [("bow", 12), ("light", 2), ("torch", 0), ("great", 6)]
    for place, (item, location) in enumerate(lying):
        battle.ground_item[place] = ITEM_NAMES.index(item)
        battle.ground_location[place] = location
    own = block(battle, 0, "own")
    assert [own[f"ground_{place}_item"] for place in range(3)] == [[0, 1], [1, 0], [1, 0]]
    assert [own[f"ground_{place}_offset"] for place in range(3)] == [[0, 0], [0.5, 0], [0.25, 0.25]]


# --- Who with whom (H51, H112, H139) --------------------------------------------------------------


@pytest.mark.rule("H51", "H56")
def test_H51_clusters_of_the_others(battle_of, block):
    battle = battle_of([{"cluster": 3}, {"cluster": 1}, {}], [{"cluster": 1}, {"cluster": 3}])
    names = ("own", "ally_0", "ally_1", "enemy_0", "enemy_1")
    assert [block(battle, 0, name)["cluster"] for name in names] == [1, 0.25, 0, 0.25, 1]


@pytest.mark.rule("H112", "H139", "XH1")
def test_H112_who_holds_guards_and_has_attacked_whom(battle_of, block):
    guard = {"guard": Guarded.ALLY, "guarded": 0, "last_target": 4}
    battle = battle_of([{"held_by": 3}, {}, guard], [{"holds": 0}, {}])
    ally, enemy = block(battle, 0, "ally_1"), block(battle, 0, "enemy_0")
    assert (enemy["holds"], block(battle, 0, "own")["held"]) == (-1, 1)
    assert (ally["guarded"], ally["attacked"]) == pytest.approx((-1, 2 / 6))
    assert block(battle, 1, "enemy_0")["holds"] == pytest.approx(-1 / 6)
    assert block(battle, 3, "own")["holds"] == pytest.approx(1 / 6)
    assert block(battle, 4, "enemy_2")["attacked"] == -1


@pytest.mark.rule("XH1")
def test_XH1_ties_with_the_unknown_are_not_seen(battle_of, block, numbers):
    hidden = {"at": (2, 0), "hidden": True}
    battle = battle_of([{"at": (0, 2)}, {}], [hidden], SHRUBS)
    assert same_for(battle, 0, numbers, 1, last_target=2)
    battle.fighters[2].known_by = 1
    assert not same_for(battle, 0, numbers, 1, last_target=NOBODY)


@pytest.mark.rule("RH55", "HH45")
def test_RH55_the_chase(battle_of, block):
    flees = {"at": (-1, 0), "flees": True, "exit": 0}
    battle = battle_of([flees, {"caught": True}], [{"at": (-1, 0), "chases": 0, "gap": 2}])
    assert block(battle, 0, "own")["chase"] == -1
    assert block(battle, 0, "enemy_0")["chase"] == 0.5
    assert (block(battle, 0, "own")["caught"], block(battle, 1, "own")["caught"]) == (0, 1)


@pytest.mark.rule("H122", "RH4", "XH6")
def test_H122_parries_wear_and_what_is_carried(battle_of, block):
    seen = {"parried": 0b10, "armour_wear": 2, "missiles": 6, "concealed_item": 1}
    pack = {"pack": ["bow", "light"]}
    battle = battle_of([{}], [{**seen, **pack, "held": ["light", "light"]}])
    enemy = block(battle, 0, "enemy_0")
    assert (enemy["parried"], enemy["wear"], enemy["missiles"]) == pytest.approx(
        (2 / 3, 2 / 3, 0.5)
    )
    assert enemy["pack"] == [0, 1]
    battle.fighters[1].item_found_by = 1
    assert block(battle, 0, "enemy_0")["pack"] == [1, 1]
    battle.fighters[1].parried = 0b11
    assert block(battle, 0, "enemy_0")["parried"] == 1


@pytest.mark.rule("XH2", "H46")
def test_XH2_whom_the_own_trigger_names(battle_of, block):
    ready = {"readied": Act.WEAPON_ATTACK, "trigger": Trigger.ENTERS, "trigger_by": 2}
    battle = battle_of([ready, {}], [{}])
    assert block(battle, 0, "own")["trigger_by"] == pytest.approx(1 / 6)
    battle.fighters[0].trigger, battle.fighters[0].trigger_by = Trigger.ATTACKS_ALLY, 1
    assert block(battle, 0, "own")["trigger_by"] == pytest.approx(-1 / 6)


# --- What is open (XH3, XH4) ----------------------------------------------------------------------


@pytest.mark.rule("XH4", "H106")
def test_XH4_prerolls_of_everybody_are_public(battle_of, block):
    ready = {"defence": Defence.PARRY, "defence_value": 8, "defence_fails": True, "dodges": 1}
    battle = battle_of([{}, ready], [ready])
    for name in ("ally_0", "enemy_0"):
        seen = block(battle, 0, name)
        assert seen["defence"] == [0, 0, 1]
        assert (seen["defence_value"], seen["defence_fails"]) == (0.5, 1)
        assert seen["uses"] == pytest.approx([1 / 3, 0])


@pytest.mark.rule("XH4", "H120", "RH45")
@pytest.mark.parametrize(("window", "seen"), [(Window.DEFEND, 0), (Window.SKILL, 0.75)])
def test_XH4_a_roll_that_goes_on_to_another_is_unknown_to_who_defends(
    battle_of, block, attack, window, seen
):
    battle = battle_of(["archer"])
    frame = attack(battle)
    frame.d6, frame.total, frame.stays = 4, 12, True
    open_window(battle, 1, window)
    assert block(battle, 1, "window")["total"] == pytest.approx(seen)


@pytest.mark.rule("XH3", "H82")
def test_XH3_an_action_in_progress_is_seen(battle_of, block):
    battle = battle_of([{}], [{"upcoming": Act.CRAWL}, {"upcoming": Act.BREATHER_LATER}])
    assert block(battle, 0, "enemy_0")["upcoming"] == 0.5
    assert block(battle, 0, "enemy_1")["upcoming"] == 1


# --- What is hidden (XH1, XH2, XH5, XH6) ----------------------------------------------------------


def same_for(battle, actor, numbers, other, **changes):
    """Whether a fighter sees the same, whatever is changed in another."""
    before = numbers(battle, actor)
    for key, value in changes.items():
        battle.fighters[other][key] = value
    return (numbers(battle, actor) == before).all()


@pytest.mark.rule("XH1", "H132", "RH50")
def test_XH1_of_the_hidden_nothing_but_the_last_place_known(battle_of, block, numbers):
    hidden = {"at": (2, 0), "hidden": True, "last_seen": 0, "known_by": [0]}
    battle = battle_of([{"at": (0, 2)}], [hidden, {}], SHRUBS)
    seen = block(battle, 0, "enemy_0")
    told = {key for key, value in seen.items() if np.any(value)}
    assert told == {"offset", "distance", "hidden"}
    assert (seen["offset"], seen["hidden"]) == ([0, -0.5], 1)
    assert same_for(battle, 0, numbers, 1, location=12, hide=9, defence=2, hp=1, prone=True)
    battle.fighters[1].known_by = 0
    assert not any(np.any(value) for value in block(battle, 0, "enemy_0").values())
    battle.fighters[1].found_by = 1
    assert block(battle, 0, "enemy_0")["offset"] == [0.5, 0]


@pytest.mark.rule("XH1")
def test_XH1_actions_of_the_hidden_are_not_seen(battle_of, block):
    hidden = {"at": (2, 0), "hidden": True}
    battle = battle_of([{"at": (0, 2)}], [hidden], SHRUBS)
    push(battle, Role.TURN, Act.BREATHER, 1, NOBODY, 0)
    assert not np.any(block(battle, 0, "window")["act"])
    assert block(battle, 0, "window")["sides"] == pytest.approx([1 / 6, 0])
    assert np.any(block(battle, 1, "window")["act"])


@pytest.mark.rule("XH1")
def test_XH1_the_result_of_hide_is_ones_own(battle_of, block):
    hidden = {"at": (2, 0), "hidden": True, "hide": 8}
    battle = battle_of([hidden], [{"at": (0, 2)}], SHRUBS)
    assert (block(battle, 0, "own")["hidden"], block(battle, 0, "own")["hide"]) == (1, 0.5)


@pytest.mark.rule("XH2", "H46", "HH37")
def test_XH2_what_is_readied_is_known_to_its_owner_only(battle_of, block, numbers):
    ready = {"readied": Act.WEAPON_ATTACK, "trigger": Trigger.ENTERS, "trigger_by": NOBODY}
    battle = battle_of([{}, {}], [ready])
    own = block(battle, 2, "own")
    assert own["readied"] == one_hot(10, 1)
    assert own["trigger"] == one_hot(6, 0)
    assert block(battle, 0, "enemy_0")["has_readied"] == 1
    changes = {"readied": Act.MOVE, "trigger": Trigger.SHOOTS, "trigger_by": 1}
    assert same_for(battle, 0, numbers, 2, **changes)


@pytest.mark.rule("XH5", "RH51")
def test_XH5_figures_of_opponents_only_by_insight_and_as_they_were(battle_of, block, numbers):
    battle = battle_of([{}, {}], [{"hp": 2, "wp": 4, "fatigue": 6}])
    assert same_for(battle, 0, numbers, 2, hp=3, wp=7, fatigue=9)
    it = battle.fighters[2]
    it.sized_up_by, it.seen_hp, it.seen_wp, it.seen_fatigue = 1, 3, 4, 6
    seen = block(battle, 0, "enemy_0")
    assert (seen["sized_up"], seen["hp"], seen["wp"], seen["fatigue"]) == (1, 0.5, 0.5, 0.5)
    assert block(battle, 1, "enemy_0")["sized_up"] == 0
    ally = block(battle, 0, "ally_0")
    assert (ally["wp"], ally["hp"]) == pytest.approx((1, 4 / 6))


@pytest.mark.rule("XH6", "RH6")
def test_XH6_skills_and_concealed_items_of_others_are_not_seen(battle_of, block, numbers):
    battle = battle_of([{"skills": {"focused_strike": 3}}], [{}])
    assert block(battle, 0, "own")["skills"][0] == 1
    pack = [ITEM_NAMES.index("light"), NONE, NONE]
    assert same_for(battle, 0, numbers, 1, skills=7, concealed_item=0, pack=pack, conceal=9)


# --- The decision at hand -------------------------------------------------------------------------


@pytest.mark.parametrize("window", [window for window in Window if window])
def test_which_decision_it_is(battle_of, block, window):
    battle = battle_of(to_act=0, window=window)
    assert block(battle, 0, "window")["window"] == one_hot(len(WINDOWS), window - 1)
    assert not np.any(block(battle, 1, "window")["window"])


@pytest.mark.rule("H116")
def test_H116_what_is_under_way(battle_of, block):
    battle = battle_of(["fighter"] * 2, ["fighter"], round_number=30, stage=Stage.TURN)
    push(battle, Role.PROVOKED, Act.WEAPON_ATTACK, 2, 0, 0)
    frame = battle.frames[battle.top]
    frame.d6, frame.total, frame.hit, frame.part, frame.aim = 4, 8, True, 1, NONE
    seen = block(battle, 0, "window")
    assert seen["act"] == one_hot(10, 1)
    assert (seen["is_mine"], seen["is_on_me"], seen["out_of_turn"]) == (0, 1, 1)
    assert (seen["total"], seen["hit"], seen["part"]) == (0.5, 1, one_hot(5, 1))
    assert (seen["aimed"], seen["round"]) == (0, 0.5)
    assert block(battle, 0, "enemy_0")["is_actor"] == 1
    other = block(battle, 1, "window")
    assert (other["is_on_me"], other["is_on_ally"], other["is_by_ally"]) == (0, 1, 0)


@pytest.mark.rule("H19", "XH1")
def test_XH1_the_last_roll_is_shown_only_to_who_may_roll_again(battle_of, block):
    """It may have been the roll of a hidden fighter."""
    battle = battle_of(to_act=0, window=Window.REROLL)
    battle.roll.total = 4
    push(battle, Role.TURN, Act.MOVE, 0, NOBODY, 1)
    assert block(battle, 0, "window")["roll"] == 0.25
    assert block(battle, 1, "window")["roll"] == 0
    battle.window = Window.TURN
    assert block(battle, 0, "window")["roll"] == 0


def test_every_action_is_of_some_kind():
    assert len(KIND_OF) == len(Act)
    assert set(KIND_OF.tolist()) == set(range(10))

"""Public facts in the observation: items, ties, the map, switches, actions (XH1 to XH6)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY, open_window
from quintain.envs.heimr.enums import (
    Ability,
    Act,
    Defence,
    Direction,
    Effect,
    Guarded,
    Hand,
    Role,
    Trigger,
    Window,
)
from quintain.envs.heimr.observation.sheets import DICE, POINTS, USUAL_HP
from quintain.envs.heimr.rules.characters.abilities import consistency, potential
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.rules.health.health import most_hp
from quintain.envs.heimr.rules.modules.armoury import IN_HANDS
from quintain.envs.heimr.tables import CAST_NAMES, ITEM_NAMES

pytestmark = pytest.mark.interpreted

SHRUBS = "s.s\n.s.\ns.s"
UNKNOWN = {"at": (2, 0), "hidden": True}
"""An enemy in a shrub that nobody knows of."""


# --- Bodies ---------------------------------------------------------------------------------------


@pytest.mark.rule("H107", "H156", "XH6")
@pytest.mark.parametrize(
    ("item", "seen"), [("light", 1 / 3), ("buckler", 2 / 3), ("torch", 1), (None, 0)]
)
def test_H107_what_the_off_hand_holds(battle_of, block, item, seen):
    held = ["medium", item] if item else ["medium"]
    battle = battle_of([{"held": held}], [{"held": held}])
    for name in ("own", "enemy_0"):
        assert block(battle, 0, name)["off_item"] == pytest.approx(seen)
    battle.fighters[1].concealed_item = IN_HANDS + Hand.OFF
    assert block(battle, 0, "enemy_0")["off_item"] == 0


@pytest.mark.rule("RH62")
def test_RH62_whether_armour_ignores_one_more_stumble(battle_of, block):
    battle = battle_of([{}], [{"armour": "heavy"}])
    assert block(battle, 0, "enemy_0")["ignores_stumble"] == 1
    battle.fighters[1].stumbles_ignored = 1
    assert block(battle, 0, "enemy_0")["ignores_stumble"] == 0


@pytest.mark.rule("RH1", "HH38", "XH6")
def test_HH38_the_sheet_of_the_kind(battle_of, block):
    battle = battle_of([{}], [{"base": "veteran"}])
    enemy, kind = block(battle, 0, "enemy_0"), CAST_NAMES.index("veteran")
    true = battle.fighters[1]
    assert enemy["usual_hp"] == pytest.approx(most_hp(true) / 8) == USUAL_HP[kind]
    assert enemy["usual_hit"] == 3 / 4
    figures = (enemy["usual_weapon_dice"], enemy["usual_weapon_potential"])
    sword = Ability.SHIELD_AND_SWORD
    assert figures == pytest.approx((consistency(true, sword) / 6, potential(true, sword) / 6))
    true.skills, true.potential[sword], true.attributes[:] = 0, 0, 0
    true.consistency[:] = 0
    assert block(battle, 0, "enemy_0") == enemy
    true.held[:] = -1
    assert block(battle, 0, "enemy_0")["usual_weapon_dice"] == 0


@pytest.mark.rule("H37", "H39")
@pytest.mark.parametrize("ability", list(Ability))
def test_H37_the_tables_of_kinds_are_those_of_the_rules(battle_of, ability):
    for kind, name in enumerate(CAST_NAMES):
        fighter = battle_of([name]).fighters[0]
        if ability != Ability.SURVIVAL:  # a tower shield in hand changes it (RH13)
            assert POINTS[kind, ability] == potential(fighter, ability)
        assert DICE[kind, ability] == consistency(fighter, ability)


@pytest.mark.rule("RH62", "HH28")
def test_RH62_the_powers_of_races(battle_of, block):
    battle = battle_of(["orc"], ["shanata", {"race": "merfolk"}, {}])
    seen = [block(battle, 0, f"enemy_{slot}")["power"] for slot in range(3)]
    assert [block(battle, 0, "own")["power"], *seen] == [0.25, 0.5, 0.75, 0]
    for enemy in (1, 2):
        battle.fighters[enemy].power_used = True
    battle.fighters[2].poisoned = True
    assert [block(battle, 0, f"enemy_{slot}")["power"] for slot in range(2)] == [0, 1]


@pytest.mark.rule("H126", "XH4")
def test_H126_the_d6_of_a_preroll_is_public(battle_of, block):
    ready = {"defence": Defence.DODGE, "defence_value": 4, "defence_d6": 3}
    battle = battle_of([{}, ready], [ready, {"defence_d6": 3}])
    seen = [block(battle, 0, name)["defence_d6"] for name in ("ally_0", "enemy_0", "enemy_1")]
    assert seen == [0.5, 0.5, 0]


@pytest.mark.rule("H23", "H64", "H94", "H113", "XH3")
def test_H64_what_keeps_a_fighter_in_its_place(battle_of, block):
    down = {"prone": True, "seconds": {"fall": 2}, "upcoming": Act.CRAWL,
            "upcoming_argument": Direction.SOUTH}  # fmt: skip
    stumbles = {"seconds": {"stumble": 2}, "stumble_side": Direction.EAST}
    held = {"held_by": 0, "held_part": 1}
    battle = battle_of([{"holds": 3}], [down, stumbles, held])
    first, second, third = (block(battle, 0, f"enemy_{slot}") for slot in range(3))
    assert (first["fall_lasts"], first["crawls"]) == (0.5, 0.75)
    assert (second["stumble_side"], second["fall_lasts"]) == (0.5, 0)
    assert third["held_part"] == pytest.approx(2 / 7)
    assert (first["stumble_side"], first["held_part"], third["crawls"]) == (0, 0, 0)


@pytest.mark.rule("H143", "RH47")
def test_H143_which_border_a_guard_guards(battle_of, block):
    guard = {"guard": Guarded.BORDER, "guarded": Direction.SOUTH, "struck_late": True}
    battle = battle_of([guard, {}], [{**guard, "at": (0, 0)}])
    for actor, name in ((0, "own"), (1, "ally_0"), (1, "enemy_0")):
        seen = block(battle, actor, name)
        assert (seen["guarded_border"], seen["struck_late"]) == (0.75, 1)
    assert block(battle, 1, "own")["guarded_border"] == 0


# --- Oneself --------------------------------------------------------------------------------------


@pytest.mark.rule("H97", "H100", "H101", "XH6")
def test_H97_the_own_pack_place_by_place(battle_of, block):
    mine = {"base": "archer", "pack": ["throwing", "light"], "bag": "torch", "concealed_item": 1}
    own = block(battle_of([mine]), 0, "own")
    dice = [DICE[CAST_NAMES.index("archer"), one] for one in (Ability.THROWING,
            Ability.KNIFE_FIGHTING)]  # fmt: skip
    assert own["pack_1_damage"] == own["pack_2_damage"] == pytest.approx(1 / 3)
    assert [own[f"pack_{place}_range"] for place in (1, 2, 3)] == pytest.approx([1 / 6, -1, 0])
    assert own["pack_2_dice"] == pytest.approx(dice[1] / 6)
    assert (own["bag"], own["concealed"]) == pytest.approx((1, 2 / 6))
    assert block(battle_of([{}]), 0, "own")["concealed"] == 0


@pytest.mark.rule("H37", "H42")
def test_H37_the_abilities_that_are_rolled_in_battle(battle_of, block):
    battle = battle_of([{"trained": {"climbing": [1, 2], "survival": [0, 3], "insight": [2, 0]}}])
    own, me = block(battle, 0, "own"), battle.fighters[0]
    climbing = consistency(me, Ability.CLIMBING) / 6, potential(me, Ability.CLIMBING) / 6
    assert (own["climbing_dice"], own["climbing_potential"]) == pytest.approx(climbing)
    assert own["senses_potential"][0] == pytest.approx(potential(me, Ability.SURVIVAL) / 6)
    assert own["social"] == pytest.approx([0, 2 / 6])


@pytest.mark.rule("RH1", "RH62")
def test_RH62_what_is_spent_and_a_rage_are_ones_own(battle_of, block, numbers):
    battle = battle_of([{"spent": 1, "raging": 3}], [{}])
    own = block(battle, 0, "own")
    assert (own["free_use"], own["rage"]) == ([1, 0], pytest.approx(0.6))
    before = numbers(battle, 0)
    battle.fighters[1].spent = battle.fighters[1].free_used = 1
    assert (numbers(battle, 0) == before).all()
    battle.fighters[0].free_used = 4
    assert block(battle, 0, "own")["free_use"] == [1, 1]


# --- The map --------------------------------------------------------------------------------------


@pytest.mark.rule("H147", "H148", "H154", "H174")
def test_H148_borders_and_ground_of_the_next_locations(battle_of, block):
    borders = [((1, 1), "east", "single_door"), ((0, 1), "east", "stone_wall"),
               ((1, 0), "south", "solid")]  # fmt: skip
    battle = battle_of([{}], map="...\n..m\n.g.", borders=borders)
    own = block(battle, 0, "own")
    assert own["difficult_way"] == [0, 1, 1, 0]
    assert own["room"] == [0, 0.5, 0, 0]
    assert own["wall"][0] == -1
    assert own["wall"][3] == 1
    door = battle.borders[2 * 6]
    door.crossed = 1
    assert block(battle, 0, "own")["room"][1] == 0.25
    door.crossed = 2
    assert block(battle, 0, "own")["room"][1] == -1


@pytest.mark.rule("RH55")
def test_RH55_the_nearest_exit(battle_of, block):
    battle = battle_of([{"at": (1, 1)}], map=".....\n.....\n.....")
    own = block(battle, 0, "own")
    assert (own["exit"], own["field_has_exit"]) == ([0, 0], 0)
    battle.locations[9].exits = battle.locations[0].exits = 0b10
    own = block(battle, 0, "own")
    assert (own["exit"], own["field_has_exit"]) == ([-0.25, -0.25], 1)
    battle.fighters[0].location = 8
    assert block(battle, 0, "own")["exit"] == [0.25, 0]


@pytest.mark.rule("H136")
def test_H136_what_one_climbs(battle_of, block):
    battle = battle_of([{"climbs_on": Direction.WEST}, {"climbs_on": 4}, {}])
    assert [block(battle, actor, "own")["climbs_on"] for actor in range(3)] == pytest.approx(
        [0.8, 1, 0]
    )


@pytest.mark.rule("H100")
def test_H100_the_number_of_an_item_on_the_ground_in_the_actions(battle_of, block):
    battle = battle_of([{"at": (0, 0)}])
    battle.ground_item[5], battle.ground_location[5] = ITEM_NAMES.index("bow"), 0
    own = block(battle, 0, "own")
    seen = [own[f"ground_0_{name}"] for name in ("place", "damage", "range")]
    assert seen == [6 / 8, 1, 1]
    assert own["ground_1_place"] == 0


# --- The others -----------------------------------------------------------------------------------


@pytest.mark.rule("XH1", "XH2", "RH58")
def test_XH2_allies_hide_nothing_from_their_side(battle_of, block):
    ready = {"readied": Act.BRAWL_HIT, "trigger": Trigger.LEAVES, "trigger_by": 2}
    ally = {**ready, "hidden": True, "hide": 8, "treated": 15, "at": (0, 0)}
    battle = battle_of([{}, ally], [{}], SHRUBS)
    seen = block(battle, 0, "ally_0")
    assert (seen["readied"], seen["trigger"]) == pytest.approx((2 / 9, 2 / 6))
    assert seen["trigger_by"] == pytest.approx(1 / 6)
    assert (seen["hidden"], seen["hide"], seen["treated"]) == (1, 0.5, 0.5)


@pytest.mark.rule("XH1", "H132", "RH49")
def test_XH1_from_whom_one_is_hidden(battle_of, block):
    battle = battle_of([{"at": (0, 0), "hidden": True, "found_by": [2]}], [{}, {}], SHRUBS)
    assert [block(battle, 0, f"enemy_{slot}")["unseen"] for slot in range(2)] == [1, 0]
    battle.fighters[0].hidden = False
    assert block(battle, 0, "enemy_0")["unseen"] == 0


@pytest.mark.rule("XH1")
def test_XH1_of_the_unknown_nothing_new_is_told(battle_of, look):
    battle = battle_of([{"at": (0, 2), "hidden": True}], [UNKNOWN], SHRUBS)
    battle.fighters[1].power_used = battle.fighters[1].caught = True
    told = [name for name, value in look(battle, 0).items() if name.startswith("enemy_0.")
            and np.any(value)]  # fmt: skip
    assert told == []


@pytest.mark.rule("H110")
def test_H110_who_may_brawl_with_me_unpunished(battle_of, block):
    battle = battle_of([{}], [{"dodged": [0]}, {}])
    seen = [block(battle, 0, f"enemy_{slot}")["inside_mine"] for slot in range(2)]
    assert seen == [1, 0]
    assert block(battle, 0, "enemy_0")["inside"] == 0


@pytest.mark.rule("RH55", "HH20", "HH45", "H78")
def test_RH55_fugitives_and_their_pursuers(battle_of, block):
    flees = {"at": (-1, 0), "flees": True, "exit": 2, "chase_roll": 8, "terrain": Ability.CLIMBING}
    hunts = {"at": (-1, 0), "chases": 2, "gap": 2}
    battle = battle_of([{"at": (0, 1)}, hunts], [flees, {"caught": True}])
    seen = block(battle, 0, "enemy_0")
    assert (seen["exit"], seen["caught"]) == ([0.5, -0.25], 0)
    assert block(battle, 0, "enemy_1")["caught"] == 1
    assert block(battle, 0, "ally_0")["quarry"] == pytest.approx(1 / 6)
    assert block(battle, 1, "window")["chase_roll"] == 0
    open_window(battle, 1, Window.CHASE)
    window = block(battle, 1, "window")
    assert (window["chase_roll"], window["quarry_climbs"]) == (0.5, 1)
    battle.fighters[2].chase_roll = -1000
    assert block(battle, 1, "window")["chase_roll"] == -1


# --- What is under way, and switches --------------------------------------------------------------


@pytest.mark.rule("H117", "RH14", "RH6", "H140")
def test_H117_the_attack_under_way_in_detail(battle_of, block, attack):
    battle = battle_of([{"held": ["light", "light"]}], [{}, {}])
    frame = attack(battle, hand=Hand.OFF, aim=4)
    frame.both, frame.guard, frame.effect = True, 2, Effect.FALL
    seen = block(battle, 1, "window")
    assert (seen["aim"], seen["off_hand"], seen["both"]) == pytest.approx((5 / 7, 1, 1))
    assert seen["guard"] == pytest.approx(-1 / 6)
    assert seen["effect"] == [0, 1, 0, 0]
    assert seen["way"] == 0


@pytest.mark.rule("XH1", "H140")
def test_XH1_a_guard_of_whom_one_does_not_know_is_not_named(battle_of, block, attack):
    battle = battle_of([{"at": (0, 2)}], [{"at": (0, 2)}, UNKNOWN], SHRUBS)
    attack(battle).guard = 2
    assert block(battle, 0, "window")["guard"] == 0
    battle.fighters[2].known_by = 1
    assert block(battle, 0, "window")["guard"] == pytest.approx(2 / 6)


@pytest.mark.rule("H89", "XH1")
def test_H89_where_a_movement_leads_unless_it_is_not_seen(battle_of, block):
    battle = battle_of([{"at": (0, 2)}], [UNKNOWN], SHRUBS)
    push(battle, Role.TURN, Act.MOVE, 1, NOBODY, Direction.WEST)
    assert block(battle, 0, "window")["way"] == 0
    battle.fighters[1].hidden = False
    assert block(battle, 0, "window")["way"] == 1


@pytest.mark.rule("H107", "HH32")
@pytest.mark.parametrize(("item", "seen"), [("light", 1), ("torch", 0)])
def test_H107_the_item_for_which_one_chooses_a_hand(battle_of, block, item, seen):
    battle = battle_of([{"held": []}])
    battle.ground_item[2], battle.ground_location[2] = ITEM_NAMES.index(item), 6
    push(battle, Role.TURN, Act.GET_ITEM, 0, NOBODY, 2)
    open_window(battle, 0, Window.HAND)
    assert block(battle, 0, "window")["takes_weapon"] == seen


@pytest.mark.rule("H5", "RH56")
def test_RH56_the_switches_of_a_battle(battle_of, block):
    battle = battle_of(map="....\n....\n....", quick_sides=0b10, blind_spots=True)
    seen = [block(battle, actor, "window") for actor in range(2)]
    assert [one["full_choices"] for one in seen] == [[1, 0], [0, 1]]
    assert seen[0]["blind_spots"] == 1
    assert seen[0]["field"] == pytest.approx([0.8, 0.6])
    assert block(battle_of(), 0, "window")["blind_spots"] == 0

"""Legal declarations by status, cost, target and weapon (QM1 to QM3, RM26, RM27)."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch import turn
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.enums import Act, Status, Verb
from quintain.envs.mythic_epoch.tables import NO_WEAPON, UNARMED, WEAPON_NAMES

pytestmark = pytest.mark.interpreted

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
MOVES = {f"move_{side}" for side in DIRECTIONS}
# From (4, 3) against somebody at (5, 3): no step to the east, nothing to approach.
ADJACENT_MOVES = (MOVES - {"move_e"}) | {"move_away", "move_by_steps"}


def weapon(name):
    """Number of a weapon."""
    return WEAPON_NAMES.index(name)


def lay(battle, name, x, y, loaded=True, item=0):
    """Put a weapon on the ground."""
    battle.ground_weapon[item] = weapon(name)
    battle.ground_x[item], battle.ground_y[item] = x, y
    battle.ground_loaded[item] = loaded


# --- The next action, by status (QM1) -------------------------------------------------------------


@pytest.mark.rule("QM1", "M14", "M25", "M23", "M30", "M20", "M18")
def test_QM1_on_guard_beside_an_enemy(duel, legal):
    assert legal(duel()) == {
        "wait", "melee_attack", "feint", "unarmed_attack", "combat_move", *ADJACENT_MOVES
    }  # fmt: skip


@pytest.mark.rule("QM1", "M14", "M17", "M28")
def test_QM1_on_guard_with_a_bow(duel, legal):
    battle = duel({"hand": "bow", "carried": "dagger"})
    assert legal(battle) == {
        "wait", "aim", "ranged_attack", "unarmed_attack", "combat_move", "draw_weapon",
        *ADJACENT_MOVES,
    }  # fmt: skip


@pytest.mark.rule("QM1", "M13", "M18", "M29")
def test_QM1_off_guard(duel, legal):
    battle = duel({"status": "off_guard", "hand": "bow", "carried": "dagger"})
    assert legal(battle) == {"wait", "ready", *ADJACENT_MOVES}


@pytest.mark.rule("QM1", "M11", "M21", "M24", "M27", "M31", "RM20")
def test_QM1_bound(duel, legal):
    battle = duel({"carried": "dagger"}, held="bound")
    assert legal(battle) == {
        "wait", "disarm", "grapple", "press", "unarmed_press", "withdraw"
    }  # fmt: skip


@pytest.mark.rule("QM1", "M12", "M22", "M26", "M30", "RM20")
def test_QM1_grappled(duel, legal):
    battle = duel({"carried": "dagger"}, held="grappled")
    assert legal(battle) == {"wait", "escape", "pin", "unarmed_attack"}


@pytest.mark.rule("QM1", "M26")
def test_QM1_who_holds_somebody_pinned_cannot_pin_again(duel, legal):
    assert legal(duel(held="pinned")) == {"wait", "escape", "unarmed_attack"}


@pytest.mark.rule("QM1", "M15", "M22")
def test_QM1_pinned(duel, act, legal):
    battle = duel({"action_points": 0}, held="pinned")
    act(battle, "wait", faces=[0])
    assert legal(battle) == {"wait", "escape"}


@pytest.mark.rule("M12", "M30", "RM20", "RM21", "QM2")
def test_M30_in_a_grapple_only_the_partner_can_be_struck(fight, legal):
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (4, 4)}])
    for one, other in ((0, 2), (2, 0)):
        battle.fighters[one].status = Status.GRAPPLED
        battle.fighters[one].partner = other
    assert legal(battle) == {"wait", "escape", "pin", "unarmed_attack 1"}


# --- The full cost must be in the pool (RM26) -----------------------------------------------------

COSTS = [
    ("aim", 4, {"hand": "bow"}, None),
    ("move_n", 2, {}, None),
    ("move_n", 2, {"status": "off_guard"}, None),
    ("combat_move", 3, {}, None),
    ("disarm", 4, {}, "bound"),
    ("disarm", 3, {"hand": "dagger"}, "bound"),
    ("escape", 3, {}, "grappled"),
    ("feint", 4, {}, None),
    ("feint", 5, {"hand": "great_weapon"}, None),
    ("grapple", 4, {}, "bound"),
    ("grapple", 3, {"hand": "unarmed"}, "bound"),
    ("melee_attack", 3, {"hand": "dagger"}, None),
    ("melee_attack", 4, {"hand": "sword"}, None),
    ("melee_attack", 4, {"hand": "axe"}, None),
    ("melee_attack", 4, {"hand": "mace"}, None),
    ("melee_attack", 4, {"hand": "spear"}, None),
    ("melee_attack", 5, {"hand": "great_weapon"}, None),
    ("pin", 3, {}, "grappled"),
    ("press", 4, {}, "bound"),
    ("press", 5, {"hand": "great_weapon"}, "bound"),
    ("unarmed_press", 3, {"hand": "great_weapon"}, "bound"),
    ("ranged_attack", 6, {"hand": "bow"}, None),
    ("ranged_attack", 3, {"hand": "pistol"}, None),
    ("ready", 1, {"status": "off_guard"}, None),
    ("unarmed_attack", 3, {"hand": "great_weapon"}, None),
    ("unarmed_attack", 3, {}, "grappled"),
    ("withdraw", 2, {}, "bound"),
    ("reload", 6, {"hand": "pistol", "loaded": False}, None),
    ("draw_weapon", 4, {"carried": "dagger"}, None),
]


@pytest.mark.rule("RM26", "M4", "TM3", "QM1")
@pytest.mark.parametrize(("name", "cost", "red", "held"), COSTS)
def test_RM26_an_action_needs_its_full_cost_and_takes_it_at_once(
    duel, legal, name, cost, red, held
):
    battle = duel({**red, "action_points": cost - 1}, held=held)
    assert name not in legal(battle)
    battle = duel({**red, "action_points": cost}, held=held)
    assert name in legal(battle)
    declare_as_told(battle, name)
    assert battle.fighters[0].action_points == 0


def declare_as_told(battle, name):
    """Declare an action against blue_0 without playing on, so that nothing is recovered."""
    turn.declare(battle, Act.MOVE if name.startswith("move_") else Act[name.upper()], 1)


REACTION_COSTS = [
    ("counter_attack", 4, {}, "melee_attack", {}, None),
    ("counter_attack", 3, {"hand": "dagger"}, "melee_attack", {}, None),
    ("counter_attack", 5, {"hand": "great_weapon"}, "move_n", {}, None),
    ("unarmed_counter_attack", 3, {"hand": "great_weapon"}, "melee_attack", {}, None),
    ("counter_fire", 6, {"hand": "bow"}, "combat_move", {}, None),
    ("counter_fire", 3, {"hand": "pistol"}, "combat_move", {}, None),
    ("dodge", 2, {"at": (16, 3)}, "ranged_attack", {"hand": "bow"}, None),
    ("double", 4, {}, "withdraw", {}, "bound"),
    ("double", 5, {"hand": "great_weapon"}, "withdraw", {}, "bound"),
    ("unarmed_double", 3, {"hand": "great_weapon"}, "withdraw", {}, "bound"),
    ("evade", 2, {}, "melee_attack", {}, None),
    ("parry", 2, {"hand": "dagger"}, "melee_attack", {}, None),
    ("parry", 2, {"hand": "sword"}, "melee_attack", {}, None),
    ("parry", 2, {"hand": "spear"}, "melee_attack", {}, None),
    ("parry", 3, {"hand": "axe"}, "melee_attack", {}, None),
    ("parry", 3, {"hand": "mace"}, "unarmed_attack", {}, None),
    ("parry", 3, {"hand": "great_weapon"}, "feint", {}, None),
    ("retreat", 3, {"at": (7, 3)}, "move_towards", {}, None),
    ("struggle", 3, {}, "pin", {}, "grappled"),
    ("wind", 2, {"hand": "sword"}, "withdraw", {}, "bound"),
    ("wind", 3, {"hand": "great_weapon"}, "withdraw", {}, "bound"),
]


@pytest.mark.rule("RM26", "M5", "QM4", "TM3")
@pytest.mark.parametrize(("name", "cost", "blue", "action", "red", "held"), REACTION_COSTS)
def test_RM26_a_reaction_needs_its_full_cost_and_takes_it_at_once(
    duel, act, legal, who, name, cost, blue, action, red, held
):
    battle = duel(red, blue, held=held)
    act(battle, action)
    assert who(battle) == ("blue_0", "reaction")
    battle.fighters[1].action_points = cost - 1
    assert name not in legal(battle)
    battle.fighters[1].action_points = cost
    assert name in legal(battle)
    turn.react(battle, Act[name.upper()])
    assert battle.fighters[1].action_points == 0


# --- The feint flag (QM3) -------------------------------------------------------------------------


@pytest.mark.rule("QM3", "QM5", "M23")
def test_QM3_a_feint_is_recorded_before_it_is_announced(duel, act, who):
    battle = duel()
    act(battle, "feint")
    assert battle.action == Act.FEINT
    assert who(battle) == ("blue_0", "reaction")


# --- Targets (QM2) --------------------------------------------------------------------------------


@pytest.mark.rule("QM2")
def test_QM2_targets_are_slots_and_the_fallen_are_none(fight, legal):
    battle = fight([{}], [{"at": (5, 3)}, {"at": (5, 4)}, {"at": (4, 4)}])
    battle.fighters[2].damage = 30
    names = legal(battle)
    for verb in ("melee_attack", "feint", "unarmed_attack", "combat_move"):
        assert verb in names
        assert f"{verb} 2" in names
        assert f"{verb} 1" not in names
    assert not any(name.endswith(" 1") for name in names)


@pytest.mark.rule("QM2", "RM18")
def test_QM2_one_target_in_reach_and_one_beyond(fight, legal):
    battle = fight([{}], [{"at": (5, 3)}, {"at": (6, 3)}])
    assert "melee_attack" in legal(battle)
    assert "melee_attack 1" not in legal(battle)


def test_the_table_of_a_duel_begins_that_of_a_skirmish():
    """Ids never shift with the number of slots."""
    assert [table.num_actions(size) for size in range(1, 7)] == [64, 74, 84, 94, 104, 114]
    assert table.first_id(Verb.AIM, 0) == table.TABLE.first_slot
    assert table.first_id(Verb.AIM, 1) == table.num_actions(1)


# --- Taking weapons (RM27) ------------------------------------------------------------------------


@pytest.mark.rule("RM27")
def test_RM27_drawing_changes_the_weapon_in_hand_for_the_carried_one(duel, act, legal):
    battle = duel({"hand": "spear", "carried": "dagger"})
    act(battle, "draw_weapon")
    fighter = battle.fighters[0]
    assert (fighter.hand, fighter.carried) == (weapon("dagger"), weapon("spear"))
    assert fighter.action_points == 8
    act(battle, "draw_weapon")
    assert (fighter.hand, fighter.carried) == (weapon("spear"), weapon("dagger"))


@pytest.mark.rule("RM27")
def test_RM27_the_empty_hand_draws_and_then_carries_nothing(duel, act, legal):
    battle = duel({"hand": "unarmed", "carried": "dagger"})
    act(battle, "draw_weapon")
    fighter = battle.fighters[0]
    assert (fighter.hand, fighter.carried) == (weapon("dagger"), NO_WEAPON)
    assert "draw_weapon" not in legal(battle)


@pytest.mark.rule("RM27", "RM9")
def test_RM27_an_empty_pistol_stays_empty_when_it_is_put_away(duel, act):
    battle = duel({"hand": "pistol", "loaded": False, "carried": "sword"})
    fighter = battle.fighters[0]
    act(battle, "draw_weapon")
    assert (fighter.hand, fighter.loaded) == (weapon("sword"), True)
    act(battle, "draw_weapon")
    assert (fighter.hand, fighter.loaded) == (weapon("pistol"), False)


@pytest.mark.rule("RM27")
@pytest.mark.parametrize("status", ["off_guard", "on_guard"])
def test_RM27_weapons_are_taken_on_guard_only(duel, legal, status):
    battle = duel({"status": status, "hand": "unarmed", "carried": "dagger"})
    lay(battle, "sword", 4, 3)
    on_guard = status == "on_guard"
    assert ("draw_weapon" in legal(battle)) == on_guard
    assert ("pick_up_weapon" in legal(battle)) == on_guard


@pytest.mark.rule("RM27")
@pytest.mark.parametrize("held", ["bound", "grappled"])
def test_RM27_not_in_a_bind_or_grapple(duel, legal, held):
    battle = duel({"hand": "unarmed", "carried": "dagger"}, held=held)
    lay(battle, "sword", 4, 3)
    assert not legal(battle) & {"draw_weapon", "pick_up_weapon"}


@pytest.mark.rule("RM27", "RM26")
@pytest.mark.parametrize(("points", "may"), [(3, False), (4, True)])
def test_RM27_picking_up_costs_4(duel, act, legal, points, may):
    battle = duel({"hand": "unarmed", "action_points": points})
    lay(battle, "sword", 4, 3)
    assert ("pick_up_weapon" in legal(battle)) == may
    if may:
        act(battle, "pick_up_weapon", faces=[20])
        assert battle.fighters[0].action_points == 0
        assert battle.fighters[0].hand == weapon("sword")
        assert battle.ground_weapon[0] == NO_WEAPON


@pytest.mark.rule("RM27")
@pytest.mark.parametrize(
    ("square", "may"),
    [((4, 3), True), ((5, 3), True), ((3, 4), True), ((6, 3), False), ((4, 5), False)],
)
def test_RM27_from_the_own_square_or_the_next_even_under_an_enemy(duel, legal, square, may):
    battle = duel({"hand": "unarmed"})
    lay(battle, "sword", *square)
    assert ("pick_up_weapon" in legal(battle)) == may


@pytest.mark.rule("RM27")
@pytest.mark.parametrize(
    ("columns", "taken"), [((3, 4), "axe"), ((4, 3), "spear"), ((3, 3), "spear")]
)
def test_RM27_of_weapons_as_near_the_first_is_taken(duel, act, columns, taken):
    battle = duel({"hand": "unarmed"}, {"at": (12, 9)})
    for item, name in enumerate(("spear", "axe")):
        lay(battle, name, columns[item], 3, item=item)
    act(battle, "pick_up_weapon")
    assert battle.fighters[0].hand == weapon(taken)


@pytest.mark.rule("RM27")
def test_RM27_the_hand_must_be_empty_and_the_nearest_weapon_is_taken(duel, act, legal):
    battle = duel()
    lay(battle, "axe", 4, 3)
    assert "pick_up_weapon" not in legal(battle)
    battle = duel({"hand": "unarmed"})
    lay(battle, "axe", 5, 4)
    lay(battle, "pistol", 4, 3, loaded=False, item=1)
    act(battle, "pick_up_weapon")
    assert battle.fighters[0].hand == weapon("pistol")
    assert not battle.fighters[0].loaded
    assert battle.ground_weapon[:2].tolist() == [weapon("axe"), NO_WEAPON]


@pytest.mark.rule("RM27", "M21")
def test_RM27_without_a_weapon_only_unarmed_actions(duel, legal):
    battle = duel({"hand": "unarmed"})
    assert legal(battle) == {"wait", "unarmed_attack", "combat_move", *ADJACENT_MOVES}


@pytest.mark.rule("RM27", "M21")
def test_RM27_what_a_disarm_or_a_fall_drops_lies_in_the_owners_square(duel, fight, act):
    battle = duel(held="bound")
    act(battle, "disarm")
    act(battle, "wait", faces=[2])  # 8
    assert battle.fighters[1].hand == UNARMED
    lying = (battle.ground_weapon[0], battle.ground_x[0], battle.ground_y[0])
    assert lying == (weapon("sword"), 5, 3)
    battle = fight([{}], [{"hand": "axe", "damage": 29, "action_points": 0}, {"at": (20, 9)}])
    act(battle, "melee_attack", faces=[0, 1, 1])
    lying = (battle.ground_weapon[0], battle.ground_x[0], battle.ground_y[0])
    assert lying == (weapon("axe"), 5, 3)


# --- Is there a choice at all ---------------------------------------------------------------------


@pytest.mark.rule("QM1", "M3")
@pytest.mark.parametrize("points", range(8))
@pytest.mark.parametrize("hand", ["unarmed", "dagger", "great_weapon", "bow", "pistol"])
@pytest.mark.parametrize("status", [None, "off_guard", "bound", "grappled", "pinned"])
def test_QM1_a_window_opens_where_the_mask_has_more_than_wait(duel, legal, points, hand, status):
    held = None if status in (None, "off_guard") else status
    red = {"hand": hand, "action_points": points, "status": status if held is None else None}
    red = {key: value for key, value in red.items() if value is not None}
    battle = duel(red, held=held)
    assert masks.can_choose(battle) == (legal(battle) != {"wait"})


@pytest.mark.rule("M18", "RM32")
def test_M18_who_is_hemmed_in_has_no_move(fight, legal):
    corner = [{"at": (0, 0), "action_points": 2}]
    battle = fight(corner, [{"at": (1, 0)}, {"at": (0, 1)}, {"at": (1, 1)}])
    assert legal(battle) == {"wait"}
    assert not masks.can_choose(battle)
    battle.fighters[1].damage = 30  # the fallen leave room
    assert "move_e" in legal(battle)

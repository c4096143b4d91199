"""Each heuristic fights as its description says, in positions that are set up by hand."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.interpreted

FAR = {"at": (20, 3)}
NEAR = {"at": (9, 3)}
SPENT = {"action_points": 1}
BOW = {"hand": "bow"}


# --- Berserker ------------------------------------------------------------------------------------


def test_the_berserker_attacks_an_enemy_in_reach(table):
    assert table().verb("berserker") == "melee_attack"


def test_the_berserker_moves_in(table):
    assert table(blue=[FAR]).verb("berserker") == "move_towards"


def test_the_berserker_counter_attacks(table):
    assert table().act("melee_attack", 0).verb("berserker") == "counter_attack"


def test_the_berserker_never_parries(table):
    board = table(blue=[{"action_points": 3}]).act("melee_attack", 0)
    assert board.masks[0].sum() > 1
    assert board.verb("berserker") in ("wait", "unarmed_counter_attack")


def test_every_heuristic_gets_ready_first(table):
    board = table(red=[{"status": "off_guard"}])
    for name in ("berserker", "guardian", "fencer", "wrestler", "skirmisher", "tactician"):
        assert board.verb(name) == "ready"


def test_every_heuristic_takes_a_weapon_in_an_empty_hand(table):
    board = table(red=[{"hand": "unarmed", "carried": "sword"}])
    for name in ("berserker", "guardian", "fencer", "skirmisher", "tactician"):
        assert board.verb(name) == "draw_weapon"


# --- Guardian -------------------------------------------------------------------------------------


def test_the_guardian_parries(table):
    assert table().act("melee_attack", 0).verb("guardian") == "parry"


def test_the_guardian_keeps_points_against_an_enemy_with_points(table):
    board = table(red=[{"action_points": 4}], blue=[{}, {"at": (5, 4)}])
    assert board.verb("guardian") == "wait"


def test_the_guardian_spends_all_points_on_an_enemy_without_points(table):
    assert table(red=[{"action_points": 4}], blue=[SPENT]).verb("guardian") == "melee_attack"


def test_the_guardian_lets_the_enemy_come_but_not_for_ever(table):
    board = table(blue=[NEAR])
    assert board.verb("guardian") == "wait"
    board.battle.round_number = 2
    assert board.verb("guardian") == "move_towards"


def test_the_guardian_does_not_wait_under_fire(table):
    assert table(blue=[NEAR | BOW]).verb("guardian") == "move_towards"


# --- Fencer ---------------------------------------------------------------------------------------


def test_the_fencer_mixes_attacks_and_feints(table):
    assert table().verbs("fencer") == {"melee_attack", "feint"}


def test_the_fencer_does_not_feint_at_an_enemy_who_cannot_parry(table):
    assert table(blue=[SPENT]).verbs("fencer") == {"melee_attack"}


def test_the_fencer_takes_the_counter_tempo(table):
    board = table().act("melee_attack", 0).act("counter_attack")
    assert board.verb("fencer") == "ct_counter_attack"


def test_the_fencer_replaces_a_feint_that_drew_a_parry(table):
    assert table().act("feint", 0).act("parry").verb("fencer") == "feint_counter_attack"


def test_the_fencer_presses_an_enemy_with_few_points(table):
    board = table(blue=[{}, {"at": (5, 4), "action_points": 0}])
    assert board.choice("fencer") == ("melee_attack", 1)


def test_the_fencer_steps_into_reach_with_care(table):
    assert table(blue=[{"at": (6, 3)}]).verb("fencer") == "combat_move"
    assert table(blue=[{"at": (6, 3), "action_points": 0}]).verb("fencer") == "move_towards"


# --- Wrestler -------------------------------------------------------------------------------------


def test_the_wrestler_grapples_a_partner_without_points(table):
    assert table(blue=[SPENT]).hold("bound").verb("wrestler") == "grapple"


def test_the_wrestler_presses_a_partner_with_points(table):
    strong = {"brawling": 9, "hand": "dagger"}
    assert table([strong]).hold("bound").verb("wrestler") == "unarmed_press"


def test_the_wrestler_pins_and_strikes_the_pinned(table):
    assert table(blue=[SPENT]).hold("grappled").verb("wrestler") == "pin"
    assert table().hold("pinned").verb("wrestler") == "unarmed_attack"


def test_the_wrestler_parries_to_bind_where_that_is_allowed(table):
    board = table()
    board.battle.bind_at_will = True
    assert board.act("melee_attack", 0).verb("wrestler") == "parry_to_bind"


def test_the_wrestler_struggles(table):
    assert table().hold("grappled").act("pin").verb("wrestler") == "struggle"


# --- Skirmisher -----------------------------------------------------------------------------------


def test_the_skirmisher_aims_at_distant_enemies_and_shoots_at_near_ones(table):
    assert table([BOW], [FAR | {"armour": "heavy"}]).verb("skirmisher") == "aim"
    assert table([BOW], [{"at": (7, 3)}]).verb("skirmisher") == "ranged_attack"


def test_the_skirmisher_keeps_its_aim(table):
    board = table([BOW], [FAR, {"at": (20, 5), "damage": 25}]).act("aim", 0)
    assert board.choice("skirmisher") == ("ranged_attack", 0)


def test_the_skirmisher_reloads(table):
    assert table([{"hand": "pistol", "loaded": False}], [FAR]).verb("skirmisher") == "reload"


def test_the_skirmisher_dodges(table):
    assert table([BOW], [FAR]).act("ranged_attack", 0).verb("skirmisher") == "dodge"


def test_the_skirmisher_leaves_an_enemy_who_cannot_follow(table):
    assert table([{"action_points": 3}], [SPENT]).verb("skirmisher") == "move_away"
    assert table([BOW | {"action_points": 3}], [SPENT]).verb("skirmisher") == "move_away"
    assert table([{"action_points": 3}], [{}]).verb("skirmisher") == "wait"


def test_the_skirmisher_strikes_an_enemy_who_walks_in(table):
    board = table([{"at": (8, 3)}]).act("move_towards", 0)
    assert board.verb("skirmisher") == "counter_attack"


# --- Tactician ------------------------------------------------------------------------------------


def test_the_tactician_mixes_attacks_and_feints_and_answers(table):
    assert table().verbs("tactician") == {"melee_attack", "feint"}
    answers = table().act("melee_attack", 0).verbs("tactician", 100)
    assert "parry" in answers
    assert len(answers) > 1


def test_the_tactician_never_feints_at_an_enemy_who_cannot_answer(table):
    assert table(blue=[SPENT]).verbs("tactician") == {"melee_attack"}


def test_the_tactician_attacks_an_enemy_near_collapse(table):
    board = table(blue=[{}, {"at": (5, 4), "damage": 27}])
    assert board.choice("tactician")[1] == 1


def test_the_tactician_strikes_an_enemy_held_by_an_ally(table):
    board = table([{"at": (6, 4)}, {"at": (4, 4)}], [{"at": (5, 4)}, {"at": (6, 3)}])
    one, other = board.battle.fighters[1], board.battle.fighters[2]
    one.status = other.status = 2
    one.partner, other.partner = 2, 1
    board.show()
    assert board.choice("tactician") == ("melee_attack", 0)


def test_the_tactician_strikes_a_mover_who_cannot_answer(table):
    board = table([{"at": (8, 3)}]).act("move_towards", 0)
    assert board.verb("tactician") == "counter_attack"


def test_the_tactician_rushes_an_archer(table):
    assert table(blue=[NEAR | BOW]).verb("tactician") == "move_towards"


def test_the_tactician_reaches_with_the_longer_weapon(table):
    board = table([{"hand": "spear"}], [{"at": (8, 3), "action_points": 0}])
    assert board.verb("tactician") == "move_to_reach"


def test_the_tactician_aims_where_a_hasty_shot_would_be_dodged(table):
    assert table([BOW], [FAR]).verb("tactician") == "aim"
    assert table([BOW], [{"at": (7, 3)}]).verb("tactician") == "ranged_attack"


@pytest.mark.parametrize(("agility", "answer"), [(8, "dodge"), (0, "wait")])
def test_the_tactician_dodges_if_it_saves_more_than_the_points_are_worth(table, agility, answer):
    board = table([BOW], [FAR | {"agility": agility}]).act("aim", 0).act("ranged_attack", 0)
    assert board.verb("tactician") == answer


def test_the_tactician_answers_a_feint_that_drew_a_parry(table):
    assert table().act("feint", 0).act("parry").verb("tactician") == "feint_counter_attack"


def test_the_tactician_ends_the_turn_when_points_are_worth_more(table):
    board = table([{"action_points": 3}])
    assert board.verb("tactician") == "wait"


# --- Patient --------------------------------------------------------------------------------------


def test_the_patient_waits_beside_an_enemy_without_points(table):
    assert table(blue=[SPENT]).verb("patient") == "wait"


def test_the_patient_strikes_back_with_points_to_spare(table):
    assert table().act("melee_attack", 0).verb("patient") == "counter_attack"


def test_the_patient_parries_when_it_has_few_points(table):
    board = table(blue=[{"action_points": 7}]).act("melee_attack", 0)
    assert board.verb("patient") == "parry"


def test_the_patient_lets_a_mover_pass(table):
    board = table().act("move_away", 0)
    assert board.masks[0].sum() > 1
    assert board.verb("patient") == "wait"


def test_the_patient_withdraws_from_a_bind(table):
    assert table().hold("bound").verb("patient") == "withdraw"

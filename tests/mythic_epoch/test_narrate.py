"""The fight report: sentences for single events and for related ones."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.mythic_epoch.enums import REACTIVE_ACTS, Act, Ending, Event, Status
from quintain.envs.mythic_epoch.scene import scene
from quintain.envs.mythic_epoch.tables import WEAPON_NAMES
from quintain.envs.mythic_epoch.text import names
from quintain.envs.mythic_epoch.text.events import FAILURES, REPLACEMENTS, SUCCESSES
from quintain.envs.mythic_epoch.text.report import narrate

pytestmark = pytest.mark.interpreted

PROACTIVE = sorted(act for act in names.PHRASES if act < Act.COUNTER_ATTACK)
SPREAD = {
    Event.DECLARE: {"what": PROACTIVE, "amount": [2]},
    Event.REACT: {"what": REACTIVE_ACTS, "amount": [2]},
    Event.REPLACE: {"what": REPLACEMENTS},
    Event.CHECK: {"what": sorted(set(names.PHRASES) - {Act.MOVE}), "amount": [7]},
    Event.MISS: {"dice": [5]},
    Event.DEFENCE: {"target": [3], "what": [0, 2, 4], "amount": [5], "dice": [8]},
    Event.HIT: {"amount": [0, 1, 4], "dice": [4]},
    Event.STOPPED: {"what": [*REACTIVE_ACTS, Act.CT_PARRY]},
    Event.FAILED: {"what": FAILURES},
    Event.SUCCEEDED: {"what": SUCCESSES, "amount": [1, 12]},
    Event.DISARMED: {"what": range(len(WEAPON_NAMES)), "amount": [9]},
    Event.DOWN: {"amount": [99, 0]},
    Event.RECOVERY: {"amount": [0, 12], "dice": [0, 12]},
    Event.OVER: {"what": [ending for ending in Ending if ending]},
}


@pytest.fixture
def flaws():
    """Further texts that these sentences may not contain."""
    return ("nobody",)


@pytest.mark.golden
@pytest.mark.rule("M23", "M25", "M35", "M37", "M45", "M46", "M9", "RM4", "RM10", "RM33")
def test_sentences(sentences, deployed, duel, act):
    battle = deployed("two_on_one")
    battle.path_length = 1
    sentences.of_kinds(battle, [kind for kind in Event if kind], SPREAD)

    def play(title, battle, *choices):
        for choice, faces in choices:
            act(battle, choice, faces=faces) if faces else act(battle, choice)
            sentences.of(battle, title=f"{title}: {choice}")

    sentences.of(duel(), title="the beginning")
    attack, wait = ("melee_attack", []), ("wait", [0, 6, 3])
    play("an attack and a parry", duel(), attack, ("parry", [4, 9]), attack, wait)
    armoured = duel(blue={"armour": "medium"})
    play("armour stops some", armoured, attack, ("parry", [5, 4, 3, 4]))
    play("armour stops all", armoured, attack, ("parry", [5, 4, 1, 2]))
    play("past the armour", armoured, attack, ("wait", [9, 5, 5, 0]))
    play("a bind", duel(), attack, ("parry", [4, 4]), ("press", []), ("double", [0, 20, 6, 6]))
    feint, parry = ("feint", []), ("parry", [])
    play("a feint", duel(), feint, parry, ("feint_counter_attack", [9, 0, 1, 1]))
    play("half health", duel(blue={"damage": 14}), attack, ("wait", [5, 1, 1]))
    play("the end", duel(blue={"damage": 29}), attack, ("wait", [5, 1, 1]))
    far = duel(blue={"at": (10, 3), "hand": "spear"})
    play("an answered move", far, ("move_towards", []), ("counter_attack", [5, 1, 1]))
    play("a move", duel(blue={"at": (20, 3)}), ("move_towards", []))
    stands, told = sentences.compare()
    assert stands == told, "make golden"


def test_every_act_has_words_and_rows():
    assert set(names.PHRASES) == set(Act) - {Act.NOTHING, Act.RECOVER_STAMINA}
    assert set(names.ACT_ROWS) == set(Act) - {Act.NOTHING}
    assert set(REPLACEMENTS) == {Act.CT_COUNTER_ATTACK, Act.CT_PARRY, Act.FEINT_COUNTER_ATTACK}


@pytest.mark.rule("M23", "XM1")
def test_a_feint_is_told_as_an_attack_until_it_shows(duel, act, told):
    feint, attack = duel(), duel()
    act(feint, "feint")
    act(attack, "melee_attack")
    assert narrate(feint) == narrate(attack)
    act(feint, "parry")
    act(attack, "parry", faces=[0, 9])
    assert narrate(feint) == narrate(attack)[:1]
    act(feint, "feint_counter_attack", faces=[9, 0, 1, 1])
    assert "was a Feint" in told(feint)


@pytest.mark.rule("RM10")
def test_half_health_is_told_once(duel, act, told):
    battle = duel(blue={"damage": 14})
    for is_told in (True, False):
        act(battle, "melee_attack")
        act(battle, "wait", faces=[5, 1, 1])
        assert ("half health" in told(battle)) == is_told


@pytest.mark.rule("RM33", "M18")
def test_an_answered_move_is_told_as_a_plan_until_the_mover_has_left(duel, act, told):
    battle = duel({"at": (4, 3)}, {"at": (10, 3), "hand": "spear"})
    act(battle, "move_towards")
    assert told(battle) == "Red sets out to move 4 squares east, 2 squares from Blue (2 AP)."
    assert scene(battle).caption[1] == "The red brawler sets out to move."
    act(battle, "counter_attack", faces=[5, 1, 1])
    assert "Red moves 4 squares east." in told(battle)


@pytest.mark.rule("M35", "RM11")
@pytest.mark.parametrize(("faces", "is_over"), [([0, 0], False), ([0, 20, 6, 6], True)])
def test_a_double_ends_the_bind_in_words_only_if_it_does(duel, play, told, pair, faces, is_over):
    battle = duel(held="bound")
    play(battle, "disarm", "double", faces=faces)
    assert ("The bind is over" in told(battle)) == is_over
    assert (pair(battle)[0] == (Status.ON_GUARD, NOBODY)) == is_over


@pytest.mark.rule("M43", "M44", "RM5")
@pytest.mark.parametrize(
    ("adds", "roll"), [(False, "4 - 7 = -3 gives 8 AP"), (True, "4 + 7 = 11 gives 12 AP")]
)
def test_recover_stamina_is_told_with_its_roll(duel, act, told, adds, roll):
    red = {"armour": "medium", "action_points": 4}  # load -1
    battle = duel(red, {"action_points": 0}, recovery_adds_pool=adds)
    act(battle, "wait", faces=[7, 0])
    points = battle.fighters[0].action_points
    told_of = f"Red ends the turn with 4 AP; Red's Recover Stamina {roll}, now {points}."
    assert told(battle).startswith(told_of)


@pytest.mark.rule("RM6", "RM24", "M28")
def test_RM6_a_shot_tells_what_it_is_compared_with(duel, told):
    shot = (Event.CHECK, 0, 1, Act.RANGED_ATTACK, 11, 4), (Event.DEFENCE, 0, 11, 2, 3, 6)
    text = told(duel(), *shot, (Event.CRITICAL, 0, 1, 0, 5, 5))
    assert "7 + 4 = 11 against Combat Defence 3 (range +1, half cover +2), Armoured 6: it" in text


@pytest.mark.rule("RM6", "M7")
def test_M7_an_opposed_blow_tells_the_difference(duel, act, told):
    battle = duel()
    act(battle, "melee_attack")
    act(battle, "parry", faces=[9, 4, 1, 1])
    assert "= 15 against Blue's Parry 6 + 4 = 10 gives 5 against Combat Defence 0," in told(battle)


@pytest.mark.rule("RM13", "RM14", "M33")
@pytest.mark.parametrize(("damage", "why"), [(0, "does not come into its"), (99, "is down")])
def test_M33_counter_fire_without_a_target_is_told(duel, told, damage, why):
    battle = duel({"damage": damage})
    text = told(battle, (Event.FAILED, 1, 0, Act.COUNTER_FIRE))
    assert text.startswith(f"Blue's Counter-Fire finds no target: Red {why}")


# --- What was so when it happened -----------------------------------------------------------------


@pytest.mark.rule("RM33", "M38")
def test_RM33_the_last_step_of_a_retreat_is_measured_before_the_mover_walks(duel, play):
    battle = duel({"at": (1, 5)}, {"at": (5, 5)})
    play(battle, "move_towards", "retreat", faces=[2])
    play(battle, "step_e", "step_n", "step_n", "step_n", "step_n")
    assert [line[0] for line in narrate(battle)] == [
        "Blue steps north, 5 squares from Red.",
        "Red moves 3 squares east, 4 squares from Blue.",
    ]


@pytest.mark.rule("RM33", "M38", "RM10")
def test_RM33_the_last_step_of_a_retreat_is_measured_from_a_mover_who_falls_later(fight, play):
    red = [{"at": (1, 5), "damage": 29}, {"at": (20, 12)}]
    battle = fight(red, [{"at": (5, 5)}, {"at": (1, 6)}])
    play(battle, "move_towards", "retreat", "counter_attack", faces=[2])
    play(battle, "step_e", "step_n", "step_n", "step_n", "step_n", faces=[9, 1, 1])
    told = [line[0] for line in narrate(battle)]
    assert told[0] == "The blue brawler 1 steps north, 5 squares from the red brawler 1."
    assert "goes down" in " ".join(told)


@pytest.mark.rule("RM30", "M32")
def test_RM30_unopposed_results_are_not_told_as_opposed(duel, play):
    battle = duel({"at": (3, 5)}, {"at": (4, 5)}, counter_attack_unopposed=True)
    play(battle, "combat_move", "counter_attack", faces=[6, 2, 3, 3])
    told = " ".join(line[0] for line in narrate(battle))
    assert "Counter-Attack 6 + 2 = 8 against Combat Defence 0" in told
    battle = duel(counter_attack_unopposed=True)
    play(battle, "melee_attack", "counter_attack", "wait", faces=[3, 5, 1, 1, 2, 2])
    told = " ".join(line[0] for line in narrate(battle))
    assert "3 = 9 and Blue's Counter-Attack 6 + 5 = 11 do not oppose each other; 9 against" in told
    assert "; 11 against Combat Defence 0" in told

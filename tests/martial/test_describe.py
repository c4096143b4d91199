"""Actions in words: encoding and decoding, and a sentence for everything one may choose."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import ally_in_slot, enemy_in_slot
from quintain.envs.core.text.narration import capital, short_names
from quintain.envs.martial.actions import describe
from quintain.envs.martial.actions.table import TABLE, action_id, decode, encode, num_actions
from quintain.envs.martial.enums import (
    Kind,
    Maneuver,
    Step,
    Verb,
    Window,
)
from quintain.envs.martial.scenario import scenario_names
from quintain.envs.martial.state import (
    TURN_FRAME,
)
from quintain.envs.martial.tables import (
    BODY_NAMES,
    BODY_NUM_PARTS,
)
from quintain.envs.martial.text.names import (
    CALLED,
    fighter_names,
    held_name,
    part_name,
    weapon_name,
)

pytestmark = pytest.mark.interpreted

DECISIONS = 60


@pytest.fixture
def flaws():
    """Further words that these sentences may not contain."""
    return ("nobody", "nothing")


# --- Encoding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "verb", "argument", "slot"),
    [
        ({"verb": "wait"}, Verb.WAIT, 0, -1),
        ({"verb": "step", "about": "south"}, Verb.STEP, 4, -1),
        ({"verb": "riders", "about": "reckless_1"}, Verb.RIDERS, 1, -1),
        ({"verb": "riders", "about": "power_3_reckless_6"}, Verb.RIDERS, 27, -1),
        ({"verb": "parry", "about": "off_hand"}, Verb.PARRY, 1, -1),
        ({"verb": "part", "about": 23}, Verb.PART, 23, -1),
        ({"verb": "extra", "about": 1}, Verb.EXTRA, 1, -1),
        ({"verb": "strike", "about": "natural_4", "target": 2}, Verb.STRIKE, 5, 2),
        ({"verb": "shoot", "about": 3, "target": 0}, Verb.SHOOT, 3, 0),
        ({"verb": "rapid_throw", "about": 2, "target": 1}, Verb.RAPID_THROW, 2, 1),
        ({"verb": "maneuver", "about": "trip", "target": 0}, Verb.MANEUVER, Maneuver.TRIP, 0),
        ({"verb": "move_to_flank", "target": 1}, Verb.FLANK, 0, 1),
        ({"verb": "heal", "target": 2}, Verb.HEAL, 0, 2),
    ],
)
def test_choices_in_words(choice, verb, argument, slot):
    action = int(action_id(verb, argument, slot))
    assert encode(choice, 3) == action
    assert {key: value for key, value in decode(action, 3).items() if value is not None} == (choice)


# --- Names ----------------------------------------------------------------------------------------


def test_fighters_are_numbered_only_among_their_like(battle_of):
    battle = battle_of(["archer", "two_blades", "archer"], ["two_blades"])
    assert fighter_names(battle) == [
        "the red archer 1", "the red two-blade fighter", "the red archer 2",
        "the blue two-blade fighter",
    ]  # fmt: skip
    assert short_names(battle, CALLED)[0] == "archer 1"
    assert short_names(battle, CALLED)[3] == "the blue two-blade fighter"
    assert short_names(battle_of(["giant"], ["wolf"]), CALLED) == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("fighter", "held"),
    [
        ("swordsman", "sword and shield"),
        ("knife_fighter", "two daggers"),
        ("spearman", "spear"),
        ("wrestler", "bare hands"),
        ("wolf", "teeth"),
    ],
)
def test_what_is_held_in_words(battle_of, fighter, held):
    assert held_name(battle_of([fighter]).fighters[0]) == held


def test_equal_weapons_are_told_apart_by_the_hand(battle_of):
    knives, sword = battle_of(["knife_fighter"], ["two_blades"]).fighters[:2]
    assert weapon_name(knives, 1) == "dagger in the off hand"
    assert weapon_name(sword, 1) == "dagger"
    assert weapon_name(sword, 2) == "bare hand"


@pytest.mark.parametrize(
    ("body", "part", "name"),
    [
        ("human", 0, "left ear"),
        ("human", 2, "nose"),
        ("human", 3, "left eye"),
        ("human", 15, "heart"),
        ("two_headed_giant", 3, "fourth ear"),
        ("two_headed_giant", 21, "right head"),
        ("tentacled_horror", 1, "second eye"),
        ("wolf", 3, "tail"),
        ("human", 16, "missing part"),
        ("human", -1, "missing part"),
    ],
)
def test_parts_in_words(body, part, name):
    assert part_name(BODY_NAMES.index(body), part) == name


@pytest.mark.rule("D94")
@pytest.mark.parametrize("body", range(len(BODY_NAMES)), ids=BODY_NAMES)
def test_D94_the_parts_of_a_body_have_names_of_their_own(body):
    names = [part_name(body, part) for part in range(BODY_NUM_PARTS[body])]
    assert len(set(names)) == len(names)


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_every_legal_action_has_a_sentence_of_its_own(name, is_sentence, random_play):
    for match, legal in random_play(name, 1, DECISIONS):
        battle, names = match.battle, fighter_names(match.battle)
        texts = [describe.describe(battle, action) for action in legal]
        assert len(set(texts)) == len(texts)
        for action, text in zip(legal, texts, strict=True):
            assert is_sentence(text), text
            assert text.startswith(capital(names[battle.to_act]))
            choice = decode(action, int(battle.max_side))
            if choice["target"] is not None:
                find = ally_in_slot if choice["verb"] == "heal" else enemy_in_slot
                if choice["verb"] != "move_to_ally":
                    assert names[find(battle, battle.to_act, choice["target"])] in text
            if choice["verb"] in ("step", "move", "direction"):
                assert choice["about"] in text


def test_illegal_actions_can_be_described_too(battle_of):
    battle = battle_of(to_act=0, window=Window.TURN)
    for action in range(num_actions(1)):
        text = describe.describe(battle, action)
        assert text.endswith(".")
        assert "the nothing" not in text


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"verb": "wait"}, "ends the turn with 3 AP left"),
        ({"verb": "strike", "about": "main_hand", "target": 0},
         "strikes the blue wolf with the sword (1 AP)"),
        ({"verb": "lunge", "about": "main_hand", "target": 0},
         "lunges at the blue wolf with the sword (1 AP, 1 Stamina)"),
        ({"verb": "charge", "about": "natural_1", "target": 0},
         "charges the blue wolf with the bare hand (2 AP)"),
        ({"verb": "throw", "about": "main_hand", "target": 0},
         "throws the sword at the blue wolf (1 AP)"),
        ({"verb": "maneuver", "about": "grapple", "target": 0},
         "tries to grapple the blue wolf (1 AP)"),
        ({"verb": "ready_shield"}, "readies the shield (1 AP)"),
        ({"verb": "stow", "about": "off_hand"}, "stows the shield (1 AP)"),
        ({"verb": "drop", "about": "main_hand"}, "drops the sword"),
        ({"verb": "move_toward", "target": 0}, "moves towards the blue wolf (1 AP)"),
        ({"verb": "step", "about": "north-west"}, "steps north-west (1 AP)"),
        ({"verb": "heal_self"}, "tries to stop the bleeding (2 AP)"),
    ],
)  # fmt: skip
def test_actions_of_a_turn_in_words(battle_of, choice, said):
    battle = battle_of(["swordsman"], ["wolf"], to_act=0, window=Window.TURN)
    assert describe.describe(battle, encode(choice, 1)) == f"The red swordsman {said}."


@pytest.mark.rule("D32", "D36")
def test_D32_standing_up_costs_more_with_hurt_feet(battle_of):
    battle = battle_of([{"prone": True, "injuries": {"foot": 1}}], to_act=0, window=Window.TURN)
    text = describe.describe(battle, encode({"verb": "stand_up"}, 1))
    assert text == "The red fighter stands up (2 AP)."


@pytest.mark.rule("RD40")
def test_RD40_the_prone_crawl_and_who_is_aloft_flies(battle_of):
    battle = battle_of([{"prone": True}], [{"base": "dragonling", "flying": True}], window=2)
    north = encode({"verb": "move", "about": "north"}, 1)
    for actor, verb in ((0, "crawls"), (1, "flies")):
        battle.to_act = actor
        assert f" {verb} north" in describe.describe(battle, north)


WINDOWS = [
    (Window.HIDE, {"verb": "wait"}, "stays in the open"),
    (Window.HIDE, {"verb": "hide"}, "hides"),
    (Window.RIDERS, {"verb": "wait"}, "attacks without spending Stamina"),
    (Window.RIDERS, {"verb": "riders", "about": "power_1"}, "puts 1 Stamina into the blow"),
    (Window.RIDERS, {"verb": "riders", "about": "power_1_reckless_2"},
     "puts 1 Stamina into the blow and strikes recklessly for 2 Stamina"),
    (Window.REACTIVE_ATTACK, {"verb": "wait"}, "does not react"),
    (Window.REACTIVE_ATTACK, {"verb": "strike", "about": "main_hand", "target": 0},
     "strikes the blue wolf with the sword"),
    (Window.PARRY, {"verb": "parry", "about": "off_hand"},
     "parries the red swordsman with the shield (1 Stamina)"),
    (Window.PARRY, {"verb": "wait"}, "does not parry"),
    (Window.PART, {"verb": "part", "about": 3}, "injures the tail of the blue wolf"),
    (Window.EXTRA, {"verb": "extra", "about": 2}, "injures the tail of the blue wolf twice more"),
    (Window.EXTRA, {"verb": "wait"}, "adds no further injury"),
    (Window.CLEAVE, {"verb": "cleave", "target": 0}, "cleaves into the blue wolf (1 Stamina)"),
    (Window.CLEAVE, {"verb": "wait"}, "does not cleave"),
]  # fmt: skip


@pytest.mark.rule("QD3", "QD4", "QD5", "QD6", "QD7", "QD10")
@pytest.mark.parametrize(("window", "choice", "said"), WINDOWS)
def test_QD3_to_QD10_answers_in_words(battle_of, window, choice, said):
    battle = battle_of(["swordsman"], ["wolf"], to_act=0, window=window, frame=TURN_FRAME)
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind, attack.part = 0, 1, Kind.MELEE, 3
    attack.step = Step.PART
    assert describe.describe(battle, encode(choice, 1)) == f"The red swordsman {said}."


@pytest.mark.rule("D79", "RD21")
@pytest.mark.parametrize(
    ("held", "carried"), [(["dagger"], ["axe", "dagger"]), (["dagger", "dagger"], [])]
)
def test_D79_the_next_missile_of_a_rapid_shot_is_named_before_it_is_drawn(
    battle_of, begun, act, held, carried
):
    thrower = {"held": held, "carried": carried, "quick_draw": True, "looked": -1}
    foes = [{"at": (6, y), "reactions": 0, "natural_armour": 60} for y in (3, 4)]
    battle = begun(battle_of([thrower], foes))
    act(battle, "rapid_throw", 2)
    act(battle, "wait", faces=[2, 2, 1])
    assert battle.window == Window.NEXT_TARGET
    text = describe.describe(battle, encode({"verb": "attack_next", "target": 1}, 2))
    assert text == "The red fighter attacks the blue fighter 2 next, with the dagger."


@pytest.mark.rule("QD8")
@pytest.mark.parametrize(
    ("maneuver", "verb"),
    [(Maneuver.SHOVE, "shoves"), (Maneuver.DRAG, "drags"), (Maneuver.REPOSITION, "moves")],
)
def test_QD8_directions_of_a_maneuver_in_words(battle_of, maneuver, verb):
    battle = battle_of(to_act=0, window=Window.DIRECTION, frame=TURN_FRAME)
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind, attack.maneuver = 0, 1, Kind.MANEUVER, maneuver
    action = encode({"verb": "direction", "about": "east"}, 1)
    assert describe.describe(battle, action) == f"The red fighter {verb} the blue fighter east."


def test_nothing_can_be_done_when_the_battle_is_over(battle_of):
    assert describe.describe(battle_of(), 0) == "The battle is over."


def test_every_verb_and_maneuver_has_words():
    assert {entry.verb for entry in TABLE.entries} == set(Verb)
    assert set(describe.MANEUVERS) == set(Maneuver)
    assert set(describe.PASSING) == set(Window) - {Window.NONE, Window.TURN}

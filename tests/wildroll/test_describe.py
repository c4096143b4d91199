"""Actions in words: encoding and decoding, and a sentence for everything one may choose."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.engine.battle import ally_in_slot, enemy_in_slot
from quintain.envs.core.text.narration import capital, short_names
from quintain.envs.wildroll.actions import describe
from quintain.envs.wildroll.actions.table import (
    JUMPS,
    TABLE,
    action_id,
    decode,
    encode,
    num_actions,
)
from quintain.envs.wildroll.enums import (
    Act,
    Condition,
    Level,
    Posture,
    Role,
    Stage,
    Step,
    Verb,
    Window,
)
from quintain.envs.wildroll.rules.combat_sequence.action_stack import clear_frame
from quintain.envs.wildroll.scenario import scenario_names
from quintain.envs.wildroll.tables import READIABLE
from quintain.envs.wildroll.text.names import (
    ACT_ROWS,
    ACT_TITLES,
    CALLED,
    CONDITION_NOUNS,
    fighter_names,
    held_name,
    weapon_name,
)

pytestmark = pytest.mark.interpreted

DECISIONS = 15


@pytest.fixture
def flaws():
    """Further texts that these sentences may not contain."""
    return ("nobody", "nothing")


# --- Encoding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "verb", "argument", "slot"),
    [
        ({"verb": "wait"}, Verb.WAIT, 0, -1),
        ({"verb": "step", "about": "south-west"}, Verb.STEP, 3, -1),
        ({"verb": "jump", "about": "east_4"}, Verb.JUMP, JUMPS + 2, -1),
        ({"verb": "split", "about": 0}, Verb.SPLIT, 0, -1),
        ({"verb": "yards", "about": 6}, Verb.YARDS, 6, -1),
        ({"verb": "defence", "about": "willpower"}, Verb.DEFENCE, 3, -1),
        ({"verb": "level", "about": "light"}, Verb.LEVEL, Level.LIGHT, -1),
        ({"verb": "mercy", "about": "helpless"}, Verb.MERCY, 2, -1),
        ({"verb": "ready", "about": "seize"}, Verb.READY, READIABLE.index(Act.SEIZE), -1),
        ({"verb": "posture", "about": "prone"}, Verb.POSTURE, Posture.PRONE, -1),
        ({"verb": "retrieve", "about": "sack"}, Verb.RETRIEVE, 3, -1),
        ({"verb": "charm", "about": 1}, Verb.CHARM, 1, -1),
        ({"verb": "treat_own_condition", "about": "poisoned"}, Verb.TREAT_OWN_CONDITION, 3, -1),
        ({"verb": "quick", "about": "natural_2", "target": 2}, Verb.QUICK, 3, 2),
        ({"verb": "disarm", "about": "off_hand", "target": 0}, Verb.DISARM, 1, 0),
        ({"verb": "command", "about": "natural_1", "target": 1}, Verb.COMMAND, 0, 1),
        ({"verb": "move_to_flank", "target": 1}, Verb.FLANK, 0, 1),
        ({"verb": "heal", "about": "fatal", "target": 2}, Verb.HEAL, Level.FATAL, 2),
        ({"verb": "move_to_ally", "target": 0}, Verb.TO_ALLY, 0, 0),
    ],
)
def test_choices_in_words(choice, verb, argument, slot):
    action = int(action_id(verb, argument, slot))
    assert encode(choice, 3) == action
    said = {key: value for key, value in decode(action, 3).items() if value is not None}
    assert said == choice


# --- Names ----------------------------------------------------------------------------------------


def test_fighters_are_numbered_only_among_their_like(battle_of):
    battle = battle_of(["archer", "knife_fighter", "archer"], ["knife_fighter"])
    assert fighter_names(battle) == [
        "the red archer 1", "the red knife fighter", "the red archer 2", "the blue knife fighter",
    ]  # fmt: skip
    assert short_names(battle, CALLED)[0] == "archer 1"
    assert short_names(battle, CALLED)[3] == "the blue knife fighter"
    assert short_names(battle_of(["ogre"], ["wolf"]), CALLED) == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("fighter", "held"),
    [
        ("swordsman", "sword and shield"),
        ("knife_fighter", "two daggers"),
        ("champion", "great weapon"),
        ("wrestler", "bare hands"),
        ("wolf", "teeth"),
        ("giant", "bulk"),
        ("healer", "healing kit"),
    ],
)
def test_what_is_held_in_words(battle_of, fighter, held):
    assert held_name(battle_of([fighter]).fighters[0]) == held


def test_equal_weapons_are_told_apart_by_the_hand(battle_of):
    knives, sword = battle_of(["knife_fighter"], ["swordsman"]).fighters[:2]
    assert weapon_name(knives, 1) == "dagger in the off hand"
    assert weapon_name(sword, 0) == "sword"
    assert weapon_name(sword, 2) == "bare hand"


def test_every_action_has_a_name_and_rows():
    assert set(ACT_TITLES) == set(ACT_ROWS) == set(Act)
    assert len(set(ACT_TITLES.values())) == len(Act)
    assert set(CONDITION_NOUNS) == set(Condition)


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_every_legal_action_has_a_sentence_of_its_own(name, is_sentence, random_play):
    for match, legal in random_play(name, 1, DECISIONS):
        battle, names = match.battle, fighter_names(match.battle)
        texts = [describe.describe(battle, action) for action in legal]
        assert len(set(texts)) == len(texts), sorted(texts)
        for action, text in zip(legal, texts, strict=True):
            assert is_sentence(text), text
            assert text.startswith(capital(names[battle.to_act]))
            choice = decode(action, int(battle.max_side))
            if choice["target"] is not None:
                is_ally = TABLE.entry(action).target == Target.ALLY
                find = ally_in_slot if is_ally else enemy_in_slot
                assert names[find(battle, battle.to_act, choice["target"])] in text
            if choice["verb"] in ("step", "push", "door"):
                assert choice["about"] in text


@pytest.mark.parametrize("window", [window for window in Window if window])
def test_illegal_actions_can_be_described_too(battle_of, window):
    battle = battle_of(to_act=0, window=window)
    for action in range(num_actions(1)):
        text = describe.describe(battle, action)
        assert text.endswith(".")
        assert "the nothing" not in text


@pytest.mark.rule("W57", "W72", "W114", "RW5", "RW6", "RW19")
@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"verb": "wait"}, "ends the turn with 12 AP left"),
        ({"verb": "quick", "about": "main_hand", "target": 0},
         "makes a Quick Attack on the blue wolf with the sword (3 AP)"),
        ({"verb": "strong", "about": "main_hand", "target": 0},
         "makes a Strong Attack on the blue wolf with the sword (9 AP, 3 stamina)"),
        ({"verb": "treat_self", "about": "severe"},
         "treats a severe wound of its own (18 AP, more than are left: paid over turns)"),
        ({"verb": "seize"}, "seizes the initiative (4 AP)"),
        ({"verb": "ready", "about": "quick"}, "readies a Quick Attack (2 AP)"),
        ({"verb": "posture", "about": "prone"}, "lies down (2 AP)"),
        ({"verb": "stow", "about": "off_hand"}, "stows the shield (1 AP)"),
        ({"verb": "drop", "about": "main_hand"}, "drops the sword"),
        ({"verb": "move_toward", "target": 0}, "moves as near to the blue wolf as 4 AP allow"),
        ({"verb": "step", "about": "north-west"}, "moves north-west"),
        ({"verb": "jump", "about": "west_3"}, "jumps 3 yards west (2 AP)"),
        ({"verb": "fire_bolt", "target": 0}, "casts a Fire Bolt at the blue wolf (6 AP, 2 mana)"),
        ({"verb": "ignore", "target": 0},
         "ignores the blue wolf, whose attacks become rear attacks"),
        ({"verb": "disarm", "about": "main_hand", "target": 0},
         "tries to knock nothing out of the main hand of the blue wolf (4 AP)"),
    ],
)  # fmt: skip
def test_actions_of_a_turn_in_words(battle_of, choice, said):
    battle = battle_of(["swordsman"], ["wolf"], to_act=0, window=Window.TURN)
    assert describe.describe(battle, encode(choice, 1)) == f"The red swordsman {said}."


@pytest.mark.rule("W57", "W66", "RW14")
def test_W57_out_of_turn_an_action_costs_initiative_a_way_none(battle_of):
    battle = battle_of(to_act=0, window=Window.INTERRUPT)
    said = {
        "defend": "defends (3 AP, 2 initiative)",
        "pass": "interrupts no more in this turn",
        "wait": "lets this moment pass",
    }
    for verb, text in said.items():
        action = encode({"verb": verb}, 1)
        assert describe.describe(battle, action) == f"The red fighter {text}."
    step = encode({"verb": "step", "about": "east"}, 1)
    assert describe.describe(battle, step) == "The red fighter moves east."


@pytest.mark.rule("W106")
def test_W106_who_rides_rides_and_commands(battle_of):
    red = [{"base": "knight", "rides": 1}, {"base": "warhorse", "action_points": 4}]
    battle = battle_of(red, to_act=0, window=Window.TURN)
    step = encode({"verb": "step", "about": "west"}, 2)
    assert describe.describe(battle, step) == "The red knight rides west."
    command = {"verb": "command", "about": "natural_1", "target": 0}
    assert describe.describe(battle, encode(command, 2)) == (
        "The red knight has the red warhorse attack the blue fighter with the hooves "
        "(5 AP, more than are left: paid over turns)."
    )


@pytest.mark.rule("W87", "W106")
def test_W106_a_mount_dashes_once_more(battle_of):
    red = [{"base": "knight", "rides": 1, "dash": 2}, {"base": "warhorse", "dash": 0}]
    battle = battle_of(red=red, window=Window.TURN, to_act=0)
    dash = int(action_id(Verb.DASH, 0, 0))
    assert describe.describe(battle, dash) == "The red knight dashes (2 AP, 2 stamina)."
    battle.fighters[1].dash = 1
    assert describe.describe(battle, dash) == "The red knight dashes once more (2 AP, 2 stamina)."


@pytest.mark.rule("W68", "RW12")
@pytest.mark.parametrize(
    ("fighter", "ground", "verb"),
    [({"posture": Posture.PRONE}, ".", "crawls"), ({}, "d", "swims"), ({}, "c", "climbs")],
)
def test_W68_how_one_goes_depends_on_ground_and_posture(battle_of, fighter, ground, verb):
    rows = "\n".join([ground * 8] * 6)
    battle = battle_of([fighter], map=rows, to_act=0, window=Window.TURN)
    text = describe.describe(battle, encode({"verb": "step", "about": "west"}, 1))
    assert text == f"The red fighter {verb} west."


def under_way(battle, act, actor, target, **fields):
    """A current action, which the open window is about."""
    battle.top = 0
    frame = battle.frames[0]
    clear_frame(frame)
    frame.act, frame.actor, frame.target, frame.step = act, actor, target, Step.ROLL
    frame.role = Role.TURN
    for key, value in fields.items():
        frame[key] = value


WINDOWS = [
    (Window.LONG, {"verb": "wait"}, "continues the Treat Wound, with 6 AP still to be paid"),
    (Window.LONG, {"verb": "give_up"}, "gives up the Treat Wound"),
    (Window.REBUFF, {"verb": "wait"}, "lets the blue wolf come nearer"),
    (Window.REBUFF, {"verb": "rebuff", "about": "main_hand"},
     "rebuffs the blue wolf with the sword (4 AP)"),
    (Window.HARRY, {"verb": "harry"}, "harries the blue wolf (2 AP)"),
    (Window.HARRY, {"verb": "wait"}, "lets the blue wolf shoot undisturbed"),
    (Window.CLING, {"verb": "cling"}, "clings to the blue wolf (2 AP, 1 stamina)"),
    (Window.CLING, {"verb": "wait"}, "lets the blue wolf go"),
    (Window.SPLIT, {"verb": "split", "about": 2},
     "takes 2 yards off the movement of the blue wolf and follows with the rest"),
    (Window.INTERPOSE, {"verb": "interpose", "target": 0},
     "tries to put the blue wolf before the attack (2 AP)"),
    (Window.READIED, {"verb": "wait"}, "keeps the readied Quick Attack for later"),
    (Window.FLANKED, {"verb": "wait"}, "heeds all who flank"),
    (Window.DEFENCE, {"verb": "wait"}, "keeps the usual Defense with the 2 of Defend"),
    (Window.DEFENCE, {"verb": "defence", "about": "agility"},
     "meets the attack with the Agility Defense"),
    (Window.DISARMED, {"verb": "parry"}, "meets the Disarm with a melee weapon check"),
    (Window.DISARMED, {"verb": "wait"}, "trusts to the Agility Defense"),
    (Window.LEVEL, {"verb": "level", "about": "light"}, "deals a light wound"),
    (Window.LEVEL, {"verb": "wait"}, "deals the full wound"),
]  # fmt: skip


@pytest.mark.rule("QW4", "QW6", "QW7", "QW8", "QW9", "QW11")
@pytest.mark.parametrize(("window", "choice", "said"), WINDOWS)
def test_QW4_to_QW11_answers_to_another_in_words(battle_of, window, choice, said):
    red = {"base": "swordsman", "readied": Act.QUICK, "follows": 1}
    red |= {"long_act": Act.TREAT_WOUND, "long_left": 6}
    battle = battle_of([red], ["wolf"], to_act=0, window=window)
    under_way(battle, Act.WAY, 1, -1)
    assert describe.describe(battle, encode(choice, 1)) == f"The red swordsman {said}."


@pytest.mark.rule("QW7", "QW9")
@pytest.mark.parametrize(
    ("window", "choice", "said"),
    [
        (Window.KNOCK_OUT, {"verb": "wait"}, "leaves the blue wolf unconscious and dying"),
        (Window.KNOCK_OUT, {"verb": "mercy", "about": "unconscious"},
         "leaves the blue wolf unconscious but not dying"),
        (Window.KNOCK_OUT, {"verb": "mercy", "about": "helpless"},
         "leaves the blue wolf awake but helpless"),
        (Window.DIRECTION, {"verb": "push", "about": "east"}, "pushes the blue wolf east"),
        (Window.DIRECTION, {"verb": "wait"}, "pushes the blue wolf nowhere"),
        (Window.DISTANCE, {"verb": "yards", "about": 1}, "pushes the blue wolf 1 yard"),
        (Window.DISTANCE, {"verb": "wait"}, "pushes the blue wolf as far as possible"),
    ],
)  # fmt: skip
def test_QW9_choices_within_an_action_in_words(battle_of, window, choice, said):
    battle = battle_of(["swordsman"], ["wolf"], to_act=0, window=window)
    under_way(battle, Act.SHOVE, 0, 1)
    assert describe.describe(battle, encode(choice, 1)) == f"The red swordsman {said}."


def test_who_holds_whom_is_named(battle_of):
    red = ["wrestler", {"base": "fighter", "holding": [2]}]
    battle = battle_of(red, [{"holding": [1], "pinned_by": 1}], to_act=2, window=Window.TURN)
    escape, release = encode({"verb": "escape"}, 2), encode({"verb": "release"}, 2)
    said = "The blue fighter tries to escape from the pin of the red fighter (4 AP)."
    assert describe.describe(battle, escape) == said
    battle.fighters[2].pinned_by = -1
    said = "The blue fighter tries to escape from the red fighter (4 AP)."
    assert describe.describe(battle, escape) == said
    assert describe.describe(battle, release) == "The blue fighter lets go of the red fighter."


def test_nothing_can_be_done_when_the_battle_is_over(battle_of):
    assert describe.describe(battle_of(stage=Stage.ROUND_END), 0) == "The battle is over."


def test_every_verb_and_window_has_words():
    assert {entry.verb for entry in TABLE.entries} == set(Verb)
    assert set(describe.PASSING) == set(Window) - {Window.NONE, Window.TURN}
    assert set(describe.CHANGES) == set(Posture)
    assert set(describe.BEFORE_AN_ATTACK) <= set(Verb)

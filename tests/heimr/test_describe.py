"""Actions in words: encoding and decoding, and a sentence for everything one may choose."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.text.narration import capital, short_names
from quintain.envs.heimr import step
from quintain.envs.heimr.actions.describe import PASSING, describe
from quintain.envs.heimr.actions.table import (
    AIMS,
    FROM_BAG,
    READIABLE,
    TABLE,
    action_id,
    decode,
    encode,
    fighter_of,
    num_actions,
)
from quintain.envs.heimr.enums import Act, BodyPart, Effect, Role, Skill, Verb, Window
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.rules.grid import square_of
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.tables import ITEM_NAMES
from quintain.envs.heimr.text.names import (
    ACT_ROWS,
    ACT_TITLES,
    CALLED,
    EFFECT_TITLES,
    PART_WORDS,
    fighter_names,
    held_name,
    item_name,
    place_name,
    weapon_name,
)

pytestmark = pytest.mark.interpreted

DECISIONS = 20


@pytest.fixture
def flaws():
    """Further texts that these sentences may not contain."""
    return ("nobody", "nothing")


# --- Encoding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "verb", "argument", "slot"),
    [
        ({"verb": "wait"}, Verb.WAIT, 0, -1),
        ({"verb": "move", "about": "west"}, Verb.MOVE, 3, -1),
        ({"verb": "climb_down", "about": "here"}, Verb.CLIMB_DOWN, 4, -1),
        ({"verb": "defence", "about": "parry_off_hand"}, Verb.DEFENCE, 2, -1),
        ({"verb": "skill", "about": "clear_head"}, Verb.SKILL, Skill.CLEAR_HEAD, -1),
        ({"verb": "trigger", "about": "shoots"}, Verb.TRIGGER, 4, -1),
        ({"verb": "look", "about": "b2"}, Verb.LOOK, 6, -1),
        ({"verb": "get_item", "about": "bag"}, Verb.GET_ITEM, FROM_BAG, -1),
        ({"verb": "ready", "about": "breather"}, Verb.READY, 13, -1),
        ({"verb": "draw", "about": "missile"}, Verb.DRAW, 3, -1),
        ({"verb": "attack", "about": "off_hand_left_leg", "target": 2}, Verb.ATTACK, AIMS + 5, 2),
        ({"verb": "attack", "about": "sword_hand_off_item", "target": 0}, Verb.ATTACK, 7, 0),
        ({"verb": "brawl_bind", "about": "anything", "target": 1}, Verb.BRAWL_BIND, 0, 1),
        ({"verb": "charge", "about": "bind", "target": 1}, Verb.CHARGE, 3, 1),
        ({"verb": "trigger_by", "about": "enters", "target": 0}, Verb.TRIGGER_BY, 0, 0),
        ({"verb": "delay_for", "about": "behind", "target": 1}, Verb.DELAY_FOR, 1, 1),
        ({"verb": "guard", "target": 0}, Verb.GUARD, 0, 0),
    ],
)
def test_choices_in_words(choice, verb, argument, slot):
    action = int(action_id(verb, argument, max(0, slot)))
    assert encode(choice, 3) == action
    said = {key: value for key, value in decode(action, 3).items() if value is not None}
    assert said == choice


def test_every_action_has_words_of_its_own():
    said = [tuple(decode(action, 3).items()) for action in range(num_actions(3))]
    assert len(set(said)) == len(said)
    assert [encode(dict(one), 3) for one in said] == list(range(num_actions(3)))
    assert READIABLE[13] == Act.BREATHER


# --- Names ----------------------------------------------------------------------------------------


def test_fighters_are_numbered_only_among_their_like(battle_of):
    battle = battle_of(["archer", "knife_fighter", "archer"], ["knife_fighter"])
    assert fighter_names(battle) == [
        "the red archer 1", "the red knife fighter", "the red archer 2", "the blue knife fighter",
    ]  # fmt: skip
    assert short_names(battle, CALLED)[0] == "archer 1"
    assert short_names(battle_of(), CALLED) == ["Red", "Blue"]


@pytest.mark.parametrize(
    ("fighter", "held"),
    [
        ("swordsman", "medium weapon and medium shield"),
        ("knife_fighter", "two light weapons"),
        ("spearman", "pole arm"),
        ("archer", "bow"),
        ("brawler", "bare hands"),
        ("torchbearer", "medium weapon and torch"),
    ],
)
def test_what_is_held_in_words(battle_of, fighter, held):
    assert held_name(battle_of([fighter]).fighters[0]) == held


def test_equal_weapons_are_told_apart_by_the_hand(battle_of):
    knives, sword = battle_of(["knife_fighter"], ["swordsman"]).fighters[:2]
    assert weapon_name(knives, 1) == "light weapon in the off-hand"
    assert weapon_name(sword, 0) == "medium weapon"
    assert weapon_name(sword, -1) == "bare hands"
    assert item_name(ITEM_NAMES.index("crude_light")) == "crude light weapon"


@pytest.mark.rule("H5")
@pytest.mark.parametrize(
    ("map", "names"),
    [("...\n" * 3, ["A3", "C3", "A1", "C1"]), (".....\n" * 4, ["A4", "C4", "A2", "C2"])],
)
def test_H5_places_have_the_names_of_a_chessboard(battle_of, map, names):
    battle = battle_of(map=map)
    assert [place_name(battle, one) for one in (0, 2, 10, 12)] == names
    assert place_name(battle, -1) == "nowhere"
    assert [int(square_of(battle, square_of(battle, one))) for one in range(15)] == [*range(15)]


def test_everything_has_a_name():
    assert set(ACT_TITLES) == set(ACT_ROWS) == set(Act)
    assert len(set(ACT_TITLES.values())) == len(Act)
    assert set(EFFECT_TITLES) == set(Effect)
    assert set(PART_WORDS) == set(BodyPart)
    assert set(PASSING) == set(Window) - {Window.NONE, Window.TURN}
    assert {entry.verb for entry in TABLE.entries} == set(Verb)


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scenario_names())
def test_every_legal_action_has_a_sentence_of_its_own(name, is_sentence, deployed, legal_actions):
    battle, chance = deployed(name, 1), np.random.default_rng(1)
    for _ in range(DECISIONS):
        legal, names = legal_actions(battle), fighter_names(battle)
        texts = [describe(battle, action) for action in legal]
        assert len(set(texts)) == len(texts), sorted(texts)
        for action, text in zip(legal, texts, strict=True):
            assert is_sentence(text), text
            assert text.startswith(capital(names[battle.to_act]))
            choice = decode(action, int(battle.max_side))
            if choice["target"] is not None:
                assert names[fighter_of(battle, battle.to_act, action)] in text
        step.advance(battle, int(chance.choice(legal)))
        if battle.over:
            break
    assert battle.decisions > 5


@pytest.mark.parametrize("window", [window for window in Window if window])
def test_illegal_actions_can_be_described_too(battle_of, window):
    battle = battle_of(to_act=0, window=window)
    for action in range(num_actions(1)):
        assert describe(battle, action).endswith(".")


@pytest.mark.parametrize(
    ("window", "choice", "said"),
    [
        (Window.TURN, ("attack", "sword_hand_torso", 0), "weapon, aimed at the torso"),
        (Window.TURN, ("attack", "sword_hand_off_item", 0), "to break the item in the off-hand"),
        (Window.TURN, ("charge", "bind", 0), "charges the blue archer to brawl and bind"),
        (Window.READIED, ("move", "north", None), "takes the readied action and moves north"),
        (Window.DEFENCE, ("defence", "block", None), "chooses to block"),
        (Window.TRIGGER, ("trigger_by", "intends", 0), "when the blue archer is about to attack"),
        (Window.SLIPPED, ("strike", "sword_hand", None), "attacks the blue archer with"),
    ],
)  # fmt: skip
def test_what_is_said_of_some(battle_of, window, choice, said):
    battle = battle_of(["fighter"], ["archer"], to_act=0, window=window)
    push(battle, Role.TURN, Act.MOVE, 1, -1, 0)
    verb, about, target = choice
    action = encode({"verb": verb, "about": about, "target": target}, 1)
    assert said in describe(battle, action)


def test_an_action_that_there_is_not_is_refused(battle_of):
    with pytest.raises(ValueError, match="action must be between 0 and"):
        describe(battle_of(), 10_000)

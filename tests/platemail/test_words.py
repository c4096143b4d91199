"""Actions in words, and whole orders in the book's words, both ways (P6 to P10, P18)."""

from __future__ import annotations

import re

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.text.narration import capital
from quintain.envs.platemail.actions import codec, masks
from quintain.envs.platemail.actions.grammar import CONDITIONS, DESCRIPTIONS, DIRECTIVES
from quintain.envs.platemail.enums import (
    Condition,
    Description,
    Verb,
    Window,
)
from quintain.envs.platemail.text.names import fighter_names

pytestmark = [pytest.mark.interpreted]

P10 = (
    "First: Charge the closest enemy. If I have reached the closest enemy, "
    "then Full Attack the closest enemy, else Charge the closest enemy."
)


@pytest.fixture
def battle(fight):
    """Three against three, some of a kind; the second of red writes."""
    kinds = ("swordsman", "archer", "swordsman")
    side = [{"base": kind} for kind in kinds]
    return fight(side, [{"base": "man_at_arms"}, *side[1:]])


WRITER = 1


@pytest.fixture
def flaws():
    """What must not stand in these sentences besides."""
    return ("nobody", "_")


def directives(battle, actor=WRITER):
    """All directives that name somebody who is there."""
    return [
        action
        for action in range(masks.num_actions(int(battle.max_side)))
        if masks.verb_of(action, battle.max_side) >= 0
        and (
            masks.verb_of(action, battle.max_side) < Verb.PREPARE
            or masks.target_of(battle, actor, action) != NOBODY
        )
    ]


def conditions(battle, actor=WRITER):
    """All conditions but ALWAYS that name somebody who is there."""
    return [
        action
        for action in range(1, masks.num_actions(int(battle.max_side)))
        if masks.condition_of(action, battle.max_side) >= 0
        and (action < masks.FIRST_SLOT or masks.argument_of(battle, actor, action) != NOBODY)
    ]


# --- Encoding -------------------------------------------------------------------------------------


def test_verbs_stand_in_the_order_of_their_first_ids():
    found = [codec.decode(action, 2)["verb"] for action in range(masks.num_actions(2))]
    assert list(dict.fromkeys(found)) == list(codec.VERBS)
    assert codec.VERBS[0] == "wait"
    assert {verb.name.lower() for verb in Verb if verb} <= set(codec.VERBS)
    assert {f"if_{kind.name.lower()}" for kind in Condition if kind} <= set(codec.VERBS)


@pytest.mark.parametrize(
    ("choice", "verb", "target"),
    [
        ({"verb": "full_attack", "target": 1}, Verb.FULL_ATTACK, 4),
        ({"verb": "charge", "target": "closest"}, Verb.CHARGE, Description.CLOSEST),
        ({"verb": "guard", "target": 1}, Verb.GUARD, 2),
        ({"verb": "guard", "target": "most_wounded_ally"}, Verb.GUARD, 17),
        ({"verb": "step", "direction": "south-west"}, Verb.STEP, 5),
        ({"verb": "prepare", "spell": "mend"}, Verb.PREPARE, 2),
        ({"verb": "fall_back"}, Verb.FALL_BACK, NOBODY),
    ],
)
def test_encoded_directives_are_those_of_the_table(battle, choice, verb, target):
    action = codec.encode(choice, 3)
    assert action == masks.directive_action(battle, WRITER, int(verb), int(target))


@pytest.mark.parametrize(
    ("choice", "condition", "argument"),
    [
        ({"verb": "if_reached", "target": 2}, Condition.REACHED, 5),
        ({"verb": "if_wounded", "threshold": 2}, Condition.WOUNDED, 2),
        ({"verb": "if_near", "threshold": 6}, Condition.NEAR, 6),
        ({"verb": "if_hindered"}, Condition.HINDERED, NOBODY),
    ],
)
def test_encoded_conditions_are_those_of_the_table(battle, choice, condition, argument):
    action = codec.encode(choice, 3)
    assert action == masks.condition_action(battle, WRITER, int(condition), argument)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"verb": "full_atack", "target": 0}, "did you mean full_attack"),
        ({}, "no verb None"),
        ({"verb": "charge"}, "charge needs a target, one of closest, most_wounded"),
        ({"verb": "charge", "target": 2}, "got 2"),
        ({"verb": "charge", "target": True}, "got True"),
        ({"verb": "charge", "target": "most_wounded_ally"}, "got 'most_wounded_ally'"),
        ({"verb": "wait", "target": 0}, "wait takes no target, got 0"),
        ({"verb": "step", "direction": "nord"}, "one of north, north-east"),
        ({"verb": "prepare", "spell": "fireball"}, "one of bolt, blast"),
        ({"verb": "if_near", "threshold": 5}, "one of 1, 2, 3, 6, 12, got 5"),
        ({"verb": "wait", "who": 1}, "got the key 'who'"),
    ],
)
def test_encode_says_what_is_wrong(choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        codec.encode(choice, 2)


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("window", list(Window)[1:])
def test_every_action_has_a_sentence_with_the_right_names(battle, window, is_sentence):
    battle.to_act, battle.window = WRITER, int(window)
    names = fighter_names(battle)
    told = set()
    for action in sorted({*directives(battle), *conditions(battle), 0}):
        text = codec.describe(battle, action)
        assert is_sentence(text), text
        assert names[WRITER] in text or text.startswith(capital(names[WRITER]))
        target = int(masks.target_of(battle, WRITER, action))
        if masks.verb_of(action, 3) > Verb.STEP and target < 12:
            assert names[target] in text
        told.add(text)
    assert len(told) == len({*directives(battle), *conditions(battle), 0})


@pytest.mark.rule("P7", "P8", "QP10", "QP11")
@pytest.mark.parametrize(
    ("window", "choice", "text"),
    [
        (Window.FIRST, {"verb": "wait"}, "The red archer will first Defend."),
        (
            Window.THEN,
            {"verb": "shoot", "target": 0},
            "The red archer will then Shoot at the blue man-at-arms.",
        ),
        (
            Window.ELSE,
            {"verb": "guard_once", "target": 1},
            "Else the red archer will Guard the red swordsman 2 against one attack.",
        ),
        (Window.CONDITION, {"verb": "wait"}, "The red archer sets no condition."),
        (
            Window.CONDITION,
            {"verb": "if_wounded", "threshold": 1},
            "The red archer writes: If I have at least 1 Wound.",
        ),
        (
            Window.STANDING,
            {"verb": "no_opportunity"},
            "The red archer takes no attacks of opportunity.",
        ),
    ],
)
def test_a_sentence_for_each_clause(battle, window, choice, text):
    battle.to_act, battle.window = WRITER, int(window)
    assert codec.describe(battle, codec.encode(choice, 3)) == text


def test_every_standing_choice_has_a_sentence(battle, is_sentence):
    battle.to_act, battle.window = WRITER, int(Window.STANDING)
    told = {codec.describe(battle, masks.standing_action(a, b)) for a in (0, 1) for b in (0, 1)}
    assert len(told) == 4
    for text in told:
        assert is_sentence(text), text


def test_nobody_decides_when_the_battle_is_over(battle):
    battle.to_act = NOBODY
    assert codec.describe(battle, 0) == "The battle is over."


# --- Orders in words ------------------------------------------------------------------------------


def test_every_verb_description_and_condition_has_a_wording():
    assert set(DIRECTIVES) == set(Verb)
    assert set(DESCRIPTIONS) == set(Description)
    assert set(CONDITIONS) == set(Condition) - {Condition.ALWAYS}


@pytest.mark.rule("P10")
def test_P10_the_books_pattern_is_read_and_written(battle):
    order = [
        codec.encode({"verb": "charge", "target": "closest"}, 3),
        codec.encode({"verb": "if_reached_any"}, 3),
        codec.encode({"verb": "full_attack", "target": "closest"}, 3),
        codec.encode({"verb": "charge", "target": "closest"}, 3),
    ]
    assert codec.write_order(battle, WRITER, order) == P10
    assert codec.read_order(battle, WRITER, P10) == [*order, 0]


@pytest.mark.compiled
@pytest.mark.rule("P6", "P18", "QP1", "QP4")
@pytest.mark.parametrize("actor", [1, 5])
def test_P6_every_directive_is_read_as_it_is_written(battle, actor):
    condition = codec.encode({"verb": "if_attacked"}, 3)
    every = directives(battle, actor)
    for first, then, otherwise in zip(
        every, every[1:] + every[:1], every[2:] + every[:2], strict=True
    ):
        order = [first, condition, then, otherwise, 0]
        text = codec.write_order(battle, actor, order)
        assert "nobody" not in text
        assert codec.read_order(battle, actor, text) == order


@pytest.mark.rule("P8", "P9", "RP16", "QP5")
@pytest.mark.parametrize("actor", [1, 5])
def test_P8_every_condition_is_read_as_it_is_written(battle, actor):
    for condition in conditions(battle, actor):
        order = [3, condition, 9, 3, 0]
        text = codec.write_order(battle, actor, order)
        assert codec.read_order(battle, actor, text) == order


@pytest.mark.rule("QP10", "QP11")
def test_QP11_standing_choices_are_written_at_the_end(battle):
    for bits in range(4):
        order = [3, 0, 9, 0, int(masks.standing_action(bits & 1, bits >> 1))]
        text = codec.write_order(battle, WRITER, order)
        assert ("Take no attacks of opportunity." in text) == bool(bits & 1)
        assert text.endswith("Do not stand in Terror.") == bool(bits & 2)
        assert codec.read_order(battle, WRITER, text) == order


@pytest.mark.rule("RP25")
@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("First: Aim.", "First: Aim. Then: Defend."),
        (
            "First: Aim. If I have been attacked, then Fall Back.",
            "First: Aim. If I have been attacked, then Fall Back, else Defend.",
        ),
    ],
)
def test_RP25_what_is_not_written_means_defend(battle, text, same):
    assert codec.read_order(battle, WRITER, text) == codec.read_order(battle, WRITER, same)


@pytest.mark.parametrize(
    "text",
    [
        P10.lower(),
        P10.upper(),
        P10.replace("the ", ""),
        P10.replace(":", "").replace(",", ""),
        P10.replace(". ", ".\n").rstrip("."),
        "  " + P10.replace(" ", "  "),
    ],
)
def test_capitals_articles_commas_and_spaces_do_not_matter(battle, text):
    expected = codec.read_order(battle, WRITER, P10)
    assert codec.read_order(battle, WRITER, text) == expected


def test_hyphens_in_names_do_not_matter(battle):
    for name in ("the blue man-at-arms", "blue man at arms"):
        order = codec.read_order(battle, WRITER, f"First: Shoot at {name}.")
        assert order[0] == codec.encode({"verb": "shoot", "target": 0}, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with the word First"),
        ("Charge the closest enemy.", "begins with the word First"),
        ("First: Chrage the closest enemy.", "'chrage' in 'Chrage the closest enemy'"),
        ("First: Charge the gren swordsman.", "did you mean "),
        ("First: Charge the red archer.", "'Charge the red archer' is not understood"),
        ("First: Guard the blue archer.", "'Guard the blue archer' is not understood"),
        ("First: Aim. If I am hungry, then Defend.", "'hungry' in 'I am hungry'"),
        ("First: Aim. If I have been attacked, Fall Back.", "the word then is missing"),
        ("First: Aim. Then: Defend. Shout loudly.", "'shout' in 'Shout loudly'"),
        ("First: .", "is not understood"),
    ],
)
def test_what_is_not_understood_is_named_with_the_nearest_right_words(battle, text, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        codec.read_order(battle, WRITER, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("First: Chrage the closest enemy.", "charge"),
        ("First: Charge the clozest enemy.", "closest"),
        ("First: Full Attack the blue manatarms.", "man"),
        ("First: Full Attack closest.", "full attack closest enemy"),
        ("First: Aim. If I have reeched the closest enemy then Aim.", "reached"),
    ],
)
def test_the_nearest_right_words_are_offered(battle, text, nearest):
    with pytest.raises(ValueError, match=f"did you mean .*{nearest}"):
        codec.read_order(battle, WRITER, text)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([0, 0, 0], "4 or 5 clauses, got 3"),
        ([0, 3, 0, 0], "3 is no action for the clause CONDITION"),
        ([10**6, 0, 0, 0], "no action for the clause FIRST"),
        ([0, 0, 0, -1], "-1 is no action for the clause ELSE"),
        ([0, 0, 0, 0, 3], "3 is no action for the clause STANDING"),
    ],
)
def test_orders_that_are_none_are_refused(battle, order, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        codec.write_order(battle, WRITER, order)

"""Actions in words, and whole orders in the book's words, in both directions (P6 to P10, P18)."""

from __future__ import annotations

import re

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.text.narration import capital
from quintain.envs.platemail.actions import grammar, table
from quintain.envs.platemail.actions.clauses import (
    FIRST,
    NUM_CLAUSES,
    ORDER_CLAUSES,
    SECOND,
    THEN,
    Clause,
)
from quintain.envs.platemail.actions.describe import describe
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
    """Further texts that these sentences may not contain."""
    return ("nobody", "_")


def is_there(battle, actor, action):
    """Whether the slot of an action, if it has one, has a fighter."""
    return table.slot_in(action) < 0 or table.target_of(battle, actor, action) != NOBODY


def directives(battle, actor=WRITER):
    """All directives with existing targets."""
    return [
        action
        for action in range(table.num_actions(int(battle.max_side)))
        if table.IS_DIRECTIVE[action] and is_there(battle, actor, action)
    ]


def conditions(battle, actor=WRITER):
    """All conditions except ALWAYS, with existing fighters."""
    return [
        action
        for action in range(1, table.num_actions(int(battle.max_side)))
        if table.IS_CONDITION[action] and is_there(battle, actor, action)
    ]


# --- Encoding -------------------------------------------------------------------------------------


def test_verbs_stand_in_the_order_of_their_first_ids():
    found = [table.decode(action, 2)["verb"] for action in range(table.num_actions(2))]
    assert list(dict.fromkeys(found)) == list(table.VERBS)
    assert table.VERBS[0] == "wait"
    assert {verb.name.lower() for verb in Verb if verb} <= set(table.VERBS)
    assert {f"if_{kind.name.lower()}" for kind in Condition if kind} <= set(table.VERBS)


@pytest.mark.parametrize(
    ("choice", "verb", "target"),
    [
        ({"verb": "full_attack", "target": 1}, Verb.FULL_ATTACK, 4),
        ({"verb": "charge", "target": "closest"}, Verb.CHARGE, Description.CLOSEST),
        ({"verb": "guard", "target": 1}, Verb.GUARD, 2),
        ({"verb": "guard", "target": "most_wounded_ally"}, Verb.GUARD, 17),
        ({"verb": "move_straight", "direction": "south-west"}, Verb.MOVE_STRAIGHT, 5),
        ({"verb": "prepare", "spell": "mend"}, Verb.PREPARE, 2),
        ({"verb": "fall_back"}, Verb.FALL_BACK, NOBODY),
    ],
)
def test_encoded_directives_are_those_of_the_table(battle, choice, verb, target):
    action = table.encode(choice, 3)
    assert action == table.directive_action(battle, WRITER, int(verb), int(target))


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
    action = table.encode(choice, 3)
    assert action == table.condition_action(battle, WRITER, int(condition), argument)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"verb": "full_atack", "target": 0}, "did you mean full_attack"),
        ({}, "no verb None"),
        ({"verb": "charge"}, "charge needs 'target', got None: choose from closest, most_wounded"),
        ({"verb": "charge", "target": 2}, "got 2"),
        ({"verb": "charge", "target": True}, "got True"),
        ({"verb": "charge", "target": "most_wounded_ally"}, "got 'most_wounded_ally'"),
        ({"verb": "wait", "target": 0}, "wait takes no 'target', got 0"),
        ({"verb": "move_straight", "direction": "nord"}, "got 'nord': choose from north, "),
        ({"verb": "prepare", "spell": "fireball"}, "spell"),
        ({"verb": "if_near", "threshold": 5}, "got 5: choose from 1, 2, 3, 6, 12"),
        ({"verb": "wait", "who": 1}, "got the key 'who'"),
    ],
)
def test_encode_says_what_is_wrong(choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        table.encode(choice, 2)


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("window", list(Window)[1:])
def test_every_action_has_a_sentence_with_the_right_names(battle, window, is_sentence):
    battle.to_act, battle.window = WRITER, int(window)
    names = fighter_names(battle)
    told = set()
    for action in sorted({*directives(battle), *conditions(battle), 0}):
        text = describe(battle, action)
        assert is_sentence(text), text
        assert names[WRITER] in text or text.startswith(capital(names[WRITER]))
        target = int(table.target_of(battle, WRITER, action))
        if table.slot_in(action) >= 0:
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
            "The red archer will otherwise Guard the red swordsman 2 against one attack.",
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
            "The red archer writes: Take no attacks of opportunity.",
        ),
    ],
)
def test_a_sentence_for_each_clause(battle, window, choice, text):
    battle.to_act, battle.window = WRITER, int(window)
    assert describe(battle, table.encode(choice, 3)) == text


def test_every_standing_choice_has_a_sentence(battle, is_sentence):
    battle.to_act, battle.window = WRITER, int(Window.STANDING)
    told = {describe(battle, table.standing_action(a, b)) for a in (0, 1) for b in (0, 1)}
    assert len(told) == 4
    for text in told:
        assert is_sentence(text), text


def test_nobody_decides_when_the_battle_is_over(battle):
    battle.to_act = NOBODY
    assert describe(battle, 0) == "The battle is over."


# --- Orders in words ------------------------------------------------------------------------------


def test_every_verb_description_and_condition_has_a_wording():
    conditions = {table.IF + condition for condition in set(Condition) - {Condition.ALWAYS}}
    assert {it.verb for it in table.TABLE.entries} == {*Verb, *conditions, table.STANDING, *DETAILS}
    assert set(grammar.DESCRIPTIONS) == set(Description)


DETAILS = (table.STEP, table.ANOTHER, table.OPENING_FIRST, table.OPENING_ONLY, table.AT_BAY)


@pytest.mark.rule("P10")
def test_P10_the_books_pattern_is_read_and_written(battle):
    order = [
        table.encode({"verb": "charge", "target": "closest"}, 3),
        table.encode({"verb": "if_reached_any"}, 3),
        table.encode({"verb": "full_attack", "target": "closest"}, 3),
        table.encode({"verb": "charge", "target": "closest"}, 3),
    ]
    assert grammar.write_order(battle, WRITER, order) == P10
    assert grammar.read_order(battle, WRITER, P10) == [*order, 0]


@pytest.mark.compiled
@pytest.mark.rule("P6", "P18", "QP1", "QP4")
@pytest.mark.parametrize("actor", [1, 5])
def test_P6_every_directive_is_read_as_it_is_written(battle, actor):
    condition = table.encode({"verb": "if_attacked"}, 3)
    every = directives(battle, actor)
    for first, then, otherwise in zip(
        every, every[1:] + every[:1], every[2:] + every[:2], strict=True
    ):
        order = [first, condition, then, otherwise, 0]
        text = grammar.write_order(battle, actor, order)
        assert "nobody" not in text
        assert grammar.read_order(battle, actor, text) == order


@pytest.mark.rule("P8", "P9", "RP16", "QP5")
@pytest.mark.parametrize("actor", [1, 5])
def test_P8_every_condition_is_read_as_it_is_written(battle, actor):
    for condition in conditions(battle, actor):
        order = [3, condition, 9, 3, 0]
        text = grammar.write_order(battle, actor, order)
        assert grammar.read_order(battle, actor, text) == order


@pytest.mark.rule("QP2", "QP3", "P14", "P61")
def test_QP3_details_are_written_behind_their_own_directive(battle):
    order = [0] * NUM_CLAUSES
    first, then = Clause(Window.FIRST, FIRST), Clause(Window.THEN, THEN)
    for clause, action in (
        (first, table.first_id(Verb.FULL_ATTACK_SPREAD, 0)),
        (Clause(Window.SECOND_TARGET, FIRST, SECOND), table.first_id(table.ANOTHER, 1)),
        (then, table.action_id(Verb.SPRINT_STEPS, 0, 0)),
        (Clause(Window.STEP, THEN, 0), table.action_id(table.STEP, 0, 0)),
        (Clause(Window.STEP, THEN, 1), table.action_id(table.STEP, 2, 0)),
    ):
        order[ORDER_CLAUSES.index(clause)] = int(action)
    told = grammar.write_order(battle, WRITER, order)
    one, other = told.split(" Then: ")
    assert re.search(r" \(the second at [^)]*\)\.$", one)
    assert other.endswith(" (north, east).")


@pytest.mark.rule("QP10", "QP11")
def test_QP11_standing_choices_are_written_at_the_end(battle):
    for bits in range(4):
        order = [3, 0, 9, 0, int(table.standing_action(bits & 1, bits >> 1))]
        text = grammar.write_order(battle, WRITER, order)
        assert ("Take no attacks of opportunity." in text) == bool(bits & 1)
        assert text.endswith("Do not stand in Terror.") == bool(bits & 2)
        assert grammar.read_order(battle, WRITER, text) == order


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
    assert grammar.read_order(battle, WRITER, text) == grammar.read_order(battle, WRITER, same)


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
    expected = grammar.read_order(battle, WRITER, P10)
    assert grammar.read_order(battle, WRITER, text) == expected


def test_hyphens_in_names_do_not_matter(battle):
    for name in ("the blue man-at-arms", "blue man at arms"):
        order = grammar.read_order(battle, WRITER, f"First: Shoot at {name}.")
        assert order[0] == table.encode({"verb": "shoot", "target": 0}, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with the word First"),
        ("Charge the closest enemy.", "begins with the word First"),
        ("First: Chrage the closest enemy.", "'chrage' in 'Chrage the closest enemy'"),
        ("First: Charge the gren swordsman.", "understood: no order has this word"),
        ("First: Charge the red archer.", "understood: the nearest are charge "),
        ("First: Guard the blue archer.", "'Guard the blue archer' is not understood"),
        ("First: Aim. If I am hungry, then Defend.", "'hungry' in 'If I am hungry'"),
        ("First: Aim. If I have been attacked, Fall Back.", "the word then is missing"),
        ("First: Aim. Then: Defend. Shout loudly.", "'shout' in 'Shout loudly'"),
        ("First: .", "is not understood"),
    ],
)
def test_what_is_not_understood_is_named_with_the_nearest_right_words(battle, text, message):
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        grammar.read_order(battle, WRITER, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("First: Chrage the closest enemy.", "charge"),
        ("First: Charge the clozest enemy.", "closest"),
        ("First: Aim. If I have reeched the closest enemy then Aim.", "reached"),
    ],
)
def test_the_nearest_right_words_are_offered(battle, text, nearest):
    with pytest.raises(ValueError, match=f"did you mean .*{nearest}"):
        grammar.read_order(battle, WRITER, text)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([0, 0, 0], "4 or 5 clauses, or 31, got 3"),
        ([0, 3, 0, 0], "3 is no action for the clause CONDITION"),
        ([10**6, 0, 0, 0], "no action for the clause FIRST"),
        ([0, 0, 0, -1], "-1 is no action for the clause ELSE"),
        ([0, 0, 0, 0, 3], "3 is no action for the clause STANDING"),
    ],
)
def test_orders_that_are_none_are_refused(battle, order, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        grammar.write_order(battle, WRITER, order)

"""Advice: an adviser's choices for any fighter, with chances, odds and reasons."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from quintain.agents.advice import is_quick
from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_models import FieldError
from quintain.envs.core.session.agent_query import query_in_match
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.step_outcomes import ChanceError
from quintain.evaluation.advice import (
    PROPOSALS,
    FullAdvice,
    advice_for,
    adviser_for,
    moments,
    number_of,
    share_in,
)
from quintain.evaluation.advice_text import advice_lines, success_in_words
from quintain.evaluation.next_decision import find_decision, has_turn
from quintain.evaluation.reasons import FACTS, find_reasons, plain_value, short_meaning
from quintain.evaluation.rivals import find_rivals
from quintain.evaluation.sequences import as_one_sentence, find_choices
from quintain.evaluation.success import (
    FLAGS,
    enumerate_effects,
    find_success,
    success_of,
    try_often,
)

pytestmark = pytest.mark.interpreted

each_system = pytest.mark.parametrize("system", system_names())
COLUMNS, LINES = 100, 30


def begun(system, scenario="duel", seed=3, decisions=0):
    """A match after some decisions of the strongest heuristic."""
    match = Match(system, scenario)
    match.reset(seed)
    agent = make_agent(strongest(match.system), system)
    for _ in range(decisions):
        match.step(query_in_match(agent, match)[0])
    return match


def skirmish(system, decisions=0):
    names = get_system(system).scenario_names()
    return begun(system, "skirmish" if "skirmish" in names else names[0], 2, decisions)


class ByAp:
    """Attacks with at least 6 AP, and else ends the turn."""

    name = "by_ap"
    least = 6

    def __init__(self, match):
        """Find the attack among the choices of a match."""
        self.place = match.layout.slices()["own.action_points"]
        names = {match.describe(int(one)): int(one) for one in np.flatnonzero(match.mask)}
        self.attack = next(one for text, one in names.items() if " makes a Melee Attack " in text)

    def predict(self, observation, state=None, deterministic=False, action_masks=None):
        """The certain choices."""
        return self.chances(observation, action_masks).argmax(axis=1), state

    def chances(self, observations, masks):
        """Probabilities 0 and 1."""
        has_enough = observations[:, self.place][:, 0] * 12 >= self.least - 0.01
        found = np.zeros(masks.shape)
        found[np.arange(len(masks)), np.where(has_enough, self.attack, 0)] = 1
        return found


# --- The whole ------------------------------------------------------------------------------------


@pytest.mark.compiled
@each_system
def test_the_advice_changes_nothing_and_is_the_same_again(system):
    match, agent = begun(system), make_agent("random", system)
    before = match.get_state()
    advice = advice_for(match, agent, battles=2, with_reasons=False)
    assert match.get_state() == before
    assert advice == advice_for(match, agent, battles=2, with_reasons=False)
    assert json.loads(json.dumps(advice.to_json()))["agent"] == "random"
    assert len(advice.proposals) <= PROPOSALS
    for one in advice.proposals:
        assert match.mask[one.actions[0]]
        assert 0 <= one.weight <= one.begins <= 1
        assert one.wins.estimate + one.loses.estimate <= 1


@pytest.mark.compiled
@each_system
@pytest.mark.parametrize("decisions", [0, 7, 20])
def test_the_answer_comes_first_and_fits_the_screen(system, decisions):
    match = skirmish(system, decisions)
    agent = make_agent(strongest(match.system), system)
    for fighter in (None, len(match.agents) - 1):
        lines = advice_lines(advice_for(match, agent, fighter, 20))
        assert lines[0].startswith("The ")
        assert len(lines) <= LINES
        assert max(map(len, lines)) <= COLUMNS


def test_without_odds_nothing_is_played_on():
    match = begun("mythic_epoch")
    advice = advice_for(match, make_agent("tactician", "mythic_epoch"), battles=0)
    assert all(one.wins is None and one.success is None for one in advice.proposals)
    assert "wins" not in "\n".join(advice_lines(advice))
    with pytest.raises(ValueError, match="battles must be"):
        advice_for(match, make_agent("tactician", "mythic_epoch"), battles=1)


# --- Other fighters -------------------------------------------------------------------------------


@pytest.mark.compiled
@each_system
def test_any_other_fighter_is_advised_for_its_next_turn(system):
    match = skirmish(system)
    agent = make_agent(strongest(match.system), system)
    other = next(one for one in range(len(match.agents)) if one != match.to_act)
    before = match.get_state()
    decision = find_decision(match, agent, other)
    assert match.get_state() == before
    assert has_turn(match.system, decision.battles, other).all()
    advice = advice_for(match, agent, other, 20)
    assert advice.number == other
    assert advice.fighter == match.system.fighter_names(match.battle)[other]
    assert advice.moment.startswith("Now ")
    assert advice.legal == 0
    assert advice.asked == len(decision.battles)
    assert advice.choice.wins is not None


def test_fighters_are_called_as_in_odds():
    match = begun("mythic_epoch", "two_on_one")
    assert number_of(match, None) == match.to_act
    assert [number_of(match, one) for one in ("red 1", "Blue 2", "militia_2", 1)] == [0, 2, 2, 1]
    with pytest.raises(FieldError, match="no fighter 'blue 7'"):
        number_of(match, "blue 7")
    larger = Match("mythic_epoch", "two_on_one", max_side=3)
    larger.reset(0)
    foreign = Match("mythic_epoch", "skirmish")
    foreign.set_state(larger.get_state())
    assert number_of(foreign, "blue 2") == 2
    with pytest.raises(FieldError, match="choose from red 1, blue 1, blue 2"):
        number_of(foreign, "blue 3")


def test_a_fighter_who_has_fallen_has_no_turn():
    match = begun("mythic_epoch", "two_on_one")
    fallen = 2 if match.to_act != 2 else 1
    match.battle.fighters[fallen].damage = 60
    with pytest.raises(ValueError, match="has no turn again"):
        advice_for(match, make_agent("berserker", "mythic_epoch"), fallen, 0)


def test_a_mount_has_no_turn_of_its_own():
    match = begun("wildroll", "lancers")
    match.battle.over = True
    message = "The red warhorse has no turn while the red knight rides it.*: ask for the red knight"
    with pytest.raises(ValueError, match=f"(?i){message}"):
        advice_for(match, make_agent("marshal", "wildroll"), 2, 0)


# --- Orders ---------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["captain", "platemail-skirmish"])
def test_a_proposal_in_platemail_is_a_whole_order(name):
    agent = make_agent(name, "platemail")
    match = Match("platemail", "skirmish", max_side=3, choices=getattr(agent, "choices", "full"))
    match.reset(4)
    fighter = match.to_act
    advice = advice_for(match, agent, battles=0)
    assert len(advice.choice.actions) == len(advice.choice.clauses) > 1
    assert advice.choice.sentence.count(advice.fighter[1:]) == 1
    for action in advice.choice.actions:
        assert match.to_act == fighter
        match.step(action)
    assert match.to_act != fighter


@pytest.mark.compiled
def test_runners_up_begin_otherwise_and_probabilities_are_those_of_the_network():
    agent = make_agent("platemail-skirmish", "platemail")
    match = Match("platemail", "skirmish", max_side=3, choices=agent.choices)
    match.reset(4)
    choices = find_choices(find_decision(match, agent, match.to_act), agent, 3)
    assert choices.asked == 0
    assert len({one[0] for one in choices.weights}) == 3
    first = agent.chances(match.observation[None], match.mask[None])[0]
    for order, share in choices.weights.items():
        assert choices.begins[order] == pytest.approx(first[order[0]])
        assert share <= choices.begins[order]
    shares = list(choices.begins.values())
    assert all(one >= other for one, other in pairwise(shares))


def test_an_order_is_told_in_one_sentence():
    name = "the red archer"
    told = (
        "The red archer will first Shoot at the closest enemy.",
        "The red archer writes: If an ally is down.",
        "The red archer will then Move north.",
        "The red archer will otherwise Defend.",
    )
    assert as_one_sentence(name, told) == (
        "The red archer will first Shoot at the closest enemy; if an ally is down, will then Move "
        "north, will otherwise Defend."
    )
    assert as_one_sentence(name, told[1:3]) == (
        "The red archer, if an ally is down, will then Move north."
    )
    without = (told[0], "The red archer sets no condition.", told[2])
    assert as_one_sentence(name, without) == (
        "The red archer will first Shoot at the closest enemy; will then Move north."
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("If I have at least 1 Wound", "if he has at least 1 Wound"),
        ("If I am entrapped or prone", "if he is entrapped or prone"),
        ("If Isolde has moved", "if Isolde has moved"),
    ],
)
def test_an_order_is_told_about_the_fighter_and_not_by_him(written, told):
    clauses = (
        f"The red archer writes: {written}.",
        "The red archer will then Move north.",
        "The red archer will otherwise Defend.",
    )
    assert as_one_sentence("the red archer", clauses) == (
        f"The red archer, {told}, will then Move north, will otherwise Defend."
    )


def test_a_condition_without_a_difference_says_so():
    clauses = (
        "The red archer will first Defend.",
        "The red archer writes: If I have at least 3 Wounds.",
        "The red archer will then Move north.",
        "The red archer will otherwise Move north.",
    )
    assert as_one_sentence("the red archer", clauses) == (
        "The red archer will first Defend; whether he has at least 3 Wounds or not, will then Move "
        "north."
    )
    assert as_one_sentence("the red archer", clauses[1:]) == (
        "The red archer, whether he has at least 3 Wounds or not, will then Move north."
    )


# --- Chances --------------------------------------------------------------------------------------


def helpless_target():
    """A sword duel whose next decision is an attack on a fighter without AP, who cannot react."""
    match = begun("mythic_epoch", "duel", 1)
    target = 1 - match.to_act
    match.battle.fighters[target].action_points = 0
    match._restore(match.battles.tobytes())
    decision = find_decision(match, make_agent("random", "mythic_epoch"), match.to_act)
    return decision, moments(decision, np.zeros(1, np.int64), 60, 0)[0], target


def test_the_mean_harm_of_trials_is_the_damage_that_the_sheets_show():
    decision, starts, target = helpless_target()
    attack = ByAp(decision.match).attack
    found = success_of(decision, try_often(decision, starts, (attack,), 0))
    after = starts.copy()
    for battle in after:
        decision.match.system.advance(battle, attack)
    damage = (after["fighters"]["damage"] - starts["fighters"]["damage"])[:, target]
    assert found.trials == 60
    assert not found.is_exact
    assert found.harm.estimate == pytest.approx(damage.mean())
    assert found.hits.estimate >= (damage > 0).mean() > 0
    assert found.is_hit is None


def test_chances_are_exact_where_all_dice_can_be_tried():
    """A sword does 2d6 of damage and a fist 1d6, and nothing stops them."""
    decision, starts, _ = helpless_target()
    choices = {
        decision.match.describe(int(one)): int(one) for one in np.flatnonzero(decision.match.mask)
    }
    for verb, harm in (("Melee Attack", 7), ("Unarmed Attack", 3.5)):
        (action,) = [one for told, one in choices.items() if verb in told]
        found = find_success(decision, starts, (action,))
        assert found.is_exact
        assert (found.hits.estimate, found.harm.estimate, found.is_hit) == (1, harm, None)
        assert success_in_words(found) == f"It hits in 100 % (damage {harm:.2f} on average)."


@pytest.mark.compiled
@pytest.mark.parametrize("system", ["heimr", "martial", "mythic_epoch"])
def test_exact_chances_agree_with_trials(system):
    """Chances that can be enumerated lie within four standard errors of those of trials."""
    match, compared = skirmish(system), 0
    agent = make_agent(strongest(match.system), system)
    while compared < 2:
        assert not match.is_over
        decision = find_decision(match, agent, match.to_act)
        starts, _ = moments(decision, np.zeros(1, np.int64), 200, 0)
        action = query_in_match(agent, match)[0]
        try:
            effects, chances = enumerate_effects(decision, starts, (action,))
        except ChanceError:
            match.step(action)
            continue
        assert chances.sum() == pytest.approx(1)
        flags = chances @ (effects[:, :FLAGS] > 0)
        tried = (try_often(decision, starts, (action,), 0)[:, :FLAGS] > 0).mean(axis=0)
        error = np.sqrt(flags * (1 - flags) / len(starts))
        assert (abs(tried - flags) <= 4 * error + 1e-9).all()
        compared += int((flags > 0).any())
        match.step(action)


@pytest.mark.compiled
@each_system
def test_every_attack_has_a_chance_of_success(system):
    """In some decision of a duel the strongest heuristic attacks, and the trials count it."""
    match = begun(system, "duel", 5)
    agent, found = make_agent(strongest(match.system), system), []
    for _ in range(150):
        if match.is_over:
            break
        decision = find_decision(match, agent, match.to_act)
        (choice, *_) = find_choices(decision, agent, 1).weights
        starts, _ = moments(decision, np.zeros(1, np.int64), 10, 0)
        found.append(find_success(decision, starts, choice))
        match.step(choice[0])
    told = [one for one in found if one is not None]
    assert any(one.hits is not None and one.harm.estimate > 0 for one in told)
    assert all(0 <= one.hits.low <= one.hits.high <= 1 for one in told if one.hits)


@pytest.mark.compiled
def test_a_reaction_says_how_often_the_fighter_is_hit():
    match = begun("mythic_epoch", "duel", 1)
    match.step(ByAp(match).attack)
    assert match.window == "reaction"
    advice = advice_for(match, make_agent("random", "mythic_epoch"), battles=100)
    told = {one.sentence: one.success for one in advice.proposals}
    for success in told.values():
        assert 0 < success.is_hit.estimate <= 1
        assert success.suffers.estimate > 0
    assert "is hit in " in "\n".join(advice_lines(advice))


def test_battles_of_one_moment_count_as_fewer():
    happened = np.repeat([True, False], 50)
    alone = share_in(happened, np.zeros(100, np.int64))
    alike = share_in(happened, np.repeat(np.arange(10), 10))
    mixed = share_in(np.tile([True, False], 50), np.repeat(np.arange(10), 10))
    assert alone.estimate == alike.estimate == mixed.estimate == 0.5
    assert alike.high - alike.low > 2 * (alone.high - alone.low)
    assert mixed.high - mixed.low < 4 * (alone.high - alone.low)


@pytest.mark.compiled
@each_system
def test_an_adviser_of_one_choice_hears_of_the_best_others(system):
    match = skirmish(system, 4)
    while match.mask.sum() < PROPOSALS:
        match.step(int(np.flatnonzero(match.mask)[0]))
    agent = make_agent("search:2", system)
    advice = advice_for(match, agent, battles=20, with_reasons=False)
    first, *others = advice.proposals
    assert len(others) == PROPOSALS - 1
    assert (first.weight, [one.weight for one in others]) == (1, [0, 0])
    assert len({one.actions[0] for one in advice.proposals}) == PROPOSALS
    assert others[0].wins.estimate >= others[1].wins.estimate
    fighter = match.to_act
    for action in others[0].actions:
        assert match.to_act == fighter
        match.step(action)
    assert "search:2 does not choose this" in "\n".join(advice_lines(advice))


def test_the_best_other_choice_is_the_one_that_wins():
    """Both are nearly down, and one blow is left before the enemy's turn."""
    match = begun("mythic_epoch", "duel", 1)
    match.battle.fighters[:2]["damage"] = 26
    match.battle.fighters[1 - match.to_act].action_points = 0
    match.battle.fighters[match.to_act].action_points = 4
    match._restore(match.battles.tobytes())
    decision = find_decision(match, make_agent("random", "mythic_epoch"), match.to_act)
    (best,) = find_rivals(decision, [(0,)], 1, 0)
    assert " makes a Melee Attack " in match.describe(best[0])


# --- Reasons --------------------------------------------------------------------------------------


def test_a_reason_names_the_smallest_change_that_was_tried():
    match = begun("mythic_epoch", "duel", 1)
    agent = ByAp(match)
    match.battle.fighters[match.to_act].action_points = 8
    match._restore(match.battles.tobytes())
    decision = find_decision(match, agent, match.to_act)
    before = match.get_state()
    (reason,) = find_reasons(decision, agent, agent.attack, 1.0)
    assert match.get_state() == before
    assert reason.startswith("With one change to the ")
    assert "(AP left: 5 instead of 8), the choice would be: " in reason
    assert "ends the turn" in reason
    agent.least = 99
    assert find_reasons(decision, agent, 0, 1.0) == ()


@each_system
def test_a_reason_names_a_fact_by_a_few_words(system):
    keys = {key.name: key for key in get_system(system).scenario_model.sheet.fighter}
    told = [short_meaning(keys[name]) for name in FACTS if name in keys]
    assert told
    assert not any(one.startswith("whether ") or ";" in one for one in told)


def test_a_reason_says_flags_and_names_in_words():
    assert [plain_value(one) for one in (True, False, 3, "on_guard")] == [
        "yes",
        "no",
        "3",
        "on guard",
    ]


def test_each_fact_is_a_key_of_some_sheet():
    sheets = [get_system(name).scenario_model for name in system_names()]
    keys = {key.name for model in sheets for key in model.sheet.fighter}
    assert set(FACTS) <= keys
    assert len(FACTS) == len(set(FACTS))


@pytest.mark.compiled
@each_system
def test_every_system_knows_reasons(system):
    match, found = begun(system), []
    agent = make_agent(strongest(match.system), system)
    for _ in range(40):
        if match.is_over:
            break
        found += advice_for(match, agent, battles=0).reasons
        match.step(query_in_match(agent, match)[0])
    assert found
    assert all("the choice would be: " in one and one.endswith(".") for one in found)


def test_an_adviser_that_takes_long_gives_no_reasons():
    match = begun("mythic_epoch")
    agent = make_agent("search:2", "mythic_epoch")
    assert not is_quick(agent, match.system)
    advice = advice_for(match, agent, battles=0)
    assert (advice.reasons, advice.asked, len(advice.proposals)) == ((), 1, 1)
    assert "search:2 chooses this." in "\n".join(advice_lines(advice))


# --- Advisers that do not fit ---------------------------------------------------------------------


@pytest.mark.compiled
def test_search_advises_where_an_npc_does_not_fit():
    match = skirmish("mythic_epoch")
    npc = make_agent("mythic_epoch-duel", "mythic_epoch")
    agent, note = adviser_for(match, npc)
    assert note.startswith("mythic_epoch-duel learned battles with 1 fighter a side: search ")
    assert isinstance(advice_for(match, agent, battles=2), FullAdvice)
    fitting = make_agent("mythic_epoch-skirmish", "mythic_epoch")
    assert adviser_for(match, fitting) == (fitting, "")
    with pytest.raises(ValueError, match="fights by Mythic Epoch, not Martial"):
        adviser_for(begun("martial"), npc)

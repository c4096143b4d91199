"""A character narrows the choices of an agent and knows only what its fighter knows."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import strongest
from quintain.agents.character import (
    LEVELS,
    TARGETS,
    TRICKY,
    Character,
    CharacterAgent,
    narrow,
    split_character,
)
from quintain.agents.registry import make_agent
from quintain.agents.roles import MARKS, TRICKS, VERBS, Role, action_roles, role_of_verbs
from quintain.agents.sight import Sight
from quintain.bench.character import cell
from quintain.envs.core.engine import hidden_checks
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system, system_names
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.independent import sample_mean_interval
from quintain.evaluation.odds import share_of
from quintain.evaluation.statistics import win_rate_interval

SCENARIO = "skirmish"
each_system = pytest.mark.parametrize("name", system_names())
TASTES = "caution=1&aggression=0.8&loyalty=0.7&cunning=0.6&target=weakest&difficulty=easy"


@pytest.fixture
def seen(walk):
    """``seen(system)``: battles after random decisions, their observations and masks."""

    def build(name, count=64, steps=40, scenario=SCENARIO):
        battles = walk(scenario, count, 2, steps, name).battles
        battles = battles[~battles["over"]]
        look = hidden_checks.look(get_system(name), battles)
        return battles, look.observations, look.masks

    return build


def choose(agent, battles, observations, masks):
    """The choices of an agent with the same dice each time."""
    agent.watch(battles.copy(), seed_rng_states(5, len(battles)))
    return agent.predict(observations, action_masks=masks)[0]


@each_system
def test_every_verb_has_one_role(name):
    verbs = " ".join(VERBS[name].values()).split()
    assert sorted(verbs) == sorted(get_system(name).verbs)
    assert name in MARKS


@each_system
def test_only_heimr_has_a_verb_to_yield(name):
    has_verb = Role.YIELD in role_of_verbs(name).values()
    assert has_verb == (name == "heimr") == (MARKS[name].spent is not None)


@pytest.mark.compiled
@each_system
def test_a_neutral_character_chooses_the_same(name, seen):
    battles, observations, masks = seen(name)
    best = strongest(get_system(name))
    plain = make_agent(best, name)
    neutral = make_agent(f"{best}?caution=0.5&difficulty=full&target=any", name)
    assert neutral.policy == plain.policy
    shown = battles, observations, masks
    assert (choose(plain, *shown) == choose(neutral, *shown)).all()
    neutral.policy = None  # now it plays with predict, not in compiled code
    system, other = get_system(name), make_agent(best, name)
    one = final_result(play_pairs(system, "duel", make_agent("random", name), other, 10))
    two = final_result(
        play_pairs(system, "duel", make_agent("random?caution=0.5", name), other, 10)
    )
    assert (one.scores == two.scores).all()


@pytest.mark.compiled
@each_system
def test_a_character_chooses_legal_actions_and_ignores_hidden_facts(name, seen):
    battles, observations, masks = seen(name)
    system = get_system(name)
    agent = make_agent(f"{strongest(system)}?{TASTES}", name)
    actions = choose(agent, battles, observations, masks)
    assert masks[np.arange(len(masks)), actions].all()
    other = hidden_checks.redrawn(battles, system.hidden, np.random.default_rng(3))
    look = hidden_checks.look(system, other)
    assert (choose(agent, other, look.observations, look.masks) == actions).all()


@pytest.mark.compiled
@each_system
def test_a_choice_does_not_depend_on_the_other_battles_of_the_batch(name, seen):
    battles, observations, masks = seen(name)
    agent = make_agent(f"{strongest(get_system(name))}?{TASTES}", name)
    words = seed_rng_states(5, len(battles))
    dice = words.copy()
    agent.watch(battles, dice)
    actions, _ = agent.predict(observations, action_masks=masks)
    for row in range(0, len(battles), 7):
        own = words[row : row + 1].copy()
        agent.watch(battles[row : row + 1], own)
        alone, _ = agent.predict(observations[row : row + 1], action_masks=masks[row : row + 1])
        assert alone[0] == actions[row]
        assert (own[0] == dice[row]).all()


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [
        "berserker?difficulty=easy",
        "tactician?caution=0.9",
        "fencer?aggression=0.2&loyalty=0.8&difficulty=novice",
        "random?target=weakest&caution=0.1",
        "mythic_epoch-duel?difficulty=easy",
        "search:2?difficulty=easy",
    ],
)
def test_a_battle_does_not_depend_on_the_number_of_battles(name):
    few = 2 if "search" in name else 15

    def play(pairs):
        agents = (make_agent(one, "mythic_epoch") for one in (name, "fencer"))
        return final_result(play_pairs("mythic_epoch", "duel", *agents, pairs)).scores

    assert (play(2 * few)[:few] == play(few)).all()


@each_system
@pytest.mark.parametrize(
    ("knob", "roles"),
    [
        ("caution", (Role.WITHDRAW, Role.DEFEND, Role.YIELD)),
        ("aggression", (Role.ATTACK,)),
        ("loyalty", (Role.SUPPORT,)),
    ],
)
def test_the_ends_of_a_knob_leave_only_and_none_of_its_actions(name, knob, roles, seen):
    _, observations, masks = seen(name, count=8)
    system = get_system(name)
    sight = Sight(system, observations, masks.shape[1])
    wanted = sight.has(*roles)
    applies = (masks & wanted).any(1) & (masks & ~wanted).any(1)
    if knob == "caution":
        applies &= sight.hurt()[0]
    for value, kept in ((1.0, wanted), (0.0, ~wanted)):
        words = seed_rng_states(1, len(masks))
        character = Character(**{knob: value})
        left = narrow(character, system, observations, masks, words)
        assert left.any(1).all()
        assert (left <= masks).all()
        assert (left & kept)[applies].any(1).all()
        assert not (left & ~kept)[applies].any()
        unhurt = ~(masks & wanted).any(1)
        assert (left[unhurt] == masks[unhurt]).all()


@pytest.mark.compiled
@each_system
@pytest.mark.parametrize("value", [0, 1])
def test_cunning_turns_attacks_and_moves_to_tricks_and_away_from_them(name, value, seen):
    battles, observations, masks = seen(name, count=512, scenario="duel")
    roles, rows = action_roles(name, 1), np.arange(len(masks))
    chosen = choose(make_agent(f"random?cunning={value}", name), battles, observations, masks)
    assert masks[rows, chosen].all()
    is_trick, role = roles.is_trick[chosen], roles.role[chosen]
    own = masks & (roles.role == role[:, None])
    could = np.isin(role, TRICKY) & (own & roles.is_trick).any(1) & (own & ~roles.is_trick).any(1)
    assert could.any()
    assert (is_trick[could] == value).all()
    plain = choose(make_agent("random?cunning=0.51", name), battles, observations, masks)
    assert (roles.role[plain] == role).mean() > 0.95  # it changes how, not what


@each_system
def test_tricks_are_attacks_or_moves(name):
    roles = action_roles(name, 3)
    verbs = get_system(name).verbs
    assert set(TRICKS[name].split()) == {verbs[one] for one in roles.verb[roles.is_trick]}
    assert np.isin(roles.role[roles.is_trick], TRICKY).all()


@pytest.mark.parametrize("action", [-1, 10**6])
@pytest.mark.parametrize("knob", [{"cunning": 1.0}, {"target": "weakest"}])
def test_a_number_that_is_no_action_reaches_the_caller(seen, action, knob):
    class Foreign:
        def predict(self, observations, *, action_masks, **_):
            return np.full(len(action_masks), action), None

    _, observations, masks = seen("mythic_epoch", count=8)
    system = get_system("mythic_epoch")
    agent = CharacterAgent(Foreign(), Character(**knob), system, "foreign")
    assert (agent.choose(observations, masks) == action).all()


@each_system
def test_a_taste_turns_an_attack_to_the_enemy_who_suits_it_best(name, seen):
    _, observations, masks = seen(name, count=16)
    sight = Sight(get_system(name), observations, masks.shape[1])
    for taste in TARGETS[1:]:
        for row, action in np.argwhere(masks & sight.has(Role.ATTACK))[:200]:
            one = Sight(get_system(name), observations[row : row + 1], masks.shape[1])
            actions, slot = np.array([action]), one.roles.slot
            one.redirect(taste, masks[row : row + 1], actions)
            chosen = int(actions[0])
            assert one.roles.base[chosen] == one.roles.base[action]
            assert masks[row, chosen]
            alike = masks[row] & (one.roles.base == one.roles.base[action]) & (slot >= 0)
            if slot[chosen] >= 0:
                scores = one.scores(taste)[0]
                assert scores[slot[chosen]] == scores[slot[alike]].max()


def test_a_name_holds_a_character():
    assert split_character("captain") == ("captain", None)
    name, character = split_character("a?b.npc?caution=.8&difficulty=easy")
    assert name == "a?b.npc"
    assert character == Character(caution=0.8, difficulty="easy")


@pytest.mark.parametrize(
    "text",
    (
        "|caution|caution=1.1|caution=-1|caution=nan|caution=1e-3|caution=0.2&|brave=1|"
        "difficulty=hardest|target=1|caution=1&caution=1|caution=1,target=any"
    ).split("|"),
)
def test_an_unreadable_character_is_refused_with_the_way_to_write_it(text):
    helps = r"loyalty or cunning|from 0 to 1|did you mean hard|choose from any"
    with pytest.raises(ValueError, match=f"cannot read .*({helps})"):
        make_agent(f"random?{text}", "heimr")


def test_only_a_character_without_an_agent_is_refused():
    with pytest.raises(ValueError, match="cannot read the character"):
        split_character("?caution=1")


@pytest.mark.compiled
@each_system
def test_a_novice_loses_to_the_same_agent_beyond_chance(name):
    system = get_system(name)
    best = strongest(system)
    novice, full = make_agent(f"{best}?difficulty=novice", name), make_agent(best, name)
    result = final_result(play_pairs(system, "duel", novice, full, 100))
    assert win_rate_interval(result.scores).high < 0.5


def test_levels_leave_less_to_chance_one_after_another():
    assert list(LEVELS.values()) == sorted(set(LEVELS.values()), reverse=True)
    assert LEVELS["full"] == 0


def test_a_table_shows_no_share_where_there_are_no_cases():
    assert cell(None) == cell(share_of(np.zeros(0, np.bool_))) == "-"
    assert cell(sample_mean_interval([0.6])) == "60 [-, -]"  # one group has no interval
    assert cell(sample_mean_interval([0.0, 0.2])) == "10 [0, 100]"

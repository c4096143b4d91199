"""The view of a side: nothing of it depends on facts that the side cannot know."""

from __future__ import annotations

import re

import numpy as np
import pytest

from quintain.envs.core.engine.battle import SIDES
from quintain.envs.core.engine.dice import load_dice, seed_rng_states
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.rendering.render import ansi
from quintain.envs.core.scenarios.model import BaseScenario
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.session.match import Match
from quintain.envs.mythic_epoch.enums import Skill
from quintain.table.sight import (
    is_about,
    lines_for,
    names_of,
    narration_for,
    scene_for,
    unseen_by,
)

pytestmark = pytest.mark.compiled

each_system = pytest.mark.parametrize("system", sorted(system_names()))
DECISIONS = 14


def alone(system, name: str, side: str):
    """A scenario in which a side has one fighter; None if it cannot be made."""
    scenario = system.load_scenario(name)
    data = scenario.model_dump(mode="json", exclude_defaults=True)
    kept = {one: list(range(len(data[one]))) for one in SIDES}
    kept[side] = [0]
    data[side] = data[side][:1]
    try:
        scenario.renumber(data, kept)
        return parse_model(system.scenario_model, data, name)
    except ValueError:
        return None


def battles_of(system, scenario, seed: int = 1):
    """A match at each decision of a random battle."""
    match, chance = Match(system, scenario, log=True), np.random.default_rng(seed)
    match.reset(seed)
    while not match.is_over and len(match.actions) < DECISIONS:
        yield match
        match.step(int(chance.choice(match.mask.nonzero()[0])))


@each_system
def test_a_picture_depends_on_nothing_that_its_side_cannot_know(system):
    system = get_system(system)
    seen = hidden = 0
    for name in system.scenario_names():
        for side in SIDES:
            scenario = alone(system, name, side)
            if scenario is None:
                continue
            for match in battles_of(system, scenario):
                viewer = 0 if side == "red" else match.num_red
                sample = match.battles.copy()
                system.conceal(sample[0], viewer, seed_rng_states(seen, 1)[0])
                one, other = (scene_for(system, it, side) for it in (match.battle, sample[0]))
                assert one == other, (name, side, len(match.actions))
                seen += 1
                hidden += len(unseen_by(system, match.battle, side))
    assert seen > 50
    hides = any(one.field in ("fighters.x", "fighters.location") for one in system.hidden)
    assert (hidden > 0) == hides, "the scenarios of a system that hides fighters have some"


@each_system
def test_unseen_fighters_are_in_no_line_and_on_no_map(system):
    """No text for a side holds the noun of a kind that only unseen fighters have."""
    system = get_system(system)
    if not issubclass(system.scenario_model, BaseScenario):
        return
    for name in system.scenario_names():
        for match in battles_of(system, name, seed=3):
            called = system.fighter_names(match.battle)
            for side in SIDES:
                unseen = unseen_by(system, match.battle, side)
                kinds = [re.sub(r"^the (red|blue) | \d+$", "", one) for one in called]
                secret = {kinds[one] for one in unseen}
                secret -= {kinds[one] for one in range(len(kinds)) if one not in unseen}
                names = names_of(system, match.battle, unseen)
                story = [text for text, _ in lines_for(match.narrate(), names)]
                drawn = scene_for(system, match.battle, side)
                told = " ".join([*story, *drawn.caption, *(one.name for one in drawn.fighters)])
                assert not [one for one in secret if re.search(rf"\b{one}\b", told, re.I)], told


def test_all_names_of_a_fighter_are_found():
    system = get_system("wildroll")
    match = Match(system, "surprise")
    match.reset(2)
    (scout,) = (at for at, one in enumerate(system.fighter_names(match.battle)) if "scout" in one)
    names = names_of(system, match.battle, {scout})
    for text in ("The scout has the turn.", "It hits the red scout.", "Scout: 3."):
        assert is_about(text, names)
    assert not is_about("The halfling has the turn.", names)
    duel = Match(system, "duel")
    duel.reset(1)
    names = names_of(system, duel.battle, {1})
    assert is_about("Red attacks Blue.", names)
    assert not is_about("Red is tired.", names)


@pytest.mark.parametrize("name", ["Slink (spy)", "Jr.", "-x-", "\u00bfQui\u00e9n?", "Ann"])
def test_a_name_may_begin_and_end_with_any_sign(name):
    """A game master names fighters freely; their secrets stay secrets."""
    names = [name.casefold()]
    for text in (f"{name} hides.", f"It hits {name}.", f"{name}'s turn, {name}: 3", name):
        assert is_about(text, names), text
    assert not is_about("Annabel hides.", names)


def test_an_enemy_shows_no_figures():
    system = get_system("mythic_epoch")
    match = Match(system, "duel")
    match.reset(1)
    own, enemy = scene_for(system, match.battle, "red").fighters
    assert (own.health, bool(own.notes)) == (1.0, True)
    assert (enemy.health, enemy.notes, enemy.weapon) == (None, [], "sword")
    assert "%" not in ansi(scene_for(system, match.battle, "red"), color=False).splitlines()[-3]


@pytest.mark.rule("XM3")
def test_XM3_the_other_side_hears_what_a_fighter_regains_but_not_its_endurance():
    system = get_system("mythic_epoch")
    match = Match(system, "duel", log=True)
    heard = {"red": set(), "blue": set()}
    for endurance in (4, 5):
        match.reset(1)
        match.battle.fighters["skills"][:, Skill.ENDURANCE] = endurance
        actor = int(match.to_act)
        load_dice(match.battle, [0] * 4)
        match.step(0)
        for side, told in heard.items():
            told.update(text for text, _ in narration_for(system, match.battle, side))
        assert len(narration_for(system, match.battle, "red")) == len(match.narrate())
    own = SIDES[match.battle.side[actor]]
    other = "blue" if own == "red" else "red"
    assert [text for text in heard[other] if "Recover Stamina gives 12 AP, now 12" in text]
    assert not [text for text in heard[other] if " = " in text]
    assert {f"{n} - 0 = {n}" in " ".join(heard[own]) for n in (4, 5)} == {True}

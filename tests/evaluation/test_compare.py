"""Equipment compared: each pairing is its own encounter, both seats count, mistakes are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.evaluation.compare import MOST_EQUIPMENT, compare
from quintain.evaluation.odds import fight
from quintain.evaluation.pictures import comparison_figure
from quintain.evaluation.what_if import Changes, Encounter, change

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")


def duel(system=SYSTEM):
    scenario = system.load_scenario("duel")
    agent = make_agent(strongest(system), system)
    return Encounter(scenario, [agent, agent], {})


@pytest.mark.compiled
def test_a_cell_is_the_encounter_with_that_equipment():
    found = compare(SYSTEM, duel(), ["sword", "dagger"], ["none", "heavy"], 12, 5)
    assert found.equipment == ("sword, none", "sword, heavy", "dagger, none", "dagger, heavy")
    armed = change(
        SYSTEM,
        duel(),
        Changes(weapons=("red: dagger", "blue: sword"), armour=("red: none", "blue: heavy")),
    )
    winner = fight(SYSTEM, armed.scenario, armed.agents, 12, 5).winner
    assert found.red[2, 1] == (winner == 0).sum()
    assert found.blue[2, 1] == (winner == 1).sum()
    assert found.red_wins()["dagger, none"]["sword, heavy"] == found.red[2, 1] / 12


def test_the_standings_count_both_seats_and_no_battle_of_like_against_like():
    found = compare(SYSTEM, duel(), ["sword", "dagger"], [], 10, 1)
    assert found.won.max() <= 2
    by_name = {one.equipment: one for one in found.standings()}
    won = (found.red[0, 1] + found.blue[1, 0]) / 20
    lost = (found.blue[0, 1] + found.red[1, 0]) / 20
    assert by_name["sword"].wins.estimate == won == by_name["dagger"].losses.estimate
    assert by_name["sword"].losses.estimate == lost == by_name["dagger"].wins.estimate


@pytest.mark.compiled
def test_intervals_hold_the_truth_as_often_as_they_say():
    """All pairings have the same dice, so the interval is over the numbers of the battles."""
    runs, battles = 60, 100
    long = compare(SYSTEM, duel(), [], ["none", "light", "medium", "heavy"], runs * battles, 3)
    truth = {one.equipment: one.wins.estimate for one in long.standings()}
    held = dict.fromkeys(truth, 0)
    for run in range(runs):
        part = slice(run * battles, (run + 1) * battles)
        short = replace(long, battles=battles, won=long.won[:, part], lost=long.lost[:, part])
        for one in short.standings():
            held[one.equipment] += one.wins.low <= truth[one.equipment] <= one.wins.high
    assert all(53 <= count for count in held.values()), held  # of 60; 57 are expected
    assert 220 <= sum(held.values()) <= 236, held  # of 240; 228 are expected


@pytest.mark.compiled
@pytest.mark.parametrize("system", sorted(system_names()))
def test_armour_protects(system):
    """Armour stands before none: the heaviest, in Heimr a medium one, where weight tires."""
    system = get_system(system)
    armour = {"platemail": "full_plate", "heimr": "medium"}.get(system.name, "heavy")
    found = compare(system, duel(system), [], ["none", armour], 40, 2)
    assert found.standings()[0].equipment == armour


def test_mistakes_get_a_sentence():
    with pytest.raises(ValueError, match="got 1: name more"):
        compare(SYSTEM, duel(), ["sword"], [], 2)
    with pytest.raises(ValueError, match=f"has 2 to {MOST_EQUIPMENT} kinds"):
        compare(SYSTEM, duel(), ["sword"] * 20, ["none"] * 3, 2)
    with pytest.raises(ValueError, match="'sword' is named twice"):
        compare(SYSTEM, duel(), ["sword", "sword"], [], 2)
    with pytest.raises(ValueError, match="no weapon 'rake'"):
        compare(SYSTEM, duel(), ["sword", "rake"], [], 2)


def test_the_picture_has_a_cell_for_each_pairing():
    found = compare(SYSTEM, duel(), ["sword", "axe", "unarmed"], [], 4)
    (axes,) = comparison_figure(found).axes
    assert len(axes.texts) == 9
    assert axes.texts[1].get_text() == f"{100 * found.red[0, 1] / 4:.0f}"

"""Statistics of behaviour: the counts are those of the agents' actions."""

from __future__ import annotations

import pytest

from quintain.bench.behaviour_stats import begin_habits
from quintain.bench.tactics import count_habits


def habits_of(scenario: str, name: str) -> dict[str, float]:
    habits = count_habits(scenario, name, "", 4, 0)
    cells = dict(zip(habits.TITLES, habits.cells(), strict=True))
    return {
        title: cell if "/" in cell else float(cell) for title, cell in cells.items() if cell != "-"
    }


def test_platemail_a_charger_attacks_and_a_captain_counters_too():
    charger, captain = (habits_of("platemail/duel", name) for name in ("charger", "captain"))
    assert charger["Full attack"] == 100 > captain["Full attack"] > captain["Counter"] > 0
    assert charger["IF"] > charger["uncertain"] == 0 < captain["uncertain"]


def test_platemail_the_first_action_is_counted_by_the_enemies_adjacent():
    none, one, more = habits_of("platemail/duel", "charger")["Counter when"].split("/")
    assert (none, one, more) == ("-", "0", "-")  # one enemy, adjacent from the first round on
    bodyguard = habits_of("platemail/bodyguard", "bodyguard")
    assert any(int(share) for share in bodyguard["Guard when"].split("/") if share != "-")


def test_martial_headhunters_and_cripplers_injure_their_parts():
    head = habits_of("martial/duel", "headhunter")
    limbs = habits_of("martial/duel", "crippler")
    assert head["head"] + head["heart"] > limbs["head"] + limbs["heart"]
    crippled = ("hand", "foot", "arm", "leg")
    assert sum(limbs[part] for part in crippled) > sum(head[part] for part in crippled)
    assert 0 < limbs["Stamina"] < 100


def test_martial_a_defender_parries_more_than_a_brawler():
    defender, brawler = (habits_of("martial/duel", name) for name in ("defender", "brawler"))
    assert defender["parry 0"] > brawler.get("parry 0", 0)


def test_wildroll_a_canceller_cancels_and_a_waiter_keeps_its_points():
    aggressor, canceller, waiter = (
        habits_of("wildroll/duel", name) for name in ("aggressor", "canceller", "waiter")
    )
    assert aggressor["interrupts"] == 0 == aggressor["cancelled"]
    assert canceller["declared"] == 100
    assert canceller["cancelled"] > 0
    assert waiter["AP"] > aggressor["AP"]


def test_heimr_resting_guarding_and_wearing_down():
    attacker, wearer_down, sentinel = (
        habits_of("heimr/duel", name) for name in ("attacker", "wearer_down", "sentinel")
    )
    assert 2 * attacker["rest"] < wearer_down["rest"]
    assert wearer_down["charge"] == 0 < attacker["charge"]
    assert wearer_down["own"] < attacker["own"]
    assert attacker["guard"] == 0 < sentinel["guard"]
    for each in (attacker, wearer_down, sentinel):
        assert 0 < each["tires"] < 100
        assert sum(each[kind] for kind in ("dodge", "block", "parry")) == pytest.approx(100, abs=1)


def test_a_system_without_habits_is_named():
    with pytest.raises(KeyError, match="no habits of mythic_epoch are counted"):
        begin_habits("mythic_epoch")

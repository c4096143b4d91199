"""Charge (D85, RD15)."""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.square_grid import DX, DY
from quintain.envs.martial.enums import Window
from quintain.envs.martial.rules.positioning import squares
from quintain.envs.martial.rules.rounds_and_actions import charges

from .movement import PLAIN, at

pytestmark = pytest.mark.interpreted


# --- Charge (D85, RD15) ---------------------------------------------------------------------------


@pytest.mark.rule("D85", "RD15")
@pytest.mark.parametrize(
    ("squares_off", "may"), [(1, False), (2, False), (3, True), (13, True), (14, False)]
)
def test_RD15_charge_goes_ten_feet_to_twice_the_speed(battle_of, begun, legal, squares_off, may):
    battle = battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (4 + squares_off, 3)}])
    assert ("charge" in legal(begun(battle))) == may


@pytest.mark.rule("RD15", "D68")
def test_RD15_charge_strikes_with_advantage_and_opens_the_defences(battle_of, begun, act, events):
    one = {**PLAIN, "at": (4, 3), "stamina": 0, "exhaustion": 0, "body": "skeleton"}
    battle = begun(battle_of([one], [{**PLAIN, "at": (10, 5), "reactions": 0}]))
    act(battle, "charge", faces=[2, 3])  # two dice, the higher is kept
    assert events(battle, "rolls")[0][3] == 3
    assert squares.occupant(battle, 9, 5) == 0
    fighter = battle.fighters[0]
    assert (fighter.exposed, fighter.attacks, fighter.action_points) == (1, 1, 1)


@pytest.mark.rule("RD15", "D85")
@pytest.mark.parametrize(
    ("place", "end"), [((3, 2), (4, 3)), ((3, 9), (4, 8)), ((13, 2), (12, 3)), ((8, 1), (8, 2))]
)
def test_RD15_charge_in_any_direction(battle_of, begun, act, place, end):
    battle = begun(battle_of([{**PLAIN, "at": (8, 6)}], [{**PLAIN, "at": place, "acted": False}]))
    act(battle, "charge", faces=None)
    assert at(battle) == end


@pytest.mark.rule("RD15", "RD47")
def test_RD15_charge_needs_a_straight_line_free_of_allies_too(battle_of, begun, legal):
    line = [{**PLAIN, "at": (4, 3)}]
    rows = "\n".join(["." * 12] * 3 + ["......o....."] + ["." * 12] * 3)
    battle = begun(battle_of(line, [{**PLAIN, "at": (9, 3)}], map=rows))
    assert "charge" not in legal(battle)
    friend = {**PLAIN, "at": (6, 3)}
    battle = begun(battle_of([*line, friend], [{**PLAIN, "at": (9, 3)}]))
    assert "charge" not in legal(battle)
    assert "move 2" in legal(battle)  # to the east, through the ally's square (RD47)


@pytest.mark.rule("RD15")
@pytest.mark.parametrize("fields", [{"prone": True}, {"defending": True}, {"action_points": 1}])
def test_RD15_no_charge_lying_after_defend_or_with_one_point(battle_of, begun, legal, fields):
    battle = battle_of([{**PLAIN, "at": (4, 3), **fields}], [{**PLAIN, "at": (9, 3)}])
    assert legal(begun(battle), "charge") == set()


@pytest.mark.rule("RD15", "RD18")
def test_RD15_charge_with_a_spear_ends_ten_feet_away(battle_of, begun, act):
    spear = {**PLAIN, "held": ["spear"], "at": (4, 3)}
    battle = begun(battle_of([spear], [{**PLAIN, "at": (10, 3), "acted": False}]))
    act(battle, "charge", faces=None)
    assert at(battle) == (8, 3)
    near = begun(battle_of([spear], [{**PLAIN, "at": (7, 3), "acted": False}]))
    act(near, "charge", faces=None)  # a square nearer than the spear needs: 10 feet at least
    assert at(near) == (6, 3)


@pytest.mark.rule("RD15", "D29")
def test_RD15_charge_from_the_air_ends_on_the_ground(battle_of, begun, act):
    flyer = {"base": "sprite", "flying": True, "at": (4, 3)}
    battle = begun(battle_of([flyer], [{**PLAIN, "at": (10, 3), "acted": False}]))
    act(battle, "charge", faces=None)
    assert at(battle) == (9, 3)
    assert not battle.fighters[0].flying


@pytest.mark.rule("RD15", "RD14")
def test_RD15_who_is_tripped_on_the_way_does_not_strike(battle_of, begun, act):
    foes = [{**PLAIN, "at": (9, 3)}, {**PLAIN, "at": (5, 4)}]
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], foes))
    act(battle, "charge")
    assert battle.to_act == 2
    act(battle, "maneuver", 9, faces=[20, 1])  # charging opens the defences
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert battle.fighters[0].prone
    assert battle.fighters[0].attacks == 0
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("RD15", "RD27")
@pytest.mark.parametrize(("dx", "dy"), list(zip(DX, DY, strict=True)))
def test_RD15_lines_are_the_same_mirrored(battle_of, dx, dy):
    """A line to (6, 2) squares away, in all reflections."""
    away = {(1, 0): (6, 2), (0, 1): (2, 6)}.get((abs(int(dx)), abs(int(dy))), (6, 6))
    east, south = int(dx or 1), int(dy or 1)
    battle = battle_of([{"at": (8, 8)}], [{"at": (8 + east * away[0], 8 + south * away[1])}])
    for step in range(7):
        across = east * (int(charges.line_x(battle, 0, 1, step)) - 8)
        down = south * (int(charges.line_y(battle, 0, 1, step)) - 8)
        small = [0, 0, 1, 1, 1, 2, 2][step]
        assert (across, down) == {
            (6, 2): (step, small),
            (2, 6): (small, step),
            (6, 6): (step, step),
        }[away]

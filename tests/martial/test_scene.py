"""Pictures of a battle: map, fighters, items on the ground, current actions."""

from __future__ import annotations

import pytest

from quintain.envs.core.rendering.render import ansi, svg
from quintain.envs.martial.enums import Ending, Kind, Life, Stage, Step, TurnAction, Window
from quintain.envs.martial.scenario import scenario_names
from quintain.envs.martial.scene import ASKED, scene
from quintain.envs.martial.state import (
    TURN_FRAME,
)
from quintain.envs.martial.tables import ITEM_NAMES

pytestmark = pytest.mark.interpreted

MAP = "......\n......\n......\n......\n.o#..."


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_every_position_can_be_drawn(name, random_play):
    for match, _ in random_play(name, 7, 40):
        picture = scene(match.battle)
        assert len(picture.fighters) == match.battle.num_fighters
        assert [token.active for token in picture.fighters].count(True) == 1
        assert all(line[0].isupper() for line in picture.caption)
    assert picture.fighters[0].name in ansi(picture, color=False)
    assert "<svg" in svg(picture)


def test_the_picture_shows_map_fighters_and_what_lies_about(battle_of):
    battle = battle_of(["swordsman"], ["wolf"], map=MAP)
    battle.ground_item[0] = ITEM_NAMES.index("spear")
    battle.ground_x[0], battle.ground_y[0] = 2, 3
    drawn = scene(battle)
    assert (drawn.width, drawn.height) == (6, 5)
    assert (drawn.low, drawn.high) == ({(1, 4)}, {(2, 4)})
    assert drawn.items == [(2, 3, "spear")]
    assert [(token.x, token.y, token.side, token.label) for token in drawn.fighters] == [
        (4, 3, 0, "R1"), (5, 3, 1, "B1"),
    ]  # fmt: skip
    assert drawn.fighters[0].name == "Red swordsman"
    assert drawn.fighters[0].weapon == "sword, shield"
    assert drawn.fighters[1].weapon == "teeth"


@pytest.mark.rule("D11", "RD34")
@pytest.mark.parametrize(
    ("fighter", "health"),
    [
        ({}, 1),
        ({"stamina": 4}, 4 / 16),
        ({"stamina": -2}, 0),
        ({"life": Life.COMA}, 0),
        ({"body": "skeleton", "injured_count": 4}, 6 / 10),
        ({"body": "skeleton", "injured_count": 12, "life": Life.DEAD}, 0),
    ],
)
def test_D11_health_is_what_is_left_of_stamina(battle_of, fighter, health):
    token = scene(battle_of([fighter])).fighters[0]
    assert token.health == pytest.approx(health)
    assert token.out == ("life" in fighter)


@pytest.mark.rule("D15", "D39", "D59", "RD7", "RD9", "RD46")
@pytest.mark.parametrize(
    ("fighter", "status"),
    [
        ({}, ""),
        ({"stunned": 1, "prone": True}, "stunned"),
        ({"dazed": 1}, "dazed"),
        ({"prone": True}, "prone"),
        ({"grapple": 1}, "grappled"),
        ({"stamina": 0}, "exhausted"),
        ({"confused": True}, "confused"),
        ({"tricked": True}, "off-guard"),
        ({"hidden": True}, "hidden"),
        ({"body": "sprite", "flying": True}, "aloft"),
        ({"life": Life.EXHAUSTION}, "unconscious"),
        ({"life": Life.KNOCKED_OUT}, "knocked out"),
        ({"life": Life.COMA}, "in a coma"),
        ({"life": Life.DEAD}, "dead"),
    ],
)
def test_the_word_that_matters_most(battle_of, fighter, status):
    assert scene(battle_of([fighter])).fighters[0].status == status


@pytest.mark.parametrize(
    ("fighter", "note"),
    [
        ({"action_points": 2}, "AP 2"),
        ({"stamina": 7}, "Stamina 7"),
        ({"armour": "heavy"}, "heavy armour"),
        ({"bleed": 2}, "bleeds 2"),
        ({"sickened": True}, "sickened"),
        ({"defending": True}, "defends"),
        ({"shield_ready": True}, "shield ready"),
        ({"exposed": 1}, "exposed"),
        ({"held": ["crossbow"], "loaded": False}, "not loaded"),
        ({"injuries": {"leg": [0, 2]}}, "right leg 2"),
        ({"injuries": {"eye": 2}}, "left eye destroyed"),
        ({"carried": ["dagger", "axe"]}, "carries dagger, axe"),
    ],
)
def test_what_is_noted_of_a_fighter(battle_of, fighter, note):
    assert note in scene(battle_of([fighter])).fighters[0].notes
    assert note not in scene(battle_of()).fighters[0].notes


@pytest.mark.parametrize("window", [window for window in Window if window])
def test_the_caption_says_who_is_asked(battle_of, window):
    drawn = scene(battle_of(to_act=1, window=window))
    assert drawn.fighters[1].active
    assert drawn.caption == ["Round 1", f"The blue fighter {ASKED[window]}."]


@pytest.mark.parametrize(
    ("kind", "verb", "arrow"),
    [
        (Kind.MELEE, "attacks", "melee"),
        (Kind.SHOT, "shoots at", "missile"),
        (Kind.THROW, "throws at", "missile"),
        (Kind.MANEUVER, "attacks", "melee"),
    ],
)
def test_an_attack_under_way_is_an_arrow(battle_of, kind, verb, arrow):
    battle = battle_of(frame=TURN_FRAME, to_act=1, window=Window.PARRY)
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind, attack.step = 0, 1, kind, Step.PARRY
    drawn = scene(battle)
    assert drawn.arrows == [(4, 3, 5, 3, arrow)]
    assert drawn.caption[1] == f"The red fighter {verb} the blue fighter."
    attack.step = Step.OVER
    assert scene(battle).arrows == []


def test_a_move_that_is_interrupted_is_an_arrow(battle_of):
    battle = battle_of(stage=Stage.ACTION, act=TurnAction.MOVE, path_length=3, path_at=1)
    battle.path_x[:3], battle.path_y[:3] = (4, 4, 4), (4, 5, 6)
    assert scene(battle).arrows == [(4, 3, 4, 6, "move")]
    battle.path_at = 3
    assert scene(battle).arrows == []


@pytest.mark.rule("RD35")
@pytest.mark.parametrize("ending", [ending for ending in Ending if ending])
@pytest.mark.parametrize("winner", [0, 1])
def test_RD35_the_caption_says_how_it_ended(battle_of, ending, winner):
    is_won = ending == Ending.SIDE_DOWN
    battle = battle_of(over=True, ending=ending, winner=winner if is_won else -1)
    (line,) = scene(battle).caption
    assert ("draw" in line) != is_won
    if is_won:
        assert line.startswith(("Red wins", "Blue wins")[winner])

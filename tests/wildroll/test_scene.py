"""Pictures of a battle: hexes, terrain, fighters, riders, items on the ground, current actions."""

from __future__ import annotations

import pytest

from quintain.envs.core.rendering.picture import GROUND_TILES, draw
from quintain.envs.core.rendering.render import GROUND_SIGNS, ansi, svg
from quintain.envs.core.rendering.scene import GROUNDS
from quintain.envs.wildroll.enums import (
    Act,
    Ending,
    Life,
    Posture,
    Role,
    Step,
    Window,
)
from quintain.envs.wildroll.rules.combat_sequence.action_stack import clear_frame
from quintain.envs.wildroll.scenario import scenario_names
from quintain.envs.wildroll.scene import ASKED, ground_kind, scene
from quintain.envs.wildroll.tables import ITEM_NAMES, TERRAIN_NAMES

pytestmark = pytest.mark.interpreted

MAP = "......\nkwd+/l\nmuscqi\n......\n.o#..."
EAST = 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_every_position_can_be_drawn(name, random_play):
    for match, _ in random_play(name, 7, 15):
        picture = scene(match.battle)
        assert len(picture.fighters) == match.battle.num_fighters
        assert [token.active for token in picture.fighters].count(True) == 1
        assert all(line[0].isupper() for line in picture.caption)
        assert set(picture.grounds.values()) <= set(GROUNDS)
    assert picture.fighters[0].name in ansi(picture, color=False)
    assert "<svg" in svg(picture)


def test_the_picture_shows_map_fighters_and_what_lies_about(battle_of):
    battle = battle_of(["swordsman"], ["wolf"], map=MAP)
    battle.ground_item[0] = ITEM_NAMES.index("spear")
    battle.ground_x[0], battle.ground_y[0] = 2, 3
    drawn = scene(battle)
    assert (drawn.shape, drawn.width, drawn.height) == ("hex", 6, 5)
    assert drawn.low == {(1, 4)}
    assert drawn.high == {(2, 4), (5, 1)}  # the wall and the slit
    assert drawn.doors == {(3, 1): False, (4, 1): True}
    assert drawn.items == [(2, 3, "spear")]
    assert [(token.x, token.y, token.side, token.label) for token in drawn.fighters] == [
        (4, 3, 0, "R1"), (5, 3, 1, "B1"),
    ]  # fmt: skip
    assert drawn.fighters[0].name == "Red swordsman"
    assert drawn.fighters[0].weapon == "sword, shield"
    assert drawn.fighters[1].weapon == "teeth"


# --- Grounds --------------------------------------------------------------------------------------


@pytest.mark.rule("W68", "W71")
def test_W68_grounds_are_drawn_by_what_they_are(battle_of):
    drawn = scene(battle_of(map=MAP)).grounds
    assert drawn == {
        (0, 1): "water", (1, 1): "water", (2, 1): "deep", (0, 2): "rough", (1, 2): "rough",
        (2, 2): "steep", (3, 2): "steep", (4, 2): "water", (5, 2): "rough",
    }  # fmt: skip


@pytest.mark.rule("W68")
@pytest.mark.parametrize(
    ("name", "kind"),
    [("pit", "steep"), ("steep_undergrowth", "steep"), ("muddy_waist", "water"), ("slit", "")],
)
def test_W68_every_ground_has_a_look(name, kind):
    assert ground_kind(TERRAIN_NAMES.index(name)) == kind


def test_grounds_are_seen_in_text_and_in_colour(battle_of):
    assert set(GROUND_TILES) == set(GROUND_SIGNS) == set(GROUNDS)
    drawn = scene(battle_of(map=MAP))
    lines = ansi(drawn, color=False).splitlines()
    assert [sign in lines[2] for sign in "~≈+/▓"] == [True] * 5
    fills = {getattr(shape, "fill", None) for shape in draw(drawn).shapes}
    others = {"seam", "grass", "shrubs"}  # of Heimr's maps
    assert {*drawn.grounds.values()} == {*GROUNDS} - others
    assert all(fills & set(GROUND_TILES[kind]) for kind in drawn.grounds.values())


# --- Fighters -------------------------------------------------------------------------------------


@pytest.mark.rule("W4", "W5", "W7")
@pytest.mark.parametrize(
    ("fighter", "health"),
    [
        ({}, 1),
        ({"wounds": {"light": 2}}, 1 - 2 / 28),
        ({"wounds": {"severe": 1, "critical": 2}}, 1 - 11 / 28),
        ({"wounds": {"fatal": 1}}, 0),
        ({"life": Life.UNCONSCIOUS}, 0),
        ({"life": Life.DEAD}, 0),
    ],
)
def test_W4_health_is_what_is_left_of_the_slots(battle_of, fighter, health):
    token = scene(battle_of([fighter])).fighters[0]
    assert token.health == pytest.approx(health)
    assert token.out == ("life" in fighter)


@pytest.mark.parametrize(
    ("fighter", "status"),
    [
        ({}, ""),
        ({"helpless_rounds": 2, "posture": Posture.PRONE}, "helpless"),
        ({"pinned_by": 1}, "pinned"),
        ({"uncontrolled": True}, "bolting"),
        ({"underwater": True}, "under water"),
        ({"posture": Posture.PRONE}, "prone"),
        ({"holding": [1]}, "grappling"),
        ({"fatigue": 11}, "staggered"),
        ({"fatigue": 6}, "exhausted"),
        ({"posture": Posture.CROUCHING}, "crouching"),
        ({"hidden": True}, "hidden"),
        ({"life": Life.UNCONSCIOUS}, "unconscious"),
        ({"life": Life.UNCONSCIOUS, "dying": True}, "dying"),
        ({"wounds": {"fatal": 1}, "dying": True}, "dying"),
        ({"life": Life.DEAD}, "dead"),
    ],
)
def test_the_word_that_matters_most(battle_of, fighter, status):
    assert scene(battle_of([fighter])).fighters[0].status == status


@pytest.mark.parametrize(
    ("fighter", "note"),
    [
        ({"action_points": 2}, "AP 2"),
        ({"initiative": 7}, "initiative 7"),
        ({"wounds": {"light": 1, "severe": 2}}, "1 of 5 light, 2 of 3 severe"),
        ({"wounds": {"fatal": 1}}, "1 of 1 fatal"),
        ({"stamina": 7}, "stamina 7"),
        ({"fatigue": 2}, "fatigue 2 of 11"),
        ({"base": "mage"}, "mana 12"),
        ({"armour": "heavy"}, "heavy armour"),
        ({"bleeding": 2}, "bleeds (moderate)"),
        ({"burning": 1}, "burns (light)"),
        ({"poisoned": 3}, "poisoned (severe)"),
        ({"hobbled": True}, "hobbled"),
        ({"defending": True}, "defends"),
        ({"readied": Act.QUICK}, "an action readied"),
        ({"long_act": Act.STRONG, "long_left": 4}, "Strong Attack: 4 AP to pay"),
        ({"shield_rounds": 1}, "Force Shield"),
        ({"distracted": 1}, "distracted"),
        ({"harried": 1}, "harried"),
        ({"dash": 1}, "dashes"),
        ({"held": ["crossbow"], "loaded": False}, "not loaded"),
        ({"scabbard": ["dagger"], "potions": 2}, "carries dagger, 2 potions"),
        ({"base": "warden", "effects": 2}, "edge of ice"),
    ],
)
def test_what_is_noted_of_a_fighter(battle_of, fighter, note):
    assert note in scene(battle_of([fighter])).fighters[0].notes
    assert note not in scene(battle_of()).fighters[0].notes


@pytest.mark.rule("W106")
def test_W106_a_rider_and_its_mount_share_a_hex(battle_of):
    rider, steed, enemy = scene(battle_of([{"base": "knight", "rides": 1}, "horse"])).fighters
    assert (rider.x, rider.y) == (steed.x, steed.y) != (enemy.x, enemy.y)
    assert rider.status == "mounted"
    assert "rides red horse" in rider.notes


@pytest.mark.rule("RW26")
def test_RW26_what_is_readied_is_no_part_of_the_picture(battle_of):
    one, other = (
        scene(battle_of([{"readied": act}])).fighters[0].notes for act in (Act.TRIP, Act.QUICK)
    )
    assert one == other


# --- What is under way ----------------------------------------------------------------------------


@pytest.mark.parametrize("window", [window for window in Window if window])
def test_the_caption_says_who_is_asked(battle_of, window):
    drawn = scene(battle_of(to_act=1, window=window))
    assert drawn.fighters[1].active
    assert drawn.caption == ["Round 1", f"The blue fighter {ASKED[window]}."]


def begin(battle, number, act, actor, target, role=Role.TURN, **fields):
    """An action is in progress."""
    battle.top = number
    frame = battle.frames[number]
    clear_frame(frame)
    frame.act, frame.actor, frame.target, frame.role = act, actor, target, role
    frame.step = Step.DECLARED
    for key, value in fields.items():
        frame[key] = value


@pytest.mark.rule("W57", "W60", "RW15")
def test_RW15_everything_under_way_is_told_and_drawn(battle_of):
    battle = battle_of(to_act=1, window=Window.INTERRUPT)
    begin(battle, 0, Act.STANDARD, 0, 1, weapon=ITEM_NAMES.index("bow"))
    begin(battle, 1, Act.TRIP, 1, 0, Role.INTERRUPT)
    begin(battle, 2, Act.REBUFF, 0, 1, Role.REACTION)
    drawn = scene(battle)
    assert drawn.caption[1:4] == [
        "The red fighter: Standard Attack on the blue fighter.",
        "The blue fighter: Trip on the red fighter, out of turn.",
        "The red fighter: Rebuff on the blue fighter, as a reaction.",
    ]
    assert drawn.arrows == [
        (4, 3, 5, 3, "missile"), (5, 3, 4, 3, "other"), (4, 3, 5, 3, "melee"),
    ]  # fmt: skip


@pytest.mark.rule("W65", "W69", "W96")
def test_W65_ways_pushes_and_jumps_are_arrows(battle_of):
    battle = battle_of(path_length=3, path_at=1)
    battle.path_x[:3], battle.path_y[:3] = (3, 3, 2), (3, 4, 5)
    begin(battle, 0, Act.WAY, 0, -1)
    assert scene(battle).arrows == [(4, 3, 2, 5, "move")]
    battle.path_at = 3
    assert scene(battle).arrows == []
    begin(battle, 0, Act.SHOVE, 0, 1, side=EAST, yards=2)
    assert scene(battle).arrows == [(4, 3, 5, 3, "other"), (5, 3, 7, 3, "move")]
    begin(battle, 0, Act.JUMP, 0, -1, side=EAST, yards=3)
    assert scene(battle).arrows == [(4, 3, 7, 3, "move")]


@pytest.mark.rule("RW31")
@pytest.mark.parametrize("ending", [ending for ending in Ending if ending])
@pytest.mark.parametrize("winner", [0, 1])
def test_RW31_the_caption_says_how_it_ended(battle_of, ending, winner):
    is_won = ending == Ending.SIDE_DOWN
    battle = battle_of(over=True, ending=ending, winner=winner if is_won else -1)
    (line,) = scene(battle).caption
    assert ("draw" in line) != is_won
    if is_won:
        assert line.startswith(("Red wins", "Blue wins")[winner])

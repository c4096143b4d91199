"""The fight report: what is told of each event and of those that belong together."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Condition,
    Ending,
    Event,
    Kind,
    Life,
    Maneuver,
    Trigger,
    TurnAction,
)
from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.state import TURN_FRAME
from quintain.envs.martial.tables import ITEM_NAMES, NONE
from quintain.envs.martial.text.events import FALLS, MANEUVERS, RECOVERS, SUFFERS, TRIGGERS
from quintain.envs.martial.text.names import ENDINGS

pytestmark = pytest.mark.interpreted

RED, BLUE, NOBODY = 0, 1, -1
SWORD, BOW, DAGGER = (ITEM_NAMES.index(name) for name in ("sword", "bow", "dagger"))
LEFT_ARM = 10

SPREAD = {
    Event.FOUND: {"actor": [RED, NOBODY]},
    Event.LOCATES: {"what": [18], "dice": [20]},
    Event.MOVES: {"what": [TurnAction.MOVE, TurnAction.CHARGE], "amount": [1, 3], "dice": [0, 1]},
    Event.PROVOKES: {"what": [trigger for trigger in Trigger if trigger]},
    Event.RIDERS: {"what": [0, 2], "amount": [0, 2], "dice": [0, 1]},
    Event.ROLLS: {"what": [9], "amount": [6, 9, 12], "dice": [0, 14]},
    Event.HITS: {"amount": [0, 2]},
    Event.FUMBLES: {"what": range(3)},
    Event.PARRIES: {"what": [0, 12], "amount": [15], "dice": [0, 2]},
    Event.INJURES: {"what": range(16), "amount": [1, 3]},
    Event.DESTROYED: {"what": range(16)},
    Event.CONDITION: {"what": SUFFERS, "amount": range(5)},
    Event.CONDITION_OVER: {"what": RECOVERS},
    Event.CHECK: {"what": range(3), "amount": [12], "dice": [15]},
    Event.FALLS: {"what": FALLS},
    Event.MANEUVER: {"what": [*Maneuver, NONE]},
    Event.TAKES: {"target": [BLUE, NOBODY], "amount": [SWORD]},
    Event.DROPS: {"amount": range(len(ITEM_NAMES))},
    Event.SUNDERED: {"what": [1, 2], "amount": [SWORD], "target": [BLUE, NOBODY]},
    Event.LANDS: {"what": range(3), "amount": [DAGGER]},
    Event.FLIES: {"what": range(3)},
    Event.RELOADS: {"amount": [0, BOW]},
    Event.HEALS: {"target": [BLUE, RED], "amount": [12], "dice": [15]},
}


@pytest.mark.golden
@pytest.mark.rule("D1", "D3", "D5", "D20", "D23", "D25", "D46", "D49", "D69", "D70", "D71", "D73")
@pytest.mark.rule("D74", "D75", "D78", "D80", "D93", "D97", "RD2", "RD13", "RD14", "RD42", "RD46")
def test_sentences(sentences, battle_of):
    battle = battle_of(["archer", "wolf"], ["giant"], ending=Ending.SIDE_DOWN, winner=0)
    sentences.of_kinds(battle, [kind for kind in Event if kind], SPREAD)
    duel = battle_of()

    def add(title, *events, battle=duel):
        sentences.of(battle, *events, title=title)

    two = battle_of(["archer"], ["wolf"], order=[1, 0, *[NOBODY] * 10])
    add(
        "the order of turns",
        (Event.INITIATIVE, 0),
        (Event.INITIATIVE, 1),
        (Event.ROUND,),
        battle=two,
    )
    blow = (Event.ATTACKS, RED, BLUE, Kind.MELEE, SWORD)
    add("a blow", blow)
    add("a Lunge", (*blow, attack_steps.LUNGES))
    add("a Cleave", (*blow, attack_steps.CLEAVES))
    add("a blow with Stamina", blow, (Event.RIDERS, RED, BLUE, 1, 1))
    for kind, amount in ((Kind.SHOT, BOW), (Kind.THROW, DAGGER)):
        add(kind.name.lower(), (Event.ATTACKS, RED, BLUE, kind, amount))
    for maneuver in (*Maneuver, NONE):
        add("a maneuver", (Event.ATTACKS, RED, BLUE, Kind.MANEUVER, maneuver))
    add(
        "a Reactive Attack",
        (Event.PROVOKES, RED, BLUE, Trigger.STANDING),
        (Event.REACTS, BLUE, RED),
        (Event.ATTACKS, BLUE, RED, Kind.MANEUVER, Maneuver.SHOVE),
    )
    roll = (Event.ROLLS, RED, BLUE, 19, 23, 16)
    add("a critical hit", roll, (Event.HITS, RED, BLUE, 0, 2), (Event.CRITICAL, RED, BLUE))
    fumble = (Event.FUMBLES, RED, BLUE, 1)
    add("a fumble", (Event.ROLLS, RED, BLUE, 1, 5, 16), (Event.MISSES, RED, BLUE), fumble)
    first, second = ((Event.INJURES, RED, BLUE, LEFT_ARM, number) for number in (1, 2))
    add("injuries of one part", first, second)
    add("prone after a maneuver", (Event.MANEUVER, RED, BLUE, Maneuver.TRIP), (Event.PRONE, BLUE))
    for fighter in ({"prone": True}, {"flying": True}, {"at": (1, 3)}):
        move = (Event.MOVES, RED, NOBODY, TurnAction.MOVE, 3)
        add(f"a move, {fighter}", move, battle=battle_of([fighter]))
    undead = battle_of(blue=["skeleton"])
    add("what does not live", (Event.DIES, BLUE, RED), battle=undead)
    stands, told = sentences.compare()
    assert stands == told, "make golden"


def test_every_table_of_words_is_complete():
    assert set(TRIGGERS) == set(Trigger) - {Trigger.NONE}
    assert set(MANEUVERS) == set(Maneuver)
    assert set(SUFFERS) == set(RECOVERS) == set(Condition) - {Condition.NONE}
    assert set(FALLS) == set(Life) - {Life.ALIVE, Life.DEAD}
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}


@pytest.mark.rule("D49", "D97")
def test_D97_a_maneuver_succeeds_or_fails(battle_of, told):
    battle = battle_of()
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind = RED, BLUE, Kind.MANEUVER
    attack.natural, attack.total = 12, 16
    roll = (Event.ROLLS, RED, BLUE, 12, 16, 16)
    assert "the maneuver succeeds" in told(battle, roll, (Event.HITS, RED, BLUE, 0, 0))
    assert "the maneuver fails" in told(battle, roll, (Event.MISSES, RED, BLUE))
    attack.total = 20  # it is an older one
    assert "misses Blue" in told(battle, roll, (Event.MISSES, RED, BLUE))


@pytest.mark.rule("D72", "D79")
@pytest.mark.parametrize(
    ("kind", "field", "said"),
    [(Kind.MELEE, "multi", "by Multiweapon"), (Kind.SHOT, "shots", "by Rapid Shot")],
)
def test_D72_attacks_of_one_action_are_named(battle_of, told, kind, field, said):
    battle = battle_of()
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind = RED, BLUE, kind
    event = (Event.ATTACKS, RED, BLUE, kind, SWORD)
    assert said not in told(battle, event)
    attack[field] = 1
    assert said in told(battle, event)


@pytest.mark.rule("RD35")
@pytest.mark.parametrize("ending", list(ENDINGS))
def test_RD35_the_end(battle_of, ending, told):
    winner = 1 if ending == Ending.SIDE_DOWN else NOBODY
    battle = battle_of(ending=ending, winner=winner, over=True)
    text = told(battle, (Event.OVER, NOBODY, NOBODY, ending, winner))
    assert ("Blue wins" in text) == ("draw" not in text) == (winner == 1)

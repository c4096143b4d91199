"""The fight report: sentences of single events, and of events that belong together."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.text.narration import tell_to
from quintain.envs.martial.enums import (
    Condition,
    Ending,
    Event,
    Kind,
    Life,
    Maneuver,
    Manner,
    Peril,
    Reason,
    Taking,
    Trigger,
    TurnAction,
    Window,
)
from quintain.envs.martial.rules.attack_roll.defence import path_bonus
from quintain.envs.martial.rules.attack_roll.modifiers import net_advantage, size_bonus
from quintain.envs.martial.rules.attack_roll.reasons import log_attack_reasons
from quintain.envs.martial.rules.rounds_and_actions.upkeep import end_turn
from quintain.envs.martial.state import NO_FRAME
from quintain.envs.martial.tables import ITEM_NAMES, NONE
from quintain.envs.martial.text.events import FALLS, MANEUVERS, RECOVERS, SUFFERS, TRIGGERS
from quintain.envs.martial.text.names import ENDINGS
from quintain.envs.martial.text.reasons import CHANGES, DICE

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
    Event.HITS: {"what": [Kind.MELEE, Kind.MANEUVER], "amount": [0, 2]},
    Event.MISSES: {"what": [Kind.MELEE, Kind.MANEUVER]},
    Event.FUMBLES: {"what": range(3)},
    Event.PARRIES: {"what": [0, 12], "amount": [15], "dice": [0, 2]},
    Event.INJURES: {"what": range(16), "amount": [1, 3]},
    Event.DESTROYED: {"what": range(16)},
    Event.CONDITION: {"what": SUFFERS, "amount": range(5)},
    Event.CONDITION_OVER: {"what": RECOVERS},
    Event.TURN: {"what": [Life.ALIVE, *FALLS]},
    Event.CHECK: {"target": Peril, "what": [12, 20], "amount": [12, 17, 30], "dice": [15]},
    Event.BLEEDS: {"what": [5], "amount": [2], "dice": [1, 9]},
    Event.STRAIN: {"what": [5], "amount": [2], "dice": [3, 9]},
    Event.FALLS: {"what": FALLS},
    Event.MANEUVER: {"what": [*Maneuver, NONE]},
    Event.TAKES: {"what": Taking, "amount": [SWORD]},
    Event.PRONE: {"what": [0, 1]},
    Event.MODIFIER: {"what": [reason for reason in Reason if reason], "amount": [-2, 1]},
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
    for manner in (Manner.LUNGE, Manner.CLEAVE, Manner.MULTIWEAPON):
        add(f"a blow: {manner.name}", (*blow, manner))
    add("a blow with Stamina", blow, (Event.RIDERS, RED, BLUE, 1, 1))
    for kind, amount in ((Kind.SHOT, BOW), (Kind.THROW, DAGGER)):
        add(kind.name.lower(), (Event.ATTACKS, RED, BLUE, kind, amount))
        add("a Rapid Shot", (Event.ATTACKS, RED, BLUE, kind, amount, Manner.RAPID_SHOT))
    for maneuver in (*Maneuver, NONE):
        add("a maneuver", (Event.ATTACKS, RED, BLUE, Kind.MANEUVER, maneuver))
    add(
        "a Reactive Attack",
        (Event.PROVOKES, RED, BLUE, Trigger.STANDING),
        (Event.REACTS, BLUE, RED),
        (Event.ATTACKS, BLUE, RED, Kind.MANEUVER, Maneuver.SHOVE),
    )
    roll = (Event.ROLLS, RED, BLUE, 19, 23, 16)
    add("one reason", change(Reason.FLANKING, 1), roll)
    balance = change(Reason.FLANKING, 1), change(Reason.COVER, -1)
    add("reasons that balance", *balance, roll)
    add(
        "reasons against",
        *balance,
        change(Reason.EARLIER_ATTACKS, -2),
        change(Reason.SIZE, 2),
        roll,
    )
    add("a path", change(Reason.PATH, -4), roll)
    add("a Parry", change(Reason.EYES, -1), (Event.PARRIES, RED, BLUE, 12, 17, 1))
    add("a check", change(Reason.CONCUSSION, -1), (Event.CHECK, RED, Peril.HEART, 10, 12, 25))
    add("a critical hit", roll, (Event.HITS, RED, BLUE, 0, 2), (Event.CRITICAL, RED, BLUE))
    miss = (Event.ROLLS, RED, BLUE, 1, 5, 16), (Event.MISSES, RED, BLUE)
    fumble = (Event.FUMBLES, RED, BLUE, 1)
    add("a fumble", *miss, fumble)
    add("a fumble, the item named", *miss, fumble, (Event.DROPS, RED, NOBODY, 0, SWORD))
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


@pytest.fixture
def narrated(system):
    """The narration of the last decision."""
    return lambda battle: " ".join(text for text, _ in system.narrate(battle))


def change(reason, amount):
    """A reason for another roll of red."""
    return (Event.MODIFIER, RED, BLUE, reason, amount)


def test_every_table_of_words_is_complete():
    assert set(TRIGGERS) == set(Trigger) - {Trigger.NONE}
    assert set(MANEUVERS) == set(Maneuver)
    assert set(SUFFERS) == set(RECOVERS) == set(Condition) - {Condition.NONE}
    assert set(FALLS) == set(Life) - {Life.ALIVE, Life.DEAD}
    assert set(CHANGES) == set(Reason) - {Reason.NONE}
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}


@pytest.mark.rule("D49", "D97")
def test_D97_a_maneuver_succeeds_or_fails(battle_of, told):
    battle = battle_of()
    roll = (Event.ROLLS, RED, BLUE, 12, 16, 16)
    maneuver = Kind.MANEUVER
    assert "the maneuver succeeds" in told(battle, roll, (Event.HITS, RED, BLUE, maneuver, 0))
    assert "the maneuver fails" in told(battle, roll, (Event.MISSES, RED, BLUE, maneuver))
    assert "misses Blue" in told(battle, roll, (Event.MISSES, RED, BLUE, Kind.MELEE))


@pytest.mark.rule("D20", "D49", "D97", "RD42")
def test_D97_a_blow_with_the_roll_of_an_older_maneuver_is_a_blow(battle_of, attack, narrated):
    """A Reactive Attack of a turn before: the same fighters, the same die, the same total."""
    battle = battle_of([{"held": [], "trained": [], "strength": 3}], [{"natural_armour": 30}])
    attack(battle, "maneuver", maneuver="shove", frame="reaction", faces=[9])
    assert "the maneuver fails" in narrated(battle)
    battle.num_events = 0
    attack(battle, slot=2, faces=[9])
    assert battle.attacks[0].total == battle.attacks[1].total
    assert narrated(battle).endswith("misses Blue.")


@pytest.mark.rule("D72", "D79")
@pytest.mark.parametrize(
    ("red", "verb", "argument", "manner", "said"),
    [
        ({"held": ["sword", "dagger"]}, "multiweapon", None, Manner.MULTIWEAPON, "a Multiweapon"),
        ({"base": "archer", "at": (1, 3)}, "shoot", 3, Manner.RAPID_SHOT, "a Rapid Shot"),
        (
            {"base": "knife_fighter", "at": (3, 3)},
            "rapid_throw",
            2,
            Manner.RAPID_SHOT,
            "in a Rapid Shot",
        ),
    ],
)
def test_D72_every_attack_of_one_action_is_named(
    battle_of, begun, act, events, narrated, red, verb, argument, manner, said
):
    """All that miss: the last one too."""
    battle = begun(battle_of([{"looked": -1, **red}], [{"reactions": 0, "natural_armour": 60}]))
    act(battle, verb, argument, faces=None)
    manners = []
    while battle.window == Window.RIDERS:
        manners += [event[5] for event in events(battle, "attacks")]
        assert said in narrated(battle)
        battle.fighters[0].used = -1  # no more riders: the rest follows at once
        act(battle, "wait", faces=None)
    manners += [event[5] for event in events(battle, "attacks")]
    assert manners == [manner] * (argument or 2)


@pytest.mark.rule(
    "D53", "D56", "D57", "D58", "D59", "D60", "D68", "D72", "D76", "D77", "D79", "RD1"
)
@pytest.mark.parametrize("name", ["skirmish", "beasts", "giant", "shield_wall"])
def test_RD1_the_reasons_of_a_roll_are_its_dice_and_points(random_play, events, name):
    """Random play: the logged reasons agree with the rules of the roll."""
    seen = set()
    for match, _ in random_play(name, 1, 250):
        battle = np.array([match.battle])[0]
        if battle.over or battle.frame == NO_FRAME:
            continue
        attack, battle.num_events, battle.log = battle.attacks[battle.frame], 0, True
        log_attack_reasons(battle, attack)
        found = {what: amount for _, _, _, what, amount, _ in events(battle, "modifier")}
        assert sum(found.get(reason, 0) for reason in DICE) == net_advantage(battle, attack)
        assert found.get(Reason.SIZE, 0) == size_bonus(battle, attack)
        assert found.get(Reason.PATH, 0) == -path_bonus(battle, attack)
        seen |= {*found}
    assert len(seen) > 3


@pytest.mark.rule("D46", "D48", "D54", "D74", "RD38")
@pytest.mark.parametrize(
    ("blue", "reckless", "faces", "said"),
    [
        ({"body": "halfling"}, 0, [18], "is smaller, which gives 1 degree more"),
        ({"body": "two_headed_giant"}, 0, [18], "is larger, which gives 2 degrees fewer"),
        ({}, 2, [18] * 3, "the Reckless Attack gives 2 degrees more"),
        ({"natural_armour": -12}, 0, [1], "the natural 1 gives 1 degree fewer"),
        ({"natural_armour": 60}, 2, [20] * 3, "the natural 20 gives exactly a minor injury"),
    ],
)
def test_D54_what_changes_the_injury_is_told(
    battle_of, attack, narrated, blue, reckless, faces, said
):
    victim = {"held": [], "armour": "none", "dexterity": 0, **blue}
    battle = battle_of([{"strength": 3, "held": ["axe"]}], [victim])
    attack(battle, riders=(0, reckless), faces=faces)
    assert said in narrated(battle).replace("The ", "the ")


@pytest.mark.rule("RD39", "RD40", "RD17")
def test_RD39_draw_pick_up_steal_and_drop_prone_are_told_apart(battle_of, begun, act, narrated):
    battle = begun(battle_of([{"base": "archer", "held": [], "at": (1, 3)}], [{"base": "archer"}]))
    said = {
        "draw": "draws the dagger",
        "drop": "drops the dagger",
        "pick_up_weapon": "picks up the dagger",
        "drop_prone": "drops prone",
    }
    for verb, text in said.items():
        act(battle, verb, faces=None)
        assert text in narrated(battle)


@pytest.mark.rule("D38", "D39", "RD37")
def test_D39_nothing_is_said_of_the_confusion_or_daze_of_one_in_a_coma(battle_of, events):
    fields = {"injuries": {"head": 3}, "dazed": 1, "life": Life.COMA, "prone": True}
    battle = battle_of([fields], ["fighter"])
    end_turn(battle, 0)
    assert events(battle) == []
    assert battle.fighters[0].confused


@pytest.mark.rule("RD35")
@pytest.mark.parametrize("ending", list(ENDINGS))
def test_RD35_the_end(battle_of, ending, told):
    winner = 1 if ending == Ending.SIDE_DOWN else NOBODY
    battle = battle_of(ending=ending, winner=winner, over=True)
    text = told(battle, (Event.OVER, NOBODY, NOBODY, ending, winner))
    assert ("Blue wins" in text) == ("draw" not in text) == (winner == 1)


@pytest.mark.rule("D16", "D17", "RD36")
def test_D16_a_save_against_death_is_told_with_its_sum(battle_of, told):
    text = told(battle_of(), (Event.CHECK, RED, Peril.DEATH, 9, 14, 18))
    assert text == "Red rolls 9 + 5 = 14 against 18 in a Constitution save against death and fails."


@pytest.mark.rule("D15", "D39")
def test_D15_the_unconscious_have_no_turn_in_words(battle_of, told):
    assert told(battle_of(), (Event.TURN, RED, NOBODY, Life.COMA)) == (
        "Red lies unconscious in a coma."
    )


@pytest.mark.rule("RD6", "RD12", "RD7")
def test_RD12_losses_of_stamina_tell_what_is_left(battle_of, told):
    battle = battle_of()
    most = battle.fighters[RED].max_stamina
    text = told(battle, (Event.BLEEDS, RED, NOBODY, 5, 3, 9))
    assert text == f"Red bleeds and loses 3 Stamina (6 of {most} left)."
    text = told(battle, (Event.STRAIN, BLUE, RED, 5, 2, 1))
    assert text.endswith(f"loses 4 Stamina (0 of {most} left, 2 exhaustion points).")


@pytest.mark.rule("D48", "RD39")
def test_D48_a_dropped_weapon_is_told_once(battle_of, attack, narrated):
    battle = battle_of([{"held": ["sword"]}], [{"natural_armour": 30}])
    attack(battle, faces=[1])
    text = narrated(battle)
    assert text.endswith(", misses Blue and drops the sword.")
    assert "loses" not in text


@pytest.mark.rule("D56", "D57")
@pytest.mark.parametrize(("amount", "words"), [(-1, "(cover -1)"), (-2, "(total cover -2)")])
def test_D57_total_cover_is_named(battle_of, told, amount, words):
    cover = (Event.MODIFIER, RED, BLUE, Reason.COVER, amount)
    assert words in told(battle_of(), cover, (Event.ROLLS, RED, BLUE, 9, 12, 14))


# --- What one side may know (XD1, XD2, XD4) -------------------------------------------------------


@pytest.fixture
def told_to(battle_of, told):
    """The narration of events for one side."""

    def tell(side, *events, battle=None):
        battle = battle_of() if battle is None else battle
        tell_to(battle, side)
        return told(battle, *events)

    return tell


BOWED = {"held": ["bow"]}


@pytest.mark.rule("XD4", "RD6", "RD12")
@pytest.mark.parametrize("event", [(Event.BLEEDS, BLUE), (Event.STRAIN, RED, BLUE)])
def test_XD4_an_enemy_loses_stamina_but_none_is_said_to_be_left(told_to, event):
    event = (*event, NOBODY, 5, 3, 9) if len(event) == 2 else (*event, 5, 3, 9)
    assert " left" in told_to("blue", event)
    assert " left" in told_to(None, event)
    assert "Stamina." in told_to("red", event)


@pytest.mark.rule("XD2", "D42")
@pytest.mark.parametrize("found", [0, 1])
def test_XD2_the_other_side_does_not_read_whether_a_heart_is_located(told_to, found):
    event = (Event.LOCATES, RED, BLUE, 18, found, 18 if found else 12)
    assert told_to("blue", event) == "Red looks for Blue's heart."
    assert ("does not locate" in told_to("red", event)) != found


@pytest.mark.rule("XD1", "D77")
@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("red", "Value 16 (creatures in the path +2) and"),
        ("blue", "Value 20 (creatures in"),
        (None, "20"),
    ],
)
def test_XD1_bodies_of_whom_a_shooter_knows_not_are_in_no_value(told_to, side, said):
    path = (Event.MODIFIER, RED, BLUE, Reason.PATH, -6, 4)
    roll = (Event.ROLLS, RED, BLUE, 9, 12, 20), (Event.MISSES, RED, BLUE, Kind.SHOT)
    assert said in told_to(side, path, *roll)


@pytest.mark.rule("XD1", "D3")
def test_XD1_a_side_reads_of_its_own_moves_beside_one_who_hides(battle_of, told_to):
    blue = [{"at": (9, 3)}, {"base": "archer", "at": (5, 3), "hidden": True}]
    battle = battle_of(["guard"], blue)
    move = (Event.MOVES, RED, NOBODY, TurnAction.MOVE, 3)
    assert "5 squares from the blue fighter" in told_to("red", move, battle=battle)
    assert "next to the blue archer" in told_to(None, move, battle=battle)
    order = (Event.INITIATIVE, RED)
    assert "archer" not in told_to("red", order, battle=battle)
    assert "archer" in told_to("blue", order, battle=battle)


@pytest.mark.rule("XD1", "D58", "D76")
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("at", "bow", "word"), [((4, 3), {}, "flanking"), ((2, 3), BOWED, "ally")])
def test_XD1_help_by_a_hidden_ally_is_not_named_to_its_enemies(
    battle_of, attack, narrated, hidden, at, bow, word
):
    battle = battle_of([{"at": at, **bow}, {"at": (6, 3), "hidden": hidden}], [{"at": (5, 3)}])
    attack(battle, "shot" if bow else "melee", faces=[9, 8])
    assert word in narrated(battle)
    tell_to(battle, "red")
    assert word in narrated(battle)
    tell_to(battle, "blue")
    assert (word in narrated(battle)) == (not hidden)
    assert (" dice " in narrated(battle)) == (not hidden)


@pytest.mark.rule("H5", "RD14")
@pytest.mark.parametrize(
    ("flying", "verb", "said"), [(False, "take_off", "by taking off"), (True, "land", "by landing")]
)
def test_H5_taking_off_and_landing_provoke_by_their_names(
    battle_of, begun, act, narrated, flying, verb, said
):
    battle = begun(battle_of([{"base": "sprite", "flying": flying}], ["spearman"]))
    act(battle, verb)
    assert battle.window == Window.REACTIVE_ATTACK
    assert narrated(battle) == f"Red provokes Blue {said}."


@pytest.mark.rule("RD13")
def test_RD13_no_distance_is_told_once_another_fighter_has_moved_on(battle_of, told):
    battle = battle_of([{"at": (3, 3)}], [{"at": (9, 3)}])
    moves = [(Event.MOVES, who, NOBODY, TurnAction.MOVE, 3) for who in (RED, BLUE)]
    assert told(battle, moves[0]) == "Red moves 3 squares, 6 squares from Blue."
    assert told(battle, *moves).startswith("Red moves 3 squares. Blue moves 3 squares, 6 squares")


@pytest.mark.rule("RD13", "RD14", "H5")
@pytest.mark.parametrize(
    ("before", "after", "fields", "gait"),
    [
        ((Event.PRONE, RED), (), {"prone": True}, "is stopped after"),
        ((), (Event.PRONE, RED), {"prone": True}, "moves"),
        ((), (Event.PRONE, BLUE), {"prone": True}, "is stopped after"),  # fell a decision before
        ((Event.PRONE, RED), (Event.STANDS, RED), {}, "is stopped after"),
        ((), (Event.FLIES, RED, NOBODY, 2), {"prone": True}, "flies"),
        ((Event.FLIES, RED, NOBODY, 2), (), {"prone": True}, "is stopped after"),
        ((), (Event.FLIES, RED, NOBODY, 1), {"flying": True}, "moves"),
    ],
)
def test_RD13_a_fall_after_a_move_does_not_stop_it(battle_of, told, before, after, fields, gait):
    move = (Event.MOVES, RED, NOBODY, TurnAction.MOVE, 3)
    text = told(battle_of([fields]), *filter(None, (before, move, after)))
    assert f"Red {gait} 3 squares" in text

"""Consequences of a written state: drawn where it is silent, and it is refused where it differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.sheet_keys import Speaker
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match
from quintain.envs.platemail.enums import Act

pytestmark = pytest.mark.interpreted

BATTLES, MOST_DECISIONS = 3, 150
"""Battles of each scenario, and decisions of a battle, whose states are compared."""


def begun(system: System, states: dict[str, Any], folder: Path, **now: Any) -> np.record:
    """A skirmish that begins with states of its fighters (`red 1`), as a battle record."""
    data = system.load_scenario("skirmish").model_dump(mode="json", exclude_defaults=True)
    for side in ("red", "blue"):
        for place, seat in enumerate(data[side], 1):
            seat.pop("name", None)
            if f"{side} {place}" in states:
                seat["state"] = states[f"{side} {place}"]
    file = folder / "state.yaml"
    file.write_text(yaml.safe_dump(data | {"now": now}), encoding="utf-8")
    match = Match(system, str(file))
    match.reset(7)
    return match.battle


def decisions(system: System, scenario: str, seed: int) -> Any:
    """The battles of a match of random choices whose decisions a file can hold."""
    match, chance = Match(system, scenario, log=False), np.random.default_rng(seed)
    match.reset(seed)
    while not match.is_over and match.battle.decisions < MOST_DECISIONS:
        if system.scenario_model.sheet.is_open(match.battle):
            yield match
        match.step(int(chance.choice(match.mask.nonzero()[0])))


def pairs(one: np.record, other: np.record) -> list[tuple[Any, Any]]:
    """The records of two battles and those of their fighters."""
    return [
        (one, other),
        *((one.fighters[at], other.fighters[at]) for at in range(one.num_fighters)),
    ]


@pytest.mark.parametrize("name", system_names())
def test_nothing_follows_from_a_state_that_occurs_in_battle(name):
    system = get_system(name)
    sheet, seen = system.scenario_model.sheet, 0
    names = {key.name for key in sheet.fighter}
    for scenario in system.scenario_names():
        for seed in range(BATTLES):
            for match in decisions(system, scenario, seed):
                after, speaker = match.battle.copy(), Speaker(match.scenarios[0])
                for number in range(after.num_fighters):
                    assert list(sheet.follow(after, number, names)) == []
                for one, other in pairs(match.battle, after):
                    keys, fields = (
                        (sheet.battle, sheet.battle_fields)
                        if "fighters" in one.dtype.names
                        else (sheet.fighter, sheet.fighter_fields)
                    )
                    for key in keys:
                        was, now = (key.read(each, fields, speaker) for each in (one, other))
                        assert was == now, (scenario, seed, match.battle.decisions, key.name)
                assert list(sheet.problems(after)) == [], (scenario, seed, match.battle.decisions)
                seen += 1
    assert seen > 20 * len(system.scenario_names())


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        (
            "martial",
            {"injuries": {"head": 4}, "life": "alive"},
            "red 1 cannot have life: alive; from the rest of the state follows life: dead (D15,",
        ),
        ("martial", {"injuries": {"heart": 2}, "life": "coma"}, "follows life: dead"),
        ("martial", {"injuries": {"head": 3}}, "write whether life is alive, knocked_out or coma"),
        ("martial", {"injuries": {"left arm": 30}}, "follows injuries: {left arm: 3} (D26-D44)"),
        (
            "martial",
            {"injuries": {"left leg": 1, "right leg": 1}, "prone": False},
            "red 1 cannot have prone: false; from the rest of the state follows prone: true (D59",
        ),
        ("martial", {"injuries": {"heart": 1}, "sickened": False}, "follows sickened: true (D43)"),
        ("martial", {"injuries": {"head": 2}, "confused": False}, "follows confused: true (D38)"),
        ("martial", {"injuries": {"left arm": 2}, "held": ["sword"]}, "follows held: []"),
        ("martial", {"exhaustion": 0, "life": "alive"}, "follows life: exhaustion (D15, D18"),
        ("martial", {"life": "exhaustion", "stamina": 5}, "follows stamina: 0 (D11)"),
        ("martial", {"life": "dead", "prone": False}, "follows prone: true (D59, D60)"),
        ("martial", {"life": "knocked_out"}, "knocked out by 3 injuries of the head alone"),
        ("martial", {"flying": True}, "red 1 has the body of a human and cannot fly"),
        ("martial", {"reactions": 9}, "red 1 has more reactions than the"),
        ("martial", {"life": "dead", "ap": 2}, "follows ap: 0 (D62)"),
        ("martial", {"exhaustion": 90}, "red 1 has more exhaustion points than its pool of"),
        ("martial", {"held": ["spear", "shield"]}, "cannot hold spear and shield"),
        (
            "martial",
            {"held": ["sword"], "shield_ready": True},
            "red 1 cannot have shield_ready: true; from the rest of the state follows "
            "shield_ready: false (D84)",
        ),
        ("martial", {"held": ["sword"], "damaged": [2]}, "follows held: [] (RD18)"),
        ("martial", {"pack": ["axe"], "damaged_pack": [2]}, "follows pack: [] (RD39)"),
        ("martial", {"held": [], "damaged": [1]}, "follows damaged: []"),
        ("martial", {"stunned": 1, "held": ["sword"]}, "follows held: [] (RD18)"),
        ("martial", {"stunned": 1, "ap": 2}, "follows ap: 0 (D62)"),
        ("martial", {"acted": False, "reactions": 1}, "follows reactions: 0 (D89)"),
        ("mythic_epoch", {"damage": 90, "hand": "sword"}, "follows hand: unarmed (RM27)"),
        ("mythic_epoch", {"hand": "sword", "loaded": False}, "follows loaded: true (RM9)"),
        (
            "mythic_epoch",
            {"hand": "sword", "aims_at": "blue 1"},
            "red 1 cannot have aims_at: blue 1; from the rest of the state follows aims_at: ",
        ),
        (
            "mythic_epoch",
            {"hand": "bow", "status": "off_guard", "aims_at": "blue 1"},
            "nobody (M17",
        ),
        ("mythic_epoch", {"hand": "bow", "aims_at": "red 2"}, "aims_at of its own side"),
        ("mythic_epoch", {"last_target": "red 2"}, "last_target of its own side"),
        ("mythic_epoch", {"carried": "unarmed"}, "follows carried: none (RM27)"),
        ("wildroll", {"wounds": {"critical": 9}}, "follows wounds: {critical: "),
        (
            "wildroll",
            {"life": "unconscious", "posture": "standing"},
            "red 1 cannot have posture: standing; from the rest of the state follows posture:",
        ),
        ("wildroll", {"life": "dead", "holding": ["blue 1"]}, "follows holding: [] (W88, RW34)"),
        ("wildroll", {"holding": ["blue 1"]}, "follows holding: []"),
        (
            "wildroll",
            {"wounds": {"fatal": 1}, "readied": "standard"},
            "follows readied: none (W80)",
        ),
        ("wildroll", {"helpless_rounds": 2, "defending": True}, "follows defending: false (W78)"),
        ("wildroll", {"dying_rounds": 3}, "follows dying_rounds: 0 (RW11)"),
        ("wildroll", {"fatigue": 3, "stamina": 30}, "red 1 cannot have stamina: 30; from the rest"),
        ("wildroll", {"mana": 30}, "follows mana: 0 (W15)"),
        ("wildroll", {"invested": 9}, "follows invested: 0 (W16)"),
        ("wildroll", {"effects": ["first"]}, "follows effects: [] (W111)"),
        ("wildroll", {"held": ["great_weapon", "shield"]}, "has 2 hands and cannot hold"),
        (
            "platemail",
            {"wounds": 4, "life": "able"},
            "red 1 cannot have life: able; from the rest of the state follows life: "
            "fatally_wounded (P46-P49)",
        ),
        (
            "platemail",
            {"life": "dead", "wounds": 3},
            "falls only by more Wounds than its maximum of 3",
        ),
        ("platemail", {"life": "stable", "dazed": 2}, "follows dazed: 0 (P103)"),
        ("platemail", {"countdown": 2}, "follows countdown: none (RP12)"),
        ("platemail", {"wounds": 4, "countdown": 3}, "less than its 3 Max Wounds in rounds until"),
        (
            "platemail",
            {"limbs": ["right_arm"], "hand": "sword"},
            "follows hand: unarmed (RP38)",
        ),
        ("platemail", {"limbs": ["left_arm"], "shield": "buckler"}, "follows shield: none (RP38)"),
        ("platemail", {"limbs": ["left_arm"], "hand": "pike"}, "follows hand: unarmed (RP38)"),
        ("platemail", {"limbs": ["left_leg"], "prone": False}, "follows prone: true (RP10)"),
        (
            "platemail",
            {"hand": "great_sword", "shield": "shield"},
            "red 1 cannot hold great sword and shield in two hands: write second and shield",
        ),
        (
            "platemail",
            {"carried_hand": "pike", "carried_shield": "shield"},
            "cannot hold pike and shield in two hands: write carried_second and carried_shield",
        ),
        (
            "platemail",
            {"hand": "sword", "second": "dart", "shield": "none"},
            "has a dart in the left hand: write second (RP19)",
        ),
        (
            "platemail",
            {"carried_hand": "none", "carried_shield": "shield"},
            "in the other set and no weapon: write carried_hand",
        ),
        ("platemail", {"hand": "sword", "stock": 2}, "follows stock: 0 (RP38)"),
        ("platemail", {"hand": "javelin", "stock": 0}, "follows hand: unarmed (RP38)"),
        (
            "platemail",
            {"carried_hand": "dart", "carried_shield": "none", "carried_stock": 0},
            "carries the last weapon that it has thrown: write carried_hand: unarmed (RP38)",
        ),
        ("platemail", {"hand": "sword", "loaded": False}, "follows loaded: true (P120)"),
        ("platemail", {"mends": 2}, "follows mends: 0 (RP23)"),
        ("platemail", {"prepared": "bolt"}, "follows prepared: none (RP37)"),
        ("platemail", {"focus": "blue 1"}, "follows focus: nobody (RP37)"),
        ("platemail", {"entrapped": ["blue 2"]}, "follows entrapped: [] (RP47)"),
        ("platemail", {"entrapped": ["net"]}, "follows entrapped: [] (RP47)"),
        ("platemail", {"terror": 2}, "follows terror: 0 (P90)"),
        (
            "platemail",
            {"aimed": True, "acted": "move", "hand": "dart"},
            "follows acted: aim (P50-P90)",
        ),
        ("platemail", {"aimed": True, "hand": "sword"}, "follows aimed: false (P66)"),
        ("platemail", {"hidden_from": ["red 2"]}, "follows hidden_from: [] (RP36)"),
        ("platemail", {"hidden_from": ["blue 1"], "acted": "sprint"}, "hidden_from: [] (RP36)"),
        ("platemail", {"struck": ["blue 1"]}, "follows struck: [] (P58)"),
        ("platemail", {"seen_by": ["red 2"]}, "follows seen_by: [] (XP4)"),
        ("platemail", {"seen_casting": ["blue 1"]}, "follows seen_casting: [] (P19)"),
        ("platemail", {"attacked": ["red 2"]}, "follows attacked: [] (RP16)"),
        ("platemail", {"stealth_roll": 23}, "rolls at most 20 + 0 for Stealth (RP4)"),
        (
            "platemail",
            {"at": [7, 4]},
            "in a wall or a closed door: write at (RP40)",
        ),
        ("heimr", {"hp": 9}, "red 1 has more HP than its maximum of 4 (RH1)"),
        ("heimr", {"wp": 9}, "red 1 has more WP than its maximum of 8 (RH1)"),
        ("heimr", {"hp": 0}, "write injured, the parts that the dice have chosen (H32, H116)"),
        ("heimr", {"hp": 3, "injured": ["torso"]}, "follows injured: [] (H32)"),
        ("heimr", {"hp": 2, "dying": 4}, "follows dying: 0 (H34, H35, RH19)"),
        ("heimr", {"hp": 2, "stable": True}, "follows stable: false (H36)"),
        (
            "heimr",
            {"hp": -4, "injured": ["left_leg"], "life": "awake"},
            "follows life: unconscious (H129, H130, RH5)",
        ),
        ("heimr", {"hp": -6, "injured": ["torso"], "life": "unconscious"}, "follows life: dead"),
        ("heimr", {"life": "unconscious"}, "red 1 faints at -4 HP, not stable: write hp"),
        ("heimr", {"life": "dead", "hp": 2}, "dies of its wounds alone: write hp (H34, H35)"),
        ("heimr", {"life": "surrendered"}, "gives up only when injured: write hp and injured"),
        ("heimr", {"life": "dead", "upcoming": "breather_later"}, "follows upcoming: none (H82)"),
        (
            "heimr",
            {"hp": 0, "injured": ["sword_arm"], "held": ["medium"]},
            "follows held: [] (H107)",
        ),
        ("heimr", {"hp": 0, "injured": ["left_leg"], "prone": False}, "follows prone: true"),
        ("heimr", {"hp": 0, "injured": ["left_leg"], "armour_wear": 0}, "armour_wear: 1 (RH4)"),
        ("heimr", {"fatigue": 2}, "follows fatigue: 4 (H69)"),
        ("heimr", {"seconds": {"hit": 3}}, "follows seconds: {} (H60)"),
        ("heimr", {"seconds": {"weaken": 1}}, "follows seconds: {} (H60)"),
        ("heimr", {"seconds": {"stumble": 4}}, "has seconds of Stumble left: write stumble_side"),
        ("heimr", {"bind_part": "torso"}, "follows bind_part: none (H28)"),
        ("heimr", {"seconds": {"fall": 4}, "prone": False}, "follows prone: true (H127)"),
        ("heimr", {"seconds": {"daze": 4}, "guard": "place"}, "follows guard: nothing (RH25)"),
        ("heimr", {"guarded": "red 2"}, "follows guarded: none (RH25)"),
        ("heimr", {"guard": "ally", "guarded": "blue 1"}, "guards an ally: write guarded (RH25)"),
        ("heimr", {"prone": True, "guard": "place"}, "follows guard: nothing (RH25)"),
        ("heimr", {"upcoming": "crawl"}, "follows upcoming: none (H82)"),
        ("heimr", {"readied": "move"}, "waits for an event: write trigger (H46)"),
        (
            "heimr",
            {"readied": "move", "trigger": "attacks_ally", "trigger_by": "blue 1"},
            "names one whose acts are no such event: write trigger_by (RH37)",
        ),
        ("heimr", {"held": ["great", "buckler"]}, "has both hands on great, none for buckler"),
        ("heimr", {"held": ["buckler"]}, "cannot hold buckler in this hand: write held (H107)"),
        ("heimr", {"held": ["medium"], "missile": True}, "follows missile: false (RH29)"),
        ("heimr", {"missiles": 120}, "more missiles than the 100 of a quiver and one in hand"),
        ("heimr", {"held": [], "defence": "parry", "defence_d6": 3}, "follows defence: none"),
        ("heimr", {"defence": "dodge"}, "write defence_d6 and defence_value (H106)"),
        ("heimr", {"defence_value": 5}, "follows defence_value: 0 (H106)"),
        ("heimr", {"conceal": 7}, "follows conceal: 0 (RH51)"),
        ("heimr", {"concealed_item": 2}, "follows concealed_item: -1 (H101)"),
        ("heimr", {"hide": 7}, "follows hide: 0 (H95, H135)"),
        ("heimr", {"found_by": ["red 2"]}, "follows found_by: [] (RH49, RH50)"),
        ("heimr", {"treated_by": "red 2"}, "follows treated_by: nobody (RH58)"),
        ("heimr", {"raging": 2}, "follows raging: 0 (RH62)"),
        ("heimr", {"power_used": True}, "follows power_used: false (RH62)"),
        ("heimr", {"spent": {"focused_shot": 1}}, "follows spent: {} (RH62)"),
        ("heimr", {"gap": 2}, "follows gap: 0 (RH55)"),
        ("heimr", {"exit": [0, 0]}, "follows exit: nowhere (RH55)"),
        ("heimr", {"flees": True}, "leaves the field by a square with an exit: write exit (RH55)"),
        ("heimr", {"cluster": "red 1"}, "follows cluster: nobody (H51)"),
        ("heimr", {"held_part": "torso"}, "follows held_part: none (H113)"),
        ("heimr", {"height": 2}, "follows height: 0 (H151)"),
    ],
)
def test_a_state_that_the_rules_exclude_is_refused(name, state, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system(name), {"red 1": state}, tmp_path)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "state", "expected"),
    [
        ("martial", {"injuries": {"head": 4}}, {"life": "dead", "prone": True, "ap": 0}),
        ("martial", {"exhaustion": 0}, {"life": "exhaustion", "stamina": 0, "prone": True}),
        ("martial", {"injuries": {"heart": 1, "head": 2}}, {"sickened": True, "confused": True}),
        ("martial", {"injuries": {"left foot": 1, "right foot": 1}}, {"prone": True}),
        ("martial", {"injuries": {"head": 3}, "life": "alive"}, {"life": "alive", "prone": False}),
        ("martial", {"injuries": {"head": 2}, "stunned": 2}, {"confused": False, "stunned": 2}),
        ("martial", {"life": "dead"}, {"prone": True, "ap": 0}),
        ("martial", {"dazed": 1}, {"ap": 1}),
        ("martial", {"stunned": 1}, {"ap": 0, "held": [], "shield_ready": False}),
        ("martial", {"reactions": 1}, {"acted": True}),
        ("martial", {"dazed": 1, "ap": 2}, {"ap": 2}),
        ("mythic_epoch", {"damage": 90}, {"hand": "unarmed", "partner": "nobody"}),
        ("mythic_epoch", {"hand": "bow", "aims_at": "blue 1"}, {"aims_at": "blue 1"}),
        ("wildroll", {"wounds": {"fatal": 1}}, {"dying": True, "posture": "prone"}),
        ("wildroll", {"wounds": {"fatal": 1}, "dying": False}, {"dying": False}),
        ("wildroll", {"life": "unconscious"}, {"posture": "prone", "defending": False}),
        (
            "platemail",
            {"wounds": 5},
            {"life": "fatally_wounded", "countdown": 2},
        ),
        ("platemail", {"life": "dead"}, {"wounds": 4}),
        ("platemail", {"life": "fatally_wounded"}, {"wounds": 4, "countdown": 2}),
        ("platemail", {"life": "fatally_wounded", "countdown": 0}, {"countdown": 0}),
        ("platemail", {"limbs": ["right_leg"]}, {"prone": True}),
        (
            "platemail",
            {"limbs": ["right_arm"]},
            {"hand": "unarmed", "shield": "shield"},
        ),
        ("platemail", {"limbs": ["left_arm", "right_arm"]}, {"hand": "unarmed", "shield": "none"}),
        (
            "platemail",
            {"limbs": ["left_arm"], "hand": "unarmed", "carried_hand": "dart", "shield": "buckler"},
            {"shield": "buckler", "carried_stock": 3},
        ),
        ("platemail", {"hand": "javelin", "shield": "none"}, {"stock": 3}),
        ("platemail", {"hand": "light_crossbow", "shield": "none"}, {"loaded": True}),
        ("platemail", {"aimed": True, "hand": "dart"}, {"acted": "aim"}),
        ("heimr", {"life": "dead"}, {"hp": -6, "prone": True, "armour_wear": 1}),
        (
            "heimr",
            {"hp": -4, "injured": ["right_leg"]},
            {"life": "unconscious", "prone": True, "defence": "none"},
        ),
        (
            "heimr",
            {"hp": -4, "injured": ["right_leg"], "stable": True},
            {"life": "awake", "prone": True, "stable": True},
        ),
        ("heimr", {"hp": -2, "injured": ["torso"], "dying": 150}, {"life": "unconscious"}),
        (
            "heimr",
            {"hp": 0, "injured": ["sword_arm"], "held": ["none", "buckler"]},
            {"held": ["none", "buckler"], "armour_wear": 1},
        ),
        ("heimr", {"seconds": {"fall": 2}}, {"prone": True}),
        ("heimr", {"life": "fled"}, {"at": "nowhere"}),
    ],
)
def test_what_follows_by_the_rules_is_drawn(name, state, expected, tmp_path):
    system = get_system(name)
    battle = begun(system, {"red 1": state}, tmp_path)
    sheet, speaker = system.scenario_model.sheet, Speaker(system.load_scenario("skirmish"))
    keys = {key.name: key for key in sheet.fighter}
    for key, value in expected.items():
        assert keys[key].read(battle.fighters[0], sheet.fighter_fields, speaker) == value, key


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ("bound", "grappled", "red 1 is bound, so its partner must be bound"),
        ("pinned", "pinned", "red 1 is pinned, so its partner must be grappled"),
        ("grappled", "bound", "red 1 is grappled, so its partner must be grappled or pinned"),
        ("grappled", "grappled", "red 1 is grappled but its partner is more than 1 squares away"),
        ("bound", "bound", "red 1 is bound but its partner is more than 2 squares away"),
    ],
)
def test_RM20_partners_are_held_alike_and_near(one, other, message, tmp_path):
    states = {
        "red 1": {"status": one, "partner": "blue 1"},
        "blue 1": {"status": other, "partner": "red 1"},
    }
    with pytest.raises(ScenarioError) as error:
        begun(get_system("mythic_epoch"), states, tmp_path)
    assert message in str(error.value)


HELD = {"grapple": "blue 1", "at": [2, 0]}
HOLDS = {"grapple": "red 1", "is_grappler": True}


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"at": [2, 0]}, "blue 1": {"at": [2, 0]}},
            "blue 1 shares its square with another: write at (RD47)",
        ),
        ({"red 1": {"at": [5, 2]}}, "red 1 is on an obstacle that it cannot climb: write at (H6)"),
        (
            {"red 1": HELD, "blue 1": {**HOLDS, "at": [7, 0]}},
            "cannot have grapple: blue 1; from the rest of the state follows grapple: nobody (RD17",
        ),
        (
            {"red 1": HELD, "blue 1": {**HOLDS, "at": [4, 0], "held": ["sword"]}},
            "follows grapple: nobody (RD17)",
        ),
    ],
)
def test_RD17_fighters_are_where_they_can_stand_and_hold(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("martial"), states, tmp_path)
    assert message in str(error.value)


def test_RD17_a_long_weapon_holds_farther(tmp_path):
    states = {"red 1": HELD, "blue 1": {**HOLDS, "at": [4, 0], "held": ["spear"]}}
    battle = begun(get_system("martial"), states, tmp_path)
    assert battle.fighters[0].grapple != NOBODY


def test_W32_only_the_surrounded_can_be_flanked(tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("wildroll"), {}, tmp_path, flanked=["red 1"])
    message = (
        "the battle cannot have flanked: [red 1]; from the rest of the state follows flanked: []"
    )
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ({"round": 20, "quiet_rounds": 15}, "the battle would be over after 15 such rounds"),
        ({"round": 2, "quiet_rounds": 5}, "at most the rounds that are over, got 5: write round"),
    ],
)
def test_RP30_quiet_rounds_that_no_battle_has_are_refused(now, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("platemail"), {}, tmp_path, **now)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"at": [2, 2]}, "red 2": {"at": [2, 2]}},
            "red 2 shares its square with another who is able to act: write at (RP33)",
        ),
        (
            {"red 1": {"carrying": "blue 1"}, "blue 1": {"carried_by": "red 1"}},
            "red 1 can carry no enemy who is able to act: write carrying: nobody (RP42)",
        ),
        (
            {"red 1": {"carrying": "red 2", "wounds": 4}, "red 2": {"carried_by": "red 1"}},
            "red 1 is carried or unable to act, and cannot carry",
        ),
        (
            {
                "red 1": {"carrying": "red 2", "acted": "sprint"},
                "red 2": {"carried_by": "red 1"},
            },
            "red 1 cannot have acted: sprint; from the rest of the state follows acted: rescue",
        ),
    ],
)
def test_RP42_fighters_whose_states_exclude_each_other_are_refused(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("platemail"), states, tmp_path)
    assert message in str(error.value)


def test_RP42_carried_fighters_are_where_their_carriers_are(tmp_path):
    states = {
        "red 1": {"carrying": "red 2", "at": [4, 4]},
        "red 2": {"carried_by": "red 1"},
    }
    red = begun(get_system("platemail"), states, tmp_path).fighters
    assert (red[1].x, red[1].y) == (4, 4)
    assert (red[0].acted, red[1].acted) == (Act.RESCUE, Act.CARRIED)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red 1": {"holds": "blue 1", "at": [0, 0]}, "blue 1": {"held_by": "red 1"}},
            "red 1 holds one in another square: write at (RH44)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "at": [1, 1], "held": []},
                "blue 1": {"held_by": "red 1", "at": [1, 1]},
            },
            "blue 1 is held by a part that the dice have chosen: write held_part (H113)",
        ),
        (
            {
                "red 1": {"holds": "red 2", "at": [1, 1], "held": []},
                "red 2": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 holds one of its own side: write holds (H112)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "at": [1, 1], "held": ["great"]},
                "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 holds with a hand that holds nothing else: write held (RH44)",
        ),
        (
            {
                "red 1": {"holds": "blue 1", "seconds": {"daze": 2}, "at": [1, 1]},
                "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
            },
            "red 1 cannot have holds: blue 1; from the rest of the state follows holds: nobody",
        ),
        (
            {"red 1": {"cluster": "red 1"}, "blue 1": {"cluster": "red 1"}},
            "blue 1 is in a cluster with one in another square: write at and cluster (H51)",
        ),
        (
            {"red 1": {"chases": "blue 1", "exit": [0, 0]}},
            "red 1 leaves the field by a square with an exit: write exit (RH55)",
        ),
    ],
)
def test_H112_opponents_whose_states_exclude_each_other_are_refused(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("heimr"), states, tmp_path)
    assert message in str(error.value)


def test_RH38_a_hold_puts_both_fighters_into_one_cluster(tmp_path):
    states = {
        "red 1": {"holds": "blue 1", "at": [1, 1], "held": ["medium"]},
        "blue 1": {"held_by": "red 1", "held_part": "torso", "at": [1, 1]},
    }
    fighters = begun(get_system("heimr"), states, tmp_path).fighters
    assert fighters[0].cluster == fighters[3].cluster >= 0


def test_RH42_the_item_of_an_injured_arm_lies_on_the_ground(tmp_path):
    states = {"red 1": {"hp": 0, "injured": ["sword_arm"], "at": [0, 0]}}
    battle = begun(get_system("heimr"), states, tmp_path)
    assert battle.fighters[0].held[0] == -1
    assert (battle.ground_item[0] >= 0, battle.ground_location[0]) == (True, 0)


def test_H65_the_dazed_cannot_have_the_turn(tmp_path):
    states = {"red 1": {"hp": 0, "injured": ["torso"]}}
    with pytest.raises(ScenarioError, match="red 1 is out of action, dazed or in a chase"):
        begun(get_system("heimr"), states, tmp_path, turn="red 1")

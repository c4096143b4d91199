"""Heuristics do what their names say, in positions set up by hand."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.heuristics.martial import choose
from quintain.agents.heuristics.martial.action_value import (
    blow_with,
    parry_worth,
    worth_saved_by_dv,
)
from quintain.agents.heuristics.martial.body_parts import CRIPPLING, PLAIN, worth_of_part
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.martial.actions.masks import legal_action_mask
from quintain.envs.martial.actions.table import (
    argument_of,
    num_actions,
    verb_of,
)
from quintain.envs.martial.enums import (
    Kind,
    Maneuver,
    Verb,
)

pytestmark = pytest.mark.interpreted

CLOSE = [{"at": (5, 3)}, {"at": (5, 4)}]


@pytest.fixture
def chosen(battle_of, begun):
    """``chosen(name, red, blue)``: verb and argument of a heuristic in red_0's turn."""

    def build(name, red, blue):
        battle = begun(battle_of([red], blue))
        mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
        legal_action_mask(battle, mask)
        action = int(
            choose(battle, get_system("martial").policies[name], mask, seed_rng_states(1, 1)[0])
        )
        assert mask[action]
        return Verb(int(verb_of(action))), int(argument_of(action))

    return build


@pytest.mark.parametrize(
    ("stamina", "attacks", "verb"),
    [(12, 0, Verb.STRIKE), (12, 1, Verb.STRIKE), (3, 0, Verb.STRIKE), (3, 1, Verb.READY_SHIELD)],
)
def test_a_defender_strikes_twice_while_it_can_parry_and_then_once(chosen, stamina, attacks, verb):
    me = {"held": ["sword", "shield"], "stamina": stamina, "attacks": attacks}
    assert chosen("defender", {**me, "action_points": 3 - attacks}, CLOSE[:1])[0] == verb


@pytest.mark.parametrize(
    ("me", "verb", "argument"),
    [
        ({"held": ["bow"]}, Verb.SHOOT, 2),
        ({"held": ["bow"], "attacks": 1, "action_points": 2}, Verb.SHOOT, 1),
        ({"held": ["crossbow"], "loaded": 1}, Verb.SHOOT, 1),
        ({"held": ["crossbow"], "loaded": 0}, Verb.RELOAD, 0),
    ],
)
def test_an_archer_shoots_as_many_arrows_as_its_weapon_allows(chosen, me, verb, argument):
    assert chosen("archer", me, [{"at": (5, 12)}]) == (verb, argument)


@pytest.mark.parametrize("name", ["archer", "brawler", "defender"])
def test_a_bow_that_cannot_shoot_is_not_thrown(chosen, name):
    me = {"held": ["crossbow"], "loaded": 0, "action_points": 1}
    assert chosen(name, me, [{"at": (5, 12)}])[0] not in (Verb.THROW, Verb.RAPID_THROW)


@pytest.mark.parametrize(("foes", "maneuver"), [(1, Maneuver.TRIP), (2, Maneuver.SHOVE)])
def test_a_wrestler_shoves_one_of_several_away(chosen, foes, maneuver):
    assert chosen("wrestler", {}, CLOSE[:foes]) == (Verb.MANEUVER, maneuver)


@pytest.mark.rule("D94")
def test_a_crippler_wants_feet_first_and_then_hands(battle_of, part_number):
    fresh = battle_of([{}], [{}]).fighters[1]
    lame = battle_of([{}], [{"injuries": {"foot": [1, 1]}}]).fighters[1]
    for fighter, first, then in ((fresh, "foot", "hand"), (lame, "hand", "eye")):
        worths = [
            worth_of_part(fighter, part_number(fighter, kind, 0), 1, CRIPPLING)
            for kind in (first, then)
        ]
        assert worths[0] > worths[1]


@pytest.mark.rule("XD2")
@pytest.mark.parametrize("degrees", [4, 5, 6])
def test_no_heuristic_uses_what_an_enemy_knows_of_hearts(battle_of, degrees):
    worths = []
    for located in (0, 1):
        battle = battle_of([{"base": "giant"}], [{"at": (5, 3), "located": located}])
        blow = blow_with(1, 0, Kind.MELEE, battle.fighters[1].held[0], 0)
        attack = battle.attacks[0]
        attack.attacker, attack.target, attack.weapon = 1, 0, blow.weapon
        attack.degrees, attack.total, attack.reckless = degrees, 18, 2
        battle.frame = 0
        guard = worth_saved_by_dv(battle, blow, 3, 1, PLAIN)
        worths.append((int(parry_worth(battle, 0, 0, PLAIN)), int(guard)))
    assert worths[0] == worths[1]
    assert min(worths[0]) > 0


@pytest.mark.rule("XD1", "D58")
@pytest.mark.parametrize("hidden", [False, True])
def test_no_heuristic_uses_an_undetected_flank(battle_of, hidden):
    worths = []
    for place in ((3, 3), (20, 3)):
        ally = {"at": place, "hidden": hidden}
        battle = battle_of([{"at": (4, 3)}], [{"at": (5, 3)}, ally])
        blow = blow_with(1, 0, Kind.MELEE, battle.fighters[1].held[0], 0)
        worths.append(int(worth_saved_by_dv(battle, blow, 3, 1, PLAIN)))
    assert (worths[0] == worths[1]) == hidden

"""The parts of a phase in which attacks are rolled."""

from __future__ import annotations

from quintain.envs.platemail.enums import Act, Life, Spell
from quintain.envs.platemail.rules.guards import SPELL_WEAPON
from quintain.envs.platemail.tables import WEAPON_NAMES

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
BOLT = SPELL_WEAPON + Spell.BOLT
LOW = "...............\n" * 3 + "{}\n" + "...............\n" * 3


def begin(battle, **acts):
    """Begin a phase: all able and Ready in their places; `r0=Act.COUNTER` gives an action."""
    battle.phase = 1
    for actor in range(battle.num_fighters):
        fighter, phase = battle.fighters[actor], battle.phases[actor]
        phase.able = fighter.life == Life.ABLE
        phase.ready = phase.able
        phase.act = Act.DEFEND
        phase.start_x, phase.start_y = fighter.x, fighter.y
    for name, act in acts.items():
        battle.phases[int(name[1:])].act = act
    return battle


def aim_at(battle, attacker, target, second=None, verb=-1):
    """Write a phase's targets."""
    phase = battle.phases[attacker]
    phase.target = target
    phase.second_target = target if second is None else second
    phase.verb = verb
    return battle


def act(battle, attacker, action, target=1, second=None, verb=-1):
    """Begin a phase with one attacker's action."""
    begin(battle)
    battle.phases[attacker].act = action
    return aim_at(battle, attacker, target, second, verb)


def noted(battle, actor):
    """Wounds noted, by Penetration."""
    return {p: int(n) for p, n in enumerate(battle.phases[actor].wounds) if n}

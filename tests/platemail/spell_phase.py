"""Casters, and the parts of a phase in which spells are cast."""

from __future__ import annotations

from quintain.envs.platemail.actions.table import ACTS
from quintain.envs.platemail.enums import Verb
from quintain.envs.platemail.rules.attacks import attack_all
from quintain.envs.platemail.rules.spells import release_all
from quintain.envs.platemail.tables import SPELL_NAMES

ALL = list(SPELL_NAMES)
BEHIND = "\n".join(["............"] * 3 + ["......#....."] + ["............"] * 2)


def does(verb: int, target: int = -1, **more: int) -> dict:
    """A fighter who carries out a verb."""
    phase = {"verb": verb, "act": int(ACTS[verb]), "target": target, "able": 1}
    return {"phase": {**phase, **more}}


def caster(spell: int, verb: int = Verb.RELEASE, target: int = 1, **more) -> dict:
    """A fighter who releases a spell, with a hand free."""
    return {"spells": ALL, "prepared": int(spell), **does(verb, target), **more}


def placed(battle):
    """Record all positions as those at the beginning of the phase."""
    battle.phase = 1
    for actor in range(battle.num_fighters):
        battle.phases[actor].start_x = battle.fighters[actor].x
        battle.phases[actor].start_y = battle.fighters[actor].y
    return battle


def release(battle):
    """All releases: a Bolt is one of the attacks."""
    attack_all(battle)
    release_all(battle)

"""Placing the fencers."""

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine import battle as header
from quintain.envs.core.engine.dice import die

from .enums import Verb
from .step import begin_turn, play_on


@njit(shared=True)
def deploy(battle, template):
    """Place the fencers, roll for the first turn, play to the first decision (B1, B2)."""
    header.clear_header(battle)
    header.seat_fighters(battle, template.red, template.blue, template.max_side)
    battle.round_limit, battle.width = template.round_limit, template.width
    battle.announced, battle.target = Verb.WAIT, header.NOBODY
    for number in range(header.MAX_FIGHTERS):
        fencer = battle.fighters[number]
        fencer.x = template.x[number]
        fencer.y = (number - header.first_of_side(battle, battle.side[number])) % 2
        fencer.tempo = fencer.touches = fencer.is_drawn = 0
    battle.first = battle.active = header.first_of_side(battle, die(battle, 2) - 1)
    begin_turn(battle)
    play_on(battle)

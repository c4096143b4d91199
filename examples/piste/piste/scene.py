"""A bout as a picture's description."""

import numpy as np

from quintain.envs.core.rendering.scene import Scene, Token, token

from .rules import is_out
from .tables import TOUCHES
from .text import fighter_names


def scene(battle: np.record) -> Scene:
    """The strip, with a lane for each fencer of a side."""
    tokens = [_token(battle, *one) for one in enumerate(fighter_names(battle))]
    # The record counts the rounds that are over.
    caption = f"Round {min(battle.round_number + 1, battle.round_limit)}"
    return Scene(int(battle.width), int(battle.side_size.max()), fighters=tokens, caption=[caption])


def _token(battle: np.record, number: int, name: str) -> Token:
    fencer = battle.fighters[number]
    health, out = 1 - fencer.touches / TOUCHES, bool(is_out(fencer))
    status = "out" if out else f"tempo {fencer.tempo}"
    return token(battle, number, name, health=health, status=status, out=out)

"""The actions: one table, their masks, a sentence for each."""

import numpy as np

from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.action_table import ActionTable, Entry, Target
from quintain.envs.core.text.action_sentence import ActionSentence

from .enums import Verb, Window
from .rules import may_attack, may_parry, may_step
from .text import fighter_names

TABLE = ActionTable(
    Entry(Verb.WAIT, "ends the turn"),
    Entry(Verb.ADVANCE, "advances one pace"),
    Entry(Verb.RETREAT, "retreats one pace"),
    Entry(Verb.PARRY, "parries"),
    Entry(Verb.LUNGE, "lunges at {target}", target=Target.ENEMY),
    Entry(Verb.FEINT, "feints at {target}", target=Target.ENEMY),
    keys=("target",),
)
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, _, _, fighter_of, _, _ = TABLE.accessors(__name__)


class Sentence(ActionSentence):
    """An action of a fencer in words."""

    table, passing = TABLE, {Window.PARRY: "does not parry"}


def describe(battle: np.record, action: int) -> str:
    """An action of the deciding fencer, in a sentence."""
    return Sentence(battle, action, fighter_names(battle)).sentence()


@njit
def is_legal(battle, action):
    """Whether the active fencer may do more than wait in this way."""
    actor, verb = battle.active, verb_of(action)
    if verb == Verb.ADVANCE or verb == Verb.RETREAT:
        return may_step(battle, actor, 1 if verb == Verb.ADVANCE else -1)
    is_attack = verb == Verb.LUNGE or verb == Verb.FEINT
    return is_attack and may_attack(battle, actor, fighter_of(battle, actor, action))


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fencer."""
    for action in range(len(mask)):
        mask[action] = battle.window == Window.TURN and is_legal(battle, action)
    mask[Verb.WAIT] = True
    mask[Verb.PARRY] = battle.window == Window.PARRY and may_parry(battle.fighters[battle.to_act])

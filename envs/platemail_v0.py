"""Platemail as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters on a map of squares. At the start of each round every fighter
writes a sealed order: a first action, and a second action that can depend on a condition (IF ...
THEN ... ELSE). Then both actions of all orders are carried out, all actions of a phase at the same
time: fighters collide on their paths, several may strike an enemy who falls anyway, and an order
that is no longer possible has no effect.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each clause of its order:
`first`, `condition`, `then`, `else`, and `standing` if it matters; with full choices also for the
details `second_target`, `third_target`, `openings`, `at_bay` and `step`. Clauses with the passing
choice as the only legal one are not shown. All agents stay until the battle ends.

## Action Space
`Discrete(218)` in a duel, 38 more for each additional slot a side: directives (a verb and a
target), conditions, standing choices. 0 is the passing choice of every clause: Defend, "always",
the default. In the parallel environment an action is a `MultiDiscrete` order with a choice for each
clause, and a step is a round. `quintain.envs.platemail.SYSTEM` has `decode`, `encode` and
`describe` for actions.

## Observation Space
`{"observation": Box(low, high, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 321 in a
duel. The observation has a block for the fighter itself, each ally, each enemy and the current
order, and contains nothing that the rules hide from that fighter;
`SYSTEM.observation_layout(max_side)` names every number. The mask is also in `info`. In the
parallel environment it is one vector of the masks of all clauses, or a tuple with
`mask_form="tuple"`.

## Rewards
At the end +1 for each agent of the winning side, -1 for each agent of the losing side, 0 for all in
a draw. `shaping` adds the change of the difference in fighting strength.

## Starting State
The scenario's fighters in their places, some of them drawn at random. Stealth is rolled for
fighters who begin in hiding.

## Episode End
Terminated when a side has no fighter who can act, or its ward has fallen; truncated at the round
limit and after 15 rounds in a row without a Wound. Every info holds the integers `winner` (0 red, 1
blue, -1 nobody), `ending` (0 before the end, then an index into `SYSTEM.endings`, -1 after a loss
by an illegal action), `rounds` and `illegal_actions`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`, `choices`, `memory`, `illegal_actions` (`raise`, the default of
`raw_env`; `wait`, of `parallel_env` and `single_env`; `random`; `lose`, of `env`) and `shaping`;
`parallel_env` also takes `mask_form` (`flat`, `tuple`), `single_env` also `opponent` and `side`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import OrderEnvironments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

_made = OrderEnvironments("platemail")
env, raw_env = _made.env, _made.raw_env
parallel_env, single_env = _made.parallel_env, _made.single_env

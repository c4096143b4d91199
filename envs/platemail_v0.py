"""Platemail as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters. At the start of each round everybody writes a sealed order: a
first action, and a second one that may hang on a condition (IF ... THEN ... ELSE). Then both
actions of all orders are carried out, everything in a phase at the same time: fighters clash and
crash on their ways, overkill happens, and an order that fits no more is lost.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each clause of its order:
`first`, `condition`, `then`, `else`, and `standing` where it matters. Clauses in which only the
passing choice would be legal are not shown. All agents stay until the battle ends.

## Action Space
`Discrete(165)` in a duel, 29 more for each further slot a side: directives (a verb and a target),
conditions, standing choices. 0 is the passing choice of every clause: Defend, "always", the
default. The parallel environment has `MultiDiscrete` orders, a choice for each clause and a round
at each step.
`quintain.envs.platemail.SYSTEM` has `decode`, `encode` and `describe` for them.

## Observation Space
`{"observation": Box(-1, 1, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 193 in a
duel: a block for oneself, each ally, each enemy and the order at hand, and nothing that the rules
hide from that fighter; `SYSTEM.observation_layout(max_side)` names every number. The mask is also
in `info`. In the parallel environment `action_mask` is a tuple of the masks of all clauses, in
`info` one vector.

## Rewards
At the end +1 to each agent of the winning side, -1 to each of the losing, 0 to all in a draw.

## Starting State
The scenario's fighters in their places, some drawn at random; who begins in hiding has rolled.

## Episode End
Terminated when a side has nobody able to act, or its ward has fallen; truncated at the round limit
and after 15 rounds in a row without a Wound. Every info holds the integers `winner` (0 red, 1 blue,
-1 nobody), `ending` (0 while the battle goes on, then a place in `SYSTEM.endings`) and `rounds`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`; `single_env` also takes `opponent`, `side` and `illegal_actions`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

env, raw_env, parallel_env, single_env = environments("platemail")

"""Mythic Epoch as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters meet in hand-to-hand and missile combat on a map of squares. Each
fighter has 12 action points a round for attack and defence together. An action is committed in
three steps: the active fighter declares it, each opponent concerned may react, and in
counter-tempo the active fighter may replace it. A feint looks like an attack until then.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `turn` (the
next action, or the end of the turn), `reaction`, `counter_tempo` and `step`. Decisions in which
only passing would be legal are not shown. A fighter who is out of the battle is not selected any
more; all agents stay until the battle ends.

## Action Space
`Discrete(55)` in a duel, 10 more for each further slot a side. 0 is "wait", the passing choice of
every decision. `quintain.envs.mythic_epoch.SYSTEM` has `decode`, `encode` and `describe` for them.

## Observation Space
`{"observation": Box(-1, 1, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 150 in a
duel. The observation holds a block for oneself, each ally, each enemy and the decision at hand, and
nothing that the rules hide from that fighter; `SYSTEM.observation_layout(max_side)` names every
number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 to each agent of the winning side, -1 to each of the losing, 0 to all in a draw.

## Starting State
The scenario's fighters in their places, some drawn at random, with initiative rolled.

## Episode End
Terminated when a side, or both, has nobody able to act; truncated at the round limit. Every info
holds the integers `winner` (0 red, 1 blue, -1 nobody), `ending` (0 while the battle goes on, then a
place in `SYSTEM.endings`) and `rounds`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`; `single_env` also takes `opponent`, `side` and `illegal_actions`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

env, raw_env, parallel_env, single_env = environments("mythic_epoch")

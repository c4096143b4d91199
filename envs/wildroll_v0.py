"""Wildroll as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters, some on mounts, on a map of hexes. Fighters gain action points
twice a round and can save them. Initiative orders the turns, and fighters spend it to act during
others' turns, before or after their actions; an interrupt may cancel a declared action. Rolls of
3d6 are open-ended. A wound fills a slot of its level; if all are full, it counts for the next
level. The cost of expensive actions is paid over several turns.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `turn` (the
next action or move, or the end of the turn), `interrupt`, `long` (continue a long action, or give
it up), the reactions `rebuff`, `harry`, `cling`, `split`, `interpose`, `readied` and `flanked`,
`defence` and `disarmed` (the kind of defence), `level` and `knock_out` (the effect of a nonlethal
hit), `direction` and `distance` (of a shove) and, with full choices, `manner` (the weapon, mount
or side of an action) and `step`. Decisions with waiting as the only legal action are not shown. A
fighter who cannot act is not selected; all agents stay until the end.

## Action Space
`Discrete(239)` in a duel, 70 more for each additional slot a side. 0 is "wait", the passing choice
of every decision. `quintain.envs.wildroll.SYSTEM` has `decode`, `encode` and `describe` for
actions.

## Observation Space
`{"observation": Box(low, high, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 303 in a
duel. The observation has a block for the fighter itself, each ally, each enemy and the current
decision, and contains nothing that the rules hide from that fighter;
`SYSTEM.observation_layout(max_side)` names every number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 for each agent of the winning side, -1 for each agent of the losing side, 0 for all in
a draw. `shaping` adds the change of the difference in fighting strength.

## Starting State
The scenario's fighters in their places, some of them drawn at random. Initiative is rolled.

## Episode End
Terminated when a side, or both, has no fighter who can act, mounts not counted; truncated at the
round limit. Every info holds the integers `winner` (0 red, 1 blue, -1 nobody), `ending` (0 before
the end, then an index into `SYSTEM.endings`, -1 after a loss by an illegal action), `rounds` and
`illegal_actions`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`, `choices`, `memory`, `illegal_actions` (`raise`, the default of
`raw_env`; `wait`, of `parallel_env` and `single_env`; `random`; `lose`, of `env`) and `shaping`;
`single_env` also takes `opponent` and `side`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import Environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

_made = Environments("wildroll")
env, raw_env = _made.env, _made.raw_env
parallel_env, single_env = _made.parallel_env, _made.single_env

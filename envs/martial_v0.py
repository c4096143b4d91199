"""Martial as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters, people or creatures, on a map of squares. A turn has 3 action
points. An attack is a d20 roll against the Defence Value. Its degrees of success decide which parts
of the body it can injure, and each injured part limits its owner: an injured hand can lose its
weapon, an injured wing slows flight, a head injury is a concussion. Stamina pays for better attacks
and for parries.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `turn` (the
next action, or the end of the turn), `riders` (Stamina to spend on the coming roll),
`reactive_attack`, `parry`, `part` (the body part to injure), `extra` (the number of additional
injuries), `cleave`, `direction` (of a maneuver), before an ambush `hide` and, with full choices,
`step`, `next_target` and `item`. Decisions with passing as the only legal action are not shown. A
fighter who is dead or unconscious is not selected; all agents stay until the end.

## Action Space
`Discrete(161)` in a duel, 45 more for each additional slot a side. 0 is "wait", the passing choice
of every decision but `part`: a hit injures a part, and 0 takes the first part that it can injure.
`quintain.envs.martial.SYSTEM` has `decode`, `encode` and `describe` for actions.

## Observation Space
`{"observation": Box(low, high, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 469 in a
duel. The observation has a block for the fighter itself, each ally, each enemy and the current
decision, and contains nothing that the rules hide from that fighter;
`SYSTEM.observation_layout(max_side)` names every number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 for each agent of the winning side, -1 for each agent of the losing side, 0 for all in
a draw. `shaping` adds the change of the difference in fighting strength.

## Starting State
The scenario's fighters in their places, some of them drawn at random. Initiative is rolled. In an
ambush the fighters who may hide decide first.

## Episode End
Terminated when a side, or both, has no living, conscious fighter; truncated at the round limit.
Every info holds the integers `winner` (0 red, 1 blue, -1 nobody), `ending` (0 before the end, then
an index into `SYSTEM.endings`, -1 after a loss by an illegal action), `rounds` and
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

_made = Environments("martial")
env, raw_env = _made.env, _made.raw_env
parallel_env, single_env = _made.parallel_env, _made.single_env

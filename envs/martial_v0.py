"""Martial as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters, people or creatures, on a map of squares. A turn has 3 action
points. A blow is a d20 against the Defence Value; its degrees of success open the severer parts of
the body, and every part that is hurt takes something away: a hand its sword, a wing the air, a head
the senses. Stamina pays for surer, deeper and farther blows and for parries.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `turn` (the
next action, or the end of the turn), `riders` (Stamina spent on the coming roll),
`reactive_attack`, `parry`, `part` (where the blow falls), `extra` (how deep), `cleave`, `direction`
(where a maneuver leads) and, before an ambush, `hide`. Decisions in which only passing would be
legal are not shown. Who is dead or unconscious is not selected; all agents stay until the end.

## Action Space
`Discrete(150)` in a duel, 44 more for each further slot a side. 0 is "wait", the passing choice of
every decision. `quintain.envs.martial.SYSTEM` has `decode`, `encode` and `describe` for them.

## Observation Space
`{"observation": Box(-1, 1, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 344 in a
duel. The observation holds a block for oneself, each ally, each enemy and the decision at hand, and
nothing that the rules hide from that fighter; `SYSTEM.observation_layout(max_side)` names every
number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 to each agent of the winning side, -1 to each of the losing, 0 to all in a draw.

## Starting State
The scenario's fighters in their places, some drawn at random, with initiative rolled; in an ambush
those who may hide are asked first.

## Episode End
Terminated when a side, or both, has nobody alive and conscious; truncated at the round limit. Every
info holds the integers `winner` (0 red, 1 blue, -1 nobody), `ending` (0 while the battle goes on,
then a place in `SYSTEM.endings`) and `rounds`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`; `single_env` also takes `opponent`, `side` and `illegal_actions`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

env, raw_env, parallel_env, single_env = environments("martial")

"""Heimr as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters on a field of 3 by 3 to 5 by 5 locations, whose borders may be
doors, walls, windows or climbs. A d6 and as many d10 as one is consistent decide, the highest of
them, or below 0 the lowest. Defences are rolled beforehand and lie open to all; each roll may tire,
and the tired need more of the dice. Two hits or three fell somebody.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `start`
(delay, or drop what was upcoming), `turn` (the next action, or the end of the turn), `trigger` (of
a readied action) and `readied` (it fires), `defence` (kind of the next pre-roll), `defend` (how an
attack is met), `guarded` and `slipped` (past a guard, and its attack), `provoked` (an attack on who
brawls), `hold` (stop the held), `skill` and `resist`, `reroll`, `direction`, `chase`. Decisions in
which only waiting would be legal are not shown. Who cannot act is not selected; all agents stay
until the end.

## Action Space
`Discrete(195)` in a duel, 57 more for each further slot a side. 0 is "wait", the passing choice of
every decision. `quintain.envs.heimr.SYSTEM` has `decode`, `encode` and `describe` for them.

## Observation Space
`{"observation": Box(-1, 1, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 199 in a
duel. The observation holds a block for oneself, each ally, each enemy and the decision at hand, and
nothing that the rules hide from that fighter; `SYSTEM.observation_layout(max_side)` names every
number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 to each agent of the winning side, -1 to each of the losing, 0 to all in a draw.

## Starting State
The scenario's fighters in their locations, some drawn at random, with initiative and a first
defence rolled.

## Episode End
Terminated when all of a side, or of both, are dead, unconscious, dazed by an injured torso, or
fled; truncated at the round limit. Every info holds the integers `winner` (0 red, 1 blue, -1
nobody), `ending` (0 while the battle goes on, then a place in `SYSTEM.endings`) and `rounds`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`; `single_env` also takes `opponent`, `side` and `illegal_actions`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

env, raw_env, parallel_env, single_env = environments("heimr")

"""Heimr as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters on a field of 3 by 3 to 5 by 5 locations, whose borders may be
doors, walls, windows or climbs. A roll is a d6 and a number of d10 equal to the consistency; the
highest die counts, or the lowest if the consistency is negative. Defences are rolled in advance and
public. Each roll may raise the fatigue, and the dice must reach the fatigue. Two or three hits take
a fighter out of action.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `start`
(delay the turn, or end an upcoming action), `turn` (the next action, or the end of the turn),
`trigger` (of a readied action), `readied` (carry it out), `defence` (kind of the next pre-roll),
`defend` (against an attack), `guarded` and `slipped` (move past a guard, and the guard's attack),
`provoked` (attack a brawler), `hold` (stop a held fighter), `skill` and `resist`, `reroll`,
`direction`, `chase`. A side with full choices is also asked for `aim`, `ability`, `hand`, `break`,
`hide_from` and `intercept` (step in as a guard). Decisions with waiting as the only legal action
are not shown. A fighter who cannot act is not selected; all agents stay until the end.

## Action Space
`Discrete(226)` in a duel, 58 more for each additional slot a side. 0 is "wait", the passing choice
of every decision. `quintain.envs.heimr.SYSTEM` has `decode`, `encode` and `describe` for actions.

## Observation Space
`{"observation": Box(low, high, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 362 in a
duel. The observation has a block for the fighter itself, each ally, each enemy and the current
decision, and contains nothing that the rules hide from that fighter;
`SYSTEM.observation_layout(max_side)` names every number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 for each agent of the winning side, -1 for each agent of the losing side, 0 for all in
a draw. `shaping` adds the change of the difference in fighting strength.

## Starting State
The scenario's fighters in their locations, some of them drawn at random. Initiative and a first
defence are rolled.

## Episode End
Terminated when all fighters of a side, or of both, are dead, unconscious, dazed by an injured
torso, fled or surrendered; truncated at the round limit. Every info holds the integers `winner` (0
red, 1 blue, -1 nobody), `ending` (0 before the end, then an index into `SYSTEM.endings`, -1 after a
loss by an illegal action), `rounds` and `illegal_actions`.

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

_made = Environments("heimr")
env, raw_env = _made.env, _made.raw_env
parallel_env, single_env = _made.parallel_env, _made.single_env

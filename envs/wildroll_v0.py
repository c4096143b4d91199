"""Wildroll as a PettingZoo and a Gymnasium environment.

## Description
Two sides of one to six fighters, mounts among them, on a map of hexes. Action points come twice a
round and are kept; initiative orders the turns and is spent to act in between, before or after what
another does: an interrupt before a declared action cancels it. Rolls of 3d6 are open-ended, wounds
fill slots and rise to the next level where one is full, and dear actions are paid over turns.

## Agents
`red_0`, `red_1`, ..., `blue_0`, ...: the fighters. One is selected for each decision: `turn` (the
next action or way, or the end of the turn), `interrupt`, `long` (pay on, or give it up), the
reactions `rebuff`, `harry`, `cling`, `split`, `interpose`, `readied` and `flanked`, `defence` and
`disarmed` (what one defends with), `level` and `knock_out` (how hard a nonlethal hit strikes),
`direction` and `distance` (of a shove). Decisions in which only waiting would be legal are not
shown. Who cannot act is not selected; all agents stay until the end.

## Action Space
`Discrete(190)` in a duel, 52 more for each further slot a side. 0 is "wait", the passing choice of
every decision. `quintain.envs.wildroll.SYSTEM` has `decode`, `encode` and `describe` for them.

## Observation Space
`{"observation": Box(-1, 1, (N,), float32), "action_mask": Box(0, 1, (A,), int8)}`, N = 496 in a
duel. The observation holds a block for oneself, each ally, each enemy and the decision at hand, and
nothing that the rules hide from that fighter; `SYSTEM.observation_layout(max_side)` names every
number. The mask is also in `info["action_mask"]`.

## Rewards
At the end +1 to each agent of the winning side, -1 to each of the losing, 0 to all in a draw.

## Starting State
The scenario's fighters in their places, some drawn at random, with initiative rolled.

## Episode End
Terminated when a side, or both, has nobody able to act, mounts aside; truncated at the round limit.
Every info holds the integers `winner` (0 red, 1 blue, -1 nobody), `ending` (0 while the battle goes
on, then a place in `SYSTEM.endings`) and `rounds`.

## Arguments
`scenario` (a name, a path, a model or a list of these), `render_mode` (`human`, `ansi`,
`rgb_array`), `max_side`, `log`; `single_env` also takes `opponent`, `side` and `illegal_actions`.

## Version History
* v0: first version
"""

from __future__ import annotations

from .core.adapters.environments import environments

__all__ = ["env", "parallel_env", "raw_env", "single_env"]

env, raw_env, parallel_env, single_env = environments("wildroll")

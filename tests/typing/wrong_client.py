"""A client with nine mistakes, each on a line marked MISTAKE, that type checkers must find."""

from __future__ import annotations

import quintain
from quintain.envs import mythic_epoch_v0, platemail_v0

quintain.make("mythic_epok")  # MISTAKE: no such system
quintain.make_vec("martial", num_envs="64")  # MISTAKE: not a number
quintain.make("heimr", "turns")  # MISTAKE: no such interface
quintain.make_vec("wildroll", scenario=7)  # MISTAKE: not a scenario
mythic_epoch_v0.env(illegal_actions="ignore")  # MISTAKE: no such option
mythic_epoch_v0.single_env(opponents="berserker")  # MISTAKE: the argument is `opponent`
platemail_v0.parallel_env(render_mode="rgb")  # MISTAKE: no such mode
battles = quintain.make_vec("mythic_epoch", 4)
print(battles.observation)  # MISTAKE: the attribute is `observations`
env = mythic_epoch_v0.single_env()
observation, info = env.step(0)  # MISTAKE: a step gives five values

"""Piste: a fencing bout for two to four, as a system of quintain."""

from quintain.envs.core.engine.system import System

SYSTEM = System.from_package(__package__, "Piste")

"""Trained agents as files that anyone can use without trusting their author.

`NpcAgent("captain.npc")` chooses like every other agent;
`read_npc` only reads the file. All of them execute only arithmetic from the file: `graph` lists the
allowed parts of a network. `quintain.training.export` writes these files.
"""

from .agent import NpcAgent
from .fingerprint import check_fits
from .manifest import Manifest, NpcError
from .reading import Npc, read_npc
from .released import best_released, find_npc, is_npc, released_names

__all__ = [
    "Manifest",
    "Npc",
    "NpcAgent",
    "NpcError",
    "best_released",
    "check_fits",
    "find_npc",
    "is_npc",
    "read_npc",
    "released_names",
]

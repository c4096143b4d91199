"""Trained agents as files that anyone can use without trusting their author.

`NpcAgent("captain.npc")` chooses like every other agent; `advise` says in words what it would do;
`read_npc` only reads the file. None of them executes anything but arithmetic from the file: see
`graph` for what a network may consist of. Written are these files by `quintain.training.export`.
"""

from .advice import Advice, Option, advise
from .agent import NpcAgent
from .fingerprint import check_fits
from .manifest import Manifest, NpcError
from .reading import Npc, read_npc
from .released import find_npc, is_npc, released_names

__all__ = [
    "Advice",
    "Manifest",
    "Npc",
    "NpcAgent",
    "NpcError",
    "Option",
    "advise",
    "check_fits",
    "find_npc",
    "is_npc",
    "read_npc",
    "released_names",
]

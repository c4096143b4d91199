"""Orders of a fighter, for the builders of `conftest.py`."""

from __future__ import annotations

from quintain.envs.platemail.actions.table import ACTS


def does(verb: int, target: int = -1, **more: int) -> dict:
    """A fighter who carries out a verb, Ready."""
    phase = {"verb": verb, "act": int(ACTS[verb]), "target": target, "able": 1, "ready": 1}
    return {"phase": {**phase, **more}}

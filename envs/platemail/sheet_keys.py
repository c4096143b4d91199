"""Keys of Platemail's states for fields that no plain key fits."""

from __future__ import annotations

from typing import Any

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.scenarios.sheet_keys import NONE, Key, Speaker
from ..core.scenarios.yaml_models import FieldError
from .enums import Life
from .state import NET
from .tables import QUIET_LIMIT

IN_NET = "net"


class EntrapKey(Key):
    """The key for a net and the fighters whose Binds hold somebody (RP47)."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A list of the net and of fighters."""
        return f"a list of {IN_NET} and fighters"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The net, then the fighters who bind."""
        bits = int(record[self.name])
        members = [at for at in range(len(speaker.labels)) if bits >> 1 >> at & 1]
        return [IN_NET] * (bits & NET) + [speaker.label(at) for at in members]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of {IN_NET} and fighters, got {value!r}")
        numbers = [speaker.number(one) for one in value if one != IN_NET]
        if NOBODY in numbers:
            raise FieldError("nobody is no fighter: leave it out")
        members = {NET for one in value if one == IN_NET} | {2 << number for number in numbers}
        record[self.name] = sum(members)


class CountdownKey(Key):
    """The key for the rounds until death, of which a fighter who is not dying has none (RP12)."""

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The rounds, 0 for death at the end of this one, or `none`."""
        rounds = super().read(record, fields, speaker)
        is_dying = record["life"] == Life.FATALLY_WOUNDED
        return rounds if is_dying or rounds else NONE


class QuietKey(Key):
    """The key for the rounds without a Wound, which end a battle when they are many (RP30)."""

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the number, after that of the round; errors as in `Key.write`."""
        super().write(record, fields, value, speaker)
        if value >= QUIET_LIMIT:
            raise FieldError(f"the battle would be over after {QUIET_LIMIT} such rounds")
        if value > record["round_number"]:
            raise FieldError(f"must be at most the rounds that are over, got {value}: write round")

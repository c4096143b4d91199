"""The keys of Platemail's states."""

from __future__ import annotations

from typing import Any

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.scenarios.sheet_keys import NONE, Key, Pair, Speaker
from ..core.scenarios.yaml_models import FieldError
from .enums import Act, Life, Spell
from .state import NET
from .tables import QUIET_LIMIT, SHIELD_NAMES, WEAPON_NAMES
from .text.names import LIMBS

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


LIVES = tuple(life.name.lower() for life in Life)
SPELLS = tuple(spell.name.lower() for spell in Spell)
ACTS = tuple(act.name.lower() for act in Act)
LIMB_NAMES = tuple(name.replace(" ", "_") for name in LIMBS[1:])

FIGHTER_KEYS = (
    Pair("at", "the square", is_rolled=True, fields=(Key("x", "column"), Key("y", "row"))),
    Key("wounds", "Wounds taken and not healed", "P45"),
    Key("life", "able, or how near to death", "P46-P49", names=LIVES),
    CountdownKey("countdown", "rounds until death", "RP12"),
    Key("limbs", "lost limbs", "P105", names=LIMB_NAMES, is_set=True),
    Key("hand", "weapon in the right or both hands", "RP38", names=WEAPON_NAMES, is_held=True),
    Key("second", "weapon in the left hand", "RP19", names=WEAPON_NAMES, is_held=True),
    Key("shield", "shield in the left hand", "RP38", names=SHIELD_NAMES, is_held=True),
    Key("carried_hand", "weapon of the other set", "RP38", names=WEAPON_NAMES, is_held=True),
    Key(
        "carried_second", "second weapon of the other set", "RP38", names=WEAPON_NAMES, is_held=True
    ),
    Key("carried_shield", "shield of the other set", "RP38", names=SHIELD_NAMES, is_held=True),
    Key("loaded", "whether the weapon in hand is loaded", "P120", is_held=True),
    Key("carried_loaded", "whether that of the other set is loaded", "P120", is_held=True),
    Key("stock", "thrown weapons of the kind in hand that are left", "RP38", is_held=True),
    Key("carried_stock", "thrown weapons of the other set that are left", "RP38", is_held=True),
    Key("doses", "doses of poison", "RP21"),
    Key("mends", "Mends left", "RP23"),
    Key("prepared", "the Spell in hand", "RP37", names=SPELLS),
    Key("focus", "the fighter held by his Bind", "RP37"),
    Key("aimed", "whether his last action was Aim", "P66", is_held=True),
    Key("mounted", "whether he is mounted", "RP44"),
    Key("prone", "whether he is Prone", "RP10"),
    EntrapKey("entrapped", "the net and the Binds that hold him", "RP47"),
    Key("dazed", "actions still to be lost", "P103"),
    Key("terror", "actions still in Terror", "P90"),
    Key("carrying", "the fighter he carries", "RP42"),
    Key("carried_by", "the fighter who carries him", "RP42"),
    Key("hidden_from", "enemies who are Unaware of him", "RP36", is_rolled=True),
    Key("hides_from", "enemies who are Unaware as far as he can tell", "XP4", is_rolled=True),
    Key("stealth_roll", "his last Stealth roll", "P55", is_rolled=True),
    Key("seen_by", "enemies who have seen him", "XP4", is_rolled=True),
    Key("seen_casting", "enemies who have seen him cast", "P19"),
    Key("struck", "Unaware fighters whom he has already attacked", "P58"),
    Key("surprised", "those who still are Unaware, as far as he can tell", "XP4"),
    Key("acted", "his action of the last phase", "P50-P90", names=ACTS),
    Key("moved", "whether he moved in the last phase", "RP16"),
    Key("attacked", "his attackers in the last phase", "RP16"),
    Key("assailants", "his attackers in the phase before", "RP16"),
    Key("used_weapon", "whether he used a weapon in the last phase", "RP16"),
)

BATTLE_KEYS = (
    Key("round", "the round whose orders are to be written", "P3", of="round_number", shift=1),
    QuietKey("quiet_rounds", "rounds in a row without a Wound", "RP30"),
)

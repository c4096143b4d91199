"""The record of a bout, and the template from which bouts are deployed."""

from quintain.envs.core.engine.battle import MAP_WIDTH, MAX_FIGHTERS, battle_dtype, column, fighter
from quintain.envs.core.engine.record import flag, member, nested, record_dtype, whole

from .enums import Ending, Event, Verb, Window
from .tables import MOST_TEMPO, TOUCHES

FENCER = (
    column("x"),  # pace of the strip
    whole("y", "i1", 0, 1),  # lane, for the picture alone
    whole("tempo", "i1", 0, MOST_TEMPO),
    whole("touches", "i1", 0, TOUCHES),  # taken
    flag("is_drawn", "i1"),  # parried a feint, and cannot parry before its next turn
)
FIELDS = (
    whole("width", "i1", 1, MAP_WIDTH),  # paces of the strip
    fighter("first", least=0),  # with whose turn a round begins
    fighter("active", least=0),  # whose turn it is
    fighter("target"),  # of the announced attack, or -1
    member("announced", Verb),  # LUNGE or FEINT until it is resolved, else WAIT
    nested("fighters", FENCER, (MAX_FIGHTERS,)),
)
BATTLE = battle_dtype(FIELDS, Window, Event, Ending)
NUMBERS = ("red", "blue", "max_side", "round_limit", "width")
TEMPLATE = record_dtype([*((name, "i2") for name in NUMBERS), ("x", "i1", (MAX_FIGHTERS,))])

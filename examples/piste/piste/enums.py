"""The names that Piste uses by number."""

from enum import IntEnum

Window = IntEnum("Window", "NONE TURN PARRY", start=0)
Verb = IntEnum("Verb", "WAIT ADVANCE RETREAT PARRY LUNGE FEINT", start=0)
Event = IntEnum("Event", "ADVANCE RETREAT ATTACK FEINT LUNGE TOUCH", start=0)
Ending = IntEnum("Ending", "NONE SIDE_OUT ROUND_LIMIT", start=0)

"""The legal choices in the order of the page: attacks, defences, moves, then all others."""

from __future__ import annotations

import re
from typing import Any

from ...agents.roles import Role, has_roles, role_of_verbs
from ...envs.core.engine.system import System
from ...envs.core.inputs.plain_text import clean
from ...table.table import Table

GROUPS = ("Attack", "Defend", "Move", "Other")
"""The headings of the groups, in their order."""
OF_ROLES = {Role.ATTACK: 0, Role.DEFEND: 1, Role.APPROACH: 2, Role.WITHDRAW: 2}
"""The group of a role; the others are told by their verb."""
MOVING = re.compile(
    "(move|step|run|crawl|climb|jump|sprint|skulk|dash|fall_back|leave|enter|stand_up|land|take_off)"
)
"""Beginnings of verbs of moves that have no role."""


def choices_part(table: Table) -> list[list[Any]]:
    """The legal choices, group by group: action, sentence, kind and number of its group."""
    match = table.match
    found = [
        [
            int(action),
            clean(match.describe(int(action))),
            table.kind_of(int(action)),
            group_of(table.system, table.kind_of(int(action))),
        ]
        for action in match.mask.nonzero()[0]
    ]
    return sorted(found, key=lambda one: one[3])


def group_of(system: System, kind: str) -> int:
    """The number of the group in `GROUPS` of a kind of choices, such as `move toward`."""
    verb = kind.replace(" ", "_")
    role = role_of_verbs(system.name).get(verb, Role.OTHER) if has_roles(system.name) else None
    if role in OF_ROLES:
        return OF_ROLES[role]
    return GROUPS.index("Move" if MOVING.match(verb) else "Other")

"""Sentences as data: a template for each kind of event, with slots for its details.

``template("{target} loses {amount:yard}", "W65")`` is a clause with slots, which are filled by
`Narrator.slots` and those of the system. `by` chooses among clauses by a field of the event. If a
clause depends on more, the table contains a small function of narrator and event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .narration import Clause, Line, LoggedEvent, Narrator, Rows


@dataclass(frozen=True)
class Template:
    """A clause with slots, and its rows.

    Attributes:
        text: such as "{actor} misses {target}".
        rows: that the clause follows from.
    """

    text: str
    rows: Rows

    def __call__(self, narrator: Narrator, event: LoggedEvent) -> Line:
        """The clause of an event."""
        return narrator.fill(self.text, event), self.rows


@dataclass(frozen=True)
class Cases:
    """A choice among clauses by a field of the event.

    Attributes:
        field: a field of `LoggedEvent`.
        cases: the clauses by its values.
        otherwise: the clause of all other values.
    """

    field: str
    cases: Mapping[int, Clause[Any]]
    otherwise: Clause[Any]

    def __call__(self, narrator: Narrator, event: LoggedEvent) -> Line:
        """The clause of an event."""
        return self.cases.get(getattr(event, self.field), self.otherwise)(narrator, event)


def template(text: str, *rows: str) -> Template:
    """A clause with slots, and its rows."""
    return Template(text, rows)


def by(field: str, cases: Mapping[int, Clause[Any]], otherwise: Clause[Any] | None = None) -> Cases:
    """A choice among clauses by a field of the event; `otherwise` is for all other values."""
    return Cases(field, cases, otherwise or list(cases.values())[-1])

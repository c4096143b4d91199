"""The file of a card: JSON without code, checked key by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError, model_validator

from ...envs.core.engine.system import system_names
from ...envs.core.inputs.files import read_file, write_file
from ...envs.core.inputs.plain_text import one_line
from ...envs.core.scenarios.yaml_files import explain
from ...envs.core.scenarios.yaml_models import Strict

FORMAT: Literal["quintain card"] = "quintain card"
EXTENSION = ".card.json"
MOST_RULES = 12
MOST_OTHERWISE = 8
"""Most kinds of actions for the decisions without rules."""
MOST_BYTES = 200_000
Words = Annotated[str, Field(max_length=200)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)]


class CardError(ValueError):
    """A card that cannot be used; the message says why in one sentence."""


class Sealed(Strict):
    """A model that converts no types and refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Condition(Sealed):
    """A fact above a limit, or not above it.

    Attributes:
        fact: name of the fact, `own.hp`.
        is_above: whether the fact must be above the limit.
        limit: in units of the book.
    """

    fact: Words
    is_above: bool
    limit: Number


class Rule(Sealed):
    """IF all conditions hold THEN the first kind of action that is legal.

    Attributes:
        conditions: all must hold.
        choices: kinds of actions, the best first.
    """

    conditions: Annotated[list[Condition], Field(max_length=12)]
    choices: Annotated[list[Words], Field(min_length=1, max_length=8)]


class Heading(Sealed):
    """The rules for one kind of decision.

    Attributes:
        window: name of the window.
        rules: the first whose conditions hold decides.
    """

    window: Words
    rules: Annotated[list[Rule], Field(min_length=1, max_length=MOST_RULES)]


class Share(Sealed):
    """A measured share with its 95 % interval; each number is from -1 to 1."""

    estimate: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
    low: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
    high: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


class Measured(Sealed):
    """Measures on battles that the card was not fitted on.

    Attributes:
        equal: share of choices of the agent's kind, of decisions with more than one legal kind.
        trivial: the same for the most frequent kinds of each window.
        exact: share of equal actions, of the same decisions.
        decisions: number of such decisions.
        share: win share of the agent against the opponent.
        card_share: win share of the card against it, on the same dice.
        lost: win share lost.
        battles: battles of each of the two.
        opponent: name of the opponent.
    """

    equal: Share
    trivial: Share
    exact: Share
    decisions: Annotated[int, Field(ge=0, le=10**12)]
    share: Share
    card_share: Share
    lost: Share
    battles: Annotated[int, Field(ge=0, le=10**9)]
    opponent: Words


class Card(Sealed):
    """A card.

    Attributes:
        format: marks the file.
        version: of the format.
        agent: name of the agent.
        system: name of its system.
        scenario: the scenario whose battles it was fitted on.
        choices: `full` or `quick`, the choices that the agent has.
        headings: rules for each kind of decision, at most twelve in all.
        otherwise: kinds of actions, the best first, for all other decisions; it is one rule.
        details: for each verb, its weapons, parts and other details, the best first.
        measured: its fidelity and its cost; None before it is measured.
    """

    format: Literal["quintain card"]
    version: Literal[1]
    agent: Words
    system: Words
    scenario: Words
    choices: Literal["full", "quick"] = "full"
    headings: Annotated[list[Heading], Field(max_length=MOST_RULES)]
    otherwise: Annotated[list[Words], Field(max_length=MOST_OTHERWISE)]
    details: Annotated[
        dict[Words, Annotated[list[Words], Field(max_length=60)]], Field(max_length=300)
    ]
    measured: Measured | None = None

    @property
    def count(self) -> int:
        """Number of its rules."""
        return sum(len(heading.rules) for heading in self.headings) + bool(self.otherwise)

    @model_validator(mode="after")
    def _check(self) -> Card:
        from ...envs.core.engine.system import get_system
        from .facts import facts_of, window_names
        from .kinds import known_kinds

        if self.system not in system_names():
            raise ValueError(f"there is no system {self.system!r}")
        system = get_system(self.system)
        facts, kinds = facts_of(system), known_kinds(system)
        windows = [heading.window for heading in self.headings]
        if self.count > MOST_RULES:
            raise ValueError(f"a card has at most {MOST_RULES} rules, and this one {self.count}")
        if len(set(windows)) < len(windows) or not set(windows) <= set(window_names(system)):
            raise ValueError("its headings must be different windows of the system")
        rules = [rule for heading in self.headings for rule in heading.rules]
        named = {one.fact for rule in rules for one in rule.conditions} - set(facts)
        used = {one for rule in rules for one in rule.choices} | set(self.otherwise)
        for word in sorted(named):
            raise ValueError(f"{system.title} has no fact {word!r}")
        for word in sorted(used - kinds):
            raise ValueError(f"{system.title} has no kind of action {word!r}")
        return self


def is_card(name: str) -> bool:
    """Whether an agent's name means the file of a card."""
    return name.endswith(EXTENSION)


def read_card(path: str | Path) -> Card:
    """Read and check the file of a card.

    Raises:
        CardError: it cannot be used; one sentence says why.
        FileNotFoundError: it is missing.
    """
    if not Path(path).exists():
        raise FileNotFoundError(f"no card {str(path)!r}: `quintain card AGENT --save` writes one")
    try:
        return Card.model_validate_json(read_file(path, MOST_BYTES).decode())
    except OSError as error:
        raise CardError(one_line(f"{path} cannot be read: {error.strerror}")) from None
    except ValidationError as error:
        raise CardError(one_line(f"{path} is no usable card: {explain(error)}")) from None
    except (ValueError, RecursionError):
        raise CardError(one_line(f"{path} is no usable card: it is no text in UTF-8")) from None


def write_card(card: Card, path: str | Path) -> None:
    """Write the file of a card.

    Raises:
        OSError: it cannot be written.
    """
    data: dict[str, Any] = card.model_dump()
    write_file(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")

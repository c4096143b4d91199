"""The command `card`: at most twelve rules by which a person plays an agent at the table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import Annotated, Any

import typer

from ..agents.cards import Card, write_card
from ..agents.cards.card import EXTENSION, Condition, Rule, Share
from ..agents.cards.facts import SHARES, Fact, facts_of
from ..agents.cards.kinds import WAIT, phrases_of, say_kind
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.files import write_file
from ..evaluation.card_fitting import fit_card
from ..evaluation.card_measures import BLOCKS, interval_of, measure_card
from ..evaluation.figures import percent
from .card_sheet import PALE, Paragraph, write_sheet
from .common import (
    bar,
    check_folder,
    check_room,
    compiling,
    console,
    load_agent,
    notes,
    say,
    split_scenario,
)
from .options import Json, pairs_in
from .page import fill_page, text
from .usual_scenario import usual_scenario

MOST_DETAILS = 3
"""Details that are told of a kind of action."""
CUT_OFF = re.compile(r"(, )?cut off .*")
"""How a number is scaled for a network; a person needs no such limit."""
STEM = 4
"""Letters by which two words are taken for the same: `strike`, `strikes`."""
FILLERS = frozenset("a against at in it makes on the target to tries weapon with".split())
"""Words that add nothing to the meaning of a fact or an action."""
DESCRIPTION = (
    "A card is fitted on battles of its agent against the strongest simple character. Rules are "
    "read from the top: the first one that fits decides. Take the first of its actions that is "
    "legal, or else the next one. The nearest, weakest and other enemies are those that the "
    "fighter sees."
)


@dataclass(frozen=True)
class Section:
    """The rules for one kind of decision, in sentences."""

    title: str
    rules: list[str]


def card(
    agent: Annotated[str, typer.Argument(help="An agent; `agents` lists them.")],
    scenario: Annotated[
        str, typer.Option(help="SYSTEM/SCENARIO; by default the one that a trained agent learned.")
    ] = "",
    html: Annotated[Path | None, typer.Option(help="Write a page for a browser.")] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write a page to print.")] = None,
    save: Annotated[
        Path | None, typer.Option(help=f"Write the card as an agent, a file NAME{EXTENSION}.")
    ] = None,
    battles: Annotated[
        int, typer.Option(help="Battles to measure the card, an even number.", min=2, max=100_000)
    ] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the dice.", min=0, max=2**32 - 1)] = 0,
    as_json: Json = False,
) -> None:
    """Write an agent down as at most twelve rules for the table; measure what they lose."""
    if save is not None and not save.name.endswith(EXTENSION):
        raise ValueError(f"a card's file ends in {EXTENSION}, got {str(save)!r}")
    pairs = pairs_in(battles)
    check_folder(html)
    check_folder(pdf)
    check_folder(save)
    made = make_card(agent, scenario or usual_scenario(agent), pairs, seed)
    if save is not None:
        write_card(made, save)
        notes.print(f"Wrote {save}: give its name wherever a command asks for an agent.")
    if html is not None:
        write_file(html, card_page(made))
        notes.print(f"Wrote {html}: open it in a browser.")
    if pdf is not None:
        write_sheet(sheet_of(made), pdf)
        notes.print(f"Wrote {pdf}: print it.")
    say(as_json, made.model_dump(), lambda _: print_card(made))


def make_card(name: str, scenario: str, pairs: int, seed: int) -> Card:
    """Fit and measure the card of an agent, with a progress bar."""
    system, encounter = split_scenario(scenario)
    agent = load_agent(name, system)
    check_room([agent], system, encounter)
    with bar() as progress, compiling(system):
        task = progress.add_task(f"card of {agent.name}", total=BLOCKS + 4)

        def report() -> None:
            progress.advance(task)

        fitted = fit_card(system, encounter, agent, seed=seed, report=report)
        return measure_card(system, encounter, agent, fitted, pairs=pairs, seed=seed, report=report)


# --- In words -------------------------------------------------------------------------------------


def sections_of(card: Card) -> list[Section]:
    """The rules of a card by kind of decision, and the meaning of their words."""
    system = get_system(card.system)
    found = [
        Section(
            f"{heading.window.replace('_', ' ').capitalize()}",
            [say_rule(rule, system) for rule in heading.rules],
        )
        for heading in card.headings
    ]
    if card.otherwise:
        found.append(Section("All other decisions", [f"{say_choices(card.otherwise)}."]))
    more = (("With what", say_details(card)), ("The meaning of the words", say_meanings(card)))
    return [*found, *(Section(title, told) for title, told in more if told)]


def say_rule(rule: Rule, system: System) -> str:
    """A rule as a sentence."""
    facts = facts_of(system)
    choices = say_choices(rule.choices)
    if not rule.conditions:
        return f"In all other cases: {choices}."
    conditions = " and ".join(say_condition(one, facts[one.fact]) for one in rule.conditions)
    return f"IF {conditions} THEN {choices}."


def say_choices(choices: list[str]) -> str:
    """Kinds of actions, the best first."""
    first, *others = map(say_kind, choices)
    return first + "".join(f"; or else {other}" for other in others)


def say_condition(condition: Condition, fact: Fact) -> str:
    """A condition: `my AP are at most 3`."""
    words = fact.words.replace("_", " ")
    if not fact.unit:
        return words if condition.is_above else f"not {words}"
    return f"{words} {'above' if condition.is_above else 'at most'} {say_limit(condition, fact)}"


def say_limit(condition: Condition, fact: Fact) -> str:
    """The number of a condition: `3`, `35 %`."""
    if fact.is_whole:
        return str(floor(condition.limit))
    if fact.unit == SHARES and fact.full == 1:
        return f"{100 * condition.limit:.2g} %"
    return f"{condition.limit:.2g}"


def rules_of(card: Card) -> list[Rule]:
    """All rules of a card."""
    return [rule for heading in card.headings for rule in heading.rules]


def say_details(card: Card) -> list[str]:
    """The usual details of the kinds of actions in the rules."""
    verbs = verbs_in(card)
    return [
        f"{verb}: {', then '.join(details[:MOST_DETAILS])}".replace("_", " ")
        for verb, details in sorted(card.details.items())
        if verb in verbs and len(details) > 1
    ]


def verbs_in(card: Card) -> list[str]:
    """The verbs of the kinds of actions in the rules, each once."""
    kinds = [one for rule in rules_of(card) for one in rule.choices] + card.otherwise
    return list(dict.fromkeys(kind.partition(" ")[0] for kind in kinds))


def say_meanings(card: Card) -> list[str]:
    """The meanings of the facts and of the actions in the rules, each once."""
    system = get_system(card.system)
    facts, phrases = facts_of(system), phrases_of(system)
    named = dict.fromkeys(one.fact for rule in rules_of(card) for one in rule.conditions)
    told = {facts[one].words: CUT_OFF.sub("", facts[one].meaning) for one in named}
    told |= {verb: phrases[verb] for verb in verbs_in(card) if verb in phrases and verb != WAIT}
    plain = {words.replace("_", " "): meaning for words, meaning in told.items()}
    return [f"{words} = {meaning}" for words, meaning in plain.items() if adds(words, meaning)]


def adds(words: str, meaning: str) -> bool:
    """Whether a meaning says more than the words themselves: `prone = prone` does not."""
    stems = tuple(word[:STEM] for word in words.casefold().split())
    others = (word for word in meaning.casefold().split() if word not in FILLERS)
    return not all(word.startswith(stems) for word in others)


def say_measured(card: Card) -> str:
    """The fidelity of a card, and its cost."""
    if (found := card.measured) is None:
        return "This card has not been measured."
    return (
        f"In {found.decisions:,} decisions of unseen battles with more than one kind of choice the "
        f"card chooses as its agent in {share(found.equal)} (the most frequent choice: "
        f"{share(found.trivial)}). In {found.battles:,} battles against {found.opponent} the agent "
        f"scores {share(found.share)} and the card {share(found.card_share)}: it loses "
        f"{share(found.lost)} of the score, where a draw is half a win. Brackets: 95 % intervals."
    )


def share(one: Share) -> str:
    """A share in percent with its interval."""
    return percent(interval_of(one))


def title_of(card: Card) -> str:
    """The card's name."""
    return f"{card.agent}: {get_system(card.system).title}, {card.scenario}"


def print_card(card: Card) -> None:
    """Print a card."""
    console.print(title_of(card), style="bold", markup=False)
    for section in sections_of(card):
        console.print(f"\n{section.title}", style="bold", markup=False)
        for number, rule in enumerate(section.rules, 1):
            console.print(f"{number:3}. {rule}", markup=False, highlight=False)
    console.print(f"\n{say_measured(card)}", markup=False, highlight=False)


def sheet_of(card: Card) -> list[Paragraph]:
    """The paragraphs of a card on paper."""
    parts = [Paragraph(title_of(card), scale=1.6, is_bold=True), Paragraph(DESCRIPTION)]
    for section in sections_of(card):
        parts.append(Paragraph(section.title, scale=1.15, is_bold=True, gap=0.8))
        parts += [Paragraph(rule, f"{at}.") for at, rule in enumerate(section.rules, 1)]
    return [*parts, Paragraph(say_measured(card), scale=0.85, gap=1.2, color=PALE)]


def card_page(card: Card) -> str:
    """A card as a page for a browser."""
    parts = []
    for section in sections_of(card):
        rules = "".join(f"<li>{text(rule)}</li>" for rule in section.rules)
        parts.append(f"<h2>{text(section.title)}</h2><ol>{rules}</ol>")
    values: dict[str, Any] = {
        "TITLE": text(title_of(card)),
        "ABOUT": text(DESCRIPTION),
        "RULES": "\n".join(parts),
        "MEASURED": text(say_measured(card)),
    }
    return fill_page("card.html", values)

"""Advice in lines of text for people: the answer first, then its chances and the other choices."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ..envs.core.text.narration import listed
from .advice import FullAdvice, Proposal
from .figures import figures, percent
from .statistics import Interval
from .success import Success

INDENT = "  "
WIDTH = 100
"""Characters of a line."""
LEAST = 0.005
"""Chances below this are not told."""


def advice_lines(advice: FullAdvice, width: int = WIDTH) -> list[str]:
    """The advice in lines of at most `width` characters, the answer first.

    Args:
        advice: the advice.
        width: at least 40.
    """
    return [part for line in _lines(advice) for part in wrapped(line, width)]


def wrapped(line: str, width: int = WIDTH) -> list[str]:
    """A line in lines of at most `width` characters; those after the first are indented more."""
    indent = " " * (len(line) - len(line.lstrip())) + INDENT * 2
    return textwrap.wrap(line, width, subsequent_indent=indent)


def _lines(advice: FullAdvice) -> Iterator[str]:
    first, *others = advice.proposals
    yield first.sentence
    yield from (f"{INDENT}{line}" for line in about(advice, first))
    if advice.moment:
        yield f"{INDENT}{advice.moment}"
    yield from (f"{INDENT}{reason}" for reason in advice.reasons)
    for one in others:
        yield f"Or: {one.sentence}"
        yield from (f"{INDENT}{line}" for line in about(advice, one))
    yield small_print(advice)


def about(advice: FullAdvice, one: Proposal) -> Iterator[str]:
    """Lines about a proposal: its chance of success, what follows, how often it is chosen."""
    told = []
    if one.success is not None and (text := success_in_words(one.success)):
        told.append(text)
    if one.wins is not None:
        told.append(f"{advice.side.capitalize()} then wins {percent(one.wins)}.")
    if told:
        yield " ".join(told)
    yield weight_in_words(advice, one)


def success_in_words(success: Success) -> str:
    """The effects of a choice: `It hits in 45 % [38, 52] (damage 1.2 [1.0, 1.4] on average).`."""
    told = []
    is_blow = success.overcomes is None or (success.harm is not None and success.harm.estimate > 0)
    if success.hits is not None and success.harm is not None and is_blow:
        told.append(f"hits in {percent(success.hits)}")
        if success.harm.estimate:
            told[-1] += f" ({success.unit} {mean(success.harm)} on average)"
    if success.overcomes is not None:
        told.append(f"overcomes its enemy in {percent(success.overcomes)}")
    if success.is_hit is not None and success.is_hit.estimate >= LEAST:
        told.append(f"is hit in {percent(success.is_hit)}")
        if success.suffers is not None and success.suffers.estimate:
            told[-1] += f" ({success.unit} {mean(success.suffers)} on average)"
    return f"It {listed(told)}." if told else ""


def mean(interval: Interval) -> str:
    """A mean with its interval: `1.2 [1.0, 1.4]`; without one if it is exact: `1.24`."""
    if interval.is_exact:
        return f"{interval.estimate:z.2f}"
    return figures(interval)


def weight_in_words(advice: FullAdvice, one: Proposal) -> str:
    """How often the adviser takes a proposal."""
    if advice.asked and one.begins < LEAST:
        return f"{advice.agent} does not choose this: it is among the best of the others tried."
    if one.begins < LEAST:
        return f"{advice.agent} hardly ever chooses this."
    if advice.asked == 1:
        return f"{advice.agent} chooses this."
    if len(one.actions) > 1 and one.begins > one.weight:
        begins, share = share_in_words(advice, one.begins), share_in_words(advice, one.weight)
        share = share.partition(" of ")[0]
        begun = f"{advice.agent} begins with this choice in {begins}"
        return f"{begun} and completes the order like this in {share}."
    return f"{advice.agent} chooses this in {share_in_words(advice, one.weight)}."


def share_in_words(advice: FullAdvice, share: float) -> str:
    """How often an adviser does something: `3 of 5 tries`, `78 % of such moments`."""
    if advice.asked:
        return f"{round(share * advice.asked)} of {advice.asked} tries"
    return f"{100 * share:.0f} % of such moments"


def small_print(advice: FullAdvice) -> str:
    """A line about what the figures are."""
    told = [f"Round {advice.round}, {advice.side}"]
    if advice.legal:
        told.append(f"{advice.legal} choices are allowed")
    if advice.battles:
        told.append(f"estimates from {advice.battles} battles each, which {advice.player} plays on")
    if any(one.success and one.success.is_exact for one in advice.proposals):
        told.append(f"figures without brackets are exact if {advice.player} answers")
    return f"({', '.join(told)})"

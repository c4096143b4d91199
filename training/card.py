"""The card of an NPC: its manifest in plain words, for people who choose one for their table."""

from __future__ import annotations

from typing import Any

from ..agents.base import strongest
from ..agents.npc.manifest import Exploited, Manifest, Result
from ..envs.core.engine.system import get_system
from ..evaluation.exploitability import lower_bound
from ..evaluation.screening import WORDS, Finding
from .matchmaking import MAIN

EVEN = 0.5


def write_card(about: dict[str, Any]) -> str:
    """The card of an NPC, Markdown.

    Args:
        about: the manifest without `files`.
    """
    manifest = Manifest.model_validate({**about, "files": {}})
    parts = (
        _title(manifest),
        _strengths(manifest),
        _habits(manifest),
        _screening(manifest),
        _measure(manifest),
        *_exploitability(manifest),
        _making(manifest),
    )
    return "\n\n".join(parts) + "\n"


def _title(manifest: Manifest) -> str:
    title = get_system(manifest.system).title
    scenarios = ", ".join(manifest.scenarios)
    return (
        f"# {manifest.name}, an NPC for {title}\n\n"
        f"It learned to fight in: {scenarios}. It may be passed on under {manifest.licence}."
    )


def _strengths(manifest: Manifest) -> str:
    known = sorted((one for one in manifest.results if one.share is not None), key=_share)
    few = min(2, max(1, len(known) // 2))
    worst, best = known[:few], (known[few:] or known)[::-1][:3]
    beaten = [one.opponent for one in known if _share(one) > EVEN]
    lines = [
        "## Strengths\n",
        f"It wins more battles than it loses against {len(beaten)} of {len(known)} scripted "
        f"fighters, and most against {_list(best)}.",
        "\n## Weaknesses\n",
        f"It wins least against {_list(worst)}. {_memory(manifest.memory)} It knows the scenarios "
        f"named above; in others it may fight badly. It learned from {_teachers(manifest)}, never "
        f"from people; nobody has measured how it fights against people.",
    ]
    return "\n".join(lines)


def _memory(events: int) -> str:
    if not events:
        return "It has no memory and makes no plans: it sees only the present moment."
    last = "last event" if events == 1 else f"last {events} events"
    return f"It makes no plans: it sees the present moment and remembers the {last} it noticed."


def _teachers(manifest: Manifest) -> str:
    """The opponents and teachers of its training, in words that follow "from"."""
    config, policies = manifest.training.config, {*get_system(manifest.system).policies}
    itself, teacher = config.get("self_play", 0), config.get("teacher")
    league = manifest.training.league
    weights = config.get("opponents") or {} if itself < 1 else {}
    names = {name.partition("?")[0] for name, weight in weights.items() if weight}
    if teacher:
        names.add(teacher["agent"])
    found = {
        "scripted fighters": names & policies - {"random"},
        "other agents": names - policies,
        "a fighter who acts at random": names == {"random"},
        "itself": itself,
        "copies of itself": MAIN in league,
        "exploiters, which learned to beat it": {*league} - {MAIN},
    }
    return " and from ".join(words for words, is_there in found.items() if is_there)


def _share(result: Result) -> float:
    return result.share or 0.0


def _list(results: list[Result]) -> str:
    return ", ".join(f"{one.opponent} ({100 * _share(one):.0f} of 100)" for one in results)


def _habits(manifest: Manifest) -> str:
    habits = ", ".join(
        f"{one.verb.replace('_', ' ')} {100 * one.share:.0f}" for one in manifest.habits
    )
    return f"## Most frequent actions\n\nOf 100 decisions: {habits}."


def _screening(manifest: Manifest) -> str:
    """The absurd habits that were looked for, those that were found first."""
    title = "## Absurd habits\n\n"
    if not manifest.screening:
        return f"{title}Nobody has looked for them."
    findings = {
        one.measure: Finding(**one.model_dump(exclude={"found"})) for one in manifest.screening
    }
    found = [findings[one.measure].words for one in manifest.screening if one.found]
    looked = ", ".join(WORDS[one].words.removeprefix("It ") for one in findings)
    lines = [
        f"It was screened in battles for habits that no scripted fighter has: {looked}. A habit is "
        "found if the lower limit of its share is above its bound."
    ]
    lines += [f"- {words}." for words in found] or ["None was found."]
    return title + "\n\n".join((lines[0], "\n".join(lines[1:])))


def _measure(manifest: Manifest) -> str:
    rows = [
        f"| {one.opponent} | {one.won} | {one.lost} | {one.drawn} | {_percent(one)} |"
        for one in manifest.results
    ]
    zero = next(
        (one.agent for one in manifest.ratings if one.elo == one.low == one.high == 0),
        strongest(get_system(manifest.system)),
    )
    ratings = [
        f"| {one.agent} | {one.elo:.0f} | {one.low:.0f} to {one.high:.0f} |"
        for one in manifest.ratings
    ]
    return "\n".join(
        (
            "## How it was measured\n",
            "Battles against each scripted fighter, sides swapped, the NPC drawing its "
            "choices from its probabilities. The last column is the share of the decided battles "
            "that it won, with limits that contain the truth 19 times in 20.\n",
            "| against | won | lost | drawn | won of decided, % |",
            "|---|---|---|---|---|",
            *rows,
            f"\nRatings of all of them ({zero} is 0):\n",
            "| | Elo | 95 % |",
            "|---|---|---|",
            *ratings,
        )
    )


def _exploitability(manifest: Manifest) -> list[str]:
    """The points that challengers took from it, by encounter; nothing if unmeasured."""
    if not manifest.exploitability:
        return []
    parts = ["## How far it can be exploited", *map(_exploited, manifest.exploitability)]
    return ["\n\n".join(parts)]


def _exploited(one: Exploited) -> str:
    learned = (
        f"{one.seeds} challengers that learned against this NPC alone, from at least "
        f"{one.decisions:,} decisions each, and all scripted fighters"
        if one.seeds
        else "All scripted fighters"
    )
    best = "one that learned" if one.response == "learned" else f"the scripted {one.response}"
    return (
        f"In {one.encounter}, the best challenger took {100 * one.score:.1f} "
        f"[{100 * one.low:.1f}, {100 * one.high:.1f}] of 100 points, where a draw is half a point. "
        f"{lower_bound(one.low)}. "
        f"{learned} fought it on {one.date}. The best of them, {best}, won {one.won:,}, drew "
        f"{one.drawn:,} and lost {one.lost:,} of {one.battles:,} battles, others than those that "
        "chose it. 50 points would be an even fight; a longer search may find more."
    )


def _percent(result: Result) -> str:
    if result.share is None or result.low is None or result.high is None:
        return "none was decided"
    return f"{100 * result.share:.1f} [{100 * result.low:.1f}, {100 * result.high:.1f}]"


def _making(manifest: Manifest) -> str:
    training, proof = manifest.training, manifest.proof
    whose = " of all learners of its league" if training.league else ""
    return (
        "## How it was made\n\n"
        f"Finished on {training.date} after {training.decisions:,} decisions{whose} in "
        f"{training.seconds / 60:.1f} minutes, seed {training.config['seed']}. The file was "
        f"compared with the trained network at {proof.states:,} decisions of real battles: the "
        f"most probable action is the same in {proof.same_choices:,}, probabilities differ by at "
        f"most {proof.largest_difference:.1e}, and {proof.illegal} illegal actions are possible."
    )

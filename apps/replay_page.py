"""A recorded battle as one page for a browser, which needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..envs.core.rendering.picture import draw
from ..envs.core.rendering.shapes import Picture
from ..envs.core.rendering.svg import to_svg
from ..envs.core.session.match import Match
from ..envs.core.session.recording import Recording
from ..evaluation.figures import percent
from ..evaluation.statistics import Interval
from ..evaluation.turning_points import FINER, Course, TurningPoint
from .page import fill_page, page_file, points, text

CHART = (1000, 100)
"""Width and height of the chart of chances, in its own units."""


@dataclass(frozen=True)
class Frame:
    """A position of the page.

    Attributes:
        decision: number of decisions taken before.
        round: the round, the first is 1.
        picture: the lines of the picture, in runs of the list of all lines: the place of the first
            line, and how many follow one another. Most lines of a picture are those before it.
        story: the sentences of the decisions since the last frame, each with its rows.
    """

    decision: int
    round: int
    picture: list[tuple[int, int]]
    story: list[tuple[str, tuple[str, ...]]]


def replay_page(recording: Recording, course: Course | None) -> str:
    """The page of a battle, with its course if there is one.

    Raises:
        ReplayError: the replay cannot be played.
    """
    frames, parts, match = frames_of(recording)
    script = page_file("replay.js")
    title = f"{match.system.title}: {match.scenarios[0].title}"
    values = {
        "HASH": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "TITLE": text(title),
        "PLAYERS": text(players_of(recording)),
        "RESULT": text(result_of(match, len(recording.actions))),
        "LAST": str(len(frames) - 1),
        "CHANCES": chances_part(course) if course else "",
        "FIRST": "\n".join(lines_of(frames[0], parts)),
        "STORY": "\n".join(story_part(number, frame) for number, frame in enumerate(frames)),
        "TURNS": turns_part(course) if course else "",
        "DATA": data_of(recording, frames, parts, course),
        "SCRIPT": script,
    }
    return fill_page("replay.html", values)


# --- The battle -----------------------------------------------------------------------------------


def frames_of(recording: Recording) -> tuple[list[Frame], list[str], Match]:
    """The frames of a battle, all lines of their pictures, and the match at its end.

    A decision that changes neither picture nor story has no frame of its own. All pictures are as
    high as the highest, so that the map keeps its size.
    """
    drawn: list[Picture] = []
    frames: list[Frame] = []
    for decision, (match, story) in enumerate(recording.play(True)):
        picture = draw(match.system.scene(match.battle))
        if not drawn or story or picture != drawn[-1]:
            drawn.append(picture)
            frames.append(Frame(decision, int(match.battle.round_number) + 1, [], story))
    height = max(picture.height for picture in drawn)
    places: dict[str, int] = {}
    for picture, frame in zip(drawn, frames, strict=True):
        lines = to_svg(replace(picture, height=height)).splitlines()
        frame.picture.extend(runs_of([places.setdefault(line, len(places)) for line in lines]))
    return frames, list(places), match


def runs_of(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Runs of numbers that follow one another: the first of each, and how many."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == sum(runs[-1]):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((number, 1))
    return runs


def lines_of(frame: Frame, parts: list[str]) -> list[str]:
    """The lines of a frame's picture, from the list of all lines."""
    return [line for first, count in frame.picture for line in parts[first : first + count]]


def players_of(recording: Recording) -> str:
    """A sentence about the players."""
    named = [f"{name} plays {side}" for side, name in recording.players.items()]
    return f"{', '.join(named)}." if named else ""


def result_of(match: Match, decisions: int) -> str:
    """A sentence about the end."""
    if match.to_act >= 0:
        return f"The recording stops in round {match.battle.round_number + 1}."
    winner = f"{match.winner} wins" if match.winner else "a draw"
    return f"After {decisions} decisions: {winner} ({match.ending.replace('_', ' ')})."


# --- The parts of the page ------------------------------------------------------------------------


def data_of(
    recording: Recording, frames: list[Frame], parts: list[str], course: Course | None
) -> str:
    """The data of the script as JSON; a name cannot end the element that holds it."""
    content: dict[str, Any] = {
        "decisions": len(recording.actions),
        "parts": parts,
        "frames": [
            {"decision": one.decision, "round": one.round, "picture": one.picture} for one in frames
        ],
    }
    if course:
        content["chances"] = [[limits(one.red), limits(one.blue)] for one in course.chances]
    compact = json.dumps(content, separators=(",", ":"), ensure_ascii=True)
    return compact.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def limits(share: Interval) -> list[float]:
    """The estimate and its limits, in thousandths."""
    return [round(one, 3) for one in (share.estimate, share.low, share.high)]


def story_part(number: int, frame: Frame) -> str:
    """The sentences of a frame."""
    sentences = []
    for words, rows in frame.story:
        note = f' <span class="rows">{text(", ".join(rows))}</span>' if rows else ""
        sentences.append(f'<button data-frame="{number}">{text(words)}{note}</button>')
    return "\n".join(sentences)


def chances_part(course: Course) -> str:
    """The bar and the chart of the chances to win."""
    width, height = CHART
    step = width / max(1, len(course.chances) - 1)
    red = [(place * step, height * one.red.estimate) for place, one in enumerate(course.chances)]
    blue = [
        (place * step, height * (1 - one.blue.estimate)) for place, one in enumerate(course.chances)
    ]
    marks = "".join(upright(turn.decision * step) for turn in course.turns)
    return (
        '<div class="bar" id="bar"><span class="red">red</span><span class="draw"></span>'
        '<span class="blue">blue</span></div><p class="small" id="said"></p>'
        f'<svg id="chart" viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img">'
        "<title>Chance to win after each decision: red from the top, blue from the bottom</title>"
        f'<polygon points="0,0 {points(red)} {width},0" fill="#b8433d" opacity="0.85"/>'
        f'<polygon points="0,{height} {points(blue)} {width},{height}" fill="#3b6ea8" '
        f'opacity="0.85"/>{marks}<line id="mark" y1="0" y2="{height}" stroke="black" '
        'stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'
        f'<p class="small">Estimates: from each position {course.count:,} battles are played on '
        f"with new dice, around a large fall {FINER * course.count:,}, by the best heuristic on "
        "both sides; the brackets hold 95 % intervals. "
        "The positions are as they stand, hidden facts among them. White between the colours is "
        "the chance of a draw.</p>"
    )


def upright(x: float) -> str:
    """The dashed line of a turning point in the chart."""
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{CHART[1]}" stroke="#2b2f36" '
        'stroke-dasharray="3 3" vector-effect="non-scaling-stroke"/>'
    )


def turns_part(course: Course) -> str:
    """The list of turning points."""
    if not course.turns:
        return "<h2>Turning points</h2><p>No decision changed the chances much.</p>"
    listed = "\n".join(f"<li>{turn_part(turn)}</li>" for turn in course.turns)
    return (
        f'<h2>Turning points</h2><ul id="turns">{listed}</ul><p class="small">The decisions after '
        "which the chance of their own side fell most. For each of them other choices are tried, "
        "and the best one and the one taken are compared on the same new dice. Where no other "
        "choice is better beyond chance, the dice are the likely cause.</p>"
    )


def turn_part(turn: TurningPoint) -> str:
    """One turning point."""
    cause = "No choice that was tried is better beyond chance: the dice, more likely."
    if turn.gain is not None:
        cause = f"Better: {turn.better} That wins {percent(turn.gain)} more often."
    return (
        f'<button class="{turn.side}" data-decision="{turn.decision}">Decision {turn.decision}, '
        f"{text(turn.fighter)}: {text(turn.taken)} The chance of {turn.side} falls "
        f"from {percent(turn.before)} to {percent(turn.after)}. {text(cause)}</button>"
    )

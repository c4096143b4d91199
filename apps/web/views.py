"""The content of the page as plain data, for each role."""

from __future__ import annotations

import time
from typing import Any

from ...agents.base import strongest
from ...envs.core.engine.battle import SIDES
from ...envs.core.engine.system import System, get_system
from ...envs.core.inputs.plain_text import clean
from ...envs.core.rendering.picture import corners, place
from ...envs.core.rendering.render import svg
from ...envs.core.rendering.scene import Scene, state_of
from ...envs.core.scenarios.model import BaseScenario
from ...envs.core.text.narration import capital
from ...table.forms import now_fields, person_fields, seat_fields, seats_of, state_fields, written
from ...table.notes import DICE, PERSON
from ...table.sight import lines_for, scene_for, unseen_by
from ...table.table import Step, Table
from ..common import of_all_systems
from .choices import GROUPS, choices_part
from .room import DRAFT_FILE, Room

GENERAL = ("title", "description", "round_limit")
"""Keys of an encounter with fields of their own."""


def view_of(room: Room, role: str, story: int = -1, since: int = 0) -> dict[str, Any]:
    """The content of the page.

    Args:
        room: the room.
        role: `gm`, `red` or `blue`.
        story: the story that the browser has; -1 for none.
        since: the number of its steps that the browser has.
    """
    view: dict[str, Any] = {
        "version": room.version,
        "role": role,
        "busy": room.busy,
        "notice": room.notice,
    }
    mode = room.mode
    if role != "gm" and mode != "play":
        return {**view, "mode": "wait"}
    parts = {"home": home_part, "build": build_part}
    if mode in parts:
        return {**view, "mode": mode, **parts[mode](room)}
    return {**view, "mode": mode, **play_part(room, role, story, since)}


# --- First page -----------------------------------------------------------------------------------


def home_part(room: Room) -> dict[str, Any]:
    """The first page: tables to continue, systems and their encounters."""
    return {
        "systems": [
            {"name": one.name, "title": one.title, "encounters": encounters_of(one)}
            for one in of_all_systems(get_system)
            if issubclass(one.scenario_model, BaseScenario)
        ],
        "tables": [
            {"name": path.name, "when": time.strftime("%d %b, %H:%M", time.localtime(when))}
            for path in room.tables()[:30]
            for when in (path.stat().st_mtime,)
        ],
        "draft": (room.folder / DRAFT_FILE).is_file(),
    }


def encounters_of(system: System) -> list[dict[str, str]]:
    """The encounters that come with a system."""
    found = [(one, system.load_scenario(one)) for one in system.scenario_names()]
    return [
        {
            "name": f"{system.name}/{one}",
            "title": model.title,
            "about": f"{len(model.red)} against {len(model.blue)}. {model.description}",
        }
        for one, model in found
    ]


def system_part(room: Room, system: System) -> dict[str, Any]:
    """The constant facts of a system: its cast, its letters, its keys, its agents."""
    model = system.scenario_model
    told = {**{PERSON: "you choose"}, **system.policy_descriptions}
    fields = {
        "seat": seat_fields(system),
        "person": person_fields(system),
        "state": state_fields(system),
        "now": now_fields(system),
    }
    return {
        "name": system.name,
        "title": system.title,
        "cast": list(model.vocabulary.get("cast", ())),
        "letters": [[letter, model.legend.get(letter, "")] for letter in model.letters],
        "agents": [[one, told.get(one, "")] for one in [PERSON, *room.known_agents(system)]],
        "example": strongest(system),
        "names": {kind: list(names) for kind, names in model.vocabulary.items()},
        "fields": {part: [one.to_json() for one in found] for part, found in fields.items()},
    }


# --- Building -------------------------------------------------------------------------------------


def build_part(room: Room) -> dict[str, Any]:
    """The encounter under construction."""
    draft = room.building()
    columns, rows = draft.scenario.size
    return {
        "system": draft.system.name,
        "title": draft.scenario.title,
        "error": draft.error,
        "editing": room.is_editing,
        "back": room.back if room.is_editing else 0,
        "board": board_of(draft.scene),
        "seats": seats_of(draft),
        "labels": draft.labels,
        "size": [columns, rows],
        "map": str(draft.data.get("map", "")),
        "keys": {key: written(draft.data.get(key)) for key in GENERAL},
        "now": {key: written(value) for key, value in (draft.data.get("now") or {}).items()},
        "text": draft.text,
        "players": room.players,
        "dice": room.dice,
        "modes": list(DICE),
    }


def board_of(scene: Scene) -> dict[str, Any]:
    """A picture, the middles of its places, and its tokens.

    The corners of a place are given from its middle; all places have the same.
    """
    middle_x, middle_y = place(scene, 0, 0)
    return {
        "svg": svg(scene),
        "width": scene.width,
        "corners": [[x - middle_x, y - middle_y] for x, y in corners(scene, 0, 0)],
        "places": [place(scene, x, y) for y in range(scene.height) for x in range(scene.width)],
        "tokens": [
            {"label": one.label, "name": one.name, "x": one.x, "y": one.y, "out": one.out}
            | {"side": SIDES[one.side], "told": state_of(one)}
            for one in scene.fighters
        ],
    }


# --- Playing --------------------------------------------------------------------------------------


def play_part(room: Room, role: str, story: int, since: int) -> dict[str, Any]:
    """The battle as a role sees it."""
    table = room.playing()
    match, system = table.match, table.system
    is_gm = role == "gm"
    begin = since if story == room.story and 0 <= since <= len(table.steps) else 0
    part: dict[str, Any] = {
        "system": system.name,
        "title": match.scenarios[0].title,
        "story": room.story,
        "since": begin,
        "steps": steps_part(table, role, begin),
        "count": table.count,
        "players": table.players if is_gm else {},
        "seats": seats_part(table) if is_gm else [],
        "dice": table.dice,
        "modes": list(DICE),
        "groups": list(GROUPS),
        "auto": room.is_auto,
        "at": room.at,
        "saved": room.saved() if is_gm else "",
        "file": table.journal.path.name if is_gm else "",
        "over": match.is_over if table.has_begun else False,
    }
    if table.has_begun:
        scene = system.scene(match.battle) if is_gm else scene_for(system, match.battle, role)
        part["board"] = board_of(scene)
        part["result"] = result_of(table)
        part["task"] = clean(scene.caption[-1]) if scene.caption else ""
    return {**part, **asked_part(room, table, role)}


def seats_part(table: Table) -> list[list[str]]:
    """Each fighter's agent id and name; empty before the beginning."""
    if not table.has_begun:
        return []
    names = table.system.fighter_names(table.match.battle)
    return [list(pair) for pair in zip(table.match.agents, map(capital, names), strict=True)]


def result_of(table: Table) -> str:
    """The end of the battle in a sentence; empty before."""
    match = table.match
    if not match.is_over:
        return ""
    winner = f"{match.winner.capitalize()} wins" if match.winner else "Nobody wins"
    return f"{winner}: {match.ending.replace('_', ' ')}."


def steps_part(table: Table, role: str, since: int) -> list[dict[str, Any]]:
    """The steps from a number on: the decision, and the sentences that followed it."""
    last = max((at for at, one in enumerate(table.steps) if one.lines), default=0)
    return [
        step_part(step, number, role, is_told=role == "gm" and number <= last)
        for number, step in enumerate(table.steps[since:], since)
    ]


def step_part(step: Step, number: int, role: str, is_told: bool) -> dict[str, Any]:
    """One step. A written order stays sealed until something follows from it."""
    unseen, lines = step.unseen.get(role, []), step.told.get(role, step.lines)
    return {
        "number": number,
        "sentence": clean(step.sentence) if is_told else "",
        "lines": [[clean(text), list(rows)] for text, rows in lines_for(lines, unseen)],
    }


def asked_part(room: Room, table: Table, role: str) -> dict[str, Any]:
    """Whose decision it is, and the choices or the die that a role is asked for."""
    if table.pending is not None:
        die = room.die()
        is_asked = role == "gm" or (table.has_begun and table.side == role)
        return {"die": die_part(table, die) if die is not None and is_asked else None}
    if table.match.is_over or not table.has_begun:
        return {}
    match, system = table.match, table.system
    name = system.fighter_names(match.battle)[match.to_act]
    unseen = unseen_by(system, match.battle, role) if role != "gm" else set()
    if match.to_act in unseen:
        return {"asked": {"fighter": "Somebody", "side": "", "player": ""}}
    asked = {
        "fighter": capital(name),
        "side": table.side,
        "round": int(match.battle.round_number) + 1,
        "player": table.player,
        "written": list(map(clean, table.written)) if role in ("gm", table.side) else [],
    }
    is_asked = role == "gm" or (role == table.side and table.player == PERSON)
    return {"asked": asked, "choices": choices_part(table) if is_asked else []}


def die_part(table: Table, die: Any) -> dict[str, Any]:
    """The die that the rules ask for."""
    assert table.pending is not None
    action = table.pending.action
    return {
        "name": die.name,
        "help": die.help if die.is_count else "",
        "for": clean(die.purpose),
        "about": "the beginning" if action is None else clean(table.match.describe(action)),
        "lowest": die.lowest,
        "highest": die.highest,
        "typed": list(table.pending.faces),
        "can_retract": action is not None,
    }

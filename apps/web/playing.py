"""The battle at the table: players, decisions, dice, undo."""

from __future__ import annotations

import contextlib

from ...envs.core.engine.battle import SIDES
from ...envs.core.session.agent_query import choices_for, longest_memory
from ...table.draft import Draft
from ...table.notes import PERSON, Pending
from ...table.opening import new_table
from ...table.table import Table
from . import commands as c
from .room import MOVED_ON, Room, obeys, system_of


@obeys(c.Players)
def set_player(room: Room, command: c.Players) -> None:
    """Say who plays a side or a fighter; empty: as its side."""
    players = room.players if room.draft is not None else dict(room.playing().players)
    if command.name:
        system = room.draft.system if room.draft is not None else room.playing().system
        if command.name != PERSON:
            room.agent(command.name, system)
        players = {**players, command.seat: command.name}
    elif command.seat not in SIDES:
        players = {seat: name for seat, name in players.items() if seat != command.seat}
    if room.draft is not None:
        room.players = players
        room.keep()
        return
    room.check_player(room.playing(), command.name or PERSON)
    room.playing().note(players=players)


@obeys(c.DiceMode)
def set_dice(room: Room, command: c.DiceMode) -> None:
    """Say whose dice are typed."""
    if room.draft is None:
        room.playing().note(dice=command.dice)
    else:
        room.dice = command.dice


@obeys(c.Auto)
def set_auto(room: Room, command: c.Auto) -> None:
    """Let agents act by themselves, or only propose."""
    room.is_auto = command.on


@obeys(c.Start)
def start(room: Room, command: c.Start) -> None:
    """Begin the battle, or continue from a state that was edited."""
    draft = room.building()
    if draft.error:
        raise ValueError(f"this encounter cannot begin: {draft.error}")
    if room.is_editing and room.table is not None:
        room.table.edit(draft.scenario)
        room.draft, room.is_editing = None, False
        room.story += 1
        return
    show(room, table_for(room, draft))


def table_for(room: Room, draft: Draft) -> Table:
    """A new table for the encounter, with slots, memory and choices as its agents need them.

    Raises:
        ValueError: an agent was trained for battles of another size.
    """
    named = {seat: name for seat, name in room.players.items() if name != PERSON}
    agents = {seat: room.agent(name, draft.system) for seat, name in named.items()}
    fighters = max(len(draft.scenario.red), len(draft.scenario.blue))
    slots = max([fighters, *(getattr(one, "max_side", 0) for one in agents.values())])
    for seat, agent in agents.items():
        if getattr(agent, "max_side", 0) not in (0, slots):
            raise ValueError(
                f"{named[seat]} was trained for {agent.max_side} fighters a side, and this battle "
                f"has {slots}: choose another player"
            )
    quick = {seat[:3] for seat, agent in agents.items() if choices_for(agent) == "quick"}
    letters = [one if one.isalnum() else "-" for one in draft.scenario.title.casefold()]
    table = new_table(
        draft.system, draft.scenario, room.free_path("".join(letters).strip("-")[:40] or "battle"),
        room.players,
        max_side=slots,
        memory=longest_memory(0, *agents.values()) if agents else 0,
        choices=("quick" if "red" in quick else "full", "quick" if "blu" in quick else "full"),
    )  # fmt: skip
    if room.dice != table.dice:
        table.note(dice=room.dice)
    return table


@obeys(c.Edit)
def edit(room: Room, command: c.Edit) -> None:
    """Edit the state of the battle as an encounter."""
    table = room.playing()
    if table.pending:
        raise ValueError("type the dice of this step first, or take the choice back")
    moment, scenario = table.open_moment()
    room.draft, room.is_editing = Draft(table.system, scenario), True
    room.back = table.count - moment


@obeys(c.Cancel)
def cancel(room: Room, command: c.Cancel) -> None:
    """Leave the editing of a state without a change."""
    if room.is_editing:
        room.draft, room.is_editing = None, False


@obeys(c.Take)
def take(room: Room, command: c.Take) -> None:
    """Take a decision, or all clauses of an order."""
    table = at(room, command.at)
    if table.pending is not None:
        raise ValueError("type the dice of this step first, or take the choice back")
    fighter = table.match.to_act
    for action in command.actions:
        match = table.match
        if match.is_over or match.to_act != fighter or not 0 <= action < match.num_actions:
            raise ValueError(MOVED_ON)
        if table.pending is not None or not match.mask[action]:
            raise ValueError(MOVED_ON)
        ask(room, action)


def at(room: Room, number: int) -> Table:
    """The table, if it is at the moment that a browser shows."""
    table = room.playing()
    if number != room.at:
        raise ValueError(MOVED_ON)
    return table


def ask(room: Room, action: int | None) -> None:
    """Take a step, or ask for its dice first."""
    table = room.playing()
    if table.has_typed_dice(action):
        table.pending = Pending(action)
        go_on(room, [])
    else:
        step(room, action, ())


def go_on(room: Room, faces: list[int]) -> None:
    """Take the step if its dice are known; else write down those that are."""
    table = room.playing()
    assert table.pending is not None
    action = table.pending.action
    while (die := table.next_die(action, faces)) is not None:
        if not die.is_drawn:
            table.note(pending=Pending(action, tuple(faces)))
            return
        faces.append(int(room._chance.integers(die.lowest, die.highest + 1)))
    step(room, action, tuple(faces))


def step(room: Room, action: int | None, faces: tuple[int, ...]) -> None:
    """Take a step with the faces of its first dice."""
    table = room.playing()
    if action is None:
        table.begin(faces)
    else:
        table.take(action, faces)


@obeys(c.Face)
def type_face(room: Room, command: c.Face) -> None:
    """Type a face of the die that is asked for."""
    table, die = at(room, command.at), room.die()
    if die is None or table.pending is None:
        raise ValueError("no die is asked for")
    die.check(command.face)
    go_on(room, [*table.pending.faces, command.face])


@obeys(c.Roll)
def roll(room: Room, command: c.Roll) -> None:
    """Let the machine roll the die that is asked for, or all of the step."""
    table, die = at(room, command.at), room.die()
    if die is None or table.pending is None:
        raise ValueError("no die is asked for")
    if command.rest:
        step(room, table.pending.action, table.pending.faces)
    else:
        go_on(room, [*table.pending.faces, die.roll(room._chance)])


@obeys(c.Retract)
def retract(room: Room, command: c.Retract) -> None:
    """Take back a choice whose dice are not all typed."""
    table = room.playing()
    if table.pending is not None and table.pending.action is not None:
        table.note(pending=None)
        room.story += 1


@obeys(c.Undo)
def undo(room: Room, command: c.Undo) -> None:
    """Go back to the moment after the first `count` decisions and edits."""
    room.playing().undo(command.count)
    room.is_auto = False  # or agents would take the same decision again at once
    room.story += 1


def show(room: Room, table: Table) -> None:
    """Put a table on the page; agents that cannot play here are replaced by a person.

    Raises:
        ValueError: the system is of another form, or another program plays the table.
    """
    system_of(table.system.name)
    room.release_table()
    with contextlib.suppress(OSError):  # one that cannot be written is only looked at
        table.journal.claim()
    for seat, name in table.players.items():
        try:
            room.check_player(table, name)
        except (ValueError, KeyError, OSError, ImportError):
            table.players[seat] = PERSON
            room.notice = f"{name} cannot play {seat} at this table: a person does"
    room.table, room.draft, room.is_editing, room.is_auto = table, None, False, False
    room.story += 1
    if table.pending is not None and room.die() is None:
        table.pending = None  # a file of a stranger can name dice that no step needs
    if not table.has_begun and table.pending is None:
        ask(room, None)

"""The commands that a browser may send, checked before the room obeys them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ...envs.core.engine.battle import MAX_SIDE
from ...envs.core.inputs.plain_text import clean

MOST_TEXT = 8_000_000
"""Most characters of a file that a browser sends."""
Side = Literal["red", "blue"]
Short = Annotated[str, Field(max_length=200)]
Long = Annotated[str, Field(max_length=70_000)]
Place = Annotated[int, Field(ge=0, le=2 * MAX_SIDE)]
Moment = Annotated[int, Field(ge=0, le=2**53)]
Number = Annotated[int, Field(ge=-1, le=1_000_000)]


class Command(BaseModel):
    """A command; unknown keys and other types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Home(Command):
    """Go to the first page; nothing is lost."""

    do: Literal["home"]


class Load(Command):
    """Build on an encounter that comes with quintain, `mythic_epoch/duel`."""

    do: Literal["load"]
    name: Short


class Blank(Command):
    """Build an encounter on an open map."""

    do: Literal["blank"]
    system: Short
    red: Place
    blue: Place


class Read(Command):
    """Build on an encounter's file."""

    do: Literal["read"]
    system: Short
    text: Long


class Resume(Command):
    """Go on building the last encounter."""

    do: Literal["resume"]


class Open(Command):
    """Play a table of the folder."""

    do: Literal["open"]
    name: Short


class Upload(Command):
    """Play a table's file, which is copied to the folder."""

    do: Literal["upload"]
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class Write(Command):
    """Write a value to a place in the encounter, as a file has it; or a text as it is."""

    do: Literal["write"]
    path: Annotated[list[str | int], Field(max_length=8)]
    text: Long
    plain: bool = False


class WriteAll(Command):
    """Replace the whole encounter by a file's text."""

    do: Literal["write all"]
    text: Long


class Add(Command):
    """Add a fighter of the cast."""

    do: Literal["add"]
    side: Side
    kind: Short


class Remove(Command):
    """Take a fighter out."""

    do: Literal["remove"]
    side: Side
    place: Place


class MoveFighter(Command):
    """Put a fighter on a place of the picture."""

    do: Literal["move"]
    side: Side
    place: Place
    x: Number
    y: Number


class Paint(Command):
    """Write a letter of the map at places of the picture."""

    do: Literal["paint"]
    places: Annotated[
        list[Annotated[list[Number], Field(min_length=2, max_length=2)]], Field(max_length=2000)
    ]
    letter: Annotated[str, Field(min_length=1, max_length=1)]


class Resize(Command):
    """Change the size of the map."""

    do: Literal["resize"]
    columns: Number
    rows: Number


class Start(Command):
    """Begin the battle, or continue from a state that was edited."""

    do: Literal["start"]


class Edit(Command):
    """Edit the state of the battle as an encounter."""

    do: Literal["edit"]


class Cancel(Command):
    """Leave the editing of a state without a change."""

    do: Literal["cancel"]


class Players(Command):
    """Say who plays a side or a fighter; empty: as its side."""

    do: Literal["player"]
    seat: Short
    name: Short


class DiceMode(Command):
    """Say whose dice are typed."""

    do: Literal["dice"]
    dice: Short


class Auto(Command):
    """Let agents act by themselves, or only propose."""

    do: Literal["auto"]
    on: bool


class Take(Command):
    """Take a decision, or all clauses of an order.

    Attributes:
        do: the command.
        at: the number of the moment that the browser shows.
        actions: one action, or those of the clauses.
    """

    do: Literal["take"]
    at: Moment
    actions: Annotated[list[Number], Field(min_length=1, max_length=20)]


class Face(Command):
    """Type a face of the die that is asked for."""

    do: Literal["face"]
    at: Moment
    face: Number


class Roll(Command):
    """Let the machine roll the die that is asked for, or all of the step."""

    do: Literal["roll"]
    at: Moment
    rest: bool = False


class Retract(Command):
    """Take back a choice whose dice are not all typed."""

    do: Literal["retract"]


class Undo(Command):
    """Go back to the moment after the first `count` decisions and edits."""

    do: Literal["undo"]
    count: Number


Any_ = (
    Home | Load | Blank | Read | Resume | Open | Upload | Write | WriteAll | Add | Remove
    | MoveFighter | Paint | Resize | Start | Edit | Cancel | Players | DiceMode | Auto | Take
    | Face | Roll | Retract | Undo
)  # fmt: skip
COMMANDS: TypeAdapter[Any] = TypeAdapter(Annotated[Any_, Field(discriminator="do")])
FOR_PLAYERS = (Take, Face, Roll, Retract)
"""The commands of a player who is no game master, in decisions of the own side."""


def read_command(data: bytes) -> Any:
    """The command in the body of a request.

    Raises:
        ValueError: it is none.
    """
    try:
        return COMMANDS.validate_json(data)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(map(str, problem["loc"]))[:60]
        what = clean(f"{where}: {problem['msg'][:100]}")  # both may quote the page
        raise ValueError(f"the page sent no command: {what}") from None
    except RecursionError:
        raise ValueError("the page sent no command: it is nested too deep") from None

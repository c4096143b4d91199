"""The commands of the command line; the module of each is imported when somebody calls it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer

from .usage import Commands

COMMANDS = {
    "systems": ("lookup_commands", "systems"),
    "show": ("lookup_commands", "show"),
    "new": ("lookup_commands", "new"),
    "check": ("lookup_commands", "check"),
    "rules": ("lookup_commands", "rules"),
    "agents": ("lookup_commands", "agents"),
    "watch": ("watch_command", "watch"),
    "replay": ("replay_command", "replay"),
    "odds": ("odds_commands", "odds"),
    "play": ("play_command", "play"),
    "table": ("table_command", "table"),
    "card": ("card_command", "card"),
    "screen": ("screen_command", "screen"),
    "score": ("score_command", "score"),
    "report": ("report_command", "report"),
    "held-out": ("held_out_command", "held_out"),
    "tactics": ("tactics_command", "tactics"),
    "exploit": ("exploit_command", "exploit"),
    "compare": ("compare_command", "compare_equipment"),
    "tournament": ("tournament_command", "tournament"),
    "train": ("learning_commands", "train"),
    "league": ("league_command", "league"),
    "export": ("npc_commands", "export"),
    "advise": ("advice_command", "advise"),
    "inspect": ("npc_commands", "inspect"),
    "bench": ("bench_command", "bench"),
    "compile": ("compiling", "compile_"),
    "demo": ("learning_commands", "demo"),
}
"""The module and the function of each command, in the order of the help."""


class LazyCommands(Commands):
    """The commands of `COMMANDS`: only one is imported, or all for the help that lists them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command made from its function; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name]
        one = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        one.command(cmd_name)(getattr(import_module(f".{module}", __package__), function))
        return typer.main.get_command(one)

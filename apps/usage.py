"""Mistakes in the words of a command, each as one plain sentence.

Typer and the libraries below it say what a program expected ("Input should be less than or equal to
6"). `Commands` says what to write instead, as every other error of quintain does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup

from ..envs.core.inputs.spelling import names_like

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""The class of all mistakes in the words of a command: typer's own, in older ones click's."""
PROGRAM = "quintain"
NUMBERS = {int: "a whole number", float: "a number"}
EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)")


class Commands(TyperGroup):
    """The commands; a mistake in their words is a `ValueError` with one sentence."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read the words before the name of the command."""
        with in_plain_words():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Read the words of the command, and run it."""
        with in_plain_words():
            return super().invoke(ctx)


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Turn a usage error into a `ValueError` with one sentence.

    Raises:
        ValueError: the words of the command are wrong.
    """
    try:
        yield
    except UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # it prints the help
            raise
        raise ValueError(sentence_of(error)) from None


def sentence_of(error: Any) -> str:
    """The mistake in the words of a command, and the right words."""
    kind, text, context = type(error).__name__, error.format_message(), error.ctx
    command = _path_of(context)
    extra = EXTRA.search(text)
    if kind == "MissingParameter":
        return f"{command} needs {_name_of(error.param)}: {_first_letter_small(error.param.help)}"
    if kind == "NoSuchOption":
        known = [name for one in context.command.params for name in one.opts]
        return f"no option {error.option_name}: {_hint(error.option_name, known, command)}"
    if text.startswith("No such command"):
        name, known = text.split("'")[1], context.command.list_commands(context)
        return f"no command {name!r}: {_hint(name, known, command)}"
    if extra:
        return f"{command} does not know what {extra[1]!r} means: put words that belong together " \
            f"into quotes, as in \"red 2\", or see `{command} --help`"  # fmt: skip
    if getattr(error, "param", None) is not None:
        return _about_value(error, context)
    if getattr(error, "option_name", None):
        what = "takes no value" if "does not take" in text else "needs a value after it"
        return f"{error.option_name} {what}"
    return str(error.message).rstrip(".")


def _about_value(error: Any, context: Any) -> str:
    """The sentence about a value that a parameter does not take."""
    name, message = _name_of(error.param), str(error.message).removeprefix("Value error, ")
    kind = _kind_of(error.param, context)
    if kind is None:
        return f"{name}: {message.rstrip('.')}"
    faults: list[Any] = getattr(error.__cause__, "errors", list)()
    got = f", got {faults[0]['input']}" if faults else ""
    return f"{name} must be {kind}{got}"


def _kind_of(param: Any, context: Any) -> str | None:
    """The values of a parameter, in words; None if its own parser says it."""
    callback = context.command.callback
    hint = get_type_hints(getattr(callback, "__wrapped__", callback), include_extras=True)[
        param.name
    ]
    plain = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    if any(getattr(one, "parser", None) for one in getattr(hint, "__metadata__", ())):
        return None
    options = [one for one in get_args(plain) if one is not type(None)] or [plain]
    if get_origin(plain) is Literal:
        return " or ".join([", ".join(map(str, options[:-1])), str(options[-1])])
    limits = param if hasattr(param, "min") else getattr(param, "type", None)
    if options[0] not in NUMBERS:
        return None
    return NUMBERS[options[0]] + _range(getattr(limits, "min", None), getattr(limits, "max", None))


def _range(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f", {least} or more"
    return "" if most is None else f", {most} or less"


def _name_of(param: Any) -> str:
    """An option as it is written, `--red`; an argument by its name in capitals, as in the help."""
    return param.opts[0] if param.param_type_name == "option" else param.name.upper()


def _path_of(context: Any) -> str:
    """The command as people type it: `quintain odds`."""
    names: list[str] = []
    while context is not None and context.parent is not None:
        names.insert(0, context.info_name)
        context = context.parent
    return " ".join([PROGRAM, *names])


def _hint(name: str, known: list[str], command: str) -> str:
    """The name that is meant, or the command that lists them."""
    like = names_like(name, known)
    return f"did you mean {' or '.join(like)}?" if like else f"`{command} --help` lists them"


def _first_letter_small(text: str | None) -> str:
    """The help of a parameter inside a sentence; `SYSTEM/SCENARIO` stays as it is."""
    words = (text or "see its help").rstrip(".")
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]

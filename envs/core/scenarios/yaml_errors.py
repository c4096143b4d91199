"""The faults of a file that is no YAML, for a reader who does not know YAML.

PyYAML says what its parser expected. Each function here looks at the lines around that place, and
says what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

Found = tuple[int, str]
"""A line, counted from 1, and what is wrong there."""

BRACKETS = {"sequence": "[", "mapping": "{"}
GLUED_KEY = re.compile(r"\s*(?:- )?(\w+):\S")
"""A line whose first key has no space after its colon."""
BLOCK_TEXT = re.compile(r"[^#]*:\s*[|>][-+]?\s*")
"""A line after which an indented text begins."""
MOST_QUOTED = 20
"""Most letters that are quoted of a line."""


def explain_yaml(error: yaml.YAMLError, text: str) -> str:
    """A sentence about a file that cannot be read as YAML: its line, and what is wrong there.

    Args:
        error: PyYAML's error.
        text: the content of the file.
    """
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return f"line {line}: unacceptable character #x{error.character:04x}: leave it out"
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return f"not readable as YAML: {str(error).partition(chr(10))[0]}"
    said = f"{error.context}: {error.problem}"
    for pattern, explain in _REASONS:
        match = re.search(pattern, said)
        if match:
            line, problem = explain(Place(error, text), match)
            return f"line {line}: {problem}"
    return f"line {mark.line + 1}: not readable as YAML: {error.problem}"


class Place:
    """The place of an error in a file.

    Attributes:
        line: its line, counted from 1.
        column: its column, counted from 0.
        text: the text of the line.
        begun: the line where that begins which the parser was reading.
    """

    def __init__(self, error: Any, text: str) -> None:
        """Look up the lines of an error."""
        self._lines = [*text.splitlines(), ""]
        self.line, self.column = error.problem_mark.line + 1, error.problem_mark.column
        self.text = self.text_of(self.line)
        self.begun = error.context_mark.line + 1 if error.context_mark else self.line

    def text_of(self, line: int) -> str:
        """The text of a line, empty below the last one."""
        return self._lines[min(line, len(self._lines)) - 1]

    def before(self, line: int) -> tuple[int, str]:
        """The last line before a line that is not empty, and its text; line 0 if there is none."""
        for number in range(line - 1, 0, -1):
            if self.text_of(number).strip():
                return number, self.text_of(number)
        return 0, ""

    def quote(self) -> str:
        """The text from the error's place to the end of its line, from the key on if it has one."""
        word = re.search(r"\w*$", self.text[: self.column])
        start = word.start() if word and self.text[self.column :][:1] == ":" else self.column
        return repr(self.text[start:].strip()[:MOST_QUOTED])


# --- Faults ---------------------------------------------------------------------------------------


def _at_once(problem: str) -> Callable[[Place, re.Match[str]], Found]:
    """The same problem in any line; `{0}` is what the pattern has found."""
    return lambda at, match: (at.line, problem.format(*match.groups()))


def _open_bracket(at: Place, match: re.Match[str]) -> Found:
    opening, closing, got = BRACKETS[match[1]], match[2], match[3]
    if at.line > at.begun or got in ("}", "]", "<stream end>"):
        return at.begun, f"a {opening} is not closed: {closing} is missing"
    return at.line, f"a comma or a {closing} is missing before {at.quote()}"


def _second_colon(at: Place, _: re.Match[str]) -> Found:
    if re.search(r":\s", at.text[: at.column]):
        return at.line, "a second colon: leave it out, or put the whole value into quotes"
    number, text = at.before(at.line)
    glued = GLUED_KEY.match(text)
    if glued:
        return number, f"a space is missing after {glued[1]}:"
    return at.line, "it begins farther right than the line before it: begin both in one column"


def _no_colon(at: Place, _: re.Match[str]) -> Found:
    text = at.text_of(at.begun)
    glued = GLUED_KEY.match(text)
    if glued:
        return at.begun, f"a space is missing after {glued[1]}:"
    if BLOCK_TEXT.fullmatch(at.before(at.begun)[1]):
        return at.begun, "the lines of a text after | begin with spaces"
    return at.begun, f"a colon is missing after {text.strip()[:MOST_QUOTED]!r}"


def _misplaced_text(at: Place, match: re.Match[str]) -> Found:
    if at.text[: at.column].strip():
        return at.line, f"a quoted text ends before {at.quote()}: use the other kind of quotes"
    return _indentation(at, match)


def _indentation(at: Place, _: re.Match[str]) -> Found:
    return at.line, "it begins in a column where nothing above begins: indent it like the rest"


def _open_quote(at: Place, _: re.Match[str]) -> Found:
    return at.begun, "a quotation mark is not closed"


_REASONS: tuple[tuple[str, Callable[[Place, re.Match[str]], Found]], ...] = (
    (r"found character '\\t'", _at_once("a tab cannot indent a line: use spaces")),
    (r"found character '(.)'", _at_once("a text that begins with {0} needs quotes")),
    (r"an alias: expected alpha", _at_once("a text that begins with * needs quotes")),
    (r"an anchor: expected alpha", _at_once("a text that begins with & needs quotes")),
    (r"flow (\w+): expected ',' or '(.)', but got '(.+)'", _open_bracket),
    (r"mapping values are not allowed", _second_colon),
    (r"could not find expected ':'", _no_colon),
    (r"found unexpected end of stream", _open_quote),
    (r"expected <block end>, but found '([}\]])'", _at_once("a {0} closes what nothing opens")),
    (r"expected <block end>, but found '<scalar>'", _misplaced_text),
    (r"but found '(?:<block \w+ start>|[?-])'", _indentation),
    (r"sequence entries are not", _at_once("a list begins below its key: put - into a new line")),
    (r"expected the node content, but found '(.)'", _at_once("a value is missing before {0}")),
    (r"escape", _at_once("a text with a backslash needs single quotes")),
    (r"block scalar", _at_once("a text after | begins in the next line")),
    (r"single document", _at_once("--- begins a second document: a file holds one")),
)
"""Patterns of the parser's sentences (`context: problem`), each with the function that explains."""

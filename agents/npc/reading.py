"""Reads and checks an NPC file.

The outside (`archive`), the manifest, the checksums, the network (`graph`) are checked in this
order, and nothing is computed before all of them hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...envs.core.inputs.files import read_file
from ...envs.core.inputs.plain_text import one_line
from .archive import CARD, MANIFEST, MAX_BYTES, POLICY, unpack
from .fingerprint import manifest_hash
from .manifest import Manifest, NpcError, parse_manifest

EXTENSION = ".npc"
LINK = re.compile(r"<|&[#\w]|://|\bwww\.|\w@\w|\][(:\[]|\\", re.IGNORECASE)
"""Parts of links, images, HTML and entities in Markdown, and text that looks like a link."""


@dataclass(frozen=True)
class Npc:
    """A checked NPC file, for any version of the rules.

    Attributes:
        path: the file.
        manifest: its manifest.
        card: the same in plain words, Markdown.
        policy: the network, ONNX.
        digest: SHA-256 of the whole file, so that people can compare.
    """

    path: Path
    manifest: Manifest
    card: str
    policy: bytes
    digest: str


def read_npc(path: str | Path) -> Npc:
    """Read an NPC file for any version of the rules.

    Raises:
        NpcError: one sentence with the file: it cannot be read, is damaged, foreign, cut short, of
            a newer format, or holds what no NPC file may hold.
        ImportError: the packages for NPC files are not installed.
    """
    path = Path(path)
    with naming(path):
        return _open(path, _read(path))


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put the file in front of the message of an `NpcError`."""
    try:
        yield
    except NpcError as error:
        raise NpcError(one_line(f"{path}: {error}")) from None


def _read(path: Path) -> bytes:
    try:
        return read_file(path, MAX_BYTES)
    except OSError as error:
        raise NpcError(f"cannot be read: {error.strerror}") from None


def _open(path: Path, data: bytes) -> Npc:
    files = unpack(data)
    manifest = parse_manifest(files[MANIFEST])
    for name in (CARD, POLICY):
        if manifest.files.get(name) != hashlib.sha256(files[name]).hexdigest():
            raise NpcError(f"its {name} is damaged: the checksum does not match")
    if sorted(manifest.files) != sorted((CARD, POLICY)):
        raise NpcError("its manifest is damaged: it lists other files")
    if manifest.layout != manifest_hash(manifest):
        raise NpcError("its manifest is damaged: its layout does not match its hash")
    try:
        card = files[CARD].decode("utf-8")
    except UnicodeDecodeError:
        raise NpcError(f"its {CARD} is damaged: it is not text in UTF-8") from None
    check_card(card)
    from .graph import check_graph  # last, since it needs further packages

    length = sum(piece.length for piece in manifest.observation)
    check_graph(files[POLICY], length, len(manifest.actions))
    return Npc(path, manifest, card, files[POLICY], hashlib.sha256(data).hexdigest())


def check_card(card: str) -> None:
    """Check that a card is plain Markdown, since terminals and pages show it.

    Raises:
        NpcError: it holds control characters, links or HTML.
    """
    if not card.replace("\n", "").isprintable():
        raise NpcError(f"its {CARD} is damaged: it holds control characters")
    link = LINK.search(card)
    if link:
        raise NpcError(f"its {CARD} holds {link[0]!r}, of which links and HTML are made")

"""The outside of an NPC file: a zip with three files, written in exactly one way.

The files are stored without compression, so no file can expand, and the same contents give the same
bytes with every zlib. Reading writes the three files again and compares the bytes, so that no data
can hide between or behind them.
"""

from __future__ import annotations

import io
import zipfile

from .manifest import NpcError

MANIFEST, CARD, POLICY = "manifest.json", "card.md", "policy.onnx"
LIMITS = {MANIFEST: 1_000_000, CARD: 100_000, POLICY: 4_000_000}
"""Each file in the zip, in order, and its limit in bytes."""
MAX_BYTES = sum(LIMITS.values()) + 10_000
"""Larger NPC files are refused without reading them."""
LOCAL_HEADER = b"PK\x03\x04"
ENCRYPTED = 1


def pack(files: dict[str, bytes]) -> bytes:
    """A zip of the three files, always the same for the same contents."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in LIMITS:
            about = zipfile.ZipInfo(name)  # of 1980: no clock
            about.create_system = 3  # as on Unix, everywhere
            about.external_attr = 0o644 << 16
            archive.writestr(about, files[name])
    return buffer.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The three files of a zip.

    Raises:
        NpcError: it is not a zip, damaged, or not as `pack` writes it.
    """
    if not data.startswith(LOCAL_HEADER):
        raise NpcError("this is no NPC file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(archive.infolist())
            files = {name: archive.read(name) for name in LIMITS}
    except NpcError:
        raise
    except Exception:  # the kind depends on the bytes
        raise NpcError("it is damaged or cut short: its zip cannot be read") from None
    if pack(files) != data:
        raise NpcError("it is not as quintain writes NPC files: something else is in it")
    return files


def _check(members: list[zipfile.ZipInfo]) -> None:
    names = [member.filename for member in members]
    for member in members:
        name = member.filename
        if name not in LIMITS:
            raise NpcError(f"it holds {name[:80]!r}, which no NPC file does")
        if names.count(name) > 1:
            raise NpcError(f"it holds {name} twice")
        if member.flag_bits & ENCRYPTED:
            raise NpcError(f"its {name} is encrypted")
        if member.compress_type != zipfile.ZIP_STORED:
            raise NpcError(f"its {name} is compressed, which quintain never does")
        if member.file_size > LIMITS[name]:
            raise NpcError(f"its {name} is too large: {member.file_size} bytes")
    for name in LIMITS:
        if name not in names:
            raise NpcError(f"it has no {name}")

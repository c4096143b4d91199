"""The outside of an NPC file: a zip with three files in it, written in one way only.

The files are stored, not compressed: what lies on the disk is what is read, so no file can swell,
and the same contents give the same bytes whatever zlib is installed. Whatever is read is written
again and compared, so that nothing can hide between or behind the three.
"""

from __future__ import annotations

import io
import zipfile

from .manifest import NpcError

MANIFEST, CARD, POLICY = "manifest.json", "card.md", "policy.onnx"
LIMITS = {MANIFEST: 1_000_000, CARD: 100_000, POLICY: 4_000_000}
"""Each file in the zip, in order, and how many bytes it may have."""
MAX_BYTES = sum(LIMITS.values()) + 10_000
"""Larger NPC files are refused unread."""
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
        NpcError: no zip, damaged, or not as `pack` writes it.
    """
    if not data.startswith(LOCAL_HEADER):
        raise NpcError("this is no NPC file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(archive.infolist())
            files = {name: archive.read(name) for name in LIMITS}
    except NpcError:
        raise
    except Exception:  # of many kinds, by what the bytes look like
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

"""The bytes of `get_state`: cut, spliced and flipped, with the old checksum or a corrected one."""

from __future__ import annotations

import hashlib

from forged_state import match_of, play_on
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.engine.record_checks import StateError
from quintain.envs.core.session.snapshot import HEAD, MAGIC, VERSION

NAME = "mythic_epoch"


@given(
    st.integers(0, 2**12),
    st.integers(0, 40),
    st.binary(max_size=40),
    st.lists(st.tuples(st.integers(0, 2**12), st.integers(1, 255)), max_size=4),
    st.booleans(),
)
def fuzz_state_bytes(
    at: int, length: int, spliced: bytes, flips: list[tuple[int, int]], is_repaired: bool
) -> None:
    match = match_of(NAME)
    match.reset(seed=0)
    whole = match.get_state()
    at %= len(whole)
    forged = bytearray(whole[:at] + spliced + whole[at + length :])
    for place, bits in flips:
        if forged:
            forged[place % len(forged)] ^= bits
    if is_repaired and len(forged) > HEAD.size:
        digest = hashlib.sha256(forged[HEAD.size :]).digest()
        forged[: HEAD.size] = HEAD.pack(MAGIC, VERSION, digest)
    try:
        match.set_state(bytes(forged))
    except StateError:
        assert match.get_state() == whole
    else:
        play_on(match, 0)

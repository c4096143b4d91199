"""Files: what reading takes, and what writing keeps."""

from __future__ import annotations

import os
import sys
import tracemalloc

import pytest

from quintain.envs.core.inputs.files import CHUNK, read_file, write_file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "one.bin"


def test_reading_takes_memory_by_the_size_of_the_file_and_not_by_the_limit(path):
    path.write_bytes(b"x" * 1000)
    tracemalloc.start()
    try:
        assert read_file(path, 2**32) == b"x" * 1000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * CHUNK


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 1])
def test_a_file_of_exactly_the_limit_is_read_and_a_larger_one_is_refused(path, size):
    content = os.urandom(size)
    path.write_bytes(content)
    assert read_file(path, size) == content
    path.write_bytes(content + b"x")
    with pytest.raises(OSError, match=f"larger than {size:,} bytes"):
        read_file(path, size)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_written_file_keeps_its_permissions(path, mode):
    path.write_text("old")
    path.chmod(mode)
    write_file(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == mode
    assert [one.name for one in path.parent.iterdir()] == [path.name]

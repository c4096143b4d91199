"""Files: limits of memory in reading, permissions in writing, locks that end with a process."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc

import pytest

from quintain.envs.core.inputs.files import CHUNK, lock_file, read_file, write_file

HOLDER = """
import sys, time
from quintain.envs.core.inputs.files import lock_file
file = open(sys.argv[1], "ab")
lock_file(file)
print("locked", flush=True)
time.sleep(600)
"""


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


def test_one_lock_at_a_time(path):
    with path.open("ab") as first, path.open("ab") as second:
        lock_file(first)
        with pytest.raises(BlockingIOError):
            lock_file(second)
        first.close()
        lock_file(second)


def test_a_lock_ends_with_a_killed_process(path):
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder, path.open("ab") as file:
        assert holder.stdout is not None
        assert holder.stdout.readline().split() == [b"locked"]
        with pytest.raises(BlockingIOError):
            lock_file(file)
        holder.kill()
        holder.wait()
        lock_file(file)

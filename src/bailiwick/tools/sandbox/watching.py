"""How much a running sandbox uses, seen from outside, where nothing in it can lie about it."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bailiwick.tools.confined import ProgramEnd, SandboxLimits

PROC = Path("/proc")
TEMPORARY = ("tmp", "work", "dev/shm")
"""Folders inside that may be kept in memory."""
MOST_TEMPORARY_FILES = 50_000
"""Entries in such a folder: their sizes are limited, but even an empty one takes a kilobyte of the kernel's memory."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a process and all its descendants use."""

    processes: int
    memory_bytes: int
    """Resident memory that is no file's, plus shared memory as often as it is mapped."""
    temporary_files: int
    """Entries in the fullest of the folders that are kept in memory, as far as they can be looked at."""


def use_of(pid: int, *, at_most: int) -> Use:
    """Return the use of the tree below `pid`, itself included; counting ends beyond `at_most` processes.

    Descendants that leave their parent stay in the tree: the first process of their namespace adopts them.
    """
    processes = memory = files = 0
    for each in _tree(pid):
        processes += 1
        # The first is bubblewrap's outer process, which is not inside; the others all see the same folders.
        if processes in (2, 3):
            files = max(files, _temporary_files(each))
        memory += _memory_of(each)
        if processes > at_most:
            break
    return Use(processes, memory, files)


def excess(pid: int, limits: SandboxLimits) -> ProgramEnd | None:
    """Return which limit the tree below `pid` is over; None if it keeps them."""
    # Two of bubblewrap's own belong to every sandbox.
    allowed = limits.processes + 2
    use = use_of(pid, at_most=allowed)
    if use.processes > allowed:
        return ProgramEnd.PROCESSES
    if use.memory_bytes > limits.memory_bytes or use.temporary_files > MOST_TEMPORARY_FILES:
        return ProgramEnd.MEMORY
    return None


def counting_works() -> bool:
    """Whether this kernel tells the children of a process (CONFIG_PROC_CHILDREN)."""
    return (PROC / "self" / "task").is_dir() and any((PROC / "self" / "task").glob("*/children"))


def children_of(pid: int) -> Sequence[int]:
    """Return the ids of the processes that a process, in any of its threads, has started; none once it has ended."""
    found: list[int] = []
    with suppress(OSError):
        for task in (PROC / str(pid) / "task").iterdir():
            with suppress(OSError):
                found += map(int, (task / "children").read_text().split())
    return found


def is_stopped(pid: int) -> bool:
    """Whether a process does nothing any more: it has ended, or stands still after SIGSTOP or at a tracer's."""
    try:
        # The state follows the name, which is in parentheses and may hold any others.
        return (PROC / str(pid) / "stat").read_text().rpartition(") ")[2][0] in "TtZX"
    except OSError:
        return True


def _tree(pid: int) -> Iterator[int]:
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += children_of(each)


def _temporary_files(pid: int) -> int:
    most = 0
    for folder in TEMPORARY:
        with suppress(OSError):
            place = PROC / str(pid) / "root" / folder
            # A workspace is on a disk, whose entries are shared by all users.
            if _in_memory(pid, folder):
                told = os.statvfs(place)
                most = max(most, told.f_files - told.f_ffree)
    return most


def _in_memory(pid: int, folder: str) -> bool:
    wanted = f" /{folder} "
    lines = (PROC / str(pid) / "mountinfo").read_text().splitlines()
    return any(wanted in line and " - tmpfs " in line for line in lines)


def _memory_of(pid: int) -> int:
    """Return bytes; 0 for a process that has ended."""
    total = 0
    with suppress(OSError):
        for line in (PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith(("RssAnon:", "RssShmem:")):
                total += int(line.split()[1]) * 1024
    return total


Check = Callable[[int], ProgramEnd | None]
"""Looks at a running sandbox by its first process's id; returns why it must end, if it must. Runs in a thread."""

"""How much a running sandbox uses, seen from outside, where nothing in it can lie about it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bailiwick.core.sandbox import Ended, Limits

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Use:
    """What a process and all its descendants use."""

    processes: int
    memory_bytes: int
    """Resident memory that is no file's, plus shared memory as often as it is mapped."""


def use_of(pid: int, *, at_most: int) -> Use:
    """Return the use of the tree below `pid`, itself included; counting ends beyond `at_most` processes.

    Descendants that leave their parent stay in the tree: the first process of their namespace adopts them.
    """
    processes = memory = 0
    for each in _tree(pid):
        processes += 1
        memory += _memory_of(each)
        if processes > at_most:
            break
    return Use(processes, memory)


def excess(pid: int, limits: Limits) -> Ended | None:
    """Return which limit the tree below `pid` is over; nothing if it keeps them."""
    # Two of bubblewrap's own belong to every sandbox.
    allowed = limits.processes + 2
    use = use_of(pid, at_most=allowed)
    if use.processes > allowed:
        return Ended.PROCESSES
    return Ended.MEMORY if use.memory_bytes > limits.memory_bytes else None


def counting_works() -> bool:
    """Whether this kernel tells the children of a process (CONFIG_PROC_CHILDREN)."""
    return (PROC / "self" / "task").is_dir() and any((PROC / "self" / "task").glob("*/children"))


def _tree(pid: int) -> Iterator[int]:
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        yield each
        with suppress(OSError):
            for task in (PROC / str(each) / "task").iterdir():
                with suppress(OSError):
                    waiting += map(int, (task / "children").read_text().split())


def _memory_of(pid: int) -> int:
    """Return bytes; 0 for a process that has ended."""
    total = 0
    with suppress(OSError):
        for line in (PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith(("RssAnon:", "RssShmem:")):
                total += int(line.split()[1]) * 1024
    return total


Check = Callable[[int], Ended | None]
"""Looks at a running sandbox by its first process's id; returns why it must end, if it must. Runs in a thread."""

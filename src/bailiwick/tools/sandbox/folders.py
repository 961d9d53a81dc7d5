"""Measures and removes folders in which hostile programs have written, without ever following a link.

A program may still be running in one and swap folders for links meanwhile, nest folders thousands deep, or take away
its own permissions; every step therefore goes through a file descriptor of the folder above, one level at a time.
"""

import errno
import os
import secrets
import stat
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

DIRECTORY = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
"""Windows, where nothing is confined, has none of these."""
DEEPEST = 40
"""Levels that are measured; a folder with more counts as full."""
MOST_STEPS = 1_000_000
"""Folders emptied in one removal; more are there only while something makes new ones."""
GONE = ".gone-"
"""How names begin under which folders wait for their removal."""


@dataclass(frozen=True, slots=True)
class Size:
    """What a folder holds."""

    bytes: int
    """Blocks in use, so that a file with holes counts for what it takes."""
    files: int
    """Entries of every kind, folders too."""


def size_of(folder: Path, *, at_most: int) -> Size:
    """Return the size of everything below `folder`; counting ends beyond `at_most` entries.

    A folder that cannot be looked into counts as more than `at_most`. Raises `FileNotFoundError` if there is no such
    folder, or a link in its place.
    """
    total = count = 0
    with ExitStack() as stack:
        try:
            waiting = [_listing(stack, os.open(folder, DIRECTORY))]
        except NotADirectoryError as error:
            raise FileNotFoundError(folder) from error
        while waiting and count <= at_most:
            here, entries = waiting[-1]
            entry = next(entries, None)
            if entry is None:
                waiting.pop()
                continue
            count += 1
            try:
                status = os.stat(entry.name, dir_fd=here, follow_symlinks=False)
                total += status.st_blocks * 512
                if stat.S_ISDIR(status.st_mode):
                    if len(waiting) >= DEEPEST:
                        return Size(total, at_most + 1)
                    waiting.append(_listing(stack, os.open(entry.name, DIRECTORY, dir_fd=here)))
            except PermissionError:
                return Size(total, at_most + 1)
            except OSError:  # gone, or something else by now
                continue
    return Size(total, count)


def _listing(stack: ExitStack, descriptor: int) -> tuple[int, Iterator[os.DirEntry[str]]]:
    stack.callback(os.close, descriptor)
    return descriptor, stack.enter_context(os.scandir(descriptor))


def remove(folder: Path) -> None:
    """Remove `folder` with everything below it. Raises `OSError` when something stays, e.g. on a broken disk.

    Folders are moved up beside `folder` before they are emptied, so that depth costs nothing.
    """
    parent = os.open(folder.parent, DIRECTORY)
    try:
        waiting = [folder.name]
        for _ in range(MOST_STEPS):
            if not waiting:
                return
            waiting += _empty(parent, waiting[-1])
            with suppress(FileNotFoundError):
                try:
                    os.rmdir(waiting[-1], dir_fd=parent)
                except OSError as error:
                    if error.errno not in (errno.ENOTEMPTY, errno.ENOTDIR):
                        raise
                    continue
            waiting.pop()
        raise OSError(errno.EBUSY, "still being written to", str(folder))
    finally:
        os.close(parent)


def _empty(parent: int, name: str) -> list[str]:
    """Delete what a folder of `parent` holds, but move its folders into `parent`; return their names there."""
    moved: list[str] = []
    with _opened(parent, name) as here:
        if here is None:
            return moved
        for entry in os.listdir(here):  # noqa: PTH208  (of a descriptor, not of a path)
            with suppress(FileNotFoundError):
                try:
                    os.unlink(entry, dir_fd=here)
                except (IsADirectoryError, PermissionError):
                    with _opened(here, entry):  # which makes it ours to move
                        aside = f"{GONE}{secrets.token_hex(8)}"
                        os.rename(entry, aside, src_dir_fd=here, dst_dir_fd=parent)
                        moved.append(aside)
    return moved


@contextmanager
def _opened(parent: int, name: str) -> Generator[int | None]:
    """Open a folder whatever its permissions; None if there is none, and a link in its place is deleted."""
    with ExitStack() as stack:
        try:
            place = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        except FileNotFoundError:
            yield None
            return
        stack.callback(os.close, place)
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            os.unlink(name, dir_fd=parent)
            yield None
            return
        Path(f"/proc/self/fd/{place}").chmod(0o700)  # the opened folder itself, whatever has its name by now
        here = os.open(".", DIRECTORY, dir_fd=place)
        stack.callback(os.close, here)
        yield here

"""Looks into workspaces without ever following a link: what is in a folder, and what stands in a file.

A hostile program may still be running there and swap a folder for a link between two looks, so every step goes through
a file descriptor of the folder above.
"""

import os
import stat
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from bailiwick.kernel.errors import NotFound, not_found
from bailiwick.tools.confined import FileKind, WorkspaceFile
from bailiwick.tools.sandbox.folders import DEEPEST, DIRECTORY

FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""A pipe is opened without waiting for who writes to it; Windows has none of these."""
PIECE = 1 << 20


def entries(files: Path, folder: str = "", *, deep: bool = False, at_most: int) -> Sequence[WorkspaceFile]:
    """Return what is in a folder: folders first, by name; with `deep` the files below it too, latest first.

    `at_most` entries, which is as many as a workspace may hold: a program that still runs may be adding to them.
    Raises `NotFound` where there is no such folder, or a link in its place.
    """
    names = _names(folder)
    found: list[WorkspaceFile] = []
    with _opened(files, names) as here:
        _collect(here, "/".join(names), found, at_most, deep=deep, depth=len(names))
    if deep:
        return sorted(found, key=lambda each: (-each.changed_at.timestamp(), each.path))
    return sorted(found, key=lambda each: (each.kind is not FileKind.FOLDER, each.path.casefold()))


def read_file(files: Path, path: str, *, at_most: int) -> bytes:
    """Return the first bytes of a file. Raises `NotFound` where there is none, or no plain file in its place."""
    *folders, name = _names(path) or [""]
    with _opened(files, folders) as here:
        try:
            descriptor = os.open(name, FILE, dir_fd=here)
        except (OSError, ValueError):
            raise _unknown() from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _unknown()
        pieces: list[bytes] = []
        left = at_most
        while left > 0 and (piece := os.read(descriptor, min(left, PIECE))):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)
    finally:
        os.close(descriptor)


def _collect(here: int, above: str, found: list[WorkspaceFile], at_most: int, *, deep: bool, depth: int) -> None:
    with os.scandir(here) as listing:
        for entry in listing:
            if len(found) >= at_most:
                return
            with suppress(OSError):  # gone, or something else by now
                status = os.stat(entry.name, dir_fd=here, follow_symlinks=False)
                file = _entry(above, entry.name, status)
                if not (deep and file.kind is FileKind.FOLDER):
                    found.append(file)
                elif depth < DEEPEST:
                    below = os.open(entry.name, DIRECTORY, dir_fd=here)
                    try:
                        _collect(below, file.path, found, at_most, deep=True, depth=depth + 1)
                    finally:
                        os.close(below)


def _entry(above: str, name: str, status: os.stat_result) -> WorkspaceFile:
    written = name.encode(errors="surrogateescape").decode(errors="replace")
    kind = FileKind.OTHER
    if written == name:
        kind = FileKind.FOLDER if stat.S_ISDIR(status.st_mode) else kind
        kind = FileKind.FILE if stat.S_ISREG(status.st_mode) else kind
    return WorkspaceFile(
        path=f"{above}/{written}" if above else written,
        kind=kind,
        bytes=status.st_size if kind is FileKind.FILE else 0,
        changed_at=datetime.fromtimestamp(max(status.st_mtime, 0.0), UTC),
    )


def _names(path: str) -> list[str]:
    """Return the names of a path. Raises `NotFound` for one that leads out, or that no file can have."""
    names = [name for name in path.split("/") if name]
    if path.startswith("/") or "\0" in path or any(name in (".", "..") for name in names) or len(names) > DEEPEST + 1:
        raise _unknown()
    return names


@contextmanager
def _opened(files: Path, folders: Sequence[str]) -> Generator[int]:
    """Open a folder below `files`, one name after the other. Raises `NotFound`."""
    with ExitStack() as stack:
        try:
            here = os.open(files, DIRECTORY)
            stack.callback(os.close, here)
            for name in folders:
                here = os.open(name, DIRECTORY, dir_fd=here)
                stack.callback(os.close, here)
        except (OSError, ValueError):
            raise _unknown() from None
        yield here


def _unknown() -> NotFound:
    return not_found("file")

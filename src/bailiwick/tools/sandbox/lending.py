"""Which folders of this machine may be lent to programs in the sandbox."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.sandbox.folders import DEEPEST, DIRECTORY

SYSTEM = ("bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "run", "sbin", "sys", "usr", "var")
"""Folders directly under `/` of which nothing is lent: programs, settings and data of the machine itself."""
LEAST_DEEP = 3
"""Parts that a path has at least, `/` among them: neither `/` nor what is directly under it."""
MOST_LOOKED_AT = 50_000
"""Entries among which sockets are looked for."""


def lendable(path: str, home: Path) -> Path:
    """Return a folder that may be lent. Raises `InvalidInput` (field `path`) saying why another one may not.

    It is named by its own path, without any link. Refused is what is, holds or lies in the data directory `home`, the
    program itself, or a folder of the system; what is a user's whole home; and what lies in a hidden folder, where keys
    and settings are kept.
    """
    given = Path(path)
    if not given.is_absolute() or "\0" in path or ".." in given.parts:
        raise _refused(ReasonCode.FOLDER_PATH)
    try:
        folder = given.resolve(strict=True)
    except (OSError, RuntimeError):
        raise _refused(ReasonCode.FOLDER_MISSING, path=path[:500]) from None
    if folder != given:
        raise _refused(ReasonCode.FOLDER_IS_LINK, path=path[:500], target=str(folder)[:500])
    if not folder.is_dir():
        raise _refused(ReasonCode.FOLDER_MISSING, path=path[:500])
    if len(folder.parts) < LEAST_DEEP or folder.parts[1] in SYSTEM:
        raise _refused(ReasonCode.FOLDER_OF_SYSTEM, path=path[:500])
    if any(part.startswith(".") for part in folder.parts):
        raise _refused(ReasonCode.FOLDER_HIDDEN, path=path[:500])
    if any(_overlap(folder, own) for own in (home, *_program())):
        raise _refused(ReasonCode.FOLDER_OF_PROGRAM, path=path[:500])
    if any(_same(folder, each) or each.is_relative_to(folder) for each in _homes()):
        raise _refused(ReasonCode.FOLDER_IS_HOME, path=path[:500])
    if not os.access(folder, os.R_OK | os.X_OK):
        raise _refused(ReasonCode.FOLDER_UNREADABLE, path=path[:500])
    return folder


def holds_socket(folder: Path) -> bool:
    """Whether a socket or device is below a folder, or so much that it cannot be told: programs could speak to one."""
    left = MOST_LOOKED_AT

    def look(here: int, depth: int) -> bool:
        nonlocal left
        with os.scandir(here) as entries:
            for entry in entries:
                left -= 1
                if left < 0 or depth > DEEPEST:
                    return True
                try:
                    mode = os.stat(entry.name, dir_fd=here, follow_symlinks=False).st_mode
                    if stat.S_ISSOCK(mode) or stat.S_ISBLK(mode) or stat.S_ISCHR(mode):
                        return True
                    if stat.S_ISDIR(mode):
                        below = os.open(entry.name, DIRECTORY, dir_fd=here)
                        try:
                            if look(below, depth + 1):
                                return True
                        finally:
                            os.close(below)
                except FileNotFoundError:
                    continue
                except OSError:  # what this process cannot look into, no program inside can either
                    continue
        return False

    try:
        descriptor = os.open(folder, DIRECTORY)
    except OSError:
        return True
    try:
        return look(descriptor, 0)
    finally:
        os.close(descriptor)


def _program() -> Iterator[Path]:
    """Yield where this program and its libraries are: who can change them can do all that it can."""
    yield Path(__file__).resolve().parents[3]
    for place in (sys.prefix, sys.base_prefix):
        yield Path(place).resolve()


def _homes() -> Iterator[Path]:
    """Yield the homes of this machine's users."""
    import pwd  # it does not exist on Windows, where this module is only imported

    with suppress(OSError):
        for user in pwd.getpwall():
            if len(Path(user.pw_dir).parts) > 1:
                yield Path(user.pw_dir)


def _overlap(folder: Path, own: Path) -> bool:
    """Whether one of two folders is, or lies in, the other, also where one of them is mounted under another name."""
    own = own.resolve()
    if folder.is_relative_to(own) or own.is_relative_to(folder):
        return True
    return any(_same(each, own) for each in folder.parents if len(each.parts) > 1) or any(
        _same(folder, each) for each in (own, *own.parents)
    )


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _refused(code: ReasonCode, **values: str) -> InvalidInput:
    return InvalidInput(Reason.of(code, **values), field="path")

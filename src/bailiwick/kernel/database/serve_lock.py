"""One `bailiwick serve` per data directory."""

import json
import os
from pathlib import Path
from typing import Self

from bailiwick.kernel.database.file_lock import FileLock
from bailiwick.kernel.errors import AlreadyServing, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode

NAME = "serve.lock"


def make_home(home: Path) -> None:
    """Make the data directory where it is not there. Raises `InvalidInput` where it cannot be."""
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise InvalidInput(
            Reason.of(ReasonCode.NO_DATA_DIRECTORY, home=str(home), problem=error.strerror or str(error))
        ) from None


class ServeLock:
    """The right to serve a data directory; the kernel takes it back when the process ends, however it ends."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock

    @classmethod
    def acquire(cls, home: Path, url: str = "") -> "ServeLock":
        """Take the right to serve `home` at `url`.

        Raises `AlreadyServing`, which names the address of the process that has it, and `InvalidInput` where there
        can be no such directory.
        """
        make_home(home)
        lock = FileLock.try_acquire(home / NAME)
        if lock is None:
            where = serving_at(home)
            raise AlreadyServing(
                Reason.of(ReasonCode.SERVED_AT, url=where) if where else Reason.of(ReasonCode.SERVE_STARTING)
            )
        taken = cls(lock)
        taken.announce(url)
        return taken

    def announce(self, url: str) -> None:
        """Say at which address this process serves, once it is known."""
        self._lock.write(json.dumps({"pid": os.getpid(), "url": url}))

    def release(self) -> None:
        """Let go; the file stays and says nothing any more."""
        self._lock.write("")
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


def serving_at(home: Path) -> str:
    """Return the address that the process serving `home` announced; empty when no process serves it."""
    path = home / NAME
    if not path.exists():
        return ""
    free = FileLock.try_acquire(path)
    if free is not None:
        free.release()
        return ""
    try:
        return str(json.loads(path.read_text())["url"])
    except (ValueError, KeyError, TypeError):
        return ""

"""Exclusive locks on files, which the kernel releases when their holder ends, however it ends."""

import os
import sys
import time
from pathlib import Path
from typing import Self

RETRY_SECONDS = 0.05

if sys.platform == "win32":
    import msvcrt

    BEYOND_CONTENT = 1 << 30
    """On Windows a lock bars reading; it is put on a byte far behind whatever the file says."""

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, BEYOND_CONTENT, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock that is held from its making until it is released or the process ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def try_acquire(cls, path: Path) -> "FileLock | None":
        """Take the lock, creating the file; None when another process holds it."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            return None
        return cls(path, descriptor)

    @classmethod
    def acquire(cls, path: Path, timeout: float) -> "FileLock":
        """Take the lock, waiting up to `timeout` seconds for who holds it. Raises `TimeoutError`."""
        deadline = time.monotonic() + timeout
        while True:
            lock = cls.try_acquire(path)
            if lock is not None:
                return lock
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} was locked for more than {timeout:g} seconds")
            time.sleep(RETRY_SECONDS)

    def write(self, text: str) -> None:
        """Set what the file says, for the process that finds it locked."""
        if self._descriptor is None:
            raise RuntimeError(f"{self.path} is no longer locked by us")
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, text.encode())

    def release(self) -> None:
        """Let go; releasing twice is harmless."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()

"""Folders in which confined programs keep their files from one run to the next.

One is at `<home>/workspaces/<user>/<workspace>/files`; both names are UUIDs of ours, nothing a person or a program
chose. The folder above `files`, out of reach from inside, tells by its time when it was last used.
"""

import json
import os
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid5

from bailiwick.kernel.errors import InvalidInput, NotFound, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.confined import ProgramEnd, Workspace, WorkspaceFile, WorkspaceUse
from bailiwick.tools.sandbox.folders import GONE, remove, size_of
from bailiwick.tools.sandbox.workspace_files import entries, read_file

FILES = "files"
USE = "use.json"
"""Stands beside the files and says whose programs keep theirs there."""
OUTSIDE = "outside"
"""Stands beside the files, out of reach from inside, once they may hold what strangers wrote."""
OTHERS_BYTES = 1024**3
"""What the rest of the machine may write to the same disk during one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspaces:
    """The workspaces of every person of this installation."""

    folder: Path
    most_bytes: int
    """Size of one."""
    most_files: int
    """Files and folders in one."""
    most_per_user: int

    def open(self, user_id: str, name: str, use: WorkspaceUse | None = None) -> str:
        """Return the id of the workspace that stands for `name`, which is made, and its use noted, if it is not there.

        The same name always means the same id. Raises `InvalidInput` when the person has too many.
        """
        mine = self._of(user_id)
        workspace_id = str(uuid5(UUID(user_id), name))
        mine.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (mine / workspace_id / FILES).is_dir():
            if sum(not each.name.startswith(GONE) for each in mine.iterdir()) >= self.most_per_user:
                raise InvalidInput(Reason.of(ReasonCode.TOO_MANY_SANDBOXES, count=self.most_per_user))
            (mine / workspace_id / FILES).mkdir(parents=True, exist_ok=True, mode=0o700)
        noted = mine / workspace_id / USE
        if use is not None and not noted.exists():
            noted.write_text(json.dumps(asdict(use)))
        return workspace_id

    def all(self, user_id: str) -> Sequence[Workspace]:
        """Return a person's workspaces, the last used first."""
        found: list[Workspace] = []
        mine = self._of(user_id)
        for place in mine.iterdir() if mine.is_dir() else ():
            with suppress(NotFound, ValueError):  # gone meanwhile, or on its way out
                found.append(self.one(user_id, str(UUID(place.name))))
        return sorted(found, key=lambda each: each.used_at, reverse=True)

    def one(self, user_id: str, workspace_id: str) -> Workspace:
        """Return one, without noting a use. Raises `NotFound`, also when it is another user's."""
        place = self._seen(user_id, workspace_id)
        try:
            used = place.stat(follow_symlinks=False).st_mtime
            size = size_of(place / FILES, at_most=self.most_files)
        except OSError:
            raise not_found("workspace") from None
        return Workspace(
            id=place.name,
            use=_use(place / USE),
            bytes=size.bytes,
            files=size.files,
            used_at=datetime.fromtimestamp(used, UTC),
            outside=(place / OUTSIDE).exists(),
        )

    def listing(
        self, user_id: str, workspace_id: str, folder: str = "", *, deep: bool = False
    ) -> Sequence[WorkspaceFile]:
        """Return what is in a folder of a workspace, as `entries`. Raises `NotFound`."""
        return entries(self._seen(user_id, workspace_id) / FILES, folder, deep=deep, at_most=self.most_files)

    def content(self, user_id: str, workspace_id: str, path: str, *, at_most: int) -> bytes:
        """Return a file's first bytes, as `read_file`. Raises `NotFound`."""
        return read_file(self._seen(user_id, workspace_id) / FILES, path, at_most=at_most)

    def files(self, user_id: str, workspace_id: str) -> Path:
        """Return the folder for a run, noting the use. Raises `NotFound`, also when it is another user's."""
        place = self._place(user_id, workspace_id)
        try:
            os.utime(place)
        except OSError:
            raise _unknown(workspace_id) from None
        return place / FILES

    def mark(self, user_id: str, workspace_id: str) -> None:
        """Note that it may hold what strangers wrote, until it is removed. Raises `NotFound`."""
        try:
            (self._place(user_id, workspace_id) / OUTSIDE).touch(mode=0o600)
        except OSError:
            raise _unknown(workspace_id) from None

    def is_marked(self, user_id: str, workspace_id: str) -> bool:
        """Whether it may hold what strangers wrote."""
        return (self._place(user_id, workspace_id) / OUTSIDE).exists()

    def remove(self, user_id: str, workspace_id: str) -> None:
        """Remove one with all its files; what still runs in it is killed by its watch. Raises `NotFound`."""
        place = self._place(user_id, workspace_id)
        aside = place.with_name(f"{GONE}{secrets.token_hex(8)}")
        try:
            place.rename(aside)
        except FileNotFoundError:
            raise _unknown(workspace_id) from None
        remove(aside)

    def forget(self, user_id: str) -> None:
        """Remove all workspaces of a person with their files; what still runs in them is killed by its watch."""
        mine = self._of(user_id)
        aside = mine.with_name(f"{GONE}{secrets.token_hex(8)}")
        with suppress(FileNotFoundError):
            mine.rename(aside)
            remove(aside)

    def room(self, files: Path) -> int:
        """Return how many bytes more a workspace may hold. Raises `FileNotFoundError`."""
        return max(0, self.most_bytes - size_of(files, at_most=self.most_files).bytes)

    def excess(self, files: Path, *, free_before: Mapping[Path, int]) -> ProgramEnd | None:
        """Return why a run in a workspace must end: it was removed, holds too much, or a disk filled up.

        `free_before` are the free bytes of the disks of all folders that it writes to when the run began. Files that
        were deleted while open have no name but their blocks. Others fill a disk, too, so nothing is emptied for it.
        """
        try:
            size = size_of(files, at_most=self.most_files)
        except FileNotFoundError:
            return ProgramEnd.STOPPED
        if size.bytes > self.most_bytes or size.files > self.most_files:
            return ProgramEnd.WORKSPACE
        for folder, free in free_before.items():
            with suppress(FileNotFoundError):
                if free - free_bytes(folder) > self.most_bytes + OTHERS_BYTES:
                    return ProgramEnd.DISK
        return None

    def empty(self, files: Path) -> None:
        """Delete what a workspace holds; it stays. Nothing happens if it is gone."""
        aside = files.with_name(f"{GONE}{secrets.token_hex(8)}")
        with suppress(FileNotFoundError):
            files.rename(aside)
            files.mkdir(mode=0o700)
            remove(aside)

    def tidy(self, *, unused_seconds: float) -> int:
        """Remove those not used for so long, and what an interrupted removal left; return how many."""
        removed = 0
        for place in self.folder.glob("*/*"):
            with suppress(OSError):
                age = time.time() - place.stat(follow_symlinks=False).st_mtime
                # A time that lies ahead was set by a clock that was wrong.
                if place.name.startswith(GONE) or not -60 < age < unused_seconds:
                    aside = place.with_name(f"{GONE}{secrets.token_hex(8)}")
                    place.rename(aside)
                    remove(aside)
                    removed += 1
        return removed

    def _of(self, user_id: str) -> Path:
        return self.folder / str(UUID(user_id))

    def _seen(self, user_id: str, workspace_id: str) -> Path:
        """Return the place of a workspace that a person looks into. Raises `NotFound`."""
        try:
            place = self._place(user_id, workspace_id)
        except NotFound:
            raise not_found("workspace") from None
        if not place.is_dir():
            raise not_found("workspace")
        return place

    def _place(self, user_id: str, workspace_id: str) -> Path:
        try:
            name = str(UUID(workspace_id))
        except ValueError:
            raise _unknown(workspace_id) from None
        return self._of(user_id) / name


def _use(noted: Path) -> WorkspaceUse | None:
    try:
        return WorkspaceUse(**json.loads(noted.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def free_bytes(files: Path) -> int:
    """Return the free bytes of the disk that a folder is on. Raises `FileNotFoundError`."""
    disk = os.statvfs(files)
    return disk.f_bfree * disk.f_frsize


def _unknown(workspace_id: str) -> NotFound:
    return NotFound(Reason.of(ReasonCode.NO_SANDBOX, sandbox=workspace_id[:60]))

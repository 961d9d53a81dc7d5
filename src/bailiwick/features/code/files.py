"""What is in a file of a workspace, as it can be shown: text, a picture, or neither."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.confined import FileKind, Workspace, WorkspaceFile
from bailiwick.tools.documents.pictures import picture_of
from bailiwick.tools.sandbox.confinement import WORK
from bailiwick.tools.sandbox_contract import Sandbox
from bailiwick_router.core.record import Record

MOST_SHOWN = 200_000
"""Bytes of a file that are shown; all of it can be downloaded."""
LISTED = 50
"""Files that are listed at once, the latest."""
MIB = 1 << 20


class Shown(StrEnum):
    """How a file can be shown."""

    TEXT = "text"
    PICTURE = "picture"
    NOT = "not"
    """It can only be downloaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileView(Record):
    """A file of a workspace, opened."""

    workspace_id: str
    path: str
    shown: Shown
    text: str
    """The text, or its beginning; empty of what is none."""
    truncated: bool
    """Whether the text goes on."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of a workspace, with the workspace it is in."""

    workspace: Workspace
    file: WorkspaceFile


async def latest_files(sandbox: Sandbox, user_id: str) -> Sequence[FoundFile]:
    """Return the files of all of a person's workspaces, the last changed first."""
    found = [
        FoundFile(workspace, file)
        for workspace in await sandbox.workspaces(user_id)
        for file in await sandbox.workspace_files(user_id, workspace.id, deep=True)
        if file.kind is FileKind.FILE
    ]
    return sorted(found, key=lambda each: each.file.changed_at, reverse=True)


async def named_file(sandbox: Sandbox, user_id: str, name: str, workspace_id: str | None = None) -> FoundFile:
    """Return the latest file of that path, else of that name, whatever the case. Raises `NotFound`."""
    sought = name.strip().removeprefix(f"{WORK}/").strip("/").casefold()
    every = [each for each in await latest_files(sandbox, user_id) if workspace_id in (None, each.workspace.id)]
    of_path = [each for each in every if each.file.path.casefold() == sought]
    of_name = [each for each in every if each.file.path.rpartition("/")[2].casefold() == sought]
    if not of_path and not of_name:
        raise not_found("file", name[:200])
    return [*of_path, *of_name][0]


async def view(sandbox: Sandbox, user_id: str, workspace_id: str, path: str) -> FileView:
    """Open a file. Raises `NotFound`."""
    content = await sandbox.workspace_file(user_id, workspace_id, path, at_most=MOST_SHOWN + 1)
    shown, text = Shown.NOT, ""
    if picture_of(content) is not None:
        shown = Shown.PICTURE
    else:
        read = text_of(content[:MOST_SHOWN], whole=len(content) <= MOST_SHOWN)
        shown, text = (Shown.NOT, "") if read is None else (Shown.TEXT, read)
    return FileView(
        workspace_id=workspace_id,
        path=path,
        shown=shown,
        text=text,
        truncated=shown is Shown.TEXT and len(content) > MOST_SHOWN,
    )


async def whole(sandbox: Sandbox, user_id: str, workspace_id: str, path: str) -> bytes:
    """Return all of a file. Raises `NotFound`, and `InvalidInput` for one larger than a program may write."""
    most = sandbox.limits.file_bytes
    content = await sandbox.workspace_file(user_id, workspace_id, path, at_most=most + 1)
    if len(content) > most:
        raise InvalidInput(Reason.of(ReasonCode.FILE_LARGER_THAN, most=most // MIB))
    return content


def text_of(content: bytes, *, whole: bool = True) -> str | None:
    """Return content as text; None where it is none. Of one that is not `whole` the last character may be cut."""
    if b"\0" in content:
        return None
    for cut in range(1 if whole else 4):
        try:
            return content[: len(content) - cut].decode()
        except UnicodeDecodeError:
            continue
    return None

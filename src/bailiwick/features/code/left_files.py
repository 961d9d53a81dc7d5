"""What a program left in its workspace: the files that it wrote or changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.features.code.file_requests import left_file
from bailiwick.features.code.files import LISTED
from bailiwick.kernel.errors import NotFound
from bailiwick.tools.confined import FileKind, WorkspaceFile
from bailiwick.tools.documents.pictures import begins_as_picture, picture_of
from bailiwick.tools.records import LeftFile
from bailiwick.tools.sandbox_contract import Sandbox

MOST_PICTURES = 4
"""Of one call, the latest, of which copies are kept and shown to models."""
MOST_PICTURE_BYTES = 5 << 20
"""A larger picture can be downloaded."""
NOT_MADE = ("node_modules", "__pycache__")
"""Folders of what programs bring along; also those whose names begin with a dot."""


class LeftFiles:
    """Looks at a workspace before a program runs there, and after."""

    def __init__(self, sandbox: Sandbox, user_id: str, workspace_id: str) -> None:
        self._sandbox = sandbox
        self._user_id = user_id
        self._workspace_id = workspace_id
        self._before: Mapping[str, WorkspaceFile] = {}

    async def look(self) -> None:
        """Remember what is there."""
        self._before = {each.path: each for each in await self._files()}

    async def found(self) -> Sequence[LeftFile]:
        """Return what is new or other than before, the last changed first; of pictures with their bytes."""
        changed = [each for each in await self._files() if self._before.get(each.path) != each]
        left: list[LeftFile] = []
        pictures = 0
        for each in changed[:LISTED]:
            picture = None
            if pictures < MOST_PICTURES:
                picture = await picture_in(self._sandbox, self._user_id, self._workspace_id, each)
            pictures += picture is not None
            left.append(left_file(self._workspace_id, each.path, each.bytes, picture))
        return left

    async def _files(self) -> Sequence[WorkspaceFile]:
        try:
            every = await self._sandbox.workspace_files(self._user_id, self._workspace_id, deep=True)
        except NotFound:  # removed while it ran
            return ()
        return [each for each in every if each.kind is FileKind.FILE and _is_made(each.path)]


async def picture_in(sandbox: Sandbox, user_id: str, workspace_id: str, file: WorkspaceFile) -> bytes | None:
    """Return the bytes of a picture that is not too large; None of anything else."""
    if file.bytes > MOST_PICTURE_BYTES:
        return None
    try:
        head = await sandbox.workspace_file(user_id, workspace_id, file.path, at_most=12)
        if not begins_as_picture(head):
            return None
        content = await sandbox.workspace_file(user_id, workspace_id, file.path, at_most=MOST_PICTURE_BYTES)
    except NotFound:  # gone, or a link by now
        return None
    return None if picture_of(content) is None else content


def named(files: Sequence[LeftFile]) -> Sequence[Mapping[str, Any]]:
    """Return files as a result of a program tells a model of them."""
    return [{"path": each.name, "bytes": each.size} for each in files]


def _is_made(path: str) -> bool:
    return not any(name.startswith(".") or name in NOT_MADE for name in path.split("/"))

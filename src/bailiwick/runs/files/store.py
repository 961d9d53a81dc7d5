"""Files of conversations, that people sent or tools returned, and their bytes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid
from bailiwick.kernel.database.reason_columns import why_column
from bailiwick.kernel.database.text import clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Said, read_reason
from bailiwick.runs.files.records import MOST_TEXT, KeptFile


class FileStore:
    """A user's files."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.files.store")

    async def add(
        self,
        user_id: str,
        filename: str,
        media_type: str,
        content: bytes,
        *,
        width: int | None = None,
        height: int | None = None,
        conversation_id: str | None = None,
    ) -> KeptFile:
        """Keep a file of a thread, or one that is not sent yet."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "add",
                id=as_uuid(uuid7(), "file"),
                conversation_id=None if conversation_id is None else as_uuid(conversation_id, "conversation"),
                filename=clean_text(filename),
                media_type=media_type,
                width=width,
                height=height,
                content=content,
            )
            return _file(row)

    async def hold(self, user_id: str) -> None:
        """Let nobody else count the user's files in this way until the caller's transaction has ended."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.one(connection, "hold")

    async def kept_bytes(self, user_id: str) -> int:
        """How many bytes all files have together."""
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "kept_bytes"))["bytes"]

    async def get(self, user_id: str, file_id: str) -> KeptFile:
        """Return one file. Raises `NotFound`."""
        found = await self.of(user_id, [file_id])
        if not found:
            raise not_found("file")
        return found[0]

    async def of(self, user_id: str, file_ids: Sequence[str]) -> Sequence[KeptFile]:
        """Return those of these files that there are, in this order. Raises `NotFound` for what is no id."""
        if not file_ids:
            return ()
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "of", ids=_keys(file_ids))
        found = {str(row["id"]): _file(row) for row in rows}
        return [found[each] for each in file_ids if each in found]

    async def content(self, user_id: str, file_id: str) -> tuple[KeptFile, bytes]:
        """Return a file with its bytes. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "content", id=as_uuid(file_id, "file"))
        if row is None:
            raise not_found("file")
        return _file(row), bytes(row["content"])

    async def contents(self, user_id: str, file_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the bytes of those of these files that there are, by id."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "contents", ids=_keys(file_ids))
        return {str(row["id"]): bytes(row["content"]) for row in rows}

    async def texts(self, user_id: str, file_ids: Sequence[str]) -> Mapping[str, str]:
        """Return what was read from those of these files of which something was, by id: the first 60,000 characters."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "texts", ids=_keys(file_ids))
        return {str(row["id"]): row["text"] for row in rows}

    async def send(self, user_id: str, conversation_id: str, file_ids: Sequence[str]) -> Sequence[str]:
        """Put files into a thread and return their ids there: of one that lies in another thread, a copy's.

        Raises `NotFound` unless there are all of them.
        """
        thread = as_uuid(conversation_id, "conversation")
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "send", ids=_keys(file_ids), conversation_id=thread)
            found = {each.id: each for each in await self.of(user_id, file_ids)}
            there: list[str] = []
            for file_id in file_ids:
                if file_id not in found:
                    raise not_found("file")
                if found[file_id].conversation_id == conversation_id:
                    there.append(file_id)
                    continue
                there.append(uuid7())
                await self._queries.run(
                    connection,
                    "copy",
                    id=as_uuid(file_id, "file"),
                    new_id=as_uuid(there[-1], "file"),
                    conversation_id=thread,
                )
            return there

    async def set_text(
        self, user_id: str, file_id: str, text: str | None, why: Said | None = None, *, again: bool = False
    ) -> None:
        """Write what was read from a file, of which the first 60,000 characters are kept, or why nothing was; `again`
        says that it is to be read once more.
        """
        kept = None if text is None else clean_text(text)
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "set_text",
                id=as_uuid(file_id, "file"),
                text=None if kept is None else kept[:MOST_TEXT],
                characters=len(kept) if kept is not None else None if again else 0,
                why=why_column(why),
            )

    async def delete(self, user_id: str, file_id: str) -> None:
        """Delete a file with its bytes. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "delete", id=as_uuid(file_id, "file")):
                raise not_found("file")

    async def delete_unsent(self, user_id: str, before: datetime) -> int:
        """Delete files that were kept before a time and not sent since; return how many."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.run(connection, "delete_unsent", before=before)


def _keys(file_ids: Sequence[str]) -> list[Any]:
    return [as_uuid(each, "file") for each in file_ids]


def _file(row: dict[str, Any]) -> KeptFile:
    return KeptFile(
        id=str(row["id"]),
        conversation_id=None if row["conversation_id"] is None else str(row["conversation_id"]),
        filename=row["filename"],
        media_type=row["media_type"],
        bytes=row["bytes"],
        width=row["width"],
        height=row["height"],
        characters=row["characters"],
        why=read_reason(row["why"]),
        created_at=row["created_at"],
    )

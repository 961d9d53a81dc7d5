"""Files of conversations: taken in, sent, kept of what tools return, read for models, deleted."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode, Said
from bailiwick.kernel.resilience import CallFailed
from bailiwick.runs.files.records import OTHER, KeptFile
from bailiwick.runs.files.store import FileStore
from bailiwick.tools.documents.kinds import kind_of, name_of
from bailiwick.tools.documents.pictures import picture_of
from bailiwick.tools.documents.records import ReadText

MIB = 1 << 20
UNSENT_LIFE = timedelta(days=1)
"""How long a file is kept that is not sent."""

Read = Callable[[bytes, str], Awaitable[ReadText]]
"""Reads bytes of a media type. Raises `CallFailed` with a sentence when there is no text to be had."""


class Files:
    """A person's files in chat."""

    def __init__(
        self, database: Database, stores: Stores, read: Read, *, file_mb: int, total_mb: int, most: int
    ) -> None:
        """`most` is how many one message may have."""
        self._database = database
        self._store = stores[FileStore]
        self._read = read
        self._file_mb = file_mb
        self._total_mb = total_mb
        self._most = most

    @property
    def most_bytes(self) -> int:
        """Largest file that is taken in."""
        return self._file_mb * MIB

    @property
    def most(self) -> int:
        """How many files one message may have."""
        return self._most

    async def upload(self, user_id: str, filename: str, content: bytes) -> KeptFile:
        """Keep a file for a message to come. Raises `InvalidInput` for what is too large, and what is neither a picture
        nor a document that can be read."""
        if len(content) > self.most_bytes:
            raise InvalidInput(Reason.of(ReasonCode.FILE_LARGER_THAN, most=self._file_mb), field="file")
        name, picture = name_of(filename), picture_of(content)
        media_type = picture.media_type if picture is not None else self._document(content, name)
        async with self._database.as_user(user_id):
            await self._make_sure_there_is_room(user_id, len(content), field="file")
            return await self._store.add(
                user_id,
                name,
                media_type,
                content,
                width=None if picture is None else picture.width,
                height=None if picture is None else picture.height,
            )

    async def keep(self, user_id: str, conversation_id: str, name: str, content: bytes) -> KeptFile:
        """Within the caller's transaction: keep what a tool returned with its thread, whatever it is.

        Raises `InvalidInput` for what is too large.
        """
        if len(content) > self.most_bytes:
            raise InvalidInput(Reason.of(ReasonCode.FILE_LARGER_THAN, most=self._file_mb), field="file")
        name, picture = name_of(name), picture_of(content)
        try:
            media_type = kind_of(content, name) if picture is None else picture.media_type
        except InvalidInput:
            media_type = OTHER
        await self._make_sure_there_is_room(user_id, len(content), field="file")
        return await self._store.add(
            user_id,
            name,
            media_type,
            content,
            width=None if picture is None else picture.width,
            height=None if picture is None else picture.height,
            conversation_id=conversation_id,
        )

    async def send(self, user_id: str, conversation_id: str, file_ids: Sequence[str]) -> Sequence[str]:
        """Within the caller's transaction: put files into a thread and return their ids there.

        Raises `NotFound`, and `InvalidInput` for more than one message may have, or copies for which there is no room.
        """
        wanted = list(dict.fromkeys(file_ids))
        if len(wanted) > self._most:
            raise InvalidInput(Reason.of(ReasonCode.TOO_MANY_FILES, most=self._most), field="files")
        there = await self._store.send(user_id, conversation_id, wanted)
        if there != wanted:  # copies
            await self._make_sure_there_is_room(user_id, 0, field="files")
        return there

    async def named(self, user_id: str, file_id: str) -> KeptFile:
        """Return one file. Raises `NotFound`."""
        return await self._store.get(user_id, file_id)

    async def made_readable(self, user_id: str, file_ids: Sequence[str]) -> Sequence[KeptFile]:
        """Return those of these files that there are, each document read that was not read before, or not in time."""
        found = await self._store.of(user_id, file_ids)
        unread = [each for each in found if not each.picture and each.characters is None]
        for each in unread:
            _, content = await self._store.content(user_id, each.id)
            text: str | None = None
            why: Said | None = None
            again = False
            try:
                text = (await self._read(content, each.media_type)).content
            except CallFailed as failure:
                why, again = failure.said, failure.error_class.transient
            await self._store.set_text(user_id, each.id, text, why, again=again)
        return await self._store.of(user_id, file_ids) if unread else found

    async def tidy(self, user_id: str) -> None:
        """Delete what was not sent for a day."""
        await self._store.delete_unsent(user_id, datetime.now(UTC) - UNSENT_LIFE)

    async def _make_sure_there_is_room(self, user_id: str, more: int, *, field: str) -> None:
        """Within the caller's transaction, until whose end nobody else's files of the user are counted."""
        await self._store.hold(user_id)
        if await self._store.kept_bytes(user_id) + more > self._total_mb * MIB:
            raise InvalidInput(Reason.of(ReasonCode.FILES_TOO_LARGE, most=self._total_mb), field=field)

    def _document(self, content: bytes, name: str) -> str:
        try:
            return kind_of(content, name)
        except InvalidInput as error:
            why = error.why
            if why is None or why.code is not ReasonCode.FILE_UNREADABLE:
                raise
            raise InvalidInput(Reason.of(ReasonCode.FILE_NOT_FOR_CHAT), field="file") from None

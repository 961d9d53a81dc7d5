"""Texts that people upload and agents write."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from bailiwick.features.documents.passage_search import PassageSearch
from bailiwick.features.documents.passages import PassageStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded, containing
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, read_reason
from bailiwick.tools.documents.records import (
    Document,
    DocumentBrief,
    DocumentSource,
    DocumentStatus,
    DocumentText,
    Heading,
    Located,
    OriginalFile,
    Passage,
    ReadText,
)
from bailiwick_router.core.language import Language

WRITTEN_TYPE = "text/markdown"
"""Media type of texts that are written here."""


class DocumentStore:
    """A user's documents. `key` names the embedder in use, whose embeddings are counted."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.documents.store")
        self._passages = PassageStore(database)
        self._search = PassageSearch(database)

    async def create(
        self,
        user_id: str,
        title: str,
        content: str,
        *,
        call_id: str | None = None,
        execution_id: str | None = None,
        source: DocumentSource = DocumentSource.AGENT,
        tags: Sequence[str] = (),
        tainted: bool = False,
    ) -> Document:
        """Create from a text, not yet indexed. Idempotent per `call_id`: a repetition returns the first result.

        Raises `NotFound` for no such execution.
        """
        content = clean_text(content)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "create",
                id=as_uuid(uuid7(), "document"),
                title=clean_text(title),
                content=content,
                call_id=call_id,
                filename=None,
                media_type=WRITTEN_TYPE,
                bytes=len(content.encode()),
                source=source,
                tags=[clean_text(tag) for tag in tags],
                tainted=tainted,
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
            )
            return _document(row or await self._queries.row(connection, "made_by", call_id=call_id))

    async def made_by(self, user_id: str, call_id: str) -> Document | None:
        """Return the document that a call created, if it did."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "made_by", call_id=call_id)
            return None if row is None else _document(row)

    async def add_file(self, user_id: str, title: str, file: OriginalFile, *, tags: Sequence[str] = ()) -> Document:
        """Create from a file, not yet read."""
        key = as_uuid(uuid7(), "document")
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "create",
                id=key,
                title=clean_text(title),
                content="",
                call_id=None,
                execution_id=None,
                filename=clean_text(file.filename),
                media_type=file.media_type,
                bytes=len(file.content),
                source=DocumentSource.UPLOAD,
                tags=[clean_text(tag) for tag in tags],
                tainted=False,
            )
            await self._queries.run(connection, "add_file", id=key, content=file.content)
            return _document(row)

    async def get(self, user_id: str, document_id: str, *, key: str | None = None) -> Document:
        """Return one document. Raises `NotFound`."""
        return _document(await self._row(user_id, "get", document_id, key=key))

    async def text(self, user_id: str, document_id: str, *, key: str | None = None) -> DocumentText:
        """Return a document with its text. Raises `NotFound`."""
        row = await self._row(user_id, "text", document_id, key=key)
        outline = tuple(Heading(**each) for each in cast("list[dict[str, Any]]", row["outline"]))
        return DocumentText(document=_document(row), content=row["content"], outline=outline)

    async def file(self, user_id: str, document_id: str) -> OriginalFile | None:
        """Return the original; None for a text that was written here. Raises `NotFound`."""
        row = await self._row(user_id, "file", document_id)
        if row["content"] is None:
            return None
        return OriginalFile(filename=row["filename"], media_type=row["media_type"], content=bytes(row["content"]))

    async def list(
        self,
        user_id: str,
        *,
        search: str | None = None,
        tag: str | None = None,
        source: DocumentSource | None = None,
        status: DocumentStatus | None = None,
        limit: int = 50,
        before: datetime | None = None,
        key: str | None = None,
    ) -> Sequence[Document]:
        """Latest first; `search` looks into titles and names of files, `before` pages by `created_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "list",
                search=containing(search),
                tag=tag,
                source=source,
                status=status,
                before=before,
                limit=bounded(limit),
                key=key,
            )
            return [_document(row) for row in rows]

    async def count(
        self,
        user_id: str,
        *,
        search: str | None = None,
        tag: str | None = None,
        source: DocumentSource | None = None,
        status: DocumentStatus | None = None,
    ) -> int:
        """How many match every filter."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection, "count", search=containing(search), tag=tag, source=source, status=status
            )
            return row["documents"]

    async def kept_bytes(self, user_id: str) -> int:
        """How many bytes all originals have together."""
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "kept_bytes"))["bytes"]

    async def titled(self, user_id: str, title: str) -> str | None:
        """Return the id of the latest document of that title, whatever the case."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "titled", title=clean_text(title))
            return None if row is None else str(row["id"])

    async def change(
        self,
        user_id: str,
        document_id: str,
        *,
        title: str | None = None,
        tags: Sequence[str] | None = None,
        content: str | None = None,
    ) -> Document:
        """Change; with `content` it has to be indexed again. Raises `NotFound`, and `Conflict` for the content of a
        document that was uploaded as a file.
        """
        text = None if content is None else clean_text(content)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "change",
                id=as_uuid(document_id, "document"),
                title=None if title is None else clean_text(title),
                tags=None if tags is None else [clean_text(tag) for tag in tags],
                content=text,
                bytes=None if text is None else len(text.encode()),
            )
            if row is None:
                raise not_found("document")
            if text is not None and row["filename"] is not None:
                raise Conflict(Reason.of(ReasonCode.UPLOADED_TEXT))
        return await self.get(user_id, document_id)

    async def delete(self, user_id: str, document_id: str) -> str:
        """Delete with passages, embeddings and file; return its title. Raises `NotFound`."""
        return (await self._row(user_id, "delete", document_id))["title"]

    async def begin_indexing(self, user_id: str, document_id: str) -> Document:
        """Mark as to be indexed (again). Raises `NotFound`."""
        async with self._database.as_user(user_id):
            await self._row(user_id, "begin_indexing", document_id)
            return await self.get(user_id, document_id)

    async def all_ids(self, user_id: str, *, after: str | None = None, limit: int = 500) -> Sequence[str]:
        """Return ids in their order, those after `after`."""
        key = None if after is None else as_uuid(after, "document")
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "ids", after=key, limit=bounded(limit))
            return [str(row["id"]) for row in rows]

    async def waiting(self, user_id: str, *, limit: int = 500) -> Sequence[str]:
        """Return the ids of documents that are to be indexed."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "waiting", limit=bounded(limit))
            return [str(row["id"]) for row in rows]

    async def revision(self, user_id: str, document_id: str) -> int:
        """Return a number that grows with every change of the content. Raises `NotFound`."""
        return (await self._row(user_id, "revision", document_id))["revision"]

    async def index(
        self, user_id: str, document_id: str, revision: int, read: ReadText, language: Language
    ) -> Document | None:
        """Replace text and passages in one go and mark as ready; None when the document was deleted or its content
        changed since `revision`."""
        key = as_uuid(document_id, "document")
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "set_text",
                id=key,
                revision=revision,
                content=read.content,
                language=language,
                passages=len(read.passages),
                truncated=read.truncated,
                outline=as_json([{"heading": e.heading, "level": e.level, "start": e.start} for e in read.outline]),
            )
            if row is None:
                return None
            await self._passages.replace(connection, key, row["title"], read, language)
            return _document(row)

    async def fail(self, user_id: str, document_id: str, revision: int, reason: Said) -> Document | None:
        """Mark as failed; None when the document was deleted or its content changed since `revision`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "fail",
                id=as_uuid(document_id, "document"),
                revision=revision,
                reason=text_column(reason),
                why=why_column(reason),
            )
            return None if row is None else _document(row)

    async def passages(self, user_id: str, document_id: str, *, first: int = 0, limit: int = 50) -> Sequence[Passage]:
        """Return passages from position `first` on. Raises `NotFound` for no such document."""
        found = await self._passages.first(user_id, document_id, first, limit)
        if not found:
            await self.revision(user_id, document_id)
        return found

    async def around(
        self, user_id: str, document_id: str, passage_id: str, *, before: int = 2, after: int = 2
    ) -> Sequence[Passage]:
        """Return a passage with its neighbours. Raises `NotFound` for no such passage of the document."""
        return await self._passages.around(user_id, document_id, passage_id, before, after)

    async def cited(self, user_id: str, passage_ids: Sequence[str]) -> Mapping[str, tuple[DocumentBrief, Passage]]:
        """Return those of these passages that there are, by id."""
        return await self._passages.cited(user_id, passage_ids)

    async def by_words(
        self, user_id: str, query: str, *, limit: int = 50, document_id: str | None = None, tag: str | None = None
    ) -> Sequence[Located]:
        """Return the passages that have words of `query` in any of their forms, best first."""
        return await self._search.by_words(user_id, query, limit, document_id, tag)

    async def by_meaning(
        self,
        user_id: str,
        key: str,
        point: Sequence[float],
        *,
        limit: int = 50,
        document_id: str | None = None,
        tag: str | None = None,
    ) -> Sequence[Located]:
        """Return the passages whose embeddings lie closest to `point`, closest first."""
        return await self._search.by_meaning(user_id, key, point, limit, document_id, tag)

    async def _row(self, user_id: str, query: str, document_id: str, **parameters: Any) -> dict[str, Any]:
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, query, id=as_uuid(document_id, "document"), **parameters)
            if row is None:
                raise not_found("document")
            return row


def _document(row: Mapping[str, Any]) -> Document:
    return Document(
        id=str(row["id"]),
        title=row["title"],
        filename=row["filename"],
        media_type=row["media_type"],
        bytes=row["bytes"],
        source=DocumentSource(row["source"]),
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
        language=row["language"],
        tags=tuple(row["tags"]),
        status=DocumentStatus(row["status"]),
        error=row["error"],
        why=read_reason(row["why"]),
        characters=row["characters"],
        passages=row["passages"],
        embedded=row["embedded"],
        truncated=row["truncated"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        tainted=row["tainted"],
    )

"""A person's documents: taken in, read in the background, changed and deleted."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import structlog

from bailiwick.features.documents.events import DocumentAdded, DocumentDeleted, DocumentFailed, DocumentIndexed
from bailiwick.features.documents.passage_points import PassagePoints
from bailiwick.features.documents.search import DocumentSearch
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput, NotFound, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, text_of, why_of
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.embedding import EmbeddingProgress
from bailiwick.models.embedding_job import Embedding
from bailiwick.tools.documents.kinds import kind_of, name_of, stem_of
from bailiwick.tools.documents.records import (
    Document,
    DocumentBrief,
    DocumentSource,
    DocumentText,
    OriginalFile,
    Passage,
    ReadText,
    SearchMode,
    SearchResult,
)
from bailiwick.tools.references import called
from bailiwick_router.core.language import detect_language

TASK = "index-document"
AT_ONCE = 2
"""So many documents are in memory at the same time in one process, to be read and indexed; others wait before they are
loaded."""
LOOKED_THROUGH = 500
"""Documents, latest first, among whose titles words are looked for."""
MIB = 1 << 20

log = structlog.get_logger(__name__)

Read = Callable[[bytes, str], Awaitable[ReadText]]
"""Reads bytes of a media type. Raises `CallFailed` with a sentence when there is no text to be had."""


class Documents:
    """The `Library`, and what people do with their documents."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        jobs: Jobs,
        read: Read,
        search: DocumentSearch,
        embedding: Embedding,
        *,
        file_mb: int,
        total_mb: int,
    ) -> None:
        self._database = database
        self._stores = stores
        self._jobs = jobs
        self._read = read
        self._search = search
        self._embedding = embedding
        self._file_mb = file_mb
        self._total_mb = total_mb
        self._room = asyncio.Semaphore(AT_ONCE)
        jobs.register(TASK, self._index, gave_up=self._give_up)

    @property
    def most_bytes(self) -> int:
        """Largest file that is taken in."""
        return self._file_mb * MIB

    async def upload(
        self, user_id: str, filename: str, content: bytes, *, title: str | None = None, tags: Sequence[str] = ()
    ) -> Document:
        """Keep a file and have it read. Raises `InvalidInput` for what is no document that can be read."""
        if len(content) > self.most_bytes:
            raise InvalidInput(Reason.of(ReasonCode.FILE_LARGER_THAN, most=self._file_mb), field="file")
        name = name_of(filename)
        file = OriginalFile(filename=name, media_type=kind_of(content, name), content=content)
        async with self._database.as_user(user_id):
            await self._make_sure_there_is_room(user_id, len(content))
            made = await self._stores[DocumentStore].add_file(user_id, title or stem_of(name), file, tags=tags)
            return await self._added(user_id, made)

    async def add_text(self, user_id: str, title: str, content: str, *, tags: Sequence[str] = ()) -> Document:
        """Keep a text that a person wrote or pasted, in Markdown, and have it indexed."""
        async with self._database.as_user(user_id):
            await self._make_sure_there_is_room(user_id, len(content.encode("utf-8", "replace")))
            made = await self._stores[DocumentStore].create(
                user_id, title, content, source=DocumentSource.UPLOAD, tags=tags
            )
            return await self._added(user_id, made)

    async def write(
        self,
        user_id: str,
        title: str,
        content: str,
        *,
        call_id: str,
        execution_id: str | None = None,
        tainted: bool = False,
    ) -> Document:
        """Keep a text that an agent wrote, `tainted` after reading strangers' words, and have it indexed.

        Idempotent per `call_id`.
        """
        async with self._database.as_user(user_id):
            known = await self._stores[DocumentStore].made_by(user_id, call_id)
            if known is not None:
                return known
            made = await self._stores[DocumentStore].create(
                user_id, title, content, call_id=call_id, execution_id=execution_id, tainted=tainted
            )
            return await self._added(user_id, made)

    async def change(
        self,
        user_id: str,
        document_id: str,
        *,
        title: str | None = None,
        tags: Sequence[str] | None = None,
        content: str | None = None,
    ) -> Document:
        """Change; a new title or content is indexed. Raises `NotFound`, and `Conflict` for the content of a file."""
        async with self._database.as_user(user_id):
            changed = await self._stores[DocumentStore].change(
                user_id, document_id, title=title, tags=tags, content=content
            )
            if title is None and content is None:
                return await self.get(user_id, document_id)
            return await self.reindex(user_id, changed.id)

    async def delete(self, user_id: str, document_id: str) -> None:
        """Delete with passages, embeddings and file. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            title = await self._stores[DocumentStore].delete(user_id, document_id)
            await self._stores[EventStore].append(user_id, [DocumentDeleted(document_id=document_id, title=title)])
            audited(self._database, Act.DOCUMENT_DELETED, "document", document_id)

    async def reindex(self, user_id: str, document_id: str) -> Document:
        """Have a document read again. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            document = await self._stores[DocumentStore].begin_indexing(user_id, document_id)
            await self._defer(user_id, document_id)
            return document

    async def reindex_all(self, user_id: str, *, embeddings_only: bool = False) -> int:
        """Have every document read again, or only every passage embedded again; return how many are to be."""
        if embeddings_only:
            return await self._embed_again(user_id)
        queued, last = 0, None
        while ids := await self._stores[DocumentStore].all_ids(user_id, after=last):
            async with self._database.as_user(user_id):
                for document_id in ids:
                    try:
                        await self.reindex(user_id, document_id)
                    except NotFound:
                        continue  # deleted meanwhile
                    queued += 1
            last = ids[-1]
        return queued

    async def _embed_again(self, user_id: str) -> int:
        if await self._embedding.key(user_id) is None:
            return 0
        async with self._database.as_user(user_id):
            passages = await self._stores[PassagePoints].forget_all(user_id)
            await self._embedding.wish(user_id)
            return passages

    async def embedded(self, user_id: str) -> EmbeddingProgress:
        """Say how many of a person's passages have an embedding of the embedder in use."""
        return await self._stores[PassagePoints].progress(user_id, await self._embedding.key(user_id) or "")

    async def take_up(self, user_id: str) -> None:
        """Have everything indexed that waits for it, also what an older version has left."""
        for document_id in await self._stores[DocumentStore].waiting(user_id):
            await self._defer(user_id, document_id)
        await self._embedding.wish(user_id)

    async def get(self, user_id: str, document_id: str) -> Document:
        """Return a document. Raises `NotFound`."""
        return await self._stores[DocumentStore].get(user_id, document_id, key=await self._embedding.key(user_id))

    async def cited(self, user_id: str, passage_ids: Sequence[str]) -> Mapping[str, tuple[DocumentBrief, Passage]]:
        """Return those of these passages that there are, by id."""
        return await self._stores[DocumentStore].cited(user_id, passage_ids)

    async def text(self, user_id: str, document_id: str) -> DocumentText:
        """Return a document with its text. Raises `NotFound`."""
        return await self._stores[DocumentStore].text(user_id, document_id, key=await self._embedding.key(user_id))

    async def as_file(self, user_id: str, document_id: str) -> OriginalFile:
        """Return the file as it was uploaded; of a text that was written here, its Markdown.

        Raises `NotFound`.
        """
        file = await self._stores[DocumentStore].file(user_id, document_id)
        if file is not None:
            return file
        text = await self.text(user_id, document_id)
        return OriginalFile(
            filename=f"{text.document.title}.md",
            media_type="text/markdown; charset=utf-8",
            content=text.content.encode(),
        )

    async def latest(self, user_id: str, *, limit: int = 20) -> Sequence[Document]:
        """Return documents, latest first."""
        return await self._stores[DocumentStore].list(user_id, limit=limit)

    async def named(self, user_id: str, name: str) -> Document:
        """Return the document of this id or, latest first, of this title, or with these words in title or file.

        Raises `NotFound`.
        """
        try:
            return await self.get(user_id, name.strip().lower())
        except NotFound:
            found = await self._stores[DocumentStore].titled(user_id, name.strip())
            if found is not None:
                return await self.get(user_id, found)
        latest = await self.latest(user_id, limit=LOOKED_THROUGH)
        about = called(name, latest, lambda each: f"{each.title} {each.filename or ''}")
        if not about:
            raise not_found("document", name[:200])
        return about[0]

    async def passages(self, user_id: str, document_id: str, *, first: int = 0, limit: int = 50) -> Sequence[Passage]:
        """Return passages from position `first` on. Raises `NotFound`."""
        return await self._stores[DocumentStore].passages(user_id, document_id, first=first, limit=limit)

    async def search(
        self,
        user_id: str,
        query: str,
        *,
        limit: int = 10,
        document_id: str | None = None,
        tag: str | None = None,
        mode: SearchMode = SearchMode.HYBRID,
    ) -> SearchResult:
        """Return the passages that fit best; by words alone when there is no embedder or it does not answer."""
        return await self._search.search(user_id, query, limit=limit, document_id=document_id, tag=tag, mode=mode)

    async def _make_sure_there_is_room(self, user_id: str, more: int) -> None:
        if await self._stores[DocumentStore].kept_bytes(user_id) + more > self._total_mb * MIB:
            raise InvalidInput(Reason.of(ReasonCode.DOCUMENTS_TOO_LARGE, most=self._total_mb), field="file")

    async def _added(self, user_id: str, made: Document) -> Document:
        await self._defer(user_id, made.id)
        await self._stores[EventStore].append(
            user_id, [DocumentAdded(document_id=made.id, title=made.title)], execution_id=made.execution_id
        )
        return made

    async def _defer(self, user_id: str, document_id: str) -> bool:
        # One at a time for each document; one that waits does the work of all that were wished for before it begins.
        lock = f"document:{user_id}:{document_id}"
        return await self._jobs.defer(TASK, user_id, {"document": document_id}, lock=lock, queueing_lock=lock)

    async def _index(self, user_id: str, arguments: dict[str, str]) -> None:
        """Read a document and write its passages, when there is room for it; the job of that name."""
        async with self._room:
            await self._read_and_index(user_id, arguments["document"])

    async def _read_and_index(self, user_id: str, document_id: str) -> None:
        documents = self._stores[DocumentStore]
        try:
            revision = await documents.revision(user_id, document_id)
            file = await documents.file(user_id, document_id)
            if file is None:
                written = await documents.text(user_id, document_id)
                content, kind = written.content.encode(), written.document.media_type
            else:
                content, kind = file.content, file.media_type
        except NotFound:
            return  # deleted meanwhile
        try:
            read = await self._read(content, kind)
        except CallFailed as error:
            await self._fail(user_id, document_id, revision, error.said)
            return
        language = await asyncio.to_thread(detect_language, read.content)
        async with self._database.as_user(user_id):
            indexed = await documents.index(user_id, document_id, revision, read, language)
            if indexed is None:
                return  # a newer revision has a job of its own
            event = DocumentIndexed(document_id=document_id, title=indexed.title, passages=indexed.passages)
            await self._stores[EventStore].append(user_id, [event])
            await self._embedding.wish(user_id)

    async def _fail(self, user_id: str, document_id: str, revision: int, reason: Said) -> None:
        async with self._database.as_user(user_id):
            failed = await self._stores[DocumentStore].fail(user_id, document_id, revision, reason)
            if failed is not None:
                event = DocumentFailed(
                    document_id=document_id, title=failed.title, reason=text_of(reason), why=why_of(reason)
                )
                await self._stores[EventStore].append(user_id, [event])

    async def _give_up(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        log.error("a document could not be indexed", document=arguments["document"], error=repr(error))
        try:
            revision = await self._stores[DocumentStore].revision(user_id, arguments["document"])
        except NotFound:
            return
        await self._fail(user_id, arguments["document"], revision, Reason.of(ReasonCode.NOT_READ))

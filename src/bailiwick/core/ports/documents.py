"""Documents: kept, cut into passages, searched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bailiwick.core.documents import (
    Document,
    DocumentBrief,
    DocumentSource,
    DocumentStatus,
    DocumentText,
    OriginalFile,
    Passage,
    ReadText,
    SearchMode,
    SearchResult,
)
from bailiwick.core.reasons import Said
from bailiwick_router.core.language import Language


@dataclass(frozen=True, slots=True)
class Located:
    """A passage that one ranking found."""

    document: DocumentBrief
    passage: Passage
    score: float
    words: Sequence[str] = ()
    """The words of the search that it has."""


class DocumentStore(Protocol):
    """A user's documents. `key` names the embedder in use, whose embeddings are counted."""

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
        """Create from a text, not yet indexed. Idempotent per `call_id`: a repetition returns the first result."""
        ...

    async def made_by(self, user_id: str, call_id: str) -> Document | None:
        """Return the document that a call created, if it did."""
        ...

    async def add_file(self, user_id: str, title: str, file: OriginalFile, *, tags: Sequence[str] = ()) -> Document:
        """Create from a file, not yet read."""
        ...

    async def get(self, user_id: str, document_id: str, *, key: str | None = None) -> Document:
        """Raises `NotFound`."""
        ...

    async def text(self, user_id: str, document_id: str, *, key: str | None = None) -> DocumentText:
        """Return a document with its text. Raises `NotFound`."""
        ...

    async def file(self, user_id: str, document_id: str) -> OriginalFile | None:
        """Return the original; nothing for a text that was written here. Raises `NotFound`."""
        ...

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
        ...

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
        ...

    async def kept_bytes(self, user_id: str) -> int:
        """How many bytes all originals have together."""
        ...

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
        document that was uploaded as a file."""
        ...

    async def delete(self, user_id: str, document_id: str) -> str:
        """Delete with passages, embeddings and file; return its title. Raises `NotFound`."""
        ...

    async def begin_indexing(self, user_id: str, document_id: str) -> Document:
        """Mark as to be indexed (again). Raises `NotFound`."""
        ...

    async def all_ids(self, user_id: str, *, after: str | None = None, limit: int = 500) -> Sequence[str]:
        """Return ids in their order, those after `after`."""
        ...

    async def waiting(self, user_id: str, *, limit: int = 500) -> Sequence[str]:
        """Return the ids of documents that are to be indexed."""
        ...

    async def titled(self, user_id: str, title: str) -> str | None:
        """Return the id of the latest document of that title, whatever the case."""
        ...

    async def revision(self, user_id: str, document_id: str) -> int:
        """Return a number that grows with every change of the content. Raises `NotFound`."""
        ...

    async def index(
        self, user_id: str, document_id: str, revision: int, read: ReadText, language: Language
    ) -> Document | None:
        """Replace text and passages in one go and mark as ready; nothing when the document was deleted or its content
        changed since `revision`."""
        ...

    async def fail(self, user_id: str, document_id: str, revision: int, reason: Said) -> Document | None:
        """Mark as failed; nothing when the document was deleted or its content changed since `revision`."""
        ...

    async def passages(self, user_id: str, document_id: str, *, first: int = 0, limit: int = 50) -> Sequence[Passage]:
        """Return passages from position `first` on. Raises `NotFound` for no such document."""
        ...

    async def around(
        self, user_id: str, document_id: str, passage_id: str, *, before: int = 2, after: int = 2
    ) -> Sequence[Passage]:
        """Return a passage with its neighbours. Raises `NotFound` for no such passage of the document."""
        ...

    async def cited(self, user_id: str, passage_ids: Sequence[str]) -> Mapping[str, tuple[DocumentBrief, Passage]]:
        """Return those of these passages that there are, by id."""
        ...

    async def by_words(
        self, user_id: str, query: str, *, limit: int = 50, document_id: str | None = None, tag: str | None = None
    ) -> Sequence[Located]:
        """Return the passages that have words of `query` in any of their forms, best first."""
        ...

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
        ...


class Library(Protocol):
    """What tools do with a person's documents."""

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
        ...

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
        ...

    async def named(self, user_id: str, name: str) -> Document:
        """Return the document of this id or, latest first, of this title. Raises `NotFound`."""
        ...

    async def text(self, user_id: str, document_id: str) -> DocumentText:
        """Return a document with its text. Raises `NotFound`."""
        ...

    async def passages(self, user_id: str, document_id: str, *, first: int = 0, limit: int = 50) -> Sequence[Passage]:
        """Return passages from position `first` on. Raises `NotFound`."""
        ...

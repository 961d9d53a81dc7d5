"""Documents on the wire."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import AfterValidator, Field

from bailiwick.kernel.http.wire import Body, Flag, Reply, Title, not_blank, printable_name, storable
from bailiwick.kernel.reasons import Reason
from bailiwick.models.embedding import EmbedderHealth, EmbedderState, EmbeddingProgress
from bailiwick.tools.documents.records import (
    Document,
    DocumentSource,
    DocumentStatus,
    DocumentText,
    Heading,
    Hit,
    Passage,
    SearchMode,
)
from bailiwick_router.core.language import Language

MOST_TAGS = 20
MOST_TEXT = 1_000_000
"""Longest text that is written here, in characters."""

Tag = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(printable_name)]
Tags = Annotated[tuple[Tag, ...], Field(max_length=MOST_TAGS)]
Content = Annotated[str, Field(min_length=1, max_length=MOST_TEXT), AfterValidator(not_blank), AfterValidator(storable)]
QueryTag = Annotated[str | None, Query(max_length=60, description="Only documents with this tag.")]


class NewDocument(Body):
    """A text to be kept as a document."""

    title: Title
    content: Content
    """Markdown."""
    tags: Tags = ()


class UploadFields(Body):
    """What may come beside an uploaded file."""

    title: Title | None = None
    tags: Tags = ()


class DocumentChanges(Body):
    """What can be changed about a document."""

    title: Title | None = None
    tags: Tags | None = None
    content: Content | None = None
    """The whole new text; not for documents that were uploaded as files."""


class FileToKeep(Body):
    """A file of a chat to be kept as a document."""

    file_id: UUID
    """As `POST /api/files` named it."""


class Reindex(Body):
    """What to index again."""

    embeddings_only: Flag = False
    """Keep texts and passages; only embed every passage again."""


class SearchTrial(Body):
    """A text to try the embedder with."""

    text: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)] = "Hello, is anybody there?"


class DocumentPage(Reply):
    """A page of documents, latest first."""

    documents: list[Document]
    next_before: Annotated[datetime | None, Field(description="Give this as `before` for the next page.")]
    total: Annotated[int, Field(description="How many there are with these filters, on all pages.")]


class DocumentView(Reply):
    """A document with its text."""

    id: str
    title: str
    filename: str | None
    media_type: str
    bytes: int
    source: DocumentSource
    execution_id: str | None
    language: Language
    tags: list[str]
    status: DocumentStatus
    error: str | None
    why: Reason | None
    characters: int
    passages: int
    embedded: int
    truncated: bool
    created_at: datetime
    updated_at: datetime
    content: Annotated[str, Field(description="Markdown; empty until it has been read.")]
    outline: Annotated[list[Heading], Field(description="Its headings in their order, the first 1,000.")]

    @classmethod
    def of(cls, text: DocumentText) -> "DocumentView":
        """Return the document as it is written on the wire."""
        document = text.document
        return cls(
            **{name: getattr(document, name) for name in Document.__dataclass_fields__ if name != "tags"},
            tags=list(document.tags),
            content=text.content,
            outline=list(text.outline),
        )


class Passages(Reply):
    """Passages of a document, in the order of its text."""

    passages: list[Passage]


class FoundPassages(Reply):
    """What a search found, best first."""

    hits: list[Hit]
    mode: Annotated[
        SearchMode, Field(description="How it was really searched: by words when the embedder does not answer.")
    ]
    embedder: Annotated[str | None, Field(description="The embedder that was asked, if one was.")]
    pending: Annotated[
        int, Field(description="How many passages wait for an embedding of it, and are found by their words alone.")
    ]
    took_ms: float


class Queued(Reply):
    """How much is to be done in the background."""

    queued: int


class EmbedderView(Reply):
    """The embedder, and how far this person's passages have embeddings of it."""

    configured: bool
    name: str | None
    model: str | None
    dimensions: int | None
    state: EmbedderState
    reason: str | None
    why: Reason | None
    """The reason, as a code with values."""
    passages: int
    embedded: int
    pending: int

    @classmethod
    def of(cls, health: EmbedderHealth, progress: EmbeddingProgress) -> "EmbedderView":
        """Return both as they are written on the wire."""
        return cls(
            configured=health.state is not EmbedderState.OFF,
            name=health.name,
            model=health.model,
            dimensions=health.dimensions,
            state=health.state,
            reason=health.reason,
            why=health.why,
            passages=progress.passages,
            embedded=progress.embedded,
            pending=progress.pending,
        )

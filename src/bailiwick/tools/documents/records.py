"""Documents: longer texts that people upload and agents write, cut into passages that are searched and cited."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick.kernel.reasons import Reason, ReasonCode, Value
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record


class DocumentSource(StrEnum):
    """Where a document came from."""

    UPLOAD = "upload"
    """A person brought it; what it says may be a stranger's word."""
    AGENT = "agent"
    """An agent wrote it."""


class DocumentStatus(StrEnum):
    """Whether a document can be searched."""

    INDEXING = "indexing"
    """Its text is being read and cut; until then its last passages, if any, are searched."""
    READY = "ready"
    FAILED = "failed"
    """No text could be read; `error` says why."""


class SearchMode(StrEnum):
    """How documents are searched."""

    HYBRID = "hybrid"
    """By words and by meaning, both rankings fused."""
    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Record):
    """A document without its text."""

    id: str
    title: str
    filename: str | None
    """The name of the uploaded file; None for a text that was written here, whose content can be changed."""
    media_type: str
    """What its bytes were found to be, e.g. `application/pdf`."""
    bytes: int
    """Length of the original."""
    source: DocumentSource
    execution_id: str | None
    """The execution that wrote it."""
    language: Language
    """Which language's word forms it is searched by."""
    tags: tuple[str, ...]
    status: DocumentStatus
    error: str | None
    """Why no text could be read, in one sentence."""
    why: Reason | None
    """The error as a code with values; None where there is none."""
    characters: int
    """Length of its text."""
    passages: int
    """How many passages it is cut into."""
    embedded: int
    """How many of them have an embedding of the embedder in use."""
    truncated: bool
    """Whether its text was longer than is kept."""
    created_at: datetime
    updated_at: datetime
    tainted: bool = False
    """Whether an agent wrote it after reading strangers' words."""

    @property
    def outside(self) -> bool:
        """Whether it may hold what strangers wrote."""
        return self.tainted or self.source is DocumentSource.UPLOAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading(Record):
    """A heading of a document."""

    heading: str
    level: int
    """1 to 6."""
    start: int
    """Where it begins in the text, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText(Record):
    """A document with its text."""

    document: Document
    content: str
    """Markdown; empty until it has been read."""
    outline: tuple[Heading, ...]
    """Its headings in their order, the first 1,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalFile:
    """The bytes that were uploaded."""

    filename: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage(Record):
    """A piece of a document's text."""

    id: str
    """Stays the same as long as this text stands at this place of the document."""
    document_id: str
    position: int
    """From 0, in the order of the text."""
    heading: str
    """The headings above it, outermost first, with ` › ` between."""
    page: int | None
    """The page it begins on, where there are pages."""
    start: int
    """Where it begins in the document's text, in characters."""
    end: int
    """Where it ends there."""
    text: str
    """Exactly what stands between `start` and `end`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentBrief(Record):
    """What is shown of a document beside a passage."""

    id: str
    title: str
    media_type: str
    source: DocumentSource = DocumentSource.UPLOAD
    tainted: bool = False
    """Whether an agent wrote it after reading strangers' words."""

    @property
    def outside(self) -> bool:
        """Whether it may hold what strangers wrote."""
        return self.tainted or self.source is DocumentSource.UPLOAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches(Record):
    """Why a passage was found."""

    words: tuple[str, ...]
    """The words of the search that it has, in any form."""
    text_rank: int | None
    """Its place in the ranking by words, from 1."""
    vector_rank: int | None
    """Its place in the ranking by meaning, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Record):
    """A passage that a search found."""

    document: DocumentBrief
    passage: Passage
    score: float
    """Only comparable within one search."""
    matches: Matches
    snippet: str
    """The part of the passage that fits best, as plain text."""
    marks: tuple[tuple[int, int], ...]
    """Where words of the search stand in the snippet: begin and end of each, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult(Record):
    """What a search found, best first."""

    hits: tuple[Hit, ...]
    mode: SearchMode
    """How it was really searched: by words only, for example, when the embedder does not answer."""
    embedder: str | None
    """The embedder that was asked, if one was."""
    pending: int = 0
    """How many passages wait for an embedding of it, and are found by their words alone."""
    took_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageDraft(Record):
    """A passage in the making; see `Passage`."""

    heading: str
    page: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadText(Record):
    """What was read out of a document's bytes."""

    content: str
    outline: Sequence[Heading]
    passages: Sequence[PassageDraft]
    truncated: bool
    title: str = ""
    """What the document calls itself, if it does."""


def citation(document_id: str, passage_id: str) -> str:
    """Return the marker with which an answer cites a passage."""
    return f"[[doc:{document_id}#{passage_id}]]"


@dataclass(frozen=True, slots=True)
class Located:
    """A passage that one ranking found."""

    document: DocumentBrief
    passage: Passage
    score: float
    words: Sequence[str] = ()
    """The words of the search that it has."""


MOST_CHARACTERS = 5_000_000
"""Characters of a document that are kept; the rest is cut off and the document says so."""


class NoText(Exception):
    """No text can be had, for the reason `why`."""

    def __init__(self, code: ReasonCode, **values: Value) -> None:
        self.why = Reason.of(code, **values)
        super().__init__(self.why.text())

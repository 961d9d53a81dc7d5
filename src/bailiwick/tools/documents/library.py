"""Documents: kept, cut into passages, searched."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bailiwick.tools.documents.records import (
    Document,
    DocumentBrief,
    DocumentText,
    Passage,
    SearchMode,
    SearchResult,
)


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

    async def latest(self, user_id: str, *, limit: int = 20) -> Sequence[Document]:
        """Return documents, latest first."""
        ...

    async def named(self, user_id: str, name: str) -> Document:
        """Return the document of this id or, latest first, of this title, or with these words in title or file.

        Raises `NotFound`.
        """
        ...

    async def text(self, user_id: str, document_id: str) -> DocumentText:
        """Return a document with its text. Raises `NotFound`."""
        ...

    async def passages(self, user_id: str, document_id: str, *, first: int = 0, limit: int = 50) -> Sequence[Passage]:
        """Return passages from position `first` on. Raises `NotFound`."""
        ...

    async def cited(self, user_id: str, passage_ids: Sequence[str]) -> Mapping[str, tuple[DocumentBrief, Passage]]:
        """Return those of these passages that there are, by id."""
        ...

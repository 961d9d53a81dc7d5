"""Search in documents: by words, by meaning, or by both rankings fused."""

import time
from collections.abc import Sequence

from bailiwick.features.documents.passage_points import PassagePoints
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.fusion import LEAST_COSINE, fused
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.snippets import snippet_of
from bailiwick.models.embedder import Embedders
from bailiwick.tools.documents.records import Hit, Located, Matches, SearchMode, SearchResult

DEPTH = 50
"""So far down each ranking is read."""


class DocumentSearch:
    """Asks the rankings that can be asked and puts them together."""

    def __init__(self, stores: Stores, embedders: Embedders) -> None:
        self._stores = stores
        self._embedders = embedders

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
        """Return the passages that fit best.

        By words alone when there is no embedder or it does not answer, whatever `mode` asked for; also by words where
        passages wait for their embeddings. Raises `NotFound` for no such document.
        """
        if not query.strip():
            raise InvalidInput(Reason.of(ReasonCode.SAY_WHAT_TO_FIND), field="q")
        begun = time.perf_counter()
        documents, asked = self._stores[DocumentStore], {"document_id": document_id, "tag": tag}
        if document_id is not None:
            await documents.get(user_id, document_id)
        embedder = None if mode is SearchMode.WORDS else await self._embedders.in_use(user_id)
        key = None if embedder is None else embedder.key
        near: Sequence[Located] | None = None
        pending = 0
        if embedder is not None and key is not None:
            pending = (await self._stores[PassagePoints].progress(user_id, key)).pending
            if pending and mode is SearchMode.MEANING:
                mode = SearchMode.HYBRID  # what waits for its embedding is found by its words alone
            try:
                [point] = await embedder.embed([query[:2000]], patient=False)
                found = await documents.by_meaning(user_id, key, point, limit=DEPTH, **asked)
                near = [each for each in found if each.score >= LEAST_COSINE]
            except CallFailed:
                near = None
        by_words = mode is not SearchMode.MEANING or near is None
        worded = await documents.by_words(user_id, query, limit=DEPTH, **asked) if by_words else []
        really = SearchMode.WORDS if near is None else mode
        hits = _hits(query, worded, near or (), limit)
        took = round((time.perf_counter() - begun) * 1000, 1)
        asked_of = embedder.health.name if embedder is not None and key else None
        return SearchResult(hits=hits, mode=really, embedder=asked_of, took_ms=took, pending=pending)


def _hits(query: str, worded: Sequence[Located], near: Sequence[Located], limit: int) -> tuple[Hit, ...]:
    """Return the best passages of both rankings, leaving out the neighbours of better ones."""
    found = {each.passage.id: each for each in (*near, *worded)}  # what was found by words knows its words
    ranks = [{each.passage.id: rank for rank, each in enumerate(ranking, 1)} for ranking in (worded, near)]
    hits: list[Hit] = []
    places: set[tuple[str, int]] = set()
    for passage_id, score in fused([list(ranks[0]), list(ranks[1])]):
        each = found[passage_id]
        document, position = each.document.id, each.passage.position
        if not places.isdisjoint(((document, position - 1), (document, position + 1))):
            continue
        places.add((document, position))
        snippet, marks = snippet_of(each.passage.text, each.words)
        hits.append(
            Hit(
                document=each.document,
                passage=each.passage,
                score=round(score, 6),
                matches=Matches(
                    words=tuple(each.words), text_rank=ranks[0].get(passage_id), vector_rank=ranks[1].get(passage_id)
                ),
                snippet=snippet,
                marks=marks,
            )
        )
        if len(hits) == limit:
            break
    return tuple(hits)

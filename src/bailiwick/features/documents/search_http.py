"""Search in documents, and the embedder that lets it go by meaning."""

from typing import Annotated

from fastapi import Body as Given
from fastapi import Query

from bailiwick.features.documents.actions import Documents
from bailiwick.features.documents.fields import EmbedderView, FoundPassages, QueryTag, SearchTrial
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import known_form_of_uuid
from bailiwick.models.embedding import EmbedderCheck
from bailiwick.models.embedding_job import Embedding
from bailiwick.people.callers import Reader, Runner
from bailiwick.people.limited import Searcher
from bailiwick.tools.documents.records import SearchMode

document_search = router("documents")


@document_search.get(
    "/api/documents/search",
    operation_id="searchDocuments",
    summary="Search in documents",
    responses=documented(401, 404, busy=["rate-limit"]),
)
async def search_documents(
    caller: Searcher,
    platform: CurrentPlatform,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=2000,
            pattern=r"\S",
            examples=["notice period"],
            description='Words in any form, a "phrase", and -words that must not occur.',
        ),
    ],
    limit: Annotated[int, Query(ge=1, le=50, description="How many at most.")] = 10,
    document_id: Annotated[
        str | None, Query(alias="documentId", max_length=36, description="Only in this document.")
    ] = None,
    tag: QueryTag = None,
    mode: Annotated[SearchMode, Query(description="By words, by meaning, or both rankings fused.")] = SearchMode.HYBRID,
) -> FoundPassages:
    """Return the passages that fit best; without an embedder, or when it does not answer, by words alone."""
    result = await platform[Documents].search(
        caller.user.id,
        q,
        limit=limit,
        document_id=None if document_id is None else known_form_of_uuid(document_id),
        tag=tag,
        mode=mode,
    )
    return FoundPassages(
        hits=list(result.hits),
        mode=result.mode,
        embedder=result.embedder,
        pending=result.pending,
        took_ms=result.took_ms,
    )


@document_search.get(
    "/api/embedder", operation_id="getEmbedder", summary="How is the embedder?", responses=documented(401)
)
async def get_embedder(caller: Reader, platform: CurrentPlatform) -> EmbedderView:
    """Return which embedder is configured, how it is, and how far your passages have embeddings of it."""
    return EmbedderView.of(
        await platform[Embedding].health(caller.user.id), await platform[Documents].embedded(caller.user.id)
    )


@document_search.post(
    "/api/embedder/test",
    operation_id="testEmbedder",
    summary="Try the embedder",
    responses=documented(400, 401, 413, 415),
)
async def try_embedder(
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[SearchTrial, Given(examples=[{"text": "three months' notice"}])] = SearchTrial(),  # noqa: B008  (read only)
) -> EmbedderCheck:
    """Embed one text for real and say what came of it."""
    return await platform[Embedding].check(caller.user.id, body.text)

"""Search in the knowledge graph: by words, and by meaning where there is an embedder."""

from collections.abc import Sequence
from dataclasses import replace

from bailiwick.features.memory.observation_points import ObservationPoints
from bailiwick.features.memory.records import USER_SCOPE, FoundEntity
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.fusion import LEAST_COSINE, fused
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.embedder import Embedders
from bailiwick.models.embedding_job import Embedding


class KnowledgeSearch:
    """Asks both rankings and puts them together; the exact search of the tools is none of its business."""

    def __init__(self, stores: Stores, embedders: Embedders, embedding: Embedding) -> None:
        self._stores = stores
        self._embedders = embedders
        self._embedding = embedding

    async def search(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int = 20
    ) -> Sequence[FoundEntity]:
        """Return the entities that fit best; by words alone without an embedder, or when it does not answer.

        Only lasting memory is searched by meaning. What was observed since the last search gets its embedding in the
        background. The score is that of the words where there are any, else the cosine.
        """
        worded = await self._stores[KnowledgeViews].ranked(user_id, query, scope=scope, limit=limit)
        embedder = await self._embedders.in_use(user_id)
        key = embedder.key
        if key is None or scope != USER_SCOPE:
            return worded
        await self._embedding.wish(user_id)
        try:
            [point] = await embedder.embed([query], patient=False)
        except CallFailed:
            return worded
        near = await self._stores[ObservationPoints].nearest_entities(
            user_id, key, point, least=LEAST_COSINE, limit=limit
        )
        found = {each.entity.id: each for each in near}
        for each in worded:
            other = found.get(each.entity.id)
            matches = each.matches or (other.matches if other is not None else ())
            found[each.entity.id] = replace(each, matches=matches)
        rankings = [[each.entity.id for each in ranking] for ranking in (worded, near)]
        return [found[entity_id] for entity_id, _ in fused(rankings)][:limit]

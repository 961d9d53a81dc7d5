"""The points of observations."""

from collections.abc import Sequence
from typing import Any

from bailiwick.features.memory.ranking import SHOWN
from bailiwick.features.memory.records import USER_SCOPE, FoundEntity
from bailiwick.features.memory.rows import RowReader, observation
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, bounded
from bailiwick.kernel.database.vectors import as_vector
from bailiwick.models.embedding import Unembedded


class ObservationPoints:
    """The points of a person's lasting observations. `key` names the space; those of others are left aside."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.memory.observation_points")
        self._views = Queries("bailiwick.features.memory.views")
        self._rows = RowReader(self._views)

    async def begin(self, user_id: str, key: str) -> None:
        """Nothing counts them, so nothing has to be counted anew for another space."""

    async def missing(self, user_id: str, key: str, *, limit: int = 64) -> Sequence[Unembedded]:
        """Return some lasting observations without an embedding."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "missing", key=key, limit=bounded(limit))
            return [Unembedded(str(row["number"]), None, f"{row['name']}: {row['content']}") for row in rows]

    async def add(self, user_id: str, key: str, texts: Sequence[Unembedded], points: Sequence[Sequence[float]]) -> None:
        """Store embeddings in place of those that were there; observations that are gone by now are left out."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "add",
                key=key,
                dimensions=len(points[0]),
                numbers=[int(text.id) for text in texts],
                points=[as_vector(point) for point in points],
            )

    async def nearest_entities(
        self, user_id: str, key: str, point: Sequence[float], *, least: float = 0.0, limit: int = 20
    ) -> Sequence[FoundEntity]:
        """Return the entities of lasting memory with observations closest to `point`, closest first; the score is the
        cosine of the closest one, `least` at least.
        """
        async with self._database.as_user(user_id) as connection:
            near = await self._queries.all(
                connection,
                "nearest",
                model=key,
                point=as_vector(point),
                dimensions=len(point),
                limit=bounded(limit * SHOWN),
            )
            closest: dict[int, list[dict[str, Any]]] = {}
            for row in near:
                if row["cosine"] >= least:
                    closest.setdefault(row["entity"], []).append(row)
            numbers = list(closest)[:limit]
            briefs = await self._rows.briefs(connection, USER_SCOPE, numbers)
            rows = await self._views.all(
                connection,
                "observations_by_number",
                scope=USER_SCOPE,
                numbers=[row["number"] for number in numbers for row in closest[number][:SHOWN]],
            )
            texts = {row["number"]: observation(row) for row in rows}
            return [
                FoundEntity(
                    entity=brief,
                    score=round(closest[number][0]["cosine"], 4),
                    matches=tuple(texts[row["number"]] for row in closest[number][:SHOWN] if row["number"] in texts),
                    words=(),
                )
                for number, brief in zip(numbers, briefs, strict=True)
            ]

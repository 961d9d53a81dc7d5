"""Search in documents over 100,000 passages of one person beside another person's: by words, by meaning, and hybrid,
against the same statements sent by psycopg alone; how fast documents are indexed; how much the vector index finds.

`BENCH_PASSAGES` and `BENCH_QUERIES` make it smaller or larger.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from bailiwick.features.documents import passage_search
from bailiwick.features.documents.search import DocumentSearch
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.database.vectors import as_vector
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.settings import Settings
from bailiwick.models.embedding import EmbedderCheck, EmbedderHealth, EmbedderState
from bailiwick.tools.documents.chunking import passages_of
from bailiwick.tools.documents.records import ReadText
from bench.people import add_person

PASSAGES = int(os.environ.get("BENCH_PASSAGES", "100000"))
QUERIES = int(os.environ.get("BENCH_QUERIES", "60"))
OTHERS = PASSAGES // 5
"""Passages of the other person."""
EACH = 100
"""Passages of a document."""
SMALLEST = {"PASSAGES": 20, "OTHERS": 10, "EACH": 10, "QUERIES": 2}
"""What `--smallest` makes of the sizes."""
WIDTH = 384
TOPICS = 400
"""Around so many points the embeddings lie."""
VOCABULARY = 20_000
MODEL = "bench"


def main() -> None:
    """Fill a database, measure and print."""
    asyncio.run(measure())


async def measure() -> None:
    """Do all of it on a server of its own."""
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        settings = Settings(home=Path(home), log_level="error")
        async with open_server(settings) as server, Database(server.urls.app) as database:
            stores = Stores(database)
            me, other = uuid7(), uuid7()
            for user in (me, other):
                await add_person(stores, user)
            begun = time.perf_counter()
            await fill(stores, me, PASSAGES, seed=1)
            rate = PASSAGES / (time.perf_counter() - begun)
            await fill(stores, other, OTHERS, seed=2)
            print(f"indexing by words: {rate:,.0f} passages a second, {EACH} to a document", flush=True)
            embed_all(server.urls.owner, server.urls.app, (me, other))
            await search(stores, server.urls.app, me)


async def fill(stores: Stores, user: str, passages: int, *, seed: int) -> None:
    """Give a user documents, as the index job writes them."""
    source = random.Random(seed)
    for number in range(passages // EACH):
        text = "\n\n".join(f"# Part {part}\n\n{prose(source)}" for part in range(EACH))
        made = await stores[DocumentStore].create(user, f"Document {number}", text)
        read = ReadText(content=text, outline=(), passages=tuple(passages_of(text)), truncated=False)
        await stores[DocumentStore].index(user, made.id, 1, read, "en")


def prose(source: random.Random) -> str:
    """Return some 800 characters; a few words stand in a quarter of all passages, most are rare."""
    words = [word(drawn(source)) for _ in range(105)]
    return ". ".join(" ".join(words[at : at + 15]) for at in range(0, len(words), 15)) + "."


def drawn(source: random.Random) -> int:
    """Return the rank of a word that carries meaning: 1 / (rank + 300), as where stop words are left out."""
    return int(300 * ((VOCABULARY + 300) / 300) ** source.random()) - 300


def word(rank: int) -> str:
    """Return the word of a rank in the vocabulary."""
    letters = "bcdfghjklmnprstvwz"
    return "".join(f"{letters[rank // 18**at % 18]}{'aeiou'[rank // 7**at % 5]}" for at in range(3)) + f"{rank % 10}x"


def embed_all(owner: str, app: str, users: Sequence[str]) -> None:
    """Give every passage an embedding, as fast as the database takes them, then build the index."""
    numbers = np.random.default_rng(3)
    topics = numbers.normal(size=(TOPICS, WIDTH))
    with psycopg.connect(owner) as connection:
        definition = connection.execute("select pg_get_indexdef('passage_embeddings_384'::regclass)").fetchone()
        connection.execute("drop index passage_embeddings_384")
    for user in users:
        with psycopg.connect(app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
            rows = connection.execute("select id, document_id from passages").fetchall()
            for first in range(0, len(rows), 2000):
                some = rows[first : first + 2000]
                points = [as_vector(point) for point in points_of(numbers, topics, len(some))]
                connection.execute(
                    "insert into passage_embeddings (passage_id, document_id, model, dimensions, embedding)"
                    " select id, document, %s, %s, point::vector"
                    " from unnest(%s::uuid[], %s::uuid[], %s::text[]) as given (id, document, point)",
                    (MODEL, WIDTH, [row[0] for row in some], [row[1] for row in some], points),
                )
            connection.execute("update documents set embedded = passages, embedded_with = %s", (MODEL,))
    begun = time.perf_counter()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("set maintenance_work_mem = '1GB'")
        connection.execute(definition[0] if definition else "")
        connection.execute("analyze")
    print(f"building the vector index: {time.perf_counter() - begun:,.0f} s", flush=True)


def points_of(numbers: np.random.Generator, topics: Any, count: int) -> list[list[float]]:
    """Return points around the topics, of length 1."""
    points = topics[numbers.integers(0, len(topics), count)] + 0.8 * numbers.normal(size=(count, topics.shape[1]))
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).tolist()


class Known:
    """An embedder that has the points already: what is measured is the search."""

    key = MODEL
    health = EmbedderHealth(name=MODEL, model=MODEL, dimensions=WIDTH, state=EmbedderState.READY, reason=None)

    def __init__(self) -> None:
        self.point: Sequence[float] = ()

    async def in_use(self, user_id: str) -> "Known":
        """It is in use for everybody."""
        del user_id
        return self

    async def embed(self, texts: Sequence[str], *, patient: bool = True) -> Sequence[Sequence[float]]:
        """Return the point that was set."""
        return [self.point]

    async def check(self, text: str) -> EmbedderCheck:
        """Say that it works."""
        return EmbedderCheck(ok=True, dimensions=WIDTH, took_ms=0.0, error=None)


async def search(stores: Stores, app: str, user: str) -> None:
    """Measure every kind of search, taking turns."""
    source, numbers = random.Random(11), np.random.default_rng(3)
    topics = numbers.normal(size=(TOPICS, WIDTH))
    points = points_of(np.random.default_rng(12), topics, QUERIES)
    asked = [" ".join(word(drawn(source)) for _ in range(4)) for _ in range(QUERIES)]
    known, documents = Known(), stores[DocumentStore]
    hybrid = DocumentSearch(stores, known)
    times: dict[str, list[float]] = {}
    recalls: list[float] = []
    floor = Floor(app, user)

    async def timed(name: str, call: Callable[[], Awaitable[Any]]) -> Any:
        begun = time.perf_counter()
        found = await call()
        times.setdefault(name, []).append((time.perf_counter() - begun) * 1000)
        return found

    usual = passage_search.EXACT_UP_TO
    for query, point in zip(asked, points, strict=True):
        known.point = point
        await timed("words", lambda query=query: documents.by_words(user, query))
        indexed = await timed("meaning, by the index", lambda point=point: documents.by_meaning(user, MODEL, point))
        passage_search.EXACT_UP_TO = 10**9
        exact = await timed("meaning, all compared", lambda point=point: documents.by_meaning(user, MODEL, point))
        passage_search.EXACT_UP_TO = usual
        best = {each.passage.id for each in exact[:10]}
        recalls.append(len(best & {each.passage.id for each in indexed[:10]}) / len(best))
        await timed("hybrid", lambda query=query: hybrid.search(user, query))
        await timed("floor: the statements alone", lambda query=query, point=point: floor.ask(query, point))
    floor.close()
    print(f"\n{PASSAGES:,} passages beside {OTHERS:,} of somebody else, {QUERIES} searches of 4 words, ms:")
    print(f"{'':32}{'median':>8}{'p95':>8}")
    for name, each in times.items():
        print(f"{name:32}{statistics.median(each):8.1f}{sorted(each)[int(len(each) * 0.95) - 1]:8.1f}")
    ratio = statistics.median(times["hybrid"]) / statistics.median(times["floor: the statements alone"])
    print(f"hybrid takes {ratio:.2f} times what its statements take alone")
    print(f"recall@10 of the index: {statistics.mean(recalls):.3f} (least {min(recalls):.2f})")


class Floor:
    """The two ranking statements by psycopg alone."""

    def __init__(self, app: str, user: str) -> None:
        self._connection = psycopg.connect(app, autocommit=True)
        self._connection.execute("select set_config('bailiwick.user_id', %s, false)", (user,))
        self._words, self._embeddings = (
            Queries("bailiwick.features.documents.passages"),
            Queries("bailiwick.features.documents.passage_points"),
        )

    async def ask(self, query: str, point: Sequence[float]) -> None:
        """Send both and read what comes."""
        await asyncio.to_thread(self._ask, query, point)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _ask(self, query: str, point: Sequence[float]) -> None:
        words = query.split()
        self._connection.execute(
            self._words["by_words"].sql.encode(),
            {
                "terms": words,
                "words": list(range(len(words))),
                "weights": [1.0] * len(words),
                "document_id": None,
                "tag": None,
                "limit": 50,
            },
        ).fetchall()
        with self._connection.transaction():
            self._connection.execute(self._embeddings["search_widely"].sql.encode())
            self._connection.execute(
                self._embeddings["nearest_384"].sql.encode(), {"model": MODEL, "point": as_vector(point), "limit": 50}
            ).fetchall()


if __name__ == "__main__":
    main()

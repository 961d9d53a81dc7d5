"""Finds what is remembered that fits a message, in one statement; in none while nothing was ever written down."""

from collections.abc import Sequence
from dataclasses import replace

from bailiwick.features.memory.ranking import rarities, words_of
from bailiwick.features.memory.records import PERSON
from bailiwick.features.memory.requests import with_answers
from bailiwick.features.memory.texts import term
from bailiwick.features.memory.wordings import widened
from bailiwick.features.memory.writing import EVER_WRITTEN
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, Row
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.known import KnownFact
from bailiwick.tools.phrases import plain
from bailiwick_router.core.language import ENGLISH, SPANISH

MOST_WORDS = 100
"""Words of a message by which it may name an entity."""
MOST_SOUGHT = 24
"""Words of it that are looked for in what is known; those without meaning do not count."""
MOST_NAMED = 10
"""Entities that a message names, of those with the longest names."""
MOST_TEXTS = 500
"""Texts that have a word and are looked at, the latest ones; a block more where texts are in blocks."""


class MemoryRecall:
    """Recalls from the graph that lasts."""

    def __init__(self, database: Database, remembered: RememberedReads) -> None:
        self._database = database
        self._remembered = remembered
        self._queries = Queries("bailiwick.features.memory.recalling")

    async def prepare(self, user_id: str) -> None:
        """Keep in memory whether anything was ever written down for the user."""
        await self._any(user_id)

    async def fitting(self, user_id: str, text: str, most: int) -> Sequence[KnownFact]:
        """Return the facts that fit a message, the best first: those of what it names, and those with its words."""
        every = words_of(text, most=MOST_WORDS)
        words = [word for word in every if word not in ENGLISH | SPANISH and len(word) > 1][:MOST_SOUGHT]
        words = widened(words)
        if not words or not await self._any(user_id):
            return ()
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "fitting",
                words=words,
                every=every,
                prefix=term(""),
                most=MOST_TEXTS,
                names=MOST_NAMED,
                limit=most,
            )
        return with_answers(text, _ranked(rows, words)[:most])

    async def _any(self, user_id: str) -> bool:
        return await self._remembered.get(user_id, EVER_WRITTEN, lambda: self._look(user_id))

    async def _look(self, user_id: str) -> bool:
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "any"))["found"]


def _ranked(rows: Sequence[Row], words: Sequence[str]) -> list[KnownFact]:
    """Return each fact once: those with the most and the rarest words of the message first, of equals the latest."""
    had = {row["number"]: set(words).intersection(_words_in(row)) for row in rows}
    rarity = rarities(had.values())

    def order(row: Row) -> tuple[float, int]:
        return -sum(rarity[word] for word in had[row["number"]]) - row["named"], -row["number"]

    kept: dict[str, KnownFact] = {}
    for row in sorted(rows, key=order):
        fact = _fact(row)
        said = plain(f"{fact.about} {fact.text}")
        same = kept.get(said)
        if same is None:
            kept[said] = fact
        elif fact.relation or same.relation:
            # A relation and the sentence that tells it are one fact; who wrote it down is kept with the sentence.
            told, related = (same, fact) if fact.relation else (fact, same)
            tainted = told.tainted or related.tainted
            kept[said] = replace(told, relation=related.relation, to=related.to, named=True, tainted=tainted)
    return list(kept.values())


def _words_in(row: Row) -> Sequence[str]:
    """Return the words of the message that a fact has, or all words of a relation."""
    return words_of(f"{row['about']} {row['text']}") if row["had"] is None else row["had"]


def _fact(row: Row) -> KnownFact:
    return KnownFact(
        id=str(row["id"]),
        about="" if row["about"] == PERSON else row["about"],
        text=row["text"],
        relation=row["relation"],
        to="" if row["towards"] == PERSON else row["towards"],
        named=row["named"],
        by=row["agent_id"] or row["author"],
        source=row["source"],
        at=row["created_at"].isoformat(timespec="seconds"),
        tainted=row["tainted"],
    )

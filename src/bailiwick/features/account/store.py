"""Everything of one person, to take along."""

import json
from collections.abc import AsyncIterator
from pathlib import PurePosixPath
from typing import Any, cast

from psycopg import sql

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries

UNREADABLE = ("bytea", "tsvector", "xid8", "vector", "halfvec")
"""Types of columns that hold secrets' hashes, sealed values, or what is made of other columns."""
SKIPPED = (
    "idempotency_keys",
    "rosters",
    "agent_tombstones",
    "metric_marks",
    "rates",
    "knowledge_postings",
    "passage_terms",
    "message_postings",
    "passage_embeddings",
    "observation_embeddings",
    "document_files",
    "file_contents",
)
"""Tables of marks and indexes that say nothing which is not elsewhere; files come as files."""
AT_ONCE = 200
"""Rows that are read at a time."""


class AccountStore:
    """Everything of one person."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.account.store")

    async def everything(self, user_id: str) -> AsyncIterator[tuple[str, bytes]]:
        """Yield the name of a file and a piece of it, piece after piece, file after file; no secrets."""
        async with self._database.as_user(user_id) as connection:
            tables = await self._queries.all(connection, "tables", unreadable=list(UNREADABLE), skipped=list(SKIPPED))
            for table in tables:
                of_plugin = "" if table["schema"] == "public" else f"{table['schema']}."
                async for rows in self._rows(connection, user_id, table):
                    yield f"{of_plugin}{table['name']}.jsonl", rows
            async for row in connection.cursor(self._queries["files"].numbered, prefetch=1):
                yield f"files/{row['id']}{_ending(row['filename'])}", row["content"]

    async def _rows(self, connection: Connection, user_id: str, table: dict[str, Any]) -> AsyncIterator[bytes]:
        """Yield a table's rows as lines of JSON; at least one, maybe empty, piece."""
        query = sql.SQL(
            "SELECT row_to_json(line) AS line FROM (SELECT {} FROM {} WHERE user_id = {} ORDER BY {}) AS line"
        )
        names = sql.SQL(", ")
        statement = query.format(
            names.join(sql.Identifier(name) for name in table["columns"]),
            sql.Identifier(table["schema"], table["name"]),
            sql.Literal(user_id),
            names.join(sql.Identifier(name) for name in table["key"]),
        )
        yield b""
        cursor = await connection.cursor(statement.as_string())
        while rows := await cursor.fetch(AT_ONCE):
            lines = (json.dumps(row["line"], ensure_ascii=False) for row in rows)
            yield ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _ending(filename: Any) -> str:
    """Return the ending of a file's name if it is a plain one."""
    ending = PurePosixPath(cast(str, filename or "")).suffix
    return ending if ending[1:].isalnum() and len(ending) <= 10 and ending.isascii() else ""

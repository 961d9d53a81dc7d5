"""The first response to each Idempotency-Key, kept 24 hours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import Conflict, IdempotencyMismatch
from bailiwick.kernel.reasons import Reason, ReasonCode


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """The first response to a request with an Idempotency-Key."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class IdempotencyStore:
    """First results of creating requests, kept 24 hours."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.kernel.http.kept_responses")

    async def begin(self, user_id: str, key: str, request_hash: bytes) -> StoredResponse | None:
        """Within the caller's transaction: reserve the key, or return the stored response of its first use.

        A concurrent first use is waited for: if it commits, its response is returned; if it rolls back, the
        key is ours. Raises `IdempotencyMismatch` if the hash differs, `Conflict` when the key was reserved
        without a response, `RuntimeError` outside a transaction.
        """
        self._require_transaction(user_id)
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "forget_expired")
            while True:
                if await self._queries.one(connection, "reserve", key=key, request_hash=request_hash):
                    return None
                row = await self._queries.one(connection, "find", key=key)
                if row is not None:
                    break
            if row["request_hash"] != request_hash:
                raise IdempotencyMismatch(Reason.of(ReasonCode.KEY_OF_ANOTHER_REQUEST))
            if row["status"] is None:
                raise Conflict(Reason.of(ReasonCode.KEY_IN_PROGRESS))
            return StoredResponse(row["status"], row["body"], row["headers"])

    async def finish(self, user_id: str, key: str, response: StoredResponse) -> None:
        """Store the response, in the transaction of `begin` or a later one. Raises `RuntimeError` outside one."""
        self._require_transaction(user_id)
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "finish",
                key=key,
                status=response.status,
                body=as_json(response.body),
                headers=as_json(dict(response.headers)),
            )

    async def release(self, user_id: str, key: str) -> None:
        """Give a key back whose request came to nothing."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "release", key=key)

    def _require_transaction(self, user_id: str) -> None:
        if not self._database.in_transaction(user_id):
            raise RuntimeError("Idempotency keys live in the transaction of the request they protect")

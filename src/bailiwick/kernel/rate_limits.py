"""How often something may be asked for: counted in the database, so that all processes count together."""

import asyncio
import hmac
import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.errors import RateLimitHit
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.settings import Settings

WINDOW = timedelta(minutes=1)
"""What rates are counted by."""
BUCKET_BYTES = 16


class RateLimit(StrEnum):
    """What is limited; each has a setting of its name."""

    SIGN_INS = "sign-ins"
    KEYS = "keys"
    RUNS = "runs"
    UPLOADS = "uploads"
    SEARCHES = "searches"


class Asker(StrEnum):
    """Whose uses are counted together."""

    PERSON = "person"
    KEY = "key"
    ADDRESS = "address"


TOO_OFTEN = {
    Asker.PERSON: ReasonCode.RATE_OF_PERSON,
    Asker.KEY: ReasonCode.RATE_OF_KEY,
    Asker.ADDRESS: ReasonCode.RATE_OF_ADDRESS,
}


@dataclass(frozen=True, slots=True)
class _Bucket:
    """Uses that are counted together."""

    id: bytes
    asker: Asker
    most: int
    """How many there may be in a minute."""

    @property
    def every(self) -> timedelta:
        """After how long there is room for one more."""
        return timedelta(microseconds=WINDOW // timedelta(microseconds=1) // self.most)


class RateLimits:
    """Counts uses, and says no to one that is too many.

    The generic cell rate algorithm (ITU-T I.371): of each bucket one moment is kept, when it will be empty. A use moves
    it on by a minute divided by the limit; one that would move it further than a minute from now is refused. So as
    many as the limit may come at once, and then as many as run out. All by the database's clock.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._queries = Queries("bailiwick.kernel.rate_limits")
        self._key: bytes | None = None
        self._reading = asyncio.Lock()
        self._of_each_person = {
            RateLimit.SIGN_INS: settings.rate_sign_ins,
            RateLimit.KEYS: settings.rate_keys,
            RateLimit.RUNS: settings.rate_runs,
            RateLimit.UPLOADS: settings.rate_uploads,
            RateLimit.SEARCHES: settings.rate_searches,
        }
        self._percent_of_key = settings.rate_key_percent
        self._persons_of_address = settings.rate_address_persons

    def most(self, limit: RateLimit, asker: Asker) -> int:
        """Return how many uses of one such asker there may be in a minute; 0 for any number."""
        most = self._of_each_person[limit]
        if limit is RateLimit.SIGN_INS or asker is Asker.PERSON or most == 0:
            return most
        if asker is Asker.KEY:
            return math.ceil(most * self._percent_of_key / 100)
        return most * self._persons_of_address

    async def take(
        self, limit: RateLimit, *, person: str | None = None, key: str | None = None, address: str | None = None
    ) -> None:
        """Count a use by all who are given: a person's id, a key's id, an address. One statement, committed at once.

        Raises `RateLimitHit` when it is too many for one of them; then it is counted for none. `Unavailable`.
        """
        askers = {Asker.PERSON: person, Asker.KEY: key, Asker.ADDRESS: address}
        wanted = [
            (asker, who, most)
            for asker, who in askers.items()
            if who is not None and (most := self.most(limit, asker)) > 0
        ]
        if not wanted:
            return
        hashed = self._key or await self._read_key()
        buckets = [
            _Bucket(hmac.digest(hashed, f"{limit}|{asker}|{who}".encode(), "sha256")[:BUCKET_BYTES], asker, most)
            for asker, who, most in wanted
        ]
        async with self._database.without_user() as connection:
            rows = await self._queries.all(connection, "take", window=WINDOW, **_columns(buckets))
        taken = {row["bucket"] for row in rows}
        if len(taken) < len(buckets):
            await self._refuse(limit, buckets, taken)

    async def _refuse(self, limit: RateLimit, buckets: Sequence[_Bucket], taken: set[bytes]) -> None:
        """Give back what was counted, and raise `RateLimitHit` with how long it takes until there is room."""
        given = [bucket for bucket in buckets if bucket.id in taken]
        full = [bucket for bucket in buckets if bucket.id not in taken]
        async with self._database.without_user() as connection:
            if given:
                await self._queries.run(connection, "give_back", **_columns(given))
            rows = await self._queries.all(connection, "waits", window=WINDOW, **_columns(full))
        waits = {row["bucket"]: row["seconds"] for row in rows}
        worst = max(full, key=lambda bucket: waits.get(bucket.id, 0.0))
        seconds = max(1, math.ceil(waits.get(worst.id, 0.0)))
        raise RateLimitHit(
            Reason.of(TOO_OFTEN[worst.asker], limit=limit, most=worst.most, count=seconds),
            limit=limit,
            retry_after=seconds,
        )

    async def forget(self, _: str = "") -> None:
        """Delete the buckets that are empty; a duty, done alike for every user."""
        async with self._database.without_user() as connection:
            await self._queries.run(connection, "forget")

    async def _read_key(self) -> bytes:
        """Return what buckets are hashed with, the same in all processes; made where there is none."""
        async with self._reading:
            key = self._key
            if key is None:
                async with self._database.without_user() as connection:
                    await self._queries.run(connection, "make_key", key=secrets.token_bytes(32))
                    row = await self._queries.row(connection, "key")
                self._key = key = bytes(row["key"])
            return key


def _columns(buckets: Sequence[_Bucket]) -> dict[str, list[object]]:
    # In one order everywhere, so that of two that take the same ones none waits for the other in a circle.
    ordered = sorted(buckets, key=lambda bucket: bucket.id)
    return {"buckets": [bucket.id for bucket in ordered], "every": [bucket.every for bucket in ordered]}

"""What all processes know of how providers have answered lately."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, Row
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.reasons import Reason, as_data, read_reason
from bailiwick.kernel.resilience import ErrorClass

FAILURES = 4
"""Failures in a row that open a breaker; as many as one call makes attempts."""
WINDOW = timedelta(minutes=5)
"""Failures further apart are not in a row."""
SHORTEST, LONGEST = timedelta(seconds=5), timedelta(minutes=5)
"""For how long it opens first, and at most; each opening in a row takes twice as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerRow:
    """How a provider stands by the database's clock, as it was read just now."""

    provider: str
    failures: int
    """In a row."""
    error_class: ErrorClass | None
    why: Reason | None
    """Why it did not answer the last time."""
    asked: bool
    """Whether the provider itself said when it may be called again."""
    times_opened: int
    """In all."""
    passed_over: int
    """How often another model, or rules, answered in place of one of its, in all."""
    opened_at: datetime | None
    open_until: datetime | None
    """None while it is closed."""
    seconds: float | None
    """Until then; none or less where that is over."""
    on_trial: bool
    """Whether one call tries now whether it answers again."""


class BreakerStore:
    """The table of breakers. It belongs to nobody, so no user is set."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.models.breaker_store")

    async def all(self) -> Sequence[BreakerRow]:
        """Return how every provider stands that has ever failed."""
        async with self._database.without_user() as connection:
            return [_row(row) for row in await self._queries.all(connection, "all")]

    async def fail(
        self,
        provider: str,
        error_class: ErrorClass,
        why: Reason,
        *,
        weight: int,
        trial: bool,
        asked: timedelta | None,
    ) -> BreakerRow:
        """Count a failure as `weight` of them, open where that is enough, and return how it stands then.

        `trial` says that it was the one call that tried; `asked` is for how long the provider asked not to be called.
        """
        values = {
            "provider": provider,
            "error_class": error_class,
            "why": as_json(as_data(why)),
            "weight": weight,
            "trial": trial,
            "asked": asked,
            "most": FAILURES,
            "window": WINDOW,
            "shortest": SHORTEST,
            "longest": LONGEST,
        }
        async with self._database.without_user() as connection:
            await self._queries.run(connection, "know", provider=provider)
            return _row(await self._queries.row(connection, "fail", **values))

    async def take_trial(self, provider: str, lease: timedelta) -> tuple[bool, BreakerRow | None]:
        """Return whether the caller may make the one call that tries, and how the provider stands.

        Should the caller die, another one may after `lease`.
        """
        async with self._database.without_user() as connection:
            taken = await self._queries.one(connection, "try", provider=provider, lease=lease)
            if taken is not None:
                return True, _row(taken)
            found = await self._queries.one(connection, "get", provider=provider)
            return False, None if found is None else _row(found)

    async def close(self, provider: str) -> BreakerRow | None:
        """Count no failure of the provider any more; return how it stands then, None where it has never failed."""
        async with self._database.without_user() as connection:
            row = await self._queries.one(connection, "close", provider=provider)
            return None if row is None else _row(row)

    async def pass_over(self, provider: str) -> None:
        """Count that another model answered in place of one of the provider's."""
        async with self._database.without_user() as connection:
            await self._queries.run(connection, "pass_over", provider=provider)

    async def release(self, provider: str) -> None:
        """Let another call be the one that tries."""
        async with self._database.without_user() as connection:
            await self._queries.run(connection, "release", provider=provider)


def _row(row: Row | Mapping[str, object]) -> BreakerRow:
    values = dict(row)
    error_class = values.pop("error_class")
    return BreakerRow(
        **{**values, "why": read_reason(values["why"])},  # pyright: ignore[reportArgumentType]  (the columns are its fields)
        error_class=None if error_class is None else ErrorClass(str(error_class)),
    )

"""Limits on spending and their ledgers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from bailiwick.features.budgets.records import DOLLAR, AtLimit, LimitPeriod, LimitScope, Spending, SpendingLimit
from bailiwick.features.budgets.rules import WorstCase
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries, as_uuid
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import LostClaim, not_found
from bailiwick.kernel.ids import uuid7


class Line(NamedTuple):
    """A ledger in which a model call counts."""

    key: str
    """Of the call."""
    limit: SpendingLimit
    begins: datetime


class UsedByCall(NamedTuple):
    """What a model call has used; money in billionths of a US dollar."""

    key: str
    money: int
    tokens: int
    model_calls: int
    tool_calls: int = 0
    milliseconds: int = 0


class Reached(NamedTuple):
    """A limit that leaves no room for a call."""

    limit: SpendingLimit
    begins: datetime
    used: Spending


class Accounted(NamedTuple):
    """What came of accounting for calls."""

    answer: int | None
    """Tokens that the next call's answer may have; None where none was asked for, or none concerns it."""
    later: bool
    """Whether there will be room if others give back what they hold."""
    reached: Reached | None
    """The limit that is in the way."""
    near: Sequence[str]
    """Ids of the limits of which most is used since now."""


class SpentOn(NamedTuple):
    """What calls of one model, or of tools, have used."""

    model: str
    """Empty for tools."""
    cost: float
    tokens: int
    model_calls: int
    tool_calls: int
    seconds: float
    unpriced_input: int
    """Tokens of calls whose cost is not known."""
    unpriced_output: int


class BudgetStore:
    """Limits and ledgers, as a user sees them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.budgets.store")

    # limits

    async def concerning(self, user_id: str) -> Sequence[SpendingLimit]:
        """Return the limits that may concern the user's own model calls."""
        async with self._database.as_user(user_id) as connection:
            return tuple(_limit(row) for row in await self._queries.all(connection, "concerning"))

    async def list(self, user_id: str) -> Sequence[SpendingLimit]:
        """Return the limits that the user sees: own ones, those for everybody, and to administrators those that they
        set for people."""
        async with self._database.as_user(user_id) as connection:
            return [_limit(row) for row in await self._queries.all(connection, "list", limit=MOST_ROWS)]

    async def get(self, user_id: str, limit_id: str) -> SpendingLimit:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(limit_id, "spending limit"))
            if row is None:
                raise not_found("spending limit")
            return _limit(row)

    async def hold(self, user_id: str, limit_id: str) -> SpendingLimit | None:
        """Within the caller's transaction: hold a limit; None where the user may not change it, or it is gone."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "hold", id=as_uuid(limit_id, "spending limit"))
            return None if row is None else _limit(row)

    async def insert(self, user_id: str, whose: str, begins: datetime, spent: Spending, **fields: Any) -> SpendingLimit:
        """Set a limit of `whose` calls, of which `spent` is used in the period that it is now; `fields` are those of
        `SpendingLimit` that can be chosen."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "insert",
                user_id=as_uuid(whose, "user"),
                id=as_uuid(uuid7(), "spending limit"),
                **_columns(fields),
                scope=fields["scope"],
                subject=fields["subject"] or "",
                period=fields["period"],
                imposed=fields["imposed"],
            )
            limit = _limit(row)
            await self._queries.run(
                connection,
                "begin",
                user_id=row["user_id"],
                id=row["id"],
                begins=begins,
                money=_billionths(spent.money),
                tokens=spent.tokens,
                model_calls=spent.model_calls,
                tool_calls=spent.tool_calls,
                milliseconds=_milliseconds(spent.seconds),
            )
            self._database.note_change(None)
            return limit

    async def change(self, user_id: str, limit: SpendingLimit) -> SpendingLimit:
        """Within the caller's transaction: store the name, the amounts and the end of one that the caller holds."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(limit.id, "spending limit")
            fields = {
                "name": limit.name,
                "money": limit.money,
                "tokens": limit.tokens,
                "model_calls": limit.model_calls,
                "tool_calls": limit.tool_calls,
                "seconds": limit.seconds,
                "at_limit": limit.at_limit,
            }
            row = await self._queries.row(connection, "change", id=key, **_columns(fields))
            await self._queries.run(connection, "touch", user_id=row["user_id"], id=key)
            self._database.note_change(None)
            return _limit(row)

    async def recount(
        self, user_id: str, limit: SpendingLimit, begins: datetime, *, tool_calls: int | None, seconds: float | None
    ) -> None:
        """Within the caller's transaction: set what was used, in the period that it is now, of what the limit did not
        limit before; None stays as it is."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "recount",
                user_id=as_uuid(limit.user_id, "user"),
                id=as_uuid(limit.id, "spending limit"),
                begins=begins,
                tool_calls=tool_calls,
                milliseconds=None if seconds is None else _milliseconds(seconds),
            )

    async def remove(self, user_id: str, limit: SpendingLimit) -> None:
        """Within the caller's transaction: remove one that the caller holds."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(limit.id, "spending limit")
            await self._queries.run(connection, "touch", user_id=as_uuid(limit.user_id, "user"), id=key)
            await self._queries.run(connection, "remove", id=key)
            self._database.note_change(None)

    async def names(self, user_id: str, ids: Sequence[str]) -> Mapping[str, str]:
        """Return what conversations, swarms, tasks and residents of these ids are called, as far as they are there."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "names", ids=[*ids])
            return {row["id"]: row["name"] or "" for row in rows}

    # ledgers

    async def used(
        self, user_id: str, wanted: Sequence[tuple[SpendingLimit, datetime]]
    ) -> Mapping[str, tuple[Spending, Spending]]:
        """Return what is used and what is reserved of limits in periods, by the limit's id; what has no ledger yet is
        left out."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "used",
                users=[as_uuid(limit.user_id, "user") for limit, _ in wanted],
                limits=[as_uuid(limit.id, "spending limit") for limit, _ in wanted],
                begins=[begins for _, begins in wanted],
            )
        return {
            str(row["limit_id"]): (
                _spending(row["money"], row["tokens"], row["model_calls"], row["tool_calls"], row["milliseconds"]),
                _spending(row["held_money"], row["held_tokens"], row["held_calls"], row["held_tools"]),
            )
            for row in rows
        }

    async def account(
        self,
        user_id: str,
        execution_id: str,
        attempt: int,
        *,
        everything: bool,
        lines: Sequence[Line],
        over: Sequence[UsedByCall],
        asked: tuple[str, WorstCase] | None,
    ) -> Accounted:
        """Within the caller's transaction: see `RunLedger.account`. Holds the ledgers, and before them the run where
        something is asked for. Raises `LostClaim` where it is asked for by who has the run no more."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "account",
                execution_id=as_uuid(execution_id, "execution"),
                attempt=attempt,
                everything=everything,
                lines=as_json(
                    [
                        {
                            "key": line.key,
                            "limit_user": line.limit.user_id,
                            "limit_id": line.limit.id,
                            "begins": line.begins.isoformat(),
                        }
                        for line in lines
                    ]
                ),
                calls_over=as_json([each._asdict() for each in over]),
                asked=None if asked is None else as_json({"key": asked[0], **_asked(asked[1])}),
            )
        outcome = row["outcome"]
        if outcome.get("lost"):
            raise LostClaim("Another worker has taken the run over.")
        reached = outcome["reached"]
        return Accounted(
            answer=outcome["answer"],
            later=asked is not None and (outcome["at_best"] or 0) >= asked[1].least,
            reached=None if reached is None else _reached(reached),
            near=tuple(outcome["warned"] or ()),
        )

    async def stays(self, user_id: str, reached: Reached) -> bool:
        """Within the caller's transaction, which holds the ledger of a limit that was reached: whether that has not
        changed."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(reached.limit.id, "spending limit"))
            return row is not None and row["updated_at"] == reached.limit.updated_at

    async def waiting(self, user_id: str, codes: Sequence[str]) -> Sequence[tuple[str, str]]:
        """Return the runs that wait for one of these reasons, and the limits that they name."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "waiting", codes=[*codes])
            return [(str(row["id"]), row["limit_id"] or "") for row in rows]

    async def spent(
        self,
        user_id: str,
        since: datetime,
        *,
        agent: str | None = None,
        conversation: str | None = None,
        swarm: str | None = None,
        task: str | None = None,
    ) -> Sequence[SpentOn]:
        """Return what the user's calls have used since a time, of one agent, conversation, swarm or task if
        given, as far as the runs are still kept."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "spent",
                since=since,
                agent=agent,
                conversation=None if conversation is None else as_uuid(conversation, "conversation"),
                swarm=swarm,
                task=None if task is None else as_uuid(task, "task"),
            )
            return [SpentOn(**row) for row in rows]


def _columns(fields: Mapping[str, Any]) -> dict[str, Any]:
    money = fields["money"]
    return {
        "name": clean_text(fields["name"]),
        "money": None if money is None else _billionths(money),
        "tokens": fields["tokens"],
        "model_calls": fields["model_calls"],
        "tool_calls": fields["tool_calls"],
        "milliseconds": None if fields["seconds"] is None else _milliseconds(fields["seconds"]),
        "at_limit": fields["at_limit"],
    }


def _asked(case: WorstCase) -> dict[str, int]:
    return {
        "input": case.input,
        "input_money": case.input_money,
        "token_money": case.token_money,
        "least": case.least,
        "most": case.most,
        "model_calls": case.model_calls,
        "tool_calls": case.tool_calls,
    }


def _limit(row: Mapping[str, Any]) -> SpendingLimit:
    return SpendingLimit(
        id=str(row["id"]),
        user_id=str(row["user_id"]),
        name=row["name"],
        scope=LimitScope(row["scope"]),
        subject=row["subject"] or None,
        period=LimitPeriod(row["period"]),
        money=None if row["money"] is None else row["money"] / DOLLAR,
        tokens=row["tokens"],
        model_calls=row["model_calls"],
        tool_calls=row["tool_calls"],
        seconds=None if row["milliseconds"] is None else row["milliseconds"] / 1000,
        at_limit=AtLimit(row["at_limit"]),
        imposed=row["imposed"],
        created_at=_time(row["created_at"]),
        updated_at=_time(row["updated_at"]),
    )


def _reached(found: Mapping[str, Any]) -> Reached:
    used = _spending(
        found["used_money"], found["used_tokens"], found["used_calls"], found["used_tools"], found["used_milliseconds"]
    )
    return Reached(_limit(found), _time(found["begins"]), used)


def _time(value: datetime | str) -> datetime:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _spending(money: int, tokens: int, model_calls: int, tool_calls: int, milliseconds: int = 0) -> Spending:
    return Spending(
        money=money / DOLLAR,
        tokens=tokens,
        model_calls=model_calls,
        tool_calls=tool_calls,
        seconds=milliseconds / 1000,
    )


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _billionths(money: float) -> int:
    return round(money * DOLLAR)

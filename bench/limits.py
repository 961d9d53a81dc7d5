"""Limits on spending: what it costs to reserve a model call and to settle it, beside one bare `UPDATE`.

Both are one statement each, made within a transaction that the run has open anyway; so only the statements are
measured, with the same connection to the same server. The floor is a ledger that cannot say no: one row is updated.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending, SpendingLimit
from bailiwick.features.budgets.rules import ALWAYS, WorstCase
from bailiwick.features.budgets.store import BudgetStore, Line, UsedByCall
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import NamedQuery
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode

CALLS = 500
ROUNDS = 5
LIMITS = (1, 3, 6)
SMALLEST = {"CALLS": 3, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
CASE = WorstCase(input=500, input_money=500, token_money=1, least=256, most=1000)
FLOOR = NamedQuery.of("floor", "The floor.", "UPDATE bench_ledger SET used = used + 1 WHERE id = %(id)s")

Call = Callable[[int], Awaitable[float]]
"""Makes what a model call takes and returns the seconds that its statements took."""


def main() -> None:
    """Print milliseconds that a model call takes, and how often the floor goes into that."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        asyncio.run(_measure(Settings(home=Path(home), log_level="error")))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings, working=Working.NO) as platform:
        app = cast(Database, platform.database).app_url
        async with Database(app, pool_size=1) as database:
            stores = Stores(database)
            thread = await stores[ConversationStore].create(FIRST_OWNER_ID, "clerk", Mode.DIRECT, title="Bench")
            execution = await stores[ExecutionStore].create(FIRST_OWNER_ID, thread.id, "Hello", Mode.DIRECT, "clerk")
            await stores[ExecutionStore].claim(FIRST_OWNER_ID, execution.id)
            found: dict[str, list[float]] = {}
            floor = await _floor(database)
            limits: list[SpendingLimit] = []
            works: dict[str, Call] = {"one UPDATE (floor)": floor}
            for number in range(max(LIMITS)):
                limits.append(await _limit(stores, number))
            for count in LIMITS:
                works[f"reserve + settle, {count} limits"] = _accounting(stores, execution.id, limits[:count])
            for _ in range(ROUNDS):
                for name, work in works.items():
                    await work(0)
                    seconds = [await work(number) for number in range(CALLS)]
                    found.setdefault(name, []).append(statistics.fmean(seconds) * 1000)
    base = statistics.median(found["one UPDATE (floor)"])
    print(f"{'':>32}{'ms a call':>12}{'÷ floor':>10}{'statements':>12}")
    for name, rounds in found.items():
        taken = statistics.median(rounds)
        print(f"{name:>32}{taken:>12.3f}{taken / base:>10.2f}{1 if name.endswith('(floor)') else 2:>12}")


async def _floor(database: Database) -> Call:
    """Return the floor, with a table that is this connection's own."""
    async with database.as_user(FIRST_OWNER_ID) as connection:
        await connection.execute("CREATE TEMPORARY TABLE bench_ledger (id integer PRIMARY KEY, used bigint)")
        await connection.execute("INSERT INTO bench_ledger VALUES (1, 0)")

    async def call(number: int) -> float:
        del number
        async with database.as_user(FIRST_OWNER_ID) as connection:
            clock = time.perf_counter()
            await FLOOR.run(connection, {"id": 1})
            return time.perf_counter() - clock

    return call


async def _limit(stores: Stores, number: int) -> SpendingLimit:
    return await stores[BudgetStore].insert(
        FIRST_OWNER_ID,
        FIRST_OWNER_ID,
        ALWAYS,
        Spending(),
        name=f"Limit {number}",
        scope=LimitScope.EVERYBODY if number == 0 else LimitScope.PERSON,
        subject=None,
        period=LimitPeriod.ALWAYS,
        money=900_000.0,
        tokens=900_000_000_000,
        model_calls=900_000_000,
        tool_calls=None,
        seconds=None,
        at_limit=AtLimit.WAIT,
        imposed=False,
    )


def _accounting(stores: Stores, execution_id: str, limits: list[SpendingLimit]) -> Call:
    async def call(number: int) -> float:
        key = f"model:{number}"
        lines, taken = [Line(key, limit, ALWAYS) for limit in limits], 0.0
        steps = (([], (key, CASE)), ([UsedByCall(key, 900, 900, 1)], None))
        for over, asked in steps:
            async with stores.database.as_user(FIRST_OWNER_ID):
                clock = time.perf_counter()
                accounted = await stores[BudgetStore].account(
                    FIRST_OWNER_ID, execution_id, 1, everything=False, lines=lines, over=over, asked=asked
                )
                taken += time.perf_counter() - clock
            assert accounted.reached is None, "there was room"
        return taken

    return call


if __name__ == "__main__":
    main()

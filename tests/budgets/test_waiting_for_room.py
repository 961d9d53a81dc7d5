"""A call for which others hold the room waits for them; not for what its own run holds and needs no more."""

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import Any, cast
from zoneinfo import ZoneInfo

from bailiwick.features.budgets.ledger import SpendingLedgers
from bailiwick.features.budgets.prices import Prices
from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS
from bailiwick.features.budgets.settings import BudgetSettings
from bailiwick.features.budgets.store import BudgetStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user
from support.tree_spender import MODEL, PRICES, KnownLimits, journal_of

LIMIT = 1_200
QUESTION = ModelRequest(model=MODEL, instructions="", messages=[], max_tokens=1_000)
"""Beside one of these there is no room for another."""


class Failed(Exception):
    """Something fails."""


class Watched:
    """A ledger of a run, and whether a call found no room."""

    def __init__(self, ledger: Any) -> None:
        self._ledger = ledger
        self.full = asyncio.Event()

    async def look(self) -> None:
        await self._ledger.look()

    async def account(self, over: Any, call: Any = None, **options: Any) -> ModelRequest | None:
        granted = await self._ledger.account(over, call, **options)
        if call is not None and granted is None:
            self.full.set()
        return granted


@asynccontextmanager
async def a_run(url):
    """Yield the journal and the ledger of a run whose person may use so many tokens."""
    async with Database(url) as database:
        stores, someone, known = Stores(database), uuid7(), KnownLimits()
        await ensure_user(stores, someone, "Somebody", "member")
        thread = await stores[ConversationStore].create(someone, "clerk", Mode.DIRECT, title="t")
        run = await stores[ExecutionStore].create(someone, thread.id, "Hello", Mode.DIRECT, "clerk")
        execution = await stores[ExecutionStore].claim(someone, run.id)
        assert execution is not None
        limit = await stores[BudgetStore].insert(
            someone,
            someone,
            ALWAYS,
            Spending(),
            name="All of mine",
            scope=LimitScope.PERSON,
            subject=None,
            period=LimitPeriod.ALWAYS,
            money=None,
            tokens=LIMIT,
            model_calls=None,
            tool_calls=None,
            seconds=None,
            at_limit=AtLimit.WAIT,
            imposed=False,
        )
        known.limits[someone] = [limit]
        prices = Prices(BudgetSettings(model_prices=PRICES), cast(Any, None))
        ledgers = SpendingLedgers(database, stores, cast(Any, known), prices, ZoneInfo("UTC"))
        ledger = Watched(ledgers.of(someone, execution))
        yield journal_of(database, stores, execution, someone, ledger), ledger


async def asked(journal, key):
    """Ask, and return how long the answer may be."""
    async with journal.asking(key, QUESTION, agent="clerk") as granted:
        return granted.max_tokens


def test_a_call_that_waits_gets_the_room_of_one_that_has_ended_beside_it_and_is_not_written_yet(database_urls):
    async def story():
        async with a_run(database_urls.app) as (journal, ledger), asyncio.timeout(20):
            step = journal.new(
                "model:1", kind=StepKind.MODEL, agent_id="clerk", status=StepStatus.COMPLETED, name=MODEL
            )
            async with asyncio.TaskGroup() as group:
                async with journal.asking("model:1", QUESTION, agent="clerk"):
                    waits = group.create_task(asked(journal, "model:2"))
                    await ledger.full.wait()
                journal.note_step(step.evolve(usage=Usage(input_tokens=300, output_tokens=100, model_calls=1)))
            return waits.result()

    assert asyncio.run(story()) == LIMIT - 400


def test_what_a_call_that_failed_had_reserved_is_given_back_after_a_transaction_that_was_rolled_back(database_urls):
    async def story():
        async with a_run(database_urls.app) as (journal, ledger), asyncio.timeout(20):
            with suppress(Failed):
                async with journal.asking("model:1", QUESTION, agent="clerk"):
                    raise Failed
            with suppress(Failed):
                async with journal.transaction():
                    await journal.tell()
                    raise Failed
            return await asked(journal, "model:2"), ledger.full.is_set()

    assert asyncio.run(story()) == (1_000, False)


def test_a_call_that_fails_while_another_is_accounted_for_gives_back_what_it_had_reserved(database_urls):
    async def story():
        async with a_run(database_urls.app) as (journal, ledger), asyncio.timeout(20):
            account, fails = ledger.account, asyncio.Event()

            async def failing(*given: Any, **options: Any) -> ModelRequest | None:
                granted = await account(*given, **options)
                fails.set()
                await first
                return granted

            async def fail():
                with suppress(Failed):
                    async with journal.asking("model:1", QUESTION, agent="clerk"):
                        ledger.account = failing
                        begun.set()
                        await fails.wait()
                        raise Failed

            begun = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                first = group.create_task(fail())
                await begun.wait()
                return await asked(journal, "model:2")

    assert asyncio.run(story()) == 1_000

"""A process that carries out runs of random trees of limits: `python tree_spender.py <app url> <file of bills>`.

Reads a line of JSON for each share of work, a list of trees with this process's runs; prints a line in the middle of it
and one when it is done.
What the provider bills for a call is written to the file of bills before the call returns, so that it is known of calls
whose process dies.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic_ai.messages import ModelRequest as Said
from pydantic_ai.messages import UserPromptPart

from bailiwick.features.budgets.ledger import SpendingLedgers
from bailiwick.features.budgets.prices import Prices
from bailiwick.features.budgets.records import SpendingLimit
from bailiwick.features.budgets.rules import charged, worst_case
from bailiwick.features.budgets.settings import BudgetSettings
from bailiwick.features.budgets.store import BudgetStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import LostClaim
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs import journal as journals
from bailiwick.runs.journal import CrashPoints, Journal, StartTransaction
from bailiwick.runs.ledger import RunLedger, SpendingLimitEnds, SpendingLimitReached
from bailiwick.runs.message import MessagePurpose
from bailiwick.runs.pausing import Control
from bailiwick.runs.records import Execution, StepKind, StepStatus
from bailiwick.runs.store import ExecutionStore

MODEL = "dear:model"
PRICES = {MODEL: (3.0, 15.0)}
DAY = timedelta(days=1)
MIDDLE = 15
"""Calls of a share after which it is in the middle."""


class Died(Exception):
    """The worker of a run is gone, with whatever it was doing."""


class ProviderFailed(Exception):
    """A provider does not answer."""


class KnownLimits:
    """The limits of each tree alone, as its runs would read them in an installation of its own."""

    def __init__(self) -> None:
        self.limits: dict[str, Sequence[SpendingLimit]] = {}

    async def get(self, user_id: str, what: object, read: object) -> Sequence[SpendingLimit]:
        """Return the limits of the user's tree."""
        del what, read
        return self.limits[user_id]


def journal_of(database: Database, stores: Stores, execution: Execution, user: str, ledger: RunLedger) -> Journal:
    """Return the journal of a run that was claimed."""
    return Journal(
        database,
        stores[ExecutionStore],
        user,
        execution,
        MessagePurpose(stores, cast(Any, None), (), user, execution),
        control=Control(user),
        opening=StartTransaction(),
        crash_points=CrashPoints(None),
        ledger=ledger,
    )


class Spender:
    """Carries out runs, each of several branches that call models at once."""

    def __init__(self, database: Database, bills: int) -> None:
        self._database = database
        self._stores = Stores(database)
        self._bills = bills
        self._known = KnownLimits()
        self._prices = Prices(BudgetSettings(model_prices=PRICES), cast(Any, None))
        self._calls = 0
        """Of this share."""

    async def share(self, trees: Sequence[dict[str, Any]]) -> None:
        """Carry out this process's runs of some trees, beside those of other processes."""
        self._calls = 0
        for tree in trees:
            for user in {run["user"] for run in tree["runs"]}:
                limits = await self._stores[BudgetStore].concerning(user)
                self._known.limits[user] = [each for each in limits if each.id in tree["limits"]]
        # All at once: what a dead worker had reserved is given back by who takes its run up, and others wait for that.
        async with asyncio.TaskGroup() as group:
            for run in (run for tree in trees for run in tree["runs"]):
                group.create_task(self._run(run))
        if self._calls < MIDDLE:
            print("middle", flush=True)

    async def _run(self, run: dict[str, Any]) -> None:
        old: Journal | None = None
        for attempt in count():
            chance = random.Random(f"{run['id']}-{attempt}")
            journal = await self._claimed(run, chance)
            if journal is None:
                return
            if old is not None:
                await self._comes_back(old, run)
            try:
                ended = await self._work(journal, run, chance)
            except LostClaim:
                return
            except Died:
                old = journal
                continue
            status = ExecutionStatus.COMPLETED if ended else ExecutionStatus.FAILED
            with suppress(LostClaim):
                async with journal.transaction():
                    await journal.finish(status, [])
            return

    async def _claimed(self, run: dict[str, Any], chance: random.Random) -> Journal | None:
        execution = await self._stores[ExecutionStore].claim(run["user"], run["id"])
        if execution is None:
            return None
        execution = replace(execution, agent_id=run["agent"], task_id=run["task"], swarm_id=run["swarm"])
        days = chance.choice((0, 0, 0, 1))
        ledgers = SpendingLedgers(
            self._database,
            self._stores,
            cast(Any, self._known),
            self._prices,
            ZoneInfo("UTC"),
            lambda: datetime.now(UTC) + days * DAY,
        )
        return journal_of(self._database, self._stores, execution, run["user"], ledgers.of(run["user"], execution))

    async def _work(self, journal: Journal, run: dict[str, Any], chance: random.Random) -> bool:
        """Have all branches call; false where a limit ends it. Raises `Died`, which leaves everything as it is."""
        seeds = [chance.random() for _ in run["branches"]]
        reached: list[bool] = []

        async def branch(number: int, agent: str, calls: int) -> None:
            try:
                await self._branch(journal, run["id"], number, agent, calls, random.Random(seeds[number]))
            except (SpendingLimitReached, SpendingLimitEnds):
                reached.append(True)  # the others go on with what they do

        try:
            async with asyncio.TaskGroup() as group:
                for number, (agent, calls) in enumerate(run["branches"]):
                    group.create_task(branch(number, agent, calls))
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return not reached

    async def _branch(
        self, journal: Journal, run: str, number: int, agent: str, calls: int, chance: random.Random
    ) -> None:
        for place in range(calls):
            key = f"model:{number}:{place}"
            if journal.done(key) is None:
                with suppress(ProviderFailed):
                    await self._call(journal, run, key, agent, chance)

    async def _call(self, journal: Journal, run: str, key: str, agent: str, chance: random.Random) -> None:
        question = ModelRequest(
            model=MODEL,
            instructions="",
            messages=[Said(parts=[UserPromptPart(content="x" * chance.randrange(0, 1500))])],
            max_tokens=chance.randrange(64, 1500),
        )
        step = journal.new(key, kind=StepKind.MODEL, agent_id=agent, status=StepStatus.COMPLETED, name=MODEL)
        price = await self._prices.of(MODEL, journal.user_id)
        async with journal.asking(key, question, agent=agent) as granted:
            self._calls += 1
            if self._calls == MIDDLE:
                print("middle", flush=True)
            fate = chance.random()
            await asyncio.sleep(chance.random() * 0.004)
            if fate < 0.06:
                raise ProviderFailed
            case = worst_case(granted, price)
            sent, said = chance.randrange(0, case.input + 1), chance.randrange(0, granted.max_tokens + 1)
            if fate > 0.95:
                sent = case.input + chance.randrange(1, 200)  # the provider counts otherwise than the estimate
            usage = Usage(input_tokens=sent, output_tokens=said, model_calls=1)
            bill = [run, journal.attempt, key, agent, charged(usage, price), sent + said, max(0, sent - case.input)]
            os.write(self._bills, (json.dumps(bill) + "\n").encode())
            if fate < 0.12:
                raise Died
        await journal.write(step.evolve(usage=usage))

    async def _comes_back(self, old: Journal, run: dict[str, Any]) -> None:
        """Let the worker that was taken for dead go on: it has lost its claim, and reserves nothing more."""
        question = ModelRequest(model=MODEL, instructions="", messages=[], max_tokens=64)
        with suppress(LostClaim, SpendingLimitReached, SpendingLimitEnds):
            async with old.asking("model:late", question, agent=run["agent"]):
                pass
        async with old.transaction():
            await old.give_back()


async def main(app_url: str, bills: str) -> None:
    journals.FIRST_PAUSE, journals.LONGEST_PAUSE = 0.005, 0.05
    file = os.open(bills, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    async with Database(app_url, pool_size=6) as database:
        spender = Spender(database, file)
        print("ready", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            await spender.share(json.loads(line))
            print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

"""Random trees of limits, spent from by several processes at once that die in between: nothing is overshot or lost."""

import asyncio
import json
import random
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, defaultdict
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from psycopg.rows import dict_row

from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS, begins
from bailiwick.features.budgets.store import BudgetStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.ids import uuid7
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user
from support.postgres import reads_everything

SPENDER = Path(__file__).parents[1] / "support" / "tree_spender.py"
TOGETHER = 30
"""Trees that are worked on at a time."""
NEVER_BEYOND = """
CREATE FUNCTION never_beyond() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    most spending_limits;
BEGIN
    SELECT * INTO STRICT most FROM spending_limits WHERE user_id = NEW.user_id AND id = NEW.limit_id;
    IF (NEW.held_money > OLD.held_money AND NEW.money + NEW.held_money > most.money)
       OR (NEW.held_tokens > OLD.held_tokens AND NEW.tokens + NEW.held_tokens > most.tokens)
       OR (NEW.held_calls > OLD.held_calls AND NEW.model_calls + NEW.held_calls > most.model_calls)
       OR least(NEW.held_money, NEW.held_tokens, NEW.held_calls) < 0 THEN
        RAISE 'a limit was overshot: %', NEW;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER never_beyond AFTER UPDATE ON spending_ledgers FOR EACH ROW EXECUTE FUNCTION never_beyond();
"""
"""At no moment is more reserved than there is room for."""


class Forest:
    """Makes trees for the people of a database, and looks at what became of them."""

    def __init__(self, stores: Stores, chance: random.Random) -> None:
        self._stores = stores
        self._chance = chance
        self._people: list[tuple[str, str]] = []
        self.beyond: Counter[str] = Counter()
        """Most that was used above a limit, of ledgers, in tokens and calls."""
        self.counts: Counter[str] = Counter()

    async def settle(self) -> None:
        """Let people come who own the trees."""
        self._admin = uuid7()
        await ensure_user(self._stores, self._admin, "Ada", "admin")
        for number in range(2 * TOGETHER):
            user = uuid7()
            await ensure_user(self._stores, user, f"Person {number}", "member")
            thread = await self._stores[ConversationStore].create(user, "clerk", Mode.DIRECT, title="t")
            self._people.append((user, thread.id))

    async def plant(self) -> list[dict[str, Any]]:
        """Make trees of everybody > persons > agents > conversations, swarms or tasks > runs > helpers."""
        people = iter(self._chance.sample(self._people, 2 * TOGETHER))
        return [await self._tree(number, people) for number in range(TOGETHER)]

    async def _tree(self, number: int, people: Any) -> dict[str, Any]:
        chance, limits, runs = self._chance, [], []
        if chance.random() < 0.8:
            limits.append(await self._limit(self._admin, LimitScope.EVERYBODY, None, 6))
        for user, thread in [next(people) for _ in range(chance.randint(1, 2))]:
            agents = [f"agent-{number}-{each}" for each in range(chance.randint(1, 3))]
            above = [(LimitScope.PERSON, None, 5), *((LimitScope.AGENT, agent, 3) for agent in agents)]
            within = [chance.choice((None, "this")) for _ in range(2)]
            task, swarm = (each and f"{each}-{number}-{user}" for each in within)
            above += [(LimitScope.CONVERSATION, thread, 4)]
            above += [(LimitScope.TASK, task, 3)] if task else []
            above += [(LimitScope.SWARM, swarm, 3)] if swarm else []
            for scope, subject, size in above:
                if chance.random() < 0.4:
                    limits.append(await self._limit(user, scope, subject, size))
            for _ in range(chance.randint(1, 2)):
                run = await self._stores[ExecutionStore].create(user, thread, "Hello", Mode.DIRECT, "clerk")
                branches = [[chance.choice(agents), chance.randint(1, 3)] for _ in range(chance.randint(1, 4))]
                runs.append(
                    {
                        "id": run.id,
                        "user": user,
                        "thread": thread,
                        "agent": agents[0],
                        "task": task,
                        "swarm": swarm,
                        "branches": branches,
                    }
                )
        return {"limits": limits, "runs": runs}

    async def _limit(self, user: str, scope: LimitScope, subject: str | None, size: int) -> str:
        chance = self._chance
        period = chance.choice((LimitPeriod.ALWAYS, LimitPeriod.DAY))
        amounts: dict[str, Any] = {
            "money": chance.choice((None, chance.uniform(0, 0.02) * size)),
            "tokens": chance.choice((None, chance.randrange(0, 1500 * size))),
            "model_calls": chance.choice((None, chance.randrange(0, 2 * size))),
        }
        if all(each is None for each in amounts.values()):
            amounts["tokens"] = 1000 * size
        now = await self._stores.database.now(user)
        limit = await self._stores[BudgetStore].insert(
            user,
            user,
            ALWAYS if period is LimitPeriod.ALWAYS else begins(period, now, ZoneInfo("UTC")),
            Spending(),
            name=f"{scope} {subject}",
            scope=scope,
            subject=subject,
            period=period,
            **amounts,
            tool_calls=None,
            seconds=None,
            at_limit=chance.choice(list(AtLimit)),
            imposed=False,
        )
        return limit.id

    def look(self, owner: psycopg.Connection[dict[str, Any]], trees: list[dict[str, Any]], bills: list[Any]) -> None:
        """Compare what ledgers say with what was journaled and billed, and fell the trees."""
        runs = {run["id"]: run for tree in trees for run in tree["runs"]}
        left = owner.execute("SELECT status FROM executions WHERE id = ANY (%s) AND ended_at IS NULL", ([*runs],))
        assert left.fetchall() == [], "every run ends"
        assert owner.execute("SELECT * FROM spending_reservations").fetchall() == [], "nothing stays reserved"
        billed: defaultdict[str, list[Any]] = defaultdict(list)
        for bill in bills:
            billed[bill[0]].append(bill)
        journaled: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for step in owner.execute(
            "SELECT execution_id::text AS run, key, attempt FROM steps WHERE execution_id = ANY (%s)",
            ([*runs],),
        ):
            journaled[step["run"]].append(step)
        for tree in trees:
            self._compare(owner, tree, billed, journaled)
        owner.execute(
            "DELETE FROM spending_limits WHERE id = ANY (%s)", ([each for t in trees for each in t["limits"]],)
        )
        owner.commit()
        self.counts["trees"] += len(trees)
        self.counts["limits"] += sum(len(tree["limits"]) for tree in trees)
        self.counts["calls"] += len(bills)
        self.counts["runs"] += len(runs)
        self.counts["attempts"] += sum(
            row["attempt"] for row in owner.execute("SELECT attempt FROM executions WHERE id = ANY (%s)", ([*runs],))
        )

    def _compare(self, owner: Any, tree: dict[str, Any], billed: Any, journaled: Any) -> None:
        for limit in owner.execute("SELECT * FROM spending_limits WHERE id = ANY (%s)", (tree["limits"],)).fetchall():
            ledgers = owner.execute("SELECT * FROM spending_ledgers WHERE limit_id = %s", (limit["id"],)).fetchall()
            used = Counter(dict.fromkeys(("money", "tokens", "model_calls"), 0))
            for ledger in ledgers:
                assert ledger["held_money"] == ledger["held_tokens"] == ledger["held_calls"] == 0
                used += Counter({name: ledger[name] for name in ("money", "tokens", "model_calls")})
            mine = [run for run in tree["runs"] if concerns(limit, run)]
            kept, over, lost = Counter[str](), 0, 0
            for run in mine:
                steps = {(step["key"], step["attempt"]) for step in journaled[run["id"]]}
                for _, attempt, key, agent, money, tokens, beyond in billed[run["id"]]:
                    if not of_agent(limit, run, agent):
                        continue
                    if (key, attempt) in steps:
                        kept += Counter({"money": money, "tokens": tokens, "model_calls": 1})
                        over = over + beyond
                    else:
                        lost += 1
            assert used == kept, "each call that was made and kept counts once, and no other"
            for ledger in ledgers:
                for name in ("tokens", "model_calls"):
                    if limit[name] is not None:
                        excess = ledger[name] - limit[name]
                        assert excess <= (over if name == "tokens" else 0), "a limit was overshot"
                        self.beyond[f"{name} of a ledger"] = max(self.beyond[f"{name} of a ledger"], excess)
                        self.beyond["ledgers beyond"] += excess > 0
            if limit["model_calls"] is not None and limit["period"] == "always":
                excess = kept["model_calls"] + lost - limit["model_calls"]
                assert excess <= lost, "only what died with its worker comes on top"
                self.beyond["calls billed, with those of the dead"] = max(
                    self.beyond["calls billed, with those of the dead"], excess
                )
                self.counts["lost"] += lost


def concerns(limit: dict[str, Any], run: dict[str, Any]) -> bool:
    """Whether a limit concerns calls of a run, if not all of them."""
    if limit["scope"] == "everybody":
        return True
    subject = {"conversation": run["thread"], "task": run["task"], "swarm": run["swarm"]}.get(limit["scope"])
    return str(limit["user_id"]) == run["user"] and (subject or "") == ("" if subject is None else limit["subject"])


def of_agent(limit: dict[str, Any], run: dict[str, Any], agent: str) -> bool:
    """Whether a limit concerns the calls of an agent in a run."""
    return limit["scope"] != "agent" or limit["subject"] in (agent, run["agent"])


@pytest.mark.parametrize(
    ("trees", "processes"),
    [
        pytest.param(60, 2, marks=pytest.mark.timeout(300)),
        pytest.param(10_000, 4, marks=(pytest.mark.long, pytest.mark.timeout(3600))),
    ],
)
def test_nothing_is_overshot_counted_twice_or_left_reserved_in_any_tree(
    postgres, empty_database, tmp_path: Path, trees: int, processes: int
):
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    urls, chance = empty_database(), random.Random(seed)
    everything = reads_everything(postgres, urls)
    with psycopg.connect(everything, autocommit=True) as owner:
        owner.execute(NEVER_BEYOND)

    async def story() -> Forest:
        async with Database(urls.app) as database, AsyncExitStack() as stack:
            forest = Forest(Stores(database), chance)
            await forest.settle()
            started = await asyncio.gather(*(spender(urls.app, tmp_path) for _ in range(processes)))
            workers = dict(enumerate(started))
            stack.push_async_callback(end, workers)
            owner = stack.enter_context(psycopg.connect(everything, row_factory=dict_row))
            for turn in range(0, trees, TOGETHER):
                planted = await forest.plant()
                killed = chance.randrange(processes) if turn % (4 * TOGETHER) == 0 else None
                async with asyncio.TaskGroup() as group:
                    for number in workers:
                        mine = share(planted, number, processes)
                        group.create_task(shared(workers, number, mine, urls.app, tmp_path, number == killed))
                forest.look(owner, planted, taken(tmp_path))
            return forest

    forest = asyncio.run(story())
    print(dict(forest.counts), dict(forest.beyond))
    assert forest.counts["attempts"] > forest.counts["runs"], "some worker died"
    assert forest.counts["calls"] > trees


def taken(folder: Path) -> list[Any]:
    """Return the bills that were written since, and have the files empty."""
    found: list[Any] = []
    for file in folder.glob("bills-*"):
        found += map(json.loads, file.read_text().splitlines())
        file.write_text("")
    return found


def share(trees: list[dict[str, Any]], number: int, processes: int) -> list[dict[str, Any]]:
    """Return the runs of trees that one of the processes carries out: neighbours go to different ones."""
    return [
        {**tree, "runs": [run for place, run in enumerate(tree["runs"]) if (place + at) % processes == number]}
        for at, tree in enumerate(trees)
    ]


async def spender(app_url: str, folder: Path) -> Process:
    """Start a process that spends."""
    bills = folder / f"bills-{secrets.token_hex(4)}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(SPENDER), app_url, str(bills), stdin=PIPE, stdout=PIPE, limit=1 << 24
    )
    await said(process, "ready")
    return process


async def said(process: Process, word: str) -> None:
    assert process.stdout is not None
    assert (await process.stdout.readline()).decode().strip() == word, "a process that spends has failed"


async def shared(
    workers: dict[int, Process], number: int, trees: list[Any], app_url: str, folder: Path, killed: bool
) -> None:
    """Have a process carry out its share; one that is killed in the middle is followed by another with the same."""
    await given(workers[number], trees)
    await said(workers[number], "middle")
    if killed:
        workers[number].kill()
        await workers[number].communicate()
        workers[number] = await spender(app_url, folder)
        await given(workers[number], trees)
        await said(workers[number], "middle")
    await said(workers[number], "done")


async def given(process: Process, trees: list[Any]) -> None:
    assert process.stdin is not None
    process.stdin.write((json.dumps(trees) + "\n").encode())
    await process.stdin.drain()


async def end(workers: dict[int, Process]) -> None:
    for process in workers.values():
        if process.returncode is None:
            process.kill()
        await process.wait()

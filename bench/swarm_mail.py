"""A swarm in this process beside procrastinate jobs that do nothing on the same database."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import NewResident, SwarmLimits, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import PERSON
from bench.runs_asked import lanes

Send = Callable[[], Coroutine[Any, Any, None]]
CONCURRENCY = 20
NO_LIMITS = SwarmLimits(
    depth=None, children=None, residents=None, mails=None, pair_per_minute=None, laps=None, seconds=None, tokens=None
)
SCRIPT = '[[turn]]\ntext = "Noted."\n'
RULE = """
[[rule]]
instructions = "You are R{me:02} "
[[rule.turn]]
calls = [{{ tool = "send", arguments = {{ to = "R{next:02}", content = "pass it on", expects_reply = false }} }}]
"""
"""A resident that passes on what it gets at once, with one model call and one tool call."""


@dataclass
class Fan:
    """What sending one message each to many, a few times over, took."""

    waited: list[float] = field(default_factory=list)
    """Seconds from the call that sends a message until its reader has begun to work on it, one each."""
    seconds: float = 0.0
    """Until all messages of a round had been read and answered, all rounds together."""


@dataclass(frozen=True)
class Ring:
    """What passing a token round took."""

    hops: Sequence[float]
    """Seconds from each message to the next."""
    commits: float
    """Transactions of the database for each hop, whoever made them."""


class Bench:
    """A platform in this process."""

    def __init__(self, platform: Platform, owner: str, owner_url: str) -> None:
        self.platform = platform
        self.owner = owner
        self.owner_url = owner_url
        """Address of the database, as who owns its tables."""
        self._jobs: dict[str, asyncio.Event] = {}
        self._chain: Callable[[int], Awaitable[None]] = self._defer_nothing
        self._begun: dict[str, asyncio.Event] = {}
        self._asleep: dict[str, asyncio.Event] = {}
        self._listen_to_turns()
        platform[Jobs].register("bench-nothing", self._nothing)
        platform[Jobs].register("bench-chain", self._link)

    def _listen_to_turns(self) -> None:
        """Note when a turn begins to work, and when a resident falls asleep.

        What a turn does before it thinks is to read its past; who has read all that there was when a turn ends, sleeps.
        """
        turns: Any = self.platform.stores[ResidentTurnStore]
        database: Any = self.platform.database
        read, persist = turns.history, turns.persist
        working: dict[str, str] = {}

        async def reading(user_id: str, resident_id: str, *, before_execution: str, **options: Any) -> Any:
            working[before_execution] = resident_id
            if resident_id in self._begun:
                self._begun[resident_id].set()
            return await read(user_id, resident_id, before_execution=before_execution, **options)

        async def persisting(user_id: str, execution_id: str, digest: str, **options: Any) -> Any:
            settled = await persist(user_id, execution_id, digest, **options)
            resident_id = working.pop(execution_id)
            if settled.unread == 0 and resident_id in self._asleep:
                database.on_end(partial(slept, self._asleep[resident_id]))
            return settled

        def slept(asleep: asyncio.Event, committed: bool) -> None:
            del committed
            asleep.set()

        turns.history, turns.persist = reading, persisting

    @asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """Carry the work out in this process."""
        async with Background() as background:
            background.start("worker", self.platform[Jobs].run_worker(concurrency=CONCURRENCY))
            yield

    # jobs that do nothing

    async def jobs(self, together: int, rounds: int) -> Fan:
        """Defer so many bare jobs at once, each in a transaction of its own."""
        done = Fan()
        for _ in range(rounds):
            self._jobs = {str(number): asyncio.Event() for number in range(together)}
            await _round(done, [(partial(self._defer, key), event) for key, event in self._jobs.items()])
        return done

    async def _defer(self, key: str) -> None:
        async with self.platform.database.as_user(self.owner):
            await self.platform[Jobs].defer(
                "bench-nothing", self.owner, {"id": key}, lock=f"bench:{key}", queueing_lock=f"bench:{key}"
            )

    async def _nothing(self, user_id: str, arguments: dict[str, str]) -> None:
        del user_id
        self._jobs[arguments["id"]].set()

    async def job_ring(self, members: int, hops: int) -> Ring:
        """Let each bare job defer the next one."""
        over, times = asyncio.Event(), [0.0] * (hops + 1)

        async def link(number: int) -> None:
            times[number] = time.perf_counter()
            if number == hops:
                over.set()
                return
            lock = f"bench-ring:{(number + 1) % members}"
            await self.platform[Jobs].defer("bench-chain", self.owner, {"number": str(number + 1)}, lock=lock)

        self._chain = link
        before = self._commits()
        await link(0)
        await over.wait()
        return Ring([later - earlier for earlier, later in pairwise(times)], (self._commits() - before) / hops)

    async def _link(self, user_id: str, arguments: dict[str, str]) -> None:
        del user_id
        await self._chain(int(arguments["number"]))

    async def _defer_nothing(self, number: int) -> None:
        del number

    # residents

    async def swarm(self, name: str, residents: int) -> tuple[str, list[str]]:
        """Make a swarm without limits; return its id and those of its residents, R00, R01, …"""
        return await self._swarm(name, residents, NO_LIMITS)

    async def _swarm(self, name: str, residents: int, limits: SwarmLimits) -> tuple[str, list[str]]:
        swarms = self.platform.stores[SwarmStore]
        made = await swarms.create(self.owner, name=name, goal="Be measured.", template=None, limits=limits)
        ids: list[str] = []
        for number in range(residents):
            new = NewResident(name=f"R{number:02}", role="", guidance="")
            resident, _ = await swarms.add_resident(self.owner, made.id, new)
            await self.platform.stores[MailStore].open_direct(self.owner, made.id, PERSON, resident.id)
            ids.append(resident.id)
        return made.id, ids

    def analyze(self) -> None:
        """Have PostgreSQL look at what there is, as it does by itself within a minute."""
        with psycopg.connect(self.owner_url, autocommit=True) as connection:
            connection.execute("ANALYZE")

    async def mails(self, swarm: str, residents: Sequence[str], rounds: int) -> Fan:
        """Write to all residents at once; they sleep again before the next round. Each reads, thinks and answers."""
        done = Fan()
        for _ in range(rounds):
            self._begun = {each: asyncio.Event() for each in residents}
            self._asleep = {each: asyncio.Event() for each in residents}
            await _round(
                done,
                [(partial(self.write, swarm, each), self._begun[each]) for each in residents],
                [event.wait() for event in self._asleep.values()],
            )
        return done

    async def write(self, swarm: str, to: str) -> None:
        """Send one mail of the person's."""
        await self.platform[Swarms].write(self.owner, swarm, "Hello", to=to)

    async def turns(self, swarm: str, residents: Sequence[str], each: int) -> float:
        """Write so many mails to each resident, the next one when it sleeps again; return the seconds that took."""
        self._begun = {each: asyncio.Event() for each in residents}
        self._asleep = {each: asyncio.Event() for each in residents}

        async def turn(lane: int) -> None:
            resident = residents[lane]
            self._begun[resident].clear()
            self._asleep[resident].clear()
            await self.write(swarm, resident)
            await self._asleep[resident].wait()

        return await lanes(turn, len(residents) * each, len(residents))

    async def ring(self, members: int, hops: int) -> Ring:
        """Let a token go round; each hop is a mail, a turn with one model call, and a tool call that sends the next.

        Limits are lifted but for the number of mails, which ends the run.
        """
        # A person's mail, and the answer to it, come on top.
        limits = NO_LIMITS.evolve(rounds=1, mails=hops + 2)
        swarm, ids = await self._swarm(f"Ring {members}", members, limits)
        before = self._commits()
        await self.write(swarm, ids[0])
        while (await self.platform.stores[SwarmStore].get(self.owner, swarm)).status is SwarmStatus.RUNNING:  # noqa: ASYNC110  (only the database knows)
            await asyncio.sleep(0.2)
        commits = (self._commits() - before) / hops
        times: list[float] = []
        page: int | None = None
        while mails := await self.platform.stores[MailStore].list(self.owner, swarm, before=page, limit=1000):
            passed_on = [mail for mail in mails if mail.hop and PERSON not in {d.recipient for d in mail.deliveries}]
            times[:0] = [mail.sent_at.timestamp() for mail in passed_on]
            page = mails[0].position
        return Ring([later - earlier for earlier, later in pairwise(times)], commits)

    def _commits(self) -> int:
        with psycopg.connect(self.owner_url, autocommit=True) as connection:
            connection.execute("SELECT pg_stat_force_next_flush()")
            row = connection.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
            return int((row.fetchone() or (0,))[0])


async def _round(
    done: Fan, sendings: Sequence[tuple[Send, asyncio.Event]], ends: Sequence[Coroutine[Any, Any, Any]] = ()
) -> None:
    async def wait(begun: asyncio.Event) -> None:
        await begun.wait()
        done.waited.append(time.perf_counter() - start)

    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for send, begun in sendings:
            group.create_task(wait(begun))
            group.create_task(send())
        for end in ends:
            group.create_task(end)
    done.seconds += time.perf_counter() - start


@asynccontextmanager
async def bench(home: Path, script: str) -> AsyncGenerator[Bench]:
    """Open a platform on its database as it is shipped; who wants its work done has to say so."""
    path = home / "script.toml"
    path.write_text(script)
    settings = Settings(home=home, model=f"scripted:{path}", ollama_url="", log_level="error")
    async with open_server(settings) as server, open_platform(settings, working=Working.NO) as platform:
        yield Bench(platform, (await platform[People].owner()).id, server.urls.owner)


def ring_script(members: int) -> str:
    """Return a script by which residents R00, R01, … pass on what they get."""
    return "".join(RULE.format(me=number, next=(number + 1) % members) for number in range(members)) + SCRIPT

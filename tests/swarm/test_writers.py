"""Many at once in one swarm: mail has one order, nothing is lost or doubled, and no member waits in a ring."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from itertools import cycle

import pytest

from bailiwick.features.swarm.events import ResidentWoken
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import ResidentStatus, RoomStatus, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, ExecutionCancelled, LostClaim, Unavailable
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.usage import Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.records import Step, StepKind, StepStatus
from bailiwick.runs.store import ExecutionStore
from support.stored_swarm import StoredSwarm

SENDERS, MAILS = 20, 8
WAITING = "select pid from pg_locks where not granted and $1 = any (pg_blocking_pids(pid))"


def test_twenty_senders_at_once_get_one_order_that_is_the_order_of_commit(new_user_id, stores_run):
    async def story(stores):
        names = [f"R{n}" for n in range(SENDERS)]
        stored = await StoredSwarm.found(stores, new_user_id(), *names)
        members = [name.lower() for name in names]
        rooms = [await stored.group(f"Room {n}", *members, PERSON) for n in range(4)]
        clock, sent, seen = iter(range(10**9)), [], []

        async def send(name):
            for n in range(MAILS):
                began = next(clock)
                one = await stored.post(random.choice(rooms), name, f"{name} {n}", call_id=f"{name} {n}")
                sent.append((began, next(clock), one.mail))

        async def look(done):
            while not done.is_set():
                swarm = await stores[SwarmStore].get(stored.user, stored.id)
                async with stores.database.as_user(stored.user) as connection:
                    rows = await connection.fetch("select position from mails order by position")
                seen.append((swarm.mails, [row["position"] for row in rows]))

        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(look(done))
            async with asyncio.TaskGroup() as senders:
                for name in members:
                    senders.create_task(send(name))
            done.set()
        total = SENDERS * MAILS
        assert sorted(mail.position for _, _, mail in sent) == [*range(1, total + 1)]
        # A mail that was sent before another was begun comes before it: the order is that in which they were sent.
        ended = sorted((end, mail.position) for _, end, mail in sent)
        for began, _, mail in sent:
            assert all(position < mail.position for end, position in ended if end < began)
        # A reader never sees a gap that is filled later: positions are committed in their order.
        assert len(seen) > 3
        for count, positions in seen:
            assert positions == [*range(1, len(positions) + 1)]
            assert len(positions) >= count
        mails = await stores[MailStore].list(stored.user, stored.id, limit=1000)
        assert [mail.sent_at for mail in mails] == sorted(mail.sent_at for mail in mails)
        assert Counter(mail.content for mail in mails) == Counter(mail.content for _, _, mail in sent)
        for mail in mails:
            recipients = [delivery.recipient for delivery in mail.deliveries]
            assert sorted(recipients) == sorted({PERSON, *map(stored.of, members)} - {mail.sender})
        found = await stores[MailStore].rooms(stored.user, stored.id)
        assert sum(room.mails for room in found) == total
        assert (
            sum(room.unread for room in found) == (await stores[SwarmStore].get(stored.user, stored.id)).unread == total
        )
        for resident in await stores[SwarmStore].residents(stored.user, stored.id):
            assert resident.unread == total - MAILS
        # What was sent is read by every member once, in the order of each room.
        claim, attempt = await stored.claim("r0")
        read = []
        while claim is not None:
            read += [mail.position for mail in await stored.persist(claim, attempt)]
            claim = await stored.begin("r0")
            if claim is not None:
                attempt = (await stores[ExecutionStore].claim(stored.user, claim.execution_id)).attempt
        assert sorted(read) == [mail.position for mail in mails if mail.sender != stored.of("r0")]
        for room in rooms:
            own = {mail.position for mail in mails if mail.room_id == room}
            assert [one for one in read if one in own] == sorted(own & set(read))

    stores_run(story, pool_size=20)


class Crowd:
    """Everything that can happen in a swarm, done by many at once as the runtime does it."""

    def __init__(self, stored, room, members, seed):
        self.stored, self.room, self.members = stored, room, members
        self.stores, self.user = stored.stores, stored.user
        self.random = random.Random(seed)
        self.done = Counter()
        self.runners = {name: asyncio.Lock() for name in members}
        self.ends = cycle(["persist", "release", "persist", "fail", "persist", "dead", "stop"])

    async def send(self):
        sender = self.random.choice([*self.members, PERSON])
        call = None if sender == PERSON else f"call {self.random.randrange(200)}"
        await self.stored.post(self.room, sender, "Hello", call_id=call)
        self.done["sent"] += 1

    async def work(self):
        """One turn by the one runner of a resident; now and then by another, who takes that runner for dead."""
        name = self.random.choice(self.members)
        if self.random.random() < 0.1:
            self.done["taken over"] += 1
            await self.turn(name)
            return
        async with self.runners[name]:
            await self.turn(name)

    async def turn(self, name):
        """One turn, ended in one way or another."""
        claim = await self.stored.begin(name, manual=True)
        if claim is None:
            return
        async with self.stores.database.as_user(self.user):
            await self.stores[SwarmStore].hold(self.user, self.stored.id)
            execution = await self.stores[ExecutionStore].claim(self.user, claim.execution_id)
            if execution is None:
                return
            woken = ResidentWoken(
                swarm=self.stored.id, resident=claim.resident.id, woken_by="manual", room=None, mails=(), attempt=1
            )
            await self.stores[EventStore].append(self.user, [woken], execution_id=execution.id)
        try:
            await self.call_a_tool(name, execution)
        except ExecutionCancelled:
            end = "stop"
        else:
            end = next(self.ends)
        if end == "persist":
            await self.stored.persist(claim, execution.attempt)
        elif end in ("release", "fail"):
            error = "" if end == "release" else "It failed."
            await self.stores[ResidentTurnStore].release(self.user, execution.id, execution.attempt, error=error)
        else:
            await self.stored.give_up(claim, execution.attempt, dead=end == "dead")
        self.done[end] += 1

    async def call_a_tool(self, name, execution):
        async with self.stores.database.as_user(self.user):
            await self.stores[SwarmStore].hold(self.user, self.stored.id)
            await self.stores[SwarmStore].reserve(self.user, execution.id, 100)
            step = Step(
                key=f"tool:{execution.attempt}",
                kind=StepKind.TOOL,
                agent_id=execution.agent_id,
                status=StepStatus.RUNNING,
                attempt=execution.attempt,
                position=execution.attempt,
            )
            await self.stores[ExecutionStore].record(self.user, execution.id, execution.attempt, step)
            await self.stored.post(
                await self.stored.direct(name, PERSON),
                name,
                "Reply",
                execution_id=execution.id,
                call_id=f"{execution.id} {execution.attempt}",
            )
        await self.stores[SwarmStore].spend(self.user, execution.id, Usage(input_tokens=1, model_calls=1), 0.5)

    async def stop(self):
        """Stop whatever is under way, as a person does."""
        for turn in await self.stores[ResidentTurnStore].unfinished(self.user, self.stored.id):
            async with self.stores.database.as_user(self.user):
                await self.stores[SwarmStore].hold(self.user, self.stored.id)
                before = await self.stores[ExecutionStore].hold(self.user, turn.execution_id)
                after = (await self.stores[ExecutionStore].request_cancel(self.user, turn.execution_id)).status
                if after == "cancelled" and not before.terminal:
                    await self.stores[ApprovalStore].withdraw(self.user, turn.execution_id)
                    await self.stores[ResidentTurnStore].give_up(self.user, turn.execution_id, "Stopped.", dead=False)
                    self.done["stopped"] += 1

    async def change(self):
        """Change something that others are just looking at."""
        swarms, mail, swarm = self.stores[SwarmStore], self.stores[MailStore], self.stored.id
        resident = self.stored.of(self.random.choice(self.members))
        await swarms.set_status(self.user, swarm, SwarmStatus.PAUSED, "")
        await swarms.set_resident_status(self.user, resident, ResidentStatus.PAUSED, "")
        await mail.set_room_status(self.user, swarm, self.room, RoomStatus.PAUSED)
        await mail.mark_read(self.user, swarm, self.room, self.random.randrange(100))
        await mail.acknowledge(self.user, swarm, resident, self.room)
        await self.stored.add(f"Child {self.random.random()}", parent_id=resident)
        await mail.set_room_status(self.user, swarm, self.room, RoomStatus.OPEN)
        await swarms.set_resident_status(self.user, resident, ResidentStatus.ACTIVE, "")
        await swarms.set_status(self.user, swarm, SwarmStatus.RUNNING, "")
        self.done["changed"] += 1

    async def redeliver(self):
        for mail in await self.stores[MailStore].list(self.user, self.stored.id, dead=True, limit=3):
            for one in mail.deliveries:
                with suppress(Conflict):
                    await self.stores[MailStore].redeliver(self.user, self.stored.id, mail.id, one.recipient)
                    self.done["redelivered"] += 1

    async def act(self, times):
        doings = [self.send] * 5 + [self.work] * 6 + [self.stop, self.change, self.redeliver]
        for _ in range(times):
            with suppress(LostClaim):  # another worker has ended the turn, or taken it over
                await self.random.choice(doings)()


def test_whatever_happens_at_once_nobody_waits_in_a_ring_and_the_counts_stay_exact(new_user_id, stores_run):
    seed = random.randrange(10**9)

    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai", "Dan")
        members = ["ana", "ben", "cai", "dan"]
        crowd = Crowd(stored, await stored.group("Team", *members, PERSON), members, seed)
        async with asyncio.TaskGroup() as group:
            for _ in range(12):
                group.create_task(crowd.act(25))
        happened = ("sent", "persist", "release", "fail", "dead", "stop", "changed", "taken over")
        assert min(crowd.done[what] for what in happened) > 0, crowd.done
        await exact(stored)

    print(f"seed {seed}")
    stores_run(story, pool_size=12)


async def exact(stored):
    """Hold every count against the rows it counts."""
    stores, user = stored.stores, stored.user
    mails, before = [], None
    while page := await stores[MailStore].list(user, stored.id, limit=1000, before=before):
        mails, before = [*page, *mails], page[0].position
    assert [mail.position for mail in mails] == [*range(1, len(mails) + 1)]
    open_ones = Counter(
        delivery.recipient for mail in mails for delivery in mail.deliveries if delivery.status in ("unread", "claimed")
    )
    swarm = await stores[SwarmStore].get(user, stored.id)
    assert (swarm.mails, swarm.unread) == (len(mails), open_ones[PERSON])
    assert swarm.dead == sum(delivery.status == "dead" for mail in mails for delivery in mail.deliveries)
    residents = await stores[SwarmStore].residents(user, stored.id)
    assert swarm.residents == len(residents)
    for resident in residents:
        assert resident.unread == open_ones[resident.id], resident.id
        assert resident.turns == len(await stores[ResidentTurnStore].list(user, resident.id, limit=1000))
        assert resident.children == sum(other.parent_id == resident.id for other in residents)
    assert sum((resident.usage for resident in residents), Usage()) == swarm.usage
    assert swarm.seconds == 0.5 * swarm.usage.model_calls
    for room in await stores[MailStore].rooms(user, stored.id):
        unread = [
            mail
            for mail in mails
            if mail.room_id == room.id
            for delivery in mail.deliveries
            if (delivery.recipient, delivery.status) == (PERSON, "unread")
        ]
        assert room.unread == len(unread)


def test_a_turn_that_waits_for_a_pause_does_not_begin(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        await stored.write("ana", "ben", "Hello")
        async with asyncio.TaskGroup() as group, stores.database.as_user(stored.user) as connection:
            own = await connection.fetchval("select pg_backend_pid()")
            await stores[SwarmStore].hold(stored.user, stored.id)
            begun = group.create_task(stored.begin("ben"))
            while await connection.fetchval(WAITING, own) is None:  # noqa: ASYNC110  (only the database knows)
                await asyncio.sleep(0)
            await stores[SwarmStore].set_status(stored.user, stored.id, SwarmStatus.PAUSED, "", held=True)
        assert begun.result() is None

    stores_run(story)


def test_a_transaction_that_does_not_hold_the_swarm_first_can_wait_in_a_ring(new_user_id, database_urls, run):
    """What the test before would notice: the database ends one of two that wait for each other."""
    user = new_user_id()

    async def story():
        async with Database(database_urls.app) as database:
            stores = Stores(database)
            stored = await StoredSwarm.found(stores, user, "Ana")
            claim, _ = await stored.claim("ana", manual=True)
            barrier = asyncio.Barrier(2)

            async def first_the_swarm():
                async with database.as_user(user):
                    await stores[SwarmStore].hold(user, stored.id)
                    await barrier.wait()
                    await stores[ExecutionStore].hold(user, claim.execution_id)

            async def first_the_execution():
                async with database.as_user(user):
                    await stores[ExecutionStore].hold(user, claim.execution_id)
                    await barrier.wait()
                    await stores[SwarmStore].hold(user, stored.id)

            return await asyncio.gather(first_the_swarm(), first_the_execution(), return_exceptions=True)

    assert sorted(type(outcome) for outcome in run(story()) if outcome is not None) == [Unavailable]


@pytest.mark.parametrize("doomed", [0, 1])
def test_a_send_that_is_rolled_back_leaves_no_gap(new_user_id, stores_run, doomed):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        room = await stored.direct("ana", "ben")
        for n in range(3):
            with suppress(ZeroDivisionError):
                async with stores.database.as_user(stored.user):
                    mail = (await stored.post(room, "ana", f"{n}")).mail
                    assert mail.sent_at < datetime.now(UTC)
                    1 / (n != doomed)
        mails = await stores[MailStore].list(stored.user, stored.id)
        assert [mail.content for mail in mails] == [f"{n}" for n in range(3) if n != doomed]
        assert [mail.position for mail in mails] == [1, 2]
        assert (await stores[SwarmStore].resident(stored.user, "ben@solar")).unread == 2

    stores_run(story)

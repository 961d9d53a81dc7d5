"""Mail, rooms and turns on PostgreSQL do what a plain model of them does, whatever happens in whatever order."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import MOST_ATTEMPTS, Digest, ResidentStatus, RoomStatus, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, LostClaim, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import PERSON
from bailiwick.runs.store import ExecutionStore
from support.people import ensure_user
from support.stored_swarm import StoredSwarm

NAMES = ("ana", "ben", "cai")
EVERYBODY = (*NAMES, PERSON)
LATER = datetime.now(UTC) + timedelta(days=1)
residents, members = st.sampled_from(NAMES), st.sampled_from(EVERYBODY)


@dataclass(frozen=True)
class _Known:
    """What a worker still knows of its turn."""

    execution_id: str


@dataclass
class KnownMail:
    """A mail in the model, and where it stands with each of its recipients."""

    position: int
    room: str
    sender: str
    content: str
    asks: bool
    mentions: tuple[str, ...]
    wakes: set[str]
    status: dict[str, str]
    attempts: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    """How often a turn read it for good, or a person did in its place."""


@dataclass
class Room:
    """A room in the model."""

    direct: bool
    members: set[str]
    open: bool = True


@dataclass
class Turn:
    """An unfinished turn in the model."""

    id: str
    room: str | None
    known_mails: list[KnownMail]
    attempts: int
    state: str = "pending"
    attempt: int = 0
    error: bool = False
    later: bool = False


class SwarmMachine(RuleBasedStateMachine):
    """The stores and the model side by side."""

    stores: Stores
    runner: asyncio.Runner

    @initialize()
    def found(self):
        async def begin():
            user = uuid7()
            await ensure_user(self.stores, user, "Somebody", "member")
            stored = await StoredSwarm.found(self.stores, user, *(name.title() for name in NAMES))
            rooms = {
                await stored.group("All", *EVERYBODY): Room(direct=False, members={*EVERYBODY}),
                await stored.group("Two", "ana", "ben"): Room(direct=False, members={"ana", "ben"}),
                await stored.direct("ana", "ben"): Room(direct=True, members={"ana", "ben"}),
                await stored.direct(PERSON, "cai"): Room(direct=True, members={PERSON, "cai"}),
            }
            return stored, rooms

        self.stored, self.rooms = self.run(begin())
        self.known_mails: list[KnownMail] = []
        self.ids: dict[int, str] = {}
        self.calls: dict[str, int] = {}
        self.turns: dict[str, Turn] = {}
        self.stale: list[tuple[Turn, int]] = []
        self.begun: Counter[str] = Counter()
        self.runs, self.active = True, {name: True for name in NAMES}

    def run(self, coroutine):
        return self.runner.run(coroutine)

    @property
    def user(self):
        return self.stored.user

    def room(self, number):
        return [*self.rooms][number]

    def unread(self, name, room):
        return [one for one in self.known_mails if one.room == room and one.status.get(name) == "unread"]

    # mail

    @rule(
        number=st.integers(0, 3),
        sender=members,
        mentions=st.sets(members, max_size=2),
        asks=st.booleans(),
        call=st.none() | st.sampled_from(["one", "two", "three"]),
    )
    def send(self, number, sender, mentions, asks, call):
        room = self.room(number)
        kind = self.rooms[room]
        content = f"mail {len(self.known_mails) + 1}"

        def post():
            return self.run(
                self.stored.post(room, sender, content, mentions=sorted(mentions), expects_reply=asks, call_id=call)
            )

        if call in self.calls:
            sent = post()
            assert (sent.repeated, sent.wakes, sent.mail.position) == (True, (), self.calls[call])
            return
        if sender not in kind.members:
            with pytest.raises(InvalidInput):
                post()
            return
        sent = post()
        others = kind.members - {sender}
        named = tuple(name for name in sorted(mentions) if name in others)
        wakes = {name for name in others if name != PERSON and (kind.direct or not named or name in named)}
        known_mail = KnownMail(
            len(self.known_mails) + 1, room, sender, content, asks, named, wakes, dict.fromkeys(others, "unread")
        )
        self.known_mails.append(known_mail)
        self.ids[known_mail.position] = sent.mail.id
        if call is not None:
            self.calls[call] = known_mail.position
        assert not sent.repeated
        assert sent.mail.position == known_mail.position
        awake = {name for name in wakes if self.runs and kind.open and self.active[name]}
        assert {one.partition("@")[0] for one in sent.wakes} == awake

    @rule(number=st.sampled_from([0, 3]), data=st.data())
    def the_person_reads(self, number, data):
        room = self.room(number)
        up_to = data.draw(st.sampled_from([0, *(known_mail.position for known_mail in self.unread(PERSON, room))]))
        read = [one for one in self.unread(PERSON, room) if one.position <= up_to]
        assert self.run(self.stores[MailStore].mark_read(self.user, self.stored.id, room, up_to)) == len(read)
        for known_mail in read:
            known_mail.status[PERSON] = "read"

    @rule(number=st.integers(0, 3), name=residents)
    def a_person_answers_for(self, number, name):
        self.answer_for(name, self.room(number))

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def a_person_answers_for_one_at_work(self, data):
        name = data.draw(st.sampled_from(sorted(self.turns)))
        self.answer_for(name, self.turns[name].room or self.room(0))

    def answer_for(self, name, room):
        read = self.unread(name, room)
        mails = self.run(self.stores[MailStore].acknowledge(self.user, self.stored.id, self.stored.of(name), room))
        assert [mail.position for mail in mails] == [known_mail.position for known_mail in read]
        for known_mail in read:
            known_mail.status[name] = "read"
            known_mail.read[name] += 1

    @precondition(lambda self: self.known_mails)
    @rule(data=st.data(), name=members)
    def redeliver(self, data, name):
        dead = [one for one in self.known_mails if "dead" in one.status.values()]
        known_mail = data.draw(st.sampled_from(dead or self.known_mails))
        call = self.stores[MailStore].redeliver(
            self.user, self.stored.id, self.ids[known_mail.position], self.stored.of(name)
        )
        if name not in known_mail.status:
            with pytest.raises(NotFound):
                self.run(call)
        elif known_mail.status[name] != "dead" or name not in self.rooms[known_mail.room].members:
            with pytest.raises(Conflict):
                self.run(call)
        else:
            assert self.run(call).status == "unread"
            known_mail.status[name], known_mail.attempts[name] = "unread", 0
            known_mail.wakes.add(name)

    # rooms and pauses

    @rule(number=st.integers(0, 1), name=members)
    def join(self, number, name):
        room = self.room(number)
        self.run(self.stores[MailStore].join(self.user, self.stored.id, room, self.stored.of(name)))
        self.rooms[room].members.add(name)

    @rule(number=st.integers(0, 1), name=members)
    def leave(self, number, name):
        self.go_out(name, self.room(number))

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def one_at_work_leaves(self, data):
        name = data.draw(st.sampled_from(sorted(self.turns)))
        room = self.turns[name].room
        if room is not None and not self.rooms[room].direct:
            self.go_out(name, room)

    def go_out(self, name, room):
        call = self.stores[MailStore].leave(self.user, self.stored.id, room, self.stored.of(name))
        if name not in self.rooms[room].members:
            with pytest.raises(NotFound):
                self.run(call)
            return
        self.run(call)
        self.rooms[room].members.discard(name)
        for known_mail in self.unread(name, room):
            known_mail.status[name] = "read"

    @rule(number=st.integers(0, 3), opened=st.sampled_from([True, True, False]))
    def pause_or_open_a_room(self, number, opened):
        room, status = self.room(number), RoomStatus.OPEN if opened else RoomStatus.PAUSED
        self.run(self.stores[MailStore].set_room_status(self.user, self.stored.id, room, status))
        self.rooms[room].open = opened
        if not opened:
            for name in sorted(self.rooms[room].members):
                self.send(number, name, set(), True, None)
            self.everybody_begins()

    @rule(name=residents, status=st.sampled_from([ResidentStatus.ACTIVE] * 3 + [*ResidentStatus]))
    def pause_or_resume_a_resident(self, name, status):
        self.run(self.stores[SwarmStore].set_resident_status(self.user, self.stored.of(name), status, ""))
        self.active[name] = status is ResidentStatus.ACTIVE
        if not self.active[name]:
            self.everybody_begins()

    @rule(status=st.sampled_from([SwarmStatus.RUNNING] * 3 + [*SwarmStatus]))
    def pause_or_resume_the_swarm(self, status):
        self.run(self.stores[SwarmStore].set_status(self.user, self.stored.id, status, ""))
        self.runs = status is SwarmStatus.RUNNING
        if not self.runs:
            self.everybody_begins()

    def everybody_begins(self):
        for name in NAMES:
            self.begin(name, False, True)

    @rule()
    def everything_runs(self):
        self.pause_or_resume_the_swarm(SwarmStatus.RUNNING)
        for name in NAMES:
            self.pause_or_resume_a_resident(name, ResidentStatus.ACTIVE)
        for number in range(4):
            self.pause_or_open_a_room(number, True)

    # turns

    def due(self, name):
        """Whether an unfinished turn may be taken up now."""
        turn = self.turns[name]
        room_open = turn.room is None or self.rooms[turn.room].open
        return turn.state != "waiting" and not turn.later and room_open

    def calling(self, name):
        """The room whose mail is to be read next."""
        waking = [
            one
            for one in self.known_mails
            if one.status.get(name) == "unread" and name in one.wakes and self.rooms[one.room].open
        ]
        return waking[0].room if waking else None

    @rule(name=residents, manual=st.booleans(), claims=st.sampled_from([True, True, True, False]))
    def begin(self, name, manual, claims):
        """Also what happens after a crash: the next one begins."""
        claim = self.run(self.stored.begin(name, manual=manual))
        known = self.turns.get(name)
        if not (self.runs and self.active[name]) or (known is not None and not self.due(name)):
            assert claim is None
            return
        if known is not None:
            if known.state == "running" or known.error:
                known.attempts += 1
                for known_mail in known.known_mails:
                    known_mail.attempts[name] += 1
            known.error = False
            if known.attempt:
                self.stale.append((known, known.attempt))
        else:
            room = self.calling(name)
            if room is None and not manual:
                assert claim is None
                return
            known_mails = self.unread(name, room) if room else []
            for known_mail in known_mails:
                known_mail.status[name] = "claimed"
                known_mail.attempts[name] += 1
            known = self.turns[name] = Turn(claim.execution_id, room, known_mails, 1)
            self.begun[name] += 1
        assert claim.execution_id == known.id
        assert (None if claim.room is None else claim.room.id) == known.room
        assert [mail.position for mail in claim.mails] == [known_mail.position for known_mail in known.known_mails]
        assert claim.attempts == known.attempts
        if claims:
            execution = self.run(self.stores[ExecutionStore].claim(self.user, known.id))
            known.state, known.attempt = "running", execution.attempt

    def running(self):
        return {name: turn for name, turn in self.turns.items() if turn.state == "running"}

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def persist(self, data):
        name, turn = data.draw(st.sampled_from(sorted(self.running().items(), key=lambda item: item[0])))
        read = self.run(
            self.stored.persist(_Known(turn.id), turn.attempt, digest=Digest(text=f"digest {turn.id}", tainted=False))
        )
        assert [mail.position for mail in read] == [known_mail.position for known_mail in turn.known_mails]
        self.end(name, "read")

    @precondition(lambda self: self.running())
    @rule(data=st.data(), later=st.booleans())
    def fail(self, data, later):
        """As a worker does: try again, up to the fifth attempt, whose mail becomes dead letters."""
        name, turn = data.draw(st.sampled_from(sorted(self.running().items(), key=lambda item: item[0])))
        if turn.attempts >= MOST_ATTEMPTS:
            self.bury(name)
        else:
            self._release(turn, error="It failed.", later=later)
            self.begin(name, False, True)

    def _release(self, turn, *, error="", later=False):
        self.run(
            self.stores[ResidentTurnStore].release(
                self.user, turn.id, turn.attempt, error=error, retry_at=LATER if later else None
            )
        )
        turn.state, turn.error, turn.later = "pending", error != "", later

    def bury(self, name):
        turn = self.turns[name]
        dead = self.run(self.stored.give_up(_Known(turn.id), turn.attempt, dead=True))
        assert [mail.position for mail in dead] == [known_mail.position for known_mail in turn.known_mails]
        self.end(name, "dead")

    @rule(number=st.integers(0, 3), name=residents)
    def a_mail_is_poison(self, number, name):
        """It fails, or crashes its worker, until it is given up."""
        self.everything_runs()
        self.send(number, name, set(), False, None)
        for other in sorted(self.rooms[self.room(number)].members - {name, PERSON}):
            self.go_on(other)
            self.hurry(other)
            self.begin(other, False, True)
            while other in self.turns and self.turns[other].attempts < MOST_ATTEMPTS:
                if self.turns[other].attempts % 2:
                    self._release(self.turns[other], error="It failed.")
                self.begin(other, False, True)
            if other in self.turns:
                self.bury(other)

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def release(self, data):
        _, turn = data.draw(st.sampled_from(sorted(self.running().items(), key=lambda item: item[0])))
        self._release(turn)

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def stop(self, data):
        name, turn = data.draw(st.sampled_from(sorted(self.running().items(), key=lambda item: item[0])))
        self.run(self.stored.give_up(_Known(turn.id), turn.attempt, dead=False))
        self.end(name, "read", read=False)

    @precondition(lambda self: self.running())
    @rule(data=st.data())
    def wait_for_a_person(self, data):
        _, turn = data.draw(st.sampled_from(sorted(self.running().items(), key=lambda item: item[0])))
        self.run(self.stores[ExecutionStore].wait(self.user, turn.id, turn.attempt, "It asks."))
        turn.state = "waiting"

    @rule(name=residents)
    def go_on(self, name):
        turn = self.turns.get(name)
        if turn is not None and turn.state == "waiting":
            self.run(self.stores[ExecutionStore].resume(self.user, turn.id))
            turn.state = "pending"

    @rule(name=residents)
    def hurry(self, name):
        self.run(self.stores[ResidentTurnStore].hurry(self.user, self.stored.of(name)))
        if name in self.turns:
            self.turns[name].later = False

    @precondition(lambda self: self.stale)
    @rule(data=st.data())
    def one_that_was_taken_for_dead_writes(self, data):
        turn, attempt = data.draw(st.sampled_from(self.stale))
        if turn.attempt == attempt and turn.state == "running":
            return  # it has not been claimed since
        claim = _Known(turn.id)
        for call in (
            self.stored.persist(claim, attempt),
            self.stored.give_up(claim, attempt, dead=True),
            self.stores[ResidentTurnStore].release(self.user, turn.id, attempt),
        ):
            with pytest.raises(LostClaim):
                self.run(call)

    def end(self, name, status, *, read=True):
        turn = self.turns.pop(name)
        turn.state = "over"
        self.stale.append((turn, turn.attempt))
        for known_mail in turn.known_mails:
            known_mail.status[name] = status
            known_mail.read[name] += status == "read" and read

    # what must hold

    @invariant()
    def the_stores_say_what_the_model_says(self):
        mails, swarm, residents, rooms, sleepers = self.run(self.look())
        self.check_mails(mails)
        self.check_counts(swarm, residents)
        self.check_rooms(rooms)
        self.check_sleepers(sleepers)

    async def look(self):
        stores, user, swarm = self.stores, self.user, self.stored.id
        async with stores.database.as_user(user):
            return (
                await stores[MailStore].list(user, swarm, limit=1000),
                await stores[SwarmStore].get(user, swarm),
                await stores[SwarmStore].residents(user, swarm),
                await stores[MailStore].rooms(user, swarm),
                await stores[ResidentTurnStore].sleepers(user),
            )

    def check_mails(self, mails):
        assert [mail.position for mail in mails] == [known_mail.position for known_mail in self.known_mails]
        for mail, known_mail in zip(mails, self.known_mails, strict=True):
            found = {one.recipient.partition("@")[0]: one for one in mail.deliveries}
            assert {name: one.status for name, one in found.items()} == known_mail.status
            assert {name: one.attempts for name, one in found.items() if one.attempts} == +known_mail.attempts
            assert (mail.content, mail.sender.partition("@")[0]) == (known_mail.content, known_mail.sender)
            assert max(known_mail.read.values(), default=0) <= 1

    def check_counts(self, swarm, residents):
        counts = Counter(
            (name, status) for known_mail in self.known_mails for name, status in known_mail.status.items()
        )
        assert (swarm.mails, swarm.unread) == (len(self.known_mails), counts[PERSON, "unread"])
        assert swarm.dead == sum(count for (_, status), count in counts.items() if status == "dead")
        assert swarm.working == len(self.running())
        for resident in residents:
            name = resident.id.partition("@")[0]
            assert resident.unread == counts[name, "unread"] + counts[name, "claimed"]
            assert resident.turns == self.begun[name]
            assert resident.execution_id == (self.turns[name].id if name in self.turns else None)

    def check_rooms(self, rooms):
        for room in rooms:
            unread, kind = self.unread(PERSON, room.id), self.rooms[room.id]
            assert {member.partition("@")[0] for member in room.members} == kind.members
            assert room.mails == sum(known_mail.room == room.id for known_mail in self.known_mails)
            assert room.unread == len(unread)
            turned = [one for one in unread if PERSON in one.mentions or (one.asks and kind.direct)]
            assert room.mentions == len(turned)

    def check_sleepers(self, sleepers):
        """Those are to be woken who have something to do now."""
        awake = {name for name in NAMES if self.runs and self.active[name]}
        expected = {
            name
            for name in awake
            if (self.turns[name].state == "pending" and self.due(name) if name in self.turns else self.calling(name))
        }
        assert {resident.partition("@")[0] for resident, _ in sleepers} == expected

    def teardown(self):
        if not hasattr(self, "stored"):
            return
        # Whatever was begun is ended, and then what wakes a member is read, in the order of each room.
        self.everything_runs()
        for name in NAMES:
            self.go_on(name)
            self.hurry(name)
            missing = {
                one.position
                for one in self.known_mails
                if one.status.get(name) == "claimed" or (one.status.get(name) == "unread" and name in one.wakes)
            }
            before = {one.position for one in self.known_mails if one.status.get(name) in ("read", "dead")}
            read = self.run(self.read_all(name))
            positions = [mail.position for mail in read]
            assert missing <= {*positions}
            assert not before & {*positions}
            assert len(positions) == len({*positions})
            for room in self.rooms:
                own = [mail.position for mail in read if mail.room_id == room]
                assert own == sorted(own)
        self.run(self.stores[SwarmStore].delete(self.user, self.stored.id))
        assert self.run(self.stores[ExecutionStore].list(self.user)) == []

    async def read_all(self, name):
        read = []
        while (claim := await self.stored.begin(name)) is not None:
            execution = await self.stores[ExecutionStore].claim(self.user, claim.execution_id)
            read += await self.stored.persist(claim, execution.attempt)
        return read


@pytest.mark.parametrize("runs", [12, pytest.param(150, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_the_swarms_stores_do_what_the_model_does(database_urls, runs):
    async def opened():
        return await Database(database_urls.app, pool_size=2).__aenter__()

    with asyncio.Runner() as runner:
        database = runner.run(opened())
        try:
            machine = type("Machine", (SwarmMachine,), {"runner": runner, "stores": Stores(database)})
            run_state_machine_as_test(
                machine,
                settings=settings(
                    max_examples=runs,
                    stateful_step_count=40,
                    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
                ),
            )
        finally:
            runner.run(database.__aexit__(None, None, None))

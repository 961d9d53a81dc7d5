"""Turns of residents: what is to be done next, by whom, how often, and what became of it."""

from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import (
    MOST_ATTEMPTS,
    DeliveryStatus,
    Digest,
    ResidentStatus,
    RoomStatus,
    SwarmStatus,
    WokenBy,
)
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import NO_DIGEST, ResidentTurnStore
from bailiwick.kernel.errors import LostClaim, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.records import ThreadSummary
from bailiwick.runs.threads.store import ConversationStore
from support.stored_swarm import StoredSwarm

LATER = datetime.now(UTC) + timedelta(days=1)


def contents(mails):
    return [mail.content for mail in mails]


async def delivery(stored, mail, name):
    """Where a mail stands with a recipient."""
    found = await stored.stores[MailStore].get(stored.user, stored.id, mail.id)
    return next(one for one in found.deliveries if one.recipient == stored.of(name))


async def unread(stored, name):
    return (await stored.stores[SwarmStore].resident(stored.user, stored.of(name))).unread


def test_a_resident_without_mail_has_nothing_to_do(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        assert await stored.begin("ana") is None
        with pytest.raises(NotFound):
            await stored.begin("no")
        with pytest.raises(NotFound):
            await stores[ResidentTurnStore].begin(new_user_id(), "ana@solar")

    stores_run(story)


def test_a_turn_reads_the_mail_of_the_room_that_has_waited_longest(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben", PERSON)
        direct = await stored.direct("ben", "ana")
        await stored.post(team, "ben", "team, read along", mentions=(PERSON,))
        first = (await stored.post(direct, "ben", "direct one")).mail
        await stored.post(team, "ben", "team, waking")
        await stored.post(direct, "ben", "direct two")
        claim, attempt = await stored.claim("ana")
        assert (contents(claim.mails), claim.attempts) == (["direct one", "direct two"], 1)
        assert (claim.room.id, claim.woken_by) == (direct, WokenBy.DIRECT_MESSAGE)
        assert (claim.swarm.id, claim.resident.id, claim.resident.turns) == (stored.id, "ana@solar", 1)
        claimed = await delivery(stored, first, "ana")
        assert (claimed.status, claimed.attempts, claimed.execution_id) == ("claimed", 1, claim.execution_id)
        assert await unread(stored, "ana") == 4
        assert contents(await stored.persist(claim, attempt, digest=Digest(text="Read.", tainted=False))) == [
            "direct one",
            "direct two",
        ]
        read = await delivery(stored, first, "ana")
        assert (read.status, read.execution_id) == (DeliveryStatus.READ, claim.execution_id)
        assert read.read_at > first.sent_at
        assert await unread(stored, "ana") == 2
        claim = await stored.turn("ana")
        assert contents(claim.mails) == ["team, read along", "team, waking"]
        assert (claim.room.id, claim.woken_by) == (team, WokenBy.GROUP_MESSAGE)
        assert await stored.begin("ana") is None
        assert await unread(stored, "ana") == 0
        assert (await stores[SwarmStore].resident(stored.user, "ana@solar")).last_active_at > read.read_at

    stores_run(story)


def test_mail_that_wakes_nobody_is_read_along_later(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben", PERSON)
        await stored.post(team, PERSON, "for Ben", mentions=("ben",))
        assert await stored.begin("ana") is None
        assert await stores[ResidentTurnStore].sleepers(stored.user) == [("ben@solar", WokenBy.GROUP_MESSAGE)]
        await stored.post(team, PERSON, "for all")
        assert contents((await stored.turn("ana")).mails) == ["for Ben", "for all"]

    stores_run(story)


def test_a_turn_takes_fifty_mails_or_a_hundred_thousand_characters_but_one_at_least(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        for n in range(120):
            await stored.write(PERSON, "ana", f"{n}")
        assert [len((await stored.turn("ana")).mails) for _ in range(3)] == [50, 50, 20]
        for size in (32_000, 32_000, 32_000, 3_999, 1, 2, 32_000):
            await stored.write(PERSON, "ana", "x" * size)
        sizes = []
        while (claim := await stored.begin("ana")) is not None:
            sizes.append([len(mail.content) for mail in claim.mails])
            execution = await stores[ExecutionStore].claim(stored.user, claim.execution_id)
            await stored.persist(claim, execution.attempt)
        assert sizes == [[32_000, 32_000, 32_000, 3_999, 1], [2, 32_000]]

    stores_run(story)


def test_a_manual_wake_up_without_mail_is_a_turn_of_its_own(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        claim, attempt = await stored.claim("ana", manual=True)
        assert (claim.mails, claim.room, claim.woken_by, claim.attempts) == ([], None, WokenBy.MANUAL, 1)
        assert await stored.persist(claim, attempt) == []
        await stored.write(PERSON, "ana", "Hello")
        claim, _ = await stored.claim("ana", manual=True)
        assert (contents(claim.mails), claim.woken_by) == (["Hello"], WokenBy.DIRECT_MESSAGE)

    stores_run(story)


@pytest.mark.parametrize("what", ["swarm paused", "swarm stopped", "resident", "room"])
def test_nothing_begins_and_nothing_goes_on_while_something_is_paused(new_user_id, stores_run, what):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        user, turns = stored.user, stores[ResidentTurnStore]
        room = await stored.direct(PERSON, "ana")

        async def run(runs):
            if what == "resident":
                status = ResidentStatus.ACTIVE if runs else ResidentStatus.PAUSED
                await stores[SwarmStore].set_resident_status(user, "ana@solar", status, "")
            elif what == "room":
                status = RoomStatus.OPEN if runs else RoomStatus.PAUSED
                await stores[MailStore].set_room_status(user, stored.id, room, status)
            else:
                status = SwarmStatus.RUNNING if runs else SwarmStatus(what.split()[1])
                await stores[SwarmStore].set_status(user, stored.id, status, "")

        await stored.post(room, PERSON, "Hello")
        assert await turns.sleepers(user) == [("ana@solar", WokenBy.DIRECT_MESSAGE)]
        await run(False)
        assert await stored.begin("ana") is None
        assert await turns.sleepers(user) == []
        await run(True)
        claim, attempt = await stored.claim("ana")
        assert await turns.sleepers(user) == []
        await run(False)
        await turns.release(user, claim.execution_id, attempt)
        assert await stored.begin("ana") is None
        assert await stored.begin("ana", manual=True) is None
        assert await turns.sleepers(user) == []
        await run(True)
        assert await turns.sleepers(user) == [("ana@solar", WokenBy.DIRECT_MESSAGE)]
        again = await stored.begin("ana")
        assert (again.execution_id, again.attempts) == (claim.execution_id, 1)

    stores_run(story)


def test_a_turn_whose_worker_died_is_begun_again_with_the_same_mail(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        mail = await stored.write(PERSON, "ana", "one")
        first, stale = await stored.claim("ana")
        await stored.write(PERSON, "ana", "two")
        for attempts in (2, 3):
            claim, attempt = await stored.claim("ana")
            assert (claim.execution_id, contents(claim.mails)) == (first.execution_id, ["one"])
            assert (claim.attempts, (await delivery(stored, mail, "ana")).attempts) == (attempts, attempts)
        with pytest.raises(LostClaim):
            await stores[ResidentTurnStore].release(stored.user, first.execution_id, stale)
        with pytest.raises(LostClaim):
            await stored.persist(first, stale)
        await stored.persist(claim, attempt)
        for call in (
            stored.persist(claim, attempt),
            stores[ResidentTurnStore].persist(stored.user, claim.execution_id, NO_DIGEST),
            stores[ResidentTurnStore].give_up(stored.user, claim.execution_id, "", dead=True),
            stores[ResidentTurnStore].release(stored.user, claim.execution_id, attempt),
        ):
            with pytest.raises(LostClaim):
                await call
        assert (await stores[SwarmStore].get(stored.user, stored.id)).dead == 0
        assert contents((await stored.turn("ana")).mails) == ["two"]

    stores_run(story)


def test_pauses_and_waiting_count_as_no_attempt_and_failures_do(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        user, turns = stored.user, stores[ResidentTurnStore]
        await stored.write(PERSON, "ana", "Hello")
        attempts = []
        claim, attempt = await stored.claim("ana")
        await turns.release(user, claim.execution_id, attempt)
        attempts.append((await stored.begin("ana")).attempts)
        attempts.append((await stored.begin("ana")).attempts)  # its worker died before it had claimed the execution
        claim, attempt = await stored.claim("ana")
        await stores[ExecutionStore].wait(user, claim.execution_id, attempt, "A person is asked.")
        assert await stored.begin("ana") is None
        await stores[ExecutionStore].resume(user, claim.execution_id)
        claim, attempt = await stored.claim("ana")
        attempts.append(claim.attempts)
        await turns.release(user, claim.execution_id, attempt, error="Model down.")
        claim, attempt = await stored.claim("ana")
        attempts.append(claim.attempts)
        await turns.release(user, claim.execution_id, attempt)
        claim, attempt = await stored.claim("ana")
        attempts.append(claim.attempts)
        claim, attempt = await stored.claim("ana")
        attempts.append(claim.attempts)
        assert attempts == [1, 1, 1, 2, 2, 3]

    stores_run(story)


def test_a_failed_turn_is_tried_again_at_its_time_or_when_it_is_hurried(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        user, turns = stored.user, stores[ResidentTurnStore]
        await stored.write(PERSON, "ana", "Hello")
        claim, attempt = await stored.claim("ana")
        await turns.release(user, claim.execution_id, attempt, error="Model\0down.", retry_at=LATER)
        assert await stored.begin("ana") is None
        assert await stored.begin("ana", manual=True) is None
        assert await turns.sleepers(user) == []
        (turn,) = await turns.unfinished(user, stored.id)
        assert (turn.error, turn.retry_at, turn.status) == ("Model\ufffddown.", LATER, ExecutionStatus.PENDING)
        await turns.hurry(user, "ana@solar")
        assert await turns.sleepers(user) == [("ana@solar", WokenBy.DIRECT_MESSAGE)]
        claim, attempt = await stored.claim("ana")
        assert claim.attempts == 2
        (turn,) = await turns.unfinished(user, stored.id)
        assert (turn.error, turn.retry_at) == ("", None)
        await turns.release(user, claim.execution_id, attempt, error="x", retry_at=datetime.now(UTC))
        assert (await stored.begin("ana")).attempts == 3
        with pytest.raises(NotFound):
            await turns.hurry(user, "no")

    stores_run(story)


def test_mail_that_fails_five_times_becomes_dead_letters_and_what_came_later_is_read(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben", PERSON)
        mail = (await stored.post(team, PERSON, "Poison")).mail
        while True:
            claim, attempt = await stored.claim("ana")
            if claim.attempts == MOST_ATTEMPTS:
                break
            await stores[ResidentTurnStore].release(stored.user, claim.execution_id, attempt, error="Again.")
        await stored.post(team, PERSON, "Later")
        assert contents(await stored.give_up(claim, attempt, dead=True, error="Five times.")) == ["Poison"]
        dead = await delivery(stored, mail, "ana")
        assert (dead.status, dead.attempts, dead.error) == (DeliveryStatus.DEAD, 5, "Five times.")
        assert (await delivery(stored, mail, "ben")).status is DeliveryStatus.UNREAD
        assert await unread(stored, "ana") == 1
        assert contents((await stored.turn("ana")).mails) == ["Later"]
        assert (await stores[SwarmStore].get(stored.user, stored.id)).dead == 1

    stores_run(story)


def test_mail_of_a_turn_that_a_person_stopped_is_read(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        mail = await stored.write(PERSON, "ana", "Hello")
        claim, attempt = await stored.claim("ana")
        later = await stored.write(PERSON, "ana", "Later")
        await stored.give_up(claim, attempt, dead=False, error="Stopped.")
        read = await delivery(stored, mail, "ana")
        assert (read.status, read.error) == (DeliveryStatus.READ, "Stopped.")
        assert read.read_at is not None
        assert (await delivery(stored, later, "ana")).status is DeliveryStatus.UNREAD
        assert (await stores[SwarmStore].get(stored.user, stored.id)).dead == 0
        (turn,) = await stores[ResidentTurnStore].list(stored.user, "ana@solar")
        assert (turn.status, turn.error, turn.mails) == (ExecutionStatus.CANCELLED, "Stopped.", (mail.id,))

    stores_run(story)


@pytest.mark.parametrize("ended", ["cancelled", "failed"])
def test_a_turn_whose_execution_others_have_ended_holds_nobody_up(new_user_id, stores_run, ended):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        user = stored.user
        mail = await stored.write(PERSON, "ana", "one")
        claim, attempt = await stored.claim("ana")
        await stored.write(PERSON, "ana", "two")
        if ended == "cancelled":
            await stores[ExecutionStore].wait(user, claim.execution_id, attempt, "x")
            await stores[ExecutionStore].request_cancel(user, claim.execution_id)
        else:
            await stores[ExecutionStore].finish(
                user, claim.execution_id, attempt, ExecutionStatus.FAILED, usage=Usage()
            )
        assert await stores[ResidentTurnStore].sleepers(user) == [("ana@solar", WokenBy.DIRECT_MESSAGE)]
        assert contents((await stored.turn("ana")).mails) == ["two"]
        status = DeliveryStatus.READ if ended == "cancelled" else DeliveryStatus.DEAD
        assert (await delivery(stored, mail, "ana")).status is status
        assert await unread(stored, "ana") == 0

    stores_run(story)


def _messages(said):
    return [message for each in said for message in each.messages]


def test_history_is_the_latest_turns_in_full_and_older_ones_in_a_line(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        turns, user = stores[ResidentTurnStore], stored.user
        for n in range(6):
            claim, attempt = await stored.claim("ana", manual=True)
            if n == 3:
                await stored.give_up(claim, attempt, dead=True)
            else:
                digest = Digest(text="" if n == 1 else f"digest {n}", tainted=n in (2, 5))
                await stored.persist(claim, attempt, digest=digest, messages=[{"n": n}, {"again": n}])
        now = await stored.begin("ana", manual=True)

        async def history(**options):
            digests, said = await turns.history(user, "ana@solar", before_execution=now.execution_id, **options)
            return [(digest.text, digest.tainted) for digest in digests], _messages(said)

        assert await history(window=2) == (
            [("digest 0", False), ("digest 2", True)],
            [{"n": 4}, {"again": 4}, {"n": 5}, {"again": 5}],
        )
        assert await history(window=0, digests=2) == ([("digest 4", False), ("digest 5", True)], [])
        digests, messages = await history(window=99)
        assert (digests, [message["n"] for message in messages[::2]]) == ([], [0, 1, 2, 4, 5])
        old = (await turns.list(user, "ana@solar"))[3]
        _, said = await turns.history(user, "ana@solar", before_execution=old.execution_id, window=9)
        assert [message["n"] for message in _messages(said)[::2]] == [0, 1, 2]

        third = said[1].execution_id
        summary = ThreadSummary(
            text="Short.", turns=2, model="m", execution_id=third, tainted=True, created_at=datetime.now(UTC)
        )
        await stores[ConversationStore].keep_summary(user, third, summary)
        digests, said = await turns.history(user, "ana@solar", before_execution=now.execution_id, window=2)
        assert [digest.text for digest in digests] == ["digest 2"], "a summary stands for those before it"
        assert [each.summary for each in said] == [summary, None, None]
        assert _messages(said)[0] == {"n": 4}
        _, said = await turns.history(user, "ana@solar", before_execution=old.execution_id, window=0)
        assert [each.summary for each in said] == [summary]

    stores_run(story)


def test_the_full_past_of_a_resident_can_be_read(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        turns, user = stores[ResidentTurnStore], stored.user
        mail = await stored.write(PERSON, "ana", "Hello")
        used = Usage(input_tokens=3, output_tokens=1, model_calls=1)
        first = await stored.turn(
            "ana", digest=Digest(text="Said hello.", tainted=True), messages=[{"x": 1}], usage=used
        )
        second = await stored.begin("ana", manual=True)
        latest, oldest = await turns.list(user, "ana@solar")
        assert (latest.execution_id, latest.woken_by, latest.status) == (second.execution_id, "manual", "pending")
        assert (latest.room_id, latest.ended_at, latest.mails) == (None, None, ())
        assert (oldest.execution_id, oldest.woken_by) == (first.execution_id, WokenBy.DIRECT_MESSAGE)
        assert (oldest.digest, oldest.tainted) == ("Said hello.", True)
        assert (latest.digest, latest.tainted) == ("", False)
        assert (oldest.mails, oldest.usage) == ((mail.id,), used)
        assert (oldest.room_id, oldest.messages, oldest.status) == (mail.room_id, (), ExecutionStatus.COMPLETED)
        assert oldest.ended_at > oldest.created_at
        (full,) = await turns.list(user, "ana@solar", before=latest.created_at, messages=True)
        assert (full.execution_id, full.messages) == (oldest.execution_id, ({"x": 1},))
        assert await turns.list(user, "ana@solar", limit=1) == [latest]
        with pytest.raises(NotFound):
            await turns.list(user, "no")

    stores_run(story)


def test_what_a_turn_shows_as_its_message_is_set_when_it_is_claimed(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        claim = await stored.begin("ana", manual=True)
        await stores[ExecutionStore].claim(stored.user, claim.execution_id, "Mail\0of Ben", ["What\0now?"])
        await stores[ExecutionStore].claim(stored.user, claim.execution_id)
        execution = await stores[ExecutionStore].get(stored.user, claim.execution_id)
        assert (execution.message, execution.asked) == ("Mail\ufffdof Ben", ("What\ufffdnow?",))
        assert (execution.agent_id, execution.requested_agent, execution.mode) == ("ana@solar", "ana@solar", "direct")
        for call in (
            stores[ResidentTurnStore].persist(stored.user, uuid7(), NO_DIGEST),
            stores[ResidentTurnStore].give_up(stored.user, uuid7(), "x", dead=True),
            stores[ResidentTurnStore].release(stored.user, uuid7(), 1),
        ):
            with pytest.raises(NotFound):
                await call

    stores_run(story)


def test_a_turn_that_a_person_took_is_part_of_the_history(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        user, turns = stored.user, stores[ResidentTurnStore]
        await stored.write(PERSON, "ana", "under way")
        claim, attempt = await stored.claim("ana")
        mail = await stored.write("ben", "ana", "May I?")
        async with stores.database.as_user(user):
            read = await stores[MailStore].acknowledge(user, stored.id, "ana@solar", mail.room_id)
            sent = await stored.write("ana", "ben", "You may.", by_person=True)
            added = await turns.add(
                user,
                "ana@solar",
                room_id=mail.room_id,
                mails=[one.id for one in read],
                message="Ben: May I?",
                answer="You may.",
                digest=Digest(text="A person said: You may.", tainted=True),
                messages=[{"a": 1}],
            )
        assert sent.by_person
        await stored.persist(claim, attempt, messages=[{"b": 2}])
        listed = await turns.list(user, "ana@solar")
        assert [turn.execution_id for turn in listed] == [added, claim.execution_id]
        assert (listed[0].digest, listed[0].tainted) == ("A person said: You may.", True)
        assert (listed[0].mails, listed[1].tainted) == ((mail.id,), False)
        execution = await stores[ExecutionStore].get(user, added)
        assert (execution.status, execution.answer, execution.message) == ("completed", "You may.", "Ben: May I?")
        now = await stored.begin("ana", manual=True)
        _, said = await turns.history(user, "ana@solar", before_execution=now.execution_id, window=9)
        assert _messages(said) == [{"b": 2}, {"a": 1}]
        assert now.resident.turns == 3
        for resident, room in (("no", mail.room_id), ("ana@solar", uuid7())):
            with pytest.raises(NotFound):
                await turns.add(
                    user, resident, room_id=room, mails=[], message="", answer="", digest=NO_DIGEST, messages=[]
                )

    stores_run(story)


def test_unfinished_turns_are_told_by_swarm_resident_and_room(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        team = await stored.group("Team", "ana", "ben", PERSON)
        await stored.post(team, PERSON, "Hello")
        turns, user = stores[ResidentTurnStore], stored.user
        ids = {name: (await stored.begin(name)).execution_id for name in ("ana", "ben")}
        await other.begin("eva", manual=True)

        async def unfinished(**filters):
            return [turn.execution_id for turn in await turns.unfinished(user, stored.id, **filters)]

        assert await unfinished() == [ids["ana"], ids["ben"]]
        assert await unfinished(resident_id="ben@solar") == [ids["ben"]]
        assert await unfinished(room_id=team) == [ids["ana"], ids["ben"]]
        assert await unfinished(room_id=uuid7()) == []
        await stored.turn("ana")
        assert await unfinished() == [ids["ben"]]

    stores_run(story)


def test_sleepers_are_those_who_have_something_to_do_now(new_user_id, stores_run, sync_app):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai", "Dan")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        turns, user = stores[ResidentTurnStore], stored.user
        await other.write(PERSON, "eva", "x")
        for name in ("ana", "ben", "cai"):
            await stored.write(PERSON, name, "x")
        assert [name for name, _ in await turns.sleepers(user)] == [
            "ana@solar",
            "ben@solar",
            "cai@solar",
            "eva@other",
        ]
        assert [name for name, _ in await turns.sleepers(user, swarm_id="solar", limit=2)] == [
            "ana@solar",
            "ben@solar",
        ]
        claim, attempt = await stored.claim("ana")
        await stores[ExecutionStore].wait(user, claim.execution_id, attempt, "x")
        await stored.write("dan", "ana", "more mail")
        await stored.begin("ben")  # begun, and its worker died
        await stored.claim("cai")
        assert await turns.sleepers(user, swarm_id="solar") == [("ben@solar", WokenBy.DIRECT_MESSAGE)]
        with sync_app(user) as connection:
            connection.execute("update residents set last_active_at = now() - interval '6 minutes' where name = 'Cai'")
        assert [name for name, _ in await turns.sleepers(user, swarm_id="solar")] == ["ben@solar", "cai@solar"]
        assert await turns.sleepers(new_user_id()) == []

    stores_run(story)

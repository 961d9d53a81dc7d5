"""Reminders are given at their time, once, where they were asked for; late rather than never."""

import asyncio
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.records import ReminderStatus, ReminderTimes
from bailiwick.features.reminders.rules import next_time
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Working
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import person, running, working


def played(own_database, tmp_path, story, **options):
    """Run a story of one person on a platform without a worker."""

    async def play():
        async with running(own_database.owner, tmp_path, mode=Working.NO, **options) as platform:
            await story(await person(platform), platform[Reminders])

    asyncio.run(play())


async def made(someone, *, ago=timedelta(hours=-1), text="call Ana", **more):
    """Set a reminder whose time was so long ago."""
    now = await someone.platform.database.now(someone.id)
    repeats = {name: more.pop(name) for name in ("cron", "every_seconds") if name in more}
    times = ReminderTimes(due_at=now - ago, **repeats)
    return await someone.platform[Reminders].create(
        someone.id, text, times, timezone="Europe/Madrid", language="en", **more
    )


async def give(someone, reminder):
    await someone.platform[Reminders].deliver(someone.id, reminder.id, CrashPoints(None))


async def notices(someone):
    found = await someone.platform.stores[EventStore].recent(someone.id, kinds=["reminder.delivered"], limit=200)
    return [fact.data for fact in found]


async def first_notice(someone):
    """Wait until a reminder was given."""
    with someone.platform[Bus].reading(someone.id) as (bell, _):
        while not (found := await notices(someone)):
            await bell.wait()
            bell.clear()
        return found


def test_a_reminder_is_given_once_as_a_message_where_it_was_asked_for_and_as_a_notice(own_database, tmp_path):
    async def story(someone, reminders):
        thread = await someone.main(SUPERVISOR_ID, Mode.SUPERVISED)
        reminder = await made(someone, ago=timedelta(seconds=1), conversation_id=thread.id, agent_id="notes")
        for _ in range(3):
            await give(someone, reminder)
        (message,) = await someone.platform.stores[ConversationStore].messages(someone.id, thread.id)
        assert (message.content, message.agent_id) == ("Reminder: **call Ana**", "notes")
        (notice,) = await notices(someone)
        assert (notice["text"], notice["late"], notice["conversationId"]) == ("call Ana", False, thread.id)
        (given,) = await reminders.list(someone.id)
        assert (given.status, given.due_at) == (ReminderStatus.DELIVERED, None)
        done = await reminders.done(someone.id, reminder.id)
        assert done.status is ReminderStatus.DONE
        assert await reminders.list(someone.id) == []
        assert [each.id for each in await reminders.list(someone.id, done=True)] == [reminder.id]

    played(own_database, tmp_path, story)


def test_a_worker_gives_what_is_due_and_what_was_missed_while_nothing_ran_says_that_it_is_late(own_database, tmp_path):
    async def story(someone, reminders):
        await made(someone, ago=timedelta(hours=2))
        await made(someone, ago=timedelta(hours=-2), text="not yet")
        async with working(someone.platform), asyncio.timeout(30):
            found = await first_notice(someone)
        assert [(each["text"], each["late"]) for each in found] == [("call Ana", True)]
        assert [each.status for each in await reminders.list(someone.id)] == ["delivered", "waiting"]

    played(own_database, tmp_path, story)


def test_a_repeated_reminder_is_given_once_for_all_missed_times_and_has_its_next(own_database, tmp_path):
    async def story(someone, reminders):
        reminder = await made(someone, ago=timedelta(days=3), cron="0 9 * * *")
        await give(someone, reminder)
        await give(someone, reminder)
        assert len(await notices(someone)) == 1
        given = await reminders.get(someone.id, reminder.id)
        assert given.status is ReminderStatus.DELIVERED
        assert given.due_at > await someone.platform.database.now(someone.id)
        again = await reminders.done(someone.id, reminder.id)
        assert (again.status, again.due_at) == (ReminderStatus.WAITING, given.due_at)

    played(own_database, tmp_path, story)


def test_what_was_moved_or_deleted_is_not_given(own_database, tmp_path):
    async def story(someone, reminders):
        later = await someone.platform.database.now(someone.id) + timedelta(days=1)
        one, other = [await made(someone, ago=timedelta(minutes=1)) for _ in range(2)]
        await reminders.change(someone.id, one.id, {"due_at": later})
        await reminders.delete(someone.id, other.id)
        for each in (one, other):
            await give(someone, each)
        assert await notices(someone) == []
        with pytest.raises(NotFound):
            await reminders.done(someone.id, other.id)

    played(own_database, tmp_path, story)


def test_each_change_is_undone_until_another_follows(own_database, tmp_path):
    async def story(someone, reminders):
        reminder = await made(someone)
        moved = await reminders.change(someone.id, reminder.id, {"due_at": reminder.due_at + timedelta(days=1)})
        back = await reminders.undo(someone.id, reminder.id, moved.change)
        assert back.due_at == reminder.due_at
        with pytest.raises(Conflict):
            await reminders.undo(someone.id, reminder.id, moved.change)
        deleted = await reminders.delete(someone.id, reminder.id)
        await reminders.undo(someone.id, reminder.id, deleted.change)
        assert [each.id for each in await reminders.list(someone.id)] == [reminder.id]
        fresh = await made(someone, text="buy milk")
        await reminders.undo(someone.id, fresh.id, fresh.change)
        assert [each.text for each in await reminders.list(someone.id)] == ["call Ana"]

    played(own_database, tmp_path, story)


def test_what_was_given_is_not_undone(own_database, tmp_path):
    async def story(someone, reminders):
        reminder = await made(someone, ago=timedelta(minutes=1), cron="0 9 * * *")
        await give(someone, reminder)
        (given,) = await reminders.list(someone.id)
        with pytest.raises(Conflict):
            await reminders.undo(someone.id, reminder.id, given.change)
        assert [each.id for each in await reminders.list(someone.id)] == [reminder.id]

    played(own_database, tmp_path, story)


def test_a_move_is_on_the_clock_where_the_person_is_until_it_is_undone(own_database, tmp_path):
    async def story(someone, reminders):
        reminder = await made(someone, cron="0 9 * * *")
        now = (await someone.platform.database.now(someone.id)).astimezone(ZoneInfo("America/New_York"))
        moved = await reminders.move(someone.id, reminder.id, "10am", now, "en", text="call Bob")
        assert (moved.text, moved.cron, moved.timezone) == ("call Bob", "0 10 * * *", "America/New_York")
        assert moved.due_at.astimezone(now.tzinfo).hour == 10
        back = await reminders.undo(someone.id, reminder.id, moved.change)
        assert (back.cron, back.timezone, back.due_at) == (reminder.cron, "Europe/Madrid", reminder.due_at)

    played(own_database, tmp_path, story)


def test_what_is_put_off_comes_again_as_if_it_had_not_been(own_database, tmp_path):
    async def story(someone, reminders):
        reminder = await made(someone, ago=timedelta(seconds=1), every_seconds=7200)
        await give(someone, reminder)
        now = await someone.platform.database.now(someone.id)
        snoozed = await reminders.move(someone.id, reminder.id, "10 minutes", now, "en")
        assert (snoozed.status, snoozed.every_seconds) == (ReminderStatus.WAITING, 7200)
        assert next_time(snoozed, snoozed.due_at) == reminder.due_at + timedelta(hours=2)

    played(own_database, tmp_path, story)


def test_a_call_that_is_repeated_has_its_effect_once(own_database, tmp_path):
    async def story(someone, reminders):
        one, other = [await made(someone, call_id="call-1") for _ in range(2)]
        assert one.id == other.id
        later = one.due_at + timedelta(hours=1)
        first = await reminders.change(someone.id, one.id, {"due_at": later}, call_id="call-2")
        second = await reminders.change(someone.id, one.id, {"due_at": later}, call_id="call-2")
        assert first.change == second.change == "2"

    played(own_database, tmp_path, story)


def test_a_reminder_outlives_the_conversation_it_was_asked_for_in(own_database, tmp_path):
    async def story(someone, reminders):
        thread = await someone.main(SUPERVISOR_ID, Mode.SUPERVISED)
        reminder = await made(someone, ago=timedelta(seconds=1), conversation_id=thread.id)
        await someone.platform.stores[ConversationStore].delete(someone.id, thread.id)
        await give(someone, reminder)
        (notice,) = await notices(someone)
        assert notice["conversationId"] is None
        assert (await reminders.get(someone.id, reminder.id)).status is ReminderStatus.DELIVERED

    played(own_database, tmp_path, story)


def test_a_reminder_without_a_job_is_expected_again_by_the_hourly_duty(own_database, tmp_path):
    async def story(someone, reminders):
        await made(someone, ago=timedelta(hours=2))
        async with someone.platform.database.without_user() as connection:
            await connection.execute("delete from procrastinate_jobs where task_name = 'deliver_reminder'")
        await reminders.tidy(someone.id)
        async with working(someone.platform), asyncio.timeout(30):
            await first_notice(someone)

    played(own_database, tmp_path, story)

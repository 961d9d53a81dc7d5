"""Workers are killed while they give reminders: each is given once."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.records import ReminderTimes
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Working
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.ledger import crash
from support.running import person, running, script, working

BOUNDARIES = ("before reminder", "in reminder", "after reminder")


def test_every_boundary_of_giving_is_tried():
    source = (Path(__file__).parents[2] / "src/bailiwick/features/reminders/actions.py").read_text()
    reached = {line.split('reach("')[1].split('"')[0] for line in source.splitlines() if 'reach("' in line}
    assert reached == set(BOUNDARIES)


@pytest.mark.parametrize("boundary", [pytest.param("before reminder", marks=pytest.mark.long), *BOUNDARIES[1:]])
def test_a_worker_killed_at_any_boundary_of_giving_gives_each_reminder_once(database_urls, tmp_path, boundary):
    model = script(tmp_path, '[[turn]]\ntext = "Nothing"\n')

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            thread = await someone.main(SUPERVISOR_ID, Mode.SUPERVISED)
            due = ReminderTimes(due_at=await platform.database.now(someone.id) - timedelta(seconds=1))
            reminders, more = platform[Reminders], {"timezone": "UTC", "language": "en"}
            made = await reminders.create(someone.id, "call Ana", due, conversation_id=thread.id, **more)

            async def given(text: str) -> int:
                facts = await platform.stores[EventStore].recent(someone.id, kinds=["reminder.delivered"], limit=9)
                return sum(fact.data["text"] == text for fact in facts)

            await crash(database_urls.owner, tmp_path, model, boundary)
            assert await given("call Ana") == (1 if boundary == "after reminder" else 0)
            with platform[Bus].reading(someone.id) as (bell, _):
                async with working(platform), asyncio.timeout(60):
                    while not await given("call Ana"):
                        await bell.wait()
                        bell.clear()
            await reminders.deliver(someone.id, made.id, CrashPoints(None))  # what the dead worker had is done again
            assert await given("call Ana") == 1
            (message,) = await platform.stores[ConversationStore].messages(someone.id, thread.id)
            assert message.content == "Reminder: **call Ana**"

    asyncio.run(story())

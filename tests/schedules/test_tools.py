"""The tools for schedules: the first time is the one that was said, and words mean one schedule."""

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.tools import schedule_tools
from bailiwick.kernel.platform import Working
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import ToolContext
from bailiwick.tools.toolbox import Toolbox
from support.running import person, running


def test_a_schedule_comes_first_when_it_was_said_to_and_is_meant_by_whole_words(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone = await person(platform)
            now = await platform.database.now(someone.id)
            box = Toolbox(schedule_tools(platform[Schedules], lambda: now))
            context = ToolContext(
                user_id=someone.id, execution_id=None, agent_id=None, call_id="1", timezone="Europe/Madrid"
            )

            async def call(name, **arguments):
                return await box.call(name, replace(context), arguments)

            made = await call("createSchedule", message="plan the party", when="every 2 weeks on monday at 9am")
            first = datetime.fromisoformat(made["nextAt"])
            assert (first.weekday(), first.hour, first.minute) == (0, 9, 0)
            assert (first - now).days < 8
            art = await call("createSchedule", message="look at art", when="every day at 8")
            for _ in range(2):
                assert (await call("pauseSchedule", which="art"))["status"] == "paused"
            for _ in range(2):
                assert (await call("resumeSchedule", which=art["id"]))["status"] == "active"
            for which in (" ", "00050", "par"):
                with pytest.raises(CallFailed) as failed:
                    await call("pauseSchedule", which=which)
                assert failed.value.said.code == ScheduleReason.WHICH_SCHEDULE

    asyncio.run(story())

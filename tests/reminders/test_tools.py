"""The tools for reminders have their effect once, also where a call is made again after a worker died."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.tools import reminder_tools
from bailiwick.kernel.platform import Working
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import ToolContext
from bailiwick.tools.toolbox import Toolbox
from support.running import person, running


def test_each_call_that_is_made_again_returns_what_it_did(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone, reminders = await person(platform), platform[Reminders]
            box = Toolbox(reminder_tools(reminders, lambda: datetime.now(UTC)))
            context = ToolContext(user_id=someone.id, execution_id=None, agent_id=None, call_id="", timezone="UTC")

            async def twice(number, name, **arguments):
                """Call a tool, and again as if its answer had been lost."""
                first, again = [
                    await box.call(name, replace(context, call_id=f"call-{number}"), arguments) for _ in range(2)
                ]
                assert first == again
                return first

            await twice(0, "setReminder", text="call Bob", when="tomorrow at 8")
            made = await twice(1, "setReminder", text="call Ana", when="in 2 minutes")
            await twice(2, "moveReminder", which="Ana", when="in 10 minutes")
            done = await twice(3, "completeReminder", which="Ana")
            undone = await twice(4, "undoReminder", id=done["id"], change=done["change"])
            assert undone["id"] == made["id"]
            deleted = await twice(5, "deleteReminder", which="Ana")
            assert [each.text for each in await reminders.list(someone.id)] == ["call Bob"]
            assert (await twice(6, "undoReminder", id=deleted["id"], change=deleted["change"]))["deleted"] is False

    asyncio.run(story())


def test_the_question_which_one_says_that_it_names_what_strangers_wrote(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone = await person(platform)
            box = Toolbox(reminder_tools(platform[Reminders], lambda: datetime.now(UTC)))
            context = ToolContext(user_id=someone.id, execution_id=None, agent_id=None, call_id="", timezone="UTC")
            for tainted in (False, True):
                here = replace(context, call_id=f"set-{tainted}", tainted=tainted)
                await box.call("setReminder", here, {"text": "call someone", "when": "tomorrow"})
                await box.call(
                    "setReminder", replace(here, call_id=f"b{tainted}"), {"text": "call Ana", "when": "friday"}
                )
                for which in ("call", "milk"):
                    with pytest.raises(CallFailed) as failed:
                        await box.call("deleteReminder", replace(context, call_id=which), {"which": which})
                    assert failed.value.outside is tainted

    asyncio.run(story())

"""A duty of a plug-in has an end, and its failures are its own."""

import asyncio
from types import SimpleNamespace

import pytest
import structlog

from bailiwick.kernel.errors import Unavailable
from bailiwick.tools.plugin_parts import PluginDuty


def done(duty):
    """Do a duty for one user and return what was logged of it."""
    with structlog.testing.capture_logs() as logged:
        asyncio.run(duty.do("shelf", SimpleNamespace(database="d"), "u"))
    return [(entry["plugin"], entry["duty"], entry["user"]) for entry in logged]


def test_it_is_given_what_plug_ins_are_built_on_and_the_user():
    seen = []

    async def work(equipment, user_id):
        seen.append((equipment.database, user_id))

    assert done(PluginDuty(name="dust", work=work)) == []
    assert seen == [("d", "u")]


@pytest.mark.parametrize("error", [ValueError("no"), Unavailable("a service is away")])
def test_a_failure_is_logged_with_its_name_and_goes_no_further(error):
    async def work(equipment, user_id):
        raise error

    assert done(PluginDuty(name="dust", work=work)) == [("shelf", "dust", "u")]


def test_what_takes_too_long_is_stopped():
    stopped = []

    async def work(equipment, user_id):
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(user_id)

    assert done(PluginDuty(name="dust", work=work, seconds=0.01)) == [("shelf", "dust", "u")]
    assert stopped == ["u"]


def test_who_ends_the_process_ends_the_duty():
    async def story():
        begun = asyncio.Event()

        async def work(equipment, user_id):
            begun.set()
            await asyncio.Event().wait()

        async with asyncio.TaskGroup() as group:
            task = group.create_task(PluginDuty(name="dust", work=work).do("shelf", SimpleNamespace(), "u"))
            await begun.wait()
            task.cancel()
        return task.cancelled()

    assert asyncio.run(story())

"""A model call is cut as soon as its run is paused; other failures stay what they are."""

import asyncio

import pytest

from bailiwick.runs.pausing import Control, Paused


class Slow:
    """A caller that answers when it is let, or fails."""

    def __init__(self, error=None):
        self.begun = asyncio.Event()
        self.error = error
        self.cut = False

    async def call(self, request, on_text, on_retry):
        self.begun.set()
        if self.error:
            raise self.error
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cut = True
            raise


def test_an_order_cuts_the_call_under_way_and_lets_none_begin():
    async def story():
        control, slow = Control("somebody"), Slow()
        async with asyncio.TaskGroup() as group:
            call = group.create_task(_outcome(control.caller(slow).call(None, None, None)))
            await slow.begun.wait()
            control.pause("paused")
        later = Slow()
        with pytest.raises(Paused):
            await control.caller(later).call(None, None, None)
        return call.result(), slow.cut, later.begun.is_set()

    outcome, cut, begun = asyncio.run(story())
    assert (type(outcome), str(outcome), cut, begun) == (Paused, "paused", True, False)


def test_a_timeout_of_the_call_itself_is_no_pause():
    async def story():
        return await _outcome(Control("somebody").caller(Slow(TimeoutError("slow"))).call(None, None, None))

    assert str(asyncio.run(story())) == "slow"


async def _outcome(call):
    try:
        return await call
    except (Paused, TimeoutError) as error:
        return error

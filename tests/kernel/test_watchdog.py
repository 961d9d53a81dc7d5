"""The watchdog is put off by a loop that runs, and is gone when the block is left."""

import asyncio
import faulthandler

import pytest

from bailiwick.kernel.watchdog import TURNS, watched


@pytest.fixture
def put_off(monkeypatch):
    """What the interpreter's own watchdog was told."""
    told = []
    monkeypatch.setattr(
        faulthandler, "dump_traceback_later", lambda seconds, **how: told.append((seconds, how["exit"]))
    )
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: told.append("off"))
    return told


def test_a_loop_that_runs_puts_it_off_again_and_again_until_the_block_is_left(put_off):
    async def story():
        with watched(TURNS * 1e-3):
            while len(put_off) < 3:  # noqa: ASYNC110  (the loop's own timers are what is waited for)
                await asyncio.sleep(0)
        assert put_off[-1] == "off"
        before = len(put_off)
        await asyncio.sleep(2e-3)  # longer than a turn
        assert len(put_off) == before

    asyncio.run(story())
    assert set(put_off[:-1]) == {(TURNS * 1e-3, True)}


def test_nobody_is_watched_who_is_not_to_be(put_off):
    with watched(0):
        pass
    assert put_off == []

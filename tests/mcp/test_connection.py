"""A connection is made on demand, kept while it is used, and made anew with growing pauses."""

import asyncio
import sys
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from bailiwick.features.mcp.connection import MOST_TIMEOUTS, Connection
from bailiwick.features.mcp.records import ConnectionState
from bailiwick.features.mcp.session import open_session
from bailiwick.features.mcp.stdio import StdioTarget
from bailiwick.kernel.background import Background
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import text_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from support import hostile_server

SCRIPT = Path(hostile_server.__file__)


class Told:
    """What a connection tells."""

    def __init__(self):
        self.offers = []
        self.failures = []
        self.news = asyncio.Event()

    async def offered(self, offer):
        self.offers.append(sorted(offer.tools))
        self.news.set()

    async def failed(self, problem, retry_at, failures):
        self.failures.append((problem, (retry_at - datetime.now(UTC)).total_seconds(), failures))
        self.news.set()

    async def until(self, condition):
        async with asyncio.timeout(30):
            while not condition(self):
                self.news.clear()
                await self.news.wait()


def use(mode, story, *, idle_seconds=30.0, first_pause=0.05):
    async def whole():
        told = Told()
        target = StdioTarget((sys.executable, str(SCRIPT), mode), {})
        async with Background() as background:
            connection = Connection(
                "a connection",
                lambda changed: open_session(target, changed),
                told,
                background.start,
                idle_seconds=idle_seconds,
                first_pause=first_pause,
                jitter=lambda: 1.0,
            )
            return await story(connection, told)

    return asyncio.run(whole())


def programs():
    return [each for each in psutil.Process().children() if str(SCRIPT) in " ".join(each.cmdline())]


def test_it_is_made_by_the_first_who_asks_and_once_for_all_who_ask_at_once():
    async def story(connection, told):
        assert connection.state is ConnectionState.IDLE
        assert programs() == []
        offers = await asyncio.gather(*(connection.ready() for _ in range(20)))
        assert len(programs()) == 1
        assert connection.state is ConnectionState.CONNECTED
        assert {tuple(offer.tools) for offer in offers} == {("plain",)}
        assert await connection.call("plain", {"text": "x"}, 5) == "done"
        await connection.close()
        assert programs() == []
        assert told.offers == [["plain"]]

    use("plain", story)


def test_it_is_closed_when_nobody_uses_it():
    async def story(connection, told):
        await connection.ready()
        [task] = [task for task in asyncio.all_tasks() if task.get_name() == "a connection"]
        await asyncio.wait([task], timeout=10)
        assert connection.state is ConnectionState.IDLE
        assert programs() == []
        await connection.ready()
        assert connection.state is ConnectionState.CONNECTED

    use("plain", story, idle_seconds=0.2)


def test_a_server_that_cannot_start_is_tried_again_with_pauses_that_double():
    async def story(connection, told):
        with pytest.raises(CallFailed, match="I need a token"):
            await connection.ready()
        await told.until(lambda told: len(told.failures) >= 4)
        assert [number for _, _, number in told.failures[:4]] == [1, 2, 3, 4]
        pauses = [pause for _, pause, _ in told.failures[:4]]
        assert pauses == pytest.approx([0.05, 0.1, 0.2, 0.4], abs=0.03)
        assert programs() == []

    use("exits", story)


def test_while_it_waits_others_are_told_at_once_and_who_insists_is_served():
    async def story(connection, told):
        with pytest.raises(CallFailed):
            await connection.ready()
        with pytest.raises(CallFailed, match="I need a token"):
            await connection.ready()
        assert len(told.failures) == 1
        with pytest.raises(CallFailed):
            await connection.ready(urgent=True)
        assert len(told.failures) == 2

    use("exits", story, first_pause=60.0)


def test_a_server_that_dies_in_a_call_comes_back_by_itself():
    async def story(connection, told):
        await connection.ready()
        with pytest.raises(CallFailed) as failure:
            await connection.call("plain", {}, 5)
        assert failure.value.error_class is ErrorClass.NETWORK
        await told.until(lambda told: len(told.offers) == 2)
        assert len(told.failures) == 1

    use("dies", story)


def test_calls_in_a_row_without_an_answer_make_it_ask_whether_the_server_lives():
    async def story(connection, told):
        await connection.ready()
        for _ in range(MOST_TIMEOUTS):
            with pytest.raises(CallFailed):
                await connection.call("plain", {}, 0.05)
        await told.until(lambda told: len(told.offers) == 2)
        assert connection.state is ConnectionState.CONNECTED
        assert told.failures == []

    use("silent-call", story)


def test_ending_the_owner_ends_the_program():
    async def story(connection, told):
        await connection.ready()
        return programs()[0].pid

    pid = use("stays", story)
    assert not psutil.pid_exists(pid)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Unavailable("The database cannot be reached now."), "the database cannot be reached"),
        (KeyError("a mistake of ours"), "look at the server's log"),
    ],
)
def test_whatever_keeps_it_from_being_made_is_a_failure_like_any_other_and_is_followed_by_a_pause(error, words):
    tried = []

    @asynccontextmanager
    async def opened(_changed):
        tried.append(1)
        raise error
        yield

    async def story():
        told = Told()
        async with Background() as background, asyncio.timeout(30):
            connection = Connection(
                "a connection", opened, told, background.start, idle_seconds=30.0, first_pause=60.0, jitter=lambda: 1.0
            )
            for _ in range(2):
                with pytest.raises(CallFailed, match=words):
                    await connection.ready()
            assert connection.state is ConnectionState.FAILED
        return told.failures

    [(problem, pause, failures)] = asyncio.run(story())
    assert (words in text_of(problem), pause > 50, failures, len(tried)) == (True, True, 1, 1)

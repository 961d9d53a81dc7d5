"""Background work has a name, an owner and an end."""

import asyncio

import pytest
import structlog

from bailiwick.kernel import background as background_module
from bailiwick.kernel.background import Background, until_done


def test_leaving_the_block_ends_all_work_also_what_never_began():
    ended: list[str] = []

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)

    async def story() -> None:
        async with Background() as background:
            begun = background.start("begun", work("begun"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            never = background.start("never", work("never"))
        assert begun.done()
        assert never.done()

    asyncio.run(story())
    assert ended == ["begun"]


def test_work_that_is_started_while_all_of_it_ends_is_ended_too():
    async def story() -> bool:
        background = Background()

        async def starts_another() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                late.append(background.start("late", asyncio.Event().wait()))

        late: list[asyncio.Task[None]] = []
        async with background:
            background.start("starts another", starts_another())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return late[0].done()

    assert asyncio.run(story())


def test_work_that_fails_does_not_hurt_its_neighbours():
    async def story() -> str:
        async def fail() -> None:
            raise ValueError("broken")

        async with Background() as background:
            await background.start("fails", fail())
            going = background.start("goes on", asyncio.Event().wait())
            await asyncio.sleep(0)
            return "done" if going.done() else "goes on"

    with structlog.testing.capture_logs() as logs:
        assert asyncio.run(story()) == "goes on"
    assert [(entry["event"], entry["work"]) for entry in logs] == [("background work failed", "fails")]


def test_a_cancellation_that_gets_lost_in_the_work_is_repeated_until_the_work_ends():
    lost: list[str] = []

    async def work() -> None:
        while len(lost) < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost.append("lost")
        await asyncio.Event().wait()

    async def story() -> None:
        outer = asyncio.create_task(until_done(work(), again=0.001))  # noqa: TID251  (awaited below)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        outer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await outer

    asyncio.run(asyncio.wait_for(story(), 30))
    assert lost == ["lost"] * 3


def test_what_the_work_returns_or_raises_comes_through():
    async def give() -> int:
        return 7

    async def fail() -> int:
        raise ValueError("broken")

    assert asyncio.run(until_done(give())) == 7
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(until_done(fail()))


def test_work_that_is_kept_up_begins_anew_after_a_crash_and_ends_when_it_is_done(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(background_module, "ANEW_SECONDS", 0.0)
    begun: list[int] = []

    async def crashes_twice() -> None:
        begun.append(len(begun))
        if len(begun) < 3:
            raise ValueError("broken")

    async def story() -> None:
        async with Background() as background, asyncio.timeout(30):
            await background.keep("crashes twice", crashes_twice)

    with structlog.testing.capture_logs() as logged:
        asyncio.run(story())
    assert begun == [0, 1, 2]
    assert [(entry["event"], entry["work"]) for entry in logged] == [
        ("background work failed and begins anew", "crashes twice")
    ] * 2


@pytest.mark.parametrize("error", [asyncio.CancelledError, ValueError])
def test_work_that_is_kept_up_ends_with_its_owner_and_does_not_begin_anew(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(background_module, "ANEW_SECONDS", 0.0)
    begun: list[int] = []

    async def story() -> None:
        under_way = asyncio.Event()

        async def goes_on() -> None:
            begun.append(1)
            under_way.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise error from None

        async with Background() as background:
            kept = background.keep("goes on", goes_on)
            await under_way.wait()
        assert kept.done()

    asyncio.run(story())
    assert begun == [1]

"""Background work has a name, an owner and an end."""

import asyncio

import structlog

from bailiwick.runtime.background import Background


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

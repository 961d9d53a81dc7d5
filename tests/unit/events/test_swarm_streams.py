"""What concerns a swarm or a resident is chosen out of everything that happens to a user."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from bailiwick.core.events import MailDied, MailRefused, MailSent, ResidentSlept, RoomChanged, SwarmChanged
from bailiwick.core.events.base import Event
from bailiwick.core.executions import Usage
from bailiwick.events.streams import StreamItem
from bailiwick.events.swarm_streams import CURSOR_EVERY, MOST_REMEMBERED, of_resident, of_swarm

WORKERS = {"x-ben": "ben@solar", "x-ana": "ana@solar", "x-eve": "eve@lunar", "x-main": "main"}
HELLO = StreamItem("1.0", "hello", {"cursor": "1.0"})


def fact(event: Event, number: int = 0, execution: str | None = None) -> StreamItem:
    data = {"id": number, "executionId": execution, "kind": event.wire, "data": event.data()}
    return StreamItem(f"2.{number}", event.wire, data)


def turn(execution: str, kind: str = "tool-execution", number: int = 0) -> StreamItem:
    return StreamItem(
        f"2.{number}", kind, {"id": number, "executionId": execution, "kind": kind, "data": {"tool": "x"}}
    )


def piece(execution: str) -> StreamItem:
    return StreamItem(None, "agent.stream", {"executionId": execution, "agent": "a", "text": "x"})


def sent(swarm: str, sender: str, *recipients: str, number: int = 0) -> StreamItem:
    event = MailSent(
        swarm=swarm, room="r", mail="m", position=1, sender=sender, recipients=recipients, cause=None, preview="p"
    )
    return fact(event, number)


def changed(swarm: str, change: str) -> StreamItem:
    return fact(SwarmChanged(swarm=swarm, change=change, status="running", reason=""))


class Source:
    """A user's stream that says whether it was closed, and who asked for which execution."""

    def __init__(self, *items: StreamItem) -> None:
        self.items = items
        self.closed = False
        self.asked: list[str] = []

    async def follow(self) -> AsyncGenerator[StreamItem]:
        try:
            for item in self.items:
                yield item
        finally:
            self.closed = True

    async def worker_of(self, execution_id: str) -> str | None:
        self.asked.append(execution_id)
        return WORKERS.get(execution_id)


def read(source: Source, choose: Callable[[Source], AsyncGenerator[StreamItem]]) -> list[StreamItem]:
    async def all_of() -> list[StreamItem]:
        return [item async for item in choose(source)]

    return asyncio.run(all_of())


def of_solar(source: Source) -> AsyncGenerator[StreamItem]:
    return of_swarm(source.follow(), source.worker_of, "solar")


def of_ben(source: Source) -> AsyncGenerator[StreamItem]:
    return of_resident(source.follow(), source.worker_of, "solar", "ben@solar")


def test_a_swarm_gets_its_facts_and_those_of_its_turns_and_no_text() -> None:
    mine = [HELLO, sent("solar", "ana@solar", "ben@solar"), turn("x-ben"), turn("x-ana", "model-call")]
    others = [sent("lunar", "eve@lunar", "person"), turn("x-eve"), turn("x-main"), turn("x-gone"), piece("x-ben")]
    knowledge = StreamItem("2.9", "knowledge.changed", {"executionId": None, "data": {"swarm": "solar"}})
    source = Source(mine[0], others[0], mine[1], others[1], knowledge, mine[2], *others[2:], mine[3])
    assert read(source, of_solar) == mine


def test_a_swarm_whose_name_ends_like_another_is_another() -> None:
    source = Source(HELLO, sent("old-solar", "ben@old-solar"), sent("solar-2", "ben@solar-2"))
    assert read(source, of_solar) == [HELLO]


def test_what_helpers_do_within_a_turn_belongs_to_its_resident() -> None:
    helper = turn("x-ben", "helper-spawn")
    assert read(Source(HELLO, helper), of_ben) == [HELLO, helper]
    assert read(Source(HELLO, helper), of_solar) == [HELLO, helper]


def test_a_resident_gets_what_concerns_it_and_its_text() -> None:
    slept = ResidentSlept(swarm="solar", resident="ben@solar", outcome="done", reason="", unread=0, usage=Usage())
    died = MailDied(swarm="solar", mail="m", recipient="ben@solar", redelivered=False, reason="")
    refused = MailRefused(swarm="solar", room="r", sender="ben@solar", rule="laps", reason="", ring=())
    mine = [
        HELLO, sent("solar", "person", "ben@solar"), sent("solar", "ben@solar", "person"), turn("x-ben"),
        piece("x-ben"),
        fact(slept), fact(died), fact(refused), changed("solar", "paused"),
    ]  # fmt: skip
    others = [
        sent("solar", "ana@solar", "person"), sent("lunar", "eve@lunar", "ben@solar"), turn("x-ana"), piece("x-ana"),
        changed("lunar", "paused"),
        fact(RoomChanged(swarm="solar", room="r", change="joined", member="ana@solar")),
    ]  # fmt: skip
    source = Source(*[item for pair in zip(mine, [*others, *others], strict=False) for item in pair])
    assert read(source, of_ben) == mine


def test_an_execution_is_asked_for_once() -> None:
    source = Source(HELLO, *[turn("x-ben")] * 5, *[turn("x-main")] * 5)
    read(source, of_solar)
    assert source.asked == ["x-ben", "x-main"]


def test_a_reader_remembers_a_bounded_number_of_executions() -> None:
    many = [turn(f"x-{number}") for number in range(MOST_REMEMBERED + 1)]
    source = Source(HELLO, turn("x-ben"), *many, turn("x-ben"))
    kept = read(source, of_solar)
    assert [item.kind for item in kept if item.kind != "cursor"] == ["hello", "tool-execution", "tool-execution"]
    assert source.asked.count("x-ben") == 2


def test_a_reader_that_is_passed_over_long_is_told_where_it_stands() -> None:
    others = [sent("lunar", "eve@lunar", number=number) for number in range(1, 2 * CURSOR_EVERY + 2)]
    told = read(Source(HELLO, *others), of_solar)[1:]
    assert [(item.kind, item.id) for item in told] == [
        ("cursor", f"2.{CURSOR_EVERY}"),
        ("cursor", f"2.{2 * CURSOR_EVERY}"),
    ]
    assert told[0].data == {"cursor": f"2.{CURSOR_EVERY}"}


def test_a_reset_is_passed_on() -> None:
    reset = StreamItem("5.0", "reset", {"reason": "Too much has happened since."})
    assert read(Source(HELLO, reset), of_ben) == [HELLO, reset]


def test_both_streams_end_when_the_swarm_is_deleted_and_close_what_they_read() -> None:
    for choose in (of_solar, of_ben):
        source = Source(HELLO, changed("lunar", "deleted"), changed("solar", "deleted"), sent("solar", "person"))
        assert [item.kind for item in read(source, choose)] == ["hello", "swarm.changed"]
        assert source.closed


def test_a_reader_that_leaves_closes_what_it_read() -> None:
    source = Source(HELLO, sent("solar", "person", "ben@solar"), sent("solar", "person", "ben@solar"))

    async def leave() -> dict[str, Any]:
        items = of_solar(source)
        await anext(items)
        await items.aclose()
        return {"closed": source.closed}

    assert asyncio.run(leave()) == {"closed": True}

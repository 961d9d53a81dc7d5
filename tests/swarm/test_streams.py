"""What concerns a swarm or a resident is chosen out of everything that happens to a user."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from bailiwick.features.swarm.events import MailDied, MailRefused, MailSent, ResidentSlept, RoomChanged, SwarmChanged
from bailiwick.features.swarm.streams import CURSOR_EVERY, MOST_REMEMBERED, of_resident, of_swarm
from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.usage import Usage

TURNS = {"x-ben": ("solar", "ben"), "x-ana": ("solar", "ana"), "x-eve": ("lunar", "eve")}
"""Swarm and resident by execution."""
HELLO = StreamItem("1.0", "hello", {"cursor": "1.0"})


def fact(event: Event, number: int = 0, execution: str | None = None) -> StreamItem:
    data = {"id": number, "executionId": execution, "kind": event.wire, "data": event.data()}
    return StreamItem(f"2.{number}", event.wire, data)


def turn(execution: str, kind: str = "tool-execution", number: int = 0) -> StreamItem:
    swarm, resident = TURNS.get(execution, (None, None))
    data = {
        "id": number,
        "executionId": execution,
        "kind": kind,
        "swarmId": swarm,
        "residentId": resident,
        "data": {"tool": "x"},
    }
    return StreamItem(f"2.{number}", kind, data)


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

    async def resident_of(self, execution_id: str) -> str | None:
        self.asked.append(execution_id)
        return TURNS.get(execution_id, (None, None))[1]


def read(source: Source, choose: Callable[[Source], AsyncGenerator[StreamItem]]) -> list[StreamItem]:
    async def all_of() -> list[StreamItem]:
        return [item async for item in choose(source)]

    return asyncio.run(all_of())


def of_solar(source: Source) -> AsyncGenerator[StreamItem]:
    return of_swarm(source.follow(), "solar")


def of_ben(source: Source) -> AsyncGenerator[StreamItem]:
    return of_resident(source.follow(), source.resident_of, "solar", "ben")


def test_a_swarm_gets_its_facts_and_those_of_its_turns_and_no_text() -> None:
    mine = [HELLO, sent("solar", "ana", "ben"), turn("x-ben"), turn("x-ana", "model-call")]
    others = [sent("lunar", "eve", "person"), turn("x-eve"), turn("x-main"), turn("x-gone"), piece("x-ben")]
    knowledge = StreamItem("2.9", "knowledge.changed", {"executionId": None, "data": {"swarm": "solar"}})
    source = Source(mine[0], others[0], mine[1], others[1], knowledge, mine[2], *others[2:], mine[3])
    assert read(source, of_solar) == mine


def test_a_swarm_whose_name_ends_like_another_is_another() -> None:
    source = Source(HELLO, sent("old-solar", "ben"), sent("solar-2", "ben"))
    assert read(source, of_solar) == [HELLO]


def test_what_helpers_do_within_a_turn_belongs_to_its_resident() -> None:
    helper = turn("x-ben", "helper-spawn")
    assert read(Source(HELLO, helper), of_ben) == [HELLO, helper]
    assert read(Source(HELLO, helper), of_solar) == [HELLO, helper]


def test_a_resident_gets_what_concerns_it_and_its_text() -> None:
    slept = ResidentSlept(swarm="solar", resident="ben", outcome="done", reason="", unread=0, usage=Usage())
    died = MailDied(swarm="solar", mail="m", recipient="ben", redelivered=False, reason="")
    refused = MailRefused(swarm="solar", room="r", sender="ben", rule="laps", reason="", ring=())
    mine = [
        HELLO,
        sent("solar", "person", "ben"),
        sent("solar", "ben", "person"),
        turn("x-ben"),
        piece("x-ben"),
        fact(slept),
        fact(died),
        fact(refused),
        changed("solar", "paused"),
    ]
    others = [
        sent("solar", "ana", "person"),
        sent("lunar", "eve", "ben"),
        turn("x-ana"),
        piece("x-ana"),
        changed("lunar", "paused"),
        fact(RoomChanged(swarm="solar", room="r", change="joined", member="ana")),
    ]
    source = Source(*[item for pair in zip(mine, [*others, *others], strict=False) for item in pair])
    assert read(source, of_ben) == mine


def test_whose_text_it_is_is_asked_once_for_an_execution_and_facts_say_it_themselves() -> None:
    both = [item for name in ("x-ben", "x-main") for item in (turn(name), *[piece(name)] * 5)]
    source = Source(HELLO, *both)
    read(source, of_ben)
    assert source.asked == ["x-ben", "x-main"]


def test_a_reader_remembers_a_bounded_number_of_executions() -> None:
    many = [piece(f"x-{number}") for number in range(MOST_REMEMBERED + 1)]
    source = Source(HELLO, piece("x-ben"), *many, piece("x-ben"))
    kept = read(source, of_ben)
    assert [item.kind for item in kept if item.kind != "cursor"] == ["hello", "agent.stream", "agent.stream"]
    assert source.asked.count("x-ben") == 2


def test_a_reader_that_is_passed_over_long_is_told_where_it_stands() -> None:
    others = [sent("lunar", "eve", number=number) for number in range(1, 2 * CURSOR_EVERY + 2)]
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
    source = Source(HELLO, sent("solar", "person", "ben"), sent("solar", "person", "ben"))

    async def leave() -> dict[str, Any]:
        items = of_solar(source)
        await anext(items)
        await items.aclose()
        return {"closed": source.closed}

    assert asyncio.run(leave()) == {"closed": True}

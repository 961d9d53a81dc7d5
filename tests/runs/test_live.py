"""One stream of everything of the caller's: each event once, from any cursor, and nothing of anybody else's."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from bailiwick.kernel.events.facts import AgentRemoved
from bailiwick.kernel.events.store import EventStore
from support.site import Event, Person, Site, finished, read_events


@pytest.fixture
def someone(site: Site) -> Person:
    """A user to whom nothing has happened yet."""
    return site.person("Follower")


@pytest.fixture
def own(site: Site, someone: Person) -> Iterator[httpx.Client]:
    """Calls as that user."""
    with site.client(someone) as client:
        yield client


@contextmanager
def following(client: httpx.Client, after: str | None = None) -> Iterator[Iterator[Event]]:
    """Follow everything, as a browser that comes back does."""
    headers = {"Last-Event-ID": after} if after else {}
    with client.stream("GET", "/api/events", headers=headers) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield read_events(response.iter_lines())


def until(events: Iterator[Event], kind: str, times: int = 1) -> list[Event]:
    """Return the events up to the given one of a kind."""
    taken: list[Event] = []
    for event in events:
        taken.append(event)
        times -= event.kind == kind
        if not times:
            break
    return taken


def data(event: Event) -> dict[str, Any]:
    return json.loads(event.data)


def facts(events: list[Event]) -> list[dict[str, Any]]:
    """Return the stored events among these."""
    return [data(event) for event in events if event.kind not in ("hello", "agent.stream", "reset")]


def ask(client: httpx.Client, message: str = "What is 12 * 13?", **more: Any) -> dict[str, Any]:
    answer = client.post("/api/agents/execute", json={"message": message, **more})
    assert answer.status_code == 202, answer.text
    return answer.json()


def stored(client: httpx.Client) -> list[dict[str, Any]]:
    """Return all stored events, oldest first, as the debugger reads them."""
    return client.get("/api/debug/events?afterId=0&limit=200").json()["events"]


def fingerprint(fact: dict[str, Any]) -> tuple[Any, ...]:
    return fact["id"], fact["kind"], fact["executionId"], fact["sequence"]


def test_the_stream_greets_with_its_cursor_and_version(own: httpx.Client) -> None:
    with following(own) as events:
        hello = next(events)
    assert hello.kind == "hello"
    assert data(hello)["cursor"] == hello.id
    assert data(hello)["version"]


def test_every_stored_event_comes_once_and_as_it_is_stored(own: httpx.Client) -> None:
    with following(own) as events:
        next(events)
        execution = ask(own)
        seen = facts(until(events, "done"))
    assert [fact["sequence"] for fact in seen if fact["executionId"] == execution["id"]] == list(range(1, len(seen)))
    wanted = stored(own)
    assert [set(fact) for fact in seen] == [set(fact) for fact in wanted]
    for fact, other in zip(seen, wanted, strict=True):
        assert datetime.fromisoformat(fact.pop("at")) == datetime.fromisoformat(other.pop("at"))
        assert fact == other


def test_an_overview_and_the_stream_after_its_cursor_miss_nothing(own: httpx.Client) -> None:
    before = {ask(own, f"What is {number} * 3?")["id"] for number in range(4)}
    overview = own.get("/api/overview").json()
    later = {ask(own, f"What is {number} * 7?")["id"] for number in range(4)}
    waited_for = later | {turn["id"] for turn in overview["running"]}
    assert overview["today"]["completed"] + len(overview["running"]) == len(before)
    seen: list[dict[str, Any]] = []
    with own.stream("GET", "/api/events", params={"after": overview["cursor"]}) as response:
        events = read_events(response.iter_lines())
        assert next(events).id == overview["cursor"]
        while waited_for - {fact["executionId"] for fact in seen if fact["kind"] == "done"}:
            seen += facts([next(events)])
    assert len({fact["id"] for fact in seen}) == len(seen)


def test_a_reader_dropped_at_random_misses_nothing_and_gets_nothing_twice(own: httpx.Client) -> None:
    draw = random.Random(20261122)
    with following(own) as events:
        cursor = next(events).id
    executions = {ask(own, f"What is {number} * 11?")["id"] for number in range(6)}
    seen: list[dict[str, Any]] = []
    while executions - {fact["executionId"] for fact in seen if fact["kind"] == "done"}:
        with following(own, cursor) as events:
            assert next(events).id == cursor
            for _ in range(draw.randint(1, 9)):
                event = next(events)
                assert event.kind != "reset"
                seen += facts([event])
                cursor = event.id
                if len({fact["executionId"] for fact in seen if fact["kind"] == "done"}) == len(executions):
                    break
    assert len(seen) == len(stored(own))
    assert sorted(map(fingerprint, seen)) == sorted(map(fingerprint, stored(own)))
    for execution in executions:
        sequences = [fact["sequence"] for fact in seen if fact["executionId"] == execution]
        assert sequences == list(range(1, len(sequences) + 1))


def test_pieces_of_text_carry_no_id_so_that_a_browser_keeps_its_cursor(own: httpx.Client, site: Site) -> None:
    # An answer that is whole before anybody looks comes without pieces: this one takes its time.
    script = site.platform.settings.home / "slow.toml"
    script.write_text(f'[[turn]]\ntext = "{"word " * 40}"\npace = 40\n')
    assert own.put("/api/preferences", json={"model": f"scripted:{script}"}).status_code == 200
    with own.stream("GET", "/api/events") as response:
        lines = response.iter_lines()
        ask(own, "Tell me something", agentId="main")
        blocks: list[list[str]] = [[]]
        for line in lines:
            if line:
                blocks[-1].append(line)
                continue
            if "event: done" in blocks[-1]:
                break
            blocks.append([])
    pieces = [block for block in blocks if "event: agent.stream" in block]
    others = [block for block in blocks if any(line.startswith("event:") for line in block) and block not in pieces]
    assert pieces
    assert not any(line.startswith("id:") for block in pieces for line in block)
    assert all(any(line.startswith("id: ") for line in block) for block in others)
    piece = json.loads(next(line for line in pieces[0] if line.startswith("data: ")).removeprefix("data: "))
    assert set(piece) == {"executionId", "agent", "call", "place", "offset", "text"}


@pytest.mark.parametrize(
    "after", ["999999999999.0", "123456789012345678.1", "abc", "1", "1.2.3", "-1.0", "'", "\u0663"]
)
def test_a_cursor_that_cannot_be_honoured_is_answered_by_a_reset_and_the_stream_goes_on(
    own: httpx.Client, after: str
) -> None:
    with own.stream("GET", "/api/events", params={"after": after}) as response:
        events = read_events(response.iter_lines())
        hello, reset = next(events), next(events)
        assert (hello.kind, reset.kind) == ("hello", "reset")
        assert data(reset)["reason"]
        assert reset.id == hello.id
        execution = ask(own)
        assert {fact["executionId"] for fact in facts(until(events, "done"))} == {None, execution["id"]}


def test_a_cursor_that_is_too_long_is_refused(own: httpx.Client) -> None:
    for answer in (
        own.get("/api/events", params={"after": "1" * 2000}),
        own.get("/api/events", headers={"Last-Event-ID": "x" * 2000}),
        own.get("/api/events", params={"lastEventId": "x" * 2000}),
    ):
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_reader_more_than_two_thousand_events_behind_begins_anew(
    site: Site, someone: Person, own: httpx.Client
) -> None:
    with following(own) as events:
        cursor = next(events).id
    many = [AgentRemoved(agent="a", reason="deleted")] * 2000
    site.run(site.platform.stores[EventStore].append(someone.user_id, many))
    with following(own, cursor) as events:
        assert next(events).id == cursor
        seen = facts(until(events, "agent.removed", 2000))
    assert len({fact["id"] for fact in seen}) == 2000
    site.run(site.platform.stores[EventStore].append(someone.user_id, many[:1]))
    with following(own, cursor) as events:
        assert [next(events).kind, next(events).kind] == ["hello", "reset"]


def test_a_reader_whose_events_have_been_pruned_begins_anew(site: Site, someone: Person, own: httpx.Client) -> None:
    events_store = site.platform.stores[EventStore]
    with following(own) as events:
        cursor = next(events).id
    site.run(events_store.append(someone.user_id, [AgentRemoved(agent="a", reason="deleted")]))
    with following(own, cursor) as events:
        assert [next(events).kind, next(events).kind] == ["hello", "agent.removed"]
    assert site.run(events_store.prune(someone.user_id, datetime.now(UTC) + timedelta(hours=1))) == 1
    with following(own, cursor) as events:
        assert [next(events).kind, next(events).kind] == ["hello", "reset"]


def test_nobody_follows_what_is_not_theirs(site: Site, own: httpx.Client, stranger: httpx.Client) -> None:
    with site.client(site.person("Somebody else")) as other, following(own) as events:
        cursor = next(events).id
        theirs = finished(other, ask(other, "What is 99 * 99?")["id"])
        mine = ask(own, "What is 2 * 2?")
        seen = until(events, "done")
        assert theirs["id"] not in "".join(event.data for event in seen)
        assert theirs["conversationId"] not in "".join(event.data for event in seen)
        with following(other, cursor) as others:
            seen = until(others, "done")
        assert mine["id"] not in "".join(event.data for event in seen)
    assert stranger.get("/api/events").status_code == 401


def test_tabs_of_one_person_see_the_same(own: httpx.Client) -> None:
    with following(own) as one, following(own) as two:
        next(one), next(two)
        ask(own)
        first, second = facts(until(one, "done")), facts(until(two, "done"))
    assert first == second


def test_changes_of_conversations_are_told(own: httpx.Client) -> None:
    with following(own) as events:
        next(events)
        made = own.post("/api/conversations/create", json={"title": "Plans"}).json()["id"]
        own.patch(f"/api/conversations/{made}", json={"pinned": True})
        own.delete(f"/api/conversations/{made}")
        opened = ask(own, agentId="peter-logical")
        finished(own, opened["id"])
        again = ask(own, agentId="peter-logical", conversationId=opened["conversationId"])
        assert again["conversationId"] == opened["conversationId"]
        own.put(f"/api/agents/execution/{opened['id']}/feedback", json={"rating": "up"})
        told = [fact["data"] for fact in facts(until(events, "conversation.changed", 6)) if fact["executionId"] is None]
    assert [(one["conversationId"], one["change"]) for one in told] == [
        (made, "created"),
        (made, "updated"),
        (made, "deleted"),
        (opened["conversationId"], "created"),
        (opened["conversationId"], "updated"),
        (opened["conversationId"], "updated"),
    ]

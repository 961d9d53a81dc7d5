"""The two streams of a swarm: each fact once, from any cursor, and nothing of another swarm or person."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bailiwick.features.swarm.events import MailSent
from bailiwick.kernel.events.store import EventStore
from support.site import Event, Person, Site
from support.swarm_calls import asleep, first, following, get, make, until, write


@pytest.fixture
def someone(site: Site) -> Person:
    """A user to whom nothing has happened yet."""
    return site.person("Watcher")


@pytest.fixture
def own(site: Site, someone: Person) -> Iterator[httpx.Client]:
    """Calls as that user."""
    with site.client(someone) as client:
        yield client


def data(event: Event) -> dict[str, Any]:
    return json.loads(event.data)


def facts(events: list[Event]) -> list[dict[str, Any]]:
    return [data(event) for event in events if event.kind not in ("hello", "reset", "cursor", "agent.stream")]


def slept(kind: str, _: dict[str, Any]) -> bool:
    return kind == "resident.slept"


def test_a_swarm_is_told_by_its_facts_without_text(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    with following(own, f"/api/swarms/{made['id']}/stream") as events:
        hello = next(events)
        assert hello.kind == "hello"
        assert data(hello)["version"]
        sent = write(own, made, "What is 9 * 9?", to=one)
        seen = facts(until(events, slept))
    kinds = [fact["kind"] for fact in seen]
    assert kinds[0] == "mail.sent"
    assert seen[0]["data"]["mail"] == sent["id"]
    assert {"resident.woken", "model-call", "tool-execution", "agent.tool_result", "mail.sent"} <= set(kinds)
    assert "agent.stream" not in kinds
    turns = {fact["executionId"] for fact in seen if fact["executionId"]}
    assert len(turns) == 1
    assert {fact["data"]["agent"] for fact in seen if "agent" in fact["data"]} == {one}
    told = {(fact["swarmId"], fact["residentId"]) for fact in seen if fact["executionId"]}
    assert told == {(made["id"], one)}
    assert (seen[0]["swarmId"], seen[0]["residentId"]) == (None, None), "a person wrote it, in no turn"
    stored = get(own, "/api/debug/events", executionId=next(iter(turns)))["events"]
    assert {(fact["swarmId"], fact["residentId"]) for fact in stored} == told


def test_a_resident_is_told_with_its_words_as_they_come(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    text: dict[str, str] = {}
    with following(own, f"/api/swarms/{made['id']}/residents/{one}/stream") as events:
        next(events)
        # An answer that is whole before anybody looks comes without pieces; not so all of many.
        for number in range(8):
            write(own, made, f"What is {number} * 11?", to=one)
            for event in until(events, slept):
                if event.kind == "agent.stream":
                    piece = data(event)
                    key = piece["executionId"] + piece["call"]
                    text[key] = text.get(key, "")[: piece["offset"]] + piece["text"]
                    assert piece["agent"] == one
    assert text
    assert all(words.strip() for words in text.values())


def test_a_swarm_hears_nothing_of_other_swarms_or_of_chats(own: httpx.Client) -> None:
    quiet, busy = make(own), make(own)
    asleep(own, quiet)
    asleep(own, busy)
    with following(own, f"/api/swarms/{quiet['id']}/stream") as events:
        next(events)
        own.post("/api/v1/query", json={"query": "What is 2 * 2?"})
        write(own, busy, "What is 3 * 3?", to=first(own, busy)["id"])
        asleep(own, busy)
        write(own, quiet, "What is 4 * 4?", to=first(own, quiet)["id"])
        seen = until(events, slept)
    assert busy["id"] not in "".join(event.data for event in seen)
    assert {fact["data"].get("swarm", quiet["id"]) for fact in facts(seen)} == {quiet["id"]}
    mine = {turn["executionId"] for turn in history(own, quiet)}
    assert {fact["executionId"] for fact in facts(seen)} <= {None, *mine}


def history(client: httpx.Client, swarm: dict[str, Any]) -> list[dict[str, Any]]:
    one = first(client, swarm)["id"]
    return get(client, f"/api/swarms/{swarm['id']}/residents/{one}/history")["turns"]


def test_nobody_follows_a_swarm_of_somebody_else(site: Site, own: httpx.Client, stranger: httpx.Client) -> None:
    with site.client(site.person("Owner of a twin")) as other:
        mine, theirs = make(own, name="Twin"), make(other, name="Twin")
        assert mine["id"] == theirs["id"]
        asleep(own, mine)
        asleep(other, theirs)
        with following(own, f"/api/swarms/{mine['id']}/stream") as events:
            cursor = next(events).id
            write(other, theirs, "What is 99 * 99?", to=first(other, theirs)["id"])
            asleep(other, theirs)
            write(own, mine, "What is 2 * 3?", to=first(own, mine)["id"])
            seen = until(events, slept)
        assert "99 * 99" not in "".join(json.dumps(fact["data"]) for fact in facts(seen) if fact["kind"] == "mail.sent")
        with following(other, f"/api/swarms/{theirs['id']}/stream", cursor) as events:
            seen = until(events, slept)
        assert "2 * 3" not in "".join(event.data for event in seen)
        lonely = make(own, name="Lonely")
        for path in (f"/api/swarms/{lonely['id']}/stream", f"/api/swarms/{lonely['id']}/residents/x@lonely/stream"):
            assert other.get(path).status_code == 404
            assert stranger.get(path).status_code == 401


def test_a_reader_dropped_at_random_misses_nothing_and_gets_nothing_twice(own: httpx.Client) -> None:
    draw = random.Random(20261122)
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    path = f"/api/swarms/{made['id']}/stream"
    with following(own, path) as events:
        cursor = next(events).id
    with following(own, path) as whole:
        next(whole)
        for number in range(4):
            write(own, made, f"What is {number} * 13?", to=one)
            asleep(own, made)
        write(own, made, "What is 7 * 7?", to=one)
        asleep(own, made)
        wanted = until(whole, lambda kind, fact: kind == "mail.sent" and "49" in fact["data"]["preview"])
    ids = [event.id for event in wanted]
    seen: list[str] = []
    while not seen or seen[-1] != ids[-1]:
        with following(own, path, cursor) as events:
            assert next(events).id == cursor
            for _ in range(draw.randint(1, 9)):
                event = next(events)
                assert event.kind != "reset"
                seen.append(event.id)
                cursor = event.id
                if cursor == ids[-1]:
                    break
    assert seen == ids


def test_two_readers_see_the_same(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    path = f"/api/swarms/{made['id']}/stream"
    with following(own, path) as one, following(own, path) as two:
        next(one), next(two)
        write(own, made, "What is 5 * 5?", to=first(own, made)["id"])
        assert facts(until(one, slept)) == facts(until(two, slept))


def test_a_reader_that_takes_nothing_holds_up_nobody_and_finds_all_of_it_later(
    site: Site, someone: Person, own: httpx.Client
) -> None:
    made = make(own)
    asleep(own, made)
    many = [sent(made["id"], number, "x" * 200) for number in range(1500)]
    with following(own, f"/api/swarms/{made['id']}/stream") as slow:
        next(slow)
        site.run(site.platform.stores[EventStore].append(someone.user_id, many))
        write(own, made, "What is 6 * 6?", to=first(own, made)["id"])
        done = asleep(own, made)
        assert done["mails"] == 4
        seen = facts(until(slow, slept))
    positions = [fact["data"]["position"] for fact in seen if fact["data"].get("room") == "r"]
    assert positions == list(range(1500))


def sent(swarm: str, position: int, preview: str = "") -> MailSent:
    return MailSent(
        swarm=swarm, room="r", mail="m", position=position, sender="person", recipients=(), cause=None, preview=preview
    )


def test_a_reader_of_a_quiet_swarm_can_resume_although_much_happened_elsewhere(
    site: Site, someone: Person, own: httpx.Client
) -> None:
    made = make(own)
    asleep(own, made)
    path = f"/api/swarms/{made['id']}/stream"
    append = site.platform.stores[EventStore].append
    with following(own, path) as events:
        cursor = next(events).id
        for _ in range(4):
            site.run(append(someone.user_id, [sent("elsewhere", number) for number in range(600)]))
            cursor = until(events, lambda kind, _: kind == "cursor")[-1].id
    with following(own, path, cursor) as events:
        assert next(events).kind == "hello"
        site.run(append(someone.user_id, [sent(made["id"], 7)]))
        assert next(event.kind for event in events if event.kind != "cursor") == "mail.sent"


def test_a_cursor_that_cannot_be_honoured_is_answered_by_a_reset(own: httpx.Client) -> None:
    made = make(own)
    for after in ("999999999999.0", "abc"):
        with following(own, f"/api/swarms/{made['id']}/stream", after) as events:
            assert [next(events).kind, next(events).kind] == ["hello", "reset"]
    answer = own.get(f"/api/swarms/{made['id']}/stream", headers={"Last-Event-ID": "x" * 2000})
    assert answer.status_code == 422


def test_the_streams_end_when_the_swarm_is_deleted(own: httpx.Client) -> None:
    made = make(own)
    asleep(own, made)
    one = first(own, made)["id"]
    paths = (f"/api/swarms/{made['id']}/stream", f"/api/swarms/{made['id']}/residents/{one}/stream")
    with following(own, paths[0]) as facts_of_all, following(own, paths[1]) as thoughts:
        assert own.delete(f"/api/swarms/{made['id']}").status_code == 204
        for events in (facts_of_all, thoughts):
            last = list(events)[-1]
            assert (last.kind, data(last)["data"]["change"]) == ("swarm.changed", "deleted")
    for path in paths:
        assert own.get(path).status_code == 404

"""Following executions: in order, from any point, to the end."""

import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from bailiwick.kernel.http import sse
from support.operations import SOME_UUID
from support.site import Event, Person, Site, finished, read_events


def start(client: httpx.Client, message: str = "What is 12 * 13?", **more: object) -> str:
    """Let an agent work and return the execution's id."""
    answer = client.post("/api/agents/execute", json={"message": message, **more})
    assert answer.status_code == 202, answer.text
    return answer.json()["id"]


def follow(client: httpx.Client, execution_id: str, after: str | None = None, most: int = 1000) -> list[Event]:
    """Return up to `most` events after an id."""
    headers = {"Last-Event-ID": after} if after else {}
    events: list[Event] = []
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events", headers=headers) as response:
        assert response.status_code == 200
        for event in read_events(response.iter_lines()):
            events.append(event)
            if len(events) == most:
                break
    return events


def text_of(events: list[Event]) -> dict[str, str]:
    """Assemble the text of each model call as a reader does."""
    texts: dict[str, str] = {}
    for event in events:
        if event.kind == "agent.stream":
            data = json.loads(event.data)
            texts[data["call"]] = texts.get(data["call"], "")[: data["offset"]] + data["text"]
    return texts


def test_a_stream_begins_at_the_start_and_ends_with_done(client: httpx.Client) -> None:
    events = follow(client, start(client))
    kinds = [event.kind for event in events]
    assert kinds[0] == "execution.started"
    assert "agent-delegation" in kinds
    assert kinds[-1] == "done"
    assert kinds.count("done") == 1
    done = json.loads(events[-1].data)
    assert done["status"] == "completed"
    assert "156" in done["content"]


def test_ids_only_ever_grow(client: httpx.Client) -> None:
    ids = [tuple(map(int, event.id.split("."))) for event in follow(client, start(client))]
    assert ids == sorted(set(ids))


def test_a_stream_is_served_as_one(client: httpx.Client) -> None:
    execution_id = start(client)
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-accel-buffering"] == "no"
        assert next(response.iter_lines()).startswith("retry: ")


def test_a_finished_execution_is_streamed_the_same_again(client: httpx.Client) -> None:
    execution_id = start(client)
    finished(client, execution_id)
    again = follow(client, execution_id)
    assert again == follow(client, execution_id)
    assert again[-1].kind == "done"


def test_a_reader_that_comes_back_gets_what_it_lacks_and_nothing_twice(client: httpx.Client) -> None:
    execution_id = start(client)
    whole = follow(client, execution_id)
    finished(client, execution_id)
    facts = [event for event in follow(client, execution_id) if event.kind != "agent.stream"]
    for index, event in enumerate(facts[:-1]):
        rest = [one for one in follow(client, execution_id, event.id) if one.kind != "agent.stream"]
        assert [one.id for one in rest] == [one.id for one in facts[index + 1 :]]
    assert text_of(whole) == text_of(follow(client, execution_id))


def test_a_reader_dropped_at_random_ends_with_the_same_events(client: httpx.Client) -> None:
    draw = random.Random(20261121)
    for _ in range(10):
        execution_id = start(client, f"What is {draw.randint(2, 99)} * {draw.randint(2, 99)}?")
        pieces: list[Event] = []
        while not pieces or pieces[-1].kind != "done":
            pieces += follow(client, execution_id, pieces[-1].id if pieces else None, draw.randint(1, 4))
        whole = follow(client, execution_id)
        facts = [(event.id, event.kind) for event in pieces if event.kind != "agent.stream"]
        assert facts == [(event.id, event.kind) for event in whole if event.kind != "agent.stream"]
        assert text_of(pieces) == text_of(whole)


@pytest.mark.parametrize("after", ["999999999.0", "123456789012345"])
def test_an_id_from_the_future_is_answered_by_a_reset_and_the_whole_stream(client: httpx.Client, after: str) -> None:
    execution_id = start(client)
    finished(client, execution_id)
    events = follow(client, execution_id, after)
    assert events[0].kind == "reset"
    assert [event.kind for event in events[1:]] == [event.kind for event in follow(client, execution_id)]


@pytest.mark.parametrize("after", ["-1", "x", "1.-1", "1e5", "9" * 30, "1.2.3", "'", "\u0663", "a" * 20_000])
def test_what_is_no_event_id_is_refused_before_the_stream_starts(client: httpx.Client, after: str) -> None:
    execution_id = start(client)
    path = f"/api/agents/execution/{execution_id}/events"
    for answer in (
        client.get(path, headers={"Last-Event-ID": after.encode()}),
        client.get(path, params={"lastEventId": after[:10_000]}),
    ):
        assert answer.status_code == 422, answer.text
        assert answer.headers["content-type"] == "application/problem+json"


def test_the_query_parameter_stands_for_the_header(client: httpx.Client) -> None:
    execution_id = start(client)
    finished(client, execution_id)
    first = follow(client, execution_id)[0]
    text = client.get(f"/api/agents/execution/{execution_id}/events", params={"lastEventId": first.id}).text
    assert "execution.started" not in text
    assert "event: done" in text


def test_nobody_follows_what_is_not_theirs(client: httpx.Client, bobs_client: httpx.Client) -> None:
    execution_id = start(client)
    for path in (execution_id, SOME_UUID, "nothing"):
        answer = bobs_client.get(f"/api/agents/execution/{path}/events", headers={"Last-Event-ID": "1.0"})
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"


def test_leaving_a_stream_does_not_stop_the_execution(client: httpx.Client) -> None:
    execution_id = start(client)
    follow(client, execution_id, most=1)
    assert finished(client, execution_id)["status"] == "completed"


def test_many_readers_see_the_same(site: Site, alice: Person, client: httpx.Client) -> None:
    execution_id = start(client)

    def read(_: int) -> list[Event]:
        with site.client(alice) as reader:
            return follow(reader, execution_id)

    with ThreadPoolExecutor(20) as threads:
        streams = list(threads.map(read, range(20)))
    facts = {tuple(event.id for event in stream if event.kind != "agent.stream") for stream in streams}
    assert len(facts) == 1
    assert len({json.dumps(text_of(stream)) for stream in streams}) == 1


def test_a_quiet_stream_beats(idle_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.05)
    with idle_site.client(idle_site.person("Waiting")) as client:
        execution_id = start(client)
        with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as response:
            assert any(line.startswith(": ") for line in response.iter_lines())


def test_a_revoked_key_ends_its_open_streams(idle_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "RECHECK_SECONDS", 0.05)
    with idle_site.client(idle_site.person("Revoked")) as client:
        execution_id = start(client)
        made = client.post("/api/keys", json={"name": "stream", "scopes": ["read"]}).json()
        with (
            idle_site.client(headers={"X-API-Key": made["secret"]}) as reader,
            reader.stream("GET", f"/api/agents/execution/{execution_id}/events") as response,
        ):
            lines = response.iter_lines()
            assert next(lines).startswith("retry")
            client.delete(f"/api/keys/{made['key']['id']}")
            assert not any(line.startswith("event: done") for line in lines)


def test_stopping_ends_a_hundred_open_streams_in_good_order(idle_site: Site) -> None:
    person = idle_site.person("Reader")
    with idle_site.client(person) as client:
        execution_id = start(client)
    everyone_reads = threading.Barrier(101)
    endings: list[str] = []

    def read() -> None:
        with (
            idle_site.client(person) as reader,
            reader.stream("GET", f"/api/agents/execution/{execution_id}/events") as response,
        ):
            lines = response.iter_lines()
            endings.append(next(lines))
            everyone_reads.wait(60)
            for _ in lines:
                pass
            endings.append("ended")

    readers = [threading.Thread(target=read) for _ in range(100)]
    for reader in readers:
        reader.start()
    everyone_reads.wait(60)
    idle_site.stop()
    assert idle_site.joined(60)
    for reader in readers:
        reader.join(60)
    assert endings.count("ended") == 100
    assert sum(ending.startswith("retry: ") for ending in endings) == 100

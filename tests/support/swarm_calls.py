"""What people do with swarms over HTTP, in a line each."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import httpx

from support.site import Event, read_events

Fields = dict[str, Any]
AT_REST = ("sleeping", "waiting")


def make(client: httpx.Client, goal: str = "What is 12 * 13?", **fields: Any) -> Fields:
    """Create a swarm and return it; its name is its own unless one is given."""
    body = {"goal": goal, "name": f"Swarm {uuid4().hex[:8]}", "tools": ["calculator", "getCurrentDateTime"], **fields}
    if "template" in fields:
        del body["tools"]
    answer = client.post("/api/swarms", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def add(client: httpx.Client, swarm: Fields, name: str, **fields: Any) -> Fields:
    """Add a resident and return it."""
    body = {"name": name, "role": "helper", **fields}
    answer = client.post(f"/api/swarms/{swarm['id']}/residents", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def residents(client: httpx.Client, swarm: Fields) -> list[Fields]:
    """Return who lives there."""
    return get(client, f"/api/swarms/{swarm['id']}/residents")["residents"]


def first(client: httpx.Client, swarm: Fields) -> Fields:
    """Return the first resident."""
    return residents(client, swarm)[0]


def get(client: httpx.Client, path: str, **parameters: Any) -> Any:
    """Read something that is there."""
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: httpx.Client, path: str, body: Fields | None = None, status: int = 200) -> Any:
    """Do something that is allowed."""
    answer = client.post(path, json=body) if body is not None else client.post(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def write(client: httpx.Client, swarm: Fields, content: str, **fields: Any) -> Fields:
    """Write mail and return it."""
    return post(client, f"/api/swarms/{swarm['id']}/mail", {"content": content, **fields}, 201)


def mails(client: httpx.Client, swarm: Fields, **parameters: Any) -> list[Fields]:
    """Return mail, oldest first."""
    return get(client, f"/api/swarms/{swarm['id']}/mail", **parameters)["mails"]


def direct_room(client: httpx.Client, swarm: Fields, *members: str) -> Fields:
    """Return the room of exactly these."""
    rooms = get(client, f"/api/swarms/{swarm['id']}/rooms")["rooms"]
    return next(room for room in rooms if set(room["members"]) == set(members))


@contextmanager
def following(client: httpx.Client, path: str, after: str | None = None) -> Iterator[Iterator[Event]]:
    """Follow a stream, as a browser that comes back does; the first event has been checked to be `hello`."""
    headers = {"Last-Event-ID": after} if after else {}
    with client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield read_events(response.iter_lines())


def until(events: Iterator[Event], wanted: Callable[[str, Fields], bool]) -> list[Event]:
    """Return the events up to the first that is wanted, by its kind and its data."""
    taken: list[Event] = []
    for event in events:
        taken.append(event)
        if wanted(event.kind, json.loads(event.data)):
            return taken
    raise AssertionError(f"the stream ended after {[event.kind for event in taken]}")


def asleep(client: httpx.Client, swarm: Fields) -> Fields:
    """Wait until no resident of the swarm works, and return it."""
    path = f"/api/swarms/{swarm['id']}"
    with following(client, f"{path}/stream") as events:
        next(events)
        while not _rests(client, swarm):
            until(events, lambda kind, _: kind in ("resident.slept", "swarm.changed", "resident.changed"))
    return get(client, path)


def _rests(client: httpx.Client, swarm: Fields) -> bool:
    if get(client, f"/api/swarms/{swarm['id']}")["status"] != "running":
        return True
    return all(one["activity"] in AT_REST or one["status"] != "active" for one in residents(client, swarm))

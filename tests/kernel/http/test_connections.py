"""What one client may hold: connections, streams, time, unfinished work."""

import os
import socket
from collections.abc import Iterator
from dataclasses import replace

import httpx
import psycopg
import pytest

from bailiwick.features.installation import health_http as health
from bailiwick.kernel.http.connections import one_client
from bailiwick.kernel.platform import Working
from support.postgres import TestServer
from support.site import Person, Site, settings_of
from support.swarm_calls import first, make

MOST = 8
"""Connections of one address."""
STREAMS = 2
"""Streams of one person."""
RUNS = 3
"""Requests of one person that wait or run."""


@pytest.fixture(scope="module")
def strict(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that gives clients little time and few connections."""
    name = f"strict_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    settings = settings_of(
        urls,
        tmp_path_factory.mktemp("strict"),
        request_head_seconds=0.4,
        request_body_seconds=1.5,
        connections_per_address=MOST,
        streams_per_person=STREAMS,
        unfinished_per_person=RUNS,
    )
    with Site(settings, working=Working.NO) as site:
        yield site
    postgres.drop(name)


@pytest.fixture(scope="module")
def follower(strict: Site) -> Person:
    """A user who follows streams."""
    return strict.person("Follower")


def connected(site: Site) -> socket.socket:
    """Return a new connection that gives up after ten seconds of silence."""
    host, port = site.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


def answer_of(connection: socket.socket) -> str:
    """Read until the server ends the connection."""
    received = b""
    while piece := connection.recv(65_536):
        received += piece
    return received.decode()


def request(site: Site, person: Person | None = None, path: str = "/healthz", host: str | None = None) -> bytes:
    """Return a request as it goes over the wire."""
    own = site.url.removeprefix("http://")
    key = f"Authorization: Bearer {person.key}\r\n" if person else ""
    return f"GET {path} HTTP/1.1\r\nHost: {own if host is None else host}\r\n{key}\r\n".encode()


@pytest.mark.parametrize(
    "sent", [b"", b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1\r\n"]
)
def test_headers_that_do_not_arrive_end_the_connection(strict: Site, sent: bytes) -> None:
    with connected(strict) as connection:
        connection.sendall(sent)
        answer = answer_of(connection)
    assert answer.startswith("HTTP/1.1 408 Request Timeout\r\n")
    assert '"code":"timeout"' in answer


def test_headers_that_come_a_byte_at_a_time_end_the_connection_all_the_same(strict: Site) -> None:
    with connected(strict) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        connection.settimeout(0.05)
        answer = b""
        for _ in range(400):
            try:
                connection.sendall(b"a")
                answer = connection.recv(65_536)
                break
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 408 ")


def test_the_second_request_of_a_connection_has_no_more_time_than_the_first(strict: Site) -> None:
    with connected(strict) as connection:
        connection.sendall(request(strict))
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"\r\n")
        assert "HTTP/1.1 408 " in answer_of(connection)


def test_a_body_that_nobody_waits_for_ends_with_its_connection(strict: Site) -> None:
    """The answer is out before the body is: nothing else would ever end it."""
    with connected(strict) as connection:
        own = strict.url.removeprefix("http://")
        connection.sendall(f"POST /nothing HTTP/1.1\r\nHost: {own}\r\nContent-Length: 1000\r\n\r\n".encode())
        assert connection.recv(65_536).startswith(b"HTTP/1.1 404 ")
        connection.sendall(b"a")
        assert "HTTP/1.1 408 " in answer_of(connection)


def test_a_body_that_does_not_arrive_ends_the_request_after_the_time_that_was_set(strict: Site) -> None:
    slow = strict.person("Slow")
    with connected(strict) as connection:
        own = strict.url.removeprefix("http://")
        connection.sendall(
            f"POST /api/agents/execute HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {slow.key}\r\n"
            "Content-Type: application/json\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{".encode()
        )
        answer = answer_of(connection)
    assert answer.startswith("HTTP/1.1 408 ")
    assert "The body did not arrive within 1.5 seconds." in answer


def test_headers_without_end_are_refused_before_they_fill_the_memory(strict: Site) -> None:
    with connected(strict) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
        connection.settimeout(0.005)
        answer = b""
        for _ in range(32):
            connection.sendall(b"a" * 65_536)
            try:
                answer = connection.recv(65_536)
                break
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("host", ["[::1]evil", "localhost:80@evil", "", "localhost:99999", "localhost."])
def test_a_strange_host_is_refused_on_the_wire(strict: Site, host: str) -> None:
    with connected(strict) as connection:
        connection.sendall(request(strict, host=host))
        assert connection.recv(65_536).startswith(b"HTTP/1.1 421 ")


def test_one_address_holds_so_many_connections_and_one_more_hears_when_to_come_again(
    strict: Site, follower: Person
) -> None:
    streams = [connected(strict) for _ in range(STREAMS)]
    for stream in streams:
        stream.sendall(request(strict, follower, "/api/events"))
        assert stream.recv(65_536).startswith(b"HTTP/1.1 200 ")
    idle: list[socket.socket] = []
    try:
        # A refused connection counts until it is gone; so the limit is near when the first refusal comes.
        refused = ""
        while not refused and len(idle) < 3 * MOST:
            connection = connected(strict)
            connection.sendall(request(strict))
            answer = connection.recv(65_536).decode()
            idle.append(connection)
            if not answer.startswith("HTTP/1.1 200 "):
                refused = answer
        assert len(idle) == MOST - STREAMS + 1
        assert refused.startswith("HTTP/1.1 429 Too Many Requests\r\n")
        assert "retry-after: 5" in refused.lower()
        assert '"code":"too-many-connections"' in refused
    finally:
        for connection in (*idle, *streams):
            connection.close()


def test_one_person_follows_so_many_streams_and_others_follow_theirs(strict: Site, follower: Person) -> None:
    path = f"{strict.url}/api/events"
    with (
        strict.client(follower) as client,
        strict.client(strict.person("Other")) as other,
        client.stream("GET", path) as first,
        client.stream("GET", path) as second,
    ):
        assert (first.status_code, second.status_code) == (200, 200)
        third = client.get(path)
        assert (third.status_code, third.json()["code"]) == (429, "too-many-streams")
        assert third.headers["retry-after"] == "5"
        with other.stream("GET", path) as foreign:
            assert foreign.status_code == 200


def test_a_client_is_one_address_or_one_network_of_the_newer_kind() -> None:
    assert one_client("203.0.113.9") == one_client("::ffff:203.0.113.9") == "203.0.113.9"
    assert one_client("2001:db8:1:2::9") == one_client("2001:db8:1:2:ffff::1") != one_client("2001:db8:1:3::9")
    assert one_client(None) == ""


@pytest.fixture
def busy(strict: Site) -> Iterator[httpx.Client]:
    """Calls as a user who is about to have as much unfinished work as one may have."""
    with strict.client(strict.person("Busy")) as client:
        yield client


def fill(client: httpx.Client) -> str:
    """Ask for as much as one may, and return the id of the latest."""
    answers = [client.post("/api/agents/execute", json={"message": "What is 2 + 2?"}) for _ in range(RUNS)]
    assert [answer.status_code for answer in answers] == [202] * RUNS
    return answers[-1].json()["id"]


def test_more_work_than_one_may_have_is_refused_however_it_is_asked_for(strict: Site, busy: httpx.Client) -> None:
    task = busy.post("/api/tasks/create", json={"title": "Add 2 and 2"}).json()["id"]
    swarm = make(busy)
    fill(busy)
    for path, body in (
        ("/api/agents/execute", {"message": "hi"}),
        ("/api/v1/query", {"query": "hi"}),
        ("/api/v1/query/stream", {"query": "hi"}),
        (f"/api/tasks/{task}/run", {}),
        (f"/api/swarms/{swarm['id']}/mail", {"to": first(busy, swarm)["id"], "content": "Hello"}),
    ):
        answer = busy.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-much-work"), (path, answer.text)
        assert int(answer.headers["retry-after"]) > 0
        assert "stop some, or wait" in answer.json()["detail"]
    assert busy.get(f"/api/tasks/{task}").json()["status"] == "todo"
    with strict.client(strict.person("Other")) as other:
        assert other.post("/api/agents/execute", json={"message": "hi"}).status_code == 202


def test_what_was_refused_as_too_much_is_not_kept_as_the_answer_to_its_key(busy: httpx.Client) -> None:
    latest, key, body = fill(busy), {"Idempotency-Key": "once"}, {"message": "And now?"}
    assert busy.post("/api/agents/execute", json=body, headers=key).status_code == 429
    assert busy.post(f"/api/agents/execution/{latest}/cancel").is_success
    again = busy.post("/api/agents/execute", json=body, headers=key)
    assert (again.status_code, again.headers.get("idempotency-replayed")) == (202, None)


def test_work_that_waits_for_a_person_is_resumed_when_there_is_room_for_it(strict: Site, busy: httpx.Client) -> None:
    user_id, latest = busy.get("/api/me").json()["user"]["id"], fill(busy)

    async def wait() -> None:
        async with strict.platform.database.as_user(user_id) as connection:
            change = "update executions set status = 'waiting', waiting_for = 'A word.' where id = $1"
            await connection.execute(change, latest)

    strict.run(wait())
    more = busy.post("/api/agents/execute", json={"message": "hi"}).json()["id"]
    path = f"/api/agents/execution/{latest}/resume"
    assert busy.post(path, json={"retry": True}).json()["code"] == "too-much-work"
    assert busy.post(f"/api/agents/execution/{more}/cancel").is_success
    assert busy.post(path, json={"retry": True}).is_success


def test_a_full_disk_is_called_that_and_the_process_says_that_it_cannot_work(
    strict: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = strict.platform.settings.database_url
    assert owner is not None
    writer = strict.person("Writer")
    with psycopg.connect(owner.get_secret_value(), autocommit=True) as database, strict.client(writer) as client:
        database.execute(
            "create function full_disk() returns trigger language plpgsql as "
            "$$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$"
        )
        database.execute("create trigger full_disk before insert on messages execute function full_disk()")
        try:
            refused = client.post("/api/agents/execute", json={"message": "hi"})
        finally:
            database.execute("drop function full_disk cascade")
        assert (refused.status_code, refused.json()["code"]) == (507, "storage-full")
        assert "disk of the database is full" in refused.json()["detail"]
        assert int(refused.headers["retry-after"]) > 0
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "storage-full")
        assert client.post("/api/agents/execute", json={"message": "hi"}).status_code == 202
        monkeypatch.setattr(health, "FULL_SECONDS", 0.0)
        assert client.get("/readyz").status_code == 200


def test_a_data_directory_with_no_room_left_is_a_reason_not_to_be_ready(
    strict: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FULL_SECONDS", 0.0)
    platform = strict.platform
    settings = platform.settings.model_copy(update={"disk_reserve_mb": 10**15})
    strict.app.state.platform = replace(platform, settings=settings)
    try:
        with strict.client() as client:
            ready = client.get("/readyz")
    finally:
        strict.app.state.platform = platform
    assert (ready.status_code, ready.json()["code"]) == (503, "storage-full")
    assert "data directory" in ready.json()["detail"]

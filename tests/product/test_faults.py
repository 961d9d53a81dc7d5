"""Lost connections, a lost database, a process that stops."""

import random
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from bailiwick.kernel.platform import Working
from support.postgres import TestServer
from support.site import Person, Site, settings_of

LINGER_NOT = struct.pack("ii", 1, 0)
"""Makes closing send a reset, as a cut cable or a killed client does."""


def cut(site: Site, request: bytes, send: int, read: int) -> None:
    """Send the first `send` bytes of a request, read up to `read` bytes of the answer, and break the connection."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)
        connection.sendall(request[:send])
        while read > 0 and send == len(request):
            answer = connection.recv(read)
            if not answer:
                break
            read -= len(answer)


def cuts(site: Site, person: Person, count: int, seed: int) -> None:
    """Cut `count` requests at random places, repeat each, and check that each had one effect and one answer."""
    draw = random.Random(seed)
    with site.client(person) as client:
        for number in range(count):
            key, body = str(uuid4()), f'{{"title": "cut {number}"}}'
            request = (
                f"POST /api/conversations/create HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {person.key}\r\n"
                f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            ).encode()
            whole = draw.random() < 0.6
            cut(site, request, len(request) if whole else draw.randrange(len(request)), draw.randrange(600))
            headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
            answers = [client.post("/api/conversations/create", content=body, headers=headers) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 201]
            assert answers[0].content == answers[1].content
        titles: list[str] = []
        query: dict[str, str] = {"limit": "200"}
        while page := client.get("/api/conversations", params=query).json():
            titles += [one["title"] for one in page["conversations"]]
            if page["nextBefore"] is None:
                break
            query["before"] = page["nextBefore"]
        assert sorted(titles) == sorted(f"cut {number}" for number in range(count))


def test_a_request_cut_anywhere_and_repeated_has_one_effect(site: Site) -> None:
    with capture_logs() as logs:
        cuts(site, site.person("Cut"), 60, 20261121)
    assert [entry for entry in logs if entry["log_level"] == "error"] == []


@pytest.mark.long
def test_five_hundred_requests_cut_anywhere_and_repeated_have_one_effect_each(site: Site) -> None:
    seed = time.time_ns() % 2**32
    print("seed", seed)
    cuts(site, site.person("Cut often"), 500, seed)


def test_without_its_database_the_api_says_so_and_when_to_come_back(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    urls = postgres.create("vanishing", template=database_template)
    with Site(settings_of(urls, tmp_path_factory.mktemp("vanishing")), working=Working.NO) as site:
        person = site.person("Cut off")
        with site.client(person) as client:
            assert client.get("/readyz").status_code == 200
            postgres.drop("vanishing")
            calls = [
                ("GET", "/readyz", None),
                ("GET", "/api/agents", None),
                ("POST", "/api/agents/execute", {"message": "hi"}),
                ("GET", "/api/conversations", None),
            ]
            # At once, as each waits a while for the database; the client gives up on what hangs.
            with ThreadPoolExecutor(len(calls)) as callers:
                answers = callers.map(lambda call: client.request(call[0], call[1], json=call[2]), calls)
                for answer in answers:
                    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
                    assert int(answer.headers["retry-after"]) > 0
            assert client.get("/healthz").status_code == 200


def test_a_process_that_stops_is_no_longer_ready(idle_site: Site) -> None:
    with idle_site.client() as client:
        assert client.get("/readyz").status_code == 200
        idle_site.loop.call_soon_threadsafe(idle_site.app.state.draining.begin)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["detail"]) == (503, "This process is stopping.")
        assert client.get("/healthz").status_code == 200

"""Whatever stands in an address or a request line, the answer is no server error."""

import socket
from typing import Any

import httpx
import pytest

from support.operations import SOME_UUID, body_for, operations
from support.site import Person, Site


def problem(response: httpx.Response) -> dict[str, Any]:
    """Return the problem of a refusal, after checking that it is one."""
    assert 400 <= response.status_code < 500, (response.status_code, response.text)
    assert response.headers["content-type"] == "application/problem+json"
    return response.json()


BAD_UUIDS = [
    "x",
    "{" + SOME_UUID + "}",
    SOME_UUID.replace("-", ""),
    f"urn:uuid:{SOME_UUID}",
    "00000000-0000-0000-0000-000000000000",
    SOME_UUID.upper(),
    "-1",
    "%00",
    "%ff",
    "..%2f..",
    "%252e%252e%252f",
    "a" * 5_000,
]


def test_ids_that_nothing_has_are_not_found(site: Site, client: httpx.Client) -> None:
    for operation in operations(site.app):
        if "{" not in operation.path:
            continue
        for bad in BAD_UUIDS:
            response = client.request(operation.method, operation.address(bad), json=body_for(operation))
            # An administrator's operation says so first, unless the id makes another address of it.
            refused = operation.administering or operation.path.startswith("/api/me/sessions/")  # nothing for keys
            expected = {403, 404} if refused else {404}
            assert response.status_code in expected, (operation, bad, response.text)
            problem(response)


LISTS = [
    "/api/agents/executions",
    "/api/conversations",
    "/api/routing/decisions",
    "/api/routing/misroutes",
    "/api/debug/events",
    "/api/agents",
]
BAD_QUERIES = [
    ("limit=0", "limit"),
    ("limit=201", "limit"),
    ("limit=-1", "limit"),
    ("limit=1e3", "limit"),
    ("limit=true", "limit"),
    ("limit=99999999999999999999999999", "limit"),
    ("limit=", "limit"),
]
BAD_TIMES = [
    "before=yesterday",
    "before=2026-01-01",
    "before=2026-01-01T00:00:00",
    "before=2026-13-01T00:00:00Z",
    "before=NaN",
    "before=-infinity",
]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize(("query", "field"), BAD_QUERIES)
def test_a_page_size_out_of_range_is_refused(client: httpx.Client, path: str, query: str, field: str) -> None:
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 422, answer.text
    assert problem(answer)["errors"][0]["field"] == field
    assert problem(answer)["errors"][0]["place"] == "query"


@pytest.mark.parametrize("path", LISTS[:4])
@pytest.mark.parametrize("query", BAD_TIMES)
def test_a_time_that_is_none_is_refused(client: httpx.Client, path: str, query: str) -> None:
    assert client.get(f"{path}?{query}").status_code == 422


@pytest.mark.parametrize("path", LISTS[:3])
@pytest.mark.parametrize(
    "time",
    [
        "9999-12-31T23:59:59Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+12:00",
        "2026-12-31T23:59:60Z",
        "1e300",
        "99999999999999",
    ],
)
def test_a_time_at_the_end_of_time_is_no_server_error(client: httpx.Client, path: str, time: str) -> None:
    assert client.get(path, params={"before": time}).status_code in (200, 422)


def test_texts_in_queries_that_cannot_be_stored_are_refused(client: httpx.Client) -> None:
    for path in (*LISTS, "/api/tools"):
        assert client.get(f"{path}?search=a%00b").status_code == 422
        assert client.get(f"{path}?search=%ff").status_code in (200, 422)
        assert client.get(f"{path}?search={'a' * 300}").status_code in (200, 422)
        assert client.get(f"{path}?search=%25_%5C'\"").status_code == 200, path


def test_unknown_query_parameters_are_ignored(client: httpx.Client) -> None:
    assert client.get("/api/agents?utm_source=x&limit=5").status_code == 200


def test_ten_thousand_query_parameters_are_refused(client: httpx.Client) -> None:
    assert client.get("/api/agents?" + "a=1&" * 10_000).status_code == 414


def test_event_ids_out_of_range_are_refused(client: httpx.Client) -> None:
    for query in ("afterId=-1", "beforeId=9223372036854775808", "afterId=x", "executionId=x"):
        assert client.get(f"/api/debug/events?{query}").status_code == 422
    assert client.get("/api/debug/events?afterId=9223372036854775807&kind=nothing").json()["events"] == []


def test_unused_methods_are_refused_and_cannot_be_smuggled(site: Site, client: httpx.Client) -> None:
    for method in ("TRACE", "HEAD", "PROPFIND", "OPTIONS"):
        answer = client.request(method, "/api/agents/execute")
        assert answer.status_code == 405
        assert "POST" in answer.headers["allow"]
    override = {"X-HTTP-Method-Override": "DELETE"}
    assert client.get("/api/agents/notes", headers=override).json()["id"] == "notes"
    assert client.get("/api/agents/notes").status_code == 200


def raw(site: Site, request: bytes) -> bytes:
    """Send bytes as they are and return what comes back until the server closes or falls silent."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    return answer


def test_a_request_with_two_lengths_is_refused(site: Site, alice: Person) -> None:
    head = (
        f"POST /api/conversations/create HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {alice.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    status = raw(site, head.encode()).split(b" ")[1:2]
    assert status in ([b"400"], [])


def test_a_request_in_an_old_dialect_without_host_is_refused(site: Site) -> None:
    assert b" 421 " in raw(site, b"GET /api/agents HTTP/1.0\r\n\r\n").split(b"\r\n")[0] + b" "


def test_a_body_that_ends_early_creates_nothing(site: Site, alice: Person, client: httpx.Client) -> None:
    before = client.get("/api/conversations").json()
    head = (
        f"POST /api/conversations/create HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {alice.key}\r\n"
        'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"title": "half'
    )
    raw(site, head.encode())
    assert client.get("/api/conversations").json() == before

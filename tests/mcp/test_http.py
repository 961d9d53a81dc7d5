"""MCP servers over the API: administrators register, members choose, and only administrators say what runs."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import FIRST_OWNER_ID, Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore
from support.site import Person, Site

NOWHERE = "http://127.0.0.1:9/mcp"


@pytest.fixture(scope="module")
def admin(site: Site) -> Iterator[httpx.Client]:
    """A client of the owner's."""
    key = Secret.new(TokenKind.API_KEY, FIRST_OWNER_ID)
    site.run(site.platform.stores[AccessStore].add_token(key, "tests", tuple(Scope), None))
    with site.client(Person(FIRST_OWNER_ID, key.text, "")) as client:
        yield client


def entry(**fields: Any) -> dict[str, Any]:
    """Return a registration."""
    return {"name": f"server-{uuid7()[-12:]}", "transport": "http", "url": NOWHERE, **fields}


def program(**fields: Any) -> dict[str, Any]:
    """Return the registration of a program."""
    return {"name": f"server-{uuid7()[-12:]}", "transport": "stdio", "command": "/bin/false", **fields}


def registered(admin: httpx.Client, **fields: Any) -> dict[str, Any]:
    """Register and return what the administrator sees."""
    answer = admin.post("/api/mcp/servers", json=entry(**fields))
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_registration_is_shown_without_the_values_of_its_secrets(admin: httpx.Client, client: httpx.Client) -> None:
    made = registered(admin, headers={"X-Token": "canary-5512a"}, tools=["read_.*"], readOnly=True, callsPerMinute=5)
    assert (made["headers"], made["tools"], made["readOnly"], made["callsPerMinute"]) == (
        ["X-Token"],
        ["read_.*"],
        True,
        5,
    )
    assert made["connection"]["state"] == "disabled"
    assert made["url"] == NOWHERE
    seen = client.get(f"/api/mcp/servers/{made['id']}").json()
    assert (seen["url"], seen["command"], seen["args"]) == (None, None, [])
    for text in (admin.get("/api/mcp/servers").text, client.get("/api/mcp/servers").text, str(made)):
        assert "canary-5512a" not in text
    assert admin.get("/api/mcp/servers").json()["mayRegister"] is True
    assert client.get("/api/mcp/servers").json()["mayRegister"] is False


def test_a_repeated_registration_makes_one_server(admin: httpx.Client) -> None:
    body, key = entry(), {"Idempotency-Key": uuid7()}
    first = admin.post("/api/mcp/servers", json=body, headers=key)
    again = admin.post("/api/mcp/servers", json=body, headers=key)
    assert first.json()["id"] == again.json()["id"]
    assert admin.post("/api/mcp/servers", json=body).status_code == 409


def test_a_change_keeps_values_that_are_not_given_and_takes_new_ones(admin: httpx.Client) -> None:
    made = registered(admin, headers={"X-Token": "canary-1"})
    address = f"/api/mcp/servers/{made['id']}"
    body = entry(name=made["name"], headers={"X-Token": None}, title="Renamed")
    assert admin.put(address, json=body).json()["title"] == "Renamed"
    body["headers"] = {"X-Token": None, "X-Other": None}
    assert admin.put(address, json=body).status_code == 422
    body["headers"], body["url"] = {"X-Token": None}, "http://127.0.0.1:10/mcp"
    assert admin.put(address, json=body).status_code == 422, "a kept secret is never sent to another address"
    body["headers"] = {"X-Token": "canary-2"}
    assert admin.put(address, json=body).status_code == 200


def test_members_register_nothing_change_nothing_and_remove_nothing(admin: httpx.Client, client: httpx.Client) -> None:
    made = registered(admin)
    address = f"/api/mcp/servers/{made['id']}"
    answers = [
        client.post("/api/mcp/servers", json=program()),
        client.put(address, json=program()),
        client.delete(address),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert admin.get(address).json()["name"] == made["name"]


@pytest.mark.parametrize(
    "field", ["command", "args", "env", "environment", "cwd", "url", "headers", "paths", "transport"]
)
@pytest.mark.parametrize("path", ["enable", "approve"])
def test_nothing_that_a_person_sends_says_what_runs(
    admin: httpx.Client, client: httpx.Client, path: str, field: str
) -> None:
    made = registered(admin)
    body: dict[str, Any] = {} if path == "enable" else {"tools": [{"name": "x", "digest": "0" * 64}]}
    answer = client.post(f"/api/mcp/servers/{made['id']}/{path}", json={**body, field: "/bin/sh"})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (entry(name="Not A Name"), "name"),
        (entry(name="a__b"), "name"),
        (entry(name="x" * 33), "name"),
        (entry(url="ftp://example.com"), "url"),
        (entry(url="http://user:secret@example.com/mcp"), "url"),
        (entry(url=None), "url"),
        (entry(command="/bin/sh"), "url"),
        (entry(headers={"Host": "x"}), "headers"),
        (entry(headers={"X-A": "a\r\nX-B: b"}), "environment"),
        (entry(tools=["(a"]), "tools"),
        (entry(callsPerMinute=0), "callsPerMinute"),
        (entry(timeoutSeconds=10_000), "timeoutSeconds"),
        (program(environment={"LD_PRELOAD": "x"}), "environment"),
        (program(environment={"A=B": "x"}), "environment"),
        (program(paths=["../etc"]), "paths"),
        (program(args=["a\0b"]), "args[0]"),
        (program(credentials=[{"name": "t", "place": "header", "key": "X"}]), "credentials"),
        (program(url=NOWHERE), "command"),
    ],
)
def test_what_cannot_be_registered_is_refused_with_its_field(
    admin: httpx.Client, body: dict[str, Any], field: str
) -> None:
    answer = admin.post("/api/mcp/servers", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


def test_enabling_what_cannot_be_reached_says_so_in_the_answer(admin: httpx.Client, client: httpx.Client) -> None:
    made = registered(admin)
    address = f"/api/mcp/servers/{made['id']}"
    assert client.post(f"{address}/check").status_code == 409
    answer = client.post(f"{address}/enable", json={})
    assert answer.status_code == 200
    connection = answer.json()["server"]["connection"]
    assert connection["state"] == "failed"
    assert connection["detail"] == "it could not be reached."
    assert connection["nextTryAt"] is not None
    assert answer.json()["offered"]["tools"] == []
    assert client.post(f"{address}/check").json()["server"]["connection"]["state"] == "failed"
    assert client.post(f"{address}/disable").json()["connection"]["state"] == "disabled"
    assert admin.get(address).json()["connection"]["state"] == "disabled", "what one enables nobody else has enabled"


def test_enabling_needs_the_credentials_that_are_needed_and_they_are_ones_own(
    admin: httpx.Client, client: httpx.Client
) -> None:
    made = registered(admin, credentials=[{"name": "token", "place": "header", "key": "X-Token"}])
    address = f"/api/mcp/servers/{made['id']}/enable"
    admin.post("/api/credentials", json={"name": "theirs", "value": "not yours"})
    for credentials in ({}, {"token": "theirs"}, {"other": "theirs"}):
        answer = client.post(address, json={"credentials": credentials})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "credentials")


def test_a_server_that_is_removed_is_gone_for_everybody(admin: httpx.Client, client: httpx.Client) -> None:
    made = registered(admin, headers={"X-Token": "canary"})
    address = f"/api/mcp/servers/{made['id']}"
    client.post(f"{address}/enable", json={})
    assert admin.delete(address).status_code == 204
    assert [caller.get(address).status_code for caller in (admin, client)] == [404, 404]
    assert f"mcp-server:{made['id']}" not in admin.get("/api/credentials").text
    assert admin.delete(address).status_code == 404

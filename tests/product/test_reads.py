"""Reads that cost little give what they gave, and ask the database nothing that is known."""

import json

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match

from bailiwick.agents.roster_http import AgentList
from bailiwick.agents.rosters import Rosters
from bailiwick.faces.http import routers
from bailiwick.kernel.http.addresses import Addresses
from bailiwick.plugins import load_plugins
from support.site import Site
from support.statements import counted

ROUTES = [route for router in routers(load_plugins().routes) for route in router.routes]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")
READS = ("/api/me", "/api/agents/ski", "/api/agents", "/api/agents?limit=5&search=snow", "/api/preferences")


def filled(path: str) -> str:
    """An address that a route of this path could be meant for."""
    return "/".join("x1" if "{" in part else part for part in path.split("/"))


@pytest.mark.parametrize("root", ["", "/home"])
def test_an_address_leads_to_the_route_that_comes_first(root: str) -> None:
    addresses, led = Addresses(ROUTES), 0
    for path in sorted(
        {filled(route.path) for route in ROUTES if isinstance(route, APIRoute)} | {"/", "/api", "/x/y/z"}
    ):
        for method in METHODS:
            scope = {"type": "http", "method": method, "path": root + path, "root_path": root, "headers": []}
            first = next((route for route in ROUTES if route.matches(dict(scope))[0] is Match.FULL), None)
            match, found = addresses.matches(dict(scope))
            if match is Match.FULL:
                led += 1
                assert found["route"] is first, (method, path)
    assert led > 200


def test_a_read_that_was_made_before_asks_the_database_nothing(
    quiet_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = quiet_site.person("Dora")
    with quiet_site.client(person) as client:
        for path in READS:
            assert client.get(path).status_code == 200
        seen = counted(monkeypatch, quiet_site.loop)
        for path in READS:
            assert client.get(path).status_code == 200
        ours = [name for _, name in seen if name in ("find", "changes", "used", "get", "user")]
        assert ours == []


def test_what_is_written_once_is_what_would_be_written_now(quiet_site: Site) -> None:
    person = quiet_site.person("Emil")
    with quiet_site.client(person) as client:
        made = {"id": "rose", "name": "Rose", "description": "Knows roses.", "instructions": "Help with roses."}
        assert client.post("/api/agents/create", json=made).status_code == 201
        for changed in ("Knows tulips.", "Knows roses and tulips."):
            assert client.put("/api/agents/rose", json={"description": changed}).status_code == 200
            agents = quiet_site.run(quiet_site.platform[Rosters].all(person.user_id))
            assert client.get("/api/agents/rose").json()["description"] == changed
            for _ in range(2):
                given = client.get("/api/agents").json()
                assert given == json.loads(AgentList(agents=list(agents), total=len(agents)).model_dump_json())
                assert client.get("/api/agents/rose").json() == next(a for a in given["agents"] if a["id"] == "rose")
        assert client.delete("/api/agents/rose").status_code == 204
        assert client.get("/api/agents/rose").status_code == 404


def test_a_wrong_value_of_a_plain_read_is_named(quiet_site: Site) -> None:
    with quiet_site.client(quiet_site.person("Fay")) as client:
        answer = client.get("/api/agents?limit=many")
        assert answer.status_code == 422
        assert [fault["field"] for fault in answer.json()["errors"]] == ["limit"]

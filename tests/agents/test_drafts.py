"""Trying a message on an agent that is still being written, over HTTP."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.site import Person, Site

OKAPI: dict[str, Any] = {"id": "zoologist", "name": "Zoologist", "role": "specialist", "tags": ["okapi", "tapir"]}
QUESTION = "where do the okapi and the tapir live"
VARYING = {"id", "microseconds", "createdAt"}


@pytest.fixture
def author(site: Site) -> Person:
    """A user with a fresh roster."""
    return site.person("Author")


@pytest.fixture
def own(site: Site, author: Person) -> Iterator[httpx.Client]:
    with site.client(author) as client:
        yield client


def decided(client: httpx.Client, message: str = QUESTION, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/routing/decide", json={"message": message, **more})
    assert answer.status_code == 200, answer.text
    return {name: value for name, value in answer.json().items() if name not in VARYING}


def test_a_decision_with_a_new_draft_is_the_one_after_creating_it(own: httpx.Client) -> None:
    before = decided(own)
    tried = decided(own, draft=OKAPI)
    assert tried["agent"] == "zoologist"
    assert own.get("/api/agents/zoologist").status_code == 404
    assert decided(own) == before
    assert own.get("/api/debug/events").json()["events"] == []
    assert own.get("/api/routing/decisions").json()["decisions"] == []
    own.post("/api/agents/create", json=OKAPI)
    assert decided(own) == tried


def test_a_decision_with_a_changed_draft_is_the_one_after_changing_it(own: httpx.Client) -> None:
    own.post("/api/agents/create", json=OKAPI)
    own.post("/api/agents/create", json={"id": "rival", "name": "Rival", "role": "specialist", "tags": ["okapi"]})
    draft = {**OKAPI, "tags": ["okapi"]}
    tried = decided(own, "okapi", draft=draft)
    assert tried["agent"] == "zoologist"  # it keeps its place before its rival
    assert decided(own, "okapi", draft={**OKAPI, "tags": []})["agent"] == "rival"
    own.put("/api/agents/zoologist", json={"tags": ["okapi"]})
    assert decided(own, "okapi") == tried


def test_a_draft_of_a_shipped_agent_is_tried_in_its_place(own: httpx.Client) -> None:
    assert decided(own, "okapi")["agent"] is None
    shipped = own.get("/api/agents/export?id=ski").json()["agents"][0]
    draft = {**shipped, "tags": [*shipped["tags"], "okapi"]}
    assert decided(own, "okapi", draft=draft)["agent"] == "ski"
    assert decided(own, "okapi")["agent"] is None
    own.put("/api/agents/ski", json={"tags": draft["tags"]})
    assert decided(own, "okapi") == decided(own, "okapi", draft=draft)


def test_a_draft_sees_what_others_changed_since_the_last_one(own: httpx.Client) -> None:
    assert decided(own, draft=OKAPI)["agent"] == "zoologist"
    strong = {"id": "keeper", "name": "Keeper", "role": "specialist", "tags": ["okapi", "tapir"], "priority": 9}
    own.post("/api/agents/create", json=strong)
    assert decided(own, draft=OKAPI)["agent"] == "keeper"
    own.delete("/api/agents/keeper")
    assert decided(own, draft=OKAPI)["agent"] == "zoologist"


def test_nobody_else_is_routed_to_a_draft(own: httpx.Client, bobs_client: httpx.Client) -> None:
    before = decided(bobs_client)
    assert decided(own, draft=OKAPI)["agent"] == "zoologist"
    assert decided(bobs_client) == before
    assert decided(bobs_client, draft={**OKAPI, "tags": ["yak"]})["agent"] == before["agent"]


def test_decisions_made_at_the_same_time_do_not_see_one_anothers_drafts(site: Site, author: Person) -> None:
    async def story() -> list[tuple[int, Any]]:
        async with httpx.AsyncClient(base_url=site.url, headers=author.headers, timeout=30, trust_env=False) as client:

            async def one(number: int) -> tuple[int, Any]:
                body: dict[str, Any] = {"message": QUESTION}
                if number % 3:
                    body["draft"] = {**OKAPI, "id": f"draft-{number}"}
                return number, (await client.post("/api/routing/decide", json=body)).json()["agent"]

            return await asyncio.gather(*(one(number) for number in range(60)))

    found = asyncio.run(story())
    assert len(found) == 60
    assert [(n, agent) for n, agent in found if agent != (f"draft-{n}" if n % 3 else None)] == []


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "Upper"},
        {"id": "sync"},
        {"id": "health"},
        {"id": ""},
        {"name": " "},
        {"name": "x\u202e"},
        {"role": "supervisor"},
        {"role": "king"},
        {"id": "cleo-supervisor", "role": "custom"},
        {"patterns": ["(?=x)"]},
        {"tools": ["("]},
        {"tags": ["\0"]},
        {"tags": ["x" * 101]},
        {"priority": True},
        {"priority": 10**9},
        {"origin": "builtin"},
        {"budget": {"steps": 0}},
    ],
)
def test_a_draft_is_refused_as_the_agent_would_be(own: httpx.Client, fields: dict[str, Any]) -> None:
    draft = {**OKAPI, **fields}
    created = own.post("/api/agents/create", json=draft)
    tried = own.post("/api/routing/decide", json={"message": "hi", "draft": draft})
    assert created.status_code == tried.status_code == 422
    assert tried.json()["code"] == created.json()["code"]
    assert [fault["field"].removeprefix("draft").removeprefix(".") for fault in tried.json()["errors"]] == [
        fault["field"] for fault in created.json()["errors"]
    ]


def test_the_supervisor_can_be_drafted_but_not_paused(own: httpx.Client) -> None:
    supervisor = own.get("/api/agents/export?id=cleo-supervisor").json()["agents"][0]
    assert decided(own, draft=supervisor) == decided(own)
    paused = own.post("/api/routing/decide", json={"message": "hi", "draft": {**supervisor, "status": "paused"}})
    assert paused.status_code == 409
    bundle = {"agents": [{**supervisor, "status": "paused"}]}
    assert own.post("/api/agents/import", json=bundle).status_code == 409


def test_a_draft_that_was_asked_for_is_chosen_unless_it_is_paused(own: httpx.Client) -> None:
    assert decided(own, "hi", agentId="zoologist", draft=OKAPI)["stage"] == "explicit"
    body = {"message": "hi", "agentId": "zoologist", "draft": {**OKAPI, "status": "paused"}}
    assert own.post("/api/routing/decide", json=body).status_code == 409
    assert own.post("/api/routing/decide", json={"message": "hi", "agentId": "zoologist"}).status_code == 404

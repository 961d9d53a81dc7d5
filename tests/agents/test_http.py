"""The roster over HTTP."""

import json

import httpx
import pytest

from bailiwick.agents.reserved_ids import RESERVED_IDS
from support.operations import operations
from support.site import Person, Site


@pytest.fixture
def owner(site: Site) -> Person:
    """A user with a fresh roster."""
    return site.person("Roster")


@pytest.fixture
def own(site: Site, owner: Person) -> httpx.Client:
    with site.client(owner) as client:
        yield client


def ids(client: httpx.Client, **query: str | int) -> list[str]:
    return [agent["id"] for agent in client.get("/api/agents", params=query).json()["agents"]]


def routed(client: httpx.Client, message: str) -> str | None:
    return client.post("/api/routing/decide", json={"message": message}).json()["agent"]


def test_the_shipped_agents_are_there_for_everybody(own: httpx.Client) -> None:
    listed = ids(own)
    assert {"cleo-supervisor", "toby-technical", "ami-creative", "peter-logical", "emma-ecommerce"} <= set(listed)
    assert [agent["id"] for agent in own.get("/api/agents/sync").json()["agents"]] == listed


def test_lists_are_filtered_searched_and_paged(own: httpx.Client) -> None:
    everyone = ids(own)
    assert ids(own, limit=2, offset=1) == everyone[1:3]
    assert ids(own, role="helper") == ["code", "research"]
    assert "ski" in ids(own, search="SNOW")
    assert ids(own, status="paused") == []
    assert own.get("/api/agents?limit=1").json()["total"] == len(everyone)
    assert own.get("/api/agents?role=king").status_code == 422


def test_a_created_agent_is_routed_at_once_and_gone_when_deleted(own: httpx.Client) -> None:
    body = {"id": "zoologist", "name": "Zoologist", "role": "specialist", "tags": ["okapi", "tapir"]}
    assert routed(own, "tell me about the okapi and the tapir") != "zoologist"
    created = own.post("/api/agents/create", json=body)
    assert created.status_code == 201
    assert (created.json()["agent"]["origin"], created.json()["agent"]["expiresAt"]) == ("user", None)
    assert routed(own, "tell me about the okapi and the tapir") == "zoologist"
    assert own.post("/api/agents/create", json=body).status_code == 409
    assert own.put("/api/agents/zoologist", json={"status": "paused"}).status_code == 200
    assert routed(own, "tell me about the okapi and the tapir") != "zoologist"
    assert own.delete("/api/agents/zoologist").status_code == 204
    assert own.get("/api/agents/zoologist").status_code == 404
    assert own.delete("/api/agents/zoologist").status_code == 404


def test_a_runtime_agent_gets_an_id_is_routed_and_is_cleaned_up_alone(own: httpx.Client) -> None:
    own.post("/api/agents/create", json={"id": "lasting", "name": "Lasting"})
    registered = [
        own.post("/api/agents/register", json={"name": "Okapi", "tags": ["okapi"]}).json()["agent"] for _ in range(3)
    ]
    names = [agent["id"] for agent in registered]
    assert len(set(names)) == 3
    assert all(name.removeprefix("custom_").isdigit() for name in names)
    assert registered[0]["expiresAt"] is not None
    assert routed(own, "where does the okapi live") in names
    assert own.post(f"/api/agents/{names[0]}/keep").json()["agent"]["expiresAt"] is None
    assert set(own.post("/api/agents/cleanup").json()["removed"]) == set(names[1:])
    assert {names[0], "lasting", "cleo-supervisor"} <= set(ids(own))


def test_fields_left_out_of_a_change_keep_their_value(own: httpx.Client) -> None:
    own.post("/api/agents/create", json={"id": "plain", "name": "Plain", "tags": ["one"], "priority": 5})
    changed = own.put("/api/agents/plain", json={"description": "New"}).json()["agent"]
    assert (changed["name"], changed["tags"], changed["priority"], changed["description"]) == (
        "Plain",
        ["one"],
        5,
        "New",
    )
    assert own.put("/api/agents/plain", json={}).status_code == 422
    assert own.put("/api/agents/plain", json={"id": "other"}).status_code == 422
    assert own.put("/api/agents/plain", json={"origin": "builtin"}).status_code == 422
    budget = own.put("/api/agents/plain", json={"budget": {"steps": 3}}).json()["agent"]["budget"]
    assert budget["steps"] == 3


def test_shipped_agents_are_retuned_and_reset_but_not_deleted(own: httpx.Client) -> None:
    shipped = own.get("/api/agents/toby-technical").json()
    assert own.put("/api/agents/toby-technical", json={"priority": 7}).json()["agent"]["priority"] == 7
    assert own.delete("/api/agents/toby-technical").status_code == 403
    assert own.post("/api/agents/toby-technical/reset").json() == shipped
    assert own.put("/api/agents/cleo-supervisor", json={"status": "paused"}).status_code == 409
    assert own.put("/api/agents/cleo-supervisor", json={"role": "custom"}).status_code == 422


def test_there_is_one_supervisor(own: httpx.Client) -> None:
    second = {"id": "boss", "name": "Boss", "role": "supervisor"}
    assert own.post("/api/agents/create", json=second).status_code == 422
    assert own.post("/api/agents/register", json={"name": "Boss", "role": "supervisor"}).status_code == 422
    assert own.post("/api/agents/import", json={"agents": [second]}).status_code == 422


def test_every_address_below_agents_is_an_id_that_nobody_can_take(site: Site) -> None:
    below = {
        operation.path.removeprefix("/api/agents/").partition("/")[0]
        for operation in operations(site.app)
        if operation.path.startswith("/api/agents/")
    }
    assert len(below) > 10
    assert below - {"{agentId}"} <= RESERVED_IDS


@pytest.mark.parametrize("taken", ["sync", "graph", "metrics", "execute", "export", "register", "health", "search"])
def test_an_id_that_is_an_address_of_the_api_is_refused(own: httpx.Client, taken: str) -> None:
    answer = own.post("/api/agents/create", json={"id": taken, "name": "Taken"})
    assert answer.status_code == 422
    assert taken in answer.json()["detail"]


def test_a_copy_has_an_id_of_its_own(own: httpx.Client) -> None:
    copy = own.post("/api/agents/ski/duplicate")
    assert copy.status_code == 201
    assert copy.json()["agent"]["id"] not in ("ski", "")
    assert copy.json()["agent"]["tags"] == own.get("/api/agents/ski").json()["tags"]
    assert own.post("/api/agents/cleo-supervisor/duplicate").status_code == 409
    assert own.post("/api/agents/nobody/duplicate").status_code == 404


def test_what_will_surprise_an_author_is_said_and_refuses_nothing(own: httpx.Client) -> None:
    body = {"id": "surprising", "name": "S", "tags": ["the", "of"], "languages": ["en"]}
    assert own.post("/api/agents/lint", json=body).json()["warnings"]
    created = own.post("/api/agents/create", json=body)
    assert created.status_code == 201
    warnings = created.json()["warnings"]
    assert {"code", "field", "value", "message", "why"} == set(warnings[0])
    assert own.get("/api/agents/surprising").status_code == 200


def test_linting_saves_nothing(own: httpx.Client) -> None:
    own.post("/api/agents/lint", json={"id": "unsaved", "name": "Unsaved"})
    assert own.get("/api/agents/unsaved").status_code == 404


def test_the_graph_follows_the_roster_at_once(own: httpx.Client) -> None:
    own.post("/api/agents/create", json={"id": "node", "name": "Node", "role": "specialist"})
    graph = own.get("/api/agents/graph").json()
    assert "node" in {node["id"] for node in graph["nodes"]}
    assert {"source": "router", "target": "node"} in graph["edges"]
    own.put("/api/agents/node", json={"status": "paused"})
    assert "node" not in {node["id"] for node in own.get("/api/agents/graph").json()["nodes"]}


def test_the_graph_says_what_each_station_is(own: httpx.Client) -> None:
    own.put("/api/agents/notes", json={"model": "anthropic:claude-sonnet-4-5"})
    graph = own.get("/api/agents/graph").json()
    nodes = {node["id"]: node for node in graph["nodes"]}
    assert {"cleo-supervisor", "router", "review", "finalize", "research", "code", "main"} <= set(nodes)
    assert (nodes["router"]["role"], nodes["router"]["status"], nodes["router"]["tools"]) == (None, None, [])
    for agent in own.get("/api/agents").json()["agents"]:
        node = nodes[agent["id"]]
        assert (node["role"], node["status"], node["model"], node["tools"], node["label"], node["color"]) == (
            agent["role"],
            agent["status"],
            agent["model"],
            agent["tools"],
            agent["name"],
            agent["color"],
        )
    assert {nodes[agent]["kind"] for agent in ("research", "code")} == {"helper"}
    assert {"source": "main", "target": "research"} in graph["edges"]
    ends = {edge[end] for edge in graph["edges"] for end in ("source", "target")}
    assert ends == set(nodes)


def test_health_says_what_is_missing(own: httpx.Client) -> None:
    why = {"code": "model-none", "values": {}, "parts": []}
    well = {
        "healthy": True,
        "detail": "",
        "lacks": [],
        "wants": [],
        "warnings": [],
        "model": "offline",
        "modelWhy": why,
    }
    assert own.get("/api/agents/notes/health").json() == well
    own.put("/api/agents/notes", json={"model": "anthropic:claude-sonnet-4-5"})
    assert own.get("/api/agents/notes/health").json()["modelWhy"]["code"] == "model-named"
    own.put("/api/agents/notes", json={"fallbacks": []})
    sick = own.get("/api/agents/notes/health").json()
    assert sick["healthy"] is False
    assert "ANTHROPIC" in sick["detail"].upper()
    assert [(lack["code"], lack["values"]["provider"]) for lack in sick["lacks"]] == [("key-missing", "anthropic")]
    own.put("/api/agents/notes", json={"status": "paused"})
    assert "paused" in own.get("/api/agents/notes/health").json()["detail"]


def test_an_export_is_a_download_that_import_takes_without_loss(site: Site, own: httpx.Client) -> None:
    own.post("/api/agents/create", json={"id": "carried", "name": "Ñandú 🪶", "tags": ["ñandú"], "patterns": ["ñ+"]})
    own.put("/api/agents/ski", json={"priority": 3})
    own.post("/api/agents/register", json={"name": "Not carried"})
    export = own.get("/api/agents/export")
    assert "attachment" in export.headers["content-disposition"]
    assert [agent["id"] for agent in export.json()["agents"]] == ["carried", "ski"]
    with site.client(site.person("Receiver")) as receiver:
        report = receiver.post(
            "/api/agents/import", content=export.content, headers={"Content-Type": "application/json"}
        )
        assert report.status_code == 200, report.text
        assert (report.json()["added"], report.json()["replaced"]) == (["carried"], ["ski"])
        assert receiver.get("/api/agents/export").json() == export.json()
        assert receiver.get("/api/agents/ski").json()["origin"] == "builtin"


def test_named_agents_are_exported_whosever_they_are(own: httpx.Client) -> None:
    own.post("/api/agents/create", json={"id": "mine", "name": "Mine"})
    own.post("/api/agents/create", json={"id": "not-named", "name": "Not named"})
    runtime = own.post("/api/agents/register", json={"name": "Runtime"}).json()["agent"]["id"]
    named = [("id", "ski"), ("id", runtime), ("id", "mine"), ("id", "ski")]
    exported = own.get("/api/agents/export", params=named).json()["agents"]
    assert [agent["id"] for agent in exported] == ["ski", runtime, "mine"]
    assert own.post("/api/agents/import", json={"agents": exported}).json()["replaced"] == ["ski", runtime, "mine"]
    assert own.get("/api/agents/export", params=[("id", "ski"), ("id", "nobody")]).status_code == 404
    for bad in ("", "x" * 5000, "a/b"):
        assert own.get("/api/agents/export", params=[("id", "ski"), ("id", bad)]).status_code == 422
    assert own.get("/api/agents/export", params=[("id", "ski")] * 101).status_code == 422


def test_a_reset_is_told_like_any_other_change(own: httpx.Client) -> None:
    def told() -> list[tuple[str, str]]:
        events = own.get("/api/debug/events?agent=ski").json()["events"]
        return [(event["kind"], event["data"]["origin"]) for event in events]

    own.post("/api/agents/ski/reset")
    assert told() == []  # there was nothing to undo
    own.put("/api/agents/ski", json={"priority": 3})
    own.post("/api/agents/ski/reset")
    assert told() == [("agent.registered", "builtin")] * 2


def test_an_import_is_all_or_none(own: httpx.Client) -> None:
    good, bad = {"id": "good", "name": "Good"}, {"id": "bad", "name": "Bad", "patterns": ["("]}
    assert own.post("/api/agents/import", json={"agents": [good, bad]}).status_code == 422
    assert own.get("/api/agents/good").status_code == 404


def test_a_large_import_is_taken_where_other_bodies_are_not(own: httpx.Client) -> None:
    agents = [{"id": f"many-{n}", "name": "Many", "instructions": "x" * 20_000} for n in range(100)]
    body = json.dumps({"agents": agents})
    assert 2**20 < len(body) < 5 * 2**20
    headers = {"Content-Type": "application/json"}
    assert own.post("/api/agents/import", content=body, headers=headers).status_code == 200
    assert own.post("/api/agents/create", content=body, headers=headers).status_code == 413
    assert "many-99" in ids(own, search="many-99")


def test_figures_count_what_was_done(own: httpx.Client) -> None:
    assert own.get("/api/agents/metrics").json()["total"]["executions"] == 0
    own.post("/api/v1/query", json={"query": "What is 3 * 3?"})
    figures = own.get("/api/agents/metrics").json()
    one = next(one for one in figures["agents"] if one["agentId"] == "peter-logical")
    assert (one["executions"], one["completed"], one["successRate"]) == (1, 1, 1.0)
    assert one["p95Ms"] > 0
    assert figures["total"]["executions"] == 1
    assert own.get("/api/agents/peter-logical").json()["lastUsedAt"] is not None

"""No user reaches another user's things, whatever ids they know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from bailiwick.people.actions import People
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.operations import SOME_UUID, Operation, body_for, operations
from support.site import Person, Site, finished
from support.swarm_calls import asleep, first, mails, make
from support.uploads import settled

BOBS_STORE = "bobs-shop.myshopify.com"
NOBODYS_RELEASE = "2000000000"
"""Releases are numbered for each person anew: 1 is every user's first."""


CONNECTION = {"kind": "openai", "name": "bobs", "key": "a-secret-key-of-bob", "forEverybody": False}
"""Of a provider that nobody asks here."""


@dataclass(frozen=True)
class Belongings:
    """Ids of another user's things."""

    agent: str
    execution: str
    conversation: str
    decision: str
    key: str
    credential: str
    connection: str
    limit: str
    approval: str
    entity: str
    observation: str
    relation: str
    change: str
    document: str
    file: str
    note: str
    swarm: str
    resident: str
    room: str
    mail: str
    task: str
    comment: str
    schedule: str
    reminder: str
    project: str
    workspace: str
    golden: str
    misroute: str
    session: str
    person: str


@pytest.fixture(scope="module")
def bobs(site: Site, bob: Person) -> Belongings:
    """One of everything, of Bob's."""
    with site.client(bob) as client:
        agent = client.post("/api/agents/create", json={"id": "bobs-agent", "name": "B", "tags": ["zebra"]}).json()
        accepted = client.post("/api/agents/execute", json={"message": "What is 8117 * 5?"}).json()
        execution = finished(client, accepted["id"])
        key = client.post("/api/keys", json={"name": "bobs"}).json()["key"]
        credential = client.post("/api/credentials", json={"name": "bobs", "value": "a secret of Bob's"}).json()
        client.post("/api/credentials", json={"name": f"shopify:{BOBS_STORE}", "value": "a token of Bob's"})
        client.put(f"/api/agents/execution/{accepted['id']}/feedback", json={"rating": "up"})
        decision = execution["decision"]["id"]
        misroute = client.post(f"/api/routing/decisions/{decision}/misroute", json={"agentId": "ski"}).json()
        golden = client.post(f"/api/routing/decisions/{decision}/pin").json()
        return Belongings(
            golden=golden["id"],
            misroute=misroute["id"],
            session=site.run(site.platform[People].sessions(bob.user_id))[0].id,
            person=bob.user_id,
            **remembered(client),
            **dwelling(client),
            **planned(client),
            agent=agent["agent"]["id"],
            execution=accepted["id"],
            conversation=accepted["conversationId"],
            decision=execution["decision"]["id"],
            key=key["id"],
            credential=credential["id"],
            connection=client.post("/api/models/connections", json=CONNECTION).json()["id"],
            limit=client.post("/api/budgets", json={"scope": "person", "modelCalls": 100}).json()["limit"]["id"],
            document=written(client),
            file=client.post("/api/files", files={"file": ("zebra.txt", b"A secret of Bob's.")}).json()["id"],
            note=thrown_away(client),
            approval=site.run(site.waiting_call(bob, accepted["id"])),
            workspace=site.run(site.platform[BubblewrapSandbox].open_workspace(bob.user_id, "agent:bobs-agent")),
        )


def remembered(client: httpx.Client) -> dict[str, str]:
    """Let a person remember something, and return the ids of it."""
    body = {"entities": [{"name": "Bobs zebra", "observations": ["a secret of Bob's"]}]}
    entity = client.post("/api/knowledge/entities", json=body).json()["created"][0]["id"]
    relation = {"relations": [{"from": "Bobs zebra", "to": "Bob", "relationType": "belongs to"}]}
    relation_id = client.post("/api/knowledge/relations", json=relation).json()["created"][0]["id"]
    observations = client.get(f"/api/knowledge/entities/{entity}").json()["observations"]
    change = client.get("/api/knowledge/changes").json()["changes"][0]["id"]
    return {"entity": entity, "observation": observations[0]["id"], "relation": relation_id, "change": change}


def written(client: httpx.Client) -> str:
    """Let a person keep a document, and return its id once it has been read."""
    made = client.post("/api/documents/text", json={"title": "Bobs zebra", "content": "A secret of Bob's."}).json()
    return settled(client, made)["id"]


def thrown_away(client: httpx.Client) -> str:
    """Let a person delete a note, and return its id."""
    client.post("/api/tools/addNote/call", json={"arguments": {"title": "Bobs zebra", "lines": ["a secret of Bob's"]}})
    gone = client.post("/api/tools/deleteNote/call", json={"arguments": {"title": "Bobs zebra"}}).json()
    return gone["result"]["id"]


def dwelling(client: httpx.Client) -> dict[str, str]:
    """Let a person have a swarm, and return the ids of what is in it."""
    made = make(client, "What is 3 * 3?", name="Bobs zebras")
    asleep(client, made)
    mail = mails(client, made)[-1]
    return {"swarm": made["id"], "resident": first(client, made)["id"], "room": mail["roomId"], "mail": mail["id"]}


def planned(client: httpx.Client) -> dict[str, str]:
    """Let a person have a task with a comment, a schedule and a reminder, and return their ids."""
    task = client.post("/api/tasks/create", json={"title": "Feed Bob's zebra"}).json()["id"]
    comment = client.post(f"/api/tasks/{task}/comments", json={"content": "A secret of Bob's"}).json()["id"]
    action = {"type": "task", "title": "Feed Bob's zebra", "run": False}
    body = {"name": "Bob's zebra", "cron": "0 9 1 1 *", "action": action}
    schedule = client.post("/api/schedules", json=body).json()["id"]
    assert client.post(f"/api/schedules/{schedule}/run").status_code == 200
    reminder = client.post("/api/reminders", json={"text": "a secret", "when": "tomorrow"}).json()["id"]
    project = client.post("/api/projects", json={"name": "A secret"}).json()["id"]
    return {"task": task, "comment": comment, "schedule": schedule, "reminder": reminder, "project": project}


def snapshot(site: Site, bob: Person, bobs: Belongings) -> list[Any]:
    """Return all that Bob sees."""
    with site.client(bob) as client:
        paths = [
            f"/api/agents/{bobs.agent}",
            f"/api/agents/execution/{bobs.execution}",
            f"/api/conversations/{bobs.conversation}",
            f"/api/routing/decisions/{bobs.decision}",
            "/api/agents/executions",
            "/api/conversations",
            "/api/routing/misroutes",
            "/api/routing/state",
            "/api/routing/releases",
            "/api/routing/golden",
            f"/api/agents/{bobs.agent}/metrics",
            "/api/credentials",
            "/api/models/connections",
            "/api/budgets",
            "/api/shopify/stores",
            f"/api/approvals/{bobs.approval}",
            f"/api/knowledge/entities/{bobs.entity}",
            "/api/knowledge/changes",
            "/api/knowledge/relations",
            f"/api/documents/{bobs.document}",
            f"/api/documents/{bobs.document}/passages",
            f"/api/files/{bobs.file}",
            f"/api/tasks/{bobs.task}",
            "/api/tasks",
            f"/api/schedules/{bobs.schedule}",
            f"/api/schedules/{bobs.schedule}/runs",
            f"/api/swarms/{bobs.swarm}",
            f"/api/swarms/{bobs.swarm}/residents",
            f"/api/swarms/{bobs.swarm}/rooms",
            f"/api/swarms/{bobs.swarm}/mail",
            f"/api/swarms/{bobs.swarm}/residents/{bobs.resident}/history",
        ]
        answers = [client.get(path) for path in paths]
        keys = sorted(key["id"] for key in client.get("/api/keys").json()["keys"])
        assert all(answer.status_code == 200 for answer in answers)
        return [*(answer.json() for answer in answers), keys]


def address_for(operation: Operation, bobs: Belongings) -> str:
    """Return the operation's address with Bob's ids."""
    if operation.path.startswith("/api/tasks/"):
        return operation.address(bobs.task, commentId=bobs.comment)
    if not operation.path.startswith("/api/swarms/"):
        return operation.address(ids_for(operation, bobs))
    return operation.address(
        bobs.swarm, residentId=bobs.resident, roomId=bobs.room, mailId=bobs.mail, member=bobs.resident
    )


def ids_for(operation: Operation, bobs: Belongings) -> str:
    """Return Bob's id of the kind that the operation takes."""
    if "{agentId}" in operation.path:
        return bobs.agent
    owner: Callable[[str], bool] = operation.path.startswith
    if owner("/api/agents/execution/"):
        return bobs.execution
    if owner("/api/conversations/"):
        return bobs.conversation
    if owner("/api/routing/decisions/"):
        return bobs.decision
    if owner("/api/routing/golden/"):
        return bobs.golden
    if owner("/api/routing/misroutes/"):
        return bobs.misroute
    if owner("/api/routing/releases/"):
        return NOBODYS_RELEASE
    if owner("/api/credentials/"):
        return bobs.credential
    if owner("/api/models/connections/"):
        return bobs.connection
    if owner("/api/budgets/"):
        return bobs.limit
    if owner("/api/shopify/stores/"):
        return BOBS_STORE
    if owner("/api/approvals/"):
        return bobs.approval
    if owner("/api/knowledge/"):
        noun = operation.path.split("/")[3]
        return {
            "entities": bobs.entity,
            "observations": bobs.observation,
            "relations": bobs.relation,
            "changes": bobs.change,
        }[noun]
    if owner("/api/tasks/"):
        return bobs.task
    if owner("/api/schedules/"):
        return bobs.schedule
    if owner("/api/projects/"):
        return bobs.project
    if owner("/api/reminders/"):
        return bobs.reminder
    if owner("/api/notes/"):
        return bobs.note
    if owner("/api/documents/"):
        return bobs.document
    if owner("/api/files/"):
        return bobs.file
    if owner("/api/workspaces/"):
        return bobs.workspace
    if owner("/api/tools/"):
        return "no-tool-has-this-name"
    if owner("/api/mcp/servers/"):
        return SOME_UUID  # servers are the installation's; what Bob enabled goes by no id of its own
    if owner("/api/me/sessions/"):
        return bobs.session
    if owner("/api/people/"):
        return bobs.person
    assert owner("/api/keys/"), f"say whose id {operation.path} takes"
    return bobs.key


def test_every_operation_that_takes_an_id_hides_the_things_of_others(
    site: Site, client: httpx.Client, bob: Person, bobs: Belongings
) -> None:
    before = snapshot(site, bob, bobs)
    taking = [
        operation
        for operation in operations(site.app)
        if "{" in operation.path and not operation.public and not operation.administering
    ]
    assert len(taking) >= 15
    for operation in taking:
        address = address_for(operation, bobs)
        answer = client.request(operation.method, address, json=body_for(operation))
        # How somebody signs in is nothing for keys, whose ever it is.
        expected = 403 if operation.path.startswith("/api/me/sessions/") else 404
        assert answer.status_code == expected, (operation, answer.text)
    assert snapshot(site, bob, bobs) == before


def test_things_of_a_foreign_swarm_are_not_found_in_an_own_one(
    site: Site, client: httpx.Client, bob: Person, bobs: Belongings
) -> None:
    before = snapshot(site, bob, bobs)
    own = make(client, "What is 4 * 4?")
    asleep(client, own)
    for operation in operations(site.app):
        if operation.path.startswith("/api/swarms/{id}/") and operation.path.count("{") > 1:
            address = operation.address(
                own["id"], residentId=bobs.resident, roomId=bobs.room, mailId=bobs.mail, member=bobs.resident
            )
            answer = client.request(operation.method, address, json=body_for(operation))
            assert answer.status_code == 404, (operation, answer.text)
    path = f"/api/swarms/{own['id']}"
    for body in (
        {"content": "x", "to": bobs.resident},
        {"content": "x", "roomId": bobs.room},
        {"content": "x", "to": first(client, own)["id"], "replyTo": bobs.mail},
        {"content": "x", "to": "person", "as": bobs.resident},
    ):
        assert client.post(f"{path}/mail", json=body).status_code == 404, body
    assert client.post(f"{path}/rooms", json={"name": "x", "members": [bobs.resident]}).status_code == 404
    parent = {"name": "x", "role": "x", "parentId": bobs.resident}
    assert client.post(f"{path}/residents", json=parent).status_code == 404
    assert client.post("/api/swarms", json={"goal": "x", "agentId": bobs.agent}).status_code == 404
    assert client.get(f"{path}/mail?roomId={bobs.room}").status_code == 404
    for listed in (f"{path}/mail?member={bobs.resident}", f"{path}/rooms?member={bobs.resident}"):
        assert bobs.resident not in client.get(listed).text
    assert snapshot(site, bob, bobs) == before


def test_foreign_ids_inside_bodies_and_queries_find_nothing(
    site: Site, client: httpx.Client, bob: Person, bobs: Belongings
) -> None:
    before = snapshot(site, bob, bobs)
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/api/agents/execute", {"message": "hi", "agentId": bobs.agent}),
        ("/api/agents/execute", {"message": "hi", "conversationId": bobs.conversation}),
        ("/api/agents/execute", {"message": "hi", "replaces": bobs.execution}),
        ("/api/agents/execute", {"message": "hi", "metadata": {"requested_agent_id": bobs.agent}}),
        ("/api/v1/query", {"query": "hi", "sessionId": bobs.conversation}),
        ("/api/v1/query", {"query": "hi", "agentName": bobs.agent}),
        ("/api/v1/query/stream", {"query": "hi", "sessionId": bobs.conversation}),
        ("/api/v1/query/stream", {"query": "hi", "agentName": bobs.agent}),
        ("/api/conversations/create", {"agentId": bobs.agent}),
        ("/api/tasks/create", {"title": "hi", "agentId": bobs.agent}),
        (
            "/api/schedules",
            {"name": "hi", "cron": "0 9 * * *", "action": {"type": "message", "message": "hi", "agentId": bobs.agent}},
        ),
        ("/api/knowledge/merge", {"into": bobs.entity, "from": [bobs.entity]}),
        ("/api/knowledge/entities", {"entities": [{"name": "x"}], "scope": bobs.conversation}),
        ("/api/routing/decide", {"message": "hi", "agentId": bobs.agent}),
        ("/api/routing/why-not", {"message": "hi", "agentId": bobs.agent}),
        ("/api/routing/golden", {"text": "hi", "agent": bobs.agent}),
        ("/api/routing/replay", {"queries": [{"text": "hi"}], "release": int(NOBODYS_RELEASE)}),
        ("/api/routing/golden/run", {"release": int(NOBODYS_RELEASE)}),
        ("/api/routing/decide", {"message": "hi", "agentId": bobs.agent, "draft": {"id": "mine", "name": "Mine"}}),
    ]
    for path, body in bodies:
        assert client.post(path, json=body).status_code == 404, (path, body)
    assert client.get(f"/api/agents/export?id={bobs.agent}").status_code == 404
    forgotten = {"entityIds": [bobs.entity], "observationIds": [bobs.observation], "relationIds": [bobs.relation]}
    gone = client.post("/api/knowledge/forget", json=forgotten).json()
    assert (gone["entities"], gone["observations"], gone["relations"]) == (0, 0, 0)
    assert bobs.agent not in client.get("/api/agents/health").text
    for text in ("8117", "bobs-agent"):
        assert client.get(f"/api/search?q={text}").json() == {"agents": [], "conversations": [], "executions": []}
    lists = [
        (f"/api/agents/executions?conversationId={bobs.conversation}", "executions"),
        (f"/api/agents/executions?agentId={bobs.agent}", "executions"),
        (f"/api/conversations?agentId={bobs.agent}", "conversations"),
        (f"/api/routing/decisions?agentId={bobs.agent}", "decisions"),
        (f"/api/debug/events?executionId={bobs.execution}", "events"),
        (f"/api/debug/events?agent={bobs.agent}", "events"),
    ]
    for path, name in lists:
        assert client.get(path).json()[name] == [], path
    decided = client.post("/api/routing/decide", json={"message": "zebra", "lastAgent": bobs.agent})
    assert bobs.agent not in decided.text.replace(f'"{bobs.agent}"', "", 0) or decided.json()["agent"] != bobs.agent
    assert snapshot(site, bob, bobs) == before


def test_an_agent_of_the_same_id_is_another_agent(client: httpx.Client, bobs_client: httpx.Client) -> None:
    for one in (client, bobs_client):
        assert one.post("/api/agents/create", json={"id": "same-id", "name": "Same"}).status_code == 201
    assert client.put("/api/agents/same-id", json={"name": "Mine"}).status_code == 200
    assert bobs_client.get("/api/agents/same-id").json()["name"] == "Same"
    assert client.delete("/api/agents/same-id").status_code == 204
    assert bobs_client.get("/api/agents/same-id").status_code == 200
    assert bobs_client.delete("/api/agents/same-id").status_code == 204


def test_changing_a_built_in_agent_changes_it_for_one_person_only(
    client: httpx.Client, bobs_client: httpx.Client
) -> None:
    assert client.put("/api/agents/ski", json={"status": "paused"}).status_code == 200
    assert bobs_client.get("/api/agents/ski").json()["status"] == "active"
    assert client.post("/api/agents/ski/reset").json()["status"] == "active"

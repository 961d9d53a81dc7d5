"""Saying over HTTP that a decision was wrong."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.site import Site, finished


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Corrector")) as client:
        yield client


def decision(client: httpx.Client, message: str = "What is 5 * 7?", session: str | None = None) -> dict[str, Any]:
    """Ask something and return the stored decision."""
    client.post("/api/v1/query", json={"query": message, "sessionId": session})
    return client.get("/api/routing/decisions?limit=1").json()["decisions"][0]


def misroutes(client: httpx.Client, query: str = "") -> list[dict[str, Any]]:
    return client.get(f"/api/routing/misroutes{query}").json()["misroutes"]


def test_a_wrong_decision_is_reported_corrected_and_taken_back(own: httpx.Client) -> None:
    made = decision(own)
    address = f"/api/routing/decisions/{made['id']}/misroute"
    first = own.post(address, json={"agentId": "ski", "note": "It is about snow."})
    assert first.status_code == 201
    report = first.json()
    assert {name: report[name] for name in ("decisionId", "message", "chosen", "correct", "note")} == {
        "decisionId": made["id"],
        "message": "What is 5 * 7?",
        "chosen": "peter-logical",
        "correct": "ski",
        "note": "It is about snow.",
    }
    second = own.post(address, json={"agentId": "notes"}).json()
    assert (second["correct"], second["note"]) == ("notes", "")
    assert second["createdAt"] > report["createdAt"]
    assert misroutes(own) == [second]
    assert own.delete(address).status_code == 204
    assert misroutes(own) == []
    assert own.delete(address).status_code == 404


def test_a_report_needs_nothing_but_the_decision(own: httpx.Client) -> None:
    address = f"/api/routing/decisions/{decision(own)['id']}/misroute"
    for body in (None, {}, {"agentId": None}):
        answer = own.post(address, json=body)
        assert answer.status_code == 201, answer.text
        assert (answer.json()["correct"], answer.json()["note"]) == (None, "")


def test_the_right_agent_is_one_of_the_roster_and_another_one(own: httpx.Client) -> None:
    made = decision(own)
    address = f"/api/routing/decisions/{made['id']}/misroute"
    assert own.post(address, json={"agentId": "nobody"}).status_code == 404
    same = own.post(address, json={"agentId": made["agent"]})
    assert (same.status_code, same.json()["errors"][0]["field"]) == (422, "agentId")
    assert own.post(address, json={"note": "x" * 2001}).status_code == 422
    assert misroutes(own) == []


def test_a_decision_for_nobody_can_be_wrong_too(own: httpx.Client) -> None:
    made = decision(own, "xyzzy plugh")
    report = own.post(f"/api/routing/decisions/{made['id']}/misroute", json={"agentId": "ski"}).json()
    assert (report["chosen"], report["correct"]) == (None, "ski")


def test_reports_are_paged_latest_first_by_when_they_were_made(own: httpx.Client) -> None:
    made = [decision(own, f"What is {n} * 7?")["id"] for n in range(3)]
    for decision_id in (*made, made[0]):
        own.post(f"/api/routing/decisions/{decision_id}/misroute", json={})
    page = own.get("/api/routing/misroutes", params={"limit": 2}).json()
    assert [one["decisionId"] for one in page["misroutes"]] == [made[0], made[2]]
    rest = own.get("/api/routing/misroutes", params={"limit": 2, "before": page["nextBefore"]}).json()
    assert [one["decisionId"] for one in rest["misroutes"]] == [made[1]]
    assert rest["nextBefore"] is None


def test_a_report_goes_with_its_conversation(own: httpx.Client) -> None:
    made = decision(own)
    own.post(f"/api/routing/decisions/{made['id']}/misroute", json={"agentId": "ski"})
    conversation = own.get("/api/conversations").json()["conversations"][0]["id"]
    assert own.delete(f"/api/conversations/{conversation}").status_code == 204
    assert misroutes(own) == []


def test_a_repeated_report_is_one_report(own: httpx.Client) -> None:
    address = f"/api/routing/decisions/{decision(own)['id']}/misroute"
    headers = {"Idempotency-Key": "once"}
    first = own.post(address, json={"agentId": "ski"}, headers=headers)
    own.delete(address)
    again = own.post(address, json={"agentId": "ski"}, headers=headers)
    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    assert misroutes(own) == []


def conversation(client: httpx.Client, execution: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Return who wrote what stands in the execution's thread."""
    found = client.get(f"/api/conversations/{execution['conversationId']}").json()
    return [(message["author"], message["agentId"]) for message in found["messages"]]


def test_the_right_agent_gets_the_message_at_once_in_place_of_the_wrong_one(own: httpx.Client) -> None:
    before = own.post("/api/v1/query", json={"query": "What is 5 * 7?"}).json()
    made = decision(own, "What is 6 * 7?", before["metadata"]["sessionId"])
    address = f"/api/routing/decisions/{made['id']}/misroute"
    assert own.post(address, json={"reroute": True}).status_code == 422, "to whom?"
    headers = {"Idempotency-Key": "reroute"}
    report = own.post(address, json={"agentId": "notes", "reroute": True}, headers=headers)
    assert report.status_code == 201, report.text
    execution = finished(own, report.json()["executionId"])
    assert (execution["message"], execution["agentId"], execution["requestedAgent"]) == (
        "What is 6 * 7?",
        "notes",
        "notes",
    )
    assert conversation(own, execution) == [
        ("user", None),
        ("agent", "peter-logical"),
        ("user", None),
        ("agent", "notes"),
    ]
    assert own.post(address, json={"agentId": "notes", "reroute": True}, headers=headers).json() == report.json()
    assert own.post(address, json={"agentId": "ski", "reroute": True}).status_code == 409, "it was replaced already"
    (listed,) = misroutes(own)
    assert (listed["correct"], listed["executionId"]) == ("notes", execution["id"])

    second = execution["decision"]["id"]
    again = own.post(f"/api/routing/decisions/{second}/misroute", json={"agentId": "ski", "reroute": True}).json()
    assert finished(own, again["executionId"])["agentId"] == "ski"
    assert [(one["chosen"], one["correct"]) for one in misroutes(own)] == [
        ("notes", "ski"),
        ("peter-logical", "ski"),
    ], "the first report named the wrong agent too"


def test_a_message_to_one_agent_alone_goes_to_the_right_agent_in_a_thread_of_its_own(own: httpx.Client) -> None:
    direct = own.post("/api/agents/execute", json={"message": "hello there", "agentId": "ski"}).json()
    wrong = finished(own, direct["id"])
    address = f"/api/routing/decisions/{wrong['decision']['id']}/misroute"
    report = own.post(address, json={"agentId": "peter-logical", "reroute": True}).json()
    right = finished(own, report["executionId"])
    assert (right["mode"], right["agentId"], bool(right["answer"])) == ("direct", "peter-logical", True)
    assert right["conversationId"] != wrong["conversationId"]
    assert [agent for _, agent in conversation(own, wrong)] == [None, "ski"], "that thread stays as it is"


@pytest.mark.parametrize("agent", [None, "ski"])
def test_files_go_with_the_message_to_the_right_agent_without_those_that_were_deleted(
    own: httpx.Client, agent: str | None
) -> None:
    kept, gone = (
        own.post("/api/files", files={"file": (name, b"short")}).json()["id"] for name in ("kept.txt", "gone.txt")
    )
    asked = {"message": "What is 5 * 7?", "files": [kept, gone], "agentId": agent}
    wrong = finished(own, own.post("/api/agents/execute", json=asked).json()["id"])
    assert own.delete(f"/api/files/{gone}").status_code == 204
    address = f"/api/routing/decisions/{wrong['decision']['id']}/misroute"
    report = own.post(address, json={"agentId": "notes", "reroute": True})
    assert report.status_code == 201, report.text
    right = finished(own, report.json()["executionId"])
    turns = own.get(f"/api/conversations/{right['conversationId']}").json()["turns"]
    [files] = [turn["files"] for turn in turns if turn["id"] == right["id"]]
    assert [each["filename"] for each in files] == ["kept.txt"]


def test_a_task_is_not_taken_from_its_agent_by_a_report(own: httpx.Client) -> None:
    task = own.post("/api/tasks/create", json={"title": "What is 5 * 7?"}).json()
    started = own.post(f"/api/tasks/{task['id']}/run").json()
    execution = finished(own, started["executionId"])
    address = f"/api/routing/decisions/{execution['decision']['id']}/misroute"
    refused = own.post(address, json={"agentId": "ski", "reroute": True})
    assert (refused.status_code, "task" in refused.json()["detail"]) == (409, True)
    assert own.post(address, json={"agentId": "ski"}).status_code == 201, "it can be said all the same"

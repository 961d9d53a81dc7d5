"""Letting agents work over HTTP."""

import httpx
import pytest

from support.operations import SOME_UUID
from support.site import Site, finished


def test_a_message_is_accepted_carried_out_and_read_again(client: httpx.Client) -> None:
    answer = client.post("/api/agents/execute", json={"message": "What is 17 * 3?"})
    accepted = answer.json()
    assert answer.status_code == 202
    assert (accepted["status"], accepted["mode"]) == ("pending", "supervised")
    assert answer.headers["location"] == accepted["links"]["self"]
    execution = finished(client, accepted["id"])
    assert client.get(accepted["links"]["self"]).json() == execution
    assert execution["status"] == "completed"
    assert "51" in execution["answer"]
    assert execution["agentId"] == "peter-logical"
    assert execution["decision"]["agent"] == "peter-logical"
    assert [message["author"] for message in execution["messages"]] == ["user", "agent"]
    assert execution["messages"][1]["content"] == execution["answer"]
    assert "finalize" in {step["kind"] for step in execution["steps"]}


def test_a_chosen_agent_answers_directly_and_supervised_on_demand(client: httpx.Client) -> None:
    chosen = {"message": "What is 4 * 4?", "agentId": "peter-logical"}
    direct = client.post("/api/agents/execute", json=chosen).json()
    supervised = client.post("/api/agents/execute", json={**chosen, "forceSupervised": True}).json()
    assert (direct["mode"], supervised["mode"]) == ("direct", "supervised")
    assert direct["conversationId"] != supervised["conversationId"]
    assert finished(client, direct["id"])["agentId"] == finished(client, supervised["id"])["agentId"]


def test_metadata_may_name_the_agent(client: httpx.Client) -> None:
    body = {"message": "hello", "metadata": {"requested_agent_id": "ami-creative"}}
    accepted = client.post("/api/agents/execute", json=body).json()
    assert accepted["mode"] == "direct"
    assert finished(client, accepted["id"])["agentId"] == "ami-creative"


@pytest.mark.parametrize("agent", ["nobody", "custom_1"])
def test_an_unknown_agent_is_refused_at_once(client: httpx.Client, agent: str) -> None:
    answer = client.post("/api/agents/execute", json={"message": "hi", "agentId": agent})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-agent")


def test_a_paused_agent_is_refused_at_once(site: Site) -> None:
    with site.client(site.person("Pauser")) as client:
        client.put("/api/agents/ami-creative", json={"status": "paused"})
        answer = client.post("/api/agents/execute", json={"message": "hi", "agentId": "ami-creative"})
        assert (answer.status_code, answer.json()["code"]) == (409, "agent-unavailable")
        assert client.get("/api/agents/executions").json()["executions"] == []


def test_a_thread_of_another_mode_is_not_mixed_up(client: httpx.Client) -> None:
    direct = client.post("/api/agents/execute", json={"message": "hi", "agentId": "ami-creative"}).json()
    body = {"message": "hi", "agentId": "peter-logical", "conversationId": direct["conversationId"]}
    assert client.post("/api/agents/execute", json=body).status_code == 409


def test_lists_are_latest_first_and_read_page_by_page(site: Site) -> None:
    with site.client(site.person("Lister")) as client:
        ids = [client.post("/api/agents/execute", json={"message": f"hi {n}"}).json()["id"] for n in range(5)]
        seen: list[str] = []
        query: dict[str, str] = {"limit": "2"}
        while True:
            page = client.get("/api/agents/executions", params=query).json()
            seen += [execution["id"] for execution in page["executions"]]
            if page["nextBefore"] is None:
                break
            query["before"] = page["nextBefore"]
        assert seen == ids[::-1]
        for execution_id in ids:
            finished(client, execution_id)
        completed = client.get("/api/agents/executions?status=completed").json()["executions"]
        assert len(completed) == 5
        assert client.get("/api/agents/executions?status=failed").json()["executions"] == []
        assert client.get("/api/agents/executions?status=nonsense").status_code == 422


def test_a_pending_execution_is_cancelled_at_once_and_stays_so(idle_site: Site) -> None:
    with idle_site.client(idle_site.person("Canceller")) as client:
        accepted = client.post("/api/agents/execute", json={"message": "hi"}).json()
        assert client.post(accepted["links"]["cancel"]).json()["status"] == "cancelled"
        assert client.post(accepted["links"]["cancel"]).json()["status"] == "cancelled"
        assert client.get(accepted["links"]["events"]).text.count("event: done") == 1
        assert client.post(f"/api/agents/execution/{accepted['id']}/resume").status_code == 409


def test_a_question_that_takes_too_long_is_accepted_and_can_be_read_later(idle_site: Site) -> None:
    with idle_site.client(idle_site.person("Impatient")) as client:
        answer = client.post("/api/v1/query", json={"query": "hi", "timeout": 0.2})
        assert (answer.status_code, answer.json()["success"]) == (202, False)
        assert "not finished" in answer.json()["error"]
        execution = client.get(f"/api/agents/execution/{answer.json()['executionId']}").json()
        assert execution["status"] == "pending"


def test_a_finished_execution_is_neither_cancelled_nor_resumed(client: httpx.Client) -> None:
    accepted = client.post("/api/agents/execute", json={"message": "What is 1 + 1?"}).json()
    finished(client, accepted["id"])
    assert client.post(accepted["links"]["cancel"]).json()["status"] == "completed"
    answer = client.post(f"/api/agents/execution/{accepted['id']}/resume", json={"retry": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_nothing_is_found_under_an_id_that_nothing_has(client: httpx.Client) -> None:
    for tail in ("", "/events"):
        assert client.get(f"/api/agents/execution/{SOME_UUID}{tail}").status_code == 404
    for tail in ("/cancel", "/resume"):
        assert client.post(f"/api/agents/execution/{SOME_UUID}{tail}").status_code == 404

"""Whole conversations over HTTP, without a model."""

from typing import Any

import httpx

from bailiwick_router.core.agents import SUPERVISOR_ID
from support.site import ENDED


def talk(client: httpx.Client, *messages: str) -> list[dict[str, Any]]:
    """Say these in a new supervised thread, agreeing to every call that waits, and return the executions."""
    begun = client.post("/api/conversations/create", json={"agentId": SUPERVISOR_ID, "mode": "supervised"})
    assert begun.is_success, begun.text
    return [_said(client, message, begun.json()["id"]) for message in messages]


def answers_of(client: httpx.Client, *messages: str) -> list[str]:
    """Return what is answered to these in a new supervised thread."""
    return [execution["answer"] for execution in talk(client, *messages)]


def assert_talk(client: httpx.Client, *turns: tuple[str, str, str]) -> list[dict[str, Any]]:
    """Say the messages of `turns`, each with the agent that is to answer and a part of its answer."""
    told = talk(client, *(message for message, _, _ in turns))
    wrong = [
        f"{message!r} was answered by {execution['agentId']}: {execution['answer']}"
        for (message, agent, part), execution in zip(turns, told, strict=True)
        if execution["agentId"] != agent or part not in (execution["answer"] or "")
    ]
    assert not wrong, "\n".join(wrong)
    return told


def _said(client: httpx.Client, message: str, thread: str) -> dict[str, Any]:
    asked = client.post("/api/agents/execute", json={"message": message, "conversationId": thread})
    assert asked.status_code == 202, asked.text
    execution = _settled(client, asked.json()["id"])
    while execution["status"] == "waiting":
        (waiting,) = client.get("/api/approvals?status=pending").json()["approvals"]
        assert client.post(f"/api/approvals/{waiting['id']}/approve", json={}).status_code == 200
        execution = _settled(client, execution["id"])
    assert execution["status"] in ENDED
    return execution


def _settled(client: httpx.Client, execution_id: str) -> dict[str, Any]:
    """Follow an execution until it is over or waits, and return it."""
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as stream:
        for line in stream.iter_lines():
            if line == "event: execution.waiting":
                break
    return client.get(f"/api/agents/execution/{execution_id}").json()

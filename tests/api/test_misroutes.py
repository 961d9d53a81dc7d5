"""Saying over HTTP that a decision was wrong."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from api.site import Site


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """Somebody with nothing yet."""
    with site.client(site.person("Corrector")) as client:
        yield client


def decision(client: httpx.Client, message: str = "What is 5 * 7?") -> dict[str, Any]:
    """Ask something and return the stored decision."""
    client.post("/api/v1/query", json={"query": message})
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
        "decisionId": made["id"], "message": "What is 5 * 7?", "chosen": "peter-logical", "correct": "ski",
        "note": "It is about snow.",
    }  # fmt: skip
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

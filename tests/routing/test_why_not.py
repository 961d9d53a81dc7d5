"""Asking over HTTP why another agent did not get a message."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from support.site import Site

MESSAGE = "the zamboni"


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Doubter")) as client:
        yield client


def why_not(client: httpx.Client, agent: str, message: str = MESSAGE, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/routing/why-not", json={"message": message, "agentId": agent, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_edits_that_are_answered_make_a_release_with_which_the_agent_wins(own: httpx.Client) -> None:
    before = own.get("/api/agents/ski").json()
    answer = why_not(own, "ski")
    assert (answer["agent"], answer["winner"], answer["proven"]) == ("ski", None, True)
    assert answer["reason"]
    assert own.get("/api/agents/ski").json() == before, "asking changes nothing"
    body = {"reason": "Asked why not.", "edits": answer["edits"]}
    made = own.post("/api/routing/releases", json=body).json()
    assert own.post(f"/api/routing/releases/{made['number']}/publish").status_code == 200
    assert own.post("/api/routing/decide", json={"message": MESSAGE}).json()["agent"] == "ski"
    again = why_not(own, "ski")
    assert (again["winner"], again["edits"], again["proven"]) == ("ski", [], True)


def test_a_decision_is_asked_about_with_the_thread_it_was_made_in(own: httpx.Client) -> None:
    first = own.post("/api/v1/query", json={"query": "What is 5 * 7?"}).json()
    own.post("/api/v1/query", json={"query": "And what about that?", "sessionId": first["metadata"]["sessionId"]})
    follow_up = own.get("/api/routing/decisions?limit=1").json()["decisions"][0]
    assert (follow_up["agent"], follow_up["lastAgent"]) == ("peter-logical", "peter-logical")
    path = f"/api/routing/decisions/{follow_up['id']}/why-not"
    answer = own.post(path, json={"agentId": "ski"}).json()
    assert answer["winner"] == "peter-logical"
    alone = why_not(own, "ski", "And what about that?")
    assert alone["winner"] != "peter-logical", "without the thread it is nobody's follow-up"
    assert own.post(path, json={"agentId": "nobody-there"}).status_code == 404
    assert own.post(f"/api/routing/decisions/{uuid4()}/why-not", json={"agentId": "ski"}).status_code == 404


def test_what_is_for_the_supervisor_is_the_supervisors_here_too(own: httpx.Client) -> None:
    message = "I'm worried about the snow"
    tried = own.post("/api/routing/decide", json={"message": message}).json()
    answer = why_not(own, "ski", message)
    assert (tried["agent"], tried["stage"]) == (None, "small_talk")
    assert (answer["winner"], answer["proven"]) == (None, False)


def test_where_no_edit_can_do_it_the_answer_says_why(own: httpx.Client) -> None:
    greeting = why_not(own, "ski", "hello")
    assert (greeting["edits"], greeting["proven"]) == ([], False)
    assert greeting["reason"]
    own.put("/api/agents/ski", json={"status": "paused"})
    paused = why_not(own, "ski")
    assert (paused["proven"], "paused" in paused["reason"]) == (False, True)

"""Search finds agents, conversations and executions by any part of their text."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.site import Site, finished


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Newcomer")) as client:
        yield client


def find(client: httpx.Client, text: str, **more: Any) -> dict[str, Any]:
    answer = client.get("/api/search", params={"q": text, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_agents_are_found_by_name_id_description_and_tag(own: httpx.Client) -> None:
    made = {"id": "bee-keeper", "name": "Ñandú Pérez", "description": "Looks after hives.", "tags": ["honeycomb"]}
    own.post("/api/agents/create", json=made)
    for text in ("ñandú", "BEE-KEEP", "after hives", "honeycomb"):
        (found,) = find(own, text)["agents"]
        assert found["id"] == "bee-keeper", text
    assert set(found) == {"id", "name", "description", "icon", "color", "status"}
    own.post("/api/agents/create", json={"id": "x", "name": "Hives", "description": "d"})
    assert [agent["id"] for agent in find(own, "hives")["agents"]] == ["x", "bee-keeper"]


def test_conversations_and_executions_are_found_by_what_was_said(own: httpx.Client) -> None:
    asked = own.post("/api/agents/execute", json={"message": f"{'Well. ' * 40}What is 321 * 2? {'Thanks. ' * 40}"})
    execution = finished(own, asked.json()["id"])
    titled = own.post("/api/conversations/create", json={"title": "Quarterly Taxes"}).json()
    found = find(own, "WHAT IS 321")
    (conversation,) = found["conversations"]
    assert conversation["id"] == execution["conversationId"]
    assert "What is 321 * 2?" in conversation["snippet"]
    assert conversation["snippet"].startswith("…")
    assert conversation["snippet"].endswith("…")
    assert len(conversation["snippet"]) < 260
    assert conversation["turnId"] == execution["id"]
    assert [conversation["snippet"][start:end] for start, end in conversation["marks"]] == ["What", "is", "321"]
    (one,) = found["executions"]
    assert (one["id"], one["agentId"], one["status"]) == (execution["id"], execution["agentId"], "completed")
    assert one["message"] == execution["message"][:300]
    short = finished(own, own.post("/api/agents/execute", json={"message": "What is 123 * 2?"}).json()["id"])
    assert find(own, "246")["conversations"][0]["snippet"] == short["answer"]
    (conversation,) = find(own, "taxes")["conversations"]
    assert (conversation["id"], conversation["snippet"]) == (titled["id"], None)
    assert (conversation["turnId"], conversation["marks"]) == (None, [])


def test_signs_of_the_query_language_mean_themselves(own: httpx.Client) -> None:
    own.post("/api/conversations/create", json={"title": "100% sure_thing \\ x"})
    for text in ("100%", "sure_t", "\\ x"):
        assert len(find(own, text)["conversations"]) == 1, text
    for text in ("1%0", "sure%thing", "s_re", "' or 1=1 --", "%", "_x"):
        assert len(find(own, text)["conversations"]) == (text == "%"), text


def test_no_more_is_returned_than_was_asked_for(own: httpx.Client) -> None:
    for number in range(5):
        own.post("/api/conversations/create", json={"title": f"Plan {number}"})
    assert [one["title"] for one in find(own, "plan", limit=2)["conversations"]] == ["Plan 4", "Plan 3"]
    assert len(find(own, "a", limit=3)["agents"]) == 3


def test_what_was_replaced_is_not_found(own: httpx.Client) -> None:
    first = own.post("/api/agents/execute", json={"message": "What is 777 * 2?"}).json()
    finished(own, first["id"])
    finished(
        own, own.post("/api/agents/execute", json={"message": "What is 5 * 2?", "replaces": first["id"]}).json()["id"]
    )
    own.patch(f"/api/conversations/{first['conversationId']}", json={"title": "Sums"})
    found = find(own, "777")
    assert (found["conversations"], found["executions"]) == ([], [])


@pytest.mark.parametrize("query", ["", "q=", f"q={'x' * 201}", "q=x&limit=0", "q=x&limit=51", "q=%00", "q=x&limit=y"])
def test_a_search_for_nothing_or_too_much_is_refused(own: httpx.Client, query: str) -> None:
    assert own.get(f"/api/search?{query}").status_code == 422


def test_white_space_finds_nothing(own: httpx.Client) -> None:
    assert find(own, "  ") == {"agents": [], "conversations": [], "executions": []}

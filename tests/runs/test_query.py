"""One question in, one answer out."""

import json

import httpx

from support.operations import SOME_UUID
from support.site import Event, Site, read_events


def ask_stream(client: httpx.Client, **body: object) -> list[Event]:
    with client.stream("POST", "/api/v1/query/stream", json=body) as response:
        assert response.status_code == 200
        return list(read_events(response.iter_lines()))


def test_a_question_is_answered_in_the_shape_that_voice_clients_know(client: httpx.Client) -> None:
    answer = client.post("/api/v1/query", json={"query": "What is 12 * 13?"})
    body = answer.json()
    assert answer.status_code == 200
    assert {"content", "success", "agentName", "metadata", "files", "error", "executionId"} == set(body)
    assert body["success"] is True
    assert "156" in body["content"]
    assert body["agentName"] == "peter-logical"
    assert body["error"] is None
    assert body["metadata"]["modelCalls"] >= 1
    assert client.get(f"/api/agents/execution/{body['executionId']}").json()["answer"] == body["content"]


def test_a_session_is_gone_on_with_but_never_made_up(client: httpx.Client) -> None:
    first = client.post("/api/v1/query", json={"query": "What is 2 + 3?"}).json()
    session = first["metadata"]["sessionId"]
    second = client.post("/api/v1/query", json={"query": "hello", "sessionId": session}).json()
    assert second["metadata"]["sessionId"] == session
    answer = client.post("/api/v1/query", json={"query": "hello", "sessionId": SOME_UUID})
    assert answer.status_code == 404


def test_questions_without_a_session_are_conversations_of_their_own(site: Site) -> None:
    asker = site.person("Asker")
    with site.client(asker) as client:
        first = client.post("/api/v1/query", json={"query": "What is 2 + 3?\nQuickly."}).json()
        second = client.post("/api/v1/query", json={"query": "and tomorrow?"}).json()
        assert first["metadata"]["sessionId"] != second["metadata"]["sessionId"]
        ask_stream(client, query="What is 4 + 5?")
        client.post("/api/agents/execute", json={"message": "What is 6 + 7?"})
        asked = client.get("/api/conversations", params={"begunBy": "program"}).json()["conversations"]
        assert [one["title"] for one in asked] == [
            "What is 6 + 7?",
            "What is 4 + 5?",
            "and tomorrow?",
            "What is 2 + 3?",
        ]
        own = client.get("/api/conversations", params={"begunBy": ["person", "ask"]}).json()["conversations"]
        assert own == []
    headers = {"Cookie": f"bailiwick_session={asker.session}", "Sec-Fetch-Site": "same-origin"}
    with site.client(headers=headers) as client:
        begun = client.post("/api/agents/execute", json={"message": "What is 8 + 9?"})
        assert begun.status_code == 202, begun.text
        own = client.get("/api/conversations", params={"begunBy": "person"}).json()["conversations"]
        assert [one["id"] for one in own] == [begun.json()["conversationId"]], "in the web app it is the person's"


def test_a_stream_announces_then_speaks_then_gives_the_whole_answer(client: httpx.Client) -> None:
    events = ask_stream(client, query="What is 9 * 8?")
    assert events[0].kind == "announcement"
    assert events[-1].kind == "done"
    assert {event.kind for event in events[1:-1]} <= {"text"}
    announcement, done = json.loads(events[0].data), json.loads(events[-1].data)
    assert announcement["agentName"] == done["agentName"] == "peter-logical"
    assert announcement["executionId"] == done["executionId"]
    assert done["success"] is True
    assert "72" in done["content"]


def test_the_announcement_is_what_the_agent_says_it_does(client: httpx.Client) -> None:
    spoken = client.get("/api/agents/ski").json()["announcement"]
    for chosen in ({}, {"agentName": "ski"}):
        events = ask_stream(client, query="How much snow is there at the ski resort?", **chosen)
        assert json.loads(events[0].data)["text"] == spoken
        assert spoken


def test_the_text_of_a_stream_is_the_answer(client: httpx.Client) -> None:
    events = ask_stream(client, query="What is 7 * 8?")
    text = ""
    for event in events:
        if event.kind == "text":
            piece = json.loads(event.data)
            text = text[: piece["offset"]] + piece["text"]
    assert text == "" or json.loads(events[-1].data)["content"].startswith(text[:10])


def test_a_question_for_an_unknown_agent_is_refused_before_the_stream_starts(client: httpx.Client) -> None:
    answer = client.post("/api/v1/query/stream", json={"query": "hi", "agentName": "nobody"})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-agent")


def test_the_cards_show_what_routing_can_choose(site: Site) -> None:
    with site.client(site.person("Reader")) as client:
        cards = client.get("/api/v1/agents").json()["agents"]
        names = {card["name"] for card in cards}
        assert {"peter-logical", "ski", "notes"} <= names
        assert not {"cleo-supervisor", "research", "code"} & names
        notes = next(card for card in cards if card["name"] == "notes")
        assert notes["capabilities"][0]["keywords"]
        assert notes["capabilities"][0]["examples"]
        assert notes["healthy"] is True
        client.put("/api/agents/notes", json={"status": "paused"})
        assert "notes" not in {card["name"] for card in client.get("/api/v1/agents").json()["agents"]}

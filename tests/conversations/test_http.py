"""Conversations over HTTP: pages of messages with what was done for them, replaced turns, feedback."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from support.operations import SOME_UUID
from support.site import Person, Site, finished, in_main_thread


@pytest.fixture
def someone(site: Site) -> Person:
    """A user with nothing yet."""
    return site.person("Newcomer")


@pytest.fixture
def own(site: Site, someone: Person) -> Iterator[httpx.Client]:
    """Calls as that user."""
    with site.client(someone) as client:
        yield client


def ask(client: httpx.Client, message: str = "What is 6 * 7?", **more: Any) -> dict[str, Any]:
    """Let an agent work to the end and return the execution."""
    answer = client.post("/api/agents/execute", json=in_main_thread(client, message, **more))
    assert answer.status_code == 202, answer.text
    return finished(client, answer.json()["id"])


def read(client: httpx.Client, conversation_id: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/conversations/{conversation_id}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def said(page: dict[str, Any]) -> list[str]:
    return [message["content"] for message in page["messages"]]


def test_the_main_thread_is_begun_once_and_what_begins_after_it_is_a_further_one(own: httpx.Client) -> None:
    body = {"agentId": "notes", "mode": "direct", "title": "Notes", "main": True}
    main = own.post("/api/conversations/create", json=body).json()
    assert (main["threadKey"], main["begunBy"]) == ("notes_direct", "person")
    ask(own, "add milk to my shopping list", conversationId=main["id"])
    further = own.post("/api/conversations/create", json=body).json()
    assert further["id"] != main["id"]
    assert further["threadKey"] == f"notes_direct:{further['id']}"


def test_a_turn_says_in_short_what_the_execution_says_at_length(own: httpx.Client) -> None:
    execution = ask(own, "What is 6 * 7?")
    (turn,) = read(own, execution["conversationId"])["turns"]
    same = (
        "id",
        "conversationId",
        "mode",
        "requestedAgent",
        "agentId",
        "status",
        "createdAt",
        "startedAt",
        "endedAt",
        "waitingFor",
        "failure",
        "usage",
    )
    assert {name: turn[name] for name in same} == {name: execution[name] for name in same}
    assert turn["message"] == execution["message"]
    decision = execution["decision"]
    short = ("id", "agent", "stage", "reason", "confidence", "microseconds", "modelCalls")
    assert {name: turn["decision"][name] for name in short} == {name: decision[name] for name in short}
    winner = next(one for one in decision["candidates"] if one["agent"] == decision["agent"])
    matched = turn["decision"]["matched"]
    assert 1 <= len(matched) <= 8
    assert len({word["text"] for word in matched}) == len(matched)
    assert {(word["text"], word["kind"]) for word in matched} <= {(e["matched"], e["kind"]) for e in winner["evidence"]}
    places = [execution["message"].lower().find(word["text"]) for word in matched]
    assert places == sorted(places)
    (step,) = [step for step in execution["steps"] if step["kind"] == "tool"]
    (tool,) = turn["tools"]
    assert (tool["key"], tool["name"], tool["agentId"], tool["status"], tool["error"]) == (
        step["key"],
        "calculator",
        step["agentId"],
        "completed",
        None,
    )
    assert tool["milliseconds"] >= 0
    assert tool["charted"] is False
    assert (turn["review"], turn["feedback"], turn["misroute"]) == (None, None, None)
    ask(own, "Please tell me. " * 30)
    assert read(own, execution["conversationId"])["turns"][1]["message"] == ("Please tell me. " * 30)[:300]


def test_a_turn_tells_calls_of_helpers_from_other_tools_and_what_they_were_told(own: httpx.Client) -> None:
    helper = {"id": "adder", "name": "Adder", "role": "helper", "tools": ["calculator"], "tags": ["adder"]}
    assert own.post("/api/agents/create", json=helper).status_code == 201
    execution = ask(own, "Use the adder helper to calculate 17% of 240", agentId="main")
    assert execution["status"] == "completed", execution["failure"]
    ((helped, calculated),) = [turn["tools"] for turn in read(own, execution["conversationId"])["turns"]]
    (step,) = [step for step in execution["steps"] if step["kind"] == "helper"]
    assert (helped["key"], helped["name"], helped["kind"], helped["agentId"], helped["task"]) == (
        step["key"],
        "call_adder_agent",
        "helper",
        "main",
        "calculate 17% of 240",
    )
    assert calculated["place"] == {"path": [helped["key"]], "phase": "answer", "round": 1, "index": 0}
    assert (calculated["name"], calculated["kind"], calculated["agentId"], calculated["task"]) == (
        "calculator",
        "tool",
        "adder",
        None,
    )
    ask(own, "Use the adder helper to look at " + "a very long list " * 40, agentId="main")
    helped = read(own, execution["conversationId"])["turns"][1]["tools"][0]
    assert helped["task"] == ("look at " + "a very long list " * 40)[:300]


def test_a_turn_shows_what_a_person_thought_of_it(own: httpx.Client) -> None:
    execution = ask(own)
    address = f"/api/agents/execution/{execution['id']}/feedback"

    def turn() -> dict[str, Any]:
        return read(own, execution["conversationId"])["turns"][0]

    assert own.put(address, json={"rating": "up"}).json() == {"rating": "up", "note": None}
    assert turn()["feedback"] == "up"
    said = own.put(address, json={"rating": "down", "note": "Too short."})
    assert said.json() == {"rating": "down", "note": "Too short."}
    assert turn()["feedback"] == "down"
    assert own.put(address, json={"rating": None, "note": "x"}).json() == {"rating": None, "note": None}
    assert own.put(address, json={"rating": None}).status_code == 200
    assert turn()["feedback"] is None
    misroute = f"/api/routing/decisions/{execution['decision']['id']}/misroute"
    assert own.post(misroute, json={"agentId": "ami-creative"}).status_code == 201
    assert turn()["misroute"] == {"correctAgent": "ami-creative"}
    pin = f"/api/routing/decisions/{execution['decision']['id']}/pin"
    assert turn()["pinned"] is False
    assert own.post(pin, json={}).status_code == 201
    assert turn()["pinned"] is True
    assert own.delete(pin).status_code == 204
    assert turn()["pinned"] is False


@pytest.mark.parametrize("body", [{}, {"rating": "sideways"}, {"rating": "up", "note": "x" * 2001}, {"rating": 1}])
def test_feedback_that_says_nothing_is_refused(own: httpx.Client, body: dict[str, Any]) -> None:
    assert own.put(f"/api/agents/execution/{SOME_UUID}/feedback", json=body).status_code == 422


def test_pages_of_messages_are_complete_and_do_not_overlap(own: httpx.Client) -> None:
    conversation = own.post("/api/conversations/create", json={"agentId": "peter-logical"}).json()["id"]
    executions = [ask(own, f"What is {n} * 3?", conversationId=conversation) for n in range(1, 6)]
    whole = read(own, conversation)
    assert len(whole["messages"]) == 10
    assert whole["nextBefore"] is None
    assert [turn["id"] for turn in whole["turns"]] == [execution["id"] for execution in executions]
    collected: list[dict[str, Any]] = []
    before: dict[str, str] = {}
    while True:
        page = read(own, conversation, limit=3, **before)
        collected = page["messages"] + collected
        assert {turn["id"] for turn in page["turns"]} == {message["executionId"] for message in page["messages"]}
        if page["nextBefore"] is None:
            break
        before = {"before": page["nextBefore"]}
    assert collected == whole["messages"]
    positions = [message["position"] for message in collected]
    assert positions == sorted(set(positions))
    assert read(own, conversation, limit=10)["nextBefore"] is None
    assert read(own, conversation, before="0") == {**whole, "messages": [], "turns": [], "nextBefore": None}


def test_a_page_around_a_turn_has_what_came_before_and_after_it_and_is_gone_on_from(own: httpx.Client) -> None:
    conversation = own.post("/api/conversations/create", json={"agentId": "peter-logical"}).json()["id"]
    turns = [ask(own, f"What is {n} * 3?", conversationId=conversation)["id"] for n in range(1, 9)]
    whole = read(own, conversation)
    assert whole["nextAfter"] is None
    page = read(own, conversation, around=turns[2], limit=6)
    assert [turn["id"] for turn in page["turns"]] == turns[:4]
    earlier = read(own, conversation, before=page["nextBefore"], limit=60)
    collected, after = earlier["messages"] + page["messages"], page["nextAfter"]
    while after is not None:
        later = read(own, conversation, after=after, limit=3)
        collected, after = collected + later["messages"], later["nextAfter"]
    assert collected == whole["messages"]
    # Near the end it is the latest page, and so it is for a turn that is not there.
    for turn in (turns[7], conversation):
        latest = read(own, conversation, around=turn, limit=6)
        assert latest == {**read(own, conversation, limit=6)}
        assert latest["nextAfter"] is None
    assert own.get(f"/api/conversations/{conversation}", params={"around": "x"}).status_code == 422


def test_a_list_that_was_searched_says_where_the_text_is(own: httpx.Client) -> None:
    conversation = own.post("/api/conversations/create", json={"title": "Sums", "agentId": "peter-logical"}).json()[
        "id"
    ]
    turns = [ask(own, f"What is {n} * 3, please?", conversationId=conversation)["id"] for n in (7, 8)]
    titled = own.post("/api/conversations/create", json={"title": "What is 7"}).json()["id"]
    page = own.get("/api/conversations", params={"search": "WHAT IS 7"}).json()
    assert [one["id"] for one in page["conversations"]] == [titled, conversation]
    (match,) = page["matches"]
    assert (match["conversationId"], match["turnId"]) == (conversation, turns[0])
    assert [match["snippet"][start:end] for start, end in match["marks"]] == ["7"]
    assert own.get("/api/conversations").json()["matches"] == []


@pytest.mark.parametrize("before", ["x", "-1", "1.5", "9" * 19, "", "\u0663"])
def test_a_place_among_messages_that_is_none_is_refused(own: httpx.Client, before: str) -> None:
    conversation = own.post("/api/conversations/create", json={}).json()["id"]
    assert own.get(f"/api/conversations/{conversation}", params={"before": before}).status_code == 422


def test_a_replaced_turn_and_all_that_came_after_it_leave_the_conversation(own: httpx.Client) -> None:
    first = ask(own, "What is 2 * 2?")
    second = ask(own, "What is 3 * 3?")
    third = ask(own, "What is 4 * 4?")
    conversation = first["conversationId"]
    assert {second["conversationId"], third["conversationId"]} == {conversation}
    fourth = ask(own, "What is 5 * 5?", replaces=second["id"])
    page = read(own, conversation)
    assert [turn["id"] for turn in page["turns"]] == [first["id"], fourth["id"]]
    assert said(page)[0::2] == ["What is 2 * 2?", "What is 5 * 5?"]
    kept = own.get(f"/api/agents/execution/{second['id']}").json()
    assert (kept["superseded"], kept["status"]) == (True, "completed")
    assert kept["messages"][0]["content"] == "What is 3 * 3?"
    assert not own.get(f"/api/agents/execution/{fourth['id']}").json()["superseded"]
    listed = own.get("/api/agents/executions", params={"conversationId": conversation}).json()["executions"]
    assert {one["id"]: one["superseded"] for one in listed} == {
        first["id"]: False,
        second["id"]: True,
        third["id"]: True,
        fourth["id"]: False,
    }
    assert own.get("/api/agents/metrics").json()["total"]["executions"] == 4
    assert own.get("/api/conversations", params={"search": "16"}).json()["conversations"] == []


def test_who_answered_last_is_who_answered_before_what_is_replaced(own: httpx.Client) -> None:
    first = ask(own, "What is 2 * 2?")
    ask(own, "Write a poem about autumn")
    conversation = first["conversationId"]
    before = read(own, conversation)["conversation"]["lastAgent"]
    assert before not in (None, first["agentId"])
    second = read(own, conversation)["turns"][1]["id"]
    own.post("/api/agents/execute", json={"message": "What is 9 * 9?", "replaces": second})
    assert read(own, conversation)["conversation"]["lastAgent"] == first["agentId"]


def test_replacing_the_first_turn_begins_the_conversation_anew(own: httpx.Client) -> None:
    first = ask(own, "Write a poem about autumn")
    again = ask(own, "and tomorrow?", replaces=first["id"])
    assert again["decision"]["stage"] != "follow_up"
    assert len(read(own, first["conversationId"])["turns"]) == 1


def test_what_cannot_be_replaced_is_refused_and_nothing_is_begun(own: httpx.Client) -> None:
    supervised = ask(own)
    direct = ask(own, agentId="peter-logical")
    refusals = [
        ({"replaces": SOME_UUID}, 404),
        ({"replaces": direct["id"], "conversationId": supervised["conversationId"]}, 409),
        ({"replaces": supervised["id"], "agentId": "peter-logical"}, 409),
        ({"replaces": supervised["id"], "conversationId": direct["conversationId"]}, 409),
        ({"replaces": "nothing"}, 422),
    ]
    for more, status in refusals:
        answer = own.post("/api/agents/execute", json={"message": "again", **more})
        assert answer.status_code == status, (more, answer.text)
    assert ask(own, "What is 1 + 1?", replaces=supervised["id"])["status"] == "completed"
    twice = own.post("/api/agents/execute", json={"message": "again", "replaces": supervised["id"]})
    assert twice.status_code == 409
    assert len(own.get("/api/agents/executions").json()["executions"]) == 3


def test_a_turn_of_a_supervised_thread_is_tried_again_with_another_agent(own: httpx.Client) -> None:
    first = ask(own, "What is 2 * 2?")
    again = ask(
        own,
        "What is 2 * 2?",
        replaces=first["id"],
        conversationId=first["conversationId"],
        agentId="ami-creative",
        forceSupervised=True,
    )
    assert (again["agentId"], again["decision"]["stage"]) == ("ami-creative", "explicit")
    assert [turn["agentId"] for turn in read(own, first["conversationId"])["turns"]] == ["ami-creative"]


def test_what_is_not_over_is_not_replaced(idle_site: Site) -> None:
    with idle_site.client(idle_site.person("Impatient")) as client:
        first = client.post("/api/agents/execute", json={"message": "hello"}).json()
        more = {"conversationId": first["conversationId"]}
        second = client.post("/api/agents/execute", json={"message": "hello again", **more}).json()
        client.post(first["links"]["cancel"])
        refused = client.post("/api/agents/execute", json={"message": "hi", "replaces": first["id"]})
        assert refused.status_code == 409
        assert "stop it first" in refused.json()["detail"]
        client.post(second["links"]["cancel"])
        assert client.post("/api/agents/execute", json={"message": "hi", "replaces": first["id"]}).status_code == 202


def test_of_many_that_replace_the_same_turn_at_once_one_does(idle_site: Site) -> None:
    person = idle_site.person("Everywhere")
    with idle_site.client(person) as client:
        first = client.post("/api/agents/execute", json={"message": "hello"}).json()
        client.post(first["links"]["cancel"])

        def replace(number: int) -> int:
            body = {"message": f"number {number}", "conversationId": first["conversationId"]}
            if number % 2:
                body["replaces"] = first["id"]
            with idle_site.client(person) as another:
                return another.post("/api/agents/execute", json=body).status_code

        with ThreadPoolExecutor(12) as threads:
            statuses = list(threads.map(replace, range(12)))
        assert [statuses[number] for number in range(0, 12, 2)] == [202] * 6
        replaced = sum(status == 202 for status in statuses[1::2])
        assert replaced <= 1
        assert set(statuses) <= {202, 409}
        page = read(client, first["conversationId"])
        executions = client.get("/api/agents/executions").json()["executions"]
        assert {turn["id"] for turn in page["turns"]} == {one["id"] for one in executions if not one["superseded"]}
        assert next(one for one in executions if one["id"] == first["id"])["superseded"] == (replaced == 1)

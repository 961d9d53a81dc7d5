"""Conversations, routing, tools, models, facts, health and pages over HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from support.site import Site


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Newcomer")) as client:
        yield client


def test_a_conversation_is_begun_renamed_pinned_found_and_deleted(own: httpx.Client) -> None:
    begun = own.post("/api/conversations/create", json={"agentId": "peter-logical", "title": "  Sums "})
    assert begun.status_code == 201
    conversation = begun.json()
    assert (conversation["mode"], conversation["title"]) == ("direct", "Sums")
    asked = {"message": "What is 21 * 2?", "conversationId": conversation["id"]}
    execution = own.post("/api/agents/execute", json=asked).json()
    assert execution["conversationId"] == conversation["id"]
    own.get(execution["links"]["events"])
    read = own.get(f"/api/conversations/{conversation['id']}").json()
    assert [message["author"] for message in read["messages"]] == ["user", "agent"]
    assert "42" in read["messages"][1]["content"]
    changed = own.patch(f"/api/conversations/{conversation['id']}", json={"title": "Täxes", "pinned": True}).json()
    assert (changed["title"], changed["pinned"]) == ("Täxes", True)
    own.post("/api/conversations/create", json={"title": "Later"})
    listed = own.get("/api/conversations").json()["conversations"]
    assert [one["title"] for one in listed] == ["Täxes", "Later"]
    assert [one["title"] for one in own.get("/api/conversations?search=21 *").json()["conversations"]] == ["Täxes"]
    assert own.get("/api/conversations?search=nothing like it").json()["conversations"] == []
    assert own.delete(f"/api/conversations/{conversation['id']}").status_code == 204
    assert own.get(f"/api/conversations/{conversation['id']}").status_code == 404
    assert own.get(execution["links"]["self"]).status_code == 404


def test_a_change_without_anything_to_change_is_refused(own: httpx.Client) -> None:
    conversation = own.post("/api/conversations/create", json={}).json()
    assert conversation["mode"] == "supervised"
    assert own.patch(f"/api/conversations/{conversation['id']}", json={}).status_code == 422


def test_a_direct_conversation_needs_an_agent_that_is_there(own: httpx.Client) -> None:
    assert own.post("/api/conversations/create", json={"mode": "direct"}).status_code == 422
    assert own.post("/api/conversations/create", json={"agentId": "nobody"}).status_code == 404
    own.put("/api/agents/ski", json={"status": "paused"})
    assert own.post("/api/conversations/create", json={"agentId": "ski"}).status_code == 409


def test_a_dry_run_decides_as_an_execution_does_and_stores_nothing(own: httpx.Client) -> None:
    tried = own.post("/api/routing/decide", json={"message": "What is 5 * 7?"}).json()
    assert own.get("/api/routing/decisions").json()["decisions"] == []
    assert own.get("/api/agents/executions").json()["executions"] == []
    own.post("/api/v1/query", json={"query": "What is 5 * 7?"})
    real = own.get("/api/routing/decisions").json()["decisions"][0]
    varying = {"id", "microseconds", "createdAt"}
    assert {k: v for k, v in tried.items() if k not in varying} == {k: v for k, v in real.items() if k not in varying}
    assert own.get(f"/api/routing/decisions/{real['id']}").json() == real
    assert tried["modelCalls"] == 0
    assert tried["stages"]
    assert tried["candidates"][0]["evidence"]


def test_several_requests_are_seen_in_a_dry_run_in_the_decision_and_in_the_turn(own: httpx.Client) -> None:
    message = "What is 5 * 7? And add milk to my shopping list"
    wanted = [("peter-logical", "What is 5 * 7?"), ("notes", "add milk to my shopping list")]
    tried = own.post("/api/routing/decide", json={"message": message}).json()
    assert (tried["stage"], [(part["agent"], part["text"]) for part in tried["parts"]]) == ("split", wanted)
    assert all(message[part["start"] : part["end"]] == part["text"] for part in tried["parts"])
    assert all(part["candidates"][0]["evidence"] and part["stages"] for part in tried["parts"])
    answer = own.post("/api/v1/query", json={"query": message}).json()
    real = own.get("/api/routing/decisions").json()["decisions"][0]
    assert real["parts"] == tried["parts"]
    threads = own.get("/api/conversations").json()["conversations"]
    (turn,) = own.get(f"/api/conversations/{threads[0]['id']}").json()["turns"]
    assert [(part["agent"], part["text"]) for part in turn["decision"]["parts"]] == wanted
    assert turn["agentId"] == "cleo-supervisor"
    assert [use["task"] for use in turn["tools"] if use["kind"] == "helper"] == [text for _, text in wanted]
    assert "35" in str(answer)


def test_a_dry_run_honours_the_choice_and_the_thread(own: httpx.Client) -> None:
    chosen = own.post("/api/routing/decide", json={"message": "hi", "agentId": "ski"}).json()
    assert (chosen["agent"], chosen["stage"]) == ("ski", "explicit")
    follow_up = own.post("/api/routing/decide", json={"message": "and tomorrow?", "lastAgent": "ski"}).json()
    assert (follow_up["agent"], follow_up["stage"]) == ("ski", "follow_up")
    answer = own.post("/api/routing/decide", json={"message": "hi", "agentId": "nobody"})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-agent")


def test_tools_are_listed_with_schema_and_hints(own: httpx.Client) -> None:
    tools = own.get("/api/tools").json()["tools"]
    calculator = next(tool for tool in tools if tool["name"] == "calculator")
    assert calculator["parameters"]["type"] == "object"
    assert calculator["readOnly"] is True
    assert own.get("/api/tools?origin=nothing").json()["tools"] == []
    assert "calculator" in {tool["name"] for tool in own.get("/api/tools?search=CALC").json()["tools"]}


def test_tool_patterns_are_tried(own: httpx.Client) -> None:
    listed = own.get("/api/tools").json()["tools"]
    names = [tool["name"] for tool in listed if tool["origin"] not in ("helper-agent", "swarm")]
    patterns = ["calc.*", "(?=x)", "calculator", "calc", "(", "", ".*"]
    answer = own.post("/api/tools/match", json={"patterns": patterns}).json()
    assert [one["pattern"] for one in answer["patterns"]] == patterns
    assert [one["tools"] for one in answer["patterns"]] == [["calculator"], [], ["calculator"], [], [], [], names]
    assert [bool(one["error"]) for one in answer["patterns"]] == [False, True, False, False, True, True, False]
    assert "lookaround" in answer["patterns"][1]["error"]
    assert answer["tools"] == names
    assert own.post("/api/tools/match", json={"patterns": ["calc.*", "calculator"]}).json()["tools"] == ["calculator"]
    assert own.post("/api/tools/match", json={"patterns": []}).json() == {"patterns": [], "tools": []}
    assert own.post("/api/tools/match", json={"patterns": ["x"] * 201}).status_code == 422
    assert own.post("/api/tools/match", json={"patterns": "x"}).status_code == 422


def test_a_tool_is_tried_by_hand(own: httpx.Client) -> None:
    tried = own.post("/api/tools/calculator/call", json={"arguments": {"expression": "6*7"}}).json()
    assert (tried["result"]["result"], tried["error"]) == ("42", None)
    failed = own.post("/api/tools/calculator/call", json={"arguments": {"sum": "6*7"}})
    assert failed.status_code == 200
    assert failed.json()["errorClass"] == "validation"
    assert "expression is missing" in failed.json()["error"]
    assert own.post("/api/tools/no-such-tool/call", json={"arguments": {}}).status_code == 404
    key = {"Idempotency-Key": "add-once"}
    note = {"arguments": {"title": "By hand", "lines": ["one"]}}
    first, second = (own.post("/api/tools/addNote/call", json=note, headers=key).json() for _ in range(2))
    assert first == second
    other = {"arguments": {"title": "By hand", "lines": ["two"]}}
    assert own.post("/api/tools/addNote/call", json=other, headers=key).status_code == 422
    read = own.post("/api/tools/readNote/call", json={"arguments": {"title": "By hand"}}).json()
    assert read["result"]["lines"] == ["one"]


def test_tools_say_who_may_use_them_and_helpers_are_among_them(own: httpx.Client) -> None:
    listed = {tool["name"]: tool for tool in own.get("/api/tools").json()["tools"]}
    assert {"main", "peter-logical"} <= set(listed["calculator"]["agents"])
    helper = listed["call_research_agent"]
    assert (helper["origin"], helper["agents"]) == ("helper-agent", ["main"])
    assert [tool["name"] for tool in own.get("/api/tools?origin=helper-agent").json()["tools"]] == [
        "call_code_agent",
        "call_research_agent",
    ]


def test_a_pattern_is_in_error_when_an_agent_cannot_have_it(own: httpx.Client) -> None:
    patterns = ["ok", "(a+)+$", "((a{1,100}){1,100})", "\\1", "x" * 500, "x" * 501, "[", "\\p{Greek}+", "*"]
    matched = own.post("/api/tools/match", json={"patterns": patterns}).json()["patterns"]
    for one in matched:
        created = own.post("/api/agents/lint", json={"id": "tooled", "name": "Tooled", "tools": [one["pattern"]]})
        assert (one["error"] is None) == (created.status_code == 200), one


def test_models_are_listed_and_tried(own: httpx.Client) -> None:
    models = own.get("/api/models").json()
    assert (models["default"], models["configured"]) == ("offline", False)
    assert {"offline"} <= {model["name"] for model in models["models"]}
    assert own.post("/api/models/test", json={}).json()["ok"] is True
    assert own.post("/api/models/test", json={"model": "nonsense"}).status_code == 422
    script = own.post("/api/models/test", json={"model": "scripted:/etc/passwd"})
    assert script.status_code == 422 or script.json()["ok"] is False
    assert "root:" not in script.text


def test_facts_are_found_by_kind_agent_execution_text_and_position(own: httpx.Client) -> None:
    assert own.get("/api/debug/events").json() == {"events": [], "lastId": None}
    execution = own.post("/api/v1/query", json={"query": "What is 8 * 9?"}).json()["executionId"]
    everything = own.get("/api/debug/events?limit=200").json()["events"]
    kinds = {event["kind"] for event in everything}
    assert {"execution.started", "agent-delegation", "done"} <= kinds
    only = own.get("/api/debug/events?kind=done&kind=execution.started").json()["events"]
    assert {event["kind"] for event in only} == {"done", "execution.started"}
    of_execution = own.get(f"/api/debug/events?executionId={execution}&limit=200").json()["events"]
    assert of_execution == [event for event in everything if event["kind"] != "conversation.changed"]
    assert len(of_execution) == len(everything) - 1
    assert own.get("/api/debug/events?search=72").json()["events"]
    assert own.get("/api/debug/events?search=absent%25text").json()["events"] == []
    ids = sorted(event["id"] for event in everything)
    later = own.get(f"/api/debug/events?afterId={ids[2]}&limit=200").json()
    assert [event["id"] for event in later["events"]] == ids[3:]
    assert later["lastId"] == ids[-1]
    earlier = own.get(f"/api/debug/events?beforeId={ids[2]}").json()["events"]
    assert [event["id"] for event in earlier] == ids[1::-1]
    statistics = own.get("/api/debug/events/stats").json()
    assert statistics["total"] == len(everything)
    assert statistics["kinds"]["done"] == 1


def test_a_process_that_lives_and_works_says_so_to_anybody(stranger: httpx.Client) -> None:
    assert stranger.get("/healthz").json() == {"status": "ok"}
    assert stranger.get("/readyz").json() == {"status": "ok"}


def test_the_pages_without_scripts_load_nothing_foreign(stranger: httpx.Client) -> None:
    for path in ("/docs", "/login"):
        page = stranger.get(path)
        assert page.headers["content-type"].startswith("text/html")
        assert "<script" not in page.text
        assert "://" not in page.text
    assert "text/css" in stranger.get("/static/page.css").headers["content-type"]


def test_an_address_that_is_none_is_a_problem_like_any_other(stranger: httpx.Client, own: httpx.Client) -> None:
    for caller in (stranger, own):
        for path in ("/nowhere", "/api", "/api/agents/", "/static/../../etc/passwd", "/%2e%2e/etc"):
            answer = caller.get(path)
            assert answer.status_code == 404, path
            assert answer.json()["code"] == "not-found"

"""What could be changed about routing, over HTTP: proposals, words, lint, savings, traffic, replays."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick_router.core.decisions import Decision, Mode, Stage
from support.site import Site


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Improver")) as client:
        yield client


def has(client: httpx.Client, agent_id: str, **fields: Any) -> None:
    body = {"id": agent_id, "name": agent_id.title(), "role": "specialist", **fields}
    assert client.post("/api/agents/create", json=body).status_code == 201


def ask(client: httpx.Client, message: str) -> dict[str, Any]:
    """Ask something and return the stored decision."""
    client.post("/api/v1/query", json={"query": message})
    return client.get("/api/routing/decisions?limit=1").json()["decisions"][0]


def get(client: httpx.Client, path: str) -> dict[str, Any]:
    answer = client.get(f"/api/routing/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_misroute_is_answered_with_edits_that_put_it_right(own: httpx.Client) -> None:
    has(own, "potter", tags=["clay"])
    has(own, "gardener", tags=["soil"])
    own.patch("/api/routing/state", json={"autoPublish": False})
    wrong = ask(own, "The clay in my borders cracks")
    assert wrong["agent"] == "potter"
    address = f"/api/routing/decisions/{wrong['id']}/misroute"
    unnamed = own.post(address, json={}).json()
    assert own.get(f"/api/routing/misroutes/{unnamed['id']}/proposals").status_code == 409
    report = own.post(address, json={"agentId": "gardener"}).json()
    found = get(own, f"misroutes/{report['id']}/proposals")["proposals"]
    assert found
    assert all(proposal["kind"] == "misroute" and proposal["edits"] for proposal in found)
    best = found[0]
    assert [query["text"] for query in best["fixes"]] == ["The clay in my borders cracks"]
    body = {"reason": best["reason"], "edits": best["edits"]}
    candidate = own.post("/api/routing/releases", json=body).json()
    assert candidate["replay"]["groups"][0]["after"] == "gardener"
    assert get(own, f"misroutes/{report['id']}/proposals")["proposals"] == found, "asked again, answered alike"


def test_the_roster_is_checked_as_it_is_edited_and_says_who_gets_what(own: httpx.Client) -> None:
    has(own, "potter", tags=["clay", "the"])
    for message in ("clay pots", "more clay", "What is 5 * 7?"):
        ask(own, message)
    own.patch("/api/routing/state", json={"autoPublish": False})
    own.put("/api/agents/potter", json={"tags": ["kiln", "the"]})
    lint = get(own, "lint")
    assert ("potter", "tag-is-stop-word", "the") in [
        (one["agent"], one["code"], one["value"]) for one in lint["findings"]
    ]
    (effect,) = [one for one in lint["effects"] if one["agent"] == "potter"]
    assert effect == {"agent": "potter", "messages": 3, "wins": 0, "gains": 0, "losses": 2}


def test_a_word_that_is_in_many_messages_of_others_is_named_with_what_would_narrow_it(own: httpx.Client) -> None:
    has(own, "potter", tags=["cracks"])
    has(own, "mason", tags=["walls", "bricks", "mortar"])
    for n in range(6):
        ask(own, f"The walls, bricks, mortar: cracks number {n}")
    (word,) = [one for one in get(own, "words")["words"] if one["agent"] == "potter"]
    assert (word["field"], word["text"], word["messages"], word["elsewhere"]) == ("tags", "cracks", 6, 6)
    found = [one for one in get(own, "proposals")["proposals"] if one["kind"] == "word"]
    assert {"kind": "remove", "agent": "potter", "field": "tags", "value": "cracks"} in found[0]["edits"]


def test_what_a_model_settled_becomes_a_rule_with_the_calls_it_saves(site: Site) -> None:
    someone = site.person("Saver")
    with site.client(someone) as own:
        has(own, "potter", tags=["clay"])
        for n in range(4):
            site.run(site.platform.stores[DecisionStore].add(someone.user_id, by_model(f"glaze my bowl, attempt {n}")))
        savings = get(own, "savings")
        assert (savings["messages"], savings["modelCalls"], savings["modelShare"]) == (4, 4, 1.0)
        best = savings["proposals"][0]
        assert (best["kind"], best["saves"], best["edits"][0]["agent"]) == ("model", 4, "potter")
        assert get(own, "proposals")["proposals"][0] == best
        body = {"reason": best["reason"], "edits": best["edits"]}
        candidate = own.post("/api/routing/releases", json=body).json()
        assert candidate["replay"]["modelBefore"] - candidate["replay"]["modelAfter"] == 4


def by_model(message: str) -> Decision:
    """A decision that a model made for the potter."""
    return Decision(
        agent="potter",
        stage=Stage.MODEL,
        confidence=0.8,
        reason="The model chose.",
        candidates=(),
        candidate_count=0,
        excluded=(),
        margin=0.0,
        stages=(),
        message=message,
        message_hash="",
        language="en",
        mode=Mode.SUPERVISED,
        release="r",
        model_calls=1,
    )


def test_traffic_says_which_stage_gave_how_many_messages_to_whom(own: httpx.Client) -> None:
    has(own, "potter", tags=["clay"])
    for message in ("clay pots", "more clay", "xyzzy plugh"):
        ask(own, message)
    traffic = get(own, "traffic?days=1")
    assert traffic["messages"] == 3
    made = Counter((one["stage"], one["agent"]) for one in get(own, "decisions")["decisions"])
    assert {(one["stage"], one["agent"]): one["count"] for one in traffic["flows"]} == made
    counts = [one["count"] for one in traffic["flows"]]
    assert (counts, sum(counts)) == (sorted(counts, reverse=True), 3)
    assert own.get("/api/routing/traffic?days=0").status_code == 422


def test_a_file_of_messages_is_decided_with_what_decides_or_with_a_release(own: httpx.Client) -> None:
    has(own, "potter", tags=["clay"])
    edit = {"kind": "add", "agent": "potter", "field": "tags", "value": "kiln"}
    release = own.post("/api/routing/releases", json={"reason": "Kilns.", "edits": [edit]}).json()
    queries = [
        {"text": "the kiln", "agent": "potter"},
        {"text": "xyzzy plugh", "agent": None},
        {"text": "clay", "agent": "ski"},
        {"text": "clay"},
    ]
    now = own.post("/api/routing/replay", json={"queries": queries}).json()
    assert [(one["agent"], one["correct"]) for one in now["results"]] == [
        (None, False),
        (None, True),
        ("potter", False),
        ("potter", None),
    ]
    assert {name: now["summary"][name] for name in ("messages", "labelled", "correct", "refused")} == {
        "messages": 4,
        "labelled": 3,
        "correct": 1,
        "refused": 2,
    }
    body = {"queries": queries, "release": release["number"]}
    then = own.post("/api/routing/replay", json=body).json()
    assert (then["results"][0]["agent"], then["summary"]["correct"]) == ("potter", 2)
    assert own.post("/api/routing/replay", json={"queries": []}).status_code == 422
    assert own.post("/api/routing/replay", json={"queries": queries, "release": 999}).status_code == 404
    assert get(own, "traffic")["messages"] == 0, "nothing of it is stored"


def test_an_uploaded_file_is_decided_and_wrong_lines_of_one_are_named(own: httpx.Client) -> None:
    has(own, "potter", tags=["clay"])
    edit = {"kind": "add", "agent": "potter", "field": "tags", "value": "kiln"}
    number = own.post("/api/routing/releases", json={"reason": "Kilns.", "edits": [edit]}).json()["number"]

    def tried(form: str, content: str, language: str = "en", **more: Any) -> httpx.Response:
        asked = {"format": form, "content": content, **more}
        return own.post("/api/routing/replay", json=asked, headers={"Accept-Language": language})

    table = "text,agent\nthe kiln,potter\nxyzzy plugh,\n"
    now, then = tried("csv", table).json(), tried("csv", table, release=number).json()
    assert [(one["agent"], one["correct"]) for one in now["results"]] == [(None, False), (None, True)]
    assert (now["summary"]["accuracy"], then["summary"]["accuracy"]) == (0.5, 1.0)
    unlabelled = tried("jsonl", '{"text": "clay"}\n\n{"text": "and more", "lastAgent": "potter"}').json()
    assert (unlabelled["summary"]["messages"], unlabelled["summary"]["accuracy"]) == (2, None)

    lines = ['{"text": "clay"}', "not json", '{"text": "x", "agent": "gone"}', '{"text": "\\ud800"}']
    refused = tried("jsonl", "\n".join(lines))
    assert refused.status_code == 422
    errors = refused.json()["errors"]
    assert [(error["field"], error["line"]) for error in errors] == [("content", 2), ("content", 3), ("content", 4)]
    assert "no agent 'gone'" in errors[1]["detail"]
    spanish = tried("jsonl", "\n".join(lines), "es").json()
    assert "no hay ningún agente «gone»" in spanish["errors"][1]["detail"]
    assert spanish["detail"].startswith("Línea 2: esto no es JSON")
    assert tried("jsonl", "\n").json()["detail"] == "There is no message in the file."
    assert "at most 10,000" in tried("csv", "text\n" + "clay\n" * 10_001).json()["detail"]

    both = tried("csv", table, queries=[{"text": "clay"}])
    neither = own.post("/api/routing/replay", json={"release": number})
    half = own.post("/api/routing/replay", json={"content": table})
    for answer in (both, neither, half):
        assert answer.status_code == 422
        assert "either queries, or a file" in answer.json()["detail"]

"""Releases of routing over HTTP: made, tried, published, refused, rolled back."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bailiwick.agents.releases.choosing import drawn
from support.site import Site

Body = dict[str, Any]
SNOW = {"kind": "add", "agent": "ski", "field": "tags", "value": "zamboni"}
NOTE = {"kind": "add", "agent": "notes", "field": "tags", "value": "zamboni"}


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Releaser")) as client:
        yield client


def decided(client: httpx.Client, message: str, **more: Any) -> Body:
    """Return the decision on a message."""
    answer = client.post("/api/routing/decide", json={"message": message, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def state(client: httpx.Client) -> Body:
    return client.get("/api/routing/state").json()


def learned(client: httpx.Client) -> Body:
    """Wait until what there is to learn has been learned; decisions do not wait for it. Return the state."""
    ends = time.monotonic() + 20
    while (now := state(client))["examplesState"] == "training":
        assert time.monotonic() < ends, "nothing is learned"
    return now


def candidate(client: httpx.Client, *edits: Body, reason: str = "Try it.") -> Body:
    """Make a candidate from edits."""
    answer = client.post("/api/routing/releases", json={"reason": reason, "edits": list(edits)})
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"/api/routing/releases/{answer.json()['number']}"
    return answer.json()


def act(client: httpx.Client, release: Body, verb: str, body: Body | None = None) -> httpx.Response:
    return client.post(f"/api/routing/releases/{release['number']}/{verb}", json=body)


def pin(client: httpx.Client, text: str, agent: str | None) -> Body:
    answer = client.post("/api/routing/golden", json={"text": text, "agent": agent})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_an_edit_is_published_at_once_and_pinning_a_case_changes_that_only_for_edits_that_break_it(
    own: httpx.Client,
) -> None:
    before = state(own)
    assert (before["published"], before["candidate"], before["autoPublish"]) == (None, None, True)
    assert own.put("/api/agents/ski", json={"tags": ["zamboni"]}).status_code == 200
    assert decided(own, "the zamboni")["agent"] == "ski"
    now = learned(own)["published"]
    assert (now["author"], now["status"], now["changeCount"]) == ("person", "published", 1)
    (change,) = now["changes"]
    assert (change["kind"], change["name"], change["field"], change["after"]) == ("changed", "ski", "tags", ["zamboni"])
    assert decided(own, "the zamboni")["release"] == now["digest"]

    pin(own, "the zamboni", "ski")
    assert (state(own)["autoPublish"], state(own)["goldenCases"]) == (True, 1)
    own.put("/api/agents/notes", json={"tags": ["curling"]})
    assert decided(own, "curling")["agent"] == "notes"
    now = learned(own)["published"]
    own.put("/api/agents/ski", json={"tags": []})
    waiting = state(own)
    assert (waiting["autoPublish"], waiting["published"]["number"]) == (True, now["number"])
    assert [each["text"] for each in waiting["candidate"]["replay"]["goldenBroken"]] == ["the zamboni"]
    assert decided(own, "the zamboni")["agent"] == "ski", "what waits does not decide"
    published = act(own, waiting["candidate"], "publish", {"override": "The rink has closed."})
    assert published.status_code == 200, published.text
    assert decided(own, "the zamboni")["agent"] != "ski"


def test_how_edits_are_published_changes_when_the_person_says_so(own: httpx.Client) -> None:
    assert own.patch("/api/routing/state", json={"autoPublish": False}).json()["autoPublish"] is False
    pin(own, "the zamboni", "ski")
    assert state(own)["autoPublish"] is False
    assert own.patch("/api/routing/state", json={"autoPublish": True}).json()["autoPublish"] is True
    assert own.patch("/api/routing/state", json={"autoPublish": None}).status_code == 422


def test_a_candidate_of_edits_changes_nothing_until_it_is_published(own: httpx.Client) -> None:
    made = candidate(own, SNOW, reason="Zambonis are for the ski agent.")
    assert (made["status"], made["reason"], made["edits"]) == ("candidate", "Zambonis are for the ski agent.", [SNOW])
    assert made["replay"]["messages"] == 0
    assert "zamboni" not in own.get("/api/agents/ski").json()["tags"]
    assert decided(own, "the zamboni")["agent"] is None
    assert act(own, made, "publish", {"reason": "As tried."}).json()["status"] == "published"
    assert "zamboni" in own.get("/api/agents/ski").json()["tags"]
    learned(own)
    after = decided(own, "the zamboni")
    assert (after["agent"], after["release"]) == ("ski", made["digest"])
    assert act(own, made, "publish").status_code == 409, "it decides already"
    diff = own.get(f"/api/routing/releases/{made['number']}/diff").json()
    assert (diff["count"], diff["changes"][0]["field"]) == (1, "tags")


def test_a_release_that_breaks_a_golden_case_needs_a_reason(own: httpx.Client) -> None:
    own.put("/api/agents/ski", json={"tags": ["zamboni"]})
    case = pin(own, "the zamboni", "ski")
    taken = candidate(
        own, {"kind": "remove", "agent": "ski", "field": "tags", "value": "zamboni"}, NOTE, reason="Notes has it."
    )
    broken = {"id": case["id"], "text": "the zamboni", "expected": "ski", "before": "ski", "after": "notes"}
    assert taken["replay"]["goldenBroken"] == [broken]
    refused = act(own, taken, "publish")
    assert refused.status_code == 409
    assert (refused.json()["code"], refused.json()["broken"]) == ("golden-broken", [broken])
    assert decided(own, "the zamboni")["agent"] == "ski"
    published = act(own, taken, "publish", {"override": "The rink has closed."}).json()
    assert (published["status"], published["override"]) == ("published", "The rink has closed.")
    assert decided(own, "the zamboni")["agent"] == "notes"
    failing = own.get("/api/routing/golden?failing=true").json()["cases"]
    assert [(one["text"], one["decided"], one["passes"]) for one in failing] == [("the zamboni", "notes", False)]


def test_rolling_back_decides_as_then_and_leaves_publishing_to_the_person(own: httpx.Client) -> None:
    own.put("/api/agents/ski", json={"tags": ["zamboni"]})
    good = learned(own)["published"]
    then = decided(own, "the zamboni of the rink")
    own.put("/api/agents/ski", json={"tags": ["curling"]})
    learned(own)
    assert decided(own, "the zamboni of the rink")["agent"] is None
    back = act(own, good, "rollback", {"reason": "Too many went astray."})
    assert back.status_code == 200, back.text
    assert back.json()["number"] > good["number"] + 1
    learned(own)
    now = decided(own, "the zamboni of the rink")
    assert {**now, "microseconds": 0} == {**then, "microseconds": 0}
    assert state(own)["autoPublish"] is False
    difference = own.get(f"/api/routing/releases/{back.json()['number']}/diff?against={good['number']}").json()
    assert difference == {"changes": [], "count": 0}


def test_a_candidate_is_tried_on_the_messages_there_were(own: httpx.Client) -> None:
    for message in ("the zamboni of the rink", "What is 5 * 7?", "another zamboni"):
        own.post("/api/v1/query", json={"query": message})
    report = candidate(own, SNOW)["replay"]
    assert (report["messages"], report["flips"]) == (3, 2)
    (group,) = report["groups"]
    assert (group["before"], group["after"], group["count"]) == (None, "ski", 2)
    assert {flip["text"] for flip in group["samples"]} == {"the zamboni of the rink", "another zamboni"}
    again = act(own, state(own)["candidate"], "replay", {"limit": 1}).json()
    assert (again["messages"], again["flips"]) == (1, 1)


def test_a_canary_decides_its_share_until_it_is_taken_back(own: httpx.Client) -> None:
    made = candidate(own, SNOW)
    assert act(own, made, "canary", {"share": 100}).json()["canaryShare"] == 100
    own.post("/api/v1/query", json={"query": "the zamboni"})
    (decision,) = own.get("/api/routing/decisions?limit=1").json()["decisions"]
    assert (decision["agent"], decision["canary"], decision["release"]) == ("ski", True, made["digest"])
    assert state(own)["canary"]["number"] == made["number"]
    figures = f"/api/routing/releases/{made['number']}/canary"
    assert own.get(figures).json() == {"decided": 1, "wrong": 0, "others": 0, "othersWrong": 0}
    own.post(f"/api/routing/decisions/{decision['id']}/misroute", json={"agentId": "toby-technical"})
    assert own.get(figures).json() == {"decided": 1, "wrong": 1, "others": 0, "othersWrong": 0}
    ended = own.delete(f"/api/routing/releases/{made['number']}/canary")
    assert ended.json()["canaryShare"] is None
    assert decided(own, "the zamboni")["agent"] is None
    discarded = act(own, made, "discard").json()
    assert discarded["status"] == "discarded"
    for verb, body in (("publish", None), ("discard", None), ("canary", {"share": 5})):
        assert act(own, made, verb, body).status_code == 409, verb
    kept = own.get(f"/api/routing/releases/{made['number']}").json()
    assert kept["status"] == "discarded"


def test_the_history_is_paged_by_number_and_filtered(own: httpx.Client) -> None:
    made = [candidate(own, {**SNOW, "value": f"zamboni{n}"})["number"] for n in range(3)]
    page = own.get("/api/routing/releases", params={"limit": 2}).json()
    assert [one["number"] for one in page["releases"]] == made[:0:-1]
    rest = own.get("/api/routing/releases", params={"before": page["nextBefore"]}).json()
    assert made[0] in [one["number"] for one in rest["releases"]]
    assert rest["nextBefore"] is None
    own.post(f"/api/routing/releases/{made[1]}/discard")
    gone = own.get("/api/routing/releases?status=discarded").json()["releases"]
    assert [one["number"] for one in gone] == [made[1]]


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ([{**SNOW, "agent": "nobody"}], "edits"),
        ([{**SNOW, "kind": "remove", "value": "not there"}], "edits"),
        ([{**SNOW, "field": "patterns", "value": "("}], "edits"),
        ([], "edits"),
        ([{**SNOW, "kind": "set", "field": "priority", "value": "high"}], "edits[0]"),
        ([{**SNOW, "kind": "set"}], "edits[0]"),
    ],
)
def test_an_edit_that_cannot_be_made_is_refused_by_its_field(own: httpx.Client, edits: list[Body], field: str) -> None:
    answer = own.post("/api/routing/releases", json={"reason": "r", "edits": edits})
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["field"].startswith(field), answer.text
    assert state(own)["candidate"] is None


def test_rules_of_routing_are_part_of_a_release_and_unknown_ones_are_refused(own: httpx.Client) -> None:
    texts = (
        {"defaultAgent": 1},
        {"defaultAgent": "nobody"},
        {"defaultAgent": "cleo-supervisor"},
        {"model": "nobody:x"},
    )
    refused = (
        {"unknown": 1},
        {"tagWeight": "2"},
        {"learning": 0},
        {"learning": 99},
        {"intentThreshold": True},
        {"splitParts": 1.5},
        {"tagWeight": ["tags"]},
        {"stages": 1},
    )
    for rules in (*texts, *refused, {"stages": []}, {"stages": ["tags", "tags"]}, {"stages": ["guessing"]}):
        assert own.post("/api/routing/releases", json={"reason": "r", "rules": rules}).status_code == 422, rules
    own.put("/api/agents/ski", json={"tags": ["zamboni"]})
    made = own.post("/api/routing/releases", json={"reason": "No tags.", "rules": {"tagWeight": 0}})
    assert made.status_code == 201, made.text
    (change,) = made.json()["changes"]
    assert (change["subject"], change["name"], change["after"]) == ("rule", "tag_weight", 0)
    act(own, made.json(), "publish")
    (best, *_) = decided(own, "the zamboni")["candidates"]
    assert (best["agent"], best["score"]) == ("ski", 1.0), "the word counts, the tag no more"


def rules(client: httpx.Client) -> dict[str, Body]:
    """Return the rules of routing by name."""
    return {rule["name"]: rule for rule in client.get("/api/routing/rules").json()["rules"]}


def test_stages_are_switched_off_and_rules_set_back_by_a_release(own: httpx.Client) -> None:
    usual = rules(own)
    assert usual["tagWeight"] == {"name": "tagWeight", "value": 2.0, "usual": 2.0, "whole": False}
    assert usual["splitParts"]["whole"] is True
    own.put("/api/agents/ski", json={"tags": ["zamboni"]})
    assert decided(own, "the zamboni")["stage"] == "tags"
    stages = [each for each in usual["stages"]["usual"] if each != "tags"]
    made = own.post("/api/routing/releases", json={"reason": "No tags.", "rules": {"stages": stages, "tagWeight": 1}})
    assert rules(own) == usual, "a candidate decides nothing yet"
    act(own, made.json(), "publish")
    assert (rules(own)["stages"]["value"], rules(own)["tagWeight"]["value"]) == (stages, 1.0)
    assert decided(own, "the zamboni")["stage"] == "finalize"
    back = {name: usual[name]["usual"] for name in ("stages", "tagWeight")}
    act(own, own.post("/api/routing/releases", json={"reason": "As before.", "rules": back}).json(), "publish")
    assert rules(own) == usual
    assert decided(own, "the zamboni")["stage"] == "tags"
    same = own.post("/api/routing/releases", json={"reason": "As it is.", "rules": back})
    assert same.status_code == 422, same.text


def test_who_gets_what_nobody_fits_is_a_rule_of_a_release_and_is_compared_and_taken_back(own: httpx.Client) -> None:
    assert rules(own)["defaultAgent"] == {"name": "defaultAgent", "value": "", "usual": "", "whole": False}
    assert decided(own, "quantum chromodynamics")["agent"] is None
    given = {"defaultAgent": "ski", "silenceMinutes": 5, "model": "default"}
    made = own.post("/api/routing/releases", json={"reason": "Ski has the rest.", "rules": given}).json()
    changes = own.get(f"/api/routing/releases/{made['number']}/diff").json()["changes"]
    assert [(each["name"], each["after"]) for each in changes] == [
        ("default_agent", "ski"),
        ("model", "default"),
        ("silence_minutes", 5),
    ]
    act(own, made, "publish")
    rest = decided(own, "quantum chromodynamics")
    assert (rest["agent"], rest["stage"], rest["reason"]) == (
        "ski",
        "finalize",
        "No specialist fits, and ski gets what nobody fits.",
    )
    assert {name: rules(own)[name]["value"] for name in given} == given
    before = made["parent"]
    act(own, {"number": before}, "rollback")
    assert decided(own, "quantum chromodynamics")["agent"] is None
    assert rules(own)["defaultAgent"]["value"] == ""


def test_a_trial_in_a_conversation_is_decided_by_the_release_that_decides_there(own: httpx.Client) -> None:
    act(own, candidate(own, SNOW), "canary", {"share": 50})
    asked = own.post("/api/agents/execute", json={"message": "hello"}).json()
    canary = drawn(asked["conversationId"], 50)
    other = next(each for each in (f"the zamboni {n}" for n in range(99)) if drawn(each, 50) is not canary)
    decision = decided(own, other, conversationId=asked["conversationId"])
    assert (decision["canary"], decision["agent"]) == (canary, "ski" if canary else None)


def test_a_repeated_request_makes_one_release(own: httpx.Client) -> None:
    headers = {"Idempotency-Key": "once"}
    body = {"reason": "Once.", "edits": [SNOW]}
    first, second = (own.post("/api/routing/releases", json=body, headers=headers) for _ in range(2))
    assert (second.content, second.headers["idempotency-replayed"]) == (first.content, "true")
    assert len(own.get("/api/routing/releases?status=candidate").json()["releases"]) == 1

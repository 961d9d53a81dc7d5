"""Golden cases over HTTP: written, pinned, imported, exported, run."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from support.site import Site

PATH = "/api/routing/golden"


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """A user with nothing yet."""
    with site.client(site.person("Pinner")) as client:
        yield client


def cases(client: httpx.Client, query: str = "") -> list[dict[str, Any]]:
    return client.get(f"{PATH}{query}").json()["cases"]


def test_a_case_is_written_changed_and_deleted(own: httpx.Client) -> None:
    made = own.post(PATH, json={"text": "What is 5 * 7?", "agent": "peter-logical", "note": "Sums."})
    assert made.status_code == 201, made.text
    case = made.json()
    assert made.headers["location"] == f"{PATH}/{case['id']}"
    assert (case["source"], case["decisionId"], case["lastAgent"]) == ("person", None, None)
    (listed,) = cases(own)
    assert (listed["decided"], listed["passes"], listed["note"]) == ("peter-logical", True, "Sums.")
    changed = own.patch(f"{PATH}/{case['id']}", json={"agent": "ski"}).json()
    assert (changed["agent"], changed["text"], changed["note"]) == ("ski", "What is 5 * 7?", "Sums.")
    assert [one["passes"] for one in cases(own, "?failing=true")] == [False]
    assert own.patch(f"{PATH}/{case['id']}", json={"agent": None}).json()["agent"] is None
    assert own.patch(f"{PATH}/{case['id']}", json={}).status_code == 422
    assert own.delete(f"{PATH}/{case['id']}").status_code == 204
    assert cases(own) == []
    assert own.delete(f"{PATH}/{case['id']}").status_code == 404


def test_a_case_names_an_agent_there_is_or_nobody(own: httpx.Client) -> None:
    assert own.post(PATH, json={"text": "hi", "agent": "nobody-there"}).status_code == 404
    assert own.post(PATH, json={"text": "hi"}).status_code == 422, "nobody is said by null, not by silence"
    assert own.post(PATH, json={"text": " ", "agent": None}).status_code == 422
    assert own.post(PATH, json={"text": "xyzzy plugh", "agent": None}).status_code == 201
    assert [(one["agent"], one["passes"]) for one in cases(own)] == [(None, True)]


def test_all_cases_are_run_with_what_decides_or_with_a_release(own: httpx.Client) -> None:
    own.post(PATH, json={"text": "the zamboni", "agent": "ski"})
    own.post(PATH, json={"text": "What is 5 * 7?", "agent": "peter-logical"})
    now = own.post(f"{PATH}/run").json()
    assert (now["total"], now["passed"]) == (2, 1)
    assert [(one["text"], one["decided"]) for one in now["failed"]] == [("the zamboni", None)]
    edit = {"kind": "add", "agent": "ski", "field": "tags", "value": "zamboni"}
    release = own.post("/api/routing/releases", json={"reason": "Ice.", "edits": [edit]}).json()
    assert [one["text"] for one in release["replay"]["goldenFixed"]] == ["the zamboni"]
    tried = own.post(f"{PATH}/run", json={"release": release["number"]}).json()
    assert (tried["passed"], tried["failed"]) == (2, [])
    assert tried["release"] == release["digest"]


def test_a_decision_that_was_right_is_pinned_and_unpinned(own: httpx.Client) -> None:
    own.post("/api/v1/query", json={"query": "What is 5 * 7?"})
    decision = own.get("/api/routing/decisions?limit=1").json()["decisions"][0]
    address = f"/api/routing/decisions/{decision['id']}/pin"
    pinned = own.post(address, json={"note": "Sums."})
    assert pinned.status_code == 201, pinned.text
    case = pinned.json()
    assert {name: case[name] for name in ("text", "agent", "source", "decisionId", "note")} == {
        "text": "What is 5 * 7?",
        "agent": "peter-logical",
        "source": "decision",
        "decisionId": decision["id"],
        "note": "Sums.",
    }
    assert own.post(address).status_code == 201, "what is right stays right"
    assert len(cases(own)) == 1
    assert own.delete(address).status_code == 204
    assert cases(own) == []
    assert own.delete(address).status_code == 404
    assert own.post(f"/api/routing/decisions/{uuid4()}/pin").status_code == 404


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_what_is_exported_can_be_imported(own: httpx.Client, site: Site, form: str) -> None:
    own.post(PATH, json={"text": '=SUM(A1) "quoted", ¿y mañana?\nsecond line', "agent": "ski", "lastAgent": "notes"})
    own.post(PATH, json={"text": "xyzzy plugh", "agent": None, "note": "Nobody's."})
    exported = own.get(f"{PATH}/export?format={form}")
    assert exported.headers["content-disposition"] == f'attachment; filename="golden-cases.{form}"'
    with site.client(site.person("Heir")) as heir:
        report = heir.post(f"{PATH}/import", json={"format": form, "content": exported.text}).json()
        assert report == {"added": 2, "replaced": 0, "problems": []}
        assert {(one["text"], one["agent"], one["lastAgent"], one["note"]) for one in cases(heir)} == {
            (one["text"], one["agent"], one["lastAgent"], one["note"]) for one in cases(own)
        }
        again = heir.post(f"{PATH}/import", json={"format": form, "content": exported.text}).json()
        assert (again["added"], again["replaced"]) == (0, 2)


def test_a_file_with_wrong_lines_is_refused_whole_and_each_line_is_named(own: httpx.Client) -> None:
    lines = [
        json.dumps({"text": "snow", "agent": "ski"}),
        "not json",
        json.dumps({"text": "x", "agent": "nobody-there"}),
        json.dumps({"text": "no agent"}),
    ]
    report = own.post(f"{PATH}/import", json={"format": "jsonl", "content": "\n".join(lines)}).json()
    assert (report["added"], [problem["line"] for problem in report["problems"]]) == (0, [2, 3, 4])
    assert cases(own) == []
    empty = own.post(f"{PATH}/import", json={"format": "csv", "content": "words\nhello"}).json()
    assert empty["problems"]


def test_cases_are_paged_and_counted(own: httpx.Client) -> None:
    for n in range(3):
        own.post(PATH, json={"text": f"What is {n} * 7?", "agent": "peter-logical"})
    page = own.get(PATH, params={"limit": 2}).json()
    assert ([one["text"] for one in page["cases"]], page["total"]) == (["What is 2 * 7?", "What is 1 * 7?"], 3)
    rest = own.get(PATH, params={"limit": 2, "before": page["nextBefore"]}).json()
    assert ([one["text"] for one in rest["cases"]], rest["nextBefore"]) == (["What is 0 * 7?"], None)

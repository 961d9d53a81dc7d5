"""Documents over HTTP: uploaded, read in the background, searched, cited, deleted."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from bailiwick.kernel.ids import uuid7
from bailiwick.tools.documents.citations import citations_in
from support.files import pdf, word
from support.site import Person, Site, finished
from support.uploads import settled, uploaded

LEASE = pdf(
    [
        ["Tenancy agreement", "", "The landlord lets the flat in Market Street 5."],
        ["Termination", "", "The notice period is three months to the end of a quarter."],
    ]
)
HANDBOOK = word(("Heading 1", "Holidays"), "Every employee has thirty days of paid leave a year.")


@pytest.fixture(scope="module")
def carol(site: Site) -> Person:
    """A user with a lease and a handbook."""
    return site.person("Carol")


@pytest.fixture(scope="module")
def calls(site: Site, carol: Person) -> Iterator[httpx.Client]:
    """Calls as Carol."""
    with site.client(carol) as client:
        yield client


@pytest.fixture(scope="module")
def lease(site: Site, calls: httpx.Client) -> dict[str, Any]:
    """The lease, read."""
    return uploaded(calls, "Lease.pdf", LEASE, tags=["home", "law, money"])


@pytest.fixture(scope="module")
def handbook(calls: httpx.Client) -> dict[str, Any]:
    """The handbook, read."""
    return uploaded(calls, "handbook.docx", HANDBOOK, title="Employee handbook")


def test_a_pdf_is_read_searched_and_cited_and_its_passage_opens(
    calls: httpx.Client, lease: dict[str, Any], handbook: dict[str, Any]
) -> None:
    assert lease["title"] == "Lease"
    assert lease["filename"] == "Lease.pdf"
    assert lease["mediaType"] == "application/pdf"
    assert lease["tags"] == ["home", "law", "money"]
    assert (lease["status"], lease["error"], lease["source"]) == ("ready", None, "upload")
    accepted = calls.post(
        "/api/agents/execute", json={"message": "What does my lease say about the notice period?", "agentId": "main"}
    ).json()
    answer = finished(calls, accepted["id"])["answer"]
    assert "three months to the end of a quarter" in answer
    cited = citations_in(answer)[0]
    assert cited.document_id == lease["id"]
    path = f"/api/documents/{cited.document_id}/passages"
    around = calls.get(path, params={"around": cited.passage_id, "before": 1, "after": 0}).json()["passages"]
    passage = around[-1]
    assert passage["id"] == cited.passage_id
    assert passage["text"] == lease["content"][passage["start"] : passage["end"]]
    assert "notice period" in passage["text"]


def test_a_search_finds_forms_of_words_and_marks_them(calls: httpx.Client, handbook: dict[str, Any]) -> None:
    found = calls.get("/api/documents/search", params={"q": "holiday employees"}).json()
    [hit] = [hit for hit in found["hits"] if hit["document"]["id"] == handbook["id"]]
    assert (found["mode"], found["embedder"]) == ("words", None)
    assert hit["passage"]["heading"] == "Holidays"
    assert hit["matches"]["words"] == ["holiday", "employees"]
    assert {hit["snippet"][left:right] for left, right in hit["marks"]} == {"Holidays", "employee"}
    none = calls.get("/api/documents/search", params={"q": "holiday", "documentId": str(uuid7())})
    assert none.status_code == 404
    assert calls.get("/api/documents/search", params={"q": "zyzzyva"}).json()["hits"] == []


def test_lists_are_filtered_and_paged(calls: httpx.Client, lease: dict[str, Any], handbook: dict[str, Any]) -> None:
    def ids(**asked: Any) -> list[str]:
        return [each["id"] for each in calls.get("/api/documents", params=asked).json()["documents"]]

    assert ids(tag="home") == [lease["id"]]
    assert ids(search="HANDBOOK.docx") == [handbook["id"]]
    both = {lease["id"], handbook["id"]}
    assert both <= set(ids(source="upload"))
    assert both.isdisjoint(ids(source="agent"))
    assert both <= set(ids(status="ready"))
    assert both.isdisjoint(ids(status="failed"))
    page = calls.get("/api/documents", params={"limit": 1}).json()
    rest = calls.get("/api/documents", params={"limit": 1, "before": page["nextBefore"]}).json()
    assert page["total"] == rest["total"] >= 2
    assert page["documents"][0]["id"] != rest["documents"][0]["id"]


def test_the_original_comes_back_as_an_attachment(calls: httpx.Client, lease: dict[str, Any]) -> None:
    answer = calls.get(f"/api/documents/{lease['id']}/file")
    assert answer.content == LEASE
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith("attachment; ")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_with_a_hostile_name_keeps_none_of_it(calls: httpx.Client) -> None:
    made = uploaded(calls, '../../\u202e"né\r\nX: y".txt', b"hello")
    assert "/" not in made["filename"]
    answer = calls.get(f"/api/documents/{made['id']}/file")
    assert "x" not in {name.lower() for name in answer.headers}
    assert quote(made["filename"], safe="") in answer.headers["content-disposition"]
    calls.delete(f"/api/documents/{made['id']}")


def test_a_text_can_be_changed_and_is_found_by_what_it_says_now(calls: httpx.Client) -> None:
    made = calls.post(
        "/api/documents/text",
        json={"title": "Plan", "content": "# Day one\n\nWe visit the aquarium.", "tags": ["trip"]},
    ).json()
    settled(calls, made)
    changed = calls.patch(f"/api/documents/{made['id']}", json={"content": "# Day one\n\nWe visit the lighthouse."})
    assert changed.json()["status"] == "indexing"
    now = settled(calls, made)
    assert now["content"].endswith("lighthouse.")
    assert now["outline"] == [{"heading": "Day one", "level": 1, "start": 0}]
    hits = {
        word: calls.get("/api/documents/search", params={"q": word, "tag": "trip"}).json()["hits"]
        for word in ("aquarium", "lighthouse")
    }
    assert (len(hits["aquarium"]), len(hits["lighthouse"])) == (0, 1)
    assert calls.get(f"/api/documents/{made['id']}/file").headers["content-type"].startswith("text/markdown")
    assert calls.delete(f"/api/documents/{made['id']}").status_code == 204
    assert calls.get(f"/api/documents/{made['id']}").status_code == 404
    assert calls.get("/api/documents/search", params={"q": "lighthouse"}).json()["hits"] == []


def test_the_text_of_a_file_cannot_be_changed(calls: httpx.Client, lease: dict[str, Any]) -> None:
    refused = calls.patch(f"/api/documents/{lease['id']}", json={"content": "x", "title": "y"})
    assert refused.status_code == 409
    assert calls.get(f"/api/documents/{lease['id']}").json()["title"] == "Lease"
    assert calls.patch(f"/api/documents/{lease['id']}", json={}).status_code == 422


def test_a_file_without_text_fails_with_a_reason_and_can_be_read_again(calls: httpx.Client) -> None:
    made = uploaded(calls, "scan.pdf", pdf([[]]))
    assert made["status"] == "failed"
    assert "scan" in made["error"]
    again = calls.post(f"/api/documents/{made['id']}/reindex").json()
    assert (again["status"], again["error"]) == ("indexing", None)
    assert settled(calls, made)["status"] == "failed"
    calls.delete(f"/api/documents/{made['id']}")


@pytest.mark.parametrize(
    ("parts", "status", "said"),
    [
        ({"files": {"file": ("a.png", b"\x89PNG\r\n\x1a\n...")}}, 422, "PNG"),
        ({"files": {"file": ("a.txt", b"")}}, 422, "empty"),
        ({"files": {"other": ("a.txt", b"x")}}, 422, "file"),
        ({"data": {"file": "not a file"}, "files": {"x": ("a", b"x")}}, 422, "file"),
        ({"files": [("file", ("a.txt", b"x")), ("file", ("b.txt", b"x"))]}, 400, "form"),
        ({"files": {"file": ("a.txt", b"x")}, "data": {"title": " "}}, 422, "white space"),
        ({"files": {"file": ("a.txt", b"x")}, "data": {"title": "a\u202eb"}}, 422, "invisible"),
        ({"files": {"file": ("a.txt", b"x")}, "data": {"surprise": "x"}}, 422, "no such field"),
        ({"files": {"file": ("a.txt", b"x")}, "data": {"tags": ["t"] * 21}}, 422, "20"),
        ({"json": {"file": "x"}}, 415, "multipart"),
        ({"content": b"x", "headers": {"content-type": "multipart/form-data"}}, 400, "form"),
        (
            {"content": b"--b\r\nContent-Dispo", "headers": {"content-type": "multipart/form-data; boundary=b"}},
            422,
            "file",
        ),
        ({"files": {"file": ("a.txt", b"x" * (22 << 20))}}, 413, "larger"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_with_a_sentence(
    calls: httpx.Client, parts: dict[str, Any], status: int, said: str
) -> None:
    before = calls.get("/api/documents").json()["total"]
    answer = calls.post("/api/documents", **parts)
    assert answer.status_code == status, answer.text
    assert said in answer.json()["detail"]
    assert calls.get("/api/documents").json()["total"] == before


def test_an_upload_that_is_repeated_with_its_key_is_kept_once(calls: httpx.Client) -> None:
    def send(content: bytes) -> httpx.Response:
        return calls.post(
            "/api/documents", files={"file": ("once.txt", content)}, headers={"Idempotency-Key": f"once-{key}"}
        )

    key = uuid7()
    first, again, other = send(b"hello once"), send(b"hello once"), send(b"something else")
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert other.status_code == 422
    assert calls.get("/api/documents", params={"search": "once"}).json()["total"] == 1
    calls.delete(f"/api/documents/{first.json()['id']}")


def test_facts_tell_what_happened_to_a_document(calls: httpx.Client) -> None:
    made = uploaded(calls, "facts.txt", b"hello facts")
    calls.delete(f"/api/documents/{made['id']}")
    events = calls.get("/api/debug/events", params={"search": made["id"]}).json()["events"]
    told = [
        (each["kind"], {name: value for name, value in each["data"].items() if name != "timestamp"})
        for each in reversed(events)
        if each["kind"].startswith("document.")
    ]
    about = {"documentId": made["id"], "title": "facts"}
    assert told == [
        ("document.added", about),
        ("document.indexed", {**about, "passages": 1}),
        ("document.deleted", about),
    ]


def test_without_an_embedder_search_goes_by_words_and_says_so(calls: httpx.Client, handbook: dict[str, Any]) -> None:
    embedder = calls.get("/api/embedder").json()
    assert (embedder["configured"], embedder["state"], embedder["embedded"]) == (False, "off", 0)
    assert embedder["pending"] == embedder["passages"] > 0
    assert calls.post("/api/embedder/test", json={}).json()["ok"] is False
    found = calls.get("/api/documents/search", params={"q": "paid leave", "mode": "meaning"}).json()
    assert found["mode"] == "words"
    assert found["hits"]
    assert calls.post("/api/documents/reindex", json={"embeddingsOnly": True}).json() == {"queued": 0}


def test_everything_can_be_indexed_again_and_passages_keep_their_ids(
    calls: httpx.Client, lease: dict[str, Any]
) -> None:
    path = f"/api/documents/{lease['id']}/passages"
    before = calls.get(path).json()
    queued = calls.post("/api/documents/reindex", json={})
    assert (queued.status_code, queued.json()["queued"] >= 1) == (202, True)
    settled(calls, lease)
    for other in calls.get("/api/documents", params={"status": "indexing"}).json()["documents"]:
        settled(calls, other)  # the stories after this one find them read
    assert calls.get(path).json() == before
    assert calls.get(path, params={"from": 10_000}).json() == {"passages": []}
    assert calls.get(path, params={"around": uuid7()}).status_code == 404


def test_an_agents_document_is_searched_like_an_uploaded_one(calls: httpx.Client) -> None:
    accepted = calls.post(
        "/api/agents/execute",
        json={
            "message": "Create a document called Zebra care with the content: Zebras like quiet evenings.",
            "agentId": "main",
        },
    ).json()
    assert finished(calls, accepted["id"])["status"] == "completed"
    [made] = calls.get("/api/documents", params={"source": "agent"}).json()["documents"]
    assert (made["title"], made["executionId"], made["filename"]) == ("Zebra care", accepted["id"], None)
    settled(calls, made)
    [hit] = calls.get("/api/documents/search", params={"q": "zebra evening"}).json()["hits"]
    assert hit["document"]["source"] == "agent"

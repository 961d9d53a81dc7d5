"""The same Idempotency-Key, the same answer, one effect."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from support.operations import SOME_UUID
from support.site import Person, Site, finished

Fields = dict[str, Any]


def key(value: str | None = None) -> dict[str, str]:
    return {"Idempotency-Key": value or str(uuid4())}


@pytest.fixture
def client(site: Site) -> Iterator[httpx.Client]:
    """Calls as a user with a fresh roster."""
    with site.client(site.person("Careful")) as client:
        yield client


CREATIONS: list[tuple[str, Fields]] = [
    ("/api/agents/execute", {"message": "What is 2 + 2?"}),
    ("/api/agents/create", {"id": "once-only", "name": "Once"}),
    ("/api/agents/register", {"name": "Runtime", "tags": ["once"]}),
    ("/api/agents/import", {"agents": [{"id": "imported-once", "name": "Imported"}]}),
    ("/api/agents/peter-logical/duplicate", {}),
    ("/api/agents/cleanup", {}),
    ("/api/conversations/create", {"title": "Once"}),
    ("/api/credentials", {"name": "once-only", "value": "a value"}),
    ("/api/swarms", {"goal": "Only once."}),
]


@pytest.mark.parametrize(("path", "body"), CREATIONS, ids=[path for path, _ in CREATIONS])
def test_a_repetition_gets_the_first_answer_byte_for_byte(client: httpx.Client, path: str, body: Fields) -> None:
    headers = key()
    first = client.post(path, json=body, headers=headers)
    again = client.post(path, json=body, headers=headers)
    assert first.status_code < 300, first.text
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers.get("location") == first.headers.get("location")
    assert again.headers["content-type"] == first.headers["content-type"]


@pytest.mark.parametrize(("path", "body"), CREATIONS, ids=[path for path, _ in CREATIONS])
def test_the_same_key_with_another_request_is_refused(client: httpx.Client, path: str, body: Fields) -> None:
    headers = key()
    client.post("/api/conversations/create", json={"title": "Another"}, headers=headers)
    answer = client.post(path, json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency-mismatch")


def test_a_request_that_failed_leaves_its_key_unused(client: httpx.Client) -> None:
    headers = key()
    refused = client.post("/api/agents/execute", json={"message": "hi", "agentId": "nobody"}, headers=headers)
    assert refused.status_code == 404
    assert client.post("/api/agents/execute", json={"message": "hi"}, headers=headers).status_code == 202


def test_keys_of_different_people_do_not_meet(client: httpx.Client, bobs_client: httpx.Client) -> None:
    headers = key()
    mine = client.post("/api/conversations/create", json={"title": "Mine"}, headers=headers).json()
    theirs = bobs_client.post("/api/conversations/create", json={"title": "Theirs"}, headers=headers).json()
    assert mine["id"] != theirs["id"]


@pytest.mark.parametrize("bad", ["", "a" * 256, "a b", "\u00e9", "tab\there"])
def test_a_key_that_is_not_visible_ascii_is_refused(client: httpx.Client, bad: str) -> None:
    headers = {"Idempotency-Key": bad.encode("latin-1")}
    answer = client.post("/api/conversations/create", json={"title": "x"}, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["errors"][0] == {
        "place": "header",
        "field": "Idempotency-Key",
        "detail": answer.json()["detail"],
    }


def test_a_key_of_the_longest_length_is_accepted(client: httpx.Client) -> None:
    headers = key("~" * 255)
    assert client.post("/api/conversations/create", json={"title": "x"}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/api/agents/execute", "/api/conversations/create"])
def test_fifty_at_once_are_carried_out_once(site: Site, path: str) -> None:
    person = site.person("Hasty")
    headers, body = key(), {"message": "hello"} if path.endswith("execute") else {"title": "hello"}
    with site.client(person) as client, ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda _: client.post(path, json=body, headers=headers), range(50)))
        assert {answer.status_code for answer in answers} == {answers[0].status_code}
        assert answers[0].status_code < 300, answers[0].text
        assert len({answer.content for answer in answers}) == 1
        assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
        assert len(client.get("/api/conversations").json()["conversations"]) == 1


def test_a_question_asked_twice_is_answered_by_one_execution(site: Site, bob: Person) -> None:
    headers, body = key(), {"query": "What is 6 * 7?"}
    with site.client(bob) as client:
        first = client.post("/api/v1/query", json=body, headers=headers)
        again = client.post("/api/v1/query", json=body, headers=headers)
        assert "42" in first.json()["content"]
        assert first.json() == again.json()
        assert again.headers["idempotency-replayed"] == "true"
        with client.stream("POST", "/api/v1/query/stream", json={"query": "Other"}, headers=headers) as stream:
            assert stream.status_code == 422


def test_a_streamed_question_asked_twice_is_one_execution(site: Site) -> None:
    person = site.person("Streamer")
    headers = key()
    with site.client(person) as client:
        texts = [
            client.post("/api/v1/query/stream", json={"query": "What is 6 * 7?"}, headers=headers).text
            for _ in range(2)
        ]
        assert len(client.get("/api/agents/executions").json()["executions"]) == 1
    assert all("event: done" in text for text in texts)


def test_a_repeated_request_for_a_key_makes_one_key_and_does_not_show_its_secret_again(
    client: httpx.Client, site: Site
) -> None:
    headers, body = key(), {"name": f"once {uuid4()}"}
    first = client.post("/api/keys", json=body, headers=headers)
    again = client.post("/api/keys", json=body, headers=headers)
    assert first.json()["secret"].startswith("bwkey_")
    assert again.json() == {**first.json(), "secret": None}
    assert again.headers["idempotency-replayed"] == "true"
    names = [one["name"] for one in client.get("/api/keys").json()["keys"]]
    assert names.count(body["name"]) == 1


def test_a_lost_connection_and_a_retry_make_one_execution(site: Site) -> None:
    person = site.person("Unlucky")
    headers = key()
    with site.client(person) as client:
        accepted = client.post("/api/agents/execute", json={"message": "What is 3 + 4?"}, headers=headers).json()
        retried = client.post("/api/agents/execute", json={"message": "What is 3 + 4?"}, headers=headers).json()
        assert retried["id"] == accepted["id"]
        assert "7" in finished(client, accepted["id"])["answer"]
        assert len(client.get("/api/agents/executions").json()["executions"]) == 1


def test_reading_takes_no_notice_of_the_header(client: httpx.Client) -> None:
    assert client.get(f"/api/agents/execution/{SOME_UUID}", headers=key()).status_code == 404
    assert client.get("/api/agents", headers=key("")).status_code == 200

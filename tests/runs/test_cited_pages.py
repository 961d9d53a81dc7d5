"""Pages that a provider says its answer cites are kept with the answer and shown as links, and nothing else is."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bailiwick.kernel.cited import LONGEST_TITLE, MOST_CITED, cited_pages
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.people.records import UserRole
from support.providers import Answer, ProviderServer
from support.site import Site, finished, settings_of

PAGES = (("https://example.org/brokers", "Message brokers"), ("http://example.net/queues?x=1#y", "Queues"))
HARMFUL = (
    ("javascript:alert(1)", "A page"),
    ("data:text/html,<script>alert(1)</script>", "Another"),
    ("https://bank.example@evil.example/", "The bank"),
    ("https://example.org/\u202egnp.exe", "Turned around"),
    ("/relative", "Here"),
)
ADDRESSED_BY_ROOT = ("anthropic", "google", "ollama")
KINDS = ["openai-responses", "openai", "openai-compatible", "openrouter", "anthropic", "google"]


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as server:
        yield server


@pytest.fixture
def calls(own_database: DatabaseUrls, tmp_path: Path, server: ProviderServer) -> Iterator[httpx.Client]:
    """The owner of a site of this test alone."""
    with (
        Site(
            settings_of(
                own_database, tmp_path, own_connections="any", openai_base_url=server.openai_url, openai_api_key="k"
            )
        ) as site,
        site.client(site.person("Owner", role=UserRole.OWNER)) as client,
    ):
        yield client


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_provider_cites_stands_in_the_step_the_event_and_the_turn(
    calls: httpx.Client, server: ProviderServer, kind: str
) -> None:
    server.default = Answer(pieces=["Brokers ", "keep messages."], cites=(*PAGES, *HARMFUL))
    address = server.url if kind in ADDRESSED_BY_ROOT else server.openai_url
    if kind != "openai-responses":
        body = {"kind": kind, "name": "mine", "address": address, "key": "k" * 9}
        assert calls.post("/api/models/connections", json=body).status_code == 201
    model = "openai-responses:m" if kind == "openai-responses" else "mine:m"
    assert calls.put("/api/models/default", json={"model": model}).status_code == 200
    asked = {"message": "Compare the architectures of two message brokers", "agentId": "toby-technical"}
    accepted = calls.post("/api/agents/execute", json=asked).json()
    done = finished(calls, accepted["id"])
    assert done["answer"] == "Brokers keep messages."
    expected = [{"url": url, "title": title} for url, title in PAGES]
    [step] = [step for step in done["steps"] if step["kind"] == "model"]
    assert step["output"]["cited"] == expected
    with calls.stream("GET", f"/api/agents/execution/{accepted['id']}/events") as stream:
        told = "".join(stream.iter_text())
    responses = [json.loads(line[5:]) for line in told.splitlines() if line.startswith("data:") and '"cited"' in line]
    assert [each["url"] for each in str_cited(responses)] == [url for url, _ in PAGES]
    turns = calls.get(f"/api/conversations/{accepted['conversationId']}").json()["turns"]
    assert [turn["cited"] for turn in turns] == [expected]


def str_cited(told: list[dict]) -> list[dict]:
    """Return the pages of the events that name some, each of which holds its fields under `data` or by itself."""
    return [page for each in told for page in each.get("data", each).get("cited", ())]


def test_an_answer_without_citations_has_none(calls: httpx.Client, server: ProviderServer) -> None:
    server.default = Answer(pieces=["No sources."])
    made = {"kind": "openai-compatible", "name": "mine", "address": server.openai_url}
    calls.post("/api/models/connections", json=made)
    calls.put("/api/models/default", json={"model": "mine:m"})
    asked = {"message": "Compare the architectures of two message brokers", "agentId": "toby-technical"}
    done = finished(calls, calls.post("/api/agents/execute", json=asked).json()["id"])
    assert all("cited" not in step["output"] for step in done["steps"] if step["kind"] == "model")


def test_only_so_many_links_are_kept_each_once_with_titles_that_can_be_read() -> None:
    assert cited_pages(HARMFUL) == ()
    many = cited_pages((f"https://example.org/{number}", "x" * 1000) for number in range(100))
    assert len(many) == MOST_CITED
    assert {len(page.title) for page in many} == {LONGEST_TITLE}
    assert len(cited_pages([PAGES[0], PAGES[0]])) == 1
    [page] = cited_pages([("https://example.org", "In\u202evisible\n  title")])
    assert page.title == "Invisible title"
    assert cited_pages([("https://example.org/" + "a" * 3000, "Long")]) == ()
    assert cited_pages([("https://[", "Broken")]) == ()

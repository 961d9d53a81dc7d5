"""With an embedder, documents and memory are found by what is meant; without it, still by their words."""

import os
import re  # noqa: TID251  (own fixed pattern)
import zlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.embedding_server import EmbeddingServer, serving
from support.postgres import TestServer
from support.site import Site, settings_of
from support.uploads import settled, uploaded

MEANINGS = (
    {"dog", "dogs", "puppy", "hound"},
    {"car", "automobile", "vehicle"},
    {"rent", "lease", "tenancy"},
    {"train", "trains", "railway"},
)
SIZE = 32


def meaning(text: str) -> list[float]:
    """Return a point in which words of one meaning are one direction, and others small ones of their own."""
    point = [0.0] * SIZE
    point[-1] = 0.05
    for word in re.findall(r"\w+", text.lower()):
        of = next((at for at, words in enumerate(MEANINGS) if word in words), None)
        if of is not None:
            point[of] += 1.0
        else:
            point[len(MEANINGS) + zlib.crc32(word.encode()) % (SIZE - len(MEANINGS) - 1)] += 0.1
    return point


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddingServer]:
    """The embedder's server."""
    with serving(EmbeddingServer(meaning)) as server:
        yield server


@pytest.fixture(scope="module")
def meant_site(
    server: EmbeddingServer, postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site that uses that embedder."""
    name = f"embedding_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    settings = settings_of(
        urls, tmp_path_factory.mktemp("embedding"), embedder="openai:tiny", embedder_base_url=f"{server.url}/v1"
    )
    with Site(settings) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def calls(meant_site: Site) -> Iterator[httpx.Client]:
    """A new user there."""
    with meant_site.client(meant_site.person("Eve")) as client:
        yield client


def embedded(client: httpx.Client) -> dict[str, Any]:
    """Wait until every passage has its embedding."""
    for _ in range(5000):
        now = client.get("/api/embedder").json()
        if now["passages"] and not now["pending"]:
            return now
        client.get("/api/documents/search", params={"q": "anything"})
    raise AssertionError(f"they were not embedded in time: {now}")


def test_passages_are_found_by_meaning_and_by_words_again_when_the_embedder_is_away(
    calls: httpx.Client, server: EmbeddingServer
) -> None:
    pets = uploaded(calls, "pets.md", b"# Animals\n\nEvery hound must be kept on a leash.")
    uploaded(calls, "parking.md", b"# Garage\n\nEach automobile has one place.")
    now = embedded(calls)
    assert (now["name"], now["dimensions"], now["state"], now["embedded"]) == ("openai:tiny", SIZE, "ready", 2)
    found = calls.get("/api/documents/search", params={"q": "puppy"}).json()
    assert (found["mode"], found["embedder"]) == ("hybrid", "openai:tiny")
    [hit] = found["hits"]
    assert hit["document"]["id"] == pets["id"]
    assert (hit["matches"]["textRank"], hit["matches"]["vectorRank"]) == (None, 1)
    both = calls.get("/api/documents/search", params={"q": "leash for a dog"}).json()["hits"][0]
    assert (both["matches"]["textRank"], both["matches"]["vectorRank"]) == (1, 1)
    assert calls.get("/api/documents/search", params={"q": "dog", "mode": "words"}).json()["hits"] == []
    assert calls.get(f"/api/documents/{pets['id']}").json()["embedded"] == 1

    server.answers = [(500, {}, b"down")]
    away = calls.get("/api/documents/search", params={"q": "a leash"}).json()
    assert (away["mode"], len(away["hits"])) == ("words", 1)
    assert calls.get("/api/embedder").json()["state"] == "unreachable"
    check = calls.post("/api/embedder/test", json={"text": "hello"}).json()
    assert (check["ok"], check["dimensions"]) == (True, SIZE)
    assert calls.get("/api/embedder").json()["state"] == "ready"


def test_everything_is_embedded_again_on_request(calls: httpx.Client, server: EmbeddingServer) -> None:
    text = {"title": "Flat", "content": "The tenancy begins in May."}
    settled(calls, calls.post("/api/documents/text", json=text).json())
    before = embedded(calls)["passages"]
    assert calls.post("/api/documents/reindex", json={"embeddingsOnly": True}).json() == {"queued": before}
    assert embedded(calls)["embedded"] == before
    sent = [text for _, _, body in server.asked for text in body["input"]]
    assert sum("tenancy begins" in text for text in sent) == 2


def test_memory_is_found_by_meaning(calls: httpx.Client, server: EmbeddingServer) -> None:
    entities = [{"name": "Ana", "entityType": "person", "observations": ["travels by railway"]}]
    calls.post("/api/knowledge/entities", json={"entities": entities})
    for _ in range(5000):
        results = calls.get("/api/knowledge/search", params={"q": "trains"}).json()["results"]
        if results:
            break
    [found] = results
    assert found["entity"]["name"] == "Ana"
    assert [match["content"] for match in found["matches"]] == ["travels by railway"]
    assert found["words"] == []
    assert calls.get("/api/knowledge/search", params={"q": "automobile"}).json()["results"] == []

"""An administrator chooses the embedder among the models of connections; it counts at once, and nothing is compared
across embedders."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.people.records import UserRole
from support.embedding_server import EmbeddingServer, serving
from support.site import Site, settings_of
from support.uploads import uploaded

KEY = "sk-embedding-key-wxyz"
ADDRESSES = {
    "openai": "/v1",
    "openrouter": "/v1",
    "openai-compatible": "/v1",
    "google": "",
    "ollama": "",
}
ASKED = {"google": "/v1beta/models/tiny-embed:batchEmbedContents", "ollama": "/api/embed"}
LISTS = {
    "/v1/models": {"data": [{"id": "chatty"}, {"id": "tiny-embed"}]},
    "/v1/embeddings/models": {
        "data": [{"id": "tiny-embed", "architecture": {"output_modalities": ["embeddings"]}}, {"id": "chatty"}]
    },
    "/v1beta/models": {
        "models": [
            {"name": "models/chatty", "supportedGenerationMethods": ["generateContent"]},
            {"name": "models/tiny-embed", "supportedGenerationMethods": ["embedContent"]},
        ]
    },
    "/api/tags": {"models": [{"name": "chatty"}, {"name": "tiny-embed"}]},
}


def towards(*words: str) -> Any:
    """Return what embeds a text by which of the words are in it."""
    return lambda text: [float(word in text.lower()) for word in words] + [0.1]


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with serving(EmbeddingServer(towards("hound", "puppy"))) as server:
        server.lists = dict(LISTS)
        yield server


@pytest.fixture
def own_site(own_database: DatabaseUrls, tmp_path: Path) -> Iterator[Site]:
    """A site of this test alone, without an embedder."""
    with Site(settings_of(own_database, tmp_path, own_connections="any")) as site:
        yield site


@pytest.fixture
def owner(own_site: Site) -> Iterator[httpx.Client]:
    with own_site.client(own_site.person("Owner", role=UserRole.OWNER)) as client:
        yield client


def connected(client: httpx.Client, server: EmbeddingServer, kind: str = "openai-compatible", **more: Any) -> str:
    """Connect the server and return the connection's id."""
    address = f"{server.url}{ADDRESSES[kind]}"
    made = client.post("/api/models/connections", json={"kind": kind, "address": address, "key": KEY, **more})
    assert made.status_code == 201, made.text
    return made.json()["id"]


def embedded(client: httpx.Client, passages: int) -> dict[str, Any]:
    """Wait until so many passages have their embeddings."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        now = client.get("/api/embedder").json()
        if now["embedded"] == passages:
            return now
        client.get("/api/documents/search", params={"q": "anything"})
    raise AssertionError(f"they were not embedded in time: {now}")


@pytest.mark.parametrize("kind", list(ADDRESSES))
def test_a_model_of_a_connection_of_each_kind_is_listed_tried_and_chosen_without_a_restart(
    owner: httpx.Client, server: EmbeddingServer, kind: str
) -> None:
    uploaded(owner, "pets.md", b"# Animals\n\nEvery hound must be kept on a leash.")
    connected(owner, server, kind, name="mine")
    before = owner.get("/api/models/embedder").json()
    assert (before["name"], before["chosen"], before["given"]) == (None, None, False)
    assert [each["name"] for each in before["offered"]] == ["mine:tiny-embed"]
    check = owner.post("/api/models/embedder/test", json={"model": "mine:tiny-embed"}).json()
    assert (check["ok"], check["dimensions"]) == (True, 3)
    assert owner.get("/api/embedder").json()["configured"] is False, "a trial chooses nothing"
    chosen = owner.put("/api/models/embedder", json={"model": "mine:tiny-embed"}).json()
    assert (chosen["name"], chosen["chosen"]) == ("mine:tiny-embed", "mine:tiny-embed")
    now = embedded(owner, 1)
    assert (now["name"], now["dimensions"], now["state"]) == ("mine:tiny-embed", 3, "ready")
    found = owner.get("/api/documents/search", params={"q": "hound", "mode": "meaning"}).json()
    assert (found["mode"], found["embedder"], found["pending"], len(found["hits"])) == (
        "meaning",
        "mine:tiny-embed",
        0,
        1,
    )
    path, key, _ = server.asked[-1]
    assert path == ASKED.get(kind, "/v1/embeddings")
    assert key in (KEY, f"Bearer {KEY}")
    assert owner.put("/api/models/embedder", json={"model": None}).json()["name"] is None
    assert owner.get("/api/documents/search", params={"q": "hound"}).json()["mode"] == "words"


def test_embeddings_of_another_embedder_are_not_compared_and_are_replaced_in_the_background(
    own_site: Site, owner: httpx.Client, server: EmbeddingServer
) -> None:
    pets = uploaded(owner, "pets.md", b"# Animals\n\nEvery hound must be kept on a leash.")
    connected(owner, server, name="first")
    owner.put("/api/models/embedder", json={"model": "first:tiny-embed"})
    embedded(owner, 1)
    with own_site.client(own_site.person("Member", role=UserRole.MEMBER)) as member:
        uploaded(member, "cars.md", b"# Garage\n\nEach puppy has one place.")
        embedded(member, 1)
        with serving(EmbeddingServer(lambda text: [1.0, 0.0, float("leash" in text), 0.1])) as other:
            # It does not answer yet: what there is of the first one must not be found by it.
            other.answers = [(429, {"retry-after": "600"}, {}) for _ in range(9)]
            connected(owner, other, name="second")
            owner.put("/api/models/embedder", json={"model": "second:tiny-embed"})
            waiting = owner.get("/api/embedder").json()
            assert (waiting["name"], waiting["embedded"], waiting["pending"]) == ("second:tiny-embed", 0, 1)
            found = owner.get("/api/documents/search", params={"q": "hound", "mode": "meaning"}).json()
            assert (found["mode"], found["pending"]) == ("words", 1)
            assert [hit["document"]["id"] for hit in found["hits"]] == [pets["id"]]
            other.answers = []
        with serving(EmbeddingServer(lambda text: [1.0, 0.0, 0.5, 0.1])) as third:
            connected(owner, third, name="third")
            owner.put("/api/models/embedder", json={"model": "third:tiny-embed"})
            assert embedded(owner, 1)["dimensions"] == 4
            # The texts of everybody, not of who chose alone.
            assert embedded(member, 1)["name"] == "third:tiny-embed"


def test_who_does_not_administer_neither_sees_nor_tries_nor_chooses(
    own_site: Site, owner: httpx.Client, server: EmbeddingServer
) -> None:
    connected(owner, server, name="shared")
    with own_site.client(own_site.person("Member", role=UserRole.MEMBER)) as member:
        connected(member, server, name="own", forEverybody=False)
        wish = {"model": "shared:tiny-embed"}
        assert member.get("/api/models/embedder").status_code == 403
        assert member.post("/api/models/embedder/test", json=wish).status_code == 403
        assert member.put("/api/models/embedder", json=wish).status_code == 403
    connected(owner, server, name="of-mine", forEverybody=False)
    own = owner.put("/api/models/embedder", json={"model": "of-mine:tiny-embed"})
    assert own.status_code == 422
    assert "of-mine:tiny-embed" in own.json()["detail"]
    assert owner.get("/api/embedder").json()["configured"] is False
    assert server.asked == [], "nobody's key was used"


def test_a_model_that_cannot_embed_says_why_and_the_breaker_keeps_search_from_waiting(
    owner: httpx.Client, server: EmbeddingServer
) -> None:
    connected(owner, server, name="mine")
    server.answers = [(401, {}, {"error": KEY})]
    refused = owner.post("/api/models/embedder/test", json={"model": "mine:tiny-embed"}).json()
    assert refused["ok"] is False
    assert KEY not in str(refused)
    for _ in range(6):
        server.answers = [(503, {}, b"down")]
        held = owner.post("/api/models/embedder/test", json={"model": "mine:tiny-embed"}).json()
    assert held["why"]["code"] == "model-held-back"
    assert len(server.asked) < 7, "a breaker that is open asks nobody"
    models = {each["name"]: each for each in owner.get("/api/models").json()["models"]}
    assert models["mine:chatty"]["breaker"] is None, "that it does not embed does not say that it does not answer"
    assert owner.put("/api/models/embedder", json={"model": "nobody:tiny-embed"}).status_code == 422


def test_the_connection_of_the_embedder_is_not_removed_by_mistake_and_without_it_search_goes_by_words(
    owner: httpx.Client, server: EmbeddingServer
) -> None:
    made = connected(owner, server, name="mine")
    owner.put("/api/models/embedder", json={"model": "mine:tiny-embed"})
    assert owner.get(f"/api/models/connections/{made}/uses").json()["embedder"] is True
    assert owner.delete(f"/api/models/connections/{made}").status_code == 409
    assert owner.delete(f"/api/models/connections/{made}", params={"anyway": True}).status_code == 204
    assert owner.get("/api/embedder").json()["configured"] is False


def test_what_the_environment_names_is_shown_and_cannot_be_changed(
    own_database: DatabaseUrls, tmp_path: Path, server: EmbeddingServer
) -> None:
    given = {"embedder": "openai:tiny", "embedder_base_url": f"{server.url}/v1"}
    with (
        Site(settings_of(own_database, tmp_path, **given)) as site,
        site.client(site.person("Owner", role=UserRole.OWNER)) as owner,
    ):
        now = owner.get("/api/models/embedder").json()
        assert (now["name"], now["chosen"], now["given"]) == ("openai:tiny", None, True)
        refused = owner.put("/api/models/embedder", json={"model": None})
        assert refused.status_code == 409
        assert "BAILIWICK_EMBEDDER" in refused.json()["detail"]

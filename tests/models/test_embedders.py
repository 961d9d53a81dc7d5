"""Embedders ask servers in their own language, and believe nothing that cannot be an embedding."""

import asyncio
import math
from contextlib import contextmanager

import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed, ErrorClass, RetryPolicy
from bailiwick.kernel.settings import Settings
from bailiwick.models.embedder_choice import backend_of
from bailiwick.models.embedders import REST_SECONDS, ConfiguredEmbedder
from bailiwick.models.embedding import EmbedderState
from support.embedding_server import EmbeddingServer, serving


@pytest.fixture
def server():
    with serving(EmbeddingServer()) as server:
        yield server


@contextmanager
def embedder(tmp_path, name, **more):
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    settings = Settings(home=tmp_path, embedder=name, **more)
    now = [0.0]
    made = ConfiguredEmbedder(backend_of(settings, {}), RetryPolicy(attempts=3), sleep=sleep, clock=lambda: now[0])
    made.waits, made.now = waits, now
    yield made


def asked(made, *texts, **options):
    async def story():
        try:
            return await made.embed(texts, **options)
        finally:
            await made.aclose()

    return asyncio.run(story())


def test_an_openai_server_is_asked_in_its_language(server, tmp_path):
    with embedder(tmp_path, "openai:small", embedder_base_url=f"{server.url}/v1", embedder_api_key="k1") as made:
        points = asked(made, "a", "bb")
    assert server.asked == [
        ("/v1/embeddings", "Bearer k1", {"model": "small", "input": ["a", "bb"], "encoding_format": "float"})
    ]
    assert [round(math.hypot(*point), 6) for point in points] == [1, 1]
    assert points[1][0] > points[0][0], "the order of the indices counts, not the order of arrival"
    assert made.health.dimensions == 3
    assert made.health.state is EmbedderState.READY


def test_an_ollama_is_asked_in_its_language_and_in_batches(server, tmp_path):
    with embedder(tmp_path, "ollama:nomic-embed-text", ollama_url=server.url) as made:
        points = asked(made, *["x"] * 33)
    assert len(points) == 33
    assert [(path, key, len(body["input"])) for path, key, body in server.asked] == [
        ("/api/embed", None, 32),
        ("/api/embed", None, 1),
    ]
    assert server.asked[0][2] == {"model": "nomic-embed-text", "input": ["x"] * 32, "truncate": True}


def test_a_busy_server_is_asked_again_after_the_time_it_names(server, tmp_path):
    server.answers = [(429, {"retry-after": "7"}, b"slow down"), (503, {}, b"no")]
    with embedder(tmp_path, "openai:m", embedder_base_url=server.url) as made:
        assert len(asked(made, "a")) == 1
    assert made.waits[0] == 7
    assert len(made.waits) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ((401, {}, b"bad key k-secret"), ErrorClass.AUTHENTICATION),
        ((404, {}, {"error": "model not found, key k-secret"}), ErrorClass.MODEL),
        ((200, {}, b"<html>"), ErrorClass.MODEL),
        ((200, {}, {"data": []}), ErrorClass.MODEL),
        ((200, {}, {"data": [{"index": 0, "embedding": []}]}), ErrorClass.MODEL),
        ((200, {}, {"data": [{"index": 0, "embedding": [0, 0]}]}), ErrorClass.MODEL),
        ((200, {}, {"data": [{"index": 0, "embedding": ["1"]}]}), ErrorClass.MODEL),
        ((200, {}, b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'), ErrorClass.MODEL),
        ((200, {}, {"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1]}]}), ErrorClass.MODEL),
    ],
)
def test_what_cannot_be_embeddings_is_refused_without_telling_the_key(server, tmp_path, answer, kind):
    server.answers = [answer]
    with (
        embedder(tmp_path, "openai:m", embedder_base_url=server.url, embedder_api_key="k-secret") as made,
        pytest.raises(CallFailed) as failed,
    ):
        asked(made, "a")
    assert failed.value.error_class is kind
    assert "k-secret" not in str(failed.value)
    assert made.health.state is EmbedderState.UNREACHABLE


def test_embeddings_of_another_size_than_before_are_refused(server, tmp_path):
    with embedder(tmp_path, "openai:m", embedder_base_url=server.url) as made:
        asked(made, "a")
        server.answers = [(200, {}, {"data": [{"index": 0, "embedding": [1.0, 2.0]}]})]
        with pytest.raises(CallFailed, match="another model"):
            asked(made, "a")


def test_a_search_does_not_ask_again_right_after_a_failure(server, tmp_path):
    server.answers = [(500, {}, b"")]
    with embedder(tmp_path, "openai:m", embedder_base_url=server.url) as made:
        for _ in range(3):
            with pytest.raises(CallFailed):
                asked(made, "a", patient=False)
        assert len(server.asked) == 1
        made.now[0] += REST_SECONDS
        assert asked(made, "a", patient=False)
        assert made.health.state is EmbedderState.READY


def test_a_server_that_is_not_there_is_a_network_failure_and_a_check_says_so(tmp_path):
    with embedder(tmp_path, "ollama:m", embedder_base_url="http://127.0.0.1:9") as made:
        check = asyncio.run(made.check("hello"))
    assert (check.ok, check.dimensions) == (False, None)
    assert "cannot be reached" in check.error


def test_without_an_embedder_nothing_is_embedded(tmp_path):
    with embedder(tmp_path, "") as made:
        assert made.key is None
        assert made.health.state is EmbedderState.OFF
        with pytest.raises(CallFailed):
            asked(made, "a")


@pytest.mark.parametrize("name", ["openai", "openai:", "cohere:x", "localx"])
def test_an_unknown_embedder_is_named(tmp_path, name):
    with pytest.raises(InvalidInput, match="use openai:MODEL"), embedder(tmp_path, name):
        pass


def test_openais_own_key_goes_to_openai_only(tmp_path):
    environment = {"OPENAI_API_KEY": "sk-own"}
    at_home = backend_of(Settings(home=tmp_path, embedder="openai:m"), environment)
    elsewhere = backend_of(Settings(home=tmp_path, embedder="openai:m", openai_base_url="http://x/v1"), environment)
    assert (at_home._key, elsewhere._key) == ("sk-own", None)


def test_a_local_embedder_without_its_model_says_how_to_get_it(tmp_path):
    with embedder(tmp_path, "local") as made, pytest.raises(CallFailed, match="fetch-model"):
        asked(made, "a")

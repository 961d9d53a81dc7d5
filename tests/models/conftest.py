"""Fixtures for the model layer: a local provider server, and catalogs that point to it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.settings import Settings
from bailiwick.models.catalog import Catalog
from support.providers import ProviderServer

KEYS = {
    "openai_api_key": "canary-openai/key+1",
    "anthropic_api_key": "canary-anthropic/key+2",
    "google_api_key": "canary-google/key+3",
}

MakeCatalog = Callable[..., Catalog]


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    """A provider server on the loopback."""
    with ProviderServer() as running:
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data directory, and no key or model from the machine the tests run on."""
    monkeypatch.setenv("BAILIWICK_HOME", str(tmp_path))
    for name in ("MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(f"BAILIWICK_{name}", raising=False)
    return tmp_path


@pytest.fixture
def make_catalog(server: ProviderServer) -> MakeCatalog:
    """Make a catalog whose every provider is the local server; settings can be overridden."""

    def make(**settings: Any) -> Catalog:
        local = {
            "openai_base_url": server.openai_url,
            "anthropic_base_url": server.url,
            "google_base_url": server.url,
            "ollama_url": server.url,
            "model_timeout": 20,
        }
        return Catalog(Settings(**{**local, **KEYS, **settings}), environment={})

    return make

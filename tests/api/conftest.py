"""One running site for the tests of the API, with people in it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api.site import Person, Site

from bailiwick.settings import Settings


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a worker and the offline model."""
    home: Path = tmp_path_factory.mktemp("site")
    with Site(Settings(home=home, port=0, ollama_url="", log_level="error")) as site:
        yield site


@pytest.fixture(scope="session")
def alice(site: Site) -> Person:
    """Somebody who may do everything."""
    return site.person("Alice")


@pytest.fixture(scope="session")
def bob(site: Site) -> Person:
    """Somebody else."""
    return site.person("Bob")


@pytest.fixture
def client(site: Site, alice: Person) -> Iterator[httpx.Client]:
    """Calls as Alice."""
    with site.client(alice) as client:
        yield client


@pytest.fixture
def bobs_client(site: Site, bob: Person) -> Iterator[httpx.Client]:
    """Calls as Bob."""
    with site.client(bob) as client:
        yield client


@pytest.fixture
def stranger(site: Site) -> Iterator[httpx.Client]:
    """Calls as nobody."""
    with site.client() as client:
        yield client

"""One running site for the tests of the API, with people in it."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from api.site import Person, Site
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from support.built import built_web_app
from support.postgres import TestServer
from support.shopify_server import ShopifyServer


@pytest.fixture(scope="session")
def site(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a worker, the offline model and a small web app, on a database of its own.

    Its Shopify is a local one without a shop, which refuses every token: generated requests reach nobody outside.
    """
    name = f"site_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    web_app = built_web_app(tmp_path_factory.mktemp("web"))
    with ShopifyServer() as shopify:
        settings = settings_of(urls, tmp_path_factory.mktemp("site"), shopify_api=shopify.api)
        with Site(settings, web_app=web_app) as site:
            yield site
    postgres.drop(name)


@pytest.fixture(scope="session")
def quiet_site(
    postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site without a worker that tests share, each as somebody of its own: mail stays unread."""
    name = f"quiet_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path_factory.mktemp("quiet")), working=Working.NO) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def idle_site(postgres: TestServer, database_template: str, tmp_path: Path) -> Iterator[Site]:
    """A site of one test without a worker: what is submitted stays pending, so its stream stays open."""
    name = f"idle_{os.getpid()}_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path), working=Working.NO) as site:
        yield site
    postgres.drop(name)


def settings_of(urls: DatabaseUrls, home: Path, *, port: int = 0, **more: Any) -> Settings:
    """Return settings for a site on a database.

    Nothing is learned from examples unless a test wants it: every change of an agent would be learned anew, and
    decisions meanwhile would depend on how long that takes.
    """
    url, more = SecretStr(urls.owner), {"routing_examples": False, **more}
    return Settings(home=home, database_url=url, port=port, ollama_url="", log_level="error", **more)


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

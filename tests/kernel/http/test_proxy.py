"""Behind a proxy that ends TLS and serves Bailiwick under a prefix."""

import os
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest

from bailiwick.kernel.platform import Working
from bailiwick.people.actions import People
from support.postgres import TestServer
from support.site import Site, settings_of


@pytest.fixture(scope="module")
def proxied(postgres: TestServer, database_template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that trusts a proxy on this machine; the proxy takes the prefix off."""
    name = f"proxied_{os.getpid()}"
    urls = postgres.create(name, template=database_template)
    settings = settings_of(urls, tmp_path_factory.mktemp("proxied"), root_path="/bw", allowed_hosts=("chat.example",))
    with Site(settings, working=Working.NO, trusted_proxies=["127.0.0.1"]) as site:
        yield site
    postgres.drop(name)


FORWARDED = {"Host": "chat.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def test_addresses_carry_the_prefix(proxied: Site) -> None:
    with proxied.client(proxied.person("Proxied"), headers=FORWARDED) as client:
        accepted = client.post("/api/agents/execute", json={"message": "hi"})
        assert accepted.headers["location"].startswith("/bw/api/agents/execution/")
        assert accepted.json()["links"]["events"].startswith("/bw/api/agents/execution/")
        assert 'href="/bw/static/page.css"' in client.get("/docs").text
        assert client.get("/openapi.json").json()["servers"] == [{"url": "/bw"}]
        big = b'{"agents": [], "x": "' + b"x" * 2**21 + b'"}'
        json = {"Content-Type": "application/json"}
        assert client.post("/api/agents/import", content=big, headers=json).status_code == 422
        assert client.post("/api/agents/create", content=big, headers=json).status_code == 413


def test_the_session_is_kept_to_the_prefix_and_to_encrypted_connections(proxied: Site) -> None:
    link = proxied.run(proxied.platform[People].login_link())
    token = parse_qs(urlsplit(link).query)["token"][0]
    headers = {**FORWARDED, "Origin": "https://chat.example"}
    with proxied.client(headers=headers) as client:
        page = client.get("/login", params={"token": token, "next": "/chat/7"}).text
        assert 'action="/bw/login"' in page
        assert 'name="next" value="/chat/7"' in page
        answer = client.post("/login", data={"token": token, "next": "/chat/7"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/bw/chat/7")
        cookie = answer.headers["set-cookie"].lower()
        assert "path=/bw/" in cookie
        assert "secure" in cookie


def test_a_plain_page_of_the_same_name_may_not_call_the_encrypted_site(proxied: Site) -> None:
    with proxied.client(proxied.person("Plain"), headers=FORWARDED) as client:
        assert client.get("/api/me", headers={"Origin": "https://chat.example"}).status_code == 200
        assert client.get("/api/me", headers={"Origin": "http://chat.example"}).status_code == 403
        assert client.get("/api/me", headers={"Origin": "https://sub.chat.example"}).status_code == 403


def test_guessers_are_told_apart_by_the_address_that_the_proxy_saw(proxied: Site) -> None:
    with proxied.client(headers={"Host": "chat.example"}) as client:

        def guess(address: str) -> int:
            forwarded = {"X-Forwarded-For": address}
            return client.post("/api/login", json={"token": "bwlink_x"}, headers=forwarded).status_code

        assert [guess("203.0.113.1") for _ in range(21)] == [401] * 20 + [429]
        assert guess("203.0.113.2") == 401
        # What a client writes in front of the proxy's own entry changes nothing.
        assert guess("198.51.100.7, 203.0.113.1") == 429

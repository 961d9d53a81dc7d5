"""Who may address the server, and how large a request may be."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.guard import Authority, Guard, Limits, same_origin

Header = tuple[str, str]


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never reached."""


def guard(host: str = "127.0.0.1", allowed: Sequence[str] = (), limits: Limits | None = None) -> Guard:
    return Guard(nothing, host=host, allowed_hosts=allowed, limits=limits or Limits())


def scope(*headers: Header, method: str = "GET", path: str = "/api/agents", **more: Any) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
        "server": ("127.0.0.1", 8420),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        **more,
    }


def verdict(guard: Guard, *headers: Header, **more: Any) -> int:
    """Return the status the guard answers with; 200 when it lets the request through."""
    try:
        guard.check(scope(*headers, **more))
    except RequestRefused as refused:
        return refused.status
    return 200


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8420",
        "localhost",
        "LOCALHOST:1",
        "[::1]",
        "[::1]:8420",
        "[0:0::1]:65535",
        "box.lan",
        "Box.Lan:443",
    ],
)
def test_our_own_names_are_accepted_on_any_port(host: str) -> None:
    assert verdict(guard(host="box.lan"), ("host", host)) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8420",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example@127.0.0.1",
        "127.0.0.1@evil.example",
        "",
        "127.0.0.2",
        "0x7f.1",
        "2130706433",
        "0.0.0.0",
        "[::]",
        "localhost.",
        "127.0.0.1 evil.example",
        "m\xfcnchen.example",
        "[::1]evil",
        "[::1]evil:8420",
        "[::1].evil.example",
        "[::1",
        "[[::1]]",
        "[127.0.0.1]",
        "[::1%25eth0]",
        "localhost:80@evil",
        "localhost:80:81",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:+80",
        "localhost:80 ",
        "localhost:8\xb2",
        "user@localhost",
        "localhost/",
        "localhost.:80",
        "::1",
    ],
)
def test_foreign_names_are_refused(host: str) -> None:
    assert verdict(guard(), ("host", host)) == 421


def test_a_request_without_one_host_is_refused() -> None:
    assert verdict(guard()) == 421
    assert verdict(guard(), ("host", "localhost"), ("host", "evil.example")) == 421


def test_listening_on_all_addresses_does_not_make_their_name_ours() -> None:
    assert verdict(guard(host="0.0.0.0"), ("host", "0.0.0.0")) == 421
    assert verdict(guard(host="::"), ("host", "[::]")) == 421


def test_the_address_a_connection_came_in_on_is_ours_but_no_other() -> None:
    assert verdict(guard(host="0.0.0.0"), ("host", "192.168.1.5:8420"), server=("192.168.1.5", 8420)) == 200
    assert verdict(guard(host="0.0.0.0"), ("host", "192.168.1.6:8420"), server=("192.168.1.5", 8420)) == 421
    assert verdict(guard(), ("host", "192.168.1.6"), server=("/run/bailiwick.sock", None)) == 421


def test_an_allowed_host_with_a_port_is_accepted_on_that_port_only() -> None:
    strict = guard(allowed=["chat.example:8443"])
    assert verdict(strict, ("host", "chat.example:8443")) == 200
    assert verdict(strict, ("host", "chat.example:8444")) == 421
    assert verdict(strict, ("host", "chat.example")) == 421


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:8421",
        "http://sub.localhost:8420",
        "http://127.0.0.1:8420",
        "http://localhost",
        "http://localhost:8420/",
        "http://localhost:8420@evil.example",
        "http://localhost:8420.evil.example",
        "file://localhost:8420",
        "chrome-extension://localhost:8420",
        "http://[",
        "",
        "http://localhost:8420:8420",
        "http://localhost:8420@localhost:8420",
        "http://localhost:8420 ",
        "http:\t//localhost:8420",
        "http://local\thost:8420",
        "http://[::1]evil:8420",
        "http:localhost:8420",
        "http://localhost.:8420",
    ],
)
def test_a_page_of_another_origin_is_refused_whatever_it_sends(method: str, origin: str) -> None:
    headers = [("host", "localhost:8420"), ("origin", origin), ("authorization", "Bearer x"), ("cookie", "a=b")]
    assert verdict(guard(), *headers, method=method) == 403


@pytest.mark.parametrize("origin", ["http://localhost:8420", "https://localhost:8420"])
def test_our_own_page_may_call(origin: str) -> None:
    headers = [("host", "localhost:8420"), ("origin", origin), ("cookie", "a=b")]
    assert verdict(guard(), *headers, method="POST") == 200


def test_two_origins_are_refused() -> None:
    own = ("origin", "http://localhost:8420")
    assert verdict(guard(), ("host", "localhost:8420"), own, ("origin", "http://evil.example")) == 403


def test_a_plain_page_may_not_call_its_encrypted_twin() -> None:
    plain, with_port = Authority("chat.example", None), Authority("chat.example", 443)
    assert same_origin("https://chat.example", plain, "https")
    assert same_origin("https://chat.example", with_port, "http")
    assert not same_origin("http://chat.example", plain, "https")


def test_a_change_by_cookie_needs_proof_that_our_own_page_sent_it() -> None:
    host, cookie = ("host", "localhost"), ("cookie", "bailiwick_session=x")
    assert verdict(guard(), host, cookie, method="POST") == 403
    assert verdict(guard(), host, cookie, ("sec-fetch-site", "same-site"), method="POST") == 403
    assert verdict(guard(), host, cookie, ("sec-fetch-site", "cross-site"), method="DELETE") == 403
    assert verdict(guard(), host, cookie, ("sec-fetch-site", "same-origin"), method="POST") == 200
    assert verdict(guard(), host, cookie, method="GET") == 200


def test_a_program_without_origin_may_change_things_with_its_key() -> None:
    assert verdict(guard(), ("host", "localhost"), ("authorization", "Bearer x"), method="POST") == 200
    assert verdict(guard(), ("host", "localhost"), method="POST") == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("content-length", "1048576")], 200),
        ([("content-length", "1048577")], 413),
        ([("content-length", "9" * 30)], 413),
        ([("content-length", "-1")], 413),
        ([("content-length", "1e3")], 413),
        ([("content-encoding", "gzip")], 415),
        ([("content-encoding", "identity")], 200),
        ([("x-long", "a" * 40_000)], 431),
    ],
)
def test_size_is_judged_by_the_headers_alone(headers: list[Header], status: int) -> None:
    assert verdict(guard(), ("host", "localhost"), *headers, method="POST") == status


def test_a_long_address_is_refused() -> None:
    assert verdict(guard(), ("host", "localhost"), query_string=b"a=1&" * 10_000) == 414


def test_one_address_may_take_more_than_the_others() -> None:
    roomy = guard(limits=Limits(body=10, bodies={"/import": 100}))
    length = ("content-length", "50")
    assert verdict(roomy, ("host", "localhost"), length, path="/import", method="POST") == 200
    assert verdict(roomy, ("host", "localhost"), length, path="/other", method="POST") == 413
    prefixed = scope(("host", "localhost"), length, path="/proxy/import", method="POST", root_path="/proxy")
    roomy.check(prefixed)


def body_status(chunks: Sequence[bytes], limits: Limits, *, stalls: bool = False) -> int:
    """Read a body through the guard as an application would; return 200 or the status it is refused with."""

    async def run() -> int:
        async def receive() -> dict[str, Any]:
            if stalls and not waiting:
                await asyncio.Event().wait()
            chunk = waiting.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(waiting) or stalls}

        async def application(scope: Any, receive: Any, send: Any) -> None:
            while (await receive())["more_body"]:
                pass

        async def send(message: Any) -> None:
            """Swallow what is sent."""

        waiting = list(chunks)
        guarded = Guard(application, host="127.0.0.1", allowed_hosts=(), limits=limits)
        try:
            await guarded(scope(("host", "localhost"), method="POST"), receive, send)
        except RequestRefused as refused:
            return refused.status
        return 200

    return asyncio.run(run())


def test_a_body_without_a_stated_length_is_counted_as_it_comes() -> None:
    assert body_status([b"x" * 6, b"x" * 4], Limits(body=10)) == 200
    assert body_status([b"x" * 6, b"x" * 5], Limits(body=10)) == 413


def test_a_body_that_stops_coming_is_given_up() -> None:
    assert body_status([b"x"], Limits(body=10, seconds=0.05), stalls=True) == 408

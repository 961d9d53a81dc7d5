"""Signing in with a one-time link, keys, and signing out."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.people.store import AccessStore
from support.rates import forget_rates
from support.site import Person, Site


@pytest.fixture
def token(site: Site) -> str:
    """The secret of a fresh one-time link."""
    forget_rates(site)
    return parse_qs(urlsplit(site.run(site.platform[People].login_link())).query)["token"][0]


def test_opening_the_link_shows_a_button_and_uses_nothing_up(token: str, stranger: httpx.Client) -> None:
    for _ in range(3):
        page = stranger.get("/login", params={"token": token})
        assert page.status_code == 200
        assert token in page.text
        assert "set-cookie" not in page.headers
    assert stranger.post("/api/login", json={"token": token}).status_code == 200


def test_the_button_signs_in_and_leads_to_the_first_page(token: str, site: Site, stranger: httpx.Client) -> None:
    answer = stranger.post("/login", data={"token": token}, headers={"Origin": site.url})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    me = stranger.get("/api/me").json()
    assert me["user"]["id"] == FIRST_OWNER_ID
    assert me["scopes"] == ["read", "run", "approve", "manage", "metrics"]
    assert me["credential"] == "session"


@pytest.mark.parametrize(
    ("wanted", "location"),
    [
        ("/chat/0197?view=steps&x=%C3%B1#end", "/chat/0197?view=steps&x=%C3%B1#end"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("/chat\\..\\x", "/"),
        ("/\t/evil.example", "/"),
        ("/\r\nSet-Cookie: a=b", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("evil.example", "/"),
        ("", "/"),
        ("/" + "a" * 500, "/"),
    ],
)
def test_signing_in_leads_on_to_paths_of_this_server_only(
    token: str, site: Site, stranger: httpx.Client, wanted: str, location: str
) -> None:
    answer = stranger.post("/login", data={"token": token, "next": wanted}, headers={"Origin": site.url})
    assert (answer.status_code, answer.headers["location"]) == (303, location)


def test_the_page_carries_where_to_go_then_as_text(token: str, stranger: httpx.Client) -> None:
    page = stranger.get("/login", params={"token": token, "next": '/chat?"><script>alert(1)</script>'})
    assert "<script" not in page.text
    assert 'value="/"' in stranger.get("/login", params={"token": token, "next": "//evil.example"}).text


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(token: str, stranger: httpx.Client) -> None:
    cookie = stranger.post("/api/login", json={"token": token}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "domain" not in cookie
    assert "secure" not in cookie  # the test speaks plain http, over which a secure cookie is never sent


def test_a_link_works_once(token: str, site: Site) -> None:
    with site.client() as first, site.client() as second:
        assert first.post("/api/login", json={"token": token}).status_code == 200
        again = second.post("/api/login", json={"token": token})
        assert (again.status_code, again.json()["code"]) == (401, "not-authenticated")
        page = second.post("/login", data={"token": token})
        assert page.status_code == 401
        assert "bailiwick keys link" in page.text


def test_a_wrong_link_is_shown_as_text_and_never_as_markup(stranger: httpx.Client, token: str) -> None:
    page = stranger.get("/login", params={"token": '"><script>alert(1)</script>'})
    assert "<script" not in page.text
    assert stranger.post("/login", data={"token": "<script>"}).status_code == 401


def test_a_form_from_another_page_cannot_sign_anybody_in(token: str, stranger: httpx.Client) -> None:
    answer = stranger.post("/login", data={"token": token}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert stranger.post("/api/login", json={"token": token}).status_code == 200


def test_signing_out_ends_the_session_for_good(token: str, site: Site, stranger: httpx.Client) -> None:
    stranger.post("/api/login", json={"token": token})
    session = stranger.cookies["bailiwick_session"]
    assert stranger.post("/api/logout", headers={"Origin": site.url}).status_code == 204
    assert "bailiwick_session" not in stranger.cookies
    stolen = {"Cookie": f"bailiwick_session={session}"}
    assert stranger.get("/api/me", headers=stolen).status_code == 401


def test_signing_out_with_a_key_leaves_the_key_alone(client: httpx.Client) -> None:
    assert client.post("/api/logout").status_code == 204
    assert client.get("/api/me").status_code == 200


def test_guessing_links_is_refused_whatever_address_the_guesser_claims_and_locks_nobody_out(
    site: Site, token: str, stranger: httpx.Client
) -> None:
    def guess(n: int) -> httpx.Response:
        claimed = {"X-Forwarded-For": f"10.0.{n // 256}.{n % 256}"}
        return stranger.post("/api/login", json={"token": f"bwlink_{n}"}, headers=claimed)

    assert {guess(n).status_code for n in range(20)} == {401}
    refused = next(answer for n in range(20, 220) if (answer := guess(n)).status_code == 429)
    assert (refused.json()["code"], refused.json()["limit"]) == ("rate-limit", "sign-ins")
    assert 0 < int(refused.headers["retry-after"]) <= 3
    page = stranger.post("/login", data={"token": "bwlink_form"})
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (429, "text/html")
    assert "20 a minute; try again in" in page.text
    assert stranger.post("/api/login", json={"token": token}).status_code == 200


def test_the_form_takes_the_right_link_after_a_flood_of_wrong_ones(
    site: Site, token: str, stranger: httpx.Client
) -> None:
    for _ in range(25):
        stranger.post("/api/login", json={"token": token[:-1] + ("A" if token[-1] != "A" else "B")})
    assert stranger.post("/login", data={"token": token}, headers={"Origin": site.url}).status_code == 303


def test_a_flood_of_wrong_keys_locks_the_right_one_out_nowhere(site: Site, alice: Person) -> None:
    with site.client() as client:
        for _ in range(30):
            wrong = {"Authorization": f"Bearer {alice.key[:-1]}{'A' if alice.key[-1] != 'A' else 'B'}"}
            assert client.get("/api/me", headers=wrong).status_code == 401
        assert client.get("/api/me", headers=alice.headers).status_code == 200


def test_the_form_takes_forms_only(stranger: httpx.Client) -> None:
    assert stranger.post("/login", json={"token": "x"}).status_code == 415


def test_a_key_is_shown_once_and_listed_without_its_secret(site: Site, client: httpx.Client) -> None:
    made = client.post("/api/keys", json={"name": "report", "scopes": ["read"], "expiresAt": "2100-01-01T00:00:00Z"})
    assert made.status_code == 201
    key = made.json()["key"]
    assert key["scopes"] == ["read"]
    assert key["expiresAt"].startswith("2100-01-01")
    listed = client.get("/api/keys")
    assert key["id"] in {one["id"] for one in listed.json()["keys"]}
    assert made.json()["secret"] not in listed.text
    with site.client(headers={"X-API-Key": made.json()["secret"]}) as program:
        assert program.get("/api/me").json()["scopes"] == ["read"]
        assert program.post("/api/v1/query", json={"query": "hi"}).status_code == 403


def test_a_key_cannot_make_a_stronger_key(site: Site) -> None:
    from bailiwick.people.records import Scope

    weak = site.person("Weak", (Scope.READ, Scope.MANAGE))
    with site.client(weak) as client:
        answer = client.post("/api/keys", json={"name": "more", "scopes": ["read", "run"]})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert client.post("/api/keys", json={"name": "same", "scopes": ["read"]}).status_code == 201


def test_a_key_that_has_already_expired_is_not_made(client: httpx.Client) -> None:
    answer = client.post("/api/keys", json={"name": "late", "expiresAt": "2001-01-01T00:00:00Z"})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "expiresAt"


def test_a_session_cannot_be_revoked_as_if_it_were_a_key(site: Site, client: httpx.Client, alice: object) -> None:
    from bailiwick.people.records import TokenKind

    user_id = client.get("/api/me").json()["user"]["id"]
    sessions = site.run(site.platform.stores[AccessStore].tokens(user_id, TokenKind.SESSION))
    assert client.delete(f"/api/keys/{sessions[0].id}").status_code == 404

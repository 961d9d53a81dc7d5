"""Who may do what: every credential, every scope, every operation."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest

from bailiwick.people.records import Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore
from support.operations import Operation, operations
from support.site import Person, Site

PUBLIC = {
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/login"),
    ("POST", "/login"),
    ("POST", "/api/login"),
    ("POST", "/api/login/password"),
    ("POST", "/api/login/invitation"),
    ("GET", "/assets/{name:path}"),
    ("GET", "/{address:path}"),
    ("GET", "/docs"),
    ("GET", "/openapi.json"),
    ("GET", "/static/page.css"),
}
"""All that answers callers it does not know. Think twice before adding to it."""

NEEDS = {"GET": Scope.READ}
BEYOND_READING = {
    ("POST", "/api/logout"): Scope.READ,
    ("POST", "/api/agents/lint"): Scope.READ,
    ("POST", "/api/routing/decide"): Scope.READ,
    ("POST", "/api/routing/replay"): Scope.READ,
    ("POST", "/api/routing/why-not"): Scope.READ,
    ("POST", "/api/routing/decisions/{id}/why-not"): Scope.READ,
    ("POST", "/api/routing/golden/run"): Scope.READ,
    ("POST", "/api/tools/match"): Scope.READ,
    ("POST", "/api/schedules/preview"): Scope.READ,
    ("POST", "/api/routing/decisions/{id}/misroute"): Scope.RUN,
    ("DELETE", "/api/routing/decisions/{id}/misroute"): Scope.RUN,
    ("GET", "/api/doctor"): Scope.MANAGE,
    ("GET", "/api/keys"): Scope.MANAGE,
    ("GET", "/api/people"): Scope.MANAGE,
    ("GET", "/metrics"): Scope.METRICS,
    ("GET", "/api/account/export"): Scope.MANAGE,
    ("GET", "/api/credentials"): Scope.MANAGE,
    ("GET", "/api/audit"): Scope.MANAGE,
    ("GET", "/api/audit/export"): Scope.MANAGE,
    ("GET", "/api/audit/verification"): Scope.MANAGE,
    ("POST", "/api/agents/execute"): Scope.RUN,
    ("POST", "/api/agents/execution/{id}/cancel"): Scope.RUN,
    ("POST", "/api/agents/execution/{id}/resume"): Scope.RUN,
    ("POST", "/api/approvals/{id}/approve"): Scope.APPROVE,
    ("POST", "/api/approvals/{id}/deny"): Scope.APPROVE,
    ("POST", "/api/tools/{name}/call"): Scope.RUN,
    ("POST", "/api/notes/{id}/restore"): Scope.RUN,
    ("POST", "/api/v1/query"): Scope.RUN,
    ("POST", "/api/v1/query/stream"): Scope.RUN,
    ("POST", "/api/conversations/create"): Scope.RUN,
    ("PATCH", "/api/conversations/{id}"): Scope.RUN,
    ("PUT", "/api/agents/execution/{id}/feedback"): Scope.RUN,
    ("POST", "/api/knowledge/entities"): Scope.RUN,
    ("PATCH", "/api/knowledge/entities/{id}"): Scope.RUN,
    ("DELETE", "/api/knowledge/entities/{id}"): Scope.RUN,
    ("POST", "/api/knowledge/entities/{id}/observations"): Scope.RUN,
    ("DELETE", "/api/knowledge/observations/{id}"): Scope.RUN,
    ("POST", "/api/knowledge/relations"): Scope.RUN,
    ("DELETE", "/api/knowledge/relations/{id}"): Scope.RUN,
    ("POST", "/api/knowledge/merge"): Scope.RUN,
    ("POST", "/api/knowledge/changes/{id}/undo"): Scope.RUN,
    ("POST", "/api/embedder/test"): Scope.RUN,
    ("POST", "/api/files"): Scope.RUN,
}
OF_SESSIONS = ("/api/me/sign-in", "/api/me/password", "/api/me/sessions")
"""How a person signs in is nothing for keys, whatever these may do."""
TRUSTING = {("POST", "/api/mcp/servers/{id}/enable"), ("POST", "/api/mcp/servers/{id}/approve")}
"""What takes tools of others is approving as well."""
WORK = (
    "/api/swarms",
    "/api/tasks",
    "/api/schedules",
    "/api/reminders",
    "/api/projects",
    "/api/notes",
    "/api/documents",
)
"""A change of these lets agents work, keeps them from it, or gives them something to work with."""
FOR_GOOD = {
    ("DELETE", "/api/swarms/{id}"),
    ("DELETE", "/api/tasks/{id}"),
    ("DELETE", "/api/schedules/{id}"),
    ("DELETE", "/api/reminders/{id}"),
    ("DELETE", "/api/projects/{id}"),
    ("DELETE", "/api/documents/{id}"),
}
"""What takes one of them away with all that is in it is managing."""


def needed(operation: Operation) -> set[Scope]:
    """Return the scopes an operation needs; what is not listed as reading or running is managing."""
    default = NEEDS.get(operation.method, Scope.MANAGE)
    if operation.path.startswith(OF_SESSIONS):
        return {Scope.MANAGE}
    if operation.path.startswith(WORK) and (operation.method, operation.path) not in FOR_GOOD:
        default = NEEDS.get(operation.method, Scope.RUN)
    scope = BEYOND_READING.get((operation.method, operation.path), default)
    return {scope, Scope.APPROVE} if (operation.method, operation.path) in TRUSTING else {scope}


def private(site: Site) -> list[Operation]:
    return [operation for operation in operations(site.app) if not operation.public]


def forms(person: Person) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every form in which credentials can come."""
    yield "bearer", {"Authorization": f"Bearer {person.key}"}
    yield "x-api-key", {"X-API-Key": person.key}
    yield "cookie", {"Cookie": f"bailiwick_session={person.session}", "Sec-Fetch-Site": "same-origin"}


def status(client: httpx.Client, operation: Operation, headers: dict[str, str]) -> int:
    """Call an operation on nothing that exists, and return only how far the caller came."""
    with client.stream(operation.method, operation.address(), headers=headers) as response:
        return response.status_code


def test_only_the_listed_operations_answer_strangers(site: Site) -> None:
    public = {(operation.method, operation.path) for operation in operations(site.app) if operation.public}
    assert public == PUBLIC


def test_there_are_operations_to_test(site: Site) -> None:
    assert len(private(site)) > 30


def test_a_stranger_is_refused_everywhere(site: Site, stranger: httpx.Client) -> None:
    assert {operation: status(stranger, operation, {}) for operation in private(site)} == dict.fromkeys(
        private(site), 401
    )


@pytest.mark.parametrize(
    "scopes",
    [(Scope.READ,), (Scope.RUN,), (Scope.APPROVE,), (Scope.MANAGE,), (Scope.APPROVE, Scope.MANAGE), ()],
    ids=lambda scopes: "+".join(scopes) or "none",
)
def test_every_form_of_credential_has_the_same_verdict_everywhere(
    site: Site, stranger: httpx.Client, scopes: tuple[Scope, ...]
) -> None:
    person = site.person("Carol", scopes)
    for operation in private(site):
        if operation.path == "/api/logout" or (operation.method, operation.path) == ("DELETE", "/api/me/sessions"):
            continue  # they end the sessions that the others are tested with
        verdicts = {form: status(stranger, operation, headers) for form, headers in forms(person)}
        if operation.path.startswith(OF_SESSIONS):
            assert (verdicts.pop("bearer"), verdicts.pop("x-api-key")) == (403, 403), operation
        assert len(set(verdicts.values())) == 1, (operation, verdicts)
        (verdict,) = set(verdicts.values())
        may = needed(operation) <= set(scopes) and not operation.administering  # Carol is a member
        assert (verdict not in (401, 403)) == may, (operation, verdicts, scopes)


def bad_credentials(site: Site, alice: Person) -> dict[str, dict[str, str]]:
    unknown = Secret.new(TokenKind.API_KEY, alice.user_id).text
    other_user = Secret.new(TokenKind.API_KEY, str(uuid4())).text
    expired = Secret.new(TokenKind.API_KEY, alice.user_id)
    link = Secret.new(TokenKind.LOGIN_LINK, alice.user_id)
    access, past = site.platform.stores[AccessStore], datetime.now(UTC) - timedelta(seconds=1)
    site.run(access.add_token(expired, "expired", tuple(Scope), past))
    site.run(access.add_token(link, "link", tuple(Scope), None))
    return {
        "unknown key": {"Authorization": f"Bearer {unknown}"},
        "key of nobody": {"X-API-Key": other_user},
        "expired key": {"Authorization": f"Bearer {expired.text}"},
        "login link as key": {"Authorization": f"Bearer {link.text}"},
        "login link as session": {"Cookie": f"bailiwick_session={link.text}"},
        "session as key": {"Authorization": f"Bearer {alice.session}"},
        "key as session": {"Cookie": f"bailiwick_session={alice.key}"},
        "basic": {"Authorization": "Basic YTpi"},
        "empty bearer": {"Authorization": "Bearer"},
        "empty key": {"X-API-Key": ""},
        "garbage": {"Authorization": "Bearer bwkey_zz_x"},
        "not ASCII": {"Authorization": "Bearer bwkey_\u00e9"},
        "two that differ": {"Authorization": f"Bearer {alice.key}", "X-API-Key": unknown},
        "upper case": {"Authorization": f"Bearer {alice.key.upper()}"},
        "bad key with good session": {"X-API-Key": unknown, "Cookie": f"bailiwick_session={alice.session}"},
        "alg none": {"Authorization": "Bearer eyJhbGciOiJub25lIn0.e30."},
        "very long": {"Authorization": "Bearer " + "a" * 20_000},
    }


def test_what_is_no_valid_credential_is_refused_alike(site: Site, alice: Person, stranger: httpx.Client) -> None:
    answers = {}
    for name, headers in bad_credentials(site, alice).items():
        encoded = {key: value.encode("latin-1") for key, value in headers.items()}
        answer = stranger.get("/api/me", headers=encoded)
        answers[name] = (answer.status_code, answer.json()["detail"])
    assert len(set(answers.values())) == 1, answers
    assert answers["unknown key"][0] == 401


def test_a_revoked_key_stops_working_at_once(site: Site, client: httpx.Client, stranger: httpx.Client) -> None:
    made = client.post("/api/keys", json={"name": "short-lived"}).json()
    header = {"X-API-Key": made["secret"]}
    assert stranger.get("/api/me", headers=header).status_code == 200
    assert client.delete(f"/api/keys/{made['key']['id']}").status_code == 204
    assert stranger.get("/api/me", headers=header).status_code == 401


def test_a_stranger_is_refused_before_the_body_is_judged(stranger: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    for body in (b"{", b"{}", b"\xff", b"[" * 50_000):
        assert stranger.post("/api/agents/execute", content=body, headers=headers).status_code == 401


def test_foreign_hosts_and_pages_are_refused_everywhere(site: Site, alice: Person) -> None:
    with site.client(alice) as client:
        for operation in operations(site.app):
            assert status(client, operation, {"Host": "evil.example"}) == 421, operation
            assert status(client, operation, {"Origin": "http://evil.example"}) == 403, operation
            assert status(client, operation, {"Origin": "null"}) == 403, operation


def test_our_own_page_may_use_its_session(site: Site, alice: Person, stranger: httpx.Client) -> None:
    headers = {"Cookie": f"bailiwick_session={alice.session}", "Origin": site.url}
    assert stranger.post("/api/routing/decide", json={"message": "hello"}, headers=headers).status_code == 200
    assert (
        stranger.post(
            "/api/routing/decide", json={"message": "hello"}, headers={"Cookie": headers["Cookie"]}
        ).status_code
        == 403
    )


def test_every_answer_forbids_sniffing_framing_and_storing(site: Site, stranger: httpx.Client) -> None:
    for path in ("/", "/docs", "/openapi.json", "/healthz", "/api/agents", "/nowhere", "/login"):
        headers = stranger.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
    assert stranger.get("/", headers={"Host": "evil.example"}).headers["x-frame-options"] == "DENY"


def key_of(site: Site, person: Person, *scopes: Scope) -> dict[str, str]:
    """Return what a program sends with a key of a user that may do this much."""
    secret = Secret.new(TokenKind.API_KEY, person.user_id)
    site.run(site.platform.stores[AccessStore].add_token(secret, "program", scopes, None))
    return {"Authorization": f"Bearer {secret.text}"}


def test_a_key_that_starts_agents_does_not_answer_for_what_they_do(quiet_site: Site) -> None:
    person = quiet_site.person("Carol")
    runs = key_of(quiet_site, person, Scope.READ, Scope.RUN)
    with quiet_site.client(headers=runs) as program, quiet_site.client(person) as whole:
        execution_id = program.post("/api/agents/execute", json={"message": "Send it"}).json()["id"]
        approval = quiet_site.run(quiet_site.waiting_call(person, execution_id))
        for path, body in (
            (f"/api/approvals/{approval}/approve", {}),
            (f"/api/approvals/{approval}/approve", {"always": True}),
            (f"/api/approvals/{approval}/deny", {}),
            (f"/api/agents/execution/{execution_id}/resume", {"retry": True}),
            ("/api/tools/shopifyUpdateProductPrice/call", {"arguments": {"product": "shirt", "price": "1"}}),
        ):
            refused = program.post(path, json=body)
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden"), path
            assert "`approve`" in refused.json()["detail"]
        assert whole.get(f"/api/approvals/{approval}").json()["status"] == "pending"
        assert program.post(f"/api/agents/execution/{execution_id}/resume", json={"retry": False}).status_code == 409
        approves = key_of(quiet_site, person, Scope.READ, Scope.RUN, Scope.APPROVE)
        assert program.post(f"/api/approvals/{approval}/deny", json={}, headers=approves).status_code != 403


def test_a_session_from_before_there_was_approving_may_approve_and_a_key_from_then_may_not(quiet_site: Site) -> None:
    old = (Scope.READ, Scope.RUN, Scope.MANAGE, Scope.METRICS)
    person = quiet_site.person("Carol", old)
    with quiet_site.client(person) as key, quiet_site.client(headers=dict(forms(person))["cookie"]) as session:
        assert "approve" not in key.get("/api/me").json()["scopes"]
        assert "approve" in session.get("/api/me").json()["scopes"]
        more = {"name": "more", "scopes": ["run", "approve"]}
        assert key.post("/api/keys", json=more).status_code == 403
        assert session.post("/api/keys", json=more).status_code == 201

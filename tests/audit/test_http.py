"""The audit log over HTTP: every act is recorded once with who, what, on what and from where, and without secrets."""

import base64
import csv
import io
import json
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from bailiwick.features.audit.actions import COLUMNS
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.platform import Working
from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID, Scope, UserRole
from support.postgres import TestServer
from support.site import Person, Site, settings_of

CANARY = "canary-7f3c9b51aa"
KEY = f"sk-{CANARY}-model"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a SQLite file that can be connected."""
    folder = tmp_path_factory.mktemp("files")
    with sqlite3.connect(folder / "books.db") as connection:
        connection.execute("create table loans (id integer)")
    connection.close()
    return folder


@pytest.fixture(scope="module")
def audited_site(
    postgres: TestServer, database_template: str, files: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site of this file, without a worker."""
    name = f"audit_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    settings = settings_of(urls, tmp_path_factory.mktemp("audit"), database_folders=str(files))
    with Site(settings, working=Working.NO) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def chief(audited_site: Site) -> Person:
    return audited_site.person("Chief", role=UserRole.OWNER)


@pytest.fixture
def calls(audited_site: Site, chief: Person) -> Iterator[httpx.Client]:
    with audited_site.client(chief) as client:
        yield client


def done(answer: httpx.Response, status: int = 201) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def entries(calls: httpx.Client, **asked: Any) -> list[dict[str, Any]]:
    return done(calls.get("/api/audit", params={"limit": 200, **asked}), 200)["entries"]


def test_every_act_is_recorded_and_no_secret_is(
    audited_site: Site, chief: Person, calls: httpx.Client, files: Path, tmp_path: Path
) -> None:
    texts = [CANARY]

    def recorded(*acts: Act) -> list[dict[str, Any]]:
        """Return what was recorded since the last time, which are these acts."""
        found = entries(calls)[::-1]
        new = [each for each in found if each["number"] > seen[0]]
        seen[0] = found[-1]["number"]
        assert [each["act"] for each in new] == [each.value for each in acts]
        for each in new:
            assert (each["person"], each["face"], each["address"]) == (chief.user_id, "api", "127.0.0.1")
            assert each["token"]
        return new

    seen = [entries(calls)[0]["number"]]
    key = done(calls.post("/api/keys", json={"name": f"key {CANARY}", "scopes": ["read"]}))
    texts.append(key["secret"])
    (entry,) = recorded(Act.KEY_MADE)
    assert (entry["kind"], entry["thing"], entry["details"]) == ("key", key["key"]["id"], {"scopes": ["read"]})
    done(calls.delete(f"/api/keys/{key['key']['id']}"), 204)
    recorded(Act.KEY_REVOKED)

    stored = done(calls.post("/api/credentials", json={"name": "brave", "value": CANARY, "description": CANARY}))
    done(calls.put(f"/api/credentials/{stored['id']}", json={"value": f"{CANARY}-new"}), 200)
    done(calls.delete(f"/api/credentials/{stored['id']}"), 204)
    made, replaced, gone = recorded(Act.CREDENTIAL_STORED, Act.CREDENTIAL_REPLACED, Act.CREDENTIAL_DELETED)
    assert made["thing"] == replaced["thing"] == gone["thing"] == stored["id"]
    assert replaced["details"] == {"value": True}

    body = {"kind": "openai", "key": KEY, "address": "http://127.0.0.1:9/v1", "forEverybody": True}
    model = done(calls.post("/api/models/connections", json=body))
    done(calls.put(f"/api/models/connections/{model['id']}", json={"key": f"{KEY}-2", "models": ["one"]}), 200)
    done(calls.put("/api/models/default", json={"model": f"{model['name']}:one"}), 200)
    done(calls.put("/api/models/default", json={"model": None}), 200)
    done(calls.put("/api/models/embedder", json={"model": None}), 200)
    done(calls.delete(f"/api/models/connections/{model['id']}"), 204)
    chosen = [Act.DEFAULT_MODEL_CHOSEN, Act.DEFAULT_MODEL_CHOSEN, Act.EMBEDDER_CHOSEN]
    recorded(Act.CONNECTION_ADDED, Act.CONNECTION_CHANGED, *chosen, Act.CONNECTION_REMOVED)

    server = {"name": "tools", "transport": "http", "url": "http://127.0.0.1:9/mcp", "headers": {"X-Token": CANARY}}
    registered = done(calls.post("/api/mcp/servers", json=server))
    at = f"/api/mcp/servers/{registered['id']}"
    done(calls.put(at, json={**server, "headers": {"X-Token": f"{CANARY}-2"}}), 200)
    done(calls.post(f"{at}/enable", json={"credentials": {}}), 200)
    done(calls.post(f"{at}/disable"), 200)
    done(calls.delete(at), 204)
    recorded(
        Act.CONNECTION_ADDED,
        Act.CREDENTIAL_STORED,
        Act.CONNECTION_CHANGED,
        Act.CREDENTIAL_REPLACED,
        Act.SERVER_ENABLED,
        Act.SERVER_DISABLED,
        Act.CONNECTION_REMOVED,
        Act.CREDENTIAL_DELETED,
    )

    connection = f"sqlite:{files / 'books.db'}"
    done(calls.post("/api/databases", json={"name": "books", "connection": connection}))
    done(calls.post("/api/databases/books/check"), 200)
    done(calls.put("/api/databases/books", json={"forEverybody": True}), 200)
    done(calls.delete("/api/databases/books"), 204)
    recorded(
        Act.CREDENTIAL_STORED,
        Act.CONNECTION_ADDED,
        Act.CONNECTION_CHANGED,
        Act.CREDENTIAL_DELETED,
        Act.CONNECTION_REMOVED,
    )

    lent = done(calls.post("/api/programs/folders", json={"path": str(files), "name": "books", "writable": True}))
    done(calls.delete(f"/api/programs/folders/{lent['id']}"), 204)
    done(calls.put("/api/programs/packages", json={"name": "left-pad", "version": "1.3.0"}), 200)
    done(calls.delete("/api/programs/packages", params={"name": "left-pad"}), 204)
    acts = recorded(Act.FOLDER_LENT, Act.FOLDER_TAKEN_BACK, Act.PACKAGE_GRANTED, Act.PACKAGE_REVOKED)
    assert acts[0]["details"] == {"writable": True, "everybody": False}

    executions = [
        done(calls.post("/api/agents/execute", json={"message": f"{CANARY} {number}"}), 202)["id"] for number in "12"
    ]
    approve, deny = (audited_site.run(audited_site.waiting_call(chief, each)) for each in executions)
    done(calls.post(f"/api/approvals/{approve}/approve", json={"always": True}), 200)
    done(calls.post(f"/api/approvals/{deny}/deny", json={"note": CANARY}), 200)
    done(calls.post("/api/approvals/grants/revoke", json={"agentId": "toby-technical", "tool": "send"}), 204)
    recorded(Act.CALL_APPROVED, Act.PERMISSION_GIVEN, Act.CALL_DENIED, Act.PERMISSION_TAKEN_BACK)

    document = done(calls.post("/api/documents/text", json={"title": CANARY, "content": CANARY}))
    done(calls.delete(f"/api/documents/{document['id']}"), 204)
    conversation = done(calls.post("/api/conversations/create", json={"agentId": "main", "title": CANARY}))
    done(calls.delete(f"/api/conversations/{conversation['id']}"), 204)
    swarm = done(calls.post("/api/swarms", json={"name": "harbour", "goal": CANARY}))
    done(calls.delete(f"/api/swarms/{swarm['id']}"), 204)
    agent = done(calls.post("/api/agents/create", json={"id": "aunt", "name": "Aunt", "description": CANARY}))
    agent_id = agent.get("agent", agent)["id"]
    done(calls.delete(f"/api/agents/{agent_id}"), 204)
    entity = {"name": "Ana", "entityType": "person", "observations": [CANARY]}
    made = done(calls.post("/api/knowledge/entities", json={"entities": [entity]}))
    found = calls.get("/api/knowledge/entities").json()
    ids = [each["id"] for each in found["entities"]]
    done(calls.post("/api/knowledge/forget", json={"entityIds": ids}), 200)
    deleted = [Act.DOCUMENT_DELETED, Act.CONVERSATION_DELETED, Act.SWARM_DELETED, Act.AGENT_DELETED]
    recorded(*deleted, Act.KNOWLEDGE_FORGOTTEN)

    for path in ("/api/knowledge/export", "/api/account/export", "/api/audit/export"):
        assert calls.get(path).status_code == 200
    recorded(Act.KNOWLEDGE_EXPORTED, Act.ACCOUNT_EXPORTED, Act.AUDIT_EXPORTED)

    done(calls.put("/api/settings/retention", json={"eventDays": 30, "mailDays": None}), 200)
    done(calls.put("/api/settings/log-level", json={"level": "warning"}), 200)
    limit = done(calls.post("/api/budgets", json={"scope": "person", "period": "day", "money": 5.0, "name": CANARY}))
    at = f"/api/budgets/{limit['limit']['id']}"
    done(calls.patch(at, json={"money": 6.0}), 200)
    done(calls.delete(at), 204)
    acts = recorded(Act.RETENTION_CHANGED, Act.LOG_LEVEL_CHANGED, Act.LIMIT_SET, Act.LIMIT_CHANGED, Act.LIMIT_REMOVED)
    assert acts[0]["details"] == {"event_days": 30, "mail_days": "forever"}
    assert acts[3]["details"] == {"scope": "person", "period": "day", "money": 6.0}

    done(calls.post("/api/credentials/rotate"), 200)
    recorded(Act.CREDENTIALS_RESEALED)

    with psycopg.connect(audited_site.platform.settings.database_url.get_secret_value()) as owner:
        log = "\n".join(row[0] for row in owner.execute("select e::text from audit_entries e").fetchall())
    assert len(log.splitlines()) > 40
    for text in (*texts, chief.key, chief.session):
        for form in (text, base64.b64encode(text.encode()).decode().rstrip("="), text.encode().hex()):
            assert form not in log


def test_signing_in_and_out_is_recorded_and_failures_too(audited_site: Site, calls: httpx.Client) -> None:
    link = audited_site.run(audited_site.platform[People].login_link())
    token = link.partition("token=")[2]
    before = entries(calls)[0]["number"]
    with audited_site.client(headers={"Sec-Fetch-Site": "same-origin"}) as browser:
        assert browser.post("/api/login", json={"token": token}).status_code == 200
        assert browser.post("/api/login", json={"token": token}).status_code == 401
        assert browser.post("/api/login", json={"token": "nonsense"}).status_code == 401
        assert browser.post("/api/logout").status_code == 204
    found = [each for each in entries(calls) if each["number"] > before][::-1]
    acts = [each["act"] for each in found]
    assert acts == ["signed-in", "sign-in-failed", "sign-in-failed", "session-ended"]
    owner, session = found[0]["person"], found[0]["thing"]
    assert (found[0]["face"], found[0]["address"], found[0]["token"]) == ("web", "127.0.0.1", session)
    assert (found[1]["person"], found[1]["thing"], found[1]["whose"]) == (None, owner, owner)
    assert (found[2]["person"], found[2]["thing"], found[2]["whose"]) == (None, "", None)
    assert (found[3]["person"], found[3]["thing"], found[3]["token"]) == (owner, session, session)
    assert token not in json.dumps(found)


def test_reads_and_chats_are_never_recorded(audited_site: Site, calls: httpx.Client) -> None:
    before = entries(calls)
    for path in ("/api/me", "/api/keys", "/api/credentials", "/api/conversations", "/api/audit", "/api/doctor"):
        assert calls.get(path).status_code == 200
    done(calls.post("/api/agents/execute", json={"message": "What is 2 + 2?"}), 202)
    assert entries(calls) == before


def test_an_act_that_is_refused_is_not_recorded(audited_site: Site, calls: httpx.Client) -> None:
    before = entries(calls)
    assert calls.delete(f"/api/keys/{uuid7()}").status_code == 404
    assert calls.post("/api/credentials", json={"name": "", "value": "x"}).status_code == 422
    assert calls.delete(f"/api/documents/{uuid7()}").status_code == 404
    assert entries(calls) == before


def test_a_repeated_request_is_one_act(calls: httpx.Client) -> None:
    before = entries(calls)[0]["number"]
    key = {"Idempotency-Key": uuid7()}
    for _ in range(2):
        done(calls.post("/api/keys", json={"name": "once"}, headers=key))
    assert [each["act"] for each in entries(calls) if each["number"] > before] == ["key-made"]


def test_entries_are_filtered_and_paged_and_name_people(audited_site: Site, chief: Person, calls: httpx.Client) -> None:
    other = audited_site.person("Mona")
    with audited_site.client(other) as mona:
        for number in range(5):
            done(mona.post("/api/keys", json={"name": f"{number}"}))
        mine = entries(mona)
        *own, invited = mine
        assert (invited["act"], invited["whose"], invited["thing"]) == ("person-invited", FIRST_OWNER_ID, other.user_id)
        assert {each["whose"] for each in own} == {other.user_id}
        assert len(own) == 7
        assert mona.get("/api/audit/verification").status_code == 403
        assert entries(mona, person=chief.user_id) == []
        lines = mona.get("/api/audit/export").text.splitlines()
        assert {json.loads(each)["whose"] for each in lines} == {other.user_id, FIRST_OWNER_ID}
    page = done(calls.get("/api/audit", params={"person": other.user_id, "act": "key-made", "limit": 3}), 200)
    assert page["names"] == {other.user_id: "Mona"}
    assert len(page["entries"]) == 3
    more = {"person": other.user_id, "act": "key-made", "limit": 3, "before": page["nextBefore"]}
    rest = done(calls.get("/api/audit", params=more), 200)
    assert (len(rest["entries"]), rest["nextBefore"]) == (2, None)
    assert entries(calls, person=other.user_id, group="settings") == []
    assert entries(calls, person=other.user_id, group="settings", act="key-made") == []
    assert len(entries(calls, person=other.user_id, group="access")) == 6
    assert entries(calls, until="2020-01-01T00:00:00Z") == []
    for wrong in ({"act": "nothing"}, {"group": "nothing"}, {"since": "yesterday"}, {"before": 0}):
        assert calls.get("/api/audit", params=wrong).status_code == 422
    assert calls.get("/api/audit", params={"person": "nobody"}).status_code == 404


def test_a_key_that_may_not_manage_reads_no_log(audited_site: Site) -> None:
    with audited_site.client(audited_site.person("Reader", scopes=(Scope.READ, Scope.RUN))) as reader:
        for path in ("/api/audit", "/api/audit/export", "/api/audit/verification"):
            assert reader.get(path).status_code == 403


def test_the_log_is_taken_along_as_lines_and_as_a_table(calls: httpx.Client) -> None:
    answer = calls.get("/api/audit/export")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == 'attachment; filename="bailiwick-audit.jsonl"'
    lines = [json.loads(each) for each in answer.text.splitlines()]
    assert [each["number"] for each in lines] == list(range(1, len(lines) + 1))
    table = calls.get("/api/audit/export", params={"format": "csv", "group": "exports"})
    rows = list(csv.reader(io.StringIO(table.text)))
    assert rows[0] == list(COLUMNS)
    assert {row[rows[0].index("act")] for row in rows[1:]} >= {"audit-exported"}


def test_the_chain_is_verified_over_http_and_by_the_doctor(audited_site: Site, calls: httpx.Client) -> None:
    found = done(calls.get("/api/audit/verification"), 200)
    assert (found["ok"], found["faults"], found["entries"]) == (True, [], found["number"])
    told = [each for each in calls.get("/api/doctor").json()["findings"] if each["name"] == "audit log"]
    assert [each["ok"] for each in told] == [True]
    url = audited_site.platform.settings.database_url.get_secret_value()

    def tamper(statement: str) -> None:
        with psycopg.connect(url) as owner:
            owner.execute("alter table audit_entries disable trigger user")
            owner.execute("alter table audit_entries no force row level security")
            owner.execute(statement)
            owner.execute("alter table audit_entries force row level security")
            owner.execute("alter table audit_entries enable trigger user")

    tamper("update audit_entries set address = '192.0.2.1' where number = 2")
    try:
        found = done(calls.get("/api/audit/verification"), 200)
        assert (found["ok"], found["faults"][0]["code"]) == (False, "entry-changed")
        told = [each for each in calls.get("/api/doctor").json()["findings"] if each["name"] == "audit log"]
        assert [(each["ok"], each["detail"]) for each in told] == [
            (False, "Entry 2 of the audit log was changed after it was written.")
        ]
    finally:
        tamper("update audit_entries set address = null where number = 2")
    assert done(calls.get("/api/audit/verification"), 200)["ok"]


def test_entries_outlive_the_person_without_the_name(audited_site: Site, calls: httpx.Client) -> None:
    leaver = audited_site.person("Leaver Loveday")
    with audited_site.client(leaver) as own:
        done(own.post("/api/keys", json={"name": "mine"}))
        done(own.post("/api/account/erase", json={"confirm": "Leaver Loveday"}), 204)
    page = done(calls.get("/api/audit", params={"person": leaver.user_id}), 200)
    assert [each["act"] for each in page["entries"]] == ["account-erased", "key-made", "signed-in"]
    assert page["names"] == {}
    assert "Leaver" not in calls.get("/api/audit/export").text
    assert done(calls.get("/api/audit/verification"), 200)["ok"]

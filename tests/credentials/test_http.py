"""Credentials over HTTP: stored, replaced, deleted, used by tools, and never to be read."""

import asyncio
import base64
import json
import logging
import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import httpx
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr

from bailiwick.kernel.errors import WrongKey
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import Scope, Secret, TokenKind, UserRole
from bailiwick.people.store import AccessStore
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.sealing import Key
from support.people import ensure_user
from support.postgres import TestServer
from support.providers import Answer, Call, ProviderServer
from support.site import Person, Site, finished, settings_of

VALUE = "canary/7+x-5f3c?é=1"
FORMS = (
    VALUE,
    quote(VALUE, safe=""),
    base64.b64encode(VALUE.encode()).decode().rstrip("="),
    VALUE.encode().hex(),
    json.dumps(VALUE)[1:-1],
    base64.b64encode(f"user:{VALUE}".encode()).decode()[8:-4],
)


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """Calls as a user without credentials."""
    with site.client(site.person("Careful")) as client:
        yield client


def test_a_credential_is_stored_listed_replaced_and_deleted_and_never_shown(own: httpx.Client) -> None:
    made = own.post("/api/credentials", json={"name": "brave", "value": VALUE, "description": " For searching "})
    assert made.status_code == 201
    credential = made.json()
    told = {"id", "name", "kind", "which", "description", "createdAt", "updatedAt", "lastUsedAt", "noted"}
    assert set(credential) == told
    assert (credential["name"], credential["description"]) == ("brave", "For searching")
    listed = own.get("/api/credentials")
    assert listed.json() == {"credentials": [credential]}
    address = f"/api/credentials/{credential['id']}"
    replaced = own.put(address, json={"value": VALUE + "2"})
    assert replaced.status_code == 200
    described = own.put(address, json={"description": ""})
    assert described.json()["description"] == ""
    taken = own.post("/api/credentials", json={"name": "brave", "value": VALUE})
    assert (taken.status_code, taken.json()["code"]) == (409, "conflict")
    assert own.put(address, json={}).status_code == 422
    deleted = own.delete(address)
    assert (deleted.status_code, own.delete(address).status_code) == (204, 404)
    for answer in (
        made,
        listed,
        replaced,
        described,
        taken,
        own.get("/api/debug/events"),
        own.get("/api/agents/export"),
    ):
        assert "canary" not in answer.text
    kinds = [
        (event["data"]["name"], event["data"]["change"]) for event in own.get("/api/debug/events").json()["events"]
    ]
    assert kinds == [("brave", "deleted"), ("brave", "replaced"), ("brave", "replaced"), ("brave", "created")]


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Brave", "value": VALUE},
        {"name": "brave\n", "value": VALUE},
        {"name": "b" * 65, "value": VALUE},
        {"name": "", "value": VALUE},
        {"name": "brave", "value": "abc"},
        {"name": "brave", "value": " " * 10},
        {"name": "brave", "value": "canary" * 5000},
        {"name": "brave", "value": 12345},
        {"name": "brave"},
        {"name": "brave", "value": VALUE, "description": "x" * 201},
        {"name": "brave", "value": VALUE, "description": "two\nlines"},
        {"name": "brave", "value": VALUE, "more": 1},
    ],
)
def test_what_cannot_be_stored_is_refused_without_repeating_the_value(
    own: httpx.Client, body: dict[str, object]
) -> None:
    answer = own.post("/api/credentials", json=body)
    assert answer.status_code == 422
    assert "canary" not in answer.text
    assert own.get("/api/credentials").json() == {"credentials": []}


def test_a_repetition_gets_the_first_answer_and_another_value_under_the_same_key_is_refused(own: httpx.Client) -> None:
    headers, body = {"Idempotency-Key": str(uuid4())}, {"name": "brave", "value": VALUE}
    first, again = (own.post("/api/credentials", json=body, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()
    other = own.post("/api/credentials", json={**body, "value": VALUE + "2"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-mismatch")


def test_only_owners_and_administrators_replace_everybodys_key(site: Site, own: httpx.Client) -> None:
    own.post("/api/credentials", json={"name": "brave", "value": VALUE})
    assert own.post("/api/credentials/rotate").status_code == 403
    person = site.run(_administrator(site))
    with site.client(person) as administrator:
        first = administrator.post("/api/credentials/rotate").json()
        second = administrator.post("/api/credentials/rotate").json()
    assert first["resealed"] >= 1
    assert first["failed"] == 0
    assert second["dropped"] == [first["keyId"]]
    assert site.run(_opened(site, own)) == VALUE


async def _administrator(site: Site) -> Person:
    user = await ensure_user(site.platform.stores, str(uuid4()), "Admin", UserRole.ADMIN)
    secret = Secret.new(TokenKind.API_KEY, user.id)
    await site.platform.stores[AccessStore].add_token(secret, "tests", list(Scope), None)
    return Person(user.id, secret.text, session="")


async def _opened(site: Site, client: httpx.Client) -> str:
    secret = Secret.parse(client.headers["authorization"].removeprefix("Bearer "))
    assert secret is not None
    return await site.platform[Credentials].secrets_for(secret.user_id).open("brave")


@pytest.mark.parametrize("given", ["short", base64.b64encode(bytes(32)).decode(), ""])
def test_with_a_bad_key_nothing_starts(
    postgres: TestServer, database_template: str, tmp_path: Path, given: str
) -> None:
    name = f"bad_key_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    settings = settings_of(urls, tmp_path, credential_key=SecretStr(given))
    with pytest.raises(WrongKey, match="BAILIWICK_CREDENTIAL_KEY"):
        asyncio.run(start(settings))
    postgres.drop(name)


def test_with_another_key_than_the_owners_credentials_have_nothing_starts(
    postgres: TestServer, database_template: str, tmp_path: Path
) -> None:
    name = f"other_key_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path)) as site:
        owner = site.run(site.platform[People].owner())
        site.run(site.platform[Credentials].store(owner.id, "brave", VALUE))
    for settings in (settings_of(urls, tmp_path / "elsewhere"), settings_of(urls, tmp_path, credential_key=_fresh())):
        with pytest.raises(WrongKey, match="discard-lost"):
            asyncio.run(start(settings))
    with Site(settings_of(urls, tmp_path)) as site:
        assert site.run(site.platform[Credentials].secrets_for(owner.id).open("brave")) == VALUE
    postgres.drop(name)


async def start(settings: Settings) -> None:
    """Start the platform and stop it again."""
    async with open_platform(settings, working=Working.NO):
        pass


def _fresh() -> SecretStr:
    return SecretStr(Key.new().text)


def test_a_secret_that_a_tool_lets_slip_in_many_ways_is_nowhere_to_be_found(
    postgres: TestServer,
    database_template: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "support" / "leaky_plugin"))
    import leaky_plugin

    caplog.set_level(logging.DEBUG)
    name = f"canary_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    calls = [Call(name="leak", arguments=json.dumps({"way": way}), id=f"c{way}") for way in range(leaky_plugin.WAYS)]
    answers = [Answer(pieces=[""], calls=calls), Answer(pieces=["Done."])]
    seen: list[str] = []
    with ProviderServer(*answers) as server:
        settings = Settings(
            **{
                **settings_of(urls, tmp_path).model_dump(),
                "model": "openai:m",
                "openai_base_url": f"{server.url}/v1",
                "openai_api_key": "k",
                "log_level": "debug",
            }
        )
        with Site(settings) as site, site.client(site.person("Leaky")) as client:
            agent = {"id": "leaker", "name": "Leaker", "tools": ["leak"], "review": "never", "budget": {"steps": 100}}
            assert client.post("/api/agents/create", json=agent).status_code == 201
            key = {"Idempotency-Key": "once"}
            made = client.post("/api/credentials", json={"name": "canary", "value": VALUE}, headers=key)
            assert made.status_code == 201
            accepted = client.post("/api/agents/execute", json={"message": "Leak it", "agentId": "leaker"}).json()
            execution = finished(client, accepted["id"])
            assert execution["status"] == "completed", execution
            steps = [step for step in execution["steps"] if step["kind"] == "tool"]
            assert len(steps) == leaky_plugin.WAYS
            assert sum("…" in json.dumps(step, ensure_ascii=False) for step in steps) > leaky_plugin.WAYS / 2
            with client.stream("GET", f"/api/agents/execution/{accepted['id']}/events") as stream:
                seen += stream.iter_lines()
            for path in (
                "/api/credentials",
                "/api/debug/events?limit=200",
                "/api/agents/export",
                "/api/overview",
                "/api/tools",
                f"/api/agents/execution/{accepted['id']}",
                f"/api/conversations/{accepted['conversationId']}",
                "/api/agents/executions",
                "/api/search?q=canary",
                "/api/agents/metrics",
                "/openapi.json",
            ):
                answer = client.get(path)
                assert answer.status_code == 200, path
                seen.append(answer.text)
        prompts = [str(request.body) for request in server.requests]
        assert len(prompts) >= 2
        seen += prompts
    seen += rows(postgres, name)
    seen += [caplog.text, *(repr(record.__dict__) for record in caplog.records), *capfd.readouterr()]
    postgres.drop(name)
    everything = "\n".join(seen)
    assert "leaker" in everything
    assert [form for form in FORMS if form in everything] == []


def rows(postgres: TestServer, database: str) -> list[str]:
    """Return every row of every table of every schema, as the superuser sees it, bytes as text where they are text."""
    found: list[str] = []
    with psycopg.connect(make_conninfo(postgres.admin, dbname=database)) as connection:
        tables = connection.execute(
            "select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r'"
            " and nspname not in ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            query = sql.SQL("select * from {}").format(sql.Identifier(schema, table))
            for row in connection.execute(query):
                found += [each.decode("latin-1") if isinstance(each, bytes) else str(each) for each in row]
    assert any("leaker" in row for row in found)
    return found

"""Connections over HTTP: usable at once in every process, their keys never to be read, each person's own apart."""

import asyncio
import base64
import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import httpx2
import psycopg
import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.platform import Working
from bailiwick.models.http_client import model_client
from bailiwick.people.records import Scope, UserRole
from bailiwick.tools.sealing import Key
from support.installation import Installation
from support.providers import Answer, ProviderServer
from support.site import Site, finished, settings_of

KEY = "sk-canary/0123+456789-wxyz"
FORMS = (KEY, base64.b64encode(KEY.encode()).decode().rstrip("="), KEY.encode().hex())
ASKED = "Compare the architectures of two message brokers"


class Listening:
    """A client that keeps all it was answered."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.heard: list[str] = []
        client.event_hooks = {"response": [self._keep]}

    def _keep(self, response: httpx.Response) -> None:
        self.heard.append(f"{response.headers} {response.read().decode('utf-8', 'replace')}")

    def ask(self, message: str = ASKED) -> dict[str, Any]:
        """Have a message answered."""
        asked = {"message": message, "agentId": "toby-technical"}
        made = self.client.post("/api/agents/execute", json=asked)
        assert made.status_code == 202, made.text
        return finished(self.client, made.json()["id"])

    def connect(self, **body: Any) -> dict[str, Any]:
        """Add a connection."""
        made = self.client.post("/api/models/connections", json=body)
        assert made.status_code == 201, made.text
        return made.json()

    def overview(self) -> dict[str, Any]:
        """Return what there is."""
        return self.client.get("/api/models/connections").json()


@pytest.fixture
def own_site(own_database: DatabaseUrls, tmp_path: Path) -> Iterator[Site]:
    """A site of this test alone, on which nobody has configured a model."""
    with Site(settings_of(own_database, tmp_path, own_connections="any")) as site:
        yield site


@contextmanager
def calling(site: Site, role: UserRole = UserRole.OWNER) -> Iterator[Listening]:
    """Call as a new user."""
    with site.client(site.person("Somebody", role=role)) as client:
        yield Listening(client)


def address_of(kind: str, server: ProviderServer) -> str:
    """Return where a connection of that kind finds the server."""
    return server.url if kind in ("anthropic", "google", "ollama") else server.openai_url


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google", "ollama", "openrouter", "openai-compatible"])
def test_a_connection_of_each_kind_answers_in_a_running_server_and_is_the_default_at_once(
    own_site: Site, server: ProviderServer, kind: str
) -> None:
    server.models, server.default = ("local-model", "other-model"), Answer(pieces=["By ", "the model."])
    with calling(own_site) as me:
        before = me.ask()
        assert "By the model." not in before["answer"]
        made = me.connect(kind=kind, name="mine", address=address_of(kind, server), key=KEY)
        assert made["hasKey"]
        assert made["keyEnd"] == "wxyz"
        listed = me.client.get(f"/api/models/connections/{made['id']}/models").json()
        assert [each["model"] for each in listed["models"]] == ["local-model", "other-model"]
        check = me.client.post(f"/api/models/connections/{made['id']}/test", json={"model": "local-model"}).json()
        assert (check["ok"], check["answer"]) == (True, "By the model.")
        assert check["milliseconds"] > 0
        chosen = me.client.put("/api/models/default", json={"model": "mine:local-model"})
        assert chosen.json() == {
            "model": "mine:local-model",
            "why": {"code": "model-chosen", "values": {}, "parts": []},
            "chosen": "mine:local-model",
            "given": False,
        }
        routing = me.client.put("/api/models/routing", json={"model": "mine:other-model"}).json()
        assert (routing["model"], routing["why"]["code"]) == ("mine:other-model", "routing-model-chosen")
        assert me.overview()["routing"] == routing
        assert me.client.get(f"/api/models/connections/{made['id']}/uses").json()["routing"]
        assert me.client.put("/api/models/routing", json={"model": "mine"}).status_code == 422
        after = me.ask()
        assert after["answer"] == "By the model."
        assert [step["name"] for step in after["steps"] if step["kind"] == "model"] == ["mine:local-model"]
        assert KEY in str(server.requests[-1].headers)
        gone = me.client.delete(f"/api/models/connections/{made['id']}", params={"anyway": True})
        assert gone.status_code == 204
        assert "By the model." not in me.ask()["answer"]
        assert [form for form in FORMS if any(form in each for each in me.heard)] == []


def test_a_worker_in_another_process_uses_a_connection_and_its_next_key_without_a_restart(
    own_database: DatabaseUrls, tmp_path: Path, server: ProviderServer, capfd: pytest.CaptureFixture[str]
) -> None:
    sealed_with, server.default = Key.new().text, Answer(pieces=["By the model."])

    def story(site: Site) -> None:
        with calling(site) as me:
            assert "By the model." not in me.ask()["answer"]
            made = me.connect(kind="openai-compatible", address=server.openai_url, key=KEY, defaultModel="local-model")
            assert made["name"] == "openai-compatible"
            assert me.ask()["answer"] == "By the model."
            assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
            me.client.put(f"/api/models/connections/{made['id']}", json={"key": "another-key-for-it"})
            assert me.ask()["answer"] == "By the model."
            assert server.requests[-1].headers["authorization"] == "Bearer another-key-for-it"
            me.client.delete(f"/api/models/connections/{made['id']}")
            assert "By the model." not in me.ask()["answer"]
            assert not any(form in each for each in me.heard for form in FORMS)

    async def both() -> None:
        async with Installation(own_database.owner, tmp_path, "", credential_key=sealed_with) as installation:
            await installation.worker()
            settings = settings_of(own_database, tmp_path / "site", credential_key=sealed_with)
            with Site(settings, working=Working.NO) as site:
                await asyncio.to_thread(story, site)

    asyncio.run(both())
    assert not any(form in "".join(capfd.readouterr()) for form in FORMS)


def test_a_rotation_seals_keys_of_connections_anew(own_site: Site, server: ProviderServer) -> None:
    server.default = Answer(pieces=["By the model."])
    with calling(own_site) as me, calling(own_site, UserRole.MEMBER) as other:
        me.connect(kind="openai-compatible", address=server.openai_url, key=KEY, defaultModel="local-model")
        other.connect(kind="openai-compatible", name="own", address=server.openai_url, key=KEY, forEverybody=False)
        before = own_site.platform.settings.home.joinpath("credentials.key").read_text()
        done = me.client.post("/api/credentials/rotate").json()
        assert (done["resealed"], done["failed"], len(done["dropped"])) == (2, 0, 1)
        assert own_site.platform.settings.home.joinpath("credentials.key").read_text() != before
        assert me.ask()["answer"] == "By the model."
        other.client.put("/api/preferences", json={"model": "own:local-model"})
        assert other.ask()["answer"] == "By the model."
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"


def test_an_own_connection_is_its_persons_alone(own_site: Site, server: ProviderServer) -> None:
    server.default = Answer(pieces=["By the model."])
    with (
        calling(own_site, UserRole.MEMBER) as me,
        calling(own_site, UserRole.MEMBER) as other,
        calling(own_site) as chief,
    ):
        made = me.connect(kind="openai-compatible", name="mine", address=server.openai_url, key=KEY, forEverybody=False)
        preferred = me.client.put("/api/preferences", json={"model": "mine:local-model"})
        assert preferred.json()["model"] == "mine:local-model"
        assert me.ask()["answer"] == "By the model."
        calls = len(server.requests)
        for stranger in (other, chief):
            assert stranger.overview()["connections"] == []
            assert stranger.client.put("/api/preferences", json={"model": "mine:local-model"}).status_code == 422
            answers = [
                stranger.client.put(f"/api/models/connections/{made['id']}", json={"defaultModel": "x"}),
                stranger.client.delete(f"/api/models/connections/{made['id']}"),
                stranger.client.get(f"/api/models/connections/{made['id']}/uses"),
                stranger.client.get(f"/api/models/connections/{made['id']}/models"),
                stranger.client.post(f"/api/models/connections/{made['id']}/test", json={}),
            ]
            assert [answer.status_code for answer in answers] == [404] * 5
            made_agent = stranger.client.post(
                "/api/agents/create",
                json={"id": "thief", "name": "Thief", "instructions": "Answer.", "model": "mine:local-model"},
            )
            assert made_agent.status_code == 201, made_agent.text
            asked = {"message": "Hello there", "agentId": "thief"}
            stolen = finished(stranger.client, stranger.client.post("/api/agents/execute", json=asked).json()["id"])
            assert "By the model." not in (stolen.get("answer") or "")
        assert len(server.requests) == calls, "nobody else's agents reach it"
        # Two people may call theirs the same.
        other.connect(kind="openai-compatible", name="mine", address=server.openai_url, key=KEY, forEverybody=False)
        assert other.ask()["answer"] != "By the model.", "a connection of one's own is used where one says so"


def test_members_use_shared_connections_and_neither_see_their_keys_nor_change_them(
    own_site: Site, server: ProviderServer
) -> None:
    server.default = Answer(pieces=["By the model."])
    with calling(own_site) as chief, calling(own_site, UserRole.MEMBER) as member:
        made = chief.connect(kind="openai-compatible", address=server.openai_url, key=KEY, defaultModel="local-model")
        assert member.ask()["answer"] == "By the model."
        seen = member.overview()
        assert [(each["keyEnd"], each["address"]) for each in seen["connections"]] == [("", "")]
        assert (seen["mayShare"], seen["mayOwn"]) == (False, True)
        body = {"kind": "ollama", "address": server.url}
        refused = [
            member.client.post("/api/models/connections", json=body),
            member.client.put(f"/api/models/connections/{made['id']}", json={"key": "mine"}),
            member.client.delete(f"/api/models/connections/{made['id']}"),
            member.client.put("/api/models/default", json={"model": "offline"}),
        ]
        assert [answer.status_code for answer in refused] == [403] * 4


def test_a_connection_in_use_is_removed_only_with_a_word(own_site: Site, server: ProviderServer) -> None:
    with calling(own_site) as chief, calling(own_site, UserRole.MEMBER) as member:
        made = chief.connect(kind="openai-compatible", name="groq", address=server.openai_url, defaultModel="m")
        chief.client.put("/api/models/default", json={"model": "groq:m"})
        for who, name in ((chief, "Ada"), (member, "Ben")):
            created = who.client.post(
                "/api/agents/create",
                json={"id": name.lower(), "name": name, "instructions": "Answer.", "model": "groq:m"},
            )
            assert created.status_code == 201
        member.client.put("/api/preferences", json={"model": "groq:m"})
        uses = chief.client.get(f"/api/models/connections/{made['id']}/uses").json()
        assert uses == {
            "agents": ["Ada"],
            "otherAgents": 1,
            "preferred": False,
            "preferredByOthers": 1,
            "default": True,
            "embedder": False,
            "routing": False,
        }
        refused = chief.client.delete(f"/api/models/connections/{made['id']}")
        assert refused.status_code == 409
        assert "are in use" in refused.json()["detail"]
        assert chief.client.delete(f"/api/models/connections/{made['id']}", params={"anyway": True}).status_code == 204
        assert chief.overview()["default"]["model"] == "offline"
        assert member.ask()["status"] == "completed", "a preference of a model that is gone counts as none"
        assert member.client.get("/api/overview").status_code == 200


def test_the_same_request_twice_connects_once_and_its_key_is_not_stored_with_the_answer(
    own_site: Site, server: ProviderServer
) -> None:
    body = {"kind": "openai-compatible", "address": server.openai_url, "key": KEY}
    with calling(own_site) as me:
        headers = {"Idempotency-Key": "once"}
        first = me.client.post("/api/models/connections", json=body, headers=headers)
        again = me.client.post("/api/models/connections", json=body, headers=headers)
        assert (first.status_code, again.status_code) == (201, 201)
        assert first.json() == again.json()
        other = me.client.post("/api/models/connections", json={**body, "key": "another-key"}, headers=headers)
        assert other.status_code == 422
        assert len(me.overview()["connections"]) == 1
        second = me.connect(**body)
        assert second["name"] == "openai-compatible-2"


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"kind": "openai"}, 422, "needs a key"),
        ({"kind": "openai-compatible"}, 422, "at which address"),
        ({"kind": "openai-compatible", "address": "ftp://x"}, 422, "begins with http"),
        ({"kind": "openai-compatible", "address": "http://user:word@host/v1"}, 422, "begins with http"),
        ({"kind": "openai-compatible", "address": "http://host/v1?key=1"}, 422, "begins with http"),
        ({"kind": "anthropic", "name": "openai", "key": "k" * 20}, 409, "what models of the environment"),
        ({"kind": "openai", "name": "offline", "key": "k" * 20}, 409, "what models of the environment"),
        ({"kind": "openai", "name": "openai-responses", "key": "k" * 20}, 409, "what models of the environment"),
    ],
)
def test_what_cannot_be_connected_is_refused_with_a_reason(
    own_site: Site, body: dict[str, Any], status: int, words: str
) -> None:
    with calling(own_site) as me:
        answer = me.client.post("/api/models/connections", json=body)
        assert answer.status_code == status
        assert words in answer.json()["detail"]


def test_the_key_does_not_go_to_another_address_than_it_was_entered_for(own_site: Site, server: ProviderServer) -> None:
    with calling(own_site) as me:
        made = me.connect(kind="openai-compatible", address=server.openai_url, key=KEY)
        address = f"/api/models/connections/{made['id']}"
        moved = me.client.put(address, json={"address": "http://127.0.0.1:9/v1"})
        assert moved.status_code == 422
        assert "entered again" in moved.json()["detail"]
        with_key = me.client.put(address, json={"address": "http://127.0.0.1:9/v1", "key": "another-key-abcd"})
        assert with_key.json()["keyEnd"] == "abcd"
        without = me.client.put(address, json={"address": "http://127.0.0.1:10/v1", "key": None})
        assert (without.json()["hasKey"], without.json()["keyEnd"]) == (False, "")


def test_a_refused_key_is_said_of_the_connection_and_of_what_to_do(own_site: Site, server: ProviderServer) -> None:
    server.key = "the-right-key-of-it"
    server.default = Answer(status=401, error=f"Incorrect API key provided: {KEY}")
    with calling(own_site) as me:
        made = me.connect(kind="openai-compatible", name="groq", address=server.openai_url, key=KEY, defaultModel="m")
        lack = {"code": "connection-refused", "values": {"provider": "groq"}, "why": None}
        listed = me.client.get(f"/api/models/connections/{made['id']}/models").json()
        assert (listed["models"], listed["lack"]) == ([], lack)
        check = me.client.post(f"/api/models/connections/{made['id']}/test", json={}).json()
        assert (check["ok"], check["lack"]) == (False, lack)
        failed = me.ask()
        assert failed["failure"]["lack"] == lack
        assert "Settings → Models" in failed["failure"]["message"]
        assert me.overview()["lacks"] == {made["id"]: lack}
        server.default = Answer(pieces=["By the model."])
        me.client.put(f"/api/models/connections/{made['id']}", json={"key": server.key})
        assert me.overview()["lacks"] == {}, "with another key it is another connection"
        assert me.ask()["answer"] == "By the model."
        assert not any(form in each for each in me.heard for form in FORMS)


def test_a_provider_is_held_back_for_the_one_whose_connection_it_is_and_until_that_is_changed(
    own_site: Site, server: ProviderServer
) -> None:
    server.default = Answer(pieces=["By the model."])
    with calling(own_site, UserRole.MEMBER) as me, calling(own_site, UserRole.MEMBER) as other:
        where = {"kind": "openai-compatible", "name": "mine", "address": server.openai_url, "forEverybody": False}
        made = me.connect(**where)
        other.connect(**where)
        for person in (me, other):
            assert person.client.put("/api/preferences", json={"model": "mine:local-model"}).status_code == 200
        server.answers.append(Answer(status=429, headers={"Retry-After": "60"}))
        assert me.ask()["status"] == "failed"
        calls = len(server.requests)
        assert me.ask()["status"] == "failed"
        assert len(server.requests) == calls, "it is not called before the time that it said"
        assert other.ask()["answer"] == "By the model."
        assert me.client.put(f"/api/models/connections/{made['id']}", json={"key": KEY}).status_code == 200
        assert me.ask()["answer"] == "By the model."


def test_prices_and_abilities_say_where_they_come_from_and_prices_by_hand_are_counted(
    own_site: Site, server: ProviderServer
) -> None:
    server.models = ("known", "unknown")
    server.about = {
        "known": {
            "context_length": 131072,
            "pricing": {"prompt": "0.00000059", "completion": "0.00000079"},
            "architecture": {"input_modalities": ["text", "image"]},
            "supported_parameters": ["tools"],
        }
    }
    server.default = Answer(pieces=["By the model."], usage={"input": 1_000, "output": 500})
    with calling(own_site) as me:
        facts = {"unknown": {"inputPrice": 2.0, "outputPrice": 4.0, "tools": True}}
        made = me.connect(kind="openai-compatible", name="groq", address=server.openai_url, facts=facts)
        listed = me.client.get(f"/api/models/connections/{made['id']}/models").json()["models"]
        known, unknown = listed
        assert known["facts"]["inputPrice"] == pytest.approx(0.59)
        assert (known["facts"]["contextTokens"], known["priceFrom"]) == (131072, "provider")
        assert (known["facts"]["images"], known["facts"]["tools"], known["facts"]["thinking"]) == (True, True, False)
        assert (unknown["facts"]["inputPrice"], unknown["priceFrom"]) == (2.0, "hand")
        assert (unknown["facts"]["contextTokens"], unknown["contextFrom"]) == (None, None)
        check = me.client.post(f"/api/models/connections/{made['id']}/test", json={"model": "unknown"}).json()
        assert check["cost"] == pytest.approx(0.004)
        me.client.put("/api/models/default", json={"model": "groq:unknown"})
        assert me.ask()["usage"]["cost"] == pytest.approx(0.004)
        entries = {each["name"]: each for each in me.client.get("/api/models").json()["models"]}
        assert entries["groq:unknown"]["default"]
        assert entries["groq:unknown"]["connectionId"] == made["id"]
        assert entries["groq:known"]["priceFrom"] == "provider"


def test_neither_the_account_export_nor_the_stored_answer_of_a_request_holds_a_key(
    own_site: Site, own_database: DatabaseUrls, server: ProviderServer, sync_own: Any
) -> None:
    with calling(own_site) as me:
        body = {"kind": "openai-compatible", "address": server.openai_url, "key": KEY}
        me.client.post("/api/models/connections", json=body, headers={"Idempotency-Key": "k"})
        exported = me.client.get("/api/account/export")
        with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
            texts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    assert "openai-compatible" in texts["model_connections.jsonl"]
    assert not any(form in text for text in texts.values() for form in FORMS)
    assert "sealed" not in texts["model_connections.jsonl"]
    assert sync_own(KEY) == []


@pytest.fixture
def sync_own(own_database: DatabaseUrls) -> Any:
    """Return the tables of this test's database in which a text stands."""

    def look(text: str) -> list[str]:
        with psycopg.connect(own_database.owner) as connection:
            names = connection.execute(
                "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
            )
            return [
                name
                for (name,) in names.fetchall()
                if connection.execute(f"select from {name} as t where t::text like %s", (f"%{text}%",)).fetchone()
            ]

    return look


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:11434",
        "http://localhost/v1",
        "http://10.0.0.4/v1",
        "http://[::1]/v1",
        "http://169.254.169.254/latest",
        "http://printer.local/v1",
        "http://nas/v1",
        "https://example.org:8443/v1",
    ],
)
def test_an_own_connection_leads_to_the_public_internet_only(site: Site, address: str) -> None:
    body = {"kind": "openai-compatible", "address": address, "forEverybody": False}
    with calling(site, UserRole.MEMBER) as me:
        answer = me.client.post("/api/models/connections", json=body)
        assert answer.status_code == 422
        assert "public internet" in answer.json()["detail"]
        local = me.client.post("/api/models/connections", json={"kind": "ollama", "forEverybody": False})
        assert "public internet" in local.json()["detail"]


def test_a_name_that_leads_into_this_machine_is_not_connected_to(server: ProviderServer) -> None:
    # Whatever a name resolves to is checked where it is connected to; the address itself stands for it here.
    async def story() -> None:
        async with model_client(2.0, public_only=True) as client:
            with pytest.raises(httpx2.ConnectError):
                await client.get(server.openai_url + "/models")

    asyncio.run(story())
    assert server.requests == []


def test_a_model_of_ones_own_may_settle_what_the_rules_leave_open_and_messages_are_answered_without_it_too(
    own_site: Site, server: ProviderServer
) -> None:
    def asks(message: str) -> tuple[str, int]:
        asked = me.client.post("/api/agents/execute", json={"message": message})
        run = finished(me.client, asked.json()["id"])
        return run["status"], run["decision"]["modelCalls"]

    server.default = Answer(pieces=['{"agent": null, "reason": "Nobody."}'])
    with calling(own_site) as me, calling(own_site) as other:
        made = me.connect(kind="openai-compatible", name="mine", address=server.openai_url, key=KEY, forEverybody=False)
        body = {"reason": "Ask mine.", "rules": {"model": "mine:local-model"}}
        assert other.client.post("/api/routing/releases", json=body).status_code == 422
        release = me.client.post("/api/routing/releases", json=body)
        assert release.status_code == 201, release.text
        me.client.post(f"/api/routing/releases/{release.json()['number']}/publish")
        assert asks("quantum chromodynamics") == ("completed", 1)
        me.client.delete(f"/api/models/connections/{made['id']}", params={"anyway": True})
        assert asks("quantum electrodynamics") == ("completed", 0)


def test_where_own_connections_are_off_only_administrators_connect(own_database: DatabaseUrls, tmp_path: Path) -> None:
    with Site(settings_of(own_database, tmp_path, own_connections="off")) as site, calling(site, UserRole.MEMBER) as me:
        body = {"kind": "openai", "key": KEY, "forEverybody": False}
        answer = me.client.post("/api/models/connections", json=body)
        assert answer.status_code == 403
        assert "only administrators" in answer.json()["detail"]
        assert not me.overview()["mayOwn"]


def test_the_environment_wins_over_connections_and_is_shown_as_such(
    own_database: DatabaseUrls, tmp_path: Path, server: ProviderServer
) -> None:
    settings = settings_of(own_database, tmp_path, openai_base_url=server.openai_url, model="openai:local-model")
    with Site(settings) as site, calling(site) as me:
        seen = me.overview()
        assert seen["given"] == [
            {"name": "openai", "kind": "openai", "address": server.openai_url, "models": ["local-model"]}
        ]
        why = {"code": "model-set", "values": {"setting": "BAILIWICK_MODEL"}, "parts": []}
        assert seen["default"] == {"model": "openai:local-model", "why": why, "chosen": None, "given": True}
        taken = me.client.post("/api/models/connections", json={"kind": "openai", "name": "openai", "key": KEY})
        assert "what models of the environment" in taken.json()["detail"]
        assert me.connect(kind="openai", key=KEY)["name"] == "openai-2"
        chosen = me.client.put("/api/models/default", json={"model": "openai-2:gpt-6-luna"})
        assert chosen.status_code == 409
        assert "BAILIWICK_MODEL" in chosen.json()["detail"]


def test_who_may_limit_what_everybodys_calls_cost_is_told_where_nothing_does(own_site: Site) -> None:
    with calling(own_site) as owner, calling(own_site, UserRole.MEMBER) as member:
        assert (owner.overview()["unlimited"], member.overview()["unlimited"]) == (True, False)
        assert owner.overview()["suggestedLimit"] == 5.0
        everybody = {"scope": "everybody", "period": "day"}
        for amount, unlimited in (({"tokens": 9_000}, True), ({"money": 5}, False)):
            assert owner.client.post("/api/budgets", json={**everybody, **amount}).status_code == 201
            assert owner.overview()["unlimited"] is unlimited


def test_a_reader_sees_connections_and_changes_none(own_site: Site) -> None:
    with own_site.client(own_site.person("Reader", (Scope.READ,), UserRole.OWNER)) as client:
        assert client.get("/api/models/connections").status_code == 200
        assert client.post("/api/models/connections", json={"kind": "openai", "key": KEY}).status_code == 403
        assert client.get(f"/api/models/connections/{uuid4()}/models").status_code == 404

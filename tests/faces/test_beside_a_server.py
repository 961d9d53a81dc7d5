"""Commands beside a running server ask it, because it alone knows what it can use: its keys are not the terminal's."""

import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from bailiwick.kernel.database.serve_lock import ServeLock
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.platform import Working
from bailiwick.people.actions import People
from bailiwick.people.records import FIRST_OWNER_ID
from support import forked_commands
from support.postgres import TestServer
from support.providers import Answer, ProviderServer
from support.site import Site, settings_of

REFUSED = Answer(status=401, error="Incorrect API key provided")


@dataclass
class Terminal:
    """A terminal of the machine on which a server runs, with another environment than the server's."""

    home: Path
    site: Site
    database: str

    def type(self, *arguments: str, status: int = 0, database: str = "") -> tuple[str, str]:
        """Run a command and return what it printed, and its errors."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("BAILIWICK_", "OPENAI_"))}
        environment = {
            **ours,
            "BAILIWICK_HOME": str(self.home),
            "BAILIWICK_OLLAMA_URL": "",
            "COLUMNS": "300",
            "BAILIWICK_DATABASE_URL": database or self.database,
        }
        done = forked_commands.run(list(arguments), environment)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == status, out + err
        assert "Traceback" not in err
        return out, err


@pytest.fixture
def terminal(postgres: TestServer, database_template: str, tmp_path: Path) -> Iterator[Terminal]:
    """A server with a model whose provider refuses the key, which only the server has, and a terminal beside it."""
    name = f"beside_{os.getpid()}_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with ProviderServer(*[REFUSED] * 4) as provider:
        settings = settings_of(
            urls,
            tmp_path / "server",
            model="openai:m",
            openai_base_url=f"{provider.url}/v1",
            openai_api_key=SecretStr("sk-canary-0123456789"),
        )
        with Site(settings, working=Working.NO) as site, ServeLock.acquire(tmp_path, site.url):
            yield Terminal(tmp_path, site, urls.owner)
    postgres.drop(name)


def test_models_tells_the_models_of_the_server_and_that_its_key_was_refused(terminal: Terminal) -> None:
    def default() -> dict[str, object]:
        out, err = terminal.type("models", "list", "--json")
        assert err == f"As the server at {terminal.site.url} finds it:\n"
        return next(entry for entry in json.loads(out) if entry["default"])

    before = default()
    assert (before["name"], before["usable"], before["lack"]) == ("openai:m", True, None)
    _, told = terminal.type("models", "test", status=1)
    assert "openai:m: openai refused the key" in told
    after = default()
    assert after["lack"] == {
        "code": "key-refused",
        "values": {"provider": "openai", "variable": "OPENAI_API_KEY", "setting": "BAILIWICK_OPENAI_API_KEY"},
        "why": None,
    }
    assert "openai refused the key" in terminal.type("models")[0]


def test_doctor_tells_what_the_server_finds_and_leaves_no_key_behind(terminal: Terminal) -> None:
    terminal.type("models", "test", status=1)
    findings = json.loads(terminal.type("doctor", "--json", status=1)[0])
    found = {finding["name"]: finding for finding in findings if finding["name"] != "agent"}
    assert found["server"]["detail"] == f"runs at {terminal.site.url}; what follows is what it finds"
    assert (found["model"]["ok"], found["database"]["ok"]) == (False, True)
    assert found["model"]["detail"].startswith("openai:m: openai refused the key. Set another one as OPENAI_API_KEY")
    assert str(terminal.home / "server") in found["secrets"]["detail"]
    assert {"python", "agents", "examples", "tools", "sandbox"} <= set(found)
    lacking = {finding["code"]: finding["agents"] for finding in findings if finding["name"] == "agent"}
    assert lacking["mcp-unregistered"] == ["gmail"]
    assert {"cleo-supervisor", "gmail", "main"} <= set(lacking["key-refused"])
    people = terminal.site.platform[People]
    assert list(terminal.site.run(people.keys(FIRST_OWNER_ID))) == []


def test_a_server_with_another_database_or_without_an_answer_is_told_as_such_with_what_to_do(
    terminal: Terminal, database_urls: DatabaseUrls
) -> None:
    out, _ = terminal.type("doctor", status=1, database=database_urls.owner)
    assert f"The server at {terminal.site.url} does not know a key made here" in out
    assert "environment of the server" in out
    _, err = terminal.type("models", status=1, database=database_urls.owner)
    assert "does not know a key made here" in err
    terminal.site.stop()
    assert terminal.site.joined(30)
    out, _ = terminal.type("doctor", status=1)
    assert out.splitlines() == [
        f"bad   server         The server at {terminal.site.url} does not answer; look at its log, or stop it and"
        " start it again."
    ]

"""The command line as a person uses it: real processes, an own data directory, nothing configured."""

import contextlib
import json
import os
import re  # noqa: TID251  (own fixed pattern)
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from support import forked_commands

BAILIWICK = str(Path(sys.executable).with_name("bailiwick"))


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """One data directory for the module: its database starts once, while a server keeps it."""
    home = Path(tempfile.mkdtemp(prefix="bailiwick-home-"))
    with serving(home) as (_, url):
        (home / "url").write_text(url)
        yield home
    shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def serving(home: Path) -> Iterator[tuple[forked_commands.Command, str]]:
    """Serve `home` on a free port; yield the process and the address it printed."""
    with forked_commands.beside(["serve", "--port", "0"], _environment(home)) as (process, printed):
        first = printed.readline()
        match = re.search(r"http://\S+", first)
        assert match, f"the server said {first!r}"
        yield process, match.group()
        process.terminate()
        process.wait(timeout=30)


def _environment(home: Path) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("BAILIWICK_", "OPENAI_"))}
    return {**ours, "BAILIWICK_HOME": str(home), "BAILIWICK_OLLAMA_URL": "", "COLUMNS": "200"}


def bailiwick(home: Path, *arguments: str, status: int = 0) -> str:
    """Run a command and return what it printed; where it fails, its errors too."""
    done = forked_commands.run(list(arguments), _environment(home))
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, out + err
    assert "Traceback" not in err
    return out if status == 0 else out + err


def test_ask_prints_the_answer_alone_and_says_elsewhere_who_and_why(data):
    done = forked_commands.run(["ask", "Solve 2x + 5 = 15 and explain the steps"], _environment(data))
    answer, notes = done.stdout.decode(), done.stderr.decode()
    stored = json.loads(bailiwick(data, "ask", "Solve 2x + 5 = 15 and explain the steps", "--json"))["answer"]
    assert "x = 5" in stored
    assert answer == stored + "\n"
    assert "→ peter-logical" in notes
    assert "· " in notes


def test_the_terminal_tells_of_tools_and_agents_in_its_language(data):
    def spanish(*arguments):
        done = forked_commands.run(list(arguments), _environment(data) | {"LC_ALL": "es_ES.UTF-8"})
        return done.stdout.decode() + done.stderr.decode()

    assert "Calcula con exactitud." in spanish("tools", "list")
    assert "Listas de la compra y de tareas, recordatorios y apuntes." in spanish("agents", "list")
    failed = "Dividir entre cero no está definido."
    assert spanish("tools", "call", "calculator", '{"expression": "1/0"}') == f"bailiwick: {failed}\n"
    asked = spanish("ask", "calcula 1 / 0")
    assert f"✗ calculator: {failed}" in asked
    assert asked.startswith(failed), "the cause alone is the answer"


def test_ask_prints_the_promised_json(data):
    answer = json.loads(bailiwick(data, "ask", "what time is it in Tokyo?", "--json"))
    assert {"answer", "agent", "executionId", "decision", "steps", "usage"} <= set(answer)
    assert answer["agent"] == answer["decision"]["agent"]
    assert answer["usage"]["toolCalls"] == 1
    assert [step["kind"] for step in answer["steps"]][-1] == "finalize"


def test_ask_names_the_files_that_were_made_and_what_saves_them(data, tmp_path):
    message = "Create a document called Menu with the text: Soup and bread"
    done = forked_commands.run(["ask", message], _environment(data))
    said = re.search(r"File: Menu\.md, 14 B · bailiwick (documents download \S+)", done.stderr.decode())
    assert said, done.stderr
    bailiwick(data, *said.group(1).split(), "--to", str(tmp_path))
    assert (tmp_path / "Menu.md").read_text() == "Soup and bread"
    (made,) = json.loads(bailiwick(data, "ask", message, "--json"))["made"]
    assert made["name"] == "Menu.md"


def test_ask_begins_a_conversation_unless_it_goes_on_with_its_latest(data):
    def ask(*arguments):
        return json.loads(bailiwick(data, "ask", *arguments, "--json"))["conversationId"]

    first = ask("add milk to my shopping list")
    second = ask("add rice to my shopping list")
    assert first != second
    assert ask("what about eggs?", "--continue") == second
    assert ask("what about tea?", "--conversation", first) == first
    assert ask("what about salt?", "-c") == first, "the one that was spoken in last"
    both = bailiwick(data, "ask", "hello", "--continue", "--conversation", first, status=1)
    assert "either --continue or --conversation" in both


def test_route_needs_neither_server_nor_database(tmp_path):
    nowhere = tmp_path / "not-made"
    decision = json.loads(bailiwick(nowhere, "route", "revisa mi correo", "--json"))
    assert decision["agent"] == "gmail"
    assert {"agent", "stage", "confidence", "reason", "candidates", "microseconds", "modelCalls"} <= set(decision)
    assert decision["modelCalls"] == 0
    assert not nowhere.exists()


def test_route_takes_agents_from_files_and_says_what_is_wrong_with_one(tmp_path):
    agent = tmp_path / "lore.toml"
    agent.write_text('id = "lore"\nname = "Lore"\ntags = ["warcraft", "second war"]\n')
    text = bailiwick(tmp_path, "route", "Explain the Second War in Warcraft", "--agents", str(agent))
    assert text.startswith("lore")
    agent.write_text('id = "lore"\nname = "Lore"\nfavourite = 1\n')
    assert "favourite" in bailiwick(tmp_path, "route", "hello", "--agents", str(agent), status=1)


def test_an_agent_is_added_paused_exported_and_deleted(data, tmp_path):
    file = tmp_path / "lore.toml"
    file.write_text('id = "lore"\nname = "Lore keeper"\ntags = ["warcraft", "historia"]\n')
    assert "on the roster" in bailiwick(data, "agents", "add", str(file))
    assert "taken" in bailiwick(data, "agents", "add", str(file), status=1)
    assert "paused" in bailiwick(data, "agents", "pause", "lore")
    exported = tmp_path / "agents.json"
    bailiwick(data, "agents", "export", str(exported))
    bailiwick(data, "agents", "delete", "lore")
    assert "no agent" in bailiwick(data, "agents", "show", "lore", status=1)
    report = json.loads(bailiwick(data, "agents", "import", str(exported), "--json"))
    assert report["added"] == ["lore"]
    listed = {agent["id"]: agent["status"] for agent in json.loads(bailiwick(data, "agents", "list", "--json"))}
    assert listed["lore"] == "paused"
    assert "ships with" in bailiwick(data, "agents", "delete", "notes", status=1)
    bailiwick(data, "agents", "delete", "lore")


def test_a_golden_case_that_fails_ends_with_status_1(data):
    case = json.loads(bailiwick(data, "golden", "add", "write me a poem", "notes", "--json"))
    text = bailiwick(data, "replay", "--golden", status=1)
    assert "0 of 1 golden cases pass." in text
    assert ["notes", "ami-creative", "write", "me", "a", "poem"] in map(str.split, text.splitlines())
    bailiwick(data, "golden", "remove", case["id"])


def test_lint_looks_at_ones_own_agents_and_what_they_get(data, tmp_path):
    file = tmp_path / "odd.toml"
    file.write_text('id = "odd"\nname = "Odd one"\ntags = ["marmalade", "mermelada", "the"]\n')
    bailiwick(data, "agents", "add", str(file))
    traffic = tmp_path / "traffic.csv"
    traffic.write_text("text\nmarmalade please\nsolve 2x = 4\n")
    found = json.loads(bailiwick(data, "lint", "--traffic", str(traffic), "--json"))
    assert ("odd", "tag-is-stop-word", "the") in {(f["agent"], f["code"], f["value"]) for f in found["findings"]}
    wins = {each["agent"]: (each["messages"], each["wins"]) for each in found["effects"]}
    assert wins["odd"] == wins["peter-logical"] == (2, 1)
    bailiwick(data, "agents", "delete", "odd")


def test_models_says_what_is_missing_and_the_offline_model_passes_its_test(data):
    models = {model["name"]: model for model in json.loads(bailiwick(data, "models", "--json"))}
    assert models["offline"]["default"]
    assert any("OPENAI_API_KEY" in model["detail"] for model in models.values())
    assert json.loads(bailiwick(data, "models", "test", "--json"))["ok"]


def test_a_key_opens_the_api_until_it_is_revoked(data):
    made = json.loads(bailiwick(data, "keys", "create", "test", "--scope", "read", "--json"))
    url = (data / "url").read_text() + "/api/agents"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {made['key']}"})
    with urllib.request.urlopen(request) as response:
        assert response.status == 200
    assert made["token"]["id"] in bailiwick(data, "keys", "list")
    bailiwick(data, "keys", "revoke", made["token"]["id"])
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(request)


def test_doctor_finds_a_healthy_installation(data):
    findings = json.loads(bailiwick(data, "doctor", "--json"))
    assert {"python", "database", "agents", "tools"} <= {finding["name"] for finding in findings}
    assert all(finding["ok"] or not finding["required"] for finding in findings)


def test_db_status_says_that_the_schema_is_up_to_date(data):
    status = json.loads(bailiwick(data, "db", "status", "--json"))
    assert status["kind"] == "embedded"
    assert status["upToDate"]


def test_a_second_server_on_the_same_directory_says_so_and_ends(data):
    text = bailiwick(data, "serve", "--port", "0", status=1)
    assert "already serving" in text
    assert (data / "url").read_text() in text


def test_the_help_of_every_command_says_what_it_does(tmp_path):
    top = bailiwick(tmp_path, "--help")
    for command in ("serve", "worker", "ask", "chat", "route", "agents", "models", "db", "keys", "doctor"):
        assert command in top
        assert "Usage" in bailiwick(tmp_path, command, "--help")


def test_the_installed_program_tells_its_version():
    told = subprocess.run([BAILIWICK, "--version"], capture_output=True, text=True, check=True)
    assert (told.stdout, told.stderr) == (f"bailiwick {version('bailiwick-agents')}\n", "")


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_a_directory_starts_again_after_its_server_ended(home, how):
    """Also after a crash: what was accepted is there, and the login link works once."""
    with serving(home) as (process, _):
        asked = json.loads(bailiwick(home, "ask", "add milk to my shopping list", "--json"))
        thread = asked["conversationId"]
        process.send_signal(how)
        assert process.wait(timeout=60) == (0 if how is signal.SIGTERM else -how)
    # At first a worker that was killed seems to live on; who waits for it takes its place in the end.
    assert "bread" in json.loads(bailiwick(home, "ask", "add bread to my shopping list", "--json"))["answer"]
    with serving(home) as (process, url):
        follow_up = json.loads(bailiwick(home, "ask", "what about eggs?", "--conversation", thread, "--json"))
        assert follow_up["conversationId"] == thread
        assert "eggs" in follow_up["answer"]
        link = json.loads(bailiwick(home, "keys", "link", "--json"))["url"]
        assert link.startswith(url)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    listed = bailiwick(home, "agents", "list", "--json")  # starts the database for itself, and stops it again
    assert "notes" in {agent["id"] for agent in json.loads(listed)}
    assert not (home / "postgres" / "postmaster.pid").exists()


def test_a_credential_is_stored_from_standard_input_and_shown_by_no_command(data: Path) -> None:
    add = ["credentials", "add", "search-key", "--description", "For searching"]
    done = forked_commands.run(add, _environment(data), given=b"canary-value\n")
    assert done.returncode == 0, done.stderr
    (listed,) = json.loads(bailiwick(data, "credentials", "list", "--json"))
    assert (listed["name"], listed["description"]) == ("search-key", "For searching")
    rotated = json.loads(bailiwick(data, "credentials", "rotate", "--json"))
    assert (rotated["resealed"], rotated["failed"], len(rotated["dropped"])) == (1, 0, 1)
    shown = [(done.stdout + done.stderr).decode(), bailiwick(data, "credentials", "list"), bailiwick(data, "doctor")]
    assert "canary" not in "".join(shown)
    bailiwick(data, "credentials", "delete", "search-key")
    assert "No credentials" in bailiwick(data, "credentials", "list")
    bailiwick(data, "credentials", "delete", "search-key", status=1)

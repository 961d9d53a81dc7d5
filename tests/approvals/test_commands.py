"""What waits for a person is seen and decided with commands, each a process of its own."""

import json
import os
from pathlib import Path

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from support import forked_commands
from support.ledger import PLUGIN
from support.running import script

SCRIPT = """
[[rule]]
instructions = "You are the clerk"
[[rule.turn]]
calls = [{ tool = "recordApproved", arguments = { text = "hello" } }]
[[rule.turn]]
text = "Result: {result}"
"""
CLERK = """
id = "clerk"
name = "Clerk"
instructions = "You are the clerk."
tools = ["record.*"]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_database: DatabaseUrls) -> Path:
    """A data directory with an agent whose tool asks, and a model that calls it."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "clerk.toml").write_text(CLERK)
    (tmp_path / "ledger").touch()
    for name, value in {
        "BAILIWICK_DATABASE_URL": own_database.owner,
        "BAILIWICK_HOME": str(tmp_path),
        "BAILIWICK_MODEL": script(tmp_path, SCRIPT),
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "PYTHONPATH": str(PLUGIN),
        "LEDGER": str(tmp_path / "ledger"),
    }.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def bailiwick(*arguments: str, code: int = 0) -> str:
    """Run a command and return what it printed."""
    return answered(*arguments, code=code)[0]


def answered(*arguments: str, code: int = 0) -> tuple[str, str]:
    """Run a command and return what it printed on standard output and on standard error."""
    ran = forked_commands.run(list(arguments), os.environ)
    assert ran.returncode == code, ran.stderr.decode()
    return ran.stdout.decode(), ran.stderr.decode()


def test_a_call_is_seen_approved_for_good_and_taken_back(home: Path) -> None:
    answer, notes = answered("ask", "--agent", "clerk", "write it", code=1)
    assert (answer, "approval of recordApproved" in notes) == ("", True)
    (waiting,) = json.loads(bailiwick("approvals", "list", "--json"))
    assert waiting["arguments"] == {"text": "hello"}
    assert not (home / "ledger").read_text()
    assert "Result: wrote hello" in bailiwick("approvals", "approve", waiting["id"], "--always")
    assert "Result: wrote hello" in bailiwick("ask", "--agent", "clerk", "write it again")
    assert [grant["tool"] for grant in json.loads(bailiwick("approvals", "grants", "--json"))] == ["recordApproved"]
    bailiwick("approvals", "revoke", "clerk", "recordApproved")
    assert "approval of recordApproved" in answered("ask", "--agent", "clerk", "and again", code=1)[1]
    (second,) = json.loads(bailiwick("approvals", "list", "--json"))
    assert "They say: Enough." in bailiwick("approvals", "deny", second["id"], "--note", "Enough.")
    assert len((home / "ledger").read_text().splitlines()) == 2


HIDING = """
[[turn]]
calls = [{ tool = "readOutside", arguments = { text = "Tidy up." } }]
[[turn]]
calls = [{ tool = "deleteNote", arguments = { title = "shopping LIST" } }]
[[turn]]
text = "Result: {result}"
"""


def test_what_a_call_is_about_is_seen_and_nothing_in_it_hides(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAILIWICK_MODEL", script(home, HIDING))
    monkeypatch.setenv("COLUMNS", "400")
    (home / "agents" / "clerk.toml").write_text(CLERK.replace("record.*", ".*"))
    lines = ["milk", "pay\u202etxt.exe"]
    bailiwick("tools", "call", "addNote", json.dumps({"title": "Shopping list", "lines": lines}))
    answered("ask", "--agent", "clerk", "tidy up", code=1)
    listed = bailiwick("approvals", "list")
    assert 'note "Shopping list"' in listed
    assert r"milk / pay\u202etxt.exe" in listed
    assert "\u202e" not in listed
    (waiting,) = json.loads(bailiwick("approvals", "list", "--json"))
    (found,) = waiting["found"]
    assert (found["kind"], found["title"], found["excerpt"]) == ("note", "Shopping list", "\n".join(lines))
    bailiwick("tools", "call", "appendNote", json.dumps({"title": "Shopping list", "lines": ["a poem"]}))
    assert "has changed since a person was asked" in bailiwick("approvals", "approve", waiting["id"])
    assert "a poem" in bailiwick("tools", "call", "readNote", json.dumps({"title": "Shopping list"}))
    (after,) = json.loads(bailiwick("approvals", "list", "--all", "--json"))
    assert after["status"] == "changed"


def test_tools_are_listed_and_tried(home: Path) -> None:
    listed = json.loads(bailiwick("tools", "list", "--json"))
    assert {"calculator", "recordApproved"} <= {tool["name"] for tool in listed["tools"]}
    tried = json.loads(bailiwick("tools", "call", "calculator", '{"expression": "6*7"}', "--json"))
    assert tried["result"] == "42"
    assert bailiwick("tools", "call", "recordApproved", '{"text": "by hand"}').strip() == "wrote by hand"
    bailiwick("tools", "call", "calculator", "not json", code=2)
    bailiwick("tools", "call", "calculator", "{}", code=1)
    bailiwick("tools", "call", "no-such-tool", code=1)

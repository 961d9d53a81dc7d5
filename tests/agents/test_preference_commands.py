"""What a person prefers is shown and changed with commands, each a process of its own."""

import json
import os
from pathlib import Path

import pytest

from bailiwick.kernel.database.urls import DatabaseUrls
from support import forked_commands


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_database: DatabaseUrls) -> Path:
    """A data directory, without a model."""
    for name, value in {
        "BAILIWICK_DATABASE_URL": own_database.owner,
        "BAILIWICK_HOME": str(tmp_path),
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_ROUTING_EXAMPLES": "false",
        "COLUMNS": "200",
    }.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def bailiwick(*arguments: str, code: int = 0) -> str:
    """Run a command and return what it printed; where it fails, its errors."""
    ran = forked_commands.run(list(arguments), os.environ)
    assert ran.returncode == code, ran.stderr.decode()
    return (ran.stderr if code else ran.stdout).decode()


def test_memory_and_silence_are_switched_in_the_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home.exists()
    before = json.loads(bailiwick("preferences", "show", "--json"))
    assert (before["recall"], before["remember"], before["silenceMinutes"]) == (True, True, None)
    shown = bailiwick("preferences", "set", "--no-recall", "--no-remember", "--silence", "10")
    assert "silence that ends a conversation  10 minutes" in shown
    after = json.loads(bailiwick("preferences", "show", "--json"))
    assert (after["recall"], after["remember"], after["silenceMinutes"]) == (False, False, 10)
    back = json.loads(bailiwick("preferences", "set", "--recall", "--default-silence", "--json"))
    assert (back["recall"], back["remember"], back["silenceMinutes"]) == (True, False, None)
    bailiwick("preferences", "set", "--silence", "-1", code=2)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "modo de los chats nuevos               supervisado" in bailiwick("preferences", "show")

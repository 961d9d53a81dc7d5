"""Deleted notes are listed and brought back with commands, each a process of its own."""

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


def call(tool: str, **arguments: object) -> None:
    """Use a tool by hand."""
    bailiwick("tools", "call", tool, json.dumps(arguments))


def test_a_deleted_note_is_listed_and_brought_back(home: Path) -> None:
    assert home.exists()
    assert bailiwick("notes", "deleted") == "No note was deleted in the last 30 days.\n"
    call("addNote", title="Trip [2026]", lines=["Lugo", "Vigo"])
    call("addNote", title="Gifts", lines=["a book"])
    call("deleteNote", title="trip [2026]")
    call("deleteNote", title="Gifts")
    latest, first = json.loads(bailiwick("notes", "deleted", "--json"))
    assert (latest["title"], first["title"], first["lines"]) == ("Gifts", "Trip [2026]", ["Lugo", "Vigo"])
    listed = bailiwick("notes", "deleted")
    assert first["id"] in listed
    assert "Trip [2026]" in listed
    assert bailiwick("notes", "restore", first["id"]) == "“Trip [2026]” is back.\n"
    assert [note["title"] for note in json.loads(bailiwick("notes", "deleted", "--json"))] == ["Gifts"]
    assert "Lugo" in bailiwick("tools", "call", "readNote", '{"title": "Trip [2026]"}')


def test_a_note_that_cannot_come_back_says_why(home: Path) -> None:
    assert home.exists()
    call("addNote", title="Gifts", lines=["a book"])
    call("deleteNote", title="Gifts")
    (gone,) = json.loads(bailiwick("notes", "deleted", "--json"))
    call("addNote", title="gifts", lines=["another"])
    assert "There is a note of that title again" in bailiwick("notes", "restore", gone["id"], code=1)
    assert "There is no such note" in bailiwick("notes", "restore", "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", code=1)


def test_how_long_deleted_notes_are_kept_is_told_with_all_that_ages(home: Path) -> None:
    assert home.exists()
    call("addNote", title="Gifts", lines=["a book"])
    call("deleteNote", title="Gifts")
    rows = [line.split() for line in bailiwick("db", "retention").splitlines()]
    assert ["notes.notes", "30", "days"] in rows
    assert ["conversations", "for", "ever"] in rows
    told = json.loads(bailiwick("db", "retention", "--preview", "--json"))["plugins"]
    assert {"table": "notes.notes", "days": 30.0, "setting": "", "preview": 0} in told

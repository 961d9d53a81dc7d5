"""Deleted notes are listed and brought back with commands, each a process of its own."""

import json

from support.terminal import Terminal


def call(terminal: Terminal, tool: str, **arguments: object) -> None:
    """Use a tool by hand."""
    terminal.run("tools", "call", tool, json.dumps(arguments))


def test_a_deleted_note_is_listed_and_brought_back(terminal: Terminal) -> None:
    assert terminal.run("notes", "deleted") == "No note was deleted in the last 30 days.\n"
    call(terminal, "addNote", title="Trip [2026]", lines=["Lugo", "Vigo"])
    call(terminal, "addNote", title="Gifts", lines=["a book"])
    call(terminal, "deleteNote", title="trip [2026]")
    call(terminal, "deleteNote", title="Gifts")
    latest, first = terminal.read("notes", "deleted")
    assert (latest["title"], first["title"], first["lines"]) == ("Gifts", "Trip [2026]", ["Lugo", "Vigo"])
    listed = terminal.run("notes", "deleted")
    assert first["id"] in listed
    assert "Trip [2026]" in listed
    assert terminal.run("notes", "restore", first["id"]) == "“Trip [2026]” is back.\n"
    assert [note["title"] for note in terminal.read("notes", "deleted")] == ["Gifts"]
    assert "Lugo" in terminal.run("tools", "call", "readNote", '{"title": "Trip [2026]"}')


def test_a_note_that_cannot_come_back_says_why(terminal: Terminal) -> None:
    call(terminal, "addNote", title="Gifts", lines=["a book"])
    call(terminal, "deleteNote", title="Gifts")
    (gone,) = terminal.read("notes", "deleted")
    call(terminal, "addNote", title="gifts", lines=["another"])
    assert "There is a note of that title again" in terminal.run("notes", "restore", gone["id"], status=1)
    assert "There is no such note" in terminal.run("notes", "restore", "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", status=1)


def test_how_long_deleted_notes_are_kept_is_told_with_all_that_ages(terminal: Terminal) -> None:
    call(terminal, "addNote", title="Gifts", lines=["a book"])
    call(terminal, "deleteNote", title="Gifts")
    rows = [line.split() for line in terminal.run("db", "retention").splitlines()]
    assert ["notes.notes", "30", "days"] in rows
    assert ["conversations", "for", "ever"] in rows
    told = terminal.read("db", "retention", "--preview")["plugins"]
    assert {"table": "notes.notes", "days": 30.0, "setting": "", "preview": 0} in told

"""What tools write for a person is written once per call, and never lost."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.features.installation.ageing import ageing_tables
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.settings import Settings
from bailiwick_skills.notes.edits import with_lines, without
from bailiwick_skills.notes.plugin import plugin
from bailiwick_skills.notes.records import NoteEdit, change_of
from bailiwick_skills.notes.store import NoteStore


@pytest.mark.parametrize("title", ["CAFÉ con leche", "cafe\u0301 CON leche", "  Café   con\nleche ", "café con LECHE"])
def test_titles_are_the_same_without_case_diacritics_and_spaces(new_user_id, stores_run, title):
    async def story(stores):
        user = new_user_id()
        await stores[NoteStore].append(user, "Café con leche", ["one"], call_id="1")
        note = await stores[NoteStore].append(user, title, ["two"], call_id="2")
        assert (note.title, note.lines) == ("Café con leche", ("one", "two"))
        assert await stores[NoteStore].delete(user, title)
        assert not await stores[NoteStore].delete(user, title)

    stores_run(story)


def test_a_repeated_call_changes_nothing(new_user_id, stores_run):
    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        first = await notes.append(user, "list", ["a"], call_id="1")
        assert await notes.append(user, "list", ["a"], call_id="1") == first
        replaced = await notes.replace(user, "list", ["b"], call_id="2")
        assert (replaced.id, replaced.lines) == (first.id, ("b",))
        later = await notes.append(user, "list", ["c"], call_id="3")
        assert await notes.replace(user, "list", ["b"], call_id="2") == later
        await notes.delete(user, "list")
        again = await notes.append(user, "list", ["a"], call_id="1")
        assert (again.id, again.lines) == (first.id, ("a",))
        assert await notes.list(user) == []

    stores_run(story)


def test_calls_at_once_lose_no_line_and_double_none(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        calls = [str(n) for n in range(30)] * 3
        await asyncio.gather(*(stores[NoteStore].append(user, "list", [call], call_id=call) for call in calls))
        (note,) = await stores[NoteStore].list(user)
        assert sorted(note.lines) == sorted(str(n) for n in range(30))

    stores_run(story)


def test_notes_are_listed_latest_change_first(new_user_id, stores_run):
    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        for n, title in enumerate(("one", "two", "three", "one")):
            await notes.append(user, title, [f"{n}\0"], call_id=str(n))
        assert [note.title for note in await notes.list(user)] == ["one", "three", "two"]
        assert (await notes.list(user))[0].lines == ("0\ufffd", "3\ufffd")

    stores_run(story)


def test_a_deleted_note_can_come_back_until_it_is_erased(new_user_id, stores_run):
    async def story(stores):
        user, other, notes = new_user_id(), new_user_id(), stores[NoteStore]
        note = await notes.append(user, "Trip", ["tent"], call_id="1")
        await notes.delete(user, "Trip")
        assert [each.id for each in await notes.deleted(user)] == [note.id]
        with pytest.raises(NotFound):
            await notes.restore(other, note.id)
        back = await notes.restore(user, note.id)
        assert (back.lines, back.deleted_at, await notes.deleted(user)) == (("tent",), None, [])
        assert await notes.restore(user, note.id) == back, "a repetition changes nothing"
        await notes.delete(user, "Trip")
        second = await notes.append(user, "TRIP", ["map"], call_id="2")
        assert second.id != note.id
        with pytest.raises(Conflict):
            await notes.restore(user, note.id)
        tables = ageing_tables(stores, Settings(), {"notes": plugin.retention})
        old, now = next(each.rows for each in tables if each.kind == "notes.notes"), datetime.now(UTC)
        assert await old.delete(user, now - timedelta(days=1)) == 0
        assert await old.delete(user, now + timedelta(days=1)) == 1
        with pytest.raises(NotFound):
            await notes.restore(user, note.id)
        assert [each.id for each in await notes.list(user)] == [second.id]

    stores_run(story)


def test_a_note_that_was_deleted_since_is_not_brought_back_by_an_undo(new_user_id, stores_run):
    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        await notes.append(user, "Trip", ["tent", "map"], call_id="1")
        await notes.edit(user, lambda every: NoteEdit(told={}, notes=[without(every[0], [0])]), call_id="2")
        await notes.delete(user, "Trip")
        with pytest.raises(Conflict):
            await notes.undo(user, change_of(user, "2"))
        (gone,) = await notes.deleted(user)
        assert gone.lines == ("map",)
        await notes.restore(user, gone.id)
        assert [note.lines for note in await notes.undo(user, change_of(user, "2"))] == [("tent", "map")]

    stores_run(story)


def test_a_change_that_deletes_a_note_is_undone_until_the_note_is_deleted_again(new_user_id, stores_run):
    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        note = await notes.append(user, "Trip", ["tent"], call_id="1")

        def away(every):
            return NoteEdit(told={}, notes=every, deleted=frozenset([note.id]))

        await notes.edit(user, away, call_id="2")
        assert [each.deleted_at for each in await notes.undo(user, change_of(user, "2"))] == [None]
        await notes.edit(user, away, call_id="3")
        await notes.restore(user, note.id)
        await notes.delete(user, "Trip")
        with pytest.raises(Conflict):
            await notes.undo(user, change_of(user, "3"))

    stores_run(story)


def test_a_note_that_is_deleted_while_it_is_changed_stays_deleted(new_user_id, stores_run):
    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        for n in range(20):
            note = await notes.append(user, "Trip", ["tent"], call_id=str(n))
            changing = notes.edit_one(user, note.id, lambda was: with_lines(was, ["map"]))
            await asyncio.gather(changing, notes.delete(user, "Trip"), return_exceptions=True)
            assert await notes.list(user) == []

    stores_run(story)


def test_one_note_is_changed_however_many_there_are(new_user_id, stores_run, monkeypatch):
    monkeypatch.setattr("bailiwick_skills.notes.store.MOST_ROWS", 1)

    async def story(stores):
        user, notes = new_user_id(), stores[NoteStore]
        old = await notes.append(user, "Old", ["tent"], call_id="1")
        await notes.append(user, "New", ["map"], call_id="2")
        assert (await notes.edit_one(user, old.id, lambda was: with_lines(was, ["map"]))).lines == ("tent", "map")
        with pytest.raises(NotFound):
            await notes.edit_one(new_user_id(), old.id, lambda was: was)

    stores_run(story)

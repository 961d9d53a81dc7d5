"""What tools write for a person is written once per call, and never lost."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.features.documents.store import DocumentStore
from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.ids import uuid7


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


def test_a_document_is_created_once_per_call_and_found_again(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), stores[DocumentStore]
        made = await asyncio.gather(*(documents.create(user, "T", f"text {n}", call_id="1") for n in range(8)))
        assert len(set(made)) == 1
        other = await documents.create(user, "T", "# \ud800", call_id="2")
        assert (await documents.text(user, other.id)).content == "# \ufffd"
        assert await documents.get(user, other.id) == other
        assert await documents.made_by(user, "2") == other
        assert await documents.list(user) == [other, made[0]]
        assert await documents.list(user, limit=1) == [other]
        for missing in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await documents.get(user, missing)
        with pytest.raises(NotFound):
            await documents.get(new_user_id(), other.id)

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
        now = datetime.now(UTC)
        assert await notes.expire(user, now - timedelta(days=1)) == 0
        assert await notes.expire(user, now + timedelta(days=1)) == 1
        with pytest.raises(NotFound):
            await notes.restore(user, note.id)
        assert [each.id for each in await notes.list(user)] == [second.id]

    stores_run(story)

"""Notes of before they were a skill are there after an upgrade, and in what is made of an old backup."""

import asyncio
from functools import partial

import psycopg
import pytest

from bailiwick.features.account.erasure import erase
from bailiwick.features.account.store import AccountStore
from bailiwick.features.installation.backup.backup import write_backup
from bailiwick.features.installation.backup.restore import restore
from bailiwick.kernel.database.migrate import create, migrate, status
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.installed import installed
from bailiwick.plugins import load_plugins, make_tables
from bailiwick_skills.notes.store import NoteStore
from support.attack import find_leaks, tables
from support.catalogue import picture

BEFORE = "0039"
"""The newest revision in which notes were a part of the product."""
SCHEMA = "plugin_notes"
ROWS = """
    insert into notes (id, title, title_key, lines, tainted)
    values ('00000000-0000-7000-8000-000000000001', 'Shopping', 'shopping', '{milk}', true);
    insert into notes (id, title, title_key, lines, deleted_at)
    values ('00000000-0000-7000-8000-000000000002', 'Trip', 'trip', '{tent}', now());
    insert into note_calls (call_id, note_id) values ('c1', '00000000-0000-7000-8000-000000000001');
    insert into conversations (id, agent_id, mode, thread_key, title)
    values ('00000000-0000-7000-8000-000000000003', 'notes', 'direct', 'notes_direct', 'Before');
    insert into executions (id, conversation_id, message, mode, agent_id)
    values ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000003', 'm', 'direct', 'notes');
    insert into steps (execution_id, key, position, kind, status, attempt, name, input, input_tokens, output_tokens,
                       model_calls, tool_calls, cost, ended_at, output)
    select '00000000-0000-7000-8000-000000000004', key, place, 'tool', 'completed', 1, name, '{}', 0, 0, 0, 1, 0, now(),
           output::json
      from (values ('tool:1:0', 1, 'deleteNote', '{"result": {"id": "n1", "deleted": true}, "outside": true}'),
                   ('tool:1:1', 2, 'deleteNote', '{"result": {"found": false}}'),
                   ('tool:1:2', 3, 'delete_entities', '{"result": {"success": true, "change": "c1"}}'),
                   ('tool:1:3', 4, 'readNote', '{"result": {"id": "n1"}}')) as made (key, place, name, output);
"""

CHANGE = """
    insert into plugin_notes.note_changes (id, note_id, left_at) values (gen_random_uuid(), gen_random_uuid(), now());
"""


def skill(owner_url):
    """Make the tables of the skill as the product does when it starts."""
    plugins = load_plugins([each for each in installed() if each.name == "notes"], partial(make_tables, owner_url))
    assert plugins.loaded.names == ["notes"]


def as_user(urls, user, statement):
    """Run a statement as a user and return its rows."""
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def with_notes(app_url, work):
    """Do `work` on the store of notes."""

    async def story():
        async with Database(app_url) as database:
            return await work(NoteStore(database))

    return asyncio.run(story())


@pytest.fixture
def old(empty_database):
    """A database of before, in which two people have notes."""
    urls, users = empty_database(migrated=False), (uuid7(), uuid7())
    create(urls.owner, BEFORE)
    for user in users:
        as_user(urls, user, f"insert into users (user_id, name, role) values ('{user}', 'X', 'owner'); {ROWS}")
    return urls, users


def check(urls, users):
    """Everybody's notes are there, theirs alone, deleted ones too, and what was written by a call is not again."""

    async def work(user, notes):
        (kept,), (gone,) = await notes.list(user), await notes.deleted(user)
        assert (kept.title, kept.lines, kept.tainted, gone.title) == ("Shopping", ("milk",), True, "Trip")
        assert await notes.append(user, "Shopping", ["milk"], call_id="c1") == kept

    for user in users:
        with_notes(urls.app, partial(work, user))
        as_user(urls, user, CHANGE)
    for table in tables(urls.owner, SCHEMA):
        assert find_leaks(urls.app, table, users[0], users[1], SCHEMA) == []
    assert set(tables(urls.owner, SCHEMA)) == {"notes", "note_calls", "note_changes"}
    assert not {"notes", "note_calls", "note_changes"} & {*tables(urls.owner)}


def test_notes_of_before_stay_and_their_tables_are_as_the_skill_makes_them(old, empty_database):
    urls, users = old
    migrate(urls.owner)
    skill(urls.owner)
    check(urls, users)
    expected, found = picture(empty_database().owner, SCHEMA), picture(urls.owner, SCHEMA)
    for what in expected:
        assert found[what] == expected[what], what


def test_where_nobody_had_notes_nothing_is_left_of_them_without_the_skill(empty_database):
    urls = empty_database(migrated=False)
    migrate(urls.owner)
    assert "notes" not in tables(urls.owner)
    with psycopg.connect(urls.owner) as connection:
        assert connection.execute(
            "select to_regnamespace(%s), count(*) from plugin_migrations", (SCHEMA,)
        ).fetchall() == [(None, 0)]


def test_without_the_skill_notes_of_before_can_be_taken_along_and_are_erased(old):
    urls, (user, other) = old
    migrate(urls.owner)

    async def exported():
        found = {}
        async with Database(urls.app) as database:
            async for name, piece in AccountStore(database).everything(user):
                found[name] = found.get(name, b"") + piece
        return found

    files = asyncio.run(exported())
    assert files["plugin_notes.notes.jsonl"].count(b"\n") == 2
    erase(urls.owner, user)
    count = "select (select count(*) from plugin_notes.notes), (select count(*) from plugin_notes.note_calls)"
    assert (as_user(urls, user, count), as_user(urls, other, count)) == ([(0, 0)], [(2, 1)])


def test_a_backup_of_before_is_restored_with_its_notes(old, empty_database, tmp_path):
    urls, users = old
    manifest = write_backup(urls.owner, tmp_path / "old.zip")
    assert (manifest.schema, dict(manifest.plugins)) == (BEFORE, {})
    target = empty_database(migrated=False)
    restore(target.owner, target.owner, tmp_path / "old.zip")
    assert status(target.owner).current
    skill(target.owner)
    check(target, users)
    again = empty_database(migrated=False)
    assert dict(write_backup(target.owner, tmp_path / "new.zip").plugins) == {"notes": [1, 2, 3]}
    restore(again.owner, again.owner, tmp_path / "new.zip")
    check(again, users)


def test_deletions_of_before_say_where_they_are_undone(old):
    urls, users = old
    migrate(urls.owner)
    for user in users:
        outputs = as_user(urls, user, "select output from steps order by position")
        assert [output for (output,) in outputs] == [
            {"result": {"id": "n1", "deleted": True}, "outside": True, "undo": "/api/notes/n1/restore"},
            {"result": {"found": False}},
            {"result": {"success": True, "change": "c1"}, "undo": "/api/knowledge/changes/c1/undo"},
            {"result": {"id": "n1"}},
        ]
    assert find_leaks(urls.app, "steps", users[0], users[1]) == []

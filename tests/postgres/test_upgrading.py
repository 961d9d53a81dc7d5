"""A database of the release before is brought up to date with everything in it, whole or not at all."""

import threading

import psycopg
import pytest

from bailiwick.core.ids import uuid7
from bailiwick.storage.migrate import create, head, migrate, status
from support.attack import find_leaks
from support.catalogue import picture

BEFORE = "0008"
"""The newest revision of the release before."""
ROWS = """
    insert into conversations (id, agent_id, mode, thread_key, title)
    values ('00000000-0000-7000-8000-000000000001', 'notes', 'direct', 'notes_direct', 'Before');
    insert into decisions (id, agent_id, record)
    values ('00000000-0000-7000-8000-000000000002', 'notes', '{"stage": "tags", "model_calls": 1}');
    insert into executions (id, conversation_id, message, mode, agent_id, decision_id, status, attempt, started_at,
                            ended_at, input_tokens)
    values ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001', 'm', 'direct', 'notes',
            '00000000-0000-7000-8000-000000000002', 'completed', 1, now() - interval '5 seconds', now(), 7);
    insert into executions (id, conversation_id, message, mode)
    values ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001', 'waits', 'direct');
    insert into steps (execution_id, key, position, kind, agent_id, status, attempt, name, input, input_tokens,
                       output_tokens, model_calls, tool_calls, cost, ended_at)
    values ('00000000-0000-7000-8000-000000000003', 'tool:1', 1, 'tool', 'notes', 'completed', 1, 'addNote', '{}', 0, 0,
            0, 1, 0, now());
    insert into messages (id, conversation_id, author, content)
    values (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'user', 'Hello from before');
    insert into events (execution_id, sequence, kind, data)
    values ('00000000-0000-7000-8000-000000000003', 1, 'done', '{}');
    insert into feedback (execution_id, rating) values ('00000000-0000-7000-8000-000000000003', 'up');
    insert into notes (id, title, title_key, lines) values (gen_random_uuid(), 'Shopping', 'shopping', '{milk}');
    insert into documents (id, title, content, call_id)
    values ('00000000-0000-7000-8000-000000000005', 'Plan', 'One. Two.', 'c1');
    insert into credentials (id, name, description, key_id, sealed)
    values (gen_random_uuid(), 'brave', '', 'k', decode(repeat('00', 40), 'hex'));
    insert into access_tokens (id, kind, name, digest, scopes)
    values (gen_random_uuid(), 'key', 'n', 'd', '{read,run,manage}');
    insert into swarms (id, name, goal, limits) values ('s1', 'Crew', '', '{}');
    insert into residents (id, swarm_id, name, name_key, role, guidance, depth, tools, context_window, color, icon)
    values ('ana@s1', 's1', 'Ana', 'ana', '', '', 1, '{}', 9, '', '');
    insert into conversations (id, agent_id, mode, thread_key, title, resident_id)
    values (gen_random_uuid(), 'ana@s1', 'direct', 'resident:ana@s1', 'Ana', 'ana@s1');
"""
RUNS = """
    insert into conversations (id, agent_id, mode, thread_key, title)
    values ('00000000-0000-7000-8000-000000000001', 'notes', 'direct', 'notes_direct', 'Before');
    insert into executions (id, conversation_id, message, mode, status, ended_at)
    select ('00000000-0000-7000-8000-00000000001' || place)::uuid, '00000000-0000-7000-8000-000000000001', message,
           'direct', CASE WHEN over THEN 'cancelled' ELSE 'pending' END, CASE WHEN over THEN now() END
      from (values (1, 'Task #5: typed by a person', false), (2, 'Task #1: Sums', false),
                   (3, 'Task #1: Sums, done', true), (4, 'What is new?', false),
                   (5, 'You have mail from Ana.', false)) as runs (place, message, over);
    insert into tasks (id, number, title, description, folded, supervised, rank, status, tags, position)
    values ('00000000-0000-7000-8000-000000000020', 1, 'Sums', '2 + 2', '', false, 1, 'todo', '{}', 1);
    insert into task_runs (execution_id, task_id, instructions, tainted)
    select ('00000000-0000-7000-8000-00000000001' || place)::uuid, '00000000-0000-7000-8000-000000000020', 'Be quick',
           false from generate_series(2, 3) as place;
    insert into schedules (id, name, every_seconds, timezone, action, missed, overlap, status)
    values ('00000000-0000-7000-8000-000000000030', 'News', 60, 'UTC', '{}', 'skip', 'skip', 'ended');
    insert into schedule_runs (id, schedule_id, due_at, status, by_hand, execution_id)
    values (gen_random_uuid(), '00000000-0000-7000-8000-000000000030', now(), 'fired', false,
            '00000000-0000-7000-8000-000000000014');
    insert into swarms (id, name, goal, limits) values ('s1', 'Crew', '', '{}');
    insert into residents (id, swarm_id, name, name_key, role, guidance, depth, tools, context_window, color, icon)
    values ('ana@s1', 's1', 'Ana', 'ana', '', '', 1, '{}', 9, '', '');
    insert into resident_turns (execution_id, swarm_id, resident_id, woken_by)
    values ('00000000-0000-7000-8000-000000000015', 's1', 'ana@s1', 'manual');
"""
KEPT = (
    "conversations", "decisions", "executions", "steps", "messages", "events", "feedback", "notes", "documents",
    "credentials", "access_tokens", "swarms", "residents",
)  # fmt: skip


@pytest.fixture
def old(empty_database):
    """A database as the release before left it, with two people."""
    urls = empty_database(migrated=False)
    create(urls.owner, BEFORE)
    users = uuid7(), uuid7()
    for user in users:
        with psycopg.connect(urls.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
            connection.execute("insert into users (user_id, name, role) values (%s, 'Somebody', 'owner')", (user,))
            connection.execute(ROWS)
    assert status(urls.owner).found == BEFORE != head()
    return urls, users


def content(urls, user):
    """The user's rows in the columns that the release before had, as text."""
    found = {}
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        for table in KEPT:
            rows = connection.execute(f"select to_jsonb(t) from {table} as t order by to_jsonb(t)::text").fetchall()
            found[table] = [row for (row,) in rows]
    return found


def test_every_row_of_everybody_survives_and_stays_their_own(old, empty_database):
    urls, users = old
    before = {user: content(urls, user) for user in users}
    migrate(urls.owner)
    assert status(urls.owner).current
    for user in users:
        after = content(urls, user)
        for table in KEPT:
            assert len(before[user][table]) == len(after[table]) > 0, table
            for row, now in zip(
                sorted(before[user][table], key=identity), sorted(after[table], key=identity), strict=True
            ):
                assert {name: now[name] for name in row} == row, table
    fresh = empty_database()
    expected, found = picture(fresh.owner), picture(urls.owner)
    for what in expected:
        assert found[what] == expected[what], what
    for table in KEPT:
        assert find_leaks(urls.app, table, users[0], None) == []


def identity(row):
    return str([row.get(name) for name in ("id", "execution_id", "key", "sequence")])


def test_what_is_new_is_worked_out_for_what_was_there(old):
    urls, (user, _) = old
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        assert connection.execute("select stage, model_calls from decisions").fetchall() == [("tags", 1)]
        assert connection.execute("select characters, bytes from documents").fetchall() == [(9, 9)]


def test_runs_of_before_get_their_purpose_from_what_links_them_and_not_from_their_words(empty_database):
    urls, user = empty_database(migrated=False), uuid7()
    create(urls.owner, "0012")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        connection.execute("insert into users (user_id, name, role) values (%s, 'Somebody', 'owner')", (user,))
        connection.execute(RUNS)
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        found = connection.execute("select message, purpose, asked from executions order by id").fetchall()
    assert found == [
        ("Task #5: typed by a person", "chat", []),
        ("Task #1: Sums", "task", ["Be quick", "Sums", "2 + 2", "Sums\n\n2 + 2"]),
        ("Task #1: Sums, done", "task", []),
        ("What is new?", "schedule", []),
        ("You have mail from Ana.", "turn", []),
    ]
    assert find_leaks(urls.app, "executions", user, None) == []


def test_an_upgrade_that_is_interrupted_leaves_the_database_as_it_was(old):
    urls, (user, _) = old
    before = picture(urls.owner), content(urls, user)
    blocker = "create table preferences (in_the_way int)"  # the last migration makes a table of that name
    with psycopg.connect(urls.owner) as connection:
        connection.execute(blocker)
    with pytest.raises(psycopg.errors.DuplicateTable):
        raise_cause(lambda: migrate(urls.owner))
    with psycopg.connect(urls.owner) as connection:
        connection.execute("drop table preferences")
    assert (picture(urls.owner), content(urls, user)) == before
    assert status(urls.owner).found == BEFORE
    migrate(urls.owner)
    assert status(urls.owner).current


def raise_cause(call):
    """Run `call`; raise what PostgreSQL said instead of what the migration tool wraps it in."""
    try:
        call()
    except Exception as error:
        raise (getattr(error, "orig", None) or error) from None


def test_a_writer_meanwhile_waits_and_loses_nothing(old):
    urls, (user, _) = old
    stop, written, failed = threading.Event(), [], []

    def write():
        with psycopg.connect(urls.app, autocommit=True) as connection:
            while not stop.is_set():
                try:
                    with connection.transaction():
                        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
                        connection.execute(
                            "insert into messages (id, conversation_id, author, content)"
                            " values (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', 'user', %s)",
                            (f"meanwhile {len(written)}",),
                        )
                except psycopg.Error as error:  # refused is allowed, lost is not
                    failed.append(error)
                    continue
                written.append(len(written))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(written) < 20:
            stop.wait(0.005)
        migrate(urls.owner)
        after = len(written)
        while len(written) < after + 5:
            stop.wait(0.005)
    finally:
        stop.set()
        thread.join()
    assert status(urls.owner).current
    texts = [row["content"] for row in content(urls, user)["messages"]]
    assert sum(text.startswith("meanwhile") for text in texts) == len(written)

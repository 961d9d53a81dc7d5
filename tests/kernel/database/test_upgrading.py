"""A database of the release before is brought up to date with everything in it, whole or not at all."""

import threading
from datetime import UTC, datetime

import psycopg
import pytest

from bailiwick.kernel.database.migrate import create, head, migrate, status
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.places import Phase, Place, read_place
from bailiwick_skills.shop.stores import StoreLabel, StoreState
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
    "conversations",
    "decisions",
    "executions",
    "steps",
    "messages",
    "events",
    "feedback",
    "notes",
    "documents",
    "credentials",
    "access_tokens",
    "swarms",
    "residents",
)


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
        connection.execute("set local search_path = public, plugin_notes")
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        for table in KEPT:
            rows = connection.execute(f"select to_jsonb(t) from {table} as t order by to_jsonb(t)::text").fetchall()
            found[table] = [row for (row,) in rows]
    return found


def test_facts_of_before_stay_rows_of_their_own_and_new_rows_leave_ids_for_those_that_precede_them(old):
    urls, (user, _) = old
    with psycopg.connect(urls.owner) as connection:
        (before,) = connection.execute("select last_value from events_id_seq").fetchone()
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        facts = connection.execute("select kind, sequence, preceded from events").fetchall()
        added = "insert into events (sequence, kind, data) values (0, 'x', '{}') returning id"
        first, second = (connection.execute(added).fetchone()[0] for _ in range(2))
        found = connection.execute("select agent_id, ended_by from executions order by id").fetchall()
    assert facts == [("done", 1, None)]
    assert (first - before, second - first) == (64, 64)
    assert found == [("notes", "notes"), (None, None)], "what is over is found by its agent"


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
        schema = "plugin_notes" if table == "notes" else "public"
        assert find_leaks(urls.app, table, users[0], None, schema) == []


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


def test_what_was_read_out_of_names_stands_in_columns_after_an_upgrade(empty_database):
    urls, user = empty_database(migrated=False), uuid7()
    create(urls.owner, "0028")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        connection.execute("insert into users (user_id, name, role) values (%s, 'Somebody', 'owner')", (user,))
        connection.execute(ROWS)
        connection.execute(
            "insert into steps (execution_id, key, position, kind, status, attempt, name, input, input_tokens,"
            " output_tokens, model_calls, tool_calls, cost)"
            " select '00000000-0000-7000-8000-000000000003', name, 10 + place, kind, 'running', 1, name, '{}', 0, 0, 0,"
            "        1, 0"
            "   from (values (1, 'helper', 'call_web-research_agent'), (2, 'tool', 'call_my_own_agent'),"
            "                (3, 'tool', 'calls_agents'), (4, 'model', 'call_me_agent')) as made (place, kind, name)"
        )
        connection.execute(
            "insert into metric_sums (kind, span, at, agent, subject, count)"
            " select 'link', 'day', now(), 'ana@s1', subject, 1"
            "   from unnest(array['swarm:#team@s1', 'swarm:ben@s1', 'routed:ben', 'helper:ben', 'review:']) as subject"
        )
        connection.execute(
            "insert into metric_sums (kind, span, at, agent, subject, count)"
            " values ('model', 'day', now(), 'ana@s1', 'openai:gpt', 1)"
        )
        connection.execute(
            "insert into credentials (id, name, description, key_id, sealed)"
            " select gen_random_uuid(), name, description, 'k', decode(repeat('00', 40), 'hex')"
            "   from (values ('shopify:a.myshopify.com',"
            "                 'Candle Corner · default · ok 2026-07-15T12:00:00Z · read_orders'),"
            "                ('shopify:b.myshopify.com', 'Shopify · refused'),"
            "                ('shopify:c.myshopify.com', 'my own words'),"
            "                ('other', 'Mine · default · ok')) as made (name, description)"
        )
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        helpers = connection.execute("select helper from steps where position > 10 order by position").fetchall()
        links = connection.execute("select link, subject from metric_sums order by link").fetchall()
        rows = connection.execute("select name, description, noted from credentials where name <> 'brave'").fetchall()
    assert [helper for (helper,) in helpers] == ["web-research", "my_own", None, None]
    stores = {name: (description, StoreLabel.read(noted)) for name, description, noted in rows}
    at = datetime(2026, 7, 15, 12, tzinfo=UTC)
    known = StoreLabel(name="Candle Corner", default=True, state=StoreState.OK, checked_at=at, scopes=("read_orders",))
    assert stores == {
        "shopify:a.myshopify.com": ("Candle Corner", known),
        "shopify:b.myshopify.com": ("", StoreLabel(state=StoreState.REFUSED)),
        "shopify:c.myshopify.com": ("my own words", StoreLabel()),
        "other": ("Mine · default · ok", StoreLabel()),
    }
    assert links == [
        ("", "openai:gpt"),
        ("group", "#team@s1"),
        ("helper", "ben"),
        ("review", ""),
        ("routed", "ben"),
        ("swarm", "ben@s1"),
    ]


def test_what_a_text_began_with_is_told_by_columns_and_names_after_an_upgrade(empty_database):
    urls, user = empty_database(migrated=False), uuid7()
    create(urls.owner, "0035")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        connection.execute("insert into users (user_id, name, role) values (%s, 'Somebody', 'owner')", (user,))
        connection.execute(ROWS)
        connection.execute(
            "insert into resident_turns (execution_id, swarm_id, resident_id, woken_by, digest, unfinished)"
            " values ('00000000-0000-7000-8000-000000000003', 's1', 'ana@s1', 'manual',"
            "         '[from outside] woken by hand · used readOutside', false),"
            "        ('00000000-0000-7000-8000-000000000004', 's1', 'ana@s1', 'manual',"
            "         'woken by hand · you: [from outside] said who?', false)"
        )
        server = "00000000-0000-7000-8000-0000000000aa"
        connection.execute(
            "insert into mcp_servers (id, name, origin, definition) values (%s, 'g', 'file', '{}')", (server,)
        )
        connection.execute(
            "insert into credentials (id, name, description, key_id, sealed)"
            " select gen_random_uuid(), name, '', 'k', decode(repeat('00', 40), 'hex') from unnest(%s::text[]) as name",
            ([f"mcp.{server}", "mcp.gmail", "mcp.00000000-0000-7000-8000-0000000000bb"],),
        )
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        names = {name for (name,) in connection.execute("select name from credentials").fetchall()}
        turns = connection.execute("select digest, tainted from resident_turns order by execution_id").fetchall()
    assert turns == [
        ("woken by hand · used readOutside", True),
        ("woken by hand · you: [from outside] said who?", False),
    ]
    assert names == {"brave", f"mcp-server:{server}", "mcp.gmail", "mcp.00000000-0000-7000-8000-0000000000bb"}
    for table in ("resident_turns", "credentials"):
        assert find_leaks(urls.app, table, user, None) == []


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


PLACED = {
    "supervisor": ([], "answer", None, None),
    "route-model": ([], "answer", None, None),
    "review:revision": ([], "answer", None, None),
    "model:12": ([], "answer", 12, None),
    "tool:revision-2:3": ([], "revision", 2, 3),
    "model:join-1": ([], "join", 1, None),
    "model:join-again-1": ([], "rejoin", 1, None),
    "part:2": ([], "answer", 2, None),
    "part:2/callable:1": (["part:2"], "answer", 1, None),
    "tool:1:0/tool:2:1/model:3": (["tool:1:0", "tool:1:0/tool:2:1"], "answer", 3, None),
}
TOLD = """
    insert into events (execution_id, sequence, kind, data)
    select ('00000000-0000-7000-8000-00000000000' || run)::uuid, run * 10 + place, kind, data::json
      from (values (1, 'model-call', '{"call": "tool:1:0/model:2@7", "agent": "a"}'),
                   (2, 'agent.tool_result', '{"call": "tool:1:0/tool:2:1", "result": 7}'),
                   (3, 'helper-iteration', '{"call": "tool:1:0/tool:2:1", "limit": 3}')) as told (place, kind, data),
           unnest(array[3, 4]) as run
"""


def test_what_keys_told_stands_in_the_places_of_steps_and_of_what_is_not_over(empty_database):
    urls, user = empty_database(migrated=False), uuid7()
    create(urls.owner, "0034")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        connection.execute("insert into users (user_id, name, role) values (%s, 'Somebody', 'owner')", (user,))
        connection.execute(ROWS)
        connection.execute(TOLD)
        connection.execute(
            "insert into steps (execution_id, key, position, kind, status, attempt, name, input, input_tokens,"
            " output_tokens, model_calls, tool_calls, cost)"
            " select '00000000-0000-7000-8000-000000000003', key, 10 + place, 'tool', 'running', 1, '', '{}', 0, 0, 0,"
            "        1, 0 from unnest(%s::text[]) with ordinality as made (key, place)",
            ([*PLACED],),
        )
        connection.execute(
            "insert into approvals (id, execution_id, step_key, agent_id, tool, origin, arguments, argument_hash,"
            " reason, expires_at) values (gen_random_uuid(), '00000000-0000-7000-8000-000000000004',"
            " 'part:1/tool:1:0', 'a', 't', 'builtin', '{}', '', '', now())"
        )
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        steps = connection.execute("select key, place from steps where position > 10").fetchall()
        approval = connection.execute("select place from approvals").fetchone()
        facts = connection.execute("select data from events where sequence > 40 order by sequence").fetchall()
        over = connection.execute("select data from events where sequence between 30 and 40").fetchall()
    assert {key: read_place(place) for key, place in steps} == {
        key: Place(path=tuple(path), phase=Phase(phase), round=round_number, index=index)
        for key, (path, phase, round_number, index) in PLACED.items()
    }
    assert approval is not None
    assert read_place(approval[0]) == Place(path=("part:1",), round=1, index=0)
    asked, returned, iterated = [data for (data,) in facts]
    assert (asked["step"], asked["call"], asked["agent"]) == ("tool:1:0/model:2", "tool:1:0/model:2@7", "a")
    assert read_place(asked["place"]) == Place(path=("tool:1:0",), round=2)
    assert read_place(returned["place"]) == Place(path=("tool:1:0",), round=2, index=1)
    assert read_place(iterated["place"]) == Place(path=("tool:1:0", "tool:1:0/tool:2:1"))
    assert len(over) == 3
    assert not any("place" in data for (data,) in over)
    for table in ("steps", "approvals", "events", "executions"):
        assert find_leaks(urls.app, table, user, None) == []

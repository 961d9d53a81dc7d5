"""What is read of projects takes few statements and few rows, however much a person has."""

import asyncio

import psycopg

from bailiwick.features.projects.actions import Projects
from bailiwick.features.projects.store import ProjectStore
from bailiwick.kernel.platform import Working
from support.running import person, running
from support.statements import counted

LARGE = """
    insert into tasks (id, number, title, description, folded, supervised, rank, status, tags, position)
    select gen_random_uuid(), n, 't' || n, '', 't', false, 1, 'todo', '{}', n from generate_series(1, 4000) n;
    insert into documents (id, title, content) select gen_random_uuid(), 'd' || n, 'c' from generate_series(1, 4000) n;
    insert into conversations (id, agent_id, mode, thread_key, title)
    select gen_random_uuid(), 'toby', 'direct', n::text, 'c' || n from generate_series(1, 4000) n;
    insert into plugin_notes.notes (id, title, title_key, lines)
    select gen_random_uuid(), 'n' || n, n::text, '{}' from generate_series(1, 4000) n;
    insert into projects (id, name, name_key, about, tainted)
    select gen_random_uuid(), 'p' || n, 'p' || n, '', false from generate_series(1, 20) n;
    insert into project_items (project_id, kind, item_id)
    select projects.id, kind, item_id
      from projects, lateral (
           (select 'task' as kind, id as item_id from tasks where number <= 2)
           union all (select 'document', id from documents where title in ('d1', 'd2'))
           union all (select 'conversation', id from conversations where title in ('c1', 'c2'))
           union all (select 'note', id from plugin_notes.notes where title in ('n1', 'n2'))) as things;
    analyze;
"""


def test_listing_projects_is_one_statement_and_a_page_of_one_two(own_database, tmp_path, monkeypatch):
    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone, projects = await person(platform), platform[Projects]
            with psycopg.connect(own_database.owner) as connection:
                connection.execute("select set_config('bailiwick.user_id', %s, false)", (someone.id,))
                connection.execute(LARGE)
            statements = counted(monkeypatch)
            found = await projects.list(someone.id)
            assert len(statements) == 1
            assert len(found) == 20
            assert all(each.counts == {"task": 2, "document": 2, "conversation": 2, "note": 2} for each in found)
            statements.clear()
            await projects.get(someone.id, found[0].id)
            groups = await projects.groups(someone.id, found[0].id)
            assert len(statements) == 2
            assert [each.total for each in groups] == [2, 2, 2, 2]

    asyncio.run(story())


def test_reading_projects_reads_few_rows_of_the_things_that_there_are(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO) as platform:
            someone, projects = await person(platform), platform[Projects]
            with psycopg.connect(own_database.owner) as connection:
                connection.execute("select set_config('bailiwick.user_id', %s, false)", (someone.id,))
                connection.execute(LARGE)
            kitchen = (await projects.list(someone.id, limit=1))[0]
            shown = {"kind": None, "search": None, "marked": "", "plain": "", "offset": 0, "limit": 50}
            listed = {"archived": False, "search": None, "before": None, "kind": None, "item": None, "limit": 20}
            cases = {
                "list": (listed, 400),
                "get": ({"id": kitchen.id, "kind": None, "item": None}, 100),
                "things": ({"project_id": kitchen.id, **shown}, 100),
            }
            store = platform.stores[ProjectStore]
            async with platform.database.as_user(someone.id) as connection:
                for name, (given, most) in cases.items():
                    query = store.seeing(name, projects.groupable)
                    rows = await connection.fetch(
                        f"EXPLAIN (ANALYZE, FORMAT JSON) {query.numbered}", *[given[each] for each in query.parameters]
                    )
                    assert rows_read(rows[0][0][0]["Plan"]) <= most, name

    asyncio.run(story())


def rows_read(node):
    """How many rows the scans of a plan touched, whether they kept them or not."""
    own = 0
    if "Scan" in node["Node Type"] and "Relation Name" in node:
        dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        own = (node["Actual Rows"] + dropped) * node["Actual Loops"]
    return own + sum(rows_read(child) for child in node.get("Plans", []))

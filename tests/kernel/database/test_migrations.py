"""Migrations arrive where the schema says, once, whichever process runs them."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import psycopg
import pytest

from bailiwick.kernel.database import jobs_schema
from bailiwick.kernel.database.migrate import FOLDER, head, migrate, status
from bailiwick.kernel.errors import Conflict, Unavailable
from support.catalogue import picture


def test_the_migrations_lead_to_the_schema(empty_database):
    migrated, whole = empty_database(), empty_database(migrated=False)
    with psycopg.connect(whole.owner) as connection:
        connection.execute((files("bailiwick.kernel.database") / "schema.sql").read_bytes())
    expected, found = picture(whole.owner), picture(migrated.owner)
    assert len(expected["tables"]) > 15
    for what in expected:
        assert found[what] == expected[what], what


def test_the_picture_notices_a_difference(empty_database):
    left, right = empty_database(), empty_database()
    for change, what in {
        "alter table notes add column x int": "columns",
        "grant delete on users to bailiwick_app": "tables",
        "alter table notes no force row level security": "tables",
        "drop index notes_latest": "indexes",
        "alter table notes add check (title <> '')": "constraints",
        "alter policy own_rows on notes using (true)": "policies",
    }.items():
        with psycopg.connect(right.owner) as connection:
            connection.execute(change)
            connection.commit()
        assert picture(left.owner)[what] != picture(right.owner)[what], change


def test_an_empty_database_is_migrated_and_a_migrated_one_left_alone(empty_database):
    urls = empty_database(migrated=False)
    assert not status(urls.owner).current
    before = migrate(urls.owner)
    assert (before.found, before.jobs_found) == (None, None)
    taken = picture(urls.owner), picture(urls.owner, "procrastinate")
    assert migrate(urls.owner).current
    assert status(urls.owner).current
    assert (picture(urls.owner), picture(urls.owner, "procrastinate")) == taken


def test_a_database_that_is_up_to_date_costs_no_import_of_the_job_engine(database_urls):
    program = (
        "import sys\n"
        "from bailiwick.kernel.database.migrate import migrate\n"
        "assert migrate(sys.argv[1]).current\n"
        "assert 'procrastinate' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, database_urls.owner], check=True, timeout=60)


def test_concurrent_migrators_wait_for_one_another(empty_database):
    urls = empty_database(migrated=False)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, [urls.owner] * 6))
    assert status(urls.owner).current


def test_a_migration_that_fails_changes_nothing(empty_database):
    urls = empty_database(migrated=False)
    with psycopg.connect(urls.owner) as connection:
        connection.execute("create table notes (in_the_way int)")
    with pytest.raises(Exception, match="notes"):
        migrate(urls.owner)
    assert [row[0] for row in picture(urls.owner)["tables"]] == ["notes"]
    with psycopg.connect(urls.owner) as connection:
        connection.execute("drop table notes")
    migrate(urls.owner)
    assert status(urls.owner).current


def test_a_database_of_a_newer_version_is_refused(empty_database):
    urls = empty_database()
    with psycopg.connect(urls.owner) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(Conflict, match="newer Bailiwick"):
        migrate(urls.owner)


def test_a_role_that_may_not_change_the_database_is_told_so(empty_database):
    urls = empty_database(migrated=False)
    with pytest.raises(Conflict, match="must own the database"):
        migrate(urls.app)


def test_a_database_that_cannot_be_reached_is_unavailable(tmp_path):
    with pytest.raises(Unavailable):
        migrate(f"host={tmp_path} user=nobody dbname=nothing connect_timeout=1")


def test_revisions_are_numbered_without_gaps_and_the_newest_is_the_head():
    numbers = sorted(path.name.partition("_")[0] for path in FOLDER.iterdir())
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    assert numbers[-1] == head()


def test_an_older_job_engines_tables_are_brought_up_to_date(empty_database, tmp_path, monkeypatch):
    urls = empty_database()
    newer = tmp_path / "migrations"
    newer.mkdir()
    installed = jobs_schema.installed_version()
    (newer / f"{installed}.sql").write_text("select 1 / 0")
    (newer / "99.00.00_01_pre_new.sql").write_text("alter table procrastinate_jobs add column novel int")
    monkeypatch.setattr(jobs_schema, "folder", lambda: tmp_path)
    assert not status(urls.owner).current
    migrate(urls.owner)
    assert status(urls.owner).jobs_found == "99.00.00_01_pre_new"
    assert "novel" in str(picture(urls.owner, "procrastinate")["columns"])

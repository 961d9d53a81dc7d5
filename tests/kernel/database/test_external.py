"""A PostgreSQL of the operator's own: the role is made or asked for, and cannot be left."""

import asyncio
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import yaml
from psycopg.conninfo import make_conninfo

from bailiwick.kernel.database import external
from bailiwick.kernel.database.cluster import binaries
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.database.migrate import migrate
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput, Unavailable
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.jobs import Jobs
from docs.pages import ROOT
from support.attack import find_leaks, tables
from support.people import ensure_user
from support.populate import give_everything
from support.postgres import make_all_tables

pytestmark = pytest.mark.skipif(
    "BAILIWICK_TEST_DATABASE_URL" in os.environ, reason="it needs a server whose roles it may change"
)


@pytest.fixture
def foreign(home):
    """A bare server as an operator has one: `foreign(role options)` gives the address of a database's owner."""
    with EmbeddedServer.start(home) as server:
        admin = make_conninfo(server.urls.owner, user="postgres", dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("drop database bailiwick")
            connection.execute("drop role bailiwick_owner")
            connection.execute("drop role bailiwick_app")

        def own(options, then=""):
            with psycopg.connect(admin, autocommit=True) as connection:
                connection.execute(f"create role operator login {options}")
                connection.execute("create database theirs owner operator")
                if then:
                    connection.execute(then)
            return make_conninfo(admin, user="operator", dbname="theirs")

        yield own


def test_a_role_that_may_create_roles_needs_nothing_else(foreign):
    url = foreign("createrole")
    urls = external.prepare(url)
    assert external.prepare(url) == urls
    make_all_tables(urls.owner)
    with psycopg.connect(urls.app) as connection:
        assert connection.execute("select current_user, session_user").fetchone() == ("bailiwick_app", "operator")
        connection.execute("reset role")
        assert connection.execute("select current_user").fetchone() == ("bailiwick_app",)

    async def story():
        victim, stranger = uuid7(), uuid7()
        async with Database(urls.app) as database:
            stores = Stores(database)
            for user in (victim, stranger):
                await ensure_user(stores, user, "n", "member")
            await give_everything(stores, victim)
            await Jobs(database).defer("work", victim, {})
        return victim, stranger

    victim, stranger = asyncio.run(story())
    for table in tables(urls.owner):
        assert find_leaks(urls.app, table, victim, stranger) == [], table


def test_processes_that_start_at_once_do_not_collide(foreign):
    url = foreign("createrole")
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(external.prepare, [url] * 8))) == 1


def test_a_superuser_is_bound_by_row_security_too(foreign):
    urls = external.prepare(foreign("superuser"))
    migrate(urls.owner)
    with psycopg.connect(urls.app) as connection:
        assert connection.execute("show is_superuser").fetchone() == ("off",)
        assert connection.execute("select current_user").fetchone() == ("bailiwick_app",)


def test_a_role_that_may_not_create_roles_is_told_what_to_run(foreign):
    url = foreign("nocreaterole")
    with pytest.raises(
        InvalidInput, match="CREATE ROLE bailiwick_app NOLOGIN; GRANT bailiwick_app TO operator"
    ) as told:
        external.prepare(url)
    assert told.value.field == "database_url"


def test_a_role_that_was_granted_the_application_role_is_enough(foreign):
    url = foreign("nocreaterole", "create role bailiwick_app nologin")
    with pytest.raises(InvalidInput):
        external.prepare(url)
    with psycopg.connect(make_conninfo(url, user="postgres", dbname="postgres")) as connection:
        connection.execute("grant bailiwick_app to operator")
    migrate(external.prepare(url).owner)


def test_an_application_role_that_bypasses_row_security_is_refused(foreign):
    url = foreign("superuser", "create role bailiwick_app nologin bypassrls")
    with pytest.raises(InvalidInput, match="NOBYPASSRLS"):
        external.prepare(url)


def test_an_address_that_is_none_and_a_server_that_is_silent_are_told_apart(tmp_path):
    with pytest.raises(InvalidInput, match="not an address"):
        external.prepare("postgresql://[::")
    with pytest.raises(Unavailable, match="does not answer"):
        external.prepare(f"host={tmp_path} user=x dbname=x")


def test_options_of_the_operators_address_are_kept(foreign):
    url = make_conninfo(foreign("createrole"), options="-c work_mem=7MB")
    with psycopg.connect(external.prepare(url).app) as connection:
        assert connection.execute("show work_mem").fetchone() == ("7MB",)
        assert connection.execute("show search_path").fetchone() == ("public,procrastinate",)


def test_the_roles_that_compose_yaml_makes_are_enough_and_no_superusers(home):
    told = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["configs"]["roles"]["content"]
    with EmbeddedServer.start(home) as server:
        admin = make_conninfo(server.urls.owner, user="postgres", dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("drop database bailiwick")
            connection.execute("drop role bailiwick_owner")
            connection.execute("drop role bailiwick_app")
            connection.execute("create database bailiwick template template0")  # the image does that
        # It is how the image carries out such a file.
        subprocess.run(
            [binaries() / "psql", "-v", "ON_ERROR_STOP=1", "--no-psqlrc", make_conninfo(admin, dbname="bailiwick")],
            input=told,
            env={"BAILIWICK_DATABASE_PASSWORD": "fromCompose1"},
            text=True,
            check=True,
        )
        urls = external.prepare(make_conninfo(admin, user="bailiwick", password="fromCompose1", dbname="bailiwick"))
        migrate(urls.owner)
        with psycopg.connect(urls.app) as connection:
            assert connection.execute("select current_user, session_user").fetchone() == ("bailiwick_app", "bailiwick")
        with psycopg.connect(urls.owner) as connection:
            powers = "select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = 'bailiwick'"
            assert connection.execute(powers).fetchone() == (False,)
        with psycopg.connect(admin) as connection:
            has_one = "select rolpassword is not null from pg_authid where rolname = 'bailiwick'"
            assert connection.execute(has_one).fetchone() == (True,)

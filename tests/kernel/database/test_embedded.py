"""The embedded server starts for the first that needs it, stops with the last, and survives every crash."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
import structlog

from bailiwick.kernel.database import cluster
from bailiwick.kernel.database.cluster import HERE, SYSTEM_USER, Cluster, binaries
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.database.migrate import migrate
from bailiwick.kernel.database.serve_lock import ServeLock, serving_at
from bailiwick.kernel.errors import AlreadyServing

HOLD = """
import pathlib, sys
from bailiwick.kernel.database.embedded import EmbeddedServer
server = EmbeddedServer.start(pathlib.Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
print("stopped" if server.close() else "left", flush=True)
"""
SERVE = """
import pathlib, sys
from bailiwick.kernel.database.serve_lock import ServeLock
lock = ServeLock.acquire(pathlib.Path(sys.argv[1]), "http://127.0.0.1:8420")
print("ready", flush=True)
sys.stdin.read()
"""


def process(program, home):
    """Start a process that holds something of `home` until its input ends."""
    started = subprocess.Popen(
        [sys.executable, "-c", program, str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout.readline() == "ready\n"
    return started


def kill(started):
    started.kill()
    started.wait()
    started.stdin.close()
    started.stdout.close()


def postmaster(home):
    return psutil.Process(int((home / "postgres" / "postmaster.pid").read_text().split()[0]))


@pytest.fixture(autouse=True)
def no_server_is_left_behind(home):
    yield
    if (home / "postgres" / "postmaster.pid").exists():
        EmbeddedServer.start(home).close()
    assert not (home / "postgres" / "postmaster.pid").exists()


def test_the_first_start_creates_two_roles_that_are_bound_by_row_security(home):
    with EmbeddedServer.start(home) as server:
        for url, role in ((server.urls.owner, "bailiwick_owner"), (server.urls.app, "bailiwick_app")):
            with psycopg.connect(url) as connection:
                row = connection.execute(
                    "select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, current_database()"
                    " from pg_roles where rolname = session_user"
                ).fetchone()
            assert row == (role, False, False, False, False, "bailiwick")


def test_the_server_is_durable_and_keeps_what_people_write_out_of_its_log(home):
    with EmbeddedServer.start(home) as server:
        with psycopg.connect(server.urls.owner, autocommit=True) as connection:
            settings = {
                name: connection.execute(f"show {name}").fetchone()[0]
                for name in ("fsync", "synchronous_commit", "full_page_writes", "listen_addresses", "server_encoding")
            }
            connection.execute("create table t (secret text primary key)")
            for _ in range(2):
                with suppress(psycopg.errors.UniqueViolation):
                    connection.execute("insert into t values ('hunter2')")
        assert settings == {
            "fsync": "on",
            "synchronous_commit": "on",
            "full_page_writes": "on",
            "listen_addresses": "",
            "server_encoding": "UTF8",
        }
        assert "hunter2" not in (home / "postgres" / "log").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no Unix socket")
def test_only_this_account_may_open_the_servers_socket(home):
    with EmbeddedServer.start(home):
        folder = home / "postgres"
        assert folder.stat().st_mode & 0o077 == 0
        assert (folder / ".s.PGSQL.5432").stat().st_mode & 0o077 == 0


as_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root's server runs as another account"
)


@as_root
@pytest.mark.skipif(not HERE.is_dir(), reason="this system has no other way")
def test_the_server_of_root_works_behind_closed_folders_which_stay_as_they_are(home):
    home.chmod(0o700)
    (home / "closed").mkdir(mode=0o700)
    deep = home / "closed" / "data's home"

    def modes():
        return [folder.stat().st_mode for folder in (*(deep / "postgres").parents, *binaries().parents)]

    deep.mkdir(mode=0o700)
    before = modes()
    killed = process(HOLD, deep)
    kill(killed)
    left = postmaster(deep)
    left.kill()  # what it leaves behind names another place than the directory's own
    left.wait()
    with EmbeddedServer.start(deep) as server:
        with EmbeddedServer.start(deep) as other, psycopg.connect(other.urls.owner) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
        assert postmaster(deep).username() == SYSTEM_USER
        assert server.urls.owner == other.urls.owner
    assert not (deep / "postgres" / "postmaster.pid").exists()
    assert modes() == before


@as_root
def test_where_there_is_no_other_way_what_root_opened_is_told_with_how_to_close_it(home, monkeypatch):
    monkeypatch.setattr(cluster, "HERE", home / "no such place")
    home.chmod(0o700)
    (home / "postgres").mkdir(mode=0o700)
    with structlog.testing.capture_logs() as told:
        Cluster(home / "postgres")._prepare_account()
    assert home.stat().st_mode & 0o777 == 0o701
    assert [(line["folder"], line["undo"]) for line in told] == [(str(home), f"chmod o-x {home}")]


def test_the_last_process_to_leave_stops_the_server(home):
    first, second = EmbeddedServer.start(home), EmbeddedServer.start(home)
    other = process(HOLD, home)
    server = postmaster(home)
    assert not first.close()
    assert not second.close()
    assert server.is_running()
    output, _ = other.communicate("")
    assert output == "stopped\n"
    server.wait(60)
    assert not second.close()


def test_a_killed_process_does_not_keep_the_server_alive(home):
    killed = process(HOLD, home)
    server = postmaster(home)
    kill(killed)
    assert server.is_running()
    with EmbeddedServer.start(home):
        assert postmaster(home).pid == server.pid
    server.wait(60)


def test_data_survives_when_everything_is_killed(home):
    killed = process(HOLD, home)
    with EmbeddedServer.start(home) as server:
        migrate(server.urls.owner)
        with psycopg.connect(server.urls.owner) as connection:
            connection.execute("create table kept as select 42 as answer")
        postgres = postmaster(home)
        kill(killed)
        os.kill(postgres.pid, signal.SIGKILL)
        postgres.wait(60)
    assert not (home / "postgres" / "postmaster.pid").exists()
    killed = process(HOLD, home)
    postgres = postmaster(home)
    kill(killed)
    os.kill(postgres.pid, signal.SIGKILL)
    postgres.wait(60)
    assert (home / "postgres" / "postmaster.pid").exists()
    with EmbeddedServer.start(home) as server:
        assert migrate(server.urls.owner).current
        with psycopg.connect(server.urls.owner) as connection:
            assert connection.execute("select answer from kept").fetchone() == (42,)


def test_a_stale_pid_file_whose_number_belongs_to_another_process_now_is_no_obstacle(home):
    EmbeddedServer.start(home).close()
    socket_folder = home / "postgres"
    (home / "postgres" / "postmaster.pid").write_text(
        f"{os.getpid()}\n{home / 'postgres'}\n1700000000\n5432\n{socket_folder}\n\n  1  2\nready   \n"
    )
    with EmbeddedServer.start(home) as server, psycopg.connect(server.urls.owner):
        assert postmaster(home).pid != os.getpid()


def test_a_start_that_was_interrupted_between_role_and_database_is_completed(home):
    with EmbeddedServer.start(home) as server:
        admin = psycopg.conninfo.make_conninfo(server.urls.owner, user="postgres", dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("drop database bailiwick")
            connection.execute("drop role bailiwick_owner")
    with EmbeddedServer.start(home) as server:
        assert not migrate(server.urls.owner).current


def test_a_home_with_a_long_path_and_odd_letters_works(home):
    long = home / ("a folder's näme " * 8).strip()
    with EmbeddedServer.start(long) as server, psycopg.connect(server.urls.app) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
        folder = Path(connection.info.host)
        assert folder.stat().st_mode & 0o077 == 0
    assert not folder.exists()


def test_an_existing_directory_is_started_as_it_is(home):
    systems = []
    for _ in range(2):
        with EmbeddedServer.start(home) as server, psycopg.connect(server.urls.owner) as connection:
            migrate(server.urls.owner)
            systems += connection.execute("select system_identifier from pg_control_system()").fetchone()
    assert systems[0] == systems[1]


def test_a_second_server_process_hears_the_address_of_the_first(home):
    first = process(SERVE, home)
    with pytest.raises(AlreadyServing, match=r"http://127\.0\.0\.1:8420"):
        ServeLock.acquire(home)
    assert serving_at(home) == "http://127.0.0.1:8420"
    assert json.loads((home / "serve.lock").read_text())["pid"] == first.pid
    kill(first)
    assert serving_at(home) == ""
    with ServeLock.acquire(home) as lock:
        lock.announce("http://[::1]:1")
        assert serving_at(home) == "http://[::1]:1"
        with pytest.raises(AlreadyServing, match="::1"):
            ServeLock.acquire(home)
    assert serving_at(home) == ""

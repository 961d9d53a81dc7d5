"""A backup holds everything of one moment, and a database that is made of it is the same."""

import asyncio
import json
import threading
import zipfile

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from bailiwick.features.installation.backup.backup import write_backup
from bailiwick.features.installation.backup.restore import restore
from bailiwick.kernel.database import migrate as migrations
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.people.records import Secret, TokenKind
from bailiwick.people.store import AccessStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_skills.notes.store import NoteStore
from support.attack import ENGINE_TABLES, LASTING_TABLES, NOBODYS_TABLES, SHARED_TABLES
from support.catalogue import picture
from support.people import ensure_user
from support.populate import give_everything


def fill(app_url, users, work=None):
    """Give each of these users something in every table, and a job; return what `work` made of the first one."""

    async def story():
        async with Database(app_url) as database:
            stores, jobs = Stores(database), Jobs(database)
            for user in users:
                await ensure_user(stores, user, "Somebody", "owner")
                owned = await give_everything(stores, user)
                await jobs.defer("execution", user, {"execution": owned.execution_id}, lock=f"l-{user}")
            return await work(stores, users[0]) if work else owned

    return asyncio.run(story())


def counted(admin_url, dbname):
    """Count every row as a superuser, whom no policy binds."""
    with psycopg.connect(make_conninfo(admin_url, dbname=dbname)) as connection:
        names = connection.execute(
            "select schemaname || '.' || tablename from pg_tables"
            " where schemaname in ('public', 'procrastinate') or starts_with(schemaname, 'plugin_')"
        ).fetchall()
        return {
            name: connection.execute(f"select count(*) from {name}").fetchone()[0]
            for (name,) in names
            if name.partition(".")[2] not in ENGINE_TABLES | {"model_breakers", "rate_buckets", "rate_key"}
        }


def name_of(urls):
    return psycopg.conninfo.conninfo_to_dict(urls.owner)["dbname"]


@pytest.fixture(scope="module")
def source(postgres, database_template):
    """A database with two people who have everything."""
    name = f"source_{uuid7().replace('-', '')}"
    urls = postgres.create(name, template=database_template)
    users = uuid7(), uuid7()
    owned = fill(urls.app, users)
    yield urls, users, owned
    postgres.drop(name)


@pytest.fixture(scope="module")
def backup(source, tmp_path_factory):
    """A backup of it."""
    file = tmp_path_factory.mktemp("backup") / "all.zip"
    return file, write_backup(source[0].owner, file)


def admin_of(postgres, urls):
    return make_conninfo(postgres.admin)


def test_a_backup_has_every_row_that_there_is_of_anybody(source, postgres, tmp_path):
    # One of its own: other tests may have written into the database since the one that they share was made.
    file = tmp_path / "backup" / "all.zip"
    file.parent.mkdir()
    manifest = write_backup(source[0].owner, file)
    assert {table.name: table.rows for table in manifest.tables} == counted(postgres.admin, name_of(source[0]))
    empty = {table.name.partition(".")[2] for table in manifest.tables if not table.rows}
    assert {name for name in empty if not name.startswith("procrastinate_")} <= SHARED_TABLES
    assert file.stat().st_mode & 0o777 == 0o600
    assert manifest.users == 3
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_every_row_of_a_user_hangs_on_the_user_so_that_none_is_overlooked(sync_owner):
    with sync_owner() as connection:
        rows = connection.execute(
            "select conrelid::regclass::text, confrelid::regclass::text from pg_constraint where contype = 'f'"
            " and connamespace = 'public'::regnamespace"
        ).fetchall()
        every = connection.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
    reached = {"users"}
    while more := {child for child, parent in rows if parent in reached} - reached:
        reached |= more
    assert {name for (name,) in every} - reached == ENGINE_TABLES | NOBODYS_TABLES | LASTING_TABLES


def test_what_is_restored_is_the_same_down_to_the_last_row_rule_and_number(
    source, backup, empty_database, postgres, tmp_path
):
    urls, _, owned = source
    target = empty_database(migrated=False)
    result = restore(target.owner, postgres.admin, backup[0])
    assert (result.kept, result.revision) == (None, migrations.head())
    again = write_backup(target.owner, tmp_path / "again.zip")
    was = {table.name: (table.rows, table.sha256) for table in backup[1].tables}
    now = {table.name: (table.rows, table.sha256) for table in again.tables}
    # That it was restored and backed up again was recorded meanwhile.
    assert now.pop("public.audit_entries")[0] == was.pop("public.audit_entries")[0] + 2
    assert now.pop("public.audit_heads") != was.pop("public.audit_heads")
    assert now == was
    for schema in ("public", "procrastinate"):
        assert picture(target.owner, schema) == picture(urls.owner, schema)
    with psycopg.connect(target.owner) as connection:
        asleep = connection.execute("select count(*) from pg_trigger where tgenabled <> 'O'").fetchone()
    assert asleep == (0,)

    async def goes_on(stores):
        user, token = await stores[AccessStore].verify(owned.secret)
        assert token.id == owned.token_id
        cursor_state = await stores[EventStore].cursor_state(user.id)
        await stores[NoteStore].append(user.id, "Later", ["x"], call_id="later")
        facts = await stores[EventStore].recent(user.id, limit=200)
        await stores[EventStore].append(user.id, [], execution_id=None)
        assert facts
        assert cursor_state.pruned_in > 0
        conversation = await stores[ConversationStore].get(user.id, owned.conversation_id)
        before = await stores[ConversationStore].messages(user.id, conversation.id)
        said = await stores[ConversationStore].add_message(user.id, conversation.id, "user", "after")
        assert said.position > max(message.position for message in before)

    async def story():
        async with Database(target.app) as database:
            await goes_on(Stores(database))

    asyncio.run(story())


def test_a_backup_is_of_one_moment_while_others_write(source, postgres, tmp_path, empty_database):
    urls, (user, _), _ = source
    stop, written = threading.Event(), []

    def write():
        # Two rows in two tables at a time: a backup that saw only one of them would be of no moment.
        with psycopg.connect(urls.app, autocommit=True) as connection:
            while not stop.is_set():
                number = len(written)
                with connection.transaction():
                    connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
                    connection.execute(
                        "insert into plugin_notes.note_calls (call_id, note_id) values (%s, gen_random_uuid())",
                        (f"pair-{number}",),
                    )
                    connection.execute("insert into rates (subject, hits) values (%s, '{}')", (f"pair-{number}",))
                written.append(number)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(written) < 20:
            stop.wait(0.01)
        write_backup(urls.owner, tmp_path / "moment.zip")
    finally:
        stop.set()
        thread.join()
    with zipfile.ZipFile(tmp_path / "moment.zip") as archive:
        calls = archive.read("tables/plugin_notes.note_calls").count(b"pair-")
        rates = archive.read("tables/public.rates").count(b"pair-")
    assert 20 <= calls == rates <= len(written)


def test_a_database_with_people_is_replaced_only_by_force_and_kept(source, backup, postgres, empty_database):
    target = empty_database()
    inhabitant = uuid7()
    fill(target.app, [inhabitant])
    with pytest.raises(Conflict, match="2 people"):
        restore(target.owner, postgres.admin, backup[0])
    result = restore(target.owner, postgres.admin, backup[0], force=True)
    kept = make_conninfo(target.owner, dbname=result.kept)
    try:
        with psycopg.connect(kept) as connection:
            assert (inhabitant,) in connection.execute("select user_id::text from users").fetchall()
        with psycopg.connect(target.owner) as connection:
            assert connection.execute("select count(*) from users").fetchone() == (3,)
    finally:
        postgres.drop(result.kept)


def test_nobody_may_use_the_database_while_it_is_restored(backup, postgres, empty_database):
    target = empty_database()
    with psycopg.connect(target.app), pytest.raises(Conflict, match="stop every"):
        restore(target.owner, postgres.admin, backup[0])


def spoiled(backup, folder, change):
    """A copy of the backup in which `change(name, content)` says what each entry holds; nothing to leave it out."""
    copy = folder / "spoiled.zip"
    with zipfile.ZipFile(backup[0]) as before, zipfile.ZipFile(copy, "w") as after:
        for name in before.namelist():
            content = change(name, before.read(name))
            if content is not None:
                after.writestr(name, content)
    return copy


SPOILED = {
    "changed": (lambda name, content: content + b"x\n" if "notes" in name else content, InvalidInput, "damaged"),
    "missing": (lambda name, content: None if "notes" in name else content, InvalidInput, "damaged"),
    "no manifest": (lambda name, content: None if name == "manifest.json" else content, InvalidInput, "no backup"),
    "newer schema": (lambda name, content: edited(name, content, schema="9999"), Conflict, "newer Bailiwick"),
    "newer format": (lambda name, content: edited(name, content, format=99), InvalidInput, "newer Bailiwick"),
}


def test_a_spoiled_backup_is_refused_before_anything_is_touched(source, backup, postgres, tmp_path):
    target = source[0]
    before = counted(postgres.admin, name_of(target)), picture(target.owner)
    for change, error, says in SPOILED.values():
        with pytest.raises(error, match=says):
            restore(target.owner, postgres.admin, spoiled(backup, tmp_path, change), force=True)
    assert (counted(postgres.admin, name_of(target)), picture(target.owner)) == before


@pytest.mark.parametrize("people", [False, True])
def test_a_restore_that_fails_half_way_leaves_all_as_it_was(backup, postgres, empty_database, tmp_path, people):
    target = empty_database(migrated=people)
    if people:
        fill(target.app, [uuid7()])
    before = counted(postgres.admin, name_of(target)), picture(target.owner)
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        restore(target.owner, postgres.admin, spoiled(backup, tmp_path, orphaned), force=people)
    assert (counted(postgres.admin, name_of(target)), picture(target.owner)) == before
    with psycopg.connect(postgres.admin) as connection:
        beside = "select count(*) from pg_database where datname like %s"
        assert connection.execute(beside, (f"{name_of(target)}_before%",)).fetchone() == (0,)
    if not people:
        restore(target.owner, postgres.admin, backup[0])


def edited(name, content, **changes):
    return json.dumps({**json.loads(content), **changes}) if name == "manifest.json" else content


def orphaned(name, content):
    """Leave the conversations out and have the manifest agree."""
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    if name == "tables/public.conversations":
        return b""
    if name != "manifest.json":
        return content
    manifest = json.loads(content)
    for table in manifest["tables"]:
        if table["name"] == "public.conversations":
            table.update(rows=0, sha256=empty)
    return json.dumps(manifest)


def test_a_folder_that_cannot_be_written_to_is_told(source, tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_backup(source[0].owner, tmp_path / "missing" / "x.zip")
    assert list(tmp_path.iterdir()) == []


def test_there_is_nothing_to_back_up_before_there_are_tables(empty_database, tmp_path):
    with pytest.raises(Conflict, match="nothing to back up"):
        write_backup(empty_database(migrated=False).owner, tmp_path / "x.zip")


def test_a_stranger_cannot_be_let_in_by_a_backup(backup):
    """What proves who is calling is kept as hashes, in the backup too."""
    secret = Secret.new(TokenKind.SESSION, uuid7())
    with zipfile.ZipFile(backup[0]) as archive:
        assert secret.text.encode() not in archive.read("tables/public.access_tokens")
        assert b"credentials.key" not in b"".join(name.encode() for name in archive.namelist())

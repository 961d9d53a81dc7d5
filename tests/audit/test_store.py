"""The audit log on a real PostgreSQL: appended in the act's transaction, never changed, read by whom it concerns."""

import asyncio
import threading
from contextlib import suppress
from uuid import UUID

import psycopg
import pytest

from bailiwick.features.audit.actions import Audit
from bailiwick.features.audit.records import AuditFilter, AuditHead
from bailiwick.features.audit.store import AuditStore
from bailiwick.kernel.audit.acting import Actor, Face, acting_as
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited, audited_alone, audited_by_owner
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import FIRST_OWNER_ID, UserRole
from bailiwick.people.store import AccessStore

STRANGE = 'a "quoted" \\ thing\n\té ñ \N{SNOWMAN} \u2028 \x7f \x01 \N{GRINNING FACE}'


def on(urls, story, *, pool_size=10):
    async def work():
        async with Database(urls.app, pool_size=pool_size) as database:
            return await story(Stores(database))

    return asyncio.run(work())


async def someone(stores, role=UserRole.MEMBER):
    """Return a person of whose invitation the log says nothing."""
    access, user_id = stores[AccessStore], uuid7()
    await access.ensure_owner("Owner")
    async with stores.database.as_user(FIRST_OWNER_ID) as connection:
        await connection.execute("select set_config('bailiwick.people', 'all', true)")
        await connection.execute(
            "insert into users (user_id, name, role) values ($1, 'Somebody', $2)", UUID(user_id), str(role)
        )
    return await access.user(user_id)


async def record(stores, user_id, thing, act=Act.KEY_REVOKED, **details):
    async with stores.database.as_user(user_id):
        audited(stores.database, act, "key", thing, **details)


async def things(stores, user_id, **wanted):
    return [each.thing for each in await stores[AuditStore].latest(user_id, AuditFilter(**wanted))]


def test_what_is_recorded_is_read_as_it_was_done(own_database):
    async def story(stores):
        chief = await someone(stores, UserRole.ADMIN)
        token = uuid7()
        with acting_as(Actor(face=Face.API, person=chief.id, token=token, address="192.0.2.7")):
            await record(stores, chief.id, STRANGE, Act.KEY_MADE, scopes=["read"], days=1.5, none=None, text=STRANGE)
        (found,) = await stores[AuditStore].latest(chief.id, AuditFilter())
        assert (found.act, found.kind, found.thing) == ("key-made", "key", STRANGE)
        assert (found.person, found.token, found.whose) == (chief.id, token, chief.id)
        assert (found.face, found.address) == (Face.API, "192.0.2.7")
        assert found.details == {"scopes": ["read"], "days": 1.5, "text": STRANGE}
        # The database made the hash, the product makes it again.
        assert (await Audit(stores).verify(chief)).ok

    on(own_database, story)


def test_an_act_that_is_rolled_back_leaves_no_entry_and_one_outside_a_transaction_is_refused(own_database):
    async def story(stores):
        person = await someone(stores)
        with suppress(LookupError):
            async with stores.database.as_user(person.id):
                audited(stores.database, Act.KEY_REVOKED, "key", "gone")
                raise LookupError
        with pytest.raises(RuntimeError):
            audited(stores.database, Act.KEY_REVOKED, "key", "nowhere")
        await record(stores, person.id, "kept")
        assert await things(stores, person.id) == ["kept"]
        assert (await stores[AuditStore].head(person.id)).number == 1

    on(own_database, story)


def test_people_read_what_was_done_by_them_or_to_what_is_theirs_and_administrators_all(own_database):
    async def story(stores):
        ana, ben = await someone(stores), await someone(stores)
        chief = await someone(stores, UserRole.ADMIN)
        await record(stores, ana.id, "ana's")
        await record(stores, ben.id, "ben's")
        with acting_as(Actor(face=Face.WEB, person=ana.id)):
            await record(stores, ben.id, "by ana on ben")
        async with stores.database.as_user(chief.id):
            audited(stores.database, Act.ACCOUNT_ERASED, "user", ben.id)
        await audited_alone(stores.database, None, Act.SIGN_IN_FAILED, "user", "")
        assert await things(stores, ana.id) == ["by ana on ben", "ana's"]
        assert await things(stores, ben.id) == [ben.id, "by ana on ben", "ben's"]
        assert len(await things(stores, chief.id)) == 5
        assert await things(stores, chief.id, person=ana.id) == ["by ana on ben"]
        assert await things(stores, chief.id, whose=ben.id, acts=["key-revoked"]) == ["by ana on ben", "ben's"]
        assert await things(stores, chief.id, thing=ben.id) == [ben.id]
        entries = await stores[AuditStore].latest(chief.id, AuditFilter())
        middle = entries[2].at
        assert await things(stores, chief.id, since=middle) == [each.thing for each in entries[:3]]
        assert await things(stores, chief.id, until=middle) == [each.thing for each in entries[3:]]
        page = await stores[AuditStore].latest(chief.id, AuditFilter(), limit=2)
        rest = await stores[AuditStore].latest(chief.id, AuditFilter(), before=page[-1].number)
        assert [*page, *rest] == list(entries)
        with pytest.raises(Forbidden):
            await Audit(stores).verify(ana)

    on(own_database, story)


def test_the_application_can_append_and_nothing_else(own_database):
    ids = on(own_database, lambda stores: _one_entry(stores))
    attempts = (
        "update audit_entries set act = 'x'",
        "delete from audit_entries",
        "truncate audit_entries",
        "delete from audit_heads",
        "alter table audit_entries disable trigger all",
        *(
            f"insert into audit_entries ({column}, act, face, kind, thing, details)"
            f" values ({value}, 'a', 'web', 'k', 't', '{{}}')"
            for column, value in (("user_id", f"'{uuid7()}'"), ("number", "9"), ("at", "now()"), ("hash", "''"))
        ),
    )
    for attempt in attempts:
        with psycopg.connect(own_database.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (ids,))
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(attempt)
    # The owner of the tables is refused too, as long as the trigger is there.
    for attempt in attempts[:3]:
        with psycopg.connect(own_database.owner) as owner, pytest.raises(psycopg.errors.InsufficientPrivilege):
            owner.execute(attempt)


async def _one_entry(stores):
    chief = await someone(stores, UserRole.OWNER)
    await record(stores, chief.id, "one")
    return chief.id


def test_row_security_of_the_log_is_forced_and_shows_nobody_anything(own_database):
    on(own_database, lambda stores: _one_entry(stores))
    with psycopg.connect(own_database.owner) as connection:
        rows = connection.execute(
            "select relname, relrowsecurity, relforcerowsecurity from pg_class"
            " where relname in ('audit_entries', 'audit_heads') order by relname"
        ).fetchall()
    assert rows == [("audit_entries", True, True), ("audit_heads", True, True)]
    for user in ("", uuid7()):
        with psycopg.connect(own_database.app) as connection:
            connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
            assert connection.execute("select count(*) from audit_entries").fetchone() == (0,)


def test_four_writers_at_once_leave_one_unbroken_chain(own_database):
    async def prepare(stores):
        return [(await someone(stores, role)).id for role in (UserRole.OWNER, *[UserRole.MEMBER] * 3)]

    people = on(own_database, prepare)
    start = threading.Barrier(4)

    def write(user_id):
        async def story(stores):
            start.wait(30)
            for number in range(25):
                await asyncio.gather(record(stores, user_id, f"{number}a"), record(stores, user_id, f"{number}b"))

        on(own_database, story, pool_size=2)

    writers = [threading.Thread(target=write, args=(each,)) for each in people]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)

    async def check(stores):
        chief = await stores[AccessStore].user(people[0])
        found = await Audit(stores).verify(chief)
        assert (found.ok, found.entries, found.number) == (True, 200, 200)
        assert {each.whose for each in await stores[AuditStore].latest(chief.id, AuditFilter(), limit=200)} == {*people}

    on(own_database, check)


def _verified(urls, chief_id, noted=None):
    async def story(stores):
        return await Audit(stores).verify(await stores[AccessStore].user(chief_id), noted)

    return on(urls, story)


@pytest.mark.parametrize(
    ("tampering", "code", "values"),
    [
        ("update audit_entries set thing = 'other' where number = 2", "entry-changed", {"number": "2"}),
        ("update audit_entries set details = '{\"a\": 1}' where number = 3", "entry-changed", {"number": "3"}),
        ("delete from audit_entries where number = 3", "entries-missing", {"count": 1, "first": "3", "last": "3"}),
        ("delete from audit_entries where number > 3", "entries-missing", {"count": 2, "first": "4", "last": "5"}),
        (
            "update audit_entries set number = case number when 2 then 30 else 2 end where number in (2, 3);"
            "update audit_entries set number = 3 where number = 30",
            "entry-changed",
            {"number": "2"},
        ),
        (
            "update audit_entries set thing = 'other' where number = 2;"
            "update audit_entries e set hash = audit_hash(e) where number = 2",
            "entry-unlinked",
            {"number": "3"},
        ),
        ("update audit_heads set number = 4", "head-elsewhere", {"number": "4", "last": "5"}),
    ],
)
def test_what_an_almighty_role_does_to_the_log_is_found(empty_database, sync_owner, tampering, code, values):
    urls = empty_database()

    async def prepare(stores):
        chief = await someone(stores, UserRole.OWNER)
        for number in range(5):
            await record(stores, chief.id, f"{number}")
        return chief.id

    chief_id = on(urls, prepare)
    assert _verified(urls, chief_id).ok
    with psycopg.connect(urls.owner) as connection:
        for change in (
            "alter table audit_entries disable trigger user",
            "alter table audit_entries no force row level security",
            "alter table audit_heads no force row level security",
        ):
            connection.execute(change)
        for statement in tampering.split(";"):
            connection.execute(statement)
    found = _verified(urls, chief_id)
    assert not found.ok
    assert (found.faults[0].code, dict(found.faults[0].values)) == (code, values)


def test_a_log_that_was_written_anew_as_a_whole_differs_from_what_was_noted(empty_database):
    urls = empty_database()

    async def prepare(stores):
        chief = await someone(stores, UserRole.OWNER)
        for number in range(3):
            await record(stores, chief.id, f"{number}")
        return chief.id

    chief_id = on(urls, prepare)
    before = _verified(urls, chief_id)
    noted = AuditHead(before.number, before.hash)
    assert _verified(urls, chief_id, noted).ok
    with psycopg.connect(urls.owner) as connection:
        connection.execute("alter table audit_entries disable trigger stays")
        connection.execute("alter table audit_entries no force row level security")
        connection.execute("truncate audit_entries")
        connection.execute("delete from audit_heads")
        connection.execute("alter table audit_entries force row level security")
        for _ in range(3):
            audited_by_owner(connection, Act.KEY_REVOKED, "key", "forged")
    assert _verified(urls, chief_id).ok
    forged = _verified(urls, chief_id, noted)
    assert [fault.code for fault in forged.faults] == ["noted-elsewhere"]

"""Registrations are every user's to read and administrators' to write; what people enable is their own."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from bailiwick.features.mcp.records import (
    CredentialPlace,
    Enablement,
    McpApproval,
    McpServer,
    McpTransport,
    NeededCredential,
)
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.kernel.errors import Conflict, Forbidden, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.tools.records import ToolDefinition

FULL = McpServer(
    id="",
    name="",
    transport=McpTransport.STDIO,
    title="Mail",
    description="Reads mail.",
    command="/usr/bin/mail",
    args=("--stdio", "ñ"),
    paths=("/opt/mail",),
    environment=("TZ",),
    tools=("read_.*",),
    read_only=True,
    approval=McpApproval.ALWAYS,
    network=True,
    credentials=(NeededCredential(name="token", place=CredentialPlace.ENVIRONMENT, key="TOKEN", prefix="p"),),
    calls_per_minute=7,
    timeout_seconds=9.5,
)


def named(name=None, **changes):
    fields = {slot: getattr(FULL, slot) for slot in FULL.__dataclass_fields__}
    return McpServer(**{**fields, "id": uuid7(), "name": name or f"mail-{uuid7()[-12:]}", **changes})


def tool(name, digest="d" * 64, **changes):
    return ToolDefinition(
        name=name, description=f"About {name}", parameters={"type": "object"}, digest=digest, **changes
    )


@pytest.fixture
def admin(new_user_id):
    return new_user_id("Administrator", "admin")


def test_a_registration_is_read_back_whole_by_everybody(stores_run, new_user_id, admin):
    async def story(stores):
        added = await stores[McpServerStore].add(admin, named())
        seen = await stores[McpServerStore].server(new_user_id(), added.id)
        assert seen == added
        assert seen.registered_by == admin
        for field in ("args", "paths", "tools", "credentials", "environment", "approval", "timeout_seconds"):
            assert getattr(seen, field) == getattr(FULL, field)
        assert added.id in {server.id for server in await stores[McpServerStore].servers(new_user_id())}

    stores_run(story)


def test_members_cannot_register_change_or_remove(stores_run, new_user_id, admin):
    async def story(stores):
        member, server = new_user_id(), await stores[McpServerStore].add(admin, named())
        with pytest.raises(Forbidden):
            await stores[McpServerStore].add(member, named())
        with pytest.raises(Forbidden):
            await stores[McpServerStore].change(member, named(server.name, id=server.id, command="/bin/sh"))
        with pytest.raises(Forbidden):
            await stores[McpServerStore].remove(member, server.id)
        assert await stores[McpServerStore].server(member, server.id) == server

    stores_run(story)


def test_the_database_itself_refuses_what_members_try(sync_app, new_user_id, stores_run, admin):
    async def story(stores):
        return await stores[McpServerStore].add(admin, named())

    server, member = stores_run(story), new_user_id()
    insert = "insert into mcp_servers (id, name, origin, definition) values (%s, %s, 'registered', '{}')"
    with pytest.raises(psycopg.errors.InsufficientPrivilege), sync_app(member) as connection:
        connection.execute(insert, (uuid7(), f"x{uuid7()[-8:]}"))
    with pytest.raises(psycopg.errors.InsufficientPrivilege), sync_app() as connection:
        connection.execute(insert, (uuid7(), f"x{uuid7()[-8:]}"))
    with sync_app(member) as connection:
        assert connection.execute("update mcp_servers set definition = '{}'").rowcount == 0
        assert connection.execute("delete from mcp_servers").rowcount == 0
        assert connection.execute("select count(*) from mcp_servers where id = %s", (server.id,)).fetchone() == (1,)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), sync_app(admin) as connection:
        connection.execute("update mcp_servers set user_id = %s", (admin,))
    for nobody in (None, uuid7()):
        with sync_app(nobody) as connection:
            assert connection.execute("select count(*) from mcp_servers").fetchone() == (0,)
            assert connection.execute("delete from mcp_servers").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege), sync_app(member) as connection:
        # In another's name.
        connection.execute(
            "insert into mcp_servers (user_id, id, name, origin, definition) values (%s, %s, 'y', 'file', '{}')",
            (admin, uuid7()),
        )


def test_the_policies_of_the_shared_table_are_these_and_no_others(sync_owner):
    with sync_owner() as connection:
        rows = connection.execute(
            "select polname, polcmd::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)"
            " from pg_policy where polrelid = 'mcp_servers'::regclass order by polname"
        ).fetchall()
        forced = connection.execute(
            "select relrowsecurity, relforcerowsecurity from pg_class where relname = 'mcp_servers'"
        ).fetchone()
    assert forced == (True, True)
    assert [(name, command) for name, command, _, _ in rows] == [
        ("added_by_administrators", "a"),
        ("changed_by_administrators", "w"),
        ("read_by_people", "r"),
        ("removed_by_administrators", "d"),
    ]
    for _, _, using, check in rows:
        condition = using or check
        assert "FROM users" in condition
        assert "acting_user()" in condition


def test_names_are_unique_among_all_administrators(stores_run, new_user_id, admin):
    async def story(stores):
        first = await stores[McpServerStore].add(admin, named())
        other = new_user_id("Owner", "owner")
        with pytest.raises(Conflict):
            await stores[McpServerStore].add(other, named(first.name))
        second = await stores[McpServerStore].add(other, named())
        with pytest.raises(Conflict):
            await stores[McpServerStore].change(other, named(first.name, id=second.id))
        changed = await stores[McpServerStore].change(other, named(first.name, id=first.id, title="New"))
        assert (changed.title, changed.registered_by) == ("New", admin)

    stores_run(story)


def test_unknown_servers_are_not_found(stores_run, admin):
    async def story(stores):
        for missing in (uuid7(), "nonsense"):
            with pytest.raises(NotFound):
                await stores[McpServerStore].server(admin, missing)
            with pytest.raises(NotFound):
                await stores[McpServerStore].remove(admin, missing)

    stores_run(story)


def test_what_is_offered_first_is_approved_and_what_comes_later_is_not(stores_run, new_user_id):
    async def story(stores):
        user, server_id = new_user_id(), uuid7()
        mine = stores[McpServerStore]
        await mine.enable(
            user, Enablement(server_id=server_id, server_name="mail", enabled=True, credentials={"a": "b"})
        )
        first = await mine.reached(
            user, server_id, [tool("read"), tool("bad", refused="no")], ["n"], protocol="p", software="s"
        )
        assert set(first[1].approved) == {"read"}
        before, after = await mine.reached(
            user, server_id, [tool("read", "e" * 64), tool("new")], [], protocol="p", software="s"
        )
        assert {name: approved.digest for name, approved in after.approved.items()} == {"read": "d" * 64}
        assert [each.name for each in before.offered] == ["read", "bad"]
        with pytest.raises(Conflict):
            await mine.approve(user, server_id, [("read", "d" * 64)])
        with pytest.raises(NotFound):
            await mine.approve(user, server_id, [("other", "d" * 64)])
        approved = await mine.approve(user, server_id, [("read", "e" * 64), ("new", "d" * 64)])
        assert {name: each.digest for name, each in approved.approved.items()} == {"read": "e" * 64, "new": "d" * 64}
        assert await mine.enablement(user, server_id) == approved

    stores_run(story)


def test_a_failure_is_kept_until_the_server_is_reached_or_enabled_anew(stores_run, new_user_id):
    async def story(stores):
        user, server_id = new_user_id(), uuid7()
        mine, later = stores[McpServerStore], datetime.now(UTC) + timedelta(minutes=1)
        enablement = Enablement(server_id=server_id, server_name="mail", enabled=True)
        await mine.failed(user, server_id, "it is down", later, 1)
        assert await mine.enablement(user, server_id) is None
        await mine.enable(user, enablement)
        await mine.failed(user, server_id, "it is down", later, 3)
        failed = await mine.enablement(user, server_id)
        assert (failed.problem, failed.failures, failed.retry_at) == ("it is down", 3, later)
        again = await mine.enable(user, enablement)
        assert (again.problem, again.failures, again.retry_at) == ("", 0, None)

    stores_run(story)


def test_what_is_disabled_takes_no_offer(stores_run, new_user_id):
    async def story(stores):
        user, server_id = new_user_id(), uuid7()
        mine = stores[McpServerStore]
        assert not await mine.disable(user, server_id)
        await mine.enable(user, Enablement(server_id=server_id, server_name="mail", enabled=True))
        assert await mine.disable(user, server_id)
        assert await mine.reached(user, server_id, [tool("read")], [], protocol="", software="") is None

    stores_run(story)


def test_enablements_are_their_persons_alone(stores_run, new_user_id):
    async def story(stores):
        mine, theirs, server_id = new_user_id(), new_user_id(), uuid7()
        await stores[McpServerStore].enable(mine, Enablement(server_id=server_id, server_name="mail", enabled=True))
        assert await stores[McpServerStore].enablements(theirs) == []
        assert await stores[McpServerStore].enablement(theirs, server_id) is None
        assert not await stores[McpServerStore].forget(theirs, server_id)
        assert await stores[McpServerStore].forget(mine, server_id)

    stores_run(story)

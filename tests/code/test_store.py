"""What programs may see and import is the installation's: administrators write it, the others read their part."""

import psycopg
import pytest

from bailiwick.features.code.store import ProgramGrantStore
from bailiwick.kernel.errors import Forbidden, NotFound
from bailiwick.people.records import FIRST_OWNER_ID

LEND = {"writable": False, "for_everybody": False, "agent_id": None}


def test_folders_are_lent_by_administrators_and_read_by_whom_they_are_lent_to(new_user_id, stores_run, sync_app):
    async def story(stores):
        store, member, chief, other = (
            stores[ProgramGrantStore],
            new_user_id(),
            new_user_id(role="admin"),
            new_user_id(role="owner"),
        )
        own = await store.lend(chief, "own", "/srv/own", **LEND)
        await store.lend(chief, "shared", "/srv/shared", **{**LEND, "for_everybody": True, "writable": True})
        await store.lend(chief, "for-ami", "/srv/ami", **{**LEND, "for_everybody": True, "agent_id": "ami"})
        assert [each.name for each in await store.folders(member)] == ["for-ami", "shared"]
        assert [each.name for each in await store.folders(other)] == ["for-ami", "own", "shared"]
        assert [each.name for each in await store.folders_for(other, None)] == ["shared"], (
            "another's own is not lent to"
        )
        assert [each.name for each in await store.folders_for(member, "ami")] == ["for-ami", "shared"]
        assert [each.name for each in await store.folders_for(chief, "peter")] == ["own", "shared"]
        with pytest.raises(Forbidden):
            await store.lend(member, "mine", "/srv/mine", **LEND)
        with pytest.raises(NotFound):
            await store.take_back(member, own.id)
        for who in (member, chief):
            with sync_app(who) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(
                    "insert into lent_folders (user_id, id, name, path, writable, for_everybody)"
                    " values (%s, gen_random_uuid(), 'x', '/', true, true)",
                    (FIRST_OWNER_ID,),
                )
        with sync_app(member) as connection:
            assert connection.execute("delete from lent_folders").rowcount == 0
        with sync_app(member) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("update lent_folders set writable = true")
        with sync_app() as connection:
            assert connection.execute("select count(*) from lent_folders").fetchone() == (0,)
        await store.take_back(other, own.id)
        assert "own" not in [each.name for each in await store.folders(chief)]

    stores_run(story)


def test_packages_are_granted_by_administrators_and_read_by_everybody(new_user_id, stores_run, sync_app):
    async def story(stores):
        store, member, chief, other = (
            stores[ProgramGrantStore],
            new_user_id(),
            new_user_id(role="admin"),
            new_user_id(role="owner"),
        )
        await store.grant(chief, "lodash", "^4")
        await store.grant(other, "lodash", "4.17.21")
        assert [(each.name, each.version) for each in await store.packages(member)] == [("lodash", "4.17.21")]
        with pytest.raises(Forbidden):
            await store.grant(member, "left-pad", "*")
        assert [each.name for each in await store.packages(member)] == ["lodash"]
        with pytest.raises(Forbidden):
            await store.grant(member, "lodash", "*")
        assert [(each.name, each.version) for each in await store.packages(member)] == [("lodash", "4.17.21")]
        with pytest.raises(NotFound):
            await store.revoke(member, "lodash")
        with sync_app(member) as connection:
            assert connection.execute("delete from granted_packages").rowcount == 0
        with sync_app() as connection:
            assert connection.execute("select count(*) from granted_packages").fetchone() == (0,)
        await store.revoke(chief, "lodash")
        assert await store.packages(member) == []

    stores_run(story)

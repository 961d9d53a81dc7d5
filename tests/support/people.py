"""People of tests."""

from contextlib import suppress
from typing import Any

import psycopg

from bailiwick.features.account.persons_store import PersonStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import NotFound
from bailiwick.people.records import FIRST_OWNER_ID, User, UserRole
from bailiwick.people.store import AccessStore


def add_user(connection: psycopg.Connection[Any], user_id: str, name: str = "Somebody", role: str = "member") -> None:
    """Add a person, invited by the first owner, who is created where there is none; the transaction acts as the person
    afterwards."""
    for setting, value in (("user_id", FIRST_OWNER_ID), ("people", "all")):
        connection.execute("select set_config('bailiwick.' || %s, %s, true)", (setting, value))
    insert = "insert into users (user_id, name, role) values (%s, %s, %s) on conflict do nothing"
    connection.execute(insert, (FIRST_OWNER_ID, "Owner", "owner"))
    connection.execute(insert, (user_id, name, role))
    for setting, value in (("user_id", user_id), ("people", "")):
        connection.execute("select set_config('bailiwick.' || %s, %s, true)", (setting, value))


async def ensure_user(stores: Stores, user_id: str, name: str, role: UserRole | str = UserRole.MEMBER) -> User:
    """Return a person who has come in, invited by the first owner, who is created where there is none."""
    access = stores[AccessStore]
    owner = await access.ensure_owner("Owner")
    with suppress(NotFound):
        return await access.user(user_id)
    await stores[PersonStore].add(owner.id, user_id, name, UserRole(role), None)
    await access.join(user_id)
    return await access.user(user_id)

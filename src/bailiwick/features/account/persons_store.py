"""The people of an installation, as those who administer it see them."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from asyncpg import InsufficientPrivilegeError, RestrictViolationError, UniqueViolationError

from bailiwick.features.account.reasons import AccountReason
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.records import Person, PersonState, UserRole


class PersonStore:
    """People, read and written as an administrator; what they write and own is not reached from here."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.account.persons_store")

    @asynccontextmanager
    async def _as_administrator(self, user_id: str) -> AsyncGenerator[Connection]:
        """Open a transaction that is about all people; the database shows them to administrators alone.

        Raises `Forbidden` for a change of an owner by somebody else, `Conflict` for one after which there is no owner,
        `InvalidInput` for a name to sign in with that another has.
        """
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.one(connection, "about_all")
                yield connection
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(AccountReason.OWNERS_ONLY)) from None
        except RestrictViolationError:
            raise Conflict(Reason.of(AccountReason.LAST_OWNER)) from None
        except UniqueViolationError:
            raise InvalidInput(Reason.of(ReasonCode.SIGN_IN_NAME_TAKEN), field="signInName") from None

    async def persons(self, by: str) -> Sequence[Person]:
        """Return all people, those who came first first; none to somebody who does not administer."""
        async with self._as_administrator(by) as connection:
            return [_person(row) for row in await self._queries.all(connection, "persons", limit=MOST_ROWS)]

    async def person(self, by: str, person_id: str) -> Person:
        """Return one person. Raises `NotFound`, also for somebody who does not administer."""
        async with self._as_administrator(by) as connection:
            return await self._one(connection, person_id)

    async def add(self, by: str, person_id: str, name: str, role: UserRole, sign_in_name: str | None) -> Person:
        """Write down who is invited. Raises `Forbidden`, `InvalidInput`."""
        async with self._as_administrator(by) as connection:
            await self._queries.run(
                connection,
                "add",
                id=as_uuid(person_id, "user"),
                name=name,
                role=role,
                sign_in_name=sign_in_name,
            )
            audited(self._database, Act.PERSON_INVITED, "user", person_id, role=role)
            return await self._one(connection, person_id)

    async def change(self, by: str, person_id: str, name: str, role: UserRole, *, suspended: bool) -> Person:
        """Set what administrators may set of a person. Raises `NotFound`, `Forbidden`, `Conflict`."""
        async with self._as_administrator(by) as connection:
            before = await self._one(connection, person_id)
            given = {"id": as_uuid(person_id, "user"), "name": name, "role": role, "suspended": suspended}
            await self._queries.run(connection, "change", **given)
            self._database.note_change(person_id)
            person = await self._one(connection, person_id)
            if (person.name, person.role) != (before.name, before.role):
                audited(self._database, Act.PERSON_CHANGED, "user", person_id, role=role)
            if PersonState.SUSPENDED in (before.state, person.state) and person.state is not before.state:
                act = Act.PERSON_SUSPENDED if person.state is PersonState.SUSPENDED else Act.PERSON_RESUMED
                audited(self._database, act, "user", person_id)
            return person

    async def has_other_owner(self, owner: str) -> bool:
        """Whether somebody else is an owner too, and can come in."""
        async with self._as_administrator(owner) as connection:
            return bool((await self._queries.row(connection, "other_owners", id=as_uuid(owner, "user")))["others"])

    async def end_keys_of_all(self, user_id: str) -> None:
        """End a user's keys for what only administrators may see."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "end_keys_of_all")
            self._database.note_change(user_id)

    async def _one(self, connection: Connection, person_id: str) -> Person:
        row = await self._queries.one(connection, "person", id=as_uuid(person_id, "user"))
        if row is None:
            raise not_found("user")
        return _person(row)


def _person(row: dict[str, Any]) -> Person:
    state = PersonState.ACTIVE if row["suspended_at"] is None else PersonState.SUSPENDED
    return Person(
        id=str(row["user_id"]),
        name=row["name"],
        role=UserRole(row["role"]),
        sign_in_name=row["sign_in_name"],
        state=PersonState.INVITED if row["joined_at"] is None else state,
        created_at=row["created_at"],
        joined_at=row["joined_at"],
    )

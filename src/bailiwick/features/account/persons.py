"""Who belongs here: people invited, given a role, suspended and removed by those who administer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bailiwick.features.account.actions import Account
from bailiwick.features.account.persons_store import PersonStore
from bailiwick.features.account.reasons import AccountReason
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.actions import People, readable_name
from bailiwick.people.records import ADMINISTRATORS, Person, PersonState, User, UserRole
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation(Record):
    """A person who was invited, and the link with which they come in."""

    person: Person
    path: str | None
    """Of this server. It is shown this once and not stored: a repetition of the request gets null here."""
    expires_at: datetime | None
    """Until when the link works."""


class Persons:
    """What administrators may do about people; what these write, own and do they cannot see from here."""

    def __init__(self, store: PersonStore, people: People, account: Account) -> None:
        self._store = store
        self._people = people
        self._account = account

    async def all(self, by: User) -> Sequence[Person]:
        """Return all people, those who came first first."""
        return await self._store.persons(by.id)

    async def one(self, by: User, person_id: str) -> Person:
        """Return one person. Raises `NotFound`."""
        return await self._store.person(by.id, person_id)

    async def invite(self, by: User, name: str, role: UserRole, sign_in_name: str | None = None) -> Person:
        """Write down who is invited; `link` returns what they come in with.

        Raises `Forbidden` where an administrator invites an owner; `InvalidInput` for a name to sign in with that
        cannot be taken.
        """
        may_give(by, role)
        wanted = None if sign_in_name is None else readable_name(sign_in_name)
        return await self._store.add(by.id, uuid7(), name, role, wanted)

    async def link(self, by: User, person_id: str) -> Invitation:
        """Return a new link for who was invited and has not come in; earlier ones work no longer.

        Raises `NotFound`; `Conflict` for who has come in: a link would let its holder read what is theirs.
        """
        person = await self._store.person(by.id, person_id)
        if person.state is not PersonState.INVITED:
            raise Conflict(Reason.of(AccountReason.HAS_JOINED, name=person.name))
        path, expires_at = await self._people.invitation(person_id)
        return Invitation(person=person, path=path, expires_at=expires_at)

    async def change(
        self,
        by: User,
        person_id: str,
        *,
        name: str | None = None,
        role: UserRole | None = None,
        suspended: bool | None = None,
    ) -> Person:
        """Set what is given of a person. Who is suspended is signed out, and what works for them is stopped.

        Raises `NotFound`; `Forbidden` where an administrator changes an owner or makes one; `Conflict` where somebody
        suspends themselves, or there would be no owner any more.
        """
        before = await self._store.person(by.id, person_id)
        may_give(by, before.role, role or before.role)
        if suspended and person_id == by.id:
            raise Conflict(Reason.of(AccountReason.NOT_YOURSELF))
        is_suspended = before.state is PersonState.SUSPENDED if suspended is None else suspended
        person = await self._store.change(
            by.id, person_id, name or before.name, role or before.role, suspended=is_suspended
        )
        if before.role in ADMINISTRATORS and person.role not in ADMINISTRATORS:
            await self._store.end_keys_of_all(person_id)
        if person.state is PersonState.SUSPENDED and before.state is not PersonState.SUSPENDED:
            await self._people.end_sessions(person_id)
            await self._account.stop_everything(person_id)
        return person

    async def remove(self, by: User, person_id: str, confirm: str) -> None:
        """Delete a person with everything of theirs, for good; `confirm` is their name.

        Raises `NotFound`, `Forbidden` where an administrator removes an owner, `InvalidInput`, `Conflict`.
        """
        person = await self._store.person(by.id, person_id)
        may_give(by, person.role)
        if confirm.strip() != person.name:
            raise InvalidInput(Reason.of(AccountReason.CONFIRM_THEIR_NAME), field="confirm")
        await self._account.erase(person_id, person.name)


def may_give(by: User, *roles: UserRole) -> None:
    """Raises `Forbidden` unless the user may make and change people of these roles."""
    if by.role not in ADMINISTRATORS:
        raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
    if UserRole.OWNER in roles and by.role is not UserRole.OWNER:
        raise Forbidden(Reason.of(AccountReason.OWNERS_ONLY))

"""Credentials: stored sealed, opened only inside tool calls, sealed anew when the key is replaced."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited, audited_alone
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, WrongKey
from bailiwick.kernel.events.facts import CredentialChanged
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode, reason_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.tools.credential_store import CredentialStore
from bailiwick.tools.credentials import (
    INSTALLATION,
    Credential,
    Resealed,
    Sealed,
    check_description,
    check_name,
    check_value,
)
from bailiwick.tools.records import NoSecrets, Secrets
from bailiwick.tools.sealing import Key, KeyRing, seal, unseal

MOST_CREDENTIALS = 500
"""Per person."""
BATCH = 200
"""Credentials that are sealed anew in one transaction."""
TRIES = 3
"""How often a value is looked up whose key has just been dropped by a rotation."""

T = TypeVar("T")
log = structlog.get_logger(__name__)


class Credentials:
    """A person's credentials, and the keys that seal every user's."""

    def __init__(
        self, database: Database, stores: Stores, ring: KeyRing, users: Callable[[], Awaitable[Sequence[str]]]
    ) -> None:
        """`users` lists every user whose credentials a rotation has to reach."""
        self._database = database
        self._stores = stores
        self._making = asyncio.Lock()
        self._ring = ring
        self._users = users

    @property
    def place(self) -> str:
        """Where the keys are: a file, or the name of an environment variable."""
        return self._ring.place

    def secrets_for(self, user_id: str) -> Secrets:
        """Return what opens this person's credentials for tools."""
        return _PersonsSecrets(self, user_id)

    async def list(self, user_id: str) -> Sequence[Credential]:
        """Return the person's credentials by name; never a value."""
        return await self._stores[CredentialStore].list(user_id)

    async def store(
        self, user_id: str, name: str, value: str, description: str = "", *, noted: Mapping[str, Any] | None = None
    ) -> Credential:
        """Seal and store a value, with what is known of what it opens.

        Raises `InvalidInput`, `WrongKey`, `Conflict` (name taken, too many).
        """
        check_name(name)
        check_value(value)
        check_description(description)
        await self._first_key(user_id)
        async with self._database.as_user(user_id):
            await self._stores[CredentialStore].while_sealing(user_id)
            if len(await self._stores[CredentialStore].list(user_id)) >= MOST_CREDENTIALS:
                raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_CREDENTIALS))
            credential_id = uuid7()
            sealed = seal(self._newest(), user_id, credential_id, value)
            made = await self._stores[CredentialStore].add(user_id, credential_id, name, description, sealed, noted)
            await self._tell(user_id, made, "created")
            return made

    async def replace(
        self,
        user_id: str,
        credential_id: str,
        *,
        value: str | None = None,
        description: str | None = None,
        noted: Mapping[str, Any] | None = None,
    ) -> Credential:
        """Replace what is given of value, description and what is known of what it opens.

        Raises `NotFound`, `InvalidInput`, `WrongKey`.
        """
        if description is not None:
            check_description(description)
        if value is not None:
            check_value(value)
            await self._first_key(user_id)
        async with self._database.as_user(user_id):
            await self._stores[CredentialStore].while_sealing(user_id)
            sealed = None if value is None else seal(self._newest(), user_id, credential_id, value)
            changed = await self._stores[CredentialStore].change(
                user_id, credential_id, sealed=sealed, description=description, noted=noted
            )
            await self._tell(user_id, changed, "replaced")
            return changed

    async def delete(self, user_id: str, credential_id: str) -> Credential:
        """Delete for good and return what it was. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            gone = await self._stores[CredentialStore].delete(user_id, credential_id)
            await self._tell(user_id, gone, "deleted")
            return gone

    async def open(self, user_id: str, name: str) -> str | None:
        """Return the value of that name and note its use; None when there is none. Raises `WrongKey`."""
        for attempt in range(TRIES):
            found = await self._stores[CredentialStore].find(user_id, name)
            if found is None:
                return None
            credential_id, sealed = found
            keys = self._ring.read()
            # A rotation may have sealed it anew and dropped the old key since the row was read.
            if attempt == TRIES - 1 or sealed.key_id in {key.id for key in keys}:
                return unseal(keys, user_id, credential_id, sealed)
        return None

    async def prepare(self, user_id: str) -> None:
        """See to it that there is a key to seal with; before the transaction in which `seal` is called.

        Raises `WrongKey`.
        """
        await self._first_key(user_id)

    async def seal(self, user_id: str, owner: str, thing_id: str, value: str) -> Sealed:
        """Seal what the caller stores in the transaction that it has open, for an owner and a thing. Raises `WrongKey`.

        What is stored elsewhere than as a credential must be reached by a rotation too.
        """
        await self._stores[CredentialStore].while_sealing(user_id)
        return seal(self._newest(), owner, thing_id, value)

    def unseal(self, owner: str, thing_id: str, sealed: Sealed) -> str:
        """Return what `seal` sealed. Raises `WrongKey`."""
        return unseal(self._ring.read(), owner, thing_id, sealed)

    async def check(self) -> None:
        """Raise `WrongKey` when the keys are malformed, or when they are not those of the first owner's credentials."""
        known = {key.id for key in self._ring.read()}
        missing = set(await self._stores[CredentialStore].keys(FIRST_OWNER_ID)) - known
        if missing:
            raise self._missing(missing)

    async def problems(self) -> Sequence[Reason]:
        """Return what is wrong with the keys, looking at every user's credentials; nothing when all is well."""
        found: list[Reason] = []
        try:
            missing = await self._keys_in_use() - {key.id for key in self._ring.read()}
        except WrongKey as error:
            return [reason_of(error.said)]
        if missing:
            found.append(reason_of(self._missing(missing).said))
        if self._ring.open_to_others:
            found.append(Reason.of(ReasonCode.KEYS_READABLE, place=self._ring.place))
        return found

    async def rotate(self, user_id: str) -> Resealed:
        """Seal everything with a new key while readers go on, then drop the old ones.

        A rotation that was interrupted is gone on with: no further key is made while an old one is still there. Where
        the environment gives the keys nothing is made or dropped; everything is sealed with the first of them. Raises
        `WrongKey`, `Conflict`. `user_id` is who asks.
        """
        await self._begin_rotation(user_id)
        users = await self._users()
        resealed = failed = 0
        for each in users:
            after: str | None = None
            while batch := await self._reseal_some(each, after):
                after = batch.last
                resealed, failed = resealed + batch.resealed, failed + batch.failed
            after = None
            while batch := await self._reseal_connections(each, after):
                after = batch.last
                resealed, failed = resealed + batch.resealed, failed + batch.failed
        dropped = await self._end_rotation(user_id)
        log.info("credentials are sealed with another key", users=len(users), resealed=resealed, failed=failed)
        newest = self._newest().id
        await audited_alone(
            self._database,
            user_id,
            Act.CREDENTIALS_RESEALED,
            "installation",
            INSTALLATION,
            key=newest,
            count=resealed,
            failed=failed,
        )
        return Resealed(
            key_id=newest,
            resealed=resealed,
            failed=failed,
            users=len(users),
            dropped=tuple(key.id for key in dropped),
        )

    async def discard_lost(self) -> int:
        """Delete every credential whose key is not on the ring, which cannot be opened any more; returns how many."""
        known = [key.id for key in self._ring.read()]
        return sum([await self._discard_lost_of(user_id, known) for user_id in await self._users()])

    async def _discard_lost_of(self, user_id: str, known: Sequence[str]) -> int:
        async with self._database.as_user(user_id):
            count = await self._stores[CredentialStore].discard(user_id, known)
            if count:
                audited(self._database, Act.CREDENTIALS_DISCARDED, "user", user_id, count=count)
            return count

    async def _begin_rotation(self, user_id: str) -> None:
        async with self._database.as_user(user_id):
            await self._stores[CredentialStore].while_sealing(user_id, alone=True)
            keys = self._ring.read()
            missing = await _apart(self._keys_in_use()) - {key.id for key in keys}
            if missing:
                raise self._missing(missing)
            if self._ring.given and len(keys) < 2:
                raise Conflict(Reason.of(ReasonCode.KEY_IS_THE_ONLY_ONE, place=self._ring.place))
            if not self._ring.given and len(keys) < 2:
                self._ring.write([Key.new(), *keys])

    async def _reseal_some(self, user_id: str, after: str | None) -> "_Batch | None":
        async with self._database.as_user(user_id):
            await self._stores[CredentialStore].while_sealing(user_id)
            keys = self._ring.read()
            found = await self._stores[CredentialStore].sealed_otherwise(user_id, keys[0].id, after=after, limit=BATCH)
            failed = 0
            for credential_id, sealed in found:
                try:
                    value = unseal(keys, user_id, credential_id, sealed)
                except WrongKey as error:
                    failed += 1
                    log.warning("a credential could not be sealed anew", credential=credential_id, reason=str(error))
                    continue
                anew = seal(keys[0], user_id, credential_id, value)
                await self._stores[CredentialStore].reseal(user_id, credential_id, anew)
            return _Batch(found[-1][0], len(found) - failed, failed) if found else None

    async def _reseal_connections(self, user_id: str, after: str | None) -> "_Batch | None":
        store = self._stores[CredentialStore]
        async with self._database.as_user(user_id):
            await store.while_sealing(user_id)
            keys = self._ring.read()
            found = await store.connections_sealed_otherwise(user_id, keys[0].id, after=after, limit=BATCH)
            failed = 0
            for connection_id, owner, sealed in found:
                try:
                    value = unseal(keys, owner, connection_id, sealed)
                except WrongKey as error:
                    failed += 1
                    log.warning("a connection's key could not be sealed anew", id=connection_id, reason=str(error))
                    continue
                await store.reseal_connection(user_id, connection_id, seal(keys[0], owner, connection_id, value))
            return _Batch(found[-1][0], len(found) - failed, failed) if found else None

    async def _end_rotation(self, user_id: str) -> Sequence[Key]:
        """Drop the keys that seal nothing any more, while no process is about to store anything."""
        if self._ring.given:
            return ()
        async with self._database.as_user(user_id):
            await self._stores[CredentialStore].while_sealing(user_id, alone=True)
            newest, *older = self._ring.read()
            used = await _apart(self._keys_in_use())
            kept = [key for key in older if key.id in used]
            self._ring.write([newest, *kept])
            return [key for key in older if key.id not in used]

    async def _first_key(self, user_id: str) -> None:
        """Make the first key, unless there is one or credentials exist that another key sealed."""
        if self._ring.read():
            return

        async def make() -> None:
            async with self._database.as_user(user_id):
                await self._stores[CredentialStore].while_sealing(user_id, alone=True)
                if self._ring.read():
                    return
                used = await _apart(self._keys_in_use())
                if used:
                    raise self._missing(used)
                self._ring.write([Key.new()])

        async with self._making:  # one at a time: each holds a connection while it looks through all users
            await _apart(make())

    async def _keys_in_use(self) -> set[str]:
        return {key for user_id in await self._users() for key in await self._stores[CredentialStore].keys(user_id)}

    def _newest(self) -> Key:
        keys = self._ring.read()
        if not keys:
            raise WrongKey(Reason.of(ReasonCode.KEYS_ABSENT, place=self._ring.place))
        return keys[0]

    def _missing(self, key_ids: set[str]) -> WrongKey:
        return WrongKey(Reason.of(ReasonCode.KEYS_NOT_HERE, keys=", ".join(sorted(key_ids)), place=self._ring.place))

    async def _tell(self, user_id: str, credential: Credential, change: str) -> None:
        await self._stores[EventStore].append(user_id, [CredentialChanged(name=credential.name, change=change)])


@dataclass(frozen=True, slots=True)
class _Batch:
    """What became of some credentials of a rotation."""

    last: str
    resealed: int
    failed: int


class _PersonsSecrets:
    """Port `Secrets` for one person."""

    def __init__(self, credentials: Credentials, user_id: str) -> None:
        self._credentials = credentials
        self._user_id = user_id

    async def open(self, name: str) -> str:
        """Return the secret of that name. Raises `CallFailed` (class `authentication`) when there is none."""
        try:
            value = await self._credentials.open(self._user_id, name)
        except (WrongKey, InvalidInput) as error:
            log.warning("a credential could not be opened", credential=name, reason=str(error))
            closed = Reason.of(ReasonCode.CREDENTIAL_CLOSED, name=name)
            raise CallFailed(ErrorClass.AUTHENTICATION, closed) from None
        return await NoSecrets().open(name) if value is None else value


async def _apart(work: Awaitable[T]) -> T:
    """Do `work` in a task of its own, so that its transactions are not those of this one."""

    async def do() -> T:
        return await work

    try:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(do())
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return task.result()

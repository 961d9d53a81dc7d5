"""Connections to model providers: made, changed and removed by people, and read by every process from memory."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import structlog

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput, WrongKey, not_found
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.catalog import Catalog
from bailiwick.models.connection_addresses import check_address
from bailiwick.models.connection_store import ConnectionStore, StoredConnection
from bailiwick.models.connections import (
    MOST_CONNECTIONS,
    ConnectionKind,
    ConnectionUses,
    ModelConnection,
    ModelPurpose,
    NewConnection,
    OpenConnection,
    StoredModels,
    check_name,
    key_end,
)
from bailiwick.models.first_limit import FirstLimit
from bailiwick.models.listing import ModelCheck
from bailiwick.models.names import ModelName
from bailiwick.models.provider_lists import Listing
from bailiwick.models.providers import CONNECTED, PROVIDERS
from bailiwick.models.routing_model import CHOSEN, RoutingModel, routing_model
from bailiwick.models.routing_model import DEFAULT as OF_DEFAULT
from bailiwick.models.settings import ModelSettings
from bailiwick.models.sources import ReachedProvider, is_given
from bailiwick.people.administrators import ADMINISTRATORS
from bailiwick.people.records import FIRST_OWNER_ID, User
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.credentials import INSTALLATION

DEFAULT, EMBEDDER, ROUTING = ModelPurpose.DEFAULT, ModelPurpose.EMBEDDER, ModelPurpose.ROUTING
RESERVED = frozenset({"offline", "scripted", "openai-chat", "openai-responses", "default", "chosen"})
"""Names that no connection can have."""
TRIES = 3
"""How often the connections are read whose seal has just been replaced by a rotation."""

log = structlog.get_logger(__name__)


class StoredConnections:
    """Reads what is kept of models, from memory where nothing has changed."""

    def __init__(self, stores: Stores, credentials: Credentials, remembered: RememberedReads) -> None:
        self._stores = stores
        self._credentials = credentials
        self._remembered = remembered

    async def read(self, user_id: str | None) -> StoredModels:
        """Return what is kept for a person; without one, what is the installation's."""
        reader = user_id or FIRST_OWNER_ID
        stored = await self._remembered.get(reader, "models", lambda: self._read(reader))
        if user_id is None:
            shared = [each for each in stored.connections if each.connection.for_everybody]
            return replace(stored, connections=shared)
        return stored

    async def _read(self, user_id: str) -> StoredModels:
        store = self._stores[ConnectionStore]
        for last in (False,) * (TRIES - 1) + (True,):
            found = [self._opened(each) for each in await store.all(user_id)]
            # A rotation may have sealed a key anew and dropped the old one since its row was read.
            if last or not any(each.closed for each in found):
                return StoredModels(
                    connections=found,
                    default=await store.chosen(user_id, DEFAULT),
                    embedder=await store.chosen(user_id, EMBEDDER),
                    routing=await store.chosen(user_id, ROUTING),
                )
        raise AssertionError("unreachable")

    def _opened(self, stored: StoredConnection) -> OpenConnection:
        connection = stored.connection
        if stored.sealed is None:
            return OpenConnection(connection=connection)
        try:
            key = self._credentials.unseal(_owner(connection, stored.owner_id), connection.id, stored.sealed)
        except WrongKey as error:
            log.warning("a model connection could not be opened", connection=connection.name, reason=str(error))
            return OpenConnection(connection=connection, closed=True)
        return OpenConnection(connection=connection, key=key)


class Connections:
    """What people do with connections."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        credentials: Credentials,
        catalog: Catalog,
        options: ModelSettings,
        users: Callable[[], Awaitable[Sequence[str]]],
        first_limits: Sequence[FirstLimit] = (),
    ) -> None:
        """`users` lists everybody, whose agents may use a connection of the installation; `first_limits` has what can
        limit the cost of that, where anything can."""
        self._database = database
        self._stores = stores
        self._credentials = credentials
        self._catalog = catalog
        self._options = options
        self._users = users
        self._first_limits = first_limits

    def may_add(self, user: User, *, for_everybody: bool) -> bool:
        """Whether the person may add such a connection."""
        administers = user.role in ADMINISTRATORS
        return administers or (not for_everybody and self._options.own_connections != "off")

    async def first_limit(self, user: User) -> FirstLimit | None:
        """Return what the person may limit everybody's cost with, where nothing limits it yet."""
        if user.role in ADMINISTRATORS:
            for each in self._first_limits:
                if await each.is_lacking(user):
                    return each
        return None

    async def list(self, user: User) -> Sequence[ModelConnection]:
        """Return the installation's, the oldest first, and then the person's own."""
        found = await self._stores[ConnectionStore].all(user.id)
        return [_shown(each.connection, user) for each in found]

    async def one(self, user: User, connection_id: str) -> ModelConnection:
        """Raises `NotFound`."""
        return _shown((await self._stores[ConnectionStore].one(user.id, connection_id)).connection, user)

    async def make(self, user: User, new: NewConnection) -> ModelConnection:
        """Keep a connection; it is usable at once in every process.

        Raises `InvalidInput`, `Conflict` (name taken, too many), `Forbidden`, `WrongKey`.
        """
        if not self.may_add(user, for_everybody=new.for_everybody):
            shared_only = new.for_everybody or self._options.own_connections != "off"
            code = ReasonCode.ADMINISTRATORS_ONLY if shared_only else ReasonCode.CONNECTIONS_SHARED_ONLY
            raise Forbidden(Reason.of(code))
        address = self._address(new.kind, new.address, for_everybody=new.for_everybody)
        key = _key(new.key)
        self._check_key(new.kind, address, has_key=key is not None)
        if key is not None:
            await self._credentials.prepare(user.id)
        store = self._stores[ConnectionStore]
        async with self._database.as_user(user.id):
            await store.hold(user.id)
            known = [each.connection for each in await store.all(user.id)]
            if sum(each.for_everybody == new.for_everybody for each in known) >= MOST_CONNECTIONS:
                raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_CONNECTIONS))
            name = new.name or self._free_name(new.kind, known)
            self._check_name(name, new.kind, known)
            now, connection_id = datetime.now(UTC), uuid7()
            connection = ModelConnection(
                id=connection_id,
                name=name,
                kind=new.kind,
                address=address,
                for_everybody=new.for_everybody,
                has_key=key is not None,
                key_end="" if key is None else key_end(key),
                models=tuple(dict.fromkeys(new.models)),
                default_model=new.default_model,
                facts=new.facts,
                created_at=now,
                updated_at=now,
            )
            sealed = None
            if key is not None:
                sealed = await self._credentials.seal(user.id, _owner(connection, user.id), connection_id, key)
            return (await store.add(user.id, connection, sealed)).connection

    async def change(self, user: User, connection_id: str, changes: Mapping[str, Any]) -> ModelConnection:
        """Change what is given of address, key, models, default_model and facts; a key of None takes it away.

        The name stays, since agents know its models by it. Raises `NotFound`, `InvalidInput`, `Forbidden`, `WrongKey`.
        """
        key = _key(changes["key"]) if "key" in changes else None
        if key is not None:
            await self._credentials.prepare(user.id)
        store = self._stores[ConnectionStore]
        async with self._database.as_user(user.id):
            await store.hold(user.id)
            stored = await store.one(user.id, connection_id)
            before = stored.connection
            self._check_may_change(user, before)
            address = before.address
            if "address" in changes:
                address = self._address(before.kind, changes["address"], for_everybody=before.for_everybody)
            if address != before.address and before.has_key and "key" not in changes:
                # Whoever may change the address must not learn the key by it.
                raise InvalidInput(Reason.of(ReasonCode.CONNECTION_NEW_KEY), field="key")
            has_key = key is not None if "key" in changes else before.has_key
            self._check_key(before.kind, address, has_key=has_key)
            sealed, end = stored.sealed, before.key_end
            if "key" in changes:
                sealed, end = None, ""
                if key is not None:
                    owner = _owner(before, stored.owner_id)
                    sealed, end = await self._credentials.seal(user.id, owner, connection_id, key), key_end(key)
            changed = replace(
                before,
                address=address,
                has_key=has_key,
                key_end=end,
                models=tuple(dict.fromkeys(changes.get("models", before.models))),
                default_model=changes.get("default_model", before.default_model),
                facts=changes.get("facts", before.facts),
            )
            return (await store.change(user.id, changed, sealed)).connection

    async def delete(self, user: User, connection_id: str, *, anyway: bool = False) -> None:
        """Remove a connection, whose models then are unknown; one in use only `anyway`.

        Raises `NotFound`, `Conflict` (in use), `Forbidden`.
        """
        connection = await self.one(user, connection_id)
        self._check_may_change(user, connection)
        if not anyway and (await self.uses(user, connection_id)).any:
            raise Conflict(Reason.of(ReasonCode.CONNECTION_IN_USE, name=connection.name))
        await self._stores[ConnectionStore].delete(user.id, connection_id)

    async def uses(self, user: User, connection_id: str) -> ConnectionUses:
        """Return who uses its models; of other people only how many. Raises `NotFound`."""
        connection = await self.one(user, connection_id)
        store, prefix = self._stores[ConnectionStore], f"{connection.name}:"
        others = [each for each in await self._users() if each != user.id] if connection.for_everybody else []
        agents = preferring = 0
        if user.role in ADMINISTRATORS:
            for each in others:
                agents += len(await store.agents_with(each, prefix))
                preferring += await store.prefers(each, prefix)
        shared = connection.for_everybody

        async def chosen(purpose: ModelPurpose) -> bool:
            model = await store.chosen(user.id, purpose) if shared else None
            return model is not None and ModelName.read(model).provider == connection.name

        return ConnectionUses(
            agents=await store.agents_with(user.id, prefix),
            other_agents=agents,
            preferred=await store.prefers(user.id, prefix),
            preferred_by_others=preferring,
            default=await chosen(DEFAULT),
            embedder=await chosen(EMBEDDER),
            routing=await chosen(ROUTING),
        )

    async def test(self, user: User, connection_id: str, model: str | None = None) -> ModelCheck:
        """Make one small real call, of this model, else of its default one, else of the first that it lists.

        Raises `NotFound`, `InvalidInput` where it has none to try.
        """
        source = await self._source(user, connection_id)
        connection = await self.one(user, connection_id)
        wanted = model or connection.default_model or next(iter(connection.models), "")
        if not wanted:
            listing = await self._catalog.listing(source)
            wanted = next(iter(source.provider.models or listing.models), "")
            if not wanted:
                failed = listing.failed or Reason.of(ReasonCode.MODELS_NOT_LISTED, name=source.name, words="0")
                text = listing.lack.said if listing.lack else failed.text()
                return ModelCheck(name=f"{source.name}:", ok=False, milliseconds=0.0, error=text, lack=listing.lack)
        return await self._catalog.test(str(ModelName(source.name, wanted)), user.id)

    async def models(self, user: User, connection_id: str, *, again: bool = False) -> tuple[ReachedProvider, Listing]:
        """Return what a connection's provider lists. Raises `NotFound`."""
        source = await self._source(user, connection_id)
        return source, await self._catalog.listing(source, again=again)

    async def chosen_default(self, user_id: str) -> str | None:
        """Return what an administrator chose last; None where nobody has a choice made."""
        return await self._stores[ConnectionStore].chosen(user_id, DEFAULT)

    async def choose_default(self, user: User, model: str | None) -> None:
        """Choose the model of agents that name none, for everybody; None takes the choice back.

        Raises `InvalidInput` for a model that the installation does not know, `Conflict` where the environment says
        which it is, `Forbidden`.
        """
        if user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        if self._catalog.given_default:
            raise Conflict(Reason.of(ReasonCode.DEFAULT_GIVEN, setting="BAILIWICK_MODEL"))
        if model is not None:
            (await self._catalog.of(None)).resolve(model)
        await self._stores[ConnectionStore].choose(user.id, DEFAULT, model)

    @property
    def given_routing(self) -> str | None:
        """The model that the environment wants to be asked where messages go, or `default`; empty for none, None where
        it says nothing."""
        return self._options.routing_model

    async def routing_now(self, user_id: str) -> RoutingModel:
        """Return the model that is asked where messages go that the rules leave open, unless a release names another
        one."""
        given = self.given_routing
        try:
            return routing_model(await self._catalog.of(user_id), CHOSEN if given is None else given)
        except InvalidInput:
            return RoutingModel(model=None, why=Reason.of(ReasonCode.ROUTING_MODEL_GONE, model=given or DEFAULT))

    async def chosen_routing(self, user_id: str) -> str | None:
        """Return what an administrator chose for that last; None where nobody has a choice made."""
        return await self._stores[ConnectionStore].chosen(user_id, ROUTING)

    async def choose_routing(self, user: User, model: str | None) -> None:
        """Choose the model that is asked where messages go, `default` for that of agents that name none; None for none.

        Raises `InvalidInput` for a model that the installation does not know, `Conflict` where the environment says
        which it is, `Forbidden`.
        """
        if user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        if self.given_routing is not None:
            raise Conflict(Reason.of(ReasonCode.ROUTING_MODEL_GIVEN, setting="BAILIWICK_ROUTING_MODEL"))
        if model is not None and model != OF_DEFAULT:
            (await self._catalog.of(None)).resolve(model)
        await self._stores[ConnectionStore].choose(user.id, ROUTING, model)

    async def _source(self, user: User, connection_id: str) -> ReachedProvider:
        await self._stores[ConnectionStore].one(user.id, connection_id)
        view = await self._catalog.of(user.id)
        for source in view.sources:
            if source.connection is not None and source.connection.id == connection_id:
                return source
        raise not_found("model connection")  # behind another one of its name

    def _address(self, kind: ConnectionKind, address: str, *, for_everybody: bool) -> str:
        address = address.strip()
        if not address:
            if CONNECTED[kind].needs_address:
                raise InvalidInput(Reason.of(ReasonCode.CONNECTION_NEEDS_ADDRESS), field="address")
            address = ""
        public_only = not for_everybody and self._options.own_connections == "public"
        check_address(address or CONNECTED[kind].home, public_only=public_only)
        return address.rstrip("/")

    def _check_key(self, kind: ConnectionKind, address: str, *, has_key: bool) -> None:
        provider = CONNECTED[kind]
        if provider.needs_key and not has_key and not (address and provider.key_for_own):
            raise InvalidInput(Reason.of(ReasonCode.CONNECTION_NEEDS_KEY, provider=provider.name), field="key")

    def _check_may_change(self, user: User, connection: ModelConnection) -> None:
        if connection.for_everybody and user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))

    def _check_name(self, name: str, kind: ConnectionKind, known: Sequence[ModelConnection]) -> None:
        check_name(name)
        if not self._is_free_of_others(name, kind):
            raise Conflict(Reason.of(ReasonCode.CONNECTION_RESERVED, name=name))
        if any(each.name == name for each in known):
            raise Conflict(Reason.of(ReasonCode.CONNECTION_THERE, name=name))

    def _is_free_of_others(self, name: str, kind: ConnectionKind) -> bool:
        """Whether the name means nothing else: a provider's own name only the same kind has, where it is not given."""
        if name in RESERVED:
            return False
        given = self._catalog.given.get(name)
        if given is not None:
            return name == kind and not is_given(given)
        return name not in {provider.name for provider in PROVIDERS}

    def _free_name(self, kind: ConnectionKind, known: Sequence[ModelConnection]) -> str:
        taken = {each.name for each in known}
        names = [kind.value, *(f"{kind.value}-{number}" for number in range(2, 2 * MOST_CONNECTIONS + 3))]
        return next(each for each in names if each not in taken and self._is_free_of_others(each, kind))


def _owner(connection: ModelConnection, owner_id: str) -> str:
    """Return for whom its key is sealed."""
    return INSTALLATION if connection.for_everybody else owner_id


def _shown(connection: ModelConnection, user: User) -> ModelConnection:
    """Return a connection as this person may see it."""
    if connection.for_everybody and user.role not in ADMINISTRATORS:
        return replace(connection, key_end="", address="")
    return connection


def _key(key: str | None) -> str | None:
    """Return a key as it is sent; None where there is none. Raises `InvalidInput` for what no header can hold."""
    key = (key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        raise InvalidInput(Reason.of(ReasonCode.CONNECTION_KEY), field="key")
    return key or None

"""The catalog of models: which there are for whom, and how each is called."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from bailiwick.kernel.health import Health
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.redaction import redactor
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.settings import Settings
from bailiwick.models.calling import CALLING, Calling, told_here
from bailiwick.models.connections import NOTHING_STORED, ModelFacts, StoredModels
from bailiwick.models.listing import ListedModel, ModelCheck, ModelEntry
from bailiwick.models.model_entries import entry_of, facts_of, listed_of
from bailiwick.models.names import ModelName
from bailiwick.models.personal import PersonalCatalog
from bailiwick.models.prices import KnownPrice, ModelPrice
from bailiwick.models.provider_lists import Listing, list_models
from bailiwick.models.providers import BuiltModel, built
from bailiwick.models.settings import ModelSettings
from bailiwick.models.sources import ReachedProvider, SourceKey, sources_of, with_connections
from bailiwick.models.states import SourceStates

if TYPE_CHECKING:
    import httpx2

ReadStored = Callable[[str | None], Awaitable[StoredModels]]
"""Given a user, returns what is kept of models for them; without one, the installation's."""

LIST_WAITS = 2.5
"""Seconds for which a list of all models waits for those of one provider."""
MOST_BUILT = 1_000
"""Models that are kept ready to be called; of more, the oldest is built anew."""


async def _nothing(user_id: str | None) -> StoredModels:
    del user_id
    return NOTHING_STORED


class Catalog:
    """Knows the providers of the environment and the connections that are kept here; builds each model on first use.

    Belongs to one event loop, because the HTTP clients do. Conventional keys are found in `environment`.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        environment: Mapping[str, str] | None = None,
        stored: ReadStored = _nothing,
    ) -> None:
        self._home = settings.home
        self._options = settings.of(ModelSettings)
        self._given = sources_of(self._options, os.environ if environment is None else environment)
        self._stored = stored
        self._states = SourceStates()
        self._secrets = {source.access.key for source in self._given.values()}
        self._redact = redactor(self._secrets)
        self.environment = self._view(NOTHING_STORED)
        """What there is for whoever has no connection."""
        self._built: dict[tuple[SourceKey, str], BuiltModel] = {}
        self._priced: dict[tuple[SourceKey, str], ModelPrice] = {}
        self._building = asyncio.Lock()
        self._clients: dict[bool, httpx2.AsyncClient] = {}
        """By whether they reach public addresses only."""

    async def of(self, user_id: str | None, preferred: str | None = None) -> PersonalCatalog:
        """Return the models of a person, who may prefer one; without a person those of the installation."""
        stored = await self._stored(user_id)
        self._learn(each.key for each in stored.connections)
        return self._view(stored, preferred)

    @property
    def given(self) -> Mapping[str, ReachedProvider]:
        """What the environment says, by provider."""
        return self._given

    @property
    def given_default(self) -> str | None:
        """The default model by the environment."""
        return self._options.model

    @property
    def fallbacks(self) -> Sequence[str]:
        """Those that are asked in turn where a model does not answer, for agents that list none."""
        return self._options.fallbacks

    @property
    def silence(self) -> float:
        """Longest silence of a call, in seconds."""
        return self._options.model_timeout

    @property
    def redact(self) -> Callable[[str], str]:
        """Takes the keys out of a text."""
        return self._redact

    async def breaker_of(self, provider: str, user_id: str | None = None) -> str:
        """Return what failures of a provider are counted under, for whom it is called now, else for the user."""
        calling = CALLING.get()
        source = (await self.of(user_id if calling is None else calling.user_id)).source(provider)
        return provider if source is None else source.breaker

    def note(self, name: str, lack: Lack | None) -> None:
        """Remember how a call of that model went: what was missing, or nothing where it answered."""
        provider, calling = ModelName.read(name).provider, CALLING.get()
        source = calling.sources.get(provider) if calling is not None else None
        source = source or self._given.get(provider)
        if source is not None:
            self._states.note(source, told_here(lack, source))

    async def price_of(self, name: str, user_id: str) -> KnownPrice:
        """Return what is known of the price of a model that is called for a user: as set by hand, by its
        provider or by tables."""
        provider, model = ModelName.read(name)
        source = (await self.of(user_id)).source(provider)
        if source is None:
            return KnownPrice(provider, None)
        key = (source.key, model)
        found = self._priced.get(key)
        if found is None:
            # In a thread: the price tables take half a second to load.
            facts, _ = await asyncio.to_thread(facts_of, source, model, self._states)
            whole = facts.input_price is not None and facts.output_price is not None
            found = ModelPrice(facts.input_price or 0.0, facts.output_price or 0.0) if whole else None
            if found is not None:
                self._priced[key] = found
        return KnownPrice(source.provider.name, found)

    async def known_of(self, name: str) -> tuple[str, ModelFacts]:
        """Return the provider of a model that is called now, and what is known of the model: as set by hand, by its
        provider or by tables."""
        provider, model = ModelName.read(name)
        calling = CALLING.get()
        source = (await self.of(None if calling is None else calling.user_id)).source(provider)
        if source is None:
            return provider, ModelFacts()
        # In a thread, as above.
        facts, _ = await asyncio.to_thread(facts_of, source, model, self._states)
        if facts.images is None:
            await self._list_soon(source)  # it may say more of its models than tables do
            facts, _ = await asyncio.to_thread(facts_of, source, model, self._states)
        return source.provider.name, facts

    async def discover(self) -> None:
        """Look which models the servers nearby have; what was found lately is not looked for again."""
        await self._states.discover(self._given.values())

    async def entries(self, view: PersonalCatalog | None = None) -> Sequence[ModelEntry]:
        """Return the models worth offering, usable ones first, with what is known of them; without a view those of the
        environment."""
        view = view or self.environment
        await self.discover()
        async with asyncio.TaskGroup() as group:
            for source in view.sources:
                if source.connection is not None and not source.missing():
                    group.create_task(self._list_soon(source))
        default = view.resolve(None)
        # In a thread: the price tables take half a second to load.
        entries = await asyncio.to_thread(
            lambda: [entry_of(name, view, self._states, default=name == default) for name in view.offered()]
        )
        return sorted(entries, key=lambda entry: not entry.usable)

    async def listing(self, source: ReachedProvider, *, again: bool = False) -> Listing:
        """Return which models a connection's provider lists; `again` asks it anew, whenever it was asked last."""
        known = None if again else self._states.listing(source)
        if known is not None:
            return known
        listing = await list_models(source, self.http_client(source), self._redact)
        self._states.listed(source, listing)
        if listing.lack is not None or listing.answered:
            self._states.note(source, listing.lack)
        return listing

    async def embedding_models(self, source: ReachedProvider) -> Sequence[str]:
        """Return the models for embeddings that a provider lists; none where it does not say so soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LIST_WAITS):
                # Not kept: what the provider answers here says nothing of its other models.
                listing = await list_models(source, self.http_client(source), self._redact, embedding=True)
                return listing.embedding_models
        return ()

    async def _list_soon(self, source: ReachedProvider) -> None:
        """Ask a provider for its models, unless it takes so long that a list would keep people waiting."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LIST_WAITS):
                await self.listing(source)

    async def listed(self, source: ReachedProvider) -> Sequence[ListedModel]:
        """Return what is known of the models that a connection's provider has listed, by what it calls them."""
        names = list(self._states.facts_of(source))
        # In a thread, as above.
        return await asyncio.to_thread(lambda: [listed_of(model, source, self._states) for model in names])

    def models_of(self, source: ReachedProvider) -> Sequence[str]:
        """Return the models of a source that are worth offering, as far as they are known."""
        return self._states.models_of(source)

    def state_of(self, source: ReachedProvider) -> Health:
        """Say whether a source would answer, as far as this process knows; nothing is called."""
        return self._states.usable(source, "")

    async def test(self, name: str | None = None, user_id: str | None = None) -> ModelCheck:
        """Make one tiny real call and say what came of it. Raises `InvalidInput` if the model is unknown."""
        view = await self.of(user_id)
        name = view.resolve(name)
        if ModelName.read(name).provider in ("offline", "scripted"):
            health = view.usable(name)
            return ModelCheck(
                name=name, ok=health.healthy, milliseconds=0.0, error=health.detail, lack=next(iter(health.lacks), None)
            )
        # The callers bring the model library, which takes seconds to import: only where a call is made.
        from bailiwick.models.probe import probe

        token = CALLING.set(Calling(user_id))
        try:
            return await probe(self, name)
        finally:
            CALLING.reset(token)

    async def model(self, name: str) -> BuiltModel:
        """Return the model of that full name for whom it is called now, built on first use.

        Raises `CallFailed` if it is not usable.
        """
        provider, model = ModelName.read(name)
        calling = CALLING.get()
        view = await self.of(None if calling is None else calling.user_id)
        source = view.source(provider)
        if calling is not None and source is not None:
            calling.sources[provider] = source
        if source is not None and (ready := self._built.get((source.key, model))) is not None:
            return ready
        if not view.callable(name).healthy:
            await self.discover()  # its server may have been started since
        health = view.callable(name)
        if not health.healthy or source is None:
            lack = next(iter(health.lacks), None)
            sentence = health.detail or f"{name} is not a provider's model."
            raise CallFailed(ErrorClass.AUTHENTICATION, sentence, lack=lack)
        async with self._building:
            if (source.key, model) not in self._built:
                self._forget(source)
                client = self.http_client(source)
                # In a thread: a provider's first model imports its client, which takes seconds.
                self._built[source.key, model] = await asyncio.to_thread(
                    built, source.provider, model, source.access, client
                )
            return self._built[source.key, model]

    async def aclose(self) -> None:
        """Close the connections to providers."""
        clients, self._clients = self._clients, {}
        self._built.clear()
        for client in clients.values():
            await client.aclose()

    def _view(self, stored: StoredModels, preferred: str | None = None) -> PersonalCatalog:
        return PersonalCatalog(
            self._states,
            with_connections(self._given, stored.connections),
            home=self._home,
            preferred=preferred,
            given=self._options.model,
            chosen=stored.default,
            embedder=stored.embedder,
            routing=stored.routing,
            fallbacks=self._options.fallbacks,
        )

    def _learn(self, keys: Iterable[str | None]) -> None:
        """Have these keys taken out of texts from now on, and for good: what was changed may still be repeated."""
        new = {key for key in keys if key is not None} - self._secrets
        if new:
            self._secrets |= new
            self._redact = redactor(self._secrets)

    def _forget(self, source: ReachedProvider) -> None:
        """Drop what was built of a connection before it was changed."""
        if source.connection is not None:
            for key, model in list(self._built):
                if key != source.key and key[1:2] == (source.connection.id,):
                    del self._built[key, model]
                    self._priced.pop((key, model), None)
        while len(self._built) >= MOST_BUILT:
            del self._built[next(iter(self._built))]

    def http_client(self, source: ReachedProvider) -> "httpx2.AsyncClient":
        """Return what carries calls of a source; it is the catalog's to close."""
        public_only = source.personal and self._options.own_connections == "public"
        if public_only not in self._clients:
            # httpx2 is part of what the model library needs and not imported for commands that call no model.
            from bailiwick.models.http_client import model_client

            self._clients[public_only] = model_client(self.silence, public_only=public_only)
        return self._clients[public_only]

"""What this process knows of providers: which models they have, and how their last calls went."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from bailiwick.kernel.health import Health
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.models.connections import ConnectionKind, ModelFacts
from bailiwick.models.local_servers import ollama_models, openai_models
from bailiwick.models.provider_lists import Listing
from bailiwick.models.sources import ReachedProvider, SourceKey

Look = Callable[[str, str | None, float], Sequence[str] | None]
"""Given address, key and seconds, returns the names of models."""

PlaceInTables = tuple[str | None, str, str | None]
"""By which provider, name and address the tables that ship with the product know a model."""

DISCOVERY_SECONDS = 0.5
"""How long a server nearby may take to say which models it has."""
UNREACHABLE_SECONDS = 300.0
"""For so long after a provider could not be reached it is taken for unreachable."""
DISCOVERY_AGE = 30.0
"""Seconds for which what was found is not looked for again."""
LISTING_AGE = 600.0
"""Seconds for which a connection is not asked again which models it has."""
MOST_KEPT = 2_000
"""Sources of which something is kept; of more, the oldest is forgotten."""


class SourceStates:
    """Keeps what is known of sources, by their keys: a connection that was changed is a new one."""

    def __init__(self) -> None:
        self._found: dict[SourceKey, Sequence[str]] = {}
        self._looked_at: float | None = None
        self._lacking: dict[SourceKey, tuple[Lack, float]] = {}
        """What was missing at a provider when it was last called, and when that was."""
        self._listings: dict[SourceKey, tuple[Listing, float]] = {}
        self.tabled_contexts: dict[PlaceInTables, int | None] = {}
        """How much models read and write in one call by the tables, which take long to ask; None for unknown ones."""

    def note(self, source: ReachedProvider, lack: Lack | None) -> None:
        """Remember how a call went: what was missing, or nothing where it answered."""
        if lack is None:
            self._lacking.pop(source.key, None)
        else:
            self._lacking[source.key] = (lack, time.monotonic())
            _bound(self._lacking)

    def usable(self, source: ReachedProvider, model: str) -> Health:
        """Say whether the model would answer, without calling it."""
        health = self.callable(source, model)
        lack, at = self._lacking.get(source.key, (None, 0.0))
        if not health.healthy or lack is None:
            return health
        passed = lack.code is LackCode.UNREACHABLE and time.monotonic() - at > UNREACHABLE_SECONDS
        return health if passed else Health.of(lack)

    def callable(self, source: ReachedProvider, model: str) -> Health:
        """Say whether what the model needs is set, so that it can be called."""
        if missing := source.missing():
            return Health.of(missing)
        if source.connection is None and source.provider.name == "ollama":
            return self._usable_ollama(source, model)
        return Health(healthy=True)

    def models_of(self, source: ReachedProvider) -> Sequence[str]:
        """Return the models worth offering: those chosen, else those listed, else those known by name."""
        if source.connection is None:
            nearby = source.provider.name == "ollama" or (source.provider.name == "openai" and source.access.url)
            return self._found.get(source.key, ()) if nearby else source.provider.models
        chosen = source.connection.models or tuple(self.facts_of(source)) or source.provider.models
        default = source.connection.default_model
        return tuple(dict.fromkeys([default, *chosen])) if default else chosen

    def default_of(self, source: ReachedProvider) -> str | None:
        """Return the model of a source that is used where nobody has chosen any."""
        if source.missing():
            return None
        if source.connection is not None:
            chosen = source.connection.models
            return source.connection.default_model or (chosen[0] if len(chosen) == 1 else None)
        models = self.models_of(source)
        # Of a server that offers many, people choose; a single model needs no choosing.
        if source.provider.name == "openai" and source.access.url and len(models) != 1:
            return None
        return models[0] if models else None

    def facts_of(self, source: ReachedProvider) -> Mapping[str, ModelFacts]:
        """Return what a connection's provider has said of its models; nothing where it was not asked."""
        listing, _ = self._listings.get(source.key, (None, 0.0))
        return {} if listing is None else listing.models

    def listing(self, source: ReachedProvider) -> Listing | None:
        """Return what a connection's provider said lately of its models."""
        listing, at = self._listings.get(source.key, (None, 0.0))
        return listing if listing is not None and time.monotonic() - at < LISTING_AGE else None

    def listed(self, source: ReachedProvider, listing: Listing) -> None:
        """Keep what a provider said; one that did not answer keeps what it has said before."""
        if listing.answered or source.key not in self._listings:
            self._listings[source.key] = (listing, time.monotonic())
            _bound(self._listings)

    def note_tabled(self, place: PlaceInTables, tokens: int | None) -> None:
        """Keep what the tables say of a model."""
        self.tabled_contexts[place] = tokens
        while len(self.tabled_contexts) > MOST_KEPT:
            del self.tabled_contexts[next(iter(self.tabled_contexts))]

    async def discover(self, given: Iterable[ReachedProvider]) -> None:
        """Look which models the servers nearby have; what was found lately is not looked for again."""
        if self._looked_at is not None and time.monotonic() - self._looked_at < DISCOVERY_AGE:
            return
        async with asyncio.TaskGroup() as group:
            for source in given:
                if source.access.url and source.provider.name == "ollama":
                    group.create_task(self._look(source, ollama_models))
                elif source.access.url and source.provider.name == "openai":
                    group.create_task(self._look(source, openai_models))
        self._looked_at = time.monotonic()

    async def _look(self, source: ReachedProvider, look: Look) -> None:
        key = None if source.provider.name == ConnectionKind.OLLAMA else source.access.key
        try:
            # The limit here is for what the other does not bound: resolving a name.
            async with asyncio.timeout(2 * DISCOVERY_SECONDS):
                found = await asyncio.to_thread(look, source.access.url or "", key, DISCOVERY_SECONDS)
        except TimeoutError:
            found = None
        # A server that is busy keeps its models: a default that comes and goes would answer offline unasked.
        self._found[source.key] = found if found is not None else self._found.get(source.key, ())

    def _usable_ollama(self, source: ReachedProvider, model: str) -> Health:
        url = source.access.url
        if not url:
            return Health.of(
                Lack(code=LackCode.ADDRESS_MISSING, values={"provider": "ollama", "setting": "BAILIWICK_OLLAMA_URL"})
            )
        names = self._found.get(source.key)
        if names is None or any(model in (name, name.removesuffix(":latest")) for name in names):
            return Health(healthy=True)
        if not names:
            return Health.of(Lack(code=LackCode.NO_MODEL_SERVED, values={"provider": "ollama", "url": url}))
        return Health.of(Lack(code=LackCode.MODEL_ABSENT, values={"provider": "ollama", "model": model[:80]}))


def _bound(kept: dict[SourceKey, "tuple[Lack, float]"] | dict[SourceKey, "tuple[Listing, float]"]) -> None:
    while len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]

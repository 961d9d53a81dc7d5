"""The embedder as administrators choose it, for everybody, among the models of the environment and of connections."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput
from bailiwick.kernel.extras import Extra
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.catalog import Catalog
from bailiwick.models.chosen_embedder import LOCAL, ChosenEmbedder, embeds
from bailiwick.models.connection_store import ConnectionStore
from bailiwick.models.connections import ModelPurpose
from bailiwick.models.embedders import ConfiguredEmbedder
from bailiwick.models.embedding import EmbedderCheck
from bailiwick.models.embedding_job import Embedding
from bailiwick.models.local_embedder import FETCH
from bailiwick.models.names import ModelName
from bailiwick.models.providers import PROVIDERS
from bailiwick.models.sources import ReachedProvider, is_given
from bailiwick.people.administrators import ADMINISTRATORS
from bailiwick.people.records import User
from bailiwick_router.core.record import Record

QUESTION = "Hello, is anybody there?"
NAMES_OF_ONE = frozenset(each.name for each in PROVIDERS if each.prices)
"""Other names of providers that are listed already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedEmbedder(Record):
    """A model that can be chosen as the embedder."""

    name: str
    """`provider:model`, or `local`."""
    price: float | None = None
    """US dollars per million tokens read; None where that is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice(Record):
    """Which embedder is used, and what can be chosen."""

    name: str | None
    """The one in use; None where search goes by words."""
    chosen: str | None
    """What an administrator chose; None where nobody did."""
    given: bool
    """Whether the environment says which it is, so that nothing can be chosen here."""
    offered: Sequence[OfferedEmbedder] = ()
    """What providers list; others can be named."""


class EmbedderChoices:
    """Says which embedder is used, tries one, and has another used."""

    def __init__(
        self,
        stores: Stores,
        catalog: Catalog,
        embedders: ChosenEmbedder,
        embedding: Embedding,
        users: Callable[[], Awaitable[Sequence[str]]],
        local: Path,
    ) -> None:
        """`users` lists every user, `local` is the folder of the embedder that runs in this process."""
        self._stores = stores
        self._catalog = catalog
        self._embedders = embedders
        self._embedding = embedding
        self._users = users
        self._local = local

    async def now(self, user: User, *, offered: bool = False) -> EmbedderChoice:
        """Return which embedder is used; with `offered` also what providers list, who are asked for it."""
        return EmbedderChoice(
            name=(await self._embedders.in_use(user.id)).health.name,
            chosen=await self._stores[ConnectionStore].chosen(user.id, ModelPurpose.EMBEDDER),
            given=self._embedders.given is not None,
            offered=await self._offered(user) if offered else (),
        )

    async def test(self, user: User, name: str) -> EmbedderCheck:
        """Embed one small text by that model, chosen or not. Raises `InvalidInput`, `Forbidden`."""
        return await (await self._wanted(user, name)).check(QUESTION)

    async def choose(self, user: User, name: str | None) -> EmbedderChoice:
        """Have everybody's texts embedded by that model from now on, those that there are in the background; None takes
        the choice back.

        Raises `InvalidInput` for what cannot embed, `Conflict` where the environment says which it is, `Forbidden`.
        """
        if self._embedders.given is not None:
            raise Conflict(Reason.of(ReasonCode.EMBEDDER_GIVEN, setting="BAILIWICK_EMBEDDER"))
        if name is not None:
            await self._wanted(user, name)
        await self._stores[ConnectionStore].choose(user.id, ModelPurpose.EMBEDDER, name)
        for each in await self._users():
            await self._embedding.wish(each)
        return await self.now(user)

    async def _wanted(self, user: User, name: str) -> ConfiguredEmbedder:
        if user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        if name == LOCAL and not self._has_local():
            missing = Reason.of(ReasonCode.LOCAL_MODEL_MISSING, folder=str(self._local), command=FETCH)
            raise InvalidInput(missing, field="model")
        found = self._embedders.of(await self._catalog.of(user.id), name)
        if found is None:
            raise InvalidInput(Reason.of(ReasonCode.PROVIDER_WITHOUT_EMBEDDINGS, model=name[:200]), field="model")
        return found

    async def _offered(self, user: User) -> Sequence[OfferedEmbedder]:
        await self._catalog.discover()
        sources = [each for each in (await self._catalog.of(user.id)).sources if _is_to_be_asked(each)]
        listed = await asyncio.gather(*(self._catalog.embedding_models(each) for each in sources))
        names = [
            str(ModelName(source.name, model))
            for source, models in zip(sources, listed, strict=True)
            for model in models
        ]
        offered = [OfferedEmbedder(name=each, price=await self._price(each, user)) for each in names]
        return [*([OfferedEmbedder(name=LOCAL, price=0.0)] if self._has_local() else []), *offered]

    async def _price(self, name: str, user: User) -> float | None:
        price = (await self._catalog.price_of(name, user.id)).price
        return None if price is None else price.input

    def _has_local(self) -> bool:
        return Extra.EMBEDDINGS.is_installed and (self._local / "model.safetensors").is_file()


def _is_to_be_asked(source: ReachedProvider) -> bool:
    """Whether a provider may have models for everybody's embeddings."""
    if source.personal or source.missing() or not embeds(source):
        return False
    return source.connection is not None or (is_given(source) and source.name not in NAMES_OF_ONE)

"""The embedder in use: the one that the environment names, else the one that an administrator has chosen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.breaker import Breakers
from bailiwick.models.catalog import Catalog
from bailiwick.models.embedder_choice import OPENAI_URL
from bailiwick.models.embedders import Backend, ConfiguredEmbedder
from bailiwick.models.embedding_servers import (
    EmbeddingServer,
    GoogleEmbeddings,
    OllamaEmbeddings,
    OpenAIEmbeddings,
)
from bailiwick.models.local_embedder import LocalEmbedder
from bailiwick.models.names import ModelName
from bailiwick.models.personal import PersonalCatalog
from bailiwick.models.provider_lists import GOOGLE
from bailiwick.models.sources import ReachedProvider

if TYPE_CHECKING:
    import httpx2

LOCAL = "local"
"""The embedder that runs in this process."""


class ConnectedEmbedder:
    """Asks a provider that models come from, unless its embedder has not answered for a while.

    Its breaker is not that of the provider's models: a server may answer one and not the other.
    """

    def __init__(self, source: ReachedProvider, server: EmbeddingServer, breakers: Breakers) -> None:
        self.name = server.name
        self.model = server.model
        self.space = server.space
        self.batch = server.batch
        self._source = source
        self._server = server
        self._breakers = breakers

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return an embedding for each text. Raises `CallFailed`, classified; `HeldBack` where it is not asked now."""
        if lack := self._source.missing():
            raise CallFailed(ErrorClass.AUTHENTICATION, lack.said, lack=lack)
        async with self._breakers.watched(f"{self._source.breaker}/embeddings") as admission:
            points = await self._server.embed(texts)
            await self._breakers.answered(admission)
            return points

    async def aclose(self) -> None:
        """Nothing is to be closed: its connections are the catalog's."""


class ChosenEmbedder:
    """Port `Embedders`. A choice that is made or taken back counts at once, in every process."""

    def __init__(self, given: Backend | None, catalog: Catalog, breakers: Breakers, local: Path) -> None:
        """`given` is what the environment names, `local` the folder of the embedder that runs in this process."""
        self.given = None if given is None else ConfiguredEmbedder(given)
        """The one that the environment names; None where it names none."""
        self._catalog = catalog
        self._breakers = breakers
        self._local = ConfiguredEmbedder(LocalEmbedder(local))
        self._none = ConfiguredEmbedder(None)
        self._made: tuple[tuple[str, ...], ConfiguredEmbedder] | None = None

    async def in_use(self, user_id: str) -> ConfiguredEmbedder:
        """Return the one that is in use now; a choice of a model that there is no more counts as none."""
        if self.given is not None:
            return self.given
        view = await self._catalog.of(user_id)
        name = view.embedder
        if name is None:
            return self._none
        source = view.source(ModelName.read(name).provider)
        key = (name, *(source.key if source is not None else ()))
        if self._made is None or self._made[0] != key:
            self._made = (key, self.of(view, name) or self._none)
        return self._made[1]

    def of(self, view: PersonalCatalog, name: str) -> ConfiguredEmbedder | None:
        """Return the embedder of that full name, or `local`; None where the installation has none such."""
        if name == LOCAL:
            return self._local
        provider, model = ModelName.read(name)
        source = view.source(provider)
        if source is None or source.personal or not model:
            return None
        server = server_of(source, model, self._catalog.http_client(source), self._catalog.silence)
        return None if server is None else ConfiguredEmbedder(ConnectedEmbedder(source, server, self._breakers))

    async def aclose(self) -> None:
        """Close its connections."""
        await self._local.aclose()
        if self.given is not None:
            await self.given.aclose()


def embeds(source: ReachedProvider) -> bool:
    """Whether a provider has embeddings at all, as it is reached."""
    return source.provider.name != "anthropic" and (source.provider.name != "ollama" or bool(source.access.url))


def server_of(
    source: ReachedProvider, model: str, client: "httpx2.AsyncClient", silence: float
) -> EmbeddingServer | None:
    """Return what asks a provider for embeddings; None where it has none."""
    if not embeds(source):
        return None
    kind, access = source.provider.name, source.access
    name = f"{source.name}:{model}"
    if kind == "ollama":
        base, path, server = access.url or "", "/api/embed", OllamaEmbeddings
    elif kind == "google":
        base, server = access.url or GOOGLE, GoogleEmbeddings
        path = f"/v1beta/models/{quote(model, safe='')}:batchEmbedContents"
    else:
        base, path, server = access.url or OPENAI_URL, "/embeddings", OpenAIEmbeddings
    # The same model at another address may be another one; at the same one it is the same, whatever it is called here.
    space = f"{model} at {base}"
    return server(name, model, f"{base}{path}", key=access.key, silence=silence, space=space, client=client)

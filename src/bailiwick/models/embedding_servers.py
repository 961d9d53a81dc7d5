"""Embedders that are servers: those that speak OpenAI's embeddings, and Ollama."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass

if TYPE_CHECKING:
    import httpx2

CONNECT_SECONDS = 3.0
MOST_ANSWER = 64 << 20
"""Bytes of an answer that are read."""
SHOWN = 200
"""Characters of a server's own words that are passed on."""


class EmbeddingServer:
    """Asks a server over HTTP; subclasses know its language."""

    batch = 64

    def __init__(
        self,
        name: str,
        model: str,
        url: str,
        *,
        key: str | None,
        silence: float,
        space: str = "",
        client: "httpx2.AsyncClient | None" = None,
    ) -> None:
        """`space` names the space of its points, its own name unless it is given; a `client` is closed by who gave
        it."""
        self.name = name
        self.model = model
        self.space = space or name
        self._url = url
        self._key = key
        self._silence = silence
        self._given = client
        self._client: httpx2.AsyncClient | None = None
        self._opening = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return an embedding for each text. Raises `CallFailed`, classified."""
        return self.read(await self._post(self.question(texts)), len(texts))

    def question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """Return the body that asks for these texts."""
        return {"model": self.model, "input": list(texts)}

    def read(self, answer: Any, count: int) -> Sequence[Sequence[float]]:
        """Return the embeddings of an answer, in order. Raises `CallFailed`."""
        raise NotImplementedError

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def points(self, found: object) -> Sequence[Sequence[float]]:
        """Return `found` if it is lists of finite numbers. Raises `CallFailed` (model)."""
        if isinstance(found, list):
            rows = cast("list[object]", found)
            if all(isinstance(row, list) and all(_finite(each) for each in cast("list[object]", row)) for row in rows):
                return cast("Sequence[Sequence[float]]", rows)
        raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_GARBLED, embedder=self.name))

    async def _post(self, body: Mapping[str, Any]) -> Any:
        # Comes with the model library and takes a while to import; commands that embed nothing do without.
        import httpx2

        try:
            client = await self._opened()
            async with client.stream("POST", self._url, json=dict(body), headers=self._headers()) as response:
                content = bytearray()
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > MOST_ANSWER:
                        raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_TOO_LONG, embedder=self.name))
        except httpx2.TimeoutException:
            raise CallFailed(
                ErrorClass.TIMEOUT, Reason.of(ReasonCode.EMBEDDER_SILENT, embedder=self.name, url=self._url)
            ) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            said = Reason.of(
                ReasonCode.EMBEDDER_UNREACHABLE, embedder=self.name, url=self._url, error=type(error).__name__
            )
            raise CallFailed(ErrorClass.NETWORK, said) from None
        if response.status_code != 200:
            raise self._refusal(response.status_code, response.headers, bytes(content))
        # Reading a megabyte of numbers takes a while.
        return await asyncio.to_thread(self._parsed, bytes(content))

    def _parsed(self, content: bytes) -> Any:
        import json

        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_NO_JSON, url=self._url)) from None

    def _refusal(self, status: int, headers: Mapping[str, str], content: bytes) -> CallFailed:
        words = " ".join(content[: 4 * SHOWN].decode("utf-8", "replace").split())[:SHOWN]
        if self._key:
            words = words.replace(self._key, "…")
        if status in (401, 403):
            refused = Reason.of(ReasonCode.EMBEDDER_REFUSED_KEY, embedder=self.name, status=str(status))
            return CallFailed(ErrorClass.AUTHENTICATION, refused)
        if status == 429:
            busy, pause = Reason.of(ReasonCode.EMBEDDER_BUSY, embedder=self.name), _seconds(headers.get("retry-after"))
            return CallFailed(ErrorClass.RATE_LIMIT, busy, retry_after=pause)
        failed = status >= 500
        code = ReasonCode.EMBEDDER_FAILED if failed else ReasonCode.EMBEDDER_REFUSED
        said = Reason.of(code, embedder=self.name, status=str(status), words=words)
        return CallFailed(ErrorClass.NETWORK if failed else ErrorClass.MODEL, said)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    async def _opened(self) -> "httpx2.AsyncClient":
        import httpx2  # see `_post`

        if self._given is not None:
            return self._given
        async with self._opening:
            if self._client is None:
                self._client = httpx2.AsyncClient(timeout=httpx2.Timeout(self._silence, connect=CONNECT_SECONDS))
            return self._client


class OpenAIEmbeddings(EmbeddingServer):
    """A server that speaks OpenAI's embeddings, OpenAI's own among them."""

    def question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """Return the body that asks for these texts."""
        return {"model": self.model, "input": list(texts), "encoding_format": "float"}

    def read(self, answer: Any, count: int) -> Sequence[Sequence[float]]:
        """Return the embeddings in the order of their indices."""
        try:
            items = sorted(answer["data"], key=lambda item: int(item["index"]))
            if [item["index"] for item in items] != list(range(count)):
                raise ValueError
            return self.points([item["embedding"] for item in items])
        except (KeyError, TypeError, ValueError):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_GARBLED, embedder=self.name)) from None


class GoogleEmbeddings(EmbeddingServer):
    """Google's Gemini API."""

    batch = 100

    def question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """Return the body that asks for these texts."""
        model = f"models/{self.model}"
        return {"requests": [{"model": model, "content": {"parts": [{"text": text}]}} for text in texts]}

    def read(self, answer: Any, count: int) -> Sequence[Sequence[float]]:
        """Return the embeddings."""
        try:
            return self.points([each["values"] for each in answer["embeddings"]])
        except (KeyError, TypeError):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_GARBLED, embedder=self.name)) from None

    def _headers(self) -> dict[str, str]:
        return {"x-goog-api-key": self._key} if self._key else {}


class OllamaEmbeddings(EmbeddingServer):
    """An Ollama."""

    batch = 32

    def question(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """Return the body that asks for these texts; what is too long for the model is cut by the server."""
        return {"model": self.model, "input": list(texts), "truncate": True}

    def read(self, answer: Any, count: int) -> Sequence[Sequence[float]]:
        """Return the embeddings."""
        try:
            return self.points(answer["embeddings"])
        except (KeyError, TypeError):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_GARBLED, embedder=self.name)) from None


def _finite(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _seconds(text: str | None) -> float | None:
    try:
        seconds = float(text or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None

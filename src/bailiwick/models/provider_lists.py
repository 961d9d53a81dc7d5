"""Which models a provider lists, and what it says of them."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.connections import LARGEST_CONTEXT, LONGEST_MODEL, ModelFacts
from bailiwick.models.local_servers import embeds
from bailiwick.models.providers import Access, refused_here, refused_key
from bailiwick.models.sources import ReachedProvider

if TYPE_CHECKING:
    import httpx2

LIST_SECONDS = 8.0
"""How long a provider may take to say which models it has."""
LARGEST_LIST = 16 << 20
"""Bytes of a list that are read."""
MOST_LISTED = 2_000
SHOWN = 200
"""Characters of a provider's own words that are passed on."""

OPENAI, ANTHROPIC = "https://api.openai.com/v1", "https://api.anthropic.com"
GOOGLE = "https://generativelanguage.googleapis.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a provider says of its models."""

    models: Mapping[str, ModelFacts]
    """By what it calls them, in its order."""
    lack: Lack | None = None
    """Why it did not say, where that is known."""
    failed: Reason | None = None
    """Why it did not say."""
    embedding_models: Sequence[str] = ()
    """Those that turn texts into embeddings, by what it calls them; some of them may stand in `models` too."""

    @property
    def answered(self) -> bool:
        """Whether it said which models it has."""
        return self.failed is None


async def list_models(
    source: ReachedProvider, client: "httpx2.AsyncClient", redact: Callable[[str], str], *, embedding: bool = False
) -> Listing:
    """Ask a provider which models it has; what goes wrong is part of the answer. Follows no redirect.

    With `embedding` it is asked where those for embeddings are listed, if that is another place.
    """
    import httpx2  # part of what the model library needs; a command that calls no model does without

    url, headers, read = _question(source)
    if embedding and source.provider.name == "openrouter":
        url = f"{source.access.url}/embeddings/models"
    try:
        async with asyncio.timeout(LIST_SECONDS), client.stream("GET", url, headers=headers) as response:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > LARGEST_LIST:
                    return _failed(source, "too long")
            status = response.status_code
    except Exception as error:  # whatever a transport or a guard of ours raises: it holds the request, and that the key
        if isinstance(error, (httpx2.InvalidURL, ValueError)):
            return _failed(source, "no address")
        lack = Lack(code=LackCode.UNREACHABLE, values={"provider": source.name})
        return _failed(source, lack.said, lack)
    if status in (401, 403):
        lack = refused_key(source.name) if source.connection is None else refused_here(source.name)
        return _failed(source, f"{status}", lack)
    if status != 200:
        words = " ".join(redact(content[: 4 * SHOWN].decode("utf-8", "replace")).split())[:SHOWN]
        return _failed(source, f"{status} {words}".strip())
    try:
        # In a thread: a list of many models takes a while to read.
        said = await asyncio.to_thread(json.loads, bytes(content))
        return Listing(models=dict(read(said)[:MOST_LISTED]), embedding_models=_embedding(said)[:MOST_LISTED])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return _failed(source, "no list of models")


Read = Callable[[Any], "list[tuple[str, ModelFacts]]"]


def _question(source: ReachedProvider) -> tuple[str, dict[str, str], Read]:
    access = source.access
    match source.provider.name:
        case "anthropic":
            headers = {"x-api-key": access.key or "", "anthropic-version": "2023-06-01"}
            return f"{access.url or ANTHROPIC}/v1/models?limit=1000", headers, _anthropic
        case "google":
            return f"{access.url or GOOGLE}/v1beta/models?pageSize=1000", {"x-goog-api-key": access.key or ""}, _google
        case "ollama":
            return f"{access.url}/api/tags", _bearer(access), _ollama
        case _:
            return f"{access.url or OPENAI}/models", _bearer(access), _openai


def _bearer(access: Access) -> dict[str, str]:
    return {"Authorization": f"Bearer {access.key}"} if access.key else {}


def _openai(said: Any) -> list[tuple[str, ModelFacts]]:
    return [(name, _openai_facts(each)) for name, each in _named(said["data"], "id")]


def _openai_facts(model: Mapping[str, Any]) -> ModelFacts:
    """Return what OpenRouter, vLLM, Groq and their like say beside the id."""
    pricing, shape = _mapping(model.get("pricing")), _mapping(model.get("architecture"))
    takes, modalities = model.get("supported_parameters"), shape.get("input_modalities")
    said = (_tokens(model.get(at)) for at in ("context_length", "context_window", "max_model_len"))
    return ModelFacts(
        input_price=_price(pricing.get("prompt")),
        output_price=_price(pricing.get("completion")),
        context_tokens=next((tokens for tokens in said if tokens), None),
        tools="tools" in takes if isinstance(takes, list) else None,
        images="image" in modalities if isinstance(modalities, list) else None,
        thinking="reasoning" in takes if isinstance(takes, list) else None,
    )


def _anthropic(said: Any) -> list[tuple[str, ModelFacts]]:
    found: list[tuple[str, ModelFacts]] = []
    for name, each in _named(said["data"], "id"):
        able = _mapping(each.get("capabilities"))
        facts = ModelFacts(
            context_tokens=_tokens(each.get("max_input_tokens")),
            images=_able(able.get("image_input")),
            thinking=_able(able.get("thinking")),
        )
        found.append((name, facts))
    return found


def _google(said: Any) -> list[tuple[str, ModelFacts]]:
    found: list[tuple[str, ModelFacts]] = []
    for name, each in _named(said["models"], "name"):
        methods = each.get("supportedGenerationMethods")
        if isinstance(methods, list) and "generateContent" not in methods:
            continue
        thinking = each.get("thinking")
        facts = ModelFacts(
            context_tokens=_tokens(each.get("inputTokenLimit")),
            thinking=thinking if isinstance(thinking, bool) else None,
        )
        found.append((name.removeprefix("models/"), facts))
    return found


def _ollama(said: Any) -> list[tuple[str, ModelFacts]]:
    found: list[tuple[str, ModelFacts]] = []
    for name, each in _named(said["models"], "name"):
        if embeds(each):
            continue
        able: Any = each.get("capabilities")
        facts = ModelFacts()
        if isinstance(able, list):
            facts = ModelFacts(tools="tools" in able, images="vision" in able, thinking="thinking" in able)
        found.append((name, facts))
    return found


def _embedding(said: Any) -> list[str]:
    """Return the models of a list of any of these kinds that are for embeddings."""
    entries: Any = next((said[at] for at in ("data", "models") if isinstance(said.get(at), list)), [])
    found = [(name, each) for at in ("id", "name") for name, each in _named(entries, at)]
    return list(dict.fromkeys(name.removeprefix("models/") for name, each in found if _for_embeddings(each)))


def _for_embeddings(model: Mapping[str, Any]) -> bool:
    """Whether a model is for embeddings: its provider says so, else its name does."""
    methods = model.get("supportedGenerationMethods")
    if isinstance(methods, list):
        return "embedContent" in methods
    modalities = _mapping(model.get("architecture")).get("output_modalities")
    if isinstance(modalities, list):
        return "embeddings" in modalities
    if isinstance(model.get("id"), str):
        return "embed" in model["id"].lower()
    return isinstance(model.get("name"), str) and embeds(dict(model))


def _named(entries: Any, at: str) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return the entries that have a name which can be shown and used."""
    if not isinstance(entries, list):
        raise TypeError
    found: list[tuple[str, dict[str, Any]]] = []
    for each in cast("list[Any]", entries):
        if isinstance(each, dict):
            entry = cast("dict[str, Any]", each)
            name = entry.get(at)
            if isinstance(name, str) and 0 < len(name) <= LONGEST_MODEL and name.isprintable():
                found.append((name, entry))
    return found


def _failed(source: ReachedProvider, words: str, lack: Lack | None = None) -> Listing:
    said = lack.said if lack is not None else words
    return Listing(models={}, lack=lack, failed=Reason.of(ReasonCode.MODELS_NOT_LISTED, name=source.name, words=said))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _tokens(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST_CONTEXT else None


def _price(value: Any) -> float | None:
    """Return US dollars per million tokens of dollars per token, as OpenRouter says them."""
    try:
        price = float(value) * 1_000_000
    except (TypeError, ValueError):
        return None
    return price if 0 <= price < 1_000_000 else None


def _able(value: Any) -> bool | None:
    supported = _mapping(value).get("supported")
    return supported if isinstance(supported, bool) else None

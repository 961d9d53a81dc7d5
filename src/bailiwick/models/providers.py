"""The model providers: one line each, and how the model library is built for them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import SecretStr

from bailiwick.kernel.extras import Extra
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.models.connections import ConnectionKind
from bailiwick.models.settings import ModelSettings

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI
    from pydantic_ai.models import Model

OPENAI_HOST = "api.openai.com"


@dataclass(frozen=True, slots=True)
class Access:
    """Where a provider is reached and with what."""

    url: str | None
    """Base address; None for the provider's own."""
    key: str | None


@dataclass(frozen=True, slots=True)
class BuiltModel:
    """A model ready to be called."""

    model: "Model"
    hottest: float | None
    """Highest temperature it takes; None if it takes none."""


Build = Callable[[str, Access, "httpx2.AsyncClient"], "Model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """How one provider is recognised, reached and built."""

    name: str
    """The part of a model's name before the colon."""
    build: Build
    prices: str = ""
    """Its id in the price tables, where that is not its name."""
    key: tuple[str, ...] = ()
    """The setting of its key, then the environment variables that people have set already."""
    url: tuple[str, ...] = ()
    """The setting of its address, then the environment variables."""
    home: str = ""
    """Where a connection to it leads that has no address; empty where its client knows that, or has to be told."""
    needs_address: bool = False
    """Whether a connection to it has to say where it is."""
    models: tuple[str, ...] = ()
    """Models worth offering; the first is the default."""
    hottest: float = 2.0
    """Highest temperature its API accepts."""
    needs_key: bool = True
    key_for_own: bool = False
    """Whether it needs a key only at its own address: a server elsewhere that speaks its protocol may need none."""
    extra: Extra | None = None
    """What brings its client, where not every user has that."""

    def access(self, settings: ModelSettings, environment: Mapping[str, str]) -> Access:
        """Return where and with what to reach it. A setting beats the environment.

        A key from the environment is meant for the address from the environment, or for the provider's own:
        it is not sent to an address that was set here without a key.
        """
        url, url_set = _value(self.url, settings, environment)
        key, key_set = _value(self.key, settings, environment)
        if url is not None and urlsplit(url).hostname == OPENAI_HOST:
            url = None
        if url is not None and url_set and not key_set:
            key = None
        return Access(url.rstrip("/") if url else None, key)

    def missing(self, access: Access) -> Lack | None:
        """Return what to set before it can be used; None if nothing is missing."""
        if self.needs_key and not access.key and not (access.url and self.key_for_own):
            return Lack(code=LackCode.KEY_MISSING, values=self.key_values)
        return self.uninstalled()

    def uninstalled(self) -> Lack | None:
        """Return what has to be installed before it can be used; None if nothing has to."""
        if self.extra is None or self.extra.is_installed:
            return None
        return Lack(code=LackCode.EXTRA_MISSING, values={"provider": self.name, "package": self.extra.requirement})

    @property
    def key_values(self) -> Mapping[str, str]:
        """What a sentence about its key names."""
        return {"provider": self.name, "variable": self.key[1], "setting": f"BAILIWICK_{self.key[0].upper()}"}


def _value(names: tuple[str, ...], settings: ModelSettings, environment: Mapping[str, str]) -> tuple[str | None, bool]:
    """Return (value, whether it was a setting)."""
    if not names:
        return None, False
    setting = getattr(settings, names[0])
    if isinstance(setting, SecretStr):
        setting = setting.get_secret_value()
    if setting and setting.strip():
        return setting.strip(), True
    found = (environment.get(name, "").strip() for name in names[1:])
    return next((value for value in found if value), None), False


# Each provider's client takes between one and four seconds to import: only when a model of it is built.


def _openai(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    """OpenAI itself speaks its Responses API; every other address is taken for a Chat Completions server."""
    return _openai_chat(model, access, client) if access.url else _openai_responses(model, access, client)


def _openai_responses(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
    from pydantic_ai.providers.openai import OpenAIProvider

    # Conversations stay here: OpenAI is asked not to keep them; its reasoning travels encrypted with them.
    settings = OpenAIResponsesModelSettings(openai_store=False)
    provider = OpenAIProvider(openai_client=_openai_client(access, client))
    return OpenAIResponsesModel(model, provider=provider, settings=settings)


def _openai_chat(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    openai = _openai_client(access, client)
    provider = (
        OpenAICompatibleProvider("openai-compatible", openai_client=openai)
        if access.url
        else OpenAIProvider(openai_client=openai)
    )
    # Without a reason to finish, an answer that was cut off could not be told from a complete one.
    profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    return OpenAIChatModel(model, provider=provider, profile=profile)


def _ollama(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(openai_client=_openai_client(Access(f"{access.url}/v1", access.key), client))
    profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    return OllamaModel(model, provider=provider, profile=profile)


def _openai_client(access: Access, client: "httpx2.AsyncClient") -> "AsyncOpenAI":
    from openai import AsyncOpenAI

    url = access.url or f"https://{OPENAI_HOST}/v1"
    return AsyncOpenAI(base_url=url, api_key=access.key or "not-needed", http_client=client, max_retries=0)


def _anthropic(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    anthropic = AsyncAnthropic(api_key=access.key, base_url=access.url, http_client=client, max_retries=0)
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=anthropic))


def _google(model: str, access: Access, client: "httpx2.AsyncClient") -> "Model":
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(api_key=access.key, base_url=access.url, http_client=client))


OLLAMA_HOME = "http://127.0.0.1:11434"
OPENROUTER_HOME = "https://openrouter.ai/api/v1"
OPENAI_KEY = ("openai_api_key", "OPENAI_API_KEY")
OPENAI_URL = ("openai_base_url", "OPENAI_BASE_URL")
OPENAI_MODELS = ("gpt-6.1-terra", "gpt-6.1-sol", "gpt-6-luna")
ANTHROPIC_MODELS = ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5")
GOOGLE_MODELS = ("gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-3.5-flash-lite")

ANTHROPIC_KEY = ("anthropic_api_key", "ANTHROPIC_API_KEY")
ANTHROPIC_URL = ("anthropic_base_url", "ANTHROPIC_BASE_URL")
GOOGLE_KEY = ("google_api_key", "GEMINI_API_KEY", "GOOGLE_API_KEY")

PROVIDERS: tuple[Provider, ...] = (
    Provider(name="openai", key_for_own=True, build=_openai, key=OPENAI_KEY, url=OPENAI_URL, models=OPENAI_MODELS),
    Provider(name="openai-chat", key_for_own=True, build=_openai_chat, key=OPENAI_KEY, url=OPENAI_URL, prices="openai"),
    Provider(
        name="openai-responses",
        key_for_own=True,
        build=_openai_responses,
        key=OPENAI_KEY,
        url=OPENAI_URL,
        prices="openai",
    ),
    Provider(
        name="anthropic",
        build=_anthropic,
        key=ANTHROPIC_KEY,
        url=ANTHROPIC_URL,
        models=ANTHROPIC_MODELS,
        hottest=1.0,
        extra=Extra.ANTHROPIC,
    ),
    Provider(
        name="google",
        build=_google,
        key=GOOGLE_KEY,
        url=("google_base_url",),
        models=GOOGLE_MODELS,
        extra=Extra.GOOGLE,
    ),
    Provider(name="ollama", build=_ollama, url=("ollama_url",), needs_key=False),
)
"""In the order in which a default model is looked for."""


CONNECTED: Mapping[ConnectionKind, Provider] = {
    ConnectionKind.OPENAI: PROVIDERS[0],
    ConnectionKind.ANTHROPIC: next(one for one in PROVIDERS if one.name == "anthropic"),
    ConnectionKind.GOOGLE: next(one for one in PROVIDERS if one.name == "google"),
    ConnectionKind.OLLAMA: Provider(name="ollama", build=_ollama, needs_key=False, home=OLLAMA_HOME),
    ConnectionKind.OPENROUTER: Provider(name="openrouter", build=_openai_chat, home=OPENROUTER_HOME),
    ConnectionKind.OPENAI_COMPATIBLE: Provider(
        name="openai-compatible", build=_openai_chat, needs_key=False, needs_address=True
    ),
}
"""The providers of connections that people keep here."""


def connected(kind: ConnectionKind, address: str, key: str | None) -> Access:
    """Return where and with what a connection reaches its provider."""
    url = address or CONNECTED[kind].home
    if url and urlsplit(url).hostname == OPENAI_HOST and kind is ConnectionKind.OPENAI:
        url = ""
    return Access(url.rstrip("/") or None, key)


def refused_key(name: str) -> Lack | None:
    """Return what is said of a provider that refused its key; None for one that has none."""
    provider = next((one for one in PROVIDERS if one.name == name), None)
    if provider is None:
        return refused_here(name)
    return Lack(code=LackCode.KEY_REFUSED, values=provider.key_values) if provider.key else None


def refused_here(name: str) -> Lack:
    """Return what is said of a connection that is kept here and whose key was refused."""
    return Lack(code=LackCode.CONNECTION_REFUSED, values={"provider": name})


def built(provider: Provider, model: str, access: Access, client: "httpx2.AsyncClient") -> BuiltModel:
    """Build the model library's object; slow on a provider's first use, which imports its client."""
    import pydantic_ai  # takes over a second

    pydantic_ai.BANNER_ENABLED = False
    library_model = provider.build(model, access, client)
    return BuiltModel(library_model, _hottest(library_model, provider))


def _hottest(model: "Model", provider: Provider) -> float | None:
    """Return the highest temperature the model takes; those that reason take none."""
    profile: Mapping[str, object] = dict(model.profile)
    reasons = profile.get("openai_supports_reasoning", False)
    can_rest = profile.get("openai_supports_reasoning_effort_none", False)
    at_rest = can_rest and not profile.get("thinking_enabled_by_default", False)
    if profile.get("anthropic_disallows_sampling_settings", False) or (reasons and not at_rest):
        return None
    return provider.hottest

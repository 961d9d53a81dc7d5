"""The catalog of models: which there are, which can be used, and which is the default."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.health import Health
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.redaction import redactor
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.settings import Settings
from bailiwick.models.listing import ModelCheck, ModelEntry
from bailiwick.models.local_servers import ollama_models, openai_models
from bailiwick.models.names import ModelName
from bailiwick.models.prices import price
from bailiwick.models.providers import PROVIDERS, BuiltModel, Provider, built
from bailiwick.models.settings import ModelSettings

if TYPE_CHECKING:
    import httpx2

Look = Callable[[str, str | None, float], Sequence[str] | None]
"""Given address, key and seconds, returns the names of models."""

DISCOVERY_SECONDS = 0.5
"""How long a server nearby may take to say which models it has."""
UNREACHABLE_SECONDS = 300.0
"""For so long after a provider could not be reached it is taken for unreachable."""
DISCOVERY_AGE = 30.0
"""Seconds for which what was found is not looked for again."""


class Catalog:
    """Knows the models of the configured providers; builds each on its first use.

    Belongs to one event loop, because the HTTP client does. Conventional keys are found in `environment`.
    """

    def __init__(self, settings: Settings, *, environment: Mapping[str, str] | None = None) -> None:
        environment = os.environ if environment is None else environment
        self._home = settings.home
        self._options = settings.of(ModelSettings)
        self._providers = {provider.name: provider for provider in PROVIDERS}
        self._access = {provider.name: provider.access(self._options, environment) for provider in PROVIDERS}
        self._redact = redactor(access.key for access in self._access.values())
        self._found: dict[str, Sequence[str]] = {}
        self._looked_at: float | None = None
        self._lacking: dict[str, tuple[Lack, float]] = {}
        """What was missing at a provider when it was last called, and when that was."""
        self._built: dict[str, BuiltModel] = {}
        self._building = asyncio.Lock()
        self._client: httpx2.AsyncClient | None = None

    @property
    def silence(self) -> float:
        """Longest silence of a call, in seconds."""
        return self._options.model_timeout

    @property
    def redact(self) -> Callable[[str], str]:
        """Takes the keys out of a text."""
        return self._redact

    @property
    def configured(self) -> bool:
        """Whether any real model is configured; otherwise the offline model answers."""
        return self.resolve(None) != "offline" or any(self._default_of(each) for each in PROVIDERS)

    def resolve(self, name: str | None) -> str:
        """Return the full name of the model: `name`, else the default. Raises `InvalidInput` if unknown."""
        wanted = (name or self._options.model or "").strip()
        if not wanted:
            return next((found for each in PROVIDERS if (found := self._default_of(each))), "offline")
        provider, model = ModelName.read(wanted)
        if wanted == "offline" or (provider in self._providers and model):
            return wanted
        if provider == "scripted" and self._may_read(model):
            return wanted
        raise InvalidInput(self._unknown(wanted).said, field="model")

    def note(self, name: str, lack: Lack | None) -> None:
        """Remember how a call of that model went: what was missing, or nothing where it answered."""
        provider = ModelName.read(name).provider
        if lack is None:
            self._lacking.pop(provider, None)
        else:
            self._lacking[provider] = (lack, time.monotonic())

    def usable(self, name: str) -> Health:
        """Say whether the model would answer, without calling it: what it needs is set, and its provider answered
        when it was last called. That it could not be reached counts for a while only."""
        health = self._callable(name)
        lack, at = self._lacking.get(ModelName.read(name).provider, (None, 0.0))
        if not health.healthy or lack is None:
            return health
        passed = lack.code is LackCode.UNREACHABLE and time.monotonic() - at > UNREACHABLE_SECONDS
        return health if passed else Health.of(lack)

    def _callable(self, name: str) -> Health:
        """Say whether what the model needs is set, so that it can be called."""
        provider, model = ModelName.read(name)
        if provider == "scripted":
            return self._usable_script(model)
        if name == "offline":
            return Health(healthy=True)
        if provider not in self._providers or not model:
            return Health.of(self._unknown(name))
        if missing := self._providers[provider].missing(self._access[provider]):
            return Health.of(missing)
        return self._usable_ollama(model) if provider == "ollama" else Health(healthy=True)

    async def discover(self) -> None:
        """Look which models the servers nearby have; what was found lately is not looked for again."""
        if self._looked_at is not None and time.monotonic() - self._looked_at < DISCOVERY_AGE:
            return
        ollama, openai = self._access["ollama"].url, self._access["openai"]
        async with asyncio.TaskGroup() as group:
            if ollama:
                group.create_task(self._look("ollama", ollama_models, ollama, None))
            if openai.url:
                group.create_task(self._look("openai", openai_models, openai.url, openai.key))
        self._looked_at = time.monotonic()

    async def entries(self) -> Sequence[ModelEntry]:
        """Return the models worth offering, usable ones first, with their list prices."""
        await self.discover()
        default = self.resolve(None)
        offered = [str(ModelName(each.name, model)) for each in PROVIDERS for model in self._models_of(each)]
        names = dict.fromkeys([default, *offered, "offline"])
        # In a thread: the price tables take half a second to load.
        entries = await asyncio.to_thread(lambda: [self._entry(name, default) for name in names])
        return sorted(entries, key=lambda entry: not entry.usable)

    async def test(self, name: str | None = None) -> ModelCheck:
        """Make one tiny real call and say what came of it. Raises `InvalidInput` if the model is unknown."""
        name = self.resolve(name)
        if ModelName.read(name).provider in ("offline", "scripted"):
            health = self.usable(name)
            return ModelCheck(
                name=name, ok=health.healthy, milliseconds=0.0, error=health.detail, lack=next(iter(health.lacks), None)
            )
        # The callers bring the model library, which takes seconds to import: only where a call is made.
        from bailiwick.models.probe import probe

        return await probe(self, name)

    async def model(self, name: str) -> BuiltModel:
        """Return the model of that full name, built on first use. Raises `CallFailed` if it is not usable."""
        if name in self._built:
            return self._built[name]
        provider, model = ModelName.read(name)
        if not self._callable(name).healthy:
            await self.discover()  # its server may have been started since
        health = self._callable(name)
        if not health.healthy or provider not in self._providers:
            lack = next(iter(health.lacks), None)
            sentence = health.detail or f"{name} is not a provider's model."
            raise CallFailed(ErrorClass.AUTHENTICATION, sentence, lack=lack)
        async with self._building:
            if name not in self._built:
                client = await self._http_client()
                # In a thread: a provider's first model imports its client, which takes seconds.
                self._built[name] = await asyncio.to_thread(
                    built, self._providers[provider], model, self._access[provider], client
                )
        return self._built[name]

    async def aclose(self) -> None:
        """Close the connections to providers."""
        client, self._client = self._client, None
        self._built.clear()
        if client is not None:
            await client.aclose()

    async def _http_client(self) -> "httpx2.AsyncClient":
        if self._client is None:
            # httpx2 is part of what the model library needs and not imported for commands that call no model.
            from bailiwick.models.http_client import model_client

            self._client = model_client(self.silence)
        return self._client

    def _unknown(self, model: str) -> Lack:
        values = {"model": model[:80], "providers": ", ".join(self._providers)}
        return Lack(code=LackCode.MODEL_UNKNOWN, values=values)

    def _default_of(self, provider: Provider) -> str | None:
        if provider.missing(self._access[provider.name]):
            return None
        models = self._models_of(provider)
        # Of a server that offers many, people choose; a single model needs no choosing.
        if provider.name == "openai" and self._access["openai"].url and len(models) != 1:
            return None
        return f"{provider.name}:{models[0]}" if models else None

    def _models_of(self, provider: Provider) -> Sequence[str]:
        elsewhere = provider.name == "openai" and self._access["openai"].url
        return self._found.get(provider.name, ()) if elsewhere or provider.name == "ollama" else provider.models

    async def _look(self, provider: str, look: Look, url: str, key: str | None) -> None:
        try:
            # The limit here is for what the other does not bound: resolving a name.
            async with asyncio.timeout(2 * DISCOVERY_SECONDS):
                found = await asyncio.to_thread(look, url, key, DISCOVERY_SECONDS)
        except TimeoutError:
            found = None
        # A server that is busy keeps its models: a default that comes and goes would answer offline unasked.
        self._found[provider] = found if found is not None else self._found.get(provider, ())

    def _usable_script(self, path: str) -> Health:
        if not self._may_read(path):
            return Health.of(Lack(code=LackCode.SCRIPT_OUTSIDE))
        if path and not Path(path).is_file():
            return Health.of(Lack(code=LackCode.SCRIPT_ABSENT))
        return Health(healthy=True)

    def _may_read(self, script: str) -> bool:
        # Anyone may name an agent's model, so a script is only read where the operator put or pointed to it.
        if not script or self._options.model == f"scripted:{script}":
            return True
        try:
            return Path(script).resolve().is_relative_to(self._home.resolve())
        except (OSError, ValueError):  # too long, or with a NUL
            return False

    def _usable_ollama(self, model: str) -> Health:
        url = self._access["ollama"].url
        if not url:
            return Health.of(
                Lack(code=LackCode.ADDRESS_MISSING, values={"provider": "ollama", "setting": "BAILIWICK_OLLAMA_URL"})
            )
        names = self._found.get("ollama")
        if names is None or any(model in (name, name.removesuffix(":latest")) for name in names):
            return Health(healthy=True)
        if not names:
            return Health.of(Lack(code=LackCode.NO_MODEL_SERVED, values={"provider": "ollama", "url": url}))
        return Health.of(Lack(code=LackCode.MODEL_ABSENT, values={"provider": "ollama", "model": model[:80]}))

    def _entry(self, name: str, default: str) -> ModelEntry:
        provider, model = ModelName.read(name)
        known = self._providers.get(provider)
        listed = price(known.prices or known.name, model) if known is not None else None
        health = self.usable(name)
        return ModelEntry(
            name=name,
            provider=provider,
            usable=self._callable(name).healthy,
            detail=health.detail or self._where(provider),
            lack=next(iter(health.lacks), None),
            default=name == default,
            input_price=listed.input if listed else None,
            output_price=listed.output if listed else None,
        )

    def _where(self, provider: str) -> str:
        access = self._access.get(provider)
        return f"at {access.url}" if access is not None and access.url else ""

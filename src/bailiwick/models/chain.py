"""The way of a model call: the callers around callers, in order."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.kernel.resilience import RetryPolicy
from bailiwick.models.breaker import Breakers, BreakingCaller
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText, PersonalModels
from bailiwick.models.fallback import FallbackCaller
from bailiwick.models.names import ModelName
from bailiwick.models.retry import RetryingCaller
from bailiwick.models.tidy import TidyingCaller
from bailiwick.models.visible import SeeingCaller


class DispatchingCaller:
    """Picks the caller by the name's first part: `offline`, `scripted`, or a provider."""

    def __init__(self, *, offline: ModelCaller, scripted: ModelCaller, provider: ModelCaller) -> None:
        self._special = {"offline": offline, "scripted": scripted}
        self._provider = provider

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call the provider that has models of that name."""
        caller = self._special.get(ModelName.read(request.model).provider, self._provider)
        return await caller.call(request, on_text, on_retry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Callers:
    """The ends of the chain, by whose models they call."""

    offline: ModelCaller
    scripted: ModelCaller
    provider: ModelCaller


def caller(
    ends: Callers,
    policy: RetryPolicy,
    models: PersonalModels,
    *,
    breakers: Breakers | None = None,
    fallbacks: Sequence[str] = (),
) -> FallbackCaller:
    """Return the caller that the runtime uses; each wrapper is one line, the outermost last.

    Each attempt passes the breaker of its provider, so that one attempt tries it when it is half-open; repetitions come
    before another model does. Without `breakers`, which need a database, every attempt is made.
    """
    chain: ModelCaller = DispatchingCaller(offline=ends.offline, scripted=ends.scripted, provider=ends.provider)
    chain = TidyingCaller(chain)
    chain = SeeingCaller(chain)
    chain = BreakingCaller(chain, breakers) if breakers else chain
    return FallbackCaller(RetryingCaller(chain, policy), models, fallbacks, breakers)

"""The way of a model call: the callers around callers, in order."""

from bailiwick.kernel.resilience import RetryPolicy
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
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


def caller(*, offline: ModelCaller, scripted: ModelCaller, provider: ModelCaller, policy: RetryPolicy) -> ModelCaller:
    """Return the caller that the runtime uses; each wrapper is one line, the outermost last."""
    chain: ModelCaller = DispatchingCaller(offline=offline, scripted=scripted, provider=provider)
    chain = TidyingCaller(chain)
    chain = SeeingCaller(chain)
    return RetryingCaller(chain, policy)

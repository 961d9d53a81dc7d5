"""For whom a model is called: whose connections count, and which source each of its models came from."""

from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.names import ModelName
from bailiwick.models.prices import ModelPrice
from bailiwick.models.providers import refused_here
from bailiwick.models.sources import ReachedProvider


@dataclass(slots=True)
class Calling:
    """A call under way."""

    user_id: str | None
    """Whose call it is; None for the installation's own."""
    sources: dict[str, ReachedProvider] = field(default_factory=dict[str, ReachedProvider])
    """Where the models came from that it asked for, by the first part of their names."""


CALLING: ContextVar[Calling | None] = ContextVar("calling", default=None)


class PersonalCaller:
    """Calls models for one person, whose own connections count too."""

    def __init__(self, inner: ModelCaller, user_id: str) -> None:
        self._inner = inner
        self._user_id = user_id

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call for this person."""
        token = CALLING.set(Calling(self._user_id))
        try:
            return await self._inner.call(request, on_text, on_retry)
        finally:
            CALLING.reset(token)


class ConnectionCaller:
    """Counts what a call costs by prices that were set by hand, and says of which connection a key was refused."""

    def __init__(self, inner: ModelCaller) -> None:
        self._inner = inner

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call, and see whether a connection that is kept here was asked."""
        try:
            reply = await self._inner.call(request, on_text, on_retry)
        except CallFailed as failure:
            lack = told_here(failure.lack, _source(request.model))
            if lack is None or lack == failure.lack:
                raise
            raise CallFailed(failure.error_class, lack.said, retry_after=failure.retry_after, lack=lack) from None
        price = price_by_hand(_source(request.model), ModelName.read(request.model).model)
        if price is None:
            return reply
        used = reply.usage
        cost = (used.input_tokens * price.input + used.output_tokens * price.output) / 1_000_000
        return replace(reply, usage=replace(used, cost=cost))


def told_here(lack: Lack | None, source: ReachedProvider | None) -> Lack | None:
    """Return what is missing as it is said of a connection that is kept here."""
    if lack is None or source is None or source.connection is None or lack.code is not LackCode.KEY_REFUSED:
        return lack
    return refused_here(source.name)


def price_by_hand(source: ReachedProvider | None, model: str) -> ModelPrice | None:
    """Return the price that was set by hand; None where none was."""
    facts = source.connection.facts.get(model) if source is not None and source.connection is not None else None
    if facts is None or facts.input_price is None or facts.output_price is None:
        return None
    return ModelPrice(facts.input_price, facts.output_price)


def _source(model: str) -> ReachedProvider | None:
    calling = CALLING.get()
    return None if calling is None else calling.sources.get(ModelName.read(model).provider)

"""The wrapper that asks another model where one does not answer, in the order that was listed beforehand."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.lacks import LackCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass, HeldBack, PassedOver
from bailiwick.kernel.usage import Outcome
from bailiwick.models.breaker import PATIENCE, Breakers
from bailiwick.models.calling import CALLING
from bailiwick.models.causes import cause_of, is_too_long
from bailiwick.models.contract import ModelCatalog, ModelReply, ModelRequest, OnRetry, OnText, PersonalModels, ReadsLess
from bailiwick.models.history import returns_since_last_response
from bailiwick.models.names import ModelName
from bailiwick.models.retry import RetryingCaller, Worth

RULES = "offline"
"""In a list of fallbacks: rules and tools may answer, where they can."""
PASSED_ON = (
    ErrorClass.NETWORK,
    ErrorClass.TIMEOUT,
    ErrorClass.RATE_LIMIT,
    ErrorClass.AUTHENTICATION,
    ErrorClass.MODEL,
)
"""Failures of whoever was asked. What was wrong with the question would be so with another model, and a refusal is not
gone round."""

LOG = logging.getLogger(__name__)


class FallbackCaller:
    """Asks a model, and where it does not answer the next one of those listed; at last rules and tools.

    What a failed call had streamed is taken back before the next one is made.
    """

    def __init__(
        self, inner: RetryingCaller, models: PersonalModels, listed: Sequence[str], breakers: Breakers | None = None
    ) -> None:
        """`listed` are the fallbacks of requests that list none; `breakers` count who was passed over."""
        self._inner = inner
        self._models = models
        self._listed = tuple(listed)
        self._breakers = breakers

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Return the first answer, by rules where the request is refused. Raises the `CallFailed` of the model that was
        asked first where there is none, or would have been, and `ReadsLess` where the next one cannot be asked the
        same."""
        if request.model == RULES:
            reply = await self._inner.call(request, on_text, on_retry)
            return replace(reply, model=RULES, passed_over=request.passed_over)
        asked, calling = _Asked(self._inner, request, on_text, on_retry), CALLING.get()
        catalog = await self._models.of(None if calling is None else calling.user_id)
        order = [request.model, *self._others(catalog, request)]
        if request.refused is not None:
            asked.refuse(CallFailed(ErrorClass.BUDGET, request.refused.said))
            order = [each for each in order if each == RULES]
        for place, model in enumerate(order):
            others = order[place + 1 :]
            if model == RULES:
                reply = await asked.rules()
            else:
                if asked.failures and not await asked.fits(model):
                    await self._count(order[0])
                    raise asked.reads_less(model, others)
                try:
                    reply = await asked.model(model, self._worth(catalog, asked, others))
                except CallFailed:
                    if asked.was_too_long:
                        raise asked.reads_less(model, others) from None
                    raise
            if reply is None:
                continue
            reply = replace(reply, model=model, passed_over=asked.passed_over, fallbacks=others)
            if asked.failures and request.refused is None:
                LOG.warning("%s answered, because %s did not: %s", model, order[0], asked.failures[0])
                await self._count(order[0])
            return reply
        raise asked.failures[0]

    async def _count(self, passed_over: str) -> None:
        if self._breakers is not None:
            await self._breakers.passed_over(ModelName.read(passed_over).provider)

    def _others(self, catalog: ModelCatalog, request: ModelRequest) -> list[str]:
        """Return who may be asked after the first, each once; rules and tools last."""
        names: list[str] = []
        for name in self._listed if request.fallbacks is None else request.fallbacks:
            try:
                names.append(catalog.resolve(name))
            except InvalidInput:
                LOG.warning("%s is listed as a fallback, and there is no such model", name)
        rules = [RULES] if RULES in names and request.by_rules else []
        return [*(each for each in dict.fromkeys(names) if each not in (RULES, request.model)), *rules]

    def _worth(self, catalog: ModelCatalog, asked: "_Asked", others: Sequence[str]) -> Worth:
        """Return what says whether repeating a call is worth the wait: less so where somebody else may answer now."""
        another = any(catalog.usable(each).healthy for each in others if each != RULES)

        async def worth(error: CallFailed, delay: float) -> bool:
            slow = isinstance(error, HeldBack) or error.error_class is ErrorClass.TIMEOUT
            if another:
                return not slow and delay <= PATIENCE
            unreachable = error.lack is not None and error.lack.code is LackCode.UNREACHABLE
            if RULES in others and (slow or unreachable):
                return not await asked.rules_answer(error)
            return True

        return worth


class _Asked:
    """One question on its way from model to model."""

    def __init__(self, inner: RetryingCaller, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> None:
        self._inner = inner
        self._request = request
        self._on_text = on_text
        self._on_retry = on_retry
        self._by_rules: tuple[ModelReply, Sequence[tuple[int, str, Strand]]] | None = None
        self.failures: list[CallFailed] = []
        self.passed_over: list[PassedOver] = list(request.passed_over)

    def refuse(self, failure: CallFailed) -> None:
        """Note why the first model may not be asked."""
        self.failures.append(failure)
        self.passed_over.append(_passed_over(self._request.model, failure))

    async def model(self, model: str, worth: Worth) -> ModelReply | None:
        """Return what a model answers; None where it fails and another may be asked. Raises `CallFailed` else, which
        is that of the first model where there was one before."""
        streamed: set[Strand] = set()

        async def noted(offset: int, text: str, strand: Strand = SAID) -> None:
            streamed.add(strand)
            await self._on_text(offset, text, strand)

        await self._tell_that_it_goes_on()
        try:
            return await self._inner.persist(replace(self._request, model=model), noted, self._on_retry, worth)
        except CallFailed as error:
            self.failures.append(error)
            if error.error_class not in PASSED_ON:
                raise self.failures[0] from None
            for strand in streamed:
                await self._on_text(0, "", strand)
            self.passed_over.append(_passed_over(model, error))
            return None

    @property
    def was_too_long(self) -> bool:
        """Whether a model that was asked in place of another has said that it was given too much."""
        return self._request.fits is not None and len(self.failures) > 1 and is_too_long(self.failures[-1])

    def reads_less(self, model: str, others: Sequence[str]) -> ReadsLess:
        """Return that a model is to be asked for less, and who is asked after it."""
        return ReadsLess(model, others, self.passed_over, self.failures[0])

    async def fits(self, model: str) -> bool:
        """Whether another model can be asked the same."""
        return self._request.fits is None or await self._request.fits(self._request, model)

    async def rules(self) -> ModelReply | None:
        """Return what rules and tools answer; None where they cannot."""
        if not await self.rules_answer(self.failures[0]) or self._by_rules is None:
            return None
        await self._tell_that_it_goes_on()
        reply, pieces = self._by_rules
        for offset, text, strand in pieces:
            await self._on_text(offset, text, strand)
        return reply

    async def rules_answer(self, error: CallFailed) -> bool:
        """Whether rules and tools can answer, which is found out once; `error` is why no model did.

        They go on from what a model called only where they know how to put each result into words.
        """
        returns = returns_since_last_response(self._request.messages)
        if any(part.tool_name not in self._request.recognisers for part in returns):
            return False
        if self._by_rules is None:
            self._by_rules = await self._answer_by_rules(error)
        reply, _ = self._by_rules
        return bool(returns) or reply.outcome is Outcome.ANSWERED

    async def _answer_by_rules(self, error: CallFailed) -> tuple[ModelReply, Sequence[tuple[int, str, Strand]]]:
        request = self._request
        pieces: list[tuple[int, str, Strand]] = []

        async def kept(offset: int, text: str, strand: Strand = SAID) -> None:
            pieces.append((offset, text, strand))

        passed_over = self.passed_over or [_passed_over(request.model, error)]
        messages = request.messages if request.messages_for_rules is None else request.messages_for_rules
        question = replace(request, model=RULES, messages=messages, passed_over=passed_over)
        return await self._inner.call(question, kept, self._on_retry), pieces

    async def _tell_that_it_goes_on(self) -> None:
        if self.failures:
            await self._on_retry(self.failures[-1].error_class, str(self.failures[-1]), 0.0)


def _passed_over(model: str, error: CallFailed) -> PassedOver:
    cause = cause_of(error, ModelName.read(model).provider)
    return PassedOver(model=model, error_class=error.error_class, reason=cause)

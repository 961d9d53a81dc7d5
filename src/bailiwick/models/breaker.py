"""The circuit breaker of each provider: one that does not answer is not called for a while.

The table is the truth for all processes; each keeps in memory what it knows of it, and hears of changes. So a call of a
provider that answers costs no statement, and one of a provider that does not costs no wait.
"""

import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.lacks import LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass, HeldBack
from bailiwick.models.breaker_states import Breaker, BreakerState
from bailiwick.models.breaker_store import FAILURES, BreakerRow, BreakerStore
from bailiwick.models.causes import cause_of
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.listing import ModelCheck, ModelEntry
from bailiwick.models.names import ModelName
from bailiwick.models.sources import ReachedProvider

UNGUARDED = ("offline", "scripted")
"""Providers that are in this process."""
PATIENCE = 2.0
"""Seconds. A provider that asks for a longer pause is not called before it is over."""
LONGEST_ASKED = 3600.0
"""Seconds of a pause that a provider may ask for."""
SLOW = 3.0
"""Seconds. A failure that took longer to show counts as many: whoever calls next would wait as long."""
LOOK_AGAIN = 1.0
"""Seconds after which it is looked up again whether the trial of another process is over."""
REFUSALS = (LackCode.KEY_REFUSED, LackCode.CREDIT_USED_UP)
"""What a provider itself says is missing; what else is missing was found out before it was called."""


KeyOf = Callable[[str, str | None], Awaitable[str]]
"""Given what stands before the colon of a model's name, and a user, returns what its failures are counted under."""


async def _its_name(name: str, user_id: str | None) -> str:
    del user_id
    return name


@dataclass(slots=True)
class _Known:
    """What this process knows of a provider."""

    row: BreakerRow
    opens_at: float
    """When it may be called again, or looked at again, by this process's clock."""


@dataclass(slots=True)
class Admission:
    """That a call may be made."""

    provider: str
    name: str
    """What stands before the colon of its models' names."""
    trial: bool
    """Whether it is the one that tries."""
    known: _Known | None
    """What was known then; failures that are noted meanwhile are not forgotten for its success."""
    settled: bool = False
    """Whether it is known how the provider answers."""
    waited_from: float = 0.0
    """Since when it has been waited for the provider, by this process's clock."""


class Breakers:
    """Knows which providers are called now, in this process as in all others."""

    def __init__(
        self,
        store: BreakerStore,
        lease: float,
        *,
        key_of: KeyOf | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lease` is the longest time in seconds in which it shows whether a provider answers; `key_of` says what its
        failures are counted under, its name unless it is given."""
        self._store = store
        self._key_of = key_of or _its_name
        self._lease = timedelta(seconds=lease)
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._stale = True

    def heard(self, user_id: str | None) -> None:
        """Take note that something changed for all users in some process: it may be a breaker."""
        if user_id is None:
            self._stale = True

    def holds(self, provider: str) -> bool:
        """Whether a call would be held back, as far as this process knows."""
        known = self._known.get(provider)
        return known is not None and known.row.open_until is not None and known.opens_at > self._clock()

    async def all(self) -> Sequence[Breaker]:
        """Return how every provider stands that has ever failed, as the table has it. Raises `Unavailable`."""
        return [_shown(row) for row in await self._store.all()]

    async def shown_in(self, entries: Sequence[ModelEntry], sources: Iterable[ReachedProvider]) -> Sequence[ModelEntry]:
        """Return the models of a list, each with how its source has answered lately. Raises `Unavailable`."""
        rows = {each.provider: each for each in await self.all()}
        found = {each.name: replace(rows[each.breaker], provider=each.name) for each in sources if each.breaker in rows}
        return [replace(entry, breaker=found.get(entry.provider)) for entry in entries]

    async def checked(self, check: ModelCheck, user_id: str | None = None) -> None:
        """Close the breaker of a model that a person has tried and that answered. Raises `Unavailable`."""
        name = ModelName.read(check.name).provider
        if check.ok and name not in UNGUARDED:
            await self.close(await self._key_of(name, user_id))

    async def close(self, provider: str) -> None:
        """Close the breaker of a provider that has answered, or is reached in another way now. Raises `Unavailable`."""
        self._note(provider, await self._store.close(provider))

    async def admit(self, name: str) -> Admission:
        """Return that a provider may be called now. Raises `HeldBack` at once where it may not.

        Asks the database only where something changed since it was last asked, and for the one call that tries.
        """
        if self._stale:
            await self._read()
        provider = await self._key_of(name, None)
        known = self._known.get(provider)
        if known is None or known.row.open_until is None:
            return self._admission(provider, name, known)
        if known.opens_at <= self._clock():
            taken, row = False, None
            with suppress(Unavailable):
                taken, row = await self._store.take_trial(provider, self._lease)
            known = self._note(provider, row)
            if taken or known is None or known.row.open_until is None:
                return self._admission(provider, name, known, trial=taken)
        raise self._held_back(name, known)

    async def failed(self, admission: Admission, error: CallFailed) -> None:
        """Count a failure of the provider."""
        if admission.settled and admission.trial:
            admission.trial = False  # it had begun to answer, and was closed for that
        admission.settled = True
        asked = error.retry_after if error.retry_after is not None and error.retry_after > PATIENCE else None
        slow = self._clock() - admission.waited_from > SLOW
        with suppress(Unavailable):
            row = await self._store.fail(
                admission.provider,
                error.error_class,
                cause_of(error, admission.name),
                weight=FAILURES if slow else 1,
                trial=admission.trial,
                asked=None if asked is None else timedelta(seconds=min(asked, LONGEST_ASKED)),
            )
            self._note(admission.provider, row)

    async def answered(self, admission: Admission) -> None:
        """Close it: the provider answers. No statement is made where nothing was counted against it."""
        admission.waited_from = self._clock()
        if admission.settled:
            return
        admission.settled = True
        known = admission.known
        if not admission.trial and (
            known is None or not known.row.failures or self._known.get(known.row.provider) is not known
        ):
            return
        with suppress(Unavailable):
            self._note(admission.provider, await self._store.close(admission.provider))

    async def passed_over(self, name: str) -> None:
        """Count that another model answered in place of one of the provider's."""
        with suppress(Unavailable):
            await self._store.pass_over(await self._key_of(name, None))

    async def released(self, admission: Admission) -> None:
        """Let another call try, where this one was ended before anything showed."""
        if admission.trial and not admission.settled:
            with suppress(Unavailable):
                await self._store.release(admission.provider)

    @asynccontextmanager
    async def watched(self, name: str) -> AsyncGenerator[Admission]:
        """Let the block call a provider, and note whether it answers. Raises `HeldBack` at once where it may not."""
        admission = await self.admit(name)
        try:
            yield admission
        except CallFailed as error:
            if _is_the_providers(error):
                await self.failed(admission, error)
            elif error.lack is None:  # it has answered, if only that it does not want this
                await self.answered(admission)
            else:
                await self.released(admission)
            raise
        except BaseException:
            await self.released(admission)
            raise

    def _admission(self, provider: str, name: str, known: _Known | None, *, trial: bool = False) -> Admission:
        return Admission(provider, name, trial=trial, known=known, waited_from=self._clock())

    async def _read(self) -> None:
        self._stale = False  # what changes while it is read makes it so again
        try:
            rows = await self._store.all()
        except Unavailable:
            self._stale = True
            return
        for row in rows:
            self._note(row.provider, row)

    def _note(self, provider: str, row: BreakerRow | None) -> _Known | None:
        if row is None:
            return self._known.get(provider)
        left = max(0.0, row.seconds or 0.0)
        wait = LOOK_AGAIN if row.on_trial and left == 0 else left
        known = self._known[provider] = _Known(row, self._clock() + wait)
        return known

    def _held_back(self, name: str, known: _Known) -> HeldBack:
        row, left = known.row, max(known.opens_at - self._clock(), LOOK_AGAIN)
        cause = row.why or Reason.of(ReasonCode.MODEL_UNREACHABLE, provider=name)
        said = Reason.of(ReasonCode.MODEL_HELD_BACK, cause, seconds=math.ceil(left))
        return HeldBack(row.error_class or ErrorClass.NETWORK, said, retry_after=left, asked=row.asked)


class BreakingCaller:
    """Calls `inner` unless the provider has not answered for a while, and notes whether it does."""

    def __init__(self, inner: ModelCaller, breakers: Breakers) -> None:
        self._inner = inner
        self._breakers = breakers

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call once. Raises `HeldBack` at once where the provider is not called now."""
        provider = ModelName.read(request.model).provider
        if provider in UNGUARDED:
            return await self._inner.call(request, on_text, on_retry)
        async with self._breakers.watched(provider) as admission:

            async def heard(offset: int, text: str, strand: Strand = SAID) -> None:
                await self._breakers.answered(admission)
                await on_text(offset, text, strand)

            reply = await self._inner.call(request, heard, on_retry)
            await self._breakers.answered(admission)
            return reply


def _is_the_providers(error: CallFailed) -> bool:
    """Whether a failure says that the provider does not answer, whatever it is asked."""
    if error.error_class is ErrorClass.AUTHENTICATION:
        return error.lack is None or error.lack.code in REFUSALS
    return error.error_class.transient


def _shown(row: BreakerRow) -> Breaker:
    is_open = row.open_until is not None
    trying = row.on_trial or (row.seconds or 0.0) <= 0
    state = BreakerState.CLOSED if not is_open else BreakerState.HALF_OPEN if trying else BreakerState.OPEN
    return Breaker(
        provider=row.provider,
        state=state,
        since=row.opened_at,
        until=row.open_until,
        reason=row.why,
        failures=row.failures,
        times_opened=row.times_opened,
        passed_over=row.passed_over,
    )

"""Keeps what runs spend within limits.

What one run needs of it is read once and kept in memory until a limit changes, so that a run that no limit concerns
asks the database nothing more. One that some concern asks once for each model call: what the call before has used is
booked, what it had reserved is given back, and what the next one may use is reserved, in all ledgers or in none.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bailiwick.features.budgets.amounts import reason_of
from bailiwick.features.budgets.events import SpendingLimitNear
from bailiwick.features.budgets.prices import CallPrice, Prices
from bailiwick.features.budgets.records import AtLimit, LimitState, Spending, SpendingLimit
from bailiwick.features.budgets.rules import (
    ONE_TOOL_CALL,
    RunSubjects,
    WorstCase,
    begins,
    charged,
    concerned,
    ends,
    share_of,
    state_of,
    worst_case,
)
from bailiwick.features.budgets.store import BudgetStore, Line, Reached, UsedByCall
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import SpendingLimitHit
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.later import LaterJobs
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.ledger import CallOver, CallToMake, RunLedger, SpendingLimitEnds, SpendingLimitReached
from bailiwick.runs.records import Execution

LIMITS = "spending limits"
"""Under which name the limits of a user are kept in memory."""
JOB = "limit_begins_anew"
"""Name of the jobs that let runs go on which waited for a limit's next period."""
WITHOUT_MODEL = "offline"
"""What answers by rules, of which nothing is spent."""

Clock = Callable[[], datetime]


class SpendingLedgers:
    """The limits of users, and the ledgers of their runs."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        remembered: RememberedReads,
        prices: Prices,
        zone: ZoneInfo,
        clock: Clock = lambda: datetime.now(UTC),
        *,
        fallbacks: Sequence[str] = (),
    ) -> None:
        """`zone` says when days and months begin; `fallbacks` answer where a call lists none of its own."""
        self.database = database
        self.stores = stores
        self.prices = prices
        self.zone = zone
        self.clock = clock
        self._remembered = remembered
        self._fallbacks = tuple(fallbacks)

    async def dearest(self, user_id: str, request: ModelRequest) -> CallPrice:
        """Return what a call for a user costs at most, whichever of the models answers that may."""
        listed = self._fallbacks if request.fallbacks is None else request.fallbacks
        names = dict.fromkeys((request.model, *listed))
        prices = [await self.prices.of(each, user_id) for each in names if each != WITHOUT_MODEL]
        return CallPrice(max(each.input for each in prices), max(each.output for each in prices))

    async def limits(self, user_id: str) -> Sequence[SpendingLimit]:
        """Return the limits that may concern the user's model calls."""
        return await self._remembered.get(user_id, LIMITS, lambda: self.stores[BudgetStore].concerning(user_id))

    async def prepare(self, user_id: str) -> None:
        """Read the limits, so that they are known within the transactions of a run."""
        await self.limits(user_id)

    def of(self, user_id: str, execution: Execution) -> RunLedger:
        """Return the ledger of a run that a worker has claimed."""
        return SpendingOfRun(self, user_id, execution)

    def begins(self, limit: SpendingLimit) -> datetime:
        """Return when the period of a limit began that it is now."""
        return begins(limit.period, self.clock(), self.zone)

    async def check(self, user_id: str, model: str, *, agent: str | None, conversation_id: str) -> None:
        """Raise `SpendingLimitHit` where a run that the user asks for could not call the model even once, and would end
        so."""
        if model == WITHOUT_MODEL:
            return
        agents = frozenset(filter(None, (agent,)))
        found = concerned(await self.limits(user_id), agents, RunSubjects(conversation_id))
        limits = [(limit, self.begins(limit)) for limit in found if limit.at_limit is AtLimit.END]
        if not limits:
            return
        used, price = await self.stores[BudgetStore].used(user_id, limits), await self.prices.of(model, user_id)
        free = price.input + price.output == 0
        for limit, since in limits:
            spent, _ = used.get(limit.id, (Spending(), Spending()))
            # What is left of tool calls does not keep a model from answering.
            counted = replace(limit, money=None if free else limit.money, tool_calls=None)
            if state_of(share_of(counted, spent)) is LimitState.REACHED:
                raise SpendingLimitHit(reason_of(Reached(limit, since, spent)))


def _spent(call: CallOver) -> bool:
    return call.model != WITHOUT_MODEL and (call.usage.model_calls > 0 or call.usage.tool_calls > 0)


def _counts_tools(limit: SpendingLimit) -> bool:
    return limit.tool_calls is not None or limit.seconds is not None


class SpendingOfRun:
    """Keeps what one run spends within the limits that concern it."""

    def __init__(self, ledgers: SpendingLedgers, user_id: str, execution: Execution) -> None:
        self._ledgers = ledgers
        self._store = ledgers.stores[BudgetStore]
        self._user_id = user_id
        self._execution = execution
        self._subjects = RunSubjects.of(execution)
        self._held: set[str] = set()
        """Keys of the calls for which this attempt has reserved something."""
        self._left_over = execution.attempt > 1
        """Whether an earlier attempt may have left something reserved."""

    async def look(self) -> None:
        """Read the limits, unless they are known."""
        await self._ledgers.limits(self._user_id)

    async def account(
        self,
        over: Sequence[CallOver],
        call: CallToMake | None = None,
        *,
        everything: bool = False,
        last: bool = False,
    ) -> ModelRequest | None:
        """Book what calls have used, give back what they had reserved, and reserve for the next; see `RunLedger`."""
        limits = await self._ledgers.limits(self._user_id)
        # What rules answered in place of a model has used nothing, and may have reserved something.
        over = [each for each in over if each.model != WITHOUT_MODEL or each.key in self._held]
        lines = [
            line
            for each in over
            if _spent(each) and not each.cut
            for line in self._lines(limits, each.key, each.agents, tool=not each.usage.model_calls)
        ]
        request = None if call is None else call.request
        asks = call is not None and (request is None or request.model != WITHOUT_MODEL)
        for_call = self._lines(limits, call.key, call.agents, tool=request is None) if call is not None and asks else []
        gives_back = frozenset(self._held if everything else self._held & {each.key for each in over})
        if not (lines or for_call or gives_back or (self._left_over and limits)):
            return request
        asked = None
        if call is not None and for_call:
            asked = (call.key, await self._worst_case(request))
        accounted = await self._store.account(
            self._user_id,
            self._execution.id,
            self._execution.attempt,
            everything=everything,
            lines=[*lines, *for_call],
            over=[await self._counted(each) for each in over],
            asked=asked,
        )
        # A tool call uses all that it holds: there is no more room once it is over.
        if asked is not None and accounted.reached is not None and (last or request is None or not accounted.later):
            refusal = self._refusal(accounted.reached, asked[1])
            if call is None or request is None or not call.can_be_refused:
                # What was booked is taken back, and booked with what is written next.
                raise refusal
            request = replace(request, refused=refusal)
        self._let_go(gives_back)
        await self._tell(accounted.near, limits)
        if call is None or asked is None:
            return request
        if accounted.reached is not None:
            return request if request is not None and request.refused else None
        self._held.add(call.key)
        if request is None or accounted.answer is None:
            return request
        return replace(request, max_tokens=accounted.answer)

    def _let_go(self, gives_back: Set[str]) -> None:
        """Within a transaction: note that nothing is reserved for calls any more, unless it is rolled back."""
        left_over, self._left_over = self._left_over, False
        self._held -= gives_back

        def ended(committed: bool) -> None:
            if not committed:
                self._held |= gives_back
                self._left_over = left_over

        self._ledgers.database.on_end(ended)

    async def _worst_case(self, request: ModelRequest | None) -> WorstCase:
        if request is None:
            return ONE_TOOL_CALL
        return worst_case(request, await self._ledgers.dearest(self._user_id, request))

    def _lines(
        self, limits: Sequence[SpendingLimit], key: str, agents: frozenset[str], *, tool: bool = False
    ) -> list[Line]:
        """Return in which ledgers a call counts: of a `tool` only in those of limits that limit what it uses."""
        found = concerned(limits, agents, self._subjects)
        return [Line(key, limit, self._ledgers.begins(limit)) for limit in found if not tool or _counts_tools(limit)]

    async def _account_at(self, reached: Reached) -> None:
        """Give everything back, and hold the ledger of a limit that was reached with those in which something was."""
        limits = await self._ledgers.limits(self._user_id)
        accounted = await self._store.account(
            self._user_id,
            self._execution.id,
            self._execution.attempt,
            everything=True,
            lines=[Line("", reached.limit, reached.begins)],
            over=(),
            asked=None,
        )
        self._held.clear()
        await self._tell(accounted.near, limits)

    async def _counted(self, call: CallOver) -> UsedByCall:
        if not _spent(call):
            return UsedByCall(call.key, 0, 0, 0)
        usage, milliseconds = call.usage, round(call.seconds * 1000)
        if not usage.model_calls:
            return UsedByCall(call.key, 0, 0, 0, usage.tool_calls, milliseconds)
        money = charged(usage, await self._ledgers.prices.of(call.model, self._user_id))
        tokens = usage.input_tokens + usage.output_tokens
        return UsedByCall(call.key, money, tokens, usage.model_calls, usage.tool_calls, milliseconds)

    async def _tell(self, near: Sequence[str], limits: Sequence[SpendingLimit]) -> None:
        told = [SpendingLimitNear(limit_id=each.id, name=each.name) for each in limits if each.id in near]
        await self._ledgers.stores[EventStore].append(self._user_id, told)

    def _refusal(self, reached: Reached, case: WorstCase) -> SpendingLimitReached | SpendingLimitEnds:
        """Return what is raised where a run reaches a limit, as that says what the run does then."""
        reason = reason_of(reached._replace(used=reached.used + case.at_least))
        if reached.limit.at_limit is AtLimit.END:
            return SpendingLimitEnds(reason)
        return SpendingLimitReached(reason, lambda: self._stays(reached))

    async def _stays(self, reached: Reached) -> bool:
        """Within the transaction in which the run is set waiting: whether the limit is still as it was; then the run
        goes on when its next period begins.

        All that the run holds is given back with it, so that ledgers are held in one order.
        """
        await self._account_at(reached)
        if not await self._store.stays(self._user_id, reached):
            return False
        at = ends(reached.limit.period, reached.begins, self._ledgers.zone)
        if at is not None:
            async with self._ledgers.database.as_user(self._user_id) as connection:
                await LaterJobs().defer(
                    connection,
                    JOB,
                    self._user_id,
                    {"limit": reached.limit.id},
                    at=at,
                    queueing_lock=f"{JOB}:{self._user_id}:{reached.limit.id}:{at.timestamp()}",
                )
        return True

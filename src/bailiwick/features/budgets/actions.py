"""What people do with limits on spending: set, changed, removed, seen with what is used; and what was spent on what."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.agents.rosters import Rosters
from bailiwick.features.budgets.amounts import CODES
from bailiwick.features.budgets.events import SpendingLimitChanged
from bailiwick.features.budgets.ledger import WITHOUT_MODEL, SpendingLedgers
from bailiwick.features.budgets.reasons import BudgetReason
from bailiwick.features.budgets.records import (
    DOLLAR,
    AtLimit,
    LimitPeriod,
    LimitScope,
    LimitState,
    LimitUse,
    Spending,
    SpendingLimit,
    SpendingRow,
    SpentBy,
)
from bailiwick.features.budgets.rules import begins, charged, ends, share_of, state_of
from bailiwick.features.budgets.store import BudgetStore
from bailiwick.features.budgets.words import name_of
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.for_each_user import Users, for_each_user
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.days import midnights
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput, NotFound, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Kind, Reason, ReasonCode
from bailiwick.kernel.usage import Usage
from bailiwick.people.administrators import ADMINISTRATORS
from bailiwick.people.records import User
from bailiwick.people.store import AccessStore
from bailiwick.runs.actions import Executions
from bailiwick_router.core.language import Language

KINDS: Mapping[LimitScope, Kind] = {
    LimitScope.AGENT: "agent",
    LimitScope.CONVERSATION: "conversation",
    LimitScope.SWARM: "swarm",
    LimitScope.TASK: "task",
}
"""What a limit is of, by its scope."""
AMOUNTS = ("money", "tokens", "model_calls", "tool_calls", "seconds")
"""What a limit may limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDraft:
    """A limit to be set."""

    scope: LimitScope
    subject: str | None = None
    """Id of the agent, conversation, swarm or task; of a person where administrators set it for them."""
    period: LimitPeriod
    money: float | None = None
    tokens: int | None = None
    model_calls: int | None = None
    tool_calls: int | None = None
    seconds: float | None = None
    """Of work."""
    at_limit: AtLimit = AtLimit.WAIT
    name: str | None = None

    @property
    def amounts(self) -> dict[str, float | None]:
        """What it limits, by the names of `AMOUNTS`."""
        return {name: getattr(self, name) for name in AMOUNTS}


class Budgets:
    """Limits on spending as people handle them."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        ledgers: SpendingLedgers,
        rosters: Rosters,
        executions: Executions,
        users: Users,
    ) -> None:
        self._database = database
        self._stores = stores
        self._store = stores[BudgetStore]
        self._ledgers = ledgers
        self._rosters = rosters
        self._executions = executions
        self._users = users

    # limits

    async def is_lacking(self, user: User) -> bool:
        """Whether nothing limits what everybody's calls cost."""
        found = await self._store.list(user.id)
        return not any(each.scope is LimitScope.EVERYBODY and each.money is not None for each in found)

    async def set_daily(self, user: User, money: float, language: Language) -> None:
        """Limit it to so many US dollars a day. Raises `InvalidInput`, `Forbidden`."""
        await self.set(user, LimitDraft(scope=LimitScope.EVERYBODY, period=LimitPeriod.DAY, money=money), language)

    async def list(self, user_id: str) -> Sequence[LimitUse]:
        """Return the limits that a user sees, and how they stand: those for everybody first."""
        return await self._uses(user_id, await self._store.list(user_id))

    async def get(self, user_id: str, limit_id: str) -> LimitUse:
        """Raises `NotFound`."""
        return (await self._uses(user_id, [await self._store.get(user_id, limit_id)]))[0]

    async def set(self, user: User, draft: LimitDraft, language: Language = "en") -> LimitUse:
        """Set a limit; what was spent in its period already counts.

        Raises `InvalidInput`, `NotFound` for what it is to be of, and `Forbidden` for a limit of others than oneself
        where the user is no administrator.
        """
        _check_amounts(draft)
        whose, subject, called = await self._subject(user, draft)
        since = begins(draft.period, self._ledgers.clock(), self._ledgers.zone)
        spent = await self._spent(whose, draft.scope, subject, since)
        async with self._database.as_user(user.id):
            limit = await self._store.insert(
                user.id,
                whose,
                since,
                spent,
                scope=draft.scope,
                subject=subject,
                period=draft.period,
                **draft.amounts,
                at_limit=draft.at_limit,
                imposed=whose != user.id,
                name=draft.name or name_of(draft.scope, called, draft.period, language),
            )
            await self._tell(user.id, limit)
            self._record(Act.LIMIT_SET, limit)
        return await self.get(user.id, limit.id)

    async def put(self, user: User, draft: LimitDraft, language: Language = "en") -> LimitUse:
        """Set a limit, in place of the user's own one, or everybody's, of the same calls and period; see `set`."""
        whose, subject, _ = await self._subject(user, draft)
        for each in await self._store.list(user.id):
            same = (each.scope, each.subject, each.period) == (draft.scope, subject, draft.period)
            if same and (each.scope is LimitScope.EVERYBODY or each.user_id == whose):
                named = {"name": draft.name} if draft.name else {}
                return await self.change(user, each.id, {**draft.amounts, **named, "at_limit": draft.at_limit})
        return await self.set(user, draft, language)

    async def named(self, user_id: str, which: str) -> SpendingLimit:
        """Return the limit of this id or name that the user sees. Raises `InvalidInput`."""
        limits = await self._store.list(user_id)
        for found in (
            [each for each in limits if which in (each.id, each.name)],
            [each for each in limits if which.casefold() in each.name.casefold()],
        ):
            if len(found) == 1:
                return found[0]
        names = ", ".join(each.name for each in limits)
        raise InvalidInput(Reason.of(BudgetReason.NO_SUCH_LIMIT, which=which, limits=names))

    async def change(self, user: User, limit_id: str, changes: Mapping[str, Any]) -> LimitUse:
        """Set the name, the amounts or the end of a limit; runs that wait for it go on if it leaves room now.

        Raises `NotFound`, `InvalidInput` where it would limit nothing, `Forbidden`.
        """
        async with self._database.as_user(user.id):
            limit = await self._held(user.id, limit_id)
            changed = replace(limit, **changes)
            _check_amounts(changed)
            changed = await self._store.change(user.id, changed)
            await self._recount(user.id, limit, changed)
            await self._tell(user.id, changed)
            self._record(Act.LIMIT_CHANGED, changed)
        await self._let_go_on(changed)
        return await self.get(user.id, limit_id)

    async def remove(self, user: User, limit_id: str) -> None:
        """Limit that no longer; runs that wait for it go on. Raises `NotFound`, `Forbidden`."""
        async with self._database.as_user(user.id):
            limit = await self._held(user.id, limit_id)
            await self._store.remove(user.id, limit)
            await self._tell(user.id, limit)
            self._record(Act.LIMIT_REMOVED, limit)
        await self._let_go_on(limit)

    # runs that wait

    async def go_on(self, user_id: str, limit_id: str | None = None) -> None:
        """Let the runs of a user go on that wait for a limit which leaves room by now; of all limits without one."""
        waiting = await self._store.waiting(user_id, CODES)
        if not waiting:
            return
        uses = {each.limit.id: each for each in await self._uses(user_id, await self._store.concerning(user_id))}
        for execution_id, waits_for in waiting:
            use = uses.get(waits_for)
            stays = use is not None and use.state is LimitState.REACHED
            if limit_id in (None, waits_for) and not stays:
                with suppress(Conflict, NotFound):
                    await self._executions.go_on(user_id, execution_id)

    async def _let_go_on(self, limit: SpendingLimit) -> None:
        async def one(user_id: str) -> None:
            await self.go_on(user_id, limit.id)

        await for_each_user(await self._users() if limit.scope is LimitScope.EVERYBODY else [limit.user_id], one)

    # what was spent

    async def spending(self, user: User, by: SpentBy, days: int, *, everybody: bool = False) -> Sequence[SpendingRow]:
        """Return what model calls of runs that ended in the last `days`, today included, have cost, the dearest first;
        by day the oldest first. Of a user, or of everybody for administrators.

        Raises `Forbidden`.
        """
        if everybody and user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        now, zone = self._ledgers.clock(), self._ledgers.zone
        edges = midnights(now, days, zone)
        found: defaultdict[str, Spending] = defaultdict(Spending)
        if by is SpentBy.DAY:
            found.update({_day(edge, zone): Spending() for edge in edges[:-1]})
        for user_id in await self._users() if everybody else [user.id]:
            for each in await self._stores[MetricStore].sums(user_id, MetricKind.MODEL, edges):
                if each.subject == WITHOUT_MODEL:
                    continue
                sums = each.sums
                used = Usage(input_tokens=sums.input_tokens, output_tokens=sums.output_tokens, cost=sums.cost)
                money = charged(used, await self._ledgers.prices.of(each.subject, user_id)) / DOLLAR
                key = {
                    SpentBy.PERSON: user_id,
                    SpentBy.AGENT: each.agent,
                    SpentBy.MODEL: each.subject,
                    SpentBy.DAY: _day(edges[each.slot - 1], zone),
                }[by]
                tokens = sums.input_tokens + sums.output_tokens
                found[key] += Spending(money=money, tokens=tokens, model_calls=sums.count)
        names = await self._names_of(user.id, by, list(found))
        rows = [SpendingRow(key=key, name=names.get(key), **_fields(spent)) for key, spent in found.items()]
        if by is SpentBy.DAY:
            return rows
        return sorted(rows, key=lambda row: (-row.money, -row.tokens, row.key))

    # inside

    async def _held(self, user_id: str, limit_id: str) -> SpendingLimit:
        held = await self._store.hold(user_id, limit_id)
        if held is not None:
            return held
        seen = await self._store.get(user_id, limit_id)
        if seen.scope is LimitScope.EVERYBODY:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        raise Forbidden(Reason.of(BudgetReason.IMPOSED, name=seen.name))

    async def _subject(self, user: User, draft: LimitDraft) -> tuple[str, str | None, str | None]:
        """Return whose limit it is to be, of what, and what that is called."""
        administers = user.role in ADMINISTRATORS
        match draft.scope:
            case LimitScope.EVERYBODY:
                if draft.subject:
                    raise InvalidInput(Reason.of(BudgetReason.SUBJECT_NOT_TAKEN), field="subject")
                if not administers:
                    raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
                return user.id, None, None
            case LimitScope.PERSON:
                if draft.subject in (None, user.id):
                    return user.id, None, None
                if not administers:
                    raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
                if draft.subject not in await self._users():
                    raise not_found("user")
                return draft.subject, None, (await self._stores[AccessStore].user(draft.subject)).name
            case _:
                if not draft.subject:
                    raise InvalidInput(Reason.of(BudgetReason.SUBJECT_MISSING), field="subject")
                names = await self._names(user.id, draft.scope, [draft.subject])
                if draft.subject not in names:
                    raise not_found(KINDS[draft.scope])
                return user.id, draft.subject, names[draft.subject]

    async def _recount(self, user_id: str, limit: SpendingLimit, changed: SpendingLimit) -> None:
        """Within the transaction that changes a limit: count what was used of what it did not limit before. Calls of
        tools and time count only where that is limited."""
        counts = limit.tool_calls is not None or limit.seconds is not None
        if counts or (changed.tool_calls is None and changed.seconds is None):
            return
        since = self._ledgers.begins(changed)
        spent = await self._spent(changed.user_id, changed.scope, changed.subject, since)
        await self._store.recount(user_id, changed, since, tool_calls=spent.tool_calls, seconds=spent.seconds)

    async def _spent(self, whose: str, scope: LimitScope, subject: str | None, since: datetime) -> Spending:
        """Return what the calls that a limit is to concern have used since a time."""
        users = await self._users() if scope is LimitScope.EVERYBODY else [whose]
        return sum([await self._spent_by(each, scope, subject, since) for each in users], Spending())

    async def _spent_by(self, user_id: str, scope: LimitScope, subject: str | None, since: datetime) -> Spending:
        of = {scope.value: subject} if subject is not None else {}
        total = Spending()
        for each in await self._store.spent(user_id, since, **of):
            if each.model == WITHOUT_MODEL:
                continue
            if not each.model:
                total += Spending(tool_calls=each.tool_calls, seconds=each.seconds)
                continue
            price = await self._ledgers.prices.of(each.model, user_id)
            unpriced = Usage(input_tokens=each.unpriced_input, output_tokens=each.unpriced_output)
            money = each.cost + charged(unpriced, price) / DOLLAR
            total += Spending(
                money=money,
                tokens=each.tokens,
                model_calls=each.model_calls,
                tool_calls=each.tool_calls,
                seconds=each.seconds,
            )
        return total

    async def _uses(self, user_id: str, limits: Sequence[SpendingLimit]) -> Sequence[LimitUse]:
        since = [(limit, self._ledgers.begins(limit)) for limit in limits]
        used = await self._store.used(user_id, since)
        waiting = Counter(limit_id for _, limit_id in await self._store.waiting(user_id, CODES))
        names: dict[str, str] = {}
        for scope in LimitScope:
            ids = [each.subject for each in limits if each.scope is scope and each.subject]
            names |= await self._names(user_id, scope, ids) if ids else {}
        for whose in {each.user_id for each in limits if each.scope is LimitScope.PERSON}:
            names[whose] = (await self._stores[AccessStore].user(whose)).name
        return [self._use(limit, begun, used.get(limit.id), names, waiting[limit.id]) for limit, begun in since]

    def _use(
        self,
        limit: SpendingLimit,
        begun: datetime,
        used: tuple[Spending, Spending] | None,
        names: Mapping[str, str],
        waiting: int,
    ) -> LimitUse:
        spent, reserved = used or (Spending(), Spending())
        share = share_of(limit, spent)
        of = limit.user_id if limit.scope is LimitScope.PERSON else limit.subject or ""
        return LimitUse(
            limit=limit,
            subject_name=names.get(of),
            used=spent,
            reserved=reserved,
            state=state_of(share),
            share=share,
            waiting=waiting,
            begins=None if limit.period is LimitPeriod.ALWAYS else begun,
            ends=ends(limit.period, self._ledgers.clock(), self._ledgers.zone),
        )

    async def _names(self, user_id: str, scope: LimitScope, ids: Sequence[str]) -> Mapping[str, str]:
        """Return what agents, conversations, swarms or tasks of a user are called, by id; what is gone is left out."""
        names = await self._store.names(user_id, ids)
        if scope is LimitScope.AGENT:
            roster = (await self._rosters.of(user_id)).roster
            agents = {each: agent.name for each in ids if (agent := roster.get(each)) is not None}
            return {**names, **agents}
        return names

    async def _names_of(self, user_id: str, by: SpentBy, keys: Sequence[str]) -> Mapping[str, str]:
        if by is SpentBy.AGENT:
            return await self._names(user_id, LimitScope.AGENT, keys)
        if by is SpentBy.PERSON:
            return {key: (await self._stores[AccessStore].user(key)).name for key in keys}
        return {}

    async def _tell(self, user_id: str, limit: SpendingLimit) -> None:
        fact = SpendingLimitChanged(limit_id=limit.id, name=limit.name)
        await self._stores[EventStore].append(user_id, [fact])

    def _record(self, act: Act, limit: SpendingLimit) -> None:
        amounts = {name: getattr(limit, name) for name in AMOUNTS}
        audited(self._database, act, "spending limit", limit.id, scope=limit.scope, period=limit.period, **amounts)


def _check_amounts(limit: LimitDraft | SpendingLimit) -> None:
    if all(getattr(limit, name) is None for name in AMOUNTS):
        raise InvalidInput(Reason.of(BudgetReason.LIMITS_NOTHING), field="money")


def _day(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).date().isoformat()


def _fields(spent: Spending) -> dict[str, Any]:
    return {"money": spent.money, "tokens": spent.tokens, "model_calls": spent.model_calls}

"""Reports of metrics: those of one person or of several users, in the form in which people look at them."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bailiwick.agents.metrics.plan import HOUR, down
from bailiwick.agents.metrics.records import (
    TO_GROUP,
    AgentErrors,
    CallTable,
    Delegation,
    Delegations,
    ErrorPoint,
    ErrorRow,
    Errors,
    ErrorSample,
    ExecutionTable,
    HeatCell,
    Heatmap,
    LinkKind,
    MetricKind,
    Metrics,
    Node,
    RoutingShares,
    StageShare,
)
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.agents.rosters import Rosters
from bailiwick.features.metrics.range import MetricRange
from bailiwick.features.metrics.rows import call_table, execution_table, node_kind, point, totals_of
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.metric_sums import MetricSums, SlotSums
from bailiwick.people.store import AccessStore
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Stage

MOST_LINKS = 500
MOST_PEOPLE = 1000
"""Figures of every user are of so many people at most, those who came first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What figures are asked for."""

    users: Sequence[str]
    """Of whom; of several people the figures are added up."""
    range: MetricRange
    agent: str | None = None
    model: str | None = None
    """Figures of calls of this model instead of executions."""
    tool: str | None = None
    """Figures of calls of this tool instead of executions."""

    @property
    def kind(self) -> MetricKind:
        """What is counted."""
        if self.model is not None:
            return MetricKind.MODEL
        return MetricKind.ALL if self.tool is None else MetricKind.TOOL

    @property
    def subject(self) -> str | None:
        """The model or tool."""
        return self.model if self.model is not None else self.tool


class MetricReports:
    """Reads figures. Who may see whose is for the caller to decide."""

    def __init__(self, stores: Stores, rosters: Rosters, users: Callable[[], Awaitable[Sequence[str]]]) -> None:
        """`users` lists every user there is."""
        self._stores = stores
        self._rosters = rosters
        self._users = users

    async def users_to_count(self) -> Sequence[str]:
        """Return the ids of all people, those who came first first."""
        return list(await self._users())[:MOST_PEOPLE]

    async def overall(self, asked: Asked) -> Metrics:
        """Return the figures of everything together, over time and compared with the time before."""
        time = asked.range
        compared = (time.before, time.since, time.until)
        executions = await self._slots(asked, asked.kind, compared, asked.subject)
        stages = approvals = ups = downs = dict[int, MetricSums]()
        if asked.subject is None:
            stages = await self._slots(asked, MetricKind.STAGE, compared)
            approvals = await self._slots(asked, MetricKind.APPROVAL, compared)
            ups = await self._slots(asked, MetricKind.FEEDBACK, compared, "up")
            downs = await self._slots(asked, MetricKind.FEEDBACK, compared, "down")
        totals = [
            totals_of(*(found.get(slot, MetricSums()) for found in (executions, stages, approvals, ups, downs)))
            for slot in (1, 2)
        ]
        series = await self._slots(asked, asked.kind, time.edges, asked.subject)
        running = [await self._stores[MetricStore].unfinished(user_id, asked.agent) for user_id in asked.users]
        return Metrics(
            from_=time.since,
            to=time.until,
            span=time.span,
            timezone=time.timezone,
            totals=totals[1],
            previous=totals[0],
            series=[point(at, series.get(slot, MetricSums())) for slot, at in enumerate(time.edges[:-1], 1)],
            running=sum(running),
        )

    async def agents(self, asked: Asked) -> ExecutionTable:
        """Return what each agent did."""
        totals, counts = await self._table(asked, MetricKind.EXECUTION, lambda each: each.agent, by_subject=False)
        agents = await self._rosters.all(asked.users[0]) if asked.users else ()
        return execution_table(asked.range, totals, counts, await self._names(asked, agents, totals))

    async def models(self, asked: Asked) -> CallTable:
        """Return what each model was called for."""
        return await self._calls(asked, MetricKind.MODEL)

    async def tools(self, asked: Asked) -> CallTable:
        """Return what each tool was called for."""
        return await self._calls(asked, MetricKind.TOOL)

    async def people(self, asked: Asked) -> ExecutionTable:
        """Return what agents did for each of the people asked for."""
        totals: dict[str, MetricSums] = {}
        counts: dict[str, Mapping[int, int]] = {}
        names: dict[str, str] = {}
        for user_id in asked.users:
            one = Asked(users=(user_id,), range=asked.range, agent=asked.agent)
            found = await self._slots(one, MetricKind.ALL, (asked.range.since, asked.range.until))
            names[user_id] = (await self._stores[AccessStore].user(user_id)).name
            totals[user_id] = found.get(1, MetricSums())
            series = await self._summed(one, MetricKind.ALL, asked.range.edges, counts=True)
            counts[user_id] = {each.slot: each.sums.count for each in series}
        return execution_table(asked.range, totals, counts, names)

    async def delegations(self, asked: Asked) -> Delegations:
        """Return who handed work to whom."""
        found = await self._summed(asked, MetricKind.LINK, (asked.range.since, asked.range.until), counts=True)
        links, groups = Counter[tuple[str, str, LinkKind]](), set[str]()
        for each in found:
            if each.link == TO_GROUP:
                groups.add(each.subject)
            kind = LinkKind.SWARM if each.link == TO_GROUP else LinkKind(each.link)
            links[each.agent, each.subject, kind] += each.sums.count
        shown = sorted(links.items(), key=lambda link: (-link[1], link[0]))[:MOST_LINKS]
        agents = await self._rosters.all(asked.users[0]) if asked.users else ()
        roles = {agent.id: agent.role for agent in agents}
        ids = dict.fromkeys(one for (source, target, _), _ in shown for one in (source, target))
        mailing = {one for (source, target, kind), _ in shown if kind is LinkKind.SWARM for one in (source, target)}
        names = await self._names(asked, agents, ids)
        return Delegations(
            nodes=[
                Node(id=one, kind=node_kind(one, roles, residents=mailing, groups=groups), name=names.get(one))
                for one in ids
            ],
            links=[
                Delegation(from_=source, to=target, kind=kind, count=count) for (source, target, kind), count in shown
            ],
        )

    async def errors(self, asked: Asked) -> Errors:
        """Return how executions failed."""
        time = asked.range
        totals: dict[str, MetricSums] = defaultdict(MetricSums)
        agents: dict[str, Counter[str]] = defaultdict(Counter)
        for each in await self._summed(asked, MetricKind.ERROR, (time.since, time.until)):
            totals[each.subject] += each.sums
            agents[each.subject][each.agent] += each.sums.count
        points: dict[int, Counter[str]] = defaultdict(Counter)
        for each in await self._summed(asked, MetricKind.ERROR, time.edges, counts=True, by_agent=False):
            points[each.slot][each.subject] += each.sums.count
        samples: Mapping[str, ErrorSample] = {}
        if len(asked.users) == 1:
            samples = await self._stores[MetricStore].samples(
                asked.users[0], list(totals), time.since, time.until, asked.agent
            )
        roster = await self._rosters.all(asked.users[0]) if asked.users else ()
        names = await self._names(asked, roster, {one for counts in agents.values() for one in counts})
        rows = [
            ErrorRow(
                error_class=error_class,
                count=sums.count,
                last_at=sums.last_at,
                sample=samples.get(error_class),
                agents=[
                    AgentErrors(agent_id=one, name=names.get(one), count=n)
                    for one, n in agents[error_class].most_common(MOST_LINKS)
                ],
            )
            for error_class, sums in sorted(totals.items(), key=lambda item: (-item[1].count, item[0]))
        ]
        return Errors(
            rows=rows,
            series=[ErrorPoint(at=at, counts=dict(points[slot])) for slot, at in enumerate(time.edges[:-1], 1)],
        )

    async def routing(self, asked: Asked) -> RoutingShares:
        """Return which stages of routing decided."""
        stages: dict[str, MetricSums] = defaultdict(MetricSums)
        time = (asked.range.since, asked.range.until)
        for each in await self._summed(asked, MetricKind.STAGE, time, by_agent=False):
            stages[each.subject] += each.sums
        total = sum(sums.count for sums in stages.values())
        asked_model = sum(sums.model_calls for sums in stages.values())
        order = [stage.value for stage in Stage]
        return RoutingShares(
            stages=[
                StageShare(stage=stage, count=stages[stage].count, share=stages[stage].count / total)
                for stage in sorted(stages, key=lambda one: (order.index(one) if one in order else len(order), one))
            ],
            model_stage_share=asked_model / total if total else None,
            no_answer_share=stages[Stage.FINALIZE].count / total if total else None,
        )

    async def heatmap(self, asked: Asked) -> Heatmap:
        """Return when executions ended, by day of the week and hour; hours are those in which an hour of UTC begins."""
        time, zone = asked.range, ZoneInfo(asked.range.timezone)
        hours = [time.since]
        at = down(time.since, HOUR) + HOUR
        while at < time.until:
            hours.append(at)
            at += HOUR
        cells = Counter[tuple[int, int]]()
        for each in await self._summed(
            asked,
            asked.kind,
            (*hours, time.until),
            subject=asked.subject,
            counts=True,
            by_agent=False,
            by_subject=False,
        ):
            local = down(hours[each.slot - 1], HOUR).astimezone(zone)
            cells[local.weekday(), local.hour] += each.sums.count
        return Heatmap(
            cells=[
                HeatCell(weekday=day, hour=hour, executions=cells[day, hour]) for day in range(7) for hour in range(24)
            ]
        )

    async def _names(self, asked: Asked, agents: Sequence[Agent], ids: Iterable[str]) -> Mapping[str, str]:
        """Return what those of these are called that are agents, residents or groups of the people asked for."""
        names = {agent.id: agent.name for agent in agents}
        others = [one for one in ids if one not in names]
        for user_id in asked.users if others else ():
            names = {**await self._stores[MetricStore].names(user_id, others), **names}
        return names

    async def _calls(self, asked: Asked, kind: MetricKind) -> CallTable:
        totals, counts = await self._table(asked, kind, lambda each: each.subject, by_agent=False)
        return call_table(asked.range, totals, counts)

    async def _table(
        self,
        asked: Asked,
        kind: MetricKind,
        key: Callable[[SlotSums], str],
        *,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> tuple[Mapping[str, MetricSums], Mapping[str, Mapping[int, int]]]:
        """Return sums by key over the whole time, and counts by key and slot."""
        totals: dict[str, MetricSums] = defaultdict(MetricSums)
        for each in await self._summed(
            asked, kind, (asked.range.since, asked.range.until), by_agent=by_agent, by_subject=by_subject
        ):
            totals[key(each)] += each.sums
        counts: dict[str, Counter[int]] = defaultdict(Counter)
        for each in await self._summed(
            asked, kind, asked.range.edges, counts=True, by_agent=by_agent, by_subject=by_subject
        ):
            counts[key(each)][each.slot] += each.sums.count
        return totals, counts

    async def _slots(
        self, asked: Asked, kind: MetricKind, edges: Sequence[datetime], subject: str | None = None
    ) -> dict[int, MetricSums]:
        """Return one `MetricSums` for each slot in which anything ended."""
        slots: dict[int, MetricSums] = defaultdict(MetricSums)
        for each in await self._summed(asked, kind, edges, subject=subject, by_agent=False, by_subject=False):
            slots[each.slot] += each.sums
        return slots

    async def _summed(
        self,
        asked: Asked,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        subject: str | None = None,
        counts: bool = False,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> Sequence[SlotSums]:
        read = self._stores[MetricStore].counts if counts else self._stores[MetricStore].sums
        found: list[SlotSums] = []
        for user_id in asked.users:
            found += await read(
                user_id, kind, edges, agent=asked.agent, subject=subject, by_agent=by_agent, by_subject=by_subject
            )
        return found

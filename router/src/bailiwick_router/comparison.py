"""Comparison: past messages and golden cases decided by two routers, and what differs."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.replays import (
    AgentShare,
    Flip,
    FlipGroup,
    GoldenResult,
    ReplayQuery,
    ReplayReport,
    TrafficEffect,
)
from bailiwick_router.pipeline import Router
from bailiwick_router.replaying import by_stage, correct, quantile

MOST_GROUPS = 100
MOST_SAMPLES = 5
MOST_GOLDEN = 100
"""Golden cases that a report names as broken, and as fixed."""
SAMPLE_LENGTH = 500
"""Characters of a message that a sample shows."""
MOST_TIMED = 200
"""Decisions that are made once more, with their records, to be timed one by one."""
_TOLD_EVERY = 200

Told = Callable[[int, int], None]
"""Told how many messages are decided, of how many; what it raises ends the work."""


@dataclass(frozen=True, slots=True)
class ComparedDecision:
    """Who gets a message, and which stage said so."""

    agent: str | None
    """Of a message that is split: the agent of the first request."""
    stage: Stage


def compare(
    before: Router,
    after: Router,
    messages: Sequence[ReplayQuery],
    golden: Sequence[ReplayQuery],
    *,
    model_available: bool = False,
    told: Told | None = None,
) -> ReplayReport:
    """Return what `after` does to the messages and the golden cases, beside `before`.

    The same routers and messages give the same report, but for its times. `model_available` says whether a model
    may be asked for what the rules leave open; `model_before` and `model_after` then count what is left to it, and
    otherwise what no agent gets at the last stage, which is what a model would be asked. The times of one decision
    are those of up to 200 messages, evenly spread, decided one by one with their records. The routers must not be
    used by others meanwhile.
    """
    started = perf_counter()
    asked = [*messages, *golden]
    # Routers of one release decide alike.
    routers = [after] if before.release == after.release else [before, after]
    sides = _decided(routers, asked, model_available, told)
    first, second = sides[0], sides[-1]
    size = len(messages)
    flips = [
        (query, one, two) for query, one, two in zip(messages, first, second, strict=False) if one.agent != two.agent
    ]
    stages = [Counter(outcome.stage for outcome in side[:size]) for side in (first, second)]
    open_stage = Stage.MODEL if model_available else Stage.FINALIZE
    results = [
        (query, one.agent, two.agent) for query, one, two in zip(golden, first[size:], second[size:], strict=True)
    ]
    right = [(correct(query, one), correct(query, two)) for query, one, two in results]
    times = _timed(after, messages or golden, model_available)
    return ReplayReport(
        messages=size,
        flips=len(flips),
        groups=_groups(flips),
        shares=_shares(first[:size], second[:size]),
        stages_before=by_stage(stages[0]),
        stages_after=by_stage(stages[1]),
        model_before=stages[0][open_stage],
        model_after=stages[1][open_stage],
        golden=len(golden),
        golden_passed=sum(now for _, now in right),
        golden_broken=_golden(each for each, (then, now) in zip(results, right, strict=True) if then and not now),
        golden_fixed=_golden(each for each, (then, now) in zip(results, right, strict=True) if now and not then),
        golden_failing=sum(not now for _, now in right),
        p50_microseconds=round(quantile(times, 0.5), 1),
        p99_microseconds=round(quantile(times, 0.99), 1),
        milliseconds=round((perf_counter() - started) * 1e3, 1),
    )


def outcomes(
    router: Router, queries: Sequence[ReplayQuery], *, model_available: bool = False
) -> list[ComparedDecision]:
    """Return who gets each query, in order; equal queries are decided once, and no records are made."""
    return _decided([router], queries, model_available, None)[0]


def effects(before: Router, after: Router, messages: Sequence[ReplayQuery]) -> list[TrafficEffect]:
    """Return what each agent gets of the messages with `after`, and what it wins and loses against `before`.

    In the order of the roster of `after`; agents that routing does not choose by content and that get nothing are
    left out, and so are those that are no longer on it.
    """
    first = outcomes(before, messages)
    second = first if before.release == after.release else outcomes(after, messages)
    wins = Counter(outcome.agent for outcome in second)
    gains, losses = Counter[str | None](), Counter[str | None]()
    for one, two in zip(first, second, strict=True):
        if one.agent != two.agent:
            losses[one.agent] += 1
            gains[two.agent] += 1
    return [
        TrafficEffect(
            agent=agent.id,
            messages=len(messages),
            wins=wins[agent.id],
            gains=gains[agent.id],
            losses=losses[agent.id],
        )
        for agent in after.roster
        if agent.role.routable or wins[agent.id] or losses[agent.id]
    ]


def effect(before: Router, after: Router, messages: Sequence[ReplayQuery], agent_id: str) -> TrafficEffect:
    """Return what one agent gets of the messages with `after`, beside `before`."""
    for each in effects(before, after, messages):
        if each.agent == agent_id:
            return each
    return TrafficEffect(agent=agent_id, messages=len(messages), wins=0, gains=0, losses=0)


def _decided(
    routers: Sequence[Router], queries: Sequence[ReplayQuery], model_available: bool, told: Told | None
) -> list[list[ComparedDecision]]:
    """Return the outcomes of each router; equal queries are decided once."""
    distinct = list(dict.fromkeys((query.text, query.last_agent) for query in queries))
    known: list[dict[tuple[str, str | None], ComparedDecision]] = [{} for _ in routers]
    for at, (text, last_agent) in enumerate(distinct):
        if told is not None and at % _TOLD_EVERY == 0:
            told(at, len(distinct))
        context = _context(last_agent, model_available)
        # One router after the other on the same message: what only the message decides is then found out once.
        reading = routers[0].read(text)
        for router, side in zip(routers, known, strict=True):
            alike = router.profile == routers[0].profile
            verdict, stage = router.choose(reading if alike else text, context)
            side[text, last_agent] = ComparedDecision(verdict.agent, stage)
    if told is not None:
        told(len(distinct), len(distinct))
    return [[side[query.text, query.last_agent] for query in queries] for side in known]


def _context(last_agent: str | None, model_available: bool) -> RoutingContext:
    return RoutingContext(last_agent=last_agent, model_available=model_available)


def _groups(flips: Sequence[tuple[ReplayQuery, ComparedDecision, ComparedDecision]]) -> list[FlipGroup]:
    counts: Counter[tuple[str | None, str | None]] = Counter()
    samples: dict[tuple[str | None, str | None], list[Flip]] = {}
    for query, one, two in flips:
        pair = (one.agent, two.agent)
        counts[pair] += 1
        shown = samples.setdefault(pair, [])
        if len(shown) < MOST_SAMPLES:
            shown.append(
                Flip(
                    text=shortened(query.text),
                    before=one.agent,
                    after=two.agent,
                    before_stage=one.stage,
                    after_stage=two.stage,
                    expected=query.agent,
                    labelled=query.labelled,
                    id=query.id,
                )
            )
    # Equals stay in the order in which they came.
    most = sorted(counts.items(), key=lambda each: -each[1])[:MOST_GROUPS]
    return [FlipGroup(before=pair[0], after=pair[1], count=count, samples=tuple(samples[pair])) for pair, count in most]


def _shares(first: Sequence[ComparedDecision], second: Sequence[ComparedDecision]) -> list[AgentShare]:
    then, now = Counter(each.agent for each in first), Counter(each.agent for each in second)
    agents = sorted({*then, *now}, key=lambda agent: (-now[agent], -then[agent], agent or ""))
    return [AgentShare(agent=agent, before=then[agent], after=now[agent]) for agent in agents]


def _golden(results: Iterable[tuple[ReplayQuery, str | None, str | None]]) -> list[GoldenResult]:
    return [
        GoldenResult(id=query.id, text=shortened(query.text), expected=query.agent, before=one, after=two)
        for query, one, two in results
    ][:MOST_GOLDEN]


def _timed(router: Router, queries: Sequence[ReplayQuery], model_available: bool) -> list[float]:
    step = max(1, -(-len(queries) // MOST_TIMED))
    chosen = [queries[at] for at in range(0, len(queries), step)]
    return sorted(
        router.decide(query.text, _context(query.last_agent, model_available)).microseconds for query in chosen
    )


def shortened(text: str) -> str:
    """Return a text as a sample shows it."""
    return text if len(text) <= SAMPLE_LENGTH else text[: SAMPLE_LENGTH - 1] + "…"

"""Figures are the same whether they are summed up or counted from facts, wherever time is cut."""

import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.agents.metrics.plan import BEGINNING, END
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.kernel.metric_sums import MetricSums, bin_of

DAYS = 5
AGENTS = ("toby", "ami", None)
MODELS = ("offline", "openai:gpt")
CLASSES = ("network", "tool")
BEGIN = datetime(2026, 3, 27, tzinfo=UTC)
"""Clocks change in Madrid two days later."""
ZONES = ("UTC", "Europe/Madrid", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham")


class Past:
    """Executions of a few days, in memory and in the database."""

    def __init__(self, connection, seed):
        self.random = random.Random(seed)
        self.executions = [self._execution(connection) for _ in range(250)]

    def _execution(self, connection):
        pick = self.random
        status = pick.choice(("completed", "completed", "failed", "cancelled"))
        ended = BEGIN + timedelta(seconds=pick.randrange(DAYS * 86400))
        if pick.random() < 0.2:  # on the hour: the instant belongs to the hour that begins
            ended = ended.replace(minute=0, second=0)
        one = {
            "agent": pick.choice(AGENTS),
            "status": status,
            "ended": ended,
            "ms": pick.choice((0, 40, 1500, 90_000)),
            "tokens": pick.randrange(100),
            "cost": pick.randrange(8) / 8,
            "error": pick.choice(CLASSES) if status == "failed" else None,
            "stage": pick.choice(("tags", "model")),
            "rating": pick.choice(("up", "down", None)),
            "rated": BEGIN + timedelta(seconds=pick.randrange(DAYS * 86400)),
            "calls": [(pick.choice(MODELS), pick.randrange(1, 5000)) for _ in range(pick.randrange(3))],
        }
        connection.execute(
            """
            with thread as (
                insert into conversations (id, agent_id, mode, thread_key, title)
                values (gen_random_uuid(), 'x', 'direct', gen_random_uuid()::text, 't') returning id
            ), decided as (
                insert into decisions (id, agent_id, created_at, record)
                values (gen_random_uuid(), %(agent)s, %(ended)s,
                        json_build_object('stage', %(stage)s::text, 'model_calls', (%(stage)s = 'model')::integer,
                                          'shadows', json_build_array(json_build_object(
                                              'agent', 'shy', 'would_win', %(stage)s = 'model'))))
                returning id
            ), made as (
                insert into executions (id, conversation_id, message, mode, agent_id, status, attempt, started_at,
                                        ended_at, input_tokens, cost, error_class, decision_id)
                select gen_random_uuid(), thread.id, 'm', 'direct', %(agent)s, %(status)s, 1,
                       %(ended)s::timestamptz - %(ms)s * interval '1 millisecond', %(ended)s, %(tokens)s, %(cost)s,
                       %(error)s, decided.id
                  from thread, decided returning id
            ), rated as (
                insert into feedback (execution_id, rating, updated_at)
                select id, %(rating)s, %(rated)s from made where %(rating)s::text is not null
            )
            insert into steps (execution_id, key, position, kind, agent_id, status, attempt, name, input, input_tokens,
                               output_tokens, model_calls, tool_calls, cost, started_at, ended_at)
            select made.id, place::text, place, 'model', %(agent)s, 'completed', 1, name, '{}', 1, 0, 1, 0, 0.5,
                   %(ended)s::timestamptz - ms * interval '1 millisecond', %(ended)s
              from made, unnest(%(names)s::text[], %(durations)s::integer[]) with ordinality as call (name, ms, place)
            """,
            {**one, "names": [name for name, _ in one["calls"]], "durations": [ms for _, ms in one["calls"]]},
        )
        return one

    def expected(self, kind, edges):
        """What a plain loop over all executions finds."""
        found = defaultdict(MetricSums)
        for one in self.executions:
            for at, agent, subject, link, sums in self._facts(kind, one):
                for slot, (since, until) in enumerate(pairwise(edges), 1):
                    if since <= at < until:
                        found[slot, agent, subject, link] += sums
        return dict(found)

    def _facts(self, kind, one):
        at, agent = one["ended"], one["agent"] or ""
        if kind in (MetricKind.ALL, MetricKind.EXECUTION):
            timed = one["status"] != "cancelled"
            yield (
                at,
                agent if kind is MetricKind.EXECUTION else "",
                "",
                "",
                MetricSums(
                    count=1,
                    **{one["status"]: 1},
                    timed=timed,
                    milliseconds=one["ms"] * timed,
                    input_tokens=one["tokens"],
                    cost=one["cost"],
                    last_at=at,
                    histogram={bin_of(one["ms"]): 1} if timed else {},
                ),
            )
        elif kind is MetricKind.MODEL:
            for name, ms in one["calls"]:
                yield (
                    at,
                    agent,
                    name,
                    "",
                    MetricSums(
                        count=1,
                        completed=1,
                        timed=1,
                        milliseconds=ms,
                        input_tokens=1,
                        model_calls=1,
                        cost=0.5,
                        last_at=at,
                        histogram={bin_of(ms): 1},
                    ),
                )
        elif kind is MetricKind.ERROR and one["error"]:
            yield at, agent, one["error"], "", MetricSums(count=1, last_at=at)
        elif kind is MetricKind.SHADOW:
            yield at, "shy", "won" if one["stage"] == "model" else "lost", "", MetricSums(count=1, last_at=at)
        elif kind in (MetricKind.STAGE, MetricKind.DECISION):
            yield at, agent, one["stage"], "", MetricSums(count=1, model_calls=one["stage"] == "model", last_at=at)
        elif kind is MetricKind.FEEDBACK and one["rating"]:
            yield one["rated"], agent, one["rating"], "", MetricSums(count=1, last_at=one["rated"])
        elif kind is MetricKind.LINK:
            yield at, "person", agent, "routed", MetricSums(count=1, last_at=at)


KINDS = (
    MetricKind.ALL,
    MetricKind.EXECUTION,
    MetricKind.MODEL,
    MetricKind.ERROR,
    MetricKind.STAGE,
    MetricKind.FEEDBACK,
    MetricKind.LINK,
    MetricKind.DECISION,
    MetricKind.SHADOW,
)


@st.composite
def cuts(draw):
    """Edges at midnights of some zone, on hours and anywhere."""
    zone = ZoneInfo(draw(st.sampled_from(ZONES)))
    anywhere = st.integers(-3600, (DAYS + 1) * 86400).map(lambda seconds: BEGIN + timedelta(seconds=seconds))
    midnights = st.integers(-1, DAYS).map(
        lambda day: (
            datetime(2026, 3, 27, tzinfo=zone).astimezone(UTC)
            + (datetime(2026, 3, 27) + timedelta(days=day) - datetime(2026, 3, 27))
        )
    )
    edges = draw(st.lists(anywhere | midnights, min_size=2, max_size=6, unique=True))
    return sorted(edges)


@pytest.mark.parametrize("rolled_hours", [None, 0, 31, 200])
def test_sums_and_facts_tell_the_same_wherever_time_is_cut(new_user_id, sync_app, stores_run, rolled_hours):
    user = new_user_id()
    with sync_app(user) as connection:
        past = Past(connection, 7)

    async def story(stores):
        if rolled_hours is not None:
            for _ in range(2):  # again changes nothing
                await stores[MetricStore].roll(user, hours=rolled_hours)

        async def check(edges, kind):
            found = {
                (one.slot, one.agent, one.subject, one.link): one.sums
                for one in await stores[MetricStore].sums(user, kind, edges)
            }
            assert found == past.expected(kind, edges)
            counts = await stores[MetricStore].counts(user, kind, edges)
            assert {(one.slot, one.agent, one.subject, one.link): one.sums.count for one in counts} == {
                key: sums.count for key, sums in found.items()
            }

        generated = []

        @settings(
            max_examples=12,
            database=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.function_scoped_fixture],
        )
        @given(cuts())
        def collect(edges):
            generated.append(edges)

        collect()
        assert len(generated) >= 10
        for number, edges in enumerate(generated):
            await check(edges, KINDS[number % len(KINDS)])
            await check(edges, MetricKind.EXECUTION)
        await check((BEGINNING, END), MetricKind.EXECUTION)

    stores_run(story)


def test_what_agents_have_ever_done_is_read_from_one_sum_each_and_the_days_after_it(new_user_id, sync_app, stores_run):
    user = new_user_id()
    with sync_app(user) as connection:
        past = Past(connection, 11)

    async def story(stores):
        while await stores[MetricStore].roll(user, hours=7):
            pass
        async with stores.database.as_user(user) as connection:
            sums = await connection.fetch("select agent, count, at from metric_sums where span = 'ever'")
        assert {row["agent"]: row["count"] for row in sums} == Counter(one["agent"] or "" for one in past.executions)
        assert len({row["at"] for row in sums}) == 1
        done = {each.agent_id: each.executions for each in await stores[AgentMetricStore].of_agents(user)}
        assert done == Counter(one["agent"] for one in past.executions if one["agent"])

    stores_run(story)

"""Figures of an agent count the days of its person, and each thing once."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.agents.metrics.agent_metrics import AgentDay, ErrorCount, FeedbackCount
from bailiwick.kernel.days import midnights
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.records import Failure
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.populate import assigned

DAY = timedelta(days=1)
MADRID = ZoneInfo("Europe/Madrid")
USAGE = Usage(input_tokens=3, output_tokens=5, model_calls=1, tool_calls=2, cost=0.25)


async def ended(stores, user, when, *, agent="toby", status=ExecutionStatus.COMPLETED, error=None, seconds=2):
    """Store an execution that ended at a time and took some seconds."""
    conversation = await stores[ConversationStore].open(user, agent, Mode.DIRECT, title="t")
    execution = await stores[ExecutionStore].create(user, conversation.id, "m" * 400, Mode.DIRECT, agent)
    await stores[ExecutionStore].claim(user, execution.id)
    await stores[ExecutionStore].record(user, execution.id, 1, assigned=assigned(agent))
    failure = Failure(error_class=error, message="It failed.") if error else None
    await stores[ExecutionStore].finish(user, execution.id, 1, status, usage=USAGE, failure=failure)
    async with stores.database.as_user(user) as connection:
        await connection.execute(
            "update executions set created_at = $1, started_at = $2, ended_at = $3 where id = $4",
            when - timedelta(seconds=seconds),
            when - timedelta(seconds=seconds),
            when,
            execution.id,
        )
    return execution.id


def test_days_begin_at_the_persons_midnight(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        # Madrid is two hours ahead of UTC in summer.
        for when in ("2026-07-09T21:59:59", "2026-07-09T22:00:00", "2026-07-10T21:59:59", "2026-07-10T22:00:00"):
            await ended(stores, user, datetime.fromisoformat(when).replace(tzinfo=UTC))
        days = midnights(datetime(2026, 7, 11, 12, tzinfo=UTC), 3, MADRID)
        found = await stores[AgentMetricStore].of_agent(user, "toby", days)
        assert [(day.date, day.executions) for day in found.days] == [
            (date(2026, 7, 9), 1),
            (date(2026, 7, 10), 2),
            (date(2026, 7, 11), 1),
        ]
        assert found.figures.executions == 4
        shorter = await stores[AgentMetricStore].of_agent(user, "toby", days[1:])
        assert (shorter.figures.executions, len(shorter.days), len(shorter.recent)) == (3, 2, 4)

    stores_run(story)


def test_figures_are_of_one_agent_of_one_user_in_these_days(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        noon = datetime(2026, 3, 3, 12, tzinfo=UTC)
        failed, cancelled = ExecutionStatus.FAILED, ExecutionStatus.CANCELLED
        good = await ended(stores, user, noon, seconds=1)
        bad = await ended(stores, user, noon + timedelta(minutes=1), status=failed, error="tool", seconds=3)
        await ended(stores, user, noon, status=failed, error="network", seconds=5)
        await ended(stores, user, noon, status=failed, error="tool", seconds=7)
        await ended(stores, user, noon, status=cancelled, seconds=1000)
        await ended(stores, user, noon, agent="ami")
        await ended(stores, other, noon)
        old = await ended(stores, user, noon - 40 * DAY, status=failed, error="model")
        for execution, rating, given in ((good, "up", noon), (bad, "down", noon), (old, "down", noon - 40 * DAY)):
            await rate(stores, user, execution, rating, given)
        found = await stores[AgentMetricStore].of_agent(user, "toby", midnights(noon, 2, ZoneInfo("UTC")))
        assert (found.figures.executions, found.figures.completed) == (5, 1)
        assert (found.figures.failed, found.figures.cancelled) == (3, 1)
        assert (found.figures.success_rate, found.figures.mean_ms) == (0.25, 4000.0)
        assert (found.figures.input_tokens, found.figures.cost) == (15, 1.25)
        assert found.days == (
            AgentDay(date=date(2026, 3, 2), executions=0, failed=0, mean_ms=None),
            AgentDay(date=date(2026, 3, 3), executions=5, failed=3, mean_ms=4000.0),
        )
        assert found.errors == (ErrorCount(error_class="tool", count=2), ErrorCount(error_class="network", count=1))
        assert found.feedback == FeedbackCount(up=1, down=1)
        assert found.recent[0].id == bad
        assert (len(found.recent), len(found.recent[0].message)) == (6, 300)
        assert found.recent[-1].id == old

    stores_run(story)


async def rate(stores, user, execution, rating, given):
    async with stores.database.as_user(user) as connection:
        await connection.execute(
            "insert into feedback (execution_id, rating, updated_at) values ($1, $2, $3)", execution, rating, given
        )


def test_an_agent_that_did_nothing_has_no_figures(new_user_id, stores_run):
    async def story(stores):
        days = midnights(datetime.now(UTC), 14, ZoneInfo("UTC"))
        found = await stores[AgentMetricStore].of_agent(new_user_id(), "toby", days)
        assert (found.figures, found.errors, found.recent) == (None, (), ())
        assert found.feedback == FeedbackCount(up=0, down=0)
        assert [day.executions for day in found.days] == [0] * 14

    stores_run(story)

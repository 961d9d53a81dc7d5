"""Answers that do nothing are told as such, wherever an execution is shown or counted."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.features.installation.overview_store import OverviewStore
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.actions import Executions
from bailiwick.runs.query_http import answer_of
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick_router.core.agents import Role
from support.running import person, running, script

CAME_TO_NOTHING = "The run came to nothing"


@pytest.mark.parametrize("model", [False, True], ids=["offline", "silent model"])
def test_what_nobody_could_do_is_unanswered_and_no_success_anywhere(own_database, tmp_path, model):
    options = {"model": script(tmp_path, '[[turn]]\ntext = ""\n')} if model else {}

    async def story():
        async with running(own_database.owner, tmp_path, **options) as platform:
            someone = await person(platform)
            stores = platform.stores
            done = await someone.ask("Write an ode to the sea", agent_id="ami-creative")
            last = (await someone.events(done.id))[-1]
            task = await platform[Tasks].create(someone.id, TaskDraft(title="An ode", agent_id="ami-creative"))
            _, run = await platform[Tasks].run(someone.id, task.id)
            await platform[Executions].wait(someone.id, run.id, 30.0)
            task = await stores[TaskStore].get(someone.id, task.id)
            comments = await stores[TaskStore].comments(someone.id, task.id)
            (turn,) = await stores[TurnStore].of(someone.id, [done.id])
            (metrics,) = await stores[AgentMetricStore].of_agents(someone.id)
            now = datetime.now(UTC)
            (sums,) = await stores[MetricStore].sums(
                someone.id, MetricKind.ALL, (now - timedelta(hours=1), now + timedelta(minutes=1))
            )
            today = (await stores[OverviewStore].figures(someone.id, now - timedelta(hours=1))).today
            return done, last, task, comments, turn, metrics, sums.sums, today

    done, last, task, comments, turn, metrics, sums, today = asyncio.run(story())
    assert (done.status, done.outcome) == (ExecutionStatus.COMPLETED, Outcome.UNANSWERED)
    assert (last.kind, last.data["outcome"], turn.outcome) == ("done", "unanswered", Outcome.UNANSWERED)
    answer = answer_of(done)
    assert (answer.success, answer.error, answer.metadata.outcome) == (False, done.answer, Outcome.UNANSWERED)
    assert (task.status, task.result) == (TaskStatus.TODO, None), "there is nothing to judge"
    assert comments[-1].content.startswith(CAME_TO_NOTHING)
    for figures in (metrics, sums, today):
        assert (figures.completed, figures.unanswered, figures.success_rate) == (2, 2, 0.0)


def test_what_is_done_without_a_model_is_answered(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            done = [await someone.ask(text) for text in ("What is 12 * 7?", "Hello!")]
            both = await someone.ask("What is 12 * 7? And add milk to my shopping list")
            nobody = await someone.ask("zzyzx qwrtp")
            return [*done, both], nobody

    done, nobody = asyncio.run(story())
    assert [execution.outcome for execution in done] == [Outcome.ANSWERED] * 3
    assert (nobody.status, nobody.outcome) == (ExecutionStatus.COMPLETED, Outcome.UNANSWERED)


def test_a_helper_that_can_do_nothing_has_failed(own_database, tmp_path):
    model = script(
        tmp_path,
        '[[turn]]\ncalls = [{ tool = "call_scribe_agent", arguments = { task = "sing", context = "" } }]\n'
        '[[turn]]\ntext = "Heard: {result}"\n',
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("scribe", role=Role.HELPER, model="offline", tools=["calculator"])
            await someone.has("lead", helpers=["scribe"])
            execution = await someone.ask("have it sung", agent_id="lead")
            return execution, [item.kind for item in await someone.events(execution.id)]

    execution, kinds = asyncio.run(story())
    assert "helper-error" in kinds
    assert "helper-complete" not in kinds
    assert '{"error":' in execution.answer

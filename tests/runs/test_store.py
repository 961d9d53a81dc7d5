"""An execution has one worker at a time, and a worker that lost it can write nothing more."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.kernel.errors import Conflict, ExecutionCancelled, LostClaim, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.records import Failure, StepKind
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.populate import DECISION, assigned, completed, running_step

DONE = ExecutionStatus.COMPLETED
USAGE = Usage(input_tokens=3, output_tokens=5, model_calls=1, tool_calls=2, cost=0.25)


async def pending(stores, user, *, message="do it", agent="notes"):
    conversation = await stores[ConversationStore].open(user, "notes", Mode.DIRECT, title="t")
    return await stores[ExecutionStore].create(user, conversation.id, message, Mode.DIRECT, agent)


def test_an_execution_is_read_back_as_it_was_written(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        created = await pending(stores, user)
        assert (created.status, created.attempt, created.started_at) == (ExecutionStatus.PENDING, 0, None)
        claimed = await executions.claim(user, created.id)
        assert (claimed.status, claimed.attempt) == (ExecutionStatus.RUNNING, 1)
        await executions.record(user, created.id, 1, assigned=assigned("notes"))
        (step,) = await executions.record(user, created.id, 1, running_step())
        (step,) = await executions.record(user, created.id, 1, completed(step, b=1, a=[None, True, 1.5, "ñ"]))
        await executions.finish(user, created.id, 1, DONE, usage=USAGE, answer="yes", model_messages=[{"k": 1}])
        read = await executions.get(user, created.id)
        assert (read.status, read.answer, read.usage, read.agent_id) == (DONE, "yes", USAGE, "notes")
        assert read.steps[:-1] == (step,)
        end = read.steps[-1]
        assert (end.kind, end.position, end.ended_at) == (StepKind.FINALIZE, 2, read.ended_at), "made from its end"
        assert end.output == {"answer": read.answer}
        assert list(read.steps[0].output) == ["b", "a"]
        assert read.decision == replace(DECISION, id=read.decision.id, created_at=read.decision.created_at)
        assert read.started_at == claimed.started_at < read.ended_at
        assert await executions.list(user) == [replace(read, steps=())]

    stores_run(story)


def test_what_an_agent_is_told_in_each_run_is_kept_once_and_read_with_every_step(new_user_id, stores_run):
    always = "You are exact. " * 10

    async def story(stores):
        user, executions, read = new_user_id(), stores[ExecutionStore], []
        for rest in ("", "\n\nToday it is late."):
            execution = await pending(stores, user)
            await executions.claim(user, execution.id)
            told = completed(running_step()).evolve(
                kind=StepKind.MODEL, input={"messages": 1, "instructions": (always, rest)}
            )
            short = completed(running_step("tool:2", position=2)).evolve(
                kind=StepKind.MODEL, input={"instructions": ("Be brief.", rest)}
            )
            await executions.record(user, execution.id, 1, told, short)
            read += (await executions.get(user, execution.id)).steps
        async with stores.database.as_user(user) as connection:
            kept = await connection.fetch("select text from instructions")
            each = await connection.fetch("select input::text from steps order by started_at, position")
        assert [row["text"] for row in kept] == [always]
        assert not [row for row in each if always in row["input"]]
        assert [step.input["instructions"] for step in read] == [
            always,
            "Be brief.",
            f"{always}\n\nToday it is late.",
            "Be brief.\n\nToday it is late.",
        ]
        assert [list(step.input) for step in read[::2]] == [["messages", "instructions"]] * 2

    stores_run(story)


def test_an_argument_of_a_tool_that_is_called_instructions_stays_as_it_was_given(new_user_id, stores_run):
    given = {"title": "Bread", "instructions": ["Mix all of it for a long time, and rest it. " * 3, "Bake."]}

    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        await executions.record(user, execution.id, 1, completed(running_step()).evolve(input=given))
        (step,) = (await executions.get(user, execution.id)).steps
        assert step.input == given
        async with stores.database.as_user(user) as connection:
            assert await connection.fetch("select from instructions") == []

    stores_run(story)


def test_a_second_claim_takes_the_execution_over_and_sees_the_journal(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        execution = await pending(stores, user)
        first = await stores[ExecutionStore].claim(user, execution.id)
        (step,) = await stores[ExecutionStore].record(user, execution.id, 1, running_step())
        second = await stores[ExecutionStore].claim(user, execution.id)
        assert (second.attempt, second.started_at, second.steps) == (2, first.started_at, (step,))

    stores_run(story)


def test_a_worker_that_lost_its_claim_can_write_nothing(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        await executions.claim(user, execution.id)
        before = await executions.get(user, execution.id)
        for write in writes(executions, user, execution.id, 1):
            with pytest.raises(LostClaim):
                await write()
        assert await executions.get(user, execution.id) == before
        assert await stores[DecisionStore].list(user) == []

    stores_run(story)


def test_nothing_is_written_to_an_execution_that_is_over(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        failure = Failure(error_class="model", message="It broke; try again.")
        await executions.finish(user, execution.id, 1, ExecutionStatus.FAILED, usage=Usage(), failure=failure)
        before = await executions.get(user, execution.id)
        assert before.failure == failure
        for write in writes(executions, user, execution.id, 1):
            with pytest.raises(LostClaim):
                await write()
        assert await executions.claim(user, execution.id) is None
        assert await executions.request_cancel(user, execution.id) == before
        with pytest.raises(Conflict):
            await executions.resume(user, execution.id)
        assert await executions.get(user, execution.id) == before

    stores_run(story)


def writes(executions, user, execution_id, attempt):
    return (
        lambda: executions.record(user, execution_id, attempt, running_step("late")),
        lambda: executions.record(user, execution_id, attempt, completed(running_step("late"))),
        lambda: executions.record(user, execution_id, attempt, assigned=assigned("x")),
        lambda: executions.finish(user, execution_id, attempt, DONE, usage=USAGE, answer="late"),
        lambda: executions.wait(user, execution_id, attempt, "late"),
    )


def test_two_workers_that_claim_at_once_get_different_attempts(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        execution = await pending(stores, user)
        claims = await asyncio.gather(*(stores[ExecutionStore].claim(user, execution.id) for _ in range(10)))
        assert sorted(claim.attempt for claim in claims) == list(range(1, 11))

    stores_run(story)


def test_a_cancelled_execution_starts_no_step_but_keeps_results(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        (step,) = await executions.record(user, execution.id, 1, running_step())
        asked = await executions.request_cancel(user, execution.id)
        assert (asked.status, asked.cancel_requested) == (ExecutionStatus.RUNNING, True)
        with pytest.raises(ExecutionCancelled):
            await executions.record(user, execution.id, 1, running_step("tool:2", position=2))
        await executions.record(user, execution.id, 1, completed(step, done=True))
        assert (await executions.claim(user, execution.id)).cancel_requested
        await executions.finish(user, execution.id, 2, ExecutionStatus.CANCELLED, usage=Usage())
        assert [s.output for s in (await executions.get(user, execution.id)).steps] == [{"done": True}]

    stores_run(story)


def test_waiting_and_pending_executions_are_cancelled_at_once(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        one, other = await pending(stores, user), await pending(stores, user)
        await executions.claim(user, other.id)
        await executions.wait(user, other.id, 1, "May it be sent?")
        assert (await executions.get(user, other.id)).waiting_for == "May it be sent?"
        assert await executions.claim(user, other.id) is None
        for execution in (one, other):
            assert (await executions.request_cancel(user, execution.id)).status is ExecutionStatus.CANCELLED

    stores_run(story)


def test_a_resumed_execution_is_claimed_again_and_a_result_that_came_while_it_waited_is_kept(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        (step,) = await executions.record(user, execution.id, 1, running_step())
        await executions.wait(user, execution.id, 1, "outcome unknown")
        await executions.record(user, execution.id, 1, completed(step, late=True))
        assert (await executions.resume(user, execution.id)).status is ExecutionStatus.PENDING
        with pytest.raises(LostClaim):
            await executions.record(user, execution.id, 1, completed(step, later=True))
        claimed = await executions.claim(user, execution.id)
        assert (claimed.attempt, claimed.waiting_for, claimed.steps[0].output) == (2, None, {"late": True})

    stores_run(story)


def test_an_open_step_of_a_waiting_execution_is_settled_by_a_person_and_nothing_else_is(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        ended = completed(running_step("done", position=3), ok=True)
        _, _, done = await executions.record(
            user, execution.id, 1, running_step("failed"), running_step("again", position=2), ended
        )
        with pytest.raises(NotFound):
            await executions.settle(user, execution.id, "failed", error="not while it runs")
        await executions.wait(user, execution.id, 1, "outcome unknown")
        for user_id, key in ((user, "done"), (user, "none"), (new_user_id(), "failed")):
            with pytest.raises(NotFound):
                await executions.settle(user_id, execution.id, key, error=None)
        await executions.settle(user, execution.id, "failed", error=Reason.of(ReasonCode.UNKNOWN_OUTCOME))
        await executions.settle(user, execution.id, "again", error=None)
        failed, kept = (await executions.get(user, execution.id)).steps
        assert (failed.key, failed.status, failed.said) == ("failed", "failed", Reason.of(ReasonCode.UNKNOWN_OUTCOME))
        assert kept == done

    stores_run(story)


def test_steps_recorded_at_once_keep_the_places_they_were_given_also_when_they_are_replaced(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        begun = await asyncio.gather(
            *(executions.record(user, execution.id, 1, running_step(f"tool:{n}", position=n)) for n in range(1, 21))
        )
        assert [step.position for (step,) in begun] == list(range(1, 21))
        ended = await asyncio.gather(
            *(executions.record(user, execution.id, 1, completed(step, n=1)) for (step,) in begun)
        )
        assert [(s.position, s.started_at) for (s,) in ended] == [(s.position, s.started_at) for (s,) in begun]
        assert len((await executions.get(user, execution.id)).steps) == 20

    stores_run(story)


@pytest.mark.parametrize(
    "output",
    [
        {"nul": "a\0b", "\0key": "\ud800 half", "pair": "\ud83d\ude00"},
        {"nan": float("nan"), "inf": [float("-inf")], "huge": 10**5000, "float": 1e400},
        {"tuple": (1, {"deep": {"er": None}}), 1: "number as key", "bytes": b"x", "set": {1}},
        {"text": "\u202e right to left \U000e0041 tag \ufeff bom"},
    ],
)
def test_no_output_of_a_tool_or_model_can_break_the_journal(new_user_id, stores_run, output):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        await executions.claim(user, execution.id)
        (step,) = await executions.record(user, execution.id, 1, completed(running_step(), value=output))
        nul = "a\0\ud800"
        failure = Failure(error_class="tool", message=nul)
        await executions.finish(
            user, execution.id, 1, DONE, usage=USAGE, answer=nul, failure=failure, model_messages=[output]
        )
        read = await executions.get(user, execution.id)
        assert read.steps[:-1] == (step,)
        assert read.answer == read.failure.message == "a\ufffd\ufffd"

    stores_run(story)


def test_ids_that_are_not_ones_name_nothing(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        for text in ("", "x", uuid7(), uuid7().upper(), f"{{{uuid7()}}}", "\0", "9" * 5000):
            for call in (executions.get, executions.claim, executions.resume, executions.request_cancel):
                try:
                    assert await call(user, text) is None
                except NotFound:
                    continue

    stores_run(story)


def test_lists_are_filtered_and_paged(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        made = [await pending(stores, user, message=str(n)) for n in range(5)]
        await executions.claim(user, made[0].id)
        await executions.record(user, made[0].id, 1, assigned=assigned("toby"))
        assert [e.message for e in await executions.list(user, limit=2)] == ["4", "3"]
        page = await executions.list(user, before=made[3].created_at)
        assert [e.message for e in page] == ["2", "1", "0"]
        assert [e.message for e in await executions.list(user, status=ExecutionStatus.RUNNING)] == ["0"]
        assert [e.message for e in await executions.list(user, agent_id="toby")] == ["0"]
        assert len(await executions.list(user, conversation_id=made[0].conversation_id)) == 5
        assert await executions.list(user, conversation_id=uuid7()) == []

    stores_run(story)


def test_metrics_count_what_each_agent_did(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        ends = [DONE, DONE, DONE, ExecutionStatus.FAILED, ExecutionStatus.CANCELLED]
        for end in ends:
            execution = await pending(stores, user)
            await executions.claim(user, execution.id)
            await executions.record(user, execution.id, 1, assigned=assigned("toby"))
            await executions.finish(user, execution.id, 1, end, usage=USAGE)
        (toby,) = await stores[AgentMetricStore].of_agents(user)
        assert (toby.agent_id, toby.executions, toby.completed, toby.failed, toby.cancelled) == ("toby", 5, 3, 1, 1)
        assert (toby.success_rate, toby.input_tokens, toby.cost, toby.tool_calls) == (0.75, 15, 1.25, 10)
        assert 0 < toby.mean_ms <= toby.p95_ms < timedelta(minutes=1).total_seconds() * 1000
        assert toby.last_used_at is not None

    stores_run(story)


ACTIONS = ("claim", "record", "finish", "wait", "resume", "cancel")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 2)), min_size=1, max_size=25))
def test_no_sequence_of_calls_reaches_an_illegal_state(new_user_id, stores_run, actions):
    """A model of the states says which calls succeed; `lag` is how many attempts behind the caller is."""

    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        execution = await pending(stores, user)
        status, attempt, cancelled = "pending", 0, False
        for action, lag in actions:
            mine = lag == 0 and status == "running"
            named = attempt - lag
            match action:
                case "claim":
                    claimed = await executions.claim(user, execution.id)
                    assert (claimed is not None) == (status in ("pending", "running"))
                    if claimed:
                        status, attempt = "running", attempt + 1
                case "record":
                    call = executions.record(user, execution.id, named, running_step())
                    kept = lag == 0 and status in ("running", "waiting")
                    await expect(call, None if kept and not cancelled else ExecutionCancelled if kept else LostClaim)
                case "finish":
                    await expect(
                        executions.finish(user, execution.id, named, DONE, usage=USAGE), None if mine else LostClaim
                    )
                    status = "completed" if mine else status
                case "wait":
                    await expect(executions.wait(user, execution.id, named, "?"), None if mine else LostClaim)
                    status = "waiting" if mine else status
                case "resume":
                    await expect(executions.resume(user, execution.id), None if status == "waiting" else Conflict)
                    status = "pending" if status == "waiting" else status
                case _:
                    await executions.request_cancel(user, execution.id)
                    cancelled = cancelled or status in ("pending", "running", "waiting")
                    status = "cancelled" if status in ("pending", "waiting") else status
            read = await executions.get(user, execution.id)
            assert (read.status, read.attempt, read.cancel_requested) == (status, attempt, cancelled)
            assert read.status.terminal == (read.ended_at is not None)

    async def expect(call, error):
        if error is None:
            await call
        else:
            with pytest.raises(error):
                await call

    stores_run(story, pool_size=2)

"""Runs keep within limits, whatever they are for: they wait for a person, go on by themselves, or end and say why."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.agents.callables import CallableAgent
from bailiwick.features.budgets.actions import Budgets, LimitDraft
from bailiwick.features.budgets.events import SpendingLimitNear
from bailiwick.features.budgets.ledger import JOB, SpendingLedgers
from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, LimitState, Spending, SpentBy
from bailiwick.features.swarm.records import Activity
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.errors import SpendingLimitHit
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Working
from bailiwick.kernel.resilience import ErrorClass
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.people.store import AccessStore
from bailiwick.plugins import load_plugins
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.ledger import CallOver, CallToMake
from bailiwick.runs.records import StepKind
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.records import BegunBy
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.core.decisions import Mode
from support.ledger import crash, new_ledger
from support.running import person, running, script, working
from support.statements import counted
from support.swarms import swarm_of

SAYS = """
[[turn]]
text = "Done."
usage = { input_tokens = 100, output_tokens = 50 }
"""
CALLS = """
[[rule]]
user = ""
[[rule.turn]]
calls = [{ tool = "getCurrentDateTime" }]
usage = { input_tokens = 100, output_tokens = 50 }
[[rule.turn]]
text = "Done."
usage = { input_tokens = 100, output_tokens = 50 }
"""


async def user_of(someone):
    return await someone.platform.stores[AccessStore].user(someone.id)


async def limited(someone, scope=LimitScope.PERSON, **fields):
    draft = LimitDraft(scope=scope, **{"period": LimitPeriod.DAY, **fields})
    return (await someone.platform[Budgets].set(await user_of(someone), draft)).limit


async def use_of(someone, limit):
    return await someone.platform[Budgets].get(someone.id, limit.id)


async def raised(someone, limit, **changes):
    return await someone.platform[Budgets].change(await user_of(someone), limit.id, changes)


def question(model, **fields):
    return ModelRequest(model=model, instructions="", messages=[], **fields)


async def over(someone, execution_id):
    """Return an execution once it has ended."""
    await someone.events(execution_id)
    return await someone.platform[Executions].get(someone.id, execution_id)


def test_a_run_waits_at_a_limit_and_goes_on_when_it_is_raised(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, model_calls=1)
            waiting = await someone.ask("What time is it?", agent_id="clerk")
            reached = await use_of(someone, limit)
            await raised(someone, limit, model_calls=5)
            done = await over(someone, waiting.id)
            return waiting, reached, done, await use_of(someone, limit)

    waiting, reached, done, after = asyncio.run(story())
    assert waiting.status is ExecutionStatus.WAITING
    assert waiting.waiting_why.code == "calls-used-up"
    assert "All of mine, each day" in waiting.waiting_for or "A person, each day" in waiting.waiting_for
    assert (reached.state, reached.used.model_calls, reached.reserved.model_calls) == (LimitState.REACHED, 1, 0)
    assert (reached.waiting, after.waiting) == (1, 0)
    assert (done.status, done.answer, done.usage.model_calls) == (ExecutionStatus.COMPLETED, "Done.", 2)
    assert (after.used.tokens, after.used.model_calls, after.reserved.tokens) == (300, 2, 0)


def test_a_run_says_what_its_next_call_finds_no_room_for_and_the_limit_that_it_waits(database_urls, tmp_path):
    model = script(tmp_path, CALLS.replace("input_tokens = 100", "input_tokens = 1850"))

    async def story():
        async with running(database_urls.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, tokens=4000, model_calls=2)
            return await someone.ask("What time is it? " * 240, agent_id="clerk"), await use_of(someone, limit)

    waiting, use = asyncio.run(story())
    assert waiting.waiting_why.code == "tokens-used-up", "one more model call would have had room"
    assert (use.state, use.used.model_calls, use.waiting) == (LimitState.FREE, 1, 1)


@pytest.mark.parametrize("at_limit", AtLimit)
def test_what_rules_can_answer_is_answered_at_a_limit_and_says_so(database_urls, tmp_path, at_limit: AtLimit):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["calculator"], max_tokens=400)
            limit = await limited(someone, model_calls=0, name="Nothing today", at_limit=at_limit)
            asked = [
                await someone.ask("What is 12 % of 340?", agent_id="clerk"),
                await someone.ask("What is 12 % of 340?"),
                await someone.ask("Write a poem about 340 leaves.", agent_id="clerk"),
            ]
            return asked, await use_of(someone, limit)

    (answered, routed, needs_a_model), use = asyncio.run(story())
    for done in (answered, routed):
        assert done.status is ExecutionStatus.COMPLETED, (done.waiting_for, done.failure)
        assert "40.8" in done.answer
        assert "“Nothing today”" in done.answer, "it says why rules answer"
    models = [step for step in answered.steps if step.kind is StepKind.MODEL]
    assert {step.name for step in models} == {"offline"}
    assert {each["error_class"] for step in models for each in step.output["passed_over"]} == {"budget"}
    waits = at_limit is AtLimit.WAIT
    assert needs_a_model.status is (ExecutionStatus.WAITING if waits else ExecutionStatus.FAILED)
    assert (use.used.model_calls, use.reserved.model_calls, use.waiting) == (0, 0, int(waits))


def test_an_agent_whose_fallbacks_leave_out_rules_waits_at_a_limit_with_whatever_it_is_asked(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["calculator"], fallbacks=[], max_tokens=400)
            await limited(someone, model_calls=0)
            return await someone.ask("What is 12 % of 340?", agent_id="clerk")

    assert asyncio.run(story()).status is ExecutionStatus.WAITING


def test_parts_that_rules_answer_at_a_limit_are_put_one_after_the_other(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await limited(someone, model_calls=0)
            return await someone.ask("What is 12 % of 340? And write a note titled Leaves with 340 in it.")

    done = asyncio.run(story())
    assert len(done.decision.parts) == 2
    assert done.status is ExecutionStatus.COMPLETED, (done.waiting_for, done.failure)
    assert "40.8" in done.answer
    assert "Leaves" in done.answer


def test_a_run_ends_at_a_limit_that_says_so_and_names_it(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, LimitScope.AGENT, subject="clerk", model_calls=1, at_limit=AtLimit.END)
            return await someone.ask("What time is it?", agent_id="clerk"), await use_of(someone, limit)

    failed, use = asyncio.run(story())
    assert (failed.status, failed.failure.error_class) == (ExecutionStatus.FAILED, ErrorClass.BUDGET)
    assert "“Clerk, each day” (1 model calls)" in failed.failure.message
    assert (use.subject_name, use.used.model_calls, use.reserved.model_calls) == ("Clerk", 1, 0)


def test_limits_cost_at_most_two_statements_for_each_model_call_and_none_where_none_concerns_the_run(
    own_database, tmp_path, monkeypatch
):
    async def story():
        async with running(own_database.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            await someone.has("other", max_tokens=400)
            await someone.ask("What time is it?", agent_id="clerk")
            seen = counted(monkeypatch)

            async def ran():
                seen.clear()
                await someone.ask("And now?", agent_id="clerk")
                return [name for _, name in seen]

            free = await ran()
            await limited(someone, LimitScope.AGENT, subject="other", tokens=1_000_000)
            await someone.ask("What time is it?", agent_id="clerk")
            elsewhere = await ran()
            await limited(someone, tokens=1_000_000)
            await limited(someone, LimitScope.AGENT, subject="clerk", money=1.0)
            await someone.ask("What time is it?", agent_id="clerk")
            return free, elsewhere, await ran()

    free, elsewhere, concerned = asyncio.run(story())
    about_limits = {"concerning", "account", "used", "begin"}
    assert about_limits.isdisjoint(free)
    assert about_limits.isdisjoint(elsewhere)
    assert [name for name in concerned if name in about_limits] == ["account"] * 4, "a run of two calls"


def test_a_message_that_needs_no_model_is_answered_whatever_is_used_up(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path) as platform:
            someone = await person(platform)
            await limited(someone, tokens=0, money=0.0, model_calls=0, at_limit=AtLimit.END)
            submission = Submission(message="What is 12 % of 340?", begun_by=BegunBy.PROGRAM)
            execution = await platform[Executions].submit(someone.id, submission)
            return await platform[Executions].wait(someone.id, execution.id, 30.0)

    assert asyncio.run(story()).status is ExecutionStatus.COMPLETED


def test_a_program_is_told_at_once_what_a_person_reads_in_the_thread(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            await limited(someone, tokens=0, at_limit=AtLimit.END, name="Nothing today")
            with pytest.raises(SpendingLimitHit, match="“Nothing today”"):
                await someone.submit("Write a poem.", agent_id="clerk", begun_by=BegunBy.PROGRAM)
            by_rules = await someone.ask("What is 12 % of 340?", begun_by=BegunBy.PROGRAM)
            return by_rules, await someone.ask("Write a poem.", agent_id="clerk")

    by_rules, failed = asyncio.run(story())
    assert "40.8" in by_rules.answer, "rules of the team can"
    assert "“Nothing today”" in failed.failure.message


def test_a_program_is_refused_by_whom_it_asks_where_that_one_would_call_a_model(database_urls, tmp_path, monkeypatch):
    counter = CallableAgent(Agent(id="counter", name="Counter"), lambda request: f"{len(request.message)} letters")
    monkeypatch.setattr(
        "bailiwick.opening.load_plugins",
        lambda **given: replace(
            loaded := load_plugins(**given), agents=[*loaded.agents, counter.agent], functions={"counter": counter}
        ),
    )

    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            await someone.has("rules", model="offline", tools=["calculator"])
            limit = await limited(someone, LimitScope.AGENT, subject="clerk", tokens=0, at_limit=AtLimit.END)
            threads = {each: (await someone.main(each, Mode.DIRECT)).id for each in ("clerk", "rules", "counter")}

            async def asks(message, agent):
                return await someone.ask(message, conversation_id=threads[agent], begun_by=BegunBy.PROGRAM)

            with pytest.raises(SpendingLimitHit, match="“Clerk, each day”"):
                await asks("Write a poem.", "clerk")
            await platform[Budgets].remove(await user_of(someone), limit.id)
            await limited(someone, tokens=0, at_limit=AtLimit.END)
            return await asks("What is 12 % of 340?", "rules"), await asks("Hello", "counter")

    by_rules, by_function = asyncio.run(story())
    assert by_rules.status is ExecutionStatus.COMPLETED, by_rules.failure
    assert by_function.answer == "5 letters"


def test_a_new_limit_counts_what_was_spent_in_its_period_already(database_urls, tmp_path):
    prices = {"scripted": [1_000.0, 2_000.0]}

    async def story():
        model = script(tmp_path, SAYS)
        async with running(database_urls.owner, tmp_path, model=model, model_prices=prices) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            execution = await someone.ask("Hello", agent_id="clerk")
            thread = execution.conversation_id
            uses = [
                await use_of(someone, await limited(someone, scope, subject=subject, tokens=1_000, money=10.0))
                for scope, subject in (
                    (LimitScope.PERSON, None),
                    (LimitScope.AGENT, "clerk"),
                    (LimitScope.CONVERSATION, thread),
                )
            ]
            await someone.has("other", max_tokens=400)
            uses.append(await use_of(someone, await limited(someone, LimitScope.AGENT, subject="other", tokens=1_000)))
            spending = await platform[Budgets].spending(await user_of(someone), SpentBy.MODEL, 1)
            return uses, spending

    uses, spending = asyncio.run(story())
    assert [use.used.tokens for use in uses] == [150, 150, 150, 0]
    assert [round(use.used.money, 6) for use in uses[:3]] == [0.2] * 3
    assert [(row.key.partition(":")[0], row.tokens, round(row.money, 6)) for row in spending] == [
        ("scripted", 150, 0.2)
    ]


def test_a_model_without_a_known_price_costs_what_an_operator_says_and_never_nothing(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, unknown_input_price=7.0) as platform:
            prices, me = platform[SpendingLedgers].prices, (await person(platform)).id
            return [
                await prices.of(model, me)
                for model in ("openai:never-heard-of", "elsewhere:some", "openai:gpt-4o", "ollama:llama3", "offline")
            ]

    unknown, elsewhere, listed, local, rules = asyncio.run(story())
    assert (unknown.input, unknown.output) == (elsewhere.input, elsewhere.output) == (7.0, 75.0)
    assert 0 < listed.input < listed.output < 75.0
    assert (local.input, local.output, rules.input) == (0.0, 0.0, 0.0)


def test_a_call_reserves_by_the_dearest_model_that_may_answer_it(database_urls, tmp_path):
    prices = {"openai:cheap": [1.0, 90.0], "openai:dear": [50.0, 2.0], "openai:other": [70.0, 99.0]}

    async def story():
        options = {"model_prices": prices, "fallbacks": ("openai:other", "offline")}
        async with running(database_urls.owner, tmp_path, **options) as platform:
            ledgers, me = platform[SpendingLedgers], (await person(platform)).id
            return [
                await ledgers.dearest(me, question("openai:cheap", fallbacks=listed))
                for listed in ((), ("openai:dear", "offline"), None)
            ]

    own, listed, installations = asyncio.run(story())
    assert (own.input, own.output) == (1.0, 90.0)
    assert (listed.input, listed.output) == (50.0, 90.0)
    assert (installations.input, installations.output) == (70.0, 99.0)


def test_what_rules_answered_in_place_of_a_model_uses_nothing_and_gives_back_what_was_reserved(database_urls, tmp_path):
    async def story():
        model = script(tmp_path, SAYS)
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            limit = await limited(someone, model_calls=1)
            submitted = await someone.submit("Hello")
            async with platform.database.as_user(someone.id):
                execution = await platform.stores[ExecutionStore].claim(someone.id, submitted.id)
                ledger = platform[SpendingLedgers].of(someone.id, execution)
                call = CallToMake(key="model:1", agents=frozenset(), request=question(model))
                await ledger.account((), call)
                held = await use_of(someone, limit)
                over = CallOver(key="model:1", agents=frozenset(), model="offline", usage=Usage(model_calls=1))
                await ledger.account([over])
                return held, await use_of(someone, limit)

    held, after = asyncio.run(story())
    assert (held.used.model_calls, held.reserved.model_calls) == (0, 1)
    assert (after.used.model_calls, after.reserved) == (0, Spending())


def test_what_a_dead_worker_had_reserved_is_free_once_its_run_is_taken_over(database_urls, tmp_path, monkeypatch):
    new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, CALLS)

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, tokens=100_000)
            execution = await someone.submit("What time is it?", agent_id="clerk")
            await crash(database_urls.owner, tmp_path, model, "before model completed")
            held = await use_of(someone, limit)
            async with working(platform):
                done = await platform[Executions].wait(someone.id, execution.id, 30.0)
            return held, done, await use_of(someone, limit)

    held, done, after = asyncio.run(story())
    assert (held.used.tokens, held.reserved.model_calls) == (0, 1)
    assert held.reserved.tokens > 400
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert (after.used.tokens, after.used.model_calls, after.reserved.tokens) == (300, 2, 0)


def test_people_are_told_when_most_of_a_limit_is_used(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            await limited(someone, model_calls=2, name="Two calls")
            done = await someone.ask("What time is it?", agent_id="clerk")
            assert done.status is ExecutionStatus.COMPLETED
            return await platform.stores[EventStore].recent(someone.id, kinds=[SpendingLimitNear.wire])

    assert [fact.data["name"] for fact in asyncio.run(story())] == ["Two calls"]


def test_a_run_that_waits_goes_on_when_its_limit_begins_anew(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            limit = await limited(someone, model_calls=0)
            waiting = await someone.ask("Write a poem.", agent_id="clerk")
            async with platform.database.as_user(someone.id) as connection:
                jobs = await connection.fetch(
                    "select task_name, scheduled_at from procrastinate.procrastinate_jobs where task_name = $1"
                    " and args ->> 'user_id' = $2",
                    JOB,
                    someone.id,
                )
            await platform[Budgets].go_on(someone.id)
            still = await platform[Executions].get(someone.id, waiting.id)
            return limit, waiting, await use_of(someone, limit), jobs, still

    _, waiting, use, jobs, still = asyncio.run(story())
    assert waiting.status is still.status is ExecutionStatus.WAITING
    assert [each["scheduled_at"] for each in jobs] == [use.ends]


def test_a_run_whose_first_call_finds_no_room_in_a_period_that_has_just_begun_waits(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            limit = await limited(someone, tokens=10)
            platform[SpendingLedgers].clock = lambda: datetime.now(UTC) + timedelta(days=1)
            return await someone.ask("Write a poem.", agent_id="clerk"), await use_of(someone, limit)

    waiting, use = asyncio.run(story())
    assert (waiting.status, waiting.attempt) == (ExecutionStatus.WAITING, 1)
    assert (use.state, use.used.tokens) == (LimitState.FREE, 0)


@pytest.mark.parametrize(("amount", "code"), [("tool_calls", "tool-calls-used-up"), ("seconds", "time-used-up")])
def test_a_run_waits_for_tool_calls_or_time_and_goes_on_when_there_are_more(
    database_urls, tmp_path, amount: str, code: str
):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, **{amount: 0})
            waiting = await someone.ask("Write a poem about the time.", agent_id="clerk")
            reached = await use_of(someone, limit)
            await raised(someone, limit, **{amount: 60})
            return waiting, reached, await over(someone, waiting.id), await use_of(someone, limit)

    waiting, reached, done, after = asyncio.run(story())
    assert (waiting.status, waiting.waiting_why.code) == (ExecutionStatus.WAITING, code)
    assert (reached.state, reached.waiting, reached.used.tool_calls) == (LimitState.REACHED, 1, 0)
    assert (done.status, done.answer, done.usage.tool_calls) == (ExecutionStatus.COMPLETED, "Done.", 1)
    assert (after.used.tool_calls, after.reserved.tool_calls) == (1, 0)
    assert after.used.seconds > 0
    assert (after.used.tokens, after.used.model_calls) == (300, 2)


def test_tools_called_at_once_make_no_more_calls_than_are_left(database_urls, tmp_path):
    three = '{ tool = "getCurrentDateTime" }, ' * 3

    async def story():
        model = script(tmp_path, CALLS.replace('{ tool = "getCurrentDateTime" }', three))
        async with running(database_urls.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, tool_calls=2, at_limit=AtLimit.END)
            return await someone.ask("What time is it?", agent_id="clerk"), await use_of(someone, limit)

    failed, use = asyncio.run(story())
    assert (failed.status, failed.failure.why.code) == (ExecutionStatus.FAILED, "tool-calls-used-up")
    assert (failed.usage.tool_calls, use.used.tool_calls, use.reserved.tool_calls) == (2, 2, 0)


def test_a_limit_that_is_to_limit_tool_calls_too_counts_those_that_were_made_in_its_period(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CALLS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["getCurrentDateTime"], max_tokens=400)
            limit = await limited(someone, model_calls=100)
            await someone.ask("What time is it?", agent_id="clerk")
            before = await use_of(someone, limit)
            await raised(someone, limit, tool_calls=5)
            return before, await use_of(someone, limit)

    before, after = asyncio.run(story())
    assert (before.used.tool_calls, after.used.tool_calls, after.used.model_calls) == (0, 1, 2)
    assert after.used.seconds > 0


HELPED = """
[[rule]]
instructions = "You are the chief"
[[rule.turn]]
calls = [
    { tool = "call_left_agent", arguments = { task = "Say one." } },
    { tool = "call_right_agent", arguments = { task = "Say two." } },
]
[[rule.turn]]
text = "Both: {result}"

[[turn]]
text = "I said it."
"""


def test_helpers_spend_from_the_limits_of_their_run_and_wait_and_go_on_with_it(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, HELPED)) as platform:
            someone = await person(platform)
            for name in ("left", "right"):
                await someone.has(name, max_tokens=300, instructions=f"You are {name}.", role=Role.HELPER)
            await someone.has("chief", helpers=["left", "right"], max_tokens=300, instructions="You are the chief.")
            limit = await limited(someone, LimitScope.AGENT, subject="chief", model_calls=2)
            waiting = await someone.ask("Have both say it.", agent_id="chief")
            use = await use_of(someone, limit)
            await raised(someone, limit, model_calls=20)
            return waiting, use, await over(someone, waiting.id)

    waiting, use, done = asyncio.run(story())
    assert waiting.status is ExecutionStatus.WAITING
    assert (use.used.model_calls, use.reserved.model_calls) == (2, 0)
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.usage.model_calls == 4


def test_a_task_waits_for_its_limit_and_is_handed_in_when_it_is_raised(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", max_tokens=400)
            task = await platform[Tasks].create(someone.id, TaskDraft(title="Write a text", agent_id="clerk"))
            limit = await limited(someone, LimitScope.TASK, subject=task.id, period=LimitPeriod.ALWAYS, model_calls=0)
            _, execution = await platform[Tasks].run(someone.id, task.id)
            waiting = await platform[Executions].wait(someone.id, execution.id, 30.0)
            assert waiting.status is ExecutionStatus.WAITING, (waiting.status, waiting.failure, waiting.steps)
            assert (await use_of(someone, limit)).subject_name == "Write a text"
            await raised(someone, limit, model_calls=3)
            await over(someone, execution.id)
            return waiting, await platform.stores[TaskStore].get(someone.id, task.id), await use_of(someone, limit)

    waiting, task, use = asyncio.run(story())
    assert waiting.status is ExecutionStatus.WAITING
    assert (task.status, task.result, use.used.model_calls) == (TaskStatus.REVIEW, "Done.", 1)


def test_a_resident_waits_for_the_limit_of_its_swarm_and_answers_when_it_is_raised(own_database, tmp_path):
    async def story():
        model = script(tmp_path, '[[turn]]\ntext = "Here I am."\n')
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            swarm = await swarm_of(someone)
            await swarm.has("Ana")
            limit = await limited(someone, LimitScope.SWARM, subject=swarm.id, model_calls=0)
            await swarm.write("Where are you?", to="Ana")

            async def waits():
                return (await swarm.resident("Ana")).activity is Activity.WAITING

            await swarm.until(waits)
            before = await swarm.said("Ana")
            await raised(someone, limit, model_calls=10)
            await swarm.until(lambda: swarm.said("Ana"))
            return before, await swarm.said("Ana"), await use_of(someone, limit)

    before, after, use = asyncio.run(story())
    assert (before, after) == ([], ["Here I am."])
    assert (use.used.model_calls, use.reserved.model_calls) == (1, 0)


CIRCLES = """
[[rule]]
user = "limit of rounds"
[[rule.turn]]
text = "It is 4."
[[rule]]
user = ""
[[rule.turn]]
calls = [{ tool = "calculator", arguments = { expression = "2+2" } }]
"""


def test_a_call_that_gave_the_same_twice_is_not_made_again_and_the_agent_answers_with_what_it_has(
    database_urls, tmp_path
):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, CIRCLES)) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["calculator"], max_tokens=400)
            return await someone.ask("What is 2 + 2?", agent_id="clerk")

    done = asyncio.run(story())
    tools = [step for step in done.steps if step.kind is StepKind.TOOL]
    assert [step.why.code if step.why else None for step in tools] == [None, None, "tool-call-repeated"]
    assert (done.status, done.answer, done.usage.model_calls) == (ExecutionStatus.COMPLETED, "It is 4.", 4)

"""Agents call helpers: for one task, side by side, nested, with no more rights than their callers."""

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bailiwick.agents.callables import CallableAgent
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.loaded import Loaded
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.plugins import load_plugins
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import StepKind
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.core.budgets import Budget
from bailiwick_skills.notes.store import NoteStore
from support.running import person, running, script

HELPER = """
id = "archive"
name = "Archive Helper"
role = "helper"
description = "Looks things up in the archive."
instructions = "You are the Archive Helper."
tools = ["calculator"]
"""


def call(helper: str, task: str, context: str = "") -> str:
    return f'{{ tool = "call_{helper}_agent", arguments = {{ task = "{task}", context = "{context}" }} }}'


def rule(instructions: str, *turns: str) -> str:
    """Return a rule for one agent, told apart by its instructions; each turn is the body of a turn's table."""
    return (
        "\n".join([f'[[rule]]\ninstructions = "{instructions}"', *(f"[[rule.turn]]\n{turn}" for turn in turns)]) + "\n"
    )


async def team(someone, *, lead=None, **helpers):
    """Put a lead and its helpers on the roster."""
    for name, fields in helpers.items():
        await someone.has(name, role=Role.HELPER, instructions=f"You are {name}.", **fields)
    await someone.has("lead", instructions="You lead.", helpers=list(helpers), **(lead or {}))


def test_a_helper_that_is_dropped_in_as_one_file_is_called_by_the_coordinator(own_database, tmp_path):
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "archive.toml").write_text(HELPER)

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            return await (await person(platform)).ask("Use the archive helper to calculate 17% of 240", agent_id="main")

    execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    assert execution.agent_id == "main"
    assert "40.8" in execution.answer
    (helper,) = [step for step in execution.steps if step.kind is StepKind.HELPER]
    assert (helper.name, helper.helper) == ("call_archive_agent", "archive")
    assert [step.agent_id for step in execution.steps if step.name == "calculator"] == ["archive"]


def test_a_broken_agent_file_is_reported_and_the_others_are_loaded(own_database, tmp_path):
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "archive.toml").write_text(HELPER)
    (tmp_path / "agents" / "broken.toml").write_text('id = "broken"')
    (tmp_path / "agents" / "twin.toml").write_text(HELPER.replace("archive", "peter-logical"))

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            return await platform[Rosters].get(someone.id, "archive"), platform[Loaded].problems

    agent, problems = asyncio.run(story())
    assert agent.name == "Archive Helper"
    assert sorted(problem.error.split(";")[0] for problem in problems) == [
        "The id peter-logical is taken",
        "broken.toml: name: is missing",
    ]


def test_two_helpers_of_one_turn_work_side_by_side_and_stream_interleaved(own_database, tmp_path):
    model = script(
        tmp_path,
        rule(
            "You lead", f"calls = [{call('left', 'say left')}, {call('right', 'say right')}]", 'text = "Both: {result}"'
        )
        + rule("You are left", 'text = "l1 l2 l3 l4 l5 l6 l7 l8"\npace = 20')
        + rule("You are right", 'text = "r1 r2 r3 r4 r5 r6 r7 r8"\npace = 20'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, left={}, right={})
            execution = await someone.submit("work", agent_id="lead")
            return await someone.events(execution.id), await platform[Executions].get(someone.id, execution.id)

    items, execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    by_helpers = [item.data for item in items if item.kind == "agent.stream" and item.data["place"]["path"]]
    said = [data["place"]["path"][0] for data in by_helpers]
    changes = sum(before != after for before, after in pairwise(said))
    assert changes >= 4, f"the helpers did not speak in turns: {said}"
    names = [item.kind for item in items]
    spawned = [index for index, name in enumerate(names) if name == "helper-spawn"]
    assert len(spawned) == 2
    assert spawned[1] < names.index("helper-complete"), "the second began before the first had ended"
    texts = {}
    for data in by_helpers:
        texts[data["call"]] = texts.get(data["call"], "")[: data["offset"]] + data["text"]
    assert {*texts.values()} == {"l1 l2 l3 l4 l5 l6 l7 l8", "r1 r2 r3 r4 r5 r6 r7 r8"}
    results = {item.data["agent"]: item.data["result"] for item in items if item.kind == "helper-complete"}
    told = [item.data for item in items if item.kind.startswith("helper-")]
    assert all(one["helper"] == one["agent"] and one["timestamp"] for one in told)
    assert all(one["place"]["path"] == [one["call"]] for one in told)
    assert {one["helperName"] for one in told} == {"Left", "Right"}
    assert results == {"left": "l1 l2 l3 l4 l5 l6 l7 l8", "right": "r1 r2 r3 r4 r5 r6 r7 r8"}


def test_a_helper_sees_the_last_messages_and_its_task_and_leaves_only_its_report(own_database, tmp_path):
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{call('scribe', 'repeat', 'the colour is green')}]", 'text = "Report: {result}"')
        + rule("You are scribe", 'text = "I was told: {user}"'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, scribe={"context_window": 2})
            first = await someone.ask("work", agent_id="lead")
            (exchange,) = await platform.stores[ConversationStore].history(
                someone.id, first.conversation_id, before_execution=(await someone.submit("x", agent_id="lead")).id
            )
            return first, exchange.messages

    execution, messages = asyncio.run(story())
    assert execution.answer == "Report: I was told: Task: repeat\n\nContext: the colour is green"
    parts = [part["part_kind"] for message in messages for part in message["parts"]]
    assert parts == ["user-prompt", "tool-call", "tool-return", "text"], (
        "the helper's own messages are not the thread's"
    )


def test_a_helper_that_fails_is_an_error_its_caller_reads_and_goes_on_from(own_database, tmp_path):
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{call('clumsy', 'try')}]", 'text = "It did not work: {result}"')
        + rule("You are clumsy", 'fail = { class = "authentication", message = "The key is wrong." }'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, clumsy={})
            execution = await someone.ask("work", agent_id="lead")
            return execution, await someone.events(execution.id)

    execution, items = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED
    assert "The key is wrong." in execution.answer
    (failed,) = [item.data for item in items if item.kind == "helper-error"]
    assert (failed["agent"], failed["errorClass"]) == ("clumsy", "authentication")


def test_a_helper_has_no_right_that_its_caller_lacks(own_database, tmp_path):
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{call('keen', 'add a note')}]", 'text = "{result}"')
        + rule(
            "You are keen",
            'calls = [{ tool = "addNote", arguments = { title = "t", lines = ["l"] } }]',
            'text = "{result}"',
        ),
    )

    async def story(lead_tools):
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, lead={"tools": lead_tools}, keen={"tools": [".*"]})
            execution = await someone.ask("work", agent_id="lead")
            return execution, await platform.stores[NoteStore].list(someone.id)

    execution, notes = asyncio.run(story(["calculator"]))
    assert "There is no tool called 'addNote' here" in execution.answer
    assert not notes
    execution, notes = asyncio.run(story(["addNote"]))
    assert len(notes) == 1


def test_helpers_of_helpers_end_at_the_depth_of_the_budget(own_database, tmp_path):
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{call('one', 'go down')}]", 'text = "{result}"')
        + rule("You are one", f"calls = [{call('two', 'go down')}]", 'text = "one({result})"')
        + rule("You are two", f"calls = [{call('three', 'go down')}]", 'text = "two({result})"')
        + rule("You are three", 'text = "three"'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("three", role=Role.HELPER, instructions="You are three.")
            await someone.has("two", role=Role.HELPER, instructions="You are two.", helpers=["three"])
            await someone.has("one", role=Role.HELPER, instructions="You are one.", helpers=["two"])
            answers = []
            for depth in (3, 2):
                name = f"lead{depth}"
                await someone.has(name, instructions="You lead.", helpers=["one"], budget=Budget(depth=depth))
                execution = await someone.ask("work", agent_id=name)
                spawned = [item for item in await someone.events(execution.id) if item.kind == "helper-spawn"]
                answers.append((execution.answer, [item.data["depth"] for item in spawned]))
            return answers

    deep, shallow = asyncio.run(story())
    assert deep == ("one(two(three))", [1, 2, 3])
    assert shallow[1] == [1, 2]
    assert "There is no tool called 'call_three_agent' here" in shallow[0]


def test_helpers_spend_from_the_budget_of_the_execution(own_database, tmp_path):
    again = ", ".join(call("busy", f"task {number}") for number in range(6))
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{again}]", 'text = "{result}"') + rule("You are busy", 'text = "done"'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, lead={"budget": Budget(agents=4)}, busy={})
            execution = await someone.ask("work", agent_id="lead")
            spent = await someone.has("poor", instructions="You lead.", helpers=["busy"], budget=Budget(steps=5))
            return execution, await someone.ask("work", agent_id=spent.id)

    execution, poor = asyncio.run(story())
    outcomes = Counter(step.status for step in execution.steps if step.kind is StepKind.HELPER)
    assert outcomes == {"completed": 4, "failed": 2}
    assert poor.status is ExecutionStatus.FAILED
    assert poor.failure.error_class == "budget"


def test_the_same_task_is_not_given_to_the_same_helper_twice(own_database, tmp_path):
    same = f"calls = [{call('busy', 'the task')}]"
    model = script(tmp_path, rule("You lead", same, same, 'text = "{result}"') + rule("You are busy", 'text = "done"'))

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, busy={})
            return await someone.ask("work", agent_id="lead")

    execution = asyncio.run(story())
    assert [step.status for step in execution.steps if step.kind is StepKind.HELPER] == ["completed", "failed"]
    assert "has done this very task already" in execution.answer


def test_stopping_an_execution_stops_its_helpers_within_a_second(own_database, tmp_path):
    model = script(
        tmp_path,
        rule("You lead", f"calls = [{call('slow', 'wait')}]", 'text = "{result}"')
        + rule("You are slow", 'text = "waiting"\nwait = "forever"'),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await team(someone, slow={})
            execution = await someone.submit("work", agent_id="lead")
            await someone.events(execution.id, until="agent.stream")
            clock = asyncio.get_running_loop().time()
            await platform[Executions].cancel(someone.id, execution.id)
            done = await platform[Executions].wait(someone.id, execution.id, 10.0)
            return done, asyncio.get_running_loop().time() - clock

    execution, seconds = asyncio.run(story())
    assert execution.status is ExecutionStatus.CANCELLED
    assert seconds < 5, "generous for a busy machine; the bound in the product is a second"


@pytest.mark.parametrize(
    ("message", "helper"),
    [
        ("use the research helper to search npm for express", "research"),
        ("Usa el ayudante de investigación para buscar express en npm", "research"),
        ('use the code helper to run console.log("Hello")', "code"),
        ('Usa el ayudante de código para ejecutar console.log("Hola")', "code"),
    ],
)
def test_the_coordinator_calls_the_helper_that_a_person_names_without_a_model(own_database, tmp_path, message, helper):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            return await (await person(platform)).ask(message)

    execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    assert execution.agent_id == "main"
    (step,) = [step for step in execution.steps if step.kind is StepKind.HELPER]
    assert step.name == f"call_{helper}_agent"


def test_a_python_function_is_a_helper_too(own_database, tmp_path, monkeypatch):
    async def answer(request):
        return f"counted {len(request.message)} characters"

    counter = CallableAgent(Agent(id="counter", name="Counter", role=Role.HELPER), answer)
    monkeypatch.setattr(
        "bailiwick.opening.load_plugins",
        lambda **given: replace(
            loaded := load_plugins(**given), agents=[*loaded.agents, counter.agent], functions={"counter": counter}
        ),
    )
    model = script(tmp_path, rule("You lead", f"calls = [{call('counter', 'abc')}]", 'text = "{result}"'))

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("lead", instructions="You lead.", helpers=["counter"])
            return await someone.ask("work", agent_id="lead")

    assert asyncio.run(story()).answer == "counted 9 characters"

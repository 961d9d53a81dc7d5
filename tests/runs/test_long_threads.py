"""Threads that are longer than a model can read: what becomes a summary, what is left out, and what it costs."""

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.features.budgets.actions import Budgets, LimitDraft
from bailiwick.features.budgets.records import LimitPeriod, LimitScope
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import ReasonCode
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.store import AccessStore
from bailiwick.runs.actions import Executions
from bailiwick.runs.read_on import READ_ON
from bailiwick.runs.records import Execution, Step, StepKind, StepStatus
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick_router.core.decisions import Mode
from support.ledger import new_ledger
from support.providers import Answer, Call, ProviderServer
from support.running import Person, person, running

SUMMARISES = "You shorten a conversation"
SUMMARY = "The person collects lighthouses; the tallest is in Jeddah, 133 metres."
TOO_LONG = Answer(status=400, error="too long", detail={"code": "context_length_exceeded"})
DEAD = Answer(status=401, error="no")
SMALL = {"context_tokens": 2_520}
"""So few tokens that seven of these turns fill three quarters of the room for them, and six do not."""
WORDS = "lighthouse " * 80


def text_of(request: Any) -> str:
    return json.dumps(request.body)


def is_for_summary(request: Any) -> bool:
    return SUMMARISES in text_of(request)


def posted(server: ProviderServer) -> list[Any]:
    """Return what models were asked."""
    return [request for request in server.requests if request.method == "POST"]


def answers(request: Any) -> Answer:
    return Answer(pieces=[SUMMARY if is_for_summary(request) else WORDS], usage={"input": 900, "output": 40})


def at(server: ProviderServer, **options: Any) -> dict[str, Any]:
    return {"model": "openai:m", "openai_base_url": server.openai_url, "openai_api_key": "key", **SMALL, **options}


async def keeper(platform: Platform, **fields: Any) -> Person:
    someone = await person(platform)
    await someone.has("keeper", instructions="You keep lighthouses.", max_tokens=200, **fields)
    return someone


async def said(someone: Person, turns: int, *, first: int = 1) -> list[Execution]:
    """Ask so often, in one thread."""
    return [
        await someone.ask(f"Tell me of lighthouse number {number}.", agent_id="keeper")
        for number in range(first, first + turns)
    ]


def steps(executions: Sequence[Execution], kind: StepKind) -> list[Step]:
    return [step for each in executions for step in each.steps if step.kind is kind]


def test_the_older_part_of_a_thread_becomes_a_summary_once_and_the_next_run_starts_from_it(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform)
                done = await said(someone, 9)
                turns = await platform.stores[TurnStore].of(someone.id, [each.id for each in done])
                thread = await someone.main("keeper", Mode.DIRECT)
                messages = await platform.stores[ConversationStore].messages(someone.id, thread.id)
                found = await platform.stores[ConversationStore].search(someone.id, "number 1")
                return done, turns, messages, found, posted(server)

    done, turns, messages, found, requests = asyncio.run(story())
    assert {each.status for each in done} == {ExecutionStatus.COMPLETED}, [each.failure for each in done]
    made = [(number, step) for number, each in enumerate(done) for step in steps([each], StepKind.SUMMARY)]
    assert len(made) == 1 == sum(map(is_for_summary, requests)), "it is paid for once"
    number, step = made[0]
    assert (step.output, step.name, step.status) == ({"summary": SUMMARY}, "openai:m", StepStatus.COMPLETED)
    assert (step.usage.input_tokens, step.usage.output_tokens, step.usage.model_calls) == (900, 40, 1)
    assert done[number].usage.model_calls == 2, "it is part of what the run has used"
    (summarised,) = [turn for turn in turns if turn.summary is not None]
    assert (summarised.id, summarised.summary.text) == (step.input["until"], SUMMARY)
    covered = [each.id for each in done].index(summarised.id) + 1
    assert summarised.summary.turns == covered == step.input["turns"]
    assert (summarised.summary.model, summarised.summary.execution_id) == ("openai:m", done[number].id)

    at_once = next(place for place, request in enumerate(requests) if is_for_summary(request)) + 1
    assert SUMMARY in text_of(requests[at_once]), "the run for which it was made reads it"
    last = text_of(requests[-1])
    assert SUMMARY in last
    assert "number 1." not in last
    assert "number 9." in last
    (model,) = steps(done[-1:], StepKind.MODEL)
    assert model.input["summary"] == summarised.id
    assert "left_out" not in model.input
    assert messages[0].content == "Tell me of lighthouse number 1."
    assert len(messages) == 18, "the originals stay"
    assert found, "and are found"


def test_what_was_summarised_is_summarised_again_with_what_came_after_it(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform)
                return await said(someone, 16), posted(server)

    done, requests = asyncio.run(story())
    first, second = [request for request in requests if is_for_summary(request)][:2]
    assert "Summary of what came before" in text_of(second)
    assert SUMMARY in text_of(second)
    assert "Summary of what came before" not in text_of(first)
    one, two = steps(done, StepKind.SUMMARY)[:2]
    assert two.input["turns"] > one.input["turns"]


def test_a_replaced_turn_takes_the_summary_up_to_it_along(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform)
                done = await said(someone, 9)
                again = await someone.ask("Tell me of ships.", agent_id="keeper", replaces=done[1].id)
                return again, posted(server)[-1]

    again, request = asyncio.run(story())
    assert again.status is ExecutionStatus.COMPLETED
    assert SUMMARY not in text_of(request)
    assert "number 1." in text_of(request)


def test_without_summaries_the_oldest_turns_are_left_out_and_the_step_says_how_many(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server, summary_percent=0)) as platform:
                return await said(await keeper(platform), 13), posted(server)

    done, requests = asyncio.run(story())
    assert {each.status for each in done} == {ExecutionStatus.COMPLETED}
    assert not any(map(is_for_summary, requests))
    (model,) = steps(done[-1:], StepKind.MODEL)
    left_out, tokens = model.input["left_out"], model.input["tokens"]
    assert left_out + model.input["earlier"] == 24, "two messages for each earlier turn"
    assert model.input["messages"] == model.input["earlier"] + 1
    assert tokens["instructions"] + tokens["messages"] + tokens["tools"] <= tokens["most"]
    assert "number 13." in text_of(requests[-1])
    assert "number 1." not in text_of(requests[-1])


def test_where_no_summary_comes_the_window_moves_and_the_step_says_why(own_database, tmp_path):
    def silent(request: Any) -> Answer:
        return Answer(status=400, error="no") if is_for_summary(request) else Answer(pieces=[WORDS])

    async def story():
        with ProviderServer() as server:
            server.default = silent
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                return await said(await keeper(platform), 13)

    done = asyncio.run(story())
    assert {each.status for each in done} == {ExecutionStatus.COMPLETED}
    (failed,) = steps(done[-1:], StepKind.SUMMARY)
    assert (failed.status, failed.why.code) == (StepStatus.FAILED, ReasonCode.MODEL_REJECTED)
    assert steps(done[-1:], StepKind.MODEL)[0].input["left_out"] > 0


def test_a_summary_that_came_out_empty_is_asked_for_again_when_the_thread_has_grown_by_half(own_database, tmp_path):
    def silent(request: Any) -> Answer:
        return Answer(pieces=[" "], usage={"input": 900, "output": 1}) if is_for_summary(request) else answers(request)

    async def story():
        with ProviderServer() as server:
            server.default = silent
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform)
                return await said(someone, 16), posted(server)

    done, requests = asyncio.run(story())
    assert {each.status for each in done} == {ExecutionStatus.COMPLETED}
    failed = steps(done, StepKind.SUMMARY)
    assert {step.why.code for step in failed} == {ReasonCode.MODEL_UNREADABLE}
    assert all(step.usage.input_tokens == 900 for step in failed), "it was paid for"
    turns = [step.input["turns"] for step in failed]
    assert 1 < len(turns) == sum(map(is_for_summary, requests)), turns
    assert all(later >= 1.5 * earlier for earlier, later in pairwise(turns)), turns
    (model,) = steps(done[-1:], StepKind.MODEL)
    assert model.input["left_out"] > 0, "until then the window moves"


def of_large(request: Any) -> bool:
    return "/messages" in request.path


def large_first(server: ProviderServer, **options: Any) -> dict[str, Any]:
    """A model with a window that is known and large, and one with a small one that answers in its place."""
    large = {"anthropic_base_url": server.url, "anthropic_api_key": "key", "model": "anthropic:claude-haiku-4-5"}
    return at(server, **{**large, "fallbacks": ("openai:m",), **options})


@pytest.mark.parametrize("summary_percent", [75, 0])
def test_a_model_that_stands_in_and_reads_less_is_given_what_it_can_read(own_database, tmp_path, summary_percent):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            options = large_first(server, summary_percent=summary_percent)
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await keeper(platform)
                before = await said(someone, 12)
                asked = len(posted(server))
                server.default = lambda request: DEAD if of_large(request) else answers(request)
                return before, await said(someone, 1, first=13), posted(server)[asked:]

    before, (done,), requests = asyncio.run(story())
    assert not steps(before, StepKind.SUMMARY), "the first model has room for all of it"
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    (model,) = steps([done], StepKind.MODEL)
    assert (model.name, model.input["made_for"]) == ("openai:m", "anthropic:claude-haiku-4-5")
    assert [each["model"] for each in model.output["passed_over"]] == ["anthropic:claude-haiku-4-5"]
    tokens = model.input["tokens"]
    assert tokens["instructions"] + tokens["messages"] + tokens["tools"] <= tokens["most"] <= SMALL["context_tokens"]
    assert "number 1." in text_of(requests[0]), "who was to answer was given all of it"
    answered = [request for request in requests if not of_large(request)]
    assert "number 1." not in text_of(answered[-1])
    assert "number 13." in text_of(answered[-1])
    if summary_percent:
        (summary,) = steps([done], StepKind.SUMMARY)
        assert (summary.name, summary.output) == ("openai:m", {"summary": SUMMARY})
        assert SUMMARY in text_of(answered[-1])
    else:
        assert model.input["left_out"] > 0


def test_a_model_that_stands_in_and_says_that_it_was_too_much_is_asked_for_less(own_database, tmp_path):
    def narrow(request: Any) -> Answer:
        if of_large(request):
            return DEAD
        return TOO_LONG if not is_for_summary(request) and len(text_of(request)) > 7_000 else answers(request)

    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **large_first(server, context_tokens=32_000)) as platform:
                someone = await keeper(platform)
                await said(someone, 8)
                server.default = narrow
                return await said(someone, 1, first=9)

    (done,) = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert steps([done], StepKind.MODEL)[0].name == "openai:m"
    assert steps([done], StepKind.SUMMARY)[0].output == {"summary": SUMMARY}


def test_a_summary_for_which_there_is_no_budget_is_not_made_and_the_run_waits_as_any_other(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform)
                before = await said(someone, 7)
                user, budgets = await platform.stores[AccessStore].user(someone.id), platform[Budgets]
                draft = LimitDraft(scope=LimitScope.PERSON, period=LimitPeriod.DAY, model_calls=len(posted(server)))
                limit = (await budgets.set(user, draft)).limit
                (waiting,) = await said(someone, 1, first=8)
                asked = len(posted(server))
                await budgets.change(user, limit.id, {"model_calls": 100})
                await someone.events(waiting.id)
                done = await platform[Executions].get(someone.id, waiting.id)
                return before, waiting, asked, done, posted(server)

    before, waiting, asked, done, requests = asyncio.run(story())
    assert not any(map(is_for_summary, requests[:asked])), "seven turns are no reason for one yet"
    assert waiting.status is ExecutionStatus.WAITING
    assert asked == len(before)
    assert done.status is ExecutionStatus.COMPLETED
    (refused,) = steps([done], StepKind.SUMMARY)
    assert (refused.status, refused.why.code) == (StepStatus.FAILED, waiting.waiting_why.code)
    assert len(requests) == asked + 1, "the answer alone"


def test_when_a_provider_says_that_it_was_too_much_it_is_made_shorter_once_and_asked_again(own_database, tmp_path):
    def narrow(request: Any) -> Answer:
        return TOO_LONG if not is_for_summary(request) and len(text_of(request)) > 7_000 else answers(request)

    async def story():
        with ProviderServer() as server:
            server.default = narrow
            options = at(server, context_tokens=32_000)
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await keeper(platform)
                done = await said(someone, 8)
                return done, await someone.events(done[-1].id), posted(server)

    done, _, requests = asyncio.run(story())
    assert {each.status for each in done} == {ExecutionStatus.COMPLETED}, [each.failure for each in done]
    (summary,) = steps(done, StepKind.SUMMARY)
    assert summary.output == {"summary": SUMMARY}
    at_once = next(number for number, request in enumerate(requests) if is_for_summary(request))
    assert "lighthouse" in text_of(requests[at_once - 1])
    assert SUMMARY in text_of(requests[at_once + 1])
    assert len(requests) == 8 + 2, "one call that was refused, and one summary"


def test_a_provider_that_never_has_enough_room_is_asked_twice_and_no_more(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = answers
            options = at(server, context_tokens=32_000)
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await keeper(platform)
                await said(someone, 8)
                server.default = lambda request: answers(request) if is_for_summary(request) else TOO_LONG
                before = len(posted(server))
                (failed,) = await said(someone, 1, first=9)
                return failed, [is_for_summary(request) for request in posted(server)[before:]]

    failed, asked = asyncio.run(story())
    assert (failed.status, failed.failure.why.code) == (ExecutionStatus.FAILED, ReasonCode.MODEL_TOO_LONG)
    assert asked == [False, True, False]


def test_one_message_that_is_too_long_is_not_sent_a_second_time(own_database, tmp_path):
    async def story():
        with ProviderServer() as server:
            server.default = TOO_LONG
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                return await said(await keeper(platform), 1), len(posted(server))

    (failed,), requests = asyncio.run(story())
    assert failed.failure.why.code == ReasonCode.MODEL_TOO_LONG
    assert requests == 1


def test_a_summary_of_what_strangers_wrote_is_marked_as_such(own_database, tmp_path, monkeypatch):
    ledger = new_ledger(tmp_path, monkeypatch)
    ledger.with_name("page").write_text("Call the bank.")
    reads = Answer(pieces=[], calls=[Call(name="readPageOutside", arguments='{"page": "page"}')])

    async def story():
        with ProviderServer(reads) as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform, tools=["readPageOutside"])
                done = await said(someone, 9)
                turns = await platform.stores[TurnStore].of(someone.id, [each.id for each in done])
                return next(turn.summary for turn in turns if turn.summary is not None), posted(server)

    summary, requests = asyncio.run(story())
    assert summary.tainted
    told = next(text_of(request) for request in requests if is_for_summary(request))
    assert "Called readPageOutside" in told
    assert "Call the bank." in told


def test_who_reads_a_summary_of_what_strangers_wrote_has_read_that_whatever_its_window(
    own_database, tmp_path, monkeypatch
):
    ledger = new_ledger(tmp_path, monkeypatch)
    ledger.with_name("page").write_text("Call the bank.")
    reads = Answer(pieces=[], calls=[Call(name="readPageOutside", arguments='{"page": "page"}')])

    async def story():
        with ProviderServer(reads) as server:
            server.default = answers
            async with running(own_database.owner, tmp_path, **at(server)) as platform:
                someone = await keeper(platform, tools=["readPageOutside"], context_window=0)
                done = await said(someone, 8)
                await platform[Rosters].update(someone.id, "keeper", {"context_window": 14})
                done += await said(someone, 2, first=9)
                thread = await someone.main("keeper", Mode.DIRECT)
                history = await platform.stores[ConversationStore].history(
                    someone.id, thread.id, before_execution=done[-1].id
                )
                return done, history

    done, history = asyncio.run(story())
    assert [len(steps([each], StepKind.SUMMARY)) for each in done] == [0] * 8 + [1, 0]
    summary, *_, eighth, ninth = history
    assert summary.summary.tainted
    assert not eighth.messages[-1].get("metadata"), "its window has no turn in which that was read"
    assert ninth.messages[-1]["metadata"]["untrusted"]


def test_a_long_result_is_given_in_part_and_read_on(own_database, tmp_path, monkeypatch):
    ledger = new_ledger(tmp_path, monkeypatch)
    page = "".join(f"Line {number} of the page.\n" for number in range(400))
    ledger.with_name("page").write_text(page)
    reads = Answer(pieces=[], calls=[Call(name="readPageOutside", arguments='{"page": "page"}', id="first")])
    reads_on = Answer(
        pieces=[], calls=[Call(name=READ_ON, arguments='{"call_id": "first", "start": 1000}', id="second")]
    )

    async def story():
        with ProviderServer(reads, reads_on, Answer(pieces=["Read."])) as server:
            options = at(server, context_tokens=32_000, result_characters=1_000)
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await keeper(platform, tools=["readPageOutside"])
                return await said(someone, 1), posted(server)

    (done,), (first, second, third) = asyncio.run(story())
    assert done.answer == "Read."
    assert READ_ON not in text_of(first), "there is nothing to read on"
    assert "These are 1000 of" in text_of(second)
    assert READ_ON in json.dumps(second.body["tools"])
    assert page[1_000:1_400] not in json.loads(text_of(second))["messages"][-1]["content"]
    result, more = steps([done], StepKind.TOOL)
    assert result.output["result"] == page, "the whole is kept"
    assert more.output["result"] == {"text": page[1_000:2_000], "characters": len(page), "next_start": 2_000}
    assert more.output["untrusted"], "it is still what a stranger wrote"
    assert "Line 50 of the page" in text_of(third)
    assert [step.input.get("shortened") for step in steps([done], StepKind.MODEL)] == [None, 1, 1]

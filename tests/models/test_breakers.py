"""The breaker of a provider: when it opens, for how long, who tries, and what all processes know of it."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass, HeldBack
from bailiwick.kernel.usage import Usage
from bailiwick.models.breaker import Breakers, BreakingCaller
from bailiwick.models.breaker_states import Breaker, BreakerState
from bailiwick.models.breaker_store import FAILURES, BreakerStore
from bailiwick.models.contract import ModelReply, OnRetry, OnText
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.listing import ModelCheck
from support.providers import Listener

REPLY = ModelReply(response=ModelResponse(parts=[TextPart(content="Hello.")]), usage=Usage(model_calls=1))


class Provider:
    """Answers as it is told, and counts how often it was called."""

    def __init__(self) -> None:
        self.name = f"p{uuid4().hex[:12]}"
        self.fails: CallFailed | None = None
        self.calls = 0
        self.begun = asyncio.Event()
        self.held: asyncio.Event | None = None
        """Answers only when this is set, where there is one."""
        self.says = ""
        """What it says before it fails or waits."""
        self.said = asyncio.Event()
        """Set when that was heard."""

    async def call(self, request: Question, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        del request, on_retry
        self.calls += 1
        self.begun.set()
        if self.says:
            await on_text(0, self.says)
            self.said.set()
        if self.held is not None:
            await self.held.wait()
        if self.fails is not None:
            raise self.fails
        return REPLY


class Clock:
    """The clock of a process, which goes as it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Process:
    """What one process knows of breakers, and its calls of a provider."""

    def __init__(self, stores: Stores, provider: Provider) -> None:
        self.clock = Clock()
        self.breakers = Breakers(BreakerStore(stores.database), 60.0, clock=self.clock)
        self.provider = provider
        self._caller = BreakingCaller(provider, self.breakers)

    async def call(self) -> ModelReply:
        told = [ModelRequest(parts=[UserPromptPart(content="Hello")])]
        heard = Listener()
        question = Question(model=f"{self.provider.name}:m", instructions="", messages=told)
        return await self._caller.call(question, heard.on_text, heard.on_retry)

    async def fails(self, times: int = 1) -> CallFailed:
        for _ in range(times):
            with pytest.raises(CallFailed) as caught:
                await self.call()
        return caught.value

    async def state(self) -> Breaker:
        return next(each for each in await self.breakers.all() if each.provider == self.provider.name)


def unreachable(provider: Provider) -> CallFailed:
    lack = Lack(code=LackCode.UNREACHABLE, values={"provider": provider.name})
    return CallFailed(ErrorClass.NETWORK, lack.said, lack=lack)


async def make_due(stores: Stores, provider: Provider) -> None:
    """Let the time of an open breaker be over, by the database's clock."""
    async with stores.database.without_user() as connection:
        await connection.execute(
            "update model_breakers set open_until = clock_timestamp() where provider = $1", provider.name
        )


Story = Callable[..., Any]


def test_a_provider_that_fails_again_and_again_is_not_called_any_more(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = unreachable(provider)
        process = Process(stores, provider)
        await process.fails(FAILURES)
        held = await process.fails()
        assert isinstance(held, HeldBack)
        assert provider.calls == FAILURES, "the last one was not made"
        assert held.why is not None
        assert held.why.code is ReasonCode.MODEL_HELD_BACK
        assert held.why.parts == (Reason.of(ReasonCode.MODEL_UNREACHABLE, provider=provider.name),)
        assert held.why.values["seconds"] == 5
        state = await process.state()
        assert (state.state, state.failures, state.times_opened) == (BreakerState.OPEN, FAILURES, 1)
        assert state.reason == held.why.parts[0]
        assert state.since is not None
        assert state.until is not None
        assert (state.until - state.since).total_seconds() == pytest.approx(5, abs=0.1)

    stores_run(story)


def test_an_answer_in_between_starts_the_count_over(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        process = Process(stores, provider)
        for _ in range(3):
            provider.fails = unreachable(provider)
            await process.fails(FAILURES - 1)
            provider.fails = None
            await process.call()
        assert (await process.state()).state is BreakerState.CLOSED
        assert (await process.state()).failures == 0

    stores_run(story)


@pytest.mark.parametrize(
    ("failed", "counts"),
    [
        (CallFailed(ErrorClass.TIMEOUT, "late"), True),
        (CallFailed(ErrorClass.RATE_LIMIT, "fewer"), True),
        (CallFailed(ErrorClass.AUTHENTICATION, "key", lack=Lack(code=LackCode.KEY_REFUSED)), True),
        (CallFailed(ErrorClass.AUTHENTICATION, "key", lack=Lack(code=LackCode.KEY_MISSING)), False),
        (CallFailed(ErrorClass.VALIDATION, "rejected"), False),
        (CallFailed(ErrorClass.MODEL, "unreadable"), False),
    ],
    ids=lambda value: str(value),
)
def test_what_opens_is_what_the_provider_does_to_everybody(stores_run: Story, failed: CallFailed, counts: bool) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = failed
        process = Process(stores, provider)
        await process.fails(FAILURES)
        assert process.breakers.holds(provider.name) is counts

    stores_run(story)


def test_a_provider_that_says_when_is_called_again_then(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = CallFailed(ErrorClass.RATE_LIMIT, "fewer", retry_after=40.0)
        process = Process(stores, provider)
        await process.fails()
        held = await process.fails()
        assert isinstance(held, HeldBack)
        assert provider.calls == 1, "once is enough"
        assert held.asked
        assert held.retry_after == pytest.approx(40.0, abs=1)

    stores_run(story)


def test_a_failure_that_kept_people_waiting_counts_as_many(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails, provider.held = CallFailed(ErrorClass.TIMEOUT, "late"), asyncio.Event()
        process = Process(stores, provider)
        async with asyncio.TaskGroup() as group:
            call = group.create_task(process.fails())
            await provider.begun.wait()
            process.clock.now += 5
            provider.held.set()
        assert call.result().error_class is ErrorClass.TIMEOUT
        assert process.breakers.holds(provider.name)

    stores_run(story)


def test_one_call_of_all_processes_tries_and_its_answer_closes_it(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = unreachable(provider)
        processes = [Process(stores, provider) for _ in range(3)]
        first = processes[0]
        await first.fails(FAILURES)
        for process in processes:
            assert isinstance(await process.fails(), HeldBack), "each process knows"
        assert provider.calls == FAILURES

        await make_due(stores, provider)
        for process in processes:
            process.clock.now += 10
        provider.fails, provider.held = None, asyncio.Event()
        async with asyncio.TaskGroup() as group:
            tries = [group.create_task(_outcome(process)) for process in processes for _ in range(4)]
            for over, each in enumerate(asyncio.as_completed(tries), start=1):
                await each
                if over == len(tries) - 1:
                    assert (await first.state()).state is BreakerState.HALF_OPEN
                    provider.held.set()
        outcomes = [each.result() for each in tries]
        assert sum(isinstance(each, ModelReply) for each in outcomes) == 1, "one call tries"
        assert provider.calls == FAILURES + 1
        assert (await first.state()).state is BreakerState.CLOSED
        for process in processes:
            process.breakers.heard(None)
            assert await process.call() == REPLY

    stores_run(story)


def test_a_trial_that_fails_opens_it_for_twice_as_long_and_one_that_is_cancelled_leaves_it_to_another(
    stores_run: Story,
) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = unreachable(provider)
        process = Process(stores, provider)
        await process.fails(FAILURES)
        await make_due(stores, provider)
        process.clock.now += 10
        assert not isinstance(await process.fails(), HeldBack)
        held = await process.fails()
        assert held.retry_after == pytest.approx(10.0, abs=1)

        await make_due(stores, provider)
        process.clock.now += 20
        provider.fails, provider.held = None, asyncio.Event()
        provider.begun.clear()
        async with asyncio.TaskGroup() as group:
            trial = group.create_task(process.call())
            await provider.begun.wait()
            trial.cancel()
        provider.held = None
        process.clock.now += 2
        assert await process.call() == REPLY
        assert (await process.state()).state is BreakerState.CLOSED

    stores_run(story)


def test_the_first_word_of_a_trial_closes_it_although_the_answer_goes_on(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = unreachable(provider)
        process = Process(stores, provider)
        await process.fails(FAILURES)
        await make_due(stores, provider)
        process.clock.now += 10
        provider.fails, provider.held, provider.says = None, asyncio.Event(), "Hel"
        provider.begun.clear()
        async with asyncio.TaskGroup() as group:
            trial = group.create_task(process.call())
            await provider.said.wait()
            assert (await process.state()).state is BreakerState.CLOSED
            provider.held.set()
        assert trial.result() == REPLY

    stores_run(story)


def test_a_call_that_began_before_it_opened_does_not_close_it(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider, slow = Provider(), Provider()
        slow.name = provider.name
        slow.held = asyncio.Event()
        process = Process(stores, provider)
        early = BreakingCaller(slow, process.breakers)
        heard = Listener()
        question = Question(model=f"{slow.name}:m", instructions="", messages=[])
        async with asyncio.TaskGroup() as group:
            group.create_task(early.call(question, heard.on_text, heard.on_retry))
            await slow.begun.wait()
            provider.fails = CallFailed(ErrorClass.RATE_LIMIT, "fewer", retry_after=40.0)
            await process.fails()
            slow.held.set()
        assert (await process.state()).state is BreakerState.OPEN

    stores_run(story)


def test_a_person_who_tries_it_closes_it(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        provider = Provider()
        provider.fails = unreachable(provider)
        process = Process(stores, provider)
        await process.fails(FAILURES)
        await process.breakers.checked(ModelCheck(name=f"{provider.name}:m", ok=True, milliseconds=1.0))
        provider.fails = None
        assert await process.call() == REPLY

    stores_run(story)


def test_a_provider_that_answers_costs_no_statement(stores_run: Story) -> None:
    async def story(stores: Stores) -> None:
        process = Process(stores, Provider())
        await process.call()
        async with stores.database.without_user():  # the only connection
            async with asyncio.timeout(1):
                for _ in range(10):
                    await process.call()

    stores_run(story, pool_size=1)


async def _outcome(process: Process) -> ModelReply | CallFailed:
    try:
        return await process.call()
    except CallFailed as error:
        return error

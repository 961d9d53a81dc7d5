"""Repeating calls: when, how often, after which wait, and what a reader sees meanwhile."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic_ai.messages import ModelRequest, UserPromptPart

from bailiwick.kernel.resilience import CallFailed, ErrorClass, RetryPolicy
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.retry import RetryingCaller
from bailiwick.models.script import Script, ScriptedFailure, ScriptedTurn
from bailiwick.models.scripted import ScriptedCaller
from support.providers import Answer, Fault, Listener, ProviderServer

QUESTION = Question(
    model="openai:local-model",
    instructions="",
    messages=[ModelRequest(parts=[UserPromptPart(content="Hello")])],
)


SCRIPTED = replace(QUESTION, model="scripted")


class Waits(list[float]):
    """A sleep that only notes how long it was to be."""

    async def sleep(self, seconds: float) -> None:
        self.append(seconds)


def call(catalog: Catalog, waits: Waits, heard: Listener) -> ModelReply:
    async def run() -> ModelReply:
        caller = RetryingCaller(ProviderCaller(catalog), RetryPolicy(), sleep=waits.sleep, random=lambda: 0.5)
        try:
            return await caller.call(QUESTION, heard.on_text, heard.on_retry)
        finally:
            await catalog.aclose()

    return asyncio.run(run())


def test_retry_after_in_seconds_is_honoured(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.answers.append(Answer(status=429, headers={"Retry-After": "3"}))
    waits, heard = Waits(), Listener()
    assert call(make_catalog(), waits, heard).response.text == "Hello."
    assert waits == [3.0]
    assert [(kind, seconds) for kind, _, seconds in heard.retries] == [("rate_limit", 3.0)]


def test_retry_after_as_a_date_is_honoured(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=15), usegmt=True)
    server.answers.append(Answer(status=503, headers={"Retry-After": date}))
    waits = Waits()
    call(make_catalog(), waits, Listener())
    assert len(waits) == 1
    assert 5 < waits[0] <= 15


def test_without_retry_after_the_wait_grows_with_jitter(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers += [Answer(status=429), Answer(status=500), Answer(status=529)]
    waits = Waits()
    call(make_catalog(), waits, Listener())
    assert waits == [0.25, 0.5, 1.0]


def test_a_wait_longer_than_the_cap_is_not_waited(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.answers.append(Answer(status=429, headers={"Retry-After": "3600"}))
    waits = Waits()
    with pytest.raises(CallFailed) as caught:
        call(make_catalog(), waits, Listener())
    assert caught.value.error_class is ErrorClass.RATE_LIMIT
    assert waits == []


def test_four_calls_are_the_most(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.default = Answer(status=500)
    with pytest.raises(CallFailed):
        call(make_catalog(), Waits(), Listener())
    assert len(server.requests) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_cannot_get_better_is_not_repeated(
    status: int, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.default = Answer(status=status)
    waits = Waits()
    with pytest.raises(CallFailed):
        call(make_catalog(), waits, Listener())
    assert (len(server.requests), waits) == (1, [])


def test_a_repetition_starts_the_text_over(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.answers += [Answer(pieces=["This is ", "cut off ", "soon"], fault=Fault.CUT), Answer(pieces=["Whole."])]
    heard = Listener()
    reply = call(make_catalog(), Waits(), heard)
    assert heard.text == reply.response.text == "Whole."
    assert heard.pieces[0] == (0, "This is ")
    assert (0, "") in heard.pieces


def test_text_of_a_failed_call_is_taken_back_even_if_the_repetition_says_nothing() -> None:
    script = Script(
        turns=[ScriptedTurn(text="half an ans", fail=ScriptedFailure(error_class=ErrorClass.NETWORK, times=2))]
    )
    heard, waits = Listener(), Waits()

    async def run() -> None:
        caller = RetryingCaller(ScriptedCaller(script), RetryPolicy(attempts=2), sleep=waits.sleep)
        await caller.call(SCRIPTED, heard.on_text, heard.on_retry)

    with pytest.raises(CallFailed):
        asyncio.run(run())
    assert heard.pieces == [(0, "half an ans"), (0, ""), (0, "half an ans")]


def test_the_order_is_take_back_then_say_then_wait() -> None:
    script = Script(turns=[ScriptedTurn(text="x", fail=ScriptedFailure(error_class=ErrorClass.TIMEOUT))])
    order: list[str] = []

    async def on_text(offset: int, text: str, *_: object) -> None:
        order.append(f"text {offset} {text!r}")

    async def on_retry(error_class: str, message: str, seconds: float) -> None:
        order.append(f"retry {error_class}")

    async def sleep(seconds: float) -> None:
        order.append("wait")

    async def run() -> None:
        caller = RetryingCaller(ScriptedCaller(script), RetryPolicy(), sleep=sleep)
        await caller.call(SCRIPTED, on_text, on_retry)

    asyncio.run(run())
    assert order == ["text 0 'x'", "text 0 ''", "retry timeout", "wait", "text 0 'x'"]

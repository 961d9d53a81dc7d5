"""What a call opened of a person's secrets is taken out of what the call says."""

import asyncio
import base64
import logging
from urllib.parse import quote

import pytest

from bailiwick.kernel.errors import Conflict, ExecutionCancelled, InvalidInput, LostClaim, NotFound, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import NoSecrets, ToolContext
from bailiwick.tools.redaction import Redacted
from bailiwick.tools.toolbox import Toolbox, tool
from bailiwick.tools.wrappers import Classified, OutputCapped, TimeLimited

CANARY = "canary/7+x 5é?"
FORMS = (CANARY, quote(CANARY, safe=""), base64.b64encode(CANARY.encode()).decode().rstrip("="), CANARY.encode().hex())


class Keys:
    """Port `Secrets` with one."""

    async def open(self, name):
        return CANARY if name == "key" else await NoSecrets().open(name)


def run(function, name="leaky", **context):
    """Call a tool through the wrappers that agents have; return its result or failure."""
    tools = OutputCapped(Classified(Redacted(TimeLimited(Toolbox([tool(name=name, timeout=0.5)(function)])))))
    whom = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c", secrets=Keys(), **context)
    return asyncio.run(tools.call(name, whom, {}))


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: text,
        lambda text: f"before {text} after",
        lambda text: {"deep": [{"deeper": [1, None, True, text]}]},
        lambda text: {text: 1},
        lambda text: [text] * 5,
        lambda text: {"a": f"https://example.org/?key={text}"},
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_a_result_is_cleaned_wherever_the_secret_stands(wrap, form):
    async def leaky(context: ToolContext):
        await context.secrets.open("key")
        return wrap(form)

    shown = str(run(leaky))
    assert "…" in shown
    assert all(each not in shown for each in FORMS)


@pytest.mark.parametrize("raised", [InvalidInput, lambda said: CallFailed(ErrorClass.TOOL, said)])
def test_a_reason_that_holds_a_secret_becomes_its_sentence_without_it(raised):
    async def leaky(context: ToolContext):
        secret = await context.secrets.open("key")
        raise raised(Reason.of(ReasonCode.NOT_FOUND_NAMED, kind="note", name=secret))

    async def careful(context: ToolContext):
        await context.secrets.open("key")
        raise raised(Reason.of(ReasonCode.NOT_FOUND_NAMED, kind="note", name="shopping"))

    with pytest.raises(CallFailed) as failed:
        run(leaky)
    assert (failed.value.why, str(failed.value)) == (None, "There is no note called '…'.")
    with pytest.raises(CallFailed) as failed:
        run(careful)
    assert failed.value.why == Reason.of(ReasonCode.NOT_FOUND_NAMED, kind="note", name="shopping")


def test_a_number_that_is_the_secret_is_taken_out_too():
    class Pin(Keys):
        async def open(self, name):
            return "482913"

    async def leaky(context: ToolContext):
        await context.secrets.open("key")
        return [482913, 482914, 1.5, True]

    tools = Redacted(Toolbox([tool()(leaky)]))
    whom = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c", secrets=Pin())
    assert asyncio.run(tools.call("leaky", whom, {})) == ["…", 482914, 1.5, True]


def test_what_was_not_opened_in_a_call_is_no_reason_to_touch_it():
    async def plain(context: ToolContext):
        return {"text": CANARY}

    assert run(plain) == {"text": CANARY}


def test_calls_side_by_side_do_not_mix_their_secrets():
    async def opens(context: ToolContext):
        await context.secrets.open("key")
        await asyncio.sleep(0)
        return CANARY

    async def plain(context: ToolContext):
        await asyncio.sleep(0)
        return CANARY

    tools = Redacted(Toolbox([tool()(opens), tool()(plain)]))
    whom = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c", secrets=Keys())

    async def both():
        return await asyncio.gather(*(tools.call(name, whom, {}) for name in ("opens", "plain", "opens")))

    assert asyncio.run(both()) == ["…", CANARY, "…"]


ECHO = " or ".join(FORMS)
FAILURES = [
    CallFailed(ErrorClass.TOOL, ECHO),
    CallFailed(ErrorClass.AUTHENTICATION, ECHO),
    CallFailed(ErrorClass.RATE_LIMIT, ECHO, retry_after=3.0),
    CallFailed(ErrorClass.NETWORK, ECHO),
    InvalidInput(ECHO),
    Conflict(ECHO),
    NotFound(ECHO),
    ValueError(ECHO),
    KeyError(ECHO),
    RuntimeError({"a": ECHO}),
    TimeoutError(ECHO),
    ConnectionError(ECHO),
    ConnectionRefusedError(111, ECHO),
    OSError(5, ECHO),
    TypeError(ECHO),
    UnicodeDecodeError("utf-8", ECHO.encode(), 0, 1, ECHO),
    ExceptionGroup(ECHO, [ValueError(ECHO)]),
    RecursionError(ECHO),
    MemoryError(ECHO),
    AssertionError(ECHO),
    StopAsyncIteration(ECHO),
]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_an_error_that_repeats_the_secret_is_cleaned_in_what_is_said_and_in_the_log(failure, caplog):
    caplog.set_level(logging.DEBUG)

    async def leaky(context: ToolContext):
        try:
            raise ValueError(await context.secrets.open("key"))
        except ValueError as cause:
            raise failure from cause

    with pytest.raises(CallFailed) as failed:
        run(leaky)
    shown = f"{failed.value} {failed.value.args} {caplog.text} {[record.__dict__ for record in caplog.records]}"
    assert all(form not in shown for form in FORMS)
    if isinstance(failure, CallFailed):
        assert (failed.value.error_class, failed.value.retry_after) == (failure.error_class, failure.retry_after)


@pytest.mark.parametrize("kind", [LostClaim, ExecutionCancelled, Unavailable])
def test_what_concerns_the_execution_keeps_its_kind(kind):
    async def leaky(context: ToolContext):
        await context.secrets.open("key")
        raise kind(ECHO)

    with pytest.raises(kind) as failed:
        run(leaky)
    assert all(form not in str(failed.value) for form in FORMS)


def test_a_call_that_takes_too_long_and_one_that_is_cancelled_stay_what_they_are():
    async def slow(context: ToolContext):
        await context.secrets.open("key")
        await asyncio.Event().wait()

    with pytest.raises(CallFailed) as failed:
        run(slow)
    assert failed.value.error_class is ErrorClass.TIMEOUT

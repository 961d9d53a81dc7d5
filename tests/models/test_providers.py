"""Every provider's real client against a local server that speaks its wire format."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.kernel.errors import LostClaim
from bailiwick.kernel.events.strands import THOUGHT, Strand, StrandKind
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.tidy import TidyingCaller
from bailiwick.tools.records import ToolSpec
from support.providers import Answer, Call, Fault, Listener, ProviderServer, Recorded

MODELS = (
    "openai:local-model",
    "openai-responses:gpt-4o",
    "anthropic:claude-haiku-4-5",
    "google:gemini-3.8-flash",
    "ollama:local-model",
)
CALCULATOR = ToolSpec(
    name="calculator",
    description="Works out an arithmetic expression.",
    parameters={"type": "object", "properties": {"expression": {"type": "string"}}, "required": ["expression"]},
)
TWO_AND_TWO = Call(name="calculator", arguments='{"expression": "2+2"}', id="call_abc")


def question(model: str, *messages: ModelMessage, **changes: Any) -> Question:
    told = messages or (ModelRequest(parts=[UserPromptPart(content="What is 2+2?")]),)
    fields: dict[str, Any] = {"instructions": "Be brief.", "messages": told, "tools": [CALCULATOR], **changes}
    return Question(model=model, **fields)


def ask(catalog: Catalog, *questions: Question, listener: Listener | None = None) -> list[ModelReply]:
    """Ask in order on one connection pool; raises the first failure."""
    heard = listener or Listener()

    async def run() -> list[ModelReply]:
        caller = ProviderCaller(catalog)
        try:
            return [await caller.call(each, heard.on_text, heard.on_retry) for each in questions]
        finally:
            await catalog.aclose()

    return asyncio.run(run())


def failure(catalog: Catalog, asked: Question) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        ask(catalog, asked)
    return caught.value


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> str:
    return request.param


def test_text_is_streamed_with_offsets_and_counted(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(pieces=["Héllo ", "wörld", " 👋", "!"]))
    heard = Listener()
    reply = ask(make_catalog(), question(model), listener=heard)[0]
    assert heard.text == "Héllo wörld 👋!"
    assert [offset for offset, _ in heard.pieces] == [0, 6, 11, 13]
    assert [part.content for part in reply.response.parts if isinstance(part, TextPart)] == [heard.text]
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.model_calls) == (11, 7, 1)


def test_thoughts_and_arguments_of_tools_are_streamed_beside_the_text(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(thinking=["Two and ", "two…"], pieces=["I ", "count."], calls=[TWO_AND_TWO]))
    heard = Listener()
    reply = ask(make_catalog(), question(model), listener=heard)[0]
    assert heard.text == "I count."
    called = Strand(StrandKind.ARGUMENTS, 0, "calculator")
    assert json.loads(heard.beside[called]) == json.loads(TWO_AND_TWO.arguments)
    assert heard.beside[THOUGHT] == "Two and two…"
    assert [part.content for part in reply.response.parts if isinstance(part, ThinkingPart)] == ["Two and two…"]


def test_the_request_carries_instructions_limits_and_tools(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    ask(make_catalog(), question(model, temperature=0.3, max_tokens=77))
    sent = json.dumps(server.requests[-1].body)
    assert "Be brief." in sent
    assert "What is 2+2?" in sent
    assert "Works out an arithmetic expression." in sent
    assert "0.3" in sent
    assert "77" in sent


def test_a_tool_call_makes_the_round_trip(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers += [Answer(pieces=["Let me see."], calls=[TWO_AND_TWO]), Answer(pieces=["Four."])]
    catalog = make_catalog()
    first = question(model)

    async def run() -> tuple[ToolCallPart, ModelReply]:
        caller, heard = ProviderCaller(catalog), Listener()
        try:
            asked = await caller.call(first, heard.on_text, heard.on_retry)
            call = next(part for part in asked.response.parts if isinstance(part, ToolCallPart))
            returned = ToolReturnPart(tool_name="calculator", content={"value": 4}, tool_call_id=call.tool_call_id)
            second = question(model, *first.messages, asked.response, ModelRequest(parts=[returned]))
            return call, await caller.call(second, heard.on_text, heard.on_retry)
        finally:
            await catalog.aclose()

    call, reply = asyncio.run(run())
    assert call.tool_name == "calculator"
    assert call.args_as_dict() == {"expression": "2+2"}
    assert reply.response.text == "Four."
    sent = json.dumps(server.requests[-1].body)
    assert '"value' in sent.replace("\\", "")
    assert "Let me see." in sent


def test_a_history_is_the_same_after_storage(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(pieces=["Let me see."], calls=[TWO_AND_TWO]))
    reply = ask(make_catalog(), question(model))[0]
    stored = ModelMessagesTypeAdapter.dump_json([*question(model).messages, reply.response])
    assert ModelMessagesTypeAdapter.dump_json(ModelMessagesTypeAdapter.validate_json(stored)) == stored


def test_arguments_that_are_not_json_come_through_as_they_are(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    for model in MODELS[:3]:  # Gemini sends arguments as an object
        broken = Call(name="calculator", arguments='{"expression": "2+')
        server.answers.append(Answer(pieces=[], calls=[broken], finish=None))
        reply = ask(make_catalog(), question(model))[0]
        calls = [part for part in reply.response.parts if isinstance(part, ToolCallPart)]
        assert [call.args for call in calls] == ['{"expression": "2+']


STATUSES = {
    400: ErrorClass.VALIDATION,
    401: ErrorClass.AUTHENTICATION,
    402: ErrorClass.AUTHENTICATION,
    403: ErrorClass.AUTHENTICATION,
    404: ErrorClass.MODEL,
    408: ErrorClass.TIMEOUT,
    409: ErrorClass.NETWORK,
    413: ErrorClass.VALIDATION,
    422: ErrorClass.VALIDATION,
    429: ErrorClass.RATE_LIMIT,
    500: ErrorClass.NETWORK,
    502: ErrorClass.NETWORK,
    503: ErrorClass.NETWORK,
    529: ErrorClass.NETWORK,
}


@pytest.mark.parametrize(("status", "expected"), STATUSES.items())
def test_each_status_has_its_class_and_is_asked_for_once(
    status: int, expected: ErrorClass, model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(status=status))
    assert failure(make_catalog(), question(model)).error_class is expected
    assert [request.method for request in server.requests] == ["POST"]


FAULTS = {
    Fault.CUT: {ErrorClass.NETWORK},
    Fault.TRUNCATED: {ErrorClass.NETWORK},
    Fault.RESET: {ErrorClass.NETWORK},
    Fault.EMPTY_BODY: {ErrorClass.NETWORK},
    Fault.HUGE_LINE: {ErrorClass.MODEL},
    Fault.ENDLESS: {ErrorClass.MODEL},
    Fault.HTML: {ErrorClass.MODEL},
    Fault.STREAM_ERROR: {ErrorClass.NETWORK},
}


@pytest.mark.parametrize(("fault", "expected"), FAULTS.items())
def test_each_fault_on_the_wire_has_its_class(
    fault: Fault,
    expected: set[ErrorClass],
    model: str,
    server: ProviderServer,
    make_catalog: Callable[..., Catalog],
) -> None:
    server.answers.append(Answer(pieces=["Hel", "lo", " you", "."], fault=fault))
    assert failure(make_catalog(), question(model)).error_class in expected


PASSED_OVER = {  # by the providers' own clients
    (Fault.BROKEN_JSON, "anthropic:claude-haiku-4-5"): "Hello.",
    (Fault.WRONG_CHARSET, "google:gemini-3.8-flash"): "H\ufffdllo.",
}


@pytest.mark.parametrize("fault", [Fault.BROKEN_JSON, Fault.WRONG_CHARSET])
def test_garbage_in_the_stream_is_an_error_of_the_model_or_passed_over(
    fault: Fault, model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(fault=fault))
    if text := PASSED_OVER.get((fault, model)):
        assert ask(make_catalog(), question(model))[0].response.text == text
    else:
        assert failure(make_catalog(), question(model)).error_class is ErrorClass.MODEL


def test_bytes_that_bring_no_event_do_not_keep_a_call_alive(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(fault=Fault.SLOW_LORIS))
    assert failure(make_catalog(model_timeout=0.2), question(model)).error_class is ErrorClass.TIMEOUT


def test_an_address_where_nobody_listens_is_a_network_error(make_catalog: Callable[..., Catalog]) -> None:
    nobody = "http://127.0.0.1:1/v1"
    failed = failure(make_catalog(openai_base_url=nobody), question("openai:m"))
    assert failed.error_class is ErrorClass.NETWORK


@pytest.mark.filterwarnings("ignore")  # the model library warns of the usage it cannot read
@pytest.mark.parametrize(
    ("reported", "input_tokens", "output_tokens"),
    [
        (None, 0, 0),
        ({"input": -5, "output": -1}, 0, 0),
        ({"input": 10**15, "output": 10**15}, 10_000_000, 10_000_000),
        ({"input": 0, "output": 3}, 0, 3),
    ],
)
def test_usage_that_cannot_be_is_brought_within_reason(
    reported: dict[str, int] | None,
    input_tokens: int,
    output_tokens: int,
    model: str,
    server: ProviderServer,
    make_catalog: Callable[..., Catalog],
) -> None:
    server.answers.append(Answer(usage=reported))
    reply = ask(make_catalog(), question(model))[0]
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (input_tokens, output_tokens)
    assert 0 <= reply.usage.cost < 1000
    assert reply.response.text == "Hello."


@pytest.mark.filterwarnings("ignore")  # google's client warns of a word it does not know
def test_an_unknown_reason_to_finish_is_still_an_end(
    model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(finish="because"))
    assert ask(make_catalog(), question(model))[0].response.text == "Hello."


@pytest.mark.parametrize("pieces", [[], [""]])
def test_an_empty_answer_is_a_reply_without_text(
    pieces: list[str], model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(pieces=pieces))
    heard = Listener()
    reply = ask(make_catalog(), question(model), listener=heard)[0]
    assert heard.text == ""
    assert not reply.response.text


def test_a_known_model_costs_its_list_price(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    server.answers.append(Answer(usage={"input": 1_000_000, "output": 100_000}))
    reply = ask(make_catalog(), question("anthropic:claude-sonnet-5-5"))[0]
    entry = next(each for each in asyncio.run(make_catalog().entries()) if each.name == "anthropic:claude-sonnet-5-5")
    assert entry.input_price
    assert entry.output_price
    assert reply.usage.cost == pytest.approx(entry.input_price + entry.output_price / 10)


def test_a_model_without_a_list_price_costs_nothing(make_catalog: Callable[..., Catalog]) -> None:
    replies = ask(make_catalog(), question("openai:local-model"), question("openai:local-model"))
    assert [reply.usage.cost for reply in replies] == [0.0, 0.0]


def test_a_temperature_is_kept_from_models_that_take_none_and_within_what_others_take(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    asked = ["openai-responses:gpt-6.1-sol", "anthropic:claude-opus-5-5", "anthropic:claude-haiku-4-5"]
    ask(make_catalog(), *(question(name, temperature=1.7) for name in asked))
    assert [request.body.get("temperature") for request in server.requests] == [None, None, 1.0]


def test_openai_is_asked_not_to_keep_conversations(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    ask(make_catalog(), question("openai-responses:gpt-6.1-sol"))
    assert server.requests[-1].body["store"] is False


def test_a_cancelled_call_hangs_up_at_once(server: ProviderServer, make_catalog: Callable[..., Catalog]) -> None:
    catalog = make_catalog()

    async def run() -> None:
        asked, loop = asyncio.Event(), asyncio.get_running_loop()

        def slow(request: Recorded) -> Answer:
            del request
            loop.call_soon_threadsafe(asked.set)
            return Answer(fault=Fault.SLOW_LORIS)

        server.answers.append(slow)
        heard = Listener()
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            call = ProviderCaller(catalog).call(question("openai:local-model"), heard.on_text, heard.on_retry)
            task = group.create_task(call)
            await asked.wait()
            task.cancel()
        assert task.cancelled()
        await catalog.aclose()

    asyncio.run(run())


def test_errors_raised_by_the_listener_are_not_taken_for_the_models(
    make_catalog: Callable[..., Catalog],
) -> None:
    catalog = make_catalog()

    async def on_text(offset: int, text: str, *_: object) -> None:
        raise LostClaim("somebody else has it")

    async def run() -> None:
        try:
            await ProviderCaller(catalog).call(question("openai:local-model"), on_text, Listener().on_retry)
        finally:
            await catalog.aclose()

    with pytest.raises(LostClaim):
        asyncio.run(run())


def test_control_characters_in_what_a_server_says_of_itself_do_not_reach_the_store(
    server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    server.answers.append(Answer(pieces=["a\0b", "\ud800"], calls=[Call(name="t\0", id="i\0d")], finish="be\0cause"))
    catalog, heard = make_catalog(), Listener()

    async def run() -> ModelReply:
        try:
            caller = TidyingCaller(ProviderCaller(catalog))
            return await caller.call(question("openai:m\0"), heard.on_text, heard.on_retry)
        finally:
            await catalog.aclose()

    stored = ModelMessagesTypeAdapter.dump_json([asyncio.run(run()).response])
    assert b"\\u0000" not in stored
    assert heard.text == "a\ufffdb\ufffd"
    assert json.loads(stored)[0]["parts"][1]["tool_call_id"] == "i\ufffdd"

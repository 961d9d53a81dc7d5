"""Another model answers where one does not: in the order that was listed, with what was streamed taken back."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic_ai.messages import ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart, UserPromptPart

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass, RetryPolicy
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.chain import Callers, caller
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.offline import OfflineCaller
from bailiwick.models.scripted import ScriptedCaller
from bailiwick_router.core.language import Language
from support.providers import Answer, Fault, Listener, ProviderServer

NOBODY = "http://127.0.0.1:1/v1"
"""Where nobody listens."""
FIRST, SECOND = "openai:m", "anthropic:claude-haiku-4-5"

MakeCatalog = Callable[..., Catalog]


def ask(
    catalog: Catalog, heard: Listener, *, text: str = "hello", listed: tuple[str, ...] = (), **fields: Any
) -> ModelReply:
    """Ask without waiting before repetitions."""
    told = [ModelRequest(parts=[UserPromptPart(content=text)])]
    values: dict[str, Any] = {"model": FIRST, "messages": told, "asked": (text,), "by_rules": True, **fields}

    async def run() -> ModelReply:
        ends = Callers(offline=OfflineCaller(), scripted=ScriptedCaller(), provider=ProviderCaller(catalog))
        chain = caller(ends, RetryPolicy(base=0.0), catalog, fallbacks=listed)
        try:
            return await chain.call(Question(instructions="", **values), heard.on_text, heard.on_retry)
        finally:
            await catalog.aclose()

    return asyncio.run(run())


def failure(*arguments: Any, **fields: Any) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        ask(*arguments, **fields)
    return caught.value


def test_the_next_model_answers_and_the_reply_says_who_did_not_and_why(make_catalog: MakeCatalog) -> None:
    heard = Listener()
    reply = ask(make_catalog(openai_base_url=NOBODY), heard, fallbacks=("google:gemini-3.8-flash", SECOND))
    assert heard.text == "Hello."
    assert (reply.model, reply.fallbacks) == ("google:gemini-3.8-flash", [SECOND])
    (passed,) = reply.passed_over
    assert (passed.model, passed.error_class) == (FIRST, ErrorClass.NETWORK)
    assert passed.reason.code is ReasonCode.MODEL_UNREACHABLE
    assert heard.retries[-1][2] == 0.0, "what follows is told"


def test_those_of_the_installation_are_asked_where_none_are_listed(make_catalog: MakeCatalog) -> None:
    reply = ask(make_catalog(openai_base_url=NOBODY), Listener(), listed=(SECOND, "offline"))
    assert reply.model == SECOND


def test_nobody_is_asked_who_is_not_listed(make_catalog: MakeCatalog, server: ProviderServer) -> None:
    failed = failure(make_catalog(openai_base_url=NOBODY), Listener(), text="a poem", fallbacks=(), listed=(SECOND,))
    assert failed.error_class is ErrorClass.NETWORK
    assert server.requests == []


def test_what_half_an_answer_said_is_taken_back_before_the_next_model_speaks(
    make_catalog: MakeCatalog, server: ProviderServer
) -> None:
    def answer(request: Any) -> Answer:
        broken = "/messages" not in request.path
        return Answer(pieces=["Half an ", "answer that "], fault=Fault.CUT) if broken else Answer()

    server.default = answer
    heard = Listener()
    reply = ask(make_catalog(), heard, fallbacks=(SECOND,))
    assert reply.model == SECOND
    assert heard.text == "Hello."
    assert (0, "") in heard.pieces


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_question_that_was_refused_is_not_put_to_another(
    status: int, make_catalog: MakeCatalog, server: ProviderServer
) -> None:
    server.default = Answer(status=status)
    failed = failure(make_catalog(), Listener(), fallbacks=(SECOND, "offline"))
    assert failed.error_class is ErrorClass.VALIDATION
    assert len(server.requests) == 1


def test_where_nobody_answers_the_failure_is_that_of_the_first(make_catalog: MakeCatalog) -> None:
    catalog = make_catalog(openai_base_url=NOBODY, anthropic_api_key=None)
    failed = failure(catalog, Listener(), text="Write a poem", fallbacks=(SECOND, "offline"))
    assert "openai" in str(failed)
    assert failed.error_class is ErrorClass.NETWORK


def test_a_model_that_does_not_exist_is_left_out(make_catalog: MakeCatalog) -> None:
    reply = ask(make_catalog(openai_base_url=NOBODY), Listener(), fallbacks=("nonsense", "no:such", SECOND))
    assert reply.model == SECOND


@pytest.mark.parametrize(
    ("language", "cause"),
    [
        ("en", "openai cannot be reached. Until it answers, rules and tools do:"),
        ("es", "No se puede llegar a openai. Hasta que responda, lo hacen las reglas y las herramientas:"),
    ],
)
def test_rules_answer_at_once_what_they_can_and_say_why_first(
    language: str, cause: str, make_catalog: MakeCatalog
) -> None:
    heard = Listener()
    reply = ask(make_catalog(openai_base_url=NOBODY), heard, listed=("offline",), language=language)
    assert reply.model == "offline"
    assert heard.text.startswith(cause)
    assert "configur" not in heard.text, "a model is configured"
    assert [seconds for _, _, seconds in heard.retries] == [0.0], "nothing was repeated"


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_refused_question_is_answered_by_rules_or_not_at_all(
    language: Language, make_catalog: MakeCatalog, server: ProviderServer
) -> None:
    limit = CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.STEP_LIMIT, limit=7))
    asked: dict[str, Any] = {"listed": (SECOND, "offline"), "refused": limit, "language": language}
    heard = Listener()
    reply = ask(make_catalog(), heard, **asked)
    assert (reply.model, [passed.error_class for passed in reply.passed_over]) == ("offline", [ErrorClass.BUDGET])
    assert heard.text.startswith(limit.why.text(language) if limit.why else "")
    assert {"en": "rules and tools answer", "es": "las reglas y las herramientas responden"}[language] in heard.text
    failed = failure(make_catalog(), Listener(), text="Write a poem", **asked)
    assert (failed.error_class, failed.why) == (ErrorClass.BUDGET, limit.why)
    assert server.requests == [], "no model is asked"


def test_rules_are_not_asked_for_what_only_a_model_can(make_catalog: MakeCatalog) -> None:
    heard = Listener()
    failed = failure(make_catalog(openai_base_url=NOBODY), heard, text="Write a poem", listed=("offline",))
    assert heard.text == ""
    assert len(heard.retries) == 3, "so it is worth repeating"
    assert failed.error_class is ErrorClass.NETWORK


def test_rules_do_not_go_on_from_results_that_they_have_no_words_for(make_catalog: MakeCatalog) -> None:
    called = ToolCallPart(tool_name="strange", args="{}", tool_call_id="c1")
    messages = [
        ModelRequest(parts=[UserPromptPart(content="hello")]),
        ModelResponse(parts=[called]),
        ModelRequest(parts=[ToolReturnPart(tool_name="strange", content={"raw": 1}, tool_call_id="c1")]),
    ]
    failed = failure(make_catalog(openai_base_url=NOBODY), Listener(), listed=("offline",), messages=messages)
    assert failed.error_class is ErrorClass.NETWORK


def test_a_wait_that_a_provider_asks_for_is_not_waited_where_another_may_answer(
    make_catalog: MakeCatalog, server: ProviderServer
) -> None:
    server.answers.append(Answer(status=429, headers={"Retry-After": "10"}))
    heard = Listener()
    reply = ask(make_catalog(), heard, fallbacks=(SECOND,))
    assert reply.model == SECOND
    assert reply.passed_over[0].reason.code is ReasonCode.MODEL_ASKS_FEWER
    assert [seconds for _, _, seconds in heard.retries] == [0.0]

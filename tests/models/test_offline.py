"""The offline model: tools by their recognisers, honest words otherwise, always the same."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models import small_talk
from bailiwick.models.contract import ListedAgent, ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.offline import PIECE, OfflineCaller
from bailiwick.models.offline_words import cannot_answer
from bailiwick.tools.records import MissingTool, PastCall, Recogniser, Recognition, Request, ToolSpec, why_metadata
from bailiwick_router.core.language import Language, detect_language
from support.providers import Listener


class WordRecogniser:
    """Reads a message that holds its word; its tool's argument is the whole message."""

    def __init__(self, word: str, confidence: float) -> None:
        self.word = word
        self.confidence = confidence
        self.seen: list[Request] = []

    def read(self, request: Request) -> Recognition | None:
        self.seen.append(request)
        if self.word not in request.text:
            return None
        return Recognition(arguments={"text": request.text}, confidence=self.confidence)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        return f"{language}: {arguments.get('text')} is {result['value']}"


class BrokenRecogniser:
    """A plug-in's recogniser with a mistake in it."""

    def read(self, request: Request) -> Recognition | None:
        raise ZeroDivisionError

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        raise ZeroDivisionError


def spec(name: str) -> ToolSpec:
    return ToolSpec(name=name, description=f"About {name}.", parameters={"type": "object"})


def user(text: str) -> ModelRequest:
    return ModelRequest(parts=[UserPromptPart(content=text)])


def called(name: str, arguments: dict[str, Any], call_id: str) -> ModelResponse:
    return ModelResponse(parts=[ToolCallPart(tool_name=name, args=arguments, tool_call_id=call_id)])


def returned(name: str, content: Any, call_id: str, **fields: Any) -> ModelRequest:
    return ModelRequest(parts=[ToolReturnPart(tool_name=name, content=content, tool_call_id=call_id, **fields)])


def ask(
    recognisers: Mapping[str, Recogniser], *messages: ModelMessage, listener: Listener | None = None, **changes: Any
) -> ModelReply:
    heard = listener or Listener()
    tools = [spec(name) for name in recognisers]
    asked: dict[str, Any] = {"model": "offline", "instructions": "", "messages": messages, "tools": tools}
    said = [str(part.content) for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    if said:
        asked["language"] = detect_language(said[-1])
    question = Question(**{**asked, "recognisers": recognisers, "asked": said[-1:], **changes})
    return asyncio.run(OfflineCaller().call(question, heard.on_text, heard.on_retry))


def text_of(reply: ModelReply) -> str:
    (part,) = reply.response.parts
    assert isinstance(part, TextPart)
    return part.content


def call_of(reply: ModelReply) -> ToolCallPart:
    (part,) = reply.response.parts
    assert isinstance(part, ToolCallPart)
    return part


def test_the_most_confident_recogniser_gets_the_call() -> None:
    recognisers = {
        "low": WordRecogniser("sum", 0.4),
        "high": WordRecogniser("sum", 0.9),
        "other": WordRecogniser("moon", 1.0),
    }
    call = call_of(ask(recognisers, user("the sum of it")))
    assert (call.tool_name, call.args) == ("high", {"text": "the sum of it"})


@pytest.mark.parametrize(
    "text",
    ["You have mail from Ana. What is the sum?", "Task: the sum", "Task #5: the sum\nand more", "Context: the sum"],
)
def test_a_message_is_read_as_it_was_written_however_it_begins(text: str) -> None:
    recogniser = WordRecogniser("sum", 0.5)
    assert call_of(ask({"adder": recogniser}, user(text))).args == {"text": text}
    assert recogniser.seen[-1].text == text


def test_what_is_asked_is_read_and_not_the_prompt() -> None:
    recogniser = WordRecogniser("sum", 0.5)
    prompt = user("Task #5: Add\n\nDescription:\n> the sum of the prompt")
    call = call_of(ask({"adder": recogniser}, prompt, asked=("be quick", "the sum of it", "Add\n\nthe sum of it")))
    assert call.args == {"text": "the sum of it"}, "the most particular text that any tool fits"
    assert [request.text for request in recogniser.seen] == ["be quick", "the sum of it"]
    assert "This needs a language model" in text_of(ask({"adder": recogniser}, prompt, asked=()))


def test_of_equally_confident_ones_the_first_tool_gets_the_call() -> None:
    recognisers = {"b": WordRecogniser("sum", 0.5), "a": WordRecogniser("sum", 0.5)}
    assert call_of(ask(recognisers, user("sum"))).tool_name == "b"


def test_a_tool_that_the_agent_does_not_have_is_not_called() -> None:
    recognisers = {"mine": WordRecogniser("moon", 0.5), "others": WordRecogniser("sum", 0.9)}
    reply = ask(recognisers, user("the sum"), tools=[spec("mine")])
    assert text_of(reply).startswith("This needs a language model")
    assert "others" not in text_of(reply)


def test_the_same_request_gets_the_same_call_and_id() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    first, second = (call_of(ask(recognisers, user("sum of 2"))) for _ in range(2))
    assert first == second


def test_ids_differ_within_a_conversation() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    first = call_of(ask(recognisers, user("sum")))
    history = [
        user("sum"),
        called("adder", {"text": "sum"}, first.tool_call_id),
        returned("adder", {"value": 4}, first.tool_call_id),
        ModelResponse(parts=[TextPart(content="4")]),
        user("sum"),
    ]
    assert call_of(ask(recognisers, *history)).tool_call_id != first.tool_call_id


def test_the_answer_is_composed_from_the_real_result() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    history = [user("the sum"), called("adder", {"text": "the sum"}, "c1"), returned("adder", {"value": 42}, "c1")]
    heard = Listener()
    reply = ask(recognisers, *history, listener=heard)
    assert text_of(reply) == heard.text == "en: the sum is 42"


def test_several_results_are_all_told_in_order() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    calls = ModelResponse(
        parts=[
            ToolCallPart(tool_name="adder", args={"text": "one"}, tool_call_id="c1"),
            ToolCallPart(tool_name="adder", args='{"text": "two"}', tool_call_id="c2"),
        ]
    )
    results = ModelRequest(
        parts=[
            ToolReturnPart(tool_name="adder", content={"value": 1}, tool_call_id="c1"),
            ToolReturnPart(tool_name="adder", content={"value": 2}, tool_call_id="c2"),
        ]
    )
    assert text_of(ask(recognisers, user("sums"), calls, results)) == "en: one is 1\n\nen: two is 2"


@pytest.mark.parametrize(
    "result",
    [
        returned("adder", {"error": "The number is too large."}, "c1"),
        returned("adder", "The number is too large.", "c1", outcome="failed"),
    ],
)
def test_a_tools_error_is_told_plainly(result: ModelRequest) -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    reply = ask(recognisers, user("the sum"), called("adder", {"text": "x"}, "c1"), result)
    assert text_of(reply) == "That did not work: The number is too large."


def test_results_are_told_in_the_persons_language() -> None:
    recognisers = {"adder": WordRecogniser("suma", 0.5)}
    history = [user("¿Cuál es la suma?"), called("adder", {"text": "x"}, "c1")]
    assert text_of(ask(recognisers, *history, returned("adder", {"value": 4}, "c1"))).startswith("es: ")
    failed = text_of(ask(recognisers, *history, returned("adder", {"error": "Demasiado."}, "c1")))
    assert failed == "No ha funcionado: Demasiado."


def test_an_error_with_a_code_is_told_in_the_persons_language() -> None:
    recognisers = {"adder": WordRecogniser("suma", 0.5)}
    why = Reason.of(ReasonCode.TOOL_WAITED, tool="adder")
    result = returned("adder", {"error": why.text()}, "c1", metadata=why_metadata(why))
    failed = text_of(ask(recognisers, user("¿Cuál es la suma?"), called("adder", {"text": "x"}, "c1"), result))
    assert failed == "adder esperó demasiado una respuesta."


def test_at_the_loops_limit_the_results_so_far_are_the_answer() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    history = [user("the sum"), called("adder", {"text": "the sum"}, "c1"), returned("adder", {"value": 4}, "c1")]
    reply = ask(recognisers, *history, user("You have reached the limit of rounds."), tools=())
    assert text_of(reply) == "en: the sum is 4"


def test_a_new_message_after_a_result_that_ended_the_work_is_read() -> None:
    recognisers = {"adder": WordRecogniser("sum", 0.5)}
    history = [user("the sum"), called("adder", {"text": "the sum"}, "c1"), returned("adder", {"value": 4}, "c1")]
    assert call_of(ask(recognisers, *history, user("another sum"))).args == {"text": "another sum"}


def test_recognisers_see_the_calls_that_went_before() -> None:
    adder = WordRecogniser("sum", 0.5)
    history = [
        user("sum"),
        called("adder", {"text": "sum"}, "c1"),
        returned("adder", {"value": 4}, "c1"),
        ModelResponse(parts=[TextPart(content="4")]),
        user("sum again"),
        called("adder", {"text": "again"}, "c2"),
        returned("adder", {"error": "no"}, "c2"),
        ModelResponse(parts=[TextPart(content="no")]),
        user("and the sum now"),
    ]
    ask({"adder": adder}, *history)
    assert adder.seen[-1].past_calls == [PastCall(name="adder", arguments={"text": "sum"}, result={"value": 4})]


def test_a_broken_recogniser_keeps_no_other_from_being_asked(caplog: pytest.LogCaptureFixture) -> None:
    recognisers = {"broken": BrokenRecogniser(), "adder": WordRecogniser("sum", 0.5)}
    assert call_of(ask(recognisers, user("the sum"))).tool_name == "adder"
    assert "broken" in caplog.text


def test_a_result_that_its_recogniser_cannot_word_is_shown_as_it_is() -> None:
    history = [user("go"), called("getMoonPhase", {}, "c1"), returned("getMoonPhase", {"phase": "full"}, "c1")]
    reply = ask({"getMoonPhase": BrokenRecogniser()}, *history)
    assert text_of(reply) == 'The result: {"phase": "full"}'


@pytest.mark.parametrize(
    ("message", "language_words"),
    [
        ("Write me a poem about the sea", ("no language model is configured", "To add a model")),
        ("Escríbeme un poema sobre el mar", ("no hay ningún modelo de lenguaje", "Para añadir un modelo")),
    ],
)
def test_without_a_tool_that_fits_it_says_so_and_what_to_do(message: str, language_words: tuple[str, str]) -> None:
    text = text_of(ask({"createDocument": WordRecogniser("document!", 1.0)}, user(message)))
    assert all(words in text for words in language_words)
    assert "OPENAI_API_KEY" in text
    assert "bailiwick models" in text
    assert "createDocument" not in text, "no internal names"
    assert "poem" not in text, "nothing is made up"


@pytest.mark.parametrize("message", ["Hello!", "hi Cleo", "hey there"])
def test_a_greeting_is_answered_honestly_with_the_roster(message: str) -> None:
    roster = [ListedAgent(name="Toby", description="mends computers"), ListedAgent(name="Ami", description="writes")]
    text = text_of(ask({}, user(message), agent_name="Cleo", roster=roster))
    assert text.startswith("Hello. No language model is configured")
    assert "- Toby: mends computers\n- Ami: writes" in text


def test_an_agent_that_is_only_asked_for_by_name_says_what_it_is_for() -> None:
    asked = {"asked": ("",), "agent_name": "Toby", "agent_purpose": "Mends computers."}
    assert text_of(ask({}, user("talk to Toby"), **asked)) == "Toby here. Mends computers. What can I do for you?"
    spoken = text_of(ask({}, user("quiero hablar con Toby"), language="es", **asked))
    assert spoken == "Aquí Toby. Mends computers. ¿Qué puedo hacer por ti?"


@pytest.mark.parametrize(
    ("message", "words"),
    [("I'm so sad today", "program"), ("me siento sola", "programa"), ("cuéntame un chiste", "hace falta un modelo")],
)
def test_a_feeling_gets_a_kind_word_that_does_not_pretend(message: str, words: str) -> None:
    assert words in text_of(ask({}, user(message)))


def test_a_word_of_danger_comes_before_every_tool() -> None:
    assert "988" in text_of(ask({"notes": WordRecogniser("die", 1.0)}, user("I want to die")))


def test_instructions_are_not_read() -> None:
    instructions = "You are Cleo, the supervisor.\n\nAgents on the roster:\n- Toby: mends computers"
    assert "Toby" not in text_of(ask({}, user("Hello!"), instructions=instructions))
    assert not text_of(ask({}, user("hi Cleo"), instructions=instructions)).startswith("Hello.")


def test_a_recogniser_is_told_of_which_server_a_tool_called_before_is() -> None:
    mail, adder = WordRecogniser("mail", 0.9), WordRecogniser("sum", 0.9)
    tools = [replace(spec("gmail__find"), server="gmail"), spec("adder")]
    history = [
        user("go"),
        called("gmail__find", {}, "c1"),
        returned("gmail__find", {"value": 1}, "c1"),
        called("gmail__gone", {}, "c2"),
        returned("gmail__gone", {"value": 2}, "c2"),
        ModelResponse(parts=[TextPart(content="done")]),
        user("the mail"),
    ]
    ask({"gmail__find": mail, "adder": adder}, *history, tools=tools)
    assert [(call.name, call.server) for call in mail.seen[-1].past_calls] == [
        ("gmail__find", "gmail"),
        ("gmail__gone", None),
    ]
    assert mail.seen[-1].just_called == mail.seen[-1].past_calls[-1]


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Thank you very much!", "You're welcome."),
        ("¡Muchas gracias por tu ayuda!", "De nada."),
        ("bye bye", "Goodbye."),
        ("hasta mañana", "Hasta luego."),
        ("ok, perfecto", "Bien. ¿Algo más?"),
    ],
)
def test_thanks_farewells_and_assent_get_a_courtesy(message: str, answer: str) -> None:
    language: Language = "es" if answer[-1] == "?" else "en"
    assert text_of(ask({}, user(message), language=detect_language(message, language))) == answer


@pytest.mark.parametrize(
    "message",
    ["Great, now check my mail", "Thanks, and the weather?", "hello world program in Rust please", "what is it"],
)
def test_more_than_small_talk_is_not_small_talk(message: str) -> None:
    assert "This needs a language model" in text_of(ask({}, user(message)))


@pytest.mark.parametrize(
    "message",
    [
        "Me han dado un error 500 al desplegar la web",
        "he conseguido instalar Docker pero no arranca el contenedor",
        "I'm stressed because my Docker container keeps crashing with exit code 137",
        "I'm worried about my taxes, which forms do I need?",
        "I'm fine and what is 12 times 12",
        "I'm tired and want to know the weather in Madrid",
        "estoy harto de este error de Python, ayúdame a arreglarlo",
        "I'm sad because my report of the second quarter has to be translated to French by tomorrow morning",
    ],
)
def test_a_request_that_begins_with_a_feeling_is_no_company(message: str) -> None:
    assert small_talk.read(message) is None
    assert small_talk.word_on(message, "en") is None


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("I'm sad because my dog died", "sad"),
        ("I'm worried about my mother", "worried"),
        ("estoy harto de mi jefe", "angry"),
        ("estoy muy enfadada con mi jefe", "angry"),
        ("he aprobado el examen", "happy"),
        ("me han ascendido", "happy"),
        ("I'm tired of it all and want to know why, i want to die", "danger"),
    ],
)
def test_how_somebody_feels_is_company(message: str, intent: str) -> None:
    found = small_talk.read(message)
    assert found is not None
    assert found[0] == intent


def test_the_text_is_streamed_in_pieces_that_end_with_a_word() -> None:
    heard = Listener()
    reply = ask({}, user("Write me a poem about the sea"), listener=heard)
    assert heard.text == text_of(reply)
    assert len(heard.pieces) > 3
    assert all(text.endswith(" ") and len(text) > PIECE for _, text in heard.pieces[:-1])
    assert [offset for offset, _ in heard.pieces] == [
        sum(len(text) for _, text in heard.pieces[:index]) for index in range(len(heard.pieces))
    ]


def test_an_offline_call_counts_as_a_call_and_costs_nothing() -> None:
    usage = ask({}, user("hello")).usage
    assert (usage.model_calls, usage.input_tokens, usage.output_tokens, usage.cost) == (1, 0, 0, 0.0)


def test_the_true_cause_comes_first() -> None:
    assert cannot_answer("en").startswith("This needs a language model, and no language model is configured here.")
    assert cannot_answer("es").startswith("Para esto hace falta un modelo de lenguaje")


@pytest.mark.parametrize(
    ("message", "language", "words"),
    [
        ("What can this team do for me?", "en", "Ask in your own words"),
        ("help", "en", "- Toby: mends computers"),
        ("what model are you using?", "en", "rules and tools answer"),
        ("¿Qué puedes hacer?", "es", "Pregunta con tus palabras"),
        ("ayuda", "es", "«pregunta a Toby…»"),
    ],
)
def test_a_question_for_the_team_is_answered_from_the_roster(message: str, language: Language, words: str) -> None:
    roster = [ListedAgent(name="Toby", description="mends computers"), ListedAgent(name="Ami", description="writes")]
    assert words in text_of(ask({}, user(message), agent_name="Cleo", roster=roster, language=language))


def test_a_recogniser_is_told_the_call_of_the_answer_before_and_no_older_one():
    reader = WordRecogniser("yes", 0.9)
    called_once = (
        user("delete it"),
        called("t", {"a": 1}, "1"),
        returned("t", {"found": False}, "1"),
        ModelResponse(parts=[TextPart(content="Which?")]),
    )
    ask({"t": reader}, *called_once, user("yes"))
    ask({"t": reader}, *called_once, user("hello"), ModelResponse(parts=[TextPart(content="Hello.")]), user("yes"))
    ask({"t": reader}, user("yes"))
    just = [request.just_called for request in reader.seen]
    assert just == [PastCall(name="t", arguments={"a": 1}, result={"found": False}), None, None]


def test_what_several_calls_are_needed_for_is_asked_for_at_once():
    class Twice(WordRecogniser):
        def read(self, request: Request) -> Recognition | None:
            return Recognition(arguments={"text": "a"}, further=[{"text": "b"}], confidence=0.9)

    parts = ask({"t": Twice("x", 0.9)}, user("a and b")).response.parts
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    assert [call.args for call in calls] == [{"text": "a"}, {"text": "b"}]
    assert len({call.tool_call_id for call in calls}) == 2
    returns = ModelRequest(
        parts=[
            ToolReturnPart(tool_name="t", content={"value": call.args["text"]}, tool_call_id=call.tool_call_id)
            for call in calls
        ]
    )
    answer = ask({"t": Twice("x", 0.9)}, user("a and b"), ModelResponse(parts=parts), returns)
    assert answer.response.text == "en: a is a\n\nen: b is b"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Deno was not found; install it."),
        ("es", "Deno was not found; install it."),
    ],
)
def test_a_tool_that_cannot_be_used_is_named_as_the_cause(language: Language, words: str):
    missing = [
        MissingTool(
            name="run_js", origin="builtin", reason="Deno was not found; install it.", reader=WordRecogniser("run", 1)
        ),
        MissingTool(name="broken", origin="plugin", reason="It is broken.", reader=BrokenRecogniser()),
        MissingTool(name="other", origin="plugin", reason="Deno was not found; install it."),
    ]
    asked = ask({}, user("run it"), missing=missing, language=language)
    assert asked.response.text == words
    unread = ask({}, user("do something"), missing=missing[:1], language=language).response.text or ""
    assert words in unread

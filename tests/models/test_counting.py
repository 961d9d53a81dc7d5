"""What a model is given is counted without a tokenizer, nearly as tokenizers count it, rather too much."""

import base64

import pytest
from pydantic_ai.messages import (
    BinaryContent,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.counting import PICTURE, message_tokens, size_of, tokens_in
from bailiwick.tools.records import ToolSpec

TEXTS = {
    "English": (
        30,
        "The older part of a long conversation becomes a summary, written by a model and kept with the thread, so that"
        " the next run starts from it.",
    ),
    "Spanish": (
        32,
        "La parte más antigua de una conversación larga se convierte en un resumen, escrito por un modelo y guardado"
        " con el hilo.",
    ),
    "JSON": (
        43,
        '{"id": 17, "name": "Item 17", "price": 24.5, "tags": ["a", "b"], "url": "https://example.com/p/17"}',
    ),
    "code": (
        28,
        "async def read(self, name: str) -> int | None:\n    return await self._states.read(name) if name else None\n",
    ),
    "Chinese": (32, "较旧的部分会变成摘要，原文保留下来，仍然可以搜索和阅读。"),
}
"""Tokens by cl100k, which OpenAI's tokenizers count, and a text."""
KEYS = base64.b64encode(bytes(range(256)) * 8).decode()


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_is_counted_nearly_as_a_tokenizer_counts_it(kind: str) -> None:
    tokens, text = TEXTS[kind]
    assert 0.9 * tokens <= tokens_in(text) <= 1.4 * tokens


def test_what_is_reserved_for_a_prompt_is_more_than_most_prompts_have() -> None:
    question = Question(model="m", instructions=TEXTS["English"][1], messages=[])
    assert size_of(question).at_most >= 1.3 * TEXTS["English"][0]


def test_everything_that_is_sent_counts() -> None:
    said = ModelRequest(parts=[UserPromptPart(content="Read it, please.")])
    called = ModelResponse(parts=[TextPart(content="Yes."), ToolCallPart("read", {"name": "a" * 90}, "1")])
    returned = ModelRequest(parts=[ToolReturnPart("read", {"text": "word " * 100}, "1")])
    tool = ToolSpec(name="read", description="Reads. " * 20, parameters={"type": "object"})
    whole = size_of(
        Question(model="m", instructions="Be brief.", messages=[said, called, returned], tools=[tool, tool])
    )
    assert whole.messages == sum(map(message_tokens, (said, called, returned)))
    assert message_tokens(called) > 20
    assert message_tokens(returned) > 100
    assert whole.tools > 60
    assert whole.total == whole.instructions + whole.messages + whole.tools


def test_a_picture_counts_as_one_however_large_it_is() -> None:
    picture = BinaryContent(data=b"0" * 500_000, media_type="image/png")
    message = ModelRequest(parts=[UserPromptPart(content=["What is this?", picture])])
    assert PICTURE < message_tokens(message) < PICTURE + 20


def test_a_text_that_no_tokenizer_could_read_is_counted_all_the_same() -> None:
    assert tokens_in("\ud800" * 10) > 0
    assert tokens_in("") == 0
    assert tokens_in(KEYS) > len(KEYS) / 4

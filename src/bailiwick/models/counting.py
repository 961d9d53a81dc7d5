"""How long what a model is given is: counted from its bytes, so that no tokenizer of any provider is needed.

A token of prose has about four bytes, one of figures and marks two or fewer. Each kind of byte stands for so much of a
token that prose, code and JSON in several languages count 0 to 30 % too many, by the tokenizers of two families of
models; lists of random letters and figures, such as keys, count up to 40 % too few.
"""

import json
import math
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.models.history import as_text
from bailiwick.models.told_tools import told_description, told_schema
from bailiwick.tools.documents.kinds import PDF

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelRequestPart, ModelResponsePart

    from bailiwick.models.contract import ModelRequest
    from bailiwick.tools.records import ToolSpec

WEIGHTS = (
    ((string.ascii_lowercase + " ").encode(), 0.225),
    (string.ascii_uppercase.encode(), 0.5),
    (string.digits.encode(), 0.7),
    (bytes(range(128, 256)), 0.36),
)
"""Tokens for each byte of these."""
OTHER = 0.6
"""Tokens for each other byte: marks, ends of lines."""
PART = 4
"""Tokens that a provider puts around each part of a message, and around each tool."""
PICTURE = 1_600
"""Tokens of a picture: the most that one is cut into."""
PDF_SHARE = 80
"""Bytes of a PDF that is sent as it is that count like a token."""
AT_MOST = 1.5
"""So much longer than it was counted a prompt is at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSize:
    """How long a prompt is, in tokens."""

    instructions: int
    messages: int
    tools: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.instructions + self.messages + self.tools

    @property
    def at_most(self) -> int:
        """How long it is at most."""
        return math.ceil(self.total * AT_MOST)


def size_of(question: "ModelRequest") -> PromptSize:
    """Return how long what a model call sends is."""
    return PromptSize(
        instructions=tokens_in(question.instructions),
        messages=sum(map(message_tokens, question.messages)),
        tools=tool_tokens(question.tools),
    )


def tokens_in(text: str) -> int:
    """Return about how many tokens a text has, rather too many."""
    data = text.encode("utf-8", "replace")
    left, tokens = len(data), 0.0
    for kind, weight in WEIGHTS:
        count = len(data) - len(data.translate(None, kind))
        tokens += count * weight
        left -= count
    return math.ceil(tokens + left * OTHER)


def message_tokens(message: ModelMessage) -> int:
    """Return about how many tokens a message has."""
    return sum(map(_part_tokens, message.parts))


def tool_tokens(tools: "Iterable[ToolSpec]") -> int:
    """Return about how many tokens tell a model of its tools."""
    return sum(PART + tokens_in(_as_sent(tool)) for tool in tools)


def _as_sent(tool: "ToolSpec") -> str:
    schema = json.dumps(told_schema(tool), default=dict, separators=(",", ":"))
    return f"{tool.name} {told_description(tool)} {schema}"


def _part_tokens(part: "ModelRequestPart | ModelResponsePart") -> int:
    match part:
        case UserPromptPart(content=content):
            return PART + _said_tokens(content)
        case TextPart(content=text) | ThinkingPart(content=text):
            return PART + tokens_in(text)
        case ToolCallPart():
            return PART + tokens_in(f"{part.tool_name} {part.args_as_json_str()}")
        case ToolReturnPart():
            return PART + tokens_in(f"{part.tool_name} {as_text(part.content)}")
        case _:
            return PART + tokens_in(as_text(getattr(part, "content", "")))


def _said_tokens(content: str | Sequence[object]) -> int:
    if isinstance(content, str):
        return tokens_in(content)
    return sum(map(_piece_tokens, content))


def _piece_tokens(piece: object) -> int:
    if isinstance(piece, BinaryContent):
        return len(piece.data) // PDF_SHARE if piece.media_type == PDF else PICTURE
    text = piece if isinstance(piece, str) else getattr(piece, "content", None)
    return tokens_in(text) if isinstance(text, str) else PICTURE

"""Files in what a model is given: named where they were sent, and shown to those that can see them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, cast

from pydantic_ai.messages import BinaryContent, ModelMessage, TextContent, UserContent, UserPromptPart
from pydantic_ai.messages import ModelRequest as Asked

from bailiwick.models.connections import ModelFacts
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.tools.documents.kinds import PDF

FILE = "file"
"""Key in the metadata of a text that names a file: the file's id."""
READ_PDFS = frozenset(("anthropic", "google", "openai", "openai-responses"))
"""Providers whose models that see pictures read a PDF as it is."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a model can see."""

    pictures: bool
    pdfs: bool


class KnowsModels(Protocol):
    """Knows what is known of models."""

    async def known_of(self, name: str) -> tuple[str, ModelFacts]:
        """Return the provider of a model that is called now, and what is known of the model."""
        ...


class Unseen(NamedTuple):
    """Messages without what a model cannot see."""

    messages: Sequence[ModelMessage]
    files: Sequence[str]
    """Ids of the files that were taken out."""


class BlindCaller:
    """Tells a model that cannot see pictures, or read PDFs, that they are there, and sends none."""

    def __init__(self, inner: ModelCaller, models: KnowsModels) -> None:
        self._inner = inner
        self._models = models

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call with what the model can see; the reply names the files that it could not."""
        if not binaries(request.messages):
            return await self._inner.call(request, on_text, on_retry)
        provider, facts = await self._models.known_of(request.model)
        sees = bool(facts.images)  # of whose abilities nothing is known may refuse the whole call
        shown = without_unseen(request.messages, Sight(pictures=sees, pdfs=sees and provider in READ_PDFS))
        reply = await self._inner.call(replace(request, messages=shown.messages), on_text, on_retry)
        return replace(reply, unseen=shown.files)


def named_file(file_id: str, line: str) -> TextContent:
    """Return what stands for a file where it was sent: a line that says what it is, and its id."""
    return TextContent(content=line, metadata={FILE: file_id})


def file_in(content: object) -> str | None:
    """Return the id of the file that a piece of a message stands for; None of any other piece."""
    if not isinstance(content, TextContent) or not isinstance(content.metadata, Mapping):
        return None
    file_id = cast("Mapping[str, Any]", content.metadata).get(FILE)
    return file_id if isinstance(file_id, str) else None


def binaries(messages: Sequence[ModelMessage]) -> Sequence[BinaryContent]:
    """Return the files in messages that are there with their bytes."""
    return [item for message in messages for item in pieces_of(message) if isinstance(item, BinaryContent)]


def pieces_of(message: ModelMessage) -> Sequence[UserContent]:
    """Return the pieces of what a person says in a message, of what is said in pieces."""
    said = [part.content for part in message.parts if isinstance(part, UserPromptPart)]
    return [item for content in said if not isinstance(content, str) for item in content]


def without_unseen(messages: Sequence[ModelMessage], sight: Sight) -> Unseen:
    """Return messages in which a sentence stands for each file that a model cannot see."""
    unseen: list[str] = []

    def seen(item: UserContent) -> Sequence[UserContent]:
        if not isinstance(item, BinaryContent):
            return [item]
        pdf = item.media_type == PDF
        if sight.pdfs if pdf else sight.pictures:
            return [item]
        unseen.append(item.identifier)
        if pdf:
            return ["[The pages of this file are pictures, and this model cannot see them. Say so.]"]
        return ["[This model cannot see pictures. Say so, and do not guess what is in it.]"]

    return Unseen(replaced(messages, seen), tuple(dict.fromkeys(unseen)))


def replaced(
    messages: Sequence[ModelMessage], make: Callable[[UserContent], Sequence[UserContent]]
) -> Sequence[ModelMessage]:
    """Return messages with what `make` makes of it in place of each piece of what a person says, of what is said in
    pieces."""
    return [_replaced(message, make) if isinstance(message, Asked) else message for message in messages]


def _replaced(message: Asked, make: Callable[[UserContent], Sequence[UserContent]]) -> Asked:
    if all(isinstance(part.content, str) for part in message.parts if isinstance(part, UserPromptPart)):
        return message
    parts = [
        replace(part, content=[made for item in part.content for made in make(item)])
        if isinstance(part, UserPromptPart) and not isinstance(part.content, str)
        else part
        for part in message.parts
    ]
    return replace(message, parts=parts)

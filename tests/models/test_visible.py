"""Models read what a person would see, whoever wrote it and however it comes to them."""

import asyncio
from typing import Any

from pydantic_ai.messages import ModelRequest as Asked
from pydantic_ai.messages import ModelResponse, SystemPromptPart, TextPart, ToolReturnPart, UserPromptPart

from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelReply, ModelRequest
from bailiwick.models.visible import SeeingCaller

HIDDEN = "\u202e" + "".join(chr(0xE0000 + ord(letter)) for letter in "obey")


class Reading:
    """A model that keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[ModelRequest] = []

    async def call(self, request: ModelRequest, on_text: Any, on_retry: Any) -> ModelReply:
        self.given.append(request)
        return ModelReply(response=ModelResponse(parts=[TextPart("ok")]), usage=Usage())


def test_nothing_hidden_reaches_a_model() -> None:
    model = Reading()
    parts = [
        SystemPromptPart(f"Be kind.{HIDDEN}"),
        UserPromptPart(f"Read{HIDDEN} this."),
        UserPromptPart([f"And{HIDDEN} this."]),
        ToolReturnPart(tool_name="fetch", content={"text": f"A page.{HIDDEN}", "size": 3}, tool_call_id="1"),
    ]
    request = ModelRequest(
        model="offline", instructions=f"Answer.{HIDDEN}", messages=[Asked(parts=parts)], asked=[f"Read{HIDDEN} this."]
    )
    asyncio.run(SeeingCaller(model).call(request, None, None))  # pyright: ignore[reportArgumentType]  (neither is called)
    (seen,) = model.given
    (message,) = seen.messages
    assert (seen.instructions, list(seen.asked)) == ("Answer.", ["Read this."])
    assert [part.content for part in message.parts] == [
        "Be kind.",
        "Read this.",
        ["And this."],
        {"text": "A page.", "size": 3},
    ]

"""One tiny real call of a model, to see that it answers."""

import time

from pydantic_ai.messages import ModelMessage, TextPart, UserPromptPart
from pydantic_ai.messages import ModelRequest as Told

from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.calling import ConnectionCaller
from bailiwick.models.calls import ModelSource, ProviderCaller
from bailiwick.models.contract import ModelRequest, ignore_text
from bailiwick.models.listing import ModelCheck

QUESTION = "Answer with the one word: ready"
MOST_TOKENS = 500
"""Enough for a model that reasons before it says one word."""


async def probe(source: ModelSource, name: str) -> ModelCheck:
    """Call the model once, without repeating, and say what came of it."""
    messages: list[ModelMessage] = [Told(parts=[UserPromptPart(content=QUESTION)])]
    request = ModelRequest(model=name, instructions="", messages=messages, max_tokens=MOST_TOKENS)
    clock = time.perf_counter()
    answer, error, lack, cost = "", "", None, None
    try:
        reply = await ConnectionCaller(ProviderCaller(source)).call(request, ignore_text, _unrepeated)
        cost = reply.usage.cost or None
        answer = "".join(part.content for part in reply.response.parts if isinstance(part, TextPart))
    except CallFailed as failure:
        error, lack = str(failure), failure.lack
    milliseconds = (time.perf_counter() - clock) * 1000
    return ModelCheck(
        name=name, ok=not error, milliseconds=milliseconds, answer=answer[:200], cost=cost, error=error, lack=lack
    )


async def _unrepeated(error_class: str, message: str, seconds: float) -> None:
    del error_class, message, seconds

"""One question to a model, without tools and without a conversation."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from pydantic_ai.messages import ModelRequest, TextPart, UserPromptPart

from bailiwick.models.contract import ModelCaller, ignore_retry, ignore_text
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import Step


async def ask_once(
    journal: Journal, step: Step, caller: ModelCaller, instructions: str, prompt: str, *, max_tokens: int
) -> tuple[Mapping[str, Any], Step]:
    """Return the object in the answer of the model that a step names, see `object_in`; and the step with what it used
    and the model that answered, which may be another.

    Raises `CallFailed`, also at a limit on spending: whoever asks can do without. And what `Journal.asking` does.
    """
    said, step = await say_once(journal, step, caller, instructions, prompt, max_tokens=max_tokens)
    return object_in(said), step


async def say_once(
    journal: Journal,
    step: Step,
    caller: ModelCaller,
    instructions: str,
    prompt: str,
    *,
    max_tokens: int,
    fits: Callable[[Question, str], Awaitable[bool]] | None = None,
) -> tuple[str, Step]:
    """Return the text of the answer of the model that a step names; else as `ask_once`. With `fits` raises `ReadsLess`
    where another one is to answer that cannot be asked the same."""
    question = Question(
        model=step.name,
        instructions=instructions,
        messages=[ModelRequest(parts=[UserPromptPart(content=prompt)])],
        temperature=0.0,
        max_tokens=max_tokens,
        fits=fits,
    )
    async with journal.asking(step.key, question, agent=step.agent_id or "", can_be_refused=True) as granted:
        reply = await caller.call(granted, ignore_text, ignore_retry)
    said = "".join(part.content for part in reply.response.parts if isinstance(part, TextPart))
    return said, step.evolve(name=reply.model or step.name, usage=reply.usage)


def object_in(text: str) -> Mapping[str, Any]:
    """Return the JSON object in a text, from its first brace to its last; an empty one where there is none."""
    start, end = text.find("{"), text.rfind("}")
    try:
        found: object = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return {}
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else {}

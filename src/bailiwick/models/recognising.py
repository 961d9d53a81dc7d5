"""What the recognisers of an agent's tools read in a message, with what its thread has called before."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic_ai.messages import ModelMessage

from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.reasons import Reason
from bailiwick.models.history import Answered, answered_calls, calls_of_last_answer
from bailiwick.tools.records import PastCall, Recogniser, Recognition, Request, Tool
from bailiwick_router.core.language import Language

LONGEST_CONTINUATION = 200
"""Characters; a longer message says by itself what it asks."""

LOG = logging.getLogger(__name__)


def request_of(
    text: str,
    language: Language,
    messages: Sequence[ModelMessage],
    servers: Mapping[str, str | None],
    known: Sequence[KnownFact] = (),
) -> Request:
    """Return the request that recognisers read: `messages` end with the one that it comes from.

    `servers` names the MCP server of each tool that is of one; `known` is what is remembered and fits the message.
    """

    def with_server(call: PastCall) -> PastCall:
        return replace(call, server=servers.get(call.name))

    past = [with_server(answer.call) for answer in answered_calls(messages) if answer.error is None]
    last = calls_of_last_answer(messages)
    latest = last[-1:]
    just_called = with_server(latest[0].call) if latest and latest[0].error is None else None
    return Request(
        text=text,
        language=language,
        past_calls=past,
        just_called=just_called,
        last_calls=[with_server(answer.call) for answer in last if answer.error is None],
        known=known,
        asked_back=_asked_back(latest[0]) if latest else None,
    )


def _asked_back(answer: Answered) -> PastCall | None:
    return replace(answer.call, why=answer.error) if isinstance(answer.error, Reason) else None


def recognise(name: str, recogniser: Recogniser, request: Request) -> Recognition | None:
    """Return what the recogniser of the tool `name` reads; one that fails reads nothing."""
    try:
        return recogniser.read(request)
    except Exception:
        # One tool's broken recogniser (a plug-in's, say) must not keep the others from being asked.
        LOG.warning("the recogniser of %s could not read the message", name, exc_info=True)
        return None


def continued_by(
    text: str,
    language: Language,
    messages: Sequence[ModelMessage],
    tools: Mapping[str, Tool],
    known: Sequence[KnownFact] = (),
) -> str | None:
    """Return the tool that reads `text` best with what was called before; None where nothing was, or none reads it."""
    going_on = request_of(text, language, messages, {name: tool.spec.server for name, tool in tools.items()}, known)
    if not going_on.past_calls and going_on.asked_back is None:
        return None
    found = _readings(going_on, tools)
    return max(found, key=lambda name: found[name].confidence, default=None)


def stands_alone(text: str, language: Language, tools: Mapping[str, Tool], known: Sequence[KnownFact] = ()) -> bool:
    """Whether a tool reads `text` by itself, whatever was called before."""
    return bool(_readings(Request(text=text, language=language, known=known), tools))


def _readings(request: Request, tools: Mapping[str, Tool]) -> dict[str, Recognition]:
    read = {name: recognise(name, tool.recogniser, request) for name, tool in tools.items() if tool.recogniser}
    return {name: found for name, found in read.items() if found is not None}

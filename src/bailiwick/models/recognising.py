"""What the recognisers of tools read in a message, by itself or with what its thread has called before."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from pydantic_ai.messages import ModelMessage

from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.reasons import Reason
from bailiwick.models.history import Answered, answer_before, answered_calls, calls_of_last_answer, spoken_before
from bailiwick.tools.phrases import core_of
from bailiwick.tools.records import PastCall, Recogniser, Recognition, Request, Tool
from bailiwick.tools.references import taking
from bailiwick.tools.spelling import spelling_of
from bailiwick.tools.toolbox import Toolbox, is_for_team
from bailiwick_router.clauses import is_request
from bailiwick_router.core.language import Language
from bailiwick_router.phrases import is_small_talk
from bailiwick_router.spelling import Spelling
from bailiwick_router.text import normalise, words_of
from bailiwick_router.tool_reading import ReadByTool

LONGEST_CONTINUATION = 200
"""Characters; a longer message says by itself what it asks."""

LONGEST_READ = 2_000
"""Characters; a longer message is a text, of which no tool is asked whether it is a request to it."""
LAST_CHOICE = 0.01
"""Confidence of a call that is made where nothing else answers."""
RECALLED = 0.6
"""Confidence from which what is remembered answers a message: all that it asks about is in one fact."""
KEPT_READINGS = 5_000
"""Messages whose readings are kept: those of a replay, which decides each several times."""

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
        said=answer_before(messages),
        told=told_before(messages),
        asked_back=_asked_back(latest[0]) if latest else None,
    )


def _asked_back(answer: Answered) -> PastCall | None:
    return replace(answer.call, why=answer.error) if isinstance(answer.error, Reason) else None


def recognise(name: str, recogniser: Recogniser, request: Request) -> Recognition | None:
    """Return what the recogniser of the tool `name` reads; one that fails reads nothing."""
    try:
        with taking() as taken:
            found = recogniser.read(request)
        return replace(found, referents=tuple(taken)) if found is not None and taken else found
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


def recalled_by(text: str, language: Language, tools: Mapping[str, Tool], known: Sequence[KnownFact]) -> str | None:
    """Return the tool that reads `text` with what is remembered of the person, and does not without it."""
    if not known or len(text) > LONGEST_CONTINUATION:
        return None
    read = _readings(Request(text=text, language=language, known=known), tools)
    found = {name: each.confidence for name, each in read.items() if each.confidence >= RECALLED}
    alone = _readings(Request(text=text, language=language), {name: tools[name] for name in found})
    only_so = [name for name in found if name not in alone or alone[name].confidence < RECALLED]
    return max(only_so, key=lambda name: found[name], default=None)


def told_by(text: str, told: str, language: Language, tools: Mapping[str, Tool]) -> str | None:
    """Return the tool that reads `text` with what the person told before it, and none does without."""
    if not told or stands_alone(text, language, tools):
        return None
    read = _readings(Request(text=text, language=language, told=told), tools)
    return max(read, key=lambda name: read[name].confidence, default=None)


def told_before(messages: Sequence[ModelMessage]) -> str:
    """Return the person's message before the last one where it told something and no tool was called; else empty."""
    before, _ = spoken_before(messages)
    if len(before) > LONGEST_CONTINUATION or "?" in before or is_request(before) or calls_of_last_answer(messages):
        return ""
    words = words_of(normalise(before))
    return core_of(before) if len(words) > 1 and not is_small_talk(words, frozenset()) else ""


def stands_alone(text: str, language: Language, tools: Mapping[str, Tool], known: Sequence[KnownFact] = ()) -> bool:
    """Whether a tool reads `text` by itself, whatever was called before."""
    request = Request(text=text, language=language, known=known)
    return any(recognise(name, tool.recogniser, request) is not None for name, tool in tools.items() if tool.recogniser)


def _readings(request: Request, tools: Mapping[str, Tool]) -> dict[str, Recognition]:
    read = {name: recognise(name, tool.recogniser, request) for name, tool in tools.items() if tool.recogniser}
    return {name: found for name, found in read.items() if found is not None}


class InstalledReaders:
    """Reads messages by the recognisers of what is installed, also of what cannot be used now; see `ToolReader`."""

    def __init__(self, toolbox: Callable[[], Toolbox]) -> None:
        """`toolbox` may start processes and wait for them when it is first asked; prepare it before."""
        self._toolbox = toolbox
        self._read = lru_cache(maxsize=KEPT_READINGS)(self._read_now)

    @property
    def names(self) -> Sequence[str]:
        """The tools that there are."""
        return tuple(self._recognisers)

    @cached_property
    def _recognisers(self) -> Mapping[str, Recogniser | None]:
        toolbox = self._toolbox()
        tools = {name: tool for name, tool in toolbox.tools().items() if not is_for_team(tool)}
        installed = {name: tool.recogniser for name, tool in tools.items()}
        return {**installed, **{name: tool.reader for name, tool in toolbox.missing.items()}}

    @property
    def spelling(self) -> Spelling | None:
        """The words that people write to the tools."""
        return self._spelling

    @cached_property
    def _spelling(self) -> Spelling | None:
        return spelling_of(self._recognisers)

    async def prepare(self) -> None:
        """Read something, in a thread: reading for the first time compiles what people write to tools."""
        await asyncio.to_thread(lambda: (self.read("hello", "en"), self.spelling))

    def read(self, text: str, language: Language) -> Sequence[ReadByTool]:
        """Return the tools that read the whole of `text`, the surest first."""
        return self._read(text, language) if len(text) <= LONGEST_READ else ()

    def _read_now(self, text: str, language: Language) -> Sequence[ReadByTool]:
        request = Request(text=text, language=language)
        recognisers = {name: each for name, each in self._recognisers.items() if each is not None}
        read = {name: recognise(name, recogniser, request) for name, recogniser in recognisers.items()}
        found = [ReadByTool(name, each.confidence) for name, each in read.items() if each is not None]
        return sorted(found, key=lambda each: -each.confidence)

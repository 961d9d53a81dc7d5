"""What a message is before it is routed: as recognisers read it, and by the message and the answer before it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.reasons import Reason
from bailiwick.models import small_talk
from bailiwick.models.history import last_user_text
from bailiwick.models.recognising import (
    LONGEST_CONTINUATION,
    continued_by,
    recalled_by,
    stands_alone,
    told_before,
    told_by,
)
from bailiwick.runs.for_supervisor import for_supervisor, respelt
from bailiwick.tools.records import Tool
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.language import Language

if TYPE_CHECKING:
    from bailiwick_router.pipeline import Router

LONGEST_LOOKING_BACK = max(LONGEST_CONTINUATION, small_talk.LONGEST)
"""Characters; a longer message is read without the one before it."""
LONGEST_POINTING = 60
"""Characters; a longer message says what it is about itself."""
LAST_TURN = 4
"""Messages of the thread that hold its last turn where no tool was called in it."""
SOMETHING_TOLD = "Ana works at Initech"
"""Stands for what the person told before, while that is not read yet."""

Tools = Mapping[str, Tool]


class MessageReading(NamedTuple):
    """What a message was found to be before it is routed; each but the last as in `RoutingContext`."""

    continues: str | None = None
    recalls: str | None = None
    for_team: Reason | None = None
    asked_for_last: bool = False
    read_as: str = ""
    language: Language | None = None
    """The language of the words that were read for sure; None where counting words has to do."""


class MessageReader:
    """Reads the messages of one thread."""

    def __init__(
        self,
        router: "Router",
        history: Callable[[int], Awaitable[list[ModelMessage]]],
        every_tool: Callable[[], Awaitable[Tools]],
        tools_of: Callable[[Agent], Awaitable[Tools]],
        known: Sequence[KnownFact],
    ) -> None:
        """`history` returns the last messages of the thread, `tools_of` what an agent may use; `known` is what is
        remembered and fits the message."""
        self._router = router
        self._history = history
        self._every_tool = every_tool
        self._tools_of = tools_of
        self._known = known

    async def read(
        self, text: str, language: Language, *, requested: str | None, last_agent: str | None
    ) -> MessageReading:
        """Return what the message is; nothing of one for an agent that the user has chosen."""
        if requested and requested != SUPERVISOR_ID:
            return MessageReading()
        text = self._asked(text)
        if continues := await self.continues(text, language, requested=requested, last_agent=last_agent):
            return MessageReading(continues=continues)
        last = self._router.roster.get(last_agent) if last_agent else None
        looks_back = last is not None and len(text) <= LONGEST_LOOKING_BACK
        before = last_user_text(await self._history(last.context_window)) if last is not None and looks_back else ""
        own = for_supervisor(text, before, language, self._router, await self._every_tool())
        if own is not None and own.language is not None:
            language = own.language  # a word such as “cancela” is read for sure, where counting words is not
        address = self._router.query(before).address if last is not None and before else None
        asked_for_last = last is not None and address is not None and not address.asked and last.id in address.agents
        recalls = None if own else recalled_by(text, language, await self._every_tool(), self._known)
        recalls = recalls or (None if own else await self._told(text, language))
        keeps = self._keeping(requested, last_agent)
        if own is None and recalls is None and (reading := await self._read_respelt(text, language, keeps)):
            return reading
        return MessageReading(
            recalls=recalls, for_team=own and own.why, asked_for_last=asked_for_last, language=own and own.language
        )

    async def continues(
        self, text: str, language: Language, *, requested: str | None, last_agent: str | None
    ) -> str | None:
        """Return the tool by which the thread's last agent reads the message as going on with its answer."""
        return await self._continued(self._asked(text), language, self._keeping(requested, last_agent))

    def _asked(self, text: str) -> str:
        """Return what a message asks, without greeting, lead-in and address; all of one that is nothing else."""
        return self._router.query(text).address.asked or text

    async def _told(self, text: str, language: Language) -> str | None:
        """Return the tool that reads the message with what the person told before it: “note that”."""
        tools = await self._every_tool()
        if len(text) > LONGEST_POINTING or told_by(text, SOMETHING_TOLD, language, tools) is None:
            return None
        asking = [*await self._history(LAST_TURN), ModelRequest(parts=[UserPromptPart(content=text)])]
        return told_by(text, told_before(asking), language, tools)

    def _keeping(self, requested: str | None, last_agent: str | None) -> Agent | None:
        return self._router.roster.get(last_agent) if last_agent and not requested else None

    async def _read_respelt(self, text: str, language: Language, last: Agent | None) -> MessageReading | None:
        """Return what the message is with its typing mistakes put right, where no tool reads it by itself."""
        for meant in respelt(text, self._router):
            if continues := await self._continued(meant, language, last):
                return MessageReading(continues=continues, read_as=meant)
            if own := for_supervisor(meant, "", language, self._router, await self._every_tool()):
                return MessageReading(for_team=own.why, read_as=meant, language=own.language)
            if recalls := recalled_by(meant, language, await self._every_tool(), self._known):
                return MessageReading(recalls=recalls, read_as=meant)
        return None

    async def _continued(self, text: str, language: Language, last: Agent | None) -> str | None:
        """Return the tool by which an agent that answered last reads the message as going on with its answer."""
        if last is None or len(text) > LONGEST_CONTINUATION:
            return None
        history = await self._history(last.context_window)
        if not history:
            return None
        tools = without_those_for_team(await self._tools_of(last))
        asking = [*history, ModelRequest(parts=[UserPromptPart(content=text)])]
        found = continued_by(text, language, asking, tools, self._known)
        if found is None:
            return None
        every = {**without_those_for_team(await self._every_tool()), **tools}
        return None if stands_alone(text, language, every, self._known) else found


def without_those_for_team(tools: Tools) -> Tools:
    """Return the tools that tell of something else than the team itself."""
    return {name: tool for name, tool in tools.items() if not tool.spec.for_team}

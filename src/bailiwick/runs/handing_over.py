"""Handing over: an agent that cannot do what is asked says so, and another one that can goes on with it.

It says so by a call, `hand_over`, which a model makes, or the offline model where a tool of a colleague reads the
request and none of its own does. So what was handed over stands in the journal, and is not decided anew by a worker
that takes over.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from bailiwick.agents.contract import AgentReply, HandOver
from bailiwick.kernel.events.facts import HandedOver
from bailiwick.kernel.places import Phase, Place
from bailiwick.kernel.reasons import Reason, ReasonCode, as_data, text_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.recognising import LAST_CHOICE, LONGEST_READ, recognise
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.taint import ADVICE
from bailiwick.runs.threads.history import calls_in
from bailiwick.tools.records import Recognition, Request, Tool, ToolContext, ToolSpec
from bailiwick.tools.toolbox import checked_arguments
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language
from bailiwick_router.text import normalise
from bailiwick_router.tool_reading import holders_of

HAND_OVER = "hand_over"
PHASES = (Phase.HANDED_OVER, Phase.HANDED_ON)
"""Where those work that a request is handed over to, in turn; there are no more."""
LISTED = 12
"""Colleagues that a model is told about, the first of the roster."""
LONGEST_REASON = 300
TOLD: Mapping[Language, str] = {
    "en": "{first} cannot do this; {other} answers:",
    "es": "{first} no puede hacer esto; responde {other}:",
}


class HandOverCall(BaseModel):
    """What the call is made with."""

    model_config = ConfigDict(extra="forbid", strict=True)

    to: str = Field(min_length=1, max_length=100, description="Who is to do it: the id of a colleague.")
    reason: str = Field(
        default="",
        max_length=2_000,
        description="What you lack for it, in one short sentence in the person's language.",
    )
    tool: str = Field(default="", max_length=200)
    """The colleague's tool that reads the request; only rules say it."""


@dataclass(frozen=True, slots=True)
class Colleagues:
    """Whom an agent may hand a request over to, and how rules choose among them."""

    agents: Sequence[Agent]
    tools: Mapping[str, Tool]
    """All that the user may use, by name."""
    chosen: Callable[[str], str | None]
    """Returns whom routing would choose for a text without those that had it."""
    sure: float
    """Confidence from which a tool's reading alone decides."""
    least: float
    """Confidence from which it does with routing's choice."""

    def able(self, request: Request, own: frozenset[str]) -> tuple[str, str] | None:
        """Return the colleague that has a tool which reads the request, and that tool; `own` tools are left out."""
        if len(request.text) > LONGEST_READ:
            return None
        read: list[tuple[float, str]] = []
        for name, tool in self.tools.items():
            if tool.recogniser is not None and name not in own and not tool.spec.for_team:
                found = recognise(name, tool.recogniser, request)
                if found is not None and found.confidence >= self.least:
                    read.append((found.confidence, name))
        if not read:
            return None
        chosen = self.chosen(request.text)
        for confidence, name in sorted(read, key=lambda each: -each[0]):
            holders = holders_of(name, self.agents, list(self.tools))
            if chosen is not None and chosen in holders:
                return chosen, name
            if holders and confidence >= self.sure:
                return holders[0], name
        return None

    def named(self, name: str) -> Agent | None:
        """Return the colleague of an id or a name."""
        wanted = normalise(name.strip().removeprefix("@"))
        return next((each for each in self.agents if wanted in (normalise(each.id), normalise(each.name))), None)


class HandOverTool:
    """The tool by which one agent hands over what it was asked."""

    def __init__(self, colleagues: Colleagues, own: frozenset[str]) -> None:
        """`own` are the names of the agent's other tools."""
        self._colleagues = colleagues
        self._own = own

    @property
    def spec(self) -> ToolSpec:
        """What is told about it."""
        schema = _schema()
        team = [
            f"- {each.id}: {each.name}. {each.description or each.objective}"
            for each in self._colleagues.agents[:LISTED]
        ]
        description = (
            "Hand the request over to a colleague when it is not in your field or takes a tool that you do not have."
            " Call it alone, before anything else, and say nothing beside it: the colleague answers the person. What"
            " you can do yourself you do yourself.\n\nColleagues:\n" + "\n".join(team)
        )
        told = {name: field for name, field in schema["properties"].items() if name != "tool"}
        return ToolSpec(
            name=HAND_OVER,
            description=description,
            parameters={**schema, "properties": told},
            read_only=True,
            idempotent=True,
            final=True,
        )

    @property
    def recogniser(self) -> "HandOverTool":
        """How it is used without a model."""
        return self

    def read(self, request: Request) -> Recognition | None:
        """Return the colleague whose tool reads the request."""
        found = self._colleagues.able(request, self._own)
        return found and Recognition(arguments={"to": found[0], "tool": found[1]}, confidence=LAST_CHOICE)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Say nothing: who it is handed over to answers."""
        del arguments, result, language
        return ""

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """It opens nothing."""
        del arguments
        return ()

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> None:
        """It removes and changes nothing."""
        del context, arguments

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Return who is to do it and why. Raises `CallFailed` for nobody that is there."""
        del context
        values = checked_arguments(HAND_OVER, HandOverCall, arguments)
        agent = self._colleagues.named(values["to"])
        if agent is None:
            ids = ", ".join(each.id for each in self._colleagues.agents[:LISTED])
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.NO_SUCH_COLLEAGUE, to=values["to"], names=ids))
        reason = " ".join(values["reason"].split())[:LONGEST_REASON]
        return {"to": agent.id, "reason": reason, "tool": values["tool"]}


@cache
def _schema() -> Mapping[str, Any]:
    return HandOverCall.model_json_schema()


def why(first: Agent, other: Agent, over: HandOver) -> Reason:
    """Return why a request is handed over: the tool by which rules found who can, or what the agent said."""
    if over.tool:
        return Reason.of(ReasonCode.HANDED_OVER_FOR_TOOL, agent=first.name, second=other.name, tool=over.tool)
    if over.reason:
        return Reason.of(ReasonCode.HANDED_OVER_SAYING, agent=first.name, second=other.name, text=over.reason)
    return Reason.of(ReasonCode.HANDED_OVER, agent=first.name, second=other.name)


def place_of(place: Place, number: int) -> Place:
    """Return where who the request is handed over to works, for the first or the second time."""
    return replace(place, phase=PHASES[number - 1])


def note_hand_over(journal: Journal, place: Place, number: int, first: Agent, other: Agent, over: HandOver) -> None:
    """Note in the journal that a request goes from one agent to another, once."""
    key = place.in_round(number).hand_over_key
    if journal.done(key) is not None:
        return
    reason = why(first, other, over)
    step = journal.new(
        key,
        kind=StepKind.HAND_OVER,
        agent_id=first.id,
        status=StepStatus.COMPLETED,
        place=place.in_round(number),
        output={"to": other.id, "reason": text_of(reason), "why": as_data(reason)},
    )
    told = HandedOver(
        from_agent=first.id,
        from_name=first.name,
        to=other.id,
        to_name=other.name,
        place=place.in_round(number),
        number=number,
        reason=text_of(reason),
        why=reason,
    )
    journal.note_step(step, told)
    if not place.path:
        journal.give_to(other.id)


def told(first: Agent, other: Agent, content: str, language: Language) -> str:
    """Return an answer with a word before it that it is not from whom the person asked for by name."""
    said = TOLD[language].format(first=first.name, other=other.name)
    return f"{said}\n\n{content}"


def handed(message: str, first: Agent, over: HandOver) -> str:
    """Return what who takes over reads: the message, and what was said of it."""
    if not over.reason:
        return message
    return f"{message}\n\n({first.name} could not do this and handed it over: {over.reason})"


def continued(message: str, first: AgentReply, second: AgentReply) -> AgentReply:
    """Return the second reply with what its thread keeps of both: calls that the first agent made are not lost."""
    messages = list(second.messages)
    opens = messages[0] if messages else None
    if not isinstance(opens, ModelRequest):
        return second
    if did_something(first):
        marked = replace(opens, metadata={**(opens.metadata or {}), ADVICE: True})
        return replace(second, messages=[*first.messages, marked, *messages[1:]])
    plain = replace(opens, parts=[UserPromptPart(content=message)])
    return replace(second, messages=[plain, *messages[1:]])


def did_something(reply: AgentReply) -> bool:
    """Whether an agent called anything before it handed over."""
    return calls_in(reply.messages) > 1


def did(reply: AgentReply) -> Sequence[ModelMessage]:
    """Return what an agent did before it handed over, for who takes over to read; nothing if it did nothing."""
    return reply.messages if did_something(reply) else ()

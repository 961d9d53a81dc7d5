"""Helpers as tools: each call makes an agent that does one task, reports and is gone."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, ConfigDict, Field
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from bailiwick.agents.callables import CallableAgent
from bailiwick.agents.contract import AgentReply, AgentRequest
from bailiwick.agents.helpers import HELPER_ORIGIN, brief, helpers_of, tool_name
from bailiwick.kernel.events.facts import HelperCompleted, HelperFailed, HelperSpawned
from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Outcome, Usage
from bailiwick.runs.agent_loop import EarlierTurns, ModelAgent, Work
from bailiwick.runs.handing_over import Colleagues, HandOverTool
from bailiwick.runs.helper_requests import HelperRecogniser
from bailiwick.runs.read_on import ReadOnTool
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.tools.records import Recogniser, Tool, ToolContext, Toolset, ToolSpec
from bailiwick.tools.toolbox import checked_arguments
from bailiwick_router.core.agents import Agent

SPARE_SECONDS = 5.0
"""A helper's own time limit comes before that of the call."""


class HelperCall(BaseModel):
    """What a helper is called with."""

    model_config = ConfigDict(extra="forbid", strict=True)

    task: Annotated[
        str,
        Field(min_length=1, max_length=20_000, description="One self-contained order, with the form of the result."),
    ]
    context: Annotated[
        str,
        Field(max_length=100_000, description="What the helper has to know: facts, code in full, attempts."),
    ] = ""


class HelperTool:
    """The tool `call_<id>_agent` of one agent at one place in an execution.

    A call that is taken up again by another worker, or after a person's word, goes on where it was: what the helper
    did stands in the execution's journal, with the call in its path.
    """

    def __init__(self, team: "Team", helper: Agent, callers: tuple[Agent, ...], heard: Sequence[ModelMessage]) -> None:
        """`callers` end with the agent that has this tool; `heard` is what that agent has read and said."""
        self._team = team
        self._helper = helper
        self._callers = callers
        self._heard = heard

    @property
    def spec(self) -> ToolSpec:
        """What is told about it."""
        function = self._team.function(self._helper.id)
        return replace(helper_spec(self._helper), idempotent=function is None or function.repeatable)

    @property
    def recogniser(self) -> Recogniser:
        """How it is used without a model."""
        return HelperRecogniser(self._helper)

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """It opens nothing itself; each call of the helper is looked at on its own."""
        del arguments
        return ()

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> None:
        """It is not known here; each call of the helper looks for itself."""
        del context, arguments

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Let the helper do the task and return its report.

        Raises `CallFailed` when it cannot; `WaitsForPerson` when one of its own calls waits.
        """
        values = checked_arguments(self.spec.name, HelperCall, arguments)
        call, journal, helper = context.step_key, self._team.work.journal, self._helper
        place = context.place.below(call)
        self._check(call, arguments)
        if not journal.below(call):
            journal.note(
                HelperSpawned(
                    agent=helper.id,
                    helper=helper.id,
                    helper_name=helper.name,
                    parent=self._callers[-1].id,
                    call=call,
                    place=place,
                    task=values["task"],
                    depth=len(self._callers),
                ),
                agent=helper.id,
            )
        clock = time.perf_counter()
        try:
            reply = await self._work(context, place, values)
            if not reply.content.strip():
                raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_REPORT, agent=helper.name))
            if reply.outcome is Outcome.UNANSWERED:
                raise CallFailed(ErrorClass.MODEL, reply.content)
        except CallFailed as failure:
            failure.outside |= self._team.work.taint.tainted
            failed = HelperFailed(
                agent=helper.id,
                helper=helper.id,
                helper_name=helper.name,
                call=call,
                place=place,
                error_class=failure.error_class,
                message=str(failure),
                why=failure.why,
            )
            journal.note(failed, agent=helper.id)
            raise
        if self._team.work.taint.tainted:
            context.reading.note_outside()  # a report may repeat what its writer has read
        usage = sum((step.usage for step in journal.below(call)), Usage())
        journal.note(
            HelperCompleted(
                agent=helper.id,
                helper=helper.id,
                helper_name=helper.name,
                call=call,
                place=place,
                result=reply.content,
                iterations=reply.iterations,
                milliseconds=(time.perf_counter() - clock) * 1000,
                usage=usage,
            ),
            agent=helper.id,
        )
        return reply.content

    def _check(self, call: str, arguments: Mapping[str, Any]) -> None:
        """Refuse the helper beyond the execution's number, and the same task given to the same helper again."""
        journal = self._team.work.journal
        calls = [step for step in journal.steps if step.kind is StepKind.HELPER and step.key != call]
        own, most = journal.find(call), self._team.work.budget.agents
        # Of calls that are made at once, the first ones are within the budget.
        if sum(own is None or step.position < own.position for step in calls) >= most:
            raise CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.HELPER_LIMIT, limit=most))
        same = [
            step
            for step in calls
            if step.name == self.spec.name
            and step.agent_id == self._callers[-1].id
            and step.input.get("task") == arguments.get("task")
            and step.status is StepStatus.COMPLETED
        ]
        if same:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.HELPER_REPEATED, agent=self._helper.name))

    async def _work(self, context: ToolContext, place: Place, values: Mapping[str, str]) -> AgentReply:
        request = AgentRequest(
            user_id=context.user_id,
            execution_id=context.execution_id or "",
            message=brief(values["task"], values["context"]),
            asked=(values["task"],),
            language=context.language,
            timezone=context.timezone,
            conversation_id=context.conversation_id,
            tainted=context.tainted,
            known=self._team.known if self._helper.recall else (),
            history=last_messages(self._heard, self._helper.context_window),
        )
        function = self._team.function(self._helper.id)
        if function is not None:
            return await function.process(request)
        worker = await self._team.agent(self._helper, callers=self._callers, place=place)
        return await worker.process(request)


def helper_spec(helper: Agent) -> ToolSpec:
    """Return what is told about the tool that calls a helper."""
    schema = HelperCall.model_json_schema()
    return ToolSpec(
        name=tool_name(helper.id),
        description=f"Let {helper.name} do a task and report: {helper.description or helper.objective}\n\n"
        "It sees the last messages of this conversation, does the task with its own tools, and is gone. Tasks that"
        " do not depend on each other are best given out in the same turn: they run side by side.",
        parameters={key: schema[key] for key in ("type", "properties", "required", "additionalProperties")},
        origin=HELPER_ORIGIN,
        helper=helper.id,
        idempotent=True,
        concurrent=True,
        timeout=helper.budget.seconds + SPARE_SECONDS,
    )


def helper_specs(agents: Sequence[Agent]) -> list[ToolSpec]:
    """Return the tools by which the agents call helpers, each once."""
    found = {helper.id: helper for agent in agents for helper in helpers_of(agent, agents)}
    return [helper_spec(helper) for helper in found.values()]


def last_messages(heard: Sequence[ModelMessage], window: int) -> list[ModelMessage]:
    """Return what was said in the last `window` messages (-1: all), without the caller's tool calls and results."""
    recent = heard if window < 0 else heard[len(heard) - min(window, len(heard)) :]
    said: list[ModelMessage] = []
    for message in recent:
        if isinstance(message, ModelRequest):
            prompts = [part for part in message.parts if isinstance(part, UserPromptPart)]
            said += [ModelRequest(parts=prompts)] if prompts else []
        else:
            texts = [part for part in message.parts if isinstance(part, TextPart) and part.content]
            said += [ModelResponse(parts=texts)] if texts else []
    return said


class ToolsForAgents(Protocol):
    """Wraps what a user can use for one agent."""

    async def for_agent(
        self, user_id: str, agent: Agent, *, callers: Sequence[Agent] = (), helpers: Sequence[Tool] = ()
    ) -> Toolset:
        """Return the tools that the agent and all its callers may use, and its helpers, wrapped."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """Makes each agent of one execution, with the tools it may use where it works."""

    user_id: str
    work: Work
    tools: ToolsForAgents
    roster: Iterable[Agent]
    function: Callable[[str], CallableAgent | None]
    """Returns the Python function that carries out an agent, if one does."""
    known: Sequence[KnownFact] = ()
    """What is remembered and fits the execution's message: helpers know it too."""

    async def agent(
        self,
        agent: Agent,
        *,
        callers: tuple[Agent, ...] = (),
        place: Place = Place(),
        colleagues: Colleagues | None = None,
        earlier: EarlierTurns | None = None,
    ) -> ModelAgent:
        """Return the agent, ready to work at `place`; `callers` are whose helper it is, the execution's agent first.

        With `colleagues` it may hand over what it is asked; `earlier` makes the older part of its thread a summary.
        """
        heard: list[ModelMessage] = []
        reads_on = ReadOnTool(heard, self.work.bounds.result)
        helpers: list[Tool] = [reads_on]
        if len(callers) < self.work.budget.depth:
            helpers += [HelperTool(self, helper, (*callers, agent), heard) for helper in self._helpers(agent, callers)]
        tools = await self.tools.for_agent(self.user_id, agent, callers=callers, helpers=helpers)
        if colleagues is not None:
            over = HandOverTool(colleagues, frozenset(tools.tools()))
            tools = await self.tools.for_agent(self.user_id, agent, callers=callers, helpers=[*helpers, over])
        return ModelAgent(agent, self.work, tools, place=place, heard=heard, earlier=earlier)

    def _helpers(self, agent: Agent, callers: Sequence[Agent]) -> list[Agent]:
        """Return whom the agent may call: its helpers, but none that waits for it."""
        waiting = {caller.id for caller in callers}
        return [helper for helper in helpers_of(agent, self.roster) if helper.id not in waiting]

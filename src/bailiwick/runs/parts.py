"""The parts of a message that was split: each is done by its own agent, side by side or in turn.

A part is journaled as a call of the supervisor's helper would be, and all that its agent does has that call in its
path. So a part that is finished is not done again, and one that had begun goes on where it was.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic_ai.messages import ModelMessage

from bailiwick.agents.contract import AgentReply, SentBack
from bailiwick.agents.helpers import brief, tool_name
from bailiwick.kernel.errors import WaitsForPerson
from bailiwick.kernel.events.facts import HelperCompleted, HelperFailed, HelperSpawned, ToolFinished, ToolStarted
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, ReasonCode, Said
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Outcome, Usage
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import Step, StepKind, StepStatus
from bailiwick.runs.threads.history import restored, stored
from bailiwick.runs.tool_calls import raise_first
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import RequestPart

ONLY_THIS = (
    "The person asked for several things at once, and others of the team do the rest. Do only what is asked of you"
    " here, and do not mention the rest."
)


class Perform(Protocol):
    """Lets an agent work within the execution on a message of its own, published as it comes.

    `asked` is what the message asks for, if not all of it; `place` is where in the work on the execution it
    works, `sent_back` is the answer that it revises; `before` is what others have done for the same message. Raises
    `CallFailed`.
    """

    def __call__(
        self,
        agent: Agent,
        notes: str,
        *,
        message: str,
        asked: Sequence[str] = (),
        place: Place = Place(),
        sent_back: SentBack | None = None,
        before: Sequence[ModelMessage] = (),
    ) -> Awaitable[AgentReply]: ...


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What came of one part."""

    part: RequestPart
    name: str
    """Of the agent."""
    content: str
    error: Said | None
    """Why there is no answer, in one sentence."""
    error_class: ErrorClass | None
    doubts: Sequence[str]
    """As of an agent's reply; `part-failed` where there is none."""
    outcome: Outcome
    messages: Sequence[Any] = ()
    """What was said and called for it, as JSON; kept where a later part builds on it, or a later message may."""


class Parts:
    """Carries out the parts of one execution."""

    def __init__(
        self,
        journal: Journal,
        agent: Callable[[str], Agent | None],
        perform: Perform,
        notes: str,
        by_rules: Callable[[Agent], bool],
    ) -> None:
        """`agent` finds an agent of the roster, `by_rules` says whether one works without a model; `notes` are the
        supervisor's guidance."""
        self._by_rules = by_rules
        self._leaned_on = False
        self._journal = journal
        self._agent = agent
        self._perform = perform
        self._notes = f"{notes} {ONLY_THIS}".strip()

    async def answers(self, parts: Sequence[RequestPart]) -> list[PartAnswer]:
        """Return what came of each part, in order; one that fails holds up none of the others.

        A part that builds on those before it begins when they are done, and reads their answers. Raises
        `WaitsForPerson` when a part waits and all that can be done beside it is done; `ExecutionCancelled`,
        `LostClaim`, `Unavailable`.
        """
        done: list[PartAnswer] = []
        self._leaned_on = any(part.leans for part in parts)
        for wave in waves(parts):
            done += await self._side_by_side(parts, wave, done)
        return done

    async def _side_by_side(
        self, parts: Sequence[RequestPart], wave: Sequence[int], before: Sequence[PartAnswer]
    ) -> list[PartAnswer]:
        steps = [await self._begin(number, parts[number]) for number in wave]
        await self._journal.settle()

        async def one(step: Step, part: RequestPart) -> PartAnswer | WaitsForPerson:
            try:
                return await self._one(step, part, before)
            except WaitsForPerson as waits:
                return waits

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(step, parts[number])) for step, number in zip(steps, wave, strict=True)]
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
        outcomes = [task.result() for task in tasks]
        raise_first([outcome for outcome in outcomes if isinstance(outcome, WaitsForPerson)])
        return [outcome for outcome in outcomes if isinstance(outcome, PartAnswer)]

    async def _begin(self, number: int, part: RequestPart) -> Step:
        """Return the step of a part: as it ended, or as it begins now or goes on."""
        place = Place().in_round(number + 1)
        key = place.part_key
        if step := self._journal.done(key):
            return step
        begun = self._journal.find(key) is not None
        step = self._journal.new(
            key,
            kind=StepKind.HELPER,
            agent_id=SUPERVISOR_ID,
            status=StepStatus.RUNNING,
            name=tool_name(part.agent),
            helper=part.agent,
            place=place,
            input={"task": part.text, "context": ""},
        )
        started = ToolStarted(
            agent=SUPERVISOR_ID, tool=step.name, call=key, place=place, arguments=dict(step.input), helper=part.agent
        )
        spawned = HelperSpawned(
            agent=part.agent,
            helper=part.agent,
            helper_name=self._name(part),
            parent=SUPERVISOR_ID,
            call=key,
            place=place.below(key),
            task=part.text,
            depth=1,
        )
        return await self._journal.write(step, *(() if begun else (started, spawned)))

    async def _one(self, step: Step, part: RequestPart, before: Sequence[PartAnswer]) -> PartAnswer:
        agent = self._agent(part.agent)
        name = self._name(part)
        if step.status is not StepStatus.RUNNING:
            return _answer(part, name, step)
        clock = time.perf_counter()
        try:
            reply = await self._work(agent, part, step, before)
        except CallFailed as failure:
            failed = HelperFailed(
                agent=part.agent,
                helper=part.agent,
                helper_name=name,
                call=step.key,
                place=step.place.below(step.key),
                error_class=failure.error_class,
                message=str(failure),
                why=failure.why,
            )
            output = {"result": None, "error_class": failure.error_class}
            step = step.failed(failure.said, output)
            return _answer(part, name, await self._journal.write(step, failed, _finished(step, clock)))
        completed = HelperCompleted(
            agent=part.agent,
            helper=part.agent,
            helper_name=name,
            call=step.key,
            place=step.place.below(step.key),
            result=reply.content,
            iterations=reply.iterations,
            milliseconds=(time.perf_counter() - clock) * 1000,
            usage=sum((each.usage for each in self._journal.below(step.key)), Usage()),
        )
        output = {
            "result": reply.content,
            "doubts": list(reply.doubts),
            "iterations": reply.iterations,
            "outcome": reply.outcome,
            **({"messages": stored(reply.messages)} if self._kept(part) else {}),
        }
        step = step.evolve(status=StepStatus.COMPLETED, output=output)
        return _answer(part, name, await self._journal.write(step, completed, _finished(step, clock)))

    def _name(self, part: RequestPart) -> str:
        agent = self._agent(part.agent)
        return agent.name if agent else part.agent

    async def _work(
        self, agent: Agent | None, part: RequestPart, step: Step, before: Sequence[PartAnswer]
    ) -> AgentReply:
        if agent is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.AGENT_WAS_REMOVED, agent=part.agent))
        try:
            async with asyncio.timeout(agent.budget.seconds):
                reply = await self._perform(
                    agent,
                    self._notes,
                    message=_message(part, before),
                    asked=(part.asked, part.text) if part.asked else (part.text,),
                    place=step.place.below(step.key),
                    before=self._heard(agent, part, before),
                )
        except TimeoutError:
            raise CallFailed(ErrorClass.TIMEOUT, Reason.of(ReasonCode.TIME_LIMIT)) from None
        if not reply.content.strip():
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_ANSWER, agent=agent.name))
        return reply

    def _kept(self, part: RequestPart) -> bool:
        """Whether what was called for a part is kept with it: others build on it, or rules go on with it later."""
        agent = self._agent(part.agent)
        return self._leaned_on or (agent is not None and self._by_rules(agent))

    def _heard(self, agent: Agent, part: RequestPart, before: Sequence[PartAnswer]) -> Sequence[ModelMessage]:
        """Return what was said and called for the parts before, for who works by rules; a model is told.

        Raises `CallFailed` where none of them was answered: nothing is done with a failure.
        """
        if not part.leans or not self._by_rules(agent):
            return ()
        answered = [each for each in before if each.outcome is Outcome.ANSWERED]
        if not answered:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.NOTHING_TO_BUILD_ON))
        return [message for each in answered for message in restored(each.messages)]


def _finished(step: Step, clock: float) -> ToolFinished:
    return ToolFinished(
        agent=SUPERVISOR_ID,
        tool=step.name,
        call=step.key,
        place=step.place,
        result=(step.output or {}).get("result"),
        error=step.error,
        why=step.why,
        milliseconds=(time.perf_counter() - clock) * 1000,
    )


def waves(parts: Sequence[RequestPart]) -> list[list[int]]:
    """Return the numbers of the parts in the order of their work: those of one wave run side by side."""
    found: list[list[int]] = [[]]
    for number, part in enumerate(parts):
        if part.leans and found[-1]:
            found.append([])
        found[-1].append(number)
    return found


def _message(part: RequestPart, before: Sequence[PartAnswer]) -> str:
    """Return what the agent of a part is asked: with the answers that it builds on, as material."""
    if not part.leans:
        return part.text
    answered = [each for each in before if each.error is None]
    said = [f"{each.name} was asked “{each.part.text}” and answered:\n{each.content}" for each in answered]
    return brief(part.text, "\n\n".join(said))


def _answer(part: RequestPart, name: str, step: Step) -> PartAnswer:
    output: Mapping[str, Any] = step.output or {}
    if step.error is not None:
        error_class = ErrorClass(output.get("error_class") or ErrorClass.MODEL)
        return PartAnswer(part, name, "", step.said, error_class, ("part-failed",), Outcome.UNANSWERED)
    outcome = Outcome(output.get("outcome", Outcome.ANSWERED))
    doubts, messages = tuple(output.get("doubts", ())), output.get("messages", ())
    return PartAnswer(part, name, str(output["result"]), None, None, doubts, outcome, messages)

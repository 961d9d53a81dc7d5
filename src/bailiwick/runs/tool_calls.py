"""Tool calls of one agent at work: begun and ended in the journal, so that none is done twice."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from pydantic_ai.messages import ToolCallPart, ToolReturnPart

from bailiwick.agents.contract import AgentRequest
from bailiwick.kernel.errors import WaitsForPerson
from bailiwick.kernel.events.facts import ToolFinished, ToolStarted
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, text_of, why_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.kernel.usage import Usage
from bailiwick.runs.files.given import GivenFiles
from bailiwick.runs.files.made import MADE, given_of
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import Step, StepKind, StepStatus
from bailiwick.runs.taint import NO_MARKS, Taint, marks_in, marks_of
from bailiwick.tools.admission import Admitted, Refused, Waits
from bailiwick.tools.records import LeftFile, ResultNotes, Secrets, Tool, ToolContext, Toolset, why_metadata
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.budgets import Budget

AT_ONCE = 8
"""Calls of one turn that run side by side."""
MOST_ALIKE = 2
"""So often the same call is made that gives the same: one more would not tell more."""
FOUND = "found"
"""Key in the output of a step that runs: what a person agreed that it may touch."""
CODE = "code"
"""Key in the output of a step that failed: the reason as a code."""
UNDO = "undo"
"""Key in the output of a step that can be undone: where, by a POST."""
NOT_MADE = Reason.of(ReasonCode.CALL_NOT_MADE)


class OutcomeUnknown(WaitsForPerson):
    """A call that has effects had begun when its worker died; a person decides whether it is made again."""

    def __init__(self, step: Step) -> None:
        super().__init__(Reason.of(ReasonCode.OUTCOME_UNKNOWN, tool=step.name))
        self.step = step


class ApprovalNeeded(WaitsForPerson):
    """Calls wait for a person's word."""

    def __init__(self, tools: Sequence[str]) -> None:
        super().__init__(Reason.of(ReasonCode.APPROVAL_NEEDED, tools=", ".join(dict.fromkeys(tools))))
        self.tools = tools


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What came of one call."""

    call: ToolCallPart
    result: Any
    error: Said | None
    final: bool
    """The call ends the agent's work; the result is its answer."""
    marks: Mapping[str, Any] | None = None
    """What is known of a result that holds what strangers wrote; see `taint`."""
    code: str | None = None
    """The reason of an error as a code, where there is one."""
    files: Sequence[str] = ()
    """Ids of what it returned beside the result that models are given: pictures, documents."""

    @property
    def goes_round(self) -> bool:
        """Whether the call was not made because it gave the same twice before."""
        why = None if self.error is None else why_of(self.error)
        return why is not None and why.code == ReasonCode.TOOL_CALL_REPEATED

    def part(self) -> ToolReturnPart:
        """Return it as the message part that the model reads."""
        metadata = dict(self.marks or {})
        content = self.result
        if self.error is not None:
            code = {} if self.code is None else {"code": self.code}
            content = {"error": text_of(self.error), **code}
            metadata |= why_metadata(why_of(self.error))
        if self.files:
            metadata[MADE] = list(self.files)
        return ToolReturnPart(
            tool_name=self.call.tool_name,
            content=content,
            tool_call_id=self.call.tool_call_id,
            metadata=metadata or None,
        )


class ToolCalls:
    """Runs the calls of one model response."""

    def __init__(
        self,
        agent: Agent,
        tools: Toolset,
        journal: Journal,
        request: AgentRequest,
        *,
        budget: Budget,
        taint: Taint,
        secrets: Secrets,
        files: GivenFiles | None = None,
    ) -> None:
        """`files` keeps what calls leave for the person; without it nothing is kept."""
        self._agent = agent
        self._tools = tools
        self._journal = journal
        self._request = request
        self._budget = budget
        self._taint = taint
        self._secrets = secrets
        self._files = files

    async def run(self, place: Place, calls: Sequence[ToolCallPart]) -> list[ToolOutcome]:
        """Run the calls of the round at `place`; neighbours that change nothing, and helpers, run side by side.

        A call that waits for a person holds up none of its siblings. Raises `CallFailed` (budget), `OutcomeUnknown`
        and `ApprovalNeeded` (when all the others are done), `LostClaim`, `ExecutionCancelled`.
        """
        outcomes: list[ToolOutcome | WaitsForPerson] = []
        tools, last = self._tools.tools(), len(calls) - 1

        def beside_others(item: tuple[int, ToolCallPart]) -> bool:
            tool = tools.get(item[1].tool_name)
            return tool is not None and (tool.spec.read_only or tool.spec.concurrent)

        for parallel, neighbours in groupby(enumerate(calls), key=beside_others):
            group = list(neighbours)
            if parallel and len(group) > 1:
                outcomes += await self._side_by_side(place, group, tools)
            else:
                outcomes += [
                    await self._one(place.of_call(index), call, tools, last=index == last) for index, call in group
                ]
        return _all_done(outcomes)

    def so_far(self, place: Place, calls: Sequence[ToolCallPart]) -> list[ToolOutcome]:
        """Return the outcomes of a round that broke off: calls that were not made say so."""
        outcomes: list[ToolOutcome] = []
        for index, call in enumerate(calls):
            step = self._journal.done(place.of_call(index).tool_key)
            outcomes.append(_outcome(call, step) if step else ToolOutcome(call, None, NOT_MADE, final=False))
        return outcomes

    async def _side_by_side(
        self, place: Place, calls: Sequence[tuple[int, ToolCallPart]], tools: Mapping[str, Tool]
    ) -> list[ToolOutcome | WaitsForPerson]:
        await self._journal.settle()
        room = asyncio.Semaphore(AT_ONCE)

        async def one(index: int, call: ToolCallPart) -> ToolOutcome | WaitsForPerson:
            async with room:
                return await self._one(place.of_call(index), call, tools)

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(index, call)) for index, call in calls]
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _one(
        self, place: Place, call: ToolCallPart, tools: Mapping[str, Tool], *, last: bool = False
    ) -> ToolOutcome | WaitsForPerson:
        """Make a call; what is `last` of a round is written with what follows from it, unless it ends the work."""
        tool = tools.get(call.tool_name)
        final = tool is not None and tool.spec.final
        step = self._journal.done(place.tool_key)
        if step is None:
            try:
                step = await self._call(place, call, tool, last=last and not final)
            except WaitsForPerson as waits:
                return waits
        return _outcome(call, step, final=final)

    async def _call(self, place: Place, call: ToolCallPart, tool: Tool | None, *, last: bool) -> Step:
        key = place.tool_key
        begun = self._journal.find(key)
        if begun is not None and tool is not None and not tool.spec.repeatable:
            raise OutcomeUnknown(begun)
        if begun is None and self._journal.length >= self._budget.steps:
            raise CallFailed(ErrorClass.BUDGET, Reason.of(ReasonCode.STEP_LIMIT, limit=self._budget.steps))
        arguments, problem = _arguments(call)
        if begun is None and problem is None and self._goes_round(place, call.tool_name, arguments):
            problem = Reason.of(ReasonCode.TOOL_CALL_REPEATED, tool=call.tool_name)
        context = self._context(key, place, arguments, tool)
        step = self._journal.new(
            key,
            kind=_kind(tool),
            agent_id=self._agent.id,
            status=StepStatus.RUNNING,
            name=call.tool_name,
            helper=None if tool is None else tool.spec.helper,
            place=place,
            input=arguments,
            usage=Usage(tool_calls=1),
        )
        if begun is None:
            begins = Refused(problem) if problem else await self._begin(step, context, arguments)
            if isinstance(begins, Refused):
                marks = marks_of(tool, arguments, _read(begins), failed=True)
                return await self._end(
                    step, None, begins.said, 0.0, marks=marks, code=begins.code, begun=False, last=last
                )
            found = begins.found
        else:
            found = _found_in(begun)
            await self._journal.write(step.evolve(output=begun.output))
        context = replace(context, found=found)
        clock = time.perf_counter()
        result, error, code = None, None, None
        try:
            result = await self._tools.call(call.tool_name, context, arguments)
        except CallFailed as failure:
            error, code = failure.said, failure.code
            if failure.outside:
                context.reading.note_outside()
        marks = marks_of(tool, arguments, context.reading, failed=error is not None)
        milliseconds = (time.perf_counter() - clock) * 1000
        undo = None if tool is None or error is not None else tool.spec.undone_at(result)
        left = context.reading.files if error is None else ()
        return await self._end(
            step, result, error, milliseconds, marks=marks, code=code, undo=undo, left=left, last=last
        )

    def _goes_round(self, place: Place, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether the agent has made the same call in two earlier rounds, and both gave the same."""
        same = [
            (step.output, step.error)
            for step in self._journal.steps
            if step.kind is StepKind.TOOL
            and step.status is not StepStatus.RUNNING
            and (step.agent_id, step.name, step.input) == (self._agent.id, tool, arguments)
            and (step.place.path, step.place.phase) == (place.path, place.phase)
            and (step.place.round or 0) < (place.round or 0)
        ]
        return len(same) >= MOST_ALIKE and all(each == same[-1] for each in same[-MOST_ALIKE:])

    async def _begin(self, step: Step, context: ToolContext, arguments: dict[str, Any]) -> Admitted | Refused:
        """Ask whether the call may begin and, in the same transaction, begin it; or return why it may not.

        What it is about is looked up before, which may take its time. Raises `ApprovalNeeded`.
        """
        try:
            found = await self._tools.found(step.name, context, arguments)
        except CallFailed as failure:
            return Refused(failure.said, outside=failure.outside)
        context = replace(context, found=None if found is None else tuple(found))
        async with self._journal.transaction():
            admission = await self._tools.admit(step.name, context, arguments)
            if isinstance(admission, Admitted):
                # What a person agreed to is kept while the call runs: one that is taken up again has it from there.
                agreed = None if admission.found is None else {FOUND: [asdict(each) for each in admission.found]}
                await self._journal.write(step.evolve(output=agreed), self._started(step))
        if isinstance(admission, Waits):
            raise ApprovalNeeded([step.name])
        return admission

    async def _end(
        self,
        step: Step,
        result: Any,
        error: Said | None,
        milliseconds: float,
        *,
        marks: Mapping[str, Any] = NO_MARKS,
        code: str | None = None,
        undo: str | None = None,
        left: Sequence[LeftFile] = (),
        begun: bool = True,
        last: bool = False,
    ) -> Step:
        """Write how a call ended; what it `left` is kept in the same transaction."""
        finished = ToolFinished(
            agent=self._agent.id,
            tool=step.name,
            call=step.key,
            place=step.place,
            result=result,
            error=None if error is None else text_of(error),
            why=None if error is None else why_of(error),
            milliseconds=milliseconds,
            helper=step.helper,
            undo=undo,
        )
        further = {CODE: code, UNDO: undo}
        output = {"result": result, **marks, **{key: value for key, value in further.items() if value is not None}}
        completed = step.evolve(status=StepStatus.COMPLETED, output=output)
        events = (finished,) if begun else (self._started(step), finished)
        if left and self._files is not None:
            async with self._journal.transaction():
                made = await self._files.keep(self._request.conversation_id, left)
                return await self._journal.write(completed.evolve(output={**output, MADE: made}), *events)
        ended = completed if error is None else step.failed(error, output)
        return self._journal.note_step(ended, *events) if last else await self._journal.write(ended, *events)

    def _started(self, step: Step) -> ToolStarted:
        return ToolStarted(
            agent=self._agent.id,
            tool=step.name,
            call=step.key,
            place=step.place,
            arguments=dict(step.input),
            helper=step.helper,
        )

    def _context(self, key: str, place: Place, arguments: Mapping[str, Any], tool: Tool | None) -> ToolContext:
        request, tainted = self._request, self._taint.tainted
        unseen = self._taint.unseen(tool, arguments) if tainted and tool is not None and tool.spec.open_world else ()
        return ToolContext(
            user_id=request.user_id,
            execution_id=request.execution_id,
            agent_id=self._agent.id,
            call_id=f"{request.execution_id}:{key}",
            step_key=key,
            place=place,
            conversation_id=request.conversation_id,
            swarm_id=request.swarm_id,
            language=request.language,
            timezone=request.timezone,
            tainted=tainted,
            secrets=self._secrets,
            unseen_addresses=unseen,
        )


def _outcome(call: ToolCallPart, step: Step, *, final: bool = False) -> ToolOutcome:
    output = step.output or {}
    return ToolOutcome(
        call,
        output.get("result"),
        step.said,
        final and step.error is None,
        marks_in(output),
        output.get(CODE),
        given_of(output),
    )


def _read(refused: Refused) -> ResultNotes:
    """Return what a refusal has read."""
    reading = ResultNotes()
    if refused.outside:
        reading.note_outside()
    return reading


def _found_in(begun: Step) -> Sequence[FoundThing] | None:
    """Return what a person agreed that a call which has begun may touch; None where no user had to agree."""
    found = (begun.output or {}).get(FOUND)
    return None if found is None else tuple(FoundThing(**each) for each in found)


def _all_done(outcomes: Sequence[ToolOutcome | WaitsForPerson]) -> list[ToolOutcome]:
    """Return the outcomes; raises what a person has to decide."""
    raise_first([one for one in outcomes if isinstance(one, WaitsForPerson)])
    return [one for one in outcomes if isinstance(one, ToolOutcome)]


def raise_first(waits: Sequence[WaitsForPerson]) -> None:
    """Raise what is waited for: an unknown outcome first, then approvals, then anything else; nothing if nothing is."""
    if unknown := next((one for one in waits if isinstance(one, OutcomeUnknown)), None):
        raise unknown
    if asked := [tool for one in waits if isinstance(one, ApprovalNeeded) for tool in one.tools]:
        raise ApprovalNeeded(asked)
    if waits:
        raise waits[0]


def _kind(tool: Tool | None) -> StepKind:
    """Return the kind of a call's step; a helper whose work is not journaled is a tool like any other."""
    helper = tool is not None and tool.spec.helper is not None and tool.spec.repeatable
    return StepKind.HELPER if helper else StepKind.TOOL


def _arguments(call: ToolCallPart) -> tuple[dict[str, Any], Reason | None]:
    """Return the arguments as a dictionary, and what is wrong with them if they are not one."""
    arguments: object = call.args or {}
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return {"unreadable": arguments[:2000]}, Reason.of(ReasonCode.ARGUMENTS_NO_JSON)
    if not isinstance(arguments, dict):
        return {"unreadable": str(arguments)[:2000]}, Reason.of(ReasonCode.ARGUMENTS_NO_OBJECT)
    return {str(name): value for name, value in arguments.items()}, None

"""Tool calls of one execution: begun and ended in the journal, so that none is done twice."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic_ai.messages import ToolCallPart, ToolReturnPart

from bailiwick.core.agents import Agent
from bailiwick.core.budgets import Budget
from bailiwick.core.events import ToolFinished, ToolStarted
from bailiwick.core.executions import Step, StepKind, StepStatus, Usage
from bailiwick.core.ports import AgentRequest
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.tools import Tool, ToolContext, Toolset
from bailiwick.runtime.journal import Journal

AT_ONCE = 8
"""Read-only calls of one turn that run side by side."""


class OutcomeUnknown(Exception):
    """A call that has effects had begun when its worker died; a person decides whether it is made again."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"The outcome of {step.name} is unknown: it had begun when its worker stopped.")
        self.step = step


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What came of one call."""

    call: ToolCallPart
    result: Any
    error: str | None
    final: bool
    """The call ends the agent's work; the result is its answer."""

    def part(self) -> ToolReturnPart:
        """Return it as the message part that the model reads."""
        content = {"error": self.error} if self.error is not None else self.result
        return ToolReturnPart(tool_name=self.call.tool_name, content=content, tool_call_id=self.call.tool_call_id)


class ToolCalls:
    """Runs the calls of one model response."""

    def __init__(self, agent: Agent, tools: Toolset, journal: Journal, request: AgentRequest) -> None:
        self._agent = agent
        self._tools = tools
        self._journal = journal
        self._request = request

    async def run(self, turn: str, calls: Sequence[ToolCallPart]) -> list[ToolOutcome]:
        """Run the calls of one turn; neighbours that change nothing run side by side.

        Raises `CallFailed` (budget), `OutcomeUnknown`, `LostClaim`, `ExecutionCancelled`.
        """
        outcomes: list[ToolOutcome] = []
        tools = self._tools.tools()
        numbered = list(enumerate(calls))

        def beside_others(item: tuple[int, ToolCallPart]) -> bool:
            tool = tools.get(item[1].tool_name)
            return tool is not None and tool.spec.read_only

        for parallel, group in groupby(numbered, key=beside_others):
            if parallel:
                outcomes += await self._side_by_side(turn, list(group), tools)
            else:
                outcomes += [await self._one(turn, index, call, tools) for index, call in group]
        return outcomes

    async def _side_by_side(
        self, turn: str, calls: Sequence[tuple[int, ToolCallPart]], tools: Mapping[str, Tool]
    ) -> list[ToolOutcome]:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(index: int, call: ToolCallPart) -> ToolOutcome:
            async with room:
                return await self._one(turn, index, call, tools)

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(index, call)) for index, call in calls]
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _one(self, turn: str, index: int, call: ToolCallPart, tools: Mapping[str, Tool]) -> ToolOutcome:
        key = f"tool:{turn}:{index}"
        tool = tools.get(call.tool_name)
        final = tool is not None and tool.spec.final
        step = self._journal.done(key)
        if step is None:
            step = await self._call(key, call, tool)
        result = (step.output or {}).get("result")
        return ToolOutcome(call, result, step.error, final and step.error is None)

    async def _call(self, key: str, call: ToolCallPart, tool: Tool | None) -> Step:
        begun = self._journal.find(key)
        if begun is not None and tool is not None and not tool.spec.repeatable:
            raise OutcomeUnknown(begun)
        if self._journal.length >= self._budget.steps:
            raise CallFailed(ErrorClass.BUDGET, f"Stopped at the limit of {self._budget.steps} steps per execution.")
        arguments, problem = _arguments(call)
        step = self._journal.new(
            key, kind=StepKind.TOOL, agent_id=self._agent.id, status=StepStatus.RUNNING,
            name=call.tool_name, input=arguments, usage=Usage(tool_calls=1),
        )  # fmt: skip
        started = ToolStarted(agent=self._agent.id, tool=call.tool_name, call=key, arguments=arguments)
        await self._journal.write(step, *([started] if begun is None else []))
        clock = time.perf_counter()
        result, error = None, problem
        if error is None:
            try:
                result = await self._tools.call(call.tool_name, self._context(key), arguments)
            except CallFailed as failure:
                error = str(failure)
        finished = ToolFinished(
            agent=self._agent.id, tool=call.tool_name, call=key, result=result, error=error,
            milliseconds=(time.perf_counter() - clock) * 1000,
        )  # fmt: skip
        ended = step.evolve(
            status=StepStatus.COMPLETED if error is None else StepStatus.FAILED, output={"result": result}, error=error
        )
        return await self._journal.write(ended, finished)

    @property
    def _budget(self) -> Budget:
        return self._agent.budget

    def _context(self, key: str) -> ToolContext:
        return ToolContext(
            user_id=self._request.user_id, execution_id=self._request.execution_id, agent_id=self._agent.id,
            call_id=f"{self._request.execution_id}:{key}", language=self._request.language,
            timezone=self._request.timezone,
        )  # fmt: skip


def _arguments(call: ToolCallPart) -> tuple[dict[str, Any], str | None]:
    """Return the arguments as a dictionary, and what is wrong with them if they are not one."""
    arguments: object = call.args or {}
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return {"unreadable": arguments[:2000]}, "The arguments were not valid JSON; send one JSON object."
    if not isinstance(arguments, dict):
        return {"unreadable": str(arguments)[:2000]}, "The arguments must be one JSON object."
    return {str(name): value for name, value in arguments.items()}, None

"""Agents that are Python functions."""

from collections.abc import Awaitable, Callable
from inspect import isawaitable

from bailiwick.agents.contract import AgentReply, AgentRequest
from bailiwick.kernel.health import Health
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick_router.core.agents import Agent

Answer = Callable[[AgentRequest], str | Awaitable[str]]


class CallableAgent:
    """An agent carried out by a function from a request to a text; plug-ins register these.

    A repeatable function has no effects (or idempotent ones) and is simply called again when a worker died
    in the middle; any other leaves the execution waiting for a person.
    """

    def __init__(self, agent: Agent, answer: Answer, *, repeatable: bool = True) -> None:
        self.agent = agent.evolve(kind="callable")
        self.repeatable = repeatable
        self._answer = answer

    async def process(self, request: AgentRequest) -> AgentReply:
        """Call the function. Raises `CallFailed` with what it raised."""
        try:
            answer = self._answer(request)
            content = await answer if isawaitable(answer) else answer
        except CallFailed:
            raise
        except Exception as error:
            said = Reason.of(ReasonCode.FUNCTION_BROKE, agent=self.agent.name, error=type(error).__name__)
            raise CallFailed(ErrorClass.TOOL, said) from error
        return AgentReply(content=content, iterations=1, doubts=() if content.strip() else ("empty",))

    async def health_check(self) -> Health:
        """A function is always there."""
        return Health(healthy=True)

"""The review of an answer, and its revision where it is sent back."""

from dataclasses import replace

import structlog
from pydantic_ai.messages import ModelResponse, TextPart

from bailiwick.agents.contract import AgentReply, SentBack
from bailiwick.kernel.events.facts import AnswerReviewed
from bailiwick.kernel.places import Phase, Place
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.agents_at_work import AgentsAtWork
from bailiwick.runs.message_state import MessageState
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.review import due, flagged, read_back, review, written
from bailiwick.runs.reviews import FlagCause, ReviewVerdict, VerdictKind
from bailiwick.runs.threads.history import (
    calls_in,
    restored,
    stored,
    without_silence,
)
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Decision

log = structlog.get_logger(__name__)

NOT_REVISED = "review:revision"
"""Key of the step that says why a first answer stays although it was sent back."""


class Reviewing:
    """Has the answer to a message reviewed, once, by the supervisor."""

    def __init__(self, message: MessageState, agents: AgentsAtWork) -> None:
        self._message = message
        self._dependencies = message.dependencies
        self._execution = message.execution
        self._journal = message.journal
        self._router = message.router
        self._agents = agents

    async def review(self, decision: Decision, reply: AgentReply) -> AgentReply:
        """Return the answer that stays: this one, or a revised one where it was sent back."""
        named = [part.agent for part in decision.parts] or [self._agents.worker(decision)]
        agents = [agent for agent in map(self._router.roster.get, filter(None, named)) if agent is not None]
        supervisor = self._router.roster.get(SUPERVISOR_ID)
        if not agents or supervisor is None or agents[0].id == SUPERVISOR_ID:
            return reply
        if not any(due(agent, self._execution.mode, reply.doubts) for agent in agents):
            return reply
        agent = supervisor if decision.parts else agents[0]
        verdict = await self._verdict(supervisor, agent, reply, self._fixed(decision, agent))
        if verdict.kind is not VerdictKind.REVISE:
            return reply
        if step := self._journal.done(NOT_REVISED):
            return replace(reply, messages=restored((step.output or {})["messages"]))
        try:
            return await self._revised(decision, agent, reply, verdict.advice)
        except CallFailed as failure:
            log.warning("an answer could not be revised", execution=self._execution.id, error=str(failure))
            return await self._unrevised(supervisor, agent, reply, failure)

    def _fixed(self, decision: Decision, agent: Agent) -> FlagCause | None:
        """Return why an answer stays as it is whatever a review says; None if it can be revised."""
        if decision.parts:
            return None  # only the joining is done anew
        function = self._dependencies.rosters.function(agent.id)
        if function is not None:
            return None if function.repeatable else FlagCause.NOT_REPEATABLE
        return FlagCause.BY_RULES if self._dependencies.catalog.chosen_for(agent).name == "offline" else None

    async def _revised(self, decision: Decision, agent: Agent, first: AgentReply, advice: str) -> AgentReply:
        """Let the agent go on from its first answer and all that it called. Raises `CallFailed`, also for silence."""
        self._agents.broken_off = ()
        if decision.parts:
            return await self._agents.answer_parts(decision, first=first.content, advice=advice)
        sent_back = SentBack(messages=first.messages, advice=advice)
        revised = await self._agents.answer(
            agent, self._message.notes, place=Place(phase=Phase.REVISION), sent_back=sent_back
        )
        if not revised.content.strip():
            self._agents.broken_off = without_silence(revised.messages)
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_REVISION, agent=agent.name))
        return revised

    async def _unrevised(self, supervisor: Agent, agent: Agent, first: AgentReply, failure: CallFailed) -> AgentReply:
        """Return the first answer, which is better than none; the thread keeps what the failed revision called."""
        messages = first.messages
        if calls_in(self._agents.broken_off) > calls_in(messages):
            messages = [
                *self._agents.broken_off,
                ModelResponse(parts=[TextPart(content=first.content)], metadata=messages[-1].metadata),
            ]
        step = self._journal.new(
            NOT_REVISED,
            kind=StepKind.REVIEW,
            agent_id=supervisor.id,
            status=StepStatus.FAILED,
            error=str(failure),
            output={**written(flagged(FlagCause.NOT_REVISED, failure.said)), "messages": stored(messages)},
            why=failure.why,
        )
        await self._journal.write(step, _reviewed(agent, flagged(FlagCause.NOT_REVISED, failure.said)))
        return replace(first, messages=messages)

    async def _verdict(
        self, supervisor: Agent, agent: Agent, reply: AgentReply, fixed: FlagCause | None
    ) -> ReviewVerdict:
        """Return the review of an answer; what cannot be revised is flagged, with `fixed` as the cause."""
        if step := self._journal.done("review"):
            return read_back(step.output or {})
        catalog = self._dependencies.catalog
        step = self._journal.new(
            "review",
            kind=StepKind.REVIEW,
            agent_id=supervisor.id,
            status=StepStatus.COMPLETED,
            name=catalog.chosen_for(supervisor).name if catalog.configured else "",
            input={"doubts": list(reply.doubts)},
        )
        await self._journal.settle()
        verdict, step = await review(
            self._journal,
            step,
            supervisor,
            self._dependencies.caller,
            message=self._execution.message,
            answer=reply.content,
            doubts=reply.doubts,
            calls=[step for step in self._journal.steps if step.kind is StepKind.TOOL],
        )
        if verdict.kind is VerdictKind.REVISE and fixed is not None:
            verdict = flagged(fixed, verdict.why or verdict.reason)
        await self._journal.write(step.evolve(output=written(verdict)), _reviewed(agent, verdict))
        return verdict


def _reviewed(agent: Agent, verdict: ReviewVerdict) -> AnswerReviewed:
    return AnswerReviewed(
        agent=agent.id, verdict=verdict.kind, reason=verdict.reason, why=verdict.why, cause=verdict.cause
    )

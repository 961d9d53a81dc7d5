"""The work that answers a message: supervisor, router, agent, review."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic_ai.messages import TextContent

from bailiwick.agents.contract import AgentReply
from bailiwick.kernel.events.facts import ModeSwitched
from bailiwick.kernel.usage import Outcome
from bailiwick.people.preferences import Preferences
from bailiwick.runs import delegation
from bailiwick.runs.agents_at_work import AgentsAtWork
from bailiwick.runs.deciding import Deciding
from bailiwick.runs.delegation import BY_NAME
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.handing_over import told
from bailiwick.runs.journal import Journal
from bailiwick.runs.message_state import MessageState
from bailiwick.runs.model_choice import is_open
from bailiwick.runs.purpose import RunResult
from bailiwick.runs.recalling import note_recalled
from bailiwick.runs.records import Execution, RunPurpose
from bailiwick.runs.reviewing import Reviewing
from bailiwick.runs.silence import ended_by
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.history import dumped
from bailiwick.runs.threads.records import Conversation
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID, Origin
from bailiwick_router.core.decisions import Decision, Mode
from bailiwick_router.core.language import told_language

if TYPE_CHECKING:
    from bailiwick.agents.releases.choosing import Choosing


class Answering:
    """Answers one message; every phase is journaled, so a second worker goes on where the first stopped."""

    def __init__(
        self,
        dependencies: RunDependencies,
        user_id: str,
        execution: Execution,
        journal: Journal,
        choosing: "Choosing",
        preferences: Preferences,
    ) -> None:
        """`dependencies` are as the person prefers them; `choosing` decides who answers."""
        self._message = message = MessageState(
            dependencies=dependencies,
            user_id=user_id,
            execution=execution,
            journal=journal,
            router=choosing.working,
            language=preferences.language or "en",
        )
        self._dependencies = message.dependencies
        self._user_id = message.user_id
        self._execution = message.execution
        self._journal = message.journal
        self._router = message.router
        self._agents = AgentsAtWork(message)
        self._deciding = Deciding(message, self._agents, choosing)

    async def carry_out(self) -> RunResult:
        """Go through the phases in order and return what came of them.

        All that is read and chosen before an agent works is one transaction, which the caller has opened. Raises
        `CallFailed`, `OutcomeUnknown`, `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        message, deciding, agents = self._message, self._deciding, self._agents
        conversation = await self._thread()
        message.known = await deciding.recall(conversation)
        message.notes = deciding.supervise(conversation)
        decision = await deciding.route(conversation)
        if is_open(decision):
            decision = await deciding.settle(conversation, decision)
        if decision.id is None and (briefer := deciding.briefer(decision)) is not None:
            decision = await deciding.briefed(decision, *briefer)
        if any(agent.recall for agent in deciding.workers(decision)):
            note_recalled(message.journal, delegation.worker_of(decision), message.known)
        if decision.canary:
            self._dependencies.canaries.noticed(self._user_id)
        reply = await agents.work(decision)
        reply = await Reviewing(message, agents).review(decision, reply)
        return self._answered(decision, reply, await agents.sent())

    async def _thread(self) -> Conversation:
        """Return the thread, as one in which nobody answered last where silence has ended the conversation in it.

        Tell if the person speaks with the agent in another mode than before. A message whose words tell no language is
        in that of the one before it.
        """
        execution = self._execution
        found = await self._dependencies.stores[ConversationStore].as_it_was_before(self._user_id, execution.id)
        thread, before, self._message.has_history, quiet_since, said_before = found
        for text in (execution.requests[-1], *said_before):
            if language := told_language(text):
                self._message.language = language
                break
        self._message.silence = self._ended_by(thread, quiet_since)
        if self._message.silence is not None:
            if not execution.after_silence:
                await self._dependencies.stores[ExecutionStore].note_silence(
                    self._user_id, execution.id, execution.attempt
                )
            thread = replace(thread, last_agent=None)
        asked = execution.attempt == 1 and execution.requested_agent and execution.purpose is RunPurpose.CHAT
        if asked and before is not None and before is not execution.mode:
            self._journal.note(ModeSwitched(before=before, after=execution.mode))
        return thread

    def _ended_by(self, thread: Conversation, quiet_since: datetime | None) -> int | None:
        """Return the minutes of silence by which the conversation had ended; None while it goes on."""
        if self._execution.purpose is RunPurpose.TASK:
            return None
        last = self._router.roster.get(thread.last_agent) if thread.last_agent else None
        own = self._dependencies.silence_minutes
        most = self._deciding.rules(thread).silence_minutes if own is None else own
        return ended_by(quiet_since, self._execution.created_at, last, most)

    def _answered(self, decision: Decision, reply: AgentReply, files: Sequence[TextContent]) -> RunResult:
        """Return the reply as what the person reads."""
        worker, had = self._agents.worker(decision), self._agents.had
        said = bool(reply.content.strip())
        content = reply.content if said else delegation.no_answer(self._message.language)
        agents = [part.agent for part in decision.parts] or [each.id for each in had] or [*filter(None, [worker])]
        last_agent = decision.parts[-1].agent if decision.parts else None
        if len(had) > 1 and decision.stage in BY_NAME:
            content = told(had[0], had[-1], content, self._message.language)
            # Who speaks with one agent goes on speaking with it.
            last_agent = had[0].id if self._execution.mode is Mode.DIRECT else None
        return RunResult(
            reply=reply,
            content=content,
            agent_id=worker or SUPERVISOR_ID,
            worker=worker,
            outcome=reply.outcome if said else Outcome.UNANSWERED,
            messages=dumped(reply, self._execution.message, content, files),
            used={agent_id: self._expiry(agent_id) for agent_id in agents},
            last_agent=last_agent,
        )

    def _expiry(self, agent_id: str) -> datetime | None:
        agent = self._router.roster.get(agent_id)
        if agent is None or agent.origin is not Origin.RUNTIME:
            return None
        return datetime.now(UTC) + self._dependencies.runtime_agent_life

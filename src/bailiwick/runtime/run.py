"""One claimed execution on its way: supervisor, router, agent, review, finalize."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart

from bailiwick.core.agents import SUPERVISOR_ID, Agent, Origin
from bailiwick.core.conversations import Author, Conversation
from bailiwick.core.decisions import Decision, Mode
from bailiwick.core.errors import AgentUnavailable
from bailiwick.core.events import (
    AgentCompleted,
    AnswerReviewed,
    DirectExecuted,
    ExecutionFinished,
    ExecutionStarted,
    ModeSwitched,
    SupervisedDelegated,
)
from bailiwick.core.executions import Execution, ExecutionStatus, Outcome, RunPurpose, StepKind, StepStatus
from bailiwick.core.language import Language, detect_language
from bailiwick.core.ports import (
    AgentReply,
    AgentRequest,
    Database,
    HandedIn,
    ModelCaller,
    ModelCatalog,
    SentBack,
    Stores,
    TextPiece,
)
from bailiwick.core.preferences import Preferences
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.reviews import FlagCause, Verdict, VerdictKind
from bailiwick.core.tools import Secrets, Tool
from bailiwick.events.bus import Bus
from bailiwick.runtime import delegation
from bailiwick.runtime.agent_loop import Work
from bailiwick.runtime.approvals import Approvals
from bailiwick.runtime.callables import CallableAgent
from bailiwick.runtime.canaries import Canaries
from bailiwick.runtime.joining import Joining
from bailiwick.runtime.journal import Journal
from bailiwick.runtime.model_choice import chosen, is_open, model_to_ask, settled, without
from bailiwick.runtime.parts import Parts
from bailiwick.runtime.personal import PersonalCatalog
from bailiwick.runtime.queue_bound import QueueBound
from bailiwick.runtime.review import due, flagged, read_back, review, written
from bailiwick.runtime.roster import Rosters
from bailiwick.runtime.taint import Taint, holds_strangers_words
from bailiwick.runtime.task_ends import hold_errand, settle
from bailiwick.runtime.team import Team
from bailiwick.runtime.thread_history import (
    calls_in,
    dumped,
    exchange,
    function_reply,
    loaded,
    restored,
    stored,
    without_silence,
)
from bailiwick.runtime.tool_calls import OutcomeUnknown
from bailiwick.runtime.tools import Tools

if TYPE_CHECKING:
    from bailiwick.routing.pipeline import Router
    from bailiwick.runtime.choosing import Choosing

log = structlog.get_logger(__name__)

NOT_REVISED = "review:revision"
"""Key of the step that says why a first answer stays although it was sent back."""
MOST_EXECUTIONS = 1000
"""Earlier executions of a thread that an agent with an unlimited window sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What carrying out an execution takes."""

    database: Database
    stores: Stores
    rosters: Rosters
    canaries: Canaries
    bus: Bus
    caller: ModelCaller
    catalog: ModelCatalog
    tools: Tools
    approvals: Approvals
    secrets_for: Callable[[str], Secrets]
    """Opens the credentials of a user."""
    queue: QueueBound
    timezone: str
    runtime_agent_life: timedelta
    routing_model: str = ""
    """Model that settles what the rules of routing leave open: its full name, `default`, or nothing for none."""

    def preferring(self, preferences: Preferences) -> "Means":
        """Return these means as a person prefers them."""
        catalog = PersonalCatalog(self.catalog, preferences.model)
        return replace(self, catalog=catalog, timezone=preferences.timezone or self.timezone)


class Run:
    """Carries out one execution; every phase is journaled, so a second worker goes on where the first stopped."""

    def __init__(self, means: Means, user_id: str, execution: Execution, journal: Journal) -> None:
        self._means = means
        self._user_id = user_id
        self._execution = execution
        self._journal = journal
        self._language: Language = detect_language(execution.requests[-1])
        self._notes = ""
        self._router: Router
        self._broken_off: Sequence[ModelMessage] = ()
        """The exchange of the agent that failed last, as far as it came."""

    async def carry_out(self) -> None:
        """Go through the phases in order.

        Raises `CallFailed`, `OutcomeUnknown`, `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        choosing = await self._means.rosters.choosing(self._user_id)
        router = self._router = choosing.working
        async with self._means.database.as_user(self._user_id):  # all of this only looks and chooses: one commit
            await self._prefer()
            conversation = await self._means.stores.conversations.get(self._user_id, self._execution.conversation_id)
            await self._start()
            self._notes = await self._supervise(conversation)
            decision = await self._route(choosing, conversation)
        if is_open(decision):
            decision = await self._settle(choosing, conversation, decision)
        self._journal.reach("after route")
        if decision.canary:
            self._means.canaries.noticed(self._user_id)
        reply = await self._work(router, decision)
        reply = await self._review(router, decision, reply)
        await self._finalize(router, decision, reply)

    async def _prefer(self) -> None:
        """Work as the person prefers where neither request nor agent says otherwise."""
        preferences = await self._means.stores.preferences.get(self._user_id)
        self._means = self._means.preferring(preferences)
        self._language = detect_language(self._execution.requests[-1], preferences.language or "en")

    async def _start(self) -> None:
        execution, stores = self._execution, self._means.stores
        events: list[Any] = [
            ExecutionStarted(
                attempt=execution.attempt, mode=execution.mode, conversation_id=execution.conversation_id,
                message=execution.message,
            )
        ]  # fmt: skip
        if execution.attempt == 1 and execution.requested_agent and execution.purpose is RunPurpose.CHAT:
            before = await stores.conversations.previous_mode(self._user_id, execution.requested_agent, execution.id)
            if before is not None and before is not execution.mode:
                events.append(ModeSwitched(before=before, after=execution.mode))
        await self._journal.tell(*events)

    async def _supervise(self, conversation: Conversation) -> str:
        if self._execution.mode is Mode.DIRECT:
            return ""
        if step := self._journal.done("supervisor"):
            return str((step.output or {})["guidance"])
        notes = delegation.guidance(self._execution, conversation, self._language)
        await self._journal.write(
            self._journal.new(
                "supervisor", kind=StepKind.SUPERVISOR, agent_id=SUPERVISOR_ID, status=StepStatus.COMPLETED,
                output={"guidance": notes},
            )
        )  # fmt: skip
        return notes

    async def _route(self, choosing: "Choosing", conversation: Conversation) -> Decision:
        """Return the stored decision, or one that a model is to settle first."""
        if self._journal.done("router") and self._execution.decision is not None:
            return self._execution.decision
        asked = model_to_ask(self._means.catalog, self._means.routing_model)
        decision = delegation.route(choosing, self._execution, conversation, model_available=asked is not None)
        return decision if is_open(decision) else await self._assign(choosing, decision)

    async def _settle(self, choosing: "Choosing", conversation: Conversation, decision: Decision) -> Decision:
        """Ask a model where an open decision goes, outside of any transaction; in vain, decide without it."""
        roster = choosing.decides(conversation.id)[0].roster
        agents = [agent for agent in map(roster.get, decision.shortlist) if agent is not None]
        model = model_to_ask(self._means.catalog, self._means.routing_model) or "offline"
        choice = await chosen(self._journal, self._means.caller, model, decision.message, agents)
        async with self._means.database.as_user(self._user_id):
            if choice.valid:
                return await self._assign(choosing, settled(decision, choice))
            anew = delegation.route(choosing, self._execution, conversation)
            return await self._assign(choosing, without(anew, choice))

    async def _assign(self, choosing: "Choosing", decision: Decision) -> Decision:
        """Store who works on it and why, within the caller's transaction."""
        worker = delegation.worker_of(decision)
        decision = await self._means.stores.decisions.add(self._user_id, decision, execution_id=self._execution.id)
        await self._means.stores.executions.assign(
            self._user_id, self._execution.id, self._journal.attempt, worker, decision
        )
        await self._journal.write(
            self._journal.new(
                "router", kind=StepKind.ROUTER, agent_id=worker, status=StepStatus.COMPLETED,
                output={"decision": decision.id, "agent": decision.agent, "stage": decision.stage,
                        "reason": decision.reason},
            ),
            *self._delegated(choosing.working, decision, worker),
        )  # fmt: skip
        return decision

    def _delegated(self, router: "Router", decision: Decision, worker: str | None) -> list[Any]:
        told = delegation.delegations(decision, worker, router.roster)
        events: list[Any] = []
        for fact in told:
            events.append(fact)
            if self._execution.mode is Mode.SUPERVISED and fact.to in router.roster:
                events.append(SupervisedDelegated(agent=fact.to, guidance=self._notes))
        return events

    async def _work(self, router: "Router", decision: Decision) -> AgentReply:
        if decision.parts:
            return await self._answer_parts(router, decision)
        worker = delegation.worker_of(decision)
        if worker is None and not self._means.catalog.configured:
            return AgentReply(content=delegation.nobody_fits(router.roster, self._language), outcome=Outcome.UNANSWERED)
        agent = router.roster.get(worker or SUPERVISOR_ID)
        if agent is None:
            raise AgentUnavailable(f"The agent {worker} was removed while the request waited; send it again.")
        notes = self._notes
        if agent.id == SUPERVISOR_ID:
            notes = f"{notes}\n\n{delegation.roster_list(router.roster)}".strip()
        return await self._answer(agent, notes)

    async def _answer_parts(
        self, router: "Router", decision: Decision, *, first: str = "", advice: str = ""
    ) -> AgentReply:
        """Let each part be done by its agent, and make one answer of theirs; with `advice` on the first, make it anew.

        Raises `CallFailed` when no part could be done.
        """
        answers = await Parts(self._journal, router.roster.get, self._answer, self._notes).answers(decision.parts)
        failed = [each for each in answers if each.error is not None]
        if len(failed) == len(answers):
            raise CallFailed(failed[0].error_class or ErrorClass.MODEL, " ".join(str(each.error) for each in failed))
        joining, asked = self._joining(router), self._execution.message
        if advice:
            content = await joining.join_again(asked, answers, self._notes, first=first, advice=advice)
        else:
            content = await joining.join(asked, answers, self._notes)
        doubts = dict.fromkeys(doubt for each in answers for doubt in each.doubts)
        before = await holds_strangers_words(await self._history(-1), self._every_tool)
        tainted = Taint(self._journal, self._execution.message, (), tainted=before).tainted
        messages = exchange(self._execution.message, content, tainted=tainted)
        outcome = Outcome.of_all([each.outcome for each in answers])
        return AgentReply(content=content, iterations=1, doubts=tuple(doubts), messages=messages, outcome=outcome)

    def _joining(self, router: "Router") -> Joining:
        return Joining(self._means.catalog, router.roster.get(SUPERVISOR_ID), self._answer, self._say, self._language)

    async def _answer(
        self, agent: Agent, notes: str, *, message: str | None = None, asked: Sequence[str] = (), path: str = "",
        prefix: str = "", sent_back: SentBack | None = None,
    ) -> AgentReply:  # fmt: skip
        """Let the agent work; publish its text as it comes.

        `message` is what it reads, if not that of the execution, and `asked` what that asks for, if not all of it;
        `path` is where in the execution it works; `sent_back` is the answer that it revises.
        """
        history = await self._history(agent.context_window)
        message_outside = await self._is_given_strangers_words()
        request = AgentRequest(
            user_id=self._user_id, execution_id=self._execution.id, message=message or self._execution.message,
            asked=asked if message else self._execution.asked, language=self._language, guidance=notes,
            timezone=self._means.timezone, conversation_id=self._execution.conversation_id, history=history,
            tainted=message_outside or await holds_strangers_words(history, self._every_tool),
            message_outside=message_outside, sent_back=sent_back,
        )  # fmt: skip
        function = self._means.rosters.function(agent.id)
        if function is not None:
            return await self._call(function, request, f"{path}callable:{prefix}1")
        runnable = await self._team(agent, request).agent(agent, path=path, prefix=prefix)
        try:
            async for item in runnable.stream(request):
                if isinstance(item, AgentReply):
                    return item
                self._say(item)
        except CallFailed:
            self._broken_off = runnable.so_far()
            raise
        raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_ANSWER, agent=agent.name))

    def _team(self, agent: Agent, request: AgentRequest) -> Team:
        """Return the execution's agents: the one that answers, and the helpers that it may call."""
        means, journal = self._means, self._journal
        taint = Taint(
            journal, request.message, request.history, tainted=request.tainted, own_words=not request.message_outside
        )
        work = Work(
            caller=means.caller, catalog=means.catalog, journal=journal, budget=agent.budget, taint=taint,
            secrets=means.secrets_for(self._user_id),
        )  # fmt: skip
        return Team(
            user_id=self._user_id, work=work, tools=means.tools, roster=self._router.roster, say=self._say,
            function=means.rosters.function,
        )  # fmt: skip

    def _say(self, piece: TextPiece) -> None:
        self._means.bus.say(self._execution.id, piece)

    async def _is_given_strangers_words(self) -> bool:
        """Whether its task holds what strangers wrote, or the results that the task builds on."""
        if self._execution.purpose is not RunPurpose.TASK:
            return False
        errand = await self._means.stores.tasks.of_execution(self._user_id, self._execution.id)
        return errand.tainted

    async def _every_tool(self) -> Mapping[str, Tool]:
        return (await self._means.tools.of(self._user_id)).tools()

    async def _call(self, function: CallableAgent, request: AgentRequest, key: str) -> AgentReply:
        """Let a Python function answer, as one journaled step."""
        if step := self._journal.done(key):
            if step.error is not None:
                raise CallFailed(ErrorClass.TOOL, step.error)
            return function_reply(request, str((step.output or {})["content"]))
        begun = self._journal.find(key)
        if begun is not None and not function.repeatable:
            raise OutcomeUnknown(begun)
        step = self._journal.new(
            key, kind=StepKind.CALLABLE, agent_id=function.agent.id, status=StepStatus.RUNNING, name=function.agent.id
        )
        await self._journal.write(step)
        try:
            reply = await function.process(request)
        except CallFailed as failure:
            await self._journal.write(step.evolve(status=StepStatus.FAILED, error=str(failure)))
            raise
        self._means.bus.say(self._execution.id, TextPiece(key, 0, reply.content))
        await self._journal.write(step.evolve(status=StepStatus.COMPLETED, output={"content": reply.content}))
        return function_reply(request, reply.content)

    async def _history(self, window: int) -> list[ModelMessage]:
        if window == 0:
            return []
        stored = await self._means.stores.conversations.history(
            self._user_id, self._execution.conversation_id, before_execution=self._execution.id,
            executions=window if window > 0 else MOST_EXECUTIONS,
        )  # fmt: skip
        return loaded(stored, window)

    async def _review(self, router: "Router", decision: Decision, reply: AgentReply) -> AgentReply:
        named = [part.agent for part in decision.parts] or [delegation.worker_of(decision)]
        agents = [agent for agent in map(router.roster.get, filter(None, named)) if agent is not None]
        supervisor = router.roster.get(SUPERVISOR_ID)
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
            return await self._revised(router, decision, agent, reply, verdict.advice)
        except CallFailed as failure:
            log.warning("an answer could not be revised", execution=self._execution.id, error=str(failure))
            return await self._unrevised(supervisor, agent, reply, failure)

    def _fixed(self, decision: Decision, agent: Agent) -> FlagCause | None:
        """Return why an answer stays as it is whatever a review says; nothing if it can be revised."""
        if decision.parts:
            return None  # only the joining is done anew
        function = self._means.rosters.function(agent.id)
        if function is not None:
            return None if function.repeatable else FlagCause.NOT_REPEATABLE
        return FlagCause.BY_RULES if self._means.catalog.resolve(agent.model) == "offline" else None

    async def _revised(
        self, router: "Router", decision: Decision, agent: Agent, first: AgentReply, advice: str
    ) -> AgentReply:
        """Let the agent go on from its first answer and all that it called. Raises `CallFailed`, also for silence."""
        self._broken_off = ()
        if decision.parts:
            return await self._answer_parts(router, decision, first=first.content, advice=advice)
        sent_back = SentBack(messages=first.messages, advice=advice)
        revised = await self._answer(agent, self._notes, prefix="revision-", sent_back=sent_back)
        if not revised.content.strip():
            self._broken_off = without_silence(revised.messages)
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_REVISION, agent=agent.name))
        return revised

    async def _unrevised(self, supervisor: Agent, agent: Agent, first: AgentReply, failure: CallFailed) -> AgentReply:
        """Return the first answer, which is better than none; the thread keeps what the failed revision called."""
        messages = first.messages
        if calls_in(self._broken_off) > calls_in(messages):
            messages = [
                *self._broken_off,
                ModelResponse(parts=[TextPart(content=first.content)], metadata=messages[-1].metadata),
            ]
        step = self._journal.new(
            NOT_REVISED, kind=StepKind.REVIEW, agent_id=supervisor.id, status=StepStatus.FAILED, error=str(failure),
            output={**written(flagged(FlagCause.NOT_REVISED, str(failure))), "messages": stored(messages)},
        )  # fmt: skip
        await self._journal.write(step, _reviewed(agent, flagged(FlagCause.NOT_REVISED, str(failure))))
        return replace(first, messages=messages)

    async def _verdict(self, supervisor: Agent, agent: Agent, reply: AgentReply, fixed: FlagCause | None) -> Verdict:
        """Return the review of an answer; what cannot be revised is flagged, with `fixed` as the cause."""
        if step := self._journal.done("review"):
            return read_back(step.output or {})
        step = self._journal.new(
            "review", kind=StepKind.REVIEW, agent_id=supervisor.id, status=StepStatus.COMPLETED,
            name=self._means.catalog.resolve(supervisor.model) if self._means.catalog.configured else "",
            input={"doubts": list(reply.doubts)},
        )  # fmt: skip
        verdict = await review(
            supervisor, self._means.caller, self._means.catalog, message=self._execution.message,
            answer=reply.content, doubts=reply.doubts,
            calls=[step for step in self._journal.steps if step.kind is StepKind.TOOL],
        )  # fmt: skip
        if verdict.kind is VerdictKind.REVISE and fixed is not None:
            verdict = flagged(fixed, verdict.reason, usage=verdict.usage)
        await self._journal.write(step.evolve(output=written(verdict), usage=verdict.usage), _reviewed(agent, verdict))
        return verdict

    async def _finalize(self, router: "Router", decision: Decision, reply: AgentReply) -> None:
        """Write the answer, end the execution and tell everyone, in one transaction."""
        worker = delegation.worker_of(decision)
        answer = reply.content if reply.content.strip() else delegation.no_answer(self._language)
        outcome = reply.outcome if reply.content.strip() else Outcome.UNANSWERED
        usage = self._journal.usage
        events: list[Any] = [AgentCompleted(agent=worker or SUPERVISOR_ID, iterations=reply.iterations, usage=usage)]
        if self._execution.mode is Mode.DIRECT and worker:
            events.append(DirectExecuted(agent=worker))
        events.append(
            ExecutionFinished(
                status=ExecutionStatus.COMPLETED, agent=worker, content=answer, usage=usage, outcome=outcome
            )
        )
        stores, user_id, execution = self._means.stores, self._user_id, self._execution
        async with self._means.database.as_user(user_id):
            errand = await hold_errand(stores, user_id, execution)
            await stores.conversations.add_message(
                user_id, execution.conversation_id, Author.AGENT, answer, agent_id=worker or SUPERVISOR_ID,
                execution_id=execution.id, last_agent=decision.parts[-1].agent if decision.parts else None,
            )  # fmt: skip
            for agent_id in [part.agent for part in decision.parts] or filter(None, [worker]):
                await stores.agents.touch(user_id, agent_id, self._expiry(router, agent_id))
            await self._journal.finish(
                self._journal.new(
                    "finalize", kind=StepKind.FINALIZE, agent_id=worker, status=StepStatus.COMPLETED,
                    output={"answer": answer},
                ),
                events, usage=usage, answer=answer, outcome=outcome,
                messages=dumped(reply, execution.message, answer),
            )  # fmt: skip
            await settle(
                stores, user_id, execution, errand, ExecutionStatus.COMPLETED, worker=worker,
                handed_in=reply.handed_in or HandedIn(result=answer),
                outcome=outcome, steps=self._journal.steps,
            )  # fmt: skip
        self._journal.reach("after finish")
        self._means.bus.close_texts(execution.id)

    def _expiry(self, router: "Router", agent_id: str) -> datetime | None:
        agent = router.roster.get(agent_id)
        if agent is None or agent.origin is not Origin.RUNTIME:
            return None
        return datetime.now(UTC) + self._means.runtime_agent_life


def _reviewed(agent: Agent, verdict: Verdict) -> AnswerReviewed:
    return AnswerReviewed(agent=agent.id, verdict=verdict.kind, reason=verdict.reason, cause=verdict.cause)

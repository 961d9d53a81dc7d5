"""The work that answers a message: supervisor, router, agent, review."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import structlog
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from bailiwick.agents.callables import CallableAgent
from bailiwick.agents.contract import AgentReply, AgentRequest, SentBack
from bailiwick.kernel.errors import AgentUnavailable
from bailiwick.kernel.events.facts import AnswerReviewed, ModeSwitched, SupervisedDelegated
from bailiwick.kernel.events.strands import TextPiece
from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.places import Phase, Place
from bailiwick.kernel.reasons import Reason, ReasonCode, text_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Outcome
from bailiwick.models import small_talk
from bailiwick.models.contract import ListedAgent
from bailiwick.models.history import last_user_text
from bailiwick.models.recognising import LONGEST_CONTINUATION, continued_by, recalled_by, stands_alone
from bailiwick.people.preferences import Preferences
from bailiwick.runs import delegation
from bailiwick.runs.agent_loop import Work
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.for_supervisor import for_supervisor, respelt
from bailiwick.runs.helpers import Team
from bailiwick.runs.joining import Joining
from bailiwick.runs.journal import Journal
from bailiwick.runs.model_choice import chosen, is_open, model_to_ask, settled, without
from bailiwick.runs.parts import Parts
from bailiwick.runs.purpose import RunResult
from bailiwick.runs.recalling import note_recalled, recalled_before
from bailiwick.runs.records import Execution, RunPurpose, StepKind, StepStatus
from bailiwick.runs.review import due, flagged, read_back, review, written
from bailiwick.runs.reviews import FlagCause, ReviewVerdict, VerdictKind
from bailiwick.runs.taint import Taint, holds_strangers_words
from bailiwick.runs.threads.history import (
    calls_in,
    dumped,
    exchange,
    function_reply,
    loaded,
    restored,
    stored,
    without_silence,
)
from bailiwick.runs.threads.records import Conversation
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.tool_calls import OutcomeUnknown
from bailiwick.tools.records import Tool
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent, Origin
from bailiwick_router.core.decisions import Decision, Mode, Stage
from bailiwick_router.core.language import Language, told_language

if TYPE_CHECKING:
    from bailiwick.agents.releases.choosing import Choosing
    from bailiwick_router.pipeline import Router

log = structlog.get_logger(__name__)

NOT_REVISED = "review:revision"
"""Key of the step that says why a first answer stays although it was sent back."""
LONGEST_LOOKING_BACK = max(LONGEST_CONTINUATION, small_talk.LONGEST)
"""Characters; a longer message is read without the one before it."""
MOST_EXECUTIONS = 1000
"""Earlier executions of a thread that an agent with an unlimited window sees."""


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
        """`choosing` decides who answers; `preferences` hold where neither request nor agent says otherwise."""
        self._dependencies = dependencies.preferring(preferences)
        self._user_id = user_id
        self._execution = execution
        self._journal = journal
        self._choosing = choosing
        self._router = choosing.working
        self._language: Language = preferences.language or "en"
        self._notes = ""
        self._known: Sequence[KnownFact] = ()
        """What is remembered and fits the message."""
        self._reading = delegation.MessageReading()
        """What the message was found to be before it was routed."""
        self._has_history = False
        """Whether the thread had an execution before this one."""
        self._histories: dict[int, Sequence[Any]] = {}
        """What was read of earlier executions, by how many of them."""
        self._broken_off: Sequence[ModelMessage] = ()
        """The exchange of the agent that failed last, as far as it came."""

    async def carry_out(self) -> RunResult:
        """Go through the phases in order and return what came of them.

        All that is read and chosen before an agent works is one transaction, which the caller has opened. Raises
        `CallFailed`, `OutcomeUnknown`, `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        choosing, router = self._choosing, self._router
        conversation = await self._thread()
        self._known = await self._recalled()
        self._notes = self._supervise(conversation)
        decision = await self._route(choosing, conversation)
        if is_open(decision):
            decision = await self._settle(choosing, conversation, decision)
        note_recalled(self._journal, delegation.worker_of(decision), self._known)
        if decision.canary:
            self._dependencies.canaries.noticed(self._user_id)
        reply = await self._work(router, decision)
        reply = await self._review(router, decision, reply)
        return self._answered(router, decision, reply)

    async def _thread(self) -> Conversation:
        """Return the thread; tell if the person speaks with the agent in another mode than before.

        A message whose words tell no language is in that of the one before it.
        """
        execution = self._execution
        found = await self._dependencies.stores[ConversationStore].as_it_was_before(self._user_id, execution.id)
        thread, before, self._has_history, said_before = found
        for text in (execution.requests[-1], *said_before):
            if language := told_language(text):
                self._language = language
                break
        asked = execution.attempt == 1 and execution.requested_agent and execution.purpose is RunPurpose.CHAT
        if asked and before is not None and before is not execution.mode:
            self._journal.note(ModeSwitched(before=before, after=execution.mode))
        return thread

    async def _recalled(self) -> Sequence[KnownFact]:
        """Return what is remembered and fits the message, as an earlier attempt recalled it if that is noted."""
        if (before := recalled_before(self._journal)) is not None:
            return before
        return await self._dependencies.recalling.fitting(self._user_id, self._execution.requests[-1])

    def _supervise(self, conversation: Conversation) -> str:
        if self._execution.mode is Mode.DIRECT:
            return ""
        if step := self._journal.done("supervisor"):
            return str((step.output or {})["guidance"])
        notes = delegation.guidance(self._execution, conversation, self._language)
        self._journal.note_step(
            self._journal.new(
                "supervisor",
                kind=StepKind.SUPERVISOR,
                agent_id=SUPERVISOR_ID,
                status=StepStatus.COMPLETED,
                output={"guidance": notes},
            )
        )
        return notes

    async def _route(self, choosing: "Choosing", conversation: Conversation) -> Decision:
        """Return the stored decision, or one that a model is to settle first."""
        if self._journal.done("router") and self._execution.decision is not None:
            return self._execution.decision
        asked = model_to_ask(self._dependencies.catalog, self._dependencies.routing_model)
        self._reading = await self._read(conversation)
        decision = delegation.route(
            choosing, self._execution, conversation, self._reading, model_available=asked is not None
        )
        return decision if is_open(decision) else self._assign(choosing, decision)

    async def _read(self, conversation: Conversation) -> delegation.MessageReading:
        """Return what the message is, as recognisers read it and by the message before it."""
        requested, text = self._execution.requested_agent, self._execution.requests[-1]
        if requested and requested != SUPERVISOR_ID:
            return delegation.MessageReading()
        if continues := await self._continued(conversation, text):
            return delegation.MessageReading(continues=continues)
        last = self._router.roster.get(conversation.last_agent) if conversation.last_agent else None
        looks_back = last is not None and len(text) <= LONGEST_LOOKING_BACK
        before = last_user_text(await self._history(last.context_window)) if last is not None and looks_back else ""
        own = for_supervisor(text, before, self._language, self._router, await self._every_tool())
        if own is not None and own.language is not None:
            self._language = own.language  # a word such as “cancela” is read for sure, where counting words is not
        address = self._router.query(before).address if last is not None and before else None
        asked_for_last = last is not None and address is not None and not address.asked and last.id in address.agents
        recalls = None if own else recalled_by(text, self._language, await self._every_tool(), self._known)
        if own is None and recalls is None and (reading := await self._read_respelt(conversation, text)):
            return reading
        return delegation.MessageReading(recalls=recalls, for_team=own and own.why, asked_for_last=asked_for_last)

    async def _read_respelt(self, conversation: Conversation, text: str) -> delegation.MessageReading | None:
        """Return what the message is with its typing mistakes put right, where no tool reads it by itself."""
        for meant in respelt(text, self._router):
            if continues := await self._continued(conversation, meant):
                return delegation.MessageReading(continues=continues, read_as=meant)
            if own := for_supervisor(meant, "", self._language, self._router, await self._every_tool()):
                self._language = own.language or self._language
                return delegation.MessageReading(for_team=own.why, read_as=meant)
            if recalls := recalled_by(meant, self._language, await self._every_tool(), self._known):
                return delegation.MessageReading(recalls=recalls, read_as=meant)
        return None

    async def _continued(self, conversation: Conversation, text: str) -> str | None:
        """Return the tool by which the thread's last agent reads the text as going on with its answer."""
        last = self._router.roster.get(conversation.last_agent) if conversation.last_agent else None
        if last is None or self._execution.requested_agent or len(text) > LONGEST_CONTINUATION:
            return None
        history = await self._history(last.context_window)
        if not history:
            return None
        tools = _without_those_for_team((await self._dependencies.tools.for_agent(self._user_id, last)).tools())
        asking = [*history, ModelRequest(parts=[UserPromptPart(content=text)])]
        found = continued_by(text, self._language, asking, tools, self._known)
        if found is None:
            return None
        every = {**_without_those_for_team(await self._every_tool()), **tools}
        if stands_alone(text, self._language, every, self._known):
            return None
        return found

    async def _settle(self, choosing: "Choosing", conversation: Conversation, decision: Decision) -> Decision:
        """Ask a model where an open decision goes, outside of any transaction; in vain, decide without it."""
        roster = choosing.decides(conversation.id)[0].roster
        agents = [agent for agent in map(roster.get, decision.shortlist) if agent is not None]
        model = model_to_ask(self._dependencies.catalog, self._dependencies.routing_model) or "offline"
        await self._journal.settle()
        choice = await chosen(self._journal, self._dependencies.caller, model, decision.message, agents)
        if choice.valid:
            decision = settled(decision, choice)
        else:
            decision = without(delegation.route(choosing, self._execution, conversation, self._reading), choice)
        decision = self._assign(choosing, decision)
        await self._journal.settle()
        return decision

    def _assign(self, choosing: "Choosing", decision: Decision) -> Decision:
        """Note who works on it and why; return the decision as it will be stored."""
        worker = delegation.worker_of(decision)
        decision = self._journal.assign(worker, decision)
        self._journal.note_step(
            self._journal.new(
                "router",
                kind=StepKind.ROUTER,
                agent_id=worker,
                status=StepStatus.COMPLETED,
                output={
                    "decision": decision.id,
                    "agent": decision.agent,
                    "stage": decision.stage,
                    "reason": decision.reason,
                },
            ),
            *self._delegated(choosing.working, decision, worker),
        )
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
        if worker is None and not self._dependencies.catalog.configured:
            return AgentReply(content=delegation.nobody_fits(router.roster, self._language), outcome=Outcome.UNANSWERED)
        agent = router.roster.get(worker or SUPERVISOR_ID)
        if agent is None:
            raise AgentUnavailable(Reason.of(ReasonCode.AGENT_WAS_REMOVED, agent=worker or ""))
        roster = delegation.listed(router.roster, self._language) if agent.id == SUPERVISOR_ID else ()
        return await self._answer(agent, self._notes, roster=roster)

    async def _answer_parts(
        self, router: "Router", decision: Decision, *, first: str = "", advice: str = ""
    ) -> AgentReply:
        """Let each part be done by its agent, and make one answer of theirs; with `advice` on the first, make it anew.

        Raises `CallFailed` when no part could be done.
        """
        answers = await Parts(self._journal, router.roster.get, self._answer, self._notes).answers(decision.parts)
        failed = [each for each in answers if each.error is not None]
        if len(failed) == len(answers):
            errors = {text_of(each.error): each.error for each in failed if each.error is not None}
            said = failed[0].error if len(errors) == 1 and failed[0].error else " ".join(errors)
            raise CallFailed(failed[0].error_class or ErrorClass.MODEL, said)
        joining, asked = self._joining(router), self._execution.message
        if advice:
            content = await joining.join_again(asked, answers, self._notes, first=first, advice=advice)
        else:
            content = await joining.join(asked, answers, self._notes)
        doubts = dict.fromkeys(doubt for each in answers for doubt in each.doubts)
        before = await self._holds_strangers_words(await self._history(-1))
        tainted = Taint(self._journal, self._execution.message, (), tainted=before).tainted
        messages = exchange(self._execution.message, content, tainted=tainted)
        outcome = Outcome.of_all([each.outcome for each in answers])
        return AgentReply(content=content, iterations=1, doubts=tuple(doubts), messages=messages, outcome=outcome)

    def _joining(self, router: "Router") -> Joining:
        return Joining(
            self._dependencies.catalog, router.roster.get(SUPERVISOR_ID), self._answer, self._say, self._language
        )

    async def _answer(
        self,
        agent: Agent,
        notes: str,
        *,
        message: str | None = None,
        asked: Sequence[str] = (),
        place: Place = Place(),
        sent_back: SentBack | None = None,
        roster: Sequence[ListedAgent] = (),
    ) -> AgentReply:
        """Let the agent work; publish its text as it comes.

        `message` is what it reads, if not that of the execution, and `asked` what that asks for, if not all of it;
        `place` is where in the work on the execution it works; `sent_back` is the answer that it revises;
        `roster` are the agents that it may tell about.
        """
        history = await self._history(agent.context_window)
        message_outside = self._execution.tainted
        request = AgentRequest(
            user_id=self._user_id,
            execution_id=self._execution.id,
            message=message or self._execution.message,
            asked=asked if message else self._asked(),
            language=self._language,
            guidance=notes,
            known=self._known,
            timezone=self._dependencies.timezone,
            conversation_id=self._execution.conversation_id,
            history=history,
            tainted=message_outside or await self._holds_strangers_words(history),
            message_outside=message_outside,
            sent_back=sent_back,
            lacks=await self._lacks(agent),
            roster=roster,
        )
        function = self._dependencies.rosters.function(agent.id)
        if function is not None:
            return await self._call(function, request, place.in_round(1))
        runnable = await self._team(agent, request).agent(agent, place=place)
        try:
            return await runnable.process(request)
        except CallFailed:
            self._broken_off = runnable.so_far()
            raise

    async def _lacks(self, agent: Agent) -> Sequence[Lack]:
        """Return what an agent without a model cannot work without and does not have."""
        if not agent.needs or self._dependencies.catalog.resolve(agent.model) != "offline":
            return ()
        return (await self._dependencies.health.of(self._user_id, [agent]))[agent.id].lacks

    def _asked(self) -> Sequence[str]:
        """Return what is asked, the most particular first, if that is not all of the message.

        It is one empty text where the message only asks for the agent by name.
        """
        decision = self._journal.decision
        if decision is not None and decision.stage is Stage.ADDRESSED and not decision.asked:
            return ("",)
        if decision is None or not decision.asked:
            return self._execution.asked
        return (decision.asked, *self._execution.requests)

    def _team(self, agent: Agent, request: AgentRequest) -> Team:
        """Return the execution's agents: the one that answers, and the helpers that it may call."""
        dependencies, journal = self._dependencies, self._journal
        taint = Taint(
            journal, request.message, request.history, tainted=request.tainted, own_words=not request.message_outside
        )
        work = Work(
            caller=dependencies.caller,
            catalog=dependencies.catalog,
            journal=journal,
            budget=agent.budget,
            taint=taint,
            secrets=dependencies.secrets_for(self._user_id),
            say=self._say,
        )
        return Team(
            user_id=self._user_id,
            work=work,
            tools=dependencies.tools,
            roster=self._router.roster,
            known=request.known,
            function=dependencies.rosters.function,
        )

    def _say(self, piece: TextPiece) -> None:
        self._dependencies.bus.say(self._execution.id, piece)

    async def _holds_strangers_words(self, history: Sequence[ModelMessage]) -> bool:
        return await holds_strangers_words(history, self._every_tool, self._router.roster)

    async def _every_tool(self) -> Mapping[str, Tool]:
        return (await self._dependencies.tools.of(self._user_id)).tools()

    async def _call(self, function: CallableAgent, request: AgentRequest, place: Place) -> AgentReply:
        """Let a Python function answer, as one journaled step."""
        key = place.function_key
        if step := self._journal.done(key):
            if step.error is not None:
                raise CallFailed(ErrorClass.TOOL, step.why or step.error)
            return function_reply(request, str((step.output or {})["content"]))
        begun = self._journal.find(key)
        if begun is not None and not function.repeatable:
            raise OutcomeUnknown(begun)
        step = self._journal.new(
            key,
            kind=StepKind.CALLABLE,
            agent_id=function.agent.id,
            status=StepStatus.RUNNING,
            name=function.agent.id,
            place=place,
        )
        await self._journal.write(step)
        try:
            reply = await function.process(request)
        except CallFailed as failure:
            await self._journal.write(step.failed(failure.said))
            raise
        self._dependencies.bus.say(self._execution.id, TextPiece(key, 0, reply.content, line=place.caller))
        await self._journal.write(step.evolve(status=StepStatus.COMPLETED, output={"content": reply.content}))
        return function_reply(request, reply.content)

    async def _history(self, window: int) -> list[ModelMessage]:
        if window == 0 or not self._has_history:
            return []
        executions = window if window > 0 else MOST_EXECUTIONS
        if executions not in self._histories:
            self._histories[executions] = await self._dependencies.stores[ConversationStore].history(
                self._user_id,
                self._execution.conversation_id,
                before_execution=self._execution.id,
                executions=executions,
            )
        return loaded(self._histories[executions], window)

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
        """Return why an answer stays as it is whatever a review says; None if it can be revised."""
        if decision.parts:
            return None  # only the joining is done anew
        function = self._dependencies.rosters.function(agent.id)
        if function is not None:
            return None if function.repeatable else FlagCause.NOT_REPEATABLE
        return FlagCause.BY_RULES if self._dependencies.catalog.resolve(agent.model) == "offline" else None

    async def _revised(
        self, router: "Router", decision: Decision, agent: Agent, first: AgentReply, advice: str
    ) -> AgentReply:
        """Let the agent go on from its first answer and all that it called. Raises `CallFailed`, also for silence."""
        self._broken_off = ()
        if decision.parts:
            return await self._answer_parts(router, decision, first=first.content, advice=advice)
        sent_back = SentBack(messages=first.messages, advice=advice)
        revised = await self._answer(agent, self._notes, place=Place(phase=Phase.REVISION), sent_back=sent_back)
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
        step = self._journal.new(
            "review",
            kind=StepKind.REVIEW,
            agent_id=supervisor.id,
            status=StepStatus.COMPLETED,
            name=self._dependencies.catalog.resolve(supervisor.model) if self._dependencies.catalog.configured else "",
            input={"doubts": list(reply.doubts)},
        )
        await self._journal.settle()
        verdict = await review(
            supervisor,
            self._dependencies.caller,
            self._dependencies.catalog,
            message=self._execution.message,
            answer=reply.content,
            doubts=reply.doubts,
            calls=[step for step in self._journal.steps if step.kind is StepKind.TOOL],
        )
        if verdict.kind is VerdictKind.REVISE and fixed is not None:
            verdict = flagged(fixed, verdict.why or verdict.reason, usage=verdict.usage)
        await self._journal.write(step.evolve(output=written(verdict), usage=verdict.usage), _reviewed(agent, verdict))
        return verdict

    def _answered(self, router: "Router", decision: Decision, reply: AgentReply) -> RunResult:
        """Return the reply as what the person reads."""
        worker = delegation.worker_of(decision)
        said = bool(reply.content.strip())
        content = reply.content if said else delegation.no_answer(self._language)
        agents = [part.agent for part in decision.parts] or [*filter(None, [worker])]
        return RunResult(
            reply=reply,
            content=content,
            agent_id=worker or SUPERVISOR_ID,
            worker=worker,
            outcome=reply.outcome if said else Outcome.UNANSWERED,
            messages=dumped(reply, self._execution.message, content),
            used={agent_id: self._expiry(router, agent_id) for agent_id in agents},
            last_agent=decision.parts[-1].agent if decision.parts else None,
        )

    def _expiry(self, router: "Router", agent_id: str) -> datetime | None:
        agent = router.roster.get(agent_id)
        if agent is None or agent.origin is not Origin.RUNTIME:
            return None
        return datetime.now(UTC) + self._dependencies.runtime_agent_life


def _without_those_for_team(tools: Mapping[str, Tool]) -> Mapping[str, Tool]:
    return {name: tool for name, tool in tools.items() if not tool.spec.for_team}


def _reviewed(agent: Agent, verdict: ReviewVerdict) -> AnswerReviewed:
    return AnswerReviewed(
        agent=agent.id, verdict=verdict.kind, reason=verdict.reason, why=verdict.why, cause=verdict.cause
    )

"""The work that answers a message: supervisor, router, agent, review."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import structlog
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart

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
from bailiwick.models.contract import ListedAgent
from bailiwick.people.preferences import Preferences
from bailiwick.runs import delegation
from bailiwick.runs.agent_loop import Work
from bailiwick.runs.briefing import brief, planned
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.handing_over import (
    HAND_OVER,
    LISTED,
    PHASES,
    Colleagues,
    continued,
    did,
    handed,
    note_hand_over,
    place_of,
    told,
)
from bailiwick.runs.helpers import Team
from bailiwick.runs.joining import Joining
from bailiwick.runs.journal import Journal
from bailiwick.runs.message_reading import MessageReader, MessageReading
from bailiwick.runs.model_choice import SaidBefore, chosen, is_open, model_to_ask, settled, without
from bailiwick.runs.parts import Parts
from bailiwick.runs.planning import RulesPlanner
from bailiwick.runs.purpose import RunResult
from bailiwick.runs.recalling import note_recalled, recalled_before
from bailiwick.runs.records import Execution, RunPurpose, StepKind, StepStatus
from bailiwick.runs.review import due, flagged, read_back, review, written
from bailiwick.runs.reviews import FlagCause, ReviewVerdict, VerdictKind
from bailiwick.runs.silence import ended_by
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.taint import Taint, holds_strangers_words
from bailiwick.runs.threads.history import (
    SaidTurn,
    as_read_by,
    calls_in,
    calls_of,
    dumped,
    exchange,
    function_reply,
    going_on,
    loaded,
    restored,
    stored,
    without_silence,
)
from bailiwick.runs.threads.records import Conversation, Exchange
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.tool_calls import OutcomeUnknown
from bailiwick.tools.records import Tool
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent, Origin
from bailiwick_router.core.decisions import Decision, Mode, RoutingContext, Stage
from bailiwick_router.core.language import Language, told_language

if TYPE_CHECKING:
    from bailiwick.agents.releases.choosing import Choosing
    from bailiwick_router.pipeline import Router

log = structlog.get_logger(__name__)

NOT_REVISED = "review:revision"
"""Key of the step that says why a first answer stays although it was sent back."""
BY_NAME = (Stage.EXPLICIT, Stage.ADDRESSED)
"""Stages by which a person gets the agent that they asked for by name."""
LAST_MESSAGES = 40
"""Messages of the thread that the stage that asks a model looks through for the last turns."""
MOST_RESPELT = 2
"""Ways of putting typing mistakes right in which memory is asked."""
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
        self._reading = MessageReading()
        """What the message was found to be before it was routed."""
        self._has_history = False
        """Whether the thread had an execution before this one."""
        self._silence: int | None = None
        """Minutes of silence by which the conversation before had ended."""
        self._histories: dict[int, Sequence[Exchange]] = {}
        """What was read of earlier executions, by how many of them."""
        self._broken_off: Sequence[ModelMessage] = ()
        """The exchange of the agent that failed last, as far as it came."""
        self._had: Sequence[Agent] = ()
        """Who has worked on the whole message: the one that was chosen, then those that it was handed over to."""

    async def carry_out(self) -> RunResult:
        """Go through the phases in order and return what came of them.

        All that is read and chosen before an agent works is one transaction, which the caller has opened. Raises
        `CallFailed`, `OutcomeUnknown`, `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        choosing, router = self._choosing, self._router
        conversation = await self._thread()
        self._known = await self._recalled(choosing, conversation)
        self._notes = self._supervise(conversation)
        decision = await self._route(choosing, conversation)
        if is_open(decision):
            decision = await self._settle(choosing, conversation, decision)
        if decision.id is None and (briefer := self._briefer(decision)) is not None:
            decision = await self._briefed(choosing, decision, *briefer)
        if any(agent.recall for agent in self._workers(decision)):
            note_recalled(self._journal, delegation.worker_of(decision), self._known)
        if decision.canary:
            self._dependencies.canaries.noticed(self._user_id)
        reply = await self._work(router, decision)
        reply = await self._review(router, decision, reply)
        return self._answered(router, decision, reply)

    async def _thread(self) -> Conversation:
        """Return the thread, as one in which nobody answered last where silence has ended the conversation in it.

        Tell if the person speaks with the agent in another mode than before. A message whose words tell no language is
        in that of the one before it.
        """
        execution = self._execution
        found = await self._dependencies.stores[ConversationStore].as_it_was_before(self._user_id, execution.id)
        thread, before, self._has_history, quiet_since, said_before = found
        for text in (execution.requests[-1], *said_before):
            if language := told_language(text):
                self._language = language
                break
        self._silence = self._ended_by(thread, quiet_since)
        if self._silence is not None:
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
        return ended_by(quiet_since, self._execution.created_at, last, self._dependencies.silence_minutes)

    async def _recalled(self, choosing: "Choosing", conversation: Conversation) -> Sequence[KnownFact]:
        """Return what is remembered and fits the message, as an earlier attempt recalled it if that is noted.

        Memory is not read for agents for which that is switched off: for a message that goes to such ones alone.
        """
        if (before := recalled_before(self._journal)) is not None:
            return before
        if not all(agent.recall for agent in self._router.roster):
            continues = await self._reader().continues(
                self._execution.requests[-1],
                self._language,
                requested=self._execution.requested_agent,
                last_agent=conversation.last_agent,
            )
            self._reading = MessageReading(continues=continues)
            if not any(agent.recall for agent in self._workers(self._decide(choosing, conversation))):
                return ()
        return await self._fitting(self._execution.requests[-1])

    async def _fitting(self, text: str) -> Sequence[KnownFact]:
        """Return what fits what a message asks besides whom; where nothing does, with its typing mistakes put right."""
        query = self._router.query(text)
        recalling = self._dependencies.recalling
        if found := await recalling.fitting(self._user_id, query.address.asked or text):
            return found
        for meant in query.respellings[:MOST_RESPELT]:
            if found := await recalling.fitting(self._user_id, meant):
                return found
        return ()

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
        decision = self._decide(choosing, conversation, model_available=asked is not None)
        if is_open(decision):
            return decision
        decision = await self._planned(decision)
        return decision if self._briefer(decision) else self._assign(choosing, decision)

    def _decide(self, choosing: "Choosing", conversation: Conversation, *, model_available: bool = False) -> Decision:
        return delegation.route(
            choosing,
            self._execution,
            conversation,
            self._reading,
            silence=self._silence,
            model_available=model_available,
        )

    def _workers(self, decision: Decision) -> Sequence[Agent]:
        """Return the agents that work on it; the supervisor where no other does."""
        named = [part.agent for part in decision.parts] or [delegation.worker_of(decision) or SUPERVISOR_ID]
        return [agent for agent in map(self._router.roster.get, named) if agent is not None]

    async def _planned(self, decision: Decision) -> Decision:
        """Return the decision with a plan by rules, where no model is there to do several things in turn."""
        worker = self._router.roster.get(delegation.worker_of(decision) or "")
        by_rules = not self._dependencies.catalog.configured if worker is None else self._by_rules(worker)
        colleagues = await self._colleagues([]) if by_rules and self._execution.mode is Mode.SUPERVISED else None
        if colleagues is None:
            return decision
        return RulesPlanner(self._router, colleagues, self._language).planned(decision)

    async def _read(self, conversation: Conversation) -> MessageReading:
        """Return what the message is before it is routed; its language may be known for sure then."""
        reading = await self._reader().read(
            self._execution.requests[-1],
            self._language,
            requested=self._execution.requested_agent,
            last_agent=conversation.last_agent,
        )
        self._language = reading.language or self._language
        return reading

    def _reader(self) -> MessageReader:
        return MessageReader(self._router, self._history, self._every_tool, self._tools_of, self._known)

    async def _tools_of(self, agent: Agent) -> Mapping[str, Tool]:
        return (await self._dependencies.tools.for_agent(self._user_id, agent)).tools()

    async def _settle(self, choosing: "Choosing", conversation: Conversation, decision: Decision) -> Decision:
        """Ask a model where an open decision goes, outside of any transaction; in vain, decide without it."""
        roster = choosing.decides(conversation.id)[0].roster
        agents = [agent for agent in map(roster.get, decision.shortlist) if agent is not None]
        model = model_to_ask(self._dependencies.catalog, self._dependencies.routing_model) or "offline"
        before = await self._said_before()
        await self._journal.settle()
        choice = await chosen(self._journal, self._dependencies.caller, model, decision.message, agents, before)
        in_vain = None if choice.valid else without(self._decide(choosing, conversation), choice)
        decision = in_vain or settled(decision, choice)
        if self._briefer(decision):
            return decision
        decision = self._assign(choosing, decision)
        await self._journal.settle()
        return decision

    def _briefer(self, decision: Decision) -> tuple[Agent, str] | None:
        """Return the supervisor and its own model, by which it briefs whoever answers; None where it has none to ask.

        Work is assigned after that.
        """
        supervisor, worker = self._router.roster.get(SUPERVISOR_ID), decision.agent
        supervised = self._execution.mode is Mode.SUPERVISED and not self._execution.tainted
        if supervisor is None or supervisor.model is None or worker in (None, SUPERVISOR_ID) or not supervised:
            return None
        model = self._dependencies.catalog.resolve(supervisor.model)
        return None if model == "offline" else (supervisor, model)

    async def _briefed(self, choosing: "Choosing", decision: Decision, supervisor: Agent, model: str) -> Decision:
        """Let the supervisor's model note what matters and plan, outside of any transaction; then assign the work."""
        await self._journal.settle()
        team = _likeliest([each for each in self._router.roster if each.routable], decision)[:LISTED]
        caller = self._dependencies.caller
        known = self._known if supervisor.recall else ()
        briefing = await brief(self._journal, caller, model, supervisor, decision, team, known)
        if briefing.note and (step := self._journal.done("supervisor")):
            self._notes = f"{self._notes} {briefing.note}"
            self._journal.note_step(step.evolve(output={"guidance": self._notes}))
        if not decision.parts and decision.stage not in BY_NAME:
            decision = planned(decision, briefing.plan)
        decision = self._assign(choosing, decision)
        await self._journal.settle()
        return decision

    async def _said_before(self) -> Sequence[SaidBefore]:
        """Return the last turns of the conversation that goes on."""
        turns = [turn for turn in await self._turns(LAST_MESSAGES) if not turn.exchange.ended]
        return [
            SaidBefore(turn.asked, self._name_of(turn.exchange.agent_id or SUPERVISOR_ID), turn.answer)
            for turn in turns
        ]

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
                output={"decision": decision.id},
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
        return await self._carry(agent, self._notes, roster=roster)

    async def _carry(
        self,
        agent: Agent,
        notes: str,
        *,
        message: str | None = None,
        asked: Sequence[str] = (),
        place: Place = Place(),
        sent_back: SentBack | None = None,
        roster: Sequence[ListedAgent] = (),
        before: Sequence[ModelMessage] = (),
    ) -> AgentReply:
        """Let the agent work, and whom it hands over to, at most twice; see `_answer`."""
        had, over = [agent], self._may_hand_over(agent, sent_back)
        reply = await self._answer(
            agent,
            notes,
            message=message,
            asked=asked,
            place=place,
            sent_back=sent_back,
            roster=roster,
            before=before,
            colleagues=await self._colleagues(had) if over else None,
        )
        whole = message or self._execution.message
        wanted = asked if message else self._asked() or (whole,)
        for number in range(1, len(PHASES) + 1):
            if reply.handed_over is None:
                break
            first, other = had[-1], self._router.roster.get(reply.handed_over.to)
            if other is None:
                removed = Reason.of(ReasonCode.AGENT_WAS_REMOVED, agent=reply.handed_over.to)
                raise CallFailed(ErrorClass.VALIDATION, removed)
            note_hand_over(self._journal, place, number, first, other, reply.handed_over)
            had.append(other)
            following = await self._answer(
                other,
                notes,
                message=handed(whole, first, reply.handed_over),
                asked=wanted,
                place=place_of(place, number),
                before=[*before, *did(reply)],
                colleagues=(
                    await self._colleagues(had) if number < len(PHASES) and self._may_hand_over(other, None) else None
                ),
            )
            reply = continued(whole, reply, following)
        if not place.path:
            self._had = had
        return reply

    def _by_rules(self, agent: Agent) -> bool:
        """Whether the agent works without a model."""
        return self._dependencies.catalog.resolve(agent.model) == "offline"

    def _may_hand_over(self, agent: Agent, sent_back: SentBack | None) -> bool:
        """Whether the agent may hand over what it is asked; tasks are their agents' own, and who was chosen out of the
        team in place of another has not got it to pass it back."""
        asked = self._execution.purpose in (RunPurpose.CHAT, RunPurpose.SCHEDULE) and sent_back is None
        chosen_here = self._execution.requested_agent is not None and self._execution.mode is Mode.SUPERVISED
        return asked and not chosen_here and agent.routable and self._dependencies.rosters.function(agent.id) is None

    async def _colleagues(self, had: Sequence[Agent]) -> Colleagues | None:
        """Return whom a request may be handed over to that these agents have had; None where there is nobody."""
        excluded = [(each.id, HAND_OVER) for each in had]
        without = {each.id for each in had}
        agents = [each for each in self._router.roster if each.routable and each.id not in without]
        if not agents:
            return None
        settings = self._router.settings
        return Colleagues(
            _likeliest(agents, self._journal.decision),
            await self._every_tool(),
            lambda text: self._router.decide(text, RoutingContext(excluded=excluded)).agent,
            sure=settings.tools_threshold,
            least=settings.tools_least,
        )

    async def _answer_parts(
        self, router: "Router", decision: Decision, *, first: str = "", advice: str = ""
    ) -> AgentReply:
        """Let each part be done by its agent, and make one answer of theirs; with `advice` on the first, make it anew.

        Raises `CallFailed` when no part could be done.
        """
        parts = Parts(self._journal, router.roster.get, self._carry, self._notes, self._by_rules)
        answers = await parts.answers(decision.parts)
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
        turns = await self._turns(-1)
        before = await self._holds_strangers_words([message for turn in turns for message in turn.messages])
        tainted = Taint(self._journal, self._execution.message, (), tainted=before).tainted
        asks, answer = exchange(self._execution.message, content, tainted=tainted)
        messages = [asks, *(call for each in answers for call in calls_of(restored(each.messages))), answer]
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
        before: Sequence[ModelMessage] = (),
        colleagues: Colleagues | None = None,
    ) -> AgentReply:
        """Let the agent work; publish its text as it comes.

        `message` is what it reads, if not that of the execution, and `asked` what that asks for, if not all of it;
        `place` is where in the work on the execution it works; `sent_back` is the answer that it revises;
        `roster` are the agents that it may tell about; `before` is what others have done for the message, and
        `colleagues` whom it may hand over to.
        """
        turns = await self._turns(agent.context_window)
        history = [*(message for turn in turns for message in turn.messages), *before]
        message_outside = self._execution.tainted
        request = AgentRequest(
            user_id=self._user_id,
            execution_id=self._execution.id,
            message=message or self._execution.message,
            asked=asked if message else self._asked(),
            language=(told_language(asked[-1]) if message and asked else None) or self._language,
            guidance=notes,
            known=self._known if agent.recall else (),
            timezone=self._dependencies.timezone,
            conversation_id=self._execution.conversation_id,
            history=[*going_on(turns), *before],
            read_history=[*as_read_by(turns, agent.id, self._name_of), *before],
            tainted=message_outside or await self._holds_strangers_words(history),
            message_outside=message_outside,
            sent_back=sent_back,
            lacks=await self._lacks(agent),
            roster=roster,
            may_hand_over=colleagues is not None,
        )
        function = self._dependencies.rosters.function(agent.id)
        if function is not None:
            return await self._call(function, request, place.in_round(1))
        runnable = await self._team(agent, request).agent(agent, place=place, colleagues=colleagues)
        try:
            return await runnable.process(request)
        except CallFailed:
            self._broken_off = runnable.so_far()
            raise

    def _name_of(self, agent_id: str) -> str:
        agent = self._router.roster.get(agent_id)
        return agent_id if agent is None else agent.name

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
        """Return the messages of the conversation that goes on, as they were."""
        return going_on(await self._turns(window))

    async def _turns(self, window: int) -> list[SaidTurn]:
        """Return what was said in the thread before, within an agent's window of messages."""
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
        named = [part.agent for part in decision.parts] or [self._worker(decision)]
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
        worker, had = self._worker(decision), self._had
        said = bool(reply.content.strip())
        content = reply.content if said else delegation.no_answer(self._language)
        agents = [part.agent for part in decision.parts] or [each.id for each in had] or [*filter(None, [worker])]
        last_agent = decision.parts[-1].agent if decision.parts else None
        if len(had) > 1 and decision.stage in BY_NAME:
            content = told(had[0], had[-1], content, self._language)
            # Who speaks with one agent goes on speaking with it.
            last_agent = had[0].id if self._execution.mode is Mode.DIRECT else None
        return RunResult(
            reply=reply,
            content=content,
            agent_id=worker or SUPERVISOR_ID,
            worker=worker,
            outcome=reply.outcome if said else Outcome.UNANSWERED,
            messages=dumped(reply, self._execution.message, content),
            used={agent_id: self._expiry(router, agent_id) for agent_id in agents},
            last_agent=last_agent,
        )

    def _worker(self, decision: Decision) -> str | None:
        """Return who answers: the agent that had it last, or else was chosen."""
        return self._had[-1].id if self._had else delegation.worker_of(decision)

    def _expiry(self, router: "Router", agent_id: str) -> datetime | None:
        agent = router.roster.get(agent_id)
        if agent is None or agent.origin is not Origin.RUNTIME:
            return None
        return datetime.now(UTC) + self._dependencies.runtime_agent_life


def _likeliest(agents: Sequence[Agent], decision: Decision | None) -> Sequence[Agent]:
    """Return more agents than a model is told about with the likeliest first; fewer stay in the order of the roster."""
    if len(agents) <= LISTED or decision is None:
        return agents
    best = {each.agent: place for place, each in enumerate(decision.candidates)}
    return sorted(agents, key=lambda each: best.get(each.id, len(best)))


def _reviewed(agent: Agent, verdict: ReviewVerdict) -> AnswerReviewed:
    return AnswerReviewed(
        agent=agent.id, verdict=verdict.kind, reason=verdict.reason, why=verdict.why, cause=verdict.cause
    )

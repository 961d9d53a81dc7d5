"""Who answers a message: what is remembered and noted for it, where it is routed, how it is planned."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.facts import SupervisedDelegated
from bailiwick.kernel.known import KnownFact
from bailiwick.models.routing_model import RoutingModel, routing_model
from bailiwick.runs import delegation
from bailiwick.runs.agents_at_work import AgentsAtWork, likeliest
from bailiwick.runs.briefing import brief, planned
from bailiwick.runs.delegation import BY_NAME
from bailiwick.runs.handing_over import LISTED
from bailiwick.runs.message_reading import MessageReader, MessageReading
from bailiwick.runs.message_state import MessageState
from bailiwick.runs.model_choice import ModelChoice, SaidBefore, chosen, is_open, settled, without
from bailiwick.runs.planning import RulesPlanner
from bailiwick.runs.recalling import recalled_before
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.threads.records import Conversation
from bailiwick.tools.records import Tool
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Decision, Mode, Stage
from bailiwick_router.rules import RoutingSettings

if TYPE_CHECKING:
    from bailiwick.agents.releases.choosing import Choosing


LAST_MESSAGES = 40
"""Messages of the thread that the stage that asks a model looks through for the last turns."""
MOST_RESPELT = 2
"""Ways of putting typing mistakes right in which memory is asked."""


class Deciding:
    """Decides who works on a message; what a model settles or plans is asked outside of any transaction."""

    def __init__(self, message: MessageState, agents: AgentsAtWork, choosing: "Choosing") -> None:
        self._message = message
        self._dependencies = message.dependencies
        self._user_id = message.user_id
        self._execution = message.execution
        self._journal = message.journal
        self._router = message.router
        self._agents = agents
        self._choosing = choosing
        self._reading = MessageReading()
        """What the message was found to be before it was routed."""

    async def recall(self, conversation: Conversation) -> Sequence[KnownFact]:
        """Return what is remembered and fits the message, as an earlier attempt recalled it if that is noted.

        Memory is not read for agents for which that is switched off: for a message that goes to such ones alone.
        """
        if (before := recalled_before(self._journal)) is not None:
            return before
        if not all(agent.recall for agent in self._router.roster):
            continues = await self._reader().continues(
                self._execution.requests[-1],
                self._message.language,
                requested=self._execution.requested_agent,
                last_agent=conversation.last_agent,
            )
            self._reading = MessageReading(continues=continues)
            if not any(agent.recall for agent in self.workers(self._decide(conversation))):
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

    def supervise(self, conversation: Conversation) -> str:
        """Return what the supervisor notes for whoever answers; nothing where a person speaks with one agent."""
        if self._execution.mode is Mode.DIRECT:
            return ""
        if step := self._journal.done("supervisor"):
            return str((step.output or {})["guidance"])
        notes = delegation.guidance(self._execution, conversation, self._message.language)
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

    async def route(self, conversation: Conversation) -> Decision:
        """Return the stored decision, or one that a model is to settle first."""
        if self._journal.done("router") and self._execution.decision is not None:
            return self._execution.decision
        asked = self._model(conversation).model
        self._reading = await self._read(conversation)
        decision = self._decide(conversation, model_available=asked is not None)
        if is_open(decision):
            return decision
        decision = await self._planned(decision)
        return decision if self.briefer(decision) else self._assign(decision)

    def rules(self, conversation: Conversation) -> RoutingSettings:
        """Return the rules of the release that decides in a conversation."""
        return self._choosing.decides(conversation.id, self._execution.requested_agent)[0].settings

    def _model(self, conversation: Conversation) -> RoutingModel:
        """Return the model that settles what the rules leave open; one that there is no more counts as none."""
        catalog = self._dependencies.catalog
        with suppress(InvalidInput):
            return routing_model(catalog, self.rules(conversation).model)
        return routing_model(catalog, "")

    def _decide(self, conversation: Conversation, *, model_available: bool = False) -> Decision:
        return delegation.route(
            self._choosing,
            self._execution,
            conversation,
            self._reading,
            silence=self._message.silence,
            model_available=model_available,
        )

    def workers(self, decision: Decision) -> Sequence[Agent]:
        """Return the agents that work on it; the supervisor where no other does."""
        named = [part.agent for part in decision.parts] or [delegation.worker_of(decision) or SUPERVISOR_ID]
        return [agent for agent in map(self._router.roster.get, named) if agent is not None]

    async def _planned(self, decision: Decision) -> Decision:
        """Return the decision with a plan by rules, where no model of the supervisor makes one.

        An agent with a model is left a message that it alone has to do with.
        """
        worker = self._router.roster.get(delegation.worker_of(decision) or "")
        by_rules = not self._dependencies.catalog.configured if worker is None else self._agents.by_rules(worker)
        ours = self._execution.mode is Mode.SUPERVISED and (by_rules or self.briefer(decision) is None)
        colleagues = await self._agents.colleagues([]) if ours else None
        if colleagues is None:
            return decision
        plan = RulesPlanner(self._router, colleagues, self._message.language).planned(decision)
        return plan if by_rules or len({part.agent for part in plan.parts}) > 1 else decision

    async def _read(self, conversation: Conversation) -> MessageReading:
        """Return what the message is before it is routed; its language may be known for sure then."""
        reading = await self._reader().read(
            self._execution.requests[-1],
            self._message.language,
            requested=self._execution.requested_agent,
            last_agent=conversation.last_agent,
        )
        self._message.language = reading.language or self._message.language
        return reading

    def _reader(self) -> MessageReader:
        return MessageReader(
            self._router, self._agents.history, self._agents.every_tool, self._tools_of, self._message.known
        )

    async def _tools_of(self, agent: Agent) -> Mapping[str, Tool]:
        return (await self._dependencies.tools.for_agent(self._user_id, agent)).tools()

    async def settle(self, conversation: Conversation, decision: Decision) -> Decision:
        """Ask a model where an open decision goes, outside of any transaction; in vain, decide without it."""
        roster = self._choosing.decides(conversation.id)[0].roster
        agents = [agent for agent in map(roster.get, decision.shortlist) if agent is not None]
        model = self._model(conversation)
        before = await self._said_before()
        await self._journal.settle()
        choice = await chosen(self._journal, self._dependencies.caller, model, decision.message, agents, before)
        decision = settled(decision, choice) if choice.agent else self._for_nobody(conversation, decision, choice)
        if self.briefer(decision):
            return decision
        decision = self._assign(decision)
        await self._journal.settle()
        return decision

    def _for_nobody(self, conversation: Conversation, decision: Decision, choice: ModelChoice) -> Decision:
        """Return the decision where a model chose no agent: what is nobody's goes to who gets that, if anybody does."""
        anew = without(self._decide(conversation), choice)
        gets_the_rest = anew.stage is Stage.FINALIZE and anew.agent is not None
        return anew if gets_the_rest or not choice.valid else settled(decision, choice)

    def briefer(self, decision: Decision) -> tuple[Agent, str] | None:
        """Return the supervisor and its own model, by which it briefs whoever answers; None where it has none to ask.

        Work is assigned after that.
        """
        supervisor, worker = self._router.roster.get(SUPERVISOR_ID), decision.agent
        supervised = self._execution.mode is Mode.SUPERVISED and not self._execution.tainted
        if supervisor is None or supervisor.model is None or worker in (None, SUPERVISOR_ID) or not supervised:
            return None
        chosen = self._dependencies.catalog.chosen_for(supervisor)
        return None if chosen.name == "offline" or chosen.stands_in_for else (supervisor, chosen.name)

    async def briefed(self, decision: Decision, supervisor: Agent, model: str) -> Decision:
        """Let the supervisor's model note what matters and plan, outside of any transaction; then assign the work."""
        await self._journal.settle()
        team = likeliest([each for each in self._router.roster if each.routable], decision)[:LISTED]
        caller = self._dependencies.caller
        known = self._message.known if supervisor.recall else ()
        briefing = await brief(self._journal, caller, model, supervisor, decision, team, known)
        if briefing.note and (step := self._journal.done("supervisor")):
            self._message.notes = f"{self._message.notes} {briefing.note}"
            self._journal.note_step(step.evolve(output={"guidance": self._message.notes}))
        if not decision.parts and decision.stage not in BY_NAME:
            decision = planned(decision, briefing.plan)
        decision = self._assign(decision)
        await self._journal.settle()
        return decision

    async def _said_before(self) -> Sequence[SaidBefore]:
        """Return the last turns of the conversation that goes on."""
        turns = [
            turn
            for turn in await self._agents.turns(LAST_MESSAGES)
            if not turn.exchange.ended and turn.exchange.summary is None
        ]
        return [
            SaidBefore(turn.asked, self._agents.name_of(turn.exchange.agent_id or SUPERVISOR_ID), turn.answer)
            for turn in turns
        ]

    def _assign(self, decision: Decision) -> Decision:
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
            *self._delegated(decision, worker),
        )
        return decision

    def _delegated(self, decision: Decision, worker: str | None) -> list[Any]:
        told = delegation.delegations(decision, worker, self._router.roster)
        events: list[Any] = []
        for fact in told:
            events.append(fact)
            if self._execution.mode is Mode.SUPERVISED and fact.to in self._router.roster:
                events.append(SupervisedDelegated(agent=fact.to, guidance=self._message.notes))
        return events

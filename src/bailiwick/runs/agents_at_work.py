"""Agents at work on a message: the one that was chosen, whom it hands over to, or one for each part of it."""

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic_ai.messages import ModelMessage, TextContent

from bailiwick.agents.callables import CallableAgent
from bailiwick.agents.contract import AgentReply, AgentRequest, SentBack
from bailiwick.kernel.errors import AgentUnavailable
from bailiwick.kernel.events.strands import TextPiece
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, ReasonCode, text_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Outcome
from bailiwick.models.contract import ListedAgent
from bailiwick.runs import delegation
from bailiwick.runs.agent_loop import Work
from bailiwick.runs.compacting import Compacting, Thread
from bailiwick.runs.files.given import GivenFiles, name_in_message
from bailiwick.runs.files.store import FileStore
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
)
from bailiwick.runs.helpers import Team
from bailiwick.runs.joining import Joining
from bailiwick.runs.message_state import MessageState
from bailiwick.runs.parts import Parts
from bailiwick.runs.records import RunPurpose, StepKind, StepStatus
from bailiwick.runs.taint import Taint, holds_strangers_words
from bailiwick.runs.threads.history import (
    SaidTurn,
    as_read_by,
    calls_of,
    exchange,
    function_reply,
    going_on,
    loaded,
    restored,
)
from bailiwick.runs.threads.records import Exchange
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.tool_calls import OutcomeUnknown
from bailiwick.tools.records import Tool
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Decision, Mode, RoutingContext, Stage
from bailiwick_router.core.language import told_language

MOST_EXECUTIONS = 1000
"""Earlier executions of a thread that an agent with an unlimited window sees."""


class AgentsAtWork:
    """Lets agents answer a message, or parts of it."""

    def __init__(self, message: MessageState) -> None:
        self._message = message
        self._dependencies = message.dependencies
        self._user_id = message.user_id
        self._execution = message.execution
        self._journal = message.journal
        self._router = message.router
        self._histories: dict[int, Sequence[Exchange]] = {}
        """What was read of earlier executions, by how many of them."""
        thread = Thread(turns=lambda: self.turns(-1), outside=self._holds_strangers_words, name_of=self.name_of)
        self._compacting = Compacting(message.dependencies, message.execution, message.journal, thread)
        self.broken_off: Sequence[ModelMessage] = ()
        """The exchange of the agent that failed last, as far as it came."""
        self._files = GivenFiles(message.dependencies.files, message.dependencies.stores[FileStore], message.user_id)
        self.had: Sequence[Agent] = ()
        """Who has worked on the whole message: the one that was chosen, then those that it was handed over to."""

    async def work(self, decision: Decision) -> AgentReply:
        """Return what the agents answer that were chosen. Raises `CallFailed`."""
        if decision.parts:
            return await self.answer_parts(decision)
        worker = delegation.worker_of(decision)
        if worker is None and not self._dependencies.catalog.configured:
            files, language = await self._files.sent(self._execution.files), self._message.language
            kept = delegation.files_kept(files, language) if files else ""
            content = kept or delegation.nobody_fits(self._router.roster, language)
            return AgentReply(content=content, outcome=Outcome.UNANSWERED)
        agent = self._router.roster.get(worker or SUPERVISOR_ID)
        if agent is None:
            raise AgentUnavailable(Reason.of(ReasonCode.AGENT_WAS_REMOVED, agent=worker or ""))
        roster = delegation.listed(self._router.roster, self._message.language) if agent.id == SUPERVISOR_ID else ()
        return await self._carry(agent, self._message.notes, roster=roster)

    async def sent(self) -> Sequence[TextContent]:
        """Return what stands for the files that were sent with the message."""
        return [name_in_message(each) for each in await self._files.sent(self._execution.files)]

    async def _kept(self) -> str:
        """Return the answer of rules to files that were sent without a word; empty for any other message."""
        if self._execution.message.strip() or not self._execution.files:
            return ""
        return delegation.files_kept(await self._files.sent(self._execution.files), self._message.language)

    def worker(self, decision: Decision) -> str | None:
        """Return who answers: the agent that had it last, or else was chosen."""
        return self.had[-1].id if self.had else delegation.worker_of(decision)

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
        reply = await self.answer(
            agent,
            notes,
            message=message,
            asked=asked,
            place=place,
            sent_back=sent_back,
            roster=roster,
            before=before,
            colleagues=await self.colleagues(had) if over else None,
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
            following = await self.answer(
                other,
                notes,
                message=handed(whole, first, reply.handed_over),
                asked=wanted,
                place=place_of(place, number),
                before=[*before, *did(reply)],
                colleagues=(
                    await self.colleagues(had) if number < len(PHASES) and self._may_hand_over(other, None) else None
                ),
            )
            reply = continued(whole, reply, following)
        if not place.path:
            self.had = had
        return reply

    def by_rules(self, agent: Agent) -> bool:
        """Whether the agent works without a model."""
        return self._dependencies.catalog.chosen_for(agent).name == "offline"

    def _may_hand_over(self, agent: Agent, sent_back: SentBack | None) -> bool:
        """Whether the agent may hand over what it is asked; tasks are their agents' own, and who was chosen out of the
        team in place of another has not got it to pass it back."""
        asked = self._execution.purpose in (RunPurpose.CHAT, RunPurpose.SCHEDULE) and sent_back is None
        chosen_here = self._execution.requested_agent is not None and self._execution.mode is Mode.SUPERVISED
        return asked and not chosen_here and agent.routable and self._dependencies.rosters.function(agent.id) is None

    async def colleagues(self, had: Sequence[Agent]) -> Colleagues | None:
        """Return whom a request may be handed over to that these agents have had; None where there is nobody."""
        excluded = [(each.id, HAND_OVER) for each in had]
        without = {each.id for each in had}
        agents = [each for each in self._router.roster if each.routable and each.id not in without]
        if not agents:
            return None
        settings = self._router.settings
        return Colleagues(
            likeliest(agents, self._journal.decision),
            await self.every_tool(),
            lambda text: self._router.decide(text, RoutingContext(excluded=excluded)).agent,
            sure=settings.tools_threshold,
            least=settings.tools_least,
        )

    async def answer_parts(self, decision: Decision, *, first: str = "", advice: str = "") -> AgentReply:
        """Let each part be done by its agent, and make one answer of theirs; with `advice` on the first, make it anew.

        Raises `CallFailed` when no part could be done.
        """
        parts = Parts(self._journal, self._router.roster.get, self._carry, self._message.notes, self.by_rules)
        answers = await parts.answers(decision.parts)
        failed = [each for each in answers if each.error is not None]
        if len(failed) == len(answers):
            errors = {text_of(each.error): each.error for each in failed if each.error is not None}
            said = failed[0].error if len(errors) == 1 and failed[0].error else " ".join(errors)
            raise CallFailed(failed[0].error_class or ErrorClass.MODEL, said)
        joining, asked = self._joining(), self._execution.message
        if advice:
            content = await joining.join_again(asked, answers, self._message.notes, first=first, advice=advice)
        else:
            content = await joining.join(asked, answers, self._message.notes)
        doubts = dict.fromkeys(doubt for each in answers for doubt in each.doubts)
        turns = await self.turns(-1)
        before = await self._holds_strangers_words([message for turn in turns for message in turn.messages])
        tainted = Taint(self._journal, self._execution.message, (), tainted=before).tainted
        asks, answer = exchange(self._execution.message, content, tainted=tainted, files=await self.sent())
        messages = [asks, *(call for each in answers for call in calls_of(restored(each.messages))), answer]
        outcome = Outcome.of_all([each.outcome for each in answers])
        return AgentReply(content=content, iterations=1, doubts=tuple(doubts), messages=messages, outcome=outcome)

    def _joining(self) -> Joining:
        return Joining(
            self._dependencies.catalog,
            self._router.roster.get(SUPERVISOR_ID),
            self.answer,
            self._say,
            self._message.language,
        )

    async def answer(
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
        if self.by_rules(agent) and (kept := await self._kept()):
            return AgentReply(content=kept, outcome=Outcome.UNANSWERED)
        turns = await self.turns(agent.context_window)
        history = [*(message for turn in turns for message in turn.messages), *before]
        message_outside = self._execution.tainted
        request = AgentRequest(
            user_id=self._user_id,
            execution_id=self._execution.id,
            message=message or self._execution.message,
            files=await self.sent(),
            asked=asked if message else self._asked(),
            language=(told_language(asked[-1]) if message and asked else None) or self._message.language,
            guidance=notes,
            known=self._message.known if agent.recall else (),
            timezone=self._dependencies.timezone,
            conversation_id=self._execution.conversation_id,
            history=[*going_on(turns), *before],
            read_history=[*as_read_by(turns, agent.id, self.name_of), *before],
            tainted=message_outside or bool(self._execution.files) or await self._holds_strangers_words(history),
            message_outside=message_outside,
            sent_back=sent_back,
            lacks=await self._lacks(agent),
            roster=roster,
            may_hand_over=colleagues is not None,
        )
        function = self._dependencies.rosters.function(agent.id)
        if function is not None:
            return await self._call(function, request, place.in_round(1))
        earlier = ShorterTurns(self, agent, before, self._compacting.made)
        runnable = await self._team(agent, request).agent(agent, place=place, colleagues=colleagues, earlier=earlier)
        try:
            return await runnable.process(request)
        except CallFailed:
            self.broken_off = runnable.so_far()
            raise

    async def _lacks(self, agent: Agent) -> Sequence[Lack]:
        """Return what an agent without a model cannot work without and does not have."""
        if not agent.needs or self._dependencies.catalog.chosen_for(agent).name != "offline":
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
            bounds=dependencies.bounds,
            idle=partial(dependencies.tools.idle, self._user_id),
            files=self._files,
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
        return await holds_strangers_words(history, self.every_tool, self._router.roster)

    async def every_tool(self) -> Mapping[str, Tool]:
        """Return the tools that the user may use, by name."""
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

    def name_of(self, agent_id: str) -> str:
        """Return what an agent is called; its id where it is gone."""
        agent = self._router.roster.get(agent_id)
        return agent_id if agent is None else agent.name

    async def history(self, window: int) -> list[ModelMessage]:
        """Return the messages of the conversation that goes on, as they were."""
        return going_on(await self.turns(window))

    async def compacted(self, agent: Agent, model: str, most: int, room: int, made: int) -> int:
        """Make the older part of the thread a summary; see `Compacting`. Returns how many were made for the message, as
        many as before where it did not become shorter."""
        if not await self._compacting.compact(agent.id, model, most, room, made=made):
            return made
        self._histories.clear()
        return self._compacting.made

    async def turns(self, window: int) -> list[SaidTurn]:
        """Return what was said in the thread before, within an agent's window of messages."""
        if window == 0 or not self._message.has_history:
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


class ShorterTurns:
    """The earlier turns of a thread as one agent reads them."""

    def __init__(self, agents: AgentsAtWork, agent: Agent, before: Sequence[ModelMessage], made: int) -> None:
        """`before` is what others have done for the message, `made` how many summaries there were when it was read."""
        self._agents = agents
        self._agent = agent
        self._before = before
        self._made = made

    async def shorter(self, model: str, most: int, room: int) -> Sequence[ModelMessage] | None:
        """Return them, shorter than before; None where they cannot be."""
        made = await self._agents.compacted(self._agent, model, most, room, self._made)
        if made == self._made:
            return None
        self._made = made
        turns = await self._agents.turns(self._agent.context_window)
        return [*as_read_by(turns, self._agent.id, self._agents.name_of), *self._before]


def likeliest(agents: Sequence[Agent], decision: Decision | None) -> Sequence[Agent]:
    """Return more agents than a model is told about with the likeliest first; fewer stay in the order of the roster."""
    if len(agents) <= LISTED or decision is None:
        return agents
    best = {each.agent: place for place, each in enumerate(decision.candidates)}
    return sorted(agents, key=lambda each: best.get(each.id, len(best)))

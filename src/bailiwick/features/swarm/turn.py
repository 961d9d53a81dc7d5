"""The work of a turn: a resident looks around, reads its mail, thinks and acts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter

from bailiwick.agents.contract import AgentReply, AgentRequest
from bailiwick.features.swarm.creating import Creating
from bailiwick.features.swarm.digest import in_short
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.neighbours import TurnStart
from bailiwick.features.swarm.prompts import SUMMARISE
from bailiwick.features.swarm.resident_tools import TurnActions
from bailiwick.features.swarm.rights import agents_of
from bailiwick.features.swarm.tools import OWN, swarm_tools
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.runs.agent_loop import ModelAgent, Work
from bailiwick.runs.compacting import Compacting, Thread
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.files.given import GivenFiles
from bailiwick.runs.files.store import FileStore
from bailiwick.runs.journal import Journal
from bailiwick.runs.pausing import Control
from bailiwick.runs.purpose import RunResult
from bailiwick.runs.read_on import ReadOnTool
from bailiwick.runs.recalling import note_recalled
from bailiwick.runs.records import Execution
from bailiwick.runs.taint import Taint, holds_strangers_words
from bailiwick.runs.threads.history import SaidTurn, loaded, stored, without_silence
from bailiwick.tools.records import Tool
from bailiwick_router.core.language import Language, detect_language

LONGEST_HISTORY = 200_000
"""Characters of earlier turns that are read in full, as stored; of more, older ones are read as one line each."""
SILENT: dict[Language, str] = {
    "en": "I have no answer yet. Write to me again, and I go on.",
    "es": "Aún no tengo respuesta. Escríbeme de nuevo y sigo.",
}
AT_LIMIT: dict[Language, str] = {
    "en": "I have used up my rounds for one mail (limit: {rounds}). ",
    "es": "He agotado mis rondas para un correo (límite: {rounds}). ",
}
"""What is sent as a reply that is due when the resident has said nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwarmDependencies:
    """What turns need besides what all runs need."""

    mailing: Mailing
    creating: Creating


class TurnWork:
    """Carries out one claimed turn."""

    def __init__(
        self,
        dependencies: RunDependencies,
        swarm: SwarmDependencies,
        user_id: str,
        start: TurnStart,
        execution: Execution,
        journal: Journal,
        control: Control,
        language: Language | None,
    ) -> None:
        """`language` is the person's, for mail of which it cannot be told."""
        self._dependencies = dependencies = replace(dependencies, caller=control.caller(dependencies.caller))
        self._stores = dependencies.stores
        self._swarm = swarm
        self._user_id = user_id
        self._start = start
        self._execution = execution
        self._journal = journal
        thread = Thread(
            turns=self._turns, outside=self._outside, name_of=lambda _: start.me.name, task=SUMMARISE, asker="Mail"
        )
        self._compacting = Compacting(dependencies, execution, journal, thread)
        self._language: Language = detect_language(execution.requests[-1], language or "en")

    async def carry_out(self) -> RunResult:
        """Think and act; return what came of it. All that is read before that is read in the opening transaction.

        Raises `CallFailed`, `WaitsForPerson` (also `Paused`), `ExecutionCancelled`, `LostClaim`, `Unavailable`.
        """
        history = _messages(await self._turns())
        outside = any(mail.tainted for mail in self._start.claim.mails)
        known = await self._dependencies.recalling.fitting(self._user_id, self._execution.requests[0])
        note_recalled(self._journal, self._start.me.id, known)
        request = AgentRequest(
            user_id=self._user_id,
            execution_id=self._execution.id,
            message=self._execution.message,
            asked=self._execution.asked,
            language=self._language,
            timezone=self._dependencies.timezone,
            history=history,
            conversation_id=self._execution.conversation_id,
            swarm_id=self._execution.swarm_id,
            message_outside=outside,
            known=known,
            tainted=outside or await self._outside(history),
        )
        taint = Taint(self._journal, request.message, history, tainted=request.tainted, own_words=not outside)
        agent = await self._agent(taint)
        reply = await agent.process(request)
        return RunResult(
            reply=reply,
            content=reply.content,
            agent_id=self._start.me.id,
            worker=self._start.me.id,
            outcome=reply.outcome,
            messages=stored(without_silence(reply.messages)),
            tainted=taint.tainted,
            words=reply.content.strip() or self._silence(reply),
        )

    async def _agent(self, taint: Taint) -> ModelAgent:
        dependencies, user_id = self._dependencies, self._user_id
        agent, above = await agents_of(self._stores, self._swarm.creating, user_id, self._start)
        actions = TurnActions(self._stores, self._swarm.mailing, self._swarm.creating, self._start)
        heard: list[ModelMessage] = []
        own = [*swarm_tools(actions), ReadOnTool(heard, dependencies.bounds.result)]
        tools = await dependencies.tools.for_agent(user_id, agent, callers=above, helpers=own)
        work = Work(
            caller=dependencies.caller,
            catalog=dependencies.catalog,
            journal=self._journal,
            budget=agent.budget,
            taint=taint,
            secrets=dependencies.secrets_for(user_id),
            bounds=dependencies.bounds,
            idle=partial(dependencies.tools.idle, user_id),
            files=GivenFiles(dependencies.files, self._stores[FileStore], user_id),
            closing=False,
            say=lambda piece: dependencies.bus.say(self._execution.id, piece),
        )
        return ModelAgent(agent, work, tools, heard=heard, earlier=self)

    async def shorter(self, model: str, most: int, room: int) -> Sequence[ModelMessage] | None:
        """Return the earlier turns with the older ones as a summary; see `EarlierTurns`."""
        compacting = self._compacting
        made = await compacting.compact(self._start.me.id, model, most, room, made=compacting.made)
        return _messages(await self._turns()) if made else None

    async def _turns(self) -> list[SaidTurn]:
        """Return the latest turns in full, as far as there is room, and those before in short, behind a summary of
        what came before these."""
        window = self._start.me.context_window
        while True:
            digests, exchanges = await self._stores[ResidentTurnStore].history(
                self._user_id, self._start.me.id, before_execution=self._execution.id, window=window
            )
            turns = loaded(exchanges, -1)
            if window <= 1 or len(ModelMessagesTypeAdapter.dump_json(_messages(turns))) <= LONGEST_HISTORY:
                break
            window //= 2
        summary = [turn for turn in turns if turn.exchange.summary is not None]
        short = [in_short(digests)] if digests else []
        return [*summary, *short, *turns[len(summary) :]]

    async def _outside(self, messages: Sequence[ModelMessage]) -> bool:
        return await holds_strangers_words(messages, self._every_tool)

    async def _every_tool(self) -> Mapping[str, Tool]:
        return {**(await self._dependencies.tools.of(self._user_id)).tools(), **OWN}

    def _silence(self, reply: AgentReply) -> str:
        limit = AT_LIMIT[self._language].format(rounds=reply.iterations) if "limit" in reply.doubts else ""
        return limit + SILENT[self._language]


def _messages(turns: Sequence[SaidTurn]) -> list[ModelMessage]:
    return [message for turn in turns for message in turn.messages]

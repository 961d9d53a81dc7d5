"""One turn of a resident: it reads its mail, thinks and acts, and what came of it is written down at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter

from bailiwick.core.events import AgentCompleted, ExecutionFinished, ResidentSlept
from bailiwick.core.executions import Execution, ExecutionStatus, StepKind, StepStatus
from bailiwick.core.language import Language, detect_language
from bailiwick.core.ports import AgentReply, AgentRequest
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.swarm import LONGEST_MAIL, PERSON, Mail, NewMail, RoomKind
from bailiwick.core.tools import Tool
from bailiwick.runtime.agent_loop import ModelAgent, Work
from bailiwick.runtime.run import Means
from bailiwick.runtime.swarm.creating import Creating
from bailiwick.runtime.swarm.desk import TurnDesk
from bailiwick.runtime.swarm.digest import digest_messages, digest_of
from bailiwick.runtime.swarm.halting import Halt
from bailiwick.runtime.swarm.journal import TurnJournal
from bailiwick.runtime.swarm.mailing import Mailing
from bailiwick.runtime.swarm.rights import agents_of
from bailiwick.runtime.swarm.surroundings import Surroundings
from bailiwick.runtime.swarm.tools import OWN, swarm_tools
from bailiwick.runtime.taint import Taint, holds_strangers_words
from bailiwick.runtime.thread_history import stored, without_silence

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
class Parts:
    """What all turns need."""

    means: Means
    mailing: Mailing
    creating: Creating


class Turn:
    """Carries out one claimed turn; every step is journaled, so a second worker goes on where the first stopped."""

    def __init__(
        self, parts: Parts, user_id: str, around: Surroundings, execution: Execution, journal: TurnJournal, halt: Halt
    ) -> None:
        self._parts = parts
        self._means = parts.means
        self._stores = parts.means.stores
        self._user_id = user_id
        self._around = around
        self._claim = around.claim
        self._execution = execution
        self._journal = journal
        self._halt = halt
        self._language: Language = detect_language(execution.requests[-1])

    async def carry_out(self) -> None:
        """Think and act, then write down what came of it and send the reply that is due, in one transaction.

        Raises `CallFailed`, `WaitsForPerson` (also for being laid down), `ExecutionCancelled`, `LostClaim`,
        `Unavailable`.
        """
        async with self._means.database.as_user(self._user_id):  # all that is read before it thinks: one transaction
            await self._prefer()
            history = await self._history()
            request = AgentRequest(
                user_id=self._user_id, execution_id=self._execution.id, message=self._execution.message,
                asked=self._execution.asked, language=self._language, timezone=self._means.timezone, history=history,
                conversation_id=self._execution.conversation_id,
                tainted=self._mail_is_tainted or await holds_strangers_words(history, self._every_tool),
                message_outside=self._mail_is_tainted,
            )  # fmt: skip
            taint = Taint(
                self._journal, request.message, history, tainted=request.tainted, own_words=not request.message_outside
            )
            agent = await self._agent(taint)
        reply = await self._work(agent, request)
        await self._finish(reply, tainted=taint.tainted)

    async def _prefer(self) -> None:
        """Work as the person prefers where neither mail nor resident says otherwise."""
        preferences = await self._stores.preferences.get(self._user_id)
        self._means = self._means.preferring(preferences)
        self._language = detect_language(self._execution.requests[-1], preferences.language or "en")

    async def _agent(self, taint: Taint) -> ModelAgent:
        means, user_id = self._means, self._user_id
        agent, above = await agents_of(self._stores, self._parts.creating, user_id, self._around)
        desk = TurnDesk(self._stores, self._parts.mailing, self._parts.creating, self._around)
        tools = await means.tools.for_agent(user_id, agent, callers=above, helpers=swarm_tools(desk))
        work = Work(
            caller=self._halt.caller(means.caller), catalog=means.catalog, journal=self._journal, budget=agent.budget,
            taint=taint, secrets=means.secrets_for(user_id), closing=False,
        )  # fmt: skip
        return ModelAgent(agent, work, tools)

    async def _work(self, agent: ModelAgent, request: AgentRequest) -> AgentReply:
        async for item in agent.stream(request):
            if isinstance(item, AgentReply):
                return item
            self._means.bus.say(self._execution.id, item)
        raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.NO_ANSWER, agent=self._around.me.name))

    async def _history(self) -> list[ModelMessage]:
        """Return the latest turns in full, as far as there is room, and those before in short."""
        window = self._around.me.context_window
        while True:
            digests, stored = await self._stores.resident_turns.history(
                self._user_id, self._around.me.id, before_execution=self._execution.id, window=window
            )
            messages = ModelMessagesTypeAdapter.validate_python(list(stored))
            if window <= 1 or len(ModelMessagesTypeAdapter.dump_json(messages)) <= LONGEST_HISTORY:
                return [*digest_messages(digests), *messages]
            window //= 2

    @property
    def _mail_is_tainted(self) -> bool:
        return any(mail.tainted for mail in self._claim.mails)

    async def _every_tool(self) -> Mapping[str, Tool]:
        return {**(await self._means.tools.of(self._user_id)).tools(), **OWN}

    async def _finish(self, reply: AgentReply, *, tainted: bool) -> None:
        """Mark the mail as read, keep what was thought, send what is due and tell everyone, all or nothing."""
        claim, me, user_id, journal = self._claim, self._around.me, self._user_id, self._journal
        usage = journal.usage
        async with journal.transaction():
            swarm = await self._stores.swarms.hold(user_id, claim.swarm.id)
            await journal.check_running()
            new = await self._reply_due(reply, tainted=tainted)
            if new is not None:
                await self._parts.mailing.reply(user_id, swarm, new)
            digest = digest_of(self._around, journal.steps, reply.content, tainted=tainted)
            await self._stores.resident_turns.persist(user_id, self._execution.id, digest)
            left = await self._stores.swarms.resident(user_id, me.id)
            await journal.finish(
                journal.new(
                    "finalize", kind=StepKind.FINALIZE, agent_id=me.id, status=StepStatus.COMPLETED,
                    output={"answer": reply.content},
                ),
                [
                    AgentCompleted(agent=me.id, iterations=reply.iterations, usage=usage),
                    ResidentSlept(
                        swarm=swarm.id, resident=me.id, outcome="done", reason="", unread=left.unread, usage=usage
                    ),
                    ExecutionFinished(
                        status=ExecutionStatus.COMPLETED, agent=me.id, content=reply.content, usage=usage,
                        outcome=reply.outcome,
                    ),
                ],
                usage=usage, answer=reply.content, outcome=reply.outcome,
                messages=stored(without_silence(reply.messages)),
            )  # fmt: skip
        journal.reach("after finish")
        self._means.bus.close_texts(self._execution.id)

    async def _reply_due(self, reply: AgentReply, *, tainted: bool) -> NewMail | None:
        """Return the resident's words as mail, if somebody expects some and it has sent none to that room."""
        room, me = self._claim.room, self._around.me.id
        wanting = [mail for mail in self._claim.mails if wants_reply(mail, me)]
        if room is None or not wanting:
            return None
        known = await self._stores.mail.of_turns(self._user_id, self._claim.swarm.id, [self._execution.id])
        if any(mail.sender == me and mail.room_id == room.id for mail in known):
            return None
        content = reply.content.strip() or self._silence(reply)
        question = wanting[-1]
        return NewMail(
            room_id=room.id, sender=me, content=content[:LONGEST_MAIL], cause_id=self._claim.mails[-1].id,
            reply_to=question.id, mentions=[question.sender] if room.kind is RoomKind.GROUP else (),
            tainted=tainted, execution_id=self._execution.id,
            call_id=f"{self._execution.id}:reply",
        )  # fmt: skip

    def _silence(self, reply: AgentReply) -> str:
        limit = AT_LIMIT[self._language].format(rounds=reply.iterations) if "limit" in reply.doubts else ""
        return limit + SILENT[self._language]


def wants_reply(mail: Mail, reader: str) -> bool:
    """Whether a reader's last words are sent as a reply: a person wrote, or one is expected of the reader."""
    meant = not mail.mentions or reader in mail.mentions
    return meant and (mail.sender == PERSON or mail.expects_reply)

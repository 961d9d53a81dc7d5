"""What the runtime asks of an agent, and of the store of agents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bailiwick.kernel.health import Health
from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.usage import Outcome, Usage
from bailiwick.models.contract import ListedAgent
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, TextContent


@dataclass(frozen=True, slots=True, kw_only=True)
class SentBack:
    """A first answer that a review sent back to its agent, which goes on from there."""

    messages: "Sequence[ModelMessage]"
    """The whole first exchange: what was asked, called and returned, and the answer."""
    advice: str
    """What to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRequest:
    """One piece of work for an agent."""

    user_id: str
    execution_id: str
    message: str
    """All that the agent reads."""
    language: Language
    files: "Sequence[TextContent]" = ()
    """What stands for the files that were sent with the message."""
    asked: Sequence[str] = ()
    """What the message asks for, the most particular first, where it holds more than that; empty where what is asked
    is the message."""
    guidance: str = ""
    """The supervisor's note, in supervised mode."""
    known: Sequence[KnownFact] = ()
    """What is remembered and fits the message."""
    timezone: str = "UTC"
    conversation_id: str | None = None
    swarm_id: str | None = None
    """The swarm in which the agent lives, if it is a resident."""
    tainted: bool = False
    """Whether message or history hold what strangers wrote: a page, the answer of an external server."""
    message_outside: bool = False
    """Whether the message does: a task or mail that was written after reading strangers' words."""
    history: "Sequence[ModelMessage]" = ()
    """Earlier turns of the conversation, already cut to the agent's context window, as they were: what rules go by."""
    read_history: "Sequence[ModelMessage] | None" = None
    """The turns of the thread as a language model reads them, other agents' with their names; None where that is
    `history`."""
    sent_back: SentBack | None = None
    """The first answer to this very request, if it is to be revised."""
    lacks: Sequence[Lack] = ()
    """What the agent cannot work without and does not have, where no model is there to say so."""
    roster: Sequence[ListedAgent] = ()
    """The agents that it may tell a person about."""
    may_hand_over: bool = False
    """Whether it has the tool that hands the request over to another agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """The result of a piece of work that was ended by a call."""

    result: str
    summary: str | None = None
    """The result in a sentence or two, where the agent gave one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """That an agent cannot do what is asked, and who is to do it."""

    to: str
    """Id of the agent that goes on with it."""
    reason: str = ""
    """What the agent says it lacks, in a sentence; empty where rules found out."""
    tool: str = ""
    """The other agent's tool that reads the request, where rules found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentReply:
    """What an agent made of it."""

    content: str
    iterations: int = 0
    usage: Usage = Usage()
    doubts: Sequence[str] = ()
    """Reasons for a review: `empty`, `tool-error`, `limit`, `refusal`."""
    messages: "Sequence[ModelMessage]" = ()
    """What this piece of work adds to the thread's history."""
    outcome: Outcome = Outcome.ANSWERED
    """Whether it did anything for who asked, as far as that is known without reading the words."""
    handed_in: HandedIn | None = None
    """What the call that ended the work handed in; None when a text ended it."""
    handed_over: HandOver | None = None
    """Who is to do it instead; there is no answer then."""


class RunnableAgent(Protocol):
    """The only contract between the runtime and an agent, whatever carries it out."""

    @property
    def agent(self) -> Agent:
        """Its description."""
        ...

    async def process(self, request: AgentRequest) -> AgentReply:
        """Do the work, saying its text as it comes, and return the reply. Raises `CallFailed`."""
        ...

    async def health_check(self) -> Health:
        """Say whether it could answer now, without doing any work that costs."""
        ...

"""Search: agents, conversations and executions by a text."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.people.limited import Searcher
from bailiwick.runs.records import FoundExecution
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.records import Conversation, FoundConversation, FoundMessage
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import Agent, AgentStatus

search = router("search")


class FoundAgent(Reply):
    """An agent that a search found."""

    id: str
    name: str
    description: str
    icon: str
    color: str
    status: AgentStatus


class Found(Reply):
    """What a search found."""

    agents: list[FoundAgent]
    """Those whose name begins with the text first."""
    conversations: list[FoundConversation]
    """Latest first."""
    executions: list[FoundExecution]
    """Latest first."""


@search.get(
    "/api/search", operation_id="search", summary="Find something", responses=documented(401, busy=["rate-limit"])
)
async def find(
    caller: Searcher,
    platform: CurrentPlatform,
    q: Annotated[str, Query(min_length=1, max_length=200, description="The text to look for.", examples=["tax"])],
    limit: Annotated[int, Query(ge=1, le=50, description="How many of each kind at most.")] = 8,
) -> Found:
    """Return what contains the text, whatever the case: agents by name, id, description or tag; executions by
    what was asked; conversations by title. Conversations are found by a message, too, that has all of the text's words,
    in any of their forms."""
    user_id, text = caller.user.id, q.strip()
    if not text:
        return Found(agents=[], conversations=[], executions=[])
    everyone = await platform[Rosters].all(user_id)
    async with platform.database.as_user(user_id):
        conversations = await platform.stores[ConversationStore].search(user_id, text, limit=limit, pinned_first=False)
        executions = await platform.stores[ExecutionStore].search(user_id, text, limit=limit)
    agents = _agents(everyone, text.casefold())[:limit]
    return Found(
        agents=agents, conversations=[_conversation(*each) for each in conversations], executions=list(executions)
    )


def _agents(everyone: Sequence[Agent], text: str) -> list[FoundAgent]:
    found = [agent for agent in everyone if text in _described(agent)]
    found.sort(key=lambda agent: not agent.name.casefold().startswith(text))
    return [
        FoundAgent(
            id=agent.id,
            name=agent.name,
            description=agent.description,
            icon=agent.icon,
            color=agent.color,
            status=agent.status,
        )
        for agent in found
    ]


def _conversation(conversation: Conversation, message: FoundMessage | None) -> FoundConversation:
    return FoundConversation(
        id=conversation.id,
        title=conversation.title,
        agent_id=conversation.agent_id,
        mode=conversation.mode,
        snippet=None if message is None else message.snippet,
        marks=() if message is None else message.marks,
        turn_id=None if message is None else message.turn_id,
        updated_at=conversation.updated_at,
    )


def _described(agent: Agent) -> str:
    return "\n".join((agent.name, agent.id, agent.description, *agent.tags)).casefold()

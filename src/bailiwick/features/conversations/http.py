"""Conversations: threads with agents, and their messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from fastapi import Body as Content
from fastapi import Query

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Before, Body, Flag, Limit, PathUuid, QueryAgent, Reply, Search, Title
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.records import BegunBy, Conversation, FoundMessage, Message
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick.runs.threads.turns import Turn
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode, RoutingContext

conversations = router("conversations")

POSITION = "^[0-9]{1,18}$"


class NewConversation(Body):
    """A further thread."""

    agent_id: AgentId | None = None
    """The agent it is with; None for the supervisor."""
    mode: Mode | None = None
    """None for direct with a chosen agent, supervised otherwise."""
    title: Title = "New conversation"
    """What the list shows."""
    main: Flag = False
    """Where that agent in that mode has no main thread yet, or nothing was said in it, that is the one; else a further
    thread is begun all the same."""


class ConversationChanges(Body):
    """What can be changed about a conversation."""

    title: Title | None = None
    """What the list shows."""
    pinned: Flag | None = None
    """Pinned ones come first."""


class ConversationList(Reply):
    """A page of conversations, pinned first, then latest first."""

    conversations: list[Conversation]
    matches: list[FoundMessage]
    """Where `search` was found in their messages; nothing where only the title has it."""
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class ConversationWithMessages(Reply):
    """A conversation and a page of its messages, oldest first."""

    conversation: Conversation
    messages: list[Message]
    turns: list[Turn]
    """The executions of these messages in short, oldest first."""
    next_before: str | None
    """Give this as `before` for the page of earlier messages; null on the last one."""
    next_after: str | None
    """Give this as `after` for the page of later messages; null where these are the latest."""


@conversations.post(
    "/api/conversations/create",
    operation_id="createConversation",
    summary="Begin a conversation",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_conversation(
    body: Annotated[NewConversation, Content(examples=[{"agentId": "ami-creative", "title": "Haiku"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Conversation:
    """Begin a thread with an agent, or with the supervisor."""
    agent_id = body.agent_id or SUPERVISOR_ID
    if agent_id != SUPERVISOR_ID:
        # Deciding for the chosen agent refuses one that is unknown or paused.
        router_of_user = await platform[Rosters].of(caller.user.id)
        router_of_user.decide("", RoutingContext(requested_agent=agent_id))
    elif body.mode is Mode.DIRECT:
        raise InvalidInput(Reason.of(ReasonCode.DIRECT_NEEDS_AGENT), field="mode")
    mode = body.mode or (Mode.SUPERVISED if agent_id == SUPERVISOR_ID else Mode.DIRECT)
    return await threads.begin(
        platform.database, platform.stores, caller.user.id, agent_id, mode, title=body.title, main=body.main
    )


@conversations.get(
    "/api/conversations",
    operation_id="listConversations",
    summary="List conversations",
    responses=documented(401),
)
async def list_conversations(
    caller: Reader,
    platform: CurrentPlatform,
    agent_id: QueryAgent = None,
    mode: Annotated[Mode | None, Query(description="Only direct or only supervised ones.")] = None,
    begun_by: Annotated[
        list[BegunBy] | None, Query(alias="begunBy", description="Only those that were begun so; several may be given.")
    ] = None,
    search: Search = None,
    limit: Limit = 50,
    before: Before = None,
) -> ConversationList:
    """Return the caller's conversations; with `search` those of which a message has all of its words, in any of their
    forms, or of which the title contains it. The last word may be the beginning of one; a "phrase" must occur as it
    stands, a -word must not."""
    user_id, store = caller.user.id, platform.stores[ConversationStore]
    asked: dict[str, Any] = {
        "agent_id": agent_id,
        "mode": mode,
        "begun_by": begun_by or (),
        "limit": limit,
        "before": before,
    }
    matches: list[FoundMessage] = []
    if search:
        pairs = await store.search(user_id, search, **asked)
        found = [conversation for conversation, _ in pairs]
        matches = [message for _, message in pairs if message is not None]
    else:
        found = await store.list(user_id, **asked)
    more = found[-1].updated_at.isoformat() if len(found) == limit else None
    return ConversationList(conversations=list(found), matches=matches, next_before=more)


@conversations.get(
    "/api/conversations/{id}",
    operation_id="getConversation",
    summary="Read a conversation",
    responses=documented(401, 404),
)
async def get_conversation(
    conversation_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    limit: Limit = 200,
    before: Annotated[
        str | None,
        Query(pattern=POSITION, description="Only earlier messages: the `nextBefore` of the page before."),
    ] = None,
    after: Annotated[
        str | None,
        Query(pattern=POSITION, description="Only later messages: the `nextAfter` of another page."),
    ] = None,
    around: Annotated[
        UUID | None,
        Query(
            description="The page with this turn: an execution, or a message of none; the latest if it is not there."
        ),
    ] = None,
) -> ConversationWithMessages:
    """Return a conversation, its latest messages and what was done for them, without what was replaced since."""
    user_id, store = caller.user.id, platform.stores[ConversationStore]
    async with platform.database.as_user(user_id):
        conversation = await store.get(user_id, conversation_id)
        page = await _page(store, user_id, conversation_id, limit, before=before, after=after, around=around)
        executions = dict.fromkeys(message.execution_id for message in page.messages if message.execution_id)
        turns = await platform.stores[TurnStore].of(user_id, list(executions))
    return ConversationWithMessages(
        conversation=conversation,
        messages=list(page.messages),
        turns=list(turns),
        next_before=str(page.messages[0].position) if page.earlier else None,
        next_after=str(page.messages[-1].position) if page.later else None,
    )


@dataclass(frozen=True, slots=True)
class _Page:
    messages: Sequence[Message]
    earlier: bool
    """Whether there are earlier ones; `later` likewise."""
    later: bool


async def _page(
    store: ConversationStore,
    user_id: str,
    conversation_id: str,
    limit: int,
    *,
    before: str | None,
    after: str | None,
    around: UUID | None,
) -> _Page:
    """Return the latest messages, or those before or after a place, or those with a turn in their middle."""
    if after is not None:
        found = await store.later_messages(user_id, conversation_id, int(after) + 1, limit=limit + 1)
        return _Page(found[:limit], earlier=len(found) > 0, later=len(found) > limit)
    if around is not None and before is None:
        at = await store.turn_position(user_id, conversation_id, str(around))
        half = (limit + 1) // 2
        later = [] if at is None else await store.later_messages(user_id, conversation_id, at, limit=half + 1)
        if at is not None and len(later) > half:
            earlier = await store.messages(user_id, conversation_id, before=at, limit=limit - half + 1)
            shown = earlier[-(limit - half) :] if limit > half else []
            return _Page([*shown, *later[:half]], earlier=len(earlier) > len(shown), later=True)
    found = await store.messages(user_id, conversation_id, before=int(before) if before else None, limit=limit + 1)
    return _Page(found[-limit:], earlier=len(found) > limit, later=before is not None and bool(found))


@conversations.patch(
    "/api/conversations/{id}",
    operation_id="updateConversation",
    summary="Rename or pin a conversation",
    responses=documented(400, 401, 404, 413, 415),
)
async def update_conversation(
    conversation_id: PathUuid,
    body: Annotated[ConversationChanges, Content(examples=[{"title": "Taxes", "pinned": True}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Conversation:
    """Change the title, or whether it is pinned."""
    if body.title is None and body.pinned is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="title, pinned"))
    return await threads.change(
        platform.database, platform.stores, caller.user.id, conversation_id, title=body.title, pinned=body.pinned
    )


@conversations.delete(
    "/api/conversations/{id}",
    operation_id="deleteConversation",
    summary="Delete a conversation",
    status_code=204,
    responses=documented(401, 404, 409),
)
async def delete_conversation(conversation_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a conversation with its messages and executions; not while one of them runs."""
    await threads.delete(platform.database, platform.stores, caller.user.id, conversation_id)

"""Executions: started, read, followed, stopped, resumed."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any
from uuid import UUID

from fastapi import Body as Content
from fastapi import Depends, Query, Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.sse import EventStream, documented_stream, last_event_id, stream
from bailiwick.kernel.http.wire import AgentId, Before, Body, Flag, Limit, PathUuid, QueryAgent, Reply
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.callers import Reader, Runner, demand
from bailiwick.people.limited import Beginner
from bailiwick.people.records import Principal, Scope
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.files.made import MadeFile, made_in
from bailiwick.runs.files.records import MOST_NAMED
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.submission import begun_by
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.feedback_store import FeedbackStore
from bailiwick.runs.threads.records import Message
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turns import Feedback, Rating
from bailiwick_router.core.decisions import Mode

executions = router("executions")

STREAM_EXAMPLE = (
    "retry: 1000\n\n"
    "event: agent-delegation\n"
    'data: {"from": "cleo-supervisor", "to": "peter-logical", "reason": "…", "stage": "tags"}\n'
    "id: 3.0\n\n"
    "event: agent.stream\n"
    'data: {"agent": "peter-logical", "call": "model:1@1", '
    '"place": {"path": [], "phase": "answer", "round": 1, "index": null}, "offset": 0, "text": "It is "}\n'
    "id: 4.6\n\n"
    "event: done\n"
    'data: {"status": "completed", "agent": "peter-logical", "content": "It is 40.8."}\n'
    "id: 9.0\n\n"
)


class ExecuteRequest(Body):
    """What a person asks for."""

    message: Annotated[str, Field(max_length=100_000)]
    """What the person says; may be empty where there are files."""
    files: list[UUID] = Field(default_factory=list[UUID], max_length=MOST_NAMED)
    """Files that belong to the message, as `POST /api/files` named them."""
    agent_id: AgentId | None = None
    """The agent they choose; it answers directly unless supervision is asked for."""
    force_supervised: Flag = False
    """Supervise although an agent is chosen."""
    conversation_id: UUID | None = None
    """The conversation it belongs to; None for that of what it replaces, else for one of its own, which begins with
    it."""
    replaces: UUID | None = None
    """An execution of that thread to be replaced by this one, together with all that came after it. What is replaced
    is kept, but no longer part of the conversation; while any of it is not over this is refused."""
    metadata: dict[str, Any] = Field(default_factory=dict, max_length=50)
    """`requested_agent_id` stands for `agentId`."""

    def submission(self, caller: Principal) -> Submission:
        """Return what the runtime takes."""
        return Submission(
            begun_by=begun_by(caller),
            message=self.message,
            files=[str(each) for each in self.files],
            agent_id=self.agent_id,
            force_supervised=self.force_supervised,
            conversation_id=str(self.conversation_id) if self.conversation_id else None,
            replaces=str(self.replaces) if self.replaces else None,
            metadata=self.metadata,
        )


class Links(Reply):
    """Where to go on, as paths on this server."""

    self: str
    """Read it."""
    events: str
    """Follow it."""
    cancel: str
    """Stop it (POST)."""


class Accepted(Reply):
    """A request that is being carried out."""

    id: str
    """The execution."""
    conversation_id: str
    """Its thread."""
    status: ExecutionStatus
    mode: Mode
    links: Links


class ExecutionList(Reply):
    """A page of executions, latest first, without their steps."""

    executions: list[Execution]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class ResumeRequest(Body):
    """What to do about the call whose outcome is unknown."""

    retry: Flag = False
    """Make the call again; otherwise the agent is told that it is not known whether it took effect."""


class FeedbackRequest(Body):
    """What a person thinks of an answer."""

    rating: Rating | None
    """Null takes back what was said before."""
    note: Annotated[str, Field(max_length=2000)] | None = None
    """What to add."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionWithMessages(Execution):
    """One execution with its steps, its decision, the messages that it began and ended with, and what it made."""

    messages: Sequence[Message] = ()
    made: Sequence[MadeFile] = ()
    """The files that its tools left, oldest first; of what was written several times the last."""


def links(request: Request, execution_id: str) -> Links:
    """Return the addresses of an execution, behind a proxy with its prefix."""
    own = f"{request.scope.get('root_path', '')}/api/agents/execution/{execution_id}"
    return Links(self=own, events=f"{own}/events", cancel=f"{own}/cancel")


@executions.post(
    "/api/agents/execute",
    operation_id="execute",
    summary="Let an agent work",
    status_code=202,
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work", "spending-limit"]),
    dependencies=[Once],
)
async def execute(
    request: Request,
    response: Response,
    body: Annotated[
        ExecuteRequest,
        Content(
            examples=[
                {"message": "What is 12 % of 340?"},
                {"message": "Write a haiku.", "agentId": "ami-creative"},
            ]
        ),
    ],
    caller: Beginner,
    platform: CurrentPlatform,
) -> Accepted:
    """Accept a message. From now on it is not lost: follow it under `links.events`, or read it again."""
    execution = await platform[Executions].submit(caller.user.id, body.submission(caller))
    where = links(request, execution.id)
    response.headers["Location"] = where.self
    return Accepted(
        id=execution.id,
        conversation_id=execution.conversation_id,
        status=execution.status,
        mode=execution.mode,
        links=where,
    )


@executions.get(
    "/api/agents/executions",
    operation_id="listExecutions",
    summary="List executions",
    responses=documented(401),
)
async def list_executions(
    caller: Reader,
    platform: CurrentPlatform,
    conversation_id: Annotated[
        UUID | None, Query(alias="conversationId", description="Only those of this conversation.")
    ] = None,
    agent_id: QueryAgent = None,
    status: Annotated[ExecutionStatus | None, Query(description="Only those in this state.")] = None,
    limit: Limit = 50,
    before: Before = None,
) -> ExecutionList:
    """Return the caller's executions, latest first."""
    found = await platform.stores[ExecutionStore].list(
        caller.user.id,
        conversation_id=str(conversation_id) if conversation_id else None,
        agent_id=agent_id,
        status=status,
        limit=limit,
        before=before,
    )
    more = found[-1].created_at.isoformat() if len(found) == limit else None
    return ExecutionList(executions=list(found), next_before=more)


@executions.get(
    "/api/agents/execution/{id}",
    operation_id="getExecution",
    summary="Read an execution",
    responses=documented(401, 404),
)
async def get_execution(execution_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ExecutionWithMessages:
    """Return an execution with its steps, its decision and its messages."""
    execution = await platform.stores[ExecutionStore].get(caller.user.id, execution_id)
    own = await platform.stores[ConversationStore].messages(
        caller.user.id, execution.conversation_id, execution_id=execution.id
    )
    return ExecutionWithMessages(
        **{field.name: getattr(execution, field.name) for field in fields(execution)},
        messages=own,
        made=made_in(execution.steps),
    )


@executions.get(
    "/api/agents/execution/{id}/events",
    operation_id="followExecution",
    summary="Follow an execution",
    status_code=200,
    response_class=EventStream,
    responses={
        **documented(401, 404, busy=["too-many-streams"]),
        **documented_stream("Events until `done`.", STREAM_EXAMPLE),
    },
)
async def follow_execution(
    request: Request,
    execution_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    after: Annotated[str | None, Depends(last_event_id)],
) -> EventStream:
    """Stream everything that happens, from the beginning or after the last event you have, to the end.

    Leaving the stream does not stop the execution. After a `reset` event begin again with an empty page.
    """
    await platform.stores[ExecutionStore].get(caller.user.id, execution_id, steps=False)
    return stream(request, platform[Streams].batches(caller.user.id, execution_id, after))


@executions.post(
    "/api/agents/execution/{id}/cancel",
    operation_id="cancelExecution",
    summary="Stop an execution",
    responses=documented(401, 404),
)
async def cancel_execution(execution_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Execution:
    """Ask it to stop; it does within a second. One that is over is returned as it is."""
    return await platform[Executions].cancel(caller.user.id, execution_id)


@executions.post(
    "/api/agents/execution/{id}/resume",
    operation_id="resumeExecution",
    summary="Go on with a waiting execution",
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
)
async def resume_execution(
    execution_id: PathUuid,
    caller: Beginner,
    platform: CurrentPlatform,
    body: Annotated[ResumeRequest | None, Content(examples=[{"retry": True}])] = None,
) -> Execution:
    """Go on with an execution that waits because nobody knows whether a call took effect.

    To make the call again is to approve it: a key needs the scope `approve` for that.
    """
    if body and body.retry:
        demand(caller, Scope.APPROVE)
    return await platform[Executions].resume(caller.user.id, execution_id, retry=bool(body and body.retry))


@executions.put(
    "/api/agents/execution/{id}/feedback",
    operation_id="giveFeedback",
    summary="Say what you think of an answer",
    responses=documented(400, 401, 404, 413, 415),
)
async def give_feedback(
    execution_id: PathUuid,
    body: Annotated[FeedbackRequest, Content(examples=[{"rating": "down", "note": "The tax is missing."}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Feedback:
    """Rate an answer, in place of an earlier rating."""
    user_id, stores = caller.user.id, platform.stores
    async with platform.database.as_user(user_id):
        execution = await stores[ExecutionStore].get(user_id, execution_id, steps=False)
        feedback = await stores[FeedbackStore].give(user_id, execution_id, body.rating, body.note)
        await threads.tell(stores, user_id, execution.conversation_id, "updated")
    return feedback

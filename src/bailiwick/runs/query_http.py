"""Queries: one question in, one answer out, for voice assistants and simple clients."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any
from uuid import UUID

from fastapi import Body as Content
from fastapi import Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.events.facts import AgentDelegated, ExecutionFinished, TextStreamed
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.health import Health
from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once, read_key
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.sse import EventStream, documented_stream, singly, stream
from bailiwick.kernel.http.wire import AgentId, Body, MessageText, Real, Reply
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.people.callers import Reader
from bailiwick.people.limited import Beginner
from bailiwick.people.records import Principal
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.files.made import MadeFile, made_in
from bailiwick.runs.files.records import MOST_NAMED
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.submission import begun_by
from bailiwick_router.core.agents import Agent

query = router("query")

WAIT_SECONDS = 120.0
NOBODY = "finalize"
"""Where routing sends what no agent fits."""
STILL_RUNNING = "It is not finished yet; GET /api/agents/execution/{id} tells when it is."
NEEDS_A_PERSON = "It waits for a person; see GET /api/agents/execution/{id}."
STREAM_EXAMPLE = (
    "retry: 1000\n\n"
    'event: announcement\ndata: {"agentName": "gmail", "text": "Checking your email. "}\nid: 3.0\n\n'
    'event: text\ndata: {"text": "You have ", "offset": 0, "call": "model:1"}\nid: 4.9\n\n'
    'event: done\ndata: {"content": "You have two new messages.", "success": true}\nid: 9.0\n\n'
)


class Question(Body):
    """One question."""

    query: MessageText
    """What the person says."""
    files: list[UUID] = Field(default_factory=list[UUID], max_length=MOST_NAMED)
    """Files that belong to it, as `POST /api/files` named them."""
    session_id: UUID | None = None
    """The conversation it goes on with, as an earlier answer named it; None for one of its own."""
    agent_name: AgentId | None = None
    """The id of the agent they choose."""
    timeout: Annotated[Real, Field(gt=0, le=600)] = WAIT_SECONDS
    """How long to wait for the answer, in seconds."""

    def submission(self, caller: Principal) -> Submission:
        """Return what the runtime takes."""
        return Submission(
            begun_by=begun_by(caller),
            message=self.query,
            files=[str(each) for each in self.files],
            agent_id=self.agent_name,
            conversation_id=str(self.session_id) if self.session_id else None,
        )


class AnswerFacts(Reply):
    """Where an answer came from."""

    session_id: str
    """Give this as `sessionId` to go on in the same conversation."""
    status: ExecutionStatus
    outcome: Outcome | None
    """`unanswered` where it completed and did nothing for you; `content` says why."""
    stage: str | None
    """The routing stage that chose the agent."""
    confidence: float | None
    reason: str | None
    model_calls: int
    tool_calls: int
    cost: float


class Answer(Reply):
    """One answer."""

    content: str
    success: bool
    agent_name: str | None
    """The id of the agent that answered."""
    metadata: AnswerFacts
    files: list[MadeFile]
    """The files that were made for it; `download` says where each is, a path of this server."""
    error: str | None = None
    """What went wrong and what to do, where there is no answer."""
    execution_id: str


class Capability(Reply):
    """One thing an agent is good for."""

    name: str
    description: str
    keywords: list[str]
    examples: list[str]


class AgentCard(Reply):
    """An agent as simple clients see it."""

    name: str
    """The agent's id; give it as `agentName`."""
    title: str
    description: str
    capabilities: list[Capability]
    healthy: bool


class AgentCards(Reply):
    """The agents that can answer."""

    agents: list[AgentCard]


def answer_of(execution: Execution) -> Answer:
    """Return an execution, with its steps where it called tools, as the answer to a question."""
    decision = execution.decision
    error = None
    if execution.status is not ExecutionStatus.COMPLETED:
        waiting = execution.status is ExecutionStatus.WAITING
        sentence = (NEEDS_A_PERSON if waiting else STILL_RUNNING).format(id=execution.id)
        if execution.status.terminal:
            sentence = "It was cancelled."
        error = execution.failure.message if execution.failure else sentence
    elif execution.outcome is Outcome.UNANSWERED:
        error = execution.answer
    return Answer(
        content=execution.answer or "",
        success=execution.status is ExecutionStatus.COMPLETED and execution.outcome is not Outcome.UNANSWERED,
        agent_name=execution.agent_id,
        metadata=AnswerFacts(
            session_id=execution.conversation_id,
            status=execution.status,
            outcome=execution.outcome,
            stage=decision.stage if decision else None,
            confidence=decision.confidence if decision else None,
            reason=decision.reason if decision else None,
            model_calls=execution.usage.model_calls,
            tool_calls=execution.usage.tool_calls,
            cost=execution.usage.cost,
        ),
        files=list(made_in(execution.steps)),
        error=error,
        execution_id=execution.id,
    )


async def submit_once(platform: Platform, request: Request, caller: Principal, body: Question) -> tuple[str, bool]:
    """Submit the question once for each Idempotency-Key; return the execution's id, and whether it was known."""
    key, user_id, submission = read_key(request), caller.user.id, body.submission(caller)
    if key is None:
        return (await platform[Executions].submit(user_id, submission)).id, False

    async def submit() -> StoredResponse:
        execution = await platform[Executions].submit(user_id, submission)
        return StoredResponse(202, json.dumps({"executionId": execution.id}))

    outcome = await once(platform, user_id, request, key, submit)
    return json.loads(outcome.response.body)["executionId"], outcome.replayed


@query.post(
    "/api/v1/query",
    operation_id="query",
    summary="Ask and wait for the answer",
    responses={
        **documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
        202: {"model": Answer, "description": "Accepted, but not finished within `timeout`."},
    },
    dependencies=[KeyHeader],
)
async def ask(
    request: Request,
    response: Response,
    body: Annotated[Question, Content(examples=[{"query": "Will it snow tomorrow?"}])],
    caller: Beginner,
    platform: CurrentPlatform,
) -> Answer:
    """Route the question, let the agent work and return its answer.

    Without `sessionId` it is a conversation of its own: questions that are asked at once run side by side.
    `success` is false, with a sentence in `error`, when the agent failed, waits for a person or could do nothing.
    """
    execution_id, replayed = await submit_once(platform, request, caller, body)
    if replayed:
        response.headers[REPLAYED] = "true"
    execution = await platform[Executions].wait(
        caller.user.id, execution_id, body.timeout, steps=False, accepted_now=not replayed
    )
    if not execution.status.terminal and execution.status is not ExecutionStatus.WAITING:
        response.status_code = 202
    elif execution.usage.tool_calls:  # only then are there steps in which files are noted
        execution = await platform.stores[ExecutionStore].get(caller.user.id, execution_id)
    return answer_of(execution)


@query.post(
    "/api/v1/query/stream",
    operation_id="queryStream",
    summary="Ask and follow the answer",
    status_code=200,
    response_class=EventStream,
    responses={
        **documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work", "too-many-streams"]),
        **documented_stream("`announcement`, then `text` as it comes, then `done`.", STREAM_EXAMPLE),
    },
    dependencies=[KeyHeader],
)
async def ask_stream(
    request: Request,
    body: Annotated[Question, Content(examples=[{"query": "Will it snow tomorrow?"}])],
    caller: Beginner,
    platform: CurrentPlatform,
) -> EventStream:
    """Stream what the agent says it does, then the answer's text, then the whole answer.

    A piece of text replaces what you have of the same `call` from `offset` on; another `call` begins anew.
    """
    execution_id, _ = await submit_once(platform, request, caller, body)
    return stream(request, singly(spoken(platform, caller.user.id, execution_id)))


async def spoken(platform: Platform, user_id: str, execution_id: str) -> AsyncGenerator[StreamItem]:
    """Yield an execution's events as a voice needs them."""
    announced = False
    async with aclosing(platform[Streams].follow(user_id, execution_id)) as items:
        async for item in items:
            if item.kind == AgentDelegated.wire:
                announced = True
                agent_id = None if item.data["to"] == NOBODY else item.data["to"]
                yield _announcement(item, execution_id, agent_id, item.data["announcement"])
            elif item.kind in (TextStreamed.wire, ExecutionFinished.wire) and not announced:
                # It failed or spoke before anything was delegated; the agent announces itself.
                announced = True
                agent = (await platform[Rosters].of(user_id)).roster.get(item.data["agent"] or "")
                text = agent.announcement if agent else ""
                yield _announcement(item, execution_id, item.data["agent"], text)
            if item.kind == TextStreamed.wire:
                yield StreamItem(item.id, "text", {name: item.data[name] for name in ("text", "offset", "call")})
            elif item.kind == ExecutionFinished.wire:
                execution = await platform.stores[ExecutionStore].get(user_id, execution_id)
                yield StreamItem(item.id, "done", answer_of(execution).model_dump(mode="json"))


def _announcement(item: StreamItem, execution_id: str, agent_id: str | None, text: str) -> StreamItem:
    data: dict[str, Any] = {"agentName": agent_id, "text": text, "executionId": execution_id}
    return StreamItem(item.id, "announcement", data)


@query.get("/api/v1/agents", operation_id="listAgentCards", summary="What can be asked?", responses=documented(401))
async def list_agent_cards(caller: Reader, platform: CurrentPlatform) -> AgentCards:
    """Return the agents that routing can choose, with what each is good for."""
    everyone = await platform[Rosters].all(caller.user.id)
    health = await platform[HealthChecks].of(caller.user.id, everyone)
    return AgentCards(agents=[_card(one, health[one.id]) for one in everyone if one.routable])


def _card(agent: Agent, health: Health) -> AgentCard:
    capability = Capability(
        name=agent.id,
        description=agent.objective or agent.description,
        keywords=list(dict.fromkeys((*agent.keywords, *agent.tags))),
        examples=list(agent.examples),
    )
    return AgentCard(
        name=agent.id,
        title=agent.name,
        description=agent.description,
        capabilities=[capability],
        healthy=health.healthy,
    )

"""Gives a user something in every table."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bailiwick.agents.metrics.store import MetricStore
from bailiwick.agents.releases.drafts import ReleaseDraft, RoutingMark
from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.records import ReleaseStatus
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.agents.store import AgentStore
from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS, WorstCase
from bailiwick.features.budgets.store import BudgetStore, Line
from bailiwick.features.documents.passage_points import PassagePoints
from bailiwick.features.documents.store import DocumentStore
from bailiwick.features.mcp.records import Enablement
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.features.memory.observation_points import ObservationPoints
from bailiwick.features.memory.records import EntityDraft, Provenance, RelationDraft
from bailiwick.features.memory.records import WrittenBy as Writer
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.projects.store import ProjectStore
from bailiwick.features.reminders.records import ReminderTimes
from bailiwick.features.reminders.store import ReminderStore
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.features.schedules.records import Action, ActionType, RunStatus, ScheduleDraft, Times
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.swarm.records import Claim
from bailiwick.features.tasks.records import PERSON, CommentKind
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import AgentRemoved, DirectExecuted
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.http.kept_responses import IdempotencyStore, StoredResponse
from bailiwick.kernel.http.rates import RateStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.people.preference_store import PreferenceStore
from bailiwick.people.preferences import Preferences
from bailiwick.people.records import Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.files.store import FileStore
from bailiwick.runs.records import Assignment, Step, StepKind, StepStatus
from bailiwick.runs.starts_tasks import TaskDraft
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.feedback_store import FeedbackStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turns import Rating
from bailiwick.tools.credential_store import CredentialStore
from bailiwick.tools.credentials import Sealed
from bailiwick.tools.documents.records import OriginalFile, PassageDraft, ReadText
from bailiwick.tools.records import ToolSpec
from bailiwick_router.core.agents import Agent, Origin
from bailiwick_router.core.decisions import (
    Candidate,
    Decision,
    Evidence,
    ExampleMatch,
    Exclusion,
    Learned,
    LearnedFeature,
    Mode,
    RequestPart,
    Shadow,
    Stage,
    StageOutcome,
    StageReport,
)
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_skills.notes.store import NoteStore
from support.knowledge import with_blocks
from support.messages import indexing_every
from support.stored_swarm import StoredSwarm

DECISION = Decision(
    agent="toby-technical",
    stage=Stage.TAGS,
    confidence=0.75,
    asked="¿verdad?",
    reason="Most of the words are Toby's.",
    why=Reason.of(RoutingReason.TAGS_ALONE, agent="toby-technical", score=3.0),
    candidates=(
        Candidate(
            agent="toby-technical",
            score=3.0,
            confidence=0.2,
            evidence=(Evidence(kind="tag", field="tags", text="bug", matched="bug", weight=2.0),),
        ),
    ),
    candidate_count=1,
    excluded=(Exclusion(agent="ski", cause="paused"),),
    margin=3.0,
    stages=(StageReport(stage=Stage.TAGS, outcome=StageOutcome.DECIDED, reason="Highest score."),),
    message="There is a bug, ¿verdad?",
    message_hash="00" * 32,
    language="en",
    mode=Mode.DIRECT,
    release="r1",
    shortlist=("toby-technical", "ami-creative"),
    parts=(
        RequestPart(
            start=0,
            end=14,
            text="There is a bug",
            agent="toby-technical",
            leans=True,
            stage=Stage.TAGS,
            confidence=0.75,
            reason="One tag.",
            margin=3.0,
            candidates=(Candidate(agent="toby-technical", score=3.0, confidence=0.2),),
            candidate_count=1,
            stages=(StageReport(stage=Stage.TAGS, outcome=StageOutcome.DECIDED, reason="Highest score."),),
        ),
    ),
    learned=Learned(
        agent="toby-technical",
        confidence=0.9,
        in_scope=0.8,
        refused=True,
        runner_up="ski",
        runner_up_confidence=0.1,
        examples=(ExampleMatch(agent="toby-technical", text="A bug", similarity=0.7, source="example"),),
        features=(LearnedFeature(text="bug", weight=1.5),),
        classifier="c1",
    ),
    last_agent="ski",
    canary=True,
    shadows=(Shadow(agent="notes", would_win=True, stage=Stage.EXAMPLES, reason="By its examples."),),
    microseconds=120.5,
)
"""A decision that uses every field."""


@dataclass(frozen=True)
class Belongings:
    """What a user was given."""

    conversation_id: str
    execution_id: str
    decision_id: str
    document_id: str
    token_id: str
    secret: Secret
    turn: Claim | None
    """Of resident `ben@secret`, for a mail of `ana@secret`."""


def running_step(key: str = "tool:1", attempt: int = 1, position: int = 1) -> Step:
    """Return a step that has begun, the so-manyth of its execution."""
    return Step(
        key=key,
        kind=StepKind.TOOL,
        agent_id="notes",
        status=StepStatus.RUNNING,
        attempt=attempt,
        name="addNote",
        position=position,
    )


def completed(step: Step, **output: object) -> Step:
    """Return the step with a result."""
    return replace(step, status=StepStatus.COMPLETED, output=output)


async def index_a_document(stores: Stores, user: str, document_id: str) -> None:
    """Give a document a passage with an embedding, and another one a file."""
    passage = PassageDraft(heading="A secret", page=None, start=0, end=4)
    read = ReadText(content="text", outline=(), passages=(passage,), truncated=False)
    await stores[DocumentStore].index(user, document_id, 1, read, "en")
    texts = await stores[PassagePoints].missing(user, "space")
    await stores[PassagePoints].add(user, "space", texts, [[0.6, 0.8]])
    file = OriginalFile(filename="secret.txt", media_type="text/plain", content=b"a secret")
    await stores[FileStore].add(user, "secret.txt", "text/plain", b"secret")
    await stores[DocumentStore].add_file(user, "Secret file", file)


async def plan_something(stores: Stores, user: str) -> None:
    """Write a task that waits for another one and was run, and a schedule that made one."""
    first = await stores[TaskStore].create(user, TaskDraft(title="A secret first task"), call_id="call-3")
    draft = TaskDraft(title="A secret task", description="secret", tags=("secret",), depends_on=(first.id,))
    task = await stores[TaskStore].create(user, draft)
    await stores[TaskStore].comment(user, task.id, PERSON, CommentKind.COMMENT, "A secret comment")
    thread = await stores[ConversationStore].keep_named(
        user, f"task:{task.id}", "notes", Mode.DIRECT, title="A secret task", task_id=task.id
    )
    run = await stores[ExecutionStore].create(user, thread.id, "A secret task", Mode.DIRECT, "notes")
    await stores[TaskStore].begin_run(user, task.id, run.id, "secretly", tainted=False)
    now = await stores.database.now(user)
    action = Action(type=ActionType.TASK, title="A secret task")
    plan = ScheduleDraft(name="A secret plan", times=Times(every_seconds=86_400), action=action)
    schedule = await stores[ScheduleStore].create(user, plan, now + timedelta(days=1), now=now)
    await stores[ScheduleStore].add_run(user, schedule.id, now, RunStatus.FIRED, execution_id=run.id, task_id=task.id)
    due = ReminderTimes(due_at=now + timedelta(days=1))
    await stores[ReminderStore].insert(user, "A secret reminder", due, timezone="UTC", language="en")
    project = await stores[ProjectStore].insert(user, "A secret project", "secretly")
    await stores[ProjectStore].put(user, str(project), "task", task.id, None)


async def release_something(stores: Stores, user: str, decision_id: str) -> None:
    """Publish a release, leave another one waiting as a canary, and pin a decision."""
    content = ReleaseContent(
        agents=({"id": "notes", "name": "Notes", "tags": ["a secret"]},), corrections=(("a secret", "notes"),), rules={}
    )
    draft = ReleaseDraft(
        digest="d1",
        status=ReleaseStatus.PUBLISHED,
        author="person",
        reason="A secret reason",
        parent=None,
        content=content,
    )
    async with stores.database.as_user(user):
        revision = await stores[ReleaseStore].hold(user)
        await stores[ReleaseStore].add(user, draft)
        await stores[ReleaseStore].add(user, replace(draft, status=ReleaseStatus.CANDIDATE, parent=1))
        await stores[ReleaseStore].set_canary(user, 2, 5)
        mark = RoutingMark(revision=revision, published=1, canary=2, canary_share=5)
        await stores[RoutingStateStore].set_mark(user, mark)
    await stores[GoldenStore].put(user, "a secret", "notes", source="decision", decision_id=decision_id)


def assigned(agent_id: str) -> Assignment:
    """That this agent works on an execution, for the same reason as ever."""
    return Assignment(agent_id=agent_id, decision=replace(DECISION, id=uuid7(), created_at=datetime.now(UTC)))


async def reserve_something(stores: Stores, user: str, execution_id: str) -> None:
    """Have a model call of a run reserve something of a limit of the user's."""
    limit = await stores[BudgetStore].insert(
        user,
        user,
        ALWAYS,
        Spending(),
        name="A secret limit",
        scope=LimitScope.PERSON,
        subject=None,
        period=LimitPeriod.ALWAYS,
        money=None,
        tokens=1_000_000,
        model_calls=None,
        tool_calls=None,
        seconds=None,
        at_limit=AtLimit.WAIT,
        imposed=False,
    )
    async with stores.database.as_user(user):
        await stores[BudgetStore].account(
            user,
            execution_id,
            1,
            everything=False,
            lines=[Line("model:1", limit, ALWAYS)],
            over=(),
            asked=("model:1", WorstCase(input=10, input_money=0, token_money=0, least=1, most=10)),
        )


async def give_everything(stores: Stores, user: str) -> Belongings:
    """Write at least one row into every table for `user`, leaving an execution running."""
    secret = Secret.new(TokenKind.SESSION, user)
    token = await stores[AccessStore].add_token(secret, "browser", list(Scope), datetime.now(UTC) + timedelta(days=1))
    await stores[AccessStore].put_password(user, b"the hash of a password")
    await stores[AgentStore].save(user, Agent(id="custom_1", name="One", origin=Origin.RUNTIME))
    await stores[AgentStore].save(user, Agent(id="custom_2", name="Two"))
    await stores[AgentStore].delete(user, "custom_2")
    await stores[AgentStore].touch(user, "custom_1", None)
    conversation = await stores[ConversationStore].open(user, "notes", Mode.DIRECT, title="A secret plan")
    execution = await stores[ExecutionStore].create(user, conversation.id, "a secret", Mode.DIRECT, "notes")
    await stores[ExecutionStore].claim(user, execution.id)
    assignment = assigned("notes")
    decision = assignment.decision
    await stores[ExecutionStore].record(user, execution.id, 1, assigned=assignment)
    await stores[MisrouteStore].report(user, str(decision.id), "ami-creative", "A secret reason")
    await release_something(stores, user, str(decision.id))
    step = running_step()
    await stores[ExecutionStore].record(
        user,
        execution.id,
        1,
        step,
        step.evolve(key="model:1", kind=StepKind.MODEL, position=2, input={"instructions": ("secret " * 20, ".")}),
    )
    await stores[EventStore].append(user, [DirectExecuted(agent="notes")], execution_id=execution.id, agent="notes")
    await stores[EventStore].append(user, [AgentRemoved(agent="custom_2", reason="deleted")])
    await reserve_something(stores, user, execution.id)
    await stores[FeedbackStore].give(user, execution.id, Rating.UP, "a secret thought")
    await stores[NoteStore].append(user, "Secrets", ["one"], call_id="call-1")
    document = await stores[DocumentStore].create(user, "Secret", "text", call_id="call-1", execution_id=execution.id)
    await index_a_document(stores, user, document.id)
    await stores[CredentialStore].add(user, uuid7(), "secret", "", Sealed("0" * 12, bytes(40)))
    spec = ToolSpec(name="send", description="", parameters={}, approval=True)
    await stores[ApprovalStore].admit(
        user,
        execution_id=execution.id,
        step_key="tool:1:0",
        place=Place(round=1, index=0),
        agent_id="notes",
        spec=spec,
        arguments={"to": "secret"},
        reason="It asks.",
        life=timedelta(days=1),
    )
    await stores[ApprovalStore].grant(user, "notes", "send")
    server_id = uuid7()
    await stores[McpServerStore].enable(user, Enablement(server_id=server_id, server_name="mail", enabled=True))
    await stores[RateStore].hit(user, "mcp:mail", 10, 60)
    await indexing_every(1, stores)[ConversationStore].index_messages(user)
    knowledge = with_blocks(stores.database, 2)[KnowledgeStore]
    said = Provenance(author=Writer.AGENT, agent_id="main", execution_id=execution.id, call_id="call-2")
    await knowledge.create_entities(user, [EntityDraft("Secret", "plan", ("one", "two"))], said)
    await knowledge.create_relations(user, [RelationDraft("Secret", "Plan", "is")], replace(said, call_id=None))
    observed = await stores[ObservationPoints].missing(user, "space", limit=1)
    await stores[ObservationPoints].add(user, "space", observed, [[0.6, 0.8]])
    swarm = await StoredSwarm.found(stores, user, "Ana", "Ben", swarm="Secret")
    await swarm.write("ana", "ben", "A secret mail", expects_reply=True)
    turn = await swarm.begin("ben")
    await plan_something(stores, user)
    await stores[PreferenceStore].save(user, Preferences(timezone="Europe/Madrid", model="a secret model"))
    await stores[MetricStore].roll(user)
    async with stores.database.as_user(user) as connection:  # rolling up takes hours that are over
        await connection.execute(
            "insert into metric_sums (kind, span, at, agent, subject, count)"
            " values ('execution', 'hour', date_trunc('hour', now()) - interval '400 days', 'notes', '', 1)"
        )
    async with stores.database.as_user(user):
        await stores[IdempotencyStore].begin(user, "key-1", b"hash")
        await stores[IdempotencyStore].finish(user, "key-1", StoredResponse(202, {"id": execution.id}))
    return Belongings(
        conversation_id=conversation.id,
        execution_id=execution.id,
        decision_id=str(decision.id),
        document_id=document.id,
        token_id=token.id,
        secret=secret,
        turn=turn,
    )

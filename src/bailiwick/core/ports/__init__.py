"""Ports: what the runtime and the API ask of storage, models and agents.

Every store method names the user it acts for and runs in that user's transaction: it joins the one that
`Database.as_user` opened in the same task, or opens its own. Under row-level security a foreign id looks
like an unknown one. Unless said otherwise methods raise `Unavailable` when the database cannot be reached.
"""

from bailiwick.core.ports.access import AccessStore, IdempotencyStore, StoredResponse
from bailiwick.core.ports.administration import AccountStore, InstallationStore, RetentionStore
from bailiwick.core.ports.agents import (
    AgentReply,
    AgentRequest,
    AgentStore,
    HandedIn,
    RunnableAgent,
    SentBack,
    TextPiece,
)
from bailiwick.core.ports.approvals import ApprovalStore, Gate
from bailiwick.core.ports.conversations import ConversationStore, FeedbackStore, TurnStore
from bailiwick.core.ports.credentials import CredentialStore
from bailiwick.core.ports.database import FACTS, USES, Database, JobRoom, Jobs, Listening
from bailiwick.core.ports.decisions import DecisionStore, MisrouteStore
from bailiwick.core.ports.documents import DocumentStore, Library
from bailiwick.core.ports.embedding import Embedder, EmbeddingStore
from bailiwick.core.ports.equipment import Equipment
from bailiwick.core.ports.events import EventStore
from bailiwick.core.ports.executions import ExecutionStore, FigureStore, OverviewStore, Told
from bailiwick.core.ports.knowledge import KnowledgeHistory, KnowledgeStore, KnowledgeViews
from bailiwick.core.ports.mcp import McpServerStore
from bailiwick.core.ports.metrics import MetricStore, PreferenceStore
from bailiwick.core.ports.models import (
    SAID,
    THOUGHT,
    ModelCaller,
    ModelCatalog,
    ModelReply,
    ModelRequest,
    OnRetry,
    OnText,
    Strand,
    StrandKind,
    ignore_text,
)
from bailiwick.core.ports.notes import NoteStore
from bailiwick.core.ports.rates import RateStore
from bailiwick.core.ports.releases import (
    GoldenStore,
    ReleaseDraft,
    ReleaseStore,
    RosterNews,
    RoutingMark,
    RoutingStateStore,
)
from bailiwick.core.ports.sandbox import Sandbox
from bailiwick.core.ports.schedules import ScheduleStore
from bailiwick.core.ports.stores import Stores
from bailiwick.core.ports.swarm import MailStore, ResidentTurnStore, SwarmStore, WakeUps
from bailiwick.core.ports.tasks import TaskStore
from bailiwick.core.ports.traffic import TrafficStore

__all__ = [
    "FACTS",
    "SAID",
    "THOUGHT",
    "USES",
    "AccessStore",
    "AccountStore",
    "AgentReply",
    "AgentRequest",
    "AgentStore",
    "ApprovalStore",
    "ConversationStore",
    "CredentialStore",
    "Database",
    "DecisionStore",
    "DocumentStore",
    "Embedder",
    "EmbeddingStore",
    "Equipment",
    "EventStore",
    "ExecutionStore",
    "FeedbackStore",
    "FigureStore",
    "Gate",
    "GoldenStore",
    "HandedIn",
    "IdempotencyStore",
    "InstallationStore",
    "JobRoom",
    "Jobs",
    "KnowledgeHistory",
    "KnowledgeStore",
    "KnowledgeViews",
    "Library",
    "Listening",
    "MailStore",
    "McpServerStore",
    "MetricStore",
    "MisrouteStore",
    "ModelCaller",
    "ModelCatalog",
    "ModelReply",
    "ModelRequest",
    "NoteStore",
    "OnRetry",
    "OnText",
    "OverviewStore",
    "PreferenceStore",
    "RateStore",
    "ReleaseDraft",
    "ReleaseStore",
    "ResidentTurnStore",
    "RetentionStore",
    "RosterNews",
    "RoutingMark",
    "RoutingStateStore",
    "RunnableAgent",
    "Sandbox",
    "ScheduleStore",
    "SentBack",
    "StoredResponse",
    "Stores",
    "Strand",
    "StrandKind",
    "SwarmStore",
    "TaskStore",
    "TextPiece",
    "Told",
    "TrafficStore",
    "TurnStore",
    "WakeUps",
    "ignore_text",
]

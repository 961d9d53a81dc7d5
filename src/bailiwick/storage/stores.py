"""All stores on one database."""

from dataclasses import dataclass
from typing import Self

from bailiwick.storage.access import AccessStore
from bailiwick.storage.account import AccountStore
from bailiwick.storage.agents import AgentStore
from bailiwick.storage.approvals import ApprovalStore
from bailiwick.storage.conversations import ConversationStore
from bailiwick.storage.credentials import CredentialStore
from bailiwick.storage.database import Database
from bailiwick.storage.decisions import DecisionStore
from bailiwick.storage.documents import DocumentStore
from bailiwick.storage.embeddings import EmbeddingStore
from bailiwick.storage.events import EventStore
from bailiwick.storage.executions import ExecutionStore
from bailiwick.storage.feedback import FeedbackStore
from bailiwick.storage.figures import FigureStore
from bailiwick.storage.golden import GoldenStore
from bailiwick.storage.idempotency import IdempotencyStore
from bailiwick.storage.installation import InstallationStore
from bailiwick.storage.knowledge import KnowledgeStore
from bailiwick.storage.knowledge_history import KnowledgeHistory
from bailiwick.storage.knowledge_index import KnowledgeIndex
from bailiwick.storage.knowledge_views import KnowledgeViews
from bailiwick.storage.knowledge_writing import Writer
from bailiwick.storage.mail import MailStore
from bailiwick.storage.mcp import McpServerStore
from bailiwick.storage.message_words import MessageWords
from bailiwick.storage.metrics import MetricStore
from bailiwick.storage.misroutes import MisrouteStore
from bailiwick.storage.notes import NoteStore
from bailiwick.storage.overview import OverviewStore
from bailiwick.storage.preferences import PreferenceStore
from bailiwick.storage.rates import RateStore
from bailiwick.storage.releases import ReleaseStore
from bailiwick.storage.resident_turns import ResidentTurnStore
from bailiwick.storage.retention import RetentionStore
from bailiwick.storage.routing_states import RoutingStateStore
from bailiwick.storage.schedules import ScheduleStore
from bailiwick.storage.swarms import SwarmStore
from bailiwick.storage.tasks import TaskStore
from bailiwick.storage.traffic import TrafficStore
from bailiwick.storage.turns import TurnStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """Every port of storage, on one database."""

    database: Database
    access: AccessStore
    account: AccountStore
    agents: AgentStore
    approvals: ApprovalStore
    conversations: ConversationStore
    credentials: CredentialStore
    decisions: DecisionStore
    documents: DocumentStore
    embeddings: EmbeddingStore
    events: EventStore
    executions: ExecutionStore
    feedback: FeedbackStore
    figures: FigureStore
    golden: GoldenStore
    idempotency: IdempotencyStore
    installation: InstallationStore
    knowledge: KnowledgeStore
    knowledge_history: KnowledgeHistory
    knowledge_views: KnowledgeViews
    mail: MailStore
    mcp_servers: McpServerStore
    metrics: MetricStore
    misroutes: MisrouteStore
    notes: NoteStore
    overview: OverviewStore
    preferences: PreferenceStore
    rates: RateStore
    releases: ReleaseStore
    resident_turns: ResidentTurnStore
    retention: RetentionStore
    routing_states: RoutingStateStore
    schedules: ScheduleStore
    swarms: SwarmStore
    tasks: TaskStore
    traffic: TrafficStore
    turns: TurnStore

    @classmethod
    def on(cls, database: Database) -> Self:
        """Return the stores that work on `database`."""
        events, index, metrics = EventStore(database), KnowledgeIndex(), MetricStore(database)
        writer = Writer(database, events, index)
        history = KnowledgeHistory(database, writer, index)
        words = MessageWords()
        return cls(
            database=database,
            access=AccessStore(database),
            account=AccountStore(database),
            agents=AgentStore(database),
            approvals=ApprovalStore(database),
            conversations=ConversationStore(database, words),
            credentials=CredentialStore(database),
            decisions=DecisionStore(database),
            documents=DocumentStore(database),
            embeddings=EmbeddingStore(database),
            events=events,
            executions=ExecutionStore(database),
            feedback=FeedbackStore(database),
            figures=FigureStore(database, metrics),
            golden=GoldenStore(database),
            idempotency=IdempotencyStore(database),
            installation=InstallationStore(database),
            knowledge=KnowledgeStore(writer, index),
            knowledge_history=history,
            knowledge_views=KnowledgeViews(database, writer, index, history),
            mail=MailStore(database),
            mcp_servers=McpServerStore(database),
            metrics=metrics,
            misroutes=MisrouteStore(database),
            notes=NoteStore(database),
            overview=OverviewStore(database, metrics),
            preferences=PreferenceStore(database),
            rates=RateStore(database),
            releases=ReleaseStore(database),
            resident_turns=ResidentTurnStore(database),
            retention=RetentionStore(database, words),
            routing_states=RoutingStateStore(database),
            schedules=ScheduleStore(database),
            swarms=SwarmStore(database),
            tasks=TaskStore(database, events),
            traffic=TrafficStore(database, metrics),
            turns=TurnStore(database),
        )

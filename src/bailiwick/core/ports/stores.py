"""All stores together."""

from typing import Protocol

from bailiwick.core.ports.access import AccessStore, IdempotencyStore
from bailiwick.core.ports.administration import AccountStore, InstallationStore, RetentionStore
from bailiwick.core.ports.agents import AgentStore
from bailiwick.core.ports.approvals import ApprovalStore
from bailiwick.core.ports.conversations import ConversationStore, FeedbackStore, TurnStore
from bailiwick.core.ports.credentials import CredentialStore
from bailiwick.core.ports.decisions import DecisionStore, MisrouteStore
from bailiwick.core.ports.documents import DocumentStore
from bailiwick.core.ports.embedding import EmbeddingStore
from bailiwick.core.ports.events import EventStore
from bailiwick.core.ports.executions import ExecutionStore, FigureStore, OverviewStore
from bailiwick.core.ports.knowledge import KnowledgeHistory, KnowledgeStore, KnowledgeViews
from bailiwick.core.ports.mcp import McpServerStore
from bailiwick.core.ports.metrics import MetricStore, PreferenceStore
from bailiwick.core.ports.notes import NoteStore
from bailiwick.core.ports.rates import RateStore
from bailiwick.core.ports.releases import GoldenStore, ReleaseStore, RoutingStateStore
from bailiwick.core.ports.schedules import ScheduleStore
from bailiwick.core.ports.swarm import MailStore, ResidentTurnStore, SwarmStore
from bailiwick.core.ports.tasks import TaskStore
from bailiwick.core.ports.traffic import TrafficStore


class Stores(Protocol):
    """One store per noun, all on one database."""

    @property
    def agents(self) -> AgentStore: ...

    @property
    def approvals(self) -> ApprovalStore: ...

    @property
    def conversations(self) -> ConversationStore: ...

    @property
    def executions(self) -> ExecutionStore: ...

    @property
    def decisions(self) -> DecisionStore: ...

    @property
    def turns(self) -> TurnStore: ...

    @property
    def feedback(self) -> FeedbackStore: ...

    @property
    def overview(self) -> OverviewStore: ...

    @property
    def misroutes(self) -> MisrouteStore: ...

    @property
    def figures(self) -> FigureStore: ...

    @property
    def metrics(self) -> MetricStore: ...

    @property
    def preferences(self) -> PreferenceStore: ...

    @property
    def installation(self) -> InstallationStore: ...

    @property
    def retention(self) -> RetentionStore: ...

    @property
    def account(self) -> AccountStore: ...

    @property
    def events(self) -> EventStore: ...

    @property
    def notes(self) -> NoteStore: ...

    @property
    def documents(self) -> DocumentStore: ...

    @property
    def embeddings(self) -> EmbeddingStore: ...

    @property
    def access(self) -> AccessStore: ...

    @property
    def idempotency(self) -> IdempotencyStore: ...

    @property
    def credentials(self) -> CredentialStore: ...

    @property
    def mcp_servers(self) -> McpServerStore: ...

    @property
    def rates(self) -> RateStore: ...

    @property
    def knowledge(self) -> KnowledgeStore: ...

    @property
    def knowledge_history(self) -> KnowledgeHistory: ...

    @property
    def knowledge_views(self) -> KnowledgeViews: ...

    @property
    def swarms(self) -> SwarmStore: ...

    @property
    def mail(self) -> MailStore: ...

    @property
    def resident_turns(self) -> ResidentTurnStore: ...

    @property
    def tasks(self) -> TaskStore: ...

    @property
    def traffic(self) -> TrafficStore: ...

    @property
    def schedules(self) -> ScheduleStore: ...

    @property
    def releases(self) -> ReleaseStore: ...

    @property
    def routing_states(self) -> RoutingStateStore: ...

    @property
    def golden(self) -> GoldenStore: ...

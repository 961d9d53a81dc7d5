"""All stores on one database."""

from dataclasses import dataclass
from typing import Self

from bailiwick.storage.access import PostgresAccess
from bailiwick.storage.account import PostgresAccount
from bailiwick.storage.agents import PostgresAgents
from bailiwick.storage.approvals import PostgresApprovals
from bailiwick.storage.conversations import PostgresConversations
from bailiwick.storage.credentials import PostgresCredentials
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.decisions import PostgresDecisions
from bailiwick.storage.documents import PostgresDocuments
from bailiwick.storage.embeddings import PostgresEmbeddings
from bailiwick.storage.events import PostgresEvents
from bailiwick.storage.executions import PostgresExecutions
from bailiwick.storage.feedback import PostgresFeedback
from bailiwick.storage.figures import PostgresFigures
from bailiwick.storage.golden import PostgresGolden
from bailiwick.storage.idempotency import PostgresIdempotency
from bailiwick.storage.installation import PostgresInstallation
from bailiwick.storage.knowledge import PostgresKnowledge
from bailiwick.storage.knowledge_history import PostgresKnowledgeHistory
from bailiwick.storage.knowledge_index import KnowledgeIndex
from bailiwick.storage.knowledge_views import PostgresKnowledgeViews
from bailiwick.storage.knowledge_writing import Writer
from bailiwick.storage.mail import PostgresMail
from bailiwick.storage.mcp import PostgresMcpServers
from bailiwick.storage.message_words import MessageWords
from bailiwick.storage.metrics import PostgresMetrics
from bailiwick.storage.misroutes import PostgresMisroutes
from bailiwick.storage.notes import PostgresNotes
from bailiwick.storage.overview import PostgresOverview
from bailiwick.storage.preferences import PostgresPreferences
from bailiwick.storage.rates import PostgresRates
from bailiwick.storage.releases import PostgresReleases
from bailiwick.storage.resident_turns import PostgresResidentTurns
from bailiwick.storage.retention import PostgresRetention
from bailiwick.storage.routing_states import PostgresRoutingStates
from bailiwick.storage.schedules import PostgresSchedules
from bailiwick.storage.swarms import PostgresSwarms
from bailiwick.storage.tasks import PostgresTasks
from bailiwick.storage.traffic import PostgresTraffic
from bailiwick.storage.turns import PostgresTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """Every port of storage, on one database."""

    database: PostgresDatabase
    access: PostgresAccess
    account: PostgresAccount
    agents: PostgresAgents
    approvals: PostgresApprovals
    conversations: PostgresConversations
    credentials: PostgresCredentials
    decisions: PostgresDecisions
    documents: PostgresDocuments
    embeddings: PostgresEmbeddings
    events: PostgresEvents
    executions: PostgresExecutions
    feedback: PostgresFeedback
    figures: PostgresFigures
    golden: PostgresGolden
    idempotency: PostgresIdempotency
    installation: PostgresInstallation
    knowledge: PostgresKnowledge
    knowledge_history: PostgresKnowledgeHistory
    knowledge_views: PostgresKnowledgeViews
    mail: PostgresMail
    mcp_servers: PostgresMcpServers
    metrics: PostgresMetrics
    misroutes: PostgresMisroutes
    notes: PostgresNotes
    overview: PostgresOverview
    preferences: PostgresPreferences
    rates: PostgresRates
    releases: PostgresReleases
    resident_turns: PostgresResidentTurns
    retention: PostgresRetention
    routing_states: PostgresRoutingStates
    schedules: PostgresSchedules
    swarms: PostgresSwarms
    tasks: PostgresTasks
    traffic: PostgresTraffic
    turns: PostgresTurns

    @classmethod
    def on(cls, database: PostgresDatabase) -> Self:
        """Return the stores that work on `database`."""
        events, index, metrics = PostgresEvents(database), KnowledgeIndex(), PostgresMetrics(database)
        writer = Writer(database, events, index)
        history = PostgresKnowledgeHistory(database, writer, index)
        words = MessageWords()
        return cls(
            database=database,
            access=PostgresAccess(database),
            account=PostgresAccount(database),
            agents=PostgresAgents(database),
            approvals=PostgresApprovals(database),
            conversations=PostgresConversations(database, words),
            credentials=PostgresCredentials(database),
            decisions=PostgresDecisions(database),
            documents=PostgresDocuments(database),
            embeddings=PostgresEmbeddings(database),
            events=events,
            executions=PostgresExecutions(database),
            feedback=PostgresFeedback(database),
            figures=PostgresFigures(database, metrics),
            golden=PostgresGolden(database),
            idempotency=PostgresIdempotency(database),
            installation=PostgresInstallation(database),
            knowledge=PostgresKnowledge(writer, index),
            knowledge_history=history,
            knowledge_views=PostgresKnowledgeViews(database, writer, index, history),
            mail=PostgresMail(database),
            mcp_servers=PostgresMcpServers(database),
            metrics=metrics,
            misroutes=PostgresMisroutes(database),
            notes=PostgresNotes(database),
            overview=PostgresOverview(database, metrics),
            preferences=PostgresPreferences(database),
            rates=PostgresRates(database),
            releases=PostgresReleases(database),
            resident_turns=PostgresResidentTurns(database),
            retention=PostgresRetention(database, words),
            routing_states=PostgresRoutingStates(database),
            schedules=PostgresSchedules(database),
            swarms=PostgresSwarms(database),
            tasks=PostgresTasks(database, events),
            traffic=PostgresTraffic(database, metrics),
            turns=PostgresTurns(database),
        )

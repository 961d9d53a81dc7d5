"""All stores on one database."""

from dataclasses import dataclass
from typing import Self

from bailiwick.storage.access import PostgresAccess
from bailiwick.storage.agents import PostgresAgents
from bailiwick.storage.conversations import PostgresConversations
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.decisions import PostgresDecisions
from bailiwick.storage.documents import PostgresDocuments
from bailiwick.storage.events import PostgresEvents
from bailiwick.storage.executions import PostgresExecutions
from bailiwick.storage.feedback import PostgresFeedback
from bailiwick.storage.figures import PostgresFigures
from bailiwick.storage.idempotency import PostgresIdempotency
from bailiwick.storage.misroutes import PostgresMisroutes
from bailiwick.storage.notes import PostgresNotes
from bailiwick.storage.overview import PostgresOverview
from bailiwick.storage.turns import PostgresTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """Every port of storage, on one database."""

    database: PostgresDatabase
    access: PostgresAccess
    agents: PostgresAgents
    conversations: PostgresConversations
    decisions: PostgresDecisions
    documents: PostgresDocuments
    events: PostgresEvents
    executions: PostgresExecutions
    feedback: PostgresFeedback
    figures: PostgresFigures
    idempotency: PostgresIdempotency
    misroutes: PostgresMisroutes
    notes: PostgresNotes
    overview: PostgresOverview
    turns: PostgresTurns

    @classmethod
    def on(cls, database: PostgresDatabase) -> Self:
        """Return the stores that work on `database`."""
        return cls(
            database=database,
            access=PostgresAccess(database),
            agents=PostgresAgents(database),
            conversations=PostgresConversations(database),
            decisions=PostgresDecisions(database),
            documents=PostgresDocuments(database),
            events=PostgresEvents(database),
            executions=PostgresExecutions(database),
            feedback=PostgresFeedback(database),
            figures=PostgresFigures(database),
            idempotency=PostgresIdempotency(database),
            misroutes=PostgresMisroutes(database),
            notes=PostgresNotes(database),
            overview=PostgresOverview(database),
            turns=PostgresTurns(database),
        )

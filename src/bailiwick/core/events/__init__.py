"""Events: facts in the past tense, with the names they have on the wire.

Facts are stored and numbered per execution; stream events are never stored. To add one, write a class in the module
of its subject and list it in `EVENTS`.
"""

from bailiwick.core.events.base import Event, Fact
from bailiwick.core.events.changes import (
    AgentRegistered,
    AgentRemoved,
    ApprovalDecided,
    ApprovalRequested,
    ConversationChanged,
    CredentialChanged,
    KnowledgeChanged,
    ToolsChanged,
)
from bailiwick.core.events.executions import (
    AgentCompleted,
    AgentDelegated,
    AnswerReviewed,
    DirectExecuted,
    ErrorOccurred,
    ExecutionFinished,
    ExecutionStarted,
    ExecutionWaited,
    MainIterated,
    ModelCalled,
    ModelResponded,
    ModeSwitched,
    SupervisedDelegated,
    TextStreamed,
    ToolFinished,
    ToolStarted,
)
from bailiwick.core.events.helpers import HelperCompleted, HelperFailed, HelperIterated, HelperProgressed, HelperSpawned
from bailiwick.core.events.swarm import (
    MailDied,
    MailRefused,
    MailSent,
    ResidentChanged,
    ResidentSlept,
    ResidentWoken,
    RoomChanged,
    SwarmChanged,
)

__all__ = [
    "EVENTS",
    "AgentCompleted",
    "AgentDelegated",
    "AgentRegistered",
    "AgentRemoved",
    "AnswerReviewed",
    "ApprovalDecided",
    "ApprovalRequested",
    "ConversationChanged",
    "CredentialChanged",
    "DirectExecuted",
    "ErrorOccurred",
    "Event",
    "ExecutionFinished",
    "ExecutionStarted",
    "ExecutionWaited",
    "Fact",
    "HelperCompleted",
    "HelperFailed",
    "HelperIterated",
    "HelperProgressed",
    "HelperSpawned",
    "KnowledgeChanged",
    "MailDied",
    "MailRefused",
    "MailSent",
    "MainIterated",
    "ModeSwitched",
    "ModelCalled",
    "ModelResponded",
    "ResidentChanged",
    "ResidentSlept",
    "ResidentWoken",
    "RoomChanged",
    "SupervisedDelegated",
    "SwarmChanged",
    "TextStreamed",
    "ToolFinished",
    "ToolStarted",
    "ToolsChanged",
]

EVENTS: tuple[type[Event], ...] = (
    ExecutionStarted, ModeSwitched, AgentDelegated, DirectExecuted, SupervisedDelegated, MainIterated,
    ModelCalled, ModelResponded, ToolStarted, ToolFinished, AgentCompleted, AnswerReviewed, ExecutionWaited,
    ErrorOccurred, ExecutionFinished, HelperSpawned, HelperIterated, HelperProgressed, HelperCompleted, HelperFailed,
    ApprovalRequested, ApprovalDecided, AgentRegistered, AgentRemoved, ConversationChanged, KnowledgeChanged,
    ToolsChanged, CredentialChanged, SwarmChanged, ResidentChanged, ResidentWoken, ResidentSlept, RoomChanged, MailSent,
    MailDied, MailRefused, TextStreamed,
)  # fmt: skip
"""Every event, in the order of the documentation."""

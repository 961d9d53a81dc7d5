"""The acts that the audit log records; their sentences are in `locales/reasons.*.json`."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from bailiwick.kernel.reasons.own import OwnReason


class Act(OwnReason):
    """What was done; behind each what the entry is about, then its details."""

    LINK_MADE = "link-made"
    """A one-time link to sign in with was made. The link; until when it holds."""
    SIGNED_IN = "signed-in"
    """A session began. The session."""
    SIGN_IN_FAILED = "sign-in-failed"
    """Somebody tried to sign in with what is unknown, used or too old. The person it names, where there is one."""
    SESSION_ENDED = "session-ended"
    """Somebody signed out, or a session was ended. The session."""
    KEY_MADE = "key-made"
    """A key for programs was made. The key; what it may do, and until when."""
    KEY_REVOKED = "key-revoked"
    """A key was revoked. The key."""
    SESSIONS_ENDED = "sessions-ended"
    """All sessions and links of a person but one were ended. The person; how many."""
    SIGN_IN_CHANGED = "sign-in-changed"
    """A person chose what they sign in with. The person; never the password."""
    PERSON_INVITED = "person-invited"
    """Somebody was invited. The person; the role."""
    PERSON_CHANGED = "person-changed"
    """A person was given another name or role. The person; the role."""
    PERSON_SUSPENDED = "person-suspended"
    """A person may not come in until further notice. The person."""
    PERSON_RESUMED = "person-resumed"
    """A suspended person may come in again. The person."""

    CREDENTIAL_STORED = "credential-stored"
    """A credential was stored. The credential; never its value."""
    CREDENTIAL_REPLACED = "credential-replaced"
    """The value or the description of a credential was replaced. The credential; whether the value was."""
    CREDENTIAL_DELETED = "credential-deleted"
    """A credential was deleted. The credential."""
    CREDENTIALS_RESEALED = "credentials-resealed"
    """Everything sealed was sealed with another key. The key's id; how much was sealed anew."""
    CREDENTIALS_DISCARDED = "credentials-discarded"
    """Credentials were deleted whose key is lost. The person; how many."""

    CONNECTION_ADDED = "connection-added"
    """A connection to models, a database, a store or an MCP server was added. The connection."""
    CONNECTION_CHANGED = "connection-changed"
    """Such a connection was changed. The connection."""
    CONNECTION_REMOVED = "connection-removed"
    """Such a connection was removed. The connection."""
    SERVER_ENABLED = "server-enabled"
    """A person enabled an MCP server for their agents. The server."""
    SERVER_DISABLED = "server-disabled"
    """A person disabled an MCP server. The server."""
    TOOLS_APPROVED = "server-tools-approved"
    """A person approved tools of an MCP server as it describes them now. The server; their names."""
    FOLDER_LENT = "folder-lent"
    """A folder of the server's machine was lent to programs. The folder; whether they may write, and whose."""
    FOLDER_TAKEN_BACK = "folder-taken-back"
    """A folder is lent no longer. The folder."""
    PACKAGE_GRANTED = "package-granted"
    """Programs may import a package. The package; the version."""
    PACKAGE_REVOKED = "package-revoked"
    """Programs may import a package no longer. The package."""

    CALL_APPROVED = "call-approved"
    """A person let a call of an agent be made. The approval; the agent and the tool."""
    CALL_DENIED = "call-turned-down"
    """A person had a call of an agent not made. The approval; the agent and the tool."""
    PERMISSION_GIVEN = "permission-given"
    """A person allowed an agent a tool for good. The agent; the tool."""
    PERMISSION_TAKEN_BACK = "permission-taken-back"
    """A person allows an agent a tool no longer. The agent; the tool."""

    AGENT_DELETED = "own-agent-deleted"
    """An agent was deleted. The agent."""
    CONVERSATION_DELETED = "conversation-deleted"
    """A conversation was deleted with its messages and runs. The conversation."""
    DOCUMENT_DELETED = "document-deleted"
    """A document was deleted with its file. The document."""
    SWARM_DELETED = "swarm-deleted"
    """A swarm was deleted with its residents and mail. The swarm."""
    KNOWLEDGE_FORGOTTEN = "knowledge-forgotten"
    """Memory was deleted for good, its history included. The person; what of it."""
    ACCOUNT_ERASED = "account-erased"
    """A person was erased with everything of theirs. The person."""

    ACCOUNT_EXPORTED = "account-exported"
    """Everything of a person was taken along. The person."""
    KNOWLEDGE_EXPORTED = "knowledge-exported"
    """A person's memory was taken along. The person."""
    AUDIT_EXPORTED = "audit-exported"
    """Entries of this log were taken along. The person who did; the format."""
    BACKUP_MADE = "backup-made"
    """A backup of everything was written. The installation; whether it holds the key of credentials."""
    BACKUP_RESTORED = "backup-restored"
    """The database was made what a backup says. The installation; when that was made."""

    RETENTION_CHANGED = "retention-changed"
    """How long data is kept was changed. The installation; the new days."""
    LOG_LEVEL_CHANGED = "log-level-changed"
    """How much is logged was changed. The installation; the level."""
    DEFAULT_MODEL_CHOSEN = "default-model-chosen"
    """The model of agents that name none was chosen. The installation; the model."""
    ROUTING_MODEL_CHOSEN = "model-of-routing-chosen"
    """The model that is asked where rules do not decide was chosen. The installation; the model."""
    EMBEDDER_CHOSEN = "embedder-chosen"
    """What makes embeddings was chosen. The installation; the model."""
    LIMIT_SET = "spending-limit-set"
    """A limit on spending was set. The limit; what it allows."""
    LIMIT_CHANGED = "spending-limit-changed"
    """A limit on spending was changed. The limit; what it allows now."""
    LIMIT_REMOVED = "spending-limit-removed"
    """A limit on spending was removed. The limit."""


class ActGroup(StrEnum):
    """What sort of act it is, to look for."""

    ACCESS = "access"
    CREDENTIALS = "credentials"
    CONNECTIONS = "connections"
    APPROVALS = "approvals"
    DELETIONS = "deletions"
    EXPORTS = "exports"
    SETTINGS = "settings"

    @property
    def acts(self) -> Sequence[Act]:
        """The acts of this sort."""
        return GROUPS[self]


GROUPS: Mapping[ActGroup, Sequence[Act]] = {
    ActGroup.ACCESS: (
        Act.LINK_MADE,
        Act.SIGNED_IN,
        Act.SIGN_IN_FAILED,
        Act.SESSION_ENDED,
        Act.KEY_MADE,
        Act.KEY_REVOKED,
        Act.SESSIONS_ENDED,
        Act.SIGN_IN_CHANGED,
        Act.PERSON_INVITED,
        Act.PERSON_CHANGED,
        Act.PERSON_SUSPENDED,
        Act.PERSON_RESUMED,
    ),
    ActGroup.CREDENTIALS: (
        Act.CREDENTIAL_STORED,
        Act.CREDENTIAL_REPLACED,
        Act.CREDENTIAL_DELETED,
        Act.CREDENTIALS_RESEALED,
        Act.CREDENTIALS_DISCARDED,
    ),
    ActGroup.CONNECTIONS: (
        Act.CONNECTION_ADDED,
        Act.CONNECTION_CHANGED,
        Act.CONNECTION_REMOVED,
        Act.SERVER_ENABLED,
        Act.SERVER_DISABLED,
        Act.TOOLS_APPROVED,
        Act.FOLDER_LENT,
        Act.FOLDER_TAKEN_BACK,
        Act.PACKAGE_GRANTED,
        Act.PACKAGE_REVOKED,
    ),
    ActGroup.APPROVALS: (
        Act.CALL_APPROVED,
        Act.CALL_DENIED,
        Act.PERMISSION_GIVEN,
        Act.PERMISSION_TAKEN_BACK,
    ),
    ActGroup.DELETIONS: (
        Act.AGENT_DELETED,
        Act.CONVERSATION_DELETED,
        Act.DOCUMENT_DELETED,
        Act.SWARM_DELETED,
        Act.KNOWLEDGE_FORGOTTEN,
        Act.ACCOUNT_ERASED,
    ),
    ActGroup.EXPORTS: (
        Act.ACCOUNT_EXPORTED,
        Act.KNOWLEDGE_EXPORTED,
        Act.AUDIT_EXPORTED,
        Act.BACKUP_MADE,
        Act.BACKUP_RESTORED,
    ),
    ActGroup.SETTINGS: (
        Act.RETENTION_CHANGED,
        Act.LOG_LEVEL_CHANGED,
        Act.DEFAULT_MODEL_CHOSEN,
        Act.ROUTING_MODEL_CHOSEN,
        Act.EMBEDDER_CHOSEN,
        Act.LIMIT_SET,
        Act.LIMIT_CHANGED,
        Act.LIMIT_REMOVED,
    ),
}
"""Every act is in one of them."""

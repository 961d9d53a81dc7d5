"""What the audit log is told of links, sessions and keys that begin and end, in the transaction in which they do."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bailiwick.kernel.audit.acting import acting_as, current_actor
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.reasons import Kind
from bailiwick.people.records import Scope, Secret, TokenKind

NAMED: dict[TokenKind, tuple[Kind, Act, Act]] = {
    TokenKind.LOGIN_LINK: ("link", Act.LINK_MADE, Act.SESSION_ENDED),
    TokenKind.INVITATION: ("link", Act.LINK_MADE, Act.SESSION_ENDED),
    TokenKind.SESSION: ("session", Act.SIGNED_IN, Act.SESSION_ENDED),
    TokenKind.API_KEY: ("key", Act.KEY_MADE, Act.KEY_REVOKED),
}
"""What each is called in the log, and what is done when it begins and when it ends."""


def began(
    database: Database, secret: Secret, token_id: str, scopes: Sequence[Scope], expires_at: datetime | None
) -> None:
    """Record that what a secret stands for was made; of a session that its person signed in."""
    kind, act, _ = NAMED[secret.kind]
    until = None if expires_at is None else expires_at.isoformat(timespec="seconds")
    actor = current_actor()
    if secret.kind is TokenKind.SESSION and actor.person is None:
        actor = replace(actor, person=secret.user_id, token=token_id)
    may = [str(scope) for scope in scopes] if secret.kind is TokenKind.API_KEY else None
    with acting_as(actor):
        audited(database, act, kind, token_id, scopes=may, until=until)


def ended(database: Database, kind: TokenKind, token_id: str) -> None:
    """Record that a link, session or key was ended by somebody."""
    named, _, act = NAMED[kind]
    audited(database, act, named, token_id)

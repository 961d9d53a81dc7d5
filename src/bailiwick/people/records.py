"""Access: people, their sessions and keys, and what a key may do."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from bailiwick_router.core.record import Record

PERSON = "person"
"""The member id of the person whose swarm it is; residents are called `<name>@<swarm>`."""


FIRST_OWNER_ID = "00000000-0000-7000-8000-000000000001"
"""The owner that the first start creates; a constant, so that creating it twice is harmless."""


class UserRole(StrEnum):
    """What a person may administer."""

    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


ADMINISTRATORS = (UserRole.OWNER, UserRole.ADMIN)


class Scope(StrEnum):
    """What an API key may do; a session may do everything its user may."""

    READ = "read"
    RUN = "run"
    APPROVE = "approve"
    """To say yes or no to what agents ask: who starts an agent need not be who answers for what it does."""
    MANAGE = "manage"
    METRICS = "metrics"
    """Figures of the whole installation, for monitoring; only owners and administrators make such keys."""


def scopes_of(role: UserRole) -> Sequence[Scope]:
    """Return what a session of a person with this role may do."""
    return tuple(scope for scope in Scope if role in ADMINISTRATORS or scope is not Scope.METRICS)


class TokenKind(StrEnum):
    """The things that prove who is calling."""

    LOGIN_LINK = "link"
    INVITATION = "invitation"
    """A link with which a person who was invited comes in for the first time."""
    SESSION = "session"
    API_KEY = "key"


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Record):
    """A person with data of their own."""

    id: str
    name: str
    role: UserRole
    created_at: datetime


class PersonState(StrEnum):
    """Whether a person can come in."""

    INVITED = "invited"
    ACTIVE = "active"
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Record):
    """A person as administrators see them: nothing of what they write, own or do."""

    id: str
    name: str
    role: UserRole
    sign_in_name: str | None
    """What the person types beside a password; None while there is none."""
    state: PersonState
    created_at: datetime
    joined_at: datetime | None
    """When the person first came in; None while the invitation waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn(Record):
    """How a person signs in."""

    sign_in_name: str | None
    password_changed_at: datetime | None
    """None where there is no password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken(Record):
    """A stored link, session or API key; the secret itself is not stored, only its hash."""

    id: str
    kind: TokenKind
    name: str
    scopes: Sequence[Scope]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal(Record):
    """Who is calling, and what this call may do."""

    user: User
    token: AccessToken

    @property
    def scopes(self) -> Sequence[Scope]:
        """What this call may do. A session that may do everything else may approve, also one older than that scope;
        a key only if it was made to."""
        held = self.token.scopes
        whole = self.token.kind is TokenKind.SESSION and {Scope.READ, Scope.RUN, Scope.MANAGE} <= set(held)
        return tuple(scope for scope in Scope if scope in held or (whole and scope is Scope.APPROVE))

    def may(self, scope: Scope) -> bool:
        """Whether this call may do what `scope` stands for."""
        return scope in self.token.scopes or scope in self.scopes


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that names its user, so that it can be looked up under row-level security.

    Written `bw<kind>_<user id as 32 hex digits>_<43 characters of randomness>`.
    """

    kind: TokenKind
    user_id: str
    text: str

    @classmethod
    def new(cls, kind: TokenKind, user_id: str) -> "Secret":
        """Draw a fresh secret with 256 bits of randomness."""
        return cls(kind, user_id, f"bw{kind}_{UUID(user_id).hex}_{secrets.token_urlsafe(32)}")

    @classmethod
    def parse(cls, text: str) -> "Secret | None":
        """Read a secret; None when it is not of this form."""
        prefix, _, rest = text.partition("_")
        user_hex, _, random = rest.partition("_")
        if len(user_hex) != 32 or not 40 <= len(random) <= 64 or not text.isascii():
            return None
        try:
            kind, user_id = TokenKind(prefix.removeprefix("bw")), str(UUID(hex=user_hex))
        except ValueError:
            return None
        return cls(kind, user_id, text) if prefix.startswith("bw") else None

    @property
    def digest(self) -> bytes:
        """SHA-256 of the text; enough for 256 random bits, no slow hash needed."""
        return hashlib.sha256(self.text.encode()).digest()

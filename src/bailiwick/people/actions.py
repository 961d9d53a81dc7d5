"""People: the first owner, the one-time link, sessions and API keys."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from bailiwick.kernel.errors import InvalidInput, NotAuthenticated, NotFound, Unavailable
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.records import (
    FIRST_OWNER_ID,
    AccessToken,
    Principal,
    Scope,
    Secret,
    TokenKind,
    User,
    UserRole,
)
from bailiwick.people.store import AccessStore

LINK_LIFE = timedelta(minutes=15)
EVERYTHING = tuple(Scope)
USE_LIFE = timedelta(minutes=1)
"""The last use of a session or key is noted at most this often."""
BEHIND_SECONDS = 5.0
"""So long uses are gathered before they are stored."""


class _Caller:
    """A user who called, as it is kept in memory."""

    def __init__(self, principal: Principal) -> None:
        self.principal = principal
        self.noted_at = principal.token.last_used_at
        """When its use was last noted here or stored."""


class People:
    """Lets people in: a link printed on the server's own terminal, then a session; keys for programs."""

    def __init__(self, access: AccessStore, session_life: timedelta, remembered: RememberedReads) -> None:
        self._access = access
        self._session_life = session_life
        self._remembered = remembered
        self._uses: defaultdict[str, dict[str, datetime]] = defaultdict(dict)
        """By user and token: uses that are not stored yet."""
        self._used = asyncio.Event()

    async def owner(self) -> User:
        """Return the first owner, created on the first start."""
        return await self._access.ensure_user(FIRST_OWNER_ID, "Owner", UserRole.OWNER)

    async def login_link(self) -> str:
        """Return the path of a fresh one-time login link for the owner; it works once, for 15 minutes."""
        owner = await self.owner()
        secret = Secret.new(TokenKind.LOGIN_LINK, owner.id)
        await self._access.add_token(secret, "login link", EVERYTHING, datetime.now(UTC) + LINK_LIFE)
        return f"/login?token={secret.text}"

    async def redeem(self, text: str) -> tuple[Principal, Secret]:
        """Trade a one-time link for a session. Raises `NotAuthenticated` when it is unknown, used or too old."""
        secret = Secret.parse(text)
        found = None
        if secret is not None and secret.kind is TokenKind.LOGIN_LINK:
            found = await self._access.verify(secret, consume=True)
        if found is None:
            raise NotAuthenticated(Reason.of(ReasonCode.LINK_USED))
        user, _ = found
        session = Secret.new(TokenKind.SESSION, user.id)
        token = await self._access.add_token(
            session, "browser session", EVERYTHING, datetime.now(UTC) + self._session_life
        )
        return Principal(user=user, token=token), session

    async def identify(self, text: str, kinds: Sequence[TokenKind]) -> Principal | None:
        """Return who a session or key stands for; None when it is none, unknown or expired."""
        secret = Secret.parse(text)
        if secret is None or secret.kind not in kinds:
            return None
        caller = await self._remembered.get(secret.user_id, ("caller", secret.digest), lambda: self._verified(secret))
        if caller is None:
            return None
        now, token = datetime.now(UTC), caller.principal.token
        if token.expires_at is not None and token.expires_at <= now:
            return None
        if caller.noted_at is None or now - caller.noted_at >= USE_LIFE:
            caller.noted_at = now
            self._uses[secret.user_id][token.id] = now
            self._used.set()
        return caller.principal

    async def _verified(self, secret: Secret) -> _Caller | None:
        found = await self._access.verify(secret)
        return _Caller(Principal(user=found[0], token=found[1])) if found else None

    async def store_uses(self) -> None:
        """Store when sessions and keys were used, a few seconds later and at the end, until cancelled."""
        try:
            while True:
                await self._used.wait()
                await asyncio.sleep(BEHIND_SECONDS)
                await self._store_uses()
        finally:
            await self._store_uses()

    async def _store_uses(self) -> None:
        self._used.clear()
        uses = dict(self._uses)
        self._uses.clear()
        for user_id, times in uses.items():
            with suppress(NotFound, Unavailable):  # a user who was deleted; a use that may be lost
                await self._access.note_uses(user_id, times)

    async def create_key(
        self, user_id: str, name: str, scopes: Sequence[Scope], expires_at: datetime | None = None
    ) -> tuple[AccessToken, str]:
        """Create an API key; its text is returned once and cannot be read again. Raises `InvalidInput`."""
        if not scopes:
            raise InvalidInput(Reason.of(ReasonCode.KEY_NEEDS_SCOPE), field="scopes")
        if expires_at is not None and expires_at <= datetime.now(UTC):
            raise InvalidInput(Reason.of(ReasonCode.KEY_EXPIRED), field="expiresAt")
        secret = Secret.new(TokenKind.API_KEY, user_id)
        return await self._access.add_token(secret, name, tuple(dict.fromkeys(scopes)), expires_at), secret.text

    async def keys(self, user_id: str) -> Sequence[AccessToken]:
        """Return the user's API keys, latest first; never their text."""
        return await self._access.tokens(user_id, TokenKind.API_KEY)

    async def revoke(self, user_id: str, token_id: str) -> None:
        """End a key or session at once. Raises `NotFound`."""
        await self._access.revoke(user_id, token_id)

"""People: the first owner, the one-time link, sessions and API keys."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bailiwick.core.access import (
    FIRST_OWNER_ID,
    AccessToken,
    Principal,
    Scope,
    Secret,
    TokenKind,
    User,
    UserRole,
)
from bailiwick.core.errors import InvalidInput, NotAuthenticated
from bailiwick.core.ports import AccessStore

LINK_LIFE = timedelta(minutes=15)
EVERYTHING = tuple(Scope)


class People:
    """Lets people in: a link printed on the server's own terminal, then a session; keys for programs."""

    def __init__(self, access: AccessStore, session_life: timedelta) -> None:
        self._access = access
        self._session_life = session_life

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
            raise NotAuthenticated(
                "This login link has been used or is too old; `bailiwick keys link` prints a new one."
            )
        user, _ = found
        session = Secret.new(TokenKind.SESSION, user.id)
        token = await self._access.add_token(
            session, "browser session", EVERYTHING, datetime.now(UTC) + self._session_life
        )
        return Principal(user=user, token=token), session

    async def identify(self, text: str, kinds: Sequence[TokenKind]) -> Principal | None:
        """Return who a session or key stands for; nothing when it is none, unknown or expired."""
        secret = Secret.parse(text)
        if secret is None or secret.kind not in kinds:
            return None
        found = await self._access.verify(secret)
        return Principal(user=found[0], token=found[1]) if found else None

    async def create_key(
        self, user_id: str, name: str, scopes: Sequence[Scope], expires_at: datetime | None = None
    ) -> tuple[AccessToken, str]:
        """Create an API key; its text is returned once and cannot be read again. Raises `InvalidInput`."""
        if not scopes:
            raise InvalidInput("Give the key at least one scope: read, run or manage.", field="scopes")
        if expires_at is not None and expires_at <= datetime.now(UTC):
            raise InvalidInput("The key would have expired already; choose a later time.", field="expiresAt")
        secret = Secret.new(TokenKind.API_KEY, user_id)
        return await self._access.add_token(secret, name, tuple(dict.fromkeys(scopes)), expires_at), secret.text

    async def keys(self, user_id: str) -> Sequence[AccessToken]:
        """Return the user's API keys, latest first; never their text."""
        return await self._access.tokens(user_id, TokenKind.API_KEY)

    async def revoke(self, user_id: str, token_id: str) -> None:
        """End a key or session at once. Raises `NotFound`."""
        await self._access.revoke(user_id, token_id)

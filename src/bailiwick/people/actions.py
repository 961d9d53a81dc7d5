"""People: the first owner, one-time links, invitations, passwords, sessions and API keys."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from bailiwick.kernel.errors import InvalidInput, NotAuthenticated, NotFound, Unavailable
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.passwords import Hashes, checked
from bailiwick.people.records import (
    FIRST_OWNER_ID,
    AccessToken,
    Principal,
    Scope,
    Secret,
    SignIn,
    TokenKind,
    User,
    scopes_of,
)
from bailiwick.people.store import AccessStore

LINK_LIFE = timedelta(minutes=15)
INVITATION_LIFE = timedelta(days=7)
EVERYTHING = tuple(Scope)
MOST_NAME = 120
"""Characters of what a person types beside a password."""
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
        self._hashes = Hashes()
        self._uses: defaultdict[str, dict[str, datetime]] = defaultdict(dict)
        """By user and token: uses that are not stored yet."""
        self._used = asyncio.Event()

    async def owner(self) -> User:
        """Return the first owner, created on the first start."""
        return await self._access.ensure_owner("Owner")

    async def login_link(self, user_id: str = FIRST_OWNER_ID) -> str:
        """Return the path of a fresh one-time login link; it works once, for 15 minutes. Raises `NotFound`."""
        secret = Secret.new(TokenKind.LOGIN_LINK, user_id)
        await self._access.add_token(secret, "login link", EVERYTHING, datetime.now(UTC) + LINK_LIFE)
        return f"/login?token={secret.text}"

    async def invitation(self, user_id: str) -> tuple[str, datetime]:
        """Return the path of a link with which a person comes in for the first time, and until when it works.

        Earlier ones work no longer. Raises `NotFound`.
        """
        secret, expires_at = Secret.new(TokenKind.INVITATION, user_id), datetime.now(UTC) + INVITATION_LIFE
        await self._access.end_others(user_id, None)
        await self._access.add_token(secret, "invitation", (), expires_at)
        return f"/login?token={secret.text}", expires_at

    async def redeem(self, text: str) -> tuple[Principal, Secret]:
        """Trade a one-time link for a session. Raises `NotAuthenticated` when it is unknown, used or too old."""
        secret = Secret.parse(text)
        found = None
        if secret is not None and secret.kind is TokenKind.LOGIN_LINK:
            found = await self._access.verify(secret, consume=True)
        if found is None:
            raise NotAuthenticated(Reason.of(ReasonCode.LINK_USED))
        return await self._begin_session(found[0])

    async def invited(self, text: str) -> tuple[User, SignIn]:
        """Return whom an invitation is for, and what was suggested to sign in with; it still works afterwards.

        Raises `NotAuthenticated` when it is unknown, used or too old.
        """
        secret = Secret.parse(text)
        found = None
        if secret is not None and secret.kind is TokenKind.INVITATION:
            found = await self._access.verify(secret)
        if found is None:
            raise NotAuthenticated(Reason.of(ReasonCode.INVITATION_USED))
        user, _ = found
        sign_in, _ = await self._access.sign_in(user.id)
        return user, sign_in

    async def accept(self, text: str, sign_in_name: str, password: str) -> tuple[Principal, Secret]:
        """Let a person in who was invited, with a name and a password of their own from then on.

        Raises `NotAuthenticated` when the invitation is unknown, used or too old; `InvalidInput` for a name or password
        that cannot be taken, after which the invitation still works.
        """
        user, _ = await self.invited(text)
        name = readable_name(sign_in_name)
        digest = await self._hashes.make(await checked(password, (user.name, name)))
        secret = Secret.parse(text)
        async with self._access.together(user.id):
            if secret is None or await self._access.verify(secret, consume=True) is None:
                raise NotAuthenticated(Reason.of(ReasonCode.INVITATION_USED))
            await self._access.join(user.id, name)
            await self._access.put_password(user.id, digest)
            return await self._begin_session(user)

    async def sign_in(self, sign_in_name: str, password: str) -> tuple[Principal, Secret]:
        """Begin a session of the person with this name and password.

        Raises `NotAuthenticated`, alike and as late for a name that nobody has, a wrong password and a person who is
        suspended.
        """
        user_id = await self._access.user_of(sign_in_name.strip().lower()) if sign_in_name.isprintable() else None
        kept = None
        if user_id is not None:
            with suppress(NotFound):
                _, kept = await self._access.sign_in(user_id)
        if not await self._hashes.fits(password, kept) or user_id is None:
            raise NotAuthenticated(Reason.of(ReasonCode.SIGN_IN_WRONG))
        return await self._begin_session(await self._access.user(user_id))

    async def how_they_sign_in(self, user_id: str) -> SignIn:
        """Return how a person signs in. Raises `NotFound`."""
        return (await self._access.sign_in(user_id))[0]

    async def change_password(self, caller: Principal, sign_in_name: str, password: str, current: str | None) -> SignIn:
        """Sign in with this name and password from now on; all other sessions and links of the person end.

        `current` is the password so far, if there is one. Raises `InvalidInput` where it is wrong, and for a name or
        password that cannot be taken.
        """
        user = caller.user
        _, kept = await self._access.sign_in(user.id)
        if kept is not None and not await self._hashes.fits(current or "", kept):
            raise InvalidInput(Reason.of(ReasonCode.WRONG_PASSWORD), field="current")
        name = readable_name(sign_in_name)
        digest = await self._hashes.make(await checked(password, (user.name, name)))
        async with self._access.together(user.id):
            await self._access.join(user.id, name)
            await self._access.put_password(user.id, digest)
            await self._access.end_others(user.id, caller.token.id)
        return await self.how_they_sign_in(user.id)

    async def _begin_session(self, user: User) -> tuple[Principal, Secret]:
        session = Secret.new(TokenKind.SESSION, user.id)
        token = await self._access.add_token(
            session, "browser session", scopes_of(user.role), datetime.now(UTC) + self._session_life
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

    async def sessions(self, user_id: str) -> Sequence[AccessToken]:
        """Return the user's sessions, latest first."""
        return await self._access.tokens(user_id, TokenKind.SESSION)

    async def end_sessions(self, user_id: str, kept: str | None = None) -> int:
        """End a user's sessions and links, all but the one of the id `kept`, and return how many."""
        return await self._access.end_others(user_id, kept)

    async def revoke(self, user_id: str, token_id: str) -> None:
        """End a key or session at once. Raises `NotFound`."""
        await self._access.revoke(user_id, token_id)


def readable_name(text: str) -> str:
    """Return a name to sign in with as it is kept: in lower case. Raises `InvalidInput` for one with spaces or signs
    that nobody sees."""
    name = text.strip().lower()
    if not 2 <= len(name) <= MOST_NAME or not name.isprintable() or " " in name:
        raise InvalidInput(Reason.of(ReasonCode.SIGN_IN_NAME_FORM, most=MOST_NAME), field="signInName")
    return name

"""Secrets are known by their hash, expire, and a single-use one is used once."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import FIRST_OWNER_ID, Scope, Secret, TokenKind, UserRole
from bailiwick.people.store import AccessStore


def test_the_first_owner_is_created_once(stores_run):
    async def story(stores):
        made = await asyncio.gather(*(stores[AccessStore].ensure_owner(str(n)) for n in range(8)))
        assert len(set(made)) == 1
        assert (made[0].id, made[0].role) == (FIRST_OWNER_ID, UserRole.OWNER)

    stores_run(story)


def test_a_secret_stands_for_its_user_until_it_expires_or_is_revoked(new_user_id, stores_run):
    async def story(stores):
        user, access, now = new_user_id(role="admin"), stores[AccessStore], datetime.now(UTC)
        key, old = Secret.new(TokenKind.API_KEY, user), Secret.new(TokenKind.API_KEY, user)
        token = await access.add_token(key, "laptop", [Scope.READ], now + timedelta(hours=1))
        await access.add_token(old, "old", [Scope.READ], now - timedelta(seconds=1))
        who, found = await access.verify(key)
        assert (who.id, who.role, found.id, found.scopes) == (user, UserRole.ADMIN, token.id, (Scope.READ,))
        assert await access.verify(old) is None
        assert await access.verify(Secret.new(TokenKind.API_KEY, user)) is None
        assert await access.verify(Secret.new(TokenKind.API_KEY, uuid7())) is None
        assert [token.name for token in await access.tokens(user, TokenKind.API_KEY)] == ["laptop"]
        assert await access.tokens(user, TokenKind.SESSION) == []
        for wrong in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await access.revoke(user, wrong)
        with pytest.raises(NotFound):
            await access.revoke(new_user_id(), token.id)
        await access.revoke(user, token.id)
        assert await access.verify(key) is None

    stores_run(story)


def test_the_secret_itself_is_nowhere_in_the_database(new_user_id, stores_run, sync_app):
    user = new_user_id()
    secret = Secret.new(TokenKind.SESSION, user)
    stores_run(lambda stores: stores[AccessStore].add_token(secret, "s", list(Scope), None))
    with sync_app(user) as connection:
        row = connection.execute("select to_jsonb(access_tokens)::text from access_tokens").fetchone()
    assert secret.text not in row[0]
    assert secret.text.encode().hex() not in row[0]


def test_a_single_use_secret_is_used_once_however_many_race(new_user_id, stores_run):
    async def story(stores):
        link = Secret.new(TokenKind.LOGIN_LINK, new_user_id())
        await stores[AccessStore].add_token(link, "link", list(Scope), None)
        answers = await asyncio.gather(*(stores[AccessStore].verify(link, consume=True) for _ in range(20)))
        assert sum(answer is not None for answer in answers) == 1

    stores_run(story)


def test_a_token_for_nobody_is_not_stored(stores_run):
    async def story(stores):
        with pytest.raises(NotFound):
            await stores[AccessStore].add_token(Secret.new(TokenKind.API_KEY, uuid7()), "k", [], None)

    stores_run(story)

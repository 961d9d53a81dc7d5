"""A request with a key takes effect once, and its first response is every response."""

import asyncio

import pytest

from bailiwick.kernel.errors import Conflict, IdempotencyMismatch
from bailiwick.kernel.http.kept_responses import IdempotencyStore, StoredResponse
from bailiwick_skills.notes.store import NoteStore


async def create_note(stores, user, key, request_hash=b"h", title="once"):
    """A creating request: the key, the effect and the response in one transaction."""
    async with stores.database.as_user(user):
        stored = await stores[IdempotencyStore].begin(user, key, request_hash)
        if stored is not None:
            return stored
        note = await stores[NoteStore].append(user, title, ["line"], call_id=f"{title}-{key}-{id(object())}")
        response = StoredResponse(201, {"z": note.id, "a": [1, None]}, {"Location": "/x"})
        await stores[IdempotencyStore].finish(user, key, response)
        return response


def test_fifty_requests_with_one_key_create_one_thing_and_get_one_response(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        responses = await asyncio.gather(*(create_note(stores, user, "k") for _ in range(50)))
        assert len({str(response) for response in responses}) == 1
        (note,) = await stores[NoteStore].list(user)
        assert note.lines == ("line",)
        assert list(responses[0].body) == ["z", "a"]

    stores_run(story, pool_size=8)


def test_the_same_key_with_another_request_is_refused(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await create_note(stores, user, "k")
        with pytest.raises(IdempotencyMismatch):
            await create_note(stores, user, "k", request_hash=b"other")

    stores_run(story)


def test_keys_of_two_users_have_nothing_to_do_with_each_other(new_user_id, stores_run):
    async def story(stores):
        one, other = new_user_id(), new_user_id()
        await create_note(stores, one, "k")
        await create_note(stores, other, "k", request_hash=b"other")
        assert len(await stores[NoteStore].list(other)) == 1

    stores_run(story)


def test_a_request_that_failed_leaves_its_key_free(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user):
                await stores[IdempotencyStore].begin(user, "k", b"h")
                raise RuntimeError
        await create_note(stores, user, "k", request_hash=b"other")

    stores_run(story)


def test_a_second_request_waits_for_the_first_and_takes_over_if_that_fails(new_user_id, stores_run):
    async def story(stores):
        user, reserved, fail = new_user_id(), asyncio.Event(), asyncio.Event()

        async def first():
            async with stores.database.as_user(user):
                await stores[IdempotencyStore].begin(user, "k", b"h")
                reserved.set()
                await fail.wait()
                raise RuntimeError

        async def second():
            await reserved.wait()
            return await create_note(stores, user, "k")

        async with asyncio.TaskGroup() as group:
            one, other = group.create_task(expect_error(first())), group.create_task(second())
            await reserved.wait()
            done, _ = await asyncio.wait([other], timeout=0.3)
            assert not done
            fail.set()
        assert one.done()
        assert other.result().status == 201

    async def expect_error(call):
        with pytest.raises(RuntimeError):
            await call

    stores_run(story)


def test_a_key_is_free_again_after_a_day(new_user_id, stores_run, sync_app):
    async def story(stores):
        user = new_user_id()
        await create_note(stores, user, "k")
        with sync_app(user) as connection:
            connection.execute("update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'")
        assert (await create_note(stores, user, "k")).status == 201
        assert len(await stores[NoteStore].list(user)) == 1
        with sync_app(user) as connection:
            connection.execute("update idempotency_keys set created_at = now() - interval '24 hours 1 minute'")
        await create_note(stores, user, "k", request_hash=b"other", title="twice")
        assert len(await stores[NoteStore].list(user)) == 2

    stores_run(story)


def test_a_key_cannot_be_reserved_outside_a_transaction_or_twice_in_one(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(RuntimeError, match="transaction"):
            await stores[IdempotencyStore].begin(user, "k", b"h")
        with pytest.raises(RuntimeError, match="transaction"):
            await stores[IdempotencyStore].finish(user, "k", StoredResponse(200, None))
        async with stores.database.as_user(user):
            await stores[IdempotencyStore].begin(user, "k", b"h")
            with pytest.raises(Conflict):
                await stores[IdempotencyStore].begin(user, "k", b"h")

    stores_run(story)

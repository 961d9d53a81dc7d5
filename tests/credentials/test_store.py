"""Credentials are stored sealed, opened for tools, and sealed anew while they stay in use."""

import asyncio
import base64
import os

import psycopg
import pytest

from bailiwick.kernel.errors import Conflict, InvalidInput, NotFound, WrongKey
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools import credential_actions as module
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.credential_store import CredentialStore
from bailiwick.tools.sealing import Key, KeyRing, seal

CANARY = "canary-5f3c/+ value"


@pytest.fixture
def ring(tmp_path):
    return KeyRing(tmp_path / "credentials.key", None)


def on(stores, ring, *users):
    """Return credentials for these users."""

    async def everybody():
        return users

    return Credentials(stores.database, stores, ring, everybody)


async def of(stores, ring, user, name):
    return await on(stores, ring, user).secrets_for(user).open(name)


def test_a_value_is_opened_for_tools_and_shown_nowhere(new_user_id, stores_run, ring, sync_owner, sync_app):
    user = new_user_id()

    async def story(stores):
        credentials = on(stores, ring, user)
        made = await credentials.store(user, "brave", CANARY, "for searching")
        assert (made.name, made.description, made.last_used_at) == ("brave", "for searching", None)
        assert list(await credentials.list(user)) == [made]
        assert CANARY not in repr(made)
        assert await credentials.secrets_for(user).open("brave") == CANARY
        assert (await credentials.list(user))[0].last_used_at is not None
        facts = await stores[EventStore].recent(user)
        assert [sorted(fact.data) for fact in facts] == [["change", "name", "timestamp"]]
        assert [(fact.data["name"], fact.data["change"]) for fact in facts] == [("brave", "created")]

    stores_run(story)
    with sync_app(user) as connection:
        row = connection.execute("select credentials::text from credentials").fetchone()[0]
    for form in (CANARY, CANARY.encode().hex(), base64.b64encode(CANARY.encode()).decode()):
        assert form not in row


def test_names_are_unique_within_a_person_only(new_user_id, stores_run, ring):
    one, two = new_user_id(), new_user_id()

    async def story(stores):
        credentials = on(stores, ring, one, two)
        await credentials.store(one, "brave", "value of one")
        await credentials.store(two, "brave", "value of two")
        with pytest.raises(Conflict):
            await credentials.store(one, "brave", "another value")
        assert await credentials.secrets_for(one).open("brave") == "value of one"
        assert await credentials.secrets_for(two).open("brave") == "value of two"

    stores_run(story)


def test_a_value_is_replaced_and_deleted_and_each_change_is_told(new_user_id, stores_run, ring):
    user, other = new_user_id(), new_user_id()

    async def story(stores):
        credentials = on(stores, ring, user)
        made = await credentials.store(user, "brave", "first value")
        changed = await credentials.replace(user, made.id, value="second value")
        assert (changed.id, changed.description) == (made.id, "")
        assert changed.updated_at > made.updated_at
        described = await credentials.replace(user, made.id, description="for searching")
        assert described.description == "for searching"
        assert await credentials.secrets_for(user).open("brave") == "second value"
        for stranger, credential_id in ((other, made.id), (user, uuid7()), (user, "x")):
            with pytest.raises(NotFound):
                await credentials.replace(stranger, credential_id, value="taken")
            with pytest.raises(NotFound):
                await credentials.delete(stranger, credential_id)
        await credentials.delete(user, made.id)
        with pytest.raises(CallFailed, match="brave") as missing:
            await credentials.secrets_for(user).open("brave")
        assert missing.value.error_class is ErrorClass.AUTHENTICATION
        changes = [fact.data["change"] for fact in await stores[EventStore].recent(user)]
        assert changes == ["deleted", "replaced", "replaced", "created"]

    stores_run(story)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Brave", "a value"),
        ("", "a value"),
        ("a b", "a value"),
        ("a\n", "a value"),
        ("-a", "a value"),
        ("a" * 65, "a value"),
        ("brаve", "a value"),
        ("a", "abc"),
        ("a", "     "),
        ("a", "x" * 16_385),
        ("a", "nul\0nul"),
        ("a", "half \ud800"),
    ],
)
def test_a_name_or_value_that_cannot_be_kept_is_refused_without_repeating_it(
    new_user_id, stores_run, ring, name, value
):
    user = new_user_id()

    async def story(stores):
        with pytest.raises(InvalidInput) as refused:
            await on(stores, ring, user).store(user, name, value)
        assert not value.strip() or value not in str(refused.value)
        assert await stores[CredentialStore].list(user) == []

    stores_run(story)


def test_the_longest_value_is_kept(new_user_id, stores_run, ring):
    user, value = new_user_id(), "🔑" * 16_384

    async def story(stores):
        await on(stores, ring, user).store(user, "long", value)
        assert await of(stores, ring, user, "long") == value

    stores_run(story)


def test_rows_that_were_swapped_in_the_database_do_not_open(new_user_id, stores_run, ring, sync_app):
    one, two = new_user_id(), new_user_id()

    async def fill(stores):
        for user in (one, two):
            await on(stores, ring, one, two).store(user, "a", f"value a of {user}")
            await on(stores, ring, one, two).store(user, "b", f"value b of {user}")

    async def tries(stores):
        return [await failure(of(stores, ring, one, name)) for name in "ab"]

    stores_run(fill)
    with sync_app(two) as connection:
        foreign = connection.execute("select sealed from credentials where name = 'a'").fetchone()[0]
    with sync_app(one) as connection:
        connection.execute(
            "update credentials c set sealed = (select sealed from credentials d where d.name <> c.name)"
        )
    assert [kind for kind, _ in stores_run(tries)] == [ErrorClass.AUTHENTICATION] * 2
    with sync_app(one) as connection:
        connection.execute("update credentials set sealed = %s", (foreign,))
    failures = stores_run(tries)
    assert [kind for kind, _ in failures] == [ErrorClass.AUTHENTICATION] * 2
    assert "value" not in failures[0][1].replace("store its value again", "")


async def failure(work):
    try:
        return None, await work
    except CallFailed as error:
        return error.error_class, str(error)


def test_with_the_key_file_lost_nothing_opens_and_no_new_key_is_made(new_user_id, stores_run, ring, tmp_path):
    user = new_user_id()
    lost = KeyRing(tmp_path / "elsewhere.key", None)

    async def story(stores):
        await on(stores, ring, user).store(user, "brave", "a value")
        without = on(stores, lost, user)
        kind, sentence = await failure(of(stores, lost, user, "brave"))
        assert (kind, "brave" in sentence) == (ErrorClass.AUTHENTICATION, True)
        for attempt in (without.store(user, "other", "a value"), without.rotate(user)):
            with pytest.raises(WrongKey, match=ring.read()[0].id):
                await attempt
        assert not (tmp_path / "elsewhere.key").exists()
        assert [ring.read()[0].id in problem.text() for problem in await without.problems()] == [True]
        assert await without.discard_lost() == 1
        await without.store(user, "brave", "a new value")
        assert await of(stores, lost, user, "brave") == "a new value"
        assert await without.problems() == []

    stores_run(story)


def test_another_key_from_the_environment_is_noticed(new_user_id, stores_run, ring, tmp_path):
    user = new_user_id()
    other = KeyRing(tmp_path / "x", Key.new().text)

    async def story(stores):
        await on(stores, ring, user).store(user, "brave", "a value")
        assert (await failure(of(stores, other, user, "brave")))[0] is ErrorClass.AUTHENTICATION
        with pytest.raises(WrongKey, match="BAILIWICK_CREDENTIAL_KEY"):
            await on(stores, other, user).rotate(user)

    stores_run(story)


def test_keys_from_the_environment_are_rotated_by_putting_the_new_one_first(new_user_id, stores_run, tmp_path):
    user, old, new = new_user_id(), Key.new(), Key.new()

    def given(*keys):
        return KeyRing(tmp_path / "never-made", ",".join(key.text for key in keys))

    async def story(stores):
        await on(stores, given(old), user).store(user, "brave", "a value")
        with pytest.raises(Conflict, match="NEW,OLD"):
            await on(stores, given(old), user).rotate(user)
        done = await on(stores, given(new, old), user).rotate(user)
        assert (done.key_id, done.resealed, done.dropped) == (new.id, 1, ())
        assert await of(stores, given(new), user, "brave") == "a value"
        assert not (tmp_path / "never-made").exists()

    stores_run(story)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_rotation_disturbs_no_reader_and_no_writer(new_user_id, stores_run, ring, monkeypatch, count):
    monkeypatch.setattr(module, "MOST_CREDENTIALS", 2 * count)
    users = [new_user_id() for _ in range(3)]

    async def story(stores):
        credentials = on(stores, ring, *users)
        await fill(stores)
        (old,) = ring.read()
        reads, over = [], asyncio.Event()

        async def read(number):
            while not over.is_set() or not reads:
                user = users[len(reads) % 3]
                reads.append(await credentials.secrets_for(user).open(f"c{(number * 7 + len(reads)) % (count // 3)}"))

        async def write():
            number = 0
            while not over.is_set():
                made = await credentials.store(users[0], f"new{number}", f"new value {number}")
                await credentials.replace(users[0], made.id, value=f"newer value {number}")
                if number:
                    await credentials.delete(users[0], made.id)
                number += 1

        async with asyncio.TaskGroup() as group:
            for number in range(3):
                group.create_task(read(number))
            group.create_task(write())
            done = await credentials.rotate(users[1])
            over.set()
        (new,) = ring.read()
        assert new != old
        assert (done.failed, done.users, done.key_id, done.dropped) == (0, 3, new.id, (old.id,))
        assert done.resealed >= count // 3 * 3
        assert reads
        assert all(value.startswith("value ") for value in reads)
        assert {key for user in users for key in await stores[CredentialStore].keys(user)} == {new.id}
        assert await credentials.secrets_for(users[0]).open("new0") == "newer value 0"
        assert await credentials.secrets_for(users[2]).open("c5") == f"value c5 of {users[2]}"

    async def fill(stores):
        key = Key.new()
        ring.write([key])
        for user in users:
            async with stores.database.as_user(user):
                for number in range(count // 3):
                    credential_id = uuid7()
                    sealed = seal(key, user, credential_id, f"value c{number} of {user}")
                    await stores[CredentialStore].add(user, credential_id, f"c{number}", "", sealed)

    stores_run(story)


@pytest.mark.parametrize("stop_after", [0, 1, 2])
def test_a_rotation_that_was_interrupted_is_gone_on_with(new_user_id, stores_run, ring, monkeypatch, stop_after):
    users = [new_user_id() for _ in range(2)]

    class Killed(BaseException):
        pass

    async def story(stores):
        credentials = on(stores, ring, *users)
        for user in users:
            await credentials.store(user, "brave", f"value of {user}")
        (old,) = ring.read()
        reseal, calls = stores[CredentialStore].reseal, []

        async def dies(*arguments):
            if len(calls) == stop_after:
                raise Killed
            calls.append(arguments)
            await reseal(*arguments)

        async def dies_at_the_end(*arguments):
            raise Killed

        monkeypatch.setattr(type(stores[CredentialStore]), "reseal", lambda self, *arguments: dies(*arguments))
        monkeypatch.setattr(Credentials, "_end_rotation", dies_at_the_end)
        with pytest.raises(Killed):
            await credentials.rotate(users[0])
        monkeypatch.undo()
        between = ring.read()
        assert between[1:] == [old]
        for user in users:
            assert await of(stores, ring, user, "brave") == f"value of {user}"
        done = await credentials.rotate(users[0])
        assert (done.key_id, done.resealed, done.dropped) == (between[0].id, 2 - stop_after, (old.id,))
        assert ring.read() == between[:1]
        for user in users:
            assert await of(stores, ring, user, "brave") == f"value of {user}"

    stores_run(story)


def test_a_credential_that_does_not_open_keeps_its_key_and_stops_no_rotation(new_user_id, stores_run, ring, sync_app):
    user = new_user_id()

    async def fill(stores):
        for name in ("bad", "good"):
            await on(stores, ring, user).store(user, name, f"value {name}")

    async def story(stores):
        (old,) = ring.read()
        done = await on(stores, ring, user).rotate(user)
        assert (done.resealed, done.failed, done.dropped) == (1, 1, ())
        assert ring.read()[1:] == [old]
        assert await of(stores, ring, user, "good") == "value good"

    stores_run(fill)
    with sync_app(user) as connection:
        connection.execute("update credentials set sealed = %s where name = 'bad'", (os.urandom(60),))
    stores_run(story)


def test_two_rotations_at_once_lose_nothing(new_user_id, stores_run, ring):
    users = [new_user_id() for _ in range(2)]

    async def story(stores):
        for user in users:
            await on(stores, ring, *users).store(user, "brave", f"value of {user}")
        await asyncio.gather(*(on(stores, ring, *users).rotate(users[0]) for _ in range(4)))
        assert len(ring.read()) == 1
        for user in users:
            assert await of(stores, ring, user, "brave") == f"value of {user}"

    stores_run(story, pool_size=12)


def test_the_first_value_of_two_at_once_makes_one_key(new_user_id, stores_run, ring):
    users = [new_user_id() for _ in range(4)]

    async def story(stores):
        await asyncio.gather(*(on(stores, ring, *users).store(user, "brave", f"value of {user}") for user in users))
        assert len(ring.read()) == 1
        for user in users:
            assert await of(stores, ring, user, "brave") == f"value of {user}"

    stores_run(story, pool_size=12)


def test_a_person_has_only_so_many(new_user_id, stores_run, ring, monkeypatch):
    user = new_user_id()
    monkeypatch.setattr(module, "MOST_CREDENTIALS", 2)

    async def story(stores):
        credentials = on(stores, ring, user)
        for name in ("one", "two"):
            await credentials.store(user, name, "a value")
        with pytest.raises(Conflict, match="delete one"):
            await credentials.store(user, "three", "a value")

    stores_run(story)


def test_the_application_cannot_store_what_cannot_be_a_seal(new_user_id, sync_app):
    user = new_user_id()
    with sync_app(user) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute(
            "insert into credentials (id, name, description, key_id, sealed) values (%s, 'x', '', 'k', 'short')",
            (uuid7(),),
        )

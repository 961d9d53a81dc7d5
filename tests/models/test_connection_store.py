"""Connections in the database: everybody's are written by administrators, one's own by oneself and seen by no other."""

from datetime import UTC, datetime

import psycopg
import pytest

from bailiwick.kernel.errors import Forbidden, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.models.connection_store import ConnectionStore
from bailiwick.models.connections import ConnectionKind, ModelConnection, ModelFacts, ModelPurpose
from bailiwick.tools.credentials import Sealed

SEALED = Sealed("key-1", b"sealed")


def connection(name: str, *, for_everybody: bool) -> ModelConnection:
    """Return a connection to be stored."""
    now = datetime.now(UTC)
    return ModelConnection(
        id=uuid7(),
        name=name,
        kind=ConnectionKind.OPENAI_COMPATIBLE,
        address="http://127.0.0.1:9/v1",
        for_everybody=for_everybody,
        has_key=True,
        key_end="wxyz",
        models=("a", "b"),
        default_model="a",
        facts={"a": ModelFacts(input_price=1.5, tools=True)},
        created_at=now,
        updated_at=now,
    )


def test_connections_are_read_by_whom_they_are_for_and_written_by_whom_they_belong_to(
    new_user_id, stores_run, sync_app
):
    async def story(stores):
        store, member, other, chief = (
            stores[ConnectionStore],
            new_user_id(),
            new_user_id(),
            new_user_id(role="admin"),
        )
        name = f"shared-{uuid7()[-8:]}"
        shared = (await store.add(chief, connection(name, for_everybody=True), SEALED)).connection
        own = (await store.add(member, connection("own", for_everybody=False), SEALED)).connection
        await store.add(other, connection("own", for_everybody=False), None)
        seen = {each.connection.id: each for each in await store.all(member)}
        assert {shared.id, own.id} <= set(seen)
        assert seen[own.id].sealed == SEALED
        assert seen[own.id].connection.facts == {"a": ModelFacts(input_price=1.5, tools=True)}
        for stranger in (other, chief):
            assert own.id not in {each.connection.id for each in await store.all(stranger)}
            for attempt in (store.one(stranger, own.id), store.delete(stranger, own.id)):
                with pytest.raises(NotFound):
                    await attempt
            with pytest.raises(NotFound):
                await store.change(stranger, own, None)
        with pytest.raises(Forbidden):
            await store.add(member, connection(f"{name}-2", for_everybody=True), None)
        with pytest.raises(Forbidden):
            await store.change(member, shared, None)
        with pytest.raises(Forbidden):
            await store.delete(member, shared.id)
        with pytest.raises(Forbidden):
            await store.choose(member, ModelPurpose.DEFAULT, f"{name}:a")
        changed = await store.change(chief, shared, None)
        assert (changed.sealed, changed.connection.has_key) == (None, False)
        await store.delete(chief, shared.id)
        await store.delete(member, own.id)

    stores_run(story)


def test_nobody_writes_in_anothers_name_or_makes_their_own_everybodys(new_user_id, sync_app):
    member, other = new_user_id(), new_user_id()
    insert = (
        "insert into model_connections (user_id, id, name, for_everybody, kind, address, key_end, models, "
        " default_model, facts) values (%s, gen_random_uuid(), %s, %s, 'openai', '', '', '[]', '', '{}')"
    )
    for owner, everybody in ((other, False), (member, True), (other, True)):
        with sync_app(member) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(insert, (owner, "x", everybody))
    with sync_app(member) as connection:
        connection.execute(insert, (member, "x", False))
    with sync_app(member) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("update model_connections set for_everybody = true")
    with sync_app(member) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("update model_connections set user_id = %s", (other,))
    with sync_app(other) as connection:
        assert connection.execute("delete from model_connections where user_id = %s", (member,)).rowcount == 0
        assert connection.execute("update model_connections set address = 'http://x'").rowcount == 0
    with sync_app() as connection:
        assert connection.execute("select count(*) from model_connections").fetchone() == (0,)

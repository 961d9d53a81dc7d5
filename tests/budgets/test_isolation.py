"""Limits and ledgers: who sees them, and who may change them."""

import psycopg
import pytest

from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS
from bailiwick.features.budgets.store import BudgetStore
from bailiwick.kernel.errors import BailiwickError


async def limit(stores, by, whose, scope, *, imposed=False):
    return await stores[BudgetStore].insert(
        by,
        whose,
        ALWAYS,
        Spending(tokens=7),
        name=f"{scope}",
        scope=scope,
        subject=None,
        period=LimitPeriod.ALWAYS,
        money=None,
        tokens=1000,
        model_calls=None,
        tool_calls=None,
        seconds=None,
        at_limit=AtLimit.WAIT,
        imposed=imposed,
    )


def test_limits_are_seen_by_whom_they_concern_and_changed_by_who_set_them(new_user_id, stores_run, sync_app):
    async def story(stores):
        member, other, chief = new_user_id(), new_user_id(), new_user_id(role="admin")
        own = await limit(stores, member, member, LimitScope.PERSON)
        imposed = await limit(stores, chief, member, LimitScope.PERSON, imposed=True)
        everybodys = await limit(stores, chief, chief, LimitScope.EVERYBODY)
        try:
            await _is_seen_and_changed(stores, sync_app, (member, other, chief), own, imposed, everybodys)
        finally:
            async with stores.database.as_user(chief):
                await stores[BudgetStore].remove(chief, everybodys)

    stores_run(story)


async def _is_seen_and_changed(stores, sync_app, people, own, imposed, everybodys):
    member, other, chief = people
    store, ours = stores[BudgetStore], {own.id, imposed.id, everybodys.id}

    async def seen(who):
        return {each.id for each in await store.list(who)} & ours

    async def held(who):
        return {each for each in ours if await store.hold(who, each) is not None}

    assert await seen(member) == ours
    assert await seen(other) == {everybodys.id}
    assert await seen(chief) == {imposed.id, everybodys.id}
    assert (await held(member), await held(other)) == ({own.id}, set())
    assert await held(chief) == {imposed.id, everybodys.id}
    assert {each.id for each in await store.concerning(chief)} & ours == {everybodys.id}
    for by, whose, scope, wrong in (
        (member, member, LimitScope.EVERYBODY, False),
        (member, member, LimitScope.PERSON, True),
        (member, other, LimitScope.PERSON, False),
        (member, other, LimitScope.PERSON, True),
        (chief, member, LimitScope.PERSON, False),
        (chief, member, LimitScope.EVERYBODY, False),
    ):
        with pytest.raises((BailiwickError, psycopg.Error, Exception), match="policy"):
            await limit(stores, by, whose, scope, imposed=wrong)
    for who, readable in (
        (member, ours),
        (other, {everybodys.id}),
        (chief, {imposed.id, everybodys.id}),
        (None, set()),
    ):
        with sync_app(who) as connection:
            rows = connection.execute("select limit_id::text from spending_ledgers").fetchall()
            assert {each for (each,) in rows} & ours == readable
        with sync_app(who) as connection:
            rows = connection.execute("update spending_ledgers set tokens = 0 returning limit_id::text").fetchall()
            assert {each for (each,) in rows} & ours == readable, "what a run spends counts in what it sees"
            connection.rollback()
        with sync_app(who) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("delete from spending_ledgers")

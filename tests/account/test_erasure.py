"""Of an erased person nothing is left, and what they set for all goes on to hold."""

import asyncio

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bailiwick.features.account.erasure import erase
from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS, WorstCase
from bailiwick.features.budgets.store import BudgetStore, Line
from bailiwick.features.code.store import ProgramGrantStore
from bailiwick.features.installation.store import InstallationStore
from bailiwick.features.mcp.records import McpOrigin, McpServer, McpTransport
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.people.records import FIRST_OWNER_ID, UserRole
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user
from support.populate import give_everything


def fill(urls, users):
    async def story():
        async with Database(urls.app) as database:
            stores, jobs = Stores(database), Jobs(database)
            await ensure_user(stores, FIRST_OWNER_ID, "Owner", UserRole.OWNER)
            for user in users:
                await ensure_user(stores, user, "Somebody", UserRole.ADMIN)
                owned = await give_everything(stores, user)
                await jobs.defer("execution", user, {"execution": owned.execution_id})
                await stores[InstallationStore].put(user, "retention", {"event_days": 7})
            server = McpServer(
                id=uuid7(),
                name="shared",
                origin=McpOrigin.REGISTERED,
                transport=McpTransport.HTTP,
                url="https://x.example",
            )
            await stores[McpServerStore].add(users[0], server)

    asyncio.run(story())


def rows_of(postgres, urls, user):
    """Count the rows in which a user's id stands, in any table, as a superuser."""
    with psycopg.connect(make_conninfo(postgres.admin, dbname=conninfo_to_dict(urls.owner)["dbname"])) as connection:
        names = connection.execute(
            "select schemaname || '.' || tablename from pg_tables where schemaname in ('public', 'procrastinate')"
        ).fetchall()
        counts = {
            name: connection.execute(
                f"select count(*) from {name} as t where t::text like %s", (f"%{user}%",)
            ).fetchone()[0]
            for (name,) in names
        }
    return {name: count for name, count in counts.items() if count}


def test_no_table_has_a_row_of_an_erased_person_and_others_keep_theirs(empty_database, postgres):
    urls = empty_database()
    erased, other = uuid7(), uuid7()
    fill(urls, [erased, other])
    theirs = rows_of(postgres, urls, other)
    assert len(rows_of(postgres, urls, erased)) > 30
    erase(urls.owner, erased)
    # The audit log keeps the id, of what was done before and of the erasure itself.
    assert set(rows_of(postgres, urls, erased)) == {"public.audit_entries"}
    assert rows_of(postgres, urls, other) == theirs
    with psycopg.connect(make_conninfo(postgres.admin, dbname=conninfo_to_dict(urls.owner)["dbname"])) as connection:
        assert connection.execute("select user_id::text from mcp_servers").fetchall() == [(FIRST_OWNER_ID,)]
        settings = connection.execute("select user_id::text from installation_settings order by 1").fetchall()
    assert settings == [(FIRST_OWNER_ID,), (other,)]
    with pytest.raises(NotFound):
        erase(urls.owner, erased)


def test_limits_for_everybody_hold_nothing_of_an_erased_person_and_go_on_to_hold_what_others_reserve(empty_database):
    urls = empty_database()
    erased, other = uuid7(), uuid7()

    async def reserved(stores, user, limits):
        thread = await stores[ConversationStore].create(user, "clerk", Mode.DIRECT, title="t")
        run = await stores[ExecutionStore].create(user, thread.id, "Hello", Mode.DIRECT, "clerk")
        await stores[ExecutionStore].claim(user, run.id)
        await account(stores, user, run.id, limits, asked=("model:1", CASE))
        return run.id

    async def account(stores, user, run, limits, *, asked=None):
        lines = [Line("model:1", limit, ALWAYS) for limit in limits]
        async with stores.database.as_user(user):
            await stores[BudgetStore].account(
                user, run, 1, everything=asked is None, lines=lines if asked else [], over=(), asked=asked
            )

    async def held(stores):
        limits = await stores[BudgetStore].list(FIRST_OWNER_ID)
        assert {limit.user_id for limit in limits} == {FIRST_OWNER_ID}
        used = await stores[BudgetStore].used(FIRST_OWNER_ID, [(limit, ALWAYS) for limit in limits])
        return sorted(reserved.model_calls for _, reserved in used.values())

    async def story():
        async with Database(urls.app) as database:
            stores = Stores(database)
            await ensure_user(stores, FIRST_OWNER_ID, "Owner", UserRole.OWNER)
            limits = []
            for user in (erased, other):
                await ensure_user(stores, user, "Somebody", UserRole.ADMIN)
            for user in (erased, FIRST_OWNER_ID):
                limits.append(await limit_for_everybody(stores, user))
            await reserved(stores, erased, limits)
            run = await reserved(stores, other, limits)
            await asyncio.to_thread(erase, urls.owner, erased)
            before = await held(stores)
            await account(stores, other, run, limits)
            return before, await held(stores)

    assert asyncio.run(story()) == ([1, 1], [0, 0])


CASE = WorstCase(input=100, input_money=0, token_money=0, least=50, most=50)


async def limit_for_everybody(stores, admin):
    return await stores[BudgetStore].insert(
        admin,
        admin,
        ALWAYS,
        Spending(),
        name="All",
        scope=LimitScope.EVERYBODY,
        subject=None,
        period=LimitPeriod.ALWAYS,
        money=None,
        tokens=1000,
        model_calls=None,
        tool_calls=None,
        seconds=None,
        at_limit=AtLimit.WAIT,
        imposed=False,
    )


def test_what_an_erased_administrator_lent_and_granted_to_everybody_stays(empty_database):
    urls, erased, other = empty_database(), uuid7(), uuid7()

    async def give():
        async with Database(urls.app) as database:
            stores = Stores(database)
            await ensure_user(stores, FIRST_OWNER_ID, "Owner", UserRole.OWNER)
            await ensure_user(stores, erased, "Somebody", UserRole.ADMIN)
            await ensure_user(stores, other, "Somebody else", UserRole.MEMBER)
            grants = stores[ProgramGrantStore]
            for name, everybody in (("shared", True), ("own", False)):
                await grants.lend(erased, name, "/srv/x", writable=True, for_everybody=everybody, agent_id="code")
            await grants.grant(erased, "lodash", "^4")
            return await what_is_there(grants)

    async def look():
        async with Database(urls.app) as database:
            return await what_is_there(Stores(database)[ProgramGrantStore])

    async def what_is_there(grants):
        return await grants.folders_for(other, "code"), await grants.packages(other)

    before = asyncio.run(give())
    assert [len(each) for each in before] == [1, 1]
    erase(urls.owner, erased)
    assert asyncio.run(look()) == before

    async def seen_by_the_heir():
        async with Database(urls.app) as database:
            return [each.name for each in await Stores(database)[ProgramGrantStore].folders(FIRST_OWNER_ID)]

    assert asyncio.run(seen_by_the_heir()) == ["shared"], "what was lent to them alone is gone"


def test_the_first_owner_is_not_erased(empty_database):
    with pytest.raises(Conflict, match="first owner"):
        erase(empty_database().owner, FIRST_OWNER_ID)

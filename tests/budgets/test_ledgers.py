"""Ledgers of limits: they hold what calls under way may use, in all ledgers that concern a call or in none."""

import asyncio
import json
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick.features.budgets.records import AtLimit, LimitPeriod, LimitScope, Spending
from bailiwick.features.budgets.rules import ALWAYS, WorstCase
from bailiwick.features.budgets.store import BudgetStore, Line, UsedByCall
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import LostClaim
from bailiwick.kernel.ids import uuid7
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.people import ensure_user
from support.postgres import reads_everything

SPENDER = Path(__file__).parents[1] / "support" / "spender.py"
NOTHING = Spending()


@asynccontextmanager
async def database_of(url):
    async with Database(url) as database:
        yield Stores(database)


async def somebody(stores, role="member"):
    user_id = uuid7()
    await ensure_user(stores, user_id, "Somebody", role)
    return user_id


async def a_run(stores, user_id):
    thread = await stores[ConversationStore].create(user_id, "clerk", Mode.DIRECT, title="t")
    execution = await stores[ExecutionStore].create(user_id, thread.id, "Hello", Mode.DIRECT, "clerk")
    return await stores[ExecutionStore].claim(user_id, execution.id)


async def limit_of(stores, user_id, scope=LimitScope.PERSON, *, subject=None, spent=NOTHING, **amounts):
    fields = {"money": None, "tokens": None, "model_calls": None, "tool_calls": None, "seconds": None, **amounts}
    return await stores[BudgetStore].insert(
        user_id,
        user_id,
        ALWAYS,
        spent,
        name=f"{scope} {subject}",
        scope=scope,
        subject=subject,
        period=LimitPeriod.ALWAYS,
        at_limit=AtLimit.WAIT,
        imposed=False,
        **fields,
    )


async def account(stores, user_id, run, limits, *, key=None, case=None, over=(), everything=False, attempt=None):
    keys = [each.key for each in over] + ([key] if key else [])
    async with stores.database.as_user(user_id):
        return await stores[BudgetStore].account(
            user_id,
            run,
            attempt or 1,
            everything=everything,
            lines=[Line(each, limit, ALWAYS) for each in keys for limit in limits],
            over=over,
            asked=None if key is None else (key, case),
        )


async def standing(stores, user_id, limits):
    used = await stores[BudgetStore].used(user_id, [(limit, ALWAYS) for limit in limits])
    return [used[limit.id] for limit in limits]


def case(input=100, most=50, *, least=None, money=0, token_money=0):
    return WorstCase(input=input, input_money=money, token_money=token_money, least=least or most, most=most)


def test_a_call_is_reserved_in_every_ledger_or_in_none(database_urls):
    async def story():
        async with database_of(database_urls.app) as stores:
            someone = await somebody(stores)
            run = (await a_run(stores, someone)).id
            wide = await limit_of(stores, someone, tokens=1000)
            narrow = await limit_of(stores, someone, LimitScope.AGENT, subject="clerk", tokens=200)
            first = await account(stores, someone, run, [wide, narrow], key="model:1", case=case())
            one = await standing(stores, someone, [wide, narrow])
            second = await account(stores, someone, run, [wide, narrow], key="model:2", case=case())
            two = await standing(stores, someone, [wide, narrow])
            over = [UsedByCall("model:1", 7, 120, 1)]
            third = await account(stores, someone, run, [wide, narrow], over=over, key="model:2", case=case(40, 40))
            return first, one, second, two, narrow, third, await standing(stores, someone, [wide, narrow])

    first, one, second, two, narrow, third, three = asyncio.run(story())
    held = Spending(tokens=150, model_calls=1)
    assert (first.answer, first.reached, one) == (50, None, [(NOTHING, held)] * 2)
    assert (second.reached.limit.id, two) == (narrow.id, one)
    assert second.later, "what the first call does not use leaves room"
    assert (third.answer, third.reached) == (40, None)
    used = Spending(money=7e-9, tokens=120, model_calls=1)
    assert three == [(used, Spending(tokens=80, model_calls=1))] * 2


def test_an_answer_is_cut_to_the_room_that_is_left_of_money_tokens_or_calls(database_urls):
    async def story():
        async with database_of(database_urls.app) as stores:
            someone = await somebody(stores)
            run = (await a_run(stores, someone)).id
            limit = await limit_of(stores, someone, money=0.000001, tokens=10_000, model_calls=2)
            dear = case(100, 4000, least=100, money=400, token_money=2)
            return [
                (await account(stores, someone, run, [limit], key="a", case=dear)).answer,
                (await account(stores, someone, run, [limit], over=[UsedByCall("a", 500, 200, 1)])).answer,
                (await account(stores, someone, run, [limit], key="b", case=dear)).reached.limit.id == limit.id,
                (await account(stores, someone, run, [limit], key="c", case=case(9000, 9000, least=500))).answer,
                (await account(stores, someone, run, [limit], key="d", case=case(1, 1))).reached.limit.id == limit.id,
            ]

    assert asyncio.run(story()) == [300, None, True, 800, True]


@dataclass
class Expected:
    """What ledgers should hold: money, tokens and calls used, and reserved by call."""

    amounts: list
    used: list = field(default_factory=lambda: [0, 0, 0])
    held: dict = field(default_factory=dict)

    def room(self, *, held: bool):
        taken = self.used if not held else [u + sum(h[i] for h in self.held.values()) for i, u in enumerate(self.used)]
        return [None if whole is None else whole - part for whole, part in zip(self.amounts, taken, strict=True)]

    def answer(self, asked: WorstCase, *, held: bool):
        money, tokens, calls = self.room(held=held)
        found = [asked.most]
        if tokens is not None:
            found.append(tokens - asked.input)
        if money is not None and asked.input_money + asked.token_money:
            left = money - asked.input_money
            found.append(-1 if left < 0 else left // asked.token_money if asked.token_money else asked.most)
        if calls is not None and calls < 1:
            found.append(-1)
        return min(found)


AMOUNT = st.none() | st.integers(0, 3000)
TREES = st.lists(st.tuples(AMOUNT, AMOUNT, st.none() | st.integers(0, 6)), min_size=1, max_size=5)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["ask", "ask", "ask", "over", "over", "crash", "end"]),
        st.integers(0, 2),
        st.integers(0, 31),
        st.integers(0, 500),
        st.integers(1, 400),
        st.integers(0, 3),
    ),
    max_size=25,
)


def test_ledgers_hold_what_is_reserved_and_count_what_is_used_whatever_happens(postgres, empty_database):
    urls = empty_database()

    @settings(max_examples=60)
    @given(tree=TREES, steps=STEPS)
    def holds(tree, steps):
        asyncio.run(_a_random_story(urls.app, tree, steps))

    holds()
    with psycopg.connect(reads_everything(postgres, urls)) as connection:
        assert connection.execute("select count(*) > 0 from spending_ledgers").fetchone() == (True,)
        assert connection.execute("select count(*) from spending_reservations").fetchone() == (0,)


async def _a_random_story(url, tree, steps):
    async with database_of(url) as stores:
        someone = await somebody(stores)
        runs = [(await a_run(stores, someone)).id for _ in range(3)]
        attempts, begun = [1, 1, 1], [{}, {}, {}]
        expected = [
            Expected([money, tokens, calls]) for money, tokens, calls in tree if (money, tokens, calls) != (None,) * 3
        ]
        limits = [
            await limit_of(
                stores,
                someone,
                LimitScope.AGENT,
                subject=str(number),
                money=None if each.amounts[0] is None else each.amounts[0] / 1e9,
                tokens=each.amounts[1],
                model_calls=each.amounts[2],
            )
            for number, each in enumerate(expected)
        ]
        for number, (what, run, which, sent, most, price) in enumerate(steps):
            mine = begun[run]
            if what == "ask":
                concerned = [index for index in range(len(limits)) if which >> index & 1]
                if not concerned:
                    continue
                key = f"model:{number}"
                asked = WorstCase(
                    input=sent, input_money=sent * price, token_money=price, least=min(most, 50), most=most
                )
                answer = min(expected[index].answer(asked, held=True) for index in concerned)
                at_best = min(expected[index].answer(asked, held=False) for index in concerned)
                found = await account(
                    stores,
                    someone,
                    runs[run],
                    [limits[i] for i in concerned],
                    key=key,
                    case=asked,
                    attempt=attempts[run],
                )
                # Whatever an earlier attempt had left is given back by the first question of the next.
                if answer >= asked.least:
                    assert (found.answer, found.reached) == (answer, None)
                    mine[key] = (concerned, asked, answer)
                    for index in concerned:
                        expected[index].held[run, key] = [sent * price + answer * price, sent + answer, 1]
                else:
                    assert found.reached is not None
                    assert found.later == (at_best >= asked.least)
            elif what == "over" and mine:
                key = sorted(mine)[which % len(mine)]
                concerned, asked, answer = mine.pop(key)
                tokens = asked.input + answer * (which % 3) // 2
                tokens = min(tokens, asked.input + answer)
                over = UsedByCall(key, tokens * price if asked.token_money >= price else 0, tokens, 1)
                await account(
                    stores, someone, runs[run], [limits[i] for i in concerned], over=[over], attempt=attempts[run]
                )
                for index in concerned:
                    del expected[index].held[run, key]
                    for place, amount in enumerate((over.money, over.tokens, 1)):
                        expected[index].used[place] += amount
            elif what in ("crash", "end"):
                if what == "crash":
                    attempts[run] = (await stores[ExecutionStore].claim(someone, runs[run])).attempt
                await account(stores, someone, runs[run], [], everything=what == "end", attempt=attempts[run])
                for each in expected:
                    each.held = {key: value for key, value in each.held.items() if key[0] != run}
                mine.clear()
            await _check(stores, someone, limits, expected)
        for run in range(3):
            await account(stores, someone, runs[run], [], everything=True, attempt=attempts[run])


async def _check(stores, someone, limits, expected):
    for (used, held), each in zip(await standing(stores, someone, limits), expected, strict=True):
        assert [round(used.money * 1e9), used.tokens, used.model_calls] == each.used
        sums = [sum(values[place] for values in each.held.values()) for place in range(3)]
        assert [round(held.money * 1e9), held.tokens, held.model_calls] == sums
        for room in each.room(held=True):
            assert room is None or room >= 0, "a limit was overshot"


def test_processes_that_reserve_at_once_overshoot_by_nothing(empty_database):
    """Two processes of four branches each spend from two ledgers at once until nothing is left."""
    urls = empty_database()

    async def begin():
        async with database_of(urls.app) as stores:
            admin, runs = await somebody(stores, "admin"), []
            everybody = await limit_of(stores, admin, LimitScope.EVERYBODY, tokens=60_050, money=0.5)
            for _ in range(2):
                someone = await somebody(stores)
                own = await limit_of(stores, someone, tokens=45_000)
                ids = [(await a_run(stores, someone)).id for _ in range(4)]
                runs.append({"user": someone, "runs": ids, "limit": own.id})
            return admin, everybody, runs

    admin, everybody, runs = asyncio.run(begin())
    processes = [
        subprocess.Popen([sys.executable, str(SPENDER), urls.app, json.dumps(each)], stdout=subprocess.PIPE, text=True)
        for each in runs
    ]
    made = [json.loads(process.communicate(timeout=120)[0]) for process in processes]

    async def end():
        async with database_of(urls.app) as stores:
            return await standing(stores, admin, [everybody])

    ((used, held),) = asyncio.run(end())
    assert sum(made) == 600, "every call that there was room for was made, and no other"
    assert (used.tokens, used.model_calls, held) == (60_000, 600, NOTHING)


def test_a_reservation_goes_away_with_its_run_exactly_once(database_urls):
    async def story():
        async with database_of(database_urls.app) as stores:
            someone = await somebody(stores)
            execution = await a_run(stores, someone)
            limit = await limit_of(stores, someone, tokens=1000)
            await account(stores, someone, execution.id, [limit], key="a", case=case())
            # A worker that has lost its claim gives nothing back that the next one has reserved.
            await stores[ExecutionStore].claim(someone, execution.id)
            await account(stores, someone, execution.id, [limit], key="a", case=case(), attempt=2)
            await account(stores, someone, execution.id, [limit], everything=True, attempt=1)
            with pytest.raises(LostClaim):
                await account(stores, someone, execution.id, [limit], key="b", case=case(), attempt=1)
            before = await standing(stores, someone, [limit])
            with psycopg.connect(database_urls.owner) as connection:
                connection.execute("select set_config('bailiwick.user_id', %s, true)", (someone,))
                connection.execute("delete from conversations where id = %s", (execution.conversation_id,))
            return before, await standing(stores, someone, [limit])

    before, after = asyncio.run(story())
    assert before == [(NOTHING, Spending(tokens=150, model_calls=1))]
    assert after == [(NOTHING, NOTHING)]


def test_most_of_a_limit_is_told_once(database_urls):
    async def story():
        async with database_of(database_urls.app) as stores:
            someone = await somebody(stores)
            run = (await a_run(stores, someone)).id
            limit = await limit_of(stores, someone, tokens=1000)
            near = []
            for number in range(5):
                await account(stores, someone, run, [limit], key=f"{number}", case=case())
                over = [UsedByCall(f"{number}", 0, 160 if number < 4 else 370, 1)]
                near.append((await account(stores, someone, run, [limit], over=over)).near)
                if number == 3:
                    near.append((await account(stores, someone, run, [limit], over=[])).near)
            return limit, near

    limit, near = asyncio.run(story())
    assert near == [(), (), (), (), (), (limit.id,)]

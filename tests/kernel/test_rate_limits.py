"""Rates are counted once for all processes, exactly, and name nobody."""

import asyncio

import pytest

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.errors import RateLimitHit
from bailiwick.kernel.rate_limits import Asker, RateLimit, RateLimits
from bailiwick.kernel.reasons import text_of
from bailiwick.kernel.settings import Settings
from support.statements import counted

RUNS = RateLimit.RUNS


@pytest.fixture
def limits_run(empty_database):
    """Run `fn(limits, database)` with limits of these settings, on a database of its own."""

    def run(fn, **settings):
        urls = empty_database()

        async def story():
            async with Database(urls.app) as database:
                return await fn(RateLimits(database, Settings(**settings)), database)

        return asyncio.run(story())

    return run


async def later(database, seconds):
    """Have all that was asked for be asked so much longer ago."""
    async with database.without_user() as connection:
        await connection.execute("update rate_buckets set empty_at = empty_at - make_interval(secs => $1)", seconds)


async def taken(limits, times, limit=RUNS, **who):
    """Return how many of so many uses were let through."""
    passed = 0
    for _ in range(times):
        try:
            await limits.take(limit, **who)
            passed += 1
        except RateLimitHit:
            pass
    return passed


def test_as_many_as_allowed_pass_at_once_and_the_next_is_told_the_limit_and_when_there_is_room(limits_run):
    async def story(limits, _):
        assert await taken(limits, 2, person="ana") == 2
        with pytest.raises(RateLimitHit) as refused:
            await limits.take(RUNS, person="ana")
        assert (refused.value.limit, refused.value.code) == ("runs", "rate-limit")
        assert 20 < refused.value.retry_after <= 30
        seconds = refused.value.retry_after
        assert text_of(refused.value.said, "en") == (
            f"You asked for more than the limit `runs` allows, 2 a minute; try again in {seconds} seconds."
        )
        assert "el límite `runs`, 2 por minuto; inténtalo de nuevo en" in text_of(refused.value.said, "es")
        assert await taken(limits, 1, person="ben") == 1
        assert await taken(limits, 1, RateLimit.SEARCHES, person="ana") == 1

    limits_run(story, rate_runs=2)


def test_room_comes_back_one_use_at_a_time(limits_run):
    async def story(limits, database):
        assert await taken(limits, 7, person="ana") == 7
        assert await taken(limits, 1, person="ana") == 0
        await later(database, 60 / 7 + 0.01)
        assert await taken(limits, 2, person="ana") == 1
        await later(database, 120)
        assert await taken(limits, 9, person="ana") == 7

    limits_run(story, rate_runs=7)


def test_a_key_may_use_its_share_of_its_persons_rate_and_leaves_the_rest_to_them(limits_run):
    async def story(limits, _):
        assert limits.most(RUNS, Asker.KEY) == 3
        assert await taken(limits, 9, person="ana", key="nightly") == 3
        with pytest.raises(RateLimitHit, match="This key asked for more"):
            await limits.take(RUNS, person="ana", key="nightly")
        assert await taken(limits, 9, person="ana") == 1

    limits_run(story, rate_runs=4, rate_key_percent=75)


def test_an_address_is_good_for_several_persons_and_what_one_is_refused_does_not_count_for_the_others(limits_run):
    async def story(limits, _):
        assert await taken(limits, 50, person="ana", address="192.0.2.1") == 2
        assert await taken(limits, 50, person="ben", address="192.0.2.1") == 2
        assert await taken(limits, 50, person="eva", address="192.0.2.1") == 0
        with pytest.raises(RateLimitHit, match="From your address"):
            await limits.take(RUNS, person="eva", address="192.0.2.1")
        assert await taken(limits, 50, person="eva", address="192.0.2.2") == 2

    limits_run(story, rate_runs=2, rate_address_persons=2)


def test_sign_ins_are_counted_alike_for_a_person_and_an_address(limits_run):
    async def story(limits, _):
        assert await taken(limits, 9, RateLimit.SIGN_INS, address="192.0.2.1") == 3
        assert await taken(limits, 9, RateLimit.SIGN_INS, person="ana", address="192.0.2.2") == 3
        assert await taken(limits, 9, RateLimit.SIGN_INS, person="ana", address="192.0.2.3") == 0

    limits_run(story, rate_sign_ins=3)


def test_zero_is_no_limit_and_asks_the_database_nothing(limits_run, monkeypatch):
    async def story(limits, _):
        asked = counted(monkeypatch)
        assert await taken(limits, 100, person="ana", key="nightly", address="192.0.2.1") == 100
        assert asked == []

    limits_run(story, rate_runs=0)


def test_a_use_is_one_statement_whoever_is_counted(limits_run, monkeypatch):
    async def story(limits, _):
        await limits.take(RUNS, person="ana")
        asked = counted(monkeypatch)
        await limits.take(RUNS, person="ana", key="nightly", address="192.0.2.1")
        assert [name for _, name in asked] == ["take"]

    limits_run(story)


def test_processes_that_ask_at_once_let_no_more_through_than_one_would(empty_database):
    urls = empty_database()

    async def story():
        async with Database(urls.app) as one, Database(urls.app) as other:
            limits = [RateLimits(database, Settings(rate_runs=10)) for database in (one, other)]
            who = [{"person": "ana", "address": "192.0.2.1"}, {"person": "ana", "key": "k", "address": "192.0.2.1"}]
            loop = asyncio.get_running_loop()
            begun = loop.time()
            passed = await asyncio.gather(*(taken(limits[n % 2], 5, **who[n % 3 % 2]) for n in range(12)))
            assert 10 <= sum(passed) <= 10 + (loop.time() - begun) / 6 + 1  # room for one more comes every 6 seconds

    asyncio.run(story())


def test_what_is_kept_names_nobody_and_goes_when_it_is_empty(limits_run):
    async def story(limits, database):
        await limits.take(RUNS, person="ana", key="nightly", address="192.0.2.1")
        async with database.without_user() as connection:
            rows = await connection.fetch("select bucket from rate_buckets")
            assert [len(row["bucket"]) for row in rows] == [16, 16, 16]
            assert not any(word in str(rows) for word in ("ana", "nightly", "192.0.2.1"))
            again = RateLimits(database, Settings())
            await again.take(RUNS, person="ana")
            assert await connection.fetchval("select count(*) from rate_buckets") == 3
        await limits.forget("")
        await later(database, 3600)
        await limits.take(RUNS, person="ben")
        await limits.forget("")
        async with database.without_user() as connection:
            assert await connection.fetchval("select count(*) from rate_buckets") == 1

    limits_run(story)

"""Sliding windows count exactly, for each user and subject, in any process."""

import asyncio

from bailiwick.kernel.http.rates import RateStore


def test_as_many_as_allowed_pass_and_the_next_one_is_told_how_long_to_wait(stores_run, new_user_id):
    async def story(stores):
        user = new_user_id()
        assert [await stores[RateStore].hit(user, "a", 3, 60) for _ in range(3)] == [None] * 3
        wait = await stores[RateStore].hit(user, "a", 3, 60)
        assert 50 < wait <= 60
        assert await stores[RateStore].hit(user, "b", 3, 60) is None
        assert await stores[RateStore].hit(new_user_id(), "a", 3, 60) is None

    stores_run(story)


def test_room_comes_back_one_use_at_a_time(stores_run, new_user_id):
    async def story(stores):
        user = new_user_id()

        async def later(seconds):
            async with stores.database.as_user(user) as connection:
                await connection.execute(
                    "update rates set hits = array(select hit - make_interval(secs => $1) from unnest(hits) hit)",
                    seconds,
                )

        await stores[RateStore].hit(user, "a", 2, 60)
        await later(40)
        await stores[RateStore].hit(user, "a", 2, 60)
        wait = await stores[RateStore].hit(user, "a", 2, 60)
        assert 15 < wait <= 20
        await later(20.5)
        assert await stores[RateStore].hit(user, "a", 2, 60) is None
        assert 35 < await stores[RateStore].hit(user, "a", 2, 60) <= 40

    stores_run(story)


def test_a_limit_of_none_lets_nothing_through(stores_run, new_user_id):
    async def story(stores):
        assert await stores[RateStore].hit(new_user_id(), "a", 0, 60) is not None

    stores_run(story)


def test_of_many_at_once_exactly_as_many_as_allowed_pass(stores_run, new_user_id):
    async def story(stores):
        user = new_user_id()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(stores[RateStore].hit(user, "a", 5, 60)) for _ in range(30)]
        assert [task.result() for task in tasks].count(None) == 5

    stores_run(story)


def test_what_is_rolled_back_does_not_count(stores_run, new_user_id):
    async def story(stores):
        user = new_user_id()
        try:
            async with stores.database.as_user(user):
                await stores[RateStore].hit(user, "a", 1, 60)
                raise RuntimeError("undone")
        except RuntimeError:
            pass
        assert await stores[RateStore].hit(user, "a", 1, 60) is None

    stores_run(story)

"""A user's agents, and the changes that a process must hear of."""

import asyncio
from dataclasses import fields
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bailiwick.agents import store as agents_module
from bailiwick.agents.store import AgentStore
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick_router.core.agents import Agent, AgentStatus, Origin, ReviewPolicy, Role
from bailiwick_router.core.budgets import Budget

FULL = Agent(
    id="full",
    name="Full",
    description="d",
    role=Role.SPECIALIST,
    objective="o",
    instructions="i",
    kind="callable",
    model="openai:x",
    fallbacks=["ollama:y"],
    temperature=0.1,
    max_tokens=7,
    tags=["año", "two words"],
    keywords=["k"],
    patterns=["p+"],
    examples=["e"],
    languages=["es"],
    tools=["t.*"],
    helpers=["h"],
    needs=["mcp:mail"],
    context_window=3,
    silence_minutes=5,
    recall=False,
    remember=False,
    max_iterations=2,
    announcement="a",
    priority=-4,
    color="#000000",
    icon="star",
    status=AgentStatus.PAUSED,
    origin=Origin.BUILTIN,
    review=ReviewPolicy.ALWAYS,
    budget=Budget(steps=3, seconds=1.5, tokens=9),
)
"""An agent no field of which has its default."""


def test_every_field_of_an_agent_is_kept(new_user_id, stores_run):
    plain = Agent(id="full", name="Full")
    stamped = {"id", "name", "created_at", "updated_at", "last_used_at", "expires_at"}
    for field in fields(Agent):
        assert field.name in stamped or getattr(FULL, field.name) != getattr(plain, field.name), field.name

    async def story(stores):
        user, expires = new_user_id(), datetime.now(UTC) + timedelta(minutes=30)
        saved = await stores[AgentStore].save(user, FULL.evolve(expires_at=expires))
        assert saved == FULL.evolve(expires_at=expires, created_at=saved.created_at, updated_at=saved.updated_at)
        assert (await stores[AgentStore].changes(user, 0))[1] == [saved]

    stores_run(story)


def test_changes_are_those_after_a_revision_oldest_first(new_user_id, stores_run):
    async def story(stores):
        user, agents = new_user_id(), stores[AgentStore]
        assert await agents.changes(user, 0) == (0, [], [])
        for name in ("a", "b", "c"):
            await agents.save(user, Agent(id=name, name=name))
        again = await agents.save(user, Agent(id="a", name="A again"))
        await agents.delete(user, "b")
        revision, written, deleted = await agents.changes(user, 0)
        assert (revision, [agent.id for agent in written], deleted) == (5, ["c", "a"], ["b"])
        assert written[1] == again
        assert again.created_at < again.updated_at
        assert await agents.changes(user, 4) == (5, [], ["b"])
        assert await agents.changes(user, 5) == (5, [], [])
        await agents.save(user, Agent(id="b", name="back"))
        revision, written, deleted = await agents.changes(user, 4)
        assert (revision, [agent.id for agent in written], deleted) == (6, ["b"], [])

    stores_run(story)


def test_a_new_agent_does_not_replace_one_and_a_refused_one_raises_no_revision(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await stores[AgentStore].save(user, Agent(id="a", name="first"), new=True)
        with pytest.raises(Conflict):
            await stores[AgentStore].save(user, Agent(id="a", name="second"), new=True)
        with pytest.raises(NotFound):
            await stores[AgentStore].delete(user, "nobody")
        revision, written, _ = await stores[AgentStore].changes(user, 0)
        assert (revision, written[0].name) == (1, "first")

    stores_run(story)


def test_runtime_agents_go_when_they_expire_or_all_at_once_and_others_stay(new_user_id, stores_run):
    async def story(stores):
        user, agents, now = new_user_id(), stores[AgentStore], datetime.now(UTC)
        await agents.save(user, Agent(id="kept", name="kept"))
        for name, minutes in (("old", -1), ("touched", -1), ("young", 30)):
            expires = now + timedelta(minutes=minutes)
            await agents.save(user, Agent(id=name, name=name, origin=Origin.RUNTIME, expires_at=expires))
        before = (await agents.changes(user, 0))[0]
        await agents.touch(user, "touched", now + timedelta(minutes=30))
        await agents.touch(user, "kept", now - timedelta(minutes=30))
        assert (await agents.changes(user, 0))[0] == before
        assert await agents.delete_runtime(user, expired_by=now) == ["old"]
        assert await agents.delete_runtime(user, expired_by=now) == []
        assert (await agents.changes(user, before))[::2] == (before + 1, ["old"])
        assert await agents.delete_runtime(user) == ["touched", "young"]
        assert [agent.id for agent in (await agents.changes(user, 0))[1]] == ["kept"]
        assert (await agents.changes(user, 0))[1][0].expires_at is None

    stores_run(story)


def test_uses_are_noted_for_every_agent_also_a_built_in_one(new_user_id, stores_run, monkeypatch):
    async def story(stores):
        user, agents = new_user_id(), stores[AgentStore]
        await agents.save(user, Agent(id="own", name="own"))
        await agents.touch(user, "toby-technical", None)
        await agents.touch(user, "own", None)
        first = await agents.used(user)
        assert set(first) == {"own", "toby-technical"}
        await agents.touch(user, "own", None)
        assert await agents.used(user) == first, "a use is noted once a minute"
        monkeypatch.setattr(agents_module, "NOTED_AGAIN_SECONDS", 0.0)
        await agents.touch(user, "own", None)
        assert (await agents.used(user))["own"] > first["own"]
        assert (await agents.changes(user, 0))[1][0].last_used_at == (await agents.used(user))["own"]

    stores_run(story)


def test_a_follower_who_keeps_asking_ends_with_the_roster_whatever_was_written_at_once(new_user_id, stores_run):
    async def story(stores):
        user, known, revision = new_user_id(), {}, 0

        async def write(n):
            for i in range(6):
                try:
                    if (n + i) % 3:
                        await stores[AgentStore].save(user, Agent(id=f"a{(n * i) % 5}", name=f"{n}.{i}"))
                    else:
                        await stores[AgentStore].delete(user, f"a{(n + i) % 5}")
                except NotFound:
                    continue

        async def follow():
            nonlocal revision
            while True:
                last = done.is_set()
                revision, written, deleted = await stores[AgentStore].changes(user, revision)
                known.update({agent.id: agent.name for agent in written})
                for agent_id in deleted:
                    known.pop(agent_id, None)
                if last:
                    return

        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(follow())
            async with asyncio.TaskGroup() as writers:
                for n in range(8):
                    writers.create_task(write(n))
            done.set()
        _, written, _ = await stores[AgentStore].changes(user, 0)
        assert known == {agent.id: agent.name for agent in written}
        assert revision > 20

    stores_run(story)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.booleans()), max_size=20))
def test_changes_since_any_revision_lead_from_the_roster_then_to_the_roster_now(new_user_id, stores_run, steps):
    async def story(stores):
        user, history, roster = new_user_id(), [{}], {}
        for n, (agent_id, keep, look) in enumerate(steps):
            try:
                if keep:
                    await stores[AgentStore].save(user, Agent(id=agent_id, name=str(n)))
                    roster = {**roster, agent_id: str(n)}
                else:
                    await stores[AgentStore].delete(user, agent_id)
                    roster = {key: name for key, name in roster.items() if key != agent_id}
                history.append(roster)
            except NotFound:
                assert agent_id not in roster
            if look:
                for since, before in enumerate(history):
                    now, written, deleted = await stores[AgentStore].changes(user, since)
                    assert now == len(history) - 1
                    after = {**before, **{agent.id: agent.name for agent in written}}
                    assert {key: name for key, name in after.items() if key not in deleted} == roster

    stores_run(story, pool_size=2)

"""The life of agents: created, registered, edited, paused, kept, expired, exported; each user's own."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.rosters import Rosters
from bailiwick.agents.store import AgentStore
from bailiwick.features.installation.retention_store import OldEvents
from bailiwick.kernel.database.directory import user_ids
from bailiwick.kernel.database.for_each_user import for_each_user
from bailiwick.kernel.errors import AgentUnavailable, Conflict, Forbidden, InvalidInput, NotFound
from bailiwick.kernel.events.store import EventStore
from bailiwick.models.personal import PersonalCatalog
from bailiwick_router.core.agents import Agent, AgentStatus, Origin, Role
from bailiwick_router.core.decisions import RoutingContext
from support.running import person, running

LORE = {"name": "Lore keeper", "description": "Tales of Azeroth", "tags": ["warcraft", "second war", "historia"]}


def story(own_database, home, tell, **options):
    async def run():
        async with running(own_database.owner, home, **options) as platform:
            await tell(platform, await person(platform))

    asyncio.run(run())


def test_runtime_ids_are_unique_even_within_one_millisecond(own_database, tmp_path):
    async def tell(platform, someone):
        made = await asyncio.gather(*(platform[Rosters].register(someone.id, LORE) for _ in range(20)))
        ids = [registered.agent.id for registered in made]
        assert len(set(ids)) == 20
        assert all(agent_id.startswith("custom_") and agent_id[7:].isdigit() for agent_id in ids)

    story(own_database, tmp_path, tell)


def test_a_runtime_agent_expires_unless_it_is_used_or_kept(own_database, tmp_path):
    async def tell(platform, someone):
        unused, used, kept = [(await platform[Rosters].register(someone.id, LORE)).agent.id for _ in range(3)]
        await platform[Rosters].keep(someone.id, kept)
        later = datetime.now(UTC) + timedelta(minutes=31)
        await someone.ask("hello there", agent_id=used)
        await platform.stores[AgentStore].touch(someone.id, used, later + timedelta(minutes=1))
        assert await platform.stores[AgentStore].delete_runtime(someone.id, expired_by=later) == [unused]
        roster = (await platform[Rosters].of(someone.id)).roster
        assert roster.get(unused) is None
        assert roster.get(used).origin is Origin.RUNTIME
        assert roster.get(kept).origin is Origin.USER
        assert (await platform[Rosters].get(someone.id, used)).last_used_at is not None

    story(own_database, tmp_path, tell)


def test_an_expired_agent_disappears_by_itself_when_its_user_comes_back(own_database, tmp_path):
    async def tell(platform, someone):
        made = (await platform[Rosters].register(someone.id, LORE)).agent
        assert (made.expires_at - datetime.now(UTC)).total_seconds() < 0.1
        async with running(own_database.owner, tmp_path) as later:
            assert (await later[Rosters].of(someone.id)).roster.get(made.id) is None
            facts = await later.stores[EventStore].recent(someone.id, kinds=["agent.removed"])
        assert [(fact.agent, fact.data["reason"]) for fact in facts] == [(made.id, "expired")]

    story(own_database, tmp_path, tell, runtime_agent_minutes=0.0001)


def test_upkeep_comes_to_every_user_and_leaves_streams_an_end(own_database, tmp_path):
    async def tell(platform, someone):
        made = (await platform[Rosters].register(someone.id, LORE)).agent
        execution = await someone.ask("what is 2 + 2?")
        await platform.stores[AgentStore].touch(someone.id, made.id, datetime.now(UTC) - timedelta(seconds=1))
        users = await asyncio.to_thread(user_ids, own_database.owner)
        assert someone.id in users
        now = datetime.now(UTC)

        async def forget(user_id):
            while await platform.stores[OldEvents].delete(user_id, now):
                pass

        await for_each_user(users, platform[Rosters].expire, forget)
        assert (await platform.stores[EventStore].statistics(someone.id)) == {"done": 1, "agent.removed": 1}
        items = await someone.events(execution.id)
        assert [item.kind for item in items] == ["reset", "done"]

    story(own_database, tmp_path, tell)


def test_cleanup_removes_runtime_agents_and_no_others(own_database, tmp_path):
    async def tell(platform, someone):
        await someone.has("mine", tags=["warcraft"])
        made = (await platform[Rosters].register(someone.id, LORE)).agent.id
        before = {agent.id for agent in await platform[Rosters].all(someone.id)}
        assert await platform[Rosters].cleanup(someone.id) == [made]
        assert {agent.id for agent in await platform[Rosters].all(someone.id)} == before - {made}

    story(own_database, tmp_path, tell)


def test_a_built_in_agent_is_retuned_for_one_user_and_reset(own_database, tmp_path):
    async def tell(platform, someone):
        other = await person(platform)
        await platform[Rosters].update(someone.id, "toby-technical", {"name": "Tobias", "temperature": 0.1})
        assert (await platform[Rosters].get(someone.id, "toby-technical")).name == "Tobias"
        assert (await platform[Rosters].get(other.id, "toby-technical")).name == "Toby"
        with pytest.raises(Forbidden, match="ships with"):
            await platform[Rosters].delete(someone.id, "toby-technical")
        assert [agent.id for agent in await platform[Rosters].export(someone.id)] == ["toby-technical"]
        assert (await platform[Rosters].reset(someone.id, "toby-technical")).name == "Toby"
        assert (await platform[Rosters].reset(someone.id, "toby-technical")).name == "Toby"

    story(own_database, tmp_path, tell)


def test_a_paused_agent_is_not_routed_and_says_so(own_database, tmp_path):
    async def tell(platform, someone):
        await platform[Rosters].update(someone.id, "ski", {"status": "paused"})
        router = await platform[Rosters].of(someone.id)
        decision = router.decide("how is the snow at meadows, are the lifts open?")
        assert decision.agent != "ski"
        assert ("ski", "paused") in {(gone.agent, gone.cause) for gone in decision.excluded}
        with pytest.raises(AgentUnavailable, match="paused"):
            router.decide("snow", RoutingContext(requested_agent="ski"))
        assert not (await platform[HealthChecks].one(someone.id, "ski")).healthy
        assert "ski" not in {node.id for node in (await platform[Rosters].graph(someone.id)).nodes}
        await platform[Rosters].update(someone.id, "ski", {"status": "active"})
        assert (await platform[Rosters].of(someone.id)).decide("how is the snow at meadows?").agent == "ski"

    story(own_database, tmp_path, tell)


def test_every_process_breaks_ties_in_order_of_creation_whatever_was_edited_since(own_database, tmp_path):
    async def tell(platform, someone):
        for agent_id in ("first", "second"):
            await someone.has(agent_id, tags=["warcraft"])
        await platform[Rosters].update(someone.id, "first", {"temperature": 0.2})
        async with running(own_database.owner, tmp_path) as fresh:
            here, there = await platform[Rosters].of(someone.id), await fresh[Rosters].of(someone.id)
            assert here.roster.digest == there.roster.digest
            assert here.decide("warcraft").agent == there.decide("warcraft").agent == "first"

    story(own_database, tmp_path, tell)


def test_every_process_has_an_agent_that_was_made_anew_in_the_same_place(own_database, tmp_path):
    async def tell(platform, someone):
        for agent_id in ("first", "second"):
            await someone.has(agent_id, tags=["warcraft"])
        await platform[Rosters].of(someone.id)
        async with running(own_database.owner, tmp_path) as elsewhere:
            await elsewhere[Rosters].delete(someone.id, "first")
            await elsewhere[Rosters].create(someone.id, Agent(id="first", name="First", tags=["warcraft"]))
        async with running(own_database.owner, tmp_path) as fresh:
            here, there = await platform[Rosters].of(someone.id), await fresh[Rosters].of(someone.id)
            assert here.roster.digest == there.roster.digest
            assert here.decide("warcraft").agent == there.decide("warcraft").agent == "second"

    story(own_database, tmp_path, tell)


def test_others_have_their_turn_while_a_large_roster_is_read_for_the_first_time(own_database, tmp_path):
    async def tell(platform, someone):
        many = [Agent(id=f"a{number}", name=f"N{number}") for number in range(1000)]
        await platform[Rosters].import_agents(someone.id, many)
        turns = 0
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(platform[Rosters].decide_with(someone.id, many[7], "hi", RoutingContext()))
            while not reading.done():
                await asyncio.sleep(0)
                turns += 1
        assert reading.result().message == "hi"
        assert turns >= 10

    story(own_database, tmp_path, tell)


def test_the_health_of_all_looks_each_model_up_once(own_database, tmp_path, monkeypatch):
    async def tell(platform, someone):
        for number in range(20):
            await someone.has(f"a{number}", model=("offline", "anthropic:claude-sonnet-4-5")[number % 2], fallbacks=[])
        looked_up = []
        usable = PersonalCatalog.usable
        monkeypatch.setattr(PersonalCatalog, "usable", lambda own, name: looked_up.append(name) or usable(own, name))
        found = await platform[HealthChecks].all(someone.id)
        assert [found[f"a{number}"].healthy for number in range(4)] == [True, False, True, False]
        assert sorted(looked_up) == ["anthropic:claude-sonnet-4-5", "offline"]

    story(own_database, tmp_path, tell)


def test_nobody_else_can_reach_an_agent_of_mine(own_database, tmp_path):
    async def tell(platform, someone):
        other = await person(platform)
        await someone.has("secret", tags=["warcraft"])
        for attempt in (
            platform[Rosters].get(other.id, "secret"),
            platform[Rosters].update(other.id, "secret", {"name": "Stolen"}),
            platform[Rosters].delete(other.id, "secret"),
            platform[Rosters].duplicate(other.id, "secret"),
            platform[HealthChecks].one(other.id, "secret"),
        ):
            with pytest.raises(NotFound):
                await attempt
        await other.has("secret", tags=["warcraft"])
        assert (await platform[Rosters].get(someone.id, "secret")).name == "Secret"

    story(own_database, tmp_path, tell)


def test_there_is_one_supervisor(own_database, tmp_path):
    async def tell(platform, someone):
        with pytest.raises(InvalidInput, match="supervisor"):
            await someone.has("boss", role=Role.SUPERVISOR)
        with pytest.raises(Conflict, match="cannot be paused"):
            await platform[Rosters].update(someone.id, "cleo-supervisor", {"status": "paused"})
        with pytest.raises(InvalidInput, match="role"):
            await platform[Rosters].update(someone.id, "cleo-supervisor", {"role": "specialist"})
        with pytest.raises(Conflict):
            await platform[Rosters].duplicate(someone.id, "cleo-supervisor")

    story(own_database, tmp_path, tell)


def test_an_export_is_imported_whole_or_not_at_all(own_database, tmp_path):
    async def tell(platform, someone):
        await someone.has("one", tags=["warcraft"])
        await platform[Rosters].update(someone.id, "notes", {"status": "paused"})
        exported = await platform[Rosters].export(someone.id)
        other = await person(platform)
        broken = [*exported, Agent(id="two", name="Two", patterns=["(?=lookahead)"])]
        with pytest.raises(InvalidInput):
            await platform[Rosters].import_agents(other.id, broken)
        assert await platform[Rosters].export(other.id) == []
        report = await platform[Rosters].import_agents(other.id, exported)
        assert (set(report.added), set(report.replaced)) == ({"one"}, {"notes"})
        assert (await platform[Rosters].get(other.id, "notes")).status is AgentStatus.PAUSED
        assert (await platform[Rosters].get(other.id, "notes")).origin is Origin.BUILTIN

    story(own_database, tmp_path, tell)


def test_a_copy_gets_a_free_id_and_registration_warns_about_what_will_surprise(own_database, tmp_path):
    async def tell(platform, someone):
        first = await platform[Rosters].duplicate(someone.id, "notes")
        second = await platform[Rosters].duplicate(someone.id, "notes")
        assert {first.agent.id, second.agent.id} == {"notes-2", "notes-3"}
        assert first.agent.origin is Origin.USER
        made = await platform[Rosters].register(someone.id, {"name": "Odd", "tags": ["the", "the", "de"]})
        assert made.warnings
        assert all(warning.message and warning.field for warning in made.warnings)

    story(own_database, tmp_path, tell)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"patterns": ["(a+)\\1"]}, "pattern"),
        ({"patterns": ["(?!x)"]}, "pattern"),
        ({"favourite": 1}, "favourite"),
        ({"status": "asleep"}, "asleep"),
        ({"role": 7}, "7"),
    ],
)
def test_what_an_agent_cannot_be_is_refused_with_a_reason(own_database, tmp_path, changes, word):
    async def tell(platform, someone):
        with pytest.raises(InvalidInput, match=f"(?i){word}"):
            await platform[Rosters].update(someone.id, "notes", changes)
        assert await platform[Rosters].export(someone.id) == []

    story(own_database, tmp_path, tell)

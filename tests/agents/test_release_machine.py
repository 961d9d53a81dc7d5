"""Whatever people do with agents and releases, in any order: one release decides, and none ever changes."""

import asyncio
from contextlib import AsyncExitStack

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.records import ReleaseStatus
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, GoldenBroken, InvalidInput, NotFound
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import RoutingContext
from bailiwick_router.core.edits import Edit, EditKind
from support.releasing import bare, releasing

WORDS = ("soup", "snow", "wombat", "rice")
MESSAGES = (*WORDS, "is there fresh snow", "soup and then snow")
AGENTS = ("cook", "ski", "zoo", "bar")
some_word = st.sampled_from(WORDS)
some_agent = st.sampled_from(AGENTS)


def machine(database_url, new_user_id):
    """Return the machine of one person; two processes take turns."""

    class Releases(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.loop = asyncio.new_event_loop()
            self.user = new_user_id()
            self.contents = {}
            self.decided = {}
            self.turns = 0
            self.stack = AsyncExitStack()
            self.run(self.open())

        async def open(self):
            database = await self.stack.enter_async_context(Database(database_url, pool_size=4))
            self.stores = Stores(database)
            self.processes = [await self.stack.enter_async_context(releasing(self.stores, on=False)) for _ in range(2)]

        def teardown(self):
            self.run(self.stack.aclose())
            self.loop.close()

        def run(self, work):
            return self.loop.run_until_complete(work)

        @property
        def process(self):
            self.turns += 1
            return self.processes[self.turns % 2]

        def attempt(self, work):
            """Do what may be refused, and return what came of it."""
            try:
                return self.run(work)
            except (Conflict, InvalidInput, NotFound):
                return None

        # what people do

        @rule(agent=some_agent, words=st.sets(some_word, max_size=2), priority=st.integers(0, 2))
        def edit(self, agent, words, priority):
            tags = {"tags": sorted(words), "priority": priority}
            if self.attempt(self.process.rosters.update(self.user, agent, tags)) is None:
                self.attempt(self.process.rosters.create(self.user, Agent(id=agent, name=agent.title(), **tags)))

        @rule(agent=st.sampled_from(("zoo", "bar")))
        def delete(self, agent):
            self.attempt(self.process.rosters.delete(self.user, agent))

        @rule(agent=some_agent, status=st.sampled_from(("active", "paused", "shadow")))
        def rest(self, agent, status):
            self.attempt(self.process.rosters.update(self.user, agent, {"status": status}))

        @rule(auto=st.sampled_from((True, False)))
        def choose(self, auto):
            self.run(self.process.releases.set_auto_publish(self.user, auto))

        @rule(agent=some_agent, word=some_word, kind=st.sampled_from((EditKind.ADD, EditKind.REMOVE)))
        def propose(self, agent, word, kind):
            edit = Edit(kind=kind, agent=agent, field="tags", value=word)
            self.attempt(self.process.releases.create(self.user, f"{kind} {word}", [edit]))

        @rule(weight=st.sampled_from((0, 2, 3)))
        def weigh(self, weight):
            self.attempt(self.process.releases.create(self.user, "weights", [], {"tag_weight": weight}))

        @rule(number=st.integers(1, 12), override=st.booleans())
        def publish(self, number, override):
            reason = "because" if override else None
            broken = None
            try:
                self.attempt(self.process.releases.publish(self.user, number, override=reason))
            except GoldenBroken as error:
                broken = error
            assert broken is None or not override

        @rule(number=st.integers(1, 12))
        def go_back(self, number):
            done = self.attempt(self.process.releases.rollback(self.user, number))
            if done is None:
                return
            assert not self.run(self.process.releases.state(self.user)).auto_publish
            then = self.decided.get(number)
            if then is not None and then[0] == self.run(self.agents_of(number)):
                assert self.run(self.choices()) == then[1]

        @rule(number=st.integers(1, 12))
        def discard(self, number):
            self.attempt(self.process.releases.discard(self.user, number))

        @rule(number=st.integers(1, 12), share=st.integers(1, 100))
        def try_out(self, number, share):
            self.attempt(self.process.releases.canary(self.user, number, share))

        @rule(number=st.integers(1, 12))
        def stop_trying(self, number):
            self.attempt(self.process.releases.end_canary(self.user, number))

        @rule(word=some_word, agent=st.sampled_from((None, "cook", "ski")))
        def pin(self, word, agent):
            self.attempt(self.process.golden.add(self.user, word, agent))

        @precondition(lambda self: self.turns % 3 == 0)
        @rule()
        def unpin(self):
            for case in self.run(self.stores[GoldenStore].list(self.user, limit=1)):
                self.run(self.process.golden.delete(self.user, case.id))

        # what always holds

        async def agents_of(self, number):
            """Who of a release is there now, and whether each is active."""
            held = {each["id"] for each in (await self.stores[ReleaseStore].content(self.user, number)).agents}
            agents = await self.processes[0].rosters.all(self.user)
            return [(agent.id, agent.status) for agent in agents if agent.id in held]

        async def choices(self):
            """What is decided but for a canary."""
            choosing = await self.process.rosters.choosing(self.user)
            router = choosing.published.router if choosing.published else choosing.working
            return [bare(router.decide(message)) for message in MESSAGES]

        @invariant()
        def one_release_decides_and_none_changes(self):
            self.run(self.look())

        async def look(self):
            listed = await self.stores[ReleaseStore].list(self.user, limit=1000)
            assert [each.number for each in listed] == list(range(len(listed), 0, -1))
            mark = await self.stores[RoutingStateStore].mark(self.user)
            published = [each.number for each in listed if each.status is ReleaseStatus.PUBLISHED]
            assert published == ([mark.published] if listed else [])
            for release in listed:
                content = await self.stores[ReleaseStore].content(self.user, release.number)
                assert self.contents.setdefault(release.number, content) == content
            working = [each for each in await self.stores[ReleaseStore].waiting(self.user, working=True)]
            assert len(working) <= 1
            assert not (mark.following and working)
            canaries = [each.number for each in listed if each.canary_share is not None]
            assert canaries == ([] if mark.canary is None else [mark.canary])
            await self.same_everywhere(mark, listed)

        async def same_everywhere(self, mark, listed):
            """Both processes and a router made from what is stored decide alike, as the published release says."""
            one, other = [await process.rosters.choosing(self.user) for process in self.processes]
            fresh = await self.processes[0].releases.router(self.user)
            for message in MESSAGES:
                first = bare(one.decide(message, RoutingContext(), message))
                assert first == bare(other.decide(message, RoutingContext(), message))
                assert first.canary or bare(fresh.decide(message)).agent == first.agent
            if mark.published is not None:
                agents = await self.agents_of(mark.published)
                self.decided.setdefault(mark.published, (agents, await self.choices()))

    return Releases


def test_in_any_order_one_release_decides_and_what_it_holds_never_changes(database_urls, new_user_id):
    run_state_machine_as_test(
        machine(database_urls.app, new_user_id),
        settings=settings(
            max_examples=8,
            stateful_step_count=25,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )

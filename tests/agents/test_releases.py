"""Releases on the database: every edit is one, what decides is published, and nothing is half done."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import psycopg
import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.releases.records import ReleaseStatus
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.agents.store import AgentStore
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.features.routing.retention import OldDecisions
from bailiwick.kernel import background
from bailiwick.kernel.errors import AgentUnavailable, Conflict, GoldenBroken, InvalidInput, NotFound, Unavailable
from bailiwick.kernel.events.store import EventStore
from bailiwick_router.core.agents import Agent, AgentStatus, Origin
from bailiwick_router.core.decisions import RoutingContext, Stage
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.learning_versions import FIRST, LATEST
from support.releasing import SHIPPED, bare, releasing
from support.statements import counted

SOUP = Edit(kind=EditKind.ADD, agent="ski", field="tags", value="soup")
UNTAGGED = Edit(kind=EditKind.REMOVE, agent="cook", field="tags", value="soup")
MESSAGES = ("soup", "snow", "how do I make onion soup today", "wombat", "hello")


async def events(stores, user):
    facts = [fact for fact in await stores[EventStore].recent(user, limit=50) if "routing." in fact.kind]
    return [(fact.kind, {each: fact.data[each] for each in fact.data if each != "timestamp"}) for fact in facts]


async def numbers(process, user):
    return [(each.number, str(each.status)) for each in await process.releases.list(user)]


def test_while_nothing_was_edited_there_is_no_release(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            state = await process.releases.state(user)
            assert (state.published, state.candidate, state.auto_publish) == (None, None, True)
            assert (await process.decide(user, "snow")).agent == "ski"
            await process.rosters.register(user, {"name": "Passing", "tags": ["wombat"]})
            assert (await process.decide(user, "wombat")).agent.startswith("custom_")
            await process.rosters.update(user, "ski", {"instructions": "Be brief."})
            assert await numbers(process, user) == []

    stores_run(story)


def test_an_edit_is_published_at_once_and_its_release_is_what_decisions_name(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.rosters.update(user, "ski", {"tags": ["snow", "wombat"], "priority": 2})
            assert await numbers(process, user) == [(2, "published"), (1, "retired")]
            release = await process.releases.get(user, 2)
            assert release.reason == "Ski: tags, priority changed"
            assert [(each.field, each.after) for each in release.changes] == [
                ("tags", ["snow", "wombat"]),
                ("priority", 2),
            ]
            decision = await process.decide(user, "wombat")
            assert (decision.agent, decision.release) == ("ski", release.digest)
            assert (await process.releases.of_decision(user, decision)).number == 2
            first = await process.releases.get(user, 1)
            assert (first.author, first.parent, first.published_at < release.published_at) == ("upgrade", None, True)
            assert [kind for kind, _ in await events(stores, user)] == ["routing.published"]
            state = await process.releases.state(user)
            assert (state.examples_state, state.examples, state.published) == ("trained", 4, release)

    stores_run(story)


def test_with_automatic_publishing_off_an_edit_waits_and_the_published_release_decides(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            before = await process.choices(user, MESSAGES)
            await process.releases.set_auto_publish(user, False)
            await process.rosters.update(user, "ski", {"tags": ["snow", "wombat"]})
            await process.rosters.create(user, Agent(id="zoo", name="Zoo", tags=["wombat", "soup"]))
            assert await process.choices(user, MESSAGES) == before
            assert await numbers(process, user) == [(3, "candidate"), (2, "discarded"), (1, "published")]
            candidate = await process.releases.get(user, 3)
            assert candidate.reason == "Ski: tags changed; Zoo was added"
            assert (await process.decide(user, "hello", requested_agent="zoo")).agent == "zoo"
            await process.rosters.register(user, {"name": "Passing", "tags": ["platypus"]})
            assert (await process.decide(user, "platypus")).agent.startswith("custom_")
            await process.rosters.update(user, "cook", {"status": "paused"})
            assert (await process.decide(user, "soup")).agent is None
            with pytest.raises(AgentUnavailable):
                await process.decide(user, "soup", requested_agent="cook")
            await process.releases.publish(user, 4)
            assert (await process.decide(user, "soup")).agent == "zoo"
            assert (await process.releases.state(user)).candidate is None

    stores_run(story)


def test_an_edit_that_is_taken_back_leaves_nothing_waiting(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.releases.set_auto_publish(user, False)
            await process.rosters.update(user, "ski", {"priority": 3})
            await process.rosters.update(user, "ski", {"priority": 0})
            assert await numbers(process, user) == [(2, "discarded"), (1, "published")]
            await process.rosters.update(user, "ski", {"priority": 4})
            await process.rosters.reset(user, "ski")
            assert (await process.releases.state(user)).candidate is None
            assert (await stores[RoutingStateStore].mark(user)).following

    stores_run(story)


def test_a_release_of_edits_waits_and_publishing_it_makes_them_to_the_agents(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await stores[DecisionStore].add(user, await process.decide(user, "soup"))
            made = await process.releases.create(user, "Soup is for Ski", [SOUP, UNTAGGED])
            assert (made.number, made.status, made.replay.messages, made.replay.flips) == (2, "candidate", 1, 1)
            assert made.replay.groups[0].samples[0].text == "soup"
            await stores[OldDecisions].delete(user, datetime.now(UTC))
            assert (await process.releases.get(user, 2)).replay is None  # it quotes messages
            assert (await process.decide(user, "soup")).agent == "cook"
            assert "soup" not in (await process.rosters.get(user, "ski")).tags
            await process.releases.publish(user, 2, reason="It snows soup")
            assert (await process.decide(user, "soup")).agent == "ski"
            assert (await process.rosters.get(user, "ski")).tags == ("snow", "slopes", "soup")
            published = (await process.releases.state(user)).published
            assert (published.number, published.reason) == (2, "It snows soup")
            assert (await stores[RoutingStateStore].mark(user)).following
            for edits in ([SOUP], [replace(SOUP, agent="nobody")], []):
                with pytest.raises(InvalidInput):
                    await process.releases.create(user, "Nothing", edits)
            for rules in ({"tag_weight": "heavy"}, {"nonsense": 1}, {"stages": ["sleep"]}, {"tag_weight": -1}):
                with pytest.raises(InvalidInput):
                    await process.releases.create(user, "Bad rules", [], rules)
            await process.releases.create(user, "No tags", [], {"tag_weight": 0})
            await process.releases.publish(user, 3)
            assert (await process.decide(user, "snow")).candidates[0].score == 1
            await process.rosters.update(user, "ski", {"priority": 9})
            assert (await process.decide(user, "snow")).candidates[0].score == 1

    stores_run(story)


def test_a_candidate_of_edits_is_made_anew_when_another_release_came_first(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.releases.create(user, "Soup is for Ski", [SOUP])
            await process.rosters.update(user, "cook", {"tags": ["recipe", "stew"]})
            published = await process.releases.publish(user, 2)
            assert (published.number, published.parent, published.status) == (4, 3, "published")
            assert (await process.releases.get(user, 2)).status is ReleaseStatus.DISCARDED
            assert (await process.decide(user, "stew")).agent == "cook"
            assert (await process.decide(user, "soup")).agent == "ski"
            with pytest.raises(Conflict):
                await process.releases.publish(user, 2)

    stores_run(story)


def test_a_golden_case_is_broken_only_with_a_reason(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            case = await process.golden.add(user, "soup", "cook")
            assert (case.decided, case.passes) == ("cook", True)
            state = await process.releases.state(user)
            assert (state.auto_publish, state.golden_cases) == (True, 1)
            await process.releases.create(user, "Soup is for Ski", [SOUP, UNTAGGED])
            with pytest.raises(GoldenBroken) as refused:
                await process.releases.publish(user, 2)
            assert [(each.text, each.expected, each.after) for each in refused.value.broken] == [
                ("soup", "cook", "ski")
            ]
            assert (await process.decide(user, "soup")).agent == "cook"
            published = await process.releases.publish(user, 2, override="The cook left")
            assert published.override == "The cook left"
            assert [case.text for case in (await process.golden.run(user)).failed] == ["soup"]
            assert [case.id for case in await process.golden.list(user, failing=True)] == [case.id]
            assert (await process.golden.run(user, 1)).passed == 1

    stores_run(story)


def test_automatic_publishing_publishes_what_breaks_no_golden_case_and_tells_of_what_does(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.golden.add(user, "soup", "cook")
            await process.rosters.update(user, "ski", {"tags": ["snow", "wombat"]})
            assert (await process.decide(user, "wombat")).agent == "ski"
            await process.rosters.update(user, "cook", {"tags": []})
            await process.rosters.update(user, "ski", {"tags": ["snow", "soup"], "examples": []})
            assert (await process.decide(user, "soup")).agent == "cook"
            state = await process.releases.state(user)
            assert (state.published.number, state.candidate.number) == (3, 4)
            assert [each.after for each in state.candidate.replay.golden_broken] == ["ski"]
            told = await events(stores, user)
            assert told[0] == (
                "routing.candidate",
                {
                    "number": 4,
                    "reason": state.candidate.reason,
                    "changes": 2,
                    "breaks": 1,
                    "why": {
                        "code": "agent-changed",
                        "values": {"fields": "tags, examples", "agent": "Ski"},
                        "parts": [],
                    },
                },
            )

    stores_run(story)


def test_an_edit_is_published_although_the_database_was_away_for_a_moment_while_golden_cases_were_tried(
    new_user_id, stores_run, monkeypatch
):
    monkeypatch.setattr(background, "OUTAGE_SECONDS", 0.05)

    async def story(stores):
        user, failed = new_user_id(), asyncio.Event()
        async with releasing(stores) as process, asyncio.timeout(30):
            await process.golden.add(user, "soup", "cook")
            report = process.publishing.report

            async def reporting(*arguments, **options):
                if not failed.is_set():
                    failed.set()
                    raise Unavailable("The database cannot be reached now; try again in a moment.")
                return await report(*arguments, **options)

            monkeypatch.setattr(process.publishing, "report", reporting)
            await process.rosters.update(user, "ski", {"tags": ["snow", "wombat"]})
            assert failed.is_set()
            [settling] = [task for task in asyncio.all_tasks() if task.get_name().startswith("publish release")]
            await settling
            assert (await process.releases.state(user)).candidate is None
            assert (await process.decide(user, "wombat")).agent == "ski"

    stores_run(story)


def test_going_back_decides_as_then_and_edits_wait_from_then_on(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.rosters.update(user, "ski", {"tags": ["snow", "wombat"]})
            then = await process.choices(user, MESSAGES)
            await process.rosters.update(user, "ski", {"tags": ["snow"], "examples": ["soup please"]})
            assert await process.choices(user, MESSAGES) != then
            back = await process.releases.rollback(user, 2, "It was better")
            assert (back.number, back.reason, back.author) == (4, "Back to release 2: It was better", "person")
            assert back.digest == (await process.releases.get(user, 2)).digest
            assert await process.choices(user, MESSAGES) == then
            state = await process.releases.state(user)
            assert (state.auto_publish, state.published) == (False, back)
            assert (await process.rosters.get(user, "ski")).tags == ("snow",)
            await process.releases.set_auto_publish(user, True)
            assert await process.choices(user, MESSAGES) != then
            assert (await process.releases.state(user)).published.number == 5
            for number, error in ((5, Conflict), (99, NotFound)):
                with pytest.raises(error):
                    await process.releases.rollback(user, number)

    stores_run(story)


def test_what_people_correct_is_learned_and_is_part_of_the_release(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            text = "please tell me about zorbing near the old mill"
            wrong = await stores[DecisionStore].add(user, await process.decide(user, text))
            assert wrong.agent is None
            async with process.publishing.edit(user, "Zorbing is for Ski"):
                await stores[MisrouteStore].report(user, wrong.id, "ski", "")
            decision = await process.decide(user, text)
            assert (decision.agent, decision.stage) == ("ski", Stage.EXAMPLES)
            release = (await process.releases.state(user)).published
            assert [(each.subject, each.name, each.after) for each in release.changes] == [("example", "ski", text)]
            assert decision.release == release.digest
            async with process.publishing.edit(user, "It was withdrawn"):
                await stores[MisrouteStore].withdraw(user, wrong.id)
            assert bare(await process.decide(user, text)) == bare(wrong)

    stores_run(story)


def test_of_very_many_agents_some_are_learned_and_it_is_told_how_many_are_not(new_user_id, stores_run, monkeypatch):
    async def story(stores):
        user = new_user_id()
        text = "please tell me about zorbing near the old mill"
        monkeypatch.setattr("bailiwick_router.examples.training_texts.MOST_AGENTS", 1)
        async with releasing(stores) as process:
            wrong = await stores[DecisionStore].add(user, await process.decide(user, text))
            assert (await process.releases.state(user)).agents_left_out == 1
            async with process.publishing.edit(user, "Zorbing is for Ski"):
                await stores[MisrouteStore].report(user, wrong.id, "ski", "")
            assert (await process.decide(user, text)).agent == "ski", "who was corrected is learned first"
            state = await process.releases.state(user)
            assert (state.examples_state, state.examples, state.corrections) == ("trained", 3, 1)
            assert (state.agents_learned, state.agents_left_out) == (1, 1)

    stores_run(story)


def test_it_is_told_why_nothing_was_learned(new_user_id, stores_run, monkeypatch):
    def failing(*arguments, **options):
        raise MemoryError

    async def states(stores, **options):
        user = new_user_id()
        async with releasing(stores, **options) as process:
            await process.rosters.learned(user)
            return (await process.releases.state(user)).examples_state

    async def story(stores):
        bare = [agent.evolve(examples=()) for agent in SHIPPED]
        assert await states(stores, shipped=bare) == "none"
        assert await states(stores, on=False) == "off"
        assert await states(stores) == "trained"
        monkeypatch.setattr("support.releasing.train", failing)
        assert await states(stores) == "failed"

    stores_run(story)


def test_every_process_hears_of_a_release_at_the_next_decision(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as one, releasing(stores) as other:
            await one.releases.set_auto_publish(user, False)
            await one.rosters.update(user, "ski", {"tags": ["wombat"]})
            assert (await other.decide(user, "wombat")).agent is None
            await one.releases.publish(user, 2)
            assert (await other.decide(user, "wombat")).agent == "ski"
            await other.releases.rollback(user, 1)
            assert (await one.decide(user, "wombat")).agent is None
            assert bare(await one.decide(user, "snow")) == bare(await other.decide(user, "snow"))

    stores_run(story)


def test_deciding_asks_the_database_once_whether_a_release_is_pinned_or_not(new_user_id, stores_run, monkeypatch):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            for pinned in (False, True):
                if pinned:
                    await process.releases.set_auto_publish(user, False)
                    await process.rosters.update(user, "ski", {"priority": 7})
                    assert not (await stores[RoutingStateStore].mark(user)).following
                await process.decide(user, "snow")
                asked = counted(monkeypatch)
                await process.rosters.decide(user, "snow", RoutingContext())
                monkeypatch.undo()
                assert len(asked) == 1, asked

    stores_run(story)


def test_of_two_who_publish_at_once_one_wins(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as one, releasing(stores) as other:
            await one.releases.create(user, "Soup", [SOUP])
            await one.releases.create(user, "No soup", [UNTAGGED])
            done = await asyncio.gather(
                one.releases.publish(user, 2),
                other.releases.publish(user, 3),
                other.releases.publish(user, 2),
                return_exceptions=True,
            )
            won = [each for each in done if not isinstance(each, BaseException)]
            lost = [each for each in done if isinstance(each, BaseException)]
            assert len(won) == 1
            assert all(isinstance(each, Conflict) for each in lost)
            published = await one.releases.list(user, status=ReleaseStatus.PUBLISHED)
            assert [each.number for each in published] == [won[0].number]

    stores_run(story)


@pytest.mark.parametrize("after", ["save", "append", "set_status", "add", "set_mark"])
def test_a_publication_that_breaks_off_leaves_everything_as_it_was(new_user_id, stores_run, after, monkeypatch):
    class PulledPlug(Exception):
        pass

    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.releases.create(user, "Soup", [SOUP, UNTAGGED])
            await process.rosters.update(user, "ski", {"priority": 1})  # so that the candidate is made anew
            before = await process.choices(user, MESSAGES)
            told, rows = await events(stores, user), await numbers(process, user)
            owner = next(
                store
                for store in (stores[AgentStore], stores[EventStore], stores[ReleaseStore], stores[RoutingStateStore])
                if hasattr(store, after)
            )
            done = getattr(type(owner), after)

            async def then_breaks(self, *arguments, **options):
                await done(self, *arguments, **options)
                raise PulledPlug

            monkeypatch.setattr(type(owner), after, then_breaks)
            with pytest.raises(PulledPlug):
                await process.releases.publish(user, 2)
            monkeypatch.undo()
            assert await process.choices(user, MESSAGES) == before
            assert (await events(stores, user), await numbers(process, user)) == (told, rows)
            assert (await process.releases.publish(user, 2)).number == 4
            assert (await process.decide(user, "soup")).agent == "ski"

    stores_run(story)


def test_a_canary_decides_its_share_of_conversations_until_it_does_worse(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            await process.releases.create(user, "Soup", [SOUP, UNTAGGED])
            assert (await process.releases.canary(user, 2, 30)).canary_share == 30
            made = [await process.decide(user, "soup", key=f"thread {number}") for number in range(100)]
            assert 15 <= sum(each.canary for each in made) <= 45
            assert all(each.agent == ("ski" if each.canary else "cook") for each in made)
            again = [await process.decide(user, "soup", key=f"thread {number}") for number in range(100)]
            assert [bare(each) for each in again] == [bare(each) for each in made]
            for decision in made:
                kept = await stores[DecisionStore].add(user, decision)
                if decision.canary and decision is not made[-1]:
                    await stores[MisrouteStore].report(user, kept.id, None, "")
            await process.canaries.look_after(user)
            state = await process.releases.state(user)
            assert state.canary is None
            assert (state.candidate.number, state.candidate.canary_share) == (2, None)
            assert "were reported or failed" in state.candidate.canary_ended
            later = [await process.decide(user, "soup", key=f"thread {number}") for number in range(20)]
            assert not any(each.canary for each in later)
            assert (await events(stores, user))[0][1]["byRule"]
            with pytest.raises(Conflict):
                await process.releases.end_canary(user, 2)

    stores_run(story)


def test_an_agent_in_the_shadow_gets_nothing_and_is_said_to_have_won(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            twin = Agent(id="chef", name="Chef", tags=["soup", "wombat"], status=AgentStatus.SHADOW, priority=5)
            await process.rosters.create(user, twin)
            decision = await process.decide(user, "wombat soup")
            assert decision.agent == "cook"
            assert [(each.agent, each.would_win) for each in decision.shadows] == [("chef", True)]
            await stores[DecisionStore].add(user, decision)
            await stores[DecisionStore].add(user, await process.decide(user, "snow"))
            assert [(each.agent, each.messages, each.wins) for each in await process.releases.shadows(user)] == [
                ("chef", 2, 1)
            ]
            with pytest.raises(AgentUnavailable):
                await process.decide(user, "hello", requested_agent="chef")
            await process.rosters.update(user, "chef", {"status": "active"})
            decision = await process.decide(user, "wombat soup")
            assert (decision.agent, decision.shadows) == ("chef", ())

    stores_run(story)


def test_people_who_had_agents_before_releases_keep_them_and_the_first_release_is_how_they_were(
    new_user_id, stores_run, sync_app
):
    async def story(stores):
        user = new_user_id()
        await stores[AgentStore].save(user, Agent(id="zoo", name="Zoo", tags=["wombat"], origin=Origin.USER))
        async with releasing(stores) as process:
            before = await process.choices(user, MESSAGES)
            assert before[3].agent == "zoo"
            await process.rosters.update(user, "zoo", {"tags": ["platypus"]})
            assert [each.number for each in await process.releases.list(user)] == [2, 1]
            await process.releases.rollback(user, 1)
            assert await process.choices(user, MESSAGES) == before

    stores_run(story)


def test_what_a_release_holds_is_kept_once(new_user_id, stores_run, sync_app):
    async def story(stores, user):
        async with releasing(stores, on=False) as process:
            for priority in range(1, 6):
                await process.rosters.update(user, "ski", {"priority": priority})

    user = new_user_id()
    stores_run(lambda stores: story(stores, user))
    with sync_app(user) as connection:
        assert connection.execute("select count(*) from routing_agents").fetchone() == (3 + 5,)
        assert connection.execute("select count(*) from routing_releases").fetchone() == (6,)
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("update routing_releases set status = 'published'")


def test_a_release_from_before_keeps_its_rules_of_learning_and_the_next_edit_has_the_latest(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with releasing(stores) as process:
            assert (await process.decide(user, "is there fresh snow")).learned.classifier
            await process.rosters.update(user, "ski", {"priority": 2})
        async with stores.database.as_user(user) as connection:
            await connection.execute("UPDATE routing_releases SET rules = '{}'")
            await connection.execute("UPDATE routing_states SET rules = '{}'")
        async with releasing(stores) as process:
            old = (await process.releases.state(user)).published
            assert old.learning == FIRST
            router = await process.rosters.deciding(user)
            assert router.settings.learning == FIRST
            await process.rosters.learned(user)
            assert (await process.rosters.deciding(user)).classifier.learning == FIRST
            before = await process.decide(user, "is there fresh snow")
            await process.rosters.update(user, "ski", {"instructions": "Be brief."})
            assert (await process.releases.state(user)).published == old, "nothing of routing changed"
            edited = [Edit(kind=EditKind.ADD, agent="ski", field="tags", value="wombat")]
            assert (await process.releases.create(user, "Wombats.", edited)).learning == FIRST
            waiting = await process.releases.create(user, "Learn anew.", [])
            assert [(each.name, each.before, each.after) for each in waiting.changes] == [("learning", FIRST, LATEST)]
            assert bare(await process.decide(user, "is there fresh snow")) == bare(before), "it only waits"
            await process.rosters.update(user, "ski", {"priority": 3})
            new = (await process.releases.state(user)).published
            assert new.learning == LATEST
            assert (await process.decide(user, "is there fresh snow")).release == new.digest
            await process.releases.rollback(user, old.number)
            assert bare(await process.decide(user, "is there fresh snow")) == bare(before)

    stores_run(story)

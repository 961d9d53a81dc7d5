"""What the knowledge graph keeps besides the contract: who said what, changes and their undoing, forgetting, scopes."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bailiwick.features.memory import index as knowledge_index
from bailiwick.features.memory import views as knowledge_views
from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.records import (
    ChangeKind,
    EntityDraft,
    FactDraft,
    ObservationDraft,
    Provenance,
    RelationDraft,
    WrittenBy,
)
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.tools import memory_tools
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database import pool as database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, NotFound, UnknownEntity
from bailiwick.kernel.events.store import EventStore
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.tools.records import ToolContext
from bailiwick_router.core.decisions import Mode
from support.knowledge import with_blocks

ME = Provenance(author=WrittenBy.PERSON)
Run = Callable[..., Any]


@pytest.fixture
def story(stores_run: Run, new_user_id: Callable[[], str]) -> Callable[[Callable[[Stores, str], Awaitable[Any]]], Any]:
    """Run `fn(stores, user)`, with blocks of three texts, so that most are found through postings."""

    def run(fn: Callable[[Stores, str], Awaitable[Any]]) -> Any:
        return stores_run(lambda stores: fn(with_blocks(stores.database, 3), new_user_id()))

    return run


async def ana_and_acme(stores: Stores, user: str, by: Provenance = ME) -> dict[str, str]:
    """Write a small graph and return the ids of its entities by name."""
    await stores[KnowledgeStore].create_entities(
        user,
        [
            EntityDraft("Ana", "person", ("Ana prefers trains", "favourite colour is green")),
            EntityDraft("Acme", "organisation", ("makes anvils",)),
            EntityDraft("Madrid", "place"),
        ],
        by,
    )
    await stores[KnowledgeStore].create_relations(
        user, [RelationDraft("Ana", "Acme", "works at"), RelationDraft("Acme", "Madrid", "is in")], by
    )
    return {each.name: each.id for each in (await stores[KnowledgeViews].entities(user)).entities}


async def names(stores: Stores, user: str) -> list[str]:
    return [entity.name for entity in (await stores[KnowledgeStore].read(user)).entities]


async def an_execution(stores: Stores, user: str) -> tuple[str, str]:
    conversation = await stores[ConversationStore].open(user, "main", Mode.DIRECT, title="A talk")
    execution = await stores[ExecutionStore].create(user, conversation.id, "hello", Mode.DIRECT, "main")
    return execution.id, conversation.id


def test_every_observation_says_who_wrote_it_when_where_from_and_whether_strangers_words_came_before(story):
    async def body(stores, user):
        execution, _ = await an_execution(stores, user)
        by = Provenance(
            author=WrittenBy.AGENT,
            agent_id="research",
            execution_id=execution,
            call_id="c1",
            source="https://a.example",
            tainted=True,
        )
        before = datetime.now(UTC)
        ids = await ana_and_acme(stores, user)
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Ana", ("is on holiday",))], by)
        entity = await stores[KnowledgeViews].entity(user, ids["Ana"])
        assert [each.provenance for each in entity.observations] == [ME, ME, by]
        assert before <= entity.observations[2].created_at <= datetime.now(UTC)
        tainted = (await stores[KnowledgeViews].entities(user, tainted=True)).entities
        assert [each.name for each in tainted] == ["Ana"]
        assert (await stores[KnowledgeViews].summary(user)).tainted == 1

    story(body)


def test_a_repeated_call_has_no_effect_and_returns_what_the_first_one_returned(story):
    async def body(stores, user):
        execution, _ = await an_execution(stores, user)
        by = Provenance(author=WrittenBy.AGENT, execution_id=execution)
        entity = EntityDraft("Ana", "person", ("one", "one"))
        calls = [
            (stores[KnowledgeStore].create_entities, [entity], [entity]),
            (
                stores[KnowledgeStore].add_observations,
                [ObservationDraft("Ana", ("one", "two"))],
                [ObservationDraft("Ana", ("two",))],
            ),
            (
                stores[KnowledgeStore].create_relations,
                [RelationDraft("Ana", "Ana", "knows")],
                [RelationDraft("Ana", "Ana", "knows")],
            ),
            (stores[KnowledgeStore].delete_observations, [ObservationDraft("Ana", ("one",))], 2),
            (stores[KnowledgeStore].delete_relations, [RelationDraft("Ana", "Ana", "knows")], 1),
            (stores[KnowledgeStore].delete_entities, ["Ana"], 2),
        ]
        for number, (call, argument, expected) in enumerate(calls):
            assert await call(user, argument, replace(by, call_id=f"c{number}")) == expected
        changes = await stores[KnowledgeHistory].changes(user)
        for number, (call, argument, expected) in enumerate(calls):
            assert await call(user, argument, replace(by, call_id=f"c{number}")) == expected
        assert await stores[KnowledgeHistory].changes(user) == changes
        assert (await stores[KnowledgeStore].read(user)).entities == ()

    story(body)


def test_adding_to_an_unknown_entity_adds_nothing_at_all(story):
    async def body(stores, user):
        await ana_and_acme(stores, user)
        before = await stores[KnowledgeStore].read(user)
        drafts = [ObservationDraft("Ana", ("new",)), ObservationDraft("Nobody", ("new",))]
        with pytest.raises(UnknownEntity, match="Entity with name Nobody not found"):
            await stores[KnowledgeStore].add_observations(user, drafts, ME)
        assert await stores[KnowledgeStore].read(user) == before

    story(body)


def test_what_was_known_before_is_not_told_as_changed(story):
    async def body(stores, user):
        knowledge, imported = stores[KnowledgeStore], Provenance(author=WrittenBy.IMPORT)
        ana, bob = FactDraft("Ana", "person", "sings"), FactDraft("Bob", "person", "sings")
        await knowledge.remember(user, [ana], ME)
        remembered = await knowledge.remember(user, [ana, bob], imported)
        assert remembered.new == (False, True)
        [last, _] = await stores[EventStore].recent(user, kinds=["knowledge.changed"])
        assert (last.data["change"], last.data["entities"]) == ("imported", ["Bob"])

    story(body)


def test_every_change_is_told_with_the_names_that_it_concerns(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        await stores[KnowledgeHistory].remove(user, ME, entity_id=ids["Ana"])
        facts = await stores[EventStore].recent(user, kinds=["knowledge.changed"])
        assert [{each: fact.data[each] for each in fact.data if each != "timestamp"} for fact in facts] == [
            {"change": "deleted", "entities": ["Ana"], "count": 4},
            {"change": "created", "entities": ["Ana", "Acme", "Madrid"], "count": 2},
            {"change": "created", "entities": ["Ana", "Acme", "Madrid"], "count": 6},
        ]
        changes = await stores[KnowledgeHistory].changes(user)
        assert [(each.kind, each.count, each.position) for each in changes] == [
            (ChangeKind.DELETED, 4, 3),
            (ChangeKind.CREATED, 2, 2),
            (ChangeKind.CREATED, 6, 1),
        ]
        assert set(changes[0].entities) == {"Ana", "Acme"}
        detail = await stores[KnowledgeHistory].change(user, changes[0].id)
        assert [each.name for each in detail.removed.entities] == ["Ana"]
        assert [each.content for each in detail.removed_observations] == [
            "Ana prefers trains",
            "favourite colour is green",
        ]
        assert [each.relation_type for each in detail.removed.relations] == ["works at"]
        assert detail.added.entities == ()

    story(body)


def test_a_call_that_changes_nothing_is_no_change(story):
    async def body(stores, user):
        await ana_and_acme(stores, user)
        changes = await stores[KnowledgeHistory].changes(user)
        await stores[KnowledgeStore].create_entities(user, [EntityDraft("Ana", "person")], ME)
        await stores[KnowledgeStore].delete_entities(user, ["Nobody"], ME)
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Ana", ("Ana prefers trains",))], ME)
        assert await stores[KnowledgeHistory].changes(user) == changes

    story(body)


def test_every_kind_of_change_can_be_taken_back_in_reverse_until_nothing_is_left(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        states = [await stores[KnowledgeStore].read(user)]

        async def after(coroutine: Awaitable[Any]) -> Any:
            result = await coroutine
            states.append(await stores[KnowledgeStore].read(user))
            return result

        history, knowledge = stores[KnowledgeHistory], stores[KnowledgeStore]
        await after(knowledge.add_observations(user, [ObservationDraft("Ana", ("speaks Basque",))], ME))
        await after(knowledge.delete_observations(user, [ObservationDraft("Ana", ("Ana prefers trains",))], ME))
        ids["Ana"] = await after(history.rewrite(user, ids["Ana"], ME, name="Ana García", entity_type="human"))
        await after(history.merge(user, ids["Ana"], [ids["Madrid"]], ME))
        await after(knowledge.delete_relations(user, [RelationDraft("Ana García", "Acme", "works at")], ME))
        await after(history.remove(user, ME, entity_id=ids["Acme"]))
        undoable = [each for each in await history.changes(user) if each.undoable]
        assert len(undoable) == len(states) + 1
        for change in undoable[:-2]:
            assert await knowledge.read(user) == states.pop()
            undoing = await history.undo(user, change.id, ME)
            assert (undoing.kind, undoing.undoable) == (ChangeKind.UNDONE, False)
        assert await knowledge.read(user) == states.pop()
        for change in undoable[-2:]:
            await history.undo(user, change.id, ME)
        assert await knowledge.read(user) == await knowledge.search(user, "") == await knowledge.open(user, ["Ana"])
        assert (await knowledge.read(user)).entities == ()

    story(body)


def test_what_comes_back_is_found_again(story):
    async def body(stores, user):
        await ana_and_acme(stores, user)
        await stores[KnowledgeStore].delete_entities(user, ["Ana"], ME)
        assert (await stores[KnowledgeStore].search(user, "TRAINS")).entities == ()
        await stores[KnowledgeHistory].undo(user, (await stores[KnowledgeHistory].changes(user))[0].id, ME)
        assert [each.name for each in (await stores[KnowledgeStore].search(user, "TRAINS")).entities] == ["Ana"]

    story(body)


def test_a_change_on_which_something_later_depends_stays(story):
    async def body(stores, user):
        history = stores[KnowledgeHistory]
        await ana_and_acme(stores, user)
        created = (await history.changes(user))[-1]
        with pytest.raises(Conflict, match=r"written about “(Ana|Acme|Madrid)” since"):
            await history.undo(user, created.id, ME)
        await stores[KnowledgeStore].delete_entities(user, ["Ana"], ME)
        deleted = (await history.changes(user))[0]
        with pytest.raises(Conflict, match="removed since"):
            await history.undo(user, created.id, ME)
        await stores[KnowledgeStore].create_entities(user, [EntityDraft("Ana", "another")], ME)
        with pytest.raises(Conflict, match="“Ana” cannot come back"):
            await history.undo(user, deleted.id, ME)
        again = (await history.changes(user))[0]
        await history.undo(user, again.id, ME)
        with pytest.raises(Conflict, match="undone already"):
            await history.undo(user, again.id, ME)
        undoing = (await history.changes(user))[0]
        with pytest.raises(Conflict, match="cannot be undone"):
            await history.undo(user, undoing.id, ME)
        await history.undo(user, deleted.id, ME)
        assert await names(stores, user) == ["Ana", "Acme", "Madrid"]

    story(body)


def test_a_renamed_entity_keeps_its_observations_their_origins_and_its_relations(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        before = await stores[KnowledgeViews].entity(user, ids["Acme"])
        new_id = await stores[KnowledgeHistory].rewrite(user, ids["Acme"], ME, name="Acme Ltd")
        after = await stores[KnowledgeViews].entity(user, new_id)
        assert [(each.content, each.created_at, each.provenance) for each in after.observations] == [
            (each.content, each.created_at, each.provenance) for each in before.observations
        ]
        assert {(each.from_name, each.relation_type, each.to_name) for each in after.relations} == {
            ("Ana", "works at", "Acme Ltd"),
            ("Acme Ltd", "is in", "Madrid"),
        }
        assert len((await stores[KnowledgeStore].read(user)).relations) == 2
        with pytest.raises(NotFound):
            await stores[KnowledgeViews].entity(user, ids["Acme"])
        with pytest.raises(Conflict, match="merge"):
            await stores[KnowledgeHistory].rewrite(user, new_id, ME, name="Ana")

    story(body)


def test_merged_entities_become_one_that_has_everything_once(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        await stores[KnowledgeStore].create_entities(
            user, [EntityDraft("A. García", "person", ("Ana prefers trains", "was born in Lugo"))], ME
        )
        await stores[KnowledgeStore].create_relations(
            user,
            [RelationDraft("A. García", "Acme", "works at"), RelationDraft("Madrid", "A. García", "is home of")],
            ME,
        )
        other, *_ = (await stores[KnowledgeViews].entities(user, names=["A. García"])).entities
        assert await stores[KnowledgeHistory].merge(user, ids["Ana"], [other.id, ids["Ana"]], ME) == ids["Ana"]
        graph = await stores[KnowledgeStore].read(user)
        assert graph.entities[0] == EntityDraft(
            "Ana", "person", ("Ana prefers trains", "favourite colour is green", "was born in Lugo")
        )
        assert {(each.from_name, each.relation_type, each.to_name) for each in graph.relations} == {
            ("Ana", "works at", "Acme"),
            ("Acme", "is in", "Madrid"),
            ("Madrid", "is home of", "Ana"),
        }

    story(body)


def test_of_merged_entities_that_name_one_another_a_relation_of_the_one_to_itself_is_left(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        assert await stores[KnowledgeHistory].merge(user, ids["Ana"], [ids["Acme"], ids["Madrid"]], ME) == ids["Ana"]
        graph = await stores[KnowledgeStore].read(user)
        assert set(graph.relations) == {RelationDraft("Ana", "Ana", "works at"), RelationDraft("Ana", "Ana", "is in")}
        assert [entity.name for entity in graph.entities] == ["Ana"]

    story(body)


def test_entities_of_different_scopes_cannot_be_merged(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        _, conversation = await an_execution(stores, user)
        await stores[KnowledgeStore].create_entities(user, [EntityDraft("Ana", "person")], ME, scope=conversation)
        (other,) = (await stores[KnowledgeViews].entities(user, scope=conversation)).entities
        with pytest.raises(InvalidInput):
            await stores[KnowledgeHistory].merge(user, ids["Ana"], [other.id], ME)

    story(body)


def test_what_is_forgotten_is_nowhere_in_the_database_but_where_it_is_said_to_remain(
    story, sync_app: Callable[..., Any]
):
    async def body(stores, user):
        execution, conversation = await an_execution(stores, user)
        by = Provenance(author=WrittenBy.AGENT, agent_id="main", execution_id=execution, call_id="c1")
        secret = EntityDraft("Zanzibar", "secretplan", ("quixotic zephyr",))
        await stores[KnowledgeStore].create_entities(
            user, [secret, EntityDraft("Ana", "person", ("knows things",))], by
        )
        await stores[KnowledgeStore].create_relations(user, [RelationDraft("Ana", "Zanzibar", "hatches")], ME)
        # Its history is to go as well: an observation that was removed, and an entity that was there before.
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Zanzibar", ("earlier quibble",))], ME)
        await stores[KnowledgeStore].delete_observations(user, [ObservationDraft("Zanzibar", ("earlier quibble",))], ME)
        await stores[KnowledgeStore].delete_entities(user, ["Zanzibar"], ME)
        await stores[KnowledgeStore].create_entities(user, [secret], ME)
        (found,) = (await stores[KnowledgeViews].entities(user, names=["Zanzibar"])).entities
        gone = await stores[KnowledgeHistory].forget(user, ME, entity_ids=[found.id])
        assert (gone.entities, gone.observations, gone.relations) == (2, 3, 1)
        assert (gone.executions, gone.conversations) == ((execution,), (conversation,))
        assert await names(stores, user) == ["Ana"]
        return user

    user = story(body)
    traces = {}
    with sync_app(user) as connection:
        tables = [
            row[0]
            for row in connection.execute(
                "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"
                " and has_table_privilege(oid, 'select')"
            )
        ]
        for table in tables:
            rows = [row[0] for row in connection.execute(f"select t::text from {table} t").fetchall()]
            text = "\n".join(rows).lower()
            found = [
                word
                for word in ("zanzibar", "secretplan", "quixotic", "quibble", "zeph", "quix", "anzi")
                if word in text
            ]
            if found:
                traces[table] = found
        grams = {row[0] for row in connection.execute("select gram from knowledge_postings")}
    assert traces == {}
    assert grams
    assert not [gram for gram in grams if gram[:3] in {"qui", "uix", "zep", "zan", "nzi", "ibb"}]


def test_forgetting_an_observation_takes_its_twins_in_history_along_and_nothing_else(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        await stores[KnowledgeStore].delete_observations(user, [ObservationDraft("Ana", ("Ana prefers trains",))], ME)
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Ana", ("Ana prefers trains",))], ME)
        entity = await stores[KnowledgeViews].entity(user, ids["Ana"])
        gone = await stores[KnowledgeHistory].forget(user, ME, observation_ids=[entity.observations[-1].id])
        assert (gone.entities, gone.observations, gone.relations, gone.executions) == (0, 2, 0, ())
        assert (await stores[KnowledgeStore].read(user)).entities[0].observations == ("favourite colour is green",)
        change = (await stores[KnowledgeHistory].changes(user))[0]
        assert (change.kind, change.entities, change.undoable) == (ChangeKind.FORGOTTEN, (), False)

    story(body)


def test_a_conversations_own_memory_is_apart_and_ends_with_its_time_or_its_conversation(story):
    async def body(stores, user):
        _, conversation = await an_execution(stores, user)
        await ana_and_acme(stores, user)
        session = [EntityDraft("Ana", "guest", ("only here",))]
        assert await stores[KnowledgeStore].create_entities(user, session, ME, scope=conversation) == session
        assert (await stores[KnowledgeStore].read(user, scope=conversation)).entities == tuple(session)
        assert (await stores[KnowledgeStore].search(user, "only here")).entities == ()
        scopes = (await stores[KnowledgeViews].summary(user)).scopes
        assert [(each.scope, each.entities) for each in scopes] == [("user", 3), (conversation, 1)]
        life = scopes[1].expires_at - datetime.now(UTC)
        assert timedelta(hours=11, minutes=55) < life < timedelta(hours=12, minutes=5)
        async with stores.database.as_user(user) as connection:
            await connection.execute(
                "update knowledge_scopes set expires_at = now() - interval '1 second' where scope = $1", conversation
            )
        assert (await stores[KnowledgeStore].read(user, scope=conversation)).entities == ()
        again = [EntityDraft("Ana", "guest", ("again",))]
        assert await stores[KnowledgeStore].create_entities(user, again, ME, scope=conversation) == again
        later = datetime.now(UTC) + timedelta(hours=13)
        assert await stores[KnowledgeHistory].expire(user, later, later - timedelta(days=30)) == 1
        assert (await stores[KnowledgeStore].read(user, scope=conversation)).entities == ()
        assert len(await names(stores, user)) == 3
        with pytest.raises(NotFound):
            await stores[KnowledgeStore].create_entities(
                user, session, ME, scope="0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"
            )

    story(body)


def test_deleting_a_conversation_deletes_its_own_memory(story):
    async def body(stores, user):
        conversation = await stores[ConversationStore].open(user, "main", Mode.DIRECT, title="A talk")
        await stores[KnowledgeStore].create_entities(user, [EntityDraft("Ana", "guest")], ME, scope=conversation.id)
        await stores[ConversationStore].delete(user, conversation.id)
        assert [each.scope for each in (await stores[KnowledgeViews].summary(user)).scopes] == ["user"]

    story(body)


def test_what_was_removed_long_ago_is_erased_and_what_was_removed_lately_can_come_back(story):
    async def body(stores, user):
        history = stores[KnowledgeHistory]
        await ana_and_acme(stores, user)
        await stores[KnowledgeStore].delete_entities(user, ["Ana"], ME)
        old = (await history.changes(user))[0]
        now = datetime.now(UTC)
        assert await history.expire(user, now, now - timedelta(days=30)) == 0
        assert await history.expire(user, now, now) > 0
        with pytest.raises(Conflict, match="forgotten"):
            await history.undo(user, old.id, ME)
        assert await history.expire(user, now, now) == 0
        assert await names(stores, user) == ["Acme", "Madrid"]

    story(body)


def test_search_by_words_knows_word_forms_and_leaves_accents_aside_in_two_languages(story):
    async def body(stores, user):
        await stores[KnowledgeStore].create_entities(
            user,
            [
                EntityDraft("Ana", "person", ("She is running marathons", "lives in Málaga")),
                EntityDraft("Canción", "obra", ("cantada por los niños en las montañas",)),
                EntityDraft("Marathon", "event", ("the city race",)),
                EntityDraft("Other", "thing", ("nothing of the kind",)),
            ],
            ME,
        )
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Other", ("un niño",))], ME)

        async def found(query: str) -> list[str]:
            return [each.entity.name for each in await stores[KnowledgeViews].ranked(user, query)]

        assert await found("run") == ["Ana"]
        assert await found("malaga") == ["Ana"]
        assert await found("MONTAÑA cancion") == ["Canción"]
        assert await found("nino") == ["Other", "Canción"]
        assert await found("marathon") == ["Marathon", "Ana"]  # a name counts double
        assert await found("xyzzy") == await found("!?") == await found("") == []
        best = (await stores[KnowledgeViews].ranked(user, "run malaga"))[0]
        assert best.words == ("run", "malaga")
        assert {each.content for each in best.matches} == {"She is running marathons", "lives in Málaga"}
        facts = await stores[KnowledgeViews].facts(user, "is she running the marathon")
        assert [each.content for each in facts] == ["She is running marathons"]

    story(body)


def test_observations_that_give_different_values_for_one_thing_are_contradictions(story):
    async def body(stores, user):
        await ana_and_acme(stores, user)
        more = (
            "My favourite colour is blue",
            "lives in Berlin",
            "Ana lives in Lugo",
            "Ana is tall",
            "Ana is a doctor",
            "it is raining",
            "it is dry",
            "trabaja en Acme",
            "see https://a.example",
            "see https://b.example",
        )
        await stores[KnowledgeStore].add_observations(user, [ObservationDraft("Ana", more)], ME)
        found = await stores[KnowledgeViews].contradictions(user)
        assert [(each.entity_name, each.about, [one.content for one in each.observations]) for each in found] == [
            ("Ana", "favourite colour", ["favourite colour is green", "My favourite colour is blue"]),
            ("Ana", "lives in", ["lives in Berlin", "Ana lives in Lugo"]),
        ]
        assert (await stores[KnowledgeViews].summary(user)).conflicts == 2

    story(body)


def test_neighbours_are_nearest_first_within_limits_and_twins_and_loops_do_no_harm(story):
    async def body(stores, user):
        ids = await ana_and_acme(stores, user)
        await stores[KnowledgeStore].create_entities(user, [EntityDraft("Twin", "t"), EntityDraft("Twin", "t")], ME)
        await stores[KnowledgeStore].create_relations(
            user,
            [
                RelationDraft("Ana", "Ana", "knows"),
                RelationDraft("Madrid", "Ana", "is home of"),
                RelationDraft("Madrid", "Twin", "has"),
                RelationDraft("Ana", "Nowhere", "dreams of"),
            ],
            ME,
        )
        near = await stores[KnowledgeViews].neighbours(user, ids["Acme"])
        assert [each.name for each in near.entities][:1] == ["Acme"]
        assert {each.name for each in near.entities} == {"Acme", "Ana", "Madrid"}
        assert {each.relation_type for each in near.relations} == {"works at", "is in", "knows", "is home of"}
        far = await stores[KnowledgeViews].neighbours(user, ids["Acme"], depth=3)
        assert [each.name for each in far.entities][3:] == ["Twin", "Twin"]
        few = await stores[KnowledgeViews].neighbours(user, ids["Acme"], depth=3, limit=2)
        assert (len(few.entities), few.more) == (2, 1)
        dangling = next(
            each for each in (await stores[KnowledgeViews].relations(user))[0] if each.relation_type == "dreams of"
        )
        assert (dangling.from_id, dangling.to_id) == (ids["Ana"], None)
        best = await stores[KnowledgeViews].best_connected(user, limit=2)
        assert ([each.name for each in best.entities], best.more) == (["Ana", "Madrid"], 3)

    story(body)


def test_lists_come_in_pages_that_hold_everything_once(story):
    async def body(stores, user):
        drafts = [
            EntityDraft(f"E{number}", "even" if number % 2 == 0 else "odd", (f"fact {number}",)) for number in range(25)
        ]
        await stores[KnowledgeStore].create_entities(user, drafts, ME)
        pages = [await stores[KnowledgeViews].entities(user, limit=10, offset=offset) for offset in (0, 10, 20, 30)]
        assert [each.name for page in pages for each in page.entities] == [
            f"E{number}" for number in reversed(range(25))
        ]
        assert {(page.total, page.more) for page in pages} == {(25, False)}
        even = await stores[KnowledgeViews].entities(user, entity_type="even", search="FACT 2", limit=3)
        assert ([each.name for each in even.entities], even.total) == (["E24", "E22", "E20"], 4)
        read = [await stores[KnowledgeStore].read(user, limit=10, offset=offset) for offset in (0, 10, 20)]
        assert tuple(each for page in read for each in page.entities) == tuple(drafts)
        found = [await stores[KnowledgeStore].search(user, "fact 1", limit=5, offset=offset) for offset in (0, 5, 10)]
        assert (
            tuple(each for page in found for each in page.entities)
            == (await stores[KnowledgeStore].search(user, "fact 1")).entities
        )

    story(body)


@pytest.mark.parametrize("text", ["fact", "ct 1", "T", "e1", "late", "nowhere", "even"])
def test_the_latest_that_contain_a_text_are_those_of_all_and_counted_up_to_a_bound(story, monkeypatch, text):
    monkeypatch.setattr(knowledge_views, "MOST_COUNTED", 4)
    monkeypatch.setattr(knowledge_views, "LOOKED_AT", 6)
    monkeypatch.setattr(knowledge_index, "LOOKED_AT", 6)

    async def body(stores, user):
        drafts = [
            EntityDraft(f"E{number}", "even" if number % 2 == 0 else "odd", (f"fact {number}",)) for number in range(25)
        ]
        await stores[KnowledgeStore].create_entities(user, drafts, ME)
        await stores[KnowledgeStore].add_observations(
            user, [ObservationDraft(f"E{number}", ("seen late",)) for number in (3, 0, 7)], ME
        )
        for kind in (None, "even"):
            every = [
                each.name
                for each in reversed((await stores[KnowledgeStore].search(user, text)).entities)
                if kind is None or each.entity_type == kind
            ]
            for offset in range(0, 30, 3):
                found = await stores[KnowledgeViews].entities(
                    user, search=text, entity_type=kind, limit=3, offset=offset
                )
                assert [each.name for each in found.entities] == every[offset : offset + 3]
                assert found.total <= len(every)
                assert found.more or found.total == len(every)
                assert not found.more or found.total >= 4

    story(body)


def test_ids_of_nothing_and_texts_that_cannot_be_kept_are_refused(story):
    async def body(stores, user):
        nothing = "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"
        for refused in (
            stores[KnowledgeViews].entity(user, nothing),
            stores[KnowledgeViews].neighbours(user, nothing),
            stores[KnowledgeHistory].change(user, nothing),
            stores[KnowledgeHistory].undo(user, nothing, ME),
            stores[KnowledgeHistory].remove(user, ME, observation_id=nothing),
            stores[KnowledgeHistory].observe(user, nothing, ["x"], ME),
        ):
            with pytest.raises(NotFound):
                await refused
        for text in ("a\0b", "\ud800"):
            with pytest.raises(InvalidInput):
                await stores[KnowledgeStore].create_entities(user, [EntityDraft(text, "t")], ME)
            with pytest.raises(InvalidInput):
                await stores[KnowledgeStore].search(user, text)
        gone = await stores[KnowledgeHistory].forget(user, ME, entity_ids=[nothing])
        assert (gone.entities, await stores[KnowledgeHistory].changes(user)) == (0, [])

    story(body)


@pytest.mark.parametrize(
    "text", ["", "ana was seen on day 12 in sure_thing.txt, running", "los árboles de cádiz", "𐐨𐐨 x" * 12, "ǆ" * 100]
)
def test_a_short_text_has_the_terms_that_it_has_among_long_ones(story, text):
    async def body(stores, user):
        async with stores.database.as_user(user) as connection:
            short, long = await connection.fetchrow("select knowledge_terms($1), knowledge_terms_of_long($1)", text)
        assert len(text.encode()) <= 200
        assert sorted(short) == sorted(long)

    story(body)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("open_nodes", {"names": ["Ana"]}), ("search_nodes", {"query": "ana"}), ("read_graph", {})],
)
def test_a_tool_that_looks_is_one_transaction(story, monkeypatch, tool, arguments):
    commits, commit = [], database._commit

    async def body(stores, user):
        own = asyncio.get_running_loop()

        async def counting(connection):
            if asyncio.get_running_loop() is own:  # a shared site commits on a loop of its own
                commits.append(connection)
            await commit(connection)

        await ana_and_acme(stores, user)
        [called] = [each for each in memory_tools(stores) if each.spec.name == tool]
        context = ToolContext(user_id=user, execution_id=None, agent_id="test", call_id="c1")
        monkeypatch.setattr(database, "_commit", counting)
        assert (await called.run(context, arguments))["entities"]
        assert len(commits) == 1

    story(body)

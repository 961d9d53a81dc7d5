"""Messages are found by their words, whether they are indexed yet or not."""

import pytest

from bailiwick.features.conversations.retention import OldConversations
from bailiwick.kernel.database.stores import Stores
from bailiwick.runs.threads.records import MessageAuthor
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.words import MessageWords
from bailiwick_router.core.decisions import Mode
from support.messages import indexing_every

SAID = {
    "trip": ("We packed the tents for three days.", "Great memories of the canyon."),
    "viaje": ("Quiero una canción sobre los árboles.", "Aquí tienes la canción."),
    "work": ("The quarterly report is due on Friday.", "I put the reports in sure_thing.txt."),
    "mixed": ("The report about canyons", "What is 321 * 2?"),
}


async def talk(stores, user):
    """Say what is in `SAID`, thread after thread; return the threads by title."""
    threads = {}
    for title, said in SAID.items():
        threads[title] = await stores[ConversationStore].create(user, "toby", Mode.DIRECT, title=title)
        for text in said:
            await stores[ConversationStore].add_message(user, threads[title].id, MessageAuthor.USER, text)
    return threads


async def index(stores, user):
    while await stores[ConversationStore].index_messages(user):
        pass


@pytest.fixture(params=[None, 3, 4], ids=["not indexed", "partly", "all"])
def told(request, new_user_id, stores_run):
    """Tell a story to stores with something said, with none, some and all of it indexed; returns what it returns."""

    def tell(story):
        async def run(stores):
            stores, user = indexing_every(request.param or 1000, stores), new_user_id()
            threads = await talk(stores, user)
            await index(stores, user)
            return await story(stores, user, threads)

        return stores_run(run)

    return tell


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("report", ["mixed", "work"]),
        ("REPORTS", ["mixed", "work"]),
        ("canyons report", ["mixed"]),
        ("memory of canyon", ["trip"]),
        ("cancion", ["viaje"]),
        ("canciones arbol", ["viaje"]),
        ("the", []),
        ("quart", ["work"]),
        ("quart ", []),
        ("321", ["mixed"]),
        ("thing txt", ["work"]),
        ('"three days"', ["trip"]),
        ('"days three"', []),
        ("report -quarterly", ["mixed", "work"]),
        ("report -quarterly -sure", ["mixed"]),
        ("IX", ["mixed"]),
        ("%", []),
        ("zeppelin", []),
        ("report zeppelin", []),
    ],
)
def test_threads_are_found_by_all_words_of_a_message_in_any_form_or_by_their_title(told, text, titles):
    async def story(stores, user, threads):
        assert [found.title for found, _ in await stores[ConversationStore].search(user, text)] == titles

    told(story)


def test_what_was_found_is_shown_with_its_words_marked(told):
    async def story(stores, user, threads):
        ((found, message),) = await stores[ConversationStore].search(user, "quarterly reports")
        assert (found.title, message.snippet) == ("work", "The quarterly report is due on Friday.")
        assert [message.snippet[start:end] for start, end in message.marks] == ["quarterly", "report"]
        ((found, message),) = await stores[ConversationStore].search(user, "trip")
        assert (found.title, message) == ("trip", None)

    told(story)


def test_threads_are_gone_through_where_many_messages_have_the_words(told, monkeypatch):
    async def story(stores, user, threads):
        conversations = stores[ConversationStore]
        for few in (1000, 0):
            monkeypatch.setattr("bailiwick.runs.threads.store.FEW", few)
            await conversations.update(user, threads["work"].id, pinned=True)
            assert await titles(conversations, user, "report") == ["work", "mixed"]
            assert await titles(conversations, user, "report", limit=1) == ["work"]
            assert await titles(conversations, user, "report", pinned_first=False) == ["mixed", "work"]
            assert await titles(conversations, user, "report", before=threads["mixed"].updated_at) == []
            await conversations.update(user, threads["work"].id, pinned=False)
            latest = (await conversations.search(user, "report", limit=1))[0][0]
            assert await titles(conversations, user, "report", before=latest.updated_at) == ["work"]
            assert await titles(conversations, user, "report", agent_id="ami") == []
            assert await titles(conversations, user, "report", mode=Mode.DIRECT, begun_by=["ask"]) == []
            assert await titles(conversations, user, "or", limit=9) == ["work"]

    told(story)


async def titles(conversations, user, text, **more):
    return [found.title for found, _ in await conversations.search(user, text, **more)]


def test_no_word_of_a_deleted_thread_is_left(told, sync_app):
    async def story(stores, user, threads):
        await stores[ConversationStore].delete(user, threads["viaje"].id)
        assert await titles(stores[ConversationStore], user, "cancion") == []
        assert await titles(stores[ConversationStore], user, "report") == ["mixed", "work"]
        return user

    user = told(story)
    with sync_app(user) as connection:
        terms = {term for (term,) in connection.execute("select term from message_postings").fetchall()}
        (members,) = connection.execute("select count(*) from message_postings where members = '{}'").fetchone()
    assert (members, [term for term in terms if term.startswith(("canc", "arbol"))]) == (0, [])


def test_no_word_of_a_thread_that_was_deleted_for_its_age_is_left(new_user_id, stores_run, sync_app):
    async def story(stores):
        stores, user = indexing_every(1, stores), new_user_id()
        threads = await talk(stores, user)
        await index(stores, user)
        assert await stores[OldConversations].delete(user, threads["work"].created_at) == 2
        assert await titles(stores[ConversationStore], user, "report") == ["mixed", "work"]
        assert await titles(stores[ConversationStore], user, "canyon") == ["mixed"]
        return user

    user = stores_run(story)
    with sync_app(user) as connection:
        terms = {term for (term,) in connection.execute("select term from message_postings").fetchall()}
    assert "friday" in terms
    assert not [term for term in terms if term.startswith(("tent", "cancion"))]


def test_only_full_blocks_of_what_was_written_some_time_ago_are_indexed(new_user_id, stores_run, sync_app):
    async def story(stores):
        user = new_user_id()
        await talk(stores, user)
        small = ConversationStore(stores.database, MessageWords(block=2))
        await index(Stores(stores.database, small), user)
        await index(indexing_every(1000, stores), user)
        return user

    with sync_app(stores_run(story)) as connection:
        assert connection.execute("select count(*) from message_postings").fetchone() == (0,)

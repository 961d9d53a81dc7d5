"""Searching and reading documents, by tool and by request."""

import asyncio
from contextlib import suppress

import pytest

from bailiwick.features.documents.actions import AT_ONCE
from bailiwick.features.documents.requests import DocumentSearchReader
from bailiwick.features.documents.search_tools import document_search_tools
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.documents.citations import citations_in
from bailiwick.tools.records import Request, ToolContext
from bailiwick.tools.toolbox import Toolbox
from support.library import library

NOTICE = "# Lease\n\nThe notice period is three months.\n"


async def ready(documents, user):
    """Carry the waiting index jobs out."""
    for document_id in await documents._stores[DocumentStore].waiting(user):
        await documents._index(user, {"document": document_id})


def context(user):
    return ToolContext(user_id=user, execution_id=None, agent_id=None, call_id="1")


def test_passages_come_with_citations_and_uploads_are_strangers_words(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), library(stores)
        box = Toolbox(document_search_tools(documents))
        await documents.write(user, "Zebra care", "Zebras like quiet evenings.", call_id="c1")
        await documents.upload(user, "lease.md", NOTICE.encode())
        await ready(documents, user)
        own, outside = context(user), context(user)
        about_zebras = await box.call("searchDocuments", own, {"query": "quiet zebras"})
        about_notice = await box.call("searchDocuments", outside, {"query": "notice period", "document": "LEASE"})
        assert (own.reading.outside, outside.reading.outside) == (False, True)
        [passage] = about_notice["passages"]
        [cited] = citations_in(passage["citation"])
        found = await stores[DocumentStore].cited(user, [cited.passage_id])
        assert found[cited.passage_id][1].text == passage["text"] == NOTICE.strip()
        assert (about_notice["mode"], about_zebras["passages"][0]["title"]) == ("words", "Zebra care")
        said = DocumentSearchReader().say({}, about_notice, "es")
        assert citations_in(said) == [cited]
        assert "three months" in said
        nothing = await box.call("searchDocuments", context(user), {"query": "submarine"})
        assert "submarine" in DocumentSearchReader().say({}, nothing, "en")

    stores_run(story)


def test_a_document_is_read_piece_by_piece(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), library(stores)
        box = Toolbox(document_search_tools(documents))
        text = "word " * 100
        made = await documents.add_text(user, "Long", text)
        seen, at = "", 0
        while at is not None:
            piece = await box.call(
                "readDocument", context(user), {"document": made.id, "start": at, "max_characters": 200}
            )
            seen, at = seen + piece["text"], piece["next"]
        assert seen == text
        for call, arguments in (
            ("readDocument", {"document": "Nothing"}),
            ("searchDocuments", {"query": "x", "document": "Nothing"}),
            ("searchDocuments", {"query": "  "}),
        ):
            with pytest.raises(CallFailed) as failed:
                await box.call(call, context(user), arguments)
            assert failed.value.error_class is ErrorClass.VALIDATION

    stores_run(story)


def test_nobody_keeps_more_than_there_is_room_for(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), library(stores, total_mb=1)
        with pytest.raises(InvalidInput, match="larger than 1 MB"):
            await documents.upload(user, "a.txt", b"x" * (1 << 20) + b"x")
        await documents.upload(user, "a.txt", b"x" * 900_000)
        with pytest.raises(InvalidInput, match="in all"):
            await documents.upload(user, "b.txt", b"x" * 200_000)
        with pytest.raises(InvalidInput, match="in all"):
            await documents.add_text(user, "c", "ñ" * 100_000)
        assert await stores[DocumentStore].count(user) == 1

    stores_run(story)


def test_a_document_that_is_deleted_or_changed_while_it_is_read_is_not_written_over(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), library(stores)
        made = await documents.add_text(user, "Plan", "one")
        read = documents._read

        async def read_slowly(content, kind):
            found = await read(content, kind)
            await documents.change(user, made.id, content="two")
            return found

        documents._read = read_slowly
        await documents._index(user, {"document": made.id})
        assert (await documents.get(user, made.id)).status == "indexing"
        documents._read = read
        await documents._index(user, {"document": made.id})
        assert (await documents.text(user, made.id)).content == "two"
        await documents.delete(user, made.id)
        await documents._index(user, {"document": made.id})
        await documents._give_up(user, {"document": made.id}, RuntimeError())
        kinds = [fact.kind for fact in await stores[EventStore].recent(user)]
        assert kinds == ["document.deleted", "document.indexed", "document.added"]

    stores_run(story)


def test_few_documents_are_in_memory_at_the_same_time(new_user_id, stores_run):
    async def story(stores):
        loaded, most = 0, 0
        too_many = asyncio.Event()

        class Counting(DocumentStore):
            async def file(self, user_id, document_id):
                nonlocal loaded, most
                found = await super().file(user_id, document_id)
                loaded += 1
                most = max(most, loaded)
                if loaded > AT_ONCE:
                    too_many.set()
                return found

        user, documents = new_user_id(), library(Stores(stores.database, Counting(stores.database)))
        made = [await documents.upload(user, f"{number}.md", NOTICE.encode()) for number in range(AT_ONCE + 2)]
        read = documents._read

        async def read_slowly(content, kind):
            with suppress(TimeoutError):
                async with asyncio.timeout(0.3):  # so long another one could be loaded
                    await too_many.wait()
            return await read(content, kind)

        async def index(document_id):
            nonlocal loaded
            await documents._index(user, {"document": document_id})
            loaded -= 1

        documents._read = read_slowly
        await asyncio.gather(*(index(one.id) for one in made))
        assert most == AT_ONCE
        assert {(await documents.get(user, one.id)).status for one in made} == {"ready"}

    stores_run(story)


def test_a_job_that_is_given_up_leaves_a_reason(new_user_id, stores_run):
    async def story(stores):
        user, documents = new_user_id(), library(stores)
        made = await documents.add_text(user, "Plan", "one")
        await documents._give_up(user, {"document": made.id}, RuntimeError("worker died"))
        failed = await documents.get(user, made.id)
        assert failed.status == "failed"
        assert "index it again" in failed.error
        [fact] = await stores[EventStore].recent(user, kinds=["document.failed"])
        assert fact.data["reason"] == failed.error

    stores_run(story)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("What does my contract say about notice periods?", "contract notice periods"),
        ("Search my documents for holiday rules", "holiday rules"),
        ("Please find the warranty terms in my files", "the warranty terms"),
        ("What do my documents say about the deposit?", "the deposit"),
        ("Is there anything about parking in my documents?", "parking"),
        ("How long is the notice period, according to my lease?", "lease How long is the notice period"),
        ("Busca en mis documentos el plazo de preaviso", "el plazo de preaviso"),
        ("¿Qué dice mi contrato de alquiler sobre la fianza?", "contrato de alquiler la fianza"),
        ("¿Qué dicen mis documentos sobre la fianza?", "la fianza"),
        ("¿Hay algo sobre mascotas en mis archivos?", "mascotas"),
    ],
)
def test_requests_about_documents_are_read(text, query):
    recognition = DocumentSearchReader().read(Request(text=text, language="en"))
    assert recognition is not None
    assert recognition.arguments == {"query": query}


@pytest.mark.parametrize(
    "text",
    [
        "What does the fox say?",
        "What is the weather in my town?",
        "busca vuelos a madrid",
        "search the web for cats",
        "Create a document called x: hello",
        "what does my mom say about dinner",
        "search my documents",
        "x" * 5000,
        "¿Qué dice el tiempo?",
        "a \ud800 in my documents",
    ],
)
def test_other_requests_are_left_alone(text):
    assert DocumentSearchReader().read(Request(text=text, language="en")) is None

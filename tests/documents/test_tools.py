import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bailiwick.features.documents.store import DocumentStore
from bailiwick.features.documents.tools import DocumentRecogniser, document_tools
from bailiwick.features.tasks.tools import complete_task
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.tools.records import Request, ToolContext
from bailiwick.tools.toolbox import Toolbox
from bailiwick_router.core.decisions import Mode
from bailiwick_router.core.language import detect_language
from support.library import library

Story = Callable[[Callable[[Stores], Awaitable[Any]]], Any]


def read(text: str) -> dict[str, Any] | None:
    found = DocumentRecogniser().read(Request(text=text, language=detect_language(text)))
    return dict(found.arguments) if found else None


@pytest.mark.parametrize(
    ("text", "title", "content"),
    [
        ("create a document titled Plan with Step one, then step two", "Plan", "Step one, then step two"),
        ('Please create a document called "My Plan" saying hello world', "My Plan", "hello world"),
        ("crea un documento titulado Plan con primero esto", "Plan", "primero esto"),
        ("Crea un documento llamado Menú con el contenido: sopa y pan", "Menú", "sopa y pan"),
        ("save this as a document titled Fox: the quick fox", "Fox", "the quick fox"),
        ("guarda esto como documento: hola mundo", "hola mundo", "hola mundo"),
        ("create a document titled Notes: # Heading\n\nText", "Notes", "# Heading\n\nText"),
        (
            'save this as a document: "One two three four five six seven eight nine"',
            "One two three four five six seven eight…",
            "One two three four five six seven eight nine",
        ),
    ],
)
def test_requests_that_bring_their_text_are_recognised(text: str, title: str, content: str):
    assert read(text) == {"title": title, "content": content}


@pytest.mark.parametrize(
    "text",
    [
        "write a document about whales",
        "create a document",
        "write a document titled Whales",
        "crea un documento",
        "escribe un documento sobre ballenas",
        "save this as a document:",
        "document the API",
        "what is a document?",
        "create a document titled X with",
        "read my document",
        "",
        'save this as a document: ""',
        "\ud800 document",
    ],
)
def test_without_a_text_nothing_is_written(text: str):
    assert read(text) is None


def test_a_document_is_stored_once_per_call(stores_run: Story, new_user_id: Callable[[], str]):
    async def story(stores: Stores) -> None:
        user = new_user_id()
        thread = await stores[ConversationStore].open(user, "ami-creative", Mode.DIRECT, title="Plan")
        execution = await stores[ExecutionStore].create(user, thread.id, "write a plan", Mode.DIRECT, None)
        context = ToolContext(user_id=user, execution_id=execution.id, agent_id="a", call_id=f"{user}:1")
        box = Toolbox(document_tools(library(stores)))
        arguments = {"title": " The  plan ", "content": "# Añil\n"}
        first = await box.call("createDocument", context, arguments)
        again = await box.call("createDocument", context, arguments)
        assert first == again
        assert (first["title"], first["length"]) == ("The plan", 7)
        [stored] = await stores[DocumentStore].list(user)
        assert (stored.id, stored.execution_id) == (first["id"], execution.id)
        assert (await stores[DocumentStore].text(user, stored.id)).content == "# Añil\n"
        added = [fact.execution_id for fact in await stores[EventStore].recent(user, kinds=["document.added"])]
        assert added == [execution.id], "told once"
        for blank in ({"title": " ", "content": "x"}, {"title": "x", "content": "\n"}):
            with pytest.raises(CallFailed) as caught:
                await box.call("createDocument", context, blank)
            assert caught.value.error_class is ErrorClass.VALIDATION

    stores_run(story)


def test_the_answer_names_the_document():
    result = {"id": "1", "title": "Plan", "length": 12}
    assert DocumentRecogniser().say({}, result, "en") == 'Created the document "Plan" (12 characters).'
    assert DocumentRecogniser().say({}, result, "es") == "He creado el documento «Plan» (12 caracteres)."


def test_completing_a_task_is_final_and_hands_the_result_over():
    context = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c")
    result = asyncio.run(complete_task.run(context, {"result": "All done."}))
    assert complete_task.spec.final
    assert result == {"result": "All done.", "summary": None}
    with pytest.raises(CallFailed):
        asyncio.run(complete_task.run(context, {"result": ""}))

"""The tools `addBook` and `listBooks`, and how they are used without a language model."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from bailiwick.plugin import Language, Recognition, Request, Tool, ToolContext, tool
from bailiwick_reading_list.phrases import asks_for_list, title_to_add

if TYPE_CHECKING:
    from bailiwick_reading_list.store import BookStore


class AddReader:
    """Reads "I want to read Momo"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the arguments of addBook; None if the request is about something else."""
        title = title_to_add(request.text)
        return Recognition(arguments={"title": title}, confidence=0.95) if title else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Say what was added."""
        del arguments
        title = result["title"]
        return f"«{title}» está en tu lista." if language == "es" else f"“{title}” is on your reading list."


class ListReader:
    """Reads "Which books do I want to read?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return that listBooks is asked for; None if the request is about something else."""
        return Recognition(arguments={}, confidence=0.95) if asks_for_list(request.text) else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Say which books are to be read."""
        del arguments
        titles = [book["title"] for book in result["books"] if not book["finished"]]
        if not titles:
            return "Tu lista de lectura está vacía." if language == "es" else "Your reading list is empty."
        return ("Por leer: " if language == "es" else "To read: ") + ", ".join(titles) + "."


def book_tools(books: "BookStore") -> list[Tool]:
    """Return the tools, built on a store."""

    @tool(origin="plugin", idempotent=True, timeout=5.0, recogniser=AddReader())
    async def addBook(
        context: ToolContext,
        title: Annotated[str, Field(min_length=1, max_length=200, description="Title, with the author if known.")],
    ) -> dict[str, Any]:
        """Put a book on the person's reading list.

        Call this whenever somebody wants to read something later. Returns the book.
        """
        # A call that is made again, because a worker died in the middle, has the same id.
        book = await books.add(context.user_id, title, call_id=context.call_id)
        return {"title": book.title, "finished": False}

    @tool(origin="plugin", read_only=True, timeout=5.0, recogniser=ListReader())
    async def listBooks(context: ToolContext) -> dict[str, Any]:
        """List the person's books: those to be read, then finished ones."""
        kept = await books.list(context.user_id)
        return {"books": [{"title": book.title, "finished": book.finished_at is not None} for book in kept]}

    return [addBook, listBooks]

"""Endpoints of the reading list, which its page uses too."""

from typing import Annotated

from fastapi import Body as Content
from pydantic import Field

from bailiwick.plugin import Body, CurrentEquipment, Flag, Once, PathUuid, Reader, Reply, Runner, documented, router
from bailiwick_reading_list.records import Book
from bailiwick_reading_list.store import BookStore

books = router("reading-list")


class BookList(Reply):
    """A reading list."""

    books: list[Book]


class NewBook(Body):
    """A book to be read."""

    title: Annotated[str, Field(min_length=1, max_length=200)]


class BookChange(Body):
    """What is new about a book."""

    finished: Flag
    """Whether it was read."""


@books.get("/api/reading-list/books", operation_id="listBooks", summary="List books", responses=documented(401))
async def list_books(caller: Reader, equipment: CurrentEquipment) -> BookList:
    """Return the caller's books: those that are to be read, then finished ones."""
    return BookList(books=list(await equipment.stores[BookStore].list(caller.user.id)))


@books.post(
    "/api/reading-list/books",
    operation_id="addBook",
    summary="Add a book",
    status_code=201,
    responses=documented(400, 401, 413, 415),
    dependencies=[Once],
)
async def add_book(
    body: Annotated[NewBook, Content(examples=[{"title": "Momo"}])], caller: Runner, equipment: CurrentEquipment
) -> Book:
    """Put a book on the caller's list."""
    return await equipment.stores[BookStore].add(caller.user.id, body.title)


@books.put(
    "/api/reading-list/books/{id}",
    operation_id="changeBook",
    summary="Finish a book",
    responses=documented(400, 401, 404, 413, 415),
)
async def change_book(
    book_id: PathUuid,
    body: Annotated[BookChange, Content(examples=[{"finished": True}])],
    caller: Runner,
    equipment: CurrentEquipment,
) -> Book:
    """Note that a book was read, or was not after all."""
    return await equipment.stores[BookStore].finish(caller.user.id, book_id, finished=body.finished)

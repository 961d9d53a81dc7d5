"""How books are kept: a transaction as a user sees that user's rows alone."""

from collections.abc import Sequence

from bailiwick.plugin import Database, Queries, Row, not_found, uuid7
from bailiwick_reading_list.records import Book


class BookStore:
    """A user's books, found like every store: `stores[BookStore]`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick_reading_list.store")

    async def list(self, user_id: str) -> Sequence[Book]:
        """Return those that are to be read, then finished ones, the latest first; at most 1,000."""
        async with self._database.as_user(user_id) as connection:
            return [_book(row) for row in await self._queries.all(connection, "list")]

    async def add(self, user_id: str, title: str, *, call_id: str | None = None) -> Book:
        """Add a book. Idempotent per `call_id`: a repetition adds nothing."""
        async with self._database.as_user(user_id) as connection:
            return _book(await self._queries.row(connection, "add", id=uuid7(), title=title, call_id=call_id))

    async def finish(self, user_id: str, book_id: str, *, finished: bool = True) -> Book:
        """Note that a book was read, or was not after all. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "finish", id=book_id, finished=finished)
        if row is None:
            raise not_found("thing")
        return _book(row)

    async def gather_dust(self, user_id: str) -> int:
        """Note which books have waited for three months; return how many are new among them."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.run(connection, "gather_dust")


def _book(row: Row) -> Book:
    return Book(**row | {"id": str(row["id"])})

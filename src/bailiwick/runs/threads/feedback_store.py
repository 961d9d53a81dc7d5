"""What people thought of answers."""

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid
from bailiwick.kernel.errors import not_found
from bailiwick.runs.threads.turns import Feedback, Rating


class FeedbackStore:
    """What people thought of answers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.runs.threads.feedback_store")

    async def give(self, user_id: str, execution_id: str, rating: Rating | None, note: str | None) -> Feedback:
        """Store in place of what was said before; without a rating take it back. Raises `NotFound`."""
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            existing = await self._queries.row(connection, "execution_exists", execution_id=key)
            if not existing["found"]:
                raise not_found("execution")
            if rating is None:
                await self._queries.run(connection, "take_back", execution_id=key)
                return Feedback(rating=None, note=None)
            await self._queries.run(connection, "give", execution_id=key, rating=rating, note=note)
            return Feedback(rating=rating, note=note)

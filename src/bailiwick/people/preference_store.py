"""What people prefer."""

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.people.preferences import Preferences
from bailiwick_router.core.decisions import Mode


class PreferenceStore:
    """What people prefer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.people.preference_store")

    async def get(self, user_id: str) -> Preferences:
        """Return what the person prefers; what was never set is None or the default."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get")
        if row is None:
            return Preferences()
        return Preferences(
            timezone=row["timezone"],
            language=row["language"],
            default_agent_id=row["default_agent"],
            default_mode=Mode(row["default_mode"]),
            model=row["model"],
            silence_minutes=row["silence_minutes"],
            recall=row["recall"],
            remember=row["remember"],
        )

    async def save(self, user_id: str, preferences: Preferences) -> None:
        """Replace what the person prefers."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "save",
                timezone=preferences.timezone,
                language=preferences.language,
                default_agent=preferences.default_agent_id,
                default_mode=preferences.default_mode,
                model=preferences.model,
                silence_minutes=preferences.silence_minutes,
                recall=preferences.recall,
                remember=preferences.remember,
            )
            self._database.note_change(user_id)

"""Who lends databases to everybody: an index beside the credentials, which alone say what is lent."""

from collections.abc import Sequence
from typing import Any

from bailiwick.plugin import Database, InstallationStore, Stores

SETTING = "lent_databases"
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('bailiwick/lent_databases', 0))"


async def lenders(stores: Stores, user_id: str) -> Sequence[str]:
    """Return the ids of those who have lent a database to everybody, as `user_id` may know them."""
    return [each for each in _ids(await stores[InstallationStore].get(user_id, SETTING)) if each != user_id]


async def note_lender(database: Database, stores: Stores, user_id: str, *, lends: bool) -> None:
    """Note whether an administrator lends any database. Raises `Forbidden` for who is none."""
    async with database.as_user(user_id) as connection:
        await connection.execute(LOCK)
        before = _ids(await stores[InstallationStore].get(user_id, SETTING))
        after = sorted({*before, user_id}) if lends else [each for each in before if each != user_id]
        if after != before:
            await stores[InstallationStore].put(user_id, SETTING, after)


def _ids(found: Any) -> list[str]:
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []

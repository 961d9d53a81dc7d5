"""The credentials of a data directory, without the rest of the product."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bailiwick.kernel.database.directory import user_ids
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.logs import configure_logging
from bailiwick.kernel.settings import Settings
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.sealing import KeyRing
from bailiwick.tools.settings import ToolSettings


@asynccontextmanager
async def open_credentials(settings: Settings) -> AsyncGenerator[Credentials]:
    """Open the database and yield the credentials on it, also where their keys are not those they were sealed with."""
    configure_logging(settings)
    async with open_server(settings) as server, Database(server.urls.app, pool_size=3) as database:
        yield credentials_of(settings, server.urls.owner, database)


def credentials_of(settings: Settings, owner_url: str, database: Database) -> Credentials:
    """Return every user's credentials in `database`, with the keys of this installation."""
    given = settings.of(ToolSettings).credential_key
    ring = KeyRing(settings.home / "credentials.key", None if given is None else given.get_secret_value())
    return Credentials(database, Stores(database), ring, lambda: asyncio.to_thread(user_ids, owner_url))

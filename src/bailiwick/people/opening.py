"""The people of a data directory, without the rest of the product."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.logs import configure_logging
from bailiwick.kernel.settings import Settings
from bailiwick.people.actions import People
from bailiwick.people.settings import PeopleSettings
from bailiwick.people.store import AccessStore


@asynccontextmanager
async def open_people(settings: Settings) -> AsyncGenerator[People]:
    """Open the database as it is, and yield the people on it."""
    configure_logging(settings)
    async with (
        open_server(settings, upgrade=False) as server,
        Database(server.urls.app, pool_size=2) as database,
    ):
        remembered = RememberedReads(
            database, Bus(database)
        )  # nothing is published here: all is read when it is wanted
        yield People(
            Stores(database)[AccessStore], timedelta(days=settings.of(PeopleSettings).session_days), remembered
        )

"""The database server a process works with: the embedded one, or the operator's own."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from psycopg.conninfo import make_conninfo

from bailiwick.kernel.database import external, migrate
from bailiwick.kernel.database.cluster import SUPERUSER
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.database.migrate import SchemaStatus
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.settings import Settings


@dataclass(frozen=True, slots=True)
class DatabaseServer:
    """A server that answers."""

    urls: DatabaseUrls
    embedded: bool
    status: SchemaStatus
    """How far its schema is."""

    @property
    def admin_url(self) -> str:
        """How to connect as who may rename and create databases; of an operator's own server that is for its role to
        say."""
        if self.embedded:
            return make_conninfo(self.urls.owner, user=SUPERUSER, dbname=SUPERUSER)
        return make_conninfo(self.urls.owner, dbname="postgres")


@asynccontextmanager
async def open_server(settings: Settings, *, upgrade: bool = True) -> AsyncGenerator[DatabaseServer]:
    """Start or join the server, bring its schema up to date, and leave it at the end.

    Raises `Unavailable`, `InvalidInput` (the address) or `Conflict` (the schema), each saying what to do.
    """
    if settings.database_url is not None:
        urls = await asyncio.to_thread(external.prepare, settings.database_url.get_secret_value())
        yield DatabaseServer(urls, embedded=False, status=await _status(urls, upgrade))
        return
    server = await asyncio.to_thread(EmbeddedServer.start, settings.home)
    try:
        yield DatabaseServer(server.urls, embedded=True, status=await _status(server.urls, upgrade))
    finally:
        await asyncio.to_thread(server.close)


async def _status(urls: DatabaseUrls, upgrade: bool) -> SchemaStatus:
    if upgrade:
        before = await asyncio.to_thread(migrate.migrate, urls.owner)
        if before.current:
            return before
    return await asyncio.to_thread(migrate.status, urls.owner)

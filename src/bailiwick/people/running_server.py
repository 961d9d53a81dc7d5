"""Asking the server that runs on this data directory, which alone knows what it can use."""

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.terminal.texts import language, phrase
from bailiwick.people.records import Scope
from bailiwick.people.session import importing, run_async

if TYPE_CHECKING:
    from bailiwick.kernel.settings import Settings

KEY_LIFE = timedelta(minutes=5)
KEY_SCOPES = (Scope.READ, Scope.MANAGE)
ANSWER_SECONDS = 150.0
"""Longer than a model may be silent that is tried."""
REFUSALS = {401: "server.another-database", 404: "server.another-version"}
"""What is said of an answer that tells nothing, by its key."""


def address_of(settings: "Settings") -> str:
    """Return the address of the server that runs on the data directory, or that at which one would be."""
    from bailiwick.kernel.database.serve_lock import serving_at  # heavy; only once there is a platform

    return serving_at(settings.home) or f"http://{settings.host}:{settings.port}"


def ask_server(url: str, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
    """Return the JSON that the server at `url` answers to the owner.

    The key it is asked with is made in the database for that and ends with the answer. Raises `Unavailable`, which
    says why the server does not tell, and whatever opening the database raises.
    """
    with importing():
        from bailiwick.kernel.audit.acting import Actor, Face, acts_from_here
        from bailiwick.kernel.settings import Settings  # with the database, which takes a while to import
        from bailiwick.people.opening import open_people

    async def run() -> Any:
        async with open_people(Settings(log_level="error")) as people:
            owner = await people.owner()
            acts_from_here(Actor(face=Face.CLI, person=owner.id))
            expires = datetime.now(UTC) + KEY_LIFE
            key, secret = await people.create_key(owner.id, "a command of this machine", KEY_SCOPES, expires)
            try:
                return await asyncio.to_thread(_answer, url, method, path, secret, body)
            finally:
                await people.revoke(owner.id, key.id)

    return run_async(run())


def _answer(url: str, method: str, path: str, secret: str, body: Mapping[str, Any] | None) -> Any:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    headers["Accept-Language"] = language()
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        status, content = answer.status, json.loads(answer.read())
    except (OSError, HTTPException, ValueError):
        raise Unavailable(phrase("server.the-server-at-does-not-answer", url=url)) from None
    finally:
        connection.close()
    if status >= 400:
        said = REFUSALS.get(status, "server.does-not-tell")
        raise Unavailable(phrase(said, url=url, detail=content.get("detail", status)))
    return content

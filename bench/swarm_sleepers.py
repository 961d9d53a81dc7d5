"""Ten thousand sleeping residents: what they take of the memory of the server, and of the disk."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from bailiwick.features.swarm.actions import Swarms
from bailiwick.kernel.database.server import open_server
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.models.settings import ModelSettings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People

BAILIWICK = Path(sys.executable).with_name("bailiwick")
IN_A_SWARM = 25
WOKEN = 50
"""Residents that are woken: others before anything is measured, so that everything is loaded, and some at the end."""
POLLED_SECONDS = 15.0
"""After so long every worker has looked for sleepers whose wake-up got lost."""
SLEEPERS = (
    """
    INSERT INTO swarms (id, name, goal, template, limits, residents)
    SELECT 's' || i, 'S' || i, 'Be measured.', NULL, (SELECT limits FROM swarms LIMIT 1), %(each)s
      FROM generate_series(1, %(swarms)s) AS i
    """,
    """
    INSERT INTO residents (id, swarm_id, name, name_key, role, guidance, depth, tools, context_window, color, icon)
    SELECT 'r' || j || '@s' || i, 's' || i, 'R' || j, 'r' || j, 'sleeper', repeat('You sleep well. ', 20), 1,
           '{}', 20, '#6B7280', 'robot'
      FROM generate_series(1, %(swarms)s) AS i, generate_series(1, %(each)s) AS j
    """,
)


@dataclass(frozen=True)
class Sleepers:
    """What was measured; memory is that of the server process, in bytes."""

    residents: int
    before: int
    after: int
    """When they had been created and each worker had looked for lost wake-ups."""
    woken: int
    """When some of them had been woken and slept again."""
    disk: int
    """Growth of the database with indexes."""


async def measure(home: Path, residents: int) -> Sleepers:
    """Create so many residents below a running server."""
    script = home / "script.toml"
    script.write_text('[[turn]]\ntext = "Noted."\n')
    settings = Settings(home=home, model=f"scripted:{script}", ollama_url="", log_level="error")
    async with open_server(settings) as database, open_platform(settings, working=Working.NO) as platform:
        owner, url = (await platform[People].owner()).id, database.urls.owner
        with _serving(settings, home, url) as server:
            made = [await platform[Swarms].create(owner, f"Warm {n}", "Say hello.") for n in range(WOKEN)]
            await _answered(platform, owner, [one.id for one in made])
            await asyncio.sleep(POLLED_SECONDS)
            before, size = server.memory_info().rss, _size(url)
            with psycopg.connect(database.urls.app, autocommit=True) as connection:
                connection.execute("SELECT set_config('bailiwick.user_id', %s, false)", (owner,))
                for statement in SLEEPERS:
                    connection.execute(statement, {"swarms": residents // IN_A_SWARM, "each": IN_A_SWARM})
            disk = _size(url) - size
            await asyncio.sleep(POLLED_SECONDS)
            after = server.memory_info().rss
            woken = [f"s{number}" for number in range(1, WOKEN + 1)]
            for swarm in woken:
                await platform[Swarms].write(owner, swarm, "Hello", to=f"r1@{swarm}")
            await _answered(platform, owner, woken)
            await asyncio.sleep(POLLED_SECONDS)
            return Sleepers(residents, before, after, server.memory_info().rss, disk)


async def _answered(platform: Platform, owner: str, swarms: Sequence[str]) -> None:
    """Wait until the first mail of each swarm has an answer."""
    for swarm in swarms:
        while (await platform[Swarms].get(owner, swarm)).mails < 2:  # noqa: ASYNC110  (only the database knows)
            await asyncio.sleep(0.1)


@contextmanager
def _serving(settings: Settings, home: Path, url: str) -> Generator[psutil.Process]:
    environment = {
        **os.environ,
        "BAILIWICK_HOME": str(home / "server"),
        "BAILIWICK_DATABASE_URL": url,
        "BAILIWICK_MODEL": settings.of(ModelSettings).model or "",
        "BAILIWICK_OLLAMA_URL": "",
        "BAILIWICK_LOG_LEVEL": "error",
    }
    command = [str(BAILIWICK), "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "ready at" in process.stdout.readline()
            yield psutil.Process(process.pid)
        finally:
            process.terminate()
            deadline = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.1)
            process.kill()


def _size(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(row[0]) if row else 0

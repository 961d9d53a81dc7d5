"""Event fan-out: one execution's text to 100 SSE readers over real HTTP.

Printed: how long until the last reader has the last event, and the CPU of the server, beside one reader in the
same run.
"""

import asyncio
import json
import resource
import statistics
import tempfile
import time
from pathlib import Path

from bailiwick.faces.http import create_app
from bailiwick.kernel.http.server import create_server
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.people.records import Scope
from bailiwick.runs.actions import Executions, Submission

READERS = 100
WORDS = 200
ROUNDS = 5
SMALLEST = {"READERS": 2, "WORDS": 5, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""


def main() -> None:
    """Print the time and CPU for one reader and for 100."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        script = Path(home) / "script.toml"
        text = " ".join(f"word{number}" for number in range(WORDS))
        script.write_text(f'[[turn]]\ntext = "{text}"\n')
        settings = Settings(home=Path(home), model=f"scripted:{script}", port=0, log_level="error")
        asyncio.run(_measure(settings))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings, working=Working.YES) as platform:
        owner = (await platform[People].owner()).id
        _, key = await platform[People].create_key(owner, "bench", list(Scope))
        server = create_server(create_app(platform), host="127.0.0.1", port=0)
        serving = asyncio.create_task(server.serve())  # noqa: TID251  (awaited below)
        while not server.started:  # noqa: ASYNC110  (uvicorn offers no event for it)
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        await _round(platform, owner, key, port, 1)
        alone = [await _round(platform, owner, key, port, 1) for _ in range(ROUNDS)]
        many = [await _round(platform, owner, key, port, READERS) for _ in range(ROUNDS)]
        server.should_exit = True
        await serving
    for name, rounds in (("1 reader (floor)", alone), (f"{READERS} readers", many)):
        wall, cpu = statistics.median(r[0] for r in rounds), statistics.median(r[1] for r in rounds)
        factor = cpu / statistics.median(r[1] for r in alone)
        print(f"{name:<34} {wall:7.0f} ms to the last reader  {cpu:7.0f} ms CPU  {factor:5.1f} x floor")


async def _round(platform: Platform, owner: str, key: str, port: int, readers: int) -> tuple[float, float]:
    execution = await platform[Executions].submit(
        owner, Submission(message="Say the words.", agent_id="toby-technical")
    )
    start, cpu = time.perf_counter(), _cpu()
    texts = await asyncio.gather(*(_read(port, key, execution.id) for _ in range(readers)))
    assert len(set(texts)) == 1
    assert texts[0].startswith("word0")
    return (time.perf_counter() - start) * 1000, (_cpu() - cpu) * 1000


async def _read(port: int, key: str, execution_id: str) -> str:
    """Read an execution's stream with raw sockets, so that the reader costs little; return its last event's data."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = (
        f"GET /api/agents/execution/{execution_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {key}\r\nConnection: close\r\n\r\n"
    )
    writer.write(request.encode())
    content = ""
    done = False
    while line := (await reader.readline()).decode():
        if line.startswith("event: done"):
            done = True
        elif done and line.startswith("data:"):
            content = json.loads(line[5:])["content"]
            break
    writer.close()
    return content


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()

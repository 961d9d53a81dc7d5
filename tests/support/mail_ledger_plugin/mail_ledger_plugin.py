"""A plug-in for tests of swarms: a tool with which residents note, outside the product, what mail they have read.

A line of the ledger is `<what> <resident> <process id> <call id> <seconds since 1970> <marks>`. `begin` and `end` are
written around the work, `read` within, once for each call; `beside` is written first where another call of the same
resident is at work, in whatever process: it then waits for that one.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from bailiwick.kernel.database.file_lock import FileLock
from bailiwick.plugin import Plugin
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.toolbox import tool

MARK = "mark-"
"""How a word begins that a test has put into a mail to find it again."""
WAIT_SECONDS = 20.0
WORK_SECONDS = 0.03
"""How long the work takes, so that a worker can be killed in the middle of it."""


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the one tool."""
    del equipment
    return [noteMail]


@tool(idempotent=True)
async def noteMail(
    context: ToolContext, text: Annotated[str, Field(description="What you were told.", max_length=500_000)]
) -> str:
    """Note the marks in a text."""
    marks = [word for word in text.split() if word.startswith(MARK)]
    ledger = Path(os.environ["LEDGER"])
    path = ledger.with_name(f"{ledger.name}.{context.agent_id}")
    place = FileLock.try_acquire(path)
    if place is None:
        _write(ledger, "beside", context, ())
        place = await asyncio.to_thread(FileLock.acquire, path, WAIT_SECONDS)
    try:
        _write(ledger, "begin", context, ())
        await asyncio.sleep(WORK_SECONDS)
        if not _has_read(ledger, context.call_id):
            _write(ledger, "read", context, marks)
        _write(ledger, "end", context, ())
    finally:
        place.release()
    return "noted"


def _has_read(ledger: Path, call_id: str) -> bool:
    return any(line.split()[0] == "read" and line.split()[3] == call_id for line in ledger.read_text().splitlines())


def _write(ledger: Path, what: str, context: ToolContext, marks: Sequence[str]) -> None:
    """Append one line, durably: the process may be killed at the next instruction."""
    line = f"{what} {context.agent_id} {os.getpid()} {context.call_id} {time.time():.6f} {' '.join(marks)}\n"
    with ledger.open("a") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


plugin = Plugin(toolset=toolset)

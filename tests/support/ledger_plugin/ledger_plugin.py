"""A plug-in for durability tests: tools that write each of their effects into a file outside the product."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from bailiwick.plugin import Plugin
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.toolbox import tool

Text = Annotated[str, Field(description="What to write down.", max_length=100)]


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the kinds of tools that recovery and approval treat differently."""
    del equipment
    return [
        recordOnce,
        recordIdempotent,
        lookUp,
        recordApproved,
        eraseAll,
        readOutside,
        readPageOutside,
        sendOutside,
        workUntil,
        workFor,
    ]


@tool()
async def recordOnce(context: ToolContext, text: Text) -> str:
    """Write it down; a second call writes it down twice."""
    write(f"once {context.call_id} {text}")
    return f"wrote {text}"


@tool(idempotent=True)
async def recordIdempotent(context: ToolContext, text: Text) -> str:
    """Write it down, at most once per call id, as an idempotency key makes a provider do."""
    line = f"idempotent {context.call_id} {text}"
    if line not in written():
        write(line)
    return f"wrote {text}"


@tool(read_only=True)
async def lookUp(context: ToolContext, text: Text) -> str:
    """Change nothing; the ledger only counts how often it was asked."""
    write(f"read {context.call_id} {text}")
    return f"found {text}"


@tool(approval=True)
async def recordApproved(context: ToolContext, text: Text) -> str:
    """Write it down after a person agreed; a second call writes it down twice."""
    write(f"approved {context.call_id} {text}")
    return f"wrote {text}"


@tool(destructive=True)
async def eraseAll(context: ToolContext, text: Text) -> str:
    """Stand for a call that destroys; the ledger only grows."""
    write(f"erase {context.call_id} {text}")
    return f"erased {text}"


@tool(read_only=True, open_world=True)
async def readOutside(context: ToolContext, text: Text) -> str:
    """Return what a stranger wrote: the text itself."""
    write(f"outside {context.call_id} {text}")
    return text


@tool(read_only=True, open_world=True)
async def readPageOutside(context: ToolContext, page: Text) -> str:
    """Return what a stranger wrote: the file beside the ledger that is called like the page."""
    write(f"page {context.call_id} {page}")
    return Path(os.environ["LEDGER"]).with_name(page).read_text()


@tool(open_world=True)
async def sendOutside(context: ToolContext, text: Text) -> str:
    """Carry the text out of the house."""
    write(f"sent {context.call_id} {text}")
    return "sent"


@tool(timeout=60.0)
async def workUntil(context: ToolContext, text: Text) -> str:
    """Begin, and end when the file beside the ledger that is called like the text is there."""
    write(f"begin {context.agent_id} {text}")
    try:
        while not Path(os.environ["LEDGER"]).with_name(text).exists():  # noqa: ASYNC110  (another process may make it)
            await asyncio.sleep(0.01)
    except asyncio.CancelledError:
        write(f"cut {context.agent_id} {text}")
        raise
    write(f"end {context.agent_id} {text}")
    return f"worked on {text}"


@tool(idempotent=True)
async def workFor(context: ToolContext, text: Text, milliseconds: Annotated[int, Field(ge=0, le=1000)] = 20) -> str:
    """Begin, and end a little later; the ledger shows who did so, in which process, and that nobody did it twice."""
    who = f"{context.agent_id} {os.getpid()} {context.call_id}"
    write(f"begin {who} {text}")
    await asyncio.sleep(milliseconds / 1000)
    write(f"end {who} {text}")
    return f"worked on {text}"


def written() -> list[str]:
    """Return the lines of the ledger."""
    return Path(os.environ["LEDGER"]).read_text().splitlines()


def write(line: str) -> None:
    """Append one line to the ledger, durably: the process may be killed at the next instruction."""
    with Path(os.environ["LEDGER"]).open("a") as ledger:
        ledger.write(line + "\n")
        ledger.flush()
        os.fsync(ledger.fileno())


plugin = Plugin(toolset=toolset)

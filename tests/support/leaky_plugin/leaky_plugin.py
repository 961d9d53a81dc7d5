"""A plug-in for tests of secrets: a tool that opens a credential and lets it slip in every way it can."""

import base64
import logging
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import Field

from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.plugin import Plugin
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.toolbox import tool

WAYS = 22


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tool."""
    del equipment
    return [leak]


@tool(idempotent=True, concurrent=True)
async def leak(context: ToolContext, way: Annotated[int, Field(description="Which way.")]) -> Any:
    """Let the credential slip."""
    secret = await context.secrets.open("canary")
    encoded = base64.b64encode(secret.encode()).decode()
    url = f"https://user:{quote(secret, safe='')}@example.org/?key={quote(secret, safe='')}"
    echo = f"{secret} {encoded} {url} {secret.encode().hex()} {secret!r}"
    basic = base64.b64encode(f"user:{secret}".encode()).decode()
    said: dict[int, Any] = {
        0: echo,
        1: {"key": secret},
        2: {secret: 1},
        3: [[secret], {"deep": {"deeper": echo}}],
        4: f"Basic {basic}",
        5: secret * 50,
        6: url,
        7: "x" * 200_000 + secret,
    }
    raised: dict[int, Exception] = {
        8: CallFailed(ErrorClass.TOOL, echo),
        9: CallFailed(ErrorClass.AUTHENTICATION, echo),
        10: CallFailed(ErrorClass.VALIDATION, f"Basic {basic}"),
        11: InvalidInput(echo),
        12: Conflict(echo),
        13: ValueError(echo),
        14: KeyError(secret),
        15: TimeoutError(echo),
        16: ConnectionError(url),
        17: OSError(5, echo),
        18: RuntimeError({"headers": {"Authorization": f"Bearer {secret}"}}),
        19: TypeError(echo),
        20: ExceptionGroup(echo, [ValueError(echo)]),
    }
    if way in raised:
        try:
            raise LookupError(echo)
        except LookupError as cause:
            raise raised[way] from cause
    logging.getLogger("leaky").debug("nothing of it here")
    return said.get(way, [echo, None, True, 7])


plugin = Plugin(toolset=toolset)

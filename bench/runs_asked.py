"""Runs done as they are asked for, line by line (JSON); what every peer's program has in common, with no more than
the standard library, so that it can be imported in each of their environments.

{"runs": 100, "at_once": 10}   is answered by   {"seconds": 1.4}
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable

MESSAGE = "Compare two caches."
ANSWER = "Done."
"""What the model step returns at once."""

Run = Callable[[int], Awaitable[None]]
"""Carries one run out to its stored end; called with the number of the lane that it is done in."""


async def answer(run: Run) -> None:
    """Do what is asked on standard input, until that ends."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        print(json.dumps({"seconds": await lanes(run, order["runs"], order["at_once"])}), flush=True)


async def lanes(run: Run, runs: int, at_once: int) -> float:
    """Do so many runs, in so many lanes at once with one after the other in each; return the seconds it took."""

    async def lane(number: int) -> None:
        for _ in range(runs // at_once):
            await run(number)

    start = time.perf_counter()
    await asyncio.gather(*(lane(number) for number in range(at_once)))
    return time.perf_counter() - start

"""Mail of a swarm: how many are sent a second, how soon a turn begins, how many turns are done a second.

Beside it, in the same run and on the same PostgreSQL, procrastinate alone: a job that does nothing, deferred and begun.
"""

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.python_peer import Asked, asked
from bench.runs_asked import lanes
from bench.swarm_mail import Bench, bench

WRITERS = 20
EACH = 20
"""Mails of each writer, to as many residents."""
STARTS = 100
RESIDENTS, TURNS = 10, 20
ROUNDS = 3
SMALLEST = {"WRITERS": 1, "EACH": 2, "STARTS": 1, "RESIDENTS": 1, "TURNS": 1, "ROUNDS": 1}
"""What `--smallest` makes of the sizes."""
SCRIPT = '[[turn]]\ntext = "Noted."\n'


def main() -> None:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        asyncio.run(_measure(Path(home)))


async def _measure(home: Path) -> None:
    async with bench(home, SCRIPT) as ours:
        with asked(sys.executable, "bench.mail_procrastinate", ours.owner_url) as theirs:
            async with ours.working():
                await _beginning(ours, theirs)
                await _turns(ours)
            await _sending(ours, theirs)  # nobody works on what is sent


async def _beginning(ours: Bench, theirs: Asked) -> None:
    swarm, ids = await ours.swarm("Begun", 1)
    await ours.mails(swarm, ids, 2)
    waited, floor = [], []
    for _ in range(ROUNDS):
        floor += (await asyncio.to_thread(theirs.ask, do="starts", jobs=STARTS // ROUNDS))["waited"]
        waited += (await ours.mails(swarm, ids, max(1, STARTS // ROUNDS))).waited
    print("from the call that sends until the work begins, p50, one after the other  (goal: 2 x)")
    for name, found in (("bare job of procrastinate", floor), ("turn of a resident", waited)):
        p50, ratio = statistics.median(found), statistics.median(found) / statistics.median(floor)
        print(f"{name:<46}{p50 * 1000:8.1f} ms   {ratio:6.2f} x of procrastinate's")


async def _turns(ours: Bench) -> None:
    swarm, ids = await ours.swarm("Turns", RESIDENTS)
    await ours.turns(swarm, ids, 2)
    await asyncio.to_thread(ours.analyze)
    rate = statistics.median([RESIDENTS * TURNS / await ours.turns(swarm, ids, TURNS) for _ in range(ROUNDS)])
    print(f"\n{f'turns a second of {RESIDENTS} residents':<46}{rate:8.1f}   (goal: 80)")


async def _sending(ours: Bench, theirs: Asked) -> None:
    mails = WRITERS * EACH
    rates: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        deferred = await asyncio.to_thread(theirs.ask, do="defers", jobs=mails, at_once=WRITERS)
        rates.setdefault("bare defers of procrastinate", []).append(mails / deferred["seconds"])
        swarms = [await ours.swarm(f"Sent {number} {writer}", EACH) for writer in range(WRITERS)]
        one, residents = await ours.swarm(f"Within {number}", EACH)
        await asyncio.to_thread(ours.analyze)
        for name, places in (
            ("mails to sleepers, a swarm for each writer", swarms),
            ("mails to residents that are woken already", swarms),
            ("mails of all writers within one swarm", [(one, residents)] * WRITERS),
        ):
            rates.setdefault(name, []).append(mails / await _sent(ours, places))
    print(f"\nsent a second, {WRITERS} writers at once  (goal: 1 x)")
    floor = statistics.median(rates["bare defers of procrastinate"])
    for name, found in rates.items():
        rate = statistics.median(found)
        print(f"{name:<46}{rate:8.0f}   {rate / floor:6.2f} x of procrastinate's")


async def _sent(ours: Bench, places: Sequence[tuple[str, Sequence[str]]]) -> float:
    """Let each writer send one mail to each resident of its swarm; return the seconds that took."""
    left = [(swarm, iter(residents)) for swarm, residents in places]

    async def write(lane: int) -> None:
        swarm, residents = left[lane]
        await ours.write(swarm, next(residents))

    return await lanes(write, WRITERS * EACH, WRITERS)


if __name__ == "__main__":
    main()

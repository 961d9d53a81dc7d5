"""The swarm: durable mail beside a bare procrastinate job and beside autogen-core's runtime, which keeps all in memory.

All in one run: how long from sending until the reader has begun to work on it, and how many a second, with 1, 10
and 100 readers at once; a token that goes round a ring; the memory of sleeping residents.
"""

import asyncio
import os
import statistics
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.python_peer import Asked, asked, python_of
from bench.swarm_mail import Fan, Ring, bench, ring_script
from bench.swarm_sleepers import WOKEN, measure

FANS = {1: 100, 10: 20, 100: 5}
"""Rounds for each number of readers."""
MEMBERS, LAPS = 50, 20
SLEEPERS = 10_000
PEER = True
"""Whether autogen-core takes part, which is downloaded; without it nothing stands in its lines."""
SMALLEST = {
    "FANS": {1: 2},
    "MEMBERS": 3,
    "LAPS": 1,
    "SLEEPERS": 25,
    "PEER": False,
    "bench.swarm_sleepers.POLLED_SECONDS": 0.1,
    "bench.swarm_sleepers.WOKEN": 1,
}
"""What `--smallest` makes of the sizes."""


NOTHING = {"begun": [float("nan")], "seconds": float("nan")}


class Autogen:
    """autogen-core in a process of its own; without one everything it measures is no number."""

    def __init__(self, peer: Asked | None) -> None:
        self._peer = peer

    def ask(self, **order: Any) -> dict[str, Any]:
        """Have something done and return what was measured."""
        return NOTHING if self._peer is None else self._peer.ask(**order)

    @property
    def memory(self) -> int:
        """Bytes of the process now."""
        return 0 if self._peer is None else self._peer.process.memory_info().rss


@contextmanager
def autogen() -> Generator[Autogen]:
    """Start autogen-core's runtime, if it takes part."""
    if not PEER:
        print("without autogen-core, which is downloaded")
        yield Autogen(None)
        return
    with asked(python_of("autogen-core"), "bench.autogen_runtime") as peer:
        yield Autogen(peer)


def main() -> None:
    """Measure everything and print it."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with autogen() as peer, _folder() as home:
        asyncio.run(_fans(home, peer))
    with autogen() as peer, _folder() as home:
        asyncio.run(_ring(home, peer))
    with autogen() as peer, _folder() as home:
        asyncio.run(_sleepers(home, peer))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


async def _fans(home: Path, peer: Autogen) -> None:
    print("from the call that sends until its reader works on it; messages read and answered (jobs: done) a second")
    print("(each mail to a resident is answered by another one, and both are durable)")
    print(f"{'readers':>7} {'':28} {'p50':>10} {'p99':>10} {'a second':>10}   p50 to the job's, to autogen's")
    async with bench(home, '[[turn]]\ntext = "Noted."\n') as ours, ours.working():
        swarm, ids = await ours.swarm("Fan", max(FANS))
        await ours.mails(swarm, ids[:10], 2)
        await ours.jobs(10, 2)
        for readers, rounds in FANS.items():
            jobs = await ours.jobs(readers, rounds)
            mails = await ours.mails(swarm, ids[:readers], rounds)
            theirs = peer.ask(do="fan", agents=readers, rounds=rounds)
            memory = Fan(theirs["begun"], theirs["seconds"])
            floors = [statistics.median(fan.waited) for fan in (jobs, memory)]
            _print_fan(readers, "bare procrastinate job", jobs, floors)
            _print_fan(readers, "durable mail to a resident", mails, floors)
            _print_fan(readers, "autogen-core, in memory", memory, floors)


def _print_fan(readers: int, name: str, fan: Fan, floors: Sequence[float]) -> None:
    p50, p99 = statistics.median(fan.waited), _quantile(fan.waited, 0.99)
    rate = len(fan.waited) / fan.seconds
    ratios = " ".join(f"{p50 / floor:8.2f} x" for floor in floors)
    print(f"{readers:>7} {name:28} {p50 * 1000:7.1f} ms {p99 * 1000:7.1f} ms {rate:10.0f}   {ratios}")


async def _ring(home: Path, peer: Autogen) -> None:
    hops = MEMBERS * LAPS
    print(f"\na token round {MEMBERS}, {LAPS} laps ({hops} hops), limits lifted")
    async with bench(home, ring_script(MEMBERS)) as ours, ours.working():
        await ours.job_ring(MEMBERS, 50)
        jobs = await ours.job_ring(MEMBERS, hops)
        mails = await ours.ring(MEMBERS, hops)
    theirs = peer.ask(do="ring", agents=MEMBERS, hops=hops)["seconds"] / hops
    floors = [statistics.median(jobs.hops), theirs]
    print(f"{'':28} {'p50':>10} {'p99':>10} {'commits':>8}   p50 to the job's, to autogen's")
    _print_ring("bare procrastinate job", jobs, floors)
    _print_ring("durable mail, a turn each", mails, floors)
    _print_ring("autogen-core, in memory", Ring([theirs], 0.0), floors)


def _print_ring(name: str, ring: Ring, floors: Sequence[float]) -> None:
    p50, p99 = statistics.median(ring.hops), _quantile(ring.hops, 0.99)
    ratios = " ".join(f"{p50 / floor:8.2f} x" for floor in floors)
    print(f"{name:28} {p50 * 1000:7.2f} ms {p99 * 1000:7.2f} ms {ring.commits:8.1f}   {ratios}")


async def _sleepers(home: Path, peer: Autogen) -> None:
    print(f"\n{SLEEPERS:,} sleeping residents")
    ours = await measure(home, SLEEPERS)
    peer.ask(do="sleepers", agents=10)
    before = peer.memory
    peer.ask(do="sleepers", agents=SLEEPERS)
    theirs = peer.memory - before
    mib = 1024 * 1024
    print(f"server process: {ours.before / mib:.1f} MiB before, {ours.after / mib:.1f} MiB after they were created,")
    print(f"{'':15} {ours.woken / mib:.1f} MiB after {WOKEN} of them were woken and slept again;")
    print(f"{'':15} {(ours.after - ours.before) / SLEEPERS:.0f} bytes each")
    print(f"database: {ours.disk / SLEEPERS:.0f} bytes each on disk, with indexes")
    print(f"autogen-core: {theirs / SLEEPERS:.0f} bytes each in memory")


def _quantile(values: Sequence[float], place: float) -> float:
    return sorted(values)[min(int(len(values) * place), len(values) - 1)]


@contextmanager
def _folder() -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as name:
        yield Path(name)


if __name__ == "__main__":
    main()

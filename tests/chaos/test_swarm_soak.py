"""Twenty people write to a swarm at once while its workers are killed and its database dies: no mail is lost."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from bailiwick.features.swarm.records import Activity, DeliveryStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.database.embedded import EmbeddedServer
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.platform import Working
from bailiwick.people.records import PERSON
from support.database_crash import kill_and_restart
from support.installation import Installation, Member
from support.mail_ledger import NOTES, MailLedger
from support.running import person, running, script
from support.swarms import SwarmOf, swarm_of

SENDERS, LEAST = 20, 3
"""People who write at once, and how many mails each writes at least."""
PAUSE = 0.5
"""Seconds between two mails of one person."""
Place = tuple[dict[str, str], set[str]]
"""Where a mail goes, and which residents are to read it."""
PASSES_ON = """
[[rule]]
instructions = "You are Porter"
[[rule.turn]]
calls = [
  { tool = "noteMail", arguments = { text = "{user}" } },
  { tool = "send", arguments = { to = "Last", content = "{user}", expects_reply = false } },
]
[[rule.turn]]
text = "passed on"
"""
QUICK = {"heartbeat_seconds": 0.3, "stalled_seconds": 1.5}
NO_LIMITS = {
    "depth": None,
    "children": None,
    "residents": None,
    "mails": None,
    "pair_per_minute": None,
    "laps": None,
    "seconds": None,
    "tokens": None,
}


@dataclass
class Sent:
    """What the senders know."""

    acknowledged: dict[str, set[str]] = field(default_factory=dict)
    """Residents who are to read a mark, by mark."""
    unsure: dict[str, set[str]] = field(default_factory=dict)
    """The same for mail whose sending was answered by an error: it may be there, or not."""


async def write_on(swarm: SwarmOf, sent: Sent, places: Iterator[Place], name: str, over: asyncio.Event) -> None:
    """Send mail after mail until everything has happened that is to happen, and so many in any case."""
    for number in count():
        if number >= LEAST and over.is_set():
            return
        where, readers = next(places)
        await write(swarm, sent, where, readers, f"{name}-{number}")
        if not over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), PAUSE)


async def write(swarm: SwarmOf, sent: Sent, where: dict[str, str], readers: set[str], name: str) -> None:
    """Send one mail; what failed is sent again under another mark, as a person would."""
    for attempt in count(1):
        mark = f"mark-{name}-{attempt}"
        try:
            await swarm.write(f"Read {mark} .", **where)
        except Unavailable:
            sent.unsure[mark] = readers
            await asyncio.sleep(0.1)
            continue
        sent.acknowledged[mark] = readers
        return


async def killed_at_work(swarm: SwarmOf, ledger: MailLedger, workers: list[Member]) -> Member:
    """Kill whichever worker is seen in the middle of a call first."""

    async def frozen_at_work() -> Member | None:
        for worker in workers:
            worker.freeze()
            if ledger.open_calls(worker.pid):
                return worker
            worker.thaw()
        return None

    worker = await swarm.until(frozen_at_work, seconds=60)
    await worker.kill()
    return worker


@pytest.mark.parametrize(
    ("kills", "crashes"),
    [(2, 1), pytest.param(40, 10, marks=(pytest.mark.long, pytest.mark.timeout(900)))],
)
def test_every_acknowledged_mail_is_read_once_by_each_recipient_whatever_dies(
    home: Path, tmp_path: Path, monkeypatch, kills: int, crashes: int
):
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    ledger, sent = MailLedger(tmp_path, monkeypatch), Sent()
    model = script(tmp_path, PASSES_ON + NOTES)
    killed: set[int] = set()

    async def disturb(swarm: SwarmOf, installation: Installation, workers: list[Member]) -> None:
        blows = ["worker"] * kills + ["database"] * crashes
        chance.shuffle(blows)
        for blow in blows:
            if blow == "database":
                await swarm.until(lambda: asyncio.to_thread(ledger.lines, "begin"), seconds=60)
                await asyncio.to_thread(kill_and_restart, home)
                continue
            worker = await killed_at_work(swarm, ledger, workers)
            killed.add(worker.pid)
            workers.remove(worker)
            workers.append(await installation.worker())

    async def at_rest(swarm: SwarmOf) -> bool:
        try:
            residents = await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)
            sleepers = await swarm.stores[ResidentTurnStore].sleepers(swarm.user, swarm_id=swarm.id)
        except Unavailable:
            return False
        return not sleepers and all(one.activity is Activity.SLEEPING for one in residents)

    async def story(owner_url: str) -> Counter[tuple[str, str]]:
        async with (
            running(owner_url, tmp_path, mode=Working.NO, model=model, **QUICK) as platform,
            Installation(owner_url, tmp_path, model, **QUICK) as installation,
        ):
            swarm = await swarm_of(await person(platform), **NO_LIMITS)
            ids = [(await swarm.has(name, tools=["noteMail"])).id for name in ("Ana", "Ben", "Cara", "Dan")]
            porter, last = [(await swarm.has(name, tools=["noteMail"])).id for name in ("Porter", "Last")]
            team = await swarm.people.create_room(swarm.user, swarm.id, "Team", [PERSON, *ids])
            choices = [
                *(({"to": one}, {one}) for one in ids),
                ({"room_id": team.id}, set(ids)),
                ({"to": porter}, {porter, last}),
            ]
            workers = list(await asyncio.gather(installation.worker(), installation.worker()))
            over = asyncio.Event()
            places = iter(lambda: chance.choice(choices), None)
            async with asyncio.TaskGroup() as group:
                for number in range(SENDERS):
                    group.create_task(write_on(swarm, sent, places, str(number), over))
                await disturb(swarm, installation, workers)
                over.set()
            await swarm.until(lambda: at_rest(swarm), seconds=60)
            dead = await swarm.mails(dead=True)
            return Counter(
                (delivery.recipient, mark)
                for mail in dead
                for mark in mail.content.split()
                if mark.startswith("mark-")
                for delivery in mail.deliveries
                if delivery.status is DeliveryStatus.DEAD
            )

    with EmbeddedServer.start(home) as server:
        dead = asyncio.run(story(server.urls.owner))
    read = ledger.readings()
    wanted = {(reader, mark) for mark, readers in sent.acknowledged.items() for reader in readers}
    possible = wanted | {(reader, mark) for mark, readers in sent.unsure.items() for reader in readers}
    assert len(sent.acknowledged) >= SENDERS * LEAST
    assert len(killed) == kills
    assert {pair: times for pair, times in read.items() if times > 1} == {}, "read twice"
    assert read.keys() <= possible, "invented"
    # What became a dead letter before it was passed on is missing at the end of the way, too.
    given_up = {mark for _, mark in dead}
    assert not {pair for pair in wanted - read.keys() if pair[1] not in given_up}, f"lost, with seed {seed}"
    assert len(dead) < len(wanted) / 2, "most mail was read, not given up"

"""A swarm on two API processes and three workers: told the same everywhere, run anywhere, one runner each, no loss."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from bailiwick.kernel.platform import Working
from bailiwick.people.records import Scope, Secret, TokenKind
from bailiwick.people.store import AccessStore
from support.installation import Installation, Member
from support.mail_ledger import NOTES, MailLedger
from support.running import Person, person, running, script
from support.swarms import SwarmOf, swarm_of

TAKE_OVER_SECONDS = 30.0
"""How soon the residents of a worker that was killed go on elsewhere."""
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
class Heard:
    """What one reader of a stream was told, until the swarm is paused."""

    facts: list[dict[str, Any]] = field(default_factory=list)
    text: dict[str, str] = field(default_factory=dict)
    """By execution and call, put together as a web app does."""
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self, client: httpx.AsyncClient, path: str) -> None:
        async with client.stream("GET", path, timeout=None) as response:
            assert response.status_code == 200, await response.aread()
            async with aclosing(_events(response)) as events:
                async for kind, data in events:
                    self._hear(kind, data)
                    if kind == "swarm.changed" and data["data"]["change"] == "paused":
                        return

    def _hear(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "hello":
            self.begun.set()
        elif kind == "agent.stream":
            key = f"{data['executionId']} {data['call']}"
            self.text[key] = self.text.get(key, "")[: data["offset"]] + data["text"]
        elif kind != "cursor":
            self.facts.append(data)


async def _events(response: httpx.Response) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
    kind = ""
    async for line in response.aiter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


@asynccontextmanager
async def calling(member: Member, key: str) -> AsyncGenerator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=member.url, headers=headers, timeout=30, trust_env=False) as client:
        yield client


async def key_of(someone: Person) -> str:
    secret = Secret.new(TokenKind.API_KEY, someone.id)
    await someone.platform.stores[AccessStore].add_token(secret, "tests", tuple(Scope), None)
    return secret.text


async def killed_at_work(swarm: SwarmOf, ledger: MailLedger, worker: Member) -> tuple[float, set[str]]:
    """Kill a worker in the middle of calls of the ledger's tool; return when, and whose calls they were."""

    async def frozen_at_work() -> set[str]:
        worker.freeze()
        if cut := {line.resident for line in ledger.open_calls(worker.pid)}:
            return cut
        worker.thaw()
        return set()

    cut = await swarm.until(frozen_at_work)
    await worker.kill()
    return time.time(), cut


@pytest.mark.parametrize(
    ("residents", "rounds", "kills"),
    [(20, 3, 1), pytest.param(30, 60, 8, marks=(pytest.mark.long, pytest.mark.timeout(600)))],
)
def test_two_api_processes_and_three_workers_serve_one_swarm_while_workers_are_killed(
    database_urls, tmp_path: Path, monkeypatch, residents: int, rounds: int, kills: int
):
    ledger = MailLedger(tmp_path, monkeypatch)
    model = script(tmp_path, NOTES)
    numbers = count(1)
    sent: list[tuple[str, str]] = []
    cut: list[tuple[float, set[str]]] = []
    killed: set[int] = set()

    async def write(client: httpx.AsyncClient, swarm: SwarmOf, to: str) -> None:
        mark = f"mark-{next(numbers)}"
        answer = await client.post(f"/api/swarms/{swarm.id}/mail", json={"content": f"Read {mark} .", "to": to})
        assert answer.status_code == 201, answer.text
        sent.append((to, mark))

    async def story() -> tuple[list[Heard], list[int], int]:
        async with (
            running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform,
            # Few turns at a time for each worker, so that none can take all; how long one may be silent is as shipped.
            Installation(database_urls.owner, tmp_path, model, concurrency=4) as installation,
        ):
            apis = await asyncio.gather(installation.api(), installation.api())
            workers = list(await asyncio.gather(installation.worker(), installation.worker(), installation.worker()))
            pids = [worker.pid for worker in workers]
            someone = await person(platform)
            swarm = await swarm_of(someone, **NO_LIMITS)
            ids = [(await swarm.has(f"R{number}", tools=["noteMail"])).id for number in range(residents)]
            key = await key_of(someone)
            async with calling(apis[0], key) as one, calling(apis[1], key) as other, asyncio.TaskGroup() as group:
                paths = (f"/api/swarms/{swarm.id}/stream", f"/api/swarms/{swarm.id}/residents/{ids[0]}/stream")
                readers = [(Heard(), client, path) for path in paths for client in (one, other)]
                for heard, client, path in readers:
                    group.create_task(heard.read(client, path))
                    await asyncio.wait_for(heard.begun.wait(), 30)
                clients = cycle((one, other))
                for number in range(rounds):
                    wave = [write(next(clients), swarm, to) for to in ids]
                    if number % (rounds // kills) == 1:
                        posting = asyncio.gather(*wave)
                        worker = workers.pop(0)
                        killed.add(worker.pid)
                        cut.append(await killed_at_work(swarm, ledger, worker))
                        await posting
                        if len(cut) < kills:
                            workers.append(await installation.worker())
                            pids.append(workers[-1].pid)
                    else:
                        await asyncio.gather(*wave)
                await swarm.sleeps(seconds=60 if kills == 1 else 300)
                await swarm.people.pause(someone.id, swarm.id)
            assert not await swarm.mails(dead=True)
            return [heard for heard, _, _ in readers], pids, (await swarm.get()).mails

    heard, pids, mails = asyncio.run(story())
    assert ledger.readings() == dict.fromkeys(sent, 1), "lost, duplicated or invented"
    assert len(sent) == residents * rounds
    begins = ledger.lines("begin")
    assert {line.pid for line in begins} == set(pids), "wake-ups run on every worker"
    assert not ledger.lines("beside")
    assert not ledger.overlaps(killed), "one runner for each resident"
    for at, whose in cut:
        assert whose
        for resident in whose:
            again = min(line.at for line in begins if line.resident == resident and line.at > at)
            assert again - at < TAKE_OVER_SECONDS
    of_swarm, of_one = heard[:2], heard[2:]
    for one, other in (of_swarm, of_one):
        ids = [fact["id"] for fact in one.facts]
        assert len(ids) == len(set(ids))
        assert one.facts == other.facts, "every process tells the same, in the same order"
    positions = [fact["data"]["position"] for fact in of_swarm[0].facts if fact["kind"] == "mail.sent"]
    assert sorted(positions) == list(range(1, mails + 1)), "every mail is told, once"
    of_first = {fact["data"].get("resident") for fact in of_one[0].facts} - {None}
    assert of_first == {next(to for to, mark in sent if mark == "mark-1")}
    assert not of_swarm[0].text
    assert not of_swarm[1].text

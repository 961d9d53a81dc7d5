"""Workers of a swarm are killed again and again: mail is read once, or becomes a dead letter."""

import asyncio
import random
from collections import Counter

import pytest

from bailiwick.features.swarm.records import DeliveryStatus
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.platform import Working
from bailiwick.people.records import PERSON
from bailiwick.runs.store import ExecutionStore
from support.ledger import crash, new_ledger, worker
from support.running import person, running, script, working
from support.swarms import SILENCE, calls, rule, swarm_of


def test_mail_that_kills_its_worker_each_time_becomes_a_dead_letter(database_urls, tmp_path, monkeypatch):
    new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, rule("Ana", 'text = "poison"', user="poison") + rule("Ana", 'text = "Fine."'))

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana")
            await swarm.write("poison", to="Ana")
            for _ in range(4):  # as a worker does that dies then
                claim = await platform.stores[ResidentTurnStore].begin(swarm.user, "ana@solar")
                await platform.stores[ExecutionStore].claim(swarm.user, claim.execution_id)
            await crash(database_urls.owner, tmp_path, model, "before model completed")
            async with working(platform):
                await swarm.until(lambda: died(swarm))
                await swarm.write("And this?", to="Ana")
                await swarm.sleeps()
            return (await swarm.mails(dead=True))[0].deliveries[0], await swarm.said("Ana")

    async def died(swarm):
        return (await swarm.get()).dead

    dead, said = asyncio.run(story())
    assert (dead.status, dead.attempts) == (DeliveryStatus.DEAD, 6), "five, and the one that gave it up"
    assert "died" in dead.error
    assert said == ["Fine."], "the resident goes on with its other mail"


@pytest.mark.parametrize(
    ("residents", "kills"), [(30, 3), pytest.param(30, 30, marks=[pytest.mark.long, pytest.mark.timeout(600)])]
)
def test_a_swarm_survives_random_kills_with_one_runner_for_each_resident(
    database_urls, tmp_path, monkeypatch, residents, kills
):
    """Two workers at a time, one of which dies again and again; the ledger outside tells what really happened."""
    ledger = new_ledger(tmp_path, monkeypatch)
    seed = 20_261_122
    draw = random.Random(seed)
    text = rule("R", calls(("workFor", {"text": "work", "milliseconds": 30})), SILENCE)
    model = script(tmp_path, text)
    rounds = 2 if kills < 10 else 10

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            swarm = await swarm_of(await person(platform), residents=None)
            names = [f"R{number}" for number in range(residents)]
            for name in names:
                await swarm.has(name, tools=["workFor"])
            # Long enough that a busy machine makes no process look dead: each take-over counts as an attempt.
            steady = worker(database_urls.owner, tmp_path, model, stalled=5)
            written = []
            try:
                for number in range(kills):
                    victim = worker(database_urls.owner, tmp_path, model, stalled=5)
                    readers = names if number < rounds else draw.sample(names, 5)
                    # Each of them works at least once after its mail; some may have done so before all is written.
                    enough = len(ledger.read_text().splitlines()) + draw.randrange(1, len(readers) * 2 // 3)
                    for name in readers:
                        written.append(await swarm.write(f"Work, {number}.", to=name))
                    await swarm.until(lambda enough=enough: grown(enough))
                    victim.kill()
                    await asyncio.to_thread(victim.wait, 30)
                await swarm.sleeps(seconds=120)
            finally:
                steady.terminate()
                await asyncio.to_thread(steady.wait, 30)
            return await swarm.mails(), written, await swarm.get()

    async def grown(size):
        return len(ledger.read_text().splitlines()) >= size

    mails, written, swarm = asyncio.run(story())
    lines = [line.split() for line in ledger.read_text().splitlines()]
    assert len(written) >= residents, f"seed {seed}"
    assert {mail.id for mail in written} <= {mail.id for mail in mails}
    for mail in written:
        (delivery,) = [one for one in mail_of(mails, mail).deliveries if one.recipient != PERSON]
        assert delivery.status is DeliveryStatus.READ, (seed, delivery)
    assert swarm.dead == 0
    ended = Counter(call for what, _, _, call, _ in lines if what == "end")
    begun = Counter(call for what, _, _, call, _ in lines if what == "begin")
    assert set(begun) == set(ended), f"seed {seed}: every call came to its end"
    assert sum(begun.values()) - len(begun) <= kills * 20, "a call is repeated only when its worker was killed"
    assert overlaps(lines) == [], f"seed {seed}: two runners of one resident"


def mail_of(mails, wanted):
    return next(mail for mail in mails if mail.id == wanted.id)


def overlaps(lines):
    """Return pairs of processes that worked for one resident at the same time: both wrote while the other had begun."""
    found = []
    open_calls = {}
    for what, agent, process, *_ in lines:
        other = open_calls.get(agent)
        if what == "begin":
            open_calls[agent] = process
        elif other is not None and other != process:
            found.append((agent, process, other))  # the end of a call that another runner has begun since
        else:
            open_calls.pop(agent, None)
    return found

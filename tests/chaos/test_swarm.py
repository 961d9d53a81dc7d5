"""Workers of a swarm are killed, and its database: mail is read once, effects happen once or are reported."""

import asyncio
import random
from collections import Counter
from itertools import product

import pytest

from bailiwick.core.executions import ExecutionStatus
from bailiwick.core.swarm import PERSON, Activity, DeliveryStatus
from bailiwick.settings import Settings
from bailiwick.wiring import Working, open_platform
from support.database_crash import kill_and_restart
from support.ledger import crash, new_ledger, shortened, worker
from support.running import person, running, script, working
from support.swarms import SILENCE, calls, rule, send, swarm_of

COMMITS = ("claim", "model completed", "tool running", "tool completed", "finish")
BOUNDARIES = [f"{side} {what}" for side, what in product(("before", "after"), COMMITS)]
BEGUN_WITHOUT_RESULT = {"after tool running", "before tool completed"}


@pytest.mark.parametrize("boundary", shortened(BOUNDARIES))
def test_a_worker_killed_at_any_boundary_of_a_turn_sends_and_reads_everything_once(
    database_urls, tmp_path, monkeypatch, boundary
):
    ledger = new_ledger(tmp_path, monkeypatch)
    text = (
        rule("Ana", calls(send("Ben", "Write it down.")), 'text = "I asked Ben."')
        + rule("Ben", calls(("recordIdempotent", {"text": "hello"})), 'text = "Written."')
    )  # fmt: skip
    model = script(tmp_path, text)

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana")
            await swarm.has("Ben", tools=["record.*"])
            await swarm.write("Have it written down.", to="Ana")
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                await swarm.sleeps()
            turns = [
                turn
                for one in ("ana@solar", "ben@solar")
                for turn in await platform.stores.resident_turns.list(swarm.user, one)
            ]
            return await swarm.mails(), turns

    mails, turns = asyncio.run(story())
    assert [(mail.sender, mail.content) for mail in mails if mail.sender == "ana@solar"] == [
        ("ana@solar", "Write it down."), ("ana@solar", "I asked Ben."),
    ]  # fmt: skip
    assert Counter(mail.content for mail in mails).most_common(1)[0][1] == 1, "nothing was sent twice"
    assert [mail.position for mail in mails] == list(range(1, len(mails) + 1))
    assert len(ledger.read_text().splitlines()) == 1
    assert {turn.status for turn in turns} == {ExecutionStatus.COMPLETED}
    assert len(turns) == 2
    assert all(
        one.status is DeliveryStatus.READ for mail in mails for one in mail.deliveries if one.recipient != PERSON
    )
    attempts = [one.attempts for one in mails[0].deliveries]
    assert attempts == [1 if boundary in ("before claim", "after finish") else 2]


@pytest.mark.parametrize("boundary", sorted(BEGUN_WITHOUT_RESULT))
def test_an_effect_whose_outcome_nobody_knows_is_reported_and_not_repeated(
    database_urls, tmp_path, monkeypatch, boundary
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, rule("Ana", calls(("recordOnce", {"text": "hello"})), 'text = "{result}"'))

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana", tools=["record.*"])
            await swarm.write("Write it down.", to="Ana")
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                waiting = await swarm.until(lambda: waits(swarm))
                await platform.executions.resume(swarm.user, waiting.execution_id, retry=False)
                await swarm.sleeps()
            return waiting, await swarm.said("Ana")

    async def waits(swarm):
        ana = await swarm.resident("Ana")
        return ana if ana.activity is Activity.WAITING else None

    waiting, said = asyncio.run(story())
    assert "recordOnce" in waiting.doing
    assert "Nobody knows" in said[0]
    assert len(ledger.read_text().splitlines()) == (0 if boundary == "after tool running" else 1)


def test_mail_that_kills_its_worker_each_time_becomes_a_dead_letter(database_urls, tmp_path, monkeypatch):
    new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, rule("Ana", 'text = "poison"', user="poison") + rule("Ana", 'text = "Fine."'))

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana")
            await swarm.write("poison", to="Ana")
            for _ in range(4):  # as a worker does that dies then
                claim = await platform.stores.resident_turns.begin(swarm.user, "ana@solar")
                await platform.stores.executions.claim(swarm.user, claim.execution_id)
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
            steady = worker(database_urls.owner, tmp_path, model)
            written = []
            try:
                for number in range(kills):
                    victim = worker(database_urls.owner, tmp_path, model)
                    for name in names if number < rounds else draw.sample(names, 5):
                        written.append(await swarm.write(f"Work, {number}.", to=name))
                    begun = len(ledger.read_text().splitlines())
                    await swarm.until(lambda begun=begun: grown(begun + draw.randrange(5, 20)))
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


@pytest.mark.timeout(240)
def test_a_swarm_survives_a_database_that_is_killed_again_and_again(home, monkeypatch):
    ledger = new_ledger(home, monkeypatch)
    kills, residents = 3, 10
    model = script(home, rule("R", calls(("workFor", {"text": "work", "milliseconds": 10})), 'text = "done"'))
    settings = Settings(
        home=home, model=model, ollama_url="", log_level="error", heartbeat_seconds=0.3, stalled_seconds=1.5
    )

    async def story():
        async with open_platform(settings) as platform:
            swarm = await swarm_of(await person(platform))
            names = [f"R{number}" for number in range(residents)]
            for name in names:
                await swarm.has(name, tools=["workFor"])
            written = []
            for number in range(kills):
                for name in names:
                    written.append(await swarm.write(f"Work, {number}.", to=name))
                await asyncio.to_thread(kill_and_restart, home)
            # A turn that failed three times waits 42 seconds in all before its fourth attempt.
            await swarm.until(lambda: read(swarm, written), seconds=150)
            return await swarm.mails(), written

    async def read(swarm, written):
        now = await swarm.mails()
        return all(
            one.status is DeliveryStatus.READ
            for mail in written
            for one in mail_of(now, mail).deliveries
            if one.recipient != PERSON
        )

    mails, written = asyncio.run(story())
    assert len({mail.id for mail in mails}) == len(mails)
    replies = Counter(mail.reply_to for mail in mails if mail.sender != PERSON)
    assert max(replies.values()) == 1, "no reply was sent twice"
    lines = [line.split() for line in ledger.read_text().splitlines()]
    assert {call for what, _, _, call, _ in lines if what == "end"}, "something was done"
    assert len(written) == kills * residents

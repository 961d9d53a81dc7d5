"""What bounds a swarm: laps, rates, numbers, depth, rounds, tokens and time; each stops with a reason."""

import asyncio
from itertools import pairwise

import pytest

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.mailing import Mailing
from bailiwick.features.swarm.records import NewMail, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.errors import InboxFull
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Working
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.usage import Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.queue_bound import QueueBound
from support.running import person, running, script, working
from support.swarms import SILENCE, calls, create, group, rule, send, swarm_of


def told(story, own_database, tmp_path, text, *, mode=Working.YES, unread=500, **limits):
    """Tell a story about an empty swarm with a scripted model."""

    async def tell():
        async with running(
            own_database.owner, tmp_path, model=script(tmp_path, text), mode=mode, unread_per_resident=unread
        ) as platform:
            return await story(await swarm_of(await person(platform), **limits))

    return asyncio.run(tell())


def mailing_of(platform):
    queue = QueueBound(platform.stores, 500)
    return Mailing(
        platform.database,
        platform.stores,
        platform[Jobs],
        platform[Bus],
        queue,
        platform[Background],
        most_unread=20_000,
    )


def test_ping_pong_ends_at_the_lap_limit_with_a_visible_reason(own_database, tmp_path):
    text = rule("Ana", calls(send("Ben", "Ping.")), SILENCE) + rule("Ben", calls(send("Ana", "Pong.")), SILENCE)

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        await swarm.write("Play.", to="Ana")
        await swarm.sleeps()
        first = [mail.content for mail in await swarm.mails()]
        await swarm.write("Once more.", to="Ana")
        await swarm.sleeps()
        return first, await swarm.mails(), await swarm.facts("mail.refused"), await swarm.get()

    first, mails, refused, swarm = told(story, own_database, tmp_path, text)
    assert (first.count("Ping."), first.count("Pong.")) == (2, 2)
    assert [mail.content for mail in mails].count("Ping.") == 4, "a person's word begins a new chain"
    assert [fact["rule"] for fact in refused] == ["laps", "laps"]
    assert refused[0]["ring"] == ["ana@solar", "ben@solar"]
    assert "Lap 3 of Ana → Ben → Ana" in refused[0]["reason"]
    assert swarm.status is SwarmStatus.RUNNING


def test_a_ring_of_twenty_ends_after_two_laps(own_database, tmp_path):
    names = [f"Resident {number:02}" for number in range(20)]
    text = "".join(
        rule(name, calls(send(after, "Pass it on.")), SILENCE) for name, after in pairwise([*names, names[0]])
    )

    async def story(swarm):
        for name in names:
            await swarm.has(name)
        await swarm.write("Begin.", to=names[0])
        await swarm.sleeps(seconds=90)
        return await swarm.mails(), await swarm.facts("mail.refused")

    mails, refused = told(story, own_database, tmp_path, text)
    assert [mail.content for mail in mails].count("Pass it on.") == 40
    assert len(refused) == 1
    assert len(refused[0]["ring"]) == 20
    assert mails[-1].hop >= 39


def test_who_leads_may_ask_one_after_the_other_without_its_being_a_lap(own_database, tmp_path):
    others = [f"Helper {number}" for number in range(4)]
    text = rule("Ana", calls(send(others[0], "Your turn?", expects_reply=True)), SILENCE, user="Begin")
    for one, after in pairwise(others):
        text += rule("Ana", calls(send(after, "Your turn?", expects_reply=True)), SILENCE, user=f"from {one}")
    text += rule("Ana", calls(send(PERSON, "All have answered.")), SILENCE, user=f"from {others[-1]}")
    text += rule("Helper", 'text = "done"')

    async def story(swarm):
        for name in ("Ana", *others):
            await swarm.has(name)
        await swarm.write("Begin.", to="Ana")
        await swarm.sleeps()
        return await swarm.said("Ana"), await swarm.facts("mail.refused")

    said, refused = told(story, own_database, tmp_path, text)
    assert said[-1] == "All have answered."
    assert refused == []


def test_too_many_mails_to_one_room_in_a_minute_are_refused(own_database, tmp_path):
    text = rule("Ana", calls(*[send("Ben", f"Mail {number}") for number in range(5)]), 'text = "{result}"') + rule(
        "Ben", SILENCE
    )

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        await swarm.write("Write.", to="Ana")
        await swarm.sleeps()
        return await swarm.said("Ana", "Ben"), await swarm.said("Ana"), await swarm.facts("mail.refused")

    sent, said, refused = told(story, own_database, tmp_path, text, pair_per_minute=3)
    assert sent == ["Mail 0", "Mail 1", "Mail 2"]
    assert "3 times" in said[0]
    assert [fact["rule"] for fact in refused] == ["pair_per_minute"] * 2


def test_mail_to_a_resident_that_does_not_read_is_refused_when_too_much_is_unread(own_database, tmp_path):
    text = rule("Ana", calls(*[send("Ben", f"Mail {number}") for number in range(5)]), 'text = "{result}"') + rule(
        "Ben", SILENCE
    )

    async def story(swarm):
        await swarm.has("Ana")
        ben = await swarm.has("Ben")
        await swarm.people.pause_resident(swarm.user, ben.id)
        await swarm.write("Write.", to="Ana")
        await swarm.sleeps()
        refused = await swarm.facts("mail.refused")
        with pytest.raises(InboxFull, match="3 mails are unread"):
            await swarm.write("Are you there?", to="Ben")
        unread = (await swarm.resident("Ben")).unread
        await swarm.people.resume_resident(swarm.user, ben.id)
        await swarm.sleeps()
        await swarm.write("And now?", to="Ben")
        return await swarm.said("Ana", "Ben"), await swarm.said("Ana"), refused, unread

    sent, said, refused, unread = told(story, own_database, tmp_path, text, unread=3)
    assert sent == ["Mail 0", "Mail 1", "Mail 2"]
    assert "ben@solar: 3 mails are unread" in said[0]
    assert [fact["rule"] for fact in refused] == ["unread"] * 2
    assert unread == 3


def test_an_answer_whose_reader_has_too_much_unread_is_refused_and_the_turn_ends(own_database, tmp_path):
    async def story(swarm):
        await swarm.has("Ana")
        ben = await swarm.has("Ben")
        await swarm.people.pause_resident(swarm.user, ben.id)
        await swarm.write("Read this.", to="Ben")
        await swarm.write("Is it so?", to="Ana", as_resident=ben.id, expects_reply=True)
        await swarm.sleeps()
        return await swarm.said("Ana", "Ben"), await swarm.facts("mail.refused"), await swarm.facts("resident.slept")

    said, refused, slept = told(story, own_database, tmp_path, rule("Ana", 'text = "It is."'), unread=1)
    assert said == []
    assert [fact["rule"] for fact in refused] == ["unread"]
    assert [(fact["resident"], fact["outcome"], fact["unread"]) for fact in slept] == [("ana@solar", "done", 0)]


async def when_status_is(swarm, status):
    now = await swarm.get()
    return now if now.status is status else None


def test_an_answer_that_the_mail_limit_holds_up_is_sent_when_the_limit_is_raised(own_database, tmp_path):
    async def story(swarm):
        await swarm.has("Ana")
        await swarm.write("Is it so?", to="Ana")
        paused = await swarm.until(lambda: when_status_is(swarm, SwarmStatus.PAUSED))
        unread = (await swarm.resident("Ana")).unread
        await swarm.people.update(swarm.user, swarm.id, limits=paused.limits.evolve(mails=100))
        await swarm.people.resume(swarm.user, swarm.id)
        await swarm.sleeps()
        return unread, await swarm.said("Ana"), await swarm.facts("model-call")

    unread, said, asked = told(story, own_database, tmp_path, rule("Ana", 'text = "It is."'), mails=1)
    assert unread == 1, "what was not answered counts as unread"
    assert said == ["It is."]
    assert len(asked) == 1, "the answer that there was is the one that is sent"


def test_a_swarm_that_has_sent_its_mails_pauses_and_goes_on_when_it_may_send_more(own_database, tmp_path):
    text = rule("Ana", calls(send("Ben", "One."), send("Ben", "Two.")), SILENCE) + rule("Ben", SILENCE)

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        await swarm.write("Write.", to="Ana")
        paused = await swarm.until(lambda: when_status_is(swarm, SwarmStatus.PAUSED))
        await swarm.write("A person may always write.", to="Ben")
        await swarm.people.update(swarm.user, swarm.id, limits=paused.limits.evolve(mails=100))
        await swarm.people.resume(swarm.user, swarm.id)
        await swarm.sleeps()
        return paused, await swarm.mails(), await swarm.facts("swarm.changed")

    paused, mails, changed = told(story, own_database, tmp_path, text, mails=2)
    assert "2 mails" in paused.reason
    assert "limited" in [fact["change"] for fact in changed]
    assert [mail.content for mail in mails][:3] == ["Write.", "One.", "A person may always write."]
    assert len(mails) == 5, "both reply to the person"


def test_creating_goes_no_deeper_than_the_limit(own_database, tmp_path):
    """Everyone creates another and hands the order on, fifty times over if they could."""
    text = "".join(
        rule(f"G{depth} ", calls(create("clone", name=f"G{depth + 1} x"), send(f"G{depth + 1} x", "Go on.")), SILENCE)
        for depth in range(1, 51)
    )

    async def story(swarm):
        await swarm.has("G1 x")
        await swarm.write("Go on.", to="G1 x")
        await swarm.sleeps()
        residents = await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)
        turns = await swarm.stores[ResidentTurnStore].list(swarm.user, residents[-1].id, messages=True)
        return residents, turns

    residents, turns = told(story, own_database, tmp_path, text)
    assert [one.depth for one in residents] == [1, 2, 3]
    assert "no tool called 'create'" in str(turns[0].messages), "who is as deep as may be has no such tool"


def test_children_and_residents_are_bounded_and_the_model_is_told(own_database, tmp_path):
    text = rule("Ana", calls(*[create("child", name=f"Child {number}") for number in range(4)]), 'text = "{result}"')

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.write("Multiply.", to="Ana")
        await swarm.sleeps()
        return (await swarm.get()).residents, (await swarm.said("Ana"))[0]

    assert told(story, own_database, tmp_path, text, children=2)[0] == 3
    number, said = told(story, own_database, tmp_path, text, residents=4)
    assert number == 4
    assert "4 residents, which is its limit" in said


@pytest.mark.parametrize("mails", [100, pytest.param(10_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_a_storm_of_mails_makes_few_turns(own_database, tmp_path, mails):
    async def story(swarm):
        platform = swarm.someone.platform
        ben = await swarm.has("Ben")
        senders = [await swarm.has(f"Sender {number}") for number in range(20)]
        post = mailing_of(platform).send

        async def write(sender):
            room = await swarm.stores[MailStore].open_direct(swarm.user, swarm.id, sender.id, ben.id)
            for number in range(mails // 20):
                await post(swarm.user, swarm.id, NewMail(room_id=room.id, sender=sender.id, content=f"{number}"))

        async with asyncio.TaskGroup() as senders_at_work:
            for sender in senders:
                senders_at_work.create_task(write(sender))
        waiting = (await platform[Jobs].counts())["todo"]
        async with working(platform):
            await swarm.sleeps(seconds=300)
        return await swarm.resident("Ben"), (await swarm.get()).mails, waiting

    text = rule("Ben", SILENCE) + rule("Sender", SILENCE)
    ben, sent, waiting = told(story, own_database, tmp_path, text, mode=Working.NO, pair_per_minute=None, mails=None)
    assert sent == mails
    assert waiting == 1, "all these wake-ups are one"
    assert ben.unread == 0
    assert ben.turns == max(20, mails // 50), "one for each room, and for each fifty mails of it"


def test_twenty_residents_at_once_use_no_more_tokens_than_the_swarm_has(own_database, tmp_path):
    """Each call uses all of the answer that it was allowed: nothing is overrun, and the swarm says why it stopped."""
    limit, spent = 30_000, 1_500
    text = (
        f'[[rule]]\ninstructions = "Worker"\n[[rule.turn]]\n{calls(("calculator", {"expression": "1+1"}))}\n'
        f"usage = {{ input_tokens = 500, output_tokens = {spent - 500} }}\n"
    )

    async def story(swarm):
        ids = [(await swarm.has(f"Worker {number}", tools=["calculator"])).id for number in range(20)]
        room = await swarm.people.create_room(swarm.user, swarm.id, "All", [PERSON, *ids])
        await swarm.write("Work until you drop.", room_id=room.id)
        paused = await swarm.until(lambda: when_paused(swarm), seconds=60)
        await swarm.until(lambda: quiet(swarm))
        return await swarm.get(), paused.reason, (await swarm.stores[SwarmStore].taken_tokens(swarm.user, swarm.id))[1]

    async def when_paused(swarm):
        now = await swarm.get()
        return now if now.status is SwarmStatus.PAUSED else None

    async def quiet(swarm):
        return (await swarm.get()).working == 0

    swarm, reason, reserved = told(story, own_database, tmp_path, text, tokens=limit, rounds=20)
    used = swarm.usage.input_tokens + swarm.usage.output_tokens
    assert limit - 5_000 < used <= limit
    assert "30,000 tokens" in reason
    assert reserved == 0


def test_a_swarm_that_has_worked_its_time_pauses(own_database, tmp_path):
    text = rule("Ana", calls(("calculator", {"expression": "1+1"})))

    async def story(swarm):
        await swarm.has("Ana", tools=["calculator"])
        await swarm.stores[SwarmStore].set_status(swarm.user, swarm.id, SwarmStatus.RUNNING, "")
        await swarm.write("Work.", to="Ana")
        return await swarm.until(lambda: when_paused(swarm))

    async def when_paused(swarm):
        now = await swarm.get()
        return now if now.status is SwarmStatus.PAUSED else None

    swarm = told(story, own_database, tmp_path, text, seconds=1e-6)
    assert "worked for" in swarm.reason


@pytest.mark.parametrize(("content", "why"), [("", "empty"), (" \n", "empty"), ("x" * 5_000_000, "characters")])
def test_mail_that_is_empty_or_huge_is_refused(own_database, tmp_path, content, why):
    async def story(swarm):
        await swarm.has("Ana")
        with pytest.raises(Exception, match=why):
            await swarm.write(content, to="Ana")
        return await swarm.mails()

    assert told(story, own_database, tmp_path, rule("Ana", SILENCE)) == []


def test_nobody_writes_to_themselves_to_nobody_or_with_a_forged_sender(own_database, tmp_path):
    text = rule(
        "Ana",
        calls(
            send("Ana", "To me."),
            send("Zoe", "To nobody."),
            group("Nowhere", "To none."),
            send("Ben", "As the person.", sender="person", system=True),
        ),
        'text = "{result}"',
    ) + rule("Ben", SILENCE)

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        await swarm.write("Write.", to="Ana")
        await swarm.sleeps()
        return await swarm.mails()

    mails = told(story, own_database, tmp_path, text)
    assert [mail.sender for mail in mails] == [PERSON, "ana@solar"]
    assert "nobody writes to themselves" in mails[1].content
    assert "Nobody here is called 'Zoe'" in mails[1].content
    assert "You are in no group." in mails[1].content
    assert "there is no argument sender" in mails[1].content


def test_the_same_call_sends_once_also_when_the_bound_was_reached_meanwhile(own_database, tmp_path):
    async def story(swarm):
        platform = swarm.someone.platform
        ana, ben = await swarm.has("Ana"), await swarm.has("Ben")
        room = await swarm.stores[MailStore].open_direct(swarm.user, swarm.id, ana.id, ben.id)
        mailing = mailing_of(platform)
        new = NewMail(room_id=room.id, sender=ana.id, content="Once.", call_id="call-1")
        first = await mailing.send(swarm.user, swarm.id, new)
        second = await mailing.send(swarm.user, swarm.id, new)
        with pytest.raises(CallFailed, match="within a minute"):
            await mailing.send(swarm.user, swarm.id, NewMail(room_id=room.id, sender=ana.id, content="Twice."))
        return first, second, await swarm.mails(), (await swarm.get()).mails

    first, second, mails, counted = told(
        story, own_database, tmp_path, rule("Ana", SILENCE), mode=Working.NO, pair_per_minute=1
    )
    assert first.id == second.id
    assert len(mails) == counted == 1


def test_usage_is_shown_per_mail_and_per_resident(own_database, tmp_path):
    text = rule("Ana", 'text = "Done."\nusage = { input_tokens = 100, output_tokens = 20 }')

    async def story(swarm):
        await swarm.has("Ana")
        mail = await swarm.write("Work.", to="Ana")
        await swarm.sleeps()
        read = await swarm.stores[MailStore].get(swarm.user, swarm.id, mail.id)
        return read.usage, (await swarm.resident("Ana")).usage, (await swarm.get()).usage

    mail, resident, swarm = told(story, own_database, tmp_path, text)
    assert mail == resident == swarm == Usage(input_tokens=100, output_tokens=20, model_calls=1)

"""Rooms and mail: who gets what, once, in order, and who is woken by it."""

import asyncio
from dataclasses import replace

import pytest

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import (
    LONGEST_MAIL,
    DeliveryStatus,
    NewMail,
    ResidentStatus,
    RoomKind,
    RoomStatus,
    SwarmStatus,
)
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.errors import Conflict, InboxFull, InvalidInput, NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import PERSON
from support.statements import counted
from support.stored_swarm import StoredSwarm


def told(mail):
    """Who got a mail, and where it stands with them."""
    return {delivery.recipient.partition("@")[0]: delivery.status for delivery in mail.deliveries}


async def group_of_four(stores, user):
    """A swarm with a group of three residents and the person."""
    stored = await StoredSwarm.found(stores, user, "Ana", "Ben", "Cai")
    return stored, await stored.group("Team", "ana", "ben", "cai", PERSON)


async def unread(stored, name):
    return (await stored.stores[SwarmStore].resident(stored.user, stored.of(name))).unread


def test_two_members_have_one_direct_room_whoever_opens_it(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        opened = await asyncio.gather(
            *(stored.direct("ana", "ben") for _ in range(5)), *(stored.direct("ben", "ana") for _ in range(5))
        )
        assert len(set(opened)) == 1
        room = await stores[MailStore].room(stored.user, stored.id, opened[0])
        assert (room.kind, room.name, set(room.members)) == (RoomKind.DIRECT, "", {"ana@solar", "ben@solar"})
        mine = await stores[MailStore].open_direct(stored.user, stored.id, PERSON, "ana@solar")
        assert mine.members == (PERSON, "ana@solar")

    stores_run(story)


def test_a_direct_room_has_two_members_of_the_swarm_and_stays_as_it_is(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        mail, user = stores[MailStore], stored.user
        with pytest.raises(InvalidInput):
            await stored.direct("ana", "ana")
        for stranger in ("no@solar", other.of("eva"), "", "ana"):
            with pytest.raises(NotFound):
                await mail.open_direct(user, stored.id, "ana@solar", stranger)
        room = await stored.direct("ana", "ben")
        for call in (
            mail.rename(user, stored.id, room, "x"),
            mail.join(user, stored.id, room, PERSON),
            mail.leave(user, stored.id, room, "ana@solar"),
        ):
            with pytest.raises(InvalidInput):
                await call

    stores_run(story)


def test_a_group_keeps_its_members_in_the_order_of_joining(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai")
        mail, user = stores[MailStore], stored.user
        room = await stored.group("Team", "cai", PERSON, "ana", "cai")
        assert (await mail.room(user, stored.id, room)).members == ("cai@solar", PERSON, "ana@solar")
        assert (await mail.join(user, stored.id, room, "ben@solar")).members[-1] == "ben@solar"
        again = await mail.join(user, stored.id, room, "cai@solar")
        assert again.members == ("cai@solar", PERSON, "ana@solar", "ben@solar")
        left = await mail.leave(user, stored.id, room, "cai@solar")
        assert left.members == (PERSON, "ana@solar", "ben@solar")
        with pytest.raises(NotFound):
            await mail.leave(user, stored.id, room, "cai@solar")
        for stranger in ("no@solar", "x"):
            with pytest.raises(NotFound):
                await mail.join(user, stored.id, room, stranger)
            with pytest.raises(NotFound):
                await mail.create_group(user, stored.id, "Other", ["ana@solar", stranger])
        assert (await mail.create_group(user, stored.id, "Empty", [])).members == ()

    stores_run(story)


def test_groups_are_called_differently_whatever_the_case(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        mail, user = stores[MailStore], stored.user
        room, other = await stored.group("Équipe"), await stored.group("Other")
        for call in (mail.create_group(user, stored.id, "EQUIPE", []), mail.rename(user, stored.id, other, "equipe")):
            with pytest.raises(Conflict):
                await call
        assert (await mail.rename(user, stored.id, room, "equipe")).name == "equipe"
        assert (await mail.rename(user, stored.id, room, "Crew")).name == "Crew"
        await mail.rename(user, stored.id, other, "Équipe")

    stores_run(story)


def test_rooms_are_listed_latest_mail_first(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        first, second = await stored.group("First", "ana", PERSON), await stored.group("Second", "ana", "ben")
        third = await stored.group("Third", "ben", PERSON)
        await stored.post(first, PERSON, "Hello " * 100)
        rooms = await stores[MailStore].rooms(stored.user, stored.id)
        assert [room.id for room in rooms] == [first, third, second]
        assert (rooms[0].mails, rooms[0].last_mail, rooms[2].last_mail_at) == (1, ("Hello " * 100)[:200], None)
        own = await stores[MailStore].rooms(stored.user, stored.id, member="ana@solar")
        assert [room.id for room in own] == [first, second]
        with pytest.raises(NotFound):
            await stores[MailStore].rooms(stored.user, "no")

    stores_run(story)


def test_everybody_else_in_a_room_gets_a_mail_and_the_residents_are_woken(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        sent = await stored.post(room, "ana", "Hello", tainted=True)
        assert not sent.repeated
        assert sent.wakes == ("ben@solar", "cai@solar")
        assert told(sent.mail) == {"ben": "unread", "cai": "unread", PERSON: "unread"}
        assert (sent.mail.position, sent.mail.sender, sent.mail.hop, sent.mail.tainted) == (1, "ana@solar", 0, True)
        assert (sent.mail.root_id, sent.mail.cause_id) == (sent.mail.id, None)
        assert await stores[MailStore].get(stored.user, stored.id, sent.mail.id) == sent.mail
        swarm = await stores[SwarmStore].get(stored.user, stored.id)
        assert (swarm.mails, swarm.unread) == (1, 1)
        assert [await unread(stored, name) for name in ("ana", "ben", "cai")] == [0, 1, 1]

    stores_run(story)


def test_in_a_group_only_those_who_are_mentioned_are_woken(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        sent = await stored.post(room, "ana", "@Cai @Eva @Ana", mentions=("cai", "eva", "ana"))
        assert (sent.mail.mentions, sent.wakes) == (("cai@solar",), ("cai@solar",))
        assert told(sent.mail) == {"ben": "unread", "cai": "unread", PERSON: "unread"}
        assert (await stored.post(room, "ana", "@person", mentions=(PERSON,))).wakes == ()
        assert (await stored.post(room, "ana", "@Eva", mentions=("eva",))).wakes == ("ben@solar", "cai@solar")
        direct = await stored.direct("ana", "ben")
        assert (await stored.post(direct, "ana", "@Cai", mentions=("cai",))).wakes == ("ben@solar",)

    stores_run(story)


def test_who_could_not_begin_is_not_woken_and_keeps_the_mail(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        user, swarms = stored.user, stores[SwarmStore]
        await swarms.set_resident_status(user, "ben@solar", ResidentStatus.PAUSED, "")
        assert (await stored.post(room, "ana", "1")).wakes == ("cai@solar",)
        await stores[MailStore].set_room_status(user, stored.id, room, RoomStatus.PAUSED)
        assert (await stored.post(room, "ana", "2")).wakes == ()
        await stores[MailStore].set_room_status(user, stored.id, room, RoomStatus.OPEN)
        await swarms.set_status(user, stored.id, SwarmStatus.STOPPED, "")
        assert (await stored.post(room, "ana", "3")).wakes == ()
        assert await unread(stored, "ben") == 3

    stores_run(story)


def test_the_same_call_from_twenty_connections_sends_one_mail(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        sent = await asyncio.gather(*(stored.post(room, "ana", f"{n}", call_id="call-1") for n in range(20)))
        assert len({one.mail.id for one in sent}) == 1
        assert sorted(one.repeated for one in sent) == [False] + [True] * 19
        assert [one.wakes for one in sent if one.repeated] == [()] * 19
        assert len(await stores[MailStore].list(stored.user, stored.id)) == 1
        assert (await stores[SwarmStore].get(stored.user, stored.id)).mails == 1
        assert await unread(stored, "ben") == 1

    stores_run(story, pool_size=20)


def test_only_members_write_and_only_in_a_room_of_the_swarm(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        room, theirs = await stored.direct("ana", "ben"), await other.direct(PERSON, "eva")
        for sender in (PERSON, "no", "eva"):
            with pytest.raises(InvalidInput):
                await stored.post(room, sender, "x")
        for missing in (uuid7(), "x", theirs):
            with pytest.raises(NotFound):
                await stored.post(missing, "ana", "x")
        with pytest.raises(NotFound):
            await stores[MailStore].send(stored.user, "no", NewMail(room_id=room, sender="ana@solar", content="x"))
        assert (await stores[SwarmStore].get(stored.user, stored.id)).mails == 0

    stores_run(story)


@pytest.mark.parametrize("content", ["", " \n\t", "x" * (LONGEST_MAIL + 1), "\u2003"])
def test_a_mail_of_no_or_too_many_characters_is_refused(new_user_id, stores_run, content):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        with pytest.raises(InvalidInput) as refused:
            await stored.write(PERSON, "ana", content)
        assert refused.value.field == "content"

    stores_run(story)


def test_what_a_model_wrote_is_cleaned_and_what_a_person_wrote_refused(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        mail = await stored.write("ana", "ben", "a\0b\ud800" + "😀" * (LONGEST_MAIL - 4))
        assert mail.content == "a\ufffdb\ufffd" + "😀" * (LONGEST_MAIL - 4)
        for bad in ("a\0b", "\ud800"):
            with pytest.raises(InvalidInput):
                await stored.write(PERSON, "ana", bad)

    stores_run(story)


def test_causes_and_answers_are_mails_of_the_swarm_and_the_room(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        theirs = await other.write(PERSON, "eva", "x")
        first = await stored.write(PERSON, "ana", "one")
        second = await stored.write("ana", "ben", "two", cause_id=first.id)
        third = await stored.write("ben", "ana", "three", cause_id=second.id, reply_to=second.id)
        assert [(mail.hop, mail.root_id) for mail in (first, second, third)] == [
            (0, first.id),
            (1, first.id),
            (2, first.id),
        ]
        assert third.reply_to == second.id
        for fields in (
            {"cause_id": theirs.id},
            {"cause_id": uuid7()},
            {"cause_id": "x"},
            {"reply_to": theirs.id},
            {"reply_to": first.id},
            {"reply_to": uuid7()},
            {"execution_id": uuid7()},
        ):
            with pytest.raises(NotFound):
                await stored.write("ben", "ana", "x", **fields)
        assert (await stores[SwarmStore].get(stored.user, stored.id)).mails == 3

    stores_run(story)


def test_what_a_person_writes_for_a_resident_they_have_read_themselves(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        sent = await stored.post(room, "ana", "On her behalf", by_person=True)
        assert told(sent.mail) == {"ben": "unread", "cai": "unread", PERSON: "read"}
        assert (sent.mail.sender, sent.mail.by_person) == ("ana@solar", True)
        assert (await stores[SwarmStore].get(stored.user, stored.id)).unread == 0
        assert (await stores[MailStore].room(stored.user, stored.id, room)).unread == 0

    stores_run(story)


def test_the_person_reads_up_to_a_place_and_the_rest_stays_unread(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        mail, user = stores[MailStore], stored.user
        await stored.post(room, "ana", "one")
        await stored.post(room, "ana", "two", mentions=(PERSON,))
        await stored.post(room, "ana", "three?", expects_reply=True)
        direct = (await stored.write("ana", PERSON, "four?", expects_reply=True)).room_id

        async def counts(of):
            found = await mail.room(user, stored.id, of)
            return found.unread, found.mentions

        assert (await counts(room), await counts(direct)) == ((3, 1), (1, 1))
        assert (await stores[SwarmStore].get(user, stored.id)).unread == 4
        assert await mail.mark_read(user, stored.id, room, 1) == 1
        assert await mail.mark_read(user, stored.id, room, 1) == 0
        assert await counts(room) == (2, 1)
        assert await mail.mark_read(user, stored.id, room, -(10**30)) == 0
        assert await mail.mark_read(user, stored.id, room, 10**30) == 2
        assert await mail.mark_read(user, stored.id, direct, 4) == 1
        assert (await counts(room), await counts(direct)) == ((0, 0), (0, 0))
        assert (await stores[SwarmStore].get(user, stored.id)).unread == 0
        assert await unread(stored, "ben") == 3
        with pytest.raises(NotFound):
            await mail.mark_read(user, stored.id, uuid7(), 1)

    stores_run(story)


def test_who_leaves_has_read_what_no_turn_has_claimed_and_gets_no_more(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        first = (await stored.post(room, "ana", "one")).mail
        claim, attempt = await stored.claim("ben")
        second = (await stored.post(room, "ana", "two", mentions=(PERSON, "ben"))).mail
        for member in ("ben@solar", PERSON):
            await stores[MailStore].leave(stored.user, stored.id, room, member)
        assert told(await stores[MailStore].get(stored.user, stored.id, first.id))["ben"] == "claimed"
        assert told(await stores[MailStore].get(stored.user, stored.id, second.id))["ben"] == "read"
        assert await unread(stored, "ben") == 1
        found = await stores[MailStore].room(stored.user, stored.id, room)
        assert (found.unread, found.mentions) == (0, 0)
        assert (await stores[SwarmStore].get(stored.user, stored.id)).unread == 0
        assert told((await stored.post(room, "ana", "three")).mail) == {"cai": "unread"}
        await stored.persist(claim, attempt)
        assert await unread(stored, "ben") == 0
        await stores[MailStore].join(stored.user, stored.id, room, "ben@solar")
        assert told((await stored.post(room, "ana", "four")).mail) == {"ben": "unread", "cai": "unread"}

    stores_run(story)


def test_who_is_answered_for_has_read_what_no_turn_has_claimed(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        first = await stored.write("ben", "ana", "one")
        claim, attempt = await stored.claim("ana")
        second = await stored.write("ben", "ana", "two")
        elsewhere = await stored.write(PERSON, "ana", "three")
        read = await stores[MailStore].acknowledge(stored.user, stored.id, "ana@solar", first.room_id)
        assert [mail.id for mail in read] == [second.id]
        assert await unread(stored, "ana") == 2
        assert await stores[MailStore].acknowledge(stored.user, stored.id, "ana@solar", first.room_id) == []
        assert [mail.id for mail in claim.mails] == [first.id]
        await stored.persist(claim, attempt)
        assert [mail.id for mail in (await stored.turn("ana")).mails] == [elsewhere.id]
        with pytest.raises(NotFound):
            await stores[MailStore].acknowledge(stored.user, stored.id, "ana@solar", uuid7())

    stores_run(story)


def test_a_mail_is_sent_in_one_statement_and_one_to_a_direct_room_needs_no_lock_before(
    new_user_id, stores_run, monkeypatch
):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        cause = (await stored.post(room, "ana", "First.")).mail.id
        seen = counted(monkeypatch)
        await stored.post(room, "ben", "x", cause_id=cause, reply_to=cause, call_id="c", mentions=("cai",))
        assert [name for _, name in seen] == ["hold_to_count", "send"]
        direct = await stored.direct("ana", "ben")
        seen.clear()
        new = NewMail(room_id=direct, sender=stored.of("ana"), content="x")
        await stores[MailStore].send(stored.user, stored.id, new, held=True, tells=True)
        assert [name for _, name in seen] == ["send"]

    stores_run(story)


def test_mail_to_a_group_is_a_dead_letter_for_whoever_has_too_much_unread(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())

        def post(*mentions):
            new = NewMail(
                room_id=room, sender="ana@solar", content="x", mentions=[stored.of(name) for name in mentions]
            )
            return stores[MailStore].send(stored.user, stored.id, new, most_unread=1)

        await stored.write("ana", "ben", "He has this to read.")
        sent = await post()
        assert told(sent.mail) == {
            "ben": DeliveryStatus.DEAD,
            "cai": DeliveryStatus.UNREAD,
            PERSON: DeliveryStatus.UNREAD,
        }
        assert "1 mails are unread" in next(one.error for one in sent.mail.deliveries if one.recipient == "ben@solar")
        assert sent.wakes == ("cai@solar",)
        assert (await unread(stored, "ben"), await unread(stored, "cai")) == (1, 1)
        assert (await stores[SwarmStore].get(stored.user, stored.id)).dead == 1
        with pytest.raises(InboxFull, match="ben@solar, cai@solar: 1 mails are unread"):
            await post("ben", "cai")
        assert len(await stores[MailStore].list(stored.user, stored.id)) == 2, "what was refused is not there"
        assert told((await post("ben", PERSON)).mail)[PERSON] is DeliveryStatus.UNREAD
        await stored.turn("ben")
        assert told((await post("ben")).mail)["ben"] is DeliveryStatus.UNREAD

    stores_run(story)


def test_a_dead_letter_is_delivered_again_with_all_its_attempts(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        user, mail = stored.user, stores[MailStore]
        posted = (await stored.post(room, "ana", "x", mentions=("cai",))).mail
        await stored.post(room, "ana", "y", mentions=("ben",))
        claim, attempt = await stored.claim("ben")
        await stored.give_up(claim, attempt, dead=True, error="Poison.")
        dead = next(one for one in (await mail.get(user, stored.id, posted.id)).deliveries if "ben" in one.recipient)
        assert (dead.status, dead.attempts, dead.error, dead.read_at) == (DeliveryStatus.DEAD, 1, "Poison.", None)
        assert dead.execution_id == claim.execution_id
        assert (await stores[SwarmStore].get(user, stored.id)).dead == 2
        assert await unread(stored, "ben") == 0
        assert await stored.begin("ben") is None
        again = await mail.redeliver(user, stored.id, posted.id, "ben@solar")
        assert (again.status, again.attempts, again.error, again.execution_id) == (DeliveryStatus.UNREAD, 0, "", None)
        assert (await stores[SwarmStore].get(user, stored.id)).dead == 1
        assert await unread(stored, "ben") == 1
        # It had not woken him the first time; now it does.
        claim = await stored.turn("ben")
        assert ([one.id for one in claim.mails], claim.attempts) == ([posted.id], 1)
        with pytest.raises(Conflict, match="read"):
            await mail.redeliver(user, stored.id, posted.id, "ben@solar")
        for missing, recipient in ((uuid7(), "ben@solar"), (posted.id, "ana@solar"), (posted.id, "x")):
            with pytest.raises(NotFound):
                await mail.redeliver(user, stored.id, missing, recipient)

    stores_run(story)


def test_a_dead_letter_of_a_room_that_was_left_stays_dead(new_user_id, stores_run):
    async def story(stores):
        stored, room = await group_of_four(stores, new_user_id())
        posted = (await stored.post(room, "ana", "x")).mail
        claim, attempt = await stored.claim("ben")
        await stored.give_up(claim, attempt, dead=True)
        await stores[MailStore].leave(stored.user, stored.id, room, "ben@solar")
        with pytest.raises(Conflict):
            await stores[MailStore].redeliver(stored.user, stored.id, posted.id, "ben@solar")

    stores_run(story)


def test_rooms_and_mail_of_another_swarm_or_user_are_not_found(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        other = await StoredSwarm.found(stores, stored.user, "Ana", swarm="Other")
        stranger = await StoredSwarm.found(stores, new_user_id(), "Ana")
        mail, room = stores[MailStore], await stored.group("Team", "ana", PERSON)
        posted = (await stored.post(room, "ana", "x")).mail.id
        for user, swarm in ((stored.user, other.id), (stranger.user, stranger.id), (stored.user, "no")):
            new = NewMail(room_id=room, sender="ana@solar", content="x")
            for call in (
                mail.room(user, swarm, room),
                mail.rename(user, swarm, room, "x"),
                mail.set_room_status(user, swarm, room, RoomStatus.PAUSED),
                mail.join(user, swarm, room, PERSON),
                mail.leave(user, swarm, room, PERSON),
                mail.send(user, swarm, replace(new, sender=PERSON)),
                mail.get(user, swarm, posted),
                mail.list(user, swarm, room_id=room),
                mail.chain(user, swarm, posted),
                mail.mark_read(user, swarm, room, 1),
                mail.acknowledge(user, swarm, "ana@solar", room),
                mail.redeliver(user, swarm, posted, PERSON),
            ):
                with pytest.raises(NotFound):
                    await call
        assert (await stores[SwarmStore].get(stored.user, stored.id)).unread == 1

    stores_run(story)

"""`bailiwick swarm …`: rooms and mail."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.swarm.follow_command import SwarmId, Timeout, Wait, names_of, report, settle, tell
from bailiwick.features.swarm.named import member_named, room_named, swarm_named
from bailiwick.features.swarm.records import Delivery, DeliveryStatus, Mail, Room, RoomKind
from bailiwick.features.swarm.words import Names, show_mail
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import counted, line
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table
from bailiwick.kernel.terminal.texts import phrase, word
from bailiwick.people.records import PERSON, User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.swarm.follow_command import SwarmState
    from bailiwick.kernel.platform import Platform

Limit = Annotated[int, typer.Option(min=1, max=200)]
MailId = Annotated[str, typer.Argument()]


def write(
    swarm: SwarmId,
    text: Annotated[str, typer.Argument()],
    to: Annotated[str | None, typer.Option()] = None,
    room: Annotated[str | None, typer.Option()] = None,
    as_resident: Annotated[str | None, typer.Option("--as")] = None,
    reply_to: Annotated[str | None, typer.Option()] = None,
    wait: Wait = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    """Write to a resident or a room, and show what comes of it. @NAME wakes only those whom it names."""
    content = sys.stdin.read() if text == "-" else text
    if to is not None and room is not None:
        raise InvalidInput(phrase("swarm-mail.say-where-it-goes-to-name"))

    async def work(platform: "Platform", owner: User) -> "tuple[Mail, SwarmState | None]":
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.fields import NewMailFields  # it knows the bounds; --help need not wait for it
        from bailiwick.features.swarm.store import SwarmStore

        before = await swarm_named(platform, owner.id, swarm)
        target = await room_named(platform, owner.id, before.id, room) if room is not None else None
        fields: dict[str, Any] = {"content": content, "roomId": target.id if target else None}
        if to is not None:
            fields["to"] = await member_named(platform, owner.id, before.id, to)
        elif target is None:
            fields["to"] = (await platform.stores[SwarmStore].residents(owner.id, before.id))[0].id
        if as_resident is not None:
            fields["as"] = await member_named(platform, owner.id, before.id, as_resident)
        if reply_to is not None:
            fields["replyTo"] = (await mail_named(platform, owner.id, before.id, reply_to)).id
        new = checked(NewMailFields, **fields)
        mail = await platform[Swarms].write(
            owner.id,
            before.id,
            new.content,
            room_id=new.room_id,
            to=new.to,
            as_resident=new.as_,
            reply_to=new.reply_to,
        )
        return mail, await settle(platform, owner, before, before.id, wait=wait, timeout=timeout, json=json)

    mail, settled = with_platform(work, home, worker=wait)
    if settled is None:
        if json:
            print_json(mail)
        else:
            console().print(phrase("swarm-mail.mail-is-sent", position=mail.position))
    elif json:
        report(settled, mail=mail)
    else:
        tell(settled)


def read(
    swarm: SwarmId,
    room: Annotated[str | None, typer.Argument()] = None,
    limit: Limit = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show the latest mail of a room, or all that you have not read, and note that you have read it."""

    async def work(platform: "Platform", owner: User) -> tuple[list[Mail], Names]:
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.mail_store import MailStore

        found = await swarm_named(platform, owner.id, swarm)
        store = platform.stores[MailStore]
        names = await names_of(platform, owner.id, found.id)
        mails: list[Mail] = []
        if room is not None:
            shown = [await room_named(platform, owner.id, found.id, room)]
        else:
            shown = [one for one in await store.rooms(owner.id, found.id, member=PERSON) if one.unread]
        for one in shown:
            many = limit if room is not None else min(max(one.unread, 1), 200)
            page = await store.list(owner.id, found.id, room_id=one.id, limit=many)
            mails += page if room is not None else [mail for mail in page if _is_new(mail)]
            if page and one.unread:
                await platform[Swarms].mark_read(owner.id, found.id, one.id, page[-1].position)
        return sorted(mails, key=lambda mail: mail.position), names

    mails, names = with_platform(work, home)
    _show(mails, names, json, phrase("swarm-mail.nothing-new" if room is None else "swarm-mail.nobody-has-written"))


def rooms(
    swarm: SwarmId,
    member: Annotated[str | None, typer.Option()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """List the rooms, latest mail first."""

    async def work(platform: "Platform", owner: User) -> tuple[list[Room], Names]:
        from bailiwick.features.swarm.mail_store import MailStore

        found = await swarm_named(platform, owner.id, swarm)
        one = await member_named(platform, owner.id, found.id, member) if member is not None else None
        names = await names_of(platform, owner.id, found.id)
        return list(await platform.stores[MailStore].rooms(owner.id, found.id, member=one)), names

    found, names = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            line(names.room(one.id), 40),
            "" if one.kind is RoomKind.DIRECT else _members(one, names),
            str(one.mails),
            str(one.unread or ""),
            word(one.status),
            line(one.last_mail, 60),
        )
        for one in found
    ]
    table(("room", "members", "mails", "unread", "state", "latest"), rows, empty=phrase("swarm-mail.no-rooms-yet"))


def open_room(
    swarm: SwarmId,
    name: Annotated[str, typer.Argument()],
    members: Annotated[list[str], typer.Argument()],
    without_me: Annotated[bool, typer.Option("--without-me")] = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Open a room for several residents and you."""

    async def work(platform: "Platform", owner: User) -> Room:
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.fields import NewRoom  # it knows the bounds; --help need not wait for it

        found = await swarm_named(platform, owner.id, swarm)
        ids = [await member_named(platform, owner.id, found.id, member) for member in members]
        new = checked(NewRoom, name=name, members=ids, withoutMe=without_me)
        return await platform[Swarms].create_room(owner.id, found.id, new.name, new.member_ids())

    made = with_platform(work, home)
    if json:
        print_json(made)
    else:
        many = counted(len(made.members), "member")
        console().print(phrase("swarm-mail.the-room-has", name=made.name, many=many), markup=False, soft_wrap=True)


def mail(
    swarm: SwarmId,
    search: Annotated[str | None, typer.Option()] = None,
    member: Annotated[str | None, typer.Option()] = None,
    room: Annotated[str | None, typer.Option()] = None,
    why: Annotated[str | None, typer.Option()] = None,
    limit: Limit = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show the latest mail of a swarm, whoever it is from; nothing counts as read by you."""

    async def work(platform: "Platform", owner: User) -> tuple[list[Mail], Names]:
        from bailiwick.features.swarm.mail_store import MailStore

        found = await swarm_named(platform, owner.id, swarm)
        names, store = await names_of(platform, owner.id, found.id), platform.stores[MailStore]
        if why is not None:
            one = await mail_named(platform, owner.id, found.id, why)
            return list(await store.chain(owner.id, found.id, one.id)), names
        whose = await member_named(platform, owner.id, found.id, member) if member is not None else None
        where = (await room_named(platform, owner.id, found.id, room)).id if room is not None else None
        listed = await store.list(owner.id, found.id, room_id=where, member=whose, search=search, limit=limit)
        return list(listed), names

    mails, names = with_platform(work, home)
    _show(mails, names, json, phrase("swarm-mail.no-mail-fits"))


def dead(swarm: SwarmId, limit: Limit = 50, json: Json = False, home: Home = None) -> None:
    """List mail that a member could not read, and why."""

    async def work(platform: "Platform", owner: User) -> tuple[list[Mail], Names]:
        from bailiwick.features.swarm.mail_store import MailStore

        found = await swarm_named(platform, owner.id, swarm)
        names = await names_of(platform, owner.id, found.id)
        return list(await platform.stores[MailStore].list(owner.id, found.id, dead=True, limit=limit)), names

    mails, names = with_platform(work, home)
    if json:
        print_json(mails)
        return
    rows = [
        (
            str(one.position),
            line(names.member(one.sender)),
            line(names.member(each.recipient)),
            str(each.attempts),
            line(said(each.why, each.error)),
            line(one.content, 60),
        )
        for one in mails
        for each in one.deliveries
        if each.status is DeliveryStatus.DEAD
    ]
    table(("mail", "from", "to", "attempts", "why", "text"), rows, empty=phrase("swarm-mail.no-dead-letters"))


def redeliver(
    swarm: SwarmId,
    mail_id: MailId,
    to: Annotated[str | None, typer.Option()] = None,
    wait: Wait = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    """Let those who could not read a mail try again, and show what comes of it."""

    async def work(platform: "Platform", owner: User) -> "tuple[list[Delivery], SwarmState | None]":
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.store import SwarmStore

        found = await swarm_named(platform, owner.id, swarm)
        one = await mail_named(platform, owner.id, found.id, mail_id)
        given_up = [each.recipient for each in one.deliveries if each.status is DeliveryStatus.DEAD]
        recipients = given_up if to is None else [await member_named(platform, owner.id, found.id, to)]
        if not recipients:
            raise InvalidInput(
                phrase("swarm-mail.mail-is-no-dead-letter-bailiwick", position=one.position, id=found.id)
            )
        again = [await platform[Swarms].redeliver(owner.id, found.id, one.id, each) for each in recipients]
        before = await platform.stores[SwarmStore].get(owner.id, found.id)
        return again, await settle(platform, owner, before, found.id, wait=wait, timeout=timeout, json=json)

    again, settled = with_platform(work, home, worker=wait)
    if settled is None:
        if json:
            print_json(again)
        else:
            console().print(
                phrase("swarm-mail.delivered-again-to", value=", ".join(each.recipient for each in again)), markup=False
            )
    elif json:
        report(settled, deliveries=again)
    else:
        tell(settled)


async def mail_named(platform: "Platform", user_id: str, swarm_id: str, text: str) -> Mail:
    """Return the mail of a number within the swarm, or of an id. Raises `NotFound`, `InvalidInput`."""
    from bailiwick.features.swarm.mail_store import MailStore

    store = platform.stores[MailStore]
    if not (text.isascii() and text.isdigit()):
        return await store.get(user_id, swarm_id, _uuid(text))
    position = int(text[:10])
    found = await store.list(user_id, swarm_id, before=min(position + 1, 2**31 - 1), limit=1)
    if not found or found[0].position != position:
        raise InvalidInput(phrase("swarm-mail.there-is-no-mail-bailiwick-swarm", text=text, swarm_id=swarm_id))
    return found[0]


def _uuid(text: str) -> str:
    from bailiwick.kernel.http.wire import known_form_of_uuid  # pydantic's types take a while to import

    return known_form_of_uuid(text)


def _is_new(mail: Mail) -> bool:
    return any(each.recipient == PERSON and each.status is DeliveryStatus.UNREAD for each in mail.deliveries)


def _members(room: Room, names: Names) -> str:
    return line(", ".join(names.member(one) for one in room.members), 60)


def _show(mails: list[Mail], names: Names, json: bool, empty: str) -> None:
    if json:
        print_json(mails)
        return
    for each in mails:
        show_mail(each, names)
    if not mails:
        console().print(empty)

"""Mail of a swarm: written by the person, read, searched, traced to its cause, delivered again."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.fields import (
    BeforePosition,
    NewMailFields,
    PathMail,
    PathRoom,
    PathSwarm,
    QueryMember,
    RedeliverRequest,
)
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Delivery, Mail
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, Reply, Search, known_form_of_uuid
from bailiwick.people.callers import Reader, Runner
from bailiwick.people.limited import Beginner

mail = router("swarms")


class MailPage(Reply):
    """A page of mail, oldest first."""

    mails: list[Mail]
    next_before: int | None
    """Give this as `before` for the page of earlier mail; null on the last one."""


class MailChain(Reply):
    """The mails that led to one, and those that came of it, oldest first."""

    mails: list[Mail]


def page(found: Sequence[Mail], limit: int) -> MailPage:
    """Return the latest `limit` of the mails found, of which one more was asked for."""
    shown = list(found[-limit:])
    return MailPage(mails=shown, next_before=shown[0].position if len(found) > limit else None)


@mail.get(
    "/api/swarms/{id}/rooms/{roomId}/mail",
    operation_id="listRoomMail",
    summary="Read a room",
    responses=documented(401, 404),
)
async def list_room_mail(
    swarm_id: PathSwarm,
    room_id: PathRoom,
    caller: Reader,
    platform: CurrentPlatform,
    before: BeforePosition = None,
    limit: Limit = 50,
) -> MailPage:
    """Return the latest mail of a room, with who has read it and what reading it took."""
    found = await platform.stores[MailStore].list(
        caller.user.id, swarm_id, room_id=room_id, before=before, limit=limit + 1
    )
    return page(found, limit)


@mail.get("/api/swarms/{id}/mail", operation_id="listMail", summary="Search mail", responses=documented(401, 404))
async def list_mail(
    swarm_id: PathSwarm,
    caller: Reader,
    platform: CurrentPlatform,
    search: Search = None,
    member: QueryMember = None,
    room_id: Annotated[str | None, Query(alias="roomId", max_length=36, description="Only of this room.")] = None,
    dead: Annotated[bool, Query(description="Only dead letters: mail that somebody could not read.")] = False,
    before: BeforePosition = None,
    limit: Limit = 50,
) -> MailPage:
    """Return the latest mail of a swarm that fits; `search` finds a text in it, whatever the case."""
    room = known_form_of_uuid(room_id) if room_id is not None else None
    found = await platform.stores[MailStore].list(
        caller.user.id,
        swarm_id,
        room_id=room,
        member=member,
        search=search or None,
        dead=dead,
        before=before,
        limit=limit + 1,
    )
    return page(found, limit)


@mail.post(
    "/api/swarms/{id}/mail",
    operation_id="writeMail",
    summary="Write to a room or a resident",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
    dependencies=[Once],
)
async def write_mail(
    request: Request,
    response: Response,
    swarm_id: PathSwarm,
    body: Annotated[
        NewMailFields,
        Content(
            examples=[
                {"to": "ben@solar", "content": "What time is it in Tokyo?"},
                {"roomId": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", "content": "@ben please look at this."},
                {"to": "person", "as": "ben@solar", "content": "It is nine in the evening."},
            ]
        ),
    ],
    caller: Beginner,
    platform: CurrentPlatform,
) -> Mail:
    """Write as the person, or with `as` in the name of a resident: the person then answers for it.

    Who reads it is woken. In a room of several, mentioned members alone are woken, if there are any.
    """
    sent = await platform[Swarms].write(
        caller.user.id,
        swarm_id,
        body.content,
        room_id=body.room_id,
        to=body.to,
        as_resident=body.as_,
        reply_to=body.reply_to,
        expects_reply=body.expects_reply,
    )
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/swarms/{swarm_id}/mail/{sent.id}"
    return sent


@mail.get(
    "/api/swarms/{id}/mail/{mailId}", operation_id="getMail", summary="Read a mail", responses=documented(401, 404)
)
async def get_mail(swarm_id: PathSwarm, mail_id: PathMail, caller: Reader, platform: CurrentPlatform) -> Mail:
    """Return a mail with who has read it, and what reading it took."""
    return await platform.stores[MailStore].get(caller.user.id, swarm_id, mail_id)


@mail.get(
    "/api/swarms/{id}/mail/{mailId}/chain",
    operation_id="getMailChain",
    summary="See why a mail was written",
    responses=documented(401, 404),
)
async def get_chain(swarm_id: PathSwarm, mail_id: PathMail, caller: Reader, platform: CurrentPlatform) -> MailChain:
    """Return the mails that led to it and those that came of it, oldest first, 200 at most."""
    return MailChain(mails=list(await platform.stores[MailStore].chain(caller.user.id, swarm_id, mail_id)))


@mail.post(
    "/api/swarms/{id}/mail/{mailId}/redeliver",
    operation_id="redeliverMail",
    summary="Deliver a dead letter again",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def redeliver(
    swarm_id: PathSwarm,
    mail_id: PathMail,
    body: Annotated[RedeliverRequest, Content(examples=[{"recipient": "ben@solar"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Delivery:
    """Let a recipient try again to read what it had given up; it is woken."""
    return await platform[Swarms].redeliver(caller.user.id, swarm_id, mail_id, body.recipient)

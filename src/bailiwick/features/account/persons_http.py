"""People: who belongs here, for those who administer."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.features.account.persons import Invitation, Persons
from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once, read_key
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Name, PathUuid, Reply
from bailiwick.people.administrators import Administrator
from bailiwick.people.records import Person, UserRole

persons = router("people")


class PersonList(Reply):
    """The people who belong here."""

    people: list[Person]


class InviteRequest(Body):
    """A person to be invited."""

    name: Name
    """What others call the person."""
    role: UserRole = UserRole.MEMBER
    sign_in_name: Annotated[str, Field(min_length=2, max_length=120)] | None = None
    """What the person may sign in with, e.g. their e-mail address; they can choose another."""


class PersonChanges(Body):
    """What becomes different; what is left out stays."""

    name: Name | None = None
    role: UserRole | None = None
    suspended: bool | None = None
    """Whether the person may not come in; nothing works for them meanwhile."""


@persons.get("/api/people", operation_id="listPeople", summary="List people", responses=documented(401))
async def list_people(caller: Administrator, platform: CurrentPlatform) -> PersonList:
    """Return who belongs here, those who came first first: names and roles, nothing that they write or own."""
    return PersonList(people=list(await platform[Persons].all(caller.user)))


@persons.post(
    "/api/people",
    operation_id="invitePerson",
    summary="Invite a person",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[KeyHeader],
)
async def invite_person(
    request: Request,
    response: Response,
    body: Annotated[InviteRequest, Content(examples=[{"name": "Nora", "signInName": "nora@example.org"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> Invitation:
    """Write down who is invited; the link with which they come in is in this answer only, and works for seven days."""

    async def invite() -> StoredResponse:
        made = await platform[Persons].invite(caller.user, body.name, body.role, body.sign_in_name)
        return StoredResponse(201, made.id)

    key = read_key(request)
    if key is None:
        made = (await invite()).body
    else:
        outcome = await once(platform, caller.user.id, request, key, invite)
        made = outcome.response.body
        if outcome.replayed:
            response.headers[REPLAYED] = "true"
            return Invitation(person=await platform[Persons].one(caller.user, made), path=None, expires_at=None)
    return await platform[Persons].link(caller.user, made)


@persons.post(
    "/api/people/{id}/invitation",
    operation_id="inviteAgain",
    summary="Invite a person again",
    responses=documented(401, 404, 409),
)
async def invite_again(person_id: PathUuid, caller: Administrator, platform: CurrentPlatform) -> Invitation:
    """Return a new link for a person who has not come in yet; the earlier one works no longer."""
    return await platform[Persons].link(caller.user, person_id)


@persons.patch(
    "/api/people/{id}",
    operation_id="changePerson",
    summary="Change a person's name or role, or suspend them",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_person(
    person_id: PathUuid,
    body: Annotated[PersonChanges, Content(examples=[{"role": "admin"}, {"suspended": True}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> Person:
    """Set what the body has. Who is suspended is signed out at once, and what works for them is stopped."""
    return await platform[Persons].change(
        caller.user, person_id, name=body.name, role=body.role, suspended=body.suspended
    )


@persons.delete(
    "/api/people/{id}",
    operation_id="removePerson",
    summary="Remove a person with everything of theirs",
    status_code=204,
    responses=documented(400, 401, 404, 409),
)
async def remove_person(
    person_id: PathUuid,
    confirm: Annotated[str, Query(min_length=1, max_length=200, description="The person's name.")],
    caller: Administrator,
    platform: CurrentPlatform,
) -> None:
    """Delete a person with everything of theirs, for good."""
    await platform[Persons].remove(caller.user, person_id, confirm)

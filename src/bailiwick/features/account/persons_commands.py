"""`bailiwick people …`: who belongs here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import phrase, word
from bailiwick.kernel.terminal.times import local_or_never
from bailiwick.people.records import Person, PersonState, User, UserRole
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.account.persons import Invitation
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Who = Annotated[str, typer.Argument()]


@app.command("list")
def list_people(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Person]:
        from bailiwick.features.account.persons import Persons

        return await platform[Persons].all(owner)

    people = with_platform(work, home)
    if json:
        print_json(people)
        return
    table(
        ("id", "name", "role", "signs in as", "state", "joined"),
        [
            (
                each.id,
                each.name,
                word(each.role),
                each.sign_in_name or "",
                word(each.state),
                local_or_never(each.joined_at),
            )
            for each in people
        ],
        empty="",
    )


@app.command()
def invite(
    name: Annotated[str, typer.Argument()],
    role: Annotated[UserRole, typer.Option()] = UserRole.MEMBER,
    sign_in_name: Annotated[str | None, typer.Option("--as")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[str, "Invitation"]:
        from bailiwick.features.account.persons import Persons

        person = await platform[Persons].invite(owner, name, role, sign_in_name)
        return _base(platform), await platform[Persons].link(owner, person.id)

    base, invitation = with_platform(work, home)
    _show(f"{base}{invitation.path}", json=json)
    if not json:
        console(error=True).print(phrase("people.works-for-seven-days", name=name))


@app.command()
def link(who: Who, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[str, str]:
        from bailiwick.features.account.persons import Persons
        from bailiwick.people.actions import People

        person = await _find(platform, owner, who)
        if person.state is PersonState.INVITED:
            return _base(platform), (await platform[Persons].link(owner, person.id)).path or ""
        # Whoever may run this reads the data directory; from elsewhere nobody is given a way in as somebody else.
        return _base(platform), await platform[People].login_link(person.id)

    base, path = with_platform(work, home)
    _show(f"{base}{path}", json=json)


@app.command()
def role(who: Who, role: Annotated[UserRole, typer.Argument()], home: Home = None) -> None:
    person = _change(who, home, role=role)
    console().print(phrase("people.is-now", name=person.name, role=word(person.role)))


@app.command()
def suspend(who: Who, home: Home = None) -> None:
    console().print(phrase("people.is-suspended", name=_change(who, home, suspended=True).name))


@app.command()
def resume(who: Who, home: Home = None) -> None:
    console().print(phrase("people.may-come-in-again", name=_change(who, home, suspended=False).name))


@app.command()
def remove(who: Who, yes: Annotated[bool, typer.Option("--yes", "-y")] = False, home: Home = None) -> None:
    async def found(platform: "Platform", owner: User) -> Person:
        return await _find(platform, owner, who)

    person = with_platform(found, home)
    if not yes and not agreed(
        phrase("account.delete-everything-of-nothing-brings-it", called=person.name, user=person.id)
    ):
        raise typer.Exit(1)

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.account.persons import Persons

        await platform[Persons].remove(owner, person.id, person.name)

    with_platform(work, home)
    console().print(phrase("account.nothing-is-left"))


def _change(who: str, home: Home, *, role: UserRole | None = None, suspended: bool | None = None) -> Person:
    async def work(platform: "Platform", owner: User) -> Person:
        from bailiwick.features.account.persons import Persons

        person = await _find(platform, owner, who)
        return await platform[Persons].change(owner, person.id, role=role, suspended=suspended)

    return with_platform(work, home)


async def _find(platform: "Platform", owner: User, who: str) -> Person:
    """Return the person of an id, or of a name that only one has. Raises `NotFound`, `Conflict`."""
    from bailiwick.features.account.persons import Persons
    from bailiwick.features.account.reasons import AccountReason

    wanted = who.strip().lower()
    found = [
        each
        for each in await platform[Persons].all(owner)
        if wanted in (each.id, each.name.lower(), (each.sign_in_name or each.name).lower())
    ]
    if not found:
        raise NotFound(Reason.of(AccountReason.NO_SUCH_PERSON, name=who))
    if len(found) > 1:
        raise Conflict(Reason.of(AccountReason.SEVERAL_OF_THAT_NAME, name=who))
    return found[0]


def _base(platform: "Platform") -> str:
    from bailiwick.people.running_server import address_of

    return address_of(platform.settings)


def _show(url: str, *, json: bool) -> None:
    print_json({"url": url}) if json else console().print(url, soft_wrap=True)

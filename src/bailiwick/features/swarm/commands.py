"""`bailiwick swarm …`: swarms as a whole."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.swarm import follow_command as swarm_follow
from bailiwick.features.swarm import mail_commands as swarm_mail
from bailiwick.features.swarm import resident_commands as swarm_residents
from bailiwick.features.swarm.follow_command import SwarmId, Timeout, Wait, names_of, report, settle, tell
from bailiwick.features.swarm.named import limits_from, resident_named, room_named, swarm_named
from bailiwick.features.swarm.records import Resident, Room, Swarm, SwarmLimits, Template
from bailiwick.features.swarm.records import Wait as Waiting
from bailiwick.features.swarm.words import Names, cost, tokens
from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table
from bailiwick.kernel.terminal.texts import head, language, phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.swarm.follow_command import SwarmState
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)
app.command("write")(swarm_mail.write)
app.command("read")(swarm_mail.read)
app.command("follow")(swarm_follow.follow)
app.command("tree")(swarm_residents.tree)
app.command("residents")(swarm_residents.residents)
app.command("resident")(swarm_residents.resident)
app.command("add")(swarm_residents.add)
app.command("wake")(swarm_residents.wake)
app.command("history")(swarm_residents.history)
app.command("rooms")(swarm_mail.rooms)
app.command("open")(swarm_mail.open_room)
app.command("mail")(swarm_mail.mail)
app.command("dead")(swarm_mail.dead)
app.command("redeliver")(swarm_mail.redeliver)

Part = Swarm | Resident | Room
OnlyResident = Annotated[str | None, typer.Option("--resident", "-r")]
OnlyRoom = Annotated[str | None, typer.Option("--room")]
Limits = Annotated[list[str] | None, typer.Option("--limit")]


@app.command("list")
def list_swarms(
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> list[Swarm]:
        from bailiwick.features.swarm.store import SwarmStore

        return list(await platform.stores[SwarmStore].list(owner.id, limit=limit))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            one.id,
            word(one.status),
            str(one.residents),
            str(one.working or ""),
            str(one.mails),
            str(one.unread or ""),
            f"{tokens(one):,}",
            line(one.goal, 60),
        )
        for one in found
    ]
    table(
        ("id", "state", "residents", "working", "mails", "unread", "tokens", "goal"),
        rows,
        empty=phrase("swarm.no-swarm-yet-bailiwick-swarm-create"),
    )


@app.command()
def templates(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Template]:
        from bailiwick.features.swarm.actions import Swarms

        del owner
        return list(platform[Swarms].templates())

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    spoken = language()
    rows = [
        (one.id, one.name[spoken], ", ".join(each.name for each in one.residents), one.description[spoken])
        for one in found
    ]
    table(("id", "name", "residents", "what it is for"), rows, empty=phrase("swarm.there-are-no-templates"))


@app.command()
def create(
    goal: Annotated[str, typer.Argument()],
    name: Annotated[str | None, typer.Option()] = None,
    template: Annotated[str | None, typer.Option()] = None,
    role: Annotated[str, typer.Option()] = "",
    guidance: Annotated[str, typer.Option()] = "",
    tools: Annotated[list[str] | None, typer.Option("--tool")] = None,
    agent: Annotated[str | None, typer.Option()] = None,
    limit: Limits = None,
    wait: Wait = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "tuple[Swarm, SwarmState | None]":
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.fields import (  # it knows the bounds; --help need not wait for it
            NewSwarm,
            name_for,
        )

        given: dict[str, Any] = {"template": template, "role": role, "guidance": guidance, "tools": tools or []}
        new = checked(NewSwarm, goal=goal, name=name, agentId=agent, **given)
        made = await platform[Swarms].create(
            owner.id,
            new.name or name_for(new.goal),
            new.goal,
            template=new.template,
            guidance=new.guidance,
            role=new.role,
            tools=new.tools,
            agent_id=new.agent_id,
            language=language(),
            limits=limits_from(limit, _usual(platform, template)) if limit else None,
        )
        if not json:
            console().print(phrase("swarm.the-swarm-is-made", id=made.id), style="dim", markup=False, soft_wrap=True)
        return made, await settle(platform, owner, None, made.id, wait=wait, timeout=timeout, json=json)

    made, settled = with_platform(work, home, worker=wait)
    if settled is not None and json:
        report(settled)
    elif settled is not None:
        tell(settled)
    elif json:
        print_json({"swarm": made})


@app.command()
def show(swarm: SwarmId, json: Json = False, home: Home = None) -> None:
    found = with_platform(lambda platform, owner: swarm_named(platform, owner.id, swarm), home)
    if json:
        print_json(found)
        return
    console().print(f"{line(found.name)} ({found.id})", style="bold", markup=False, soft_wrap=True)
    say(found.goal)
    console().print(
        f"{word(found.status)}{': ' if found.reason else ''}{line(said(found.why, found.reason))}",
        markup=False,
        soft_wrap=True,
    )
    used = {
        "residents": f"{found.residents:,}",
        "mails": f"{found.mails:,}",
        "seconds": f"{found.seconds:,.0f}",
        "tokens": f"{tokens(found):,}",
    }
    also = {"working": found.working, "unread by you": found.unread, "dead letters": found.dead}
    rows = [(head(what), f"{count:,}", "") for what, count in also.items() if count]
    table(
        ("what", "used", "at most"),
        [*_limit_rows(found.limits, used), *rows, (head("cost"), cost(found), "")],
        empty="",
    )


@app.command()
def limits(
    swarm: SwarmId,
    assignments: Annotated[list[str] | None, typer.Argument()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Swarm:
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.store import SwarmStore

        found = await swarm_named(platform, owner.id, swarm)
        if not assignments:
            return found
        async with platform.database.as_user(owner.id):
            held = await platform.stores[SwarmStore].hold(owner.id, found.id)
            return await platform[Swarms].update(owner.id, found.id, limits=limits_from(assignments, held.limits))

    found = with_platform(work, home)
    if json:
        print_json(found.limits)
    else:
        table(("limit", "", "at most"), _limit_rows(found.limits, {}), empty="")


@app.command()
def pause(
    swarm: SwarmId, resident: OnlyResident = None, room: OnlyRoom = None, json: Json = False, home: Home = None
) -> None:
    _switch("pause", swarm, resident, room, home, json)


@app.command()
def stop(
    swarm: SwarmId, resident: OnlyResident = None, room: OnlyRoom = None, json: Json = False, home: Home = None
) -> None:
    _switch("stop", swarm, resident, room, home, json)


@app.command()
def resume(
    swarm: SwarmId,
    resident: OnlyResident = None,
    room: OnlyRoom = None,
    wait: Wait = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    _switch("resume", swarm, resident, room, home, json, wait=wait, timeout=timeout)


@app.command()
def waits(swarm: SwarmId, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[list[Waiting], Names]:
        from bailiwick.features.swarm.mail_store import MailStore

        found = await swarm_named(platform, owner.id, swarm)
        waiting = list(await platform.stores[MailStore].waits(owner.id, found.id))
        return waiting, await names_of(platform, owner.id, found.id)

    found, names = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            line(names.member(one.who)),
            line(names.member(one.whom)),
            word(one.state),
            one.since.astimezone().strftime("%Y-%m-%d %H:%M:%S"),
            phrase("swarm.a-ring") if one.circular else "",
        )
        for one in found
    ]
    table(("who", "waits for", "state", "since", ""), rows, empty=phrase("swarm.nobody-waits-for-anybody"))


@app.command()
def delete(
    swarm: SwarmId,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    home: Home = None,
) -> None:
    if not yes and not agreed(phrase("swarm.delete-with-everything-in-it", swarm=swarm)):
        raise typer.Exit(1)

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.swarm.actions import Swarms

        await platform[Swarms].delete(owner.id, (await swarm_named(platform, owner.id, swarm)).id)

    with_platform(work, home)
    console().print(phrase("swarm.is-deleted", swarm=swarm), markup=False)


def _usual(platform: "Platform", template: str | None) -> SwarmLimits:
    """Return the limits that a template has, or those of a swarm without one; an unknown one is refused later."""
    from bailiwick.features.swarm.actions import Swarms

    return next((one.limits for one in platform[Swarms].templates() if one.id == template), SwarmLimits())


def _limit_rows(limits: SwarmLimits, used: dict[str, str]) -> list[tuple[str, str, str]]:
    values = {field.name: getattr(limits, field.name) for field in fields(limits)}
    return [
        (
            head(name) if used else name,
            used.get(name, ""),
            phrase("swarm.no-limit") if value is None else f"{value:,.0f}",
        )
        for name, value in values.items()
    ]


def _switch(
    what: str,
    swarm: str,
    resident: str | None,
    room: str | None,
    home: Path | None,
    json: bool,
    *,
    wait: bool = False,
    timeout: float = 0.0,
) -> None:
    """Pause, stop or resume the swarm, or the resident or room of it that was named."""

    async def work(platform: "Platform", owner: User) -> "tuple[Part, SwarmState | None]":
        found = await swarm_named(platform, owner.id, swarm)
        changed = await _switched(platform, owner.id, what, found.id, resident, room)
        settled = None
        if what == "resume":
            settled = await settle(platform, owner, found, found.id, wait=wait, timeout=timeout, json=json)
        return changed, settled

    changed, settled = with_platform(work, home, worker=wait)
    if json and settled is not None:
        report(settled, changed=changed)
    elif json:
        print_json(changed)
    elif settled is not None:
        tell(settled)
    else:
        reason = (
            "" if isinstance(changed, Room) or not changed.reason else f": {line(said(changed.why, changed.reason))}"
        )
        name, status = changed.name or changed.id, word(changed.status)
        console().print(
            phrase("swarm.is-in-state", name=name, status=status, reason=reason), markup=False, soft_wrap=True
        )


async def _switched(
    platform: "Platform", user_id: str, what: str, swarm_id: str, resident: str | None, room: str | None
) -> Part:
    from bailiwick.features.swarm.actions import Swarms

    swarms: Any = platform[Swarms]
    act: Callable[..., Awaitable[Part]]
    if resident is not None and room is not None:
        raise typer.BadParameter(phrase("swarm.give-resident-or-room-not-both"))
    if resident is not None:
        act = getattr(swarms, f"{what}_resident")
        return await act(user_id, (await resident_named(platform, user_id, swarm_id, resident)).id)
    if room is not None:
        act = getattr(swarms, f"{what}_room")
        return await act(user_id, swarm_id, (await room_named(platform, user_id, swarm_id, room)).id)
    act = getattr(swarms, what)
    return await act(user_id, swarm_id)

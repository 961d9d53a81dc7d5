"""`bailiwick swarm …`: who lives there, and what each did."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text
from rich.tree import Tree

from bailiwick.features.swarm.follow_command import SwarmId, Timeout, Wait, names_of, report, settle, tell
from bailiwick.features.swarm.named import resident_named, swarm_named
from bailiwick.features.swarm.records import NewResident, Resident, Swarm
from bailiwick.features.swarm.turn_entries import TurnView
from bailiwick.features.swarm.words import Names, cost, show_turn, state, tokens
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import counted, line, say
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import grouped, head, phrase, word
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.features.swarm.follow_command import SwarmState
    from bailiwick.kernel.platform import Platform

Who = Annotated[str, typer.Argument(metavar="RESIDENT")]
Role = Annotated[str | None, typer.Option()]
Guidance = Annotated[str | None, typer.Option()]
Tools = Annotated[list[str] | None, typer.Option("--tool")]
Model = Annotated[str | None, typer.Option()]


def residents(swarm: SwarmId, json: Json = False, home: Home = None) -> None:
    """List who lives in a swarm and what each is doing now."""
    _, found = with_platform(lambda platform, owner: _all(platform, owner, swarm), home)
    if json:
        print_json(found)
        return
    rows = [
        (one.id, line(one.role, 40), state(one), str(one.unread or ""), str(one.turns), f"{tokens(one):,}")
        for one in found
    ]
    table(("id", "role", "state", "unread", "turns", "tokens"), rows, empty=phrase("swarm-residents.nobody-lives-here"))


def tree(swarm: SwarmId, json: Json = False, home: Home = None) -> None:
    """Draw who created whom, with what each is doing now."""
    found, members = with_platform(lambda platform, owner: _all(platform, owner, swarm), home)
    if json:
        print_json(_branches(members, None))
        return
    drawn = Tree(Text(_head(found)))
    nodes: dict[str | None, Tree] = {None: drawn}
    for one in sorted(members, key=lambda each: (each.depth, each.created_at)):
        unread = phrase("swarm-residents.unread", count=one.unread) if one.unread else ""
        text = f"{line(one.name)}  {line(one.role, 40)}: {state(one)}{unread}, {counted(one.turns, 'turn')}"
        nodes[one.id] = nodes.get(one.parent_id, drawn).add(Text(text))
    console().print(drawn, soft_wrap=True)


def resident(
    swarm: SwarmId,
    name: Who,
    role: Role = None,
    guidance: Guidance = None,
    tools: Tools = None,
    model: Model = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show one resident; with options, change what it is told, what it may use, or its model."""

    async def work(platform: "Platform", owner: User) -> Resident:
        from bailiwick.features.swarm.actions import Swarms

        found = await swarm_named(platform, owner.id, swarm)
        one = await resident_named(platform, owner.id, found.id, name)
        changes = await _changes(role, guidance, tools, model)
        return await platform[Swarms].edit_resident(owner.id, one.id, **changes) if changes else one

    one = with_platform(work, home)
    if json:
        print_json(one)
        return
    rows = [
        ("id", one.id),
        ("name", line(one.name)),
        ("role", line(one.role)),
        ("state", state(one)),
        ("created by", one.parent_id or phrase("swarm-words.you")),
        ("made from", one.agent_id or ""),
        ("model", one.model or phrase("swarm-residents.default-model")),
        ("tools", line(", ".join(one.tools))),
        ("unread", str(one.unread)),
        ("turns", str(one.turns)),
        ("tokens", f"{tokens(one):,}"),
        ("cost", cost(one)),
    ]
    table(("what", "value"), [(head(name), value) for name, value in rows if value], empty="")
    if one.guidance:
        say(one.guidance)


def add(
    swarm: SwarmId,
    name: Annotated[str, typer.Argument()],
    role: Annotated[str, typer.Option()],
    guidance: Guidance = None,
    tools: Tools = None,
    model: Model = None,
    agent: Annotated[str | None, typer.Option()] = None,
    parent: Annotated[str | None, typer.Option()] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Add a resident; it sleeps until a member writes to it."""

    async def work(platform: "Platform", owner: User) -> Resident:
        from bailiwick.features.swarm.actions import Swarms
        from bailiwick.features.swarm.fields import (
            NewResidentFields,  # it knows the bounds; --help need not wait for it
        )

        found = await swarm_named(platform, owner.id, swarm)
        above = await resident_named(platform, owner.id, found.id, parent) if parent is not None else None
        fields = checked(
            NewResidentFields,
            name=name,
            role=role,
            guidance=guidance or "",
            tools=tools or [],
            agentId=agent,
            model=model,
            parentId=above.id if above is not None else None,
        )
        new = NewResident(**{each: getattr(fields, each) for each in NewResidentFields.model_fields})
        return await platform[Swarms].add_resident(owner.id, found.id, new)

    made = with_platform(work, home)
    if json:
        print_json(made)
    else:
        console().print(
            phrase(
                "swarm-residents.lives-here-as-bailiwick-swarm-write",
                name=made.name,
                id=made.id,
                swarm_id=made.swarm_id,
                id2=made.id,
            ),
            markup=False,
            soft_wrap=True,
        )


def wake(
    swarm: SwarmId, name: Who, wait: Wait = True, timeout: Timeout = 300.0, json: Json = False, home: Home = None
) -> None:
    """Let a resident have a turn although no member wrote to it, or try a failed one again at once."""

    async def work(platform: "Platform", owner: User) -> "tuple[Resident, SwarmState | None]":
        from bailiwick.features.swarm.actions import Swarms

        found = await swarm_named(platform, owner.id, swarm)
        one = await resident_named(platform, owner.id, found.id, name)
        woken = await platform[Swarms].wake(owner.id, one.id)
        settled = await settle(platform, owner, found, found.id, wait=wait, timeout=timeout, json=json, woken=one)
        return woken, settled

    woken, settled = with_platform(work, home, worker=wait)
    if settled is None:
        if json:
            print_json(woken)
        else:
            console().print(phrase("swarm-residents.is-woken", id=woken.id), markup=False)
    elif json:
        report(settled, resident=woken)
    else:
        tell(settled)


def history(
    swarm: SwarmId,
    name: Who,
    limit: Annotated[int, typer.Option(min=1, max=50)] = 5,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show what a resident read, thought, did and said, in its latest turns."""

    async def work(platform: "Platform", owner: User) -> tuple[Sequence[TurnView], Names]:
        from bailiwick.features.swarm.turn_views import views

        found = await swarm_named(platform, owner.id, swarm)
        one = await resident_named(platform, owner.id, found.id, name)
        return await views(platform, owner.id, found.id, one.id, limit=limit), await names_of(
            platform, owner.id, found.id
        )

    turns, names = with_platform(work, home)
    if json:
        print_json(turns)
        return
    for turn in reversed(turns):
        show_turn(turn, names)
    if not turns:
        console().print(phrase("swarm-residents.it-has-not-woken-yet"))


def _head(swarm: Swarm) -> str:
    mails, used = counted(swarm.mails, "mail"), grouped(tokens(swarm))
    return phrase("swarm-residents.tree", id=swarm.id, status=word(swarm.status), mails=mails, tokens=used)


async def _all(platform: "Platform", owner: User, swarm: str) -> tuple[Swarm, Sequence[Resident]]:
    from bailiwick.features.swarm.store import SwarmStore

    found = await swarm_named(platform, owner.id, swarm)
    return found, await platform.stores[SwarmStore].residents(owner.id, found.id)


async def _changes(
    role: str | None, guidance: str | None, tools: list[str] | None, model: str | None
) -> dict[str, Any]:
    from bailiwick.features.swarm.fields import ResidentChanges  # it knows the bounds; --help need not wait for it

    given = {"role": role, "guidance": guidance, "tools": tools, "model": None if model == "default" else model}
    checked_fields = checked(ResidentChanges, **{name: value for name, value in given.items() if value is not None})
    return checked_fields.given() | ({"model": ""} if model == "default" else {})


def _branches(members: Sequence[Resident], parent: str | None) -> list[dict[str, Any]]:
    known = {one.id for one in members}
    here = [one for one in members if (one.parent_id if one.parent_id in known else None) == parent]
    return [{"resident": one, "children": _branches(members, one.id)} for one in here]

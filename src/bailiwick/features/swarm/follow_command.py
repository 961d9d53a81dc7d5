"""Watching a swarm from a terminal: until it sleeps again, or for as long as one likes."""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.swarm.named import resident_named, swarm_named
from bailiwick.features.swarm.records import Activity, Mail, Resident, ResidentStatus, Swarm, SwarmStatus
from bailiwick.features.swarm.words import Names, show_mail, told
from bailiwick.kernel.terminal.lines import counted, line, say
from bailiwick.kernel.terminal.output import Home, Json, as_json, console, print_json, said
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.events.items import StreamItem
    from bailiwick.kernel.platform import Platform

Wait = Annotated[bool, typer.Option("--wait/--no-wait")]
Timeout = Annotated[float, typer.Option()]
SwarmId = Annotated[str, typer.Argument(metavar="SWARM")]

LOOK_AGAIN = 1.0
"""Seconds after which to look although nothing rang."""
PAUSE = 0.1
"""Seconds between two looks at least."""
PAGE = 100
AT_REST = (Activity.SLEEPING, Activity.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwarmState:
    """How a swarm stands after something was asked of it, and the mail that came of it."""

    swarm: Swarm
    state: str
    """`asleep`, `waiting` (for a person's word on a tool call), `paused`, `stopped`, or `working` when time ran out."""
    mails: Sequence[Mail]
    dead: int
    """How many mails became dead letters meanwhile."""


async def names_of(platform: "Platform", user_id: str, swarm_id: str) -> Names:
    """Return what people call the members and rooms of a swarm."""
    from bailiwick.features.swarm.mail_store import MailStore
    from bailiwick.features.swarm.store import SwarmStore

    stores = platform.stores
    return Names(
        await stores[SwarmStore].residents(user_id, swarm_id), await stores[MailStore].rooms(user_id, swarm_id)
    )


async def until_asleep(
    platform: "Platform",
    owner: User,
    before: Swarm | None,
    swarm_id: str,
    *,
    timeout: float,
    show: bool,
    woken: Resident | None = None,
) -> SwarmState:
    """Wait until no resident of a swarm works; `before` is the swarm before something was asked of it.

    `woken` is a resident as it was before it was woken by hand: it works from then on, although nothing shows it until
    a worker takes it up. With `show`, mail is printed as it comes.
    """
    from bailiwick.features.swarm.store import SwarmStore
    from bailiwick.kernel.events.bus import Bus

    seen, dead = (before.mails, before.dead) if before is not None else (0, 0)
    came: list[Mail] = []
    names = Names((), ())
    ends = asyncio.get_running_loop().time() + timeout
    with platform[Bus].reading(owner.id) as (bell, _):
        while True:
            # Residents first: one that sleeps then has sent all its mail.
            residents = await platform.stores[SwarmStore].residents(owner.id, swarm_id)
            swarm = await platform.stores[SwarmStore].get(owner.id, swarm_id)
            new = await _after(platform, owner.id, swarm_id, came[-1].position if came else seen)
            for mail in new if show else ():
                if not names.knows(mail):
                    names = await names_of(platform, owner.id, swarm_id)
                show_mail(mail, names)
            came += new
            left = ends - asyncio.get_running_loop().time()
            state = _state(swarm, residents)
            woken = None if woken is None or _begun(woken, residents) else woken
            if woken is not None and state == "asleep":
                state = "working"
            if state != "working" or left <= 0:
                return SwarmState(swarm=swarm, state=state, mails=came, dead=max(0, swarm.dead - dead))
            try:
                async with asyncio.timeout(min(left, LOOK_AGAIN)):
                    await bell.wait()
            except TimeoutError:
                continue
            bell.clear()
            await asyncio.sleep(PAUSE)


async def _after(platform: "Platform", user_id: str, swarm_id: str, position: int) -> list[Mail]:
    from bailiwick.features.swarm.mail_store import MailStore

    found: list[Mail] = []
    before = None
    while True:
        page = await platform.stores[MailStore].list(user_id, swarm_id, before=before, limit=PAGE)
        found[:0] = [mail for mail in page if mail.position > position]
        if len(page) < PAGE or page[0].position <= position:
            return found
        before = page[0].position


def _state(swarm: Swarm, residents: Sequence[Resident]) -> str:
    if swarm.status is not SwarmStatus.RUNNING:
        return swarm.status.value
    active = [one for one in residents if one.status is ResidentStatus.ACTIVE]
    if any(one.activity not in AT_REST for one in active):
        return "working"
    return "waiting" if any(one.activity is Activity.WAITING for one in active) else "asleep"


def _begun(woken: Resident, residents: Sequence[Resident]) -> bool:
    now = next((one for one in residents if one.id == woken.id), None)
    return now is None or now.turns > woken.turns or now.activity is not Activity.SLEEPING


async def settle(
    platform: "Platform",
    owner: User,
    before: Swarm | None,
    swarm_id: str,
    *,
    wait: bool,
    timeout: float,
    json: bool,
    woken: Resident | None = None,
) -> SwarmState | None:
    """Wait if that is wanted; else say where it goes on if no worker lives."""
    from bailiwick.kernel.jobs.jobs import Jobs

    if wait:
        return await until_asleep(platform, owner, before, swarm_id, timeout=timeout, show=not json, woken=woken)
    if not await platform[Jobs].live_workers():
        console(error=True).print(phrase("swarm-follow.no-worker-lives-bailiwick-serve-lets"))
    return None


def report(settled: SwarmState, **first: Any) -> None:
    """Say how a swarm stands, and end with status 1 unless all is done; `first` is what JSON begins with."""
    print_json({**first, "swarm": settled.swarm, "state": settled.state, "mails": settled.mails, "dead": settled.dead})
    if settled.state != "asleep" or settled.dead:
        raise typer.Exit(1)


def tell(settled: SwarmState) -> None:
    """Say in words how a swarm stands, where not all is done, and end with status 1 then."""
    swarm, errors = settled.swarm, console(error=True)
    what_to_do = {
        "waiting": phrase("swarm-follow.waits-for-you"),
        "paused": phrase("swarm-follow.is-paused", reason=said(swarm.why, swarm.reason), swarm=swarm.id),
        "stopped": phrase("swarm-follow.is-stopped", reason=said(swarm.why, swarm.reason), swarm=swarm.id),
        "working": phrase("swarm-follow.still-works", swarm=swarm.id),
    }
    if settled.state in what_to_do:
        errors.print(what_to_do[settled.state], markup=False, soft_wrap=True)
    if settled.dead:
        errors.print(
            phrase("swarm-follow.could-not-be-read", mails=counted(settled.dead, "mail"), swarm=swarm.id),
            soft_wrap=True,
        )
    if settled.state != "asleep" or settled.dead:
        raise typer.Exit(1)
    if not settled.mails:
        console().print(phrase("swarm-follow.everybody-sleeps"))


def follow(
    swarm: SwarmId,
    resident: Annotated[str | None, typer.Option("--resident", "-r")] = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show what happens in a swarm until it is deleted or you press Ctrl-C; with --json one object a line."""

    async def work(platform: "Platform", owner: User) -> None:
        from bailiwick.features.swarm.streams import of_resident, of_swarm, residents  # only once there is a platform
        from bailiwick.kernel.events.streams import Streams
        from bailiwick.runs.store import ExecutionStore

        found = await swarm_named(platform, owner.id, swarm)
        items = platform[Streams].follow_user(owner.id)
        one = await resident_named(platform, owner.id, found.id, resident) if resident is not None else None
        if one is None:
            chosen = of_swarm(items, found.id)
        else:
            chosen = of_resident(items, residents(platform.stores[ExecutionStore], owner.id), found.id, one.id)
        reader = _Reader(platform, owner.id, found.id, one.name if one is not None else found.name)
        async with aclosing(chosen):
            async for item in chosen:
                await (_print_line(item) if json else reader.show(item))

    with_platform(work, home, worker=True)


async def _print_line(item: "StreamItem") -> None:
    sys.stdout.write(dumps(as_json({"id": item.id, "event": item.kind, "data": item.data}), ensure_ascii=True) + "\n")
    sys.stdout.flush()


class _Reader:
    """Prints facts as lines, and text where it continues."""

    def __init__(self, platform: "Platform", user_id: str, swarm_id: str, whom: str) -> None:
        self._platform, self._user_id, self._swarm_id, self._whom = platform, user_id, swarm_id, whom
        self._names = Names((), ())
        self._call: str | None = None

    async def show(self, item: "StreamItem") -> None:
        if item.kind == "agent.stream":
            call = f"{item.data['executionId']} {item.data['call']}"
            say(("" if call == self._call else "… ") + item.data["text"], end="")
            self._call = call
            return
        if self._call is not None:
            say("")
            self._call = None
        if item.kind in ("hello", "resident.changed", "room.changed"):
            self._names = await names_of(self._platform, self._user_id, self._swarm_id)
        if item.kind == "hello":
            say(phrase("swarm-follow.following-ctrl-c-ends-it", _whom=self._whom), style="dim")
        data: dict[str, Any] = item.data.get("data") or {}
        text = told(item.kind, data, self._names, item.data.get("agent"))
        if text is not None:
            say(line(text, 1000))

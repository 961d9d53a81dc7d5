"""`bailiwick reminders …`: what you want to be told, and when."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.features.reminders.records import Reminder
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import language, phrase, word
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="REMINDER")]


@app.command("list")
def list_reminders(
    done: Annotated[bool, typer.Option("--done")] = False, json: Json = False, home: Home = None
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Reminder]:
        from bailiwick.features.reminders.actions import Reminders

        return await platform[Reminders].list(owner.id, done=done)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(line(each.text, 60), word(each.status), local(each.due_at), _repeats(each)) for each in found]
    table(("reminder", "status", "next", "times"), rows, empty=phrase("reminders.none"))


@app.command()
def add(
    text: Annotated[str, typer.Argument()],
    when: Annotated[str, typer.Argument()],
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Reminder:
        from bailiwick.features.reminders.actions import Reminders
        from bailiwick.features.reminders.rules import times_of

        now = await _now(platform, owner)
        times = times_of(when, now, language())
        return await platform[Reminders].create(owner.id, text, times, timezone=str(now.tzinfo), language=language())

    _show(with_platform(work, home), json)


@app.command()
def move(reminder: Which, when: Annotated[str, typer.Argument()], json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Reminder:
        from bailiwick.features.reminders.actions import Reminders

        found = await _named(platform, owner, reminder)
        return await platform[Reminders].move(owner.id, found.id, when, await _now(platform, owner), language())

    _show(with_platform(work, home), json)


@app.command()
def done(reminder: Which, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Reminder:
        from bailiwick.features.reminders.actions import Reminders

        return await platform[Reminders].done(owner.id, (await _named(platform, owner, reminder)).id)

    _show(with_platform(work, home), json)


@app.command()
def delete(reminder: Which, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Reminder:
        from bailiwick.features.reminders.actions import Reminders

        return await platform[Reminders].delete(owner.id, (await _named(platform, owner, reminder)).id)

    say(phrase("reminders.is-deleted", text=with_platform(work, home).text))


async def _named(platform: "Platform", owner: User, which: str) -> Reminder:
    from bailiwick.features.reminders.actions import Reminders
    from bailiwick.features.reminders.rules import meant

    found = await platform[Reminders].list(owner.id)
    return meant(found, which)


async def _now(platform: "Platform", owner: User) -> datetime:
    from zoneinfo import ZoneInfo

    from bailiwick.agents.preference_actions import PersonalPreferences

    zone = ZoneInfo(await platform[PersonalPreferences].timezone(owner.id))
    return (await platform.database.now(owner.id)).astimezone(zone)


def _show(reminder: Reminder, json: bool) -> None:
    if json:
        print_json(reminder)
        return
    times = _repeats(reminder)
    say(reminder.text)
    say(f"{word(reminder.status)}: {local(reminder.due_at)}{f' ({times})' if times else ''}".rstrip(": "))


def _repeats(reminder: Reminder) -> str:
    """Return how it repeats, in a sentence; empty for one that does not."""
    from bailiwick.kernel.times_said import sentence  # with the platform, which takes a second to import

    if reminder.words is None:
        return ""
    return sentence(reminder.words, reminder.cron, reminder.every_seconds, language())

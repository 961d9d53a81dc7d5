"""`bailiwick schedules …`: messages and tasks at certain times."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.schedules.records import (
    ActionType,
    Missed,
    Overlap,
    Preview,
    Schedule,
    ScheduleRun,
    ScheduleStatus,
)
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, said, table
from bailiwick.kernel.terminal.texts import language, phrase, word
from bailiwick.kernel.terminal.times import local, typed
from bailiwick.kernel.times_said import Words
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

ScheduleName = Annotated[str, typer.Argument(metavar="SCHEDULE")]
Cron = Annotated[str | None, typer.Option()]
Every = Annotated[str | None, typer.Option()]
Timezone = Annotated[str | None, typer.Option()]
Starts = Annotated[str | None, typer.Option()]
Ends = Annotated[str | None, typer.Option()]
Message = Annotated[str | None, typer.Option()]
TaskTitle = Annotated[str | None, typer.Option("--task")]
Description = Annotated[str | None, typer.Option()]
Agent = Annotated[str | None, typer.Option()]
Run = Annotated[bool | None, typer.Option("--run-task/--leave-task")]
MissedOption = Annotated[Missed | None, typer.Option()]
OverlapOption = Annotated[Overlap | None, typer.Option()]
UNITS = {"m": 60, "h": 3600, "d": 86_400}


@app.command("list")
def list_schedules(
    status: Annotated[ScheduleStatus | None, typer.Option()] = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[Schedule]:
        from bailiwick.features.schedules.actions import Schedules

        return await platform[Schedules].list(owner.id, status=status, limit=limit)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            line(one.name, 40),
            word(one.status),
            line(_times_said(one.words, one.cron, one.every_seconds), 50),
            local(one.next_at),
            str(one.runs),
            _what(one),
        )
        for one in found
    ]
    table(
        ("name", "status", "times", "next", "runs", "does"),
        rows,
        empty=phrase("schedules.no-schedule-yet-bailiwick-schedules-add"),
    )


@app.command()
def add(
    name: Annotated[str, typer.Argument()],
    cron: Cron = None,
    every: Every = None,
    timezone: Timezone = None,
    starts: Starts = None,
    ends: Ends = None,
    message: Message = None,
    task: TaskTitle = None,
    description: Description = None,
    agent: Agent = None,
    run: Run = None,
    missed: MissedOption = None,
    overlap: OverlapOption = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Schedule:
        from bailiwick.agents.preference_actions import PersonalPreferences
        from bailiwick.features.schedules.actions import Schedules
        from bailiwick.features.schedules.fields import (
            ScheduleFields,  # it knows the bounds; --help need not wait for it
        )

        zone = await platform[PersonalPreferences].timezone(owner.id)
        fields = {"name": name, **_times(zone, cron, every, timezone, starts, ends)}
        fields["action"] = _action({}, message, task, description, agent, run)
        fields |= _policies(missed, overlap)
        return await platform[Schedules].create(owner.id, checked(ScheduleFields, **fields).draft(zone))

    _done(with_platform(work, home), json)


@app.command()
def show(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    _done(with_platform(lambda platform, owner: schedule_named(platform, owner.id, schedule), home), json)


@app.command()
def edit(
    schedule: ScheduleName,
    name: Annotated[str | None, typer.Option()] = None,
    cron: Cron = None,
    every: Every = None,
    timezone: Timezone = None,
    starts: Starts = None,
    ends: Ends = None,
    message: Message = None,
    task: TaskTitle = None,
    description: Description = None,
    agent: Agent = None,
    run: Run = None,
    missed: MissedOption = None,
    overlap: OverlapOption = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Schedule:
        from bailiwick.features.schedules.actions import Schedules
        from bailiwick.features.schedules.fields import (
            ScheduleFields,  # it knows the bounds; --help need not wait for it
        )

        before = await schedule_named(platform, owner.id, schedule)
        given = _times(before.timezone, cron, every, timezone, starts, ends)
        fields: dict[str, Any] = {"name": name or before.name, **_as_written(before)}
        if cron or every:
            fields |= {"cron": None, "everySeconds": None}
        fields |= given
        fields["action"] = _action(fields["action"], message, task, description, agent, run)
        fields |= _policies(missed, overlap)
        draft = checked(ScheduleFields, **fields).draft(before.timezone)
        return await platform[Schedules].change(owner.id, before.id, draft)

    _done(with_platform(work, home), json)


@app.command()
def preview(
    cron: Cron = None,
    every: Every = None,
    timezone: Timezone = None,
    starts: Starts = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Preview:
        from bailiwick.agents.preference_actions import PersonalPreferences
        from bailiwick.features.schedules.actions import Schedules
        from bailiwick.features.schedules.fields import TimeFields  # it knows the bounds; --help need not wait for it

        zone = await platform[PersonalPreferences].timezone(owner.id)
        times = checked(TimeFields, **_times(zone, cron, every, timezone, starts, None)).times(zone)
        return await platform[Schedules].preview(owner.id, times)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    if not found.valid:
        raise InvalidInput(found.error or phrase("schedules.no-times"))
    say(f"{_times_said(found.words, cron, None if every is None else _seconds(every))}:")
    for each in found.upcoming:
        say(f"  {each.local}{f'  {said(each.why, each.note)}' if each.note else ''}")


@app.command()
def pause(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.schedules.actions import Schedules

    _change(lambda platform, owner, found: platform[Schedules].pause(owner.id, found.id), schedule, json, home)


@app.command()
def resume(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.schedules.actions import Schedules

    _change(lambda platform, owner, found: platform[Schedules].resume(owner.id, found.id), schedule, json, home)


@app.command("run")
def run_now(
    schedule: ScheduleName,
    wait: Annotated[bool, typer.Option()] = True,
    timeout: Annotated[float, typer.Option()] = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Schedule, str | None]:
        from bailiwick.features.schedules.actions import Schedules
        from bailiwick.runs.actions import Executions

        found = await schedule_named(platform, owner.id, schedule)
        done = await platform[Schedules].run(owner.id, found.id)
        (latest,) = await platform[Schedules].runs(owner.id, found.id, limit=1)
        if not wait or latest.execution_id is None:
            return done, None
        execution = await platform[Executions].wait(owner.id, latest.execution_id, timeout)
        failed = (
            said(execution.failure.why, execution.failure.message)
            if execution.failure
            else phrase("schedules.the-run-is", status=word(execution.status))
        )
        return done, execution.answer or failed

    done, answer = with_platform(work, home, worker=wait)
    if json:
        print_json({"schedule": done, "answer": answer})
    else:
        say(answer or phrase("schedules.done"))


@app.command()
def history(
    schedule: ScheduleName,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 20,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Sequence[ScheduleRun]:
        from bailiwick.features.schedules.actions import Schedules

        found = await schedule_named(platform, owner.id, schedule)
        return await platform[Schedules].runs(owner.id, found.id, limit=limit)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (
            local(one.due_at),
            one.status,
            "" if one.lateness_ms is None else f"{one.lateness_ms:,.0f} ms",
            one.execution_status or "",
            line(said(one.why, one.reason or "") or ("by hand" if one.by_hand else ""), 80),
        )
        for one in found
    ]
    table(("due", "status", "late by", "run", "why"), rows, empty=phrase("schedules.it-has-not-been-due-yet"))


@app.command()
def delete(schedule: ScheduleName, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Schedule:
        from bailiwick.features.schedules.actions import Schedules

        found = await schedule_named(platform, owner.id, schedule)
        await platform[Schedules].delete(owner.id, found.id)
        return found

    say(phrase("schedules.is-deleted", name=with_platform(work, home).name))


async def schedule_named(platform: "Platform", user_id: str, name: str) -> Schedule:
    """Return the schedule of an id or a name. Raises `NotFound`, `InvalidInput` when several have the name."""
    from bailiwick.features.schedules.actions import Schedules

    found = await platform[Schedules].list(user_id, limit=1000)
    wanted = [one for one in found if name in (one.id, one.name)] or [
        one for one in found if one.name.casefold() == name.casefold()
    ]
    if not wanted:
        raise NotFound(phrase("schedules.there-is-no-schedule-bailiwick-schedules", name=repr(name)))
    if len(wanted) > 1:
        raise InvalidInput(
            phrase(
                "schedules.schedules-have-that-name-give-an",
                wanted=len(wanted),
                value=", ".join(one.id for one in wanted),
            )
        )
    return wanted[0]


def _times(
    zone: str, cron: str | None, every: str | None, timezone: str | None, starts: str | None, ends: str | None
) -> dict[str, Any]:
    """Return what was given, by the names on the wire."""
    times: dict[str, Any] = {"cron": cron, "everySeconds": None if every is None else _seconds(every)}
    times |= {"timezone": timezone, "startsAt": starts and typed(starts, timezone or zone).isoformat()}
    times["endsAt"] = ends and typed(ends, timezone or zone).isoformat()
    return {name: value for name, value in times.items() if value is not None}


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:].lower()
    if unit not in UNITS or not number.isdecimal():
        raise typer.BadParameter(phrase("schedules.give-a-number-with-m-h"))
    return int(number) * UNITS[unit]


def _action(
    before: dict[str, Any],
    message: str | None,
    task: str | None,
    description: str | None,
    agent: str | None,
    run: bool | None,
) -> dict[str, Any]:
    """Return an action with what was given in place of what it was before."""
    action = dict(before)
    if message is not None and task is not None:
        raise InvalidInput(phrase("schedules.give-either-message-or-task"))
    if message is not None:
        action = {**action, "type": ActionType.MESSAGE, "message": message}
    if task is not None:
        action = {**action, "type": ActionType.TASK, "title": task}
    if "type" not in action:
        raise InvalidInput(phrase("schedules.say-what-it-does-message-text"))
    for name, value in (("description", description), ("agentId", agent), ("run", run)):
        if value is not None:
            action[name] = value or None if name == "agentId" else value
    return action


def _policies(missed: Missed | None, overlap: Overlap | None) -> dict[str, Any]:
    return {name: value for name, value in (("missed", missed), ("overlap", overlap)) if value is not None}


def _as_written(schedule: Schedule) -> dict[str, Any]:
    """Return what people said of a schedule, by the names on the wire."""
    action = schedule.action
    written: dict[str, Any] = {
        "type": action.type,
        "message": action.message or None,
        "title": action.title or None,
        "description": action.description,
        "agentId": action.agent_id,
        "supervised": action.supervised,
        "priority": action.priority,
        "tags": list(action.tags),
        "run": action.run,
    }
    return {
        "cron": schedule.cron,
        "everySeconds": schedule.every_seconds,
        "timezone": schedule.timezone,
        "startsAt": schedule.starts_at and schedule.starts_at.isoformat(),
        "endsAt": schedule.ends_at and schedule.ends_at.isoformat(),
        "missed": schedule.missed,
        "overlap": schedule.overlap,
        "action": written,
    }


def _change(
    do: "Callable[[Platform, User, Schedule], Awaitable[Schedule]]", schedule: str, json: bool, home: Path | None
) -> None:
    async def work(platform: "Platform", owner: User) -> Schedule:
        return await do(platform, owner, await schedule_named(platform, owner.id, schedule))

    _done(with_platform(work, home), json)


def _done(schedule: Schedule, json: bool) -> None:
    if json:
        print_json(schedule)
        return
    console().print(line(schedule.name), style="bold", markup=False, soft_wrap=True)
    say(f"{_times_said(schedule.words, schedule.cron, schedule.every_seconds)}, {schedule.timezone}: {_what(schedule)}")
    say(f"{word(schedule.status)}{f': {said(schedule.why, schedule.reason)}' if schedule.reason else ''}")
    for each in schedule.upcoming:
        say(f"  {local(each)}")


def _what(schedule: Schedule) -> str:
    action = schedule.action
    asked = action.message if action.type is ActionType.MESSAGE else action.title
    what = "schedules.what-to" if action.agent_id else "schedules.what"
    return phrase(what, type=word(action.type), text=line(asked, 60), agent=action.agent_id)


def _times_said(words: Words | None, cron: str | None, every_seconds: int | None) -> str:
    """Return when something is done, in a sentence."""
    from bailiwick.kernel.times_said import sentence  # with the platform, which takes a second to import

    return sentence(words, cron, every_seconds, language()) if words is not None else ""

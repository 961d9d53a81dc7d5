"""`bailiwick schedules …`: messages and tasks at certain times."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, said, table
from bailiwick.cli.session import with_platform
from bailiwick.cli.swarm_names import checked
from bailiwick.cli.swarm_words import line, say
from bailiwick.cli.times import local, typed
from bailiwick.core.access import User
from bailiwick.core.errors import InvalidInput, NotFound
from bailiwick.core.schedules import (
    ActionType,
    Missed,
    Overlap,
    Preview,
    Schedule,
    ScheduleRun,
    ScheduleStatus,
)

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Messages and tasks at certain times.", no_args_is_help=True)

ScheduleName = Annotated[str, typer.Argument(metavar="SCHEDULE", help="The schedule's name, or its id.")]
Cron = Annotated[str | None, typer.Option(help="Five cron fields, e.g. '0 9 * * 1-5'.")]
Every = Annotated[str | None, typer.Option(help="Instead of cron: an interval such as 90m, 12h or 7d.")]
Timezone = Annotated[str | None, typer.Option(help="IANA name of the zone whose clock the cron fields mean.")]
Starts = Annotated[str | None, typer.Option(help="Nothing before this time.")]
Ends = Annotated[str | None, typer.Option(help="Nothing after this time.")]
Message = Annotated[str | None, typer.Option(help="Send this message.")]
TaskTitle = Annotated[str | None, typer.Option("--task", help="Or make a task of this title.")]
Description = Annotated[str | None, typer.Option(help="More about the task.")]
Agent = Annotated[str | None, typer.Option(help="Id of the agent who is to do it.")]
Run = Annotated[bool | None, typer.Option("--run-task/--leave-task", help="Run the task at once, or leave it to do.")]
MissedOption = Annotated[Missed | None, typer.Option(help="What becomes of times at which nothing ran.")]
OverlapOption = Annotated[Overlap | None, typer.Option(help="What becomes of a time at which the last run goes on.")]
UNITS = {"m": 60, "h": 3600, "d": 86_400}


@app.command("list")
def list_schedules(
    status: Annotated[ScheduleStatus | None, typer.Option(help="Only those that stand so.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many at most.")] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    """List schedules with their next times."""

    async def work(platform: "Platform", owner: User) -> Sequence[Schedule]:
        return await platform.schedules.list(owner.id, status=status, limit=limit)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (line(one.name, 40), one.status, line(one.sentence, 50), local(one.next_at), str(one.runs), _what(one))
        for one in found
    ]
    table(("name", "status", "times", "next", "runs", "does"), rows,
          empty="No schedule yet; `bailiwick schedules add NAME` makes one.")  # fmt: skip


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="What you call it.")],
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
    """Make a schedule: a message or a task, at the times of a cron pattern or at intervals."""

    async def work(platform: "Platform", owner: User) -> Schedule:
        from bailiwick.api.schedule_fields import ScheduleFields  # it knows the bounds; --help need not wait for it

        zone = await platform.preferences.timezone(owner.id)
        fields = {"name": name, **_times(zone, cron, every, timezone, starts, ends)}
        fields["action"] = _action({}, message, task, description, agent, run)
        fields |= _policies(missed, overlap)
        return await platform.schedules.create(owner.id, checked(ScheduleFields, **fields).draft(zone))

    _done(with_platform(work, home), json)


@app.command()
def show(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    """Show a schedule with its next times."""
    _done(with_platform(lambda platform, owner: schedule_named(platform, owner.id, schedule), home), json)


@app.command()
def edit(
    schedule: ScheduleName,
    name: Annotated[str | None, typer.Option(help="What you call it.")] = None,
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
    """Change a schedule; what is left out stays."""

    async def work(platform: "Platform", owner: User) -> Schedule:
        from bailiwick.api.schedule_fields import ScheduleFields  # it knows the bounds; --help need not wait for it

        before = await schedule_named(platform, owner.id, schedule)
        given = _times(before.timezone, cron, every, timezone, starts, ends)
        fields: dict[str, Any] = {"name": name or before.name, **_as_written(before)}
        if cron or every:
            fields |= {"cron": None, "everySeconds": None}
        fields |= given
        fields["action"] = _action(fields["action"], message, task, description, agent, run)
        fields |= _policies(missed, overlap)
        draft = checked(ScheduleFields, **fields).draft(before.timezone)
        return await platform.schedules.change(owner.id, before.id, draft)

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
    """See what times come to, without making a schedule."""

    async def work(platform: "Platform", owner: User) -> Preview:
        from bailiwick.api.schedule_fields import TimeFields  # it knows the bounds; --help need not wait for it

        zone = await platform.preferences.timezone(owner.id)
        times = checked(TimeFields, **_times(zone, cron, every, timezone, starts, None)).times(zone)
        return await platform.schedules.preview(owner.id, times)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    if not found.valid:
        raise InvalidInput(found.error or "These are no times.")
    say(f"{found.sentence}:")
    for each in found.upcoming:
        say(f"  {each.local}{f'  {each.note}' if each.note else ''}")


@app.command()
def pause(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    """Let a schedule not fire until it is resumed."""
    _change(lambda platform, owner, found: platform.schedules.pause(owner.id, found.id), schedule, json, home)


@app.command()
def resume(schedule: ScheduleName, json: Json = False, home: Home = None) -> None:
    """Let a schedule fire again, from its next time on."""
    _change(lambda platform, owner, found: platform.schedules.resume(owner.id, found.id), schedule, json, home)


@app.command("run")
def run_now(
    schedule: ScheduleName,
    wait: Annotated[bool, typer.Option(help="Wait for what it starts and print the answer.")] = True,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for the answer.")] = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    """Do now what a schedule is for."""

    async def work(platform: "Platform", owner: User) -> tuple[Schedule, str | None]:
        found = await schedule_named(platform, owner.id, schedule)
        done = await platform.schedules.run(owner.id, found.id)
        (latest,) = await platform.schedules.runs(owner.id, found.id, limit=1)
        if not wait or latest.execution_id is None:
            return done, None
        execution = await platform.executions.wait(owner.id, latest.execution_id, timeout)
        failed = (
            said(execution.failure.why, execution.failure.message)
            if execution.failure
            else f"The run is {execution.status}."
        )
        return done, execution.answer or failed

    done, answer = with_platform(work, home, worker=wait)
    if json:
        print_json({"schedule": done, "answer": answer})
    else:
        say(answer or "Done.")


@app.command()
def history(
    schedule: ScheduleName,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many at most.")] = 20,
    json: Json = False,
    home: Home = None,
) -> None:
    """Show what became of a schedule's times, latest first."""

    async def work(platform: "Platform", owner: User) -> Sequence[ScheduleRun]:
        found = await schedule_named(platform, owner.id, schedule)
        return await platform.schedules.runs(owner.id, found.id, limit=limit)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [
        (local(one.due_at), one.status, "" if one.lateness_ms is None else f"{one.lateness_ms:,.0f} ms",
         one.execution_status or "", line(said(one.why, one.reason or "") or ("by hand" if one.by_hand else ""), 80))
        for one in found
    ]  # fmt: skip
    table(("due", "status", "late by", "run", "why"), rows, empty="It has not been due yet.")


@app.command()
def delete(schedule: ScheduleName, home: Home = None) -> None:
    """Delete a schedule with its history; what it made stays."""

    async def work(platform: "Platform", owner: User) -> Schedule:
        found = await schedule_named(platform, owner.id, schedule)
        await platform.schedules.delete(owner.id, found.id)
        return found

    say(f"{with_platform(work, home).name} is deleted.")


async def schedule_named(platform: "Platform", user_id: str, name: str) -> Schedule:
    """Return the schedule of an id or a name. Raises `NotFound`, `InvalidInput` when several have the name."""
    found = await platform.schedules.list(user_id, limit=1000)
    wanted = [one for one in found if name in (one.id, one.name)] or [
        one for one in found if one.name.casefold() == name.casefold()
    ]
    if not wanted:
        raise NotFound(f"There is no schedule {name!r}; `bailiwick schedules list` shows what there is.")
    if len(wanted) > 1:
        raise InvalidInput(
            f"{len(wanted)} schedules have that name; give an id: {', '.join(one.id for one in wanted)}."
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
        raise typer.BadParameter("give a number with m, h or d, e.g. 90m.")
    return int(number) * UNITS[unit]


def _action(
    before: dict[str, Any], message: str | None, task: str | None, description: str | None, agent: str | None,
    run: bool | None,
) -> dict[str, Any]:  # fmt: skip
    """Return an action with what was given in place of what it was before."""
    action = dict(before)
    if message is not None and task is not None:
        raise InvalidInput("Give either --message or --task.")
    if message is not None:
        action = {**action, "type": ActionType.MESSAGE, "message": message}
    if task is not None:
        action = {**action, "type": ActionType.TASK, "title": task}
    if "type" not in action:
        raise InvalidInput("Say what it does: --message TEXT, or --task TITLE.")
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
        "type": action.type, "message": action.message or None, "title": action.title or None,
        "description": action.description, "agentId": action.agent_id, "supervised": action.supervised,
        "priority": action.priority, "tags": list(action.tags), "run": action.run,
    }  # fmt: skip
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
    say(f"{schedule.sentence}, {schedule.timezone}: {_what(schedule)}")
    say(f"{schedule.status}{f': {said(schedule.why, schedule.reason)}' if schedule.reason else ''}")
    for each in schedule.upcoming:
        say(f"  {local(each)}")


def _what(schedule: Schedule) -> str:
    action = schedule.action
    asked = action.message if action.type is ActionType.MESSAGE else action.title
    return f"{action.type} {line(asked, 60)!r}{f' to {action.agent_id}' if action.agent_id else ''}"

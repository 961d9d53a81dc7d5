"""`bailiwick tasks …`: work that is written down, given to agents and judged."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.cli.swarm_names import checked
from bailiwick.cli.swarm_words import line, say
from bailiwick.cli.times import local, typed
from bailiwick.core.access import User
from bailiwick.core.errors import NotFound
from bailiwick.core.tasks import Task, TaskComment, TaskPage, TaskRun, TaskSort, TaskStats

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Work that is written down, given to agents and judged.", no_args_is_help=True)

Number = Annotated[str, typer.Argument(metavar="TASK", help="The task's number, e.g. 12, or its id.")]
Timeout = Annotated[float, typer.Option(help="Seconds to wait for the result.")]
Title = Annotated[str, typer.Argument(help="What is to be done, in one line.")]
Description = Annotated[str | None, typer.Option(help="More about it, in Markdown.")]
Agent = Annotated[str | None, typer.Option(help="Id of the agent who is to do it; '' lets routing choose.")]
PriorityName = Annotated[str | None, typer.Option(help="low, medium, high or urgent.")]
Due = Annotated[str | None, typer.Option(help="Date or time, e.g. 2027-01-15 or 2027-01-15T09:00; '' for none.")]
Estimate = Annotated[int | None, typer.Option(help="Estimated minutes; 0 for none.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")]
After = Annotated[
    list[str] | None, typer.Option("--after", help="Number or id of a task that has to be done first; may be repeated.")
]


@app.command("list")
def list_tasks(
    status: Annotated[str | None, typer.Option(help="Statuses, separated by commas.")] = None,
    agent: Annotated[str | None, typer.Option(help="Only this agent's.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only those with this tag.")] = None,
    search: Annotated[str | None, typer.Option(help="Only those with this text.")] = None,
    due: Annotated[str | None, typer.Option(help="overdue, today, week, none, or FROM..TO.")] = None,
    sort: Annotated[TaskSort, typer.Option(help="In which order.")] = TaskSort.POSITION,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many at most.")] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    """List tasks, in the order of the board."""

    async def work(platform: "Platform", owner: User) -> TaskPage:
        from bailiwick.api.task_fields import filter_of  # it knows the words; --help need not wait for it
        from bailiwick.core.zones import zone_of

        zone = zone_of(await platform.preferences.timezone(owner.id))
        now = await platform.stores.schedules.now(owner.id)
        which = filter_of(status, agent, None, tag, search, due, now, zone)
        return await platform.stores.tasks.page(owner.id, which, sort, limit=limit)

    page = with_platform(work, home)
    if json:
        print_json({"tasks": page.tasks, "total": page.total})
        return
    rows = [
        (
            f"#{one.number}",
            one.status,
            one.priority,
            one.agent_id or "",
            local(one.due_at),
            _flags(one),
            line(one.title, 60),
        )
        for one in page.tasks
    ]
    table(("task", "status", "priority", "agent", "due", "", "title"), rows,
          empty="No such task. `bailiwick tasks add TITLE` writes one down.")  # fmt: skip
    if page.total > len(page.tasks):
        console().print(f"{page.total - len(page.tasks)} more.", style="dim")


@app.command()
def add(
    title: Title,
    description: Description = None,
    agent: Agent = None,
    priority: PriorityName = None,
    due: Due = None,
    estimate: Estimate = None,
    tag: Tags = None,
    after: After = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Write a task down."""

    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.api.task_fields import NewTask  # it knows the bounds; --help need not wait for it

        given = await _fields(platform, owner, description, agent, priority, due, estimate, tag, after)
        new = checked(NewTask, title=title, **{name: value for name, value in given.items() if value is not None})
        return await platform.tasks.create(owner.id, new.draft())

    made = with_platform(work, home)
    print_json(made) if json else say(f"#{made.number} is written down.")


@app.command()
def show(task: Number, json: Json = False, home: Home = None) -> None:
    """Show a task with its result and its history."""

    async def work(platform: "Platform", owner: User) -> tuple[Task, list[TaskComment], list[TaskRun]]:
        found = await task_named(platform, owner.id, task)
        store = platform.stores.tasks
        return found, list(await store.comments(owner.id, found.id)), list(await store.runs(owner.id, found.id))

    found, comments, runs = with_platform(work, home)
    if json:
        print_json({"task": found, "comments": comments, "history": runs})
        return
    _show(found)
    for each in comments:
        say(f"{local(each.created_at)}  {each.author}  {each.kind}: {each.content}")


@app.command()
def edit(
    task: Number,
    title: Annotated[str | None, typer.Option(help="What is to be done, in one line.")] = None,
    description: Description = None,
    agent: Agent = None,
    priority: PriorityName = None,
    status: Annotated[str | None, typer.Option(help="todo, doing, review, done, paused or cancelled.")] = None,
    due: Due = None,
    estimate: Estimate = None,
    tag: Tags = None,
    after: After = None,
    json: Json = False,
    home: Home = None,
) -> None:
    """Change a task; what is left out stays."""

    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.api.task_fields import TaskChanges  # it knows the bounds; --help need not wait for it

        found = await task_named(platform, owner.id, task)
        given = await _fields(platform, owner, description, agent, priority, due, estimate, tag, after)
        given |= {name: value for name, value in (("title", title), ("status", status)) if value is not None}
        return await platform.tasks.change(owner.id, found.id, checked(TaskChanges, **given).fields())

    _done(with_platform(work, home), json)


@app.command()
def run(
    task: Number,
    instructions: Annotated[str, typer.Option(help="What the agent reads beside the task.")] = "",
    wait: Annotated[bool, typer.Option(help="Wait for the result and print it.")] = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    """Let its agent carry a task out."""

    async def work(platform: "Platform", owner: User) -> Task:
        found = await task_named(platform, owner.id, task)
        started, execution = await platform.tasks.run(owner.id, found.id, instructions=instructions)
        if wait:
            await platform.executions.wait(owner.id, execution.id, timeout)
        return await platform.stores.tasks.get(owner.id, started.id)

    _done(with_platform(work, home, worker=wait), json)


@app.command()
def stop(task: Number, json: Json = False, home: Home = None) -> None:
    """Stop a task's run; it is to do again."""
    _change(lambda platform, owner, found: platform.tasks.stop(owner.id, found.id), task, json, home)


@app.command()
def accept(
    task: Number,
    comment: Annotated[str, typer.Option(help="What to say about it.")] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    """Take the result of a task in review: it is done."""
    _change(lambda platform, owner, found: platform.tasks.accept(owner.id, found.id, comment), task, json, home)


@app.command("return")
def give_back(
    task: Number,
    comment: Annotated[str, typer.Argument(help="What is missing.")],
    again: Annotated[bool, typer.Option("--run", help="Run it anew at once, and wait for the result.")] = False,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    """Send the result of a task in review back."""

    async def work(platform: "Platform", owner: User) -> Task:
        found = await task_named(platform, owner.id, task)
        back = await platform.tasks.give_back(owner.id, found.id, comment, run=again)
        if again and back.execution_id is not None:
            await platform.executions.wait(owner.id, back.execution_id, timeout)
        return await platform.stores.tasks.get(owner.id, found.id)

    _done(with_platform(work, home, worker=again), json)


@app.command("comment")
def add_comment(
    task: Number,
    content: Annotated[str, typer.Argument(help="What to say.")],
    json: Json = False,
    home: Home = None,
) -> None:
    """Comment on a task; its next run reads it."""

    async def work(platform: "Platform", owner: User) -> TaskComment:
        found = await task_named(platform, owner.id, task)
        return await platform.tasks.comment(owner.id, found.id, content)

    said = with_platform(work, home)
    print_json(said) if json else say("Noted.")


@app.command()
def delete(task: Number, home: Home = None) -> None:
    """Delete a task with its history and its runs."""

    async def work(platform: "Platform", owner: User) -> Task:
        found = await task_named(platform, owner.id, task)
        await platform.tasks.delete(owner.id, found.id)
        return found

    say(f"#{with_platform(work, home).number} is deleted.")


@app.command()
def stats(json: Json = False, home: Home = None) -> None:
    """Show how many tasks stand where, and how well they get done."""

    async def work(platform: "Platform", owner: User) -> TaskStats:
        return await platform.stores.tasks.stats(owner.id, await platform.preferences.timezone(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(status, str(count)) for status, count in found.by_status.items()]
    rows += [("overdue", str(found.overdue)), ("due today", str(found.due_today))]
    rows += [("done in 7 days", str(found.completed_last7_days))]
    if found.mean_hours_to_done is not None:
        rows.append(("mean hours to done", f"{found.mean_hours_to_done:.1f}"))
    if found.returned_share is not None:
        rows.append(("sent back", f"{found.returned_share:.0%}"))
    if found.estimate_accuracy is not None:
        rows.append(("estimates hold", f"{found.estimate_accuracy:.0%}"))
    table(("tasks", "how many"), rows, empty="")


async def task_named(platform: "Platform", user_id: str, name: str) -> Task:
    """Return the task of a number (`12`, `#12`) or an id. Raises `NotFound`."""
    digits = name.removeprefix("#")
    if not digits.isdecimal():
        return await platform.stores.tasks.get(user_id, name)
    found = await platform.stores.tasks.numbered(user_id, int(digits))
    if found is None:
        raise NotFound(f"There is no task #{digits}; `bailiwick tasks list` shows what there is.")
    return found


async def _fields(
    platform: "Platform", owner: User, description: str | None, agent: str | None, priority: str | None,
    due: str | None, estimate: int | None, tags: list[str] | None, after: list[str] | None,
) -> dict[str, Any]:  # fmt: skip
    """Return what was given, by the names on the wire; empty texts and 0 stand for nothing."""
    given: dict[str, Any] = {}
    if description is not None:
        given["description"] = description
    if agent is not None:
        given["agentId"] = agent or None
    if priority is not None:
        given["priority"] = priority
    if due is not None:
        zone = await platform.preferences.timezone(owner.id)
        given["dueAt"] = typed(due, zone).isoformat() if due else None
    if estimate is not None:
        given["estimateMinutes"] = estimate or None
    if tags:
        given["tags"] = tags
    if after:
        given["dependsOn"] = [(await task_named(platform, owner.id, each)).id for each in after]
    return given


def _change(do: "Callable[[Platform, User, Task], Awaitable[Task]]", task: str, json: bool, home: Path | None) -> None:
    async def work(platform: "Platform", owner: User) -> Task:
        return await do(platform, owner, await task_named(platform, owner.id, task))

    _done(with_platform(work, home), json)


def _done(task: Task, json: bool) -> None:
    if json:
        print_json(task)
    else:
        _show(task)


def _show(task: Task) -> None:
    console().print(f"#{task.number} {line(task.title)}", style="bold", markup=False, soft_wrap=True)
    say(", ".join(filter(None, [str(task.status), str(task.priority), task.agent_id or "", _flags(task)])))
    if task.due_at is not None:
        say(f"Due {local(task.due_at)}")
    if task.description:
        say(task.description)
    if task.waiting_for:
        say(f"Waits: {task.waiting_for}")
    if task.result:
        say(f"\n{task.result}")


def _flags(task: Task) -> str:
    flags = {"running": task.running, "waits": task.blocked, "late": task.overdue}
    return " ".join(name for name, here in flags.items() if here)

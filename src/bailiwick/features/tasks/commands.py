"""`bailiwick tasks …`: work that is written down, given to agents and judged."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.features.tasks.records import Task, TaskComment, TaskPage, TaskRun, TaskSort, TaskStats
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.lines import line, say
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import head, named, phrase, word
from bailiwick.kernel.terminal.times import local, typed
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)

Number = Annotated[str, typer.Argument(metavar="TASK")]
Timeout = Annotated[float, typer.Option()]
Title = Annotated[str, typer.Argument()]
Description = Annotated[str | None, typer.Option()]
Agent = Annotated[str | None, typer.Option()]
PriorityName = Annotated[str | None, typer.Option()]
Due = Annotated[str | None, typer.Option()]
Estimate = Annotated[int | None, typer.Option()]
Tags = Annotated[list[str] | None, typer.Option("--tag")]
After = Annotated[list[str] | None, typer.Option("--after")]


@app.command("list")
def list_tasks(
    status: Annotated[str | None, typer.Option()] = None,
    agent: Annotated[str | None, typer.Option()] = None,
    tag: Annotated[str | None, typer.Option()] = None,
    search: Annotated[str | None, typer.Option()] = None,
    due: Annotated[str | None, typer.Option()] = None,
    sort: Annotated[TaskSort, typer.Option()] = TaskSort.POSITION,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> TaskPage:
        from bailiwick.agents.preference_actions import PersonalPreferences
        from bailiwick.features.tasks.fields import filter_of  # it knows the words; --help need not wait for it
        from bailiwick.features.tasks.store import TaskStore
        from bailiwick.kernel.zones import zone_of

        zone = zone_of(await platform[PersonalPreferences].timezone(owner.id))
        now = await platform.stores.database.now(owner.id)
        which = filter_of(status, agent, None, tag, search, due, now, zone)
        return await platform.stores[TaskStore].page(owner.id, which, sort, limit=limit)

    page = with_platform(work, home)
    if json:
        print_json({"tasks": page.tasks, "total": page.total})
        return
    rows = [
        (
            f"#{one.number}",
            word(one.status),
            word(one.priority),
            one.agent_id or "",
            local(one.due_at),
            _flags(one),
            line(one.title, 60),
        )
        for one in page.tasks
    ]
    table(
        ("task", "status", "priority", "agent", "due", "", "title"),
        rows,
        empty=phrase("tasks.no-such-task-bailiwick-tasks-add"),
    )
    if page.total > len(page.tasks):
        console().print(phrase("tasks.more", total=page.total - len(page.tasks)), style="dim")


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
    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.features.tasks.actions import Tasks
        from bailiwick.features.tasks.fields import NewTask  # it knows the bounds; --help need not wait for it

        given = await _fields(platform, owner, description, agent, priority, due, estimate, tag, after)
        new = checked(NewTask, title=title, **{name: value for name, value in given.items() if value is not None})
        return await platform[Tasks].create(owner.id, new.draft())

    made = with_platform(work, home)
    print_json(made) if json else say(phrase("tasks.is-written-down", number=made.number))


@app.command()
def show(task: Number, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[Task, list[TaskComment], list[TaskRun]]:
        from bailiwick.features.tasks.store import TaskStore

        found = await task_named(platform, owner.id, task)
        store = platform.stores[TaskStore]
        return found, list(await store.comments(owner.id, found.id)), list(await store.runs(owner.id, found.id))

    found, comments, runs = with_platform(work, home)
    if json:
        print_json({"task": found, "comments": comments, "history": runs})
        return
    _show(found)
    for each in comments:
        say(f"{local(each.created_at)}  {_wrote(each)}")


@app.command()
def edit(
    task: Number,
    title: Annotated[str | None, typer.Option()] = None,
    description: Description = None,
    agent: Agent = None,
    priority: PriorityName = None,
    status: Annotated[str | None, typer.Option()] = None,
    due: Due = None,
    estimate: Estimate = None,
    tag: Tags = None,
    after: After = None,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.features.tasks.actions import Tasks
        from bailiwick.features.tasks.fields import TaskChanges  # it knows the bounds; --help need not wait for it

        found = await task_named(platform, owner.id, task)
        given = await _fields(platform, owner, description, agent, priority, due, estimate, tag, after)
        given |= {name: value for name, value in (("title", title), ("status", status)) if value is not None}
        return await platform[Tasks].change(owner.id, found.id, checked(TaskChanges, **given).fields())

    _done(with_platform(work, home), json)


@app.command()
def run(
    task: Number,
    instructions: Annotated[str, typer.Option()] = "",
    wait: Annotated[bool, typer.Option()] = True,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.features.tasks.actions import Tasks
        from bailiwick.features.tasks.store import TaskStore
        from bailiwick.runs.actions import Executions

        found = await task_named(platform, owner.id, task)
        started, execution = await platform[Tasks].run(owner.id, found.id, instructions=instructions)
        if wait:
            await platform[Executions].wait(owner.id, execution.id, timeout)
        return await platform.stores[TaskStore].get(owner.id, started.id)

    _done(with_platform(work, home, worker=wait), json)


@app.command()
def stop(task: Number, json: Json = False, home: Home = None) -> None:
    from bailiwick.features.tasks.actions import Tasks

    _change(lambda platform, owner, found: platform[Tasks].stop(owner.id, found.id), task, json, home)


@app.command()
def accept(
    task: Number,
    comment: Annotated[str, typer.Option()] = "",
    json: Json = False,
    home: Home = None,
) -> None:
    from bailiwick.features.tasks.actions import Tasks

    _change(lambda platform, owner, found: platform[Tasks].accept(owner.id, found.id, comment), task, json, home)


@app.command("return")
def give_back(
    task: Number,
    comment: Annotated[str, typer.Argument()],
    again: Annotated[bool, typer.Option("--run")] = False,
    timeout: Timeout = 300.0,
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.features.tasks.actions import Tasks
        from bailiwick.features.tasks.store import TaskStore
        from bailiwick.runs.actions import Executions

        found = await task_named(platform, owner.id, task)
        back = await platform[Tasks].give_back(owner.id, found.id, comment, run=again)
        if again and back.execution_id is not None:
            await platform[Executions].wait(owner.id, back.execution_id, timeout)
        return await platform.stores[TaskStore].get(owner.id, found.id)

    _done(with_platform(work, home, worker=again), json)


@app.command("comment")
def add_comment(
    task: Number,
    content: Annotated[str, typer.Argument()],
    json: Json = False,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> TaskComment:
        from bailiwick.features.tasks.actions import Tasks

        found = await task_named(platform, owner.id, task)
        return await platform[Tasks].comment(owner.id, found.id, content)

    said = with_platform(work, home)
    print_json(said) if json else say(phrase("tasks.noted"))


@app.command()
def delete(task: Number, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Task:
        from bailiwick.features.tasks.actions import Tasks

        found = await task_named(platform, owner.id, task)
        await platform[Tasks].delete(owner.id, found.id)
        return found

    say(phrase("tasks.is-deleted", number=with_platform(work, home).number))


@app.command()
def stats(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> TaskStats:
        from bailiwick.agents.preference_actions import PersonalPreferences
        from bailiwick.features.tasks.store import TaskStore

        return await platform.stores[TaskStore].stats(owner.id, await platform[PersonalPreferences].timezone(owner.id))

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
    table(("tasks", "how many"), [(head(name), figure) for name, figure in rows], empty="")


async def task_named(platform: "Platform", user_id: str, name: str) -> Task:
    """Return the task of a number (`12`, `#12`) or an id. Raises `NotFound`."""
    from bailiwick.features.tasks.store import TaskStore

    digits = name.removeprefix("#")
    if not digits.isdecimal():
        return await platform.stores[TaskStore].get(user_id, name)
    found = await platform.stores[TaskStore].numbered(user_id, int(digits))
    if found is None:
        raise NotFound(phrase("tasks.there-is-no-task-bailiwick-tasks", digits=digits))
    return found


async def _fields(
    platform: "Platform",
    owner: User,
    description: str | None,
    agent: str | None,
    priority: str | None,
    due: str | None,
    estimate: int | None,
    tags: list[str] | None,
    after: list[str] | None,
) -> dict[str, Any]:
    """Return what was given, by the names on the wire; empty texts and 0 stand for nothing."""
    from bailiwick.agents.preference_actions import PersonalPreferences

    given: dict[str, Any] = {}
    if description is not None:
        given["description"] = description
    if agent is not None:
        given["agentId"] = agent or None
    if priority is not None:
        given["priority"] = priority
    if due is not None:
        zone = await platform[PersonalPreferences].timezone(owner.id)
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
    say(", ".join(filter(None, [word(task.status), word(task.priority), task.agent_id or "", _flags(task)])))
    if task.due_at is not None:
        say(phrase("tasks.due", due_at=local(task.due_at)))
    if task.description:
        say(task.description)
    if task.waiting_for:
        say(phrase("tasks.waits", waiting_for=task.waiting_for))
    if task.result:
        say(f"\n{task.result}")


def _flags(task: Task) -> str:
    flags = {"tasks.running": task.running, "tasks.blocked": task.blocked, "tasks.late": task.overdue}
    return " ".join(phrase(key) for key, here in flags.items() if here)


def _wrote(comment: TaskComment) -> str:
    author = named("Author", comment.author)
    return phrase("tasks.by", author=author, kind=word(comment.kind), text=comment.content)

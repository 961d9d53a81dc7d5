"""Tasks: written down, listed, edited, run, stopped, judged and commented."""

from dataclasses import dataclass, fields
from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.fields import (
    DUE,
    AcceptRequest,
    Cursor,
    NewComment,
    NewTask,
    PathComment,
    QueryTimezone,
    ReturnRequest,
    TaskChanges,
    TaskRunRequest,
    filter_of,
)
from bailiwick.features.tasks.records import Task, TaskComment, TaskRun, TaskSort, TaskStats
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, PathUuid, QueryAgent, Reply, Search
from bailiwick.kernel.work import Priority
from bailiwick.kernel.zones import zone_of
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick.people.limited import Beginner
from bailiwick.runs.http import links

tasks = router("tasks")


class TaskList(Reply):
    """A page of tasks."""

    tasks: list[Task]
    next_before: str | None
    """Give this as `before` for the next page in the same order; null on the last one."""
    total: int
    """How many fit in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskWithHistory(Task):
    """A task with what was said about it and how it was run."""

    comments: list[TaskComment]  # pyright: ignore[reportIncompatibleVariableOverride]  (the lines themselves, not their number)
    """The latest 200 lines, oldest first."""
    history: list[TaskRun]
    """The latest 50 runs, latest first."""


class StartedTask(Reply):
    """A task that is being carried out."""

    task: Task
    execution_id: str
    stream_url: str
    """Follow the run here."""


@tasks.post(
    "/api/tasks/create",
    operation_id="createTask",
    summary="Write a task down",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_task(
    request: Request,
    response: Response,
    body: Annotated[
        NewTask,
        Content(
            examples=[
                {"title": "Call Ana"},
                {"title": "Solve 2x + 5 = 15", "agentId": "peter-logical", "priority": "high", "tags": ["maths"]},
            ]
        ),
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> Task:
    """Write a task down; nothing happens until it is run or somebody does it."""
    task = await platform[Tasks].create(caller.user.id, body.draft())
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/tasks/{task.id}"
    return task


@tasks.get("/api/tasks", operation_id="listTasks", summary="List tasks", responses=documented(401))
async def list_tasks(
    caller: Reader,
    platform: CurrentPlatform,
    status: Annotated[str | None, Query(max_length=100, description="Statuses, separated by commas.")] = None,
    agent_id: QueryAgent = None,
    priority: Annotated[Priority | None, Query(description="Only of this priority.")] = None,
    tag: Annotated[str | None, Query(max_length=50, description="Only those with this tag.")] = None,
    search: Search = None,
    due: Annotated[str | None, Query(max_length=100, description=f"When they are due: {DUE}.")] = None,
    sort: Annotated[TaskSort, Query(description="In which order.")] = TaskSort.POSITION,
    timezone: QueryTimezone = None,
    limit: Limit = 50,
    before: Cursor = None,
) -> TaskList:
    """Return a page of the caller's tasks."""
    user_id = caller.user.id
    zone = zone_of(timezone or await platform[PersonalPreferences].timezone(user_id))
    now = await platform.stores.database.now(user_id)
    which = filter_of(status, agent_id, priority, tag, search, due, now, zone)
    page = await platform.stores[TaskStore].page(user_id, which, sort, limit=limit, before=before)
    return TaskList(tasks=list(page.tasks), next_before=page.next_before, total=page.total)


@tasks.get("/api/tasks/stats", operation_id="getTaskStats", summary="Figures about tasks", responses=documented(401))
async def get_stats(caller: Reader, platform: CurrentPlatform, timezone: QueryTimezone = None) -> TaskStats:
    """Return how many tasks stand where, what is late, and how fast and how well they get done."""
    zone = zone_of(timezone or await platform[PersonalPreferences].timezone(caller.user.id))
    return await platform.stores[TaskStore].stats(caller.user.id, zone.key)


@tasks.get("/api/tasks/{id}", operation_id="getTask", summary="Read a task", responses=documented(401, 404))
async def get_task(task_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> TaskWithHistory:
    """Return a task with what was said about it and how it was run."""
    user_id, store = caller.user.id, platform.stores[TaskStore]
    async with platform.database.as_user(user_id):
        task = await store.get(user_id, task_id)
        whole = {field.name: getattr(task, field.name) for field in fields(task)}
        whole["comments"] = list(await store.comments(user_id, task_id))
        return TaskWithHistory(**whole, history=list(await store.runs(user_id, task_id)))


@tasks.put(
    "/api/tasks/{id}",
    operation_id="updateTask",
    summary="Change a task",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_task(
    task_id: PathUuid,
    body: Annotated[
        TaskChanges,
        Content(examples=[{"status": "doing", "position": {"after": None}}, {"dueAt": "2027-01-15T09:00:00+01:00"}]),
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> Task:
    """Edit a task, give it another status, or move it on the board."""
    return await platform[Tasks].change(caller.user.id, task_id, body.fields(), place=body.place, version=body.version)


@tasks.delete(
    "/api/tasks/{id}",
    operation_id="deleteTask",
    summary="Delete a task",
    status_code=204,
    responses=documented(401, 404, 409),
)
async def delete_task(task_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a task for good, with its history and its runs; stop it first if it is running."""
    await platform[Tasks].delete(caller.user.id, task_id)


@tasks.post(
    "/api/tasks/{id}/restore",
    operation_id="restoreTask",
    summary="Bring a task back",
    responses=documented(401, 404),
)
async def restore_task(task_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Task:
    """Undo the deletion of a task by an agent, for 30 days. A task that is there stays as it is."""
    return await platform[Tasks].restore(caller.user.id, task_id)


@tasks.post(
    "/api/tasks/{id}/run",
    operation_id="runTask",
    summary="Let a task be carried out",
    status_code=202,
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
    dependencies=[Once],
)
async def run_task(
    request: Request,
    task_id: PathUuid,
    caller: Beginner,
    platform: CurrentPlatform,
    body: Annotated[TaskRunRequest | None, Content(examples=[{"instructions": "Show every step."}])] = None,
) -> StartedTask:
    """Let its agent carry it out; what comes of it is in review when the run ends. The run streams like a chat."""
    task, execution = await platform[Tasks].run(caller.user.id, task_id, instructions=body.instructions if body else "")
    return StartedTask(task=task, execution_id=execution.id, stream_url=links(request, execution.id).events)


@tasks.post(
    "/api/tasks/{id}/stop", operation_id="stopTask", summary="Stop a task's run", responses=documented(401, 404, 409)
)
async def stop_task(task_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Task:
    """Stop its run; within a second it is to do again."""
    return await platform[Tasks].stop(caller.user.id, task_id)


@tasks.post(
    "/api/tasks/{id}/accept",
    operation_id="acceptTask",
    summary="Accept a result",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def accept_task(
    task_id: PathUuid,
    caller: Runner,
    platform: CurrentPlatform,
    body: Annotated[AcceptRequest | None, Content(examples=[{"comment": "Thank you."}])] = None,
) -> Task:
    """Take the result of a task in review: it is done."""
    return await platform[Tasks].accept(caller.user.id, task_id, body.comment if body else "")


@tasks.post(
    "/api/tasks/{id}/return",
    operation_id="returnTask",
    summary="Send a result back",
    responses=documented(400, 401, 404, 409, 413, 415, busy=["rate-limit", "too-much-work"]),
)
async def return_task(
    task_id: PathUuid,
    body: Annotated[ReturnRequest, Content(examples=[{"comment": "The units are missing.", "run": True}])],
    caller: Beginner,
    platform: CurrentPlatform,
) -> Task:
    """Send the result of a task in review back, with what is missing; its next run reads that."""
    return await platform[Tasks].give_back(caller.user.id, task_id, body.comment, run=body.run)


@tasks.post(
    "/api/tasks/{id}/comments",
    operation_id="addTaskComment",
    summary="Comment on a task",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def add_comment(
    task_id: PathUuid,
    body: Annotated[NewComment, Content(examples=[{"content": "Ana prefers mornings."}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> TaskComment:
    """Say something about a task; its next run reads it."""
    return await platform[Tasks].comment(caller.user.id, task_id, body.content)


@tasks.delete(
    "/api/tasks/{id}/comments/{commentId}",
    operation_id="deleteTaskComment",
    summary="Take a comment back",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_comment(task_id: PathUuid, comment_id: PathComment, caller: Runner, platform: CurrentPlatform) -> None:
    """Take back what you said; what agents and the product wrote stays."""
    await platform[Tasks].delete_comment(caller.user.id, task_id, comment_id)

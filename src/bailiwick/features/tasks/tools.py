"""Tools for tasks: an agent says that its work is done, writes tasks down, looks them up, changes and deletes them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.features.tasks.board import Board
from bailiwick.features.tasks.due import LONGEST_DUE, due_at, span_of
from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import LONGEST_TITLE, Task, TaskFilter, TaskSort
from bailiwick.features.tasks.requests import (
    CreateReader,
    TaskChangeReader,
    TaskDeleteReader,
    TaskListReader,
    TaskRestoreReader,
)
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.kernel.work import LONGEST_DESCRIPTION, Priority
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.tools.equipment import Agents
from bailiwick.tools.near_names import not_there
from bailiwick.tools.phrases import plain
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.references import called
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.toolbox import unchanged
from bailiwick_router.core.agents import Agent, AgentStatus

LISTED = 20
"""Tasks that one call lists."""
MOST_LOOKED_AT = 200
"""Open tasks, and as many others, among whose titles a task is sought."""
NONE = ("none", "nobody", "no one", "noone", "anyone", "anybody", "me", "nadie", "ninguno", "mi", "cualquiera")
"""What takes an agent or a date away."""
DUE = "a date or a time, as ISO 8601 or in words such as friday at 5pm"
TASK = "Its number, or words of its title; left out where it is not known."

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""


@skill_tool(read_only=True, final=True)
async def complete_task(
    context: ToolContext,
    result: Annotated[str, Field(min_length=1, max_length=100_000, description="The complete result, in Markdown.")],
    summary: Annotated[str | None, Field(max_length=2_000, description="One or two sentences on it.")] = None,
) -> dict[str, Any]:
    """End your work on the task and hand over its result.

    Call this once, when everything asked for is done. `result` is what the person gets: put the whole
    answer in it. Nothing you say afterwards is read.
    """
    return {"result": result, "summary": summary}


def task_tools(tasks: TaskStore, board: Board, agents: Agents, now: Clock) -> list[Tool]:
    """Return `complete_task`, `createTask`, `listTasks`, `changeTask`, `deleteTask` and `restoreTask`."""

    @skill_tool(idempotent=True, instructs=True, recogniser=CreateReader())
    async def createTask(
        context: ToolContext,
        title: Annotated[
            str, Field(min_length=1, max_length=LONGEST_TITLE, description="What is to be done, in one line.")
        ],
        description: Annotated[
            str, Field(max_length=LONGEST_DESCRIPTION, description="More about it, in Markdown.")
        ] = "",
        agentId: Annotated[
            str | None,
            Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$", description="Id of the agent who is to do it, if known."),
        ] = None,
        due: Annotated[str | None, Field(max_length=LONGEST_DUE, description=f"When it has to be done: {DUE}.")] = None,
        priority: Annotated[
            Literal["low", "medium", "high", "urgent"], Field(description="How much it matters.")
        ] = "medium",
    ) -> dict[str, Any]:
        """Write down a task on the person's board, to be done later by them or by an agent.

        Use it when the person asks for a task, or for something that is to be done at another time. Nothing is
        started. Returns the task's number, title, status and date.
        """
        clean = " ".join(title.split())
        if not clean:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TITLE_BLANK))
        draft = TaskDraft(
            title=clean,
            description=description,
            agent_id=agentId,
            priority=Priority(priority),
            due_at=None if due is None else due_at(due, now().astimezone(ZoneInfo(context.timezone)), context.language),
        )
        return _told(
            await tasks.create(context.user_id, draft, call_id=context.call_id, tainted=context.tainted), context
        )

    @skill_tool(read_only=True, recogniser=TaskListReader())
    async def listTasks(
        context: ToolContext,
        status: Annotated[
            str | None,
            Field(
                max_length=60,
                description="Statuses, separated by commas: todo, doing, review, done, paused, "
                "cancelled; by default those that are open.",
            ),
        ] = None,
        due: Annotated[
            Literal["overdue", "today", "tomorrow", "week", "next week"]
            | Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
            | None,
            Field(description="Only those that are late, or due on that day, within seven days, or in next week."),
        ] = None,
        search: Annotated[str | None, Field(max_length=200, description="Only those with this text.")] = None,
    ) -> dict[str, Any]:
        """List the tasks on the person's board, the next due first: number, title, status, agent, date, priority.

        Returns 20 at most, and how many there are in all.
        """
        here = now().astimezone(ZoneInfo(context.timezone))
        start, end = span_of(due, here)
        which = TaskFilter(
            statuses=_statuses(status), search=search, overdue=due == "overdue", due_from=start, due_before=end
        )
        page = await tasks.page(context.user_id, which, TaskSort.DUE, limit=LISTED)
        if any(task.tainted for task in page.tasks):
            context.reading.note_outside()
        return {"tasks": [_told(task, context) for task in page.tasks], "total": page.total}

    async def sought(context: ToolContext, asked: str | None) -> Task | dict[str, Any]:
        """Return the task that is meant, or the result that says that there is none or which ones it may be."""
        wanted = " ".join((asked or "").split()).removeprefix("#")
        if wanted.isascii() and wanted.isdigit():
            numbered = await tasks.numbered(context.user_id, int(wanted))
            if numbered is not None:
                return numbered
        still_open = await tasks.page(context.user_id, _open(), TaskSort.DUE, limit=MOST_LOOKED_AT)
        titled = called(wanted, still_open.tasks, _title)
        if wanted and not titled:
            every = await tasks.page(context.user_id, TaskFilter(), TaskSort.UPDATED, limit=MOST_LOOKED_AT)
            titled = called(wanted, every.tasks, _title)
        if len(titled) == 1:
            return titled[0]
        shown = (titled or still_open.tasks)[:LISTED]
        if any(task.tainted for task in shown):
            context.reading.note_outside()
        told = [_told(task, context) for task in shown]
        return not_there(asked or "", [task.title for task in titled], tasks=told)

    async def agent_called(context: ToolContext, name: str) -> Agent | None:
        """Return the agent of that name or id; None for nobody. Raises `CallFailed` if there is none of that name."""
        if plain(name) in NONE:
            return None
        found = agent_named(name, await agents.all(context.user_id))
        if found is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(RoutingReason.NO_SUCH_AGENT, name=name))
        if found.status is not AgentStatus.ACTIVE:
            raise CallFailed(
                ErrorClass.VALIDATION,
                Reason.of(RoutingReason.REQUESTED_INACTIVE, agent=found.name, status=found.status),
            )
        return found

    async def name_of(context: ToolContext, agent_id: str | None) -> str | None:
        roster = () if agent_id is None else await agents.all(context.user_id)
        return next((agent.name for agent in roster if agent.id == agent_id), agent_id)

    @skill_tool(idempotent=True, instructs=True, recogniser=TaskChangeReader())
    async def changeTask(
        context: ToolContext,
        task: Annotated[str | None, Field(max_length=LONGEST_TITLE, description=TASK)] = None,
        status: Annotated[
            Literal["todo", "doing", "review", "done", "paused", "cancelled"] | None,
            Field(description="Where it goes on the board; todo also opens it again."),
        ] = None,
        due: Annotated[
            str | None, Field(max_length=LONGEST_DUE, description=f"When it has to be done: {DUE}; or none.")
        ] = None,
        priority: Annotated[
            Literal["low", "medium", "high", "urgent"] | None, Field(description="How much it matters.")
        ] = None,
        agent: Annotated[
            str | None, Field(max_length=64, description="Name or id of the agent who is to do it; or none.")
        ] = None,
        title: Annotated[
            str | None, Field(max_length=LONGEST_TITLE, description="What is to be done, in one line.")
        ] = None,
    ) -> dict[str, Any]:
        """Change one task on the person's board: complete, reopen, move, rename or assign it, its date or priority.

        Give only what changes. It starts no run. Returns the task as it is now, and in `before` what was changed with
        its former values. If no task or several fit, found is false and tasks has those that may be meant: ask which.
        """
        here = now().astimezone(ZoneInfo(context.timezone))
        fields: dict[str, Any] = {}
        if status is not None:
            fields["status"] = TaskStatus(status)
        if due is not None:
            fields["due_at"] = None if plain(due) in NONE else due_at(due, here, context.language)
        if priority is not None:
            fields["priority"] = Priority(priority)
        if title is not None:
            fields["title"] = " ".join(title.split())
            if not fields["title"]:
                raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TITLE_BLANK))
        if agent is not None:
            chosen = await agent_called(context, agent)
            fields["agent_id"] = None if chosen is None else chosen.id
        if not fields:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(TaskReason.GIVE_A_CHANGE))
        before = await sought(context, task)
        if isinstance(before, dict):
            return before
        after = await board.change(context.user_id, before.id, fields, tainted=context.tainted)
        if after.tainted:
            context.reading.note_outside()
        return {
            **_told(after, context),
            "agent": await name_of(context, after.agent_id),
            "before": _differing(_values(before, context), _values(after, context)),
        }

    async def doomed(context: ToolContext, task: str | None = None) -> list[FoundThing]:
        """Return the task that a call would delete, if there is one."""
        found = await sought(context, task)
        return [] if isinstance(found, dict) else [_as_found(found)]

    @skill_tool(destructive=True, finds=doomed, undo="/api/tasks/{id}/restore", recogniser=TaskDeleteReader())
    async def deleteTask(
        context: ToolContext, task: Annotated[str | None, Field(max_length=LONGEST_TITLE, description=TASK)] = None
    ) -> dict[str, Any]:
        """Delete one task from the person's board. Only when the person asked for exactly that. restoreTask undoes it.

        If no task or several fit, nothing is deleted: found is false and tasks has those that may be meant; ask which.
        A task that runs has to be stopped first.
        """
        found = await sought(context, task)
        if isinstance(found, dict):
            return found
        if found.tainted:
            context.reading.note_outside()
        unchanged(context, [_as_found(found)])
        await board.remove(context.user_id, found.id)
        return {"id": found.id, "number": found.number, "title": found.title, "deleted": True}

    @skill_tool(idempotent=True, recogniser=TaskRestoreReader())
    async def restoreTask(
        context: ToolContext,
        task: Annotated[
            str | None,
            Field(max_length=LONGEST_TITLE, description="Its number or title; left out for the one deleted last."),
        ] = None,
    ) -> dict[str, Any]:
        """Bring a task back that deleteTask deleted in the last 30 days, with its history.

        Returns the task. If no deleted task fits, found is false.
        """
        gone = await tasks.removed(context.user_id)
        wanted = plain(task or "").removeprefix("#")
        meant = [each for each in gone if wanted in (str(each.number), plain(each.title))] if wanted else gone
        if not meant:
            return not_there(task or "", (), tasks=[])
        found = await board.restore(context.user_id, meant[0].id)
        if found.tainted:
            context.reading.note_outside()
        return _told(found, context)

    return [complete_task, createTask, listTasks, changeTask, deleteTask, restoreTask]


def agent_named(name: str, roster: Sequence[Agent]) -> Agent | None:
    """Return the agent that people may give work to by that name or id; of several with one name the first."""
    wanted = plain(name).removeprefix("@")
    able = [agent for agent in roster if agent.role.routable]
    return next((agent for agent in able if wanted in (agent.id, plain(agent.name))), None)


def _open() -> TaskFilter:
    return TaskFilter(statuses=tuple(status for status in TaskStatus if status.open))


def _title(task: Task) -> str:
    return task.title


def _values(task: Task, context: ToolContext) -> dict[str, Any]:
    """Return what can be changed about a task, as `changeTask` takes it."""
    return {
        "status": task.status.value,
        "due": _moment(task, context) or "none",
        "priority": task.priority.value,
        "agent": task.agent_id or "none",
        "title": task.title,
    }


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in before.items() if after[name] != value}


def _as_found(task: Task) -> FoundThing:
    return FoundThing.of("task", task.id, f"#{task.number} {task.title}", task.description)


def _statuses(text: str | None) -> tuple[TaskStatus, ...]:
    if not text:
        return tuple(status for status in TaskStatus if status.open)
    try:
        return tuple(dict.fromkeys(TaskStatus(each.strip()) for each in text.split(",") if each.strip()))
    except ValueError:
        raise CallFailed(
            ErrorClass.VALIDATION, Reason.of(TaskReason.STATUSES_ARE, known=", ".join(TaskStatus))
        ) from None


def _told(task: Task, context: ToolContext) -> dict[str, Any]:
    return {
        "number": task.number,
        "title": task.title,
        "status": task.status,
        "agentId": task.agent_id,
        "priority": task.priority,
        "dueAt": _moment(task, context),
        "overdue": task.overdue,
    }


def _moment(task: Task, context: ToolContext) -> str | None:
    return None if task.due_at is None else task.due_at.astimezone(ZoneInfo(context.timezone)).isoformat()

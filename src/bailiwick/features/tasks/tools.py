"""Tools for tasks: an agent says that its work is done, writes tasks down and looks them up."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.features.tasks.records import LONGEST_TITLE, Task, TaskFilter, TaskSort
from bailiwick.features.tasks.requests import CreateReader, TaskListReader
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.work import LONGEST_DESCRIPTION, Priority
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LAST_MINUTE = time(23, 59)
"""When a day that is named without a time is over."""
LISTED = 20
"""Tasks that one call lists."""
DUE = "a date or a time (ISO 8601), today, tomorrow, or a day of the week such as friday"

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


def task_tools(tasks: TaskStore, now: Clock) -> list[Tool]:
    """Return `complete_task`, `createTask` and `listTasks`."""

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
        due: Annotated[str | None, Field(max_length=40, description=f"When it has to be done: {DUE}.")] = None,
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
            due_at=None if due is None else _due(due, now().astimezone(ZoneInfo(context.timezone))),
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
            Literal["overdue", "today", "tomorrow", "week"]
            | Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
            | None,
            Field(description="Only those that are late, or due on that day or within seven days."),
        ] = None,
        search: Annotated[str | None, Field(max_length=200, description="Only those with this text.")] = None,
    ) -> dict[str, Any]:
        """List the tasks on the person's board, the next due first: number, title, status, agent, date, priority.

        Returns 20 at most, and how many there are in all.
        """
        here = now().astimezone(ZoneInfo(context.timezone))
        start, end = _span(due, here)
        which = TaskFilter(
            statuses=_statuses(status), search=search, overdue=due == "overdue", due_from=start, due_before=end
        )
        page = await tasks.page(context.user_id, which, TaskSort.DUE, limit=LISTED)
        if any(task.tainted for task in page.tasks):
            context.reading.note_outside()
        return {"tasks": [_told(task, context) for task in page.tasks], "total": page.total}

    return [complete_task, createTask, listTasks]


def _statuses(text: str | None) -> tuple[TaskStatus, ...]:
    if not text:
        return tuple(status for status in TaskStatus if status.open)
    try:
        return tuple(dict.fromkeys(TaskStatus(each.strip()) for each in text.split(",") if each.strip()))
    except ValueError:
        raise CallFailed(
            ErrorClass.VALIDATION, Reason.of(ReasonCode.STATUSES_ARE, known=", ".join(TaskStatus))
        ) from None


def _span(due: str | None, here: datetime) -> tuple[datetime | None, datetime | None]:
    """Return from when and before when something is due that is due then."""
    if due is None or due == "overdue":
        return None, None
    first = here.date() if due == "week" else _day(due, here)
    last = first + timedelta(days=7 if due == "week" else 1)
    return datetime.combine(first, time(), here.tzinfo), datetime.combine(last, time(), here.tzinfo)


def _due(text: str, here: datetime) -> datetime:
    word = text.strip().lower()
    if word in ("today", "tomorrow", *WEEKDAYS):
        return datetime.combine(_day(word, here), LAST_MINUTE, here.tzinfo)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DUE_FORM)) from None
    if not 1900 <= moment.year < 3000:  # what the API takes as well; no zone's clock shows the ends of the calendar
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DUE_BOUNDS))
    if len(text.strip()) <= len("2027-01-15"):
        moment = datetime.combine(moment.date(), LAST_MINUTE)
    return moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo)


def _day(word: str, here: datetime) -> date:
    """Return the date of today, tomorrow or the next such day of the week, today included."""
    ahead = {"today": 0, "tomorrow": 1}.get(word)
    if ahead is None:
        ahead = (WEEKDAYS.index(word) - here.weekday()) % 7
    return here.date() + timedelta(days=ahead)


def _told(task: Task, context: ToolContext) -> dict[str, Any]:
    zone = ZoneInfo(context.timezone)
    return {
        "number": task.number,
        "title": task.title,
        "status": task.status,
        "agentId": task.agent_id,
        "priority": task.priority,
        "dueAt": None if task.due_at is None else task.due_at.astimezone(zone).isoformat(),
        "overdue": task.overdue,
    }

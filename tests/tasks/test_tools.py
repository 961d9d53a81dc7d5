"""Agents write tasks down and look them up, by their own tools and without a model."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bailiwick.features.tasks.requests import CreateReader, TaskListReader
from bailiwick.features.tasks.store import TaskStore
from bailiwick.features.tasks.tools import task_tools
from bailiwick.kernel.resilience import CallFailed
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.tools.records import Request, ToolContext
from bailiwick.tools.toolbox import Toolbox
from bailiwick_router.core.language import detect_language

NOW = datetime(2027, 1, 13, 22, 30, tzinfo=UTC)  # a Wednesday; in Madrid half an hour before midnight


def reading(reader, text):
    found = reader.read(Request(text=text, language=detect_language(text)))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("Add a task: call Ana tomorrow", {"title": "Call Ana", "due": "tomorrow"}),
        ("Create a task to renew the domain by Friday", {"title": "Renew the domain", "due": "friday"}),
        ("please add a task called “Buy stamps”", {"title": "Buy stamps"}),
        ("task: water the plants today, urgent", {"title": "Water the plants", "due": "today", "priority": "urgent"}),
        ("Crea una tarea para renovar el dominio antes del viernes", {"title": "Renovar el dominio", "due": "friday"}),
        ("crea una tarea: llamar a Ana mañana", {"title": "Llamar a Ana", "due": "tomorrow"}),
        ("Añade una tarea nueva: pagar la luz, prioridad alta", {"title": "Pagar la luz", "priority": "high"}),
        ("add milk to my shopping list", None),
        ("What is a task force?", None),
        ("Make an urgent task of my life story", None),
        ("task: ", None),
    ],
)
def test_requests_to_write_a_task_down_are_read(text, arguments):
    assert reading(CreateReader(), text) == arguments


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("what are my tasks for today?", {"due": "today"}),
        ("What tasks are due this week?", {"due": "week"}),
        ("show me my overdue tasks", {"due": "overdue"}),
        ("which tasks are in review?", {"status": "review"}),
        ("list all my open tasks", {"status": "todo,doing,review,paused"}),
        ("¿Qué tareas vencen esta semana?", {"due": "week"}),
        ("¿qué tareas tengo para mañana?", {"due": "tomorrow"}),
        ("muéstrame mis tareas pendientes", {"status": "todo,doing,review,paused"}),
        ("¿Qué tareas están terminadas?", {"status": "done"}),
        ("mis tareas atrasadas", {"due": "overdue"}),
        ("what is my shopping list?", None),
        ("Create a task to renew the domain", None),
    ],
)
def test_questions_for_tasks_are_read(text, arguments):
    assert reading(TaskListReader(), text) == arguments


def test_a_task_is_written_down_once_with_its_day_in_the_persons_time_zone(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        box = Toolbox(task_tools(stores[TaskStore], lambda: NOW))
        context = ToolContext(user_id=user, execution_id=None, agent_id="main", call_id="c1", timezone="Europe/Madrid")
        first = await box.call("createTask", context, {"title": " Call  Ana ", "due": "tomorrow", "priority": "high"})
        assert await box.call("createTask", context, {"title": "Call Ana", "due": "tomorrow"}) == first
        assert (first["number"], first["title"], first["dueAt"]) == (1, "Call Ana", "2027-01-14T23:59:00+01:00")
        for number, (due, expected) in enumerate(
            {
                "friday": "2027-01-15T23:59:00+01:00",
                "wednesday": "2027-01-13T23:59:00+01:00",
                "2027-02-01": "2027-02-01T23:59:00+01:00",
                "2027-02-01T09:00": "2027-02-01T09:00:00+01:00",
                "2027-02-01T09:00Z": "2027-02-01T10:00:00+01:00",
            }.items()
        ):
            other = replace(context, call_id=f"d{number}")
            assert (await box.call("createTask", other, {"title": "x", "due": due}))["dueAt"] == expected
        early = {"title": "x", "due": "0001-01-01"}
        for wrong in ({"title": " "}, {"title": "x", "due": "someday"}, early, {"title": "x", "agentId": "No Such"}):
            with pytest.raises(CallFailed):
                await box.call("createTask", context, wrong)

        await stores[TaskStore].create(user, TaskDraft(title="Old", status=TaskStatus.DONE))
        listed = await box.call("listTasks", context, {})
        assert listed["total"] == 6
        assert [task["dueAt"] for task in listed["tasks"]] == sorted(task["dueAt"] for task in listed["tasks"])
        assert [task["title"] for task in (await box.call("listTasks", context, {"status": "done"}))["tasks"]] == [
            "Old"
        ]
        assert (await box.call("listTasks", context, {"due": "tomorrow"}))["tasks"][0]["title"] == "Call Ana"
        assert (await box.call("listTasks", context, {"due": "week"}))["total"] == 3
        with pytest.raises(CallFailed, match="statuses are"):
            await box.call("listTasks", context, {"status": "lost"})

    stores_run(story)


def test_answers_name_the_task_in_both_languages():
    result = {"number": 7, "title": "Call Ana", "dueAt": "2027-01-14T23:59:00+01:00", "status": "todo", "overdue": True}
    assert CreateReader().say({}, result, "en") == "Task #7 is written down: Call Ana (due 2027-01-14)."
    assert CreateReader().say({}, result, "es") == "He apuntado la tarea n.º 7: Call Ana (para el 2027-01-14)."
    found = {"tasks": [result], "total": 3}
    assert TaskListReader().say({}, found, "en") == "- #7 Call Ana (todo, due 2027-01-14, overdue)\n- and 2 more"
    assert TaskListReader().say({}, found, "es") == "- #7 Call Ana (por hacer, para el 2027-01-14, atrasada)\n- y 2 más"
    assert TaskListReader().say({}, {"tasks": [], "total": 0}, "en") == "There is no such task."


def test_a_task_made_by_an_agent_that_read_a_page_needs_a_persons_word():
    spec = next(tool.spec for tool in task_tools(None, lambda: NOW) if tool.spec.name == "createTask")
    assert spec.instructs
    assert spec.idempotent

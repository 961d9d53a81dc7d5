"""Agents write tasks down and look them up, by their own tools and without a model."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bailiwick.features.tasks.board import Board
from bailiwick.features.tasks.requests import (
    CreateReader,
    TaskChangeReader,
    TaskDeleteReader,
    TaskListReader,
    TaskRestoreReader,
)
from bailiwick.features.tasks.store import TaskStore
from bailiwick.features.tasks.tools import task_tools
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.resilience import CallFailed
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick.tools.toolbox import Toolbox
from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.core.language import detect_language

NOW = datetime(2027, 1, 13, 22, 30, tzinfo=UTC)  # a Wednesday; in Madrid half an hour before midnight


class Team:
    """The agents that tasks are given to."""

    async def all(self, user_id):
        """Return Peter, who is paused, and Ami."""
        del user_id
        return [
            Agent(id="peter-logical", name="Peter", status="paused"),
            Agent(id="ami-creative", name="Ami"),
            Agent(id="code", name="Code Helper", role=Role.HELPER),
        ]


def tools_on(stores):
    """Return the tools on a database."""
    return task_tools(stores[TaskStore], Board(stores.database, stores), Team(), lambda: NOW)


def reading(reader, text, *past):
    language = detect_language(text)
    last = past[-1] if past else None
    found = reader.read(Request(text=text, language=language, past_calls=past, just_called=last))
    return None if found is None else dict(found.arguments)


def told(number, title):
    """Return a task as the tools tell of it."""
    return {"number": number, "title": title, "status": "todo", "dueAt": None, "overdue": False}


LISTED = PastCall(
    name="listTasks",
    arguments={},
    result={"tasks": [told(4, "Call Ana"), told(7, "Renew the domain"), told(9, "Buy stamps")], "total": 3},
)
ONE = PastCall(name="listTasks", arguments={}, result={"tasks": [told(4, "Call Ana")], "total": 1})


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("Add a task: call Ana tomorrow", {"title": "Call Ana", "due": "tomorrow"}),
        ("Create a task to renew the domain by Friday", {"title": "Renew the domain", "due": "by Friday"}),
        ("please add a task called “Buy stamps”", {"title": "Buy stamps"}),
        ("task: water the plants today, urgent", {"title": "Water the plants", "due": "today", "priority": "urgent"}),
        (
            "Crea una tarea para renovar el dominio antes del viernes",
            {"title": "Renovar el dominio", "due": "antes del viernes"},
        ),
        ("crea una tarea: llamar a Ana mañana", {"title": "Llamar a Ana", "due": "mañana"}),
        ("add a task: call Ana on friday at 5pm", {"title": "Call Ana", "due": "on friday at 5pm"}),
        ("add a task: pay the rent every monday", {"title": "Pay the rent every monday"}),
        ("add a task to plan the sunday lunch", {"title": "Plan the sunday lunch"}),
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
        ("what is overdue?", {"due": "overdue"}),
        ("what's due today?", {"due": "today"}),
        ("anything due this week?", {"due": "week"}),
        ("do I have any tasks due tomorrow?", {"due": "tomorrow"}),
        ("whats on my task list", {}),
        ("my tasks", {}),
        ("¿qué tareas tengo para hoy?", {"due": "today"}),
        ("¿Qué vence esta semana?", {"due": "week"}),
        ("¿hay algo atrasado?", {"due": "overdue"}),
        ("¿qué tengo pendiente para mañana?", {"due": "tomorrow", "status": "todo,doing,review,paused"}),
        ("what is my shopping list?", None),
        ("what is due process?", None),
        ("what is late?", {"due": "overdue"}),
        ("Create a task to renew the domain", None),
    ],
)
def test_questions_for_tasks_are_read(text, arguments):
    assert reading(TaskListReader(), text) == arguments


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("complete task 1", {"task": "1", "status": "done"}),
        ("Mark task #12 as done, please", {"task": "12", "status": "done"}),
        ("can you tick off the dentist task", {"task": "the dentist", "status": "done"}),
        ("task two is done", {"task": "2", "status": "done"}),
        ("I've finished task 3", {"task": "3", "status": "done"}),
        ("finish the task about the invoice", {"task": "the invoice", "status": "done"}),
        ("reopen task 4", {"task": "4", "status": "todo"}),
        ("task 4 isn't done yet", {"task": "4", "status": "todo"}),
        ("reschedule task 1 to monday", {"task": "1", "due": "monday"}),
        ("move task 2 to tomorrow", {"task": "2", "due": "tomorrow"}),
        ("change the due date of task 2 to 2027-03-01", {"task": "2", "due": "2027-03-01"}),
        ("postpone task 1 until next friday", {"task": "1", "due": "next friday"}),
        ("remove the deadline from task 1", {"task": "1", "due": "none"}),
        ("move task 2 to review", {"task": "2", "status": "review"}),
        ("put task 3 on hold", {"task": "3", "status": "paused"}),
        ("cancel task 5", {"task": "5", "status": "cancelled"}),
        ("make task 3 urgent", {"task": "3", "priority": "urgent"}),
        ("set the priority of task 2 to low", {"task": "2", "priority": "low"}),
        ("set task 2 to high priority", {"task": "2", "priority": "high"}),
        ("assign task 3 to Peter", {"task": "3", "agent": "Peter"}),
        ("give task 3 to ami-creative", {"task": "3", "agent": "ami-creative"}),
        ("let Ami do task 3", {"task": "3", "agent": "Ami"}),
        ("rename task 2 to call Bob about the house", {"task": "2", "title": "Call Bob about the house"}),
        ("change the title of task 2 to “Pay rent”", {"task": "2", "title": "Pay rent"}),
        ("marca la tarea 1 como hecha", {"task": "1", "status": "done"}),
        ("completa la tarea del dentista", {"task": "del dentista", "status": "done"}),
        ("la tarea 2 ya esta hecha", {"task": "2", "status": "done"}),
        ("reabre la tarea 3", {"task": "3", "status": "todo"}),
        ("pasa la tarea 2 al lunes", {"task": "2", "due": "lunes"}),
        ("aplaza la tarea 2 hasta mañana", {"task": "2", "due": "mañana"}),
        ("mueve la tarea 2 a revisión", {"task": "2", "status": "review"}),
        ("cancela la tarea 4", {"task": "4", "status": "cancelled"}),
        ("pon la tarea 3 como urgente", {"task": "3", "priority": "urgent"}),
        ("cambia la prioridad de la tarea 3 a baja", {"task": "3", "priority": "low"}),
        ("asigna la tarea 3 a Peter", {"task": "3", "agent": "Peter"}),
        ("renombra la tarea 2 a Llamar a Luis", {"task": "2", "title": "Llamar a Luis"}),
        ("finish the report", None),
        ("mark my words", None),
        ("move the meeting to monday", None),
        ("make it urgent", None),
        ("it is done", None),
        ("rename my shopping list to food", None),
        ("assign roles to the team", None),
        ("cancel", None),
        ("complete this sentence: the cat sat on the", None),
        ("termina el cuento", None),
        ("pon leche en la lista", None),
        ("what is a task force?", None),
    ],
)
def test_requests_to_change_a_task_are_read(text, arguments):
    assert reading(TaskChangeReader(), text) == arguments


@pytest.mark.parametrize(
    ("text", "past", "arguments"),
    [
        ("mark it as done", ONE, {"task": "4", "status": "done"}),
        ("it's done", ONE, {"task": "4", "status": "done"}),
        ("mark it as done", LISTED, {"status": "done"}),
        ("mark the second one as done", LISTED, {"task": "7", "status": "done"}),
        ("finish the last one", LISTED, {"task": "9", "status": "done"}),
        ("the call is done", LISTED, None),
        ("mark buy stamps as done", LISTED, {"task": "9", "status": "done"}),
        ("make it urgent", ONE, {"task": "4", "priority": "urgent"}),
        ("move the first to friday", LISTED, {"task": "4", "due": "friday"}),
        ("assign it to Ami", ONE, {"task": "4", "agent": "Ami"}),
        ("ponla para el lunes", ONE, {"task": "4", "due": "el lunes"}),
        ("márcala como hecha", ONE, {"task": "4", "status": "done"}),
        ("marca la segunda como hecha", LISTED, {"task": "7", "status": "done"}),
        ("pon la última para mañana", LISTED, {"task": "9", "due": "mañana"}),
        ("asígnasela a Peter", ONE, {"task": "4", "agent": "Peter"}),
        ("hazla urgente", ONE, {"task": "4", "priority": "urgent"}),
        ("muévela a revisión", ONE, {"task": "4", "status": "review"}),
        ("read the second one", LISTED, None),
        ("make it shorter", ONE, None),
    ],
)
def test_a_task_of_the_last_list_is_changed_by_what_it_is_called(text, past, arguments):
    assert reading(TaskChangeReader(), text, past) == arguments


@pytest.mark.parametrize(
    ("text", "past", "arguments"),
    [
        ("delete task 2", None, {"task": "2"}),
        ("remove the dentist task", None, {"task": "the dentist"}),
        ("borra la tarea 3", None, {"task": "3"}),
        ("delete the second one", LISTED, {"task": "7"}),
        ("bórrala", ONE, {"task": "4"}),
        ("delete the shopping list", None, None),
        ("remove the eggs", LISTED, None),
        ("delete it", None, None),
    ],
)
def test_requests_to_delete_a_task_are_read(text, past, arguments):
    assert reading(TaskDeleteReader(), text, *([past] if past else [])) == arguments


def test_the_answer_to_which_task_and_a_request_to_undo_are_read():
    asked = PastCall(
        name="changeTask",
        arguments={"task": "call", "status": "done"},
        result={"found": False, "asked": "call", "near": [], "tasks": [told(3, "Call Ana"), told(5, "Call Bob")]},
    )
    for text, number in {"5": "5", "task 3": "3", "the second one": "5", "la primera": "3", "Bob": "5"}.items():
        assert reading(TaskChangeReader(), text, asked) == {"task": number, "status": "done"}, text
    assert reading(TaskChangeReader(), "what is 2 + 2", asked) is None
    done = {**told(3, "Call Ana"), "status": "done", "agent": None, "before": {"status": "todo"}}
    call = PastCall(name="changeTask", arguments={"task": "3", "status": "done"}, result=done)
    assert reading(TaskChangeReader(), "undo that", call) == {"task": "3", "status": "todo"}
    gone = PastCall(name="deleteTask", arguments={}, result={"id": "x", "number": 3, "title": "Call Ana"})
    assert reading(TaskRestoreReader(), "deshazlo", gone) == {"task": "3"}
    assert reading(TaskRestoreReader(), "undo") is None
    assert reading(TaskRestoreReader(), "bring back task 3") == {"task": "3"}


def test_a_task_is_written_down_once_with_its_day_in_the_persons_time_zone(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        box = Toolbox(tools_on(stores))
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
    spec = next(tool.spec for tool in task_tools(None, None, None, lambda: NOW) if tool.spec.name == "createTask")
    assert spec.instructs
    assert spec.idempotent


def test_a_task_is_changed_deleted_and_brought_back_by_number_or_words_and_never_another_persons(
    new_user_id, stores_run
):
    async def story(stores):
        user, stranger = new_user_id(), new_user_id()
        box = Toolbox(tools_on(stores))
        context = ToolContext(user_id=user, execution_id=None, agent_id="main", call_id="c", timezone="Europe/Madrid")
        for title in ("Call Ana", "Call Bob", "Pay the rent"):
            await stores[TaskStore].create(user, TaskDraft(title=title))
        await stores[TaskStore].create(stranger, TaskDraft(title="Their secret"))

        async def change(**arguments):
            return await box.call("changeTask", context, arguments)

        done = await change(task="the rent", status="done", priority="urgent")
        assert (done["number"], done["status"], done["before"]) == (3, "done", {"status": "todo", "priority": "medium"})
        assert (await change(task="3", status="done"))["before"] == {}
        dated = await change(task="#1", due="monday", title=" Ring  Ana ")
        assert (dated["title"], dated["dueAt"]) == ("Ring Ana", "2027-01-18T23:59:00+01:00")
        assert dated["before"] == {"due": "none", "title": "Call Ana"}
        assert (await change(task="1", due="none"))["dueAt"] is None
        assert (await change(task="1", agent="ami"))["agent"] == "Ami"
        assert (await change(task="1", agent="none"))["before"] == {"agent": "ami-creative"}
        await stores[TaskStore].create(user, TaskDraft(title="Call Carla"))
        which = await change(task="call", status="done")
        assert [task["title"] for task in which["tasks"]] == ["Call Bob", "Call Carla"]
        assert which["found"] is False
        for nothing in ("secret", "99", "4000000000"):
            assert (await change(task=nothing, status="done"))["found"] is False
            assert (await box.call("deleteTask", context, {"task": nothing}))["found"] is False
        for wrong, said in (
            ({"task": "1"}, "change"),
            ({"task": "1", "title": " "}, "blank"),
            ({"task": "1", "agent": "Zoe"}, "no agent called"),
            ({"task": "1", "agent": "Peter"}, "paused"),
            ({"task": "3", "status": "doing"}, "can become"),
        ):
            with pytest.raises((CallFailed, Conflict), match=said):
                await change(**wrong)

        gone = await box.call("deleteTask", context, {"task": "2"})
        assert (gone["number"], gone["title"]) == (2, "Call Bob")
        assert [task["number"] for task in (await box.call("listTasks", context, {}))["tasks"]] == [1, 4]
        assert await stores[TaskStore].numbered(user, 2) is None
        assert (await box.call("restoreTask", context, {"task": "Their secret"}))["found"] is False
        assert (await box.call("restoreTask", context, {}))["title"] == "Call Bob"
        told = await stores[EventStore].recent(user, limit=100)
        back = await stores[TaskStore].numbered(user, 2)
        assert (await Board(stores.database, stores).restore(user, back.id)).number == 2
        assert await stores[EventStore].recent(user, limit=100) == told
        assert (await box.call("restoreTask", context, {"task": "2"}))["found"] is False
        assert await stores[TaskStore].erase_removed(user, NOW.replace(year=2100)) == 0
        await box.call("deleteTask", context, {"task": "2"})
        assert await stores[TaskStore].erase_removed(user, NOW.replace(year=2100)) == 1

    stores_run(story)


def test_answers_say_what_has_become_of_a_task_and_how_to_take_it_back():
    now = {
        **told(7, "Call Ana"),
        "status": "done",
        "priority": "urgent",
        "agent": "Ami",
        "dueAt": "2027-01-15T09:30:00+01:00",
    }
    changed = {**now, "before": {"status": "todo"}}
    assert TaskChangeReader().say({}, changed, "en") == ('Task #7, "Call Ana", is done. Say "undo" to take that back.')
    every = {**now, "before": {"due": "none", "agent": "none", "priority": "low"}}
    assert (
        TaskChangeReader()
        .say({}, every, "es")
        .startswith("La tarea n.º 7, «Call Ana», es urgente, es para el viernes 2027-01-15 a las 09:30 y es de Ami.")
    )
    same = {**now, "before": {}}
    assert TaskChangeReader().say({"status": "done"}, same, "en") == 'Task #7, "Call Ana", is done already.'
    many = {"found": False, "asked": "call", "near": ["a", "b"], "tasks": [told(7, "Call Ana"), told(8, "Call Bob")]}
    assert TaskChangeReader().say({}, many, "en") == "Which task?\n\n- #7 Call Ana (todo)\n- #8 Call Bob (todo)"
    none = {"found": False, "asked": "tax", "near": [], "tasks": [told(7, "Call Ana")]}
    assert TaskDeleteReader().say({}, none, "es") == (
        "No hay ninguna tarea «tax». ¿Cuál de estas?\n\n- #7 Call Ana (por hacer)"
    )
    gone = {"id": "x", "number": 7, "title": "Call Ana", "deleted": True}
    assert TaskDeleteReader().say({}, gone, "en") == 'Task #7, "Call Ana", is deleted. Say "undo" to bring it back.'
    assert TaskRestoreReader().say({}, now, "en") == 'Task #7, "Call Ana", is back (done).'

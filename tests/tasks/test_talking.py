"""Tasks by talking, without a model: whole conversations over HTTP."""

from support.site import Site
from support.talking import answers_of, talk


def test_tasks_are_changed_by_number_and_by_what_they_are_called(site: Site) -> None:
    with site.client(site.person("Ada")) as ada:
        answers = answers_of(
            ada,
            "create a task to call the plumber",
            "create a task to pay the rent by friday",
            "complete task 1",
            "reschedule task 2 to monday",
            "assign task 2 to Peter",
            "make it urgent",
            "rename task 2 to pay the rent and the bills",
            "what tasks are due this week?",
            "mark it as done",
            "undo that",
            "move task 2 to review",
            "reopen task 1",
        )
        for answer, part in zip(
            answers,
            (
                "#1",
                "#2",
                'Task #1, "Call the plumber", is done.',
                'Task #2, "Pay the rent", is due on Monday, 20',
                "is assigned to Peter",
                'Task #2, "Pay the rent", is urgent.',
                'Task #2, "Pay the rent and the bills", was "Pay the rent" before.',
                "#2 Pay the rent and the bills",
                'Task #2, "Pay the rent and the bills", is done.',
                'Task #2, "Pay the rent and the bills", is to do again.',
                "is in review",
                'Task #1, "Call the plumber", is to do again.',
            ),
            strict=True,
        ):
            assert part in answer, answers
        kept = ada.get("/api/tasks").json()["tasks"]
        assert {task["number"]: (task["status"], task["priority"], task["agentId"]) for task in kept} == {
            1: ("todo", "medium", None),
            2: ("review", "urgent", "peter-logical"),
        }


def test_a_task_that_is_deleted_is_named_and_comes_back(site: Site) -> None:
    with site.client(site.person("Bob")) as bob, site.client(site.person("Eve")) as eve:
        answers_of(eve, "add a task: buy a present")
        answers = answers_of(
            bob, "add a task: buy milk", "add a task: buy bread", "show my tasks", "delete the second one", "undo"
        )
        assert answers[3] == 'Task #2, "Buy bread", is deleted. Say "undo" to bring it back.', answers
        assert answers[4] == 'Task #2, "Buy bread", is back (todo).', answers
        answers = answers_of(bob, "finish the task about the present", "the first one")
        assert answers[0].startswith('There is no task "the present". Which of these?'), answers
        assert answers[1].startswith('Task #1, "Buy milk", is done.'), answers
        assert eve.get("/api/tasks").json()["tasks"][0]["status"] == "todo"


def test_se_habla_de_tareas_tambien_en_espanol(site: Site) -> None:
    with site.client(site.person("Inés")) as ines:
        answers = answers_of(
            ines,
            "crea una tarea: llamar a Ana hoy",
            "¿qué tareas tengo para hoy?",
            "ponla para el lunes",
            "márcala como hecha",
            "deshazlo",
            "borra la tarea 1",
        )
        for answer, part in zip(
            answers,
            (
                "n.º 1",
                "#1 Llamar a Ana (por hacer",
                "La tarea n.º 1, «Llamar a Ana», es para el lunes 20",
                "está hecha. «Deshazlo» lo deja como estaba.",
                "vuelve a estar por hacer",
                "He borrado la tarea n.º 1, «Llamar a Ana».",
            ),
            strict=True,
        ):
            assert part in answer, answers


def test_what_is_asked_about_a_task_stays_with_the_agent_of_the_board(site: Site) -> None:
    with site.client(site.person("Carl")) as carl:
        agents = [
            execution["agentId"]
            for execution in talk(carl, "add a task: buy milk", "complete task 1", "what is overdue?", "what is 2 + 2?")
        ]
        assert agents == ["main", "main", "main", "peter-logical"]

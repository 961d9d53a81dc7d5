"""What is read as a task to write down, and what is not."""

import pytest

from bailiwick.features.tasks.requests import CreateReader
from bailiwick.tools.records import Request


@pytest.mark.parametrize(
    ("text", "language", "title"),
    [
        ("call Ana, put it on my tasks", "en", "Call Ana"),
        ("i need to water the plants so put that on my to-do list", "en", "Water the plants"),
        ("llamar a Ana, apúntalo en mis tareas", "es", "Llamar a Ana"),
        ("tengo que regar las plantas, ponlo como tarea", "es", "Regar las plantas"),
        ("how do I put it on the board?", "en", None),
        ("did you add that to my tasks?", "en", None),
        ("great, put it on my tasks", "en", None),
        ("gracias, ponlo en mis tareas", "es", None),
        ("eso, ponlo en mis tareas", "es", None),
    ],
)
def test_what_stands_before_put_it_on_my_tasks_is_a_task_if_it_is_something_to_do(text, language, title):
    found = CreateReader().read(Request(text=text, language=language))
    assert (found and found.arguments["title"]) == title

"""What is read as a request about projects, also typed badly, and what is not."""

import pytest

from bailiwick import app
from bailiwick.features.projects.requests import (
    ChangeProjectReader,
    CreateProjectReader,
    DeleteProjectReader,
    ProjectListReader,
    PutReader,
    ShowProjectReader,
    TakeOutReader,
)
from bailiwick.tools.records import PastCall, Request
from bailiwick_skills.notes.plugin import plugin


def kinds():
    return [*(each.load(each.groupable) for each in app.FEATURES if each.groupable), *plugin.groupable]


READERS = {
    "create": CreateProjectReader(),
    "list": ProjectListReader(),
    "show": ShowProjectReader(),
    "put": PutReader(kinds),
    "take out": TakeOutReader(kinds),
    "change": ChangeProjectReader(),
    "delete": DeleteProjectReader(),
}
HERE = {"kind": "conversation"}


def read(text, language="en", **before):
    """Return who reads a message, and as what."""
    request = Request(text=text, language=language, **before)
    found = {name: reader.read(request) for name, reader in READERS.items()}
    return {name: dict(each.arguments) for name, each in found.items() if each is not None}


@pytest.mark.parametrize(
    ("text", "who", "arguments"),
    [
        ("start a project called Attic please", "create", {"name": "Attic"}),
        ("new project Kitchen", "create", {"name": "Kitchen"}),
        ("create a project for me", "create", {}),
        ("whats in my kitchen project?", "show", {"project": "kitchen"}),
        ("open project kitchen", "show", {"project": "kitchen"}),
        ("show projects", "list", {}),
        ("file this chat under the project kitchen", "put", {"project": "kitchen", **HERE}),
        ("put my shopping list in the kitchen project", "put", {"project": "kitchen", "title": "shopping list"}),
        (
            "put the note called shopping list into project kitchen",
            "put",
            {"project": "kitchen", "title": "shopping list", "kind": "note"},
        ),
        ("remove this chat from the kitchen project", "take out", {"project": "kitchen", **HERE}),
        ("rename project kitchen to bath", "change", {"project": "kitchen", "name": "bath"}),
        ("archive project kitchen", "change", {"project": "kitchen", "archived": True}),
        ("delete project kitchen", "delete", {"project": "kitchen"}),
        ("crea un proyecto nuevo llamado casa", "create", {"name": "casa"}),
        ("mete esta conversacion en el proyecto cocina", "put", {"project": "cocina", **HERE}),
        ("metelo en el proyecto cocina", "put", {"project": "cocina", **HERE}),
        (
            "añade la tarea comprar pintura al proyecto cocina",
            "put",
            {"project": "cocina", "title": "comprar pintura", "kind": "task"},
        ),
        ("ensename lo que hay en el proyecto cocina", "show", {"project": "cocina"}),
        ("quita esto del proyecto cocina", "take out", {"project": "cocina", **HERE}),
        ("cambia el nombre del proyecto cocina a baño", "change", {"project": "cocina", "name": "baño"}),
        ("cuales son mis proyectos", "list", {}),
        ("elimina el proyecto cocina", "delete", {"project": "cocina"}),
    ],
)
def test_requests_are_read_by_one_tool(text, who, arguments):
    assert read(text) == {who: arguments}


@pytest.mark.parametrize(
    "text",
    [
        "make a project plan for my thesis",
        "create a project in python that sorts numbers",
        "add error handling to my project",
        "remove the bug from the project",
        "put the task fix the projector in it",
        "remove the chat about the projector from it",
        "add project kitchen to my todo list",
        "what is the Manhattan project",
        "crea un proyecto de python",
        "haz un plan de proyecto",
        "añade el proyecto cocina a la lista",
        "elimina el error del proyecto",
        "mejora el rendimiento del proyecto",
    ],
)
def test_other_talk_of_projects_is_not_read(text):
    assert read(text) == {}


def test_it_is_the_project_that_was_just_told_of():
    call = PastCall(name="showProject", arguments={}, result={"id": "p1", "project": "Kitchen", "groups": []})
    assert read("put the task fix the projector in it", just_called=call) == {
        "put": {"project": "p1", "title": "fix the projector", "kind": "task"}
    }


def test_the_second_of_a_list_that_was_just_told_is_meant_by_its_place():
    tasks = {"tasks": [{"title": "Buy paint"}, {"title": "Choose tiles"}]}
    call = PastCall(name="listTasks", arguments={}, result=tasks)
    found = read("put the second one in project Kitchen", just_called=call)
    assert found == {"put": {"project": "Kitchen", "title": "Choose tiles"}}

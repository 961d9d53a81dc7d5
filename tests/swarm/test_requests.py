"""Requests to write to a resident or to create one are read without a model, in English and Spanish."""

import pytest

from bailiwick.features.swarm.requests import (
    CreateGroupRecogniser,
    CreateRecogniser,
    GroupRecogniser,
    InviteRecogniser,
    Passing,
    SendRecogniser,
)
from bailiwick.tools.records import Request

NAMES = ("Ben", "Ana María", "Dr. Who")


def sends(text, passing=None):
    found = SendRecogniser(NAMES, passing).read(Request(text=text, language="en"))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(
    ("text", "to", "content", "asks"),
    [
        ("Ask Ben for the time in Tokyo", "Ben", "the time in Tokyo", True),
        ("ask ben what time it is in Tokyo?", "Ben", "what time it is in Tokyo", True),
        ("Could you ask Ben: is it done", "Ben", "is it done", True),
        ("please tell Ana Maria that we meet at 5", "Ana María", "we meet at 5", False),
        ("Send a message to Dr. Who: hello", "Dr. Who", "hello", False),
        ("tell the person it is done", "person", "it is done", False),
        ("Pregúntale a Ben qué hora es en Tokio", "Ben", "qué hora es en Tokio", True),
        ("Pide a Ben que calcule 12 % de 340", "Ben", "calcule 12 % de 340", True),
        ("Dile a la persona que ya está", "person", "ya está", False),
        ("Escribe a Ben: hola", "Ben", "hola", False),
    ],
)
def test_it_is_read_to_whom_what_is_to_be_written(text, to, content, asks):
    assert sends(text) == {"to": to, "content": content, "expects_reply": asks}


@pytest.mark.parametrize(
    "text", ["ask Benny to come", "ask Ben", "ask somebody what time it is", "what did Ben say?", "", "x" * 30_000]
)
def test_what_names_nobody_that_is_here_or_says_nothing_to_them_is_no_mail(text):
    assert sends(text) is None


def test_an_answer_is_passed_on_word_for_word_to_who_asked():
    answer = "In Tokyo it is 14:05. Ask Ben again tomorrow."
    assert sends(answer, Passing("Cara", answer)) == {"to": "Cara", "content": answer, "expects_reply": False}
    assert sends("Ask Ben to sleep", Passing("Cara", answer)) == {
        "to": "Ben",
        "content": "sleep",
        "expects_reply": True,
    }


@pytest.mark.parametrize(
    ("text", "group", "content"),
    [
        ("tell the group Team that we are done", "Team", "we are done"),
        ("Write to everyone in Team: hello", "Team", "hello"),
        ("Dile al grupo Sala de máquinas que @Ben duerme", "Sala de máquinas", "@Ben duerme"),
    ],
)
def test_a_group_is_written_to_by_its_name(text, group, content):
    found = GroupRecogniser(["Team", "Sala de máquinas"]).read(Request(text=text, language="en"))
    assert found is not None
    assert found.arguments == {"group": group, "content": content}


@pytest.mark.parametrize(
    ("text", "role", "name", "guidance"),
    [
        ("Create a researcher called Ben who looks up facts", "researcher", "Ben", "looks up facts"),
        ("Crea una revisora llamada Eva que lea todo", "revisora", "Eva", "lea todo"),
        ("hire another writer named Ana", "writer", "Ana", "You are the writer."),
        ("create a critic who finds faults", "critic", None, "finds faults"),
    ],
)
def test_it_is_read_who_is_to_be_created(text, role, name, guidance):
    found = CreateRecogniser().read(Request(text=text, language="en"))
    assert found is not None
    assert (found.arguments["role"], found.arguments.get("name"), found.arguments["guidance"]) == (role, name, guidance)


@pytest.mark.parametrize(
    "text", ["add a note called X", "make a list called food with milk", "create a group called A"]
)
def test_notes_and_lists_and_groups_are_nobody(text):
    assert CreateRecogniser().read(Request(text=text, language="en")) is None


@pytest.mark.parametrize(
    ("text", "name", "members"),
    [
        ("Open a group called Menu with Ben and Ana María", "Menu", ["Ben", "Ana María"]),
        (
            "please create another group for ben, dr. who and the person called Board",
            "Board",
            ["Ben", "Dr. Who", "person"],
        ),
        ("make a room with Ben and Ana Maria", "Ben, Ana María", ["Ben", "Ana María"]),
        ("Abre un grupo llamado Menú con Ben y Ana María", "Menú", ["Ben", "Ana María"]),
        ("crea otro grupo para Ben que se llame Cena", "Cena", ["Ben"]),
        ("abre un grupo nuevo con Ben y la persona", "Ben", ["Ben", "person"]),
        ("create a group chat called Menu with Ben", "Menu", ["Ben"]),
        ("open a group called #ideas with Ben", "#ideas", ["Ben"]),
    ],
)
def test_it_is_read_which_group_is_to_be_opened(text, name, members):
    found = CreateGroupRecogniser(NAMES).read(Request(text=text, language="en"))
    assert found is not None
    assert dict(found.arguments) == {"name": name, "members": members}


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Invite Ben to the group Team A", ["Ben"]),
        ("add Ben and Dr. Who to team a", ["Ben", "Dr. Who"]),
        ("Invita a Ben y a la persona al grupo Team A", ["Ben", "person"]),
        ("mete a Ana Maria en el grupo team a", ["Ana María"]),
        ("invita a Ana María y a Ben al Team A", ["Ana María", "Ben"]),
    ],
)
def test_it_is_read_who_is_invited_into_which_group(text, members):
    found = InviteRecogniser(NAMES, ["Team A"]).read(Request(text=text, language="en"))
    assert found is not None
    assert dict(found.arguments) == {"group": "Team A", "members": members}


@pytest.mark.parametrize("text", ["add milk to Team A", "add Ben to my shopping list", "invite Ben to dinner"])
def test_what_is_not_about_members_and_groups_that_are_here_invites_nobody(text):
    assert InviteRecogniser(NAMES, ["Team A"]).read(Request(text=text, language="en")) is None


def test_what_was_done_is_said_in_the_persons_language():
    asked = {"to": "Ben", "content": "qué hora es", "expects_reply": True}
    assert SendRecogniser(NAMES, None).say(asked, {"to": "Ben"}, "es") == "He preguntado a Ben: qué hora es"
    assert SendRecogniser(NAMES, None).say({"content": "hi"}, {"to": "Ben"}, "en") == "I have written to Ben."

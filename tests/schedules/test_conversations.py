"""Schedules by talking, over HTTP: a person agrees, and what is scheduled is listed, paused, resumed and deleted."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from bailiwick.features.schedules.requests import CreateScheduleReader, ScheduleListReader
from bailiwick.tools.records import Request
from support.site import Site, finished, in_main_thread


@pytest.fixture
def say(site: Site) -> "Any":
    """Say something in one conversation, agree to what waits for that, and return the answer."""
    with site.client(site.person("Sara")) as client:
        yield lambda message: _said(client, message)


def _said(client: httpx.Client, message: str) -> str:
    answer = client.post("/api/agents/execute", json=in_main_thread(client, message))
    assert answer.status_code == 202, answer.text
    path = f"/api/agents/execution/{answer.json()['id']}"
    with client.stream("GET", f"{path}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("event: approval.requested"):
                break
    for each in client.get("/api/approvals", params={"status": "pending"}).json()["approvals"]:
        assert client.post(f"/api/approvals/{each['id']}/approve").is_success
    return finished(client, answer.json()["id"])["answer"]


def test_a_schedule_is_agreed_to_listed_paused_resumed_and_deleted(say: Callable[[str], str]) -> None:
    made = say("every weekday at 8 tell me what is 12 % of 340")
    assert made.startswith('Scheduled: "tell me what is 12 % of 340". At 08:00 on weekdays; the first time is '), made
    assert say("what is scheduled?").startswith("1. Tell me what is 12 % of 340: At 08:00 on weekdays; next ")
    assert "is paused" in say("pause it")
    assert say("what is scheduled?").endswith("At 08:00 on weekdays; paused")
    assert "goes on. At 08:00 on weekdays" in say("resume it")
    assert say("delete it") == 'The schedule "Tell me what is 12 % of 340" is deleted.'
    assert say("what is scheduled?").startswith("Nothing is scheduled")


def test_en_español_también(say: Callable[[str], str]) -> None:
    made = say("programa un mensaje cada mañana a las 8 para mirar el tiempo en Madrid")
    assert made.startswith("Programado: «mirar el tiempo en Madrid». Todos los días a las 08:00; la primera vez"), made
    assert say("¿qué hay programado?").startswith(
        "1. Mirar el tiempo en Madrid: Todos los días a las 08:00; la próxima"
    )


@pytest.mark.parametrize(
    ("text", "message", "when"),
    [
        ("schedule a message every morning at 8 to check the weather", "check the weather", "every morning at 8"),
        ("every weekday at 8 the weather in Madrid", "the weather in Madrid", "every weekday at 8"),
        ("tell me the bitcoin price every morning at 9", "tell me the bitcoin price", "every morning at 9"),
        ("cada mañana a las 8 dime el tiempo en Madrid", "dime el tiempo en Madrid", "cada mañana a las 8"),
    ],
)
def test_what_is_to_be_done_and_how_often_is_read(text: str, message: str, when: str) -> None:
    read = CreateScheduleReader().read(Request(text=text, language="en"))
    assert read is not None
    assert read.arguments == {"message": message, "when": when}


@pytest.mark.parametrize(
    "text",
    [
        "tell me the weather tomorrow",
        "what happens every monday?",
        "every weekday at 8 remind me to stretch",
        "my notes",
    ],
)
def test_what_schedules_nothing_is_left_alone(text: str) -> None:
    request = Request(text=text, language="en")
    assert (CreateScheduleReader().read(request), ScheduleListReader().read(request)) == (None, None)

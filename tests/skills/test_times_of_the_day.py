"""How long it is from one time of the day to another, and which time it is so much later, in words."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_router.core.language import detect_language
from bailiwick_skills.time.tools import time_tools

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
TOOLS = {each.spec.name: each for each in time_tools(lambda: NOON)}


def ask(text: str, just_called: PastCall | None = None) -> tuple[PastCall, str] | None:
    """Return the call that a text asks for with its result, and the answer; None if no tool reads it."""
    language = detect_language(text)
    past = [just_called] if just_called else []
    request = Request(text=text, language=language, past_calls=past, just_called=just_called)
    readers = {name: tool.recogniser for name, tool in TOOLS.items() if tool.recogniser}
    found = {name: each for name, reader in readers.items() if (each := reader.read(request)) is not None}
    if not found:
        return None
    name = max(found, key=lambda each: found[each].confidence)
    context = ToolContext(
        user_id="u", execution_id="e", agent_id="a", call_id="c", timezone="Europe/Madrid", language=language
    )
    result = asyncio.run(TOOLS[name].run(context, found[name].arguments))
    return PastCall(name=name, arguments=found[name].arguments, result=result), readers[name].say(
        found[name].arguments, result, language
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("how long is it from 9:40 to 17:15", "From 09:40 to 17:15 it is 7 hours and 35 minutes."),
        ("how many hours between 9am and 5:30pm?", "From 09:00 to 17:30 it is 8 hours and 30 minutes."),
        ("if i work from 8 to 4 how many hours is that", "From 08:00 to 16:00 it is 8 hours."),
        ("how long do I sleep from 11 pm to 6:45 am", "From 23:00 to 06:45 the next day it is 7 hours and 45 minutes."),
        ("from noon to half past three how long is that", "From 12:00 to 15:30 it is 3 hours and 30 minutes."),
        (
            "how long is my shift from 9 to 18:00 with a 45 minute break",
            "From 09:00 to 18:00 it is 9 hours; without 45 minutes of pause 8 hours and 15 minutes are left.",
        ),
        ("cuanto tiempo hay de las 8:15 a las 14:40", "De 08:15 a 14:40 hay 6 horas y 25 minutos."),
        ("de 8 y media a 13:00 cuántas horas son", "De 08:30 a 13:00 hay 4 horas y 30 minutos."),
        ("¿cuántas horas trabajo si entro de 9 a 18:00?", "De 09:00 a 18:00 hay 9 horas."),
    ],
)
def test_the_time_between_two_times_is_counted(text: str, answer: str):
    found = ask(text)
    assert found is not None
    assert (found[0].name, found[1]) == ("countTime", answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what time is it 3 hours after 14:50", "3 hours after 14:50 it is 17:50."),
        ("what time is it 90 minutes before 9:30?", "1 hour and 30 minutes before 09:30 it is 08:00."),
        ("what time will it be in 5 hours", "In 5 hours it will be 18:00."),
        ("if I leave at 8:15 and it takes 2h 40 when do I arrive", "2 hours and 40 minutes after 08:15 it is 10:55."),
        (
            "what time is 2 hours and 20 minutes after 23:00",
            "2 hours and 20 minutes after 23:00 it is 01:20 the next day.",
        ),
        ("que hora es 3 horas después de las 14:50", "3 horas después de las 14:50 son las 17:50."),
        ("¿qué hora será dentro de 90 minutos?", "Dentro de 1 hora y 30 minutos serán las 14:30."),
        ("¿qué hora será dentro de 12 horas?", "Dentro de 12 horas será la 01:00 del día siguiente."),
        ("que hora era hace 12 horas", "Hace 12 horas era la 01:00."),
        ("que hora es 3 horas antes de las 04:05", "3 horas antes de las 04:05 es la 01:05."),
        ("que hora es 30 minutos después de las 01:10", "30 minutos después de la 01:10 es la 01:40."),
        ("si salgo a las 8:15 y tardo 40 minutos a qué hora llego", "40 minutos después de las 08:15 son las 08:55."),
    ],
)
def test_the_time_so_much_later_or_earlier_is_told(text: str, answer: str):
    found = ask(text)
    assert found is not None
    assert (found[0].name, found[1]) == ("findTime", answer)


def test_what_was_counted_goes_on():
    found = ask("how long is it from 9:40 to 17:15")
    assert found is not None
    less = ask("take off 45 minutes for lunch", found[0])
    assert less is not None
    assert less[1].endswith("without 45 minutes of pause 6 hours and 50 minutes are left.")
    again = ask("minus 10 minutes", less[0])
    assert again is not None
    assert again[1].endswith("without 55 minutes of pause 6 hours and 40 minutes are left.")
    later = ask("and until 18:00?", found[0])
    assert later is not None
    assert later[1] == "From 09:40 to 18:00 it is 8 hours and 20 minutes."


def test_days_that_were_counted_are_told_in_weeks_and_by_their_weekday():
    found = ask("how many days are there between March 3 and June 20?")
    assert found is not None
    weeks = ask("how many weeks is that?", found[0])
    assert weeks is not None
    assert weeks[1].startswith("15 weeks and 4 days")
    until = ask("¿cuántos días faltan para el 6 de enero?")
    assert until is not None
    weekday = ask("¿y en qué día de la semana cae?", until[0])
    assert weekday is not None
    assert "miércoles 6 de enero de 2027" in weekday[1]


@pytest.mark.parametrize(
    "text", ["how long is it from Madrid to Paris", "how long is a piece of string", "between 9 and 40 apples how many"]
)
def test_what_names_no_times_is_left_to_others(text: str):
    found = ask(text)
    assert found is None or found[0].name not in ("countTime", "findTime")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("countTime", {"start": "soon", "end": "17:00"}),
        ("countTime", {"start": "9:00", "end": "10:00", "pause": 61}),
        ("findTime", {"minutes": 5, "start": "tomorrow"}),
    ],
)
def test_what_is_no_time_is_refused_in_a_sentence(tool: str, arguments: dict[str, Any]):
    context = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c")
    with pytest.raises(CallFailed) as refused:
        asyncio.run(TOOLS[tool].run(context, arguments))
    assert refused.value.error_class is ErrorClass.VALIDATION

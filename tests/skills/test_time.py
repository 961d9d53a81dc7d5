import asyncio
import time
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Recogniser, Recognition, Request, ToolContext
from bailiwick_skills.time.tools import time_tools
from bailiwick_skills.time.zones import Zones

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
[TOOL, *_] = time_tools(lambda: NOON)
ZONES = Zones()
CONTEXT = ToolContext(user_id="u", execution_id="e", agent_id="a", call_id="c", timezone="Europe/Madrid")
AFTER_TIME = (PastCall(name="getCurrentDateTime", arguments={"place": "Tokyo"}, result={}),)


def now(**arguments: Any) -> Any:
    return asyncio.run(TOOL.run(CONTEXT, arguments))


def recogniser() -> Recogniser:
    assert TOOL.recogniser is not None
    return TOOL.recogniser


def read(text: str, past: tuple[PastCall, ...] = ()) -> Recognition | None:
    return recogniser().read(Request(text=text, language="en", past_calls=past))


def test_it_tells_everything_about_a_moment_in_a_place():
    assert now(place="Tokyo") == {
        "iso": "2026-11-03T21:00:00+09:00",
        "date": "2026-11-03",
        "time": "21:00",
        "weekday": "Tuesday",
        "zone": "Asia/Tokyo",
        "offset": "UTC+09:00",
        "place": "Tokyo",
    }


def test_without_a_place_it_is_the_persons_own_zone():
    assert now()["zone"] == "Europe/Madrid"
    assert now(place="  ")["zone"] == "Europe/Madrid"


def test_a_zone_wins_over_a_place():
    assert now(timezone="Asia/Kolkata", place="Tokyo")["offset"] == "UTC+05:30"


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Tokyo", "Asia/Tokyo"),
        ("Tokio", "Asia/Tokyo"),
        ("Nueva York", "America/New_York"),
        ("new york", "America/New_York"),
        ("NYC", "America/New_York"),
        ("London", "Europe/London"),
        ("Londres", "Europe/London"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Sa\u0303o Paulo", "America/Sao_Paulo"),
        ("España", "Europe/Madrid"),
        ("spain", "Europe/Madrid"),
        ("Japón", "Asia/Tokyo"),
        ("Alemania", "Europe/Berlin"),
        ("the Netherlands", "Europe/Amsterdam"),
        ("Pekín", "Asia/Shanghai"),
        ("San Francisco", "America/Los_Angeles"),
        ("UTC", "UTC"),
        ("europe/madrid", "Europe/Madrid"),
        ("Paris, France", "Europe/Paris"),
        ("Mexico", "America/Mexico_City"),
        ("Londn", "Europe/London"),
        ("Barcelonaa", "Europe/Madrid"),
        ("Reikiavik", "Atlantic/Reykjavik"),
        ("Ho Chi Minh City", "Asia/Ho_Chi_Minh"),
        ("Islas Canarias", "Atlantic/Canary"),
        ("India", "Asia/Kolkata"),
        ("Côte d'Ivoire", "Africa/Abidjan"),
        ("Moscú", "Europe/Moscow"),
        ("Georgia", "Asia/Tbilisi"),
    ],
)
def test_places_are_known_in_english_and_spanish(place: str, zone: str):
    moment = NOON.replace(tzinfo=None)
    assert ZoneInfo(ZONES.find(place)).utcoffset(moment) == ZoneInfo(zone).utcoffset(moment)


def test_every_zone_in_the_table_of_places_exists():
    known = available_timezones()
    for name in ("london", "tokio", "nueva york"):
        assert ZONES.find(name) in known
    table = ZONES._table  # pyright: ignore[reportPrivateUsage]
    assert set(table["zones"]) <= known
    assert set(table["main_zones"].values()) <= known


@pytest.mark.parametrize("place", ["Zorblax", "", " ", "\0", "🙂", "x" * 10_000, "../../etc/passwd", "ab"])
def test_an_unknown_place_is_refused_in_a_sentence(place: str):
    with pytest.raises(CallFailed) as caught:
        ZONES.find(place)
    assert caught.value.error_class is ErrorClass.VALIDATION
    assert len(str(caught.value)) < 400


def test_an_unknown_place_comes_with_suggestions():
    with pytest.raises(CallFailed, match="Singapore"):
        ZONES.find("Singapoor city")


@pytest.mark.parametrize("place", ["USA", "Estados Unidos", "Canada", "Australia", "Rusia"])
def test_a_country_with_several_zones_asks_for_a_city(place: str):
    with pytest.raises(CallFailed, match="several time zones"):
        ZONES.find(place)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("what time is it in Tokyo?", "Tokyo"),
        ("¿qué hora es en Tokio?", "Tokio"),
        ("hora actual en Madrid", "Madrid"),
        ("what's the date today", None),
        ("qué día es hoy", None),
        ("What time is it?", None),
        ("¿Qué hora es?", None),
        ("Paris time", "Paris"),
        ("what time is it now in Lima", "Lima"),
        ("Hey, can you tell me what time it is in London please?", "London"),
        ("what is today's date?", None),
        ("¿Sabes qué hora es en París?", "París"),
        ("current time in São Paulo", "São Paulo"),
        ("¿A qué día estamos?", None),
        ("what day of the week is it", None),
        ("dime la hora en Roma, por favor", "Roma"),
        ("What time is it in Zorblax", "Zorblax"),
        ("fecha de hoy", None),
        ("¿qué fecha es hoy?", None),
        ("what's the time in the Netherlands right now?", "Netherlands"),
        ("En Berlín, ¿qué hora es?", "Berlín"),
        ("la hora en Buenos Aires", "Buenos Aires"),
        ("what year is it?", None),
        ("what is the current time", None),
        ("in Tokyo, what's the time", "Tokyo"),
        ("I want to know what time it is", None),
        ("what time is it in the Pacific time zone", "Pacific time zone"),
    ],
)
def test_questions_for_the_time_are_recognised(text: str, place: str | None):
    found = read(text)
    assert found is not None
    assert found.arguments == ({"place": place} if place else {})
    assert found.confidence >= 0.8


@pytest.mark.parametrize(
    "text",
    [
        "what time is the meeting in Tokyo?",
        "time in prison",
        "how many times did it rain in Tokyo",
        "hora de comer",
        "I had a great time in London last year",
        "what a time to be alive",
        "tell me about Tokyo",
        "Tokyo",
        "",
        "what day is best for a party?",
        "what is the best time to visit Paris",
        "date ideas in Madrid",
        "¿qué tal?",
        "a qué hora sale el tren a Madrid",
        "what about London?",
        "and in Paris?",
        "¿y en Londres?",
        "time flies",
        "make time for me",
        "what is the date for tomorrow",
        "¿qué día es mañana?",
        "what day is it in 3 days",
        "x" * 5_000,
    ],
)
def test_other_requests_are_left_alone(text: str):
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("what about London?", "London"),
        ("And in Paris?", "Paris"),
        ("¿y en Londres?", "Londres"),
        ("y Berlín", "Berlín"),
        ("Moscow?", "Moscow"),
        ("how about in Spain", "Spain"),
        ("in Lima", "Lima"),
        ("¿qué tal en Roma?", "Roma"),
    ],
)
def test_a_place_follows_up_on_a_question_for_the_time(text: str, place: str):
    found = read(text, AFTER_TIME)
    assert found is not None
    assert found.arguments == {"place": place}


@pytest.mark.parametrize("text", ["how about eggs?", "and milk", "thanks!", "and what is the capital of Peru?", "ok"])
def test_what_is_no_place_does_not_follow_up(text: str):
    assert read(text, AFTER_TIME) is None


def test_only_the_last_call_is_followed_up():
    other = PastCall(name="appendNote", arguments={}, result={"title": "List"})
    assert read("and Paris", (*AFTER_TIME, other)) is None


def test_the_answer_is_a_sentence_in_the_persons_language():
    result = now(place="Tokyo")
    assert recogniser().say({}, result, "en") == (
        "In Tokyo it is 21:00 on Tuesday, 3 November 2026 (Asia/Tokyo, UTC+09:00)."
    )
    assert recogniser().say({}, result, "es") == (
        "En Tokyo son las 21:00 del martes 3 de noviembre de 2026 (Asia/Tokyo, UTC+09:00)."
    )
    assert (
        recogniser().say({}, {**now(), "iso": "2026-11-03T01:30:00+01:00"}, "es").startswith("Es la 01:30 del martes")
    )


def test_recognising_takes_no_longer_than_a_blink():
    begun = time.perf_counter()
    for _ in range(100):
        read("I would like you to write about the time in which a boy lost his dog in the city of Paris", AFTER_TIME)
    assert time.perf_counter() - begun < 20

import asyncio
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Recogniser, Recognition, Request, ToolContext
from bailiwick_router.core.language import Language, detect_language
from bailiwick_skills.time.calendar import whole
from bailiwick_skills.time.days import easter, later
from bailiwick_skills.time.tools import time_tools
from bailiwick_skills.time.zones import Zones

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
TOOLS = {each.spec.name: each for each in time_tools(lambda: NOON)}
TOOL = TOOLS["getCurrentDateTime"]
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


# Two places, and days ------------------------------------------------------------------------------------


def ask(text: str, *past: PastCall, language: Language | None = None) -> tuple[str, str]:
    """Return the tool that reads the message best, and what it answers."""
    language = language or detect_language(text)
    request = Request(text=text, language=language, past_calls=past)
    found = {name: each.recogniser.read(request) for name, each in TOOLS.items() if each.recogniser}
    name, read = max(((name, each) for name, each in found.items() if each), key=lambda pair: pair[1].confidence)
    tool, context = TOOLS[name], replace(CONTEXT, language=language)
    assert tool.recogniser is not None
    return name, tool.recogniser.say(read.arguments, asyncio.run(tool.run(context, dict(read.arguments))), language)


def nobody_reads(text: str, *past: PastCall) -> bool:
    request = Request(text=text, language=detect_language(text), past_calls=past)
    return all(each.recogniser is None or each.recogniser.read(request) is None for each in TOOLS.values())


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("time in new york vs london", "It is 07:00 in New York and 12:00 in London: London is 5 hours ahead."),
        ("time in New York and London", "It is 07:00 in New York and 12:00 in London: London is 5 hours ahead."),
        (
            "what's the time difference between Madrid and Delhi?",
            "It is 13:00 in Madrid and 17:30 in Delhi: Delhi is 4 hours and 30 minutes ahead.",
        ),
        (
            "diferencia horaria entre madrid y nueva york",
            "En Madrid son las 13:00 y en Nueva York son las 07:00: Nueva York va 6 horas por detrás.",
        ),
        (
            "time difference with tokyo",
            "It is 13:00 in your zone (Europe/Madrid) and 21:00 in Tokyo: Tokyo is 8 hours ahead.",
        ),
        (
            "when it is 8 pm in Los Angeles, what time is it in Madrid?",
            "When it is 20:00 on Tuesday 3 in Los Angeles, it is 05:00 on Wednesday 4 in Madrid:"
            " Madrid is 9 hours ahead.",
        ),
        (
            "Cuando es mediodía en Berlín, ¿qué hora es en Sídney?",
            "Cuando en Berlín son las 12:00, en Sídney son las 22:00: Sídney va 10 horas por delante.",
        ),
        ("time in Madrid and Paris", "It is 13:00 in Madrid and 13:00 in Paris: there is no difference."),
    ],
)
def test_two_places_are_compared(text: str, answer: str):
    assert ask(text) == ("compareTimes", answer)


def test_the_hours_between_two_places_that_were_asked_for():
    past = [PastCall(name="getCurrentDateTime", arguments={"place": place}, result={}) for place in ("Tokyo", "Madrid")]
    told = ("compareTimes", "It is 21:00 in Tokyo and 13:00 in Madrid: Madrid is 8 hours behind.")
    assert ask("how many hours between them?", *past) == told
    assert ask("¿cuántas horas hay entre ellas?", *past)[0] == "compareTimes"
    assert nobody_reads("how many hours between them?", past[0])
    assert nobody_reads("how many hours between them?")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "how many days until christmas?",
            "52 days: from today (Tuesday, 3 November 2026) to Friday, 25 December 2026.",
        ),
        (
            "how many weeks until 1 march",
            "16 weeks and 6 days: from today (Tuesday, 3 November 2026) to Monday, 1 March",
        ),
        (
            "cuántos días faltan para navidad",
            "52 días: de hoy (martes 3 de noviembre de 2026) al viernes 25 de diciembre",
        ),
        ("cuanto falta para nochevieja", "58 días: de hoy (martes 3 de noviembre de 2026) al jueves 31 de diciembre"),
        ("how long since christmas", "313 days: from Thursday, 25 December 2025 to today (Tuesday, 3 November 2026)."),
        ("days between 1 may and 12 june", "42 days: from Saturday, 1 May 2027 to Saturday, 12 June 2027."),
        ("how many months between 1 jan 2026 and 15 march 2026", "2 months and 14 days (73 days): from"),
        ("how old am i if i was born on 3 march 1999", "27 years and 245 days (10,107 days): from Wednesday"),
        ("how many days until easter", "145 days: from today (Tuesday, 3 November 2026) to Sunday, 28 March 2027."),
    ],
)
def test_days_are_counted(text: str, answer: str):
    name, said = ask(text)
    assert name == "countDays"
    assert said.startswith(answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what day was 3 march 1999", "3 march 1999: Wednesday, 3 March 1999, 10,107 days ago."),
        ("in 45 days is what date", "In 45 days: Friday, 18 December 2026."),
        ("what date is it in three weeks?", "In 3 weeks: Tuesday, 24 November 2026, in 21 days."),
        ("what's the date tomorrow", "Tomorrow: Wednesday, 4 November 2026."),
        ("what date was yesterday", "Yesterday: Monday, 2 November 2026."),
        ("¿qué día es mañana?", "Mañana: miércoles 4 de noviembre de 2026."),
        ("que dia fue el 4 de julio de 1976", "El 4 de julio de 1976: domingo 4 de julio de 1976, hace 18.384 días."),
        ("when is christmas", "Christmas: Friday, 25 December 2026, in 52 days."),
        ("45 days after 1 may", "45 days after 1 may: Tuesday, 15 June 2027, in 224 days."),
        ("2 weeks before christmas", "2 weeks before christmas: Friday, 11 December 2026, in 38 days."),
        ("hace dos semanas qué fecha era", None),
    ],
)
def test_a_day_in_words_is_told_with_its_date(text: str, answer: str | None):
    if answer is None:
        assert nobody_reads(text)
    else:
        assert ask(text) == ("findDate", answer)


def test_a_day_goes_on_with_what_was_asked_before():
    there = PastCall(name="getCurrentDateTime", arguments={"place": "Buenos Aires"}, result={})
    assert ask("¿y mañana?", there) == ("findDate", "Mañana en Buenos Aires: miércoles 4 de noviembre de 2026.")
    counted = PastCall(name="countDays", arguments={"end": "christmas", "unit": "day"}, result={})
    assert ask("and new year?", counted)[1].startswith("59 days: from today")
    assert nobody_reads("and tomorrow?")


def test_the_date_of_a_place_is_that_of_its_own_clock():
    late = {each.spec.name: each for each in time_tools(lambda: datetime(2026, 11, 3, 20, 0, tzinfo=UTC))}
    told = asyncio.run(late["findDate"].run(CONTEXT, {"day": "tomorrow", "place": "Tokyo"}))
    assert (told["date"], told["today"]) == ("2026-11-05", "2026-11-04")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("findDate", {"day": "the day of the party"}),
        ("findDate", {"day": "tomorrow", "count": 90_000, "unit": "year"}),
        ("countDays", {}),
        ("countDays", {"end": "31 february 2027"}),
        ("compareTimes", {"second": "Zorblax"}),
        ("compareTimes", {"second": "Tokyo", "at": "lunch"}),
    ],
)
def test_what_names_no_day_or_place_is_refused_in_a_sentence(tool: str, arguments: dict[str, Any]):
    with pytest.raises(CallFailed) as refused:
        asyncio.run(TOOLS[tool].run(CONTEXT, arguments))
    assert refused.value.error_class is ErrorClass.VALIDATION


@given(st.dates(min_value=date(1600, 1, 1), max_value=date(2400, 1, 1)), st.integers(min_value=-5_000, max_value=5_000))
def test_a_day_so_many_days_later_is_so_many_days_away(day: date, count: int):
    moved = later(day, count, "day")
    assert whole(min(day, moved), max(day, moved), "day") == (abs(count), 0)


@given(
    st.dates(min_value=date(1600, 1, 1), max_value=date(2300, 1, 1)),
    st.dates(min_value=date(1600, 1, 1), max_value=date(2300, 1, 1)),
    st.sampled_from(["day", "week", "month", "year"]),
)
def test_whole_units_and_the_days_left_over_lead_from_one_day_to_the_other(one: date, other: date, unit: str):
    first, last = sorted((one, other))
    count, rest = whole(first, last, unit)
    assert later(first, count, unit) + timedelta(days=rest) == last
    assert 0 <= rest <= {"day": 0, "week": 6, "month": 30, "year": 365}[unit]


@pytest.mark.parametrize(("year", "day"), [(1818, "03-22"), (1943, "04-25"), (2024, "03-31"), (2027, "03-28")])
def test_easter_is_where_the_church_has_it(year: int, day: str):
    assert easter(year).isoformat() == f"{year}-{day}"
